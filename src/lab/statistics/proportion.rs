//! Proportions and means with their 95 % intervals.

use super::{normal::Z_95, student::student_95};

/// The two ends of an interval.
pub type Interval = [f64; 2];

/// Wilson's score interval of a proportion, for a level of 95 %: E. B. Wilson, "Probable inference, the law of
/// succession, and statistical inference", 1927. `successes` may have halves, for draws. `None` without trials.
pub fn wilson(successes: f64, trials: u64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    let n = trials as f64;
    let proportion = successes / n;
    let square = Z_95 * Z_95;
    let middle = proportion + square / (2.0 * n);
    let spread = Z_95 * (proportion * (1.0 - proportion) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    let end = |value: f64| (value / scale).clamp(0.0, 1.0);
    Some([end(middle - spread), end(middle + spread)])
}

/// The mean of some values, and its 95 % interval by Student's distribution; `None` without values. A single value has
/// no interval.
pub fn mean_interval(values: &[f64]) -> Option<(f64, Option<Interval>)> {
    let n = values.len() as f64;
    if values.is_empty() {
        return None;
    }
    let mean = values.iter().sum::<f64>() / n;
    let half = standard_error(values, mean);
    let half = half.map(|error| student_95(values.len() as u64 - 1) * error);
    Some((mean, half.map(|half| [mean - half, mean + half])))
}

/// The standard error of a mean; `None` of a single value.
pub(super) fn standard_error(values: &[f64], mean: f64) -> Option<f64> {
    let n = values.len() as f64;
    if values.len() < 2 {
        return None;
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / (n - 1.0) / n).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of seven methods", 1998,
    /// table I, method 3.
    #[test]
    fn intervals_of_wilson_are_those_of_newcombe() {
        for (successes, trials, low, high) in [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0000, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials).expect("there are trials");
            assert!((found[0] - low).abs() < 5e-5, "{successes}: {found:?}");
            assert!((found[1] - high).abs() < 5e-5, "{successes}: {found:?}");
        }
        assert_eq!(wilson(0.0, 0), None);
        let all = wilson(20.0, 20).expect("there are trials");
        assert!((all[1] - 1.0).abs() < 1e-12 && (all[0] - 0.8389).abs() < 5e-5);
    }

    #[test]
    fn a_mean_has_an_interval_of_its_standard_error() {
        // Variance 32/7, standard error √(4/7).
        let values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        let (mean, interval) = mean_interval(&values).expect("there are values");
        let [low, high] = interval.expect("there are several");
        assert!((mean - 5.0).abs() < 1e-12);
        // 97.5 % of the distribution with 7 degrees of freedom are below 2.365.
        assert!((high - mean - 2.365 * (4.0_f64 / 7.0).sqrt()).abs() < 1e-3);
        assert!((low + high - 10.0).abs() < 1e-12);
        assert_eq!(mean_interval(&[]), None);
        assert_eq!(mean_interval(&[3.0]), Some((3.0, None)));
    }
}
