//! The notations, by name.

use std::io::{self, BufRead, Write};

use super::{
    abstractplay::{self, AbstractPlayReader, ArchiveReader},
    go::{self, GoReader},
    json::{self, JsonReader},
    listing::{self, ListingReader},
    loss::lost_around,
    model::{Exported, ImportOptions, Imported, Note, SourceRecord},
    moves::MoveListReader,
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
    /// Games of `AbstractPlay`'s public archive.
    Abstractplay,
    /// Margo's moves as `AbstractPlay` writes them.
    AbstractplayMargo,
    /// Move lists as people write them.
    Moves,
    /// Ugo and Sygo as records of Go.
    GoSgf,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 8] = [
        Notation::Json,
        Notation::MargoListing,
        Notation::Csv,
        Notation::Txt,
        Notation::Abstractplay,
        Notation::AbstractplayMargo,
        Notation::Moves,
        Notation::GoSgf,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Notation::Json => "json",
            Notation::MargoListing => "margo-listing",
            Notation::Csv => "csv",
            Notation::Txt => "txt",
            Notation::Abstractplay => "abstractplay",
            Notation::AbstractplayMargo => "abstractplay-margo",
            Notation::Moves => "moves",
            Notation::GoSgf => "go-sgf",
        }
    }

    /// Whether it can be read.
    pub fn is_read(self) -> bool {
        !matches!(self, Notation::Csv | Notation::Txt)
    }

    /// Whether it can be written.
    pub fn is_written(self) -> bool {
        self != Notation::Moves
    }

    /// The text before the first record, between two records, after the last, and the whole text if there is no
    /// record.
    pub fn frame(self) -> [&'static str; 4] {
        match self {
            Notation::Json | Notation::Abstractplay => ["[\n", ",\n", "\n]\n", "[]\n"],
            Notation::Csv => [table::HEADINGS, "", "", table::HEADINGS],
            Notation::Txt | Notation::MargoListing => ["", "\n", "", ""],
            Notation::AbstractplayMargo | Notation::Moves | Notation::GoSgf => [""; 4],
        }
    }

    /// Writes a record.
    ///
    /// # Errors
    ///
    /// Why this record cannot be written in this notation.
    pub fn write(self, item: &SourceRecord) -> Result<Exported, Vec<Note>> {
        let mut exported = match self {
            Notation::Json => Ok(json::write(item)),
            Notation::MargoListing => listing::write(item),
            Notation::Csv => table::write(item),
            Notation::Txt => plain::write(item),
            Notation::Abstractplay => abstractplay::write_archive(item),
            Notation::AbstractplayMargo => abstractplay::write_moves(item),
            // `txt` is what people write.
            Notation::Moves => plain::write(item),
            Notation::GoSgf => go::write(item),
        }?;
        exported.notes.extend(self.lost_around(item));
        Ok(exported)
    }

    /// What no notation, or not this one, carries over.
    fn lost_around(self, item: &SourceRecord) -> Vec<Note> {
        lost_around(item.record, item.line_index, self == Notation::Json)
    }

    /// The notes of [`write`](Notation::write) alone, if [`write_to`](Notation::write_to) can write the text; `None` for
    /// the other notations, whose text is hardly longer than the moves.
    pub fn notes(self, item: &SourceRecord) -> Option<Result<Vec<Note>, Vec<Note>>> {
        let notes = match self {
            Notation::Json => Ok(Vec::new()),
            Notation::Txt => plain::notes(item),
            Notation::GoSgf => go::notes(item),
            _ => return None,
        };
        Some(notes.map(|mut notes| {
            notes.extend(self.lost_around(item));
            notes
        }))
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
        self.read_with(input, limits, ImportOptions::default())
    }

    /// The same with what the text does not say.
    pub fn read_with<'r>(
        self,
        input: Box<dyn BufRead + 'r>,
        limits: Limits,
        options: ImportOptions,
    ) -> Option<Importer<'r>> {
        Some(Importer(match self {
            Notation::Json => AnyReader::Json(JsonReader::new(input, limits)),
            Notation::MargoListing => AnyReader::Listing(ListingReader::new(input, limits)),
            Notation::Abstractplay => {
                AnyReader::Archive(Box::new(ArchiveReader::new(input, limits)))
            }
            Notation::AbstractplayMargo => {
                AnyReader::AbstractPlay(Box::new(AbstractPlayReader::new(input, limits)))
            }
            Notation::Moves => {
                AnyReader::Moves(Box::new(MoveListReader::new(input, limits, options)))
            }
            Notation::GoSgf => AnyReader::Go(Box::new(GoReader::new(input, limits, options))),
            Notation::Csv | Notation::Txt => return None,
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
    Archive(Box<ArchiveReader<Input<'r>>>),
    Moves(Box<MoveListReader<Input<'r>>>),
    Go(Box<GoReader<'r>>),
    AbstractPlay(Box<AbstractPlayReader<Input<'r>>>),
}

impl Importer<'_> {
    /// The names of the games left out so far because they are not read, and how many there are of each, the most
    /// frequent first.
    pub fn others(&self) -> Vec<(&str, u64)> {
        match &self.0 {
            AnyReader::Archive(reader) => reader.others(),
            _ => Vec::new(),
        }
    }
}

impl Iterator for Importer<'_> {
    type Item = io::Result<Imported>;

    fn next(&mut self) -> Option<io::Result<Imported>> {
        let next = match &mut self.0 {
            AnyReader::Json(reader) => reader.next(),
            AnyReader::Listing(reader) => reader.next(),
            AnyReader::Archive(reader) => reader.next(),
            AnyReader::Moves(reader) => reader.next(),
            AnyReader::Go(reader) => reader.next(),
            AnyReader::AbstractPlay(reader) => reader.next(),
        };
        next.transpose()
    }
}
