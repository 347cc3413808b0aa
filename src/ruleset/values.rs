//! What YAML values mean in a ruleset, and how messages show them.

use super::yaml::YamlValue;
use crate::games::{Size, StoneColor};

fn text_of(value: &YamlValue) -> Option<&str> {
    match value {
        YamlValue::Text(text) => Some(text),
        _ => None,
    }
}

pub(super) fn whole_of(value: &YamlValue) -> Option<i64> {
    match value {
        YamlValue::Whole(number) => Some(*number),
        _ => None,
    }
}

/// The most colors of a ruleset: `play` could not hold the moves of a large board with pairs of more.
pub(super) const MAX_COLORS: usize = 4;

pub(super) fn distinct_colors(value: &YamlValue) -> Option<Vec<StoneColor>> {
    let YamlValue::List(letters) = value else {
        return None;
    };
    let mut colors = Vec::new();
    for letter in letters {
        let mut characters = text_of(letter)?.chars();
        let color = characters.next().and_then(StoneColor::from_letter)?;
        if characters.next().is_some() || colors.contains(&color) {
            return None;
        }
        colors.push(color);
    }
    (2..=MAX_COLORS).contains(&colors.len()).then_some(colors)
}

pub(super) fn min_and_max(value: &YamlValue) -> Option<(u8, u8)> {
    let YamlValue::Mapping(entries) = value else {
        return None;
    };
    let side = |key: &str| {
        let (_, value) = entries
            .iter()
            .find(|(given, _)| text_of(given) == Some(key))?;
        u8::try_from(whole_of(value)?).ok()
    };
    // Two entries with different keys: nothing else and nothing twice.
    (entries.len() == 2)
        .then_some(side("min")?)
        .zip(side("max"))
}

pub(super) fn size_of(value: &YamlValue) -> Option<Size> {
    let text = match value {
        YamlValue::Text(text) => text.clone(),
        YamlValue::Whole(number) => number.to_string(),
        _ => return None,
    };
    let (columns, rows) = text.split_once(':').unwrap_or((&text, &text));
    Some(Size {
        columns: columns.trim().parse().ok()?,
        rows: rows.trim().parse().ok()?,
    })
}

/// A value in the words of a message, given a function that returns it as written.
pub(super) fn described(value: &YamlValue, raw: impl Fn() -> Option<String>) -> String {
    match value {
        YamlValue::Null => "an empty value".to_owned(),
        YamlValue::Text(text) => format!("`{}`", shortened(text)),
        YamlValue::Bool(value) => format!("`{value}`"),
        YamlValue::Whole(_) | YamlValue::OtherNumber => {
            raw().map_or_else(|| "a number".to_owned(), |raw| shortened(&raw))
        }
        YamlValue::List(values) => {
            let texts: Option<Vec<&str>> = values.iter().map(text_of).collect();
            texts.map_or_else(
                || "a list of other values".to_owned(),
                |texts| format!("`[{}]`", shortened(&texts.join(", "))),
            )
        }
        YamlValue::Mapping(entries) => {
            let entries: Option<Vec<String>> = entries
                .iter()
                .map(|(key, value)| Some(format!("{}: {}", text_of(key)?, whole_of(value)?)))
                .collect();
            entries.map_or_else(
                || "a mapping of other values".to_owned(),
                |entries| format!("`{{{}}}`", shortened(&entries.join(", "))),
            )
        }
    }
}

/// The words in backquotes, as "`a`, `b` or `c`".
pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// A text of a file for a message: not too long, and without control characters.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text
        .chars()
        .take(LONGEST)
        .flat_map(|c| {
            let escaped = c.is_control().then(|| c.escape_default());
            let plain = escaped.is_none().then_some(c);
            escaped.into_iter().flatten().chain(plain)
        })
        .collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}
