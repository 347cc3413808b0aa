//! A report as tables and charts.

use super::{
    group::{Group, MetricValue},
    metric::Metric,
    number::short,
    report::MetricsReport,
};
use crate::diagram::{CurvePoint, HistogramBar, IntervalRow, curve, histogram, intervals};

/// A part of a report.
pub(super) struct Section {
    pub(super) title: String,
    /// Sentences before the table.
    pub(super) notes: Vec<String>,
    pub(super) headings: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
    /// SVG images.
    pub(super) charts: Vec<String>,
}

/// The parts of a report, in order.
pub(super) fn sections(report: &MetricsReport) -> Vec<Section> {
    let mut sections = Vec::new();
    let has_other = report.komi.is_some() || report.ladder.is_some();
    if !has_other {
        sections.extend(report.groups.iter().map(group_section));
    }
    sections.extend(comparison_section(report));
    sections.extend(komi_section(report));
    sections.extend(ladder_section(report));
    sections.extend(expectation_section(report));
    if sections.is_empty() {
        sections.push(Section {
            title: "No games".to_owned(),
            notes: vec!["there is no valid record to be measured".to_owned()],
            headings: Vec::new(),
            rows: Vec::new(),
            charts: Vec::new(),
        });
    }
    if report.left_out > 0
        && let Some(section) = sections.first_mut()
    {
        let note = format!(
            "records that are not valid and were left out: {}",
            report.left_out
        );
        section.notes.push(note);
    }
    sections
}

/// A number of a metric, parts of a whole in per cent.
fn shown(metric: Option<Metric>, value: f64) -> String {
    match metric {
        Some(metric) if metric.is_part() => format!("{} %", short(value * 100.0, 1)),
        _ => short(value, 2),
    }
}

fn interval_of(metric: Option<Metric>, interval: Option<[f64; 2]>) -> String {
    interval.map_or("–".to_owned(), |[low, high]| {
        format!("{} to {}", shown(metric, low), shown(metric, high))
    })
}

fn group_section(group: &Group) -> Section {
    let row = |value: &MetricValue| {
        let metric = Metric::from_name(value.name);
        let number =
            |number: Option<f64>| number.map_or("–".to_owned(), |number| shown(metric, number));
        let spread = |of: fn(&super::group::Spread) -> f64| number(value.spread.as_ref().map(of));
        vec![
            value.name.to_owned(),
            value.ludii.unwrap_or("–").to_owned(),
            value.games.to_string(),
            number(value.value),
            interval_of(metric, value.interval),
            spread(|spread| spread.lower),
            spread(|spread| spread.median),
            spread(|spread| spread.upper),
        ]
    };
    Section {
        title: group.title(),
        notes: vec![format!("games: {}", group.games)],
        headings: vec![
            "metric",
            "in Ludii",
            "games",
            "value",
            "95 % interval",
            "lower quartile",
            "median",
            "upper quartile",
        ],
        rows: group.metrics.iter().map(row).collect(),
        charts: charts(group),
    }
}

fn charts(group: &Group) -> Vec<String> {
    let bars = |bars: &[super::group::Bar]| -> Vec<HistogramBar> {
        let bar = |bar: &super::group::Bar| HistogramBar {
            from: bar.from,
            to: bar.to,
            count: bar.games,
        };
        bars.iter().map(bar).collect()
    };
    let mut charts = vec![histogram("Games by length", "plies", &bars(&group.plies))];
    if !group.first_player_margins.is_empty() {
        let margins = bars(&group.first_player_margins);
        charts.push(histogram(
            "Games by the margin of the first player",
            "points",
            &margins,
        ));
    }
    if !group.branching.is_empty() {
        let points: Vec<CurvePoint> = group
            .branching
            .iter()
            .map(|part| CurvePoint {
                x: part.until * 100.0,
                y: part.value,
                interval: part.interval,
            })
            .collect();
        charts.push(curve(
            "Legal moves in the course of the game",
            "per cent of the plies",
            &points,
            None,
        ));
    }
    charts
}

fn probability(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        short(p, 4)
    }
}

fn comparison_section(report: &MetricsReport) -> Option<Section> {
    let comparison = report.comparison.as_ref()?;
    let rows = comparison.differences.iter().map(|found| {
        let metric = Metric::from_name(found.name);
        vec![
            found.name.to_owned(),
            found.pairs.to_string(),
            shown(metric, found.old),
            shown(metric, found.new),
            shown(metric, found.difference),
            interval_of(metric, found.interval),
            probability(found.p),
            probability(found.p_holm),
            if found.is_significant { "yes" } else { "no" }.to_owned(),
        ]
    });
    let parts = comparison
        .differences
        .iter()
        .filter(|found| Metric::from_name(found.name).is_some_and(Metric::is_part));
    let parts: Vec<IntervalRow> = parts
        .map(|found| IntervalRow {
            label: found.name.to_owned(),
            value: found.difference * 100.0,
            interval: found
                .interval
                .map(|interval| interval.map(|end| end * 100.0)),
        })
        .collect();
    let is_significant = |name: &&str| *name != "no";
    let changed: Vec<&str> = comparison
        .differences
        .iter()
        .map(|found| {
            if found.is_significant {
                found.name
            } else {
                "no"
            }
        })
        .filter(is_significant)
        .collect();
    let note = if changed.is_empty() {
        "no difference is more than chance".to_owned()
    } else {
        format!("more than chance: {}", changed.join(", "))
    };
    Some(Section {
        title: format!("{} to {}", comparison.old, comparison.new),
        notes: vec![note],
        headings: vec![
            "metric",
            "pairs",
            "old",
            "new",
            "difference",
            "95 % interval",
            "p",
            "p (Holm)",
            "more than chance",
        ],
        rows: rows.collect(),
        charts: vec![intervals(
            "Differences with 95 % intervals",
            "percentage points, new minus old",
            &parts,
            Some(0.0),
        )],
    })
}

fn komi_section(report: &MetricsReport) -> Option<Section> {
    let komi = report.komi.as_ref()?;
    let share = Some(Metric::FirstPlayerScore);
    let rows = komi.values.iter().map(|value| {
        vec![
            value.komi.to_string(),
            value.games.to_string(),
            value
                .first_player_score
                .map_or("–".to_owned(), |score| shown(share, score)),
            interval_of(share, value.interval),
        ]
    });
    let points = komi.values.iter().filter_map(|value| {
        Some(CurvePoint {
            x: f64::from(value.komi),
            y: value.first_player_score? * 100.0,
            interval: value
                .interval
                .map(|interval| interval.map(|end| end * 100.0)),
        })
    });
    let points: Vec<CurvePoint> = points.collect();
    let mut notes: Vec<String> = report
        .groups
        .first()
        .map(Group::title_without_komi)
        .into_iter()
        .collect();
    if let Some(nearest) = komi.nearest {
        notes.push(format!("nearest to even: komi {nearest}"));
    }
    let even = komi.even_values();
    notes.push(if even.is_empty() {
        "no interval includes 50 %".to_owned()
    } else {
        format!("komi whose interval includes 50 %: {}", even.join(", "))
    });
    Some(Section {
        title: "Komi".to_owned(),
        notes,
        headings: vec!["komi", "games", "first-player-score", "95 % interval"],
        rows: rows.collect(),
        charts: vec![curve(
            "Score of the first player in per cent, with 95 % intervals",
            "komi",
            &points,
            Some(50.0),
        )],
    })
}

fn ladder_section(report: &MetricsReport) -> Option<Section> {
    let ladder = report.ladder.as_ref()?;
    let share = Some(Metric::FirstPlayerScore);
    let rows = ladder.pairs.iter().map(|pair| {
        vec![
            pair.player.clone(),
            pair.opponent.clone(),
            pair.games.to_string(),
            pair.unfinished.to_string(),
            shown(share, pair.score),
            interval_of(share, Some(pair.interval)),
        ]
    });
    let elo: Vec<IntervalRow> = ladder
        .players
        .iter()
        .map(|player| IntervalRow {
            label: player.player.clone(),
            value: player.elo,
            interval: Some(player.interval),
        })
        .collect();
    let mut notes: Vec<String> = report
        .groups
        .first()
        .map(Group::title)
        .into_iter()
        .collect();
    notes.extend(ladder.players.iter().map(|player| {
        let [low, high] = player.interval;
        format!(
            "{}: Elo {:.0} ({low:.0} to {high:.0})",
            player.player, player.elo
        )
    }));
    notes.push(if ladder.is_climbed {
        "each player beats the one before, with an interval clear of 50 %".to_owned()
    } else {
        "not each player beats the one before with an interval clear of 50 %".to_owned()
    });
    Some(Section {
        title: "Ladder".to_owned(),
        notes,
        headings: vec![
            "player",
            "opponent",
            "games",
            "unfinished",
            "score",
            "95 % interval",
        ],
        rows: rows.collect(),
        charts: vec![intervals(
            "Elo with 95 % intervals",
            "Elo above the first player",
            &elo,
            Some(0.0),
        )],
    })
}

fn expectation_section(report: &MetricsReport) -> Option<Section> {
    if report.expectations.is_empty() {
        return None;
    }
    let rows = report.expectations.iter().map(|expectation| {
        let metric = Metric::from_name(expectation.name);
        let number =
            |number: Option<f64>| number.map_or("–".to_owned(), |number| shown(metric, number));
        vec![
            expectation.name.to_owned(),
            number(expectation.least),
            number(expectation.most),
            number(expectation.value),
            if expectation.is_met { "met" } else { "broken" }.to_owned(),
            expectation.group.clone(),
        ]
    });
    Some(Section {
        title: "Bounds".to_owned(),
        notes: Vec::new(),
        headings: vec!["metric", "least", "most", "value", "bound", "games"],
        rows: rows.collect(),
        charts: Vec::new(),
    })
}
