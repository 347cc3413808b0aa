//! The counts over all records of a comparison.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Changed};
use crate::{games::Game, report::summary::counted, verify::title};

/// What has come of all records.
#[derive(Debug)]
pub struct Comparison {
    /// The old ruleset, as it was named.
    pub old: String,
    /// The new one.
    pub new: String,
    /// The game of both.
    pub game: Game,
    /// Records of the game.
    pub records: u64,
    /// Records of other games, or of none that is known.
    pub skipped: u64,
    /// Sources and entries that could not be read.
    pub unreadable: u64,
    /// Records that change, by the kind of the change.
    pub kinds: BTreeMap<ChangeKind, u64>,
    /// In how many records a rule is newly broken, and in how many no longer.
    pub rules: BTreeMap<&'static str, (u64, u64)>,
}

impl Comparison {
    /// Of no records so far.
    pub fn new(old: &str, new: &str, game: Game) -> Comparison {
        Comparison {
            old: old.to_owned(),
            new: new.to_owned(),
            game,
            records: 0,
            skipped: 0,
            unreadable: 0,
            kinds: BTreeMap::new(),
            rules: BTreeMap::new(),
        }
    }

    /// Counts a record that changes.
    pub fn count(&mut self, changed: &Changed) {
        *self.kinds.entry(changed.kind).or_default() += 1;
        if let Some(finding) = changed.found() {
            self.rules.entry(finding.code().id()).or_default().0 += 1;
        }
        if let Some(finding) = changed.lost() {
            self.rules.entry(finding.code().id()).or_default().1 += 1;
        }
    }

    /// How many records change.
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
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            sentence.push_str(&format!("; {sources} unreadable"));
        }
        sentence
    }
}
