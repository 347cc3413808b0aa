//! Records: text based on SGF `FF[4]` ⇄ trees of nodes with typed values.
//!
//! `grammar/record.pest` defines the format, and the program parses with it. The bytes of a
//! file are decoded ([`decode`]) and read record by record ([`read()`]). A [`Record`] keeps the text of its
//! values and returns spans of it, which other functions of this module parse into moves, pieces,
//! sizes and results. Files of any size are read in chunks ([`ChunkReader`]).
//!
//! ```
//! use kifu::games::Game;
//! use kifu::record::{NodeId, decode, read, read_move};
//!
//! let file = decode(b"(;GM[ugo]SZ[5];B[c3](;W[d3])(;W[Kd4]))".to_vec());
//! let record = read(&file).next().unwrap();
//! let first = record.children(NodeId::ROOT).next().unwrap();
//! let replies = record.children(first).map(|node| {
//!     let property = &record.properties(node)[0];
//!     let value = record.raw(record.values(property)[0]);
//!     read_move(Game::Ugo, value).unwrap().to_string()
//! });
//! assert_eq!(replies.collect::<Vec<_>>(), ["d3", "Kd4"]);
//! ```
//!
//! The files build on each other in one direction: `grammar` and `fast_lexer`, `lexer`, `parser`,
//! `recovery`, `reader`, `chunk`, `chunk_reader`.

mod arena;
mod budget;
mod canonical;
mod chunk;
mod chunk_reader;
mod decoded;
mod encoding;
mod encoding_doubt;
mod encoding_label;
mod fast_lexer;
mod from_text;
mod grammar;
mod lexer;
mod limits;
mod line_index;
mod line_writer;
mod model;
mod notation;
mod parser;
mod plain_line;
mod property;
mod reader;
mod record_scan;
mod recovery;
mod safe;
mod text;
mod text_part;
mod token;
mod values;
mod write;

pub use arena::{Node, NodeId, Property, Span};
pub use canonical::{CanonicalText, Layout, is_run_on};
pub use chunk::{Chunk, Origin};
pub use chunk_reader::ChunkReader;
pub use decoded::{Decoded, Encoding, SourceText};
pub use encoding::{ReadSeek, Reopen, Spool, decode};
pub use encoding_doubt::EncodingDoubt;
pub use from_text::{ParseMoveError, ParsePieceError, ParsePointError};
#[doc(hidden)]
pub use grammar::{Grammar, Rule as GrammarRule};
pub use limits::{
    Limits, MAX_NODES, MAX_OUTSIDE, MAX_PLIES, MAX_RECORD_BYTES, MAX_SETUP, MAX_STONES,
    MAX_UNEXPECTED, MAX_VALUES,
};
pub use line_index::LineIndex;
pub use model::{Fault, FaultKind, Record};
#[doc(hidden)]
pub use notation::move_by_grammar;
pub(crate) use notation::read_move_into;
pub use notation::{
    PointSet, SetupValue, column_name, points_as_written, read_line, read_move, read_piece,
    read_points,
};
pub use property::{Name, Purpose};
#[doc(hidden)]
pub use reader::read_by_grammar;
pub use reader::{Reader, read, read_within};
pub use safe::{escape_char, safe, safe_parts};
#[cfg(feature = "diagram")]
pub(crate) use safe::{is_invisible, is_unsafe};
pub use text::{escape, escape_move, split_composed, unescape};
pub use text_part::RecordPosition;
pub use values::{
    Decimal, WrittenGame, WrittenResult, WrittenSize, read_game, read_number, read_result,
    read_size,
};
