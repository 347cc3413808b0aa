use super::{Diagnostic, excerpt};
use crate::{record::FaultKind, verify::codes::Code};

/// A fault of the text: syntax, limits, and what is outside of any record.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) struct SyntaxDiagnostic<'a> {
    pub(in crate::verify) kind: FaultKind,
    /// The text concerned.
    pub(in crate::verify) text: &'a str,
}

impl SyntaxDiagnostic<'_> {
    /// Whether this looks like the end of a value that was closed too early, by a bracket in it.
    fn ends_value(&self) -> bool {
        self.text.ends_with(']') && !self.text.contains('[')
    }

    /// What is expected in place of what is there.
    fn unexpected(&self, expected: &str) -> String {
        format!("found `{}`, expected {expected}", excerpt(self.text))
    }
}

impl Diagnostic for SyntaxDiagnostic<'_> {
    fn code(&self) -> Code {
        match self.kind {
            FaultKind::NoRecord => Code::SyntaxNoRecord,
            FaultKind::Unclosed | FaultKind::SwallowsRoot | FaultKind::SwallowsRecord => {
                Code::SyntaxUnclosed
            }
            FaultKind::UnclosedValue => Code::SyntaxUnclosedValue,
            FaultKind::EmptyTree => Code::SyntaxEmptyTree,
            FaultKind::Stray
            | FaultKind::NameWithoutValue
            | FaultKind::NameInLowerCase
            | FaultKind::ValueWithoutName
            | FaultKind::PropertyOutsideNode
            | FaultKind::AfterVariation => Code::SyntaxUnexpected,
            FaultKind::TooLarge => Code::LimitRecordSize,
            FaultKind::TooManyNodes => Code::LimitNodes,
            FaultKind::TooManyPlies => Code::LimitPlies,
            FaultKind::TooManyValues => Code::LimitValues,
            FaultKind::TooManyStones => Code::LimitStones,
            FaultKind::TooMuchSetup => Code::LimitSetup,
            FaultKind::TextOutside => Code::RecordTextOutside,
        }
    }

    fn message(&self) -> String {
        let unclosed = |reason| format!("the record that begins here is never closed: {reason}");
        match self.kind {
            FaultKind::NoRecord => {
                "there is no record in this text: nothing begins with `(;`".to_owned()
            }
            FaultKind::Unclosed => unclosed("the text ends inside it"),
            FaultKind::SwallowsRoot => {
                unclosed("a later node holds `GM` or `FF`, which begin a new record")
            }
            FaultKind::SwallowsRecord => {
                unclosed("a move in it holds `(;`, so a `]` is missing there")
            }
            FaultKind::UnclosedValue => {
                "this value is never closed: the text ends inside it".to_owned()
            }
            FaultKind::EmptyTree => {
                "there is no node between these parentheses: expected `;` after `(`".to_owned()
            }
            FaultKind::Stray | FaultKind::NameWithoutValue if self.ends_value() => {
                self.unexpected("`;`, `(`, `)` or a property")
            }
            FaultKind::Stray => self.unexpected("`;`, `(`, `)` or a property such as `B[d4]`"),
            FaultKind::NameWithoutValue => self.unexpected("a value in brackets after the name"),
            FaultKind::NameInLowerCase => self.unexpected("a name in capital letters"),
            FaultKind::ValueWithoutName => {
                self.unexpected("the name of a property before the value")
            }
            FaultKind::PropertyOutsideNode => self.unexpected("`;` before the first property"),
            FaultKind::AfterVariation => self.unexpected("`(` or `)` after a variation"),
            FaultKind::TooLarge => {
                "the record has more bytes than `--max-record` allows: 64 MiB by default, a quarter of it in a file that needs much memory to unpack".to_owned()
            }
            FaultKind::TooManyNodes => {
                "the record has more nodes than `--max-nodes` allows, 1,000,000 by default, a quarter of it in a file that needs much memory to unpack: here begins one too many".to_owned()
            }
            FaultKind::TooManyPlies => {
                "this line has more plies than the limit, 100,000 if `--max-plies` does not say otherwise: here is one too many".to_owned()
            }
            FaultKind::TooManyValues => {
                "the record has more values than `--max-values` allows, 2,000,000 by default, a quarter of it in a file that needs much memory to unpack: here is one too many".to_owned()
            }
            FaultKind::TooManyStones => {
                "there are more stones here than the limit, 10,000 in a turn, a `LINE` or a setup property if `--max-stones` does not say otherwise".to_owned()
            }
            FaultKind::TooMuchSetup => {
                "the record sets up more points than the limit, 20,000,000 if `--max-setup` does not say otherwise: here are those too many".to_owned()
            }
            FaultKind::TextOutside if self.text.is_empty() => {
                "there is text outside of any record, too far from this one to be shown".to_owned()
            }
            FaultKind::TextOutside => {
                format!("found `{}` outside of any record", excerpt(self.text))
            }
        }
    }

    fn help(&self) -> String {
        match self.kind {
            FaultKind::NoRecord => "a record looks like this: `(;GM[ugo]SZ[9];B[d4];W[e5])`",
            FaultKind::Unclosed => {
                "close it with `)`, and every variation in it too, or get a whole copy if the file ends in the middle"
            }
            FaultKind::SwallowsRoot => "close it with `)` before the next record begins",
            FaultKind::SwallowsRecord => "close the value of that move with `]`",
            FaultKind::UnclosedValue => {
                "close the value with `]`, or get a whole copy if the file ends in the middle"
            }
            FaultKind::EmptyTree => {
                "remove the parentheses, or put a node between them: `(;B[d4])`"
            }
            FaultKind::Stray | FaultKind::NameWithoutValue if self.ends_value() => {
                "a `]` inside a value is written `\\]`; otherwise remove it"
            }
            FaultKind::Stray => "remove it, or put it into a value: `C[…]`",
            FaultKind::NameWithoutValue => {
                "give the property a value, `[]` if it is empty, or remove it"
            }
            FaultKind::NameInLowerCase => "write the name of the property in capital letters",
            FaultKind::ValueWithoutName => "write a name before it, or remove it",
            FaultKind::PropertyOutsideNode => "begin the node with `;`",
            FaultKind::AfterVariation => "put what follows into a variation of its own: `(;…)`",
            FaultKind::TooLarge => {
                "split it, or check whether a bracket or a parenthesis is missing"
            }
            FaultKind::TooManyNodes | FaultKind::TooManyPlies | FaultKind::TooManyValues => {
                "split the record"
            }
            FaultKind::TooManyStones => "check whether a bracket is missing",
            FaultKind::TooMuchSetup => "set up each position once, before its first move",
            FaultKind::TextOutside => "remove it, or put it into a comment: `C[…]`",
        }
        .to_owned()
    }
}

/// A doubt about the encoding. Encodings are given by their names.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum EncodingDiagnostic<'a> {
    /// Bytes that the encoding does not have.
    Invalid {
        encoding: &'a str,
    },
    /// Neither UTF-8 nor labeled.
    Assumed,
    UnknownLabel {
        label: &'a str,
        encoding: &'a str,
    },
    WrongLabel {
        stated: &'a str,
        encoding: &'a str,
    },
}

impl Diagnostic for EncodingDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            EncodingDiagnostic::Invalid { .. }
            | EncodingDiagnostic::Assumed
            | EncodingDiagnostic::UnknownLabel { .. }
            | EncodingDiagnostic::WrongLabel { .. } => Code::RecordEncoding,
        }
    }

    fn message(&self) -> String {
        match self {
            EncodingDiagnostic::Invalid { encoding } => {
                format!("the bytes here do not fit the encoding {encoding}")
            }
            EncodingDiagnostic::Assumed => {
                "the text is not UTF-8 and does not say what it is: Windows-1252 is assumed"
                    .to_owned()
            }
            EncodingDiagnostic::UnknownLabel { label, encoding } => format!(
                "`{}` is no known encoding: the file is read as {encoding}",
                excerpt(label)
            ),
            EncodingDiagnostic::WrongLabel { stated, encoding } => {
                format!("`CA` says {stated}, but the file is read as {encoding}")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            EncodingDiagnostic::Invalid { .. } => {
                "say in `CA` of the first record which encoding it is".to_owned()
            }
            EncodingDiagnostic::Assumed => {
                "save the file as UTF-8, or name its encoding in `CA`".to_owned()
            }
            EncodingDiagnostic::UnknownLabel { .. } => "write `CA[UTF-8]`".to_owned(),
            EncodingDiagnostic::WrongLabel { encoding, .. } => {
                format!("write `CA[{encoding}]`: a file has one encoding")
            }
        }
    }
}
