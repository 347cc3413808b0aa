//! Verifying one record from the text to the result.

use super::{
    diagnostics::{ResultDiagnostic, excerpt},
    finding::Finding,
    game_context::GameContext,
    options::Options,
    root::{self, Root},
    step::Visitor,
    text,
    tree_player::{MainLine, TreePlayer},
    verdict::Verdict,
};
use crate::{
    games::{Game, Outcome, Position, WinReason},
    record::{FaultKind, Record, WrittenResult},
};

/// Verifies a record.
///
/// ```
/// use kifu::{record, verify};
///
/// let record = record::read("(;GM[ugo]SZ[5];B[c3];W[c3])").next().unwrap();
/// let verdict = verify::verify(&record, &verify::Options::default());
/// assert_eq!(verdict.status, verify::Status::Invalid);
/// assert_eq!(verdict.findings[0].code(), verify::Code::UgoOccupied);
/// assert_eq!(verdict.plies, 1);
/// ```
pub fn verify(record: &Record, options: &Options) -> Verdict {
    judge(record, options, None)
}

pub(super) fn judge(
    record: &Record,
    options: &Options,
    visitor: Option<&mut dyn Visitor>,
) -> Verdict {
    let mut findings = text::findings(record);
    let has_record = !record
        .faults()
        .iter()
        .any(|fault| fault.kind == FaultKind::NoRecord);
    let mut root = if has_record {
        root::read(record, options.ruleset.as_ref())
    } else {
        Root::default()
    };
    let context = GameContext::new(&root);
    let damage = if options.partial {
        readable(record)
    } else {
        None
    };
    let blocked = root.blocked || record.is_malformed() && damage.is_none();
    let mut player = TreePlayer::new(record, context.as_ref(), blocked, options);
    player.visitor = visitor;
    player.damage = damage;
    let mut setup = player.play_all();
    let main = player.main;
    // The root and the setup come in file order, then the plies as played.
    let first_ply = setup
        .iter()
        .position(|finding| finding.ply.is_some())
        .unwrap_or(setup.len());
    let plies = setup.split_off(first_ply);
    let mut before_play = std::mem::take(&mut root.findings);
    before_play.append(&mut setup);
    before_play.sort_by_key(|finding| finding.span.start);
    findings.append(&mut before_play);
    findings.extend(plies);
    findings.extend(result_finding(record, &root, &main));
    findings.retain(|finding| !options.ignored.contains(&finding.code()));
    Verdict::new(root, main, findings)
}

/// Verifies the plies on a record's main line as the continuation of a position.
///
/// The root and the setup of the record do not count. The findings are those about its text and its plies.
///
/// ```
/// use kifu::{games::{Position, Rules, Size, UgoRules}, record, verify};
///
/// let rules = Rules::Ugo(UgoRules::default());
/// let position = Position::new(&rules, Size::square(5), None).unwrap();
/// let record = record::read("(;B[c3];W[c3])").next().unwrap();
/// let findings = verify::verify_continuation(&position, &record);
/// assert_eq!(findings[0].code(), verify::Code::UgoOccupied);
/// ```
pub fn verify_continuation(position: &Position, record: &Record) -> Vec<Finding> {
    let context = GameContext::of(position);
    let mut findings = text::findings(record);
    let plies = TreePlayer::from_position(record, &context, position.clone()).play_all();
    findings.extend(plies.into_iter().filter(|finding| finding.ply.is_some()));
    findings
}

/// Where the readable part of a malformed record ends, in bytes of the whole text; `None` if nothing of it is certain.
fn readable(record: &Record) -> Option<usize> {
    let end = record.offset() + record.text().len();
    let mut ends = record.faults().iter().map(|fault| match fault.kind {
        FaultKind::NoRecord | FaultKind::TooLarge => None,
        // These are about the record as a whole: its text ends before what is missing.
        FaultKind::Unclosed | FaultKind::SwallowsRoot | FaultKind::SwallowsRecord => Some(end),
        // Text outside does not concern it.
        FaultKind::TextOutside => Some(end),
        _ => Some(fault.span.start),
    });
    ends.try_fold(end, |least, end| Some(least.min(end?)))
}

/// `record::unfinished` or `record::result`.
fn result_finding(record: &Record, root: &Root, main: &MainLine) -> Option<Finding> {
    let stated = root.result.as_ref();
    let written = excerpt(root.recorded.as_deref().unwrap_or_default().trim());
    let written = written.as_str();
    let wrong = |diagnostic: ResultDiagnostic| {
        let span = stated.map_or(0..0, |(_, span)| span.clone());
        Some(Finding::new(&diagnostic, span))
    };
    if let (Some(Game::Bamogo), Some((WrittenResult::WonBy(winner, _), _))) = (root.game, stated) {
        let winner = *winner;
        return wrong(ResultDiagnostic::ScoreInBamogo { written, winner });
    }
    let position = main.position.as_ref()?;
    match (position.outcome(), stated) {
        (Some(outcome), Some((result, _))) if !agrees(result, outcome) => {
            wrong(ResultDiagnostic::Differs {
                written,
                position,
                outcome,
            })
        }
        (None, stated) if main.complete && !record.is_malformed() => {
            let written = match stated.map(|(result, _)| result) {
                None => None,
                Some(WrittenResult::Draw) if root.game == Some(Game::Bamogo) => return None,
                Some(WrittenResult::Won(_) | WrittenResult::WonBy(..) | WrittenResult::Draw) => {
                    Some(written)
                }
                Some(_) => return None,
            };
            let start = record.offset()..record.offset() + record.text().len().min(2);
            let span = stated.map_or(start, |(_, span)| span.clone());
            Some(Finding::new(
                &ResultDiagnostic::Unfinished { written },
                span,
            ))
        }
        _ => None,
    }
}

/// Whether a stated result is the one that follows from the play.
pub(crate) fn agrees(stated: &WrittenResult, outcome: Outcome) -> bool {
    let same_winner = stated.winner() == outcome.winner();
    let resigned = outcome.is_resignation();
    match stated {
        WrittenResult::Time(_)
        | WrittenResult::Forfeit(_)
        | WrittenResult::Void
        | WrittenResult::Unknown => true,
        WrittenResult::Resignation(_) => !resigned || same_winner,
        WrittenResult::Won(_) | WrittenResult::Draw => same_winner,
        WrittenResult::WonBy(_, stated) => match outcome {
            Outcome::Win(_, WinReason::Margin(margin)) => same_winner && stated.equals(margin),
            _ => same_winner,
        },
    }
}
