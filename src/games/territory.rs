//! Territory: maximal sets of joined empty cells, and whose pieces touch them (Bargo, Sygo, Ugo).

use super::{
    Color, Point, Region, Tally,
    chains::{Chains, Content},
    point::Cell,
};

/// Counts every maximal set of joined empty cells, and lists them if they are wanted.
///
/// `neighbors` are the cells around an empty cell. `is_cut` tells whether the piece on such a neighbor does not touch it; the
/// first argument is the neighbor's place in that list.
pub(super) fn add_territory<const N: usize>(
    chains: &Chains,
    neighbors: impl Fn(Cell) -> [Cell; N],
    is_cut: impl Fn(usize, Cell) -> bool,
    point: impl Fn(Cell) -> Point,
    with_regions: bool,
    tally: &mut Tally,
) {
    let marks = chains.contents().iter().map(|content| match content {
        Content::Empty => EMPTY,
        Content::Black => BLACK,
        Content::White => WHITE,
        Content::Grey | Content::Yellow | Content::Outside => DONE,
    });
    let mut marks: Vec<u8> = marks.collect();
    // The cells of a region, and one more, which is written before it is known to belong to the region: whom a region touches
    // and what belongs to it is collected without a branch.
    let mut region: Vec<Cell> = vec![0; marks.len() + 1];
    for start in 0..marks.len() {
        if marks[start] != EMPTY {
            continue;
        }
        let mut touched = DONE;
        marks[start] = DONE;
        region[0] = start;
        let (mut done, mut size) = (0, 1);
        while done < size {
            for (number, next) in neighbors(region[done]).into_iter().enumerate() {
                let mark = marks[next];
                touched |= if is_cut(number, next) { DONE } else { mark };
                marks[next] = mark & !EMPTY;
                region[size] = next;
                size += usize::from(mark == EMPTY);
            }
            done += 1;
        }
        let owner = match touched & !EMPTY {
            BLACK => Some(Color::Black),
            WHITE => Some(Color::White),
            _ => None,
        };
        tally.add_territory(size, owner);
        if with_regions {
            let points = region[..size].iter().map(|&cell| point(cell)).collect();
            tally.regions.push(Region { points, owner });
        }
    }
}

/// The mark of a cell that is outside, or in a region that has been found.
const DONE: u8 = 0;
const BLACK: u8 = 1;
const WHITE: u8 = 2;
const EMPTY: u8 = 4;
