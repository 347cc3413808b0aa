//! The rows of a batch as inputs: a column of texts or of bytes.

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, RecordBatch,
    cast::{AsArray, downcast_array},
};
use arrow_schema::{ArrowError, DataType, Schema};
use arrow_select::take::take;
use kifu::archive::{SourceReader, SourceVisitor};
use pyo3::prelude::*;

use crate::input::{NO_NAME, read_text};

/// A column whose rows are texts or bytes.
pub(super) struct Rows {
    values: Values,
    is_text: bool,
}

enum Values {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
    /// A column of nulls.
    Null,
}

/// A row.
#[derive(Clone, Copy)]
pub(super) enum Row<'r> {
    /// Unicode, whatever its `CA` says.
    Text(&'r str),
    /// A file.
    Bytes(&'r [u8]),
}

/// Whether a column of this type holds records.
pub(super) fn is_readable(data_type: &DataType) -> bool {
    match data_type {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        | DataType::Null => true,
        DataType::Dictionary(_, values) => is_readable(values),
        _ => false,
    }
}

/// Finds a column of records.
pub(super) fn check_column(schema: &Schema, name: &str) -> Result<(), ArrowError> {
    let Ok(field) = schema.field_with_name(name) else {
        let names = schema.fields().iter().map(|field| field.name().as_str());
        let names: Vec<&str> = names.collect();
        return Err(ArrowError::SchemaError(format!(
            "there is no column {name:?}; there are {}",
            names.join(", ")
        )));
    };
    if is_readable(field.data_type()) {
        return Ok(());
    }
    Err(ArrowError::SchemaError(format!(
        "the column {name:?} holds {}, expected texts or bytes",
        field.data_type()
    )))
}

impl Rows {
    /// The rows of a column. Texts are taken as bytes, which need not be valid.
    pub(super) fn of(column: &ArrayRef) -> Result<Rows, ArrowError> {
        let is_text = matches!(
            column.data_type(),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View
        );
        let values = match column.data_type() {
            DataType::Utf8 => Values::Small(column.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Values::Large(column.as_string::<i64>().clone().into()),
            DataType::Utf8View => Values::View(column.as_string_view().clone().to_binary_view()),
            DataType::Binary => Values::Small(downcast_array(column)),
            DataType::LargeBinary => Values::Large(downcast_array(column)),
            DataType::BinaryView => Values::View(downcast_array(column)),
            DataType::Null => Values::Null,
            DataType::Dictionary(..) => {
                let dictionary = column.as_any_dictionary();
                return Rows::of(&take(dictionary.values(), dictionary.keys(), None)?);
            }
            other => {
                return Err(ArrowError::SchemaError(format!(
                    "a column of {other} holds no records"
                )));
            }
        };
        Ok(Rows { values, is_text })
    }

    fn bytes(&self, row: usize) -> Option<&[u8]> {
        match &self.values {
            Values::Small(values) => values.is_valid(row).then(|| values.value(row)),
            Values::Large(values) => values.is_valid(row).then(|| values.value(row)),
            Values::View(values) => values.is_valid(row).then(|| values.value(row)),
            Values::Null => None,
        }
    }

    /// A row; `None` for null.
    pub(super) fn get(&self, row: usize) -> Option<Row<'_>> {
        let bytes = self.bytes(row)?;
        // Nobody has checked that a text is one.
        let text = std::str::from_utf8(bytes).ok().filter(|_| self.is_text);
        Some(text.map_or(Row::Bytes(bytes), Row::Text))
    }
}

/// How a batch is cut into parts that are judged in parallel: at most so many rows, and about so many bytes, each.
const MAX_ROWS: usize = 512;
const MAX_BYTES: usize = 256 * 1024;

/// The ranges of rows that are judged together, each with its bytes.
pub(super) fn parts(rows: &Rows, count: usize) -> Vec<(std::ops::Range<usize>, usize)> {
    let mut parts = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for row in 0..count {
        bytes += rows.bytes(row).map_or(0, <[u8]>::len);
        if bytes >= MAX_BYTES || row + 1 - start >= MAX_ROWS {
            parts.push((start..row + 1, bytes));
            (start, bytes) = (row + 1, 0);
        }
    }
    if start < count {
        parts.push((start..count, bytes));
    }
    parts
}

/// The part of a batch with these rows.
pub(super) fn part(batch: &RecordBatch, rows: &std::ops::Range<usize>) -> RecordBatch {
    batch.slice(rows.start, rows.len())
}

impl Row<'_> {
    pub(super) fn is_text(self) -> bool {
        matches!(self, Row::Text(_))
    }

    /// Reads the records of the row.
    pub(super) fn read(self, visit: &mut SourceVisitor<PyErr>) -> PyResult<()> {
        let reader = SourceReader::default();
        match self {
            Row::Text(text) => read_text(&reader, text, visit),
            Row::Bytes(bytes) => reader.read_bytes(NO_NAME, bytes, visit),
        }
    }
}
