//! Numbers of sequences of legal plies: from small empty boards under each ruleset, and from the positions of the perft files.

use crate::{
    games::{Color, Game, Move, Position, Size, perft::perft},
    lab::PerftFile,
    ruleset::embedded,
};

use super::{
    model::{CountsObject, PerftCountsRow},
    play::Play,
    start::Start,
};

/// No count has more leaves, so that each takes far less than a second.
const MAX_LEAVES: u64 = 10_000;
/// The most plies.
const MAX_DEPTH: u32 = 6;

/// The perft file of a game.
fn perft_file(game: Game) -> &'static str {
    match game {
        Game::Bargo => include_str!("../../tests/perft/bargo.perft"),
        Game::Sygo => include_str!("../../tests/perft/sygo.perft"),
        Game::Ugo => include_str!("../../tests/perft/ugo.perft"),
        Game::Bamogo => include_str!("../../tests/perft/bamogo.perft"),
        Game::Margo => include_str!("../../tests/perft/margo.perft"),
    }
}

/// The counts of a game.
pub(super) fn counts(game: Game) -> Vec<PerftCountsRow> {
    let mut rows = Vec::new();
    for ruleset in embedded().iter().filter(|ruleset| ruleset.game() == game) {
        for side in [2, 3] {
            let size = Size::square(side);
            if ruleset.has_size(size) {
                let start = Start::empty(ruleset, size);
                let nothing: &[(Color, Move)] = &[];
                let play = Play::new(&start, nothing);
                rows.extend(row(format!("{}/{size}", ruleset.name), Vec::new(), &play));
            }
        }
    }
    // A test reads every perft file.
    let entries = PerftFile::read(perft_file(game)).map_or(Vec::new(), |(_, entries)| entries);
    for entry in entries {
        if let Some(play) = Play::read(&entry.sgf, None) {
            rows.extend(row(entry.id, entry.guards, &play));
        }
    }
    rows
}

/// The counts from the position after a line of play.
fn row(id: String, guards: Vec<String>, play: &Play) -> Option<PerftCountsRow> {
    let (record, position) = play.judge(id).ok()?;
    Some(PerftCountsRow {
        id: record.id,
        guards,
        line: record.line,
        counts: count(&position),
    })
}

/// The counts of the depths that are quick.
fn count(position: &Position) -> Vec<CountsObject> {
    let mut rows = Vec::new();
    let mut before = 1;
    for depth in 1..=MAX_DEPTH {
        let counts = perft(position, depth);
        rows.push(CountsObject {
            depth,
            leaves: counts.leaves,
            captures: counts.captures,
            passes: counts.passes,
            ends: counts.ends,
        });
        // As many more as at this depth.
        let next = counts.leaves * counts.leaves / before.max(1);
        if next == 0 || next > MAX_LEAVES {
            break;
        }
        before = counts.leaves;
    }
    rows
}
