//! Findings about the text itself: syntax, limits, encoding, and what lies outside.

use super::{
    codes::Code,
    finding::{Finding, MessageArgs},
};
use crate::record::{Encoding, Fault, FaultKind, Name, Property, Record, Span, unescape};

/// The findings of a record's text, in the order of their places.
pub(super) fn findings(record: &Record) -> Vec<Finding> {
    let mut findings: Vec<Finding> = record
        .faults()
        .iter()
        .map(|fault| of_fault(fault, record.source().text()))
        .chain(of_encoding(record))
        .collect();
    findings.sort_by_key(|finding| finding.span.start);
    findings
}

fn of_fault(fault: &Fault, text: &str) -> Finding {
    let found = excerpt(&text[fault.span.clone()]);
    let unexpected = |expected: &str, fix: &str| {
        let facts = MessageArgs::new().with("found", format!("`{found}`"));
        let facts = facts.with("expected", expected).with("fix", fix);
        facts.finding(Code::SyntaxUnexpected, fault.span.clone())
    };
    let unclosed = |reason: &str, fix: &str| {
        let facts = MessageArgs::new().with("reason", reason).with("fix", fix);
        facts.finding(Code::SyntaxUnclosed, fault.span.clone())
    };
    let plain = |code: Code| MessageArgs::new().finding(code, fault.span.clone());
    match fault.kind {
        FaultKind::NoRecord => plain(Code::SyntaxNoRecord),
        FaultKind::Unclosed => unclosed(
            "the text ends inside it",
            "close it with `)`, and every variation in it too",
        ),
        FaultKind::SwallowsRoot => unclosed(
            "a later node holds `GM` or `FF`, which begin a new record",
            "close it with `)` before the next record begins",
        ),
        FaultKind::SwallowsRecord => unclosed(
            "a move in it holds `(;`, so a `]` is missing there",
            "close the value of that move with `]`",
        ),
        FaultKind::UnclosedValue => plain(Code::SyntaxUnclosedValue),
        FaultKind::EmptyTree => plain(Code::SyntaxEmptyTree),
        FaultKind::Stray | FaultKind::NameWithoutValue if ends_value(&text[fault.span.clone()]) => {
            unexpected(
                "`;`, `(`, `)` or a property",
                "a `]` inside a value is written `\\]`; otherwise remove it",
            )
        }
        FaultKind::Stray => unexpected(
            "`;`, `(`, `)` or a property such as `B[d4]`",
            "remove it, or put it into a value: `C[…]`",
        ),
        FaultKind::NameWithoutValue => unexpected(
            "a value in brackets after the name",
            "give the property a value, `[]` if it is empty, or remove it",
        ),
        FaultKind::NameInLowerCase => unexpected(
            "a name in capital letters",
            "write the name of the property in capital letters",
        ),
        FaultKind::ValueWithoutName => unexpected(
            "the name of a property before the value",
            "write a name before it, or remove it",
        ),
        FaultKind::PropertyOutsideNode => {
            unexpected("`;` before the first property", "begin the node with `;`")
        }
        FaultKind::AfterVariation => unexpected(
            "`(` or `)` after a variation",
            "put what follows into a variation of its own: `(;…)`",
        ),
        FaultKind::TooLarge => plain(Code::LimitRecordSize),
        FaultKind::TooManyNodes => plain(Code::LimitNodes),
        FaultKind::TooManyPlies => plain(Code::LimitPlies),
        FaultKind::TextOutside => MessageArgs::new()
            .with("found", format!("`{found}`"))
            .finding(Code::RecordTextOutside, fault.span.clone()),
    }
}

/// Whether this looks like the end of a value that was closed too early, by a bracket in it.
fn ends_value(text: &str) -> bool {
    text.ends_with(']') && !text.contains('[')
}

/// The beginning of a text, short enough for a message.
pub(super) fn excerpt(text: &str) -> String {
    const SHOWN: usize = 24;
    let line: String = text.chars().take(SHOWN + 1).collect();
    let line = line.lines().next().unwrap_or("");
    if line.len() < text.len() {
        format!("{}…", line.chars().take(SHOWN).collect::<String>())
    } else {
        line.to_owned()
    }
}

/// `record::encoding`, at most one a record, at its first place.
fn of_encoding(record: &Record) -> Option<Finding> {
    let source = record.source();
    let place = record.offset()..record.offset() + record.text().len();
    let finding = |reason: String, fix: &str, place| {
        let facts = MessageArgs::new().with("reason", reason).with("fix", fix);
        facts.finding(Code::RecordEncoding, place)
    };
    // What lies outside records belongs to one of them in this too.
    let outside = record.faults().iter();
    let outside = outside.filter(|fault| fault.kind == FaultKind::TextOutside);
    let mut places: Vec<_> = outside.map(|fault| fault.span.clone()).collect();
    places.push(place);
    places.sort_by_key(|place| place.start);
    let misfit = places.iter().find_map(|place| {
        let errors = source.decode_errors();
        let first = errors.partition_point(|&at| at < place.start);
        errors.get(first).filter(|&at| place.contains(at))
    });
    let misfit = misfit.map(|&at| {
        let reason = format!(
            "the bytes here do not fit the encoding {}",
            source.encoding().name()
        );
        let fix = "say in `CA` of the first record which encoding it is";
        finding(reason, fix, at..at + '\u{FFFD}'.len_utf8())
    });
    let is_assumed = source.is_encoding_assumed();
    let guessed = places.iter().filter(|_| is_assumed).find_map(|place| {
        let text = &source.text()[place.clone()];
        let mut characters = text.char_indices();
        let (at, character) = characters.find(|(_, character)| !character.is_ascii())?;
        let at = place.start + at;
        Some(finding(
            "the text is not UTF-8 and does not say what it is: Windows-1252 is assumed".to_owned(),
            "save the file as UTF-8, or name its encoding in `CA`",
            at..at + character.len_utf8(),
        ))
    });
    [of_label(record), misfit, guessed]
        .into_iter()
        .flatten()
        .min_by_key(|finding| finding.span.start)
}

/// The first `CA` that is unknown or not what the file is read by, wherever it stands.
fn of_label(record: &Record) -> Option<Finding> {
    let properties = record.nodes().flat_map(|node| record.properties(node));
    properties
        .filter(|property| property.name == Name::CA)
        .find_map(|property| {
            let mut labels = record.values(property).iter();
            labels.find_map(|&label| wrong_label(record, property, label))
        })
}

fn wrong_label(record: &Record, property: &Property, label: Span) -> Option<Finding> {
    let label = unescape(record.raw(label));
    let label = label.trim();
    let name = record.source().encoding().name();
    let (reason, fix) = match Encoding::from_label(label) {
        None => (
            format!(
                "`{}` is no known encoding: the file is read as {name}",
                excerpt(label)
            ),
            "write `CA[UTF-8]`".to_owned(),
        ),
        Some(other) if family(other.name()) != family(name) => (
            format!("`CA` says {}, but the file is read as {name}", other.name()),
            format!("write `CA[{name}]`: a file has one encoding"),
        ),
        Some(_) => return None,
    };
    let facts = MessageArgs::new().with("reason", reason).with("fix", fix);
    Some(facts.finding(Code::RecordEncoding, record.source_range(property.span)))
}

/// The two byte orders of UTF-16 are one encoding, as far as `CA` can tell.
fn family(name: &str) -> &str {
    name.trim_end_matches("LE").trim_end_matches("BE")
}
