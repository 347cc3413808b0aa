//! Positions of records.

use std::sync::Arc;

use kifu::{
    games::{Color, Move, Piece, Position},
    record::{Chunk, Record},
    ruleset::Ruleset,
    verify::{Options, Step, Visitor, replay, verify},
};
use pyo3::prelude::*;

use crate::{
    drawing::{At, not_playable},
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
}

/// Takes the position after a ply, with what the ply has done.
struct Taker {
    ply: u32,
    before: Vec<Piece>,
    taken: Option<PyPosition>,
    ruleset: Arc<Ruleset>,
}

impl Visitor for Taker {
    fn before(&mut self, position: &Position) {
        if position.plies() + 1 == self.ply {
            self.before = position.pieces();
        }
    }

    fn visit(&mut self, step: &Step) {
        if step.is_new() && step.position.plies() == self.ply {
            let turn = step.turn.map(|(_, mv)| mv);
            self.taken = Some(PyPosition::after(
                step.position.clone(),
                Arc::clone(&self.ruleset),
                &self.before,
                turn,
            ));
        }
    }
}

/// A position of the main line of a record.
pub(crate) fn position_at(record: &Record, options: &Options, at: At) -> PyResult<PyPosition> {
    let options = Options {
        variations: false,
        ..options.clone()
    };
    let verdict = verify(record, &options);
    let Some(ruleset) = verdict.ruleset.filter(|_| verdict.position.is_some()) else {
        return Err(not_playable());
    };
    let mut taker = Taker {
        ply: at.ply(verdict.plies)?,
        before: Vec::new(),
        taken: None,
        ruleset,
    };
    let until = Options {
        until: Some(taker.ply),
        ..options
    };
    replay(record, &until, &mut taker);
    taker.taken.ok_or_else(not_playable)
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
}
