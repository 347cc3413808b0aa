//! `kifu legal`: the legal moves of a position.

use std::{borrow::Cow, ffi::OsString};

use clap::{Args, ValueEnum};

use super::{
    error::CliError,
    exit::Exit,
    load::{position_after, position_in},
    moves_args::{MOVES_NAME, MovesArgs},
    output::to_json,
    output_args::OutputArgs,
    overwrite_guard::OverwriteGuard,
    playable::{in_columns, playable},
    ply_selector::PlySelector,
    verify_args::{PartialArg, RulesetArg},
};
use crate::{
    archive::{SourceReader, source_name},
    diagram::{BoardChange, Diagram, TextOptions, text},
    editor::MoveCheck,
    games::{Game, Move, Position},
    report::{LegalMoves, LineIndex, MoveVerdict, TextRenderer, finding_object, safe},
    verify::Options,
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
  kifu legal --game ugo --size 9 \"c3 d4\"     after these moves
  kifu legal -q game.sgf                     one move per line

Exit status:
  0  the moves are listed, or the move is legal
  1  with --why: the move is illegal
  2  there is no such position")]
pub(super) struct Legal {
    /// A file, or `-` for standard input; with --game, moves
    #[arg(value_name = "PATH", num_args = 1.., required_unless_present = "moves_game")]
    paths: Vec<OsString>,

    /// Which position: a ply number, `start` or `end`
    #[arg(long, value_name = "PLY", default_value = "end")]
    at: PlySelector,

    /// The Nth record of a collection
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    record: u32,

    /// Verify this move of the player to move, and tell what it captures
    #[arg(long, value_name = "MOVE")]
    why: Option<String>,

    #[command(flatten)]
    moves: MovesArgs,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// ASCII characters only
    #[arg(long)]
    ascii: bool,

    #[command(flatten)]
    ruleset_arg: RulesetArg,

    #[command(flatten)]
    partial: PartialArg,

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
        let moves = self.moves.record(&self.paths, ruleset.as_deref())?;
        let options = |ruleset| Options {
            ruleset,
            partial: self.partial.partial,
            ..Options::default()
        };
        let (source, (position, ruleset)) = match (moves, &self.paths[..]) {
            (Some(moves), _) => (
                MOVES_NAME.to_owned(),
                position_after(&moves, self.at, ruleset)?,
            ),
            (None, [path]) => (
                source_name(path.as_ref()),
                position_in(
                    &SourceReader::default(),
                    path,
                    index,
                    self.at,
                    options(ruleset),
                    &guard,
                )?,
            ),
            (None, _) => return Err(CliError::SeveralFiles),
        };
        let checked = self
            .why
            .as_deref()
            .map(|mv| CheckedMove::new(mv, &position));
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let color = output.has_color(self.output_args.color);
        let renderer = TextRenderer::new(color, output.width);
        let width = output.width.unwrap_or(80);
        output.write(&match (self.format, &checked) {
            (Format::Json, _) => {
                let moves = LegalMoves::new(&source, index, &ruleset, &position);
                in_json(moves, checked.as_ref())?
            }
            (Format::Text, Some(_)) if self.output_args.quiet => String::new(),
            (Format::Text, Some(checked)) => checked.text(&renderer),
            (Format::Text, None) if self.output_args.quiet => {
                let moves = position.legal_moves();
                moves.iter().map(|mv| format!("{mv}\n")).collect()
            }
            (Format::Text, None) => self.in_full(&position, color, width),
        })?;
        output.finish()?;
        let counts = |finding| self.output_args.counts(finding);
        Ok(match checked {
            Some(checked) if checked.check.findings.iter().any(counts) => {
                self.output_args.settle(Exit::Found)
            }
            _ => Exit::Fine,
        })
    }

    /// The board with the playable points, and the list of moves.
    fn in_full(&self, position: &Position, color: bool, width: usize) -> String {
        let moves = position.legal_moves();
        let (point_chars, mut legend) = playable(position, &moves);
        let options = TextOptions {
            ascii: self.ascii,
            color,
            width,
            point_chars: Some(&point_chars),
            ..TextOptions::default()
        };
        let mut out = text(&Diagram::new(position), &options);
        if self.ascii {
            legend = legend.replace(" · ", ", ");
        }
        if !legend.is_empty() {
            out.push_str(&legend);
            out.push('\n');
        }
        let names: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let more = match position.game() {
            Game::Sygo => " of at most one stone",
            _ => "",
        };
        out.push_str(&match names.len() {
            0 => "no legal moves: the game is over\n".to_owned(),
            1 => format!("1 legal move{more}:\n"),
            count => format!("{count} legal moves{more}:\n"),
        });
        out.push_str(&in_columns(&names, width.min(120)));
        out
    }
}

fn in_json(moves: LegalMoves, checked: Option<&CheckedMove>) -> Result<String, CliError> {
    let json = match checked {
        None => to_json(&moves)?,
        Some(checked) => {
            let lines = LineIndex::new(&checked.check.text);
            let findings = checked.check.findings.iter();
            let verdict = MoveVerdict {
                mv: &checked.mv,
                legal: checked.check.is_legal(),
                findings: findings
                    .map(|finding| finding_object(finding, &lines))
                    .collect(),
                captures: names(&checked.change.captured),
                recolors: names(&checked.change.flipped),
            };
            to_json(&moves.with(verdict))?
        }
    };
    Ok(json + "\n")
}

fn names<T: ToString>(items: &[T]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// A move to check, with its verdict in the position.
struct CheckedMove {
    mv: String,
    check: MoveCheck,
    /// What it does to the board; nothing if it is illegal.
    change: BoardChange,
}

impl CheckedMove {
    /// Verifies the move as if the record continued with it.
    fn new(mv: &str, position: &Position) -> CheckedMove {
        let check = MoveCheck::new(mv, position);
        let change = check.mv.as_ref().and_then(|mv| change(mv, position));
        CheckedMove {
            mv: mv.to_owned(),
            check,
            change: change.unwrap_or_default(),
        }
    }

    fn text(&self, renderer: &TextRenderer) -> String {
        let findings = self.check.findings.iter();
        let findings: String = findings.map(|finding| renderer.unplaced(finding)).collect();
        if !self.check.is_legal() {
            return findings;
        }
        let effects = [
            ("captures", names(&self.change.captured)),
            ("recolors", names(&self.change.flipped)),
        ];
        let effects: String = effects
            .iter()
            .filter(|(_, names)| !names.is_empty())
            .map(|(verb, names)| format!("; it {verb} {}", names.join(" ")))
            .collect();
        let effects: Cow<str> = if effects.is_empty() {
            "; it captures nothing".into()
        } else {
            effects.into()
        };
        format!("{findings}{} is legal{effects}\n", safe(&self.mv))
    }
}

/// What a legal move does to the board.
fn change(mv: &Move, position: &Position) -> Option<BoardChange> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    Some(BoardChange::between(
        &position.pieces(),
        &after.pieces(),
        mv,
    ))
}
