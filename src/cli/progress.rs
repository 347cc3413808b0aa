//! The progress of a long run, on standard error.

use std::{
    io::{self, IsTerminal},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::input::InputArgs;
use crate::archive::size_of;

/// Shorter runs show no progress bar.
const BAR_DELAY: Duration = Duration::from_millis(400);

/// A bar that shows how many bytes have been read, if standard error is a terminal.
pub(super) struct Progress<'i> {
    input: &'i InputArgs,
    parts: usize,
    /// Whether a bar may be shown.
    is_enabled: bool,
    bar: Option<ProgressBar>,
    read: Arc<AtomicU64>,
    begun: Instant,
    records: u64,
}

impl<'i> Progress<'i> {
    /// Starts the progress of one of equal parts of an input, whose bytes `read` counts.
    pub(super) fn begin(
        input: &'i InputArgs,
        parts: usize,
        quiet: bool,
        read: Arc<AtomicU64>,
    ) -> Progress<'i> {
        Progress {
            input,
            parts,
            is_enabled: is_enabled(quiet),
            bar: None,
            read,
            begun: Instant::now(),
            records: 0,
        }
    }

    /// Counts a record.
    pub(super) fn step(&mut self) {
        self.records += 1;
        if !self.is_enabled || !self.records.is_multiple_of(16) || self.begun.elapsed() < BAR_DELAY
        {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.input, self.parts));
        bar.set_position(self.read.load(Ordering::Relaxed));
    }

    /// Hides the bar while something is written.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar. Returns the speed, for people.
    pub(super) fn end(&self) -> String {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let elapsed = self.begun.elapsed();
        let millis = (elapsed.as_millis() as u64).max(1);
        let bytes = self.read.load(Ordering::Relaxed);
        let rate = |count: u64| count.saturating_mul(1_000) / millis;
        format!(
            "{} records, {} read in {:.2} s: {} records/s, {}/s",
            HumanCount(self.records),
            HumanBytes(bytes),
            elapsed.as_secs_f64(),
            HumanCount(rate(self.records)),
            HumanBytes(rate(bytes)),
        )
    }
}

/// Whether a bar may be shown: to a person, who wants to see it.
fn is_enabled(quiet: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !quiet && !set("CI")
}

/// A bar that shows how many positions of a record have been drawn, if standard error is a
/// terminal. It is removed when this is dropped.
pub(super) struct DrawingProgress {
    total: u64,
    is_enabled: bool,
    bar: Option<ProgressBar>,
    begun: Instant,
    drawn: u64,
}

impl DrawingProgress {
    /// Starts the progress of a record with this number of positions.
    pub(super) fn begin(total: usize, quiet: bool) -> DrawingProgress {
        DrawingProgress {
            total: total as u64,
            is_enabled: is_enabled(quiet),
            bar: None,
            begun: Instant::now(),
            drawn: 0,
        }
    }

    /// Counts a position.
    pub(super) fn step(&mut self) {
        self.drawn += 1;
        if !self.is_enabled || self.begun.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new(self.total);
            styled(
                bar,
                "{bar:24} {percent:>3}%  {pos} of {len} positions, {eta} left",
            )
        });
        bar.set_position(self.drawn);
    }
}

impl Drop for DrawingProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(input: &InputArgs, parts: usize) -> ProgressBar {
    let known = "{bar:24} {percent:>3}%  {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
    let unknown = "{spinner} {bytes}, {bytes_per_sec}";
    let total = input.is_listed().then(|| size_of(&input.paths)).flatten();
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total / parts as u64), known),
        None => (ProgressBar::no_length(), unknown),
    };
    styled(bar, template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // The templates are valid; if not, the bar has the default style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar.set_draw_target(ProgressDrawTarget::stderr());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
