//! Records: text in the shape of SGF `FF[4]` ⇄ trees of nodes with typed values.
//!
//! `grammar/record.pest` defines the format, and the program parses with it. A
//! file is decoded ([`decode`]) and read record by record ([`read`]); a
//! [`Record`] keeps the text of its values and hands out spans into it, which the
//! functions of this room turn into moves, pieces, sizes and results.

mod canonical;
mod chunk;
mod chunk_reader;
mod decoded;
mod encoding;
mod encoding_label;
mod fast_lexer;
mod grammar;
mod lexer;
mod limits;
mod line_index;
mod model;
mod notation;
mod parser;
mod property;
mod reader;
mod record_scan;
mod recovery;
mod safe;
mod text;
mod token;
mod values;
mod write;

pub use canonical::Layout;
pub use chunk::{Chunk, Origin};
pub use chunk_reader::ChunkReader;
pub use decoded::{Decoded, Encoding, SourceText};
pub use encoding::{Reopen, decode};
#[doc(hidden)]
pub use grammar::{Grammar, Rule as GrammarRule};
pub use limits::{Limits, MAX_NODES, MAX_OUTSIDE, MAX_PLIES, MAX_RECORD_BYTES, MAX_UNEXPECTED};
pub use line_index::LineIndex;
pub use model::{Fault, FaultKind, Node, NodeId, Property, Record, Span};
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
pub use safe::{escape_char, safe};
pub use text::{escape, split_composed, unescape};
pub use values::{Decimal, WrittenResult, WrittenSize, read_number, read_result, read_size};
