//! `kifu play` and `kifu view`: a board in the terminal.
//!
//! `game` is a game that is played and saved, without a terminal. `plain` plays it by lines, `play_screen` on a full
//! screen; `view_screen` reads records there.

mod answer;
mod board_diagram;
mod board_view;
mod cells;
mod game;
mod game_file;
#[cfg(unix)]
mod key_decoder;
mod limits;
mod line_command;
mod navigation;
mod not_continued;
mod open_record;
mod page;
mod panel;
mod plain;
mod play_args;
mod play_events;
mod play_screen;
mod record_list;
mod record_search;
mod shown_text;
mod styled_line;
mod terminal;
mod terminal_input;
mod view_args;
mod view_screen;
mod words;

pub(super) use not_continued::NotContinued;
pub(super) use play_args::Play;
pub(super) use view_args::View;
