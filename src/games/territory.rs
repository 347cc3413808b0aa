//! Territory: maximal sets of joined empty cells, and whose pieces touch them (Bargo, Sygo, Ugo).

use super::{
    Color, Point, Region, Tally,
    chains::{Chains, Content},
    color::ColorArray,
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
    let mut seen = vec![false; chains.contents().len()];
    let mut region = Vec::new();
    for start in cells {
        if seen[start] || !chains.is_empty(start) {
            continue;
        }
        let mut touched_by = ColorArray::default();
        region.clear();
        region.push(start);
        seen[start] = true;
        let mut done = 0;
        while done < region.len() {
            for next in neighbors(region[done]) {
                match chains.get(next) {
                    Content::Empty if !seen[next] => {
                        seen[next] = true;
                        region.push(next);
                    }
                    other => {
                        if let Some(color) = other.color() {
                            touched_by[color] = true;
                        }
                    }
                }
            }
            done += 1;
        }
        let owner = owner(touched_by);
        tally.add_territory(region.len(), owner);
        if with_regions {
            let points = region.iter().map(|&cell| point(cell)).collect();
            tally.regions.push(Region { points, owner });
        }
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
