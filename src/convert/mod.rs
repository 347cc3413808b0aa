//! Records from and to other notations.
//!
//! A notation writes a [`Record`] as a text of its own, or reads such a text into the record format, or
//! both. What it has no room for is named in [`Note`]s. Every text that is read becomes a
//! [tree](TreeNode) first, and the tree a record that is read back before it is given out.

mod abstractplay;
mod elements;
mod game;
mod go;
mod json;
mod line;
mod listing;
mod loss;
mod plain;
mod table;
mod tree;

use std::io::{self, BufRead};

pub use json::RecordObject;
pub use tree::{TreeNode, TreeProperty, Value, tree};

use crate::record::{Limits, LineIndex, Record};

/// A notation other than the record format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// The whole tree as JSON.
    Json,
    /// The tournament record of Margo's designer.
    MargoListing,
    /// A table with a row for each ply.
    Csv,
    /// A list of the plies.
    Txt,
    /// Margo's moves as `AbstractPlay` writes them.
    AbstractplayMargo,
    /// Ugo and Sygo as records of Go.
    GoSgf,
}

/// What of a record is not as it should be after a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whether something is wrong with the record; else something is not carried over.
    pub is_error: bool,
    /// The line and the column, from 1.
    pub location: (usize, usize),
    /// What it is, in one sentence without a full stop.
    pub message: String,
}

impl Note {
    /// Something is not carried over.
    fn lost(place: (usize, usize), what: &str) -> Note {
        Note {
            is_error: false,
            location: place,
            message: format!("warning: not carried over: {what}"),
        }
    }

    /// Something is wrong.
    fn wrong(place: (usize, usize), reason: &str) -> Note {
        Note {
            is_error: true,
            location: place,
            message: format!("error: {reason}"),
        }
    }
}

/// A record that is written in another notation.
#[derive(Clone, Copy, Debug)]
pub struct SourceRecord<'i> {
    /// The source as output names it.
    pub source: &'i str,
    /// The number of the record in its source, from 1.
    pub index: usize,
    /// The record, which is not malformed.
    pub record: &'i Record<'i>,
    /// The lines of that text.
    pub line_index: &'i LineIndex<'i>,
}

/// A record in another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The text.
    pub text: String,
    /// What is not carried over, and what is wrong.
    pub notes: Vec<Note>,
}

/// A record that has been read from another notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Where it begins.
    pub location: (usize, usize),
    /// The record; `None` if there is none, as the notes say.
    pub record: Option<String>,
    /// What is not carried over, and what is wrong.
    pub notes: Vec<Note>,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 6] = [
        Notation::Json,
        Notation::MargoListing,
        Notation::Csv,
        Notation::Txt,
        Notation::AbstractplayMargo,
        Notation::GoSgf,
    ];

    /// The name that the command line knows it by.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Json => "json",
            Notation::MargoListing => "margo-listing",
            Notation::Csv => "csv",
            Notation::Txt => "txt",
            Notation::AbstractplayMargo => "abstractplay-margo",
            Notation::GoSgf => "go-sgf",
        }
    }

    /// Whether it can be read.
    pub fn is_read(self) -> bool {
        !matches!(self, Notation::Csv | Notation::Txt | Notation::GoSgf)
    }

    /// What stands before the first record, between two, and behind the last; and all of it if there is none.
    pub fn frame(self) -> [&'static str; 4] {
        match self {
            Notation::Json => ["[\n", ",\n", "\n]\n", "[]\n"],
            Notation::Csv => [table::HEADINGS, "", "", table::HEADINGS],
            Notation::Txt | Notation::MargoListing => ["", "\n", "", ""],
            Notation::AbstractplayMargo | Notation::GoSgf => [""; 4],
        }
    }

    /// Writes a record.
    ///
    /// # Errors
    ///
    /// Why this record cannot be written in this notation at all.
    pub fn write(self, item: &SourceRecord) -> Result<Exported, Vec<Note>> {
        match self {
            Notation::Json => Ok(json::write(item)),
            Notation::MargoListing => listing::write(item),
            Notation::Csv => table::write(item),
            Notation::Txt => plain::write(item),
            Notation::AbstractplayMargo => abstractplay::write(item),
            Notation::GoSgf => go::write(item),
        }
    }

    /// Begins to read a text; `None` if this notation is only written.
    pub fn read<'r>(self, input: Box<dyn BufRead + 'r>, limits: Limits) -> Option<Reading<'r>> {
        Some(Reading(match self {
            Notation::Json => Kind::Json(json::Objects::new(input, limits)),
            Notation::MargoListing => Kind::Listings(listing::Listings::new(input, limits)),
            Notation::AbstractplayMargo => Kind::Games(abstractplay::Games::new(input, limits)),
            Notation::Csv | Notation::Txt | Notation::GoSgf => return None,
        }))
    }
}

/// A text in another notation while it is read.
#[allow(missing_debug_implementations)] // What it reads from has none.
pub struct Reading<'r>(Kind<'r>);

/// What a text is read from.
type Input<'r> = Box<dyn BufRead + 'r>;

enum Kind<'r> {
    Json(json::Objects<Input<'r>>),
    Listings(listing::Listings<Input<'r>>),
    Games(abstractplay::Games<Input<'r>>),
}

/// The records one after the other. An error says why the text cannot be read on.
impl Iterator for Reading<'_> {
    type Item = io::Result<Imported>;

    fn next(&mut self) -> Option<io::Result<Imported>> {
        let next = match &mut self.0 {
            Kind::Json(objects) => objects.next(),
            Kind::Listings(listings) => listings.next(),
            Kind::Games(games) => games.next(),
        };
        next.transpose()
    }
}
