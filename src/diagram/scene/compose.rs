//! The scene of a diagram.

use super::{
    annotations, board_layout::BoardLayout, captions, coordinates::coordinates, hexagon,
    layer::Scene, pyramid, square,
};
use crate::{
    diagram::{content::Diagram, style::Style},
    games::Game,
};

/// Turns a diagram into shapes.
pub fn scene(diagram: &Diagram, style: &Style) -> Scene {
    let board = BoardLayout::new(diagram, style);
    let mut layers = match diagram.position.game() {
        Game::Sygo | Game::Ugo => square::stones(&board, diagram),
        Game::Bamogo => square::bamogo(&board, diagram),
        Game::Bargo => hexagon::draw(&board, diagram),
        Game::Margo => pyramid::draw(&board, diagram),
    };
    if style.coordinates {
        layers.push(coordinates(&board));
    }
    let (numbers, covered) = annotations::numbers(&board, diagram);
    layers.extend(annotations::draw(&board, diagram, &numbers));
    let mut frame = board.frame();
    let board_rect = frame;
    layers.extend(captions::above(&mut frame, diagram));
    layers.extend(captions::below(&mut frame, diagram, &covered));
    layers.retain(|layer| !layer.shapes.is_empty());
    layers.sort_by_key(|layer| layer.id);
    Scene {
        title: captions::title(diagram),
        outline: board.outline(),
        radius: board.radius(),
        tilt: board.tilt(),
        board: board_rect,
        frame,
        layers,
    }
}
