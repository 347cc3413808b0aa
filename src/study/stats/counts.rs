//! The counts over records, and how they are collected.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    facts::RecordFacts,
    lengths::{Bin, LengthCounts, Lengths},
    openings::{Distinguished, OpeningTree, Openings},
    players::{PlayerCounts, PlayerStats},
};
use crate::{
    games::Color,
    output::SCHEMA,
    study::{EffectiveResult, WinMethod},
    verify::Status,
};

/// Statistics of records, per game and ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Stats"))]
pub struct Statistics {
    pub(super) schema: u32,
    /// All records.
    pub(super) records: u64,
    /// Sources and entries that could not be read.
    pub(super) unreadable: u64,
    /// Per game and ruleset; records without a known game come first.
    pub(super) groups: Vec<GroupStats>,
    /// The results of each player in valid records, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) players: Option<Vec<PlayerStats>>,
}

/// The records of one game that are verified by one ruleset. All but the first counts are of valid records.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Group"))]
pub struct GroupStats {
    pub(super) game: Option<&'static str>,
    pub(super) ruleset: Option<String>,
    /// All records.
    pub(super) records: u64,
    /// Records without an error.
    pub(super) valid: u64,
    /// Records with an error other than a syntax error.
    pub(super) invalid: u64,
    /// Records with a syntax error.
    pub(super) malformed: u64,
    /// Of the valid ones, those whose game is over on the board.
    pub(super) finished: u64,
    /// Per board, the smallest first.
    pub(super) sizes: Vec<BoardCount>,
    pub(super) results: Results,
    /// Legal plies of the main line; null where no record is valid.
    pub(super) plies: Option<Lengths>,
    /// Games by their lengths.
    pub(super) lengths: Vec<Bin>,
    pub(super) captures: Captures,
    /// Per board, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings: Option<Vec<Openings>>,
}

/// The records on a board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BoardCount {
    pub(super) size: String,
    pub(super) records: u64,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Results {
    #[serde(rename = "B")]
    pub(super) black: Wins,
    #[serde(rename = "W")]
    pub(super) white: Wins,
    /// Absent with two players.
    #[serde(rename = "G", skip_serializing_if = "Option::is_none")]
    pub(super) grey: Option<Wins>,
    /// Absent with two and three players.
    #[serde(rename = "Y", skip_serializing_if = "Option::is_none")]
    pub(super) yellow: Option<Wins>,
    pub(super) draw: u64,
    pub(super) void: u64,
    /// Unknown: the game is not over, and no result is stated.
    pub(super) none: u64,
}

/// The games that a player won, by how they were won.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Wins {
    /// All wins.
    pub(super) all: u64,
    pub(super) margin: u64,
    /// By a connection or a first capture, or by an unknown margin.
    pub(super) goal: u64,
    pub(super) resignation: u64,
    pub(super) time: u64,
    pub(super) forfeit: u64,
}

impl Wins {
    fn count(&mut self, method: &WinMethod) {
        self.all += 1;
        *match method {
            WinMethod::Margin(_) => &mut self.margin,
            WinMethod::Goal => &mut self.goal,
            WinMethod::Resignation => &mut self.resignation,
            WinMethod::Time => &mut self.time,
            WinMethod::Forfeit => &mut self.forfeit,
        } += 1;
    }
}

impl Results {
    /// The wins of each player.
    pub(super) fn wins(&self) -> impl Iterator<Item = (Color, &Wins)> {
        let wins = [
            Some(&self.black),
            Some(&self.white),
            self.grey.as_ref(),
            self.yellow.as_ref(),
        ];
        let wins = Color::ALL.into_iter().zip(wins);
        wins.filter_map(|(color, wins)| Some((color, wins?)))
    }

    fn count(&mut self, result: &EffectiveResult) {
        match result {
            EffectiveResult::Won(color, method) => match color {
                Color::Black => self.black.count(method),
                Color::White => self.white.count(method),
                Color::Grey => self.grey.get_or_insert_default().count(method),
                Color::Yellow => self.yellow.get_or_insert_default().count(method),
            },
            EffectiveResult::Draw => self.draw += 1,
            EffectiveResult::Void => self.void += 1,
            EffectiveResult::Open => self.none += 1,
        }
    }
}

/// Plies that removed pieces or changed their color.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Captures {
    /// Games with such a ply.
    pub(super) records: u64,
    /// All such plies.
    pub(super) plies: u64,
    /// The most in one game.
    pub(super) most: u32,
}

/// Collects statistics.
#[derive(Debug, Default)]
pub struct StatsBuilder {
    records: u64,
    unreadable: u64,
    groups: BTreeMap<(Option<&'static str>, Option<String>), GroupCounts>,
    /// The openings distinguished so far.
    openings: Distinguished,
    /// The players, if they are counted.
    players: Option<PlayerCounts>,
}

/// The counts of a group.
#[derive(Debug, Default)]
struct GroupCounts {
    valid: u64,
    invalid: u64,
    malformed: u64,
    finished: u64,
    /// By columns and rows.
    sizes: BTreeMap<(u8, u8), (String, u64)>,
    results: Results,
    plies: LengthCounts,
    captures: Captures,
    openings: BTreeMap<(u8, u8), OpeningTree>,
}

impl StatsBuilder {
    /// Counts the results of each player, too.
    pub fn count_players(&mut self) {
        self.players = Some(PlayerCounts::default());
    }

    /// Counts a source that cannot be read.
    pub fn count_unreadable(&mut self) {
        self.unreadable += 1;
    }

    /// Counts a record.
    pub fn count(&mut self, facts: RecordFacts) {
        self.records += 1;
        let RecordFacts {
            game,
            ruleset,
            size,
            status,
            plies,
            is_finished,
            result,
            captures,
            opening,
            players,
            number_of_players,
            doubt: _,
        } = facts;
        let counts = self.groups.entry((game, ruleset)).or_default();
        if number_of_players.contain(Color::Grey) {
            counts.results.grey.get_or_insert_default();
        }
        if number_of_players.contain(Color::Yellow) {
            counts.results.yellow.get_or_insert_default();
        }
        match status {
            Status::Valid => counts.valid += 1,
            Status::Invalid => counts.invalid += 1,
            Status::Malformed => counts.malformed += 1,
        }
        let Some(size) = size.filter(|_| status == Status::Valid) else {
            return;
        };
        counts.finished += u64::from(is_finished);
        counts.results.count(&result);
        if let Some(counts) = &mut self.players {
            counts.count(number_of_players, &players, &result);
        }
        counts.plies.count(plies);
        counts.captures.plies += u64::from(captures);
        counts.captures.records += u64::from(captures > 0);
        counts.captures.most = counts.captures.most.max(captures);
        let board = (size.columns, size.rows);
        let sizes = counts.sizes.entry(board);
        sizes.or_insert_with(|| (size.to_string(), 0)).1 += 1;
        if let Some(opening) = opening {
            let tree = counts.openings.entry(board).or_default();
            tree.count(opening, &result, &mut self.openings);
        }
    }

    /// The statistics, with the `top` most frequent plies at each node of the openings.
    pub fn finish(self, top: usize, with_openings: bool) -> Statistics {
        let groups = self.groups.into_iter();
        Statistics {
            schema: SCHEMA,
            records: self.records,
            unreadable: self.unreadable,
            groups: groups
                .map(|((game, ruleset), counts)| counts.finish(game, ruleset, top, with_openings))
                .collect(),
            players: self.players.map(PlayerCounts::finish),
        }
    }
}

impl GroupCounts {
    fn finish(
        self,
        game: Option<&'static str>,
        ruleset: Option<String>,
        top: usize,
        with_openings: bool,
    ) -> GroupStats {
        let sizes = &self.sizes;
        let name = |board: &(u8, u8)| sizes.get(board).map_or("", |(name, _)| name).to_owned();
        let openings = self.openings.into_iter();
        let openings = openings.map(|(board, tree)| tree.finish(name(&board), top));
        GroupStats {
            game,
            ruleset,
            records: self.valid + self.invalid + self.malformed,
            valid: self.valid,
            invalid: self.invalid,
            malformed: self.malformed,
            finished: self.finished,
            results: self.results,
            plies: self.plies.lengths(),
            lengths: self.plies.bins(),
            captures: self.captures,
            openings: with_openings.then(|| openings.collect()),
            sizes: (self.sizes.values())
                .map(|(size, records)| BoardCount {
                    size: size.clone(),
                    records: *records,
                })
                .collect(),
        }
    }
}
