//! Move lists as people write them in forums and on paper.
//!
//! The first thing that is not understood is an error: a list with a gap would be another game.

mod heading;
mod list;
mod words;

use std::io::{self, BufRead};

use list::MoveList;

use super::{
    error::ImportError,
    game::decode,
    model::{ImportOptions, Imported},
};
use crate::{
    bounded::{read_text_line, skip_line},
    record::Limits,
};

/// The longest line, in bytes.
const MAX_LINE: usize = 1024 * 1024;

/// The most of a longer line that is skipped, in bytes.
const MAX_SKIPPED: usize = 64 * 1024 * 1024;

/// Whether a line such as `---` is below a heading that no move has followed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Divided {
    No,
    /// It is the last line.
    Above,
    /// More lines of a heading have followed, which belong to the same one.
    Within,
}

/// Reads games, each a move list. A line of three or more `-`, `=`, `*` or `_` is between two games.
pub(super) struct MoveListReader<R> {
    input: R,
    limits: Limits,
    options: ImportOptions,
    line: usize,
    /// The next game, where its heading has shown that the one before it is none.
    next: Option<MoveList>,
    is_done: bool,
}

impl<R: BufRead> MoveListReader<R> {
    pub(super) fn new(input: R, limits: Limits, options: ImportOptions) -> MoveListReader<R> {
        MoveListReader {
            input,
            limits,
            options,
            line: 0,
            next: None,
            is_done: false,
        }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Imported>> {
        while !self.is_done {
            if let Some(list) = self.next_list()? {
                return Ok(Some(list.finish(self.limits)));
            }
        }
        Ok(None)
    }

    /// Reads up to the end of a game; `None` if there is nothing.
    fn next_list(&mut self) -> io::Result<Option<MoveList>> {
        let mut list = self.next.take();
        let mut divided = Divided::No;
        loop {
            let (bytes, is_long) = read_text_line(&mut self.input, MAX_LINE)?;
            if bytes.is_empty() {
                self.is_done = true;
                return Ok(list);
            }
            self.line += 1;
            if is_long {
                skip_line(&mut self.input, MAX_SKIPPED)?;
            }
            let (text, is_guessed) = decode(&bytes);
            let text = text.trim_end();
            if text.is_empty() {
                continue;
            }
            if is_separator(text) {
                match &list {
                    // A heading and comments alone are no game: they belong to the next one.
                    Some(list) if !list.is_game() => {
                        divided = Divided::Above;
                        continue;
                    }
                    _ => return Ok(list),
                }
            }
            let column = text.chars().take_while(|next| next.is_whitespace()).count() + 1;
            let location = (self.line, column);
            let again = list
                .as_ref()
                .filter(|list| divided != Divided::No && !list.is_game())
                .and_then(|list| list.states_again(text, self.options));
            // What is stated of a game without moves does not hold for the next one.
            let is_next = divided == Divided::Above
                && again.is_some_and(|again| {
                    again || list.as_ref().is_some_and(MoveList::names_player)
                });
            let ended = if is_next { list.take() } else { None };
            if again.is_some() {
                divided = Divided::Within;
            }
            let read = list.get_or_insert_with(|| MoveList::new(self.options, location));
            if is_guessed {
                read.draft.guessed.get_or_insert(location);
            }
            if is_long {
                read.draft.reject(location, ImportError::LongLine);
            }
            if again == Some(true) && !is_next {
                read.draft.reject(location, ImportError::HeadingAgain);
            }
            if read.draft.error.is_none() {
                read.read_line(text, self.line);
            }
            if ended.is_some() {
                self.next = list;
                return Ok(ended);
            }
        }
    }
}

/// Whether a line is between two games.
fn is_separator(text: &str) -> bool {
    let text = text.trim();
    let mut characters = text.chars();
    let first = characters.next();
    first.is_some_and(|first| "-=*_".contains(first))
        && text.len() >= 3
        && characters.all(|next| Some(next) == first)
}
