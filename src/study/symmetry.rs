//! The symmetries of boards: rotations and reflections under which the game is the same.

use crate::games::{Direction, Game, Move, Piece, Point, Size};

/// A rotation or reflection of a board: a linear map about its center.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The images of a step of one column and of one row.
    steps: [(i32, i32); 2],
    /// Twice the center of the board.
    middle: (i32, i32),
}

/// The symmetries of the square. The first four map columns to columns, and so fit rectangles too.
const SQUARE: [[(i32, i32); 2]; 8] = [
    [(1, 0), (0, 1)],
    [(-1, 0), (0, -1)],
    [(-1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(0, 1), (-1, 0)],
    [(0, -1), (1, 0)],
    [(0, 1), (1, 0)],
    [(0, -1), (-1, 0)],
];
/// How many of them fit rectangles.
const UPRIGHT: usize = 4;

/// The symmetries of the hexagon, in its oblique columns and rows: a step of a column goes to the east, one of a row
/// to the north-west.
const HEXAGON: [[(i32, i32); 2]; 12] = [
    [(1, 0), (0, 1)],
    [(1, 1), (-1, 0)],
    [(0, 1), (-1, -1)],
    [(-1, 0), (0, -1)],
    [(-1, -1), (1, 0)],
    [(0, -1), (1, 1)],
    [(0, 1), (1, 0)],
    [(-1, 0), (1, 1)],
    [(-1, -1), (0, 1)],
    [(0, -1), (-1, 0)],
    [(1, 0), (-1, -1)],
    [(1, 1), (0, -1)],
];

impl Symmetry {
    /// All symmetries of a board, the identity first: 8 of a square, 4 of a rectangle, 12 of a hexagon.
    /// In Bamogo 4 in any case, since Black connects north and south and White west and east.
    pub fn all(game: Game, size: Size) -> Vec<Symmetry> {
        let (columns, rows) = (i32::from(size.columns), i32::from(size.rows));
        let (maps, middle) = match game {
            Game::Bargo => (&HEXAGON[..], (2 * columns, 2 * rows)),
            // The holes are on the odd columns and rows of a grid of 2n − 1.
            Game::Margo => (&SQUARE[..], (2 * columns, 2 * rows)),
            Game::Ugo | Game::Sygo if columns == rows => (&SQUARE[..], (columns + 1, rows + 1)),
            Game::Ugo | Game::Sygo | Game::Bamogo => (&SQUARE[..UPRIGHT], (columns + 1, rows + 1)),
        };
        maps.iter()
            .map(|&steps| Symmetry { steps, middle })
            .collect()
    }

    /// Only the identity.
    pub fn none(game: Game, size: Size) -> Vec<Symmetry> {
        let mut all = Symmetry::all(game, size);
        all.truncate(1);
        all
    }

    /// The image of a step or of twice the distance from the center.
    fn map(&self, (columns, rows): (i32, i32)) -> (i32, i32) {
        let [column, row] = self.steps;
        (
            column.0 * columns + row.0 * rows,
            column.1 * columns + row.1 * rows,
        )
    }

    /// The image of a point.
    pub fn point(&self, point: Point) -> Point {
        let from_middle = |coordinate: u16, middle: i32| 2 * i32::from(coordinate) - middle;
        let (column, row) = self.map((
            from_middle(point.column, self.middle.0),
            from_middle(point.row, self.middle.1),
        ));
        // The board is mapped onto itself, so both coordinates are on it.
        Point::new(
            column.midpoint(self.middle.0) as u16,
            row.midpoint(self.middle.1) as u16,
        )
    }

    fn wall(&self, wall: Direction) -> Direction {
        let step = self.map(wall.step());
        let mut all = Direction::ALL.into_iter();
        all.find(|direction| direction.step() == step)
            .unwrap_or(wall)
    }

    /// The image of a piece.
    pub fn piece(&self, piece: Piece) -> Piece {
        match piece {
            Piece::Stone(color, point) => Piece::Stone(color, self.point(point)),
            Piece::King(color, point) => Piece::King(color, self.point(point)),
            Piece::Walled(color, point, wall) => {
                Piece::Walled(color, self.point(point), self.wall(wall))
            }
            Piece::Marble(color, level, point) => Piece::Marble(color, level, self.point(point)),
            Piece::Neutral(color, point) => Piece::Neutral(color, self.point(point)),
        }
    }

    /// The image of a legal move, in canonical spelling.
    pub fn mv(&self, mv: &Move) -> Move {
        let image = match mv {
            Move::Pass | Move::Button | Move::Swap | Move::Resign => mv.clone(),
            Move::Stone(point) => Move::Stone(self.point(*point)),
            Move::King(point) => Move::King(self.point(*point)),
            Move::Walled(point, wall) => Move::Walled(self.point(*point), self.wall(*wall)),
            Move::Stones(points) => {
                Move::Stones(points.iter().map(|&point| self.point(point)).collect())
            }
            Move::Pair(pair) => Move::Pair(pair.map(|(color, point)| (color, self.point(point)))),
            Move::Switch(first, second) => Move::Switch(self.point(*first), self.point(*second)),
            Move::Marble { level, point } => Move::Marble {
                level: *level,
                point: self.point(*point),
            },
        };
        image.canonical()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::Position, lab::RandomPlayer, ruleset};

    fn boards() -> impl Iterator<Item = (Game, Size)> {
        let rectangle = Size {
            columns: 5,
            rows: 3,
        };
        let flat = [Game::Ugo, Game::Sygo, Game::Bamogo].map(|game| (game, rectangle));
        let square = Game::ALL.map(|game| (game, Size::square(4)));
        square.into_iter().chain(flat)
    }

    #[test]
    fn boards_have_the_right_number_of_symmetries() {
        let counts: Vec<usize> = boards()
            .map(|(game, size)| Symmetry::all(game, size).len())
            .collect();
        // Bargo, Sygo, Ugo, Bamogo and Margo on squares; Ugo, Sygo and Bamogo on rectangles.
        assert_eq!(Game::ALL.map(Game::name)[3], "bamogo");
        assert_eq!(counts, [12, 8, 8, 4, 8, 4, 4, 4]);
    }

    #[test]
    fn symmetries_differ_and_keep_the_board() {
        for (game, size) in boards() {
            let points: Vec<Point> = (1..=9)
                .flat_map(|column| (1..=9).map(move |row| Point::new(column, row)))
                .filter(|&point| game.has_point(size, point))
                .collect();
            let all = Symmetry::all(game, size);
            let mut images: Vec<Vec<Point>> = Vec::new();
            for symmetry in &all {
                let image: Vec<Point> = points.iter().map(|&at| symmetry.point(at)).collect();
                let mut sorted = image.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, points, "{game:?} {symmetry:?}");
                assert!(!images.contains(&image), "{game:?} {symmetry:?}");
                images.push(image);
            }
            assert_eq!(images[0], points);
        }
    }

    /// The image of a random game is legal, and ends in the image of the final position with the same result.
    #[test]
    fn the_rules_are_invariant_under_symmetries() {
        for (game, size) in boards() {
            let rules = &ruleset::default_for(game).rules;
            let start = Position::new(rules, size, None).unwrap();
            for number in 0..12 {
                let played = RandomPlayer::new(7, number).play(start.clone(), None);
                for symmetry in Symmetry::all(game, size) {
                    let mut position = start.clone();
                    for (color, mv) in &played.plies {
                        let image = symmetry.mv(mv);
                        assert!(
                            position.play_as(*color, &image).is_ok(),
                            "{game:?} {image:?}"
                        );
                    }
                    let pieces = played.end.pieces().into_iter();
                    let mut expected: Vec<_> = pieces.map(|piece| symmetry.piece(piece)).collect();
                    expected.sort_unstable();
                    let mut pieces = position.pieces();
                    pieces.sort_unstable();
                    assert_eq!(pieces, expected);
                    assert_eq!(position.outcome(), played.end.outcome());
                    assert_eq!(position.score(), played.end.score());
                }
            }
        }
    }
}
