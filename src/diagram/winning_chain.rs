//! Bamogo: the stones with which a player has won.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::games::{Color, Game, Outcome, Piece, Point, Position, StoneColor, WinReason};

/// Stones of one color from a side of the winner to the other, as few as possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WinningChain {
    pub(super) color: StoneColor,
    /// Each is next to the one before.
    pub(super) points: Vec<Point>,
}

impl WinningChain {
    /// `None` unless a player of Bamogo has connected both sides.
    pub(super) fn of(position: &Position) -> Option<WinningChain> {
        let Some(Outcome::Win(winner, WinReason::Goal)) = position.outcome() else {
            return None;
        };
        if position.game() != Game::Bamogo {
            return None;
        }
        let size = position.size();
        let connected: BTreeSet<Point> = position.connection(winner)?.into_iter().collect();
        let along = |point: &Point| match winner {
            Color::Black => point.row,
            _ => point.column,
        };
        let last = u16::from(match winner {
            Color::Black => size.rows,
            _ => size.columns,
        });
        // The stones that have been reached, with the one from which each was.
        let mut reached: BTreeMap<Point, Option<Point>> = BTreeMap::new();
        let starts = connected.iter().filter(|point| along(point) == 1);
        reached.extend(starts.map(|&start| (start, None)));
        let mut waiting: VecDeque<Point> = reached.keys().copied().collect();
        while let Some(point) = waiting.pop_front() {
            if along(&point) == last {
                let before = |point: &Point| reached.get(point).copied().flatten();
                let mut points: Vec<Point> = std::iter::successors(Some(point), before).collect();
                points.reverse();
                let mut pieces = position.pieces().into_iter();
                let color = pieces.find_map(|piece| match piece {
                    Piece::Neutral(color, at) if at == point => Some(color),
                    _ => None,
                })?;
                return Some(WinningChain { color, points });
            }
            let Point { column, row } = point;
            for next in [
                Point::new(column + 1, row),
                Point::new(column, row + 1),
                Point::new(column, row - 1),
                Point::new(column - 1, row),
            ] {
                if connected.contains(&next) && !reached.contains_key(&next) {
                    reached.insert(next, Some(point));
                    waiting.push_back(next);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Move, Size};

    #[test]
    fn the_shortest_chain_is_found() {
        let rules = &crate::ruleset::default_for(Game::Bamogo).rules;
        let mut position = Position::new(rules, Size::square(3), None).unwrap();
        assert_eq!(WinningChain::of(&position), None);
        for mv in ["Ra1,Ga2", "Rb1,Gb2", "Rc1,Gc2"] {
            let mv = Move::parse(Game::Bamogo, mv).unwrap();
            position.play(&mv).unwrap();
        }
        // Both colors connect the sides of White.
        let chain = WinningChain::of(&position).unwrap();
        assert_eq!(chain.color.letter(), 'R');
        let names: Vec<String> = chain.points.iter().map(Point::to_string).collect();
        assert_eq!(names, ["a1", "b1", "c1"]);
    }
}
