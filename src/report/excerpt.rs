//! The lines of a source that a finding shows: safe for a terminal, and of very long
//! lines only the part around the spans concerned.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::LineIndex;
use crate::record::{escape_char, is_unsafe};

/// Columns beside the source line, for the line number.
const BESIDE: usize = 8;
/// Of a longer span, only the beginning is shown.
const LONGEST: usize = 30;
/// Columns between the middle of a span and its label.
const LABEL: usize = 4;

/// A few lines of a source, as text of its own.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    lines: Vec<ExcerptLine>,
    /// Where the spans begin in the excerpt, and their columns in the source, from 1.
    columns: Vec<(usize, usize)>,
    /// Columns that fit beside the line number.
    width: usize,
}

#[derive(Debug)]
struct ExcerptLine {
    /// Its bytes in the excerpt, without the line break.
    range: Range<usize>,
    /// Its number in the source, from 1.
    number: usize,
}

/// A span of the source to be shown.
#[derive(Clone, Debug)]
struct ExcerptSpan {
    line: usize,
    /// Bytes of the source, within the line.
    range: Range<usize>,
    /// The width of its label.
    label: usize,
}

impl Excerpt {
    /// The lines on which these spans of a source begin, for an output of so many columns, and the spans in the
    /// excerpt. Beside each span there is room for its label.
    pub(super) fn new(
        name: &str,
        line_index: &LineIndex,
        shown: &[(Range<usize>, &str)],
        width: usize,
    ) -> (Excerpt, Vec<Range<usize>>) {
        let spans: Vec<ExcerptSpan> = shown
            .iter()
            .map(|(span, label)| cut_span(line_index, span, label))
            .collect();
        let mut numbers: Vec<usize> = spans.iter().map(|span| span.line).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut excerpt = Excerpt {
            name: name.to_owned(),
            text: String::new(),
            lines: Vec::new(),
            columns: Vec::new(),
            width: width.saturating_sub(BESIDE),
        };
        let mut mapped = vec![0..0; spans.len()];
        for number in numbers {
            excerpt.add_line(line_index, number, &spans, &mut mapped);
        }
        let columns = mapped.iter().zip(shown).map(|(mapped, (span, _))| {
            let (_, column) = line_index.line_column(span.start);
            (mapped.start, column)
        });
        excerpt.columns = columns.collect();
        (excerpt, mapped)
    }

    fn add_line(
        &mut self,
        line_index: &LineIndex,
        number: usize,
        spans: &[ExcerptSpan],
        mapped: &mut [Range<usize>],
    ) {
        let line = line_index.line(number);
        let here: Vec<usize> = (0..spans.len())
            .filter(|&i| spans[i].line == number)
            .collect();
        let start = self.text.len();
        let mut at = line.start;
        for window in windows(
            line_index,
            &line,
            here.iter().map(|&i| &spans[i]),
            self.width,
        ) {
            if window.start > at || at == line.start && line_index.is_cut(number) {
                self.text.push('…');
            }
            for (offset, character) in line_index.text()[window.clone()].char_indices() {
                let byte = window.start + offset;
                for &index in &here {
                    if spans[index].range.start == byte {
                        mapped[index].start = self.text.len();
                    }
                    if spans[index].range.end == byte {
                        mapped[index].end = self.text.len();
                    }
                }
                if is_unsafe(character) {
                    self.text.push_str(&escape_char(character));
                } else {
                    self.text.push(character);
                }
            }
            for &index in &here {
                if spans[index].range.start == window.end {
                    mapped[index].start = self.text.len();
                }
                if spans[index].range.end == window.end {
                    mapped[index].end = self.text.len();
                }
            }
            at = window.end;
        }
        if at < line.end {
            self.text.push('…');
        }
        self.lines.push(ExcerptLine {
            range: start..self.text.len(),
            number,
        });
        self.text.push('\n');
    }
}

/// A span cut to the line it begins on, and to the longest length shown.
fn cut_span(line_index: &LineIndex, span: &Range<usize>, label: &str) -> ExcerptSpan {
    let (line, _) = line_index.line_column(span.start);
    let bytes = line_index.line(line);
    let start = span.start.min(bytes.end);
    let end = span.end.clamp(start, bytes.end);
    let text = &line_index.text()[start..end];
    ExcerptSpan {
        line,
        range: start..start + fitting(text.chars(), LONGEST),
        label: label.width(),
    }
}

/// The columns that a character takes when it is shown.
fn width_of(character: char) -> usize {
    if is_unsafe(character) {
        escape_char(character).width()
    } else {
        character.width().unwrap_or(0)
    }
}

/// The bytes of the leading characters that fit into `columns`. Combining marks, which take
/// no column, are counted as one, since there may be any number of them.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> usize {
    let fitting = characters.scan(0, |width, character| {
        *width += width_of(character).max(1);
        (*width <= columns).then_some(character.len_utf8())
    });
    fitting.sum()
}

/// The parts of a line that are shown: all of it if it fits, else what surrounds
/// the spans.
fn windows<'w>(
    line_index: &LineIndex,
    line: &Range<usize>,
    spans: impl Iterator<Item = &'w ExcerptSpan>,
    width: usize,
) -> Vec<Range<usize>> {
    let mut spans: Vec<&ExcerptSpan> = spans.collect();
    spans.sort_by_key(|span| span.range.start);
    let columns =
        |range: Range<usize>| -> usize { line_index.text()[range].chars().map(width_of).sum() };
    let has_room = |span: &&ExcerptSpan| {
        let before = columns(line.start..span.range.start);
        before + columns(span.range.clone()) / 2 + LABEL + span.label <= width
    };
    // The byte length rules out very long lines before their width is computed.
    if line.len() <= 8 * width && columns(line.clone()) <= width && spans.iter().all(has_room) {
        return std::iter::once(line.clone()).collect();
    }
    let margin = margin(&spans, columns, width);
    let mut windows: Vec<Range<usize>> = Vec::new();
    for ExcerptSpan { range, .. } in spans {
        let before = line_index.text()[line.start..range.start].chars().rev();
        let start = range.start - fitting(before, margin);
        let after = line_index.text()[range.end..line.end].chars();
        let end = range.end + fitting(after, margin);
        match windows.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => windows.push(start..end),
        }
    }
    windows
}

/// The columns that can be shown on both sides of each span, so that the line is not too
/// long and all labels have room.
fn margin(spans: &[&ExcerptSpan], columns: impl Fn(Range<usize>) -> usize, room: usize) -> usize {
    let widths = spans.iter().map(|span| columns(span.range.clone()));
    let widths: Vec<usize> = widths.collect();
    let taken: usize = widths.iter().sum();
    let mut margin = (room.saturating_sub(taken) / (2 * spans.len()).max(1)).saturating_sub(1);
    let mut before = 0;
    for (index, (span, width)) in spans.iter().zip(widths).enumerate() {
        // Left of a span are its own margin, two for each earlier span, and the cuts.
        let label = before + width / 2 + LABEL + span.label + index + 1;
        margin = margin.min(room.saturating_sub(label) / (2 * index + 1));
        before += width;
    }
    margin
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (from, to) = (span.offset(), span.offset() + span.len());
        let line_of = |byte: usize| self.lines.iter().position(|line| byte <= line.range.end);
        let first = line_of(from).ok_or(MietteError::OutOfBounds)?;
        let last = line_of(to).ok_or(MietteError::OutOfBounds)?;
        let lines = &self.lines[first..=last];
        // Lines that are not one after the other in the source are shown apart.
        if lines
            .windows(2)
            .any(|pair| pair[1].number != pair[0].number + 1)
        {
            return Err(MietteError::OutOfBounds);
        }
        let range = lines[0].range.start..lines[lines.len() - 1].range.end;
        // The column is shown where the span is a place of the source.
        let column = self.columns.iter().find(|(start, _)| *start == from);
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            &self.text.as_bytes()[range.clone()],
            (range.start, range.len()).into(),
            lines[0].number - 1,
            column.map_or(0, |(_, column)| column - 1),
            lines.len(),
        )))
    }
}

#[cfg(test)]
// A list of one place is a list.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    const WIDTH: usize = 72;

    fn excerpt(text: &str, shown: &[Range<usize>]) -> (String, Vec<String>) {
        labeled(text, shown, "")
    }

    fn labeled(text: &str, shown: &[Range<usize>], label: &str) -> (String, Vec<String>) {
        let line_index = LineIndex::new(text);
        let shown: Vec<_> = shown.iter().map(|span| (span.clone(), label)).collect();
        let (excerpt, mapped) = Excerpt::new("x", &line_index, &shown, WIDTH + BESIDE);
        let parts = mapped
            .into_iter()
            .map(|range| excerpt.text[range].to_owned());
        (excerpt.text.clone(), parts.collect())
    }

    #[test]
    fn short_lines_are_whole() {
        let (text, parts) = excerpt("one\ntwo three\nfour", &[8..13, 0..3]);
        assert_eq!(
            (text.as_str(), parts),
            ("one\ntwo three\n", vec!["three".into(), "one".into()])
        );
        let (text, parts) = excerpt("", &[0..0]);
        assert_eq!((text.as_str(), parts), ("\n", vec![String::new()]));
    }

    #[test]
    fn long_lines_show_what_is_around_the_places() {
        let line = format!(
            "{}B[d4]{}W[e5]{}",
            "x".repeat(500),
            "y".repeat(500),
            "z".repeat(500)
        );
        let (text, parts) = excerpt(&line, &[1005..1010, 500..505]);
        assert_eq!(parts, ["W[e5]", "B[d4]"]);
        assert!(text.trim_end().width() <= WIDTH + 3, "{text}");
        assert!(
            text.starts_with("…x") && text.contains("y…y") && text.ends_with("z…\n"),
            "{text}"
        );
    }

    #[test]
    fn what_could_harm_is_spelled_out_and_places_still_fit() {
        let (text, parts) = excerpt("a\u{202e}B[\u{1b}]c", &[4..8]);
        assert_eq!(text, "a\\u{202e}B[\\u{1b}]c\n");
        assert_eq!(parts, ["B[\\u{1b}]"]);
    }

    #[test]
    fn what_is_spelled_out_and_labels_need_room_too() {
        let (text, parts) = excerpt(&"\u{1b}".repeat(100), &[40..60]);
        assert_eq!(parts, ["\\u{1b}".repeat(5)]);
        assert!(text.trim_end().width() <= WIDTH, "{text}");
        let line = format!("{}B[d4];W[e5])", "x".repeat(50));
        let (whole, _) = labeled(&line, &[50..55, 56..61], "short");
        assert_eq!(whole.trim_end(), line);
        for length in 0..=50 {
            let (text, parts) = labeled(&line, &[50..55, 56..61], &"l".repeat(length));
            assert_eq!(parts, ["B[d4]", "W[e5]"]);
            let last = text[..text.find('W').unwrap()].width() + 2;
            assert!(last + LABEL + length <= WIDTH, "{text}");
        }
    }

    #[test]
    fn a_place_over_many_lines_is_shown_by_its_first() {
        let (text, parts) = excerpt("ab\r\ncd", &[1..6]);
        assert_eq!((text.as_str(), parts), ("ab\n", vec!["b".to_owned()]));
    }
}
