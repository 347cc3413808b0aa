//! Words that several diagnostics share.

use std::fmt::{self, Display, Formatter};

use crate::{
    games::{Color, Game, Outcome, Piece, Point, Position, Rules, Size, WinReason},
    record::column_name,
};

/// The name of a game as a sentence writes it: `Bargo`.
pub fn title(game: Game) -> &'static str {
    match game {
        Game::Bargo => "Bargo",
        Game::Sygo => "Sygo",
        Game::Ugo => "Ugo",
        Game::Bamogo => "Bamogo",
        Game::Margo => "Margo",
    }
}

/// How a game that is over ended, as a clause: `both players had passed`.
pub fn end_in_words(position: &Position) -> String {
    match (position.outcome(), position.game()) {
        (Some(Outcome::Win(winner, WinReason::Resignation)), _) => {
            format!("{} resigned", winner.other().name())
        }
        (Some(Outcome::Win(winner, WinReason::Goal)), Game::Bamogo) => {
            format!("{} had connected both sides", winner.name())
        }
        (Some(Outcome::Win(winner, WinReason::Goal)), _) => {
            format!("{} had made the first capture", winner.name())
        }
        (_, Game::Margo) if has_passes(position.rules()) => "all players had passed".to_owned(),
        (_, Game::Bamogo | Game::Margo) => {
            format!("{} had no legal move", position.to_move().name())
        }
        _ => "both players had passed".to_owned(),
    }
}

fn has_passes(rules: &Rules) -> bool {
    matches!(rules, Rules::Margo(rules) if rules.pass)
}

/// The beginning of a text, short enough for a message.
pub(in crate::verify) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 24;
    let line: String = text.chars().take(SHOWN + 1).collect();
    let line = line.lines().next().unwrap_or("");
    if line.len() < text.len() {
        format!("{}…", line.chars().take(SHOWN).collect::<String>())
    } else {
        line.to_owned()
    }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; of many only the first few.
pub(super) fn listed<T: ToString>(items: &[T]) -> String {
    const SHOWN: usize = 6;
    let mut names: Vec<String> = items.iter().take(SHOWN).map(T::to_string).collect();
    if items.len() > SHOWN {
        names.push(format!("{} more", items.len() - SHOWN));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// `, nor would its group with a1 and b1`, where the group has other pieces.
pub(super) fn nor_its_group(others: &[Point]) -> String {
    match others {
        [] => String::new(),
        _ => format!(", nor would its group with {}", listed(others)),
    }
}

/// Why the button cannot be taken, by who has taken it.
pub(super) fn button_in_words(taken_by: Option<Color>) -> String {
    match taken_by {
        Some(color) => format!("{} has taken it", color.name()),
        None => "this ruleset has none".to_owned(),
    }
}

/// A board as a sentence names it.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) struct BoardName {
    pub(in crate::verify) game: Game,
    pub(in crate::verify) size: Size,
}

impl BoardName {
    /// Which points the board has, and why a point is not among them, if that is known: Go programs leave out the column `i`.
    pub(super) fn extent_without(self, point: &str) -> String {
        let extent = self.extent();
        let columns = match self.game {
            Game::Bargo | Game::Margo => 2 * u16::from(self.size.columns) - 1,
            _ => u16::from(self.size.columns),
        };
        let letters = point.chars().take_while(char::is_ascii_alphabetic);
        let column: String = letters.flat_map(char::to_lowercase).collect();
        if columns < 9 || column != column_name(columns + 1) {
            return extent;
        }
        let last = column_name(columns);
        format!(
            "{extent}. No letter is left out: the ninth column is `i`, and `{column}` of Go is `{last}` here"
        )
    }

    /// Which points the board has.
    fn extent(self) -> String {
        let (columns, rows) = (u16::from(self.size.columns), u16::from(self.size.rows));
        let last = Point::new(columns, rows);
        match self.game {
            Game::Bargo => {
                let longest = 2 * columns - 1;
                let last = Point::new(longest, longest);
                format!(
                    "its cells are a1 to {last}, column and row numbers less than {columns} apart"
                )
            }
            Game::Margo => {
                let last = Point::new(2 * columns - 1, 2 * rows - 1);
                format!(
                    "its points are a1 to {last}, column and row numbers both odd (holes and odd levels) or both even (even levels)"
                )
            }
            Game::Bamogo => format!("its spaces are a1 to {last}"),
            Game::Sygo | Game::Ugo => format!("its points are a1 to {last}"),
        }
    }
}

impl Display for BoardName {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Size { columns, rows } = self.size;
        match self.game {
            Game::Bargo => write!(f, "this hexagon of side {columns}"),
            Game::Margo => write!(f, "this pyramid on {columns}×{rows} holes"),
            _ => write!(f, "this {columns}×{rows} board"),
        }
    }
}

/// What is on a point that is not empty.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum Occupant {
    Piece(Piece),
    /// A stone placed earlier in the same turn.
    SameTurn,
}

impl Display for Occupant {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Occupant::Piece(Piece::Stone(color, _)) => write!(f, "{}'s stone", color.name()),
            Occupant::Piece(Piece::King(color, _)) => write!(f, "{}'s king", color.name()),
            Occupant::Piece(Piece::Walled(color, _, _)) => write!(f, "{}'s piece", color.name()),
            Occupant::Piece(Piece::Marble(color, _, _)) => write!(f, "{}'s marble", color.name()),
            Occupant::Piece(Piece::Neutral(color, _)) => {
                write!(f, "a stone of color {}", color.letter())
            }
            Occupant::SameTurn => f.write_str("a stone of this very turn"),
        }
    }
}

/// An earlier position of the line, by the ply that ended in it.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum EarlierPosition {
    Start,
    AfterPly(u32),
}

impl EarlierPosition {
    /// The position after so many plies.
    pub(in crate::verify) fn after(plies: u32) -> EarlierPosition {
        match plies {
            0 => EarlierPosition::Start,
            ply => EarlierPosition::AfterPly(ply),
        }
    }
}

impl Display for EarlierPosition {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            EarlierPosition::Start => f.write_str("at the start"),
            EarlierPosition::AfterPly(ply) => write!(f, "after ply {ply}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(
            listed(&[1, 2, 3, 4, 5, 6, 7, 8]),
            "1, 2, 3, 4, 5, 6 and 2 more"
        );
    }
}
