//! The second, literal implementation of the rules: an oracle for the tests.
//!
//! Written from the rules pages alone, in the plainest way that follows their words; it shares no
//! code with the verifier. Whole positions are cloned for every ply, groups are flooded anew for
//! every question, and every earlier position that matters for repetition is kept whole.

#![allow(dead_code)]

mod bamogo;
mod bargo;
mod margo;
mod square;
mod sygo;
mod ugo;

#[cfg(test)]
mod margo_games;

/// One position with its whole history.
pub(crate) trait ReferenceGame {
    /// Plays the content of `B[..]` or `W[..]`; `Err` is the id of the first violated rule.
    /// On `Err` the position is unchanged.
    fn play(&mut self, color: char, text: &str) -> Result<(), &'static str>;

    /// `B` or `W`.
    fn to_move(&self) -> char;

    /// Sorted: color, space, piece (`B Ke5`, `W c3`, `B c4/ne`, `B 1c3`, `R d4`).
    fn pieces(&self) -> Vec<String>;

    /// Whether the game is over.
    fn finished(&self) -> bool;

    /// `B+3.5`, `W+17`, `B+`, `B+R`, `0`; `None` while the game goes on.
    fn result(&self) -> Option<String>;

    /// Black's and White's score of the position as it stands, in half points; `None` in Bamogo.
    fn score(&self) -> Option<(i64, i64)>;

    /// The same of all players, Black and White first.
    fn scores(&self) -> Option<Vec<i64>> {
        self.score().map(|(black, white)| vec![black, white])
    }

    /// Every text worth trying on this board, legal or not.
    fn candidates(&self) -> Vec<String>;

    /// A copy with the whole history.
    fn boxed_clone(&self) -> Box<dyn ReferenceGame>;
}

/// The options of a ruleset; those of other games are ignored.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// `bargo`, `sygo`, `ugo`, `bamogo`, `margo`.
    pub(crate) game: &'static str,
    /// Whole points for White (Bargo, Ugo).
    pub(crate) komi: i64,
    /// Bargo, Ugo: there is a button.
    pub(crate) button: bool,
    /// Bargo: repetition of one's own turns is forbidden.
    pub(crate) own_turns: bool,
    /// Sygo: Black has the balance turn.
    pub(crate) balance_turn: bool,
    /// Bamogo: the colors of the stones.
    pub(crate) colors: Vec<char>,
    /// Margo: `swap` exists.
    pub(crate) swap: bool,
    /// Margo: option `revealed-captures`.
    pub(crate) revealed_captures: bool,
    /// Margo: option `buried: stay`.
    pub(crate) buried_stay: bool,
    /// Margo: option `goal: first-capture`.
    pub(crate) first_capture: bool,
    /// Margo: `repetition`.
    pub(crate) repetition: &'static str,
    /// Margo: option `players`.
    pub(crate) players: usize,
    /// Margo: option `pass`.
    pub(crate) pass: bool,
    /// Margo: option `max-height`.
    pub(crate) max_height: Option<i64>,
}

/// A given starting position. Giving one at all counts (Margo's `swap`), even an empty one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// In the notation of [`ReferenceGame::pieces`].
    pub(crate) pieces: Vec<String>,
    /// `PL`.
    pub(crate) to_move: Option<char>,
    /// `BUTTON`.
    pub(crate) button: Option<char>,
    /// `GROWN`.
    pub(crate) grown: bool,
    /// `LINE`.
    pub(crate) line: Option<Vec<String>>,
}

/// The rulesets that the rules pages name.
pub(crate) fn ruleset(name: &str) -> Rules {
    let plain = |game| Rules {
        game,
        komi: 0,
        button: false,
        own_turns: false,
        balance_turn: false,
        colors: Vec::new(),
        swap: false,
        revealed_captures: false,
        buried_stay: false,
        first_capture: false,
        repetition: "previous-turn",
        players: 2,
        pass: false,
        max_height: None,
    };
    let bargo = Rules {
        button: true,
        own_turns: true,
        ..plain("bargo")
    };
    let ugo = Rules {
        button: true,
        ..plain("ugo")
    };
    let margo = Rules {
        swap: true,
        ..plain("margo")
    };
    match name {
        "bargo" => bargo,
        "bargo-no-button" => Rules {
            button: false,
            ..bargo
        },
        "ugo" => ugo,
        "ugo-no-button" => Rules {
            button: false,
            ..ugo
        },
        "sygo" => Rules {
            balance_turn: true,
            ..plain("sygo")
        },
        "bamogo" => Rules {
            colors: vec!['R', 'G', 'B'],
            ..plain("bamogo")
        },
        "margo" => margo,
        "margo-2012" => Rules {
            repetition: "situational",
            revealed_captures: true,
            ..margo
        },
        "margo-single-capture" => Rules {
            first_capture: true,
            ..margo
        },
        "margo-buried-stay" => Rules {
            repetition: "situational",
            buried_stay: true,
            ..margo
        },
        "margo-3" | "margo-4" => Rules {
            players: if name == "margo-3" { 3 } else { 4 },
            swap: false,
            ..margo
        },
        "margo-abstractplay" => Rules {
            repetition: "situational",
            revealed_captures: true,
            buried_stay: true,
            ..margo
        },
        "margo-pbem" => Rules {
            repetition: "none",
            ..margo
        },
        other => panic!("no ruleset {other}"),
    }
}

/// A game at its start; no setup means an empty board and nothing given. For Bargo and Margo
/// `columns` and `rows` are both the side. `Err` begins with the code of the finding.
pub(crate) fn new(
    rules: &Rules,
    columns: u32,
    rows: u32,
    setup: Option<&Setup>,
) -> Result<Box<dyn ReferenceGame>, String> {
    // format.md, "Board limits", and `SZ`: no rectangle in Bargo and Margo.
    let (least, most, rectangle) = match rules.game {
        "bargo" => (2, 30, false),
        "ugo" | "bamogo" => (2, 26, true),
        "sygo" => (2, 52, true),
        "margo" => (2, 19, false),
        other => panic!("no game {other}"),
    };
    let fits = |n: u32| (least..=most).contains(&n);
    if !fits(columns) || !fits(rows) || (!rectangle && columns != rows) {
        return Err("record::size".to_string());
    }
    // format.md: a setup property of another game is `record::setup`.
    if let Some(given) = setup {
        let foreign = (given.button.is_some() && !rules.button)
            || (given.grown && rules.game != "sygo")
            || (given.line.is_some() && rules.game != "bamogo");
        let color = |c: Option<char>| c.is_none_or(|c| players(rules.players).contains(&c));
        if foreign || !color(given.button) || !color(given.to_move) {
            return Err("record::setup: a property that may not stand here".to_string());
        }
    }
    let (columns, rows) = (i64::from(columns), i64::from(rows));
    Ok(match rules.game {
        "bargo" => Box::new(bargo::Bargo::new(rules, columns, setup)?),
        "ugo" => Box::new(ugo::Ugo::new(rules, columns, rows, setup)?),
        "sygo" => Box::new(sygo::Sygo::new(rules, columns, rows, setup)?),
        "bamogo" => Box::new(bamogo::Bamogo::new(rules, columns, rows, setup)?),
        _ => Box::new(margo::Margo::new(rules, columns, setup)?),
    })
}

/// Sygo only: all legal turns, `pass` included; other orders of the stones are other turns.
/// Found by trying: a turn is tried with one more stone unless one of its stones is refused.
pub(crate) fn sygo_turns(position: &dyn ReferenceGame) -> Vec<String> {
    let mut stones = position.candidates();
    stones.retain(|text| !text.contains(',') && !text.is_empty());
    let mut turns = Vec::new();
    let mut stack: Vec<String> = stones.clone();
    while let Some(turn) = stack.pop() {
        match position.boxed_clone().play(position.to_move(), &turn) {
            Ok(()) => turns.push(turn.clone()),
            // A later stone may give the group a liberty by capturing.
            Err("sygo::no-liberty") => {}
            Err(_) => continue,
        }
        for stone in &stones {
            stack.push(format!("{turn},{stone}"));
        }
    }
    turns.sort();
    turns
}

/// The players in the order in which they move.
fn players(count: usize) -> &'static [char] {
    &['W', 'B', 'G', 'Y'][..count]
}

/// The other player.
fn other(color: char) -> char {
    if color == 'B' { 'W' } else { 'B' }
}

/// format.md, "Moves": white space is ignored, case does not matter.
fn clean(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// rules/README.md, "Which rule is reported": the two rules that come before the text is read.
fn before_reading(finished: bool, to_move: char, color: char) -> Result<(), &'static str> {
    if finished {
        return Err("record::after-end");
    }
    if color != to_move {
        return Err("record::turn-order");
    }
    Ok(())
}

/// The result by score, from half points.
fn by_score((black, white): (i64, i64)) -> String {
    let (winner, margin) = match black.cmp(&white) {
        std::cmp::Ordering::Greater => ('B', black - white),
        std::cmp::Ordering::Less => ('W', white - black),
        std::cmp::Ordering::Equal => return "0".to_string(),
    };
    let half = if margin % 2 == 1 { ".5" } else { "" };
    format!("{winner}+{}{half}", margin / 2)
}

/// Splits a setup piece `B Ke5` into its color letter and its notation.
fn setup_piece(text: &str) -> Result<(char, String), String> {
    let broken = || format!("record::setup: {text}");
    let (color, piece) = text.split_once(' ').ok_or_else(broken)?;
    let mut letters = color.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_uppercase() => Ok((letter, clean(piece))),
        _ => Err(broken()),
    }
}

/// As [`setup_piece`], for the games whose pieces belong to the players.
fn setup_owned(text: &str) -> Result<(char, String), String> {
    match setup_piece(text)? {
        (color @ ('B' | 'W'), piece) => Ok((color, piece)),
        _ => Err(format!("record::setup: {text}")),
    }
}
