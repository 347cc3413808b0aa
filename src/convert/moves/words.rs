//! The words of a line of a move list.

use std::{iter, ops::Range};

use crate::{
    convert::game::read_foreign_move,
    games::{Color, Game, Move},
    record::column_name,
};

/// What a line consists of.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Word {
    /// A number before a move, and whether the move is not the first of its round, as after `3...`.
    Number(u32, bool),
    /// A player: whose move follows, or who does what follows.
    Player(Color),
    /// A move.
    Move(Move),
    /// A result, as `RE` states it.
    Result(String),
    /// `wins` after a player, with the rest of a result such as `3.5`, `R`, or nothing.
    Wins(String),
}

/// How moves are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    pub(super) game: Game,
    /// Whether the column after `h` is `j`.
    pub(super) skip_i: bool,
}

/// A word, and its bytes in the line.
type PlacedWord = (Word, Range<usize>);

/// The words of a line.
pub(super) struct LineWords {
    /// Those up to the first that is not understood.
    pub(super) words: Vec<PlacedWord>,
    /// The bytes of what is not understood.
    pub(super) unknown: Option<Range<usize>>,
    /// Whether a comment is left out, or `!` or `?` after a move.
    pub(super) has_remark: bool,
}

impl LineWords {
    /// Reads a line.
    pub(super) fn read(line: &str, spelling: Spelling) -> LineWords {
        let (parts, has_comment) = parts(line, spelling.game);
        let is_annotated = |(word, range): &PlacedWord| {
            matches!(word, Word::Move(_)) && line[range.clone()].contains(['!', '?'])
        };
        let mut words = Vec::new();
        let mut unknown = None;
        let mut rest = &parts[..];
        while !rest.is_empty() && unknown.is_none() {
            match read(line, rest, spelling, &mut words) {
                Ok(count) => rest = &rest[count..],
                Err(range) => unknown = Some(range),
            }
        }
        LineWords {
            has_remark: has_comment || words.iter().any(is_annotated),
            words,
            unknown,
        }
    }
}

/// The brackets around comments.
const COMMENTS: [(char, char); 3] = [('{', '}'), ('(', ')'), ('[', ']')];

/// The parts of a line between blanks and commas, and whether there is a comment. A comma before a stone is none between
/// moves where turns have several stones.
fn parts(line: &str, game: Game) -> (Vec<Range<usize>>, bool) {
    let mut parts = Vec::new();
    let mut start = None;
    let mut has_comment = false;
    let mut characters = line.char_indices().peekable();
    let end_part = |start: &mut Option<usize>, end: usize, parts: &mut Vec<Range<usize>>| {
        parts.extend(start.take().map(|start| start..end));
    };
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|&(_, next)| next);
        let is_before_stone =
            matches!(game, Game::Sygo | Game::Bamogo) && next.is_some_and(char::is_alphanumeric);
        if character == '#' && next.is_none_or(|next| !next.is_ascii_digit()) {
            end_part(&mut start, at, &mut parts);
            return (parts, true);
        }
        if let Some((_, close)) = COMMENTS.into_iter().find(|&(open, _)| open == character) {
            end_part(&mut start, at, &mut parts);
            has_comment = true;
            let rest = characters.by_ref();
            if !rest.any(|(_, character)| character == close) {
                // Without its end it is no comment, and not understood.
                parts.push(at..at + character.len_utf8());
                return (parts, has_comment);
            }
        } else if character.is_whitespace()
            || matches!(character, ';' | '|' | '#')
            || character == ',' && !is_before_stone
        {
            end_part(&mut start, at, &mut parts);
        } else {
            start.get_or_insert(at);
        }
    }
    end_part(&mut start, line.len(), &mut parts);
    (parts, has_comment)
}

/// Adds the words that one part stands for, or several together; returns the number of these parts, or else what is not
/// understood.
fn read(
    line: &str,
    parts: &[Range<usize>],
    spelling: Spelling,
    words: &mut Vec<PlacedWord>,
) -> Result<usize, Range<usize>> {
    let mut first = parts[0].clone();
    // Numbers and players before the move, as in `1.B:c3`.
    while let Some((word, rest)) = prefix(&line[first.clone()], spelling.game) {
        let start = first.end - rest.len();
        words.push((word, first.start..start));
        first.start = start;
        if rest.is_empty() {
            return Ok(1);
        }
    }
    let rest = parts.iter().take(MAX_PARTS).skip(1).cloned();
    let parts: Vec<Range<usize>> = iter::once(first.clone()).chain(rest).collect();
    let parts = &parts[..];
    if let Some((rest, count)) = wins(line, parts) {
        words.push((Word::Wins(rest), first));
        return Ok(count);
    }
    // A move may be written with blanks, such as `K d4`, `Rd4, Gd5` or `d4 <> d5`.
    for count in 1..=parts.len().min(3) {
        if count > 1 && !belong_together(line, &parts[count - 2..count], spelling.game) {
            break;
        }
        let range = first.start..parts[count - 1].end;
        if let Some(mv) = mv(&line[range.clone()], spelling) {
            words.push((Word::Move(mv), range));
            return Ok(count);
        }
    }
    let Some(result) = result(&line[first.clone()]) else {
        return Err(first);
    };
    words.push((Word::Result(result), first));
    Ok(1)
}

/// The number or the player at the beginning of a part, and the rest.
fn prefix(text: &str, game: Game) -> Option<(Word, &str)> {
    if let Some((number, is_later, rest)) = number(text) {
        return Some((Word::Number(number, is_later), rest));
    }
    let (color, rest) = player(text, game)?;
    Some((Word::Player(color), rest))
}

/// Whether two parts can be of one move: a mark such as `<>` is between them, or the first is the letter of a piece. A
/// letter and a number that stand apart are no point, since the number may be that of the next move.
fn belong_together(line: &str, parts: &[Range<usize>], game: Game) -> bool {
    let [left, right] = parts else { return false };
    let (before, after) = (&line[left.clone()], &line[right.clone()]);
    let is_mark = |character: char| matches!(character, ',' | '<' | '>' | '/');
    let is_marked = before.ends_with(is_mark) || after.starts_with(is_mark);
    let is_piece = match game {
        Game::Ugo => before.eq_ignore_ascii_case("k"),
        Game::Bamogo => before.len() == 1 || line[left.end..right.start].contains(','),
        _ => false,
    };
    (is_marked || is_piece) && !after.starts_with(|next: char| next.is_ascii_digit())
}

/// The most parts of a word.
const MAX_PARTS: usize = 4;

/// The number at the beginning of a part, whether `...` follows it, and the rest. Digits before a letter are the level of a
/// marble.
fn number(text: &str) -> Option<(u32, bool, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok()?;
    let rest = &text[digits..];
    let marked = rest.trim_start_matches(['.', ')', ':', '…']);
    // `0` and `0-1` are results, `3.5` is a margin.
    let is_number = rest.is_empty() && digits > 0 && text != "0"
        || marked.len() < rest.len() && !marked.starts_with(|next: char| next.is_ascii_digit());
    let marks = &rest[..rest.len() - marked.len()];
    let is_later = marks.contains("...") || marks.contains('…');
    is_number.then_some((number, is_later, marked))
}

/// The player at the beginning of a part, and the rest.
fn player(text: &str, game: Game) -> Option<(Color, &str)> {
    let (name, rest) = match text.split_once(':') {
        Some((name, rest)) => (name, rest),
        None => (text, ""),
    };
    let is_of_game = |color: &Color| game == Game::Margo || Color::BLACK_AND_WHITE.contains(color);
    let color = Color::ALL.into_iter().filter(is_of_game).find(|color| {
        let spelled = name.eq_ignore_ascii_case(color.name());
        let gray = *color == Color::Grey && name.eq_ignore_ascii_case("gray");
        spelled || gray || name.len() == 1 && name.starts_with(color.letter())
    })?;
    Some((color, rest))
}

/// Words for a victory after a player's name, such as `wins by 3.5`, as the end of a result, and the number of parts.
fn wins(line: &str, parts: &[Range<usize>]) -> Option<(String, usize)> {
    let word = |at: usize| {
        let range = parts.get(at)?;
        let word = line[range.clone()].trim_end_matches(['.', '!']);
        Some(word.to_ascii_lowercase())
    };
    if !matches!(&*word(0)?, "wins" | "won") {
        return None;
    }
    let (mut count, by) = match word(1).as_deref() {
        Some("by" | "on") => (3, word(2)),
        _ => (1, Some(String::new())),
    };
    let end = match &*by? {
        "" => "",
        "resignation" => "R",
        "time" | "timeout" => "T",
        "forfeit" => "F",
        "connection" => "",
        margin => {
            let is_margin = margin.split('.').all(|digits| {
                !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            });
            if !is_margin || margin.split('.').count() > 2 {
                return None;
            }
            let unit = word(3);
            let is_unit = |unit: &str| matches!(unit, "point" | "points" | "marble" | "marbles");
            count += usize::from(unit.as_deref().is_some_and(is_unit));
            return Some((margin.to_owned(), count));
        }
    };
    Some((end.to_owned(), count))
}

/// A move as people write it.
fn mv(text: &str, spelling: Spelling) -> Option<Move> {
    let bare = text.trim_end_matches(['!', '?', '.']);
    let word = match &*bare.to_ascii_lowercase() {
        "passes" | "passed" => "pass",
        "resigns" | "resigned" => "resign",
        "swaps" | "swapped" => "swap",
        _ => bare,
    };
    let is_word = ["pass", "resign", "swap", "button"]
        .iter()
        .any(|known| word.eq_ignore_ascii_case(known));
    if spelling.skip_i && !is_word {
        read_foreign_move(spelling.game, &without_i(word, spelling.game)?)
    } else {
        read_foreign_move(spelling.game, word)
    }
}

/// A move with its columns renamed from `a` to `h`, `j` to `z` to consecutive letters; `None` if it has a column `i`.
/// In Ugo and Bamogo a letter before another is the kind of a piece, and in Bargo a wall stands behind a slash.
fn without_i(text: &str, game: Game) -> Option<String> {
    let (points, wall) = match text.split_once('/') {
        Some((points, _)) => text.split_at(points.len()),
        None => (text, ""),
    };
    let mut renamed = String::new();
    let mut rest = points;
    while let Some(first) = rest.chars().next() {
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        if letters == 0 {
            renamed.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        }
        // Only columns have a row: what has none is the kind of a piece that stands apart, as in `K d4`.
        if !rest[letters..].starts_with(|next: char| next.is_ascii_digit()) {
            renamed.push_str(&rest[..letters]);
            rest = &rest[letters..];
            continue;
        }
        let has_kind = letters > 1 && matches!(game, Game::Ugo | Game::Bamogo);
        let (kind, column) = rest[..letters].split_at(usize::from(has_kind));
        renamed.push_str(kind);
        let mut number = 0_u16;
        for letter in column.to_ascii_lowercase().bytes() {
            let digit = match letter {
                b'i' => return None,
                b'a'..=b'h' => letter - b'a' + 1,
                _ => letter - b'a',
            };
            number = number.checked_mul(25)?.checked_add(digit.into())?;
        }
        renamed.push_str(&column_name(number));
        rest = &rest[letters..];
    }
    renamed.push_str(wall);
    Some(renamed)
}

/// A result as people write it.
fn result(text: &str) -> Option<String> {
    let bare = text.trim_end_matches(['.', '!']);
    if bare.eq_ignore_ascii_case("draw") || bare.eq_ignore_ascii_case("drawn") {
        return Some("0".to_owned());
    }
    let is_result = crate::record::read_result(bare).is_some();
    is_result.then(|| bare.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Point;

    fn read_line(line: &str, game: Game, skip_i: bool) -> Vec<String> {
        let LineWords { words, unknown, .. } = LineWords::read(line, Spelling { game, skip_i });
        let mut read: Vec<String> = words
            .into_iter()
            .map(|(word, range)| match word {
                Word::Number(number, false) => format!("{number}."),
                Word::Number(number, true) => format!("{number}..."),
                Word::Player(color) => format!("{}:", color.letter()),
                Word::Move(mv) => format!("{mv}@{}", range.start),
                Word::Result(result) => format!("={result}"),
                Word::Wins(end) => format!("+{end}"),
            })
            .collect();
        read.extend(unknown.map(|range| format!("?{}", &line[range])));
        read
    }

    #[test]
    fn a_line_of_a_list_is_read_as_people_write_it() {
        use Game::{Bamogo, Bargo, Margo, Sygo, Ugo};
        for (line, game, expected) in [
            ("1. c5 e5 2. pass", Margo, "1. c5@3 e5@6 2. pass@12"),
            ("1.K d4", Ugo, "1. Kd4@2"),
            ("1.c5,e5;2) 2d4!", Margo, "1. c5@2 e5@5 2. 2d4@11"),
            ("12... K d4?! (a threat) # more", Ugo, "12... Kd4@6"),
            ("3 W: a2,d3, b1", Sygo, "3. W: a2,d3@5 b1@12"),
            (
                "Rd4, Gd5  d4 <> d5 Rb2,Gb3",
                Bamogo,
                "Rd4,Gd5@0 d4<>d5@10 Rb2,Gb3@19",
            ),
            (
                "B:c4/NE | button Black resigns.",
                Bargo,
                "B: c4/ne@2 button@10 B: resign@23",
            ),
            ("W+3.5", Ugo, "=W+3.5"),
            ("White wins by 12 points. Draw", Margo, "W: +12 =0"),
            ("Black wins on time", Margo, "B: +T"),
            ("G: c5 Yellow a1 gray", Margo, "G: c5@3 Y: a1@13 G:"),
            ("Grey", Ugo, "?Grey"),
            ("1. c5 e5x 2. d4", Margo, "1. c5@3 ?e5x"),
            ("c3 ! d3", Sygo, "c3@0 ?!"),
            (r"c3 \ d3", Sygo, r"c3@0 ?\"),
            (r"c3 d\3", Sygo, r"c3@0 ?d\3"),
            ("c3 d3 .. e3", Ugo, "c3@0 d3@3 ?.."),
            ("1. ... d3", Bargo, "1. ?..."),
            ("pass?!", Sygo, "pass@0"),
            // One turn or two?
            ("a2 ,d3", Sygo, "a2@0 ?,d3"),
            ("a2,,d3", Sygo, "a2@0 ?,d3"),
            ("Rd4 ,Gd5", Bamogo, "Rd4,Gd5@0"),
            ("draw e4", Sygo, "=0 e4@5"),
            ("{closed} {open to the end", Margo, "?{"),
            // A letter and the number of the next move.
            ("1. c3 b2 2. a1 b 3. a2", Ugo, "1. c3@3 b2@6 2. a1@12 ?b"),
            ("a1 b, 3 a2", Sygo, "a1@0 ?b"),
            ("1. K 2. d4", Ugo, "1. ?K"),
            ("R d4, Gd5 d4 <>e5", Bamogo, "Rd4,Gd5@0 d4<>e5@10"),
            ("c4 /ne d 5/w", Bargo, "c4/ne@0 ?d"),
        ] {
            assert_eq!(read_line(line, game, false).join(" "), expected, "{line}");
        }
    }

    #[test]
    fn what_stands_before_a_move_may_be_repeated() {
        let read = |line: &str| read_line(line, Game::Ugo, false);
        assert_eq!(read("B:2.:x c3"), ["B:", "2.", "?x"]);
        assert_eq!(read("1.B:x"), ["1.", "B:", "?x"]);
        assert_eq!(read("1.B:c3"), ["1.", "B:", "c3@4"]);
        // Any number of times.
        let count = 200_000;
        assert_eq!(read(&"B:".repeat(count)).len(), count);
        assert_eq!(read(&"1.B:".repeat(count)).len(), 2 * count);
    }

    #[test]
    fn the_column_i_can_be_skipped() {
        let read = |line, game| read_line(line, game, true).join(" ");
        assert_eq!(read("h1 j1 Kj10 z3", Game::Ugo), "h1@0 i1@3 Ki10@6 y3@11");
        assert_eq!(read("K j3 k d2 d4", Game::Ugo), "Ki3@0 Kd2@5 d4@10");
        assert_eq!(read("i3", Game::Ugo), "?i3");
        assert_eq!(read("j4/w c4/nw", Game::Bargo), "i4/w@0 c4/nw@5");
        assert_eq!(read("Gj1,Rk2", Game::Bamogo), "Gi1,Rj2@0");
        assert_eq!(read("pass aa1,zz2", Game::Sygo), "pass@0 z1,xz2@5");
        let spelling = Spelling {
            game: Game::Margo,
            skip_i: true,
        };
        let words = LineWords::read("2j3", spelling).words;
        let point = Point::new(9, 3);
        assert_eq!(
            words[0].0,
            Word::Move(Move::Marble {
                level: Some(2),
                point
            })
        );
    }
}
