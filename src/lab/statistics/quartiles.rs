//! Median and quartiles.

/// The least value, the quartiles and the largest value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quartiles {
    /// The least value.
    pub least: f64,
    /// A quarter of the values is not larger.
    pub lower: f64,
    /// Half of the values is not larger.
    pub median: f64,
    /// Three quarters of the values are not larger.
    pub upper: f64,
    /// The largest value.
    pub most: f64,
}

/// The quartiles of some values; `None` without values. Between two values they are interpolated: definition 7 of
/// Hyndman and Fan, "Sample quantiles in statistical packages", 1996, which is the default of R.
pub fn quartiles(values: &[f64]) -> Option<Quartiles> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let quantile = |share: f64| {
        let at = share * last as f64;
        let (below, above) = (at.floor() as usize, at.ceil() as usize);
        sorted[below] + (sorted[above] - sorted[below]) * at.fract()
    };
    Some(Quartiles {
        least: sorted[0],
        lower: quantile(0.25),
        median: quantile(0.5),
        upper: quantile(0.75),
        most: sorted[last],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two examples that textbooks compare the definitions with, and the answers of R.
    #[test]
    fn quartiles_are_those_of_r() {
        let long = [
            49.0, 6.0, 7.0, 15.0, 36.0, 39.0, 40.0, 41.0, 42.0, 43.0, 47.0,
        ];
        let of = |values: &[f64]| {
            let found = quartiles(values).expect("there are values");
            let Quartiles {
                least,
                lower,
                median,
                upper,
                most,
            } = found;
            format!("{least} {lower} {median} {upper} {most}")
        };
        assert_eq!(of(&long), "6 25.5 40 42.5 49");
        let short = [7.0, 15.0, 36.0, 39.0, 40.0, 41.0];
        assert_eq!(of(&short), "7 20.25 37.5 39.75 41");
        assert_eq!(of(&[3.0]), "3 3 3 3 3");
        assert_eq!(quartiles(&[]), None);
    }
}
