//! Search for patterns on boards of any size.

use std::{
    cell::LazyCell,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use super::pattern::{Extent, Images, Pattern, PointPattern, order};
use crate::games::{Game, Piece, Point, Position, Size};

/// Patterns of which one must match, on boards of any size.
#[derive(Debug)]
pub struct PatternSet {
    patterns: Vec<Pattern>,
    symmetric: bool,
    /// The orientations on the boards so far, by the index of the pattern and the size.
    images: Mutex<HashMap<(usize, Size), Arc<Images>>>,
}

impl PatternSet {
    /// Patterns in the given orientation, or with `symmetric` in all orientations of the board.
    pub fn new(patterns: Vec<Pattern>, symmetric: bool) -> PatternSet {
        PatternSet {
            patterns,
            symmetric,
            images: Mutex::default(),
        }
    }

    /// The patterns on one board.
    pub(super) fn on(&self, game: Game, size: Size) -> BoardPatterns<'_> {
        // The map is valid even if another thread has panicked.
        let mut images_by_size = self.images.lock().unwrap_or_else(PoisonError::into_inner);
        let patterns = self.patterns.iter().enumerate();
        let of_game = patterns.filter(|(_, pattern)| pattern.game == game);
        let images = of_game.map(|(number, pattern)| {
            let images = images_by_size
                .entry((number, size))
                .or_insert_with(|| Arc::new(pattern.images(size, self.symmetric)));
            (pattern, Arc::clone(images))
        });
        BoardPatterns {
            images: images.collect(),
        }
    }
}

/// The patterns on one board.
#[derive(Debug)]
pub(super) struct BoardPatterns<'p> {
    images: Vec<(&'p Pattern, Arc<Images>)>,
}

impl BoardPatterns<'_> {
    /// Whether a position matches.
    pub(super) fn matches(&self, position: &Position) -> bool {
        // They are listed and sorted only if they are needed.
        let listed = LazyCell::new(|| position.pieces());
        let sorted = LazyCell::new(|| {
            let mut pieces = listed.clone();
            pieces.sort_unstable_by_key(|&piece| order(piece));
            pieces
        });
        self.images.iter().any(|(pattern, images)| {
            let is_to_move = pattern
                .to_move
                .is_none_or(|color| color == position.to_move());
            let fits = |image: &[PointPattern]| {
                let has_as_many = pattern.extent == Extent::Part || occupied(image) == listed.len();
                has_as_many && all_match(image, &sorted)
            };
            is_to_move && images.iter().any(|image| fits(image))
        })
    }
}

/// The number of pieces that a whole board must have.
fn occupied(point_patterns: &[PointPattern]) -> usize {
    let patterns = point_patterns.iter();
    let occupied = patterns.filter(|pattern| !matches!(pattern, PointPattern::Empty(..)));
    occupied.count()
}

fn all_match(point_patterns: &[PointPattern], pieces: &[Piece]) -> bool {
    point_patterns.iter().all(|pattern| {
        let Point { column, row } = pattern.point();
        let key = (row, column);
        let key_of = |piece: &Piece| {
            let (row, column, _) = order(*piece);
            (row, column)
        };
        let here = &pieces[pieces.partition_point(|piece| key_of(piece) < key)..];
        let count = here.iter().take_while(|piece| key_of(piece) == key).count();
        pattern.matches(&here[..count])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::read,
        verify::{Options, verify},
    };

    fn position(record: &str) -> Position {
        let record = read(record).next().unwrap();
        let verdict = verify(&record, &Options::default());
        verdict.position.expect("it can be played")
    }

    fn finds(text: &str, extent: Extent, symmetric: bool, position: &Position) -> bool {
        let pattern = Pattern::read(position.game(), text, extent).unwrap();
        let patterns = PatternSet::new(vec![pattern], symmetric);
        patterns
            .on(position.game(), position.size())
            .matches(position)
    }

    fn whole(text: &str, position: &Position) -> bool {
        finds(text, Extent::Whole, false, position)
    }

    fn part(text: &str, position: &Position) -> bool {
        finds(text, Extent::Part, false, position)
    }

    #[test]
    fn the_pieces_of_every_game() {
        let ugo = position("(;GM[ugo]SZ[5]AB[a1][Kc3]AW[d4])");
        assert!(whole("AB[a1][Kc3]AW[d4]", &ugo) && whole("AW[D4] A*[*a1] AB[*c3]", &ugo));
        assert!(!whole("AB[a1][c3]AW[d4]", &ugo) && !whole("AB[a1][Kc3]", &ugo));
        assert!(part("AB[Kc3]AE[c4]", &ugo) && !part("AE[b1:e3]", &ugo));
        assert!(part("AE[a2:b5]A*[Kc3]PL[B]", &ugo) && !part("AB[a1]PL[W]", &ugo));
        assert!(!part("AB[f1]", &ugo), "the point is not on this board");
        let sygo = position("(;GM[sygo]SZ[5]AB[a1:b2]AW[d4])");
        assert!(whole("AB[a1:b2]AW[d4]", &sygo) && part("A*[b1]", &sygo));
        let bargo = position("(;GM[bargo]SZ[3]AB[c3/ne]AW[a1/e])");
        assert!(whole("AB[c3/ne]AW[a1/e]", &bargo) && part("AB[*c3]", &bargo));
        assert!(!part("AB[c3/e]", &bargo));
        let margo = position("(;GM[margo]SZ[3]AB[a1][c1][a3][c3][2b2]AW[e5])");
        assert!(whole("AB[1a1][1c1][1a3][1c3][2b2]AW[1e5]", &margo));
        assert!(part("AB[b2]AE[3c3]", &margo) && !part("AE[c3]", &margo));
        let bamogo = position("(;GM[bamogo]SZ[4]STONES[Ra1][Gb1])");
        assert!(whole("STONES[Gb1][*a1]", &bamogo) && !part("STONES[Rb1]", &bamogo));
    }

    #[test]
    fn orientations_are_searched_only_if_symmetric() {
        let corner = position("(;GM[ugo]SZ[5]AB[e4]AW[Kd5])");
        assert!(!finds("AB[a2]AW[Kb1]", Extent::Whole, false, &corner));
        assert!(finds("AB[a2]AW[Kb1]", Extent::Whole, true, &corner));
        assert!(!finds("AB[a2]AW[Kb2]", Extent::Whole, true, &corner));
        let walled = position("(;GM[bargo]SZ[3]AB[c4/ne])");
        for (wall, is_match) in [
            ("b2/sw", false),
            ("b2/w", true),
            ("b3/nw", true),
            ("d4/e", true),
        ] {
            let found = finds(&format!("AB[{wall}]"), Extent::Whole, true, &walled);
            assert_eq!(found, is_match, "{wall}");
        }
    }
}
