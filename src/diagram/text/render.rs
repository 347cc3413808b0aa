//! Whole texts: the header, the board and the notes below it.

use super::{
    canvas::{Canvas, CharRole},
    context::TextContext,
    glyphs::UNICODE,
    hexagon, notes,
    options::TextOptions,
    pyramid, square,
};
use crate::{
    diagram::content::Diagram,
    games::{Color, Game},
};

/// Draws a position: its board with the points of the last ply or of an illegal one in
/// brackets, a legend, a line with the player to move (or the result) and the button, and
/// further notes. Round brackets enclose a piece, square ones an empty point, angle ones a
/// piece that has changed its color. Lines end with `\n`, without trailing blanks.
pub fn text(diagram: &Diagram, options: &TextOptions) -> String {
    let context = TextContext::new(diagram, options);
    let (mut canvas, mut notes) = match diagram.position.game() {
        Game::Bargo => hexagon::draw(diagram, &context),
        Game::Sygo | Game::Ugo => square::stones(diagram, &context),
        Game::Bamogo => square::bamogo(diagram, &context),
        Game::Margo if options.levels => pyramid::levels(diagram, &context),
        Game::Margo => pyramid::from_above(diagram, &context),
    };
    notes.extend(notes::below(diagram, &context));
    for line in notes.iter().flat_map(|note| wrapped(note, context.width)) {
        write_note(&mut canvas, &line);
    }
    let mut text = String::new();
    let above = diagram.header.iter();
    let above = above.flat_map(|header| notes::header(header, &context));
    let lines = above.flat_map(|line| wrapped(&line, context.width));
    for line in lines.chain(canvas.lines(options.color)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// Adds a line below the board. Glyphs of pieces get the colors and the background of the
/// board: on a dark terminal a black one would look white.
fn write_note(canvas: &mut Canvas, line: &str) {
    let y = canvas.height();
    canvas.write(0, y, line, CharRole::Plain);
    for (x, character) in line.chars().enumerate() {
        let glyph = character.to_string();
        let is_piece =
            |color: &Color| [UNICODE.stone(*color), UNICODE.king(*color)].contains(&glyph.as_str());
        if let Some(color) = Color::ALL.into_iter().find(is_piece) {
            canvas.write(x, y, &glyph, CharRole::Player(color));
            canvas.fill_board(y, x..x + 1);
        }
    }
}

/// Breaks a note between words so that each line has at most this many columns.
fn wrapped(note: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut column = 0;
    for word in note.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push(String::new());
            column = 0;
        }
        if let Some(line) = lines.last_mut() {
            if column > 0 {
                line.push(' ');
                column += 1;
            }
            line.push_str(&word.replace('\u{a0}', " "));
            column += length;
        }
    }
    lines
}
