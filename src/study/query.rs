//! Which records are wanted.

use super::{
    DateRange, EffectiveResult, Glob, NumberRange, ResultFilter,
    search::{PatternSet, Search},
};
use crate::{
    games::{Color, Game, Size},
    record::{Name, NodeId, Record, unescape},
    verify::{Options, Status, Step, Verdict, Visitor, replay, verify},
};

/// What is asked of a record. All of it has to be so; of the values of one list one is enough,
/// and an empty list asks nothing.
#[derive(Debug, Default)]
pub struct RecordQuery {
    /// The game.
    pub games: Vec<Game>,
    /// The name of the ruleset it is judged by.
    pub rulesets: Vec<Glob>,
    /// The board.
    pub sizes: Vec<Size>,
    /// Either player.
    pub players: Vec<Glob>,
    /// The player of Black.
    pub black: Vec<Glob>,
    /// The player of White.
    pub white: Vec<Glob>,
    /// The event.
    pub events: Vec<Glob>,
    /// When it was played.
    pub dates: Vec<DateRange>,
    /// The result that counts.
    pub results: Vec<ResultFilter>,
    /// Legal plies of the main line.
    pub plies: Vec<NumberRange>,
    /// Whether the record is valid.
    pub statuses: Vec<Status>,
    /// The code of some finding.
    pub findings: Vec<Glob>,
    /// Positions, each of which has to come.
    pub positions: Vec<PatternSet>,
    /// When they have to come.
    pub when: PlyFilter,
    /// Whether the other records are wanted.
    pub inverted: bool,
}

/// A time in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlyFilter {
    /// At any.
    #[default]
    Ever,
    /// After so many plies.
    At(u32),
    /// After the last legal ply of the main line.
    End,
}

impl RecordQuery {
    /// The verdict on a record that is wanted; `None` for all others.
    pub fn select(&self, record: &Record, options: &Options) -> Option<Verdict> {
        // What the text says is looked at first: playing takes time.
        if !self.takes_text(record) {
            return self.inverted.then(|| verify(record, options));
        }
        let mut looking = Looking {
            query: self,
            searches: Vec::new(),
            found: vec![false; self.positions.len()],
        };
        let verdict = if self.positions.is_empty() || self.when == PlyFilter::End {
            verify(record, options)
        } else {
            replay(record, options, &mut looking)
        };
        let is_there = match (self.when, &verdict.position) {
            (PlyFilter::End, Some(last)) => {
                let (game, size) = (last.game(), last.size());
                let mut positions = self.positions.iter();
                positions.all(|position| position.on(game, size).holds(last))
            }
            (PlyFilter::End, None) => self.positions.is_empty(),
            _ => looking.found.iter().all(|&found| found),
        };
        let is_wanted = is_there && self.takes_verdict(&verdict);
        (is_wanted != self.inverted).then_some(verdict)
    }

    /// Whether the root of a record is as wanted.
    fn takes_text(&self, record: &Record) -> bool {
        let takes = |globs: &[Glob], names: &[Name]| {
            globs.is_empty()
                || names.iter().any(|&name| {
                    let value = root_value(record, name);
                    value.is_some_and(|text| globs.iter().any(|glob| glob.takes(&text)))
                })
        };
        takes(&self.players, &[Name::PB, Name::PW])
            && takes(&self.black, &[Name::PB])
            && takes(&self.white, &[Name::PW])
            && takes(&self.events, &[Name::EV])
            && (self.dates.is_empty()
                || root_value(record, Name::DT)
                    .is_some_and(|text| self.dates.iter().any(|dates| dates.meets(&text))))
    }

    fn takes_verdict(&self, verdict: &Verdict) -> bool {
        let standing = || EffectiveResult::of(verdict);
        let ruleset = verdict.ruleset.as_ref().map_or("", |ruleset| &ruleset.name);
        let has = |code: &Glob| {
            let mut findings = verdict.findings.iter();
            findings.any(|finding| code.takes(finding.code().id()))
        };
        holds(&self.games, |game| verdict.game == Some(*game))
            && holds(&self.rulesets, |name| name.takes(ruleset))
            && holds(&self.sizes, |size| verdict.size == Some(*size))
            && holds(&self.results, |kind| kind.holds(&standing()))
            && holds(&self.plies, |plies| plies.hold(verdict.plies))
            && holds(&self.statuses, |status| verdict.status == *status)
            && holds(&self.findings, has)
    }
}

/// Whether one of several is so, or there are none.
fn holds<T>(wanted: &[T], is_so: impl Fn(&T) -> bool) -> bool {
    wanted.is_empty() || wanted.iter().any(is_so)
}

/// The first value of a property of the root, as people read it.
pub fn root_value<'t>(record: &Record<'t>, name: Name) -> Option<std::borrow::Cow<'t, str>> {
    let mut root = record.properties(NodeId::ROOT).iter();
    let property = root.find(|property| property.name == name)?;
    let &value = record.values(property).first()?;
    Some(unescape(record.raw(value)))
}

/// Who looks at the positions of a record for those that are wanted.
struct Looking<'q> {
    query: &'q RecordQuery,
    /// What is looked for on the board of this record.
    searches: Vec<Search<'q>>,
    /// Which have been seen.
    found: Vec<bool>,
}

impl Visitor for Looking<'_> {
    fn visit(&mut self, step: &Step) {
        let position = step.position;
        let is_time = match self.query.when {
            PlyFilter::At(ply) => position.plies() == ply,
            PlyFilter::Ever | PlyFilter::End => true,
        };
        if !is_time || !step.is_new() {
            return;
        }
        if self.searches.is_empty() {
            let (game, size) = (position.game(), position.size());
            let positions = self.query.positions.iter();
            self.searches = positions.map(|wanted| wanted.on(game, size)).collect();
        }
        for (search, found) in self.searches.iter().zip(&mut self.found) {
            *found = *found || search.holds(position);
        }
    }
}

/// The players of a record, Black first, as far as it names them.
pub fn players(record: &Record) -> [Option<String>; 2] {
    Color::ALL.map(|color| {
        let name = match color {
            Color::Black => Name::PB,
            Color::White => Name::PW,
        };
        root_value(record, name).map(|name| name.trim().to_owned())
    })
}
