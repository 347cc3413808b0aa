//! Why the text of a record may not be what its bytes mean. Once it is written in UTF-8, nothing tells it any more.

use std::fmt;

use super::{Encoding, Name, Record, unescape};

/// Why the encoding that a record is read in may be the wrong one. As text, what is said of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingDoubt {
    /// It is not UTF-8, and no `CA` names another.
    Guessed,
    /// `CA` in the record names another one than the first `CA` of the file.
    Contradicted {
        /// The encoding that the record names.
        stated: Encoding,
        /// The one that it is read in.
        read: Encoding,
    },
}

impl fmt::Display for EncodingDoubt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EncodingDoubt::Guessed => f.write_str(
                "is not UTF-8, and no `CA` names its encoding; it is read as Windows-1252",
            ),
            EncodingDoubt::Contradicted { stated, read } => write!(
                f,
                "is in {} according to its `CA`; it is read as {}, which the first `CA` of the file names",
                stated.name(),
                read.name()
            ),
        }
    }
}

impl Record<'_> {
    /// Why the encoding of the record may be the wrong one, if that decides what its text is.
    pub fn encoding_doubt(&self) -> Option<EncodingDoubt> {
        let source = self.source();
        let read = source.encoding();
        // Text that is valid in UTF-8 is hardly anything else, and UTF-16 has a byte order mark.
        if read.writes_as_utf8(self.text()) || !read.is_ascii_compatible() {
            return None;
        }
        if source.is_encoding_assumed() {
            return Some(EncodingDoubt::Guessed);
        }
        let stated = self.stated_encodings().find(|stated| *stated != read)?;
        Some(EncodingDoubt::Contradicted { stated, read })
    }

    /// The encodings that `CA` names in the record, in whatever node.
    pub(crate) fn stated_encodings(&self) -> impl Iterator<Item = Encoding> {
        let nodes = self.nodes_beyond_plain_moves();
        let properties = nodes.flat_map(|node| self.properties(node));
        properties
            .filter(|property| property.name == Name::CA)
            .flat_map(|property| self.values(property))
            .filter_map(|&label| Encoding::from_label(&unescape(self.raw(label))))
    }
}
