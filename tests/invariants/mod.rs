//! Invariants that hold for any bytes whatever, each a function that panics where its invariant is broken.
//!
//! `cargo test` holds them against the inputs in `tests/invariants/seeds`; the programs in `fuzz/`
//! look for others that break them.

mod archives;
mod bytes;
mod games;
mod imports;
mod merging;
mod pages;
mod records;
mod reports;
mod rulesets;
mod snapshots;

/// An invariant.
pub struct Invariant {
    /// Its name, which is that of the fuzz target.
    pub name: &'static str,
    /// What it reads: the folder of its seeds.
    pub reads: &'static str,
    /// Panics where the invariant is broken.
    pub hold: fn(&[u8]),
}

/// All invariants.
pub const INVARIANTS: [Invariant; 20] = [
    invariant("parse", "record", records::parse),
    invariant("write", "record", records::write),
    invariant("fmt", "record", records::fmt),
    invariant("chunks", "record", records::chunks),
    invariant("report", "record", reports::report),
    invariant("page", "record", pages::page),
    invariant("tokens", "record", records::tokens),
    invariant("moves", "move", records::moves),
    invariant("play", "game", games::play),
    invariant("key", "game", games::key),
    invariant("archive", "archive", archives::archive),
    invariant("ruleset", "ruleset", rulesets::ruleset),
    invariant("merge", "report", merging::merge),
    invariant("snapshot", "snapshot", snapshots::snapshot),
    invariant("import_json", "import_json", imports::json),
    invariant("import_listing", "import_listing", imports::listing),
    invariant(
        "import_abstractplay",
        "import_abstractplay",
        imports::abstractplay,
    ),
    invariant(
        "import_abstractplay_moves",
        "import_abstractplay_moves",
        imports::abstractplay_moves,
    ),
    invariant("import_movelist", "import_movelist", imports::movelist),
    invariant("import_go", "import_go", imports::go),
];

const fn invariant(name: &'static str, reads: &'static str, hold: fn(&[u8])) -> Invariant {
    Invariant { name, reads, hold }
}

/// The invariant of a name.
///
/// # Panics
///
/// If there is none.
pub fn named(name: &str) -> &'static Invariant {
    let found = INVARIANTS.iter().find(|invariant| invariant.name == name);
    found.expect("an invariant of this name")
}
