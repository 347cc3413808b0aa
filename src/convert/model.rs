//! The input and the output of a conversion.

use super::error::{ExportError, ImportError};
use crate::{
    games::{Game, Size},
    record::{EncodingDoubt, LineIndex, Record, Spool},
};

/// A line and a column, from 1; columns count characters.
pub(super) type TextLocation = (usize, usize);

/// A remark about a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whether this is an error; otherwise something could not be carried over.
    pub is_error: bool,
    /// Whether nothing is lost, but what is written may not be what the writer meant: texts may have been read in the wrong
    /// encoding, or a record does not state its size.
    pub is_doubt: bool,
    /// The line and the column, from 1.
    pub location: (usize, usize),
    /// One sentence without a full stop.
    pub message: String,
}

impl Note {
    /// A warning about something that is not carried over.
    pub(super) fn lost(location: TextLocation, what: &str) -> Note {
        Note {
            is_error: false,
            is_doubt: false,
            location,
            message: format!("warning: not carried over: {what}"),
        }
    }

    /// A warning about texts that may have been read in the wrong encoding.
    pub(super) fn doubted(location: TextLocation, doubt: EncodingDoubt) -> Note {
        Note {
            is_error: false,
            is_doubt: true,
            location,
            message: format!("warning: the text {doubt}"),
        }
    }

    /// A warning about something that is not stated.
    pub(super) fn assumed(location: TextLocation, what: &str) -> Note {
        Note {
            is_error: false,
            is_doubt: false,
            location,
            message: format!("warning: assumed: {what}"),
        }
    }

    /// A warning about a record that does not state its size.
    pub(super) fn assumed_size(location: TextLocation, size: Size) -> Note {
        Note {
            is_doubt: true,
            ..Note::assumed(
                location,
                &format!("the size {size}, which the record does not state"),
            )
        }
    }

    /// A warning that what is written is refused when it is read again.
    pub(super) fn not_read_back(location: TextLocation, refusal: &ImportError) -> Note {
        Note {
            is_error: false,
            is_doubt: false,
            location,
            message: format!("warning: what is written is not read back: {refusal}"),
        }
    }

    /// An error in text that is imported.
    pub(super) fn import_error(location: TextLocation, error: &ImportError) -> Note {
        Note {
            is_error: true,
            is_doubt: false,
            location,
            message: format!("error: {error}"),
        }
    }

    /// Why a record cannot be exported.
    pub(super) fn export_error(location: TextLocation, error: &ExportError) -> Note {
        Note {
            is_error: true,
            is_doubt: false,
            location,
            message: format!("error: {error}"),
        }
    }
}

/// A record to be written in another notation.
#[derive(Clone, Copy, Debug)]
pub struct SourceRecord<'i> {
    /// The source as output names it.
    pub source: &'i str,
    /// The number of the record in its source, from 1.
    pub index: usize,
    /// The record, which must not be malformed.
    pub record: &'i Record<'i>,
    /// The lines of the text that contains it.
    pub line_index: &'i LineIndex<'i>,
}

/// A record in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// Errors, and what is not carried over.
    pub notes: Vec<Note>,
}

/// A record that has been read from another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The line and the column where it begins, from 1.
    pub location: (usize, usize),
    /// The record; `None` if the text cannot be imported, for the reasons in the notes.
    pub record: Option<String>,
    /// Whether the text of the record begins, and whether it ends, with text that belongs to no record.
    pub text_outside: (bool, bool),
    /// Errors, and what is not carried over.
    pub notes: Vec<Note>,
}

/// What the text in another notation need not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// The game, for notations of several games.
    pub game: Option<Game>,
    /// The size of the board, for move lists.
    pub size: Option<Size>,
    /// Whether move lists have no column `i`: the column after `h` is `j`.
    pub skip_i: bool,
    /// Where the rest of an input is stored that must be read twice; in memory if this is `None`.
    pub spool: Option<Spool>,
}
