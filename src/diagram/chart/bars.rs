//! Histograms.

use super::{
    axis::Axis,
    canvas::{BOTTOM, Canvas, HEIGHT, INK, LEFT, RIGHT, TOP, WIDTH},
};

/// How often values between two bounds occur.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HistogramBar {
    /// The lower bound.
    pub from: f64,
    /// The upper bound.
    pub to: f64,
    /// How many values there are.
    pub count: u64,
}

/// A histogram as an SVG image.
pub fn histogram(title: &str, name: &str, bars: &[HistogramBar]) -> String {
    let mut canvas = Canvas::new(title, HEIGHT);
    let ends = bars.iter().flat_map(|bar| [bar.from, bar.to]);
    let across = Axis::of(ends, [LEFT, WIDTH - RIGHT]);
    let counts = bars.iter().map(|bar| bar.count as f64).chain([0.0]);
    let up = Axis::of(counts, [HEIGHT - BOTTOM, TOP]);
    canvas.horizontal(&across, name);
    canvas.vertical(&up);
    for bar in bars {
        let (x, end) = (across.at(bar.from), across.at(bar.to));
        let y = up.at(bar.count as f64);
        canvas.add(&format!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{INK}\"><title>{}–{}: {}</title></rect>",
            x + 0.5,
            (end - x - 1.0).max(0.5),
            up.at(0.0) - y,
            bar.from,
            bar.to,
            bar.count
        ));
    }
    canvas.finish()
}
