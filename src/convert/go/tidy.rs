//! What this program adds for Go programs, and removes again.

use std::collections::BTreeSet;

use super::source::GoSource;
use crate::{
    convert::tree::{TreeProperty, TreeValue},
    games::{Piece, Point, Position},
    record::NodeId,
};

/// Removes what this program has added to the properties of a node: the marks of kings, and the description of a
/// ply. Before the first ply all its marks are those of kings.
pub(super) fn tidy(
    source: &GoSource,
    node: NodeId,
    properties: &mut Vec<TreeProperty>,
    position: Option<&Position>,
    description: &str,
) {
    if !source.is_own {
        return;
    }
    let kings: Option<BTreeSet<String>> = match position {
        Some(position) => {
            let pieces = position.pieces().into_iter();
            let kings = pieces.filter(|piece| matches!(piece, Piece::King(..)));
            Some(kings.map(|king| king.point().to_string()).collect())
        }
        None => source
            .edits
            .kings(node)
            .map(|kings| kings.iter().map(Point::to_string).collect()),
    };
    let is_king = |point: &str| kings.as_ref().is_none_or(|kings| kings.contains(point));
    properties.retain_mut(|property| {
        match &*property.name {
            "C" => remove_description(property, description),
            "MA" => property.values.retain(|value| !is_king(value.text())),
            _ => {}
        }
        !property.values.is_empty()
    });
}

/// Removes the description of a ply from a comment, and all of the comment if it is nothing else.
pub(super) fn remove_description(property: &mut TreeProperty, description: &str) {
    if description.is_empty() {
        return;
    }
    let first = property.values.first_mut();
    let Some((value, rest)) = first.and_then(|value| {
        let rest = value.text().strip_prefix(description)?.to_owned();
        Some((value, rest))
    }) else {
        return;
    };
    if rest.is_empty() {
        property.values.remove(0);
    } else if let Some(rest) = rest.strip_prefix('\n') {
        *value = TreeValue::Plain(rest.into());
    }
}
