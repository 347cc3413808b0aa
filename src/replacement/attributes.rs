//! Extended attributes: what users and programs have noted about a file, and access control lists.

use std::{
    ffi::{CStr, CString},
    fs::File,
    io,
    path::Path,
};

use rustix::{
    fs::{
        XattrFlags, fgetxattr, flistxattr_query, fremovexattr, fsetxattr, getxattr, getxattr_query,
        listxattr, listxattr_query,
    },
    io::Errno,
};

/// The access control list of Linux.
const ACCESS: &CStr = c"system.posix_acl_access";

/// The beginnings of the names of attributes that the system gives: it permits only some programs to set them.
const OF_SYSTEM: [&[u8]; 3] = [b"security.", b"trusted.", b"com.apple."];

/// Gives a new file the attributes of an old one.
///
/// # Errors
///
/// If an attribute cannot be kept, unless it is one of the system.
pub(super) fn keep_attributes(old: &Path, new: &File) -> io::Result<()> {
    let names = names_in(list_of(old), || flistxattr_query(new))?;
    if !names.iter().any(|name| name.as_c_str() == ACCESS) {
        // A new file may have one from its folder. Where there is none, it cannot be removed.
        let _ = fremovexattr(new, ACCESS);
    }
    for name in &names {
        let is_of_system = (OF_SYSTEM.iter()).any(|start| name.to_bytes().starts_with(start));
        match keep(old, new, name) {
            Err(error) if !is_of_system => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

/// The attributes of the file at a path, each name with a zero byte behind it.
fn list_of(path: &Path) -> Result<Vec<u8>, Errno> {
    let mut list = vec![0; listxattr_query(path)?];
    let length = listxattr(path, &mut list[..])?;
    list.truncate(length);
    Ok(list)
}

/// The names in the list of an old file; none where the file system has no attributes.
///
/// # Errors
///
/// If the list cannot be read, but that of a new file can.
fn names_in(
    old: Result<Vec<u8>, Errno>,
    new: impl FnOnce() -> Result<usize, Errno>,
) -> io::Result<Vec<CString>> {
    match old {
        Ok(list) => {
            let names = list.split_inclusive(|&byte| byte == 0);
            let names = names.filter_map(|name| CStr::from_bytes_with_nul(name).ok());
            Ok(names.map(CStr::to_owned).collect())
        }
        Err(Errno::NOTSUP | Errno::NOSYS) => Ok(Vec::new()),
        // What some versions of rclone say of every file.
        Err(Errno::IO) if new() == Err(Errno::IO) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// Gives a new file an attribute of an old one.
fn keep(old: &Path, new: &File, name: &CStr) -> Result<(), Errno> {
    let mut value = vec![0; getxattr_query(old, name)?];
    let length = getxattr(old, name, &mut value[..])?;
    value.truncate(length);
    let mut present = vec![0; length];
    let is_present = fgetxattr(new, name, &mut present[..]) == Ok(length) && present == value;
    if is_present {
        return Ok(());
    }
    fsetxattr(new, name, &value, XattrFlags::empty())
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write};

    use rustix::fs::setxattr;

    use super::*;

    /// An access control list: the owner reads and writes, a group and user 12345 read.
    const LIST: &[u8] = b"\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\x39\x30\0\0\x04\0\x04\0\xff\xff\xff\xff\
        \x10\0\x04\0\xff\xff\xff\xff\x20\0\0\0\xff\xff\xff\xff";

    fn set(path: &Path, name: &str, value: &[u8]) -> bool {
        let done = setxattr(path, name, value, XattrFlags::empty());
        if done.is_err() {
            let _ = writeln!(io::stderr(), "skipped: this file system has no {name}");
        }
        done.is_ok()
    }

    fn value(path: &Path, name: &str) -> Option<Vec<u8>> {
        let mut value = vec![0; getxattr_query(path, name).ok()?];
        let length = getxattr(path, name, &mut value[..]).unwrap();
        value.truncate(length);
        Some(value)
    }

    fn replace(path: &Path) {
        let mut replacement = crate::replacement::Replacement::new(path).unwrap();
        replacement.write_all(b"new").unwrap();
        replacement.persist().unwrap();
        assert_eq!(fs::read(path).unwrap(), b"new");
    }

    #[test]
    fn attributes_and_access_control_lists_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "old").unwrap();
        let long = vec![b'x'; 1_000];
        let values = [
            ("user.note", &b"a\0b"[..]),
            ("user.empty", b""),
            ("user.long", &long),
            ("system.posix_acl_access", LIST),
        ];
        let values = values.map(|(name, bytes)| (name, set(&path, name, bytes).then_some(bytes)));
        let permissions = path.metadata().unwrap().permissions();
        replace(&path);
        for (name, bytes) in values {
            assert_eq!(value(&path, name).as_deref(), bytes, "{name}");
        }
        assert_eq!(path.metadata().unwrap().permissions(), permissions);
    }

    #[test]
    fn a_list_of_the_folder_gives_no_new_access() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "old").unwrap();
        let permissions = path.metadata().unwrap().permissions();
        if !set(folder.path(), "system.posix_acl_default", LIST) {
            return;
        }
        let other = folder.path().join("b.sgf");
        fs::write(&other, "old").unwrap();
        assert!(value(&other, "system.posix_acl_access").is_some());
        replace(&path);
        assert_eq!(value(&path, "system.posix_acl_access"), None);
        assert_eq!(path.metadata().unwrap().permissions(), permissions);
    }

    #[test]
    fn a_file_system_without_attributes_may_say_so_in_several_ways() {
        let names = |old: Result<&[u8], Errno>, new| names_in(old.map(<[u8]>::to_vec), || new);
        let both = vec![c"user.a".to_owned(), c"user.b".to_owned()];
        assert_eq!(names(Ok(b"user.a\0user.b\0"), Ok(0)).unwrap(), both);
        for (old, new) in [
            (Errno::NOTSUP, Ok(0)),
            (Errno::NOSYS, Ok(0)),
            (Errno::IO, Err(Errno::IO)),
        ] {
            assert!(names(Err(old), new).unwrap().is_empty());
        }
        for new in [Ok(0), Err(Errno::NOTSUP)] {
            names(Err(Errno::IO), new).unwrap_err();
        }
        names(Err(Errno::ACCESS), Err(Errno::ACCESS)).unwrap_err();
    }

    #[test]
    fn an_attribute_that_cannot_be_kept_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "old").unwrap();
        let (_reader, pipe) = std::io::pipe().unwrap();
        let pipe = File::from(std::os::fd::OwnedFd::from(pipe));
        keep_attributes(&path, &pipe).unwrap();
        if set(&path, "user.note", b"a") {
            keep_attributes(&path, &pipe).unwrap_err();
        }
    }
}
