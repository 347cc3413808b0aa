//! Findings that have one certain answer, and that answer.
//!
//! Nothing is guessed: what could be meant in two ways is left as it is, and so is every move. A repaired record is judged again
//! before it is given out; but for what has been repaired it must be the same.

use std::{collections::BTreeSet, ops::Range};

use crate::{
    record::{Name, NodeId, Property, Record, Span, read, unescape},
    verify::{Finding, MAX_FINDINGS, Options, Verdict, verify},
};

/// A kind of finding that can be repaired.
#[derive(Debug)]
pub struct Fix {
    /// The code of the finding.
    pub code: &'static str,
    /// What is done about it.
    pub does: &'static str,
    make: fn(&Case) -> Option<Edit>,
}

/// All kinds of findings that can be repaired.
pub const FIXES: [Fix; 6] = [
    Fix {
        code: "record::size-assumed",
        does: "adds the `SZ` that the ruleset implies",
        make: state_size,
    },
    Fix {
        code: "record::format",
        does: "writes `FF[4]`, a square size as one number, and names in capital letters",
        make: write_as_format,
    },
    Fix {
        code: "record::duplicate-property",
        does: "removes a second value that says the same as the first",
        make: remove_double,
    },
    Fix {
        code: "record::misplaced",
        does: "removes a fact of the whole game from a later node if the root says the same",
        make: remove_misplaced,
    },
    Fix {
        code: "record::move-number",
        does: "writes the number of the ply into `MN`",
        make: number,
    },
    Fix {
        code: "record::result",
        does: "writes the result that follows from the finished game into `RE`",
        make: state_result,
    },
];

/// A finding to be repaired.
struct Case<'c, 't> {
    record: &'c Record<'t>,
    verdict: &'c Verdict,
    finding: &'c Finding,
}

/// What takes the place of some text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    place: Range<usize>,
    text: String,
}

impl Edit {
    fn new(place: Span, text: impl Into<String>) -> Edit {
        Edit {
            place: place.start as usize..place.end as usize,
            text: text.into(),
        }
    }
}

impl<'c> Case<'c, '_> {
    /// The property whose place, or one of whose values is where the finding points.
    fn property(&self) -> Option<(NodeId, &'c Property)> {
        let node = self.record.node_at(self.finding.span.start);
        let mut properties = self.record.properties(node).iter();
        let property = properties.find(|property| {
            let place = self.record.source_range(property.span);
            place.start <= self.finding.span.start && self.finding.span.end <= place.end
        })?;
        Some((node, property))
    }

    /// The only value of a property.
    fn only_value(&self, property: &Property) -> Option<Span> {
        match self.record.values(property) {
            &[value] => Some(value),
            _ => None,
        }
    }

    /// The first property of the root with this name, and its first value.
    fn in_root(&self, name: Name) -> Option<(&'c Property, Span)> {
        let mut root = self.record.properties(NodeId::ROOT).iter();
        let property = root.find(|property| property.name == name)?;
        Some((property, *self.record.values(property).first()?))
    }

    /// Whether two values are the same text.
    fn is_same(&self, one: Span, other: Span) -> bool {
        let text = |span| unescape(self.record.raw(span));
        text(one).trim() == text(other).trim()
    }
}

fn state_size(case: &Case) -> Option<Edit> {
    let (game, _) = case.in_root(Name::GM)?;
    let behind = Span {
        start: game.span.end,
        end: game.span.end,
    };
    Some(Edit::new(behind, format!("SZ[{}]", case.verdict.size?)))
}

fn write_as_format(case: &Case) -> Option<Edit> {
    let (_, property) = case.property()?;
    if case.record.source_range(property.written) == case.finding.span {
        return Some(Edit::new(property.written, case.record.letters(property)));
    }
    let value = case.only_value(property)?;
    match property.name {
        Name::FF => Some(Edit::new(value, "4")),
        Name::SZ => Some(Edit::new(value, case.verdict.size?.to_string())),
        _ => None,
    }
}

fn remove_double(case: &Case) -> Option<Edit> {
    let (_, property) = case.property()?;
    let (_, first) = case.in_root(property.name)?;
    let values = case.record.values(property);
    // A second value of these that says something else is another finding.
    let is_told_apart = matches!(
        property.name,
        Name::GM | Name::SZ | Name::RU | Name::KM | Name::RE
    );
    let says_the_same = |value| is_told_apart || case.is_same(first, value);
    if case.record.source_range(property.span) == case.finding.span {
        let value = case.only_value(property)?;
        return says_the_same(value).then(|| Edit::new(property.span, ""));
    }
    let &value = values
        .iter()
        .find(|&&value| case.record.source_range(value).start == case.finding.span.start + 1)?;
    let with_brackets = Span {
        start: value.start - 1,
        end: value.end + 1,
    };
    says_the_same(value).then(|| Edit::new(with_brackets, ""))
}

fn remove_misplaced(case: &Case) -> Option<Edit> {
    let (_, property) = case.property()?;
    let (_, first) = case.in_root(property.name)?;
    let value = case.only_value(property)?;
    case.is_same(first, value)
        .then(|| Edit::new(property.span, ""))
}

fn number(case: &Case) -> Option<Edit> {
    let (_, property) = case.property()?;
    let value = case.only_value(property)?;
    Some(Edit::new(value, case.finding.ply?.to_string()))
}

fn state_result(case: &Case) -> Option<Edit> {
    let (_, value) = case.in_root(Name::RE)?;
    Some(Edit::new(value, case.verdict.computed?.to_string()))
}

/// A record in which something has been repaired.
#[derive(Debug)]
pub struct Repaired {
    /// Its text.
    pub text: String,
    /// What is left to say of it.
    pub verdict: Verdict,
}

/// Repairs what has one certain answer. The verdict is that of the record, with all variations. `None` if there is nothing of that kind, or if the record would not
/// be the same otherwise.
///
/// ```
/// let text = "(;GM[Ugo]RE[?];B[c3]MN[7])";
/// let record = kifu::record::read(text).next().unwrap();
/// let options = kifu::verify::Options { variations: true, ..Default::default() };
/// let verdict = kifu::verify::verify(&record, &options);
/// let repaired = kifu::repair::repair(&record, &verdict).unwrap();
/// assert_eq!(repaired.text, "(;GM[Ugo]SZ[19]RE[?];B[c3]MN[1])");
/// ```
pub fn repair(record: &Record, verdict: &Verdict) -> Option<Repaired> {
    // Of a malformed record the tree is not known for certain, and of one with very many findings not all are.
    if record.is_malformed() || verdict.findings.len() >= MAX_FINDINGS {
        return None;
    }
    let mut edits: Vec<Edit> = Vec::new();
    let mut fixed = BTreeSet::new();
    for (number, finding) in verdict.findings.iter().enumerate() {
        let case = Case {
            record,
            verdict,
            finding,
        };
        let fix = FIXES.iter().find(|fix| fix.code == finding.code().id());
        let Some(edit) = fix.and_then(|fix| (fix.make)(&case)) else {
            continue;
        };
        let meets =
            |other: &Edit| other.place.start < edit.place.end && edit.place.start < other.place.end;
        if !edits.iter().any(meets) {
            edits.push(edit);
            fixed.insert(number);
        }
    }
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|edit| edit.place.start);
    let text = edited(record.text(), &edits);
    let after = {
        let repaired = read(record.source().with_text(&text)).next()?;
        let options = Options {
            variations: true,
            ..Options::default()
        };
        verify(&repaired, &options)
    };
    is_as_before(record, verdict, &fixed, &after).then_some(Repaired {
        text,
        verdict: after,
    })
}

/// A text with all edits, which come in its order.
fn edited(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut end = 0;
    for edit in edits {
        out.push_str(&text[end..edit.place.start]);
        out.push_str(&edit.text);
        end = edit.place.end;
    }
    out + &text[end..]
}

/// Whether nothing has changed but that some findings, by their numbers, are gone.
fn is_as_before(
    record: &Record,
    before: &Verdict,
    fixed: &BTreeSet<usize>,
    after: &Verdict,
) -> bool {
    let game = |verdict: &Verdict| {
        let rules = (verdict.game, verdict.ruleset.clone(), verdict.size);
        let board = verdict.position.as_ref().map(|position| {
            let mut pieces = position.pieces();
            pieces.sort_unstable();
            (position.fingerprint(), pieces)
        });
        let play = (verdict.plies, verdict.computed, verdict.score);
        (rules, play, board)
    };
    let of = |finding: &Finding| {
        let place = (finding.variation.clone(), finding.ply);
        (finding.code().id(), place, finding.point.clone())
    };
    // What stands around the record, and its encoding, is not the record's.
    let is_own = |finding: &Finding| {
        finding.span.start >= record.offset()
            && finding.span.end <= record.offset() + record.text().len()
            && finding.code().id() != "record::encoding"
    };
    let left = before.findings.iter().enumerate();
    let left = left.filter(|(number, finding)| is_own(finding) && !fixed.contains(number));
    let mut left: Vec<_> = left.map(|(_, finding)| of(finding)).collect();
    let found = after.findings.iter();
    let found = found.filter(|finding| finding.code().id() != "record::encoding");
    let mut found: Vec<_> = found.map(of).collect();
    left.sort();
    found.sort();
    let result = |&number: &usize| before.findings[number].code().id() == "record::result";
    let keeps_result = fixed.iter().any(result) || before.recorded == after.recorded;
    left == found && keeps_result && game(before) == game(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Code;

    fn attempt(text: &str) -> Option<Repaired> {
        let record = read(text).next().unwrap();
        let options = Options {
            variations: true,
            ..Options::default()
        };
        repair(&record, &verify(&record, &options))
    }

    /// A record as it is repaired; itself if it is not.
    fn repaired(text: &str) -> String {
        attempt(text).map_or(text.to_owned(), |repaired| repaired.text)
    }

    #[test]
    fn what_is_certain_is_repaired() {
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
        ] {
            assert_eq!(repaired(text), expected);
            assert_eq!(repaired(expected), expected);
        }
    }

    #[test]
    fn what_is_not_certain_is_left() {
        for text in [
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
        ] {
            assert_eq!(repaired(text), text);
        }
    }

    #[test]
    fn the_rest_is_repaired_all_the_same() {
        assert_eq!(
            repaired("(;GM[ugo]FF[1]PB[a]PB[b];B[c3]MN[9];W[c3]MN[9])"),
            "(;GM[ugo]SZ[19]FF[4]PB[a]PB[b];B[c3]MN[1];W[c3]MN[2])"
        );
        let repaired = attempt("text (;GM[ugo]RE[?]) é").unwrap();
        assert_eq!(repaired.text, "(;GM[ugo]SZ[19]RE[?])");
        assert!(repaired.verdict.findings.is_empty());
    }

    #[test]
    fn every_fix_is_for_a_code() {
        for fix in FIXES {
            assert!(Code::from_id(fix.code).is_some(), "{}", fix.code);
        }
    }
}
