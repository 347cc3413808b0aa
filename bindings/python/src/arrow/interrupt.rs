//! Ctrl-C while a stream is read.
//!
//! A stream can tell its reader only a message, which becomes an exception of the reader's own, such as `ArrowInvalid`. So a first
//! Ctrl-C is given back to Python, and the stream delivers what it has, if only an empty batch: a reader that runs code of Python
//! between two batches gets `KeyboardInterrupt` there. A reader that asks for more without running any, such as
//! `pyarrow.table`, gets an error, which takes the place of the Ctrl-C: were that still pending, Python would raise it
//! in the middle of printing the exception. In neither case does the stream end as if there were no more rows.

use arrow_schema::ArrowError;
use pyo3::{exceptions::PyKeyboardInterrupt, prelude::*};

use crate::running::check_signals;

/// Whether a Ctrl-C was given back to Python with the last batch.
#[derive(Default)]
pub(super) struct Interrupt(bool);

impl Interrupt {
    /// Looks for a Ctrl-C. Returns whether there was one that Python gets, so that what there is should be delivered at once.
    pub(super) fn look(&mut self) -> Result<bool, ArrowError> {
        match check_signals() {
            Ok(()) => {
                self.0 = false;
                Ok(false)
            }
            Err(raised) => self.handle(raised).map(|()| true),
        }
    }

    /// Gives a Ctrl-C back to Python, unless Python has not looked at one since the last batch. Any other exception is an error
    /// of the stream.
    pub(super) fn handle(&mut self, raised: PyErr) -> Result<(), ArrowError> {
        Python::attach(|py| {
            if !raised.is_instance_of::<PyKeyboardInterrupt>(py) {
                return Err(ArrowError::ExternalError(Box::new(raised)));
            }
            if self.0 {
                return Err(interrupted());
            }
            self.0 = true;
            let thread = py.import("_thread");
            // That does not fail: the module is built in.
            let _ = thread.and_then(|thread| thread.call_method0("interrupt_main"));
            Ok(())
        })
    }
}

/// The error of a reader that cannot be given `KeyboardInterrupt`.
pub(super) fn interrupted() -> ArrowError {
    ArrowError::ExternalError("interrupted by Ctrl-C".into())
}
