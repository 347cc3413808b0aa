//! The format of a file, recognized by its first bytes, and its decompression.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::{
    error::UnpackError,
    tar_header::TarHeader,
    window::{Codec, Window},
};

/// The number of bytes needed to recognize a format.
pub(super) const HEAD: usize = 512;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    Text,
    Zip,
    Tar,
    Compressed(Codec),
}

/// What xz needs besides its window, in KiB.
const XZ_BESIDES: u32 = 1024;

/// Recognizes a format by the first bytes. No record begins like any of these.
pub(super) fn recognize(head: &[u8]) -> FileFormat {
    // A stream begins with a block, or if it is empty with its end.
    let is_bzip2 = |head: &[u8]| {
        head.starts_with(b"BZh")
            && matches!(
                head.get(4..10),
                Some(b"1AY&SY" | [0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
            )
    };
    match head {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => FileFormat::Zip,
        // The marker of an archive in several parts stays where one part was enough.
        [b'P', b'K', 7, 8, b'P', b'K', 3, 4, ..]
        | [b'P', b'K', b'0', b'0', b'P', b'K', 3, 4, ..] => FileFormat::Zip,
        [0x1F, 0x8B, ..] => FileFormat::Compressed(Codec::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
            FileFormat::Compressed(Codec::Zstd)
        }
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => FileFormat::Compressed(Codec::Xz),
        _ if is_bzip2(head) => FileFormat::Compressed(Codec::Bzip2),
        _ if is_tar(head) => FileFormat::Tar,
        _ => FileFormat::Text,
    }
}

/// Whether a file that begins so is compressed or an archive.
pub fn is_packed(head: &[u8]) -> bool {
    recognize(&head[..head.len().min(HEAD)]) != FileFormat::Text
}

/// Whether the first bytes are the end of a tar archive, which is all that one without entries consists of.
pub(super) fn is_end_of_tar(head: &[u8]) -> bool {
    head.first_chunk() == Some(&[0; HEAD])
}

/// Whether the first bytes are a header of tar, perhaps a damaged one.
fn is_tar(head: &[u8]) -> bool {
    head.first_chunk().is_some_and(|block| {
        let header = TarHeader(block);
        header.is_intact() || header.resembles_one()
    })
}

impl Codec {
    /// Decompresses an input; concatenated files are read as one.
    pub(super) fn reader<'i>(
        self,
        input: Box<dyn Read + 'i>,
        window: Window,
    ) -> io::Result<Box<dyn Read + 'i>> {
        let input = BufReader::with_capacity(64 * 1024, input);
        Ok(match self {
            Codec::Gzip => Box::new(GzipReader {
                decoder: MultiGzDecoder::new(input),
                has_begun: false,
            }),
            Codec::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(input)?;
                decoder.window_log_max(window.log())?;
                Box::new(WindowReader(decoder, window))
            }
            Codec::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
            Codec::Xz => {
                let limit = window.mebibytes() * 1024 + XZ_BESIDES;
                let decoder = lzma_rust2::XzReader::new_mem_limit(input, true, limit);
                Box::new(WindowReader(decoder, window))
            }
        })
    }
}

/// A decompressor of gzip, which tells apart data that end too early and something else behind them.
struct GzipReader<R> {
    decoder: MultiGzDecoder<R>,
    /// Whether a header has been understood.
    has_begun: bool,
}

impl<R: BufRead> Read for GzipReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use io::ErrorKind::{InvalidInput, UnexpectedEof};

        let read = self.decoder.read(buffer);
        self.has_begun |= read.is_ok();
        let is_header = self.has_begun && self.decoder.header().is_none();
        read.map_err(|error| match error.kind() {
            InvalidInput | UnexpectedEof if is_header => {
                let follows = "something that is not compressed, or is cut off, follows the compressed data, and is not read";
                UnpackError::Damaged(follows).into()
            }
            _ => error,
        })
    }
}

/// A decompressor whose window may exceed the limit.
struct WindowReader<R>(R, Window);

impl<R: Read> Read for WindowReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The message is that of Zstandard.
        let needs_memory = |error: &io::Error| {
            error.kind() == io::ErrorKind::OutOfMemory
                || error.to_string().contains("requires too much memory")
        };
        self.0.read(buffer).map_err(|error| match error {
            error if needs_memory(&error) => UnpackError::Memory(self.1.mebibytes()).into(),
            error => error,
        })
    }
}
