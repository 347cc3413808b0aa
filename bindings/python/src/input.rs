//! What Python passes as records: texts, bytes and paths.

use std::{
    io::{Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use kifu::{
    archive::{SourceEvent, SourceInfo, SourceReader, SourceVisitor, is_read_in_folders},
    record::Chunk,
    verify::Options,
};
use pyo3::{
    exceptions::{PyFileNotFoundError, PyTypeError},
    prelude::*,
    pybacked::{PyBackedBytes, PyBackedStr},
    types::{PyByteArray, PyBytes, PyMemoryView, PyString},
};

use crate::{errors::warn, record::PyRecord};

/// The name of the input where there is no other.
pub(crate) const NO_NAME: &str = "-";
/// Shows that a text is Unicode already, whatever its `CA` says.
const MARK: &str = "\u{feff}";

/// A text, bytes, or a path.
pub(crate) enum Input {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
    Path(PathBuf),
    Record(Arc<Chunk>, Arc<str>, Arc<Options>),
}

/// `ENOENT` everywhere.
const NO_SUCH_FILE: i32 = 2;

/// Whether a text was certainly meant as a path: it has no record, and it is the name of a file.
fn is_likely_path(text: &str) -> bool {
    const LONGEST: usize = 4096;
    let may_be = text.len() <= LONGEST && !text.trim().is_empty() && !text.contains(['(', '\n']);
    may_be && (is_read_in_folders(Path::new(text)) || Path::new(text).exists())
}

impl Input {
    /// A source; a path that is missing is an error.
    pub(crate) fn of(value: &Bound<'_, PyAny>) -> PyResult<Input> {
        let input = Input::one_of_many(value)?;
        match &input {
            Input::Path(path) if !path.exists() => Err(PyFileNotFoundError::new_err((
                NO_SUCH_FILE,
                "No such file or directory",
                path.clone().into_os_string(),
            ))),
            _ => Ok(input),
        }
    }

    /// A source; a path that is missing cannot be read, which a verdict tells.
    pub(crate) fn one_of_many(value: &Bound<'_, PyAny>) -> PyResult<Input> {
        if value.is_instance_of::<PyString>() {
            let text: PyBackedStr = value.extract()?;
            if is_likely_path(&text) {
                // The same text each time, so that many are one warning.
                let told = "a str is the text of records; to read a file pass pathlib.Path(…)";
                warn(value.py(), "UserWarning", told)?;
            }
            return Ok(Input::Text(text));
        }
        if value.is_instance_of::<PyBytes>() {
            return Ok(Input::Bytes(value.extract()?));
        }
        if value.is_instance_of::<PyByteArray>() || value.is_instance_of::<PyMemoryView>() {
            let copy = value.py().get_type::<PyBytes>().call1((value,))?;
            return Ok(Input::Bytes(copy.extract()?));
        }
        if let Ok(record) = value.cast::<PyRecord>() {
            return Ok(record.get().input());
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
        matches!(self, Input::Text(_) | Input::Record(..))
    }

    /// Its size in bytes; 0 if it is not in memory.
    pub(crate) fn len(&self) -> usize {
        match self {
            Input::Text(text) => text.len(),
            Input::Bytes(bytes) => bytes.len(),
            Input::Path(_) => 0,
            Input::Record(chunk, ..) => chunk.text().len(),
        }
    }

    /// Reads its records.
    pub(crate) fn read(&self, visit: &mut SourceVisitor<PyErr>) -> PyResult<()> {
        let reader = SourceReader::default();
        match self {
            Input::Text(text) => read_text(&reader, text, visit),
            Input::Record(chunk, source, _) => {
                let source = Arc::clone(source);
                visit(SourceEvent::Chunk(
                    SourceInfo { source, file: None },
                    (**chunk).clone(),
                ))
            }
            Input::Bytes(bytes) => reader.read_bytes(NO_NAME, bytes, visit),
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
