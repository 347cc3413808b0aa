//! Comparisons for a comment on a pull request.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::{
    change::{ChangeKind, Changed},
    comparison::Comparison,
    text::{DetailedExamples, in_full, line, tables},
    writer::{CompareOptions, CompareReport},
};
use crate::{
    output::{counted, in_brief},
    report::{
        LineIndex, RecordReport, TextRenderer,
        markdown::{MOST, code, fence},
    },
};

/// The maximum number of bytes of the list of records; the rest is for those in full.
const LISTED: usize = MOST / 2;
/// Bytes reserved for the lines about omitted records, and for the tags around the part in full.
const CLOSING: usize = 400;

/// The counts, then a list of the records, then some in full, as far as there is room: winners first.
pub(super) struct MarkdownComparison {
    renderer: TextRenderer,
    examples: DetailedExamples,
    /// Of each kind of change as many as can fit.
    kinds: BTreeMap<ChangeKind, KindTexts>,
    unreadable: KindTexts,
}

/// What is written of a kind of change.
#[derive(Default)]
struct KindTexts {
    /// As many items of the list as can fit.
    list: Vec<String>,
    listed: usize,
    not_listed: u64,
    details: Vec<String>,
    detailed: usize,
}

impl KindTexts {
    fn list(&mut self, source: &str, text: &str) {
        let item = format!("- {}: {text}\n", code(source));
        if self.listed + item.len() <= LISTED {
            self.listed += item.len();
            self.list.push(item);
        } else {
            self.not_listed += 1;
        }
    }
}

impl MarkdownComparison {
    pub(super) fn new(options: &CompareOptions) -> MarkdownComparison {
        MarkdownComparison {
            renderer: TextRenderer::new(false, None),
            examples: DetailedExamples::new(options.details),
            kinds: BTreeMap::new(),
            unreadable: KindTexts::default(),
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
        let texts = self.kinds.entry(changed.kind).or_default();
        texts.list(changed.source, &text);
        if self.examples.takes(changed) {
            if texts.detailed > MOST {
                self.examples.left_out += 1;
                return Ok(());
            }
            let full = in_full(changed, line_index, &self.renderer, false);
            let full = format!("{}\n\n{full}", line(changed));
            texts.detailed += full.len();
            texts.details.push(full);
        }
        Ok(())
    }

    fn unreadable(&mut self, report: &RecordReport, _: &mut dyn Write) -> io::Result<()> {
        for finding in report.findings() {
            let text = code(&in_brief(finding));
            self.unreadable.list(&report.source, &text);
        }
        Ok(())
    }

    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        let mut body = head(comparison);
        let texts = || self.kinds.values().chain([&self.unreadable]);
        let mut list = String::new();
        let mut not_listed = 0;
        for texts in texts() {
            not_listed += texts.not_listed;
            for item in &texts.list {
                if list.len() + item.len() <= LISTED {
                    list.push_str(item);
                } else {
                    not_listed += 1;
                }
            }
        }
        if !list.is_empty() {
            body.push_str("\n<details><summary>Records</summary>\n\n");
            body.push_str(&list);
            if not_listed > 0 {
                let count = counted(not_listed, "more is", "more are");
                body.push_str(&format!("\n{count} not listed.\n"));
            }
            body.push_str("\n</details>\n");
        }
        let mut full = String::new();
        for details in texts().flat_map(|texts| &texts.details) {
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
    let mark = match (comparison.unreadable, comparison.changed()) {
        (0, 0) => "✅",
        (0, _) => "⚠️",
        _ => "❌",
    };
    let (old, new) = (code(&comparison.old), code(&comparison.new));
    let mut body = format!(
        "## {mark} kifu compare: {old} → {new}\n\n{}.\n",
        comparison.sentence()
    );
    for note in comparison.notes() {
        body.push_str(&format!("\n**{}.**\n", capitalized(&note)));
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
