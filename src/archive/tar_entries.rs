//! The entries of tar archives.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
};

use super::{
    entries::{ArchiveEntry, EntryReader, read_entries, record_name},
    paths::distinct_name,
    source::{SourceEvent, SourceVisitor},
    unreadable::Unreadable,
};

/// Reads the records of a tar archive, sorted by their names.
pub(super) fn read_tar<E>(
    archive: &str,
    mut file: File,
    visit: &mut SourceVisitor<E>,
    read: &mut EntryReader<E>,
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
            let exact = ExactReader {
                input: &mut file,
                missing: size,
            };
            read(name, Box::new(exact), visit)
        })?;
    }
    error.map_or(Ok(()), |error| {
        visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
            archive, &error,
        )))
    })
}

/// The entries of a tar archive that contain records, with their offset and size, and the error that ends
/// the list early.
fn list_tar(file: &File) -> (Vec<ArchiveEntry<(u64, u64)>>, Option<io::Error>) {
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
        let entry_type = entry.header().entry_type();
        if !entry_type.is_file() && !entry_type.is_contiguous() {
            continue;
        }
        if let Some(name) = record_name(&distinct_name(&entry.path_bytes())) {
            let position = (entry.raw_file_position(), entry.size());
            list.push(ArchiveEntry { name, position });
        }
    }
    // An entry that is cut off is reported when it is read.
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    let cut = list
        .iter()
        .any(|entry| entry.position.0 + entry.position.1 > size);
    let error = check_end(archive.into_inner()).err().filter(|_| !cut);
    (list, error)
}

/// Checks that the last block read is the empty block that ends a tar archive: one that is cut off
/// between two entries looks like a smaller one.
fn check_end(mut read: BufReader<&File>) -> io::Result<()> {
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

/// A part of a file that fails if it is cut off.
struct ExactReader<'f> {
    input: &'f mut File,
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
