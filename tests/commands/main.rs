//! The program from end to end: arguments in; output, files and exit status out.

#[path = "../common/mod.rs"]
mod common;
#[cfg(unix)]
#[path = "../common/screen.rs"]
mod screen;

mod archive_entries;
mod archives;
#[cfg(unix)]
mod changed;
mod compare;
#[cfg(unix)]
mod completion;
mod contract;
mod contract_commands;
mod contract_text;
mod convert_abstractplay;
mod convert_go;
mod convert_json;
mod convert_margo;
mod convert_moves;
mod convert_tables;
mod dedupe;
#[cfg(unix)]
mod environment;
mod every_option;
#[cfg(unix)]
mod examples;
#[cfg(unix)]
mod files;
mod fmt;
mod harmless;
mod hidden_entries;
#[cfg(unix)]
mod interrupted;
#[cfg(unix)]
mod killed;
mod legal;
mod lines;
#[cfg(unix)]
mod memory;
mod merge;
mod metrics;
mod more_players;
mod options;
mod outputs;
mod overwriting;
mod partial;
mod pictures;
mod play;
mod progress;
mod query;
mod repair;
mod replay;
mod reports;
mod reports_text;
mod results;
mod schema;
#[cfg(unix)]
mod screens;
mod shards;
#[cfg(unix)]
mod standard_error;
mod stats;
mod viewer;
