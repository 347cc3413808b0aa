//! How the verdict on one record changes.

use std::{
    collections::{BTreeSet, HashSet},
    fmt::{self, Display, Formatter},
    hash::Hash,
};

use crate::{
    games::{Color, Outcome},
    output::{counted, grouped, points_in_words},
    verify::{Finding, Severity, Verdict},
};

/// How the verdict on a record changes. Each affected record has one kind, the first that
/// applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    /// The game is finished in both cases, and another player wins, or nobody.
    OtherWinner,
    /// The game is finished in both cases, with the same winner by another margin.
    OtherMargin,
    /// It has a new error.
    NowIllegal,
    /// An error is gone.
    NowLegal,
    /// It has another error: at another ply, or by another rule.
    IllegalOtherwise,
    /// The game was finished and is not any more.
    NowUnfinished,
    /// The game was not finished and is now.
    NowFinished,
    /// The score after the last legal ply differs.
    OtherScore,
    /// The line of play is legal to another ply, without an error that is not ignored.
    OtherLength,
}

impl ChangeKind {
    /// All kinds, in output order.
    pub const ALL: [ChangeKind; 9] = [
        ChangeKind::OtherWinner,
        ChangeKind::OtherMargin,
        ChangeKind::NowIllegal,
        ChangeKind::NowLegal,
        ChangeKind::IllegalOtherwise,
        ChangeKind::NowUnfinished,
        ChangeKind::NowFinished,
        ChangeKind::OtherScore,
        ChangeKind::OtherLength,
    ];

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::OtherWinner => "other winner",
            ChangeKind::OtherMargin => "other margin",
            ChangeKind::NowIllegal => "now illegal",
            ChangeKind::NowLegal => "now legal",
            ChangeKind::IllegalOtherwise => "illegal for another reason",
            ChangeKind::NowUnfinished => "now unfinished",
            ChangeKind::NowFinished => "now finished",
            ChangeKind::OtherScore => "other score",
            ChangeKind::OtherLength => "other length",
        }
    }

    /// The name in data.
    pub fn id(self) -> &'static str {
        match self {
            ChangeKind::OtherWinner => "other-winner",
            ChangeKind::OtherMargin => "other-margin",
            ChangeKind::NowIllegal => "now-illegal",
            ChangeKind::NowLegal => "now-legal",
            ChangeKind::IllegalOtherwise => "illegal-otherwise",
            ChangeKind::NowUnfinished => "now-unfinished",
            ChangeKind::NowFinished => "now-finished",
            ChangeKind::OtherScore => "other-score",
            ChangeKind::OtherLength => "other-length",
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
    pub kind: ChangeKind,
    /// The plies of the main line that the new ruleset does not judge: those after the illegal one, or after the end.
    pub unjudged: u32,
    /// Whether the new verdict assumes that taking the button was a pass.
    pub button_as_pass: bool,
}

/// How a verdict changes; `None` if it does not. The errors, the plies played, the end, the result
/// and the score count; wording and warnings do not.
pub fn change(old: &Verdict, new: &Verdict) -> Option<ChangeKind> {
    match (gone(old, new), gone(new, old)) {
        (None, Some(_)) => return Some(ChangeKind::NowIllegal),
        (Some(_), None) => return Some(ChangeKind::NowLegal),
        (Some(_), Some(_)) => return Some(ChangeKind::IllegalOtherwise),
        (None, None) => {}
    }
    if old.finished != new.finished {
        Some(if new.finished {
            ChangeKind::NowFinished
        } else {
            ChangeKind::NowUnfinished
        })
    } else if winner(old) != winner(new) {
        Some(ChangeKind::OtherWinner)
    } else if old.computed != new.computed {
        Some(ChangeKind::OtherMargin)
    } else if old.score != new.score {
        Some(ChangeKind::OtherScore)
    } else {
        (old.plies != new.plies).then_some(ChangeKind::OtherLength)
    }
}

/// The winner of a finished game; nobody if it is a draw.
pub(super) fn winner(verdict: &Verdict) -> Option<Color> {
    verdict.computed.and_then(Outcome::winner)
}

/// The first error of a verdict that another verdict on the same record does not have.
fn gone<'v>(from: &'v Verdict, other: &'v Verdict) -> Option<&'v Finding> {
    all_gone(from, other).next()
}

/// The rules of such errors, each once.
fn rules_gone(from: &Verdict, other: &Verdict) -> BTreeSet<&'static str> {
    let gone = all_gone(from, other);
    gone.map(|finding| finding.code().id()).collect()
}

/// The errors of a verdict that another verdict on the same record does not have. That `RE` is
/// wrong is none: it follows from the result.
fn all_gone<'v>(from: &'v Verdict, other: &'v Verdict) -> impl Iterator<Item = &'v Finding> {
    fn key(finding: &Finding) -> impl Eq + Hash {
        let code = finding.code().id();
        (code, finding.ply, &finding.variation, &finding.span)
    }
    let others: HashSet<_> = errors(other).map(key).collect();
    errors(from).filter(move |finding| !others.contains(&key(finding)))
}

fn errors(verdict: &Verdict) -> impl Iterator<Item = &Finding> {
    let findings = verdict.findings.iter();
    findings.filter(|finding| {
        finding.code().severity() == Severity::Error && finding.code().id() != "record::result"
    })
}

impl Changed<'_> {
    /// The first error that is gone.
    pub(super) fn lost(&self) -> Option<&Finding> {
        gone(self.old, self.new)
    }

    /// The first new error.
    pub(super) fn found(&self) -> Option<&Finding> {
        gone(self.new, self.old)
    }

    /// The rules of the errors that are gone.
    pub(super) fn rules_lost(&self) -> BTreeSet<&'static str> {
        rules_gone(self.old, self.new)
    }

    /// The rules of the new errors.
    pub(super) fn rules_found(&self) -> BTreeSet<&'static str> {
        rules_gone(self.new, self.old)
    }
}

/// `now illegal at ply 13 by margo::repetition; 4 plies not judged`.
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
            ChangeKind::NowIllegal => write!(f, "{name}{found}"),
            ChangeKind::NowLegal => write!(f, "{name}: was illegal{lost}"),
            ChangeKind::IllegalOtherwise => write!(f, "{name}:{lost} →{found}"),
            ChangeKind::OtherWinner
            | ChangeKind::OtherMargin
            | ChangeKind::NowUnfinished
            | ChangeKind::NowFinished => {
                write!(f, "{name}: {} → {}", end(self.old), end(self.new))
            }
            ChangeKind::OtherScore => {
                write!(f, "{name}: {} → {}", points(self.old), points(self.new))
            }
            ChangeKind::OtherLength => {
                let plies = counted(u64::from(self.new.plies), "ply", "plies");
                write!(
                    f,
                    "{name}: {} → {plies}",
                    grouped(u64::from(self.old.plies))
                )
            }
        }?;
        if self.unjudged > 0 {
            let plies = counted(u64::from(self.unjudged), "ply", "plies");
            write!(f, "; {plies} not judged")?;
        }
        if self.button_as_pass {
            write!(f, "; assuming that `button` was a pass")?;
        }
        Ok(())
    }
}

/// ` at ply 13 by margo::repetition`.
fn breach(finding: &Finding) -> String {
    let ply = finding.ply.map(|ply| format!(" at ply {ply}"));
    let ply = ply.unwrap_or_default();
    let variation = finding.variation.as_ref().map_or("", |_| " of a variation");
    format!("{ply}{variation} by {}", finding.code().id())
}

pub(super) fn points(verdict: &Verdict) -> String {
    verdict.score.map_or("no score".to_owned(), |score| {
        points_in_words(verdict.players(), score)
    })
}
