//! Sygo, literally (rules/sygo.md).

use super::square::{self, Colors, Point, Size};
use super::{ReferenceGame, Rules, Setup, before_reading, by_score, clean, other, setup_owned};
use std::collections::BTreeSet;

/// A game of Sygo.
#[derive(Clone)]
pub(crate) struct Sygo {
    rules: Rules,
    size: Size,
    board: Colors,
    to_move: char,
    /// Some player has grown in an earlier turn.
    grown: bool,
    passes: u32,
    over: Option<String>,
}

impl Sygo {
    pub(crate) fn new(
        rules: &Rules,
        columns: i64,
        rows: i64,
        setup: Option<&Setup>,
    ) -> Result<Self, String> {
        let given = setup.cloned().unwrap_or_default();
        let mut board = Colors::new();
        for text in &given.pieces {
            let (color, piece) = setup_owned(text)?;
            match square::read(&piece) {
                Some(point)
                    if square::on_board(point, columns, rows) && !board.contains_key(&point) =>
                {
                    board.insert(point, color);
                }
                _ => return Err(format!("record::setup: {text}")),
            }
        }
        // Setup: a group without liberties is record::setup.
        for color in ['B', 'W'] {
            if !square::dead_groups(&board, (columns, rows), color).is_empty() {
                return Err("record::setup: a group without liberties".to_string());
            }
        }
        Ok(Self {
            rules: rules.clone(),
            size: (columns, rows),
            board,
            to_move: given.to_move.unwrap_or('W'),
            grown: given.grown,
            passes: 0,
            over: None,
        })
    }

    /// The board after the turn, and whether a growth stone was in it.
    fn turn(&self, points: &[Point]) -> Result<(Colors, bool), &'static str> {
        let (mover, enemy) = (self.to_move, other(self.to_move));
        let mut board = self.board.clone();
        // The mover's groups as they stand before the turn.
        let start_groups = square::groups(&board, mover);
        let mut grew: BTreeSet<usize> = BTreeSet::new();
        let mut captors: BTreeSet<usize> = BTreeSet::new();
        let mut placed: BTreeSet<Point> = BTreeSet::new();
        let mut turned: BTreeSet<Point> = BTreeSet::new();
        let mut first_was_placement = false;
        let mut growth_stones = 0;

        for (index, &point) in points.iter().enumerate() {
            // sygo::off-board
            if !square::on_board(point, self.size.0, self.size.1) {
                return Err("sygo::off-board");
            }
            // sygo::occupied
            if board.contains_key(&point) {
                return Err("sygo::occupied");
            }
            let friends: BTreeSet<Point> = square::steps(point)
                .into_iter()
                .filter(|next| board.get(next) == Some(&mover))
                .collect();
            let touched: BTreeSet<usize> = (0..start_groups.len())
                .filter(|&group| !start_groups[group].is_disjoint(&friends))
                .collect();
            // sygo::stone-after-placement
            if index > 0 && first_was_placement {
                return Err("sygo::stone-after-placement");
            }
            // sygo::group-grew-twice
            if !touched.is_disjoint(&grew) {
                return Err("sygo::group-grew-twice");
            }
            if !friends.is_empty() && friends.is_subset(&placed) {
                return Err("sygo::group-grew-twice");
            }
            // sygo::captors-grow-again
            if !friends.is_disjoint(&turned) {
                return Err("sygo::captors-grow-again");
            }
            if touched
                .iter()
                .any(|group| captors.contains(group) && !grew.contains(group))
            {
                return Err("sygo::captors-grow-again");
            }
            // sygo::placement-after-growth
            if friends.is_empty() && index > 0 {
                let last = index + 1 == points.len();
                let balance = self.rules.balance_turn && mover == 'B' && !self.grown;
                if !(last && balance) {
                    return Err("sygo::placement-after-growth");
                }
            }

            if friends.is_empty() {
                if index == 0 {
                    first_was_placement = true;
                }
            } else {
                // A growth stone grows every start group it touches.
                growth_stones += 1;
                grew.extend(&touched);
            }
            board.insert(point, mover);
            placed.insert(point);

            // Capture: found first, then all turned, before the next stone.
            let taken = square::dead_groups(&board, self.size, enemy);
            for &stone in taken.iter().flatten() {
                board.insert(stone, mover);
                turned.insert(stone);
            }
            for group in &taken {
                let one = *group.first().expect("a group has a stone");
                let captor = square::flood(&square::of_color(&board, mover), one);
                captors.extend(
                    (0..start_groups.len()).filter(|&g| !start_groups[g].is_disjoint(&captor)),
                );
            }
        }
        // sygo::no-liberty, at the end of the whole turn only
        if !square::dead_groups(&board, self.size, mover).is_empty() {
            return Err("sygo::no-liberty");
        }
        Ok((board, growth_stones > 0))
    }

    fn points_of(&self, player: char) -> i64 {
        let stones = square::of_color(&self.board, player).len();
        let territory = square::territory(&self.board, self.size, player);
        2 * i64::try_from(stones + territory).expect("a board's worth")
    }
}

impl ReferenceGame for Sygo {
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str> {
        before_reading(self.finished(), self.to_move, color)?;
        match clean(text).as_str() {
            "resign" => {
                self.over = Some(format!("{}+R", other(color)));
            }
            // An empty value is a pass; passing is always allowed.
            "pass" | "" => {
                self.passes += 1;
                // Two passes in a row end the game.
                if self.passes == 2 {
                    self.over = Some(by_score((self.points_of('B'), self.points_of('W'))));
                }
            }
            stones => {
                let points: Option<Vec<Point>> = stones.split(',').map(square::read).collect();
                let (board, grew) = self.turn(&points.ok_or("record::notation")?)?;
                self.board = board;
                self.grown = self.grown || grew;
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
        let stone = |(&point, &color): (&Point, &char)| format!("{color} {}", square::name(point));
        let mut pieces: Vec<String> = self.board.iter().map(stone).collect();
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
        let mut texts: Vec<String> = square::all_points(self.size.0, self.size.1)
            .into_iter()
            .map(square::name)
            .collect();
        texts.extend(square::outside(self.size));
        let words = [
            "pass", "button", "swap", "a", "4", "a01", "a1,", ",a1", "a1,pass", "a1/e", "4a",
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
    use super::super::{ReferenceGame, Setup, new, ruleset, sygo_turns};

    fn set(size: u32, pieces: &[&str], to_move: char) -> Box<dyn ReferenceGame> {
        let setup = Setup {
            pieces: pieces.iter().map(ToString::to_string).collect(),
            to_move: Some(to_move),
            ..Setup::default()
        };
        new(&ruleset("sygo"), size, size, Some(&setup)).unwrap()
    }

    #[test]
    fn the_sample_record() {
        let mut game = new(&ruleset("sygo"), 5, 5, None).unwrap();
        let turns = "b2 d2 b5 d5 b3,b4 d3,d4 b1 d1 c3 pass pass";
        for (turn, color) in turns.split(' ').zip("WBWBWBWBWBW".chars()) {
            assert_eq!(game.play(color, turn), Ok(()), "{turn}");
        }
        assert_eq!(game.result().unwrap(), "W+1");
    }

    #[test]
    fn growing() {
        let mut game = set(5, &["W a1", "W c1"], 'W');
        assert_eq!(game.play('W', "a2,a3"), Err("sygo::group-grew-twice"));
        assert_eq!(game.play('W', "a2,b1"), Err("sygo::group-grew-twice"));
        assert_eq!(game.play('W', "b1,c2"), Err("sygo::group-grew-twice"));
        assert_eq!(game.play('W', "e5,a2"), Err("sygo::stone-after-placement"));
        assert_eq!(game.play('W', "e5,a1"), Err("sygo::occupied"));
        assert_eq!(game.play('W', "a2,e5"), Err("sygo::placement-after-growth"));
        assert_eq!(game.play('W', "a2,f6"), Err("sygo::off-board"));
        // Two new stones of different groups may touch each other.
        let mut game = set(5, &["W a1", "W c2"], 'W');
        assert_eq!(game.play('W', "a2,b2"), Ok(()));
    }

    #[test]
    fn balance_turn() {
        let mut game = set(5, &["B a1", "B c1"], 'B');
        assert_eq!(
            game.play('B', "a2,e5,d1"),
            Err("sygo::placement-after-growth")
        );
        assert_eq!(game.play('B', "a2,d1,e5"), Ok(()));
        assert_eq!(game.play('W', "e4"), Ok(()));
        // Now a player has grown.
        assert_eq!(game.play('B', "a3,e2"), Err("sygo::placement-after-growth"));
        // A placement is no growth.
        let mut game = set(5, &["B a1"], 'B');
        assert_eq!(game.play('B', "c3"), Ok(()));
        assert_eq!(game.play('W', "e5"), Ok(()));
        assert_eq!(game.play('B', "a2,e1"), Ok(()));
    }

    #[test]
    fn captors() {
        // b1 takes a1; a2 touches the turned stone, is an ungrown captor itself.
        let mut game = set(5, &["B a2", "W a1", "B c1"], 'B');
        assert_eq!(game.play('B', "b1,a3"), Err("sygo::captors-grow-again"));
        assert_eq!(game.play('B', "b1,c2"), Err("sygo::group-grew-twice"));
        // In the other order the same stones are legal.
        assert_eq!(game.boxed_clone().play('B', "a3,b1"), Ok(()));
        assert_eq!(game.play('B', "b1"), Ok(()));
        assert_eq!(game.pieces(), ["B a1", "B a2", "B b1", "B c1"]);
    }

    #[test]
    fn own_liberties_count_at_the_end_only() {
        let mut game = set(3, &["W a1", "B a2", "B c1"], 'W');
        assert_eq!(game.play('W', "b1"), Ok(()));
        let mut game = set(3, &["W a1", "B a2", "B b2", "B c1"], 'W');
        assert_eq!(game.play('W', "b1"), Err("sygo::no-liberty"));
    }

    #[test]
    fn turns_by_trying() {
        let game = set(2, &["B a1"], 'B');
        // Growth on a2 or b1, then b2 would touch only a stone placed this turn; b2 is a placement.
        assert_eq!(sygo_turns(&*game), ["a2", "b1", "b2", "pass"]);
        let game = set(3, &["B a1", "B c1"], 'B');
        let turns = sygo_turns(&*game);
        for turn in ["a2,c2", "c2,a2", "a2,c2,b3", "b1,b3", "b1", "b2", "a2,c3"] {
            assert!(turns.contains(&turn.to_string()), "{turn}");
        }
        assert!(!turns.contains(&"a2,b1".to_string()));
        assert!(!turns.contains(&"b2,a2".to_string()));
    }
}
