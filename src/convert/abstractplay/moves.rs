//! Margo as `AbstractPlay` writes it: every marble with its level and its point, `1a1`, `2b2`.

use std::{
    io::{self, BufRead},
    mem,
};

use super::{DEFAULT_SIZE, RULESET};
use crate::{
    bounded::{read_text_line, skip_line},
    convert::{
        error::ImportError,
        game::{self, GameDraft, SkippedLines, decode, read_foreign_move, words},
        model::{Exported, Imported, Note, SourceRecord, TextLocation},
        played_line::PlayedLine,
    },
    games::{Game, Move},
    record::{Limits, MAX_PLIES},
    ruleset,
};

/// Writes a game.
pub(in crate::convert) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    game::write(
        item,
        "abstractplay-margo",
        truncate,
        &|line, _| text(line),
        &|text| {
            let mut games = AbstractPlayReader::new(text.as_bytes(), Limits::default());
            games.next_draft().ok().flatten()
        },
    )
}

/// Omits what follows an illegal marble without a level: it has none that could be written.
pub(super) fn truncate(line: &mut PlayedLine) {
    let has_no_level = |mv: &Move| matches!(mv, Move::Marble { level: None, .. });
    let mut plies = line.plies.iter();
    let unknown = plies.position(|ply| ply.after.is_none() && has_no_level(&ply.mv));
    line.truncate(unknown.unwrap_or(usize::MAX));
}

fn text(line: &PlayedLine) -> String {
    let mut text = format!("{} size-{}", Game::Margo.name(), line.start.size());
    if let Some(ruleset) = &line.verdict.ruleset
        && ruleset.name != RULESET
    {
        text.push_str(&format!(" {}", ruleset.name));
    }
    text.push('\n');
    for ply in &line.plies {
        let level = ply.after.and_then(|after| after.level);
        match (&ply.mv, level) {
            (Move::Marble { point, .. }, Some(level)) => {
                text.push_str(&format!("{level}{point}\n"));
            }
            (mv, _) => text.push_str(&format!("{mv}\n")),
        }
    }
    text
}

/// Reads games, each a list of moves.
pub(in crate::convert) struct AbstractPlayReader<R> {
    input: R,
    limits: Limits,
    line: usize,
    /// The heading of the next game.
    next: Option<GameDraft>,
}

/// The longest line, in bytes.
const MAX_LINE: usize = 1024 * 1024;

/// The most of a longer line that is skipped, in bytes.
const MAX_SKIPPED: usize = 64 * 1024 * 1024;

impl<R: BufRead> AbstractPlayReader<R> {
    pub(in crate::convert) fn new(input: R, limits: Limits) -> AbstractPlayReader<R> {
        AbstractPlayReader {
            input,
            limits,
            line: 0,
            next: None,
        }
    }

    pub(in crate::convert) fn next(&mut self) -> io::Result<Option<Imported>> {
        let draft = self.next_draft()?;
        Ok(draft.map(|draft| draft.finish(self.limits)))
    }

    /// Reads a game, and the heading of the next.
    fn next_draft(&mut self) -> io::Result<Option<GameDraft>> {
        let mut draft = self.next_game()?;
        if let Some(draft) = &mut draft
            && !draft.facts.iter().any(|(name, _)| *name == "RU")
        {
            draft.facts.push(("RU", RULESET.to_owned()));
        }
        Ok(draft)
    }

    fn next_game(&mut self) -> io::Result<Option<GameDraft>> {
        let mut draft = self.next.take();
        // Comments before the game.
        let mut skipped = SkippedLines::default();
        loop {
            let (bytes, is_long) = read_text_line(&mut self.input, MAX_LINE)?;
            if bytes.is_empty() {
                break;
            }
            self.line += 1;
            if is_long {
                skip_line(&mut self.input, MAX_SKIPPED)?;
            }
            // Names and comments, which may be in any encoding, are not carried over.
            let (text, _) = decode(&bytes);
            let mut line = words(&text).peekable();
            let Some(word) = line.peek() else { continue };
            let location = (self.line, word.column);
            if draft.is_none() && word.text.starts_with('#') {
                skipped.add(location);
                continue;
            }
            if word.text.eq_ignore_ascii_case(Game::Margo.name()) {
                let mut heading = game_at(location, mem::take(&mut skipped));
                for word in line.skip(1) {
                    read_heading(&mut heading, word.text, (self.line, word.column));
                }
                heading.size.get_or_insert_with(|| DEFAULT_SIZE.to_string());
                if draft.is_some() {
                    self.next = Some(heading);
                    break;
                }
                draft = Some(heading);
                continue;
            }
            let draft = draft.get_or_insert_with(|| GameDraft {
                size: Some(DEFAULT_SIZE.to_string()),
                ..game_at(location, mem::take(&mut skipped))
            });
            if is_long {
                draft.reject(location, ImportError::LongLine);
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
        if draft.is_none()
            && let Some(location) = skipped.first
        {
            let mut comments = game_at(location, skipped);
            comments.reject(location, ImportError::NoGame);
            draft = Some(comments);
        }
        Ok(draft)
    }
}

/// A game that begins here, with the comments before it.
fn game_at(location: TextLocation, skipped: SkippedLines) -> GameDraft {
    GameDraft {
        location: Some(location),
        skipped,
        ..GameDraft::new(Game::Margo)
    }
}

/// Reads a word of a heading.
fn read_heading(draft: &mut GameDraft, word: &str, location: TextLocation) {
    let size = word.strip_prefix("size-");
    let is_again = if let Some(size) = size.filter(|size| size.parse::<u8>().is_ok()) {
        draft.size.replace(size.to_owned()).is_some()
    } else if ruleset::by_name(word).is_some() {
        draft.facts.push(("RU", word.to_owned()));
        draft.facts.len() > 1
    } else {
        return draft.reject(location, ImportError::HeadingWord);
    };
    if is_again {
        draft.reject(location, ImportError::Contradiction);
    }
}

/// Reads a move.
fn read_draft_move(draft: &mut GameDraft, word: &str, location: TextLocation) {
    let mv = read_foreign_move(Game::Margo, word);
    let mv = mv.filter(|mv| !matches!(mv, Move::Marble { level: None, .. }));
    if draft.plies.len() as u32 > MAX_PLIES {
        draft.reject(location, ImportError::TooManyMoves);
        return;
    }
    match mv {
        Some(mv) => draft.play(mv, location),
        None => draft.reject(location, ImportError::LeveledMove),
    }
}
