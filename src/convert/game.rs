//! A game as a list of moves: the common part of several notations.

use encoding_rs::WINDOWS_1252;

use super::{
    error::{ExportError, ImportError},
    loss::lost,
    model::{Exported, Imported, Note, SourceRecord, TextLocation},
    played_line::PlayedLine,
    tree::{Spelling, TreeNode, to_record},
};
use crate::{
    games::{Color, Game, Move, Players, Point, Position},
    output::in_brief,
    record::{EncodingDoubt, Limits, Purpose, read_move, read_size, read_within},
    ruleset,
    verify::{Options, Severity, Verdict, verify},
};

/// A game that is being read.
#[derive(Clone, Debug)]
pub(super) struct GameDraft {
    pub(super) game: Game,
    /// The location of its start.
    pub(super) location: Option<TextLocation>,
    /// The size of the board, as `SZ` states it.
    pub(super) size: Option<String>,
    /// Whether the moves are numbered; a swap has no number.
    pub(super) is_numbered: bool,
    /// Names and values of the properties of the root, except the game and its size.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) plies: Vec<(Color, Move, TextLocation)>,
    /// The stated counts of marbles, White's first.
    pub(super) counts: Vec<(u32, TextLocation)>,
    /// Lines that are not part of the game.
    pub(super) skipped: SkippedLines,
    /// The first of its lines whose encoding is a guess.
    pub(super) guessed: Option<TextLocation>,
    /// Whether the game must be over after the last move.
    pub(super) is_played_to_end: bool,
    /// What is not carried over, and what contradicts itself.
    pub(super) notes: Vec<Note>,
    /// The first error.
    pub(super) error: Option<(TextLocation, ImportError)>,
}

/// Lines that are not carried over.
#[derive(Clone, Debug, Default)]
pub(super) struct SkippedLines {
    pub(super) first: Option<TextLocation>,
    /// First and last lines.
    ranges: Vec<(usize, usize)>,
    more: bool,
}

impl SkippedLines {
    /// Ranges of lines that are listed.
    const LISTED: usize = 8;

    pub(super) fn add(&mut self, (line, column): TextLocation) {
        self.first.get_or_insert((line, column));
        let count = self.ranges.len();
        match self.ranges.last_mut() {
            Some((_, last)) if line <= *last + 1 => *last = line,
            _ if count < SkippedLines::LISTED => self.ranges.push((line, line)),
            _ => self.more = true,
        }
    }

    fn note(&self) -> Option<Note> {
        let names = self.ranges.iter().map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        });
        let names: Vec<String> = names.collect();
        let noun = match self.ranges[..] {
            [(first, last)] if first == last => "line",
            _ => "lines",
        };
        let more = if self.more { " and more" } else { "" };
        let what = format!("text in {noun} {}{more}", names.join(", "));
        self.first.map(|location| Note::lost(location, &what))
    }
}

impl GameDraft {
    pub(super) fn new(game: Game) -> GameDraft {
        GameDraft {
            game,
            location: None,
            size: None,
            is_numbered: false,
            facts: Vec::new(),
            plies: Vec::new(),
            counts: Vec::new(),
            skipped: SkippedLines::default(),
            guessed: None,
            is_played_to_end: false,
            notes: Vec::new(),
            error: None,
        }
    }

    pub(super) fn reject(&mut self, location: TextLocation, error: ImportError) {
        self.error.get_or_insert((location, error));
    }

    /// Adds a move of the player whose turn it is.
    pub(super) fn play(&mut self, mv: Move, location: TextLocation) {
        let color = match self.plies.last() {
            None => Color::White,
            Some((color, Move::Swap, _)) => *color,
            Some((color, ..)) => color.other(),
        };
        self.plies.push((color, mv, location));
    }

    /// Whether the second player has swapped.
    pub(super) fn is_swapped(&self) -> bool {
        let second = self.plies.get(1);
        second.is_some_and(|(_, mv, _)| *mv == Move::Swap)
    }

    /// Spells the legal moves canonically: a level that is the only possible one is omitted.
    fn canonicalize(&mut self) {
        // Most games are written like this already, and need not be played.
        let is_canonical = |mv: &Move| mv.clone().canonical() == *mv;
        if self.plies.iter().all(|(_, mv, _)| is_canonical(mv)) {
            return;
        }
        let size = self.size.as_deref().and_then(read_size);
        let size = size.and_then(|written| written.size);
        let mut facts = self.facts.iter();
        let ruleset = facts.find(|(name, _)| *name == "RU");
        let ruleset = match ruleset {
            Some((_, name)) => ruleset::by_name(name),
            None => Some(ruleset::default_for(self.game)),
        };
        let (Some(size), Some(ruleset)) = (size, ruleset) else {
            return;
        };
        let Ok(mut position) = Position::new(&ruleset.rules, size, None) else {
            return;
        };
        for (color, mv, _) in &mut self.plies {
            if position.play_as(*color, mv).is_err() {
                return;
            }
            *mv = mv.clone().canonical();
        }
    }

    /// The tree of the game.
    fn tree(&self) -> Vec<TreeNode> {
        let mut root = TreeNode::after(None)
            .with("FF", "4")
            .with("GM", self.game.name());
        if let Some(size) = &self.size {
            root = root.with("SZ", size);
        }
        for (name, text) in &self.facts {
            root = root.with(name, text);
        }
        let plies = self.plies.iter().enumerate();
        let plies = plies.map(|(index, (color, mv, _))| {
            let name = color.letter().to_string();
            TreeNode::after(Some(index)).with(&name, &mv.to_string())
        });
        std::iter::once(root).chain(plies).collect()
    }

    /// The game as a record, with its notes.
    pub(super) fn finish(mut self, limits: Limits) -> Imported {
        self.canonicalize();
        let location = self.location.unwrap_or((1, 1));
        let mut notes = Vec::new();
        let record = match self.error.clone() {
            None => to_record(self.tree(), Spelling::Canonical, limits)
                .map_err(|error| (location, error)),
            Some(error) => Err(error),
        };
        let record = match record {
            Ok(record) => {
                self.verify(&record, limits, &mut notes);
                notes.append(&mut self.notes);
                notes.extend(self.skipped.note());
                let is_kept = self.facts.iter().any(|(_, text)| !text.is_ascii());
                let guessed = self.guessed.filter(|_| is_kept);
                notes.extend(guessed.map(|line| Note::doubted(line, EncodingDoubt::Guessed)));
                Some(record)
            }
            Err((location, error)) => {
                notes.push(Note::import_error(location, &error));
                None
            }
        };
        Imported {
            location,
            record,
            text_outside: (false, false),
            notes,
        }
    }

    /// Reports the errors of the game, and wrong counts.
    fn verify(&self, record: &str, limits: Limits, notes: &mut Vec<Note>) {
        let Some(record) = read_within(record, limits).next() else {
            return;
        };
        let verdict = verify(&record, &Options::default());
        let findings = verdict.findings.iter();
        let errors = findings.filter(|finding| finding.code().severity() == Severity::Error);
        for finding in errors {
            let ply = finding.ply.and_then(|ply| self.plies.get(ply as usize - 1));
            let location = ply.map_or(self.location, |&(_, _, location)| Some(location));
            let number = finding
                .ply
                .filter(|&ply| self.is_numbered && ply > 2 && self.is_swapped());
            let number = number.map(|ply| format!(" (number {} of the listing)", ply - 1));
            notes.push(Note {
                is_error: true,
                is_doubt: false,
                location: location.unwrap_or((1, 1)),
                message: in_brief(finding) + &number.unwrap_or_default(),
            });
        }
        if self.is_played_to_end && !verdict.finished && verdict.is_valid() {
            let error = ImportError::ArchivedUnfinished(verdict.plies);
            notes.push(Note::import_error(self.location.unwrap_or((1, 1)), &error));
        }
        self.check_counts(&verdict, notes);
    }

    fn check_counts(&self, verdict: &Verdict, notes: &mut Vec<Note>) {
        let Some(score) = verdict.score else {
            return;
        };
        let stopped = (verdict.plies as usize) < self.plies.len();
        let colors = [(Color::White, score.white), (Color::Black, score.black)];
        for (&(count, location), (color, points)) in self.counts.iter().zip(colors) {
            let player = color.name();
            let marbles = points.to_string();
            if stopped {
                let error = ImportError::UncheckedCount {
                    player,
                    count,
                    plies: verdict.plies,
                    marbles,
                };
                notes.push(Note::import_error(location, &error));
            } else if marbles != count.to_string() {
                let error = ImportError::WrongCount {
                    player,
                    count,
                    marbles,
                };
                notes.push(Note::import_error(location, &error));
            }
        }
    }
}

/// Decodes a line of a file: UTF-8, otherwise Windows-1252, which is a guess, as is told.
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
            (text.into_owned(), true)
        }
    }
}

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineWord<'l> {
    pub(super) text: &'l str,
    /// The column of its first character, from 1.
    pub(super) column: usize,
}

impl<'l> LineWord<'l> {
    /// The rest after the first `bytes` bytes.
    pub(super) fn skip_bytes(self, bytes: usize) -> LineWord<'l> {
        let (before, text) = self.text.split_at(bytes);
        LineWord {
            text,
            column: self.column + before.chars().count(),
        }
    }
}

/// A move as another notation writes it. There, nothing is no pass, and a backslash no escape; and what is far beyond any
/// board is no point, but a word before a number.
pub(super) fn read_foreign_move(game: Game, text: &str) -> Option<Move> {
    let is_plain = !text.is_empty() && !text.contains('\\');
    let is_far = |point: Point| point.column == u16::MAX || point.row == u16::MAX;
    read_move(game, text).filter(|mv| is_plain && !mv.points().into_iter().any(is_far))
}

/// The words of a line.
pub(super) fn words(line: &str) -> impl Iterator<Item = LineWord<'_>> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |text| {
        let word = LineWord { text, column };
        column += text.chars().count() + 1;
        (!text.is_empty()).then_some(word)
    })
}

/// Writes a game of Margo in a notation that can be read. The text is read back, and properties that differ are
/// reported as not carried over.
pub(super) fn write(
    item: &SourceRecord,
    notation: &'static str,
    truncate: fn(&mut PlayedLine),
    text: &dyn Fn(&PlayedLine, bool) -> String,
    read: &dyn Fn(&str) -> Option<GameDraft>,
) -> Result<Exported, Vec<Note>> {
    let mut line = PlayedLine::read(item)?;
    let start = item.line_index.line_column(item.record.offset());
    let export_error = |error: ExportError| Err(vec![Note::export_error(start, &error)]);
    if line.game != Game::Margo {
        return export_error(ExportError::OtherGame {
            game: crate::verify::title(line.game).to_string(),
            notation,
        });
    }
    if line.start.players() != Players::Two {
        return export_error(ExportError::MorePlayers(notation));
    }
    let nodes = item.record.nodes();
    let mut properties = nodes.flat_map(|node| item.record.properties(node));
    if properties.any(|property| property.name.purpose() == Purpose::Setup) {
        return export_error(ExportError::Setup(notation));
    }
    // In both notations the players alternate.
    let mut expected = GameDraft::new(Game::Margo);
    for (at, ply) in line.plies.iter().enumerate() {
        expected.play(ply.mv.clone(), start);
        if expected.plies[at].0 != ply.color {
            line.truncate(at);
            break;
        }
    }
    truncate(&mut line);
    let has_same_moves = |draft: &GameDraft| {
        let read = draft.plies.iter();
        line.plies.len() == draft.plies.len()
            && read.zip(&line.plies).all(|((color, mv, _), ply)| {
                // The level of a legal move may be implied.
                let is_same = match ply.after {
                    Some(_) => mv.clone().canonical() == ply.mv,
                    None => *mv == ply.mv,
                };
                *color == ply.color && is_same
            })
    };
    for with_facts in [true, false] {
        let text = text(&line, with_facts);
        let draft = read(&text).filter(|draft| draft.error.is_none() && has_same_moves(draft));
        let Some(draft) = draft else { continue };
        let mut notes = line.notes(item);
        notes.extend(lost(item, &|name, text| match name {
            "GM" => true,
            "SZ" => draft
                .size
                .as_ref()
                .is_some_and(|size| *size == line.start.size().to_string()),
            _ => draft
                .facts
                .iter()
                .any(|(kept, other)| *kept == name && other == text),
        }));
        return Ok(Exported { text, notes });
    }
    export_error(ExportError::NotReadBack(notation))
}
