//! What is replaced, and what is kept.

use std::fs;

use super::*;

/// A folder with a file, and what is known of the file once it is read.
fn file() -> (tempfile::TempDir, PathBuf, FileVersion) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sgf");
    fs::write(&path, "old").unwrap();
    let read = version(&path);
    (folder, path, read)
}

fn version(path: &Path) -> FileVersion {
    FileVersion::of_bytes(path.metadata().unwrap(), &fs::read(path).unwrap())
}

fn replace(mut replacement: Replacement) -> Result<(), String> {
    replacement.write_all(b"new").unwrap();
    let replaced = replacement.persist().map(|_| ());
    replaced.map_err(|error| error.to_string())
}

#[test]
fn a_file_is_replaced_when_everything_is_written() {
    let (folder, path, read) = file();
    let replacement = Replacement::of_read(&path, &read).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    replace(replacement).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    drop(Replacement::new(&path).unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_new_file_replaces_none_also_without_hard_links() {
    let (folder, path, _) = file();
    let new = |target: &Path| {
        let mut file = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
        file.write_all(b"new").unwrap();
        let failed = with_error(
            file.into_temp_path(),
            io::ErrorKind::PermissionDenied.into(),
        );
        take_name(failed, target).map_err(|error| error.error.kind())
    };
    assert_eq!(new(&path).unwrap_err(), io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let free = folder.path().join("b.sgf");
    new(&free).unwrap();
    assert_eq!(fs::read(&free).unwrap(), b"new");
    let missing = folder.path().join("missing/c.sgf");
    assert_eq!(new(&missing).unwrap_err(), io::ErrorKind::PermissionDenied);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// Where a file system makes a copy of what is opened for writing, that would look like a change by others.
#[cfg(target_os = "linux")]
#[test]
fn the_old_file_is_never_opened_for_writing() {
    use rustix::{fs::inotify, io::Errno};

    let (_folder, path, read) = file();
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK).unwrap();
    let written = inotify::WatchFlags::CLOSE_WRITE | inotify::WatchFlags::ATTRIB;
    inotify::add_watch(&watch, &path, written).unwrap();
    let replacement = Replacement::of_read(&path, &read).unwrap();
    let mut buffer = [std::mem::MaybeUninit::uninit(); 512];
    let mut events = inotify::Reader::new(&watch, &mut buffer);
    assert_eq!(events.next().unwrap_err(), Errno::AGAIN);
    fs::write(&path, "new").unwrap();
    assert!(
        events
            .next()
            .unwrap()
            .events()
            .contains(inotify::ReadFlags::CLOSE_WRITE)
    );
    replace(replacement).unwrap_err();
}

/// Somebody makes it private, or protects it, during a long run.
#[cfg(unix)]
#[test]
fn what_a_target_gets_meanwhile_is_kept() {
    use std::os::unix::fs::PermissionsExt;

    let (_folder, path, _) = file();
    let permit = |mode| fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
    let mode = || path.metadata().unwrap().permissions().mode() & 0o777;
    permit(0o644);
    let replacement = Replacement::new(&path).unwrap();
    permit(0o600);
    replace(replacement).unwrap();
    assert_eq!((mode(), &*fs::read(&path).unwrap()), (0o600, &b"new"[..]));

    fs::write(&path, "precious").unwrap();
    let replacement = Replacement::new(&path).unwrap();
    permit(0o444);
    let error = replace(replacement).unwrap_err();
    assert_eq!(error, ReplaceError::WriteProtected.to_string());
    assert_eq!(fs::read(&path).unwrap(), b"precious");

    // A new one that is there meanwhile.
    fs::remove_file(&path).unwrap();
    let replacement = Replacement::new(&path).unwrap();
    fs::write(&path, "private").unwrap();
    permit(0o600);
    replace(replacement).unwrap();
    assert_eq!((mode(), &*fs::read(&path).unwrap()), (0o600, &b"new"[..]));
}

/// Notes of other programs, and a group that may read it, come during a run too. A file system may have no such notes, and
/// only root can give a file to any group.
#[cfg(target_os = "linux")]
#[test]
fn attributes_and_owners_that_a_target_gets_meanwhile_are_kept() {
    use std::os::unix::fs::{MetadataExt, chown};

    use rustix::fs::{XattrFlags, getxattr, setxattr};

    let (_folder, path, _) = file();
    let note = |value: &[u8]| setxattr(&path, c"user.note", value, XattrFlags::empty()).is_ok();
    let noted = || {
        let mut value = [0; 16];
        let length = getxattr(&path, c"user.note", &mut value[..]).unwrap();
        value[..length].to_vec()
    };
    if note(b"first") {
        let replacement = Replacement::new(&path).unwrap();
        assert!(note(b"second"));
        replace(replacement).unwrap();
        assert_eq!(
            (noted(), &*fs::read(&path).unwrap()),
            (b"second".to_vec(), &b"new"[..])
        );
    }
    let replacement = Replacement::new(&path).unwrap();
    if chown(&path, Some(12345), Some(54321)).is_ok() {
        replace(replacement).unwrap();
        let owner = path.metadata().unwrap();
        assert_eq!((owner.uid(), owner.gid()), (12345, 54321));
    }
}

#[test]
fn a_file_that_changes_meanwhile_is_left_as_it_is() {
    let (folder, path, read) = file();
    let other = folder.path().join("other");
    let changes: [&dyn Fn(); 4] = [
        &|| fs::write(&path, "old and more").unwrap(),
        &|| fs::write(&path, "odd").unwrap(),
        &|| {
            fs::write(&other, "old").unwrap();
            fs::rename(&other, &path).unwrap();
        },
        &|| fs::remove_file(&path).unwrap(),
    ];
    let mut read = read;
    for change in changes {
        let replacement = Replacement::of_read(&path, &read).unwrap();
        // The times of a file system have steps of some milliseconds: the content tells the second change.
        change();
        let before = fs::read(&path).ok();
        let reason = replace(replacement).unwrap_err();
        assert!(reason.contains("changed meanwhile"), "{reason}");
        assert_eq!(fs::read(&path).ok(), before);
        assert!(fs::read_dir(folder.path()).unwrap().count() <= 1);
        fs::write(&path, "old").unwrap();
        read = version(&path);
    }
}

#[test]
fn a_path_that_is_too_long_is_no_change() {
    let (_folder, path, read) = file();
    let parent = path.parent().unwrap().join("./".repeat(2_100));
    let refused = Replacement::of_read(&parent.join("a.sgf"), &read).unwrap_err();
    assert!(!refused.to_string().contains("changed"), "{refused}");
}

#[test]
fn a_new_file_replaces_nothing() {
    let (folder, path, _) = file();
    let create = |path: &Path| {
        let create = || {
            let mut replacement = Replacement::of_absent(path)?;
            replacement.write_all(b"new")?;
            replacement.persist()
        };
        create().map(|_| ()).map_err(|error| error.kind())
    };
    assert_eq!(create(&path), Err(io::ErrorKind::AlreadyExists));
    let late = folder.path().join("late");
    let replacement = Replacement::of_absent(&late).unwrap();
    fs::write(&late, "other").unwrap();
    assert!(replace(replacement).unwrap_err().contains("such a file"));
    assert_eq!(fs::read(&late).unwrap(), b"other");
    fs::remove_file(&late).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let other = folder.path().join("b.sgf");
    assert_eq!(create(&other), Ok(()));
    assert_eq!(fs::read(&other).unwrap(), b"new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_and_hard_links_are_not_separated() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, path, _) = file();
    for mode in [0o600, 0o666, 0o755] {
        fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
        let read = version(&path);
        replace(Replacement::of_read(&path, &read).unwrap()).unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode);
    }
    fs::hard_link(&path, folder.path().join("link")).unwrap();
    let refused = |path: &Path| {
        let refused = Replacement::of_read(path, &version(path));
        refused.unwrap_err().to_string()
    };
    assert!(refused(&path).contains("hard links"));
    let protected = folder.path().join("protected");
    fs::write(&protected, "old").unwrap();
    fs::set_permissions(&protected, PermissionsExt::from_mode(0o444)).unwrap();
    assert!(refused(&protected).contains("write-protected"));
}
