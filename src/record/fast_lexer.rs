//! The commonest tokens and the commonest spellings of moves, read byte by byte.
//!
//! The grammar defines what a token and what a move is, and reading by it costs more than
//! playing. So tokens that stand as in nearly all records, and moves that are spelled as kifu
//! writes them, are read here. Whatever this does not take as a whole goes to the grammar,
//! which alone decides and of whose tokens all errors are told. Property tests (of the moves below, of the tokens in
//! `grammar.rs`) show that the two never disagree.

use super::{
    grammar::{Kind, Token},
    scan::end_of_value,
};
use crate::games::{Direction, Game, Move, Point, StoneColor};

/// The longest value that is looked for the end of, in bytes: a text whose values are never
/// closed is not to be looked through again and again.
const LONGEST: usize = 4096;
/// The longest move that makes one token with its node.
const LONGEST_MOVE: usize = 32;

/// The token that begins here, or behind the blanks that stand here; `None` if there is none
/// or the grammar is to say.
#[inline]
pub(super) fn token(text: &[u8], from: usize) -> Option<Token> {
    let mut start = from;
    while let b' ' | b'\n' | b'\r' | b'\t' = text.get(start)? {
        start += 1;
    }
    let sign = |kind| Token {
        kind,
        start,
        end: start + 1,
        bracket: start,
    };
    match text[start] {
        b';' => Some(match plain_move(text, start) {
            Some(end) => Token {
                kind: Kind::PlainMove,
                start,
                end,
                bracket: start + 2,
            },
            None => sign(Kind::NodeStart),
        }),
        b'(' => Some(sign(Kind::Open)),
        b')' => Some(sign(Kind::Close)),
        b'[' => value(text, Kind::Value, start, start),
        byte if byte.is_ascii_alphabetic() => {
            let rest = &text[start..text.len().min(start + LONGEST)];
            let letters = rest.iter().position(|byte| !byte.is_ascii_alphabetic())?;
            let bracket = start + letters;
            (text[bracket] == b'[').then(|| value(text, Kind::NamedValue, start, bracket))?
        }
        _ => None,
    }
}

/// The end of a node's beginning with a short move in which nothing is special.
#[inline]
pub(super) fn plain_move(text: &[u8], start: usize) -> Option<usize> {
    let [b';', b'B' | b'W', b'[', rest @ ..] = &text[start..] else {
        return None;
    };
    let rest = &rest[..rest.len().min(LONGEST_MOVE)];
    let (eights, others) = rest.as_chunks();
    let found = eights
        .iter()
        .map(|&eight| special(u64::from_le_bytes(eight)));
    let length = match found.enumerate().find(|&(_, found)| found != 0) {
        Some((eight, found)) => eight * 8 + found.trailing_zeros() as usize / 8,
        None => {
            let special = |byte: &u8| matches!(byte, b']' | b'\\' | b'[' | b'(');
            eights.len() * 8 + others.iter().position(special)?
        }
    };
    (rest[length] == b']').then_some(start + 3 + length + 1)
}

/// Which of eight bytes are brackets, backslashes or opening parentheses: the lowest bit set is the
/// highest of the first of them.
fn special(eight: u64) -> u64 {
    const ONES: u64 = u64::MAX / 255;
    let is = |byte: u8| {
        let differ = eight ^ (u64::from(byte) * ONES);
        differ.wrapping_sub(ONES) & !differ & ONES << 7
    };
    is(b']') | is(b'\\') | is(b'[') | is(b'(')
}

/// A value from its bracket on.
fn value(text: &[u8], kind: Kind, start: usize, bracket: usize) -> Option<Token> {
    let mut end = bracket + 1;
    end_of_value(&text[..text.len().min(end + LONGEST)], &mut end)?;
    Some(Token {
        kind,
        start,
        end,
        bracket,
    })
}

/// Reads a move that is spelled as it is written; `None` if it is not, or is none. What `spare` has
/// room for is used for the stones of a turn.
pub(super) fn read(game: Game, raw: &str, mut spare: Vec<Point>) -> Option<Move> {
    let text = raw.as_bytes();
    match game {
        Game::Ugo => match text.split_first()? {
            (b'K', rest) => Some(Move::King(whole(rest)?)),
            // What begins with a small `k` may be a king too.
            (b'k', [b'a'..=b'z' | b'A'..=b'Z', ..]) => None,
            _ => Some(Move::Stone(whole(text)?)),
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
            if let Some((first, rest)) = stone(text) {
                let (second, rest) = stone(rest.strip_prefix(b",")?)?;
                return rest.is_empty().then_some(Move::Pair([first, second]));
            }
            let (first, rest) = space(text)?;
            let (second, rest) = space(rest.strip_prefix(b"<>")?)?;
            rest.is_empty().then_some(Move::Switch(first, second))
        }
        Game::Margo => {
            let (level, rest) = match text {
                [digit @ b'1'..=b'9', rest @ ..] => (Some(digit - b'0'), rest),
                _ => (None, text),
            };
            let point = whole(rest)?;
            Some(Move::Marble { level, point })
        }
    }
}

/// A point and nothing else.
fn whole(text: &[u8]) -> Option<Point> {
    let (point, rest) = point(text)?;
    rest.is_empty().then_some(point)
}

/// A point of one or two small letters and at most two digits, and what follows.
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
fn space(text: &[u8]) -> Option<(Point, &[u8])> {
    point(text).filter(|_| text[1].is_ascii_digit())
}

/// A stone of Bamogo.
fn stone(text: &[u8]) -> Option<((StoneColor, Point), &[u8])> {
    let (letter, rest) = text.split_first()?;
    let hue = letter.is_ascii_uppercase().then_some(char::from(*letter));
    let hue = StoneColor::from_letter(hue?)?;
    let (point, rest) = space(rest)?;
    Some(((hue, point), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::notation::move_by_grammar;

    fn agree(game: Game, text: &str) -> Result<(), TestCaseError> {
        if let Some(turn) = read(game, text, Vec::new()) {
            prop_assert_eq!(
                Some(turn),
                move_by_grammar(game, text),
                "{:?} {}",
                game,
                text
            );
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn what_is_read_here_the_grammar_reads_alike(
            text in "[a-cknesw]{0,2}[0-2]{0,3}|[KRGBkr1-3a ]?[a-ck]{1,2}[0-2]{1,3}(/[nesw]{1,2}|,[RGBa]?[a-c]{1,2}[12]{1,2}|<>[a-c]{1,2}[12]|[,<>/]|é)*",
        ) {
            for game in Game::ALL {
                agree(game, &text)?;
            }
        }

        #[test]
        fn eight_bytes_at_once_are_what_they_are_one_by_one(
            rest in prop::collection::vec(prop::sample::select(&b"])[(\\Z^_\x00\x01\x7f\x80\xdb\xdc\xdd\xa8ab1"[..]), 0..40),
            calm in 0_usize..40,
        ) {
            let text = [&b";W["[..], &b"a1".repeat(calm)[..calm], &rest].concat();
            let special = |byte: &u8| b"]\\[(".contains(byte);
            let first = text[3..].iter().take(LONGEST_MOVE).position(special);
            let end = first.filter(|&first| text[3 + first] == b']');
            prop_assert_eq!(plain_move(&text, 0), end.map(|end| end + 4));
        }

        #[test]
        fn moves_as_they_are_written_are_read_here(column in 1_u16..=52, row in 1_u16..=52, to in 1_u16..=26, edge in 0_usize..6) {
            let (point, other) = (Point::new(column, row), Point::new(to, row));
            let hue = |letter| StoneColor::from_letter(letter).expect("a color");
            let king = column <= 26;
            let mut moves = vec![
                (Game::Sygo, Move::Stone(point)),
                (Game::Sygo, Move::Stones(vec![point, other, point])),
                (Game::Bargo, Move::Walled(point, Direction::ALL[edge])),
                (Game::Bamogo, Move::Pair([(hue('R'), other), (hue('B'), other)])),
                (Game::Bamogo, Move::Switch(other, other)),
                (Game::Margo, Move::Marble { level: None, point }),
                (Game::Margo, Move::Marble { level: Some(2), point }),
            ];
            if king {
                moves.push((Game::Ugo, Move::King(point)));
                moves.push((Game::Ugo, Move::Stone(point)));
            }
            for (game, turn) in moves {
                let text = turn.to_string();
                prop_assert_eq!(read(game, &text, Vec::new()), Some(turn), "{}", text);
                agree(game, &text)?;
            }
        }
    }
}
