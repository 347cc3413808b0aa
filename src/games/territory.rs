//! Territory: maximal sets of joined empty cells, and whose pieces touch them (Bargo, Sygo, Ugo).

use super::{
    Color, Point, Region, Tally,
    chains::{Chains, Content},
    point::Cell,
};

/// Counts every maximal set of empty cells among `cells` that are joined by `neighbors`, and lists them if they are wanted.
///
/// `neighbors` yields the cells that a given empty cell is joined to or touched by.
pub(super) fn add_territory<I: Iterator<Item = Cell>>(
    chains: &Chains,
    cells: impl Iterator<Item = Cell>,
    neighbors: impl Fn(Cell) -> I,
    point: impl Fn(Cell) -> Point,
    with_regions: bool,
    tally: &mut Tally,
) {
    // Whom a region touches is collected without a branch.
    let marks = chains.contents().iter().map(|content| match content {
        Content::Empty => EMPTY,
        Content::Black => BLACK,
        Content::White => WHITE,
        Content::Grey | Content::Yellow | Content::Outside => DONE,
    });
    let mut marks: Vec<u8> = marks.collect();
    let mut region = Vec::with_capacity(marks.len());
    for start in cells {
        if marks[start] != EMPTY {
            continue;
        }
        let mut touched = DONE;
        region.clear();
        region.push(start);
        marks[start] = DONE;
        let mut done = 0;
        while done < region.len() {
            for next in neighbors(region[done]) {
                let mark = marks[next];
                touched |= mark;
                if mark == EMPTY {
                    marks[next] = DONE;
                    region.push(next);
                }
            }
            done += 1;
        }
        let owner = match touched & !EMPTY {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        };
        tally.add_territory(region.len(), owner);
        if with_regions {
            let points = region.iter().map(|&cell| point(cell)).collect();
            tally.regions.push(Region { points, owner });
        }
    }
}

/// The mark of a cell that is outside, or in a region that has been found.
const DONE: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const EMPTY: u8 = 4;
