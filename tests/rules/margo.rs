//! Margo: marbles in levels, freedoms on the board alone, and zombies.
//!
//! A drawing shows the levels side by side, the lowest first. A marble of the second
//! level rests on the four around its lower left corner: the one drawn first in the
//! lowest row on `a1 c1 a3 c3`, and its point is `b2`.

use kifu::games::Game;

use super::play::{Drawing, Trial, play, play_by, play_drawn};

#[must_use]
#[track_caller]
fn margo(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[margo]{root}"), board, nodes)
}

/// By one of the other rulesets.
#[must_use]
#[track_caller]
fn by(ruleset: &str, root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[margo]RU[{ruleset}]{root}"), board, nodes)
}

const ALL: [&str; 4] = [
    "margo",
    "margo-2012",
    "margo-single-capture",
    "margo-buried-stay",
];

/// A text with all its points turned and mirrored in one of the eight ways.
fn turned(text: &str, side: usize, way: usize) -> String {
    let last = 2 * side;
    let mut out = String::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        if letter.is_ascii_lowercase() && !digits.is_empty() {
            let mut x = usize::from(letter as u8 - b'a') + 1;
            let mut y: usize = digits.parse().unwrap();
            if way & 1 != 0 {
                x = last - x;
            }
            if way & 2 != 0 {
                y = last - y;
            }
            if way & 4 != 0 {
                (x, y) = (y, x);
            }
            let letter = char::from(b'a' + u8::try_from(x - 1).unwrap());
            out.push_str(&format!("{letter}{y}"));
            rest = &rest[1 + digits.len()..];
        } else {
            out.push(letter);
            rest = &rest[1..];
        }
    }
    out
}

/// The moves are legal and leave these pieces, whichever way the board is turned.
#[track_caller]
fn every_way(root: &str, before: &str, nodes: &str, after: &str) {
    let side = before
        .lines()
        .filter(|line| !line.trim().is_empty())
        .count();
    for way in 0..8 {
        let turn = |drawing: &str| {
            let mut drawing = Drawing::read(Game::Margo, drawing);
            drawing
                .pieces
                .iter_mut()
                .for_each(|piece| *piece = turned(piece, side, way));
            drawing.pieces.sort();
            drawing
        };
        play_drawn(
            "",
            &format!("GM[margo]{root}"),
            &turn(before),
            &turned(nodes, side, way),
        )
        .legal()
        .leaves_drawn(&turn(after));
    }
}

#[test]
fn passing_is_not_possible() {
    for ruleset in ALL {
        by(ruleset, "SZ[3]", "", ";W[pass]").breaks("margo::pass", 1, "");
        by(ruleset, "SZ[3]", "", ";W[a1];B[pass]").breaks("margo::pass", 2, "");
    }
}

#[test]
fn swap() {
    for ruleset in ALL {
        // White's marble stands, the colors change hands, and Black moves on.
        by(ruleset, "SZ[3]", "", ";W[c3];B[swap];B[a1];W[e5]")
            .legal()
            .leaves(
                "
            . . o
            . o .
            x . .",
            );
        by(ruleset, "SZ[3]", "", ";W[c3];B[swap];W[a1]").breaks("record::turn-order", 3, "a1");
        by(ruleset, "SZ[3]", "", ";W[c3];B[swap];B[c3]").breaks("margo::occupied", 3, "c3");
    }
    // As ply 2 alone, and once.
    margo("SZ[3]", "", ";W[swap]").breaks("margo::swap", 1, "");
    margo("SZ[3]", "", ";W[c3];B[a1];W[swap]")
        .breaks("margo::swap", 3, "")
        .naming(&["2"]);
    margo("SZ[3]", "", ";W[c3];B[a1];W[e5];B[swap]").breaks("margo::swap", 4, "");
    margo("SZ[3]", "", ";W[c3];B[swap];B[swap]").breaks("margo::swap", 3, "");
    margo("SZ[3]", "", ";W[c3];W[swap]").breaks("record::turn-order", 2, "");
    // Not after a setup, however small.
    for setup in ["AW[a1]", "PL[W]", "AE[a1]", "AB[a1]AE[a1]"] {
        margo(&format!("SZ[3]{setup}"), "", ";W[c3];B[swap]").breaks("margo::swap", 2, "");
    }
    margo("SZ[3]PL[B]", "", ";B[swap]").breaks("margo::swap", 1, "");
    margo("SZ[3]PL[B]", "", ";B[a1];W[swap]").breaks("margo::swap", 2, "");
    let rules = "game: margo\nname: stay\ntitle: t\nsource: s\nswap: false\n";
    play_by(rules, "GM[margo]SZ[3]", "", ";W[c3];B[swap]")
        .breaks("margo::swap", 2, "")
        .naming(&["ruleset"]);
}

#[test]
fn points_and_levels() {
    for text in [
        // Beyond the last column and row, of the holes and of the doubled grid.
        "f1",
        "a6",
        "f6",
        "g3",
        "a0",
        "aa1",
        "zz99999999999",
        // Between two holes, where nothing rests on four.
        "b1",
        "a2",
        "c2",
        "d5",
        "e4",
        // Levels that are not at that point: wrong by parity, by the edge, by the top.
        "2a1",
        "2c3",
        "1b2",
        "3b2",
        "4c3",
        "3a1",
        "3e5",
        "3a3",
        "3c5",
        "4b2",
        "5c3",
        "0c3",
        "0a1",
        "255c3",
        "256b2",
        "99999999999c3",
    ] {
        margo("SZ[3]", "", &format!(";W[{text}]")).breaks_rule("margo::off-board", 1);
    }
    // They are off the board before they are occupied.
    margo("SZ[3]", "", ";W[c3];B[2c3]").breaks_rule("margo::off-board", 2);
    margo("SZ[3]", "", ";W[a1];B[3a1]").breaks_rule("margo::off-board", 2);
    // Every hole of side 3, and the first level with its number.
    for point in ["a1", "c1", "e1", "a3", "c3", "e3", "a5", "c5", "e5"] {
        margo("SZ[3]", "", &format!(";W[{point}]")).legal();
        margo("SZ[3]", "", &format!(";W[1{point}]")).legal();
        margo("SZ[3]", "", &format!(";W[{point}];B[{point}]")).breaks("margo::occupied", 2, point);
        margo("SZ[3]", "", &format!(";W[{point}];B[1{point}]")).breaks_rule("margo::occupied", 2);
    }
}

#[test]
fn unsupported() {
    for text in ["b2", "2b2", "d4", "3c3"] {
        margo("SZ[3]", "", &format!(";W[{text}]")).breaks_rule("margo::unsupported", 1);
    }
    // Three of the four; that it would have no freedom either comes later.
    let three = "
        . . .
        x . . | . .
        x x . | . .";
    for text in ["b2", "2b2"] {
        margo("", three, &format!(";W[{text}]"))
            .breaks_rule("margo::unsupported", 1)
            .naming(&["c3"]);
    }
    margo("PL[B]", three, ";B[c3];W[e5];B[b2]").legal();

    // c3 holds a marble and level 3 there is not yet supported: without a level it is
    // occupied, with its number unsupported.
    margo("SZ[3]", "", ";W[c3];B[c3]").breaks("margo::occupied", 2, "c3");
    margo("SZ[3]", "", ";W[c3];B[3c3]").breaks_rule("margo::unsupported", 2);
    let almost = "
        . . . .
        . x o . | . . .
        x o x . | . o . | . .
        o x x . | o x . | . .";
    margo("", almost, ";W[c3]").breaks("margo::occupied", 1, "c3");
    margo("", almost, ";W[3c3]")
        .breaks_rule("margo::unsupported", 1)
        .naming(&["b4"]);
    // b4 cannot be built yet, and holds nothing.
    margo("", almost, ";W[b4]")
        .breaks("margo::unsupported", 1, "b4")
        .naming(&["a5"]);
    // A marble of level 2 is occupied with its number and without.
    for text in ["b2", "2b2"] {
        margo("", almost, &format!(";W[{text}]")).breaks_rule("margo::occupied", 1);
    }
}

#[test]
fn the_same_point_again_two_levels_up() {
    let base = "
        . . . .
        o o o . | . . .
        o o o . | o o . | . .
        o o o . | o o . | . .";
    for text in ["c3", "3c3", "3C3"] {
        margo("", base, &format!(";W[{text}]")).legal().leaves(
            "
        . . . .
        o o o . | . . .
        o o o . | o o . | . .
        o o o . | o o . | o .",
        );
    }
    margo("", base, ";W[1c3]").breaks_rule("margo::occupied", 1);
    margo("", base, ";W[c3];B[g7];W[c3]").breaks("margo::occupied", 3, "c3");
    margo("", base, ";W[c3];B[g7];W[3c3]").breaks_rule("margo::occupied", 3);
    margo("", base, ";W[5c3]").breaks_rule("margo::off-board", 1);
    // The apex of side 4 is d4 on level 4, above the second level's.
    margo("", base, ";W[4d4]").breaks_rule("margo::unsupported", 1);
    margo("", base, ";W[2d4]").breaks_rule("margo::occupied", 1);
    margo("", base, ";W[d4]").breaks("margo::occupied", 1, "d4");
}

#[test]
fn captures_on_the_board() {
    margo("SZ[3]", "", ";W[a1];B[c1];W[e5];B[a3]")
        .legal()
        .leaves(
            "
        . . o
        x . .
        . x .",
        );
    // The last freedom is elsewhere: nothing is captured.
    margo("SZ[3]", "", ";W[a1];B[c1];W[a3];B[c3]")
        .legal()
        .leaves(
            "
        . . .
        o x .
        o x .",
        );
    // A marble that captures lives by the freedom it makes.
    margo(
        "",
        "
        . . .
        x o .
        . x o",
        ";W[a1]",
    )
    .legal()
    .leaves(
        "
        . . .
        x o .
        o . o",
    );
    margo(
        "",
        "
        . . .
        x o .
        . x .",
        ";W[a1]",
    )
    .breaks("margo::no-freedom", 1, "a1");
    margo(
        "PL[B]",
        "
        . . .
        x . .
        o x .",
        ";B[c3]",
    )
    .legal()
    .leaves(
        "
        . . .
        x x .
        . x .",
    );
}

#[test]
fn a_stacked_marble_lends_its_freedoms() {
    // White's b2 joins a1 to c3, which has the freedom c5.
    let joined = "
        . . . .
        . . . . | . . .
        x o x . | . . .
        o x . . | o . .";
    margo("PL[B]", joined, ";B[g7]").legal().leaves(
        "
        . . . x
        . . . . | . . .
        x o x . | . . .
        o x . . | o . .",
    );
    // With the last one gone all three go, the upper one too.
    margo("PL[B]", joined, ";B[c5]").legal().leaves(
        "
        . . . .
        . x . .
        x . x .
        . x . .",
    );
    // Without b2, a1 is alone and goes at once.
    margo(
        "PL[B]",
        "
        . . . .
        . . . .
        x o x .
        o x . .",
        ";B[g7]",
    )
    .legal()
    .leaves(
        "
        . . . x
        . . . .
        x o x .
        . x . .",
    );
}

#[test]
fn a_placement_needs_a_freedom_on_the_board() {
    // On top of four enemies, with an empty board all around.
    let square = "
        . . .
        x x . | . .
        x x . | . .";
    margo("", square, ";W[b2]").breaks("margo::no-freedom", 1, "b2");
    margo("PL[B]", square, ";B[b2]").legal();
    // A friend below is no help without a freedom …
    margo(
        "",
        "
        . . .
        x x . | . .
        o x . | . .",
        ";W[b2]",
    )
    .breaks("margo::no-freedom", 1, "b2")
    .naming(&["a1"]);
    // … and is with one.
    margo(
        "",
        "
        . . .
        x o . | . .
        x x . | . .",
        ";W[b2]",
    )
    .legal();
    // Below, in the eye of a group.
    let eye = "
        . . . .
        . x . .
        x . x .
        . x . .";
    margo("", eye, ";W[c3]").breaks("margo::no-freedom", 1, "c3");
    margo("PL[B]", eye, ";B[c3]").legal();
    // It joins two groups into no freedom.
    margo(
        "",
        "
        x x x .
        o . o x
        x x x .
        . . . .",
        ";W[c5]",
    )
    .breaks("margo::no-freedom", 1, "c5")
    .naming(&["a5", "e5"]);
}

#[test]
fn pinned_pieces_stay_as_zombies() {
    // b2 pins all three: nothing is removed.
    let pinned = "
        . . . .
        . . . . | . . .
        o x . . | . . .
        o o x . | x . .";
    margo("PL[B]", pinned, ";B[a5]")
        .legal()
        .scores("4", "3")
        .leaves(
            "
        . . . .
        x . . . | . . .
        o x . . | . . .
        o o x . | x . .",
        );
    // e1 is of the group, but nothing rests on it.
    let loose = "
        . . . .
        . . . . | . . .
        o x x . | . . .
        o o o x | x . .";
    let fallen = "
        . . . .
        x . . . | . . .
        o x x . | . . .
        o o . x | x . .";
    margo("PL[B]", loose, ";B[a5]")
        .legal()
        .leaves(fallen)
        .scores("5", "3");
    // Zombies are pieces as before: e1 would join them, and they have no other freedom.
    margo("PL[B]", loose, ";B[a5];W[e1]")
        .breaks("margo::no-freedom", 2, "e1")
        .naming(&["a1", "c1"]);
    // With g1 open they live by it.
    margo(
        "PL[B]",
        &loose.replace("o o o x", "o o . ."),
        ";B[a5];W[e1]",
    )
    .legal();
}

#[test]
fn zombies_in_layers() {
    // White: the lowest row and b2. Black's 3c3 rests on b2, and b2 alone on a1.
    let layers = "
        . . . .
        x x x . | . . .
        x x x . | x x . | . .
        o o o o | o x . | x .";
    // b2 stays below a piece that stays, a1 below a zombie; nothing rests on g1.
    margo("PL[B]", layers, ";B[g3]")
        .legal()
        .leaves(
            "
        . . . .
        x x x . | . . .
        x x x x | x x . | . .
        o o o . | o x . | x .",
        )
        // The buried c3 counts, and the zombies.
        .scores("11", "4");
    // Without 3c3, b2 goes and a1 with it; c1 and e1 are pinned by Black's d2.
    let open = layers.replace("o x . | x .", "o x . | . .");
    margo("PL[B]", &open, ";B[g3]").legal().leaves(
        "
        . . . .
        x x x . | . . .
        x x x x | x x . | . .
        . o o . | . x . | . .",
    );
    // With a white 3c3, which is captured too, it comes to the same.
    let white = layers.replace("o x . | x .", "o x . | o .");
    margo("PL[B]", &white, ";B[g3]").legal().leaves(
        "
        . . . .
        x x x . | . . .
        x x x x | x x . | . .
        . o o . | . x . | . .",
    );
}

#[test]
fn no_suicide_beside_a_pinned_piece() {
    // The source's Figure 10: a1 takes the last freedom of c1 and a3, but both are
    // pinned by White's own d2 and b4.
    margo(
        "",
        "
        . . . .
        o o . . | . . .
        x o o . | o . .
        . x o . | . o .",
        ";W[a1]",
    )
    .breaks("margo::no-freedom", 1, "a1");
    // Without b4, a3 goes.
    margo(
        "",
        "
        . . . .
        o o . . | . . .
        x o o . | . . .
        . x o . | . o .",
        ";W[a1]",
    )
    .legal()
    .leaves(
        "
        . . . .
        o o . . | . . .
        . o o . | . . .
        o x o . | . o .",
    );
    // Black cannot fill it in either case.
    margo(
        "PL[B]",
        "
        . . . .
        o o . . | . . .
        x o o . | o . .
        . x o . | . o .",
        ";B[a1]",
    )
    .breaks("margo::no-freedom", 1, "a1")
    .naming(&["a3", "c1"]);
}

#[test]
fn an_overpass_of_two_cuts() {
    // Black's a3 c3 e3 have the freedom g3. d2 and d4 cross the link between c3 and e3.
    let cut = "
        . . . .
        o o o . | . . .
        x x x . | . . .
        o o o . | . o .";
    // c3 is pinned and stays; a3 goes.
    every_way(
        "",
        cut,
        ";W[d4]",
        "
        . . . .
        o o o . | . . .
        . x x . | . o .
        o o o . | . o .",
    );
    // One of the two alone does not cut, from either side …
    every_way(
        "",
        &cut.replace("| . o .", "| . . ."),
        ";W[d4]",
        "
        . . . .
        o o o . | . . .
        x x x . | . o .
        o o o . | . . .",
    );
    // … nor does one of each color, nor two that cross the next link.
    every_way(
        "",
        &cut.replace("| . o .", "| . x ."),
        ";W[d4]",
        "
        . . . .
        o o o . | . . .
        x x x . | . o .
        o o o . | . x .",
    );
    every_way(
        "",
        &cut.replace("| . o .", "| o . ."),
        ";W[d4]",
        "
        . . . .
        o o o . | . . .
        x x x . | . o .
        o o o . | o . .",
    );
    // Black's own overpass cuts nothing, and White's marbles below are not cut either
    // where one of the two is White's.
    every_way(
        "PL[B]",
        &cut.replace("| . o .", "| . x ."),
        ";B[d4]",
        "
        . . . .
        o o o . | . . .
        x x x . | . x .
        o o o . | . x .",
    );
}

#[test]
fn links_at_the_edge_are_never_cut() {
    // Above the link between c1 and e1 there is one place only, d2.
    let edge = "
        . . . .
        . . . . | . . .
        o o o . | . . .
        x x x . | . . .";
    every_way(
        "",
        edge,
        ";W[d2]",
        "
        . . . .
        . . . . | . . .
        o o o . | . . .
        x x x . | . o .",
    );
    every_way(
        "",
        &edge.replace("x x x . | . . .", "x x x . | o . ."),
        ";W[d2]",
        "
        . . . .
        . . . . | . . .
        o o o . | . . .
        x x x . | o o .",
    );
    // The same a level up: b2 and d2 keep a1, a3, a5 and a7 joined to e1 and its
    // freedom g1. White's 3c3 rests on both and buries c3.
    every_way(
        "",
        "
        x o . .
        x o o . | . . .
        x o o . | o o . | . .
        x o x . | x x . | . .",
        ";W[c3]",
        "
        x o . .
        x o o . | . . .
        x o o . | o o . | . .
        x o x . | x x . | o .",
    );
}

#[test]
fn an_overpass_on_the_third_level() {
    // d4 and f4 are all that joins a3 and c3 to g3 and its freedom i3. The holes below
    // both are White's. 3e3 and 3e5 cross the link.
    let upper = "
        . . . . .
        . o o o . | . . . .
        o o o o . | . o o . | . . .
        x x o x . | . x x . | . . .
        o o o o . | . o o . | . o .";
    every_way(
        "",
        upper,
        ";W[e5]",
        "
        . . . . .
        . o o o . | . . . .
        o o o o . | . o o . | . . .
        . x o x . | . x x . | . o .
        o o o o . | . o o . | . o .",
    );
    every_way(
        "",
        &upper.replace("o . | . o .", "o . | . . ."),
        ";W[e5]",
        "
        . . . . .
        . o o o . | . . . .
        o o o o . | . o o . | . . .
        x x o x . | . x x . | . o .
        o o o o . | . o o . | . . .",
    );
}

#[test]
fn buried_pieces_join_nothing() {
    // The hole c3 joins a3 to d4, e3 and the freedom g3: seen from above it is the
    // middle of b2, d2, b4 and d4. White's marble on top of those buries it.
    let middle = "
        x o . .
        x o o . | . . .
        x x x . | o x . | . .
        o o o . | x o . | . .";
    every_way(
        "",
        middle,
        ";W[c3]",
        "
        . o . .
        x o o . | . . .
        x x x . | o x . | . .
        o o o . | x o . | o .",
    );
    margo("", middle, ";W[c3]").legal().scores("6", "9");
    // Elsewhere it captures nothing, and Black's own marble joins b2 to d4.
    every_way(
        "",
        middle,
        ";W[g7]",
        "
        x o . o
        x o o . | . . .
        x x x . | o x . | . .
        o o o . | x o . | . .",
    );
    every_way(
        "PL[B]",
        middle,
        ";B[c3]",
        "
        x o . .
        x o o . | . . .
        x x x . | o x . | . .
        o o o . | x o . | x .",
    );
}

const KO: &str = "
        . . . .
        . x o .
        x o . o
        . x o .";

#[test]
fn ko() {
    for ruleset in ["margo", "margo-2012", "margo-buried-stay"] {
        by(ruleset, "PL[B]", KO, ";B[e3]").legal().leaves(
            "
        . . . .
        . x o .
        x . x o
        . x o .",
        );
        // The setup stood at the end of White's turn.
        by(ruleset, "PL[B]", KO, ";B[e3];W[c3]")
            .breaks("margo::repetition", 2, "c3")
            .naming(&["start"]);
        by(ruleset, "PL[B]", KO, ";B[e3];W[1c3]").breaks_rule("margo::repetition", 2);
        // With a marble more each White may, and Black may not after that.
        by(ruleset, "PL[B]", KO, ";B[e3];W[a7];B[g7];W[c3]").legal();
        by(ruleset, "PL[B]", KO, ";B[e3];W[a7];B[g7];W[c3];B[e3]")
            .breaks("margo::repetition", 5, "e3")
            .naming(&["3"]);
    }
}

#[test]
fn a_longer_cycle() {
    // Three kos, bottom left and right for Black to take, top left for White. Each
    // player takes one that the other has not just taken: after six plies the start is
    // back, with Black to move.
    let kos = "
        x . x o . . . .
        . x o . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . x o . . x o .
        x o . o x o . o";
    let five = ";B[e1];W[c15];B[m1];W[c1];B[e15]";
    let six = format!("{five};W[k1]");
    by("margo", "PL[B]", kos, &six).legal().leaves(kos);
    for ruleset in ["margo-2012", "margo-buried-stay"] {
        by(ruleset, "PL[B]", kos, five).legal();
        by(ruleset, "PL[B]", kos, &six)
            .breaks("margo::repetition", 6, "k1")
            .naming(&["start"]);
        // With a marble more on the board the next round is another position.
        by(ruleset, "PL[B]", kos, &format!("{five};W[o15];B[a7];W[k1]")).legal();
    }
    // What stood after the own turn before the last is free, too, by the previous turn.
    by("margo", "PL[B]", kos, &format!("{six};B[e1]")).legal();
}

#[test]
fn the_same_position_with_the_other_player_to_move() {
    // White sends two, Black takes both, White takes one back: the start is back after
    // three plies, and now it is Black to move.
    let start = "
        . . . .
        . . . .
        x x o .
        . o . o";
    for ruleset in ["margo", "margo-2012", "margo-buried-stay"] {
        by(ruleset, "", start, ";W[a1];B[e1];W[c1]")
            .legal()
            .leaves(start);
    }
}

#[test]
fn no_freedom_comes_before_repetition() {
    // a1 stands without a freedom beside the zombies c1, e1 and a3. Black's f2 takes it;
    // White's a1 takes f2 and brings back the start, but has no freedom as before.
    let start = "
        . . . .
        o o . . | . . .
        x o o o | o . .
        o x x o | . o .";
    margo("PL[B]", start, ";B[f2]").legal().leaves(
        "
        . . . .
        o o . . | . . .
        x o o o | o . .
        . x x o | . o x",
    );
    margo("PL[B]", start, ";B[f2];W[a1]").breaks("margo::no-freedom", 2, "a1");
}

#[test]
fn who_cannot_move_ends_the_game() {
    // Black's two eyes are suicide for White, and every place of level 2 too.
    let eyes = "
        x x .
        x x x | . .
        . x x | . .";
    for ruleset in ALL {
        by(ruleset, "", eyes, "")
            .legal()
            .ends("B+7")
            .scores("7", "0");
        by(ruleset, "", eyes, ";W[b4]")
            .breaks("record::after-end", 1, "b4")
            .naming(&["start"]);
        by(ruleset, "PL[B]", eyes, "").legal().goes_on();
        by(ruleset, "PL[B]", eyes, ";B[a1];W[e5]").legal();
        // Now by a ply.
        let before = eyes.replace("x x x |", "x . x |");
        by(ruleset, "PL[B]", &before, ";B[c3]").legal().ends("B+7");
        by(ruleset, "PL[B]", &before, ";B[c3];W[e5]").breaks("record::after-end", 2, "e5");
        by(ruleset, "PL[B]", &before, ";B[d4]").breaks("margo::unsupported", 1, "d4");
    }
    // White's only other moves are suicide, and c1 would repeat the start.
    for ruleset in ["margo", "margo-2012", "margo-buried-stay"] {
        by(
            ruleset,
            "PL[B]",
            "
        . x .
        o x x
        . o x",
            ";B[a1]",
        )
        .legal()
        .leaves(
            "
        . x .
        o x x
        x . x",
        )
        .ends("B+4");
    }
    // All holes filled: nobody has a freedom, and the top is nobody's.
    for color in ["B", "W"] {
        margo(
            &format!("PL[{color}]"),
            "
        x x
        o o | .",
            "",
        )
        .legal()
        .ends("0");
        margo(
            &format!("PL[{color}]"),
            "
        o x
        o o | x",
            "",
        )
        .legal()
        .ends("W+1");
    }
}

/// Black takes g7. Black's a1 has no freedom, and White's c1 and a3 have theirs.
const DEAD_CORNER: &str = "
        . . x o
        . . . .
        o . . .
        x o . .";

#[test]
fn revealed_captures() {
    let kept = "
        . . x .
        . . . x
        o . . .
        x o . .";
    for ruleset in ["margo", "margo-buried-stay"] {
        by(ruleset, "PL[B]", DEAD_CORNER, ";B[g5]")
            .legal()
            .leaves(kept);
    }
    // After a removal the mover's own dead groups go.
    by("margo-2012", "PL[B]", DEAD_CORNER, ";B[g5]")
        .legal()
        .leaves(
            "
        . . x .
        . . . x
        o . . .
        . o . .",
        );
    // Without one they stay.
    by("margo-2012", "PL[B]", DEAD_CORNER, ";B[e5]")
        .legal()
        .leaves(
            "
        . . x o
        . . x .
        o . . .
        x o . .",
        );
    // Nor are zombies a removal.
    let zombies = "
        . . o x
        . . . o | . . .
        o x . . | . . .
        o o x . | x . .";
    by("margo-2012", "PL[B]", zombies, ";B[a5]").legal().leaves(
        "
        . . o x
        x . . o | . . .
        o x . . | . . .
        o o x . | x . .",
    );
    // So do those that are pinned.
    let pinned = "
        . . x o
        . . . . | . . .
        o o . . | . . .
        x o . . | o . .";
    by("margo-2012", "PL[B]", pinned, ";B[g5]").legal().leaves(
        "
        . . x .
        . . . x | . . .
        o o . . | . . .
        x o . . | o . .",
    );
}

#[test]
fn revealed_captures_go_back_and_forth() {
    // White's four zombies are pinned by b2, which is a dead group by itself: the capture
    // of g7 reveals b2's, and that the four's.
    let zombies = "
        . . x o
        x x . . | . . .
        o o x . | . . .
        o o x . | x . .";
    for ruleset in ["margo", "margo-buried-stay"] {
        by(ruleset, "PL[B]", zombies, ";B[g5]").legal().leaves(
            "
        . . x .
        x x . x | . . .
        o o x . | . . .
        o o x . | x . .",
        );
    }
    by("margo-2012", "PL[B]", zombies, ";B[g5]").legal().leaves(
        "
        . . x .
        x x . x
        . . x .
        . . x .",
    );
}

#[test]
fn revealed_captures_give_freedoms() {
    // White's seven are dead once a1 is filled, and pinned by Black's d2 and b4, which
    // are dead themselves. Only g7 is removed at first, far from a1.
    let far = "
        x x x o
        o o x x | . . .
        o o o x | x . .
        . o o x | . x .";
    for ruleset in ["margo", "margo-buried-stay"] {
        by(ruleset, "PL[B]", far, ";B[a1]").breaks("margo::no-freedom", 1, "a1");
    }
    // By the rule book of 2012 d2 and b4 go next, and then the seven.
    by("margo-2012", "PL[B]", far, ";B[a1]").legal().leaves(
        "
        x x x .
        . . x x
        . . . x
        x . . x",
    );
}

#[test]
fn buried_pieces_fall_or_stay() {
    // g3 is the last freedom of White's stack. c3 is buried in it until it is gone.
    let stack = "
        . . . .
        x x x . | . . .
        x o o . | o o . | . .
        x x x . | o o . | o .";
    for ruleset in ["margo", "margo-2012"] {
        by(ruleset, "PL[B]", stack, ";B[g3]").legal().leaves(
            "
        . . . .
        x x x .
        x . . x
        x x x .",
        );
    }
    by("margo-buried-stay", "PL[B]", stack, ";B[g3]")
        .legal()
        .leaves(
            "
        . . . .
        x x x .
        x o . x
        x x x .",
        );

    // A pyramid of four levels: five pieces of it are buried, one of them on level 2.
    let pyramid = "
        . . . . .
        x x x x . | . . . .
        x o o x . | o o o . | . . .
        x o o o . | o o o . | o o . | . .
        x x x x . | o o o . | o o . | o .";
    for ruleset in ["margo", "margo-2012"] {
        by(ruleset, "PL[B]", pyramid, ";B[i3]").legal().leaves(
            "
        . . . . .
        x x x x .
        x . . x .
        x . . . x
        x x x x .",
        );
    }
    by("margo-buried-stay", "PL[B]", pyramid, ";B[i3]")
        .legal()
        .leaves(
            "
        . . . . .
        x x x x . | . . . .
        x o o x . | . . . .
        x o o . x | . o . .
        x x x x . | . . . .",
        );
}

#[test]
fn the_first_capture_wins() {
    let single = "margo-single-capture";
    by(single, "SZ[3]", "", ";W[a1];B[c1];W[e5];B[a3]")
        .legal()
        .ends("B+");
    by(single, "SZ[3]", "", ";W[a1];B[c1];W[e5];B[a3];W[e1]").breaks("record::after-end", 5, "e1");
    by(single, "PL[B]", KO, ";B[e3]").legal().ends("B+");
    by(single, "PL[B]", KO, ";B[e3];W[c3]").breaks("record::after-end", 2, "c3");
    // The other rulesets play on.
    margo("SZ[3]", "", ";W[a1];B[c1];W[e5];B[a3]")
        .legal()
        .goes_on();
    // Pinned pieces alone are no capture …
    let pinned = "
        . . . .
        . . . . | . . .
        o x . . | . . .
        o o x . | x . .";
    by(single, "PL[B]", pinned, ";B[a5]").legal().goes_on();
    // … one that falls beside them is.
    by(
        single,
        "PL[B]",
        "
        . . . .
        . . . . | . . .
        o x x . | . . .
        o o o x | x . .",
        ";B[a5]",
    )
    .legal()
    .ends("B+");
    // It must be a legal move.
    by(
        single,
        "",
        "
        . . . .
        o o . . | . . .
        x o o . | o . .
        . x o . | . o .",
        ";W[a1]",
    )
    .breaks("margo::no-freedom", 1, "a1");
}

#[test]
fn setups() {
    // Levels as stated first, then those without, Black's before White's.
    margo("SZ[3]AB[2b2][a1][c1][a3]AW[c3]PL[W]", "", ";W[e5]")
        .legal()
        .leaves(
            "
        . . o
        x o . | . .
        x x . | x .",
        );
    margo("SZ[3]AW[1c3]AB[c3]", "", ";W[e5]").refused();
    margo("SZ[2]AW[b2]AB[a1][c1][a3][c3]", "", "")
        .legal()
        .ends("B+3");
    // Nothing rests on three.
    margo("SZ[3]AB[2b2][a1][c1][a3]", "", ";W[e5]").refused();
    margo("SZ[3]AB[a1][a1]", "", ";W[e5]").refused();
    margo("SZ[3]AB[a1]AW[a1]", "", ";W[e5]").refused();
    margo("SZ[3]AB[b1]", "", ";W[e5]").refused();
    margo("SZ[3]AB[3a1]", "", ";W[e5]").refused();
    margo("SZ[3]STONES[Ra1]", "", ";W[e5]").refused();
    // Groups without freedoms may be set up, and go at the enemy's next ply.
    margo(
        "",
        "
        . . .
        x . .
        o x .",
        ";W[e5]",
    )
    .legal()
    .leaves(
        "
        . . o
        x . .
        o x .",
    );
    margo(
        "PL[B]",
        "
        . . .
        x . .
        o x .",
        ";B[e5]",
    )
    .legal()
    .leaves(
        "
        . . x
        x . .
        . x .",
    );
}
