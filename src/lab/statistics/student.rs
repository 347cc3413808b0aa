//! Student's distribution.

use std::f64::consts::PI;

use super::normal::Z_95;

/// From these degrees of freedom on, the deviation that 95 % do not exceed is the normal one to 0.02 %.
const NORMAL: u64 = 10_000;

/// The probability that a variable of Student's distribution is at least as far from 0 as `t`.
///
/// By formulas 26.7.3 and 26.7.4 of Abramowitz and Stegun, "Handbook of Mathematical Functions". Takes time in proportion to the
/// degrees of freedom. 1 without any.
pub fn student_p(t: f64, degrees_of_freedom: u64) -> f64 {
    if degrees_of_freedom == 0 {
        return 1.0;
    }
    let angle = (t.abs() / (degrees_of_freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let is_odd = !degrees_of_freedom.is_multiple_of(2);
    // The exponents of the cosine are those below the degrees of freedom that are even, or odd.
    let mut term = if is_odd { cosine } else { 1.0 };
    let mut exponent = u64::from(is_odd);
    let mut sum = 0.0;
    while exponent + 2 <= degrees_of_freedom {
        sum += term;
        term *= (exponent + 1) as f64 / (exponent + 2) as f64 * cosine * cosine;
        exponent += 2;
    }
    let inside = if is_odd {
        (angle + sine * sum) * 2.0 / PI
    } else {
        sine * sum
    };
    (1.0 - inside).clamp(0.0, 1.0)
}

/// The deviation from 0 that 95 % of Student's distribution do not exceed either way, for at least one degree of freedom.
pub fn student_95(degrees_of_freedom: u64) -> f64 {
    if degrees_of_freedom >= NORMAL {
        return Z_95;
    }
    // That of one degree of freedom is 12.7.
    let (mut low, mut high) = (Z_95, 13.0);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if student_p(middle, degrees_of_freedom) > 0.05 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. A. Fisher and F. Yates, "Statistical Tables", table III.
    #[test]
    fn deviations_are_those_of_the_tables() {
        for (degrees_of_freedom, five, tenth) in [
            (1, 12.706, 636.619),
            (2, 4.303, 31.598),
            (3, 3.182, 12.924),
            (4, 2.776, 8.610),
            (9, 2.262, 4.781),
            (10, 2.228, 4.587),
            (29, 2.045, 3.659),
            (30, 2.042, 3.646),
            (120, 1.980, 3.373),
        ] {
            let found = student_95(degrees_of_freedom);
            assert!((found - five).abs() < 6e-4, "{degrees_of_freedom}: {found}");
            let p = student_p(tenth, degrees_of_freedom);
            assert!((p - 0.001).abs() < 2e-6, "{degrees_of_freedom}: {p}");
        }
        assert!((student_95(9_999) - Z_95).abs() < 4e-4);
        assert!((student_p(0.0, 7) - 1.0).abs() < 1e-12);
        assert!((student_p(-2.262, 9) - student_p(2.262, 9)).abs() < 1e-12);
        assert!((student_p(5.0, 0) - 1.0).abs() < 1e-12);
    }
}
