//! Images of positions: what holds for all of them, what small ones look like in
//! full, and what the files are that are made from them.

mod annotations;
mod files;
mod from_corner;
mod invariants;
mod snapshots;

use super::{Diagram, Scene, Style, scene, svg};
use crate::{
    games::{Color, Direction, Game, Piece, Point, Position, Setup, Size, StoneColor},
    ruleset,
};

fn at(column: u16, row: u16) -> Point {
    Point::new(column, row)
}

fn hue(letter: char) -> StoneColor {
    StoneColor::from_letter(letter).expect("a letter")
}

fn with_pieces(game: Game, size: Size, pieces: &[Piece]) -> Position {
    let setup = Setup {
        pieces: pieces.to_vec(),
        ..Setup::default()
    };
    let rules = &ruleset::default_for(game).rules;
    Position::new(rules, size, Some(&setup)).expect("a position")
}

/// A small position of each game with every kind of piece.
fn small(game: Game) -> Position {
    use Color::{Black, White};
    let (size, pieces) = match game {
        Game::Bargo => (
            Size::square(2),
            vec![
                Piece::Walled(Black, at(1, 1), Direction::Ne),
                Piece::Walled(White, at(3, 3), Direction::W),
            ],
        ),
        Game::Sygo => (
            Size {
                columns: 3,
                rows: 2,
            },
            vec![Piece::Stone(Black, at(1, 1)), Piece::Stone(White, at(3, 2))],
        ),
        Game::Ugo => (
            Size::square(5),
            vec![
                Piece::Stone(Black, at(1, 1)),
                Piece::King(Black, at(2, 1)),
                Piece::King(White, at(4, 4)),
            ],
        ),
        Game::Bamogo => (
            Size::square(2),
            vec![
                Piece::Neutral(hue('R'), at(1, 1)),
                Piece::Neutral(hue('B'), at(2, 2)),
            ],
        ),
        Game::Margo => (
            Size::square(2),
            vec![
                Piece::Marble(Black, 1, at(1, 1)),
                Piece::Marble(White, 1, at(3, 1)),
                Piece::Marble(Black, 1, at(1, 3)),
                Piece::Marble(White, 1, at(3, 3)),
                Piece::Marble(Black, 2, at(2, 2)),
            ],
        ),
    };
    with_pieces(game, size, &pieces)
}

fn drawn(diagram: &Diagram, style: &Style) -> String {
    svg(&scene(diagram, style), style)
}

/// The shapes of one layer.
fn layer<'a>(scene: &'a Scene, name: &str) -> &'a [super::Shape] {
    let layer = scene.layers.iter().find(|layer| layer.id.name() == name);
    layer.map_or(&[], |layer| &layer.shapes)
}
