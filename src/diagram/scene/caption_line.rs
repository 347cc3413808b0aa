//! A line of text below a board that is never cut off: its letters are as small as needed.

use super::{
    image_point::{FontSize, ImagePoint},
    layer::{Layer, LayerId, Scene},
    shape::{Shape, TextRole},
    text_block::{TextBlock, sanitized, width},
};

/// The height of the line, in font sizes.
const HEIGHT: f64 = 1.9;

/// The maximum length of the line, as a width in font sizes.
const LONGEST: f64 = 200.0;

impl Scene {
    /// The font size in which a text fits below the image as one line: the usual one, or
    /// less for a long text.
    pub fn caption_size(&self, text: &str) -> FontSize {
        let block = TextBlock::of(&self.frame, 1.0, self.coordinates);
        let width = width(&sanitized(text, LONGEST)).max(1.0);
        FontSize(block.letters.min(block.width / width))
    }

    /// Adds a line of text below the board, above the other notes. The frame grows by a height that depends only on the
    /// size. Texts of records may be anything.
    pub fn add_caption(&mut self, text: &str, size: FontSize) {
        let FontSize(letters) = size;
        let at = ImagePoint {
            x: self.frame.left + self.frame.width / 2.0,
            y: self.board.top + self.board.height + letters * HEIGHT / 2.0,
        };
        self.frame.height += letters * HEIGHT;
        let notes = self
            .layers
            .iter_mut()
            .filter(|layer| layer.id == LayerId::Notes);
        for shape in notes.flat_map(|layer| &mut layer.shapes) {
            if let Shape::Text { at, .. } = shape {
                at.y += letters * HEIGHT;
            }
        }
        let line = Shape::Text {
            at,
            role: TextRole::Caption,
            size,
            text: sanitized(text, LONGEST),
        };
        match self
            .layers
            .iter_mut()
            .find(|layer| layer.id == LayerId::Notes)
        {
            Some(notes) => notes.shapes.insert(0, line),
            None => self.layers.push(Layer::new(LayerId::Notes, [line])),
        }
    }
}
