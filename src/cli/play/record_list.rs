//! The records of files, folders and archives, listed while they are read.

use std::{
    ffi::OsString,
    sync::{
        Arc,
        mpsc::{Receiver, SyncSender, TryRecvError, sync_channel},
    },
    thread,
};

use unicode_width::UnicodeWidthStr;

use crate::{
    archive::{SourceEvent, SourceReader},
    record::{Chunk, Record, safe},
    verify::{GameDetails, Options, verify},
};

/// The most bytes of text that are kept. Records beyond them are read again when they are opened.
const MAX_KEPT: usize = 16 * 1024 * 1024;
/// The most records that are listed: beside them there is room for one that is open.
const MAX_LISTED: usize = 500_000;
/// The most bytes of names in the list.
const MAX_NAMES: usize = 32 * 1024 * 1024;
/// The most records that wait to be taken into the list, which happens ten times a second.
const MAX_WAITING: usize = 16 * 1024;

/// A record, or a source that cannot be read.
#[derive(Clone, Debug)]
pub(super) struct ListedRecord {
    pub(super) source: Arc<str>,
    /// Its number in the source; 0 if that cannot be read.
    pub(super) index: usize,
    /// Who played, or why the source cannot be read.
    pub(super) label: Box<str>,
    text: ListedText,
    /// Which of the paths it comes from.
    path: usize,
    /// Whether it has an error, once somebody has asked.
    has_error: Option<bool>,
}

/// The text of a record of the list.
#[derive(Clone, Debug)]
enum ListedText {
    /// A part of a text that the records beside it share, from its first byte to before its last.
    Kept(Arc<Chunk>, u32, u32),
    /// It is read again when it is needed, and must have this digest then: the list tells of no other record.
    Omitted(TextDigest),
    /// There is none: the source cannot be read.
    Missing,
}

/// The beginning of the BLAKE3 hash of a text.
type TextDigest = [u8; 16];

fn digest(record: &Record) -> TextDigest {
    let hash = blake3::hash(record.text().as_bytes());
    let (digest, _) = hash
        .as_bytes()
        .split_first_chunk()
        .expect("a hash has 32 bytes");
    *digest
}

impl ListedRecord {
    /// The same in a list of this width: of a long name of the source the end.
    pub(super) fn line_within(&self, width: usize) -> String {
        let line = self.line();
        let length = self.source.chars().count();
        let room = (width / 2).max(8);
        if line.width() <= width || length <= room {
            return line;
        }
        let shortened: String = line.chars().skip(length + 3 - room).collect();
        format!("...{shortened}")
    }

    /// What the record is searched by.
    pub(super) fn line(&self) -> String {
        match self.index {
            0 => format!("{}: {}", safe(&self.source), self.label),
            index => format!("{} #{index}  {}", safe(&self.source), self.label),
        }
    }
}

/// The list so far.
#[derive(Debug)]
pub(super) struct RecordList {
    pub(super) records: Vec<ListedRecord>,
    receiver: Receiver<ListedRecord>,
    pub(super) is_complete: bool,
    /// Whether there may be more records than the list can hold.
    pub(super) is_cut: bool,
    /// Bytes of names in the list.
    names: usize,
    paths: Arc<[OsString]>,
}

impl RecordList {
    /// Begins to read in the background.
    pub(super) fn of(paths: &[OsString]) -> RecordList {
        RecordList::keeping(paths, MAX_KEPT)
    }

    /// The same, with at most so many bytes of text.
    fn keeping(paths: &[OsString], max_kept: usize) -> RecordList {
        let paths: Arc<[OsString]> = paths.into();
        let (sender, receiver) = sync_channel(MAX_WAITING);
        let shared = Arc::clone(&paths);
        // Without the thread, the list stays empty.
        let _ = thread::Builder::new().spawn(move || {
            let mut room = max_kept;
            for path in 0..shared.len() {
                if list(&shared, path, &mut room, &sender).is_err() {
                    break;
                }
            }
        });
        RecordList {
            records: Vec::new(),
            receiver,
            is_complete: false,
            is_cut: false,
            names: 0,
            paths,
        }
    }

    /// Takes in what has been read meanwhile; returns whether there was something.
    pub(super) fn update(&mut self) -> bool {
        let before = (self.records.len(), self.is_complete);
        loop {
            match self.receiver.try_recv() {
                Ok(record) => {
                    let before = self.records.last();
                    let is_new = before.is_none_or(|before| before.source != record.source);
                    self.names += record.label.len();
                    self.names += if is_new { record.source.len() } else { 0 };
                    self.records.push(record);
                }
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => {
                    self.is_complete = true;
                    break;
                }
            }
            if self.records.len() >= MAX_LISTED || self.names >= MAX_NAMES {
                self.is_complete = true;
                self.is_cut = true;
                break;
            }
        }
        (self.records.len(), self.is_complete) != before
    }

    /// Whether a record has an error; `None` if that would take too long to find out.
    pub(super) fn has_error(&mut self, number: usize, options: &Options) -> Option<bool> {
        /// The most bytes of a record that is verified while the list is drawn.
        const LARGEST: usize = 1024 * 1024;
        let listed = self.records.get(number)?;
        if listed.index == 0 || listed.has_error.is_some() {
            return Some(listed.has_error != Some(false));
        }
        let ListedText::Kept(_, start, end) = listed.text else {
            return None;
        };
        if (end - start) as usize > LARGEST {
            return None;
        }
        // As when it is opened.
        let options = Options {
            variations: true,
            ..options.clone()
        };
        let see = |record: &Record| !verify(record, &options).is_valid();
        let has_error = self.open(number, &|| false, see)?;
        self.records.get_mut(number)?.has_error = Some(has_error);
        Some(has_error)
    }

    /// Whether a record has to be read again to be opened, which may take long.
    pub(super) fn is_read_again(&self, number: usize) -> bool {
        let listed = self.records.get(number);
        listed.is_some_and(|listed| matches!(listed.text, ListedText::Omitted(_)))
    }

    /// Lets a function see a record; `None` if it cannot be read any more, is another one now, or is not read
    /// because it `is_left` first.
    pub(super) fn open<T>(
        &self,
        number: usize,
        is_left: &dyn Fn() -> bool,
        see: impl FnOnce(&Record) -> T,
    ) -> Option<T> {
        let listed = self.records.get(number)?;
        let (chunk, expected) = match &listed.text {
            ListedText::Kept(shared, start, end) => {
                let mut part = shared.part(*start as usize, *end as usize)?;
                part.first = listed.index;
                (part, None)
            }
            ListedText::Omitted(digest) => (self.read_again(listed, is_left)?, Some(*digest)),
            ListedText::Missing => return None,
        };
        let mut records = chunk.records();
        let (_, record) = records.find(|&(index, _)| index == listed.index)?;
        let is_same = expected.is_none_or(|expected| digest(&record) == expected);
        is_same.then(|| see(&record))
    }

    fn read_again(&self, listed: &ListedRecord, is_left: &dyn Fn() -> bool) -> Option<Chunk> {
        let path = self.paths.get(listed.path).filter(|path| *path != "-")?;
        let mut found = None;
        // An error ends the reading.
        let _ = SourceReader::default().read(path, &mut |event| match event {
            SourceEvent::Chunk(info, chunk)
                if info.source == listed.source
                    && (chunk.first..chunk.first + chunk.count).contains(&listed.index) =>
            {
                found = Some(chunk);
                Err(())
            }
            _ if is_left() => Err(()),
            _ => Ok(()),
        });
        found
    }
}

/// Nobody wants to know the rest.
struct Closed;

/// Lists the records of a path.
fn list(
    paths: &[OsString],
    path: usize,
    room: &mut usize,
    sender: &SyncSender<ListedRecord>,
) -> Result<(), Closed> {
    let send = |record| sender.send(record).map_err(|_| Closed);
    SourceReader::default().read(&paths[path], &mut |event| {
        let (info, chunk) = match event {
            SourceEvent::Chunk(info, chunk) => (info, chunk),
            SourceEvent::Unreadable(unreadable) => {
                return send(ListedRecord {
                    source: unreadable.name.as_str().into(),
                    index: 0,
                    label: unreadable.finding.message().into(),
                    text: ListedText::Missing,
                    path,
                    has_error: None,
                });
            }
            SourceEvent::End(..) => return Ok(()),
        };
        let left = room.checked_sub(chunk.text().len());
        *room = left.unwrap_or(0);
        // Without the space that its text may have at its end.
        let kept = left.and_then(|_| chunk.part(0, chunk.text().len()));
        let kept = kept.map(Arc::new);
        let mut start = 0;
        for (index, record) in chunk.records() {
            let title = GameDetails::of(&record).title().unwrap_or_default();
            let end = (record.offset() + record.text().len()) as u32;
            // Each record gets the text before it, which its findings may be about.
            let text = match &kept {
                Some(kept) => ListedText::Kept(Arc::clone(kept), start, end),
                None => ListedText::Omitted(digest(&record)),
            };
            start = end;
            send(ListedRecord {
                source: Arc::clone(&info.source),
                index,
                label: safe(&title).into(),
                text,
                path,
                has_error: None,
            })?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_listed_record_is_small() {
        let most = MAX_LISTED * size_of::<ListedRecord>() + 2 * MAX_NAMES + MAX_KEPT;
        assert!(most <= 130 * 1024 * 1024, "{most}");
    }

    #[test]
    fn a_record_that_is_another_one_now_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.sgf");
        let two = |second: &str| format!("(;GM[ugo]SZ[5];B[a1])\n(;GM[ugo]SZ[5];B[{second}])\n");
        for max_kept in [0, MAX_KEPT] {
            fs::write(&path, two("b2")).unwrap();
            let mut list = RecordList::keeping(&[path.clone().into()], max_kept);
            while !list.is_complete {
                list.update();
                thread::yield_now();
            }
            let text =
                |list: &RecordList, number| list.open(number, &|| false, |it| it.text().to_owned());
            assert_eq!(list.records.len(), 2);
            assert_eq!(text(&list, 1).as_deref(), Some("(;GM[ugo]SZ[5];B[b2])"));
            fs::write(&path, two("c3")).unwrap();
            assert!(text(&list, 0).is_some());
            let kept = (max_kept > 0).then_some("(;GM[ugo]SZ[5];B[b2])");
            assert_eq!(text(&list, 1).as_deref(), kept);
        }
    }

    #[test]
    fn reading_again_ends_when_the_program_is_left() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.sgf", "b.sgf"] {
            fs::write(folder.path().join(name), "(;GM[ugo]SZ[5];B[a1])").unwrap();
        }
        for max_kept in [0, MAX_KEPT] {
            let mut list = RecordList::keeping(&[folder.path().into()], max_kept);
            while !list.is_complete {
                list.update();
                thread::yield_now();
            }
            assert_eq!(list.is_read_again(1), max_kept == 0);
            assert_eq!(list.open(1, &|| false, |_| ()), Some(()));
            assert_eq!(list.open(1, &|| true, |_| ()).is_none(), max_kept == 0);
        }
    }

    #[test]
    fn errors_in_variations_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("two.sgf");
        let main = "(;GM[ugo]SZ[5];B[c3];W[d3]";
        fs::write(
            &path,
            format!("{main}(;B[d4])(;B[c4]))\n{main}(;B[d4])(;B[d3]))\n"),
        )
        .unwrap();
        let mut list = RecordList::keeping(&[path.into()], MAX_KEPT);
        while !list.is_complete {
            list.update();
            thread::yield_now();
        }
        let options = Options::default();
        let found = [0, 1].map(|number| list.has_error(number, &options));
        assert_eq!(found, [Some(false), Some(true)]);
    }
}
