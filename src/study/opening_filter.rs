//! A filter for the first plies of a game.

use std::str::FromStr;

use super::{error::FilterError, standard_start::is_standard_start, symmetry::Symmetry};
use crate::{
    games::{Game, Move, Size},
    record::{Record, read_move},
    verify::{Options, Step, replay},
};

/// The most plies of an opening.
const MAX_PLIES: usize = 1_000;

/// The first plies of a game in their order, as moves separated by white space: `c3 d4 e5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningFilter {
    /// The moves in each game that can have them.
    moves: Vec<(Game, Vec<Move>)>,
}

impl FromStr for OpeningFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<OpeningFilter, FilterError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() || words.len() > MAX_PLIES {
            return Err(FilterError::Opening);
        }
        let games = Game::ALL.into_iter().filter_map(|game| {
            let moves = words.iter().map(|word| read_move(game, word));
            let moves: Option<Vec<Move>> = moves.collect();
            Some((game, moves?))
        });
        let moves: Vec<_> = games.collect();
        if moves.is_empty() {
            return Err(FilterError::Opening);
        }
        Ok(OpeningFilter { moves })
    }
}

impl OpeningFilter {
    /// Whether the main line of a record begins with these plies, played from the empty board; with `symmetric` also if it begins
    /// with a rotation or reflection of them.
    pub fn matches(&self, record: &Record, options: &Options, symmetric: bool) -> bool {
        let most = self.moves.iter().map(|(_, moves)| moves.len()).max();
        let options = Options {
            until: Some(most.unwrap_or_default() as u32),
            variations: false,
            ..options.clone()
        };
        let mut images: Vec<Vec<Move>> = Vec::new();
        let mut is_found = false;
        let mut visitor = |step: &Step| {
            let position = step.position;
            let Some((_, played)) = step.turn else {
                if position.plies() == 0 && is_standard_start(position) {
                    images = self.images(position.game(), position.size(), symmetric);
                }
                return;
            };
            let played = played.clone().canonical();
            let at = position.plies() as usize - 1;
            images.retain(|image| image.get(at) == Some(&played));
            is_found |= images.iter().any(|image| image.len() == at + 1);
        };
        replay(record, &options, &mut visitor);
        is_found
    }

    /// The moves on a board, in all orientations that count.
    fn images(&self, game: Game, size: Size, symmetric: bool) -> Vec<Vec<Move>> {
        let Some((_, moves)) = self.moves.iter().find(|(other, _)| *other == game) else {
            return Vec::new();
        };
        // A point beyond the board has no image on it.
        let fits = |mv: &Move| mv.points().iter().all(|&point| game.has_point(size, point));
        if !moves.iter().all(fits) {
            return Vec::new();
        }
        let symmetries = if symmetric {
            Symmetry::all(game, size)
        } else {
            Symmetry::none(game, size)
        };
        let images = symmetries.iter();
        images
            .map(|symmetry| moves.iter().map(|mv| symmetry.mv(mv)).collect())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    fn matches(opening: &str, symmetric: bool, record: &str) -> bool {
        let filter: OpeningFilter = opening.parse().unwrap();
        let record = read(record).next().unwrap();
        filter.matches(&record, &Options::default(), symmetric)
    }

    #[test]
    fn openings_are_compared_in_their_order() {
        let game = "(;GM[ugo]SZ[5];B[c3];W[D4](;B[b2])(;B[e5]))";
        for opening in ["c3", "C3 d4", "c3 d4\tB2"] {
            assert!(matches(opening, false, game), "{opening}");
        }
        for opening in [
            "d4",
            "d4 c3",
            "c3 d4 Kb2",
            "c3 d4 e5",
            "c3 d4 b2 a1",
            "z26",
            "Rc3,Gd4",
        ] {
            assert!(!matches(opening, false, game), "{opening}");
        }
        assert!(matches("c3 b2 d4", true, game) && !matches("c3 b2 d4", false, game));
        assert!(!matches("c3 z26", true, game));
        // An illegal ply is none, and a setup is no opening.
        assert!(!matches("c3 c3", false, "(;GM[ugo]SZ[5];B[c3];W[c3])"));
        assert!(!matches("c3", false, "(;GM[ugo]SZ[5]AB[a1];B[c3])"));
        assert!(matches("c4/ne", false, "(;GM[bargo]SZ[3];B[c4/ne])"));
        for opening in ["", " ", "c3 ??", "c3,d4,"] {
            assert!(opening.parse::<OpeningFilter>().is_err(), "{opening:?}");
        }
    }
}
