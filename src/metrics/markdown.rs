//! A report as tables in Markdown.

use std::io::{self, Write};

use super::{report::MetricsReport, sections::sections, text::is_number};
use crate::record::safe;

/// Writes the tables.
pub(super) fn write(report: &MetricsReport, out: &mut dyn Write) -> io::Result<()> {
    for (number, section) in sections(report).iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "## {}\n", cell(&section.title))?;
        for note in &section.notes {
            writeln!(out, "- {}", cell(note))?;
        }
        if !section.notes.is_empty() {
            writeln!(out)?;
        }
        if section.headings.is_empty() {
            continue;
        }
        writeln!(out, "| {} |", section.headings.join(" | "))?;
        let rules = (0..section.headings.len()).map(|column| {
            let is_right = section.rows.iter().any(|row| is_number(&row[column]));
            if is_right { "---:" } else { "---" }
        });
        writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))?;
        for row in &section.rows {
            let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
            writeln!(out, "| {} |", cells.join(" | "))?;
        }
    }
    Ok(())
}

/// Text without what Markdown would interpret.
fn cell(text: &str) -> String {
    let mut out = String::new();
    for character in safe(text).chars() {
        if matches!(
            character,
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#'
        ) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}
