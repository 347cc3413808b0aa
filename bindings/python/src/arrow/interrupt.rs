//! Ctrl-C while a stream is read.
//!
//! A stream can tell its reader only a message, which becomes an exception of the reader's own, such as `ArrowInvalid`. So a
//! Ctrl-C is given back to Python, which raises `KeyboardInterrupt` as soon as its code goes on, and the stream goes on with what
//! it has. Only a reader that asks for more without running code of Python gets an error.

use std::time::{Duration, Instant};

use arrow_schema::ArrowError;
use pyo3::{exceptions::PyKeyboardInterrupt, prelude::*};

use crate::running::check_signals;

/// For so long a stream may look for something to deliver.
const GRACE: Duration = Duration::from_secs(1);

/// Whether there was a Ctrl-C that Python has not seen yet.
#[derive(Default)]
pub(super) struct Interrupt {
    since: Option<Instant>,
}

impl Interrupt {
    /// To be called when the reader wants more.
    pub(super) fn begin(&mut self) -> Result<(), ArrowError> {
        match (look()?, self.since) {
            (true, Some(_)) => Err(interrupted()),
            (true, None) => {
                self.since = Some(Instant::now());
                Ok(())
            }
            (false, _) => {
                self.since = None;
                Ok(())
            }
        }
    }

    /// To be called while there is nothing to deliver. Returns whether it should be delivered what there is.
    pub(super) fn check(&mut self) -> Result<bool, ArrowError> {
        match self.since {
            None if look()? => self.since = Some(Instant::now()),
            Some(since) if since.elapsed() > GRACE => return Err(interrupted()),
            _ => {}
        }
        Ok(self.since.is_some())
    }
}

/// An exception of Python as the error of a stream.
pub(super) fn told(error: PyErr) -> ArrowError {
    Python::attach(|py| {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            give_back(py);
        }
    });
    ArrowError::ExternalError(Box::new(error))
}

fn interrupted() -> ArrowError {
    ArrowError::ExternalError("interrupted".into())
}

/// Looks for a Ctrl-C, and gives it back.
fn look() -> Result<bool, ArrowError> {
    let Err(error) = check_signals() else {
        return Ok(false);
    };
    Python::attach(|py| {
        if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
            return Err(ArrowError::ExternalError(Box::new(error)));
        }
        give_back(py);
        Ok(true)
    })
}

fn give_back(py: Python<'_>) {
    let thread = py.import("_thread");
    // That does not fail: the module is built in.
    let _ = thread.and_then(|thread| thread.call_method0("interrupt_main"));
}
