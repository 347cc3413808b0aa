//! Records → canonical text: one order of properties, one spelling of moves and escapes.
//!
//! The content of a record does not change: its tree, its properties, and the meaning of their values. The
//! same record in another order or spelling gives the same text, and a canonical text is unchanged.

use std::borrow::Cow;

use super::{
    arena::{NodeId, Property},
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
        self.laid_out(layout, true)
    }

    /// The record in the lines of the canonical form, but with the properties in their order and the
    /// values as written. Only `CA` becomes UTF-8, the encoding of all output. A record in
    /// canonical form is unchanged.
    pub fn as_written(&self, layout: Layout) -> String {
        self.laid_out(layout, false)
    }

    fn laid_out(&self, layout: Layout, is_canonical: bool) -> String {
        let game = self.game();
        let needs_label = !self.text.is_ascii() && !self.has_label();
        // A little more than the text: a text that just does not fit would get twice the room.
        let capacity = self.text.len() + self.text.len() / 16;
        let mut lines = LineWriter::new(capacity);
        walk(self, |piece| match piece {
            WriteStep::Open => {
                lines.end();
                lines.put(&Token::of("("));
            }
            WriteStep::Close => lines.close(),
            WriteStep::Node(id) => {
                let is_unlabeled = needs_label && id == NodeId::ROOT;
                let tokens = || -> Box<dyn Iterator<Item = Token>> {
                    let mut tokens: Box<dyn Iterator<Item = Token>> = if is_canonical {
                        Box::new(self.tokens(id, game, is_unlabeled))
                    } else {
                        Box::new(self.written_tokens(id, is_unlabeled))
                    };
                    let mut first = tokens.next().unwrap_or_else(|| Token::of(""));
                    first.head.insert(0, ';');
                    Box::new(std::iter::once(first).chain(tokens))
                };
                let begins = layout == Layout::Nodes || self.parent(id) == Some(NodeId::ROOT);
                if begins || !lines.has_room(tokens()) {
                    lines.end_before_node();
                }
                for token in tokens() {
                    lines.put(&token);
                }
            }
        });
        lines.text
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

    /// The values of a node in their order, the first of each property with its name. The encoding is
    /// named if the node is one that should.
    fn tokens(
        &self,
        id: NodeId,
        game: Option<Game>,
        mut is_unlabeled: bool,
    ) -> impl Iterator<Item = Token<'_>> {
        let mut properties: Vec<_> = self.properties(id).iter().collect();
        properties.sort_by_key(|property| rank(property.name, id));
        // Only the property that follows it, or the end, is preceded by the label.
        let properties = properties.into_iter().map(Some).chain([None]);
        properties.flat_map(move |property| {
            let is_later = |property: &Property| rank(property.name, id) > rank(Name::CA, id);
            let needs_label = is_unlabeled && property.is_none_or(is_later);
            is_unlabeled &= !needs_label;
            let label = needs_label.then(|| Token::value("CA", "UTF-8".into()));
            let values = property.into_iter().flat_map(move |property| {
                let mut name = self.letters(property);
                self.values(property).iter().map(move |&value| {
                    let value = canonical_value(property.name, game, self.raw(value));
                    Token::value(&std::mem::take(&mut name), value)
                })
            });
            label.into_iter().chain(values)
        })
    }

    /// The values of a node as they are written, the first of each property with its name.
    fn written_tokens(&self, id: NodeId, is_unlabeled: bool) -> impl Iterator<Item = Token<'_>> {
        let label = is_unlabeled.then(|| Token::value("CA", "UTF-8".into()));
        let properties = self.properties(id).iter().flat_map(move |property| {
            let mut name = self.raw(property.written);
            self.values(property).iter().map(move |&value| {
                let value = match (property.name, self.raw(value)) {
                    (Name::CA, raw) if !is_run_on(raw) => "UTF-8",
                    (_, raw) => raw,
                };
                Token::value(std::mem::take(&mut name), value.into())
            })
        });
        label.into_iter().chain(properties)
    }
}

/// The rank of a property in its node.
fn rank(name: Name, node: NodeId) -> usize {
    if name.purpose() == Purpose::Move && node != NodeId::ROOT {
        return 0;
    }
    let at = ORDER.iter().position(|&other| other == name);
    1 + at.unwrap_or(ORDER.len())
}

/// A value in canonical spelling; a value that cannot be read keeps its text.
fn canonical_value(name: Name, game: Option<Game>, raw: &str) -> Cow<'_, str> {
    let of_game = |spell: fn(Game, &str) -> Option<String>| spell(game?, raw);
    let points = |raw: &str| spell_points(game?, raw);
    let written = match name {
        Name::B | Name::W | Name::G | Name::Y => of_game(spell_move),
        Name::AB | Name::AW | Name::AG | Name::AY | Name::STONES => of_game(spell_piece),
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
    head: String,
    /// May be long.
    value: Cow<'r, str>,
    tail: &'static str,
}

impl<'r> Token<'r> {
    fn of(text: &str) -> Token<'r> {
        Token {
            head: text.to_owned(),
            value: Cow::Borrowed(""),
            tail: "",
        }
    }

    fn value(name: &str, value: Cow<'r, str>) -> Token<'r> {
        Token {
            head: format!("{name}["),
            value,
            tail: "]",
        }
    }

    /// The characters of the first line, and whether there are more lines.
    fn first_line(&self) -> (usize, bool) {
        let head = self.head.chars().count();
        match self.value.split_once('\n') {
            Some((first, _)) => (head + first.chars().count(), true),
            None => (head + self.value.chars().count() + self.tail.len(), false),
        }
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
        self.put_here(&Token::of(")"));
    }

    /// Whether tokens still fit on the line.
    fn has_room<'t>(&self, tokens: impl Iterator<Item = Token<'t>>) -> bool {
        let mut width = self.column;
        for token in tokens {
            let (first, is_broken) = token.first_line();
            width += first;
            if is_broken || width > WIDTH {
                break;
            }
        }
        width <= WIDTH
    }

    /// Writes a token, on the next line if it does not fit on this one.
    fn put(&mut self, token: &Token) {
        let (width, _) = token.first_line();
        if self.column > 1 && self.column + width > WIDTH {
            self.end();
        }
        self.put_here(token);
    }

    fn put_here(&mut self, token: &Token) {
        let Token { head, value, tail } = token;
        self.text.push_str(head);
        self.text.push_str(value);
        self.text.push_str(tail);
        self.column = match value.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + tail.len(),
            None => self.column + head.chars().count() + value.chars().count() + tail.len(),
        };
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
