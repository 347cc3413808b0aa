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
    /// It has no `CA` and would be UTF-8, but the `CA` of another record in the file names another encoding.
    Unstated {
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
            EncodingDoubt::Unstated { read } => write!(
                f,
                "has no `CA` and could be UTF-8; it is read as {}, which the first `CA` of the file names",
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
        if self.text().is_ascii() || !read.is_ascii_compatible() || source.is_encoding_certain() {
            return None;
        }
        if source.is_encoding_assumed() {
            return Some(EncodingDoubt::Guessed);
        }
        let mut all_stated = self.stated_encodings().peekable();
        if all_stated.peek().is_none() {
            let is_utf8 = read != Encoding::UTF_8 && read.has_bytes_of_utf8(self.text());
            return is_utf8.then_some(EncodingDoubt::Unstated { read });
        }
        // A short text in Chinese may be valid UTF-8 by chance, one in Latin letters hardly ever.
        let is_possible = |stated: &Encoding| {
            read != Encoding::UTF_8 || stated.may_be_taken_for_utf8(self.text())
        };
        let stated = all_stated.find(|stated| *stated != read && is_possible(stated))?;
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
