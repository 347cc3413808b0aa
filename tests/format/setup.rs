//! The given position: what may stand in it in each game, where, and what comes of it.

use crate::common::{all_lines, check, check_with, judge};
use kifu::verify::Options;

#[test]
fn properties_of_another_game() {
    check(&[
        (
            "(;GM[bamogo]SZ[4]RE[?]«AB[a1]»«AW[b1]»«AE[c1]»«BUTTON[B]»«GROWN[1]»)",
            "record::setup, record::setup, record::setup, record::setup, record::setup",
        ),
        (
            "(;GM[ugo]SZ[4]RE[?]«STONES[Ra1]»«LINE[]»«GROWN[1]»)",
            "record::setup, record::setup, record::setup",
        ),
        (
            "(;GM[bargo]SZ[4]RE[?]«STONES[Ra1]»;«LINE[]»«GROWN[1]»)",
            "record::setup, record::setup, record::setup",
        ),
        (
            "(;GM[sygo]SZ[4]RE[?]«BUTTON[B]»;«STONES[]»)",
            "record::setup, record::setup",
        ),
        (
            "(;GM[margo]SZ[4]RE[?]«BUTTON[B]»«GROWN[1]»)",
            "record::setup, record::setup",
        ),
        (
            "(;GM[ugo]RU[ugo-no-button]SZ[4]RE[?]«BUTTON[B]»)",
            "record::setup",
        ),
        (
            "(;GM[bargo]RU[bargo-no-button]SZ[4]RE[?]«BUTTON[B]»)",
            "record::setup",
        ),
        (
            "(;GM[ugo]SZ[4]RE[?]AB[a1]AW[b1]AE[a1]PL[W]BUTTON[B];W[a1])",
            "",
        ),
        (
            "(;GM[bargo]SZ[4]RE[?]AB[b2/e]AW[c3/e]AE[b2]PL[w]BUTTON[b];W[pass])",
            "",
        ),
        (
            "(;GM[sygo]SZ[4]RE[?]AB[a1]AW[b1]AE[a1]PL[B]GROWN[1];B[a1])",
            "",
        ),
        ("(;GM[margo]SZ[4]RE[?]AB[a1]AW[c1]AE[a1]PL[B];B[a1])", ""),
        (
            "(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][xb4]PL[W]LINE[RG xy];W[Gb1,Rb2])",
            "",
        ),
    ]);
}

#[test]
fn values_that_are_malformed() {
    check(&[
        (
            "(;GM[bargo]SZ[4]RE[?]AB«[]»«[b2]»«[b2/n]»«[b02/e]»«[b2/e,c3/e]»«[b2/e:c3/e]»[B2/E]AE«[b2/e]»[b2])",
            &"record::setup, ".repeat(7),
        ),
        (
            "(;GM[ugo]SZ[4]RE[?]AB«[]»«[Ka1:b2]»«[a1:]»«[a1:b2:c3]»«[a01]»«[pass]»[ K a\n1 ][b\\1]AE«[Ka1]»)",
            &"record::setup, ".repeat(7),
        ),
        (
            "(;GM[sygo]SZ[4]RE[?]AW«[Ka1]»«[a1,b1]»«[resign]»)",
            &"record::setup, ".repeat(3),
        ),
        (
            "(;GM[margo]SZ[4]RE[?]AB«[a1:c3]»«[01a1]»«[swap]»AE«[a1:c3]»)",
            &"record::setup, ".repeat(4),
        ),
        (
            "(;GM[bamogo]SZ[4]RE[?]STONES«[a1]»«[RGa1]»«[Raa1]»«[Ra01]»«[Ra1,Gb1]»[Rb1])",
            &"record::setup, ".repeat(5),
        ),
        ("(;GM[ugo]SZ[4]RE[?]PL«[]»)", "record::setup"),
        (
            "(;GM[ugo]SZ[4]RE[?]PL«[black]»BUTTON«[1]»)",
            "record::setup, record::setup",
        ),
        ("(;GM[ugo]SZ[4]RE[?]«PL[B][W]»)", "record::setup"),
        ("(;GM[ugo]SZ[4]RE[?]PL[B]«PL[B]»)", "record::setup"),
        ("(;GM[sygo]SZ[4]RE[?]GROWN«[2]»)", "record::setup"),
        ("(;GM[sygo]SZ[4]RE[?]GROWN«[]»)", "record::setup"),
        ("(;GM[bamogo]SZ[4]RE[?]LINE«[RGB]»)", "record::setup"),
        ("(;GM[bamogo]SZ[4]RE[?]LINE«[RG,RB]»)", "record::setup"),
        ("(;GM[bamogo]SZ[4]RE[?]«LINE[RG][RB]»)", "record::setup"),
        ("(;GM[bamogo]SZ[4]RE[?]«LINE[RG RR]»)", "record::setup"),
        ("(;GM[bamogo]SZ[4]RE[?]LINE[ rg\n\tGB ])", ""),
    ]);
}

/// Such as the column `kc` of what was meant as a rectangle of kings.
#[test]
fn a_point_off_the_board_is_named() {
    let message = |setup: &str| {
        let text = format!("(;GM[ugo]SZ[5]RE[?]AB[{setup}])");
        let (_, verdicts) = judge(text.as_bytes(), &Options::default());
        let finding = &verdicts[0].findings[0];
        (finding.message(), finding.help().unwrap_or_default())
    };
    let (told, help) = message("Kc3:d4");
    assert_eq!(told, "kc3 is not on this 5×5 board");
    assert!(help.contains("e5"), "{help}");
    assert_eq!(message("a1:a6").0, "a6 is not on this 5×5 board");
    // The row is not one that could be named.
    assert_eq!(message("a99999999999").0, "this is not on this 5×5 board");
}

#[test]
fn points_off_the_board_and_occupied_ones() {
    check(&[
        (
            "(;GM[ugo]SZ[4:5]RE[?]AB[d5]«[e1]»«[a6]»«[a0]»«[Kaa1]»«[zz99999999999]»«[a1:e1]»AE«[e1]»«[a1:a6]»)",
            &"record::setup, ".repeat(8),
        ),
        (
            "(;GM[bargo]SZ[3]RE[?]AB[a3/e]«[a4/e]»«[f5/e]»AE«[d1]»)",
            &"record::setup, ".repeat(3),
        ),
        (
            "(;GM[margo]SZ[3]RE[?]AB[e5]«[a2]»«[b1]»«[f6]»«[0a1]»«[2a1]»«[4b2]»«[1000000000a1]»AE«[a2]»«[5a1]»)",
            &"record::setup, ".repeat(9),
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?]STONES[Rc3]«[Rd1]»«[Ra4]»)",
            "record::setup, record::setup",
        ),
        (
            "(;GM[ugo]SZ[4]RE[?]AB[a1]«[a1]»AW«[Ka1]»)",
            "record::setup, record::setup",
        ),
        ("(;GM[ugo]SZ[4]RE[?]AB[a1];AW«[a1]»;B[b1])", "record::setup"),
        ("(;GM[ugo]SZ[4]RE[?]AB[a1];AE[a1];AW[a1];B[b1])", ""),
        ("(;GM[ugo]SZ[4]RE[?]AB[a1]AE[a1]AW«[a1]»)", "record::setup"),
        ("(;GM[sygo]SZ[4]RE[?]AB[a1:c3]AW«[b2:d4]»)", "record::setup"),
        ("(;GM[bargo]SZ[3]RE[?]AB[b2/e]AW«[b2/w]»)", "record::setup"),
        ("(;GM[bamogo]SZ[3]RE[?]STONES[Ra1]«[Ga1]»)", "record::setup"),
        (
            "(;GM[margo]SZ[3]RE[?]AB[1a1]«[1a1]»AW«[a1]»)",
            "record::setup, record::setup",
        ),
    ]);
}

#[test]
fn rules_of_the_games() {
    check(&[
        // Bargo: no wall on an outer edge, no two on one edge; the rest is allowed.
        ("(;GM[bargo]SZ[2]RE[?]AB«[a1/w]»)", "record::setup"),
        ("(;GM[bargo]SZ[2]RE[?]AB[a1/e]AW«[b1/w]»)", "record::setup"),
        ("(;GM[bargo]SZ[2]RE[?]AB[a1/e][b2/ne]AW[b1/ne][a2/e])", ""),
        // Sygo: every group has a liberty.
        ("(;GM[sygo]SZ[3]RE[?]AB«[a1]»AW[a2][b1])", "record::setup"),
        ("(;GM[sygo]SZ[3]RE[?]AB[a1]AW[a2][b1]AE[b1])", ""),
        ("(;GM[ugo]SZ[3]RE[?]AB[a1]AW[a2][b1])", ""),
        // Bamogo: nobody has won.
        (
            "(;GM[bamogo]SZ[3]RE[?]STONES«[Ra1]»[Rb1][Rc1])",
            "record::setup",
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?]STONES«[Ra1]»[Ra2][Ra3])",
            "record::setup",
        ),
        ("(;GM[bamogo]SZ[3]RE[?]STONES[Ra1][Rb1][Gc1])", ""),
        // Margo: what lies above the board rests on four others; freedoms do not matter.
        ("(;GM[margo]SZ[3]RE[?]AB«[b2]»)", "record::setup"),
        (
            "(;GM[margo]SZ[3]RE[?]AB[a1][c1][a3]AW«[2b2]»)",
            "record::setup",
        ),
        ("(;GM[margo]SZ[3]RE[?]AB[2b2]AW[a1][c1][a3][c3])", ""),
        ("(;GM[margo]SZ[3]RE[?]AB[a1]AW[c1][a3])", ""),
    ]);
}

/// The pieces after the main line, sorted.
fn pieces(text: &str) -> Vec<String> {
    let (_, verdicts) = judge(text.as_bytes(), &Options::default());
    let position = verdicts[0].position.as_ref().expect("a position");
    let mut pieces: Vec<String> = position.pieces().iter().map(ToString::to_string).collect();
    pieces.sort();
    pieces
}

#[test]
fn what_comes_of_a_setup() {
    assert_eq!(
        pieces("(;GM[ugo]SZ[5]AB[b2:a1][Kd4]AE[b1])"),
        ["Kd4", "a1", "a2", "b2"]
    );
    assert_eq!(pieces("(;GM[sygo]SZ[5]AB[c1:c3]AE[a2:e2])"), ["c1", "c3"]);
    assert_eq!(
        pieces("(;GM[bargo]SZ[3]AB[b2/e];AE[b2];AB[B3/NE])"),
        ["b3/ne"]
    );
    assert_eq!(pieces("(;GM[bamogo]SZ[3]STONES[rA1][Gb2])"), ["Gb2", "Ra1"]);
    // Stated levels come first, then those not stated: `AB` before `AW`, in the order listed.
    let margo = "(;GM[margo]SZ[3]AW[c3]AB[c3][2b2][2d2][2b4][2d4][a1][c1][e1][a3][e3][a5][c5][e5])";
    let (_, verdicts) = judge(margo.as_bytes(), &Options::default());
    let score = verdicts[0].score.expect("a score");
    assert_eq!(
        (score.black.to_string(), score.white.to_string()),
        ("13".into(), "1".into())
    );
    assert!(pieces(margo).contains(&"3c3".to_owned()));
    assert_eq!(pieces("(;GM[margo]SZ[3]AB[c3]AE[1c3][3c3])"), [""; 0]);
    check(&[
        // Who is to move, the button, growth.
        (
            "(;GM[ugo]SZ[3]RE[?]PL[W];«B[a1]»)",
            "record::turn-order ply 1 a1",
        ),
        ("(;GM[ugo]SZ[3]RE[?]PL[W];PL[B];B[a1])", ""),
        (
            "(;GM[ugo]SZ[3]RE[?]BUTTON[W];«B[button]»)",
            "ugo::button-taken ply 1",
        ),
        ("(;GM[ugo]SZ[3]RE[W+0.5]BUTTON[W];B[pass];W[pass])", ""),
        (
            "(;GM[sygo]SZ[5]RE[?]AB[a1]PL[B]GROWN[1];«B[a2,e5]»)",
            "sygo::placement-after-growth ply 1 e5",
        ),
        ("(;GM[sygo]SZ[5]RE[?]AB[a1]PL[B];B[a2,e5])", ""),
        (
            "(;GM[bamogo]SZ[3]RE[?]LINE[RG];«B[Ra1,Ba2]»)",
            "bamogo::wrong-pair ply 1 a1",
        ),
        // Any setup at all takes the swap away.
        (
            "(;GM[margo]SZ[3]RE[?]PL[W];W[a1];«B[swap]»)",
            "margo::swap ply 2",
        ),
        ("(;GM[margo]SZ[3]RE[?];W[a1];B[swap])", ""),
    ]);
}

#[test]
fn where_a_setup_may_stand() {
    check(&[
        ("(;GM[ugo]SZ[3]RE[?];AB[a1];C[x];AW[b1];B[c1])", ""),
        (
            "(;GM[ugo]SZ[3]RE[?];«AB[a1]»AW[b1]B[c1];W[c1])",
            "record::setup",
        ),
        ("(;GM[ugo]SZ[3]RE[?]B[c1]«AB[a1]»;W[c1])", "record::setup"),
        (
            "(;GM[ugo]SZ[3]RE[?];B[c1];«AB[a1]»;W[c1])",
            "record::late-setup",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[c1];W[c1]«PL[B]»)",
            "record::late-setup",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[c1];«GROWN[x]»)",
            "record::late-setup",
        ),
        // A variation may begin from a position of its own.
        ("(;GM[ugo]SZ[3]RE[?](;B[c1])(;AB[a1];B[c1]))", ""),
    ]);
    check_with(
        &[
            (
                "(;GM[ugo]SZ[3]RE[?](;AB[a1];«B[a1]»)(;AW[a1];B[b1])(;AB«[z1]»;B[a1])(;B[a1];«AB[b1]»))",
                "ugo::occupied ply 1 a1, record::setup (3), record::late-setup (4)",
            ),
            // The same fault is told once, however many lines begin with it.
            (
                "(;GM[sygo]SZ[3]RE[?]AB«[a1]»AW[a2][b1](;W[c3])(;W[c2])(;C[x];W[c1]))",
                "record::setup",
            ),
            (
                "(;GM[ugo]SZ[3]RE[?]AB«[z1]»(;B[c3])(;B[c2]))",
                "record::setup",
            ),
        ],
        &all_lines(),
    );
}
