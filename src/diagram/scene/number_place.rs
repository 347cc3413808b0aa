//! Where a move number is written on a piece, and how large.

#[cfg(feature = "pdf")]
use super::Shape;
use super::{FontSize, ImagePoint, Scene, occlusion::Occlusion};
use crate::{
    diagram::{
        content::{Diagram, Location},
        style::{Style, Theme, View},
    },
    games::Game,
};

/// The size of the digit that tells the level of a marble, as a share of the radius.
pub(in crate::diagram) const MARBLE_LEVEL: f64 = 0.46;

/// The sizes of letters on a piece with the radius 1, by the number of characters.
const FITTING: [f64; 6] = [1.2, 1.06, 0.94, 0.68, 0.54, 0.45];

/// The sizes of numbers on marbles seen from above.
pub(super) const SIZES: &[f64] = &[1.0, 0.9, 0.8, 0.7, 0.6, 0.5];
/// The sizes where nearly all marbles are partly covered: so the numbers are alike.
pub(super) const EQUAL_SIZES: &[f64] = &[0.75, 0.6];

/// The size of this many letters on a piece with the radius 1.
pub(in crate::diagram) fn fitting(letters: usize) -> f64 {
    FITTING[letters.clamp(1, FITTING.len()) - 1]
}

/// The size of the letter of a stone of Bamogo with the radius 1.
pub(in crate::diagram) fn stone_letter(small: bool) -> f64 {
    if small { 0.6 } else { 1.05 }
}

/// Whether levels are told by digits: where neither shades nor boards of their own do, and seen from above in a numbered
/// diagram, whose marbles may be nearly covered.
pub(super) fn has_marble_levels(diagram: &Diagram, style: &Style) -> bool {
    let is_needed = match style.view {
        View::Top => style.theme == Theme::Print || !diagram.numbers.is_empty(),
        View::Iso => style.theme == Theme::Print,
        View::Exploded => false,
    };
    is_needed && diagram.position.game() == Game::Margo
}

impl Scene {
    /// The size of the smallest letters on the board and around it, in its units.
    #[cfg(feature = "pdf")]
    pub(in crate::diagram) fn smallest_letters(&self) -> f64 {
        let shapes = self.layers.iter().flat_map(|layer| &layer.shapes);
        let sizes = shapes.filter_map(|shape| match shape {
            Shape::Text { size, .. } => Some(size.0),
            Shape::NeutralStone { small, .. } => Some(stone_letter(*small) * self.radius),
            Shape::MarbleLevel(..) => Some(MARBLE_LEVEL * self.radius),
            Shape::MoveNumber(_, number, _, FontSize(share)) => {
                Some(fitting(number.to_string().len()) * self.radius * share)
            }
            _ => None,
        });
        sizes.fold(f64::INFINITY, f64::min)
    }
}

/// The place and the size of a number on a marble that others may partly cover: the largest of a few sizes, at the place
/// nearest to the center where nothing covers it, or to a point that is `down` below the center, as a share of the radius.
/// `most_digits` is the number of digits of the longest number: shorter ones are not larger. The sizes are shares of the
/// usual one.
pub(super) fn place(
    occlusion: &Occlusion,
    (location, at): (Location, ImagePoint),
    radius: f64,
    number: u32,
    down: f64,
    (most_digits, sizes): (usize, &[f64]),
) -> Option<(ImagePoint, FontSize)> {
    /// Half the width of a bold digit, and half its height, in font sizes.
    const DIGIT: (f64, f64) = (0.32, 0.37);
    /// The part of the radius that it may take.
    const INNER: f64 = 0.95;
    const STEPS: i32 = 9;
    let before = occlusion.before(location);
    let digits = number.to_string().len();
    // Those of two digits are as large as those of three.
    let usual = fitting(most_digits.min(3).max(digits));
    let size = usual * radius;
    let mut shifts: Vec<(f64, f64)> = (-STEPS..=STEPS)
        .flat_map(|x| (-STEPS..=STEPS).map(move |y| (f64::from(x), f64::from(y))))
        .map(|(x, y)| (x * radius * 0.07, (y * 0.07 + down) * radius))
        .collect();
    let far = |shift: &(f64, f64)| shift.0.hypot(shift.1 - down * radius);
    shifts.sort_by(|one, other| far(one).total_cmp(&far(other)));
    for &share in sizes {
        let half = (
            DIGIT.0 * digits as f64 * size * share,
            DIGIT.1 * size * share,
        );
        let fits = |&&(right, down): &&(f64, f64)| {
            let corner = (right.abs() + half.0).hypot(down.abs() + half.1);
            // A number in the middle of a marble may be as wide as usual.
            let is_inside = corner <= INNER * radius || (right, down) == (0.0, 0.0);
            let is_free = |other: &ImagePoint| {
                let aside = ((other.x - at.x - right).abs() - half.0).max(0.0);
                let above = ((other.y - at.y - down).abs() - half.1).max(0.0);
                aside.hypot(above) >= 1.05 * radius
            };
            is_inside && before.iter().all(is_free)
        };
        if let Some(&(right, down)) = shifts.iter().find(fits) {
            let share = share * usual / fitting(digits);
            return Some((at.moved(right, down), FontSize(share)));
        }
    }
    None
}
