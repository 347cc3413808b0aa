//! JSON within an element of a page, up to a maximum size.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

use crate::record::is_unsafe;

/// A value as JSON without `<`, so that no text can end the element that contains it.
pub(super) struct ScriptData(String);

impl ScriptData {
    /// `None` if it would take more than `max` bytes.
    pub(super) fn of<T: Serialize>(value: &T, max: usize) -> Option<ScriptData> {
        let buffer = BoundedBuffer {
            bytes: Vec::new(),
            max,
        };
        let mut serializer = Serializer::with_formatter(buffer, ScriptFormatter);
        // In memory nothing else fails: all keys are strings.
        value.serialize(&mut serializer).ok()?;
        String::from_utf8(serializer.into_inner().bytes)
            .ok()
            .map(ScriptData)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Memory that becomes full.
struct BoundedBuffer {
    bytes: Vec<u8>,
    max: usize,
}

impl Write for BoundedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.max {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Compact JSON in which `<`, and what acts on a terminal or hides, is escaped.
struct ScriptFormatter;

impl Formatter for ScriptFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(escaped) = rest.find(|c| c == '<' || is_unsafe(c)) {
            let (before, after) = rest.split_at(escaped);
            writer.write_all(before.as_bytes())?;
            let mut chars = after.chars();
            let units = &mut [0; 2];
            for unit in chars.next().unwrap_or('<').encode_utf16(units) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = chars.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_element() {
        let texts = [
            "</script><!--",
            "<<",
            "a\"<\\",
            "",
            "a\u{202e}\u{e0001}\u{85}é",
        ];
        let data = ScriptData::of(&texts, 100).unwrap();
        assert!(
            !data
                .as_str()
                .contains(['<', '\u{202e}', '\u{e0001}', '\u{85}'])
        );
        let read: Vec<String> = serde_json::from_str(data.as_str()).unwrap();
        assert_eq!(read, texts);
    }

    #[test]
    fn too_much_is_refused() {
        assert!(ScriptData::of(&"<".repeat(10), 62).is_some());
        assert!(ScriptData::of(&"<".repeat(10), 61).is_none());
    }
}
