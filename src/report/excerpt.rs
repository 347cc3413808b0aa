//! The lines of a source that a finding shows: safe for a terminal, and of very long
//! lines only what is around the places concerned.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use unicode_width::UnicodeWidthStr;

use super::LineIndex;
use crate::record::escape_char;

/// Columns of the source line that fit beside the line number.
const WIDTH: usize = 72;
/// A place longer than this is shown by its beginning.
const LONGEST: usize = 30;
/// Columns between the middle of a place and its label.
const LABEL: usize = 4;

/// A few lines of a source, as text of its own.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    lines: Vec<ExcerptLine>,
    /// Where the places shown begin in the excerpt, and their columns in the source, from 1.
    columns: Vec<(usize, usize)>,
}

#[derive(Debug)]
struct ExcerptLine {
    /// Its bytes in the excerpt, without the line break.
    range: Range<usize>,
    /// Its number in the source, from 1.
    number: usize,
}

/// A place of the source that is to be shown.
#[derive(Clone, Debug)]
struct ExcerptSpan {
    line: usize,
    /// Bytes of the source, within the line.
    range: Range<usize>,
    /// The width of what is said of it.
    label: usize,
}

impl Excerpt {
    /// The lines on which these places of a source begin, and the places in the excerpt. Beside
    /// each place there is room for its label.
    pub(super) fn new(
        name: &str,
        places: &LineIndex,
        shown: &[(Range<usize>, &str)],
    ) -> (Excerpt, Vec<Range<usize>>) {
        let wanted: Vec<ExcerptSpan> = shown
            .iter()
            .map(|(place, label)| wanted(places, place, label))
            .collect();
        let mut numbers: Vec<usize> = wanted.iter().map(|place| place.line).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut excerpt = Excerpt {
            name: name.to_owned(),
            text: String::new(),
            lines: Vec::new(),
            columns: Vec::new(),
        };
        let mut mapped = vec![0..0; wanted.len()];
        for number in numbers {
            excerpt.add_line(places, number, &wanted, &mut mapped);
        }
        let columns = mapped.iter().zip(shown).map(|(mapped, (place, _))| {
            let (_, column) = places.line_column(place.start);
            (mapped.start, column)
        });
        excerpt.columns = columns.collect();
        (excerpt, mapped)
    }

    fn add_line(
        &mut self,
        places: &LineIndex,
        number: usize,
        wanted: &[ExcerptSpan],
        mapped: &mut [Range<usize>],
    ) {
        let line = places.line(number);
        let here: Vec<usize> = (0..wanted.len())
            .filter(|&i| wanted[i].line == number)
            .collect();
        let start = self.text.len();
        let mut at = line.start;
        for window in windows(places, &line, here.iter().map(|&i| &wanted[i])) {
            if window.start > at || at == line.start && places.is_cut(number) {
                self.text.push('…');
            }
            for (offset, character) in places.text()[window.clone()].char_indices() {
                let byte = window.start + offset;
                for &index in &here {
                    if wanted[index].range.start == byte {
                        mapped[index].start = self.text.len();
                    }
                    if wanted[index].range.end == byte {
                        mapped[index].end = self.text.len();
                    }
                }
                self.text.push_str(&escape_char(character));
            }
            for &index in &here {
                if wanted[index].range.start == window.end {
                    mapped[index].start = self.text.len();
                }
                if wanted[index].range.end == window.end {
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

/// A place cut to the line it begins on, and to a length that can be shown.
fn wanted(places: &LineIndex, place: &Range<usize>, label: &str) -> ExcerptSpan {
    let (line, _) = places.line_column(place.start);
    let bytes = places.line(line);
    let start = place.start.min(bytes.end);
    let end = place.end.clamp(start, bytes.end);
    let text = &places.text()[start..end];
    ExcerptSpan {
        line,
        range: start..start + fitting(text.chars(), LONGEST),
        label: label.width(),
    }
}

/// The columns that a character takes when it is shown.
fn width_of(character: char) -> usize {
    escape_char(character).width()
}

/// The bytes of the first of these characters that fit into so many columns. Marks that take
/// none count all the same, since there may be any number of them.
fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> usize {
    let fitting = characters.scan(0, |width, character| {
        *width += width_of(character).max(1);
        (*width <= columns).then_some(character.len_utf8())
    });
    fitting.sum()
}

/// The parts of a line that are shown: all of it if it fits, else what is around
/// the places.
fn windows<'w>(
    places: &LineIndex,
    line: &Range<usize>,
    wanted: impl Iterator<Item = &'w ExcerptSpan>,
) -> Vec<Range<usize>> {
    let mut wanted: Vec<&ExcerptSpan> = wanted.collect();
    wanted.sort_by_key(|wanted| wanted.range.start);
    let columns =
        |range: Range<usize>| -> usize { places.text()[range].chars().map(width_of).sum() };
    let has_room = |wanted: &&ExcerptSpan| {
        let before = columns(line.start..wanted.range.start);
        before + columns(wanted.range.clone()) / 2 + LABEL + wanted.label <= WIDTH
    };
    // Long before its width is known a line is seen to be too long.
    if line.len() <= 8 * WIDTH && columns(line.clone()) <= WIDTH && wanted.iter().all(has_room) {
        return std::iter::once(line.clone()).collect();
    }
    let margin = margin(&wanted, columns);
    let mut windows: Vec<Range<usize>> = Vec::new();
    for ExcerptSpan { range, .. } in wanted {
        let before = places.text()[line.start..range.start].chars().rev();
        let start = range.start - fitting(before, margin);
        let after = places.text()[range.end..line.end].chars();
        let end = range.end + fitting(after, margin);
        match windows.last_mut() {
            Some(last) if start <= last.end => last.end = last.end.max(end),
            _ => windows.push(start..end),
        }
    }
    windows
}

/// The columns that can be shown on both sides of each place, so that the line is not too
/// long and all labels have room.
fn margin(wanted: &[&ExcerptSpan], columns: impl Fn(Range<usize>) -> usize) -> usize {
    let widths = wanted.iter().map(|wanted| columns(wanted.range.clone()));
    let widths: Vec<usize> = widths.collect();
    let taken: usize = widths.iter().sum();
    let mut margin = (WIDTH.saturating_sub(taken) / (2 * wanted.len()).max(1)).saturating_sub(1);
    let mut before = 0;
    for (index, (wanted, width)) in wanted.iter().zip(widths).enumerate() {
        // Left of a place there are its own margin, two of each place before, and the cuts.
        let label = before + width / 2 + LABEL + wanted.label + index + 1;
        margin = margin.min(WIDTH.saturating_sub(label) / (2 * index + 1));
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

    fn excerpt(text: &str, shown: &[Range<usize>]) -> (String, Vec<String>) {
        labeled(text, shown, "")
    }

    fn labeled(text: &str, shown: &[Range<usize>], label: &str) -> (String, Vec<String>) {
        let places = LineIndex::new(text);
        let shown: Vec<_> = shown.iter().map(|place| (place.clone(), label)).collect();
        let (excerpt, mapped) = Excerpt::new("x", &places, &shown);
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
