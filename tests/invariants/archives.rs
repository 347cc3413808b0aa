//! Bytes as a file on a disk: records, an archive, or something compressed.

use std::{convert::Infallible, fs, sync::OnceLock};

use kifu::{
    archive::{SourceEvent, SourceReader},
    record::{Limits, MAX_OUTSIDE},
    verify::{Options, verify},
};
use tempfile::TempDir;

const MAX_RECORD: usize = 4096;
/// A piece is read in chunks, and what lies before a record may be kept with it.
const LARGEST_PIECE: usize = MAX_RECORD + 4 * MAX_OUTSIDE;

/// Any file gives chunks of bounded size, each with its records, or an error of the archive; and it is
/// clear which records belong to which source.
pub fn archive(data: &[u8]) {
    let path = folder().path().join(std::process::id().to_string());
    fs::write(&path, data).expect("a temporary file can be written");
    let reader = SourceReader {
        limits: Limits {
            max_record: MAX_RECORD,
            chunk: 1024,
            ..Limits::default()
        },
        max_ratio: 20,
        ..SourceReader::default()
    };
    let mut records = 0;
    let read = reader.read(path.as_os_str(), &mut |found| -> Result<(), Infallible> {
        match found {
            SourceEvent::Chunk(whence, chunk) => {
                assert!(chunk.decoded.text.len() <= LARGEST_PIECE);
                assert_eq!(chunk.first, records + 1, "{}", whence.source);
                records += chunk.count;
                let seen = chunk.records().map(|(_, record)| {
                    verify(&record, &Options::default());
                });
                assert_eq!(seen.count(), chunk.count, "{}", whence.source);
            }
            SourceEvent::Unreadable(unreadable) => {
                let code = unreadable.finding.code().id();
                assert!(code.starts_with("archive::"), "{code}");
                assert!(!unreadable.finding.message().is_empty());
            }
            SourceEvent::End(source, count) => {
                assert_eq!(count, records, "{source}");
                records = 0;
            }
        }
        Ok(())
    });
    let Ok(()) = read;
}

/// A folder for files that are read at once.
fn folder() -> &'static TempDir {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    FOLDER.get_or_init(|| TempDir::new().expect("a temporary folder can be made"))
}
