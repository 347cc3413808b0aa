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
    diagram::{content::Diagram, scene::after_ply},
    games::{Color, Game, Point},
};

/// Draws a position: its board with the points of the last ply or of an illegal one in
/// brackets, a legend, a line with the player to move (or the result) and the button, and
/// further notes. Round brackets enclose a piece, square ones an empty point, angle ones a
/// piece that has changed its color. Lines end with `\n`, without trailing blanks.
pub fn text(diagram: &Diagram, options: &TextOptions) -> String {
    let context = TextContext::new(diagram, options);
    let (mut canvas, legend) = board(diagram, &context, options);
    write_notes(&mut canvas, &legend, context.width);
    if let Some(after) = diagram.board_after() {
        let (board, legend) = board(&after, &TextContext::new(&after, options), options);
        write_notes(&mut canvas, &[after_ply(&after) + ":"], context.width);
        canvas.paste(0, canvas.height(), &board);
        write_notes(&mut canvas, &legend, context.width);
    }
    write_notes(&mut canvas, &notes::below(diagram, &context), context.width);
    if !options.levels {
        let hidden: Vec<String> = pyramid::hidden(diagram).into_iter().collect();
        write_notes(&mut canvas, &hidden, context.width);
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

/// A board as text, for a screen on which points can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextBoard {
    /// The lines of the board, without line breaks.
    pub board: Vec<String>,
    /// Where the points are: the column and the line of their first character, from 0. On a pyramid these are the
    /// points that have a marble or could get one; seen level by level, some are there several times.
    pub points: Vec<(Point, [usize; 2])>,
    /// The lines below the board, which [`text`] appends to it.
    pub notes: Vec<String>,
}

/// Draws what [`text`] does, but for the header: the board and the lines below it separately, the latter at most
/// `notes_width` characters wide.
pub fn text_board(diagram: &Diagram, options: &TextOptions, notes_width: usize) -> TextBoard {
    let context = TextContext::new(diagram, options);
    let (canvas, mut notes) = board(diagram, &context, options);
    notes.extend(notes::below(diagram, &context));
    let mut below = Canvas::default();
    write_notes(&mut below, &notes, notes_width.max(20));
    TextBoard {
        board: canvas.lines(options.color).collect(),
        points: canvas.points().to_vec(),
        notes: below.lines(options.color).collect(),
    }
}

/// The board, and what its signs mean.
fn board(diagram: &Diagram, context: &TextContext, options: &TextOptions) -> (Canvas, Vec<String>) {
    match diagram.position.game() {
        Game::Bargo => hexagon::draw(diagram, context),
        Game::Sygo | Game::Ugo => square::stones(diagram, context),
        Game::Bamogo => square::bamogo(diagram, context),
        Game::Margo if options.levels => pyramid::levels(diagram, context),
        Game::Margo => pyramid::from_above(diagram, context),
    }
}

fn write_notes(canvas: &mut Canvas, notes: &[String], width: usize) {
    for line in notes.iter().flat_map(|note| wrapped(note, width)) {
        write_note(canvas, &line);
    }
}

/// Adds a line below the board. Glyphs of pieces get the colors and the background of the
/// board: on a dark terminal a black one would look white.
fn write_note(canvas: &mut Canvas, line: &str) {
    let y = canvas.height();
    canvas.write(0, y, line, CharRole::Plain);
    let characters = line.chars().enumerate();
    for (x, character) in characters.filter(|(_, character)| !character.is_ascii()) {
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
