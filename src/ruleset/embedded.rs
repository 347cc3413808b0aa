//! The embedded rulesets: the files under `rulesets/`.

use std::sync::OnceLock;

use super::{definition::Ruleset, keys::read_complete};
use crate::games::{Game, Rules};

/// The names and texts of the embedded rulesets; the default of each game comes first.
pub(super) const EMBEDDED: [(&str, &str); 14] = [
    ("bargo", include_str!("../../rulesets/bargo.yaml")),
    (
        "bargo-no-button",
        include_str!("../../rulesets/bargo-no-button.yaml"),
    ),
    ("ugo", include_str!("../../rulesets/ugo.yaml")),
    (
        "ugo-no-button",
        include_str!("../../rulesets/ugo-no-button.yaml"),
    ),
    ("sygo", include_str!("../../rulesets/sygo.yaml")),
    ("bamogo", include_str!("../../rulesets/bamogo.yaml")),
    ("margo", include_str!("../../rulesets/margo.yaml")),
    ("margo-2012", include_str!("../../rulesets/margo-2012.yaml")),
    (
        "margo-single-capture",
        include_str!("../../rulesets/margo-single-capture.yaml"),
    ),
    (
        "margo-buried-stay",
        include_str!("../../rulesets/margo-buried-stay.yaml"),
    ),
    (
        "margo-abstractplay",
        include_str!("../../rulesets/margo-abstractplay.yaml"),
    ),
    ("margo-pbem", include_str!("../../rulesets/margo-pbem.yaml")),
    ("margo-3", include_str!("../../rulesets/margo-3.yaml")),
    ("margo-4", include_str!("../../rulesets/margo-4.yaml")),
];

/// All embedded rulesets.
///
/// # Panics
///
/// Never: a test reads every embedded file.
pub fn embedded() -> &'static [Ruleset] {
    static ALL: OnceLock<Vec<Ruleset>> = OnceLock::new();
    ALL.get_or_init(|| (0..EMBEDDED.len()).map(|at| read(at).clone()).collect())
}

/// The embedded ruleset at a place of [`EMBEDDED`]. Most runs need few of them, and reading all takes longer than many runs.
fn read(at: usize) -> &'static Ruleset {
    static EACH: [OnceLock<Ruleset>; EMBEDDED.len()] = [const { OnceLock::new() }; EMBEDDED.len()];
    EACH[at].get_or_init(|| read_complete(EMBEDDED[at].1).expect("an embedded ruleset is complete"))
}

/// The names of all embedded rulesets, in the order of [`embedded`].
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    EMBEDDED.iter().map(|&(name, _)| name)
}

/// The embedded ruleset with this name, in any case.
pub fn by_name(name: &str) -> Option<&'static Ruleset> {
    names()
        .position(|known| known.eq_ignore_ascii_case(name))
        .map(read)
}

/// Whether the name of a ruleset, in `RU`, tells a reader its rules: the embedded one of this name has them, whatever the
/// komi, which `KM` tells. A file can have the same name and other rules.
pub fn is_known_by_name(name: &str, rules: &Rules) -> bool {
    let komi = rules.komi();
    by_name(name).is_some_and(|known| known.rules.clone().with_komi(komi) == *rules)
}

/// The komi, in points, that a record states in `KM` beside the name of its ruleset in `RU`: that of rules
/// [known by this name](is_known_by_name) with another komi than the embedded ruleset's.
pub fn komi_beside_name(name: &str, rules: &Rules) -> Option<i32> {
    let komi = rules.komi();
    let is_other = |known: &Ruleset| known.rules.komi() != komi;
    (is_known_by_name(name, rules) && by_name(name).is_some_and(is_other)).then_some(komi)
}

/// The default ruleset of a game.
///
/// # Panics
///
/// Never: every game has one, which a test checks.
pub fn default_for(game: Game) -> &'static Ruleset {
    by_name(game.name()).expect("every game has a default ruleset")
}

/// The commented YAML of the embedded ruleset with this name.
pub fn yaml_of(name: &str) -> Option<&'static str> {
    EMBEDDED
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
        .map(|&(_, text)| text)
}
