//! Laws that hold for any bytes whatever, each a function that panics where its law is broken.
//!
//! `cargo test` holds them against the inputs in `tests/laws/seeds`; the programs in `fuzz/`
//! look for others that break them.

mod archives;
mod bytes;
mod games;
mod pages;
mod records;
mod reports;
mod rulesets;

/// A law.
pub struct Law {
    /// Its name, which is that of the fuzz target.
    pub name: &'static str,
    /// What it reads: the folder of its seeds.
    pub reads: &'static str,
    /// Panics where the law is broken.
    pub hold: fn(&[u8]),
}

/// All laws.
pub const LAWS: [Law; 12] = [
    law("parse", "record", records::parse),
    law("write", "record", records::write),
    law("fmt", "record", records::fmt),
    law("pieces", "record", records::pieces),
    law("report", "record", reports::report),
    law("page", "record", pages::page),
    law("tokens", "record", records::tokens),
    law("moves", "move", records::moves),
    law("play", "game", games::play),
    law("key", "game", games::key),
    law("archive", "archive", archives::archive),
    law("ruleset", "ruleset", rulesets::ruleset),
];

const fn law(name: &'static str, reads: &'static str, hold: fn(&[u8])) -> Law {
    Law { name, reads, hold }
}

/// The law of a name.
///
/// # Panics
///
/// If there is none.
pub fn named(name: &str) -> &'static Law {
    let found = LAWS.iter().find(|law| law.name == name);
    found.expect("a law of this name")
}
