//! A report for a terminal.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::{report::MetricsReport, sections::sections};
use crate::record::safe;

/// Writes the tables, with columns of equal width.
pub(super) fn write(report: &MetricsReport, out: &mut dyn Write) -> io::Result<()> {
    for (number, section) in sections(report).iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", safe(&section.title))?;
        for note in &section.notes {
            writeln!(out, "{}", safe(note))?;
        }
        if section.headings.is_empty() {
            continue;
        }
        let headings: Vec<String> = section.headings.iter().map(ToString::to_string).collect();
        let lines = || [&headings].into_iter().chain(&section.rows);
        let width = |column: usize| lines().map(|line| line[column].width()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..headings.len()).map(width).collect();
        for line in lines() {
            let mut text = String::new();
            for (column, cell) in line.iter().enumerate() {
                let space = " ".repeat(widths[column] - cell.width());
                // Names at the left, numbers at the right.
                if section.rows.iter().all(|row| !is_number(&row[column])) {
                    text.push_str(&format!("{cell}{space}  "));
                } else {
                    text.push_str(&format!("{space}{cell}  "));
                }
            }
            writeln!(out, "{}", safe(text.trim_end()))?;
        }
    }
    Ok(())
}

/// Whether a cell holds a number.
pub(super) fn is_number(cell: &str) -> bool {
    cell.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '<'))
}
