//! Positions that can be played.

use std::{
    collections::{BTreeMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use kifu::{
    diagram::{
        BoardChange, Diagram, Location, PlyViewOptions, Style, TextOptions, scene, svg, text,
    },
    editor::MoveCheck,
    games::{Color, Game, Move, Outcome, Point, Position, WinReason},
    lab::RecordText,
    ruleset::Ruleset,
    verify::Options,
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};

use crate::{
    drawing::Drawing,
    errors::{Failure, Kind, error},
    history::History,
    pickling::again,
    record::PyRecord,
    ruleset::{board_size, ruleset_for},
    running::with_enough_stack,
    setup::set_up,
};

/// A position that can be played: the board, the player to move, and what the rules need to know of earlier plies.
///
/// Position(game=None, size=None, ruleset=None, *, setup=None)
///
/// game: 'bargo', 'sygo', 'ugo', 'bamogo' or 'margo'; may be left out if a ruleset is given.
/// size: 9, or (9, 13) or '9:13' for columns and rows; the ruleset's by default.
/// ruleset: a Ruleset, or its name, YAML or path; the one named like the game by default.
/// setup: pieces to start from instead of the empty board: a dict from setup properties of the record format to lists of
///     values, such as {'AB': ['c3', 'Kd4'], 'AW': ['d3'], 'PL': ['W']}. `position.setup` is one.
///
/// A game of Margo:
///
/// >>> game = kifu.Position("margo", 4)
/// >>> game.to_move
/// 'W'
/// >>> game.legal_moves()[:4]
/// ['a1', 'c1', 'e1', 'g1']
/// >>> for move in ["c3", "c5", "e3", "e5", "d4"]:
/// ...     captured = game.play(move)
/// >>> print(game)
///   a b c d e f g
/// 7 ·   ·   ·   · 7
/// 6               6
/// 5 ·   ●   ●   · 5
/// 4      (○2)     4
/// 3 ·   ○   ○   · 3
/// 2               2
/// 1 ·   ·   ·   · 1
///   a b c d e f g
/// digit: the level of the marble
/// ● Black to move
/// <BLANKLINE>
/// >>> try:
/// ...     game.play("d2")
/// ... except kifu.IllegalMove as illegal:
/// ...     print(illegal.code, illegal.points)
/// margo::unsupported ['d2']
///
/// Two positions are equal if their boards, the players to move and the results are, however they came about. Equal positions
/// may differ in their legal moves, where these depend on earlier positions (superko) or on the last ply. `hash` changes when a
/// move is played: put a `copy()` into a set or a dict. In a notebook a position is shown as an image.
#[pyclass(name = "Position", module = "kifu")]
pub(crate) struct PyPosition {
    position: Position,
    ruleset: Arc<Ruleset>,
    /// What the last ply has done, and how many pieces have been captured so far.
    change: BoardChange,
    captured: [u32; 4],
    /// How it came about; `None` where that is not known.
    history: Option<History>,
}

impl PyPosition {
    pub(crate) fn new(position: Position, ruleset: Arc<Ruleset>) -> PyPosition {
        PyPosition {
            position,
            ruleset,
            change: BoardChange::default(),
            captured: [0; 4],
            history: None,
        }
    }

    /// The same position, which came about like this.
    pub(crate) fn with_history(self, history: Option<History>) -> PyPosition {
        PyPosition { history, ..self }
    }

    /// The position after a ply that is legal.
    pub(crate) fn followed_by(&self, color: Color, mv: &Move) -> Option<PyPosition> {
        let mut next = self.copy();
        next.advance(color, mv)?;
        Some(next)
    }

    /// Plays a ply; `None` if it is illegal.
    pub(crate) fn advance(&mut self, color: Color, mv: &Move) -> Option<()> {
        let before = self.position.pieces();
        self.position.play_as(color, mv).ok()?;
        self.change = BoardChange::between(&before, &self.position.pieces(), mv);
        let captured = self.change.captured.iter();
        for color in captured.filter_map(|piece| piece.color()) {
            self.captured[color as usize] += 1;
        }
        if let Some(history) = &mut self.history {
            history.add(color, mv.clone());
        }
        Some(())
    }

    pub(crate) fn inner(&self) -> &Position {
        &self.position
    }

    pub(crate) fn ruleset_name(&self) -> &str {
        &self.ruleset.name
    }

    fn diagram(&self) -> Diagram<'_> {
        Diagram {
            placed: &self.change.placed,
            flipped: &self.change.flipped,
            captured: &self.change.captured,
            captured_so_far: self.captured,
            ..Diagram::new(&self.position)
        }
    }

    /// An image, with points marked that a fault concerns.
    pub(crate) fn drawn(
        &self,
        style: &Style,
        view: &PlyViewOptions,
        marks: &[Point],
        caption: Option<&str>,
    ) -> String {
        let diagram = if view.last_ply {
            self.diagram()
        } else {
            Diagram::new(&self.position)
        };
        let marks: Vec<Location> = marks.iter().copied().map(Location::from).collect();
        let diagram = Diagram {
            territory: view.territory,
            illegal: &marks,
            caption,
            ..diagram
        };
        svg(&scene(&diagram, style), style)
    }

    /// All properties that set the position up.
    fn setup_properties(&self) -> BTreeMap<String, Vec<String>> {
        let mut properties = self.pieces_by_property();
        let mut add = |name: &str, value: String| properties.insert(name.to_owned(), vec![value]);
        add("PL", self.to_move().to_string());
        if let Some(color) = self.position.button() {
            add("BUTTON", color.letter().to_string());
        }
        if self.position.grown() == Some(true) {
            add("GROWN", "1".to_owned());
        }
        if let Some(line) = self.position.line() {
            let pairs = line
                .iter()
                .map(|[first, second]| format!("{}{}", first.letter(), second.letter()));
            add("LINE", pairs.collect::<Vec<_>>().join(" "));
        }
        properties
    }

    /// Whether it is the position with which a game begins that has no setup.
    fn is_initial(&self) -> PyResult<bool> {
        let position = &self.position;
        let initial = Position::new(position.rules(), position.size(), None);
        Ok(initial.map_err(|fault| error(fault.to_string()))? == *position)
    }

    /// The pieces by the properties that set them up, each list sorted.
    fn pieces_by_property(&self) -> BTreeMap<String, Vec<String>> {
        let mut lists = BTreeMap::new();
        if self.position.game() == Game::Bamogo {
            lists.insert("STONES".to_owned(), Vec::new());
        } else {
            for color in self.position.players().colors() {
                lists.insert(format!("A{}", color.letter()), Vec::new());
            }
        }
        for piece in self.position.pieces() {
            let name = piece
                .color()
                .map_or("STONES".to_owned(), |color| format!("A{}", color.letter()));
            lists.entry(name).or_default().push(piece.to_string());
        }
        for list in lists.values_mut() {
            list.sort_unstable();
        }
        lists
    }
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(signature = (game=None, size=None, ruleset=None, *, setup=None))]
    fn make(
        game: Option<&str>,
        size: Option<&Bound<'_, PyAny>>,
        ruleset: Option<&Bound<'_, PyAny>>,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyPosition> {
        let ruleset = ruleset_for(game, ruleset)?;
        let size = board_size(&ruleset, size)?;
        let position = match setup {
            Some(setup) => set_up(&ruleset, &size.to_string(), setup)?,
            None => Position::new(&ruleset.rules, size, None)
                .map_err(|fault| error(fault.to_string()))?,
        };
        let history = Some(History::new(position.clone(), Vec::new()));
        Ok(PyPosition::new(position, ruleset).with_history(history))
    }

    /// Plays a move of the player to move, and returns the pieces that it captured, as they stood before.
    ///
    /// Moves are written as in records: 'c4/ne' (Bargo), 'd4' and 'Kd4' (Ugo), 'd4' and 'd15,q15' (Sygo), 'Rd4,Gd5' and
    /// 'd4<>d5' (Bamogo), 'c5' (Margo); 'pass', 'button', 'swap' and 'resign' where the game has them. An illegal move
    /// raises IllegalMove with `code`, `message`, `help` and `points`, and changes nothing.
    fn play(slf: &Bound<'_, Self>, r#move: &str) -> PyResult<Vec<String>> {
        // An exception is made when nothing is borrowed anymore: that runs code of Python, and other threads.
        let played = slf.borrow_mut().played(r#move);
        Ok(played?)
    }

    /// Whether a move of the player to move is legal.
    fn is_legal(&self, r#move: &str) -> bool {
        let parsed = Move::parse(self.position.game(), r#move);
        parsed.is_ok_and(|mv| self.position.is_legal(&mv))
    }

    /// The legal moves, each once and in canonical spelling: with pass, button and swap, without resignation; empty
    /// when the game is over. In Sygo these are pass and the turns of one stone: see `turns`.
    fn legal_moves(slf: &Bound<'_, Self>) -> Vec<String> {
        // Other threads may play meanwhile.
        let position = slf.borrow().position.clone();
        slf.py().detach(|| {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| mv.to_string()).collect()
        })
    }

    /// An iterator of all legal turns: in Sygo also those of several stones, where another order is another turn; in
    /// the other games the legal moves.
    fn turns(&self) -> PyTurns {
        PyTurns {
            turns: std::sync::Mutex::new(self.position.turns()),
        }
    }

    /// The points of each player by letter, provisional while the game is not over; None in Bamogo.
    fn score<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(score) = self.position.score() else {
            return Ok(None);
        };
        let dict = PyDict::new(py);
        for &color in self.position.players().colors() {
            dict.set_item(color.letter(), score[color].0 as f64 / 2.0)?;
        }
        Ok(Some(dict))
    }

    /// The result: 'B+3.5', 'W+' (without a margin), 'B+R' (by resignation), '0' for a draw; None while the game is not
    /// over.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.position.outcome().map(|outcome| outcome.to_string())
    }

    /// The letter of the winner; None for a draw and while the game is not over.
    #[getter]
    fn winner(&self) -> Option<char> {
        self.position.outcome()?.winner().map(Color::letter)
    }

    /// By how much the winner has won; None if there is no margin.
    #[getter]
    fn margin(&self) -> Option<f64> {
        match self.position.outcome()? {
            Outcome::Win(_, WinReason::Margin(margin)) => Some(margin.0 as f64 / 2.0),
            _ => None,
        }
    }

    /// Whether the game is over, by the rules or by resignation.
    #[getter]
    fn finished(&self) -> bool {
        self.position.is_game_over()
    }

    /// The game: 'bargo', 'sygo', 'ugo', 'bamogo' or 'margo'.
    #[getter]
    fn game(&self) -> &'static str {
        self.position.game().name()
    }

    /// The name of the ruleset.
    #[getter]
    fn ruleset(&self) -> &str {
        &self.ruleset.name
    }

    /// The size of the board: '9', or '9:13' for columns and rows.
    #[getter]
    fn size(&self) -> String {
        self.position.size().to_string()
    }

    /// The letter of the player to move: 'B' or 'W', with more players also 'G' and 'Y'.
    #[getter]
    fn to_move(&self) -> char {
        self.position.to_move().letter()
    }

    /// The number of plies played.
    #[getter]
    fn plies(&self) -> u32 {
        self.position.plies()
    }

    /// The pieces on the board: a dict from 'AB' and 'AW' ('AG', 'AY'; in Bamogo 'STONES') to sorted lists of pieces in
    /// the notation of records, such as 'd4', 'Kd4', 'c4/ne' or, with its level, '1c3'.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, pieces) in self.pieces_by_property() {
            dict.set_item(name, PyList::new(py, pieces)?)?;
        }
        Ok(dict)
    }

    /// What `Position(…, setup=…)` takes to put the same pieces on a board, with the same player to move. That position has
    /// no history: earlier positions, the last pass or switch and the result are forgotten, so that other moves may be legal,
    /// and it is equal to this one only while the game is not over. A Bamogo position with a connection is no setup.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, values) in self.setup_properties() {
            dict.set_item(name, PyList::new(py, values)?)?;
        }
        Ok(dict)
    }

    /// The letter of the player who has taken the button; None if nobody has, or there is none.
    #[getter]
    fn button(&self) -> Option<char> {
        self.position.button().map(Color::letter)
    }

    /// A number of 64 bits that equal positions share on every machine and in every version. It is the `position_hash` of
    /// `plies_arrow`, there as a signed integer.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.position.fingerprint()
    }

    /// The moves that led to the position from the empty board, or from its setup: pairs of the player's letter and the move.
    /// None where they are not known: before a finding off the main line.
    #[getter]
    fn moves(&self) -> Option<Vec<(char, String)>> {
        let plies = self.history.as_ref()?.plies().iter();
        Some(
            plies
                .map(|(color, mv)| (color.letter(), mv.to_string()))
                .collect(),
        )
    }

    /// The game as a Record, with its setup, its moves and its result ('?' while the game is not over). `players` are names by
    /// letter, such as {'B': 'Ann', 'W': 'Ben'}. Where `moves` is None this raises Error.
    ///
    /// >>> game = kifu.Position("ugo", 5)
    /// >>> game.play("c3"), game.play("d3")
    /// ([], [])
    /// >>> game.record(players={"B": "Ann"}).moves
    /// [('B', 'c3'), ('W', 'd3')]
    #[pyo3(signature = (*, players=None))]
    fn record(
        slf: &Bound<'_, Self>,
        players: Option<BTreeMap<String, String>>,
    ) -> PyResult<PyRecord> {
        let (position, ruleset) = {
            let this = slf.borrow();
            (this.copy(), Arc::clone(&this.ruleset))
        };
        let unknown = || error("the moves that led to this position are not known");
        let history = position.history.as_ref().ok_or_else(unknown)?;
        let start = &history.start;
        let mut text = RecordText::new(start, &ruleset.name);
        if start.rules().komi() != ruleset.rules.komi() {
            text.komi(start.rules().komi());
        }
        for (letter, name) in players.unwrap_or_default() {
            let players = start.players().colors().iter();
            if !players
                .into_iter()
                .any(|color| letter == color.letter().to_string())
            {
                return Err(error(format!("there is no player {letter:?}")));
            }
            text.property(&format!("P{letter}"), &name);
        }
        text.result(position.position.outcome());
        let setup = PyPosition::new((**start).clone(), Arc::clone(&ruleset));
        if !setup.is_initial()? {
            for (name, values) in setup.setup_properties() {
                text.values(&name, &values);
            }
        }
        for (color, mv) in history.plies() {
            text.ply(*color, mv);
        }
        let options = Options {
            ruleset: Some(ruleset),
            ..Options::default()
        };
        with_enough_stack(|| PyRecord::of_text(&text.finish(), options))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let record = Self::record(slf, None)?;
        let plies = slf.borrow().position.plies();
        again(py, "_position", (record, plies).into_pyobject(py)?)
    }

    /// A copy that can be played on its own.
    fn copy(&self) -> PyPosition {
        PyPosition {
            position: self.position.clone(),
            ruleset: Arc::clone(&self.ruleset),
            change: self.change.clone(),
            captured: self.captured,
            history: self.history.clone(),
        }
    }

    fn __copy__(&self) -> PyPosition {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.copy()
    }

    /// An image of the position, as SVG.
    ///
    /// theme: 'wood', 'paper', 'dark' or 'print'. size: the longer side of the board in pixels. coordinates, status,
    /// last_move: False leaves them out. territory: True marks who owns which region. view: for Margo 'top', 'iso' or
    /// 'exploded', with corner: 'sw', 'se', 'ne' or 'nw'. crop: 'around', or two corners such as 'a1:f6'.
    #[pyo3(signature = (**style))]
    fn svg(&self, style: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let Drawing { style, view } = Drawing::of(style)?;
        Ok(self.drawn(&style, &view, &[], None))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    /// The board as text, with the last move in parentheses.
    fn __str__(&self) -> String {
        let diagram = Diagram {
            placed: &self.change.placed,
            ..Diagram::new(&self.position)
        };
        text(&diagram, &TextOptions::default())
    }

    fn __repr__(&self) -> String {
        let position = &self.position;
        let state = match position.outcome() {
            Some(outcome) => outcome.to_string(),
            None => format!("{} to move", position.to_move()),
        };
        format!(
            "<kifu.Position: {} {}, {} plies, {state}>",
            self.ruleset.name,
            position.size(),
            position.plies()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyPosition>();
        other.is_ok_and(|other| other.borrow().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }
}

impl PyPosition {
    fn played(&mut self, written: &str) -> Result<Vec<String>, Failure> {
        let mv = match Move::parse(self.position.game(), written) {
            Ok(mv) if self.advance(self.position.to_move(), &mv).is_some() => mv,
            parsed => {
                return Err(self.illegal(written, parsed.err().map(|error| error.to_string())));
            }
        };
        let is_switch = matches!(mv, Move::Switch(..));
        let removed = self.change.removed.iter().filter(|_| !is_switch);
        Ok(removed.map(ToString::to_string).collect())
    }

    /// Why a move is illegal.
    fn illegal(&self, mv: &str, unread: Option<String>) -> Failure {
        let check = with_enough_stack(|| MoveCheck::new(mv, &self.position));
        let Some(wrong) = check.error() else {
            let message = unread.unwrap_or_else(|| format!("{mv} is illegal"));
            return Failure::new(Kind::IllegalMove, message).with_code("record::notation", None);
        };
        let mut points = names_of(check.points());
        if points.is_empty() {
            points.extend(wrong.point.clone());
        }
        Failure::new(Kind::IllegalMove, wrong.message())
            .with_code(wrong.code().id(), wrong.help())
            .with_points(points)
    }
}

/// The names of points, each once.
pub(crate) fn names_of(points: &[Point]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for point in points {
        let name = point.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The turns of a position.
#[pyclass(name = "Turns", module = "kifu._kifu")]
pub(crate) struct PyTurns {
    turns: std::sync::Mutex<Box<dyn Iterator<Item = Move> + Send>>,
}

#[pymethods]
impl PyTurns {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self) -> Option<String> {
        let mut turns = self.turns.lock().ok()?;
        turns.next().map(|mv| mv.to_string())
    }

    fn __repr__(&self) -> &'static str {
        "<kifu.Position.turns iterator>"
    }
}
