//! `kifu play` and `kifu view`: a board in the terminal.
//!
//! `game` is a game that is played and saved, without a terminal. `plain` plays it by lines, `play_screen` on a full
//! screen; `view_screen` reads records there.

mod answer;
mod game;
mod game_file;
mod line_command;
mod navigation;
mod not_continued;
mod plain;
mod play_args;
mod words;

pub(super) use not_continued::NotContinued;
pub(super) use play_args::Play;
