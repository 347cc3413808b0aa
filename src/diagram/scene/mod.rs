//! A position as shapes that mean something, in units of the board: the distance
//! between two points next to each other is 1, `x` runs to the right, `y` down.
//!
//! What is common to all boards is put together here. [`board`] knows where points
//! lie; `square`, `hexagon` and `pyramid` draw the boards and their pieces; `signs`
//! everything that is drawn on top of them, `words` what stands around them.

mod board;
mod coordinates;
mod cover;
mod crop;
mod hexagon;
mod page;
mod pyramid;
mod shape;
mod signs;
mod square;
mod words;

use super::{Diagram, Style};
use crate::games::Game;
use board::Board;

pub(super) use page::harmless;
pub use shape::{Background, CellOutline, ImagePoint, Layer, Rect, Scene, Shape, Symbol, TextRole};

/// Turns what is to be shown into shapes.
pub fn scene(diagram: &Diagram, style: &Style) -> Scene {
    let board = Board::new(diagram, style);
    let mut layers = match diagram.position.game() {
        Game::Sygo | Game::Ugo => square::stones(&board, diagram),
        Game::Bamogo => square::bamogo(&board, diagram),
        Game::Bargo => hexagon::draw(&board, diagram),
        Game::Margo => pyramid::draw(&board, diagram),
    };
    if style.coordinates {
        // The pieces of a pyramid may stand before them.
        layers.insert(1, board.coordinates());
    }
    let (numbers, covered) = signs::numbers(&board, diagram);
    layers.extend(signs::draw(&board, diagram, &numbers));
    let mut frame = board.frame();
    let plate = frame;
    layers.extend(words::above(&mut frame, diagram));
    layers.extend(words::below(&mut frame, diagram, &covered));
    layers.retain(|layer| !layer.shapes.is_empty());
    Scene {
        title: words::title(diagram),
        outline: board.outline(),
        radius: board.radius(),
        tilt: board.tilt(),
        plate,
        frame,
        layers,
    }
}
