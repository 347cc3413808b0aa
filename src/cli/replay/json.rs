//! Positions as JSON.

use super::{
    format::ReplayFormat,
    options::ReplayOptions,
    target::{FormatTarget, ReplayedRecord},
};
use crate::{
    cli::{
        error::{CliError, ReplayError},
        output::{Output, to_json},
        overwrite_guard::OverwriteGuard,
    },
    report::{PositionLine, PositionWriter},
};

/// Objects, one per position.
pub(super) struct JsonTarget<'r> {
    options: &'r ReplayOptions,
    output: Output,
    /// Objects written so far.
    count: usize,
}

impl<'r> JsonTarget<'r> {
    pub(super) fn open(
        options: &'r ReplayOptions,
        guard: &OverwriteGuard,
    ) -> Result<JsonTarget<'r>, CliError> {
        Ok(JsonTarget {
            options,
            output: guard.create(options.output_args.output.as_deref())?,
            count: 0,
        })
    }

    fn write_object(&mut self, object: &str) -> Result<(), CliError> {
        let separator = match (self.options.format(), self.count) {
            (ReplayFormat::Jsonl, 0) => "",
            (ReplayFormat::Jsonl, _) => "\n",
            (_, 0) => "[\n",
            _ => ",\n",
        };
        self.count += 1;
        self.output.write(separator)?;
        self.output.write(object)
    }
}

impl FormatTarget for JsonTarget<'_> {
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError> {
        let (source, index) = (&record.report.source, record.report.index);
        let plan = match record.plan(self.options) {
            Err(error @ ReplayError::NotReplayable) => {
                self.write_object(&to_json(&PositionLine::not_replayable(source, index))?)?;
                return Err(error);
            }
            plan => plan?,
        };
        let mut writer = PositionWriter::new(source, index);
        let mut write = |line: String| self.write_object(&line);
        plan.lines(&record.verified, &mut writer, &mut write)?;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), CliError> {
        // Without a position there was nothing to replay.
        if self.output.keeps_earlier(true)? {
            return Ok(());
        }
        self.output
            .write(match (self.options.format(), self.count) {
                (ReplayFormat::Jsonl, 0) => "",
                (ReplayFormat::Jsonl, _) => "\n",
                (_, 0) => "[]\n",
                _ => "\n]\n",
            })?;
        self.output.finish()
    }
}
