//! The facts of a record that statistics count.

use crate::{
    games::{ByColor, Game, Move, Players, Size},
    record::{EncodingDoubt, Record},
    study::{EffectiveResult, Symmetry, standard_start::is_standard_start},
    verify::{Code, Options, Status, Step, Visitor, replay},
};

/// The facts of one record.
#[derive(Clone, Debug)]
pub struct RecordFacts {
    pub(super) game: Option<&'static str>,
    pub(super) ruleset: Option<String>,
    pub(super) size: Option<Size>,
    pub(super) status: Status,
    pub(super) plies: u32,
    pub(super) is_finished: bool,
    pub(super) result: EffectiveResult,
    /// The names of the players.
    pub(super) players: ByColor<Option<String>>,
    /// How many play by the ruleset.
    pub(super) number_of_players: Players,
    /// Why they may be spelled otherwise, unless that is ignored.
    pub(super) doubt: Option<EncodingDoubt>,
    /// Plies that removed pieces or changed their color.
    pub(super) captures: u32,
    /// The first plies in canonical spelling; `None` for a game that begins from a setup.
    pub(super) opening: Option<Vec<String>>,
}

impl RecordFacts {
    /// Replays a record and collects its facts, with the first `depth` plies as its opening. With `symmetric`, the
    /// opening is the same for all rotations and reflections of the game.
    pub fn of(record: &Record, options: &Options, depth: usize, symmetric: bool) -> RecordFacts {
        let mut collector = FactsCollector {
            depth,
            symmetric,
            captures: 0,
            images: Vec::new(),
        };
        let verdict = replay(record, options, &mut collector);
        RecordFacts {
            game: verdict.game.map(Game::name),
            ruleset: verdict.ruleset.as_ref().map(|ruleset| ruleset.name.clone()),
            size: verdict.size,
            status: verdict.status,
            plies: verdict.plies,
            is_finished: verdict.finished,
            captures: collector.captures,
            opening: collector.opening(),
            result: EffectiveResult::of(&verdict),
            number_of_players: verdict.players(),
            players: verdict.details.players,
            doubt: record
                .encoding_doubt()
                .filter(|_| !options.ignored.contains(&Code::RecordEncoding)),
        }
    }

    /// Why the names of the players who are counted may be spelled otherwise than their encoding tells.
    pub fn doubt_of_names(&self) -> Option<EncodingDoubt> {
        let mut colors = self.number_of_players.colors().iter();
        let is_spelled = |name: &String| !name.is_ascii();
        let decides = colors.any(|&color| self.players[color].as_ref().is_some_and(is_spelled));
        self.doubt
            .filter(|_| decides && self.status == Status::Valid)
    }
}

/// Collects facts while a record is replayed.
struct FactsCollector {
    depth: usize,
    symmetric: bool,
    captures: u32,
    /// The opening in all orientations.
    images: Vec<(Symmetry, Vec<Move>)>,
}

impl FactsCollector {
    /// The opening in its first orientation, ordered by points and then by spelling.
    fn opening(self) -> Option<Vec<String>> {
        let order = |moves: &Vec<Move>| -> Vec<_> {
            let moves = moves.iter();
            moves.map(|mv| (mv.points(), mv.to_string())).collect()
        };
        let openings = self.images.into_iter().map(|(_, moves)| moves);
        let first = openings.min_by_key(order)?;
        Some(first.iter().map(ToString::to_string).collect())
    }
}

impl Visitor for FactsCollector {
    fn visit(&mut self, step: &Step) {
        let position = step.position;
        self.captures += u32::from(step.captured);
        match step.turn {
            None if position.plies() == 0 && self.depth > 0 && is_standard_start(position) => {
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
            Some((_, mv)) => {
                for (symmetry, moves) in &mut self.images {
                    if moves.len() < self.depth {
                        moves.push(symmetry.mv(mv));
                    }
                }
            }
        }
    }
}
