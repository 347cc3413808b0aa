//! Bytes as text in another notation.

use kifu::{
    convert::{ImportOptions, Notation},
    games::Game,
    record::{self, Layout, Limits},
};

/// Small, so that limits are met.
fn limits() -> Limits {
    Limits {
        max_record: 4_000,
        max_nodes: 60,
        max_values: 200,
        ..Limits::default()
    }
}

/// Any bytes are records in canonical form, or errors; the first byte chooses the game.
fn import(notation: Notation, data: &[u8]) {
    let (first, text) = data.split_first().unwrap_or((&0, &[]));
    let options = ImportOptions {
        game: [
            None,
            Some(Game::Ugo),
            Some(Game::Sygo),
            Some(Game::Bargo),
            Some(Game::Bamogo),
            Some(Game::Margo),
        ]
        .get(usize::from(first & 7))
        .copied()
        .flatten(),
        skip_i: first & 8 > 0,
        ..ImportOptions::default()
    };
    let reading = notation.read_with(Box::new(text), limits(), options);
    let reading = reading.expect("it can be read");
    // Each record takes at least a byte of the input, or is the only error.
    for (count, imported) in reading.enumerate() {
        let imported = imported.expect("memory can be read");
        assert!(count <= text.len());
        let (line, column) = imported.location;
        assert!(line >= 1 && column >= 1);
        let is_error = imported.notes.iter().any(|note| note.is_error);
        let Some(text) = imported.record else {
            assert!(is_error, "a record is lost in silence");
            continue;
        };
        let mut records = record::read(text.as_str());
        let record = records.next().expect("a record");
        assert!(records.next().is_none() && !record.is_malformed(), "{text}");
        if notation != Notation::Json {
            assert_eq!(record.canonical(Layout::Nodes).trim_end(), text.trim_end());
        }
    }
}

/// JSON.
pub fn json(data: &[u8]) {
    import(Notation::Json, data);
}

/// The listing of Margo's designer.
pub fn listing(data: &[u8]) {
    import(Notation::MargoListing, data);
}

/// `AbstractPlay`'s archive.
pub fn abstractplay(data: &[u8]) {
    import(Notation::Abstractplay, data);
}

/// `AbstractPlay`'s moves alone.
pub fn abstractplay_moves(data: &[u8]) {
    import(Notation::AbstractplayMargo, data);
}

/// Move lists.
pub fn movelist(data: &[u8]) {
    import(Notation::Moves, data);
}

/// Records of Go.
pub fn go(data: &[u8]) {
    import(Notation::GoSgf, data);
}
