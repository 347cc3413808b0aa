//! What commands leave out of the records that they write.

use super::error::print_note;
use crate::{output::grouped, record::EncodingDoubt};

/// The most malformed records of a run, and the most texts outside of records, that are named on standard error.
const MAX_NAMED: u64 = 20;

/// What a command leaves out of records: the first are named on standard error, and all are counted.
#[derive(Debug)]
pub(super) struct LeftOut {
    count: u64,
    one: &'static str,
    many: &'static str,
}

impl LeftOut {
    pub(super) fn malformed() -> LeftOut {
        LeftOut {
            count: 0,
            one: "malformed record",
            many: "malformed records",
        }
    }

    /// Text before, between and behind records.
    pub(super) fn texts() -> LeftOut {
        LeftOut {
            count: 0,
            one: "text outside of a record",
            many: "texts outside of records",
        }
    }

    /// Texts whose encoding may be the wrong one.
    pub(super) fn doubts() -> LeftOut {
        LeftOut {
            count: 0,
            one: "text in a doubtful encoding",
            many: "texts in a doubtful encoding",
        }
    }

    /// Names one, unless many have been named.
    pub(super) fn add(&mut self, message: &str) {
        self.count += 1;
        match self.count {
            ..=MAX_NAMED => print_note(message),
            count if count == MAX_NAMED + 1 => {
                print_note(&format!(
                    "… further {} are only counted; `kifu validate` names all",
                    self.many
                ));
            }
            _ => {}
        }
    }

    /// Whether there is one.
    pub(super) fn has_any(&self) -> bool {
        self.count > 0
    }

    /// Writes how many there are; `what` is done with them, such as `omitted`.
    pub(super) fn finish(&self, what: &str) {
        match self.count {
            0 => {}
            1 => print_note(&format!("1 {} is {what}", self.one)),
            count => print_note(&format!("{} {} are {what}", grouped(count), self.many)),
        }
    }
}

/// What a collection of records leaves out.
pub(super) struct Omissions {
    pub(super) malformed: LeftOut,
    pub(super) doubts: LeftOut,
}

impl Omissions {
    pub(super) fn new() -> Omissions {
        Omissions {
            malformed: LeftOut::malformed(),
            doubts: LeftOut::doubts(),
        }
    }

    /// Writes how much there is.
    pub(super) fn finish(&self) {
        self.malformed.finish("omitted");
        self.doubts.finish(CHECKED);
    }
}

/// What the user does with texts in a doubtful encoding.
pub(super) const CHECKED: &str = "to be checked";

/// Tells that a record may be in another encoding than it is read in.
pub(super) fn doubt_note(source: &str, index: usize, doubt: EncodingDoubt) -> String {
    format!("{source}: record {index} {doubt}")
}

/// Tells that bytes of a record cannot be written as they are.
pub(super) fn damage_note(source: &str, index: usize) -> String {
    format!(
        "{source}: record {index} contains bytes that are invalid in its encoding; they are written as U+FFFD"
    )
}

/// Tells that text outside of a record is neither judged nor written.
pub(super) fn text_note(source: &str, index: usize) -> String {
    format!("{source}: record {index} has text outside of it; that is omitted")
}
