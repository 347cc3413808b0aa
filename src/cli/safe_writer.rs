//! Text on its way to a terminal.

use std::io::{self, Write};

use crate::report::safe;

/// Writes text line by line and part by part, with what could act or hide in a terminal escaped. The last line gets a
/// line break.
pub(super) struct SafeWriter<'w> {
    out: &'w mut dyn Write,
    /// The beginning of a character or of a line break whose end has not come yet.
    pending: Vec<u8>,
    /// Whether the line is empty so far.
    at_start: bool,
}

impl<'w> SafeWriter<'w> {
    /// The most bytes that are escaped at once.
    const PART: usize = 8192;

    pub(super) fn new(out: &'w mut dyn Write) -> SafeWriter<'w> {
        SafeWriter {
            out,
            pending: Vec::new(),
            at_start: true,
        }
    }

    /// Ends the text.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        self.write_text(&String::from_utf8_lossy(&pending))?;
        if self.at_start {
            return Ok(());
        }
        self.out.write_all(b"\n")
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let shown = line.strip_suffix("\r\n").or(line.strip_suffix('\n'));
            self.out.write_all(safe(shown.unwrap_or(line)).as_bytes())?;
            if shown.is_some() {
                self.out.write_all(b"\n")?;
            }
            self.at_start = shown.is_some();
        }
        Ok(())
    }
}

impl Write for SafeWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(SafeWriter::PART);
        let mut part = std::mem::take(&mut self.pending);
        part.extend_from_slice(&bytes[..taken]);
        let whole = match std::str::from_utf8(&part) {
            // Only an incomplete character at the end can become a valid one.
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ if part.ends_with(b"\r") => part.len() - 1,
            _ => part.len(),
        };
        self.pending = part.split_off(whole);
        self.write_text(&String::from_utf8_lossy(&part))?;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, part: usize) -> String {
        let mut out = Vec::new();
        let mut writer = SafeWriter::new(&mut out);
        for part in text.as_bytes().chunks(part) {
            writer.write_all(part).unwrap();
        }
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn parts_are_shown_like_the_whole() {
        for text in [
            "",
            "\n",
            "a",
            "a\n\nb\r\nc\rd\te\u{202e}\n",
            "é\u{1f600}\u{1}\r",
        ] {
            let lines: String = text.lines().map(|line| safe(line) + "\n").collect();
            for part in 1..text.len() + 2 {
                assert_eq!(shown(text, part), lines, "{text:?} by {part}");
            }
        }
    }
}
