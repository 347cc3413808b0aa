//! Whether more thought wins more: a round robin of players.

use serde::Serialize;

use super::number::rounded;
use crate::lab::statistics::{Interval, PairScore, elo_ratings, wilson};

/// A round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Ladder {
    /// The players, in the order in which they were given: the weakest first.
    pub players: Vec<LadderPlayer>,
    /// Every pair of them.
    pub pairs: Vec<LadderPair>,
    /// Whether each player beats the one before, with an interval clear of one half.
    pub is_climbed: bool,
}

/// A player of the round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LadderPlayer {
    /// The player.
    pub player: String,
    /// The rating; that of the first player is 0.
    pub elo: f64,
    /// The 95 % interval of the distance to the first player.
    pub interval: Interval,
}

/// Two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LadderPair {
    /// The player that comes later in the list.
    pub player: String,
    /// The other one.
    pub opponent: String,
    /// Number of games.
    pub games: u64,
    /// The games that were not over, which count as draws.
    pub unfinished: u64,
    /// The player's share of the points.
    pub score: f64,
    /// Wilson's 95 % interval.
    pub interval: Interval,
}

/// The report of a round robin. The points of a pair are those of its second player; `unfinished` has as many numbers.
pub fn ladder(players: &[String], pairs: &[PairScore], unfinished: &[u64]) -> Ladder {
    let ratings = elo_ratings(players.len(), pairs);
    let of_pair = |(pair, &unfinished): (&PairScore, &u64)| {
        let [opponent, player] = pair.players;
        let points = pair.games as f64 - pair.points;
        LadderPair {
            player: players[player].clone(),
            opponent: players[opponent].clone(),
            games: pair.games,
            unfinished,
            score: rounded(points / pair.games.max(1) as f64),
            interval: wilson(points, pair.games)
                .unwrap_or([0.0, 1.0])
                .map(rounded),
        }
    };
    let reports: Vec<LadderPair> = pairs.iter().zip(unfinished).map(of_pair).collect();
    let is_step = |pair: &PairScore| pair.players[0] + 1 == pair.players[1];
    let mut steps = pairs.iter().zip(&reports).filter(|(pair, _)| is_step(pair));
    Ladder {
        is_climbed: steps.all(|(_, report)| report.interval[0] > 0.5),
        players: players
            .iter()
            .zip(ratings)
            .map(|(player, rating)| LadderPlayer {
                player: player.clone(),
                elo: rounded(rating.rating),
                interval: rating.interval.map(rounded),
            })
            .collect(),
        pairs: reports,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ladder_is_climbed_if_each_step_is_clear() {
        let players = ["random", "mcts:50", "mcts:200"].map(ToOwned::to_owned);
        let pair = |one, other, points| PairScore {
            players: [one, other],
            points,
            games: 100,
        };
        let clear = [pair(0, 1, 2.0), pair(0, 2, 50.0), pair(1, 2, 30.0)];
        let found = ladder(&players, &clear, &[0, 0, 1]);
        assert!(found.is_climbed, "the other pairs do not matter");
        assert_eq!(found.pairs[2].player, "mcts:200");
        assert!((found.pairs[2].score - 0.7).abs() < 1e-9);
        assert!(found.players[1].elo > 0.0);
        let unclear = [pair(0, 1, 2.0), pair(0, 2, 2.0), pair(1, 2, 45.0)];
        assert!(!ladder(&players, &unclear, &[0, 0, 0]).is_climbed);
    }
}
