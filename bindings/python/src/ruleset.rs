//! Rulesets.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    path::PathBuf,
    sync::Arc,
};

use kifu::{
    games::{Color, Game, Size},
    record::read_size,
    ruleset::{self, MAX_BYTES, Ruleset, RulesetError},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyString, PyTuple},
};

use crate::errors::{Failure, Kind, error};

/// A ruleset: the values that a game is played by.
///
/// `Ruleset(source)` takes the name of a built-in ruleset (`Ruleset.names()` lists them), the text of a YAML
/// file, or the path of one. Keys that the YAML lacks have the values of the game's default ruleset:
///
/// >>> rules = kifu.Ruleset("name: my-rules\ngame: margo\nswap: false\n")
/// >>> rules.game, rules.size
/// ('margo', '7')
/// >>> kifu.Ruleset("margo-3").players
/// ['B', 'W', 'G']
///
/// Every argument `ruleset=` takes a Ruleset, or what this constructor takes. A wrong text raises RulesetError with
/// `line` and `column`.
#[pyclass(frozen, name = "Ruleset", module = "kifu")]
pub(crate) struct PyRuleset {
    pub(crate) ruleset: Arc<Ruleset>,
    yaml: String,
}

impl PyRuleset {
    /// The ruleset of this name.
    pub(crate) fn named(name: &str) -> Option<PyRuleset> {
        Some(PyRuleset {
            ruleset: Arc::new(ruleset::by_name(name)?.clone()),
            yaml: ruleset::yaml_of(name)?.to_owned(),
        })
    }

    fn of_yaml(yaml: Vec<u8>) -> PyResult<PyRuleset> {
        let ruleset = Ruleset::from_bytes(&yaml).map_err(failure)?;
        Ok(PyRuleset {
            ruleset: Arc::new(ruleset),
            yaml: String::from_utf8_lossy(&yaml).into_owned(),
        })
    }

    fn read(source: &Bound<'_, PyAny>) -> PyResult<PyRuleset> {
        if let Ok(text) = source.cast::<PyString>() {
            let text = text.to_string_lossy();
            if text.contains(['\n', ':']) {
                return PyRuleset::of_yaml(text.as_bytes().to_vec());
            }
            return PyRuleset::named(&text).ok_or_else(|| {
                let names: Vec<&str> = ruleset::names().collect();
                let names = names.join(", ");
                Failure::new(
                    Kind::Ruleset,
                    format!("there is no ruleset {text:?}; known are {names}"),
                )
                .into()
            });
        }
        if source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            if std::fs::metadata(&path)?.len() > MAX_BYTES as u64 {
                // The error of the library tells the limit.
                return PyRuleset::of_yaml(vec![b' '; MAX_BYTES + 1]);
            }
            return PyRuleset::of_yaml(std::fs::read(path)?);
        }
        Err(PyTypeError::new_err(format!(
            "a ruleset is a name, YAML, a pathlib.Path or a kifu.Ruleset, not {}",
            source.get_type().name()?
        )))
    }
}

fn failure(error: RulesetError) -> PyErr {
    let place = (error.line, error.column);
    Failure::new(Kind::Ruleset, error.kind.to_string())
        .with_place(place)
        .into()
}

/// The ruleset that an argument means.
pub(crate) fn ruleset_of(source: &Bound<'_, PyAny>) -> PyResult<Arc<Ruleset>> {
    match source.cast::<PyRuleset>() {
        Ok(ruleset) => Ok(Arc::clone(&ruleset.get().ruleset)),
        Err(_) => Ok(PyRuleset::read(source)?.ruleset),
    }
}

/// The game that an argument names.
pub(crate) fn game_of(name: &str) -> PyResult<Game> {
    let unknown = |_| {
        let names = Game::ALL.map(Game::name).join(", ");
        error(format!("there is no game {name:?}; known are {names}"))
    };
    name.parse().map_err(unknown)
}

/// The ruleset of a game: the default one, unless another is given.
pub(crate) fn ruleset_for(
    game: Option<&str>,
    ruleset: Option<&Bound<'_, PyAny>>,
) -> PyResult<Arc<Ruleset>> {
    let game = game.map(game_of).transpose()?;
    match (game, ruleset) {
        (None, None) => Err(PyTypeError::new_err("a game or a ruleset must be given")),
        (Some(game), None) => Ok(Arc::new(ruleset::default_for(game).clone())),
        (game, Some(ruleset)) => {
            let ruleset = ruleset_of(ruleset)?;
            match game {
                Some(game) if game != ruleset.game() => Err(error(format!(
                    "{} is a ruleset of {}, not of {game}",
                    ruleset.name,
                    ruleset.game()
                ))),
                _ => Ok(ruleset),
            }
        }
    }
}

/// The size of a board: `9`, `"9:13"` or `(9, 13)`.
pub(crate) fn size_of(value: &Bound<'_, PyAny>) -> PyResult<Size> {
    let wrong = || {
        error(format!(
            "a size is a number such as 9, or columns and rows such as (9, 13) or \"9:13\", not {value}"
        ))
    };
    if let Ok(pair) = value.cast::<PyTuple>() {
        let (columns, rows) = pair.extract().map_err(|_| wrong())?;
        return Ok(Size { columns, rows });
    }
    let text = value.str()?;
    let written = read_size(&text.to_string_lossy()).and_then(|written| written.size);
    written.ok_or_else(wrong)
}

/// The size of a board by a ruleset: its default one, unless another is given.
pub(crate) fn board_size(ruleset: &Ruleset, size: Option<&Bound<'_, PyAny>>) -> PyResult<Size> {
    let size = size.map_or(Ok(ruleset.size), size_of)?;
    if ruleset.has_size(size) {
        return Ok(size);
    }
    Err(error(format!(
        "{} has no board of size {size}: the sides have from {} to {} points",
        ruleset.name,
        ruleset.sizes.start(),
        ruleset.sizes.end()
    )))
}

#[pymethods]
impl PyRuleset {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<PyRuleset> {
        match source.cast::<PyRuleset>() {
            Ok(other) => Ok(PyRuleset {
                ruleset: Arc::clone(&other.get().ruleset),
                yaml: other.get().yaml.clone(),
            }),
            Err(_) => PyRuleset::read(source),
        }
    }

    /// The names of the built-in rulesets.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        let all = ruleset::embedded().iter();
        all.map(|ruleset| ruleset.name.as_str()).collect()
    }

    /// The name, as the property RU of records gives it.
    #[getter]
    fn name(&self) -> &str {
        &self.ruleset.name
    }

    /// One line for people.
    #[getter]
    fn title(&self) -> &str {
        &self.ruleset.title
    }

    /// Where the rules come from.
    #[getter]
    fn source(&self) -> &str {
        &self.ruleset.source
    }

    /// The game: 'bargo', 'sygo', 'ugo', 'bamogo' or 'margo'.
    #[getter]
    fn game(&self) -> &'static str {
        self.ruleset.game().name()
    }

    /// The size of the board where a record gives none: '7', or '9:13' for columns and rows.
    #[getter]
    fn size(&self) -> String {
        self.ruleset.size.to_string()
    }

    /// The letters of the players: ['B', 'W'], with more players also 'G' and 'Y'.
    #[getter]
    fn players(&self) -> Vec<char> {
        let players = self.ruleset.rules.players();
        players.colors().iter().map(|&c| Color::letter(c)).collect()
    }

    /// The whole points added to White's score; 0 in games without komi.
    #[getter]
    fn komi(&self) -> i32 {
        self.ruleset.rules.komi()
    }

    /// The text of the ruleset, which `Ruleset` reads again. That of a built-in one has all keys with comments: a
    /// template for your own.
    #[getter]
    fn yaml(&self) -> &str {
        &self.yaml
    }

    fn __str__(&self) -> &str {
        &self.yaml
    }

    fn __repr__(&self) -> String {
        format!("kifu.Ruleset({:?})", self.ruleset.name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyRuleset>();
        other.is_ok_and(|other| other.get().ruleset == self.ruleset)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.ruleset.name.hash(&mut hasher);
        self.ruleset.rules.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(slf: &Bound<'_, PyRuleset>) -> PyResult<(Py<PyAny>, (String,))> {
        let class = slf.get_type().into_any().unbind();
        Ok((class, (slf.get().yaml.clone(),)))
    }
}
