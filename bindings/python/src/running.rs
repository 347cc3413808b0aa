//! Work without the global interpreter lock, which Ctrl-C can interrupt.

use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often signals are looked for.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);
/// The stack that reading a record certainly needs, and what is allocated where less is left, in bytes.
const ENOUGH: usize = 768 * 1024;
const ALLOCATED: usize = 8 * 1024 * 1024;

/// Does some work without the lock, and with enough stack.
pub(crate) fn unlocked<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut Signals) -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(|| with_enough_stack(|| work(&mut Signals::default())))
}

/// Does some work with enough stack.
pub(crate) fn with_enough_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ENOUGH, ALLOCATED, work)
}

/// Raises what the handler of a signal has raised, such as `KeyboardInterrupt`.
#[allow(clippy::redundant_closure_for_method_calls)] // The method is not general enough.
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Looks for signals from time to time.
pub(crate) struct Signals {
    last: Instant,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            last: Instant::now(),
        }
    }
}

impl Signals {
    /// The same as [`check_signals`], but not each time.
    pub(crate) fn check(&mut self) -> PyResult<()> {
        if self.last.elapsed() < PERIOD {
            return Ok(());
        }
        self.last = Instant::now();
        check_signals()
    }
}
