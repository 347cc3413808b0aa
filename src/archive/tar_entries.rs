//! The entries of tar archives.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet},
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
};

use serde::{Deserialize, Serialize};

use super::{
    entries::Archive,
    entry_list::{ArchiveEntry, EntryList, EntryPosition},
    entry_name::{MAX_NAME, cleaned_name, names_records},
    error::UnpackError,
    input::CountedFile,
    paths::distinct_name,
    tar_header::{BLOCK, ExtendedHeader, NAME_LENGTH, TarHeader, is_name},
};

/// The largest extended header that is read, in bytes.
const MAX_EXTENDED: u64 = 1024 * 1024;

/// What GNU calls the header of a long name.
const LONG_NAME: &[u8] = b"././@LongLink";

/// A tar archive.
pub(super) struct TarArchive {
    file: CountedFile,
}

/// Where the content of an entry is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum TarPosition {
    /// The offset of the content, and its size.
    Content(u64, u64),
    /// A hard link to an earlier entry of this name.
    Link(String),
}

impl EntryPosition for TarPosition {
    fn size(&self) -> u64 {
        match self {
            TarPosition::Content(_, size) => *size,
            TarPosition::Link(_) => 0,
        }
    }

    fn memory(&self) -> usize {
        match self {
            TarPosition::Content(..) => 0,
            // The name and its copies while links are resolved.
            TarPosition::Link(target) => 3 * target.len(),
        }
    }
}

impl TarArchive {
    pub(super) fn new(file: CountedFile) -> TarArchive {
        TarArchive { file }
    }
}

impl Archive for TarArchive {
    type Position = TarPosition;

    fn list(&mut self, list: &mut EntryList<TarPosition>) -> io::Result<()> {
        let mut reader = TarReader::new(&self.file.file)?;
        // An entry that is cut off is reported when it is read.
        let mut is_cut_reported = false;
        let listed = loop {
            let entry = match reader.next_entry() {
                Ok(Some(entry)) => entry,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            let is_listed = if entry.is_name_known {
                list.add(&entry.name, entry.number, entry.content)
            } else {
                let reason = "its name has a NUL byte, or its extended header is damaged, missing, larger than 1 MiB or gives it a wrong name: it is not read";
                list.refuse(&entry.name, entry.number, reason)
            };
            is_cut_reported |= is_listed && entry.is_cut;
        };
        if reader.is_damaged {
            let reason = "it is damaged: between its entries is something else";
            return Err(UnpackError::Damaged(reason).into());
        }
        if is_cut_reported { Ok(()) } else { listed }
    }

    fn resolve_links(&mut self, batch: &mut [ArchiveEntry<TarPosition>]) -> io::Result<()> {
        let mut links = HashSet::new();
        let mut targets = HashSet::new();
        for entry in &*batch {
            if let Ok(TarPosition::Link(target)) = &entry.content {
                links.insert(entry.number);
                targets.insert(target.clone());
            }
        }
        if links.is_empty() {
            return Ok(());
        }
        // The entries so far that are targets, and where the links lead.
        let mut named: HashMap<String, TarPosition> = HashMap::new();
        let mut resolved: HashMap<u64, TarPosition> = HashMap::new();
        let mut reader = TarReader::new(&self.file.file)?;
        while let Ok(Some(entry)) = reader.next_entry() {
            let position = match entry.content {
                Ok(TarPosition::Link(target)) => named.get(&target).cloned(),
                content => content.ok(),
            };
            let Some(position) = position else {
                continue;
            };
            let name = cleaned_name(&entry.name).into_owned();
            if targets.contains(&name) {
                named.insert(name, position.clone());
            }
            if links.contains(&entry.number) {
                resolved.insert(entry.number, position);
            }
        }
        for entry in batch {
            if let Ok(TarPosition::Link(_)) = entry.content {
                let reason =
                    "it is a hard link to something that does not precede it in the archive";
                let resolved = resolved.remove(&entry.number);
                entry.content = resolved.ok_or(Cow::Borrowed(reason));
            }
        }
        Ok(())
    }

    fn open(&mut self, position: &TarPosition) -> io::Result<Box<dyn Read + '_>> {
        let TarPosition::Content(start, size) = *position else {
            return Err(UnpackError::Damaged("it is a hard link that leads nowhere").into());
        };
        self.file.seek(SeekFrom::Start(start))?;
        Ok(Box::new(ExactReader {
            input: &mut self.file,
            missing: size,
        }))
    }

    fn allows_duplicates(&self) -> bool {
        true
    }
}

/// An entry of a tar archive.
struct TarEntry {
    number: u64,
    name: String,
    /// Where the content is, or why it is not read.
    content: Result<TarPosition, &'static str>,
    /// Whether the archive ends before the entry.
    is_cut: bool,
    /// Whether all headers of the entry have been read.
    is_name_known: bool,
}

/// Reads the headers of a tar archive.
struct TarReader<'f> {
    file: BufReader<&'f File>,
    /// The offset of the next block.
    at: u64,
    /// The size of the file.
    size: u64,
    number: u64,
    global: ExtendedHeader,
    /// Whether the last block was one that ends an archive.
    is_end: bool,
    /// Whether something else than a header is where a header should be.
    is_damaged: bool,
}

impl<'f> TarReader<'f> {
    fn new(file: &'f File) -> io::Result<TarReader<'f>> {
        let size = file.metadata()?.len();
        let mut file = BufReader::with_capacity(8 * BLOCK, file);
        file.rewind()?;
        Ok(TarReader {
            file,
            at: 0,
            size,
            number: 0,
            global: ExtendedHeader::default(),
            is_end: false,
            is_damaged: false,
        })
    }

    /// Reads a block; `None` at the end of the file.
    fn next_block(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        match self.size.saturating_sub(self.at) {
            0 => return Ok(None),
            1..512 if self.is_end => {
                let follows = "something that is not an entry follows its end, and is not read";
                return Err(UnpackError::Damaged(follows).into());
            }
            1..512 => return Err(io::ErrorKind::UnexpectedEof.into()),
            _ => {}
        }
        self.file.read_exact(&mut block)?;
        self.at += BLOCK as u64;
        Ok(Some(block))
    }

    /// Skips some content, and what fills its last block.
    fn skip(&mut self, size: u64) -> io::Result<()> {
        let length = size.checked_next_multiple_of(BLOCK as u64);
        let end = length.and_then(|length| self.at.checked_add(length));
        match end {
            Some(end) if end < self.size => {
                let length = i64::try_from(end - self.at).map_err(io::Error::other)?;
                self.file.seek_relative(length)?;
                self.at = end;
            }
            _ => self.at = self.size,
        }
        Ok(())
    }

    /// Reads the content of an extended header; `None` if it is too large, or cut off.
    fn extended(&mut self, size: u64) -> io::Result<Option<Vec<u8>>> {
        if size > MAX_EXTENDED || self.at + size > self.size {
            self.skip(size)?;
            return Ok(None);
        }
        let mut data = vec![0; size as usize];
        self.file.read_exact(&mut data)?;
        self.at += size;
        let fill = size.next_multiple_of(BLOCK as u64) - size;
        let fill = fill.min(self.size - self.at);
        self.file.seek_relative(fill as i64)?;
        self.at += fill;
        Ok(Some(data))
    }

    /// Reads the next entry; `None` at the end of the archive.
    fn next_entry(&mut self) -> io::Result<Option<TarEntry>> {
        let mut extended = ExtendedHeader::default();
        let mut is_name_known = true;
        // The kinds of the extended headers so far. They belong to an entry, which has one of each kind at most.
        let mut kinds = BTreeSet::new();
        loop {
            let Some(block) = self.next_block()? else {
                self.is_damaged |= !kinds.is_empty();
                if self.is_end {
                    return Ok(None);
                }
                let missing = "it is cut off: its end is missing";
                return Err(UnpackError::Damaged(missing).into());
            };
            let header = TarHeader(&block);
            if header.is_end() {
                self.is_end = true;
                self.is_damaged |= !kinds.is_empty();
                kinds.clear();
                extended = ExtendedHeader::default();
                continue;
            }
            let size = header.size().filter(|_| header.is_intact());
            let Some(size) = size else {
                // The entries behind it are read nevertheless.
                self.is_damaged = true;
                continue;
            };
            let follows_end = std::mem::take(&mut self.is_end);
            let kind = header.entry_type();
            // No program gives a long name itself the name of a record: this is an entry whose type is damaged.
            let is_long = matches!(kind, b'L' | b'K');
            if is_long && names_records(&distinct_name(&header.name())) {
                return self.entry(&header, size, extended, is_name_known).map(Some);
            }
            // Only a long name is called so.
            self.is_damaged |= !is_long && header.name() == LONG_NAME;
            if matches!(kind, b'x' | b'X') || is_long {
                let has_path = extended.path.is_some() && kind != b'K';
                self.is_damaged |= !kinds.insert(kind.to_ascii_uppercase()) || has_path;
            }
            match kind {
                b'x' | b'X' => {
                    let data = self.extended(size)?;
                    is_name_known &= data.is_some_and(|data| extended.read_pax(&data));
                }
                b'g' => {
                    let data = self.extended(size)?;
                    let mut global = std::mem::take(&mut self.global);
                    self.is_damaged |= !data.is_some_and(|data| global.read_pax(&data));
                    self.global = global;
                }
                b'L' => {
                    let name = self.extended(size)?;
                    extended.path = name.and_then(|name| long_name(name, &header));
                    is_name_known &= extended.path.is_some();
                }
                b'K' => extended.link = self.extended(size)?.map(without_end),
                _ => {
                    if let Some(path) = extended.path.as_ref().filter(|_| kinds.contains(&b'L')) {
                        is_name_known &= prolongs(path, &header);
                    }
                    // Two archives in one file, or an extended header that was overwritten with zeros.
                    is_name_known &=
                        !(follows_end && header.may_be_cut() && extended.path.is_none());
                    let extended = extended.or(&self.global);
                    return self.entry(&header, size, extended, is_name_known).map(Some);
                }
            }
        }
    }

    /// The entry with a header, whose content is next.
    fn entry(
        &mut self,
        header: &TarHeader,
        size: u64,
        extended: ExtendedHeader,
        mut is_name_known: bool,
    ) -> io::Result<TarEntry> {
        is_name_known &= match &extended.path {
            Some(path) => !is_renamed(header, path),
            None => !header.hides_record(),
        };
        let text = |bytes: Vec<u8>| distinct_name(&bytes).into_owned();
        let mut size = extended.size.unwrap_or(size);
        let mut name = text(extended.path.unwrap_or_else(|| header.name()));
        let kind = header.entry_type();
        if kind == b'S' && header.is_extended() {
            while self
                .next_block()?
                .is_some_and(|block| TarHeader(&block).is_more_extended())
            {}
        }
        if kind == b'1' && size > 0 && self.is_header_next()? {
            // Some programs state the size of the target and do not store its content.
            size = 0;
        }
        // A folder of a v7 archive is a file whose name ends in `/`.
        let is_file = matches!(kind, 0 | b'0' | b'7');
        let is_folder = matches!(kind, b'5' | b'D') || is_file && name.ends_with('/');
        if is_folder {
            // The content of `D` is a list of names, and its name ends in `/`.
            let is_list = kind == b'D' && name.ends_with('/');
            name.truncate(name.trim_end_matches('/').len());
            if size == 0 || is_list {
                name.push('/');
            }
        }
        let content = match kind {
            _ if extended.is_sparse || kind == b'S' => {
                Err("it is a sparse file, which is not read")
            }
            b'1' if size == 0 => {
                let target = extended.link.unwrap_or_else(|| header.link());
                if target.len() > MAX_NAME {
                    Err("it is a hard link to a name longer than 4096 bytes")
                } else {
                    Ok(TarPosition::Link(cleaned_name(&text(target)).into_owned()))
                }
            }
            _ if is_folder => Err("it is a folder, but has content, which is not read"),
            0 | b'0' | b'1' | b'7' => Ok(TarPosition::Content(self.at, size)),
            b'2' => Err("it is a symbolic link, which is not followed"),
            b'K' | b'L' => {
                Err("its type is that of the long name of another entry: it is not read")
            }
            b'3' | b'4' | b'6' => Err("it is a device or a pipe, which is not read"),
            _ => Err("it is an entry of an unknown type, which is not read"),
        };
        let is_cut = self.size - self.at < size;
        self.skip(size)?;
        let number = self.number;
        self.number += 1;
        Ok(TarEntry {
            number,
            name,
            content,
            is_cut,
            is_name_known,
        })
    }

    /// Whether the next block is a header, or the end of the archive.
    fn is_header_next(&mut self) -> io::Result<bool> {
        let Some(block) = self.next_block()? else {
            return Ok(true);
        };
        self.file.seek_relative(-(BLOCK as i64))?;
        self.at -= BLOCK as u64;
        let header = TarHeader(&block);
        Ok(header.is_end() || header.is_intact())
    }
}

/// The name in a long name of GNU; `None` if it is damaged. It ends with a zero byte, but not in an archive of Perl's
/// `Archive::Tar`. Without it, or behind more of them, its own end may be lost, unless that is the end of a name of a record.
fn long_name(data: Vec<u8>, header: &TarHeader) -> Option<Vec<u8>> {
    let zeros = usize::from(!header.is_of_perl());
    let length = data.len();
    let name = without_end(data);
    let is_whole = length - name.len() == zeros || names_records(&distinct_name(&name));
    (is_whole && is_name(&name)).then_some(name)
}

/// Whether a long name of GNU begins with the name of the entry, if that has been cut off.
fn prolongs(path: &[u8], header: &TarHeader) -> bool {
    let own = header.name();
    own.len() < NAME_LENGTH - 1 || path.starts_with(&own) || is_cut_in_parts(&own, path)
}

/// Whether a name of an entry is what some programs write for a long one: Perl's `Archive::Tar` cuts the folder and the
/// last part each, and 7-Zip writes a folder of its own in place of the folder.
fn is_cut_in_parts(own: &[u8], path: &[u8]) -> bool {
    fn parts(name: &[u8]) -> (&[u8], &[u8]) {
        let at = name.iter().rposition(|&byte| byte == b'/');
        at.map_or((&[], name), |at| (&name[..at], &name[at + 1..]))
    }

    let (own_folder, own_last) = parts(own);
    let (folder, last) = parts(path.strip_suffix(b"/").unwrap_or(path));
    let is_of_folder = own_folder.starts_with(b"@PathCut/_pc_") || folder.starts_with(own_folder);
    is_of_folder && last.starts_with(own_last)
}

/// A text that ends with zero bytes, without them.
fn without_end(mut name: Vec<u8>) -> Vec<u8> {
    let end = name.iter().rposition(|&byte| byte != 0);
    name.truncate(end.map_or(0, |last| last + 1));
    name
}

/// Whether the extended headers replace a name of a record by another name. They may only prolong one that has been cut
/// off, and no name that is complete.
fn is_renamed(header: &TarHeader, path: &[u8]) -> bool {
    let own = header.name();
    let is_prolonged = own.len() >= NAME_LENGTH - 1 && prolongs(path, header);
    names_records(&distinct_name(&own)) && !is_prolonged && !names_records(&distinct_name(path))
}

/// A part of a file that fails if it is cut off.
struct ExactReader<'f> {
    input: &'f mut CountedFile,
    missing: u64,
}

impl Read for ExactReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.missing).unwrap_or(usize::MAX);
        let most = most.min(buffer.len());
        let length = self.input.read(&mut buffer[..most])?;
        self.missing -= length as u64;
        if length == 0 && most > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(length)
    }
}
