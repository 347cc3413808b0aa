//! The progress of a long run, on standard error.

use std::{
    ffi::OsString,
    fmt,
    io::{self, IsTerminal},
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use indicatif::{
    HumanBytes, HumanCount, HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget,
    ProgressState, ProgressStyle,
};

#[cfg(unix)]
use super::bar_terminal::BarTerminal;
use crate::archive::size_of;

/// Shorter runs show no progress bar.
const BAR_DELAY: Duration = Duration::from_millis(400);
/// The time between two looks at the counter.
const STEP: Duration = Duration::from_millis(100);

/// The bars that are shown; `None` before the first.
static BARS: Mutex<Option<MultiProgress>> = Mutex::new(None);
/// Whether results go to the terminal that the bars are on.
static SHARES_TERMINAL: LazyLock<bool> = LazyLock::new(|| io::stdout().is_terminal());

/// What there is to do.
pub(super) enum Amount {
    /// The bytes of these paths; it is not known if one of them is standard input or a list is read.
    Paths(Option<Vec<OsString>>, usize),
    /// So many things of a kind, such as records.
    Count(u64, &'static str),
    /// Not known.
    Unknown,
}

/// Shows a counter while it exists, if standard error is a terminal and it takes some time.
pub(super) struct Progress {
    /// Ends the thread when it is dropped.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Shows how much is done.
    pub(super) fn begin(amount: Amount, quiet: bool, done: Arc<AtomicU64>) -> Progress {
        if !is_enabled(quiet) {
            return Progress {
                stop: None,
                thread: None,
            };
        }
        let (stop, stopped) = channel::<()>();
        let show = move || {
            if stopped.recv_timeout(BAR_DELAY) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = shown(bar(amount));
            while stopped.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                show_position(&bar, &done);
            }
            // The last state is drawn, too, before the bar disappears.
            show_position(&bar, &done);
            bar.abandon();
            bar.finish_and_clear();
        };
        // Without a thread there is no bar.
        let thread = std::thread::Builder::new().spawn(show).ok();
        Progress {
            stop: Some(stop),
            thread,
        }
    }
}

/// Shows how much is done.
fn show_position(bar: &ProgressBar, done: &AtomicU64) {
    let done = done.load(Ordering::Relaxed);
    // A file may grow while it is read.
    bar.set_position(bar.length().map_or(done, |length| done.min(length)));
}

/// The time left, as people read it: `12s left`. Before anything is done it is not known.
fn time_left(elapsed: Duration, position: u64, length: Option<u64>) -> String {
    let Some(left) = length.and_then(|length| length.checked_sub(position)) else {
        return String::new();
    };
    if left == 0 {
        return "0s left".to_owned();
    }
    if position == 0 {
        return "time left unknown".to_owned();
    }
    let seconds = elapsed.as_secs_f64() * left as f64 / position as f64;
    // Less than a second is one: it is not over.
    let whole = Duration::from_secs((seconds.ceil() as u64).max(1));
    format!("{:#} left", HumanDuration(whole))
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // It does not panic.
            let _ = thread.join();
        }
    }
}

/// Removes all bars, before the program ends.
pub(super) fn remove_bars() {
    let bars = BARS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bars) = &*bars {
        // Nothing can be done about a terminal that is gone.
        let _ = bars.clear();
        bars.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// Writes something to standard error, above the bars.
pub(super) fn above_bars<T>(write: impl FnOnce() -> T) -> T {
    let bars = BARS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bars {
        Some(bars) => bars.suspend(write),
        None => write(),
    }
}

/// Writes results, above the bars if they are on the same terminal.
pub(super) fn above_bars_of_terminal<T>(write: impl FnOnce() -> T) -> T {
    if *SHARES_TERMINAL {
        above_bars(write)
    } else {
        write()
    }
}

/// Measures the speed of a run.
pub(super) struct Speed {
    begun: Instant,
    read: Arc<AtomicU64>,
    pub(super) records: u64,
}

impl Speed {
    /// Begins a run whose bytes `read` counts.
    pub(super) fn begin(read: Arc<AtomicU64>) -> Speed {
        Speed {
            begun: Instant::now(),
            read,
            records: 0,
        }
    }

    /// The speed, for people.
    pub(super) fn in_words(&self) -> String {
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
        let amount = Amount::Count(self.total, "positions");
        let bar = self.bar.get_or_insert_with(|| shown(bar(amount)));
        bar.set_position(self.drawn.min(self.total));
    }
}

impl Drop for DrawingProgress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// What bars are drawn on.
#[cfg(unix)]
fn terminal() -> ProgressDrawTarget {
    // As often as by default.
    ProgressDrawTarget::term_like_with_hz(Box::<BarTerminal>::default(), 20)
}

/// Not every terminal of Windows knows the usual sequences; the library has others.
#[cfg(not(unix))]
fn terminal() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr()
}

/// Shows a bar below those that are shown already.
fn shown(bar: ProgressBar) -> ProgressBar {
    let mut bars = BARS.lock().unwrap_or_else(PoisonError::into_inner);
    let bars = bars.get_or_insert_with(|| MultiProgress::with_draw_target(terminal()));
    let bar = bars.add(bar);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn bar(amount: Amount) -> ProgressBar {
    let (bar, template) = match amount {
        Amount::Paths(paths, parts) => match paths.and_then(size_of) {
            Some(total) => (
                ProgressBar::new(total / parts as u64),
                "{bar:24} {percent:>3}%  {bytes} of {total_bytes}, {rate}{left}".to_owned(),
            ),
            None => (
                ProgressBar::no_length(),
                "{spinner} {bytes}, {bytes_per_sec}".to_owned(),
            ),
        },
        Amount::Count(total, things) => (
            ProgressBar::new(total),
            format!("{{bar:24}} {{percent:>3}}%  {{pos}} of {{len}} {things}, {{left}}"),
        ),
        Amount::Unknown => (ProgressBar::no_length(), "{spinner} {elapsed}".to_owned()),
    };
    // The templates are valid; if not, the bar has the default style.
    match ProgressStyle::with_template(&template) {
        Ok(style) => {
            let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let left = time_left(state.elapsed(), state.pos(), state.len());
                // Nothing can be done about a line that cannot be formatted.
                let _ = out.write_str(&left);
            };
            let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
                let rate = state.pos() as f64 / state.elapsed().as_secs_f64().max(0.001);
                if rate > 0.0 {
                    let _ = write!(out, "{}/s, ", HumanBytes(rate as u64));
                }
            };
            // The run began before the bar.
            bar.with_style(style.with_key("left", left).with_key("rate", rate))
                .with_elapsed(BAR_DELAY)
        }
        Err(_) => bar,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_not_known_before_anything_is_done() {
        let left = |seconds, position| time_left(Duration::from_secs(seconds), position, Some(100));
        assert_eq!(left(1, 0), "time left unknown");
        assert_eq!(left(2, 50), "2s left");
        assert_eq!(left(2, 99), "1s left");
        assert_eq!(left(2, 100), "0s left");
        assert_eq!(time_left(Duration::ZERO, 5, None), "");
    }
}
