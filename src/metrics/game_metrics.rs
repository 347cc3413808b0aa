//! What was measured in a game, in a fixed amount of memory.

use super::metric::{Metric, mean};
use crate::lab::GameFacts;

/// Into how many parts a game is divided for the curve of its legal moves.
pub(super) const CURVE_PARTS: usize = 10;

/// The values of all metrics in a game. However long the game is, it takes 216 bytes, since millions are remembered.
#[derive(Clone, Debug)]
pub struct GameMetrics {
    /// NaN where a metric has no value.
    values: [f64; Metric::ALL.len()],
    /// The mean number of legal moves in each part; NaN in parts without a ply.
    branching: [f64; CURVE_PARTS],
}

impl GameMetrics {
    /// The metrics of a game with these facts.
    pub fn new(facts: &GameFacts) -> GameMetrics {
        let counts = &facts.branching;
        let end = |part: usize| counts.len() * part / CURVE_PARTS;
        GameMetrics {
            values: Metric::ALL.map(|metric| metric.value(facts).unwrap_or(f64::NAN)),
            branching: std::array::from_fn(|part| {
                mean(&counts[end(part)..end(part + 1)]).unwrap_or(f64::NAN)
            }),
        }
    }

    /// The value of a metric; `None` if it does not apply.
    pub fn value(&self, metric: Metric) -> Option<f64> {
        some(self.values[metric as usize])
    }

    /// The mean number of legal moves in a part of the game; `None` if there is no ply in it.
    pub(super) fn branching(&self, part: usize) -> Option<f64> {
        some(self.branching[part])
    }
}

fn some(value: f64) -> Option<f64> {
    (!value.is_nan()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_numbered_in_their_order() {
        for (index, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, index);
        }
    }

    #[test]
    fn a_game_takes_a_fixed_amount() {
        assert_eq!(size_of::<GameMetrics>(), 216);
    }
}
