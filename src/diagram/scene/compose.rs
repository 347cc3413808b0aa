//! The scene of a diagram.

use super::{
    annotations,
    board_layout::BoardLayout,
    captions::{self, ListedPlaces},
    coordinates::{coordinates, font_size},
    crop::named_locations,
    hexagon,
    image_point::Rect,
    layer::{Layer, LayerId, Scene},
    marble_levels::marble_levels,
    pyramid,
    shape::{Shape, TextRole},
    square,
};
use crate::{
    diagram::{
        content::Diagram,
        style::{ImageSize, Style, View},
    },
    games::Game,
};

/// Turns a diagram into shapes.
pub fn scene(diagram: &Diagram, style: &Style) -> Scene {
    // In an image of a given size both boards would be small.
    let has_room = style.still && !matches!(style.size, ImageSize::Whole(_));
    let numbered = has_room.then(|| numbered_style(diagram, style)).flatten();
    let after = match numbered {
        Some(_) => Some(diagram.board_of_position()),
        None => has_room.then(|| diagram.board_after()).flatten(),
    };
    let diagram = &Diagram {
        territory: diagram.territory && after.is_none(),
        ..*diagram
    };
    let mut of_numbers = numbered.unwrap_or(*style);
    let mut of_after = *style;
    if of_numbers.view == View::Exploded
        && let Some(after) = &after
    {
        // Both have the same boards at the same places.
        let levels = [diagram, after].map(highest_level);
        of_numbers.min_levels = levels.into_iter().fold(style.min_levels, u8::max);
        of_after.min_levels = of_numbers.min_levels;
    }
    let style = &of_numbers;
    let board = BoardLayout::new(diagram, style);
    let (layers, listed) = on_board(&board, diagram, style);
    let notes = captions::notes(diagram, style, &listed, after.is_none());
    let (frame, texts) = surrounded(&board, diagram, style, &notes);
    let scene = composed(
        &board,
        diagram,
        style,
        frame,
        layers.into_iter().chain(texts),
    );
    match after {
        Some(after) => followed(scene, &after, &of_after),
        None => scene,
    }
}

/// Whether other marbles hide so many numbers of a diagram that they are shown on another board, beside which the position is
/// seen from a corner.
pub fn has_numbers_apart(diagram: &Diagram, style: &Style) -> bool {
    numbered_style(diagram, style).is_some()
}

/// The style of the board with the numbers, if that is not the one that is asked for.
pub(in crate::diagram) fn numbered_style(diagram: &Diagram, style: &Style) -> Option<Style> {
    /// Of so many numbers one may be told below the board.
    const LISTED: usize = 10;
    let is_numbered = diagram.position.game() == Game::Margo && !diagram.numbers.is_empty();
    if style.view != View::Iso || !is_numbered {
        return None;
    }
    // A page has no room for boards of levels, but few moves for each figure, which are nearly all seen from above.
    if style.in_book {
        return Some(Style {
            view: View::Top,
            ..*style
        });
    }
    let board = BoardLayout::new(diagram, style);
    let (placed, hidden) = annotations::numbers(&board, diagram, style);
    let has_many_hidden = LISTED * hidden.len() > placed.len() + hidden.len();
    has_many_hidden.then_some(Style {
        view: View::Exploded,
        ..*style
    })
}

/// The highest level that a diagram names.
fn highest_level(diagram: &Diagram) -> u8 {
    let levels = named_locations(diagram).filter_map(|location| location.level);
    levels.max().unwrap_or(1)
}

/// A scene with the board after the last ply below it.
fn followed(mut scene: Scene, after: &Diagram, style: &Style) -> Scene {
    let caption = after_ply(after);
    let after = Diagram {
        caption: Some(&caption),
        ..*after
    };
    let mut following = self::scene(&after, style);
    let width = scene.frame.width.max(following.frame.width);
    for scene in [&mut scene, &mut following] {
        scene.widen(width);
    }
    // Both boards have one scale, in which each has the size that is asked for.
    scene.scale = match style.size {
        ImageSize::Legible => scene.scale.max(following.scale),
        ImageSize::Board(_) | ImageSize::Whole(_) => scene.scale.min(following.scale),
    };
    scene.frame.height += following.frame.height;
    scene.following = Some(Box::new(following));
    scene
}

/// What a board after the numbered plies is called.
pub(in crate::diagram) fn after_ply(after: &Diagram) -> String {
    format!("the board after ply {}", after.position.plies())
}

impl Scene {
    /// Makes the image, with what lies behind the board, this wide, if it is narrower.
    fn widen(&mut self, width: f64) {
        for rect in [&mut self.frame, &mut self.board] {
            let more = (width - rect.width).max(0.0);
            rect.left -= more / 2.0;
            rect.width += more;
        }
    }
}

/// Turns a diagram without its header into shapes, and what would be told below the board into paragraphs: with the state
/// of the game or without it.
pub fn scene_and_notes(
    diagram: &Diagram,
    style: &Style,
    with_state: bool,
) -> (Scene, Vec<(TextRole, String)>) {
    let board = BoardLayout::new(diagram, style);
    let (layers, listed) = on_board(&board, diagram, style);
    let notes = captions::notes(diagram, style, &listed, with_state);
    let scene = composed(&board, diagram, style, board.frame(), layers.into_iter());
    (scene, notes)
}

/// What is drawn on the board, and what has no place on it and is told below it.
fn on_board(board: &BoardLayout, diagram: &Diagram, style: &Style) -> (Vec<Layer>, ListedPlaces) {
    let mut layers = match diagram.position.game() {
        Game::Sygo | Game::Ugo => square::stones(board, diagram),
        Game::Bamogo => square::bamogo(board, diagram),
        Game::Bargo => hexagon::draw(board, diagram),
        Game::Margo => pyramid::draw(board, diagram),
    };
    if style.coordinates {
        layers.push(coordinates(board));
    }
    let (numbers, covered) = annotations::numbers(board, diagram, style);
    let (last_moves, hidden_moves) = annotations::last_moves(board, diagram);
    let captured = layers.iter().filter(|layer| layer.id == LayerId::Captured);
    let marks = captured.flat_map(|layer| &layer.shapes).chain(&last_moves);
    let marks: Vec<Shape> = marks.cloned().collect();
    let (levels, high) = marble_levels(board, diagram, style, &numbers, &marks);
    layers.push(levels);
    let last_moves = last_moves.into_iter();
    layers.extend(annotations::draw(board, diagram, &numbers, last_moves));
    let listed = ListedPlaces {
        covered,
        high,
        hidden_moves,
    };
    (layers, listed)
}

fn composed(
    board: &BoardLayout,
    diagram: &Diagram,
    style: &Style,
    frame: Rect,
    layers: impl Iterator<Item = Layer>,
) -> Scene {
    let mut layers: Vec<Layer> = layers.collect();
    layers.retain(|layer| !layer.shapes.is_empty());
    layers.sort_by_key(|layer| layer.id);
    Scene {
        title: captions::title(diagram),
        outline: board.outline(),
        radius: board.radius(),
        tilt: board.tilt(),
        coordinates: font_size(board),
        scale: scale(board, diagram, frame, style),
        board: board.frame(),
        frame,
        layers,
        following: None,
    }
}

/// The texts above and below the board, and what they and the board take together.
fn surrounded(
    board: &BoardLayout,
    diagram: &Diagram,
    style: &Style,
    notes: &[(TextRole, String)],
) -> (Rect, Vec<Layer>) {
    /// By how much letters get smaller at once.
    const SMALLER: f64 = 0.93;
    let mut letters = 1.0;
    loop {
        let mut frame = board.frame();
        let size = font_size(board);
        let above = captions::above(&mut frame, diagram, letters, size);
        let below = captions::below(&mut frame, style, notes, letters, size);
        let is_too_high = frame.longer() > 1.5 * board.frame().longer();
        if is_too_high && matches!(style.size, ImageSize::Whole(_)) {
            letters *= SMALLER;
            continue;
        }
        return (frame, above.into_iter().chain(below).collect());
    }
}

/// Pixels for each unit of the board.
fn scale(board: &BoardLayout, diagram: &Diagram, frame: Rect, style: &Style) -> f64 {
    /// The longer side of a board, in pixels.
    const USUAL: f64 = 640.0;
    /// The smallest legible letters, in pixels.
    const LEGIBLE: f64 = 9.0;
    /// The same where there are several boards.
    const LEGIBLE_APART: f64 = 12.0;
    /// A cell of Bargo, whose walls are thin, or a marble with a number of three digits.
    const DETAILED: f64 = 40.0;
    /// A stone with a number of three digits, and one of Bargo, which is smaller.
    const NUMBERED: f64 = 36.0;
    const NUMBERED_SMALL: f64 = 48.0;
    match style.size {
        ImageSize::Legible => {
            let mut usual = USUAL / board.frame().longer();
            let has_long_numbers = diagram.numbers.iter().any(|one| one.number > 99);
            usual = usual.max(match (diagram.position.game(), has_long_numbers) {
                (Game::Bargo, true) => NUMBERED_SMALL,
                (Game::Bargo, false) | (Game::Margo, true) => DETAILED,
                (_, true) => NUMBERED,
                (_, false) => 0.0,
            });
            if style.coordinates {
                let legible = if board.level_board(1).is_some() {
                    LEGIBLE_APART
                } else {
                    LEGIBLE
                };
                usual.max(legible / font_size(board).0)
            } else {
                usual
            }
        }
        ImageSize::Board(pixels) => f64::from(pixels.max(1)) / board.frame().longer(),
        ImageSize::Whole(pixels) => f64::from(pixels.max(1)) / frame.longer(),
    }
}
