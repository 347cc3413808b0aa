//! Files that replace others in one step: a run that is killed leaves the old file or the new one.

use std::{
    ffi::OsStr,
    fs::{File, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::{PathPersistError, TempPath};

use crate::{
    file_version::{FileVersion, state},
    interrupt::with_temporary_files,
    temporary_file::without_name,
};

#[cfg(any(target_os = "android", target_os = "linux", target_vendor = "apple"))]
mod attributes;
#[cfg(unix)]
mod owner;

/// How the names of temporary files begin.
const PREFIX: &str = ".kifu-";

/// Why a file is not replaced.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(unix), allow(dead_code))] // Only there are files linked and owned in this way.
enum ReplaceError {
    #[error("there is no such folder")]
    NoFolder,
    #[error("it was changed meanwhile; it is left as it is")]
    Changed,
    #[error("there is such a file already, which is left as it is")]
    Exists,
    #[error("it has several names (hard links), and the others would keep the old content")]
    HardLinks,
    #[error("it is not a file")]
    NotAFile,
    #[error("it is write-protected")]
    WriteProtected,
    #[error("it belongs to another user or group, and might not any more")]
    Owner,
    #[error("its permissions cannot be kept")]
    Permissions,
    #[error("its extended attributes or its access control list cannot be kept")]
    Attributes,
}

impl From<ReplaceError> for io::Error {
    fn from(error: ReplaceError) -> io::Error {
        let kind = match error {
            ReplaceError::Exists => io::ErrorKind::AlreadyExists,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, error)
    }
}

/// A temporary file next to the file that it will replace. It is removed if it is dropped before, or if a signal
/// ends the program.
#[derive(Debug)]
pub(crate) struct Replacement {
    /// `None` at the end.
    file: Option<TemporaryTarget>,
    target: PathBuf,
    /// The target whose owner, attributes and permissions the temporary file has; `None` for a new one.
    resembles: Option<Box<Metadata>>,
    expected: ExpectedTarget,
}

/// A temporary file, which is closed before it is removed: some file systems of FUSE keep one that is open under another name.
#[derive(Debug)]
struct TemporaryTarget {
    file: File,
    path: TempPath,
}

/// What a target must be when it is replaced.
#[derive(Debug)]
enum ExpectedTarget {
    /// Any file, or none.
    Any,
    /// None.
    Absent,
    /// The file as it was read.
    Unchanged(Box<FileVersion>),
}

impl Replacement {
    /// Opens a temporary file. It gets the permissions, the owner and the extended attributes of the target; the
    /// target may be new.
    ///
    /// # Errors
    ///
    /// If the file cannot be created, or cannot have that owner or those attributes; or if the target is write-protected.
    pub(crate) fn new(target: &Path) -> io::Result<Replacement> {
        let old = match target.symlink_metadata() {
            // Otherwise it would be found when the temporary file, whose name is short, is renamed.
            Err(error) if error.kind() == io::ErrorKind::InvalidFilename => return Err(error),
            old => file_of(old),
        };
        if let Some(old) = &old {
            check_writable(target, old)?;
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        if old.is_none() {
            // Like any new file, subject to the umask.
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        let file = with_temporary_files(|files| {
            let file = builder.tempfile_in(folder)?;
            files.insert(file.path().to_owned());
            let (file, path) = file.into_parts();
            Ok(TemporaryTarget { file, path })
        });
        let file = file.map_err(|error: io::Error| {
            if folder.is_dir() {
                without_name(&error)
            } else {
                io::Error::from(ReplaceError::NoFolder)
            }
        })?;
        // From here on, an error removes the file.
        let mut replacement = Replacement {
            file: Some(file),
            target: target.to_owned(),
            resembles: None,
            expected: ExpectedTarget::Any,
        };
        if let Some(old) = old {
            replacement.resemble(old)?;
        }
        Ok(replacement)
    }

    /// Gives the temporary file the owner, the extended attributes and the permissions of the target.
    fn resemble(&mut self, old: Metadata) -> io::Result<()> {
        if let Some(TemporaryTarget { file, .. }) = &self.file {
            keep_owner(&self.target, &old, file)?;
            keep_attributes(&self.target, file)?;
            // Last: what is write-protected takes no attributes.
            keep_permissions(&old, file)?;
        }
        self.resembles = Some(Box::new(old));
        Ok(())
    }

    /// The same once more if the target has changed since: it may have been made private, or protected.
    fn resemble_changed(&mut self) -> io::Result<()> {
        let Some(now) = file_of(self.target.symlink_metadata()) else {
            return Ok(());
        };
        let is_same = |before: &Metadata| state(before) == state(&now);
        if self.resembles.as_deref().is_some_and(is_same) {
            return Ok(());
        }
        check_writable(&self.target, &now)?;
        self.resemble(now)
    }

    /// The same for a file that must not exist, neither now nor when it is written.
    ///
    /// # Errors
    ///
    /// Also if there is something of this name ([`io::ErrorKind::AlreadyExists`]).
    pub(crate) fn of_absent(target: &Path) -> io::Result<Replacement> {
        if target.symlink_metadata().is_ok() {
            return Err(ReplaceError::Exists.into());
        }
        let mut replacement = Replacement::new(target)?;
        replacement.expected = ExpectedTarget::Absent;
        Ok(replacement)
    }

    /// The same for a file that has been read, and of which only the content changes.
    ///
    /// # Errors
    ///
    /// Also if it had several names. Whether it has changed is seen when it is replaced.
    pub(crate) fn of_read(target: &Path, read: &FileVersion) -> io::Result<Replacement> {
        if !read.metadata.is_file() {
            return Err(ReplaceError::NotAFile.into());
        }
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&read.metadata) > 1 {
            return Err(ReplaceError::HardLinks.into());
        }
        let mut replacement = Replacement::new(target)?;
        replacement.expected = ExpectedTarget::Unchanged(Box::new(read.clone()));
        Ok(replacement)
    }

    /// Whether a file with content would become empty.
    pub(crate) fn would_empty(&self) -> bool {
        let length = |metadata: io::Result<Metadata>| metadata.map_or(0, |found| found.len());
        let new = self.file.as_ref().map(|new| new.file.metadata());
        new.is_some_and(|new| length(new) == 0) && length(self.target.metadata()) > 0
    }

    /// The name of the temporary file, in the folder of the target.
    pub(crate) fn temporary_name(&self) -> Option<&OsStr> {
        self.file.as_ref()?.path.file_name()
    }

    /// Whether the temporary file is also found under another spelling, as where the file system ignores case.
    pub(crate) fn is_found_in_other_case(&self) -> bool {
        self.file
            .as_ref()
            .is_some_and(|TemporaryTarget { path, .. }| {
                let name = path.file_name().unwrap_or_default();
                let other = path.with_file_name(in_other_case(name));
                other.symlink_metadata().is_ok()
            })
    }

    /// Replaces the target, and returns what is there now: the new file, unless another program has replaced it already.
    ///
    /// # Errors
    ///
    /// If the file cannot be written to its end, or the target is not what is expected; it is then as it was.
    pub(crate) fn persist(self) -> io::Result<Metadata> {
        if let Some(TemporaryTarget { file, .. }) = &self.file {
            file.sync_data()?;
        }
        self.persist_unsynced()
    }

    /// Replaces the target without waiting for the disk: if the computer fails, the content may be lost.
    ///
    /// # Errors
    ///
    /// If the target cannot be replaced, or is not what is expected.
    pub(crate) fn persist_unsynced(mut self) -> io::Result<Metadata> {
        if matches!(self.expected, ExpectedTarget::Any) {
            self.resemble_changed()?;
        }
        if let Some(TemporaryTarget { file, .. }) = &self.file {
            close_duplicate(file)?;
        }
        let Some(TemporaryTarget { file, path }) = self.file.take() else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let replaced = with_temporary_files(|files| {
            files.remove::<Path>(&path);
            match &self.expected {
                ExpectedTarget::Any => {}
                ExpectedTarget::Absent => return persist_new(path, &self.target),
                ExpectedTarget::Unchanged(read) => match read.is_current(&self.target) {
                    Ok(true) => {}
                    Ok(false) => return Err(with_error(path, ReplaceError::Changed.into())),
                    Err(error) => return Err(with_error(path, error)),
                },
            }
            path.persist(&self.target)
        });
        match replaced {
            Ok(()) => {
                let written = file.metadata();
                drop(file);
                // Where numbers of files belong to names, as on rclone, it has another one now. Should this be a file of
                // another program already, its content tells.
                self.target.metadata().or(written)
            }
            Err(PathPersistError { error, path }) => {
                drop(TemporaryTarget { file, path });
                Err(match error.kind() {
                    io::ErrorKind::AlreadyExists => ReplaceError::Exists.into(),
                    _ => error,
                })
            }
        }
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(file) = self.file.take() {
            with_temporary_files(|files| {
                files.remove::<Path>(&file.path);
                // Otherwise `rclone` makes the file once more when it notices, after the removal, that it was closed.
                let _ = close_duplicate(&file.file);
                drop(file);
            });
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(TemporaryTarget { file, .. }) => file.write(bytes),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether everything that was written to a file has arrived. File systems of other computers say at the end only
/// that a disk is full or a quota is exceeded: whoever closes a descriptor is told, be it a duplicate.
#[cfg(unix)]
pub(crate) fn close_duplicate(file: &impl std::os::fd::AsFd) -> io::Result<()> {
    match file.as_fd().try_clone_to_owned() {
        Ok(duplicate) => close(duplicate.into()),
        // Nothing is known.
        Err(_) => Ok(()),
    }
}

#[cfg(not(unix))]
pub(crate) fn close_duplicate<T>(_: &T) -> io::Result<()> {
    Ok(())
}

/// Closes a file. The standard library ignores the errors.
#[cfg(unix)]
pub(crate) fn close(file: File) -> io::Result<()> {
    match nix::unistd::close(file) {
        // It is closed nevertheless.
        Err(nix::errno::Errno::EINTR) => Ok(()),
        closed => Ok(closed?),
    }
}

#[cfg(not(unix))]
pub(crate) fn close(_: File) -> io::Result<()> {
    Ok(())
}

/// Gives a temporary file a name that must be free, without a hard link in between: on FUSE and network file systems, a
/// file that was linked can have two names, or another number, for some time.
#[cfg(any(target_os = "android", target_os = "linux", target_vendor = "apple"))]
fn persist_new(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    match renameat_with::<&Path, &Path, _, _>(CWD, &path, CWD, target, RenameFlags::NOREPLACE) {
        Ok(()) => path.keep().map(|_| ()),
        Err(error) => {
            let failed = with_error(path, error.into());
            match failed.error.kind() {
                io::ErrorKind::AlreadyExists => Err(failed),
                _ => take_name(failed, target),
            }
        }
    }
}

/// Gives a temporary file a name that must be free.
#[cfg(not(any(target_os = "android", target_os = "linux", target_vendor = "apple")))]
fn persist_new(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    match path.persist_noclobber(target) {
        Err(failed) if failed.error.kind() != io::ErrorKind::AlreadyExists => {
            take_name(failed, target)
        }
        done => done,
    }
}

/// The same where the file system has no renaming that replaces nothing, as FUSE and network file systems: an empty file
/// takes the name, and is replaced. A run that is killed in between leaves it.
fn take_name(failed: PathPersistError, target: &Path) -> Result<(), PathPersistError> {
    let PathPersistError { error, path } = failed;
    // Closed at once.
    match File::create_new(target).map(drop) {
        Ok(()) => path.persist(target).inspect_err(|_| {
            let _ = std::fs::remove_file(target);
        }),
        Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => Err(with_error(path, taken)),
        Err(_) => Err(with_error(path, error)),
    }
}

/// The name of a temporary file in another spelling, under which it is found where the file system ignores case.
pub(crate) fn in_other_case(temporary: &OsStr) -> String {
    let name = temporary.to_string_lossy();
    name.replacen(PREFIX, &PREFIX.to_uppercase(), 1)
}

/// What is known of a file; `None` if there is none, or something else.
fn file_of(found: io::Result<Metadata>) -> Option<Metadata> {
    found.ok().filter(Metadata::is_file)
}

/// Fails where a file could not be written in its place: a replacement needs only the permissions of the folder.
fn check_writable(target: &Path, metadata: &Metadata) -> io::Result<()> {
    // The administrator can write such a file, but is hardly meant to.
    if metadata.permissions().readonly() {
        return Err(ReplaceError::WriteProtected.into());
    }
    may_write(target)
}

/// Whether the system lets this user write to a file. It is asked, and the file is not opened: on the overlay file
/// systems of containers, that alone makes a copy with another time, as if another program had changed the file.
#[cfg(unix)]
fn may_write(target: &Path) -> io::Result<()> {
    Ok(rustix::fs::access(target, rustix::fs::Access::WRITE_OK)?)
}

#[cfg(not(unix))]
fn may_write(target: &Path) -> io::Result<()> {
    File::options().append(true).open(target).map(|_| ())
}

/// A temporary file that does not replace its target.
fn with_error(path: TempPath, error: io::Error) -> PathPersistError {
    PathPersistError { error, path }
}

/// Gives a new file the permissions of an old one. Where all files have the same ones, as on NTFS, it has them already, and
/// the system may let nobody set them.
fn keep_permissions(old: &Metadata, new: &File) -> io::Result<()> {
    let has_them = || {
        new.metadata()
            .map(|new| new.permissions() == old.permissions())
    };
    if has_them()? {
        return Ok(());
    }
    match new.set_permissions(old.permissions()) {
        // Some file systems ignore it.
        Ok(()) if has_them()? => Ok(()),
        _ => Err(ReplaceError::Permissions.into()),
    }
}

/// Gives a new file the owner of an old one.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &Metadata, new: &File) -> io::Result<()> {
    owner::keep_owner(path, old, new).map_err(|_| ReplaceError::Owner.into())
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

/// Gives a new file the extended attributes of an old one.
#[cfg(any(target_os = "android", target_os = "linux", target_vendor = "apple"))]
fn keep_attributes(old: &Path, new: &File) -> io::Result<()> {
    attributes::keep_attributes(old, new).map_err(|_| ReplaceError::Attributes.into())
}

#[cfg(not(any(target_os = "android", target_os = "linux", target_vendor = "apple")))]
fn keep_attributes(_: &Path, _: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;
