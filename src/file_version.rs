//! What a file was when it was read: whatever another program has changed since then must not be overwritten.

#[cfg(feature = "cli")]
use std::{fs::File, path::Path};
use std::{
    fs::Metadata,
    io::{self, Read},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// A file as it has been read. Its times alone do not tell whether it has changed: some file systems keep them in steps of
/// two seconds, others never change them or let programs set all of them. The content counts as well.
#[derive(Clone, Debug)]
pub(crate) struct FileVersion {
    /// What it was when it was opened.
    #[cfg_attr(not(feature = "cli"), allow(dead_code))]
    pub(crate) metadata: Metadata,
    /// What has been read of it.
    content: Arc<Mutex<blake3::Hasher>>,
}

impl FileVersion {
    /// A file that has been opened and is read through [`FileVersion::reader`], or not at all.
    pub(crate) fn new(metadata: Metadata) -> FileVersion {
        FileVersion {
            metadata,
            content: Arc::default(),
        }
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
        self.read_so_far().update(bytes);
    }

    fn read_so_far(&self) -> MutexGuard<'_, blake3::Hasher> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the file at a path is this one, and nothing has changed it.
    ///
    /// # Errors
    ///
    /// If it cannot be read for a reason that says nothing of the file, such as too many open files.
    #[cfg(feature = "cli")]
    pub(crate) fn is_current(&self, path: &Path) -> io::Result<bool> {
        let keeps_state = keeps_state(path);
        // More than once only where the state of a file changes by itself.
        for _ in 0..3 {
            let Some(before) = is_there(path.metadata())? else {
                return Ok(false);
            };
            let is_same = if keeps_state {
                state(&before) == state(&self.metadata)
            } else {
                lasting_state(&before) == lasting_state(&self.metadata)
            };
            // First: a pipe in its place would never end.
            if !is_same {
                return Ok(false);
            }
            let mut now = blake3::Hasher::new();
            let hashed = File::open(path).and_then(|file| {
                if !keeps_state {
                    forget_content(&file);
                }
                now.update_reader(file).map(|_| ())
            });
            if is_there(hashed)?.is_none() || now.finalize() != self.read_so_far().finalize() {
                return Ok(false);
            }
            // As late as possible: what changes after this is lost.
            let after = is_there(path.metadata())?;
            if after.is_some_and(|after| state(&after) == state(&before)) {
                return Ok(true);
            }
        }
        Ok(false)
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

/// What differs when a file is changed or replaced: which file it is, its size, and the times of the last change.
#[cfg(all(unix, feature = "cli"))]
pub(crate) fn state(metadata: &Metadata) -> [i64; 7] {
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

/// What remains of the state where a file gets another number or time by itself: its size, kind, permissions and owner.
#[cfg(all(unix, feature = "cli"))]
fn lasting_state(metadata: &Metadata) -> (u64, [u32; 3]) {
    use std::os::unix::fs::MetadataExt;

    let rights = [metadata.mode(), metadata.uid(), metadata.gid()];
    (metadata.size(), rights)
}

/// Whether files keep their numbers and times on the file system of a path. On some of FUSE, such as `rclone`, and of
/// Windows, a file that has just been written gets others when it is stored.
#[cfg(all(target_os = "linux", feature = "cli"))]
fn keeps_state(path: &Path) -> bool {
    /// FUSE, and the two names of shares of Windows.
    const CHANGING: [u32; 3] = [0x6573_5546, 0xFF53_4D42, 0xFE53_4D42];

    // Its type has 32 bits, whatever the system calls it.
    rustix::fs::statfs(path).map_or(true, |found| !CHANGING.contains(&(found.f_type as u32)))
}

/// Lets the content be read from the file system itself: a mount of FUSE may keep it in memory, whatever others change.
#[cfg(all(target_os = "linux", feature = "cli"))]
fn forget_content(file: &File) {
    // It is advice.
    let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed);
}

#[cfg(all(not(target_os = "linux"), feature = "cli"))]
fn forget_content(_: &File) {}

/// Whether files keep their numbers and times: where it is not known, they should.
#[cfg(all(not(target_os = "linux"), feature = "cli"))]
fn keeps_state(_: &Path) -> bool {
    true
}

/// What differs when a file is changed: its size and the time of the last change.
#[cfg(all(not(unix), feature = "cli"))]
fn lasting_state(metadata: &Metadata) -> (u64, Option<std::time::SystemTime>) {
    state(metadata)
}

/// What differs when a file is changed: its size and the time of the last change.
#[cfg(all(not(unix), feature = "cli"))]
pub(crate) fn state(metadata: &Metadata) -> (u64, Option<std::time::SystemTime>) {
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
}
