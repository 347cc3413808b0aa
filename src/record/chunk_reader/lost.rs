//! Where the next record begins behind one that is broken and larger than the limit.
//!
//! Such a record has no end that can be determined, and each record in its text may have none either. If each
//! were searched to the limit, the time would grow with the square of the text. So a text is searched once; what is
//! broken in it ends where the next record could begin.

use memchr::memmem;

use super::pending::{FIRST_NODE, PendingText};
use crate::record::{lexer::Lexer, property::Name, token::TokenKind};

/// A record that is broken, while its end is searched. Offsets are in bytes of the pending text.
#[derive(Clone, Copy)]
pub(super) struct Broken {
    pub(super) start: usize,
    /// What shows that it is broken: the next record begins before it or behind it.
    proof: usize,
    /// Whether it has no end within the limit.
    pub(super) is_large: bool,
    /// The last place before the proof, or the first one behind it, where the next record could begin.
    pub(super) next: Option<usize>,
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

    /// Searches the text for its end: the last place where the next record could begin before what shows that it is
    /// broken, or the first one behind that. Returns whether the search is over; `ended`: no text follows.
    pub(super) fn search(&mut self, pending: &mut PendingText, ended: bool) -> bool {
        while self.next.is_none() || pending.at <= self.proof {
            let Some(found) = find_start(pending, ended) else {
                return ended;
            };
            if found <= self.proof || self.next.is_none() {
                self.next = Some(found);
            }
            pending.at = found + 1;
        }
        true
    }
}

/// Finds the next `(;` at the beginning of a line whose node names its game, from the current offset on, which
/// ends up there. `None` if there is none without more text; `ended`: no text follows.
pub(super) fn find_start(pending: &mut PendingText, ended: bool) -> Option<usize> {
    let text = &pending.decoded.text;
    while let Some(found) = memmem::find(&text.as_bytes()[pending.at..], b"(;") {
        pending.at += found;
        if text[..pending.at].ends_with(['\n', '\r']) {
            match names_game(&text[pending.at + 1..]) {
                Some(true) => return Some(pending.at),
                None if !ended => return None,
                _ => {}
            }
        }
        pending.at += 1;
    }
    // The `(;` can be cut off.
    let last = text.floor_char_boundary(text.len().saturating_sub(1));
    pending.at = pending.at.max(last);
    None
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
