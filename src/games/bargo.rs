//! Bargo: hexagonal pieces with a wall on one edge, which cuts them off from
//! the cell across it.

use super::{
    BargoRules, Color, Direction, Move, MoveEffect, Piece, Point, Rule, Setup, SetupFault,
    SetupFaultKind, Size, Tally, Violation,
    chains::Content,
    cloning::clone_by_field,
    color::ColorArray,
    end_phase::EndPhase,
    game_state::{Candidate, GameState, ScoredGame},
    history::{CellChange, History},
    point::Cell,
    territory::add_territory,
    walled_chains::{Placement, WallBearer, WalledChains},
};

/// A position of Bargo.
#[derive(Debug)]
pub(super) struct Bargo {
    board: WalledChains,
    end_phase: EndPhase,
    komi: i32,
    /// A piece of every group without liberties that a player's own placement or the setup has
    /// made, and perhaps of some that have regained liberties or are gone.
    zero_liberty_groups: ColorArray<Vec<Cell>>,
    /// The earlier positions; `None` in a ruleset without a repetition rule.
    history: Option<History>,
    /// Scratch: the heads of the groups that the ply being judged removes.
    captured: Vec<Cell>,
    /// Scratch: the cells changed by the present ply, with what they held before.
    changes: Vec<CellChange>,
}

clone_by_field!(Bargo {
    board,
    end_phase,
    komi,
    zero_liberty_groups,
    history,
    captured,
    changes
});

impl Bargo {
    /// The position before the first ply. Walls that face an enemy and groups without liberties are
    /// allowed in a setup, a second wall on an edge is not.
    pub(super) fn new(
        rules: &BargoRules,
        size: Size,
        setup: &Setup,
        to_move: Color,
    ) -> Result<Bargo, SetupFault> {
        let mut bargo = Bargo {
            board: WalledChains::new(size.columns),
            end_phase: EndPhase::new(rules.button, setup),
            komi: rules.komi,
            zero_liberty_groups: ColorArray::default(),
            history: rules.own_turns.then(History::default),
            captured: Vec::new(),
            changes: Vec::new(),
        };
        let mut placed = Vec::new();
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let placement = bargo.setup_placement(piece).map_err(|kind| SetupFault {
                piece: Some(index),
                kind,
            })?;
            bargo.board.put(placement);
            placed.push(placement);
        }
        for Placement { cell, color, .. } in placed {
            if !bargo.board.has_liberty(cell) {
                bargo.zero_liberty_groups[color].push(cell);
            }
        }
        bargo.remember(to_move.other());
        Ok(bargo)
    }

    fn setup_placement(&self, piece: Piece) -> Result<Placement, SetupFaultKind> {
        let Piece::Walled(color, point, wall) = piece else {
            return Err(SetupFaultKind::ForeignPiece);
        };
        let cell = self.board.hexagon().index(point);
        let cell = cell.ok_or(SetupFaultKind::OffBoard)?;
        if !self.board.chains().is_empty(cell) {
            return Err(SetupFaultKind::Occupied);
        }
        match self.board.wall_bearer(cell, wall) {
            Some(WallBearer::Edge) => Err(SetupFaultKind::OuterWall),
            Some(WallBearer::Piece(_)) => Err(SetupFaultKind::DoubleWall),
            None => Ok(self.board.placement(cell, wall, color)),
        }
    }

    /// Judges a placement, in the order of the rules page: `bargo::off-board`, `occupied`,
    /// `double-wall`, `no-liberty`, `wall-faces-enemy`, `repetition`. Lists in `captured` the heads
    /// of the groups that it removes.
    fn judge(
        &self,
        point: Point,
        wall: Direction,
        mover: Color,
        captured: &mut Vec<Cell>,
    ) -> Result<Placement, Rule> {
        let board = &self.board;
        let hexagon = board.hexagon();
        let cell = hexagon.index(point).ok_or(Rule::BargoOffBoard)?;
        if !board.chains().is_empty(cell) {
            return Err(Rule::BargoOccupied);
        }
        // The removals come later: a neighbor that this placement captures counts here.
        if board.wall_bearer(cell, wall).is_some() {
            return Err(Rule::BargoDoubleWall);
        }
        let placement = board.placement(cell, wall, mover);
        self.find_captured(placement, captured);
        if !board.has_liberty_after(placement, captured) {
            return Err(Rule::BargoNoLiberty);
        }
        let across = hexagon.across(cell, wall);
        let faces_enemy = board.chains().color(across) == Some(mover.other())
            && !captured.contains(&board.chains().head(across));
        if faces_enemy {
            return Err(Rule::BargoWallFacesEnemy);
        }
        match self.repeated_ply(placement, captured) {
            Some(_) => Err(Rule::BargoRepetition),
            None => Ok(placement),
        }
    }

    /// The violation of a rule by a placement, which removes the groups in `captured`.
    fn violation(
        &self,
        rule: Rule,
        point: Point,
        wall: Direction,
        mover: Color,
        captured: &[Cell],
    ) -> Violation {
        let violation = Violation::at(rule, point);
        let board = &self.board;
        let hexagon = board.hexagon();
        let Some(cell) = hexagon.index(point) else {
            return violation;
        };
        let placement = || board.placement(cell, wall, mover);
        match rule {
            Rule::BargoDoubleWall => violation.by(match board.wall_bearer(cell, wall) {
                Some(WallBearer::Piece(cell)) => vec![hexagon.point(cell)],
                Some(WallBearer::Edge) | None => Vec::new(),
            }),
            Rule::BargoNoLiberty => violation.by(board.group_after(placement())),
            Rule::BargoWallFacesEnemy => {
                violation.by(vec![hexagon.point(hexagon.across(cell, wall))])
            }
            Rule::BargoRepetition => match self.repeated_ply(placement(), captured) {
                Some(ply) => violation.repeating(ply),
                None => violation,
            },
            _ => violation,
        }
    }

    /// Removals: finds the enemy groups that have no liberty after a placement. Those are groups
    /// around the cell, and groups anywhere that had none before.
    fn find_captured(&self, placement: Placement, captured: &mut Vec<Cell>) {
        let enemy = placement.color.other();
        let chains = self.board.chains();
        let before = self.zero_liberty_groups[enemy].iter().copied();
        let before = before
            .filter(|&cell| chains.color(cell) == Some(enemy) && !self.board.has_liberty(cell));
        captured.clear();
        for piece in self.board.suffocated(placement).chain(before) {
            let head = chains.head(piece);
            if !captured.contains(&head) {
                captured.push(head);
            }
        }
    }

    /// The first of the mover's own earlier turns that ended in the position after this placement.
    fn repeated_ply(&self, placement: Placement, captured: &[Cell]) -> Option<u32> {
        let history = self.history.as_ref()?;
        let hash = self.board.hash_after(placement, captured);
        let now = || self.board.chains().contents().to_vec();
        history.find(hash, self.tag(placement.color), now, || {
            let mut contents = now();
            contents[placement.cell] = Content::piece(placement.color);
            for removed in self.board.members(captured) {
                contents[removed] = Content::Empty;
            }
            contents
        })
    }

    /// What is compared beside the colors on the cells: who made the turn, and whether the
    /// button has been taken.
    fn tag(&self, mover: Color) -> u8 {
        mover as u8 | u8::from(self.end_phase.button().is_some()) << 1
    }

    /// Adds the position at the end of a turn to the history, with the changes that led to it.
    fn remember(&mut self, mover: Color) {
        let tag = self.tag(mover);
        if let Some(history) = &mut self.history {
            let now = || self.board.chains().contents().to_vec();
            history.push(self.board.hash(), tag, self.changes.drain(..), now);
        }
    }

    /// Carries out a legal placement, which removes the groups in `captured`.
    fn place(&mut self, placement: Placement) -> MoveEffect {
        let Placement {
            cell, wall, color, ..
        } = placement;
        let enemy = color.other();
        self.end_phase.note_placement();
        self.board.put(placement);
        self.changes.clear();
        self.changes.push((cell as u16, Content::Empty));
        for removed in self.board.members(&self.captured) {
            self.changes.push((removed as u16, Content::piece(enemy)));
        }
        let removed = self.changes[1..].iter().map(|&(cell, _)| usize::from(cell));
        self.board.remove(removed, enemy);
        self.zero_liberty_groups[enemy].clear();
        // The new piece's own group has a liberty. Of the mover's other groups only the one across
        // the wall can have lost its last.
        let across = self.board.hexagon().across(cell, wall);
        if self.board.chains().color(across) == Some(color) && !self.board.has_liberty(across) {
            self.zero_liberty_groups[color].push(across);
        }
        self.remember(color);
        MoveEffect {
            captured: !self.captured.is_empty(),
            ..MoveEffect::default()
        }
    }
}

impl GameState for Bargo {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        match *mv {
            Move::Walled(point, wall) => {
                let mut captured = std::mem::take(&mut self.captured);
                let judged = self.judge(point, wall, mover, &mut captured);
                self.captured = captured;
                let placement = judged
                    .map_err(|rule| self.violation(rule, point, wall, mover, &self.captured))?;
                Ok(self.place(placement))
            }
            Move::Button => {
                if !self.end_phase.is_button_free() {
                    return Err(Violation::of(Rule::BargoButtonTaken));
                }
                self.end_phase.take_button(mover);
                self.changes.clear();
                self.remember(mover);
                Ok(MoveEffect::default())
            }
            Move::Pass => {
                if self.end_phase.is_button_free() {
                    return Err(Violation::of(Rule::BargoPassBeforeButton));
                }
                self.changes.clear();
                self.remember(mover);
                Ok(self.end_phase.pass())
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn try_play(&mut self, mover: Color, mv: &Move) -> Option<MoveEffect> {
        if let Move::Walled(point, wall) = *mv {
            let mut captured = std::mem::take(&mut self.captured);
            let judged = self.judge(point, wall, mover, &mut captured);
            self.captured = captured;
            return judged.ok().map(|placement| self.place(placement));
        }
        self.play(mover, mv).ok()
    }

    fn sites(&self) -> usize {
        self.board.hexagon().cells()
    }

    fn candidate(&mut self, mover: Color, site: Cell, choice: u32) -> Candidate {
        let chains = self.board.chains();
        if !chains.is_empty(site) {
            return Candidate::Closed;
        }
        let hexagon = self.board.hexagon();
        let around = chains.neighborhood(hexagon.neighbors(site));
        if around.empty == 0 && around.pieces[mover.other()] == 0 {
            return Candidate::Nothing;
        }
        let wall = |turn| Direction::ALL[(choice % 6 + turn) as usize % 6];
        let is_free = |wall: &Direction| {
            let bit = 1 << *wall as u8;
            // A wall may face an empty cell or the player's own piece, not the edge of the board.
            (around.empty | around.pieces[mover]) & bit != 0
                && self.board.wall_bearer(site, *wall).is_none()
        };
        match (0..6).map(wall).find(is_free) {
            Some(wall) => Candidate::Move(Move::Walled(hexagon.point(site), wall)),
            None => Candidate::Nothing,
        }
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        self.end_phase.legal_moves(moves);
        let hexagon = self.board.hexagon();
        let mut captured = Vec::new();
        for cell in hexagon.iter() {
            let point = hexagon.point(cell);
            for wall in Direction::ALL {
                if self.judge(point, wall, mover, &mut captured).is_ok() {
                    moves.push(Move::Walled(point, wall));
                }
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let hexagon = self.board.hexagon();
        let mut pieces = Vec::with_capacity(hexagon.area());
        hexagon.for_each(|cell, point| {
            if let Some(color) = self.board.chains().color(cell)
                && let Some(wall) = self.board.wall(cell)
            {
                pieces.push(Piece::Walled(color, point, wall));
            }
        });
        pieces
    }

    fn button(&self) -> Option<Color> {
        self.end_phase.button()
    }

    fn repetition_hash(&self) -> Option<u64> {
        Some(self.board.hash())
    }
}

impl ScoredGame for Bargo {
    /// Own pieces, cells in own territories, komi and the button. Two empty cells next to each
    /// other are always linked; a piece is linked to an empty cell unless its own wall is between.
    fn tally(&self, with_regions: bool) -> Tally {
        let hexagon = self.board.hexagon();
        let chains = self.board.chains();
        let mut tally = Tally::default();
        self.end_phase.tally(self.komi, &mut tally);
        let pieces = chains.count();
        for color in Color::BLACK_AND_WHITE {
            tally.parts[color].pieces = pieces[color];
        }
        add_territory(
            chains,
            |cell| hexagon.neighbors(cell),
            |number, next| self.board.faces_back(next, Direction::ALL[number]),
            |cell| hexagon.point(cell),
            with_regions,
            &mut tally,
        );
        tally
    }
}
