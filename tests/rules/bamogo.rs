//! Bamogo: neutral stones in pairs, switches, and two sides to connect.

use super::play::{Trial, play, play_by};

#[must_use]
#[track_caller]
fn bamogo(root: &str, board: &str, nodes: &str) -> Trial {
    play(&format!("GM[bamogo]{root}"), board, nodes)
}

#[test]
fn passing_is_not_possible() {
    bamogo("SZ[3]", "", ";B[pass]").breaks("bamogo::pass", 1, "");
    bamogo(
        "SZ[3]LINE[]",
        "
        R G .
        . . .
        . . .",
        ";B[pass]",
    )
    .breaks("bamogo::pass", 1, "");
    bamogo("SZ[3]", "", ";B[Ra1,Gb1];W[PASS]").breaks("bamogo::pass", 2, "");
}

#[test]
fn the_line_runs_out() {
    let board = "
        . . .
        R . .
        G . .";
    bamogo("LINE[RB]", board, ";B[Rc1,Bc2];W[a1<>a2]").legal();
    bamogo("LINE[RB]", board, ";B[Rc1,Bc2];W[Rb1,Bb2]").breaks("bamogo::line-empty", 2, "b1");
    bamogo("LINE[]", board, ";B[Rc1,Bc2]").breaks("bamogo::line-empty", 1, "c1");
    // Before all else that is wrong with it.
    for placement in ["Rc1,Rc2", "Xc1,Yc2", "Rz9,Rz9", "Ra1,Ga1", "Ra3,Gc3"] {
        bamogo("LINE[]", board, &format!(";B[{placement}]")).breaks_rule("bamogo::line-empty", 1);
    }
    // Not stated, it has half as many pairs as there are spaces empty at the start:
    // two of four …
    bamogo("SZ[2]", "", ";B[Ra1,Ga2];W[Gb1,Rb2];B[Ra1,Gb1]").breaks_rule("bamogo::line-empty", 3);
    bamogo("SZ[2]", "", ";B[Ra1,Ga2];W[Gb1,Rb2];B[a1<>a2]").legal();
    // … and one of three.
    bamogo(
        "",
        "
        R G R
        G R G
        . . .",
        ";B[Ba1,Gb1];W[Rb1,Gc1]",
    )
    .breaks_rule("bamogo::line-empty", 2);
    // Switching uses none up.
    bamogo(
        "",
        "
        R G B
        G B R
        . . .",
        ";B[a2<>b2];W[Ga1,Rb1]",
    )
    .legal();
}

#[test]
fn the_pair_is_the_one_in_front() {
    // Either stone on either space.
    bamogo(
        "SZ[4]LINE[RG RB GB]",
        "",
        ";B[Ga1,Ra2];W[Bb1,Rb2];B[Gc1,Bc2]",
    )
    .legal();
    bamogo("SZ[4]LINE[rg rb]", "", ";B[ga1,ra2];W[Rb1,bb2]").legal();
    bamogo("SZ[4]LINE[RG RB]", "", ";B[Ra1,Ba2]")
        .breaks("bamogo::wrong-pair", 1, "a1")
        .naming(&["R", "B", "RG"]);
    // The pair that was placed is gone; a switch takes none.
    bamogo("SZ[4]LINE[RG RB]", "", ";B[Ra1,Ga2];W[Rb1,Gb2]").breaks_rule("bamogo::wrong-pair", 2);
    bamogo("SZ[4]LINE[RG RB]", "", ";B[Ra1,Ga2];W[a1<>a2];B[Rb1,Bb2]").legal();
    bamogo("SZ[4]LINE[RG RB]", "", ";B[Ra1,Ga2];W[a1<>a2];B[Rb1,Gb2]")
        .breaks_rule("bamogo::wrong-pair", 3);
    // Two of one color, one color too few, and colors of no pair.
    for placement in ["Ra1,Ra2", "Ga1,Ga2", "Xa1,Ra2", "Xa1,Ya2"] {
        bamogo("SZ[4]LINE[RG]", "", &format!(";B[{placement}]"))
            .breaks_rule("bamogo::wrong-pair", 1);
    }
    // A stated line may have colors that the ruleset has not.
    bamogo("SZ[4]LINE[XY RX]", "", ";B[Xa1,Ya2];W[Xb2,Rb1]").legal();
    bamogo("SZ[4]LINE[XY]", "", ";B[Ra1,Ga2]").breaks_rule("bamogo::wrong-pair", 1);
    // Before what is wrong with the spaces.
    for placement in ["Rz9,Bz9", "Ra1,Ba1", "Ra1,Bd4"] {
        bamogo("SZ[4]LINE[RG]", "", &format!(";B[{placement}]"))
            .breaks_rule("bamogo::wrong-pair", 1);
    }
}

#[test]
fn a_pair_of_an_unknown_line() {
    for pair in [["R", "G"], ["G", "B"], ["B", "R"], ["r", "b"]] {
        let [first, second] = pair;
        bamogo("SZ[4]", "", &format!(";B[{first}a1,{second}a2]")).legal();
    }
    for placement in [
        "Ra1,Ra2", "Xa1,Ra2", "Ra1,Xa2", "Xa1,Ya2", "Rz9,Rz8", "Ra1,Ra1",
    ] {
        bamogo("SZ[4]", "", &format!(";B[{placement}]")).breaks_rule("bamogo::wrong-pair", 1);
    }
    let rules = "game: bamogo\nname: four\ntitle: t\nsource: s\ncolors: [R, W]\n";
    play_by(rules, "GM[bamogo]SZ[4]", "", ";B[Ra1,Wa2];W[Wb1,Rb2]").legal();
    play_by(rules, "GM[bamogo]SZ[4]", "", ";B[Ra1,Ga2]").breaks_rule("bamogo::wrong-pair", 1);
}

#[test]
fn off_board() {
    bamogo("SZ[2:3]", "", ";B[Rb3,Gb2]").legal();
    for (placement, point) in [
        ("Rc1,Gb1", "c1"),
        ("Rb1,Gc1", "c1"),
        ("Ra4,Ga3", "a4"),
        ("Ra0,Ga1", "a0"),
        ("Rz9,Gz9", "z9"),
        ("Rb99999999999,Gb3", "b99999999999"),
    ] {
        bamogo("SZ[2:3]", "", &format!(";B[{placement}]")).breaks("bamogo::off-board", 1, point);
    }
    let board = "
        . .
        R G";
    // Off the board before occupied, apart and empty.
    for turn in ["Ra1,Gc1", "Gc1,Ra1", "a1<>c1", "c1<>b1", "a2<>a3", "b1<>b0"] {
        bamogo("", board, &format!(";B[{turn}]")).breaks_rule("bamogo::off-board", 1);
    }
}

#[test]
fn occupied() {
    let board = "
        . . .
        . . .
        R G .";
    bamogo("", board, ";B[Rc1,Gc2]").legal();
    for (placement, point) in [
        ("Ra1,Ga2", "a1"),
        ("Ra2,Ga1", "a1"),
        // Both spaces, or both stones on one.
        ("Ra1,Gb1", "a1"),
        ("Rc1,Gc1", "c1"),
        // Before it is asked whether they are adjacent.
        ("Rc3,Ga1", "a1"),
    ] {
        bamogo("", board, &format!(";B[{placement}]")).breaks("bamogo::occupied", 1, point);
    }
    // With a single space left every placement is.
    let single = "
        R G R
        G B G
        R B .";
    for placement in ["Rc1,Gc1", "Rc1,Gb1", "Rb1,Gc1", "Ra1,Gb1"] {
        bamogo("LINE[RG]", single, &format!(";B[{placement}]")).breaks_rule("bamogo::occupied", 1);
    }
}

#[test]
fn stones_are_placed_side_by_side_if_they_can_be() {
    bamogo("SZ[3]", "", ";B[Ra1,Gb2]")
        .breaks("bamogo::not-adjacent", 1, "a1")
        .naming(&["a1", "b2"]);
    bamogo("SZ[3]", "", ";B[Ra1,Gc1]").breaks_rule("bamogo::not-adjacent", 1);
    bamogo("SZ[3]", "", ";B[Ra1,Gb1]").legal();
    // The only two spaces left lie apart.
    bamogo(
        "",
        "
        R G .
        B R G
        . B R",
        ";B[Ba1,Gc3]",
    )
    .legal();
    // c2 and c3 are empty side by side, so a1 must wait, also with one of them …
    let waiting = "
        R G .
        B R .
        . B R";
    for placement in ["Ra1,Gc3", "Ra1,Gc2", "Gc2,Ra1"] {
        bamogo("LINE[RG BR]", waiting, &format!(";B[{placement}]"))
            .breaks_rule("bamogo::not-adjacent", 1);
    }
    bamogo("LINE[RG BR]", waiting, ";B[Rc3,Gc2]").legal();
    // … until they are filled: then a1 and b3, corner to corner with nothing, will do.
    bamogo(
        "LINE[RG BR]",
        "
        R . .
        B R .
        . B G",
        ";B[Rc3,Gc2]",
    )
    .legal();
    bamogo(
        "LINE[RG BR]",
        "
        R . .
        B R .
        . B G",
        ";B[Rc3,Gc2];W[Ra1,Bb3]",
    )
    .legal();
    bamogo(
        "LINE[RG BR]",
        "
        R . .
        B R .
        . B G",
        ";B[Rb3,Gc3];W[Ra1,Bc2]",
    )
    .legal();
    bamogo(
        "LINE[RG BR]",
        "
        R . .
        B R .
        . B G",
        ";B[Rb3,Gc2]",
    )
    .breaks_rule("bamogo::not-adjacent", 1);
}

#[test]
fn switches_are_between_neighbors() {
    let board = "
        . . G
        . . B
        R G R";
    bamogo("", board, ";B[a1<>b1]").legal().leaves(
        "
        . . G
        . . B
        G R R",
    );
    bamogo("", board, ";B[b1<>a1]").legal();
    bamogo("", board, ";B[c2<>c3]").legal();
    for turn in ["a1<>c1", "b1<>c2", "c1<>c3", "a1<>a1"] {
        bamogo("", board, &format!(";B[{turn}]")).breaks_rule("bamogo::not-adjacent", 1);
    }
    // Apart comes before empty.
    bamogo("", board, ";B[a1<>a3]").breaks_rule("bamogo::not-adjacent", 1);
    bamogo("", board, ";B[a3<>a3]").breaks_rule("bamogo::not-adjacent", 1);
    for (turn, point) in [
        ("a1<>a2", "a2"),
        ("a2<>a1", "a2"),
        ("b2<>b1", "b2"),
        ("a2<>a3", "a2"),
    ] {
        bamogo("", board, &format!(";B[{turn}]")).breaks("bamogo::switch-empty", 1, point);
    }
    // No two empty spaces being adjacent frees placements alone.
    bamogo(
        "",
        "
        R G .
        B R G
        . B R",
        ";B[b3<>c2]",
    )
    .breaks_rule("bamogo::not-adjacent", 1);
}

#[test]
fn a_switch_is_not_undone_at_once() {
    let board = "
        . . .
        G R .
        R B .";
    for undo in ["a1<>b1", "b1<>a1", "B1<>A1"] {
        bamogo("", board, &format!(";B[a1<>b1];W[{undo}]"))
            .breaks_rule("bamogo::switch-undo", 2)
            .naming(&["Black"]);
        bamogo("", board, &format!(";B[b1<>a1];W[{undo}]")).breaks_rule("bamogo::switch-undo", 2);
        // A turn in between: a placement of the other player …
        bamogo("", board, &format!(";B[a1<>b1];W[Gc1,Bc2];B[{undo}]")).legal();
        // … or of both …
        bamogo(
            "",
            board,
            &format!(";B[a1<>b1];W[Gc1,Bc2];B[Ra3,Gb3];W[{undo}]"),
        )
        .legal();
        // … or another switch; then the mover's own switch of two turns ago is undone.
        bamogo("", board, &format!(";B[a1<>b1];W[a2<>b2];B[{undo}]")).legal();
    }
    // One space in common is another switch.
    bamogo("", board, ";B[a1<>b1];W[a1<>a2]").legal();
    bamogo("", board, ";B[a1<>b1];W[b2<>a2]").legal();
    bamogo("", board, ";B[a2<>b2];W[b2<>b1]").legal();
    // In three turns two switches go round: the last one undoes the first only.
    bamogo("", board, ";B[a1<>b1];W[a2<>b2];B[a2<>b2]").breaks_rule("bamogo::switch-undo", 3);
}

#[test]
fn a_switch_of_one_color_is_idle() {
    let board = "
        . . .
        . . G
        R R B";
    bamogo("", board, ";B[a1<>b1]")
        .warns("record::idle-switch", 1)
        .legal()
        .leaves(board);
    // It changed nothing, and must not be undone all the same.
    for undo in ["a1<>b1", "b1<>a1"] {
        bamogo("", board, &format!(";B[a1<>b1];W[{undo}]"))
            .warns("record::idle-switch", 1)
            .breaks_rule("bamogo::switch-undo", 2);
    }
    bamogo("", board, ";B[a1<>b1];W[c1<>c2];B[b1<>a1]")
        .warns("record::idle-switch", 1)
        .warns("record::idle-switch", 3)
        .legal();
}

#[test]
fn a_connection_wins() {
    let column = "
        . . .
        R . .
        R . .";
    bamogo("", column, ";B[Ra3,Gb3]").legal().ends("B+");
    // Also when White completes it.
    bamogo("PL[W]", column, ";W[Ra3,Gb3]").legal().ends("B+");
    bamogo("", column, ";B[Ga3,Rb3]").legal().goes_on();
    bamogo("", column, ";B[Ra3,Gb3];W[Rc1,Gc2]").breaks("record::after-end", 2, "c1");

    let row = "
        . . .
        . . .
        R R .";
    bamogo("", row, ";B[Rc1,Gc2]").legal().ends("W+");
    bamogo("PL[W]", row, ";W[Gc1,Rc2]").legal().goes_on();
    // By a switch, around corners, on a board wider than high.
    let bent = "
        . R . .
        . G R R
        R R G .";
    bamogo("", bent, ";B[c1<>c2]").legal().goes_on();
    bamogo("", bent, ";B[b2<>b3]").legal().ends("W+");
    bamogo("", bent, ";B[b2<>c2]").legal().ends("B+");

    // Stones of two colors make no chain, nor do stones that touch at corners.
    bamogo(
        "",
        "
        . . .
        G . .
        R . .",
        ";B[Ra3,Gb3]",
    )
    .legal()
    .goes_on();
    bamogo(
        "",
        "
        . . .
        . R .
        R . .",
        ";B[Rc3,Gb3]",
    )
    .legal()
    .goes_on();
    // The stones are nobody's: any color will do for either player.
    bamogo(
        "",
        "
        . . .
        B . .
        B . .",
        ";B[Ba3,Gb3]",
    )
    .legal()
    .ends("B+");
}

#[test]
fn the_mover_wins_when_both_are_connected() {
    // All empty spaces lie apart, so the middle may be filled with any other.
    let cross = "
        . R .
        R . R
        . R .";
    bamogo("", cross, ";B[Rb2,Ga1]").legal().ends("B+");
    bamogo("PL[W]", cross, ";W[Rb2,Ga1]").legal().ends("W+");
    bamogo("", cross, ";B[Gb2,Ra1]").legal().goes_on();
    // By a switch.
    let pivot = "
        . . R .
        R R G R
        . . R R";
    bamogo("", pivot, ";B[c2<>d2]").legal().ends("B+");
    bamogo("PL[W]", pivot, ";W[c2<>d2]").legal().ends("W+");
}

#[test]
fn who_cannot_move_draws() {
    // Nothing to place and nothing to switch, at the start …
    bamogo("SZ[3]LINE[]", "", "").legal().ends("0");
    bamogo("SZ[3]LINE[]", "", ";B[Ra1,Gb1]").breaks("record::after-end", 1, "a1");
    bamogo(
        "LINE[]",
        "
        R . G
        . B .
        R . R",
        ";B[a1<>c1]",
    )
    .breaks("record::after-end", 1, "a1");
    // … and here there is something to switch.
    bamogo(
        "LINE[]",
        "
        R . G
        . . .
        R R .",
        ";B[a1<>b1]",
    )
    .warns("record::idle-switch", 1)
    .legal()
    // White could only undo it.
    .ends("0");
    // White's only switch would undo Black's, if White had not one elsewhere.
    bamogo(
        "LINE[]",
        "
        R . G
        . . R
        R B .",
        ";B[a1<>b1]",
    )
    .legal()
    .goes_on();
    // The last pair is placed, White switches it, and Black may not switch it back.
    bamogo("SZ[3]LINE[RG]", "", ";B[Ra1,Gb1]").legal().goes_on();
    bamogo("SZ[3]LINE[RG]", "", ";B[Ra1,Gb1];W[b1<>a1]")
        .legal()
        .ends("0");
    bamogo("SZ[3]LINE[RG]", "", ";B[Ra1,Gb1];W[b1<>a1];B[a1<>b1]").breaks(
        "record::after-end",
        3,
        "a1",
    );
    // A pair that is left can be placed as long as there are two spaces.
    bamogo("SZ[3]LINE[RG RG]", "", ";B[Ra1,Gb1];W[b1<>a1]")
        .legal()
        .goes_on();
}

#[test]
fn results() {
    // There is no score, in a finished game or another; a draw may be agreed on.
    let column = "
        . . .
        R . .
        R . .";
    bamogo("RE[B+]", column, ";B[Ra3,Gb3]").legal().ends("B+");
    bamogo("RE[0]", column, ";B[Ga3,Rb3]").legal().goes_on();
}

#[test]
fn setups() {
    bamogo(
        "",
        "
        R . .
        R . .
        R . .",
        ";B[Rc1,Gc2]",
    )
    .refused();
    bamogo(
        "",
        "
        . . .
        G G G
        . . .",
        ";B[Rc1,Gc2]",
    )
    .refused();
    bamogo("LINE[RR]SZ[3]", "", ";B[Ra1,Ga2]").refused();
    bamogo("LINE[R]SZ[3]", "", ";B[Ra1,Ga2]").refused();
    bamogo("STONES[Ra1][Ga1]SZ[3]", "", ";B[Rc1,Gc2]").refused();
    bamogo("STONES[Rd1]SZ[3]", "", ";B[Rc1,Gc2]").refused();
    bamogo("STONES[a1]SZ[3]", "", ";B[Rc1,Gc2]").refused();
    bamogo("AB[a1]SZ[3]", "", ";B[Rc1,Gc2]").refused();
    bamogo("AE[a1]SZ[3]", "", ";B[Rc1,Gc2]").refused();
    // Colors that the ruleset has not may stand on the board.
    bamogo("STONES[Xa1]SZ[3]", "", ";B[Rc1,Gc2]")
        .legal()
        .leaves(
            "
        . . .
        . . G
        X . R",
        );
}
