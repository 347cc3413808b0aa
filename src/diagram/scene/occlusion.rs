//! Which marbles of a pyramid others hide.

use std::f64::consts::TAU;

use super::{ImagePoint, board_layout::BoardLayout};
use crate::{diagram::Location, games::Piece};

/// Where the pieces are drawn, in the order in which they are: later ones hide earlier ones.
pub(super) struct Occlusion {
    places: Vec<(Location, ImagePoint)>,
    radius: f64,
}

/// A part of the outline of a piece, clockwise from one point to another; all of it if both are the same.
pub(super) type Arc = (ImagePoint, ImagePoint);

impl Occlusion {
    pub(super) fn of(board: &BoardLayout) -> Occlusion {
        let place = |&piece: &Piece| (piece.into(), board.at(piece.into()));
        Occlusion {
            places: board.pieces().iter().map(place).collect(),
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
        self.near(at, places.map(|&(_, other)| other))
    }

    /// Those of some centers whose pieces overlap a piece at a place.
    pub(super) fn near(
        &self,
        at: ImagePoint,
        others: impl Iterator<Item = ImagePoint>,
    ) -> Vec<ImagePoint> {
        others
            .filter(|&other| distance(at, other) < 2.0 * self.radius)
            .collect()
    }

    /// The place nearest to the center of a piece where a disc of this radius, as a share of the piece's, is seen as a whole.
    pub(super) fn place_for_disc(&self, location: Location, share: f64) -> Option<ImagePoint> {
        let at = self.places.iter().find(|&&(place, _)| place == location);
        let &(_, at) = at?;
        self.place_beside(at, &self.before(location), share)
    }

    /// The same for a piece at a place that these pieces cover.
    pub(super) fn place_beside(
        &self,
        at: ImagePoint,
        before: &[ImagePoint],
        share: f64,
    ) -> Option<ImagePoint> {
        const STEPS: i32 = 12;
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

    /// The parts of the outline of a piece at a place that these pieces leave free, but for specks.
    pub(super) fn outline(&self, at: ImagePoint, before: &[ImagePoint]) -> Vec<Arc> {
        /// The shortest part, in radians.
        const SHORTEST: f64 = 0.25;
        // The hidden parts, as angles from their beginning to their end; the beginning is from 0 to a full turn.
        let mut hidden: Vec<(f64, f64)> = (before.iter())
            .map(|other| {
                let half = (distance(at, *other) / (2.0 * self.radius)).min(1.0).acos();
                let middle = (other.y - at.y).atan2(other.x - at.x);
                let begin = (middle - half).rem_euclid(TAU);
                (begin, begin + 2.0 * half)
            })
            .collect();
        hidden.sort_by(|one, other| one.0.total_cmp(&other.0));
        let on_circle = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            at.moved(self.radius * cos, self.radius * sin)
        };
        let Some(&(first, _)) = hidden.first() else {
            return vec![(on_circle(0.0), on_circle(0.0))];
        };
        // What hides the end of the turn may hide its beginning too.
        let mut free_from = hidden
            .iter()
            .map(|&(_, end)| end - TAU)
            .fold(first, f64::max);
        let turn = hidden.iter().copied().chain([(first + TAU, first + TAU)]);
        let mut arcs = Vec::new();
        for (begin, end) in turn {
            if begin - free_from >= SHORTEST {
                arcs.push((on_circle(free_from), on_circle(begin)));
            }
            free_from = free_from.max(end);
        }
        arcs
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

#[cfg(test)]
mod tests {
    use super::*;

    const AT: ImagePoint = ImagePoint { x: 3.0, y: 2.0 };

    fn occlusion() -> Occlusion {
        Occlusion {
            places: Vec::new(),
            radius: 0.5,
        }
    }

    /// The angle from the beginning of an arc to its end, clockwise.
    fn length(&(from, to): &Arc) -> f64 {
        let angle = |point: ImagePoint| (point.y - AT.y).atan2(point.x - AT.x);
        (angle(to) - angle(from)).rem_euclid(TAU)
    }

    #[test]
    fn an_outline_ends_where_other_pieces_begin() {
        let occlusion = occlusion();
        let whole = occlusion.outline(AT, &[]);
        assert_eq!(whole.len(), 1);
        assert_eq!(whole[0].0, whole[0].1);
        let shifts = [0.1, 0.3, 0.5, 0.8, 0.95];
        let others = shifts.iter().flat_map(|&right| {
            let downs = shifts.iter().map(move |&down| AT.moved(-right, down));
            downs.chain([AT.moved(right, 0.0), AT.moved(0.0, -right)])
        });
        let others: Vec<ImagePoint> = occlusion.near(AT, others);
        for (index, &one) in others.iter().enumerate() {
            for &other in &others[index..] {
                let arcs = occlusion.outline(AT, &[one, other]);
                // What is left free by both, counted point by point.
                let free = (0..3600).filter(|step| {
                    let (sin, cos) = (f64::from(*step) * TAU / 3600.0).sin_cos();
                    let point = AT.moved(0.5 * cos, 0.5 * sin);
                    distance(point, one) > 0.5 && distance(point, other) > 0.5
                });
                let free = free.count() as f64 * TAU / 3600.0;
                let all: f64 = arcs.iter().map(length).sum();
                assert!(
                    all <= free + 0.01 && all > free - 0.51,
                    "{all} {free} {one:?} {other:?}"
                );
                for (from, to) in arcs {
                    for end in [from, to] {
                        let nearest = distance(end, one).min(distance(end, other));
                        assert!((nearest - 0.5).abs() < 1e-9, "{nearest} {one:?} {other:?}");
                    }
                }
            }
        }
        let around = [(0.1, 0.0), (-0.1, 0.1), (-0.1, -0.1)];
        let around = around.map(|(right, down)| AT.moved(right, down));
        assert!(occlusion.outline(AT, &around).is_empty());
    }
}
