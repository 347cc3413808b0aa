//! Bytes → text, block by block. The encoding is determined once for a file: by the byte order
//! mark, else the first `CA`, else it is UTF-8, else Windows-1252.
//!
//! As long as a file is ASCII, all encodings give the same text and none need be chosen. If the
//! first other byte comes before any `CA`, the rest of the file decides: it is searched
//! once and then read again, so that memory does not grow with the file.

use std::{
    io::{self, Cursor, Read, Seek},
    sync::Arc,
};

use encoding_rs::{Decoder, DecoderResult, UTF_8, WINDOWS_1252};

use super::{
    decoded::{Decoded, Encoding},
    encoding_label::LabelSearch,
};

/// Decodes a file that is in memory as a whole.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    let bytes: Arc<[u8]> = bytes.into();
    let begin = Cursor::new(Arc::clone(&bytes));
    let reopen: Reopen<'static> = Box::new(move || Ok(Box::new(Cursor::new(Arc::clone(&bytes)))));
    let mut stream = TextStream::new(Box::new(begin), Some(reopen));
    let mut decoded = Decoded::default();
    // Bytes in memory can always be read.
    while let Ok(true) = stream.feed(&mut decoded) {}
    decoded
}

/// The encoding that a `CA` names.
fn encoding_named(label: &[u8]) -> Option<Encoding> {
    let encoding = Encoding::from_label(&String::from_utf8_lossy(label))?;
    // A label that can be read byte by byte is not in two-byte units.
    Some(if encoding.is_wide() {
        Encoding::UTF_8
    } else {
        encoding
    })
}

/// Whether each byte is the same character in every encoding, whatever is around it.
fn are_plain(bytes: &[u8]) -> bool {
    bytes.is_ascii() && memchr::memchr3(0x0E, 0x0F, 0x1B, bytes).is_none()
}

/// Opens a source of bytes once more, from its beginning.
pub type Reopen<'r> = Box<dyn Fn() -> io::Result<Box<dyn Read + 'r>> + 'r>;

/// Bytes that can be read again.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Stores all that an input still holds, for a source that cannot be reopened.
pub type Spool = fn(&mut dyn Read) -> io::Result<Box<dyn ReadSeek>>;

/// Stores it in memory.
fn spool_to_memory(input: &mut dyn Read) -> io::Result<Box<dyn ReadSeek>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    Ok(Box::new(Cursor::new(bytes)))
}

/// The rest of an input, to be read several times.
enum Rest<'s, 'r> {
    /// By opening the source again and skipping the bytes before.
    Reopened(&'s Reopen<'r>, u64),
    Spooled(Box<dyn ReadSeek>),
}

impl<'r> Rest<'_, 'r> {
    /// The rest from its beginning.
    fn read<'i>(&'i mut self) -> io::Result<Box<dyn Read + 'i>>
    where
        'r: 'i,
    {
        match self {
            Rest::Reopened(reopen, before) => {
                let mut input = reopen()?;
                io::copy(&mut (&mut input).take(*before), &mut io::sink())?;
                Ok(input)
            }
            Rest::Spooled(spooled) => {
                spooled.rewind()?;
                Ok(Box::new(spooled))
            }
        }
    }
}

/// A file as text, block by block.
pub(super) struct TextStream<'r> {
    input: Box<dyn Read + 'r>,
    reopen: Option<Reopen<'r>>,
    spool: Spool,
    /// Bytes taken from the input so far.
    taken: u64,
    block: Vec<u8>,
    labels: LabelSearch,
    /// `None` as long as all was plain.
    decoder: Option<Decoder>,
    encoding: Encoding,
    assumed: bool,
    had_bom: bool,
    /// Whether there has been a parenthesis after the last decode error, if there are many.
    has_parenthesis: bool,
}

const BLOCK: usize = 64 * 1024;
/// More decode errors than this in one text are not all listed.
const MANY_DECODE_ERRORS: usize = 1_000_000;

impl<'r> TextStream<'r> {
    pub(super) fn new(input: Box<dyn Read + 'r>, reopen: Option<Reopen<'r>>) -> TextStream<'r> {
        TextStream {
            input,
            reopen,
            spool: spool_to_memory,
            taken: 0,
            block: vec![0; BLOCK],
            labels: LabelSearch::default(),
            decoder: None,
            encoding: Encoding::UTF_8,
            assumed: false,
            had_bom: false,
            has_parenthesis: false,
        }
    }

    /// Stores what must be read again in another way than in memory.
    pub(super) fn spool_with(&mut self, spool: Spool) {
        self.spool = spool;
    }

    /// Appends the next block to a text; returns whether the input could have more.
    pub(super) fn feed(&mut self, decoded: &mut Decoded) -> io::Result<bool> {
        let begins = self.taken == 0;
        let mut block = std::mem::take(&mut self.block);
        let read = fill(&mut *self.input, &mut block, if begins { 3 } else { 1 });
        let more = read.and_then(|length| {
            self.taken += length as u64;
            let mut bytes = &block[..length];
            if begins && let Some((encoding, bom_length)) = encoding_rs::Encoding::for_bom(bytes) {
                self.set_encoding(Encoding(encoding));
                self.had_bom = true;
                bytes = &bytes[bom_length..];
            }
            if self.decoder.is_none() {
                self.detect(bytes)?;
            }
            self.decode(bytes, length == 0, decoded);
            Ok(length > 0)
        });
        self.block = block;
        decoded.encoding = self.encoding;
        decoded.assumed = self.assumed;
        decoded.had_bom = self.had_bom;
        more
    }

    fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = encoding;
        self.decoder = Some(encoding.0.new_decoder_without_bom_handling());
    }

    /// Determines the encoding when a block depends on it.
    fn detect(&mut self, bytes: &[u8]) -> io::Result<()> {
        let before = self.labels.clone();
        match self.labels.feed(bytes) {
            Some(label) => match encoding_named(&label) {
                Some(encoding) => self.set_encoding(encoding),
                None => self.look_ahead(&before, bytes)?,
            },
            None if are_plain(bytes) => {}
            None => self.look_ahead(&before, bytes)?,
        }
        Ok(())
    }

    /// Reads the rest of the input, which begins with `block`, to detect the encoding. `before` is the state
    /// of the search for `CA` before it.
    fn look_ahead(&mut self, before: &LabelSearch, block: &[u8]) -> io::Result<()> {
        let mut rest = match &self.reopen {
            Some(reopen) => Rest::Reopened(reopen, self.taken - block.len() as u64),
            None => Rest::Spooled((self.spool)(&mut block.chain(&mut *self.input))?),
        };
        let seen = Lookahead::through(&mut *rest.read()?, before.clone())?;
        let encoding = match seen.named {
            Some(encoding) => Some(encoding),
            None if seen.is_utf8 => Some(Encoding::UTF_8),
            None => {
                let mut found = None;
                for candidate in seen.candidates {
                    if names_itself(&mut *rest.read()?, before.clone(), candidate)? {
                        found = Some(candidate);
                        break;
                    }
                }
                found
            }
        };
        if let Rest::Spooled(mut spooled) = rest {
            spooled.seek(io::SeekFrom::Start(block.len() as u64))?;
            self.input = spooled;
        }
        self.assumed = encoding.is_none();
        self.set_encoding(encoding.unwrap_or(Encoding(WINDOWS_1252)));
        Ok(())
    }

    fn decode(&mut self, bytes: &[u8], last: bool, decoded: &mut Decoded) {
        let Some(decoder) = &mut self.decoder else {
            // Only plain bytes come here.
            decoded.text.push_str(&String::from_utf8_lossy(bytes));
            return;
        };
        let Decoded {
            text,
            decode_errors,
            ..
        } = decoded;
        let mut from = text.len();
        decode_chunk(decoder, bytes, last, text, |text| {
            // Of very many only the first one between two parentheses is kept, so that each record has
            // its first one.
            let is_many = decode_errors.len() >= MANY_DECODE_ERRORS;
            if is_many {
                let between = &text.as_bytes()[from..];
                self.has_parenthesis |= memchr::memchr2(b'(', b')', between).is_some();
                from = text.len();
            }
            if !is_many || std::mem::take(&mut self.has_parenthesis) {
                decode_errors.push(text.len());
            }
        });
    }
}

/// Reads until a buffer has at least `least` bytes, or to the end.
fn fill(input: &mut dyn Read, buffer: &mut [u8], least: usize) -> io::Result<usize> {
    let mut length = 0;
    while length < least {
        match input.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

/// Appends a decoded block to a text, with `U+FFFD` for invalid bytes.
fn decode_chunk(
    decoder: &mut Decoder,
    bytes: &[u8],
    last: bool,
    text: &mut String,
    mut report: impl FnMut(&str),
) {
    let mut read = 0;
    let mut report = |text: &mut String| {
        report(text);
        text.push('\u{FFFD}');
    };
    // Decoding into the text clears the rest of its memory, which must not be large.
    text.reserve(bytes.len());
    if text.capacity() - text.len() <= 4 * BLOCK {
        let (result, more) = decoder.decode_to_string_without_replacement(bytes, text, last);
        match result {
            DecoderResult::InputEmpty => return,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => report(text),
        }
        read = more;
    }
    // Nor may it be cleared for every invalid byte.
    let mut buffer = [0; BLOCK / 4];
    loop {
        let (result, more, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut buffer, last);
        read += more;
        // A decoder writes whole characters.
        text.push_str(str::from_utf8(&buffer[..written]).unwrap_or_default());
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => report(text),
        }
    }
}

/// What the rest of a file reveals about its encoding.
struct Lookahead {
    named: Option<Encoding>,
    is_utf8: bool,
    /// Encodings whose `CA` could be readable only after decoding: in `Shift_JIS`, for example, the
    /// second byte of a character can be a backslash or a bracket.
    candidates: Vec<Encoding>,
}

impl Lookahead {
    const MAX_CANDIDATES: usize = 4;
    const MAX_LABEL: usize = 40;
    /// The most bytes of the name `CA`, with lower-case letters and white space, and the bracket behind it.
    const MAX_NAME: usize = 60;

    fn through(input: &mut dyn Read, mut labels: LabelSearch) -> io::Result<Lookahead> {
        let mut seen = Lookahead {
            named: None,
            is_utf8: true,
            candidates: Vec::new(),
        };
        let mut utf8 = UTF_8.new_decoder_without_bom_handling();
        let mut text = String::new();
        let mut first = true;
        let mut buffer = vec![0; BLOCK];
        // A label that the end of a block cuts is searched again with the next one.
        let mut kept = 0;
        loop {
            let length = fill(input, &mut buffer[kept..], 1)?;
            let block = &buffer[kept..kept + length];
            if let Some(label) = labels.feed(block)
                && std::mem::take(&mut first)
            {
                seen.named = encoding_named(&label);
                if seen.named.is_some() {
                    break;
                }
            }
            text.clear();
            decode_chunk(&mut utf8, block, length == 0, &mut text, |_| {
                seen.is_utf8 = false;
            });
            if length == 0 {
                break;
            }
            let window = kept + length;
            seen.note_candidates(&buffer[..window]);
            kept = window.min(Self::MAX_NAME + Self::MAX_LABEL);
            buffer.copy_within(window - kept..window, 0);
            buffer.resize(kept + BLOCK, 0);
        }
        Ok(seen)
    }

    fn note_candidates(&mut self, bytes: &[u8]) {
        for bracket in memchr::memchr_iter(b'[', bytes) {
            let name = bracket.saturating_sub(Self::MAX_NAME - 1)..bracket;
            if !ends_with_name_of_encoding(&bytes[name]) {
                continue;
            }
            let end = bytes.len().min(bracket + 1 + Self::MAX_LABEL);
            let label = &bytes[bracket + 1..end];
            let label = label.split(|&byte| byte == b']').next();
            if let Some(encoding) = label.and_then(encoding_named)
                && !self.candidates.contains(&encoding)
                && self.candidates.len() < Self::MAX_CANDIDATES
            {
                self.candidates.push(encoding);
            }
        }
    }
}

/// Whether bytes end with `CA`, written as in any record: `ChArset` and white space behind it are permitted.
fn ends_with_name_of_encoding(bytes: &[u8]) -> bool {
    let letters = bytes.trim_ascii_end().iter().rev();
    let letters = letters.take_while(|byte| byte.is_ascii_alphabetic());
    letters
        .filter(|byte| byte.is_ascii_uppercase())
        .take(2)
        .eq(b"AC")
}

/// Whether the first `CA` of a text, read in an encoding, names this encoding.
fn names_itself(
    input: &mut dyn Read,
    mut labels: LabelSearch,
    encoding: Encoding,
) -> io::Result<bool> {
    let mut decoder = encoding.0.new_decoder_without_bom_handling();
    let mut buffer = vec![0; BLOCK];
    let mut text = String::new();
    loop {
        let length = fill(input, &mut buffer, 1)?;
        text.clear();
        decode_chunk(
            &mut decoder,
            &buffer[..length],
            length == 0,
            &mut text,
            |_| {},
        );
        if let Some(label) = labels.feed(text.as_bytes()) {
            return Ok(encoding_named(&label) == Some(encoding));
        }
        if length == 0 {
            return Ok(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// An input that returns few bytes at a time.
    struct Trickle(Cursor<Vec<u8>>, usize);

    impl Read for Trickle {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    /// Bytes that name an encoding, or contradict it.
    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        let parts: [&[u8]; 18] = [
            b"(;GM[ugo]",
            b"CA[",
            b"CA[UTF-8]",
            b"CA[Shift_JIS]",
            b"CA [latin1]",
            b"cCaA[koi8-r]",
            b"CA[klingon]",
            b"CA[utf-16]",
            b"C[CA[big5\\]]",
            b"]",
            b"PB[",
            "é".as_bytes(),
            b"\xE9",
            b"\x83\x5C",
            b"\x1B$B",
            b"\xEF\xBB\xBF",
            b"\xFF\xFE",
            b";B[a1]",
        ];
        proptest::collection::vec(proptest::sample::select(parts.to_vec()), 0..14)
            .prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// The result depends neither on the size of the blocks nor on whether the input can be reopened.
        #[test]
        fn blocks_do_not_change_the_text(bytes in bytes(), block in 1_usize..9, again in any::<bool>()) {
            let whole = decode(bytes.clone());
            let trickle = Trickle(Cursor::new(bytes.clone()), block);
            let reopen: Reopen<'static> = Box::new(move || Ok(Box::new(Cursor::new(bytes.clone()))));
            let mut stream = TextStream::new(Box::new(trickle), again.then_some(reopen));
            let mut read = Decoded::default();
            while stream.feed(&mut read).expect("bytes in memory") {}
            prop_assert_eq!(&read.text, &whole.text);
            prop_assert_eq!(read.assumed, whole.assumed);
            prop_assert_eq!(&read.decode_errors, &whole.decode_errors);
            prop_assert_eq!(read.encoding, whole.encoding);
        }
    }

    #[test]
    fn the_encoding_is_chosen_in_order() {
        let read = |bytes: &[u8]| decode(bytes.to_vec());
        let had_bom = read(b"\xEF\xBB\xBF(;CA[Shift_JIS]PB[\xC3\xA9])");
        assert_eq!(
            (had_bom.encoding, had_bom.text.contains('é')),
            (Encoding::UTF_8, true)
        );
        let wide: Vec<u8> = "\u{FEFF}(;PB[é])"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(read(&wide).text, "(;PB[é])");
        let stated = read(b"(;C[CA[koi8-r\\]]CA[latin1]PB[\xE9])");
        assert_eq!(
            (stated.encoding, stated.assumed),
            (Encoding(WINDOWS_1252), false)
        );
        assert!(stated.text.contains('é'));
        // The byte before the bracket belongs to a character; only decoded is the label one.
        for name in ["CA", "CA \n", "ChArset", "aCaAa "] {
            let bytes = [b"(;PB[\x95\x5C]", name.as_bytes(), b"[Shift_JIS])"].concat();
            let found = read(&bytes);
            assert_eq!(
                (found.encoding, found.assumed),
                (Encoding(encoding_rs::SHIFT_JIS), false),
                "{name}"
            );
            assert!(found.text.starts_with("(;PB[表]"), "{name}");
        }
        let guessed = read(b"(;PB[\xE9])");
        assert_eq!(
            (guessed.encoding, guessed.assumed),
            (Encoding(WINDOWS_1252), true)
        );
        assert_eq!(read("(;PB[é])".as_bytes()).encoding, Encoding::UTF_8);
        // An unknown label does not count.
        assert!(read(b"(;CA[klingon]PB[\xE9])").assumed);
    }

    #[test]
    fn decode_errors_have_offsets() {
        let broken = decode(b"(;CA[UTF-8]PB[\xFFa\xFF])".to_vec());
        assert_eq!(broken.text, "(;CA[UTF-8]PB[\u{FFFD}a\u{FFFD}])");
        assert_eq!(broken.decode_errors, [14, 18]);
        let japanese = decode(b"(;CA[Shift_JIS]PB[\x83\x5C])".to_vec());
        assert_eq!(japanese.text, "(;CA[Shift_JIS]PB[ソ])");
        let escaped = decode(b"(;CA[Shift\\_JIS]PB[\x83\x5C])".to_vec());
        assert_eq!(escaped.text, "(;CA[Shift\\_JIS]PB[ソ])");
        let later = decode(b"(;PB[\x83\x5C]CA[Shift_JIS])".to_vec());
        assert_eq!(later.text, "(;PB[ソ]CA[Shift_JIS])");
        let none = decode(b"(;PB[\xE9 CA[Shift_JIS\\]])".to_vec());
        assert!(none.assumed);
    }
}
