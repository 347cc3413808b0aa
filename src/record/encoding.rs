//! Bytes → text. The encoding is settled once for a file: a byte order mark, else
//! the first `CA`, else UTF-8, else Windows-1252.

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::{
    grammar::{Kind, Tokens},
    property::Name,
};

/// The text of a file and how it was made from bytes.
#[derive(Debug)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The encoding it was read by.
    pub encoding: &'static Encoding,
    /// Whether the encoding is a guess: nothing says it, and the bytes are no UTF-8.
    pub assumed: bool,
    /// The places in the text, in bytes, where bytes did not fit the encoding.
    pub misfits: Vec<usize>,
}

/// A text that is one already.
impl From<&str> for Decoded {
    fn from(text: &str) -> Decoded {
        Decoded {
            text: text.to_owned(),
            encoding: UTF_8,
            assumed: false,
            misfits: Vec::new(),
        }
    }
}

/// Decodes a file.
pub fn decode(bytes: Vec<u8>) -> Decoded {
    if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    match String::from_utf8(bytes) {
        Ok(text) => match stated(&text) {
            Some(encoding) if encoding != UTF_8 => decode_as(encoding, text.as_bytes()),
            _ => Decoded {
                text,
                encoding: UTF_8,
                assumed: false,
                misfits: Vec::new(),
            },
        },
        Err(error) => {
            let bytes = error.into_bytes();
            // Every byte as one character: enough to find `CA` in any encoding
            // that writes ASCII as ASCII.
            let latin: String = bytes.iter().copied().map(char::from).collect();
            match stated(&latin) {
                Some(encoding) => decode_as(encoding, &bytes),
                None => decode_as_it_says(&bytes).unwrap_or_else(|| Decoded {
                    assumed: true,
                    ..decode_as(WINDOWS_1252, &bytes)
                }),
            }
        }
    }
}

/// Decodes a file whose first `CA` can be read only in the encoding that it names: in
/// `Shift_JIS`, for one, the second byte of a character may be a backslash or a bracket.
fn decode_as_it_says(bytes: &[u8]) -> Option<Decoded> {
    const TRIED: usize = 4;
    const LONGEST: usize = 40;
    let mut tried: Vec<&Encoding> = Vec::new();
    for found in memchr::memmem::find_iter(bytes, b"CA[") {
        let label = &bytes[found + 3..bytes.len().min(found + 3 + LONGEST)];
        let label = label.split(|&byte| byte == b']').next()?;
        let Some(encoding) = Encoding::for_label_no_replacement(label) else {
            continue;
        };
        if tried.contains(&encoding) {
            continue;
        }
        let decoded = decode_as(encoding, bytes);
        if stated(&decoded.text) == Some(encoding) {
            return Some(decoded);
        }
        tried.push(encoding);
        if tried.len() == TRIED {
            return None;
        }
    }
    None
}

/// The encoding with a label of the WHATWG standard.
pub fn by_label(label: &str) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(label.trim().as_bytes())
}

/// The encoding that the first `CA` of a text names, if it is one in which that
/// `CA` could be read.
fn stated(text: &str) -> Option<&'static Encoding> {
    memchr::memmem::find(text.as_bytes(), b"CA")?;
    let label = Tokens::new(text)
        .filter(|token| token.kind == Kind::NamedValue)
        .find_map(|token| {
            let (name, value) = text[token.start..token.end - 1].split_once('[')?;
            let name = super::model::capitals(name);
            (Name::from_letters(&name) == Name::CA).then_some(value)
        })?;
    // What is readable byte by byte is not in two-byte units, whatever it says.
    by_label(label).map(|encoding| match encoding {
        _ if encoding == UTF_16LE || encoding == UTF_16BE => UTF_8,
        _ => encoding,
    })
}

fn decode_as(encoding: &'static Encoding, bytes: &[u8]) -> Decoded {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = Vec::with_capacity(bytes.len() + 16);
    let mut misfits = Vec::new();
    let mut read = 0;
    // The decoder would clear the whole rest of a larger buffer after each misfit.
    let mut buffer = [0; 4096];
    loop {
        let (result, more, written) =
            decoder.decode_to_utf8_without_replacement(&bytes[read..], &mut buffer, true);
        read += more;
        text.extend_from_slice(&buffer[..written]);
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => {
                misfits.push(text.len());
                text.extend_from_slice("\u{FFFD}".as_bytes());
            }
        }
    }
    Decoded {
        // What the decoder writes is UTF-8.
        text: String::from_utf8(text).expect("a decoder writes UTF-8"),
        encoding,
        assumed: false,
        misfits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_what_decides() {
        let read = |bytes: &[u8]| decode(bytes.to_vec());
        let marked = read(b"\xEF\xBB\xBF(;CA[Shift_JIS]PB[\xC3\xA9])");
        assert_eq!((marked.encoding, marked.text.contains('é')), (UTF_8, true));
        let wide: Vec<u8> = "\u{FEFF}(;PB[é])"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        assert_eq!(read(&wide).text, "(;PB[é])");
        let stated = read(b"(;C[CA[koi8-r\\]]CA[latin1]PB[\xE9])");
        assert_eq!((stated.encoding, stated.assumed), (WINDOWS_1252, false));
        assert!(stated.text.contains('é'));
        let guessed = read(b"(;PB[\xE9])");
        assert_eq!((guessed.encoding, guessed.assumed), (WINDOWS_1252, true));
        assert_eq!(read("(;PB[é])".as_bytes()).encoding, UTF_8);
        // An unknown label says nothing.
        assert!(read(b"(;CA[klingon]PB[\xE9])").assumed);
    }

    #[test]
    fn bytes_that_do_not_fit_are_placed() {
        let broken = decode(b"(;CA[UTF-8]PB[\xFFa\xFF])".to_vec());
        assert_eq!(broken.text, "(;CA[UTF-8]PB[\u{FFFD}a\u{FFFD}])");
        assert_eq!(broken.misfits, [14, 18]);
        let japanese = decode(b"(;CA[Shift_JIS]PB[\x83\x5C])".to_vec());
        assert_eq!(japanese.text, "(;CA[Shift_JIS]PB[ソ])");
        let later = decode(b"(;PB[\x83\x5C]CA[Shift_JIS])".to_vec());
        assert_eq!(later.text, "(;PB[ソ]CA[Shift_JIS])");
        let none = decode(b"(;PB[\xE9 CA[Shift_JIS\\]])".to_vec());
        assert!(none.assumed);
    }
}
