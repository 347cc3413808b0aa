//! Whether what players write about their game can be in its record.

use kifu::{
    editor::Session,
    record::read,
    verify::{Options, Severity, verify},
};

/// The first text with an error that the record would not have without it, and why.
pub(crate) fn refused(session: &Session, details: &[(String, String)]) -> Option<(String, String)> {
    let text_now = session.to_text().ok()?;
    let record = read(text_now.as_str()).next()?;
    let changed = details
        .iter()
        .filter(|(letters, text)| session.detail(letters) != *text);
    for (letters, text) in changed.filter(|(_, text)| !text.is_empty()) {
        let mut other = Session::open(&record, Options::default()).ok()?;
        other.set_detail(letters, "");
        let known = errors(&other.to_text().ok()?);
        other.set_detail(letters, text);
        let Ok(after) = other.to_text() else {
            return Some((letters.clone(), "the record would be too long".to_owned()));
        };
        let mut new = errors(&after).into_iter();
        if let Some((_, message)) = new.find(|(code, _)| known.iter().all(|(had, _)| had != code)) {
            return Some((letters.clone(), message));
        }
    }
    None
}

/// The codes and messages of the errors of a text.
fn errors(text: &str) -> Vec<(&'static str, String)> {
    let Some(record) = read(text).next() else {
        return Vec::new();
    };
    let verdict = verify(&record, &Options::default());
    let errors = verdict.findings.iter();
    let errors = errors.filter(|finding| finding.severity() == Severity::Error);
    errors
        .map(|finding| (finding.code().id(), finding.message()))
        .collect()
}
