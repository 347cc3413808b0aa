//! The verdict on a move that is not in a record yet.

use crate::{
    games::{Move, Players, Point, Position},
    record::{self, escape_move, read_move},
    verify::{Finding, Severity, verify_continuation},
};

/// A move with its verdict in a position.
#[derive(Clone, Debug)]
pub struct MoveCheck {
    /// The text of a record that continues with the move, to which the spans of the findings belong.
    pub text: String,
    /// The move, if it is one of the game.
    pub mv: Option<Move>,
    /// The findings, as `validate` reports them.
    pub findings: Vec<Finding>,
}

impl MoveCheck {
    /// Verifies a move of the player to move as if a record continued with it.
    ///
    /// ```
    /// use kifu::editor::MoveCheck;
    /// use kifu::games::{Game, Position, Rules, Size};
    ///
    /// let position = Position::new(&Rules::default_for(Game::Ugo), Size::square(5), None)?;
    /// assert!(MoveCheck::new("C3", &position).is_legal());
    /// let refused = MoveCheck::new("Kc3", &position);
    /// assert_eq!(refused.error().map(|finding| finding.code().id()), Some("ugo::king-captures-nothing"));
    /// # Ok::<(), kifu::games::SetupFault>(())
    /// ```
    pub fn new(mv: &str, position: &Position) -> MoveCheck {
        let letter = position.to_move().letter();
        // Only records of Margo have moves of the third and fourth player.
        let game = match position.players() {
            Players::Two => String::new(),
            _ => format!("GM[{}];", position.game().name()),
        };
        let text = format!("(;{game}{letter}[{}])", escape_move(mv));
        let findings = record::read(text.as_str())
            .flat_map(|record| verify_continuation(position, &record))
            .collect();
        MoveCheck {
            text,
            mv: read_move(position.game(), &escape_move(mv)),
            findings,
        }
    }

    /// The error, if the move is illegal.
    pub fn error(&self) -> Option<&Finding> {
        let mut findings = self.findings.iter();
        findings.find(|finding| finding.code().severity() == Severity::Error)
    }

    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        self.mv.is_some() && self.error().is_none()
    }

    /// The points that the error concerns.
    pub fn points(&self) -> &[Point] {
        let board = self.error().and_then(|error| error.board.as_deref());
        board.map_or(&[], |board| &board.marks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Game, Size};

    #[test]
    fn a_move_that_no_record_may_have_is_illegal() {
        let rules = &crate::ruleset::default_for(Game::Sygo).rules;
        let position = Position::new(rules, Size::square(9), None).expect("a board");
        let code = |stones| {
            let check = MoveCheck::new(&vec!["a1"; stones].join(","), &position);
            assert!(!check.is_legal(), "{stones}");
            check.error().map(|finding| finding.code().id())
        };
        assert_eq!(code(10_000), Some("sygo::occupied"));
        assert_eq!(code(10_001), Some("limit::stones"));
    }

    #[test]
    fn only_a_point_off_the_board_is_at_fault() {
        let rules = &crate::ruleset::default_for(Game::Sygo).rules;
        let mut position = Position::new(rules, Size::square(5), None).expect("a board");
        position
            .play(&Move::parse(Game::Sygo, "c3").expect("a move"))
            .expect("it is legal");
        let points = |mv| {
            let check = MoveCheck::new(mv, &position);
            let names: Vec<String> = check.points().iter().map(ToString::to_string).collect();
            names.join(" ")
        };
        assert_eq!(points("d3,z9"), "z9");
        assert_eq!(points("z9"), "z9");
        assert!(points("d3,c3").contains("d3"));
    }
}
