//! Delivers what is made of positions in the order of the record. What has to wait is kept in a temporary file.

use std::{
    collections::BTreeSet,
    io::{BufWriter, Read, Seek, SeekFrom, Write},
};

use super::ply_label::PlyLabel;
use crate::{
    cli::error::CliError,
    diagram::{Figure, Scene},
    record::NodeId,
    temporary_file::TemporaryFile,
};

/// What is made of a position.
pub(super) trait Deferred: Sized {
    /// As bytes, which are kept in a file, or unchanged, to be kept in memory.
    fn pack(self) -> Result<Vec<u8>, Self>;

    /// The same again.
    fn unpack(bytes: Vec<u8>) -> Option<Self>;
}

impl Deferred for String {
    fn pack(self) -> Result<Vec<u8>, String> {
        Ok(self.into_bytes())
    }

    fn unpack(bytes: Vec<u8>) -> Option<String> {
        String::from_utf8(bytes).ok()
    }
}

/// A name, which contains no NUL, and a text.
impl Deferred for (String, String) {
    fn pack(self) -> Result<Vec<u8>, (String, String)> {
        let (name, text) = self;
        Ok([name.as_bytes(), text.as_bytes()].join(&0))
    }

    fn unpack(bytes: Vec<u8>) -> Option<(String, String)> {
        let text = String::from_utf8(bytes).ok()?;
        let (name, text) = text.split_once('\0')?;
        Some((name.to_owned(), text.to_owned()))
    }
}

/// What is kept in memory.
macro_rules! in_memory {
    ($($kind:ty),*) => {$(
        impl Deferred for $kind {
            fn pack(self) -> Result<Vec<u8>, $kind> {
                Err(self)
            }

            fn unpack(_: Vec<u8>) -> Option<$kind> {
                None
            }
        }
    )*};
}

in_memory!((), Scene, (PlyLabel, Figure, Option<Figure>));

/// What has to wait.
enum Waiting<T> {
    InMemory(T),
    /// At this offset of the file, so many bytes.
    InFile(u64, usize),
}

/// Delivers the results of positions in the order of the record.
pub(super) struct InOrder<'g, T> {
    /// Whether the positions arrive in order.
    sorted: bool,
    waiting: Vec<((NodeId, u32), Waiting<T>)>,
    /// The file and its length.
    file: Option<(BufWriter<TemporaryFile>, u64)>,
    seen: BTreeSet<NodeId>,
    deliver: &'g mut dyn FnMut(T) -> Result<(), CliError>,
    outcome: Result<(), CliError>,
}

impl<'g, T: Deferred> InOrder<'g, T> {
    pub(super) fn new(
        sorted: bool,
        deliver: &'g mut dyn FnMut(T) -> Result<(), CliError>,
    ) -> InOrder<'g, T> {
        InOrder {
            sorted,
            waiting: Vec::new(),
            file: None,
            seen: BTreeSet::new(),
            deliver,
            outcome: Ok(()),
        }
    }

    /// Makes and delivers a position, unless it is the start, delivered before for another line.
    /// Returns whether it was made.
    pub(super) fn add(
        &mut self,
        label: &PlyLabel,
        make: impl FnOnce() -> Result<T, CliError>,
    ) -> bool {
        let &PlyLabel { node, ply, .. } = label;
        if self.outcome.is_err() || (ply == 0 && !self.seen.insert(node)) {
            return false;
        }
        self.outcome = make().and_then(|made| {
            if self.sorted {
                return (self.deliver)(made);
            }
            let waiting = match made.pack() {
                Err(made) => Waiting::InMemory(made),
                Ok(bytes) => self.keep(&bytes)?,
            };
            self.waiting.push(((node, ply), waiting));
            Ok(())
        });
        true
    }

    fn keep(&mut self, bytes: &[u8]) -> Result<Waiting<T>, CliError> {
        if self.file.is_none() {
            let file = TemporaryFile::new().map_err(CliError::temporary_file)?;
            self.file = Some((BufWriter::new(file), 0));
        }
        let Some((file, length)) = &mut self.file else {
            return Ok(Waiting::InFile(0, 0));
        };
        file.write_all(bytes).map_err(CliError::temporary_file)?;
        let start = *length;
        *length += bytes.len() as u64;
        Ok(Waiting::InFile(start, bytes.len()))
    }

    /// Delivers what had to wait.
    pub(super) fn finish(self) -> Result<(), CliError> {
        self.outcome?;
        let mut waiting = self.waiting;
        waiting.sort_by_key(|(key, _)| *key);
        let file = self.file.map(|(file, _)| {
            let file = file.into_inner();
            file.map_err(std::io::IntoInnerError::into_error)
        });
        let mut file = file.transpose().map_err(CliError::temporary_file)?;
        waiting.into_iter().try_for_each(|(_, waiting)| {
            let made = match (waiting, &mut file) {
                (Waiting::InMemory(made), _) => Some(made),
                (Waiting::InFile(start, length), Some(file)) => {
                    let mut bytes = vec![0; length];
                    file.seek(SeekFrom::Start(start))
                        .and_then(|_| file.read_exact(&mut bytes))
                        .map_err(CliError::temporary_file)?;
                    T::unpack(bytes)
                }
                (Waiting::InFile(..), None) => None,
            };
            made.map_or(Ok(()), &mut *self.deliver)
        })
    }
}
