//! Queries: filters that records match or not.

use std::collections::BTreeSet;

use super::{
    date::DateRange,
    effective_result::{EffectiveResult, ResultFilter, WinnerFilter},
    line_positions::{LinePositions, Place},
    opening_filter::OpeningFilter,
    search::{BoardPatterns, PatternSet},
    text::{Glob, NumberRange},
};
use crate::{
    games::{Color, Game, Position, Size},
    record::{Name, NodeId, Record, unescape},
    verify::{Options, Status, Step, Verdict, Visitor, replay, verify},
};

/// The filters of a query. A record must match all of them: one of the values of each list;
/// an empty list matches every record.
#[derive(Debug, Default)]
pub struct RecordQuery {
    /// The game.
    pub games: Vec<Game>,
    /// The name of the ruleset.
    pub rulesets: Vec<Glob>,
    /// The size of the board.
    pub sizes: Vec<Size>,
    /// The name of any player.
    pub players: Vec<Glob>,
    /// The name of the player of Black.
    pub black: Vec<Glob>,
    /// The name of the player of White.
    pub white: Vec<Glob>,
    /// The name of the player of Grey.
    pub grey: Vec<Glob>,
    /// The name of the player of Yellow.
    pub yellow: Vec<Glob>,
    /// The event.
    pub events: Vec<Glob>,
    /// The date of the game.
    pub dates: Vec<DateRange>,
    /// The effective result.
    pub results: Vec<ResultFilter>,
    /// The result that `RE` states.
    pub recorded_results: Vec<ResultFilter>,
    /// The result by play of a valid record.
    pub computed_results: Vec<ResultFilter>,
    /// The winner by play of a valid record.
    pub winners: Vec<WinnerFilter>,
    /// The name of the player who has won a valid record, by its effective result.
    pub won_by: Vec<Glob>,
    /// The first plies.
    pub openings: Vec<OpeningFilter>,
    /// Whether an opening may be rotated and reflected.
    pub symmetric: bool,
    /// The number of legal plies on the main line.
    pub plies: Vec<NumberRange>,
    /// The status of the record.
    pub statuses: Vec<Status>,
    /// The code of a finding.
    pub findings: Vec<Glob>,
    /// Patterns, each of which must match a position.
    pub positions: Vec<PatternSet>,
    /// The positions that patterns are compared with.
    pub when: PlyFilter,
    /// Whether the match is inverted.
    pub inverted: bool,
}

/// Which positions of a game are compared with patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlyFilter {
    /// All positions.
    #[default]
    Any,
    /// The position after this many plies.
    At(u32),
    /// The position after the last legal ply of the main line; where variations are verified, of each of them, too.
    End,
}

impl RecordQuery {
    /// The verdict of a record that matches; `None` for all others.
    pub fn select(&self, record: &Record, options: &Options) -> Option<Verdict> {
        // The text is checked first because replaying is slow.
        if !self.matches_text(record) {
            return self.inverted.then(|| verify(record, options));
        }
        let mut searcher = PositionSearcher {
            query: self,
            searches: Vec::new(),
            found: vec![false; self.positions.len()],
            ends: BTreeSet::new(),
        };
        let is_end = self.when == PlyFilter::End && !self.positions.is_empty();
        let is_main_end = is_end && !options.variations;
        if is_end && options.variations {
            searcher.ends = LinePositions::of(record, options).ends(record);
        }
        let verdict = if self.positions.is_empty() || is_main_end {
            verify(record, options)
        } else {
            replay(record, options, &mut searcher)
        };
        if let Some(last) = verdict.position.as_ref().filter(|_| is_main_end) {
            searcher.search(last);
        }
        let has_positions = searcher.found.iter().all(|&found| found);
        let is_match = has_positions
            && self.matches_verdict(&verdict)
            && matches_any(&self.openings, |opening| {
                opening.matches(record, options, self.symmetric)
            });
        (is_match != self.inverted).then_some(verdict)
    }

    /// Whether the root of a record matches.
    fn matches_text(&self, record: &Record) -> bool {
        let matches = |globs: &[Glob], names: &[Name]| {
            globs.is_empty()
                || names.iter().any(|&name| {
                    // A blank name is none.
                    let value = root_value(record, name).filter(|text| !text.trim().is_empty());
                    value.is_some_and(|text| globs.iter().any(|glob| glob.matches(&text)))
                })
        };
        matches(&self.players, &Color::ALL.map(Name::player_of))
            && matches(&self.black, &[Name::PB])
            && matches(&self.white, &[Name::PW])
            && matches(&self.grey, &[Name::PG])
            && matches(&self.yellow, &[Name::PY])
            && matches(&self.events, &[Name::EV])
            && (self.dates.is_empty()
                || root_value(record, Name::DT)
                    .is_some_and(|text| self.dates.iter().any(|dates| dates.overlaps(&text))))
    }

    fn matches_verdict(&self, verdict: &Verdict) -> bool {
        let result = || EffectiveResult::of(verdict);
        let ruleset = verdict.ruleset.as_ref().map_or("", |ruleset| &ruleset.name);
        let has = |code: &Glob| {
            let mut findings = verdict.findings.iter();
            findings.any(|finding| code.matches(finding.code().id()))
        };
        matches_any(&self.games, |game| verdict.game == Some(*game))
            && matches_any(&self.rulesets, |name| name.matches(ruleset))
            && matches_any(&self.sizes, |size| verdict.size == Some(*size))
            && matches_any(&self.results, |filter| filter.matches(&result()))
            && matches_any(&self.recorded_results, |filter| {
                filter.matches_recorded(verdict.recorded.as_deref())
            })
            && matches_any(&self.computed_results, |filter| {
                verdict.is_valid() && filter.matches_computed(verdict.computed)
            })
            && matches_any(&self.winners, |filter| {
                verdict.is_valid() && filter.matches(verdict.computed)
            })
            && (self.won_by.is_empty()
                || winner_name(verdict)
                    .is_some_and(|name| self.won_by.iter().any(|glob| glob.matches(name))))
            && matches_any(&self.plies, |plies| plies.contains(verdict.plies))
            && matches_any(&self.statuses, |status| verdict.status == *status)
            && matches_any(&self.findings, has)
    }
}

/// The name of the player who has won a valid record.
fn winner_name(verdict: &Verdict) -> Option<&str> {
    let winner = EffectiveResult::of(verdict)
        .winner()
        .filter(|_| verdict.is_valid())?;
    verdict.details.players[winner].as_deref()
}

/// Whether one of the values of a filter matches, or there are none.
fn matches_any<T>(values: &[T], predicate: impl Fn(&T) -> bool) -> bool {
    values.is_empty() || values.iter().any(predicate)
}

/// The first value of a property of the root, unescaped.
pub fn root_value<'t>(record: &Record<'t>, name: Name) -> Option<std::borrow::Cow<'t, str>> {
    let mut root = record.properties(NodeId::ROOT).iter();
    let property = root.find(|property| property.name == name)?;
    let &value = record.values(property).first()?;
    Some(unescape(record.raw(value)))
}

/// Searches the positions of a record for patterns.
struct PositionSearcher<'q> {
    query: &'q RecordQuery,
    /// The patterns on the board of this record.
    searches: Vec<BoardPatterns<'q>>,
    /// Which of them have matched.
    found: Vec<bool>,
    /// The last positions of all lines, if those are searched.
    ends: BTreeSet<Place>,
}

impl PositionSearcher<'_> {
    /// Searches a position.
    fn search(&mut self, position: &Position) {
        if self.searches.is_empty() {
            let (game, size) = (position.game(), position.size());
            let positions = self.query.positions.iter();
            self.searches = positions.map(|patterns| patterns.on(game, size)).collect();
        }
        for (found, search) in self.found.iter_mut().zip(&self.searches) {
            *found = *found || search.matches(position);
        }
    }
}

impl Visitor for PositionSearcher<'_> {
    fn visit(&mut self, step: &Step) {
        let position = step.position;
        let is_searched = match self.query.when {
            PlyFilter::At(ply) => position.plies() == ply,
            PlyFilter::Any => true,
            PlyFilter::End => self.ends.contains(&(step.node, position.plies())),
        };
        if is_searched && step.is_new() {
            self.search(position);
        }
    }
}
