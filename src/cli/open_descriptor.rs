//! Paths that name what a process has open, such as `/dev/stdout`: a file behind them is written where it is, like that
//! stream. Replacing it would cost what it holds, and what others write to it later.

use std::path::{Path, PathBuf};

/// What a process has open under a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenDescriptor {
    Stdout,
    Stderr,
    /// Another one of this process, or one of another process.
    Other,
}

impl OpenDescriptor {
    /// The descriptor that a path names, by links or directly; `None` if it names a file like any other.
    pub(super) fn at(path: &Path) -> Option<OpenDescriptor> {
        const MAX_LINKS: usize = 40;
        let follow =
            |link: &PathBuf| in_folder(&link.with_file_name("").join(link.read_link().ok()?));
        let mut followed = std::iter::successors(in_folder(path), follow).take(MAX_LINKS);
        followed.find_map(|path| OpenDescriptor::of_entry(&path))
    }

    /// The descriptor that an entry of a folder without links stands for.
    fn of_entry(path: &Path) -> Option<OpenDescriptor> {
        let folder = path.parent()?;
        let is_own = Path::new("/dev/fd")
            .canonicalize()
            .is_ok_and(|own| own == folder);
        let is_of_process = || folder.starts_with("/proc") && folder.ends_with("fd");
        match path.file_name()?.to_str()? {
            "1" if is_own => Some(OpenDescriptor::Stdout),
            "2" if is_own => Some(OpenDescriptor::Stderr),
            _ => (is_own || is_of_process()).then_some(OpenDescriptor::Other),
        }
    }
}

/// A path in a folder that has no links; `None` if there is no such folder.
pub(super) fn in_folder(path: &Path) -> Option<PathBuf> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_known_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let link = |name: &str, target: &str| {
            let path = folder.path().join(name);
            std::os::unix::fs::symlink(target, &path).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let process = std::process::id();
        for (path, expected) in [
            ("/dev/stdout", Some(OpenDescriptor::Stdout)),
            ("/dev/fd/1", Some(OpenDescriptor::Stdout)),
            (
                &format!("/proc/{process}/fd/1"),
                Some(OpenDescriptor::Stdout),
            ),
            ("/proc/self/../self/fd/2", Some(OpenDescriptor::Stderr)),
            ("/dev/stderr", Some(OpenDescriptor::Stderr)),
            ("/dev/stdin", Some(OpenDescriptor::Other)),
            ("/dev/fd/7", Some(OpenDescriptor::Other)),
            ("/proc/1/fd/1", Some(OpenDescriptor::Other)),
            ("/proc/thread-self/fd/1", Some(OpenDescriptor::Other)),
            (&link("first", "/dev/stdout"), Some(OpenDescriptor::Stdout)),
            (&link("second", "first"), Some(OpenDescriptor::Stdout)),
            (&link("loop", "loop"), None),
            (&link("new", "missing"), None),
            ("/dev/null", None),
            ("1", None),
            ("/missing/fd/1", None),
            ("/", None),
            ("", None),
        ] {
            assert_eq!(OpenDescriptor::at(Path::new(path)), expected, "{path}");
        }
    }
}
