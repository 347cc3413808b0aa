//! A finding: what is wrong or odd, where, and what would be right.

use std::ops::Range;

use super::{
    codes::{Code, Severity},
    diagnostics::Diagnostic,
};
use crate::games::{Point, Position};

/// Of the warnings of a record, of the errors on its main line and of those off it, at most this many
/// are reported each, so that no record can make the output grow without limit.
pub const MAX_FINDINGS: usize = 1_000;

/// A finding tells at most this many branch numbers, the last ones: a record can have variations within each other almost a
/// million times.
pub const MAX_BRANCHES: usize = 1_000;

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
    /// on the main line. Of more than [`MAX_BRANCHES`] the last ones, behind a `…`.
    pub variation: Option<String>,
    /// The bytes of the whole text concerned.
    pub span: Range<usize>,
    /// The earlier move concerned.
    pub related: Option<RelatedMove>,
    /// The position before the ply. Only the first findings of a record have one.
    pub board: Option<Box<Board>>,
}

impl Finding {
    /// The finding of a diagnostic at a span.
    pub(super) fn new(diagnostic: &dyn Diagnostic, span: Range<usize>) -> Finding {
        let help = diagnostic.help();
        Finding {
            code: diagnostic.code(),
            message: diagnostic.message(),
            help: (!help.is_empty()).then_some(help),
            ply: None,
            point: None,
            variation: None,
            span,
            related: None,
            board: None,
        }
    }

    /// The kind of finding.
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
        self.shift_by(|offset| offset + bytes);
    }

    /// Shifts all spans back by `bytes`, for a text that is cut out of another.
    pub fn shift_back(&mut self, bytes: usize) {
        self.shift_by(|offset| offset.saturating_sub(bytes));
    }

    fn shift_by(&mut self, shifted: impl Fn(usize) -> usize) {
        let shift = |span: &mut Range<usize>| *span = shifted(span.start)..shifted(span.end);
        shift(&mut self.span);
        if let Some(related) = &mut self.related {
            shift(&mut related.span);
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
