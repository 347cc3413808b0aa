//! A grid of characters with colors that grows as it is written to.

use crate::games::{Color, Point};

/// What a character represents, which decides its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum CharRole {
    /// Ordinary text.
    #[default]
    Plain,
    /// A coordinate or another label beside the board.
    Label,
    /// An empty point.
    Empty,
    /// A piece of a player, or its wall.
    Player(Color),
    /// A stone of Bamogo, by the letter of its color.
    StoneColor(char),
    /// A bracket around a marked point.
    Mark,
}

impl CharRole {
    /// The parameters of the terminal's "select graphic rendition". The colors of
    /// the pieces are chosen for the background of boards.
    fn foreground(self) -> &'static str {
        match self {
            CharRole::Plain => "",
            CharRole::Label => "2",
            CharRole::Empty => "38;5;94",
            CharRole::Player(Color::Black) => "38;5;16",
            CharRole::Player(Color::White) => "38;5;231",
            CharRole::Player(Color::Grey) => "38;5;240",
            CharRole::Player(Color::Yellow) => "38;5;228",
            CharRole::Mark => "1;38;5;124",
            CharRole::StoneColor(letter) => match letter {
                'R' => "1;38;5;160",
                'G' => "1;38;5;22",
                'B' => "1;38;5;19",
                'Y' => "1;38;5;228",
                'W' => "1;38;5;231",
                'O' => "1;38;5;202",
                'P' | 'V' => "1;38;5;91",
                _ => "1;38;5;16",
            },
        }
    }
}

/// The background of boards: the color of wood.
const BOARD_BACKGROUND: &str = "48;5;179";

/// One character of the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CanvasCell {
    glyph: char,
    role: CharRole,
    /// Whether it is part of the board, which has a background color.
    is_board: bool,
}

const BLANK: CanvasCell = CanvasCell {
    glyph: ' ',
    role: CharRole::Plain,
    is_board: false,
};

/// Lines of characters. Column 0 of line 0 is the upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<CanvasCell>>,
    /// Where points are, in columns and lines from 0.
    points: Vec<(Point, [usize; 2])>,
}

impl Canvas {
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn width(&self) -> usize {
        self.lines.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn cell(&mut self, x: usize, y: usize) -> &mut CanvasCell {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, Vec::new());
        }
        let line = &mut self.lines[y];
        if line.len() <= x {
            line.resize(x + 1, BLANK);
        }
        &mut line[x]
    }

    fn glyph(&self, x: usize, y: usize) -> char {
        let cell = self.lines.get(y).and_then(|line| line.get(x));
        cell.map_or(' ', |cell| cell.glyph)
    }

    /// Whether `length` characters from here on are blank.
    pub(super) fn is_blank(&self, x: usize, y: usize, length: usize) -> bool {
        (x..x + length).all(|x| self.glyph(x, y) == ' ')
    }

    /// Writes a text from here to the right. Every character takes one column.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str, role: CharRole) {
        for (x, glyph) in (x..).zip(text.chars()) {
            let cell = self.cell(x, y);
            cell.glyph = glyph;
            cell.role = role;
        }
    }

    /// Puts brackets around the characters from `x` on. Where two marked points
    /// share the column between them, a bar replaces both brackets.
    pub(super) fn bracket(&mut self, x: usize, y: usize, length: usize, pair: [char; 2]) {
        for (x, bracket) in [(x.saturating_sub(1), pair[0]), (x + length, pair[1])] {
            let cell = self.cell(x, y);
            let is_shared = cell.role == CharRole::Mark;
            cell.glyph = if is_shared { '|' } else { bracket };
            cell.role = CharRole::Mark;
        }
    }

    /// Gives part of a line the background of a board.
    pub(super) fn fill_board(&mut self, y: usize, columns: std::ops::Range<usize>) {
        for x in columns {
            self.cell(x, y).is_board = true;
        }
    }

    /// Notes where a point of the board is.
    pub(super) fn locate(&mut self, point: Point, x: usize, y: usize) {
        self.points.push((point, [x, y]));
    }

    /// Where the points of the board are, in columns and lines from 0.
    pub(super) fn points(&self) -> &[(Point, [usize; 2])] {
        &self.points
    }

    /// Copies another canvas onto this one, with its upper left corner here.
    pub(super) fn paste(&mut self, x: usize, y: usize, other: &Canvas) {
        let points = other.points.iter();
        let shifted = points.map(|&(point, [right, down])| (point, [x + right, y + down]));
        self.points.extend(shifted);
        for (y, line) in (y..).zip(&other.lines) {
            for (x, &cell) in (x..).zip(line) {
                if cell != BLANK {
                    *self.cell(x, y) = cell;
                }
            }
        }
    }

    /// The lines as text, without trailing blanks.
    pub(super) fn lines(&self, color: bool) -> impl Iterator<Item = String> {
        self.lines.iter().map(move |line| {
            let end = line
                .iter()
                .rposition(|cell| cell.glyph != ' ' || (color && cell.is_board))
                .map_or(0, |last| last + 1);
            let line = &line[..end];
            if color {
                colored(line)
            } else {
                line.iter().map(|cell| cell.glyph).collect()
            }
        })
    }
}

/// A line with escape sequences for its colors.
fn colored(line: &[CanvasCell]) -> String {
    let mut text = String::new();
    for run in line.chunk_by(|one, next| one.role == next.role && one.is_board == next.is_board) {
        let background = if run[0].is_board {
            BOARD_BACKGROUND
        } else {
            ""
        };
        let codes = [run[0].role.foreground(), background];
        let codes: Vec<&str> = codes.into_iter().filter(|code| !code.is_empty()).collect();
        if !codes.is_empty() {
            text.push_str("\x1b[");
            text.push_str(&codes.join(";"));
            text.push('m');
        }
        text.extend(run.iter().map(|cell| cell.glyph));
        if !codes.is_empty() {
            text.push_str("\x1b[0m");
        }
    }
    text
}
