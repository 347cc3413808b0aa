//! Records in canonical form, and in other notations.

use std::io::Cursor;

use kifu::{
    archive::{SourceEvent, source_name},
    convert::{ImportOptions, Notation, Note, SourceRecord},
    record::{Layout, Limits, LineIndex, Record, read as read_records, read_within},
    verify::{Options, Severity, verify},
};
use pyo3::prelude::*;

use crate::{
    errors::{Failure, Kind, error, warn},
    input::{Input, NO_NAME},
    ruleset::{game_of, size_of},
    running::unlocked,
};

/// Why a malformed record is left alone.
fn malformed(record: &Record) -> PyErr {
    let verdict = verify(record, &Options::default());
    let mut findings = verdict.findings.iter();
    let Some(wrong) = findings.find(|finding| finding.severity() == Severity::Error) else {
        return error("the record is malformed");
    };
    let lines = LineIndex::new(record.source().text());
    Failure::new(Kind::Record, wrong.message())
        .with_code(wrong.code().id(), wrong.help())
        .with_place(lines.line_column(wrong.span.start))
        .into()
}

/// A record in canonical form, which is read back and compared.
pub(crate) fn formatted_record(record: &Record, layout: Layout) -> PyResult<String> {
    if record.is_malformed() {
        return Err(malformed(record));
    }
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let text = record.canonical(layout);
    let summary = |record: &Record| {
        let verdict = verify(record, &options);
        verdict.summary_for_comparison()
    };
    let again = read_records(record.source().with_text(&text)).next();
    let is_same = again
        .is_some_and(|again| summary(&again) == summary(record) && again.canonical(layout) == text);
    if is_same {
        Ok(text)
    } else {
        Err(error("the record in canonical form would be another game"))
    }
}

/// Formats all records of a text in canonical form: one order of properties, one spelling of moves, a node per line; with
/// `compact` as many nodes on a line as fit. Returns the text.
///
/// Nothing else changes: the result is read back and compared. A malformed record raises RecordError.
///
/// >>> print(kifu.fmt("(;SZ[5]GM[Ugo] ;B[C3]C[first])"), end="")
/// (;GM[ugo]SZ[5]
/// ;B[c3]C[first])
#[pyfunction]
#[pyo3(signature = (source, *, compact=false))]
pub(crate) fn fmt(py: Python<'_>, source: &Bound<'_, PyAny>, compact: bool) -> PyResult<String> {
    let input = Input::of(source)?;
    let layout = if compact {
        Layout::Compact
    } else {
        Layout::Nodes
    };
    unlocked(py, |signals| {
        let mut out = String::new();
        let mut is_first = true;
        input.read(&mut |event| {
            signals.check()?;
            let SourceEvent::Chunk(_, chunk) = event else {
                return refuse_unreadable(event);
            };
            let text = chunk.text();
            let mut end = 0;
            for (_, record) in chunk.records() {
                gap(&mut out, &text[end..record.offset()], is_first);
                is_first = false;
                end = record.offset() + record.text().len();
                out.push_str(&formatted_record(&record, layout)?);
            }
            let rest = &text[end..];
            if !rest.trim().is_empty() {
                out.push_str(rest);
            }
            Ok(())
        })?;
        if !out.ends_with('\n') {
            out.push('\n');
        }
        Ok(out)
    })
}

/// Writes the text before a record: as it is, if it is more than white space.
fn gap(out: &mut String, text: &str, is_first: bool) {
    if !text.trim().is_empty() {
        out.push_str(text);
    } else if !is_first && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// An error for a source that cannot be read.
fn refuse_unreadable(event: SourceEvent) -> PyResult<()> {
    let SourceEvent::Unreadable(unreadable) = event else {
        return Ok(());
    };
    let message = format!("{}: {}", unreadable.name, unreadable.finding.message());
    let failure = Failure::new(Kind::Record, message);
    let code = unreadable.finding.code().id();
    Err(failure.with_code(code, unreadable.finding.help()).into())
}

fn notation(name: &str, is_from: bool) -> PyResult<Notation> {
    let all = Notation::ALL.into_iter();
    let mut known = all.filter(|one| {
        if is_from {
            one.is_read()
        } else {
            one.is_written()
        }
    });
    known.find(|one| one.name() == name).ok_or_else(|| {
        let all = Notation::ALL.into_iter();
        let known = all.filter(|one| {
            if is_from {
                one.is_read()
            } else {
                one.is_written()
            }
        });
        let names: Vec<&str> = known.map(Notation::name).collect();
        error(format!(
            "there is no notation {name:?}; known are {}",
            names.join(", ")
        ))
    })
}

/// The text of conversions, and what is told about them.
#[derive(Default)]
struct Converted {
    text: String,
    count: usize,
    losses: Vec<String>,
}

impl Converted {
    fn add(&mut self, to: Option<Notation>, text: &str) {
        let [first, between, ..] = to.map_or(["", "\n", "\n", ""], Notation::frame);
        let before = if self.count == 0 { first } else { between };
        self.text.push_str(before);
        self.text.push_str(text);
        self.count += 1;
    }

    /// Notes on a record; raises an error if it is not converted.
    fn note(
        &mut self,
        source: &str,
        index: usize,
        notes: Vec<Note>,
        lossless: bool,
    ) -> PyResult<()> {
        for Note {
            is_error,
            is_doubt,
            location: (line, column),
            message,
        } in notes
        {
            let text = message
                .trim_start_matches("error: ")
                .trim_start_matches("warning: ");
            let told = format!("record {index}: {text}");
            if is_error || lossless && !is_doubt {
                let failure = Failure::new(Kind::Record, told);
                return Err(failure.with_place((line, column)).into());
            }
            self.losses
                .push(format!("{source}:{line}:{column}: {told}"));
        }
        Ok(())
    }

    fn finish(mut self, to: Option<Notation>) -> (String, Vec<String>) {
        let [_, _, last, none] = to.map_or(["", "\n", "\n", ""], Notation::frame);
        self.text
            .push_str(if self.count == 0 { none } else { last });
        (self.text, self.losses)
    }
}

/// Writes one record in another notation.
fn write(
    converted: &mut Converted,
    to: Notation,
    item: &SourceRecord,
    lossless: bool,
) -> PyResult<()> {
    if item.record.is_malformed() {
        return Err(malformed(item.record));
    }
    match to.write(item) {
        Ok(exported) => {
            converted.note(item.source, item.index, exported.notes, lossless)?;
            converted.add(Some(to), &exported.text);
            Ok(())
        }
        Err(notes) => {
            converted.note(item.source, item.index, notes, lossless)?;
            Err(error(format!("record {} cannot be converted", item.index)))
        }
    }
}

/// Converts records from and to other notations, and returns the text.
///
/// to: 'json', 'csv', 'txt', 'margo-listing', 'abstractplay', 'abstractplay-margo' or 'go-sgf'; without it, records.
/// from_: 'json', 'margo-listing', 'abstractplay', 'abstractplay-margo', 'moves' or 'go-sgf'; without it, records.
/// game, size, skip_i: what move lists (from_='moves') do not say. A line such as `Ruleset: ugo-no-button` in the list names
///     the ruleset.
/// lossless: raise RecordError if something would be lost; otherwise losses are warnings, of the category
///     LossWarning.
///
/// What cannot be converted raises RecordError.
///
/// >>> print(kifu.convert("(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])", to="txt"), end="")
/// ugo 5
/// Result: ?
/// <BLANKLINE>
///     Black      White
///  1  c3      2  d3
/// >>> print(kifu.convert("1. c3 d3", from_="moves", game="ugo", size=5), end="")
/// (;FF[4]GM[ugo]SZ[5]
/// ;B[c3]
/// ;W[d3])
#[pyfunction]
#[pyo3(signature = (source, *, to=None, from_=None, game=None, size=None, skip_i=false, lossless=false))]
pub(crate) fn convert(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    to: Option<&str>,
    from_: Option<&str>,
    game: Option<&str>,
    size: Option<&Bound<'_, PyAny>>,
    skip_i: bool,
    lossless: bool,
) -> PyResult<String> {
    let input = Input::of(source)?;
    let to = to.map(|name| notation(name, false)).transpose()?;
    let from = from_.map(|name| notation(name, true)).transpose()?;
    let options = ImportOptions {
        game: game.map(game_of).transpose()?,
        size: size.map(size_of).transpose()?,
        skip_i,
        ..ImportOptions::default()
    };
    let (text, losses) = unlocked(py, |signals| {
        let mut converted = Converted::default();
        match (from, to) {
            (Some(from), _) => import(&mut converted, &input, from, to, options, lossless)?,
            (None, None) => {
                return Err(error("convert needs a notation: to= or from_="));
            }
            (None, Some(to)) => input.read(&mut |event| {
                signals.check()?;
                let SourceEvent::Chunk(source_info, chunk) = event else {
                    return refuse_unreadable(event);
                };
                let lines = LineIndex::of(&chunk);
                for (index, record) in chunk.records() {
                    let item = SourceRecord {
                        source: &source_info.source,
                        index,
                        record: &record,
                        line_index: &lines,
                    };
                    write(&mut converted, to, &item, lossless)?;
                }
                Ok(())
            })?,
        }
        Ok(converted.finish(to))
    })?;
    for loss in losses {
        warn(py, "LossWarning", &loss)?;
    }
    Ok(text)
}

/// Reads another notation.
fn import(
    converted: &mut Converted,
    input: &Input,
    from: Notation,
    to: Option<Notation>,
    options: ImportOptions,
    lossless: bool,
) -> PyResult<()> {
    let (source, bytes) = match input {
        Input::Text(text) => (NO_NAME.to_owned(), text.as_bytes().to_vec()),
        Input::Record(chunk, source, _) => (source.to_string(), chunk.text().as_bytes().to_vec()),
        Input::Bytes(bytes) => (NO_NAME.to_owned(), bytes.to_vec()),
        Input::Path(path) => (source_name(path), std::fs::read(path)?),
    };
    let limits = Limits::default();
    let Some(reader) = from.read_with(Box::new(Cursor::new(bytes)), limits, options) else {
        return Err(error(format!("{} cannot be read", from.name())));
    };
    let mut index = 0;
    for imported in reader {
        let imported = imported.map_err(|reason| error(reason.to_string()))?;
        index += 1;
        converted.note(&source, index, imported.notes, lossless)?;
        let Some(text) = imported.record else {
            return Err(error(format!("record {index} cannot be converted")));
        };
        let Some(to) = to else {
            converted.add(None, &text);
            continue;
        };
        let lines = LineIndex::new(&text);
        if let Some(record) = read_within(text.as_str(), limits).next() {
            let item = SourceRecord {
                source: &source,
                index,
                record: &record,
                line_index: &lines,
            };
            write(converted, to, &item, lossless)?;
        }
    }
    if index == 0 {
        return Err(error(format!(
            "expected a game in {}, found none",
            from.name()
        )));
    }
    Ok(())
}
