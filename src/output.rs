//! Conventions that all output shares: the version of its schemas, findings in one line, numbers for people, and
//! cells of tables.
//!
//! They are a separate module below [`report`](crate::report), so that [`convert`](crate::convert) and
//! [`study`](crate::study) can be built without it.

use std::{
    borrow::Cow,
    io::{self, BufWriter, Write},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::{
    games::{Color, Players, Score},
    record::safe,
    verify::Finding,
};

/// Writes a value as JSON.
///
/// # Errors
///
/// If it cannot be written.
pub fn write_json<T: Serialize + ?Sized>(out: &mut dyn Write, value: &T) -> io::Result<()> {
    // JSON is written by bytes and short words: a buffer takes them without a call, wherever the compiler puts the code.
    let mut buffer = BufWriter::new(out);
    serde_json::to_writer(&mut buffer, value)?;
    buffer.into_inner()?;
    Ok(())
}

/// A value as JSON.
///
/// # Errors
///
/// If it cannot be serialized, such as a map whose keys are no strings.
pub fn json_text<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    let mut text = Vec::new();
    let written = write_json(&mut text, value);
    let text = written.and_then(|()| String::from_utf8(text).map_err(io::Error::other));
    text.map_err(serde_json::Error::io)
}

/// The version of the schemas of all machine-readable output.
pub const SCHEMA: u32 = 1;

/// That version as a key of an object: written, and checked when it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SchemaVersion;

impl Serialize for SchemaVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(SCHEMA)
    }
}

impl<'de> Deserialize<'de> for SchemaVersion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SchemaVersion, D::Error> {
        match u32::deserialize(deserializer)? {
            SCHEMA => Ok(SchemaVersion),
            other => Err(de::Error::custom(format!("schema {other} is not known"))),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for SchemaVersion {
    fn schema_name() -> Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"const": SCHEMA})
    }
}

/// A value of each player of a game; with more than two players there are `G` and `Y`, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerValues<T> {
    /// Black's.
    #[serde(rename = "B")]
    pub black: T,
    /// White's.
    #[serde(rename = "W")]
    pub white: T,
    /// Grey's; absent with two players.
    #[serde(
        rename = "G",
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub grey: Option<T>,
    /// Yellow's; absent with two and three players.
    #[serde(
        rename = "Y",
        default,
        deserialize_with = "given",
        skip_serializing_if = "Option::is_none"
    )]
    pub yellow: Option<T>,
}

/// The value of a key that is there, which may be null.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl<T> PlayerValues<T> {
    /// The value that a function has for each player.
    pub fn new(players: Players, mut value: impl FnMut(Color) -> T) -> PlayerValues<T> {
        PlayerValues {
            black: value(Color::Black),
            white: value(Color::White),
            grey: players.contain(Color::Grey).then(|| value(Color::Grey)),
            yellow: players.contain(Color::Yellow).then(|| value(Color::Yellow)),
        }
    }

    /// The value of a player; `None` if nobody plays this color.
    pub fn of(&self, color: Color) -> Option<&T> {
        match color {
            Color::Black => Some(&self.black),
            Color::White => Some(&self.white),
            Color::Grey => self.grey.as_ref(),
            Color::Yellow => self.yellow.as_ref(),
        }
    }

    /// The colors of the players, in the order of the keys.
    pub fn colors(&self) -> impl Iterator<Item = Color> {
        Color::ALL
            .into_iter()
            .filter(|&color| self.of(color).is_some())
    }
}

/// The points of each player, for people: `Black 7, White 5`.
pub fn points_in_words(players: Players, score: Score) -> String {
    let points = players.colors().iter();
    let points: Vec<String> = points
        .map(|&color| format!("{color} {}", score[color]))
        .collect();
    points.join(", ")
}

/// A finding in one line, without its location: `error[ugo::occupied] ply 12 d4: message`.
pub fn in_brief(finding: &Finding) -> String {
    let ply = finding
        .ply
        .map_or(String::new(), |ply| format!(" ply {ply}"));
    let point = finding
        .point
        .as_ref()
        .map_or(String::new(), |point| format!(" {}", safe(point)));
    format!(
        "{}[{}]{ply}{point}: {}",
        finding.code().severity(),
        finding.code().id(),
        safe(&finding.message())
    )
}

/// A number with separators between thousands: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 ply`, `2,000 plies`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A text cut or filled to a width in columns of a terminal.
pub fn fitted(text: &str, width: usize) -> String {
    let mut shown = text.to_owned();
    if text.width() > width {
        shown.clear();
        let mut used = 1;
        for character in text.chars() {
            used += character.width().unwrap_or(0);
            if used > width {
                break;
            }
            shown.push(character);
        }
        shown.push('…');
    }
    let rest = width.saturating_sub(shown.width());
    shown + &" ".repeat(rest)
}

/// Untrusted text as a cell of a CSV table. What a spreadsheet would take for a formula gets a leading
/// apostrophe.
pub fn spreadsheet_cell(text: &str) -> Cow<'_, str> {
    // A tab that becomes a blank would make two names of files one.
    let shown: Cow<str> = if text.contains('\t') {
        let parts: Vec<Cow<str>> = text.split('\t').map(safe).collect();
        parts.join("\\u{9}").into()
    } else {
        safe(text)
    };
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']);
    // Standard input is named `-`, which is harmless.
    if is_formula && text != "-" {
        Cow::Owned(format!("'{shown}"))
    } else {
        shown
    }
}

/// The most bytes of a stated result in a report.
const MAX_STATED: usize = 1024;

/// A result as `RE` states it, for a report: of a long one, which is none, the beginning and `…`.
pub fn stated_result(text: &str) -> Cow<'_, str> {
    if text.len() <= MAX_STATED {
        return text.into();
    }
    format!("{}…", &text[..text.floor_char_boundary(MAX_STATED)]).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_results_are_cut() {
        assert_eq!(stated_result("B+2"), "B+2");
        assert_eq!(stated_result(&"é".repeat(512)), "é".repeat(512));
        let long = format!("B{}", "é".repeat(512));
        assert_eq!(stated_result(&long), format!("B{}…", "é".repeat(511)));
    }

    #[test]
    fn formulas_are_escaped_in_cells() {
        let cell = spreadsheet_cell;
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("-2"), "'-2");
        assert_eq!(cell("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(cell("\t=1"), "'\\u{9}=1");
        assert_eq!(cell("a\tb\u{1b}"), "a\\u{9}b\\u{1b}");
        assert_eq!(cell("-"), "-");
        assert_eq!(cell("a=1"), "a=1");
        assert_eq!(cell("a\r\n=1"), "a\\u{d}\\u{a}=1");
    }

    #[test]
    fn wide_characters_fit() {
        assert_eq!(fitted("本因坊秀策", 6), "本因… ");
        assert_eq!(fitted("Ann", 5), "Ann  ");
        assert_eq!(fitted("Annika", 5), "Anni…");
    }

    #[test]
    fn thousands_are_separated() {
        let grouped = [0, 999, 1_000, 12_345, 1_234_567].map(grouped);
        assert_eq!(grouped, ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
