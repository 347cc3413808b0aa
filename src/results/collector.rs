//! Collects what standings and warnings need from the records, one after another.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    io,
};

use super::{
    names::{MAX_NAMES, NameTable, PlayerId, similar_names},
    points::PointSystem,
    roster::Roster,
    row::{CountedResult, ResultRow, Winner},
    standings::{PairResults, Standings, standings},
    summary::ResultsSummary,
    warning::{ResultsWarning, ResultsWarningKind, WarnedRecord},
};
use crate::{
    games::Color,
    report::OutputStatus,
    study::{GameKey, RecordNumbers, folded_name},
};

/// The most pairs of players whose games are counted; with groups, in each group.
const MAX_PAIRS: usize = 500_000;
/// The most warnings of a kind.
const MAX_WARNINGS: usize = 1_000;

/// What standings are grouped by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// The event.
    Event,
    /// The round.
    Round,
    /// The player: one table, with the results against each opponent.
    Player,
    /// The game.
    Game,
}

impl GroupBy {
    /// The name in the output; `None` if there is one table for all.
    fn name(self) -> Option<&'static str> {
        match self {
            GroupBy::Event => Some("event"),
            GroupBy::Round => Some("round"),
            GroupBy::Player => None,
            GroupBy::Game => Some("game"),
        }
    }
}

/// What counts, and how much.
#[derive(Clone, Debug, Default)]
pub struct ResultsOptions {
    /// What a win, a draw and a loss are worth.
    pub points: PointSystem,
    /// What the standings are grouped by.
    pub group_by: Option<GroupBy>,
    /// Whether a result counts that only `RE` states.
    pub counts_stated: bool,
    /// The names that are expected.
    pub roster: Option<Roster>,
}

/// The players of a game, as far as they have names.
type Players = [Option<PlayerId>; 2];

/// Collects results. Besides names and pairs of players, whose number is bounded, it keeps one hash for each different game.
#[derive(Debug, Default)]
pub struct ResultsCollector {
    options: ResultsOptions,
    names: NameTable,
    /// The games of each player.
    games: Vec<u32>,
    groups: BTreeMap<Option<String>, u32>,
    pairs: BTreeMap<(u32, PlayerId, PlayerId), PairResults>,
    /// Whether there were more pairs or groups than are counted.
    is_full: bool,
    /// The number of the first record of each game, and its players.
    known: HashMap<GameKey, (u64, Players)>,
    /// The games that have been counted, with their players.
    counted: HashSet<(GameKey, Players)>,
    records: RecordNumbers,
    warnings: BTreeMap<ResultsWarningKind, Vec<ResultsWarning>>,
    /// Warnings that are not kept.
    dropped: BTreeMap<ResultsWarningKind, u64>,
    summary: ResultsSummary,
}

impl ResultsCollector {
    /// A collector without records.
    pub fn new(options: ResultsOptions) -> ResultsCollector {
        ResultsCollector {
            options,
            ..ResultsCollector::default()
        }
    }

    /// Adds the next record; `key` identifies its game.
    ///
    /// # Errors
    ///
    /// If the temporary file for the names of sources cannot be used.
    pub fn add(&mut self, row: &ResultRow, key: Option<GameKey>) -> io::Result<()> {
        if row.status == OutputStatus::Unreadable {
            self.summary.unreadable += 1;
            return Ok(());
        }
        self.summary.count(row.status);
        let number = self.records.add(row.source, row.index)?;
        let players = Color::ALL.map(|color| self.player(row, color));
        let is_new = self.compare(row, key, number, players)?;
        match row.counted {
            CountedResult::Rejected | CountedResult::Void => {}
            CountedResult::Open => {
                let message = format!(
                    "{}: the game is not over, and `RE` states no result",
                    row.location()
                );
                self.warn(ResultsWarningKind::NoResult, row, &[], message);
            }
            CountedResult::StatedOnly => {
                let stated = row.result.recorded().unwrap_or_default();
                let message = format!(
                    "{}: `RE` states `{stated}`, but the game is not over: the result does not count",
                    row.location()
                );
                self.warn(ResultsWarningKind::StatedResult, row, &[], message);
            }
            CountedResult::Counts(winner) if is_new => self.count(row, players, winner),
            CountedResult::Counts(_) => {}
        }
        Ok(())
    }

    /// The number of a player.
    fn player(&mut self, row: &ResultRow, color: Color) -> Option<PlayerId> {
        let name = row
            .details
            .and_then(|details| details.players[color].as_deref());
        let Some(name) = name else {
            let message = format!("{}: {} has no name", row.location(), color.name());
            self.warn(ResultsWarningKind::NoName, row, &[], message);
            return None;
        };
        let id = self.names.id(name)?;
        let index = id as usize;
        if self.games.len() <= index {
            self.games.resize(index + 1, 0);
        }
        self.games[index] += 1;
        Some(id)
    }

    /// Compares a record with those before it; returns whether its result is not counted yet.
    fn compare(
        &mut self,
        row: &ResultRow,
        key: Option<GameKey>,
        number: u64,
        players: Players,
    ) -> io::Result<bool> {
        let counts = row.winner.is_some();
        let Some(key) = key else {
            return Ok(true);
        };
        let (first, others) = *self.known.entry(key).or_insert((number, players));
        let has_same_players = others == players;
        // Whether an earlier record of the game with these players has been counted.
        let was_counted = counts && !self.counted.insert((key, players));
        if first == number {
            return Ok(true);
        }
        let (source, index) = self.records.location(first)?;
        let original = match index {
            index if source == row.source => format!("record {index}"),
            1 => source.clone(),
            index => format!("{source}, record {index}"),
        };
        let name = |id: &Option<PlayerId>| id.map_or("?", |id| self.names.name(id)).to_owned();
        let pair = |players: &Players| players.each_ref().map(name).join(" – ");
        let once = if was_counted { "; it counts once" } else { "" };
        let message = if has_same_players {
            format!(
                "{}: the same game as {original}, {}{once}",
                row.location(),
                pair(&players)
            )
        } else {
            format!(
                "{}: the same moves as {original}, but with other names: {} and {}{once}",
                row.location(),
                pair(&players),
                pair(&others)
            )
        };
        let mut names: Vec<String> = players
            .iter()
            .flatten()
            .map(|id| name(&Some(*id)))
            .collect();
        if !has_same_players {
            names.extend(others.iter().flatten().map(|id| name(&Some(*id))));
        }
        self.summary.duplicates += 1;
        let records = vec![
            WarnedRecord {
                source: row.source.to_owned(),
                index: row.index,
            },
            WarnedRecord { source, index },
        ];
        self.keep(ResultsWarning {
            kind: ResultsWarningKind::SameGame,
            message,
            names,
            records,
        });
        Ok(!was_counted)
    }

    /// Counts a result.
    fn count(&mut self, row: &ResultRow, players: Players, winner: Winner) {
        let [Some(black), Some(white)] = players else {
            return;
        };
        if black == white {
            let name = self.names.name(black).to_owned();
            let message = format!(
                "{}: `{name}` plays both colors: the result does not count",
                row.location()
            );
            self.warn(ResultsWarningKind::SamePlayer, row, &[&name], message);
            return;
        }
        let Some(group) = self.group(row) else {
            return;
        };
        self.summary.counted += 1;
        let pair = (group, black.min(white), black.max(white));
        if self.pairs.len() >= MAX_PAIRS && !self.pairs.contains_key(&pair) {
            self.is_full = true;
            return;
        }
        let results = self.pairs.entry(pair).or_default();
        let first_wins = match winner {
            Winner::Draw => None,
            Winner::Black => Some(black < white),
            Winner::White => Some(white < black),
        };
        *match first_wins {
            None => &mut results.draws,
            Some(true) => &mut results.wins,
            Some(false) => &mut results.losses,
        } += 1;
    }

    /// The number of the group of a record; `None` if there are too many.
    fn group(&mut self, row: &ResultRow) -> Option<u32> {
        let key = match self.options.group_by {
            None | Some(GroupBy::Player) => None,
            Some(GroupBy::Event) => row.event,
            Some(GroupBy::Round) => row.round,
            Some(GroupBy::Game) => row.game,
        };
        let key = key.map(str::to_owned);
        if let Some(&group) = self.groups.get(&key) {
            return Some(group);
        }
        let group = self.groups.len();
        if group >= MAX_NAMES {
            self.is_full = true;
            return None;
        }
        self.groups.insert(key, group as u32);
        Some(group as u32)
    }

    fn warn(&mut self, kind: ResultsWarningKind, row: &ResultRow, names: &[&str], message: String) {
        self.keep(ResultsWarning {
            kind,
            message,
            names: names.iter().map(|&name| name.to_owned()).collect(),
            records: vec![WarnedRecord {
                source: row.source.to_owned(),
                index: row.index,
            }],
        });
    }

    fn keep(&mut self, warning: ResultsWarning) {
        let kind = warning.kind;
        let kept = self.warnings.entry(kind).or_default();
        if kept.len() < MAX_WARNINGS {
            kept.push(warning);
        } else {
            *self.dropped.entry(kind).or_default() += 1;
        }
    }

    /// The summary, and whether every name and pair of players has been counted.
    pub fn summary(&self) -> ResultsSummary {
        ResultsSummary {
            players: self.names.all().len() as u64,
            is_complete: !self.is_full && !self.names.is_full,
            ..self.summary
        }
    }

    /// All warnings, kind by kind; of many of a kind the first, and the number of the others.
    pub fn finish_warnings(&mut self) -> Vec<ResultsWarning> {
        let names = self.names.all();
        let mut found = Vec::new();
        for (first, second) in similar_names(names) {
            let with_games = |index: usize| {
                let games = self.games.get(index).copied().unwrap_or_default();
                let noun = if games == 1 { "game" } else { "games" };
                format!("`{}` ({games} {noun})", names[index])
            };
            found.push(ResultsWarning {
                kind: ResultsWarningKind::SimilarNames,
                message: format!(
                    "{} and {} may be one player",
                    with_games(first),
                    with_games(second)
                ),
                names: vec![names[first].clone(), names[second].clone()],
                records: Vec::new(),
            });
        }
        if let Some(roster) = &self.options.roster {
            found.extend(roster.warnings(names));
        }
        if !self.summary().is_complete {
            found.push(ResultsWarning {
                kind: ResultsWarningKind::TooMany,
                message: format!(
                    "there are more than {MAX_NAMES} names or {MAX_PAIRS} pairs of players: the standings are not complete"
                ),
                names: Vec::new(),
                records: Vec::new(),
            });
        }
        for warning in found {
            self.keep(warning);
        }
        let mut warnings = Vec::new();
        for kind in ResultsWarningKind::ALL {
            warnings.append(&mut self.warnings.remove(&kind).unwrap_or_default());
            if let Some(count) = self.dropped.get(&kind) {
                warnings.push(ResultsWarning {
                    kind,
                    message: format!("{count} more warnings of this kind"),
                    names: Vec::new(),
                    records: Vec::new(),
                });
            }
        }
        warnings
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
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_by_cached_key(|(name, _)| (name.is_none(), name.as_deref().map(natural_order)));
        let by_name = self.options.group_by.and_then(GroupBy::name);
        for &(name, &group) in &groups {
            let pairs = self
                .pairs
                .range((group, 0, 0)..=(group, PlayerId::MAX, PlayerId::MAX));
            let pairs: Vec<_> = pairs
                .map(|(&(_, first, second), &results)| ((first, second), results))
                .collect();
            visit(&Standings {
                by: by_name,
                group: by_name.map(|_| name.as_deref()),
                players: standings(&pairs, &self.options.points, |id| self.names.name(id)),
            })?;
        }
        if groups.is_empty() {
            visit(&Standings::default())?;
        }
        Ok(())
    }
}

/// A name for sorting: numbers in it are ordered by their values, so that round 10 comes after round 9.
fn natural_order(name: &str) -> String {
    let mut key = String::new();
    let mut digits = String::new();
    for character in folded_name(name).chars().chain(['\0']) {
        if character.is_ascii_digit() {
            digits.push(character);
            continue;
        }
        if !digits.is_empty() {
            key.push_str(&format!("{:0>20}", digits.trim_start_matches('0')));
            digits.clear();
        }
        key.push(character);
    }
    key + name
}
