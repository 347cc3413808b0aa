//! What is counted of one record.

use crate::{
    games::{Game, Move, Position, Size},
    record::Record,
    study::{EffectiveResult, Symmetry},
    verify::{Options, Status, Step, Visitor, replay},
};

/// What is counted of one record.
#[derive(Clone, Debug)]
pub struct RecordFacts {
    pub(super) game: Option<&'static str>,
    pub(super) ruleset: Option<String>,
    pub(super) size: Option<Size>,
    pub(super) status: Status,
    pub(super) plies: u32,
    pub(super) is_finished: bool,
    pub(super) standing: EffectiveResult,
    /// Plies that captured.
    pub(super) captures: u32,
    /// The first plies, canonically spelled; `None` of a game that does not begin as the rules have it.
    pub(super) opening: Option<Vec<String>>,
}

impl RecordFacts {
    /// Plays a record and notes what is counted. Of its opening so many plies are kept, and if that is wanted
    /// turned into the one of all its images that comes first.
    pub fn of(record: &Record, options: &Options, depth: usize, symmetric: bool) -> RecordFacts {
        let mut seen = Seen {
            depth,
            symmetric,
            captures: 0,
            images: Vec::new(),
        };
        let verdict = replay(record, options, &mut seen);
        RecordFacts {
            game: verdict.game.map(Game::name),
            ruleset: verdict.ruleset.as_ref().map(|ruleset| ruleset.name.clone()),
            size: verdict.size,
            status: verdict.status,
            plies: verdict.plies,
            is_finished: verdict.finished,
            captures: seen.captures,
            opening: seen.opening(),
            standing: EffectiveResult::of(&verdict),
        }
    }
}

/// Who watches a record being played.
struct Seen {
    depth: usize,
    symmetric: bool,
    captures: u32,
    /// The opening on the board in all ways that it can be turned.
    images: Vec<(Symmetry, Vec<Move>)>,
}

impl Seen {
    /// The first of all images, by the points that are played and then by their spelling.
    fn opening(self) -> Option<Vec<String>> {
        let order = |plies: &Vec<Move>| -> Vec<_> {
            let plies = plies.iter();
            plies.map(|ply| (ply.points(), ply.to_string())).collect()
        };
        let openings = self.images.into_iter().map(|(_, plies)| plies);
        let first = openings.min_by_key(order)?;
        Some(first.iter().map(ToString::to_string).collect())
    }
}

impl Visitor for Seen {
    fn visit(&mut self, step: &Step) {
        let position = step.position;
        self.captures += u32::from(step.captured);
        match step.turn {
            None if position.plies() == 0 && self.depth > 0 && begins_as_usual(position) => {
                let (game, size) = (position.game(), position.size());
                let symmetries = if self.symmetric {
                    Symmetry::all(game, size)
                } else {
                    Symmetry::none(game, size)
                };
                let images = symmetries.into_iter();
                self.images = images.map(|symmetry| (symmetry, Vec::new())).collect();
            }
            None => {}
            Some((_, ply)) => {
                for (symmetry, plies) in &mut self.images {
                    if plies.len() < self.depth {
                        plies.push(symmetry.ply(ply));
                    }
                }
            }
        }
    }
}

/// Whether this is the position that games begin with.
fn begins_as_usual(position: &Position) -> bool {
    position.pieces().is_empty()
        && position.to_move() == position.game().first_player()
        && position.button().is_none()
        && position.grown() != Some(true)
}
