//! Bytes as games: rules, a board, and one decision after the other.

use std::collections::HashSet;

use kifu::{
    games::{
        Direction, Game, MargoRepetition, MargoRules, Move, Players, Point, Position, Rule, Rules,
        Setup, Size, StoneColor,
    },
    ruleset::{self, Ruleset},
};

use super::bytes::Bytes;

/// Plies of a game at most.
const MOST: u32 = 60;
/// Turns of Sygo that are looked through at most.
const TURNS: usize = 2_000;

/// `play` accepts exactly the turns that `legal_moves` lists, in Sygo those of `turns`.
pub fn play(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut position = begun(&mut bytes);
    while !bytes.is_empty() && position.plies() < MOST {
        let listed = listed(&position);
        assert_eq!(
            listed.turns.is_empty(),
            position.outcome().is_some(),
            "{position:?}"
        );
        let turn = thought_of(&position, &listed.turns, &mut bytes);
        let color = position.to_move();
        let refused = position.clone().play_as(color.other(), &turn);
        assert!(refused.is_err_and(|why| matches!(why.rule, Rule::TurnOrder | Rule::AfterEnd)));
        let before = position.fingerprint();
        let is_listed = listed.holds(&turn);
        match position.play_as(color, &turn) {
            Ok(_) => assert_ne!(is_listed, Some(false), "{turn:?} is played, but not listed"),
            Err(violation) => {
                // A marble may be said to lie on another level than the one it would go to.
                let is_other = matches!(turn, Move::Marble { level: Some(_), .. });
                let is_legal = is_listed == Some(true) && !is_other;
                assert!(!is_legal, "{turn:?} is listed, but {violation:?}");
                assert_eq!(position.fingerprint(), before, "{turn:?}");
            }
        }
    }
}

/// What is kept from ply to ply is what comes out when the position is set up anew.
pub fn key(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut position = begun(&mut bytes);
    while !bytes.is_empty() && position.outcome().is_none() && position.plies() < MOST {
        let moves = position.legal_moves();
        let turn = thought_of(&position, &moves, &mut bytes);
        // Refused or not.
        let _ = position.play(&turn);
        if position.outcome().is_some() {
            break;
        }
        let anew = Position::new(
            position.rules(),
            position.size(),
            Some(&position.to_setup()),
        );
        let anew = anew.expect("a position that was reached is a setup");
        assert_eq!(
            anew.repetition_hash(),
            position.repetition_hash(),
            "{position:?}"
        );
        assert_eq!(anew.fingerprint(), position.fingerprint(), "{position:?}");
        assert_eq!(anew.pieces(), position.pieces());
        assert_eq!(anew.score(), position.score());
        // Besides the swap, which belongs to the past, only what the past forbids makes a difference.
        let (now, fresh) = (position.legal_moves(), anew.legal_moves());
        let gone = now.iter().find(|turn| !fresh.contains(turn));
        assert!(gone.is_none_or(|turn| *turn == Move::Swap), "{gone:?}");
        for turn in fresh.iter().filter(|turn| !now.contains(turn)) {
            let why = position.clone().play(turn);
            let rule = why.expect_err("it is not listed").rule;
            let past = [
                Rule::BargoRepetition,
                Rule::MargoRepetition,
                Rule::BamogoSwitchUndo,
            ];
            assert!(past.contains(&rule), "{turn:?} {rule:?}");
        }
    }
}

/// The legal turns, all or as many as can be listed.
struct Listed {
    turns: Vec<Move>,
    known: HashSet<Move>,
    is_whole: bool,
}

impl Listed {
    /// Whether a turn is legal; `None` if there are too many to say.
    fn holds(&self, turn: &Move) -> Option<bool> {
        let is_known = self.known.contains(&turn.clone().canonical());
        (is_known || self.is_whole).then_some(is_known)
    }
}

fn listed(position: &Position) -> Listed {
    let mut turns: Vec<Move> = match position.game() {
        Game::Sygo => position.turns().take(TURNS).collect(),
        _ => position.legal_moves(),
    };
    let known: HashSet<Move> = turns.iter().cloned().collect();
    assert_eq!(known.len(), turns.len(), "one is listed twice: {turns:?}");
    let is_whole = turns.len() < TURNS || position.game() != Game::Sygo;
    if !is_whole {
        let single = position.legal_moves();
        turns.extend(single.into_iter().filter(|turn| !known.contains(turn)));
    }
    let known = turns.iter().cloned().collect();
    Listed {
        turns,
        known,
        is_whole,
    }
}

/// The position before the first ply.
fn begun(bytes: &mut Bytes) -> Position {
    let ruleset: &Ruleset = bytes.pick(ruleset::embedded());
    let game = ruleset.game();
    let largest = match game {
        Game::Bargo | Game::Sygo => 4,
        Game::Margo | Game::Bamogo => 5,
        Game::Ugo => 7,
    };
    let columns = 2 + bytes.below(largest - 1) as u8;
    let rows = 2 + bytes.below(largest - 1) as u8;
    let size = if game.may_be_rectangular() {
        Size { columns, rows }
    } else {
        Size::square(columns)
    };
    let line = (game == Game::Bamogo && bytes.next() % 2 == 1).then(|| {
        let pairs = ["RG", "GB", "BR", "RB"].map(pair);
        (0..bytes.below(8)).map(|_| *bytes.pick(&pairs)).collect()
    });
    let setup = line.map(|line| {
        let mut setup = Setup::default();
        setup.line = Some(line);
        setup
    });
    let mut rules = ruleset.rules.clone().with_komi(bytes.below(9) as i32 - 4);
    if let Rules::Margo(margo) = &mut rules {
        mix_options(margo, bytes);
    }
    Position::new(&rules, size, setup.as_ref()).expect("a board of the game")
}

/// Sometimes changes the options that no embedded ruleset has.
fn mix_options(rules: &mut MargoRules, bytes: &mut Bytes) {
    if bytes.next() % 4 != 3 {
        return;
    }
    let repetitions = [
        MargoRepetition::PreviousTurn,
        MargoRepetition::Situational,
        MargoRepetition::Positional,
        MargoRepetition::Never,
    ];
    rules.repetition = *bytes.pick(&repetitions);
    rules.players = *bytes.pick(&[Players::Two, Players::Three, Players::Four]);
    rules.swap &= rules.players == Players::Two;
    rules.pass = bytes.next() % 2 == 1;
    let height = bytes.next() % 5;
    rules.max_height = (height > 0).then_some(height);
}

fn pair(letters: &str) -> [StoneColor; 2] {
    let mut hues = letters.chars().filter_map(StoneColor::from_letter);
    [(); 2].map(|()| hues.next().expect("two letters"))
}

/// A turn: often a legal one, else one that might be.
fn thought_of(position: &Position, legal: &[Move], bytes: &mut Bytes) -> Move {
    let kind = bytes.next();
    if kind < 160 && !legal.is_empty() {
        return bytes.pick(legal).clone();
    }
    let longest = match position.game() {
        Game::Bargo | Game::Margo => 2 * u16::from(position.size().columns) - 1,
        _ => u16::from(position.size().columns.max(position.size().rows)),
    };
    let mut point = || {
        let mut side = || bytes.below(usize::from(longest) + 2) as u16;
        Point::new(side(), side())
    };
    match (kind % 16, position.game()) {
        (0, _) => Move::Pass,
        (1, _) => Move::Button,
        (2, _) => Move::Swap,
        (3, _) => Move::Stones(Vec::new()),
        (4, _) => Move::Stone(point()),
        (5, _) => Move::King(point()),
        (_, Game::Ugo) if kind.is_multiple_of(2) => Move::King(point()),
        (_, Game::Ugo) => Move::Stone(point()),
        (count, Game::Sygo) => Move::Stones((0..count / 3).map(|_| point()).collect()),
        (_, Game::Bargo) => Move::Walled(point(), *bytes.pick(&Direction::ALL)),
        (6..9, Game::Bamogo) => Move::Switch(point(), point()),
        (_, Game::Bamogo) => {
            let (one, other) = (point(), point());
            let pairs = ["RG", "GB", "BR", "RR", "XR"].map(pair);
            let [first, second] = *bytes.pick(&pairs);
            Move::Pair([(first, one), (second, other)])
        }
        (level, Game::Margo) => Move::Marble {
            level: level.checked_sub(10),
            point: point(),
        },
    }
}
