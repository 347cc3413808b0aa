//! Findings as SARIF 2.1.0, for code scanning.
//!
//! Results are written one by one, so that memory does not grow with their number.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

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

/// A text as SARIF holds it.
#[derive(Serialize)]
struct SarifMessage {
    text: String,
}

impl From<&str> for SarifMessage {
    fn from(text: &str) -> SarifMessage {
        SarifMessage {
            text: text.to_owned(),
        }
    }
}

/// The program and its rules. All keys of these objects are in alphabetical order.
#[derive(Serialize)]
struct SarifTool {
    driver: SarifDriver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifDriver {
    name: &'static str,
    rules: Vec<SarifRule>,
    semantic_version: &'static str,
    short_description: SarifMessage,
    version: &'static str,
}

/// A code and its explanation.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRule {
    default_configuration: SarifConfiguration,
    full_description: SarifMessage,
    help: SarifHelp,
    id: &'static str,
    properties: SarifRuleProperties,
    short_description: SarifMessage,
}

#[derive(Serialize)]
struct SarifConfiguration {
    level: String,
}

#[derive(Serialize)]
struct SarifHelp {
    markdown: &'static str,
    text: String,
}

#[derive(Serialize)]
struct SarifRuleProperties {
    #[serde(rename = "problem.severity")]
    severity: String,
    tags: Vec<&'static str>,
}

/// The folder that files are named from.
#[derive(Serialize)]
struct SarifRoot {
    #[serde(rename = "%SRCROOT%")]
    root: SarifRootDescription,
}

#[derive(Serialize)]
struct SarifRootDescription {
    description: SarifMessage,
}

/// A finding.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    level: String,
    locations: [SarifLocation; 1],
    message: SarifMessage,
    partial_fingerprints: SarifFingerprints,
    properties: SarifResultProperties,
    rule_id: &'static str,
    rule_index: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    physical_location: SarifPhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifPhysicalLocation {
    artifact_location: SarifArtifact,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<SarifRegion>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifArtifact {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

/// The span of a finding; the end column is exclusive.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRegion {
    end_column: usize,
    end_line: usize,
    start_column: usize,
    start_line: usize,
}

#[derive(Serialize)]
struct SarifFingerprints {
    #[serde(rename = "kifuFinding/v1")]
    finding: String,
}

/// What SARIF has no keys for. The offset is not a `byteOffset`: it counts bytes of the text as UTF-8, and the
/// file may be in another encoding.
#[derive(Serialize)]
struct SarifResultProperties {
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grey: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    point: Option<String>,
    record: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    yellow: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifInvocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<SarifNotification>,
}

#[derive(Serialize)]
struct SarifNotification {
    level: &'static str,
    message: SarifMessage,
}

/// One run with all rules and a result for each finding.
pub(super) struct SarifReport {
    budget: Budget,
    root: Option<String>,
    has_results: bool,
}

impl SarifReport {
    pub(super) fn new(options: &ReportOptions) -> SarifReport {
        SarifReport {
            budget: Budget::new(options.max_findings),
            root: options.root.clone(),
            has_results: false,
        }
    }
}

impl ReportWriter for SarifReport {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let tool = SarifTool {
            driver: SarifDriver {
                name: "kifu",
                rules: Code::ALL.iter().copied().map(rule).collect(),
                semantic_version: env!("CARGO_PKG_VERSION"),
                short_description: env!("CARGO_PKG_DESCRIPTION").into(),
                version: env!("CARGO_PKG_VERSION"),
            },
        };
        let root = SarifRoot {
            root: SarifRootDescription {
                description: "The folder in which kifu was run.".into(),
            },
        };
        // Lines and columns are counted like in all other output.
        write!(
            out,
            "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\
             \"columnKind\":\"unicodeCodePoints\",\
             \"newlineSequences\":[\"\\r\\n\",\"\\n\\r\",\"\\n\",\"\\r\"],\
             \"originalUriBaseIds\":"
        )?;
        serde_json::to_writer(&mut *out, &root)?;
        write!(out, ",\n\"tool\":")?;
        serde_json::to_writer(&mut *out, &tool)?;
        write!(out, ",\n\"results\":[")
    }

    fn record(
        &mut self,
        report: &RecordReport,
        lines: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut counts = BTreeMap::new();
        for finding in self.budget.take(report.findings()) {
            let path = relative(&report.source, self.root.as_deref());
            let mut print = fingerprint(report, finding);
            let count = counts.entry(print.clone()).or_insert(0);
            *count += 1;
            if *count > 1 {
                print.push_str(&format!(" ({count})"));
            }
            out.write_all(if self.has_results { b",\n" } else { b"\n" })?;
            self.has_results = true;
            serde_json::to_writer(&mut *out, &result(report, finding, lines, path, print))?;
        }
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let omitted = self.budget.left_out().map(|text| SarifNotification {
            level: "note",
            message: SarifMessage { text },
        });
        let invocation = SarifInvocation {
            execution_successful: summary.unreadable == 0,
            tool_execution_notifications: Vec::from_iter(omitted),
        };
        write!(out, "\n],\n\"invocations\":[")?;
        serde_json::to_writer(&mut *out, &invocation)?;
        writeln!(out, "]}}]}}")
    }
}

/// A code and its explanation.
fn rule(code: Code) -> SarifRule {
    let mut text = code.rule().to_owned();
    let mut markdown = code.rule();
    let mut meaning = code.rule().to_owned();
    if let Some(explanation) = explain(code) {
        markdown = explanation.markdown;
        meaning = explanation.meaning.join("\n\n");
        text.push_str(&format!("\n\n{meaning}\n\nWhy: {}", explanation.why));
    }
    if meaning.is_empty() {
        code.rule().clone_into(&mut meaning);
    }
    let severity = code.severity().to_string();
    SarifRule {
        default_configuration: SarifConfiguration {
            level: severity.clone(),
        },
        full_description: SarifMessage { text: meaning },
        help: SarifHelp { markdown, text },
        id: code.id(),
        properties: SarifRuleProperties {
            severity,
            tags: Vec::from_iter(code.id().split("::").next()),
        },
        short_description: code.rule().into(),
    }
}

fn result(
    report: &RecordReport,
    finding: &Finding,
    lines: &LineIndex,
    path: &str,
    print: String,
) -> SarifResult {
    let help = finding.help().map(|help| format!("\n{help}"));
    let text = format!("{}{}", finding.message(), help.unwrap_or_default());
    let has_text = report.verdict.is_ok();
    let details = report.details();
    let escaped = |text: &Option<String>| text.as_deref().map(|text| safe(text).into_owned());
    SarifResult {
        level: finding.code().severity().to_string(),
        locations: [SarifLocation {
            physical_location: SarifPhysicalLocation {
                artifact_location: SarifArtifact {
                    uri: uri(path),
                    uri_base_id: (!is_absolute(path)).then_some(ROOT),
                },
                region: has_text.then(|| region(finding, lines)),
            },
        }],
        message: SarifMessage { text: plain(&text) },
        partial_fingerprints: SarifFingerprints { finding: print },
        properties: SarifResultProperties {
            black: details.and_then(|details| escaped(&details.players.black)),
            date: details.and_then(|details| escaped(&details.date)),
            event: details.and_then(|details| escaped(&details.event)),
            grey: details.and_then(|details| escaped(&details.players.grey)),
            length: has_text.then(|| finding.span.len()),
            offset: has_text.then(|| lines.offset(finding.span.start)),
            ply: finding.ply,
            point: escaped(&finding.point),
            record: report.index,
            round: details.and_then(|details| escaped(&details.round)),
            variation: escaped(&finding.variation),
            white: details.and_then(|details| escaped(&details.players.white)),
            yellow: details.and_then(|details| escaped(&details.players.yellow)),
        },
        rule_id: finding.code().id(),
        rule_index: Code::ALL.iter().position(|&code| code == finding.code()),
    }
}

fn region(finding: &Finding, lines: &LineIndex) -> SarifRegion {
    let (start_line, start_column) = lines.line_column(finding.span.start);
    let (end_line, end_column) = lines.line_column(finding.span.end);
    SarifRegion {
        end_column,
        end_line,
        start_column,
        start_line,
    }
}

/// Identifies a finding even when lines before it are added or removed.
fn fingerprint(report: &RecordReport, finding: &Finding) -> String {
    let mut print = format!("{} record {}", finding.code().id(), report.index);
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

/// A text without links: `[text](target)` in a message would be one.
fn plain(text: &str) -> String {
    let lines: Vec<_> = text.split('\n').map(safe).collect();
    lines.join("\n").replace("](", "] (")
}
