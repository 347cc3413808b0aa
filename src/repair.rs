//! Automatic fixes for findings that have exactly one certain fix, and the result of a finished game that states none.
//!
//! Nothing is guessed: ambiguous text is left unchanged, and so is every move. A repaired record is verified again
//! before it is returned: apart from the fixed findings, its verdict must be the same.

mod certainty;
mod proposal;
mod truncated;

use std::ops::Range;

use crate::{
    games::Color,
    record::{Name, NodeId, Property, Record, Span, is_run_on, read_result, unescape},
    verify::{Finding, Options, Verdict},
};

#[cfg(feature = "cli")]
pub(crate) use certainty::contradiction;
use certainty::{is_result_open, is_size_open};
pub(crate) use proposal::Proposal;
#[cfg(feature = "cli")]
pub(crate) use truncated::Closing;
pub use truncated::{ClosedRecord, close_truncated};

/// A fix for the findings of one code.
#[derive(Debug)]
pub struct Fix {
    /// The code of the finding.
    pub code: &'static str,
    /// What the fix does, in the third person.
    pub description: &'static str,
    edit: fn(&FixContext) -> Option<Edit>,
}

/// All fixes.
pub const FIXES: [Fix; 7] = [
    Fix {
        code: "record::size-assumed",
        description: "adds the `SZ` that the ruleset implies",
        edit: add_size,
    },
    Fix {
        code: "record::format",
        description: "writes `FF[4]`, a square size as one number, and names in capital letters",
        edit: normalize,
    },
    Fix {
        code: "record::duplicate-property",
        description: "removes a second value that is equal to the first",
        edit: remove_duplicate,
    },
    Fix {
        code: "record::misplaced",
        description: "removes a property of the whole game from a later node if the root has the same value",
        edit: remove_misplaced,
    },
    Fix {
        code: "record::move-number",
        description: "writes the number of the ply into `MN`",
        edit: correct_move_number,
    },
    Fix {
        code: "record::result",
        description: "writes the result that follows from the finished game into `RE`",
        edit: correct_result,
    },
    Fix {
        code: "record::result-syntax",
        description: "writes the result that follows from the finished game in place of a text that names no other winner",
        edit: replace_unreadable_result,
    },
];

/// A finding to be fixed, and its record.
struct FixContext<'c, 't> {
    record: &'c Record<'t>,
    verdict: &'c Verdict,
    finding: &'c Finding,
}

/// A replacement of some text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    /// In bytes of the record's text.
    range: Range<usize>,
    text: String,
}

impl Edit {
    fn new(span: Span, text: impl Into<String>) -> Edit {
        Edit {
            range: span.start as usize..span.end as usize,
            text: text.into(),
        }
    }
}

impl<'c> FixContext<'c, '_> {
    /// The property whose span contains the finding.
    fn property(&self) -> Option<(NodeId, &'c Property)> {
        let node = self.record.node_at(self.finding.span.start);
        let mut properties = self.record.properties(node).iter();
        let property = properties.find(|property| {
            let range = self.record.source_range(property.span);
            range.start <= self.finding.span.start && self.finding.span.end <= range.end
        })?;
        Some((node, property))
    }

    /// The value of a property that has exactly one.
    fn only_value(&self, property: &Property) -> Option<Span> {
        match self.record.values(property) {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// Replaces a value, unless it may hold more than it should.
    fn replace(&self, value: Span, text: impl Into<String>) -> Option<Edit> {
        (!is_run_on(self.record.raw(value))).then(|| Edit::new(value, text))
    }

    /// The first property of the root with this name, and its first value.
    fn root_property(&self, name: Name) -> Option<(&'c Property, Span)> {
        let mut root = self.record.properties(NodeId::ROOT).iter();
        let property = root.find(|property| property.name == name)?;
        Some((property, *self.record.values(property).first()?))
    }

    /// Whether two values have the same text, apart from white space around it.
    fn is_same_text(&self, first: Span, second: Span) -> bool {
        let text = |span| unescape(self.record.raw(span));
        text(first).trim() == text(second).trim()
    }
}

fn add_size(context: &FixContext) -> Option<Edit> {
    if is_size_open(context.record, context.verdict) {
        return None;
    }
    let (game, _) = context.root_property(Name::GM)?;
    let after_game = Span {
        start: game.span.end,
        end: game.span.end,
    };
    Some(Edit::new(
        after_game,
        format!("SZ[{}]", context.verdict.size?),
    ))
}

fn normalize(context: &FixContext) -> Option<Edit> {
    let (_, property) = context.property()?;
    if context.record.source_range(property.written) == context.finding.span {
        return Some(Edit::new(
            property.written,
            context.record.letters(property),
        ));
    }
    let value = context.only_value(property)?;
    match property.name {
        Name::FF => context.replace(value, "4"),
        Name::SZ => context.replace(value, context.verdict.size?.to_string()),
        _ => None,
    }
}

fn remove_duplicate(context: &FixContext) -> Option<Edit> {
    let (_, property) = context.property()?;
    let (_, first) = context.root_property(property.name)?;
    let values = context.record.values(property);
    // For these properties, a contradicting second value has a code of its own.
    let is_always_equal = matches!(
        property.name,
        Name::GM | Name::SZ | Name::RU | Name::KM | Name::RE
    );
    let is_equal = |value| is_always_equal || context.is_same_text(first, value);
    if context.record.source_range(property.span) == context.finding.span {
        let value = context.only_value(property)?;
        return is_equal(value).then(|| Edit::new(property.span, ""));
    }
    let &value = values.iter().find(|&&value| {
        context.record.source_range(value).start == context.finding.span.start + 1
    })?;
    let with_brackets = Span {
        start: value.start - 1,
        end: value.end + 1,
    };
    is_equal(value).then(|| Edit::new(with_brackets, ""))
}

fn remove_misplaced(context: &FixContext) -> Option<Edit> {
    let (_, property) = context.property()?;
    let (_, first) = context.root_property(property.name)?;
    let value = context.only_value(property)?;
    context
        .is_same_text(first, value)
        .then(|| Edit::new(property.span, ""))
}

fn correct_move_number(context: &FixContext) -> Option<Edit> {
    let (_, property) = context.property()?;
    let value = context.only_value(property)?;
    context.replace(value, context.finding.ply?.to_string())
}

fn correct_result(context: &FixContext) -> Option<Edit> {
    if is_result_open(context.record, context.verdict) {
        return None;
    }
    let (_, value) = context.root_property(Name::RE)?;
    context.replace(value, context.verdict.computed?.to_string())
}

/// The result that follows from the finished game in place of a text that is none, such as `W wins`: unless it may name
/// another winner, or an end that does not follow from the moves.
fn replace_unreadable_result(context: &FixContext) -> Option<Edit> {
    let (_, property) = context.property()?;
    let value = context.only_value(property)?;
    let computed = context.verdict.computed?;
    if is_result_open(context.record, context.verdict) {
        return None;
    }
    let (_, first) = context.root_property(Name::RE)?;
    let text = unescape(context.record.raw(value)).trim().to_lowercase();
    if first != value || read_result(&text).is_some() {
        return None;
    }
    let color_of = |word: &str| {
        Color::ALL.into_iter().find(|color| {
            let letter = color.letter().to_string();
            [color.name(), &letter]
                .iter()
                .any(|name| word.eq_ignore_ascii_case(name))
        })
    };
    let named = words(&text).next().and_then(color_of);
    let only_result = words(&text).all(|word| {
        color_of(word).is_some()
            || matches!(word, "win" | "wins" | "won" | "by" | "point" | "points")
            || word.bytes().all(|byte| byte.is_ascii_digit())
    });
    let is_same = named == computed.winner() || text.is_empty();
    let is_certain = only_result && is_same;
    context
        .replace(value, computed.to_string())
        .filter(|_| is_certain)
}

/// The words and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// The result of a finished game for a record that states none, or `?`. This is certain, although it is no finding.
fn add_result(record: &Record, verdict: &Verdict) -> Option<Edit> {
    let computed = verdict.computed.filter(|_| verdict.is_valid())?;
    if is_result_open(record, verdict) {
        return None;
    }
    let first = |name: Name| {
        let mut root = record.properties(NodeId::ROOT).iter();
        root.find(|property| property.name == name)
    };
    if let Some(stated) = first(Name::RE) {
        return match record.values(stated) {
            &[value] if unescape(record.raw(value)).trim() == "?" => {
                Some(Edit::new(value, computed.to_string()))
            }
            _ => None,
        };
    }
    let end = first(Name::SZ).or_else(|| first(Name::GM))?.span.end;
    let after = Span { start: end, end };
    Some(Edit::new(after, format!("RE[{computed}]")))
}

/// A record to which at least one fix was applied.
#[derive(Debug)]
pub struct Repaired {
    /// The repaired text.
    pub text: String,
    /// The verdict on the repaired text.
    pub verdict: Verdict,
}

/// Applies all fixes to a record, and adds the result of a finished game that states none. `verdict` must be the verdict on `record` by
/// `options`, with [`variations`](crate::verify::Options::variations). `None` if nothing can be fixed, or if the fixes would change anything else.
///
/// ```
/// let text = "(;GM[Ugo]RE[?];B[c3]MN[7])";
/// let record = kifu::record::read(text).next().unwrap();
/// let options = kifu::verify::Options { variations: true, ..Default::default() };
/// let verdict = kifu::verify::verify(&record, &options);
/// let repaired = kifu::repair::repair(&record, &verdict, &options).unwrap();
/// assert_eq!(repaired.text, "(;GM[Ugo]SZ[19]RE[?];B[c3]MN[1])");
/// ```
pub fn repair(record: &Record, verdict: &Verdict, options: &Options) -> Option<Repaired> {
    Proposal::new(record, verdict, options)?.verified(record.source(), record.text(), verdict)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::read,
        verify::{Code, verify},
    };

    fn attempt(text: &str) -> Option<Repaired> {
        let record = read(text).next().unwrap();
        let options = Options {
            variations: true,
            ..Options::default()
        };
        repair(&record, &verify(&record, &options), &options)
    }

    /// The text of a record after the repair, changed or not.
    fn repaired(text: &str) -> String {
        attempt(text).map_or(text.to_owned(), |repaired| repaired.text)
    }

    #[test]
    fn certain_fixes_are_applied() {
        for (text, expected) in [
            ("(;GM[margo]FF[4]RE[?])", "(;GM[margo]SZ[7]FF[4]RE[?])"),
            ("(;FF[3]GM[ugo]SZ[9:9]RE[?])", "(;FF[4]GM[ugo]SZ[9]RE[?])"),
            (
                "(;GaMe[ugo]SiZe[9]RE[?];Bl[c3])",
                "(;GM[ugo]SZ[9]RE[?];B[c3])",
            ),
            (
                "(;GM[ugo]GM[Ugo]SZ[9][09]RE[?][ ?])",
                "(;GM[ugo]SZ[9]RE[?])",
            ),
            (
                "(;GM[ugo]SZ[9]RE[?]PB[Ann]PB[ Ann ])",
                "(;GM[ugo]SZ[9]RE[?]PB[Ann])",
            ),
            (
                "(;GM[ugo]SZ[9]RE[?];B[c3]SZ[9]RE[?])",
                "(;GM[ugo]SZ[9]RE[?];B[c3])",
            ),
            (
                "(;GM[ugo]SZ[9]RE[?];B[c3]MN[4](;W[d3]MN[2])(;MN[2]W[d4]MN[x]))",
                "(;GM[ugo]SZ[9]RE[?];B[c3]MN[1](;W[d3]MN[2])(;MN[2]W[d4]MN[2]))",
            ),
            (
                "(;GM[ugo]SZ[3]RE[W+2][W+2.0]RE[w+2];B[b2];W[button];B[pass];W[pass])",
                "(;GM[ugo]SZ[3]RE[B+8.5];B[b2];W[button];B[pass];W[pass])",
            ),
            (
                "(;GM[ugo]SZ[3]RE[B+R];B[resign])",
                "(;GM[ugo]SZ[3]RE[W+R];B[resign])",
            ),
            // One fix makes room for another.
            (
                "(;GM[bamogo]RE[?];SZ[4];N[x])",
                "(;GM[bamogo]SZ[4]RE[?];;N[x])",
            ),
            (
                "(;GM[ugo]SZ[3]RE[B+R];B[resign]RE[W+R])",
                "(;GM[ugo]SZ[3]RE[W+R];B[resign])",
            ),
            (
                "(;GM[ugo]SZ[9]RE[?]PB[Ann]PlayerB[Ann])",
                "(;GM[ugo]SZ[9]RE[?]PB[Ann])",
            ),
            // By any of the players.
            (
                "(;GM[margo]SZ[3]RU[margo-3]RE[Grey wins by 3];W[c3];B[a3];G[e3];W[c5];B[a5];G[c1];W[b4];B[e5];G[c5])",
                "(;GM[margo]SZ[3]RU[margo-3]RE[G+1];W[c3];B[a3];G[e3];W[c5];B[a5];G[c1];W[b4];B[e5];G[c5])",
            ),
            // The same text twice contradicts nothing.
            (
                "(;GM[ugo]SZ[3]RE[B wins]RE[B wins];B[b2];W[button];B[pass];W[pass])",
                "(;GM[ugo]SZ[3]RE[B+8.5];B[b2];W[button];B[pass];W[pass])",
            ),
        ] {
            assert_eq!(repaired(text), expected);
            assert_eq!(repaired(expected), expected);
        }
    }

    #[test]
    fn the_result_of_a_finished_game_is_added() {
        let plies = ";B[b2];W[button];B[pass];W[pass]";
        for (root, expected) in [
            ("GM[ugo]SZ[3]PB[Ann]", "GM[ugo]SZ[3]RE[B+8.5]PB[Ann]"),
            ("GM[ugo]SZ[3]RE[ ? ]", "GM[ugo]SZ[3]RE[B+8.5]"),
            ("GM[ugo]RE[?]SZ[3:3]", "GM[ugo]RE[B+8.5]SZ[3]"),
            ("GM[ugo]SZ[3]RE[?][?]", "GM[ugo]SZ[3]RE[B+8.5]"),
            ("GM[ugo]SZ[3]Comment[x]", "GM[ugo]SZ[3]RE[B+8.5]C[x]"),
            ("GM[ugo]SZ[3]RE[W+T]", "GM[ugo]SZ[3]RE[W+T]"),
            ("GM[ugo]SZ[3]RE[Void]", "GM[ugo]SZ[3]RE[Void]"),
        ] {
            assert_eq!(
                repaired(&format!("(;{root}{plies})")),
                format!("(;{expected}{plies})")
            );
        }
        assert_eq!(
            repaired("(;GM[bamogo];B[resign])"),
            "(;GM[bamogo]SZ[4]RE[W+R];B[resign])"
        );
        for text in [
            "(;GM[ugo]SZ[3];B[b2])",
            "(;GM[ugo]SZ[3];B[b2];W[button];B[pass];W[pass];B[a1])",
        ] {
            assert_eq!(repaired(text), text);
        }
    }

    #[test]
    fn ambiguous_text_is_left_unchanged() {
        for text in [
            // The size is assumed, and the result or a move speaks against it.
            "(;GM[ugo]RE[W+4.5];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]RE[?];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]RE[W+T];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]RE[?];B[c3];W[c3])",
            // Every other game has this winner.
            "(;GM[ugo]RE[B+];B[c3];W[button];B[pass];W[pass])",
            // What followed the end is open.
            "(;GM[ugo]SZ[5]RE[W+9];B[c3];W[button];B[pass];W[pass];B[a1])",
            // A later node says something else.
            "(;GM[ugo]RE[?];SZ[9];B[c3];W[d3])",
            "(;GM[ugo]SZ[5]RE[B+17.5];KM[7];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5];RE[W+T];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]RE[B+1];RU[club];B[c3];W[button];B[pass];W[pass])",
            // Of a komi that is not known, nothing follows.
            "(;GM[ugo]SZ[5]KM[30,0]RE[W+5.5];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]KM[6.5]RE[B+18];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]KM[0][7]RE[B wins];B[c3];W[button];B[pass];W[pass])",
            // Which of two contradicting results is wrong is not certain either.
            "(;GM[ugo]SZ[5]RE[B wins]RE[W+5];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]RE[B wins][W+5];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]RE[B+1]RE[B wins];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[5]KM[x]RE[?];B[c3];W[button];B[pass];W[pass])",
            "(;GM[ugo]SZ[9]RE[?]PB[Ann]PB[Anna])",
            "(;GM[ugo]SZ[9]SZ[10]RE[?])",
            "(;GM[ugo]SZ[9]RE[?];B[c3]SZ[13]PB[Ann])",
            "(;GM[ugo]SZ[9]RE[Black won];B[c3])",
            "(;GM[ugo]SZ[3]RE[W+2];B[b2];W[button];B[b2])",
            "(;GM[ugo]SZ[3]RE[W+2];B[b2])",
            "(;GM[bamogo]SZ[4]RE[B+2])",
            "(;GM[ugo]RU[unknown])",
            "(;GM[ugoo])",
            "(;GM[ugo]SZ[99:99])",
            "(;GM[ugo]RE[?];B[c3",
            "(;GM[ugo]SZ[9]RE[?]C[a]XX[1];B[ C3 ]TR[zz99])",
            // A `]` is missing: the values hold what follows.
            "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3]MN[2;B[e3];W[e4];B[a1])",
            "(;GM[ugo]SZ[5]FF[4RE[?];B[c3])",
            "(;FF[4]GM[ugo]SZ[3]RE[B wins;B[b2];W[button];B[pass];W[pass])",
        ] {
            assert_eq!(repaired(text), text);
        }
    }

    /// A result by another ruleset than the one in `RU` would be false for whoever reads the record.
    #[test]
    fn a_record_of_another_ruleset_keeps_its_result() {
        let own = |name: &str| {
            let yaml = format!("name: {name}\ngame: ugo\nkomi: 40\n");
            let ruleset = crate::ruleset::Ruleset::from_yaml(&yaml).unwrap();
            Options {
                ruleset: Some(std::sync::Arc::new(ruleset)),
                variations: true,
                ..Options::default()
            }
        };
        let text =
            |stated: &str| format!("(;GM[ugo]SZ[5]{stated}RE[?];B[c3];W[button];B[pass];W[pass])");
        for (name, stated, is_repaired) in [
            ("club", "", true),
            ("club", "RU[club]", true),
            ("club", "RU[ugo]", false),
            ("club", "RU[other]", false),
            ("ugo", "RU[Ugo]", true),
        ] {
            let text = text(stated);
            let record = read(&text).next().unwrap();
            let options = own(name);
            let repaired = repair(&record, &verify(&record, &options), &options);
            assert_eq!(repaired.is_some(), is_repaired, "{name} {stated}");
        }
    }

    #[test]
    fn other_findings_do_not_prevent_a_fix() {
        assert_eq!(
            repaired("(;GM[ugo]FF[1]PB[a]PB[b];B[c3]MN[9];W[c3]MN[9])"),
            "(;GM[ugo]FF[4]PB[a]PB[b];B[c3]MN[1];W[c3]MN[2])"
        );
        let repaired = attempt("text (;GM[ugo]RE[?]) é").unwrap();
        assert_eq!(repaired.text, "(;GM[ugo]SZ[19]RE[?])");
        assert!(repaired.verdict.findings.is_empty());
    }

    #[test]
    fn every_fix_has_a_known_code() {
        for fix in FIXES {
            assert!(Code::from_id(fix.code).is_some(), "{}", fix.code);
        }
    }
}
