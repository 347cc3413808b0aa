//! The notations, by name.

use std::io::{self, BufRead, Write};

use super::{
    abstractplay::{self, AbstractPlayReader},
    go,
    json::{self, JsonReader},
    listing::{self, ListingReader},
    model::{Exported, Imported, Note, SourceRecord},
    plain, table,
};
use crate::record::Limits;

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

    /// Its name on the command line.
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

    /// The text before the first record, between two records, after the last, and the whole text if there is no
    /// record.
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
    /// Why this record cannot be written in this notation.
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

    /// The notes of [`write`](Notation::write) alone, if [`write_to`](Notation::write_to) can write the text; `None` for
    /// the other notations, whose text is hardly longer than the moves.
    pub fn notes(self, item: &SourceRecord) -> Option<Result<Vec<Note>, Vec<Note>>> {
        match self {
            Notation::Json => Some(Ok(json::notes(item))),
            Notation::Txt => Some(plain::notes(item)),
            Notation::GoSgf => Some(go::notes(item)),
            _ => None,
        }
    }

    /// Writes the text of a record to an output without holding it in memory.
    ///
    /// # Errors
    ///
    /// Those of the output; [`Unsupported`](io::ErrorKind::Unsupported) if there are no [`notes`](Notation::notes).
    pub fn write_to(self, item: &SourceRecord, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Notation::Json => json::write_to(item, out),
            Notation::Txt => plain::write_to(item, out),
            Notation::GoSgf => go::write_to(item, out),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// Begins to read text; `None` if this notation can only be written.
    pub fn read<'r>(self, input: Box<dyn BufRead + 'r>, limits: Limits) -> Option<Importer<'r>> {
        Some(Importer(match self {
            Notation::Json => AnyReader::Json(JsonReader::new(input, limits)),
            Notation::MargoListing => AnyReader::Listing(ListingReader::new(input, limits)),
            Notation::AbstractplayMargo => {
                AnyReader::AbstractPlay(Box::new(AbstractPlayReader::new(input, limits)))
            }
            Notation::Csv | Notation::Txt | Notation::GoSgf => return None,
        }))
    }
}

/// Reads text in another notation, one record after another. An error ends it.
#[allow(missing_debug_implementations)] // Its input has none.
pub struct Importer<'r>(AnyReader<'r>);

type Input<'r> = Box<dyn BufRead + 'r>;

enum AnyReader<'r> {
    Json(JsonReader<Input<'r>>),
    Listing(ListingReader<Input<'r>>),
    AbstractPlay(Box<AbstractPlayReader<Input<'r>>>),
}

impl Iterator for Importer<'_> {
    type Item = io::Result<Imported>;

    fn next(&mut self) -> Option<io::Result<Imported>> {
        let next = match &mut self.0 {
            AnyReader::Json(reader) => reader.next(),
            AnyReader::Listing(reader) => reader.next(),
            AnyReader::AbstractPlay(reader) => reader.next(),
        };
        next.transpose()
    }
}
