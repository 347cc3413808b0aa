//! Which marbles of a pyramid others hide.

use super::{ImagePoint, board_layout::BoardLayout};
use crate::diagram::Location;

/// Where the pieces are drawn, in the order in which they are: later ones hide earlier ones.
pub(super) struct Occlusion {
    places: Vec<(Location, ImagePoint)>,
    radius: f64,
}

impl Occlusion {
    pub(super) fn of(board: &BoardLayout) -> Occlusion {
        let pieces = board.pieces().into_iter().map(Location::from);
        Occlusion {
            places: pieces
                .map(|location| (location, board.at(location)))
                .collect(),
            radius: board.radius(),
        }
    }

    /// The centers of the pieces that cover a part of a piece.
    pub(super) fn before(&self, location: Location) -> Vec<ImagePoint> {
        let mut places = self
            .places
            .iter()
            .skip_while(|(place, _)| *place != location);
        let Some(&(_, at)) = places.next() else {
            return Vec::new();
        };
        let others = places.map(|&(_, other)| other);
        others
            .filter(|&other| distance(at, other) < 2.0 * self.radius)
            .collect()
    }

    /// The place nearest to the center of a piece where a disc of this radius, as a share of the piece's, is seen as a whole.
    pub(super) fn place_for_disc(&self, location: Location, share: f64) -> Option<ImagePoint> {
        const STEPS: i32 = 12;
        let at = self.places.iter().find(|&&(place, _)| place == location);
        let &(_, at) = at?;
        let before = self.before(location);
        let farthest = (1.0 - share) * self.radius;
        let steps = || (-STEPS..=STEPS).map(|step| farthest * f64::from(step) / f64::from(STEPS));
        let places = steps().flat_map(|x| steps().map(move |y| at.moved(x, y)));
        let is_free = |&place: &ImagePoint| {
            let is_far =
                |&other: &ImagePoint| distance(place, other) >= (1.0 + share) * self.radius;
            distance(place, at) <= farthest && before.iter().all(is_far)
        };
        let free = places.filter(is_free);
        free.min_by(|&one, &other| distance(one, at).total_cmp(&distance(other, at)))
    }

    /// How much of a piece is seen, from 0 to 1; or only of its inner part, if that is
    /// asked for by a share of its radius less than 1.
    pub(super) fn seen(&self, location: Location, inner: f64) -> f64 {
        const STEPS: i32 = 4;
        let before = self.before(location);
        let at = self.places.iter().find(|&&(place, _)| place == location);
        let Some(&(_, at)) = at.filter(|_| !before.is_empty()) else {
            return 1.0;
        };
        let step = inner * self.radius / f64::from(STEPS);
        let steps = || (-STEPS..=STEPS).map(f64::from);
        let samples = steps().flat_map(|x| steps().map(move |y| at.moved(x * step, y * step)));
        let (mut seen, mut all) = (0, 0);
        for sample in samples.filter(|&sample| distance(sample, at) <= inner * self.radius) {
            all += 1;
            let is_free = |&other: &ImagePoint| distance(sample, other) > self.radius;
            seen += i32::from(before.iter().all(is_free));
        }
        f64::from(seen) / f64::from(all)
    }
}

fn distance(one: ImagePoint, other: ImagePoint) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}
