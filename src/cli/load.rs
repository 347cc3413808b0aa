//! Loads one position of one record, for the commands that start from it.

use std::{ffi::OsStr, fs::Metadata, path::Path, sync::Arc};

use super::{
    collected_text::has_text_outside,
    error::{CliError, NoSuchRecord, print_note},
    left_out::text_note,
    moves_args::MOVES_NAME,
    overwrite_guard::OverwriteGuard,
    ply_selector::PlySelector,
};
use crate::{
    archive::{SourceEvent, SourceReader, SourceVisitor},
    games::Position,
    output::{counted, in_brief},
    record,
    ruleset::Ruleset,
    verify::{Code, Options, Severity, verify},
};

/// The position of a record in a file after a ply, and the name of its ruleset.
pub(super) fn position_in(
    reader: &SourceReader,
    path: &OsStr,
    index: usize,
    at: PlySelector,
    options: Options,
    guard: &OverwriteGuard,
) -> Result<(Position, String), CliError> {
    guard.reads_path(path)?;
    let mut allow = |path: &Path, metadata: &Metadata| guard.reads(path, metadata);
    position_of(index, at, options, |visit| {
        reader.read_allowed(path, &mut allow, visit)
    })
}

/// The position after the last of some moves, given as a record, or after an earlier one. All of them must be legal.
pub(super) fn position_after(
    moves: &str,
    at: PlySelector,
    ruleset: Option<Arc<Ruleset>>,
) -> Result<(Position, String), CliError> {
    for record in record::read(moves) {
        let options = Options {
            ruleset: ruleset.clone(),
            ..Options::default()
        };
        let findings = verify(&record, &options).findings;
        let mut errors = findings.iter();
        if let Some(error) = errors.find(|finding| finding.code().severity() == Severity::Error) {
            return Err(CliError::IllegalMoves(in_brief(error)));
        }
    }
    let reader = SourceReader::default();
    let options = Options {
        ruleset,
        ..Options::default()
    };
    position_of(1, at, options, |visit| {
        reader.read_text(MOVES_NAME, moves, visit)
    })
}

/// The position of one of the records that `read` reads.
fn position_of(
    index: usize,
    at: PlySelector,
    mut options: Options,
    read: impl FnOnce(&mut SourceVisitor<CliError>) -> Result<(), CliError>,
) -> Result<(Position, String), CliError> {
    let mut found = None;
    let mut sources = 0;
    read(&mut |part| {
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
    if has_text_outside(&record) {
        print_note(&text_note(&name, index));
    }
    let verdict = verify(&record, &options);
    let source_name = || name.to_string();
    let ply = at.of(verdict.plies).map_err(|error| CliError::NoSuchPly {
        source_name: source_name(),
        error,
    })?;
    if options.partial && record.is_malformed() {
        print_note(&format!(
            "{name}: record {index} is malformed: what precedes the damage has {}",
            counted(u64::from(verdict.plies), "ply", "plies")
        ));
    }
    let mut errors = verdict.findings.iter();
    let end = errors.find_map(|finding| match (finding.code(), finding.ply) {
        (Code::RecordSetup | Code::RecordLateSetup, _) => Some(("an error", finding)),
        (code, Some(at)) if code.severity() == Severity::Error && at == ply + 1 => {
            Some(("an illegal ply", finding))
        }
        _ => None,
    });
    if let Some((what, finding)) = end.filter(|_| ply == verdict.plies) {
        print_note(&format!(
            "{name}: record {index}: this is the position before {what}: {}",
            in_brief(finding)
        ));
    }
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
