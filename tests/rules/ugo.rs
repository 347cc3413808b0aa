//! Ugo: stones may leave nobody without liberties, kings must.

use super::play::{Trial, play};

#[must_use]
#[track_caller]
fn ugo(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[ugo]{root}"), board, nodes)
}

/// `ugo-no-button`.
#[must_use]
#[track_caller]
fn plain(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[ugo]RU[ugo-no-button]{root}"), board, nodes)
}

#[test]
fn the_button_can_be_taken_once() {
    ugo("SZ[3]", "", ";B[button]").legal().scores("0.5", "0");
    ugo("SZ[3]", "", ";B[a1];W[button]")
        .legal()
        .scores("9", "0.5");
    ugo("SZ[3]", "", ";B[button];W[button]")
        .breaks("ugo::button-taken", 2, "")
        .naming(&["White", "Black"]);
    // Not again by the player who has it either, however much later.
    ugo("SZ[3]", "", ";B[button];W[pass];B[button]").breaks("ugo::button-taken", 3, "");
    ugo("SZ[3]", "", ";B[a1];W[button];B[c3];W[button]").breaks("ugo::button-taken", 4, "");
    // A given position may say who has it.
    ugo("SZ[3]BUTTON[W]", "", ";B[button]")
        .breaks("ugo::button-taken", 1, "")
        .naming(&["White"]);
    plain("SZ[3]", "", ";B[button]")
        .breaks("ugo::button-taken", 1, "")
        .naming(&["none"]);
    plain("SZ[3]BUTTON[B]", "", ";B[a1]").refused();
}

#[test]
fn a_pass_needs_the_button_gone() {
    for pass in ["pass", "", " P a S s "] {
        ugo("SZ[3]", "", &format!(";B[{pass}]")).breaks("ugo::pass-before-button", 1, "");
    }
    ugo("SZ[3]", "", ";B[a1];W[pass]").breaks("ugo::pass-before-button", 2, "");
    ugo("SZ[3]", "", ";B[button];W[]").legal().goes_on();
    // It does not matter who took it: the taker may pass too.
    ugo("SZ[3]", "", ";B[button];W[a1];B[pass]").legal();
    ugo("SZ[3]BUTTON[W]", "", ";B[pass]").legal();
    plain("SZ[3]", "", ";B[pass]").legal().goes_on();
}

#[test]
fn two_passes_in_a_row_end_the_game() {
    // The empty board is nobody's.
    ugo("SZ[3]", "", ";B[button];W[pass];B[pass]")
        .legal()
        .ends("B+0.5");
    plain("SZ[3]", "", ";B[pass];W[pass]").legal().ends("0");
    // A stone between them, and the count begins anew.
    plain("SZ[3]", "", ";B[pass];W[a1];B[pass]")
        .legal()
        .goes_on();
    plain("SZ[3]", "", ";B[pass];W[a1];B[pass];W[pass]")
        .legal()
        .ends("W+9");
    // Taking the button is no pass.
    ugo("SZ[3]", "", ";B[button];W[pass]").legal().goes_on();
    ugo("SZ[3]", "", ";B[button];W[pass];B[a1];W[pass];B[pass]")
        .legal()
        .ends("B+9.5");
    // Nor does a given position end in a pass.
    ugo("SZ[3]BUTTON[B]", "", ";B[pass]").legal().goes_on();
    ugo("SZ[3]BUTTON[B]", "", ";B[pass];W[pass];B[a1]").breaks("record::after-end", 3, "a1");
}

#[test]
fn off_board() {
    ugo("SZ[2:3]", "", ";B[b3];W[a1]").legal();
    for text in ["c1", "a4", "a0", "b0", "aa1", "k1", "zz99999999999"] {
        ugo("SZ[2:3]", "", &format!(";B[{text}]")).breaks("ugo::off-board", 1, text);
    }
    // Judged before a king is asked what it captures.
    for (text, point) in [("Kc1", "c1"), ("Ka4", "a4"), ("kk1", "k1"), ("Ka0", "a0")] {
        ugo("SZ[2:3]", "", &format!(";B[{text}]")).breaks("ugo::off-board", 1, point);
    }
    // On eleven columns there is a column k, and a king on it needs two.
    ugo("SZ[11]", "", ";B[k4];W[K5]").legal();
    ugo("SZ[11]", "", ";B[kk4]").breaks("ugo::king-captures-nothing", 1, "k4");
    ugo("SZ[11]", "", ";B[ak4]").breaks("ugo::off-board", 1, "ak4");
}

#[test]
fn occupied() {
    let board = "
        . . .
        . x O
        o . .";
    for point in ["b2", "c2", "a1"] {
        ugo("", board, &format!(";B[{point}]")).breaks("ugo::occupied", 1, point);
        // Also for a king that would capture nothing.
        ugo("", board, &format!(";B[K{point}]")).breaks("ugo::occupied", 1, point);
    }
    // What a king has taken is empty again.
    ugo(
        "",
        "
        o . .
        x . .
        . . .",
        ";B[Kb3];W[c1];B[a3]",
    )
    .legal()
    .leaves(
        "
        x X .
        x . .
        . . o",
    );
}

#[test]
fn a_stone_leaves_nobody_without_liberties() {
    let eye = "
        . x .
        x . x
        . x .";
    ugo("PL[W]", eye, ";W[b2]")
        .breaks("ugo::stone-takes-last-liberty", 1, "b2")
        .naming(&["b2"]);
    ugo("", eye, ";B[b2]").legal();

    // The stone joins two friendly groups into their last liberty …
    ugo(
        "",
        "
        x . x
        o o o
        . . .",
        ";B[b3]",
    )
    .breaks("ugo::stone-takes-last-liberty", 1, "b3")
    .naming(&["a3", "b3", "c3"]);
    // … and here into their last but one.
    ugo(
        "",
        "
        x . x
        o o .
        . . .",
        ";B[b3]",
    )
    .legal();
    // The same point is the last liberty of two enemy groups.
    ugo(
        "PL[W]",
        "
        x . x
        o o o
        . . .",
        ";W[b3]",
    )
    .breaks("ugo::stone-takes-last-liberty", 1, "b3")
    .naming(&["a3", "c3"]);

    // An enemy group with three ways to its one liberty; the stone itself would live.
    let hook = "
        o o x
        . o x
        x x .";
    ugo("", hook, ";B[a2]")
        .breaks("ugo::stone-takes-last-liberty", 1, "a2")
        .naming(&["a3", "b3", "b2"]);
    ugo("", hook, ";B[Ka2]").legal().leaves(
        "
        . . x
        X . x
        x x .",
    );
    // With c3 open it has another: now a stone is legal and a king is not.
    let open = "
        o o .
        . o x
        x x .";
    ugo("", open, ";B[a2]").legal();
    ugo("", open, ";B[Ka2]").breaks("ugo::king-captures-nothing", 1, "a2");
}

#[test]
fn the_last_empty_point_is_for_kings() {
    let ring = "
        o o o
        o . o
        o o o";
    ugo("", ring, ";B[b2]").breaks("ugo::stone-takes-last-liberty", 1, "b2");
    ugo("PL[W]", ring, ";W[b2]").breaks("ugo::stone-takes-last-liberty", 1, "b2");
    ugo("PL[W]", ring, ";W[Kb2]").breaks("ugo::king-captures-nothing", 1, "b2");
    ugo("", ring, ";B[Kb2]").legal().leaves(
        "
        . . .
        . X .
        . . .",
    );

    // Four groups share the point, and the corners are dead already.
    let cross = "
        x o x
        o . o
        x o x";
    ugo("", cross, ";B[b2]")
        .breaks("ugo::stone-takes-last-liberty", 1, "b2")
        .naming(&["a2", "b1", "b3", "c2"]);
    ugo("PL[W]", cross, ";W[b2]")
        .breaks("ugo::stone-takes-last-liberty", 1, "b2")
        .naming(&["a2", "b1", "b2", "b3", "c2"]);
    // The corners live again by the capture.
    ugo("", cross, ";B[Kb2]").legal().leaves(
        "
        x . x
        . X .
        x . x",
    );
    // White's king would take nothing: the corners had no liberties before.
    ugo("PL[W]", cross, ";W[Kb2]").breaks("ugo::king-captures-nothing", 1, "b2");
}

#[test]
fn groups_dead_in_the_setup_are_not_held_against_a_stone() {
    // a3 has no liberty, before and after.
    let dead = "
        o x .
        x . .
        . . .";
    ugo("", dead, ";B[b2]").legal().leaves(
        "
        o x .
        x x .
        . . .",
    );
    ugo("PL[W]", dead, ";W[c1]").legal().leaves(
        "
        o x .
        x . .
        . . o",
    );
    // Nor do they help a king.
    ugo("", dead, ";B[Kb2]").breaks("ugo::king-captures-nothing", 1, "b2");
    // One more than before is one too many: e1 loses its last liberty.
    ugo(
        "",
        "
        o x . . .
        x . . . .
        . . . . .
        . . . . .
        . . . x o",
        ";B[e2]",
    )
    .breaks("ugo::stone-takes-last-liberty", 1, "e2")
    .naming(&["e1"]);
}

#[test]
fn a_king_captures() {
    ugo("SZ[3]", "", ";B[Kb2]").breaks("ugo::king-captures-nothing", 1, "b2");
    // One liberty is left, or none.
    ugo(
        "",
        "
        o . .
        . . .
        . . .",
        ";B[Kb3]",
    )
    .breaks("ugo::king-captures-nothing", 1, "b3");
    ugo(
        "",
        "
        o . .
        x . .
        . . .",
        ";B[Kb3]",
    )
    .legal()
    .leaves(
        "
        . X .
        x . .
        . . .",
    );
    // Its own group losing the last liberty is no capture.
    ugo(
        "",
        "
        x . o
        o o .
        . . .",
        ";B[Kb3]",
    )
    .breaks("ugo::king-captures-nothing", 1, "b3");
}

#[test]
fn a_king_in_its_own_last_liberty_lives_by_the_capture() {
    // The column c has had no liberty, and gets its own by the capture too.
    ugo(
        "",
        "
        x o x
        . o x
        o o x",
        ";B[Ka2]",
    )
    .legal()
    .leaves(
        "
        x . x
        X . x
        . . x",
    );
}

#[test]
fn kings_never_leave_the_board() {
    // A group of stone and king: the stone goes.
    ugo(
        "",
        "
        o O x
        . x .
        . . .",
        ";B[Ka2]",
    )
    .legal()
    .leaves(
        "
        . O x
        X x .
        . . .",
    );

    // A king alone is captured, and nothing happens to it …
    let alone = "
        O x .
        . . .
        . . .";
    ugo("", alone, ";B[a2]")
        .breaks("ugo::stone-takes-last-liberty", 1, "a2")
        .naming(&["a3"]);
    ugo("", alone, ";B[Ka2]").legal().leaves(
        "
        O x .
        X . .
        . . .",
    );
    // … but it cannot be captured again.
    ugo("", alone, ";B[Ka2];W[c1];B[Kb2]").breaks("ugo::king-captures-nothing", 3, "b2");
    ugo("", alone, ";B[Ka2];W[c1];B[b2]").legal();

    // The last empty point of a board of kings: no piece of either side has a liberty
    // afterwards, and all stay.
    ugo(
        "",
        "
        O .
        O O",
        ";B[Kb2];W[button];B[pass];W[pass]",
    )
    .legal()
    .leaves(
        "
        O X
        O O",
    )
    // Each counts the other's: 3, and 1 with the button.
    .scores("3", "1.5")
    .ends("B+1.5");
}

#[test]
fn the_second_step_takes_the_movers_own_stones() {
    // Kings on b1 and b2 stay where they are when their group is captured, so a1 and
    // a2 gain nothing by it: the stone on a2 goes, the king on a1 stays.
    ugo(
        "",
        "
        x O o x .
        . O o x .",
        ";B[Ka1]",
    )
    .legal()
    .leaves(
        "
        . O . x .
        X O . x .",
    );
    // Kings of that group stay too.
    ugo(
        "",
        "
        x O o x .
        X O o x .
        . O o x .",
        ";B[Ka1]",
    )
    .legal()
    .leaves(
        "
        . O . x .
        X O . x .
        X O . x .",
    );
    // With b2 a stone, step one opens it before step two is asked.
    ugo(
        "",
        "
        x o o x .
        . O o x .",
        ";B[Ka1]",
    )
    .legal()
    .leaves(
        "
        x . . x .
        X O . x .",
    );
}

#[test]
fn the_second_step_comes_with_every_king() {
    // i1 takes i2, and afterwards a1 is as above.
    ugo(
        "",
        "
        x O o x . . . x o
        . O o x . . . . .",
        ";B[Ki1];W[g1];B[Ka1]",
    )
    .legal()
    .leaves(
        "
        . O . x . . . x .
        X O . x . . o . X",
    );
}

#[test]
fn kings_left_behind_are_groups_of_their_own() {
    // Taking b2 from between them leaves a2 and c2 apart, with b2 their one liberty.
    let taken = ";B[Kd2];W[e1]";
    let board = "
        O o O . .
        x x x x .";
    ugo("", board, taken).legal().leaves(
        "
        O . O X .
        x x x x o",
    );
    ugo("", board, &format!("{taken};B[b2]"))
        .breaks("ugo::stone-takes-last-liberty", 3, "b2")
        .naming(&["a2", "c2"]);
    ugo("", board, &format!("{taken};B[Kb2]")).legal().leaves(
        "
        O X O X .
        x x x x o",
    );
    // White's stone would join them into no liberty.
    ugo("", board, ";B[Kd2];W[b2]")
        .breaks("ugo::stone-takes-last-liberty", 2, "b2")
        .naming(&["a2", "b2", "c2"]);
}

#[test]
fn both_steps_look_at_the_whole_board() {
    // The king takes e1. White's a5 has been dead since the setup: step one takes it
    // too, wherever the king stands.
    ugo(
        "",
        "
        o x . . .
        x . . . .
        . . . . .
        . . . . .
        . . . x o",
        ";B[Ke2]",
    )
    .legal()
    .leaves(
        "
        . x . . .
        x . . . .
        . . . . .
        . . . . X
        . . . x .",
    );
    // A king among old dead stones stays.
    ugo(
        "",
        "
        o O x . .
        x x . . .
        . . . . .
        . . . . .
        . . . x o",
        ";B[Ke2]",
    )
    .legal()
    .leaves(
        "
        . O x . .
        x x . . .
        . . . . .
        . . . . X
        . . . x .",
    );
    // Old dead stones of the mover go in step two, their kings stay …
    ugo(
        "",
        "
        x X o . .
        o o . . .
        . . . . .
        . . . . .
        . . . x o",
        ";B[Ke2]",
    )
    .legal()
    .leaves(
        "
        . X o . .
        o o . . .
        . . . . .
        . . . . X
        . . . x .",
    );
    // … unless step one has freed them: a5 stands between old dead white stones.
    ugo(
        "",
        "
        x o x . .
        o x . . .
        x . . . .
        . . . . .
        . . . x o",
        ";B[Ke2]",
    )
    .legal()
    .leaves(
        "
        x . x . .
        . x . . .
        x . . . .
        . . . . X
        . . . x .",
    );
    // A stone starts neither step.
    ugo(
        "",
        "
        o x x o .
        x . o o .
        . . . . .",
        ";B[e1]",
    )
    .legal()
    .leaves(
        "
        o x x o .
        x . o o .
        . . . . x",
    );
}

#[test]
fn several_groups_fall_to_one_king() {
    ugo(
        "PL[W]",
        "
        x . x
        o o o
        . . .",
        ";W[Kb3]",
    )
    .legal()
    .leaves(
        "
        . O .
        o o o
        . . .",
    );
}

#[test]
fn score() {
    // a3 is dead: Black's point. The empty points touch both players.
    let dead = "
        o x .
        x . .
        . . O";
    ugo("BUTTON[B]", dead, ";B[pass];W[pass]")
        .legal()
        .scores("3.5", "1")
        .ends("B+2.5");
    ugo("BUTTON[W]", dead, ";B[pass];W[pass]")
        .legal()
        .scores("3", "1.5")
        .ends("B+1.5");
    ugo("BUTTON[B]KM[7]", dead, ";B[pass];W[pass]")
        .legal()
        .scores("3.5", "8")
        .ends("W+4.5");
    ugo("BUTTON[B]KM[-3]", dead, ";B[pass];W[pass]")
        .legal()
        .scores("3.5", "-2")
        .ends("B+5.5");
    plain("KM[2]", dead, ";B[pass];W[pass]")
        .legal()
        .scores("3", "3")
        .ends("0");

    // A dead king counts for the enemy like a dead stone, and takes no territory.
    plain(
        "",
        "
        O x .
        x . .
        . . .",
        ";B[pass];W[pass]",
    )
    .legal()
    .scores("9", "0")
    .ends("B+9");
    // Kings make territory as stones do; column c touches both.
    plain(
        "",
        "
        . X . O .
        . X . O .",
        ";B[pass];W[pass]",
    )
    .legal()
    .scores("4", "4")
    .ends("0");
    // A dead group of Black's is no border: it touches no empty point.
    plain(
        "",
        "
        x o .
        o . .
        . . .",
        ";B[pass];W[pass]",
    )
    .legal()
    .scores("0", "9")
    .ends("W+9");
    // The score is told of a game that goes on, too.
    ugo("", dead, ";B[button]")
        .legal()
        .scores("3.5", "1")
        .goes_on();
}

#[test]
fn setups() {
    ugo("AB[d4]SZ[3]", "", ";B[a1]").refused();
    ugo("AB[a1]AW[a1]SZ[3]", "", ";B[a2]").refused();
    ugo("AB[Ka1][a1]SZ[3]", "", ";B[a2]").refused();
    ugo("AB[a01]SZ[3]", "", ";B[a2]").refused();
    ugo("AB[K]SZ[3]", "", ";B[a2]").refused();
    ugo("GROWN[1]SZ[3]", "", ";B[a2]").refused();
    ugo("BUTTON[X]SZ[3]", "", ";B[a2]").refused();
    // Cleared after it was set up.
    ugo("AB[a1][Kb2]AE[a1]SZ[3]", "", ";B[a1]").legal().leaves(
        "
        . . .
        . X .
        x . .",
    );
    ugo("AB[a1:b2]AW[kc3]SZ[3]PL[W]", "", ";W[c1]")
        .legal()
        .leaves(
            "
        . . O
        x x .
        x x o",
        );
}
