//! The lines of a report, read with limited memory.

use std::io::{self, BufRead};

use super::{
    row::{OutputStatus, Row},
    shard::{SHARD_LINE, ShardLine},
};
use crate::{
    games::Game,
    verify::{Code, Severity},
};

/// The maximum length of a line, in bytes. The largest record with the longest result has one of 400 MiB.
const MAX_LINE: u64 = 1024 * 1024 * 1024;
/// Of a longer string only the beginning is kept. No string that counts is longer.
const MAX_STRING: usize = 1024 * 1024;
/// The maximum length of what is kept of a line, in bytes: far above that of a record with all findings.
const MAX_KEPT: usize = 16 * 1024 * 1024;
/// The maximum length of a header or a trailer, in bytes.
const MAX_SHARD_LINE: usize = 4 * 1024;
/// The maximum length of the name of a source, in bytes.
const MAX_SOURCE: usize = 256 * 1024;

/// Why a line is not one of a report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportLineError {
    /// It is too long.
    #[error("the line is too long for a line of a report")]
    TooLong,
    /// It is not JSON.
    #[error("the line is not valid JSON")]
    NotJson,
    /// It is JSON of another kind.
    #[error("the line is not one that `kifu batch --format jsonl` writes")]
    NotAReport,
    /// It names a game that does not exist.
    #[error("there is no game `{0}`")]
    UnknownGame(String),
    /// It names a code that does not exist.
    #[error("there is no code `{0}`; a newer version of kifu may have written the report")]
    UnknownCode(String),
    /// Its status is not that of its findings.
    #[error("the line contradicts itself: its status does not match its findings")]
    Contradiction,
    /// The lines of the records of a shard follow its trailer.
    #[error("the report continues after its trailer")]
    AfterTrailer,
    /// A header follows lines that do not belong to a shard.
    #[error("the report of a shard begins after lines that belong to none")]
    LateHeader,
    /// A trailer follows lines that do not belong to a shard.
    #[error("the report ends with a trailer, but it does not begin with a header")]
    NoHeader,
}

/// What a line of a report is about.
pub(super) enum LineContent<'l> {
    Shard(ShardLine),
    Row(Row<'l>),
}

/// Parses a line.
pub(super) fn parse(line: &[u8]) -> Result<LineContent<'_>, ReportLineError> {
    let failed = |error: serde_json::Error| {
        if error.is_data() {
            ReportLineError::NotAReport
        } else {
            ReportLineError::NotJson
        }
    };
    if line.starts_with(SHARD_LINE) {
        if line.len() > MAX_SHARD_LINE {
            return Err(ReportLineError::TooLong);
        }
        return serde_json::from_slice(line)
            .map(LineContent::Shard)
            .map_err(failed);
    }
    let row: Row = serde_json::from_slice(line).map_err(failed)?;
    // Serde reads an array as the values of an object.
    if !line.starts_with(b"{") {
        return Err(ReportLineError::NotAReport);
    }
    if row.source.len() > MAX_SOURCE {
        return Err(ReportLineError::TooLong);
    }
    let game = row.game.as_deref();
    if let Some(game) = game.filter(|game| Game::from_name(game).is_none()) {
        return Err(ReportLineError::UnknownGame(beginning(game)));
    }
    let mut findings = row.findings.iter();
    if let Some(finding) = findings.find(|finding| Code::from_id(&finding.code).is_none()) {
        return Err(ReportLineError::UnknownCode(beginning(&finding.code)));
    }
    let is_unreadable = row.status == OutputStatus::Unreadable;
    let mut severities = row.findings.iter().map(|finding| finding.severity);
    let has_error = severities.any(|severity| severity == Severity::Error);
    if (row.status == OutputStatus::Valid) == has_error || is_unreadable != (row.index == 0) {
        return Err(ReportLineError::Contradiction);
    }
    Ok(LineContent::Row(row))
}

/// The part of a name that a message shows.
fn beginning(name: &str) -> String {
    name.chars().take(100).collect()
}

/// Why the next line cannot be read.
pub(super) enum LineFailure {
    /// The input cannot be read.
    Read(io::Error),
    /// The bytes cannot be passed on.
    Pass(io::Error),
    /// The line is too long.
    TooLong,
}

/// Reads lines one after another. Of a line, only what is needed to parse it is kept.
pub(super) struct LineReader<'i> {
    input: &'i mut dyn BufRead,
    /// The line without its line break; long strings in it are shortened.
    line: Vec<u8>,
    /// Whether the line that was read last ends with a line break.
    pub(super) is_ended: bool,
    /// Its number, from 1.
    pub(super) number: u64,
}

impl<'i> LineReader<'i> {
    pub(super) fn new(input: &'i mut dyn BufRead) -> LineReader<'i> {
        LineReader {
            input,
            line: Vec::new(),
            is_ended: true,
            number: 0,
        }
    }

    /// The line that was read last.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// Reads the next line, and passes all of its bytes to `pass`; `false` at the end.
    pub(super) fn next(
        &mut self,
        pass: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> Result<bool, LineFailure> {
        self.line.clear();
        let mut length = 0;
        let mut strings = None;
        loop {
            let input = match self.input.fill_buf() {
                Ok([]) => break,
                Ok(input) => input,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(LineFailure::Read(error)),
            };
            let line_break = memchr::memchr(b'\n', input);
            let part = &input[..line_break.unwrap_or(input.len())];
            if length == 0 {
                self.number += 1;
                self.is_ended = false;
            }
            let whole = line_break.map_or(part.len(), |at| at + 1);
            length += whole as u64;
            if self.line.len() + part.len() <= MAX_STRING {
                self.line.extend_from_slice(part);
            } else {
                let strings = strings.get_or_insert_with(|| StringScan::through(&self.line));
                let kept = part.iter().filter(|&&byte| strings.keeps(byte));
                self.line.extend(kept);
            }
            if length > MAX_LINE || self.line.len() > MAX_KEPT {
                return Err(LineFailure::TooLong);
            }
            pass(&input[..whole]).map_err(LineFailure::Pass)?;
            self.input.consume(whole);
            if line_break.is_some() {
                self.is_ended = true;
                break;
            }
        }
        Ok(length > 0)
    }
}

/// The search for long strings in a line of JSON.
#[derive(Default)]
struct StringScan {
    /// The bytes of the string so far; `None` outside strings.
    length: Option<usize>,
    /// Whether the byte before was a backslash that begins an escape.
    is_escaped: bool,
    /// The digits of `\u` that are still expected.
    digits: u8,
    /// Whether the rest of the string is dropped.
    drops: bool,
}

impl StringScan {
    /// The state after the beginning of a line.
    fn through(line: &[u8]) -> StringScan {
        let mut scan = StringScan::default();
        for &byte in line {
            scan.keeps(byte);
        }
        scan
    }

    /// Whether the next byte is kept. Neither a character nor an escape is split.
    fn keeps(&mut self, byte: u8) -> bool {
        let Some(length) = &mut self.length else {
            self.length = (byte == b'"').then_some(0);
            return true;
        };
        *length += 1;
        if self.digits > 0 {
            self.digits -= 1;
        } else if std::mem::take(&mut self.is_escaped) {
            self.digits = if byte == b'u' { 4 } else { 0 };
        } else if byte == b'"' {
            *self = StringScan::default();
        } else {
            self.drops |= *length > MAX_STRING && byte & 0xC0 != 0x80;
            self.is_escaped = byte == b'\\';
        }
        !self.drops
    }
}
