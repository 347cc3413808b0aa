//! Two rulesets with common seeds.

use serde::Serialize;

use super::{group::Group, metric::Metric, number::rounded};
use crate::lab::statistics::{Interval, holm, paired_difference};

/// The probability below which a corrected difference counts as more than chance.
const LEVEL: f64 = 0.05;

/// How the metrics of two rulesets differ. Games with the same number have the same seeds, and are compared in pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Comparison {
    /// The ruleset before the change.
    pub old: String,
    /// The ruleset after it.
    pub new: String,
    /// The metrics that have values under both.
    pub differences: Vec<MetricDifference>,
}

/// How a metric differs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MetricDifference {
    /// The name.
    pub name: &'static str,
    /// The pairs of games that both have a value.
    pub pairs: u64,
    /// The mean of these games under the old ruleset.
    pub old: f64,
    /// Under the new one.
    pub new: f64,
    /// New minus old.
    pub difference: f64,
    /// Its 95 % interval.
    pub interval: Option<Interval>,
    /// How probable so large a difference would be by chance.
    pub p: f64,
    /// The same after Holm's correction for the number of metrics.
    pub p_holm: f64,
    /// Whether the corrected probability is below 5 %.
    pub is_significant: bool,
}

/// Compares two groups of games with common seeds, the first by the old ruleset.
pub fn compare(old: &Group, new: &Group) -> Comparison {
    let mut differences = Vec::new();
    for metric in Metric::ALL {
        let both = old.each.iter().zip(&new.each);
        let pairs: Vec<(f64, f64)> = both
            .filter_map(|(old, new)| old.value(metric).zip(new.value(metric)))
            .collect();
        let Some(found) = paired_difference(&pairs) else {
            continue;
        };
        let mean = |of: fn(&(f64, f64)) -> f64| {
            rounded(pairs.iter().map(of).sum::<f64>() / pairs.len() as f64)
        };
        differences.push(MetricDifference {
            name: metric.name(),
            pairs: found.pairs,
            old: mean(|pair| pair.0),
            new: mean(|pair| pair.1),
            difference: rounded(found.mean),
            interval: found.interval.map(|interval| {
                let most = if metric.is_part() { 1.0 } else { f64::INFINITY };
                interval.map(|end| rounded(end.clamp(-most, most)))
            }),
            p: rounded(found.p),
            p_holm: found.p,
            is_significant: false,
        });
    }
    let probabilities: Vec<f64> = differences.iter().map(|found| found.p_holm).collect();
    for (difference, corrected) in differences.iter_mut().zip(holm(&probabilities)) {
        difference.p_holm = rounded(corrected);
        difference.is_significant = corrected < LEVEL;
    }
    Comparison {
        old: old.ruleset.clone(),
        new: new.ruleset.clone(),
        differences,
    }
}
