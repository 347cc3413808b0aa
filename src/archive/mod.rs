//! Where records come from: files, folders, archives and standard input, read piece by piece,
//! and the pieces judged side by side.
//!
//! A [`Reader`] takes a path and hands out pieces of text that hold whole records, and what
//! cannot be read; [`in_order`] has them worked on by several threads and gives the results out
//! in the order of the input. Memory grows neither with a file nor with an archive.

mod codec;
mod entries;
mod flow;
mod meter;
mod paths;

use std::{
    cell::Cell,
    ffi::OsStr,
    fs::File,
    io::{self, Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use codec::{Codec, Form, HEAD};
use meter::Meter;

pub use flow::{Processed, WorkerPool, in_order};
pub(crate) use paths::is_read_in_folders;
pub use paths::{FileVisitor, size_of, walk};

use crate::{
    record::{Chunk, ChunkReader, Limits, Reopen},
    verify::{Finding, archive_finding},
};

/// A source, an entry or a folder that cannot be read, or not to its end.
#[derive(Debug)]
pub struct Unreadable {
    /// Its name.
    pub name: String,
    /// Why.
    pub finding: Box<Finding>,
}

impl Unreadable {
    fn new(name: &str, code: &str, reason: &str) -> Unreadable {
        Unreadable {
            name: name.to_owned(),
            finding: Box::new(archive_finding(code, reason)),
        }
    }

    /// What an error of the system means.
    fn from_system(name: &str, error: &io::Error) -> Unreadable {
        const TOO_MANY_LINKS: i32 = 40;
        if error.raw_os_error() == Some(TOO_MANY_LINKS) {
            return Unreadable::new(name, "archive::link-loop", "the link leads back to itself");
        }
        Unreadable::new(name, "archive::unreadable", &reason(error))
    }

    /// What an error in the middle of something compressed or of an archive means.
    fn from_unpacking(name: &str, error: &io::Error) -> Unreadable {
        if let Some(bomb) = meter::bomb(error) {
            return Unreadable::new(name, "archive::bomb", &bomb.to_string());
        }
        if error.raw_os_error().is_some() {
            return Unreadable::from_system(name, error);
        }
        let reason = match error.kind() {
            io::ErrorKind::UnexpectedEof => "it is cut off".to_owned(),
            _ => format!("it is damaged, or packed in a way that is not known: {error}"),
        };
        Unreadable::new(name, "archive::format", &reason)
    }
}

/// An error of the system in plain words, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => format!("it cannot be read: {error}"),
    }
}

/// Where a piece comes from.
#[derive(Clone, Debug)]
pub struct SourceInfo {
    /// The source as output names it.
    pub source: Arc<str>,
    /// How many records the sources before this one have had.
    pub before: usize,
    /// The file that holds the text as it is; `None` for standard input and for what is packed.
    pub file: Option<Arc<Path>>,
}

/// What comes out of a source.
#[derive(Debug)]
pub enum SourceEvent {
    /// Some of its records.
    Chunk(SourceInfo, Chunk),
    /// It cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// Its end, and how many records it has had.
    End(Arc<str>, usize),
}

/// What is done with what comes out of a source.
pub type SourceVisitor<'v, E> = dyn FnMut(SourceEvent) -> Result<(), E> + 'v;

/// Reads sources.
#[derive(Clone, Debug)]
pub struct SourceReader {
    /// How files are cut into pieces.
    pub limits: Limits,
    /// What is compressed may unpack to so many times its size.
    pub max_ratio: u64,
    /// The name that output gives standard input.
    pub stdin_name: String,
    /// Bytes read of files so far.
    pub progress: Arc<AtomicU64>,
    /// Records that the sources read to their end have had.
    pub passed: Cell<usize>,
}

/// The usual value of [`SourceReader::max_ratio`].
pub const MAX_RATIO: u64 = 200;

impl Default for SourceReader {
    fn default() -> SourceReader {
        SourceReader {
            limits: Limits::default(),
            max_ratio: MAX_RATIO,
            stdin_name: "-".to_owned(),
            progress: Arc::default(),
            passed: Cell::default(),
        }
    }
}

impl SourceReader {
    /// Reads all that a path stands for: a file, an archive, a folder with all records in it, or `-`
    /// for standard input.
    ///
    /// # Errors
    ///
    /// The first that `visit` returns.
    pub fn read<E>(&self, path: &OsStr, visit: &mut SourceVisitor<E>) -> Result<(), E> {
        if path == "-" {
            let input = Box::new(io::stdin().lock());
            return self.stream(&self.stdin_name, input, visit);
        }
        let path = Path::new(path);
        match path.metadata() {
            Err(error) => {
                let name = paths::name_of(path);
                visit(SourceEvent::Unreadable(Unreadable::from_system(
                    &name, &error,
                )))
            }
            Ok(metadata) if metadata.is_dir() => {
                let mut none = true;
                walk(path, &mut |found| {
                    none = false;
                    match found {
                        Ok(file) => self.file(file, visit),
                        Err(unreadable) => visit(SourceEvent::Unreadable(unreadable)),
                    }
                })?;
                if none {
                    let reason = "no file in it ends in `.sgf` or `.kifu`, nor is there an archive";
                    let name = paths::name_of(path);
                    let empty = Unreadable::new(&name, "archive::empty", reason);
                    visit(SourceEvent::Unreadable(empty))?;
                }
                Ok(())
            }
            Ok(_) => self.file(path, visit),
        }
    }

    fn file<E>(&self, path: &Path, visit: &mut SourceVisitor<E>) -> Result<(), E> {
        let name = paths::name_of(path);
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_system(
                    &name, &error,
                )));
            }
        };
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
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
        let counted = Counted {
            file,
            count: Arc::clone(&self.progress),
        };
        match codec::recognize(&head) {
            Form::Text if paths::names_archive(path) => {
                let reason = "it is named like an archive, but is none";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    &name,
                    "archive::format",
                    reason,
                )))
            }
            Form::Text => {
                let again = path.to_owned();
                let reopen: Reopen = Box::new(move || Ok(Box::new(File::open(&again)?)));
                self.chunks(
                    &name,
                    Box::new(counted),
                    Some(reopen),
                    &Held::File(path),
                    visit,
                )
            }
            Form::Zip => self.zip(&name, counted, visit),
            Form::Tar => self.tar(&name, counted.file, None, visit),
            Form::Compressed(codec) => self.compressed(
                &name,
                codec,
                Box::new(counted),
                Some(path.to_owned()),
                None,
                visit,
            ),
        }
    }

    /// Reads what can be read only once, from the beginning to the end.
    fn stream<E>(
        &self,
        name: &str,
        input: Box<dyn Read + '_>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let (head, input) = match headed(input) {
            Ok(headed) => headed,
            Err(error) => {
                return visit(SourceEvent::Unreadable(Unreadable::from_system(
                    name, &error,
                )));
            }
        };
        let form = codec::recognize(&head);
        match form {
            Form::Text => self.chunks(name, input, None, &Held::Stream, visit),
            Form::Compressed(codec) => self.compressed(name, codec, input, None, None, visit),
            Form::Zip | Form::Tar => {
                let (file, error) = put_aside(input);
                match file {
                    Some(file) if form == Form::Tar => self.tar(name, file, None, visit)?,
                    Some(file) => {
                        let count = Arc::default();
                        self.zip(name, Counted { file, count }, visit)?;
                    }
                    None => {}
                }
                error.map_or(Ok(()), |error| {
                    visit(SourceEvent::Unreadable(Unreadable::from_system(
                        name, &error,
                    )))
                })
            }
        }
    }

    /// Reads a compressed file: a tar archive, or records. `path` is where it can be read again, and `outer` the
    /// meter of the archive that holds it.
    fn compressed<E>(
        &self,
        name: &str,
        codec: Codec,
        input: Box<dyn Read + '_>,
        path: Option<PathBuf>,
        outer: Option<&Meter>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let damaged =
            |error: &io::Error| SourceEvent::Unreadable(Unreadable::from_unpacking(name, error));
        let meter = Meter::new(self.max_ratio).within(outer);
        let unpacked = codec
            .reader(Box::new(meter.packed(input)))
            .map(|unpacked| Box::new(meter.unpacked(unpacked)));
        let (head, unpacked) = match unpacked.and_then(|unpacked| headed(unpacked)) {
            Ok(headed) => headed,
            Err(error) => return visit(damaged(&error)),
        };
        let form = codec::recognize(&head);
        match form {
            Form::Text => {
                let max_ratio = self.max_ratio;
                let reopen = path.map(|path| -> Reopen {
                    Box::new(move || {
                        let meter = Meter::new(max_ratio);
                        let file = meter.packed(Box::new(File::open(&path)?));
                        Ok(Box::new(meter.unpacked(codec.reader(Box::new(file))?)))
                    })
                });
                self.chunks(name, unpacked, reopen, &Held::Packed, visit)
            }
            Form::Tar => {
                let (file, error) = put_aside(unpacked);
                if let Some(file) = file {
                    self.tar(name, file, Some(&meter), visit)?;
                }
                error.map_or(Ok(()), |error| visit(damaged(&error)))
            }
            Form::Zip | Form::Compressed(_) => {
                let reason = "it holds an archive within an archive, which is not read";
                visit(SourceEvent::Unreadable(Unreadable::new(
                    name,
                    "archive::format",
                    reason,
                )))
            }
        }
    }

    /// Cuts a text into pieces.
    fn chunks<'i, E>(
        &self,
        name: &str,
        input: Box<dyn Read + 'i>,
        reopen: Option<Reopen<'i>>,
        held: &Held,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(), E> {
        let name: Arc<str> = name.into();
        let source_info = SourceInfo {
            source: Arc::clone(&name),
            before: self.passed.get(),
            file: match held {
                Held::File(path) => Some((*path).into()),
                Held::Stream | Held::Packed => None,
            },
        };
        let mut chunks = ChunkReader::new(input, reopen, self.limits);
        loop {
            match chunks.next_chunk() {
                Ok(Some(chunk)) => visit(SourceEvent::Chunk(source_info.clone(), chunk))?,
                Ok(None) => break,
                Err(error) if matches!(held, Held::Packed) => {
                    visit(SourceEvent::Unreadable(Unreadable::from_unpacking(
                        &name, &error,
                    )))?;
                    break;
                }
                Err(error) => {
                    visit(SourceEvent::Unreadable(Unreadable::from_system(
                        &name, &error,
                    )))?;
                    break;
                }
            }
        }
        self.passed.set(source_info.before + chunks.passed());
        visit(SourceEvent::End(name, chunks.passed()))
    }
}

/// What holds a text.
enum Held<'h> {
    /// A file, as it is.
    File(&'h Path),
    /// Something that can be read only once.
    Stream,
    /// Something compressed, or an archive.
    Packed,
}

/// A file whose bytes are counted as they are read.
struct Counted {
    file: File,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.count.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// The first bytes of something, enough to tell what it is.
fn head_of(input: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    input.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// The first bytes of an input, and all of it with them. What goes wrong within them goes wrong again once
/// those before it have been read.
fn headed<'i>(mut input: Box<dyn Read + 'i>) -> io::Result<(Vec<u8>, Box<dyn Read + 'i>)> {
    let mut head = Vec::with_capacity(HEAD);
    let read = input.by_ref().take(HEAD as u64).read_to_end(&mut head);
    let rest = match read {
        Ok(_) => input,
        Err(error) if head.is_empty() => return Err(error),
        Err(error) => Box::new(Broken(Some(error))),
    };
    let whole = Cursor::new(head.clone()).chain(rest);
    Ok((head, Box::new(whole)))
}

/// What cannot be read.
struct Broken(Option<io::Error>);

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Copies what cannot be read twice into a file without a name, as far as it can be read.
fn put_aside(mut input: impl Read) -> (Option<File>, Option<io::Error>) {
    let mut file = match tempfile::tempfile() {
        Ok(file) => file,
        Err(error) => return (None, Some(error)),
    };
    let copied = io::copy(&mut input, &mut file);
    match file.rewind() {
        Ok(()) => (Some(file), copied.err()),
        Err(error) => (None, Some(error)),
    }
}
