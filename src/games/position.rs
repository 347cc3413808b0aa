//! A position of any of the five games: the player to move, the end of the game
//! and resignation are judged here, everything else by the game.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use super::{
    Color, Game, Move, MoveEffect, Outcome, Piece, Players, Point, Rule, Rules, Score, Setup,
    SetupFault, SetupFaultKind, Size, StoneColor, Tally, Violation, WinReason,
    bamogo::Bamogo,
    bargo::Bargo,
    cloning::clone_by_field,
    game_state::{GameEnd, GameState, ScoredGame},
    history::hash_of,
    margo::Margo,
    sygo::{Sygo, Turns},
    ugo::Ugo,
};

pub use stepwise::{Step, Stepwise};

/// The state of one of the games.
#[derive(Debug)]
enum AnyGame {
    Bargo(Bargo),
    Sygo(Sygo),
    Ugo(Ugo),
    Bamogo(Bamogo),
    Margo(Margo),
}

macro_rules! dispatch {
    ($state:expr, $game:ident => $body:expr) => {
        match $state {
            AnyGame::Bargo($game) => $body,
            AnyGame::Sygo($game) => $body,
            AnyGame::Ugo($game) => $body,
            AnyGame::Bamogo($game) => $body,
            AnyGame::Margo($game) => $body,
        }
    };
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        match self {
            AnyGame::Bargo(game) => AnyGame::Bargo(game.clone()),
            AnyGame::Sygo(game) => AnyGame::Sygo(game.clone()),
            AnyGame::Ugo(game) => AnyGame::Ugo(game.clone()),
            AnyGame::Bamogo(game) => AnyGame::Bamogo(game.clone()),
            AnyGame::Margo(game) => AnyGame::Margo(game.clone()),
        }
    }

    fn clone_from(&mut self, source: &AnyGame) {
        match (self, source) {
            (AnyGame::Bargo(game), AnyGame::Bargo(source)) => game.clone_from(source),
            (AnyGame::Sygo(game), AnyGame::Sygo(source)) => game.clone_from(source),
            (AnyGame::Ugo(game), AnyGame::Ugo(source)) => game.clone_from(source),
            (AnyGame::Bamogo(game), AnyGame::Bamogo(source)) => game.clone_from(source),
            (AnyGame::Margo(game), AnyGame::Margo(source)) => game.clone_from(source),
            (this, source) => *this = source.clone(),
        }
    }
}

/// A position: the board, the player to move, what the rules need to know of earlier
/// plies (repetition, passes, growth), and the result once the game is over.
///
/// Two positions are equal if they agree in what a diagram and its caption show: the rules, the
/// size, the pieces with their walls and levels, the player to move, who has taken the button,
/// growth, the line, and the result. How they came about makes no difference, so equal positions
/// may differ in what is legal next: earlier positions (repetition), the ply before (two passes,
/// the switch that may not be undone) and the number of plies are not compared.
///
/// ```
/// use kifu::games::{Game, Move, Point, Position, Rule, Rules, Size};
///
/// let rules = Rules::default_for(Game::Ugo);
/// let mut position = Position::new(&rules, Size::square(5), None)?;
/// let c3 = Move::Stone(Point::new(3, 3));
/// position.play(&c3).unwrap();
/// let violation = position.play(&c3).unwrap_err();
/// assert_eq!(violation.rule, Rule::UgoOccupied);
/// # Ok::<(), kifu::games::SetupFault>(())
/// ```
#[derive(Debug)]
pub struct Position {
    state: AnyGame,
    rules: Arc<Rules>,
    size: Size,
    players: Players,
    to_move: Color,
    plies: u32,
    outcome: Option<Outcome>,
    /// The score that decided the game.
    final_score: Option<Score>,
}

clone_by_field!(Position {
    state,
    rules,
    size,
    players,
    to_move,
    plies,
    outcome,
    final_score
});

impl Position {
    /// The position before the first ply: the setup, or the empty board.
    ///
    /// # Errors
    ///
    /// A [`SetupFault`] if the game has no board of this size or the setup breaks
    /// a rule of the game.
    pub fn new(rules: &Rules, size: Size, setup: Option<&Setup>) -> Result<Position, SetupFault> {
        let game = rules.game();
        let fault = |kind| SetupFault { piece: None, kind };
        if !game.has_size(size) {
            return Err(fault(SetupFaultKind::Size));
        }
        let empty = Setup::default();
        let given = setup.unwrap_or(&empty);
        if (given.button.is_some() && !rules.has_button())
            || (given.grown && game != Game::Sygo)
            || (given.line.is_some() && game != Game::Bamogo)
        {
            return Err(fault(SetupFaultKind::ForeignState));
        }
        let to_move = given.to_move.unwrap_or(game.first_player());
        let is_foreign = |color| !rules.players().contain(color);
        if let Some(index) = given
            .pieces
            .iter()
            .position(|piece| piece.color().is_some_and(is_foreign))
        {
            return Err(SetupFault {
                piece: Some(index),
                kind: SetupFaultKind::ForeignColor,
            });
        }
        if is_foreign(to_move) || given.button.is_some_and(is_foreign) {
            return Err(fault(SetupFaultKind::ForeignColor));
        }
        let state = match rules {
            Rules::Bargo(rules) => AnyGame::Bargo(Bargo::new(rules, size, given, to_move)?),
            Rules::Sygo(rules) => AnyGame::Sygo(Sygo::new(rules, size, given)?),
            Rules::Ugo(rules) => AnyGame::Ugo(Ugo::new(rules, size, given)?),
            Rules::Bamogo(rules) => AnyGame::Bamogo(Bamogo::new(rules, size, given)?),
            Rules::Margo(rules) => {
                let is_fresh = setup.is_none();
                AnyGame::Margo(Margo::new(rules, size, given, is_fresh, to_move)?)
            }
        };
        let mut position = Position {
            state,
            rules: Arc::new(rules.clone()),
            size,
            players: rules.players(),
            to_move,
            plies: 0,
            outcome: None,
            final_score: None,
        };
        let end = dispatch!(&mut position.state, game => game.no_moves_result(to_move));
        if let Some(end) = end {
            position.end_game(end);
        }
        Ok(position)
    }

    fn end_game(&mut self, end: GameEnd) {
        if end == GameEnd::Counted {
            self.final_score = self.score();
        }
        self.outcome = Some(match end {
            GameEnd::Counted => self.final_score.map_or(Outcome::Draw, |score| {
                Outcome::by_score(score, self.players())
            }),
            GameEnd::Won(color) => Outcome::Win(color, WinReason::Goal),
            GameEnd::Drawn => Outcome::Draw,
        });
    }

    /// The game.
    pub fn game(&self) -> Game {
        match self.state {
            AnyGame::Bargo(_) => Game::Bargo,
            AnyGame::Sygo(_) => Game::Sygo,
            AnyGame::Ugo(_) => Game::Ugo,
            AnyGame::Bamogo(_) => Game::Bamogo,
            AnyGame::Margo(_) => Game::Margo,
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Margo: the highest level that the ruleset allows, from 1; [`u8::MAX`] if it allows all that the board has.
    pub(crate) fn max_height(&self) -> u8 {
        match &*self.rules {
            Rules::Margo(rules) => rules.max_height.unwrap_or(u8::MAX),
            _ => u8::MAX,
        }
    }

    /// The board's size as `SZ` gives it.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The players.
    pub fn players(&self) -> Players {
        self.players
    }

    /// The player to move; after the end of the game the player who would be.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Number of plies played.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Judges whether `color` may play at all: `record::after-end` and
    /// `record::turn-order`, which precede all other rules.
    ///
    /// # Errors
    ///
    /// The rule that is violated.
    pub fn may_play(&self, color: Color) -> Result<(), Violation> {
        if self.outcome.is_some() {
            Err(Violation::of(Rule::AfterEnd))
        } else if color != self.to_move {
            Err(Violation::of(Rule::TurnOrder))
        } else {
            Ok(())
        }
    }

    /// Judges a move of the player to move and carries it out.
    ///
    /// # Errors
    ///
    /// As for [`Position::play_as`].
    pub fn play(&mut self, mv: &Move) -> Result<MoveEffect, Violation> {
        self.play_as(self.to_move, mv)
    }

    /// Judges a move of a player, who may not be the one to move, and carries it out.
    ///
    /// # Errors
    ///
    /// The first rule that the ply breaks, in the order of the game's rules; the
    /// position is then unchanged.
    pub fn play_as(&mut self, color: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        self.may_play(color)?;
        if matches!(mv, Move::Resign) {
            if self.players() != Players::Two {
                return Err(Violation::of(Rule::Notation));
            }
            self.outcome = Some(Outcome::Win(color.other(), WinReason::Resignation));
            self.to_move = color.other();
            self.plies += 1;
            return Ok(MoveEffect::default());
        }
        let effect = dispatch!(&mut self.state, game => game.play(color, mv))?;
        Ok(self.end_ply(color, mv, effect))
    }

    /// Plays a move of the player to move if it is legal, without explaining why not: for players that try many moves.
    /// After `None` the position is unchanged.
    pub fn try_play(&mut self, mv: &Move) -> Option<MoveEffect> {
        if self.outcome.is_some() || matches!(mv, Move::Resign) {
            return self.play(mv).ok();
        }
        let color = self.to_move;
        let effect = dispatch!(&mut self.state, game => game.try_play(color, mv))?;
        Some(self.end_ply(color, mv, effect))
    }

    /// Plays a move that the game has just named as a candidate.
    fn try_play_candidate(&mut self, mv: &Move) -> Option<MoveEffect> {
        let color = self.to_move;
        let effect = dispatch!(&mut self.state, game => game.play_candidate(color, mv))?;
        Some(self.end_ply(color, mv, effect))
    }

    /// Counts a ply that a game has carried out, and finds out whether the game is over.
    fn end_ply(&mut self, color: Color, mv: &Move, mut effect: MoveEffect) -> MoveEffect {
        // After a swap the players have exchanged colors, so Black moves again.
        if !matches!(mv, Move::Swap) {
            self.to_move = self.players.next(color);
        }
        self.plies += 1;
        if effect.ended.is_none() {
            let to_move = self.to_move;
            effect.ended = dispatch!(&mut self.state, game => game.no_moves_result(to_move));
        }
        if let Some(end) = effect.ended {
            self.end_game(end);
        }
        effect
    }

    /// Whether the game is over: by its rules, or by resignation.
    pub fn is_game_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Whether the player to move may play this move: whether [`Position::play`] would accept it.
    ///
    /// This holds for every spelling of a move and, in Sygo, for turns of several stones, which
    /// [`Position::legal_moves`] does not list. Resignation is legal until the game is over.
    ///
    /// ```
    /// use kifu::games::{Game, Move, Point, Position, Rules, Size};
    ///
    /// let mut position = Position::new(&Rules::default_for(Game::Ugo), Size::square(5), None)?;
    /// let c3 = Move::Stone(Point::new(3, 3));
    /// assert!(position.is_legal(&c3));
    /// position.play(&c3)?;
    /// assert!(!position.is_legal(&c3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Checks a move of the player to move without playing it. This copies the position: to play
    /// the move anyway, call [`Position::play`], which leaves the position unchanged on an error.
    ///
    /// # Errors
    ///
    /// As for [`Position::play_as`].
    pub fn check(&self, mv: &Move) -> Result<(), Violation> {
        self.clone().play(mv).map(drop)
    }

    /// The legal moves of the player to move, each once and in canonical form, with
    /// pass, button and swap but without resignation; none when the game is over. In
    /// Sygo these are the pass and the turns of one stone: for all turns see
    /// [`Position::turns`], for a single move [`Position::is_legal`].
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome.is_none() {
            dispatch!(&self.state, game => game.legal_moves(self.to_move, &mut moves));
        }
        moves
    }

    /// In Sygo all legal turns, where another order of the same stones is another turn; in the
    /// other games the same as [`Position::legal_moves`]. On a large board there are far too many
    /// turns to collect.
    pub fn turns(&self) -> Box<dyn Iterator<Item = Move> + Send> {
        match &self.state {
            AnyGame::Sygo(sygo) if self.outcome.is_none() => {
                Box::new(Turns::new(sygo, self.to_move))
            }
            _ => Box::new(self.legal_moves().into_iter()),
        }
    }

    /// Sygo: the pieces after some stones of a turn that may continue. They are judged like a turn, but a group may
    /// stand without liberties, which counts only at the end of the turn.
    ///
    /// # Errors
    ///
    /// The rule that the stones break in any turn that begins with them; in the other games `record::notation`.
    pub fn pieces_during_turn(&self, stones: &[Point]) -> Result<Vec<Piece>, Violation> {
        self.may_play(self.to_move)?;
        match &self.state {
            AnyGame::Sygo(sygo) => sygo.clone().pieces_during_turn(self.to_move, stones),
            _ => Err(Violation::of(Rule::Notation)),
        }
    }

    /// A setup that leads to this position: [`Position::new`] with the same rules and size makes an
    /// equal one, as long as the game is not over.
    ///
    /// A setup cannot express how the game ended, nor what was played before: the new game has no
    /// history, no pass or switch before it, in Margo no swap, and its zombies are those marbles
    /// that are pinned and have no freedom. A Bamogo position with a connection is no setup.
    ///
    /// ```
    /// use kifu::games::{Game, Move, Point, Position, Rules, Size};
    ///
    /// let rules = Rules::default_for(Game::Sygo);
    /// let mut position = Position::new(&rules, Size::square(9), None)?;
    /// position.play(&Move::Stone(Point::new(5, 5)))?;
    /// let setup = position.to_setup();
    /// assert_eq!(Position::new(&rules, Size::square(9), Some(&setup))?, position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_setup(&self) -> Setup {
        Setup {
            pieces: self.pieces(),
            to_move: Some(self.to_move),
            button: self.button(),
            grown: self.grown() == Some(true),
            line: self.line().map(<[_]>::to_vec),
        }
    }

    /// A hash of the position: the pieces with their walls and levels, the player to move, the
    /// button, growth, the number of pairs left, and whether the game is over. Equal positions have
    /// equal fingerprints on every machine and in every version; how a position came about makes no
    /// difference.
    pub fn fingerprint(&self) -> u64 {
        let state = [
            self.to_move as u64,
            u64::from(self.outcome.is_some()),
            self.button().map_or(0, |color| 1 + color as u64),
            u64::from(self.grown() == Some(true)),
            self.line().map_or(0, |line| 1 + line.len() as u64),
        ];
        let pieces = self.pieces().into_iter().map(|piece| {
            let point = piece.point();
            let (kind, detail) = match piece {
                Piece::Stone(color, _) => (0, color as u64),
                Piece::King(color, _) => (1, color as u64),
                Piece::Walled(color, _, wall) => (2, color as u64 * 8 + wall as u64),
                Piece::Marble(color, level, _) => (3, color as u64 * 256 + u64::from(level)),
                Piece::Neutral(color, _) => (4, u64::from(u32::from(color.letter()))),
            };
            let location = u64::from(point.column) << 16 | u64::from(point.row);
            (location << 24 | detail << 4 | kind) + 1_000
        });
        let state = (0..).zip(state).map(|(index, value)| index * 100 + value);
        pieces
            .chain(state)
            .fold(0, |sum, feature| sum ^ hash_of(feature))
    }

    /// The incremental hash by which a repetition is found; `None` in a game without repetition
    /// rules. It depends on the pieces alone, which a test checks against the same position made
    /// from a setup.
    #[doc(hidden)]
    pub fn repetition_hash(&self) -> Option<u64> {
        dispatch!(&self.state, game => game.repetition_hash())
    }

    /// All pieces on the board, in a fixed order.
    pub fn pieces(&self) -> Vec<Piece> {
        dispatch!(&self.state, game => game.pieces())
    }

    /// The present score; `None` in Bamogo, which has none.
    pub fn score(&self) -> Option<Score> {
        // Nothing can be played after the end.
        let counted = || self.counted(false).map(|tally| tally.score());
        self.final_score.or_else(counted)
    }

    /// The present score with its parts and regions; `None` in Bamogo.
    pub fn tally(&self) -> Option<Tally> {
        self.counted(true)
    }

    fn counted(&self, with_regions: bool) -> Option<Tally> {
        match &self.state {
            AnyGame::Bargo(bargo) => Some(bargo.tally(with_regions)),
            AnyGame::Sygo(sygo) => Some(sygo.tally(with_regions)),
            AnyGame::Ugo(ugo) => Some(ugo.tally(with_regions)),
            AnyGame::Bamogo(_) => None,
            AnyGame::Margo(margo) => Some(margo.tally(with_regions)),
        }
    }

    /// Who has taken the button; `None` if nobody has or there is none.
    pub fn button(&self) -> Option<Color> {
        dispatch!(&self.state, game => game.button())
    }

    /// Sygo: whether any turn so far had a growth stone; `None` in the other games.
    pub fn grown(&self) -> Option<bool> {
        match &self.state {
            AnyGame::Sygo(sygo) => Some(sygo.grown()),
            _ => None,
        }
    }

    /// Bamogo: the stones of a chain that connects the sides of a player, if there is one.
    pub fn connection(&self, color: Color) -> Option<Vec<Point>> {
        match &self.state {
            AnyGame::Bamogo(bamogo) => bamogo.clone().connection(color),
            _ => None,
        }
    }

    /// Bamogo: how many pairs are left in the line, whether or not it is known.
    pub fn pairs_left(&self) -> Option<usize> {
        match &self.state {
            AnyGame::Bamogo(bamogo) => Some(bamogo.pairs_left()),
            _ => None,
        }
    }

    /// Bamogo: the pairs left in the line, front first, if the line is known.
    pub fn line(&self) -> Option<&[[StoneColor; 2]]> {
        match &self.state {
            AnyGame::Bamogo(bamogo) => bamogo.line(),
            _ => None,
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.size, self.to_move, self.outcome) == (other.size, other.to_move, other.outcome)
            && self.rules == other.rules
            && (self.button(), self.grown()) == (other.button(), other.grown())
            && self.line() == other.line()
            && self.pieces() == other.pieces()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        self.fingerprint().hash(state);
    }
}

mod stepwise;
#[cfg(test)]
mod tests;
