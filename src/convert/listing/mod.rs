//! The tournament record of Margo's designer: a heading, the numbered moves in two columns with White's on the left,
//! `*` after the first move for a swap, and the numbers of marbles of both players at the end.

mod heading;

use std::{
    borrow::Cow,
    io::{self, BufRead},
};

use heading::{read_heading, title};

use super::{
    error::ImportError,
    game::{self, GameDraft, LineWord, decode, read_foreign_move, words},
    loss::root_text,
    model::{Exported, Imported, Note, SourceRecord, TextLocation},
    played_line::PlayedLine,
};
use crate::{
    bounded::{read_text_line, skip_line},
    games::{Game, Move},
    record::{Limits, MAX_PLIES, Name},
};

/// The name of a game without a name.
const NAMELESS: &str = "Game";

/// Writes a game.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    game::write(
        item,
        "margo-listing",
        |_| {},
        &|line, with_facts| text(item, line, with_facts),
        &|text| {
            let mut listings = ListingReader::new(text.as_bytes(), Limits::default());
            listings.next_draft().ok().flatten()
        },
    )
}

/// The lines of a heading after its first: what separates the facts of a line, and their properties, each with what
/// stands before its value.
const HEADING: [(&str, &[(Name, &str)]); 4] = [
    (", ", &[(Name::EV, ""), (Name::DT, "")]),
    ("      ", &[(Name::PW, "o "), (Name::PB, "* ")]),
    ("", &[(Name::RU, "Ruleset: ")]),
    ("", &[(Name::RE, "Result: ")]),
];

fn text(item: &SourceRecord, line: &PlayedLine, with_facts: bool) -> String {
    let value = |name: Name| root_text(item, name).filter(|text| with_facts && fits(text));
    let side = line.start.size();
    let first_line = |name: &str| format!("{name} ({side}x{side})");
    let mut name = value(Name::GN).unwrap_or(NAMELESS.into());
    if title(&first_line(&name)).is_none_or(|(read, _)| read != name) {
        name = NAMELESS.into();
    }
    let mut text = first_line(&name) + "\n";
    for (separator, properties) in HEADING {
        let facts = properties.iter().filter_map(|&(name, mark)| {
            let value = value(name)?;
            Some((name, format!("{mark}{value}"), value))
        });
        let facts: Vec<(Name, String, Cow<str>)> = facts.collect();
        // All facts, or else the first that is read as what it is.
        let mut choices = std::iter::once(&facts[..]).chain(facts.chunks(1));
        let written = choices.find_map(|facts| {
            let marked: Vec<&str> = facts.iter().map(|(_, marked, _)| &**marked).collect();
            Some(marked.join(separator)).filter(|line| is_read_as(line, facts))
        });
        if let Some(line) = written.filter(|line| !line.is_empty()) {
            text.push_str(&format!("{line}\n"));
        }
    }
    text.push('\n');
    text.push_str(&rows(line));
    text
}

/// Whether a line of a heading is read as some facts, and as nothing else.
fn is_read_as(line: &str, facts: &[(Name, String, Cow<str>)]) -> bool {
    let mut draft = GameDraft::new(Game::Margo);
    read_heading(&mut draft, line, (1, 1), true);
    let read = draft.facts.iter().map(|(name, value)| (*name, &**value));
    let facts = facts
        .iter()
        .map(|(name, _, value)| (name.letters(), &**value));
    read.eq(facts) && draft.skipped.first.is_none() && !begins_row(line)
}

/// Whether text can be part of a heading without beginning another game.
fn fits(text: &str) -> bool {
    let is_plain = |character: char| !character.is_control();
    title(text).is_none()
        && !text.is_empty()
        && text.trim() == text
        && !text.contains("  ")
        && text.chars().all(is_plain)
}

/// The moves, and the counts if the game is legal.
fn rows(line: &PlayedLine) -> String {
    let mut cells: Vec<String> = Vec::new();
    for (index, ply) in line.plies.iter().enumerate() {
        let word = match &ply.mv {
            Move::Swap if index == 1 => {
                if let Some(cell) = cells.last_mut() {
                    cell.push('*');
                }
                continue;
            }
            Move::Resign => "Resign".to_owned(),
            mv => mv.to_string().to_uppercase(),
        };
        cells.push(format!("{:>4} {word}", cells.len() + 1));
    }
    if line.is_legal()
        && let Some(score) = line.end.score()
    {
        if cells.len() % 2 == 1 {
            cells.push(String::new());
        }
        cells.extend([score.white, score.black].map(|count| format!("   = {count}")));
    }
    let rows = cells.chunks(2);
    let rows = rows.map(|row| match row {
        [white, black] => format!("{white:<16}{black}").trim_end().to_owned() + "\n",
        row => row.concat() + "\n",
    });
    rows.collect()
}

/// Reads games, each a listing.
pub(super) struct ListingReader<R> {
    input: R,
    limits: Limits,
    line: usize,
    /// The heading of the next game.
    next: Option<Heading>,
}

/// The first line of a game.
struct Heading {
    text: String,
    location: TextLocation,
    /// Whether its encoding is a guess.
    is_guessed: bool,
}

/// Which part of a game is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListingState {
    /// Before the heading.
    Before,
    /// In the heading; whether only its first line has been read.
    Heading {
        is_new: bool,
    },
    Moves,
    /// After the moves.
    After,
}

/// The longest line, in bytes.
const MAX_LINE: usize = 64 * 1024;

/// The most of a longer line that is skipped, in bytes.
const MAX_SKIPPED: usize = 64 * 1024 * 1024;

impl<R: BufRead> ListingReader<R> {
    pub(super) fn new(input: R, limits: Limits) -> ListingReader<R> {
        ListingReader {
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
    fn next_draft(&mut self) -> io::Result<Option<GameDraft>> {
        let mut draft = GameDraft::new(Game::Margo);
        let mut state = ListingState::Before;
        let mut has_text = false;
        if let Some(heading) = self.next.take() {
            start_game(&mut draft, &heading);
            state = ListingState::Heading { is_new: true };
            has_text = true;
        }
        loop {
            let (bytes, is_long) = read_text_line(&mut self.input, MAX_LINE)?;
            if bytes.is_empty() {
                break;
            }
            self.line += 1;
            if is_long {
                skip_line(&mut self.input, MAX_SKIPPED)?;
            }
            let (text, is_guessed) = decode(&bytes);
            let Some(first) = words(&text).next() else {
                continue;
            };
            has_text = true;
            let location = (self.line, first.column);
            if title(&text).is_some() {
                if matches!(state, ListingState::Moves | ListingState::After) {
                    self.next = Some(Heading {
                        text,
                        location,
                        is_guessed,
                    });
                    break;
                }
                if let ListingState::Heading { .. } = state {
                    // Only the last heading before the moves belongs to the game.
                    let GameDraft {
                        location, skipped, ..
                    } = std::mem::replace(&mut draft, GameDraft::new(Game::Margo));
                    draft.skipped = skipped;
                    let (first, column) = location.unwrap_or((self.line, 1));
                    (first..self.line).for_each(|line| draft.skipped.add((line, column)));
                }
                let heading = Heading {
                    text,
                    location,
                    is_guessed,
                };
                start_game(&mut draft, &heading);
                state = ListingState::Heading { is_new: true };
            } else {
                if is_guessed {
                    draft.guessed.get_or_insert(location);
                }
                state = read_line(&mut draft, state, &text, location);
            }
            // Before a game it is named as something that is not carried over.
            if is_long && state != ListingState::Before {
                draft.reject(location, ImportError::LongLine);
            }
        }
        if !has_text {
            return Ok(None);
        }
        if draft.size.is_none() {
            let location = draft.location.unwrap_or((1, 1));
            draft.reject(location, ImportError::UnknownSize);
        }
        Ok(Some(draft))
    }
}

/// Starts a game with its heading.
fn start_game(draft: &mut GameDraft, heading: &Heading) {
    draft.location = Some(heading.location);
    draft.guessed = heading.is_guessed.then_some(heading.location);
    draft.is_numbered = true;
    let (name, size) = title(&heading.text).unwrap_or_default();
    draft.size = Some(size.to_owned());
    if !name.is_empty() && name != NAMELESS {
        draft.facts.push(("GN", name.to_owned()));
    }
}

/// Reads a line that is neither blank nor a heading.
fn read_line(
    draft: &mut GameDraft,
    state: ListingState,
    text: &str,
    location: TextLocation,
) -> ListingState {
    let is_row = begins_row(text);
    match state {
        ListingState::Before | ListingState::Heading { .. } if is_row => {
            draft.location.get_or_insert(location);
            read_row(draft, text, location.0);
            ListingState::Moves
        }
        ListingState::Before => {
            draft.skipped.add(location);
            state
        }
        ListingState::Heading { is_new } => {
            read_heading(draft, text, location, is_new);
            ListingState::Heading { is_new: false }
        }
        ListingState::Moves
            if is_row || text.trim_start().starts_with(|c: char| c.is_ascii_digit()) =>
        {
            read_row(draft, text, location.0);
            state
        }
        ListingState::Moves | ListingState::After => {
            draft.skipped.add(location);
            ListingState::After
        }
    }
}

/// Whether a line is one of moves or counts: whether it begins with a number and a move, perhaps with a sign too many,
/// with two numbered words, or with a count.
fn begins_row(text: &str) -> bool {
    let mut words = words(text);
    let Some(first) = words.next() else {
        return false;
    };
    if let Some(count) = first.text.strip_prefix('=') {
        let count = if count.is_empty() {
            words.next().map_or("", |word| word.text)
        } else {
            count
        };
        return count.parse::<u32>().is_ok();
    }
    let Some((one, rest)) = number(first) else {
        return false;
    };
    let Some(word) = rest.or_else(|| words.next()) else {
        return false;
    };
    let is_sign = |character: char| !character.is_alphanumeric();
    if marble(word.text.trim_matches(is_sign)).is_some() {
        return true;
    }
    let two = words.next().and_then(number);
    two.is_some_and(|(two, rest)| {
        one.checked_add(1) == Some(two) && (rest.is_some() || words.next().is_some())
    })
}

/// The number at the beginning of a word, and the text after its dot.
fn number(word: LineWord) -> Option<(u32, Option<LineWord>)> {
    let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
    let number = word.text[..digits].parse().ok()?;
    match &word.text[digits..] {
        "" | "." => Some((number, None)),
        rest if rest.starts_with('.') => Some((number, Some(word.skip_bytes(digits + 1)))),
        _ => None,
    }
}

fn marble(text: &str) -> Option<Move> {
    read_foreign_move(Game::Margo, text).filter(|mv| *mv != Move::Swap)
}

/// Reads a line of moves or counts.
fn read_row(draft: &mut GameDraft, text: &str, line: usize) {
    let mut words = words(text).peekable();
    while let Some(word) = words.next() {
        let location = (line, word.column);
        if let Some(count) = word.text.strip_prefix('=') {
            let next = if count.is_empty() {
                words.next()
            } else {
                Some(word.skip_bytes(1))
            };
            let count = next.and_then(|word| word.text.parse().ok());
            match count.filter(|_| draft.counts.len() < 2) {
                Some(count) => draft.counts.push((count, location)),
                None => draft.reject(location, ImportError::MarbleCount),
            }
            continue;
        }
        let expected = draft.plies.len() - usize::from(draft.is_swapped()) + 1;
        let Some((_, rest)) = number(word).filter(|&(number, _)| number as usize == expected)
        else {
            return draft.reject(location, ImportError::MoveNumber(expected));
        };
        let Some(word) = rest.or_else(|| words.next()) else {
            return draft.reject(location, ImportError::MissingMove(expected));
        };
        let location = (line, word.column);
        let bare = word.text.strip_suffix('*');
        let Some(mv) = marble(bare.unwrap_or(word.text)) else {
            return draft.reject(location, ImportError::InvalidMove(expected));
        };
        if draft.plies.len() as u32 > MAX_PLIES {
            return draft.reject(location, ImportError::TooManyMoves);
        }
        draft.play(mv, location);
        if bare.is_some() || words.next_if(|word| word.text == "*").is_some() {
            if expected > 1 {
                return draft.reject(location, ImportError::LateSwap);
            }
            draft.play(Move::Swap, location);
        }
    }
}
