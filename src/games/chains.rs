//! Groups kept up to date while pieces come and go, for the games in which they
//! are joined on a flat board (Ugo, Sygo, Bargo).
//!
//! A group is a circular list of cells with one of them as its head. At the head
//! stand its size and its *pseudo-liberties*: the number of pairs of a piece and
//! an empty cell that is a liberty of it. A liberty shared by several pieces
//! counts several times, so the number says only whether there are any, which is
//! all that the rules ask, and it changes by simple additions.

use super::{ByColor, Color, square::Cell};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Empty,
    Piece(Color),
    /// The border of the flat array.
    Outside,
}

#[derive(Clone, Copy, Debug, Default)]
struct Link {
    head: u16,
    next: u16,
    /// Number of cells of the group; kept at its head only.
    size: u16,
    /// Pseudo-liberties of the group; kept at its head only.
    liberties: u16,
}

/// The contents of all cells and the groups they form.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    contents: Vec<Content>,
    links: Vec<Link>,
}

impl Chains {
    /// Cells that are all outside; [`Chains::open`] makes those of the board empty.
    pub(super) fn new(cells: usize) -> Chains {
        Chains {
            contents: vec![Content::Outside; cells],
            links: vec![Link::default(); cells],
        }
    }

    pub(super) fn open(&mut self, cell: Cell) {
        self.contents[cell] = Content::Empty;
    }

    /// Takes over another board of the same size without allocating.
    pub(super) fn copy_from(&mut self, other: &Chains) {
        self.contents.copy_from_slice(&other.contents);
        self.links.copy_from_slice(&other.links);
    }

    pub(super) fn contents(&self) -> &[Content] {
        &self.contents
    }

    pub(super) fn get(&self, cell: Cell) -> Content {
        self.contents[cell]
    }

    pub(super) fn color(&self, cell: Cell) -> Option<Color> {
        match self.contents[cell] {
            Content::Piece(color) => Some(color),
            _ => None,
        }
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.contents[cell] == Content::Empty
    }

    /// The head of the group of the piece on a cell: equal for all its pieces.
    pub(super) fn head(&self, cell: Cell) -> Cell {
        usize::from(self.links[cell].head)
    }

    /// Pseudo-liberties of the group with this head.
    pub(super) fn liberties(&self, head: Cell) -> u16 {
        self.links[head].liberties
    }

    /// Adds a pseudo-liberty to the group of the piece on a cell.
    pub(super) fn gain_liberty(&mut self, cell: Cell) {
        let head = self.head(cell);
        self.links[head].liberties += 1;
    }

    /// Takes a pseudo-liberty from the group of the piece on a cell.
    pub(super) fn lose_liberty(&mut self, cell: Cell) {
        let head = self.head(cell);
        self.links[head].liberties -= 1;
    }

    /// Puts a piece on a cell as a group of its own.
    pub(super) fn put(&mut self, cell: Cell, color: Color, liberties: u16) {
        self.contents[cell] = Content::Piece(color);
        let own = cell as u16;
        self.links[cell] = Link {
            head: own,
            next: own,
            size: 1,
            liberties,
        };
    }

    /// Makes a cell empty. The other pieces of its group must be emptied or put anew.
    pub(super) fn clear(&mut self, cell: Cell) {
        self.contents[cell] = Content::Empty;
    }

    /// Gives all pieces of a group to the other player; joining it to its new
    /// neighbours is the caller's.
    pub(super) fn flip(&mut self, head: Cell, color: Color) {
        let mut cell = head;
        loop {
            self.contents[cell] = Content::Piece(color);
            cell = usize::from(self.links[cell].next);
            if cell == head {
                break;
            }
        }
    }

    /// Makes one group of the groups of two pieces.
    pub(super) fn join(&mut self, first: Cell, second: Cell) {
        let (mut large, mut small) = (self.head(first), self.head(second));
        if large == small {
            return;
        }
        if self.links[large].size < self.links[small].size {
            std::mem::swap(&mut large, &mut small);
        }
        let mut cell = small;
        loop {
            self.links[cell].head = large as u16;
            cell = usize::from(self.links[cell].next);
            if cell == small {
                break;
            }
        }
        let Link {
            size,
            liberties,
            next,
            ..
        } = self.links[small];
        self.links[small].next = self.links[large].next;
        self.links[large].next = next;
        self.links[large].size += size;
        self.links[large].liberties += liberties;
    }

    /// The pieces of the group of a piece.
    pub(super) fn members(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let mut next = Some(cell);
        std::iter::from_fn(move || {
            let current = next?;
            let following = usize::from(self.links[current].next);
            next = (following != cell).then_some(following);
            Some(current)
        })
    }

    /// Number of pieces of each player among the given cells.
    pub(super) fn count(&self, cells: impl Iterator<Item = Cell>) -> ByColor<i64> {
        let mut counts = ByColor::default();
        for cell in cells {
            if let Some(color) = self.color(cell) {
                counts[color] += 1;
            }
        }
        counts
    }
}

/// Calls `visit` once for every maximal set of empty cells joined by `neighbours`,
/// with its cells and, for each player, whether a piece of theirs is next to it.
///
/// `neighbours` yields the cells that a given empty cell is joined to or touched by.
pub(super) fn regions<I: Iterator<Item = Cell>>(
    chains: &Chains,
    cells: impl Iterator<Item = Cell>,
    neighbours: impl Fn(Cell) -> I,
    mut visit: impl FnMut(&[Cell], ByColor<bool>),
) {
    let mut seen = vec![false; chains.contents.len()];
    let mut region = Vec::new();
    for start in cells {
        if seen[start] || !chains.is_empty(start) {
            continue;
        }
        let mut touches = ByColor::default();
        region.clear();
        region.push(start);
        seen[start] = true;
        let mut done = 0;
        while done < region.len() {
            for next in neighbours(region[done]) {
                match chains.get(next) {
                    Content::Empty if !seen[next] => {
                        seen[next] = true;
                        region.push(next);
                    }
                    Content::Piece(color) => touches[color] = true,
                    _ => {}
                }
            }
            done += 1;
        }
        visit(&region, touches);
    }
}

/// The owner of a region touched only by one player's pieces.
pub(super) fn owner(touches: ByColor<bool>) -> Option<Color> {
    match (touches.black, touches.white) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
