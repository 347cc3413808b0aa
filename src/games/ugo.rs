//! Ugo: stones that may take nobody's last liberty, and kings that must take an
//! enemy group's.

use super::{
    Color, Move, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size, Tally, UgoRules,
    Violation,
    chains::{Bits, Chains, Content, owner, regions},
    end_phase::{ButtonRules, EndPhase},
    game_state::{GameEnd, GameState, MoveEffect, ScoredGame},
    point::Cell,
    square::Square,
};

/// A position of Ugo.
#[derive(Clone, Debug)]
pub(super) struct Ugo {
    square: Square,
    chains: Chains,
    kings: Vec<bool>,
    end_phase: EndPhase,
    komi: i32,
    /// Whether a group without liberties may hold stones. Only a setup makes such
    /// groups, and the first king removes them.
    dead_stones: bool,
    scratch: Vec<Cell>,
}

impl Ugo {
    pub(super) fn new(rules: &UgoRules, size: Size, setup: &Setup) -> Result<Ugo, SetupFault> {
        let square = Square::new(size);
        let mut ugo = Ugo {
            square,
            chains: Chains::new(square.cells()),
            kings: vec![false; square.cells()],
            end_phase: EndPhase::new(Some(BUTTON_RULES), rules.button, setup),
            komi: rules.komi,
            dead_stones: !setup.pieces.is_empty(),
            scratch: Vec::new(),
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
            ugo.put(cell, color, matches!(piece, Piece::King(..)));
        }
        Ok(ugo)
    }

    /// Puts a piece on an empty cell and keeps the groups right.
    fn put(&mut self, cell: Cell, color: Color, king: bool) {
        self.kings[cell] = king;
        let neighbors = self.square.neighbors(cell);
        let around = self.chains.neighborhood(neighbors);
        self.chains.put_between(cell, color, neighbors, around);
        for friend in Bits(around.pieces[color]) {
            self.chains.join(cell, neighbors[friend]);
        }
    }

    /// Makes the piece on a cell a group of its own, with the liberties it has.
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

    /// Whether a piece on this empty cell would take the last liberty of the
    /// group of the piece on a cell next to it.
    fn fills_last_liberty(&self, cell: Cell, next: Cell) -> bool {
        let head = self.chains.head(next);
        if self.chains.liberties(head) > 4 {
            return false;
        }
        let taken = self
            .square
            .neighbors(cell)
            .into_iter()
            .filter(|&other| self.chains.color(other).is_some() && self.chains.head(other) == head)
            .count();
        usize::from(self.chains.liberties(head)) == taken
    }

    /// The cells next to this empty one on which an enemy piece stands whose group would lose its last liberty.
    fn suffocated_enemies(&self, cell: Cell, color: Color) -> impl Iterator<Item = Cell> {
        self.square
            .neighbors(cell)
            .into_iter()
            .filter(move |&next| self.chains.color(next) == Some(color.other()))
            .filter(move |&next| self.fills_last_liberty(cell, next))
    }

    /// Whether the group that a piece on this empty cell would belong to has a
    /// liberty while nothing is removed.
    fn breathes(&self, cell: Cell, color: Color) -> bool {
        self.square
            .neighbors(cell)
            .into_iter()
            .any(|next| match self.chains.get(next) {
                Content::Empty => true,
                Content::Piece(owner) => owner == color && !self.fills_last_liberty(cell, next),
                Content::Outside => false,
            })
    }

    /// `ugo::off-board`, `ugo::occupied`.
    fn empty_cell(&self, point: Point) -> Result<Cell, Violation> {
        let cell = self
            .square
            .index(point)
            .ok_or_else(|| Violation::at(Rule::UgoOffBoard, point))?;
        if self.chains.is_empty(cell) {
            Ok(cell)
        } else {
            Err(Violation::at(Rule::UgoOccupied, point))
        }
    }

    /// `ugo::stone-takes-last-liberty`: a group without liberties touches no
    /// empty point, so only the groups around the stone can have become one.
    fn stone_is_legal(&self, cell: Cell, color: Color) -> bool {
        self.breathes(cell, color) && self.suffocated_enemies(cell, color).next().is_none()
    }

    /// `ugo::king-captures-nothing`.
    fn king_is_legal(&self, cell: Cell, color: Color) -> bool {
        self.suffocated_enemies(cell, color).next().is_some()
    }

    /// The pieces of all groups that a stone here leaves without liberties.
    fn suffocated(&self, cell: Cell, color: Color) -> Vec<Point> {
        let mut cells: Vec<Cell> = self
            .suffocated_enemies(cell, color)
            .flat_map(|next| self.chains.members(next))
            .collect();
        if !self.breathes(cell, color) {
            cells.push(cell);
            for next in self.square.neighbors(cell) {
                if self.chains.color(next) == Some(color) {
                    cells.extend(self.chains.members(next));
                }
            }
        }
        let mut points: Vec<Point> = cells
            .into_iter()
            .map(|cell| self.square.point(cell))
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The effect of a king: the stones of enemy groups without liberties go,
    /// then those of friendly ones. Tells whether any stone went.
    fn place_king(&mut self, cell: Cell, color: Color) -> bool {
        self.put(cell, color, true);
        if self.dead_stones {
            self.dead_stones = false;
            let captured = self.remove_stones_of_all(color.other());
            return self.remove_stones_of_all(color) | captured;
        }
        let mut captured = false;
        for next in self.square.neighbors(cell) {
            if self.chains.color(next) == Some(color.other()) {
                captured |= self.remove_stones_if_dead(next, color.other());
            }
        }
        self.remove_stones_if_dead(cell, color) | captured
    }

    fn remove_stones_of_all(&mut self, color: Color) -> bool {
        let mut removed = false;
        for cell in self.square.iter() {
            if self.chains.color(cell) == Some(color) {
                removed |= self.remove_stones_if_dead(cell, color);
            }
        }
        removed
    }

    /// Removes the stones of the group of a piece if it has no liberties; its kings
    /// stay. Groups of one color touch no common point, so what is removed from
    /// one gives no other a liberty: they can be looked at one after the other.
    fn remove_stones_if_dead(&mut self, cell: Cell, color: Color) -> bool {
        if self.chains.liberties(self.chains.head(cell)) > 0 {
            return false;
        }
        let mut members = std::mem::take(&mut self.scratch);
        members.clear();
        members.extend(self.chains.members(cell));
        let mut removed = false;
        for &cell in &members {
            if !self.kings[cell] {
                self.chains.clear(cell);
                removed = true;
            }
        }
        for &cell in &members {
            if self.chains.is_empty(cell) {
                for next in self.square.neighbors(cell) {
                    if self.chains.color(next).is_some() {
                        self.chains.gain_liberty(next);
                    }
                }
            }
        }
        // The kings left behind may be no longer one group: each is put anew and
        // only then joined to the others.
        members.retain(|&cell| self.kings[cell]);
        for &king in &members {
            self.put_alone(king, color);
        }
        for &king in &members {
            self.join_neighbors(king, color);
        }
        self.scratch = members;
        removed
    }

    /// What a territory is joined to and touched by.
    fn tally_regions(&self, tally: &mut Tally) {
        regions(
            &self.chains,
            self.square.iter(),
            |cell| self.square.neighbors(cell).into_iter(),
            |region, touches| {
                let points = region.iter().map(|&cell| self.square.point(cell)).collect();
                tally.add_region(points, owner(touches));
            },
        );
    }
}

const BUTTON_RULES: ButtonRules = ButtonRules {
    taken: Rule::UgoButtonTaken,
    pass_before: Rule::UgoPassBeforeButton,
};

impl GameState for Ugo {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<MoveEffect, Violation> {
        match *turn {
            Move::Button => {
                self.end_phase.take_button(mover)?;
                Ok(MoveEffect::default())
            }
            Move::Pass => {
                let ends = self.end_phase.pass()?;
                Ok(MoveEffect {
                    ended: ends.then_some(GameEnd::Counted),
                    ..MoveEffect::default()
                })
            }
            Move::Stone(point) => {
                let cell = self.empty_cell(point)?;
                if !self.stone_is_legal(cell, mover) {
                    return Err(Violation::at(Rule::UgoStoneTakesLastLiberty, point)
                        .by(self.suffocated(cell, mover)));
                }
                self.end_phase.note_placement();
                self.put(cell, mover, false);
                Ok(MoveEffect::default())
            }
            Move::King(point) => {
                let cell = self.empty_cell(point)?;
                if !self.king_is_legal(cell, mover) {
                    return Err(Violation::at(Rule::UgoKingCapturesNothing, point));
                }
                self.end_phase.note_placement();
                let captured = self.place_king(cell, mover);
                Ok(MoveEffect {
                    captured,
                    ..MoveEffect::default()
                })
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        self.end_phase.legal_moves(moves);
        for cell in self
            .square
            .iter()
            .filter(|&cell| self.chains.is_empty(cell))
        {
            let point = self.square.point(cell);
            if self.stone_is_legal(cell, mover) {
                moves.push(Move::Stone(point));
            }
            if self.king_is_legal(cell, mover) {
                moves.push(Move::King(point));
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        self.square
            .iter()
            .filter_map(|cell| {
                let color = self.chains.color(cell)?;
                let point = self.square.point(cell);
                Some(if self.kings[cell] {
                    Piece::King(color, point)
                } else {
                    Piece::Stone(color, point)
                })
            })
            .collect()
    }

    fn button(&self) -> Option<Color> {
        self.end_phase.button()
    }
}

impl ScoredGame for Ugo {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.end_phase.tally(self.komi, &mut tally);
        for cell in self.square.iter() {
            if let Some(color) = self.chains.color(cell) {
                if self.chains.liberties(self.chains.head(cell)) > 0 {
                    tally.parts[color].pieces += 1;
                } else {
                    tally.parts[color.other()].prisoners += 1;
                }
            }
        }
        self.tally_regions(&mut tally);
        tally
    }
}
