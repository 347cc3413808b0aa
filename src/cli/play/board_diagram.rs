//! The diagram of the cursor of a session: the last ply, the markup, and what a move would be.

use std::collections::BTreeMap;

use super::board_view::{BoardView, ScreenStyle};
use crate::{
    diagram::{BoardChange, Diagram, Location, NodeMarkup, TextOptions},
    editor::{GameTree, NodeIndex, Session, Standing},
    games::{Piece, Point, Position},
    record::{NodeId, read},
};

/// What is shown besides the position.
#[derive(Debug, Default)]
pub(super) struct BoardExtras<'e> {
    /// The pieces, if a move is being put together or offered.
    pub(super) pieces: Option<&'e [Piece]>,
    /// Whether points of a move are chosen already: then the last ply is not marked.
    pub(super) is_chosen: bool,
    /// The points that a refused or illegal move concerns.
    pub(super) refused: &'e [Point],
    /// The characters of points that can be played on.
    pub(super) point_chars: Option<&'e BTreeMap<Point, char>>,
    pub(super) levels: bool,
    pub(super) territory: bool,
}

/// What the ply at the cursor has done to the board.
pub(super) fn last_change(session: &Session) -> BoardChange {
    let change = session.last_ply().map(|(before, _, mv)| {
        let after = session.position().pieces();
        BoardChange::between(&before.pieces(), &after, mv)
    });
    change.unwrap_or_default()
}

/// Draws the board at the cursor. An illegal ply is marked on the position before it.
pub(super) fn board_view(
    session: &Session,
    extras: &BoardExtras,
    style: ScreenStyle,
    notes_width: usize,
) -> BoardView {
    let position = session.position();
    let change = last_change(session);
    let is_plain = !extras.is_chosen && extras.refused.is_empty();
    let illegal: Vec<Location> = illegal_points(session)
        .into_iter()
        .chain(extras.refused.iter().copied())
        .map(Location::from)
        .collect();
    let node_text = markup_text(session.tree(), session.cursor(), position);
    let record = read(node_text.as_str()).next();
    let markup = record.as_ref().map(|record| {
        let nodes = [NodeId::ROOT];
        NodeMarkup::read(record, nodes, None, position.game(), position.size())
    });
    let marks = markup.as_ref().map(NodeMarkup::marks).unwrap_or_default();
    let diagram = Diagram {
        pieces: extras.pieces,
        placed: if is_plain { &change.placed } else { &[] },
        flipped: if is_plain { &change.flipped } else { &[] },
        captured: if is_plain { &change.captured } else { &[] },
        illegal: &illegal,
        marks: &marks,
        territory: extras.territory,
        ..Diagram::new(position)
    };
    let options = TextOptions {
        levels: extras.levels,
        point_chars: extras.point_chars,
        ..TextOptions::default()
    };
    BoardView::new(&diagram, &options, style, notes_width)
}

/// The points of the illegal ply at the cursor.
fn illegal_points(session: &Session) -> Vec<Point> {
    if session.standing() != Standing::Illegal {
        return Vec::new();
    }
    let error = session.error_at(session.cursor());
    let board = error.and_then(|error| error.board.as_deref());
    board.map_or(Vec::new(), |board| board.marks.clone())
}

/// The markup of a node as a record; before the first move that of all nodes so far.
fn markup_text(tree: &GameTree, node: NodeIndex, position: &Position) -> String {
    if position.plies() > 0 {
        return tree.node_text(node);
    }
    let mut text = String::from("(;");
    for node in tree.path(node) {
        let body = tree.node_text(node);
        text.push_str(body.trim_start_matches("(;").trim_end_matches(')'));
    }
    text.push(')');
    text
}
