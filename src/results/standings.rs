//! Standings: points, tie-breaks and a crosstable, from the counts of the games of each pair of players.

use std::{cmp::Reverse, collections::BTreeMap};

use serde::Serialize;

use super::points::{PointSystem, Points};

/// The games of a pair of players, from the point of view of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairResults {
    pub(super) wins: u32,
    pub(super) draws: u32,
    pub(super) losses: u32,
}

impl PairResults {
    fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    fn points(self, system: &PointSystem) -> Points {
        system.win.times(self.wins) + system.draw.times(self.draws) + system.loss.times(self.losses)
    }

    fn reversed(self) -> PairResults {
        PairResults {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

/// The standings of all games, or of those of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Standings<'n> {
    /// What the games are grouped by: `event`, `round` or `game`; absent if they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The event, the round or the game of these games; absent if they are not grouped, null for games without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<Option<&'n str>>,
    /// The players, the best first.
    pub players: Vec<PlayerStanding<'n>>,
}

impl Standings<'_> {
    /// What the games have in common: `round 1`, `event Spring Open`, `no round`. Untrusted text.
    pub(super) fn title(&self) -> Option<String> {
        let by = self.by?;
        Some(match self.group.flatten() {
            Some(group) => format!("{by} {group}"),
            None => format!("no {by}"),
        })
    }
}

/// The results of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerStanding<'n> {
    /// The place, from 1. Players whose points and tie-breaks are equal share one.
    pub place: usize,
    /// The name.
    pub player: &'n str,
    /// Games that count.
    pub games: u32,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The points.
    pub points: Points,
    /// Sonneborn-Berger: the points of the opponents that were beaten, and half of those with whom games were drawn.
    pub sonneborn_berger: Points,
    /// Direct comparison: the points from games with those whose points and Sonneborn-Berger are the same; null if there are none.
    pub direct: Option<Points>,
    /// The results with each opponent, in the order of the places.
    pub opponents: Vec<OpponentResults<'n>>,
}

/// The results of a player with one opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OpponentResults<'n> {
    /// The place of the opponent in the list of players, from 1. Unlike `place` it is different for every player.
    pub number: usize,
    /// The name of the opponent.
    pub player: &'n str,
    /// Games won against the opponent.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The points from these games.
    pub points: Points,
}

/// The standings of the players of some pairs. `name` gives the names of players.
pub(super) fn standings<'n>(
    pairs: &[((u32, u32), PairResults)],
    system: &PointSystem,
    name: impl Fn(u32) -> &'n str,
) -> Vec<PlayerStanding<'n>> {
    let mut tables: BTreeMap<u32, BTreeMap<u32, PairResults>> = BTreeMap::new();
    for &((first, second), results) in pairs {
        tables.entry(first).or_default().insert(second, results);
        let reversed = results.reversed();
        tables.entry(second).or_default().insert(first, reversed);
    }
    let points: BTreeMap<u32, Points> = tables
        .iter()
        .map(|(&player, table)| {
            let games = table.values().map(|results| results.points(system));
            (
                player,
                games.fold(Points::default(), |sum, points| sum + points),
            )
        })
        .collect();
    let of = |player: u32| points.get(&player).copied().unwrap_or_default();
    let mut order: Vec<(u32, Points, Points)> = tables
        .iter()
        .map(|(&player, table)| {
            let sum = table
                .iter()
                .fold(Points::default(), |sum, (&other, results)| {
                    sum + of(other).times(results.wins) + of(other).half().times(results.draws)
                });
            (player, of(player), sum)
        })
        .collect();
    let scores: BTreeMap<u32, (Points, Points)> = order
        .iter()
        .map(|&(player, points, berger)| (player, (points, berger)))
        .collect();
    order.sort_by_key(|&(_, points, berger)| Reverse((points, berger)));
    let mut ranked: Vec<Ranked> = Vec::with_capacity(order.len());
    for tied in order.chunk_by(|first, second| (first.1, first.2) == (second.1, second.2)) {
        let mut block: Vec<Ranked> = tied
            .iter()
            .map(|&(player, points, berger)| {
                let table = &tables[&player];
                let is_tied = tied.len() > 1;
                let direct = is_tied.then(|| {
                    // Of the player's games those with equals; not for all equals whether there are games.
                    let others = table
                        .iter()
                        .filter(|&(other, _)| scores.get(other) == Some(&(points, berger)));
                    others.fold(Points::default(), |sum, (_, results)| {
                        sum + results.points(system)
                    })
                });
                Ranked {
                    player,
                    points,
                    berger,
                    direct,
                }
            })
            .collect();
        block.sort_by_key(|ranked| (Reverse(ranked.direct), name(ranked.player)));
        ranked.extend(block);
    }
    let numbers: BTreeMap<u32, usize> =
        ranked.iter().map(|ranked| ranked.player).zip(1..).collect();
    let mut place = 0;
    let mut last = None;
    (1..)
        .zip(&ranked)
        .map(|(number, ranked)| {
            let key = (ranked.points, ranked.berger, ranked.direct);
            if last.replace(key) != Some(key) {
                place = number;
            }
            let table = &tables[&ranked.player];
            let mut opponents: Vec<OpponentResults> = table
                .iter()
                .map(|(other, results)| OpponentResults {
                    number: numbers[other],
                    player: name(*other),
                    wins: results.wins,
                    draws: results.draws,
                    losses: results.losses,
                    points: results.points(system),
                })
                .collect();
            opponents.sort_by_key(|opponent| opponent.number);
            let count = |count: fn(&PairResults) -> u32| table.values().map(count).sum();
            PlayerStanding {
                place,
                player: name(ranked.player),
                games: count(|results| results.games()),
                wins: count(|results| results.wins),
                draws: count(|results| results.draws),
                losses: count(|results| results.losses),
                points: ranked.points,
                sonneborn_berger: ranked.berger,
                direct: ranked.direct,
                opponents,
            }
        })
        .collect()
}

/// A player with what decides the place.
struct Ranked {
    player: u32,
    points: Points,
    berger: Points,
    direct: Option<Points>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 5] = ["Ann", "Ben", "Cid", "Dora", "Eve"];

    fn table(games: &[(u32, u32, i8)], system: &str) -> Vec<PlayerStanding<'static>> {
        let mut pairs: BTreeMap<(u32, u32), PairResults> = BTreeMap::new();
        for &(first, second, result) in games {
            let pair = pairs.entry((first, second)).or_default();
            match result {
                1 => pair.wins += 1,
                0 => pair.draws += 1,
                _ => pair.losses += 1,
            }
        }
        let pairs: Vec<_> = pairs.into_iter().collect();
        standings(&pairs, &system.parse().unwrap(), |player| {
            NAMES[player as usize]
        })
    }

    fn summary(standings: &[PlayerStanding]) -> String {
        let rows = standings.iter().map(|row| {
            let direct = row.direct.map(|direct| format!(" ={direct}"));
            let direct = direct.unwrap_or_default();
            format!(
                "{} {} {}/{}-{}-{} {} {}{direct}",
                row.place,
                row.player,
                row.games,
                row.wins,
                row.draws,
                row.losses,
                row.points,
                row.sonneborn_berger
            )
        });
        rows.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn points_and_sonneborn_berger_decide() {
        // Ann beats Ben and draws with Cid; Ben beats Cid; Cid beats Dora.
        let games = [(0, 1, 1), (0, 2, 0), (1, 2, 1), (2, 3, 1)];
        assert_eq!(
            summary(&table(&games, "1,0.5,0")),
            "1 Ann 2/1-1-0 1.5 1.75; 2 Cid 3/1-1-1 1.5 0.75; 3 Ben 2/1-0-1 1 1.5; 4 Dora 1/0-0-1 0 0"
        );
        assert_eq!(
            summary(&table(&games, "3,1,0")),
            "1 Ann 2/1-1-0 4 5; 2 Cid 3/1-1-1 4 2; 3 Ben 2/1-0-1 3 4; 4 Dora 1/0-0-1 0 0"
        );
    }

    #[test]
    fn direct_comparison_decides_among_equals() {
        // Ann and Ben beat two others each with the same points; Ben has beaten Ann in a game that is balanced elsewhere.
        let games = [(0, 1, -1), (0, 2, 1), (1, 3, -1), (2, 3, 0)];
        let standings = table(&games, "1,0.5,0");
        assert_eq!(
            summary(&standings),
            "1 Dora 2/1-1-0 1.5 1.25; 2 Ben 2/1-0-1 1 1; 3 Ann 2/1-0-1 1 0.5; 4 Cid 2/0-1-1 0.5 0.75"
        );
        // Two players with the same results share a place.
        let shared = table(&[(0, 2, 1), (1, 2, 1)], "1,0.5,0");
        assert_eq!(
            summary(&shared),
            "1 Ann 1/1-0-0 1 0 =0; 1 Ben 1/1-0-0 1 0 =0; 3 Cid 2/0-0-2 0 0"
        );
        let opponents: Vec<_> = shared[2]
            .opponents
            .iter()
            .map(|o| (o.number, o.losses))
            .collect();
        assert_eq!(opponents, [(1, 1), (2, 1)]);
        // Points 2 and Sonneborn-Berger 2 for Ann and Ben, and Ben has won their game.
        let games = [
            (0, 1, -1),
            (0, 2, 1),
            (0, 3, 1),
            (1, 2, 1),
            (1, 3, -1),
            (2, 3, 1),
            (3, 4, 1),
            (2, 4, -1),
        ];
        let standings = table(&games, "1,0.5,0");
        assert_eq!(standings.iter().map(|row| row.games).sum::<u32>(), 16);
        let tied: Vec<_> = standings
            .iter()
            .filter(|row| row.direct.is_some())
            .collect();
        for pair in tied.windows(2) {
            let same = (pair[0].points, pair[0].sonneborn_berger)
                == (pair[1].points, pair[1].sonneborn_berger);
            assert!(!same || pair[0].direct >= pair[1].direct);
        }
    }

    #[test]
    fn many_equals_are_compared_in_proportion_to_their_games() {
        let players = 100_000;
        let win = PairResults {
            wins: 1,
            ..PairResults::default()
        };
        let ring: Vec<_> = (0..players)
            .map(|player| ((player, (player + 1) % players), win))
            .collect();
        let standings = standings(&ring, &"1,0.5,0".parse().unwrap(), |_| "");
        assert_eq!(standings.len(), players as usize);
        let one = standings[0].points;
        assert!(standings.iter().all(|row| row.direct == Some(one)));
    }
}
