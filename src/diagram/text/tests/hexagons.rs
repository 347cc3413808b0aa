//! Bargo, sign by sign.

use super::{Look, assert_drawn, at, marking, with_pieces};
use crate::{
    diagram::{Diagram, MoveNumber, TextOptions, text},
    games::{
        Color::{Black, White},
        Direction, Game, Piece, Position,
    },
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
            " a       ⋰ ⋱",
            "3 ·   ●│  ·  │○   · 3",
            "         ╲ ╱       e",
            "  2 ·   ○   ●   · 2",
            "                 d",
            "    1 ·   ·   · 1",
            "       a   b   c",
            "walls: ╲ ╱ of the piece below, ⋱ ⋰ of the piece above",
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
            " a       , `",
            "3 .  (X)|[.]|(O)  . 3",
            "         \\ /       e",
            "  2 .   O   X   . 2",
            "                 d",
            "    1[.]  .   . 1",
            "       a   b   c",
            "walls: \\ / of the piece below, ` , of the piece above",
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

#[test]
fn a_wide_hexagon_in_parts_has_every_wall_and_every_cut() {
    let pieces = [1, 3, 5, 7].map(|column| Piece::Walled(White, at(column, 5), Direction::E));
    let bargo = with_pieces(Game::Bargo, 5, &pieces);
    let options = TextOptions {
        width: 30,
        parts: true,
        ..TextOptions::default()
    };
    let text = text(&Diagram::new(&bargo), &options);
    assert_eq!(text.matches('○').count(), 4, "{text}");
    assert_eq!(text.matches('│').count(), 4, "{text}");
    let cells = text.matches('·').count() + text.matches('○').count();
    // One dot is that of the status line.
    assert_eq!(cells, 61 + 1, "{text}");
    // The row in the middle goes on in every part, behind its wall.
    let cut = text
        .lines()
        .filter(|line| line.contains('┊') && line.contains('○'));
    assert!(cut.count() >= 2, "{text}");
    assert!(
        text.lines().all(|line| line.chars().count() <= 30),
        "{text}"
    );
}

#[test]
fn numbers_over_999_are_whole_and_every_wall_is_between_them() {
    let bargo = bargo();
    let pieces = bargo.pieces();
    for (first, distance) in [(996, 6), (9_999, 6), (99_995, 8), (994, 4)] {
        let numbers: Vec<MoveNumber> = (first..)
            .zip(&pieces)
            .map(|(number, &piece)| MoveNumber {
                location: piece.into(),
                number,
            })
            .collect();
        let diagram = Diagram {
            numbers: &numbers,
            ..Diagram::new(&bargo)
        };
        let drawn = text(&diagram, &TextOptions::default());
        let words: Vec<&str> = drawn.split(|next: char| !next.is_ascii_digit()).collect();
        for number in &numbers {
            let number = number.number.to_string();
            assert!(words.contains(&number.as_str()), "{number}:\n{drawn}");
        }
        let walls = ['╲', '╱', '⋱', '⋰', '┤', '├'];
        let board: String = drawn.lines().take(10).collect();
        for wall in walls {
            assert_eq!(board.matches(wall).count(), 1, "{wall}:\n{drawn}");
        }
        let top = drawn
            .lines()
            .find(|line| line.trim_start().starts_with("5 "))
            .unwrap();
        let cells: Vec<usize> = (top.chars().enumerate())
            .filter_map(|(at, next)| (next == '·').then_some(at))
            .collect();
        assert_eq!(cells[1] - cells[0], distance, "{drawn}");
    }
}
