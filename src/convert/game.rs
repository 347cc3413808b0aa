//! A game of Margo as a list of moves holds it: what the two notations for them have in common.

use encoding_rs::WINDOWS_1252;

use super::{
    Exported, Imported, Note, SourceRecord,
    line::Line,
    loss::lost,
    tree::{Form, TreeNode, to_record},
};
use crate::{
    games::{Color, Game, Move, Position, Size},
    output::in_brief,
    record::{Limits, Purpose, read_within},
    ruleset,
    verify::{Options, Severity, Verdict, verify},
};

/// The line and the column, from 1.
pub(super) type Place = (usize, usize);

/// A game while it is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// Where it begins.
    pub(super) place: Option<Place>,
    /// The side of the board.
    pub(super) size: Option<String>,
    /// Whether the moves have numbers, of which a swap has none.
    pub(super) is_numbered: bool,
    /// Properties of the root and their texts, besides the game and its size.
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) plies: Vec<(Color, Move, Place)>,
    /// The counts of marbles, White's first.
    pub(super) counts: Vec<(u32, Place)>,
    /// What is no part of the game.
    pub(super) rest: Rest,
    /// Why it is no game. The first reason counts.
    pub(super) fault: Option<(Place, String)>,
}

/// Lines that are not carried over.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    first: Option<Place>,
    /// First and last lines.
    ranges: Vec<(usize, usize)>,
    more: bool,
}

impl Rest {
    /// Ranges of lines that are told.
    const TOLD: usize = 8;

    pub(super) fn add(&mut self, (line, column): Place) {
        self.first.get_or_insert((line, column));
        let count = self.ranges.len();
        match self.ranges.last_mut() {
            Some((_, last)) if line <= *last + 1 => *last = line,
            _ if count < Rest::TOLD => self.ranges.push((line, line)),
            _ => self.more = true,
        }
    }

    fn note(&self) -> Option<Note> {
        let names = self.ranges.iter().map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        });
        let names: Vec<String> = names.collect();
        let word = match self.ranges[..] {
            [(first, last)] if first == last => "line",
            _ => "lines",
        };
        let more = if self.more { " and more" } else { "" };
        let told = format!("text in {word} {}{more}", names.join(", "));
        self.first.map(|place| Note::lost(place, &told))
    }
}

impl Draft {
    pub(super) fn refuse(&mut self, place: Place, reason: impl Into<String>) {
        self.fault.get_or_insert((place, reason.into()));
    }

    /// Adds a move of the player whose turn it is.
    pub(super) fn play(&mut self, turn: Move, place: Place) {
        let color = match self.plies.last() {
            None => Color::White,
            Some((color, Move::Swap, _)) => *color,
            Some((color, ..)) => color.other(),
        };
        self.plies.push((color, turn, place));
    }

    /// Whether the second player has swapped.
    pub(super) fn is_swapped(&self) -> bool {
        let second = self.plies.get(1);
        second.is_some_and(|(_, turn, _)| *turn == Move::Swap)
    }

    /// Spells the legal moves canonically: a level that is the only possible one goes.
    fn settle(&mut self) {
        let size = self.size.as_ref().and_then(|size| size.parse().ok());
        let mut facts = self.facts.iter();
        let ruleset = facts.find(|(name, _)| *name == "RU");
        let ruleset = match ruleset {
            Some((_, name)) => ruleset::by_name(name),
            None => Some(ruleset::default_for(Game::Margo)),
        };
        let (Some(size), Some(ruleset)) = (size, ruleset) else {
            return;
        };
        let Ok(mut position) = Position::new(&ruleset.rules, Size::square(size), None) else {
            return;
        };
        for (color, turn, _) in &mut self.plies {
            if position.play_as(*color, turn).is_err() {
                return;
            }
            *turn = turn.clone().canonical();
        }
    }

    /// The tree of the game.
    fn tree(&self) -> Vec<TreeNode> {
        let mut root = TreeNode::after(None)
            .with("FF", "4")
            .with("GM", Game::Margo.name());
        if let Some(size) = &self.size {
            root = root.with("SZ", size);
        }
        for (name, text) in &self.facts {
            root = root.with(name, text);
        }
        let plies = self.plies.iter().enumerate();
        let plies = plies.map(|(index, (color, turn, _))| {
            let name = color.letter().to_string();
            TreeNode::after(Some(index)).with(&name, &turn.to_string())
        });
        std::iter::once(root).chain(plies).collect()
    }

    /// The game as a record, with all that is to be said of it.
    pub(super) fn finish(mut self, limits: Limits) -> Imported {
        self.settle();
        let place = self.place.unwrap_or((1, 1));
        let mut notes = Vec::new();
        let fault = self.fault.clone();
        let record = match fault {
            None => {
                to_record(&self.tree(), Form::Canonical, limits).map_err(|reason| (place, reason))
            }
            Some(fault) => Err(fault),
        };
        let record = match record {
            Ok(record) => {
                self.judge(&record, limits, &mut notes);
                notes.extend(self.rest.note());
                Some(record)
            }
            Err((place, reason)) => {
                notes.push(Note::wrong(place, &reason));
                None
            }
        };
        Imported {
            location: place,
            record,
            notes,
        }
    }

    /// Says what is wrong with the game: its errors, and counts that are others.
    fn judge(&self, record: &str, limits: Limits, notes: &mut Vec<Note>) {
        let Some(record) = read_within(record, limits).next() else {
            return;
        };
        let verdict = verify(&record, &Options::default());
        let findings = verdict.findings.iter();
        let errors = findings.filter(|finding| finding.code.severity == Severity::Error);
        for finding in errors {
            let ply = finding.ply.and_then(|ply| self.plies.get(ply as usize - 1));
            let place = ply.map_or(self.place, |&(_, _, place)| Some(place));
            let number = finding
                .ply
                .filter(|&ply| self.is_numbered && ply > 2 && self.is_swapped());
            let number = number.map(|ply| format!(" (number {} of the listing)", ply - 1));
            notes.push(Note {
                is_error: true,
                location: place.unwrap_or((1, 1)),
                message: in_brief(finding) + &number.unwrap_or_default(),
            });
        }
        self.check_counts(&verdict, notes);
    }

    fn check_counts(&self, verdict: &Verdict, notes: &mut Vec<Note>) {
        let Some(score) = verdict.score else {
            return;
        };
        let stopped = (verdict.plies as usize) < self.plies.len();
        let colors = [(Color::White, score.white), (Color::Black, score.black)];
        for (&(count, place), (color, points)) in self.counts.iter().zip(colors) {
            let name = color.name();
            let held = points.to_string();
            if stopped {
                let reason = format!(
                    "{name}'s count of {count} cannot be checked: play stops after ply {}, with {held} of {name}'s marbles on the board",
                    verdict.plies
                );
                notes.push(Note::wrong(place, &reason));
            } else if held != count.to_string() {
                let reason = format!(
                    "{name}'s count is {count}, but {held} of {name}'s marbles are on the board in the end"
                );
                notes.push(Note::wrong(place, &reason));
            }
        }
    }
}

/// A line of a file as text.
pub(super) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => WINDOWS_1252
            .decode_without_bom_handling(bytes)
            .0
            .into_owned(),
    }
}

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'l> {
    pub(super) text: &'l str,
    /// The column of its first character, from 1.
    pub(super) column: usize,
}

impl<'l> Word<'l> {
    /// What is left of it behind so many bytes.
    pub(super) fn behind(self, bytes: usize) -> Word<'l> {
        let (before, text) = self.text.split_at(bytes);
        Word {
            text,
            column: self.column + before.chars().count(),
        }
    }
}

/// The words of a line, one after the other.
pub(super) fn words(line: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    line.split(char::is_whitespace).filter_map(move |text| {
        let word = Word { text, column };
        column += text.chars().count() + 1;
        (!text.is_empty()).then_some(word)
    })
}

/// Writes a game of Margo by a notation that can be read: what is read back differently is named as not
/// carried over.
pub(super) fn write(
    item: &SourceRecord,
    notation: &str,
    cut: fn(&mut Line),
    text: &dyn Fn(&Line, bool) -> String,
    read: &dyn Fn(&str) -> Option<Draft>,
) -> Result<Exported, Vec<Note>> {
    let mut line = Line::read(item)?;
    let start = item.line_index.line_column(item.record.offset());
    let refused = |reason: &str| {
        Err(vec![Note::wrong(
            start,
            &format!("{reason}, and {notation} has no room for that"),
        )])
    };
    if line.game != Game::Margo {
        return refused(&format!(
            "it is a game of {}",
            crate::verify::title(line.game)
        ));
    }
    let nodes = item.record.nodes();
    let mut properties = nodes.flat_map(|node| item.record.properties(node));
    if properties.any(|property| property.name.purpose() == Purpose::Setup) {
        return refused("it begins from a given position");
    }
    // The turns of a list alternate.
    let mut expected = Draft::default();
    for (at, ply) in line.plies.iter().enumerate() {
        expected.play(ply.turn.clone(), start);
        if expected.plies[at].0 != ply.color {
            line.cut(at);
            break;
        }
    }
    cut(&mut line);
    let moves = |draft: &Draft| {
        let read = draft.plies.iter();
        line.plies.len() == draft.plies.len()
            && read.zip(&line.plies).all(|((color, turn, _), ply)| {
                // Of a legal move the level is no news.
                let is_same = match ply.after {
                    Some(_) => turn.clone().canonical() == ply.turn,
                    None => *turn == ply.turn,
                };
                *color == ply.color && is_same
            })
    };
    for with_facts in [true, false] {
        let text = text(&line, with_facts);
        let draft = read(&text).filter(|draft| draft.fault.is_none() && moves(draft));
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
    refused("its moves would not be read as they are")
}
