//! A finding: what is wrong or odd, where, and what would be right.

use std::ops::Range;

use super::codes::{Code, Severity};
use crate::games::{Point, Position};

/// One thing found in a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    code: Code,
    message: String,
    help: Option<String>,
    /// The number of the ply concerned, from 1.
    pub ply: Option<u32>,
    /// The point concerned, as the game writes it.
    pub point: Option<String>,
    /// The branch numbers from the root, first branch 1, joined by dots; `None`
    /// on the main line.
    pub variation: Option<String>,
    /// The bytes of the whole text concerned.
    pub span: Range<usize>,
    /// The earlier move concerned.
    pub related: Option<RelatedMove>,
    /// The position before the ply. Only the first findings of a record have one.
    pub board: Option<Box<Board>>,
}

impl Finding {
    /// What kind of thing.
    pub fn code(&self) -> Code {
        self.code
    }

    /// How serious it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn message(&self) -> String {
        self.message.clone()
    }

    /// What would be right.
    pub fn help(&self) -> Option<String> {
        self.help.clone()
    }

    /// Shifts all spans by `bytes`, for a text that is appended to another.
    pub fn shift(&mut self, bytes: usize) {
        let shifted = |span: &Range<usize>| span.start + bytes..span.end + bytes;
        self.span = shifted(&self.span);
        if let Some(related) = &mut self.related {
            related.span = shifted(&related.span);
        }
    }
}

/// An earlier move that makes a later one illegal.
#[derive(Clone, Debug)]
pub struct RelatedMove {
    /// The bytes of the whole text that hold it.
    pub span: Range<usize>,
    /// How it is related.
    pub label: String,
}

/// A position to show with a finding.
#[derive(Clone, Debug)]
pub struct Board {
    /// The position.
    pub position: Position,
    /// The points to mark on it.
    pub marks: Vec<Point>,
}

/// The facts of a case, by the names that the table of codes uses for them.
#[derive(Clone, Debug, Default)]
pub(super) struct MessageArgs(Vec<(&'static str, String)>);

impl MessageArgs {
    pub(super) fn new() -> MessageArgs {
        MessageArgs::default()
    }

    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> MessageArgs {
        self.set(name, value);
        self
    }

    pub(super) fn set(&mut self, name: &'static str, value: impl Into<String>) {
        self.0.push((name, value.into()));
    }

    /// A text of the table with its places filled.
    fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len() + 32);
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some((_, value)) = self.0.iter().find(|(known, _)| *known == name) {
                filled.push_str(value);
            } else {
                debug_assert!(false, "no fact {name} for: {text}");
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// The finding of these facts at a place.
    pub(super) fn finding(&self, code: Code, span: Range<usize>) -> Finding {
        let help = self.fill(code.help());
        Finding {
            code,
            message: self.fill(code.message()),
            help: (!help.is_empty()).then_some(help),
            ply: None,
            point: None,
            variation: None,
            span,
            related: None,
            board: None,
        }
    }
}

/// Names in a row: `a`, `a and b`, `a, b and c`; of many only the first few.
pub(super) fn listed<T: ToString>(items: &[T]) -> String {
    const SHOWN: usize = 6;
    let mut names: Vec<String> = items.iter().take(SHOWN).map(T::to_string).collect();
    if items.len() > SHOWN {
        names.push(format!("{} more", items.len() - SHOWN));
    }
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(listed::<&str>(&[]), "");
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a and b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(
            listed(&[1, 2, 3, 4, 5, 6, 7, 8]),
            "1, 2, 3, 4, 5, 6 and 2 more"
        );
    }

    #[test]
    fn facts_fill_the_places() {
        let facts = MessageArgs::new()
            .with("player", "Black")
            .with("point", "d4");
        assert_eq!(facts.fill("{player} plays {point}."), "Black plays d4.");
        assert_eq!(facts.fill("nothing"), "nothing");
    }
}
