//! `kifu play --plain`: a game by lines, for screen readers, pipes and tests.

use std::io::{self, BufReader, IsTerminal};

use super::{
    answer::{Answer, Request},
    board_diagram::last_change,
    game::PlayedGame,
    line_command::LineCommand,
    shown_text::ascii,
    words::legal_count,
};
use crate::{
    blocking::StandardInput,
    bounded::read_line,
    cli::{
        error::CliError, exit::Exit, interruption::words_are_told, output::Output,
        playable::in_columns,
    },
    diagram::{Diagram, TextOptions, text},
};

/// The longest line that is read, in bytes.
const MAX_LINE: usize = 64 * 1024;

/// How boards are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainStyle {
    pub(super) ascii: bool,
    pub(super) color: bool,
    pub(super) width: usize,
}

/// Plays a game with standard input and output, to the end of the input.
pub(super) fn play_plain(
    game: &mut PlayedGame,
    output: &mut Output,
    style: PlainStyle,
) -> Result<Exit, CliError> {
    words_are_told(game.kept(), || ());
    // Somebody types and sees the prompt on the line.
    let is_typed = io::stdin().is_terminal();
    let mut input = BufReader::new(StandardInput::waiting());
    let begun = game.begin();
    tell(game, output, style, &begun)?;
    reply(game, output, style)?;
    let hint = "type a move, or `help`";
    output.write(&format!("{hint}\n"))?;
    loop {
        output.write(&prompt(game))?;
        output.write(if is_typed { " " } else { "\n" })?;
        output.flush()?;
        let line = read_line(&mut input, b'\n', MAX_LINE).map_err(|error| CliError::Read {
            path: "standard input".to_owned(),
            error,
        })?;
        let Some(line) = line else { break };
        let answer = match std::str::from_utf8(&line) {
            Ok(line) => game.execute(LineCommand::read(line)),
            Err(_) => Answer::refused("nothing was done: the line is not UTF-8"),
        };
        let is_end = answer.request == Some(Request::Quit);
        tell(game, output, style, &answer)?;
        if is_end {
            break;
        }
        reply(game, output, style)?;
    }
    output.finish()?;
    if game.is_unsaved() {
        let name = game.file_name().unwrap_or_else(|| "a new file".to_owned());
        return Err(CliError::NotSaved(name));
    }
    Ok(Exit::Fine)
}

/// Lets the opponent play.
fn reply(game: &mut PlayedGame, output: &mut Output, style: PlainStyle) -> Result<(), CliError> {
    if game.is_reply_due() {
        // What was played is seen while the opponent thinks.
        output.flush()?;
        let replies = game.replies(None);
        tell(game, output, style, &replies)?;
    }
    Ok(())
}

/// Who is to move, or that nobody is.
fn prompt(game: &PlayedGame) -> String {
    let position = game.session.position();
    if position.is_game_over() {
        return "game over:".to_owned();
    }
    let line = position.line().and_then(<[_]>::first).map(|pair| {
        let letters = pair.iter().map(|color| color.letter());
        format!(" (next pair: {})", letters.collect::<String>())
    });
    format!(
        "ply {}, {}{}:",
        position.plies() + 1,
        position.to_move().name(),
        line.unwrap_or_default()
    )
}

fn tell(
    game: &PlayedGame,
    output: &mut Output,
    style: PlainStyle,
    answer: &Answer,
) -> Result<(), CliError> {
    for line in &answer.lines {
        let line = line.trim_end();
        let line = if style.ascii { &ascii(line) } else { line };
        output.write(&format!("{line}\n"))?;
    }
    if !answer.points.is_empty() {
        let names: Vec<String> = answer.points.iter().map(ToString::to_string).collect();
        output.write(&format!("points: {}\n", names.join(" ")))?;
    }
    match answer.request {
        Some(Request::Board) => output.write(&board(game, style, false, false)),
        Some(Request::Levels) => output.write(&board(game, style, true, false)),
        Some(Request::Territory) => output.write(&board(game, style, false, true)),
        Some(Request::Legal) => output.write(&legal(game, style)),
        Some(Request::Quit) | None => Ok(()),
    }
}

/// The board with the last ply.
fn board(game: &PlayedGame, style: PlainStyle, levels: bool, territory: bool) -> String {
    let session = &game.session;
    let change = last_change(session);
    let diagram = Diagram {
        placed: &change.placed,
        flipped: &change.flipped,
        captured: &change.captured,
        territory,
        ..Diagram::new(session.position())
    };
    let options = TextOptions {
        ascii: style.ascii,
        color: style.color,
        width: style.width,
        levels,
        ..TextOptions::default()
    };
    text(&diagram, &options)
}

fn legal(game: &PlayedGame, style: PlainStyle) -> String {
    let position = game.session.position();
    let moves = position.legal_moves();
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let count = legal_count(position, &moves);
    format!("{count}:\n") + &in_columns(&names, style.width.min(120))
}
