//! Records with their verdicts.

use std::{
    hash::{Hash, Hasher},
    sync::Arc,
};

use kifu::{
    archive::JudgedRecord,
    record::{Chunk, LineIndex},
    report::{RecordReport, VerdictLine},
    verify::{Finding, Options, Verdict, verify},
};
use pyo3::prelude::*;

use crate::{drawing::not_playable, input::Input, replaying::with_record, settings::Settings};

/// A verdict, and what is needed to tell more of it later.
pub(crate) struct Judged {
    pub(crate) report: RecordReport,
    /// The record alone; `None` for a source that cannot be read.
    pub(crate) chunk: Option<Arc<Chunk>>,
    pub(crate) options: Arc<Options>,
}

impl Judged {
    pub(crate) fn new(judged: JudgedRecord, options: &Arc<Options>) -> Judged {
        Judged {
            report: judged.report,
            chunk: judged.chunk.map(Arc::new),
            options: Arc::clone(options),
        }
    }

    pub(crate) fn verdict(&self) -> Option<&Verdict> {
        self.report.verdict.as_ref().ok()
    }

    pub(crate) fn lines(&self) -> LineIndex<'_> {
        match &self.chunk {
            Some(chunk) => LineIndex::of(chunk),
            None => LineIndex::new(""),
        }
    }

    pub(crate) fn chunk(&self) -> PyResult<&Arc<Chunk>> {
        self.chunk.as_ref().ok_or_else(not_playable)
    }

    /// The text of the record; empty for a source that cannot be read.
    fn text(&self) -> &str {
        self.chunk.as_ref().map_or("", |chunk| chunk.text())
    }

    /// The verdict as a line of JSON.
    pub(crate) fn json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&VerdictLine::new(&self.report, &self.lines()))
    }

    /// Whether both are verdicts on the same record.
    pub(crate) fn has_record_of(&self, other: &Judged) -> bool {
        let place = |judged: &Judged| (judged.report.index, judged.chunk.is_some());
        place(self) == place(other)
            && self.report.source == other.report.source
            && self.text() == other.text()
    }

    /// A finding with the position before its ply, which verdicts do not keep.
    pub(crate) fn with_board<T>(&self, at: usize, work: impl FnOnce(&Finding) -> T) -> Option<T> {
        let found = with_record(self.chunk.as_ref()?, |record| {
            let verdict = verify(record, &self.options);
            verdict.findings.get(at).map(work)
        });
        found.ok().flatten()
    }
}

/// The same record, and the same verdict on it.
impl PartialEq for Judged {
    fn eq(&self, other: &Judged) -> bool {
        let json = |judged: &Judged| judged.json().ok();
        std::ptr::eq(self, other) || self.has_record_of(other) && json(self) == json(other)
    }
}

impl Hash for Judged {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.report.source, self.report.index, self.text()).hash(state);
    }
}

/// Judges all records of an input.
pub(crate) fn judge(input: &Input, settings: &Settings) -> PyResult<Vec<Judged>> {
    judge_with(input, settings, &mut || Ok(()))
}

/// The same, with a check from time to time.
pub(crate) fn judge_with(
    input: &Input,
    settings: &Settings,
    check: &mut dyn FnMut() -> PyResult<()>,
) -> PyResult<Vec<Judged>> {
    let options = &settings.of(input);
    let mut verdicts = Vec::new();
    input.read(&mut |event| {
        check()?;
        let judged = JudgedRecord::of(event, options).into_iter();
        verdicts.extend(judged.map(|judged| Judged::new(judged, options)));
        Ok(())
    })?;
    Ok(verdicts)
}
