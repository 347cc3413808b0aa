//! What a file is, by its first bytes, and how it is unpacked.

use std::io::{self, BufReader, Read};

/// So many bytes tell what a file is.
pub(super) const HEAD: usize = 512;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Zip,
    Tar,
    Compressed(Codec),
}

/// A way of compressing a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// A decompressor may use so much memory for what it looks back to.
pub(super) const MEMORY_KIB: u32 = 128 * 1024;

/// Tells what a file is by its first bytes. No record begins like any of these.
pub(super) fn recognize(head: &[u8]) -> Form {
    let is_bzip2 = |head: &[u8]| head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY");
    match head {
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Form::Zip,
        [0x1F, 0x8B, ..] => Form::Compressed(Codec::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
            Form::Compressed(Codec::Zstd)
        }
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Form::Compressed(Codec::Xz),
        _ if is_bzip2(head) => Form::Compressed(Codec::Bzip2),
        _ if is_tar(head) => Form::Tar,
        _ => Form::Text,
    }
}

/// Whether the first block of a tar archive has the sum that it tells.
fn is_tar(head: &[u8]) -> bool {
    let Some(block) = head.first_chunk::<512>() else {
        return false;
    };
    let told = std::str::from_utf8(&block[148..156]).unwrap_or_default();
    let told = told.trim_matches([' ', '\0']);
    let sum: u32 = block.iter().map(|&byte| u32::from(byte)).sum();
    let own: u32 = block[148..156].iter().map(|&byte| u32::from(byte)).sum();
    u32::from_str_radix(told, 8) == Ok(sum - own + 8 * u32::from(b' '))
}

impl Codec {
    /// Unpacks as it reads; files put behind one another are one.
    pub(super) fn reader<'i>(self, input: Box<dyn Read + 'i>) -> io::Result<Box<dyn Read + 'i>> {
        let input = BufReader::with_capacity(64 * 1024, input);
        Ok(match self {
            Codec::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(input)),
            Codec::Zstd => Box::new(zstd::Decoder::with_buffer(input)?),
            Codec::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(input)),
            Codec::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(input, true, MEMORY_KIB)),
        })
    }
}
