//! Pickles: a record as its text and its place, and everything else as what is computed from a record again.

use std::sync::Arc;

use kifu::{
    record::Origin,
    ruleset::{self, Ruleset},
    verify::{Code, Options},
};
use pyo3::{prelude::*, types::PyTuple};

use crate::{
    drawing::{At, not_playable},
    errors::error,
    finding::PyFinding,
    input::NO_NAME,
    judged::Judged,
    node::PyNode,
    position::PyPosition,
    record::PyRecord,
    replaying::{position_at, with_record},
    running::with_enough_stack,
    verdict::PyVerdict,
};

/// The text, the source, the number, the place of the text in the source; the ruleset and the codes left out.
type Parts = (
    String,
    String,
    usize,
    (usize, usize, usize),
    Option<String>,
    Vec<String>,
);

fn names_of(ignored: &[Code]) -> Vec<String> {
    ignored.iter().map(|code| code.id().to_owned()).collect()
}

fn codes_of(names: &[String]) -> Vec<Code> {
    names
        .iter()
        .filter_map(|name| Code::from_id(name))
        .collect()
}

/// The name of a ruleset that is built in.
fn name_of(own: Option<&Arc<Ruleset>>) -> PyResult<Option<String>> {
    let Some(own) = own else { return Ok(None) };
    let is_known = ruleset::by_name(&own.name).is_some_and(|known| *known == **own);
    let unknown = || {
        error(format!(
            "what has the ruleset {:?} of your own cannot be pickled",
            own.name
        ))
    };
    is_known.then(|| Some(own.name.clone())).ok_or_else(unknown)
}

/// Makes something again: the name of a function of this module, and its arguments.
pub(crate) fn again<'py>(
    py: Python<'py>,
    function: &str,
    arguments: Bound<'py, PyTuple>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
    Ok((py.import("kifu._kifu")?.getattr(function)?, arguments))
}

/// What makes a record again.
pub(crate) fn parts_of(record: &PyRecord) -> PyResult<Parts> {
    let (chunk, options) = (record.chunk(), record.own_options());
    let Origin { byte, line, column } = chunk.origin;
    Ok((
        record.text().to_owned(),
        record.source_name().to_owned(),
        chunk.first,
        (byte, line, column),
        name_of(options.ruleset.as_ref())?,
        names_of(&options.ignored),
    ))
}

#[pyfunction]
#[pyo3(name = "_record")]
pub(crate) fn record(
    text: &str,
    source: &str,
    index: usize,
    place: (usize, usize, usize),
    ruleset: Option<&str>,
    ignored: Vec<String>,
) -> PyResult<PyRecord> {
    let (byte, line, column) = place;
    let options = Options {
        ruleset: ruleset.and_then(ruleset::by_name).cloned().map(Arc::new),
        ignored: codes_of(&ignored),
        ..Options::default()
    };
    let read = with_enough_stack(|| PyRecord::of_text(text, options))?;
    Ok(read.placed(source, index, Origin { byte, line, column }))
}

/// What makes a verdict again. It must be the same: bytes that were no text, for example, are not in the record.
pub(crate) fn parts_of_verdict(
    record: &PyRecord,
    judged: &Judged,
) -> PyResult<(bool, Vec<String>)> {
    let options = &judged.options;
    let (text, source, index, place, ruleset, ignored) = parts_of(record)?;
    let again = self::record(
        &text,
        &source,
        index,
        place,
        ruleset.as_deref(),
        ignored.clone(),
    )?;
    let again = again.judged(options.variations, &options.ignored)?;
    if again != *judged {
        return Err(error(
            "a verdict that depends on more than the text of its record cannot be pickled; pickle its `to_dict()`",
        ));
    }
    Ok((options.variations, ignored))
}

#[pyfunction]
#[pyo3(name = "_node")]
pub(crate) fn node(text: &str, index: usize, at: usize) -> PyResult<PyNode> {
    let read = PyRecord::of_text(text, Options::default())?;
    let record = read.placed(NO_NAME, index, Origin::default());
    let node = PyNode::of(&record.tree()?, at);
    node.ok_or_else(|| error("there is no such node"))
}

#[pyfunction]
#[pyo3(name = "_verdict")]
pub(crate) fn verdict(
    record: &Bound<'_, PyRecord>,
    variations: bool,
    ignored: Vec<String>,
) -> PyResult<PyVerdict> {
    let judged = record.get().judged(variations, &codes_of(&ignored))?;
    Ok(PyVerdict::from(judged))
}

#[pyfunction]
#[pyo3(name = "_finding")]
pub(crate) fn finding(verdict: &Bound<'_, PyVerdict>, at: usize) -> PyResult<PyFinding> {
    let found = verdict.get().findings().into_iter().nth(at);
    found.ok_or_else(|| error("there is no such finding"))
}

#[pyfunction]
#[pyo3(name = "_position")]
pub(crate) fn position(record: &Bound<'_, PyRecord>, plies: u32) -> PyResult<PyPosition> {
    let record = record.get();
    let options = record.own_options();
    let found = with_record(record.chunk(), |read| {
        position_at(read, options, At::Ply(plies))
    });
    found?.map_err(|_| not_playable())
}
