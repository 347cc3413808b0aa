//! Games summed up.

use serde::Serialize;

use super::{
    game_metrics::{CURVE_PARTS, GameMetrics},
    metric::{Metric, MetricKind},
    number::rounded,
    series::GameSeries,
};
use crate::lab::statistics::{Interval, mean_interval, quartiles, wilson};

/// The most bars of a histogram.
const MAX_BARS: f64 = 20.0;

/// The games of one ruleset on one board, and their metrics.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Group {
    /// The game.
    pub game: &'static str,
    /// The ruleset.
    pub ruleset: String,
    /// The size of the board.
    pub size: String,
    /// The komi; null in games without it.
    pub komi: Option<i32>,
    /// The players of games that were played for the report; empty for records.
    pub players: Vec<String>,
    /// Number of games.
    pub games: u64,
    /// The metrics.
    pub metrics: Vec<MetricValue>,
    /// How many games have which length.
    pub plies: Vec<Bar>,
    /// How many games have which margin of the first player.
    pub first_player_margins: Vec<Bar>,
    /// Legal moves in each tenth of a game.
    pub branching: Vec<BranchingPart>,
    /// What was measured in each game.
    #[serde(skip)]
    pub(super) each: Vec<GameMetrics>,
}

/// A metric of a group of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MetricValue {
    /// The name.
    pub name: &'static str,
    /// What Ludii calls it, where its metric is the same.
    pub ludii: Option<&'static str>,
    /// The games that have a value.
    pub games: u64,
    /// The mean, or the share; null if no game has a value.
    pub value: Option<f64>,
    /// The 95 % interval: of shares Wilson's, otherwise by Student's distribution. Null for fewer than two games.
    pub interval: Option<Interval>,
    /// Least value, quartiles and largest value; null for shares.
    pub spread: Option<Spread>,
}

/// How values are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Spread {
    /// The least.
    pub least: f64,
    /// The lower quartile.
    pub lower: f64,
    /// The median.
    pub median: f64,
    /// The upper quartile.
    pub upper: f64,
    /// The largest.
    pub most: f64,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Bar {
    /// The smallest value.
    pub from: f64,
    /// The values are smaller than this.
    pub to: f64,
    /// Number of games.
    pub games: u64,
}

/// The legal moves in a part of the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BranchingPart {
    /// Where the part ends, as a share of the game.
    pub until: f64,
    /// The mean number of legal moves.
    pub value: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
}

impl Group {
    /// The games of a series, by what was measured in each.
    pub fn new(series: GameSeries, each: Vec<GameMetrics>) -> Group {
        let GameSeries {
            game,
            ruleset,
            size,
            komi,
            players,
        } = series;
        let values = |metric: Metric| -> Vec<f64> {
            each.iter().filter_map(|game| game.value(metric)).collect()
        };
        Group {
            game,
            ruleset,
            size,
            komi,
            players,
            games: each.len() as u64,
            metrics: Metric::ALL
                .map(|metric| summed(metric, &values(metric)))
                .to_vec(),
            plies: bars(&values(Metric::Plies)),
            first_player_margins: bars(&values(Metric::FirstPlayerMargin)),
            branching: branching(&each),
            each,
        }
    }

    /// The value of a metric.
    pub fn metric(&self, metric: Metric) -> Option<&MetricValue> {
        self.metrics
            .iter()
            .find(|value| value.name == metric.name())
    }

    /// The games in words: `ugo 7, ruleset ugo, komi 3, mcts:100 against itself`.
    pub(super) fn title(&self) -> String {
        self.titled(self.komi.filter(|komi| *komi != 0))
    }

    /// The same for groups that differ in their komi.
    pub(super) fn title_without_komi(&self) -> String {
        self.titled(None)
    }

    fn titled(&self, komi: Option<i32>) -> String {
        let komi = komi.map_or(String::new(), |komi| format!(", komi {komi}"));
        let players = match &self.players[..] {
            [] => String::new(),
            [first, others @ ..] if others.iter().all(|other| other == first) => {
                format!(", {first} against itself")
            }
            players => format!(", {}", players.join(" against ")),
        };
        let (game, size, ruleset) = (self.game, &self.size, &self.ruleset);
        format!("{game} {size}, ruleset {ruleset}{komi}{players}")
    }
}

/// The mean of a metric with its interval.
fn summed(metric: Metric, values: &[f64]) -> MetricValue {
    let (mean, interval) = mean_interval(values).unzip();
    let interval = match metric.kind() {
        MetricKind::Share => wilson(values.iter().sum(), values.len() as u64),
        MetricKind::Number if metric.is_part() => interval
            .flatten()
            .map(|ends| ends.map(|end| end.clamp(0.0, 1.0))),
        MetricKind::Number => interval.flatten(),
    };
    let is_number = metric.kind() == MetricKind::Number;
    let spread = quartiles(values)
        .filter(|_| is_number)
        .map(|spread| Spread {
            least: rounded(spread.least),
            lower: rounded(spread.lower),
            median: rounded(spread.median),
            upper: rounded(spread.upper),
            most: rounded(spread.most),
        });
    MetricValue {
        name: metric.name(),
        ludii: metric.ludii(),
        games: values.len() as u64,
        value: mean.map(rounded),
        interval: interval.map(|interval| interval.map(rounded)),
        spread,
    }
}

/// A histogram of values, with bars of a round width.
fn bars(values: &[f64]) -> Vec<Bar> {
    let Some(spread) = quartiles(values) else {
        return Vec::new();
    };
    let range = spread.most - spread.least + 1.0;
    let mut width = 1.0;
    for factor in [2.0, 2.5, 2.0].into_iter().cycle() {
        if range / width <= MAX_BARS {
            break;
        }
        width *= factor;
    }
    let first = (spread.least / width).floor();
    let count = (spread.most / width).floor() - first + 1.0;
    let mut bars: Vec<Bar> = (0..count as usize)
        .map(|index| Bar {
            from: (first + index as f64) * width,
            to: (first + index as f64 + 1.0) * width,
            games: 0,
        })
        .collect();
    for value in values {
        let index = ((value / width).floor() - first) as usize;
        if let Some(bar) = bars.get_mut(index) {
            bar.games += 1;
        }
    }
    bars
}

/// The mean number of legal moves in each part of the games; games without counts are left out.
fn branching(each: &[GameMetrics]) -> Vec<BranchingPart> {
    let part = |part: usize| {
        let means: Vec<f64> = each
            .iter()
            .filter_map(|game| game.branching(part))
            .collect();
        let (value, interval) = mean_interval(&means)?;
        Some(BranchingPart {
            until: rounded((part + 1) as f64 / CURVE_PARTS as f64),
            value: rounded(value),
            interval: interval.map(|interval| interval.map(rounded)),
        })
    };
    (0..CURVE_PARTS).filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_hold_every_value_once() {
        for values in [
            vec![3.0],
            vec![-4.5, 0.0, 0.5, 9.0],
            (0..500).map(f64::from).collect(),
        ] {
            let bars = bars(&values);
            let sum: u64 = bars.iter().map(|bar| bar.games).sum();
            assert_eq!(sum, values.len() as u64);
            assert!(bars.len() <= 21, "{}", bars.len());
            assert!(
                bars.windows(2)
                    .all(|pair| (pair[0].to - pair[1].from).abs() < 1e-9)
            );
        }
        assert!(bars(&[]).is_empty());
    }
}
