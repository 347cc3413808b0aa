//! Groups on a flat board, kept up to date while pieces come and go (Ugo, Sygo,
//! Bargo).
//!
//! A group is a circular list of cells, one of which is its head. The head holds
//! its size and its *pseudo-liberties*: the number of pairs of a piece and an
//! empty cell that is a liberty of it. A liberty shared by several pieces counts
//! several times, so the number shows only whether there are any. The rules need
//! no more, and it changes by simple additions.

use super::{Color, cloning::clone_by_field, color::ColorArray, point::Cell};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Black,
    White,
    Grey,
    Yellow,
    Empty,
    /// The border of the flat array.
    Outside,
}

impl Content {
    /// A piece of a player.
    #[inline]
    pub(super) fn piece(color: Color) -> Content {
        match color {
            Color::Black => Content::Black,
            Color::White => Content::White,
            Color::Grey => Content::Grey,
            Color::Yellow => Content::Yellow,
        }
    }

    /// Whose piece it is.
    #[inline]
    pub(super) fn color(self) -> Option<Color> {
        match self {
            Content::Black => Some(Color::Black),
            Content::White => Some(Color::White),
            Content::Grey => Some(Color::Grey),
            Content::Yellow => Some(Color::Yellow),
            Content::Empty | Content::Outside => None,
        }
    }
}

/// What the cells around a cell hold, as sets of bits: bit 0 is the first of the cells in the order
/// in which they were given.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Neighborhood {
    pub(super) empty: u8,
    pub(super) pieces: ColorArray<u8>,
}

impl Neighborhood {
    /// The cells with a piece.
    pub(super) fn occupied(self) -> u8 {
        let ColorArray([black, white]) = self.pieces;
        black | white
    }
}

/// The numbers of the bits that are set, from the lowest.
#[derive(Clone, Debug)]
pub(super) struct Bits(pub(super) u8);

impl Iterator for Bits {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let lowest = self.0.trailing_zeros() as usize;
        let found = (self.0 != 0).then_some(lowest);
        self.0 &= self.0.wrapping_sub(1);
        found
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct ChainEntry {
    head: u16,
    next: u16,
    /// Number of cells of the group; kept at its head only.
    size: u16,
    /// Pseudo-liberties of the group; kept at its head only.
    liberties: u16,
    /// The last turn in which the piece was placed, changed its color or got another head.
    turn: u32,
    /// What it was before that turn: the head of its group then, [`NOTHING`] or [`ENEMY`].
    before: u16,
}

const NOTHING: u16 = u16::MAX;
const ENEMY: u16 = u16::MAX - 1;

/// What a piece was at the beginning of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// In the group that had this head: in Sygo a start group.
    Group(Cell),
    /// Not on the board: it was placed this turn.
    Nothing,
    /// The other player's: it was captured this turn.
    Enemy,
}

/// The heads of two groups that have been joined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Join {
    large: Cell,
    small: Cell,
}

/// The contents of all cells and the groups they form.
#[derive(Debug)]
pub(super) struct Chains {
    contents: Vec<Content>,
    entries: Vec<ChainEntry>,
    /// Number of the present turn in Sygo, 0 in the other games.
    turn: u32,
}

clone_by_field!(Chains {
    contents,
    entries,
    turn
});

impl Chains {
    /// Cells that are all outside; [`Chains::open`] makes those of the board empty.
    pub(super) fn new(cells: usize) -> Chains {
        Chains {
            contents: vec![Content::Outside; cells],
            entries: vec![ChainEntry::default(); cells],
            turn: 0,
        }
    }

    /// Begins a turn, to whose beginning [`Chains::before`] refers.
    pub(super) fn begin_turn(&mut self) {
        if self.turn == u32::MAX {
            self.entries.iter_mut().for_each(|entry| entry.turn = 0);
            self.turn = 0;
        }
        self.turn += 1;
    }

    /// What a piece was at the beginning of the turn.
    pub(super) fn before(&self, cell: Cell) -> Before {
        let entry = self.entries[cell];
        match entry.before {
            _ if entry.turn != self.turn => Before::Group(usize::from(entry.head)),
            NOTHING => Before::Nothing,
            ENEMY => Before::Enemy,
            head => Before::Group(usize::from(head)),
        }
    }

    pub(super) fn open(&mut self, cell: Cell) {
        self.contents[cell] = Content::Empty;
    }

    pub(super) fn contents(&self) -> &[Content] {
        &self.contents
    }

    #[inline]
    pub(super) fn get(&self, cell: Cell) -> Content {
        self.contents[cell]
    }

    #[inline]
    pub(super) fn color(&self, cell: Cell) -> Option<Color> {
        self.contents[cell].color()
    }

    #[inline]
    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.contents[cell] == Content::Empty
    }

    /// The head of the group of the piece on a cell: equal for all its pieces.
    #[inline]
    pub(super) fn head(&self, cell: Cell) -> Cell {
        usize::from(self.entries[cell].head)
    }

    /// Pseudo-liberties of the group with this head.
    #[inline]
    pub(super) fn liberties(&self, head: Cell) -> u16 {
        self.entries[head].liberties
    }

    /// Adds a pseudo-liberty to the group of the piece on a cell.
    #[inline]
    pub(super) fn gain_liberty(&mut self, cell: Cell) {
        let head = self.head(cell);
        self.entries[head].liberties += 1;
    }

    /// Takes a pseudo-liberty from the group of the piece on a cell.
    #[inline]
    pub(super) fn lose_liberty(&mut self, cell: Cell) {
        let head = self.head(cell);
        self.entries[head].liberties -= 1;
    }

    /// Puts a piece on a cell as a group of one piece.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, color: Color, liberties: u16) {
        self.contents[cell] = Content::piece(color);
        let own = cell as u16;
        self.entries[cell] = ChainEntry {
            head: own,
            next: own,
            size: 1,
            liberties,
            turn: self.turn,
            before: NOTHING,
        };
    }

    /// What some cells hold. Looking all of them up without a branch is faster than branching on each:
    /// on a crowded board a branch is mispredicted half of the time.
    #[inline]
    pub(super) fn neighborhood<const N: usize>(&self, cells: [Cell; N]) -> Neighborhood {
        /// By content, a bit in the byte of its kind: empty, black or white.
        const KINDS: [u32; 6] = [1 << 8, 1 << 16, 0, 0, 1, 0];
        let mut around = 0;
        for (number, cell) in cells.into_iter().enumerate() {
            around |= KINDS[self.contents[cell] as usize] << number;
        }
        let [empty, black, white, _] = u32::to_le_bytes(around);
        Neighborhood {
            empty,
            pieces: ColorArray([black, white]),
        }
    }

    /// Puts a piece on an empty cell and takes this liberty from the groups around it. The caller
    /// joins it to its neighbors.
    pub(super) fn put_between(
        &mut self,
        cell: Cell,
        color: Color,
        neighbors: [Cell; 4],
        around: Neighborhood,
    ) {
        self.put(cell, color, around.empty.count_ones() as u16);
        // No branch, so none can be mispredicted.
        for (number, next) in neighbors.into_iter().enumerate() {
            let head = self.head(next);
            self.entries[head].liberties -= u16::from(around.occupied() >> number & 1);
        }
    }

    /// Makes a cell empty. The other pieces of its group must be removed or put again.
    pub(super) fn clear(&mut self, cell: Cell) {
        self.contents[cell] = Content::Empty;
    }

    /// Gives all pieces of a group to the other player. The caller joins it to its new
    /// neighbors.
    pub(super) fn change_color(&mut self, head: Cell, color: Color) {
        let mut cell = head;
        loop {
            self.contents[cell] = Content::piece(color);
            let entry = &mut self.entries[cell];
            entry.turn = self.turn;
            entry.before = ENEMY;
            cell = usize::from(entry.next);
            if cell == head {
                break;
            }
        }
    }

    /// Joins the groups of two pieces; `None` if they are one group already.
    pub(super) fn join(&mut self, first: Cell, second: Cell) -> Option<Join> {
        let (mut large, mut small) = (self.head(first), self.head(second));
        if large == small {
            return None;
        }
        if self.entries[large].size < self.entries[small].size {
            std::mem::swap(&mut large, &mut small);
        }
        let ChainEntry {
            size, liberties, ..
        } = self.entries[small];
        self.set_head(small, large);
        self.swap_next(large, small);
        self.entries[large].size += size;
        self.entries[large].liberties += liberties;
        Some(Join { large, small })
    }

    /// Undoes the last join.
    pub(super) fn split(&mut self, Join { large, small }: Join) {
        let ChainEntry {
            size, liberties, ..
        } = self.entries[small];
        self.swap_next(large, small);
        self.set_head(small, small);
        self.entries[large].size -= size;
        self.entries[large].liberties -= liberties;
    }

    /// Makes one circular list of two, or two of one.
    fn swap_next(&mut self, one: Cell, other: Cell) {
        let next = self.entries[one].next;
        self.entries[one].next = self.entries[other].next;
        self.entries[other].next = next;
    }

    /// Sets the head of all pieces in a circular list.
    fn set_head(&mut self, first: Cell, head: Cell) {
        let mut cell = first;
        loop {
            let entry = &mut self.entries[cell];
            if entry.turn != self.turn {
                entry.turn = self.turn;
                entry.before = entry.head;
            }
            entry.head = head as u16;
            cell = usize::from(entry.next);
            if cell == first {
                break;
            }
        }
    }

    /// The pieces of the group of a piece.
    pub(super) fn members(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let mut next = Some(cell);
        std::iter::from_fn(move || {
            let current = next?;
            let following = usize::from(self.entries[current].next);
            next = (following != cell).then_some(following);
            Some(current)
        })
    }

    /// Number of pieces of each player.
    pub(super) fn count(&self) -> ColorArray<i64> {
        let count = |color| {
            let piece = Content::piece(color);
            let pieces = self.contents.iter().filter(|&&content| content == piece);
            pieces.count() as i64
        };
        ColorArray(Color::BLACK_AND_WHITE.map(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of cells with an edge at either end, and pieces of one player on some.
    fn row(cells: usize, pieces: &[Cell]) -> Chains {
        let mut chains = Chains::new(cells + 2);
        (1..=cells).for_each(|cell| chains.open(cell));
        for &cell in pieces {
            chains.put(cell, Color::Black, 0);
        }
        chains
    }

    #[test]
    fn the_state_before_the_turn_survives_an_overflow_of_the_turn_number() {
        let mut chains = row(5, &[1, 2, 4]);
        chains.join(1, 2);
        chains.turn = u32::MAX - 1;
        chains.begin_turn();
        chains.put(3, Color::Black, 0);
        chains.join(3, 2);
        assert_eq!(chains.before(3), Before::Nothing);
        assert_eq!(chains.before(2), Before::Group(1));
        chains.begin_turn();
        assert_eq!(chains.turn, 1);
        let head = chains.head(3);
        for cell in 1..=3 {
            assert_eq!(chains.before(cell), Before::Group(head));
        }
        chains.change_color(4, Color::White);
        assert_eq!(chains.before(4), Before::Enemy);
    }

    #[test]
    fn a_split_undoes_a_join() {
        let mut chains = row(9, &[1, 2, 3, 5, 6, 8]);
        chains.entries[1].liberties = 7;
        for (first, second) in [(1, 2), (2, 3), (5, 6)] {
            chains.join(first, second);
        }
        let members = |chains: &Chains, cell| {
            let mut members: Vec<Cell> = chains.members(cell).collect();
            members.sort_unstable();
            members
        };
        let before = chains.clone();
        let joins = [(3, 5), (6, 8)].map(|(first, second)| chains.join(first, second));
        assert_eq!(members(&chains, 8), [1, 2, 3, 5, 6, 8]);
        assert!(chains.join(1, 8).is_none());
        for join in joins.into_iter().rev().flatten() {
            chains.split(join);
        }
        for cell in [1, 2, 3, 5, 6, 8] {
            assert_eq!(chains.head(cell), before.head(cell));
            assert_eq!(members(&chains, cell), members(&before, cell));
            let head = chains.head(cell);
            assert_eq!(chains.liberties(head), before.liberties(head));
            assert_eq!(chains.entries[head].size, before.entries[head].size);
        }
    }
}
