//! What a change of the rules does to records: each is judged by two rulesets of its game, and
//! what differs is told.

mod json;
mod markdown;
mod text;

use std::{
    collections::BTreeMap,
    fmt::{self, Display, Formatter},
    io::{self, Write},
};

pub use json::CompareLine;

use super::{LineIndex, RecordReport, summary::counted};
use crate::{
    games::{Game, Score},
    verify::{Finding, Severity, Verdict, title},
};

/// How the verdict on a record changes. Each record that changes is of one kind, the first that
/// fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// There is an error that there was not.
    NewlyIllegal,
    /// There is no longer an error that there was.
    NewlyLegal,
    /// There is another error: at another ply, or by another rule.
    IllegalOtherwise,
    /// The game is over where it was not, or the other way round.
    OtherEnd,
    /// The game is over either way, but with another result.
    OtherResult,
    /// The score after the last legal ply is another.
    OtherScore,
}

impl Kind {
    /// All kinds, in the order in which they are told.
    pub const ALL: [Kind; 6] = [
        Kind::NewlyIllegal,
        Kind::NewlyLegal,
        Kind::IllegalOtherwise,
        Kind::OtherEnd,
        Kind::OtherResult,
        Kind::OtherScore,
    ];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Kind::NewlyIllegal => "newly illegal",
            Kind::NewlyLegal => "newly legal",
            Kind::IllegalOtherwise => "illegal otherwise",
            Kind::OtherEnd => "other end",
            Kind::OtherResult => "other result",
            Kind::OtherScore => "other score",
        }
    }
}

/// A record whose verdict changes.
#[derive(Debug)]
pub struct Changed<'c> {
    /// The source as output names it.
    pub source: &'c str,
    /// The number of the record in its source, from 1.
    pub index: usize,
    /// The verdict by the old ruleset.
    pub old: &'c Verdict,
    /// The verdict by the new ruleset.
    pub new: &'c Verdict,
    /// How it changes.
    pub kind: Kind,
}

/// How a verdict changes; `None` if it does not. The status, the errors, the plies played, the end, the result
/// and the score count; the words and the warnings do not.
pub fn change(old: &Verdict, new: &Verdict) -> Option<Kind> {
    match (gone(old, new), gone(new, old)) {
        (None, Some(_)) => return Some(Kind::NewlyIllegal),
        (Some(_), None) => return Some(Kind::NewlyLegal),
        (Some(_), Some(_)) => return Some(Kind::IllegalOtherwise),
        (None, None) => {}
    }
    if old.finished != new.finished {
        Some(Kind::OtherEnd)
    } else if old.computed != new.computed {
        Some(Kind::OtherResult)
    } else if old.score != new.score {
        Some(Kind::OtherScore)
    } else {
        (old.status != new.status || old.plies != new.plies).then_some(Kind::IllegalOtherwise)
    }
}

/// The first error of a verdict that another verdict on the same record does not have. That `RE` is
/// wrong is none: it follows from the result.
fn gone<'v>(from: &'v Verdict, other: &Verdict) -> Option<&'v Finding> {
    fn key(finding: &Finding) -> impl PartialEq {
        let code = finding.code.id;
        (
            code,
            finding.ply,
            finding.variation.clone(),
            finding.place.clone(),
        )
    }
    let mut others = errors(other).peekable();
    errors(from).find(|finding| {
        // Both have their errors in the same order, and most often the same ones.
        let same = others.next_if(|other| key(other) == key(finding)).is_some();
        !same && errors(other).all(|other| key(other) != key(finding))
    })
}

fn errors(verdict: &Verdict) -> impl Iterator<Item = &Finding> {
    let findings = verdict.findings.iter();
    findings.filter(|finding| {
        finding.code.severity == Severity::Error && finding.code.id != "record::result"
    })
}

impl Changed<'_> {
    /// The first error that there is no longer.
    fn lost(&self) -> Option<&Finding> {
        gone(self.old, self.new)
    }

    /// The first error that there was not.
    fn found(&self) -> Option<&Finding> {
        gone(self.new, self.old)
    }
}

/// `newly illegal at ply 13 by margo::repetition`.
impl Display for Changed<'_> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let of = |finding: Option<&Finding>| finding.map(breach).unwrap_or_default();
        let (lost, found) = (of(self.lost()), of(self.found()));
        let end = |verdict: &Verdict| match verdict.computed {
            Some(outcome) => outcome.to_string(),
            None => "not over".to_owned(),
        };
        let name = self.kind.name();
        match self.kind {
            Kind::NewlyIllegal => write!(f, "{name}{found}"),
            Kind::NewlyLegal => write!(f, "{name}: was illegal{lost}"),
            Kind::IllegalOtherwise => write!(f, "{name}:{lost} →{found}"),
            Kind::OtherEnd | Kind::OtherResult => {
                write!(f, "{name}: {} → {}", end(self.old), end(self.new))
            }
            Kind::OtherScore => {
                write!(
                    f,
                    "{name}: {} → {}",
                    points(self.old.score),
                    points(self.new.score)
                )
            }
        }
    }
}

/// ` at ply 13 by margo::repetition`.
fn breach(finding: &Finding) -> String {
    let ply = finding.ply.map(|ply| format!(" at ply {ply}"));
    let ply = ply.unwrap_or_default();
    let variation = finding.variation.as_ref().map_or("", |_| " of a variation");
    format!("{ply}{variation} by {}", finding.code.id)
}

fn points(score: Option<Score>) -> String {
    score.map_or("no score".to_owned(), |score| {
        format!("Black {}, White {}", score.black, score.white)
    })
}

/// What has come of all records.
#[derive(Debug)]
pub struct Comparison {
    /// The old ruleset, as it was named.
    pub old: String,
    /// The new one.
    pub new: String,
    /// The game of both.
    pub game: Game,
    /// Records of the game.
    pub records: u64,
    /// Records of other games, or of none that is known.
    pub skipped: u64,
    /// Sources and entries that could not be read.
    pub unreadable: u64,
    /// Records that change, by the kind of the change.
    pub kinds: BTreeMap<Kind, u64>,
    /// In how many records a rule is newly broken, and in how many no longer.
    pub rules: BTreeMap<&'static str, (u64, u64)>,
}

impl Comparison {
    /// Of no records so far.
    pub fn new(old: &str, new: &str, game: Game) -> Comparison {
        Comparison {
            old: old.to_owned(),
            new: new.to_owned(),
            game,
            records: 0,
            skipped: 0,
            unreadable: 0,
            kinds: BTreeMap::new(),
            rules: BTreeMap::new(),
        }
    }

    /// Counts a record that changes.
    pub fn count(&mut self, changed: &Changed) {
        *self.kinds.entry(changed.kind).or_default() += 1;
        if let Some(finding) = changed.found() {
            self.rules.entry(finding.code.id).or_default().0 += 1;
        }
        if let Some(finding) = changed.lost() {
            self.rules.entry(finding.code.id).or_default().1 += 1;
        }
    }

    /// How many records change.
    pub fn changed(&self) -> u64 {
        self.kinds.values().sum()
    }

    /// `3 of 12 records of Margo change; 70 of other games are skipped`.
    fn sentence(&self) -> String {
        let game = title(self.game);
        let records = counted(self.records, "record", "records");
        let mut sentence = match self.changed() {
            0 => format!("nothing changes in {records} of {game}"),
            1 => format!("1 of {records} of {game} changes"),
            changed => format!("{changed} of {records} of {game} change"),
        };
        if self.skipped > 0 {
            sentence.push_str(&format!("; {} of other games skipped", self.skipped));
        }
        if self.unreadable > 0 {
            let sources = counted(self.unreadable, "source", "sources");
            sentence.push_str(&format!("; {sources} unreadable"));
        }
        sentence
    }
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareFormat {
    /// For people.
    #[default]
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// An object a line.
    Jsonl,
}

/// What can be chosen for the report on a comparison.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// Whether text is colored.
    pub color: bool,
    /// Whether the counts are left out of text.
    pub quiet: bool,
    /// So many records are shown in full for each kind of change and each rule.
    pub details: usize,
}

/// The report on a comparison, in the making.
pub trait CompareReport {
    /// Takes in a record that changes; `places` are those of its source.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn changed(
        &mut self,
        changed: &Changed,
        places: &LineIndex,
        out: &mut dyn Write,
    ) -> io::Result<()>;

    /// Takes in a source that cannot be read.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn unreadable(&mut self, judged: &RecordReport, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what has been held back.
    ///
    /// # Errors
    ///
    /// That of the writer, or of a temporary file.
    fn end(&mut self, comparison: &Comparison, out: &mut dyn Write) -> io::Result<()>;
}

impl CompareFormat {
    /// A report in this format.
    pub fn open(self, options: &CompareOptions) -> Box<dyn CompareReport> {
        match self {
            CompareFormat::Text => Box::new(text::TextComparison::new(options)),
            CompareFormat::Markdown => Box::new(markdown::MarkdownComparison::new(options)),
            CompareFormat::Jsonl => Box::new(json::JsonComparison),
        }
    }
}
