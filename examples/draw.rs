//! Draws the position after some moves as SVG, on standard output.
//!
//! ```console
//! $ cargo run --example draw -- margo 5 c5 e5 c7 e7 d6 > margo.svg
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to whoever runs it.

use std::{error::Error, process::ExitCode};

use kifu::{
    diagram::{Diagram, Style, scene, svg},
    games::{Game, Move, Position, Rules, Size},
};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match draw(&arguments) {
        Ok(image) => {
            println!("{image}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

pub(crate) fn draw(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [game, side, moves @ ..] = arguments else {
        return Err("usage: draw GAME SIZE [MOVE…]".into());
    };
    let game: Game = game.parse()?;
    let mut position = Position::new(&Rules::default_for(game), Size::square(side.parse()?), None)?;
    for written in moves {
        position.play(&Move::parse(game, written)?)?;
    }
    let style = Style::default();
    Ok(svg(&scene(&Diagram::new(&position), &style), &style))
}
