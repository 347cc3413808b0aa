//! What plies have done to the board, up to a position.

use std::collections::BTreeMap;

use kifu::{
    diagram::{BoardChange, Location, MoveNumber},
    editor::{NodeIndex, Session},
};

/// Plies that are counted for one position.
const MOST: usize = 2_000;

/// What is known of the nodes of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlyCounts {
    known: BTreeMap<NodeIndex, Counted>,
}

/// What a node and those before it have done to the board.
#[derive(Clone, Debug, Default)]
struct Counted {
    /// How many pieces of each color were captured so far.
    captured: [u32; 4],
    /// The ply at the node, and where it has put pieces.
    ply: u32,
    placed: Vec<Location>,
}

/// What the ply at the cursor has done to the board.
pub(crate) fn last_change(session: &Session) -> BoardChange {
    let change = session.last_ply().map(|(before, _, mv)| {
        let after = session.position().pieces();
        BoardChange::between(&before.pieces(), &after, mv)
    });
    change.unwrap_or_default()
}

impl PlyCounts {
    /// How many pieces of each color have been captured on the way to the cursor, which all are known then; 0 if it is
    /// too long.
    pub(crate) fn captured(&mut self, session: &mut Session) -> [u32; 4] {
        let path = session.tree().path(session.cursor());
        let known = path.iter().rposition(|node| self.known.contains_key(node));
        let first = known.map_or(0, |known| known + 1);
        if path.len() > first + MOST {
            return [0; 4];
        }
        let before = known.and_then(|known| self.known.get(&path[known]));
        let mut captured = before.map(|counted| counted.captured).unwrap_or_default();
        for &node in &path[first..] {
            session.go_to(node);
            let change = last_change(session);
            for color in change.captured.iter().filter_map(|piece| piece.color()) {
                captured[color as usize] += 1;
            }
            let counted = Counted {
                captured,
                ply: session.position().plies(),
                placed: change.placed,
            };
            self.known.insert(node, counted);
        }
        captured
    }

    /// The ply that has put each piece in its place, once those up to the cursor are known.
    pub(crate) fn numbers(&self, session: &Session) -> Vec<MoveNumber> {
        let mut plies = BTreeMap::new();
        for node in session.tree().path(session.cursor()) {
            if let Some(counted) = self.known.get(&node) {
                plies.extend(counted.placed.iter().map(|&place| (place, counted.ply)));
            }
        }
        let pieces = session.position().pieces();
        let numbers = pieces.into_iter().filter_map(|piece| {
            let location = piece.into();
            let &number = plies.get(&location)?;
            Some(MoveNumber { location, number })
        });
        numbers.collect()
    }
}
