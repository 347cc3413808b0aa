//! What identifies the game of a record: its moves, and who has played it where they do not tell.

use std::borrow::Cow;

use super::{
    names::{NameTable, PlayerId},
    row::ResultRow,
};
use crate::{
    games::Color,
    study::{GameKey, MoveKeys},
    verify::text_hash,
};

/// The keys of a game whose moves have these.
pub(super) fn game_keys<'k>(
    keys: &'k MoveKeys,
    row: &ResultRow,
    is_valid: bool,
    names: &mut NameTable,
) -> Cow<'k, MoveKeys> {
    if keys.whole.is_none() && is_valid {
        return Cow::Owned(MoveKeys {
            whole: key_of_round(row, names),
            beginnings: start_hash(row).into_iter().collect(),
        });
    }
    keys_of_players(keys, row, names)
}

/// The moves of a record. In games of more than two players those of Grey and Yellow are part of them: games with others
/// are not the same.
fn keys_of_players<'k>(
    keys: &'k MoveKeys,
    row: &ResultRow,
    names: &mut NameTable,
) -> Cow<'k, MoveKeys> {
    if row.players.grey.is_none() {
        return Cow::Borrowed(keys);
    }
    let mut hasher = blake3::Hasher::new();
    for color in [Color::Grey, Color::Yellow] {
        let id = row.name(color).and_then(|name| names.id(name));
        hasher.update(&id.unwrap_or(PlayerId::MAX).to_le_bytes());
    }
    let salt = |bytes: &[u8]| hasher.clone().update(bytes).finalize();
    let whole = keys.whole.map(|key| {
        let mut salted = key;
        salted.copy_from_slice(&salt(&key).as_bytes()[..key.len()]);
        salted
    });
    let mut first = [0; 8];
    first.copy_from_slice(&salt(&[]).as_bytes()[..8]);
    let beginnings = keys.beginnings.iter();
    Cow::Owned(MoveKeys {
        whole,
        beginnings: beginnings
            .map(|hash| hash ^ u64::from_le_bytes(first))
            .collect(),
    })
}

/// A hash of the start of a game before its first move, which is the same for all games of its kind; `None` if no round is
/// stated: otherwise all games of two players would have the same beginning.
pub(super) fn start_hash(row: &ResultRow) -> Option<u64> {
    row.round.as_ref()?;
    Some(text_hash(row.game.as_deref().unwrap_or_default().bytes()))
}

/// What identifies a game without moves, such as one that was forfeited: its players, event and round; `None` if one of the
/// players or the round is not stated.
fn key_of_round(row: &ResultRow, names: &mut NameTable) -> Option<GameKey> {
    let [event, round] = row.occasion();
    let round = round?;
    let players = row.players.colors();
    let ids: Option<Vec<PlayerId>> = players.map(|color| names.id(row.name(color)?)).collect();
    let mut ids = ids?;
    ids.sort_unstable();
    let mut hasher = blake3::Hasher::new();
    for text in [row.game.clone(), event, Some(round)] {
        let text = text.unwrap_or_default();
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    for id in ids {
        hasher.update(&id.to_le_bytes());
    }
    hasher.finalize().as_bytes().first_chunk().copied()
}
