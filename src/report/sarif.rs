//! Findings as SARIF 2.1.0, for code scanning.
//!
//! Results are written one by one: only what stands before and behind them is kept.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde_json::{Value, json};

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    location::{is_absolute, relative, uri},
    safe,
    summary::Summary,
    writer::{ReportOptions, ReportWriter},
};
use crate::verify::{Code, Finding, explain};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The folder that files are named from.
const ROOT: &str = "%SRCROOT%";

/// One run with all rules and a result for each finding.
pub(super) struct SarifReport {
    budget: Budget,
    root: Option<String>,
    begun: bool,
}

impl SarifReport {
    pub(super) fn new(options: &ReportOptions) -> SarifReport {
        SarifReport {
            budget: Budget::new(options.max_findings),
            root: options.root.clone(),
            begun: false,
        }
    }
}

impl ReportWriter for SarifReport {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rules: Vec<Value> = Code::ALL.iter().copied().map(rule).collect();
        let tool = json!({"driver": {
            "name": "kifu",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "shortDescription": {"text": env!("CARGO_PKG_DESCRIPTION")},
            "rules": rules,
        }});
        // Lines and columns as the rest of the output counts them.
        let root = json!({ROOT: {"description": {"text": "The folder in which kifu was run."}}});
        let breaks = json!(["\r\n", "\n\r", "\n", "\r"]);
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"columnKind\":\"unicodeCodePoints\",\"newlineSequences\":{breaks},\
             \"originalUriBaseIds\":{root},\n\"tool\":{tool},\n\"results\":["
        )
    }

    fn record(
        &mut self,
        judged: &RecordReport,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut seen = BTreeMap::new();
        for finding in self.budget.take(judged.findings()) {
            let path = relative(&judged.source, self.root.as_deref());
            let mut result = result(judged, finding, places, path);
            let mut print = fingerprint(judged, finding);
            let times = seen.entry(print.clone()).or_insert(0);
            *times += 1;
            if *times > 1 {
                print.push_str(&format!(" ({times})"));
            }
            result["partialFingerprints"] = json!({"kifuFinding/v1": print});
            out.write_all(if self.begun { b",\n" } else { b"\n" })?;
            self.begun = true;
            serde_json::to_writer(&mut *out, &result)?;
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let left_out = self.budget.left_out();
        let notes = left_out.map(|text| json!({"level": "note", "message": {"text": text}}));
        let invocation = json!({
            "executionSuccessful": summary.unreadable == 0,
            "toolExecutionNotifications": Vec::from_iter(notes),
        });
        writeln!(out, "\n],\n\"invocations\":[{invocation}]}}]}}")
    }
}

/// A code with all that is known of it.
fn rule(code: Code) -> Value {
    let mut text = code.rule().to_owned();
    let mut markdown = code.rule();
    let mut meaning = code.rule().to_owned();
    if let Some(explanation) = explain(code) {
        markdown = explanation.markdown;
        meaning = explanation.meaning.join("\n\n");
        text.push_str(&format!("\n\n{meaning}\n\nWhy: {}", explanation.why));
    }
    let group = code.id().split("::").next();
    json!({
        "id": code.id(),
        "shortDescription": {"text": code.rule()},
        "fullDescription": {"text": if meaning.is_empty() { code.rule() } else { &meaning }},
        "help": {"text": text, "markdown": markdown},
        "defaultConfiguration": {"level": code.severity().to_string()},
        "properties": {"tags": [group], "problem.severity": code.severity().to_string()},
    })
}

fn result(judged: &RecordReport, finding: &Finding, places: &LineIndex, path: &str) -> Value {
    let index = Code::ALL.iter().position(|&code| code == finding.code());
    let help = finding.help().map(|help| format!("\n{help}"));
    let text = format!("{}{}", finding.message(), help.unwrap_or_default());
    let mut artifact = json!({"uri": uri(path)});
    if !is_absolute(path) {
        artifact["uriBaseId"] = json!(ROOT);
    }
    let mut location = json!({"artifactLocation": artifact});
    let mut properties = json!({"record": judged.index});
    if judged.verdict.is_ok() {
        location["region"] = region(finding, places);
        // Not `byteOffset`: those would be bytes of the file, which may be in another encoding.
        properties["offset"] = json!(finding.span.start);
        properties["length"] = json!(finding.span.len());
    }
    if let Some(ply) = finding.ply {
        properties["ply"] = json!(ply);
    }
    for (name, value) in [("point", &finding.point), ("variation", &finding.variation)] {
        if let Some(value) = value {
            properties[name] = json!(safe(value));
        }
    }
    json!({
        "ruleId": finding.code().id(),
        "ruleIndex": index,
        "level": finding.code().severity().to_string(),
        "message": {"text": plain(&text)},
        "locations": [{"physicalLocation": location}],
        "properties": properties,
    })
}

/// The place of a finding. The end column is the one behind it.
fn region(finding: &Finding, places: &LineIndex) -> Value {
    let (start_line, start_column) = places.line_column(finding.span.start);
    let (end_line, end_column) = places.line_column(finding.span.end);
    json!({
        "startLine": start_line,
        "startColumn": start_column,
        "endLine": end_line,
        "endColumn": end_column,
    })
}

/// What a finding is told by when lines before it have come or gone.
fn fingerprint(judged: &RecordReport, finding: &Finding) -> String {
    let mut print = format!("{} record {}", finding.code().id(), judged.index);
    if let Some(variation) = &finding.variation {
        print.push_str(&format!(" variation {variation}"));
    }
    if let Some(ply) = finding.ply {
        print.push_str(&format!(" ply {ply}"));
    }
    if let Some(point) = &finding.point {
        print.push_str(&format!(" {}", safe(point)));
    }
    print
}

/// A text without links: in a message `[text](target)` would be one.
fn plain(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(safe).collect();
    lines.join("\n").replace("](", "] (")
}
