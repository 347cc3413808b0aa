//! A file → pieces of text that hold whole records: so a file of any size is read with little
//! memory, and its records can be judged side by side.
//!
//! A scan for brackets and parentheses finds the end of a record that is in order. Where
//! something shows that a record may not be, the reader itself says where the next one
//! begins. Either way the records of the pieces are those that [`read`](super::read()) finds
//! in the whole text; only of a record that is larger than the limit the rest is left out.

use std::{
    collections::VecDeque,
    io::{self, Read},
};

use memchr::{memchr, memmem};

use super::{
    chunk::{Chunk, Origin},
    decoded::Decoded,
    encoding::{Reopen, TextStream},
    lexer::Lexer,
    limits::{Limits, MAX_OUTSIDE},
    property::Name,
    reader::{begins, read_part},
    record_scan::{RecordScan, ScanResult},
    token::{TokenKind, is_blank},
};

/// The pieces of a file, one after the other.
pub struct ChunkReader<'r> {
    stream: TextStream<'r>,
    limits: Limits,
    /// What has been read and not been given out.
    text: Decoded,
    origin: Origin,
    /// Records before those in the text.
    passed: usize,
    /// Whole records in the text.
    records: usize,
    /// Where the last of them ends.
    end: usize,
    /// How far the text has been looked at.
    at: usize,
    state: State,
    /// The piece before a long gap, with the beginning of the gap, and where that begins.
    held: Option<(Chunk, usize)>,
    /// Whether the gap has had text that is no longer kept.
    gap_has_text: bool,
    ready: VecDeque<Chunk>,
    /// Whether all has been read, be it because of an error.
    ended: bool,
    error: Option<io::Error>,
}

/// What stands at the place looked at.
#[derive(Clone, Copy)]
enum State {
    /// What lies between records.
    Gap,
    Record(RecordScan),
    /// A record that may be broken; not to be looked at before the text is so long.
    Doubt(usize),
    /// A record that is larger than the limit, of which the beginning has been given out.
    Large(RecordScan),
    /// What follows the beginning of a broken record that is larger than the limit.
    Lost,
    Done,
}

/// Of a node that may be the first of a record at most so much is looked at.
const FIRST_NODE: usize = 64 * 1024;

impl<'r> ChunkReader<'r> {
    /// Begins to cut a file. `reopen` gives its bytes once more, for settling
    /// the encoding; without it they are put aside in a temporary file where that is needed.
    pub fn new(
        input: Box<dyn Read + 'r>,
        reopen: Option<Reopen<'r>>,
        limits: Limits,
    ) -> ChunkReader<'r> {
        ChunkReader {
            stream: TextStream::new(input, reopen),
            limits,
            text: Decoded::default(),
            origin: Origin::default(),
            passed: 0,
            records: 0,
            end: 0,
            at: 0,
            state: State::Gap,
            held: None,
            gap_has_text: false,
            ready: VecDeque::new(),
            ended: false,
            error: None,
        }
    }

    /// The next piece; `None` at the end of the file. A file without any record gives one
    /// piece, whose only record says so.
    ///
    /// # Errors
    ///
    /// Why the file cannot be read to its end, after all whole records before that place.
    pub fn next_chunk(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            if let Some(chunk) = self.ready.pop_front() {
                return Ok(Some(chunk));
            }
            if matches!(self.state, State::Done) {
                return self.error.take().map_or(Ok(None), Err);
            }
            if self.look() {
                continue;
            }
            if self.ended {
                self.finish();
                continue;
            }
            match self.stream.feed(&mut self.text) {
                Ok(more) => self.ended = !more,
                Err(error) => {
                    self.error = Some(error);
                    self.ended = true;
                    self.finish();
                }
            }
        }
    }

    /// How many records the file has had so far.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// Looks at what has not been looked at; returns whether there is more to see without
    /// more text.
    fn look(&mut self) -> bool {
        match self.state {
            State::Gap => self.look_at_gap(),
            State::Record(scan) => self.look_at_record(scan),
            State::Doubt(length) => {
                (self.ended || self.text.text.len() >= length) && self.look_in_doubt()
            }
            State::Large(scan) => self.look_for_end(scan),
            State::Lost => self.look_for_next(),
            State::Done => false,
        }
    }

    fn look_at_gap(&mut self) -> bool {
        let text = &self.text.text;
        let gap = &text[self.end..];
        let first = text.len() - gap.trim_start_matches(is_blank).len();
        while let Some(found) = memchr(b'(', &text.as_bytes()[self.at..]) {
            let start = self.at + found;
            let is_first = start == first && !self.gap_has_text;
            match begins(text, start, is_first, self.limits.max_record) {
                None if !self.ended => {
                    self.at = start;
                    return false;
                }
                Some(true) => {
                    self.begin_record(start);
                    return true;
                }
                None | Some(false) => self.at = start + 1,
            }
        }
        self.at = text.len();
        self.shorten_gap();
        false
    }

    fn begin_record(&mut self, mut start: usize) {
        self.give_held();
        if self.records > 0 && self.end >= self.limits.chunk {
            start -= self.end;
            self.give_out();
        }
        self.gap_has_text = false;
        self.at = start + 1;
        self.state = State::Record(RecordScan::new(start));
    }

    /// Of a long gap keeps no more than can be told of it: its end, if another record
    /// follows, and else its beginning.
    fn shorten_gap(&mut self) {
        let gap = &self.text.text[self.end..];
        if gap.len() <= 4 * MAX_OUTSIDE {
            return;
        }
        let gone = parting(gap, gap.len() - 2 * MAX_OUTSIDE);
        self.gap_has_text |= !gap[..gone].trim_matches(is_blank).is_empty();
        let gone = self.end + gone;
        if self.held.is_none() {
            let head = self.end + 2 * MAX_OUTSIDE;
            let decoded = self.first_part(self.text.text.floor_char_boundary(head));
            self.held = Some((self.chunk(decoded, self.records), self.end));
            self.passed += self.records;
            self.records = 0;
        }
        self.drop_first(gone);
    }

    fn look_at_record(&mut self, mut scan: RecordScan) -> bool {
        let seen = scan.advance(self.text.text.as_bytes(), &mut self.at);
        let end = match seen {
            ScanResult::End => self.at,
            ScanResult::NeedsText => self.text.text.len(),
            ScanResult::Doubt => {
                self.state = State::Doubt(0);
                return true;
            }
        };
        let is_large = end - scan.start > self.limits.max_record;
        if is_large {
            scan.shift(self.give_beginning(scan.start));
        }
        self.state = match seen {
            ScanResult::End => State::Gap,
            _ if is_large => State::Large(scan),
            _ => State::Record(scan),
        };
        if seen == ScanResult::End && is_large {
            let gone = self.at;
            self.drop_first(gone);
        } else if seen == ScanResult::End {
            self.records += 1;
            self.end = self.at;
        }
        is_large || seen == ScanResult::End
    }

    /// Gives out the piece before a long gap. The gap belongs to the record behind it.
    fn give_held(&mut self) {
        if let Some((mut chunk, gap)) = self.held.take()
            && chunk.count > 0
        {
            chunk.decoded.text.truncate(gap);
            self.ready.push_back(chunk);
        }
    }

    /// Gives out the beginning of a record that is too large, and all before it. Returns how
    /// many bytes are gone.
    fn give_beginning(&mut self, start: usize) -> usize {
        self.give_held();
        let before = self.end;
        if self.records > 0 {
            self.give_out();
        } else {
            self.drop_first(before);
        }
        let limit = start - before + self.limits.max_record;
        let decoded = self.first_part(self.text.text.floor_char_boundary(limit));
        let chunk = Chunk {
            is_cut: true,
            ..self.chunk(decoded, 1)
        };
        self.passed += 1;
        self.ready.push_back(chunk);
        before + self.forget()
    }

    /// Drops what has been looked at, but for what may be the first node of another record.
    /// Returns how many bytes are gone.
    fn forget(&mut self) -> usize {
        let gone = parting(&self.text.text, self.at.saturating_sub(FIRST_NODE));
        self.drop_first(gone);
        gone
    }

    fn look_for_end(&mut self, mut scan: RecordScan) -> bool {
        let seen = scan.advance(self.text.text.as_bytes(), &mut self.at);
        match seen {
            ScanResult::End => {
                let gone = self.at;
                self.drop_first(gone);
                self.state = State::Gap;
            }
            ScanResult::Doubt => {
                self.at = scan.start + 1;
                self.state = State::Lost;
            }
            ScanResult::NeedsText => {
                scan.shift(self.forget());
                self.state = State::Large(scan);
            }
        }
        seen != ScanResult::NeedsText
    }

    /// Lets the reader find the end of a record that may be broken.
    fn look_in_doubt(&mut self) -> bool {
        let mut reader = read_part(&self.text.text[self.end..], self.limits, false);
        let mut records = 0;
        let mut start = None;
        let mut certain = None;
        while let Some(record) = reader.next() {
            records += 1;
            start = start.or(Some(self.end + record.offset()));
            certain = reader.certain_end;
            if certain.is_some() {
                break;
            }
        }
        let length = self.text.text.len() - self.end;
        if certain.is_some() || self.ended {
            self.records += records;
            self.end += certain.unwrap_or(length);
            self.at = self.end;
            self.state = State::Gap;
        } else if length > self.limits.max_record {
            // The search for the next record begins in this one.
            let start = start.unwrap_or(self.end);
            self.at = start + 1;
            self.give_beginning(start);
            self.at = self.at.max(1);
            self.state = State::Lost;
        } else {
            self.state = State::Doubt(self.text.text.len() + length);
            return false;
        }
        true
    }

    /// Looks for a record at the beginning of a line whose first node tells its game.
    fn look_for_next(&mut self) -> bool {
        let text = &self.text.text;
        while let Some(found) = memmem::find(&text.as_bytes()[self.at..], b"(;") {
            let start = self.at + found;
            if start > 0 && text[..start].ends_with(['\n', '\r']) {
                match tells_game(&text[start + 1..]) {
                    Some(true) => {
                        self.drop_first(start);
                        self.state = State::Gap;
                        return true;
                    }
                    None if !self.ended => {
                        self.drop_first(start - 1);
                        return false;
                    }
                    _ => {}
                }
            }
            self.at = start + 1;
        }
        // What stands before a `(;` matters, and either may be cut off.
        self.at = text.floor_char_boundary(text.len().saturating_sub(2));
        let gone = text.floor_char_boundary(self.at.saturating_sub(2));
        self.drop_first(gone);
        false
    }

    /// Gives out what is left at the end of the file.
    fn finish(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Done);
        if let Some((mut chunk, _)) = self.held.take() {
            if chunk.count == 0 && self.passed == 0 && self.error.is_none() {
                chunk.count = 1;
            }
            self.ready
                .extend(Some(chunk).filter(|chunk| chunk.count > 0));
            return;
        }
        if self.error.is_some() {
            // What the error has cut off is not judged.
            if self.records > 0 {
                self.give_out();
            }
            return;
        }
        match state {
            // It was never closed, and a value that was not may hold the next one.
            State::Record(_) => {
                let rest = &self.text.text[self.end..];
                self.records += read_part(rest, self.limits, false).count();
            }
            State::Gap if self.records > 0 => {}
            State::Gap if self.passed == 0 => self.records = 1,
            _ => return,
        }
        self.end = self.text.text.len();
        self.give_out();
    }

    /// Gives out the whole records of the text.
    fn give_out(&mut self) {
        let end = self.end;
        let rest = self.text.text.split_off(end);
        let later = self.text.decode_errors.partition_point(|&at| at < end);
        let rest = Decoded {
            text: rest,
            decode_errors: self.text.decode_errors.split_off(later),
            ..self.text
        };
        let decoded = std::mem::replace(&mut self.text, rest);
        let chunk = self.chunk(decoded, self.records);
        self.origin.pass(&chunk.decoded.text);
        self.passed += self.records;
        self.records = 0;
        self.go_back(end);
        self.ready.push_back(chunk);
    }

    /// Leaves out the beginning of the text.
    fn drop_first(&mut self, length: usize) {
        let Decoded {
            text,
            decode_errors,
            ..
        } = &mut self.text;
        self.origin.pass(&text[..length]);
        text.drain(..length);
        let gone = decode_errors.partition_point(|&at| at < length);
        decode_errors.drain(..gone);
        self.go_back(length);
    }

    /// Takes account of so many bytes of the text having gone.
    fn go_back(&mut self, gone: usize) {
        for misfit in &mut self.text.decode_errors {
            *misfit -= gone;
        }
        self.end = self.end.saturating_sub(gone);
        self.at = self.at.saturating_sub(gone);
    }

    /// A copy of the beginning of the text.
    fn first_part(&self, length: usize) -> Decoded {
        let decode_errors = self.text.decode_errors.iter().copied();
        Decoded {
            text: self.text.text[..length].to_owned(),
            decode_errors: decode_errors.take_while(|&at| at < length).collect(),
            ..self.text
        }
    }

    /// A piece that begins where the text begins.
    fn chunk(&self, decoded: Decoded, count: usize) -> Chunk {
        Chunk {
            decoded,
            origin: self.origin,
            first: self.passed + 1,
            count,
            limits: self.limits,
            is_cut: false,
        }
    }
}

/// A place not after another one where a text may be parted: not within a character, nor within a
/// line break, but where there is nothing else.
fn parting(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    let before = text[..at].trim_end_matches(['\n', '\r']).len();
    if before == 0 { at } else { before }
}

/// Whether a node holds `GM` or `FF`; `None` if its end is not there and it may yet.
fn tells_game(node: &str) -> Option<bool> {
    let shown = &node[..node.floor_char_boundary(FIRST_NODE)];
    for token in Lexer::new(shown).skip(1) {
        match token.kind {
            TokenKind::NamedValue => {
                if matches!(
                    Name::from_written(token.written_name(shown)),
                    Some(Name::GM | Name::FF)
                ) {
                    return Some(true);
                }
            }
            TokenKind::Value | TokenKind::Stray | TokenKind::Name if token.end < shown.len() => {}
            TokenKind::UnclosedValue | TokenKind::Value | TokenKind::Stray | TokenKind::Name => {
                break;
            }
            TokenKind::Open
            | TokenKind::Close
            | TokenKind::NodeStart
            | TokenKind::MoveNode
            | TokenKind::PlainMove => {
                return Some(false);
            }
        }
    }
    (node.len() >= FIRST_NODE).then_some(false)
}

#[cfg(test)]
mod tests;
