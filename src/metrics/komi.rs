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
    let even: Vec<i32> = values
        .iter()
        .filter(|value| {
            let includes = |[low, high]: Interval| low <= 0.5 && high >= 0.5;
            value.interval.is_some_and(includes)
        })
        .map(|value| value.komi)
        .collect();
    KomiReport {
        nearest: nearest.map(|(_, komi)| komi),
        even: even
            .first()
            .copied()
            .zip(even.last().copied())
            .map(<[i32; 2]>::from),
        values,
    }
}
