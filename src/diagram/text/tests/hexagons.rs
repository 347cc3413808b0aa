//! Bargo, sign by sign.

use super::{Look, assert_drawn, at, marking, with_pieces};
use crate::games::{
    Color::{Black, White},
    Direction, Game, Piece, Position,
};

/// A piece with each of the six walls around an empty cell, which is c3.
fn bargo() -> Position {
    let walled = |color, column, row, wall| Piece::Walled(color, at(column, row), wall);
    with_pieces(
        Game::Bargo,
        3,
        &[
            walled(Black, 2, 3, Direction::E),
            walled(White, 2, 2, Direction::Ne),
            walled(Black, 3, 2, Direction::Nw),
            walled(White, 4, 3, Direction::W),
            walled(Black, 4, 4, Direction::Sw),
            walled(White, 3, 4, Direction::Se),
        ],
    )
}

#[test]
fn bargo_walls_are_drawn_on_their_edges() {
    assert_drawn(
        &bargo(),
        &Look::default(),
        &[
            "     c   d   e",
            "    5 ·   ·   · 5",
            "   b",
            "  4 ·   ○   ●   · 4",
            " a       ╱ ╲",
            "3 ·   ●│  ·  │○   · 3",
            "         ╲ ╱       e",
            "  2 ·   ○   ●   · 2",
            "                 d",
            "    1 ·   ·   · 1",
            "       a   b   c",
            "● Black to move · button: not taken",
        ],
    );
    let marks = [at(2, 3), at(4, 3), at(3, 3), at(5, 5), at(1, 1)];
    let options = Look {
        ascii: true,
        ..marking(&marks)
    };
    assert_drawn(
        &bargo(),
        &options,
        &[
            "     c   d   e",
            "    5 .   .  [.]5",
            "   b",
            "  4 .   O   X   . 4",
            " a       / \\",
            "3 .  (X)|[.]|(O)  . 3",
            "         \\ /       e",
            "  2 .   O   X   . 2",
            "                 d",
            "    1[.]  .   . 1",
            "       a   b   c",
            "X Black to move, button: not taken",
        ],
    );
}

#[test]
fn a_wide_hexagon_is_cropped_around_the_first_mark() {
    let piece = Piece::Walled(White, at(5, 3), Direction::W);
    let bargo = with_pieces(Game::Bargo, 5, &[piece]);
    let marks = [at(5, 3)];
    let options = Look {
        width: 20,
        ..marking(&marks)
    };
    assert_drawn(
        &bargo,
        &options,
        &[
            "    g   h   i",
            "   9┊·   ·   · 9",
            "  f",
            " 8┊·   ·   ·   · 8",
            "",
            "   7┊·   ·   ·   · 7",
            "  e               i",
            " 6┊·   ·   ·   ·┊6",
            "",
            "   5┊·   ·   ·   ·┊5",
            "  d               h",
            " 4┊·   ·   ·   ·┊4",
            "",
            "   3┊· │(○)  ·   · 3",
            "  c               g",
            " 2┊·   ·   ·   · 2",
            "                f",
            "   1┊·   ·   · 1",
            "      c   d   e",
            "the part around e3;",
            "the whole board",
            "needs a width of 37",
            "● Black to move ·",
            "button: not taken",
        ],
    );
}
