//! Sygo: in one turn all of a player's groups may grow, and captured groups
//! change their colour.

use super::{
    Color, Move, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size, SygoRules, Tally,
    Violation,
    chains::{Chains, Content, owner, regions},
    closing::Closing,
    position::{Board, Played, Scored},
    square::{Cell, Square},
};

/// A position of Sygo.
#[derive(Clone, Debug)]
pub(super) struct Sygo {
    square: Square,
    /// While a turn is judged they keep how they were before it: the groups of the mover there are the
    /// start groups, its empty cells that now hold a stone are those placed this
    /// turn, and its enemy stones that are now the mover's are those captured this turn.
    chains: Chains,
    closing: Closing,
    balance_turn: bool,
    /// Whether any turn so far held a growth stone.
    grown: bool,
    turn: Turn,
}

/// What is remembered while the stones of one turn are judged.
#[derive(Clone, Debug)]
struct Turn {
    /// By the head of a start group: what has become of it this turn.
    fates: Vec<Fate>,
    /// The heads of the start groups of which there is something.
    marked: Vec<Cell>,
    /// The stones placed so far.
    placed: Vec<Cell>,
    /// Whether the first of them was a placement.
    began_with_placement: bool,
    captured: bool,
    /// Scratch: the stones of the group that is being captured.
    group: Vec<Cell>,
}

/// What has become of a start group in the turn.
#[derive(Clone, Copy, Debug, Default)]
struct Fate {
    has_grown: bool,
    /// Whether it became part of a captors' group.
    captors: bool,
}

/// What a friendly stone next to a new one is, seen from this turn.
enum Friend {
    /// A stone of the start group with this head.
    Start(Cell),
    Placed,
    Captured,
}

impl Turn {
    fn new(cells: usize) -> Turn {
        Turn {
            fates: vec![Fate::default(); cells],
            marked: Vec::new(),
            placed: Vec::new(),
            began_with_placement: false,
            captured: false,
            group: Vec::new(),
        }
    }

    fn begin(&mut self) {
        for head in self.marked.drain(..) {
            self.fates[head] = Fate::default();
        }
        self.placed.clear();
        self.began_with_placement = false;
        self.captured = false;
    }

    /// The fate of a start group, to be changed.
    fn mark(&mut self, head: Cell) -> &mut Fate {
        self.marked.push(head);
        &mut self.fates[head]
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
            closing: Closing::new(None, false, setup),
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
            sygo.put(cell, color);
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
        self.chains.begin();
    }

    /// What a stone of the mover is, seen from this turn.
    fn friend(&self, cell: Cell, mover: Color) -> Friend {
        match self.chains.at_beginning(cell) {
            (Content::Piece(color), head) if color == mover => Friend::Start(head),
            (Content::Piece(_), _) => Friend::Captured,
            _ => Friend::Placed,
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
    fn put(&mut self, cell: Cell, color: Color) {
        let neighbours = self.square.neighbours(cell);
        self.chains.settle(cell, color, neighbours);
    }

    /// Turns those of the enemy groups around a new stone that have no liberty left; tells whether
    /// there are any.
    fn capture(&mut self, neighbours: [Cell; 4], mover: Color) -> bool {
        let mut captured = false;
        // All are found before the first is turned; turning takes nobody's liberty,
        // so looking at one after the other finds the same groups.
        for next in neighbours {
            if self.chains.color(next) != Some(mover.other()) || self.breathes(next) {
                continue;
            }
            captured = true;
            let mut group = std::mem::take(&mut self.turn.group);
            group.clear();
            group.extend(self.chains.members(next));
            self.chains.flip(next, mover);
            for &stone in &group {
                for friend in self.square.neighbours(stone) {
                    if self.chains.color(friend) == Some(mover) {
                        self.chains.join(stone, friend);
                    }
                }
            }
            self.turn.group = group;
        }
        captured
    }

    /// Marks every start group that is now in one group with stones captured this turn.
    fn mark_captors(&mut self, cell: Cell, mover: Color) {
        for stone in self.chains.members(cell) {
            if let Friend::Start(head) = self.friend(stone, mover) {
                self.turn.mark(head).captors = true;
            }
        }
    }

    fn may_balance(&self, mover: Color) -> bool {
        self.balance_turn && mover == Color::Black && !self.grown
    }

    /// Judges a growth stone that is not the first of its turn by the friendly stones that it
    /// touches: the rule it breaks, and the stones it breaks it by.
    fn may_grow(
        &self,
        friends: &(impl Iterator<Item = Cell> + Clone),
        mover: Color,
    ) -> Result<(), (Rule, Vec<Point>)> {
        let fate = |next| match self.friend(next, mover) {
            Friend::Start(head) => self.turn.fates[head],
            // No empty point is next to a captured stone itself.
            Friend::Placed | Friend::Captured => Fate::default(),
        };
        let touched = |rule, wanted: &dyn Fn(Cell) -> bool| {
            let wanted = friends.clone().filter(|&next| wanted(next));
            Err((rule, wanted.map(|next| self.square.point(next)).collect()))
        };
        let is_placed = |next| matches!(self.friend(next, mover), Friend::Placed);
        if Rule::SygoGroupGrewTwice.is_on() {
            if friends.clone().any(|next| fate(next).has_grown) {
                return touched(Rule::SygoGroupGrewTwice, &|next| fate(next).has_grown);
            }
            if friends.clone().all(is_placed) {
                return touched(Rule::SygoGroupGrewTwice, &is_placed);
            }
        }
        let are_captors = friends.clone().any(|next| fate(next).captors);
        if are_captors && Rule::SygoCaptorsGrowAgain.is_on() {
            return touched(Rule::SygoCaptorsGrowAgain, &|next| fate(next).captors);
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
        if self.turn.began_with_placement && Rule::SygoStoneAfterPlacement.is_on() {
            let first = self.turn.placed.iter().map(|&cell| self.square.point(cell));
            return Err(Violation::at(Rule::SygoStoneAfterPlacement, point).by(first.collect()));
        }
        let first = self.turn.placed.is_empty();
        let neighbours = self.square.neighbours(cell);
        let friends = neighbours
            .into_iter()
            .filter(|&next| self.chains.color(next) == Some(mover));
        let is_placement = friends.clone().next().is_none();
        // What the stones around are matters to a later stone, and what this one makes of them too.
        if !(is_placement || first && last) {
            if !first {
                self.may_grow(&friends, mover)
                    .map_err(|(rule, by)| Violation::at(rule, point).by(by))?;
            }
            for next in neighbours {
                if self.chains.color(next) == Some(mover)
                    && let Friend::Start(head) = self.friend(next, mover)
                {
                    self.turn.mark(head).has_grown = true;
                }
            }
        }
        let may_place = first || last && self.may_balance(mover);
        if is_placement && !may_place && Rule::SygoPlacementAfterGrowth.is_on() {
            return Err(Violation::at(Rule::SygoPlacementAfterGrowth, point));
        }
        self.turn.began_with_placement = first && is_placement;
        self.put(cell, mover);
        if self.capture(neighbours, mover) {
            self.turn.captured = true;
            if !last {
                self.mark_captors(cell, mover);
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

    /// Whether a turn of this stone alone is certainly legal: the point is free, and so is one
    /// next to it. Nobody then asks how all was before the turn.
    fn surely_breathes(&self, point: Point) -> bool {
        self.square.index(point).is_some_and(|cell| {
            let mut around = self.square.neighbours(cell).into_iter();
            self.chains.is_empty(cell) && around.any(|next| self.chains.is_empty(next))
        })
    }

    fn play_stones(&mut self, mover: Color, points: &[Point]) -> Result<Played, Violation> {
        self.begin();
        if let [point] = points
            && self.surely_breathes(*point)
        {
            self.chains.end();
        }
        let judged = self.judge_stones(mover, points);
        if judged.is_err() {
            self.chains.go_back();
            return judged;
        }
        self.grown |= !self.turn.began_with_placement;
        self.closing.go_on();
        judged
    }

    fn judge_stones(&mut self, mover: Color, points: &[Point]) -> Result<Played, Violation> {
        for (index, &point) in points.iter().enumerate() {
            self.add_stone(mover, point, index + 1 == points.len())?;
        }
        if let Some(cell) = self.first_without_liberty()
            && Rule::SygoNoLiberty.is_on()
        {
            let mut group: Vec<Point> = self
                .chains
                .members(cell)
                .map(|stone| self.square.point(stone))
                .collect();
            group.sort_unstable();
            return Err(Violation::at(Rule::SygoNoLiberty, self.square.point(cell)).by(group));
        }
        Ok(Played {
            captured: self.turn.captured,
            ..Played::default()
        })
    }

    /// Whether a turn is legal; leaves the board as it was.
    fn allows(&mut self, mover: Color, points: &[Point]) -> bool {
        self.begin();
        let legal = self.judge_stones(mover, points).is_ok();
        self.chains.go_back();
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
            && !(self.turn.began_with_placement && Rule::SygoStoneAfterPlacement.is_on());
        self.chains.go_back();
        follows
    }
}

impl Board for Sygo {
    fn play(&mut self, mover: Color, turn: &Move) -> Result<Played, Violation> {
        match turn {
            Move::Pass => {
                let ends = self.closing.pass()?;
                Ok(Played {
                    ended: ends.then(|| self.tally().outcome()),
                    ..Played::default()
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

impl Scored for Sygo {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let stones = self.chains.count(self.square.iter());
        for color in Color::ALL {
            tally.parts[color].pieces = stones[color];
        }
        regions(
            &self.chains,
            self.square.iter(),
            |cell| self.square.neighbours(cell).into_iter(),
            |region, touches| {
                let points = region.iter().map(|&cell| self.square.point(cell)).collect();
                tally.add_region(points, owner(touches));
            },
        );
        tally
    }
}
