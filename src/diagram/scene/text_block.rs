//! Setting texts above and below a board. Texts of records are made harmless here:
//! nothing that a reader cannot see, nothing that changes the direction of writing, and
//! never more than fits.

use unicode_width::UnicodeWidthChar;

use super::{FontSize, ImagePoint, Rect, Shape, TextRole};

/// From line to line, in heights of letters.
const LEADING: f64 = 1.4;

/// A line of text and its size.
#[derive(Clone)]
pub(super) struct TextLine {
    role: TextRole,
    letters: f64,
    text: String,
}

/// The strip of paper above or below a board.
pub(super) struct TextBlock {
    middle: f64,
    width: f64,
    /// The size of ordinary letters.
    letters: f64,
}

impl TextBlock {
    pub(super) fn of(frame: &Rect) -> TextBlock {
        TextBlock {
            middle: frame.left + frame.width / 2.0,
            width: frame.width - 0.6,
            letters: (frame.width / 24.0).max(0.34),
        }
    }

    /// Breaks a text into lines between words, at most so many.
    pub(super) fn lines(
        &self,
        role: TextRole,
        size: f64,
        text: &str,
        most: usize,
    ) -> Vec<TextLine> {
        let letters = self.letters * size;
        // The names of the players are bold.
        let weight = if role == TextRole::Players { 1.1 } else { 1.0 };
        let room = self.width / (letters * weight);
        let text = harmless(text, room * (most + 1) as f64);
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            match lines.last_mut() {
                Some(line) if width(line) + width(" ") + width(word) <= room => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        if lines.len() > most {
            lines.truncate(most);
            if let Some(last) = lines.last_mut() {
                last.push('…');
            }
        }
        let lines = lines.into_iter().map(|text| cut(&text, room));
        lines
            .map(|text| TextLine {
                role,
                letters,
                text,
            })
            .collect()
    }

    /// Sets lines above what is there, which grows by them.
    pub(super) fn set_above(&self, frame: &mut Rect, lines: Vec<TextLine>) -> Option<Vec<Shape>> {
        let height = height(&lines)? + self.letters * 0.9;
        frame.top -= height;
        frame.height += height;
        Some(self.set(frame.top + self.letters * 0.7, lines))
    }

    /// Sets lines below what is there, which grows by them.
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
                   }| {
            y += letters * LEADING;
            let at = ImagePoint {
                x: self.middle,
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

/// The height of lines; none if there are none.
fn height(lines: &[TextLine]) -> Option<f64> {
    let heights = lines.iter().map(|line| line.letters * LEADING);
    heights.reduce(|sum, height| sum + height)
}

/// About how wide a character is, as a share of its size. Fonts differ, so this errs
/// to the wide side.
fn width_of(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '!' | '|' | '\'' => 0.32,
        ' ' | '\u{a0}' | '·' | '(' | ')' | '[' | ']' | '/' | '-' | 'f' | 't' | 'r' => 0.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.93,
        _ => match character.width().unwrap_or(0) {
            0 => 0.0,
            1 if character.is_uppercase() => 0.7,
            1 => 0.57,
            _ => 1.05,
        },
    }
}

/// About how wide a text is.
fn width(text: &str) -> f64 {
    text.chars().map(width_of).sum()
}

/// Whether a character is neither seen nor moves what is seen, or must not stand in a
/// text at all.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{00AD}'
        | '\u{061C}'
        | '\u{180E}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{FFF0}'..='\u{FFFB}'
        | '\u{FFFE}' | '\u{FFFF}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// A text of a record in one line of at most this width: blanks for control
/// characters, nothing invisible.
pub(in crate::diagram) fn harmless(text: &str, most: f64) -> String {
    // Marks that combine with a letter take no room; a letter needs few of them.
    const MARKS: usize = 3;
    let mut line = String::new();
    let mut total = 0.0;
    let mut marks = 0;
    for character in text.chars().filter(|&character| !is_invisible(character)) {
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
    fn texts_of_records_become_harmless() {
        assert_eq!(harmless("a\u{1b}[31m\u{0}b", 40.0), "a [31m b");
        assert_eq!(harmless("\u{202e}evil\u{2066}\u{feff}", 40.0), "evil");
        assert_eq!(harmless("  two\r\n\tlines ", 40.0), "two lines ");
        assert_eq!(harmless("Žofie 碁", 40.0), "Žofie 碁");
        assert_eq!(harmless("碁碁碁", 3.0), "碁…");
        let zalgo = format!("a{}", "\u{301}".repeat(1_000));
        assert_eq!(harmless(&zalgo, 5.0).chars().count(), 4);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(harmless(&"x".repeat(1_000_000), 4.0), "xxxxx…");
        let page = TextBlock {
            middle: 5.0,
            width: 10.0,
            letters: 1.0,
        };
        let text = |text: &str, most| {
            let lines = page.lines(TextRole::Caption, 1.0, text, most).into_iter();
            lines.map(|line| line.text).collect::<Vec<_>>()
        };
        assert_eq!(
            text("one two three four five six", 9),
            ["one two three four", "five six"]
        );
        assert_eq!(
            text("one two three four five six", 1),
            ["one two three fou…"]
        );
        assert_eq!(text(&"x".repeat(50), 2), ["xxxxxxxxxxxxxxx…"]);
        assert!(text(" \u{200b}", 2).is_empty());
    }
}
