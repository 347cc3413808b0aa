//! Whole boards as they are to look, and laws that hold for all of them.

mod hexagons;
mod laws;
mod pyramids;
mod squares;

use super::{TextOptions, text};
use crate::games::{
    BamogoRules, BargoRules, Game, Hue, MargoRepetition, MargoRules, Piece, Point, Position, Rules,
    Setup, Size, SygoRules, UgoRules,
};

fn hue(letter: char) -> Hue {
    Hue::from_letter(letter).expect("a letter")
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
            colours: "RGB".chars().map(hue).collect(),
        }),
        Game::Margo => Rules::Margo(MargoRules {
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

fn marking(marks: &[Point]) -> TextOptions<'_> {
    TextOptions {
        marks,
        ..TextOptions::default()
    }
}

/// Compares line by line, so that a failure shows the boards as boards.
#[track_caller]
fn assert_drawn(position: &Position, options: &TextOptions, expected: &[&str]) {
    let drawn = text(position, options);
    let expected = expected.join("\n") + "\n";
    assert!(drawn == expected, "drawn:\n{drawn}\nexpected:\n{expected}");
}
