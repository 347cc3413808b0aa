//! The entries of zip archives.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
};

use zip::{CompressionMethod, ZipArchive, result::ZipError};

use super::{
    codec::Codec,
    entries::{ArchiveEntry, EntryReader, read_entries, record_name},
    error::UnpackError,
    input::CountedFile,
    source::{SourceEvent, SourceVisitor},
    unreadable::Unreadable,
};
use crate::verify::ArchiveFault;

/// Reads the records of a zip archive, sorted by their names.
pub(super) fn read_zip<E>(
    archive: &str,
    file: CountedFile,
    visit: &mut SourceVisitor<E>,
    read: &mut EntryReader<E>,
) -> Result<(), E> {
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
    // Of entries of the same name, the library knows only the last.
    let start = zip.central_directory_start();
    let listed = list.and_then(|list| listed_entries(&list, start));
    if listed.is_ok_and(|listed| listed != zip.len()) {
        let reason = "it lists entries that cannot be read, such as several of the same name";
        let hidden = Unreadable::new(archive, ArchiveFault::Format, reason);
        visit(SourceEvent::Unreadable(hidden))?;
    }
    let mut entries: Vec<ArchiveEntry<usize>> = (0..zip.len())
        .filter_map(|position| {
            let name = zip.name_for_index(position)?.ok()?;
            let name = record_name(&name)?;
            Some(ArchiveEntry { name, position })
        })
        .collect();
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    read_entries(
        archive,
        &entries,
        visit,
        |name, &position, visit| match unpacked(&mut zip, position) {
            Ok(Some(entry)) => read(name, entry, visit),
            Ok(None) => Ok(()),
            Err(error) => visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                name, &error,
            ))),
        },
    )
}

/// The number of entries in the central directory, which begins at `start`.
fn listed_entries(file: &File, start: u64) -> io::Result<usize> {
    let mut list = BufReader::new(file);
    list.seek(io::SeekFrom::Start(start))?;
    let mut head = [0; 46];
    let mut count = 0;
    while list.read_exact(&mut head).is_ok() && head.starts_with(b"PK\x01\x02") {
        let length = |at: usize| i64::from(u16::from_le_bytes([head[at], head[at + 1]]));
        // The name, the extra field and the comment.
        list.seek_relative(length(28) + length(30) + length(32))?;
        count += 1;
    }
    Ok(count)
}

/// Unpacks an entry of a zip archive; `None` if it is not a file.
fn unpacked<R: Read + Seek>(
    zip: &mut ZipArchive<R>,
    position: usize,
) -> io::Result<Option<Box<dyn Read + '_>>> {
    let raw = zip.by_index_raw(position).map_err(of_zip)?;
    if raw.is_symlink() || raw.is_dir() {
        return Ok(None);
    }
    let method = raw.compression();
    drop(raw);
    match method {
        CompressionMethod::STORE
        | CompressionMethod::DEFLATE
        | CompressionMethod::BZIP2
        | CompressionMethod::ZSTD => {
            let entry = zip.by_index(position).map_err(of_zip)?;
            Ok(Some(Box::new(entry)))
        }
        // Unpacked here, so that its memory is limited.
        CompressionMethod::XZ => {
            let raw = zip.by_index_raw(position).map_err(of_zip)?;
            Codec::Xz.reader(Box::new(raw)).map(Some)
        }
        CompressionMethod::LZMA => Err(UnpackError::Method("LZMA".to_owned()).into()),
        CompressionMethod::DEFLATE64 => Err(UnpackError::Method("Deflate64".to_owned()).into()),
        other => Err(UnpackError::Method(format!("{other:?}")).into()),
    }
}

fn of_zip(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}
