//! The entries of zip archives.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::Crc;
use serde::{Deserialize, Serialize};

use super::{
    entries::Archive,
    entry_list::{EntryList, EntryPosition},
    entry_name::names_records,
    error::UnpackError,
    input::CountedFile,
    window::{Codec, Window},
    zip_directory::{LocalHeader, ZipDirectory, ZipEntry, read_entry},
    zip_gaps::{MAX_HIDDEN, hidden_entries},
};

/// A zip archive. Only the entries in its list are read: others that are named like records are reported.
pub(super) struct ZipArchive {
    file: CountedFile,
    /// The number of bytes before the archive.
    before: u64,
}

/// The offset of an entry in the list, and the stated size of its content.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ZipPosition(u64, u64);

impl EntryPosition for ZipPosition {
    fn size(&self) -> u64 {
        self.1
    }
}

const IS_ENCRYPTED: u16 = 1;

impl ZipArchive {
    pub(super) fn new(file: CountedFile) -> ZipArchive {
        ZipArchive { file, before: 0 }
    }
}

impl Archive for ZipArchive {
    type Position = ZipPosition;

    fn list(&mut self, list: &mut EntryList<ZipPosition>) -> io::Result<()> {
        let mut directory = ZipDirectory::find(self.file.file.try_clone()?)?;
        self.before = directory.before();
        let mut number = 0;
        loop {
            let offset = directory.offset();
            let Some(entry) = directory.next_entry()? else {
                break;
            };
            if let Some(name) = entry.names().find(|name| names_records(name)) {
                let content = entry.content(name);
                let content = content.map(|()| ZipPosition(offset, entry.unpacked));
                list.add(name, number, content);
            }
            number += 1;
        }
        let hidden = hidden_entries(&self.file.file)?;
        for (number, entry) in (number..).zip(&hidden) {
            list.add(&entry.name, number, Err(entry.reason));
        }
        if hidden.len() == MAX_HIDDEN {
            let reason = "it has more entries than are in its list";
            return Err(UnpackError::Damaged(reason).into());
        }
        Ok(())
    }

    fn open(&mut self, &ZipPosition(offset, _): &ZipPosition) -> io::Result<Box<dyn Read + '_>> {
        self.file.seek(SeekFrom::Start(offset))?;
        let entry = read_entry(&mut BufReader::new(&mut self.file))?;
        let (entry, _) = entry.ok_or(io::ErrorKind::UnexpectedEof)?;
        let start = self.content_of(&entry)?;
        self.file.seek(SeekFrom::Start(start))?;
        let packed = (&mut self.file).take(entry.packed);
        let input = BufReader::with_capacity(64 * 1024, packed);
        let unsupported = |method: &str| Err(UnpackError::Method(method.to_owned()).into());
        let input: Box<dyn Read + '_> = match entry.method {
            0 => Box::new(input),
            8 => Box::new(flate2::bufread::DeflateDecoder::new(input)),
            12 => Box::new(bzip2::bufread::BzDecoder::new(input)),
            20 | 93 => Codec::Zstd.reader(Box::new(input), Window::Small)?,
            95 => Codec::Xz.reader(Box::new(input), Window::Small)?,
            9 => return unsupported("Deflate64"),
            14 => return unsupported("LZMA"),
            98 => return unsupported("PPMd"),
            method => return unsupported(&format!("method {method}")),
        };
        Ok(Box::new(CheckedReader {
            input,
            crc: Crc::new(),
            checksum: entry.checksum,
            missing: entry.unpacked,
        }))
    }

    fn allows_duplicates(&self) -> bool {
        false
    }
}

impl ZipArchive {
    /// The offset of the content of an entry, whose own header must agree with the list.
    fn content_of(&mut self, entry: &ZipEntry) -> io::Result<u64> {
        let mut header = [0; LocalHeader::LENGTH];
        let offset = entry.header.saturating_add(self.before);
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(&mut header)?;
        let header = LocalHeader::read(&header);
        let mut own_name = vec![0; header.as_ref().map_or(0, |header| header.name)];
        self.file.read_exact(&mut own_name)?;
        let header = header.filter(|header| {
            own_name == entry.raw_name
                && header.method == entry.method
                && (header.flags ^ entry.flags) & IS_ENCRYPTED == 0
                && header.packed().is_none_or(|size| size == entry.packed)
                && header.unpacked().is_none_or(|size| size == entry.unpacked)
        });
        let Some(header) = header else {
            let reason = "its header differs from the list of entries of the archive";
            return Err(UnpackError::Damaged(reason).into());
        };
        let length = LocalHeader::LENGTH + header.name + header.extra;
        Ok(offset.saturating_add(length as u64))
    }
}

impl ZipEntry {
    /// Why an entry is not read under one of its names.
    fn content(&self, name: &str) -> Result<(), &'static str> {
        const TYPE: u32 = 0o170_000;
        const LINK: u32 = 0o120_000;
        const FOLDER: u32 = 0o040_000;
        const FILE: u32 = 0o100_000;
        if self.name.ends_with('/') {
            return Err("it is a folder, but has content, which is not read");
        }
        if self.name != name {
            return Err("it has another name in Unicode, which is not that of a record");
        }
        if self.flags & IS_ENCRYPTED != 0 || self.method == 99 {
            return Err("it is encrypted");
        }
        match self.mode & TYPE {
            0 | FILE => Ok(()),
            LINK => Err("it is a symbolic link, which is not followed"),
            FOLDER => Err("it is a folder, but its name is that of a file: it is not read"),
            _ => Err("it is a device or a pipe, which is not read"),
        }
    }
}

/// The content of an entry, which must have the stated size and checksum.
struct CheckedReader<'i> {
    input: Box<dyn Read + 'i>,
    crc: Crc,
    checksum: u32,
    missing: u64,
}

impl Read for CheckedReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.crc.update(&buffer[..length]);
        let missing = self.missing.checked_sub(length as u64);
        self.missing = missing.ok_or(UnpackError::Damaged("it is larger than it states"))?;
        let is_end = length == 0 && !buffer.is_empty();
        if is_end && self.missing > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if is_end && self.crc.sum() != self.checksum {
            return Err(UnpackError::Damaged("it is damaged: its checksum is wrong").into());
        }
        Ok(length)
    }
}
