//! Findings for people: the source line with the span underlined, the message, the help, and the
//! board before the ply.

use std::{
    fmt::{self, Display, Formatter},
    io::{self, Write},
    ops::RangeInclusive,
};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode};

use super::{
    LineIndex, RecordReport,
    budget::Budget,
    excerpt::Excerpt,
    safe,
    summary::Summary,
    writer::{ReportOptions, ReportWriter, SummaryStyle},
};
use crate::{
    diagram::{Diagram, Location, TextOptions, text},
    verify::{Finding, Severity},
};

/// The columns of an output whose width is unknown.
const DEFAULT_WIDTH: usize = 80;
/// The widths that text is written in.
const WIDTHS: RangeInclusive<usize> = 50..=120;

/// Writes findings in full.
#[derive(Debug)]
pub struct TextRenderer {
    handler: GraphicalReportHandler,
    color: bool,
    width: usize,
}

impl TextRenderer {
    /// A renderer with or without color, for an output of so many columns: at least 50, at most 120, and 80 if this
    /// is unknown.
    pub fn new(color: bool, width: Option<usize>) -> TextRenderer {
        let width = width.unwrap_or(DEFAULT_WIDTH);
        let width = width.clamp(*WIDTHS.start(), *WIDTHS.end());
        let theme = if color {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_width(width)
            .with_context_lines(0)
            .with_links(false);
        TextRenderer {
            handler,
            color,
            width,
        }
    }

    /// The findings of a record; empty if there are none.
    pub fn render(&self, report: &RecordReport, line_index: &LineIndex) -> String {
        self.findings(report.findings(), report, line_index)
    }

    /// Some of the findings of a record.
    fn findings(
        &self,
        findings: &[Finding],
        report: &RecordReport,
        line_index: &LineIndex,
    ) -> String {
        let line_index = report.verdict.is_ok().then_some(line_index);
        findings
            .iter()
            .map(|finding| self.finding(finding, &report.source, line_index))
            .collect()
    }

    /// One finding; `line_index` is that of its source, if it could be read.
    pub fn finding(
        &self,
        finding: &Finding,
        source: &str,
        line_index: Option<&LineIndex>,
    ) -> String {
        let shown = FindingDiagnostic::new(finding, source, line_index, self.width);
        self.show(finding, &shown)
    }

    /// A finding about a move that stands in no source.
    pub fn unplaced(&self, finding: &Finding) -> String {
        self.show(finding, &FindingDiagnostic::unplaced(finding))
    }

    /// A finding and the board before it.
    fn show(&self, finding: &Finding, shown: &FindingDiagnostic) -> String {
        let mut out = String::new();
        // Writing to a string fails only if the span is outside the excerpt.
        if self.handler.render_report(&mut out, shown).is_err() {
            out.push_str(&shown.message);
            out.push('\n');
        }
        if let Some(board) = &finding.board {
            if let Some(ply) = finding.ply {
                out.push_str(&format!("  before ply {ply}:\n"));
            }
            let options = TextOptions {
                color: self.color,
                width: self.width - 4,
                ..TextOptions::default()
            };
            let illegal: Vec<Location> = board.marks.iter().copied().map(Location::from).collect();
            let diagram = Diagram {
                illegal: &illegal,
                ..Diagram::new(&board.position)
            };
            for line in text(&diagram, &options).lines() {
                out.push_str("    ");
                out.push_str(line);
                out.push('\n');
            }
        }
        out.push('\n');
        out
    }
}

/// Findings in full, and a summary.
pub(super) struct TextReport {
    renderer: TextRenderer,
    budget: Budget,
    summary_style: SummaryStyle,
}

impl TextReport {
    pub(super) fn new(options: &ReportOptions) -> TextReport {
        TextReport {
            renderer: TextRenderer::new(options.color, options.width),
            budget: Budget::new(options.max_findings),
            summary_style: options.summary,
        }
    }
}

impl ReportWriter for TextReport {
    fn record(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let findings = self.budget.take(report.findings());
        let text = self.renderer.findings(findings, report, line_index);
        out.write_all(text.as_bytes())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if let Some(left_out) = self.budget.left_out() {
            writeln!(out, "{left_out}\n")?;
        }
        out.write_all(self.summary_style.render(summary).as_bytes())
    }
}

/// A finding as miette shows it.
#[derive(Debug)]
struct FindingDiagnostic<'f> {
    finding: &'f Finding,
    message: String,
    help: Option<String>,
    labels: Vec<LabeledSpan>,
    /// `None` for what has no text: a source that cannot be read.
    excerpt: Option<Excerpt>,
}

impl<'f> FindingDiagnostic<'f> {
    fn unplaced(finding: &'f Finding) -> FindingDiagnostic<'f> {
        FindingDiagnostic {
            finding,
            message: safe(&finding.message()).into_owned(),
            help: finding.help().map(|help| safe(&help).into_owned()),
            labels: Vec::new(),
            excerpt: None,
        }
    }

    fn new(
        finding: &'f Finding,
        source: &str,
        line_index: Option<&LineIndex>,
        width: usize,
    ) -> FindingDiagnostic<'f> {
        let mut shown = FindingDiagnostic::unplaced(finding);
        let Some(line_index) = line_index else {
            shown.message = format!("{}: {}", safe(source), shown.message);
            return shown;
        };
        let earlier = finding.related.as_ref();
        let variation = finding.variation.as_deref().map(shortened);
        let primary = match (finding.ply, variation) {
            (Some(ply), Some(variation)) => format!("ply {ply} of variation {variation}"),
            (Some(ply), None) => format!("ply {ply}"),
            (None, Some(variation)) => format!("in variation {variation}"),
            (None, None) => "here".to_owned(),
        };
        let label = earlier.map(|earlier| safe(&earlier.label));
        let labels: Vec<_> = std::iter::once((finding.span.clone(), primary.as_str()))
            .chain(
                earlier
                    .map(|earlier| earlier.span.clone())
                    .zip(label.as_deref()),
            )
            .collect();
        let (excerpt, mapped) = Excerpt::new(&safe(source), line_index, &labels, width);
        shown.labels = mapped
            .into_iter()
            .zip(&labels)
            .enumerate()
            .map(|(index, (place, (_, label)))| {
                let (label, span) = (Some((*label).to_owned()), (place.start, place.len()));
                if index == 0 {
                    LabeledSpan::new_primary_with_span(label, span)
                } else {
                    LabeledSpan::new_with_span(label, span)
                }
            })
            .collect();
        shown.excerpt = Some(excerpt);
        shown
    }
}

/// The name of a variation; of a long one the beginning and the end.
fn shortened(variation: &str) -> String {
    const SHOWN: usize = 24;
    if variation.len() <= SHOWN {
        return variation.to_owned();
    }
    let half = SHOWN / 2;
    let end = &variation[variation.len() - half..];
    format!("{}…{end}", &variation[..half])
}

impl Display for FindingDiagnostic<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FindingDiagnostic<'_> {}

impl Diagnostic for FindingDiagnostic<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.finding.code().id()))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.code().severity() {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt
            .as_ref()
            .map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
