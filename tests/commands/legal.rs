//! `kifu legal`: what is no move is never legal.

use kifu::games::Game;
use serde_json::Value;

use crate::common::{folder, run};

#[test]
fn nonsense_is_not_a_legal_move() {
    let nonsense = [
        "(;",
        "a1(;",
        "Kzz(;1",
        "resign(;",
        "])(;GM[sygo]",
        "(\\;",
        "\\",
        "]",
        "a1]",
        "a1;",
        "(;(;",
    ];
    for game in Game::ALL {
        let record = format!("(;GM[{}]RE[?])", game.name());
        let folder = folder(&[("game.sgf", record.as_str())]);
        for mv in nonsense {
            let arguments = [
                "legal", "game.sgf", "--at", "0", "--format", "json", "--why", mv,
            ];
            let (code, out, err) = run(&folder, &arguments, "");
            assert_eq!((code, err.as_str()), (1, ""), "{game:?} {mv}");
            let answer: Value = serde_json::from_str(&out).expect("an object");
            let finding = &answer["why"]["findings"][0]["code"];
            assert_eq!(finding, "record::notation", "{game:?} {mv}: {out}");
        }
    }
}

#[test]
fn options_for_a_verdict_need_one() {
    let folder = folder(&[("game.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
    for option in ["--strict", "--exit-zero"] {
        let (code, _, err) = run(&folder, &["legal", "game.sgf", option], "");
        assert!(code == 2 && err.contains("--why"), "{option}: {err}");
        let checked = ["legal", "game.sgf", "--why", "d3", option];
        assert_eq!(run(&folder, &checked, "").0, 0, "{option}");
    }
}

#[test]
fn moves_of_grey_and_yellow_are_checked() {
    let game = "(;GM[margo]SZ[4]RU[margo-4];W[c3];B[a1];G[a3])";
    let folder = folder(&[("game.sgf", game)]);
    for (at, mover) in [("2", "Grey"), ("3", "Yellow")] {
        for (mv, expected) in [
            ("zz9", "margo::off-board"),
            ("c3", "margo::occupied"),
            ("swap", "margo::swap"),
            ("junk!", "record::notation"),
            ("(;", "record::notation"),
            ("])(;GM[margo];B[a1]", "record::notation"),
        ] {
            let arguments = [
                "legal", "game.sgf", "--at", at, "--format", "json", "--why", mv,
            ];
            let (code, out, err) = run(&folder, &arguments, "");
            assert_eq!((code, err.as_str()), (1, ""), "{mover} {mv}: {out}");
            let answer: Value = serde_json::from_str(&out).expect("an object");
            assert_eq!(
                answer["why"]["findings"][0]["code"], expected,
                "{mover} {mv}"
            );
            assert_eq!(answer["why"]["legal"], false, "{mover} {mv}");
        }
        let arguments = ["legal", "game.sgf", "--at", at, "--why", "e5"];
        let (code, out, _) = run(&folder, &arguments, "");
        assert_eq!(
            (code, out.contains("is legal")),
            (0, true),
            "{mover}: {out}"
        );
    }
}

/// Standard output of a run that ends with this status.
fn shown(status: i32, args: &[&str]) -> String {
    let (code, out, err) = run(&folder(&[]), &[&["legal"], args].concat(), "");
    assert_eq!((code, err.as_str()), (status, ""), "{args:?}: {out}");
    out
}

#[test]
fn the_legend_tells_what_the_signs_mean() {
    let king = shown(0, &["--game", "ugo", "--size", "3", "b1 a1", "--ascii"]);
    insta::assert_snapshot!(king, @r"
      a b c
    3 + + + 3
    2 k + + 2
    1 O X + 1
      a b c
    X Black to move, button: not taken
    +: a stone may be played, k: only a king
    8 legal moves:
      button  c1      Ka2     b2      c2      a3      b3      c3
    ");
    let margo = shown(0, &["--game", "margo", "--size", "2", "a1 a3 c1 c3"]);
    assert!(margo.contains("  * "), "{margo}");
    assert!(margo.contains("\n*: a marble may be played\n"), "{margo}");
    assert!(!margo.contains('+'), "{margo}");
    let sygo = shown(0, &["--game", "sygo", "--size", "2"]);
    assert!(sygo.contains("+: a stone may be played\n"), "{sygo}");
    let bamogo = shown(0, &["--game", "bamogo", "--size", "2"]);
    assert!(!bamogo.contains("may be played"), "{bamogo}");
}

#[test]
fn why_tells_what_a_move_captures_and_names_no_file() {
    let why = ["--game", "ugo", "--size", "3", "b1 a1", "--why"];
    let with = |more: &[&'static str]| [&why[..], more].concat();
    let legal = shown(0, &with(&["Ka2"]));
    assert_eq!(legal, "Ka2 is legal; it captures a1\n");
    let json = shown(0, &with(&["Ka2", "--format", "json"]));
    let answer: Value = serde_json::from_str(&json).expect("an object");
    assert_eq!(answer["why"]["captures"], serde_json::json!(["a1"]));
    assert_eq!(answer["why"]["recolors"], serde_json::json!([]));
    let sygo = folder(&[("game.sgf", "(;GM[sygo]SZ[3]RE[?]AW[a1]AB[b1]PL[B];B[a2])")]);
    let why = [
        "legal", "game.sgf", "--at", "0", "--why", "a2", "--format", "json",
    ];
    let answer: Value = serde_json::from_str(&run(&sygo, &why, "").1).expect("an object");
    assert_eq!(answer["why"]["captures"], serde_json::json!([]));
    assert_eq!(answer["why"]["recolors"], serde_json::json!(["a1"]));
    assert_eq!(
        shown(0, &with(&["c3"])),
        "c3 is legal; it captures nothing\n"
    );
    let illegal = shown(1, &with(&["a1"]));
    assert!(illegal.contains("a1 is not empty"), "{illegal}");
    assert!(!illegal.contains('['), "{illegal}");
    assert_eq!(shown(1, &with(&["a1", "--quiet"])), "");
    assert_eq!(shown(0, &with(&["a1", "--exit-zero"])), illegal);
    // A warning counts only if it is asked for.
    let switch = [
        "--game",
        "bamogo",
        "--size",
        "4",
        "Rb2,Gb3 Rc2,Gc3",
        "--why",
        "b2<>c2",
    ];
    assert!(shown(0, &switch).contains("record::idle-switch"));
    shown(1, &[&switch[..], &["--strict"]].concat());
}

#[test]
fn quiet_prints_one_move_per_line() {
    let out = shown(0, &["-q", "--game", "ugo", "--size", "2", "a1", "button"]);
    assert_eq!(out, "pass\nb1\na2\nb2\n");
}

#[test]
fn moves_must_be_legal_and_fit_the_ruleset() {
    for (args, expected) in [
        (
            &["--game", "ugo", "--size", "3", "a1 a1"][..],
            "the moves are not legal: error[ugo::occupied] ply 2 a1: a1 is not empty",
        ),
        (
            &["--game", "ugo", "--size", "99"],
            "there is no board of size 99",
        ),
        (
            &["--game", "ugo", "--ruleset", "bargo"],
            "is for bargo, not for ugo",
        ),
        (&["--size", "3", "a1"], "--game"),
        (&["a.sgf", "b.sgf"], "expected one file"),
    ] {
        let (code, _, err) = run(&folder(&[]), &[&["legal"], args].concat(), "");
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
}

/// What follows is not part of the position: that must not look like the end of the record.
#[test]
fn the_position_before_an_error_is_named() {
    for (rest, told) in [
        (
            ";B[c3];W[c3]",
            "before an illegal ply: error[ugo::occupied] ply 2 c3",
        ),
        (
            ";B[c3];AW[d3];W[d4]",
            "before an error: error[record::late-setup]",
        ),
        ("AB[a1]B[c3]", "before an error: error[record::setup]"),
    ] {
        let folder = folder(&[("game.sgf", &format!("(;GM[ugo]SZ[5]RE[?]{rest})"))]);
        for args in [
            &["legal", "--quiet", "game.sgf"][..],
            &["perft", "--start-file", "game.sgf", "--depth", "1"],
        ] {
            let (status, _, err) = run(&folder, args, "");
            assert!(status == 0 && err.contains(told), "{args:?} {rest}: {err}");
        }
    }
}
