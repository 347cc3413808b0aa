//! How fast `AbstractPlay`'s archive is read, against how fast `serde_json` skips it.
//!
//! `cargo bench --bench import` makes an archive of 40 MB in memory, in which one game of 200 is Margo, reads it and
//! skips it in turn, prints both, and fails if reading takes more than twice as long.

// A benchmark talks to whoever has called it.
#![allow(clippy::print_stdout)]

use std::{fmt::Write, time::Instant};

use kifu::{
    convert::{Notation, SourceRecord},
    games::{Position, Size},
    lab::RandomPlayer,
    record::{Limits, LineIndex, read},
    ruleset,
};
use serde::de::IgnoredAny;

/// The size of the archive, in bytes.
const SIZE: usize = 40_000_000;
/// One of so many games is Margo.
const SHARE: usize = 200;
const ROUNDS: usize = 7;
/// How many times as long reading may take.
const MOST: f64 = 2.0;

/// Objects of Margo, of random games on all boards of the server.
fn margo() -> Vec<String> {
    let ruleset = ruleset::by_name("margo-abstractplay").expect("it is embedded");
    let numbers = 0..24_u64;
    let objects = numbers.map(|number| {
        let size = Size::square([4, 6, 7, 9][number as usize % 4]);
        let start = Position::new(&ruleset.rules, size, None).expect("a board");
        let game = RandomPlayer::new(3, number).play(start, None);
        let mut text = format!("(;GM[margo]SZ[{size}]RU[{}]", ruleset.name);
        for (color, turn) in &game.plies {
            let _ = write!(text, ";{}[{turn}]", color.letter());
        }
        text.push(')');
        let line_index = LineIndex::new(&text);
        let record = read(text.as_str()).next().expect("a record");
        let item = SourceRecord {
            source: "",
            index: 1,
            record: &record,
            line_index: &line_index,
        };
        let written = Notation::Abstractplay.write(&item);
        written.expect("a finished game can be written").text
    });
    objects.collect()
}

/// An object of another game.
fn other(number: usize) -> String {
    let mut text = format!(
        r#"{{"header":{{"game":{{"name":"Game {}","variants":[]}},"site":{{"name":"Abstract Play","gameid":"g#{number}"}},"date-start":"2024-05-01T12:34:56.000Z","date-end":"2024-06-01T00:00:00.000Z","date-generated":"2026-11-01T00:00:00.000Z","players":[{{"name":"ann","userid":"a-{number}","score":3,"result":1}},{{"name":"ben","userid":"b","score":2,"result":0}}]}},"moves":["#,
        number % 250
    );
    for round in 0..20 + number % 60 {
        let comma = if round > 0 { "," } else { "" };
        let _ = match round % 2 {
            0 => write!(text, r#"{comma}["d{round}-e4","a1-b{number}"]"#),
            _ => write!(
                text,
                r#"{comma}[{{"move":"d{round}","result":[{{"type":"place","where":"d4"}}]}},"\"pass\""]"#
            ),
        };
    }
    text.push_str("]}");
    text
}

fn main() {
    let margo = margo();
    let mut archive = String::from("[");
    let mut count = 0;
    let mut games = 0;
    while archive.len() < SIZE {
        if count > 0 {
            archive.push(',');
        }
        if count % SHARE == 7 {
            archive.push_str(&margo[games % margo.len()]);
            games += 1;
        } else {
            archive.push_str(&other(count));
        }
        count += 1;
    }
    archive.push(']');

    let (mut reading, mut skipping) = (f64::MAX, f64::MAX);
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        let input = Box::new(archive.as_bytes());
        let read = Notation::Abstractplay.read(input, Limits::default());
        let records = read.expect("it can be read").filter(|read| {
            let read = read.as_ref().expect("memory can be read");
            read.record.is_some()
        });
        assert_eq!(records.count(), games, "all games of Margo are read");
        reading = reading.min(begin.elapsed().as_secs_f64());

        let begin = Instant::now();
        let skipped: Result<IgnoredAny, _> = serde_json::from_str(&archive);
        assert!(skipped.is_ok());
        skipping = skipping.min(begin.elapsed().as_secs_f64());
    }
    let megabytes = archive.len() as f64 / 1e6;
    let ratio = reading / skipping;
    println!(
        "{count} games, {games} of Margo: read at {:.0} MB/s, skipped at {:.0} MB/s; {ratio:.2} times as long",
        megabytes / reading,
        megabytes / skipping
    );
    assert!(
        ratio <= MOST,
        "reading takes more than {MOST} times as long"
    );
}
