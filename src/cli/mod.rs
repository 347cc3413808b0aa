//! The command line: one file per command, and what they share.
//!
//! `kifu` is [`Cli`], parsed and run:
//!
//! ```no_run
//! let exit: std::process::ExitCode = kifu::cli::Cli::run_arguments(std::env::args_os()).into();
//! ```

mod arrangement;
#[cfg(unix)]
mod bar_terminal;
mod batch;
mod button_as_pass;
mod collected_text;
mod command;
mod compare;
mod completions;
mod conformance;
mod convert;
mod crash;
mod dedupe;
mod enough_stack;
mod error;
mod exit;
mod explain;
mod fmt;
mod input;
mod interruption;
mod joined_sources;
mod json_lines;
mod left_out;
mod legal;
mod letter_case;
mod line_server;
mod listing;
mod load;
mod man;
mod many_games;
mod merge;
mod metrics;
mod moves_args;
mod names;
mod open_descriptor;
mod output;
mod output_args;
mod overwrite_guard;
mod perft;
mod pipeline;
mod pipes;
mod play;
mod playable;
mod ply_selector;
mod program_file;
mod progress;
mod query;
mod random;
mod read_back;
mod record_rewrite;
mod repair;
mod replay;
mod replay_arguments;
mod report_args;
mod results;
mod rewriter;
mod rewriting;
mod rules;
mod safe_writer;
mod schema;
mod schemas;
mod score;
mod score_words;
mod selfplay;
mod sharding;
mod snapshot_gate;
mod start_args;
mod stats;
mod validate;
mod verify_args;
mod version;

pub use command::Cli;
pub use exit::Exit;
