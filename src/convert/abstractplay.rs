//! Margo as `AbstractPlay` writes it: every marble with its level and its point, `1a1`, `2b2`.

use std::io::{self, BufRead, Read};

use super::{
    error::ImportError,
    game::{self, Draft, decode, words},
    loss::root_text,
    model::{Exported, Imported, Location, Note, SourceRecord},
    played_line::PlayedLine,
};
use crate::{
    games::{Game, Move},
    record::{Limits, MAX_PLIES, Name, read_move},
    ruleset,
};

/// The board if no size is given.
const DEFAULT_SIZE: &str = "7";

/// Writes a game.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    game::write(
        item,
        "abstractplay-margo",
        // Only a played marble has a known level, unless its level is written.
        |line| {
            let level = |turn: &Move| matches!(turn, Move::Marble { level: None, .. });
            let mut plies = line.plies.iter();
            let unknown = plies.position(|ply| ply.after.is_none() && level(&ply.turn));
            line.cut(unknown.unwrap_or(usize::MAX));
        },
        &|line, with_facts| text(item, line, with_facts),
        &|text| {
            let mut games = AbstractPlayReader::new(text.as_bytes(), Limits::default());
            games.next_draft().ok().flatten()
        },
    )
}

fn text(item: &SourceRecord, line: &PlayedLine, with_facts: bool) -> String {
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

/// Reads games, each a list of moves.
pub(super) struct AbstractPlayReader<R> {
    input: R,
    limits: Limits,
    line: usize,
    /// The heading of the next game.
    next: Option<Draft>,
}

/// The longest line, in bytes.
const MAX_LINE: u64 = 1024 * 1024;

impl<R: BufRead> AbstractPlayReader<R> {
    pub(super) fn new(input: R, limits: Limits) -> AbstractPlayReader<R> {
        AbstractPlayReader {
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
                .take(MAX_LINE)
                .read_until(b'\n', &mut bytes)?;
            if read == 0 {
                break;
            }
            self.line += 1;
            let text = decode(&bytes);
            let mut line = words(&text).peekable();
            let Some(first) = line.peek() else { continue };
            let location = (self.line, first.column);
            if first.text.eq_ignore_ascii_case(Game::Margo.name()) {
                let mut heading = Draft {
                    location: Some(location),
                    ..Draft::default()
                };
                for word in line.skip(1) {
                    read_heading(&mut heading, word.text, (self.line, word.column));
                }
                heading.size.get_or_insert_with(|| DEFAULT_SIZE.to_owned());
                if draft.is_some() {
                    self.next = Some(heading);
                    break;
                }
                draft = Some(heading);
                continue;
            }
            let draft = draft.get_or_insert_with(|| Draft {
                location: Some(location),
                size: Some(DEFAULT_SIZE.to_owned()),
                ..Draft::default()
            });
            if read as u64 == MAX_LINE {
                draft.refuse(location, ImportError::LongLine);
            }
            for word in line {
                let location = (self.line, word.column);
                if word.text.starts_with('#') {
                    draft.skipped.add(location);
                    break;
                }
                read_draft_move(draft, word.text, location);
            }
        }
        Ok(draft)
    }
}

/// Reads a word of a heading.
fn read_heading(draft: &mut Draft, word: &str, location: Location) {
    let size = word.strip_prefix("size-");
    if let Some(size) = size.filter(|size| size.parse::<u8>().is_ok()) {
        draft.size = Some(size.to_owned());
    } else if ruleset::by_name(word).is_some() {
        draft.facts.push(("RU", word.to_owned()));
    } else {
        draft.refuse(location, ImportError::HeadingWord);
    }
}

/// Reads a move.
fn read_draft_move(draft: &mut Draft, word: &str, location: Location) {
    let mv = read_move(Game::Margo, word);
    let mv = mv.filter(|mv| !matches!(mv, Move::Marble { level: None, .. }));
    if draft.plies.len() as u32 > MAX_PLIES {
        draft.refuse(location, ImportError::TooManyMoves);
        return;
    }
    match mv {
        Some(mv) => draft.play(mv, location),
        None => draft.refuse(location, ImportError::LeveledMove),
    }
}
