//! Findings.

use std::sync::Arc;

use kifu::{
    report::in_short,
    verify::{Finding, explain as explanation_of},
};
use pyo3::prelude::*;

use crate::{
    judged::Judged,
    position::{PyPosition, names_of},
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
        let position = self.judged.with_board(self.at, |finding| {
            let board = finding.board.as_deref();
            board.map(|board| board.position.clone())
        });
        Some(PyPosition::new(position.flatten()?, ruleset))
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

    fn __repr__(&self) -> String {
        format!("<kifu.Finding {}>", self.__str__())
    }
}
