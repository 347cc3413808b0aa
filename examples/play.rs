//! Plays a game on a position and prints the board after every ply.
//!
//! ```console
//! $ cargo run --example play -- ugo 5 c3 d3 button c2 pass pass
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to whoever runs it.

use std::{
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

use kifu::{
    diagram::{Diagram, Location, TextOptions, text},
    games::{Game, Move, Position, Rules, Size},
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match play(&arguments, &mut io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

pub(crate) fn play(arguments: &[String], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let [game, side, moves @ ..] = arguments else {
        return Err("usage: play GAME SIZE [MOVE…]".into());
    };
    let game: Game = game.parse()?;
    let mut position = Position::new(&Rules::default_for(game), Size::square(side.parse()?), None)?;
    for written in moves {
        let mover = position.to_move();
        let mv = Move::parse(game, written)?;
        if let Err(violation) = position.play(&mv) {
            return Err(format!("{mover} cannot play {mv}: {violation}").into());
        }
        let placed: Vec<Location> = mv.points().into_iter().map(Location::from).collect();
        let diagram = Diagram {
            placed: &placed,
            ..Diagram::new(&position)
        };
        writeln!(
            out,
            "{mover} {mv}\n{}",
            text(&diagram, &TextOptions::default())
        )?;
    }
    match position.outcome() {
        Some(outcome) => writeln!(out, "the game is over: {outcome}")?,
        None => writeln!(out, "{} is to move", position.to_move())?,
    }
    Ok(())
}
