use super::{Diagnostic, title, wording::listed};
use crate::{
    games::{Color, Outcome, Players, Position, Score, WinReason},
    verify::codes::Code,
};

/// A stated result that is not the one that follows from the play. `written` is the result as stated.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum ResultDiagnostic<'a> {
    ScoreInBamogo {
        written: &'a str,
        winner: Color,
    },
    Differs {
        written: &'a str,
        position: &'a Position,
        outcome: Outcome,
    },
    /// The game is not over.
    Unfinished {
        /// `None` if no result is stated.
        written: Option<&'a str>,
    },
}

impl Diagnostic for ResultDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            ResultDiagnostic::ScoreInBamogo { .. } | ResultDiagnostic::Differs { .. } => {
                Code::RecordResult
            }
            ResultDiagnostic::Unfinished { .. } => Code::RecordUnfinished,
        }
    }

    fn message(&self) -> String {
        match self {
            ResultDiagnostic::ScoreInBamogo { written, .. } => {
                format!("`RE` says `{written}`, but there is no score in Bamogo")
            }
            ResultDiagnostic::Differs {
                written,
                position,
                outcome,
            } => format!(
                "`RE` says `{written}`, but {}",
                outcome_clause(position, *outcome)
            ),
            ResultDiagnostic::Unfinished { written: None } => {
                "the record ends before the game is over, and no `RE` says how it ended".to_owned()
            }
            ResultDiagnostic::Unfinished {
                written: Some(written),
            } => {
                format!("`RE` says `{written}`, but the record ends before the game is over")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            ResultDiagnostic::ScoreInBamogo { winner, .. } => {
                format!("write `RE[{}+]` for a connection", winner.letter())
            }
            ResultDiagnostic::Differs { outcome, .. } => format!("write `RE[{outcome}]`"),
            ResultDiagnostic::Unfinished { .. } => {
                "add what was played, or say how the game ended: `RE[B+R]`, `RE[W+T]`, `RE[Void]` or `RE[?]`"
                    .to_owned()
            }
        }
    }
}

/// `7 for Black and 5 for White`, or more of them.
fn counts(players: Players, score: Score) -> String {
    let counts = players.colors().iter();
    let counts: Vec<String> = counts
        .map(|&color| format!("{} for {color}", score[color]))
        .collect();
    listed(&counts)
}

/// What follows from the play, as a clause.
fn outcome_clause(position: &Position, outcome: Outcome) -> String {
    let game = title(position.game());
    match (outcome, position.score()) {
        (Outcome::Win(winner, WinReason::Resignation), _) => {
            format!("{} has resigned", winner.other().name())
        }
        (Outcome::Win(winner, WinReason::Goal), None) => format!("{} is connected", winner.name()),
        (Outcome::Win(winner, WinReason::Goal), Some(_)) => {
            format!("{} has made the first capture", winner.name())
        }
        (_, Some(score)) => format!(
            "the final position of this game of {game} counts {}",
            counts(position.players(), score)
        ),
        (_, None) => "the game is a draw: the player to move has no legal ply".to_owned(),
    }
}
