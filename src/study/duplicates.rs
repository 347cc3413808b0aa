//! Duplicates: records of the same game, found by hashes.
//!
//! Only a hash of 128 bits per record is kept in memory, so millions of records fit. Equal hashes are taken for equal
//! games: no collision of blake3 is known, and a collision by chance is expected only among some 10^19 records.

use std::{
    cmp::Ordering,
    collections::HashMap,
    fs::File,
    hash::Hash,
    io::{self, BufReader, BufWriter, Read, Seek, Write},
};

use blake3::Hasher;

use super::symmetry::Symmetry;
use crate::{
    games::{Move, Piece, Position},
    record::{Name, NodeId, Purpose, Record},
    verify::{Options, Step, Verdict, Visitor, replay, verify},
};

/// When two records count as the same game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchBy {
    /// They have the same moves from the same start. The order of the stones of a turn makes no difference.
    #[default]
    Moves,
    /// They end with the same pieces on the same board.
    Final,
    /// They have the same moves, or the moves of one are the beginning of the moves of the other.
    Beginning,
}

/// A hash of the compared part of a game.
pub type GameKey = [u8; 16];

/// The keys of a record: one, or for [`MatchBy::Beginning`] one for each beginning, the shortest first and the
/// whole game last. Empty if the record has no plies.
pub fn keys(
    record: &Record,
    options: &Options,
    match_by: MatchBy,
    symmetric: bool,
) -> Vec<GameKey> {
    if match_by == MatchBy::Final {
        let verdict = verify(record, options);
        let position = verdict.position.filter(|position| position.plies() > 0);
        return position
            .map(|position| board_key(&position, symmetric))
            .into_iter()
            .collect();
    }
    let mut hasher = MoveHasher {
        symmetric,
        with_beginnings: match_by == MatchBy::Beginning,
        game: None,
        keys: Vec::new(),
        rolling: None,
    };
    let verdict = replay(record, options, &mut hasher);
    hasher.finish(record, &verdict)
}

/// The moves of a record as hashes: all of them, and their beginnings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveKeys {
    /// The key of all moves; `None` if there are none.
    pub whole: Option<GameKey>,
    /// A hash of the start and the first move, of the first two moves and so on, as far as they are legal. It is shorter than
    /// a key: equal hashes suggest the same moves.
    pub beginnings: Vec<u64>,
}

/// The verdict on a record, and the keys of its moves.
pub fn verdict_and_keys(record: &Record, options: &Options) -> (Verdict, MoveKeys) {
    let mut hasher = MoveHasher {
        symmetric: false,
        with_beginnings: false,
        game: None,
        keys: Vec::new(),
        rolling: Some(RollingHash::default()),
    };
    let verdict = replay(record, options, &mut hasher);
    let rolling = hasher.rolling.take().unwrap_or_default();
    let keys = hasher.finish(record, &verdict);
    let keys = MoveKeys {
        whole: keys.first().copied(),
        beginnings: rolling.beginnings,
    };
    (verdict, keys)
}

/// Hashes of the beginnings of a game, which cost little.
#[derive(Debug, Default)]
struct RollingHash {
    state: u64,
    beginnings: Vec<u64>,
}

impl RollingHash {
    fn start(&mut self, position: &GameKey) {
        self.add(position);
    }

    fn play(&mut self, ply: &[u8]) {
        self.add(ply);
        self.beginnings.push(self.state);
    }

    /// Adds bytes by FNV-1a, and mixes the result.
    fn add(&mut self, bytes: &[u8]) {
        let hash = bytes
            .iter()
            .fold(self.state ^ 0xcbf2_9ce4_8422_2325, |hash, byte| {
                (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
            });
        self.state = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

fn symmetries(position: &Position, symmetric: bool) -> Vec<Symmetry> {
    let (game, size) = (position.game(), position.size());
    if symmetric {
        Symmetry::all(game, size)
    } else {
        Symmetry::none(game, size)
    }
}

/// The key of the pieces on a board in the orientation with the smallest bytes.
fn board_key(position: &Position, symmetric: bool) -> GameKey {
    let mut hasher = ImageHasher::new(position, symmetric);
    hasher.add(|symmetry, image| add_board(position, *symmetry, image));
    hasher.key()
}

/// Adds a board and its pieces in one orientation.
fn add_board(position: &Position, symmetry: Symmetry, image: &mut ImageBytes) {
    let mut pieces: Vec<Piece> = position.pieces();
    for piece in &mut pieces {
        *piece = symmetry.piece(*piece);
    }
    pieces.sort_unstable();
    (position.game(), position.size(), pieces).hash(image);
}

/// The bytes that values give to a hash, for hashes that are equal only if the values are.
#[derive(Debug, Default)]
struct ImageBytes(Vec<u8>);

impl std::hash::Hasher for ImageBytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// The number of a variant.
    fn write_isize(&mut self, number: isize) {
        debug_assert!(u8::try_from(number).is_ok(), "no type has so many variants");
        self.write_u8(number as u8);
    }

    fn finish(&self) -> u64 {
        unreachable!("the bytes are hashed, not the hash of them")
    }
}

/// Hashes a game in the orientation with the smallest bytes. It is chosen step by step: an orientation with larger bytes is
/// dropped at once.
#[derive(Debug)]
struct ImageHasher {
    hasher: Hasher,
    /// The orientations that have the smallest bytes so far.
    symmetries: Vec<Symmetry>,
    /// Their bytes that have not been hashed yet.
    bytes: ImageBytes,
}

impl ImageHasher {
    /// Bytes are collected up to so many, since hashing few at a time takes longer.
    const MOST: usize = 4 * 1024;

    fn new(position: &Position, symmetric: bool) -> ImageHasher {
        ImageHasher {
            hasher: Hasher::new(),
            symmetries: symmetries(position, symmetric),
            bytes: ImageBytes::default(),
        }
    }

    /// Adds what `add` adds for each orientation; returns those bytes.
    fn add(&mut self, add: impl Fn(&Symmetry, &mut ImageBytes)) -> &[u8] {
        if self.bytes.0.len() > Self::MOST {
            self.flush();
        }
        let start = self.bytes.0.len();
        let [first, others @ ..] = &*self.symmetries else {
            return &[];
        };
        add(first, &mut self.bytes);
        if !others.is_empty() {
            let mut smallest = vec![*first];
            for symmetry in others {
                let mut image = ImageBytes::default();
                add(symmetry, &mut image);
                match image.0[..].cmp(&self.bytes.0[start..]) {
                    Ordering::Less => {
                        smallest.clear();
                        self.bytes.0.truncate(start);
                        self.bytes.0.append(&mut image.0);
                    }
                    Ordering::Equal => {}
                    Ordering::Greater => continue,
                }
                smallest.push(*symmetry);
            }
            self.symmetries = smallest;
        }
        &self.bytes.0[start..]
    }

    fn flush(&mut self) {
        self.hasher.update(&self.bytes.0);
        self.bytes.0.clear();
    }

    /// The key of the game so far.
    fn key(&mut self) -> GameKey {
        self.flush();
        let mut key = GameKey::default();
        self.hasher.finalize_xof().fill(&mut key);
        key
    }
}

/// Hashes the moves of a record while it is replayed.
struct MoveHasher {
    symmetric: bool,
    with_beginnings: bool,
    /// The moves so far; `None` before the start.
    game: Option<ImageHasher>,
    keys: Vec<GameKey>,
    /// The beginnings as short hashes, if they are wanted.
    rolling: Option<RollingHash>,
}

impl MoveHasher {
    fn finish(mut self, record: &Record, verdict: &Verdict) -> Vec<GameKey> {
        let Some(mut game) = self.game else {
            return Vec::new();
        };
        // An illegal ply or setup and what follows it are compared as written.
        let rest = unplayed(record, verdict.plies);
        if rest.is_empty() && verdict.plies == 0 {
            return Vec::new();
        }
        for text in &rest {
            // No player has this number.
            game.add(|_, bytes| (u8::MAX, text).hash(bytes));
        }
        if !rest.is_empty() || !self.with_beginnings {
            self.keys.push(game.key());
        }
        self.keys
    }
}

impl Visitor for MoveHasher {
    fn visit(&mut self, step: &Step) {
        let position = step.position;
        match (step.turn, &mut self.game) {
            (None, None) => {
                let mut game = ImageHasher::new(position, self.symmetric);
                game.add(|symmetry, image| {
                    add_board(position, *symmetry, image);
                    // The pairs of a line that were played are those of the moves.
                    (position.to_move(), position.button(), position.grown()).hash(image);
                });
                if let Some(rolling) = &mut self.rolling {
                    rolling.start(&game.key());
                }
                self.game = Some(game);
            }
            (Some((color, mv)), Some(game)) => {
                let ply =
                    game.add(|symmetry, image| (color, compared(symmetry.mv(mv))).hash(image));
                if let Some(rolling) = &mut self.rolling {
                    rolling.play(ply);
                }
                if self.with_beginnings {
                    self.keys.push(game.key());
                }
            }
            _ => {}
        }
    }
}

/// A legal move as it is compared. The stones of a turn of Sygo lead to one board in every legal order, and the two players
/// may well write them down in two.
fn compared(mut mv: Move) -> Move {
    if let Move::Stones(points) = &mut mv {
        points.sort_unstable();
    }
    mv
}

/// What the main line says after the first `plies` plies, which are legal: moves, and setup, which is not allowed there;
/// as written.
fn unplayed<'t>(record: &Record<'t>, plies: u32) -> Vec<&'t str> {
    let next = |&node: &NodeId| record.children(node).next();
    let line = std::iter::successors(Some(NodeId::ROOT), next);
    let rest = line.filter(|&node| record.plies(node) >= plies.max(1));
    let properties = rest.flat_map(|node| {
        let is_unplayed = move |name: Name| match name.purpose() {
            Purpose::Move => record.plies(node) > plies,
            Purpose::Setup => true,
            _ => false,
        };
        let properties = record.properties(node).iter();
        properties.filter(move |property| is_unplayed(property.name))
    });
    properties
        .map(|property| record.raw(property.span))
        .collect()
}

/// Finds duplicates among records that are added one by one.
#[derive(Debug, Default)]
pub struct Duplicates {
    /// The number of the first record with each key.
    firsts: HashMap<GameKey, u64>,
    /// The keys of the beginnings of records, in a temporary file until all records have been added.
    spool: Option<BufWriter<File>>,
}

impl Duplicates {
    /// Adds the next record with its number; returns the number of an earlier duplicate.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub fn add(&mut self, number: u64, keys: &[GameKey]) -> io::Result<Option<u64>> {
        let Some((&whole, beginnings)) = keys.split_last() else {
            return Ok(None);
        };
        let first = *self.firsts.entry(whole).or_insert(number);
        if first != number {
            return Ok(Some(first));
        }
        if !beginnings.is_empty() {
            if self.spool.is_none() {
                self.spool = Some(BufWriter::new(tempfile::tempfile()?));
            }
            if let Some(spool) = &mut self.spool {
                spool.write_all(&number.to_le_bytes())?;
                spool.write_all(&(beginnings.len() as u64).to_le_bytes())?;
                spool.write_all(beginnings.as_flattened())?;
            }
        }
        Ok(None)
    }

    /// The numbers of records that are the beginning of another, in order, each with the number of the first
    /// record that continues it.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub fn beginnings(self) -> io::Result<Vec<(u64, u64)>> {
        let Some(spool) = self.spool else {
            return Ok(Vec::new());
        };
        let mut file = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut spool = BufReader::new(file);
        let mut found: HashMap<u64, u64> = HashMap::new();
        while let Some(number) = next_number(&mut spool)? {
            let count = next_number(&mut spool)?.unwrap_or_default();
            for _ in 0..count {
                let mut key = GameKey::default();
                spool.read_exact(&mut key)?;
                if let Some(&shorter) = self.firsts.get(&key) {
                    found.entry(shorter).or_insert(number);
                }
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_unstable();
        Ok(found)
    }
}

/// The next number in the temporary file; `None` at the end.
fn next_number(spool: &mut impl Read) -> io::Result<Option<u64>> {
    let mut bytes = [0; 8];
    match spool.read_exact(&mut bytes) {
        Ok(()) => Ok(Some(u64::from_le_bytes(bytes))),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    /// Which records are duplicates of an earlier one, and which are the beginning of another.
    fn found(match_by: MatchBy, symmetric: bool, records: &[&str]) -> String {
        let mut duplicates = Duplicates::default();
        let mut summary = Vec::new();
        for (number, text) in (0..).zip(records) {
            let record = read(*text).next().unwrap();
            let keys = keys(&record, &Options::default(), match_by, symmetric);
            if keys.is_empty() {
                summary.push(format!("{number} -"));
            }
            if let Some(first) = duplicates.add(number, &keys).unwrap() {
                summary.push(format!("{number} = {first}"));
            }
        }
        for (shorter, longer) in duplicates.beginnings().unwrap() {
            summary.push(format!("{shorter} < {longer}"));
        }
        summary.join(", ")
    }

    const UGO: &[&str] = &[
        "(;GM[ugo]SZ[5]PB[Ann];B[c3];W[d4];B[a2])",
        "(;GM[ugo]SZ[5];B[C3]C[the same](;W[ d4 ];B[a2])(;W[a1]))",
        "(;GM[ugo]SZ[5];B[c3];W[d4])",
        "(;GM[ugo]SZ[5];B[c3];W[b2];B[e4])",
        "(;GM[ugo]SZ[5];B[a2];W[d4];B[c3])",
        "(;GM[ugo]SZ[6];B[c3];W[d4];B[a2])",
        "(;GM[ugo]SZ[5];B[c3];W[d4];B[a2];W[d4])",
        "(;GM[ugo]SZ[5];B[c3];W[d4];B[a2];W[c3])",
        "(;GM[ugo]SZ[5];B[c3];W[d4];B[a2];W[c3])",
        "(;GM[ugo]SZ[5]RE[?])",
        "(;GM[ugo]SZ[5];B[c3",
        "(;GM[ugo]SZ[5]PL[W];W[d4];B[c3];W[pass];B[a2])",
    ];

    #[test]
    fn the_same_moves() {
        assert_eq!(found(MatchBy::Moves, false, &UGO[..4]), "1 = 0");
        assert_eq!(found(MatchBy::Moves, false, UGO), "1 = 0, 8 = 7, 9 -, 10 -");
        // Reflected, with illegal moves compared as written.
        assert_eq!(
            found(MatchBy::Moves, true, UGO),
            "1 = 0, 3 = 0, 8 = 7, 9 -, 10 -"
        );
    }

    #[test]
    fn the_order_of_the_stones_of_a_turn_makes_no_difference() {
        let turn = |stones: &str, next: &str| {
            format!("(;GM[sygo]SZ[7];W[b2];B[f6];W[f2];B[b6];W[{stones}];B[{next}])")
        };
        let records = [
            turn("b3,f3", "b5,f5"),
            turn("f3,b3", "f5,b5"),
            turn("b3,f3", "b5"),
            turn("f3,b3", "b5,e6"),
            // A group grows once: an error, which is compared as written.
            turn("b3,f3", "b5,b4"),
            turn("f3,b3", "b4,b5"),
            turn("f3,b3", "b5,b4"),
        ];
        let records = records.each_ref().map(String::as_str);
        assert_eq!(found(MatchBy::Moves, false, &records), "1 = 0, 6 = 4");
        let beginnings = found(MatchBy::Beginning, false, &records[..2]);
        assert_eq!(beginnings, "1 = 0");
        // Also if the smallest image has another order: the reflection of the first.
        let reflected = "(;GM[sygo]SZ[7];W[f2];B[b6];W[b2];B[f6];W[f3,b3];B[f5,b5])";
        assert_eq!(
            found(MatchBy::Moves, true, &[records[0], reflected]),
            "1 = 0"
        );
    }

    #[test]
    fn what_follows_an_error_is_compared_as_written() {
        let records = [
            "(;GM[ugo]SZ[5];B[c3];AW[d3];B[d4])",
            "(;GM[ugo]SZ[5];B[c3];AW[e1][e2]AB[a1];B[d4])",
            "(;GM[ugo]SZ[5];B[c3];AW[d3]C[the same];B[d4])",
            "(;GM[ugo]SZ[5];B[c3];PL[B];B[d4])",
            "(;GM[ugo]SZ[5];B[c3];PL[W];B[d4])",
            "(;GM[ugo]SZ[5];B[c3];W[d4]AB[a1])",
            "(;GM[ugo]SZ[5];B[c3];W[d4]AB[a2])",
            "(;GM[ugo]SZ[5];B[c3];W[d4])",
            "(;GM[ugo]SZ[5];B[c3];AW[e1])",
            "(;GM[ugo]SZ[5];B[c3])",
            "(;GM[margo]RU[margo-3]SZ[3];W[a1];B[b1];G[b1])",
            "(;GM[margo]RU[margo-3]SZ[3];W[a1];B[b1];G[a1])",
            "(;GM[margo]RU[margo-3]SZ[3];W[a1];B[b1];G[c9])",
            "(;GM[margo]RU[margo-3]SZ[3];W[a1];B[b1])",
        ];
        for symmetric in [false, true] {
            assert_eq!(found(MatchBy::Moves, symmetric, &records), "2 = 0");
        }
    }

    #[test]
    fn beginnings_have_hashes() {
        let of = |index: usize| {
            let record = read(UGO[index]).next().unwrap();
            verdict_and_keys(&record, &Options::default()).1
        };
        let (whole, same, shorter, other) = (of(0), of(1), of(2), of(3));
        assert_eq!(whole, same);
        assert_eq!(whole.beginnings.len(), 3);
        assert_eq!(whole.beginnings[..2], shorter.beginnings);
        assert_eq!(whole.beginnings[0], other.beginnings[0]);
        assert_ne!(whole.beginnings[1], other.beginnings[1]);
        // Another board, and no moves.
        assert_ne!(of(5).beginnings[0], whole.beginnings[0]);
        assert_eq!(of(9), MoveKeys::default());
    }

    #[test]
    fn the_same_final_position() {
        let expected = "1 = 0, 4 = 0, 6 = 0, 7 = 0, 8 = 0, 9 -, 10 -";
        assert_eq!(found(MatchBy::Final, false, &UGO[..11]), expected);
        assert_eq!(found(MatchBy::Final, true, &UGO[..4]), "1 = 0, 3 = 0");
    }

    #[test]
    fn the_beginning_of_another() {
        let expected = "1 = 0, 8 = 7, 9 -, 10 -, 0 < 6, 2 < 0";
        assert_eq!(found(MatchBy::Beginning, false, UGO), expected);
        let rotated = [
            "(;GM[bargo]SZ[3];B[c4/ne])",
            "(;GM[bargo]SZ[3];B[b3/nw];W[c3/e])",
        ];
        assert_eq!(found(MatchBy::Beginning, false, &rotated), "");
        assert_eq!(found(MatchBy::Beginning, true, &rotated), "0 < 1");
    }
}
