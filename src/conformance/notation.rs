//! Positions, moves and points of the core in the words of the kit.

use crate::{
    games::{Color, Game, HalfPoints, Position, Setup},
    output::PlayerValues,
    record::Name,
};

use super::model::{EndPosition, Pieces, SetupObject};

/// The pieces of a position, in lists as a setup writes them.
fn pieces(position: &Position) -> Pieces {
    let mut lists = Pieces::new();
    if position.game() == Game::Bamogo {
        lists.insert(Name::STONES.letters(), Vec::new());
    } else {
        for &color in position.players().colors() {
            lists.insert(Name::setup_of(color).letters(), Vec::new());
        }
    }
    for piece in position.pieces() {
        let name = piece.color().map_or(Name::STONES, Name::setup_of);
        let list = lists.entry(name.letters()).or_default();
        list.push(piece.to_string());
    }
    for list in lists.values_mut() {
        list.sort_unstable();
    }
    lists
}

/// The setup that a game starts from, and the position that it makes.
pub(super) fn setup_object(setup: &Setup, start: &Position) -> SetupObject {
    let line = setup.line.as_ref().map(|line| {
        let pairs = line.iter();
        let pairs = pairs.map(|pair| pair.iter().map(|hue| hue.letter()).collect());
        pairs.collect()
    });
    SetupObject {
        pieces: pieces(start),
        to_move: start.to_move().letter(),
        button: start.button().map(Color::letter),
        grown: setup.grown.then_some(true),
        line,
    }
}

/// A position at the end of a record.
pub(super) fn end_position(position: &Position) -> EndPosition {
    let score = position.score().map(|score| {
        PlayerValues::new(position.players(), |color| {
            let HalfPoints(halves) = score[color];
            if halves % 2 == 0 {
                serde_json::Number::from(halves / 2)
            } else {
                // Half points are finite.
                serde_json::Number::from_f64(halves as f64 / 2.0).unwrap_or_else(|| 0.into())
            }
        })
    });
    EndPosition {
        plies: position.plies(),
        pieces: pieces(position),
        to_move: position.to_move().letter(),
        button: has_komi(position.game()).then(|| position.button().map(Color::letter)),
        grown: position.grown(),
        pairs_left: position.pairs_left(),
        score,
        result: position.outcome().map(|outcome| outcome.to_string()),
    }
}

/// Whether a game has komi and, in some rulesets, a button.
pub(super) fn has_komi(game: Game) -> bool {
    matches!(game, Game::Bargo | Game::Ugo)
}
