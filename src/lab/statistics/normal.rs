//! The normal distribution.

/// The deviation from the mean, in standard deviations, that 95 % of a normal distribution do not exceed either way.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at least as far from 0 as `z`.
///
/// By formula 7.1.26 of Abramowitz and Stegun, "Handbook of Mathematical Functions", whose error is at most 1.5e-7.
pub fn two_sided_p(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [
        1.061_405_429,
        -1.453_152_027,
        1.421_413_741,
        -0.284_496_736,
        0.254_829_592,
    ];
    let polynomial = terms.into_iter().fold(0.0, |sum, term| sum * t + term) * t;
    (polynomial * (-x * x).exp()).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_levels_of_significance_are_found() {
        for (z, p) in [
            (0.0, 1.0),
            (1.0, 0.317_310_5),
            (1.644_853_6, 0.1),
            (Z_95, 0.05),
            (2.575_829_3, 0.01),
            (3.290_526_7, 0.001),
        ] {
            assert!((two_sided_p(z) - p).abs() < 2e-7, "{z}");
            assert!((two_sided_p(-z) - p).abs() < 2e-7, "{z}");
        }
    }
}
