//! The entries of archives.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
};

use zip::{CompressionMethod, ZipArchive, result::ZipError};

use super::{
    Counted, Held, SourceEvent, SourceReader, SourceVisitor, Unreadable,
    codec::{self, Codec, Form, MEMORY_KIB},
    headed,
    meter::Meter,
    paths::{Named, by_name},
};

/// An entry that holds records.
struct Entry<P> {
    /// Its name within the archive, with `/` between folders.
    name: String,
    /// Where it is found.
    place: P,
}

/// What the name of an entry makes of it.
fn wanted(name: &str) -> Option<String> {
    let is_folder = name.ends_with('/');
    let parts = name.split('/').filter(|&part| part != ".");
    let mut shown: Vec<&str> = parts.collect();
    if name.starts_with('/') {
        shown.insert(0, "");
        shown.dedup();
    }
    let hidden = |part: &&str| part.starts_with('.') && *part != "..";
    let is_record = matches!(
        by_name(name.as_bytes()),
        Named::Record | Named::PackedRecord
    );
    (is_record && !is_folder && !shown.iter().any(hidden)).then(|| shown.join("/"))
}

/// Whether the name of an entry leads out of the archive.
fn leads_out(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    let drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with(['/', '\\']) || drive || parts.any(|part| part == "..")
}

impl SourceReader {
    /// Reads the records of a zip archive, sorted by their names.
    pub(super) fn zip<E>(
        &self,
        archive: &str,
        file: Counted,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let size = file.file.metadata().map_or(0, |metadata| metadata.len());
        let meter = Meter::of_size(self.max_ratio, size);
        let list = file.file.try_clone();
        let mut zip = match ZipArchive::new(BufReader::new(file)) {
            Ok(zip) => zip,
            Err(error) => {
                let error = of_zip(error);
                return visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                    archive, &error,
                )));
            }
        };
        // Of entries of one name the library knows the last only.
        let start = zip.central_directory_start();
        let listed = list.and_then(|list| listed_entries(&list, start));
        if listed.is_ok_and(|listed| listed != zip.len()) {
            let reason = "it lists entries that cannot be read, such as several of the same name";
            let hidden = Unreadable::new(archive, "archive::format", reason);
            visit(SourceEvent::Unreadable(hidden))?;
        }
        let mut entries: Vec<Entry<usize>> = (0..zip.len())
            .filter_map(|place| {
                let name = zip.name_for_index(place)?.ok()?;
                let name = wanted(&name)?;
                Some(Entry { name, place })
            })
            .collect();
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        read_entries(
            archive,
            &entries,
            visit,
            |name, &place, visit| match unpacked(&mut zip, place) {
                Ok(Some(entry)) => {
                    let entry = Box::new(meter.unpacked(entry));
                    self.entry(name, entry, Some(&meter), visit)
                }
                Ok(None) => Ok(()),
                Err(error) => visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                    name, &error,
                ))),
            },
        )
    }

    /// Reads the records of a tar archive, sorted by their names.
    pub(super) fn tar<E>(
        &self,
        archive: &str,
        mut file: File,
        outer: Option<&Meter>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let (mut entries, error) = list_tar(&file);
        entries.sort_by(|one, other| one.name.cmp(&other.name));
        if !entries.is_empty() || error.is_none() {
            read_entries(archive, &entries, visit, |name, &(start, size), visit| {
                if let Err(error) = file.seek(io::SeekFrom::Start(start)) {
                    return visit(SourceEvent::Unreadable(Unreadable::from_system(
                        name, &error,
                    )));
                }
                let whole = Whole {
                    input: &mut file,
                    missing: size,
                };
                self.entry(name, Box::new(whole), outer, visit)
            })?;
        }
        error.map_or(Ok(()), |error| {
            visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                archive, &error,
            )))
        })
    }

    /// Reads an entry, which may be compressed once more.
    fn entry<'i, E>(
        &self,
        name: &str,
        input: Box<dyn Read + 'i>,
        outer: Option<&Meter>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let (head, input) = match headed(input) {
            Ok(headed) => headed,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                    name, &error,
                )));
            }
        };
        let form = codec::recognize(&head);
        match form {
            Form::Compressed(codec) => self.compressed(name, codec, input, None, outer, visit),
            Form::Text => self.chunks(name, input, None, &Held::Packed, visit),
            Form::Zip | Form::Tar => {
                let reason = "it is an archive within an archive, which is not read";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    name,
                    "archive::format",
                    reason,
                )))
            }
        }
    }
}

/// Number of entries that the list of a zip archive holds, which begins here.
fn listed_entries(file: &File, start: u64) -> io::Result<usize> {
    let mut list = BufReader::new(file);
    list.seek(io::SeekFrom::Start(start))?;
    let mut head = [0; 46];
    let mut count = 0;
    while list.read_exact(&mut head).is_ok() && head.starts_with(b"PK\x01\x02") {
        let length = |at: usize| i64::from(u16::from_le_bytes([head[at], head[at + 1]]));
        // The name, more of the system's, and a comment.
        list.seek_relative(length(28) + length(30) + length(32))?;
        count += 1;
    }
    Ok(count)
}

/// Reads entries one after the other, but none whose name leads out of the archive.
fn read_entries<P, E>(
    archive: &str,
    entries: &[Entry<P>],
    visit: &mut SourceVisitor<E>,
    mut read: impl FnMut(&str, &P, &mut SourceVisitor<E>) -> Result<(), E>,
) -> Result<(), E> {
    if entries.is_empty() {
        let reason = "no entry in it ends in `.sgf` or `.kifu`";
        let empty = Unreadable::new(archive, "archive::empty", reason);
        return visit(SourceEvent::Unreadable(empty));
    }
    for Entry { name, place } in entries {
        let full = format!("{archive}/{name}");
        if leads_out(name) {
            let reason = "the name leads out of the archive: the entry is not read";
            let outside = Unreadable::new(&full, "archive::entry-name", reason);
            visit(SourceEvent::Unreadable(outside))?;
        } else {
            read(&full, place, visit)?;
        }
    }
    Ok(())
}

/// The entries of a tar archive that hold records, with their place and size, and why
/// the list may not be whole.
fn list_tar(file: &File) -> (Vec<Entry<(u64, u64)>>, Option<io::Error>) {
    let mut list = Vec::new();
    let mut archive = tar::Archive::new(BufReader::new(file));
    let entries = match archive.entries_with_seek() {
        Ok(entries) => entries,
        Err(error) => return (list, Some(error)),
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => return (list, Some(error)),
        };
        let kind = entry.header().entry_type();
        if !kind.is_file() && !kind.is_contiguous() {
            continue;
        }
        if let Some(name) = wanted(&String::from_utf8_lossy(&entry.path_bytes())) {
            let place = (entry.raw_file_position(), entry.size());
            list.push(Entry { name, place });
        }
    }
    // Of an entry that is cut off it is told when it is read.
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let cut = list
        .iter()
        .any(|entry| entry.place.0 + entry.place.1 > size);
    let error = ends(archive.into_inner()).err().filter(|_| !cut);
    (list, error)
}

/// Fails unless what has been read last is the empty block that ends a tar archive: one that is cut off
/// between two entries looks like a smaller one.
fn ends(mut read: BufReader<&File>) -> io::Result<()> {
    let mut block = [0; 512];
    let missing = || io::Error::new(io::ErrorKind::UnexpectedEof, "its end is missing");
    let end = read.stream_position()?;
    let start = end.checked_sub(block.len() as u64).ok_or_else(missing)?;
    read.seek(io::SeekFrom::Start(start))?;
    read.read_exact(&mut block)?;
    if block.iter().any(|&byte| byte != 0) {
        return Err(missing());
    }
    Ok(())
}

/// Unpacks an entry of a zip archive; `None` if it is no file. How far LZMA looks back is for the archive
/// to say, and costs as much memory: so this is limited.
fn unpacked<R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    place: usize,
) -> io::Result<Option<Box<dyn Read + '_>>> {
    let mut raw = zip.by_index_raw(place).map_err(of_zip)?;
    if raw.is_symlink() || raw.is_dir() {
        return Ok(None);
    }
    match raw.compression() {
        CompressionMethod::Xz => {
            drop(raw);
            let raw = zip.by_index_raw(place).map_err(of_zip)?;
            return Codec::Xz.reader(Box::new(raw)).map(Some);
        }
        CompressionMethod::Lzma => {
            // A version, the length of the properties, and of these one byte before the size.
            let mut head = [0; 9];
            raw.read_exact(&mut head)?;
            let size = u32::from_le_bytes([head[5], head[6], head[7], head[8]]);
            if size / 1024 > MEMORY_KIB {
                let reason = "it takes too much memory to unpack";
                return Err(io::Error::new(io::ErrorKind::OutOfMemory, reason));
            }
        }
        _ => {}
    }
    drop(raw);
    let entry = zip.by_index(place).map_err(of_zip)?;
    Ok(Some(Box::new(entry)))
}

fn of_zip(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}

/// A part of a file that must be there in full.
struct Whole<'f> {
    input: &'f mut File,
    missing: u64,
}

impl Read for Whole<'_> {
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
