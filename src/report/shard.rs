//! The report of a shard: between the lines of its records, a header and a trailer that let
//! [`ReportMerger`](super::ReportMerger) notice what is missing.

use std::{
    fmt::{self, Display, Formatter},
    io::{self, Write},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use super::{LineIndex, json::JsonLinesReport, record_report::RecordReport, writer::ReportWriter};
use crate::output::SchemaVersion;

/// One of the shards that a run is divided into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(test, schemars(with = "String"))]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// The shard of a number from 1 up to their count; `None` if there is no such shard.
    pub fn new(number: usize, count: usize) -> Option<Shard> {
        (1..=count)
            .contains(&number)
            .then_some(Shard { number, count })
    }

    /// Its number, from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// The number of shards.
    pub fn count(self) -> usize {
        self.count
    }
}

/// The text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a shard and the number of shards, as in `2/5`")]
pub struct ShardError;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (number, count) = text.split_once('/').ok_or(ShardError)?;
        let (number, count) = number
            .parse()
            .ok()
            .zip(count.parse().ok())
            .ok_or(ShardError)?;
        Shard::new(number, count).ok_or(ShardError)
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Shard, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

/// A line of the report of a shard that is not about a record: the first and the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ShardLine {
    /// The first line.
    Header(ShardHeader),
    /// The last line.
    Trailer(ShardTrailer),
}

/// What a shard is a part of. All shards of a run have the same header, but for the number of the shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShardHeader {
    /// The version of the machine-readable output; 1.
    pub schema: SchemaVersion,
    /// The version of kifu.
    pub version: String,
    /// The number of the shard and the number of shards, as in `2/5`.
    pub shard: Shard,
    /// A hash of the options and rulesets that verdicts depend on.
    pub options: String,
    /// A hash of the names and sizes of all sources.
    pub sources: String,
}

/// What the report of a shard contains, and where the shard begins and ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ShardTrailer {
    /// The version of the machine-readable output; 1.
    pub schema: SchemaVersion,
    /// The shard of the header.
    pub shard: Shard,
    /// The number of records.
    pub records: u64,
    /// The number of sources and entries that cannot be read.
    pub unreadable: u64,
    /// Whether something failed that no line tells, such as reading a record that a source does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub failed: bool,
    /// Where the shard begins: where the shard before it ends.
    pub begins: String,
    /// Where it ends: where the next one begins.
    pub ends: String,
    /// The BLAKE3 hash of all lines before the trailer, in hexadecimal digits.
    pub checksum: String,
    /// The BLAKE3 hash of all lines, the trailer among them, but without this key. Earlier versions write none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_checksum: Option<String>,
}

impl ShardTrailer {
    /// Whether this line is what is written for it, so that no key of it was lost.
    pub(super) fn is_written_as(&self, line: &[u8]) -> bool {
        let written = serde_json::to_vec(&ShardLine::Trailer(self.clone()));
        written.is_ok_and(|written| written == line)
    }

    /// What [`report_checksum`](ShardTrailer::report_checksum) must be, after lines with this hash.
    pub(super) fn checksum_after(&self, lines: &blake3::Hasher) -> io::Result<String> {
        let mut checksum = lines.clone();
        let trailer = ShardTrailer {
            report_checksum: None,
            ..self.clone()
        };
        write_line(&ShardLine::Trailer(trailer), &mut checksum)?;
        Ok(checksum.finalize().to_string())
    }
}

/// The lines that begin a header or a trailer. No line of a record begins so.
pub(super) const SHARD_LINE: &[u8] = b"{\"type\":";

/// Writes the report of a shard: the lines of `jsonl` between a header and a trailer.
#[derive(Debug)]
pub struct ShardReport {
    shard: Shard,
    checksum: blake3::Hasher,
    records: u64,
    unreadable: u64,
}

impl ShardReport {
    /// Writes the header.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn begin(header: &ShardHeader, out: &mut dyn Write) -> io::Result<ShardReport> {
        let mut report = ShardReport {
            shard: header.shard,
            checksum: blake3::Hasher::new(),
            records: 0,
            unreadable: 0,
        };
        write_line(&ShardLine::Header(header.clone()), &mut report.hashing(out))?;
        Ok(report)
    }

    /// Writes the line of one record or unreadable source; `lines` is the line index of its source.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn record(
        &mut self,
        report: &RecordReport,
        lines: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.count(report.verdict.is_err());
        JsonLinesReport.record(report, lines, &mut self.hashing(out))
    }

    /// Writes a line that has been written before, without its line break.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn line(
        &mut self,
        line: &[u8],
        is_unreadable: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.count(is_unreadable);
        let mut out = self.hashing(out);
        out.write_all(line)?;
        out.write_all(b"\n")
    }

    fn count(&mut self, is_unreadable: bool) {
        self.records += u64::from(!is_unreadable);
        self.unreadable += u64::from(is_unreadable);
    }

    /// Writes the trailer of a shard that is complete.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end(
        self,
        (begins, ends): (&str, &str),
        failed: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut trailer = ShardTrailer {
            schema: SchemaVersion,
            shard: self.shard,
            records: self.records,
            unreadable: self.unreadable,
            failed,
            begins: begins.to_owned(),
            ends: ends.to_owned(),
            checksum: self.checksum.finalize().to_string(),
            report_checksum: None,
        };
        trailer.report_checksum = Some(trailer.checksum_after(&self.checksum)?);
        write_line(&ShardLine::Trailer(trailer), out)
    }

    fn hashing<'o>(&'o mut self, out: &'o mut dyn Write) -> HashingWriter<'o> {
        HashingWriter {
            checksum: &mut self.checksum,
            out,
        }
    }
}

fn write_line(line: &ShardLine, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// Hashes what is written.
struct HashingWriter<'o> {
    checksum: &'o mut blake3::Hasher,
    out: &'o mut dyn Write,
}

impl Write for HashingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.out.write(bytes)?;
        self.checksum.update(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
