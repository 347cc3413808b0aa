//! How the games with passes end: two passes in a row, and in some of them the
//! button, which must be taken before anybody may pass.

use super::{
    Color, Move, Setup, Tally,
    game_state::{GameEnd, MoveEffect},
};

/// The button and the passes of a game.
#[derive(Clone, Debug)]
pub(super) struct EndPhase {
    has_button: bool,
    taken_by: Option<Color>,
    /// Whether the ply before was a pass.
    passed: bool,
}

impl EndPhase {
    pub(super) fn new(has_button: bool, setup: &Setup) -> EndPhase {
        EndPhase {
            has_button,
            taken_by: setup.button,
            passed: false,
        }
    }

    pub(super) fn button(&self) -> Option<Color> {
        self.taken_by
    }

    /// Whether the button can be taken. If so, nobody may pass.
    pub(super) fn is_button_free(&self) -> bool {
        self.has_button && self.taken_by.is_none()
    }

    /// Takes the button.
    pub(super) fn take_button(&mut self, mover: Color) {
        self.taken_by = Some(mover);
        self.passed = false;
    }

    /// Passes; the second pass in a row ends the game.
    pub(super) fn pass(&mut self) -> MoveEffect {
        let ends = std::mem::replace(&mut self.passed, true);
        MoveEffect {
            ended: ends.then_some(GameEnd::Counted),
            ..MoveEffect::default()
        }
    }

    /// A placement: the next pass will be the first in a row.
    pub(super) fn note_placement(&mut self) {
        self.passed = false;
    }

    pub(super) fn legal_moves(&self, moves: &mut Vec<Move>) {
        let is_free = self.is_button_free();
        moves.push(if is_free { Move::Button } else { Move::Pass });
    }

    /// Adds the komi and the button.
    pub(super) fn tally(&self, komi: i32, tally: &mut Tally) {
        tally.parts.white.komi = i64::from(komi);
        if let Some(color) = self.taken_by {
            tally.parts[color].button = true;
        }
    }
}
