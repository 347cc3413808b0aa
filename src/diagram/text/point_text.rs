//! The text of a point.

use super::canvas::CharRole;

/// What is written at a point.
pub(super) struct PointText {
    pub(super) text: String,
    pub(super) role: CharRole,
    pub(super) is_piece: bool,
}

impl PointText {
    pub(super) fn piece(text: String, role: CharRole) -> PointText {
        PointText {
            text,
            role,
            is_piece: true,
        }
    }

    pub(super) fn empty(text: &str) -> PointText {
        PointText {
            text: text.to_owned(),
            role: CharRole::Empty,
            is_piece: false,
        }
    }
}
