//! What differs between two series of games with common seeds.

use super::{
    normal::{Z_95, two_sided_p},
    proportion::{Interval, standard_error},
};

/// The mean difference of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean of the second minus the first.
    pub mean: f64,
    /// Its 95 % interval by the normal distribution; `None` of a single pair.
    pub interval: Option<Interval>,
    /// How probable a difference of this size would be if there were none; 1 of a single pair.
    pub p: f64,
    /// The number of pairs.
    pub pairs: u64,
}

/// The mean difference of pairs of values, tested by the normal distribution; `None` without pairs.
pub fn paired_difference(pairs: &[(f64, f64)]) -> Option<Difference> {
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| second - first).collect();
    if differences.is_empty() {
        return None;
    }
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    let error = standard_error(&differences, mean);
    Some(Difference {
        mean,
        interval: error.map(|error| [mean - Z_95 * error, mean + Z_95 * error]),
        p: match error {
            None => 1.0,
            Some(error) if error > 0.0 => two_sided_p(mean / error),
            // All pairs differ by the same.
            Some(_) if mean == 0.0 => 1.0,
            Some(_) => 0.0,
        },
        pairs: differences.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The hours of sleep gained with two drugs, from "Student", "The probable error of a mean", 1908: the mean difference is
    /// 1.58 hours, its standard error 0.389, and t is 4.06.
    #[test]
    fn the_example_of_student() {
        let first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
        let pairs: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        let found = paired_difference(&pairs).expect("there are pairs");
        assert!((found.mean - 1.58).abs() < 1e-9);
        let [low, high] = found.interval.expect("there are several");
        assert!(((high - low) / 2.0 / Z_95 - 0.389).abs() < 5e-4);
        assert!((found.p - two_sided_p(4.062)).abs() < 1e-5);
    }

    #[test]
    fn equal_differences_need_no_test() {
        let of = |pairs: &[(f64, f64)]| paired_difference(pairs).expect("there are pairs").p;
        assert!((of(&[(1.0, 1.0), (2.0, 2.0)]) - 1.0).abs() < 1e-12);
        assert!(of(&[(1.0, 2.0), (2.0, 3.0)]).abs() < 1e-12);
        assert!((of(&[(1.0, 2.0)]) - 1.0).abs() < 1e-12);
        assert_eq!(paired_difference(&[]), None);
    }
}
