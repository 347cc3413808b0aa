//! Bytes as records that are judged, and every report of it.

use kifu::{
    record::{self, decode},
    report::{LineIndex, RecordReport, ReportFormat, ReportOptions, Row, Summary},
    verify::{Options, Status, verify},
};
use serde_json::Value;

/// Judging ends with findings that stand in the text, and every report of it is in its format and harmless.
pub fn report(data: &[u8]) {
    let decoded = decode(data.to_vec());
    let places = LineIndex::new(&decoded.text);
    let judging = Options {
        variations: true,
        ..Options::default()
    };
    let judged: Vec<RecordReport> = (1..)
        .zip(record::read(&decoded))
        .map(|(index, record)| RecordReport {
            source: "file.sgf".to_owned(),
            index,
            verdict: Ok(verify(&record, &judging)),
        })
        .collect();
    let mut summary = Summary::default();
    for judged in &judged {
        summary.count(&Row::new(judged, &places));
        check(judged, &decoded.text);
    }
    for color in [false, true] {
        let options = ReportOptions {
            color,
            ..ReportOptions::default()
        };
        for format in ReportFormat::ALL {
            // Only text is colored. SARIF tells all that is known of every code, which takes long.
            let is_told = match format {
                ReportFormat::Text => true,
                ReportFormat::Sarif => data.len().is_multiple_of(8) && !color,
                _ => !color,
            };
            if !is_told {
                continue;
            }
            let mut report = format.open(&options);
            let mut out = Vec::new();
            report.begin(&mut out).expect("memory can be written");
            for judged in &judged {
                let written = report.record(judged, &places, &mut out);
                written.expect("memory can be written");
            }
            report
                .end(&summary, &mut out)
                .expect("memory can be written");
            let text = String::from_utf8(out).expect("reports are UTF-8");
            if !color {
                harmless(format, &text);
            }
            in_format(format, &text, judged.len());
        }
    }
}

fn check(judged: &RecordReport, text: &str) {
    let Ok(verdict) = &judged.verdict else {
        panic!("a record in memory can be read");
    };
    let mut malformed = false;
    for finding in &verdict.findings {
        let places = finding.related.iter().map(|earlier| &earlier.span);
        for place in places.chain([&finding.span]) {
            assert!(text.get(place.clone()).is_some(), "{finding:?}");
        }
        let group = finding.code().id().split("::").next();
        malformed |= matches!(group, Some("syntax" | "limit"));
        assert!(!finding.message().is_empty(), "{finding:?}");
    }
    assert_eq!(verdict.status == Status::Malformed, malformed);
}

/// Nothing in a report acts on a terminal or hides. JSON holds texts as they are, but for what JSON escapes.
fn harmless(format: ReportFormat, text: &str) {
    let is_json = matches!(
        format,
        ReportFormat::Json | ReportFormat::Jsonl | ReportFormat::Sarif
    );
    let acts = |c: &char| match c {
        '\n' => false,
        _ if is_json => *c < ' ',
        _ => {
            c.is_control()
                || ('\u{202A}'..='\u{202E}').contains(c)
                || ('\u{2066}'..='\u{2069}').contains(c)
        }
    };
    assert_eq!(text.chars().find(acts), None, "{format}: {text}");
}

/// A report can be read by what reads its format.
fn in_format(format: ReportFormat, text: &str, records: usize) {
    let json = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    match format {
        ReportFormat::Json => assert_eq!(json(text).as_array().map(Vec::len), Some(records)),
        ReportFormat::Jsonl => {
            let lines: Vec<Value> = text.lines().map(json).collect();
            assert_eq!(lines.len(), records);
        }
        ReportFormat::Sarif => assert_eq!(json(text)["version"], "2.1.0"),
        ReportFormat::Csv => {
            let mut rows = csv::Reader::from_reader(text.as_bytes());
            let rows: Result<Vec<_>, _> = rows.records().collect();
            assert!(rows.expect("CSV").len() >= records);
        }
        ReportFormat::Junit => {
            let document = roxmltree::Document::parse(text).expect("XML");
            let cases = document.descendants();
            let cases = cases.filter(|node| node.has_tag_name("testcase"));
            assert_eq!(cases.count(), records);
        }
        ReportFormat::Github => {
            let commands = ["::error file=", "::warning file=", "::notice title="];
            for line in text.lines() {
                assert!(
                    commands.iter().any(|start| line.starts_with(start)),
                    "{line}"
                );
            }
        }
        ReportFormat::Markdown => assert!(text.len() < 65_536),
        ReportFormat::Text | ReportFormat::Short | ReportFormat::Note => {}
    }
}
