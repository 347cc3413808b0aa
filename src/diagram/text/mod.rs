//! Boards of characters, for a terminal or a message.
//!
//! `square`, `hexagon` and `pyramid` each draw one kind of board on a canvas of characters;
//! `notes` writes the lines above and below it, and `render` puts both together.

mod canvas;
mod context;
mod glyphs;
mod grid;
mod hexagon;
mod notes;
mod options;
mod point_text;
mod pyramid;
mod render;
mod square;
#[cfg(test)]
mod tests;

pub use options::TextOptions;
pub use render::{TextBoard, text, text_board};
