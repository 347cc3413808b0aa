//! Curves with intervals.

use std::fmt::Write;

use super::{
    axis::Axis,
    canvas::{BOTTOM, Canvas, HEIGHT, INK, LEFT, RIGHT, TOP, WIDTH},
};

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// Where it is on the horizontal axis.
    pub x: f64,
    /// Its height.
    pub y: f64,
    /// Between which heights it probably is.
    pub interval: Option<[f64; 2]>,
}

/// A curve as an SVG image, with a dashed line at a height to compare with.
pub fn curve(title: &str, name: &str, points: &[CurvePoint], reference: Option<f64>) -> String {
    let mut canvas = Canvas::new(title, HEIGHT);
    let across = Axis::of(points.iter().map(|point| point.x), [LEFT, WIDTH - RIGHT]);
    let heights = points.iter().flat_map(|point| {
        [point.y]
            .into_iter()
            .chain(point.interval.into_iter().flatten())
    });
    let up = Axis::of(heights.chain(reference), [HEIGHT - BOTTOM, TOP]);
    canvas.horizontal(&across, name);
    canvas.vertical(&up);
    if let Some(reference) = reference {
        let y = up.at(reference);
        canvas.add(&format!(
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{}\" y2=\"{y:.1}\" stroke=\"#c1121f\" stroke-dasharray=\"6 4\"/>",
            WIDTH - RIGHT
        ));
    }
    let mut path = String::new();
    for point in points {
        let (x, y) = (across.at(point.x), up.at(point.y));
        let _ = write!(path, "{x:.1},{y:.1} ");
        if let Some([low, high]) = point.interval {
            canvas.line([x, up.at(low)], [x, up.at(high)], INK, 1.5);
        }
        canvas.add(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{INK}\"><title>{}: {:.4}</title></circle>",
            point.x, point.y
        ));
    }
    canvas.add(&format!(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1.5\"/>",
        path.trim_end()
    ));
    canvas.finish()
}
