//! Margo for three and four players, with passes and a limit of height: every sentence of these
//! sections of the rules page from both sides.

use crate::play::{Trial, play, play_by};

#[must_use]
#[track_caller]
fn by(ruleset: &str, root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[margo]RU[{ruleset}]{root}"), board, nodes)
}

/// By a ruleset with these keys.
#[must_use]
#[track_caller]
fn with(keys: &str, root: &str, board: &str, nodes: &str) -> Trial {
    let rules = format!("name: trial\ngame: margo\n{keys}\n");
    play_by(&rules, &format!("GM[margo]{root}"), board, nodes)
}

/// Black takes on e3, White takes back on c3.
const KO: &str = "
    . . . .
    . x o .
    x o . o
    . x o .";

#[test]
fn white_black_grey_and_yellow_move_in_this_order() {
    by("margo-3", "SZ[3]", "", ";W[a1];B[c1];G[e1];W[a3];B[a5]").legal();
    by("margo-4", "SZ[3]", "", ";W[a1];B[c1];G[e1];Y[a3];W[a5]").legal();
    by("margo-3", "SZ[3]", "", ";W[a1];B[c1];W[e1]")
        .breaks("record::turn-order", 3, "e1")
        .naming(&["White", "Grey"]);
    by("margo-3", "SZ[3]", "", ";W[a1];B[c1];G[e1];Y[a3]")
        .breaks("record::turn-order", 4, "a3")
        .naming(&["Yellow", "White"]);
    by("margo-4", "SZ[3]", "", ";W[a1];B[c1];G[e1];W[a3]")
        .breaks("record::turn-order", 4, "a3")
        .naming(&["White", "Yellow"]);
    by("margo-4", "SZ[3]", "", ";Y[a1]").breaks("record::turn-order", 1, "a1");
    // With two players Grey and Yellow are never to move.
    by("margo", "SZ[3]", "", ";W[a1];B[c1];G[e1]").breaks("record::turn-order", 3, "e1");
    by("margo", "SZ[3]", "", ";W[a1];B[c1];Y[e1]").breaks("record::turn-order", 3, "e1");
    // A setup may let any of the players begin.
    by("margo-3", "SZ[3]PL[G]", "", ";G[a1];W[c1];B[e1]").legal();
    by("margo-4", "SZ[3]PL[Y]", "", ";Y[a1];W[c1]").legal();
    by("margo-3", "SZ[3]PL[Y]", "", "").refused();
    by("margo", "SZ[3]PL[G]", "", "").refused();
    by("margo", "SZ[3]AG[a1]", "", "").refused();
    by("margo-3", "SZ[3]AY[a1]", "", "").refused();
    by("margo-3", "SZ[3]AG[a1]PL[B]", "", ";B[c1]").legal();
}

#[test]
fn either_enemy_takes_the_last_freedom_of_a_group() {
    // Figure 12 of the web page.
    let board = "
        . . . .
        . g . .
        x o x .
        . . . .";
    let taken = |player: char| {
        format!(
            "
            . . . .
            . g . .
            x . x .
            . {player} . ."
        )
    };
    by("margo-3", "PL[B]", board, ";B[c1]")
        .legal()
        .leaves(&taken('x'));
    by("margo-3", "PL[G]", board, ";G[c1]")
        .legal()
        .leaves(&taken('g'));
    // White's own marble there gives the group other freedoms.
    by("margo-3", "PL[W]", board, ";W[c1]").legal().leaves(
        "
        . . . .
        . g . .
        x o x .
        . o . .",
    );
    // Black and Grey are no group: Grey's marble has no freedom of Black's.
    by(
        "margo-3",
        "PL[G]",
        "
        . . . .
        . . . .
        . . x .
        . x . x",
        ";G[e1]",
    )
    .breaks("margo::no-freedom", 1, "e1");
    by(
        "margo-3",
        "PL[B]",
        "
        . . . .
        . . . .
        . . x .
        . x . x",
        ";B[e1]",
    )
    .legal();
}

#[test]
fn the_groups_of_all_enemies_are_taken_at_once() {
    by(
        "margo-3",
        "PL[W]",
        "
        o g o
        . . .
        o x o",
        ";W[c3]",
    )
    .legal()
    .leaves(
        "
        o . o
        . o .
        o . o",
    );
    by(
        "margo-4",
        "PL[W]",
        "
        o g o .
        . . y o
        o x o .
        . o . .",
        ";W[c5]",
    )
    .legal()
    .leaves(
        "
        o . o .
        . o . o
        o . o .
        . o . .",
    );
    // What rested on a captured marble is captured with it, whoever owned it.
    let covered = |top: char| {
        format!(
            "
            . . .
            o o . | . .
            x o . | {top} ."
        )
    };
    by("margo-3", "PL[W]", &covered('g'), ";W[e5]")
        .legal()
        .leaves(
            "
            . . o
            o o . | . .
            . o . | . .",
        );
    // A marble that stays keeps it in play.
    by("margo-3", "PL[W]", &covered('o'), ";W[e5]")
        .legal()
        .leaves(
            "
            . . o
            o o . | . .
            x o . | o .",
        );
}

#[test]
fn a_link_is_crossed_over_by_marbles_of_any_other_players() {
    // Figure 13 of the web page.
    let crossed = |first: char, second: char| {
        format!(
            "
            . . . .
            . g o o | . . .
            . x x . | . {second} .
            . o o o | . {first} ."
        )
    };
    by("margo-3", "PL[B]", &crossed('o', 'g'), ";B[g3]").breaks("margo::no-freedom", 1, "g3");
    by("margo-3", "PL[B]", &crossed('o', 'o'), ";B[g3]").breaks("margo::no-freedom", 1, "g3");
    by("margo-3", "PL[B]", &crossed('o', 'x'), ";B[g3]").legal();
    by("margo-3", "PL[B]", &crossed('o', '.'), ";B[g3]").legal();
}

#[test]
fn revealed_captures_alternate_between_all_enemies_and_the_mover() {
    let board = "
        x . o .
        x o o o | . . .
        x . x g | . . o
        x x o o | . . x";
    let revealed = "players: 3\nrevealed-captures: true";
    with(revealed, "PL[W]", board, ";W[c3]").legal().leaves(
        "
        x . o .
        x o o o | . . .
        x o x g | . . o
        x x . . | . . .",
    );
    with("players: 3", "PL[W]", board, ";W[c3]").legal().leaves(
        "
        x . o .
        x o o o | . . .
        x o x g | . . o
        x x o o | . . .",
    );
}

#[test]
fn the_position_after_the_own_previous_turn_may_not_recur() {
    let rules = |players: u8, repetition: &str| {
        format!("players: {players}\npass: true\nrepetition: {repetition}")
    };
    for (players, passes) in [(2, ""), (3, ";G[pass]"), (4, ";G[pass];Y[pass]")] {
        // The setup stands at the end of White's turn, as many plies earlier as there are players.
        let nodes = format!(";B[e3]{passes};W[c3]");
        let last = u32::from(players);
        for repetition in ["previous-turn", "situational", "positional"] {
            with(&rules(players, repetition), "PL[B]", KO, &nodes).breaks(
                "margo::repetition",
                last,
                "c3",
            );
        }
        with(&rules(players, "none"), "PL[B]", KO, &nodes)
            .legal()
            .leaves(KO);
        // A round later it is not the previous turn any more.
        let round = match players {
            2 => ";W[pass];B[pass]",
            3 => ";W[pass];B[a7];G[pass]",
            _ => ";W[pass];B[a7];G[pass];Y[pass]",
        };
        if players > 2 {
            let nodes = format!(";B[e3]{passes}{round};W[c3]");
            with(&rules(players, "previous-turn"), "PL[B]", KO, &nodes).legal();
        }
    }
}

#[test]
fn there_is_no_swap_and_no_resignation_with_more_players() {
    for ruleset in ["margo-3", "margo-4"] {
        by(ruleset, "SZ[3]", "", ";W[a1];B[swap]").breaks_rule("margo::swap", 2);
        by(ruleset, "SZ[3]", "", ";W[a1];B[resign]").breaks_rule("record::notation", 2);
        by(ruleset, "SZ[3]", "", ";W[a1];G[resign]").breaks_rule("record::turn-order", 2);
        by(ruleset, "SZ[3]", "", ";W[a1];B[pass]").breaks_rule("margo::pass", 2);
        by(ruleset, "SZ[3]RE[G+R]", "", ";W[a1];B[c1]")
            .legal()
            .goes_on();
    }
    by("margo", "SZ[3]", "", ";W[a1];B[swap];B[c1]").legal();
    by("margo", "SZ[3]", "", ";W[a1];B[resign]")
        .legal()
        .ends("W+R");
}

#[test]
fn most_pieces_win_by_the_distance_to_the_second() {
    let rules = "players: 3\npass: true";
    let passed = ";W[pass];B[pass];G[pass]";
    let end = |board: &str, result: &str| {
        with(rules, "PL[W]", board, passed).legal().ends(result);
    };
    end("g g g\n. . .\nx . o", "G+2");
    end("g g g\n. x x\nx . o", "0");
    end("g g g\nx x .\no . .", "G+1");
    end("g . .\nx . .\no . .", "0");
    end("x . o\n. . .\nx . o", "0");
    with(
        "players: 4\npass: true",
        "PL[Y]",
        "y . y\n. . .\nx g o",
        ";Y[pass];W[pass];B[pass];G[pass]",
    )
    .legal()
    .ends("Y+1");
}

#[test]
fn the_first_to_remove_an_enemy_wins() {
    let rules = "players: 3\ngoal: first-capture";
    let board = "
        o g o
        . . .
        o x o";
    with(rules, "PL[W]", board, ";W[c3]").legal().ends("W+");
    with(rules, "PL[W]", board, ";W[c3];B[c1]").breaks("record::after-end", 2, "c1");
    // A capture that leaves only zombies does not win.
    with(
        rules,
        "PL[W]",
        "
        . . .
        o o . | . .
        x o . | o .",
        ";W[e5]",
    )
    .legal()
    .goes_on();
}

#[test]
fn all_players_passing_in_succession_end_the_game() {
    with("pass: true", "SZ[3]", "", ";W[pass];B[pass]")
        .legal()
        .ends("0");
    with("pass: true", "SZ[3]", "", ";W[a1];B[pass];W[c1];B[pass]")
        .legal()
        .goes_on();
    with("pass: true", "SZ[3]", "", ";W[a1];B[pass];W[pass]")
        .legal()
        .ends("W+1");
    with("pass: true", "SZ[3]", "", ";W[a1];B[pass];W[pass];B[c1]").breaks(
        "record::after-end",
        4,
        "c1",
    );
    let three = "pass: true\nplayers: 3";
    with(three, "SZ[3]", "", ";W[a1];B[pass];G[pass]")
        .legal()
        .goes_on();
    with(three, "SZ[3]", "", ";W[a1];B[pass];G[pass];W[pass]")
        .legal()
        .ends("W+1");
    with(
        three,
        "SZ[3]",
        "",
        ";W[a1];B[pass];G[pass];W[c1];B[pass];G[pass]",
    )
    .legal()
    .goes_on();
    // Never for lack of a legal move.
    let stuck = ";W[c3];B[e3];W[e5];B[e1];W[c5];B[a5];W[d4];B[a1];W[c1]";
    by("margo", "SZ[3]", "", stuck).legal().ends("W+2");
    with("pass: true", "SZ[3]", "", stuck).legal().goes_on();
    let passed = format!("{stuck};B[pass];W[pass]");
    with("pass: true", "SZ[3]", "", &passed).legal().ends("W+2");
    // A swap answers a placement only.
    with("pass: true", "SZ[3]", "", ";W[pass];B[swap]").breaks_rule("margo::swap", 2);
    with("pass: true", "SZ[3]", "", ";W[a1];B[swap];B[c1]").legal();
}

#[test]
fn marbles_are_placed_up_to_the_highest_level() {
    let square = ";W[a1];B[c1];W[a3];B[c3]";
    let place = |keys: &str, mv: &str| with(keys, "SZ[3]", "", &format!("{square};W[{mv}]"));
    place("max-height: 1", "b2").breaks("margo::too-high", 5, "b2");
    place("max-height: 1", "2b2").breaks("margo::too-high", 5, "b2");
    place("max-height: 1", "e1").legal();
    place("max-height: 2", "b2").legal();
    // The rules before it come first.
    place("max-height: 1", "2d2").breaks("margo::unsupported", 5, "d2");
    place("max-height: 1", "c3").breaks("margo::occupied", 5, "c3");
    place("max-height: 1", "4b2").breaks("margo::off-board", 5, "b2");
    let full = "
        . . . .
        x o o . | . . .
        o o x . | x x .
        o x x . | x o .";
    with("max-height: 2", "PL[W]", full, ";W[3c3]").breaks("margo::too-high", 1, "c3");
    with("max-height: 1", "PL[W]", full, "").refused();
    with("max-height: 3", "PL[W]", full, "").goes_on();
}
