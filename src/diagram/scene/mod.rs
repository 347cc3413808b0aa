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

use super::{Style, Subject};
use crate::games::Game;
use board::Board;

pub(super) use page::harmless;
pub use shape::{At, Frame, Ground, Layer, Outline, Role, Scene, Shape, Sign};

/// Turns what is to be shown into shapes.
pub fn scene(subject: &Subject, style: &Style) -> Scene {
    let board = Board::new(subject, style);
    let mut layers = match subject.position.game() {
        Game::Sygo | Game::Ugo => square::stones(&board, subject),
        Game::Bamogo => square::bamogo(&board, subject),
        Game::Bargo => hexagon::draw(&board, subject),
        Game::Margo => pyramid::draw(&board, subject),
    };
    if style.coordinates {
        // The pieces of a pyramid may stand before them.
        layers.insert(1, board.coordinates());
    }
    let (numbers, covered) = signs::numbers(&board, subject);
    layers.extend(signs::draw(&board, subject, &numbers));
    let mut frame = board.frame();
    let plate = frame;
    layers.extend(words::above(&mut frame, subject));
    layers.extend(words::below(&mut frame, subject, &covered));
    layers.retain(|layer| !layer.shapes.is_empty());
    Scene {
        title: words::title(subject),
        outline: board.outline(),
        radius: board.radius(),
        tilt: board.tilt(),
        plate,
        frame,
        layers,
    }
}
