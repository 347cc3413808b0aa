//! The options of `kifu replay` besides the input.

use clap::Args;

use super::{diagram_args::DiagramArgs, format::ReplayFormat, select::Select};
use crate::cli::{output_args::OutputArgs, pipeline::Jobs, verify_args::VerifyArgs};

/// Which positions are written, and how.
#[derive(Debug, Args)]
pub(super) struct ReplayOptions {
    /// Which positions: a ply number, `start`, `end`, `all`, or `A..B` [default: end; with --numbers A..B: B; for gif: all]
    #[arg(long, value_name = "PLIES", allow_hyphen_values = true)]
    pub(super) at: Option<Select>,

    /// Only every Kth of these positions, beginning with the first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) step: u32,

    #[command(flatten)]
    pub(super) verify_args: VerifyArgs,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReplayFormat,

    #[command(flatten)]
    pub(super) output_args: OutputArgs,

    #[command(flatten)]
    pub(super) jobs: Jobs,

    #[command(flatten)]
    pub(super) diagram: DiagramArgs,
}

impl ReplayOptions {
    /// Which positions are selected.
    pub(super) fn select(&self) -> Select {
        self.at.unwrap_or(match self.format {
            ReplayFormat::Gif => Select::ALL,
            _ => Select::END,
        })
    }
}
