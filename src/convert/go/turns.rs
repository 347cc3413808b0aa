//! Which ply of Ugo or Sygo a change of a Go board stands for.

use std::collections::BTreeSet;

use super::board::GoBoard;
use crate::{
    convert::error::ImportError,
    games::{Color, Game, Move, Piece, Point, Position, Rule},
};

/// The most orders of stones, and beginnings of such, that are tried for a turn.
const MAX_TRIED: usize = 20_000;
/// The same for all turns of a record, but for the order that is tried first.
pub(super) const MAX_TRIED_IN_ALL: usize = 200_000;
/// The most stones that are ordered.
const MAX_ORDERED: usize = 256;

/// The ply for a play of one stone in Ugo: a king where only a king may be played, or if it is marked as one.
pub(super) fn ugo_play(position: &Position, point: Point, is_king: bool) -> Move {
    let stone = Move::Stone(point);
    let king = Move::King(point);
    let prefers_king = is_king || !position.is_legal(&stone);
    if prefers_king && position.is_legal(&king) {
        king
    } else {
        stone
    }
}

/// The turn of Sygo that plays these stones. `left` is how many orders may still be tried.
///
/// # Errors
///
/// If no order of them is legal, or if there are too many orders.
pub(super) fn sygo_stones(
    position: &Position,
    stones: &[Point],
    left: &mut usize,
) -> Result<Move, ImportError> {
    let mut search = OrderSearch::new(position, None, left);
    search.extend(&mut Vec::new(), &stones.iter().copied().collect())?;
    match search.first {
        Some(first) => Ok(turn(first)),
        // A single illegal stone is what the record says; the verdict names the rule.
        None if stones.len() == 1 => Ok(turn(stones.to_vec())),
        None => Err(ImportError::NoTurn),
    }
}

/// The ply that leads from a position to a board; `None` if the board is that of the position. `left` is how many orders
/// of the stones of a turn may still be tried.
///
/// # Errors
///
/// If no legal ply does, or if there are too many orders.
pub(super) fn ply_to(
    position: &Position,
    target: &GoBoard,
    is_king: &dyn Fn(Point) -> bool,
    left: &mut usize,
) -> Result<Option<Move>, ImportError> {
    let before = GoBoard::of(position);
    if before == *target {
        return Ok(None);
    }
    let mover = position.to_move();
    let occupied: BTreeSet<Point> = position.pieces().into_iter().map(Piece::point).collect();
    let [black, white, _] = before.difference(target);
    let own = if mover == Color::Black { black } else { white };
    let new: BTreeSet<Point> = own
        .into_iter()
        .filter(|point| !occupied.contains(point))
        .collect();
    let leads = |mv: &Move| {
        let mut after = position.clone();
        after.play(mv).is_ok() && GoBoard::of(&after) == *target
    };
    if position.game() == Game::Sygo {
        let mut search = OrderSearch::new(position, Some(target), left);
        search.extend(&mut Vec::new(), &new)?;
        let first = search.first.map(turn);
        return first.map(Some).ok_or(ImportError::NoTurn);
    }
    let mut moves: Vec<Move> = Vec::new();
    if let (Some(&point), 1) = (new.first(), new.len()) {
        moves.extend([Move::Stone(point), Move::King(point)]);
        if is_king(point) {
            moves.reverse();
        }
    }
    let found = moves.into_iter().find(leads);
    found.map(Some).ok_or(ImportError::NoTurn)
}

fn turn(mut stones: Vec<Point>) -> Move {
    match stones.len() {
        1 => Move::Stone(stones.remove(0)),
        _ => Move::Stones(stones),
    }
}

/// Tries orders of stones, the smallest first. What stones do does not depend on their order, if it is legal: each grows
/// the groups that it touches, and a group is captured once all its liberties are taken. So all orders lead to one board,
/// and what may follow some of the stones is found once.
struct OrderSearch<'p> {
    position: &'p Position,
    /// The board that a turn must lead to, if it is known.
    target: Option<&'p GoBoard>,
    /// The smallest legal order.
    first: Option<Vec<Point>>,
    /// What was left after legal beginnings.
    rests: BTreeSet<Vec<Point>>,
    tried: usize,
    left: &'p mut usize,
}

impl<'p> OrderSearch<'p> {
    fn new(
        position: &'p Position,
        target: Option<&'p GoBoard>,
        left: &'p mut usize,
    ) -> OrderSearch<'p> {
        OrderSearch {
            position,
            target,
            first: None,
            rests: BTreeSet::new(),
            tried: 0,
            left,
        }
    }

    /// Tries all orders that begin like this.
    fn extend(
        &mut self,
        order: &mut Vec<Point>,
        rest: &BTreeSet<Point>,
    ) -> Result<(), ImportError> {
        if rest.len() > MAX_ORDERED {
            return Err(ImportError::TooManyOrders);
        }
        for &next in rest {
            self.count(order.len() + rest.len())?;
            order.push(next);
            let mut after = self.position.clone();
            let played = after.play(&turn(order.clone()));
            if rest.len() == 1 {
                let leads = |target: &GoBoard| GoBoard::of(&after) == *target;
                if played.is_ok() && self.target.is_none_or(leads) {
                    self.first = Some(order.clone());
                }
            } else if played
                .err()
                .is_none_or(|violation| violation.rule == Rule::SygoNoLiberty)
            {
                // Only the end of a turn counts for the liberties of the mover's groups.
                let mut fewer = rest.clone();
                fewer.remove(&next);
                if self.rests.insert(fewer.iter().copied().collect()) {
                    self.extend(order, &fewer)?;
                }
            }
            order.pop();
            if self.first.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Counts a beginning of an order of so many stones.
    fn count(&mut self, stones: usize) -> Result<(), ImportError> {
        self.tried += 1;
        if self.tried > MAX_TRIED {
            return Err(ImportError::TooManyOrders);
        }
        if self.tried > stones {
            let left = self.left.checked_sub(1);
            *self.left = left.ok_or(ImportError::TooManyOrdersInAll)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::Size, ruleset};

    /// A game after some moves.
    fn played(game: Game, side: u8, moves: &str) -> Position {
        let rules = &ruleset::default_for(game).rules;
        let mut position = Position::new(rules, Size::square(side), None).expect("a board");
        for mv in moves.split_whitespace() {
            let mv = crate::record::read_move(game, mv).expect("a move");
            position.play(&mv).expect("it is legal");
        }
        position
    }

    fn stones(text: &str) -> Vec<Point> {
        let points = text.split(',').map(|point| point.parse().expect("a point"));
        points.collect()
    }

    #[test]
    fn a_play_that_only_a_king_may_make_is_a_king() {
        // White's stone at a1 has its last liberty at a2.
        let position = played(Game::Ugo, 4, "b1 a1 d4 d1");
        let play = |point: &str, is_king| {
            ugo_play(&position, point.parse().expect("a point"), is_king).to_string()
        };
        assert_eq!(play("a2", false), "Ka2");
        assert_eq!(play("c3", false), "c3");
        // Nothing is captured there, so that a king is illegal.
        assert_eq!(play("c3", true), "c3");
    }

    #[test]
    fn stones_of_one_turn_are_ordered() {
        let position = played(Game::Sygo, 7, "a1 pass g7 pass d4 pass");
        let read =
            |text: &str| sygo_stones(&position, &stones(text), &mut 100).map(|mv| mv.to_string());
        assert_eq!(read("g6,d5,a2"), Ok("a2,d5,g6".to_owned()));
        assert_eq!(read("c7"), Ok("c7".to_owned()));
        assert_eq!(read("c7,c6"), Err(ImportError::NoTurn));
        assert_eq!(read("d5,d6"), Err(ImportError::NoTurn));
    }

    #[test]
    fn the_search_for_an_order_is_bounded() {
        // Before c2 captures, d4 must grow two groups; ten more groups may grow at any time.
        let text = "(;GM[sygo]SZ[26]RE[?]AW[b2][b3][c4][d3][g3][j3][m3][p3][s3][g6][j6][m6][p6][s6]AB[c3][d1])";
        let record = crate::record::read(text).next().expect("a record");
        let verdict = crate::verify::verify(&record, &crate::verify::Options::default());
        let position = verdict.position.expect("a position");
        let given = stones("c2,d4,h3,k3,n3,q3,t3,h6,k6,n6,q6,t6");
        let read = |left: &mut usize| sygo_stones(&position, &given, left);
        let order = "d4,c2,h3,h6,k3,k6,n3,n6,q3,q6,t3,t6";
        let mut left = 15_000;
        assert_eq!(
            read(&mut left).map(|mv| mv.to_string()),
            Ok(order.to_owned())
        );
        assert!(left < 15_000, "{left}");
        assert_eq!(read(&mut 10), Err(ImportError::TooManyOrdersInAll));
    }

    #[test]
    fn a_board_tells_the_ply_that_leads_to_it() {
        let position = played(Game::Sygo, 5, "a1 pass d4 pass");
        let mut after = position.clone();
        let mv = crate::record::read_move(Game::Sygo, "d3,b1").expect("a move");
        after.play(&mv).expect("it is legal");
        let target = GoBoard::of(&after);
        let found = ply_to(&position, &target, &|_| false, &mut 100).expect("there is one");
        assert_eq!(found.map(|mv| mv.to_string()).as_deref(), Some("b1,d3"));
        assert_eq!(ply_to(&after, &target, &|_| false, &mut 100), Ok(None));
        let empty = GoBoard::empty(Size::square(5));
        assert_eq!(
            ply_to(&after, &empty, &|_| false, &mut 100),
            Err(ImportError::NoTurn)
        );
    }
}
