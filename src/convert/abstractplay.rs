//! Margo as `AbstractPlay` writes it: every marble with its level and its point, `1a1`, `2b2`.

use std::io::{self, BufRead, Read};

use super::{
    Exported, Imported, Note, SourceRecord,
    game::{self, Draft, decode, words},
    line::Line,
    loss::root_text,
};
use crate::{
    games::{Game, Move},
    record::{Limits, MAX_PLIES, Name, read_move},
    ruleset,
};

/// The board if nothing is said.
const USUAL_SIZE: &str = "7";

/// Writes a game.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    game::write(
        item,
        "abstractplay-margo",
        // What is not played has no level, unless it says so.
        |line| {
            let level = |turn: &Move| matches!(turn, Move::Marble { level: None, .. });
            let mut plies = line.plies.iter();
            let unknown = plies.position(|ply| ply.after.is_none() && level(&ply.turn));
            line.cut(unknown.unwrap_or(usize::MAX));
        },
        &|line, with_facts| text(item, line, with_facts),
        &|text| {
            let mut games = Games::new(text.as_bytes(), Limits::default());
            games.next_draft().ok().flatten()
        },
    )
}

fn text(item: &SourceRecord, line: &Line, with_facts: bool) -> String {
    let ruleset = root_text(item, Name::RU).filter(|_| with_facts);
    let ruleset = ruleset.filter(|name| !name.is_empty() && !name.contains(char::is_whitespace));
    let mut text = format!("{} size-{}", Game::Margo.name(), line.start.size());
    if let Some(ruleset) = ruleset {
        text.push_str(&format!(" {ruleset}"));
    }
    text.push('\n');
    for ply in &line.plies {
        let level = ply.after.and_then(|after| after.level);
        match (&ply.turn, level) {
            (Move::Marble { point, .. }, Some(level)) => {
                text.push_str(&format!("{level}{point}\n"));
            }
            (turn, _) => text.push_str(&format!("{turn}\n")),
        }
    }
    text
}

/// Games in lists, while they are read.
pub(super) struct Games<R> {
    input: R,
    limits: Limits,
    line: usize,
    /// The heading of the next game.
    next: Option<Draft>,
}

/// The longest line.
const LONGEST: u64 = 1024 * 1024;

impl<R: BufRead> Games<R> {
    pub(super) fn new(input: R, limits: Limits) -> Games<R> {
        Games {
            input,
            limits,
            line: 0,
            next: None,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Imported>> {
        let draft = self.next_draft()?;
        Ok(draft.map(|draft| draft.finish(self.limits)))
    }

    /// Reads up to the heading of the next game.
    fn next_draft(&mut self) -> io::Result<Option<Draft>> {
        let mut draft = self.next.take();
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.input)
                .take(LONGEST)
                .read_until(b'\n', &mut bytes)?;
            if read == 0 {
                break;
            }
            self.line += 1;
            let text = decode(&bytes);
            let mut line = words(&text).peekable();
            let Some(first) = line.peek() else { continue };
            let place = (self.line, first.column);
            if first.text.eq_ignore_ascii_case(Game::Margo.name()) {
                let mut heading = Draft {
                    place: Some(place),
                    ..Draft::default()
                };
                for word in line.skip(1) {
                    take_heading(&mut heading, word.text, (self.line, word.column));
                }
                heading.size.get_or_insert_with(|| USUAL_SIZE.to_owned());
                if draft.is_some() {
                    self.next = Some(heading);
                    break;
                }
                draft = Some(heading);
                continue;
            }
            let draft = draft.get_or_insert_with(|| Draft {
                place: Some(place),
                size: Some(USUAL_SIZE.to_owned()),
                ..Draft::default()
            });
            if read as u64 == LONGEST {
                draft.refuse(place, "the line is too long");
            }
            for word in line {
                let place = (self.line, word.column);
                if word.text.starts_with('#') {
                    draft.rest.add(place);
                    break;
                }
                take_move(draft, word.text, place);
            }
        }
        Ok(draft)
    }
}

/// Takes in a word of a heading.
fn take_heading(draft: &mut Draft, word: &str, place: (usize, usize)) {
    let size = word.strip_prefix("size-");
    if let Some(size) = size.filter(|size| size.parse::<u8>().is_ok()) {
        draft.size = Some(size.to_owned());
    } else if ruleset::by_name(word).is_some() {
        draft.facts.push(("RU", word.to_owned()));
    } else {
        draft.refuse(
            place,
            "only the size, such as `size-5`, and the name of a ruleset can stand behind `margo`",
        );
    }
}

/// Takes in a move.
fn take_move(draft: &mut Draft, word: &str, place: (usize, usize)) {
    let turn = read_move(Game::Margo, word);
    let turn = turn.filter(|turn| !matches!(turn, Move::Marble { level: None, .. }));
    if draft.plies.len() as u32 > MAX_PLIES {
        draft.refuse(place, format!("there are more than {MAX_PLIES} moves"));
        return;
    }
    match turn {
        Some(turn) => draft.play(turn, place),
        None => draft.refuse(place, "a move is a level and a point, such as `1a1`"),
    }
}
