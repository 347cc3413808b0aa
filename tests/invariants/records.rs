//! Bytes as a file of records, read and written.

use std::{
    io::{self, Read},
    ops::Range,
};

use kifu::{
    games::Game,
    record::{
        self, ChunkReader, Decoded, FaultKind, Layout, Limits, Record, decode, move_by_grammar,
        read_by_grammar, read_move,
    },
};

/// Reading ends with records whose parts stand between characters, and one after the other.
pub fn parse(data: &[u8]) {
    let decoded = decode(data.to_vec());
    let text = &decoded.text;
    let part = |place: Range<usize>| {
        let found = text.get(place.clone());
        found.unwrap_or_else(|| panic!("{place:?} is no part of {text:?}"))
    };
    for misfit in &decoded.decode_errors {
        assert!(text.is_char_boundary(*misfit), "{misfit}");
    }
    let (mut records, mut end) = (0, 0);
    for record in record::read(text) {
        let begin = record.offset();
        assert!(records == 0 || begin >= end, "{begin} {end}");
        end = begin + record.text().len();
        assert_eq!(part(begin..end), record.text());
        records += 1;
        for fault in record.faults() {
            part(fault.span.clone());
        }
        for node in record.nodes() {
            assert!(record.parent(node).is_none_or(|parent| parent < node));
            assert!(
                record
                    .children(node)
                    .all(|child| record.parent(child) == Some(node))
            );
            part(record.source_range(record.node(node).span));
            for property in record.properties(node) {
                let whole = part(record.source_range(property.span));
                assert!(whole.starts_with(record.raw(property.written)));
                assert!(whole.ends_with(']') && !record.values(property).is_empty());
                for &value in record.values(property) {
                    assert_eq!(part(record.source_range(value)), record.raw(value));
                }
            }
        }
    }
    assert!(records > 0);
}

/// What is written reads back as the same record.
pub fn write(data: &[u8]) {
    for_each_sound(data, |record| {
        let text = record.to_text();
        let again = only(&text);
        assert!(again == *record, "{text:?}");
        assert_eq!(again.to_text(), text);
    });
}

/// The canonical form of a record is its own canonical form.
pub fn fmt(data: &[u8]) {
    for_each_sound(data, |record| {
        let nodes = record.canonical(Layout::Nodes);
        for layout in [Layout::Nodes, Layout::Compact] {
            let text = record.canonical(layout);
            let decoded = decode(text.clone().into_bytes());
            assert_eq!(decoded.text, text, "read as something else");
            let again = only(&text);
            assert_eq!(again.canonical(layout), text);
            assert_eq!(again.canonical(Layout::Nodes), nodes);
        }
    });
}

/// The quick reader of tokens and the grammar find the same records, to the last byte.
pub fn tokens(data: &[u8]) {
    let decoded = decode(data.to_vec());
    let (mut quick, mut slow) = (record::read(&decoded), read_by_grammar(&decoded));
    loop {
        let (quick, slow) = (quick.next(), slow.next());
        assert_eq!(format!("{quick:?}"), format!("{slow:?}"));
        if quick.is_none() {
            return;
        }
    }
}

/// The quick reader of moves and the grammar read alike, and what a move is written as is read as that move.
pub fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in Game::ALL {
        let turn = read_move(game, &text);
        assert_eq!(turn, move_by_grammar(game, &text), "{game:?} {text:?}");
        if let Some(turn) = turn {
            let written = turn.to_string();
            // What is beyond the largest point kept is written as that.
            let again = read_move(game, &written);
            assert_eq!(again, Some(turn), "{game:?} {text:?} {written:?}");
        }
    }
}

/// A file cut into chunks holds the records of the whole, however it is cut and however it comes in. The first
/// two bytes say how.
pub fn chunks(data: &[u8]) {
    let [block, chunk, file @ ..] = data else {
        return;
    };
    let decoded = decode(file.to_vec());
    let records = (1..).zip(record::read(&decoded));
    let whole: Vec<Found> = records
        .map(|(number, record)| found(number, &record, 0))
        .collect();
    let block = usize::from(*block) + 1;
    let limits = Limits {
        chunk: usize::from(*chunk),
        ..Limits::default()
    };
    assert_eq!(in_chunks(file, block, limits, &decoded), whole);
    // Smaller records may be cut in the middle, but nothing else is lost.
    let max_record = usize::from(*chunk) + 1;
    in_chunks(
        file,
        block,
        Limits {
            max_record,
            ..limits
        },
        &decoded,
    );
}

fn in_chunks(file: &[u8], chunk: usize, limits: Limits, whole: &Decoded) -> Vec<Found> {
    let input = Box::new(Trickle(file, chunk));
    let mut chunks = ChunkReader::new(input, None, limits);
    let (mut all, mut next) = (Vec::new(), 1);
    while let Some(chunk) = chunks.next_chunk().expect("bytes in memory can be read") {
        assert_eq!(chunk.first, next);
        next += chunk.count;
        let before = chunk.origin.byte;
        assert!(whole.text[before..].starts_with(&chunk.decoded.text));
        let count = all.len();
        for (number, record) in chunk.records() {
            all.push(found(number, &record, before));
        }
        assert_eq!(all.len() - count, chunk.count);
    }
    all
}

/// Number, place, text and faults of a record.
type Found = (usize, usize, String, Vec<(FaultKind, usize, usize)>);

fn found(number: usize, record: &Record, before: usize) -> Found {
    let faults = record.faults().iter().map(|fault| {
        let place = &fault.span;
        (fault.kind, before + place.start, before + place.end)
    });
    let place = before + record.offset();
    (number, place, record.text().to_owned(), faults.collect())
}

/// Gives few bytes at a time.
struct Trickle<'b>(&'b [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.len().min(self.1).min(buffer.len());
        let (given, rest) = self.0.split_at(length);
        buffer[..length].copy_from_slice(given);
        self.0 = rest;
        Ok(length)
    }
}

/// Takes all records of a file that can be read.
fn for_each_sound(data: &[u8], mut take: impl FnMut(&Record)) {
    let decoded = decode(data.to_vec());
    for record in record::read(&decoded) {
        if !record.is_malformed() {
            take(&record);
        }
    }
}

/// The record of a text that holds one and nothing else.
fn only(text: &str) -> Record<'_> {
    let mut records = record::read(text);
    let record = records.next().expect("a text has a record");
    assert!(records.next().is_none(), "{text:?}");
    assert_eq!(record.faults(), [], "{text:?}");
    record
}
