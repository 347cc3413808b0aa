//! The legal moves of a position as JSON.

use serde::Serialize;

use super::FindingObject;
use crate::{games::Position, output::SCHEMA};

/// What `legal` reports: a position and its legal moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LegalMoves<'p> {
    schema: u32,
    source: &'p str,
    index: usize,
    game: &'static str,
    ruleset: &'p str,
    size: String,
    ply: u32,
    to_move: char,
    finished: bool,
    /// Each move once, in canonical spelling; in Sygo those of at most one stone.
    moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<MoveVerdict<'p>>,
}

/// The verdict on one move in the position.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Judgement"))]
pub struct MoveVerdict<'p> {
    /// The move as given.
    #[serde(rename = "move")]
    pub mv: &'p str,
    /// Whether it is legal.
    pub legal: bool,
    /// All findings.
    pub findings: Vec<FindingObject<'p>>,
    /// The pieces that it removes; none if it is illegal.
    pub captures: Vec<String>,
    /// The stones whose color it changes, which is how Sygo captures; none if it is illegal.
    pub recolors: Vec<String>,
}

impl<'p> LegalMoves<'p> {
    /// The object for a position of a record.
    pub fn new(
        source: &'p str,
        index: usize,
        ruleset: &'p str,
        position: &Position,
    ) -> LegalMoves<'p> {
        LegalMoves {
            schema: SCHEMA,
            source,
            index,
            game: position.game().name(),
            ruleset,
            size: position.size().to_string(),
            ply: position.plies(),
            to_move: position.to_move().letter(),
            finished: position.outcome().is_some(),
            moves: position
                .legal_moves()
                .iter()
                .map(ToString::to_string)
                .collect(),
            why: None,
        }
    }

    /// Adds the verdict on a move.
    #[must_use]
    pub fn with(mut self, verdict: MoveVerdict<'p>) -> LegalMoves<'p> {
        self.why = Some(verdict);
        self
    }
}
