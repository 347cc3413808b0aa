//! The streams that Python gets.

use std::sync::{Arc, Mutex};

use arrow_array::{
    RecordBatch, RecordBatchReader, ffi::FFI_ArrowSchema, ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{ArrowError, SchemaRef};
use kifu::{
    archive::{Processed, SourceInfo},
    record::{Chunk, LineIndex},
    report::RecordReport,
    verify::verify,
};
use pyo3::{prelude::*, types::PyCapsule};

use super::{
    batches::{Kind, Plan, Results},
    input::Batches,
    interrupt::Interrupt,
    rows::check_column,
    verdicts::{self, VerdictRows},
};
use crate::{
    arguments::{Jobs, Names},
    errors::error,
    files::{Background, FileRun, Stopped},
    running::check_signals,
    settings::Settings,
};

const STREAM: &std::ffi::CStr = c"arrow_array_stream";
const SCHEMA: &std::ffi::CStr = c"arrow_schema";

fn wrong(reason: ArrowError) -> PyErr {
    match reason {
        ArrowError::SchemaError(message) => error(message),
        other => error(other.to_string()),
    }
}

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&**schema).map_err(wrong)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

fn stream_capsule(
    py: Python<'_>,
    reader: Box<dyn RecordBatchReader + Send>,
) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(reader), STREAM)
}

/// A table that is computed while it is read: what `validate_arrow` and `plies_arrow` return.
///
/// It has the Arrow C interface, so that every library for tables takes it:
///
///     pyarrow.table(stream), pyarrow.RecordBatchReader.from_stream(stream)
///     polars.DataFrame(stream)
///     duckdb.sql("FROM stream")
///     pandas.DataFrame.from_arrow(stream)
///
/// Each reading computes it anew, if its input can be read again.
#[pyclass(frozen, name = "ArrowStream", module = "kifu")]
pub(crate) struct ArrowStream {
    plan: Arc<Plan>,
    input: Py<PyAny>,
    schema: SchemaRef,
    /// The input, opened for the first reading.
    opened: Mutex<Option<Batches>>,
}

impl ArrowStream {
    fn open(input: &Bound<'_, PyAny>, plan: Plan) -> PyResult<ArrowStream> {
        let opened = Batches::open(input)?;
        let mut plan = plan;
        if opened.is_unknown() {
            // Without any batch there is nothing to keep.
            plan.keep.clear();
        } else {
            check_column(&opened.schema(), &plan.record).map_err(wrong)?;
        }
        let schema = plan.schema(&opened.schema()).map_err(wrong)?;
        Ok(ArrowStream {
            plan: Arc::new(plan),
            input: input.clone().unbind(),
            schema,
            opened: Mutex::new(Some(opened)),
        })
    }

    fn reader(&self, py: Python<'_>) -> PyResult<Results> {
        let opened = self.opened.lock().ok().and_then(|mut opened| opened.take());
        let input = match opened {
            Some(opened) => opened,
            None => {
                let input = self.input.bind(py);
                if input.hasattr("__next__")? {
                    return Err(error(
                        "the batches have been read already, and cannot be read again",
                    ));
                }
                Batches::open(input)?
            }
        };
        Results::new(Arc::clone(&self.plan), input, Arc::clone(&self.schema))
    }
}

#[pymethods]
impl ArrowStream {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A stream may have another schema than is requested.
        let _ = requested_schema;
        stream_capsule(py, Box::new(self.reader(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<kifu.ArrowStream: {}>", self.column_names().join(", "))
    }
}

/// Verifies a column of records: a table with a row for each record, computed batch by batch on all processors while it is
/// read.
///
/// table: an Arrow table or stream (of PyArrow, Polars, DuckDB, pandas, …: anything with `__arrow_c_stream__`), or an
///     iterable of batches. Nothing is copied.
/// record: the name of the column of records: texts, or bytes as in files, which may be archives.
/// keep: names of columns that are copied to the rows of the result, such as an id.
/// jobs: the number of threads, at least 1; None is one per processor, and there are never more.
/// ruleset, variations, ignore: as for `validate`.
///
/// Columns: `row` (the number of the row in the input, from 0), `index` (of the record in the row, from 1), `status`, `game`,
/// `ruleset`, `size`, `komi`, `plies`, `finished`, `recorded`, `computed`, `winner`, `margin`, `score_black` …, `black` …,
/// `event`, `round`, `date`, `errors`, `warnings`; `code`, `ply`, `point` and `message` of the first error; `findings`, a list
/// of all. A row with several records gives several, one without any gives one that is malformed, and null stays null.
///
/// >>> pyarrow.table(kifu.validate_arrow(table, record="sgf", keep=["id"]))     # doctest: +SKIP
#[pyfunction]
#[pyo3(signature = (table, record="record", *, keep=None, jobs=None, ruleset=None, variations="main", ignore=None))]
pub(crate) fn validate_arrow(
    table: &Bound<'_, PyAny>,
    record: &str,
    keep: Option<Names>,
    jobs: Option<Jobs>,
    ruleset: Option<&Bound<'_, PyAny>>,
    variations: &str,
    ignore: Option<Names>,
) -> PyResult<ArrowStream> {
    let plan = Plan {
        kind: Kind::Verdicts,
        record: record.to_owned(),
        keep: keep.unwrap_or_default().0,
        settings: Settings::new(ruleset, variations, ignore)?,
        jobs,
    };
    ArrowStream::open(table, plan)
}

/// The plies of a column of records: a table with a row for each legal ply of the main lines, computed batch by batch on all
/// processors while it is read.
///
/// table, record, keep, jobs, ruleset: as for `validate_arrow`.
///
/// Columns: `row`, `source`, `index`, `ply` (from 1), `color`, `move` (in canonical spelling), `captured` (whether the ply
/// removed pieces or changed their color), `position_hash` (of the position after the ply).
#[pyfunction]
#[pyo3(signature = (table, record="record", *, keep=None, jobs=None, ruleset=None))]
pub(crate) fn plies_arrow(
    table: &Bound<'_, PyAny>,
    record: &str,
    keep: Option<Names>,
    jobs: Option<Jobs>,
    ruleset: Option<&Bound<'_, PyAny>>,
) -> PyResult<ArrowStream> {
    let plan = Plan {
        kind: Kind::Plies,
        record: record.to_owned(),
        keep: keep.unwrap_or_default().0,
        settings: Settings::new(ruleset, "main", None)?,
        jobs,
    };
    ArrowStream::open(table, plan)
}

/// Verdicts on files as batches.
pub(crate) struct FileBatches {
    batches: Background<Result<RecordBatch, ArrowError>>,
    schema: SchemaRef,
    interrupt: Interrupt,
}

impl FileBatches {
    pub(crate) fn start(run: FileRun) -> PyResult<FileBatches> {
        let schema: SchemaRef = Arc::new(verdicts::schema());
        let of_thread = Arc::clone(&schema);
        let batches = Background::start(move |sender| {
            let schema = of_thread;
            let work = |source_info: &SourceInfo, chunk: &Chunk| {
                let mut rows = VerdictRows::new();
                let lines = LineIndex::of(chunk);
                for (index, record) in chunk.records() {
                    let report = RecordReport {
                        source: String::new(),
                        index,
                        verdict: Ok(verify(&record, &run.options)),
                    };
                    rows.add(None, Some(&source_info.source), &report, &lines);
                }
                verdicts::batch(Arc::clone(&schema), rows, Vec::new())
            };
            let send = |result| sender.send(result).map_err(|_| Stopped(String::new()));
            let mut emit = |processed| match processed {
                Processed::Chunk(_, _, batch) => send(Ok(batch)),
                Processed::Unreadable(unreadable) => {
                    let mut rows = VerdictRows::new();
                    let report = RecordReport::from(unreadable);
                    rows.add(None, Some(&report.source), &report, &LineIndex::new(""));
                    send(Ok(verdicts::batch(Arc::clone(&schema), rows, Vec::new())))
                }
                Processed::End(..) => Ok(()),
            };
            if let Err(stopped) = run.run(&work, &mut emit) {
                let _ = send(Err(stopped));
            }
        })?;
        Ok(FileBatches {
            batches,
            schema,
            interrupt: Interrupt::default(),
        })
    }
}

impl Iterator for FileBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let interrupted = match self.interrupt.look() {
            Ok(false) => match self.batches.next(&mut check_signals) {
                Ok(next) => return next,
                Err(raised) => self.interrupt.handle(raised),
            },
            Ok(true) => Ok(()),
            Err(error) => Err(error),
        };
        Some(interrupted.map(|()| RecordBatch::new_empty(self.schema())))
    }
}

impl RecordBatchReader for FileBatches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The capsules of verdicts on files.
pub(crate) fn files_schema(py: Python<'_>) -> PyResult<Bound<'_, PyCapsule>> {
    schema_capsule(py, &Arc::new(verdicts::schema()))
}

pub(crate) fn files_stream(py: Python<'_>, run: FileRun) -> PyResult<Bound<'_, PyCapsule>> {
    stream_capsule(py, Box::new(FileBatches::start(run)?))
}
