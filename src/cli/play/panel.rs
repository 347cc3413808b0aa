//! The lines beside a board, pages of text, and the bars around them.

use ratatui_core::{
    buffer::Buffer,
    layout::{Position as ScreenPosition, Rect},
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthStr;

use super::{
    shown_text::beginning,
    styled_line::{StyledLine, draw_line},
};
use crate::record::safe;

/// A text of several lines that scrolls.
#[derive(Clone, Debug, Default)]
pub(super) struct ScrolledText {
    /// The first line that is shown.
    offset: usize,
    /// The lines that were shown last, and how many there are.
    shown: [usize; 2],
}

impl ScrolledText {
    /// Draws lines that fit in width. If there are more than fit, the last line of the area says so.
    pub(super) fn draw(&mut self, lines: &[StyledLine], area: Rect, buffer: &mut Buffer) {
        let room = usize::from(area.height);
        self.shown = [room, lines.len()];
        // A single line tells more than how many there are.
        let is_long = lines.len() > room && room > 1;
        let shown = if is_long {
            room.saturating_sub(1)
        } else {
            room
        };
        self.offset = self.offset.min(lines.len().saturating_sub(shown));
        let visible = lines.iter().skip(self.offset).take(shown);
        for (y, line) in (area.y..).zip(visible) {
            draw_line(line.iter(), area, y, buffer);
        }
        if is_long && area.height > 0 {
            let last = (self.offset + shown).min(lines.len());
            let note = format!(
                "{}-{last} of {} (wheel, ^P ^N)",
                self.offset + 1,
                lines.len()
            );
            let style = Style::new().add_modifier(Modifier::DIM);
            draw_line(plain(&note, style).iter(), area, area.bottom() - 1, buffer);
        }
    }

    /// Scrolls by lines.
    pub(super) fn scroll(&mut self, lines: isize) {
        self.offset = self.offset.saturating_add_signed(lines);
    }

    /// Scrolls by most of what is shown.
    pub(super) fn scroll_page(&mut self, forward: bool) {
        let lines = self.shown[0].saturating_sub(2).max(1).cast_signed();
        self.scroll(if forward { lines } else { -lines });
    }
}

/// A line in one style.
pub(super) fn plain(text: &str, style: Style) -> StyledLine {
    safe(text).chars().map(|next| (next, style)).collect()
}

/// A text in lines of at most this many columns. The columns of a table that is wider come closer to each other.
pub(super) fn wrapped(text: &str, style: Style, width: usize) -> Vec<StyledLine> {
    let mut texts: Vec<String> = beginning(text)
        .lines()
        .map(|line| safe(line).into_owned())
        .collect();
    narrow_tables(&mut texts, width);
    let lines = texts.iter().flat_map(|line| {
        let lines = textwrap::wrap(line, width.max(8)).into_iter();
        lines.map(|line| plain(&line, style)).collect::<Vec<_>>()
    });
    lines.collect()
}

/// Brings the columns of a table closer to each other if it is wider than this: the lines that have wide gaps.
fn narrow_tables(lines: &mut [String], width: usize) {
    let is_row = |line: &str| line.contains("   ");
    let rows = || lines.iter().filter(|line| is_row(line));
    if rows().all(|row| row.width() <= width) {
        return;
    }
    let longest = rows().map(|row| row.chars().count()).max().unwrap_or(0);
    let mut is_blank = vec![true; longest];
    for row in rows() {
        for (column, letter) in row.chars().enumerate() {
            is_blank[column] &= letter == ' ';
        }
    }
    // Of the columns that are blank in all rows, two of a gap stay.
    let is_kept = |column: usize| column < 2 || !is_blank[column - 2..=column].iter().all(|&is| is);
    for row in lines.iter_mut().filter(|line| is_row(line)) {
        let letters = row.chars().enumerate();
        *row = letters
            .filter(|&(column, _)| is_kept(column))
            .map(|(_, letter)| letter)
            .collect();
    }
}

/// A text in lines of at most this many columns. What follows a run of spaces, as the second column of a table, stays
/// in its column.
pub(super) fn wrapped_table(text: &str, style: Style, width: usize) -> Vec<StyledLine> {
    let lines = text.lines().flat_map(|line| {
        let safe = safe(line);
        let begin = safe.len() - safe.trim_start().len();
        let gap = safe[begin..].find("  ").map(|at| begin + at);
        let second = gap.map(|gap| safe.len() - safe[gap..].trim_start().len());
        let indent = second
            .filter(|second| *second <= width / 2)
            .unwrap_or(begin);
        let indent = " ".repeat(indent.min(width / 2));
        let options = textwrap::Options::new(width.max(8)).subsequent_indent(&indent);
        let lines = textwrap::wrap(&safe, options).into_iter();
        lines.map(|line| plain(&line, style)).collect::<Vec<_>>()
    });
    lines.collect()
}

/// A bar over the whole width.
pub(super) fn draw_bar(text: &str, area: Rect, y: u16, buffer: &mut Buffer) {
    let style = Style::new().add_modifier(Modifier::REVERSED);
    let mut line = plain(text, style);
    line.extend(std::iter::repeat_n((' ', style), usize::from(area.width)));
    draw_line(line.iter(), area, y, buffer);
}

/// Labels in a row, which can be clicked.
#[derive(Clone, Debug)]
pub(super) struct Buttons<A> {
    shown: Vec<(Rect, A)>,
}

impl<A> Default for Buttons<A> {
    /// No labels.
    fn default() -> Buttons<A> {
        Buttons { shown: Vec::new() }
    }
}

impl<A: Copy + PartialEq> Buttons<A> {
    /// Draws as many labels as fit: a key and what it does. The last ones go first, but those of `kept` actions.
    pub(super) fn draw(
        &mut self,
        labels: &[(&str, &str, A)],
        kept: &[A],
        area: Rect,
        y: u16,
        buffer: &mut Buffer,
    ) {
        self.shown.clear();
        let width = |(key, meaning, _): &(&str, &str, A)| key.len() + meaning.len() + 2;
        let mut labels = labels.to_vec();
        while labels.iter().map(width).sum::<usize>() > usize::from(area.width) + 1 {
            let is_other = |(_, _, action): &(&str, &str, A)| !kept.contains(action);
            let Some(last) = labels.iter().rposition(is_other) else {
                break;
            };
            labels.remove(last);
        }
        let mut x = area.x;
        for (key, meaning, action) in &labels {
            let width = (key.len() + meaning.len() + 1) as u16;
            if x + width > area.right() {
                break;
            }
            let rect = Rect::new(x, y, width, 1);
            let mut line = plain(key, Style::new().add_modifier(Modifier::REVERSED));
            line.extend(plain(&format!(" {meaning}"), Style::new()));
            draw_line(line.iter(), rect, y, buffer);
            self.shown.push((rect, *action));
            x += width + 1;
        }
    }

    /// The label at a location.
    pub(super) fn hit(&self, at: ScreenPosition) -> Option<A> {
        let mut shown = self.shown.iter();
        shown
            .find(|(rect, _)| rect.contains(at))
            .map(|(_, action)| *action)
    }
}

/// Where the parts of a screen are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ScreenLayout {
    pub(super) board: Rect,
    pub(super) panel: Rect,
    /// The lines at the bottom: what is typed, and the keys.
    pub(super) input: u16,
    pub(super) keys: u16,
}

/// The columns of the panel of a screen.
pub(super) fn panel_width(area: Rect, board_width: usize) -> usize {
    let layout = ScreenLayout::new(area, board_width, 0, 0);
    usize::from(layout.panel.width)
}

/// The columns that the lines beside a board have at least.
const LEAST_PANEL: u16 = 24;

impl ScreenLayout {
    /// The parts of a screen: a title, the board with the panel beside it, or below it on a narrow screen, and two
    /// lines at the bottom. What is `urgent` in the panel takes lines of a board below which it stands.
    pub(super) fn new(
        area: Rect,
        board_width: usize,
        board_height: usize,
        urgent: usize,
    ) -> ScreenLayout {
        let body = Rect {
            y: area.y + 1.min(area.height),
            height: area.height.saturating_sub(3),
            ..area
        };
        let width = u16::try_from(board_width).unwrap_or(u16::MAX);
        let height = u16::try_from(board_height).unwrap_or(u16::MAX);
        let (board, panel) = if area.width >= 2 * LEAST_PANEL {
            let board_columns = width.min(body.width - LEAST_PANEL - 1);
            let panel = Rect {
                x: body.x + board_columns + 1,
                width: body.width - board_columns - 1,
                ..body
            };
            (
                Rect {
                    width: board_columns,
                    ..body
                },
                panel,
            )
        } else {
            let urgent = u16::try_from(urgent).unwrap_or(u16::MAX);
            let least = body.height / 3;
            let panel_lines = urgent.clamp(least, (2 * least).max(least));
            let board_lines = height.min(body.height.saturating_sub(panel_lines));
            let panel = Rect {
                y: body.y + board_lines,
                height: body.height - board_lines,
                ..body
            };
            (
                Rect {
                    height: board_lines,
                    ..body
                },
                panel,
            )
        };
        ScreenLayout {
            board,
            panel,
            input: area.bottom().saturating_sub(2),
            keys: area.bottom().saturating_sub(1),
        }
    }
}
