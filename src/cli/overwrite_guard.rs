//! Keeps a command from writing to a file that it reads, and from writing one file twice.
//!
//! Everything that a command reads or writes is opened here or registered here, in any order: records, lists of paths,
//! rulesets, patterns, snapshots, reports, standard input and standard output. Files are compared by what they are and
//! not by their names, so that links make no difference; where a file system ignores case, it makes none either.

use std::{
    ffi::{OsStr, OsString},
    fs::{File, Metadata},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    error::CliError,
    letter_case::{is_alike, is_other_case},
    output::{Output, resolved},
};
use crate::{
    archive::{is_read_in_folders, names_packed, source_name},
    blocking::{EndsOnce, StandardInput},
    file_version::FileVersion,
    replacement::in_other_case,
    whole_file::WholeFile,
};

/// The files that a command reads and writes.
#[derive(Debug, Default)]
pub(super) struct OverwriteGuard(Mutex<GuardedFiles>);

#[derive(Debug, Default)]
struct GuardedFiles {
    /// What has been read so far, except for records, which are too many to be listed.
    inputs: Vec<GuardedFile>,
    outputs: Vec<GuardedFile>,
    /// The folder to which images are written while records are read, and the end of their names.
    images: Option<(PathBuf, String)>,
    /// The folder of the cache.
    cache: Option<PathBuf>,
}

/// A file and its path without links.
#[derive(Debug)]
struct GuardedFile {
    id: FileId,
    path: PathBuf,
    /// Of an output: the name of the temporary file that is to replace it, in its folder.
    temporary: Option<OsString>,
}

impl GuardedFile {
    /// Whether it is a file with a path, whatever that is.
    fn is_at(&self, id: &FileId, path: &Path) -> bool {
        self.id == *id || is_other_case(path, &self.path) || self.is_mounted_at(path)
    }

    /// Whether this output is at a path that is no link, too, by a mount that gives files other numbers, such as one of
    /// FUSE: the temporary file is there as well.
    fn is_mounted_at(&self, path: &Path) -> bool {
        let Some(temporary) = &self.temporary else {
            return false;
        };
        let [name, own] = [path, &self.path].map(Path::file_name);
        let is_there = |name: &OsStr| path.with_file_name(name).symlink_metadata().is_ok();
        let is_alike = || is_alike(name.and_then(OsStr::to_str), own.and_then(OsStr::to_str));
        if name == own {
            return name.is_some() && is_there(temporary);
        }
        is_alike() && is_there(temporary) && is_there(in_other_case(temporary).as_ref())
    }
}

/// What identifies a file, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
enum FileId {
    /// Its device and its number there.
    #[cfg(unix)]
    Number(u64, u64),
    /// The path without links, where files have no numbers.
    Path(PathBuf),
    /// A new file: its folder, which may be mounted at several places, and its name there.
    New(Box<FileId>, OsString),
}

impl FileId {
    /// The file at a path.
    #[cfg(unix)]
    fn of(_: &Path, metadata: &Metadata) -> FileId {
        use std::os::unix::fs::MetadataExt;

        FileId::Number(metadata.dev(), metadata.ino())
    }

    /// The file at a path.
    #[cfg(not(unix))]
    fn of(path: &Path, _: &Metadata) -> FileId {
        FileId::Path(resolved(path))
    }

    /// A file that is not there yet.
    fn of_new(path: &Path) -> FileId {
        let path = resolved(path);
        match (path.parent().and_then(FileId::at), path.file_name()) {
            (Some(folder), Some(name)) => FileId::New(Box::new(folder), name.to_owned()),
            _ => FileId::Path(path),
        }
    }

    /// What is at a path, if it is there.
    fn at(path: &Path) -> Option<FileId> {
        Some(FileId::of(path, &path.metadata().ok()?))
    }
}

/// Whether a path leads into a folder, also if that is mounted at several places; neither has links.
fn is_in(path: &Path, folder: &Path) -> bool {
    let is_same = |id: FileId| {
        path.ancestors()
            .any(|above| FileId::at(above).as_ref() == Some(&id))
    };
    path.starts_with(folder) || FileId::at(folder).is_some_and(is_same)
}

impl OverwriteGuard {
    /// Opens a file to be read.
    pub(super) fn open(&self, path: &Path) -> Result<WholeFile, CliError> {
        self.open_for(path, OverwriteGuard::reads)
    }

    /// Opens one of any number of files, which are not listed. All outputs must have been registered before.
    pub(super) fn open_of_many(&self, path: &Path) -> Result<WholeFile, CliError> {
        self.open_for(path, OverwriteGuard::reads_record)
    }

    fn open_for(
        &self,
        path: &Path,
        check: fn(&OverwriteGuard, &Path, &Metadata) -> Result<(), CliError>,
    ) -> Result<WholeFile, CliError> {
        let failed = |error| CliError::Read {
            path: source_name(path),
            error,
        };
        let file = File::open(path).map_err(failed)?;
        check(self, path, &file.metadata().map_err(failed)?)?;
        Ok(WholeFile::new(file))
    }

    /// Opens a path to be read: a file, or `-` for standard input.
    pub(super) fn open_path(&self, path: &OsStr) -> Result<Box<dyn io::Read + Send>, CliError> {
        if path == "-" {
            self.reads_path(path)?;
            return Ok(Box::new(EndsOnce::new(StandardInput::waiting())));
        }
        Ok(Box::new(self.open(path.as_ref())?))
    }

    /// Registers a file that is read; refuses one that is written.
    pub(super) fn reads(&self, path: &Path, metadata: &Metadata) -> Result<(), CliError> {
        self.reads_record(path, metadata)?;
        if metadata.is_file() {
            let file = GuardedFile {
                id: FileId::of(path, metadata),
                path: resolved(path),
                temporary: None,
            };
            self.files().inputs.push(file);
        }
        Ok(())
    }

    /// Refuses to read a file that is written. All outputs must have been registered before.
    pub(super) fn reads_record(&self, path: &Path, metadata: &Metadata) -> Result<(), CliError> {
        // A device or a pipe can be read and written.
        if !metadata.is_file() {
            return Ok(());
        }
        let id = FileId::of(path, metadata);
        let files = self.files();
        // Another mount has the file under its own name.
        let is_link = !files.outputs.is_empty() && path.is_symlink();
        let target = is_link.then(|| resolved(path));
        let target = target.as_deref().unwrap_or(path);
        if (files.outputs.iter()).any(|output| output.is_at(&id, target)) {
            return Err(CliError::OverwritesInput(path.to_owned()));
        }
        let Some((folder, ending)) = &files.images else {
            return Ok(());
        };
        let path = resolved(path);
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let is_there = |parent: &Path| parent == folder || FileId::at(parent) == FileId::at(folder);
        if name.ends_with(ending.as_bytes()) && path.parent().is_some_and(is_there) {
            return Err(CliError::OverwritesInput(path));
        }
        Ok(())
    }

    /// Checks a path before it is read: standard input, or a folder in which a file that is written would be read.
    pub(super) fn reads_path(&self, path: &OsStr) -> Result<(), CliError> {
        if path == "-" {
            let Some(metadata) = StandardInput::metadata() else {
                return Ok(());
            };
            let path = Path::new(path);
            let file = path_of_descriptor(0, &FileId::of(path, &metadata));
            return self.reads(file.as_deref().unwrap_or(path), &metadata);
        }
        let path = Path::new(path);
        let is_guarded = |files: &GuardedFiles| !files.outputs.is_empty() || files.cache.is_some();
        if !is_guarded(&self.files()) {
            return Ok(());
        }
        // What cannot be read is told when it is its turn.
        let Ok(metadata) = path.metadata() else {
            return Ok(());
        };
        self.reads_record(path, &metadata)?;
        let files = self.files();
        if metadata.is_file() && files.cache.is_none() {
            return Ok(());
        }
        let Ok(input) = path.canonicalize() else {
            return Ok(());
        };
        let is_read =
            |output: &Path| output.is_file() && is_read_in_folders(output) && is_in(output, &input);
        let mut outputs = files.outputs.iter().map(|output| &output.path);
        if let Some(output) = outputs.find(|output| is_read(output)) {
            return Err(CliError::OverwritesInput(output.clone()));
        }
        match &files.cache {
            Some(cache) if is_in(&input, cache) => Err(CliError::CacheOfRecords(path.into())),
            _ => Ok(()),
        }
    }

    /// Opens a file to be written, or standard output.
    pub(super) fn create(&self, path: Option<&Path>) -> Result<Output, CliError> {
        self.writes(path)?;
        let output = Output::open(path)?;
        if let Some(path) = path {
            self.opened(path, &output)?;
        }
        Ok(output)
    }

    /// Registers that a file which is written has been opened: from now on it is also recognized through another mount.
    pub(super) fn opened(&self, path: &Path, output: &Output) -> Result<(), CliError> {
        let Some(temporary) = output.temporary_name() else {
            return Ok(());
        };
        let mut files = self.files();
        let GuardedFiles {
            inputs, outputs, ..
        } = &mut *files;
        let resolved = resolved(path);
        if let Some(own) = outputs.iter_mut().find(|output| output.path == resolved) {
            own.temporary = Some(temporary.to_owned());
            if inputs.iter().any(|input| own.is_mounted_at(&input.path)) {
                return Err(CliError::OverwritesInput(path.to_owned()));
            }
        }
        Ok(())
    }

    /// Opens a file to be replaced that has been read for this. Unlike another file that is written, it may be read
    /// again.
    pub(super) fn rewrite(&self, path: &Path, read: &FileVersion) -> Result<Output, CliError> {
        let id = FileId::of(path, &read.metadata);
        let is_rewritten = |input: &GuardedFile| input.is_at(&id, path);
        if self.files().inputs.iter().any(is_rewritten) {
            return Err(CliError::OverwritesInput(path.to_owned()));
        }
        Output::rewrite(path, read)
    }

    /// Registers a file that is written, or standard output; refuses one that is read, and one that is written
    /// already.
    pub(super) fn writes(&self, path: Option<&Path>) -> Result<(), CliError> {
        if path == Some(Path::new("-")) {
            return Err(CliError::OutputNamedDash);
        }
        let metadata = match path {
            Some(path) => path.metadata().ok(),
            None => metadata_of_stdout(),
        };
        let is_new_or_file = metadata.as_ref().is_none_or(Metadata::is_file);
        // Also behind a link.
        let is_packed = |path: &&Path| names_packed(path) || names_packed(&resolved(path));
        if let Some(path) = path.filter(|path| is_new_or_file && is_packed(path)) {
            return Err(CliError::OutputNamedArchive(path.to_owned()));
        }
        let name = path.unwrap_or(Path::new("standard output"));
        let (id, resolved) = match (metadata, path) {
            // A device can be written twice, and the files in a folder have names of their own.
            (Some(metadata), _) if !metadata.is_file() => return Ok(()),
            (Some(metadata), _) => (FileId::of(name, &metadata), path.map(resolved)),
            (None, Some(path)) => (FileId::of_new(path), Some(resolved(path))),
            (None, None) => return Ok(()),
        };
        let resolved = resolved.or_else(|| path_of_descriptor(1, &id));
        let resolved = resolved.unwrap_or_else(|| name.to_owned());
        let mut files = self.files();
        let is_written = |file: &GuardedFile| file.is_at(&id, &resolved);
        if files.inputs.iter().any(is_written) {
            return Err(CliError::OverwritesInput(name.to_owned()));
        }
        if files.outputs.iter().any(is_written) {
            return Err(CliError::WrittenTwice(name.to_owned()));
        }
        files.outputs.push(GuardedFile {
            id,
            path: resolved,
            temporary: None,
        });
        Ok(())
    }

    /// Registers the folder to which images are written while records are read. No file in it is read whose name ends
    /// like theirs.
    pub(super) fn writes_images(&self, folder: &Path, ending: &str) {
        self.files().images = Some((resolved(folder), ending.to_owned()));
    }

    /// Registers the folder of the cache, which holds nothing else that is read or written. All outputs must have been
    /// registered before.
    pub(super) fn uses_cache(&self, folder: &Path) -> Result<(), CliError> {
        if folder == Path::new("-") {
            return Err(CliError::FileNamedDash);
        }
        let mut files = self.files();
        let folder = resolved(folder);
        let mut outputs = files.outputs.iter().map(|output| &output.path);
        if let Some(output) = outputs.find(|output| is_in(output, &folder)) {
            return Err(CliError::OutputInCache(output.clone()));
        }
        files.cache = Some(folder);
        Ok(())
    }

    fn files(&self) -> MutexGuard<'_, GuardedFiles> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn metadata_of_stdout() -> Option<Metadata> {
    let stdout = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    File::from(stdout.ok()?).metadata().ok()
}

/// The path of a file that is open, such as 0, standard input, and 1, standard output, where the system tells it.
fn path_of_descriptor(descriptor: u8, file: &FileId) -> Option<PathBuf> {
    let path = Path::new("/proc/self/fd").join(descriptor.to_string());
    let path = path.read_link().ok()?;
    // In a container, another file may have the path that the file has outside.
    let is_there = FileId::of(&path, &path.metadata().ok()?) == *file;
    is_there.then_some(path)
}

/// Whether a path names the pipe or socket that is standard input, such as `/dev/stdin`. What is read from it under one
/// name is missing under the other.
pub(super) fn is_pipe_of_stdin(path: &Path) -> bool {
    let stdin = StandardInput::metadata().filter(is_pipe);
    let stdin = stdin.map(|stdin| FileId::of(path, &stdin));
    stdin.is_some_and(|stdin| pipe_at(path) == Some(stdin))
}

/// Whether two paths name one pipe.
pub(super) fn is_same_pipe(one: &Path, other: &Path) -> bool {
    pipe_at(one).is_some_and(|pipe| pipe_at(other) == Some(pipe))
}

/// The pipe or socket at a path.
fn pipe_at(path: &Path) -> Option<FileId> {
    let metadata = path.metadata().ok().filter(is_pipe)?;
    Some(FileId::of(path, &metadata))
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;

    let kind = metadata.file_type();
    kind.is_fifo() || kind.is_socket()
}

/// Unknown.
#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

/// Unknown.
#[cfg(not(unix))]
fn metadata_of_stdout() -> Option<Metadata> {
    None
}
