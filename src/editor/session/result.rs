//! The result that a record states, and that of the end of the game.

use crate::{
    games::{Color, Outcome},
    record::{WrittenResult, escape, read_result},
    verify::agrees,
};

/// The result of the end of a game, as `RE` has it.
pub(super) fn written(outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "0".to_owned(),
        outcome @ Outcome::Win(..) => outcome.to_string(),
    }
}

/// Whether a stated result is that of the end of the game, in whatever spelling, and not another one that the players
/// have agreed on.
pub(super) fn is_written(stated: &str, outcome: Outcome) -> bool {
    read_result(&escape(stated)).is_some_and(|stated| {
        let can_be = match stated {
            WrittenResult::Won(_) | WrittenResult::WonBy(..) | WrittenResult::Draw => true,
            WrittenResult::Resignation(_) => outcome.is_resignation(),
            WrittenResult::Time(_)
            | WrittenResult::Forfeit(_)
            | WrittenResult::Void
            | WrittenResult::Unknown => false,
        };
        can_be && agrees(&stated, outcome)
    })
}

/// A result won by the other player; `None` if neither Black nor White has won it.
pub(super) fn with_other_winner(stated: &str) -> Option<String> {
    let other = match read_result(&escape(stated))?.winner()? {
        Color::Black => Color::White,
        Color::White => Color::Black,
        _ => return None,
    };
    // The winner is the first letter of every result that is won.
    let winner = stated.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (before, behind) = (&stated[..winner], &stated[winner + 1..]);
    Some(format!("{before}{}{behind}", other.letter()))
}
