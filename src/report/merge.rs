//! One report from those of all shards, with every line of every report, or what is wrong with them.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    io::{self, BufRead, Read, Seek, Write},
    ops::Range,
    sync::Arc,
};

use tempfile::SpooledTempFile;

use super::{
    merge_error::{MAX_REPORTS, MergeError, MissingShards, RunDifference},
    report_line::{LineContent, LineFailure, LineReader, ReportLineError, parse},
    row::{OutputStatus, Row},
    shard::{Shard, ShardHeader, ShardLine, ShardTrailer},
    summary::Summary,
};
use crate::temporary_file::TemporaryFile;

/// The missing shards that a message names.
const MAX_NAMED: usize = 10;
/// The lines that are stored in memory, in bytes; more are stored in a file.
const IN_MEMORY: usize = 1024 * 1024;

/// Merges reports: those of all shards of a run, or reports without a header, as `validate` and earlier versions write
/// them.
///
/// Memory does not grow with the number of lines, nor with their length.
#[derive(Default)]
pub struct ReportMerger {
    summary: Summary,
    failed: bool,
    requires_complete: bool,
    /// The first header, and its report.
    first: Option<(Arc<str>, ShardHeader)>,
    shards: BTreeMap<usize, MergedShard>,
    /// The reports without a header, and their lines in the store.
    without_header: Vec<(Arc<str>, Range<u64>)>,
    store: Option<LineStore>,
}

/// The report of a shard that has been read.
struct MergedShard {
    report: Arc<str>,
    begins: blake3::Hash,
    ends: blake3::Hash,
    /// Its lines in the store.
    lines: Range<u64>,
}

/// The report of a shard that is being read.
struct OpenShard {
    header: ShardHeader,
    records: u64,
    unreadable: u64,
    /// Where its lines begin in the store.
    start: u64,
}

/// What has been read of a file.
enum ReadState {
    Nothing,
    /// Lines that belong to no shard, from this offset in the store.
    Rows(u64),
    Shard(OpenShard),
    Trailer,
}

/// The lines of all reports, in the order in which they were read.
struct LineStore {
    file: TemporaryFile<SpooledTempFile>,
    length: u64,
}

impl LineStore {
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.length += bytes.len() as u64;
        self.file.write_all(bytes)
    }
}

/// All reports as one.
pub struct MergedReport {
    /// The counts of all records.
    pub summary: Summary,
    /// Whether something failed that no line tells.
    pub failed: bool,
    /// The reports without a header: whether they are complete is not known.
    pub without_header: Vec<String>,
    /// The lines of each report in the store, in the order of the run.
    parts: Vec<Range<u64>>,
    store: Option<LineStore>,
}

impl MergedReport {
    /// Writes the lines of all records in the order of the run, if the merger has stored them.
    ///
    /// # Errors
    ///
    /// Those of the output, or of the temporary file.
    pub fn write_lines(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(LineStore { file, .. }) = &mut self.store else {
            return Ok(());
        };
        for part in &self.parts {
            file.seek(io::SeekFrom::Start(part.start))?;
            let length = part.end - part.start;
            if io::copy(&mut Read::take(&mut *file, length), out)? < length {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(())
    }
}

impl ReportMerger {
    /// A merger; with `requires_complete` it refuses reports without a header.
    pub fn new(requires_complete: bool) -> ReportMerger {
        ReportMerger {
            requires_complete,
            ..ReportMerger::default()
        }
    }

    /// Stores the lines of the records in a temporary file, for [`MergedReport::write_lines`].
    #[must_use]
    pub fn with_lines(mut self) -> ReportMerger {
        self.store = Some(LineStore {
            file: TemporaryFile(SpooledTempFile::new(IN_MEMORY)),
            length: 0,
        });
        self
    }

    /// Reads a file: one report without a header, or reports of shards one after another.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or something is wrong with it.
    pub fn read(&mut self, name: &str, input: &mut dyn BufRead) -> Result<(), MergeError> {
        let report: Arc<str> = name.into();
        let mut lines = LineReader::new(input);
        let mut state = ReadState::Nothing;
        let mut checksum = blake3::Hasher::new();
        loop {
            if !matches!(state, ReadState::Shard(_)) {
                checksum.reset();
            }
            let (start, before) = (self.stored(), checksum.clone());
            let store = &mut self.store;
            let read = lines.next(&mut |bytes| {
                checksum.update(bytes);
                store.as_mut().map_or(Ok(()), |store| store.add(bytes))
            });
            let invalid = |line, reason| MergeError::Line {
                report: name.to_owned(),
                line,
                reason,
            };
            match read {
                Ok(true) => {}
                Ok(false) => break,
                Err(LineFailure::Pass(error)) => return Err(MergeError::Store(error)),
                Err(LineFailure::TooLong) => {
                    return Err(invalid(lines.number, ReportLineError::TooLong));
                }
                Err(LineFailure::Read(error)) => {
                    return Err(MergeError::Read {
                        report: name.to_owned(),
                        error,
                    });
                }
            }
            if let (ReadState::Shard(open), false) = (&state, lines.is_ended) {
                return Err(open.cut(name));
            }
            let content = parse(lines.line()).map_err(|reason| invalid(lines.number, reason))?;
            state = match (state, content) {
                (state, LineContent::Row(row)) => {
                    let next = state.with_row(&row, start);
                    let next = next.map_err(|reason| invalid(lines.number, reason))?;
                    self.summary.count(&row);
                    next
                }
                (ReadState::Shard(open), LineContent::Shard(ShardLine::Trailer(trailer))) => {
                    let is_as_written = trailer.is_written_as(lines.line());
                    self.add_shard(&report, &open, &trailer, is_as_written, &before, start)?;
                    ReadState::Trailer
                }
                (ReadState::Shard(open), LineContent::Shard(ShardLine::Header(_))) => {
                    return Err(open.cut(name));
                }
                (
                    ReadState::Nothing | ReadState::Trailer,
                    LineContent::Shard(ShardLine::Header(header)),
                ) => {
                    self.check_run(&report, &header)?;
                    ReadState::Shard(OpenShard {
                        header,
                        records: 0,
                        unreadable: 0,
                        start: self.stored(),
                    })
                }
                (ReadState::Rows(_), LineContent::Shard(ShardLine::Header(_))) => {
                    return Err(invalid(lines.number, ReportLineError::LateHeader));
                }
                (_, LineContent::Shard(ShardLine::Trailer(_))) => {
                    return Err(invalid(lines.number, ReportLineError::NoHeader));
                }
            };
        }
        match state {
            ReadState::Nothing => Err(MergeError::Empty {
                report: name.to_owned(),
            }),
            ReadState::Shard(open) => Err(open.cut(name)),
            ReadState::Rows(_) if self.requires_complete => Err(MergeError::NoHeader {
                report: name.to_owned(),
            }),
            ReadState::Rows(start) => {
                if let Some(store) = self.store.as_mut().filter(|_| !lines.is_ended) {
                    store.add(b"\n").map_err(MergeError::Store)?;
                }
                self.without_header.push((report, start..self.stored()));
                Ok(())
            }
            ReadState::Trailer => Ok(()),
        }
    }

    /// The number of bytes stored.
    fn stored(&self) -> u64 {
        self.store.as_ref().map_or(0, |store| store.length)
    }

    /// Checks that a report is of the same run as the first.
    fn check_run(&mut self, report: &Arc<str>, header: &ShardHeader) -> Result<(), MergeError> {
        let Some((first, run)) = &self.first else {
            self.first = Some((Arc::clone(report), header.clone()));
            return Ok(());
        };
        let (count, of_run) = (header.shard.count(), run.shard.count());
        let difference = if header.version != run.version {
            RunDifference::Version(header.version.clone(), run.version.clone())
        } else if count != of_run {
            RunDifference::Count(count, of_run)
        } else if header.options != run.options {
            RunDifference::Options
        } else if header.sources != run.sources {
            RunDifference::Sources
        } else {
            return Ok(());
        };
        Err(MergeError::Foreign {
            report: report.to_string(),
            first: first.to_string(),
            difference,
        })
    }

    /// Checks the report of a shard that has been read, and adds it. Its lines end at `end` in the store. A trailer
    /// without a checksum must be `is_as_written`.
    fn add_shard(
        &mut self,
        report: &Arc<str>,
        open: &OpenShard,
        trailer: &ShardTrailer,
        is_as_written: bool,
        lines: &blake3::Hasher,
        end: u64,
    ) -> Result<(), MergeError> {
        let shard = open.header.shard;
        let expected = trailer.checksum_after(lines).map_err(MergeError::Store)?;
        let stated = trailer.report_checksum.as_ref();
        let damaged = if trailer.shard != shard {
            Some("shard")
        } else if trailer.records != open.records {
            Some("number of records")
        } else if trailer.unreadable != open.unreadable {
            Some("number of unreadable sources")
        } else if trailer.checksum != lines.finalize().to_hex().as_str() {
            Some("checksum")
        } else if stated.map_or(!is_as_written, |stated| *stated != expected) {
            Some("checksum of the whole report")
        } else {
            None
        };
        if let Some(part) = damaged {
            return Err(MergeError::Damaged {
                report: report.to_string(),
                shard,
                part,
            });
        }
        if self.shards.len() >= MAX_REPORTS {
            return Err(MergeError::TooMany);
        }
        self.failed |= trailer.failed;
        match self.shards.entry(shard.number()) {
            Entry::Occupied(one) => Err(MergeError::Doubled {
                shard,
                one: one.get().report.to_string(),
                other: report.to_string(),
            }),
            Entry::Vacant(free) => {
                free.insert(MergedShard {
                    report: Arc::clone(report),
                    begins: blake3::hash(trailer.begins.as_bytes()),
                    ends: blake3::hash(trailer.ends.as_bytes()),
                    lines: open.start..end,
                });
                Ok(())
            }
        }
    }

    /// Merges the reports.
    ///
    /// # Errors
    ///
    /// The report of a shard is missing, or two shards do not meet.
    pub fn end(self) -> Result<MergedReport, MergeError> {
        if let Some((_, run)) = &self.first {
            self.check_shards(run.shard.count())?;
        }
        let mut parts = Vec::new();
        let mut without_header = Vec::new();
        for (report, lines) in self.without_header {
            without_header.push(report.to_string());
            parts.push(lines);
        }
        parts.extend(self.shards.into_values().map(|shard| shard.lines));
        Ok(MergedReport {
            summary: self.summary,
            failed: self.failed,
            without_header,
            parts,
            store: self.store,
        })
    }

    /// Checks that there are all shards, and that each begins where the one before it ends.
    fn check_shards(&self, count: usize) -> Result<(), MergeError> {
        let missing = count - self.shards.len();
        if missing > 0 {
            let absent = (1..=count).filter(|number| !self.shards.contains_key(number));
            let first = absent.take(MAX_NAMED);
            return Err(MergeError::Missing(MissingShards {
                first: first
                    .filter_map(|number| Shard::new(number, count))
                    .collect(),
                count: missing,
            }));
        }
        for ((&number, one), (&next, other)) in self.shards.iter().zip(self.shards.iter().skip(1)) {
            if one.ends != other.begins {
                return Err(MergeError::Gap {
                    one: one.report.to_string(),
                    other: other.report.to_string(),
                    numbers: [number, next],
                });
            }
        }
        Ok(())
    }
}

impl ReadState {
    /// The state after the line of a record, which begins at `start` in the store.
    fn with_row(self, row: &Row, start: u64) -> Result<ReadState, ReportLineError> {
        match self {
            ReadState::Nothing => Ok(ReadState::Rows(start)),
            ReadState::Rows(first) => Ok(ReadState::Rows(first)),
            ReadState::Shard(mut open) => {
                let is_unreadable = row.status == OutputStatus::Unreadable;
                open.records += u64::from(!is_unreadable);
                open.unreadable += u64::from(is_unreadable);
                Ok(ReadState::Shard(open))
            }
            ReadState::Trailer => Err(ReportLineError::AfterTrailer),
        }
    }
}

impl OpenShard {
    /// The error for a report without its end.
    fn cut(&self, report: &str) -> MergeError {
        MergeError::Cut {
            report: report.to_owned(),
            shard: self.header.shard,
        }
    }
}
