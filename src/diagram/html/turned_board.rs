//! The board seen from the other corners.

use serde::Serialize;

use super::{
    node_data::{ChangesLeft, shape_changes},
    node_views::NodeViews,
    shape_atlas::ShapeAtlas,
    too_large::ViewerTooLarge,
};
use crate::{
    diagram::{
        ply_view::PlyViewOptions,
        style::{Corner, Style, View},
        verified_record::VerifiedRecord,
    },
    record::NodeId,
};

/// What the script reads of a board seen from another corner; the image has a place of its own in the page.
#[derive(Serialize)]
pub(super) struct TurnedBoard {
    #[serde(skip)]
    pub(super) svg: String,
    /// Where some places are in the image, as for the first board.
    axes: Vec<[String; 2]>,
    /// Margo: the level from each of these shapes on, 0 for what is no marble.
    levels: Vec<(usize, u8)>,
    /// For each node the shapes that appear with it, and those that disappear.
    show: Vec<Vec<u32>>,
    hide: Vec<Vec<u32>>,
}

/// The boards seen from the three other corners, turning to the right; none where the board is seen from above.
pub(super) fn turned_boards(
    verified: &VerifiedRecord,
    style: &Style,
    options: &PlyViewOptions,
    shown: NodeId,
    left: &mut ChangesLeft,
) -> Result<Vec<TurnedBoard>, ViewerTooLarge> {
    if style.view == View::Top {
        return Ok(Vec::new());
    }
    let corners = Corner::ALL.into_iter().cycle();
    let others = corners.skip_while(|corner| *corner != style.corner);
    let others = others.skip(1).take(Corner::ALL.len() - 1);
    let mut boards = Vec::new();
    for corner in others {
        let style = Style { corner, ..*style };
        let mut atlas = ShapeAtlas::default();
        let views = NodeViews::new(verified, &style, options, &mut atlas)?;
        let image = views
            .view(shown)
            .and_then(|view| atlas.draw(&style, &view.title, &view.visible));
        let Some(image) = image else {
            continue;
        };
        let changes = shape_changes(verified.record, &views, &image.indices, left)?;
        let (show, hide) = changes
            .into_iter()
            .map(|change| (change.show, change.hide))
            .unzip();
        boards.push(TurnedBoard {
            svg: image.svg,
            axes: views.axes,
            levels: image.levels,
            show,
            hide,
        });
    }
    Ok(boards)
}
