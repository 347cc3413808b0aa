//! Bamogo: neutral stones of several colors, placed in pairs and switched; a
//! chain of one color from side to side wins.

use std::sync::Arc;

use super::{
    BamogoRules, Color, Move, Piece, Point, Rule, Setup, SetupFault, SetupFaultKind, Size,
    StoneColor, Violation,
    cloning::clone_by_field,
    game_state::{Candidate, GameEnd, GameState, MoveEffect},
    point::Cell,
    square::Square,
};

/// A position of Bamogo.
#[derive(Debug)]
pub(super) struct Bamogo {
    square: Square,
    /// `None` for empty spaces and for the border, which `on_board` distinguishes.
    stones: Vec<Option<StoneColor>>,
    on_board: Vec<bool>,
    /// The sides of the board that each cell is on, as bits: bottom, top, left, right.
    sides: Vec<u8>,
    line: PairLine,
    /// The spaces of the switch made in the ply before.
    switched: Option<[Cell; 2]>,
    /// Number of empty spaces.
    empty: usize,
    /// Number of pairs of adjacent spaces that are both empty.
    empty_pairs: usize,
    /// Number of pairs of adjacent spaces that both hold a stone.
    stone_pairs: usize,
    /// Scratch: the cells of the chain that was searched last.
    chain: Vec<Cell>,
    /// For each cell the number of the search that reached it last.
    visited: Vec<u64>,
    /// Number of searches so far.
    searches: u64,
}

clone_by_field!(Bamogo {
    square,
    stones,
    on_board,
    sides,
    line,
    switched,
    empty,
    empty_pairs,
    stone_pairs,
    chain,
    visited,
    searches
});

/// The bits of the two sides that a player must connect: bottom and top for Black, left and
/// right for White.
fn sides_of(color: Color) -> u8 {
    match color {
        Color::Black => 0b0011,
        _ => 0b1100,
    }
}

/// The line of pairs still to be placed.
#[derive(Clone, Debug)]
enum PairLine {
    /// All pairs in order, and the index of the front one.
    Known(Arc<[[StoneColor; 2]]>, usize),
    /// Each pair has two different of these colors; the number of pairs left.
    Unknown(Arc<[StoneColor]>, usize),
}

impl PairLine {
    fn is_empty(&self) -> bool {
        match self {
            PairLine::Known(pairs, front) => *front == pairs.len(),
            PairLine::Unknown(_, left) => *left == 0,
        }
    }

    /// Whether two stones are those of the front pair, or could be if the line is not known.
    fn offers(&self, first: StoneColor, second: StoneColor) -> bool {
        match self {
            PairLine::Known(pairs, front) => pairs
                .get(*front)
                .is_some_and(|&pair| pair == [first, second] || pair == [second, first]),
            PairLine::Unknown(colors, _) => {
                first != second && colors.contains(&first) && colors.contains(&second)
            }
        }
    }

    /// Removes the front pair.
    fn take(&mut self) {
        match self {
            PairLine::Known(_, front) => *front += 1,
            PairLine::Unknown(_, left) => *left -= 1,
        }
    }

    /// One of the ways to color the next placement.
    fn choice(&self, number: u32) -> Option<[StoneColor; 2]> {
        if self.is_empty() {
            return None;
        }
        match self {
            PairLine::Known(pairs, front) => {
                let [first, second] = pairs[*front];
                let is_turned = number % 2 == 1;
                Some(if is_turned {
                    [second, first]
                } else {
                    [first, second]
                })
            }
            PairLine::Unknown(colors, _) => {
                let (number, count) = (number as usize, colors.len());
                let first = number % count;
                let second = (first + 1 + number / count % (count - 1)) % count;
                Some([colors[first], colors[second]])
            }
        }
    }

    /// The colors that a placement may use, in either order.
    fn choices(&self) -> Vec<[StoneColor; 2]> {
        if self.is_empty() {
            return Vec::new();
        }
        match self {
            PairLine::Known(pairs, front) => {
                let [first, second] = pairs[*front];
                vec![[first, second], [second, first]]
            }
            PairLine::Unknown(colors, _) => colors
                .iter()
                .flat_map(|&first| colors.iter().map(move |&second| [first, second]))
                .filter(|[first, second]| first != second)
                .collect(),
        }
    }
}

impl Bamogo {
    pub(super) fn new(
        rules: &BamogoRules,
        size: Size,
        setup: &Setup,
    ) -> Result<Bamogo, SetupFault> {
        let square = Square::new(size);
        let mut on_board = vec![false; square.cells()];
        let mut sides = vec![0; square.cells()];
        for cell in square.iter() {
            on_board[cell] = true;
            let Point { column, row } = square.point(cell);
            sides[cell] = u8::from(row == 1)
                | u8::from(row == u16::from(size.rows)) << 1
                | u8::from(column == 1) << 2
                | u8::from(column == u16::from(size.columns)) << 3;
        }
        let fault = |piece, kind| SetupFault { piece, kind };
        let mut bamogo = Bamogo {
            square,
            stones: vec![None; square.cells()],
            line: PairLine::Unknown(Arc::new([]), 0),
            switched: None,
            empty: square.area(),
            empty_pairs: square
                .iter()
                .flat_map(|cell| [cell + 1, square.neighbors(cell)[1]])
                .filter(|&next| on_board[next])
                .count(),
            stone_pairs: 0,
            chain: Vec::new(),
            visited: vec![0; square.cells()],
            searches: 0,
            on_board,
            sides,
        };
        for (index, &piece) in setup.pieces.iter().enumerate() {
            let Piece::Neutral(color, point) = piece else {
                return Err(fault(Some(index), SetupFaultKind::ForeignPiece));
            };
            let cell = square
                .index(point)
                .ok_or(fault(Some(index), SetupFaultKind::OffBoard))?;
            if bamogo.stones[cell].is_some() {
                return Err(fault(Some(index), SetupFaultKind::Occupied));
            }
            bamogo.put(cell, color);
        }
        for (index, piece) in setup.pieces.iter().enumerate() {
            if let Some(cell) = square.index(piece.point())
                && Color::BLACK_AND_WHITE.map(|color| bamogo.connects(cell, color)) != [false; 2]
            {
                return Err(fault(Some(index), SetupFaultKind::Connected));
            }
        }
        bamogo.line = match &setup.line {
            Some(pairs) if pairs.iter().any(|[first, second]| first == second) => {
                return Err(fault(None, SetupFaultKind::EqualPair));
            }
            Some(pairs) => PairLine::Known(pairs.as_slice().into(), 0),
            None => PairLine::Unknown(rules.colors.as_slice().into(), bamogo.empty / 2),
        };
        Ok(bamogo)
    }

    /// `bamogo::off-board`.
    fn judge_space(&self, point: Point) -> Result<Cell, Violation> {
        self.square
            .index(point)
            .ok_or_else(|| Violation::at(Rule::BamogoOffBoard, point))
    }

    /// Judges a placement, in the order of the rules page: `bamogo::line-empty`, `wrong-pair`,
    /// `off-board`, `occupied`, `not-adjacent`.
    fn judge_pair(&self, stones: [(StoneColor, Point); 2]) -> Result<[Cell; 2], Violation> {
        let [(first_color, first), (second_color, second)] = stones;
        if self.line.is_empty() {
            return Err(Violation::of(Rule::BamogoLineEmpty));
        }
        if !self.line.offers(first_color, second_color) {
            return Err(Violation::of(Rule::BamogoWrongPair));
        }
        let cells = [self.judge_space(first)?, self.judge_space(second)?];
        for (cell, point) in [(cells[0], first), (cells[1], second)] {
            if self.stones[cell].is_some() {
                return Err(Violation::at(Rule::BamogoOccupied, point));
            }
        }
        if cells[0] == cells[1] {
            return Err(Violation::at(Rule::BamogoOccupied, second));
        }
        if self.must_be_adjacent() && !self.adjacent(cells[0], cells[1]) {
            return Err(Violation::at(Rule::BamogoNotAdjacent, first).by(vec![second]));
        }
        Ok(cells)
    }

    /// Judges a switch, in the order of the rules page: `bamogo::off-board`, `not-adjacent`,
    /// `switch-empty`, `switch-undo`.
    fn judge_switch(&self, first: Point, second: Point) -> Result<[Cell; 2], Violation> {
        let cells = [self.judge_space(first)?, self.judge_space(second)?];
        if !self.adjacent(cells[0], cells[1]) {
            return Err(Violation::at(Rule::BamogoNotAdjacent, first).by(vec![second]));
        }
        for (cell, point) in [(cells[0], first), (cells[1], second)] {
            if self.stones[cell].is_none() {
                return Err(Violation::at(Rule::BamogoSwitchEmpty, point));
            }
        }
        if self.switched == Some(ordered(cells)) {
            return Err(Violation::at(Rule::BamogoSwitchUndo, first).by(vec![second]));
        }
        Ok(cells)
    }

    /// Whether two stones must be placed on adjacent spaces.
    fn must_be_adjacent(&self) -> bool {
        self.empty_pairs > 0
    }

    /// The winner after a ply that changed the stones on two spaces: only chains
    /// through them can be new. If both players are connected, the mover wins.
    fn winner(&mut self, changed: [Cell; 2], mover: Color) -> Option<Color> {
        let reached = changed.map(|cell| self.reach(cell));
        [mover, mover.other()].into_iter().find(|&color| {
            let sides = sides_of(color);
            reached.iter().any(|reached| reached & sides == sides)
        })
    }

    fn effect(&mut self, changed: [Cell; 2], mover: Color) -> MoveEffect {
        MoveEffect {
            ended: self.winner(changed, mover).map(GameEnd::Won),
            ..MoveEffect::default()
        }
    }

    pub(super) fn line(&self) -> Option<&[[StoneColor; 2]]> {
        match &self.line {
            PairLine::Known(pairs, front) => Some(&pairs[*front..]),
            PairLine::Unknown(..) => None,
        }
    }

    pub(super) fn pairs_left(&self) -> usize {
        match &self.line {
            PairLine::Known(pairs, front) => pairs.len() - front,
            PairLine::Unknown(_, left) => *left,
        }
    }

    fn put(&mut self, cell: Cell, color: StoneColor) {
        for next in self.square.neighbors(cell) {
            if self.stones[next].is_some() {
                self.stone_pairs += 1;
            } else if self.on_board[next] {
                self.empty_pairs -= 1;
            }
        }
        self.stones[cell] = Some(color);
        self.empty -= 1;
    }

    fn adjacent(&self, first: Cell, second: Cell) -> bool {
        self.square.neighbors(first).contains(&second)
    }

    /// The sides of the board that the chain of the stone on a cell reaches; 0 if there is no
    /// stone. Leaves the chain in `self.chain`.
    fn reach(&mut self, cell: Cell) -> u8 {
        self.chain.clear();
        let Some(color) = self.stones[cell] else {
            return 0;
        };
        self.searches += 1;
        self.chain.push(cell);
        self.visited[cell] = self.searches;
        let mut reached = 0;
        let mut done = 0;
        while let Some(&cell) = self.chain.get(done) {
            reached |= self.sides[cell];
            for next in self.square.neighbors(cell) {
                if self.stones[next] == Some(color) && self.visited[next] != self.searches {
                    self.visited[next] = self.searches;
                    self.chain.push(next);
                }
            }
            done += 1;
        }
        reached
    }

    /// Whether the chain of the stone on a cell connects a player's sides.
    fn connects(&mut self, cell: Cell, color: Color) -> bool {
        self.reach(cell) & sides_of(color) == sides_of(color)
    }

    /// The chain of stones that connects a player's sides.
    pub(super) fn connection(&mut self, color: Color) -> Option<Vec<Point>> {
        let cells: Vec<Cell> = self.square.iter().collect();
        let found = cells.into_iter().any(|cell| self.connects(cell, color));
        found.then(|| {
            let mut points: Vec<Point> = self
                .chain
                .iter()
                .map(|&cell| self.square.point(cell))
                .collect();
            points.sort_unstable();
            points
        })
    }

    /// All pairs of adjacent spaces, each once, the lower or left one first.
    fn adjacent_spaces(&self) -> impl Iterator<Item = [Cell; 2]> {
        self.square.iter().flat_map(|cell| {
            let [right, up, ..] = self.square.neighbors(cell);
            [right, up]
                .into_iter()
                .filter(|&next| self.on_board[next])
                .map(move |next| [cell, next])
        })
    }

    /// The pairs of empty spaces on which two stones may be placed.
    fn open_pairs(&self) -> Vec<[Cell; 2]> {
        let both_empty = |cells: &[Cell; 2]| cells.iter().all(|&cell| self.stones[cell].is_none());
        if self.must_be_adjacent() {
            return self.adjacent_spaces().filter(both_empty).collect();
        }
        let empty: Vec<Cell> = self
            .square
            .iter()
            .filter(|&cell| self.stones[cell].is_none())
            .collect();
        let later = |index: usize| empty[index + 1..].iter();
        (0..empty.len())
            .flat_map(|index| later(index).map(move |&second| [index, second]))
            .map(|[index, second]| [empty[index], second])
            .collect()
    }
}

fn ordered([first, second]: [Cell; 2]) -> [Cell; 2] {
    [first.min(second), first.max(second)]
}

impl GameState for Bamogo {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        match *mv {
            Move::Pass => Err(Violation::of(Rule::BamogoPass)),
            Move::Pair(stones) => {
                let cells = self.judge_pair(stones)?;
                self.line.take();
                self.switched = None;
                self.put(cells[0], stones[0].0);
                self.put(cells[1], stones[1].0);
                Ok(self.effect(cells, mover))
            }
            Move::Switch(first, second) => {
                let cells = self.judge_switch(first, second)?;
                self.switched = Some(ordered(cells));
                if self.stones[cells[0]] == self.stones[cells[1]] {
                    return Ok(MoveEffect {
                        idle: true,
                        ..self.effect(cells, mover)
                    });
                }
                self.stones.swap(cells[0], cells[1]);
                Ok(self.effect(cells, mover))
            }
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    fn sites(&self) -> usize {
        self.square.cells()
    }

    /// A pair on this space and one beside it, the rest of the line permitting, or a switch of two stones that differ.
    fn candidate(&mut self, _mover: Color, site: Cell, choice: u32) -> Candidate {
        if !self.on_board[site] {
            return Candidate::Closed;
        }
        let neighbors = self.square.neighbors(site);
        let mut next = (0..4).map(|turn| neighbors[(choice + turn) as usize % 4]);
        let pair = |one: Cell, other: Cell| {
            Candidate::Move(match self.line.choice(choice / 4) {
                Some([first, second]) => Move::Pair([
                    (first, self.square.point(one)),
                    (second, self.square.point(other)),
                ]),
                None => return Candidate::Nothing,
            })
        };
        let Some(color) = self.stones[site] else {
            let is_open = |cell: &Cell| self.on_board[*cell] && self.stones[*cell].is_none();
            if self.must_be_adjacent() {
                return next
                    .find(is_open)
                    .map_or(Candidate::Nothing, |other| pair(site, other));
            }
            let mut others = self.square.iter().filter(is_open);
            let other = others.find(|&cell| cell != site);
            return other.map_or(Candidate::Nothing, |other| pair(site, other));
        };
        let differs = |cell: &Cell| self.stones[*cell].is_some_and(|other| other != color);
        let may_switch = |cell: &Cell| self.switched != Some(ordered([site, *cell]));
        match next.find(|cell| differs(cell) && may_switch(cell)) {
            Some(other) => {
                let [first, second] = [site, other].map(|cell| self.square.point(cell));
                Candidate::Move(Move::Switch(first, second).canonical())
            }
            None => Candidate::Nothing,
        }
    }

    fn legal_moves(&self, _mover: Color, moves: &mut Vec<Move>) {
        let choices = self.line.choices();
        if !choices.is_empty() {
            for [first, second] in self.open_pairs() {
                let points = [self.square.point(first), self.square.point(second)];
                for &[one, other] in &choices {
                    moves.push(Move::Pair([(one, points[0]), (other, points[1])]).canonical());
                }
            }
        }
        for [first, second] in self.adjacent_spaces() {
            let (first, second) = (self.square.point(first), self.square.point(second));
            if self.judge_switch(first, second).is_ok() {
                moves.push(Move::Switch(first, second).canonical());
            }
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::with_capacity(self.square.area());
        self.square.for_each(|cell, point| {
            if let Some(color) = self.stones[cell] {
                pieces.push(Piece::Neutral(color, point));
            }
        });
        pieces
    }

    /// A draw when the player to move has no legal move: no pair or no two spaces to place it on,
    /// and no switch except perhaps the forbidden one.
    fn no_moves_result(&mut self, _to_move: Color) -> Option<GameEnd> {
        let can_place = !self.line.is_empty() && self.empty >= 2;
        let can_switch = self.stone_pairs > usize::from(self.switched.is_some());
        (!can_place && !can_switch).then_some(GameEnd::Drawn)
    }
}
