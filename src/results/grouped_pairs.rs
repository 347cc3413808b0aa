//! The results of pairs of players, in groups.

use std::collections::BTreeMap;

use super::{
    names::{MAX_NAMES, NameTable, PlayerId},
    options::GroupBy,
    points::PointSystem,
    row::{ResultRow, Winner},
    standings::{PairResults, Standings, standings},
};
use crate::study::folded_name;

/// The most pairs of players whose games are counted; with groups, in all of them.
pub(super) const MAX_PAIRS: usize = 500_000;

/// The results of each pair of players, in each group.
#[derive(Debug, Default)]
pub(super) struct GroupedPairs {
    group_by: Option<GroupBy>,
    groups: BTreeMap<Option<String>, u32>,
    pairs: BTreeMap<(u32, PlayerId, PlayerId), PairResults>,
    /// Whether there were more pairs or groups than are counted.
    pub(super) is_full: bool,
}

impl GroupedPairs {
    pub(super) fn new(group_by: Option<GroupBy>) -> GroupedPairs {
        GroupedPairs {
            group_by,
            ..GroupedPairs::default()
        }
    }

    /// Adds a result to the standings; whether there is room.
    pub(super) fn add(
        &mut self,
        row: &ResultRow,
        [black, white]: [PlayerId; 2],
        winner: Winner,
    ) -> bool {
        let Some(group) = self.group(row) else {
            return false;
        };
        let pair = (group, black.min(white), black.max(white));
        if self.pairs.len() >= MAX_PAIRS && !self.pairs.contains_key(&pair) {
            self.is_full = true;
            return false;
        }
        let results = self.pairs.entry(pair).or_default();
        let first_wins = match winner {
            Winner::Draw => None,
            Winner::Black => Some(black < white),
            // Only games of two players are counted.
            _ => Some(white < black),
        };
        *match first_wins {
            None => &mut results.draws,
            Some(true) => &mut results.wins,
            Some(false) => &mut results.losses,
        } += 1;
        true
    }

    /// The number of the group of a record; `None` if there are too many.
    fn group(&mut self, row: &ResultRow) -> Option<u32> {
        let [event, round] = row.occasion();
        let key = match self.group_by {
            None | Some(GroupBy::Player) => None,
            Some(GroupBy::Event) => event,
            Some(GroupBy::Round) => round,
            Some(GroupBy::Game) => row.game.clone(),
        };
        if let Some(&group) = self.groups.get(&key) {
            return Some(group);
        }
        let group = self.groups.len();
        if group >= MAX_NAMES {
            self.is_full = true;
            return None;
        }
        self.groups.insert(key, group as u32);
        Some(group as u32)
    }

    /// Passes the standings of each group on, in the order of the groups.
    ///
    /// # Errors
    ///
    /// Those of `visit`.
    pub(super) fn each_standings<E>(
        &self,
        names: &NameTable,
        points: &PointSystem,
        visit: &mut dyn FnMut(&Standings) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_cached_key(|(name, _)| (name.is_none(), name.as_deref().map(natural_order)));
        let by_name = self.group_by.and_then(GroupBy::name);
        for &(name, &group) in &groups {
            let pairs = self
                .pairs
                .range((group, 0, 0)..=(group, PlayerId::MAX, PlayerId::MAX));
            let pairs: Vec<_> = pairs
                .map(|(&(_, first, second), &results)| ((first, second), results))
                .collect();
            visit(&Standings {
                by: by_name,
                group: by_name.map(|_| name.as_deref()),
                players: standings(&pairs, points, |id| names.name(id)),
            })?;
        }
        if groups.is_empty() {
            visit(&Standings::default())?;
        }
        Ok(())
    }
}

/// A name for sorting: numbers in it are ordered by their values, so that round 10 comes after round 9.
fn natural_order(name: &str) -> String {
    let mut key = String::new();
    let mut digits = String::new();
    for character in folded_name(name).chars().chain(['\0']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        if !digits.is_empty() {
            key.push_str(&format!("{:0>20}", digits.trim_start_matches('0')));
            digits.clear();
        }
        key.push(character);
    }
    key + name
}
