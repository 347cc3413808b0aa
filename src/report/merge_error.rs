//! What is wrong with reports that cannot be merged.

use std::{
    fmt::{self, Display, Formatter},
    io,
};

use super::{report_line::ReportLineError, shard::Shard};

/// The maximum number of reports of shards that are merged.
pub(super) const MAX_REPORTS: usize = 1_000_000;

/// Why reports cannot be merged. Nothing is lost in silence: there is either an error, or a report that contains
/// every line of every report.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A report cannot be read.
    #[error("cannot read {report}: {error}")]
    Read {
        /// The report.
        report: String,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// A line is not one of a report.
    #[error("{report}:{line}: {reason}")]
    Line {
        /// The report.
        report: String,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: ReportLineError,
    },
    /// A report has no lines.
    #[error("{report}: the report is empty")]
    Empty {
        /// The report.
        report: String,
    },
    /// A report of a shard does not end with a trailer.
    #[error("{report}: the report of shard {shard} is cut off: it does not end with a trailer")]
    Cut {
        /// The report.
        report: String,
        /// The shard.
        shard: Shard,
    },
    /// The lines of a report are not those that its trailer was written for.
    #[error(
        "{report}: the report of shard {shard} is damaged: its {part} is not that of its lines"
    )]
    Damaged {
        /// The report.
        report: String,
        /// The shard.
        shard: Shard,
        /// The part of the trailer that differs.
        part: &'static str,
    },
    /// Two reports are of the same shard.
    #[error("shard {shard} is given twice: {one} and {other}")]
    Doubled {
        /// The shard.
        shard: Shard,
        /// The first report of it.
        one: String,
        /// The second.
        other: String,
    },
    /// A report is not of the same run as the first one.
    #[error("{report} is not part of the same run as {first}: {difference}")]
    Foreign {
        /// The report.
        report: String,
        /// The first report.
        first: String,
        /// What differs.
        difference: RunDifference,
    },
    /// Shards have no report.
    #[error("{0}")]
    Missing(MissingShards),
    /// A shard does not begin where the one before it ends.
    #[error(
        "{one} and {other} do not meet: a source was not the same when shards {} and {} were read",
        .numbers[0], .numbers[1]
    )]
    Gap {
        /// The report of the first shard.
        one: String,
        /// The report of the next one.
        other: String,
        /// The numbers of the shards.
        numbers: [usize; 2],
    },
    /// A report without a header may be incomplete.
    #[error("{report}: the report has no header, so it may be incomplete")]
    NoHeader {
        /// The report.
        report: String,
    },
    /// There are too many reports.
    #[error("there are more than {MAX_REPORTS} reports")]
    TooMany,
    /// The lines of the reports cannot be stored.
    #[error("{0}")]
    Store(#[source] io::Error),
}

/// What differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunDifference {
    /// The versions of kifu.
    Version(String, String),
    /// The numbers of shards.
    Count(usize, usize),
    /// The options or rulesets.
    Options,
    /// The names or sizes of the sources.
    Sources,
}

impl Display for RunDifference {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            RunDifference::Version(one, other) => {
                write!(f, "it was written by kifu {one}, not {other}")
            }
            RunDifference::Count(one, other) => {
                write!(f, "it is one of {one} shards, not of {other}")
            }
            RunDifference::Options => f.write_str("the options or rulesets differ"),
            RunDifference::Sources => f.write_str("the sources differ in their names or sizes"),
        }
    }
}

/// Shards without a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingShards {
    /// The first of them.
    pub first: Vec<Shard>,
    /// The number of all.
    pub count: usize,
}

impl Display for MissingShards {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let names: Vec<String> = self.first.iter().map(ToString::to_string).collect();
        let names = names.join(", ");
        match self.count - self.first.len() {
            0 if self.count == 1 => write!(f, "the report of shard {names} is missing"),
            0 => write!(f, "the reports of shards {names} are missing"),
            more => write!(
                f,
                "the reports of shards {names} and {more} more are missing"
            ),
        }
    }
}
