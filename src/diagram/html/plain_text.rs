//! Texts of a record as they can be shown.

use std::{
    borrow::Cow,
    fmt::{self, Display, Formatter},
};

use serde::{Serialize, Serializer};

use crate::record::safe_parts;

/// A text without the white space around it and without characters that act or hide; its line breaks stay. It may be
/// long, so that it is changed only while it is written.
#[derive(Default)]
pub(super) struct PlainText<'t>(pub(super) Cow<'t, str>);

impl<'t> PlainText<'t> {
    /// Adds a text behind a separator.
    pub(super) fn add(&mut self, separator: &str, text: Cow<'t, str>) {
        if text.trim().is_empty() {
            return;
        }
        if self.is_empty() {
            self.0 = text;
            return;
        }
        let whole = self.0.to_mut();
        whole.push_str(separator);
        whole.push_str(&text);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl Display for PlainText<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write_plain(self.0.trim(), f)
    }
}

impl Serialize for PlainText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn write_plain(text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            out.write_char('\n')?;
        }
        for part in safe_parts(line) {
            out.write_str(&part)?;
        }
    }
    Ok(())
}

/// The first characters of a text, at most this many, plain.
pub(super) fn plain_beginning(text: &str, max: usize) -> String {
    let beginning: String = text.trim().chars().take(max).collect();
    let mut plain = String::new();
    // Writing to a string does not fail.
    let _ = write_plain(&beginning, &mut plain);
    plain.chars().take(max).collect()
}

/// A text in one line of at most this many characters before they are made plain.
pub(super) fn plain_line(text: &str, max: usize) -> String {
    let text: String = text.chars().take(max).collect();
    PlainText(text.into()).to_string().replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::escape_char;

    #[test]
    fn long_texts_are_written_in_parts() {
        let text = "a\tb\u{202e}\n\né\u{1}".repeat(2_000);
        let plain: String = text
            .chars()
            .map(|character| match character {
                '\n' => "\n".into(),
                _ => escape_char(character),
            })
            .collect();
        assert_eq!(PlainText(format!(" {text}\n").into()).to_string(), plain);
        assert_eq!(plain_beginning("\u{1} 2345678", 8), "\\u{1} 23");
        assert!(PlainText(" \n".into()).is_empty());
        let mut several = PlainText::default();
        for text in [" ", "a", "", "b"] {
            several.add(", ", text.into());
        }
        assert_eq!(several.to_string(), "a, b");
    }
}
