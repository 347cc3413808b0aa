//! Points and rectangles of an image, in units of the board.

use std::cmp::Ordering;

/// A point of the image. Points are ordered as lines are read: row by row from the top,
/// each from the left.
#[derive(Clone, Copy, Debug)]
pub struct ImagePoint {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl ImagePoint {
    /// The point `right` and `down` of this one.
    #[must_use]
    pub fn moved(self, right: f64, down: f64) -> ImagePoint {
        ImagePoint {
            x: self.x + right,
            y: self.y + down,
        }
    }
}

impl Ord for ImagePoint {
    fn cmp(&self, other: &ImagePoint) -> Ordering {
        let by_row = self.y.total_cmp(&other.y);
        by_row.then(self.x.total_cmp(&other.x))
    }
}

impl PartialOrd for ImagePoint {
    fn partial_cmp(&self, other: &ImagePoint) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ImagePoint {
    fn eq(&self, other: &ImagePoint) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ImagePoint {}

/// The height of letters.
#[derive(Clone, Copy, Debug)]
pub struct FontSize(pub f64);

impl Ord for FontSize {
    fn cmp(&self, other: &FontSize) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for FontSize {
    fn partial_cmp(&self, other: &FontSize) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for FontSize {
    fn eq(&self, other: &FontSize) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for FontSize {}

/// A rectangle of the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Rect {
    /// The length of its longer side.
    pub fn longer(self) -> f64 {
        self.width.max(self.height)
    }

    /// The smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Rect) -> Rect {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Rect {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }
}

/// The outline of the cell around a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOutline {
    /// A square with sides of 1.
    Square,
    /// A hexagon with a corner at the top, 1 wide.
    Hexagon,
}

impl CellOutline {
    /// The corners, relative to the center.
    pub fn corners(self) -> &'static [(f64, f64)] {
        // Half an edge of the hexagon is 1 / (2 √3).
        const EDGE: f64 = 0.288_675;
        match self {
            CellOutline::Square => &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)],
            CellOutline::Hexagon => &[
                (0.5, -EDGE),
                (0.5, EDGE),
                (0.0, 2.0 * EDGE),
                (-0.5, EDGE),
                (-0.5, -EDGE),
                (0.0, -2.0 * EDGE),
            ],
        }
    }
}
