//! Records → canonical text: one order of properties, one spelling of moves and escapes.
//!
//! The content of a record does not change: its tree, its properties, and the meaning of their values. The
//! same record in another order or spelling gives the same text, and a canonical text is unchanged.

use std::borrow::Cow;

use super::{
    arena::NodeId,
    line_writer::{LineWriter, NodeWriter, Token},
    model::Record,
    notation::{spell_line, spell_move, spell_piece, spell_points},
    property::{Name, Purpose},
    text::{keep_one_record, normalize_escapes, split_composed, unescape},
    values::{read_game, read_size},
    write::{WriteStep, walk},
};
use crate::games::Game;

/// The order of the properties of a node. Those of one name keep theirs; in a node
/// that is not the root the move comes before all others.
#[rustfmt::skip]
const ORDER: [Name; 80] = {
    #[allow(clippy::enum_glob_use)] // A table of names and nothing else.
    use Name::*;
    [
        // The format, and the rules of the game.
        FF, GM, CA, AP, ST, SZ, RU, KM,
        // Players, event, result, sources.
        PB, BR, BT, PW, WR, WT, PG, GR, PY, YR, GN, EV, RO, PC, DT, TM, OT, RE, ON, GC, SO, US, AN, CP,
        // The setup.
        HA, AB, AW, AG, AY, AE, STONES, LINE, BUTTON, GROWN, PL,
        // A move, with its number and its time.
        B, W, G, Y, KO, MN, BL, WL, OB, OW,
        // Annotations.
        N, BM, DO, IT, TE, GB, GW, DM, UC, HO, V,
        // Markup.
        TR, SQ, CR, MA, SL, LB, AR, LN, DD, VW, TB, TW, FG, PM,
        // Unknown properties, and the comment.
        Other, C,
    ]
};

/// How the nodes are distributed over lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Every node starts a line.
    #[default]
    Nodes,
    /// As many nodes on a line as fit.
    Compact,
}

/// A record in canonical form, and what changes.
#[derive(Clone, Debug)]
pub struct CanonicalText {
    /// The text, without a line break at its end.
    pub text: String,
    /// Whether all nodes have the properties and values that they had, in the same order: only white space, and small
    /// letters in names, differ.
    pub keeps_content: bool,
}

impl Record<'_> {
    /// The record in canonical form, without a line break at its end. Meaningful only if the record is
    /// not [malformed](Record::is_malformed): otherwise the tree is not the whole text.
    ///
    /// ```
    /// use kifu::record::{Layout, read};
    ///
    /// let record = read("(;SZ[5:5]GM[Ugo]FF[4] C[a\\b] ;C[first]b[] B[KC3])").next().unwrap();
    /// assert_eq!(
    ///     record.canonical(Layout::Nodes),
    ///     "(;FF[4]GM[ugo]SZ[5]C[ab]\n;B[Kc3]C[first])",
    /// );
    /// ```
    pub fn canonical(&self, layout: Layout) -> String {
        self.canonical_text(layout).text
    }

    /// The record as [`canonical`](Record::canonical) writes it, and whether more changes than white space.
    pub fn canonical_text(&self, layout: Layout) -> CanonicalText {
        self.laid_out(layout, true)
    }

    /// The record in the lines of the canonical form, but with the properties in their order and the
    /// values as written. Only `CA` becomes UTF-8, the encoding of all output. A record in
    /// canonical form is unchanged.
    pub fn as_written(&self, layout: Layout) -> String {
        self.laid_out(layout, false).text
    }

    /// Whether the record is in canonical form. Unlike the [form](Record::canonical) itself, this takes little memory.
    pub fn is_canonical(&self, layout: Layout) -> bool {
        const PART: usize = 64 * 1024;
        let mut rest = Some(self.text());
        let mut lines = LineWriter::new(2 * PART);
        self.lay_out(layout, true, &mut lines, &mut |text, is_end| {
            if is_end || text.len() > PART {
                rest = rest.and_then(|rest| rest.strip_prefix(text.as_str()));
                text.clear();
            }
        });
        rest == Some("")
    }

    fn laid_out(&self, layout: Layout, is_canonical: bool) -> CanonicalText {
        // A little more than the text: a text that just does not fit would get twice the room.
        let capacity = self.text.len() + self.text.len() / 16;
        let mut lines = LineWriter::new(capacity);
        let keeps_content = self.lay_out(layout, is_canonical, &mut lines, &mut |_, _| ());
        CanonicalText {
            text: lines.text,
            keeps_content,
        }
    }

    /// Writes all nodes. After each one, and at the end, `drain` may take the text so far. Returns whether
    /// only white space changes.
    fn lay_out(
        &self,
        layout: Layout,
        is_canonical: bool,
        lines: &mut LineWriter,
        drain: &mut dyn FnMut(&mut String, bool),
    ) -> bool {
        let game = self.game();
        let needs_label = !self.text.is_ascii() && !self.has_label();
        let mut keeps_content = true;
        let mut waiting = Vec::new();
        walk(self, |piece| match piece {
            WriteStep::Open => {
                lines.end();
                lines.put_parenthesis('(');
            }
            WriteStep::Close => lines.close(),
            WriteStep::Node(id) => {
                let is_unlabeled = needs_label && id == NodeId::ROOT;
                let begins = layout == Layout::Nodes || self.parent(id) == Some(NodeId::ROOT);
                let mut node = NodeWriter::new(lines, &mut waiting, begins);
                if is_canonical {
                    keeps_content &= self.put_node(id, game, is_unlabeled, &mut node);
                } else {
                    self.put_written_node(id, is_unlabeled, &mut node);
                }
                node.finish();
                drain(&mut lines.text, false);
            }
        });
        drain(&mut lines.text, true);
        keeps_content
    }

    /// The game that the root names.
    fn game(&self) -> Option<Game> {
        let mut root = self.properties(NodeId::ROOT).iter();
        let property = root.find(|property| property.name == Name::GM)?;
        let &value = self.values(property).first()?;
        Some(read_game(self.raw(value))?.game)
    }

    /// Whether the root names an encoding.
    fn has_label(&self) -> bool {
        let mut root = self.properties(NodeId::ROOT).iter();
        root.any(|property| property.name == Name::CA)
    }

    /// Writes the values of a node in their order, the first of each property with its name. The encoding is
    /// named if the node is one that should. Returns whether the properties and their values are as they were.
    fn put_node<'r>(
        &'r self,
        id: NodeId,
        game: Option<Game>,
        mut is_unlabeled: bool,
        node: &mut NodeWriter<'_, 'r>,
    ) -> bool {
        let mut properties = Cow::Borrowed(self.properties(id));
        let is_in_order = properties.is_sorted_by_key(|property| rank(property.name, id));
        if !is_in_order {
            let properties = properties.to_mut();
            properties.sort_by_key(|property| rank(property.name, id));
        }
        let mut is_same = is_in_order && !is_unlabeled;
        let label = || Token::value("CA".into(), "UTF-8".into());
        for property in properties.iter() {
            if is_unlabeled && rank(property.name, id) > rank(Name::CA, id) {
                is_unlabeled = false;
                node.put(label());
            }
            let mut name = self.letters(property);
            for &value in self.values(property) {
                let raw = self.raw(value);
                let value = canonical_value(property.name, game, raw);
                is_same &= value == raw;
                node.put(Token::value(std::mem::take(&mut name), value));
            }
        }
        if is_unlabeled {
            node.put(label());
        }
        is_same
    }

    /// Writes the values of a node as they are, the first of each property with its name.
    fn put_written_node<'r>(
        &'r self,
        id: NodeId,
        is_unlabeled: bool,
        node: &mut NodeWriter<'_, 'r>,
    ) {
        if is_unlabeled {
            node.put(Token::value("CA".into(), "UTF-8".into()));
        }
        for property in self.properties(id) {
            let mut name = self.raw(property.written);
            for &value in self.values(property) {
                let value = match (property.name, self.raw(value)) {
                    (Name::CA, raw) if !is_run_on(raw) => "UTF-8",
                    (_, raw) => raw,
                };
                node.put(Token::value(std::mem::take(&mut name).into(), value.into()));
            }
        }
    }
}

/// The rank of a property in its node.
fn rank(name: Name, node: NodeId) -> usize {
    if name.purpose() == Purpose::Move && node != NodeId::ROOT {
        return 0;
    }
    RANKS[name as usize]
}

/// The place of each name in [`ORDER`], from 1.
const RANKS: [usize; ORDER.len()] = {
    let mut ranks = [0; ORDER.len()];
    let mut at = 0;
    while at < ORDER.len() {
        ranks[ORDER[at] as usize] = at + 1;
        at += 1;
    }
    ranks
};

/// A value in canonical spelling; a value that cannot be read keeps its text.
fn canonical_value(name: Name, game: Option<Game>, raw: &str) -> Cow<'_, str> {
    if name.purpose() == Purpose::Move {
        let spelled = game.and_then(|game| spell_move(game, raw));
        return spelled.unwrap_or_else(|| keep_one_record(normalize_escapes(raw)));
    }
    let points = |raw: &str| spell_points(game?, raw);
    // In a value of two parts, a rectangle is not divided at its colon.
    let part = |raw: &str| Some(points(raw)?.replace(':', "\\:"));
    let written = match name {
        Name::AB | Name::AW | Name::AG | Name::AY | Name::STONES => {
            game.and_then(|game| spell_piece(game, raw))
        }
        Name::LINE => spell_line(raw),
        Name::PL | Name::BUTTON => spell_color(raw, game),
        Name::GM => read_game(raw).map(|written| written.game.name().to_owned()),
        Name::SZ => read_size(raw).and_then(|written| Some(written.size?.to_string())),
        Name::CA if !is_run_on(raw) => Some("UTF-8".to_owned()),
        Name::AE => points(raw),
        _ => match name.purpose() {
            Purpose::Points => points(raw),
            Purpose::Labels => split_composed(raw).and_then(|(point, text)| {
                let (spelled, text) = (part(point)?, normalize_escapes(text));
                // The text may be long, and is copied only if it changes.
                let is_kept = spelled == point && matches!(text, Cow::Borrowed(_));
                (!is_kept).then(|| format!("{spelled}:{text}"))
            }),
            Purpose::Arrows => split_composed(raw)
                .and_then(|(from, to)| Some(format!("{}:{}", part(from)?, part(to)?))),
            _ => None,
        },
    };
    written.map_or_else(|| normalize_escapes(raw), Cow::Owned)
}

/// Whether a value that should be short seems to lack its `]`: it then holds what follows, up to the next one, and must not
/// be replaced.
pub fn is_run_on(raw: &str) -> bool {
    raw.contains('[')
}

fn spell_color(raw: &str, game: Option<Game>) -> Option<String> {
    let color = unescape(raw).trim().to_ascii_uppercase();
    let is_known = match color.as_str() {
        "B" | "W" => true,
        "G" | "Y" => game == Some(Game::Margo),
        _ => false,
    };
    is_known.then_some(color)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    fn canonical(text: &str, layout: Layout) -> String {
        let record = read(text).next().expect("there is one");
        assert!(!record.is_malformed(), "{text}");
        record.canonical(layout)
    }

    #[test]
    fn content_is_kept_where_only_white_space_changes() {
        for (text, keeps_content) in [
            ("(;GM[ugo]SZ[5];B[c3];W[d3])", true),
            (
                "( ; GM[ugo]\tSiZe[5];\nB[c3] ;W[d3]C[a  b](;B[a1])(;B[a2]))",
                true,
            ),
            ("(;GM[ugo]SZ[5];B[C3];W[d3])", false),
            ("(;SZ[5]GM[ugo];B[c3])", false),
            ("(;GM[ugo]SZ[5];C[x]B[c3])", false),
            ("(;GM[Ugo]SZ[5];B[c3])", false),
            ("(;GM[ugo]SZ[5]C[\\x];B[c3])", false),
            ("(;GM[ugo]SZ[5]C[é];B[c3])", false),
            ("(;GM[ugo]CA[UTF-8]SZ[5]C[é];B[c3])", true),
            ("(;GM[ugo]CA[utf-8]SZ[5]C[é];B[c3])", false),
        ] {
            let record = read(text).next().expect("there is one");
            let canonical = record.canonical_text(Layout::Nodes);
            assert_eq!(canonical.keeps_content, keeps_content, "{text}");
            let again = read(&*canonical.text).next().expect("there is one");
            assert_eq!(again.content() == record.content(), keeps_content, "{text}");
        }
    }

    #[test]
    fn every_property_is_in_the_order_once() {
        for &name in Name::ALL.iter().chain(&[Name::Other]) {
            let places = ORDER.iter().filter(|&&other| other == name);
            assert_eq!(places.count(), 1, "{name:?}");
        }
        assert_eq!(ORDER.len(), Name::ALL.len() + 1);
    }

    #[test]
    fn values_have_one_spelling() {
        let game = |game: &str, node: &str| {
            let text = canonical(&format!("(;GM[{game}]{node})"), Layout::Nodes);
            let start = format!("(;GM[{game}]");
            text.strip_prefix(&start)
                .and_then(|rest| rest.strip_suffix(')'))
                .expect("the rest stands behind")
                .trim_start()
                .to_owned()
        };
        for (name, node, written) in [
            ("ugo", ";W[ kD\n4 ]", ";W[Kd4]"),
            ("ugo", ";B[]", ";B[pass]"),
            ("ugo", ";B[zz99999999999]", ";B[zz99999999999]"),
            ("ugo", ";B[D04]", ";B[D04]"),
            // Unescaped it would be the beginning of another record.
            (
                "ugo",
                ";B[\\(\\;x][(\\;(\\;\\y]C[(\\;]",
                ";B[(\\;x][(\\;(\\;y]C[(;]",
            ),
            ("bamogo", ";W[]", ";W[]"),
            (
                "bamogo",
                ";B[rD4,GD5];W[D4 <> D5]",
                ";B[Rd4,Gd5]\n;W[d4<>d5]",
            ),
            ("bargo", ";B[C4/NE]", ";B[c4/ne]"),
            ("sygo", ";B[D15,Q15\\,k10]", ";B[d15,q15,k10]"),
            ("margo", "AW[1C3][B\\2]AB[0c3]", "AB[0c3]AW[1c3][b2]"),
            (
                "bamogo",
                "LINE[rg  RB\nGb]STONES[rD4]",
                "STONES[Rd4]LINE[RG RB GB]",
            ),
            ("ugo", "PL[w]BUTTON[ b ]SZ[09 : 9]", "SZ[9]BUTTON[B]PL[W]"),
            ("ugo", "SZ[9:13]KM[7.0]RE[b+3]", "SZ[9:13]KM[7.0]RE[b+3]"),
            (
                "ugo",
                "LB[D4:\\a\\:b]LN[A1:B2]TR[A1:C3][ d4]",
                "TR[a1:c3][d4]LB[d4:a\\:b]LN[a1:b2]",
            ),
            (
                "sygo",
                "LB[C3\\:A1:y]AR[a1\\:B2:c3]",
                "LB[c3\\:a1:y]AR[a1\\:b2:c3]",
            ),
            ("ugo", "XxY[b\\a]copyC[é]", "CA[UTF-8]XY[ba]C[é]"),
        ] {
            assert_eq!(game(name, node), written, "{node}");
        }
        assert_eq!(
            canonical("(;GM[Chess];B[E4])", Layout::Nodes),
            "(;GM[Chess]\n;B[E4])"
        );
    }

    #[test]
    fn what_is_canonical_is_known_without_writing_it() {
        let nodes = |range: std::ops::Range<u32>| -> String {
            range.map(|n| format!("\n;B[a1]C[{n}é]")).collect()
        };
        let long = format!("(;GM[ugo]CA[UTF-8]SZ[5]{})", nodes(0..20_000));
        for text in [
            "(;GM[ugo]SZ[5])",
            "(;GM[ugo]SZ[5]\n;B[a1]\n(;W[b1])\n(;W[c1]))",
            "(;GM[ugo]SZ[5];B[a1](;W[b1])(;W[c1]))",
            "(;GM[ugo]SZ[5]\n;B[A1])",
            "(;SZ[5]GM[ugo])",
            "(;GM[ugo] SZ[5])",
            "(;GM[ugo]SZ[5]\n)",
            &long,
            &long.replace("[19999é]", "[19999 \\é]"),
            &long.replacen("\n;", " ;", 1),
        ] {
            let record = read(text).next().expect("there is one");
            for layout in [Layout::Nodes, Layout::Compact] {
                let is_canonical = record.canonical(layout) == record.text();
                assert_eq!(record.is_canonical(layout), is_canonical);
                let form = record.canonical(layout);
                let again = read(&form).next().expect("there is one");
                assert!(again.is_canonical(layout));
            }
        }
        assert!(
            read(&long)
                .next()
                .expect("there is one")
                .is_canonical(Layout::Nodes)
        );
    }

    #[test]
    fn as_written_changes_only_lines() {
        let text = "(;C[a\\b\r\n]GaMe[Ugo] B[KC3]\n[d4](;ChArset[latin1])(;))";
        let record = read(text).next().expect("there is one");
        assert_eq!(
            record.as_written(Layout::Nodes),
            "(;C[a\\b\r\n]GaMe[Ugo]B[KC3][d4]\n(;ChArset[UTF-8])\n(;))"
        );
        let neat = record.canonical(Layout::Nodes);
        let again = read(&neat).next().expect("there is one");
        assert_eq!(again.as_written(Layout::Nodes), neat);
        let compact = record.canonical(Layout::Compact);
        let again = read(&compact).next().expect("there is one");
        assert_eq!(again.as_written(Layout::Compact), compact);
    }

    #[test]
    fn lines_break_only_between_tokens() {
        let stones: String = (1..=26).map(|row| format!("[a{row}]")).collect();
        let long = "x".repeat(150);
        let text =
            format!("(;GM[ugo]AB{stones}C[{long}\ny];B[b1](;W[b2]C[{long}])(;W[b3];;B[b4]))");
        insta::assert_snapshot!(canonical(&text, Layout::Compact), @r"
        (;GM[ugo]AB[a1][a2][a3][a4][a5][a6][a7][a8][a9][a10][a11][a12][a13][a14][a15][a16][a17][a18][a19]
        [a20][a21][a22][a23][a24][a25][a26]
        C[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        y]
        ;B[b1]
        (;W[b2]
        C[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx])
        (;W[b3];;B[b4]))
        ");
        insta::assert_snapshot!(canonical(&text, Layout::Nodes), @r"
        (;GM[ugo]AB[a1][a2][a3][a4][a5][a6][a7][a8][a9][a10][a11][a12][a13][a14][a15][a16][a17][a18][a19]
        [a20][a21][a22][a23][a24][a25][a26]
        C[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        y]
        ;B[b1]
        (;W[b2]
        C[xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx])
        (;W[b3]
        ;
        ;B[b4]))
        ");
    }
}
