//! The square pyramid of Margo: places for marbles, level upon level, with
//! everything that is next to each precomputed.

use std::sync::OnceLock;

use super::Point;

/// The index of a place: level by level from the board up, row by row, so that a
/// higher place has a larger index.
pub(super) type Place = u16;

/// A place next to another on the same level, and the two places over the link
/// between them. Beside the edge of the level there are none: then both are
/// [`Pyramid::nowhere`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) place: Place,
    pub(super) over: [Place; 2],
}

/// What is around one place. Where there is nothing stands [`Pyramid::nowhere`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The four places it rests on; nowhere on the board's level.
    pub(super) below: [Place; 4],
    /// The up to four places that rest on it.
    pub(super) above: [Place; 4],
    /// The up to four places next to it on its level.
    pub(super) sides: [Side; 4],
    /// The place straight above, two levels up: a marble there buries one here.
    pub(super) cap: Place,
    /// Its point of the doubled grid.
    pub(super) point: Point,
    /// Its level, from 0.
    pub(super) level: u8,
}

/// The places of a pyramid on a base of n × n holes.
#[derive(Debug)]
pub(super) struct Pyramid {
    side: u8,
    around: Vec<Around>,
    /// The index of the first place of each level.
    first: Vec<usize>,
}

const LARGEST: usize = 19;
static PYRAMIDS: [OnceLock<Pyramid>; LARGEST + 1] = [const { OnceLock::new() }; LARGEST + 1];

impl Pyramid {
    /// The pyramid on a base of `side` × `side` holes, 2 to 19.
    pub(super) fn of(side: u8) -> &'static Pyramid {
        PYRAMIDS[usize::from(side)].get_or_init(|| Pyramid::build(side))
    }

    fn build(side: u8) -> Pyramid {
        let mut first = Vec::new();
        let mut places = 0;
        for level in 0..side {
            first.push(places);
            places += usize::from(side - level) * usize::from(side - level);
        }
        let mut pyramid = Pyramid {
            side,
            around: Vec::new(),
            first,
        };
        let nowhere = places as Place;
        let mut around = Vec::with_capacity(places);
        for level in 0..i32::from(side) {
            let width = i32::from(side) - level;
            for (row, column) in
                (0..width).flat_map(|row| (0..width).map(move |column| (row, column)))
            {
                let at = |up: i32, right: i32, north: i32| {
                    pyramid
                        .place(level + up, column + right, row + north)
                        .unwrap_or(nowhere)
                };
                let side = |right: i32, north: i32, over: [(i32, i32); 2]| Side {
                    place: at(0, right, north),
                    over: over.map(|(right, north)| at(1, right, north)),
                };
                around.push(Around {
                    below: [(0, 0), (1, 0), (0, 1), (1, 1)]
                        .map(|(right, north)| at(-1, right, north)),
                    above: [(0, 0), (-1, 0), (0, -1), (-1, -1)]
                        .map(|(right, north)| at(1, right, north)),
                    // The link to the right lies under (L+1, c, r−1) and (L+1, c, r), the
                    // one to the north under (L+1, c−1, r) and (L+1, c, r); the links to
                    // the left and south are those of the neighbours.
                    sides: [
                        side(1, 0, [(0, -1), (0, 0)]),
                        side(0, 1, [(-1, 0), (0, 0)]),
                        side(-1, 0, [(-1, -1), (-1, 0)]),
                        side(0, -1, [(-1, -1), (0, -1)]),
                    ],
                    cap: at(2, -1, -1),
                    point: Point::new(
                        (2 * column + level + 1) as u16,
                        (2 * row + level + 1) as u16,
                    ),
                    level: level as u8,
                });
            }
        }
        pyramid.around = around;
        pyramid
    }

    /// The place at a level (from 0), column and row of that level.
    fn place(&self, level: i32, column: i32, row: i32) -> Option<Place> {
        let width = i32::from(self.side) - level;
        let inside = level >= 0 && (0..width).contains(&column) && (0..width).contains(&row);
        inside.then(|| (self.first[level as usize] + (row * width + column) as usize) as Place)
    }

    /// Number of places; also the index that stands for no place.
    pub(super) fn nowhere(&self) -> Place {
        self.around.len() as Place
    }

    pub(super) fn places(&self) -> std::ops::Range<Place> {
        0..self.nowhere()
    }

    /// The places on the board itself.
    pub(super) fn holes(&self) -> std::ops::Range<Place> {
        0..Place::from(self.side) * Place::from(self.side)
    }

    pub(super) fn around(&self, place: Place) -> &Around {
        &self.around[usize::from(place)]
    }

    /// The place at a point on a level counted from 0.
    pub(super) fn at(&self, point: Point, level: u8) -> Option<Place> {
        let cell = |along: u16| {
            let doubled = i32::from(along) - 1 - i32::from(level);
            (doubled >= 0 && doubled % 2 == 0).then_some(doubled / 2)
        };
        self.place(i32::from(level), cell(point.column)?, cell(point.row)?)
    }

    /// The places at a point, from the lowest up; none if it is not a point of the doubled grid.
    pub(super) fn tower(&self, point: Point) -> impl Iterator<Item = Place> {
        let lowest = u8::from(point.column.is_multiple_of(2));
        (lowest..self.side)
            .step_by(2)
            .map_while(move |level| self.at(point, level))
    }
}
