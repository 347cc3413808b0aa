//! Characters with their styles, in lines on the screen.

use ratatui_core::{
    buffer::Buffer,
    layout::{Position as ScreenPosition, Rect},
    style::{Color as ScreenColor, Modifier, Style},
};
use unicode_width::UnicodeWidthChar;

/// For what goes wrong: red by the terminal's own palette.
pub(super) const RED: ScreenColor = ScreenColor::Indexed(1);

/// A line of characters with their styles.
pub(super) type StyledLine = Vec<(char, Style)>;

/// Draws characters from the left of an area on.
pub(super) fn draw_line<'l>(
    line: impl Iterator<Item = &'l (char, Style)>,
    area: Rect,
    y: u16,
    buffer: &mut Buffer,
) {
    // Nobody reads more marks on one letter.
    const MOST_MARKS: usize = 8;
    let mut next = area.x;
    let mut last = area.x;
    for (character, style) in line {
        let width = u16::try_from(character.width().unwrap_or(1)).unwrap_or(1);
        if width == 0 {
            // A mark on the letter before.
            let before = (next > area.x).then(|| buffer.cell_mut(ScreenPosition::new(last, y)));
            let before = before.flatten();
            if let Some(cell) = before.filter(|cell| cell.symbol().chars().count() < MOST_MARKS) {
                let marked = format!("{}{character}", cell.symbol());
                cell.set_symbol(&marked);
            }
            continue;
        }
        if area.right() - next < width {
            break;
        }
        last = next;
        next += width;
        for x in last..next {
            if let Some(cell) = buffer.cell_mut(ScreenPosition::new(x, y)) {
                // The columns behind a wide character are part of it.
                cell.set_char(if x == last { *character } else { ' ' })
                    .set_style(*style);
            }
        }
        if next >= area.right() {
            break;
        }
    }
}

/// A line of a text diagram, whose escape sequences become styles.
pub(super) fn styled(line: &str) -> StyledLine {
    let mut out = Vec::new();
    let mut style = Style::new();
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if let Some(sequence) = rest.strip_prefix('[').filter(|_| character == '\u{1b}')
            && let Some((codes, after)) = sequence.split_once('m')
        {
            style = rendition(codes);
            rest = after;
            continue;
        }
        out.push((character, style));
    }
    out
}

/// The style of the parameters of "select graphic rendition" that diagrams use.
fn rendition(codes: &str) -> Style {
    let mut style = Style::new();
    let mut codes = codes.split(';');
    while let Some(code) = codes.next() {
        match code {
            "1" => style = style.add_modifier(Modifier::BOLD),
            "2" => style = style.add_modifier(Modifier::DIM),
            "38" | "48" => {
                let number = codes.nth(1).and_then(|number| number.parse().ok());
                let color = number.map_or(ScreenColor::Reset, ScreenColor::Indexed);
                style = match code {
                    "38" => style.fg(color),
                    _ => style.bg(color),
                };
            }
            _ => {}
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_those_of_the_diagram() {
        let line = styled("a\u{1b}[1;38;5;124;48;5;179mb\u{1b}[0mc");
        let characters: String = line.iter().map(|(character, _)| character).collect();
        assert_eq!(characters, "abc");
        let expected = Style::new()
            .fg(ScreenColor::Indexed(124))
            .bg(ScreenColor::Indexed(179))
            .add_modifier(Modifier::BOLD);
        assert_eq!(line[1].1, expected);
        assert_eq!(line[2].1, Style::new());
    }

    #[test]
    fn characters_take_their_columns() {
        let area = Rect::new(0, 0, 6, 1);
        let drawn = |text: &str| -> Vec<String> {
            let line: StyledLine = text.chars().map(|next| (next, Style::new())).collect();
            let mut buffer = Buffer::empty(area);
            draw_line(line.iter(), area, 0, &mut buffer);
            (0..6).map(|x| buffer[(x, 0)].symbol().to_owned()).collect()
        };
        assert_eq!(
            drawn("a\u{56f2}b\u{7881}"),
            ["a", "\u{56f2}", " ", "b", "\u{7881}", " "]
        );
        // Half of a wide character is not drawn.
        assert_eq!(drawn("abcde\u{56f2}")[5], " ");
        assert_eq!(drawn("e\u{301}f")[..2], ["e\u{301}", "f"]);
        assert_eq!(drawn("\u{301}f")[0], "f");
        let hostile = format!("e{}f", "\u{301}".repeat(1000));
        assert!(drawn(&hostile)[0].len() < 40);
        assert_eq!(drawn(&hostile)[1], "f");
    }
}
