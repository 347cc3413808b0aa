//! `kifu query`: selecting records of archives.

use std::{ops::Range, path::PathBuf};

use clap::{Args, ValueEnum};

use super::{
    common::{Input, PlySelector, Scope, game_parser},
    exit::{Exit, Failure, print_error, say},
    load::position_in,
    output::{Output, to_json},
    run::{Jobs, ProcessedRecord, WorkItem, each},
};
use crate::{
    games::{Game, Size},
    record::{Record, read_size},
    report::{LineIndex, RecordReport, VerdictLine, safe},
    study::{
        self, DateRange, EffectiveResult, Extent, Glob, NumberRange, Pattern, PatternSet,
        PlyFilter, ResultFilter, collected,
    },
    verify::{Status, Verdict},
};

/// Select records of archives.
///
/// Writes the records that are as wanted, one after the other, as they stand; or lists or counts them. All
/// that is asked has to be so. An option that is given again names another value that will do
/// as well. In names `*` stands for anything, and case makes no difference.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu query --game ugo --player 'Ann*' records > ann.sgf
  kifu query --result W+R --plies ..30 --list archive.zip
  kifu query --finding 'ugo::*' --count records
  kifu query --date 2025-11..2026-03 --event '*Open*' --list records
  kifu query --game sygo --size 9 --pattern 'AW[c3]AB[e3]AE[d4]' --symmetry records
  kifu query --position @game.sgf --list records     where that last position comes up
  kifu query --status valid --invert --format jsonl --list records

Exit status:
  0  a record is as wanted
  1  none is
  2  something could not be read; the rest is looked at all the same")]
pub(super) struct Query {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    scope: Scope,

    /// Only count the records
    #[arg(long, conflicts_with = "list")]
    count: bool,

    /// List the records, one a line: source, line, number, board, players, result, plies
    #[arg(long)]
    list: bool,

    /// How the list is written
    #[arg(long, value_enum, default_value_t, requires = "list")]
    format: ListFormat,

    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    jobs: Jobs,

    // The last: its heading would stand over all that follows.
    #[command(flatten)]
    criteria: Criteria,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ListFormat {
    /// For people
    #[default]
    Text,
    /// One object a line, as `validate` writes it
    Jsonl,
}

/// What is asked of records.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is wanted")]
struct Criteria {
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_parser(), hide_possible_values = true)]
    game: Vec<Game>,

    /// The ruleset that the record is judged by
    #[arg(long, value_name = "NAME")]
    ruleset: Vec<Glob>,

    /// The board, as `SZ` gives it: `9`, or `9:13` for columns and rows
    #[arg(long, value_name = "N", value_parser = size)]
    size: Vec<Size>,

    /// Either player
    #[arg(long, value_name = "NAME")]
    player: Vec<Glob>,

    /// The player of Black
    #[arg(long, value_name = "NAME")]
    black: Vec<Glob>,

    /// The player of White
    #[arg(long, value_name = "NAME")]
    white: Vec<Glob>,

    /// The event
    #[arg(long, value_name = "NAME")]
    event: Vec<Glob>,

    /// When it was played: `1996`, `1996-05`, `1996-05-06`, or `A..B` with either end left out
    #[arg(long, value_name = "DATE")]
    date: Vec<DateRange>,

    /// The result: `B` or `W` for any win, `draw`, `none`, or as `RE` writes it
    #[arg(long, value_name = "RESULT")]
    result: Vec<ResultFilter>,

    /// Legal plies: `57`, or `20..60` with either end left out
    #[arg(long, value_name = "N")]
    plies: Vec<NumberRange>,

    /// Whether the record is valid
    #[arg(long, value_enum)]
    status: Vec<Validity>,

    /// The code of some finding, such as `record::unfinished` or `ugo::*`
    #[arg(long, value_name = "CODE")]
    finding: Vec<Glob>,

    /// The whole board at some time, as a setup writes it: `AB[c3][d4]AW[e5]`; or the last position of
    /// a record: `@FILE`
    #[arg(long, value_name = "SETUP|@FILE")]
    position: Option<String>,

    /// Part of the board at some time; what is not named may be anything. `AE` names empty points, `A*` pieces of
    /// either color, and `*` before a point any piece
    #[arg(long, value_name = "SETUP|@FILE")]
    pattern: Option<String>,

    /// When that position comes: after so many plies, `start`, `end` or `any`
    #[arg(long, value_name = "PLY|start|end|any", default_value = "any", value_parser = when)]
    at: PlyFilter,

    /// Take turned and mirrored boards for the same
    #[arg(long)]
    symmetry: bool,

    /// Select the records that are not so
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
    size.ok_or_else(|| "the points on a side, or columns and rows such as `9:13`".to_owned())
}

fn when(text: &str) -> Result<PlyFilter, String> {
    match text.parse() {
        _ if text == "any" => Ok(PlyFilter::Ever),
        Ok(PlySelector::Start) => Ok(PlyFilter::At(0)),
        Ok(PlySelector::Ply(ply)) => Ok(PlyFilter::At(ply)),
        Ok(PlySelector::End) => Ok(PlyFilter::End),
        Err(_) => Err("a number of plies, `start`, `end` or `any`".to_owned()),
    }
}

impl Criteria {
    fn query(&self) -> Result<study::RecordQuery, Failure> {
        let texts = [
            (&self.position, Extent::Whole),
            (&self.pattern, Extent::Part),
        ];
        let positions = texts.into_iter().filter_map(|(text, extent)| {
            let text = text.as_ref()?;
            Some(self.patterns(text, extent))
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
            events: self.event.clone(),
            dates: self.date.clone(),
            results: self.result.clone(),
            plies: self.plies.clone(),
            statuses: statuses.collect(),
            findings: self.finding.clone(),
            positions: positions.collect::<Result<_, _>>()?,
            when: self.at,
            inverted: self.invert,
        })
    }

    /// What a setup means in each of the games wanted that have such pieces.
    fn patterns(&self, text: &str, extent: Extent) -> Result<PatternSet, Failure> {
        if let Some(file) = text.strip_prefix('@') {
            let (position, _) = position_in(file.as_ref(), 1, PlySelector::End, None)?;
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
            Some(reason) => Err(Failure::refused(format!("`{text}`: {reason}"))),
            None => Ok(PatternSet::new(
                read.into_iter().flatten().collect(),
                self.symmetry,
            )),
        }
    }
}

/// A record that is wanted.
struct Selected {
    verdict: Verdict,
    place: Range<usize>,
    players: [Option<String>; 2],
    /// The record as it is given out; `None` if it is not, because it is malformed.
    text: Option<String>,
    /// Whether bytes in it could not be read.
    is_damaged: bool,
}

impl Selected {
    fn new(mut verdict: Verdict, record: &Record, with_text: bool) -> Selected {
        // Nothing shows the position, and it is large.
        verdict.position = None;
        let place = record.offset()..record.offset() + record.text().len();
        Selected {
            verdict,
            players: study::players(record),
            text: (with_text && !record.is_malformed()).then(|| collected(record).into_owned()),
            is_damaged: record
                .source()
                .decode_errors()
                .iter()
                .any(|at| place.contains(at)),
            place,
        }
    }
}

impl Query {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let query = self.criteria.query()?;
        let options = self.scope.options(None);
        self.input.spare(&self.output)?;
        let mut output = Output::open(self.output.as_deref())?;
        let with_text = !self.count && !self.list;
        let mut count = 0_u64;
        let read = each(
            &self.input,
            &self.jobs,
            &|record| {
                let verdict = query.select(record, &options)?;
                Some(Selected::new(verdict, record, with_text))
            },
            &mut |worked| match worked {
                WorkItem::Unreadable(unreadable) => {
                    let reason = &unreadable.finding.message;
                    print_error(&format!("{}: {reason}", unreadable.name));
                    Ok(())
                }
                WorkItem::Record(ProcessedRecord { result: None, .. }) => Ok(()),
                WorkItem::Record(ProcessedRecord {
                    source,
                    index,
                    places,
                    result: Some(selected),
                }) => {
                    count += 1;
                    if self.list {
                        let line = self.line(source, index, selected, places)?;
                        return output.write(&line);
                    }
                    if self.count {
                        return Ok(());
                    }
                    give(source, index, &selected, &mut output)
                }
            },
        )?;
        if self.count {
            output.write(&format!("{count}\n"))?;
        }
        output.finish()?;
        let found = if count > 0 { Exit::Fine } else { Exit::Found };
        Ok(found.max(read))
    }

    /// A record in the list.
    fn line(
        &self,
        source: &str,
        index: usize,
        selected: Selected,
        places: &LineIndex,
    ) -> Result<String, Failure> {
        let Selected {
            verdict,
            place,
            players,
            ..
        } = selected;
        if let ListFormat::Jsonl = self.format {
            let judged = RecordReport {
                source: source.to_owned(),
                index,
                verdict: Ok(verdict),
            };
            return Ok(to_json(&VerdictLine::new(&judged, places))? + "\n");
        }
        let (line, _) = places.line_column(place.start);
        let game = verdict.game.map_or("?", Game::name);
        let size = verdict.size.map_or("?".to_owned(), |size| size.to_string());
        let [black, white] = players.map(|name| shortened(name.as_deref().unwrap_or("?")));
        let (result, plies) = (EffectiveResult::of(&verdict), verdict.plies);
        let noun = if plies == 1 { "ply" } else { "plies" };
        let line = format!(
            "{source}:{line}: record {index}: {game} {size}, {black} - {white}, {result}, {plies} {noun}"
        );
        Ok(safe(&line).into_owned() + "\n")
    }
}

/// Writes a record as it stands.
fn give(
    source: &str,
    index: usize,
    selected: &Selected,
    output: &mut Output,
) -> Result<(), Failure> {
    let Some(text) = &selected.text else {
        // It would take in what follows it.
        say(&format!(
            "{source}: record {index} is malformed and left out"
        ));
        return Ok(());
    };
    if selected.is_damaged {
        say(&format!(
            "{source}: record {index} holds bytes that do not fit its encoding; they are written as U+FFFD"
        ));
    }
    output.show(text.as_bytes())?;
    if output.is_terminal {
        return Ok(());
    }
    output.write("\n")
}

/// A name, or so much of it as fits into a line.
fn shortened(name: &str) -> String {
    const SHOWN: usize = 30;
    let mut shown: String = name.chars().take(SHOWN).collect();
    if shown.len() < name.len() {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shortened("Ann"), "Ann");
        assert_eq!(shortened(&"é".repeat(30)), "é".repeat(30));
        assert_eq!(shortened(&"é".repeat(31)), "é".repeat(30) + "…");
    }
}
