//! The smallest program on the core alone: parses a move of Margo, plays it and prints it.
//!
//! ```console
//! $ cargo run --no-default-features --example margo_move -- c5
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to whoever runs it.

use kifu::games::{Game, Move, Position, Rules, Size};

pub(crate) fn play(text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let mut position = Position::new(&Rules::default_for(Game::Margo), Size::square(7), None)?;
    let mv = Move::parse(Game::Margo, text)?;
    position.play(&mv)?;
    Ok(format!(
        "White plays {mv}; {} is to move",
        position.to_move()
    ))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!(
        "{}",
        play(&std::env::args().nth(1).ok_or("usage: margo_move MOVE")?)?
    );
    Ok(())
}
