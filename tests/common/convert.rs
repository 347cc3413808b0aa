//! Conversions without the program around them.

use std::path::Path;

use kifu::{
    convert::{Exported, ImportOptions, Imported, Notation, Note, SourceRecord},
    games::{Game, Position, Size},
    lab::RandomPlayer,
    record::{self, Decoded},
    report::LineIndex,
    ruleset::Ruleset,
};
use walkdir::WalkDir;

/// Writes all records of a text, each by itself.
pub fn write_all(to: Notation, decoded: &Decoded) -> Vec<Result<Exported, Vec<Note>>> {
    let places = LineIndex::new(&decoded.text);
    let records = (1..).zip(record::read(decoded));
    let records = records.filter(|(_, record)| !record.is_malformed());
    records
        .map(|(index, record)| {
            to.write(&SourceRecord {
                source: "game.sgf",
                index,
                record: &record,
                line_index: &places,
            })
        })
        .collect()
}

/// Writes the one record of a text.
pub fn write_one(to: Notation, text: &str) -> Result<Exported, Vec<Note>> {
    let mut written = write_all(to, &Decoded::from(text));
    assert_eq!(written.len(), 1, "{text}");
    written.remove(0)
}

/// Reads all records of a text.
pub fn read_all(from: Notation, text: &str) -> Vec<Imported> {
    let input = Box::new(text.as_bytes());
    let reading = from.read(input, record::Limits::default());
    let reading = reading.expect("it can be read");
    let taken = reading.map(|taken| taken.expect("memory can be read"));
    taken.collect()
}

/// Reads the one record of a text, which must be there.
pub fn read_one(from: Notation, text: &str) -> (String, Vec<Note>) {
    let mut taken = read_all(from, text);
    assert_eq!(taken.len(), 1, "{text}");
    let Imported { record, notes, .. } = taken.remove(0);
    (record.unwrap_or_else(|| panic!("{notes:?} {text}")), notes)
}

/// All sample records, with their paths.
pub fn samples() -> Vec<(String, Decoded)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let files = WalkDir::new(&folder).sort_by_file_name().into_iter();
    let paths = files.map(|entry| entry.expect("it can be read").into_path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    let samples: Vec<_> = paths
        .map(|path| {
            let bytes = std::fs::read(&path).expect("it can be read");
            (path.display().to_string(), record::decode(bytes))
        })
        .collect();
    assert!(samples.len() >= 75);
    samples
}

/// A random game as a record in canonical form; of most games not all plies.
pub fn random(ruleset: &Ruleset, number: u64) -> String {
    let game = ruleset.game();
    let size = match game {
        Game::Ugo | Game::Sygo | Game::Bamogo if number.is_multiple_of(5) => Size {
            columns: 4,
            rows: 5,
        },
        _ => Size::square([2, 3, 4, 5, 3][number as usize % 5]),
    };
    let start = Position::new(&ruleset.rules, size, None).expect("a board");
    let played =
        RandomPlayer::new(11, number).play(start, (!number.is_multiple_of(3)).then_some(40));
    let mut text = format!(
        "(;FF[4]GM[{}]SZ[{size}]RU[{}]GN[Game {number}]RE[?]",
        game.name(),
        ruleset.name
    );
    for (color, turn) in &played.plies {
        text.push_str(&format!("\n;{}[{turn}]", color.letter()));
    }
    text.push(')');
    text
}

/// Reads all records of a text, with what it does not say.
pub fn read_all_with(from: Notation, text: &str, options: ImportOptions) -> Vec<Imported> {
    let input = Box::new(text.as_bytes());
    let reading = from.read_with(input, record::Limits::default(), options);
    let reading = reading.expect("it can be read");
    reading
        .map(|read| read.expect("memory can be read"))
        .collect()
}
