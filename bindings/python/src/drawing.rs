//! Images: which position is drawn, and how it looks.

use std::collections::BTreeMap;

use kifu::{
    diagram::{
        Corner, Crop, HeaderDetail, ImageSize, Numbering, PlyView, PlyViewOptions, PlyViews, Style,
        Theme, View, scene, svg, xml_escaped,
    },
    games::Game,
    record::{PointSet, Record, read_points, safe},
    verify::{Options, Step, replay, verify},
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

use crate::{
    arguments::Whole,
    errors::{Failure, Kind, error},
};

/// A position of a record.
#[derive(Clone, Copy)]
pub(crate) enum At {
    /// After so many plies.
    Ply(u32),
    /// So many positions before the end: 1 is the end.
    FromEnd(u32),
}

impl At {
    pub(crate) fn of(value: Option<&Bound<'_, PyAny>>) -> PyResult<At> {
        let Some(value) = value else {
            return Ok(At::FromEnd(1));
        };
        if let Ok(ply) = value.extract::<i64>() {
            let count = u32::try_from(ply.unsigned_abs()).unwrap_or(u32::MAX);
            return Ok(if ply < 0 {
                At::FromEnd(count)
            } else {
                At::Ply(count)
            });
        }
        match value.extract::<String>().as_deref() {
            Ok("start") => Ok(At::Ply(0)),
            Ok("end") => Ok(At::FromEnd(1)),
            _ => Err(error(format!(
                "a position is a number of plies, \"start\" or \"end\", not {}",
                value.repr()?
            ))),
        }
    }

    /// The ply, in a game whose last legal one is `last`.
    pub(crate) fn ply(self, last: u32) -> PyResult<u32> {
        let ply = match self {
            At::Ply(ply) if ply <= last => Some(ply),
            At::Ply(_) => None,
            At::FromEnd(count) => (last + 1).checked_sub(count),
        };
        ply.ok_or_else(|| {
            error(format!(
                "there is no such position: the last legal ply is {last}"
            ))
        })
    }
}

/// How an image looks.
pub(crate) struct Drawing {
    pub(crate) style: Style,
    pub(crate) view: PlyViewOptions,
}

impl Default for Drawing {
    fn default() -> Drawing {
        Drawing {
            style: Style::default(),
            view: PlyViewOptions {
                last_ply: true,
                territory: false,
                header: HeaderDetail::Players,
                numbering: None,
            },
        }
    }
}

impl Drawing {
    /// Reads the keyword arguments of the functions that draw.
    pub(crate) fn of(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Drawing> {
        let mut drawing = Drawing::default();
        let mut has_header = false;
        let mut has_numbers = false;
        for (key, value) in keywords.into_iter().flatten() {
            let key: String = key.extract()?;
            let style = &mut drawing.style;
            match key.as_str() {
                "theme" => style.theme = choice(&key, &value, &Theme::ALL.map(|t| (t.name(), t)))?,
                "size" => {
                    let Whole::<u32>(pixels) = value.extract()?;
                    if !(16..=20_000).contains(&pixels) {
                        return Err(error("size is a number of pixels from 16 to 20000"));
                    }
                    style.size = ImageSize::Board(pixels);
                }
                "coordinates" => style.coordinates = value.extract()?,
                "status" => style.status = value.extract()?,
                "view" => {
                    let views = [
                        ("top", View::Top),
                        ("iso", View::Iso),
                        ("exploded", View::Exploded),
                    ];
                    style.view = choice(&key, &value, &views)?;
                }
                "corner" => {
                    let names = ["sw", "se", "ne", "nw"];
                    let corners: Vec<(&str, Corner)> = names.into_iter().zip(Corner::ALL).collect();
                    style.corner = choice(&key, &value, &corners)?;
                }
                "crop" => style.crop = crop(&value)?,
                "last_move" => drawing.view.last_ply = value.extract()?,
                "territory" => drawing.view.territory = value.extract()?,
                "header" => has_header = value.extract()?,
                "numbers" => has_numbers = value.extract()?,
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "{key:?} is no option of images; there are theme, size, coordinates, status, view, corner, crop, \
                         last_move, territory, header and numbers"
                    )));
                }
            }
        }
        drawing.view.header = match (has_header, drawing.style.status) {
            (true, _) => HeaderDetail::Everything,
            (false, true) => HeaderDetail::Players,
            (false, false) => HeaderDetail::Nothing,
        };
        drawing.view.numbering = has_numbers.then(|| Numbering {
            plies: 1..=u32::MAX,
            first: 1,
            figures: BTreeMap::new(),
            levels: drawing.style.view != View::Top,
        });
        Ok(drawing)
    }
}

fn choice<T: Copy>(key: &str, value: &Bound<'_, PyAny>, choices: &[(&str, T)]) -> PyResult<T> {
    let name: String = value.extract()?;
    let found = choices.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<String> = choices
            .iter()
            .map(|(name, _)| format!("{name:?}"))
            .collect();
        error(format!("{key} is one of {}", names.join(", ")))
    })
}

fn crop(value: &Bound<'_, PyAny>) -> PyResult<Crop> {
    let text: String = value.extract()?;
    if text == "around" {
        return Ok(Crop::Around);
    }
    // The notation of Sygo has rectangles, and columns after `z`.
    match read_points(Game::Sygo, &text) {
        Some(PointSet::Rectangle(from, to)) => Ok(Crop::Between(from, to)),
        _ => Err(error(
            "crop is \"around\", or two corners such as \"a1:f6\"",
        )),
    }
}

/// Why a record without a position cannot be drawn or replayed.
pub(crate) fn not_playable() -> PyErr {
    Failure::new(
        Kind::Record,
        "the record cannot be played: its text, its root or its setup is wrong; `validate` says what",
    )
    .into()
}

/// Draws a position of the main line of a record. An illegal ply that follows is marked.
pub(crate) fn draw(
    record: &Record,
    options: &Options,
    at: At,
    drawing: &Drawing,
) -> PyResult<String> {
    let options = Options {
        variations: false,
        ..options.clone()
    };
    let verdict = verify(record, &options);
    if verdict.position.is_none() {
        return Err(not_playable());
    }
    let ply = at.ply(verdict.plies)?;
    let mut drawn = None;
    let mut receive = |view: &PlyView| {
        drawn = Some(svg(&scene(&view.diagram, &drawing.style), &drawing.style));
    };
    let selects = |step: &Step<'_>| step.is_new() && step.position.plies() == ply;
    let mut views = PlyViews::new(
        record,
        &verdict,
        drawing.view.clone(),
        &selects,
        &mut receive,
    );
    let until = Options {
        until: Some(ply),
        ..options.clone()
    };
    replay(record, &until, &mut views);
    drawn.ok_or_else(not_playable)
}

/// A text within HTML, with nothing that acts or hides.
pub(crate) fn html_text(text: &str) -> String {
    xml_escaped(&safe(text))
}
