//! Bargo: hexagonal pieces with a wall on one edge, which cuts them off from
//! what stands across.

use super::{
    BargoRules, ByColor, Color, Direction, Move, Piece, Point, Rule, Setup, SetupFault,
    SetupFaultKind, Size, Tally, Violation,
    chains::{Bits, Chains, Content, Neighborhood, owner, regions},
    end_phase::{ButtonRules, EndPhase},
    game_state::{GameEnd, GameState, MoveEffect, ScoredGame},
    hexagon::{Cell, Hexagon},
    history::{History, key},
};

/// A position of Bargo.
#[derive(Clone, Debug)]
pub(super) struct Bargo {
    hexagon: Hexagon,
    chains: Chains,
    /// The edge that carries the wall of the piece on each cell.
    walls: Vec<Option<Direction>>,
    closing: EndPhase,
    komi: i32,
    /// A piece of every group without liberties that its own player left standing, and
    /// perhaps of some that have got liberties back or are gone.
    zero_liberty_groups: ByColor<Vec<Cell>>,
    /// The earlier positions; `None` in a ruleset without a repetition rule.
    history: Option<History>,
    /// The key of the colors on the cells.
    key: u64,
    /// Scratch: one piece of each group that the ply being judged removes.
    captured: Vec<Cell>,
    changes: Vec<(u16, Content)>,
}

impl Bargo {
    pub(super) fn new(
        rules: &BargoRules,
        size: Size,
        setup: &Setup,
        to_move: Color,
    ) -> Result<Bargo, SetupFault> {
        let hexagon = Hexagon::new(size.columns);
        let mut bargo = Bargo {
            hexagon,
            chains: Chains::new(hexagon.cells()),
            walls: vec![None; hexagon.cells()],
            closing: EndPhase::new(Some(BUTTON_RULES), rules.button, setup),
            komi: rules.komi,
            zero_liberty_groups: ByColor::default(),
            history: rules.own_turns.then(History::default),
            key: 0,
            captured: Vec::new(),
            changes: Vec::new(),
        };
        for cell in hexagon.iter() {
            bargo.chains.open(cell);
        }
        bargo.set_up(setup)?;
        bargo.remember(to_move.other());
        Ok(bargo)
    }

    fn set_up(&mut self, setup: &Setup) -> Result<(), SetupFault> {
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let fault = |kind| SetupFault {
                piece: Some(index),
                kind,
            };
            let Piece::Walled(color, point, wall) = piece else {
                return Err(fault(SetupFaultKind::ForeignPiece));
            };
            let cell = self
                .hexagon
                .index(point)
                .ok_or(fault(SetupFaultKind::OffBoard))?;
            if !self.chains.is_empty(cell) {
                return Err(fault(SetupFaultKind::Occupied));
            }
            match self.walled(cell, wall) {
                Some(WallBearer::Edge) => return Err(fault(SetupFaultKind::OuterWall)),
                Some(WallBearer::Piece(_)) => return Err(fault(SetupFaultKind::DoubleWall)),
                None => self.put(cell, self.around(cell), wall, color),
            }
        }
        for piece in &setup.pieces {
            if let (Some(cell), Some(color)) = (self.hexagon.index(piece.point()), piece.color())
                && self.chains.liberties(self.chains.head(cell)) == 0
            {
                self.zero_liberty_groups[color].push(cell);
            }
        }
        Ok(())
    }

    /// Whether the piece on `next`, across `direction` from a cell, has its wall towards that cell.
    fn faces_back(&self, next: Cell, direction: Direction) -> bool {
        self.walls[next] == Some(direction.opposite())
    }

    /// What already carries a wall on this edge of a cell.
    fn walled(&self, cell: Cell, direction: Direction) -> Option<WallBearer> {
        let next = self.hexagon.across(cell, direction);
        match self.chains.get(next) {
            Content::Outside => Some(WallBearer::Edge),
            Content::Piece(_) if self.faces_back(next, direction) => Some(WallBearer::Piece(next)),
            _ => None,
        }
    }

    /// What is across the edges of a cell, but for the pieces whose wall stands there.
    fn around(&self, cell: Cell) -> Neighborhood {
        let edges = self.hexagon.edges(cell);
        let mut around = self.chains.around(edges.map(|(_, next)| next));
        for (direction, next) in edges {
            let faced = u8::from(self.faces_back(next, direction)) << direction as u8;
            around.pieces.black &= !faced;
            around.pieces.white &= !faced;
        }
        around
    }

    /// The cells across some edges of a cell.
    fn across(&self, cell: Cell, edges: Bits) -> impl Iterator<Item = Cell> + use<> {
        let hexagon = self.hexagon;
        edges.map(move |edge| hexagon.across(cell, Direction::ALL[edge]))
    }

    /// Puts a piece on an empty cell and keeps the groups right.
    fn put(&mut self, cell: Cell, around: Neighborhood, wall: Direction, color: Color) {
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
        self.key ^= feature(cell, color);
    }

    /// Whether a piece on this empty cell would take the last liberty of the
    /// group of the piece on a cell next to it.
    fn fills_last_liberty(&self, cell: Cell, around: Neighborhood, next: Cell) -> bool {
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

    /// Finds the enemy groups that a placement here removes: those around the cell that lose their
    /// last liberty, and those that were without liberties before, wherever they stand.
    fn find_captured(&mut self, cell: Cell, around: Neighborhood, mover: Color) {
        let enemy = mover.other();
        let mut captured = std::mem::take(&mut self.captured);
        captured.clear();
        let suffocated = self
            .across(cell, Bits(around.pieces[enemy]))
            .filter(|&next| self.fills_last_liberty(cell, around, next));
        let before = self.zero_liberty_groups[enemy]
            .iter()
            .copied()
            .filter(|&cell| {
                self.chains.color(cell) == Some(enemy)
                    && self.chains.liberties(self.chains.head(cell)) == 0
            });
        for group in suffocated.chain(before) {
            let head = self.chains.head(group);
            if !captured.contains(&head) {
                captured.push(head);
            }
        }
        self.captured = captured;
    }

    fn is_captured(&self, cell: Cell) -> bool {
        self.captured.contains(&self.chains.head(cell))
    }

    fn captured_cells(&self) -> impl Iterator<Item = Cell> {
        self.captured
            .iter()
            .flat_map(|&head| self.chains.members(head))
    }

    /// The heads of the friendly groups that a piece here is linked to, some perhaps several times.
    fn linked_groups(
        &self,
        cell: Cell,
        around: Neighborhood,
        wall: Direction,
        mover: Color,
    ) -> impl Iterator<Item = Cell> {
        let linked = around.pieces[mover] & !(1 << wall as u8);
        self.across(cell, Bits(linked))
            .map(|next| self.chains.head(next))
    }

    /// Whether after the removals the group of a piece put here has a liberty.
    fn breathes(&self, cell: Cell, around: Neighborhood, wall: Direction, mover: Color) -> bool {
        if around.empty & !(1 << wall as u8) != 0 {
            return true;
        }
        let mut linked = self.linked_groups(cell, around, wall, mover);
        let is_linked = |head| {
            self.linked_groups(cell, around, wall, mover)
                .any(|linked| linked == head)
        };
        linked.any(|head| !self.fills_last_liberty(cell, around, head))
            // A captured piece leaves an empty cell. The pieces of the group beside it
            // see it unless their own wall stands between.
            || self.captured_cells().any(|gone| {
                self.hexagon.edges(gone).into_iter().any(|(direction, next)| {
                    if next == cell {
                        wall != direction.opposite()
                    } else {
                        self.chains.color(next) == Some(mover)
                            && is_linked(self.chains.head(next))
                            && !self.faces_back(next, direction)
                    }
                })
            })
    }

    /// Judges a placement, in the order of the rules. Leaves the groups that it
    /// removes in `captured`.
    fn judge(
        &mut self,
        point: Point,
        wall: Direction,
        mover: Color,
    ) -> Result<(Cell, Neighborhood), Violation> {
        let Some(cell) = self.hexagon.index(point) else {
            return Err(Violation::at(Rule::BargoOffBoard, point));
        };
        if !self.chains.is_empty(cell) {
            return Err(Violation::at(Rule::BargoOccupied, point));
        }
        if let Some(bearer) = self.walled(cell, wall) {
            let bearer = match bearer {
                WallBearer::Edge => Vec::new(),
                WallBearer::Piece(cell) => vec![self.hexagon.point(cell)],
            };
            return Err(Violation::at(Rule::BargoDoubleWall, point).by(bearer));
        }
        let around = self.around(cell);
        self.find_captured(cell, around, mover);
        if !self.breathes(cell, around, wall, mover) {
            let group = self.group_of_new(cell, around, wall, mover);
            return Err(Violation::at(Rule::BargoNoLiberty, point).by(group));
        }
        let across = self.hexagon.across(cell, wall);
        let faces_enemy =
            self.chains.color(across) == Some(mover.other()) && !self.is_captured(across);
        if faces_enemy {
            return Err(Violation::at(Rule::BargoWallFacesEnemy, point)
                .by(vec![self.hexagon.point(across)]));
        }
        match self.repeats(cell, mover) {
            Some(ply) => Err(Violation::at(Rule::BargoRepetition, point).repeating(ply)),
            None => Ok((cell, around)),
        }
    }

    fn group_of_new(
        &self,
        cell: Cell,
        around: Neighborhood,
        wall: Direction,
        mover: Color,
    ) -> Vec<Point> {
        let mut points: Vec<Point> = self
            .linked_groups(cell, around, wall, mover)
            .flat_map(|head| self.chains.members(head))
            .chain([cell])
            .map(|cell| self.hexagon.point(cell))
            .collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// What is compared beside the colors: whose turn ended, and whether the
    /// button has been taken.
    fn tag(&self, mover: Color) -> u8 {
        mover as u8 | u8::from(self.closing.button().is_some()) << 1
    }

    /// The ply at the end of which the mover has seen the position that a
    /// placement here would make.
    fn repeats(&self, cell: Cell, mover: Color) -> Option<u32> {
        let history = self.history.as_ref()?;
        let gone = self
            .captured_cells()
            .fold(0, |key, cell| key ^ feature(cell, mover.other()));
        let key = self.key ^ feature(cell, mover) ^ gone;
        let now = || self.chains.contents().to_vec();
        history.find(key, self.tag(mover), now, || {
            let mut contents = now();
            contents[cell] = Content::Piece(mover);
            for gone in self.captured_cells() {
                contents[gone] = Content::Empty;
            }
            contents
        })
    }

    /// Notes the position at the end of a turn, with the changes that led to it.
    fn remember(&mut self, mover: Color) {
        let tag = self.tag(mover);
        if let Some(history) = &mut self.history {
            history.push(self.key, tag, self.changes.drain(..));
        }
    }

    fn place(
        &mut self,
        cell: Cell,
        around: Neighborhood,
        wall: Direction,
        mover: Color,
    ) -> MoveEffect {
        self.closing.go_on();
        self.put(cell, around, wall, mover);
        self.changes.clear();
        self.changes.push((cell as u16, Content::Empty));
        let enemy = mover.other();
        for &head in &self.captured {
            for gone in self.chains.members(head) {
                self.changes.push((gone as u16, Content::Piece(enemy)));
            }
        }
        for &(gone, _) in &self.changes[1..] {
            self.chains.clear(usize::from(gone));
            self.walls[usize::from(gone)] = None;
            self.key ^= feature(usize::from(gone), enemy);
        }
        for &(gone, _) in &self.changes[1..] {
            for (direction, next) in self.hexagon.edges(usize::from(gone)) {
                if self.chains.color(next).is_some()
                    && self.walls[next] != Some(direction.opposite())
                {
                    self.chains.gain_liberty(next);
                }
            }
        }
        self.zero_liberty_groups[enemy].clear();
        // The piece leaves its own group a liberty. Of the others it takes one only from the
        // group across its wall.
        let across = self.hexagon.across(cell, wall);
        if self.chains.color(across) == Some(mover)
            && self.chains.liberties(self.chains.head(across)) == 0
        {
            self.zero_liberty_groups[mover].push(across);
        }
        let captured = !self.captured.is_empty();
        self.remember(mover);
        MoveEffect {
            captured,
            ..MoveEffect::default()
        }
    }
}

/// What a wall belongs to.
enum WallBearer {
    /// The outer edge of the board.
    Edge,
    /// The piece on this cell.
    Piece(Cell),
}

/// The key of a piece on a cell.
fn feature(cell: Cell, color: Color) -> u64 {
    key((cell * 2 + color as usize) as u64)
}

const BUTTON_RULES: ButtonRules = ButtonRules {
    taken: Rule::BargoButtonTaken,
    pass_before: Rule::BargoPassBeforeButton,
};

impl GameState for Bargo {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<MoveEffect, Violation> {
        match *turn {
            Move::Button => {
                self.closing.take_button(mover)?;
                self.changes.clear();
                self.remember(mover);
                Ok(MoveEffect::default())
            }
            Move::Pass => {
                let ends = self.closing.pass()?;
                self.changes.clear();
                self.remember(mover);
                Ok(MoveEffect {
                    ended: ends.then_some(GameEnd::Counted),
                    ..MoveEffect::default()
                })
            }
            Move::Walled(point, wall) => {
                let (cell, around) = self.judge(point, wall, mover)?;
                Ok(self.place(cell, around, wall, mover))
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn legal_moves(&mut self, mover: Color, moves: &mut Vec<Move>) {
        self.closing.legal_moves(moves);
        for cell in self.hexagon.iter() {
            let point = self.hexagon.point(cell);
            for wall in Direction::ALL {
                if self.judge(point, wall, mover).is_ok() {
                    moves.push(Move::Walled(point, wall));
                }
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        self.hexagon
            .iter()
            .filter_map(|cell| {
                Some(Piece::Walled(
                    self.chains.color(cell)?,
                    self.hexagon.point(cell),
                    self.walls[cell]?,
                ))
            })
            .collect()
    }

    fn button(&self) -> Option<Color> {
        self.closing.button()
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.key)
    }
}

impl ScoredGame for Bargo {
    /// A region is joined through all its common edges, which carry no walls, and
    /// touched by the pieces whose own wall does not stand between.
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.closing.tally(self.komi, &mut tally);
        let pieces = self.chains.count(self.hexagon.iter());
        for color in Color::ALL {
            tally.parts[color].pieces = pieces[color];
        }
        regions(
            &self.chains,
            self.hexagon.iter(),
            |cell| {
                self.hexagon
                    .edges(cell)
                    .into_iter()
                    .filter(|&(direction, next)| !self.faces_back(next, direction))
                    .map(|(_, next)| next)
            },
            |region, touches| {
                let points = region
                    .iter()
                    .map(|&cell| self.hexagon.point(cell))
                    .collect();
                tally.add_region(points, owner(touches));
            },
        );
        tally
    }
}
