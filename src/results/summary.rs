//! How many records there are, and how many count.

use std::fmt::{self, Display, Formatter};

use serde::Serialize;

use crate::{output::grouped, report::OutputStatus};

/// The numbers of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResultsSummary {
    /// All records.
    pub records: u64,
    /// Records without an error.
    pub valid: u64,
    /// Records with an error other than a syntax error.
    pub invalid: u64,
    /// Records with a syntax error.
    pub malformed: u64,
    /// Sources and entries that could not be read.
    pub unreadable: u64,
    /// Results that count for the standings.
    pub counted: u64,
    /// Results of games of more than two players that count, and are not part of the standings.
    #[serde(rename = "more_players")]
    pub of_more_players: u64,
    /// Records that are the same game as an earlier one.
    pub duplicates: u64,
    /// Different names of players.
    pub players: u64,
    /// Whether all names, and with standings all pairs of players, are counted.
    #[serde(rename = "complete")]
    pub is_complete: bool,
}

impl ResultsSummary {
    /// Counts a record.
    pub(super) fn count(&mut self, status: OutputStatus) {
        self.records += 1;
        match status {
            OutputStatus::Valid => self.valid += 1,
            OutputStatus::Invalid => self.invalid += 1,
            OutputStatus::Malformed => self.malformed += 1,
            OutputStatus::Unreadable => self.unreadable += 1,
        }
    }
}

/// `12 records: 9 accepted, 3 rejected; 8 results count; 6 players`.
impl Display for ResultsSummary {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let counted = |count: u64, one: &str, many: &str| {
            format!("{} {}", grouped(count), if count == 1 { one } else { many })
        };
        write!(
            f,
            "{}: {} accepted, {} rejected",
            counted(self.records, "record", "records"),
            grouped(self.valid),
            grouped(self.invalid + self.malformed)
        )?;
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            write!(f, "; {sources} unreadable")?;
        }
        let results = counted(self.counted, "result counts", "results count");
        write!(f, "; {results}")?;
        if self.of_more_players > 0 {
            let others = grouped(self.of_more_players);
            write!(f, ", {others} of more than two players and in no standings")?;
        }
        write!(f, "; {}", counted(self.players, "player", "players"))
    }
}
