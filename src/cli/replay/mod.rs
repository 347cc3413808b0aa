//! `kifu replay`: positions as diagrams and as data.

mod book;
mod command;
mod diagram_args;
mod format;
mod images;
mod json;
mod options;
mod output_files;
mod per_record;
mod ply_plan;
mod select;
mod target;
mod text;

pub(super) use command::Replay;
