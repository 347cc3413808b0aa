//! Setups that are none of the game's, given without any record.

use kifu::{
    games::{
        Color, Direction, Game, Piece, Point, Position, Setup, SetupFaultKind, Size, StoneColor,
    },
    ruleset,
};

fn refused(game: Game, side: u8, setup: &Setup) -> (Option<usize>, SetupFaultKind) {
    let rules = &ruleset::default_for(game).rules;
    let fault = Position::new(rules, Size::square(side), Some(setup)).expect_err("it is refused");
    (fault.piece, fault.kind)
}

fn with(pieces: &[Piece]) -> Setup {
    Setup::from(pieces.to_vec())
}

const A1: Point = Point { column: 1, row: 1 };

/// A piece of a game that has it.
fn own(game: Game) -> Piece {
    match game {
        Game::Bargo => Piece::Walled(Color::Black, A1, Direction::Ne),
        Game::Sygo | Game::Ugo => Piece::Stone(Color::Black, A1),
        Game::Bamogo => Piece::Neutral(StoneColor::from_letter('R').expect("a letter"), A1),
        Game::Margo => Piece::Marble(Color::Black, 1, A1),
    }
}

#[test]
fn pieces_of_other_games() {
    for game in Game::ALL {
        let foreign = match game {
            Game::Margo => Piece::King(Color::Black, A1),
            _ => Piece::Marble(Color::Black, 1, A1),
        };
        let found = refused(game, 3, &with(&[own(game), foreign]));
        assert_eq!(found, (Some(1), SetupFaultKind::ForeignPiece), "{game:?}");
    }
}

#[test]
fn two_pieces_on_a_point() {
    for game in Game::ALL {
        let found = refused(game, 3, &with(&[own(game), own(game)]));
        assert_eq!(found, (Some(1), SetupFaultKind::Occupied), "{game:?}");
    }
}

#[test]
fn boards_that_no_game_has() {
    for game in Game::ALL {
        for side in [0, 1, 53] {
            let found = refused(game, side, &Setup::default());
            assert_eq!(found, (None, SetupFaultKind::Size), "{game:?}");
        }
    }
}

#[test]
fn buttons_growth_and_lines_of_other_games() {
    let mut button = Setup::default();
    button.button = Some(Color::White);
    let mut grown = Setup::default();
    grown.grown = true;
    let mut line = Setup::default();
    line.line = Some(Vec::new());
    for (game, setup) in [
        (Game::Sygo, &button),
        (Game::Bamogo, &button),
        (Game::Margo, &button),
        (Game::Ugo, &grown),
        (Game::Bargo, &line),
    ] {
        let found = refused(game, 3, setup);
        assert_eq!(found, (None, SetupFaultKind::ForeignState), "{game:?}");
    }
}
