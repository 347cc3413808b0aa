//! Positions of records.

use std::sync::Arc;

use kifu::{
    games::{Color, Move, Position},
    record::{Chunk, Record},
    ruleset::Ruleset,
    verify::{Options, Step, replay},
};
use pyo3::prelude::*;

use crate::{
    drawing::{At, not_playable},
    history::History,
    position::PyPosition,
    running::with_enough_stack,
};

/// The record of a chunk.
pub(crate) fn with_record<T>(chunk: &Chunk, work: impl FnOnce(&Record) -> T) -> PyResult<T> {
    with_enough_stack(|| {
        let mut records = chunk.records();
        let record = records.next().map(|(_, record)| work(&record));
        // A chunk has a record.
        record.ok_or_else(not_playable)
    })
}

/// The plies of a main line, as far as they are legal, and the position before them.
pub(crate) struct MainLine {
    pub(crate) start: Position,
    pub(crate) plies: Vec<(Color, Move)>,
    pub(crate) ruleset: Arc<Ruleset>,
}

impl MainLine {
    pub(crate) fn of(record: &Record, options: &Options) -> PyResult<MainLine> {
        let mut start = None;
        let mut plies = Vec::new();
        let mut visit = |step: &Step| {
            if step.position.plies() == 0 {
                start = Some(step.position.clone());
            }
            plies.extend(step.turn.map(|(color, mv)| (color, mv.clone())));
        };
        let options = Options {
            variations: false,
            ..options.clone()
        };
        let verdict = replay(record, &options, &mut visit);
        match (start, verdict.ruleset) {
            (Some(start), Some(ruleset)) => Ok(MainLine {
                start,
                plies,
                ruleset,
            }),
            _ => Err(not_playable()),
        }
    }

    /// The position before the first ply.
    pub(crate) fn position(&self) -> PyPosition {
        let history = History::new(self.start.clone(), self.plies.clone());
        let position = PyPosition::new(self.start.clone(), Arc::clone(&self.ruleset));
        position.with_history(Some(history))
    }
}

/// A position of the main line of a record.
pub(crate) fn position_at(record: &Record, options: &Options, at: At) -> PyResult<PyPosition> {
    let line = MainLine::of(record, options)?;
    let count = at.ply(line.plies.len() as u32)?;
    let mut position = line.position();
    for (color, mv) in line.plies.iter().take(count as usize) {
        position.advance(*color, mv).ok_or_else(not_playable)?;
    }
    Ok(position)
}

/// The positions of a record, one after the other.
#[pyclass(name = "Positions", module = "kifu._kifu")]
pub(crate) struct PyPositions {
    pub(crate) next: Option<PyPosition>,
    pub(crate) plies: std::vec::IntoIter<(Color, Move)>,
}

#[pymethods]
impl PyPositions {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<PyPosition> {
        let current = self.next.take()?;
        if let Some((color, mv)) = self.plies.next() {
            self.next = current.followed_by(color, &mv);
        }
        Some(current)
    }

    fn __repr__(&self) -> String {
        let left = self.next.as_ref().map_or(0, |_| self.plies.len() + 1);
        format!("<kifu.Record.positions iterator: {left} left>")
    }
}
