//! Records → canonical text: one order of properties, one spelling of moves and escapes.
//!
//! The content of a record does not change: its tree, its properties, and the meaning of their values. The
//! same record in another order or spelling gives the same text, and a canonical text is unchanged.

use std::borrow::Cow;

use memchr::memchr;

use super::{
    arena::NodeId,
    model::Record,
    notation::{spell_line, spell_move, spell_piece, spell_points},
    property::{Name, Purpose},
    text::{normalize_escapes, split_composed, unescape},
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

/// The column after which a line is broken where it can be.
const WIDTH: usize = 100;

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

    fn laid_out(&self, layout: Layout, is_canonical: bool) -> CanonicalText {
        let game = self.game();
        let needs_label = !self.text.is_ascii() && !self.has_label();
        // A little more than the text: a text that just does not fit would get twice the room.
        let capacity = self.text.len() + self.text.len() / 16;
        let mut lines = LineWriter::new(capacity);
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
                let mut node = NodeWriter::new(&mut lines, &mut waiting, begins);
                if is_canonical {
                    keeps_content &= self.put_node(id, game, is_unlabeled, &mut node);
                } else {
                    self.put_written_node(id, is_unlabeled, &mut node);
                }
                node.finish();
            }
        });
        CanonicalText {
            text: lines.text,
            keeps_content,
        }
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
            let mut name = self.capital_letters(property);
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
        return spelled.unwrap_or_else(|| normalize_escapes(raw));
    }
    let points = |raw: &str| spell_points(game?, raw);
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
                Some(format!("{}:{}", points(point)?, normalize_escapes(text)))
            }),
            Purpose::Arrows => split_composed(raw)
                .and_then(|(from, to)| Some(format!("{}:{}", points(from)?, points(to)?))),
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

/// A piece of text that is not broken, except within its value.
struct Token<'r> {
    /// The semicolon of the node that it begins, or nothing.
    mark: &'static str,
    name: Cow<'r, str>,
    /// May be long. `None` in a node without properties.
    value: Option<Cow<'r, str>>,
}

impl<'r> Token<'r> {
    const EMPTY_NODE: Token<'static> = Token {
        mark: ";",
        name: Cow::Borrowed(""),
        value: None,
    };

    fn value(name: Cow<'r, str>, value: Cow<'r, str>) -> Token<'r> {
        Token {
            mark: "",
            name,
            value: Some(value),
        }
    }

    fn begin_node(&mut self) {
        self.mark = ";";
    }

    /// The characters of the first line, and those of the last one if there are more.
    fn widths(&self) -> (usize, Option<usize>) {
        let head = self.mark.len() + characters(&self.name);
        let Some(value) = &self.value else {
            return (head, None);
        };
        let first = memchr(b'\n', value.as_bytes());
        match first.and_then(|first| Some((first, value.rsplit_once('\n')?))) {
            None => (head + characters(value) + 2, None),
            Some((first, (_, last))) => {
                let first = head + 1 + characters(&value[..first]);
                (first, Some(characters(last) + 1))
            }
        }
    }
}

/// The number of characters of a text.
fn characters(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// Text with line breaks between its tokens.
struct LineWriter {
    text: String,
    /// Characters on the line so far.
    column: usize,
}

impl LineWriter {
    fn new(capacity: usize) -> LineWriter {
        LineWriter {
            text: String::with_capacity(capacity),
            column: 0,
        }
    }

    /// Ends the line, if it is not empty.
    fn end(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.column = 0;
        }
    }

    /// Ends the line, unless it has only the parenthesis that the node belongs to.
    fn end_before_node(&mut self) {
        if self.column > 1 || !self.text.ends_with('(') {
            self.end();
        }
    }

    /// Closes a variation: on the next line if this one is exactly full, but not if it is already too long.
    fn close(&mut self) {
        if self.column == WIDTH {
            self.end();
        }
        self.put_parenthesis(')');
    }

    fn put_parenthesis(&mut self, parenthesis: char) {
        self.text.push(parenthesis);
        self.column += 1;
    }

    /// Whether tokens still fit on the line.
    fn has_room(&self, tokens: &[Token]) -> bool {
        let mut width = self.column;
        for token in tokens {
            let (first, last) = token.widths();
            width += first;
            if last.is_some() || width > WIDTH {
                break;
            }
        }
        width <= WIDTH
    }

    /// Writes a token, on the next line if it does not fit on this one.
    fn put(&mut self, token: &Token) {
        let (first, last) = token.widths();
        if self.column > 1 && self.column + first > WIDTH {
            self.end();
        }
        self.text.push_str(token.mark);
        self.text.push_str(&token.name);
        if let Some(value) = &token.value {
            self.text.push('[');
            self.text.push_str(value);
            self.text.push(']');
        }
        self.column = last.unwrap_or(self.column + first);
    }
}

/// Writes the tokens of a node, on the next line if they do not fit on this one. Only as many tokens wait as decide
/// that: a node may have millions.
struct NodeWriter<'w, 'r> {
    lines: &'w mut LineWriter,
    waiting: &'w mut Vec<Token<'r>>,
    /// Whether it is known on which line the node begins.
    is_placed: bool,
    has_begun: bool,
}

impl<'w, 'r> NodeWriter<'w, 'r> {
    /// A node, which begins a line if it `begins` one.
    fn new(
        lines: &'w mut LineWriter,
        waiting: &'w mut Vec<Token<'r>>,
        begins: bool,
    ) -> NodeWriter<'w, 'r> {
        if begins {
            lines.end_before_node();
        }
        NodeWriter {
            lines,
            waiting,
            is_placed: begins,
            has_begun: false,
        }
    }

    fn put(&mut self, mut token: Token<'r>) {
        if !self.has_begun {
            self.has_begun = true;
            token.begin_node();
        }
        if self.is_placed {
            self.lines.put(&token);
            return;
        }
        self.waiting.push(token);
        // A value has two characters at least, its brackets.
        if self.waiting.len() > WIDTH / 2 {
            self.place();
        }
    }

    fn place(&mut self) {
        if !self.lines.has_room(self.waiting) {
            self.lines.end_before_node();
        }
        for token in self.waiting.drain(..) {
            self.lines.put(&token);
        }
        self.is_placed = true;
    }

    fn finish(mut self) {
        if !self.has_begun {
            self.put(Token::EMPTY_NODE);
        }
        if !self.is_placed {
            self.place();
        }
    }
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
