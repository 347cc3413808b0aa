//! Which komi is nearest to even.

use serde::Serialize;

use super::{group::Group, metric::Metric};
use crate::lab::statistics::Interval;

/// The first player's score for each komi.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KomiReport {
    /// The values, in order.
    pub values: Vec<KomiValue>,
    /// The komi whose score is nearest to one half; the smallest of several. Null if no game is over.
    pub nearest: Option<i32>,
    /// The least and the largest komi whose interval includes one half; null if there is none.
    pub even: Option<[i32; 2]>,
}

impl KomiReport {
    /// The values whose interval includes one half, those in a row together: `-3, -1 to 2`.
    pub(super) fn even_values(&self) -> Vec<String> {
        let runs = self
            .values
            .chunk_by(|one, next| one.is_even() == next.is_even());
        let runs = runs.filter(|run| run[0].is_even());
        runs.map(|run| match run {
            [one] => one.komi.to_string(),
            [first, .., last] => format!("{} to {}", first.komi, last.komi),
            [] => String::new(),
        })
        .collect()
    }
}

/// A komi.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KomiValue {
    /// The komi.
    pub komi: i32,
    /// The finished games.
    pub games: u64,
    /// The first player's score; null if no game is over.
    pub first_player_score: Option<f64>,
    /// Wilson's 95 % interval.
    pub interval: Option<Interval>,
}

impl KomiValue {
    /// Whether the interval includes one half.
    fn is_even(&self) -> bool {
        self.interval
            .is_some_and(|[low, high]| low <= 0.5 && high >= 0.5)
    }
}

/// Compares groups that differ in their komi.
pub fn komi_report(groups: &[Group]) -> KomiReport {
    let value = |group: &Group| {
        let score = group.metric(Metric::FirstPlayerScore);
        KomiValue {
            komi: group.komi.unwrap_or(0),
            games: score.map_or(0, |score| score.games),
            first_player_score: score.and_then(|score| score.value),
            interval: score.and_then(|score| score.interval),
        }
    };
    let values: Vec<KomiValue> = groups.iter().map(value).collect();
    let distances = values.iter().filter_map(|value| {
        let score = value.first_player_score?;
        Some(((score - 0.5).abs(), value.komi))
    });
    let nearest =
        distances.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let even = || values.iter().filter(|value| value.is_even());
    KomiReport {
        nearest: nearest.map(|(_, komi)| komi),
        even: even()
            .next()
            .zip(even().next_back())
            .map(|(first, last)| [first.komi, last.komi]),
        values,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_between_others_are_not_taken_for_even() {
        let value = |(komi, interval): (i32, Option<Interval>)| KomiValue {
            komi,
            games: 1,
            first_player_score: None,
            interval,
        };
        let (even, above) = (Some([0.25, 0.5]), Some([0.51, 0.75]));
        for (intervals, expected) in [
            (vec![even, above, even, even, None, even], "0, 2 to 3, 5"),
            (vec![above, even, even, even], "1 to 3"),
            (vec![above, None], ""),
            (vec![], ""),
        ] {
            let report = KomiReport {
                values: (0..).zip(intervals).map(value).collect(),
                nearest: None,
                even: None,
            };
            assert_eq!(report.even_values().join(", "), expected);
        }
    }
}
