//! Collects what standings and warnings need from the records, one after another.

use std::{collections::HashMap, io};

use super::{
    game_keys::{game_keys, start_hash},
    grouped_pairs::{GroupedPairs, MAX_PAIRS},
    names::{MAX_NAMES, NameTable, PlayerId, similar_names},
    options::ResultsOptions,
    reason::Reason,
    row::{CountedResult, ResultRow, Winner},
    spool::{Spool, SpoolReader},
    standings::Standings,
    stored_rows::{OtherResult, StoredRow},
    submissions::{LongerCopy, PlayerIds, Relations, Submissions, Submitted},
    summary::ResultsSummary,
    warning::{ResultsWarning, ResultsWarningKind, WarnedRecord},
    warning_list::WarningList,
};
use crate::{
    games::Color,
    output::grouped,
    record::EncodingDoubt,
    report::{LineIndex, OutputStatus, RecordReport},
    study::{EffectiveResult, MoveKeys, RecordNumbers},
    verify::{Code, Verdict},
};

/// Who has won if the result counts, otherwise why it does not, with words where an error does not tell.
type Outcome = Result<Winner, (Reason, Option<String>)>;

/// Collects results. Besides names and pairs of players, whose number is bounded, it keeps hashes for each different game. The
/// rows are in a temporary file until all are known.
#[derive(Debug, Default)]
pub struct ResultsCollector {
    options: ResultsOptions,
    names: NameTable,
    /// The games of each player that count.
    games: Vec<u32>,
    pairs: GroupedPairs,
    submissions: Submissions,
    rows: Spool,
    /// The rows as they are read again, after the last record.
    settled: Option<SpoolReader>,
    /// The results of records that a copy contradicts, in words.
    disputed: HashMap<u64, String>,
    records: RecordNumbers,
    warnings: WarningList,
    summary: ResultsSummary,
}

/// Whether the encoding of a record is doubtful, and that decides how a name is spelled. Names with characters that could not be
/// read are told apart.
fn has_doubtful_name(row: &ResultRow, verdict: &Verdict, doubt: Option<EncodingDoubt>) -> bool {
    let mut names = row.players.colors().filter_map(|color| row.name(color));
    let mut findings = verdict.findings.iter();
    names.any(|name| !name.is_ascii() && !name.contains(char::REPLACEMENT_CHARACTER))
        && (doubt.is_some() || findings.any(|finding| finding.code() == Code::RecordEncoding))
}

/// Whether the size of the board is assumed, and the result follows from the board.
fn is_of_assumed_size(verdict: &Verdict) -> bool {
    let mut findings = verdict.findings.iter();
    let computed = verdict.computed;
    let has_score = computed.is_some_and(|outcome| !outcome.is_resignation());
    has_score && findings.any(|finding| finding.code() == Code::RecordSizeAssumed)
}

impl ResultsCollector {
    /// A collector without records.
    pub fn new(options: ResultsOptions) -> ResultsCollector {
        ResultsCollector {
            pairs: GroupedPairs::new(options.group_by),
            options,
            ..ResultsCollector::default()
        }
    }

    /// Adds the next record; `line_index` is that of its source, `doubt` tells of its encoding, and `keys` identify its game.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be written.
    pub fn add(
        &mut self,
        report: &RecordReport,
        line_index: &LineIndex,
        doubt: Option<EncodingDoubt>,
        keys: &MoveKeys,
    ) -> io::Result<()> {
        let row = ResultRow::new(report, line_index);
        let verdict = report.verdict.as_ref().ok();
        let counted = verdict.map(|verdict| CountedResult::of(verdict, self.options.counts_stated));
        let counted = counted.unwrap_or_default();
        let mut occasion = None;
        let is_valid = counted != CountedResult::Rejected;
        let keys = game_keys(keys, &row, is_valid, &mut self.names);
        if row.status != OutputStatus::Unreadable {
            let number = self.records.add(&row.source, row.index)?;
            let players = self.players(&row);
            occasion = self.submissions.add(&Submitted {
                number,
                key: keys.whole,
                beginnings: &keys.beginnings,
                players,
                occasion: row.occasion(),
                start: start_hash(&row),
                counted,
            })?;
        }
        let has_doubtful_name =
            verdict.is_some_and(|verdict| has_doubtful_name(&row, verdict, doubt));
        let is_of_assumed_size = verdict.is_some_and(is_of_assumed_size);
        let stored = StoredRow {
            row,
            key: keys.whole,
            counted,
            other_result: verdict.and_then(OtherResult::of),
            effective: verdict.map(|verdict| EffectiveResult::of(verdict).to_string()),
            occasion,
            has_doubtful_name,
            is_of_assumed_size,
        };
        self.rows.add(&serde_json::to_vec(&stored)?)
    }

    /// The next row, in the order of the records: it decides whether the result counts, and counts it. The first call ends the
    /// records; `None` after the last row, when standings and warnings are complete.
    ///
    /// # Errors
    ///
    /// If a temporary file cannot be read.
    pub fn next_row(&mut self) -> io::Result<Option<ResultRow>> {
        let reader = match &mut self.settled {
            Some(reader) => reader,
            settled => {
                self.submissions.finish()?;
                settled.insert(std::mem::take(&mut self.rows).read()?)
            }
        };
        let Some(item) = reader.next()? else {
            return Ok(None);
        };
        let stored: StoredRow = serde_json::from_slice(item)?;
        if stored.row.status == OutputStatus::Unreadable {
            self.summary.unreadable += 1;
            let mut row = stored.row;
            row.reason = Some(Reason::Unreadable);
            return Ok(Some(row));
        }
        let number = self.summary.records;
        self.summary.count(stored.row.status);
        let outcome = self.outcome(&stored, number)?;
        if stored.has_doubtful_name {
            self.warn_of_doubtful_name(&stored.row);
        }
        if stored.is_of_assumed_size && outcome.is_ok() {
            let at = stored.row.location();
            let message = format!(
                "{at}: no `SZ` states the size of the board, on which the result depends; it is assumed"
            );
            self.warn(ResultsWarningKind::AssumedSize, &stored.row, &[], message);
        }
        if let Some(other) = stored.other_result {
            self.warn_of_other_result(&stored.row, other);
        }
        let mut row = stored.row;
        match outcome {
            Ok(winner) => {
                row.counts = true;
                row.winner = Some(winner);
            }
            Err((reason, words)) => {
                row.reason = Some(reason);
                row.reason_in_words = words;
            }
        }
        Ok(Some(row))
    }

    /// The numbers of the players of a record.
    fn players(&mut self, row: &ResultRow) -> PlayerIds {
        Color::BLACK_AND_WHITE.map(|color| self.names.id(row.name(color)?))
    }

    /// Who has won if the result of a record counts, or why it does not count. It is counted, and what is wrong is warned of.
    fn outcome(&mut self, stored: &StoredRow, number: u64) -> io::Result<Outcome> {
        let StoredRow {
            row,
            key,
            counted,
            occasion,
            ..
        } = stored;
        let at = row.location();
        let players = self.players(row);
        // A file that is no record at all has no players either.
        if row.game.is_some() {
            for color in row.players.colors() {
                if row.name(color).is_none() {
                    let message = format!("{at}: {} has no name", color.name());
                    self.warn(ResultsWarningKind::NoName, row, &[], message);
                }
            }
        }
        let relations = self
            .submissions
            .relations(number, *key, players, *counted, *occasion);
        self.warn_of_copy(stored, number, players, &relations)?;
        let (reason, words) = match *counted {
            CountedResult::Rejected => return Ok(Err((Reason::Rejected, None))),
            CountedResult::Open => {
                let words = "the game is not over, and `RE` states no result";
                let message = format!("{at}: {words}");
                self.warn(ResultsWarningKind::NoResult, row, &[], message);
                (Reason::NoResult, words.to_owned())
            }
            CountedResult::Void => (Reason::Void, "`RE` is `Void`".to_owned()),
            CountedResult::StatedOnly(_) => {
                let stated = row.result.recorded.as_deref().unwrap_or_default();
                let words = format!("`RE` states `{stated}`, but the game is not over");
                let message = format!("{at}: {words}: the result does not count");
                self.warn(ResultsWarningKind::StatedResult, row, &[], message);
                (Reason::StatedResult, words)
            }
            CountedResult::Counts(winner) => {
                return self.count(row, number, players, &relations, winner);
            }
        };
        Ok(Err((reason, Some(words))))
    }

    /// Counts a result, unless something else than its record is against it.
    fn count(
        &mut self,
        row: &ResultRow,
        number: u64,
        players: PlayerIds,
        relations: &Relations,
        winner: Winner,
    ) -> io::Result<Outcome> {
        let not = |reason, words: String| Ok(Err((reason, Some(words))));
        let [Some(black), Some(white)] = players else {
            if self.names.is_full && row.players.colors().all(|color| row.name(color).is_some()) {
                return not(Reason::TooMany, "there are too many names".to_owned());
            }
            return not(Reason::NoName, "a player has no name".to_owned());
        };
        let others = [Color::Grey, Color::Yellow].map(|color| self.names.id(row.name(color)?));
        let mut ids: Vec<PlayerId> = players.into_iter().chain(others).flatten().collect();
        ids.sort_unstable();
        let repeated = ids.windows(2).find(|pair| pair[0] == pair[1]);
        if let Some(&[id, _]) = repeated {
            let name = self.names.name(id).to_owned();
            let words = if row.players.grey.is_none() {
                format!("`{name}` plays both colors")
            } else {
                format!("`{name}` plays several colors")
            };
            let message = format!("{}: {words}: the result does not count", row.location());
            self.warn(ResultsWarningKind::SamePlayer, row, &[&name], message);
            return not(Reason::SamePlayer, words);
        }
        if let Some((first, other)) = relations.disagreement {
            let other = if number == first { other } else { first };
            let copy = self.location(other, row)?;
            let words = format!("{copy} is the same game with another result");
            return not(Reason::ConflictingResults, words);
        }
        if let Some(whole) = relations.whole {
            let own = relations.longer.filter(|longer| longer.has_result);
            let longer = self.location(own.map_or(whole, |longer| longer.number), row)?;
            let words = match row.plies {
                0 => format!("it has no moves, and {longer} is the game of this round"),
                _ => format!("it is the beginning of {longer}, which is the whole game"),
            };
            return not(Reason::ProbableCopy, words);
        }
        if let Some(counted) = relations.counted.filter(|&counted| counted != number) {
            let words = format!(
                "the same game as {}, which counts",
                self.location(counted, row)?
            );
            return not(Reason::SameGame, words);
        }
        // Standings compare two players: games of more are listed, and not part of them.
        let has_pair = row.players.grey.is_none();
        let is_paired = has_pair && !self.options.without_standings;
        if is_paired && !self.pairs.add(row, [black, white], winner) {
            return not(
                Reason::TooMany,
                "there are too many pairs of players".to_owned(),
            );
        }
        self.summary.counted += 1;
        self.summary.of_more_players += u64::from(!has_pair);
        for id in ids {
            let index = id as usize;
            if self.games.len() <= index {
                self.games.resize(index + 1, 0);
            }
            self.games[index] += 1;
        }
        Ok(Ok(winner))
    }

    /// Warns of a record that is a copy of another, or its beginning.
    fn warn_of_copy(
        &mut self,
        stored: &StoredRow,
        number: u64,
        players: PlayerIds,
        relations: &Relations,
    ) -> io::Result<()> {
        let row = &stored.row;
        let at = row.location();
        let is_valid = stored.counted != CountedResult::Rejected;
        if let Some((first, _)) = relations.disagreement {
            let result = self.result_in_words(stored, players);
            if number == first {
                // The others name it.
                self.disputed.insert(number, result);
            } else if relations.disagrees {
                self.summary.duplicates += 1;
                let message = format!(
                    "{at}: the same game as {}, {}, but the results disagree: {result} and {}; neither counts",
                    self.location(first, row)?,
                    self.pair(players),
                    self.disputed.get(&first).map_or("?", String::as_str),
                );
                let names = self.all_names(&[players]);
                let kind = ResultsWarningKind::ConflictingResults;
                return self.warn_of_two(kind, row, first, names, message);
            }
        }
        if let Some((first, others)) = relations.original {
            self.summary.duplicates += 1;
            let original = self.location(first, row)?;
            let once = match relations.counted {
                Some(counted)
                    if is_valid
                        && counted < number
                        && relations.disagreement.is_none()
                        && relations.whole.is_none() =>
                {
                    "; it counts once"
                }
                _ => "",
            };
            let (pair, other_pair) = (self.pair(players), self.pair(others));
            let message = if others == players {
                format!("{at}: the same game as {original}, {pair}{once}")
            } else if [others[1], others[0]] == players {
                format!(
                    "{at}: the same moves as {original}, but with the colors swapped: {pair} and {other_pair}{once}"
                )
            } else {
                format!(
                    "{at}: the same moves as {original}, but with other names: {pair} and {other_pair}{once}"
                )
            };
            let names = if others == players {
                self.all_names(&[players])
            } else {
                self.all_names(&[players, others])
            };
            self.warn_of_two(ResultsWarningKind::SameGame, row, first, names, message)?;
            // Another game says nothing of this one.
            if others == players || [others[1], others[0]] == players {
                return Ok(());
            }
        }
        let of_game = relations.whole.map(|number| LongerCopy {
            number,
            has_result: true,
        });
        if let Some(longer) = relations.longer.or(of_game) {
            let whole = self.location(longer.number, row)?;
            let consequence = match (stored.counted, longer.has_result, relations.whole) {
                (CountedResult::Counts(_), true, Some(_)) => "; it does not count",
                (CountedResult::Counts(_), true, None) => "; it counts, because no round is stated",
                _ => "",
            };
            let relation = match row.plies {
                0 => "of the same round; it has no moves",
                _ => "whose beginning it is",
            };
            let message = format!(
                "{at}: probably the same game as {whole}, {}, {relation}{consequence}",
                self.pair(players)
            );
            let names = self.all_names(&[players]);
            let kind = ResultsWarningKind::ProbableCopy;
            return self.warn_of_two(kind, row, longer.number, names, message);
        }
        Ok(())
    }

    /// The result of a record, whether it counts or not, with the name of the winner: ``` `B+R` (Ann) ```.
    fn result_in_words(&self, stored: &StoredRow, players: PlayerIds) -> String {
        let text = stored.effective.as_deref().unwrap_or("?");
        let winner = match stored.counted {
            CountedResult::StatedOnly(winner) | CountedResult::Counts(winner) => {
                let color = winner.color();
                color.and_then(|color| *players.get(color as usize)?)
            }
            _ => None,
        };
        match winner {
            Some(winner) => format!("`{text}` ({})", self.names.name(winner)),
            None => format!("`{text}`"),
        }
    }

    /// Warns of a name that may be spelled otherwise, since the encoding of its record is doubtful.
    fn warn_of_doubtful_name(&mut self, row: &ResultRow) {
        let names = row.players.colors().filter_map(|color| row.name(color));
        let names: Vec<&str> = names.filter(|name| !name.is_ascii()).collect();
        let message = format!(
            "{}: {} may be spelled otherwise, since the encoding of the record is doubtful; does `CA` name it?",
            row.location(),
            names
                .iter()
                .map(|name| format!("`{name}`"))
                .collect::<Vec<_>>()
                .join(" and ")
        );
        self.warn(ResultsWarningKind::DoubtfulName, row, &names, message);
    }

    /// Warns of a valid record whose `RE` names another winner than the rules.
    fn warn_of_other_result(&mut self, row: &ResultRow, other: OtherResult) {
        let texts = [&row.result.computed, &row.result.recorded];
        let [computed, recorded] = texts.map(|text| text.as_deref().unwrap_or_default());
        let holds = match other {
            OtherResult::Recorded => "holds, although",
            OtherResult::Computed => "does not hold, because",
        };
        let message = format!(
            "{}: `RE` states `{recorded}`, which {holds} the game is over by the rules: `{computed}`",
            row.location()
        );
        self.warn(ResultsWarningKind::OtherResult, row, &[], message);
    }

    /// A record as another one names it.
    fn location(&mut self, number: u64, seen_from: &ResultRow) -> io::Result<String> {
        let (source, index) = self.records.location(number)?;
        Ok(match index {
            index if source == seen_from.source => format!("record {index}"),
            1 => source,
            index => format!("{source}, record {index}"),
        })
    }

    /// Both players: `Ann – Ben`.
    fn pair(&self, players: PlayerIds) -> String {
        players
            .map(|id| id.map_or("?", |id| self.names.name(id)))
            .join(" – ")
    }

    fn all_names(&self, players: &[PlayerIds]) -> Vec<String> {
        let ids = players.as_flattened().iter().flatten();
        ids.map(|&id| self.names.name(id).to_owned()).collect()
    }

    fn warn_of_two(
        &mut self,
        kind: ResultsWarningKind,
        row: &ResultRow,
        other: u64,
        names: Vec<String>,
        message: String,
    ) -> io::Result<()> {
        let (source, index) = self.records.location(other)?;
        let records = vec![
            WarnedRecord {
                source: row.source.clone(),
                index: row.index,
            },
            WarnedRecord { source, index },
        ];
        self.warnings.add(ResultsWarning {
            kind,
            message,
            names,
            records,
        });
        Ok(())
    }

    fn warn(&mut self, kind: ResultsWarningKind, row: &ResultRow, names: &[&str], message: String) {
        self.warnings.add(ResultsWarning {
            kind,
            message,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            records: vec![WarnedRecord {
                source: row.source.clone(),
                index: row.index,
            }],
        });
    }

    /// The summary, and whether every name and pair of players has been counted.
    pub fn summary(&self) -> ResultsSummary {
        ResultsSummary {
            players: self.names.all().len() as u64,
            is_complete: !self.pairs.is_full && !self.names.is_full,
            ..self.summary
        }
    }

    /// All warnings, kind by kind; of many of a kind the first, and the number of the others.
    pub fn finish_warnings(&mut self) -> Vec<ResultsWarning> {
        let mut warnings = std::mem::take(&mut self.warnings);
        let names = self.names.all();
        let similar = similar_names(names);
        let of_similar = |names: Vec<String>, message: String| ResultsWarning {
            kind: ResultsWarningKind::SimilarNames,
            message,
            names,
            records: Vec::new(),
        };
        if similar.is_cut {
            let message = "there are more similar names than are looked for".to_owned();
            warnings.add(of_similar(Vec::new(), message));
        }
        for (first, second) in similar.pairs {
            let pair = [first, second].map(|index| names[index as usize].clone());
            let [first, second] = [first, second].map(|id| self.with_games(id));
            let message = format!("{first} and {second} may be one player");
            warnings.add(of_similar(pair.to_vec(), message));
        }
        // Such a name can be that of several players: other letters may have become the same.
        let damaged = names.iter().zip(0..);
        let damaged = damaged.filter(|(name, _)| name.contains(char::REPLACEMENT_CHARACTER));
        for (name, id) in damaged {
            warnings.add(ResultsWarning {
                kind: ResultsWarningKind::DamagedName,
                message: format!(
                    "{} has letters that could not be read, and may be several players; does `CA` name the encoding?",
                    self.with_games(id)
                ),
                names: vec![name.clone()],
                records: Vec::new(),
            });
        }
        if let Some(roster) = &self.options.roster {
            roster.each_warning(names, &mut |warning| warnings.add(warning));
        }
        if !self.summary().is_complete {
            warnings.add(ResultsWarning {
                kind: ResultsWarningKind::TooMany,
                message: if self.options.without_standings {
                    format!("there are more than {MAX_NAMES} names: not all results count")
                } else {
                    format!(
                        "there are more than {MAX_NAMES} names or {MAX_PAIRS} pairs of players: the standings are not complete"
                    )
                },
                names: Vec::new(),
                records: Vec::new(),
            });
        }
        warnings.finish()
    }

    /// A name with the number of its games that count.
    fn with_games(&self, id: PlayerId) -> String {
        let games = self.games.get(id as usize).copied().unwrap_or_default();
        let noun = if games == 1 { "game" } else { "games" };
        let games = grouped(games.into());
        format!("`{}` ({games} counted {noun})", self.names.name(id))
    }

    /// Passes the standings of each group on, in the order of the groups.
    ///
    /// # Errors
    ///
    /// Those of `visit`.
    pub fn each_standings<E>(
        &self,
        visit: &mut dyn FnMut(&Standings) -> Result<(), E>,
    ) -> Result<(), E> {
        self.pairs
            .each_standings(&self.names, &self.options.points, visit)
    }
}
