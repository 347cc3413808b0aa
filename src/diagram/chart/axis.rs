//! Scales of numbers with round marks.

/// How many marks an axis has at most.
const MAX_MARKS: f64 = 8.0;

/// A scale from the numbers of a chart to its pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    step: f64,
    /// Where the lowest and the highest number are, in pixels.
    pixels: [f64; 2],
}

impl Axis {
    /// A scale that has room for all of these numbers.
    pub(super) fn of(values: impl Iterator<Item = f64>, pixels: [f64; 2]) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = round_step((high - low) / MAX_MARKS);
        Axis {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            pixels,
        }
    }

    /// Where a number is, in pixels.
    pub(super) fn at(&self, value: f64) -> f64 {
        let [from, to] = self.pixels;
        from + (value - self.low) / (self.high - self.low) * (to - from)
    }

    /// The round numbers that are marked.
    pub(super) fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        let (low, step) = (self.low, self.step);
        (0..=count).map(move |index| low + index as f64 * step)
    }

    /// A number as a mark writes it, with as many decimals as the marks need.
    pub(super) fn written(&self, value: f64) -> String {
        let decimals = (-self.step.log10().floor()).clamp(0.0, 6.0) as usize;
        // No negative zero.
        format!("{:.decimals$}", value + 0.0)
    }
}

/// The smallest of 1, 2 and 5 times a power of ten that is not smaller.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powi(least.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|step| step * power >= least * 0.999_999);
    step.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_round_numbers() {
        let marks = |low, high| {
            let axis = Axis::of([low, high].into_iter(), [0.0, 100.0]);
            let marks: Vec<String> = axis.marks().map(|mark| axis.written(mark)).collect();
            marks.join(" ")
        };
        assert_eq!(marks(0.0, 37.0), "0 5 10 15 20 25 30 35 40");
        assert_eq!(
            marks(0.42, 0.58),
            "0.42 0.44 0.46 0.48 0.50 0.52 0.54 0.56 0.58"
        );
        assert_eq!(marks(3.0, 3.0), "2.4 2.6 2.8 3.0 3.2 3.4 3.6");
    }
}
