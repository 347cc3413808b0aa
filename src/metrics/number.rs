//! Numbers as reports give them.

/// A number rounded to six decimals, so that reports do not depend on the last digits of a platform's functions.
pub(super) fn rounded(value: f64) -> f64 {
    // No negative zero.
    (value * 1e6).round() / 1e6 + 0.0
}

/// A number with a few decimals, without needless zeros.
pub(super) fn short(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!(short(12.0, 2), "12");
        assert_eq!(short(-0.001, 2), "0");
        assert_eq!(short(0.456, 2), "0.46");
        assert_eq!(short(100.0, 0), "100");
        assert_eq!(rounded(0.123_456_78).to_string(), "0.123457");
        assert_eq!(rounded(-1e-9).to_string(), "0");
    }
}
