//! Symbols on pieces and points, lines, and the sides of the players.

use super::{
    number::units,
    paths::{
        around, background_class, color_class, cross, pair, polygon, polyline, square, straight,
    },
    pieces::INNER_RING,
    writer::SvgWriter,
};
use crate::{
    diagram::scene::{Background, CellOutline, ImagePoint, Symbol},
    games::Color,
};

impl SvgWriter<'_> {
    /// Two arrows in a circle.
    pub(super) fn flipped(&mut self, at: ImagePoint, background: Background) {
        let radius = self.scene.radius * 0.6;
        let on_circle = |degrees: f64, radius: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            at.moved(radius * cos, -radius * sin)
        };
        let mut path = String::new();
        for start in [25.0, 205.0] {
            let (from, to) = (on_circle(start, radius), on_circle(start + 130.0, radius));
            let heads = [0.72, 1.28].map(|share| on_circle(start + 98.0, radius * share));
            path.push_str(&format!(
                "M{}A{r} {r} 0 0 0 {}M{}L{}L{}",
                pair(from),
                pair(to),
                pair(heads[0]),
                pair(to),
                pair(heads[1]),
                r = units(radius)
            ));
        }
        self.path(Some(background_class(background)), &path, "");
    }

    /// A band below the stones of a chain. In black and white it has only edges: black stones are on it.
    pub(super) fn chain(&mut self, points: &[ImagePoint]) {
        let band = polyline(points);
        self.path(None, &band, "");
        if self.colors.is_print() {
            self.path(Some("chain-core"), &band, "");
        }
    }

    pub(super) fn last_move(&mut self, at: ImagePoint, background: Background, small: bool) {
        let radius = self.scene.radius;
        let class = match background {
            Background::Board => "last-board",
            Background::Piece(Color::Black) => "last-black",
            Background::Piece(Color::White) => "last-white",
            Background::Piece(Color::Grey) => "last-grey",
            Background::Piece(Color::Yellow) => "last-yellow",
            // Its letter fills the stone.
            Background::Neutral(..) => return self.marked_cell(at),
        };
        if small && self.is_pyramid {
            // A ring would be one of those that tell the level.
            let at = at.moved(0.0, radius * 0.7);
            self.circle(Some(class), at, radius * 0.15, "");
        } else if small {
            // Around the crown or what is written there.
            let class = match class {
                "last-black" => "ring-black",
                "last-board" => "ring-board",
                _ => "ring-white",
            };
            self.circle(Some(class), at, radius * INNER_RING, "");
        } else {
            // The pieces of Bargo are small.
            let share = match self.scene.outline {
                CellOutline::Hexagon => 0.42,
                CellOutline::Square => 0.3,
            };
            self.circle(Some(class), at, radius * share, "");
        }
    }

    /// Four marks in the corners of a cell.
    fn marked_cell(&mut self, at: ImagePoint) {
        const HALF: f64 = 0.5;
        const LEG: f64 = 0.28;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let triangles = corners.map(|(right, down): (f64, f64)| {
            around(
                at,
                &[
                    (right * HALF, down * HALF),
                    (right * (HALF - LEG), down * HALF),
                    (right * HALF, down * (HALF - LEG)),
                ],
            )
        });
        self.path(Some("last-board"), &triangles.concat(), "");
    }

    pub(super) fn illegal_move(&mut self, at: ImagePoint) {
        let path = cross(at, self.scene.radius * 0.66);
        self.with_halo("halo", &path);
    }

    /// A path that stands out from everything below it.
    pub(super) fn with_halo(&mut self, class: &'static str, path: &str) {
        self.path(Some(class), path, "");
        self.path(None, path, "");
    }

    /// A veil over a point and the piece on it.
    pub(super) fn dimmed(&mut self, at: ImagePoint) {
        if self.colors.is_print() {
            // Stripes, for there is no gray.
            let radius = self.scene.radius;
            let stripes = [-0.6, -0.2, 0.2, 0.6].map(|offset: f64| {
                let (across, along) = (offset * radius, (1.0 - offset * offset).sqrt() * radius);
                let turned = |x: f64, y: f64| at.moved((x - y) * 0.72, (x + y) * 0.72);
                straight(turned(across, -along), turned(across, along))
            });
            self.path(Some("stripes"), &stripes.concat(), "");
        } else if self.is_pyramid {
            self.circle(Some("veil"), at, self.scene.radius * 1.04, "");
        } else {
            self.cell(at, Some("veil"));
        }
    }

    pub(super) fn symbol(&mut self, at: ImagePoint, symbol: Symbol, background: Background) {
        let (at, radius) = self.free_area(at, background);
        let (class, mut attributes) = match background {
            Background::Neutral(color, rank) => (
                None,
                format!(" stroke=\"{}\"", self.colors.neutral_stone(color, rank).1),
            ),
            background => (Some(background_class(background)), String::new()),
        };
        let path = match symbol {
            Symbol::Circle => return self.circle(class, at, radius * 0.52, &attributes),
            Symbol::Territory(color) => {
                let class = match color {
                    Color::Black => "black-mark",
                    _ => "white-mark",
                };
                return self.path(Some(class), &square(at, 0.15), "");
            }
            Symbol::Triangle => polygon(&[
                at.moved(0.0, -0.68 * radius),
                at.moved(0.59 * radius, 0.34 * radius),
                at.moved(-0.59 * radius, 0.34 * radius),
            ]),
            Symbol::Square => square(at, radius * 0.46),
            Symbol::Cross => cross(at, radius * 0.44),
            // A full square: its sides are so thick that they meet in the center.
            Symbol::Selected => {
                attributes.push_str(&format!(" stroke-width=\"{}\"", units(radius * 0.5)));
                square(at, radius * 0.25)
            }
        };
        self.path(class, &path, &attributes);
    }

    pub(super) fn arrow(&mut self, from: ImagePoint, to: ImagePoint) {
        const HEAD: f64 = 0.3;
        let (right, down) = (to.x - from.x, to.y - from.y);
        let length = right.hypot(down);
        let (right, down) = (right / length, down / length);
        let neck = to.moved(-right * HEAD, -down * HEAD);
        let wing = |side: f64| neck.moved(-down * side * HEAD / 2.0, right * side * HEAD / 2.0);
        let head = polygon(&[to, wing(1.0), wing(-1.0)]);
        self.with_halo("line-halo", &format!("{}{head}", straight(from, neck)));
    }

    pub(super) fn player_side(&mut self, from: ImagePoint, to: ImagePoint, color: Color) {
        const HALF: f64 = 0.07;
        // Black's sides are horizontal, White's vertical.
        let (right, down) = match color {
            Color::Black => (0.0, HALF),
            _ => (HALF, 0.0),
        };
        let corners = [
            from.moved(-right, -down),
            to.moved(-right, -down),
            to.moved(right, down),
            from.moved(right, down),
        ];
        self.path(Some(color_class(color)), &polygon(&corners), "");
    }
}
