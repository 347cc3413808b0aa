//! Numbers, labels and texts.

use unicode_width::UnicodeWidthStr;

use super::writer::SvgWriter;
use crate::{
    diagram::scene::{
        Background, FontSize, ImagePoint, MARBLE_LEVEL, Shape, fitting, stone_letter,
    },
    games::Color,
};

impl SvgWriter<'_> {
    /// The size of the letters of a shape that contains text.
    pub(super) fn font_size(&self, shape: &Shape) -> Option<f64> {
        let on_piece = |length: usize, background: Background| {
            let (_, radius) = self.free_area(ImagePoint { x: 0.0, y: 0.0 }, background);
            radius * fitting(length)
        };
        match shape {
            Shape::Text {
                size: FontSize(size),
                ..
            } => Some(*size),
            Shape::MoveNumber(_, number, background, FontSize(share)) => {
                Some(on_piece(number.to_string().len(), *background) * share)
            }
            Shape::MarbleLevel(..) => Some(self.scene.radius * MARBLE_LEVEL),
            Shape::Label(_, text, background) => Some(on_piece(text.width(), *background)),
            Shape::NeutralStone { small, .. } => Some(self.scene.radius * stone_letter(*small)),
            _ => None,
        }
    }

    /// The center and the radius of the area that a piece leaves free: a stone of Bamogo has
    /// its letter at the top.
    pub(super) fn free_area(&self, at: ImagePoint, background: Background) -> (ImagePoint, f64) {
        let radius = self.scene.radius;
        match background {
            Background::Neutral(..) => (at.moved(0.0, 0.2 * radius), 0.78 * radius),
            Background::Board | Background::Piece(_) => (at, radius),
        }
    }

    /// A number or a label: on an empty point it covers the lines of the board.
    pub(super) fn written(
        &mut self,
        at: ImagePoint,
        background: Background,
        sizes: (Option<f64>, Option<f64>),
        text: &str,
    ) {
        let (at, _) = self.free_area(at, background);
        // A disk would cover parts of the marbles around the point.
        let has_disk = background == Background::Board && !self.is_pyramid;
        if has_disk {
            let class = if self.has_grid { "blank" } else { "blank-cell" };
            self.circle(Some(class), at, self.scene.radius * 0.8, "");
        }
        let (class, fill) = match background {
            Background::Board if self.is_pyramid => (Some("ink-hole"), String::new()),
            Background::Board => (Some("ink-board"), String::new()),
            Background::Piece(Color::Black) => (Some("ink-black"), String::new()),
            Background::Piece(Color::White) => (Some("ink-white"), String::new()),
            Background::Piece(Color::Grey) => (Some("ink-grey"), String::new()),
            Background::Piece(Color::Yellow) => (Some("ink-yellow"), String::new()),
            Background::Neutral(color, rank) => {
                let (_, ink) = self.colors.neutral_stone(color, rank);
                (None, format!(" fill=\"{ink}\""))
            }
        };
        self.text(class, at, sizes, &fill, text);
    }
}
