//! The list of entries at the end of a zip archive.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use flate2::Crc;

use super::{
    entry_name::{MAX_NAME, names_records},
    error::UnpackError,
};

/// An entry in the list.
pub(super) struct ZipEntry {
    pub(super) name: String,
    /// Another name, which programs read that know no Unicode.
    old_name: Option<String>,
    /// The name as written.
    pub(super) raw_name: Vec<u8>,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) checksum: u32,
    pub(super) packed: u64,
    pub(super) unpacked: u64,
    /// The offset of the header before the content, from the beginning of the archive.
    pub(super) header: u64,
    /// The type of the file and its permissions on Unix; 0 if unknown.
    pub(super) mode: u32,
}

/// Where the list is.
pub(super) struct ZipDirectory {
    /// The offset of the next entry.
    at: u64,
    end: u64,
    /// The number of entries that the archive states, and how many of its bits are stored.
    stated: u64,
    is_wide: bool,
    /// The number of entries read.
    read: u64,
    /// The number of bytes before the archive.
    before: u64,
    /// Whether something other than zeros follows the archive.
    is_followed: bool,
    file: BufReader<File>,
}

const END: usize = 22;
const WIDE_LOCATOR: u64 = 20;
const WIDE_END: usize = 56;
const ENTRY: usize = 46;

const CUT_OFF: UnpackError =
    UnpackError::Damaged("its list of entries is missing: it is cut off or damaged");
const DAMAGED: UnpackError = UnpackError::Damaged("its list of entries is damaged");

impl ZipDirectory {
    /// Finds the list.
    pub(super) fn find(mut file: File) -> io::Result<ZipDirectory> {
        let size = file.metadata()?.len();
        // The end has a comment of at most 65,535 bytes.
        let tail_start = size.saturating_sub(END as u64 + 0xFFFF);
        let mut tail = Vec::new();
        file.seek(SeekFrom::Start(tail_start))?;
        (&file).take(END as u64 + 0xFFFF).read_to_end(&mut tail)?;
        let ends: Vec<usize> = memchr::memmem::rfind_iter(&tail, b"PK\x05\x06")
            .filter(|at| at + END <= tail.len())
            .collect();
        let length = |at: usize| at + END + usize::from(u16_at(&tail, at + 20));
        // Programs that write to a pipe may fill the last block with zeros, as bsdtar does.
        let filled_from = tail.iter().rposition(|&byte| byte != 0);
        let filled_from = filled_from.map_or(0, |last| last + 1);
        let exact = ends.iter().find(|&&at| length(at) == tail.len());
        let filled = || {
            let range = filled_from..=tail.len();
            ends.iter().find(|&&at| range.contains(&length(at)))
        };
        let found = *exact.or_else(filled).or(ends.first()).ok_or(CUT_OFF)?;
        let is_followed = length(found) < filled_from;
        let record = &tail[found..];
        let mut directory = ZipDirectory {
            at: u64::from(u32_at(record, 16)),
            end: tail_start + found as u64,
            stated: u64::from(u16_at(record, 10)),
            is_wide: false,
            read: 0,
            before: 0,
            is_followed,
            file: BufReader::new(file),
        };
        let mut length = u64::from(u32_at(record, 12));
        let mut is_split = u16_at(record, 4) != 0 || u16_at(record, 6) != 0;
        if let Some(wide) = directory.wide_end()? {
            directory.stated = u64_at(&wide, 32);
            length = u64_at(&wide, 40);
            directory.at = u64_at(&wide, 48);
            directory.is_wide = true;
            is_split = u32_at(&wide, 16) != 0 || u32_at(&wide, 20) != 0;
        }
        if is_split {
            let reason = "it is one part of an archive that is split into several files";
            return Err(UnpackError::Damaged(reason).into());
        }
        let start = directory.end.checked_sub(length).ok_or(CUT_OFF)?;
        let is_at_start = length == 0 || directory.signature_at(start)? == *b"PK\x01\x02";
        if is_at_start {
            directory.before = start.checked_sub(directory.at).ok_or(DAMAGED)?;
            directory.at = start;
        } else {
            // A signature may be between the list and the end.
            directory.end = directory.at.checked_add(length).ok_or(DAMAGED)?;
            if directory.end > size {
                return Err(DAMAGED.into());
            }
        }
        directory.file.seek(SeekFrom::Start(directory.at))?;
        Ok(directory)
    }

    fn signature_at(&mut self, at: u64) -> io::Result<[u8; 4]> {
        let mut signature = [0; 4];
        self.file.seek(SeekFrom::Start(at))?;
        self.file.read_exact(&mut signature)?;
        Ok(signature)
    }

    /// The end of a zip64 archive; `None` if it is none. The list ends before it.
    fn wide_end(&mut self) -> io::Result<Option<[u8; WIDE_END]>> {
        let Some(locator) = self.end.checked_sub(WIDE_LOCATOR) else {
            return Ok(None);
        };
        if self.signature_at(locator)? != *b"PK\x06\x07" {
            return Ok(None);
        }
        let mut rest = [0; WIDE_LOCATOR as usize - 4];
        self.file.read_exact(&mut rest)?;
        // If something precedes the archive, the offset is wrong.
        for at in [u64_at(&rest, 4), locator.saturating_sub(WIDE_END as u64)] {
            let mut wide = [0; WIDE_END];
            self.file.seek(SeekFrom::Start(at))?;
            if self.file.read_exact(&mut wide).is_ok() && wide.starts_with(b"PK\x06\x06") {
                self.end = at;
                return Ok(Some(wide));
            }
        }
        Err(CUT_OFF.into())
    }

    /// The offset of the next entry in the list.
    pub(super) fn offset(&self) -> u64 {
        self.at
    }

    /// The offset of the end of the list.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// The number of bytes before the archive.
    pub(super) fn before(&self) -> u64 {
        self.before
    }

    /// The next entry; `None` at the end of the list.
    pub(super) fn next_entry(&mut self) -> io::Result<Option<ZipEntry>> {
        if self.at >= self.end {
            return self.check().map(|()| None);
        }
        let entry = read_entry(&mut self.file)?;
        let entry = entry.filter(|(_, length)| self.at + length <= self.end);
        let (entry, length) = entry.ok_or(DAMAGED)?;
        self.at += length;
        self.read += 1;
        Ok(Some(entry))
    }

    /// Checks that the list is complete and the only one.
    fn check(&self) -> io::Result<()> {
        // Old programs store the lower bits of a large number.
        let is_complete =
            self.read == self.stated || !self.is_wide && self.read & 0xFFFF == self.stated;
        let reason = if !is_complete {
            "it does not have as many entries as it states"
        } else if self.before > 0 {
            "something precedes the archive, such as another archive, which is not read"
        } else if self.is_followed {
            "something follows the archive, such as another archive, which is not read"
        } else {
            return Ok(());
        };
        Err(UnpackError::Damaged(reason).into())
    }
}

/// Reads an entry of the list, with the number of its bytes; `None` if it is none.
pub(super) fn read_entry(file: &mut impl Read) -> io::Result<Option<(ZipEntry, u64)>> {
    let mut head = [0; ENTRY];
    match file.read_exact(&mut head) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    if !head.starts_with(b"PK\x01\x02") {
        return Ok(None);
    }
    let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(&head, at)));
    let mut rest = vec![0; name + extra + comment];
    match file.read_exact(&mut rest) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let raw_name = rest[..name].to_vec();
    let is_unix = matches!(head[5], 3 | 19);
    let mut entry = ZipEntry {
        name: decoded_name(&raw_name),
        old_name: None,
        raw_name,
        flags: u16_at(&head, 8),
        method: u16_at(&head, 10),
        checksum: u32_at(&head, 16),
        packed: u64::from(u32_at(&head, 20)),
        unpacked: u64::from(u32_at(&head, 24)),
        header: u64::from(u32_at(&head, 42)),
        mode: if is_unix { u32_at(&head, 38) >> 16 } else { 0 },
    };
    let extra = &rest[name..name + extra];
    entry.read_sizes(extra);
    if let Some(name) = unicode_name(&entry.raw_name, extra)
        && name != entry.name
    {
        entry.old_name = Some(std::mem::replace(&mut entry.name, name));
    }
    Ok(Some((entry, (ENTRY + rest.len()) as u64)))
}

impl ZipEntry {
    /// Reads the fields of a zip64 archive.
    fn read_sizes(&mut self, extra: &[u8]) {
        for (_, field) in extra_fields(extra).filter(|(id, _)| *id == 1) {
            let mut values = field.chunks_exact(8).map(|value| u64_at(value, 0));
            for size in [&mut self.unpacked, &mut self.packed, &mut self.header] {
                if *size == u64::from(u32::MAX) {
                    *size = values.next().unwrap_or(*size);
                }
            }
        }
    }

    /// All names of the entry, that of a folder with content without the `/` at its end.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let names = [Some(&self.name), self.old_name.as_ref()].into_iter();
        let has_content = self.unpacked > 0 || self.packed > EMPTY;
        names
            .flatten()
            .map(move |name| without_slash(name, has_content))
    }

    /// Whether the entry is read or reported.
    pub(super) fn is_reported(&self) -> bool {
        self.names().any(names_records)
    }
}

/// The most bytes that an entry without content takes: an empty deflated block, encrypted.
const EMPTY: u64 = 16;

/// A name without the `/` at its end if it is that of a folder with content.
pub(super) fn without_slash(name: &str, has_content: bool) -> &str {
    if has_content {
        name.trim_end_matches('/')
    } else {
        name
    }
}

/// The header of an entry before its content.
pub(super) struct LocalHeader {
    pub(super) flags: u16,
    pub(super) method: u16,
    /// The sizes, which may be missing.
    packed: u32,
    unpacked: u32,
    /// The length of the name, which follows.
    pub(super) name: usize,
    /// The length of the extra fields, which follow the name.
    pub(super) extra: usize,
}

impl LocalHeader {
    pub(super) const LENGTH: usize = 30;
    pub(super) const SIGNATURE: &[u8] = b"PK\x03\x04";

    /// Reads a header; `None` if it is none.
    pub(super) fn read(bytes: &[u8]) -> Option<LocalHeader> {
        let head = bytes.get(..LocalHeader::LENGTH)?;
        head.starts_with(LocalHeader::SIGNATURE)
            .then(|| LocalHeader {
                flags: u16_at(head, 6),
                method: u16_at(head, 8),
                packed: u32_at(head, 18),
                unpacked: u32_at(head, 22),
                name: usize::from(u16_at(head, 26)),
                extra: usize::from(u16_at(head, 28)),
            })
    }

    /// The size of the packed content, unless it is stated elsewhere.
    pub(super) fn packed(&self) -> Option<u64> {
        self.stated(self.packed)
    }

    /// The size of the content, unless it is stated elsewhere.
    pub(super) fn unpacked(&self) -> Option<u64> {
        self.stated(self.unpacked)
    }

    fn stated(&self, size: u32) -> Option<u64> {
        const HAS_DESCRIPTOR: u16 = 8;
        let is_stated = self.flags & HAS_DESCRIPTOR == 0 && !matches!(size, 0 | u32::MAX);
        is_stated.then_some(u64::from(size))
    }

    pub(super) fn has_content(&self) -> bool {
        self.unpacked().is_some() || self.packed() > Some(EMPTY)
    }

    /// Whether this may be a header, and not some text.
    pub(super) fn is_plausible(&self) -> bool {
        (1..=MAX_NAME).contains(&self.name) && matches!(self.method, 0..=20 | 93..=99)
    }
}

/// The extra fields of a header, with their ids.
fn extra_fields(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (head, rest) = extra.split_at_checked(4)?;
        let (field, rest) = rest.split_at_checked(usize::from(u16_at(head, 2)))?;
        extra = rest;
        Some((u16_at(head, 0), field))
    })
}

/// The name in Unicode among the extra fields, if it belongs to the name as written.
pub(super) fn unicode_name(raw: &[u8], extra: &[u8]) -> Option<String> {
    const UNICODE: u16 = 0x7075;
    let is_of_name = |field: &[u8]| {
        let mut crc = Crc::new();
        crc.update(raw);
        field.len() >= 5 && field[0] == 1 && crc.sum() == u32_at(field, 1)
    };
    let names = extra_fields(extra).filter(|(id, field)| *id == UNICODE && is_of_name(field));
    let names = names.filter_map(|(_, field)| str::from_utf8(&field[5..]).ok());
    names.last().map(str::to_owned)
}

/// A name in UTF-8, or in code page 437, the original one of zip.
pub(super) fn decoded_name(raw: &[u8]) -> String {
    const UPPER: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}";
    if let Ok(name) = std::str::from_utf8(raw) {
        return name.to_owned();
    }
    let upper: Vec<char> = UPPER.chars().collect();
    let decoded = raw.iter().map(|&byte| match byte.checked_sub(0x80) {
        None => char::from(byte),
        Some(index) => upper.get(usize::from(index)).copied().unwrap_or('\u{FFFD}'),
    });
    decoded.collect()
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    number_at::<2>(bytes, at).map_or(0, u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    number_at::<4>(bytes, at).map_or(0, u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    number_at::<8>(bytes, at).map_or(0, u64::from_le_bytes)
}

fn number_at<const N: usize>(bytes: &[u8], at: usize) -> Option<[u8; N]> {
    bytes.get(at..at + N)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_decoded() {
        assert_eq!(decoded_name("é.sgf".as_bytes()), "é.sgf");
        assert_eq!(decoded_name(b"\x82.sgf"), "é.sgf");
        assert_eq!(decoded_name(b"\x80\xFF"), "Ç\u{A0}");
    }
}
