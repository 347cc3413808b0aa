//! How the games with passes come to an end: two passes in a row, and in some of
//! them the button, which must be taken before anybody may pass.

use super::{Color, Move, Rule, Setup, Tally, Violation};

/// The button and the passes of a game.
#[derive(Clone, Debug)]
pub(super) struct EndPhase {
    /// The rules about the button and about passing before it is taken; `None` where
    /// there is no button in the game at all.
    rules: Option<ButtonRules>,
    has_button: bool,
    taken_by: Option<Color>,
    /// Whether the turn before was a pass.
    passed: bool,
}

/// The ids under which a game has the rules of the button.
#[derive(Clone, Copy, Debug)]
pub(super) struct ButtonRules {
    pub(super) taken: Rule,
    pub(super) pass_before: Rule,
}

impl EndPhase {
    pub(super) fn new(rules: Option<ButtonRules>, has_button: bool, setup: &Setup) -> EndPhase {
        EndPhase {
            rules,
            has_button,
            taken_by: setup.button,
            passed: false,
        }
    }

    pub(super) fn button(&self) -> Option<Color> {
        self.taken_by
    }

    /// Whether the button is there to be taken, so that nobody may pass.
    fn is_free(&self) -> bool {
        self.has_button && self.taken_by.is_none()
    }

    fn may_take_button(&self) -> bool {
        self.is_free()
    }

    fn may_pass(&self) -> bool {
        !self.is_free()
    }

    /// Takes the button, if it is there.
    pub(super) fn take_button(&mut self, mover: Color) -> Result<(), Violation> {
        if !self.may_take_button() {
            let rule = self.rules.map_or(Rule::Notation, |rules| rules.taken);
            return Err(Violation::of(rule));
        }
        self.taken_by = Some(mover);
        self.passed = false;
        Ok(())
    }

    /// Passes; tells whether that ends the game.
    pub(super) fn pass(&mut self) -> Result<bool, Violation> {
        if !self.may_pass() {
            let rule = self.rules.map_or(Rule::Notation, |rules| rules.pass_before);
            return Err(Violation::of(rule));
        }
        Ok(std::mem::replace(&mut self.passed, true))
    }

    /// A turn that is no pass.
    pub(super) fn note_placement(&mut self) {
        self.passed = false;
    }

    pub(super) fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.may_take_button() {
            moves.push(Move::Button);
        }
        if self.may_pass() {
            moves.push(Move::Pass);
        }
    }

    /// Adds the komi and the button.
    pub(super) fn tally(&self, komi: i32, tally: &mut Tally) {
        tally.parts.white.komi = i64::from(komi);
        if let Some(color) = self.taken_by {
            tally.parts[color].button = true;
        }
    }
}
