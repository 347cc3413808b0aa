use std::ops::RangeInclusive;

use super::{Diagnostic, excerpt, title};
use crate::{
    games::{Game, Size},
    ruleset::MAX_KOMI,
    verify::codes::Code,
};

/// Something about a property of the root. `written` is its value.
#[derive(Clone, Debug)]
pub(in crate::verify) enum RootDiagnostic<'a> {
    NoGame,
    UnknownGame {
        written: &'a str,
        nearest: Option<&'static str>,
    },
    /// `yugo` for `ugo`.
    LaterName {
        written: &'a str,
    },
    RulesetOfOtherGame {
        ruleset: &'a str,
        game: Game,
        known: Vec<&'a str>,
    },
    UnknownRuleset {
        written: &'a str,
        nearest: Option<&'a str>,
        known: Vec<&'a str>,
    },
    SizeAssumed {
        size: Size,
        ruleset: &'a str,
    },
    SizeSyntax {
        written: &'a str,
        range: SizeRange,
    },
    NoSuchSize {
        written: &'a str,
        range: SizeRange,
    },
    SquareAsRectangle {
        written: &'a str,
    },
    NoKomi {
        game: Game,
        written: &'a str,
    },
    KomiSyntax {
        written: &'a str,
    },
    ResultSyntax {
        written: &'a str,
    },
    FileFormat {
        written: &'a str,
    },
    Contradiction {
        property: DecisiveProperty,
        first: &'a str,
        second: &'a str,
    },
    DuplicateProperty {
        letters: &'a str,
    },
}

/// A property of the root whose values must not contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::verify) enum DecisiveProperty {
    Game,
    Ruleset,
    Size,
    Komi,
    Result,
}

impl DecisiveProperty {
    /// The property with these letters.
    pub(in crate::verify) fn from_letters(letters: &str) -> Option<DecisiveProperty> {
        Some(match letters {
            "GM" => DecisiveProperty::Game,
            "RU" => DecisiveProperty::Ruleset,
            "SZ" => DecisiveProperty::Size,
            "KM" => DecisiveProperty::Komi,
            "RE" => DecisiveProperty::Result,
            _ => return None,
        })
    }

    fn letters(self) -> &'static str {
        match self {
            DecisiveProperty::Game => "GM",
            DecisiveProperty::Ruleset => "RU",
            DecisiveProperty::Size => "SZ",
            DecisiveProperty::Komi => "KM",
            DecisiveProperty::Result => "RE",
        }
    }
}

/// The sizes that a board may have.
#[derive(Clone, Debug)]
pub(in crate::verify) struct SizeRange {
    /// `None` if the game is not known.
    pub(in crate::verify) game: Option<Game>,
    /// The sides allowed; `None` if the game is not known.
    pub(in crate::verify) sides: Option<RangeInclusive<u8>>,
}

impl SizeRange {
    fn in_words(&self) -> String {
        let (Some(game), Some(sides)) = (self.game, &self.sides) else {
            return "write the number of points on a side".to_owned();
        };
        let (least, most) = (sides.start(), sides.end());
        match game {
            Game::Bargo => format!("the side of the hexagon, {least} to {most}"),
            Game::Margo => format!("the side of the base, {least} to {most}"),
            _ => format!("{least} to {most}, or columns and rows such as `9:13`"),
        }
    }
}

/// Whether a value of `GM` is the number of Go, or its name.
fn is_go(written: &str) -> bool {
    let written = written.trim();
    written == "1" || written.eq_ignore_ascii_case("go")
}

impl Diagnostic for RootDiagnostic<'_> {
    fn code(&self) -> Code {
        match self {
            RootDiagnostic::NoGame | RootDiagnostic::UnknownGame { .. } => Code::RecordGame,
            RootDiagnostic::RulesetOfOtherGame { .. } | RootDiagnostic::UnknownRuleset { .. } => {
                Code::RecordRuleset
            }
            RootDiagnostic::SizeAssumed { .. } => Code::RecordSizeAssumed,
            RootDiagnostic::SizeSyntax { .. } | RootDiagnostic::NoSuchSize { .. } => {
                Code::RecordSize
            }
            RootDiagnostic::LaterName { .. }
            | RootDiagnostic::SquareAsRectangle { .. }
            | RootDiagnostic::FileFormat { .. } => Code::RecordFormat,
            RootDiagnostic::NoKomi { .. } | RootDiagnostic::KomiSyntax { .. } => Code::RecordKomi,
            RootDiagnostic::ResultSyntax { .. } => Code::RecordResultSyntax,
            RootDiagnostic::Contradiction { property, .. } => match property {
                DecisiveProperty::Game => Code::RecordGame,
                DecisiveProperty::Ruleset => Code::RecordRuleset,
                DecisiveProperty::Size => Code::RecordSize,
                DecisiveProperty::Komi => Code::RecordKomi,
                DecisiveProperty::Result => Code::RecordResultSyntax,
            },
            RootDiagnostic::DuplicateProperty { .. } => Code::RecordDuplicateProperty,
        }
    }

    fn message(&self) -> String {
        match self {
            RootDiagnostic::NoGame => {
                "the record does not say which game it is: `GM` is missing".to_owned()
            }
            RootDiagnostic::UnknownGame { written, .. } if is_go(written) => {
                "`1` is Go, which is not a game that is known here".to_owned()
            }
            RootDiagnostic::UnknownGame { written, .. } => {
                format!("`{}` is not a game that is known here", excerpt(written))
            }
            RootDiagnostic::LaterName { written } => {
                format!("`{written}` is the later name of Ugo: the record is read as `GM[ugo]`")
            }
            RootDiagnostic::RulesetOfOtherGame { ruleset, game, .. } => {
                format!("`{ruleset}` is a ruleset of {}", title(*game))
            }
            RootDiagnostic::UnknownRuleset { written, .. } => {
                format!("`{}` is not a ruleset that is known here", excerpt(written))
            }
            RootDiagnostic::SizeAssumed { size, ruleset } => format!(
                "the record has no `SZ`: the size {size} of the ruleset `{ruleset}` is assumed"
            ),
            RootDiagnostic::SizeSyntax { written, .. } => {
                format!("`{}` is not a board size", excerpt(written))
            }
            RootDiagnostic::NoSuchSize { written, range } => format!(
                "there is no board of size {} for {}",
                excerpt(written),
                range.game.map_or("any game", title)
            ),
            RootDiagnostic::SquareAsRectangle { written } => format!(
                "`SZ[{}]` is a square board written as a rectangle",
                excerpt(written)
            ),
            RootDiagnostic::NoKomi { game, written } => format!(
                "{} has no komi, but `KM` says `{}`",
                title(*game),
                excerpt(written)
            ),
            RootDiagnostic::KomiSyntax { written } => {
                format!("`{}` is not a komi", excerpt(written))
            }
            RootDiagnostic::ResultSyntax { written } => {
                format!("`{}` is not a result", excerpt(written))
            }
            RootDiagnostic::FileFormat { written } => {
                format!("`FF[{}]`: the record is read as FF[4]", excerpt(written))
            }
            RootDiagnostic::Contradiction {
                property,
                first,
                second,
            } => format!(
                "`{}` is `{}` and again `{}`",
                property.letters(),
                excerpt(first),
                excerpt(second)
            ),
            RootDiagnostic::DuplicateProperty { letters } => {
                format!("`{letters}` stands here again; only its first value counts")
            }
        }
    }

    fn help(&self) -> String {
        match self {
            RootDiagnostic::NoGame => {
                format!("add `GM[…]` to the root, with one of {}", all_games())
            }
            RootDiagnostic::UnknownGame { written, .. } if is_go(written) => format!(
                "1 is Go, which is not verified here. `kifu convert --from go-sgf --game ugo` reads Ugo that was recorded in a Go program, and with `--game sygo` Sygo. Otherwise write the name of the game, {}, and points as column and row: `dd` on 19 lines is `d16`",
                all_games()
            ),
            RootDiagnostic::UnknownGame { nearest, .. } => known(*nearest, &all_games()),
            RootDiagnostic::UnknownRuleset {
                nearest: Some(nearest),
                known: rulesets,
                ..
            } => known(Some(nearest), &quoted(rulesets)),
            RootDiagnostic::RulesetOfOtherGame {
                known: rulesets, ..
            }
            | RootDiagnostic::UnknownRuleset {
                known: rulesets, ..
            } => format!(
                "{}; another one can be given with `--ruleset FILE.yaml`",
                known(None, &quoted(rulesets))
            ),
            RootDiagnostic::SizeAssumed { size, .. } => format!("add `SZ[{size}]` to the root"),
            RootDiagnostic::SizeSyntax { range, .. } | RootDiagnostic::NoSuchSize { range, .. } => {
                range.in_words()
            }
            RootDiagnostic::SquareAsRectangle { written } => {
                let written = excerpt(written);
                let side = written.split(':').next().unwrap_or_default().trim();
                format!("write `SZ[{side}]`")
            }
            RootDiagnostic::NoKomi { .. } => "write `KM[0]`, or leave it out".to_owned(),
            RootDiagnostic::KomiSyntax { .. } => format!(
                "a whole number of points from -{MAX_KOMI} to {MAX_KOMI}; the komi of the ruleset is used"
            ),
            RootDiagnostic::ResultSyntax { .. }
            | RootDiagnostic::Contradiction {
                property: DecisiveProperty::Result,
                ..
            } => "write `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?`".to_owned(),
            RootDiagnostic::LaterName { .. } => "write `GM[ugo]`".to_owned(),
            RootDiagnostic::FileFormat { .. } => "write `FF[4]`".to_owned(),
            RootDiagnostic::Contradiction { .. } => "remove the one that is wrong".to_owned(),
            RootDiagnostic::DuplicateProperty { .. } => "remove this value".to_owned(),
        }
    }
}

fn quoted(names: &[&str]) -> String {
    format!("`{}`", names.join("`, `"))
}

fn all_games() -> String {
    quoted(&Game::ALL.map(Game::name))
}

/// What is known, and what may have been meant.
fn known(nearest: Option<&str>, all: &str) -> String {
    match nearest {
        Some(nearest) => format!("did you mean `{nearest}`? Known are {all}"),
        None => format!("known are {all}"),
    }
}
