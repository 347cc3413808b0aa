//! The reader of sources: files, folders, archives and standard input.

use std::{
    ffi::OsStr,
    io::{self, Read, Seek},
    sync::{Arc, atomic::AtomicU64},
};

use super::{
    codec::{self, FileFormat},
    entries::{Archive, read_entries},
    input::{CountedFile, head_of, headed, spool, spool_to_file},
    listed_file::ListedFile,
    listing::{ListedSource, list},
    meter::Meter,
    part::SourcePart,
    paths::{self, NameKind, by_name},
    progress::{ArchiveProgress, CountedStream, FileProgress},
    source::{OpenVisitor, SourceEvent, SourceFile, SourceInfo, SourceVisitor},
    tar_entries::TarArchive,
    text_guard::TextGuard,
    unreadable::Unreadable,
    window::{Codec, Window},
    zip_entries::ZipArchive,
};
use crate::blocking::{EndsOnce, StandardInput};
use crate::file_version::FileVersion;
use crate::record::{ChunkReader, Limits, Reopen};
use crate::verify::ArchiveFault;

/// Reads sources.
#[derive(Clone, Debug)]
pub struct SourceReader {
    /// How files are cut into chunks.
    pub limits: Limits,
    /// The largest allowed ratio of unpacked to packed size.
    pub max_ratio: u64,
    /// The name that output gives standard input.
    pub stdin_name: String,
    /// Bytes of files read so far.
    pub progress: Arc<AtomicU64>,
    /// The size in bytes from which a file of plain text is divided among shards.
    pub min_divided: u64,
    /// Whether the files may be rewritten by the command line: all that is read of them is hashed, so that a change since
    /// then is noticed.
    pub for_rewriting: bool,
}

/// The default of [`SourceReader::min_divided`].
const MIN_DIVIDED: u64 = 64 * 1024 * 1024;

/// The default of [`SourceReader::max_ratio`].
pub const MAX_RATIO: u64 = 200;

impl Default for SourceReader {
    fn default() -> SourceReader {
        SourceReader {
            limits: Limits::default(),
            max_ratio: MAX_RATIO,
            stdin_name: "-".to_owned(),
            progress: Arc::default(),
            min_divided: MIN_DIVIDED,
            for_rewriting: false,
        }
    }
}

impl SourceReader {
    /// Reads a path: a file, an archive, a folder with all records in it, or `-`
    /// for standard input.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub fn read<E>(&self, path: &OsStr, visit: &mut SourceVisitor<E>) -> Result<(), E> {
        self.read_allowed(path, &mut |_, _| Ok(()), visit)
    }

    /// The same, if `allow` does not refuse one of the files.
    ///
    /// # Errors
    ///
    /// The first that `allow` or `visit` returns.
    pub fn read_allowed<E>(
        &self,
        path: &OsStr,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        list(path, &mut |source| self.source(source, allow, visit))
    }

    /// Reads a source, if `allow` does not refuse it.
    pub(super) fn source<E>(
        &self,
        source: ListedSource,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        match source {
            ListedSource::Stdin => {
                let input = Box::new(EndsOnce::new(StandardInput::waiting()));
                self.stream(&self.stdin_name, input, visit)
            }
            ListedSource::File(file) => self.file(&file, allow, visit),
            ListedSource::Unreadable(unreadable) => visit(SourceEvent::Unreadable(unreadable)),
        }
    }

    fn file<E>(
        &self,
        listed: &ListedFile,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let path = listed.path;
        let name = paths::source_name(path);
        let opened = listed.open().and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, mut file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_system(
                    &name, &error,
                )));
            }
        };
        allow(path, &metadata)?;
        if !metadata.is_file() {
            return self.stream(&name, Box::new(file), visit);
        }
        let head = head_of(&mut file).and_then(|head| file.rewind().map(|()| head));
        let head = match head {
            Ok(head) => head,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_system(
                    &name, &error,
                )));
            }
        };
        let progress = self.file_progress();
        let file = match codec::recognize(&head) {
            FileFormat::Zip | FileFormat::Tar => CountedFile::uncounted(file),
            _ => CountedFile::new(file, progress.clone()),
        };
        match codec::recognize(&head) {
            FileFormat::Text if paths::names_archive(path) => {
                let reason = "its name is that of an archive, but its content is not";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    &name,
                    ArchiveFault::Format,
                    reason,
                )))
            }
            FileFormat::Text => {
                let version = self.for_rewriting.then(|| FileVersion::new(metadata));
                let read: Box<dyn Read> = match &version {
                    Some(version) => Box::new(version.reader(file)),
                    None => Box::new(file),
                };
                let source_file = SourceFile {
                    path: path.to_owned(),
                    version,
                };
                self.chunks(
                    &name,
                    read,
                    Some(listed.reopen()),
                    TextOrigin::File(source_file.into()),
                    visit,
                )
            }
            FileFormat::Zip => self.zip(&name, file, None, visit),
            FileFormat::Tar => self.tar(&name, file, None, visit),
            FileFormat::Compressed(codec) => self.compressed(
                &name,
                codec,
                (Box::new(file), Some(&progress)),
                Some(listed.reopen()),
                None,
                visit,
            ),
        }
    }

    /// The progress of a file, as a part of the whole.
    pub(super) fn file_progress(&self) -> FileProgress {
        FileProgress::new(Arc::clone(&self.progress))
    }

    /// The progress of an archive of this size, as a part of the whole.
    pub(super) fn archive_progress(&self, size: u64) -> ArchiveProgress {
        ArchiveProgress::new(Arc::clone(&self.progress), size)
    }

    /// Reads records from memory.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub fn read_text<E>(
        &self,
        name: &str,
        text: &str,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        self.read_bytes(name, text.as_bytes(), visit)
    }

    /// Reads the bytes of a file that is in memory: records, or an archive.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub fn read_bytes<E>(
        &self,
        name: &str,
        bytes: &[u8],
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        self.stream(name, Box::new(bytes), visit)
    }

    /// Reads what a reader gives: records, or an archive.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub fn read_stream<E>(
        &self,
        name: &str,
        input: Box<dyn Read + '_>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        self.stream(name, input, visit)
    }

    /// Reads a stream that can be read only once.
    fn stream<E>(
        &self,
        name: &str,
        input: Box<dyn Read + '_>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let count = self.file_progress();
        let counted = CountedStream {
            input,
            count: count.clone(),
        };
        let (head, input) = match headed(Box::new(counted)) {
            Ok(headed) => headed,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_system(
                    name, &error,
                )));
            }
        };
        let format = codec::recognize(&head);
        match format {
            FileFormat::Text => self.chunks(name, input, None, TextOrigin::Stream, visit),
            FileFormat::Compressed(codec) => {
                let input = (input, Some(&count));
                self.compressed(name, codec, input, None, None, visit)
            }
            FileFormat::Zip | FileFormat::Tar => {
                let (file, error) = spool(input);
                if let Some(file) = file {
                    let file = CountedFile::uncounted(file);
                    match format {
                        FileFormat::Tar => {
                            let size = file.file.metadata().map_or(0, |metadata| metadata.len());
                            self.tar(name, file, Some((size, 0)), visit)?;
                        }
                        _ => self.zip(name, file, Some(0), visit)?,
                    }
                }
                error.map_or(Ok(()), |error| {
                    visit(SourceEvent::Unreadable(Unreadable::from_system(
                        name, &error,
                    )))
                })
            }
        }
    }

    /// Reads a compressed file, whose bytes may be counted: a tar archive, or records. `path` allows to read it again, `outer` is the
    /// meter of the archive that contains it.
    fn compressed<E>(
        &self,
        name: &str,
        codec: Codec,
        (input, count): (Box<dyn Read + '_>, Option<&FileProgress>),
        reopen: Option<Reopen<'static>>,
        outer: Option<&Meter>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let damaged =
            |error: &io::Error| SourceEvent::Unreadable(Unreadable::from_unpacking(name, error));
        let meter = Meter::new(self.max_ratio).within(outer);
        let (window, input) = match headed(Box::new(meter.packed(input))) {
            Ok((head, input)) => (Window::of(codec, &head), input),
            Err(error) => return visit(damaged(&error)),
        };
        let unpacked = codec
            .reader(input, window)
            .map(|unpacked| Box::new(meter.unpacked(unpacked)));
        let (head, unpacked) = match unpacked.and_then(|unpacked| headed(unpacked)) {
            Ok(headed) => headed,
            Err(error) => return visit(damaged(&error)),
        };
        let format = match codec::recognize(&head) {
            FileFormat::Text
                if by_name(name.as_bytes()) == NameKind::Archive && codec::is_end_of_tar(&head) =>
            {
                FileFormat::Tar
            }
            format => format,
        };
        match format {
            FileFormat::Text => {
                let max_ratio = self.max_ratio;
                let reopen = reopen.map(|reopen| -> Reopen {
                    Box::new(move || {
                        let meter = Meter::new(max_ratio);
                        let file = meter.packed(reopen()?);
                        Ok(Box::new(
                            meter.unpacked(codec.reader(Box::new(file), window)?),
                        ))
                    })
                });
                let reader = self.beside(window);
                reader.chunks(name, unpacked, reopen, TextOrigin::Packed, visit)
            }
            FileFormat::Tar if outer.is_none() => {
                if let Some(count) = count {
                    count.halve();
                }
                let (file, error) = spool(unpacked);
                if let Some(file) = file {
                    let packed = meter.packed_size();
                    let rest = packed.saturating_sub(count.map_or(packed, FileProgress::added));
                    let file = CountedFile::uncounted(file);
                    self.tar(name, file, Some((packed, rest)), visit)?;
                }
                error.map_or(Ok(()), |error| visit(damaged(&error)))
            }
            FileFormat::Tar | FileFormat::Zip | FileFormat::Compressed(_) => {
                let reason = "it holds an archive within an archive, which is not read";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    name,
                    ArchiveFault::Format,
                    reason,
                )))
            }
        }
    }

    /// The same reader, with smaller records beside a large window: both are in memory at the same time.
    fn beside(&self, window: Window) -> SourceReader {
        let mut reader = self.clone();
        if window == Window::Large {
            reader.limits.max_record /= 4;
            reader.limits.max_nodes /= 4;
            reader.limits.max_values /= 4;
        }
        reader
    }

    /// Reads the records of a zip archive, sorted by their names. `rest` is what of it has not been counted yet, if not
    /// all of it.
    fn zip<E>(
        &self,
        name: &str,
        file: CountedFile,
        rest: Option<u64>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let size = file.file.metadata().map_or(0, |metadata| metadata.len());
        let progress = self.archive_progress(rest.unwrap_or(size));
        let sizes = (size, progress);
        self.archive(name, &mut ZipArchive::new(file), sizes, None, visit)?;
        Ok(())
    }

    /// Reads the records of a tar archive, sorted by their names. `packed` is the size of the compressed file that
    /// contains it, and what of it has not been counted yet.
    fn tar<E>(
        &self,
        name: &str,
        file: CountedFile,
        packed: Option<(u64, u64)>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let size = || file.file.metadata().map_or(0, |metadata| metadata.len());
        let (size, rest) = packed.unwrap_or_else(|| (size(), size()));
        let sizes = (size, self.archive_progress(rest));
        self.archive(name, &mut TarArchive::new(file), sizes, None, visit)?;
        Ok(())
    }

    /// Reads the records of an archive of a size, or of a part of it. Links, and entries that overlap, can make more of it
    /// than it holds. Returns where the part begins and ends.
    pub(super) fn archive<E>(
        &self,
        name: &str,
        archive: &mut impl Archive,
        (size, progress): (u64, ArchiveProgress),
        part: Option<&SourcePart>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(String, String), E> {
        let meter = Meter::of_size(self.max_ratio, size);
        let mut read = |name: &str, input: Box<dyn Read + '_>, visit: &mut SourceVisitor<E>| {
            let input = Box::new(meter.unpacked(input));
            self.entry(name, input, &meter, visit)
        };
        let skip = |size| meter.skip(size);
        read_entries(name, archive, part, visit, &mut read, (&skip, &progress))
    }

    /// Reads an entry of an archive, which may be compressed.
    fn entry<'i, E>(
        &self,
        name: &str,
        input: Box<dyn Read + 'i>,
        outer: &Meter,
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
        let format = codec::recognize(&head);
        match format {
            FileFormat::Compressed(codec) => {
                self.compressed(name, codec, (input, None), None, Some(outer), visit)
            }
            FileFormat::Text if by_name(name.as_bytes()) == NameKind::Archive => {
                let reason = "its name is that of an archive, but its content is not";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    name,
                    ArchiveFault::Format,
                    reason,
                )))
            }
            FileFormat::Text => self.chunks(name, input, None, TextOrigin::Packed, visit),
            FileFormat::Zip | FileFormat::Tar => {
                let reason = "it is an archive within an archive, which is not read";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    name,
                    ArchiveFault::Format,
                    reason,
                )))
            }
        }
    }

    /// Cuts text into chunks.
    fn chunks<'i, E>(
        &self,
        name: &str,
        input: Box<dyn Read + 'i>,
        reopen: Option<Reopen<'i>>,
        origin: TextOrigin,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let is_packed = matches!(origin, TextOrigin::Packed);
        let source_info = SourceInfo {
            source: name.into(),
            file: match origin {
                TextOrigin::File(file) => Some(file),
                TextOrigin::Stream | TextOrigin::Packed => None,
            },
        };
        let mut chunks = self.chunk_reader(input, reopen);
        if let Some(error) = deliver(&source_info, &mut chunks, visit)? {
            let name = &source_info.source;
            visit(SourceEvent::Unreadable(if is_packed {
                Unreadable::from_unpacking(name, &error)
            } else {
                Unreadable::from_system(name, &error)
            }))?;
        }
        let records = chunks.passed();
        // Whoever is told may replace the file, which Windows refuses while it is open.
        drop(chunks);
        visit(SourceEvent::End(source_info.source, records))
    }

    pub(super) fn chunk_reader<'i>(
        &self,
        input: Box<dyn Read + 'i>,
        reopen: Option<Reopen<'i>>,
    ) -> ChunkReader<'i> {
        let input = Box::new(TextGuard::new(input));
        ChunkReader::new(input, reopen, self.limits).spool_with(spool_to_file)
    }
}

/// Visits the chunks of a source; returns the error that ends it early.
pub(super) fn deliver<E>(
    source_info: &SourceInfo,
    chunks: &mut ChunkReader,
    visit: &mut SourceVisitor<E>,
) -> Result<Option<io::Error>, E> {
    loop {
        match chunks.next_chunk() {
            Ok(Some(chunk)) => visit(SourceEvent::Chunk(source_info.clone(), chunk))?,
            Ok(None) => return Ok(None),
            Err(error) => return Ok(Some(error)),
        }
    }
}

/// Where text is read from.
enum TextOrigin {
    /// An uncompressed file.
    File(Arc<SourceFile>),
    /// A stream that can be read only once.
    Stream,
    /// A compressed file or an archive.
    Packed,
}
