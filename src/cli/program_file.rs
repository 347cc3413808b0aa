//! The file whose content tells which build of the program runs.

use std::{io, path::PathBuf, sync::OnceLock};

/// The file, if it is not the program itself.
static FILE: OnceLock<PathBuf> = OnceLock::new();

/// From now on, another file tells the build: the command line is a part of it. The first call counts.
pub(super) fn set_program_file(path: PathBuf) {
    let _ = FILE.set(path);
}

/// The file.
///
/// # Errors
///
/// Those of the operating system, which does not tell the path of the program.
pub(super) fn program_file() -> io::Result<PathBuf> {
    match FILE.get() {
        Some(path) => Ok(path.clone()),
        None => match mapped_file() {
            Some(path) => Ok(path),
            None => std::env::current_exe(),
        },
    }
}

/// The file from which this code was loaded, where the system tells it: where the dynamic loader was started with the
/// program as an argument, the program that runs is the loader.
#[cfg(target_os = "linux")]
fn mapped_file() -> Option<PathBuf> {
    let maps = std::fs::read("/proc/self/maps").ok()?;
    mapped_at(program_file as *const () as usize, &maps)
}

#[cfg(not(target_os = "linux"))]
fn mapped_file() -> Option<PathBuf> {
    None
}

/// The file in whose mapping an address is. Its lines are `BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH`, see proc(5).
#[cfg(target_os = "linux")]
fn mapped_at(address: usize, maps: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;

    let path = maps.split(|byte| *byte == b'\n').find_map(|line| {
        let path = line.iter().position(|byte| *byte == b'/')?;
        let (range, _) = str::from_utf8(&line[..path]).ok()?.split_once(' ')?;
        let (begin, end) = range.split_once('-')?;
        let [begin, end] = [begin, end].map(|number| usize::from_str_radix(number, 16));
        (begin.ok()?..end.ok()?)
            .contains(&address)
            .then_some(&line[path..])
    })?;
    // A line break in a name is written like this.
    let is_escaped = path.windows(4).any(|part| part == b"\\012");
    (!is_escaped).then(|| std::ffi::OsStr::from_bytes(path).into())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_the_one_that_holds_the_code() {
        assert_eq!(program_file().ok(), std::env::current_exe().ok());
        let maps = b"1000-2000 r-xp 00000000 08:01 7    /bin/a b\n\
            2000-3000 rw-p 00000000 00:00 0\n\
            3000-4000 rw-p 00000000 00:00 0    [heap]\n\
            ff00-ffff r-xp 00000000 08:01 8    /b\\012c\n";
        let path = |address| mapped_at(address, maps);
        assert_eq!(path(0x1000), Some("/bin/a b".into()));
        assert_eq!(path(0x1fff), Some("/bin/a b".into()));
        for address in [0, 0x2000, 0x3000, 0x4000, 0xff00, usize::MAX] {
            assert_eq!(path(address), None, "{address:x}");
        }
    }
}
