//! A guard against packed data that are read as text: because their first bytes are damaged or missing, or because they
//! follow a text.

use std::{
    io::{self, Read},
    sync::LazyLock,
};

use memchr::memmem::Finder;

use super::error::UnpackError;

/// The number of bytes of a header that are looked at: in tar those from the mode to the magic, in zip those from
/// the signature to the method.
const SEEN: usize = TAR_MODE + TAR_MAGIC.len() + 1;

/// The fields of tar begin this many bytes before the magic.
const TAR_MODE: usize = 157;
const TAR_NUMBERS: usize = 56;
const TAR_MAGIC: &[u8] = b"ustar";
const ZIP_SIGNATURE: &[u8] = b"PK\x03\x04";
const ZIP_METHOD: usize = 8;

/// How gzip, bzip2, xz and Zstandard begin.
const STREAM_MAGIC: [&[u8]; 4] = [b"\x1F\x8B\x08", b"BZh", b"\xFD7zXZ\0", b"\x28\xB5\x2F\xFD"];

static TAR: LazyLock<Finder> = LazyLock::new(|| Finder::new(TAR_MAGIC));
static ZIP: LazyLock<Finder> = LazyLock::new(|| Finder::new(ZIP_SIGNATURE));
static STREAMS: LazyLock<[Finder; 4]> = LazyLock::new(|| STREAM_MAGIC.map(Finder::new));

/// A text. Reading fails where the header of an entry of a tar or zip archive begins, or compressed data, which no text
/// contains.
pub struct TextGuard<'i> {
    input: Box<dyn Read + 'i>,
    /// The last bytes that have been read.
    tail: Vec<u8>,
    error: Option<UnpackError>,
}

impl<'i> TextGuard<'i> {
    /// Guards an input.
    pub fn new(input: Box<dyn Read + 'i>) -> TextGuard<'i> {
        TextGuard {
            input,
            tail: Vec::with_capacity(2 * SEEN),
            error: None,
        }
    }

    /// Searches bytes that follow the tail; returns the number of bytes before a header, and what is wrong.
    fn search(&mut self, bytes: &[u8]) -> Option<(usize, UnpackError)> {
        let before = self.tail.len();
        self.tail.extend_from_slice(&bytes[..bytes.len().min(SEEN)]);
        // A header that begins in the tail, and then one in the bytes.
        let found = find(&self.tail).map(|(at, error)| (at.saturating_sub(before), error));
        let found = found.or_else(|| find(bytes));
        if bytes.len() < SEEN {
            let gone = self.tail.len().saturating_sub(SEEN);
            self.tail.drain(..gone);
        } else {
            self.tail.clear();
            self.tail.extend_from_slice(&bytes[bytes.len() - SEEN..]);
        }
        found
    }
}

impl Read for TextGuard<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error.into());
        }
        let length = self.input.read(buffer)?;
        match self.search(&buffer[..length]) {
            None => Ok(length),
            Some((0, error)) => Err(error.into()),
            Some((at, error)) => {
                self.error = Some(error);
                Ok(at)
            }
        }
    }
}

/// The offset of the first header, and what is wrong.
fn find(bytes: &[u8]) -> Option<(usize, UnpackError)> {
    let tar = TAR.find_iter(bytes).find_map(|magic| {
        let start = magic.checked_sub(TAR_MODE)?;
        let end = *bytes.get(magic + TAR_MAGIC.len())?;
        let numbers = &bytes[start..start + TAR_NUMBERS];
        let is_number = |byte: &u8| matches!(byte, b'0'..=b'7' | b' ' | 0);
        let is_header =
            matches!(end, 0 | b' ') && numbers.contains(&0) && numbers.iter().all(is_number);
        is_header.then_some(start)
    });
    let zip = ZIP.find_iter(bytes).find(|signature| {
        let method = bytes.get(signature + ZIP_METHOD..signature + ZIP_METHOD + 2);
        method.is_some_and(|method| matches!(method, [0 | 8 | 9 | 12 | 14 | 93 | 95 | 99, 0]))
    });
    let tar_reason = "it contains an entry of a tar archive: it is a damaged archive, not a text";
    let zip_reason = "it contains an entry of a zip archive: it is a damaged archive, not a text";
    let stream_reason = "it contains compressed data, which are not read: it is no text, or something was appended to it";
    let streams = STREAMS.iter().map(|finder| {
        let mut starts = finder.find_iter(bytes);
        (
            starts.find(|&start| is_stream(&bytes[start..])),
            stream_reason,
        )
    });
    let found = streams.chain([(tar, tar_reason), (zip, zip_reason)]);
    let found = found.filter_map(|(start, reason)| Some((start?, reason)));
    let (start, reason) = found.min_by_key(|(start, _)| *start)?;
    Some((start, UnpackError::Damaged(reason)))
}

/// Whether bytes that begin like compressed data are such, and not a text about them: what follows differs for each
/// format, but has a control character that no text has.
fn is_stream(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| matches!(byte, 0..=8 | 14..=26 | 28..=31);
    match bytes {
        // The flags, and the system.
        [0x1F, 0x8B, _, flags, _, _, _, _, level, system, ..] => {
            *flags < 0x20 && matches!(level, 0 | 2 | 4) && matches!(system, 0..=13 | 0xFF)
        }
        // The signature of a block, its checksum, and a small number.
        [b'B', b'Z', b'h', size, block @ ..] => {
            size.is_ascii_digit()
                && block.starts_with(b"1AY&SY")
                && block.get(10).is_some_and(is_control)
        }
        [0xFD, _, _, _, _, _, flags, check, ..] => *flags == 0 && *check < 0x10,
        // The descriptor, whose size is up to 14 bytes, and the size of a block.
        [0x28, _, _, _, descriptor, frame @ ..] => {
            descriptor & 0x18 == 0 && frame.iter().take(16).any(is_control)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use bzip2::write::BzEncoder;
    use flate2::write::GzEncoder;
    use lzma_rust2::{XzOptions, XzWriter};

    use super::*;

    /// An input that returns few bytes at a time.
    struct Trickle<'b>(&'b [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let most = buffer.len().min(self.1);
            self.0.read(&mut buffer[..most])
        }
    }

    fn read(bytes: &[u8], step: usize) -> (Vec<u8>, bool) {
        let mut guard = TextGuard::new(Box::new(Trickle(bytes, step)));
        let mut out = Vec::new();
        let is_archive = guard.read_to_end(&mut out).is_err();
        (out, is_archive)
    }

    #[test]
    fn archives_within_a_text_are_found_wherever_they_begin() {
        let mut header = vec![b'x'; 100];
        header.extend_from_slice(
            b"0000644\x000001750\x000001750\x0000000001234\x0014720000000\x00011412\x00 0",
        );
        header.extend_from_slice(&[0; 100]);
        header.extend_from_slice(b"ustar\x0000");
        let zip = b"PK\x03\x04\x14\0\0\0\x08\0some.sgf";
        for head in [0, 1, 200, 1000] {
            for (entry, kept) in [(&header[..], 100), (&zip[..], 0)] {
                let text = vec![b'('; head];
                let bytes = [&text, entry, &[b')'; 600]].concat();
                for step in [1, 7, 100, 5000] {
                    let (out, is_archive) = read(&bytes, step);
                    assert!(is_archive, "{head} {step}");
                    assert!(out.len() >= head.min(step) || step < 200, "{head} {step}");
                    assert!(
                        out.len() <= head + kept + 300,
                        "{head} {step} {}",
                        out.len()
                    );
                }
            }
        }
    }

    /// The record in a text is longer than what is looked at.
    #[test]
    fn compressed_data_behind_a_text_are_found() {
        let text = "(;GM[ugo]SZ[5];B[c3])\n".repeat(20);
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
        let mut bzip2 = BzEncoder::new(Vec::new(), bzip2::Compression::default());
        let mut xz = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).unwrap();
        gzip.write_all(text.as_bytes()).unwrap();
        bzip2.write_all(text.as_bytes()).unwrap();
        xz.write_all(text.as_bytes()).unwrap();
        let streams = [
            gzip.finish().unwrap(),
            bzip2.finish().unwrap(),
            xz.finish().unwrap(),
            zstd::encode_all(text.as_bytes(), 3).unwrap(),
        ];
        for stream in streams {
            let bytes = [text.as_bytes(), &stream].concat();
            for step in [1, 7, 100, 5000] {
                let (out, is_packed) = read(&bytes, step);
                assert!(is_packed, "{step}");
                assert!(out.starts_with(text.as_bytes()) || step > 100, "{step}");
            }
        }
    }

    #[test]
    fn other_texts_are_unchanged() {
        let text =
            "(;GM[ugo]C[ustar 0 PK\u{3}\u{4} ustar\0 BZh91AY&SY is bzip2, \u{1F}])".repeat(100);
        for step in [1, 100, 5000] {
            assert_eq!(
                read(text.as_bytes(), step),
                (text.clone().into_bytes(), false)
            );
        }
    }
}
