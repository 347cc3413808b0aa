//! The options of `kifu replay` besides the input.

use std::path::PathBuf;

use clap::Args;

use super::{diagram_args::DiagramArgs, format::ReplayFormat, select::Select};
use crate::cli::{
    error::CliError,
    output_args::OutputArgs,
    pipeline::Jobs,
    verify_args::{PartialArg, VerifyArgs},
};

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

    #[command(flatten)]
    pub(super) partial: PartialArg,

    /// Output format [default: that of the extension of --output, or else text]
    #[arg(long, value_enum)]
    format: Option<ReplayFormat>,

    /// Use a font for letters that kifu has none for, before those of the system; can be repeated (png, gif, pdf)
    #[arg(long, value_name = "FILE", help_heading = "Diagrams")]
    pub(super) font: Vec<PathBuf>,

    #[command(flatten)]
    pub(super) output_args: OutputArgs,

    #[command(flatten)]
    pub(super) jobs: Jobs,

    #[command(flatten)]
    pub(super) diagram: DiagramArgs,
}

impl ReplayOptions {
    /// The output format: the given one, or that of the extension of the output file.
    pub(super) fn format(&self) -> ReplayFormat {
        self.format
            .or(self.format_of_file())
            .unwrap_or(ReplayFormat::Text)
    }

    fn format_of_file(&self) -> Option<ReplayFormat> {
        ReplayFormat::of_file(self.output_args.output.as_deref()?)
    }

    /// Refuses an extension of the output file that contradicts the format, and options that
    /// have no effect in the format.
    pub(super) fn check(&self) -> Result<(), CliError> {
        if let (Some(given), Some(expected), Some(path)) =
            (self.format, self.format_of_file(), &self.output_args.output)
            && given != expected
        {
            return Err(CliError::FormatOfOtherFile {
                path: path.clone(),
                format: given.name(),
                expected: expected.name(),
            });
        }
        if let Some(path) = &self.output_args.output
            && self.format.is_none()
            && ReplayFormat::is_other_picture(path)
        {
            return Err(CliError::OtherPicture(path.clone()));
        }
        let format = self.format();
        let uses_fonts = matches!(
            format,
            ReplayFormat::Png | ReplayFormat::Gif | ReplayFormat::Pdf
        );
        if !self.font.is_empty() && !uses_fonts {
            return Err(CliError::OptionOfOtherFormat {
                option: "font",
                format: format.name(),
                allowed: "png, gif, pdf".to_owned(),
            });
        }
        if self.step > 1 && format == ReplayFormat::Html {
            return Err(CliError::OptionOfOtherFormat {
                option: "step",
                format: format.name(),
                allowed: "text, json, jsonl, svg, png, gif, pdf".to_owned(),
            });
        }
        self.diagram.check(format)
    }

    /// Which positions are selected.
    pub(super) fn select(&self) -> Select {
        self.at.unwrap_or(match self.format() {
            ReplayFormat::Gif => Select::ALL,
            _ => Select::END,
        })
    }
}
