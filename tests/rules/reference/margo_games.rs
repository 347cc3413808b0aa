//! Margo: two published games, and the rules that they do not show.

use super::{ReferenceGame, Setup, new, ruleset};
use std::collections::BTreeSet;

const GAME_254: &str = "C5 C3 E3 E1 G3 E5 E7 D4 A3 G5 A7 C1 D2 G1 D2 G3 G7 C7 E7 D2 G7 C7 E7 F2 \
    G7 C7 E7 F4 G7 C7 E7 E3 G7 C7 E7 A1 G7";

const GAME_274: &str = "G5 E5 E7 G7 F6 I3 I5 C9 C3 E3 C5 G3 C7 D6 K5 K3 E1 E9 D8 I7 G1 H6 H4 F4 \
    G5 A7 I1 A5 A3 B6 H2 A9 I9 K9 I11 G11 B8 K7 C11 G9 F8 K11 E7 J6 K1 C1 D2 D4 E5 F2 E3 B4 C7 C5 \
    D6 I11 G3 I9 A11 E11 A11 C11 A11 I11 E11 K9 K7 J6 C11 G11 C11 K11 F4 I9 A11 E11 J8 H8 G7 I7 \
    F10 J10 A11 H10 I9 G9 H8 C11";

const TAKEN_254: &[(usize, &str)] = &[
    (14, "2d2 1g3"),
    (16, "2d2"),
    (18, "1e7 1g7"),
    (19, "1c7"),
    (22, "1e7 1g7"),
    (23, "1c7"),
    (26, "1e7 1g7"),
    (27, "1c7"),
    (30, "1e7 1g7"),
    (31, "1c7"),
    (34, "1e7 1g7"),
    (35, "1c7"),
    (37, "1a1 1c1 1c3 2d2 2d4 1e1 3e3 1e5 2f2 2f4 1g1 1g3 1g5"),
];

const TAKEN_274: &[(usize, &str)] = &[
    (42, "1i9 1i11"),
    (45, "1k3"),
    (60, "1a11 1c11"),
    (62, "1a11"),
    (63, "1c11 1e11 1g11 1i9 1i11 2j6 1k7 1k9 1k11"),
    (70, "1a11 1c11 1e11"),
    (76, "1a11 1c11"),
    (88, "1a11"),
];

fn set(
    rules: &str,
    size: u32,
    pieces: &[&str],
    to_move: char,
) -> Result<Box<dyn ReferenceGame>, String> {
    let setup = Setup {
        pieces: pieces.iter().map(ToString::to_string).collect(),
        to_move: Some(to_move),
        ..Setup::default()
    };
    new(&ruleset(rules), size, size, Some(&setup))
}

/// Plays the moves; what goes at each ply must be what the list says.
fn replay(game: &mut dyn ReferenceGame, moves: &str, taken: &[(usize, &str)]) {
    for (index, text) in moves.split_whitespace().enumerate() {
        let ply = index + 1;
        let before: BTreeSet<String> = game.pieces().into_iter().collect();
        let (own, enemy) = if ply % 2 == 1 { ("W", "B") } else { ("B", "W") };
        let color = own.chars().next().unwrap();
        assert_eq!(game.play(color, text), Ok(()), "{ply} {text}");
        let after: BTreeSet<String> = game.pieces().into_iter().collect();
        let gone: BTreeSet<String> = &before - &after;
        let listed = taken.iter().filter(|(at, _)| *at == ply);
        let expected: BTreeSet<String> = listed
            .flat_map(|(_, pieces)| pieces.split(' '))
            .map(|piece| format!("{enemy} {piece}"))
            .collect();
        assert_eq!(gone, expected, "{ply} {text}");
    }
}

#[test]
fn game_254() {
    let mut game = new(&ruleset("margo"), 4, 4, None).unwrap();
    replay(&mut *game, GAME_254, TAKEN_254);
}

#[test]
fn game_274() {
    let mut game = new(&ruleset("margo"), 6, 6, None).unwrap();
    replay(&mut *game, GAME_274, TAKEN_274);
    assert_eq!(game.score(), Some((68, 66)));
    assert_eq!(game.play('W', "A11"), Err("margo::repetition"));
    // Situational repetition forbids it as well.
    let mut game = new(&ruleset("margo-2012"), 6, 6, None).unwrap();
    replay(&mut *game, GAME_274, TAKEN_274);
    assert_eq!(game.play('W', "A11"), Err("margo::repetition"));
}

#[test]
fn game_274_continued() {
    let mut game = new(&ruleset("margo"), 6, 6, None).unwrap();
    replay(&mut *game, GAME_274, TAKEN_274);
    for (color, text) in [('W', "D10"), ('B', "E9"), ('W', "F8")] {
        assert_eq!(game.play(color, text), Ok(()), "{text}");
    }
    assert_eq!(game.score(), Some((70, 70)));
}

#[test]
fn reading_and_swap() {
    let mut game = new(&ruleset("margo"), 3, 3, None).unwrap();
    for (text, rule) in [
        ("swap", "margo::swap"),
        ("pass", "margo::pass"),
        ("", "record::notation"),
        ("button", "record::notation"),
        ("01a1", "record::notation"),
        ("a01", "record::notation"),
        ("a2", "margo::off-board"),
        ("f1", "margo::off-board"),
        ("a0", "margo::off-board"),
        ("0a1", "margo::off-board"),
        ("2a1", "margo::off-board"),
        ("3a1", "margo::off-board"),
        ("3c3", "margo::unsupported"),
        ("b2", "margo::unsupported"),
    ] {
        assert_eq!(game.play('W', text), Err(rule), "{text}");
    }
    assert_eq!(game.play('W', "1c3"), Ok(()));
    let mut other = game.boxed_clone();
    assert_eq!(other.play('B', "c3"), Err("margo::occupied"));
    assert_eq!(other.play('B', "1c3"), Err("margo::occupied"));
    assert_eq!(other.play('B', "3c3"), Err("margo::unsupported"));
    assert_eq!(game.play('B', "swap"), Ok(()));
    assert_eq!(game.play('W', "a1"), Err("record::turn-order"));
    assert_eq!(game.play('B', "swap"), Err("margo::swap"));
    assert_eq!(game.play('B', "a1"), Ok(()));
    assert_eq!(game.pieces(), ["B 1a1", "W 1c3"]);
    // `PL` alone is a setup.
    let mut game = set("margo", 3, &[], 'W').unwrap();
    assert_eq!(game.play('W', "a1"), Ok(()));
    assert_eq!(game.play('B', "swap"), Err("margo::swap"));
}

#[test]
fn setups() {
    assert!(set("margo", 2, &["B 2b2"], 'B').is_err());
    assert!(set("margo", 2, &["B 1a1", "W 1a1"], 'B').is_err());
    assert!(set("margo", 2, &["B 1b2"], 'B').is_err());
    let full = ["W b2", "B 1a1", "B 1c1", "B 1a3", "B 1c3"];
    let game = set("margo", 2, &full, 'B').unwrap();
    assert_eq!(game.result().unwrap(), "B+3");
}

#[test]
fn zombies() {
    // Black a1 is captured by c1 and stays: White's b2 rests on it.
    let pieces = ["B 1a1", "W 1a3", "W 1c3", "W 1e3"];
    let mut game = set("margo", 3, &pieces, 'W').unwrap();
    assert_eq!(game.boxed_clone().play('W', "c1"), Ok(()));
    let pieces = ["B 1a1", "W 1a3", "W 1c3", "B 1c1", "W 2b2"];
    game = set("margo", 3, &pieces, 'W').unwrap();
    assert_eq!(game.play('W', "e1"), Ok(()));
    assert_eq!(game.pieces().len(), 6);
    assert_eq!(game.score(), Some((4, 8)));
}

#[test]
fn first_capture() {
    let mut game = set("margo-single-capture", 3, &["B 1a1", "W 1a3"], 'W').unwrap();
    assert_eq!(game.play('W', "c1"), Ok(()));
    assert_eq!(game.result().unwrap(), "W+");
    assert_eq!(game.pieces(), ["W 1a3", "W 1c1"]);
    assert_eq!(game.play('B', "e5"), Err("record::after-end"));
}

#[test]
fn buried_pieces_fall_or_stay() {
    // Black's c3 is buried under 3c3; e7 is the last freedom of all that is Black.
    let pieces = [
        "W 1a1", "W 1c1", "W 1e1", "W 1a3", "W 1e3", "W 1a5", "W 1c5", "W 1g5", "B 1e5", "B 1c3",
        "B 2b2", "B 2d2", "B 2b4", "B 2d4", "B 3c3",
    ];
    for (rules, black) in [("margo", 0), ("margo-2012", 0), ("margo-buried-stay", 2)] {
        let mut game = set(rules, 4, &pieces, 'W').unwrap();
        assert_eq!(game.play('W', "e7"), Ok(()));
        assert_eq!(game.score(), Some((black, 18)), "{rules}");
    }
}

#[test]
fn revealed_captures() {
    // White's a1 is dead; White takes g7.
    let pieces = ["W 1a1", "B 1a3", "B 1c1", "B 1g7", "W 1e7"];
    for (rules, white) in [("margo", 6), ("margo-2012", 4)] {
        let mut game = set(rules, 4, &pieces, 'W').unwrap();
        assert_eq!(game.boxed_clone().play('W', "c7"), Ok(()));
        assert_eq!(game.play('W', "g5"), Ok(()));
        assert_eq!(game.score(), Some((4, white)), "{rules}");
    }
}

#[test]
fn crossed_over_links() {
    // White c3 and e3 are next to each other; Black's 2d2 and 2d4 cross over their link.
    let holes = "W 1c3,W 1e3,B 1c1,B 1e1,B 1c5,B 1e5,B 1a1,B 1a5";
    let play = |over: &str| {
        let pieces: Vec<String> = format!("{holes}{over}")
            .split(',')
            .map(String::from)
            .collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        set("margo", 4, &pieces, 'W').unwrap().play('W', "a3")
    };
    assert_eq!(play(",B 2d2,B 2d4"), Err("margo::no-freedom"));
    assert_eq!(play(",B 2d2,W 2d4"), Ok(()));
    assert_eq!(play(",B 2d2"), Ok(()));
}

#[test]
fn the_start_counts_for_repetition() {
    let pieces = [
        "B 1a3", "B 1c1", "B 1c5", "B 1e3", "W 1g3", "W 1e1", "W 1e5",
    ];
    for rules in ["margo", "margo-2012"] {
        let mut game = set(rules, 4, &pieces, 'W').unwrap();
        assert_eq!(game.play('W', "c3"), Ok(()));
        assert_eq!(game.play('B', "e3"), Err("margo::repetition"), "{rules}");
    }
}
