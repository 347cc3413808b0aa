//! Statistics of games: pure functions, each tested against answers from the literature.

mod difference;
mod elo;
mod holm;
mod normal;
mod proportion;
mod quartiles;
mod student;

pub use difference::{Difference, paired_difference};
pub use elo::{EloRating, PairScore, elo_difference, elo_ratings, expected_score};
pub use holm::holm;
pub use normal::Z_95;
pub use proportion::{Interval, mean_interval, wilson};
pub use quartiles::{Quartiles, quartiles};
pub use student::{student_95, student_p};
