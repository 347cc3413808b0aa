//! Charts of numbers as SVG images: histograms, curves with intervals, and rows of intervals.
//!
//! `axis` has the scales, `canvas` the frame that all charts share.

mod axis;
mod bars;
mod canvas;
mod curve;
mod intervals;

pub use bars::{HistogramBar, histogram};
pub use curve::{CurvePoint, curve};
pub use intervals::{IntervalRow, intervals};

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> CurvePoint {
        CurvePoint {
            x,
            y,
            interval: Some([y - 0.1, y + 0.1]),
        }
    }

    #[test]
    fn charts_are_images_that_tell_their_numbers() {
        let bars = [HistogramBar {
            from: 0.0,
            to: 10.0,
            count: 7,
        }];
        let points = [point(-2.0, 0.4), point(12.0, 0.6)];
        let rows = [IntervalRow {
            label: "a <b>".to_owned(),
            value: 120.0,
            interval: Some([80.0, 160.0]),
        }];
        for svg in [
            histogram("plies", "plies", &bars),
            curve("score", "komi", &points, Some(0.5)),
            intervals("Elo", "Elo", &rows, Some(0.0)),
        ] {
            let document = roxmltree::Document::parse(&svg).expect("it is XML");
            assert_eq!(document.root_element().tag_name().name(), "svg");
            assert!(svg.contains("<title>"), "{svg}");
            assert!(!svg.contains("NaN"), "{svg}");
        }
        assert!(histogram("plies", "plies", &bars).contains("0–10: 7"));
    }

    #[test]
    fn charts_of_nothing_are_empty_frames() {
        for svg in [
            histogram("plies", "plies", &[]),
            curve("score", "komi", &[], None),
            intervals("Elo", "Elo", &[], None),
            curve("score", "komi", &[point(1.0, 0.5)], None),
        ] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
