//! The heading of a listing: the name and the size, the event and its date, the players, the
//! ruleset, the result.

use crate::{
    convert::{
        game::{GameDraft, words},
        model::TextLocation,
    },
    games::Color,
    record::read_result,
};

/// The name and the size in a heading: a line that ends like `(7x7)`.
pub(super) fn title(line: &str) -> Option<(&str, &str)> {
    let (name, size) = line.trim().strip_suffix(')')?.rsplit_once('(')?;
    let (columns, rows) = size.split_once(['x', 'X', '×'])?;
    let (columns, rows) = (columns.trim(), rows.trim());
    let is_number = |text: &str| {
        (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let name = name.trim().trim_start_matches('#').trim();
    (columns == rows && is_number(columns)).then_some((name, columns))
}

/// Reads a line of the heading after its first.
pub(super) fn read_heading(
    draft: &mut GameDraft,
    text: &str,
    (line, _): TextLocation,
    is_new: bool,
) {
    let fields = fields(text);
    let names_players = fields.iter().any(|(field, _)| player(field).is_some());
    for (field, column) in fields {
        let location = (line, column);
        let has =
            |draft: &GameDraft, name: &str| draft.facts.iter().any(|(known, _)| *known == name);
        let mut add = |name: &'static str, text: &str| {
            let is_first = !text.is_empty() && !has(draft, name);
            if is_first {
                draft.facts.push((name, text.to_owned()));
            }
            is_first
        };
        let is_taken = if let Some((color, name)) = player(field) {
            add(if color == Color::White { "PW" } else { "PB" }, name)
        } else if let Some(ruleset) = labeled(field, "Ruleset") {
            add("RU", ruleset)
        } else if let Some(result) = labeled(field, "Result") {
            let (result, is_whole) = read_outcome(result);
            add("RE", &result) && is_whole
        } else if field.eq_ignore_ascii_case("moves as played") {
            true
        } else if (is_new || names_players) && !field.contains(':') && !field.starts_with('(') {
            match dated(field) {
                (Some(event), Some(date)) => add("EV", event) && add("DT", date),
                (Some(event), None) => add("EV", event),
                (None, date) => date.is_some_and(|date| add("DT", date)),
            }
        } else {
            false
        };
        if !is_taken {
            draft.skipped.add(location);
        }
    }
}

/// The parts of a line between wide gaps, with their columns. A part that ends with a colon continues after the gap.
fn fields(line: &str) -> Vec<(&str, usize)> {
    let mut fields: Vec<(&str, usize)> = Vec::new();
    // Where the last part begins and ends, in bytes.
    let (mut start, mut end) = (0, 0);
    for word in words(line) {
        let at = word.text.as_ptr().addr() - line.as_ptr().addr();
        let gap = &line[end..at];
        let names_other = || {
            // `o` can be part of a name.
            let mark = line[start..end].split(' ').next().unwrap_or_default();
            let other: &[&str] = match mark {
                "o" | "○" => &["*", "●"],
                "*" | "●" => &["○"],
                "White:" => &["Black:"],
                "Black:" => &["White:"],
                _ => &[],
            };
            other.contains(&word.text)
        };
        let continues = (gap == " " || line[start..end].ends_with(':')) && !names_other();
        if !continues || fields.is_empty() {
            start = at;
            fields.push((word.text, word.column));
        }
        end = at + word.text.len();
        if let Some((field, _)) = fields.last_mut() {
            *field = &line[start..end];
        }
    }
    fields
}

/// The player that a part of the heading names.
fn player(field: &str) -> Option<(Color, &str)> {
    const MARKS: [(&str, Color); 6] = [
        ("o ", Color::White),
        ("○ ", Color::White),
        ("White:", Color::White),
        ("* ", Color::Black),
        ("● ", Color::Black),
        ("Black:", Color::Black),
    ];
    let mut marks = MARKS.into_iter();
    marks.find_map(|(mark, color)| {
        let name = field.strip_prefix(mark)?.trim();
        Some((color, name.trim_end_matches(',')))
    })
}

fn labeled<'f>(field: &'f str, label: &str) -> Option<&'f str> {
    let (found, text) = field.split_once(':')?;
    found.eq_ignore_ascii_case(label).then(|| text.trim())
}

/// A result as `RE` states it, and whether nothing else is stated.
fn read_outcome(text: &str) -> (String, bool) {
    let lower = text.to_ascii_lowercase();
    for (start, result) in [("black resigned", "W+R"), ("white resigned", "B+R")] {
        if let Some(rest) = lower.strip_prefix(start) {
            return (result.to_owned(), rest.trim_end_matches('.').is_empty());
        }
    }
    let known = read_result(text).map(|_| text.to_owned());
    (known.clone().unwrap_or_default(), known.is_some())
}

/// An event and a date such as `2026-11-20`, either of which may be missing.
fn dated(text: &str) -> (Option<&str>, Option<&str>) {
    let text = text.strip_suffix('.').unwrap_or(text);
    if is_date(text) {
        return (None, Some(text));
    }
    match text.rsplit_once(", ") {
        Some((event, date)) if is_date(date) => (Some(event), Some(date)),
        _ => (Some(text), None),
    }
}

/// Whether a text is a year, a month or a day.
fn is_date(text: &str) -> bool {
    let widths = [4, 2, 2];
    let fits = |(part, width): (&str, usize)| {
        part.len() == width && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    text.split('-').count() <= widths.len() && text.split('-').zip(widths).all(fits)
}
