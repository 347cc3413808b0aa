//! The size of an image in pixels.

use super::{image_point::Rect, layer::Scene};
use crate::diagram::style::{ImageSize, Style};

/// The least number of pixels of a unit that is made whole: with fewer, the margins that are
/// needed for it would be wide.
const MIN_UNIT: f64 = 16.0;

impl Scene {
    /// The scene in the size that a style asks for, also if its frame has grown since it was
    /// made. A unit of the board becomes a whole number of pixels where this takes only a
    /// little wider margins, so that all pieces of a kind consist of the same pixels and a file
    /// is small. `times` is by what the size of the image will be multiplied.
    #[must_use]
    pub fn with_size(mut self, style: &Style, times: f64) -> Scene {
        if let ImageSize::Whole(pixels) = style.size {
            self.scale = f64::from(pixels.max(1)) / self.frame.longer();
        }
        self.following = self
            .following
            .map(|following| Box::new(following.with_size(style, times)));
        if let Some(following) = &mut self.following {
            // Both boards begin with whole pixels.
            following.scale = self.scale;
        }
        let scale = self.scale * times;
        let unit = scale.floor();
        if !(MIN_UNIT..=1e6).contains(&unit) {
            return self;
        }
        self.scale = unit / times;
        let grown = |length: f64| (length * scale).round() / unit - length;
        let (right, down) = (grown(self.frame.width), grown(self.frame.height));
        let frame = self.frame;
        self.frame = with_margins(frame, frame, right / 2.0, down / 2.0);
        self.board = with_margins(self.board, frame, right / 2.0, down / 2.0);
        self
    }
}

/// A rectangle inside a frame, with margins on the sides that it shares with the frame.
fn with_margins(rect: Rect, frame: Rect, right: f64, down: f64) -> Rect {
    const EQUAL: f64 = 1e-6;
    let is_equal = |one: f64, other: f64| (one - other).abs() < EQUAL;
    let margin = |is_shared: bool, margin: f64| if is_shared { margin } else { 0.0 };
    let left = margin(is_equal(rect.left, frame.left), right);
    let top = margin(is_equal(rect.top, frame.top), down);
    let right = margin(
        is_equal(rect.left + rect.width, frame.left + frame.width),
        right,
    );
    let bottom = margin(
        is_equal(rect.top + rect.height, frame.top + frame.height),
        down,
    );
    Rect {
        left: rect.left - left,
        top: rect.top - top,
        width: rect.width + left + right,
        height: rect.height + top + bottom,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{Diagram, scene::scene},
        games::{Game, Position, Size},
        ruleset,
    };

    #[test]
    fn a_unit_is_a_whole_number_of_pixels() {
        let rules = &ruleset::default_for(Game::Ugo).rules;
        let position = Position::new(rules, Size::square(19), None).expect("a position");
        for (pixels, times, expected) in [(640, 1.0, 31.0), (200, 1.0, 9.9), (640, 2.0, 31.5)] {
            let style = Style {
                size: ImageSize::Whole(pixels),
                status: false,
                ..Style::default()
            };
            let plain = scene(&Diagram::new(&position), &style);
            let sized = plain.clone().with_size(&style, times);
            assert!((sized.scale - expected).abs() < 0.1, "{}", sized.scale);
            let length = sized.frame.longer() * sized.scale;
            assert!((length - f64::from(pixels)).abs() < 0.01, "{length}");
            assert_eq!(sized.frame, sized.board);
            assert!(sized.frame.left <= plain.frame.left);
            let middle = |rect: Rect| rect.top + rect.height / 2.0;
            assert!((middle(sized.frame) - middle(plain.frame)).abs() < 1e-6);
        }
    }
}
