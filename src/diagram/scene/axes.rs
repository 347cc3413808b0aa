//! Where the columns and rows of a board lie in its image.

use super::{
    board_layout::BoardLayout,
    image_point::{ImagePoint, Rect},
};
use crate::diagram::{
    content::Diagram,
    style::{Style, View},
};

/// The centers of the points in column 1 and row 1, in column 2 and row 1, and in column 1 and row 2, whether or not
/// the board has them: all other points follow. `None` seen from a corner, where a location has several levels.
pub(in crate::diagram) fn axes(diagram: &Diagram, style: &Style) -> Option<[ImagePoint; 3]> {
    if style.view != View::Top {
        return None;
    }
    let board = BoardLayout::new(diagram, style);
    let at = |column, row| board.project(column, row, 0.0);
    Some([at(1.0, 1.0), at(2.0, 1.0), at(1.0, 2.0)])
}

/// The centers of marbles in column 1 and row 1, in column 2 and row 1, and in column 1 and row 2 of level 1, and in column
/// 1 and row 1 of each higher level, whether or not the board has them: all other places follow. Seen from above the
/// levels are one upon the other, and there are only the first three.
pub(in crate::diagram) fn places(diagram: &Diagram, style: &Style) -> Vec<ImagePoint> {
    let board = BoardLayout::new(diagram, style);
    let at = |column, row, level| board.marble_place(column, row, level);
    let mut places = vec![at(1.0, 1.0, 1), at(2.0, 1.0, 1), at(1.0, 2.0, 1)];
    if style.view != View::Top {
        let highest = style.min_levels.max(board.highest());
        places.extend((2..=highest).map(|level| at(1.0, 1.0, level)));
    }
    places
}

/// The areas of the boards of levels that are drawn apart, with what is written around each; none in other views.
pub(in crate::diagram) fn level_boards(diagram: &Diagram, style: &Style) -> Vec<Rect> {
    if style.view != View::Exploded {
        return Vec::new();
    }
    BoardLayout::new(diagram, style).level_areas()
}
