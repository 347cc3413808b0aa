//! Ugo, literally (rules/ugo.md).

use super::square::{self, Colors, Point, Size};
use super::{ReferenceGame, Rules, Setup, before_reading, by_score, clean, other, setup_owned};
use std::collections::BTreeMap;

/// Color, and whether the piece is a king.
type Board = BTreeMap<Point, (char, bool)>;

/// A game of Ugo.
#[derive(Clone)]
pub(crate) struct Ugo {
    rules: Rules,
    size: Size,
    board: Board,
    to_move: char,
    button: Option<char>,
    passes: u32,
    over: Option<String>,
}

/// `d4` or `Kd4`, in lower case: the point and whether it is a king.
fn read_piece(text: &str) -> Option<(Point, bool)> {
    // "`K` or `k` followed by another letter is a king; `k4` and `K4` are a stone on k4".
    if let Some(rest) = text.strip_prefix('k')
        && rest.starts_with(|c: char| c.is_ascii_lowercase())
    {
        return Some((square::read(rest)?, true));
    }
    Some((square::read(text)?, false))
}

fn colors(board: &Board) -> Colors {
    board.iter().map(|(&p, &(color, _))| (p, color)).collect()
}

/// Removes the stones of that color's groups without liberties; their kings stay.
fn without_dead_stones(board: &Board, size: Size, color: char) -> Board {
    let mut after = board.clone();
    for group in square::dead_groups(&colors(board), size, color) {
        after.retain(|point, &mut (_, king)| king || !group.contains(point));
    }
    after
}

impl Ugo {
    pub(crate) fn new(
        rules: &Rules,
        columns: i64,
        rows: i64,
        setup: Option<&Setup>,
    ) -> Result<Self, String> {
        let given = setup.cloned().unwrap_or_default();
        let mut board = Board::new();
        for text in &given.pieces {
            let (color, piece) = setup_owned(text)?;
            match read_piece(&piece) {
                Some((point, king))
                    if square::on_board(point, columns, rows) && !board.contains_key(&point) =>
                {
                    board.insert(point, (color, king));
                }
                _ => return Err(format!("record::setup: {text}")),
            }
        }
        Ok(Self {
            rules: rules.clone(),
            size: (columns, rows),
            board,
            to_move: given.to_move.unwrap_or('B'),
            button: given.button,
            passes: 0,
            over: None,
        })
    }

    fn dead(&self, board: &Board, color: char) -> usize {
        square::dead_groups(&colors(board), self.size, color).len()
    }

    fn place(&self, point: Point, king: bool) -> Result<Board, &'static str> {
        let (mover, enemy) = (self.to_move, other(self.to_move));
        // ugo::off-board
        if !square::on_board(point, self.size.0, self.size.1) {
            return Err("ugo::off-board");
        }
        // ugo::occupied
        if self.board.contains_key(&point) {
            return Err("ugo::occupied");
        }
        let before = self.board.clone();
        let mut after = self.board.clone();
        after.insert(point, (mover, king));
        if !king {
            // ugo::stone-takes-last-liberty: the number of groups of both colors differs
            let count = |board| self.dead(board, mover) + self.dead(board, enemy);
            if count(&after) != count(&before) {
                return Err("ugo::stone-takes-last-liberty");
            }
            return Ok(after);
        }
        // ugo::king-captures-nothing
        if self.dead(&after, enemy) <= self.dead(&before, enemy) {
            return Err("ugo::king-captures-nothing");
        }
        // Effect of a king: (1) the enemy's, then (2) in what results the mover's.
        let first = without_dead_stones(&after, self.size, enemy);
        Ok(without_dead_stones(&first, self.size, mover))
    }

    fn points_of(&self, player: char) -> i64 {
        let board = colors(&self.board);
        let mut points = square::territory(&board, self.size, player);
        for group in square::groups(&board, player) {
            if square::has_liberty(&board, self.size, &group) {
                points += group.len();
            }
        }
        for group in square::groups(&board, other(player)) {
            if !square::has_liberty(&board, self.size, &group) {
                points += group.len();
            }
        }
        let mut halves = 2 * i64::try_from(points).expect("a board's worth");
        if self.button == Some(player) {
            halves += 1;
        }
        if player == 'W' {
            halves += 2 * self.rules.komi;
        }
        halves
    }
}

impl ReferenceGame for Ugo {
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str> {
        before_reading(self.finished(), self.to_move, color)?;
        match clean(text).as_str() {
            "resign" => {
                self.over = Some(format!("{}+R", other(color)));
            }
            "button" => {
                // ugo::button-taken
                if !self.rules.button || self.button.is_some() {
                    return Err("ugo::button-taken");
                }
                self.button = Some(color);
                self.passes = 0;
            }
            // An empty value is a pass.
            "pass" | "" => {
                // ugo::pass-before-button
                if self.rules.button && self.button.is_none() {
                    return Err("ugo::pass-before-button");
                }
                self.passes += 1;
                // Two passes in a row end the game.
                if self.passes == 2 {
                    self.over = Some(by_score((self.points_of('B'), self.points_of('W'))));
                }
            }
            piece => {
                let (point, king) = read_piece(piece).ok_or("record::notation")?;
                self.board = self.place(point, king)?;
                self.passes = 0;
            }
        }
        self.to_move = other(self.to_move);
        Ok(())
    }

    fn to_move(&self) -> char {
        self.to_move
    }

    fn pieces(&self) -> Vec<String> {
        let piece = |(&point, &(color, king)): (&Point, &(char, bool))| {
            let king = if king { "K" } else { "" };
            format!("{color} {king}{}", square::name(point))
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
        let mut points: Vec<String> = square::all_points(self.size.0, self.size.1)
            .into_iter()
            .map(square::name)
            .collect();
        points.extend(square::outside(self.size));
        for point in points {
            texts.push(format!("K{point}"));
            texts.push(point);
        }
        let words = [
            "pass", "button", "swap", "K", "k4", "a", "4", "a01", "a1,b2", "a1/e", "a-1", "Kpass",
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

    fn count(position: &dyn ReferenceGame, plies: u32) -> u32 {
        if plies == 0 {
            return 1;
        }
        let mut total = 0;
        for text in position.candidates() {
            let mut next = position.boxed_clone();
            if next.play(position.to_move(), &text).is_ok() {
                total += count(&*next, plies - 1);
            }
        }
        total
    }

    #[test]
    fn sequences_on_three_by_three() {
        let start = new(&ruleset("ugo"), 3, 3, None).unwrap();
        let counts = [1, 2, 3, 4].map(|plies| count(&*start, plies));
        assert_eq!(counts, [10, 91, 748, 5443]);
    }

    #[test]
    fn reading() {
        let mut game = new(&ruleset("ugo"), 11, 11, None).unwrap();
        assert_eq!(game.play('W', "d4"), Err("record::turn-order"));
        assert_eq!(game.play('B', ""), Err("ugo::pass-before-button"));
        assert_eq!(game.play('B', "Kk4"), Err("ugo::king-captures-nothing"));
        assert_eq!(game.play('B', "aa4"), Err("ugo::off-board"));
        assert_eq!(game.play('B', "kaa4"), Err("ugo::off-board"));
        assert_eq!(game.play('B', "a01"), Err("record::notation"));
        assert_eq!(game.play('B', "swap"), Err("record::notation"));
        assert_eq!(game.play('B', " K 4 "), Ok(()));
        assert_eq!(game.pieces(), ["B k4"]);
        assert_eq!(game.play('W', "button"), Ok(()));
        assert_eq!(game.play('B', "button"), Err("ugo::button-taken"));
        assert_eq!(game.play('B', ""), Ok(()));
        assert_eq!(game.play('W', "pass"), Ok(()));
        assert_eq!(game.result().unwrap(), "B+120.5");
        assert_eq!(game.play('B', "resign"), Err("record::after-end"));
    }

    #[test]
    fn king_takes_and_loses_its_own() {
        // White a1; Black a2. b1 takes the last liberty: only a king may.
        let setup = Setup {
            pieces: ["W a1", "B a2"].map(String::from).to_vec(),
            ..Setup::default()
        };
        let mut game = new(&ruleset("ugo"), 3, 3, Some(&setup)).unwrap();
        assert_eq!(game.play('B', "b1"), Err("ugo::stone-takes-last-liberty"));
        assert_eq!(game.play('B', "Kb1"), Ok(()));
        assert_eq!(game.pieces(), ["B Kb1", "B a2"]);
        // A king on a1 is dead itself at once: it captures nothing.
        assert_eq!(game.play('W', "Ka1"), Err("ugo::king-captures-nothing"));
        assert_eq!(game.score(), Some((18, 0)));
    }

    #[test]
    fn kings_alone_stay_without_liberties() {
        let setup = Setup {
            pieces: ["W Ka1", "B a2", "B c1"].map(String::from).to_vec(),
            ..Setup::default()
        };
        let mut game = new(&ruleset("ugo"), 3, 3, Some(&setup)).unwrap();
        assert_eq!(game.play('B', "Kb1"), Ok(()));
        assert_eq!(game.pieces(), ["B Kb1", "B a2", "B c1", "W Ka1"]);
        // Dead enemy pieces count for Black.
        assert_eq!(game.score(), Some((18, 0)));
    }

    #[test]
    fn second_step_removes_friendly_stones() {
        // Black's king on a1 fills the last liberty of White's king b1 and of its own stone a2.
        let pieces = ["W Kb1", "B b2", "B c1", "B a2", "W Ka3", "W Kb3", "W Kc2"];
        let setup = Setup {
            pieces: pieces.map(String::from).to_vec(),
            ..Setup::default()
        };
        let mut game = new(&ruleset("ugo"), 3, 3, Some(&setup)).unwrap();
        assert_eq!(game.play('B', "a1"), Err("ugo::stone-takes-last-liberty"));
        assert_eq!(game.play('B', "Ka1"), Ok(()));
        // b1 stays as a king, so Black's group is dead as well: the stones a2 and b2 go, Ka1 stays.
        // c1 was dead before and goes with them; c3 is White's liberty.
        let left = ["B Ka1", "W Ka3", "W Kb1", "W Kb3", "W Kc2"];
        assert_eq!(game.pieces(), left);
    }

    #[test]
    fn dead_stones_are_lifted() {
        // White's kings and c1 stand between Black's column a and the rest of the board.
        let setup = Setup {
            pieces: ["B a1", "W Kb1", "W Kb2", "W Kb3", "W c1"]
                .map(String::from)
                .to_vec(),
            ..Setup::default()
        };
        let mut game = new(&ruleset("ugo"), 3, 3, Some(&setup)).unwrap();
        // Now a3 is the last liberty of Black's a1 and a2.
        assert_eq!(game.play('B', "a2"), Ok(()));
        assert_eq!(game.play('W', "a3"), Err("ugo::stone-takes-last-liberty"));
        assert_eq!(game.play('W', "Ka3"), Ok(()));
        assert_eq!(game.pieces(), ["W Ka3", "W Kb1", "W Kb2", "W Kb3", "W c1"]);
    }
}
