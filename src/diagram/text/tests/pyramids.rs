//! Margo, sign by sign.

use super::{Look, assert_drawn, at, marking, with_pieces};
use crate::{
    diagram::{Diagram, Location, MoveNumber, TextOptions, text},
    games::{
        Color::{Black, White},
        Game, Piece, Position,
    },
};

/// Two levels with a third begun, and a free place on the second.
fn margo() -> Position {
    let mut pieces: Vec<Piece> = (0..12)
        .map(|hole| {
            let color = if hole % 2 == 0 { Black } else { White };
            Piece::Marble(color, 1, at(hole % 4 * 2 + 1, hole / 4 * 2 + 1))
        })
        .collect();
    for (color, column, row) in [(White, 2, 2), (Black, 4, 2), (Black, 2, 4), (White, 4, 4)] {
        pieces.push(Piece::Marble(color, 2, at(column, row)));
    }
    pieces.push(Piece::Marble(Black, 3, at(3, 3)));
    with_pieces(Game::Margo, 4, &pieces)
}

#[test]
fn margo_from_above() {
    let marks = [at(3, 3), at(7, 7), at(6, 2), at(6, 6), at(2, 2)];
    assert_drawn(
        &margo(),
        &marking(&marks),
        &[
            "  a b c d e f g",
            "7 ·   ·   ·  [·]7",
            "6          [ ]  6",
            "5 ●   ○   ●   ○ 5",
            "4   ●2  ○2  +   4",
            "3 ●  (●3) ●   ○ 3",
            "2  (○2) ●2 [+]  2",
            "1 ●   ○   ●   ○ 1",
            "  a b c d e f g",
            "digit: the level of the marble · +: a free place on four marbles",
            "○ White to move",
            "1 marble is below others: --levels shows each level",
        ],
    );
}

#[test]
fn margo_by_levels() {
    let marks = [at(3, 3), at(7, 7), at(6, 6)];
    let options = Look {
        levels: true,
        ..marking(&marks)
    };
    assert_drawn(
        &margo(),
        &options,
        &[
            "  level 1        level 2      level 3",
            "  a c e g        b d f        c e",
            "7 · · ·[·]7    6    [ ]6    5     5",
            "5 ● ○ ● ○ 5    4 ● ○ · 4    3(●)  3",
            "3 ● ○ ● ○ 3    2 ○ ● · 2      c e",
            "1 ● ○ ● ○ 1      b d f",
            "  a c e g",
            "○ White to move",
        ],
    );
    let options = Look {
        width: 30,
        ascii: true,
        levels: true,
        ..Look::default()
    };
    assert_drawn(
        &margo(),
        &options,
        &[
            "  level 1        level 2",
            "  a c e g        b d f",
            "7 . . . . 7    6       6",
            "5 X O X O 5    4 X O . 4",
            "3 X O X O 3    2 O X . 2",
            "1 X O X O 1      b d f",
            "  a c e g",
            "",
            "  level 3",
            "  c e",
            "5     5",
            "3 X   3",
            "  c e",
            "O White to move",
        ],
    );
}

/// Behind a marble, a digit would be a number: of marbles without one the levels above the second are listed.
#[test]
fn levels_are_no_numbers() {
    let margo = margo();
    let numbers =
        [((1, 5, 5), 3), ((2, 2, 2), 7)].map(|((level, column, row), number)| MoveNumber {
            location: Location::on_level(at(column, row), level),
            number,
        });
    let diagram = Diagram {
        numbers: &numbers,
        ..Diagram::new(&margo)
    };
    let drawn = text(&diagram, &TextOptions::default());
    let digits: Vec<&str> = (drawn.lines().take(9))
        .flat_map(|line| line.split_whitespace())
        .filter(|word| word.starts_with(['●', '○']) && word.len() > "●".len())
        .collect();
    assert_eq!(digits, ["●3", "○7"], "{drawn}");
    assert!(drawn.contains("above level 2: ● at 3c3"), "{drawn}");
    assert!(!drawn.contains("digit"), "{drawn}");
}
