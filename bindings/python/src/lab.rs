//! Perft and random games, scores, images of texts.

use std::hash::{BuildHasher, Hasher, RandomState};

use kifu::{
    archive::SourceEvent,
    games::perft::{divide_while, perft_while},
    lab::{RandomPlayer, RecordText, default_max_plies},
    report::{DivideLine, PerftLine, RecordReport, ScoreLine},
    verify::{Options, verify},
};
use pyo3::{
    prelude::*,
    types::{PyAny, PyDict},
};
use rayon::prelude::*;

use crate::{
    arguments::Whole,
    drawing::{At, Drawing, draw},
    errors::error,
    input::Input,
    position::PyPosition,
    ruleset::{board_size, ruleset_for},
    running::{interruptible, unlocked},
    settings::Settings,
};

fn from_json<'py>(py: Python<'py>, value: &impl serde::Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value);
    let text = text.map_err(|reason| error(reason.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Counts the legal sequences of `depth` plies from a position. Returns a dict with `leaves`, and of these `captures`, `passes`
/// and `ends`; with `divide=True` also the counts below each first move.
///
/// >>> kifu.perft(kifu.Position("ugo", 3), 2)["leaves"]
/// 91
#[pyfunction]
#[pyo3(signature = (position, depth, *, divide=false))]
pub(crate) fn perft<'py>(
    py: Python<'py>,
    position: PyRef<'py, PyPosition>,
    depth: Whole<u32>,
    divide: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let Whole(depth) = depth;
    let (start, ruleset) = (position.inner().clone(), position.ruleset_name().to_owned());
    // Other threads may play it meanwhile.
    drop(position);
    let (counts, divided) = interruptible(py, |goes_on| {
        let divided = (divide && depth > 0).then(|| {
            let divided = divide_while(&start, depth, goes_on);
            divided
                .map(|(mv, Ok(counts) | Err(counts))| DivideLine::new(&mv, counts))
                .collect()
        });
        (perft_while(&start, depth, goes_on), divided)
    })?;
    from_json(py, &PerftLine::new(&start, ruleset, depth, counts, divided))
}

/// Plays random legal games, and returns their records as a list of texts. The same seed gives the same records on every
/// machine, those of `kifu random`.
///
/// seed: None takes another one each time; the property GN of the records tells it.
/// komi: for Bargo and Ugo, as the property KM. max_plies: stop each game after so many plies, unfinished.
///
/// >>> text, = kifu.random("margo", size=3, seed=7)
/// >>> kifu.validate(text)[0].status
/// 'valid'
#[pyfunction]
#[pyo3(
    signature = (game=None, *, size=None, ruleset=None, komi=None, seed=Some(Whole(1)), count=Whole(1), max_plies=None),
    text_signature = "(game=None, *, size=None, ruleset=None, komi=None, seed=1, count=1, max_plies=None)"
)]
pub(crate) fn random(
    py: Python<'_>,
    game: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    ruleset: Option<&Bound<'_, PyAny>>,
    komi: Option<Whole<i32>>,
    seed: Option<Whole<u64>>,
    count: Whole<u64>,
    max_plies: Option<Whole<u32>>,
) -> PyResult<Vec<String>> {
    let ruleset = ruleset_for(game, ruleset)?;
    let size = board_size(&ruleset, size)?;
    let seed = seed.map_or_else(|| RandomState::new().build_hasher().finish(), |seed| seed.0);
    let komi = komi.map(|komi| komi.0);
    let rules = match komi {
        None => ruleset.rules.clone(),
        Some(komi) => {
            let rules = ruleset.rules.clone().with_komi(komi);
            if rules.komi() != komi || !(-10_000..=10_000).contains(&komi) {
                return Err(error(
                    "komi is a whole number of at most 10000 either way, in Bargo and Ugo",
                ));
            }
            rules
        }
    };
    let start =
        kifu::games::Position::new(&rules, size, None).map_err(|fault| error(fault.to_string()))?;
    let max_plies = max_plies.map_or_else(|| default_max_plies(&start), |plies| plies.0);
    let play = |number, goes_on: &dyn Fn() -> bool| {
        let mut player = RandomPlayer::new(seed, number);
        let (mut end, mut plies) = (start.clone(), Vec::new());
        while goes_on() {
            // A ply at a time: one may take long on a large board.
            let next = max_plies.min(end.plies() + 1);
            let game = player.play(end, Some(next));
            end = game.end;
            if game.plies.is_empty() {
                break;
            }
            plies.extend(game.plies);
        }
        if !goes_on() {
            return None;
        }
        let mut text = RecordText::new(&start, &ruleset.name);
        if let Some(komi) = komi {
            text.komi(komi);
        }
        text.property("GN", &format!("random {} of seed {seed}", number + 1));
        text.result(end.outcome());
        for (color, mv) in &plies {
            text.ply(*color, mv);
        }
        Some(text.finish())
    };
    let texts = interruptible(py, |goes_on| {
        let games = (0..count.0).into_par_iter();
        games
            .map(|number| play(number, goes_on))
            .collect::<Option<Vec<String>>>()
    });
    Ok(texts?.unwrap_or_default())
}

/// The scores of all records of a text, of bytes or of a path: a list of dicts, as `kifu score --format json` writes them.
///
/// Besides the keys of `Verdict.to_dict` each has `parts`, what each player's score consists of, and `regions`, the regions of
/// empty points and their owners.
///
/// at: which position: a number of plies, "start" or "end" (the default), after the last legal ply.
///
/// >>> line, = kifu.score("(;GM[ugo]SZ[5]RE[?];B[c3])")
/// >>> line["score"], line["parts"]["B"]["territory"]
/// ({'B': 25, 'W': 0}, 24)
#[pyfunction]
#[pyo3(signature = (source, *, at=None, ruleset=None))]
pub(crate) fn score<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    at: Option<&Bound<'py, PyAny>>,
    ruleset: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let input = Input::of(source)?;
    let at = At::of(at)?;
    let settings = Settings::new(ruleset, "main", None)?;
    let options = &settings.of(&input);
    let lines = unlocked(py, |signals| {
        let mut scored = Vec::new();
        input.read(&mut |event| {
            signals.check()?;
            match event {
                SourceEvent::Chunk(source_info, chunk) => {
                    let lines = kifu::record::LineIndex::of(&chunk);
                    for (index, record) in chunk.records() {
                        let whole = verify(&record, options);
                        let ply = at.ply(whole.plies)?;
                        let until = Options {
                            until: Some(ply),
                            ..(**options).clone()
                        };
                        let verdict = if ply == whole.plies {
                            whole
                        } else {
                            verify(&record, &until)
                        };
                        let report = RecordReport {
                            source: source_info.source.to_string(),
                            index,
                            verdict: Ok(verdict),
                        };
                        scored.push(serde_json::to_string(&ScoreLine::new(&report, &lines)));
                    }
                }
                SourceEvent::Unreadable(unreadable) => {
                    let no_lines = kifu::record::LineIndex::new("");
                    let report = RecordReport::from(unreadable);
                    scored.push(serde_json::to_string(&ScoreLine::new(&report, &no_lines)));
                }
                SourceEvent::End(..) => {}
            }
            Ok(())
        })?;
        Ok(scored)
    })?;
    let json = py.import("json")?;
    lines
        .into_iter()
        .map(|line| {
            let line = line.map_err(|reason| error(reason.to_string()))?;
            json.call_method1("loads", (line,))
        })
        .collect()
}

/// An image of a position of the first record of a text, of bytes or of a path, as SVG: see `Record.svg`.
///
/// >>> kifu.replay_svg("(;GM[ugo]SZ[5];B[c3])", at="start")[:4]
/// '<svg'
#[pyfunction]
#[pyo3(signature = (source, at=None, *, ruleset=None, **style))]
pub(crate) fn replay_svg(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    at: Option<&Bound<'_, PyAny>>,
    ruleset: Option<&Bound<'_, PyAny>>,
    style: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let input = Input::of(source)?;
    let at = At::of(at)?;
    let drawing = Drawing::of(style)?;
    let settings = Settings::new(ruleset, "main", None)?;
    let options = &settings.of(&input);
    let drawn = unlocked(py, |_| {
        let mut drawn = None;
        input.read(&mut |event| {
            if let (SourceEvent::Chunk(_, chunk), None) = (event, &drawn) {
                let record = chunk.records().next();
                drawn = record.map(|(_, record)| draw(&record, options, at, &drawing));
            }
            Ok(())
        })?;
        Ok(drawn)
    })?;
    drawn.unwrap_or_else(|| Err(crate::drawing::not_playable()))
}
