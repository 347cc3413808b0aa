//! What Python passes as records: texts, bytes and paths.

use std::{
    io::{Cursor, Read},
    path::PathBuf,
};

use kifu::archive::{SourceReader, SourceVisitor};
use pyo3::{
    exceptions::{PyFileNotFoundError, PyTypeError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyByteArray, PyBytes, PyMemoryView, PyString},
};

use crate::record::PyRecord;

/// The name of the input where there is no other.
pub(crate) const NO_NAME: &str = "-";
/// Shows that a text is Unicode already, whatever its `CA` says.
const MARK: &str = "\u{feff}";

/// A text, bytes, or a path.
pub(crate) enum Input {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    Path(PathBuf),
    Record(String),
}

impl Input {
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Input> {
        if value.is_instance_of::<PyString>() {
            return Ok(Input::Text(value.extract()?));
        }
        if value.is_instance_of::<PyBytes>() {
            return Ok(Input::Bytes(value.extract()?));
        }
        if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
            let copy = value.py().get_type::<PyBytes>().call1((value,))?;
            return Ok(Input::Bytes(copy.extract()?));
        }
        if let Ok(record) = value.cast::<PyRecord>() {
            return Ok(Input::Record(record.get().text().to_owned()));
        }
        if value.hasattr("__fspath__")? {
            return Ok(Input::Path(value.extract()?));
        }
        Err(PyTypeError::new_err(format!(
            "expected str, bytes, a pathlib.Path or a kifu.Record, not {}",
            value.get_type().name()?
        )))
    }

    /// Whether it is Unicode already.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self, Input::Text(_) | Input::Record(_))
    }

    /// Its size in bytes; 0 if it is not in memory.
    pub(crate) fn len(&self) -> usize {
        match self {
            Input::Text(text) => text.len(),
            Input::Bytes(bytes) => bytes.len(),
            Input::Path(_) => 0,
            Input::Record(text) => text.len(),
        }
    }

    /// Reads its records.
    pub(crate) fn read(&self, visit: &mut SourceVisitor<PyErr>) -> PyResult<()> {
        let reader = SourceReader::default();
        match self {
            Input::Text(text) => read_text(&reader, text, visit),
            Input::Record(text) => read_text(&reader, text, visit),
            Input::Bytes(bytes) => reader.read_bytes(NO_NAME, bytes, visit),
            Input::Path(path) if !path.exists() => {
                Err(PyFileNotFoundError::new_err(path.display().to_string()))
            }
            // A file of this name, and not standard input.
            Input::Path(path) if path.as_os_str() == "-" => reader.read("./-".as_ref(), visit),
            Input::Path(path) => reader.read(path.as_os_str(), visit),
        }
    }
}

/// Reads records from Unicode.
pub(crate) fn read_text(
    reader: &SourceReader,
    text: &str,
    visit: &mut SourceVisitor<PyErr>,
) -> PyResult<()> {
    let mark = if text.starts_with(MARK) { "" } else { MARK };
    let input = Cursor::new(mark).chain(text.as_bytes());
    reader.read_stream(NO_NAME, Box::new(input), visit)
}
