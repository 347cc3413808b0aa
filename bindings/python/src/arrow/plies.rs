//! The columns of plies.

use arrow_array::{
    ArrayRef, RecordBatch,
    builder::{ArrayBuilder, BooleanBuilder, Int32Builder, Int64Builder, StringBuilder},
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use kifu::{
    record::Record,
    verify::{Options, Step, replay},
};

/// The columns of plies.
pub(super) fn schema() -> Schema {
    use DataType::{Boolean, Int32, Int64, Utf8};
    Schema::new(vec![
        Field::new("row", Int64, false),
        Field::new("source", Utf8, true),
        Field::new("index", Int32, false),
        Field::new("ply", Int32, false),
        Field::new("color", Utf8, false),
        Field::new("move", Utf8, false),
        Field::new("captured", Boolean, false),
        Field::new("position_hash", Int64, false),
    ])
}

/// Rows of plies that are being collected.
#[derive(Default)]
pub(super) struct PlyRows {
    row: Int64Builder,
    source: StringBuilder,
    index: Int32Builder,
    ply: Int32Builder,
    color: StringBuilder,
    mv: StringBuilder,
    captured: BooleanBuilder,
    position_hash: Int64Builder,
}

impl PlyRows {
    /// The number of rows.
    pub(super) fn len(&self) -> usize {
        self.row.len()
    }

    /// Adds the legal plies of the main line of a record.
    pub(super) fn add(
        &mut self,
        row: i64,
        source: Option<&str>,
        index: usize,
        record: &Record,
        options: &Options,
    ) {
        let options = Options {
            variations: false,
            ..options.clone()
        };
        let index = i32::try_from(index).unwrap_or(i32::MAX);
        let mut color_text = String::new();
        let mut visit = |step: &Step| {
            let Some((color, mv)) = step.turn else { return };
            self.row.append_value(row);
            self.source.append_option(source);
            self.index.append_value(index);
            let ply = i32::try_from(step.position.plies()).unwrap_or(i32::MAX);
            self.ply.append_value(ply);
            color_text.clear();
            color_text.push(color.letter());
            self.color.append_value(&color_text);
            self.mv.append_value(mv.clone().canonical().to_string());
            self.captured.append_value(step.captured);
            // The same 64 bits, since few readers of Parquet have unsigned numbers.
            let hash = step.position.fingerprint().cast_signed();
            self.position_hash.append_value(hash);
        };
        replay(record, &options, &mut visit);
    }

    /// A batch of the rows, with further columns behind them.
    pub(super) fn batch(
        mut self,
        schema: SchemaRef,
        kept: Vec<ArrayRef>,
    ) -> Result<RecordBatch, ArrowError> {
        let builders: [&mut dyn ArrayBuilder; 8] = [
            &mut self.row,
            &mut self.source,
            &mut self.index,
            &mut self.ply,
            &mut self.color,
            &mut self.mv,
            &mut self.captured,
            &mut self.position_hash,
        ];
        let columns = builders.into_iter().map(ArrayBuilder::finish);
        RecordBatch::try_new(schema, columns.chain(kept).collect())
    }
}
