//! A file → chunks of text that hold whole records. So a file of any size is read with little
//! memory, and its records can be verified in parallel.
//!
//! A scan of brackets and parentheses finds the end of a well-formed record. If a record could be
//! broken, the record reader decides where the next one begins. Either way the records of
//! the chunks are the records of the whole text; but a record larger than the limit is cut off.

use std::{
    collections::VecDeque,
    io::{self, Read},
    ops::Range,
};

use memchr::memchr;

use super::{
    chunk::Chunk,
    encoding::{Reopen, Spool, TextStream},
    limits::{Limits, MAX_OUTSIDE},
    reader::{TextDropped, begins, read_part},
    record_scan::{RecordScan, ScanResult},
    text_part::{RecordPosition, TextPart},
    token::is_blank,
};

mod lost;
mod pending;

use lost::{Broken, find_start};
use pending::{PendingText, split_point};

/// Reads the chunks of a file one after the other.
///
/// ```
/// use kifu::record::{ChunkReader, Limits};
///
/// let file = &b"(;GM[ugo];B[c3])(;GM[sygo])"[..];
/// let mut reader = ChunkReader::new(Box::new(file), None, Limits::default());
/// let mut numbers = Vec::new();
/// while let Some(chunk) = reader.next_chunk()? {
///     numbers.extend(chunk.records().map(|(number, _)| number));
/// }
/// assert_eq!(numbers, [1, 2]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ChunkReader<'r> {
    stream: TextStream<'r>,
    limits: Limits,
    pending: PendingText,
    state: ReadState,
    /// The chunk before a long gap, with the beginning of the gap, and the offset of that.
    held: Option<(Chunk, usize)>,
    /// Whether text of the gap has been dropped.
    gap_has_text: bool,
    /// The bytes of the gap that have been dropped.
    gap_bytes: usize,
    /// How many bytes at the beginning of the gap are known to be blank.
    blank_gap: usize,
    /// How many bytes behind a parenthesis, which has been scanned last, are.
    blank_opening: usize,
    /// The end of the text that has been searched for the end of a broken record in vain, in bytes of the whole text.
    searched: usize,
    ready: VecDeque<Chunk>,
    part: TextPart,
    /// Whether the input has ended, or failed.
    is_read: bool,
    error: Option<io::Error>,
}

/// What the text at the current offset belongs to.
#[derive(Clone, Copy)]
enum ReadState {
    /// The gap between two records.
    Gap,
    Record(RecordScan),
    /// A record that could be broken, and where it begins; it is parsed again when the text has a length.
    Doubt {
        start: usize,
        length: usize,
    },
    /// A record that is broken, in text that has been searched for the end of another one.
    Broken(Broken),
    /// A record larger than the limit, whose beginning is part of a chunk already.
    Large(RecordScan),
    /// The text after the beginning of a broken record that is larger than the limit.
    Lost,
    Done,
}

/// The most records with a value that is never closed in a chunk.
const MAX_UNCLOSED: usize = 10_000;
/// The most text between two records, in bytes. A longer one may have no end.
const MAX_GAP: usize = 512 * 1024 * 1024;

impl<'r> ChunkReader<'r> {
    /// Starts to read a file. `reopen` opens it once more, to detect the encoding; without it the
    /// rest of the input is stored if it is needed twice, in memory unless
    /// [`spool_with`](ChunkReader::spool_with) says otherwise.
    pub fn new(
        input: Box<dyn Read + 'r>,
        reopen: Option<Reopen<'r>>,
        limits: Limits,
    ) -> ChunkReader<'r> {
        ChunkReader {
            stream: TextStream::new(input, reopen),
            limits,
            pending: PendingText::new(limits),
            state: ReadState::Gap,
            held: None,
            gap_has_text: false,
            gap_bytes: 0,
            blank_gap: 0,
            blank_opening: 0,
            searched: 0,
            ready: VecDeque::new(),
            part: TextPart::default(),
            is_read: false,
            error: None,
        }
    }

    /// Stores an input that must be read again with `spool`.
    #[must_use]
    pub fn spool_with(mut self, spool: Spool) -> ChunkReader<'r> {
        self.stream.spool_with(spool);
        self
    }

    /// Reads only the records that begin in a part of the text, in bytes as UTF-8. Those before it are scanned, but not
    /// parsed, unless they could be broken. The parts of a text have exactly the records of the whole.
    #[must_use]
    pub fn with_part(mut self, range: Range<usize>) -> ChunkReader<'r> {
        self.part = TextPart::new(range);
        self
    }

    /// The first record in the part or after it, and the first one after it; the end of the text counts as a
    /// record. `None` if they have not been reached.
    pub fn part_ends(&self) -> (Option<RecordPosition>, Option<RecordPosition>) {
        (self.part.begins, self.part.ends)
    }

    /// The next chunk; `None` at the end of the file. A file without a record yields one
    /// chunk, whose only record has the fault [`NoRecord`](super::FaultKind::NoRecord).
    ///
    /// # Errors
    ///
    /// The file cannot be read to its end. The complete records before the error are returned first.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            if let Some(chunk) = self.ready.pop_front() {
                return Ok(Some(chunk));
            }
            if matches!(self.state, ReadState::Done) {
                return self.error.take().map_or(Ok(None), Err);
            }
            if self.scan() {
                continue;
            }
            if self.ended() {
                self.finish();
                continue;
            }
            if self.pending.take_back() {
                continue;
            }
            match self.stream.feed(&mut self.pending.decoded) {
                Ok(more) => self.is_read = !more,
                Err(error) => {
                    self.error = Some(error);
                    self.is_read = true;
                    self.finish();
                }
            }
        }
    }

    /// The number of records so far.
    pub fn passed(&self) -> usize {
        self.pending.passed
    }

    /// Whether no text follows the pending text.
    fn ended(&self) -> bool {
        self.is_read && !self.pending.has_put_back()
    }

    /// Scans the text; returns whether it can go on without more text.
    fn scan(&mut self) -> bool {
        match self.state {
            ReadState::Gap => self.scan_gap(),
            ReadState::Record(scan) => self.scan_record(scan),
            ReadState::Doubt { start, length } => {
                (self.ended() || self.pending.decoded.text.len() >= length)
                    && self.parse_doubtful(start)
            }
            ReadState::Broken(broken) => self.end_broken(broken),
            ReadState::Large(scan) => self.skip_large(scan),
            ReadState::Lost => self.skip_lost(),
            ReadState::Done => false,
        }
    }

    fn scan_gap(&mut self) -> bool {
        let text = &self.pending.decoded.text;
        // What has been seen is not looked at again: there may be much of it.
        let rest = &text[self.pending.end + self.blank_gap..];
        let first = text.len() - rest.trim_start_matches(is_blank).len();
        self.blank_gap = first - self.pending.end;
        while let Some(found) = memchr(b'(', &text.as_bytes()[self.pending.at..]) {
            let start = self.pending.at + found;
            let is_first = start == first && !self.gap_has_text;
            let blank = std::mem::take(&mut self.blank_opening);
            match begins(text, start, blank, is_first, self.limits.max_record) {
                None if !self.ended() => {
                    self.blank_opening = text.len() - start - 1;
                    self.pending.at = start;
                    self.shorten_gap();
                    return false;
                }
                Some(true) => {
                    self.begin_record(start);
                    return true;
                }
                None | Some(false) => self.pending.at = start + 1,
            }
        }
        self.pending.at = text.len();
        self.shorten_gap();
        false
    }

    fn begin_record(&mut self, mut start: usize) {
        self.emit_held();
        let position = RecordPosition {
            index: self.pending.passed + self.pending.records + 1,
            byte: self.pending.origin.byte + start,
        };
        let is_inside = self.part.range.contains(&position.byte);
        let is_full = self.pending.end >= self.limits.chunk || is_inside != self.part.is_inside;
        if self.pending.records > 0 && is_full {
            start -= self.pending.end;
            self.emit_records();
        }
        self.part.reach(position);
        self.part.is_inside = is_inside;
        if self.part.ends.is_some() {
            self.state = ReadState::Done;
            return;
        }
        self.gap_has_text = false;
        self.gap_bytes = 0;
        self.blank_gap = 0;
        self.pending.at = start + 1;
        self.state = ReadState::Record(RecordScan::new(start));
    }

    /// Drops the part of a long gap that is not reported: the end is, if another record
    /// follows, otherwise the beginning. What has not been scanned may be a record.
    fn shorten_gap(&mut self) {
        let gap = &self.pending.decoded.text[self.pending.end..self.pending.at];
        if gap.len() <= 4 * MAX_OUTSIDE {
            return;
        }
        let gone = split_point(gap, gap.len() - 2 * MAX_OUTSIDE);
        let has_text = !is_all_blank(&gap[..gone]);
        let head = gap.floor_char_boundary(2 * MAX_OUTSIDE);
        let keeps_head = self.held.is_none();
        let kept = if keeps_head { head.min(gone) } else { 0 };
        let has_text_behind = !is_all_blank(&gap[kept..gone]);
        self.gap_has_text |= has_text;
        self.gap_bytes += gone;
        self.blank_gap = self.blank_gap.saturating_sub(gone);
        if self.gap_bytes > MAX_GAP && !self.ended() {
            let reason = "so much text in it contains no record that the rest is not read";
            self.error = Some(io::Error::other(reason));
            self.is_read = true;
        }
        let end = self.pending.end;
        if keeps_head {
            self.held = Some((self.pending.take_records_to(end + head, end + gone), end));
        } else {
            self.pending.drop_first(end + gone);
        }
        if let Some((chunk, _)) = &mut self.held {
            chunk.dropped.behind |= has_text_behind;
        }
        self.pending.lacks_text |= has_text;
    }

    fn scan_record(&mut self, mut scan: RecordScan) -> bool {
        let seen = scan.advance(self.pending.decoded.text.as_bytes(), &mut self.pending.at);
        let end = match seen {
            ScanResult::End | ScanResult::Doubt => self.pending.at,
            ScanResult::NeedsText => self.pending.decoded.text.len(),
        };
        let is_large = end - scan.start > self.limits.max_record;
        if is_large {
            scan.shift(self.emit_beginning(scan.start, None));
        }
        self.state = match seen {
            ScanResult::End => ReadState::Gap,
            ScanResult::Doubt if is_large => ReadState::Lost,
            ScanResult::Doubt if self.is_searched(scan.start) => {
                ReadState::Broken(Broken::new(scan.start, self.pending.at))
            }
            ScanResult::Doubt => ReadState::Doubt {
                start: scan.start,
                length: 0,
            },
            ScanResult::NeedsText if is_large => ReadState::Large(scan),
            ScanResult::NeedsText => ReadState::Record(scan),
        };
        match seen {
            ScanResult::End if is_large => {
                let gone = self.pending.at;
                self.pending.drop_first(gone);
            }
            ScanResult::End => {
                self.pending.records += 1;
                self.pending.end_record(self.pending.at, self.pending.at);
            }
            ScanResult::Doubt => self.pending.at = scan.start + 1,
            ScanResult::NeedsText => {}
        }
        is_large || seen != ScanResult::NeedsText
    }

    /// Emits the chunk before a long gap.
    fn emit_held(&mut self) {
        if let Some((mut chunk, gap)) = self.held.take()
            && chunk.count > 0
        {
            chunk.decoded.text.truncate(gap);
            // The gap belongs to the record behind it.
            chunk.dropped.behind = false;
            self.emit(chunk);
        }
    }

    /// Emits the beginning of a record that is too large, up to where the next one could begin, if that is known, and
    /// everything before it. Returns the number of bytes removed from the text.
    fn emit_beginning(&mut self, start: usize, next: Option<usize>) -> usize {
        self.emit_held();
        let before = self.pending.end;
        if self.pending.records > 0 {
            self.emit_records();
        } else {
            self.pending.drop_first(before);
        }
        let (chunk, gone) = self
            .pending
            .take_beginning(start - before, next.map(|next| next - before));
        self.emit(chunk);
        before + gone
    }

    fn skip_large(&mut self, mut scan: RecordScan) -> bool {
        let seen = scan.advance(self.pending.decoded.text.as_bytes(), &mut self.pending.at);
        match seen {
            ScanResult::End => {
                let gone = self.pending.at;
                self.pending.drop_first(gone);
                self.state = ReadState::Gap;
            }
            ScanResult::Doubt => {
                self.pending.at = scan.start + 1;
                self.state = ReadState::Lost;
            }
            ScanResult::NeedsText => {
                scan.shift(self.pending.forget());
                self.state = ReadState::Large(scan);
            }
        }
        seen != ScanResult::NeedsText
    }

    /// Finds the end of a record that could be broken, and begins at `begin`, by parsing it. No more is parsed than the
    /// largest record takes, so that the end does not depend on how much text is there.
    fn parse_doubtful(&mut self, begin: usize) -> bool {
        let text = &self.pending.decoded.text;
        let is_large = text.len() - begin > self.limits.max_record;
        let end = begin.saturating_add(self.limits.max_record);
        let text = &text[self.pending.end..text.floor_char_boundary(end)];
        let is_whole = self.ended() && !is_large;
        let mut reader = read_part(text, self.limits, false, TextDropped::default());
        let mut records = 0;
        let mut start = None;
        let mut certain = None;
        let mut cut = None;
        while let Some(record) = reader.next() {
            records += 1;
            start = start.or(Some(self.pending.end + record.offset()));
            certain = reader.certain_end;
            if certain.is_some() {
                break;
            }
            // At the end of the file no text follows that could change a record.
            if is_whole && records >= MAX_UNCLOSED && reader.unclosed_value_end.is_some() {
                cut = reader.unclosed_value_end;
                break;
            }
        }
        let length = text.len();
        if certain.is_some() || is_whole {
            self.pending.records += records;
            let read = certain.map_or(0, |_| self.pending.end + reader.furthest());
            self.pending
                .end_record(self.pending.end + certain.or(cut).unwrap_or(length), read);
            self.pending.at = self.pending.end;
            self.state = ReadState::Gap;
        } else if is_large {
            // The search for the next record begins in this one.
            let start = start.unwrap_or(self.pending.end);
            self.pending.at = start + 1;
            self.searched = self.pending.origin.byte + start + self.limits.max_record;
            self.state = ReadState::Broken(Broken::too_large(start));
        } else {
            // Text behind the largest record would only take memory.
            let length = (self.pending.decoded.text.len() + length).min(end.saturating_add(1));
            self.state = ReadState::Doubt {
                start: begin,
                length,
            };
            return false;
        }
        true
    }

    /// Whether a record begins in text that has been searched for the end of a broken one in vain.
    fn is_searched(&self, start: usize) -> bool {
        self.pending.origin.byte + start < self.searched
    }

    /// Ends a broken record where the next one could begin.
    fn end_broken(&mut self, mut broken: Broken) -> bool {
        let ended = self.ended();
        let is_over = broken.search(&mut self.pending, ended);
        let end = match broken.next {
            Some(next) => next,
            None if ended => self.pending.decoded.text.len(),
            None => self.pending.at,
        };
        if end - broken.start > self.limits.max_record {
            self.pending.at = self.pending.at.min(end);
            self.emit_beginning(broken.start, None);
            self.state = ReadState::Lost;
        } else if !is_over {
            self.state = ReadState::Broken(broken);
            return false;
        } else if broken.is_large {
            self.pending.at = end;
            let gone = self.emit_beginning(broken.start, Some(end));
            self.pending.drop_first(end - gone);
            self.pending.put_back();
            self.state = ReadState::Gap;
        } else {
            // The records end with their chunk, so that they are read without what follows.
            let text = &self.pending.decoded.text[self.pending.end..end];
            let records = read_part(text, self.limits, false, TextDropped::default());
            self.pending.records += records.count();
            self.pending.end_record(end, end);
            self.emit_records();
            self.pending.at = self.pending.end;
            self.state = ReadState::Gap;
        }
        true
    }

    /// Drops text up to the next record at the beginning of a line whose first node names its game.
    fn skip_lost(&mut self) -> bool {
        let ended = self.ended();
        let found = find_start(&mut self.pending, ended);
        if found.is_some() {
            self.state = ReadState::Gap;
        }
        let gone = found.unwrap_or_else(|| {
            // The line break before a record shows that it begins there.
            split_point(
                &self.pending.decoded.text,
                self.pending.at.saturating_sub(1),
            )
        });
        self.pending.drop_first(gone);
        found.is_some()
    }

    /// Emits the rest at the end of the file.
    fn finish(&mut self) {
        if let ReadState::Record(RecordScan { start, .. }) = self.state
            && self.error.is_none()
        {
            // It was never closed; a value that was not closed either can hold the next record.
            self.state = ReadState::Doubt { start, length: 0 };
            return;
        }
        let end = self.pending.origin.byte + self.pending.decoded.text.len();
        self.emit_rest();
        if self.error.is_none() {
            self.part.reach_end(RecordPosition {
                index: self.pending.passed + 1,
                byte: end,
            });
        }
    }

    fn emit_rest(&mut self) {
        let state = std::mem::replace(&mut self.state, ReadState::Done);
        if let Some((mut chunk, _)) = self.held.take() {
            chunk.dropped.behind |= !is_all_blank(&self.pending.decoded.text);
            if chunk.count == 0 && self.pending.passed == 0 && self.error.is_none() {
                chunk.count = 1;
            }
            if chunk.count > 0 {
                self.emit(chunk);
            }
            return;
        }
        if self.error.is_some() {
            // The record that the error has cut off is dropped.
            if self.pending.records > 0 {
                self.emit_records();
            }
            return;
        }
        match state {
            ReadState::Gap if self.pending.records > 0 => {}
            ReadState::Gap if self.pending.passed == 0 => self.pending.records = 1,
            _ => return,
        }
        self.pending.end_with_text();
        self.emit_records();
    }

    /// Emits the complete records of the text.
    fn emit_records(&mut self) {
        let chunk = self.pending.take_records();
        self.emit(chunk);
    }

    /// Emits a chunk if it is in the part.
    fn emit(&mut self, chunk: Chunk) {
        if self.part.is_inside {
            self.ready.push_back(chunk);
        }
    }
}

/// Whether a text is no text outside of records.
fn is_all_blank(text: &str) -> bool {
    text.trim_start_matches(is_blank).is_empty()
}

#[cfg(test)]
mod tests;
