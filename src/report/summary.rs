//! The summary of a run: counts per game and code, and the largest, longest and slowest records.

use std::{
    cmp::Ordering,
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    ranking::Ranking,
    row::{OutputStatus, Row, RowFinding},
    severity::SeverityName,
};
use crate::{
    games::Game,
    output::{SchemaVersion, counted, grouped},
    verify::Severity,
};

/// The name under which records of no known game are counted.
pub(super) const NO_GAME: &str = "unknown";

/// Counts over records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Counts"))]
pub struct RecordCounts {
    /// All records.
    pub records: u64,
    /// Records without an error.
    pub valid: u64,
    /// Of the valid ones, those whose game is not finished.
    pub unfinished: u64,
    /// Records with an error that is not in the syntax.
    pub invalid: u64,
    /// Records with a syntax error, or beyond a limit.
    pub malformed: u64,
    /// Legal plies of main lines.
    pub plies: u64,
}

/// Counts over the records of a run. Summaries of the parts of a run add up to that of the whole,
/// however it was divided.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Summary {
    /// The version of the machine-readable output; 1.
    schema: SchemaVersion,
    /// All records.
    #[serde(flatten)]
    pub total: RecordCounts,
    /// Sources and entries that could not be read.
    pub unreadable: u64,
    /// Findings that are errors.
    pub errors: u64,
    /// Findings that are warnings.
    pub warnings: u64,
    /// The records of each game, by its name; `unknown` for those of no known game.
    pub games: BTreeMap<String, RecordCounts>,
    /// The findings of each code, the most frequent first.
    #[serde(serialize_with = "most_frequent_first", deserialize_with = "by_code")]
    #[cfg_attr(test, schemars(with = "Vec<CodeCounts>"))]
    pub codes: BTreeMap<String, CodeCounts>,
    /// The records of most bytes, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub largest: Option<Ranking>,
    /// The records of most plies, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longest: Option<Ranking>,
    /// The records that took the most time, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowest: Option<Ranking>,
}

/// The findings of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CodeCounts {
    /// The code.
    pub code: String,
    /// Their severity.
    #[serde(with = "SeverityName")]
    pub severity: Severity,
    /// Their number.
    pub findings: u64,
    /// The number of records with such a finding.
    pub records: u64,
    /// The first of them, by the name of the source, the number of the record, and the location.
    pub first: FindingLocation,
}

/// The location of a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Site"))]
pub struct FindingLocation {
    /// The source as output names it.
    pub source: String,
    /// The number of the record in its source, from 1; 0 for what cannot be read.
    pub index: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Summary {
    /// An empty summary that also keeps the records of most bytes and of most plies.
    #[must_use]
    pub fn with_largest(mut self, most: usize) -> Summary {
        self.largest = Some(Ranking::new(most));
        self.longest = Some(Ranking::new(most));
        self
    }

    /// The same with the records that took the most time.
    #[must_use]
    pub fn with_slowest(mut self, most: usize) -> Summary {
        self.slowest = Some(Ranking::new(most));
        self
    }

    /// Counts a record, or a source that cannot be read.
    pub fn count(&mut self, row: &Row) {
        if row.status == OutputStatus::Unreadable {
            self.unreadable += 1;
        } else {
            self.total.count(row);
            let game = row.game.as_deref().and_then(Game::from_name);
            let game = game.map_or(NO_GAME, Game::name);
            match self.games.get_mut(game) {
                Some(counts) => counts.count(row),
                None => self.games.entry(game.to_owned()).or_default().count(row),
            }
            let micros = row
                .time
                .map(|time| u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
            for (ranking, value) in [
                (&mut self.largest, row.bytes),
                (&mut self.longest, Some(u64::from(row.plies))),
                (&mut self.slowest, micros),
            ] {
                if let (Some(ranking), Some(value)) = (ranking, value) {
                    ranking.offer(&row.source, row.index, value);
                }
            }
        }
        for (at, finding) in row.findings.iter().enumerate() {
            match finding.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
            }
            let earlier = row.findings[..at].iter();
            // The findings of a record are often of one code only: try the last one first.
            let again = earlier.rev().any(|other| other.code == finding.code);
            self.count_finding(row, finding, again);
        }
    }

    fn count_finding(&mut self, row: &Row, finding: &RowFinding, again: bool) {
        let here = (row.source.as_ref(), row.index, finding.line, finding.column);
        match self.codes.get_mut(finding.code.as_ref()) {
            Some(counts) => {
                counts.findings += 1;
                counts.records += u64::from(!again);
                if here < counts.first.key() {
                    counts.first = FindingLocation::new(here);
                }
            }
            None => {
                let counts = CodeCounts {
                    code: finding.code.clone().into_owned(),
                    severity: finding.severity,
                    findings: 1,
                    records: 1,
                    first: FindingLocation::new(here),
                };
                self.codes.insert(counts.code.clone(), counts);
            }
        }
    }

    /// Adds the counts of another part of the same run.
    pub fn add(&mut self, other: &Summary) {
        self.total.add(&other.total);
        self.unreadable += other.unreadable;
        self.errors += other.errors;
        self.warnings += other.warnings;
        for (game, counts) in &other.games {
            self.games.entry(game.clone()).or_default().add(counts);
        }
        for (code, counts) in &other.codes {
            match self.codes.get_mut(code) {
                Some(here) => here.add(counts),
                None => drop(self.codes.insert(code.clone(), counts.clone())),
            }
        }
        for (here, other) in [
            (&mut self.largest, &other.largest),
            (&mut self.longest, &other.longest),
            (&mut self.slowest, &other.slowest),
        ] {
            if let Some(other) = other {
                here.get_or_insert_default().add(other);
            }
        }
    }

    /// The codes, those with most findings first.
    pub fn by_frequency(&self) -> Vec<&CodeCounts> {
        let mut codes: Vec<&CodeCounts> = self.codes.values().collect();
        codes.sort_by(|one, other| by_frequency(one, other));
        codes
    }
}

impl RecordCounts {
    fn count(&mut self, row: &Row) {
        self.records += 1;
        self.plies += u64::from(row.plies);
        match row.status {
            OutputStatus::Valid => {
                self.valid += 1;
                self.unfinished += u64::from(!row.finished);
            }
            OutputStatus::Invalid => self.invalid += 1,
            OutputStatus::Malformed => self.malformed += 1,
            OutputStatus::Unreadable => {}
        }
    }

    fn add(&mut self, other: &RecordCounts) {
        self.records += other.records;
        self.valid += other.valid;
        self.unfinished += other.unfinished;
        self.invalid += other.invalid;
        self.malformed += other.malformed;
        self.plies += other.plies;
    }
}

impl CodeCounts {
    fn add(&mut self, other: &CodeCounts) {
        self.findings += other.findings;
        self.records += other.records;
        if other.first < self.first {
            self.first = other.first.clone();
        }
    }
}

impl FindingLocation {
    fn new((source, index, line, column): (&str, usize, usize, usize)) -> FindingLocation {
        FindingLocation {
            source: source.to_owned(),
            index,
            line,
            column,
        }
    }

    fn key(&self) -> (&str, usize, usize, usize) {
        (&self.source, self.index, self.line, self.column)
    }
}

fn most_frequent_first<S: Serializer>(
    codes: &BTreeMap<String, CodeCounts>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut codes: Vec<&CodeCounts> = codes.values().collect();
    codes.sort_by(|one, other| by_frequency(one, other));
    codes.serialize(serializer)
}

fn by_code<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, CodeCounts>, D::Error> {
    let codes = Vec::<CodeCounts>::deserialize(deserializer)?;
    let named = codes
        .into_iter()
        .map(|counts| (counts.code.clone(), counts));
    Ok(named.collect())
}

fn by_frequency(one: &CodeCounts, other: &CodeCounts) -> Ordering {
    let frequency = other.findings.cmp(&one.findings);
    frequency.then_with(|| one.code.cmp(&other.code))
}

/// `3 records: 2 valid, 1 invalid; 1 error, 0 warnings; 57 plies`.
impl Display for Summary {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let total = &self.total;
        let records = counted(total.records, "record", "records");
        write!(f, "{records}: {} valid", grouped(total.valid))?;
        for (count, kind) in [(total.invalid, "invalid"), (total.malformed, "malformed")] {
            if count > 0 {
                write!(f, ", {} {kind}", grouped(count))?;
            }
        }
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            write!(f, "; {sources} unreadable")?;
        }
        if self.errors + self.warnings > 0 {
            let errors = counted(self.errors, "error", "errors");
            let warnings = counted(self.warnings, "warning", "warnings");
            write!(f, "; {errors}, {warnings}")?;
        }
        write!(f, "; {}", counted(total.plies, "ply", "plies"))
    }
}

#[cfg(test)]
mod tests {
    use std::{borrow::Cow, time::Duration};

    use proptest::prelude::*;

    use super::*;

    fn finding() -> impl Strategy<Value = RowFinding<'static>> {
        let codes = prop::sample::select(vec![
            ("ugo::occupied", Severity::Error),
            ("record::result", Severity::Error),
            ("record::markup", Severity::Warning),
        ]);
        (codes, 1..4_usize, 1..4_usize).prop_map(|((code, severity), line, column)| RowFinding {
            code: Cow::Borrowed(code),
            severity,
            line,
            column,
        })
    }

    fn row() -> impl Strategy<Value = Row<'static>> {
        let status = prop::sample::select(vec![
            OutputStatus::Valid,
            OutputStatus::Invalid,
            OutputStatus::Malformed,
            OutputStatus::Unreadable,
        ]);
        let source = prop::sample::select(vec!["a.sgf", "a/b.sgf", "b.zip/c.sgf"]);
        let game = prop::sample::select(vec![None, Some("ugo"), Some("margo")]);
        let findings = prop::collection::vec(finding(), 0..5);
        (status, source, game, 0..9_u32, any::<bool>(), findings).prop_map(
            |(status, source, game, plies, finished, findings)| Row {
                schema: SchemaVersion,
                source: Cow::Borrowed(source),
                index: 0,
                game: game.map(Cow::Borrowed),
                plies,
                status,
                finished,
                findings,
                bytes: Some(u64::from(plies) / 2),
                time: Some(Duration::from_millis(u64::from(plies) / 3)),
            },
        )
    }

    fn summary<'r>(rows: impl IntoIterator<Item = &'r Row<'static>>) -> Summary {
        let mut summary = Summary::default().with_largest(3).with_slowest(2);
        rows.into_iter().for_each(|row| summary.count(row));
        summary
    }

    proptest! {
        /// However the records are distributed, the parts add up to the whole; and a part is the
        /// same after it was written and read.
        #[test]
        fn parts_add_up(mut rows in prop::collection::vec(row(), 0..20), parts in 1..4_usize) {
            rows.iter_mut().zip(1..).for_each(|(row, index)| row.index = index);
            let whole = summary(&rows);
            let mut sum = Summary::default();
            for part in 0..parts {
                let part = summary(rows.iter().skip(part).step_by(parts));
                let written = serde_json::to_string(&part).unwrap();
                let read: Summary = serde_json::from_str(&written).unwrap();
                prop_assert_eq!(&read, &part);
                sum.add(&read);
            }
            prop_assert_eq!(&sum, &whole);
            let total = &whole.total;
            prop_assert_eq!(total.valid + total.invalid + total.malformed, total.records);
            prop_assert_eq!(total.records + whole.unreadable, rows.len() as u64);
            let counted: u64 = whole.codes.values().map(|counts| counts.findings).sum();
            prop_assert_eq!(counted, whole.errors + whole.warnings);
        }
    }

    #[test]
    fn a_row_is_read_from_a_line_of_jsonl() {
        let line = r#"{"schema":1,"source":"a\"b","index":2,"game":"ugo","ruleset":"ugo","size":"3",
            "plies":1,"status":"invalid","finished":false,"result":{"recorded":"?","computed":null},
            "findings":[{"code":"ugo::occupied","severity":"error","message":"m","ply":2,
            "line":1,"column":32,"offset":31,"length":5}]}"#;
        let row: Row = serde_json::from_str(line).unwrap();
        assert_eq!((row.source.as_ref(), row.index), ("a\"b", 2));
        assert_eq!(row.findings[0].column, 32);
        let mut summary = Summary::default();
        summary.count(&row);
        let expected = "1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 1 ply";
        assert_eq!(summary.to_string(), expected);
        let other = line.replace("\"schema\":1", "\"schema\":2");
        assert!(serde_json::from_str::<Row>(&other).is_err());
    }
}
