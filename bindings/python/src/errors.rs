//! The exceptions that Python sees. They are written in Python, in `kifu/_errors.py`, so that they can be pickled.

use std::ffi::CString;

use pyo3::{
    prelude::*,
    types::{PyDict, PyList},
};

/// Which exception is raised.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    /// `kifu.Error`, for what has no class of its own.
    Other,
    /// `kifu.IllegalMove`.
    IllegalMove,
    /// `kifu.RecordError`.
    Record,
    /// `kifu.RulesetError`.
    Ruleset,
}

/// An exception, and what it carries besides its message.
pub(crate) struct Failure {
    kind: Kind,
    message: String,
    code: Option<&'static str>,
    help: Option<String>,
    points: Vec<String>,
    place: Option<(usize, usize)>,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Failure {
        Failure {
            kind,
            message: message.into(),
            code: None,
            help: None,
            points: Vec::new(),
            place: None,
        }
    }

    /// The code of the finding, and what would be right.
    pub(crate) fn with_code(mut self, code: &'static str, help: Option<String>) -> Failure {
        self.code = Some(code);
        self.help = help;
        self
    }

    /// The points concerned.
    pub(crate) fn with_points(mut self, points: Vec<String>) -> Failure {
        self.points = points;
        self
    }

    /// The line and the column in the text.
    pub(crate) fn with_place(mut self, place: (usize, usize)) -> Failure {
        self.place = Some(place);
        self
    }

    fn make(self, py: Python<'_>) -> PyResult<PyErr> {
        let name = match self.kind {
            Kind::Other => "Error",
            Kind::IllegalMove => "IllegalMove",
            Kind::Record => "RecordError",
            Kind::Ruleset => "RulesetError",
        };
        let class = py.import("kifu._errors")?.getattr(name)?;
        let details = PyDict::new(py);
        details.set_item("code", self.code)?;
        details.set_item("help", self.help)?;
        details.set_item("points", PyList::new(py, self.points)?)?;
        details.set_item("line", self.place.map(|(line, _)| line))?;
        details.set_item("column", self.place.map(|(_, column)| column))?;
        let error = class.call((self.message,), Some(&details))?;
        Ok(PyErr::from_value(error))
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Python::attach(|py| failure.make(py).unwrap_or_else(|error| error))
    }
}

/// Warns whoever has called the function of Python. `category` is `LossWarning` of `kifu`, or a class of Python.
pub(crate) fn warn(py: Python<'_>, category: &str, message: &str) -> PyResult<()> {
    let own = py.import("kifu._errors")?;
    let category = match own.getattr_opt(category)? {
        Some(category) => category,
        None => py.import("builtins")?.getattr(category)?,
    };
    // C would end it there.
    let message = CString::new(message.replace('\0', "\u{fffd}"))?;
    // Functions of an extension have no frame: the first is the caller's.
    PyErr::warn(py, &category, &message, 1)
}

/// A plain `kifu.Error`.
pub(crate) fn error(message: impl Into<String>) -> PyErr {
    Failure::new(Kind::Other, message).into()
}
