//! A record as an HTML viewer: one file that needs no network.
//!
//! It contains one image with the shapes of all positions and, for every node, which of them
//! appear and disappear with it; so the script draws nothing, and every position looks as
//! [`svg`](super::svg()) draws it. Texts of the record are JSON and are set as text.

mod move_text;
mod node_data;
mod node_views;
mod piece_text;
mod plain_text;
mod policy;
mod position_state;
mod script_data;
mod shape_atlas;
#[cfg(test)]
mod tests;
mod too_large;
mod turned_board;
mod viewer;

pub use position_state::PositionState;
pub use too_large::{MAX_VIEWER_DATA, MAX_VIEWER_NODES, ViewerTooLarge};
pub use viewer::{InitialPosition, html_viewer};
