//! Batches of records → batches of verdicts or plies, on all processors and in order.

use std::{
    collections::VecDeque,
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, UInt32Array};
use arrow_schema::{ArrowError, FieldRef, Schema, SchemaRef};
use arrow_select::{concat::concat_batches, take::take};
use kifu::{
    archive::SourceEvent,
    record::LineIndex,
    report::RecordReport,
    verify::{ArchiveFault, archive_finding, verify},
};
use pyo3::prelude::*;

use super::{
    input::{Batches, InputError},
    interrupt::{Interrupt, interrupted},
    plies::{self, PlyRows},
    rows::{Row, Rows, part, parts},
    verdicts::{self, VerdictRows},
};
use crate::{
    arguments::Jobs, input::NO_NAME, ordered::Ordered, running::PERIOD, settings::Settings,
};

/// What a table of records becomes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Verdicts,
    Plies,
}

/// How a table of records is read.
#[derive(Clone)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    /// The column of records.
    pub(super) record: String,
    /// The columns that are copied to each row of the result.
    pub(super) keep: Vec<String>,
    pub(super) settings: Settings,
    pub(super) jobs: Option<Jobs>,
}

impl Plan {
    /// The columns of the result.
    pub(super) fn schema(&self, input: &Schema) -> Result<SchemaRef, ArrowError> {
        let own = match self.kind {
            Kind::Verdicts => verdicts::schema(),
            Kind::Plies => plies::schema(),
        };
        let mut fields: Vec<FieldRef> = own.fields().iter().cloned().collect();
        for name in &self.keep {
            if own.field_with_name(name).is_ok() {
                return Err(ArrowError::SchemaError(format!(
                    "the column {name:?} cannot be kept: the result has one of this name"
                )));
            }
            let (at, _) = input.column_with_name(name).ok_or_else(|| {
                ArrowError::SchemaError(format!("there is no column {name:?} to keep"))
            })?;
            fields.push(Arc::clone(&input.fields()[at]));
        }
        Ok(Arc::new(Schema::new(fields)))
    }
}

/// The rows of the result of a part.
enum Found {
    Verdicts(Box<VerdictRows>),
    Plies(Box<PlyRows>),
}

impl Found {
    fn len(&self) -> usize {
        match self {
            Found::Verdicts(rows) => rows.len(),
            Found::Plies(rows) => rows.len(),
        }
    }

    /// Adds what is found in a row.
    fn add(&mut self, row: i64, value: Option<Row>, settings: &Settings) {
        let Some(value) = value else {
            if let Found::Verdicts(rows) = self {
                rows.add_null(row);
            }
            return;
        };
        let options = settings.of_text(value.is_text());
        let before = self.len();
        let read = catch_unwind(AssertUnwindSafe(|| {
            value.read(&mut |event| {
                match (event, &mut *self) {
                    (SourceEvent::Chunk(source_info, chunk), found) => {
                        let source = Some(&*source_info.source).filter(|name| *name != NO_NAME);
                        let source = source.map(|name| name.trim_start_matches("-/"));
                        let lines = LineIndex::of(&chunk);
                        for (index, record) in chunk.records() {
                            match found {
                                Found::Plies(rows) => {
                                    rows.add(row, source, index, &record, options);
                                }
                                Found::Verdicts(rows) => {
                                    let report = RecordReport {
                                        source: String::new(),
                                        index,
                                        verdict: Ok(verify(&record, options)),
                                    };
                                    rows.add(Some(row), source, &report, &lines);
                                }
                            }
                        }
                    }
                    (SourceEvent::Unreadable(unreadable), Found::Verdicts(rows)) => {
                        let report = RecordReport::from(unreadable);
                        let source = Some(report.source.trim_start_matches("-/"));
                        let source = source.filter(|name| *name != NO_NAME).map(str::to_owned);
                        rows.add(Some(row), source.as_deref(), &report, &LineIndex::new(""));
                    }
                    _ => {}
                }
                Ok(())
            })
        }));
        let reason = match read {
            Ok(Ok(())) => return,
            Ok(Err(error)) => error.to_string(),
            Err(_) => "kifu has crashed on it: that is a bug, please report it".to_owned(),
        };
        // One row must not cost the others their verdict.
        if let Found::Verdicts(rows) = self
            && rows.len() == before
        {
            let finding = archive_finding(ArchiveFault::Unreadable, &reason);
            let report = RecordReport {
                source: String::new(),
                index: 0,
                verdict: Err(Box::new(finding)),
            };
            rows.add(Some(row), None, &report, &LineIndex::new(""));
        }
    }
}

/// Reads some rows of a batch, the first of which has this number.
fn work(plan: &Plan, schema: &SchemaRef, batch: &RecordBatch, first: i64) -> Batch {
    let column = batch.column_by_name(&plan.record);
    let missing = || ArrowError::SchemaError(format!("there is no column {:?}", plan.record));
    let rows = Rows::of(column.ok_or_else(missing)?)?;
    let mut found = match plan.kind {
        Kind::Verdicts => Found::Verdicts(Box::new(VerdictRows::new())),
        Kind::Plies => Found::Plies(Box::default()),
    };
    // For each row of the result the row that it comes from.
    let mut origins = Vec::new();
    for (row, number) in (0..batch.num_rows()).zip(first..) {
        found.add(number, rows.get(row), &plan.settings);
        origins.resize(found.len(), row as u32);
    }
    let kept = if plan.keep.is_empty() {
        Vec::new()
    } else {
        let origins = UInt32Array::from(origins);
        let columns = plan
            .keep
            .iter()
            .filter_map(|name| batch.column_by_name(name));
        let taken = columns.map(|column| take(column, &origins, None));
        taken.collect::<Result<Vec<ArrayRef>, ArrowError>>()?
    };
    let schema = Arc::clone(schema);
    match found {
        Found::Verdicts(rows) => verdicts::batch(schema, *rows, kept),
        Found::Plies(rows) => rows.batch(schema, kept),
    }
}

type Batch = Result<RecordBatch, ArrowError>;

/// Rows of the result that are delivered together, at least.
const DELIVERED: usize = 8 * 1024;

/// What [`Results::take`] has found.
enum Taken {
    Part,
    Nothing,
    Interrupted,
}

/// Reads batches of records, and delivers batches of verdicts or plies.
pub(super) struct Results {
    plan: Arc<Plan>,
    input: Option<Batches>,
    /// Whether a Ctrl-C came while the input was making its next batch, which is lost.
    is_broken: bool,
    schema: SchemaRef,
    /// The present batch, and its parts that are not in work yet.
    current: Option<RecordBatch>,
    parts: VecDeque<(Range<usize>, usize)>,
    /// The number of the first row of the present batch, and of the next.
    first: i64,
    next: i64,
    queue: Ordered<Batch>,
    ready: Vec<RecordBatch>,
    interrupt: Interrupt,
}

impl Results {
    pub(super) fn new(plan: Arc<Plan>, input: Batches, schema: SchemaRef) -> PyResult<Results> {
        let queue = Ordered::new(plan.jobs)?;
        Ok(Results {
            plan,
            input: Some(input),
            is_broken: false,
            schema,
            current: None,
            parts: VecDeque::new(),
            first: 0,
            next: 0,
            queue,
            ready: Vec::new(),
            interrupt: Interrupt::default(),
        })
    }

    /// Puts a part of the input into work.
    fn take(&mut self) -> Result<Taken, ArrowError> {
        loop {
            if let (Some((rows, bytes)), Some(batch)) = (self.parts.pop_front(), &self.current) {
                let batch = part(batch, &rows);
                let (plan, schema) = (Arc::clone(&self.plan), Arc::clone(&self.schema));
                let first = self.first + rows.start as i64;
                self.queue
                    .add(bytes, move || work(&plan, &schema, &batch, first));
                return Ok(Taken::Part);
            }
            self.current = None;
            let Some(input) = &mut self.input else {
                return Ok(Taken::Nothing);
            };
            let batch = match input.next() {
                Some(Ok(batch)) => batch,
                Some(Err(InputError::Arrow(error))) => return Err(error),
                Some(Err(InputError::Raised(raised))) => {
                    self.interrupt.handle(raised)?;
                    (self.input, self.is_broken) = (None, true);
                    return Ok(Taken::Interrupted);
                }
                None => {
                    self.input = None;
                    return Ok(Taken::Nothing);
                }
            };
            self.first = self.next;
            self.next += batch.num_rows() as i64;
            let column = batch.column_by_name(&self.plan.record);
            let missing = || ArrowError::SchemaError("a batch lacks the column".to_owned());
            let rows = Rows::of(column.ok_or_else(missing)?)?;
            self.parts = parts(&rows, batch.num_rows()).into();
            self.current = Some(batch);
        }
    }

    /// The batches that are ready as one.
    fn deliver(&mut self) -> Batch {
        let ready = std::mem::take(&mut self.ready);
        match &ready[..] {
            [batch] => Ok(batch.clone()),
            batches => concat_batches(&self.schema, batches),
        }
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        // A stream that is interrupted delivers what it has.
        let mut is_interrupted = self.interrupt.look()?;
        while !is_interrupted {
            while let Some(batch) = self.queue.ready() {
                let batch = batch.map_err(|raised| ArrowError::ExternalError(Box::new(raised)))?;
                self.ready.push(batch?);
                let rows = self.ready.iter().map(RecordBatch::num_rows).sum::<usize>();
                if rows >= DELIVERED {
                    return self.deliver().map(Some);
                }
            }
            if !self.queue.is_full() {
                match self.take()? {
                    Taken::Part => continue,
                    Taken::Interrupted => break,
                    Taken::Nothing => {}
                }
            }
            if self.queue.is_idle() {
                let is_empty = self.ready.iter().all(|batch| batch.num_rows() == 0);
                return match (is_empty, self.is_broken) {
                    (false, _) => self.deliver().map(Some),
                    (true, false) => Ok(None),
                    (true, true) => Err(interrupted()),
                };
            }
            self.queue.wait(PERIOD);
            is_interrupted = self.interrupt.look()?;
        }
        self.deliver().map(Some)
    }
}

impl Iterator for Results {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let next = self.next_batch();
        if next.is_err() {
            // After an error there is nothing more.
            self.input = None;
            self.parts.clear();
        }
        next.transpose()
    }
}

impl RecordBatchReader for Results {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
