//! The largest, longest and slowest records.

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    time::Duration,
};

use serde::{Deserialize, Serialize, Serializer};

/// The records with the largest values, in descending order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ranking {
    /// The maximum number of records.
    pub most: usize,
    /// The records.
    #[serde(serialize_with = "write_in_order")]
    #[cfg_attr(test, schemars(with = "Vec<RankedRecord>"))]
    records: BinaryHeap<RankedRecord>,
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
            records: BinaryHeap::new(),
        }
    }

    /// The records in their order.
    pub fn records(&self) -> Vec<&RankedRecord> {
        in_order(&self.records)
    }

    /// Adds a record if its value is among the largest.
    pub(super) fn offer(&mut self, source: &str, index: usize, value: u64) {
        if self.records.len() >= self.most {
            let last = self.records.peek();
            let is_before = |last: &RankedRecord| rank(source, index, value) < last.rank();
            if !last.is_some_and(is_before) {
                return;
            }
            self.records.pop();
        }
        self.records.push(RankedRecord {
            source: source.to_owned(),
            index,
            value,
        });
    }

    pub(super) fn add(&mut self, other: &Ranking) {
        self.most = self.most.max(other.most);
        for record in &other.records {
            self.offer(&record.source, record.index, record.value);
        }
    }
}

impl PartialEq for Ranking {
    fn eq(&self, other: &Ranking) -> bool {
        self.most == other.most && self.records() == other.records()
    }
}

impl Eq for Ranking {}

fn in_order(records: &BinaryHeap<RankedRecord>) -> Vec<&RankedRecord> {
    let mut records: Vec<_> = records.iter().collect();
    records.sort_unstable();
    records
}

/// Writes records in their order.
fn write_in_order<S: Serializer>(
    records: &BinaryHeap<RankedRecord>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(in_order(records))
}

/// What a record is sorted by: larger values come first, and names decide among equal ones, so that the order of arrival
/// does not matter.
fn rank(source: &str, index: usize, value: u64) -> (Reverse<u64>, &str, usize) {
    (Reverse(value), source, index)
}

impl Ord for RankedRecord {
    fn cmp(&self, other: &RankedRecord) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for RankedRecord {
    fn partial_cmp(&self, other: &RankedRecord) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl RankedRecord {
    fn rank(&self) -> (Reverse<u64>, &str, usize) {
        rank(&self.source, self.index, self.value)
    }

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

    #[test]
    fn a_long_ranking_is_that_of_all_records() {
        let records: Vec<(u64, usize)> = (0..3_000)
            .map(|n| (n * 7_919 % 1_013, n as usize))
            .collect();
        let mut sorted = records.clone();
        sorted.sort_unstable_by_key(|&(value, index)| (Reverse(value), index));
        for most in [0, 1, 2, 1_000, 2_999, 3_000, 5_000] {
            let mut halves = [Ranking::new(most), Ranking::new(most)];
            for &(value, index) in &records {
                halves[index % 2].offer("a.sgf", index, value);
            }
            let [mut whole, other] = halves;
            whole.add(&other);
            let told = whole.records().into_iter();
            let told: Vec<_> = told.map(|record| (record.value, record.index)).collect();
            assert_eq!(told, sorted[..most.min(sorted.len())]);
        }
    }
}
