//! One record in a table of results.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    games::{ByColor, Color, Game},
    output::SchemaVersion,
    report::{
        FindingObject, LineIndex, OutputStatus, PlayerTexts, RecordReport, ResultPair,
        finding_object,
    },
    study::{EffectiveResult, WinMethod},
    verify::{Finding, GameDetails, Severity, Status, Verdict},
};

/// A record as `results` reports it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ResultRow<'v> {
    schema: SchemaVersion,
    pub(super) source: &'v str,
    pub(super) index: usize,
    pub(super) game: Option<&'static str>,
    pub(super) ruleset: Option<&'v str>,
    pub(super) size: Option<String>,
    pub(super) plies: u32,
    pub(super) status: OutputStatus,
    pub(super) finished: bool,
    pub(super) result: ResultPair<'v>,
    /// Who has won: null for a record with an error, without a result that counts, or with `Void`. It is there for a
    /// second copy of a game, too, which counts once.
    pub(super) winner: Option<Winner>,
    pub(super) players: PlayerTexts<'v>,
    /// The ranks, as `BR` and `WR` give them.
    pub(super) ranks: PlayerTexts<'v>,
    pub(super) event: Option<&'v str>,
    pub(super) round: Option<&'v str>,
    pub(super) date: Option<&'v str>,
    /// The first error; null if there is none.
    error: Option<FindingObject<'v>>,
    #[serde(skip)]
    pub(super) first_error: Option<&'v Finding>,
    #[serde(skip)]
    pub(super) details: Option<&'v GameDetails>,
    #[serde(skip)]
    pub(super) counted: CountedResult,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Winner {
    /// Black.
    #[serde(rename = "B")]
    Black,
    /// White.
    #[serde(rename = "W")]
    White,
    /// Nobody: the game is drawn.
    #[serde(rename = "draw")]
    Draw,
}

impl Winner {
    /// As machine-readable output writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Winner::Black => "B",
            Winner::White => "W",
            Winner::Draw => "draw",
        }
    }
}

/// Whether and how a result counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CountedResult {
    /// The record is not valid.
    #[default]
    Rejected,
    /// The game is not over, and `RE` does not say how it ended.
    Open,
    /// `Void`.
    Void,
    /// `RE` claims a score or a connection, but the game is not over.
    StatedOnly,
    /// It counts.
    Counts(Winner),
}

impl CountedResult {
    fn of(verdict: &Verdict, counts_stated: bool) -> CountedResult {
        if verdict.status != Status::Valid {
            return CountedResult::Rejected;
        }
        let result = EffectiveResult::of(verdict);
        // A draw by agreement, a resignation, a loss on time and a forfeit do not follow from the moves.
        let follows_from_moves = match result {
            EffectiveResult::Won(_, WinMethod::Margin(_) | WinMethod::Goal) => true,
            EffectiveResult::Draw => verdict.game != Some(Game::Bamogo),
            _ => false,
        };
        match result {
            EffectiveResult::Open => CountedResult::Open,
            EffectiveResult::Void => CountedResult::Void,
            _ if follows_from_moves && verdict.computed.is_none() && !counts_stated => {
                CountedResult::StatedOnly
            }
            EffectiveResult::Won(Color::Black, _) => CountedResult::Counts(Winner::Black),
            EffectiveResult::Won(Color::White, _) => CountedResult::Counts(Winner::White),
            EffectiveResult::Draw => CountedResult::Counts(Winner::Draw),
        }
    }

    fn winner(self) -> Option<Winner> {
        match self {
            CountedResult::Counts(winner) => Some(winner),
            _ => None,
        }
    }
}

impl<'v> ResultRow<'v> {
    /// The row of a record; `line_index` is that of its source. With `counts_stated` the result in `RE` counts even if it is
    /// a score of a game that is not over.
    pub fn new(
        report: &'v RecordReport,
        line_index: &LineIndex,
        counts_stated: bool,
    ) -> ResultRow<'v> {
        let verdict = report.verdict.as_ref().ok();
        let details = report.details();
        let mut findings = report.findings().iter();
        let error = findings.find(|finding| finding.code().severity() == Severity::Error);
        let counted = verdict.map(|verdict| CountedResult::of(verdict, counts_stated));
        let counted = counted.unwrap_or_default();
        let texts = |texts: fn(&GameDetails) -> &ByColor<Option<String>>| {
            details
                .map(texts)
                .map_or_else(PlayerTexts::default, PlayerTexts::new)
        };
        ResultRow {
            schema: SchemaVersion,
            source: &report.source,
            index: report.index,
            game: verdict.and_then(|verdict| Some(verdict.game?.name())),
            ruleset: verdict.and_then(|verdict| Some(verdict.ruleset.as_ref()?.name.as_str())),
            size: verdict.and_then(|verdict| Some(verdict.size?.to_string())),
            plies: verdict.map_or(0, |verdict| verdict.plies),
            status: OutputStatus::of(report),
            finished: verdict.is_some_and(|verdict| verdict.finished),
            result: verdict.map_or_else(ResultPair::default, ResultPair::new),
            winner: counted.winner(),
            players: texts(|details| &details.players),
            ranks: texts(|details| &details.ranks),
            event: details.and_then(|details| details.event.as_deref()),
            round: details.and_then(|details| details.round.as_deref()),
            date: details.and_then(|details| details.date.as_deref()),
            error: error.map(|error| finding_object(error, line_index)),
            first_error: error,
            details,
            counted,
        }
    }

    /// `accepted`, `rejected` or `unreadable`.
    pub(super) fn verdict(&self) -> &'static str {
        match self.status {
            OutputStatus::Valid => "accepted",
            OutputStatus::Invalid | OutputStatus::Malformed => "rejected",
            OutputStatus::Unreadable => "unreadable",
        }
    }

    /// The source and, where it is not the first, the number of the record.
    pub(super) fn location(&self) -> String {
        match self.index {
            0 | 1 => self.source.to_owned(),
            index => format!("{}, record {index}", self.source),
        }
    }

    /// The game and its board: `ugo 9`; the ruleset where it has another name: `margo-2012 7`.
    pub(super) fn board(&self) -> Option<String> {
        let name = self.ruleset.or(self.game)?;
        Some(match &self.size {
            Some(size) => format!("{name} {}", size.replace(':', "×")),
            None => name.to_owned(),
        })
    }

    /// The first error in a sentence: `ply 12, d4: d4 is not empty: White's stone is there`.
    pub(super) fn error_in_words(&self) -> Option<String> {
        let error = self.first_error?;
        let message = error.message();
        Some(match (error.ply, &error.point) {
            (Some(ply), Some(point)) if !message.starts_with(&format!("{point} ")) => {
                format!("ply {ply}, {point}: {message}")
            }
            (Some(ply), _) => format!("ply {ply}: {message}"),
            (None, _) => message,
        })
    }

    /// Who has won, if that counts and it is not a draw.
    pub(super) fn winning_color(&self) -> Option<Color> {
        match self.winner? {
            Winner::Black => Some(Color::Black),
            Winner::White => Some(Color::White),
            Winner::Draw => None,
        }
    }

    /// The name of a player with the rank.
    pub(super) fn ranked_name(&self, color: Color) -> Option<String> {
        let details = self.details?;
        let name = details.players[color].as_deref()?;
        Some(match &details.ranks[color] {
            Some(rank) => format!("{name} {rank}"),
            None => name.to_owned(),
        })
    }
}
