//! A position of any of the five games: what is common to all of them.

use std::sync::Arc;

use super::{
    Color, Game, Move, Outcome, Piece, Point, Rule, Rules, Score, Setup, SetupFault,
    SetupFaultKind, Size, StoneColor, Tally, Violation, bamogo::Bamogo, bargo::Bargo, history::key,
    margo, outcome::WinReason, sygo::Sygo, ugo::Ugo,
};

/// What a legal ply did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// Whether pieces were removed or turned.
    pub captured: bool,
    /// Whether the ply left the board as it was although it is no pass: a switch of
    /// two stones of one color (Bamogo).
    pub idle: bool,
    /// What decides the game, if the ply ended it: see [`Position::outcome`].
    pub(super) ended: Option<Ended>,
}

/// What decides a game that has ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// The score.
    Counted,
    /// This player has reached the goal of the game.
    Won(Color),
    /// Nobody can reach it any more.
    Drawn,
}

/// What each game does in its own way. The player to move, the end of the game
/// and resignation are judged in [`Position`].
pub(super) trait Board {
    /// Judges and carries out a turn of the player to move. After an error the
    /// board is as it was before.
    fn play(&mut self, mover: Color, turn: &Move) -> Result<MoveEffect, Violation>;

    /// Adds the legal turns of the player to move, each once and canonical. The
    /// board may use itself for trying them, and is in the end as it was.
    fn legal_moves(&mut self, mover: Color, moves: &mut Vec<Move>);

    /// All pieces, in the order of the board's cells.
    fn pieces(&self) -> Vec<Piece>;

    /// What decides the game, if it is over because this player cannot move.
    fn no_moves_result(&mut self, _to_move: Color) -> Option<Ended> {
        None
    }

    /// Who has taken the button.
    fn button(&self) -> Option<Color> {
        None
    }

    /// The key of the pieces, where it is kept from ply to ply.
    fn key(&self) -> Option<u64> {
        None
    }
}

/// A board whose game is decided by counting.
pub(super) trait Scored: Board {
    /// The score as the position stands, with its parts.
    fn tally(&self) -> Tally;
}

#[derive(Clone, Debug)]
enum State {
    Bargo(Bargo),
    Sygo(Sygo),
    Ugo(Ugo),
    Bamogo(Bamogo),
    SmallMargo(Box<margo::Small>),
    MediumMargo(Box<margo::Medium>),
    LargeMargo(Box<margo::Large>),
}

macro_rules! board {
    ($state:expr, $board:ident => $body:expr) => {
        match $state {
            State::Bargo($board) => $body,
            State::Sygo($board) => $body,
            State::Ugo($board) => $body,
            State::Bamogo($board) => $body,
            State::SmallMargo($board) => $body,
            State::MediumMargo($board) => $body,
            State::LargeMargo($board) => $body,
        }
    };
}

/// A position: the board, the player to move, what is remembered of earlier turns
/// (repetition, passes, growth), and the result once the game is over.
///
/// ```
/// use kifu::games::{Game, Move, Point, Position, Rule, Rules, Size};
/// # let rules = kifu::ruleset::default_for(Game::Ugo).rules.clone();
/// let mut position = Position::new(&rules, Size::square(5), None)?;
/// let c3 = Move::Stone(Point::new(3, 3));
/// position.play(position.to_move(), &c3).unwrap();
/// let violation = position.play(position.to_move(), &c3).unwrap_err();
/// assert_eq!(violation.rule, Rule::UgoOccupied);
/// # Ok::<(), kifu::games::SetupFault>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    state: State,
    rules: Arc<Rules>,
    size: Size,
    to_move: Color,
    plies: u32,
    outcome: Option<Outcome>,
}

impl Position {
    /// The position before the first ply: the given setup, or the empty board.
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
        let state = match rules {
            Rules::Bargo(rules) => State::Bargo(Bargo::new(rules, size, given, to_move)?),
            Rules::Sygo(rules) => State::Sygo(Sygo::new(rules, size, given)?),
            Rules::Ugo(rules) => State::Ugo(Ugo::new(rules, size, given)?),
            Rules::Bamogo(rules) => State::Bamogo(Bamogo::new(rules, size, given)?),
            Rules::Margo(rules) => {
                let fresh = setup.is_none();
                match size.columns {
                    ..=7 => {
                        State::SmallMargo(margo::Small::new(rules, size, given, fresh, to_move)?)
                    }
                    8..=10 => {
                        State::MediumMargo(margo::Medium::new(rules, size, given, fresh, to_move)?)
                    }
                    _ => State::LargeMargo(margo::Large::new(rules, size, given, fresh, to_move)?),
                }
            }
        };
        let mut position = Position {
            state,
            rules: Arc::new(rules.clone()),
            size,
            to_move,
            plies: 0,
            outcome: None,
        };
        position.outcome = board!(&mut position.state, board => board.no_moves_result(to_move))
            .map(|ended| position.outcome_of(ended));
        Ok(position)
    }

    fn outcome_of(&self, ended: Ended) -> Outcome {
        match ended {
            Ended::Counted => self.score().map_or(Outcome::Draw, Outcome::by_score),
            Ended::Won(color) => Outcome::Win(color, WinReason::Goal),
            Ended::Drawn => Outcome::Draw,
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        match self.state {
            State::Bargo(_) => Game::Bargo,
            State::Sygo(_) => Game::Sygo,
            State::Ugo(_) => Game::Ugo,
            State::Bamogo(_) => Game::Bamogo,
            State::SmallMargo(_) | State::MediumMargo(_) | State::LargeMargo(_) => Game::Margo,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board's size as `SZ` gives it.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The player to move. After the end of the game: who would be.
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

    /// Whether `color` may make any ply now: `record::after-end` and
    /// `record::turn-order`, which come before all other rules.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn may_play(&self, color: Color) -> Result<(), Violation> {
        if self.outcome.is_some() {
            Err(Violation::of(Rule::AfterEnd))
        } else if color != self.to_move {
            Err(Violation::of(Rule::TurnOrder))
        } else {
            Ok(())
        }
    }

    /// Judges a ply and carries it out.
    ///
    /// # Errors
    ///
    /// The first rule that the ply breaks, in the order of the game's rules; the
    /// position is then unchanged.
    pub fn play(&mut self, color: Color, turn: &Move) -> Result<MoveEffect, Violation> {
        self.may_play(color)?;
        if matches!(turn, Move::Resign) {
            self.outcome = Some(Outcome::Win(color.other(), WinReason::Resignation));
            self.to_move = color.other();
            self.plies += 1;
            return Ok(MoveEffect::default());
        }
        let mut played = board!(&mut self.state, board => board.play(color, turn))?;
        // After a swap the players have exchanged colors, so Black moves again.
        if !matches!(turn, Move::Swap) {
            self.to_move = color.other();
        }
        self.plies += 1;
        if played.ended.is_none() {
            let to_move = self.to_move;
            played.ended = board!(&mut self.state, board => board.no_moves_result(to_move));
        }
        if let Some(ended) = played.ended {
            self.outcome = Some(self.outcome_of(ended));
        }
        Ok(played)
    }

    /// The legal turns of the player to move, each once and in canonical
    /// spelling: pass, button and swap included, resignation never; none when the
    /// game is over. In Sygo these are pass and the turns of one stone; all others
    /// are listed by [`Position::turns`].
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome.is_none() {
            let mut state = self.state.clone();
            board!(&mut state, board => board.legal_moves(self.to_move, &mut moves));
        }
        moves
    }

    /// In Sygo every legal turn, another order of the same stones being another
    /// turn; in the other games the same as [`Position::legal_moves`]. The number of turns
    /// grows beyond all bounds with the board: take what is needed from the iterator.
    pub fn turns(&self) -> Box<dyn Iterator<Item = Move>> {
        match &self.state {
            State::Sygo(sygo) if self.outcome.is_none() => Box::new(sygo.turns(self.to_move)),
            _ => Box::new(self.legal_moves().into_iter()),
        }
    }

    /// A number that stands for the position: the pieces with their walls and levels, the player to move, the
    /// button, growth, the pairs left, and whether the game is over. Equal positions
    /// have equal numbers on every machine and in every version; how a position came about makes no
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
                Piece::Neutral(hue, _) => (4, u64::from(u32::from(hue.letter()))),
            };
            let place = u64::from(point.column) << 16 | u64::from(point.row);
            (place << 24 | detail << 4 | kind) + 1_000
        });
        let state = (0..).zip(state).map(|(index, value)| index * 100 + value);
        pieces
            .chain(state)
            .fold(0, |sum, feature| sum ^ key(feature))
    }

    /// The number by which a repetition is noticed, kept from ply to ply; `None` in a game that needs none. It depends
    /// on the pieces alone, which is tested by comparing it with that of the same position set up anew.
    #[doc(hidden)]
    pub fn repetition_key(&self) -> Option<u64> {
        board!(&self.state, board => board.key())
    }

    /// All pieces on the board, in a fixed order.
    pub fn pieces(&self) -> Vec<Piece> {
        board!(&self.state, board => board.pieces())
    }

    /// The score as the position stands; `None` in Bamogo, which has none.
    pub fn score(&self) -> Option<Score> {
        self.tally().map(|tally| tally.score())
    }

    /// The score with its parts and regions; `None` in Bamogo.
    pub fn tally(&self) -> Option<Tally> {
        match &self.state {
            State::Bargo(bargo) => Some(bargo.tally()),
            State::Sygo(sygo) => Some(sygo.tally()),
            State::Ugo(ugo) => Some(ugo.tally()),
            State::Bamogo(_) => None,
            State::SmallMargo(margo) => Some(margo.tally()),
            State::MediumMargo(margo) => Some(margo.tally()),
            State::LargeMargo(margo) => Some(margo.tally()),
        }
    }

    /// Who has taken the button; `None` while nobody has or where there is none.
    pub fn button(&self) -> Option<Color> {
        board!(&self.state, board => board.button())
    }

    /// Sygo: whether a player has grown in any turn so far.
    pub fn grown(&self) -> Option<bool> {
        match &self.state {
            State::Sygo(sygo) => Some(sygo.grown()),
            _ => None,
        }
    }

    /// Bamogo: the stones of the chain that has connected the sides of a player.
    pub fn connection(&self, color: Color) -> Option<Vec<Point>> {
        match &self.state {
            State::Bamogo(bamogo) => bamogo.clone().connection(color),
            _ => None,
        }
    }

    /// Bamogo: the pairs of the line that are left, front first, if the line is known.
    pub fn line(&self) -> Option<&[[StoneColor; 2]]> {
        match &self.state {
            State::Bamogo(bamogo) => bamogo.line(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::{Direction, HalfPoints},
        ruleset::default_for,
    };

    /// The fault of a setup, on a board of a size of that game.
    fn fault(game: Game, pieces: &[Piece]) -> Option<SetupFault> {
        let setup = Setup {
            pieces: pieces.to_vec(),
            ..Setup::default()
        };
        Position::new(&default_for(game).rules, Size::square(8), Some(&setup)).err()
    }

    #[test]
    fn every_game_takes_its_own_pieces_and_each_place_once() {
        let point = Point::new(5, 5);
        let hue = StoneColor::from_letter('R').unwrap();
        let pieces = [
            (
                Piece::Stone(Color::Black, point),
                vec![Game::Ugo, Game::Sygo],
            ),
            (Piece::King(Color::Black, point), vec![Game::Ugo]),
            (
                Piece::Walled(Color::Black, point, Direction::E),
                vec![Game::Bargo],
            ),
            (Piece::Marble(Color::Black, 1, point), vec![Game::Margo]),
            (Piece::Neutral(hue, point), vec![Game::Bamogo]),
        ];
        for game in Game::ALL {
            for (piece, games) in &pieces {
                let expected = |index, kind| {
                    Some(SetupFault {
                        piece: Some(index),
                        kind,
                    })
                };
                if games.contains(&game) {
                    assert_eq!(fault(game, &[*piece]), None, "{game:?} {piece:?}");
                    let twice = expected(1, SetupFaultKind::Occupied);
                    assert_eq!(fault(game, &[*piece, *piece]), twice);
                } else {
                    let foreign = expected(0, SetupFaultKind::ForeignPiece);
                    assert_eq!(fault(game, &[*piece]), foreign, "{game:?} {piece:?}");
                }
            }
        }
    }

    #[test]
    fn a_board_has_a_size_of_its_game() {
        for game in Game::ALL {
            let (least, most) = (*game.sides().start(), *game.sides().end());
            let exists = |columns, rows| {
                let position =
                    Position::new(&default_for(game).rules, Size { columns, rows }, None);
                let kinds = position.map_err(|fault| (fault.piece, fault.kind));
                assert!(kinds.is_ok() || kinds.err() == Some((None, SetupFaultKind::Size)));
                game.has_size(Size { columns, rows })
            };
            assert!(exists(least, least) && exists(most, most));
            assert!(!exists(least - 1, least - 1) && !exists(most + 1, most + 1));
            assert!(!exists(least, most + 1) && !exists(most + 1, least));
            assert_eq!(exists(least, most), game.may_be_rectangular());
        }
    }

    #[test]
    fn a_turn_of_no_stones_is_none() {
        let rules = &default_for(Game::Sygo).rules;
        let mut position = Position::new(rules, Size::square(5), None).unwrap();
        let violation = position.play(Color::White, &Move::Stones(Vec::new()));
        assert_eq!(violation.unwrap_err().rule, Rule::Notation);
        assert_eq!(position.to_move(), Color::White);
    }

    #[test]
    fn marbles_are_counted_on_boards_of_every_class() {
        for side in [7, 8, 10, 11, 19] {
            let rules = &default_for(Game::Margo).rules;
            let mut position = Position::new(rules, Size::square(side), None).unwrap();
            for (column, color) in [(1, Color::White), (3, Color::Black), (5, Color::White)] {
                let turn = Move::Marble {
                    level: None,
                    point: Point::new(column, 1),
                };
                position.play(color, &turn).unwrap();
            }
            let score = position.score().unwrap();
            assert_eq!(score.white, HalfPoints::whole(2), "side {side}");
            assert_eq!(score.black, HalfPoints::whole(1), "side {side}");
        }
    }
}
