//! A move list while it is read.

use super::words::{LineWords, Spelling, Word};
use crate::{
    convert::{
        error::ImportError,
        game::GameDraft,
        model::{ImportOptions, Imported, Note, TextLocation},
    },
    games::{Color, Game, Move, Players, Position},
    record::{Limits, MAX_PLIES, read_result, read_size},
    ruleset::{self, Ruleset},
};

/// What the numbers of a list count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    Plies,
    /// A ply of each player.
    Rounds,
}

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
struct MoveNumber {
    number: u32,
    /// Whether the move is not the first of its round.
    is_later: bool,
    location: TextLocation,
}

/// A game that is being read.
pub(super) struct MoveList {
    pub(super) draft: GameDraft,
    pub(super) game: Option<Game>,
    pub(super) skip_i: bool,
    /// The position after the moves so far; `None` before the first and after an illegal one.
    position: Option<Position>,
    /// The player who moves next.
    to_move: Color,
    players: Players,
    counting: Option<Counting>,
    /// The number before the next move.
    number: Option<MoveNumber>,
    /// The players of a heading of columns, in their order.
    columns: Option<(Vec<Color>, TextLocation)>,
    /// The player named before the next move.
    player: Option<(Color, TextLocation)>,
    has_result: bool,
    /// What the heading states, as the names of properties.
    pub(super) stated: Vec<&'static str>,
    /// The player who has resigned out of turn, or as the heading states.
    pub(super) resigned: Option<(Color, TextLocation)>,
    /// Whether there is more than comments.
    is_begun: bool,
}

impl MoveList {
    pub(super) fn new(options: ImportOptions, location: TextLocation) -> MoveList {
        let mut draft = GameDraft::new(options.game.unwrap_or(Game::Ugo));
        draft.location = Some(location);
        draft.size = options.size.map(|size| size.to_string());
        MoveList {
            draft,
            game: options.game,
            skip_i: options.skip_i,
            position: None,
            to_move: Color::Black,
            players: Players::Two,
            counting: None,
            number: None,
            columns: None,
            player: None,
            has_result: false,
            stated: Vec::new(),
            resigned: None,
            is_begun: false,
        }
    }

    /// Whether there is more than a heading and comments: moves, a result or an error.
    pub(super) fn is_game(&self) -> bool {
        let states_result = || self.draft.facts.iter().any(|(name, _)| *name == "RE");
        self.draft.error.is_some() || !self.draft.plies.is_empty() || states_result()
    }

    /// Whether the heading names a player.
    pub(super) fn names_player(&self) -> bool {
        let mut stated = self.stated.iter();
        stated.any(|name| matches!(*name, "PB" | "PW" | "PG" | "PY"))
    }

    /// Whether a line of a heading states what is stated already; `None` if it is no such line, but a move behind a player,
    /// such as `Black: c3`, or something else.
    pub(super) fn states_again(&self, line: &str, options: ImportOptions) -> Option<bool> {
        let mut other = MoveList::new(options, (1, 1));
        other.draft.game = self.draft.game;
        let is_heading = other.read_heading(line, 1);
        let states_again = || other.stated.iter().any(|name| self.stated.contains(name));
        is_heading.then(states_again)
    }

    /// The game begins here, unless it has begun.
    fn begin(&mut self, location: TextLocation) {
        if !self.is_begun {
            self.is_begun = true;
            self.draft.location = Some(location);
        }
    }

    pub(super) fn finish(mut self, limits: Limits) -> Imported {
        let location = self.draft.location.unwrap_or((1, 1));
        if !self.is_game() {
            self.draft.reject(location, ImportError::NoGame);
        }
        if self.game.is_none() {
            self.draft.reject(location, ImportError::UnknownGame);
        }
        self.end_line();
        if let Some((loser, location)) = self.resigned
            && (self.ruleset().rules.players() != Players::Two
                || !Color::BLACK_AND_WHITE.contains(&loser))
        {
            let player = loser.name();
            self.draft
                .reject(location, ImportError::Resignation { player });
        }
        if self.draft.size.is_none() && self.draft.error.is_none() {
            let size = self.ruleset().size.to_string();
            self.draft
                .notes
                .push(Note::assumed(location, &format!("the size {size}")));
            self.draft.size = Some(size);
        }
        self.draft.finish(limits)
    }

    /// Reads a line: of the heading, or of moves.
    pub(super) fn read_line(&mut self, line: &str, number: usize) {
        // Words come from left to right, and a line may have many.
        let (mut passed, mut column) = (0, 1);
        let mut location = |at: usize| {
            column += line[passed..at].chars().count();
            passed = at;
            (number, column)
        };
        let start = location(line.len() - line.trim_start().len());
        if self.read_heading(line, number) {
            return self.begin(start);
        }
        // What is a comment does not depend on the game.
        let (game, skip_i) = (self.draft.game, self.skip_i);
        let LineWords {
            words,
            unknown,
            has_remark,
        } = LineWords::read(line, Spelling { game, skip_i });
        if has_remark {
            self.draft.skipped.add((number, 1));
        }
        if words.is_empty() && unknown.is_none() {
            return;
        }
        self.begin(start);
        if self.game.is_none() {
            return self.draft.reject(start, ImportError::UnknownGame);
        }
        // A heading of columns.
        let players = words.iter().map(|(word, _)| match word {
            Word::Player(color) => Some(*color),
            _ => None,
        });
        let players: Option<Vec<Color>> = players.collect();
        if let Some(players) = players.filter(|all| unknown.is_none() && all.len() > 1) {
            self.columns = Some((players, start));
            return;
        }
        for (word, range) in words {
            let location = location(range.start);
            if let Err(error) = self.take(word, location) {
                return self.draft.reject(location, error);
            }
        }
        if let Some(range) = unknown {
            let text = line[range.clone()].to_owned();
            let error = ImportError::NotUnderstood { text, game };
            self.draft.reject(location(range.start), error);
        }
    }

    pub(super) fn state_result(&mut self, result: String, location: TextLocation) {
        let known = self.draft.facts.iter().find(|(name, _)| *name == "RE");
        match known {
            Some((_, known)) if read_result(known) != read_result(&result) => {
                self.draft.reject(location, ImportError::Contradiction);
            }
            Some(_) => {}
            None => self.draft.facts.push(("RE", result)),
        }
    }

    /// Takes the next word.
    fn take(&mut self, word: Word, location: TextLocation) -> Result<(), ImportError> {
        if self.has_result {
            return Err(ImportError::AfterResult);
        }
        match word {
            Word::Number(number, is_later) => {
                if let Some(MoveNumber { number, .. }) = self.number {
                    return Err(ImportError::MissingMove(number as usize));
                }
                self.number = Some(MoveNumber {
                    number,
                    is_later,
                    location,
                });
            }
            Word::Player(color) => {
                if self.player.is_some() {
                    return Err(ImportError::MissingPlayersMove);
                }
                self.player = Some((color, location));
            }
            Word::Move(Move::Resign)
                if self
                    .player
                    .is_some_and(|(color, _)| color != self.next_player()) =>
            {
                // A player may resign when it is not their turn.
                let loser = self.player.take().map_or(self.to_move, |(color, _)| color);
                self.resigned = Some((loser, location));
                self.state_result(won(loser.other(), "R"), location);
                self.has_result = true;
                self.number = None;
            }
            Word::Move(mv) => self.play(mv, location)?,
            Word::Result(result) => {
                self.state_result(result, location);
                self.has_result = true;
                self.number = None;
            }
            Word::Wins(end) => {
                let Some((winner, _)) = self.player.take() else {
                    return Err(ImportError::WhoWins);
                };
                self.state_result(won(winner, &end), location);
                self.has_result = true;
                self.number = None;
            }
        }
        Ok(())
    }

    /// Reports a number or a player without a move at the end.
    fn end_line(&mut self) {
        if let Some(MoveNumber {
            number, location, ..
        }) = self.number.take()
        {
            self.draft
                .reject(location, ImportError::MissingMove(number as usize));
        }
        if let Some((_, location)) = self.player.take() {
            self.draft.reject(location, ImportError::MissingPlayersMove);
        }
    }

    /// The player who moves next.
    fn next_player(&mut self) -> Color {
        if self.draft.plies.is_empty() {
            self.position = self.start();
            if let Some(position) = &self.position {
                self.players = position.players();
            }
            self.to_move = self
                .position
                .as_ref()
                .map_or(self.draft.game.first_player(), Position::to_move);
        }
        self.to_move
    }

    /// The ruleset that is named, or else that of the game.
    fn ruleset(&self) -> &'static Ruleset {
        let mut facts = self.draft.facts.iter();
        let named = facts.find(|(name, _)| *name == "RU");
        named
            .and_then(|(_, name)| ruleset::by_name(name))
            .unwrap_or_else(|| ruleset::default_for(self.draft.game))
    }

    /// The position at the start, if the heading is right.
    fn start(&self) -> Option<Position> {
        let ruleset = self.ruleset();
        let size = match &self.draft.size {
            Some(size) => read_size(size)?.size?,
            None => ruleset.size,
        };
        Position::new(&ruleset.rules, size, None).ok()
    }

    fn play(&mut self, mv: Move, location: TextLocation) -> Result<(), ImportError> {
        if self.draft.plies.len() as u32 >= MAX_PLIES {
            return Err(ImportError::TooManyMoves);
        }
        let color = self.next_player();
        let ply = self.draft.plies.len() as u32 + 1;
        if let Some((columns, place)) = self.columns.take() {
            let mut next = color;
            for column in columns {
                if column != next {
                    self.draft.reject(
                        place,
                        ImportError::OtherPlayersTurn {
                            ply,
                            player: color.name(),
                        },
                    );
                    return Ok(());
                }
                next = self.players.next(next);
            }
        }
        if let Some(MoveNumber {
            number,
            is_later,
            location: place,
        }) = self.number.take()
        {
            let players = self.players.count() as u32;
            let round = ply.div_ceil(players);
            let counting = if number == ply {
                Counting::Plies
            } else {
                Counting::Rounds
            };
            let known = self.counting.unwrap_or(counting);
            let expected = match known {
                Counting::Plies => ply,
                Counting::Rounds => round,
            };
            let is_first = ply % players == 1 && (ply == 1 || known == Counting::Rounds);
            if is_later && is_first {
                self.draft
                    .reject(place, ImportError::MissingMove(number as usize));
                return Ok(());
            }
            if number != expected {
                self.draft
                    .reject(place, ImportError::MoveNumber(expected as usize));
                return Ok(());
            }
            if known == Counting::Rounds && !is_first && !is_later {
                self.draft.reject(place, ImportError::RoundNumber(round));
                return Ok(());
            }
            // The first ply is the first round, too.
            if ply > 1 {
                self.counting = Some(counting);
            }
        }
        if let Some((named, place)) = self.player.take()
            && named != color
        {
            let error = ImportError::OtherPlayersTurn {
                ply,
                player: color.name(),
            };
            self.draft.reject(place, error);
            return Ok(());
        }
        let played = self.position.as_mut().map(|position| {
            let is_legal = position.play_as(color, &mv).is_ok();
            (is_legal, position.to_move())
        });
        self.to_move = match played {
            Some((true, next)) => next,
            _ => {
                self.position = None;
                self.players.next(color)
            }
        };
        self.draft.plies.push((color, mv, location));
        Ok(())
    }
}

/// A victory as `RE` states it.
pub(super) fn won(winner: Color, end: &str) -> String {
    format!("{}+{end}", winner.letter())
}
