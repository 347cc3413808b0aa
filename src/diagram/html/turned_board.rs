//! The board seen from the other corners.

use serde::Serialize;

use super::{node_data::shape_changes, node_views::NodeViews, shape_atlas::ShapeAtlas};
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
    /// Margo: the level from each of these shapes on, 0 for what is no marble.
    levels: Vec<(usize, u8)>,
    /// For each node the shapes that appear with it, and those that disappear.
    show: Vec<Vec<usize>>,
    hide: Vec<Vec<usize>>,
}

/// The boards seen from the three other corners, turning to the right; none where the board is seen from above.
pub(super) fn turned_boards(
    verified: &VerifiedRecord,
    style: &Style,
    options: &PlyViewOptions,
    shown: NodeId,
) -> Vec<TurnedBoard> {
    if style.view == View::Top {
        return Vec::new();
    }
    let corners = Corner::ALL.into_iter().cycle();
    let others = corners.skip_while(|corner| *corner != style.corner);
    let others = others.skip(1).take(Corner::ALL.len() - 1);
    let boards = others.filter_map(|corner| {
        let style = Style { corner, ..*style };
        let mut atlas = ShapeAtlas::default();
        let views = NodeViews::new(verified, &style, options, &mut atlas);
        let view = views.view(shown)?;
        let image = atlas.draw(&style, &view.title, &view.visible)?;
        let changes = shape_changes(verified.record, &views, &image.indices);
        let (show, hide) = changes
            .into_iter()
            .map(|change| (change.show, change.hide))
            .unzip();
        Some(TurnedBoard {
            svg: image.svg,
            levels: image.levels,
            show,
            hide,
        })
    });
    boards.collect()
}
