//! The archive of all finished games that the server publishes: one array, of hundreds of megabytes.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io::{self, Read},
};

use serde::de::DeserializeSeed;

use super::{
    DEFAULT_SIZE, RULESET,
    archive_shape::{ArchivedGame, ArchivedMove, Header, HeaderOnly},
    objects::{Object, ObjectReader},
};
use crate::{
    convert::{
        error::ImportError,
        game::{GameDraft, read_foreign_move},
        model::{Imported, Note, TextLocation},
    },
    games::{Color, Game, Move},
    record::{Limits, MAX_PLIES},
};

/// The game of the archive that is read, by the server's name.
pub(super) const GAME: &str = "Margo";

/// The largest object of a game that is read, in bytes: it takes up to 40 times as much memory.
pub(super) const MAX_GAME: usize = 4 * 1024 * 1024;

/// Reads the games of an archive.
pub(in crate::convert) struct ArchiveReader<R> {
    objects: ObjectReader<R>,
    limits: Limits,
    others: OtherGames,
}

impl<R: Read> ArchiveReader<R> {
    pub(in crate::convert) fn new(input: R, limits: Limits) -> ArchiveReader<R> {
        ArchiveReader {
            objects: ObjectReader::new(input),
            limits,
            others: OtherGames::default(),
        }
    }

    /// The next game that can be read, or an object that is damaged.
    pub(in crate::convert) fn next(&mut self) -> io::Result<Option<Imported>> {
        while let Some(Object { location, text }) = self.objects.next()? {
            let mut draft = GameDraft {
                location: Some(location),
                ..GameDraft::new(Game::Margo)
            };
            match text.and_then(|text| Ok((game_name(text)?, text))) {
                Err(error) => draft.reject(location, error),
                Ok((name, text)) if name == GAME => read_text(&mut draft, text),
                Ok((name, _)) => {
                    self.others.add(&name);
                    continue;
                }
            }
            return Ok(Some(draft.finish(self.limits)));
        }
        Ok(None)
    }

    /// The games left out so far, by name, and how many there are of each.
    pub(in crate::convert) fn others(&self) -> Vec<(&str, u64)> {
        self.others.list()
    }
}

/// The name of the game of an object. What follows the header is not read.
fn game_name(text: &[u8]) -> Result<Cow<'_, str>, ImportError> {
    let mut name = None;
    let mut parser = serde_json::Deserializer::from_slice(text);
    let parsed = HeaderOnly(&mut name).deserialize(&mut parser);
    match (name, parsed) {
        (Some(name), _) => Ok(name),
        (None, Err(error)) => Err(shape_error(&error)),
        (None, Ok(())) => Err(ImportError::InvalidJson),
    }
}

/// The game of one object, for the check of what has been written.
pub(super) fn read_object(text: &str) -> GameDraft {
    let mut draft = GameDraft {
        location: Some((1, 1)),
        ..GameDraft::new(Game::Margo)
    };
    read_text(&mut draft, text.as_bytes());
    draft
}

/// Reads an object of a game that is known.
fn read_text(draft: &mut GameDraft, text: &[u8]) {
    let location = draft.location.unwrap_or((1, 1));
    if text.len() > MAX_GAME {
        return draft.reject(location, ImportError::TooLarge);
    }
    match serde_json::from_slice::<ArchivedGame<Option<ArchivedMove>>>(text) {
        Err(error) => draft.reject(location, shape_error(&error)),
        Ok(game) => {
            if let Err(error) = read_game(draft, &game, location) {
                draft.reject(location, error);
            }
        }
    }
}

/// Why an object has not the shape of a game. The place in it is the parser's, and a line is often the whole archive.
fn shape_error(error: &serde_json::Error) -> ImportError {
    if !error.is_data() {
        return ImportError::InvalidJson;
    }
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    ImportError::ArchivedShape(message[..end].to_owned())
}

/// Reads a game.
fn read_game(
    draft: &mut GameDraft,
    game: &ArchivedGame<Option<ArchivedMove>>,
    location: TextLocation,
) -> Result<(), ImportError> {
    let header = &game.header;
    draft.size = Some(size(&header.game.variants)?.to_string());
    if header.players.len() != Color::BLACK_AND_WHITE.len() {
        return Err(ImportError::ArchivedPlayers(header.players.len()));
    }
    let end = read_moves(draft, game, location)?;
    read_header(draft, header, end, location);
    let mut lost = unknown_keys(game);
    if header.unrated {
        lost.insert("unrated".to_owned());
    }
    if header
        .players
        .iter()
        .any(|player| player.is_ai == Some(true))
    {
        lost.insert("is_ai".to_owned());
    }
    let is_annotated = |mv: &&ArchivedMove| {
        matches!(
            mv,
            ArchivedMove::Annotated {
                result: Some(_),
                ..
            }
        )
    };
    if game
        .moves
        .iter()
        .flatten()
        .flatten()
        .any(|mv| is_annotated(&mv))
    {
        lost.insert("results of moves".to_owned());
    }
    if !lost.is_empty() {
        let names: Vec<String> = lost.into_iter().take(MAX_LOST).collect();
        draft.notes.push(Note::lost(location, &names.join(", ")));
    }
    Ok(())
}

/// The keys of a game that are not known: those of the header by their names, others with the object that has them.
fn unknown_keys(game: &ArchivedGame<Option<ArchivedMove>>) -> BTreeSet<String> {
    let header = &game.header;
    let objects = [("game", &header.game.more), ("site", &header.site.more)];
    let players = header
        .players
        .iter()
        .map(|player| ("players", &player.more));
    let inner = objects.into_iter().chain(players);
    let inner = inner.flat_map(|(object, more)| more.keys().map(move |key| (object, &**key)));
    // The server's number of a player says no more than the name.
    let inner = inner.filter(|key| *key != ("players", "userid"));
    let inner = inner.map(|(object, key)| format!("{object}.{key}"));
    let moves = game.moves.iter().flatten().flatten();
    let of_moves = moves.filter_map(|mv| match mv {
        ArchivedMove::Annotated { more, .. } => Some(more.keys()),
        ArchivedMove::Word(_) => None,
    });
    let of_moves = of_moves.flatten().map(|key| format!("moves.{key}"));
    let inner = inner.chain(of_moves);
    let outer = header.more.keys().chain(game.more.keys()).cloned();
    outer.chain(inner).collect()
}

/// The most keys that a note names.
const MAX_LOST: usize = 12;

/// The side of the board by the names of the variants, such as `Size-6 board (small)`.
fn size(variants: &[String]) -> Result<u8, ImportError> {
    let mut size = None;
    for variant in variants {
        let unknown = || ImportError::ArchivedVariant(variant.clone());
        let lower = variant.to_ascii_lowercase();
        let rest = lower.strip_prefix("size-").ok_or_else(unknown)?;
        let side = rest.split(' ').next().unwrap_or_default();
        let side: u8 = side.parse().map_err(|_| unknown())?;
        if size.replace(side).is_some() {
            return Err(unknown());
        }
    }
    Ok(size.unwrap_or(DEFAULT_SIZE))
}

/// How a game ended that is not played to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndWord {
    Resign,
    Timeout,
    Draw,
    Abandoned,
}

impl EndWord {
    /// All of them, as the server writes them.
    pub(super) const ALL: [(EndWord, &'static str); 4] = [
        (EndWord::Resign, "resign"),
        (EndWord::Timeout, "timeout"),
        (EndWord::Draw, "draw"),
        (EndWord::Abandoned, "abandoned"),
    ];

    /// As the server writes it.
    pub(super) fn name(self) -> &'static str {
        let mut all = EndWord::ALL.into_iter();
        all.find(|(word, _)| *word == self)
            .map_or("", |(_, name)| name)
    }
}

/// Reads the moves, and the word after them that tells how the game ended.
fn read_moves(
    draft: &mut GameDraft,
    game: &ArchivedGame<Option<ArchivedMove>>,
    location: TextLocation,
) -> Result<Option<EndWord>, ImportError> {
    let is_swapped = game.header.pied || game.header.pie_invoked;
    let mut end = None;
    for (index, round) in game.moves.iter().enumerate() {
        let number = index + 1;
        if round.len() > Color::BLACK_AND_WHITE.len() {
            return Err(ImportError::ArchivedRound(number));
        }
        for (seat, entry) in round.iter().enumerate() {
            let Some(entry) = entry else { continue };
            let sequence = match entry {
                ArchivedMove::Annotated { sequence, .. } => *sequence,
                ArchivedMove::Word(_) => None,
            };
            if sequence.is_some_and(|place| place != seat as i64 + 1) {
                return Err(ImportError::ArchivedSequence(number));
            }
            let word = entry.word().trim();
            if end.is_some() {
                return Err(ImportError::ArchivedAfterEnd(number));
            }
            end = EndWord::ALL
                .into_iter()
                .find(|(_, name)| word.eq_ignore_ascii_case(name))
                .map(|(end, _)| end);
            if end.is_some() {
                continue;
            }
            let mv = read_foreign_move(Game::Margo, &word.to_ascii_lowercase());
            let mv = mv.filter(|mv| matches!(mv, Move::Marble { level: Some(_), .. }));
            let mv = mv.ok_or_else(|| ImportError::ArchivedMove(number, word.to_owned()))?;
            if draft.plies.len() as u32 >= MAX_PLIES {
                return Err(ImportError::TooManyMoves);
            }
            let color = if seat == 0 {
                Color::White
            } else {
                Color::Black
            };
            draft.plies.push((color, mv, location));
            if is_swapped && draft.plies.len() == 1 {
                draft.plies.push((Color::Black, Move::Swap, location));
            }
        }
    }
    if is_swapped && draft.plies.is_empty() {
        return Err(ImportError::ArchivedSwap);
    }
    if end == Some(EndWord::Resign)
        && let Some(loser) = loser(&game.header)
    {
        // Players may resign when it is not their turn; then only the result tells it.
        let last = draft.plies.last();
        let to_move = last.map_or(Color::White, |(color, mv, _)| match mv {
            Move::Swap => *color,
            _ => color.other(),
        });
        if to_move == loser {
            draft.plies.push((loser, Move::Resign, location));
        }
    }
    Ok(end)
}

/// The player whose result is lower.
fn loser(header: &Header) -> Option<Color> {
    let [white, black] = &header.players[..] else {
        return None;
    };
    match white.result.cmp(&black.result) {
        std::cmp::Ordering::Less => Some(Color::White),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Greater => Some(Color::Black),
    }
}

/// Reads what is known of a game beside its moves.
fn read_header(
    draft: &mut GameDraft,
    header: &Header,
    end: Option<EndWord>,
    location: TextLocation,
) {
    draft.facts.push(("RU", RULESET.to_owned()));
    for (name, player) in ["PW", "PB"].into_iter().zip(&header.players) {
        if !player.name.is_empty() {
            draft.facts.push((name, player.name.clone()));
        }
    }
    for (name, text) in [("EV", &header.event), ("RO", &header.round)] {
        draft.facts.extend(text.clone().map(|text| (name, text)));
    }
    let dates = [&header.date_start, &header.date_end].into_iter().flatten();
    let mut days: Vec<&str> = Vec::new();
    for date in dates {
        match day(date) {
            Some(day) => days.push(day),
            None => draft
                .notes
                .push(Note::lost(location, &format!("the date `{date}`"))),
        }
    }
    days.dedup();
    if !days.is_empty() {
        draft.facts.push(("DT", days.join(",")));
    }
    let mut source = header.site.name.clone();
    if let Some(id) = &header.site.gameid {
        source = format!("{source}, {id}");
    }
    if !source.is_empty() {
        draft.facts.push(("SO", source));
    }
    let mut scores: Vec<u32> = Vec::new();
    for score in header
        .players
        .iter()
        .filter_map(|player| player.score.as_ref())
    {
        match score.as_u64().and_then(|score| score.try_into().ok()) {
            Some(score) => scores.push(score),
            None => {
                let error = ImportError::ArchivedScore(score.to_string());
                draft.notes.push(Note::import_error(location, &error));
            }
        }
    }
    let mut margin = None;
    if let [white, black] = scores[..] {
        draft.counts = vec![(white, location), (black, location)];
        margin = Some(i64::from(white) - i64::from(black)).filter(|_| end.is_none());
    }
    let winner = loser(header).map(Color::other);
    let has_winner = match end {
        None => winner.is_some(),
        Some(EndWord::Resign | EndWord::Timeout) => true,
        Some(EndWord::Draw | EndWord::Abandoned) => false,
    };
    if let Some(end) = end
        && winner.is_some() != has_winner
    {
        let results = [0, 1].map(|seat| header.players[seat].result);
        let error = ImportError::ArchivedResults {
            word: end.name(),
            results,
        };
        draft.notes.push(Note::import_error(location, &error));
    }
    let sign = match winner {
        Some(Color::White) => 1,
        Some(_) => -1,
        None => 0,
    };
    if let Some(margin) = margin
        && margin.signum() != sign
    {
        let error = ImportError::ArchivedScores {
            white: scores[0],
            black: scores[1],
        };
        draft.notes.push(Note::import_error(location, &error));
    }
    let margin = margin.filter(|margin| margin.signum() == sign);
    let result = match (winner, end, margin) {
        (None, Some(EndWord::Abandoned), _) => "Void".to_owned(),
        (None, ..) => "0".to_owned(),
        (Some(winner), Some(EndWord::Resign), _) => format!("{}+R", winner.letter()),
        (Some(winner), Some(EndWord::Timeout), _) => format!("{}+T", winner.letter()),
        (Some(winner), None, Some(margin)) => format!("{}+{}", winner.letter(), margin.abs()),
        (Some(winner), ..) => format!("{}+", winner.letter()),
    };
    draft.facts.push(("RE", result));
    draft.is_played_to_end = end.is_none();
}

/// The day of a date and time such as `2024-05-01T12:34:56.000Z`.
pub(super) fn day(text: &str) -> Option<&str> {
    let (day, time) = text.split_at_checked("2024-05-01".len())?;
    let is_day = day.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    (is_day && (time.is_empty() || time.starts_with('T'))).then_some(day)
}

/// The games of an archive that are left out.
#[derive(Debug, Default)]
struct OtherGames {
    by_name: BTreeMap<String, u64>,
    /// Games whose name is not listed.
    more: u64,
}

impl OtherGames {
    /// The most names that are listed.
    const MAX_NAMES: usize = 2_000;
    /// The longest name, in bytes.
    const MAX_LENGTH: usize = 100;

    fn add(&mut self, name: &str) {
        if let Some(count) = self.by_name.get_mut(name) {
            *count += 1;
        } else if self.by_name.len() < OtherGames::MAX_NAMES && name.len() <= OtherGames::MAX_LENGTH
        {
            self.by_name.insert(name.to_owned(), 1);
        } else {
            self.more += 1;
        }
    }

    /// The names and counts, the most frequent first.
    fn list(&self) -> Vec<(&str, u64)> {
        let names = self.by_name.iter();
        let mut list: Vec<(&str, u64)> = names.map(|(name, count)| (&**name, *count)).collect();
        list.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        if self.more > 0 {
            list.push(("other names", self.more));
        }
        list
    }
}
