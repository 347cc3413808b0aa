//! Files that a listing has found.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

use crate::{
    record::Reopen,
    whole_file::{FirstSize, WholeFile},
};

/// A file that a listing has found, before it is opened.
#[derive(Clone, Debug)]
pub(super) struct ListedFile<'p> {
    pub(super) path: &'p Path,
    /// Its size in bytes, if it was a regular file, which can be read several times.
    pub(super) size: Option<u64>,
    /// Whether it was found in a folder; else it was named.
    pub(super) in_folder: bool,
}

impl<'p> ListedFile<'p> {
    /// A file at a path.
    pub(super) fn new(path: &'p Path, in_folder: bool) -> ListedFile<'p> {
        let metadata = path.metadata().ok();
        let metadata = metadata.filter(std::fs::Metadata::is_file);
        ListedFile {
            path,
            size: metadata.map(|metadata| metadata.len()),
            in_folder,
        }
    }

    /// Opens it.
    ///
    /// # Errors
    ///
    /// Those of the system, and if it is a pipe or a device that has replaced a regular file since, which might never
    /// deliver anything, or a link in a folder.
    pub(super) fn open(&self) -> io::Result<File> {
        if self.size.is_none() && !self.in_folder {
            return File::open(self.path);
        }
        open_regular(self.path, self.in_folder)
    }

    /// Opens it again, later. It must not have become shorter since it was listed.
    pub(super) fn reopen(&self) -> Reopen<'static> {
        let path: PathBuf = self.path.to_owned();
        let in_folder = self.in_folder;
        let size = FirstSize::known(self.size);
        Box::new(move || {
            let file = open_regular(&path, in_folder)?;
            Ok(Box::new(WholeFile::with_size(file, size)))
        })
    }
}

/// Opens a file that must be a regular one, and in a folder no link.
fn open_regular(path: &Path, in_folder: bool) -> io::Result<File> {
    let file = open_without_waiting(path, in_folder)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::other(
        "it has been replaced by something that is not a file",
    ))
}

/// Opens a file; a pipe that nobody writes to is not waited for.
#[cfg(unix)]
fn open_without_waiting(path: &Path, in_folder: bool) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};

    let mut flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK;
    if in_folder {
        flags |= OFlags::NOFOLLOW;
    }
    match open(path, flags, Mode::empty()) {
        Err(rustix::io::Errno::LOOP) if in_folder => Err(io::Error::other(
            "it has been replaced by a link, and links in folders are not followed",
        )),
        opened => Ok(opened.map(File::from)?),
    }
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path, _: bool) -> io::Result<File> {
    File::open(path)
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::whole_file::Shortened;

    /// Where it is read again because of its encoding.
    #[test]
    fn a_file_that_is_cut_before_it_is_read_again_fails_at_its_end() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a.sgf");
        let read_again = |text: &str| {
            std::fs::write(&path, "(;GM[ugo])").expect("a file can be written");
            let reopen = ListedFile::new(&path, true).reopen();
            std::fs::write(&path, text).expect("it can be written once more");
            let mut read = Vec::new();
            let result = reopen().and_then(|mut file| file.read_to_end(&mut read));
            result.map_err(|error| (Shortened::is(&error), read.len()))
        };
        assert_eq!(read_again("(;GM[ugo])"), Ok(10));
        assert_eq!(read_again("(;GM[ugo])\n"), Ok(11));
        assert_eq!(read_again("(;GM[ugo"), Err((true, 8)));
        assert_eq!(read_again(""), Err((true, 0)));
    }

    #[test]
    fn a_file_that_is_replaced_is_neither_waited_for_nor_followed() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("a.sgf");
        std::fs::write(&path, "(;GM[ugo])").expect("a file can be written");
        let (listed, named) = (ListedFile::new(&path, true), ListedFile::new(&path, false));
        assert_eq!(listed.size, Some(10));
        assert!(listed.open().is_ok() && named.open().is_ok());

        std::fs::rename(&path, folder.path().join("b.sgf")).expect("it can be renamed");
        std::os::unix::fs::symlink("b.sgf", &path).expect("a link can be made");
        let error = listed.open().expect_err("it is a link").to_string();
        assert!(error.contains("replaced by a link"), "{error}");
        assert!(named.open().is_ok());

        std::fs::remove_file(&path).expect("it can be removed");
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(rustix::fs::CWD, &path, fifo, 0o600.into(), 0)
            .expect("a pipe can be made");
        for file in [&listed, &named] {
            let error = file.open().expect_err("it is a pipe").to_string();
            assert!(error.contains("not a file"), "{error}");
        }
    }
}
