//! `kifu legal`: the legal moves of a position.

use std::{collections::BTreeMap, ffi::OsString};

use clap::{Args, ValueEnum};

use super::{
    error::CliError, exit::Exit, load::position_in, output::to_json, output_args::OutputArgs,
    overwrite_guard::OverwriteGuard, ply_selector::PlySelector, verify_args::RulesetArg,
};
use crate::{
    archive::source_name,
    diagram::{Diagram, TextOptions, text},
    games::{Game, Move, Point, Position},
    record::{self, escape},
    report::{LegalMoves, LineIndex, MoveVerdict, TextRenderer, finding_object, safe},
    verify::{Finding, Severity, verify_continuation},
};

/// List the legal moves of a position
///
/// Shows the board with the points that can be played on, and all legal moves. In Sygo, only moves
/// of at most one stone are listed. With --why, one move is verified instead, as by `validate`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu legal records/ugo/study-king.sgf --at 4
  kifu legal game.sgf --at end --why Kd4

Exit status:
  0  the moves are listed, or the move is legal
  1  with --why: the move is illegal
  2  there is no such position")]
pub(super) struct Legal {
    /// A file, or `-` for standard input
    #[arg(value_name = "PATH")]
    path: OsString,

    /// Which position: a ply number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end")]
    at: PlySelector,

    /// The Nth record of a collection
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    record: u32,

    /// Verify this move of the player to move
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    ruleset_arg: RulesetArg,

    #[command(flatten)]
    output_args: OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The board and a list
    #[default]
    Text,
    /// One object
    Json,
}

impl Legal {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let index = self.record as usize;
        let guard = OverwriteGuard::default();
        let ruleset = self.ruleset_arg.load(&guard)?;
        let (position, ruleset) = position_in(&self.path, index, self.at, ruleset, &guard)?;
        let checked = self
            .why
            .as_deref()
            .map(|mv| CheckedMove::new(mv, &position));
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let color = self.output_args.color.decide(output.is_terminal);
        output.write(&match self.format {
            Format::Text => in_full(&position, checked.as_ref(), color),
            Format::Json => {
                let source = source_name(self.path.as_ref());
                let moves = LegalMoves::new(&source, index, &ruleset, &position);
                in_json(moves, checked.as_ref())?
            }
        })?;
        output.finish()?;
        Ok(match checked {
            Some(checked) if !checked.is_legal() => Exit::Found,
            _ => Exit::Fine,
        })
    }
}

/// The board with the playable points, and the list of moves.
fn in_full(position: &Position, checked: Option<&CheckedMove>, color: bool) -> String {
    if let Some(checked) = checked {
        return checked.text(color);
    }
    let moves = position.legal_moves();
    let points = moves.iter().flat_map(Move::points);
    let point_chars: BTreeMap<Point, char> = points.map(|point| (point, '+')).collect();
    let options = TextOptions {
        color,
        point_chars: (position.game() != Game::Bamogo).then_some(&point_chars),
        ..TextOptions::default()
    };
    let mut out = text(&Diagram::new(position), &options);
    let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    let count = names.len();
    let more = match position.game() {
        Game::Sygo => " of at most one stone",
        _ => "",
    };
    out.push_str(&match count {
        0 => "no legal moves: the game is over\n".to_owned(),
        1 => format!("1 legal move{more}:\n"),
        _ => format!("{count} legal moves{more}:\n"),
    });
    out.push_str(&in_columns(&names, 80));
    out
}

fn in_json(moves: LegalMoves, checked: Option<&CheckedMove>) -> Result<String, CliError> {
    let json = match checked {
        None => to_json(&moves)?,
        Some(checked) => {
            let lines = LineIndex::new(&checked.text);
            let findings = checked.findings.iter();
            let verdict = MoveVerdict {
                mv: &checked.mv,
                legal: checked.is_legal(),
                findings: findings
                    .map(|finding| finding_object(finding, &lines))
                    .collect(),
            };
            to_json(&moves.with(verdict))?
        }
    };
    Ok(json + "\n")
}

/// Names in columns, in lines of at most `width` columns.
fn in_columns(names: &[String], width: usize) -> String {
    let widest = names.iter().map(String::len).max().unwrap_or(0) + 2;
    let columns = ((width - 2) / widest).max(1);
    let mut out = String::new();
    for line in names.chunks(columns) {
        let line: String = line.iter().map(|name| format!("{name:<widest$}")).collect();
        out.push_str("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// A move to check, with its verdict in the position.
struct CheckedMove {
    mv: String,
    text: String,
    findings: Vec<Finding>,
}

impl CheckedMove {
    /// Verifies the move as if the record continued with it.
    fn new(mv: &str, position: &Position) -> CheckedMove {
        let letter = position.to_move().letter();
        // In a move `(;` would be the beginning of another record.
        let value = escape(mv).replace("(;", "(\\;");
        let text = format!("(;{letter}[{value}])");
        let findings = record::read(text.as_str())
            .flat_map(|record| verify_continuation(position, &record))
            .collect();
        CheckedMove {
            mv: mv.to_owned(),
            text,
            findings,
        }
    }

    fn is_legal(&self) -> bool {
        let severities = self
            .findings
            .iter()
            .map(|finding| finding.code().severity());
        severities.max() != Some(Severity::Error)
    }

    fn text(&self, color: bool) -> String {
        let lines = LineIndex::new(&self.text);
        let renderer = TextRenderer::new(color);
        let findings = self.findings.iter();
        let findings: String = findings
            .map(|finding| renderer.finding(finding, "--why", Some(&lines)))
            .collect();
        if self.is_legal() {
            format!("{findings}{} is legal\n", safe(&self.mv))
        } else {
            findings
        }
    }
}
