//! The options for reports.

use clap::{Args, ValueEnum, builder::PossibleValue};

use super::{error::print_note, output::Output, output_args::OutputArgs};
use crate::{
    output::grouped,
    report::{ReportFormat, ReportOptions, ReportWriter, Summary, SummaryStyle},
};

/// How findings are reported.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: ReportFormat,

    /// Print counts per game and code instead of findings (text, short, json, jsonl, markdown)
    #[arg(long)]
    pub(super) statistics: bool,

    /// Print at most N findings; all are still counted (json, jsonl and junit always contain all)
    #[arg(long, value_name = "N")]
    pub(super) max_findings: Option<usize>,
}

impl ReportArgs {
    /// Opens the report.
    pub(super) fn open(&self, output_args: &OutputArgs, output: &Output) -> Box<dyn ReportWriter> {
        let color = output.has_color(output_args.color);
        self.format.open(&ReportOptions {
            width: output.width,
            ..self.options(output_args, color, SummaryStyle::Line)
        })
    }

    /// Tells how many findings are left out of a report that has no place for that itself.
    pub(super) fn tell_left_out(&self, format: ReportFormat, summary: &Summary) {
        let most = self.max_findings.map_or(u64::MAX, |most| most as u64);
        let left_out = (summary.errors + summary.warnings).saturating_sub(most);
        let is_silent = matches!(format, ReportFormat::Csv | ReportFormat::Note);
        if is_silent && left_out > 0 {
            let (name, left_out) = (format.name(), grouped(left_out));
            print_note(&format!(
                "findings left out of {name} (--max-findings): {left_out}"
            ));
        }
    }

    /// The options for any format; `summary` is the style unless `--quiet` is given.
    pub(super) fn options(
        &self,
        output_args: &OutputArgs,
        color: bool,
        summary: SummaryStyle,
    ) -> ReportOptions {
        let root = std::env::current_dir().ok();
        let root = root.map(|root| {
            root.to_string_lossy()
                .replace(std::path::MAIN_SEPARATOR, "/")
        });
        ReportOptions {
            color,
            width: None,
            summary: if output_args.quiet {
                SummaryStyle::None
            } else {
                summary
            },
            statistics: self.statistics,
            max_findings: self.max_findings,
            strict: output_args.strict,
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
