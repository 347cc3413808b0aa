//! What a file was when it was read: whatever another program has changed since then must not be overwritten.

#[cfg(feature = "cli")]
use std::{fs::File, path::Path};
use std::{
    fs::Metadata,
    io::{self, Read},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};

/// File systems keep times in steps of up to two seconds, and a server's clock differs a little from that of this
/// computer. A change that follows another one so soon may have the same time, so that the content counts as well.
const RECENT: Duration = Duration::from_secs(10);

/// A file as it has been read.
#[derive(Clone, Debug)]
pub(crate) struct FileVersion {
    /// What it was when it was opened.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))]
    pub(crate) metadata: Metadata,
    /// What has been read of it, if it had changed shortly before.
    content: Option<Arc<Mutex<blake3::Hasher>>>,
}

impl FileVersion {
    /// A file that has been opened and is read through [`FileVersion::reader`], or not at all.
    pub(crate) fn new(metadata: Metadata) -> FileVersion {
        let content = is_recent(&metadata, SystemTime::now()).then(Arc::default);
        FileVersion { metadata, content }
    }

    /// A file with all its bytes.
    #[cfg(feature = "cli")]
    pub(crate) fn of_bytes(metadata: Metadata, bytes: &[u8]) -> FileVersion {
        let version = FileVersion::new(metadata);
        version.add(bytes);
        version
    }

    /// The content of the file: to be read once, from its beginning to its end.
    pub(crate) fn reader<R: Read>(&self, file: R) -> VersionReader<R> {
        VersionReader {
            file,
            version: self.clone(),
        }
    }

    fn add(&self, bytes: &[u8]) {
        if let Some(content) = &self.content {
            locked(content).update(bytes);
        }
    }

    /// Whether the file at a path is this one, and nothing has changed it.
    ///
    /// # Errors
    ///
    /// If it cannot be read for a reason that says nothing of the file, such as too many open files.
    #[cfg(feature = "cli")]
    pub(crate) fn is_current(&self, path: &Path) -> io::Result<bool> {
        let has_same_state = || {
            let now = is_there(path.metadata())?;
            Ok(now.is_some_and(|now| state(&now) == state(&self.metadata)))
        };
        // First: a pipe in its place would never end.
        if !has_same_state()? {
            return Ok(false);
        }
        if let Some(read) = &self.content {
            let mut now = blake3::Hasher::new();
            let hashed = File::open(path).and_then(|file| now.update_reader(file).map(|_| ()));
            if is_there(hashed)?.is_none() || now.finalize() != locked(read).finalize() {
                return Ok(false);
            }
        }
        // As late as possible: what changes after this is lost.
        has_same_state()
    }
}

/// The content of a file that is remembered as it is read.
#[derive(Debug)]
pub(crate) struct VersionReader<R> {
    file: R,
    version: FileVersion,
}

impl<R: Read> Read for VersionReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.file.read(buffer)?;
        self.version.add(&buffer[..length]);
        Ok(length)
    }
}

fn locked(content: &Mutex<blake3::Hasher>) -> MutexGuard<'_, blake3::Hasher> {
    content.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is gone, or that others keep to themselves now, is not there as it was. Any other error says nothing of it.
#[cfg(feature = "cli")]
fn is_there<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};

    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | PermissionDenied) => {
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Whether a file has changed in the last seconds, or in the future.
fn is_recent(metadata: &Metadata, now: SystemTime) -> bool {
    let times = [metadata.modified().ok(), status_time(metadata)];
    let is_old = |time| now.duration_since(time).is_ok_and(|age| age > RECENT);
    !times.into_iter().flatten().all(is_old)
}

/// When anything of a file was changed last, which no program can set.
#[cfg(unix)]
fn status_time(metadata: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;

    let seconds = u64::try_from(metadata.ctime()).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

#[cfg(not(unix))]
fn status_time(_: &Metadata) -> Option<SystemTime> {
    None
}

/// What differs when a file is changed or replaced: which file it is, its size, and the times of the last change.
#[cfg(all(unix, feature = "cli"))]
fn state(metadata: &Metadata) -> [i64; 7] {
    use std::os::unix::fs::MetadataExt;

    let [dev, ino, size] = [metadata.dev(), metadata.ino(), metadata.size()].map(u64::cast_signed);
    let modified = [metadata.mtime(), metadata.mtime_nsec()];
    [
        dev,
        ino,
        size,
        modified[0],
        modified[1],
        metadata.ctime(),
        metadata.ctime_nsec(),
    ]
}

/// What differs when a file is changed: its size and the time of the last change.
#[cfg(all(not(unix), feature = "cli"))]
fn state(metadata: &Metadata) -> (u64, Option<SystemTime>) {
    (metadata.len(), metadata.modified().ok())
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use std::fs;

    use super::*;

    /// As on a file system with coarse times: the file differs from what was read, and its times do not.
    #[test]
    fn a_change_without_a_new_time_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "(;B[c3])").unwrap();
        let metadata = || path.metadata().unwrap();
        let read = |bytes: &[u8]| FileVersion::of_bytes(metadata(), bytes);
        assert!(read(b"(;B[c3])").is_current(&path).unwrap());
        assert!(!read(b"(;B[a1])").is_current(&path).unwrap());
        assert!(!read(b"(;B[c3]").is_current(&path).unwrap());
        let streamed = FileVersion::new(metadata());
        let file = File::open(&path).unwrap();
        io::copy(&mut streamed.reader(file), &mut io::sink()).unwrap();
        assert!(streamed.is_current(&path).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(!streamed.is_current(&path).unwrap());
    }

    #[test]
    fn only_the_content_of_files_that_changed_lately_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "a").unwrap();
        let metadata = path.metadata().unwrap();
        let now = SystemTime::now();
        assert!(is_recent(&metadata, now));
        assert!(is_recent(&metadata, now - 5 * RECENT));
        assert!(!is_recent(&metadata, now + 2 * RECENT));
    }
}
