//! Bargo, literally (rules/bargo.md).

use super::square::{name, read as read_point};
use super::{ReferenceGame, Rules, Setup, before_reading, by_score, clean, other, setup_owned};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// (q, r).
type Cell = (i64, i64);

/// The six edges of a cell and the neighbors beyond them.
const WALLS: [(&str, Cell); 6] = [
    ("e", (1, 0)),
    ("ne", (1, 1)),
    ("nw", (0, 1)),
    ("w", (-1, 0)),
    ("sw", (-1, -1)),
    ("se", (0, -1)),
];

/// Color and the number of the wall in [`WALLS`].
type Board = BTreeMap<Cell, (char, usize)>;

/// What repetition compares: the colors, and whether the button has been taken.
type Standing = (BTreeMap<Cell, char>, bool);

/// A game of Bargo.
#[derive(Clone)]
pub(crate) struct Bargo {
    rules: Rules,
    side: i64,
    board: Board,
    to_move: char,
    button: Option<char>,
    passes: u32,
    over: Option<String>,
    /// Who made the turn, and what stood at its end; the start counts for the player not to move.
    history: Vec<(char, Rc<Standing>)>,
}

fn across((q, r): Cell, wall: usize) -> Cell {
    let (dq, dr) = WALLS[wall].1;
    (q + dq, r + dr)
}

/// The wall of the cell across that edge which lies on the same edge.
fn opposite(wall: usize) -> usize {
    (wall + 3) % 6
}

fn read(text: &str) -> Option<(Cell, usize)> {
    let (cell, wall) = text.split_once('/')?;
    let wall = WALLS.iter().position(|&(name, _)| name == wall)?;
    Some((read_point(cell)?, wall))
}

fn standing(board: &Board, button: Option<char>) -> Standing {
    let colors = board.iter().map(|(&cell, &(c, _))| (cell, c)).collect();
    (colors, button.is_some())
}

impl Bargo {
    pub(crate) fn new(rules: &Rules, side: i64, setup: Option<&Setup>) -> Result<Self, String> {
        let given = setup.cloned().unwrap_or_default();
        let to_move = given.to_move.unwrap_or('B');
        let mut game = Self {
            rules: rules.clone(),
            side,
            board: Board::new(),
            to_move,
            button: given.button,
            passes: 0,
            over: None,
            history: Vec::new(),
        };
        for text in &given.pieces {
            let (color, piece) = setup_owned(text)?;
            match read(&piece) {
                // Setup: two walls on one edge, or a wall on an outer edge, is record::setup.
                Some((cell, wall))
                    if game.on_board(cell)
                        && !game.board.contains_key(&cell)
                        && !game.has_wall(&game.board, cell, wall) =>
                {
                    game.board.insert(cell, (color, wall));
                }
                _ => return Err(format!("record::setup: {text}")),
            }
        }
        let start = standing(&game.board, game.button);
        game.history.push((other(to_move), Rc::new(start)));
        Ok(game)
    }

    fn on_board(&self, (q, r): Cell) -> bool {
        let most = 2 * self.side - 1;
        (1..=most).contains(&q) && (1..=most).contains(&r) && (q - r).abs() < self.side
    }

    fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for q in 1..2 * self.side {
            for r in 1..2 * self.side {
                if self.on_board((q, r)) {
                    cells.push((q, r));
                }
            }
        }
        cells
    }

    /// Whether the edge carries a wall: all outer edges do.
    fn has_wall(&self, board: &Board, cell: Cell, wall: usize) -> bool {
        let there = across(cell, wall);
        !self.on_board(there)
            || board.get(&cell).is_some_and(|&(_, own)| own == wall)
            || board
                .get(&there)
                .is_some_and(|&(_, own)| own == opposite(wall))
    }

    /// The cells linked to that cell.
    fn linked(&self, board: &Board, cell: Cell) -> Vec<Cell> {
        (0..WALLS.len())
            .filter(|&wall| !self.has_wall(board, cell, wall))
            .map(|wall| across(cell, wall))
            .collect()
    }

    /// The cells joined to `from` by links between cells that hold the same: a color, or nothing.
    fn joined(&self, board: &Board, from: Cell) -> BTreeSet<Cell> {
        let holds = |cell: &Cell| board.get(cell).map(|&(color, _)| color);
        let mut found = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            for next in self.linked(board, cell) {
                if holds(&next) == holds(&from) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// The groups of a color, or the maximal sets of empty cells joined by links.
    fn parts(&self, board: &Board, hold: Option<char>) -> Vec<BTreeSet<Cell>> {
        let mut parts: Vec<BTreeSet<Cell>> = Vec::new();
        for cell in self.cells() {
            let known = parts.iter().any(|part| part.contains(&cell));
            if !known && board.get(&cell).map(|&(color, _)| color) == hold {
                parts.push(self.joined(board, cell));
            }
        }
        parts
    }

    fn has_liberty(&self, board: &Board, group: &BTreeSet<Cell>) -> bool {
        group.iter().any(|&cell| {
            self.linked(board, cell)
                .iter()
                .any(|next| !board.contains_key(next))
        })
    }

    /// The board after the placement and the removals, or the first violated rule.
    fn place(&self, cell: Cell, wall: usize) -> Result<Board, &'static str> {
        let (mover, enemy) = (self.to_move, other(self.to_move));
        // bargo::off-board
        if !self.on_board(cell) {
            return Err("bargo::off-board");
        }
        // bargo::occupied
        if self.board.contains_key(&cell) {
            return Err("bargo::occupied");
        }
        // bargo::double-wall
        if self.has_wall(&self.board, cell, wall) {
            return Err("bargo::double-wall");
        }
        let mut placed = self.board.clone();
        placed.insert(cell, (mover, wall));
        // Removals: all enemy groups without a liberty are found, then removed at once.
        let mut after = placed.clone();
        for group in self.parts(&placed, Some(enemy)) {
            if !self.has_liberty(&placed, &group) {
                after.retain(|piece, _| !group.contains(piece));
            }
        }
        // bargo::no-liberty
        if !self.has_liberty(&after, &self.joined(&after, cell)) {
            return Err("bargo::no-liberty");
        }
        // bargo::wall-faces-enemy
        let facing = after.get(&across(cell, wall));
        if facing.is_some_and(|&(color, _)| color == enemy) {
            return Err("bargo::wall-faces-enemy");
        }
        // bargo::repetition
        let stands = standing(&after, self.button);
        if self.rules.own_turns && self.history.contains(&(mover, Rc::new(stands))) {
            return Err("bargo::repetition");
        }
        Ok(after)
    }

    fn points_of(&self, player: char) -> i64 {
        // Own pieces on the board, dead or not.
        let pieces = self.board.values().filter(|piece| piece.0 == player);
        let mut points = pieces.count();
        for territory in self.parts(&self.board, None) {
            let touching: BTreeSet<char> = territory
                .iter()
                .flat_map(|&empty| self.linked(&self.board, empty))
                .filter_map(|next| self.board.get(&next).map(|&(color, _)| color))
                .collect();
            if touching == BTreeSet::from([player]) {
                points += territory.len();
            }
        }
        let points = i64::try_from(points).expect("a board's worth");
        let komi = if player == 'W' { self.rules.komi } else { 0 };
        2 * (points + komi) + i64::from(self.button == Some(player))
    }
}

impl ReferenceGame for Bargo {
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str> {
        before_reading(self.finished(), self.to_move, color)?;
        match clean(text).as_str() {
            "resign" => {
                self.over = Some(format!("{}+R", other(color)));
            }
            "button" => {
                // bargo::button-taken
                if !self.rules.button || self.button.is_some() {
                    return Err("bargo::button-taken");
                }
                self.button = Some(color);
                self.passes = 0;
            }
            // An empty value is a pass.
            "pass" | "" => {
                // bargo::pass-before-button
                if self.rules.button && self.button.is_none() {
                    return Err("bargo::pass-before-button");
                }
                self.passes += 1;
                // Two passes in a row end the game.
                if self.passes == 2 {
                    self.over = Some(by_score((self.points_of('B'), self.points_of('W'))));
                }
            }
            piece => {
                let (cell, wall) = read(piece).ok_or("record::notation")?;
                self.board = self.place(cell, wall)?;
                self.passes = 0;
            }
        }
        let stands = standing(&self.board, self.button);
        self.history.push((color, Rc::new(stands)));
        self.to_move = other(self.to_move);
        Ok(())
    }

    fn to_move(&self) -> char {
        self.to_move
    }

    fn pieces(&self) -> Vec<String> {
        let piece = |(&cell, &(color, wall)): (&Cell, &(char, usize))| {
            format!("{color} {}/{}", name(cell), WALLS[wall].0)
        };
        let mut pieces: Vec<String> = self.board.iter().map(piece).collect();
        pieces.sort();
        pieces
    }

    fn finished(&self) -> bool {
        self.over.is_some()
    }

    fn result(&self) -> Option<String> {
        self.over.clone()
    }

    fn score(&self) -> Option<(i64, i64)> {
        Some((self.points_of('B'), self.points_of('W')))
    }

    fn candidates(&self) -> Vec<String> {
        let mut texts = Vec::new();
        // The square around the hexagon and one line past it: some of these are off the board.
        for q in 1..=2 * self.side {
            for r in 0..=2 * self.side {
                for (wall, _) in WALLS {
                    if self.on_board((q, r)) || wall == "ne" {
                        texts.push(format!("{}/{wall}", name((q, r))));
                    }
                }
            }
        }
        let words = [
            "zz9/ne",
            "zz99999999999/e",
            "pass",
            "button",
            "swap",
            "a1",
            "a1/",
            "a1/n",
            "a1/s",
            "/e",
            "a01/e",
            "a1/e,b2/e",
            "e/a1",
        ];
        texts.extend(words.map(String::from));
        texts
    }

    fn boxed_clone(&self) -> Box<dyn ReferenceGame> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ReferenceGame, Setup, new, ruleset};

    fn set(side: u32, pieces: &[&str], to_move: char) -> Result<Box<dyn ReferenceGame>, String> {
        let setup = Setup {
            pieces: pieces.iter().map(ToString::to_string).collect(),
            to_move: Some(to_move),
            ..Setup::default()
        };
        new(&ruleset("bargo-no-button"), side, side, Some(&setup))
    }

    #[test]
    fn reading_and_the_button() {
        let mut game = new(&ruleset("bargo"), 2, 2, None).unwrap();
        for (text, rule) in [
            ("c1/e", "bargo::off-board"),
            ("a0/e", "bargo::off-board"),
            ("a01/e", "record::notation"),
            ("b2", "record::notation"),
            ("a1/sw", "bargo::double-wall"),
            ("", "bargo::pass-before-button"),
        ] {
            assert_eq!(game.play('B', text), Err(rule), "{text}");
        }
        assert_eq!(game.play('B', "B2/NE"), Ok(()));
        assert_eq!(game.play('W', "b2/ne"), Err("bargo::occupied"));
        assert_eq!(game.play('W', "c3/sw"), Err("bargo::double-wall"));
        assert_eq!(game.play('W', "c2/w"), Err("bargo::wall-faces-enemy"));
        assert_eq!(game.play('W', "button"), Ok(()));
        assert_eq!(game.play('B', "pass"), Ok(()));
        assert_eq!(game.play('W', ""), Ok(()));
        assert_eq!(game.result().unwrap(), "B+6.5");
    }

    #[test]
    fn removals() {
        // Side 2: a1 has the neighbors b1, b2 and a2. Its wall closes it to b2; b1 is Black's.
        let mut game = set(2, &["W a1/ne", "B b1/nw"], 'B').unwrap();
        assert_eq!(game.play('B', "a2/e"), Ok(()));
        assert_eq!(game.pieces(), ["B a2/e", "B b1/nw"]);
        // A neighbor that would be captured by this very ply still counts.
        let mut game = set(2, &["W a1/nw", "B b1/nw", "B b2/ne"], 'B').unwrap();
        assert_eq!(game.play('B', "a2/se"), Err("bargo::double-wall"));
        assert_eq!(game.play('B', "a2/ne"), Ok(()));
        assert_eq!(game.pieces(), ["B a2/ne", "B b1/nw", "B b2/ne"]);
    }

    #[test]
    fn own_dead_groups_go_at_the_next_enemy_placement() {
        // White a1 is linked to a2 alone; White's own wall there shuts it off.
        let mut game = set(2, &["W a1/e", "W b2/sw", "B c3/w"], 'W').unwrap();
        assert_eq!(game.play('W', "a2/se"), Ok(()));
        // It stands, and counts: three pieces and the territory b3; b1 and c2 touch both colors.
        assert_eq!(game.score(), Some((2, 8)));
        let mut passed = game.boxed_clone();
        assert_eq!(passed.play('B', "pass"), Ok(()));
        assert_eq!(passed.pieces().len(), 4);
        // The removed piece's wall goes too: b1 has its liberty on a1.
        assert_eq!(game.play('B', "b1/ne"), Ok(()));
        assert_eq!(game.pieces(), ["B b1/ne", "B c3/w", "W a2/se", "W b2/sw"]);
    }

    #[test]
    fn setups() {
        assert!(set(2, &["B a1/w"], 'B').is_err());
        assert!(set(2, &["B a1/ne", "W b2/sw"], 'B').is_err());
        assert!(set(2, &["B a1/ne", "W b2/e"], 'B').is_ok());
        assert!(set(2, &["B a1/ne", "W a1/e"], 'B').is_err());
    }
}
