//! A game of Margo on a board of any size, with any number of players.

use super::{
    fast::{Bitboard64, Bitboard128, Bitboard384, FastMarbles},
    rules::MargoGame,
};
use crate::games::{
    Color, MargoRules, Move, Piece, Players, Setup, SetupFault, Size, Tally, Violation,
    game_state::{Candidate, GameEnd, GameState, MoveEffect, ScoredGame},
};

/// A game of Margo.
#[derive(Debug)]
pub(in crate::games) struct Margo(AnySize);

impl Clone for Margo {
    fn clone(&self) -> Margo {
        Margo(self.0.clone())
    }

    fn clone_from(&mut self, source: &Margo) {
        self.0.clone_from(&source.0);
    }
}

/// A game with bitboards as large as its board needs.
#[derive(Debug)]
enum AnySize {
    /// Two players, up to 7 × 7 holes.
    Small(Box<MargoGame<FastMarbles<Bitboard64, 9>>>),
    /// Up to 10 × 10.
    Medium(Box<MargoGame<FastMarbles<Bitboard128, 12>>>),
    /// Up to 19 × 19.
    Large(Box<MargoGame<FastMarbles<Bitboard384, 21>>>),
    /// The same with three or four players.
    SmallOfFour(Box<MargoGame<FastMarbles<Bitboard64, 9, 4>>>),
    MediumOfFour(Box<MargoGame<FastMarbles<Bitboard128, 12, 4>>>),
    LargeOfFour(Box<MargoGame<FastMarbles<Bitboard384, 21, 4>>>),
}

impl Clone for AnySize {
    fn clone(&self) -> AnySize {
        match self {
            AnySize::Small(game) => AnySize::Small(game.clone()),
            AnySize::Medium(game) => AnySize::Medium(game.clone()),
            AnySize::Large(game) => AnySize::Large(game.clone()),
            AnySize::SmallOfFour(game) => AnySize::SmallOfFour(game.clone()),
            AnySize::MediumOfFour(game) => AnySize::MediumOfFour(game.clone()),
            AnySize::LargeOfFour(game) => AnySize::LargeOfFour(game.clone()),
        }
    }

    fn clone_from(&mut self, source: &AnySize) {
        match (self, source) {
            (AnySize::Small(game), AnySize::Small(source)) => game.clone_from(source),
            (AnySize::Medium(game), AnySize::Medium(source)) => game.clone_from(source),
            (AnySize::Large(game), AnySize::Large(source)) => game.clone_from(source),
            (AnySize::SmallOfFour(game), AnySize::SmallOfFour(source)) => game.clone_from(source),
            (AnySize::MediumOfFour(game), AnySize::MediumOfFour(source)) => game.clone_from(source),
            (AnySize::LargeOfFour(game), AnySize::LargeOfFour(source)) => game.clone_from(source),
            (this, source) => *this = source.clone(),
        }
    }
}

macro_rules! dispatch {
    ($margo:expr, $game:ident => $body:expr) => {
        match $margo {
            AnySize::Small($game) => $body,
            AnySize::Medium($game) => $body,
            AnySize::Large($game) => $body,
            AnySize::SmallOfFour($game) => $body,
            AnySize::MediumOfFour($game) => $body,
            AnySize::LargeOfFour($game) => $body,
        }
    };
}

impl Margo {
    /// The position before the first ply. `is_fresh`: no setup was given, not even the
    /// player to move.
    pub(in crate::games) fn new(
        rules: &MargoRules,
        size: Size,
        setup: &Setup,
        is_fresh: bool,
        to_move: Color,
    ) -> Result<Margo, SetupFault> {
        macro_rules! game {
            () => {
                MargoGame::new(rules, size, setup, is_fresh, to_move)?
            };
        }
        Ok(Margo(match (rules.players, size.columns) {
            (Players::Two, ..=7) => AnySize::Small(game!()),
            (Players::Two, 8..=10) => AnySize::Medium(game!()),
            (Players::Two, _) => AnySize::Large(game!()),
            (_, ..=7) => AnySize::SmallOfFour(game!()),
            (_, 8..=10) => AnySize::MediumOfFour(game!()),
            _ => AnySize::LargeOfFour(game!()),
        }))
    }
}

impl GameState for Margo {
    fn play(&mut self, mover: Color, mv: &Move) -> Result<MoveEffect, Violation> {
        dispatch!(&mut self.0, game => game.play(mover, mv))
    }

    fn sites(&self) -> usize {
        dispatch!(&self.0, game => game.sites())
    }

    fn candidate(&mut self, mover: Color, site: usize, choice: u32) -> Candidate {
        dispatch!(&mut self.0, game => game.candidate(mover, site, choice))
    }

    fn legal_moves(&self, mover: Color, moves: &mut Vec<Move>) {
        dispatch!(&self.0, game => game.legal_moves(mover, moves));
    }

    fn pieces(&self) -> Vec<Piece> {
        dispatch!(&self.0, game => game.pieces())
    }

    fn no_moves_result(&mut self, to_move: Color) -> Option<GameEnd> {
        dispatch!(&mut self.0, game => game.no_moves_result(to_move))
    }

    fn repetition_hash(&self) -> Option<u64> {
        dispatch!(&self.0, game => game.repetition_hash())
    }
}

impl ScoredGame for Margo {
    fn tally(&self, with_regions: bool) -> Tally {
        dispatch!(&self.0, game => game.tally(with_regions))
    }
}
