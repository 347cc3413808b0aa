//! `kifu query`: selects records from archives.

use std::{ops::Range, path::PathBuf};

use clap::{ArgGroup, Args, ValueEnum};

use super::{
    collected_text::CollectedText,
    error::{CliError, print_note},
    exit::Exit,
    input::InputArgs,
    left_out::{Omissions, damage_note, doubt_note},
    load::position_in,
    names,
    output::{Output, to_json},
    overwrite_guard::OverwriteGuard,
    pipeline::{
        Jobs, ProcessedRecord, RecordResult, WorkItem, each_naming_texts, print_unreadable,
    },
    ply_selector::PlySelector,
    verify_args::ScopeArgs,
};
use crate::{
    archive::SourceReader,
    games::{Color, Game, Size},
    output::counted,
    record::{EncodingDoubt, Record, read_size},
    report::{LineIndex, OutputStatus, RecordReport, VerdictLine, safe},
    study::{
        self, DateRange, Extent, Glob, NumberRange, OpeningFilter, Pattern, PatternSet, PlyFilter,
        ResultFilter, WinnerFilter,
    },
    verify::{Options, Status, Verdict},
};

/// Select records from archives
///
/// Prints the matching records unchanged, or lists or counts them. Malformed records are not printed, but
/// reported on standard error and counted there. A record must match all filters;
/// a repeated filter matches any of its values. In names, `*` matches any text, and case and accents are
/// ignored.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu query --game ugo --player 'Ann*' records > ann.sgf
  kifu query --result W+R --plies ..30 --list archive.zip
  kifu query --won-by bolanos --list records
  kifu query --opening 'c3 d4' --symmetry --list records
  kifu query --finding 'ugo::*' --count records
  kifu query --date 2025-11..2026-03 --event '*Open*' --list records
  kifu query --game sygo --size 9 --pattern 'AW[c3]AB[e3]AE[d4]' --symmetry records
  kifu query --position @game.sgf --list records     games with that final position
  kifu query --status valid --invert --format jsonl --list records

Exit status:
  0  a record matches
  1  no record matches
  2  something could not be read; the rest is searched")]
pub(super) struct Query {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    scope: ScopeArgs,

    /// Print only the number of matching records
    #[arg(long, conflicts_with = "list")]
    count: bool,

    /// List the records, one per line: source, line, number, board, players, `RE`, the result by the rules, plies, status
    #[arg(long)]
    list: bool,

    /// Output format of the list
    #[arg(long, value_enum, default_value_t, requires = "list")]
    format: ListFormat,

    /// Write to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,

    // Last, because the heading applies to all options that follow.
    #[command(flatten)]
    criteria: Criteria,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ListFormat {
    /// For people
    #[default]
    Text,
    /// One object per line, as for `validate`
    Jsonl,
}

/// The largest record whose final position is searched for, in bytes.
const MAX_PATTERN: usize = 16 * 1024 * 1024;

/// The filters.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
#[command(group(ArgGroup::new("positions").multiple(true)))]
#[command(group(ArgGroup::new("points").multiple(true)))]
struct Criteria {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = names::games(), hide_possible_values = true)]
    game: Vec<Game>,

    /// The ruleset of the record, such as `ugo` or `margo*`
    #[arg(long, value_name = "NAME", value_parser = names::ruleset_patterns(), hide_possible_values = true)]
    ruleset: Vec<Glob>,

    /// The board size, as in `SZ`: `9`, or `9:13` for columns and rows
    #[arg(long, value_name = "N", value_parser = size)]
    size: Vec<Size>,

    /// The name of any player
    #[arg(long, value_name = "NAME")]
    player: Vec<Glob>,

    /// The name of Black
    #[arg(long, value_name = "NAME")]
    black: Vec<Glob>,

    /// The name of White
    #[arg(long, value_name = "NAME")]
    white: Vec<Glob>,

    /// The name of Grey
    #[arg(long, value_name = "NAME")]
    grey: Vec<Glob>,

    /// The name of Yellow
    #[arg(long, value_name = "NAME")]
    yellow: Vec<Glob>,

    /// The event
    #[arg(long, value_name = "NAME")]
    event: Vec<Glob>,

    /// The date: `1996`, `1996-05`, `1996-05-06`, `A..B`, `A..` or `..B`
    #[arg(long, value_name = "DATE")]
    date: Vec<DateRange>,

    /// The result, by the rules where the game is over and else from `RE`: `B` or `W` for any win, `draw`, `none`, or as in
    /// `RE`
    #[arg(long, value_name = "RESULT")]
    result: Vec<ResultFilter>,

    /// The result that `RE` states, right or wrong
    #[arg(long, value_name = "RESULT")]
    recorded_result: Vec<ResultFilter>,

    /// The result by the rules; no record with an error has one
    #[arg(long, value_name = "RESULT")]
    computed_result: Vec<ResultFilter>,

    /// The winner by the rules: `B`, `W`, `G`, `Y`, `draw` or `none`; no record with an error has one
    #[arg(long, value_name = "PLAYER")]
    winner: Vec<WinnerFilter>,

    /// The name of the player who has won, whatever the color, by the result as for --result; no record with an error has one
    #[arg(long, value_name = "NAME")]
    won_by: Vec<Glob>,

    /// The number of legal plies: `57`, `20..60`, `20..` or `..60`
    #[arg(long, value_name = "N")]
    plies: Vec<NumberRange>,

    /// The status of the record
    #[arg(long, value_enum)]
    status: Vec<Validity>,

    /// The code of a finding, such as `record::unfinished` or `ugo::*`
    #[arg(long, value_name = "CODE", value_parser = names::code_patterns(), hide_possible_values = true)]
    finding: Vec<Glob>,

    /// A position of the whole board, as a setup: `AB[c3][d4]AW[e5]`; or the last position of a
    /// record: `@FILE`
    #[arg(long, value_name = "SETUP|@FILE", groups = ["positions", "points"])]
    position: Option<String>,

    /// A position of a part of the board; other points are ignored. `AE` lists empty points, `A*`
    /// pieces of either color, and `*` before a point any piece
    #[arg(long, value_name = "SETUP|@FILE", groups = ["positions", "points"])]
    pattern: Option<String>,

    /// The first moves in their order: `c3 d4 e5`
    #[arg(long, value_name = "MOVES", group = "points")]
    opening: Vec<OpeningFilter>,

    /// When that position occurs: a ply number, `start`, `end` or `any`
    #[arg(long, value_name = "PLY|start|end|any", default_value = "any", value_parser = when, requires = "positions")]
    at: PlyFilter,

    /// Ignore rotation and reflection of positions, patterns and openings
    #[arg(long, requires = "points")]
    symmetry: bool,

    /// Invert the match
    #[arg(long)]
    invert: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Validity {
    Valid,
    Invalid,
    Malformed,
}

fn size(text: &str) -> Result<Size, String> {
    let size = read_size(text).and_then(|written| written.size);
    size.ok_or_else(|| {
        "expected a board size such as `9`, or columns and rows such as `9:13`".to_owned()
    })
}

fn when(text: &str) -> Result<PlyFilter, String> {
    match text.parse() {
        _ if text == "any" => Ok(PlyFilter::Any),
        Ok(PlySelector::Start) => Ok(PlyFilter::At(0)),
        Ok(PlySelector::Ply(ply)) => Ok(PlyFilter::At(ply)),
        Ok(PlySelector::End) => Ok(PlyFilter::End),
        Err(_) => Err("expected a ply number, `start`, `end` or `any`".to_owned()),
    }
}

impl Criteria {
    fn query(&self, guard: &OverwriteGuard) -> Result<study::RecordQuery, CliError> {
        let texts = [
            (&self.position, Extent::Whole),
            (&self.pattern, Extent::Part),
        ];
        let positions = texts.into_iter().filter_map(|(text, extent)| {
            let text = text.as_ref()?;
            Some(self.patterns(text, extent, guard))
        });
        let statuses = self.status.iter().map(|validity| match validity {
            Validity::Valid => Status::Valid,
            Validity::Invalid => Status::Invalid,
            Validity::Malformed => Status::Malformed,
        });
        Ok(study::RecordQuery {
            games: self.game.clone(),
            rulesets: self.ruleset.clone(),
            sizes: self.size.clone(),
            players: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            grey: self.grey.clone(),
            yellow: self.yellow.clone(),
            events: self.event.clone(),
            dates: self.date.clone(),
            results: self.result.clone(),
            recorded_results: self.recorded_result.clone(),
            computed_results: self.computed_result.clone(),
            winners: self.winner.clone(),
            won_by: self.won_by.clone(),
            openings: self.opening.clone(),
            symmetric: self.symmetry,
            plies: self.plies.clone(),
            statuses: statuses.collect(),
            findings: self.finding.clone(),
            positions: positions.collect::<Result<_, _>>()?,
            when: self.at,
            inverted: self.invert,
        })
    }

    /// The patterns of a setup in each selected game that has such pieces.
    fn patterns(
        &self,
        text: &str,
        extent: Extent,
        guard: &OverwriteGuard,
    ) -> Result<PatternSet, CliError> {
        if let Some(file) = text.strip_prefix('@') {
            // The records that are searched come after it, and the system gets back little of its memory.
            let mut reader = SourceReader::default();
            reader.limits.max_record = MAX_PATTERN;
            let (position, _) = position_in(
                &reader,
                file.as_ref(),
                1,
                PlySelector::End,
                Options::default(),
                guard,
            )?;
            return Ok(PatternSet::new(
                vec![Pattern::of(&position, extent)],
                self.symmetry,
            ));
        }
        let games = match &self.game[..] {
            [] => &Game::ALL,
            games => games,
        };
        let read = games.iter().map(|&game| Pattern::read(game, text, extent));
        let (read, failed): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
        let failed = failed.into_iter().find_map(Result::err);
        match failed.filter(|_| read.is_empty()) {
            Some(reason) => Err(CliError::Setup {
                setup: text.to_owned(),
                reason: reason.to_string(),
            }),
            None => Ok(PatternSet::new(
                read.into_iter().flatten().collect(),
                self.symmetry,
            )),
        }
    }
}

/// A matching record.
struct SelectedRecord {
    verdict: Verdict,
    /// The bytes of the record in its source.
    span: Range<usize>,
    /// The record as it is printed; `None` if it is not printed, or malformed.
    text: Option<CollectedText>,
    /// Whether bytes in it are invalid in its encoding.
    is_damaged: bool,
    doubt: Option<EncodingDoubt>,
}

impl RecordResult for SelectedRecord {}

impl SelectedRecord {
    fn new(mut verdict: Verdict, record: &Record, with_text: bool) -> SelectedRecord {
        // They are not needed, and they are large.
        verdict.drop_positions();
        SelectedRecord {
            verdict,
            text: (with_text && !record.is_malformed()).then(|| CollectedText::of(record)),
            is_damaged: !record.decode_errors().is_empty(),
            doubt: record.encoding_doubt(),
            span: record.offset()..record.offset() + record.text().len(),
        }
    }
}

impl Query {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let query = self.criteria.query(&self.input.guard)?;
        let options = self.scope.options(None);
        let mut output = self.input.guard.create(self.output.as_deref())?;
        let with_text = !self.count && !self.list;
        let mut count = 0_u64;
        let mut omitted = Omissions::new();
        let read = each_naming_texts(
            &self.input,
            &self.jobs,
            &|record| {
                let verdict = query.select(record, &options)?;
                Some(SelectedRecord::new(verdict, record, with_text))
            },
            &mut |item| match item {
                WorkItem::Unreadable(unreadable) => {
                    print_unreadable(&unreadable);
                    Ok(())
                }
                WorkItem::Record(ProcessedRecord { result: None, .. }) => Ok(()),
                WorkItem::Record(ProcessedRecord {
                    source,
                    index,
                    lines,
                    result: Some(selected),
                }) => {
                    count += 1;
                    if self.list {
                        let mut line = self.line(source, index, selected, lines)?;
                        if let (ListFormat::Text, Some(width)) = (self.format, output.width) {
                            let options =
                                textwrap::Options::new(width.max(20)).subsequent_indent("  ");
                            line = textwrap::fill(line.trim_end(), options) + "\n";
                        }
                        return output.write(&line);
                    }
                    if self.count {
                        return Ok(());
                    }
                    print_record(source, index, &selected, lines, &mut output, &mut omitted)
                }
            },
        )?;
        if self.count {
            output.write(&format!("{count}\n"))?;
        }
        let found = if count > 0 { Exit::Fine } else { Exit::Found };
        let exit = found.max(read);
        let has_failed = exit == Exit::Failed || omitted.malformed.has_any();
        let finished = output.finish_unless(has_failed)?;
        omitted.finish();
        Ok(exit.max(finished))
    }

    /// A record in the list.
    fn line(
        &self,
        source: &str,
        index: usize,
        selected: SelectedRecord,
        lines: &LineIndex,
    ) -> Result<String, CliError> {
        let SelectedRecord { verdict, span, .. } = selected;
        if let ListFormat::Jsonl = self.format {
            let report = RecordReport {
                source: source.to_owned(),
                index,
                verdict: Ok(verdict),
            };
            return Ok(to_json(&VerdictLine::new(&report, lines))? + "\n");
        }
        let who_plays = verdict.players();
        let (line, _) = lines.line_column(span.start);
        let game = verdict.game.map_or("?", Game::name);
        let size = verdict.size.map_or("?".to_owned(), |size| size.to_string());
        let players = &verdict.details.players;
        let name = |color: Color| shortened(players[color].as_deref().unwrap_or("?"));
        let names: Vec<String> = who_plays
            .colors()
            .iter()
            .map(|&color| name(color))
            .collect();
        let names = names.join(" - ");
        let recorded = verdict.recorded.as_deref().map_or("-".into(), shortened);
        let computed = verdict
            .computed
            .map_or("-".to_owned(), |outcome| outcome.to_string());
        let plies = counted(u64::from(verdict.plies), "ply", "plies");
        let status = OutputStatus::from(verdict.status).name();
        let line = format!(
            "{source}:{line}: record {index}: {game} {size}, {names}, RE {recorded}, by rules {computed}, {plies}, {status}"
        );
        Ok(safe(&line).into_owned() + "\n")
    }
}

/// Prints a record unchanged.
fn print_record(
    source: &str,
    index: usize,
    selected: &SelectedRecord,
    lines: &LineIndex,
    output: &mut Output,
    omitted: &mut Omissions,
) -> Result<(), CliError> {
    let Some(text) = &selected.text else {
        // It would swallow the records after it.
        omitted.malformed.add(&format!(
            "{source}: record {index} is malformed; it is omitted"
        ));
        return Ok(());
    };
    if selected.is_damaged {
        print_note(&damage_note(source, index));
    }
    if let Some(doubt) = selected.doubt {
        omitted.doubts.add(&doubt_note(source, index, doubt));
    }
    output.show(text.within(lines).as_bytes())?;
    if output.is_terminal {
        return Ok(());
    }
    output.write("\n")
}

/// A name, truncated to fit into a line.
fn shortened(name: &str) -> String {
    const MAX_CHARS: usize = 30;
    let mut shown: String = name.chars().take(MAX_CHARS).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_truncated() {
        assert_eq!(shortened("Ann"), "Ann");
        assert_eq!(shortened(&"é".repeat(30)), "é".repeat(30));
        assert_eq!(shortened(&"é".repeat(31)), "é".repeat(30) + "…");
    }
}
