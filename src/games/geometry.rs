//! Which points the board of a game has.

use super::{Game, Point, Size, hexagon::Hexagon, margo::Pyramid, square::Square};

impl Game {
    /// Whether a board of this size, which must be one of the game, has this point; in
    /// Margo a point of the doubled grid.
    pub fn has_point(self, size: Size, point: Point) -> bool {
        match self {
            Game::Bargo => Hexagon::new(size.columns).index(point).is_some(),
            Game::Margo => {
                // Holes have odd columns and rows, the marbles of the second level even ones.
                let last = 2 * u16::from(size.columns) - 1;
                let is_on_grid = |along: u16| (1..=last).contains(&along);
                is_on_grid(point.column)
                    && is_on_grid(point.row)
                    && point.column % 2 == point.row % 2
            }
            _ => Square::new(size).index(point).is_some(),
        }
    }

    /// The number of points of a board of this size, which must be one of the game; in Margo of those on the doubled
    /// grid.
    pub fn point_count(self, size: Size) -> usize {
        match self {
            Game::Bargo => Hexagon::new(size.columns).area(),
            Game::Margo => Pyramid::new(size.columns).points(),
            _ => Square::new(size).area(),
        }
    }

    /// The levels, from 1, on which a marble can lie at a point; empty in all games but Margo.
    pub fn levels(self, size: Size, point: Point) -> Vec<u8> {
        if self != Game::Margo {
            return Vec::new();
        }
        let slots = Pyramid::new(size.columns).slots_at(point);
        slots.map(|slot| slot.level + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_margo_are_those_with_a_level() {
        for side in 1..=8 {
            let size = Size::square(side);
            for column in 0..20 {
                for row in 0..20 {
                    let point = Point::new(column, row);
                    let has_level = !Game::Margo.levels(size, point).is_empty();
                    assert_eq!(
                        Game::Margo.has_point(size, point),
                        has_level,
                        "{side} {point}"
                    );
                }
            }
        }
    }
}
