//! Holm's correction for several tests.

/// The probabilities of several tests, corrected so that with a bound of 5 % the probability of even one false alarm among
/// them is at most 5 %: S. Holm, "A simple sequentially rejective multiple test procedure", 1979. In the order of the
/// arguments.
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&one, &other| probabilities[one].total_cmp(&probabilities[other]));
    let mut corrected = vec![0.0; probabilities.len()];
    let mut largest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let tests = (probabilities.len() - rank) as f64;
        largest = largest.max((probabilities[index] * tests).min(1.0));
        corrected[index] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example with which Holm's procedure is usually explained: of these four, the first and the last are significant.
    #[test]
    fn the_usual_example() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, known) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - known).abs() < 1e-12);
        }
        assert_eq!(holm(&[0.4, 0.6, 0.5]), [1.0, 1.0, 1.0]);
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }
}
