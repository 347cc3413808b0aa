//! Sygo, Ugo and Bamogo, sign by sign.

use super::{Look, assert_drawn, at, drawn, empty, hue, marking, position, with_pieces};
use crate::games::{
    Color::{Black, White},
    Game, Piece, Point, Position, Setup, Size,
};

/// Stones, kings and an empty corner, all corners marked.
fn ugo() -> Position {
    let setup = Setup {
        pieces: vec![
            Piece::Stone(Black, at(1, 1)),
            Piece::King(White, at(5, 4)),
            Piece::King(Black, at(3, 2)),
            Piece::Stone(White, at(4, 2)),
        ],
        to_move: Some(White),
        button: Some(Black),
        ..Setup::default()
    };
    let size = Size {
        columns: 5,
        rows: 4,
    };
    position(Game::Ugo, size, &setup)
}

const CORNERS: [Point; 4] = [
    Point { column: 1, row: 1 },
    Point { column: 5, row: 1 },
    Point { column: 1, row: 4 },
    Point { column: 5, row: 4 },
];

#[test]
fn ugo_has_kings_and_marked_corners() {
    assert_drawn(
        &ugo(),
        &marking(&CORNERS),
        &[
            "  a b c d e",
            "4[·]· · ·(□)4",
            "3 · · · · · 3",
            "2 · · ■ ○ · 2",
            "1(●)· · ·[·]1",
            "  a b c d e",
            "■ Black king · □ White king",
            "○ White to move · button: Black",
        ],
    );
}

#[test]
fn ugo_in_ascii() {
    let options = Look {
        ascii: true,
        ..marking(&CORNERS)
    };
    assert_drawn(
        &ugo(),
        &options,
        &[
            "  a b c d e",
            "4[.]. . .(@)4",
            "3 . . . . . 3",
            "2 . . # O . 2",
            "1(X). . .[.]1",
            "  a b c d e",
            "# Black king, @ White king",
            "O White to move, button: Black",
        ],
    );
}

#[test]
fn neighboring_marks_share_a_bar() {
    let sygo = with_pieces(Game::Sygo, 3, &[Piece::Stone(White, at(2, 2))]);
    assert_drawn(
        &sygo,
        &marking(&[at(1, 2), at(2, 2), at(3, 2), at(2, 3)]),
        &[
            "  a b c",
            "3 ·[·]· 3",
            "2[·|○|·]2",
            "1 · · · 1",
            "  a b c",
            "○ White to move · nobody has grown yet",
        ],
    );
}

#[test]
fn marks_off_the_board_are_ignored() {
    let marks = [at(3, 1), at(0, 0), at(1, 0), at(u16::MAX, u16::MAX)];
    for game in Game::ALL {
        let position = empty(game, 2);
        let marks = if game == Game::Bargo || game == Game::Margo {
            &marks[1..]
        } else {
            &marks[..]
        };
        let unmarked = drawn(&position, &Look::default());
        assert_eq!(drawn(&position, &marking(marks)), unmarked);
    }
}

#[test]
fn a_wide_board_is_cropped_around_the_first_mark() {
    let size = Size {
        columns: 52,
        rows: 2,
    };
    let stone = |column| Piece::Stone(Black, at(column, 2));
    let setup = Setup {
        pieces: vec![stone(1), stone(28), stone(52)],
        ..Setup::default()
    };
    let position = position(Game::Sygo, size, &setup);
    let marks = [at(1, 2), at(28, 2), at(52, 2)];
    let around = |mark: usize| Look {
        width: 24,
        ..marking(&marks[mark..=mark])
    };
    assert_drawn(
        &position,
        &around(0),
        &[
            "  a b c d e f g h i",
            "2(●)· · · · · · · ·┊2",
            "1 · · · · · · · · ·┊1",
            "  a b c d e f g h i",
            "columns a–i of a–az; the",
            "whole board needs a",
            "width of 107",
            "○ White to move · nobody",
            "has grown yet",
        ],
    );
    assert_drawn(
        &position,
        &around(1),
        &[
            "        a a a a a a",
            "  x y z a b c d e f",
            "2┊· · · ·(●)· · · ·┊2",
            "1┊· · · · · · · · ·┊1",
            "  x y z a a a a a a",
            "        a b c d e f",
            "columns x–af of a–az;",
            "the whole board needs a",
            "width of 107",
            "○ White to move · nobody",
            "has grown yet",
        ],
    );
    assert_drawn(
        &position,
        &around(2),
        &[
            "  a a a a a a a a a",
            "  r s t u v w x y z",
            "2┊· · · · · · · ·(●)2",
            "1┊· · · · · · · · · 1",
            "  a a a a a a a a a",
            "  r s t u v w x y z",
            "columns ar–az of a–az;",
            "the whole board needs a",
            "width of 107",
            "○ White to move · nobody",
            "has grown yet",
        ],
    );
}

#[test]
fn bamogo_names_the_sides() {
    let pairs = ["RG", "GB", "BR"].iter().cycle().take(9);
    let line = pairs.map(|pair| {
        let mut hues = pair.chars().map(hue);
        [hues.next().unwrap(), hues.next().unwrap()]
    });
    let setup = Setup {
        pieces: vec![
            Piece::Neutral(hue('R'), at(2, 3)),
            Piece::Neutral(hue('G'), at(3, 3)),
            Piece::Neutral(hue('B'), at(4, 1)),
        ],
        line: Some(line.collect()),
        ..Setup::default()
    };
    let bamogo = position(Game::Bamogo, Size::square(4), &setup);
    let marks = [at(2, 3), at(3, 3)];
    assert_drawn(
        &bamogo,
        &marking(&marks),
        &[
            "          Black N",
            "          a b c d",
            "        4 · · · · 4",
            "        3 ·(R|G)· 3",
            "White W 2 · · · · 2 E White",
            "        1 · · · B 1",
            "          a b c d",
            "          Black S",
            "Black to move",
            "line: RG GB BR RG GB BR RG GB … (9 pairs)",
        ],
    );
    let narrow = Look {
        ascii: true,
        width: 20,
        ..Look::default()
    };
    assert_drawn(
        &bamogo,
        &narrow,
        &[
            "    Black N",
            "    a b c d",
            "  4 . . . . 4",
            "  3 . R G . 3",
            "W 2 . . . . 2 E",
            "  1 . . . B 1",
            "    a b c d",
            "    Black S",
            "Black to move",
            "line: RG GB BR RG GB",
            "BR RG GB ... (9",
            "pairs)",
        ],
    );
}
