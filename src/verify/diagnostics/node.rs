use super::{Diagnostic, excerpt};
use crate::{games::Point, record::Name, verify::codes::Code};

/// Something about a node or one of its properties.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum NodeDiagnostic<'a> {
    LowerCaseName {
        written: &'a str,
        letters: &'a str,
    },
    Misplaced {
        name: Name,
    },
    UnknownProperty {
        letters: &'a str,
    },
    Markup {
        name: Name,
        value: &'a str,
        expected: MarkValue,
    },
    MoveNumber {
        value: &'a str,
        ply: u32,
    },
    TwoMoves {
        second: Name,
        value: &'a str,
    },
    LateSetup {
        name: Name,
    },
    IdleSwitch {
        first: Point,
        second: Point,
    },
}

/// What a mark takes as its value.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) enum MarkValue {
    Point,
    PointAndText,
    TwoPoints,
}

impl Diagnostic for NodeDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            NodeDiagnostic::LowerCaseName { .. } => Code::RecordFormat,
            NodeDiagnostic::Misplaced { .. } => Code::RecordMisplaced,
            NodeDiagnostic::UnknownProperty { .. } => Code::RecordUnknownProperty,
            NodeDiagnostic::Markup { .. } => Code::RecordMarkup,
            NodeDiagnostic::MoveNumber { .. } => Code::RecordMoveNumber,
            NodeDiagnostic::TwoMoves { .. } => Code::RecordTwoMoves,
            NodeDiagnostic::LateSetup { .. } => Code::RecordLateSetup,
            NodeDiagnostic::IdleSwitch { .. } => Code::RecordIdleSwitch,
        }
    }

    fn message(&self) -> String {
        match self {
            NodeDiagnostic::LowerCaseName { written, letters } => format!(
                "`{}` has lower-case letters: it is read as `{letters}`",
                excerpt(written)
            ),
            NodeDiagnostic::Misplaced { name: Name::CA } => {
                "`CA` belongs into the root; the first one of a file counts wherever it is"
                    .to_owned()
            }
            NodeDiagnostic::Misplaced { name } => format!(
                "`{}` belongs into the root; here it is ignored",
                name.letters()
            ),
            NodeDiagnostic::UnknownProperty { letters } => format!(
                "`{}` is not a property of this format; it is kept as it is",
                excerpt(letters)
            ),
            NodeDiagnostic::Markup {
                name,
                value,
                expected,
            } => {
                let expected = match expected {
                    MarkValue::Point => "a point of the board",
                    MarkValue::PointAndText => "a point of the board and a text",
                    MarkValue::TwoPoints => "two points of the board",
                };
                format!(
                    "`{}` in `{}` is not {expected}",
                    excerpt(value),
                    name.letters()
                )
            }
            NodeDiagnostic::MoveNumber { value, ply } => {
                format!("`MN[{}]` stands at ply {ply}", excerpt(value))
            }
            NodeDiagnostic::TwoMoves { .. } => "this node holds more than one move".to_owned(),
            NodeDiagnostic::LateSetup { name } => format!(
                "`{}` sets up a position in or after the first move",
                name.letters()
            ),
            NodeDiagnostic::IdleSwitch { first, second } => format!(
                "the stones on {first} and {second} have one color: switching them changes nothing"
            ),
        }
    }

    fn help(&self) -> String {
        match self {
            NodeDiagnostic::LowerCaseName { letters, .. } => format!("write `{letters}`"),
            NodeDiagnostic::Misplaced { .. } => {
                "move it to the first node of the record".to_owned()
            }
            NodeDiagnostic::UnknownProperty { .. } => "put remarks into `C[…]`".to_owned(),
            NodeDiagnostic::Markup { .. } => String::new(),
            NodeDiagnostic::MoveNumber { ply, .. } => format!("write `MN[{ply}]`, or leave it out"),
            NodeDiagnostic::TwoMoves { second, value } => format!(
                "begin a new node before it: `;{}[{}]`",
                second.letters(),
                excerpt(value)
            ),
            NodeDiagnostic::LateSetup { .. } => {
                "begin a new record with this position, or a variation before the first move"
                    .to_owned()
            }
            NodeDiagnostic::IdleSwitch { .. } => {
                "it is legal; check that it is what was played".to_owned()
            }
        }
    }
}
