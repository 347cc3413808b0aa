//! The tournament record of Margo's designer: a heading, the moves numbered in two columns, White's on the left,
//! `*` behind the first for a swap, and the marbles of both players in the end.

mod heading;

use std::io::{self, BufRead, Read};

use heading::{take_heading, title};

use super::{
    Exported, Imported, Note, SourceRecord,
    game::{self, Draft, Place, Word, decode, words},
    line::Line,
    loss::root_text,
};
use crate::{
    games::{Game, Move},
    record::{Limits, MAX_PLIES, Name, read_move},
};

/// What a game without a name is called.
const NAMELESS: &str = "Game";

/// Writes a game.
pub(super) fn write(item: &SourceRecord) -> Result<Exported, Vec<Note>> {
    game::write(
        item,
        "margo-listing",
        |_| {},
        &|line, with_facts| text(item, line, with_facts),
        &|text| {
            let mut listings = Listings::new(text.as_bytes(), Limits::default());
            listings.next_draft().ok().flatten()
        },
    )
}

fn text(item: &SourceRecord, line: &Line, with_facts: bool) -> String {
    let fact = |name: Name| root_text(item, name).filter(|text| with_facts && fits(text));
    let side = line.start.size();
    let name = fact(Name::GN);
    let mut text = format!("{} ({side}x{side})\n", name.as_deref().unwrap_or(NAMELESS));
    let event: Vec<String> = [Name::EV, Name::DT].into_iter().filter_map(fact).collect();
    if !event.is_empty() {
        text.push_str(&format!("{}\n", event.join(", ")));
    }
    let players = [("o", Name::PW), ("*", Name::PB)];
    let players = players
        .into_iter()
        .filter_map(|(mark, name)| Some(format!("{mark} {}", fact(name)?)));
    let players: Vec<String> = players.collect();
    if !players.is_empty() {
        text.push_str(&format!("{}\n", players.join("      ")));
    }
    for (word, name) in [("Ruleset", Name::RU), ("Result", Name::RE)] {
        if let Some(value) = fact(name) {
            text.push_str(&format!("{word}: {value}\n"));
        }
    }
    text.push('\n');
    text.push_str(&rows(line));
    text
}

/// Whether a text can stand in a heading.
fn fits(text: &str) -> bool {
    let is_plain = |character: char| !character.is_control();
    !text.is_empty() && text.trim() == text && !text.contains("  ") && text.chars().all(is_plain)
}

/// The moves, and the counts if the game is legal.
fn rows(line: &Line) -> String {
    let mut cells: Vec<String> = Vec::new();
    for (index, ply) in line.plies.iter().enumerate() {
        let word = match &ply.turn {
            Move::Swap if index == 1 => {
                if let Some(cell) = cells.last_mut() {
                    cell.push('*');
                }
                continue;
            }
            Move::Resign => "Resign".to_owned(),
            turn => turn.to_string().to_uppercase(),
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

/// Games in the form of listings, while they are read.
pub(super) struct Listings<R> {
    input: R,
    limits: Limits,
    line: usize,
    /// The heading of the next game.
    next: Option<(String, Place)>,
}

/// How far a game is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before the heading.
    Before,
    /// In the heading; whether no line of it has been read.
    Heading {
        is_new: bool,
    },
    Moves,
    Behind,
}

/// The longest line.
const LONGEST: u64 = 64 * 1024;

impl<R: BufRead> Listings<R> {
    pub(super) fn new(input: R, limits: Limits) -> Listings<R> {
        Listings {
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
        let mut draft = Draft::default();
        let mut state = State::Before;
        let mut has_text = false;
        if let Some((heading, place)) = self.next.take() {
            open(&mut draft, &heading, place);
            state = State::Heading { is_new: true };
            has_text = true;
        }
        loop {
            let mut bytes = Vec::new();
            let read = (&mut self.input)
                .take(LONGEST)
                .read_until(b'\n', &mut bytes)?;
            if read == 0 {
                break;
            }
            self.line += 1;
            if read as u64 == LONGEST && !bytes.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
            }
            let text = decode(&bytes);
            let Some(first) = words(&text).next() else {
                continue;
            };
            has_text = true;
            let place = (self.line, first.column);
            if title(&text).is_some() {
                if matches!(state, State::Moves | State::Behind) {
                    self.next = Some((text, place));
                    break;
                }
                if let State::Heading { .. } = state {
                    // The heading nearest to the moves is theirs.
                    let Draft { place, rest, .. } = std::mem::take(&mut draft);
                    draft.rest = rest;
                    let (first, column) = place.unwrap_or((self.line, 1));
                    (first..self.line).for_each(|line| draft.rest.add((line, column)));
                }
                open(&mut draft, &text, place);
                state = State::Heading { is_new: true };
                continue;
            }
            state = take_line(&mut draft, state, &text, place);
        }
        if !has_text {
            return Ok(None);
        }
        if draft.size.is_none() {
            let place = draft.place.unwrap_or((1, 1));
            draft.refuse(
                place,
                "the size of the board is not known: a heading such as `Game 1 (7x7)` must stand before the moves",
            );
        }
        Ok(Some(draft))
    }
}

/// Begins a game with its heading.
fn open(draft: &mut Draft, text: &str, place: Place) {
    draft.place = Some(place);
    draft.is_numbered = true;
    let (name, size) = title(text).unwrap_or_default();
    draft.size = Some(size.to_owned());
    if !name.is_empty() && name != NAMELESS {
        draft.facts.push(("GN", name.to_owned()));
    }
}

/// Takes in a line that is not blank and no heading.
fn take_line(draft: &mut Draft, state: State, text: &str, place: Place) -> State {
    let begins = begins_row(text);
    match state {
        State::Before | State::Heading { .. } if begins => {
            draft.place.get_or_insert(place);
            take_row(draft, text, place.0);
            State::Moves
        }
        State::Before => {
            draft.rest.add(place);
            state
        }
        State::Heading { is_new } => {
            take_heading(draft, text, place, is_new);
            State::Heading { is_new: false }
        }
        State::Moves if begins || text.trim_start().starts_with(|c: char| c.is_ascii_digit()) => {
            take_row(draft, text, place.0);
            state
        }
        State::Moves | State::Behind => {
            draft.rest.add(place);
            State::Behind
        }
    }
}

/// Whether a line begins with a number and a move, or with a count.
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
    let Some((_, rest)) = number(first) else {
        return false;
    };
    let turn = rest.or_else(|| words.next());
    turn.is_some_and(|word| marble(word.text.trim_end_matches('*')).is_some())
}

/// The number at the beginning of a word, and what stands behind its point.
fn number(word: Word) -> Option<(u32, Option<Word>)> {
    let digits = word.text.bytes().take_while(u8::is_ascii_digit).count();
    let number = word.text[..digits].parse().ok()?;
    match &word.text[digits..] {
        "" | "." => Some((number, None)),
        rest if rest.starts_with('.') => Some((number, Some(word.behind(digits + 1)))),
        _ => None,
    }
}

fn marble(text: &str) -> Option<Move> {
    read_move(Game::Margo, text).filter(|turn| *turn != Move::Swap)
}

/// Takes in a line of moves or counts.
fn take_row(draft: &mut Draft, text: &str, line: usize) {
    let mut words = words(text).peekable();
    while let Some(word) = words.next() {
        let place = (line, word.column);
        if let Some(count) = word.text.strip_prefix('=') {
            let behind = if count.is_empty() {
                words.next()
            } else {
                Some(word.behind(1))
            };
            let count = behind.and_then(|word| word.text.parse().ok());
            match count.filter(|_| draft.counts.len() < 2) {
                Some(count) => draft.counts.push((count, place)),
                None => draft.refuse(
                    place,
                    "a number of marbles should stand behind `=`, once for each player",
                ),
            }
            continue;
        }
        let expected = draft.plies.len() - usize::from(draft.is_swapped()) + 1;
        let Some((_, rest)) = number(word).filter(|&(number, _)| number as usize == expected)
        else {
            return draft.refuse(place, format!("the number {expected} should stand here"));
        };
        let Some(word) = rest.or_else(|| words.next()) else {
            return draft.refuse(place, format!("move {expected} is missing"));
        };
        let place = (line, word.column);
        let bare = word.text.strip_suffix('*');
        let Some(turn) = marble(bare.unwrap_or(word.text)) else {
            return draft.refuse(
                place,
                format!("move {expected} is neither a point nor `Resign`"),
            );
        };
        if draft.plies.len() as u32 > MAX_PLIES {
            return draft.refuse(place, format!("there are more than {MAX_PLIES} moves"));
        }
        draft.play(turn, place);
        if bare.is_some() || words.next_if(|word| word.text == "*").is_some() {
            if expected > 1 {
                return draft.refuse(
                    place,
                    "only the first move can be swapped, by a `*` behind it",
                );
            }
            draft.play(Move::Swap, place);
        }
    }
}
