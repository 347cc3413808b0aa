//! Work without the global interpreter lock, which Ctrl-C can interrupt.

use std::{
    panic::resume_unwind,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use kifu::archive::WORKER_STACK;
use pyo3::{exceptions::PyRuntimeError, prelude::*, pycell::PyBorrowMutError};

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

/// Does work that can take long between two places where signals could be looked for: on a thread of its own, while this
/// one waits and looks for them. The work asks from time to time whether it goes on.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let stopped = AtomicBool::new(false);
        thread::scope(|scope| {
            let (sender, receiver) = channel::<()>();
            let stopped = &stopped;
            let worker = thread::Builder::new().stack_size(WORKER_STACK);
            let worker = worker.spawn_scoped(scope, move || {
                // Dropped at the end, also by a panic.
                let _sender = sender;
                work(&|| !stopped.load(Ordering::Relaxed))
            })?;
            let mut signal = Ok(());
            while signal.is_ok() && receiver.recv_timeout(PERIOD) == Err(RecvTimeoutError::Timeout)
            {
                signal = check_signals();
            }
            stopped.store(signal.is_err(), Ordering::Relaxed);
            let result = worker.join();
            signal?;
            Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
        })
    })
}

/// Does some work with enough stack.
pub(crate) fn with_enough_stack<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ENOUGH, ALLOCATED, work)
}

/// What an iterator is told whose next item is being made already.
pub(crate) fn busy(_: PyBorrowMutError) -> PyErr {
    PyRuntimeError::new_err(
        "this iterator is in use already, by another thread or by its own input",
    )
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
