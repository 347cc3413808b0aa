//! How the games with passes come to an end: two passes in a row, and in some of
//! them the button, which must be taken before anybody may pass.

use super::{Color, Move, Setup, SetupFault, SetupFaultKind, Tally};

/// The button and the passes of a game.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    has_button: bool,
    taken_by: Option<Color>,
    /// Whether the turn before was a pass.
    passed: bool,
}

impl Closing {
    pub(super) fn new(has_button: bool, setup: &Setup) -> Result<Closing, SetupFault> {
        if setup.button.is_some() && !has_button {
            return Err(SetupFault {
                piece: None,
                kind: SetupFaultKind::ForeignState,
            });
        }
        Ok(Closing {
            has_button,
            taken_by: setup.button,
            passed: false,
        })
    }

    pub(super) fn button(&self) -> Option<Color> {
        self.taken_by
    }

    /// Whether the button is there to be taken, so that nobody may pass.
    pub(super) fn must_take_button(&self) -> bool {
        self.has_button && self.taken_by.is_none()
    }

    /// Takes the button, if it is there.
    pub(super) fn take_button(&mut self, mover: Color) -> bool {
        let there = self.must_take_button();
        if there {
            self.taken_by = Some(mover);
            self.passed = false;
        }
        there
    }

    /// Passes; tells whether that ends the game.
    pub(super) fn pass(&mut self) -> bool {
        std::mem::replace(&mut self.passed, true)
    }

    /// A turn that is no pass.
    pub(super) fn go_on(&mut self) {
        self.passed = false;
    }

    pub(super) fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.push(if self.must_take_button() {
            Move::Button
        } else {
            Move::Pass
        });
    }

    /// Adds the komi and the button.
    pub(super) fn tally(&self, komi: i32, tally: &mut Tally) {
        tally.parts.white.komi = i64::from(komi);
        if let Some(color) = self.taken_by {
            tally.parts[color].button = true;
        }
    }
}
