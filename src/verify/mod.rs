//! Verification: a record is played through the rules core, and what is wrong or odd
//! comes out as findings.
//!
//! The order of the findings is fixed: those of the text, then those of the root and the
//! setup in file order, then those of the plies as played, then the one about
//! the result. [`Code::ALL`] lists all kinds.

mod bytes;
mod codes;
pub(crate) mod finding;
mod pages;
mod ply;
mod properties;
mod replay;
mod root;
mod setup;
mod text;
mod variations;
mod walk;
pub(crate) mod words;

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

pub use bytes::{VerifiedFile, verify_bytes};
pub use codes::{Code, Severity};
pub use finding::{Board, Finding, RelatedMove};
pub use pages::{Example, Explanation, explain};
pub use replay::{Step, Visitor, replay};
pub use variations::Variations;

use finding::MessageArgs;
pub(crate) use root::title;

use root::Root;
use setup::GameContext;
use text::excerpt;
use walk::{MainLine, TreePlayer};

use crate::{
    games::{Game, Outcome, Position, Score, Size, WinReason},
    record::{FaultKind, Record, WrittenResult},
    ruleset::Ruleset,
};

/// Of the warnings of a record, of the errors on its main line and of those off it at most so many are
/// told, so that no record can make the output grow without bounds.
pub const MAX_FINDINGS: usize = 1_000;

/// How records are judged.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The ruleset that replaces `RU` in records of its game.
    pub ruleset: Option<Arc<Ruleset>>,
    /// Whether all variations are judged, or the main line alone.
    pub variations: bool,
    /// Codes whose findings are left out, as if they were not there.
    pub ignored: Vec<Code>,
    /// Play the main line only so far, in plies; what follows is not looked at.
    pub until: Option<u32>,
}

/// Whether a record can be accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// No error.
    Valid,
    /// An error, but not of the text.
    Invalid,
    /// The text is not in the format, or beyond a limit.
    Malformed,
}

/// What is right and wrong with a record.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The game, if it is known.
    pub game: Option<Game>,
    /// The ruleset the record is judged by, if it is known.
    pub ruleset: Option<Arc<Ruleset>>,
    /// The board size, if it is known.
    pub size: Option<Size>,
    /// Legal plies played on the main line.
    pub plies: u32,
    /// Whether the record can be accepted.
    pub status: Status,
    /// Whether the game of the main line is over.
    pub finished: bool,
    /// The result as `RE` states it.
    pub recorded: Option<String>,
    /// The result that follows from the play; `None` while the game is not over.
    pub computed: Option<Outcome>,
    /// The score after the last legal ply of the main line; `None` in Bamogo and where nothing is played.
    pub score: Option<Score>,
    /// Everything found, in the fixed order.
    pub findings: Vec<Finding>,
    /// The position after the last legal ply of the main line; `None` where nothing is played.
    pub position: Option<Position>,
    /// The [`fingerprint`](Position::fingerprint) of that position, for those who keep this and
    /// not the position.
    pub fingerprint: Option<u64>,
}

impl Verdict {
    /// Whether there is a finding of at least this severity.
    pub fn has(&self, severity: Severity) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.code().severity() >= severity)
    }

    /// All that is told of the game and its errors, and nothing of how it is written: the same text for
    /// two records of one game.
    pub fn summary_for_comparison(&self) -> String {
        let findings = self.findings.iter();
        let errors = findings.filter(|finding| finding.code().severity() == Severity::Error);
        // Errors of the root and the setup come in the order of the text.
        let errors: BTreeSet<_> = errors
            .map(|finding| (&finding.variation, finding.ply, finding.code().id()))
            .collect();
        let rules = (
            self.game,
            self.ruleset.as_ref().map(|ruleset| &ruleset.name),
            self.size,
        );
        let play = (self.plies, self.status, self.finished, errors);
        let result = (&self.recorded, self.computed, self.score);
        let position = self.position.as_ref();
        let board = position.map(|position| (position.fingerprint(), position.pieces()));
        format!("{rules:?} {play:?} {result:?} {board:?}")
    }
}

/// Verifies a record.
///
/// ```
/// use kifu::{record, verify};
///
/// let record = record::read("(;GM[ugo]SZ[5];B[c3];W[c3])").next().unwrap();
/// let verdict = verify::verify(&record, &verify::Options::default());
/// assert_eq!(verdict.status, verify::Status::Invalid);
/// assert_eq!(verdict.findings[0].code(), verify::Code::UgoOccupied);
/// assert_eq!(verdict.plies, 1);
/// ```
pub fn verify(record: &Record, options: &Options) -> Verdict {
    judge(record, options, None)
}

fn judge(record: &Record, options: &Options, viewer: Option<&mut dyn Visitor>) -> Verdict {
    let mut findings = text::findings(record);
    let has_record = !record
        .faults()
        .iter()
        .any(|fault| fault.kind == FaultKind::NoRecord);
    let mut root = if has_record {
        root::read(record, options.ruleset.as_ref())
    } else {
        Root::default()
    };
    let ground = GameContext::new(&root);
    let blocked = record.is_malformed() || root.blocked;
    let mut walk = TreePlayer::new(record, ground.as_ref(), blocked, options);
    walk.viewer = viewer;
    let mut walked = walk.walk();
    let main = walk.main;
    // The root and the setup come in file order, then the plies as played.
    let first_ply = walked
        .iter()
        .position(|finding| finding.ply.is_some())
        .unwrap_or(walked.len());
    let plies = walked.split_off(first_ply);
    let mut given = std::mem::take(&mut root.findings);
    given.append(&mut walked);
    given.sort_by_key(|finding| finding.span.start);
    findings.append(&mut given);
    findings.extend(plies);
    findings.extend(result_finding(record, &root, &main));
    findings.retain(|finding| !options.ignored.contains(&finding.code()));
    verdict(root, main, findings)
}

/// Judges how a record goes on from a position: the findings about the plies of its main line.
pub(crate) fn go_on(position: &Position, record: &Record) -> Vec<Finding> {
    let ground = GameContext::of(position);
    let mut findings = TreePlayer::from(record, &ground, position.clone()).walk();
    findings.retain(|finding| finding.ply.is_some());
    findings
}

/// Why a source or an entry cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArchiveFault {
    /// The path does not exist, or reading it fails.
    Unreadable,
    /// The format is unknown, or the archive is damaged.
    Format,
    /// The name of an entry leads out of the archive.
    EntryName,
    /// A link leads back to a folder that holds it.
    LinkLoop,
    /// It unpacks to far more than its size.
    Bomb,
    /// It holds no record.
    Empty,
}

impl ArchiveFault {
    fn code(self) -> Code {
        match self {
            ArchiveFault::Unreadable => Code::ArchiveUnreadable,
            ArchiveFault::Format => Code::ArchiveFormat,
            ArchiveFault::EntryName => Code::ArchiveEntryName,
            ArchiveFault::LinkLoop => Code::ArchiveLinkLoop,
            ArchiveFault::Bomb => Code::ArchiveBomb,
            ArchiveFault::Empty => Code::ArchiveEmpty,
        }
    }
}

/// A finding about a source that cannot be read.
pub(crate) fn archive_finding(fault: ArchiveFault, reason: &str) -> Finding {
    MessageArgs::new()
        .with("reason", reason)
        .finding(fault.code(), 0..0)
}

fn verdict(root: Root, main: MainLine, findings: Vec<Finding>) -> Verdict {
    let errors = || {
        let all = findings.iter().map(Finding::code);
        all.filter(|code: &Code| code.severity() == Severity::Error)
    };
    let of_text = |code: Code| matches!(code.group(), "syntax" | "limit");
    let status = match errors().next() {
        None => Status::Valid,
        Some(_) if errors().any(of_text) => Status::Malformed,
        Some(_) => Status::Invalid,
    };
    let computed = main.position.as_ref().and_then(Position::outcome);
    Verdict {
        game: root.game,
        ruleset: root.ruleset,
        size: root.size,
        plies: main.position.as_ref().map_or(0, Position::plies),
        status,
        finished: computed.is_some(),
        recorded: root.recorded,
        computed,
        score: main.position.as_ref().and_then(Position::score),
        findings,
        position: main.position,
        fingerprint: None,
    }
}

/// `record::unfinished` or `record::result`.
fn result_finding(record: &Record, root: &Root, main: &MainLine) -> Option<Finding> {
    let stated = root.result.as_ref();
    let wrong = |reason: String, fix: String| {
        let place = stated.map_or(0..0, |(_, place)| place.clone());
        let facts = MessageArgs::new().with("reason", reason).with("fix", fix);
        Some(facts.finding(Code::RecordResult, place))
    };
    let written = excerpt(root.recorded.as_deref().unwrap_or_default().trim());
    if let (Some(Game::Bamogo), Some((WrittenResult::WonBy(winner, _), _))) = (root.game, stated) {
        return wrong(
            format!("`RE` says `{written}`, but there is no score in Bamogo"),
            format!("write `RE[{}+]` for a connection", winner.letter()),
        );
    }
    let position = main.position.as_ref()?;
    match (position.outcome(), stated) {
        (Some(outcome), Some((result, _))) if !agrees(result, outcome) => wrong(
            format!("`RE` says `{written}`, but {}", ending(position, outcome)),
            format!("write `RE[{outcome}]`"),
        ),
        (None, stated) if main.complete => {
            let reason = match stated.map(|(result, _)| result) {
                None => Cow::Borrowed(
                    "the record ends before the game is over, and no `RE` says how it ended",
                ),
                Some(WrittenResult::Draw) if root.game == Some(Game::Bamogo) => return None,
                Some(WrittenResult::Won(_) | WrittenResult::WonBy(..) | WrittenResult::Draw) => {
                    Cow::Owned(format!(
                        "`RE` says `{written}`, but the record ends before the game is over"
                    ))
                }
                Some(_) => return None,
            };
            let start = record.offset()..record.offset() + record.text().len().min(2);
            let place = stated.map_or(start, |(_, place)| place.clone());
            Some(
                MessageArgs::new()
                    .with("reason", reason)
                    .finding(Code::RecordUnfinished, place),
            )
        }
        _ => None,
    }
}

/// Whether a stated result is the one that follows from the play.
fn agrees(stated: &WrittenResult, outcome: Outcome) -> bool {
    let same_winner = stated.winner() == outcome.winner();
    let resigned = matches!(outcome, Outcome::Win(_, WinReason::Resignation));
    match stated {
        WrittenResult::Time(_)
        | WrittenResult::Forfeit(_)
        | WrittenResult::Void
        | WrittenResult::Unknown => true,
        WrittenResult::Resignation(_) => !resigned || same_winner,
        WrittenResult::Won(_) | WrittenResult::Draw => same_winner,
        WrittenResult::WonBy(_, stated) => match outcome {
            Outcome::Win(_, WinReason::Margin(margin)) => same_winner && stated.equals(margin),
            _ => same_winner,
        },
    }
}

/// What follows from the play, as a clause.
fn ending(position: &Position, outcome: Outcome) -> String {
    let game = title(position.game());
    match (outcome, position.score()) {
        (Outcome::Win(winner, WinReason::Resignation), _) => {
            format!("{} has resigned", winner.other().name())
        }
        (Outcome::Win(winner, WinReason::Goal), None) => format!("{} is connected", winner.name()),
        (Outcome::Win(winner, WinReason::Goal), Some(_)) => {
            format!("{} has made the first capture", winner.name())
        }
        (_, Some(score)) => format!(
            "the final position of this game of {game} counts {} for Black and {} for White",
            score.black, score.white
        ),
        (_, None) => "the game is a draw: the player to move has no legal ply".to_owned(),
    }
}
