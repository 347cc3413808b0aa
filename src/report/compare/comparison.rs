//! The counts over all records of a comparison.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Changed, winner};
use crate::{
    games::{Color, Game},
    report::summary::counted,
    verify::title,
};

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
    /// For each rule: how many records break it by one ruleset only.
    pub rules: BTreeMap<&'static str, RuleCounts>,
    /// The records with another winner, by the old one and the new one; `None` is a draw.
    pub winners: BTreeMap<[Option<Color>; 2], u64>,
    /// The records in which taking the button is assumed to have been a pass; `None` if this is not assumed.
    pub buttons_as_passes: Option<u64>,
}

/// How many records break a rule by one of two rulesets only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleCounts {
    /// Records that break it by the new ruleset only.
    pub newly: u64,
    /// Records that break it by the old ruleset only.
    pub no_longer: u64,
    /// The plies that the new ruleset does not judge in those that newly break it.
    pub unjudged: u64,
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
            winners: BTreeMap::new(),
            buttons_as_passes: None,
        }
    }

    /// Counts an affected record.
    pub fn count(&mut self, changed: &Changed) {
        *self.kinds.entry(changed.kind).or_default() += 1;
        if let Some(finding) = changed.found() {
            let counts = self.rules.entry(finding.code().id()).or_default();
            counts.newly += 1;
            counts.unjudged += u64::from(changed.unjudged);
        }
        if let Some(finding) = changed.lost() {
            let counts = self.rules.entry(finding.code().id()).or_default();
            counts.no_longer += 1;
        }
        if changed.kind == ChangeKind::OtherWinner {
            let winners = [winner(changed.old), winner(changed.new)];
            *self.winners.entry(winners).or_default() += 1;
        }
    }

    /// The number of affected records.
    pub fn changed(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// What is assumed, if anything is.
    pub(super) fn assumption(&self) -> Option<String> {
        let count = counted(self.buttons_as_passes?, "record", "records");
        Some(format!(
            "assumption: by the new ruleset, which has no button, `button` is replayed as a pass (in {count})"
        ))
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
