//! Openings, as a tree of plies.

use std::collections::HashMap;

use serde::Serialize;

use crate::{games::ByColor, study::EffectiveResult};

/// The most openings that are distinguished; a game beyond the limit counts for the known part of its opening.
pub const MAX_OPENINGS: usize = 200_000;
/// The most bytes that their last plies take as texts, together. A turn of Sygo can have thousands of stones.
const MAX_OPENING_BYTES: usize = 16 * 1024 * 1024;

/// The openings of the games on a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Openings {
    pub(super) size: String,
    /// The games that begin without a setup.
    pub(super) records: u64,
    /// The most frequent first plies.
    pub(super) first: Vec<OpeningPly>,
    /// Games with another first ply.
    pub(super) others: u64,
}

/// A ply of an opening, and its continuations.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Opening"))]
pub struct OpeningPly {
    /// The ply, in canonical spelling.
    #[serde(rename = "move")]
    pub(super) ply: String,
    /// The games with the plies up to this one.
    pub(super) records: u64,
    /// Of these, the wins of Black.
    #[serde(rename = "B")]
    pub(super) black: u64,
    /// The wins of White.
    #[serde(rename = "W")]
    pub(super) white: u64,
    /// The wins of Grey; absent if there are none.
    #[serde(rename = "G", skip_serializing_if = "is_zero")]
    #[cfg_attr(test, schemars(default))]
    pub(super) grey: u64,
    /// The wins of Yellow; absent if there are none.
    #[serde(rename = "Y", skip_serializing_if = "is_zero")]
    #[cfg_attr(test, schemars(default))]
    pub(super) yellow: u64,
    /// The draws.
    pub(super) draw: u64,
    /// The most frequent next plies.
    pub(super) then: Vec<OpeningPly>,
    /// Games with another next ply.
    pub(super) others: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The openings of all boards that are distinguished.
#[derive(Debug, Default)]
pub(super) struct Distinguished {
    openings: usize,
    /// The length of their last plies as texts.
    bytes: usize,
}

impl Distinguished {
    /// Counts another opening that ends with a ply; returns whether there is room for it.
    fn add(&mut self, ply: &str) -> bool {
        let bytes = self.bytes.saturating_add(ply.len());
        let has_room = self.openings < MAX_OPENINGS && bytes <= MAX_OPENING_BYTES;
        if has_room {
            self.openings += 1;
            self.bytes = bytes;
        }
        has_room
    }
}

/// The games with the same opening, and their next plies.
#[derive(Debug, Default)]
pub(super) struct OpeningTree {
    records: u64,
    wins: ByColor<u64>,
    draw: u64,
    /// Games with a next ply, distinguished or not.
    continued: u64,
    then: HashMap<String, OpeningTree>,
}

impl OpeningTree {
    /// Counts a game.
    pub(super) fn count(
        &mut self,
        opening: Vec<String>,
        result: &EffectiveResult,
        distinguished: &mut Distinguished,
    ) {
        let mut tree = self;
        tree.count_here(result);
        for ply in opening {
            tree.continued += 1;
            if !tree.then.contains_key(&ply) && !distinguished.add(&ply) {
                return;
            }
            tree = tree.then.entry(ply).or_default();
            tree.count_here(result);
        }
    }

    fn count_here(&mut self, result: &EffectiveResult) {
        self.records += 1;
        match result.winner() {
            Some(winner) => self.wins[winner] += 1,
            None => self.draw += u64::from(*result == EffectiveResult::Draw),
        }
    }

    pub(super) fn finish(self, size: String, top: usize) -> Openings {
        let records = self.records;
        let (first, others) = self.most_frequent(top);
        Openings {
            size,
            records,
            first,
            others,
        }
    }

    /// The most frequent next plies, and the number of games with others. The tree is released on the way: it can be
    /// large.
    fn most_frequent(self, top: usize) -> (Vec<OpeningPly>, u64) {
        let mut continuations: Vec<(String, OpeningTree)> = self.then.into_iter().collect();
        continuations.sort_unstable_by(|(ply, tree), (other_ply, other)| {
            let by_records = other.records.cmp(&tree.records);
            by_records.then_with(|| ply.cmp(other_ply))
        });
        continuations.truncate(top);
        let shown: u64 = continuations.iter().map(|(_, tree)| tree.records).sum();
        let continuations = continuations.into_iter().map(|(ply, tree)| {
            let (records, wins, draw) = (tree.records, tree.wins, tree.draw);
            let (then, others) = tree.most_frequent(top);
            OpeningPly {
                ply,
                records,
                black: wins.black,
                white: wins.white,
                grey: wins.grey,
                yellow: wins.yellow,
                draw,
                then,
                others,
            }
        });
        (continuations.collect(), self.continued - shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(games: &[&str], distinguished: &mut Distinguished) -> OpeningTree {
        let mut tree = OpeningTree::default();
        for game in games {
            let plies = game.split(' ').map(str::to_owned).collect();
            tree.count(plies, &EffectiveResult::Draw, distinguished);
        }
        tree
    }

    fn summary(openings: &[OpeningPly]) -> String {
        let summary = openings.iter().map(
            |OpeningPly {
                 ply,
                 records,
                 then,
                 others,
                 ..
             }| { format!("{ply} {records} ({}) +{others}", summary(then)) },
        );
        summary.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn the_most_frequent_come_first() {
        let games = ["a b", "a c", "a c", "d", "e f"];
        let mut distinguished = Distinguished::default();
        let all = counted(&games, &mut distinguished).finish("9".into(), 9);
        assert_eq!((distinguished.openings, distinguished.bytes), (6, 6));
        assert_eq!(
            summary(&all.first),
            "a 3 (c 2 () +0, b 1 () +0) +0, d 1 () +0, e 1 (f 1 () +0) +0"
        );
        let one = counted(&games, &mut Distinguished::default()).finish("9".into(), 1);
        assert_eq!(summary(&one.first), "a 3 (c 2 () +0) +1");
        assert_eq!((one.records, one.others), (5, 2));
    }

    #[test]
    fn openings_beyond_the_limit_are_counted_as_others() {
        for (openings, bytes) in [(MAX_OPENINGS - 2, 0), (0, MAX_OPENING_BYTES - 2)] {
            let mut distinguished = Distinguished { openings, bytes };
            let tree = counted(&["a b", "a c", "d"], &mut distinguished);
            let openings = tree.finish("9".into(), 9);
            assert_eq!(summary(&openings.first), "a 2 (b 1 () +0) +1");
            assert_eq!(openings.others, 1);
        }
    }
}
