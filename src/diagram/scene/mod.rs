//! A position as shapes with a meaning, in units of the board: the distance between two
//! adjacent points is 1, `x` runs to the right, `y` down.
//!
//! `board_layout` knows where points are; `square`, `hexagon` and `pyramid` draw the boards
//! and their pieces; `annotations` what is drawn on top of them, `captions` the texts around
//! them; `compose` puts all of it together.

mod annotations;
mod axes;
mod board_layout;
mod caption_line;
mod captions;
mod compose;
mod coordinates;
mod crop;
mod hexagon;
mod image_point;
mod image_size;
mod layer;
mod level_boards;
mod marble_levels;
mod number_place;
mod occlusion;
mod pyramid;
mod shape;
mod square;
mod text_block;

pub(super) use axes::{axes, level_boards, places};
pub(super) use captions::piece_key;
#[cfg(feature = "pdf")]
pub(super) use captions::{details, players};
pub(super) use compose::after_ply;
#[cfg(feature = "pdf")]
pub(super) use compose::numbered_style;
pub use compose::{has_numbers_apart, scene, scene_and_notes};
pub use image_point::{CellOutline, FontSize, ImagePoint, Rect};
pub use layer::{Layer, LayerId, Scene};
pub(super) use number_place::{MARBLE_LEVEL, fitting, stone_letter};
pub use shape::{Background, Shape, Symbol, TextRole};
pub(super) use text_block::sanitized;
#[cfg(feature = "pdf")]
pub(super) use text_block::{BOLD, wrapped};
