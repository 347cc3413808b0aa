//! The counts over all records of a comparison.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Changed};
use crate::{games::Game, report::summary::counted, verify::title};

/// The counts over all records.
#[derive(Debug)]
pub struct Comparison {
    /// The name of the old ruleset, as given.
    pub old: String,
    /// The name of the new ruleset, as given.
    pub new: String,
    /// The game of both.
    pub game: Game,
    /// Records of the game.
    pub records: u64,
    /// Records of other or unknown games.
    pub skipped: u64,
    /// Malformed records, which neither ruleset applies to. Those of the game are among `records`.
    pub malformed: u64,
    /// Sources and entries that could not be read.
    pub unreadable: u64,
    /// Affected records by kind of change.
    pub kinds: BTreeMap<ChangeKind, u64>,
    /// For each rule: the number of records that newly break it, and of those that no longer do.
    pub rules: BTreeMap<&'static str, (u64, u64)>,
}

impl Comparison {
    /// The comparison of no records.
    pub fn new(old: &str, new: &str, game: Game) -> Comparison {
        Comparison {
            old: old.to_owned(),
            new: new.to_owned(),
            game,
            records: 0,
            skipped: 0,
            malformed: 0,
            unreadable: 0,
            kinds: BTreeMap::new(),
            rules: BTreeMap::new(),
        }
    }

    /// Counts an affected record.
    pub fn count(&mut self, changed: &Changed) {
        *self.kinds.entry(changed.kind).or_default() += 1;
        if let Some(finding) = changed.found() {
            self.rules.entry(finding.code().id()).or_default().0 += 1;
        }
        if let Some(finding) = changed.lost() {
            self.rules.entry(finding.code().id()).or_default().1 += 1;
        }
    }

    /// The number of affected records.
    pub fn changed(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// `3 of 12 records of Margo change; 70 of other games are skipped`.
    pub(super) fn sentence(&self) -> String {
        let game = title(self.game);
        let records = counted(self.records, "record", "records");
        let mut sentence = match self.changed() {
            0 => format!("nothing changes in {records} of {game}"),
            1 => format!("1 of {records} of {game} changes"),
            changed => format!("{changed} of {records} of {game} change"),
        };
        if self.skipped > 0 {
            sentence.push_str(&format!("; {} of other games skipped", self.skipped));
        }
        if self.malformed > 0 {
            sentence.push_str(&format!("; {} malformed", self.malformed));
        }
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            sentence.push_str(&format!("; {sources} unreadable"));
        }
        sentence
    }
}
