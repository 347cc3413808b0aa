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

/// What some cells next to each other's neighbour hold: sets of their numbers in the order in which
/// they were given, the first being bit 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around {
    pub(super) empty: u8,
    pub(super) pieces: ByColor<u8>,
}

impl Around {
    /// Those with a piece.
    pub(super) fn occupied(self) -> u8 {
        self.pieces.black | self.pieces.white
    }
}

/// The numbers in a set.
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
struct Link {
    head: u16,
    next: u16,
    /// Number of cells of the group; kept at its head only.
    size: u16,
    /// Pseudo-liberties of the group; kept at its head only.
    liberties: u16,
}

/// The contents of all cells and the groups they form. From [`Chains::begin`] to [`Chains::end`]
/// they also know how they were at the beginning, and can go back to that.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    contents: Vec<Content>,
    links: Vec<Link>,
    /// Whether what is changed is kept.
    keeps: bool,
    /// What the cells changed since the beginning were before.
    before: Vec<(u16, Content, Link)>,
    /// For each cell the number of its entry there, from 1; 0 if it has none.
    entries: Vec<u16>,
}

impl Chains {
    /// Cells that are all outside; [`Chains::open`] makes those of the board empty.
    pub(super) fn new(cells: usize) -> Chains {
        Chains {
            contents: vec![Content::Outside; cells],
            links: vec![Link::default(); cells],
            keeps: false,
            before: Vec::new(),
            entries: vec![0; cells],
        }
    }

    /// From now on keeps how all is now.
    pub(super) fn begin(&mut self) {
        self.end();
        self.keeps = true;
    }

    /// Keeps nothing any more.
    pub(super) fn end(&mut self) {
        self.keeps = false;
        for (cell, ..) in self.before.drain(..) {
            self.entries[usize::from(cell)] = 0;
        }
    }

    /// Makes all as it was at the beginning.
    pub(super) fn go_back(&mut self) {
        for (cell, content, link) in self.before.drain(..) {
            let cell = usize::from(cell);
            self.entries[cell] = 0;
            self.contents[cell] = content;
            self.links[cell] = link;
        }
    }

    /// What the cell held at the beginning, and the head that its group had then.
    pub(super) fn at_beginning(&self, cell: Cell) -> (Content, Cell) {
        let (content, link) = match self.entries[cell].checked_sub(1) {
            Some(entry) => {
                let (_, content, link) = self.before[usize::from(entry)];
                (content, link)
            }
            None => (self.contents[cell], self.links[cell]),
        };
        (content, usize::from(link.head))
    }

    /// Keeps what a cell is before it is changed.
    #[inline]
    fn keep(&mut self, cell: Cell) {
        if self.keeps && self.entries[cell] == 0 {
            let (content, link) = (self.contents[cell], self.links[cell]);
            self.before.push((cell as u16, content, link));
            self.entries[cell] = self.before.len() as u16;
        }
    }

    pub(super) fn open(&mut self, cell: Cell) {
        self.contents[cell] = Content::Empty;
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
        self.keep(head);
        self.links[head].liberties += 1;
    }

    /// Takes a pseudo-liberty from the group of the piece on a cell.
    pub(super) fn lose_liberty(&mut self, cell: Cell) {
        let head = self.head(cell);
        self.keep(head);
        self.links[head].liberties -= 1;
    }

    /// Puts a piece on a cell as a group of its own.
    pub(super) fn put(&mut self, cell: Cell, color: Color, liberties: u16) {
        self.keep(cell);
        self.contents[cell] = Content::Piece(color);
        let own = cell as u16;
        self.links[cell] = Link {
            head: own,
            next: own,
            size: 1,
            liberties,
        };
    }

    /// What some cells hold. Looking at all at once costs no guess at what comes next, which on a
    /// crowded board is wrong as often as not.
    #[inline]
    pub(super) fn around<const N: usize>(&self, cells: [Cell; N]) -> Around {
        let mut around = Around::default();
        for (number, cell) in cells.into_iter().enumerate() {
            let holds = |content| u8::from(self.contents[cell] == content) << number;
            around.empty |= holds(Content::Empty);
            around.pieces.black |= holds(Content::Piece(Color::Black));
            around.pieces.white |= holds(Content::Piece(Color::White));
        }
        around
    }

    /// Puts a piece on an empty cell and keeps the groups around it right.
    pub(super) fn settle(&mut self, cell: Cell, color: Color, neighbours: [Cell; 4]) {
        self.put(cell, color, 0);
        let mut liberties = 0;
        for next in neighbours {
            match self.contents[next] {
                Content::Empty => liberties += 1,
                Content::Piece(owner) => {
                    self.lose_liberty(next);
                    if owner == color {
                        self.join(cell, next);
                    }
                }
                Content::Outside => {}
            }
        }
        let head = self.head(cell);
        self.keep(head);
        self.links[head].liberties += liberties;
    }

    /// Makes a cell empty. The other pieces of its group must be emptied or put anew.
    pub(super) fn clear(&mut self, cell: Cell) {
        self.keep(cell);
        self.contents[cell] = Content::Empty;
    }

    /// Gives all pieces of a group to the other player; joining it to its new
    /// neighbours is the caller's.
    pub(super) fn flip(&mut self, head: Cell, color: Color) {
        let mut cell = head;
        loop {
            self.keep(cell);
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
        self.keep(large);
        let mut cell = small;
        loop {
            self.keep(cell);
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
