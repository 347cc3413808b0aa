//! Statistics of games: pure functions, each tested against answers from the literature.

mod difference;
mod elo;
mod holm;
mod normal;
mod proportion;
mod quartiles;

pub use difference::{Difference, paired_difference};
pub use elo::{EloRating, PairScore, elo_difference, elo_ratings, expected_score};
pub use holm::holm;
pub use normal::{Z_95, two_sided_p};
pub use proportion::{Interval, mean_interval, wilson};
pub use quartiles::{Quartiles, quartiles};
