//! Which records are copies of one game, and whether their results agree.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    io,
};

use super::{
    names::PlayerId,
    row::{CountedResult, Winner},
    spool::Spool,
};
use crate::{games::Color, study::GameKey};

/// The players Black and White of a game, as far as they have names.
pub(super) type PlayerIds = [Option<PlayerId>; 2];

/// Who has won, whatever the color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victory {
    Won(PlayerId),
    /// The third or fourth player.
    Further(Color),
    Draw,
    /// `Void`.
    Nobody,
}

/// A game between two players: the records with the same moves, by either of them as Black. It is small, because there is
/// one for each game.
#[derive(Debug)]
struct Submission {
    /// The first valid record with a result, if there is one.
    first: RecordNumber,
    /// Its result.
    victory: Victory,
    /// Whether the player with the larger number is Black in it.
    is_turned: bool,
    /// The first valid record whose result counts.
    counted: RecordNumber,
    /// The first valid record with another result than the first.
    other: RecordNumber,
    /// The first record with a result that begins with these moves and is of the round of one of the valid records.
    whole: RecordNumber,
}

/// The number of a record that may be missing, in 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RecordNumber(u64);

impl RecordNumber {
    const NONE: RecordNumber = RecordNumber(u64::MAX);

    fn get(self) -> Option<u64> {
        (self != RecordNumber::NONE).then_some(self.0)
    }

    /// Sets the number if it is missing.
    fn get_or_set(&mut self, number: u64) {
        if *self == RecordNumber::NONE {
            *self = RecordNumber(number);
        }
    }
}

/// A hash of moves, players, event and round.
pub(super) type Occasion = u64;

/// What a record has in common with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Relations {
    /// The first record with the same moves, and its players, if it is another one: the first of this game with a result,
    /// if there is one before.
    pub(super) original: Option<(u64, PlayerIds)>,
    /// The record that counts for this game.
    pub(super) counted: Option<u64>,
    /// The first two records of this game whose results disagree.
    pub(super) disagreement: Option<(u64, u64)>,
    /// Whether this record has another result than the first.
    pub(super) disagrees: bool,
    /// The record whose moves begin with those of this one.
    pub(super) longer: Option<LongerCopy>,
    /// The whole game, of which this one is the beginning, since one of its records states the same round.
    pub(super) whole: Option<u64>,
}

/// A record that goes on where another ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LongerCopy {
    pub(super) number: u64,
    /// Whether it has a result that would count.
    pub(super) has_result: bool,
}

/// A record as it is compared with others.
#[derive(Debug)]
pub(super) struct Submitted<'r> {
    pub(super) number: u64,
    pub(super) key: Option<GameKey>,
    pub(super) beginnings: &'r [u64],
    pub(super) players: PlayerIds,
    /// Event and round.
    pub(super) occasion: [Option<String>; 2],
    /// A hash of the start of the game, if a record without moves could be of this one.
    pub(super) start: Option<u64>,
    pub(super) counted: CountedResult,
}

/// All records by their games. It keeps hashes only; those of beginnings are in a temporary file.
#[derive(Debug, Default)]
pub(super) struct Submissions {
    /// The number of the first record with each key, and its players.
    known: HashMap<GameKey, (u64, PlayerIds)>,
    /// By the key and the players, the one with the smaller number first.
    played: HashMap<(GameKey, [PlayerId; 2]), Submission>,
    /// The occasions of all valid records.
    occasions: HashSet<Occasion>,
    beginnings: Spool,
    /// The key, the players and the occasion of each valid record with a round.
    rounds: Spool,
    /// The occasions that are the beginning of another.
    longer: HashMap<Occasion, LongerCopy>,
}

impl Submissions {
    /// Adds the next record; returns its occasion if it is valid and has players and moves.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be written.
    pub(super) fn add(&mut self, record: &Submitted) -> io::Result<Option<Occasion>> {
        let Some(key) = record.key else {
            return Ok(None);
        };
        self.known
            .entry(key)
            .or_insert((record.number, record.players));
        if record.counted == CountedResult::Rejected {
            return Ok(None);
        }
        let Some(pair) = pair(record.players) else {
            return Ok(None);
        };
        let submission = self.played.entry((key, pair)).or_insert(Submission {
            first: RecordNumber::NONE,
            victory: Victory::Nobody,
            is_turned: false,
            counted: RecordNumber::NONE,
            other: RecordNumber::NONE,
            whole: RecordNumber::NONE,
        });
        if let Some(victory) = victory(record.players, record.counted) {
            if submission.first == RecordNumber::NONE {
                submission.first = RecordNumber(record.number);
                submission.victory = victory;
                submission.is_turned = record.players[0] > record.players[1];
            } else if submission.victory != victory {
                submission.other.get_or_set(record.number);
            }
        }
        if matches!(record.counted, CountedResult::Counts(_)) {
            submission.counted.get_or_set(record.number);
        }
        let Some((last, beginnings)) = record.beginnings.split_last() else {
            return Ok(None);
        };
        let salt = occasion_hash(pair, &record.occasion);
        let occasion = last ^ salt;
        self.occasions.insert(occasion);
        let has_result = matches!(record.counted, CountedResult::Counts(_));
        let start = record.start.filter(|start| start != last);
        let mut item = Vec::with_capacity(beginnings.len() * 8 + 17);
        item.extend(record.number.to_le_bytes());
        item.push(has_result.into());
        for beginning in start.iter().chain(beginnings) {
            item.extend((beginning ^ salt).to_le_bytes());
        }
        self.beginnings.add(&item)?;
        if record.occasion[1].is_some() {
            self.rounds.add(&item_of_round(key, pair, occasion))?;
        }
        Ok(Some(occasion))
    }

    /// Finds the records that are the beginning of another, after the last one has been added.
    ///
    /// # Errors
    ///
    /// If the temporary file cannot be read.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let mut items = std::mem::take(&mut self.beginnings).read()?;
        while let Some(item) = items.next()? {
            let Some((head, beginnings)) = item.split_first_chunk::<9>() else {
                continue;
            };
            let (number, has_result) = head.split_at(8);
            let number = number
                .try_into()
                .map(u64::from_le_bytes)
                .unwrap_or_default();
            let has_result = has_result != [0];
            for beginning in beginnings.as_chunks::<8>().0 {
                let shorter = u64::from_le_bytes(*beginning);
                if !self.occasions.contains(&shorter) {
                    continue;
                }
                let copy = LongerCopy { number, has_result };
                match self.longer.entry(shorter) {
                    // One with a result is the better answer.
                    Entry::Occupied(mut entry) if has_result && !entry.get().has_result => {
                        entry.insert(copy);
                    }
                    Entry::Occupied(_) => {}
                    Entry::Vacant(entry) => {
                        entry.insert(copy);
                    }
                }
            }
        }
        self.find_wholes()
    }

    /// Finds the games that are the beginning of another: copies of one game are, if one of them is in its round.
    fn find_wholes(&mut self) -> io::Result<()> {
        let mut rounds = std::mem::take(&mut self.rounds).read()?;
        while let Some(item) = rounds.next()? {
            let Some((key, pair, occasion)) = read_round(item) else {
                continue;
            };
            let longer = self.longer.get(&occasion).filter(|copy| copy.has_result);
            if let Some(copy) = longer
                && let Some(submission) = self.played.get_mut(&(key, pair))
            {
                submission.whole.0 = submission.whole.0.min(copy.number);
            }
        }
        Ok(())
    }

    /// What a record has in common with the others.
    pub(super) fn relations(
        &self,
        number: u64,
        key: Option<GameKey>,
        players: PlayerIds,
        counted: CountedResult,
        occasion: Option<Occasion>,
    ) -> Relations {
        let Some(key) = key else {
            return Relations::default();
        };
        let pair = pair(players);
        let submission = pair.and_then(|pair| self.played.get(&(key, pair)));
        let own = pair.zip(submission).and_then(|(pair, submission)| {
            let mut players = pair.map(Some);
            if submission.is_turned {
                players.reverse();
            }
            Some((submission.first.get()?, players))
        });
        let own = own.filter(|&(first, _)| first < number);
        let original = own.or_else(|| self.known.get(&key).copied());
        let victory = victory(players, counted);
        Relations {
            original: original.filter(|&(first, _)| first != number),
            counted: submission.and_then(|submission| submission.counted.get()),
            disagreement: submission
                .and_then(|submission| Some((submission.first.get()?, submission.other.get()?))),
            disagrees: submission
                .filter(|submission| submission.first.get().is_some())
                .zip(victory)
                .is_some_and(|(submission, victory)| submission.victory != victory),
            longer: occasion.and_then(|occasion| self.longer.get(&occasion).copied()),
            whole: submission.and_then(|submission| submission.whole.get()),
        }
    }
}

/// Both players in a fixed order; `None` if one has no name, or both have the same.
fn pair(players: PlayerIds) -> Option<[PlayerId; 2]> {
    match players {
        [Some(black), Some(white)] if black != white => Some([black.min(white), black.max(white)]),
        _ => None,
    }
}

/// A record with a round, in bytes.
fn item_of_round(key: GameKey, pair: [PlayerId; 2], occasion: Occasion) -> Vec<u8> {
    let mut item = key.to_vec();
    for id in pair {
        item.extend(id.to_le_bytes());
    }
    item.extend(occasion.to_le_bytes());
    item
}

/// The key, the players and the occasion of such a record.
fn read_round(item: &[u8]) -> Option<(GameKey, [PlayerId; 2], Occasion)> {
    let (key, rest) = item.split_first_chunk()?;
    let (first, rest) = rest.split_first_chunk()?;
    let (second, rest) = rest.split_first_chunk()?;
    let (occasion, _) = rest.split_first_chunk()?;
    let pair = [*first, *second].map(PlayerId::from_le_bytes);
    Some((*key, pair, Occasion::from_le_bytes(*occasion)))
}

/// Who has won by the result that a record has, whether or not it counts.
fn victory(players: PlayerIds, counted: CountedResult) -> Option<Victory> {
    let by = |color: Color| match (color, players) {
        (Color::Black, [player, _]) | (Color::White, [_, player]) => player.map(Victory::Won),
        (color, _) => Some(Victory::Further(color)),
    };
    match counted {
        CountedResult::Rejected | CountedResult::Open => None,
        CountedResult::Void => Some(Victory::Nobody),
        CountedResult::StatedOnly(winner) | CountedResult::Counts(winner) => match winner {
            Winner::Draw => Some(Victory::Draw),
            winner => winner.color().and_then(by),
        },
    }
}

/// A hash of players, event and round.
fn occasion_hash(pair: [PlayerId; 2], occasion: &[Option<String>; 2]) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for id in pair {
        hasher.update(&id.to_le_bytes());
    }
    for text in occasion {
        let text = text.as_deref().unwrap_or_default();
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    let hash = hasher.finalize();
    hash.as_bytes()
        .first_chunk()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WON: CountedResult = CountedResult::Counts(Winner::Black);
    const LOST: CountedResult = CountedResult::Counts(Winner::White);

    /// The relations of records: their key, beginnings, players and results.
    fn relations(records: &[(u8, &[u64], [PlayerId; 2], CountedResult)]) -> Vec<Relations> {
        let mut submissions = Submissions::default();
        let mut occasions = Vec::new();
        let of = |index: usize| {
            let (key, _, players, _) = records[index];
            (index as u64, Some([key; 16]), players.map(Some))
        };
        for (index, &(_, beginnings, _, counted)) in records.iter().enumerate() {
            let (number, key, players) = of(index);
            let record = Submitted {
                number,
                key,
                beginnings,
                players,
                occasion: [None, Some("1".to_owned())],
                start: None,
                counted,
            };
            occasions.push(submissions.add(&record).unwrap());
        }
        submissions.finish().unwrap();
        let all = (0..records.len()).map(of);
        all.map(|(number, key, players)| {
            let at = number as usize;
            submissions.relations(number, key, players, records[at].3, occasions[at])
        })
        .collect()
    }

    #[test]
    fn copies_are_compared_by_the_winner() {
        let moves: &[u64] = &[1, 2];
        // The same winner with either color.
        let same = relations(&[(1, moves, [0, 1], WON), (1, moves, [1, 0], LOST)]);
        assert_eq!(same[1].original, Some((0, [Some(0), Some(1)])));
        assert_eq!((same[1].counted, same[1].disagreement), (Some(0), None));
        for (players, counted) in [
            ([0, 1], LOST),
            ([1, 0], WON),
            ([0, 1], CountedResult::Void),
            ([0, 1], CountedResult::StatedOnly(Winner::White)),
        ] {
            let found = relations(&[(1, moves, [0, 1], WON), (1, moves, players, counted)]);
            assert_eq!(found[0].disagreement, Some((0, 1)), "{counted:?}");
            assert_eq!(found[1].disagreement, Some((0, 1)), "{counted:?}");
        }
        // Of another game with the same moves, only the first is told.
        let found = relations(&[
            (1, moves, [2, 3], WON),
            (1, moves, [1, 0], WON),
            (1, moves, [0, 1], LOST),
        ]);
        assert_eq!(found[1].original, Some((0, [Some(2), Some(3)])));
        assert_eq!(found[2].original, Some((1, [Some(1), Some(0)])));
        // A record with an error, other players and one without a result do not disagree.
        for (players, counted) in [
            ([0, 1], CountedResult::Rejected),
            ([0, 2], LOST),
            ([0, 1], CountedResult::Open),
        ] {
            let found = relations(&[(1, moves, [0, 1], WON), (1, moves, players, counted)]);
            assert_eq!(found[0].disagreement, None, "{counted:?}");
            assert_eq!(found[0].counted, Some(0), "{counted:?}");
        }
    }

    #[test]
    fn a_beginning_is_found_before_and_after_the_whole() {
        let [short, long]: [&[u64]; 2] = [&[1, 2], &[1, 2, 3]];
        let copy = |number| {
            Some(LongerCopy {
                number,
                has_result: true,
            })
        };
        let found = relations(&[(1, short, [0, 1], WON), (2, long, [1, 0], WON)]);
        assert_eq!([found[0].longer, found[1].longer], [copy(1), None]);
        let found = relations(&[(2, long, [0, 1], WON), (1, short, [0, 1], WON)]);
        assert_eq!([found[0].longer, found[1].longer], [None, copy(0)]);
        let found = relations(&[(2, long, [0, 2], WON), (1, short, [0, 1], WON)]);
        assert_eq!([found[0].longer, found[1].longer], [None, None]);
    }
}
