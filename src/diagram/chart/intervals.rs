//! Rows of values with their intervals.

use super::{
    axis::Axis,
    canvas::{BOTTOM, Canvas, INK, LEFT, RIGHT, TOP, WIDTH},
};

/// A value with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct IntervalRow {
    /// Its name.
    pub label: String,
    /// The value.
    pub value: f64,
    /// Between which values it probably is.
    pub interval: Option<[f64; 2]>,
}

/// The height of a row.
const ROW: f64 = 26.0;

/// The width of the names.
const LABELS: f64 = 130.0;

/// Values with their intervals as an SVG image, one below the other, with a line at a value to compare with.
pub fn intervals(title: &str, name: &str, rows: &[IntervalRow], reference: Option<f64>) -> String {
    let height = TOP + BOTTOM + ROW * rows.len() as f64;
    let mut canvas = Canvas::new(title, height);
    let values = rows.iter().flat_map(|row| {
        [row.value]
            .into_iter()
            .chain(row.interval.into_iter().flatten())
    });
    let across = Axis::of(values.chain(reference), [LEFT + LABELS, WIDTH - RIGHT]);
    canvas.horizontal(&across, name);
    if let Some(reference) = reference {
        let x = across.at(reference);
        canvas.line([x, TOP], [x, height - BOTTOM], "#c1121f", 1.0);
    }
    for (index, row) in rows.iter().enumerate() {
        let y = TOP + ROW * (index as f64 + 0.5);
        canvas.text(LEFT + LABELS - 10.0, y + 4.0, "end", &row.label);
        if let Some([low, high]) = row.interval {
            canvas.line([across.at(low), y], [across.at(high), y], INK, 2.0);
        }
        canvas.add(&format!(
            "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{INK}\"><title>{:.4}</title></circle>",
            across.at(row.value),
            row.value
        ));
    }
    canvas.finish()
}
