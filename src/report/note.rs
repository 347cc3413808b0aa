//! A paragraph for each record that a tournament director can send to the players.

use std::io::{self, Write};

use textwrap::{WordSeparator, WordSplitter};

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    safe,
    writer::{ReportOptions, ReportWriter},
};
use crate::{
    games::{Color, HalfPoints, Outcome, WinReason},
    output::stated_result,
    record::{WrittenResult, read_result},
    verify::{Finding, GameDetails, Severity, Verdict, title},
};

/// The width of the paragraphs, in columns.
const WIDTH: usize = 76;
/// A space at which a line does not end.
const NO_BREAK: char = '\u{a0}';
/// The most errors, and the most warnings, that a note explains.
const MAX_EXPLAINED: usize = 3;

/// A note for each record, and nothing else.
pub(super) struct NoteReport {
    budget: Budget,
    /// Whether a record with warnings is refused, too.
    strict: bool,
    is_begun: bool,
}

impl NoteReport {
    pub(super) fn new(options: &ReportOptions) -> NoteReport {
        NoteReport {
            budget: Budget::new(options.max_findings),
            strict: options.strict,
            is_begun: false,
        }
    }
}

impl ReportWriter for NoteReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let findings = self.budget.take(report.findings());
        let note = match &report.verdict {
            Ok(verdict) => note(report, verdict, self.strict, findings, line_index),
            Err(finding) => format!("{} cannot be read: {}.", report.source, finding.message()),
        };
        if std::mem::replace(&mut self.is_begun, true) {
            out.write_all(b"\n")?;
        }
        let options = textwrap::Options::new(WIDTH)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        for line in textwrap::wrap(&safe(&note), options) {
            writeln!(out, "{}", line.replace(NO_BREAK, " "))?;
        }
        Ok(())
    }
}

/// The note on a record, as one paragraph.
fn note(
    report: &RecordReport,
    verdict: &Verdict,
    strict: bool,
    findings: &[Finding],
    line_index: &LineIndex,
) -> String {
    let is_accepted = verdict.is_valid() && !(strict && has_warnings(report));
    let verb = if is_accepted {
        "is accepted"
    } else {
        "is not accepted"
    };
    let mut sentences = vec![format!("{} {verb}.", subject(report, verdict))];
    if is_accepted {
        sentences.push(result(verdict));
    }
    for severity in [Severity::Error, Severity::Warning] {
        let shown = findings
            .iter()
            .filter(|finding| finding.code().severity() == severity);
        for (number, finding) in shown.take(MAX_EXPLAINED).enumerate() {
            let start = match (severity, number) {
                // Where warnings are the reason, they stand where errors do.
                (Severity::Warning, 0) if is_accepted || !verdict.is_valid() => "Please note: ",
                (_, 0) => "",
                _ => "Also: ",
            };
            let explained = explained(finding, line_index);
            sentences.push(match start {
                "" => capitalized(&explained),
                start => start.to_owned() + &explained,
            });
        }
    }
    for severity in [Severity::Error, Severity::Warning] {
        let all = report.findings().iter();
        let all = all.filter(|finding| finding.code().severity() == severity);
        let count = all.count();
        if count > MAX_EXPLAINED {
            sentences.push(format!("There are {count} {severity}s in all."));
        }
    }
    let has_no_result = |finding: &Finding| finding.code().id() == "record::result-syntax";
    if let Some(outcome) = verdict.computed
        && report.findings().iter().any(has_no_result)
    {
        sentences.push(format!("By the moves the result is `{outcome}`."));
    }
    if !is_accepted {
        let stops_play = findings.iter().any(|finding| {
            finding.code().severity() == Severity::Error
                && finding.ply.is_some()
                && finding.variation.is_none()
        });
        if stops_play && !verdict.finished {
            sentences.push("What follows that move has not been judged.".to_owned());
        }
        sentences.push("Please correct the record and send it again.".to_owned());
    }
    sentences.join(" ")
}

fn has_warnings(report: &RecordReport) -> bool {
    let mut findings = report.findings().iter();
    findings.any(|finding| finding.code().severity() == Severity::Warning)
}

/// Whose game it is: `Ann (Black) – Ben (White), Spring Open, round 2: the record a.sgf of this game of Ugo`.
fn subject(report: &RecordReport, verdict: &Verdict) -> String {
    let GameDetails {
        players,
        event,
        round,
        date,
        ..
    } = &verdict.details;
    let player = |color: Color| match &players[color] {
        Some(name) => format!("{name} ({})", color.name()),
        None => format!("? ({})", color.name()),
    };
    let colors = verdict.players().colors();
    let is_named = colors.iter().any(|&color| players[color].is_some());
    let names = is_named.then(|| {
        let names: Vec<String> = colors.iter().map(|&color| player(color)).collect();
        names.join(" – ")
    });
    let round = round.as_ref().map(|round| format!("round {round}"));
    let parts = [names, event.clone(), round, date.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let (number, comma) = match report.index {
        1 => (String::new(), ""),
        index => (format!(", record {index}"), ","),
    };
    let record = format!("{}{number}", report.source);
    let game = match (verdict.game, verdict.size) {
        (Some(game), Some(size)) => {
            let size = size.to_string().replace(':', "×");
            format!(" of this game of {} (board{NO_BREAK}{size})", title(game))
        }
        (Some(game), None) => format!(" of this game of {}", title(game)),
        (None, _) => String::new(),
    };
    if parts.is_empty() {
        let comma = if game.is_empty() { "" } else { comma };
        return format!("The record {record}{comma}{game}, which names no player,");
    }
    format!("{}: the record {record}{comma}{game}", parts.join(", "))
}

/// The result of an accepted record in words.
fn result(verdict: &Verdict) -> String {
    let plies = match verdict.plies {
        1 => "after 1 move".to_owned(),
        plies => format!("after {plies} moves"),
    };
    let recorded = verdict.recorded.as_deref().map(str::trim);
    // These do not follow from the moves, and hold whatever follows from them.
    let is_outside = matches!(
        recorded.and_then(read_result),
        Some(WrittenResult::Time(_) | WrittenResult::Forfeit(_) | WrittenResult::Void)
    );
    match (verdict.computed, recorded) {
        (Some(outcome), Some(stated)) if is_outside => {
            let stated = stated_result(stated);
            format!(
                "The result is the one that `RE` states, `{stated}`, {plies}; by the moves it would be `{outcome}`."
            )
        }
        (Some(outcome), _) => {
            let ending = match outcome {
                Outcome::Draw => "The game is drawn".to_owned(),
                Outcome::Win(winner, WinReason::Margin(margin)) => {
                    let noun = if margin == HalfPoints(2) {
                        "point"
                    } else {
                        "points"
                    };
                    format!("{} wins by {margin} {noun}", winner.name())
                }
                Outcome::Win(winner, WinReason::Goal) => format!("{} wins", winner.name()),
                Outcome::Win(winner, WinReason::Resignation) => {
                    format!("{} wins by resignation", winner.name())
                }
            };
            let resigned = match recorded.and_then(read_result) {
                Some(WrittenResult::Resignation(by)) if outcome.winner() != Some(by) => {
                    " A resignation, which `RE` states, does not change the result of a game that is over."
                }
                _ => "",
            };
            format!("{ending} {plies} (`{outcome}`).{resigned}")
        }
        (None, Some(stated))
            if !stated.is_empty() && read_result(stated) != Some(WrittenResult::Unknown) =>
        {
            let stated = stated_result(stated);
            format!("The result is the one that `RE` states, `{stated}`, {plies}.")
        }
        (None, _) => format!("It has no result {plies}."),
    }
}

/// A finding in sentences: where, what, the rule, what would be right.
fn explained(finding: &Finding, line_index: &LineIndex) -> String {
    let (line, _) = line_index.line_column(finding.span.start);
    // Of a move of the wrong player the message tells who should have moved.
    let is_own_turn = finding.code().id() != "record::turn-order";
    let player = finding.board.as_ref().filter(|_| is_own_turn);
    let player = player.map(|board| board.position.to_move().name());
    let place = match finding.ply {
        Some(ply) => {
            let by = player.map(|player| format!(" by {player}"));
            let point = finding.point.as_ref().map(|point| format!(", {point}"));
            let variation = finding.variation.as_ref();
            let variation = variation.map(|variation| format!(" in variation {variation}"));
            format!(
                "move {ply}{}{}{} (line{NO_BREAK}{line})",
                by.unwrap_or_default(),
                point.unwrap_or_default(),
                variation.unwrap_or_default()
            )
        }
        None => format!("line {line}"),
    };
    let help = finding
        .help()
        .map(|help| format!(" What would be right: {help}."));
    format!(
        "{}: {}. The rule: {}{} [{}]",
        place,
        finding.message(),
        finding.code().rule(),
        help.unwrap_or_default(),
        finding.code().id(),
    )
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
