//! Entries of a cache in a few files: 50,000 records need not be 50,000 files.
//!
//! A pack is a sequence of entries, each with its key, a checksum and its length. It is named by a hash of its content,
//! written in one step and never changed. What is damaged or missing is a miss, and so is anything that is not a file, such
//! as a link or a pipe, which is neither read nor replaced.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

use blake3::Hash;

use crate::replacement::Replacement;

/// Entries are written when they take so much memory, in bytes.
const MAX_PENDING: usize = 1024 * 1024;
/// The largest entry, in bytes. Larger ones are not stored.
const MAX_ENTRY: usize = 16 * 1024 * 1024;
/// The key, the checksum and the length of an entry, in bytes.
const HEADER: usize = 32 + 32 + 4;

/// The packs in a folder.
#[derive(Debug)]
pub(super) struct Packs {
    folder: PathBuf,
    /// The names of the files.
    files: Vec<OsString>,
    /// In ascending order. A cache can have millions of entries, so that little is kept of each.
    places: Vec<Place>,
    pending: Mutex<Vec<u8>>,
    /// Why entries could not be written, the first time.
    failure: OnceLock<io::Error>,
}

/// Where an entry is.
#[derive(Debug)]
struct Place {
    /// The first bytes of the key.
    key: u64,
    /// The number of the file.
    file: u32,
    /// The length of the body, in bytes.
    length: u32,
    /// The offset of the entry in the file, in bytes.
    at: u64,
}

/// The part of a key that is kept in memory.
fn shortened(key: &[u8; 32]) -> u64 {
    let (first, _) = key.split_first_chunk().unwrap_or((&[0; 8], &[]));
    u64::from_le_bytes(*first)
}

impl Packs {
    /// Lists the entries of all packs. The folder need not exist.
    pub(super) fn open(folder: &Path) -> Packs {
        let mut packs = Packs {
            folder: folder.to_owned(),
            files: Vec::new(),
            places: Vec::new(),
            pending: Mutex::default(),
            failure: OnceLock::new(),
        };
        if is_folder(folder)
            && let Ok(entries) = fs::read_dir(folder)
        {
            for entry in entries.flatten().filter(|entry| is_file(&entry.path())) {
                // What cannot be read is missing.
                let _ = packs.list(entry.file_name());
            }
        }
        packs.places.sort_unstable_by_key(|place| place.key);
        packs.places.dedup_by_key(|place| place.key);
        packs
    }

    /// Lists the entries of a pack, as far as it is whole.
    fn list(&mut self, name: OsString) -> io::Result<()> {
        let file = File::open(self.folder.join(&name))?;
        let size = file.metadata()?.len();
        let number = self.files.len() as u32;
        let mut reader = BufReader::new(file);
        self.files.push(name);
        let mut at = 0;
        loop {
            let header = read_header(&mut reader)?;
            let end = at + (HEADER + header.length as usize) as u64;
            if header.length as usize > MAX_ENTRY || end > size {
                return Ok(());
            }
            self.places.push(Place {
                key: shortened(&header.key),
                file: number,
                length: header.length,
                at,
            });
            at = end;
            reader.seek_relative(i64::from(header.length))?;
        }
    }

    /// The body of an entry; `None` if there is none, or it is damaged.
    pub(super) fn read(&self, key: Hash) -> Option<Vec<u8>> {
        let short = shortened(key.as_bytes());
        let place = self.places.binary_search_by_key(&short, |place| place.key);
        let place = self.places.get(place.ok()?)?;
        // There may be more packs than files can be open.
        let path = self.folder.join(self.files.get(place.file as usize)?);
        let mut file = is_file(&path).then(|| File::open(path).ok())??;
        file.seek(SeekFrom::Start(place.at)).ok()?;
        let header = read_header(&mut file).ok()?;
        if header.key != *key.as_bytes() || header.length != place.length {
            return None;
        }
        let mut body = vec![0; header.length as usize];
        file.read_exact(&mut body).ok()?;
        (blake3::hash(&body) == header.sum).then_some(body)
    }

    /// Adds an entry, which is written with others.
    pub(super) fn add(&self, key: Hash, body: &[u8]) {
        let Some(length) = u32::try_from(body.len())
            .ok()
            .filter(|_| body.len() <= MAX_ENTRY)
        else {
            return;
        };
        let mut pending = lock(&self.pending);
        pending.extend_from_slice(key.as_bytes());
        pending.extend_from_slice(blake3::hash(body).as_bytes());
        pending.extend_from_slice(&length.to_le_bytes());
        pending.extend_from_slice(body);
        if pending.len() >= MAX_PENDING {
            let full = std::mem::take(&mut *pending);
            drop(pending);
            self.write(&full);
        }
    }

    /// Writes the entries that are in memory.
    pub(super) fn store(&self) {
        let pending = std::mem::take(&mut *lock(&self.pending));
        if !pending.is_empty() {
            self.write(&pending);
        }
    }

    /// Why entries could not be written, if there are such.
    pub(super) fn failure(&self) -> Option<&io::Error> {
        self.failure.get()
    }

    /// Writes a pack. If that fails, the entries are missing in the next run.
    fn write(&self, entries: &[u8]) {
        let write = || {
            fs::create_dir_all(&self.folder)?;
            let name = blake3::hash(entries).to_hex();
            let path = self.folder.join(&name[..32]);
            let is_foreign = path
                .symlink_metadata()
                .is_ok_and(|metadata| !metadata.is_file());
            if is_foreign || !is_folder(&self.folder) {
                return Ok(());
            }
            let mut file = Replacement::new(&path)?;
            file.write_all(entries)?;
            file.persist_unsynced().map(|_| ())
        };
        if let Err(error) = write() {
            // Of several failures the first one is enough.
            let _ = self.failure.set(error);
        }
    }
}

/// What comes before the body of an entry.
struct Header {
    key: [u8; 32],
    sum: Hash,
    /// The length of the body, in bytes.
    length: u32,
}

fn read_header(input: &mut impl Read) -> io::Result<Header> {
    let mut bytes = [0; HEADER];
    input.read_exact(&mut bytes)?;
    let (mut key, mut sum, mut length) = ([0; 32], [0; 32], [0; 4]);
    key.copy_from_slice(&bytes[..32]);
    sum.copy_from_slice(&bytes[32..64]);
    length.copy_from_slice(&bytes[64..]);
    Ok(Header {
        key,
        sum: sum.into(),
        length: u32::from_le_bytes(length),
    })
}

impl Drop for Packs {
    fn drop(&mut self) {
        self.store();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether there is a file, and not a link to one.
pub(super) fn is_file(path: &Path) -> bool {
    path.symlink_metadata()
        .is_ok_and(|metadata| metadata.is_file())
}

/// Whether there is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    path.symlink_metadata()
        .is_ok_and(|metadata| metadata.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_entries_are_few_files() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("verdicts");
        let packs = Packs::open(&folder);
        let key = |number: u32| blake3::hash(&number.to_le_bytes());
        let body = |number: u32| vec![7; number as usize % 500];
        for number in 0..20_000 {
            packs.add(key(number), &body(number));
        }
        drop(packs);
        let files = || fs::read_dir(&folder).unwrap().count();
        assert!((2..20).contains(&files()), "{}", files());
        let packs = Packs::open(&folder);
        for number in 0..20_000 {
            assert_eq!(packs.read(key(number)), Some(body(number)));
        }
        assert_eq!(packs.read(key(20_000)), None);
        let before = files();
        drop(packs);
        assert_eq!(files(), before);
    }
}
