//! The names that are expected, and how those of the records differ.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    names::{Fingerprint, NameForms, composed, fingerprint},
    warning::{ResultsWarning, ResultsWarningKind},
};
use crate::study::folded_name;

/// The most names of a roster.
const MAX_ROSTER: usize = 10_000;
/// The most names for which a similar one is looked up.
const MAX_LOOKED_UP: usize = 1_000;

/// The names of the players of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster(Vec<String>);

/// A text is not a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RosterError {
    /// It has no names.
    #[error("there are no names in it")]
    Empty,
    /// It has too many.
    #[error("there are more than {MAX_ROSTER} names in it")]
    TooMany,
}

impl Roster {
    /// Reads a roster: one name per line. Empty lines and those that begin with `#` do not count.
    ///
    /// # Errors
    ///
    /// If it has no names, or too many.
    pub fn read(text: &str) -> Result<Roster, RosterError> {
        let lines = text
            .split(['\n', '\r'])
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let names = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let names: Vec<String> = names.take(MAX_ROSTER + 1).collect();
        match names.len() {
            0 => Err(RosterError::Empty),
            count if count > MAX_ROSTER => Err(RosterError::TooMany),
            _ => Ok(Roster(names)),
        }
    }

    /// Passes on warnings of names that are not on the roster, and of names of the roster that have no game.
    pub(super) fn each_warning(&self, names: &[String], visit: &mut dyn FnMut(ResultsWarning)) {
        let same = |name: &str| fingerprint(&composed(name));
        let alike = |name: &str| fingerprint(&folded_name(name));
        let mut exact: BTreeMap<Fingerprint, &str> = BTreeMap::new();
        let mut by_form: BTreeMap<Fingerprint, &str> = BTreeMap::new();
        for name in &self.0 {
            exact.entry(same(name)).or_insert(name);
            by_form.entry(alike(name)).or_insert(name);
        }
        let forms: Vec<NameForms> = self.0.iter().map(|name| NameForms::of(name)).collect();
        let mut not_listed = 0;
        let mut present = BTreeSet::new();
        for name in names {
            let listed = by_form.get(&alike(name)).copied();
            present.extend(listed);
            if let Some(listed) = exact.get(&same(name)) {
                present.insert(listed);
                continue;
            }
            let similar = || {
                let form = NameForms::of(name);
                let at = forms.iter().position(|other| form.are_similar(other))?;
                Some(self.0[at].as_str())
            };
            let nearest = match listed {
                None if not_listed < MAX_LOOKED_UP => similar(),
                listed => listed,
            };
            let hint = nearest.map(|listed| format!("; did you mean `{listed}`?"));
            not_listed += 1;
            visit(ResultsWarning {
                kind: ResultsWarningKind::NotOnRoster,
                message: format!("`{name}` is not on the roster{}", hint.unwrap_or_default()),
                names: [Some(name.as_str()), nearest]
                    .into_iter()
                    .flatten()
                    .map(str::to_owned)
                    .collect(),
                records: Vec::new(),
            });
        }
        let is_absent = |name: &&String| {
            let first = exact.get(&same(name));
            first.is_none_or(|first| !present.contains(first))
        };
        for name in self.0.iter().filter(is_absent) {
            visit(ResultsWarning {
                kind: ResultsWarningKind::NoGame,
                message: format!("`{name}` is on the roster, but has no game"),
                names: vec![name.clone()],
                records: Vec::new(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_with_the_roster() {
        let roster = Roster::read("# Spring Open\r\nAnn Lee\n\n Luis  Bolaños\nCid\n").unwrap();
        let names = ["Ann Lee", "luis bolanos", "Ann Leee", "Eve"].map(str::to_owned);
        let messages = |roster: &Roster, names: &[String]| {
            let mut messages = Vec::new();
            roster.each_warning(names, &mut |warning| messages.push(warning.message));
            messages
        };
        assert_eq!(
            messages(&roster, &names),
            [
                "`luis bolanos` is not on the roster; did you mean `Luis Bolaños`?",
                "`Ann Leee` is not on the roster; did you mean `Ann Lee`?",
                "`Eve` is not on the roster",
                "`Cid` is on the roster, but has no game",
            ]
        );
        // However the characters are encoded.
        let roster = Roster::read("Bola\u{f1}os\nMu\u{6e}\u{303}oz\n").unwrap();
        let names = ["Bolan\u{303}os", "Mu\u{f1}oz"].map(str::to_owned);
        assert!(messages(&roster, &names).is_empty());
        assert_eq!(Roster::read("# nobody\n\n"), Err(RosterError::Empty));
        assert_eq!(
            Roster::read(&"a\n".repeat(10_001)),
            Err(RosterError::TooMany)
        );
    }

    #[test]
    fn long_names_that_are_not_listed_are_looked_up_quickly() {
        let names = |kind: char| {
            let name = move |number: usize| format!("{kind}{}{number}", "ab".repeat(28));
            (10_000..12_000).map(name)
        };
        let roster = Roster::read(&names('c').collect::<Vec<_>>().join("\n")).unwrap();
        let names: Vec<String> = names('d').take(400).collect();
        let mut hints = 0;
        roster.each_warning(&names, &mut |warning| {
            hints += usize::from(warning.message.contains("did you mean"));
        });
        assert_eq!(hints, 400);
    }
}
