//! Groups of pieces with walls on the hexagonal board (Bargo), kept up to date
//! while pieces come and go.
//!
//! What a placement would do is found from the liberties of the groups around it,
//! without carrying it out.

use super::{
    Color, Direction, Point,
    chains::{Bits, Chains, Content, Neighborhood},
    cloning::clone_by_field,
    hexagon::Hexagon,
    history::hash_of,
    point::Cell,
};

/// The pieces, their walls and the groups they form.
#[derive(Debug)]
pub(super) struct WalledChains {
    hexagon: Hexagon,
    chains: Chains,
    /// The edge that carries the wall of the piece on each cell.
    walls: Vec<Option<Direction>>,
    /// The hash of the colors on the cells.
    hash: u64,
}

clone_by_field!(WalledChains {
    hexagon,
    chains,
    walls,
    hash
});

/// A piece that could be placed on an empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) cell: Cell,
    pub(super) wall: Direction,
    pub(super) color: Color,
    /// The cells across the edges, without the pieces that have their wall on the common edge.
    around: Neighborhood,
}

/// What carries a wall on an edge.
pub(super) enum WallBearer {
    /// The outer edge of the board.
    Edge,
    /// The piece on this cell.
    Piece(Cell),
}

impl WalledChains {
    /// The empty board of this side.
    pub(super) fn new(side: u8) -> WalledChains {
        let hexagon = Hexagon::new(side);
        let mut chains = Chains::new(hexagon.cells());
        for cell in hexagon.iter() {
            chains.open(cell);
        }
        WalledChains {
            hexagon,
            chains,
            walls: vec![None; hexagon.cells()],
            hash: 0,
        }
    }

    pub(super) fn hexagon(&self) -> Hexagon {
        self.hexagon
    }

    pub(super) fn chains(&self) -> &Chains {
        &self.chains
    }

    pub(super) fn wall(&self, cell: Cell) -> Option<Direction> {
        self.walls[cell]
    }

    /// The hash of the colors on the cells.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The hash of the colors after a placement that removes these groups.
    pub(super) fn hash_after(&self, placement: Placement, removed: &[Cell]) -> u64 {
        let enemy = placement.color.other();
        self.members(removed).fold(
            self.hash ^ feature(placement.cell, placement.color),
            |hash, cell| hash ^ feature(cell, enemy),
        )
    }

    /// Whether the group of the piece on a cell has a liberty.
    #[inline]
    pub(super) fn has_liberty(&self, cell: Cell) -> bool {
        self.chains.liberties(self.chains.head(cell)) > 0
    }

    /// The pieces of the groups with these heads.
    pub(super) fn members(&self, groups: &[Cell]) -> impl Iterator<Item = Cell> {
        groups.iter().flat_map(|&head| self.chains.members(head))
    }

    /// Whether the piece on `next`, across `direction` from a cell, has its wall towards that cell.
    #[inline]
    pub(super) fn faces_back(&self, next: Cell, direction: Direction) -> bool {
        self.walls[next] == Some(direction.opposite())
    }

    /// What already carries a wall on this edge of a cell.
    #[inline]
    pub(super) fn wall_bearer(&self, cell: Cell, direction: Direction) -> Option<WallBearer> {
        let next = self.hexagon.across(cell, direction);
        match self.chains.get(next) {
            Content::Outside => Some(WallBearer::Edge),
            Content::Empty => None,
            _ => (self.faces_back(next, direction)).then_some(WallBearer::Piece(next)),
        }
    }

    /// What the cells across the edges of a cell hold, without the pieces that have their wall on the common edge.
    #[inline]
    fn linked(&self, cell: Cell) -> Neighborhood {
        let neighbors = self.hexagon.neighbors(cell);
        let mut around = self.chains.neighborhood(neighbors);
        let mut walled = 0;
        for (direction, next) in Direction::ALL.into_iter().zip(neighbors) {
            walled |= u8::from(self.faces_back(next, direction)) << direction as u8;
        }
        around.pieces[Color::Black] &= !walled;
        around.pieces[Color::White] &= !walled;
        around
    }

    /// A placement on an empty cell.
    pub(super) fn placement(&self, cell: Cell, wall: Direction, color: Color) -> Placement {
        let around = self.linked(cell);
        Placement {
            cell,
            wall,
            color,
            around,
        }
    }

    /// The cells across some edges of a cell.
    #[inline]
    fn across(&self, cell: Cell, edges: Bits) -> impl Iterator<Item = Cell> + use<> {
        let hexagon = self.hexagon;
        edges.map(move |edge| hexagon.across(cell, Direction::ALL[edge]))
    }

    /// Adds a piece to an empty cell.
    pub(super) fn put(&mut self, placement: Placement) {
        let Placement {
            cell,
            wall,
            color,
            around,
        } = placement;
        let open = !(1 << wall as u8);
        let liberties = (around.empty & open).count_ones();
        self.chains.put(cell, color, liberties as u16);
        self.walls[cell] = Some(wall);
        for next in self.across(cell, Bits(around.occupied())) {
            self.chains.lose_liberty(next);
        }
        for next in self.across(cell, Bits(around.pieces[color] & open)) {
            self.chains.join(cell, next);
        }
        self.hash ^= feature(cell, color);
    }

    /// Removes pieces of one color, which must be whole groups.
    pub(super) fn remove(&mut self, cells: impl Iterator<Item = Cell> + Clone, color: Color) {
        for cell in cells.clone() {
            self.chains.clear(cell);
            self.walls[cell] = None;
            self.hash ^= feature(cell, color);
        }
        for cell in cells {
            for next in self.across(cell, Bits(self.linked(cell).occupied())) {
                self.chains.gain_liberty(next);
            }
        }
    }

    /// Whether a placement takes the last liberty of the group of the piece on a cell next to it.
    #[inline]
    fn fills_last_liberty(&self, placement: Placement, next: Cell) -> bool {
        let Placement { cell, around, .. } = placement;
        let head = self.chains.head(next);
        let liberties = u32::from(self.chains.liberties(head));
        let pieces = around.occupied();
        liberties <= pieces.count_ones()
            && self
                .across(cell, Bits(pieces))
                .filter(|&other| self.chains.head(other) == head)
                .count()
                == liberties as usize
    }

    /// The enemy pieces around a placement whose groups lose their last liberty by it.
    pub(super) fn suffocated(&self, placement: Placement) -> impl Iterator<Item = Cell> {
        let enemies = placement.around.pieces[placement.color.other()];
        self.across(placement.cell, Bits(enemies))
            .filter(move |&next| self.fills_last_liberty(placement, next))
    }

    /// The heads of the friendly groups that a new piece is linked to, perhaps with repetitions.
    fn linked_groups(&self, placement: Placement) -> impl Iterator<Item = Cell> {
        let linked = placement.around.pieces[placement.color] & !(1 << placement.wall as u8);
        self.across(placement.cell, Bits(linked))
            .map(|next| self.chains.head(next))
    }

    /// Whether the group of a new piece has a liberty once these groups are removed.
    pub(super) fn has_liberty_after(&self, placement: Placement, removed: &[Cell]) -> bool {
        let Placement {
            cell,
            wall,
            color,
            around,
        } = placement;
        if around.empty & !(1 << wall as u8) != 0 {
            return true;
        }
        let is_linked = |head| self.linked_groups(placement).any(|linked| linked == head);
        self.linked_groups(placement)
            .any(|head| !self.fills_last_liberty(placement, head))
            // A removed piece leaves an empty cell, which is a liberty of the pieces beside it
            // unless their own wall is between.
            || self.members(removed).any(|gone| {
                self.hexagon.edges(gone).any(|(direction, next)| {
                    if next == cell {
                        wall != direction.opposite()
                    } else {
                        self.chains.color(next) == Some(color)
                            && is_linked(self.chains.head(next))
                            && !self.faces_back(next, direction)
                    }
                })
            })
    }

    /// The group of a new piece, itself included.
    pub(super) fn group_after(&self, placement: Placement) -> Vec<Point> {
        let mut points: Vec<Point> = self
            .linked_groups(placement)
            .flat_map(|head| self.chains.members(head))
            .chain([placement.cell])
            .map(|cell| self.hexagon.point(cell))
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}

/// The hash of a piece on a cell.
fn feature(cell: Cell, color: Color) -> u64 {
    hash_of((cell * 2 + color as usize) as u64)
}
