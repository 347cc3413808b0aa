//! The entries of zip archives.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::Crc;

use super::{
    codec::Codec,
    entries::{Archive, EntryBatch, EntryPosition},
    error::UnpackError,
    input::CountedFile,
    zip_directory::{ZipDirectory, ZipEntry, read_entry, u16_at},
};

/// A zip archive. Only its list of entries counts: what has been removed from that is not read.
pub(super) struct ZipArchive {
    file: CountedFile,
    /// The number of bytes before the archive.
    before: u64,
}

/// The offset of an entry in the list, and the stated size of its content.
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

    fn list(&mut self, batch: &mut EntryBatch<ZipPosition>) -> io::Result<()> {
        let mut directory = ZipDirectory::find(self.file.file.try_clone()?)?;
        self.before = directory.before();
        let mut number = 0;
        loop {
            let offset = directory.offset();
            let Some(mut entry) = directory.next_entry()? else {
                return Ok(());
            };
            let content = entry.content();
            let content = content.map(|()| ZipPosition(offset, entry.unpacked));
            batch.add(&entry.name, number, content);
            number += 1;
        }
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
            20 | 93 => Codec::Zstd.reader(Box::new(input))?,
            95 => Codec::Xz.reader(Box::new(input))?,
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
        const HEADER: usize = 30;
        let mut header = [0; HEADER];
        let offset = entry.header.saturating_add(self.before);
        self.file.seek(SeekFrom::Start(offset))?;
        self.file.read_exact(&mut header)?;
        let (name, extra) = (u16_at(&header, 26), u16_at(&header, 28));
        let mut own_name = vec![0; usize::from(name)];
        self.file.read_exact(&mut own_name)?;
        let is_same = header.starts_with(b"PK\x03\x04")
            && own_name == entry.raw_name
            && u16_at(&header, 8) == entry.method
            && (u16_at(&header, 6) ^ entry.flags) & IS_ENCRYPTED == 0;
        if !is_same {
            let reason = "its header differs from the list of entries of the archive";
            return Err(UnpackError::Damaged(reason).into());
        }
        let length = HEADER as u64 + u64::from(name) + u64::from(extra);
        Ok(offset.saturating_add(length))
    }
}

impl ZipEntry {
    /// Why an entry is not read. Removes the `/` from the name of a folder that has content.
    fn content(&mut self) -> Result<(), &'static str> {
        const TYPE: u32 = 0o170_000;
        const LINK: u32 = 0o120_000;
        const FOLDER: u32 = 0o040_000;
        const FILE: u32 = 0o100_000;
        if self.name.ends_with('/') {
            if self.unpacked > 0 {
                self.name.truncate(self.name.trim_end_matches('/').len());
            }
            return Err("it is a folder, but has content, which is not read");
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
