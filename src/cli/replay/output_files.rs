//! The destination of images: one goes to standard output or a file, several to a folder.

use std::{
    collections::{
        HashMap,
        hash_map::Entry::{Occupied, Vacant},
    },
    fs::{File, Metadata},
    io::{self, BufWriter, IsTerminal, Read, Seek, Write},
    path::{Path, PathBuf},
};

use tempfile::SpooledTempFile;
use unicode_normalization::UnicodeNormalization;

use super::format::{ReplayFormat, is_folder};
use crate::{
    cli::{
        error::{CliError, print_note},
        interruption::KeptFiles,
        output::{Output, entry, replace_entry, resolved},
        overwrite_guard::OverwriteGuard,
    },
    diagram::IndexPage,
    temporary_file::TemporaryFile,
};

/// What all names have in common that some file system takes for one: those that differ in case alone, and in how an accent
/// is encoded.
fn one_name(name: &str) -> String {
    // Some letters have two lower-case forms: `σ` and `ς`, `ss` and `ß`.
    let upper = name.nfkd().flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).nfkd().collect()
}

/// The page that lists the images of several records.
const INDEX: &str = "index.html";

/// The items of the index are in memory up to this size, in bytes, and in a temporary file from there on.
const ITEMS_IN_MEMORY: usize = 4 * 1024 * 1024;

/// The longest beginning of a file name, in bytes. The number of the record, the ply and the variation follow.
const MOST_OF_NAME: usize = 100;

/// A hash of a name: there may be many names, and long ones. No collision of blake3 is known.
type NameKey = [u8; 16];

/// A source whose records are being written.
struct CurrentSource {
    key: NameKey,
    /// The number of the last record.
    index: usize,
    stem: String,
}

/// Images to be written.
pub(super) struct OutputFiles<'o> {
    output: Option<&'o Path>,
    format: ReplayFormat,
    /// Whether there may be several, even if there turns out to be one.
    many: bool,
    /// How many records there are, drawn or not.
    records: u64,
    /// The first image, until it is known whether another follows.
    first: Option<(String, Vec<u8>)>,
    /// The file of the only image, which is opened at once where there can be one: it might be a file that is read.
    only_file: Option<Output>,
    folder: Option<PathBuf>,
    /// The records whose files are in the folder.
    pub(super) index: IndexPage,
    /// Its items so far.
    items: BufWriter<TemporaryFile<SpooledTempFile>>,
    /// The source of the last record, and its stem.
    current: Option<CurrentSource>,
    /// All stems in lower case, with the number that the next file of this name would have.
    next_numbers: HashMap<NameKey, u32>,
    /// The files in the folder.
    written: KeptFiles,
}

impl<'o> OutputFiles<'o> {
    /// Fails at once if the images could not be written.
    pub(super) fn open(
        output: Option<&'o Path>,
        many: bool,
        format: ReplayFormat,
        guard: &OverwriteGuard,
    ) -> Result<OutputFiles<'o>, CliError> {
        if output.is_none() && many {
            return Err(CliError::SeveralImages);
        }
        if output.is_none() && format.is_binary() && std::io::stdout().is_terminal() {
            return Err(CliError::BinaryToTerminal {
                format: format.name(),
            });
        }
        if let Some(path) = output.filter(|_| many) {
            refuse_named_file(path)?;
        }
        let only_file = match output.filter(|path| !many && can_be_file(path)) {
            Some(file) => Some(guard.create(Some(file))?),
            None => {
                guard.writes(output)?;
                None
            }
        };
        if let Some(folder) = output {
            guard.writes_images(folder, &format!(".{}", format.name()));
        }
        Ok(OutputFiles {
            output,
            format,
            many,
            records: 0,
            first: None,
            only_file,
            folder: None,
            index: IndexPage::default(),
            items: BufWriter::new(TemporaryFile(SpooledTempFile::new(ITEMS_IN_MEMORY))),
            current: None,
            next_numbers: HashMap::new(),
            written: KeptFiles::told("written", "each of them is complete"),
        })
    }

    /// Counts a record, which may turn out to have no images.
    pub(super) fn begin_record(&mut self) {
        self.records += 1;
    }

    /// The common beginning of the file names of a source, different from that of other sources. Its records follow each
    /// other, so that one which does not is of another entry with the same name.
    pub(super) fn stem(&mut self, source: &str, index: usize) -> String {
        let key = key(source);
        let current = self.current.take();
        let stem = match current.filter(|last| last.key == key && last.index < index) {
            Some(last) => last.stem,
            None => self.new_stem(source),
        };
        self.current = Some(CurrentSource {
            key,
            index,
            stem: stem.clone(),
        });
        stem
    }

    /// A stem that no source has.
    fn new_stem(&mut self, source: &str) -> String {
        let name = match source {
            "-" => "stdin",
            _ => source.rsplit('/').next().unwrap_or(source),
        };
        let is_plain = |character: char| {
            !character.is_control()
                && !matches!(character, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
        };
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        // File systems count bytes: 255 of them are a name.
        let end = name.floor_char_boundary(MOST_OF_NAME);
        let name: String = name[..end]
            .chars()
            .map(|letter| if is_plain(letter) { letter } else { '_' })
            .collect();
        let name = if name.is_empty() {
            "record".to_owned()
        } else {
            name
        };
        let number = self.free_number(&name);
        stem_of(&name, number)
    }

    /// The first number that gives a stem which no other source has.
    fn free_number(&mut self, name: &str) -> u32 {
        let key_of = |number| key(&one_name(&stem_of(name, number)));
        let mut number = match self.next_numbers.entry(key_of(1)) {
            Vacant(entry) => {
                entry.insert(2);
                return 1;
            }
            Occupied(entry) => *entry.get(),
        };
        while self.next_numbers.contains_key(&key_of(number)) {
            number += 1;
        }
        self.next_numbers.insert(key_of(number), 2);
        self.next_numbers.insert(key_of(1), number + 1);
        number
    }

    /// Writes an image, or keeps it until it is known whether another follows.
    pub(super) fn add(&mut self, name: String, bytes: Vec<u8>) -> Result<(), CliError> {
        if self.folder.is_none() && !self.many && self.first.is_none() {
            self.first = Some((name, bytes));
            return Ok(());
        }
        if let Some((first, image)) = self.first.take() {
            self.output.map_or(Ok(()), refuse_named_file)?;
            self.file(&first, &image)?;
        }
        self.file(&name, &bytes)
    }

    /// Writes a file to the folder, which is created if needed.
    fn file(&mut self, name: &str, bytes: &[u8]) -> Result<(), CliError> {
        if self.folder.is_none() {
            let path = self.output.ok_or(CliError::SeveralImages)?;
            self.only_file = None;
            if path.exists() && !path.is_dir() {
                return Err(CliError::SeveralImagesInFile(path.to_owned()));
            }
            std::fs::create_dir_all(path)
                .map_err(|error| CliError::write(&path.display().to_string(), error))?;
            self.folder = Some(path.to_owned());
        }
        let folder = self.folder.as_deref().unwrap_or(Path::new("."));
        let path = folder.join(name);
        let file = entry(&path)?;
        refuse_other_content(&path, self.format)?;
        self.put(name, file, bytes)?;
        let items = self.items.write_all(self.index.take_items().as_bytes());
        items.map_err(CliError::temporary_file)?;
        Ok(())
    }

    /// Writes the bytes of a file and puts it in its place.
    fn put(&self, name: &str, mut file: Output, bytes: &[u8]) -> Result<(), CliError> {
        file.with(|out| out.write_all(bytes))?;
        file.flush()?;
        self.written.put(name, || file.finish())
    }

    /// Writes the only image, if there is one, or the index of several records.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        if let Some(folder) = self.folder.take() {
            return self.write_index(&folder);
        }
        let Some((name, bytes)) = self.first.take() else {
            return Ok(());
        };
        match self.output {
            None => {
                let mut stdout = Output::open(None)?;
                stdout.with(|out| out.write_all(&bytes))?;
                stdout.finish()
            }
            // Of several records it is a folder, however many of them can be drawn.
            Some(path)
                if is_folder(path) || self.records > 1 && ReplayFormat::of_file(path).is_none() =>
            {
                self.file(&name, &bytes)
            }
            Some(path) => {
                let name = path.display().to_string();
                let file = match self.only_file.take() {
                    Some(file) => file,
                    None => Output::open(Some(path))?,
                };
                self.put(&name, file, &bytes)
            }
        }
    }

    /// Writes the index of several records. A file of this name that is no index stays.
    fn write_index(mut self, folder: &Path) -> Result<(), CliError> {
        if self.index.records() < 2 {
            return Ok(());
        }
        let path = folder.join(INDEX);
        if path.symlink_metadata().is_ok() && !is_index(&path) {
            print_note(&format!(
                "{} is not an index of kifu: it stays, and no index is written",
                path.display()
            ));
            return Ok(());
        }
        let last = self.index.take_items();
        let items = self.items.into_inner().map_err(io::Error::from);
        let mut items = items.map_err(CliError::temporary_file)?;
        items.rewind().map_err(CliError::temporary_file)?;
        replace_entry(&path, |out| {
            out.write_all(self.index.head().as_bytes())?;
            io::copy(&mut items, out)?;
            out.write_all(last.as_bytes())?;
            out.write_all(IndexPage::END.as_bytes())
        })
    }
}

fn key(name: &str) -> NameKey {
    let mut key = NameKey::default();
    let mut hash = blake3::Hasher::new();
    hash.update(name.as_bytes()).finalize_xof().fill(&mut key);
    key
}

/// The name of a source in its stem, made different from those of other sources by a number from 2.
fn stem_of(name: &str, number: u32) -> String {
    if number == 1 {
        name.to_owned()
    } else {
        format!("{name}-{number}")
    }
}

/// Refuses the name of an image for a folder of several, unless there is such a folder.
fn refuse_named_file(path: &Path) -> Result<(), CliError> {
    match ReplayFormat::of_file(path) {
        Some(_) if path.exists() => Err(CliError::SeveralImagesInFile(path.to_owned())),
        Some(_) => Err(CliError::SeveralImagesInNamedFile(path.to_owned())),
        None => Ok(()),
    }
}

/// Whether a path names a file, or could name a new one rather than a folder.
fn can_be_file(path: &Path) -> bool {
    let has_folder = || resolved(path).parent().is_some_and(Path::is_dir);
    let is_new = || !path.exists() && (ReplayFormat::of_file(path).is_some() || has_folder());
    !is_folder(path) && (path.is_file() || is_new())
}

/// Refuses to replace a file that is no image of this format, such as a record that is yet to be read.
fn refuse_other_content(path: &Path, format: ReplayFormat) -> Result<(), CliError> {
    let has_content = |metadata: Metadata| metadata.is_file() && metadata.len() > 0;
    if !path.symlink_metadata().is_ok_and(has_content) {
        return Ok(());
    }
    let beginning = format.beginning();
    let mut found = Vec::new();
    let read = |file: File| file.take(beginning.len() as u64).read_to_end(&mut found);
    File::open(path)
        .and_then(read)
        .map_err(|error| CliError::write(&path.display().to_string(), error))?;
    if found == beginning {
        Ok(())
    } else {
        Err(CliError::NotAnImage(path.to_owned()))
    }
}

fn is_index(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let is_file = path
        .symlink_metadata()
        .is_ok_and(|metadata| metadata.is_file());
    let read = |file: File| file.take(1024).read_to_end(&mut beginning);
    is_file && File::open(path).and_then(read).is_ok() && IndexPage::is_page(&beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(output: Option<&Path>, many: bool) -> Result<OutputFiles<'_>, CliError> {
        OutputFiles::open(output, many, ReplayFormat::Svg, &OverwriteGuard::default())
    }

    #[test]
    fn names_that_a_file_system_takes_for_one_are_numbered() {
        for (one, other) in [
            ("é", "e\u{301}"),
            ("É", "e\u{301}"),
            ("straße", "STRASSE"),
            ("ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ"),
            ("ſ", "S"),
            ("\u{212a}", "k"),
            ("\u{fb01}n", "FIN"),
        ] {
            let mut files = open(None, false).unwrap();
            assert_eq!(files.stem(&format!("{one}.sgf"), 1), one);
            assert_eq!(files.stem(&format!("{other}.sgf"), 1), format!("{other}-2"));
        }
        let mut files = open(None, false).unwrap();
        for name in ["e", "é", "s", "ß"] {
            assert_eq!(files.stem(name, 1), name);
        }
    }

    #[test]
    fn stems_are_plain_and_unique() {
        let mut files = open(None, false).unwrap();
        let stems = [
            "a/game.sgf",
            "b/game.kifu",
            "-",
            "x/no\n|thing",
            "game-2.sgf",
            ".sgf",
            "c/GAME.sgf",
        ];
        let stems = stems.map(|source| files.stem(source, 1));
        assert_eq!(
            stems,
            [
                "game",
                "game-2",
                "stdin",
                "no__thing",
                "game-2-2",
                "record",
                "GAME-3"
            ]
        );
    }

    #[test]
    fn many_sources_of_one_name_have_stems_of_their_own() {
        let mut files = open(None, false).unwrap();
        assert_eq!(files.stem("game-3.sgf", 1), "game-3");
        for number in 1..20_000 {
            let expected = match number {
                1 => "game".to_owned(),
                2 => "game-2".to_owned(),
                later => format!("game-{}", later + 1),
            };
            let source = format!("{number}/game.sgf");
            assert_eq!(files.stem(&source, 1), expected);
            assert_eq!(files.stem(&source, 3), expected);
        }
        // Another entry of the same name.
        assert_eq!(files.stem("19999/game.sgf", 3), "game-20001");
        assert_eq!(files.stem("7/game.sgf", 5), "game-20002");
    }

    #[test]
    fn one_image_is_a_file_and_several_are_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let one = folder.path().join("one.svg");
        let mut files = open(Some(&one), false).unwrap();
        files.add("a.svg".into(), b"1".to_vec()).unwrap();
        files.finish().unwrap();
        assert_eq!(std::fs::read(&one).unwrap(), b"1");
        let two = folder.path().join("two");
        let mut files = open(Some(&two), false).unwrap();
        files.add("a.svg".into(), b"1".to_vec()).unwrap();
        files.add("b.svg".into(), b"2".to_vec()).unwrap();
        files.finish().unwrap();
        assert_eq!(std::fs::read(two.join("a.svg")).unwrap(), b"1");
        assert_eq!(std::fs::read(two.join("b.svg")).unwrap(), b"2");
        let refused = open(Some(&one), true).err().expect("a file is no folder");
        assert!(
            refused.to_string().ends_with("choose a folder"),
            "{refused}"
        );
    }
}
