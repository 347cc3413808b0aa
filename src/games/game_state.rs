//! The interface that every game implements.

use super::{Color, Move, Piece, Tally, Violation, point::Cell};

/// What a legal ply did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// Whether pieces were removed or changed their color.
    pub captured: bool,
    /// Whether the ply left the board unchanged although it is no pass: a switch of
    /// two stones of one color (Bamogo).
    pub idle: bool,
    /// What decides the game, if the ply ended it: see
    /// [`Position::outcome`](super::Position::outcome).
    pub(super) ended: Option<GameEnd>,
}

/// A move that a quick player considers at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// Nothing can be played there until pieces are removed.
    Closed,
    /// Nothing sensible can be played there now.
    Nothing,
    /// This move, which may break a rule that is expensive to judge.
    Move(Move),
}

/// What decides a game that has ended on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// The score.
    Counted,
    /// This player has reached the goal of the game.
    Won(Color),
    /// Nobody can reach it any more.
    Drawn,
}

/// The board of one game, and its rules. The player to move, the end of the game
/// and resignation are judged by [`Position`](super::Position).
pub(super) trait GameState {
    /// Judges a move of the player to move and carries it out. After an error the
    /// state is unchanged.
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation>;

    /// The same without saying which rule a move breaks: nothing is collected for a message.
    fn try_play(&mut self, mover: Color, mv: &Move) -> Option<MoveEffect> {
        self.play(mover, mv).ok()
    }

    /// Number of sites: the cells on which [`candidate`](GameState::candidate) can be asked for a move.
    fn sites(&self) -> usize;

    /// What a player who thinks of nothing but the neighboring cells would play at a site: a placement that captures if
    /// one does, none that only fills a space of the player's own. `choice` decides between several, and may be any
    /// number.
    fn candidate(&mut self, mover: Color, site: Cell, choice: u32) -> Candidate;

    /// Plays the move that [`candidate`](GameState::candidate) has just returned, if it is legal.
    fn play_candidate(&mut self, mover: Color, mv: &Move) -> Option<MoveEffect> {
        self.try_play(mover, mv)
    }

    /// Adds the legal moves of the player to move, each once and canonical.
    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>);

    /// All pieces, in the order of the board's cells.
    fn pieces(&self) -> Vec<Piece>;

    /// What decides the game, if it is over because this player cannot move.
    fn no_moves_result(&mut self, _to_move: Color) -> Option<GameEnd> {
        None
    }

    /// Who has taken the button.
    fn button(&self) -> Option<Color> {
        None
    }

    /// The incremental hash of the pieces, in the games with a repetition rule.
    fn repetition_hash(&self) -> Option<u64> {
        None
    }
}

/// A game that is decided by counting.
pub(super) trait ScoredGame: GameState {
    /// The present score, with its parts. The regions are collected only if they are wanted.
    fn tally(&self, with_regions: bool) -> Tally;
}
