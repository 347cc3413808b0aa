//! Verdicts and findings.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use kifu::{
    games::{Color, Outcome},
    report::{OutputStatus, in_short},
    verify::{Code, Severity, Verdict, explain as explanation_of},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};

use crate::{
    arguments::Names,
    drawing::{At, Drawing, draw, html_text},
    errors::error,
    finding::PyFinding,
    input::Input,
    judged::{Judged, judge_with},
    pickling::{again, parts_of_verdict},
    position::PyPosition,
    record::PyRecord,
    replaying::{position_at, with_record},
    running::unlocked,
    settings::Settings,
};

/// What kifu found out about a record. `kifu.validate` and its relatives return verdicts.
///
/// >>> verdict, = kifu.validate("(;GM[ugo]SZ[5]RE[B+3];B[c3];W[c3])")
/// >>> verdict.status, verdict.plies, verdict.is_valid
/// ('invalid', 1, False)
/// >>> for finding in verdict.findings:
/// ...     print(finding)
/// -:1:29: error[ugo::occupied] ply 2 c3: c3 is not empty: Black's stone is there
/// >>> print(verdict.position)             # the board before the fault
///   a b c d e
/// 5 · · · · · 5
/// 4 · · · · · 4
/// 3 · ·(●)· · 3
/// 2 · · · · · 2
/// 1 · · · · · 1
///   a b c d e
/// ○ White to move · button: not taken
/// <BLANKLINE>
///
/// In a notebook a verdict is shown with its findings and the last legal position, on which the fault is marked.
/// `verdict.svg()` is that image.
#[pyclass(frozen, name = "Verdict", module = "kifu")]
pub(crate) struct PyVerdict(pub(crate) Arc<Judged>);

impl From<Judged> for PyVerdict {
    fn from(judged: Judged) -> PyVerdict {
        PyVerdict(Arc::new(judged))
    }
}

/// Verifies all records of a text, of bytes or of a path, move by move.
///
/// Returns a list with a Verdict for each record.
///
/// source: str holds records as Unicode; bytes hold the content of a file, in any encoding, which may be an archive (zip, tar,
///     gz, bz2, xz, zst); a pathlib.Path is a file, an archive or a folder. For many sources see `validate_many`
///     and `validate_files`, which use all processors.
/// ruleset: a Ruleset, or its name, YAML or path. It replaces the ruleset that records of its game name.
/// variations: "main" verifies the main line, "all" all variations.
/// ignore: a code, or codes, whose findings are left out, such as ["record::unfinished"].
///
/// >>> [verdict.status for verdict in kifu.validate("(;GM[ugo]SZ[5]RE[?];B[c3])(;GM[ugo]SZ[5];B[z9])")]
/// ['valid', 'invalid']
#[pyfunction]
#[pyo3(signature = (source, ruleset=None, variations="main", *, ignore=None))]
pub(crate) fn validate(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    ruleset: Option<&Bound<'_, PyAny>>,
    variations: &str,
    ignore: Option<Names>,
) -> PyResult<Vec<PyVerdict>> {
    let input = Input::of(source)?;
    let settings = Settings::new(ruleset, variations, ignore)?;
    let judged = unlocked(py, |signals| {
        judge_with(&input, &settings, &mut || signals.check())
    })?;
    Ok(judged.into_iter().map(PyVerdict::from).collect())
}

/// Explains a code of a finding, as Markdown: the rule, its reason, and examples. Without a code, lists all codes with
/// their rules, one per line.
///
/// >>> print(kifu.explain("ugo::occupied").splitlines()[0])
/// Stones and kings are placed on empty points.
#[pyfunction]
#[pyo3(signature = (code=None))]
pub(crate) fn explain(code: Option<&str>) -> PyResult<String> {
    let Some(id) = code else {
        let all = Code::ALL.iter();
        let lines = all.map(|code| format!("{}: {}\n", code.id(), code.rule()));
        return Ok(lines.collect());
    };
    let code = Code::from_id(id);
    let explanation = code.and_then(explanation_of);
    let unknown = || error(format!("there is no code {id:?}"));
    Ok(explanation.ok_or_else(unknown)?.markdown.to_owned())
}

#[pymethods]
impl PyVerdict {
    /// 'valid'; 'invalid' for an error; 'malformed' for a text that is not in the format or exceeds a limit;
    /// 'unreadable' for a file or an entry of an archive that cannot be read.
    #[getter]
    fn status(&self) -> &'static str {
        OutputStatus::of(&self.0.report).name()
    }

    /// Whether the status is 'valid': there is no error. There may be warnings.
    #[getter]
    fn is_valid(&self) -> bool {
        self.0.verdict().is_some_and(Verdict::is_valid)
    }

    /// The path of the file, or 'archive.zip/entry.sgf'; '-' for a text and for bytes.
    #[getter]
    fn source(&self) -> &str {
        &self.0.report.source
    }

    /// The number of the record in its source, from 1; 0 for what cannot be read.
    #[getter]
    fn index(&self) -> usize {
        self.0.report.index
    }

    /// The game: 'bargo', 'sygo', 'ugo', 'bamogo' or 'margo'; None if it is not known.
    #[getter]
    fn game(&self) -> Option<&'static str> {
        Some(self.0.verdict()?.game?.name())
    }

    /// The name of the ruleset; None if it is not known.
    #[getter]
    fn ruleset(&self) -> Option<&str> {
        Some(&self.0.verdict()?.ruleset.as_ref()?.name)
    }

    /// The size of the board: '9', or '9:13' for columns and rows; None if it is not known.
    #[getter]
    fn size(&self) -> Option<String> {
        Some(self.0.verdict()?.size?.to_string())
    }

    /// The number of legal plies played on the main line.
    #[getter]
    fn plies(&self) -> u32 {
        self.0.verdict().map_or(0, |verdict| verdict.plies)
    }

    /// Whether the game of the main line is over, by the rules or by resignation.
    #[getter]
    fn finished(&self) -> bool {
        self.0.verdict().is_some_and(|verdict| verdict.finished)
    }

    /// The result that follows from the play: 'B+3.5', 'W+', 'B+R', '0' for a draw; None while the game is not over, also if
    /// `recorded` says how it ended.
    #[getter]
    fn result(&self) -> Option<String> {
        Some(self.0.verdict()?.computed?.to_string())
    }

    /// The letter of the winner, from `result`; None for a draw and while the game is not over.
    #[getter]
    fn winner(&self) -> Option<char> {
        let outcome = self.0.verdict()?.computed?;
        Outcome::winner(outcome).map(Color::letter)
    }

    /// The result as the record states it (RE), or None.
    #[getter]
    fn recorded(&self) -> Option<&str> {
        self.0.verdict()?.recorded.as_deref()
    }

    /// The points of each player after the last legal ply, by letter; provisional while the game is not over. None in
    /// Bamogo, and when nothing could be played.
    #[getter]
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(verdict) = self.0.verdict() else {
            return Ok(None);
        };
        let Some(score) = verdict.score else {
            return Ok(None);
        };
        let dict = PyDict::new(py);
        for &color in verdict.players().colors() {
            dict.set_item(color.letter(), score[color].0 as f64 / 2.0)?;
        }
        Ok(Some(dict))
    }

    /// The names of the players by their letters; None for a player without one.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        if let Some(verdict) = self.0.verdict() {
            for &color in verdict.players().colors() {
                dict.set_item(color.letter(), verdict.details.players[color].as_deref())?;
            }
        }
        Ok(dict)
    }

    /// The event (EV), or None.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.0.report.details()?.event.as_deref()
    }

    /// The round (RO), or None.
    #[getter]
    fn round(&self) -> Option<&str> {
        self.0.report.details()?.round.as_deref()
    }

    /// The date as written (DT), or None.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.0.report.details()?.date.as_deref()
    }

    /// All findings, in a fixed order: text, root and setup, plies as played, result.
    #[getter]
    pub(crate) fn findings(&self) -> Vec<PyFinding> {
        let count = self.0.report.findings().len();
        (0..count).map(|at| self.finding(at)).collect()
    }

    /// The findings that are errors. A valid record has none.
    #[getter]
    fn errors(&self) -> Vec<PyFinding> {
        self.of_severity(Severity::Error)
    }

    /// The findings that are warnings.
    #[getter]
    fn warnings(&self) -> Vec<PyFinding> {
        self.of_severity(Severity::Warning)
    }

    /// The record; None for what cannot be read.
    #[getter]
    fn record(&self) -> Option<PyRecord> {
        let chunk = Arc::clone(self.0.chunk.as_ref()?);
        let source = self.0.report.source.as_str();
        Some(PyRecord::new(chunk, source, Arc::clone(&self.0.options)))
    }

    /// The position after the last legal ply of the main line, which is the one before the fault of an illegal record;
    /// None where nothing could be played.
    #[getter]
    fn position(&self) -> PyResult<Option<PyPosition>> {
        let Some(chunk) = &self.0.chunk else {
            return Ok(None);
        };
        let options = &self.0.options;
        let found = with_record(chunk, |record| position_at(record, options, At::FromEnd(1)))?;
        Ok(found.ok())
    }

    /// An image of the position after the last legal ply, as SVG. If an illegal ply follows, its points are marked and a
    /// caption tells what is wrong. The keywords are those of `Record.svg`.
    #[pyo3(signature = (**style))]
    fn svg(&self, style: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let drawing = Drawing::of(style)?;
        let options = &self.0.options;
        with_record(self.0.chunk()?, |record| {
            draw(record, options, At::FromEnd(1), &drawing)
        })?
    }

    /// The verdict as a line of JSON, the same as `kifu validate --format jsonl` writes.
    fn to_json(&self) -> PyResult<String> {
        self.0.json().map_err(|reason| error(reason.to_string()))
    }

    /// The verdict as a dict, with the keys of `to_json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.to_json()?,))
    }

    fn __repr__(&self) -> String {
        let (judged, status) = (&self.0, self.status());
        let Some(verdict) = judged.verdict() else {
            return format!("<kifu.Verdict: {status}>");
        };
        let game = verdict.game.map_or("no game", |game| game.name());
        let size = verdict
            .size
            .map_or(String::new(), |size| format!(" {size}"));
        let first = self.of_severity(Severity::Error).into_iter().next();
        let error = first.map_or(String::new(), |finding| format!(", {}", finding.code()));
        let plies = verdict.plies;
        format!("<kifu.Verdict: {status}, {game}{size}, {plies} plies{error}>")
    }

    /// The findings, one per line; for a record without any its status.
    fn __str__(&self) -> String {
        let lines = self.0.lines();
        let findings = self.0.report.findings().iter();
        let told = findings.map(|finding| in_short(&self.0.report, finding, &lines));
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            return format!("{}: {}", self.0.report.source, self.status());
        }
        told.join("\n")
    }

    /// Verdicts are equal if they say the same about the same record.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyVerdict>();
        other.is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let unread =
            || error("a verdict on what cannot be read cannot be pickled; pickle its `to_dict()`");
        let record = self.record().ok_or_else(unread)?;
        let (variations, ignored) = parts_of_verdict(&record, &self.0)?;
        again(
            py,
            "_verdict",
            (record, variations, ignored).into_pyobject(py)?,
        )
    }

    fn _repr_html_(&self) -> String {
        const SHOWN: usize = 20;
        let title = self.__repr__();
        let title = title
            .trim_start_matches("<kifu.Verdict: ")
            .trim_end_matches('>');
        let findings = self.0.report.findings();
        let mut html = format!("<div><p><b>{}</b></p><ul>", html_text(title));
        for finding in findings.iter().take(SHOWN) {
            let help = finding.help().unwrap_or_default();
            let ply = finding
                .ply
                .map_or(String::new(), |ply| format!("ply {ply}: "));
            html.push_str(&format!(
                "<li><code>{}</code> {ply}{}<br><small>{}</small></li>",
                finding.code().id(),
                html_text(&finding.message()),
                html_text(&help)
            ));
        }
        if findings.len() > SHOWN {
            html.push_str(&format!("<li>and {} more</li>", findings.len() - SHOWN));
        }
        html.push_str("</ul>");
        html.push_str(&self.svg(None).unwrap_or_default());
        html.push_str("</div>");
        html
    }
}

impl PyVerdict {
    fn finding(&self, at: usize) -> PyFinding {
        PyFinding {
            judged: Arc::clone(&self.0),
            at,
        }
    }

    fn of_severity(&self, severity: Severity) -> Vec<PyFinding> {
        let findings = self.0.report.findings().iter().enumerate();
        let found = findings.filter(|(_, finding)| finding.severity() == severity);
        found.map(|(at, _)| self.finding(at)).collect()
    }
}

/// Verdicts as a list of Python.
pub(crate) fn list_of(py: Python<'_>, judged: Vec<Judged>) -> PyResult<Py<PyList>> {
    let verdicts: PyResult<Vec<Py<PyVerdict>>> = judged
        .into_iter()
        .map(|judged| Py::new(py, PyVerdict::from(judged)))
        .collect();
    Ok(PyList::new(py, verdicts?)?.unbind())
}
