//! Bounds that metrics must keep: the gate for a change of a ruleset.

use std::{error::Error, fmt};

use serde::Serialize;
use serde_yaml::{Mapping, Value};

use super::{group::Group, metric::Metric};
use crate::suggest::nearest;

/// The bounds of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectations(Vec<(Metric, Bounds)>);

/// The least and the largest value that a metric may have.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    low: f64,
    high: f64,
}

/// A bound, and whether it is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Expectation {
    /// The games in words, such as `ugo 7, ruleset ugo`.
    pub group: String,
    /// The metric.
    pub name: &'static str,
    /// The least value allowed; null if there is none.
    pub least: Option<f64>,
    /// The largest value allowed; null if there is none.
    pub most: Option<f64>,
    /// The value; null if there is none, which breaks the bound.
    pub value: Option<f64>,
    /// Whether the value is within the bounds.
    pub is_met: bool,
}

/// Why a file of bounds is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectationError(String);

impl fmt::Display for ExpectationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ExpectationError {}

impl Expectations {
    /// Reads a file: a mapping of names of metrics to `[least, most]` or `">= number"`, `"<= number"`.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Expectations, ExpectationError> {
        let fail = |message: String| Err(ExpectationError(message));
        let mapping: Mapping = match serde_yaml::from_str(text) {
            Ok(mapping) => mapping,
            Err(error) => {
                let error = error.to_string();
                return fail(format!("expected metrics with their bounds: {error}"));
            }
        };
        let mut bounds = Vec::new();
        for (key, value) in &mapping {
            let name = key.as_str().unwrap_or_default();
            let Some(metric) = Metric::from_name(name) else {
                let names = Metric::ALL.iter().map(|metric| metric.name());
                return fail(match nearest(name, names) {
                    Some(similar) => {
                        format!("there is no metric `{name}`; did you mean `{similar}`?")
                    }
                    None => format!("there is no metric `{name}`"),
                });
            };
            let Some(read) = Bounds::read(value) else {
                return fail(format!(
                    "the bounds of `{name}` are neither `[least, most]` nor `\">= number\"` or `\"<= number\"`"
                ));
            };
            bounds.push((metric, read));
        }
        if bounds.is_empty() {
            return fail("there are no bounds".to_owned());
        }
        Ok(Expectations(bounds))
    }

    /// Compares the bounds with the metrics of a group.
    pub fn check(&self, group: &Group) -> Vec<Expectation> {
        let check = |(metric, bounds): &(Metric, Bounds)| {
            let value = group.metric(*metric).and_then(|value| value.value);
            let given = |bound: f64| bound.is_finite().then_some(bound);
            Expectation {
                group: group.title(),
                name: metric.name(),
                least: given(bounds.low),
                most: given(bounds.high),
                value,
                is_met: value.is_some_and(|value| (bounds.low..=bounds.high).contains(&value)),
            }
        };
        self.0.iter().map(check).collect()
    }
}

impl Bounds {
    fn read(value: &Value) -> Option<Bounds> {
        let bounds = match value {
            Value::Sequence(values) => match &values[..] {
                [low, high] => Bounds {
                    low: low.as_f64()?,
                    high: high.as_f64()?,
                },
                _ => return None,
            },
            Value::String(text) => {
                let number = |prefix| -> Option<f64> {
                    let number: f64 = text.strip_prefix(prefix)?.trim().parse().ok()?;
                    number.is_finite().then_some(number)
                };
                match (number(">="), number("<=")) {
                    (Some(low), _) => Bounds {
                        low,
                        high: f64::INFINITY,
                    },
                    (_, Some(high)) => Bounds {
                        low: f64::NEG_INFINITY,
                        high,
                    },
                    _ => return None,
                }
            }
            _ => return None,
        };
        (bounds.low <= bounds.high).then_some(bounds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read() {
        let read = Expectations::read(
            "first-player-score: [0.45, 0.55]\nfinished: \">= 0.99\"\nplies: '<= 80'\n",
        );
        let bounds = read.expect("it is a file of bounds").0;
        assert_eq!(bounds.len(), 3);
        assert_eq!(bounds[1].0, Metric::Finished);
        assert!((bounds[1].1.low - 0.99).abs() < 1e-12);
        assert!(bounds[2].1.low.is_infinite());
    }

    #[test]
    fn what_is_no_bound_is_refused() {
        for (text, reason) in [
            ("", "no bounds"),
            ("[1, 2]", "expected metrics"),
            ("plys: [1, 2]", "did you mean `plies`"),
            ("plies: 5", "neither"),
            ("plies: [2, 1]", "neither"),
            ("plies: [1, 2, 3]", "neither"),
            ("plies: \">= many\"", "neither"),
            ("plies: \">= inf\"", "neither"),
            ("plies: [1, x]", "neither"),
            ("plies: {", "expected metrics"),
        ] {
            let error = Expectations::read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
