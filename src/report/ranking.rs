//! The largest, longest and slowest records.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The records with the largest values, in descending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ranking {
    /// The maximum number of records.
    pub most: usize,
    /// The records.
    pub records: Vec<RankedRecord>,
}

/// A record in a ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Ranked"))]
pub struct RankedRecord {
    /// The source as output names it.
    pub source: String,
    /// The number of the record in its source, from 1.
    pub index: usize,
    /// Bytes, plies, or microseconds.
    pub value: u64,
}

impl Ranking {
    pub(super) fn new(most: usize) -> Ranking {
        Ranking {
            most,
            records: Vec::new(),
        }
    }

    /// Adds a record if its value is among the largest.
    pub(super) fn offer(&mut self, source: &str, index: usize, value: u64) {
        // Records with the same value are sorted by name, so that the order of arrival does not matter.
        let at = self.records.partition_point(|known| {
            let by_value = known.value.cmp(&value).reverse();
            let by_name = (known.source.as_str(), known.index).cmp(&(source, index));
            by_value.then(by_name).is_lt()
        });
        if at < self.most {
            let source = source.to_owned();
            let ranked = RankedRecord {
                source,
                index,
                value,
            };
            self.records.insert(at, ranked);
            self.records.truncate(self.most);
        }
    }

    pub(super) fn add(&mut self, other: &Ranking) {
        self.most = self.most.max(other.most);
        for record in &other.records {
            self.offer(&record.source, record.index, record.value);
        }
    }
}

impl RankedRecord {
    /// The value as a time.
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.value)
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use crate::{
        output::SchemaVersion,
        report::{OutputStatus, Row, Summary},
    };

    use super::*;

    #[test]
    fn the_records_that_stand_out_are_ranked() {
        let mut summary = Summary::default().with_largest(2).with_slowest(1);
        for (index, bytes, plies, time) in [(1, 10, 3, 7), (2, 1_000, 3, 900), (3, 20, 1, 8)] {
            summary.count(&Row {
                schema: SchemaVersion,
                source: Cow::Borrowed("a.sgf"),
                index,
                game: Some(Cow::Borrowed("ugo")),
                plies,
                status: OutputStatus::Valid,
                finished: true,
                findings: Vec::new(),
                bytes: Some(bytes),
                time: Some(Duration::from_millis(time)),
            });
        }
        insta::assert_snapshot!(summary.table(), @r"
        game  records  valid  unfinished  invalid  malformed  plies
        ugo         3      3           0        0          0      7
        0 errors, 0 warnings

        bytes  largest records
        1,000  a.sgf, record 2
           20  a.sgf, record 3

        plies  longest records
            3  a.sgf, record 1
            3  a.sgf, record 2

        seconds  slowest records
          0.900  a.sgf, record 2
        ");
    }
}
