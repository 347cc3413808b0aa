//! The rules of Go, as far as all Go programs agree on them.

use crate::games::{Color, Piece, Point, Position, Size};

/// Stones on a board, row by row from the bottom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoBoard {
    columns: u16,
    rows: u16,
    stones: Vec<Option<Color>>,
}

impl GoBoard {
    pub(super) fn empty(size: Size) -> GoBoard {
        let (columns, rows) = (u16::from(size.columns), u16::from(size.rows));
        GoBoard {
            columns,
            rows,
            stones: vec![None; usize::from(columns) * usize::from(rows)],
        }
    }

    /// The pieces of a position, all of them as stones.
    pub(super) fn of(position: &Position) -> GoBoard {
        GoBoard::with(position.size(), &position.pieces())
    }

    /// Pieces, all of them as stones.
    pub(super) fn with(size: Size, pieces: &[Piece]) -> GoBoard {
        let mut board = GoBoard::empty(size);
        for piece in pieces {
            if let Some(at) = board.index(piece.point()) {
                board.stones[at] = piece.color();
            }
        }
        board
    }

    /// Puts a stone on a point, or takes it away. Other points than those of the board are ignored.
    pub(super) fn put(&mut self, point: Point, color: Option<Color>) {
        if let Some(at) = self.index(point) {
            self.stones[at] = color;
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        let inside =
            (1..=self.columns).contains(&point.column) && (1..=self.rows).contains(&point.row);
        inside.then(|| {
            usize::from(point.row - 1) * usize::from(self.columns) + usize::from(point.column - 1)
        })
    }

    fn point(&self, at: usize) -> Point {
        let columns = usize::from(self.columns);
        Point::new((at % columns + 1) as u16, (at / columns + 1) as u16)
    }

    fn neighbors(&self, at: usize) -> impl Iterator<Item = usize> {
        let columns = usize::from(self.columns);
        let column = at % columns;
        let around = [
            (column + 1 < columns).then_some(at + 1),
            Some(at + columns).filter(|&next| next < self.stones.len()),
            (column > 0).then(|| at - 1),
            at.checked_sub(columns),
        ];
        around.into_iter().flatten()
    }

    /// The group that a stone belongs to, if it has no liberty.
    fn dead_group(&self, at: usize) -> Option<Vec<usize>> {
        // Most stones have a liberty of their own.
        if self.neighbors(at).any(|next| self.stones[next].is_none()) {
            return None;
        }
        let color = self.stones[at];
        let mut group = vec![at];
        let mut seen = vec![false; self.stones.len()];
        seen[at] = true;
        let mut next = 0;
        while let Some(&stone) = group.get(next) {
            next += 1;
            for other in self.neighbors(stone) {
                // An empty neighbor is a liberty.
                let neighbor = self.stones[other]?;
                if Some(neighbor) == color && !std::mem::replace(&mut seen[other], true) {
                    group.push(other);
                }
            }
        }
        Some(group)
    }

    /// The board after a move of Go; `None` for a move on a stone and for suicide, where programs disagree.
    pub(super) fn play(&self, color: Color, point: Point) -> Option<GoBoard> {
        let at = self.index(point)?;
        let mut after = self.clone();
        if after.stones[at].replace(color).is_some() {
            return None;
        }
        for other in self.neighbors(at) {
            if after.stones[other] == Some(color.other()) {
                for stone in after.dead_group(other).unwrap_or_default() {
                    after.stones[stone] = None;
                }
            }
        }
        after.dead_group(at).is_none().then_some(after)
    }

    /// The points that become black, white and empty from this board to another of its size.
    pub(super) fn difference(&self, after: &GoBoard) -> [Vec<Point>; 3] {
        let mut lists = [const { Vec::new() }; 3];
        for (at, (old, new)) in self.stones.iter().zip(&after.stones).enumerate() {
            if old != new {
                let list = match new {
                    Some(Color::Black) => 0,
                    Some(_) => 1,
                    None => 2,
                };
                lists[list].push(self.point(at));
            }
        }
        lists
    }
}

/// A point in the notation of Go's SGF: the column and the row from the top, `a` to `z`, then `A` to `Z`.
pub(super) fn letters(point: Point, rows: u8) -> String {
    let letter = |number: u16| {
        let number = (number.saturating_sub(1)).min(51) as u8;
        char::from(if number < 26 {
            b'a' + number
        } else {
            b'A' + (number - 26)
        })
    };
    let row = (u16::from(rows) + 1).saturating_sub(point.row);
    String::from_iter([letter(point.column), letter(row)])
}

/// The point of two such letters.
pub(super) fn point_of(letters: &str, rows: u8) -> Option<Point> {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(u16::from(letter - b'a') + 1),
        b'A'..=b'Z' => Some(u16::from(letter - b'A') + 27),
        _ => None,
    };
    let &[column, row] = letters.trim().as_bytes() else {
        return None;
    };
    let row = (u16::from(rows) + 1).checked_sub(number(row)?)?;
    (row > 0).then(|| Some(Point::new(number(column)?, row)))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_from_the_top() {
        let written = |column, row| letters(Point::new(column, row), 19);
        assert_eq!(
            [written(1, 19), written(4, 4), written(19, 1)],
            ["aa", "dp", "ss"]
        );
        assert_eq!(letters(Point::new(52, 1), 52), "ZZ");
        assert_eq!(letters(Point::new(27, 26), 52), "AA");
        for (column, row) in [(1, 1), (26, 30), (27, 52), (52, 26)] {
            let point = Point::new(column, row);
            assert_eq!(point_of(&letters(point, 52), 52), Some(point));
        }
        for text in ["", "a", "aaa", "a1", "é", "at"] {
            assert_eq!(point_of(text, 19), None, "{text}");
        }
    }

    #[test]
    fn moves_capture_as_in_go() {
        let mut board = GoBoard::empty(Size::square(3));
        let point = Point::new;
        for (color, at) in [
            (Color::Black, point(1, 1)),
            (Color::White, point(2, 1)),
            (Color::White, point(3, 3)),
        ] {
            board = board.play(color, at).expect("the point is empty");
        }
        assert!(board.play(Color::White, point(1, 1)).is_none(), "occupied");
        let after = board
            .play(Color::White, point(1, 2))
            .expect("the move captures");
        assert_eq!(
            board.difference(&after),
            [vec![], vec![point(1, 2)], vec![point(1, 1)]]
        );
        assert!(after.play(Color::Black, point(1, 1)).is_none(), "suicide");
        assert!(
            after.play(Color::Black, point(4, 1)).is_none(),
            "off the board"
        );
    }
}
