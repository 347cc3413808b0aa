//! The byte-level lexer: frequent tokens, the skipping of whole records, canonical moves, and plain numbers.
//!
//! The grammar defines what a token and what a move is, see `lexer.rs` for the division of work. Everything that reads bytes without the grammar is in this file:
//!
//! - [`token`], [`read_move`] and [`is_digits`] take only what is spelled as in nearly all records, and return `None`
//!   for everything else.
//! - [`ByteScanner`] runs over bytes that come in blocks and marks the parts of tokens. It serves to skip
//!   records and to find the name of the encoding, before there is a text for the grammar.
//!
//! The tests below compare each of them with the grammar.

use memchr::memchr2;

use super::token::{Token, TokenKind, is_blank};
use crate::games::{Direction, Game, Move, Point, StoneColor};

/// The longest value whose end is searched for, in bytes: a text whose values are never
/// closed must not be searched again and again.
const MAX_VALUE: usize = 4096;
/// The longest move that makes one token with its node, in bytes.
pub(super) const MAX_PLAIN_MOVE: usize = 32;

/// The token that begins here, or after the blanks here; `None` if there is none, or if the grammar has
/// to decide.
#[inline]
pub(super) fn token(text: &[u8], from: usize) -> Option<Token> {
    let mut start = from;
    while let b' ' | b'\n' | b'\r' | b'\t' = text.get(start)? {
        start += 1;
    }
    let single = |kind| Token {
        kind,
        start,
        end: start + 1,
        bracket: start,
    };
    match text[start] {
        b';' => Some(match plain_move(text, start) {
            Some(end) => Token {
                kind: TokenKind::PlainMove,
                start,
                end,
                bracket: start + 2,
            },
            None => single(TokenKind::NodeStart),
        }),
        b'(' => Some(single(TokenKind::Open)),
        b')' => Some(single(TokenKind::Close)),
        b'[' => value(text, TokenKind::Value, start, start),
        byte if byte.is_ascii_alphabetic() => {
            let rest = &text[start..text.len().min(start + MAX_VALUE)];
            let letters = rest.iter().position(|byte| !byte.is_ascii_alphabetic())?;
            let bracket = start + letters;
            (text[bracket] == b'[').then(|| value(text, TokenKind::NamedValue, start, bracket))?
        }
        _ => None,
    }
}

/// The end of `;B[…]` or `;W[…]` with a short move that has no special byte.
#[inline]
pub(super) fn plain_move(text: &[u8], start: usize) -> Option<usize> {
    let [b';', b'B' | b'W', b'[', rest @ ..] = &text[start..] else {
        return None;
    };
    let rest = &rest[..rest.len().min(MAX_PLAIN_MOVE)];
    let (words, others) = rest.as_chunks();
    let masks = words
        .iter()
        .map(|&word| special_bytes(u64::from_le_bytes(word)));
    let length = match masks.enumerate().find(|&(_, mask)| mask != 0) {
        Some((word, mask)) => word * 8 + mask.trailing_zeros() as usize / 8,
        None => {
            let is_special = |byte: &u8| matches!(byte, b']' | b'\\' | b'[' | b'(');
            words.len() * 8 + others.iter().position(is_special)?
        }
    };
    (rest[length] == b']').then_some(start + 3 + length + 1)
}

/// The number of blanks that a text begins with, of those that are usual.
#[inline]
pub(super) fn blanks(text: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    text.iter().take_while(is_blank).count()
}

/// A mask of the bytes that are brackets, backslashes or opening parentheses. Only the lowest bit set
/// is reliable: it is the highest bit of the first such byte.
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let equal_to = |byte: u8| {
        let differ = word ^ (u64::from(byte) * ONES);
        differ.wrapping_sub(ONES) & !differ & ONES << 7
    };
    equal_to(b']') | equal_to(b'\\') | equal_to(b'[') | equal_to(b'(')
}

/// A value from its bracket on.
fn value(text: &[u8], kind: TokenKind, start: usize, bracket: usize) -> Option<Token> {
    let mut end = bracket + 1;
    end_of_value(&text[..text.len().min(end + MAX_VALUE)], &mut end)?;
    Some(Token {
        kind,
        start,
        end,
        bracket,
    })
}

/// The value that begins exactly here, perhaps with its name, however long it is and even if it is not
/// closed; `None` if there is none.
pub(super) fn long_value(text: &[u8], start: usize) -> Option<Token> {
    let is_letter = |byte: &&u8| byte.is_ascii_alphabetic();
    let letters = text[start..].iter().take_while(is_letter).count();
    let mut bracket = start + letters;
    if letters > 0 {
        let blanks = text[bracket..].iter();
        bracket += blanks
            .take_while(|&&byte| is_blank(char::from(byte)))
            .count();
    }
    if text.get(bracket) != Some(&b'[') {
        return None;
    }
    let mut end = bracket + 1;
    let kind = match (end_of_value(text, &mut end), letters) {
        (Some(_), 0) => TokenKind::Value,
        (Some(_), _) => TokenKind::NamedValue,
        (None, _) => TokenKind::UnclosedValue,
    };
    Some(Token {
        kind,
        start,
        end: if kind == TokenKind::UnclosedValue {
            text.len()
        } else {
            end
        },
        bracket,
    })
}

/// Moves `at` behind the bracket that closes a value and returns where that bracket is. Without one
/// `at` stops at the end of the bytes, or at a backslash that ends them.
fn end_of_value(bytes: &[u8], at: &mut usize) -> Option<usize> {
    loop {
        let Some(found) = memchr2(b']', b'\\', &bytes[*at..]) else {
            *at = bytes.len();
            return None;
        };
        let found = *at + found;
        if bytes[found] == b']' {
            *at = found + 1;
            return Some(found);
        }
        // The character after a backslash is literal. Its other bytes, if any, are never special.
        if found + 1 == bytes.len() {
            *at = found;
            return None;
        }
        *at = found + 2;
    }
}

/// What a [`ByteScanner`] has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Open,
    Close,
    NodeStart,
    /// A whole node start with a move, as [`TokenKind::PlainMove`].
    PlainMove,
    /// The bracket that opens a value, the first of a property or another.
    ValueStart {
        is_first: bool,
    },
    /// The bracket that closes a value.
    ValueEnd,
}

/// Marks the tokens of bytes that come in blocks, of which it keeps none. Text that is not allowed
/// outside values is passed over; [`name`](Self::name) tells whether a value belongs to a property.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ByteScanner {
    state: ScanState,
    name: CapitalLetters,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ScanState {
    #[default]
    Outside,
    InName,
    /// After the blanks that follow a name.
    AfterName,
    InValue,
    /// After a backslash in a value.
    InEscape,
    AfterValue,
}

impl ByteScanner {
    /// The capital letters of the name that the last value, or the next one, belongs to; empty
    /// if there is none, and for a name longer than all that the format knows.
    pub(super) fn name(&self) -> &[u8] {
        self.name.get()
    }

    /// Skips the plain moves that follow a plain move, which are most of a record; returns their number.
    pub(super) fn skip_plain_moves(&mut self, bytes: &[u8], at: &mut usize) -> u32 {
        let mut count = 0;
        loop {
            let start = *at + blanks(&bytes[*at..]);
            let Some(end) = plain_move(bytes, start) else {
                return count;
            };
            self.name.clear();
            self.name.push(bytes[start + 1]);
            *at = end;
            count += 1;
        }
    }

    /// Continues at `at`, which ends up behind what is marked; `None` at the end of the block.
    #[inline]
    pub(super) fn next(&mut self, bytes: &[u8], at: &mut usize) -> Option<Mark> {
        while let Some(&byte) = bytes.get(*at) {
            match self.state {
                ScanState::InValue => {
                    if end_of_value(bytes, at).is_some() {
                        self.state = ScanState::AfterValue;
                        return Some(Mark::ValueEnd);
                    }
                    if *at < bytes.len() {
                        *at += 1;
                        self.state = ScanState::InEscape;
                    }
                    return None;
                }
                ScanState::InEscape => {
                    *at += 1;
                    self.state = ScanState::InValue;
                    continue;
                }
                _ => {}
            }
            if byte.is_ascii_alphabetic() {
                if self.state != ScanState::InName {
                    self.name.clear();
                    self.state = ScanState::InName;
                }
                self.name.push(byte);
                *at += 1;
                continue;
            }
            let mark = match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => {
                    if self.state == ScanState::InName {
                        self.state = ScanState::AfterName;
                    }
                    *at += 1;
                    continue;
                }
                b'[' => {
                    let is_first = matches!(self.state, ScanState::InName | ScanState::AfterName);
                    self.state = ScanState::InValue;
                    *at += 1;
                    return Some(Mark::ValueStart { is_first });
                }
                b';' => match plain_move(bytes, *at) {
                    Some(end) => {
                        self.name.clear();
                        self.name.push(bytes[*at + 1]);
                        self.state = ScanState::AfterValue;
                        *at = end;
                        return Some(Mark::PlainMove);
                    }
                    None => Some(Mark::NodeStart),
                },
                b'(' => Some(Mark::Open),
                b')' => Some(Mark::Close),
                _ => None,
            };
            self.name.clear();
            self.state = ScanState::Outside;
            *at += 1;
            if mark.is_some() {
                return mark;
            }
        }
        None
    }
}

/// The capital letters of a name; lower-case letters do not count.
#[derive(Clone, Copy, Debug, Default)]
struct CapitalLetters {
    letters: [u8; CapitalLetters::MAX],
    /// More than fit, if there are too many.
    count: u8,
}

impl CapitalLetters {
    /// More letters than any name of the format has.
    const MAX: usize = 8;

    fn clear(&mut self) {
        self.count = 0;
    }

    fn push(&mut self, letter: u8) {
        if letter.is_ascii_uppercase() {
            if let Some(next) = self.letters.get_mut(usize::from(self.count)) {
                *next = letter;
            }
            self.count = (self.count + 1).min(Self::MAX as u8 + 1);
        }
    }

    fn get(&self) -> &[u8] {
        self.letters
            .get(..usize::from(self.count))
            .unwrap_or_default()
    }
}

/// Reads a move in canonical spelling; `None` for any other spelling, and for a text that is not a
/// move. The memory of `spare` is used for the stones of a turn.
pub(super) fn read_move(game: Game, raw: &str, spare: Vec<Point>) -> Option<Move> {
    placement(game, raw.as_bytes(), spare).or_else(|| word(game, raw))
}

/// A move that is a word.
fn word(game: Game, text: &str) -> Option<Move> {
    match (text, game) {
        ("pass", _) => Some(Move::Pass),
        ("resign", _) => Some(Move::Resign),
        ("button", Game::Bargo | Game::Ugo) => Some(Move::Button),
        ("swap", Game::Margo) => Some(Move::Swap),
        _ => None,
    }
}

/// A move that names points.
fn placement(game: Game, text: &[u8], mut spare: Vec<Point>) -> Option<Move> {
    match game {
        Game::Ugo => match text.split_first()? {
            (b'K', rest) => Some(Move::King(whole_point(rest)?)),
            // A small `k` can be a king or a column.
            (b'k', [b'a'..=b'z' | b'A'..=b'Z', ..]) => None,
            _ => Some(Move::Stone(whole_point(text)?)),
        },
        Game::Sygo => {
            let (first, mut rest) = point(text)?;
            if rest.is_empty() {
                return Some(Move::Stone(first));
            }
            spare.clear();
            spare.push(first);
            while let Some((b',', next)) = rest.split_first() {
                let (next, more) = point(next)?;
                spare.push(next);
                rest = more;
            }
            rest.is_empty().then_some(Move::Stones(spare))
        }
        Game::Bargo => {
            let (point, rest) = point(text)?;
            let edge = match rest {
                b"/e" => Direction::E,
                b"/ne" => Direction::Ne,
                b"/nw" => Direction::Nw,
                b"/w" => Direction::W,
                b"/sw" => Direction::Sw,
                b"/se" => Direction::Se,
                _ => return None,
            };
            Some(Move::Walled(point, edge))
        }
        Game::Bamogo => {
            if let Some((first, rest)) = colored_stone(text) {
                let (second, rest) = colored_stone(rest.strip_prefix(b",")?)?;
                return rest.is_empty().then_some(Move::Pair([first, second]));
            }
            let (first, rest) = single_letter_point(text)?;
            let (second, rest) = single_letter_point(rest.strip_prefix(b"<>")?)?;
            rest.is_empty().then_some(Move::Switch(first, second))
        }
        Game::Margo => {
            let (level, rest) = match text {
                [digit @ b'1'..=b'9', rest @ ..] => (Some(digit - b'0'), rest),
                _ => (None, text),
            };
            let point = whole_point(rest)?;
            Some(Move::Marble { level, point })
        }
    }
}

/// Whether a text is a number without a sign and a fraction.
pub(super) fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text that is one point.
fn whole_point(text: &[u8]) -> Option<Point> {
    let (point, rest) = point(text)?;
    rest.is_empty().then_some(point)
}

/// A point of one or two small letters and at most two digits, and the text after it.
fn point(text: &[u8]) -> Option<(Point, &[u8])> {
    let letter = |byte: u8| u16::from(byte - b'a') + 1;
    let digit = |byte: u8| u16::from(byte - b'0');
    let (column, rest) = match text {
        [one @ b'a'..=b'z', two @ b'a'..=b'z', rest @ ..] => {
            (letter(*one) * 26 + letter(*two), rest)
        }
        [one @ b'a'..=b'z', rest @ ..] => (letter(*one), rest),
        _ => return None,
    };
    let (row, rest) = match rest {
        [one @ b'1'..=b'9', two @ b'0'..=b'9', rest @ ..] => (digit(*one) * 10 + digit(*two), rest),
        [one @ b'1'..=b'9', rest @ ..] => (digit(*one), rest),
        _ => return None,
    };
    Some((Point::new(column, row), rest))
}

/// A point whose column is one letter.
fn single_letter_point(text: &[u8]) -> Option<(Point, &[u8])> {
    point(text).filter(|_| text[1].is_ascii_digit())
}

/// A stone of Bamogo: its color and its point.
fn colored_stone(text: &[u8]) -> Option<((StoneColor, Point), &[u8])> {
    let (letter, rest) = text.split_first()?;
    let letter = letter.is_ascii_uppercase().then_some(char::from(*letter));
    let color = StoneColor::from_letter(letter?)?;
    let (point, rest) = single_letter_point(rest)?;
    Some(((color, point), rest))
}

#[cfg(test)]
mod tests;
