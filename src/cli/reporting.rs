//! The formats of reports on the command line.

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::common::OutputArgs;
use crate::report::{Closing, Report, ReportFormat, ReportOptions};

/// How findings are reported.
#[derive(Debug, Args)]
pub(super) struct Reporting {
    /// How findings are written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReportFormat,

    /// Count findings per game and per code instead of telling them (text, short, json, jsonl, markdown)
    #[arg(long)]
    pub(super) statistics: bool,

    /// Tell at most so many findings; all count (`json`, `jsonl` and `junit`, which tell of records, tell all)
    #[arg(long, value_name = "N")]
    pub(super) max_findings: Option<usize>,
}

impl Reporting {
    /// The report that the options ask for.
    pub(super) fn open(&self, giving: &OutputArgs, is_terminal: bool) -> Box<dyn Report> {
        let color = giving.color.decide(is_terminal);
        self.format
            .open(&self.options(giving, color, Closing::Line))
    }

    /// What the options say for any format; `closing` is how text ends unless it is to be quiet.
    pub(super) fn options(
        &self,
        giving: &OutputArgs,
        color: bool,
        closing: Closing,
    ) -> ReportOptions {
        let root = std::env::current_dir().ok();
        let root = root.map(|root| {
            root.to_string_lossy()
                .replace(std::path::MAIN_SEPARATOR, "/")
        });
        ReportOptions {
            color,
            closing: if giving.quiet {
                Closing::Nothing
            } else {
                closing
            },
            statistics: self.statistics,
            max_findings: self.max_findings,
            strict: giving.strict,
            root,
        }
    }
}

impl ValueEnum for ReportFormat {
    fn value_variants<'a>() -> &'a [ReportFormat] {
        &ReportFormat::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.sentence()))
    }
}
