//! The records behind one that is broken and larger than the limit.
//!
//! Such a record has no end that can be determined, and each record in its text may have none either. If each
//! were searched to the limit, the time would grow with the square of the text. So a text is searched once; what is
//! broken in it ends where the next record could begin.

use memchr::memmem;

use super::{
    ChunkReader, ReadState,
    pending::{FIRST_NODE, split_point},
};
use crate::record::{
    lexer::Lexer,
    property::Name,
    reader::{TextDropped, read_part},
    token::TokenKind,
};

/// A record that is broken, while its end is searched. Offsets are in bytes of the pending text.
#[derive(Clone, Copy)]
pub(super) struct Broken {
    start: usize,
    /// What shows that it is broken: the next record begins before it or behind it.
    proof: usize,
    /// Whether it has no end within the limit.
    is_large: bool,
    /// The last place before the proof, or the first one behind it, where the next record could begin.
    next: Option<usize>,
}

impl Broken {
    /// A record that begins at `start` and is known to be broken at `proof`.
    pub(super) fn new(start: usize, proof: usize) -> Broken {
        Broken {
            start,
            proof,
            is_large: false,
            next: None,
        }
    }

    /// A record that begins at `start` and has no end within the limit.
    pub(super) fn too_large(start: usize) -> Broken {
        Broken {
            is_large: true,
            ..Broken::new(start, start)
        }
    }
}

impl ChunkReader<'_> {
    /// Whether a record begins in text that has been searched for the end of a broken one in vain.
    pub(super) fn is_searched(&self, start: usize) -> bool {
        self.pending.origin.byte + start < self.searched
    }

    /// Ends a broken record where the next one could begin: at the last place before what shows that it
    /// is broken, or at the first one behind that.
    pub(super) fn end_broken(&mut self, mut broken: Broken) -> bool {
        while broken.next.is_none() || self.pending.at <= broken.proof {
            let Some(found) = self.find_start() else {
                break;
            };
            if found <= broken.proof || broken.next.is_none() {
                broken.next = Some(found);
            }
            self.pending.at = found + 1;
        }
        let is_found = broken.next.is_some() && self.pending.at > broken.proof;
        let end = match broken.next {
            Some(next) => next,
            None if self.ended() => self.pending.decoded.text.len(),
            None => self.pending.at,
        };
        if end - broken.start > self.limits.max_record {
            self.pending.at = self.pending.at.min(end);
            self.emit_beginning(broken.start, None);
            self.state = ReadState::Lost;
        } else if is_found && broken.is_large {
            self.pending.at = end;
            let gone = self.emit_beginning(broken.start, Some(end));
            self.pending.drop_first(end - gone);
            self.pending.put_back();
            self.state = ReadState::Gap;
        } else if is_found || self.ended() {
            self.end_with_chunk(end);
            self.state = ReadState::Gap;
        } else {
            self.state = ReadState::Broken(broken);
            return false;
        }
        true
    }

    /// Ends the records of the pending text at an offset, and their chunk with them, so that they are read without
    /// what follows.
    fn end_with_chunk(&mut self, end: usize) {
        let text = &self.pending.decoded.text[self.pending.end..end];
        self.pending.records += read_part(text, self.limits, false, TextDropped::default()).count();
        self.pending.end_record(end, end);
        self.emit_records();
        self.pending.at = self.pending.end;
    }

    /// Drops text up to the next record at the beginning of a line whose first node names its game.
    pub(super) fn skip_lost(&mut self) -> bool {
        let found = self.find_start();
        match found {
            Some(start) => {
                self.pending.drop_first(start);
                self.state = ReadState::Gap;
            }
            None => {
                // The line break before a record shows that it begins there.
                let at = self.pending.at.saturating_sub(1);
                let gone = split_point(&self.pending.decoded.text, at);
                self.pending.drop_first(gone);
            }
        }
        found.is_some()
    }

    /// Finds the next `(;` at the beginning of a line whose node names its game, from the current offset on, which
    /// ends up there. `None` if there is none without more text.
    fn find_start(&mut self) -> Option<usize> {
        let text = &self.pending.decoded.text;
        while let Some(found) = memmem::find(&text.as_bytes()[self.pending.at..], b"(;") {
            self.pending.at += found;
            if text[..self.pending.at].ends_with(['\n', '\r']) {
                match names_game(&text[self.pending.at + 1..]) {
                    Some(true) => return Some(self.pending.at),
                    None if !self.ended() => return None,
                    _ => {}
                }
            }
            self.pending.at += 1;
        }
        // The `(;` can be cut off.
        let last = text.floor_char_boundary(text.len().saturating_sub(1));
        self.pending.at = self.pending.at.max(last);
        None
    }
}

/// Whether a node holds `GM` or `FF`; `None` if this depends on text that is not yet read.
fn names_game(node: &str) -> Option<bool> {
    let shown = &node[..node.floor_char_boundary(FIRST_NODE)];
    for token in Lexer::new(shown).skip(1) {
        match token.kind {
            TokenKind::NamedValue => {
                if matches!(
                    Name::from_written(token.written_name(shown)),
                    Some(Name::GM | Name::FF)
                ) {
                    return Some(true);
                }
            }
            TokenKind::Value | TokenKind::Stray | TokenKind::Name if token.end < shown.len() => {}
            TokenKind::UnclosedValue | TokenKind::Value | TokenKind::Stray | TokenKind::Name => {
                break;
            }
            TokenKind::Open
            | TokenKind::Close
            | TokenKind::NodeStart
            | TokenKind::MoveNode
            | TokenKind::PlainMove => {
                return Some(false);
            }
        }
    }
    (node.len() >= FIRST_NODE).then_some(false)
}
