//! Whether the size and the result that are not stated follow from a record beyond doubt.

use crate::{
    games::{Outcome, WinReason},
    record::{Name, NodeId, Record, Span, WrittenResult, read_result, read_size, unescape},
    ruleset,
    verify::{Code, Finding, Severity, Verdict},
};

/// What decides the size of the board.
const OF_SIZE: [Name; 2] = [Name::SZ, Name::RU];
/// What decides the result of a game, apart from its moves.
const OF_RESULT: [Name; 4] = [Name::SZ, Name::RU, Name::KM, Name::RE];
/// What a game is played by.
#[cfg(feature = "cli")]
const OF_GAME: [Name; 3] = [Name::SZ, Name::RU, Name::KM];

/// Whether the size of the board may be another one than the ruleset implies: an error, or a result that the play does not
/// give, may come from another size.
pub(super) fn is_size_open(record: &Record, verdict: &Verdict) -> bool {
    let recorded = verdict.recorded.as_deref().unwrap_or_default();
    let is_confirmed = verdict
        .computed
        .is_none_or(|outcome| outcome.is_resignation() || confirms(recorded, outcome));
    !verdict.is_valid() || !is_confirmed || is_contradicted(record, verdict, &OF_SIZE)
}

/// Whether a stated result, which is no error, can hardly agree with the play by chance.
fn confirms(recorded: &str, outcome: Outcome) -> bool {
    match read_result(recorded.trim()) {
        Some(WrittenResult::WonBy(..) | WrittenResult::Draw) => true,
        // Where there is no margin, nothing more can be stated.
        Some(WrittenResult::Won(_)) => matches!(outcome, Outcome::Win(_, WinReason::Goal)),
        _ => false,
    }
}

/// Whether the result that follows from the play may be another one: the record has an error besides its result, the size of the
/// board is assumed, or a property says something else. A resignation follows from its ply alone.
pub(super) fn is_result_open(record: &Record, verdict: &Verdict) -> bool {
    let has_resigned = verdict.computed.is_some_and(Outcome::is_resignation);
    let is_open = |finding: &Finding| match finding.code() {
        Code::RecordResult => false,
        // Behind the first value, one that contradicts it.
        Code::RecordResultSyntax => !is_of_first_value(record, Name::RE, finding),
        Code::RecordSizeAssumed => !has_resigned,
        code => code.severity() == Severity::Error,
    };
    verdict.findings.iter().any(is_open) || is_contradicted(record, verdict, &OF_RESULT)
}

/// A property that leaves open by what the game of a record was played: one of a later node that says something else
/// than the root.
#[cfg(feature = "cli")]
pub(crate) fn contradiction(record: &Record, verdict: &Verdict) -> Option<Name> {
    contradicting(record, verdict, &OF_GAME)
}

/// Whether the record leaves open by what the game was played: the komi is in error, `RU` names another ruleset than the one
/// that is used, or a property of the whole game has another value in a later node. Then nothing is certain that follows
/// from these properties.
fn is_contradicted(record: &Record, verdict: &Verdict, names: &[Name]) -> bool {
    let mut findings = verdict.findings.iter();
    let is_komi_open =
        names.contains(&Name::KM) && findings.any(|finding| finding.code() == Code::RecordKomi);
    is_komi_open
        || names_other_ruleset(record, verdict)
        || contradicting(record, verdict, names).is_some()
}

/// Whether `RU` names another ruleset than the one that the record is verified by.
fn names_other_ruleset(record: &Record, verdict: &Verdict) -> bool {
    let (Some(stated), Some(used)) = (root_text(record, Name::RU), &verdict.ruleset) else {
        return false;
    };
    let is_same = match ruleset::by_name(&stated) {
        Some(_) => {
            stated.eq_ignore_ascii_case(&used.name)
                && ruleset::is_known_by_name(&used.name, &used.rules)
        }
        None => stated == used.name,
    };
    !is_same
}

/// The first of some properties in a later node that has another value than the root.
fn contradicting(record: &Record, verdict: &Verdict, names: &[Name]) -> Option<Name> {
    let is_used = |name: Name, value: &str| match name {
        Name::SZ => read_size(value).and_then(|written| written.size) == verdict.size,
        Name::RE => {
            let computed = verdict.computed.map(|computed| computed.to_string());
            let computed = computed.and_then(|computed| read_result(&computed));
            value == "?"
                || read_result(value) == computed
                || root_text(record, name).as_deref() == Some(value)
        }
        _ => root_text(record, name).as_deref() == Some(value),
    };
    let later = record.nodes_beyond_plain_moves();
    let later = later.filter(|&node| node != NodeId::ROOT);
    let mut properties = later.flat_map(|node| record.properties(node));
    let property = properties.find(|property| {
        let mut values = record.values(property).iter();
        names.contains(&property.name)
            && values.any(|&value| !is_used(property.name, unescape(record.raw(value)).trim()))
    });
    property.map(|property| property.name)
}

/// Whether a finding in the root lies on the first value of a property or before it.
fn is_of_first_value(record: &Record, name: Name, finding: &Finding) -> bool {
    first_value(record, name)
        .is_some_and(|value| finding.span.start <= record.source_range(value).end)
}

/// The first value of a property of the root.
fn first_value(record: &Record, name: Name) -> Option<Span> {
    let mut properties = record.properties(NodeId::ROOT).iter();
    let property = properties.find(|property| property.name == name)?;
    record.values(property).first().copied()
}

/// The first value of a property of the root, without white space around it.
fn root_text(record: &Record, name: Name) -> Option<String> {
    let value = first_value(record, name)?;
    Some(unescape(record.raw(value)).trim().to_owned())
}
