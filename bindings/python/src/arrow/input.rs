//! Batches that come from Python: from a stream, or from an iterable of batches and tables.

use arrow_array::{RecordBatch, RecordBatchReader, ffi_stream::RecordBatchStreamReader};
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, Schema, SchemaRef};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyIterator};

/// Batches of one schema.
pub(super) enum Batches {
    /// A stream.
    Stream(RecordBatchStreamReader),
    /// Objects of Python, each a batch or a stream.
    Objects {
        objects: Py<PyIterator>,
        schema: SchemaRef,
        current: Option<RecordBatchStreamReader>,
    },
}

/// Why there is no next batch.
pub(super) enum InputError {
    Arrow(ArrowError),
    /// Code of Python has raised this.
    Raised(PyErr),
}

const STREAM: &str = "__arrow_c_stream__";
const ARRAY: &str = "__arrow_c_array__";

/// A batch or a stream as a stream. The texts in it are not trusted: they are read as bytes.
fn stream_of(value: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    if value.hasattr(STREAM)? {
        return RecordBatchStreamReader::from_pyarrow_bound(value);
    }
    if value.hasattr(ARRAY)? {
        let batch = RecordBatch::from_pyarrow_bound(value)?;
        let schema = batch.schema();
        let batches = arrow_array::RecordBatchIterator::new([Ok(batch)], schema);
        let stream = arrow_array::ffi_stream::FFI_ArrowArrayStream::new(Box::new(batches));
        return RecordBatchStreamReader::try_new(stream)
            .map_err(|error| PyTypeError::new_err(error.to_string()));
    }
    Err(PyTypeError::new_err(format!(
        "expected an Arrow table, a stream or batches (an object with {STREAM} or {ARRAY}), not {}",
        value.get_type().name()?
    )))
}

impl Batches {
    pub(super) fn open(value: &Bound<'_, PyAny>) -> PyResult<Batches> {
        if value.hasattr(STREAM)? || value.hasattr(ARRAY)? || value.try_iter().is_err() {
            return Ok(Batches::Stream(stream_of(value)?));
        }
        let mut objects = value.try_iter()?;
        let current = objects.next().transpose()?;
        let current = current.as_ref().map(stream_of).transpose()?;
        let schema = current.as_ref().map(RecordBatchReader::schema);
        Ok(Batches::Objects {
            objects: objects.unbind(),
            schema: schema.unwrap_or_else(|| Schema::empty().into()),
            current,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        match self {
            Batches::Stream(stream) => stream.schema(),
            Batches::Objects { schema, .. } => schema.clone(),
        }
    }

    /// Whether there is no batch, so that the schema is not known.
    pub(super) fn is_unknown(&self) -> bool {
        matches!(self, Batches::Objects { current: None, .. })
    }

    /// The next batch.
    pub(super) fn next(&mut self) -> Option<Result<RecordBatch, InputError>> {
        match self {
            Batches::Stream(stream) => Some(stream.next()?.map_err(InputError::Arrow)),
            Batches::Objects {
                objects,
                schema,
                current,
            } => loop {
                if let Some(batch) = current.as_mut()?.next() {
                    return Some(batch.map_err(InputError::Arrow));
                }
                let next = Python::attach(|py| {
                    let mut objects = objects.bind(py).clone();
                    let next = objects.next().transpose()?;
                    next.as_ref().map(stream_of).transpose()
                });
                match next {
                    Ok(Some(next)) if next.schema().fields() != schema.fields() => {
                        *current = None;
                        let wrong = "the batches have different columns".to_owned();
                        return Some(Err(InputError::Arrow(ArrowError::SchemaError(wrong))));
                    }
                    Ok(next) => *current = next,
                    Err(error) => {
                        *current = None;
                        return Some(Err(InputError::Raised(error)));
                    }
                }
            },
        }
    }
}
