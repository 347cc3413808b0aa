//! The owner of a file that is replaced.

use std::{
    fs::{File, Metadata},
    io,
    os::unix::fs::{MetadataExt, fchown},
    path::Path,
};

/// Gives a new file the owner and the group of an old one.
///
/// # Errors
///
/// If it cannot have them, or nobody can tell whether it has.
pub(super) fn keep_owner(path: &Path, old: &Metadata, new: &File) -> io::Result<()> {
    let created = new.metadata()?;
    if (created.uid(), created.gid()) != (old.uid(), old.gid()) {
        fchown(new, Some(old.uid()), Some(old.gid()))?;
        // Some file systems ignore it.
        let changed = new.metadata()?;
        return if (changed.uid(), changed.gid()) == (old.uid(), old.gid()) {
            Ok(())
        } else {
            Err(io::ErrorKind::PermissionDenied.into())
        };
    }
    is_proof(path, old)
        .then_some(())
        .ok_or(io::ErrorKind::PermissionDenied.into())
}

/// Whether two files with these numbers have the same owner and group. In a user namespace the kernel shows all users
/// that are unknown there by one number, and all such groups.
#[cfg(target_os = "linux")]
fn is_proof(path: &Path, file: &Metadata) -> bool {
    let group = file.gid();
    let users = IdMap::read("/proc/self/uid_map", "/proc/sys/kernel/overflowuid");
    let groups = IdMap::read("/proc/self/gid_map", "/proc/sys/kernel/overflowgid");
    (users.is_whole || file.uid() != users.unknown || is_own(path))
        && (groups.is_whole || group != groups.unknown || groups.has_unknown)
}

#[cfg(not(target_os = "linux"))]
fn is_proof(_: &Path, _: &Metadata) -> bool {
    true
}

/// Whether a file belongs to this user, by whatever number: only its owner may read it without a trace in its times.
#[cfg(target_os = "linux")]
fn is_own(path: &Path) -> bool {
    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::RDONLY | OFlags::NOATIME | OFlags::NONBLOCK | OFlags::CLOEXEC;
    open(path, flags, Mode::empty()).is_ok()
}

/// The users or the groups that a user namespace knows.
#[cfg(target_os = "linux")]
struct IdMap {
    /// Whether it knows all of them, as the system does outside of any namespace.
    is_whole: bool,
    /// The number that stands for those it does not know.
    unknown: u32,
    /// Whether one that it knows has that number, too.
    has_unknown: bool,
}

#[cfg(target_os = "linux")]
impl IdMap {
    fn read(map: &str, unknown: &str) -> IdMap {
        let read = |path| std::fs::read_to_string(path).ok();
        let (map, unknown) = (read(map), read(unknown));
        IdMap::parse(map.as_deref(), unknown.as_deref())
    }

    /// Parses the files of the kernel; without them there are no namespaces. Each line of a map has a first number inside
    /// of the namespace, the one that it is outside, and how many follow each other.
    fn parse(map: Option<&str>, unknown: Option<&str>) -> IdMap {
        const EVERYBODY: u32 = u32::MAX;
        const NOBODY: u32 = 65_534;

        let unknown = unknown.and_then(|number| number.trim().parse().ok());
        let unknown = unknown.unwrap_or(NOBODY);
        let range = |line: &str| {
            let mut numbers = line.split_whitespace().map(str::parse::<u32>);
            Some((numbers.next()?.ok()?, numbers.nth(1)?.ok()?))
        };
        let map = map.unwrap_or("0 0 4294967295");
        let ranges: Vec<(u32, u32)> = map.lines().filter_map(range).collect();
        IdMap {
            is_whole: ranges.contains(&(0, EVERYBODY)),
            unknown,
            has_unknown: ranges.iter().any(|&(first, length)| {
                unknown
                    .checked_sub(first)
                    .is_some_and(|steps| steps < length)
            }),
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_tells_whom_it_knows() {
        let known = |map: &str| {
            let map = IdMap::parse(Some(map), Some("65534\n"));
            (map.is_whole, map.has_unknown)
        };
        assert_eq!(known("         0          0 4294967295\n"), (true, true));
        assert_eq!(known(""), (false, false));
        assert_eq!(known("0 1000 1\n"), (false, false));
        assert_eq!(known("0 1000 1\n1 100000 65534\n"), (false, true));
        assert_eq!(known("0 1000 1\n1 100000 65533\n"), (false, false));
        assert_eq!(known("65534 1000 1\n"), (false, true));
        let none = IdMap::parse(None, None);
        assert_eq!((none.is_whole, none.unknown), (true, 65_534));
    }

    #[test]
    fn only_the_owner_reads_without_a_trace() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        std::fs::write(&path, "").unwrap();
        assert!(is_own(&path));
        assert!(!is_own(&folder.path().join("b.sgf")));
    }
}
