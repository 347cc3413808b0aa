//! One record in a table of results.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{names::composed, reason::Reason};
use crate::{
    games::{ByColor, Color, Game, Players},
    output::{PlayerValues, SchemaVersion},
    report::{LineIndex, OutputStatus, RecordReport, ResultPair, finding_object},
    study::{EffectiveResult, WinMethod},
    verify::{GameDetails, Severity, Status, Verdict},
};

/// A record as `results` reports it.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResultRow {
    schema: SchemaVersion,
    pub(super) source: String,
    pub(super) index: usize,
    pub(super) game: Option<String>,
    pub(super) ruleset: Option<String>,
    pub(super) size: Option<String>,
    pub(super) plies: u32,
    pub(super) status: OutputStatus,
    pub(super) finished: bool,
    pub(super) result: RowResult,
    /// Who has won: null if the result does not count.
    pub(super) winner: Option<Winner>,
    pub(super) players: RowTexts,
    /// The ranks, as `BR` and `WR` give them.
    pub(super) ranks: RowTexts,
    pub(super) event: Option<String>,
    pub(super) round: Option<String>,
    pub(super) date: Option<String>,
    /// The first error; null if there is none.
    #[cfg_attr(test, schemars(with = "Option<crate::report::FindingObject<'static>>"))]
    error: Option<Box<RawValue>>,
    /// Whether the result counts.
    pub(super) counts: bool,
    /// Why the result does not count; null if it does.
    pub(super) reason: Option<Reason>,
    /// The same for people.
    #[serde(skip)]
    pub(super) reason_in_words: Option<String>,
}

/// The results of a record.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct RowResult {
    /// As `RE` states it; of more than 1 KiB the beginning and `…`.
    pub(super) recorded: Option<String>,
    pub(super) computed: Option<String>,
}

/// A text of each player.
pub(super) type RowTexts = PlayerValues<Option<String>>;

/// The parts of an error that are shown.
#[derive(Debug, Deserialize)]
pub(super) struct RowError {
    pub(super) code: String,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) ply: Option<u32>,
    pub(super) point: Option<String>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Winner {
    /// Black.
    #[serde(rename = "B")]
    Black,
    /// White.
    #[serde(rename = "W")]
    White,
    /// Grey.
    #[serde(rename = "G")]
    Grey,
    /// Yellow.
    #[serde(rename = "Y")]
    Yellow,
    /// Nobody: the game is drawn.
    #[serde(rename = "draw")]
    Draw,
}

impl Winner {
    /// The player of this color.
    fn of(color: Color) -> Winner {
        match color {
            Color::Black => Winner::Black,
            Color::White => Winner::White,
            Color::Grey => Winner::Grey,
            Color::Yellow => Winner::Yellow,
        }
    }

    /// Who has won; `None` if nobody has.
    pub(super) fn color(self) -> Option<Color> {
        match self {
            Winner::Black => Some(Color::Black),
            Winner::White => Some(Color::White),
            Winner::Grey => Some(Color::Grey),
            Winner::Yellow => Some(Color::Yellow),
            Winner::Draw => None,
        }
    }

    /// As machine-readable output writes it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Winner::Black => "B",
            Winner::White => "W",
            Winner::Grey => "G",
            Winner::Yellow => "Y",
            Winner::Draw => "draw",
        }
    }
}

/// Whether and how a result counts, seen from its record alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum CountedResult {
    /// The record is not valid.
    #[default]
    Rejected,
    /// The game is not over, and `RE` does not say how it ended.
    Open,
    /// `Void`.
    Void,
    /// `RE` claims a score or a connection, but the game is not over.
    StatedOnly(Winner),
    /// It counts.
    Counts(Winner),
}

impl CountedResult {
    /// The result that `counts_stated` decides on, and how it relates to the moves.
    pub(super) fn of(verdict: &Verdict, counts_stated: bool) -> CountedResult {
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
        let winner = match result {
            EffectiveResult::Open => return CountedResult::Open,
            EffectiveResult::Void => return CountedResult::Void,
            EffectiveResult::Won(color, _) => Winner::of(color),
            EffectiveResult::Draw => Winner::Draw,
        };
        if follows_from_moves && verdict.computed.is_none() && !counts_stated {
            CountedResult::StatedOnly(winner)
        } else {
            CountedResult::Counts(winner)
        }
    }
}

impl ResultRow {
    /// Event and round, as they are compared: characters that are encoded differently are the same.
    pub(super) fn occasion(&self) -> [Option<String>; 2] {
        [&self.event, &self.round].map(|text| text.as_deref().map(composed))
    }

    /// The row of a record; `line_index` is that of its source. Whether the result counts is decided later.
    pub(super) fn new(report: &RecordReport, line_index: &LineIndex) -> ResultRow {
        let verdict = report.verdict.as_ref().ok();
        let details = report.details();
        let mut findings = report.findings().iter();
        let error = findings.find(|finding| finding.code().severity() == Severity::Error);
        let error = error.map(|error| finding_object(error, line_index));
        let players = verdict.map_or(Players::Two, Verdict::players);
        let texts = |texts: fn(&GameDetails) -> &ByColor<Option<String>>| {
            let texts = details.map(texts);
            PlayerValues::new(players, |color| {
                texts.and_then(|texts| texts[color].clone())
            })
        };
        let text =
            |text: fn(&GameDetails) -> &Option<String>| details.and_then(|of| text(of).clone());
        let result = verdict.map_or_else(ResultPair::default, ResultPair::new);
        ResultRow {
            schema: SchemaVersion,
            source: report.source.clone(),
            index: report.index,
            game: verdict.and_then(|verdict| Some(verdict.game?.name().to_owned())),
            ruleset: verdict.and_then(|verdict| Some(verdict.ruleset.as_ref()?.name.clone())),
            size: verdict.and_then(|verdict| Some(verdict.size?.to_string())),
            plies: verdict.map_or(0, |verdict| verdict.plies),
            status: OutputStatus::of(report),
            finished: verdict.is_some_and(|verdict| verdict.finished),
            result: RowResult {
                recorded: result.recorded().map(str::to_owned),
                computed: result.computed().map(str::to_owned),
            },
            winner: None,
            players: texts(|details| &details.players),
            ranks: texts(|details| &details.ranks),
            event: text(|details| &details.event),
            round: text(|details| &details.round),
            date: text(|details| &details.date),
            // It is written by the same library that wrote the other keys.
            error: error.and_then(|error| serde_json::value::to_raw_value(&error).ok()),
            counts: false,
            reason: None,
            reason_in_words: None,
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
            0 | 1 => self.source.clone(),
            index => format!("{}, record {index}", self.source),
        }
    }

    /// The game and its board: `ugo 9`; the ruleset where it has another name: `margo-2012 7`.
    pub(super) fn board(&self) -> Option<String> {
        let name = self.ruleset.as_ref().or(self.game.as_ref())?;
        Some(match &self.size {
            Some(size) => format!("{name} {}", size.replace(':', "×")),
            None => name.clone(),
        })
    }

    /// The first error.
    pub(super) fn first_error(&self) -> Option<RowError> {
        serde_json::from_str(self.error.as_ref()?.get()).ok()
    }

    /// The first error in a sentence: `ply 12, d4: d4 is not empty: White's stone is there`.
    pub(super) fn error_in_words(&self) -> Option<String> {
        let RowError {
            message,
            ply,
            point,
            ..
        } = self.first_error()?;
        Some(match (ply, point) {
            (Some(ply), Some(point)) if !message.starts_with(&format!("{point} ")) => {
                format!("ply {ply}, {point}: {message}")
            }
            (Some(ply), _) => format!("ply {ply}: {message}"),
            (None, _) => message,
        })
    }

    /// Why a result does not count, where an error does not tell: `does not count: …`.
    pub(super) fn doubt(&self) -> Option<String> {
        let reason = self.reason_in_words.as_ref()?;
        Some(format!("does not count: {reason}"))
    }

    /// Who has won, if that counts and it is not a draw.
    pub(super) fn winning_color(&self) -> Option<Color> {
        self.winner?.color()
    }

    /// The name of a player.
    pub(super) fn name(&self, color: Color) -> Option<&str> {
        self.players.of(color)?.as_deref()
    }

    /// The third and fourth player with their ranks: `Grey: Cid 3d, Yellow: Dan`.
    pub(super) fn further_players(&self) -> Option<String> {
        let further = self.players.colors().filter(|&color| color > Color::White);
        let names: Vec<String> = further
            .map(|color| {
                let name = self.ranked_name(color);
                format!("{color}: {}", name.as_deref().unwrap_or("?"))
            })
            .collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The name of a player with the rank.
    pub(super) fn ranked_name(&self, color: Color) -> Option<String> {
        let name = self.name(color)?;
        Some(match self.ranks.of(color).and_then(Option::as_deref) {
            Some(rank) => format!("{name} {rank}"),
            None => name.to_owned(),
        })
    }
}
