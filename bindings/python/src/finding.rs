//! Findings.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use kifu::{
    report::in_short,
    verify::{Finding, Severity, explain as explanation_of},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};

use crate::{
    drawing::{At, Drawing},
    judged::Judged,
    pickling::again,
    position::{PyPosition, names_of},
    replaying::{position_at, with_record},
    verdict::PyVerdict,
};

/// Something wrong or odd in a record: an error or a warning, with its place.
///
/// `str(finding)` is one line, `finding.explain()` tells about the rule.
#[pyclass(frozen, name = "Finding", module = "kifu")]
pub(crate) struct PyFinding {
    pub(crate) judged: Arc<Judged>,
    pub(crate) at: usize,
}

impl PyFinding {
    fn finding(&self) -> &Finding {
        &self.judged.report.findings()[self.at]
    }

    fn place(&self) -> (usize, usize) {
        let lines = self.judged.lines();
        lines.line_column(self.finding().span.start)
    }
}

#[pymethods]
impl PyFinding {
    /// The kind of finding, such as 'ugo::occupied'. Codes never change their meaning.
    #[getter]
    pub(crate) fn code(&self) -> &'static str {
        self.finding().code().id()
    }

    /// 'error' or 'warning'.
    #[getter]
    fn severity(&self) -> String {
        self.finding().severity().to_string()
    }

    /// What is wrong, in one sentence without a full stop.
    #[getter]
    fn message(&self) -> String {
        self.finding().message()
    }

    /// What would be right; None if there is nothing to say.
    #[getter]
    fn help(&self) -> Option<String> {
        self.finding().help()
    }

    /// The number of the ply concerned, from 1, or None.
    #[getter]
    fn ply(&self) -> Option<u32> {
        self.finding().ply
    }

    /// The point concerned, as the game writes it, or None.
    #[getter]
    fn point(&self) -> Option<&str> {
        self.finding().point.as_deref()
    }

    /// All points concerned, for an illegal ply: those to mark on a board.
    #[getter]
    fn points(&self) -> Vec<String> {
        let marks = self.judged.with_board(self.at, |finding| {
            let board = finding.board.as_deref();
            board.map(|board| names_of(&board.marks))
        });
        let own = || self.finding().point.clone().into_iter().collect();
        marks.flatten().unwrap_or_else(own)
    }

    /// The branch numbers from the root, such as '2.1', of a finding off the main line; otherwise None.
    #[getter]
    fn variation(&self) -> Option<&str> {
        self.finding().variation.as_deref()
    }

    /// The line in the source, from 1.
    #[getter]
    fn line(&self) -> usize {
        self.place().0
    }

    /// The column in the line, from 1, in characters.
    #[getter]
    fn column(&self) -> usize {
        self.place().1
    }

    /// Where the text concerned begins in the source, in bytes of UTF-8, and its length.
    #[getter]
    fn offset(&self) -> usize {
        self.judged.lines().offset(self.finding().span.start)
    }

    /// The length of the text concerned, in bytes of UTF-8.
    #[getter]
    fn length(&self) -> usize {
        self.finding().span.len()
    }

    /// The position before the ply concerned, also off the main line; None if there is none.
    #[getter]
    fn position(&self) -> Option<PyPosition> {
        let ruleset = self.judged.verdict()?.ruleset.clone()?;
        let (chunk, finding) = (self.judged.chunk.as_ref()?, self.finding());
        let position = self.judged.with_board(self.at, |finding| {
            let board = finding.board.as_deref();
            board.map(|board| board.position.clone())
        });
        let position = position.flatten()?;
        if finding.variation.is_none() {
            // On the main line it is known how the position came about.
            let (options, at) = (&self.judged.options, At::Ply(position.plies()));
            let found = with_record(chunk, |record| position_at(record, options, at));
            if let Ok(Ok(found)) = found {
                return Some(found);
            }
        }
        Some(PyPosition::new(position, ruleset))
    }

    /// An image of the position before the ply concerned, with its points marked, as SVG; also off the main line, which
    /// `Verdict.svg` does not show. None where `position` is. The keywords are those of `Record.svg`.
    #[pyo3(signature = (**style))]
    fn svg(&self, style: Option<&Bound<'_, PyDict>>) -> PyResult<Option<String>> {
        let Drawing { style, view } = Drawing::of(style)?;
        let Some(position) = self.position() else {
            return Ok(None);
        };
        let fault = self.judged.with_board(self.at, |finding| {
            let marks = finding.board.as_deref().map(|board| board.marks.clone());
            let ply = finding.ply.unwrap_or_default();
            let what = if finding.severity() == Severity::Error {
                " is illegal"
            } else {
                ""
            };
            let message = finding.message().replace('`', "");
            (
                marks.unwrap_or_default(),
                format!("ply {ply}{what}: {message}"),
            )
        });
        let (marks, caption) = fault.unwrap_or_default();
        Ok(Some(position.drawn(&style, &view, &marks, Some(&caption))))
    }

    /// The rule, its reason and examples, as Markdown.
    fn explain(&self) -> String {
        let explanation = explanation_of(self.finding().code());
        explanation.map_or_else(String::new, |found| found.markdown.to_owned())
    }

    fn __str__(&self) -> String {
        let lines = self.judged.lines();
        in_short(&self.judged.report, self.finding(), &lines)
    }

    /// Findings are equal if they say the same about the same place of the same record.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyFinding>().is_ok_and(|other| {
            let (one, other) = (self, other.get());
            if Arc::ptr_eq(&one.judged, &other.judged) {
                return one.at == other.at;
            }
            let told = |finding: &Finding| {
                let place = (finding.span.clone(), finding.ply, finding.variation.clone());
                (finding.code(), place, finding.message())
            };
            told(one.finding()) == told(other.finding()) && one.judged.has_record_of(&other.judged)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.code(), self.finding().span.start).hash(&mut hasher);
        self.judged.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let verdict = PyVerdict(Arc::clone(&self.judged));
        again(py, "_finding", (verdict, self.at).into_pyobject(py)?)
    }

    fn __repr__(&self) -> String {
        format!("<kifu.Finding {}>", self.__str__())
    }
}
