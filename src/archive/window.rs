//! Compression methods, and how much of its output a decompressor keeps in memory: the window of Zstandard, the dictionary of xz.
//!
//! Formats: RFC 8878 (Zstandard), section 3.1.1; "The .xz File Format" 1.2.1, sections 2.1, 3.1 and 5.3.1.

/// A compression method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Codec {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// A limit of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// At most 8 MiB, which every decompressor must support.
    Small,
    /// At most 128 MiB.
    Large,
}

impl Window {
    /// The limit as a power of two, in bytes.
    pub(super) fn log(self) -> u32 {
        match self {
            Window::Small => 23,
            Window::Large => 27,
        }
    }

    /// The limit in MiB.
    pub(super) fn mebibytes(self) -> u32 {
        1 << (self.log() - 20)
    }

    /// What a file needs that begins with these bytes; large where they do not say it.
    pub(super) fn of(codec: Codec, head: &[u8]) -> Window {
        let size = match codec {
            // Their windows have at most 1 MiB.
            Codec::Gzip | Codec::Bzip2 => Some(0),
            Codec::Zstd => zstd_window(head),
            Codec::Xz => xz_dictionary(head),
        };
        match size {
            Some(size) if size <= 1 << Window::Small.log() => Window::Small,
            _ => Window::Large,
        }
    }
}

/// The window in bytes that the first frame of Zstandard states. A frame whose window is as large as its content says
/// nothing about the next one.
fn zstd_window(mut head: &[u8]) -> Option<u64> {
    while let [0x50..=0x5F, 0x2A, 0x4D, 0x18, rest @ ..] = head {
        let (length, rest) = rest.split_first_chunk()?;
        head = rest.get(u32::from_le_bytes(*length) as usize..)?;
    }
    let [0x28, 0xB5, 0x2F, 0xFD, flags, window, ..] = *head else {
        return None;
    };
    let is_single_segment = flags & 0x20 != 0;
    let base = 1_u64 << (10 + (window >> 3));
    (!is_single_segment).then_some(base + base / 8 * u64::from(window & 7))
}

/// The size in bytes of the dictionary that the first block of an xz file states.
fn xz_dictionary(head: &[u8]) -> Option<u64> {
    const LZMA2: u64 = 0x21;
    let mut header = head.get(12..)?;
    let (size, flags) = (byte(&mut header)?, byte(&mut header)?);
    if size == 0 {
        return None; // There is no block.
    }
    for is_present in [flags & 0x40 != 0, flags & 0x80 != 0] {
        if is_present {
            variable_length(&mut header)?;
        }
    }
    for _ in 0..=flags & 3 {
        let filter = variable_length(&mut header)?;
        let length = usize::try_from(variable_length(&mut header)?).ok()?;
        let (properties, rest) = header.split_at_checked(length)?;
        header = rest;
        if filter == LZMA2 {
            let &[bits] = properties else { return None };
            let bits = u32::from(bits);
            return (bits < 40).then(|| u64::from(2 | bits & 1) << (bits / 2 + 11));
        }
    }
    None
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// A number of at most nine bytes, each with seven of its bits, the lowest first.
fn variable_length(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let next = byte(bytes)?;
        number |= u64::from(next & 0x7F) << shift;
        if next & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn zstd_file(log: u32) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
        encoder.window_log(log).unwrap();
        encoder.write_all(b"(;GM[ugo])").unwrap();
        encoder.finish().unwrap()
    }

    fn xz_file(log: u32) -> Vec<u8> {
        let mut options = lzma_rust2::XzOptions::with_preset(0);
        options.lzma_options.dict_size = 1 << log;
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        encoder.write_all(b"(;GM[ugo])").unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn stated_windows_are_found() {
        for log in [20, 21, 23, 24, 27] {
            assert_eq!(zstd_window(&zstd_file(log)), Some(1 << log));
            assert_eq!(xz_dictionary(&xz_file(log)), Some(1 << log));
            let expected = [Window::Small, Window::Large][usize::from(log > 23)];
            assert_eq!(Window::of(Codec::Zstd, &zstd_file(log)), expected);
            assert_eq!(Window::of(Codec::Xz, &xz_file(log)), expected);
        }
        // Parallel compressors begin with a frame that is skipped.
        let skipped = [b"\x50\x2A\x4D\x18\x04\0\0\0abcd".to_vec(), zstd_file(22)].concat();
        assert_eq!(zstd_window(&skipped), Some(1 << 22));
        // 1.5 times a power of two.
        let frame = [0x28, 0xB5, 0x2F, 0xFD, 0, 13 << 3 | 4];
        assert_eq!(zstd_window(&frame), Some(12 << 20));
    }

    #[test]
    fn unstated_windows_may_be_large() {
        let whole = zstd::bulk::compress(b"(;GM[ugo])", 1).unwrap();
        for (codec, file) in [
            (Codec::Zstd, whole),
            (Codec::Xz, xz_file(20)[..13].to_vec()),
        ] {
            assert_eq!(Window::of(codec, &file), Window::Large);
        }
        for (codec, file) in [(Codec::Zstd, zstd_file(20)), (Codec::Xz, xz_file(20))] {
            for end in 0..file.len().min(18) {
                // No prefix is taken for more than it says.
                let _ = Window::of(codec, &file[..end]);
            }
        }
        assert_eq!(Window::of(Codec::Gzip, &[]), Window::Small);
    }
}
