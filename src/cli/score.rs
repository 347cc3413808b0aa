//! `kifu score`: the score and its parts.

use clap::{Args, ValueEnum};

use super::{
    error::{CliError, NoSuchPly},
    exit::Exit,
    input::InputArgs,
    moves_args::MovesArgs,
    output::to_json,
    output_args::OutputArgs,
    pipeline::{Jobs, VerifyRun},
    ply_selector::PlySelector,
    score_words::{connection, headline, table},
    verify_args::{PartialArg, VerifyArgs},
};
use crate::{
    diagram::{Diagram, Location, TextOptions, text},
    games::{Outcome, Position},
    record::Record,
    report::{LineIndex, RecordReport, ScoreLine, TextRenderer, safe},
    verify::{Options, Verdict, verify},
};

/// Score finished and unfinished games
///
/// Plays every record to its last legal ply, or to --at, and prints the result, the parts of each
/// player's score and who owns which region. The result is compared with `RE`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu score records/ugo
  kifu score game.sgf --at 40 --format json
  kifu score --game ugo --size 5 \"c3 button pass pass\"    moves instead of a file

Exit status:
  0  scored, and `RE` agrees if it has a result
  1  errors found: `RE` does not agree, or a ply is illegal
  2  something could not be read, or there is no such ply")]
pub(super) struct ScoreArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Which position: a ply number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end")]
    at: PlySelector,

    #[command(flatten)]
    moves: MovesArgs,

    #[command(flatten)]
    verify_args: VerifyArgs,

    #[command(flatten)]
    partial: PartialArg,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    output_args: OutputArgs,

    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The result, a table of the parts, and the board
    #[default]
    Text,
    /// One array of objects, one per record
    Json,
    /// One object per line, one per record
    Jsonl,
}

impl ScoreArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        self.input.set_quiet(self.output_args.quiet);
        let guard = &self.input.guard;
        let mut options = self.verify_args.options(guard)?;
        options.partial = self.partial.partial;
        let moves = self
            .moves
            .record(&self.input.paths, options.ruleset.as_deref())?;
        self.input.read_moves(moves);
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let color = output.has_color(self.output_args.color);
        let renderer = TextRenderer::new(color, output.width);
        let run = VerifyRun {
            input: &self.input,
            output_args: &self.output_args,
            jobs: &self.jobs,
            verify: &|record| self.verify(record, &options),
        };
        let mut count = 0;
        let exit = run.run(&mut |report, lines| {
            count += 1;
            output.write(&match self.format {
                Format::Text if self.output_args.quiet => in_brief(report, lines, &renderer),
                Format::Text => in_full(report, lines, &renderer, color),
                Format::Jsonl => to_json(&ScoreLine::new(report, lines))? + "\n",
                Format::Json => {
                    let before = if count == 1 { "[\n" } else { ",\n" };
                    before.to_owned() + &to_json(&ScoreLine::new(report, lines))?
                }
            })
        })?;
        if self.format == Format::Json {
            output.write(if count == 0 { "[]\n" } else { "\n]\n" })?;
        }
        output.finish()?;
        Ok(exit)
    }

    fn verify(&self, record: &Record, options: &Options) -> Result<Verdict, NoSuchPly> {
        let verdict = verify(record, options);
        let ply = self.at.of(verdict.plies)?;
        if self.at == PlySelector::End {
            return Ok(verdict);
        }
        let options = Options {
            until: Some(ply),
            ..options.clone()
        };
        Ok(verify(record, &options))
    }
}

/// The result, and what is wrong.
fn in_brief(report: &RecordReport, lines: &LineIndex, renderer: &TextRenderer) -> String {
    let findings = renderer.render(report, lines);
    let Ok(verdict) = &report.verdict else {
        return findings;
    };
    let headline = verdict.position.as_ref().map_or_else(
        || "nothing to score: the record cannot be replayed".to_owned(),
        headline,
    );
    let (source, index) = (safe(&report.source), report.index);
    let separator = if findings.is_empty() { "" } else { "\n" };
    format!("{source}, record {index}: {headline}\n{separator}{findings}")
}

fn in_full(
    report: &RecordReport,
    lines: &LineIndex,
    renderer: &TextRenderer,
    color: bool,
) -> String {
    let mut out = format!("{}, record {}\n", safe(&report.source), report.index);
    let findings = renderer.render(report, lines);
    let Ok(verdict) = &report.verdict else {
        return findings;
    };
    match &verdict.position {
        None => out.push_str("  nothing to score: the record cannot be replayed\n"),
        Some(position) => {
            out.push_str(&format!("  {}\n", headline(position)));
            let tally = position.tally();
            out.push_str(&tally.as_ref().map_or_else(
                || connection(position),
                |tally| table(tally, position.players()),
            ));
            out.push('\n');
            out.push_str(&board(position, color));
        }
    }
    format!("{out}\n{findings}")
}

/// The board, every empty point marked by its owner, or the stones that connect.
fn board(position: &Position, color: bool) -> String {
    let winner = position.outcome().and_then(Outcome::winner);
    let chain = winner.and_then(|winner| position.connection(winner));
    let chain: Vec<Location> = chain.into_iter().flatten().map(Location::from).collect();
    let diagram = Diagram {
        placed: &chain,
        territory: true,
        ..Diagram::new(position)
    };
    let options = TextOptions {
        color,
        width: 78,
        parts: true,
        ..TextOptions::default()
    };
    let board = text(&diagram, &options);
    board.lines().map(|line| format!("  {line}\n")).collect()
}
