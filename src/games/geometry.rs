//! Which points the board of a game has.

use super::{Game, Point, Size, hexagon::Hexagon, margo::Pyramid, square::Square};

impl Game {
    /// Whether a board of this size, which must be one of the game, has this point; in
    /// Margo a point of the doubled grid.
    pub fn has_point(self, size: Size, point: Point) -> bool {
        match self {
            Game::Bargo => Hexagon::new(size.columns).index(point).is_some(),
            Game::Margo => Pyramid::new(size.columns).slots_at(point).next().is_some(),
            _ => Square::new(size).index(point).is_some(),
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
