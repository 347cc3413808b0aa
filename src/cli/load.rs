//! Loads one position of one record, for the commands that start from it.

use std::{ffi::OsStr, fs::Metadata, path::Path, sync::Arc};

use super::{
    error::{CliError, NoSuchRecord},
    overwrite_guard::OverwriteGuard,
    ply_selector::PlySelector,
};
use crate::{
    archive::{SourceEvent, SourceReader},
    games::Position,
    ruleset::Ruleset,
    verify::{Options, verify},
};

/// The position of a record after a ply, and the name of its ruleset.
pub(super) fn position_in(
    path: &OsStr,
    index: usize,
    at: PlySelector,
    ruleset: Option<Arc<Ruleset>>,
    guard: &OverwriteGuard,
) -> Result<(Position, String), CliError> {
    let mut found = None;
    let mut sources = 0;
    guard.reads_path(path)?;
    let mut allow = |path: &Path, metadata: &Metadata| guard.reads(path, metadata);
    SourceReader::default().read_allowed(path, &mut allow, &mut |part| {
        match part {
            SourceEvent::Unreadable(unreadable) => {
                return Err(CliError::UnreadableSource {
                    source_name: unreadable.name,
                    message: unreadable.finding.message(),
                });
            }
            SourceEvent::Chunk(source_info, chunk) => {
                if (chunk.first..chunk.first + chunk.count).contains(&index) {
                    found = Some((source_info.source, chunk));
                }
            }
            SourceEvent::End(source, last) => {
                sources += 1;
                if sources > 1 {
                    return Err(CliError::SeveralFiles);
                }
                if last < index {
                    return Err(CliError::NoSuchRecord(NoSuchRecord {
                        source_name: source.to_string(),
                        index,
                        last,
                    }));
                }
            }
        }
        Ok(())
    })?;
    let (name, chunk) = found.ok_or(CliError::NoRecord)?;
    let mut records = chunk.records();
    let record = records.find(|&(number, _)| number == index);
    let (_, record) = record.ok_or(CliError::NoRecord)?;
    let mut options = Options {
        ruleset,
        ..Options::default()
    };
    let verdict = verify(&record, &options);
    let source_name = || name.to_string();
    let ply = at.of(verdict.plies).map_err(|error| CliError::NoSuchPly {
        source_name: source_name(),
        error,
    })?;
    options.until = Some(ply);
    let verdict = verify(&record, &options);
    let ruleset = verdict.ruleset.map(|ruleset| ruleset.name.clone());
    match verdict.position {
        Some(position) => Ok((position, ruleset.unwrap_or_default())),
        None => Err(CliError::NotReplayable {
            source_name: source_name(),
        }),
    }
}
