//! One position of one record, for the commands that begin from it.

use std::{ffi::OsStr, sync::Arc};

use super::{common::At, exit::Failure};
use crate::{
    archive::sources,
    games::Position,
    record,
    ruleset::Ruleset,
    verify::{Options, verify},
};

/// The position of a record at a ply, and the name of the ruleset it is played by.
pub(super) fn position_in(
    path: &OsStr,
    index: usize,
    at: At,
    ruleset: Option<Arc<Ruleset>>,
) -> Result<(Position, String), Failure> {
    let refused = |name: &str, message: &str| Failure::refused(format!("{name}: {message}"));
    let mut sources = sources(path, "-");
    let source = match sources.pop() {
        Some(Ok(source)) if sources.is_empty() => source,
        Some(Err(unreadable)) if sources.is_empty() => {
            return Err(refused(&unreadable.name, &unreadable.finding.message));
        }
        _ => return Err(Failure::refused("name one file, not a folder of several")),
    };
    let name = source.name();
    let bytes = source
        .read()
        .map_err(|unreadable| refused(&unreadable.name, &unreadable.finding.message))?;
    let decoded = record::decode(bytes);
    let mut last = 0;
    let mut records = record::read(&decoded.text).inspect(|_| last += 1);
    let Some(record) = records.nth(index - 1) else {
        return Err(refused(
            &name,
            &format!("there is no record {index}: its last is {last}"),
        ));
    };
    let mut options = Options {
        ruleset,
        ..Options::default()
    };
    let verdict = verify(&record, &decoded, &options);
    let ply = at
        .of(verdict.plies)
        .map_err(|reason| refused(&name, &reason))?;
    options.until = Some(ply);
    let verdict = verify(&record, &decoded, &options);
    let ruleset = verdict.ruleset.map(|ruleset| ruleset.name.clone());
    match verdict.position {
        Some(position) => Ok((position, ruleset.unwrap_or_default())),
        None => Err(refused(
            &name,
            "the record cannot be played; `kifu validate` says why",
        )),
    }
}
