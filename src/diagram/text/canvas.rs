//! A sheet of characters, each with its paint, that grows as it is written on.

use super::Color;

/// What a character stands for, which decides its color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Paint {
    /// Nothing in particular.
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

impl Paint {
    /// The parameters of the terminal's "select graphic rendition". The colors of
    /// the pieces are chosen for the ground that boards have.
    fn foreground(self) -> &'static str {
        match self {
            Paint::Plain => "",
            Paint::Label => "2",
            Paint::Empty => "38;5;94",
            Paint::Player(Color::Black) => "38;5;16",
            Paint::Player(Color::White) => "38;5;231",
            Paint::Mark => "1;38;5;124",
            Paint::StoneColor(letter) => match letter {
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

/// The color of wood.
const GROUND: &str = "48;5;179";

/// One character of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CanvasCell {
    glyph: char,
    paint: Paint,
    /// Whether it lies on the board, which has a color of its own.
    ground: bool,
}

const BLANK: CanvasCell = CanvasCell {
    glyph: ' ',
    paint: Paint::Plain,
    ground: false,
};

/// The sheet. Column 0 and line 0 are its upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<CanvasCell>>,
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

    /// Whether so many characters from here on are blank.
    pub(super) fn is_blank(&self, x: usize, y: usize, length: usize) -> bool {
        (x..x + length).all(|x| self.glyph(x, y) == ' ')
    }

    /// Writes from here to the right. Every character takes one column.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str, paint: Paint) {
        for (x, glyph) in (x..).zip(text.chars()) {
            let cell = self.cell(x, y);
            cell.glyph = glyph;
            cell.paint = paint;
        }
    }

    /// Puts brackets around the characters from `x` on. Where two marked points
    /// share the column between them, one bar stands for both brackets.
    pub(super) fn bracket(&mut self, x: usize, y: usize, length: usize, pair: [char; 2]) {
        for (x, bracket) in [(x.saturating_sub(1), pair[0]), (x + length, pair[1])] {
            let cell = self.cell(x, y);
            let taken = cell.paint == Paint::Mark;
            cell.glyph = if taken { '|' } else { bracket };
            cell.paint = Paint::Mark;
        }
    }

    /// Makes part of a line board.
    pub(super) fn ground(&mut self, y: usize, columns: std::ops::Range<usize>) {
        for x in columns {
            self.cell(x, y).ground = true;
        }
    }

    /// Copies another sheet onto this one, its upper left corner here.
    pub(super) fn paste(&mut self, x: usize, y: usize, other: &Canvas) {
        for (y, line) in (y..).zip(&other.lines) {
            for (x, &cell) in (x..).zip(line) {
                if cell != BLANK {
                    *self.cell(x, y) = cell;
                }
            }
        }
    }

    /// The sheet as lines of text, without blanks at their ends.
    pub(super) fn lines(&self, color: bool) -> impl Iterator<Item = String> {
        self.lines.iter().map(move |line| {
            let end = line
                .iter()
                .rposition(|cell| cell.glyph != ' ' || (color && cell.ground))
                .map_or(0, |last| last + 1);
            let line = &line[..end];
            if color {
                painted(line)
            } else {
                line.iter().map(|cell| cell.glyph).collect()
            }
        })
    }
}

/// A line with escape sequences for its colors.
fn painted(line: &[CanvasCell]) -> String {
    let mut text = String::new();
    for run in line.chunk_by(|one, next| one.paint == next.paint && one.ground == next.ground) {
        let ground = if run[0].ground { GROUND } else { "" };
        let codes = [run[0].paint.foreground(), ground];
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
