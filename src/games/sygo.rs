//! Sygo: in one turn all of a player's groups may grow, and captured groups
//! change their color.

use super::{
    Color, Move, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size, SygoRules, Tally,
    Violation,
    chains::{Before, Bits, Chains, Joined, Neighborhood, owner, regions},
    end_phase::EndPhase,
    game_state::{GameEnd, GameState, MoveEffect, ScoredGame},
    square::{Cell, Square},
};

/// A position of Sygo.
#[derive(Clone, Debug)]
pub(super) struct Sygo {
    square: Square,
    /// They know of each stone what it was before the turn: the groups of the mover there are the
    /// start groups, its stones that were not there are those placed this turn, and those that were the
    /// enemy's have been captured this turn.
    chains: Chains,
    closing: EndPhase,
    balance_turn: bool,
    /// Whether any turn so far held a growth stone.
    grown: bool,
    turn: Turn,
}

/// What is remembered while the stones of one turn are judged.
#[derive(Clone, Debug)]
struct Turn {
    /// By the head of a start group: what has become of it.
    fates: Vec<GroupGrowth>,
    /// Number of the stone that is being judged, counted on from turn to turn.
    stone: u64,
    /// Number of the last stone before this turn.
    last_before: u64,
    /// The stones placed so far.
    placed: Vec<Cell>,
    /// Whether the first of them was a placement.
    began_with_placement: bool,
    captured: bool,
    /// What has been done to the board, to be undone from the end.
    done: Vec<UndoStep>,
    /// Scratch: the stones of the group that is being captured.
    group: Vec<Cell>,
}

/// What has become of a start group, by the numbers of stones: those of earlier turns, of which it may have been
/// another group, mean nothing.
#[derive(Clone, Copy, Debug, Default)]
struct GroupGrowth {
    /// The first by which it grew this turn.
    grown: u64,
    /// The last by which it became part of a captors' group.
    captors: u64,
}

/// A change of the board.
#[derive(Clone, Copy, Debug)]
enum UndoStep {
    Put(Cell),
    Joined(Joined),
    /// The group of this stone came to the mover.
    Captured(Cell),
}

impl Turn {
    fn new(cells: usize) -> Turn {
        Turn {
            fates: vec![GroupGrowth::default(); cells],
            stone: 0,
            last_before: 0,
            placed: Vec::new(),
            began_with_placement: false,
            captured: false,
            done: Vec::new(),
            group: Vec::new(),
        }
    }

    fn begin(&mut self) {
        self.last_before = self.stone;
        self.placed.clear();
        self.done.clear();
        self.began_with_placement = false;
        self.captured = false;
    }

    /// Whether a start group grew this turn, before the present stone.
    fn has_grown(&self, fate: GroupGrowth) -> bool {
        fate.grown > self.last_before && fate.grown != self.stone
    }

    /// Whether a start group is part of a captors' group.
    fn is_captors(&self, fate: GroupGrowth) -> bool {
        fate.captors > self.last_before
    }
}

impl Sygo {
    pub(super) fn new(rules: &SygoRules, size: Size, setup: &Setup) -> Result<Sygo, SetupFault> {
        let square = Square::new(size);
        let mut chains = Chains::new(square.cells());
        for cell in square.iter() {
            chains.open(cell);
        }
        let turn = Turn::new(square.cells());
        let mut sygo = Sygo {
            square,
            chains,
            closing: EndPhase::new(None, false, setup),
            balance_turn: rules.balance_turn,
            grown: setup.grown,
            turn,
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
            let around = sygo.chains.around(neighbors);
            sygo.put(cell, neighbors, around, color);
        }
        let dead = setup.pieces.iter().position(|piece| {
            square
                .index(piece.point())
                .is_some_and(|cell| !sygo.breathes(cell))
        });
        match dead {
            Some(index) => Err(fault(index, SetupFaultKind::NoLiberty)),
            None => Ok(sygo),
        }
    }

    /// Begins to judge a turn.
    fn begin(&mut self) {
        self.turn.begin();
        self.chains.begin_turn();
    }

    /// Makes the board what it was before the turn.
    fn go_back(&mut self, mover: Color) {
        while let Some(done) = self.turn.done.pop() {
            match done {
                UndoStep::Joined(joined) => self.chains.part(joined),
                UndoStep::Captured(stone) => self.chains.flip(stone, mover.other()),
                UndoStep::Put(cell) => {
                    self.chains.clear(cell);
                    let neighbors = self.square.neighbors(cell);
                    for next in Bits(self.chains.around(neighbors).occupied()) {
                        self.chains.gain_liberty(neighbors[next]);
                    }
                }
            }
        }
    }

    pub(super) fn grown(&self) -> bool {
        self.grown
    }

    /// Whether the group of the piece on a cell has a liberty.
    fn breathes(&self, cell: Cell) -> bool {
        self.chains.liberties(self.chains.head(cell)) > 0
    }

    /// Puts a stone on an empty cell; captures nothing.
    fn put(&mut self, cell: Cell, neighbors: [Cell; 4], around: Neighborhood, color: Color) {
        self.chains.put_between(cell, color, neighbors, around);
        self.turn.done.push(UndoStep::Put(cell));
        for friend in Bits(around.pieces[color]) {
            self.join(cell, neighbors[friend]);
        }
    }

    fn join(&mut self, stone: Cell, friend: Cell) {
        if let Some(joined) = self.chains.join(stone, friend) {
            self.turn.done.push(UndoStep::Joined(joined));
        }
    }

    /// Turns those of the enemy groups around a new stone that have no liberty left; tells whether
    /// there are any.
    fn capture(&mut self, neighbors: [Cell; 4], around: Neighborhood, mover: Color) -> bool {
        // Turning takes nobody's liberty: all that are turned have none before the first is.
        let suffocated = (0..).zip(neighbors).fold(0, |suffocated, (number, next)| {
            suffocated | u8::from(!self.breathes(next)) << number
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
            self.chains.flip(next, mover);
            self.turn.done.push(UndoStep::Captured(next));
            for &stone in &group {
                let neighbors = self.square.neighbors(stone);
                for friend in Bits(self.chains.around(neighbors).pieces[mover]) {
                    self.join(stone, neighbors[friend]);
                }
            }
            self.turn.group = group;
        }
        captured != 0
    }

    /// Marks every start group that is now in one group with stones captured this turn.
    fn mark_captors(&mut self, cell: Cell) {
        for stone in self.chains.members(cell) {
            if let Before::Group(head) = self.chains.before(stone) {
                self.turn.fates[head].captors = self.turn.stone;
            }
        }
    }

    fn may_balance(&self, mover: Color) -> bool {
        self.balance_turn && mover == Color::Black && !self.grown
    }

    /// Lets the start groups around a growth stone grow by it; tells whether any of them may not, or there is none.
    fn grow(&mut self, friends: impl Iterator<Item = Cell>) -> bool {
        let (mut again, mut any) = (false, false);
        for friend in friends {
            match self.chains.before(friend) {
                Before::Group(head) => {
                    let turn = &self.turn;
                    let fate = turn.fates[head];
                    let has_grown = turn.has_grown(fate);
                    again |= has_grown | turn.is_captors(fate);
                    any = true;
                    if !has_grown {
                        self.turn.fates[head].grown = self.turn.stone;
                    }
                }
                // No empty point is next to a captured stone.
                Before::Nothing | Before::Enemy => {}
            }
        }
        again || !any
    }

    /// Judges a growth stone that is not the first of its turn by the friendly stones that it
    /// touches: the rule it breaks, and the stones it breaks it by.
    fn may_grow(
        &self,
        friends: &(impl Iterator<Item = Cell> + Clone),
    ) -> Result<(), (Rule, Vec<Point>)> {
        let fate = |next| match self.chains.before(next) {
            Before::Group(head) => self.turn.fates[head],
            Before::Nothing | Before::Enemy => GroupGrowth::default(),
        };
        let has_grown = |next| self.turn.has_grown(fate(next));
        let is_captors = |next| self.turn.is_captors(fate(next));
        let is_placed = |next| self.chains.before(next) == Before::Nothing;
        let touched = |rule, wanted: &dyn Fn(Cell) -> bool| {
            let wanted = friends.clone().filter(|&next| wanted(next));
            Err((rule, wanted.map(|next| self.square.point(next)).collect()))
        };
        if friends.clone().any(has_grown) {
            return touched(Rule::SygoGroupGrewTwice, &has_grown);
        }
        if friends.clone().all(is_placed) {
            return touched(Rule::SygoGroupGrewTwice, &is_placed);
        }
        if friends.clone().any(is_captors) {
            return touched(Rule::SygoCaptorsGrowAgain, &is_captors);
        }
        Ok(())
    }

    /// Judges the next stone of the turn and puts it down, captures included.
    /// `last` tells whether it is the last of the turn.
    fn add_stone(&mut self, mover: Color, point: Point, last: bool) -> Result<(), Violation> {
        let Some(cell) = self.square.index(point) else {
            return Err(Violation::at(Rule::SygoOffBoard, point));
        };
        if !self.chains.is_empty(cell) {
            return Err(Violation::at(Rule::SygoOccupied, point));
        }
        if self.turn.began_with_placement {
            let first = self.turn.placed.iter().map(|&cell| self.square.point(cell));
            return Err(Violation::at(Rule::SygoStoneAfterPlacement, point).by(first.collect()));
        }
        self.turn.stone += 1;
        let first = self.turn.placed.is_empty();
        let neighbors = self.square.neighbors(cell);
        let around = self.chains.around(neighbors);
        let friends = Bits(around.pieces[mover]).map(|next| neighbors[next]);
        let is_placement = around.pieces[mover] == 0;
        // What the stones around are matters to a later stone, and what this one makes of them too.
        let matters = !(is_placement || first && last);
        if matters && self.grow(friends.clone()) {
            self.may_grow(&friends)
                .map_err(|(rule, by)| Violation::at(rule, point).by(by))?;
        }
        let may_place = first || last && self.may_balance(mover);
        if is_placement && !may_place {
            return Err(Violation::at(Rule::SygoPlacementAfterGrowth, point));
        }
        self.turn.began_with_placement = first && is_placement;
        self.put(cell, neighbors, around, mover);
        if self.capture(neighbors, around, mover) {
            self.turn.captured = true;
            if !last {
                self.mark_captors(cell);
            }
        }
        self.turn.placed.push(cell);
        Ok(())
    }

    /// `sygo::no-liberty`: only groups that got a stone this turn can lack
    /// liberties, and captured ones are joined to the stone that captured them.
    fn first_without_liberty(&self) -> Option<Cell> {
        self.turn
            .placed
            .iter()
            .copied()
            .find(|&cell| !self.breathes(cell))
    }

    fn play_stones(&mut self, mover: Color, points: &[Point]) -> Result<MoveEffect, Violation> {
        self.begin();
        if let Err(violation) = self.judge_stones(mover, points) {
            self.go_back(mover);
            return Err(violation);
        }
        self.grown |= !self.turn.began_with_placement;
        self.closing.go_on();
        Ok(MoveEffect {
            captured: self.turn.captured,
            ..MoveEffect::default()
        })
    }

    fn judge_stones(&mut self, mover: Color, points: &[Point]) -> Result<(), Violation> {
        for (index, &point) in points.iter().enumerate() {
            self.add_stone(mover, point, index + 1 == points.len())?;
        }
        if let Some(cell) = self.first_without_liberty() {
            let mut group: Vec<Point> = self
                .chains
                .members(cell)
                .map(|stone| self.square.point(stone))
                .collect();
            group.sort_unstable();
            return Err(Violation::at(Rule::SygoNoLiberty, self.square.point(cell)).by(group));
        }
        Ok(())
    }

    /// Whether a turn is legal; leaves the board as it was.
    fn allows(&mut self, mover: Color, points: &[Point]) -> bool {
        self.begin();
        let legal = self.judge_stones(mover, points).is_ok();
        self.go_back(mover);
        legal
    }

    /// Every legal turn: the pass, then depth first all sequences of stones.
    pub(super) fn turns(&self, mover: Color) -> impl Iterator<Item = Move> + use<> {
        Turns {
            sygo: self.clone(),
            mover,
            cells: self.square.iter().collect(),
            next: vec![0],
            stones: Vec::new(),
            passed: false,
        }
    }
}

/// The depth-first walk over the sequences of stones of one turn.
///
/// A sequence is gone into as long as its stones may follow one another, whether
/// or not it is a legal turn itself: a later stone may give liberties back, and a
/// placement may end a balance turn only.
struct Turns {
    sygo: Sygo,
    mover: Color,
    cells: Vec<Cell>,
    /// For each stone of the sequence and one more: the next of `cells` to try there.
    next: Vec<usize>,
    stones: Vec<Point>,
    passed: bool,
}

impl Iterator for Turns {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        if !std::mem::replace(&mut self.passed, true) {
            return Some(Move::Pass);
        }
        while let Some(next) = self.next.last_mut() {
            let Some(&cell) = self.cells.get(*next) else {
                self.next.pop();
                self.stones.pop();
                continue;
            };
            *next += 1;
            self.stones.push(self.sygo.square.point(cell));
            let legal = self.sygo.allows(self.mover, &self.stones);
            if self.sygo.may_follow(self.mover, &self.stones) {
                self.next.push(0);
            } else if !legal {
                self.stones.pop();
                continue;
            }
            let turn = Move::Stones(self.stones.clone()).canonical();
            if self.next.len() == self.stones.len() {
                self.stones.pop();
            }
            if legal {
                return Some(turn);
            }
        }
        None
    }
}

impl Sygo {
    /// Whether these stones may be the beginning of a longer turn; leaves the board as it was.
    fn may_follow(&mut self, mover: Color, points: &[Point]) -> bool {
        self.begin();
        let follows = points
            .iter()
            .all(|&point| self.add_stone(mover, point, false).is_ok())
            && !self.turn.began_with_placement;
        self.go_back(mover);
        follows
    }
}

impl GameState for Sygo {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<MoveEffect, Violation> {
        match turn {
            Move::Pass => {
                let ends = self.closing.pass()?;
                Ok(MoveEffect {
                    ended: ends.then_some(GameEnd::Counted),
                    ..MoveEffect::default()
                })
            }
            Move::Stone(point) => self.play_stones(mover, std::slice::from_ref(point)),
            Move::Stones(points) if !points.is_empty() => self.play_stones(mover, points),
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn legal_moves(&mut self, mover: Color, moves: &mut Vec<Move>) {
        moves.push(Move::Pass);
        for cell in self.square.iter() {
            let point = self.square.point(cell);
            if self.chains.is_empty(cell) && self.allows(mover, &[point]) {
                moves.push(Move::Stone(point));
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        self.square
            .iter()
            .filter_map(|cell| {
                let color = self.chains.color(cell)?;
                Some(Piece::Stone(color, self.square.point(cell)))
            })
            .collect()
    }
}

impl ScoredGame for Sygo {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let stones = self.chains.count(self.square.iter());
        for color in Color::ALL {
            tally.parts[color].pieces = stones[color];
        }
        regions(
            &self.chains,
            self.square.iter(),
            |cell| self.square.neighbors(cell).into_iter(),
            |region, touches| {
                let points = region.iter().map(|&cell| self.square.point(cell)).collect();
                tally.add_region(points, owner(touches));
            },
        );
        tally
    }
}
