//! One position of one record, for the commands that begin from it.

use std::{ffi::OsStr, sync::Arc};

use super::{common::PlySelector, exit::Failure};
use crate::{
    archive::{SourceEvent, SourceReader},
    games::Position,
    ruleset::Ruleset,
    verify::{Options, verify},
};

/// The position of a record at a ply, and the name of the ruleset it is played by.
pub(super) fn position_in(
    path: &OsStr,
    index: usize,
    at: PlySelector,
    ruleset: Option<Arc<Ruleset>>,
) -> Result<(Position, String), Failure> {
    let refused = |name: &str, message: &str| Failure::refused(format!("{name}: {message}"));
    let mut found = None;
    let mut sources = 0;
    SourceReader::default().read(path, &mut |part| {
        match part {
            SourceEvent::Unreadable(unreadable) => {
                return Err(refused(&unreadable.name, &unreadable.finding.message));
            }
            SourceEvent::Chunk(source_info, chunk) => {
                if (chunk.first..chunk.first + chunk.count).contains(&index) {
                    found = Some((source_info.source, chunk));
                }
            }
            SourceEvent::End(source, last) => {
                sources += 1;
                if sources > 1 {
                    return Err(Failure::refused("name one file, not a folder of several"));
                }
                if last < index {
                    let reason = format!("there is no record {index}: its last is {last}");
                    return Err(refused(&source, &reason));
                }
            }
        }
        Ok(())
    })?;
    let none = || Failure::refused("there is no record");
    let (name, chunk) = found.ok_or_else(none)?;
    let mut records = chunk.records();
    let record = records.find(|&(number, _)| number == index);
    let (_, record) = record.ok_or_else(none)?;
    let mut options = Options {
        ruleset,
        ..Options::default()
    };
    let verdict = verify(&record, &options);
    let ply = at
        .of(verdict.plies)
        .map_err(|reason| refused(&name, &reason))?;
    options.until = Some(ply);
    let verdict = verify(&record, &options);
    let ruleset = verdict.ruleset.map(|ruleset| ruleset.name.clone());
    match verdict.position {
        Some(position) => Ok((position, ruleset.unwrap_or_default())),
        None => Err(refused(
            &name,
            "the record cannot be played; `kifu validate` says why",
        )),
    }
}
