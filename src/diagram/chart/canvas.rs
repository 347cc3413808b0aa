//! The frame of a chart: its size, title, axes and marks.

use std::fmt::Write;

use super::axis::Axis;
use crate::diagram::svg::escaped;

pub(super) const WIDTH: f64 = 640.0;
pub(super) const TOP: f64 = 40.0;
pub(super) const BOTTOM: f64 = 50.0;
pub(super) const LEFT: f64 = 60.0;
pub(super) const RIGHT: f64 = 20.0;

/// The height of charts whose height does not depend on what they show.
pub(super) const HEIGHT: f64 = 320.0;

/// The color of what a chart shows.
pub(super) const INK: &str = "#2a6f97";

/// An image that is being drawn.
pub(super) struct Canvas {
    body: String,
    title: String,
    height: f64,
}

impl Canvas {
    pub(super) fn new(title: &str, height: f64) -> Canvas {
        let mut canvas = Canvas {
            body: String::new(),
            title: title.to_owned(),
            height,
        };
        canvas.text(WIDTH / 2.0, 22.0, "middle", title);
        canvas
    }

    /// Adds an element.
    pub(super) fn add(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub(super) fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let element = format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        );
        self.add(&element);
    }

    pub(super) fn line(&mut self, from: [f64; 2], to: [f64; 2], color: &str, width: f64) {
        let element = format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"{width}\"/>",
            from[0], from[1], to[0], to[1]
        );
        self.add(&element);
    }

    /// The horizontal axis below the chart, with its marks and its name.
    pub(super) fn horizontal(&mut self, axis: &Axis, name: &str) {
        let base = self.height - BOTTOM;
        for mark in axis.marks() {
            let x = axis.at(mark);
            self.line([x, TOP], [x, base], "#ddd", 1.0);
            self.text(x, base + 18.0, "middle", &axis.written(mark));
        }
        self.line([LEFT, base], [WIDTH - RIGHT, base], "#333", 1.0);
        self.text(WIDTH / 2.0, self.height - 10.0, "middle", name);
    }

    /// The vertical axis at the left.
    pub(super) fn vertical(&mut self, axis: &Axis) {
        for mark in axis.marks() {
            let y = axis.at(mark);
            self.line([LEFT, y], [WIDTH - RIGHT, y], "#ddd", 1.0);
            self.text(LEFT - 6.0, y + 4.0, "end", &axis.written(mark));
        }
        self.line([LEFT, TOP], [LEFT, self.height - BOTTOM], "#333", 1.0);
    }

    /// The whole image.
    pub(super) fn finish(self) -> String {
        let title = escaped(&self.title);
        let mut svg = String::new();
        let height = self.height;
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n\
             <title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n{}</svg>\n",
            self.body
        );
        svg
    }
}
