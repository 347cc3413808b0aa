//! The properties of a record: the facts in the root, the given position, marks and the rest.

use crate::common::{check, judge};
use kifu::verify::Options;

#[test]
fn the_game() {
    check(&[
        ("«(;»SZ[5]RE[?])", "record::game"),
        ("(;«GM[]»SZ[5]RE[?])", "record::game"),
        ("(;«GM[1]»SZ[5]RE[?])", "record::game"),
        ("(;«GM[go]»SZ[5]RE[?];B[zz];W[pass])", "record::game"),
        ("(;GM[BarGo]SZ[5]RE[?])", ""),
        ("(;GM[SYGO]SZ[5]RE[?])", ""),
        ("(;GM[ Ugo ]SZ[5]RE[?])", ""),
        ("(;GM[Bamogo]SZ[5]RE[?])", ""),
        ("(;GM[margo]SZ[5]RE[?])", ""),
    ]);
}

#[test]
fn the_size() {
    check(&[
        ("«(;»GM[bargo]RE[?])", "record::size-assumed"),
        ("«(;»GM[bamogo]RE[?])", "record::size-assumed"),
        ("(;GM[ugo]«SZ[]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[x]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[-5]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[5.0]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[5:]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[5:5:5]»RE[?])", "record::size"),
        ("(;GM[ugo]«SZ[1000000000]»RE[?])", "record::size"),
        (
            "(;GM[margo]«SZ[99999999999999999999999]»RE[?])",
            "record::size",
        ),
        ("(;GM[bargo]«SZ[5:6]»RE[?])", "record::size"),
        ("(;GM[margo]«SZ[5:6]»RE[?])", "record::size"),
        ("(;GM[ugo]SZ[5:6]RE[?])", ""),
        ("(;GM[sygo]SZ[2:52]RE[?])", ""),
        ("(;GM[bamogo]SZ[26:2]RE[?])", ""),
        ("(;GM[sygo]«SZ[2:53]»RE[?])", "record::size"),
        ("(;GM[bamogo]«SZ[27:2]»RE[?])", "record::size"),
        ("(;GM[bamogo]«SZ[2:1]»RE[?])", "record::size"),
    ]);
    for (game, least, most) in [
        ("bargo", 2, 30),
        ("ugo", 2, 26),
        ("bamogo", 2, 26),
        ("sygo", 2, 52),
        ("margo", 2, 19),
    ] {
        for (size, good) in [
            (least - 1, false),
            (least, true),
            (most, true),
            (most + 1, false),
        ] {
            let (open, close) = if good { ("", "") } else { ("«", "»") };
            let text = format!("(;GM[{game}]{open}SZ[{size}]{close}RE[?])");
            check(&[(&text, if good { "" } else { "record::size" })]);
        }
    }
}

#[test]
fn the_ruleset() {
    check(&[
        ("(;GM[ugo]«RU[]»SZ[5]RE[?])", "record::ruleset"),
        ("(;GM[ugo]«RU[japanese]»SZ[5]RE[?])", "record::ruleset"),
        ("(;GM[ugo]«RU[bargo]»SZ[5]RE[?])", "record::ruleset"),
        ("(;GM[margo]«RU[ugo]»SZ[5]RE[?])", "record::ruleset"),
        ("(;GM[ugo]RU[UGO-no-Button]SZ[5]RE[?])", ""),
        ("(;GM[margo]RU[margo-2012]SZ[5]RE[?])", ""),
    ]);
}

#[test]
fn the_komi() {
    let with = |game: &str, komi: &str, good: bool| {
        let (open, close) = if good { ("", "") } else { ("«", "»") };
        let text = format!("(;GM[{game}]SZ[5]{open}KM[{komi}]{close}RE[?])");
        check(&[(&text, if good { "" } else { "record::komi" })]);
    };
    for game in ["ugo", "bargo"] {
        for komi in ["7", "-3", "7.0", "0", "10000", "-10000", "-10000.00", "+2"] {
            with(game, komi, true);
        }
        for komi in [
            "",
            "x",
            "7.5",
            "0.5",
            "10001",
            "-10001",
            "7.",
            "1e3",
            "99999999999999999999",
        ] {
            with(game, komi, false);
        }
    }
    for game in ["sygo", "bamogo", "margo"] {
        for (komi, good) in [
            ("0", true),
            ("0.0", true),
            ("-0", true),
            ("1", false),
            ("", false),
        ] {
            with(game, komi, good);
        }
    }
    // Play goes on, with the ruleset's komi.
    check(&[
        (
            "(;GM[ugo]SZ[2]«KM[x]»RE[W+3.5];B[button];W[a1];B[pass];W[pass])",
            "record::komi",
        ),
        (
            "(;GM[ugo]SZ[2]KM[7]RE[W+10.5];B[button];W[a1];B[pass];W[pass])",
            "",
        ),
    ]);
}

#[test]
fn the_writing_of_the_result() {
    for good in [
        "B+3.5",
        "W+17",
        "w+017.0",
        "B+0",
        "B+",
        "W+",
        "B+R",
        "b+resign",
        "W+T",
        "W+TIME",
        "B+F",
        "B+forfeit",
        "0",
        "Draw",
        "DRAW",
        "Void",
        "?",
        " B+R ",
    ] {
        let text = format!("(;GM[ugo]SZ[5]RE[{good}];B[a1];W[resign])");
        let (_, verdicts) = judge(text.as_bytes(), &Options::default());
        let codes = verdicts[0]
            .findings
            .iter()
            .map(|finding| finding.code().id());
        assert!(codes.clone().all(|code| code == "record::result"), "{good}");
        assert_eq!(verdicts[0].recorded.as_deref(), Some(good));
    }
    for bad in [
        "", "B", "+3", "B+.5", "B+3.", "B+3,5", "B+-3", "B+x", "B+Rx", "Black+3", "B +3", "B+ 3",
        "00", "0.0", "Jigo", "1-0", "B+3.5?", "Void.", "??",
    ] {
        let text = format!("(;GM[ugo]SZ[5]«RE[{bad}]»;B[a1];W[resign])");
        check(&[(&text, "record::result-syntax")]);
    }
}

/// The properties of the root beside those that decide the game.
const FACTS: [&str; 22] = [
    "PB", "PW", "BR", "WR", "BT", "WT", "EV", "RO", "PC", "DT", "TM", "OT", "GN", "SO", "US", "AN",
    "CP", "ON", "GC", "AP", "ST", "CA",
];

#[test]
fn a_root_property_stands_in_the_root_once() {
    for name in FACTS {
        let value = if name == "CA" { "UTF-8" } else { "x" };
        check(&[
            (&format!("(;GM[ugo]{name}[{value}]SZ[5]RE[?])"), ""),
            (
                &format!("(;GM[ugo]{name}[{value}]«{name}[{value}]»SZ[5]RE[?])"),
                "record::duplicate-property",
            ),
            (
                &format!("(;GM[ugo]SZ[5]RE[?];«{name}[{value}][{value}]»;B[a1]«{name}[{value}]»)"),
                "record::misplaced, record::misplaced",
            ),
        ]);
    }
    check(&[
        (
            "(;GM[ugo]SZ[5]RE[?];«SZ[9]»;«RU[x]»;«KM[x]»B[a1];«RE[x]»)",
            "record::misplaced, record::misplaced, record::misplaced, record::misplaced",
        ),
        (
            "(;GM[ugo]SZ[5]RE[?]PB[a]«[b]»«[a]»«PB[c]»)",
            "record::duplicate-property, record::duplicate-property, record::duplicate-property",
        ),
    ]);
}

#[test]
fn two_values_that_contradict_each_other() {
    check(&[
        (
            "(;GM[ugo]«GM[UGO]»SZ[5]RE[?])",
            "record::duplicate-property",
        ),
        ("(;GM[ugo]«[sygo]»SZ[5]RE[?])", "record::game"),
        ("(;GM[ugo]«GM[sygo]»SZ[5]RE[?];B[a1];B[a1])", "record::game"),
        (
            "(;GM[ugo]SZ[5]«SZ[5:5]»RE[?])",
            "record::duplicate-property",
        ),
        ("(;GM[ugo]SZ[5]«SZ[5:6]»RE[?])", "record::size"),
        ("(;GM[ugo]SZ[5]«[x]»RE[?])", "record::size"),
        (
            "(;GM[ugo]RU[ugo]«RU[Ugo]»SZ[5]RE[?])",
            "record::duplicate-property",
        ),
        (
            "(;GM[ugo]RU[ugo]«RU[ugo-no-button]»SZ[5]RE[?])",
            "record::ruleset",
        ),
        (
            "(;GM[ugo]KM[1]«KM[1.0]»SZ[5]RE[?])",
            "record::duplicate-property",
        ),
        ("(;GM[ugo]KM[1]«KM[-1]»SZ[5]RE[?])", "record::komi"),
        (
            "(;GM[ugo]SZ[5]RE[b+r]«RE[B+Resign]»)",
            "record::duplicate-property",
        ),
        // … of `RE`: the record is judged as if it had none.
        (
            "«(;»GM[ugo]SZ[5]RE[?]«RE[?]»«RE[B+R]»)",
            "record::duplicate-property #2, record::result-syntax, record::unfinished #1",
        ),
    ]);
}

#[test]
fn properties_that_are_kept() {
    for name in [
        "C", "N", "V", "TE", "BM", "DO", "IT", "GB", "GW", "DM", "UC", "HO", "KO", "BL", "WL",
        "OB", "OW", "PM", "FG", "HA", "MN",
    ] {
        check(&[(
            &format!("(;GM[ugo]SZ[5]RE[?]{name}[x]{name}[];{name}[1][2];B[a1])"),
            "",
        )]);
    }
    check(&[
        // Unknown ones, too: one warning a record and identifier.
        (
            "(;GM[ugo]SZ[5]RE[?]«XX[1]»XX[2]«Y[]»;XX[3];B[a1];«ZQ[x][y]»XX[4])(;GM[ugo]SZ[5]RE[?]«XX[1]»)",
            "record::unknown-property, record::unknown-property, record::unknown-property / \
             record::unknown-property",
        ),
        (
            "(;GM[ugo]SZ[5]RE[?]««XaX»[1]»XX[2])",
            "record::format #2, record::unknown-property #1",
        ),
        (
            "(;GM[ugo]SZ[5]RE[?];B[a1];«W[a1]»KO[])",
            "ugo::occupied ply 2 a1",
        ),
    ]);
}

#[test]
fn marks_stand_on_points_of_the_game() {
    for name in ["TR", "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW"] {
        let with = |game: &str, good: &str, bad: &str| {
            let codes = vec!["record::markup"; bad.matches('«').count()].join(", ");
            check(&[(&format!("(;GM[{game}]SZ[3]RE[?]{name}{good}{bad})"), &codes)]);
        };
        with(
            "ugo",
            "[a1][c\\3][ B2 ][a1:c3]",
            "«[d1]»«[a4]»«[a0]»«[a01]»«[Ka1]»«[a1:d1]»«[x]»",
        );
        with("sygo", "[a1][c3][a1:c3]", "«[d1]»«[a1,b1]»");
        with("bargo", "[a1][e5]", "«[a4]»«[f5]»«[a1/e]»«[a1:b1]»");
        with("bamogo", "[a1][c3]", "«[aa1]»«[Ra1]»«[a1:b1]»");
        with(
            "margo",
            "[a1][e5][b2][2b2][3c3]",
            "«[a2]»«[2a1]»«[0a1]»«[1000000000a1]»«[f1]»«[a1:c3]»",
        );
        let none = if ["DD", "VW", "TB", "TW"].contains(&name) {
            "[]"
        } else {
            "«[]»"
        };
        with("ugo", "[a1]", none);
    }
    check(&[
        (
            "(;GM[ugo]SZ[3]RE[?]LB[a1:x][b1:][c1:a:b]«[a1]»«[d4:x]»«[:x]»«[]»)",
            "record::markup, record::markup, record::markup, record::markup",
        ),
        (
            "(;GM[bargo]SZ[3]RE[?]AR[a1:b1]LN[c5:e5]«[a1:a4]»«[a4:a1]»«[a1]»)",
            "record::markup, record::markup, record::markup",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1]TR«[d1]»;«W[a1]»)",
            "record::markup, ugo::occupied ply 2 a1",
        ),
        // Without a board nothing can be off it.
        (
            "(;GM[ugo]«SZ[x]»RE[?]TR[z9]«[zz]»)",
            "record::size, record::markup",
        ),
    ]);
}

#[test]
fn move_numbers() {
    check(&[
        (
            "(;GM[ugo]SZ[3]RE[?]MN[7];B[a1]MN[1];C[x]MN[9];MN[ 2 ]W[b1];B[c1]MN[3.0])",
            "",
        ),
        (
            "(;GM[ugo]SZ[5]RE[?];B[a1]«MN[2]»;«MN[1]»W[b1];B[c1]«MN[]»;W[c5]«MN[x]»;B[c4]«MN[-5]»)",
            "record::move-number ply 1, record::move-number ply 2, record::move-number ply 3, \
             record::move-number ply 4, record::move-number ply 5",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?]AB[a1];PL[W];W[b1]MN[1];B[c1]«MN[1]»)",
            "record::move-number ply 2",
        ),
    ]);
}
