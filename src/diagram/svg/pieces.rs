//! Boards, their cells and their pieces.

use super::{
    Pen,
    paths::{around, cross, square, stone},
    units,
};
use crate::{
    diagram::scene::ImagePoint,
    games::{Color, StoneColor},
};

impl Pen<'_> {
    /// The outline of a cell.
    pub(super) fn cell(&mut self, at: ImagePoint, class: Option<&'static str>) {
        let outline = around(at, self.scene.outline.corners());
        self.path(class, &outline, "");
    }

    pub(super) fn hole(&mut self, at: ImagePoint) {
        const RADIUS: f64 = 0.15;
        self.line(&format!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
            units(at.x),
            units(at.y),
            units(RADIUS),
            units(RADIUS * self.scene.tilt)
        ));
    }

    /// Whose an empty point is: a small square stands on it, and its cell is shaded unless
    /// there is only black and white.
    pub(super) fn owner(&mut self, at: ImagePoint, color: Color) {
        if !self.look.is_print() {
            let shade = match color {
                Color::Black => "black-owner",
                Color::White => "white-owner",
            };
            self.cell(at, Some(shade));
        }
        self.path(Some(stone(color)), &square(at, 0.12), "");
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
                Color::White => "white-crown",
            }),
            &around(at, &corners),
            "",
        );
    }

    pub(super) fn marble(&mut self, at: ImagePoint, color: Color, level: u8, highest: u8) {
        let radius = self.scene.radius;
        let fill = format!(" fill=\"{}\"", self.look.marble(color, level, highest));
        self.circle(
            Some(match color {
                Color::Black => "black-marble",
                Color::White => "white-marble",
            }),
            at,
            radius,
            &fill,
        );
        if self.look.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
        if self.look.is_print() && self.scene.tilt >= 1.0 {
            // As on a map: a line for each step up. From a corner the height is seen.
            for step in 1..level.min(5) {
                let inner = radius * (1.0 - 0.13 * f64::from(step));
                self.circle(
                    Some(match color {
                        Color::Black => "black-contour",
                        Color::White => "white-contour",
                    }),
                    at,
                    inner,
                    "",
                );
            }
        }
    }

    pub(super) fn neutral(&mut self, at: ImagePoint, hue: StoneColor, rank: usize) {
        let radius = self.scene.radius;
        let (fill, _) = self.look.hue(hue, rank);
        self.circle(Some("neutral"), at, radius, &format!(" fill=\"{fill}\""));
        if self.look.is_print() && rank >= 2 {
            for ring in 0..(rank - 1).min(3) {
                self.circle(Some("ring"), at, radius * (0.86 - 0.13 * ring as f64), "");
            }
        }
        if self.look.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
    }

    /// A removed piece: its outline, and a cross.
    pub(super) fn ghost(&mut self, at: ImagePoint, color: Color) {
        let radius = self.scene.radius;
        let class = match color {
            Color::Black => "black-ghost",
            Color::White => "white-ghost",
        };
        self.circle(Some(class), at, radius * 0.9, "");
        let mut cross_class = "ghost-cross";
        if self.look.is_print() && color == Color::Black {
            self.circle(Some("black"), at, radius * 0.6, "");
            cross_class = "on-black";
        }
        self.path(Some(cross_class), &cross(at, radius * 0.34), "");
    }
}
