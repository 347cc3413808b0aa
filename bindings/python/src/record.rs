//! Records and their nodes.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, OnceLock},
};

use kifu::{
    archive::{SourceEvent, SourceReader},
    diagram::{InitialPosition, VerifiedRecord, html_viewer},
    games::Game,
    record::{Chunk, Layout, Origin, Record, read_move},
    verify::{Code, GameDetails, Options, Verdict, verify},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyTuple},
};

use crate::{
    arguments::Names,
    drawing::{At, Drawing, draw, html_text, not_playable},
    errors::{Failure, Kind, error},
    input::{Input, read_text},
    judged::{Judged, judge},
    node::{PyNode, Tree},
    pickling::{again, parts_of},
    position::PyPosition,
    replaying::{MainLine, PyPositions, position_at, with_record},
    rewriting::formatted_record,
    running::{unlocked, with_enough_stack},
    settings::Settings,
    verdict::PyVerdict,
};

/// One record: a tree of nodes, with the names of the players and what else the root says.
///
/// `kifu.read` makes them, and `verdict.record` is the one of a verdict.
///
/// >>> record, = kifu.read("(;GM[ugo]SZ[5]PB[Ann]PW[Ben];B[c3];W[d3]C[a comment])")
/// >>> record.game, record.players
/// ('ugo', {'B': 'Ann', 'W': 'Ben'})
/// >>> record.moves
/// [('B', 'c3'), ('W', 'd3')]
/// >>> [position.to_move for position in record.positions()]
/// ['B', 'W', 'B']
/// >>> record.root.children[0].children[0].comment
/// 'a comment'
///
/// In a notebook it is shown as its last position.
#[pyclass(frozen, name = "Record", module = "kifu")]
pub(crate) struct PyRecord {
    /// The record alone.
    chunk: Arc<Chunk>,
    source: Arc<str>,
    /// How it is verified unless told otherwise.
    options: Arc<Options>,
    nodes: OnceLock<Arc<Tree>>,
}

impl PyRecord {
    pub(crate) fn new(
        chunk: Arc<Chunk>,
        source: impl Into<Arc<str>>,
        options: Arc<Options>,
    ) -> PyRecord {
        PyRecord {
            chunk,
            source: source.into(),
            options,
            nodes: OnceLock::new(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.chunk.text()
    }

    /// The first record of a text.
    pub(crate) fn of_text(text: &str, options: Options) -> PyResult<PyRecord> {
        let mut read = None;
        read_text(&SourceReader::default(), text, &mut |event| {
            if let SourceEvent::Chunk(info, chunk) = event {
                read.get_or_insert((info.source, chunk));
            }
            Ok(())
        })?;
        let (source, chunk) = read.ok_or_else(not_playable)?;
        Ok(PyRecord::new(Arc::new(chunk), source, Arc::new(options)))
    }

    /// The same record at this place of a source.
    pub(crate) fn placed(self, source: &str, index: usize, origin: Origin) -> PyRecord {
        let mut chunk = (*self.chunk).clone();
        (chunk.first, chunk.origin) = (index, origin);
        PyRecord::new(Arc::new(chunk), source, self.options)
    }

    pub(crate) fn chunk(&self) -> &Arc<Chunk> {
        &self.chunk
    }

    pub(crate) fn source_name(&self) -> &str {
        &self.source
    }

    pub(crate) fn own_options(&self) -> &Arc<Options> {
        &self.options
    }

    /// The verdict on it.
    pub(crate) fn judged(&self, variations: bool, ignored: &[Code]) -> PyResult<Judged> {
        let settings = Settings::of_codes(variations, ignored);
        let judged = with_enough_stack(|| judge(&self.input(), &settings))?;
        judged.into_iter().next().ok_or_else(not_playable)
    }

    /// The record as what functions take.
    pub(crate) fn input(&self) -> Input {
        let (chunk, source) = (Arc::clone(&self.chunk), Arc::clone(&self.source));
        Input::Record(chunk, source, Arc::clone(&self.options))
    }

    pub(crate) fn tree(&self) -> PyResult<Arc<Tree>> {
        if let Some(tree) = self.nodes.get() {
            return Ok(Arc::clone(tree));
        }
        let tree = with_record(&self.chunk, |record| Tree::of(record, &self.chunk))?;
        let tree = Arc::new(tree);
        Ok(Arc::clone(self.nodes.get_or_init(|| tree)))
    }

    /// The options of a call, which may name another ruleset.
    fn options(&self, ruleset: Option<&Bound<'_, PyAny>>) -> PyResult<Arc<Options>> {
        if ruleset.is_none() {
            return Ok(Arc::clone(&self.options));
        }
        let settings = Settings::new(ruleset, "main", None)?;
        Ok(Arc::new(Options {
            ruleset: settings.of_text(true).ruleset.clone(),
            ..(*self.options).clone()
        }))
    }

    fn verdict<T: Send>(&self, work: impl FnOnce(&Record, &Verdict) -> T + Send) -> PyResult<T> {
        with_record(&self.chunk, |record| {
            let verdict = verify(record, &self.options);
            work(record, &verdict)
        })
    }

    fn details(&self) -> PyResult<GameDetails> {
        with_record(&self.chunk, GameDetails::of)
    }
}

/// Reads all records of a text, of bytes or of a path.
///
/// Returns a list with a Record for each, also for broken ones; a text without any is one record that is malformed.
/// Whether they are legal is told by `validate`.
///
/// >>> first, second = kifu.read("(;GM[ugo]SZ[5];B[c3])(;GM[margo])")
/// >>> second.game
/// 'margo'
#[pyfunction]
#[pyo3(signature = (source, *, ruleset=None))]
pub(crate) fn read(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    ruleset: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<PyRecord>> {
    let input = Input::of(source)?;
    let settings = Settings::new(ruleset, "main", None)?;
    let options = &settings.of(&input);
    unlocked(py, |signals| {
        let mut records = Vec::new();
        input.read(&mut |event| {
            signals.check()?;
            match event {
                SourceEvent::Chunk(source_info, chunk) => {
                    let ends: Vec<usize> = chunk
                        .records()
                        .map(|(_, record)| record.offset() + record.text().len())
                        .collect();
                    records.extend(chunk.divided(&ends).into_iter().map(|chunk| {
                        let source = Arc::clone(&source_info.source);
                        PyRecord::new(Arc::new(chunk), source, Arc::clone(options))
                    }));
                }
                SourceEvent::Unreadable(unreadable) => {
                    let message = format!("{}: {}", unreadable.name, unreadable.finding.message());
                    let failure = Failure::new(Kind::Record, message);
                    let code = unreadable.finding.code().id();
                    return Err(failure.with_code(code, unreadable.finding.help()).into());
                }
                SourceEvent::End(..) => {}
            }
            Ok(())
        })?;
        Ok(records)
    })
}

#[pymethods]
impl PyRecord {
    /// The text of the record, as Unicode.
    #[getter(text)]
    fn get_text(&self) -> &str {
        self.text()
    }

    /// The path that it was read from; '-' for a text and for bytes.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// The number of the record in its source, from 1.
    #[getter]
    fn index(&self) -> usize {
        self.chunk.first
    }

    /// The game: 'bargo', 'sygo', 'ugo', 'bamogo' or 'margo'; None if the record names none.
    #[getter]
    fn game(&self) -> PyResult<Option<&'static str>> {
        self.verdict(|_, verdict| verdict.game.map(Game::name))
    }

    /// The name of the ruleset; None if it is not known.
    #[getter]
    fn ruleset(&self) -> PyResult<Option<String>> {
        self.verdict(|_, verdict| verdict.ruleset.as_ref().map(|ruleset| ruleset.name.clone()))
    }

    /// The size of the board: '9', or '9:13' for columns and rows; None if it is not known.
    #[getter]
    fn size(&self) -> PyResult<Option<String>> {
        self.verdict(|_, verdict| verdict.size.map(|size| size.to_string()))
    }

    /// The names of the players by their letters; None for a player without one.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (players, names) =
            self.verdict(|_, verdict| (verdict.players(), verdict.details.players.clone()))?;
        let dict = PyDict::new(py);
        for &color in players.colors() {
            dict.set_item(color.letter(), names[color].as_deref())?;
        }
        Ok(dict)
    }

    /// The event (EV), or None.
    #[getter]
    fn event(&self) -> PyResult<Option<String>> {
        Ok(self.details()?.event)
    }

    /// The round (RO), or None.
    #[getter]
    fn round(&self) -> PyResult<Option<String>> {
        Ok(self.details()?.round)
    }

    /// The date as written (DT), or None.
    #[getter]
    fn date(&self) -> PyResult<Option<String>> {
        Ok(self.details()?.date)
    }

    /// The result as written (RE), or None. `validate()` compares it with the play.
    #[getter]
    fn recorded(&self) -> PyResult<Option<String>> {
        self.verdict(|_, verdict| verdict.recorded.clone())
    }

    /// The root of the tree.
    #[getter]
    fn root(&self) -> PyResult<PyNode> {
        let root = self.main_line()?.into_iter().next();
        root.ok_or_else(|| error("the record has no node"))
    }

    /// The nodes of the main line, the root first.
    #[getter]
    fn main_line(&self) -> PyResult<Vec<PyNode>> {
        Ok(PyNode::main_line(&self.tree()?))
    }

    /// The properties of the root: a dict from names to lists of values, without escapes.
    #[getter]
    fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.root()?.properties(py)
    }

    /// The moves of the main line, legal or not: pairs of the player's letter and the move, in canonical spelling if it
    /// is one of the game.
    #[getter]
    fn moves(&self) -> PyResult<Vec<(char, String)>> {
        let game = self.verdict(|_, verdict| verdict.game)?;
        let moves = self.main_line()?.into_iter().filter_map(|node| {
            let (color, written) = node.written_move()?;
            let mv = game.and_then(|game| read_move(game, &written));
            Some((color, mv.map_or(written, |mv| mv.canonical().to_string())))
        });
        Ok(moves.collect())
    }

    /// The positions of the main line, from the start to the last legal ply: an iterator of Position.
    ///
    /// `ruleset` replaces the one that the record names. A record that cannot be played at all raises RecordError.
    #[pyo3(signature = (*, ruleset=None))]
    fn positions(&self, ruleset: Option<&Bound<'_, PyAny>>) -> PyResult<PyPositions> {
        let options = self.options(ruleset)?;
        let line = with_record(&self.chunk, |record| MainLine::of(record, &options))??;
        Ok(PyPositions {
            next: Some(line.position()),
            plies: line.plies.into_iter(),
        })
    }

    /// One position of the main line: after `at` plies, at the "start" or at the "end", which is after the last legal ply.
    /// Negative numbers count from the end: -1 is the end.
    #[pyo3(signature = (at=None, *, ruleset=None))]
    fn position(
        &self,
        at: Option<&Bound<'_, PyAny>>,
        ruleset: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        let at = At::of(at)?;
        let options = self.options(ruleset)?;
        with_record(&self.chunk, |record| position_at(record, &options, at))?
    }

    /// The verdict on the record: see `kifu.validate`.
    #[pyo3(signature = (*, ruleset=None, variations="main", ignore=None))]
    fn validate(
        &self,
        ruleset: Option<&Bound<'_, PyAny>>,
        variations: &str,
        ignore: Option<Names>,
    ) -> PyResult<PyVerdict> {
        let settings = Settings::new(ruleset, variations, ignore)?;
        let judged = with_enough_stack(|| judge(&self.input(), &settings))?;
        let first = judged.into_iter().next();
        first.map(PyVerdict::from).ok_or_else(not_playable)
    }

    /// An image of a position of the main line, as SVG; the end by default. If an illegal ply follows, its points are
    /// marked and a caption tells what is wrong.
    ///
    /// `at` is as for `position`; the keywords are those of `Position.svg`, and `header` (show event, komi and result)
    /// and `numbers` (number the plies, as in a printed game record).
    #[pyo3(signature = (at=None, *, ruleset=None, **style))]
    fn svg(
        &self,
        at: Option<&Bound<'_, PyAny>>,
        ruleset: Option<&Bound<'_, PyAny>>,
        style: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let at = At::of(at)?;
        let drawing = Drawing::of(style)?;
        let options = self.options(ruleset)?;
        with_record(&self.chunk, |record| draw(record, &options, at, &drawing))?
    }

    /// A page of HTML to click through the record, with all variations and findings. It needs no other file.
    #[pyo3(signature = (*, ruleset=None, **style))]
    fn html(
        &self,
        py: Python<'_>,
        ruleset: Option<&Bound<'_, PyAny>>,
        style: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let drawing = Drawing::of(style)?;
        let options = Options {
            variations: true,
            ..(*self.options(ruleset)?).clone()
        };
        unlocked(py, |_| {
            with_record(&self.chunk, |record| {
                let verdict = verify(record, &options);
                let verified = VerifiedRecord {
                    record,
                    options: &options,
                    verdict: &verdict,
                };
                let page = html_viewer(
                    &verified,
                    &drawing.style,
                    &drawing.view,
                    InitialPosition::Start,
                );
                page.map_err(|reason| error(reason.to_string()))
            })?
        })
    }

    /// The record in canonical form: one order of properties, one spelling of moves, a node per line; with `compact`
    /// as many nodes on a line as fit. A malformed record raises RecordError.
    #[pyo3(signature = (*, compact=false))]
    fn fmt(&self, compact: bool) -> PyResult<String> {
        let layout = if compact {
            Layout::Compact
        } else {
            Layout::Nodes
        };
        with_record(&self.chunk, |record| formatted_record(record, layout))?
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    /// Records are equal if they have the same text, source and number, and are read by the same ruleset.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRecord>().is_ok_and(|other| {
            let other = other.get();
            let place = |record: &PyRecord| (Arc::clone(&record.source), record.chunk.first);
            place(self) == place(other)
                && self.options.ruleset == other.options.ruleset
                && self.text() == other.text()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.source, self.chunk.first, self.text()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> PyResult<String> {
        let (game, size, title) = self.verdict(|_, verdict| {
            (
                verdict.game.map_or("no game", |game| game.name()),
                verdict.size.map(|size| size.to_string()),
                verdict.details.title(),
            )
        })?;
        let size = size.map_or(String::new(), |size| format!(", size {size}"));
        let title = title.map_or(String::new(), |title| format!(", {title}"));
        Ok(format!("<kifu.Record: {game}{size}{title}>"))
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        again(py, "_record", parts_of(self)?.into_pyobject(py)?)
    }

    fn _repr_html_(&self) -> PyResult<String> {
        let title = self.__repr__()?;
        let title = title
            .trim_start_matches("<kifu.Record: ")
            .trim_end_matches('>');
        let drawing = Drawing::default();
        let image = with_record(&self.chunk, |record| {
            draw(record, &self.options, At::FromEnd(1), &drawing)
        })?;
        let image = image.unwrap_or_else(|_| "<p>The record cannot be played.</p>".to_owned());
        Ok(format!("<div><p>{}</p>{image}</div>", html_text(title)))
    }
}
