//! Judged records and positions of random games, under each ruleset: whole games, games with a round left out, which
//! makes a later ply illegal, and positions in which many moves are forbidden.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    games::{Color, Game, Move, Position, Rule, Rules, Setup, Size},
    lab::RandomPlayer,
    record::read_line,
    ruleset::{Ruleset, embedded},
};

use super::{
    model::{JudgedRecord, PositionRow},
    play::Play,
    start::Start,
};

const SEED: u64 = 1;
/// Games of each ruleset and size.
const GAMES: u64 = 6;
const MAX_PLIES: u32 = 60;
/// Positions of each ruleset and size.
const MAX_POSITIONS: usize = 10;
/// The most legal moves of a position.
const MAX_LEGAL: usize = 200;
/// The most moves that are tried in each position.
const MAX_TRIED: usize = 80;

/// A random game.
struct Played {
    start: Start,
    plies: Vec<(Color, Move)>,
}

/// The sides of the boards.
fn sides(game: Game) -> [u8; 2] {
    match game {
        Game::Bargo => [2, 3],
        Game::Sygo | Game::Ugo => [3, 5],
        Game::Bamogo | Game::Margo => [3, 4],
    }
}

/// The random games of a ruleset and size; none if there is no such board.
fn played(ruleset: &Ruleset, size: Size) -> Vec<Played> {
    let play = |number: u64| {
        let mut player = RandomPlayer::new(SEED, number);
        let mut start = Start::empty(ruleset, size);
        start.rules = start.rules.with_komi((number % 3) as i32);
        if let Rules::Bamogo(rules) = &start.rules
            && number % 2 == 1
        {
            let pairs = usize::from(size.columns) * usize::from(size.rows) / 2;
            let line = read_line(&player.line(&rules.colors, pairs));
            start.setup = Some(Setup {
                line,
                ..Setup::default()
            });
        }
        let position = start.position().ok()?;
        let plies = player.play(position, Some(MAX_PLIES)).plies;
        Some(Played { start, plies })
    };
    let is_there = ruleset.has_size(size);
    let numbers = (0..GAMES).filter(|_| is_there);
    numbers.filter_map(play).collect()
}

/// All rulesets of a game with the boards of their random games.
fn boards(game: Game) -> impl Iterator<Item = (&'static Ruleset, Size)> {
    let rulesets = embedded().iter();
    rulesets
        .filter(move |ruleset| ruleset.game() == game)
        .flat_map(move |ruleset| sides(game).map(|side| (ruleset, Size::square(side))))
}

/// The judged records of a game.
pub(super) fn records(game: Game) -> Vec<JudgedRecord> {
    let mut rows = Vec::new();
    for (ruleset, size) in boards(game) {
        // How often a rule has been broken so far.
        let mut broken: BTreeMap<String, u32> = BTreeMap::new();
        for (number, played) in (1..).zip(played(ruleset, size)) {
            let id = format!("{}/{size}/{number}", ruleset.name);
            let whole = Play::new(&played.start, &played.plies);
            let round = ruleset.rules.players().count();
            let without_a_round = (0..played.plies.len().saturating_sub(round)).filter_map(|at| {
                let before = &played.plies[..at];
                let plies = before.iter().chain(&played.plies[at + round..]);
                let play = Play::new(&played.start, plies);
                let (record, _) = play.judge(format!("{id}/{}", at + 1)).ok()?;
                Some((record.first_illegal.clone()?.rule, record))
            });
            // The rule that has been broken least.
            let shortened = without_a_round
                .min_by_key(|(rule, _)| broken.get(rule).copied().unwrap_or_default());
            rows.extend(whole.judge(id.clone()).ok().map(|(record, _)| record));
            if let Some((rule, record)) = shortened {
                *broken.entry(rule).or_default() += 1;
                rows.push(record);
            }
        }
    }
    rows
}

/// The positions of a game with their legal moves.
pub(super) fn positions(game: Game) -> Vec<PositionRow> {
    let mut rows = Vec::new();
    for (ruleset, size) in boards(game) {
        let games = played(ruleset, size);
        let mut seen = BTreeSet::new();
        let mut count = 0;
        for (number, played) in (1..).zip(&games) {
            // Moves that are or were tempting.
            let tried: Vec<&Move> = {
                let all = games.iter().flat_map(|game| &game.plies);
                let step = all.clone().count().div_ceil(MAX_TRIED).max(1);
                all.step_by(step).map(|(_, mv)| mv).collect()
            };
            let Ok(mut position) = played.start.position() else {
                continue;
            };
            for at in 0..=played.plies.len() {
                let rules = broken_by(&position, &tried);
                // A position for each combination of rules that forbid something.
                if count < MAX_POSITIONS
                    && position.outcome().is_none()
                    && seen.insert(rules.clone())
                {
                    let play = Play::new(&played.start, &played.plies[..at]);
                    let id = format!("{}/{size}/{number}/{at}", ruleset.name);
                    let row = row(id, &rules, &play);
                    count += usize::from(row.is_some());
                    rows.extend(row);
                }
                if let Some((color, mv)) = played.plies.get(at) {
                    // It was legal when the game was played.
                    let _ = position.play_as(*color, mv);
                }
            }
        }
    }
    rows
}

/// The rules that forbid some of the moves, without those about the point alone.
fn broken_by(position: &Position, tried: &[&Move]) -> BTreeSet<&'static str> {
    let broken = tried.iter().filter_map(|mv| position.check(mv).err());
    broken
        .map(|violation| violation.rule)
        .filter(|rule| {
            !matches!(
                rule,
                Rule::BargoOccupied | Rule::SygoOccupied | Rule::UgoOccupied | Rule::BamogoOccupied
            )
        })
        .map(Rule::id)
        .collect()
}

/// A position with its legal moves; `None` if there are very many.
fn row(id: String, rules: &BTreeSet<&'static str>, play: &Play) -> Option<PositionRow> {
    let (record, position) = play.judge(id).ok()?;
    let legal = position.turns().take(MAX_LEGAL + 1);
    let mut legal: Vec<String> = legal.map(|mv| mv.to_string()).collect();
    legal.sort_unstable();
    (legal.len() <= MAX_LEGAL).then(|| PositionRow {
        id: record.id,
        guards: rules.iter().map(|&rule| rule.to_owned()).collect(),
        line: record.line,
        to_move: position.to_move().letter(),
        legal,
    })
}
