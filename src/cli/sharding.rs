//! One shard of a run of `batch`: what it reads, and the header and trailer of its report.

use std::{fs::Metadata, path::Path};

use super::{error::CliError, input::InputArgs};
use crate::{
    archive::{ShardReader, SourceList, SourceReader, SourceVisitor},
    output::SchemaVersion,
    report::{Shard, ShardHeader},
    ruleset,
    verify::Options,
};

/// A shard that is being read.
pub(super) struct ShardRun<'r> {
    /// The header of its report.
    pub(super) header: ShardHeader,
    input: &'r InputArgs,
    reader: ShardReader<'r>,
}

impl<'r> ShardRun<'r> {
    /// Lists all sources, and divides them.
    pub(super) fn new(
        shard: Shard,
        input: &'r InputArgs,
        reader: &'r SourceReader,
        options: &Options,
    ) -> Result<ShardRun<'r>, CliError> {
        input.store_list()?;
        let mut list = SourceList::default();
        input.each_path(&mut |path| {
            list.add_path(path, reader);
            Ok(())
        })?;
        Ok(ShardRun {
            header: ShardHeader {
                schema: SchemaVersion,
                version: env!("CARGO_PKG_VERSION").to_owned(),
                shard,
                options: digest(input, reader, options),
                sources: list.digest(),
            },
            input,
            reader: ShardReader::new(reader, shard.number(), shard.count(), &list),
        })
    }

    /// Reads the sources of the shard.
    pub(super) fn read(&mut self, visit: &mut SourceVisitor<CliError>) -> Result<(), CliError> {
        let input = self.input;
        let mut allow = |path: &Path, metadata: &Metadata| input.guard.reads_record(path, metadata);
        input.each_path(&mut |path| self.reader.read(path, &mut allow, visit))
    }

    /// Where the shard begins and ends.
    pub(super) fn end(self) -> Result<(String, String), CliError> {
        self.reader.end().ok_or(CliError::SourcesChanged)
    }
}

/// A hash of the options and rulesets that the lines of a report depend on, in hexadecimal digits.
fn digest(input: &InputArgs, reader: &SourceReader, options: &Options) -> String {
    let Options {
        ruleset,
        variations,
        ignored,
        until,
        // Reports are never about parts.
        partial: _,
    } = options;
    let mut ignored: Vec<&str> = ignored.iter().map(|code| code.id()).collect();
    ignored.sort_unstable();
    ignored.dedup();
    let parts = [
        format!("{:?} {:?}", ruleset::embedded(), ruleset),
        format!("{variations:?} {ignored:?} {until:?} {:?}", input.record),
        format!(
            "{:?} {:?} {:?}",
            reader.limits, reader.max_ratio, reader.stdin_name
        ),
    ];
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_string()
}
