//! Boards, their cells and their pieces.

use super::{
    number::units,
    paths::{around, color_class, cross, pair, polygon, square, straight},
    writer::SvgWriter,
};
use crate::{
    diagram::scene::ImagePoint,
    games::{Color, StoneColor},
};

/// The radius of a thin ring on a piece, as a share of the piece's. Outside it is enough of the piece's own color to
/// tell whose it is in black and white, where the ring has the color of the other player.
pub(super) const INNER_RING: f64 = 0.78;

impl SvgWriter<'_> {
    /// The outline of a cell.
    pub(super) fn cell(&mut self, at: ImagePoint, class: Option<&'static str>) {
        let outline = around(at, self.scene.outline.corners());
        self.path(class, &outline, "");
    }

    pub(super) fn hole(&mut self, at: ImagePoint) {
        const RADIUS: f64 = 0.15;
        self.element(
            "ellipse",
            format!(
                "cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                units(at.x),
                units(at.y),
                units(RADIUS),
                units(RADIUS * self.scene.tilt)
            ),
        );
    }

    /// The owner of an empty point: a small square, and unless there is only black and white
    /// a shade on its cell.
    pub(super) fn territory(&mut self, at: ImagePoint, color: Color) {
        if !self.colors.is_print() {
            let shade = match color {
                Color::Black => "black-owner",
                _ => "white-owner",
            };
            self.cell(at, Some(shade));
        }
        self.path(Some(color_class(color)), &square(at, 0.12), "");
    }

    pub(super) fn crown(&mut self, at: ImagePoint, color: Color, small: bool) {
        const CROWN: [(f64, f64); 7] = [
            (-0.5, 0.42),
            (-0.62, -0.3),
            (-0.27, 0.02),
            (0.0, -0.5),
            (0.27, 0.02),
            (0.62, -0.3),
            (0.5, 0.42),
        ];
        let (raised, share) = if small { (0.68, 0.42) } else { (0.0, 1.0) };
        let radius = self.scene.radius;
        let at = at.moved(0.0, -raised * radius);
        let corners = CROWN.map(|(x, y)| (x * share * radius, y * share * radius));
        self.path(
            Some(match color {
                Color::Black => "black-crown",
                _ => "white-crown",
            }),
            &around(at, &corners),
            "",
        );
    }

    /// A ring around the number of a king.
    pub(super) fn king_ring(&mut self, at: ImagePoint, color: Color) {
        let class = match color {
            Color::Black => "black-king",
            _ => "white-king",
        };
        self.circle(Some(class), at, self.scene.radius * INNER_RING, "");
    }

    pub(super) fn marble(&mut self, at: ImagePoint, color: Color, level: u8, top_level: u8) {
        let radius = self.scene.radius;
        let fill = format!(" fill=\"{}\"", self.colors.marble(color, level, top_level));
        self.circle(
            Some(match color {
                Color::Black => "black-marble",
                Color::White => "white-marble",
                Color::Grey => "grey-marble",
                Color::Yellow => "yellow-marble",
            }),
            at,
            radius,
            &fill,
        );
        if self.colors.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
        self.pattern(at, color);
    }

    /// What tells the marbles of Grey and Yellow apart without colors, around a number or a mark in the middle: two lines,
    /// and four notches.
    fn pattern(&mut self, at: ImagePoint, color: Color) {
        let radius = self.scene.radius;
        let line = |from: (f64, f64), to: (f64, f64)| {
            let [from, to] = [from, to].map(|(x, y)| at.moved(x * radius, y * radius));
            straight(from, to)
        };
        let (class, lines) = match color {
            Color::Black | Color::White => return,
            Color::Grey => {
                let lines = [-0.64, 0.64].map(|y| line((-0.7, y), (0.7, y)));
                ("grey-pattern", lines.concat())
            }
            Color::Yellow => {
                let notches = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
                let notch = |(x, y)| line((0.62 * x, 0.62 * y), (0.96 * x, 0.96 * y));
                ("yellow-pattern", notches.map(notch).concat())
            }
        };
        self.path(Some(class), &lines, "");
    }

    /// A stone of Bamogo and the letter of its color, of this size in a group of that size.
    pub(super) fn neutral_stone(
        &mut self,
        at: ImagePoint,
        (color, rank): (StoneColor, usize),
        small: bool,
        sizes: (Option<f64>, Option<f64>),
    ) {
        let radius = self.scene.radius;
        let (fill, ink) = self.colors.neutral_stone(color, rank);
        self.circle(Some("neutral"), at, radius, &format!(" fill=\"{fill}\""));
        if self.colors.is_print() && rank >= 2 {
            for ring in 0..(rank - 1).min(3) {
                self.circle(Some("ring"), at, radius * (0.86 - 0.13 * ring as f64), "");
            }
        }
        if self.colors.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
        // Above a number, inside the rings.
        let raised = if small { radius * 0.49 } else { 0.0 };
        let fill = format!(" fill=\"{ink}\"");
        let letter = color.letter().to_string();
        self.text(None, at.moved(0.0, -raised), sizes, &fill, &letter);
    }

    pub(super) fn stone(&mut self, at: ImagePoint, color: Color) {
        self.circle(Some(color_class(color)), at, self.scene.radius, "");
    }

    pub(super) fn wall(&mut self, corners: &[ImagePoint], color: Color) {
        let class = match color {
            Color::Black => "black-wall",
            _ => "white-wall",
        };
        self.path(Some(class), &polygon(corners), "");
    }

    /// A dot in the color that a stone has later, below its number on the right.
    pub(super) fn recolored(&mut self, at: ImagePoint, color: Color) {
        let radius = self.scene.radius;
        let at = at.moved(0.6 * radius, 0.64 * radius);
        self.circle(Some(color_class(color)), at, 0.22 * radius, "");
    }

    /// The outline of a marble of the level below.
    pub(super) fn marble_below(&mut self, at: ImagePoint, color: Color) {
        let class = match color {
            Color::Black => "black-below",
            Color::White => "white-below",
            Color::Grey => "grey-below",
            Color::Yellow => "yellow-below",
        };
        self.circle(Some(class), at, self.scene.radius * 0.96, "");
    }

    /// The outline of a removed marble around its center, or its part from one point clockwise to another.
    pub(super) fn captured_outline(&mut self, at: ImagePoint, from: ImagePoint, to: ImagePoint) {
        const CLASSES: [&str; 2] = ["outline", "outline-dashes"];
        let radius = self.scene.radius;
        if from == to {
            for class in CLASSES {
                self.circle(Some(class), at, radius, "");
            }
            return;
        }
        // Whether it is longer than half of the outline.
        let turn = (from.x - at.x) * (to.y - at.y) - (from.y - at.y) * (to.x - at.x);
        let is_long = u8::from(turn < 0.0);
        let r = units(radius);
        let path = format!("M{}A{r} {r} 0 {is_long} 1 {}", pair(from), pair(to));
        for class in CLASSES {
            self.path(Some(class), &path, "");
        }
    }

    /// A removed piece: its outline, and a cross; or a cross in its color only.
    pub(super) fn captured(&mut self, at: ImagePoint, color: Color) {
        let radius = self.scene.radius;
        if self.has_small_crosses {
            // Nothing around it is hidden.
            let path = cross(at, radius * 0.25);
            let (halo, class) = match color {
                Color::Black => ("cross-on-black", "black-cross"),
                Color::White => ("cross-on-white", "white-cross"),
                Color::Grey => ("cross-on-white", "grey-cross"),
                Color::Yellow => ("cross-on-white", "yellow-cross"),
            };
            self.path(Some(halo), &path, "");
            return self.path(Some(class), &path, "");
        }
        let class = match color {
            Color::Black => "black-ghost",
            Color::White => "white-ghost",
            Color::Grey => "grey-ghost",
            Color::Yellow => "yellow-ghost",
        };
        self.circle(Some(class), at, radius * 0.9, "");
        let mut cross_class = "ghost-cross";
        if self.colors.is_print() && color == Color::Black {
            self.circle(Some("black"), at, radius * 0.6, "");
            cross_class = "on-black";
        }
        self.path(Some(cross_class), &cross(at, radius * 0.34), "");
    }
}
