//! The verdicts on the records of a file.

use js_sys::Function;
use kifu::{
    games::{Color, Game},
    record::{decode, read},
    verify::{Options, Severity, Status, Verdict, verify},
};
use serde::Serialize;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

use crate::{
    json,
    located::{FindingData, Locator},
};

/// A record in a list.
#[derive(Serialize)]
struct RecordRow<'v> {
    /// The number of the record in its file, from 0.
    index: usize,
    status: &'static str,
    game: Option<&'static str>,
    size: Option<String>,
    plies: u32,
    black: Option<&'v str>,
    white: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grey: Option<&'v str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    yellow: Option<&'v str>,
    /// The result that follows from the play, else the one that is stated.
    result: Option<String>,
    errors: usize,
    warnings: usize,
    /// The first error, else the first warning.
    code: Option<&'static str>,
    message: Option<String>,
}

fn options() -> Options {
    Options {
        variations: true,
        ..Options::default()
    }
}

fn status(verdict: &Verdict) -> &'static str {
    match verdict.status {
        Status::Valid => "valid",
        Status::Invalid => "invalid",
        Status::Malformed => "malformed",
    }
}

fn row(index: usize, verdict: &Verdict) -> RecordRow<'_> {
    let count = |severity| {
        let findings = verdict.findings.iter();
        findings.filter(|one| one.severity() == severity).count()
    };
    let worst = verdict
        .findings
        .iter()
        .rev()
        .max_by_key(|one| one.severity());
    RecordRow {
        index,
        status: status(verdict),
        game: verdict.game.map(Game::name),
        size: verdict.size.map(|size| size.to_string()),
        plies: verdict.plies,
        black: verdict.details.players[Color::Black].as_deref(),
        white: verdict.details.players[Color::White].as_deref(),
        grey: verdict.details.players[Color::Grey].as_deref(),
        yellow: verdict.details.players[Color::Yellow].as_deref(),
        result: verdict
            .computed
            .map(|outcome| outcome.to_string())
            .or_else(|| verdict.recorded.clone()),
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        code: worst.map(|finding| finding.code().id()),
        message: worst.map(kifu::verify::Finding::message),
    }
}

/// Verifies all records of a file and tells each verdict as JSON to a function.
///
/// # Errors
///
/// What the function throws.
#[wasm_bindgen]
pub fn judge(bytes: &[u8], told: &Function) -> Result<(), JsValue> {
    let decoded = decode(bytes.to_vec());
    for (index, record) in read(&decoded).enumerate() {
        let verdict = verify(&record, &options());
        told.call1(&JsValue::NULL, &json(&row(index, &verdict)).into())?;
    }
    Ok(())
}

/// The text of a record of a file; `None` if there are fewer.
#[wasm_bindgen(js_name = recordText)]
pub fn record_text(bytes: &[u8], index: usize) -> Option<String> {
    let decoded = decode(bytes.to_vec());
    let record = read(&decoded).nth(index)?;
    Some(record.text().to_owned())
}

#[derive(Serialize)]
struct Report<'v> {
    row: RecordRow<'v>,
    findings: Vec<FindingData>,
}

/// The verdict on the first record of a text, with all findings, as JSON.
#[wasm_bindgen]
pub fn report(text: &str) -> String {
    let locator = Locator::new(text);
    let Some(record) = read(text).next() else {
        return "null".to_owned();
    };
    let verdict = verify(&record, &options());
    let findings = verdict.findings.iter();
    json(&Report {
        row: row(0, &verdict),
        findings: findings
            .map(|finding| locator.finding(finding, record.node_at(finding.span.start).index()))
            .collect(),
    })
}
