//! The rules of Sygo, in the order of the rules page.

use super::turn::{Turn, UndoStep};
use crate::games::{
    Color, Move, MoveEffect, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size,
    SygoRules, Tally, Violation,
    chains::{Before, Bits, Chains, Neighborhood},
    cloning::clone_by_field,
    end_phase::EndPhase,
    game_state::{Candidate, GameState, ScoredGame},
    point::Cell,
    square::Square,
    territory::add_territory,
};

/// A position of Sygo.
#[derive(Debug)]
pub(in crate::games) struct Sygo {
    pub(super) square: Square,
    /// The stones and groups. They also know what each stone was at the beginning of the turn: see
    /// [`Before`].
    pub(super) chains: Chains,
    pub(super) end_phase: EndPhase,
    has_balance_turn: bool,
    /// Whether any earlier turn had a growth stone.
    pub(super) grown: bool,
    pub(super) turn: Turn,
}

clone_by_field!(Sygo {
    square,
    chains,
    end_phase,
    has_balance_turn,
    grown,
    turn
});

/// A stone of the turn with what is around it.
#[derive(Clone, Copy)]
pub(super) struct Stone {
    pub(super) cell: Cell,
    pub(super) neighbors: [Cell; 4],
    pub(super) around: Neighborhood,
}

impl Sygo {
    /// The position before the first turn. A group without liberties is not allowed in a setup.
    pub(in crate::games) fn new(
        rules: &SygoRules,
        size: Size,
        setup: &Setup,
    ) -> Result<Sygo, SetupFault> {
        let square = Square::new(size);
        let mut chains = Chains::new(square.cells());
        for cell in square.iter() {
            chains.open(cell);
        }
        let mut sygo = Sygo {
            square,
            chains,
            end_phase: EndPhase::new(false, setup),
            has_balance_turn: rules.balance_turn,
            grown: setup.grown,
            turn: Turn::new(square.cells()),
        };
        let fault = |index, kind| SetupFault {
            piece: Some(index),
            kind,
        };
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let Piece::Stone(color, point) = piece else {
                return Err(fault(index, SetupFaultKind::ForeignPiece));
            };
            let cell = square
                .index(point)
                .ok_or(fault(index, SetupFaultKind::OffBoard))?;
            if !sygo.chains.is_empty(cell) {
                return Err(fault(index, SetupFaultKind::Occupied));
            }
            let neighbors = square.neighbors(cell);
            let around = sygo.chains.neighborhood(neighbors);
            sygo.put(
                Stone {
                    cell,
                    neighbors,
                    around,
                },
                color,
            );
        }
        let dead = setup.pieces.iter().position(|piece| {
            square
                .index(piece.point())
                .is_some_and(|cell| !sygo.has_liberty(cell))
        });
        match dead {
            Some(index) => Err(fault(index, SetupFaultKind::NoLiberty)),
            None => Ok(sygo),
        }
    }

    pub(in crate::games) fn grown(&self) -> bool {
        self.grown
    }

    pub(super) fn square(&self) -> Square {
        self.square
    }

    /// Judges the stones of a turn one after the other, then the end of the turn. The stones are
    /// put down, also if the turn proves illegal.
    fn judge_turn(&mut self, mover: Color, points: &[Point]) -> Result<(), Violation> {
        for (index, &point) in points.iter().enumerate() {
            let is_last = index + 1 == points.len();
            let stone = self.stone_at(point);
            self.judge_stone(mover, point, stone.as_ref(), is_last)?;
            if let Some(stone) = stone {
                self.add_stone(mover, stone, is_last);
            }
        }
        // `sygo::no-liberty`: only groups that got a stone this turn can lack liberties, and
        // captured stones belong to the group of the stone that captured them.
        let mut placed = self.turn.placed.iter().copied();
        if let Some(cell) = placed.find(|&cell| !self.has_liberty(cell)) {
            let group = self.chains.members(cell);
            let mut group: Vec<Point> = group.map(|stone| self.square.point(stone)).collect();
            group.sort_unstable();
            return Err(Violation::at(Rule::SygoNoLiberty, self.square.point(cell)).by(group));
        }
        Ok(())
    }

    /// A stone to be judged; `None` if the point is not on the board.
    #[inline]
    pub(super) fn stone_at(&self, point: Point) -> Option<Stone> {
        let cell = self.square.index(point)?;
        let neighbors = self.square.neighbors(cell);
        Some(Stone {
            cell,
            neighbors,
            around: self.chains.neighborhood(neighbors),
        })
    }

    /// Judges the next stone of the turn, in the order of the rules page: `sygo::off-board`,
    /// `occupied`, `stone-after-placement`, `group-grew-twice`, `captors-grow-again`,
    /// `placement-after-growth`.
    fn judge_stone(
        &self,
        mover: Color,
        point: Point,
        stone: Option<&Stone>,
        is_last: bool,
    ) -> Result<(), Violation> {
        let Some(&Stone {
            cell,
            neighbors,
            around,
        }) = stone
        else {
            return Err(Violation::at(Rule::SygoOffBoard, point));
        };
        if !self.chains.is_empty(cell) {
            return Err(Violation::at(Rule::SygoOccupied, point));
        }
        if self.turn.began_with_placement {
            let first = self.turn.placed.iter().map(|&cell| self.square.point(cell));
            return Err(Violation::at(Rule::SygoStoneAfterPlacement, point).by(first.collect()));
        }
        // No group has grown and none has captured before the first stone.
        let is_first = self.turn.placed.is_empty();
        let is_placement = around.pieces[mover] == 0;
        if !is_first && !is_placement {
            let friends = Bits(around.pieces[mover]).map(|next| neighbors[next]);
            self.judge_growth(point, &friends)?;
        }
        let may_place = is_first || is_last && self.may_balance(mover);
        if is_placement && !may_place {
            return Err(Violation::at(Rule::SygoPlacementAfterGrowth, point));
        }
        Ok(())
    }

    /// `sygo::group-grew-twice` and `sygo::captors-grow-again`, by the friendly stones that a
    /// further stone touches.
    fn judge_growth(
        &self,
        point: Point,
        friends: &(impl Iterator<Item = Cell> + Clone),
    ) -> Result<(), Violation> {
        let Some(rule) = self.growth_fault(friends) else {
            return Ok(());
        };
        let matches = |friend: &Cell| match (rule, self.chains.before(*friend)) {
            (Rule::SygoCaptorsGrowAgain, Before::Group(head)) => self.turn.is_captors(head),
            (Rule::SygoCaptorsGrowAgain, before) => before == Before::Enemy,
            (_, Before::Group(head)) => self.turn.has_grown(head),
            (_, _) => false,
        };
        let mut touched: Vec<Point> = friends
            .clone()
            .filter(matches)
            .map(|friend| self.square.point(friend))
            .collect();
        if touched.is_empty() {
            // Only stones of this turn.
            touched.extend(friends.clone().map(|friend| self.square.point(friend)));
        }
        Err(Violation::at(rule, point).by(touched))
    }

    /// The rule that a further stone breaks, by the friendly stones that it touches.
    pub(super) fn growth_fault(
        &self,
        friends: &(impl Iterator<Item = Cell> + Clone),
    ) -> Option<Rule> {
        // Nearly always all of them belong to groups that have neither grown nor captured.
        let is_free = |friend| match self.chains.before(friend) {
            Before::Group(head) => !self.turn.has_grown(head) && !self.turn.is_captors(head),
            Before::Nothing | Before::Enemy => false,
        };
        if friends.clone().all(is_free) {
            return None;
        }
        let has_grown = |friend| match self.chains.before(friend) {
            Before::Group(head) => self.turn.has_grown(head),
            Before::Nothing | Before::Enemy => false,
        };
        let is_placed = |friend| self.chains.before(friend) == Before::Nothing;
        if friends.clone().any(has_grown) || friends.clone().all(is_placed) {
            return Some(Rule::SygoGroupGrewTwice);
        }
        let is_captors = |friend| match self.chains.before(friend) {
            Before::Group(head) => self.turn.is_captors(head),
            Before::Nothing => false,
            Before::Enemy => true,
        };
        friends
            .clone()
            .any(is_captors)
            .then_some(Rule::SygoCaptorsGrowAgain)
    }

    /// Whether the turn may be a balance turn.
    pub(super) fn may_balance(&self, mover: Color) -> bool {
        self.has_balance_turn && mover == Color::Black && !self.grown
    }

    /// Puts down a stone of the turn: the start groups that it touches grow, and enemy groups
    /// without liberties are captured.
    pub(super) fn add_stone(&mut self, mover: Color, stone: Stone, is_last: bool) {
        let Stone {
            cell,
            neighbors,
            around,
        } = stone;
        // What becomes of a group matters only to a later stone of the turn.
        if !is_last {
            for friend in Bits(around.pieces[mover]) {
                if let Before::Group(head) = self.chains.before(neighbors[friend]) {
                    self.turn.mark_grown(head);
                }
            }
        }
        self.turn.began_with_placement = self.turn.placed.is_empty() && around.pieces[mover] == 0;
        self.put(stone, mover);
        if self.capture(neighbors, around, mover) {
            self.turn.captured = true;
            if !is_last {
                self.mark_captors(cell);
            }
        }
        self.turn.placed.push(cell);
    }

    /// Whether the group of the stone on a cell has a liberty.
    fn has_liberty(&self, cell: Cell) -> bool {
        self.chains.liberties(self.chains.head(cell)) > 0
    }

    /// Whether the group of a new stone has a liberty, perhaps because it captures.
    pub(super) fn leaves_liberty(&self, mover: Color, stone: &Stone) -> bool {
        if stone.around.empty != 0 {
            return true;
        }
        let loses_last = |next: Cell| {
            let head = self.chains.head(next);
            let touching = Bits(stone.around.occupied())
                .filter(|&other| self.chains.head(stone.neighbors[other]) == head)
                .count();
            usize::from(self.chains.liberties(head)) == touching
        };
        let mut friends = Bits(stone.around.pieces[mover]).map(|next| stone.neighbors[next]);
        let enemies = Bits(stone.around.pieces[mover.other()]).map(|next| stone.neighbors[next]);
        // No empty point is next to the turned stones: only what they connect has liberties, if any.
        let connects_liberty = |enemy: Cell| {
            self.chains.members(enemy).any(|turned| {
                let neighbors = self.square.neighbors(turned);
                let friends = self.chains.neighborhood(neighbors).pieces[mover];
                Bits(friends).any(|next| !loses_last(neighbors[next]))
            })
        };
        let mut captured = enemies.filter(|&enemy| loses_last(enemy));
        friends.any(|next| !loses_last(next)) || captured.any(connects_liberty)
    }

    /// Puts a stone on an empty cell; captures nothing.
    fn put(&mut self, stone: Stone, color: Color) {
        let Stone {
            cell,
            neighbors,
            around,
        } = stone;
        self.chains.put_between(cell, color, neighbors, around);
        self.turn.done.push(UndoStep::Put(cell));
        for friend in Bits(around.pieces[color]) {
            self.join(cell, neighbors[friend]);
        }
    }

    fn join(&mut self, stone: Cell, friend: Cell) {
        if let Some(join) = self.chains.join(stone, friend) {
            self.turn.done.push(UndoStep::Joined(join));
        }
    }

    /// Captures the enemy groups around a new stone that have no liberty left; returns whether
    /// there are any.
    fn capture(&mut self, neighbors: [Cell; 4], around: Neighborhood, mover: Color) -> bool {
        // Changing the color of a group takes no liberty from another, so all groups to be captured
        // can be found first.
        let suffocated = (0..).zip(neighbors).fold(0, |suffocated, (number, next)| {
            suffocated | u8::from(!self.has_liberty(next)) << number
        });
        let captured = suffocated & around.pieces[mover.other()];
        for next in Bits(captured) {
            let next = neighbors[next];
            if self.chains.color(next) == Some(mover) {
                continue;
            }
            let mut group = std::mem::take(&mut self.turn.group);
            group.clear();
            group.extend(self.chains.members(next));
            self.chains.change_color(next, mover);
            self.turn.done.push(UndoStep::Captured(next));
            for &stone in &group {
                let neighbors = self.square.neighbors(stone);
                for friend in Bits(self.chains.neighborhood(neighbors).pieces[mover]) {
                    self.join(stone, neighbors[friend]);
                }
            }
            self.turn.group = group;
        }
        captured != 0
    }

    /// Every start group that is now in one group with stones captured this turn is part of a
    /// captors' group.
    fn mark_captors(&mut self, cell: Cell) {
        for stone in self.chains.members(cell) {
            if let Before::Group(head) = self.chains.before(stone) {
                self.turn.mark_captors(head);
            }
        }
    }

    /// Begins to judge a turn.
    pub(super) fn begin(&mut self) {
        self.turn.begin();
        self.chains.begin_turn();
    }

    /// Restores the board as it was before the turn.
    fn undo(&mut self, mover: Color) {
        while let Some(step) = self.turn.done.pop() {
            match step {
                UndoStep::Joined(join) => self.chains.split(join),
                UndoStep::Captured(stone) => self.chains.change_color(stone, mover.other()),
                UndoStep::Put(cell) => {
                    self.chains.clear(cell);
                    let neighbors = self.square.neighbors(cell);
                    for next in Bits(self.chains.neighborhood(neighbors).occupied()) {
                        self.chains.gain_liberty(neighbors[next]);
                    }
                }
            }
        }
    }

    fn play_stones(&mut self, mover: Color, points: &[Point]) -> Result<MoveEffect, Violation> {
        self.begin();
        if let Err(violation) = self.judge_turn(mover, points) {
            self.undo(mover);
            return Err(violation);
        }
        Ok(self.end_turn())
    }

    /// Ends a turn of at least one stone.
    pub(in crate::games) fn end_turn(&mut self) -> MoveEffect {
        self.grown |= !self.turn.began_with_placement;
        self.end_phase.note_placement();
        MoveEffect {
            captured: self.turn.captured,
            ..MoveEffect::default()
        }
    }

    /// Whether a turn of these stones is legal; leaves the board unchanged.
    pub(super) fn is_legal(&mut self, mover: Color, points: &[Point]) -> bool {
        self.begin();
        let is_legal = self.judge_turn(mover, points).is_ok();
        self.undo(mover);
        is_legal
    }

    /// The pieces after these stones of a turn that may continue: a group without liberties matters only at its end.
    /// Leaves the board unchanged.
    pub(in crate::games) fn pieces_during_turn(
        &mut self,
        mover: Color,
        points: &[Point],
    ) -> Result<Vec<Piece>, Violation> {
        self.begin();
        let pieces = match self.judge_turn(mover, points) {
            Err(violation) if violation.rule != Rule::SygoNoLiberty => Err(violation),
            _ => Ok(self.pieces()),
        };
        self.undo(mover);
        pieces
    }

    /// Whether these stones may be the beginning of a longer turn; leaves the board unchanged.
    pub(super) fn may_precede_another(&mut self, mover: Color, points: &[Point]) -> bool {
        self.begin();
        let are_legal = points.iter().all(|&point| {
            let stone = self.stone_at(point);
            let is_legal = self
                .judge_stone(mover, point, stone.as_ref(), false)
                .is_ok();
            if is_legal && let Some(stone) = stone {
                self.add_stone(mover, stone, false);
            }
            is_legal
        });
        let may_precede = are_legal && !self.turn.began_with_placement;
        self.undo(mover);
        may_precede
    }
}

/// Whether a point is a space of a player's own: nothing but the player's stones and the edge around it.
pub(super) fn is_own_space(around: Neighborhood, mover: Color) -> bool {
    around.empty == 0 && around.pieces[mover.other()] == 0
}

impl GameState for Sygo {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        match mv {
            Move::Pass => Ok(self.end_phase.pass()),
            Move::Stone(point) => self.play_stones(mover, std::slice::from_ref(point)),
            Move::Stones(points) if !points.is_empty() => self.play_stones(mover, points),
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn sites(&self) -> usize {
        self.square.cells()
    }

    fn candidate(&mut self, mover: Color, site: Cell, _choice: u32) -> Candidate {
        if !self.chains.is_empty(site) {
            return Candidate::Closed;
        }
        let point = self.square.point(site);
        match self.stone_at(point) {
            Some(stone)
                if !is_own_space(stone.around, mover) && self.leaves_liberty(mover, &stone) =>
            {
                Candidate::Move(Move::Stone(point))
            }
            _ => Candidate::Nothing,
        }
    }

    /// The pass and the turns of one stone.
    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        moves.push(Move::Pass);
        let mut scratch = self.clone();
        for cell in self.square.iter() {
            let point = self.square.point(cell);
            if self.chains.is_empty(cell) && scratch.is_legal(mover, &[point]) {
                moves.push(Move::Stone(point));
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(self.square.area());
        self.square.for_each(|cell, point| {
            if let Some(color) = self.chains.color(cell) {
                pieces.push(Piece::Stone(color, point));
            }
        });
        pieces
    }
}

impl ScoredGame for Sygo {
    /// Own stones and empty points in own territories.
    fn tally(&self, with_regions: bool) -> Tally {
        let mut tally = Tally::default();
        let stones = self.chains.count();
        for color in Color::BLACK_AND_WHITE {
            tally.parts[color].pieces = stones[color];
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
