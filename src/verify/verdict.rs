//! The verdict on a record.

use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};

use super::{
    codes::{Code, Severity},
    details::GameDetails,
    finding::Finding,
    root::Root,
    tree_player::MainLine,
};
use crate::{
    games::{Color, Game, Outcome, Players, Position, Score, Size},
    ruleset::Ruleset,
};

/// Whether a record can be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// No error.
    Valid,
    /// An error, but not of the text.
    Invalid,
    /// The text is not in the format, or beyond a limit.
    Malformed,
}

/// What verifying a record found out.
///
/// ```
/// use kifu::record::{decode, read};
/// use kifu::verify::{Options, verify};
///
/// let decoded = decode(b"(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])".to_vec());
/// assert!(read(&decoded).all(|record| verify(&record, &Options::default()).is_valid()));
/// ```
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The game, if it is known.
    pub game: Option<Game>,
    /// The ruleset the record is verified by, if it is known.
    pub ruleset: Option<Arc<Ruleset>>,
    /// The board size, if it is known.
    pub size: Option<Size>,
    /// Who played the game, where and when.
    pub details: GameDetails,
    /// Legal plies played on the main line.
    pub plies: u32,
    /// Whether the record can be accepted.
    pub status: Status,
    /// Whether the game of the main line is over.
    pub finished: bool,
    /// The result as `RE` states it.
    pub recorded: Option<String>,
    /// The result that follows from the play; `None` while the game is not over.
    pub computed: Option<Outcome>,
    /// The score after the last legal ply of the main line; `None` in Bamogo and where nothing is played.
    pub score: Option<Score>,
    /// All findings, in the fixed order.
    pub findings: Vec<Finding>,
    /// The position after the last legal ply of the main line; `None` where nothing is played.
    pub position: Option<Position>,
    /// The [`fingerprint`](Position::fingerprint) of that position, for a verdict that is kept
    /// without the position.
    pub fingerprint: Option<u64>,
}

impl Verdict {
    /// Whether the status is [`Status::Valid`]: there is no error. There may be warnings.
    pub fn is_valid(&self) -> bool {
        self.status == Status::Valid
    }

    /// The players by the ruleset; two if it is not known.
    pub fn players(&self) -> Players {
        let ruleset = self.ruleset.as_ref();
        ruleset.map_or(Players::Two, |ruleset| ruleset.rules.players())
    }

    /// All positions that it holds, which are large: that at the end, and those of findings.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        let boards = self.findings.iter().flat_map(|finding| &finding.board);
        (self.position.iter()).chain(boards.map(|board| &board.position))
    }

    /// Drops these positions.
    pub fn drop_positions(&mut self) {
        self.position = None;
        for finding in &mut self.findings {
            finding.board = None;
        }
    }

    /// Whether there is a finding of at least this severity.
    pub fn has(&self, severity: Severity) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.code().severity() >= severity)
    }

    /// The game and its errors without how they are written: the same text for two records of one game. It may be long,
    /// because `RE` may be.
    pub fn summary_for_comparison(&self) -> String {
        let findings = self.findings.iter();
        let errors = findings.filter(|finding| finding.code().severity() == Severity::Error);
        // Errors of the root and the setup come in the order of the text.
        let errors: BTreeSet<_> = errors
            .map(|finding| (&finding.variation, finding.ply, finding.code().id()))
            .collect();
        let rules = (
            self.game,
            self.ruleset.as_ref().map(|ruleset| &ruleset.name),
            self.size,
        );
        let play = (self.plies, self.status, self.finished, errors);
        let result = (&self.recorded, self.computed, self.score);
        let position = self.position.as_ref();
        let fingerprint = position.map(Position::fingerprint);
        let mut summary = format!("{rules:?} {play:?} {result:?} {fingerprint:?}");
        for piece in position.into_iter().flat_map(Position::pieces) {
            let owner = piece.color().map_or(' ', Color::letter);
            // Writing to a string does not fail.
            let _ = write!(summary, " {owner}{piece}");
        }
        summary
    }
}

impl Verdict {
    /// The verdict on a record with these findings.
    pub(super) fn new(root: Root, main: MainLine, findings: Vec<Finding>) -> Verdict {
        let errors = || {
            let all = findings.iter().map(Finding::code);
            all.filter(|code: &Code| code.severity() == Severity::Error)
        };
        let of_text = |code: Code| matches!(code.group(), "syntax" | "limit");
        let status = match errors().next() {
            None => Status::Valid,
            Some(_) if errors().any(of_text) => Status::Malformed,
            Some(_) => Status::Invalid,
        };
        let computed = main.position.as_ref().and_then(Position::outcome);
        Verdict {
            game: root.game,
            ruleset: root.ruleset,
            size: root.size,
            details: root.details,
            plies: main.position.as_ref().map_or(0, Position::plies),
            status,
            finished: computed.is_some(),
            recorded: root.recorded,
            computed,
            score: main.position.as_ref().and_then(Position::score),
            findings,
            position: main.position,
            fingerprint: None,
        }
    }
}
