//! What differs between two series of games with common seeds.

use super::{
    proportion::{Interval, standard_error},
    student::{student_95, student_p},
};

/// The mean difference of pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean of the second minus the first.
    pub mean: f64,
    /// Its 95 % interval by Student's distribution; `None` of a single pair.
    pub interval: Option<Interval>,
    /// How probable a difference of this size would be if there were none: by Student's test of pairs, and at least by the sign
    /// test of as many pairs that all differ in the same direction. Few pairs prove nothing, however alike they are.
    pub p: f64,
    /// The number of pairs.
    pub pairs: u64,
}

/// The mean difference of pairs of values, and a test of it; `None` without pairs.
pub fn paired_difference(pairs: &[(f64, f64)]) -> Option<Difference> {
    let differences: Vec<f64> = pairs.iter().map(|(first, second)| second - first).collect();
    if differences.is_empty() {
        return None;
    }
    let mean = differences.iter().sum::<f64>() / differences.len() as f64;
    let pairs = differences.len() as u64;
    let degrees_of_freedom = pairs - 1;
    let error = standard_error(&differences, mean);
    let half = error.map(|error| student_95(degrees_of_freedom) * error);
    let student = match error {
        Some(error) if error > 0.0 => student_p(mean / error, degrees_of_freedom),
        // All pairs differ by the same.
        Some(_) => 0.0,
        None => 1.0,
    };
    let unequal = differences.iter().filter(|&&difference| difference != 0.0);
    let signs = 0.5_f64.powf(unequal.count() as f64 - 1.0).min(1.0);
    Some(Difference {
        mean,
        interval: half.map(|half| [mean - half, mean + half]),
        p: student.max(signs),
        pairs,
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
        // 97.5 % of the distribution with 9 degrees of freedom are below 2.262.
        assert!(((high - low) / 2.0 / 2.262 - 0.389).abs() < 5e-4);
        // One of the ten differences is 0, so that the sign test of nine says more than Student's test, 0.0028.
        assert!((found.p - 0.003_906).abs() < 1e-6, "{}", found.p);
        let twice: Vec<(f64, f64)> = pairs.iter().chain(&pairs).copied().collect();
        let twice = paired_difference(&twice).expect("there are pairs");
        // t is 5.90 for 19 degrees of freedom; the sign test of 18 says less.
        assert!((twice.p - student_p(5.901, 19)).abs() < 1e-6, "{}", twice.p);
    }

    #[test]
    fn few_equal_differences_prove_nothing() {
        let of = |pairs: &[(f64, f64)]| paired_difference(pairs).expect("there are pairs").p;
        assert!((of(&[(1.0, 1.0), (2.0, 2.0)]) - 1.0).abs() < 1e-12);
        assert!((of(&[(1.0, 2.0), (2.0, 3.0)]) - 0.5).abs() < 1e-12);
        assert!((of(&[(1.0, 2.0), (2.0, 3.0), (3.0, 3.0)]) - 0.5).abs() < 1e-12);
        let ten = [(1.0, 2.0); 10];
        assert!((of(&ten) - 2.0 / 1024.0).abs() < 1e-12);
        // Nearly equal ones, too.
        assert!((of(&[(1.0, 2.0), (2.0, 3.000_001), (3.0, 4.0)]) - 0.25).abs() < 1e-12);
        assert!((of(&[(1.0, 2.0)]) - 1.0).abs() < 1e-12);
        assert_eq!(paired_difference(&[]), None);
    }
}
