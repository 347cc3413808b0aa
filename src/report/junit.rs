//! Records as test cases in the XML of `JUnit`.
//!
//! The start tag of a suite has the number of its cases, so the cases of a source are kept until it
//! ends; a source of many records becomes several suites of its name.

use std::io::{self, Write};

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

use super::{
    LineIndex, RecordReport,
    row::OutputStatus,
    safe, short,
    summary::Summary,
    writer::{ReportOptions, ReportWriter},
};
use crate::verify::{Finding, Severity};

/// The maximum number of cases in a suite, and of bytes in their texts.
const CASES: usize = 1_000;
const BYTES: usize = 1024 * 1024;

/// A test case for each record.
pub(super) struct JunitReport {
    /// The least severity that makes a case fail.
    least: Severity,
    writer: Writer<Vec<u8>>,
    suite: TestSuite,
}

#[derive(Default)]
struct TestSuite {
    source: String,
    cases: Vec<TestCase>,
    bytes: usize,
}

struct TestCase {
    index: usize,
    outcome: CaseStatus,
    /// The code and the message of the first finding that counts.
    code: &'static str,
    message: String,
    /// All findings, one per line.
    text: String,
    /// Who played the game, where and when: names and values.
    properties: Vec<(&'static str, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CaseStatus {
    Passed,
    Failed,
    Unreadable,
}

impl JunitReport {
    pub(super) fn new(options: &ReportOptions) -> JunitReport {
        JunitReport {
            least: if options.strict {
                Severity::Warning
            } else {
                Severity::Error
            },
            writer: Writer::new_with_indent(Vec::new(), b' ', 2),
            suite: TestSuite::default(),
        }
    }

    fn case(&self, report: &RecordReport, line_index: &LineIndex) -> TestCase {
        let findings = report.findings().iter();
        let counting = findings
            .clone()
            .find(|finding| finding.code().severity() >= self.least);
        let text = findings
            .map(|finding| short::line(report, finding, line_index) + "\n")
            .collect();
        TestCase {
            index: report.index,
            outcome: match (OutputStatus::of(report), counting) {
                (OutputStatus::Unreadable, _) => CaseStatus::Unreadable,
                (_, Some(_)) => CaseStatus::Failed,
                (_, None) => CaseStatus::Passed,
            },
            code: counting.map_or("", |finding| finding.code().id()),
            message: counting.map(Finding::message).unwrap_or_default(),
            text,
            properties: properties(report),
        }
    }

    /// Writes the suite so far, and begins the next.
    fn close_suite(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let suite = std::mem::take(&mut self.suite);
        if !suite.cases.is_empty() {
            let count = |outcome| {
                let cases = suite.cases.iter();
                cases
                    .filter(|case| case.outcome == outcome)
                    .count()
                    .to_string()
            };
            let source = text(&suite.source);
            let start = BytesStart::new("testsuite").with_attributes([
                ("name", source.as_str()),
                ("tests", &suite.cases.len().to_string()),
                ("failures", &count(CaseStatus::Failed)),
                ("errors", &count(CaseStatus::Unreadable)),
                ("skipped", "0"),
            ]);
            self.writer.write_event(Event::Start(start))?;
            for case in &suite.cases {
                self.write_case(&source, case)?;
            }
            self.end("testsuite")?;
        }
        self.give(out)
    }

    fn write_case(&mut self, source: &str, case: &TestCase) -> io::Result<()> {
        let name = match case.outcome {
            CaseStatus::Unreadable => "source".to_owned(),
            _ => format!("record {}", case.index),
        };
        let start = BytesStart::new("testcase").with_attributes([
            ("classname", source),
            ("name", &name),
            ("file", source),
        ]);
        if case.text.is_empty() && case.properties.is_empty() {
            return self.writer.write_event(Event::Empty(start));
        }
        self.writer.write_event(Event::Start(start))?;
        self.write_properties(&case.properties)?;
        if case.text.is_empty() {
            return self.end("testcase");
        }
        // A record with warnings passes, but has a text.
        let (element, attributes) = match case.outcome {
            CaseStatus::Passed => ("system-out", None),
            CaseStatus::Failed => ("failure", Some(text(&case.message))),
            CaseStatus::Unreadable => ("error", Some(text(&case.message))),
        };
        let mut start = BytesStart::new(element);
        if let Some(message) = &attributes {
            start.extend_attributes([("message", message.as_str()), ("type", case.code)]);
        }
        self.writer.write_event(Event::Start(start))?;
        let lines: Vec<String> = case.text.lines().map(text).collect();
        let text = Event::Text(BytesText::new(&lines.join("\n")).into_owned());
        self.writer.write_event(text)?;
        self.end(element)?;
        self.end("testcase")
    }

    fn write_properties(&mut self, properties: &[(&str, String)]) -> io::Result<()> {
        if properties.is_empty() {
            return Ok(());
        }
        let start = BytesStart::new("properties");
        self.writer.write_event(Event::Start(start))?;
        for (name, value) in properties {
            let property = BytesStart::new("property")
                .with_attributes([("name", *name), ("value", value.as_str())]);
            self.writer.write_event(Event::Empty(property))?;
        }
        self.end("properties")
    }

    fn end(&mut self, element: &str) -> io::Result<()> {
        self.writer.write_event(Event::End(BytesEnd::new(element)))
    }

    /// Passes on the output of the XML writer.
    fn give(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.writer.get_ref())?;
        self.writer.get_mut().clear();
        Ok(())
    }
}

impl ReportWriter for JunitReport {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let declaration = BytesDecl::new("1.0", Some("UTF-8"), None);
        self.writer.write_event(Event::Decl(declaration))?;
        let start = BytesStart::new("testsuites").with_attributes([("name", "kifu")]);
        self.writer.write_event(Event::Start(start))?;
        self.give(out)
    }

    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let suite = &self.suite;
        let full = suite.cases.len() >= CASES || suite.bytes >= BYTES;
        if full || suite.source != report.source {
            self.close_suite(out)?;
            self.suite.source.clone_from(&report.source);
        }
        let case = self.case(report, line_index);
        let values = case.properties.iter().map(|(_, value)| value.len());
        self.suite.bytes += case.text.len() + case.message.len() + values.sum::<usize>();
        self.suite.cases.push(case);
        Ok(())
    }

    fn end(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.close_suite(out)?;
        self.end("testsuites")?;
        self.writer.get_mut().push(b'\n');
        self.give(out)
    }
}

/// Who played the game of a record, where and when, as far as it is known.
fn properties(report: &RecordReport) -> Vec<(&'static str, String)> {
    let Some(details) = report.details() else {
        return Vec::new();
    };
    let values = [
        ("black", &details.players.black),
        ("white", &details.players.white),
        ("grey", &details.players.grey),
        ("yellow", &details.players.yellow),
        ("event", &details.event),
        ("round", &details.round),
        ("date", &details.date),
    ];
    let known = values.into_iter();
    let known = known.filter_map(|(name, value)| Some((name, text(value.as_deref()?))));
    known.collect()
}

/// A text without the characters that XML does not allow.
fn text(from: &str) -> String {
    let allowed = |character| !matches!(character, '\u{FFFE}' | '\u{FFFF}');
    safe(from)
        .chars()
        .map(|character| {
            if allowed(character) {
                character
            } else {
                '\u{FFFD}'
            }
        })
        .collect()
}
