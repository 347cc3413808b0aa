//! Comparisons for people: the counts, then a line for each record that changes, then some
//! of them in full.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Seek, Write},
};

use tempfile::SpooledTempFile;

use super::{
    change::{ChangeKind, Changed, points},
    comparison::{Comparison, RuleCounts},
    writer::{CompareOptions, CompareReport},
};
use crate::{
    diagram::{Diagram, Location, TextOptions, text},
    games::{Color, Piece, Position},
    output::{counted, grouped, in_brief},
    report::{LineIndex, RecordReport, TextRenderer, safe, table::columns},
    temporary_file::TemporaryFile,
    verify::Verdict,
};

/// The lines follow the counts, which are known last. They are buffered in memory up to this size,
/// then in a temporary file.
const KEPT: usize = 1024 * 1024;

/// Which changes are alike: the kind, and the rules concerned.
type ChangeGroup = (ChangeKind, Option<&'static str>, Option<&'static str>);

/// Which changes are still to be shown in full: the first few of each kind.
pub(super) struct DetailedExamples {
    most: usize,
    shown: BTreeMap<ChangeGroup, usize>,
    pub(super) left_out: u64,
}

impl DetailedExamples {
    pub(super) fn new(most: usize) -> DetailedExamples {
        DetailedExamples {
            most,
            shown: BTreeMap::new(),
            left_out: 0,
        }
    }

    pub(super) fn takes(&mut self, changed: &Changed) -> bool {
        let lost = changed.lost().map(|finding| finding.code().id());
        let found = changed.found().map(|finding| finding.code().id());
        let shown = self.shown.entry((changed.kind, lost, found)).or_default();
        let takes = *shown < self.most;
        *shown += usize::from(takes);
        self.left_out += u64::from(!takes);
        takes
    }

    /// The note on the records that are not shown in full.
    pub(super) fn closing(&self) -> Option<String> {
        let count = counted(self.left_out, "more record is", "more records are");
        (self.left_out > 0 && self.most > 0)
            .then(|| format!("{count} not shown in full (--details)"))
    }
}

/// The line of a record that changes, without a line break.
pub(super) fn line(changed: &Changed) -> String {
    let source = safe(changed.source);
    format!("{source}, record {}: {changed}", changed.index)
}

/// The findings that a change is about, with the ruleset that each comes from, or the boards
/// at the end, on which the pieces that only one of them has are marked.
pub(super) fn in_full(
    changed: &Changed,
    line_index: &LineIndex,
    renderer: &TextRenderer,
    color: bool,
) -> String {
    let name = |verdict: &Verdict| {
        let ruleset = verdict.ruleset.as_ref();
        ruleset.map_or(String::new(), |ruleset| safe(&ruleset.name).into_owned())
    };
    let mut out = String::new();
    let sides = [
        ("old", changed.old, changed.lost()),
        ("new", changed.new, changed.found()),
    ];
    for (side, verdict, finding) in sides {
        if let Some(finding) = finding {
            let finding = renderer.finding(finding, changed.source, Some(line_index));
            out.push_str(&format!(
                "by the {side} ruleset, {}:\n\n{finding}",
                name(verdict)
            ));
        }
    }
    if !out.is_empty() {
        return out;
    }
    for ((side, verdict, _), (_, other, _)) in sides.into_iter().zip(sides.into_iter().rev()) {
        let Some(position) = &verdict.position else {
            continue;
        };
        out.push_str(&format!(
            "by the {side} ruleset, {}, after ply {}: {}\n",
            name(verdict),
            verdict.plies,
            points(verdict)
        ));
        let pieces =
            |position: &Position| -> BTreeSet<Piece> { position.pieces().into_iter().collect() };
        let (own, others) = (pieces(position), other.position.as_ref().map(pieces));
        if side == "old" && others.as_ref() == Some(&own) {
            // The board is the same, and is shown below the new one.
            continue;
        }
        let others = others.unwrap_or_default();
        let placed: Vec<Location> = own
            .difference(&others)
            .copied()
            .map(Location::from)
            .collect();
        let diagram = Diagram {
            placed: &placed,
            ..Diagram::new(position)
        };
        let options = TextOptions {
            color,
            width: 76,
            ..TextOptions::default()
        };
        for line in text(&diagram, &options).lines() {
            out.push_str(&format!("    {line}\n"));
        }
        out.push('\n');
    }
    out
}

/// The counts, then a line each, then some in full.
pub(super) struct TextComparison {
    renderer: TextRenderer,
    color: bool,
    quiet: bool,
    width: Option<usize>,
    examples: DetailedExamples,
    /// The lines of each kind of change, winners first, and after them those of what cannot be read.
    lines: BTreeMap<LineOrder, TemporaryFile<SpooledTempFile>>,
    details: BTreeMap<LineOrder, TemporaryFile<SpooledTempFile>>,
}

/// What a line is about, in the order of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum LineOrder {
    Change(ChangeKind),
    Unreadable,
}

impl TextComparison {
    pub(super) fn new(options: &CompareOptions) -> TextComparison {
        TextComparison {
            renderer: TextRenderer::new(options.color, options.width),
            color: options.color,
            quiet: options.quiet,
            width: options.width,
            examples: DetailedExamples::new(options.details),
            lines: BTreeMap::new(),
            details: BTreeMap::new(),
        }
    }

    /// Adds a line, wrapped on a terminal.
    fn add_line(&mut self, order: LineOrder, line: &str) -> io::Result<()> {
        let width = self.width;
        writeln!(buffer(&mut self.lines, order), "{}", wrapped(line, width))
    }
}

/// The buffer of lines of a kind.
fn buffer(
    buffers: &mut BTreeMap<LineOrder, TemporaryFile<SpooledTempFile>>,
    order: LineOrder,
) -> &mut TemporaryFile<SpooledTempFile> {
    let buffer = || TemporaryFile(SpooledTempFile::new(KEPT));
    buffers.entry(order).or_insert_with(buffer)
}

/// A line for people, on a terminal in several lines if it is too wide.
fn wrapped(line: &str, width: Option<usize>) -> String {
    match width {
        Some(width) => textwrap::fill(line, textwrap::Options::new(width).subsequent_indent("  ")),
        None => line.to_owned(),
    }
}

impl CompareReport for TextComparison {
    fn changed(
        &mut self,
        changed: &Changed,
        line_index: &LineIndex,
        _: &mut dyn Write,
    ) -> io::Result<()> {
        let line = line(changed);
        let order = LineOrder::Change(changed.kind);
        self.add_line(order, &line)?;
        if self.examples.takes(changed) {
            let full = in_full(changed, line_index, &self.renderer, self.color);
            let line = wrapped(&line, self.width);
            let details = buffer(&mut self.details, order);
            writeln!(details, "\n{line}\n\n{}", full.trim_end())?;
        }
        Ok(())
    }

    fn unreadable(&mut self, report: &RecordReport, _: &mut dyn Write) -> io::Result<()> {
        for finding in report.findings() {
            let line = format!("{}: {}", safe(&report.source), in_brief(finding));
            self.add_line(LineOrder::Unreadable, &line)?;
        }
        Ok(())
    }

    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
        if !self.quiet {
            out.write_all(head(comparison, self.width).as_bytes())?;
            if !self.lines.is_empty() {
                writeln!(out)?;
            }
        }
        for buffer in self.lines.values_mut().chain(self.details.values_mut()) {
            buffer.rewind()?;
            io::copy(buffer, out)?;
        }
        match self.examples.closing() {
            Some(closing) if !self.quiet => writeln!(out, "{closing}"),
            _ => Ok(()),
        }
    }
}

/// The counts per kind and per rule.
fn head(comparison: &Comparison, width: Option<usize>) -> String {
    let (old, new) = (safe(&comparison.old), safe(&comparison.new));
    let sentence = format!("{old} → {new}: {}", comparison.sentence());
    let mut out = wrapped(&sentence, width) + "\n";
    for note in comparison.notes() {
        out.push_str(&wrapped(&note, width));
        out.push('\n');
    }
    for (headings, rows) in tables(comparison) {
        if !rows.is_empty() {
            let rows: Vec<_> = std::iter::once(headings).chain(rows).collect();
            out.push('\n');
            out.push_str(&columns(&rows, &[0]));
        }
    }
    out
}

/// The headings and the rows of the tables of kinds, of winners and of rules.
pub(super) fn tables(comparison: &Comparison) -> [(Vec<String>, Vec<Vec<String>>); 3] {
    let own = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
    let kinds = comparison.kinds.iter();
    let kinds = kinds.map(|(kind, &count)| vec![kind.name().to_owned(), grouped(count)]);
    let rules = comparison.rules.iter();
    let rules = rules.map(|(&rule, counts)| {
        let RuleCounts {
            newly,
            no_longer,
            unjudged,
        } = *counts;
        vec![
            rule.to_owned(),
            grouped(newly),
            grouped(no_longer),
            grouped(unjudged),
        ]
    });
    let name = |winner: Option<Color>| winner.map_or("draw", Color::name);
    let winners = comparison.winners.iter();
    let winners = winners.map(|(&[old, new], &count)| {
        vec![format!("{} → {}", name(old), name(new)), grouped(count)]
    });
    let of_rules = ["rule", "newly broken", "no longer", "plies not judged"];
    [
        (own(&["change", "records"]), kinds.collect()),
        (own(&["winner", "records"]), winners.collect()),
        (own(&of_rules), rules.collect()),
    ]
}
