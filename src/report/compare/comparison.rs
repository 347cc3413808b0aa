//! The counts over all records of a comparison.

use std::collections::BTreeMap;

use super::change::{ChangeKind, Changed, winner};
use crate::{
    games::{Color, Game},
    output::{counted, grouped},
    ruleset::Ruleset,
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
    /// For each rule: how many records have errors of it by one ruleset only.
    pub rules: BTreeMap<&'static str, RuleCounts>,
    /// The records with another winner, by the old one and the new one; `None` is a draw.
    pub winners: BTreeMap<[Option<Color>; 2], u64>,
    /// The records in which taking the button is assumed to have been a pass; `None` if this is not assumed.
    pub buttons_as_passes: Option<u64>,
    /// The records that state `KM`, so that the komi of the rulesets has no effect; `None` if both have the same komi.
    pub stated_komi: Option<u64>,
    /// Whether the old ruleset has the button and the new one has not.
    pub loses_button: bool,
    /// The kinds of changes that are listed; `None` if all are.
    pub only: Option<Vec<ChangeKind>>,
}

/// How many records have an error of a rule by one of two rulesets only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleCounts {
    /// Records with such an error by the new ruleset only.
    pub newly: u64,
    /// Records with such an error by the old ruleset only.
    pub no_longer: u64,
    /// The plies that the new ruleset does not judge in those that newly break it, in each of them whatever else they break.
    pub unjudged: u64,
}

impl Comparison {
    /// The comparison of no records.
    pub fn new(old: &Ruleset, new: &Ruleset) -> Comparison {
        let has_other_komi = old.rules.komi() != new.rules.komi();
        Comparison {
            old: old.name.clone(),
            new: new.name.clone(),
            game: old.game(),
            records: 0,
            skipped: 0,
            malformed: 0,
            unreadable: 0,
            kinds: BTreeMap::new(),
            rules: BTreeMap::new(),
            winners: BTreeMap::new(),
            buttons_as_passes: None,
            stated_komi: has_other_komi.then_some(0),
            loses_button: old.rules.has_button() && !new.rules.has_button(),
            only: None,
        }
    }

    /// Counts an affected record.
    pub fn count(&mut self, changed: &Changed) {
        *self.kinds.entry(changed.kind).or_default() += 1;
        for rule in changed.rules_found() {
            let counts = self.rules.entry(rule).or_default();
            counts.newly += 1;
            counts.unjudged += u64::from(changed.unjudged);
        }
        for rule in changed.rules_lost() {
            self.rules.entry(rule).or_default().no_longer += 1;
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

    /// Whether records with this change are listed.
    pub fn lists(&self, kind: ChangeKind) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&kind))
    }

    /// The number of affected records that are listed.
    pub fn listed(&self) -> u64 {
        let kinds = self.kinds.iter().filter(|&(&kind, _)| self.lists(kind));
        kinds.map(|(_, count)| count).sum()
    }

    /// What a reader should know to understand the counts, in sentences: what is assumed, what has no effect, what else can be
    /// asked for.
    pub(super) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::from_iter(self.assumption());
        if let Some(count @ 1..) = self.stated_komi {
            let records = counted(self.records, "record", "records");
            let (verb, them) = match count {
                1 => ("states", "it"),
                _ => ("state", "them"),
            };
            notes.push(format!(
                "the rulesets differ in komi, but {} of {records} {verb} `KM`, which overrides it: the other komi has no effect on {them}",
                grouped(count)
            ));
        }
        let by_button = self
            .rules
            .iter()
            .filter(|(rule, counts)| counts.newly > 0 && (rule.ends_with("::button-taken")));
        let by_button: u64 = by_button.map(|(_, counts)| counts.newly).sum();
        if by_button > 0 && self.loses_button && self.buttons_as_passes.is_none() {
            let records = counted(by_button, "record takes", "records take");
            notes.push(format!(
                "{records} the button, which the new ruleset has not: `--map-button pass` replays it as a pass"
            ));
        }
        if let Some(only) = &self.only {
            let names: Vec<&str> = only.iter().map(|kind| kind.name()).collect();
            notes.push(format!(
                "only some changes are listed: {} ({})",
                names.join(", "),
                counted(self.listed(), "record", "records")
            ));
        }
        notes
    }

    /// What is assumed, if anything is.
    fn assumption(&self) -> Option<String> {
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
            changed => format!("{} of {records} of {game} change", grouped(changed)),
        };
        if self.skipped > 0 {
            sentence.push_str(&format!(
                "; {} of other games skipped",
                grouped(self.skipped)
            ));
        }
        if self.malformed > 0 {
            sentence.push_str(&format!("; {} malformed", grouped(self.malformed)));
        }
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            sentence.push_str(&format!("; {sources} unreadable"));
        }
        sentence
    }
}
