//! How a position came about.

use std::sync::Arc;

use kifu::games::{Color, Move, Position};

/// The plies that led to a position. Positions of one game share them.
#[derive(Clone)]
pub(crate) struct History {
    /// The position before the first ply.
    pub(crate) start: Arc<Position>,
    /// The plies, and perhaps later ones of the same game.
    line: Arc<Vec<(Color, Move)>>,
    count: usize,
}

impl History {
    /// A history of which this may become the line: nothing has been played yet.
    pub(crate) fn new(start: Position, line: Vec<(Color, Move)>) -> History {
        History {
            start: Arc::new(start),
            line: Arc::new(line),
            count: 0,
        }
    }

    pub(crate) fn plies(&self) -> &[(Color, Move)] {
        &self.line[..self.count]
    }

    /// Adds a ply.
    pub(crate) fn add(&mut self, color: Color, mv: Move) {
        let ply = (color, mv);
        if self.line.get(self.count) != Some(&ply) {
            let line = Arc::make_mut(&mut self.line);
            line.truncate(self.count);
            line.push(ply);
        }
        self.count += 1;
    }
}
