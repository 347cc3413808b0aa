//! Bargo: walls cut links; what has no liberty goes at the enemy's next placement.
//!
//! The cells of the two boards used here, as a drawing shows them:
//!
//! ```text
//!                  c5 d5 e5
//!     b3 c3      b4 c4 d4 e4
//!   a2 b2 c2   a3 b3 c3 d3 e3
//!     a1 b1      a2 b2 c2 d2
//!                  a1 b1 c1
//! ```

use super::play::{Trial, play, play_by};

#[must_use]
#[track_caller]
fn bargo(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[bargo]{root}"), board, nodes)
}

/// `bargo-no-button`.
#[must_use]
#[track_caller]
fn plain(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[bargo]RU[bargo-no-button]{root}"), board, nodes)
}

/// The cells of side 2 and the edges that are not outer ones.
const INNER: [(&str, &[&str]); 7] = [
    ("a1", &["e", "ne", "nw"]),
    ("b1", &["ne", "nw", "w"]),
    ("a2", &["e", "ne", "se"]),
    ("b2", &["e", "ne", "nw", "w", "sw", "se"]),
    ("c2", &["nw", "w", "sw"]),
    ("b3", &["e", "sw", "se"]),
    ("c3", &["w", "sw", "se"]),
];

const EDGES: [&str; 6] = ["e", "ne", "nw", "w", "sw", "se"];

#[test]
fn off_board() {
    // c1 and a3 are inside the square around the hexagon, but not in it.
    for point in ["c1", "a3", "d2", "b4", "d4", "a0", "aa1", "zz99999999999"] {
        bargo("SZ[2]", "", &format!(";B[{point}/e]")).breaks("bargo::off-board", 1, point);
    }
    for point in ["d1", "a4", "e2", "b5", "f5"] {
        bargo("SZ[3]", "", &format!(";B[{point}/w]")).breaks("bargo::off-board", 1, point);
    }
    bargo(
        "SZ[3]",
        "",
        ";B[c1/w];W[a3/e];B[e3/w];W[c5/e];B[e5/w];W[a1/e]",
    )
    .legal();
}

#[test]
fn occupied() {
    // Also where the edge carries a wall: by a1 itself, or the outer edge.
    bargo("SZ[2]", "", ";B[a1/e];W[a1/e]").breaks("bargo::occupied", 2, "a1");
    bargo("SZ[2]", "", ";B[a1/e];W[c3/w];B[a1/w]").breaks("bargo::occupied", 3, "a1");
    // A cell that was cleared is empty again: a1 is taken, then a1 is placed.
    bargo(
        "",
        "
             .     .
         o/ne    .    .
            x/ne   x/w",
        ";B[b2/e];W[c3/w];B[a2/e]",
    )
    .legal()
    .leaves(
        "
             .    o/w
         x/e   x/e    .
            x/ne  x/w",
    );
}

#[test]
fn outer_edges_carry_walls() {
    for (cell, inner) in INNER {
        for edge in EDGES {
            let trial = bargo("SZ[2]", "", &format!(";B[{cell}/{edge}]"));
            if inner.contains(&edge) {
                trial.legal();
            } else {
                trial.breaks("bargo::double-wall", 1, cell);
            }
        }
    }
}

#[test]
fn an_edge_carries_one_wall() {
    // Black's wall on each edge of b2, and White's on the same edge from the other side.
    for (edge, neighbor, opposite, elsewhere) in [
        ("e", "c2", "w", "nw"),
        ("ne", "c3", "sw", "w"),
        ("nw", "b3", "se", "e"),
        ("w", "a2", "e", "ne"),
        ("sw", "a1", "ne", "e"),
        ("se", "b1", "nw", "w"),
    ] {
        let first = format!(";B[b2/{edge}]");
        bargo("SZ[2]", "", &format!("{first};W[{neighbor}/{opposite}]"))
            .breaks("bargo::double-wall", 2, neighbor)
            .naming(&["b2"]);
        bargo("SZ[2]", "", &format!("{first};W[{neighbor}/{elsewhere}]")).legal();
        // A friend's wall is a wall too.
        bargo(
            "SZ[2]",
            "",
            &format!("{first};W[button];B[{neighbor}/{opposite}]"),
        )
        .breaks("bargo::double-wall", 3, neighbor);
        bargo(
            "SZ[2]",
            "",
            &format!("{first};W[button];B[{neighbor}/{elsewhere}]"),
        )
        .legal();
    }
}

/// White's group a1 a2 has one liberty, b2 from a1; a2's own wall stands towards b2.
const DOOMED: &str = "
        x/e    .
     o/e    .     .
        o/e    .";

#[test]
fn a_neighbor_about_to_be_captured_keeps_its_wall() {
    bargo("", DOOMED, ";B[b2/w]")
        .breaks("bargo::double-wall", 1, "b2")
        .naming(&["a2"]);
    // Facing a1, which goes with it, is fine.
    bargo("", DOOMED, ";B[b2/sw]").legal().leaves(
        "
        x/e    .
      .    x/sw   .
         .     .",
    );
    bargo("", DOOMED, ";B[b2/e]").legal().leaves(
        "
        x/e    .
      .    x/e    .
         .     .",
    );
    // With a1's liberty b1 open nothing is captured, and the wall faces an enemy.
    bargo(
        "",
        "
        x/e    .
     o/e    .     .
        o/nw   .",
        ";B[b2/sw]",
    )
    .breaks("bargo::wall-faces-enemy", 1, "b2")
    .naming(&["a1"]);
}

#[test]
fn a_piece_needs_a_liberty() {
    // Black's a1 has one empty neighbor, a2. Each of its three edges is wrong in its
    // own way: the wall shuts the liberty, or it faces a white piece.
    let corner = "
        .    .
     .    o/e   .
        .    o/ne";
    bargo("", corner, ";B[a1/nw]").breaks("bargo::no-liberty", 1, "a1");
    bargo("", corner, ";B[a1/ne]")
        .breaks("bargo::wall-faces-enemy", 1, "a1")
        .naming(&["b2"]);
    bargo("", corner, ";B[a1/e]")
        .breaks("bargo::wall-faces-enemy", 1, "a1")
        .naming(&["b1"]);
    // With a friend on b1 there is a place for the wall.
    bargo(
        "",
        "
        .    .
     .    o/e   .
        .    x/ne",
        ";B[a1/e]",
    )
    .legal();

    // Friends on both sides are no help behind their walls …
    let walled = "
        .     .
     x/se   .    .
        .     x/w";
    bargo("", walled, ";B[a1/ne]").breaks("bargo::no-liberty", 1, "a1");
    // … and double walls come first.
    bargo("", walled, ";B[a1/e]")
        .breaks("bargo::double-wall", 1, "a1")
        .naming(&["b1"]);
    bargo("", walled, ";B[a1/nw]")
        .breaks("bargo::double-wall", 1, "a1")
        .naming(&["a2"]);
    bargo(
        "",
        "
        .     .
     x/ne   .    .
        .     x/ne",
        ";B[a1/ne]",
    )
    .legal();

    // A whole group: b1 joins a1, whose wall shuts b2, and a2 is White's.
    bargo(
        "",
        "
        .     .
     o/ne  o/ne   .
       x/ne   .",
        ";B[b1/ne]",
    )
    .breaks("bargo::no-liberty", 1, "b1")
    .naming(&["a1"]);
}

/// b2's neighbors: c2, c3 and b1 are White's and alive, b3 is Black's behind its own
/// wall. a1 and a2 are White's with the one liberty b2; a2's wall stands towards b2.
const OPENING: &str = "
              .     .     .
           o/e   .     .     .
        x/ne  x/se  o/nw   .     .
           o/e   .    o/e    .
              o/e  o/e    .";

#[test]
fn removals_open_links() {
    // Black's own wall shuts off a1. What is left is a2: its cell is empty and its wall
    // gone only after the removal.
    bargo("", OPENING, ";B[b2/sw]").legal().leaves(
        "
              .     .     .
           o/e   .     .     .
        x/ne  x/se  o/nw   .     .
            .   x/sw   o/e    .
               .    o/e    .",
    );
    bargo("", OPENING, ";B[b2/w]")
        .breaks("bargo::double-wall", 1, "b2")
        .naming(&["a2"]);
    // Without Black's a3 the two are not captured: no liberty, and a wall that faces a1.
    bargo("", &OPENING.replacen("x/ne", "  . ", 1), ";B[b2/sw]").breaks(
        "bargo::no-liberty",
        1,
        "b2",
    );
}

#[test]
fn a_group_dead_already_makes_room_by_its_removal() {
    // a2 has had no liberty since the setup, and its wall stands towards b2: the piece
    // there takes nothing from it. All other neighbors of b2 are enemies or walled.
    let dead = "
              .     .     .
           o/e   .     .     .
        x/ne  x/ne  o/nw   .     .
           o/e   .    o/e    .
              x/ne o/e    .";
    bargo("", dead, ";B[b2/nw]").legal().leaves(
        "
              .     .     .
           o/e   .     .     .
        x/ne  x/ne  o/nw   .     .
            .   x/nw  o/e    .
              x/ne o/e    .",
    );
    // With a3 open it lives.
    bargo("", &dead.replacen("x/ne", "  . ", 1), ";B[b2/nw]").breaks("bargo::no-liberty", 1, "b2");
}

/// Black's b1 takes the last liberty of a1, which is between two walls.
const BETWEEN: &str = "
          .     .     .
       .     .     .     .
    .     o/ne  o/ne   .     .
       o/nw  x/sw  o/ne   .
          o/nw   .    o/ne";

#[test]
fn a_cleared_cell_is_no_liberty_across_a_wall() {
    // The new wall and that of b2 both stand towards a1.
    bargo("", BETWEEN, ";B[b1/w]")
        .breaks("bargo::no-liberty", 1, "b1")
        .naming(&["b2"]);
    // One of the two elsewhere is enough: the wall of b2 …
    bargo("", &BETWEEN.replace("x/sw", "x/w "), ";B[b1/w]")
        .legal()
        .leaves(
            "
          .     .     .
       .     .     .     .
    .     o/ne  o/ne   .     .
       o/nw  x/w   o/ne   .
           .   x/w    o/ne",
        );
    // … or the new one. But it cuts off b2, which sees a1 behind its own wall only, and
    // goes at White's next placement.
    let open = BETWEEN.replace("o/nw   .    o/ne", "o/nw   .     . ");
    bargo("", &open, ";B[b1/nw]").legal().leaves(
        "
          .     .     .
       .     .     .     .
    .     o/ne  o/ne   .     .
       o/nw  x/sw  o/ne   .
           .   x/nw    .",
    );
    bargo("", &open, ";B[b1/nw];W[d5/w]").legal().leaves(
        "
          .    o/w    .
       .     .     .     .
    .     o/ne  o/ne   .     .
       o/nw   .    o/ne   .
           .   x/nw    .",
    );
}

#[test]
fn a_wall_faces_no_enemy() {
    // A friend and an empty cell are no enemies.
    bargo("SZ[2]", "", ";B[a1/e];W[c3/w];B[a2/se]").legal();
    bargo("SZ[2]", "", ";B[a1/e];W[b2/e];B[b3/e]").legal();
    bargo("SZ[2]", "", ";B[a1/e];W[b2/e];B[b1/nw]")
        .breaks("bargo::wall-faces-enemy", 3, "b1")
        .naming(&["b2"]);
    // Stepping behind an enemy's wall is free: the rule is about the new wall.
    bargo("SZ[2]", "", ";B[a1/e];W[b1/ne]").legal();
    bargo("SZ[2]", "", ";B[a1/e];W[b1/w]").breaks("bargo::double-wall", 2, "b1");
}

/// b1 takes a1's last liberty from behind a wall; White's a2 keeps the liberty b3.
const LEFT: &str = "
         .     .
     o/e    .     .
        x/ne   .";

#[test]
fn own_groups_without_liberties_stay_until_the_enemy_places() {
    let dead = "
         .     .
     o/e    .     .
        x/ne  x/w";
    bargo("", LEFT, ";B[b1/w]")
        .legal()
        .leaves(dead)
        .scores("2", "1");
    // The button and a pass leave it standing, and it counts.
    bargo("", LEFT, ";B[b1/w];W[button]")
        .legal()
        .leaves(dead)
        .scores("2", "1.5");
    bargo("", LEFT, ";B[b1/w];W[button];B[pass];W[pass]")
        .legal()
        .leaves(dead)
        .ends("B+0.5");
    bargo("BUTTON[B]", LEFT, ";B[b1/w];W[pass];B[pass]")
        .legal()
        .leaves(dead)
        .ends("B+1.5");
    // Black's own placement does not take it either.
    bargo("", LEFT, ";B[b1/w];W[button];B[c3/w]")
        .legal()
        .leaves(
            "
         .    x/w
     o/e    .     .
        x/ne  x/w",
        );
    // White's next placement does, wherever it is.
    bargo("", LEFT, ";B[b1/w];W[c3/w]").legal().leaves(
        "
         .    o/w
     o/e    .     .
         .    x/w",
    );
    bargo("", LEFT, ";B[b1/w];W[button];B[pass];W[c3/w]")
        .legal()
        .leaves(
            "
         .    o/w
     o/e    .     .
         .    x/w",
        );
}

#[test]
fn a_capture_beside_it_revives_a_dead_group() {
    // As before, but a2's wall stands towards b3: its one liberty is b2.
    bargo(
        "",
        "
         .     .
     o/ne   .     .
        x/ne   .",
        ";B[b1/w];W[button];B[b2/e];W[c3/w]",
    )
    .legal()
    .leaves(
        "
         .    o/w
      .    x/e    .
        x/ne  x/w",
    );
}

#[test]
fn all_groups_without_liberties_go_at_once() {
    // a1's wall parts it from a2, and both have the last liberty b2. Taken one after the
    // other, the first would leave the second a liberty.
    bargo(
        "",
        "
        x/e     .
     o/ne   .     .
        o/nw  x/ne",
        ";B[b2/e]",
    )
    .legal()
    .leaves(
        "
        x/e     .
      .    x/e    .
         .    x/ne",
    );
    // A group dead since the setup goes with any placement, and with nothing else.
    let dead = "
         .     .
     x/e    .     .
        o/ne  x/w";
    bargo("", dead, ";B[c3/w]").legal().leaves(
        "
         .    x/w
     x/e    .     .
         .    x/w",
    );
    bargo("", dead, ";B[button]").legal().leaves(dead);
    // Its owner's placement leaves it.
    bargo("PL[W]", dead, ";W[c3/w]").legal().leaves(
        "
         .    o/w
     x/e    .     .
        o/ne  x/w",
    );
}

/// Black takes a1 with `b1/e`, and White would take b1 with a1: all other neighbors of
/// a1 and b1 are enemies or behind walls.
const KO: &str = "
         .     .     .
       .    .     .     .
    .    .     .     .     .
       x/ne  o/ne  o/ne   .
         o/ne   .     .";

/// The same after Black's capture.
const TAKEN: &str = "
         .     .     .
       .    .     .     .
    .    .     .     .     .
       x/ne  o/ne  o/ne   .
          .   x/e     .";

#[test]
fn the_setup_stood_at_the_end_of_the_turn_before() {
    bargo("", KO, ";B[b1/e]").legal().leaves(TAKEN);
    // For White, who is not to move.
    bargo("", KO, ";B[b1/e];W[a1/ne]")
        .breaks("bargo::repetition", 2, "a1")
        .naming(&["start"]);
    // For Black, when White is to move.
    bargo("PL[W]", TAKEN, ";W[a1/ne];B[b1/e]")
        .breaks("bargo::repetition", 2, "b1")
        .naming(&["start"]);
}

#[test]
fn walls_make_no_difference_to_a_repetition() {
    // The new wall faces b1, which is captured; the colors are those of the start.
    bargo("", KO, ";B[b1/e];W[a1/e]").breaks("bargo::repetition", 2, "a1");
    // A wall that faces an enemy comes first.
    bargo("", KO, ";B[b1/e];W[a1/nw]")
        .breaks("bargo::wall-faces-enemy", 2, "a1")
        .naming(&["a2"]);
    // Black's wall towards a1 leaves b1 the liberty c1: nothing is captured.
    bargo("", KO, ";B[b1/w];W[a1/ne]").breaks("bargo::no-liberty", 2, "a1");
}

#[test]
fn pieces_elsewhere_make_another_position() {
    let threats = ";B[b1/e];W[e5/w];B[e4/w];W[a1/ne]";
    bargo("", KO, threats).legal();
    // Now Black would bring back what stood after the own ply 3.
    bargo("", KO, &format!("{threats};B[b1/e]"))
        .breaks("bargo::repetition", 5, "b1")
        .naming(&["3"]);
}

#[test]
fn passes_and_the_button_are_turns() {
    // White's pass makes the position of the start one of White's own.
    bargo("PL[W]BUTTON[B]", KO, ";W[pass];B[b1/e];W[a1/ne]")
        .breaks("bargo::repetition", 3, "a1")
        .naming(&["1"]);
    plain("PL[W]", KO, ";W[pass];B[b1/e];W[a1/ne]").breaks("bargo::repetition", 3, "a1");
    // So does taking the button, and the position counts with the button taken.
    bargo("", TAKEN, ";B[button];W[a1/ne];B[b1/e]")
        .breaks("bargo::repetition", 3, "b1")
        .naming(&["1"]);
}

#[test]
fn with_the_button_taken_it_is_another_position() {
    // The start is White's with the button there; at ply 4 it is gone. Then Black's pass
    // at ply 3, with the button gone, is what Black may not repeat.
    let taken = ";B[b1/e];W[button];B[pass];W[a1/ne]";
    bargo("", KO, taken).legal().leaves(KO);
    bargo("", KO, &format!("{taken};B[b1/e]"))
        .breaks("bargo::repetition", 5, "b1")
        .naming(&["3"]);
    // The same with the colors exchanged.
    let taken = ";W[a1/ne];B[button];W[pass];B[b1/e]";
    bargo("PL[W]", TAKEN, taken).legal().leaves(TAKEN);
    bargo("PL[W]", TAKEN, &format!("{taken};W[a1/ne]"))
        .breaks("bargo::repetition", 5, "a1")
        .naming(&["3"]);
}

#[test]
fn passes_repeat_freely() {
    plain("PL[W]", KO, ";W[pass];B[e5/w];W[pass];B[pass]")
        .legal()
        .ends("W+1");
    bargo("BUTTON[B]", KO, ";B[pass];W[e5/w];B[pass];W[pass]").legal();
}

#[test]
fn a_ruleset_without_the_rule() {
    let rules = "game: bargo\nname: free\ntitle: t\nsource: s\nrepetition: none\n";
    let again = ";B[b1/e];W[a1/ne];B[b1/e];W[a1/e]";
    play_by(rules, "GM[bargo]", KO, again).legal();
}

/// White sends two pieces (a1 to b1), Black takes both with c1, White takes c1 back from
/// b1: the position of the start.
const SEND_TWO: &str = "
         .     .     .
       .    .     .     .
    .    .     .     .     .
       .    x/nw  o/ne   .
          .   o/ne   .";

#[test]
fn only_the_movers_own_turns_count() {
    let cycle = "W[a1/nw];B[c1/ne];W[b1/ne]";
    // The start stood at the end of a turn of Black's, so White may bring it back.
    bargo("PL[W]", SEND_TWO, &format!(";{cycle}"))
        .legal()
        .leaves(SEND_TWO);
    // It is White's as well when Black begins with a pass.
    bargo("BUTTON[W]", SEND_TWO, &format!(";B[pass];{cycle}"))
        .breaks("bargo::repetition", 4, "b1")
        .naming(&["start"]);
    plain("", SEND_TWO, &format!(";B[pass];{cycle}")).breaks("bargo::repetition", 4, "b1");
}

#[test]
fn button_and_passes() {
    bargo("SZ[2]", "", ";B[button]").legal().scores("0.5", "0");
    bargo("SZ[2]", "", ";B[button];W[button]")
        .breaks("bargo::button-taken", 2, "")
        .naming(&["White", "Black"]);
    bargo("SZ[2]", "", ";B[button];W[pass];B[button]").breaks("bargo::button-taken", 3, "");
    bargo("SZ[2]BUTTON[W]", "", ";B[button]").breaks("bargo::button-taken", 1, "");
    bargo("SZ[2]", "", ";B[a1/e];W[button]").legal();
    plain("SZ[2]", "", ";B[button]")
        .breaks("bargo::button-taken", 1, "")
        .naming(&["none"]);

    for pass in ["pass", ""] {
        bargo("SZ[2]", "", &format!(";B[{pass}]")).breaks("bargo::pass-before-button", 1, "");
    }
    bargo("SZ[2]", "", ";B[a1/e];W[pass]").breaks("bargo::pass-before-button", 2, "");
    bargo("SZ[2]", "", ";B[button];W[pass];B[pass]")
        .legal()
        .ends("B+0.5");
    bargo("SZ[2]BUTTON[W]", "", ";B[pass];W[pass]")
        .legal()
        .ends("W+0.5");
    bargo("SZ[2]BUTTON[W]", "", ";B[pass];W[a1/e];B[pass]")
        .legal()
        .goes_on();
    plain("SZ[2]", "", ";B[pass]").legal().goes_on();
    plain("SZ[2]", "", ";B[pass];W[pass];B[a1/e]").breaks("record::after-end", 3, "a1");
}

#[test]
fn territory() {
    // The empty board is nobody's.
    plain("SZ[2]", "", ";B[pass];W[pass]").legal().ends("0");
    // Three walls shut off a1: no piece is linked to it, so it is nobody's. The other
    // three cells are Black's.
    plain(
        "",
        "
        .     .
     x/se  x/sw   .
        .    x/w",
        ";B[pass];W[pass]",
    )
    .legal()
    .scores("6", "0")
    .ends("B+6");
    // The same with a white piece in the middle: a1 is nobody's still.
    plain(
        "",
        "
        .     .
     x/se  o/sw   .
        .    x/w",
        ";B[pass];W[pass]",
    )
    .legal()
    .scores("2", "1")
    .ends("B+1");
    // White's wall elsewhere: of the three pieces around a1 only White's is linked to it.
    let white = "
        .     .
     x/se  o/e    .
        .    x/w";
    plain("", white, ";B[pass];W[pass]")
        .legal()
        .scores("2", "2")
        .ends("0");
    plain("KM[1]", white, ";B[pass];W[pass]")
        .legal()
        .scores("2", "3")
        .ends("W+1");
    plain("KM[-2]", white, ";B[pass];W[pass]")
        .legal()
        .scores("2", "0")
        .ends("B+2");
    bargo("BUTTON[B]", white, ";B[pass];W[pass]")
        .legal()
        .ends("B+0.5");
    bargo("BUTTON[W]KM[3]", white, ";B[pass];W[pass]")
        .legal()
        .scores("2", "5.5")
        .ends("W+3.5");
}

#[test]
fn setups() {
    // A wall on an outer edge.
    bargo("AB[a1/w]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AW[c2/e]SZ[2]", "", ";B[c3/w]").refused();
    // Two walls on one edge, of one color or of two.
    bargo("AB[a1/e][b1/w]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AB[a1/e]AW[b1/w]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AB[b2/nw]AW[b3/se]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AB[a1/e]AW[a1/ne]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AB[c1/e]SZ[2]", "", ";B[c3/w]").refused();
    bargo("AB[a1]SZ[2]", "", ";B[c3/w]").refused();
    bargo("RU[bargo-no-button]BUTTON[B]SZ[2]", "", ";B[c3/w]").refused();
    // Walls that face an enemy and groups without liberties may be set up.
    let dead = "
         .     .
     x/se   .     .
        o/ne  x/w";
    bargo("", dead, ";B[button]").legal().leaves(dead);
}
