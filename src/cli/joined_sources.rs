//! The texts of several sources, one behind the other as one text: each must be read there as it is read alone.

use std::{
    cell::RefCell,
    io::{self, BufReader, Cursor, Read, Seek},
};

use super::{
    error::{CliError, RewriteRefusal, print_error},
    exit::Exit,
    output::Output,
    rewriting::RewrittenSource,
};
use crate::{
    archive::spool_to_file,
    record::{ChunkReader, Limits, MAX_OUTSIDE},
};

/// A record that tells whether what stands around it changes how it is read.
const PROBE: &str = "\n(;C[é])\n";

/// Prints sources, always one behind what is known.
pub(super) struct JoinedSources {
    limits: Limits,
    last: Option<RewrittenSource>,
    /// Whether anything has been printed.
    has_begun: bool,
    /// Whether the text printed so far ends a line.
    ends_line: bool,
    /// The text printed behind the last record, unless it is blank.
    tail: String,
}

impl JoinedSources {
    pub(super) fn new(limits: Limits) -> JoinedSources {
        JoinedSources {
            limits,
            last: None,
            has_begun: false,
            ends_line: true,
            tail: String::new(),
        }
    }

    /// Adds a source, and prints the one before.
    pub(super) fn add(
        &mut self,
        source: RewrittenSource,
        output: &mut Output,
    ) -> Result<Exit, CliError> {
        match self.last.replace(source) {
            Some(last) => self.print(last, true, output),
            None => Ok(Exit::Fine),
        }
    }

    /// Prints the last source.
    pub(super) fn finish(&mut self, output: &mut Output) -> Result<Exit, CliError> {
        match self.last.take() {
            Some(last) => self.print(last, false, output),
            None => Ok(Exit::Fine),
        }
    }

    fn print(
        &mut self,
        mut source: RewrittenSource,
        is_followed: bool,
        output: &mut Output,
    ) -> Result<Exit, CliError> {
        // A byte order mark is one only at the beginning of a text that is alone.
        let is_alone = !self.has_begun && !is_followed;
        if source.is_blank && !is_alone {
            return Ok(Exit::Fine);
        }
        let start = if is_alone { 0 } else { source.mark };
        let is_read = self.is_read_as_alone(&mut source, start, is_followed);
        if !is_read.map_err(CliError::temporary_file)? {
            let reason = RewriteRefusal::Absorbs;
            print_error(&format_args!("{}: not written: {reason}", source.source));
            return Ok(Exit::Failed);
        }
        if source.records > 0 {
            self.tail.clear();
        }
        self.tail.push_str(&source.tail);
        if !self.ends_line {
            output.write("\n")?;
        }
        let end = source.text.seek(io::SeekFrom::End(0));
        self.has_begun |= end.map_err(CliError::temporary_file)? > 0;
        self.ends_line = ends_line(&mut source).map_err(CliError::temporary_file)?;
        let found = source.text.seek(io::SeekFrom::Start(start));
        found.map_err(CliError::temporary_file)?;
        output.show(BufReader::new(source.text))?;
        Ok(Exit::Fine)
    }

    /// Whether a source and what stands around it are read as they are alone.
    fn is_read_as_alone(
        &self,
        source: &mut RewrittenSource,
        start: u64,
        is_followed: bool,
    ) -> io::Result<bool> {
        if !self.has_begun && !is_followed {
            return Ok(true);
        }
        // What stands between two records belongs to none of them, but could be one together.
        if self.tail.len() > MAX_OUTSIDE || !self.tail.is_empty() && source.has_head {
            return Ok(false);
        }
        source.text.seek(io::SeekFrom::Start(start))?;
        let before = if self.has_begun { PROBE } else { "" };
        let after = if is_followed { PROBE } else { "" };
        let line_break = if self.ends_line { "" } else { "\n" };
        let written = RefCell::new(blake3::Hasher::new());
        let joined = HashedRead {
            input: Cursor::new(format!("{before}{}{line_break}", self.tail))
                .chain(&mut source.text)
                .chain(Cursor::new(after)),
            hasher: &written,
        };
        let chunks = ChunkReader::new(Box::new(joined), None, self.limits);
        let mut chunks = chunks.spool_with(spool_to_file);
        let mut read = blake3::Hasher::new();
        while let Some(chunk) = chunks.next_chunk()? {
            read.update(chunk.text().as_bytes());
        }
        let probes = usize::from(self.has_begun) + usize::from(is_followed);
        let is_same_text = read.finalize() == written.borrow().finalize();
        Ok(is_same_text && chunks.passed() == source.records + probes)
    }
}

/// Whether a text is empty or ends in a line break.
fn ends_line(source: &mut RewrittenSource) -> io::Result<bool> {
    let length = source.text.seek(io::SeekFrom::End(0))?;
    source
        .text
        .seek(io::SeekFrom::Start(length.saturating_sub(1)))?;
    let mut last = Vec::new();
    source.text.read_to_end(&mut last)?;
    Ok(matches!(last.last(), None | Some(b'\n')))
}

/// An input whose bytes are hashed as they are read.
struct HashedRead<'h, R> {
    input: R,
    hasher: &'h RefCell<blake3::Hasher>,
}

impl<R: Read> Read for HashedRead<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.hasher.borrow_mut().update(&buffer[..length]);
        Ok(length)
    }
}
