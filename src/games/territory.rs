//! Territory: maximal sets of joined empty cells, and whose pieces touch them (Bargo, Sygo, Ugo).

use super::{
    Color, Point, Tally,
    chains::{Chains, Content},
    color::ColorArray,
    point::Cell,
};

/// Adds every maximal set of empty cells among `cells` that are joined by `neighbors`.
///
/// `neighbors` yields the cells that a given empty cell is joined to or touched by.
pub(super) fn add_territory<I: Iterator<Item = Cell>>(
    chains: &Chains,
    cells: impl Iterator<Item = Cell>,
    neighbors: impl Fn(Cell) -> I,
    point: impl Fn(Cell) -> Point,
    tally: &mut Tally,
) {
    let mut seen = vec![false; chains.contents().len()];
    for start in cells {
        if seen[start] || !chains.is_empty(start) {
            continue;
        }
        let mut touched_by = ColorArray::default();
        let mut region = vec![start];
        seen[start] = true;
        let mut done = 0;
        while done < region.len() {
            for next in neighbors(region[done]) {
                match chains.get(next) {
                    Content::Empty if !seen[next] => {
                        seen[next] = true;
                        region.push(next);
                    }
                    Content::Piece(color) => touched_by[color] = true,
                    _ => {}
                }
            }
            done += 1;
        }
        tally.add_region(region.into_iter().map(&point).collect(), owner(touched_by));
    }
}

/// The owner of a region that is touched by one player's pieces only.
fn owner(ColorArray(touched_by): ColorArray<bool>) -> Option<Color> {
    match touched_by {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}
