//! JSON within an element of a page, up to a maximum size.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Serializer, ser::Formatter};

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

/// Compact JSON in which `<` is escaped.
struct ScriptFormatter;

impl Formatter for ScriptFormatter {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut parts = fragment.split('<');
        writer.write_all(parts.next().unwrap_or_default().as_bytes())?;
        parts.try_for_each(|part| {
            writer.write_all(b"\\u003c")?;
            writer.write_all(part.as_bytes())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_element() {
        let texts = ["</script><!--", "<<", "a\"<\\", ""];
        let data = ScriptData::of(&texts, 100).unwrap();
        assert!(!data.as_str().contains('<'));
        let read: Vec<String> = serde_json::from_str(data.as_str()).unwrap();
        assert_eq!(read, texts);
    }

    #[test]
    fn too_much_is_refused() {
        assert!(ScriptData::of(&"<".repeat(10), 62).is_some());
        assert!(ScriptData::of(&"<".repeat(10), 61).is_none());
    }
}
