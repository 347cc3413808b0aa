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
    verify_args::{PartialArg, VerifyArgs},
};
use crate::{
    diagram::{Diagram, Location, TextOptions, text},
    games::{Color, HalfPoints, Outcome, Position, ScoreBreakdown, Tally},
    record::Record,
    report::{LineIndex, RecordReport, ScoreLine, TextRenderer, safe},
    verify::{Options, Verdict, end_in_words, verify},
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
        let color = self.output_args.color.decide(output.is_terminal);
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
            out.push_str(&tally.as_ref().map_or_else(|| connection(position), table));
            out.push('\n');
            out.push_str(&board(position, color));
        }
    }
    format!("{out}\n{findings}")
}

/// The result and its reason, or the provisional score.
fn headline(position: &Position) -> String {
    let plies = position.plies();
    match position.outcome() {
        Some(outcome) => format!("{outcome}: {} after ply {plies}", end_in_words(position)),
        None => match position.score() {
            Some(score) => format!(
                "not finished after ply {plies}; provisional score: Black {}, White {}",
                score.black, score.white
            ),
            None => format!("not finished after ply {plies}: nobody is connected"),
        },
    }
}

/// The parts of the score that are not 0 for both players, and the sum.
fn table(tally: &Tally) -> String {
    let parts = &tally.parts;
    let points = |part: fn(&ScoreBreakdown) -> i64| {
        [parts.black, parts.white].map(|parts| HalfPoints::whole(part(&parts)))
    };
    let rows = [
        ("pieces", points(|parts| parts.pieces)),
        ("  of these buried", points(|parts| parts.buried)),
        ("  of these zombies", points(|parts| parts.zombies)),
        ("territory", points(|parts| parts.territory)),
        (
            "enemy pieces without liberties",
            points(|parts| parts.prisoners),
        ),
        ("komi", points(|parts| parts.komi)),
        (
            "button",
            [parts.black, parts.white].map(|parts| HalfPoints(i64::from(parts.button))),
        ),
    ];
    let score = tally.score();
    let sum = ("score", [score.black, score.white]);
    let mut out = format!("\n  {:<32}{:>8}{:>8}\n", "", "Black", "White");
    for (name, [black, white]) in rows.into_iter().chain([sum]) {
        let counts = black != HalfPoints(0) || white != HalfPoints(0) || name == "score";
        if counts {
            out.push_str(&format!(
                "  {name:<32}{:>8}{:>8}\n",
                black.to_string(),
                white.to_string()
            ));
        }
    }
    out
}

/// Bamogo: who is connected, and by which stones.
fn connection(position: &Position) -> String {
    let winner = position.outcome().and_then(Outcome::winner);
    let chain = winner.and_then(|winner| Some((winner, position.connection(winner)?)));
    let Some((winner, chain)) = chain else {
        return String::new();
    };
    let sides = match winner {
        Color::Black => "north and south",
        Color::White => "west and east",
    };
    let chain: Vec<String> = chain.iter().map(ToString::to_string).collect();
    format!(
        "\n  {} connects {sides}: {}\n",
        winner.name(),
        chain.join(" ")
    )
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
        ..TextOptions::default()
    };
    let board = text(&diagram, &options);
    board.lines().map(|line| format!("  {line}\n")).collect()
}
