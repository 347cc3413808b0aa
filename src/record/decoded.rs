//! A file as text: the text itself, and how it was made from bytes.

use std::ops::Range;

use encoding_rs::{DecoderResult, UTF_8, UTF_16BE, UTF_16LE};

/// A character encoding of the WHATWG encoding standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding(pub(super) &'static encoding_rs::Encoding);

impl Encoding {
    /// UTF-8, the encoding of every text that this library writes.
    pub const UTF_8: Encoding = Encoding(UTF_8);

    /// The encoding with a label, in any case: `latin1` is windows-1252.
    pub fn from_label(label: &str) -> Option<Encoding> {
        encoding_rs::Encoding::for_label_no_replacement(label.trim().as_bytes()).map(Encoding)
    }

    /// Its name in the standard, such as `UTF-8` or `windows-1252`.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Whether ASCII text has the same bytes as in UTF-8.
    pub fn is_ascii_compatible(self) -> bool {
        self.0.is_ascii_compatible()
    }

    /// Whether a text has the same bytes as in UTF-8.
    pub fn writes_as_utf8(self, text: &str) -> bool {
        self == Encoding::UTF_8 || self.is_ascii_compatible() && text.is_ascii()
    }

    /// Whether the bytes of a text in this encoding, in which ASCII is the same as in UTF-8, are valid UTF-8, too.
    pub(super) fn has_bytes_of_utf8(self, text: &str) -> bool {
        foreign_runs(text).all(|run| {
            let (bytes, _, is_damaged) = self.0.encode(run);
            !is_damaged && str::from_utf8(&bytes).is_ok()
        })
    }

    /// Whether a text that has been read as UTF-8 may be one in this encoding: several bytes make a character, and those of
    /// the text are valid.
    pub(super) fn may_be_taken_for_utf8(self, text: &str) -> bool {
        let has_pairs = !self.0.is_single_byte() && self.is_ascii_compatible();
        has_pairs && foreign_runs(text).all(|run| self.is_valid(run.as_bytes()))
    }

    fn is_valid(self, mut bytes: &[u8]) -> bool {
        let mut decoder = self.0.new_decoder_without_bom_handling();
        // A text may be large, and is not needed.
        let mut buffer = [0; 4096];
        loop {
            let (result, read, _) =
                decoder.decode_to_utf8_without_replacement(bytes, &mut buffer, true);
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => return true,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => return false,
            }
        }
    }

    /// Whether its units are two bytes wide, as in UTF-16.
    pub(super) fn is_wide(self) -> bool {
        self.0 == UTF_16LE || self.0 == UTF_16BE
    }
}

/// The parts of a text that are not ASCII.
fn foreign_runs(text: &str) -> impl Iterator<Item = &str> {
    let runs = text.split(|character: char| character.is_ascii());
    runs.filter(|run| !run.is_empty())
}

/// A text and how it was made from bytes.
///
/// ```
/// use kifu::record::{decode, read};
///
/// let file = decode(b"(;GM[ugo]PB[Ren\xE9];B[c3])".to_vec());
/// assert_eq!(file.encoding.name(), "windows-1252");
/// assert_eq!(read(&file).count(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding used to decode it.
    pub encoding: Encoding,
    /// Whether the encoding is a guess: the file does not name one and is not UTF-8.
    pub assumed: bool,
    /// Whether the file begins with a byte order mark.
    pub had_bom: bool,
    /// The offsets in the text of the replacement characters for bytes that are invalid in the
    /// encoding, in ascending order. After the first million, only the first one after each
    /// parenthesis.
    pub decode_errors: Vec<usize>,
}

impl Default for Decoded {
    fn default() -> Decoded {
        Decoded {
            text: String::new(),
            encoding: Encoding::UTF_8,
            assumed: false,
            had_bom: false,
            decode_errors: Vec::new(),
        }
    }
}

impl Decoded {
    /// A copy of a part of the text. The bounds are character boundaries.
    pub(super) fn part(&self, range: Range<usize>) -> Decoded {
        let inside = self.decode_errors.iter().filter(|at| range.contains(at));
        Decoded {
            text: self.text[range.clone()].to_owned(),
            decode_errors: inside.map(|at| at - range.start).collect(),
            ..*self
        }
    }

    /// Removes the text from an offset on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
        let kept = self.decode_errors.partition_point(|&at| at < length);
        self.decode_errors.truncate(kept);
    }

    /// Removes the text from an offset on, and returns it.
    pub(super) fn split_off(&mut self, at: usize) -> Decoded {
        let kept = self.decode_errors.partition_point(|&error| error < at);
        let mut decode_errors = self.decode_errors.split_off(kept);
        for offset in &mut decode_errors {
            *offset -= at;
        }
        Decoded {
            text: self.text.split_off(at),
            decode_errors,
            ..*self
        }
    }

    /// Adds the text that follows.
    pub(super) fn append(&mut self, behind: &Decoded) {
        let length = self.text.len();
        let errors = behind.decode_errors.iter();
        self.decode_errors.extend(errors.map(|at| at + length));
        self.text.push_str(&behind.text);
    }

    /// Removes the text up to an offset.
    pub(super) fn drop_first(&mut self, length: usize) {
        self.text.drain(..length);
        let gone = self.decode_errors.partition_point(|&at| at < length);
        self.decode_errors.drain(..gone);
        for offset in &mut self.decode_errors {
            *offset -= length;
        }
    }

    /// Removes the text up to an offset, and returns the text up to another. Either may be as large as memory permits one
    /// text to be, so that only the shorter is copied, and no large buffer stays with a short rest.
    pub(super) fn split(&mut self, end: usize, removed: usize) -> Decoded {
        if end < self.text.len() - removed {
            let first = self.part(0..end);
            self.drop_first(removed);
            return first;
        }
        let rest = self.part(removed..self.text.len());
        let mut first = std::mem::replace(self, rest);
        first.truncate(end);
        first
    }
}

/// A text that needs no decoding.
impl From<&str> for Decoded {
    fn from(text: &str) -> Decoded {
        Decoded {
            text: text.to_owned(),
            ..Decoded::default()
        }
    }
}

/// The text that records are read from, with what is known of its decoding. Made from a
/// [`Decoded`], or from a `&str`, which needs no decoding.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'t> {
    text: &'t str,
    encoding: Encoding,
    is_encoding_assumed: bool,
    is_encoding_certain: bool,
    decode_errors: &'t [usize],
}

impl<'t> SourceText<'t> {
    /// The whole text, of which a record is a part.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The encoding used to decode it.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether the encoding is a guess: the file does not name one and is not UTF-8.
    pub fn is_encoding_assumed(&self) -> bool {
        self.is_encoding_assumed
    }

    /// Whether the encoding is known whatever `CA` says: the file begins with a byte order mark, or was text before.
    pub(super) fn is_encoding_certain(&self) -> bool {
        self.is_encoding_certain
    }

    /// The offsets in the text of the replacement characters for bytes that are invalid in the
    /// encoding, in ascending order.
    pub fn decode_errors(&self) -> &'t [usize] {
        self.decode_errors
    }

    /// Those of the [`decode_errors`](SourceText::decode_errors) that are in a range of the text.
    pub fn decode_errors_in(&self, range: Range<usize>) -> &'t [usize] {
        let all = self.decode_errors;
        let [start, end] = [range.start, range.end].map(|to| all.partition_point(|&at| at < to));
        all.get(start..end).unwrap_or_default()
    }

    /// Another text, without decode errors, that is considered to be in the same encoding.
    pub fn with_text<'o>(&self, text: &'o str) -> SourceText<'o> {
        SourceText {
            text,
            encoding: self.encoding,
            is_encoding_assumed: self.is_encoding_assumed,
            is_encoding_certain: self.is_encoding_certain,
            decode_errors: &[],
        }
    }
}

impl<'t> From<&'t Decoded> for SourceText<'t> {
    fn from(decoded: &'t Decoded) -> SourceText<'t> {
        SourceText {
            text: &decoded.text,
            encoding: decoded.encoding,
            is_encoding_assumed: decoded.assumed,
            is_encoding_certain: decoded.had_bom,
            decode_errors: &decoded.decode_errors,
        }
    }
}

impl<'t> From<&'t str> for SourceText<'t> {
    fn from(text: &'t str) -> SourceText<'t> {
        SourceText {
            text,
            encoding: Encoding::UTF_8,
            is_encoding_assumed: false,
            is_encoding_certain: true,
            decode_errors: &[],
        }
    }
}

impl<'t> From<&'t String> for SourceText<'t> {
    fn from(text: &'t String) -> SourceText<'t> {
        SourceText::from(text.as_str())
    }
}
