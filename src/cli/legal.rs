//! `kifu legal`: the legal moves of a position.

use std::{collections::BTreeMap, ffi::OsString};

use clap::{Args, ValueEnum};

use super::{
    common::{OutputArgs, PlySelector, RulesetOption},
    exit::{Exit, Failure},
    load::position_in,
    output::{Output, to_json},
    overwrite_guard::OverwriteGuard,
};
use crate::{
    diagram::{Diagram, TextOptions, text},
    games::{Game, Move, Point, Position},
    record::{self, escape},
    report::{Judgement, LegalMoves, LineIndex, TextRenderer, finding_object, safe},
    verify::{Finding, Severity, go_on},
};

/// List the legal moves of a position.
///
/// Shows the board with every point where something can be placed, and all legal moves. In Sygo
/// the moves of one stone are listed; turns of several stones are made of growth
/// stones. With --why it judges one move there, as `validate` would.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu legal records/ugo/study-king.sgf --at 4
  kifu legal game.sgf --at end --why Kd4

Exit status:
  0  the moves are listed, the move is legal
  1  the move of --why is illegal
  2  there is no such position")]
pub(super) struct Legal {
    /// A file, or `-` for standard input
    #[arg(value_name = "PATH")]
    path: OsString,

    /// After how many plies: a number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end")]
    at: PlySelector,

    /// The record of a collection, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    record: u32,

    /// Judge this move of the player to move
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,

    /// How the moves are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    judging: RulesetOption,

    #[command(flatten)]
    giving: OutputArgs,
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
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let index = self.record as usize;
        let ruleset = self.judging.load()?;
        let (position, ruleset) = position_in(&self.path, index, self.at, ruleset)?;
        let asked = self.why.as_deref().map(|turn| Asked::new(turn, &position));
        let spared = OverwriteGuard::default();
        self.giving
            .output
            .iter()
            .try_for_each(|output| spared.add(output))?;
        spared.check(&self.path)?;
        let mut output = Output::open(self.giving.output.as_deref())?;
        let color = self.giving.color.decide(output.is_terminal);
        output.write(&match self.format {
            Format::Text => in_full(&position, asked.as_ref(), color),
            Format::Json => {
                let source = self.path.to_string_lossy();
                let moves = LegalMoves::new(&source, index, &ruleset, &position);
                in_json(moves, asked.as_ref())?
            }
        })?;
        output.finish()?;
        Ok(match asked {
            Some(asked) if !asked.is_legal() => Exit::Found,
            _ => Exit::Fine,
        })
    }
}

/// The board with what can be placed where, and the list.
fn in_full(position: &Position, asked: Option<&Asked>, color: bool) -> String {
    if let Some(asked) = asked {
        return asked.text(color);
    }
    let moves = position.legal_moves();
    let points = moves.iter().flat_map(Move::points);
    let signs: BTreeMap<Point, char> = points.map(|point| (point, '+')).collect();
    let options = TextOptions {
        color,
        signs: (position.game() != Game::Bamogo).then_some(&signs),
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

fn in_json(moves: LegalMoves, asked: Option<&Asked>) -> Result<String, Failure> {
    let json = match asked {
        None => to_json(&moves)?,
        Some(asked) => {
            let places = LineIndex::new(&asked.text);
            let findings = asked.findings.iter();
            let judgement = Judgement {
                turn: &asked.turn,
                legal: asked.is_legal(),
                findings: findings
                    .map(|finding| finding_object(finding, &places))
                    .collect(),
            };
            to_json(&moves.with(judgement))?
        }
    };
    Ok(json + "\n")
}

/// Names one after the other in lines of at most so many columns.
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

/// One move asked about, judged in the position.
struct Asked {
    turn: String,
    text: String,
    findings: Vec<Finding>,
}

impl Asked {
    /// Judges the move as if the record went on with it.
    fn new(turn: &str, position: &Position) -> Asked {
        let letter = position.to_move().letter();
        let text = format!("(;{letter}[{}])", escape(turn));
        let findings = record::read(text.as_str())
            .flat_map(|record| go_on(position, &record))
            .collect();
        Asked {
            turn: turn.to_owned(),
            text,
            findings,
        }
    }

    fn is_legal(&self) -> bool {
        let severities = self.findings.iter().map(|finding| finding.code.severity);
        severities.max() != Some(Severity::Error)
    }

    fn text(&self, color: bool) -> String {
        let places = LineIndex::new(&self.text);
        let renderer = TextRenderer::new(color);
        let findings = self.findings.iter();
        let findings: String = findings
            .map(|finding| renderer.finding(finding, "--why", Some(&places)))
            .collect();
        if self.is_legal() {
            format!("{findings}{} is legal\n", safe(&self.turn))
        } else {
            findings
        }
    }
}
