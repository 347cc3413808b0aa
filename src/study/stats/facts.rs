//! What is counted of one record.

use crate::{
    games::{Game, Move, Position, Size},
    record::Record,
    study::{EffectiveResult, Symmetry},
    verify::{Options, Status, Step, Visitor, replay},
};

/// The facts of one record that are counted.
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
    /// The first plies in canonical spelling; `None` for a game that does not begin from the usual position.
    pub(super) opening: Option<Vec<String>>,
}

impl RecordFacts {
    /// Plays a record and collects its facts. `depth` plies of its opening are kept; with `symmetric` the
    /// least of all their images.
    pub fn of(record: &Record, options: &Options, depth: usize, symmetric: bool) -> RecordFacts {
        let mut seen = FactsCollector {
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

/// Collects facts as a record is played.
struct FactsCollector {
    depth: usize,
    symmetric: bool,
    captures: u32,
    /// The opening in all orientations.
    images: Vec<(Symmetry, Vec<Move>)>,
}

impl FactsCollector {
    /// The least of all images, by points and then by spelling.
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

impl Visitor for FactsCollector {
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

/// Whether this is the usual starting position.
fn begins_as_usual(position: &Position) -> bool {
    position.pieces().is_empty()
        && position.to_move() == position.game().first_player()
        && position.button().is_none()
        && position.grown() != Some(true)
}
