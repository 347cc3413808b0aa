//! `kifu replay`: positions as diagrams and as data.

mod book;
mod caption_template;
mod command;
mod commented_nodes;
mod diagram_args;
mod fonts;
mod format;
mod images;
mod in_order;
mod index;
mod json;
mod options;
mod output_files;
mod per_record;
mod ply_label;
mod ply_plan;
mod select;
mod target;
mod text;

pub(super) use command::Replay;
pub(super) use diagram_args::optional_value;
