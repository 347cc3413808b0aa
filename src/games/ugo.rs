//! Ugo: stones that may take nobody's last liberty, and kings that must take an
//! enemy group's.

use super::{
    Color, Move, MoveEffect, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size, Tally,
    UgoRules, Violation,
    chains::{Bits, Chains, Neighborhood},
    cloning::clone_by_field,
    end_phase::EndPhase,
    game_state::{Candidate, GameState, ScoredGame},
    point::Cell,
    square::Square,
    territory::add_territory,
};

/// The cells around a cell, and what they hold. They are read once for all that a ply needs to know of them.
struct Surroundings {
    cells: [Cell; 4],
    held: Neighborhood,
}

impl Surroundings {
    /// The cells with pieces of a player.
    fn pieces(&self, color: Color) -> impl Iterator<Item = Cell> + use<> {
        let cells = self.cells;
        Bits(self.held.pieces[color]).map(move |number| cells[number])
    }
}

/// A position of Ugo.
#[derive(Debug)]
pub(super) struct Ugo {
    square: Square,
    chains: Chains,
    /// Whether the piece on each cell is a king.
    kings: Vec<bool>,
    end_phase: EndPhase,
    komi: i32,
    /// Whether a group without liberties may hold stones. Only a setup makes such
    /// groups, and the first king removes their stones.
    has_dead_stones: bool,
    /// Scratch: the pieces of the group whose stones are being removed.
    group: Vec<Cell>,
}

clone_by_field!(Ugo {
    square,
    chains,
    kings,
    end_phase,
    komi,
    has_dead_stones,
    group
});

impl Ugo {
    /// The position before the first ply. Groups without liberties are allowed in a setup.
    pub(super) fn new(rules: &UgoRules, size: Size, setup: &Setup) -> Result<Ugo, SetupFault> {
        let square = Square::new(size);
        let mut ugo = Ugo {
            square,
            chains: Chains::new(square.cells()),
            kings: vec![false; square.cells()],
            end_phase: EndPhase::new(rules.button, setup),
            komi: rules.komi,
            has_dead_stones: !setup.pieces.is_empty(),
            group: Vec::new(),
        };
        for cell in square.iter() {
            ugo.chains.open(cell);
        }
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let fault = |kind| SetupFault {
                piece: Some(index),
                kind,
            };
            let (Piece::Stone(color, point) | Piece::King(color, point)) = piece else {
                return Err(fault(SetupFaultKind::ForeignPiece));
            };
            let cell = square.index(point).ok_or(fault(SetupFaultKind::OffBoard))?;
            if !ugo.chains.is_empty(cell) {
                return Err(fault(SetupFaultKind::Occupied));
            }
            let around = ugo.surroundings(cell);
            ugo.put(cell, &around, color, matches!(piece, Piece::King(..)));
        }
        Ok(ugo)
    }

    /// Judges where a piece is placed: `ugo::off-board` and `ugo::occupied`.
    fn judge_point(&self, point: Point) -> Result<Cell, Violation> {
        let Some(cell) = self.square.index(point) else {
            return Err(Violation::at(Rule::UgoOffBoard, point));
        };
        if !self.chains.is_empty(cell) {
            return Err(Violation::at(Rule::UgoOccupied, point));
        }
        Ok(cell)
    }

    /// `ugo::stone-takes-last-liberty`: a group without liberties touches no empty point, so only
    /// the groups around the stone can have become one.
    fn is_stone_legal(&self, around: &Surroundings, color: Color) -> bool {
        self.has_liberty_after(around, color) && self.suffocated(around, color).next().is_none()
    }

    /// `ugo::king-captures-nothing`: only the groups around the king can lose their last liberty.
    fn is_king_legal(&self, around: &Surroundings, color: Color) -> bool {
        self.suffocated(around, color).next().is_some()
    }

    /// The effect of a king: the stones of enemy groups without liberties are removed, then those
    /// of friendly groups without liberties; kings remain. Returns whether any stone was removed.
    fn place_king(&mut self, cell: Cell, around: &Surroundings, color: Color) -> bool {
        self.put(cell, around, color, true);
        let enemy = color.other();
        if std::mem::take(&mut self.has_dead_stones) {
            let captured = self.remove_dead_stones(self.square.iter(), enemy);
            return self.remove_dead_stones(self.square.iter(), color) | captured;
        }
        let captured = self.remove_dead_stones(around.cells.into_iter(), enemy);
        self.remove_dead_stones([cell].into_iter(), color) | captured
    }

    /// The cells around a cell and what they hold.
    fn surroundings(&self, cell: Cell) -> Surroundings {
        let cells = self.square.neighbors(cell);
        let held = self.chains.neighborhood(cells);
        Surroundings { cells, held }
    }

    /// Whether a piece here would take the last liberty of the group of the piece of this color on a cell next to it.
    fn fills_last_liberty(&self, around: &Surroundings, color: Color, next: Cell) -> bool {
        let head = self.chains.head(next);
        let liberties = self.chains.liberties(head);
        if liberties > 4 {
            return false;
        }
        let taken = around.pieces(color);
        let taken = taken.filter(|&other| self.chains.head(other) == head);
        usize::from(liberties) == taken.count()
    }

    /// The enemy pieces next to an empty cell whose groups would lose their last liberty.
    fn suffocated(&self, around: &Surroundings, color: Color) -> impl Iterator<Item = Cell> {
        let enemy = color.other();
        around
            .pieces(enemy)
            .filter(move |&next| self.fills_last_liberty(around, enemy, next))
    }

    /// Whether the group that a piece on an empty cell would belong to has a liberty while nothing is removed.
    fn has_liberty_after(&self, around: &Surroundings, color: Color) -> bool {
        let mut friends = around.pieces(color);
        around.held.empty != 0 || friends.any(|next| !self.fills_last_liberty(around, color, next))
    }

    /// The pieces of all groups that a stone here leaves without liberties.
    fn all_suffocated(&self, cell: Cell, color: Color) -> Vec<Point> {
        let around = self.surroundings(cell);
        let mut cells: Vec<Cell> = self
            .suffocated(&around, color)
            .flat_map(|next| self.chains.members(next))
            .collect();
        if !self.has_liberty_after(&around, color) {
            cells.push(cell);
            let friends = around.pieces(color);
            cells.extend(friends.flat_map(|next| self.chains.members(next)));
        }
        let mut points: Vec<Point> = cells
            .into_iter()
            .map(|cell| self.square.point(cell))
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Puts a piece on an empty cell; captures nothing.
    fn put(&mut self, cell: Cell, around: &Surroundings, color: Color, is_king: bool) {
        self.kings[cell] = is_king;
        self.chains
            .put_between(cell, color, around.cells, around.held);
        for friend in around.pieces(color) {
            self.chains.join(cell, friend);
        }
    }

    /// Removes the stones of a player's groups without liberties among these cells; returns whether
    /// there are any.
    ///
    /// Groups of one color are never adjacent, so what is removed from one gives no other a
    /// liberty: they can be treated one after the other.
    fn remove_dead_stones(&mut self, cells: impl Iterator<Item = Cell>, color: Color) -> bool {
        let mut removed = false;
        for cell in cells {
            let is_dead = self.chains.color(cell) == Some(color)
                && self.chains.liberties(self.chains.head(cell)) == 0;
            removed |= is_dead && self.remove_stones(cell, color);
        }
        removed
    }

    /// Removes the stones of the group of a piece; returns whether there are any.
    fn remove_stones(&mut self, cell: Cell, color: Color) -> bool {
        let mut group = std::mem::take(&mut self.group);
        group.clear();
        group.extend(self.chains.members(cell));
        let mut removed = false;
        for &cell in &group {
            if !self.kings[cell] {
                self.chains.clear(cell);
                removed = true;
            }
        }
        for &cell in &group {
            if self.chains.is_empty(cell) {
                for next in self.square.neighbors(cell) {
                    if self.chains.color(next).is_some() {
                        self.chains.gain_liberty(next);
                    }
                }
            }
        }
        // The kings that remain may no longer be one group: each becomes a group of one piece
        // before they are joined.
        group.retain(|&cell| self.kings[cell]);
        for &king in &group {
            self.put_alone(king, color);
        }
        for &king in &group {
            self.join_neighbors(king, color);
        }
        self.group = group;
        removed
    }

    /// Makes the piece on a cell a group of one piece, with its own liberties.
    fn put_alone(&mut self, cell: Cell, color: Color) {
        let liberties = self
            .square
            .neighbors(cell)
            .into_iter()
            .filter(|&next| self.chains.is_empty(next))
            .count();
        self.chains.put(cell, color, liberties as u16);
    }

    fn join_neighbors(&mut self, cell: Cell, color: Color) {
        for next in self.square.neighbors(cell) {
            if self.chains.color(next) == Some(color) {
                self.chains.join(cell, next);
            }
        }
    }
}

impl GameState for Ugo {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        match *mv {
            Move::Button => {
                if !self.end_phase.is_button_free() {
                    return Err(Violation::of(Rule::UgoButtonTaken));
                }
                self.end_phase.take_button(mover);
                Ok(MoveEffect::default())
            }
            Move::Pass => {
                if self.end_phase.is_button_free() {
                    return Err(Violation::of(Rule::UgoPassBeforeButton));
                }
                Ok(self.end_phase.pass())
            }
            Move::Stone(point) => {
                let cell = self.judge_point(point)?;
                let around = self.surroundings(cell);
                if !self.is_stone_legal(&around, mover) {
                    let groups = self.all_suffocated(cell, mover);
                    return Err(Violation::at(Rule::UgoStoneTakesLastLiberty, point).by(groups));
                }
                self.end_phase.note_placement();
                self.put(cell, &around, mover, false);
                Ok(MoveEffect::default())
            }
            Move::King(point) => {
                let cell = self.judge_point(point)?;
                let around = self.surroundings(cell);
                if !self.is_king_legal(&around, mover) {
                    return Err(Violation::at(Rule::UgoKingCapturesNothing, point));
                }
                self.end_phase.note_placement();
                let captured = self.place_king(cell, &around, mover);
                Ok(MoveEffect {
                    captured,
                    ..MoveEffect::default()
                })
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn try_play(&mut self, mover: Color, mv: &Move) -> Option<MoveEffect> {
        if let Move::Stone(point) = *mv {
            let cell = self.square.index(point)?;
            if !self.chains.is_empty(cell) || !self.is_stone_legal(&self.surroundings(cell), mover)
            {
                return None;
            }
            return self.play_candidate(mover, mv);
        }
        self.play(mover, mv).ok()
    }

    /// A candidate is known to be legal.
    fn play_candidate(&mut self, mover: Color, mv: &Move) -> Option<MoveEffect> {
        let (point, is_king) = match *mv {
            Move::Stone(point) => (point, false),
            Move::King(point) => (point, true),
            _ => return self.try_play(mover, mv),
        };
        let cell = self.square.index(point)?;
        self.end_phase.note_placement();
        let around = self.surroundings(cell);
        let captured = is_king && self.place_king(cell, &around, mover);
        if !is_king {
            self.put(cell, &around, mover, false);
        }
        Some(MoveEffect {
            captured,
            ..MoveEffect::default()
        })
    }

    fn sites(&self) -> usize {
        self.square.cells()
    }

    #[inline]
    fn candidate(&mut self, mover: Color, site: Cell, _choice: u32) -> Candidate {
        if !self.chains.is_empty(site) {
            return Candidate::Closed;
        }
        let around = self.surroundings(site);
        let Neighborhood { empty, pieces } = around.held;
        let point = self.square.point(site);
        let has_enemies = pieces[mover.other()] != 0;
        if has_enemies && self.is_king_legal(&around, mover) {
            return Candidate::Move(Move::King(point));
        }
        let is_own_space = empty == 0 && !has_enemies;
        if is_own_space || empty == 0 && !self.has_liberty_after(&around, mover) {
            return Candidate::Nothing;
        }
        Candidate::Move(Move::Stone(point))
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        self.end_phase.legal_moves(moves);
        let empty = self.square.iter();
        for cell in empty.filter(|&cell| self.chains.is_empty(cell)) {
            let point = self.square.point(cell);
            let around = self.surroundings(cell);
            if self.is_stone_legal(&around, mover) {
                moves.push(Move::Stone(point));
            }
            if self.is_king_legal(&around, mover) {
                moves.push(Move::King(point));
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(self.square.area());
        self.square.for_each(|cell, point| {
            if let Some(color) = self.chains.color(cell) {
                pieces.push(if self.kings[cell] {
                    Piece::King(color, point)
                } else {
                    Piece::Stone(color, point)
                });
            }
        });
        pieces
    }

    fn button(&self) -> Option<Color> {
        self.end_phase.button()
    }
}

impl ScoredGame for Ugo {
    /// Own pieces in groups with a liberty, enemy pieces in groups without one, empty points in own
    /// territories, komi and the button.
    fn tally(&self, with_regions: bool) -> Tally {
        let mut tally = Tally::default();
        self.end_phase.tally(self.komi, &mut tally);
        for (cell, content) in self.chains.contents().iter().enumerate() {
            if let Some(color) = content.color() {
                if self.chains.liberties(self.chains.head(cell)) > 0 {
                    tally.parts[color].pieces += 1;
                } else {
                    tally.parts[color.other()].prisoners += 1;
                }
            }
        }
        add_territory(
            &self.chains,
            |cell| self.square.neighbors(cell),
            |_, _| false,
            |cell| self.square.point(cell),
            with_regions,
            &mut tally,
        );
        tally
    }
}
