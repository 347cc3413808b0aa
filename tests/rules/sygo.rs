//! Sygo: every group grows by one stone a turn; captured stones change color.

use super::play::{Trial, play, play_by};

#[must_use]
#[track_caller]
fn sygo(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[sygo]{root}"), board, nodes)
}

#[test]
fn off_board() {
    sygo("SZ[2:3]", "", ";W[b3];B[a1]").legal();
    for point in ["c1", "a4", "a0", "aa1", "zz99999999999"] {
        sygo("SZ[2:3]", "", &format!(";W[{point}]")).breaks("sygo::off-board", 1, point);
        // A later stone, before all that else is wrong with it.
        sygo("SZ[2:3]", "", &format!(";W[a1,{point}]")).breaks("sygo::off-board", 1, point);
    }
    sygo(
        "",
        "
        . .
        o .",
        ";W[b1,c2]",
    )
    .breaks("sygo::off-board", 1, "c2");
    // The first stone that breaks a rule is the one reported.
    sygo(
        "",
        "
        . . .
        o . .",
        ";W[b1,c1,d1]",
    )
    .breaks("sygo::group-grew-twice", 1, "c1");
}

#[test]
fn occupied() {
    let board = "
        . . . .
        . . . .
        o . x .";
    for point in ["a1", "c1"] {
        sygo("", board, &format!(";W[{point}]")).breaks("sygo::occupied", 1, point);
        sygo("", board, &format!(";W[b1,{point}]")).breaks("sygo::occupied", 1, point);
    }
    // A stone of this very turn: by growth, and by a placement.
    sygo("", board, ";W[b1,b1]").breaks("sygo::occupied", 1, "b1");
    sygo("", board, ";W[d3,d3]").breaks("sygo::occupied", 1, "d3");
    // Captured stones stay: b1 is taken with b2, and is not empty.
    let atari = "
        . . . .
        . . x .
        x o x .";
    sygo("PL[B]", atari, ";B[b2]").legal().leaves(
        "
        . . . .
        . x x .
        x x x .",
    );
    sygo("PL[B]", atari, ";B[b2,b1]").breaks("sygo::occupied", 1, "b1");
    sygo("PL[B]", atari, ";B[b2];W[b1]").breaks("sygo::occupied", 2, "b1");
}

#[test]
fn a_placement_is_the_whole_turn() {
    sygo("SZ[5]", "", ";W[a1]").legal();
    sygo("SZ[5]", "", ";W[a1,e5]")
        .breaks("sygo::stone-after-placement", 1, "e5")
        .naming(&["a1"]);
    // Also when the second stone touches the first …
    sygo("SZ[5]", "", ";W[a1,a2]").breaks("sygo::stone-after-placement", 1, "a2");
    // … or would be growth.
    let group = "
        . . . . o
        . . . . .
        . . . . .
        . . . . .
        . . . . .";
    sygo("", group, ";W[a1,e4]").breaks("sygo::stone-after-placement", 1, "e4");
    sygo("", group, ";W[e4]").legal();
    // Black's balance turn is growth first.
    sygo("", group, ";W[pass];B[c3,a1]").breaks("sygo::stone-after-placement", 2, "a1");
    // An occupied point comes first.
    sygo("SZ[5]", "", ";W[a1,a1]").breaks("sygo::occupied", 1, "a1");
}

#[test]
fn a_group_grows_once() {
    let pair = "
        . . . . .
        . . . . .
        . o o . .
        . . . . .
        . . . . .";
    sygo("", pair, ";W[b4]").legal();
    // The other end of the same group (the source's E19 and C18).
    sygo("", pair, ";W[b4,d3]")
        .breaks("sygo::group-grew-twice", 1, "d3")
        .naming(&["c3"]);
    sygo("", pair, ";W[b4,c4]")
        .breaks("sygo::group-grew-twice", 1, "c4")
        .naming(&["c3"]);
    // Touching only a stone of this turn.
    sygo("", pair, ";W[b4,b5]")
        .breaks("sygo::group-grew-twice", 1, "b5")
        .naming(&["b4"]);
    sygo("", pair, ";W[b4];B[pass];W[b5]").legal();

    // Two new stones of different groups may touch, in either order.
    let apart = "
        . . . .
        o . . o";
    for turn in ["b1,c1", "c1,b1"] {
        sygo("", apart, &format!(";W[{turn}]")).legal().leaves(
            "
        . . . .
        o o o o",
        );
    }
    sygo("", apart, ";W[b1,c1,d2]")
        .breaks("sygo::group-grew-twice", 1, "d2")
        .naming(&["d1"]);

    // One stone grows all groups that it touches: none of them grows again.
    let knight = "
        . . . . .
        o . o . .";
    sygo("", knight, ";W[b1]").legal();
    sygo("", knight, ";W[b1,d1]")
        .breaks("sygo::group-grew-twice", 1, "d1")
        .naming(&["c1"]);
    sygo("", knight, ";W[b1,a2]")
        .breaks("sygo::group-grew-twice", 1, "a2")
        .naming(&["a1"]);
    sygo("", knight, ";W[b1,b2]")
        .breaks("sygo::group-grew-twice", 1, "b2")
        .naming(&["b1"]);
    // A stone that touches a group that has grown and one that has not.
    sygo("", knight, ";W[c2,b1]")
        .breaks("sygo::group-grew-twice", 1, "b1")
        .naming(&["c1"]);
    sygo("", knight, ";W[c2,a2]").legal();
    // b2 touches two new stones, of a group each, and no group that was there.
    sygo("", knight, ";W[c2,a2,b2]")
        .breaks("sygo::group-grew-twice", 1, "b2")
        .naming(&["a2", "c2"]);
}

/// Black's c3 takes b3. Captors: a3, b4 with b5 and c5, and c2 with b2, which alone has
/// grown. e3 and e1 are others.
const CAPTORS: &str = "
        . x x . .
        . x . . .
        x o . . x
        . x x . .
        . . . . x";

#[test]
fn captors_grow_no_more() {
    sygo("PL[B]", CAPTORS, ";B[c3]").legal().leaves(
        "
        . x x . .
        . x . . .
        x x x . x
        . x x . .
        . . . . x",
    );
    // Captors that have not grown, near the capture and far from it.
    sygo("PL[B]", CAPTORS, ";B[c3,c4]")
        .breaks("sygo::captors-grow-again", 1, "c4")
        .naming(&["b4", "c5"]);
    sygo("PL[B]", CAPTORS, ";B[c3,d5]")
        .breaks("sygo::captors-grow-again", 1, "d5")
        .naming(&["c5"]);
    sygo("PL[B]", CAPTORS, ";B[c3,a4]")
        .breaks("sygo::captors-grow-again", 1, "a4")
        .naming(&["a3", "b4"]);
    // In the other order the same stones are legal: they grew before the capture.
    for turn in ["c4,c3", "d5,c3", "a4,c3"] {
        sygo("PL[B]", CAPTORS, &format!(";B[{turn}]")).legal();
    }
    // The captor that has grown may not grow twice; that comes first.
    sygo("PL[B]", CAPTORS, ";B[c3,d2]")
        .breaks("sygo::group-grew-twice", 1, "d2")
        .naming(&["c2"]);
    // a2 touches b2, which has grown, and a3, a captor that has not.
    sygo("PL[B]", CAPTORS, ";B[c3,a2]")
        .breaks("sygo::group-grew-twice", 1, "a2")
        .naming(&["b2"]);
}

#[test]
fn others_grow_on_after_a_capture() {
    let after = "
        . x x . .
        . x . . .
        x x x x x
        . x x . .
        . . . x x";
    // d3 grows e3 and touches the stone that captured; d1 grows e1. Any order will do.
    for turn in ["c3,d3,d1", "d3,c3,d1", "d1,d3,c3", "c3,d1,d3"] {
        sygo("PL[B]", CAPTORS, &format!(";B[{turn}]"))
            .legal()
            .leaves(after);
    }
    sygo("PL[B]", CAPTORS, ";B[c3,d3,e4]")
        .breaks("sygo::group-grew-twice", 1, "e4")
        .naming(&["e3"]);
    // d4 touches d3 alone.
    sygo("PL[B]", CAPTORS, ";B[c3,d3,d4]")
        .breaks("sygo::group-grew-twice", 1, "d4")
        .naming(&["d3"]);
    // And the turn after, the whole united group grows by one.
    sygo("PL[B]", CAPTORS, ";B[c3];W[pass];B[c4]").legal();
    sygo("PL[B]", CAPTORS, ";B[c3];W[pass];B[c4,d2]").breaks("sygo::group-grew-twice", 3, "d2");
}

#[test]
fn one_stone_captures_several_groups() {
    // c1 takes b1 and d1. Captors: b2 with c2 and d2, which grows by c1, and a1 and e1.
    let board = "
        . . . . . .
        . x x x . .
        x o . o x .";
    sygo("PL[B]", board, ";B[c1]").legal().leaves(
        "
        . . . . . .
        . x x x . .
        x x x x x .",
    );
    sygo("PL[B]", board, ";B[c1,f1]")
        .breaks("sygo::captors-grow-again", 1, "f1")
        .naming(&["e1"]);
    sygo("PL[B]", board, ";B[c1,a2]")
        .breaks("sygo::group-grew-twice", 1, "a2")
        .naming(&["b2"]);
    sygo("PL[B]", board, ";B[f1,c1]").legal();
}

#[test]
fn a_capture_reaches_groups_that_an_earlier_one_has_joined() {
    // b1 takes a1, which joins a2 and c1. e1 takes d1, which joins those, d2 and f1.
    let board = "
        . . . . . .
        . . . . . .
        x . . x . .
        o . x o . x";
    // c1 grows by b1 and f1 by e1. What has not grown is a2 of the first and d2 of the second.
    sygo("PL[B]", board, ";B[b1,e1]").legal().leaves(
        "
        . . . . . .
        . . . . . .
        x . . x . .
        x x x x x x",
    );
    sygo("PL[B]", board, ";B[b1,e1,d3]")
        .breaks("sygo::captors-grow-again", 1, "d3")
        .naming(&["d2"]);
    sygo("PL[B]", board, ";B[b1,e1,a3]")
        .breaks("sygo::captors-grow-again", 1, "a3")
        .naming(&["a2"]);
    // Between the captures d2 may still grow, a2 may not.
    sygo("PL[B]", board, ";B[b1,d3,e1]").legal();
    sygo("PL[B]", board, ";B[b1,a3,e1]").breaks("sygo::captors-grow-again", 1, "a3");
}

#[test]
fn two_groups_capture_together() {
    // The source's middle right: one turn, two touching stones of two groups.
    let two = "
        x . . .
        . . x .
        o o x .";
    for turn in ["a2,b2", "b2,a2"] {
        sygo("PL[B]", two, &format!(";B[{turn}]")).legal().leaves(
            "
        x . . .
        x x x .
        x x x .",
        );
    }
    // Its top right: both stones would grow one group.
    sygo(
        "PL[B]",
        "
        . . . .
        . . x .
        o o x .",
        ";B[b2,a2]",
    )
    .breaks("sygo::group-grew-twice", 1, "a2")
    .naming(&["b2"]);
}

#[test]
fn a_placement_captures_and_two_growing_groups_take_it_back() {
    // The source's bottom left: White turns three, and Black then takes eight.
    let board = "
        . . . . .
        . x . . .
        o o x . .
        x x o x .
        . x o . .";
    sygo("", board, ";W[a1]").legal().leaves(
        "
        . . . . .
        . x . . .
        o o x . .
        o o o x .
        o o o . .",
    );
    // It is the whole turn.
    sygo("", board, ";W[a1,d1]").breaks("sygo::stone-after-placement", 1, "d1");
    let taken = "
        . . . . .
        x x . . .
        x x x . .
        x x x x .
        x x x x .";
    for turn in ["a4,d1", "d1,a4"] {
        sygo("", board, &format!(";W[a1];B[{turn}]"))
            .legal()
            .leaves(taken);
    }
    sygo("", board, ";W[a1];B[a4]").legal();
}

#[test]
fn suicide() {
    // The source's D19: growing into the last liberty.
    sygo(
        "",
        "
        o . x
        x x .
        . . .",
        ";W[b3]",
    )
    .breaks_rule("sygo::no-liberty", 1)
    .naming(&["a3", "b3"]);
    // S19: placing into no liberty. Growing beside it is no better.
    let corner = "
        . x .
        x x .
        . . o";
    sygo("", corner, ";W[a3]")
        .breaks_rule("sygo::no-liberty", 1)
        .naming(&["a3"]);
    sygo("PL[B]", corner, ";B[a3]").legal();

    // B1: the stone captures, and the united group has no liberty all the same.
    let ring = "
        . . . . .
        x x x . .
        o o o x .
        o x o x .
        o . o x .";
    sygo("", ring, ";W[b1]").breaks_rule("sygo::no-liberty", 1);
    // One way out is enough.
    sygo("", &ring.replace("o . o x .", "o . o . ."), ";W[b1]").legal();
    // Black's b1 takes the ring, which is the last liberty of both.
    sygo("PL[B]", ring, ";B[b1]").legal().leaves(
        "
        . . . . .
        x x x . .
        x x x x .
        x x x x .
        x x x x .",
    );
    // A placement that turns all that is left of the board.
    let full = "
        x x x
        x . x";
    sygo("", full, ";W[b1]").breaks_rule("sygo::no-liberty", 1);
    sygo("PL[B]", full, ";B[b1]").breaks_rule("sygo::no-liberty", 1);
}

#[test]
fn a_placement_without_liberties_lives_by_its_capture() {
    // c2 touches enemies alone and takes b2. White cannot take back: b2 is Black's now.
    let ko = "
        . x o .
        x o . o
        . x o .";
    sygo("PL[B]", ko, ";B[c2]").legal().leaves(
        "
        . x o .
        x x x o
        . x o .",
    );
    sygo("PL[B]", ko, ";B[c2];W[b2]").breaks("sygo::occupied", 2, "b2");
    // With White's b2 alive by a2 it is suicide.
    sygo(
        "PL[B]",
        "
        . x o .
        . o . o
        . x o .",
        ";B[c2]",
    )
    .breaks_rule("sygo::no-liberty", 1)
    .naming(&["c2"]);
}

/// Black's a1 may fill its own last liberty b1 if a2 and b2 are taken with b3 as well.
const MIDTURN: &str = "
        . . . .
        x . . .
        o o x .
        x . o .";

#[test]
fn only_the_end_of_the_turn_counts() {
    let taken = "
        . . . .
        x x . .
        x x x .
        x x o .";
    // Between the two stones a1 and b1 stand without a liberty.
    sygo("PL[B]", MIDTURN, ";B[b1,b3]").legal().leaves(taken);
    sygo("PL[B]", MIDTURN, ";B[b3,b1]").legal().leaves(taken);
    sygo("PL[B]", MIDTURN, ";B[b1]")
        .breaks_rule("sygo::no-liberty", 1)
        .naming(&["a1", "b1"]);
    // Another stone does not save them, and it is not the one at fault.
    sygo("PL[B]", MIDTURN, ";B[b1,d2]")
        .breaks_rule("sygo::no-liberty", 1)
        .naming(&["a1", "b1"]);
    // A stone that breaks a rule of its own comes before the end of the turn.
    sygo("PL[B]", MIDTURN, ";B[b1,e2]").breaks("sygo::off-board", 1, "e2");
    sygo("PL[B]", MIDTURN, ";B[b1,d2,d3]").breaks("sygo::group-grew-twice", 1, "d3");
}

const BALANCE: &str = "
        . . . . .
        . x . . .
        . . . . .
        . x . o .
        . . . . .";

#[test]
fn the_balance_turn() {
    // Growth and then one placement, for Black, while nobody has grown.
    sygo("PL[B]", BALANCE, ";B[b5,e5]").legal();
    sygo("PL[B]", BALANCE, ";B[b5,b1,e5]").legal();
    // White's placement and a pass are no growth.
    sygo("", BALANCE, ";W[a3];B[b5,e5]").legal();
    sygo("", BALANCE, ";W[pass];B[b5,e5]").legal();
    sygo("PL[B]", BALANCE, ";B[e5];W[a3];B[b5,e1]").legal();

    // White never may.
    sygo("", BALANCE, ";W[d3,a3]").breaks("sygo::placement-after-growth", 1, "a3");
    // It must be the last stone, and there is one.
    sygo("PL[B]", BALANCE, ";B[b5,e5,b1]").breaks("sygo::placement-after-growth", 1, "e5");
    sygo("PL[B]", BALANCE, ";B[b5,e5,e4]").breaks("sygo::placement-after-growth", 1, "e5");
    sygo("PL[B]", BALANCE, ";B[b5,e5,e1]").breaks("sygo::placement-after-growth", 1, "e5");
    // A stone beside a new one is no placement.
    sygo("PL[B]", BALANCE, ";B[b5,a5]").breaks("sygo::group-grew-twice", 1, "a5");

    // Nobody may have grown: White by a single stone, Black by one or in a balance turn.
    sygo("", BALANCE, ";W[d3];B[b5,e5]").breaks("sygo::placement-after-growth", 2, "e5");
    sygo("PL[B]", BALANCE, ";B[b5];W[a3];B[b1,e5]").breaks("sygo::placement-after-growth", 3, "e5");
    sygo("PL[B]", BALANCE, ";B[b5,e5];W[a3];B[b1,e1]").breaks(
        "sygo::placement-after-growth",
        3,
        "e1",
    );
    sygo("PL[B]GROWN[1]", BALANCE, ";B[b5,e5]").breaks("sygo::placement-after-growth", 1, "e5");
    // Growing without it stays free.
    sygo("PL[B]GROWN[1]", BALANCE, ";B[b5,b1]").legal();
    let rules = "game: sygo\nname: early\ntitle: t\nsource: s\nbalance-turn: false\n";
    play_by(rules, "GM[sygo]PL[B]", BALANCE, ";B[b5,e5]")
        .breaks("sygo::placement-after-growth", 1, "e5")
        .naming(&["ruleset"]);
}

#[test]
fn a_capturing_placement_is_no_growth() {
    // b1 turns a1 and is joined to a2 by it, but touches no friend when it is put down.
    let board = "
        . . . . .
        . . . x .
        . . . . .
        o . . . .
        x . . . .";
    sygo("", board, ";W[b1]").legal().leaves(
        "
        . . . . .
        . . . x .
        . . . . .
        o . . . .
        o o . . .",
    );
    sygo("", board, ";W[b1];B[d3,e1]").legal();
    // The end of a balance turn may capture too: d5 turns e5.
    let end = "
        . . . . o
        . . . . x
        . . . . .
        . . . . .
        x . . . .";
    sygo("PL[B]", end, ";B[b1,d5]").legal().leaves(
        "
        . . . x x
        . . . . x
        . . . . .
        . . . . .
        x x . . .",
    );
    // It may not be suicide.
    sygo(
        "PL[B]",
        "
        . . . o .
        . . . o o
        . . . . .
        . . . . .
        x . . . .",
        ";B[b1,e5]",
    )
    .breaks_rule("sygo::no-liberty", 1)
    .naming(&["e5"]);
}

#[test]
fn passing_and_the_end() {
    sygo("SZ[3]", "", ";W[pass];B[pass]").legal().ends("0");
    sygo("SZ[3]", "", ";W[pass];B[a1];W[pass]")
        .legal()
        .goes_on();
    sygo("SZ[3]", "", ";W[pass];B[a1];W[pass];B[pass]")
        .legal()
        .ends("B+9");
    sygo("SZ[3]", "", ";W[pass];B[pass];W[a1]").breaks("record::after-end", 3, "a1");
}

#[test]
fn score() {
    // A seki: column b is nobody's.
    sygo(
        "",
        "
        x . o
        x . o",
        ";W[pass];B[pass]",
    )
    .legal()
    .scores("2", "2")
    .ends("0");
    // Black's eye in it counts.
    sygo(
        "",
        "
        . x . o
        x x . o",
        ";W[pass];B[pass]",
    )
    .legal()
    .scores("4", "2")
    .ends("B+2");
    // Turned stones count for who turned them.
    sygo(
        "",
        "
        . . .
        x . .
        o . .",
        ";W[pass];B[b1]",
    )
    .legal()
    .scores("9", "0");
}

#[test]
fn setups() {
    // A group without a liberty cannot be set up, of either color.
    sygo("AW[a1]AB[a2][b1]SZ[3]", "", ";W[c3]").refused();
    sygo("AB[a1]AW[a2][b1]SZ[3]", "", ";W[c3]").refused();
    sygo("AB[a1]AW[a2]SZ[3]", "", ";W[c3]").legal();
    sygo("AB[a1]AW[a1]SZ[3]", "", ";W[c3]").refused();
    sygo("AB[d1]SZ[3]", "", ";W[c3]").refused();
    sygo("BUTTON[B]SZ[3]", "", ";W[c3]").refused();
    sygo("GROWN[2]SZ[3]", "", ";W[c3]").refused();
    sygo("AB[a1:c3]SZ[3]", "", ";W[c3]").refused();
    sygo("AB[a1:c3]AE[b2]SZ[3]PL[B]", "", ";B[pass]")
        .legal()
        .leaves(
            "
        x x x
        x . x
        x x x",
        );
}
