//! The results of each player.

use std::{cmp::Reverse, collections::BTreeMap};

use serde::Serialize;

use crate::{
    games::{ByColor, Color, Players},
    study::EffectiveResult,
};

/// The most players that are distinguished.
pub const MAX_PLAYERS: usize = 100_000;

/// The valid records of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerStats {
    /// The name; null for all players beyond the first 100,000 together.
    pub(super) player: Option<String>,
    /// Valid records.
    pub(super) records: u64,
    /// Games with Black.
    #[serde(rename = "B")]
    pub(super) black: SideResults,
    /// Games with White.
    #[serde(rename = "W")]
    pub(super) white: SideResults,
    /// Games with Grey; absent if there are none.
    #[serde(rename = "G", skip_serializing_if = "SideResults::is_empty")]
    #[cfg_attr(test, schemars(default))]
    pub(super) grey: SideResults,
    /// Games with Yellow; absent if there are none.
    #[serde(rename = "Y", skip_serializing_if = "SideResults::is_empty")]
    #[cfg_attr(test, schemars(default))]
    pub(super) yellow: SideResults,
}

/// The results of a player with one color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SideResults {
    pub(super) records: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// `Void`, or unknown.
    pub(super) none: u64,
}

impl SideResults {
    pub(super) fn is_empty(&self) -> bool {
        self.records == 0
    }

    fn count(&mut self, color: Color, result: &EffectiveResult) {
        self.records += 1;
        *match (result.winner(), result) {
            (Some(winner), _) if winner == color => &mut self.wins,
            (Some(_), _) => &mut self.losses,
            (None, EffectiveResult::Draw) => &mut self.draws,
            (None, _) => &mut self.none,
        } += 1;
    }
}

impl PlayerStats {
    /// The results with each color.
    pub(super) fn sides(&self) -> [(Color, SideResults); 4] {
        [
            (Color::Black, self.black),
            (Color::White, self.white),
            (Color::Grey, self.grey),
            (Color::Yellow, self.yellow),
        ]
    }

    /// The sum of all colors.
    pub(super) fn total(&self) -> SideResults {
        let sum = |count: fn(&SideResults) -> u64| {
            self.sides().iter().map(|(_, results)| count(results)).sum()
        };
        SideResults {
            records: sum(|results| results.records),
            wins: sum(|results| results.wins),
            draws: sum(|results| results.draws),
            losses: sum(|results| results.losses),
            none: sum(|results| results.none),
        }
    }
}

/// Counts the results of players.
#[derive(Debug, Default)]
pub(super) struct PlayerCounts {
    players: BTreeMap<String, ByColor<SideResults>>,
    others: ByColor<SideResults>,
}

impl PlayerCounts {
    /// Counts a game of these players. Names of others have no meaning in it.
    pub(super) fn count(
        &mut self,
        players: Players,
        names: &ByColor<Option<String>>,
        result: &EffectiveResult,
    ) {
        for &color in players.colors() {
            let Some(name) = &names[color] else {
                continue;
            };
            let is_full = self.players.len() >= MAX_PLAYERS;
            let results = match self.players.get_mut(name) {
                Some(results) => results,
                None if is_full => &mut self.others,
                None => self.players.entry(name.clone()).or_default(),
            };
            results[color].count(color, result);
        }
    }

    /// The players with the most records first.
    pub(super) fn finish(self) -> Vec<PlayerStats> {
        let stats = |player: Option<String>, results: ByColor<SideResults>| PlayerStats {
            player,
            records: Color::ALL.iter().map(|&color| results[color].records).sum(),
            black: results.black,
            white: results.white,
            grey: results.grey,
            yellow: results.yellow,
        };
        let players = self.players.into_iter();
        let mut players: Vec<_> = players
            .map(|(name, results)| stats(Some(name), results))
            .collect();
        players.sort_by_key(|player| Reverse(player.records));
        let others = stats(None, self.others);
        players.extend((others.records > 0).then_some(others));
        players
    }
}
