//! Whole boards as they are to look, and invariants that hold for all of them.

mod hexagons;
mod invariants;
mod pyramids;
mod squares;

use std::collections::{BTreeMap, BTreeSet};

use super::{TextOptions, text, text_board};
use crate::{
    diagram::{Diagram, Location},
    games::{
        BamogoRules, BargoRules, Game, MargoRepetition, MargoRules, Piece, Players, Point,
        Position, Rules, Setup, Size, StoneColor, SygoRules, UgoRules,
    },
};

fn hue(letter: char) -> StoneColor {
    StoneColor::from_letter(letter).expect("a letter")
}

fn at(column: u16, row: u16) -> Point {
    Point::new(column, row)
}

fn rules(game: Game) -> Rules {
    match game {
        Game::Bargo => Rules::Bargo(BargoRules {
            komi: 0,
            button: true,
            own_turns: true,
        }),
        Game::Sygo => Rules::Sygo(SygoRules { balance_turn: true }),
        Game::Ugo => Rules::Ugo(UgoRules {
            komi: 0,
            button: true,
        }),
        Game::Bamogo => Rules::Bamogo(BamogoRules {
            colors: "RGB".chars().map(hue).collect(),
        }),
        Game::Margo => Rules::Margo(MargoRules {
            players: Players::Two,
            pass: false,
            max_height: None,
            repetition: MargoRepetition::PreviousTurn,
            swap: true,
            revealed_captures: false,
            buried_stay: false,
            first_capture: false,
        }),
    }
}

fn position(game: Game, size: Size, setup: &Setup) -> Position {
    Position::new(&rules(game), size, Some(setup)).expect("a position")
}

fn with_pieces(game: Game, side: u8, pieces: &[Piece]) -> Position {
    let setup = Setup {
        pieces: pieces.to_vec(),
        ..Setup::default()
    };
    position(game, Size::square(side), &setup)
}

fn empty(game: Game, side: u8) -> Position {
    with_pieces(game, side, &[])
}

/// How a board is drawn, and the points that are marked on it.
#[derive(Clone, Copy)]
struct Look<'a> {
    ascii: bool,
    color: bool,
    width: usize,
    levels: bool,
    marks: &'a [Point],
}

impl Default for Look<'_> {
    fn default() -> Self {
        Look {
            ascii: false,
            color: false,
            width: 80,
            levels: false,
            marks: &[],
        }
    }
}

fn marking(marks: &[Point]) -> Look<'_> {
    Look {
        marks,
        ..Look::default()
    }
}

fn drawn(position: &Position, look: &Look) -> String {
    let marks: Vec<Location> = look.marks.iter().copied().map(Location::from).collect();
    let diagram = Diagram {
        placed: &marks,
        ..Diagram::new(position)
    };
    let options = TextOptions {
        ascii: look.ascii,
        color: look.color,
        width: look.width,
        board_width: None,
        parts: false,
        levels: look.levels,
        point_chars: None,
    };
    text(&diagram, &options)
}

/// Compares line by line, so that a failure shows the boards as boards.
#[track_caller]
fn assert_drawn(position: &Position, look: &Look, expected: &[&str]) {
    let drawn = drawn(position, look);
    let expected = expected.join("\n") + "\n";
    assert!(drawn == expected, "drawn:\n{drawn}\nexpected:\n{expected}");
}

#[test]
fn points_are_where_their_characters_are() {
    for (game, size) in [
        (Game::Bargo, 4),
        (Game::Ugo, 19),
        (Game::Bamogo, 4),
        (Game::Margo, 4),
    ] {
        let rules = Rules::default_for(game);
        let position = Position::new(&rules, Size::square(size), None).unwrap();
        let points = position.legal_moves().into_iter();
        let points: BTreeSet<Point> = points.flat_map(|mv| mv.points()).collect();
        let mut chars = BTreeMap::new();
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".chars();
        chars.extend(points.iter().copied().zip(letters));
        let options = TextOptions {
            point_chars: Some(&chars),
            ..TextOptions::default()
        };
        let diagram = Diagram::new(&position);
        let drawn = text_board(&diagram, &options, 80);
        let located: BTreeSet<Point> = drawn.points.iter().map(|(point, _)| *point).collect();
        assert_eq!(located, points, "{game}");
        for (point, [x, y]) in &drawn.points {
            let shown = drawn.board[*y].chars().nth(*x);
            let expected = chars.get(point).copied().unwrap_or('·');
            assert_eq!(shown, Some(expected), "{game} {point}");
        }
        let lines = drawn.board.into_iter().chain(drawn.notes);
        let whole: String = lines.map(|line| line + "\n").collect();
        assert_eq!(whole, text(&diagram, &options));
    }
}
