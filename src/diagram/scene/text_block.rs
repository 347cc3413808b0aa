//! Layout of texts above and below a board. Texts of records are sanitized here: invisible
//! characters and those that change the direction of writing are removed, and what does not
//! fit is cut off.

use unicode_width::UnicodeWidthChar;

use super::{
    image_point::{FontSize, ImagePoint, Rect},
    shape::{Shape, TextRole},
};
use crate::record::is_invisible;

/// The distance between lines, in font sizes.
const LEADING: f64 = 1.4;
/// By how much bold letters are wider.
pub(in crate::diagram) const BOLD: f64 = 1.1;
/// The longest text, in font sizes: some 5,000 letters.
const MOST: f64 = 3_000.0;

/// A line of text and its size.
#[derive(Clone)]
pub(super) struct TextLine {
    role: TextRole,
    letters: f64,
    text: String,
    /// Whether it begins at the left edge of the area; otherwise it is centered.
    is_left: bool,
    /// The space above it, in font sizes.
    gap: f64,
}

/// The area above or below a board.
pub(super) struct TextBlock {
    middle: f64,
    pub(super) width: f64,
    /// The default font size.
    pub(super) letters: f64,
}

impl TextBlock {
    /// The area of a frame, with letters of the usual size or smaller ones, for a board with coordinates of this size.
    pub(super) fn of(frame: &Rect, share: f64, FontSize(coordinates): FontSize) -> TextBlock {
        /// The most by which letters are larger than coordinates.
        const LARGER: f64 = 2.2;
        let usual = (frame.width / 24.0).max(frame.longer() / 40.0);
        TextBlock {
            middle: frame.left + frame.width / 2.0,
            width: frame.width - 0.6,
            // Legible where the board is narrow, and not larger than needed where few points are shown.
            letters: usual.min(LARGER * coordinates) * share,
        }
    }

    /// Breaks a text into lines.
    pub(super) fn lines(&self, role: TextRole, size: f64, text: &str) -> Vec<TextLine> {
        let letters = self.letters * size;
        // The names of the players are bold.
        let weight = if role == TextRole::Players { BOLD } else { 1.0 };
        wrapped(text, self.width / (letters * weight), MOST)
            .into_iter()
            .map(|text| TextLine {
                role,
                letters,
                text,
                is_left: false,
                gap: 0.0,
            })
            .collect()
    }

    /// Arranges a list, whose items are separated by commas, in lines that begin at the left, a little apart from those
    /// above it.
    pub(super) fn list(&self, letters: f64, text: &str) -> Vec<TextLine> {
        const APART: f64 = 0.35;
        let lines = wrapped(text, self.width / letters, MOST).into_iter();
        let line = |(number, text)| TextLine {
            role: TextRole::MoveList,
            letters,
            text,
            is_left: true,
            gap: if number == 0 { APART } else { 0.0 },
        };
        lines.enumerate().map(line).collect()
    }

    /// Places lines above the frame, which grows to include them.
    pub(super) fn set_above(&self, frame: &mut Rect, lines: Vec<TextLine>) -> Option<Vec<Shape>> {
        let height = height(&lines)? + self.letters * 0.9;
        frame.top -= height;
        frame.height += height;
        Some(self.set(frame.top + self.letters * 0.7, lines))
    }

    /// Places lines below the frame, which grows to include them.
    pub(super) fn set_below(&self, frame: &mut Rect, lines: Vec<TextLine>) -> Option<Vec<Shape>> {
        let height = height(&lines)? + self.letters * 0.9;
        let top = frame.top + frame.height + self.letters * 0.2;
        frame.height += height;
        Some(self.set(top, lines))
    }

    fn set(&self, mut y: f64, lines: Vec<TextLine>) -> Vec<Shape> {
        let set = |TextLine {
                       role,
                       letters,
                       text,
                       is_left,
                       gap,
                   }| {
            y += letters * (gap + LEADING);
            let inset = if is_left { self.width / 2.0 } else { 0.0 };
            let at = ImagePoint {
                x: self.middle - inset,
                y: y - letters * LEADING / 2.0,
            };
            Shape::Text {
                at,
                role,
                size: FontSize(letters),
                text,
            }
        };
        lines.into_iter().map(set).collect()
    }
}

/// The height of lines; `None` if there are none.
fn height(lines: &[TextLine]) -> Option<f64> {
    let heights = (lines.iter()).map(|line| line.letters * (line.gap + LEADING));
    heights.reduce(|sum, height| sum + height)
}

/// Breaks a text between words into lines of at most this width, in font sizes; a word that is too long, wherever a
/// line ends. A text that is wider than `most` is cut.
pub(in crate::diagram) fn wrapped(text: &str, room: f64, most: f64) -> Vec<String> {
    let text = sanitized(text, most);
    let mut lines: Vec<(String, f64)> = Vec::new();
    let words = text.split(' ').flat_map(|word| {
        if width(word) <= room {
            return vec![(word, ' ')];
        }
        // What should stay together does not fit on a line.
        let parts = word.split('\u{a0}');
        parts.map(|part| (part, '\u{a0}')).collect()
    });
    for (word, blank) in words.filter(|(word, _)| !word.is_empty()) {
        let length = width(word);
        match lines.last_mut() {
            Some((line, used)) if *used + width_of(blank) + length <= room => {
                line.push(blank);
                line.push_str(word);
                *used += width_of(blank) + length;
            }
            _ if length <= room => lines.push((word.to_owned(), length)),
            _ => lines.extend(broken(word, room)),
        }
    }
    let last = lines.len().saturating_sub(1);
    let lines = lines.into_iter().map(|(text, _)| text).enumerate();
    // Nothing follows a separator at the end of a line, or precedes one at its beginning.
    let lines = lines.map(|(index, line)| {
        let line = line.strip_prefix("· ").unwrap_or(&line);
        match line.strip_suffix('·') {
            Some(line) if index < last => line.trim_end().to_owned(),
            _ => line.to_owned(),
        }
    });
    lines.collect()
}

/// The approximate width of a character, as a share of the font size. Fonts differ, so it
/// is rather too large than too small.
fn width_of(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '!' | '|' | '\'' | ' ' | '\u{a0}' => 0.32,
        '·' | '(' | ')' | '[' | ']' | '/' | '-' | 'f' | 't' | 'r' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.93,
        '<' | '>' | '=' | '+' | '~' => 0.78,
        _ => match character.width().unwrap_or(0) {
            0 => 0.0,
            1 if character.is_uppercase() => 0.7,
            1 => 0.57,
            _ => 1.05,
        },
    }
}

/// The approximate width of a text.
pub(super) fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

/// A word in pieces of at most this width, each with its width.
fn broken(word: &str, room: f64) -> Vec<(String, f64)> {
    let mut pieces = vec![(String::new(), 0.0)];
    for character in word.chars() {
        let length = width_of(character);
        if let Some((piece, used)) = pieces.last_mut()
            && (piece.is_empty() || *used + length <= room)
        {
            piece.push(character);
            *used += length;
        } else {
            pieces.push((character.to_string(), length));
        }
    }
    pieces
}

/// Whether a character is not drawn: it is invisible, unassigned or not a character.
fn is_omitted(character: char) -> bool {
    is_invisible(character)
        || matches!(character, '\u{FFF0}'..='\u{FFF8}' | '\u{FFFE}' | '\u{FFFF}')
}

/// Whether a character is invisible but decides how its neighbors are joined: `ZERO WIDTH NON-JOINER` and `ZERO WIDTH JOINER`.
fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200C}' | '\u{200D}')
}

/// Whether a joiner may have an effect beside a character: it is a letter, or a mark on one, of a script that joins.
fn can_join(character: char) -> bool {
    !character.is_ascii() && (character.is_alphabetic() || character.width() == Some(0))
}

/// A text of a record as one line of at most this width, with spaces for control
/// characters and without invisible ones. A joiner between two letters stays: some languages, such as Persian and Sinhala,
/// spell words with it.
pub(in crate::diagram) fn sanitized(text: &str, most: f64) -> String {
    // Combining marks have no width; a letter needs few of them.
    const MARKS: usize = 3;
    let mut line = String::new();
    let mut total = 0.0;
    let mut marks = 0;
    let mut joiner = None;
    for character in text.chars() {
        if is_joiner(character) && line.ends_with(can_join) {
            joiner = Some(character);
        }
        if is_omitted(character) {
            continue;
        }
        let stays = character == '\u{a0}' || !character.is_whitespace();
        let character = if character.is_control() || !stays {
            ' '
        } else {
            character
        };
        if character == ' ' && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        let is_mark = character.width() == Some(0);
        marks = if is_mark { marks + 1 } else { 0 };
        if marks > MARKS {
            continue;
        }
        total += width_of(character);
        line.extend(joiner.take().filter(|_| can_join(character)));
        line.push(character);
        if total > most {
            break;
        }
    }
    cut(&line, most)
}

/// A text cut to this width, with an ellipsis if something is missing.
fn cut(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut room = most - width_of('…');
    let fits = |character: &char| {
        room -= width_of(*character);
        room >= 0.0
    };
    let line: String = text
        .trim_end_matches('…')
        .chars()
        .take_while(fits)
        .collect();
    format!("{}…", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_records_become_sanitized() {
        assert_eq!(sanitized("a\u{1b}[31m\u{0}b", 40.0), "a [31m b");
        assert_eq!(sanitized("\u{202e}evil\u{2066}\u{feff}", 40.0), "evil");
        assert_eq!(sanitized("  two\r\n\tlines ", 40.0), "two lines ");
        assert_eq!(sanitized("Žofie 碁", 40.0), "Žofie 碁");
        assert_eq!(sanitized("碁碁碁", 3.0), "碁…");
        let zalgo = format!("a{}", "\u{301}".repeat(1_000));
        assert_eq!(sanitized(&zalgo, 5.0).chars().count(), 4);
    }

    #[test]
    fn joiners_stay_where_they_spell_words() {
        for spelled in [
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}",
            "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}",
        ] {
            assert_eq!(sanitized(spelled, 40.0), spelled);
        }
        assert_eq!(
            sanitized("a\u{200c}b\u{200d}\u{645}\u{200c} c\u{645}\u{200d}", 40.0),
            "ab\u{645} c\u{645}"
        );
        let joiners = "\u{200d}".repeat(1_000);
        assert_eq!(
            sanitized(&format!("\u{645}{joiners}\u{6cc}"), 40.0),
            "\u{645}\u{200d}\u{6cc}"
        );
    }

    #[test]
    fn texts_are_broken_and_only_endless_ones_cut() {
        assert_eq!(sanitized(&"x".repeat(1_000_000), 4.0), "xxxxx…");
        let block = TextBlock {
            middle: 5.0,
            width: 10.0,
            letters: 1.0,
        };
        let text = |text: &str| {
            let lines = block.lines(TextRole::Caption, 1.0, text).into_iter();
            lines.map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(
            text("one two three four five six"),
            ["one two three four", "five six"]
        );
        assert_eq!(
            text(&format!("a {}", "x".repeat(20))),
            ["a", "xxxxxxxxxxxxxxxxx", "xxx"]
        );
        assert_eq!(text("碁碁碁碁碁碁碁碁碁碁"), ["碁碁碁碁碁碁碁碁碁", "碁"]);
        assert_eq!(
            text("a one\u{a0}two\u{a0}three\u{a0}four\u{a0}five"),
            ["a\u{a0}one\u{a0}two\u{a0}three\u{a0}four", "five"]
        );
        let endless = text(&"x ".repeat(1_000_000));
        assert!(endless.len() < 500 && endless.concat().ends_with('…'));
        assert!(text(" \u{200b}").is_empty());
    }
}
