//! How the games with passes end: two passes in a row, and in some of them the
//! button, which must be taken before anybody may pass.

use super::{Color, Move, Rule, Setup, Tally, Violation};

/// The button and the passes of a game.
#[derive(Clone, Debug)]
pub(super) struct EndPhase {
    /// The rules about the button and about passing before it is taken; `None` in a
    /// game without a button.
    rules: Option<ButtonRules>,
    has_button: bool,
    taken_by: Option<Color>,
    /// Whether the ply before was a pass.
    passed: bool,
}

/// The ids that a game gives to the rules of the button.
#[derive(Clone, Copy, Debug)]
pub(super) struct ButtonRules {
    /// `button-taken`.
    pub(super) taken: Rule,
    /// `pass-before-button`.
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

    /// Whether the button can be taken; nobody may pass before it is.
    fn is_button_free(&self) -> bool {
        self.has_button && self.taken_by.is_none()
    }

    /// Takes the button, unless somebody has or there is none (`button-taken`).
    pub(super) fn take_button(&mut self, mover: Color) -> Result<(), Violation> {
        if !self.is_button_free() {
            let rule = self.rules.map_or(Rule::Notation, |rules| rules.taken);
            return Err(Violation::of(rule));
        }
        self.taken_by = Some(mover);
        self.passed = false;
        Ok(())
    }

    /// Passes, unless the button can be taken (`pass-before-button`); returns whether that ends
    /// the game.
    pub(super) fn pass(&mut self) -> Result<bool, Violation> {
        if self.is_button_free() {
            let rule = self.rules.map_or(Rule::Notation, |rules| rules.pass_before);
            return Err(Violation::of(rule));
        }
        Ok(std::mem::replace(&mut self.passed, true))
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
