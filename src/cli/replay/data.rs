//! Positions as JSON.

use super::{Format, Item, Replay, Target};
use crate::{
    cli::{
        exit::Failure,
        output::{Output, to_json},
    },
    report::{PositionLine, PositionWriter},
};

/// Objects, one a position.
pub(super) struct Data<'r> {
    replay: &'r Replay,
    output: Output,
    /// Objects written so far.
    count: usize,
}

impl<'r> Data<'r> {
    pub(super) fn open(replay: &'r Replay) -> Result<Data<'r>, Failure> {
        Ok(Data {
            replay,
            output: Output::open(replay.giving.output.as_deref())?,
            count: 0,
        })
    }

    fn write(&mut self, object: &str) -> Result<(), Failure> {
        let before = match (self.replay.format, self.count) {
            (Format::Jsonl, 0) => "",
            (Format::Jsonl, _) => "\n",
            (_, 0) => "[\n",
            _ => ",\n",
        };
        self.count += 1;
        self.output.write(before)?;
        self.output.write(object)
    }
}

impl Target for Data<'_> {
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure> {
        let (source, index) = (&item.judged.source, item.judged.index);
        let plan = match item.plan(self.replay) {
            Ok(Some(plan)) => plan,
            Ok(None) => {
                let line = to_json(&PositionLine::unplayable(source, index))?;
                return self.write(&line).map(Ok);
            }
            Err(reason) => return Ok(Err(reason)),
        };
        let mut writer = PositionWriter::new(source, index);
        let mut give = |line: String| self.write(&line);
        plan.lines(&item.reel, &mut writer, &mut give).map(Ok)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.output.write(match (self.replay.format, self.count) {
            (Format::Jsonl, 0) => "",
            (Format::Jsonl, _) => "\n",
            (_, 0) => "[]\n",
            _ => "\n]\n",
        })?;
        self.output.finish()
    }
}
