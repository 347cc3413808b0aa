//! Bounds that metrics must keep: the gate for a change of a ruleset.

use std::{error::Error, fmt};

use serde::{
    Deserialize, Serialize,
    de::{Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{group::Group, metric::Metric};
use crate::suggest::nearest;

/// The bounds of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expectations(Vec<(Metric, Bounds)>);

/// The most opening brackets of a file: far more than there are metrics.
const MAX_BRACKETS: usize = 1_000;

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
        // The YAML library takes time in proportion to the square of their depth.
        let brackets = text.bytes().filter(|byte| matches!(byte, b'[' | b'{'));
        if brackets.count() > MAX_BRACKETS {
            return fail(format!("there are more than {MAX_BRACKETS} brackets"));
        }
        let written: BoundsFile = match serde_yaml::from_str(text) {
            Ok(written) => written,
            Err(error) => {
                let error = error.to_string();
                return fail(format!("expected metrics with their bounds: {error}"));
            }
        };
        let mut bounds = Vec::new();
        for (name, read) in written.0 {
            let Some(metric) = Metric::from_name(&name) else {
                let names = Metric::ALL.iter().map(|metric| metric.name());
                return fail(match nearest(&name, names) {
                    Some(similar) => {
                        format!("there is no metric `{name}`; did you mean `{similar}`?")
                    }
                    None => format!("there is no metric `{name}`"),
                });
            };
            let Some(read) = read else {
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
    fn between(low: f64, high: f64) -> Option<Bounds> {
        (low <= high).then_some(Bounds { low, high })
    }

    fn from_text(text: &str) -> Option<Bounds> {
        let number = |prefix| -> Option<f64> {
            let number: f64 = text.strip_prefix(prefix)?.trim().parse().ok()?;
            number.is_finite().then_some(number)
        };
        match (number(">="), number("<=")) {
            (Some(low), _) => Bounds::between(low, f64::INFINITY),
            (_, Some(high)) => Bounds::between(f64::NEG_INFINITY, high),
            _ => None,
        }
    }
}

/// The entries of a file up to the first that is wrong: names, and bounds if they are such. What a file can make of others
/// with the aliases of YAML may be far larger than the file.
struct BoundsFile(Vec<(String, Option<Bounds>)>);

impl<'de> Deserialize<'de> for BoundsFile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoundsFile, D::Error> {
        struct FileVisitor;

        impl<'de> Visitor<'de> for FileVisitor {
            type Value = BoundsFile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("names of metrics with their bounds")
            }

            fn visit_none<E>(self) -> Result<BoundsFile, E> {
                Ok(BoundsFile(Vec::new()))
            }

            fn visit_unit<E>(self) -> Result<BoundsFile, E> {
                Ok(BoundsFile(Vec::new()))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BoundsFile, A::Error> {
                let mut entries: Vec<(String, Option<Bounds>)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if entries.iter().any(|(earlier, _)| *earlier == name) {
                        return Err(A::Error::custom(format!("`{name}` is there twice")));
                    }
                    let is_known = Metric::from_name(&name).is_some();
                    let bounds = map.next_value::<WrittenValue>()?.bounds;
                    let is_wrong = !is_known || bounds.is_none();
                    entries.push((name, bounds));
                    if is_wrong {
                        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                    }
                }
                Ok(BoundsFile(entries))
            }
        }

        deserializer.deserialize_any(FileVisitor)
    }
}
/// What the value of an entry, or an element of a list, says.
#[derive(Default)]
struct WrittenValue {
    number: Option<f64>,
    bounds: Option<Bounds>,
}

impl WrittenValue {
    fn number(number: f64) -> WrittenValue {
        WrittenValue {
            number: Some(number),
            bounds: None,
        }
    }

    fn bounds(bounds: Option<Bounds>) -> WrittenValue {
        WrittenValue {
            number: None,
            bounds,
        }
    }
}

impl<'de> Deserialize<'de> for WrittenValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WrittenValue, D::Error> {
        struct ValueVisitor;

        impl<'de> Visitor<'de> for ValueVisitor {
            type Value = WrittenValue;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bounds")
            }

            fn visit_bool<E>(self, _: bool) -> Result<WrittenValue, E> {
                Ok(WrittenValue::default())
            }

            fn visit_none<E>(self) -> Result<WrittenValue, E> {
                Ok(WrittenValue::default())
            }

            fn visit_unit<E>(self) -> Result<WrittenValue, E> {
                Ok(WrittenValue::default())
            }

            fn visit_i64<E>(self, number: i64) -> Result<WrittenValue, E> {
                Ok(WrittenValue::number(number as f64))
            }

            fn visit_u64<E>(self, number: u64) -> Result<WrittenValue, E> {
                Ok(WrittenValue::number(number as f64))
            }

            fn visit_f64<E>(self, number: f64) -> Result<WrittenValue, E> {
                Ok(WrittenValue::number(number))
            }

            fn visit_str<E>(self, text: &str) -> Result<WrittenValue, E> {
                Ok(WrittenValue::bounds(Bounds::from_text(text)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<WrittenValue, A::Error> {
                let mut next = || list.next_element::<WrittenValue>();
                let ends = (next()?, next()?);
                let mut is_pair = true;
                while list.next_element::<IgnoredAny>()?.is_some() {
                    is_pair = false;
                }
                let (Some(low), Some(high)) = ends else {
                    return Ok(WrittenValue::default());
                };
                let bounds = low.number.zip(high.number);
                let bounds = bounds.filter(|_| is_pair);
                let bounds = bounds.and_then(|(low, high)| Bounds::between(low, high));
                Ok(WrittenValue::bounds(bounds))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WrittenValue, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(WrittenValue::default())
            }
        }

        deserializer.deserialize_any(ValueVisitor)
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
    fn brackets_are_counted() {
        let finished = "finished: [0, 1] #";
        let text = |count| format!("{finished}{}", "{".repeat(count - 1));
        assert!(Expectations::read(&text(MAX_BRACKETS)).is_ok());
        let error = Expectations::read(&text(MAX_BRACKETS + 1)).expect_err("too many");
        assert!(error.to_string().contains("more than 1000 brackets"));
    }

    #[test]
    fn aliases_cannot_make_a_small_file_large() {
        let list =
            |name: usize, items: &str| format!("a{name}: &a{name} [{}]\n", items.repeat(100));
        let lists = (1..10).map(|name| list(name, &format!("*a{}, ", name - 1)));
        let text = list(0, "x, ") + &lists.collect::<String>();
        let error = Expectations::read(&text).expect_err("no metric");
        assert!(error.to_string().contains("no metric `a0`"), "{error}");
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
            ("plies: [1, 2]\nplies: [1, 3]", "twice"),
            ("plies: [1, [2]]", "neither"),
            ("plies: {a: 1}", "neither"),
            ("finished: true", "neither"),
            ("finished: ~", "neither"),
            ("5: [1, 2]", "no metric `5`"),
            ("x: &a [1, 2]\nplies: *a", "no metric `x`"),
        ] {
            let error = Expectations::read(text).expect_err(text).to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
