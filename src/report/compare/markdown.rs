//! Comparisons for a comment on a pull request.

use std::io::{self, Write};

use super::{
    change::Changed,
    comparison::Comparison,
    text::{DetailedExamples, in_full, line, tables},
    writer::{CompareOptions, CompareReport},
};
use crate::{
    output::in_brief,
    report::{
        LineIndex, RecordReport, TextRenderer,
        markdown::{MOST, code, fence},
        summary::counted,
    },
};

/// The maximum number of bytes of the list of records; the rest is for those in full.
const LISTED: usize = MOST / 2;
/// Bytes reserved for the lines about omitted records, and for the tags around the part in full.
const CLOSING: usize = 400;

/// The counts, then a list of the records, then some in full, as far as there is room.
pub(super) struct MarkdownComparison {
    renderer: TextRenderer,
    examples: DetailedExamples,
    list: String,
    not_listed: u64,
    /// As many as can fit.
    details: Vec<String>,
    bytes: usize,
}

impl MarkdownComparison {
    pub(super) fn new(options: &CompareOptions) -> MarkdownComparison {
        MarkdownComparison {
            renderer: TextRenderer::new(false, None),
            examples: DetailedExamples::new(options.details),
            list: String::new(),
            not_listed: 0,
            details: Vec::new(),
            bytes: 0,
        }
    }

    fn list(&mut self, source: &str, text: &str) {
        let item = format!("- {}: {text}\n", code(source));
        if self.list.len() + item.len() <= LISTED {
            self.list.push_str(&item);
        } else {
            self.not_listed += 1;
        }
    }
}

impl CompareReport for MarkdownComparison {
    fn changed(
        &mut self,
        changed: &Changed,
        line_index: &LineIndex,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        let text = format!("record {}, {changed}", changed.index);
        self.list(changed.source, &text);
        if self.examples.takes(changed) {
            if self.bytes > MOST {
                self.examples.left_out += 1;
                return Ok(());
            }
            let full = in_full(changed, line_index, &self.renderer, false);
            let full = format!("{}\n\n{full}", line(changed));
            self.bytes += full.len();
            self.details.push(full);
        }
        Ok(())
    }

    fn unreadable(&mut self, report: &RecordReport, _: &mut dyn Write) -> io::Result<()> {
        for finding in report.findings() {
            let text = code(&in_brief(finding));
            self.list(&report.source, &text);
        }
        Ok(())
    }

    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        let mut body = head(comparison);
        if !self.list.is_empty() {
            body.push_str("\n<details><summary>Records</summary>\n\n");
            body.push_str(&self.list);
            if self.not_listed > 0 {
                let count = counted(self.not_listed, "more is", "more are");
                body.push_str(&format!("\n{count} not listed.\n"));
            }
            body.push_str("\n</details>\n");
        }
        let mut full = String::new();
        for details in &self.details {
            // The fence may be as long as the longest run of backticks in the text, twice.
            let marks = 2 * fence(details, 3).len();
            if body.len() + full.len() + details.len() + marks + CLOSING <= MOST {
                full.push_str(details);
            } else {
                self.examples.left_out += 1;
            }
        }
        if !full.is_empty() {
            let fence = fence(&full, 3);
            let full = full.trim_end();
            body.push_str(&format!(
                "\n<details><summary>In full</summary>\n\n{fence}text\n{full}\n{fence}\n\n</details>\n"
            ));
        }
        if let Some(closing) = self.examples.closing() {
            body.push_str(&format!("\n{closing}.\n"));
        }
        out.write_all(body.as_bytes())
    }
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}

/// The counts per kind and per rule.
fn head(comparison: &Comparison) -> String {
    let mark = if comparison.changed() == 0 {
        "✅"
    } else {
        "⚠️"
    };
    let (old, new) = (code(&comparison.old), code(&comparison.new));
    let mut body = format!(
        "## {mark} kifu compare: {old} → {new}\n\n{}.\n",
        comparison.sentence()
    );
    if let Some(assumption) = comparison.assumption() {
        body.push_str(&format!("\n**{}**\n", capitalized(&assumption)));
    }
    for (headings, rows) in tables(comparison) {
        if !rows.is_empty() {
            let rule = "--:|".repeat(headings.len() - 1);
            body.push_str(&format!("\n| {} |\n|---|{rule}\n", headings.join(" | ")));
            for row in rows {
                body.push_str(&format!("| {} |\n", row.join(" | ")));
            }
        }
    }
    body
}
