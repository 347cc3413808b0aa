//! Numbers in SVG.

/// Units of the image in one unit of the board.
const SCALE: f64 = 20.0;

/// A length of the board in units of the image.
pub(in crate::diagram) fn units(length: f64) -> String {
    number(length * SCALE)
}

/// A number with at most two decimals, none of them needless.
pub(super) fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
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
    fn numbers_are_short() {
        assert_eq!(number(12.0), "12");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(17.3205), "17.32");
        assert_eq!(number(100.0), "100");
    }
}
