//! Elo ratings from the scores of a round robin.

use super::{normal::Z_95, proportion::Interval};

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloRating {
    /// The rating; that of the first player is 0.
    pub rating: f64,
    /// The 95 % interval of its distance to the first player's; that of the first player has no width.
    pub interval: Interval,
}

/// What two players have scored against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairScore {
    /// The two players, as indices.
    pub players: [usize; 2],
    /// The points of the first of them: 1 for a win, ½ for a draw.
    pub points: f64,
    /// Number of games.
    pub games: u64,
}

/// Points of rating for a ratio of e of the chances to win.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The share of points that a player is expected to score against one whose rating is lower by this: A. E. Elo, "The Rating
/// of Chessplayers, Past and Present", with the logistic curve.
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / SCALE).exp())
}

/// The difference of ratings at which a share of points is expected; infinite for 0 and 1.
pub fn elo_difference(share: f64) -> f64 {
    SCALE * (share / (1.0 - share)).ln()
}

/// The ratings under which the scores are most likely (R. A. Bradley and M. E. Terry, 1952), found by Newton's method. One
/// drawn game is added to each pair, so that a player who has won all games has a rating, too. The intervals follow from the
/// curvature of the likelihood at its maximum.
///
/// The players are those of the pairs, `0..count`; players who are connected by no games keep a rating of 0.
pub fn elo_ratings(count: usize, pairs: &[PairScore]) -> Vec<EloRating> {
    let free = count.saturating_sub(1);
    let mut strengths = vec![0.0; count];
    let mut covariance = vec![vec![0.0; free]; free];
    for _ in 0..100 {
        // The first derivatives of the likelihood, and the second ones with the opposite sign, of all players but the first.
        let mut slope = vec![0.0; free];
        let mut curvature = vec![vec![0.0; free]; free];
        for pair in pairs {
            let [one, other] = pair.players;
            let games = pair.games as f64 + 1.0;
            let expected = expected_score((strengths[one] - strengths[other]) * SCALE);
            let surplus = pair.points + 0.5 - games * expected;
            let weight = games * expected * (1.0 - expected);
            for (player, sign) in [(one, 1.0), (other, -1.0)] {
                if player > 0 {
                    slope[player - 1] += sign * surplus;
                    curvature[player - 1][player - 1] += weight;
                }
            }
            if one > 0 && other > 0 {
                curvature[one - 1][other - 1] -= weight;
                curvature[other - 1][one - 1] -= weight;
            }
        }
        covariance = inverse(curvature);
        let mut largest: f64 = 0.0;
        for (player, row) in covariance.iter().enumerate() {
            let step: f64 = row
                .iter()
                .zip(&slope)
                .map(|(cell, slope)| cell * slope)
                .sum();
            let step = step.clamp(-2.0, 2.0);
            strengths[player + 1] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-12 {
            break;
        }
    }
    let rating = |player: usize| {
        let rating = strengths[player] * SCALE;
        let variance = player
            .checked_sub(1)
            .map_or(0.0, |row| covariance[row][row]);
        let half = Z_95 * variance.max(0.0).sqrt() * SCALE;
        EloRating {
            rating,
            interval: [rating - half, rating + half],
        }
    };
    (0..count).map(rating).collect()
}

/// The inverse of a symmetric positive matrix, by elimination; rows without a pivot become 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse = vec![vec![0.0; n]; n];
    for (index, row) in inverse.iter_mut().enumerate() {
        row[index] = 1.0;
    }
    for pivot in 0..n {
        let scale = matrix[pivot][pivot];
        if scale.abs() < 1e-12 {
            inverse[pivot].fill(0.0);
            continue;
        }
        for column in 0..n {
            matrix[pivot][column] /= scale;
            inverse[pivot][column] /= scale;
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The differences and expected scores that tables of the logistic curve list.
    #[test]
    fn expected_scores_are_those_of_the_tables() {
        for (difference, share) in [(0.0, 0.5), (100.0, 0.64), (200.0, 0.76), (400.0, 0.909)] {
            assert!((expected_score(difference) - share).abs() < 5e-4);
            assert!((expected_score(-difference) - (1.0 - share)).abs() < 5e-4);
        }
        assert!((elo_difference(10.0 / 11.0) - 400.0).abs() < 1e-9);
        assert!((elo_difference(0.75) - 190.848_5).abs() < 1e-4);
    }

    #[test]
    fn two_players_have_the_rating_of_their_score() {
        // 300 of 400, with the added draw 300.5 of 401.
        let ratings = elo_ratings(
            2,
            &[PairScore {
                players: [0, 1],
                points: 100.0,
                games: 400,
            }],
        );
        let share = 300.5 / 401.0;
        assert!((ratings[1].rating - elo_difference(share)).abs() < 1e-6);
        // The error of the log of the odds is 1/√(n p (1 − p)).
        let half = Z_95 * SCALE / (401.0 * share * (1.0 - share)).sqrt();
        assert!((ratings[1].interval[1] - ratings[1].rating - half).abs() < 1e-6);
        assert!(ratings[0].rating.abs() + ratings[0].interval[0].abs() < 1e-9);
    }

    /// Scores that are exactly those expected of known ratings give these ratings.
    #[test]
    fn ratings_are_recovered() {
        let known = [0.0, 150.0, 420.0, 250.0];
        let mut pairs = Vec::new();
        for one in 0..known.len() {
            for other in one + 1..known.len() {
                let expected = expected_score(known[one] - known[other]);
                pairs.push(PairScore {
                    players: [one, other],
                    points: 1_000_001.0 * expected - 0.5,
                    games: 1_000_000,
                });
            }
        }
        for (found, known) in elo_ratings(4, &pairs).iter().zip(known) {
            assert!((found.rating - known).abs() < 1e-6, "{found:?}");
        }
    }

    #[test]
    fn a_player_who_has_won_all_games_has_a_rating() {
        let pair = PairScore {
            players: [0, 1],
            points: 0.0,
            games: 50,
        };
        let ratings = elo_ratings(2, &[pair]);
        assert!(ratings[1].rating > 500.0 && ratings[1].rating.is_finite());
        assert_eq!(elo_ratings(0, &[]), []);
        assert!(elo_ratings(3, &[pair])[2].rating.abs() < 1e-9);
    }
}
