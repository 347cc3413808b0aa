//! Findings about the text: syntax, limits, encoding, and what is outside of any record.

use super::{
    diagnostics::{EncodingDiagnostic, SyntaxDiagnostic},
    finding::Finding,
};
use crate::record::{Encoding, FaultKind, Name, Property, Record, Span, unescape};

/// The findings of a record's text, in the order of their spans.
pub(super) fn findings(record: &Record) -> Vec<Finding> {
    let mut findings: Vec<Finding> = record
        .faults()
        .iter()
        .map(|fault| {
            let text = &record.source().text()[fault.span.clone()];
            let kind = fault.kind;
            Finding::new(&SyntaxDiagnostic { kind, text }, fault.span.clone())
        })
        .chain(of_encoding(record))
        .collect();
    findings.sort_by_key(|finding| finding.span.start);
    findings
}

/// `record::encoding`, at most one a record, the first one.
fn of_encoding(record: &Record) -> Option<Finding> {
    let source = record.source();
    let span = record.offset()..record.offset() + record.text().len();
    // Text outside of records belongs to the record that reports it.
    let outside = record.faults().iter();
    let outside = outside.filter(|fault| fault.kind == FaultKind::TextOutside);
    let mut spans: Vec<_> = outside.map(|fault| fault.span.clone()).collect();
    spans.push(span);
    spans.sort_by_key(|span| span.start);
    let invalid_bytes = spans.iter().find_map(|span| {
        let errors = source.decode_errors();
        let first = errors.partition_point(|&at| at < span.start);
        errors.get(first).filter(|&at| span.contains(at))
    });
    let invalid_bytes = invalid_bytes.map(|&at| {
        let encoding = source.encoding().name();
        let diagnostic = EncodingDiagnostic::Invalid { encoding };
        Finding::new(&diagnostic, at..at + '\u{FFFD}'.len_utf8())
    });
    let is_assumed = source.is_encoding_assumed();
    let assumed = spans.iter().filter(|_| is_assumed).find_map(|span| {
        let text = &source.text()[span.clone()];
        let mut characters = text.char_indices();
        let (at, character) = characters.find(|(_, character)| !character.is_ascii())?;
        let at = span.start + at;
        let span = at..at + character.len_utf8();
        Some(Finding::new(&EncodingDiagnostic::Assumed, span))
    });
    [of_label(record), invalid_bytes, assumed]
        .into_iter()
        .flatten()
        .min_by_key(|finding| finding.span.start)
}

/// The first `CA` that is unknown or not what the file is read by, in whatever node.
fn of_label(record: &Record) -> Option<Finding> {
    let nodes = record.nodes_beyond_plain_moves();
    nodes
        .flat_map(|node| record.properties(node))
        .filter(|property| property.name == Name::CA)
        .find_map(|property| {
            let mut labels = record.values(property).iter();
            labels.find_map(|&label| wrong_label(record, property, label))
        })
}

fn wrong_label(record: &Record, property: &Property, label: Span) -> Option<Finding> {
    let label = unescape(record.raw(label));
    let label = label.trim();
    let encoding = record.source().encoding().name();
    let diagnostic = match Encoding::from_label(label) {
        None => EncodingDiagnostic::UnknownLabel { label, encoding },
        Some(other) if family(other.name()) != family(encoding) => {
            let stated = other.name();
            EncodingDiagnostic::WrongLabel { stated, encoding }
        }
        Some(_) => return None,
    };
    let span = record.source_range(property.span);
    Some(Finding::new(&diagnostic, span))
}

/// The two byte orders of UTF-16 are one encoding, for `CA`.
fn family(name: &str) -> &str {
    name.trim_end_matches("LE").trim_end_matches("BE")
}
