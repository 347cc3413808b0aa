//! Play as the format page has it: two moves in a node, the result against `RE`, records
//! without an end, variations, the order of findings, and what stops what.

use crate::common::{all_lines, check, check_with, judge};
use kifu::verify::Options;

#[test]
fn two_moves_in_a_node() {
    check(&[
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1]«W[b1]»)",
            "record::two-moves ply 1",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1]«B[a1]»)",
            "record::two-moves ply 1",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1]«[b1]»)",
            "record::two-moves ply 1",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1];C[x]W[x]«[y]»[z]W[b1];B[c1])",
            "record::two-moves ply 2",
        ),
        // Before all other rules of the node, a setup in it included.
        (
            "(;GM[ugo]SZ[3]RE[?];B[button];W[pass];B[pass];W[a1]«[x]»)",
            "record::two-moves ply 4",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1];AB[b1]W[c1]«[x]»)",
            "record::two-moves ply 2",
        ),
        ("(;GM[ugo]SZ[3]RE[?];B[a1];W[b1])", ""),
    ]);
}

#[test]
fn the_rules_before_those_of_the_games() {
    check(&[
        (
            "(;GM[ugo]SZ[3]RE[?];«W[a1]»)",
            "record::turn-order ply 1 a1",
        ),
        ("(;GM[sygo]SZ[3]RE[?];«B[x!]»)", "record::turn-order ply 1"),
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1];«B[resign]»)",
            "record::turn-order ply 2",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[button];W[pass];B[pass];«B[x!]»;W[zz])",
            "record::after-end ply 4",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?];B[resign];«W[resign]»)",
            "record::after-end ply 2",
        ),
        ("(;GM[bargo]SZ[3]RE[?];«B[c3]»)", "record::notation ply 1"),
        ("(;GM[bargo]SZ[3]RE[?];«B[swap]»)", "record::notation ply 1"),
        ("(;GM[ugo]SZ[3]RE[?];«B[a01]»)", "record::notation ply 1"),
        ("(;GM[ugo]SZ[3]RE[?];«B[a1,b1]»)", "record::notation ply 1"),
        ("(;GM[sygo]SZ[3]RE[?];«W[a1/e]»)", "record::notation ply 1"),
        (
            "(;GM[sygo]SZ[3]RE[?];«W[button]»)",
            "record::notation ply 1",
        ),
        ("(;GM[bamogo]SZ[3]RE[?];«B[]»)", "record::notation ply 1"),
        (
            "(;GM[bamogo]SZ[3]RE[?];«B[Raa1,Gb1]»)",
            "record::notation ply 1",
        ),
        ("(;GM[bamogo]SZ[3]RE[?];«B[pass]»)", "bamogo::pass ply 1"),
        ("(;GM[margo]SZ[3]RE[?];«W[]»)", "record::notation ply 1"),
        ("(;GM[margo]SZ[3]RE[?];«W[01a1]»)", "record::notation ply 1"),
        ("(;GM[margo]SZ[3]RE[?];«W[pass]»)", "margo::pass ply 1"),
        // Empty values are passes where there are passes; points are points however large.
        ("(;GM[sygo]SZ[3]RE[0];W[];B[ \n])", ""),
        ("(;GM[ugo]SZ[3]RE[?];B[Button];W[];B[])", ""),
        ("(;GM[bargo]SZ[3]RE[?];B[BUTTON];W[];B[])", ""),
        ("(;GM[ugo]SZ[3]RE[?];«B[a0]»)", "ugo::off-board ply 1 a0"),
        ("(;GM[ugo]SZ[3]RE[?];«B[Kaa1]»)", "ugo::off-board ply 1 aa1"),
        (
            "(;GM[sygo]SZ[3]RE[?];«W[ZZ99999999999]»)",
            "sygo::off-board ply 1 zz99999999999",
        ),
        (
            "(;GM[margo]SZ[3]RE[?];«W[1000000000a1]»)",
            "margo::off-board ply 1 a1",
        ),
        (
            "(;GM[margo]SZ[3]RE[?];«W[0a1]»)",
            "margo::off-board ply 1 a1",
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?];«B[Ra1,Ga0]»)",
            "bamogo::off-board ply 1 a0",
        ),
        (
            "(;GM[bargo]SZ[3]RE[?];«B[a0/e]»)",
            "bargo::off-board ply 1 a0",
        ),
    ]);
}

/// What `RE` may say: its forms, and beside each what is found in a record that ends so:
/// `r` for `record::result`, `u` for `record::unfinished`, `s` for `record::result-syntax`.
const RESULTS: &str = "
    RE          score   resign  open    connected  b-open  b-draw  capture  illegal  after
    none        -       -       u       -          u       -       -        -        -
    B+0.5       -       -       u       r          r       r       r        -        -
    B+0.50      -       -       u       r          r       r       r        -        -
    B+1         r       -       u       r          r       r       r        -        r
    B+          -       -       u       r          u       r       r        -        -
    W+0.5       r       r       u       r          r       r       -        -        r
    W+          r       r       u       -          u       r       -        -        r
    B+R         -       -       -       -          -       -       -        -        -
    W+Resign    -       r       -       -          -       -       -        -        -
    B+T         -       -       -       -          -       -       -        -        -
    W+Time      -       -       -       -          -       -       -        -        -
    B+F         -       -       -       -          -       -       -        -        -
    W+Forfeit   -       -       -       -          -       -       -        -        -
    0           r       r       u       r          -       -       r        -        r
    draw        r       r       u       r          -       -       r        -        r
    Void        -       -       -       -          -       -       -        -        -
    ?           -       -       -       -          -       -       -        -        -
    junk        s       s       su      s          su      s       s        s        s
";

/// Records that end in all ways; `@` stands for the `RE`.
const ENDS: [(&str, &str); 9] = [
    ("score", "(;GM[ugo]SZ[3]@;B[button];W[pass];B[pass])"),
    ("resign", "(;GM[ugo]SZ[3]@;B[button];W[resign])"),
    ("open", "(;GM[ugo]SZ[3]@;B[button];W[a1])"),
    ("connected", "(;GM[bamogo]SZ[2]@;B[Ra1,Ga2];W[Rb1,Gb2])"),
    ("b-open", "(;GM[bamogo]SZ[3]@;B[Ra1,Gb1])"),
    ("b-draw", "(;GM[bamogo]SZ[2]@LINE[])"),
    (
        "capture",
        "(;GM[margo]RU[margo-single-capture]SZ[3]@;W[c1];B[a1];W[a3])",
    ),
    ("illegal", "(;GM[ugo]SZ[3]@;B[a1];W[a1])"),
    ("after", "(;GM[ugo]SZ[3]@;B[button];W[pass];B[pass];W[a1])"),
];

#[test]
fn the_result_against_the_play() {
    let mut rows = RESULTS.lines().map(str::split_whitespace).skip(1);
    let heads: Vec<&str> = rows.next().unwrap().skip(1).collect();
    assert_eq!(heads, ENDS.map(|(name, _)| name));
    for mut row in rows {
        let Some(written) = row.next() else { continue };
        for ((name, record), expected) in ENDS.iter().zip(row) {
            let property = match written {
                "none" => String::new(),
                _ => format!("RE[{written}]"),
            };
            let text = record.replace('@', &property);
            let (_, verdicts) = judge(text.as_bytes(), &Options::default());
            let letters = verdicts[0]
                .findings
                .iter()
                .map(|finding| match finding.code().id() {
                    "record::result" => "r",
                    "record::unfinished" => "u",
                    "record::result-syntax" => "s",
                    "ugo::occupied" | "record::after-end" => "",
                    other => panic!("{text}: {other}"),
                });
            let found: String = letters.collect();
            assert_eq!(found, expected.replace('-', ""), "{name}: {text}");
        }
    }
}

#[test]
fn places_of_findings_about_the_result() {
    check(&[
        ("«(;»GM[ugo]SZ[3])", "record::unfinished"),
        (" \n«(;»GM[ugo]SZ[3])", "record::unfinished"),
        ("(;GM[ugo]SZ[3]«RE[B+]»;B[a1])", "record::unfinished"),
        (
            "(;GM[ugo]SZ[3]«RE[W+]»;B[button];W[pass];B[pass])",
            "record::result",
        ),
        ("(;GM[bamogo]SZ[3]«RE[B+1]»;B[Ra1,Gb1])", "record::result"),
        // A margin in Bamogo is wrong in any case.
        (
            "«(»;GM[bamogo]SZ[3]«RE[B+1]»;B[Ra1,Gb1]",
            "syntax::unclosed, record::result",
        ),
        (
            "(;GM[bamogo]«SZ[x]»«RE[B+1]»;B[Ra1,Gb1])",
            "record::size, record::result",
        ),
    ]);
}

#[test]
fn a_record_without_an_end() {
    check(&[
        // Not if the main line was not played to its last node without error.
        ("(;GM[ugo]SZ[3];B[a1];«W[a1]»)", "ugo::occupied ply 2 a1"),
        ("(;GM[ugo]SZ[3];B[a1];«AB[b1]»)", "record::late-setup"),
        ("(;GM[ugo]SZ[3]AB«[z1]»)", "record::setup"),
        ("(;GM[ugo]«SZ[x]»)", "record::size"),
        ("«(»;GM[ugo]SZ[3];B[a1]", "syntax::unclosed"),
        // But an error that stops no play does not matter, nor one in a variation.
        (
            "«(;»GM[ugo]SZ[3]«KM[x]»;B[a1])",
            "record::komi #2, record::unfinished #1",
        ),
        (
            "«(;»GM[ugo]SZ[3];B[a1](;W[b1])(;W[a1]))",
            "record::unfinished",
        ),
        ("(;GM[bamogo]SZ[3]RE[0];B[Ra1,Gb1])", ""),
    ]);
    check_with(
        &[(
            "«(;»GM[ugo]SZ[3];B[a1](;W[b1])(;«W[a1]»))",
            "ugo::occupied ply 2 a1 (2) #2, record::unfinished #1",
        )],
        &all_lines(),
    );
}

#[test]
fn variations_are_judged_once_and_named_by_their_branches() {
    let rows = [
        // Siblings of an illegal node are judged, what is below it is not.
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1](;«W[a1]»;B[a1](;W[x])(;W[y]))(;W[b1];«B[b1]»)(;W[b2](;B[c1])(;«B[a1]»)(;B[c2];«W[c2]»)))",
            "ugo::occupied ply 2 a1, ugo::occupied ply 3 b1 (2), ugo::occupied ply 3 a1 (3.2), \
             ugo::occupied ply 4 c2 (3.3)",
        ),
        // A branch with one child is none.
        (
            "(;GM[ugo]SZ[5]RE[?];B[a1](;W[b1](;B[c1](;W[c2])(;W[c3];«B[c3]»))))",
            "ugo::occupied ply 5 c3 (2)",
        ),
        (
            "(;GM[ugo]SZ[3]RE[?](;B[a1](;W[b1])(;«W[a1]»))(;B[b1](;«W[b1]»)(;«W[b1]»)))",
            "ugo::occupied ply 2 a1 (1.2), ugo::occupied ply 2 b1 (2.1), ugo::occupied ply 2 b1 (2.2)",
        ),
        // Warnings carry the name too, and a node before a branch is judged once.
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1]«MN[7]»(;W[b1])(;W[b2]«MN[7]»TR«[z1]»;«PB[x]»)(;W[b3]«XX[x]»;XX[y]))",
            "record::move-number ply 1, record::move-number ply 2 (2), record::markup (2), \
             record::misplaced (2), record::unknown-property (3)",
        ),
        // In file order, whichever line is longer.
        (
            "(;GM[ugo]SZ[5]RE[?](;B[a1];W[b1];B[c1];«W[c1]»)(;B[a2];«W[a2]»)(;B[a3];W[b3];B[c3];W[c2];«B[c2]»))",
            "ugo::occupied ply 4 c1, ugo::occupied ply 2 a2 (2), ugo::occupied ply 5 c2 (3)",
        ),
        // Passes and ends belong to their line.
        (
            "(;GM[ugo]SZ[3]RE[B+0.5];B[button];W[pass](;B[pass])(;B[a1];W[pass];B[pass];«W[a2]»)(;B[pass];«W[a1]»))",
            "record::after-end ply 6 a2 (2), record::after-end ply 4 a1 (3)",
        ),
    ];
    check_with(&rows, &all_lines());
    // The main line alone is judged if nothing else is said.
    check(&[
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1](;«W[a1]»)(;W[a1]MN[9]))",
            "ugo::occupied ply 2 a1",
        ),
        ("(;GM[ugo]SZ[3]RE[?];B[a1](;W[b1])(;W[a1]XX[x];PB[y]))", ""),
    ]);
}

#[test]
fn what_a_variation_counts_for() {
    let text = b"(;GM[ugo]SZ[3]RE[B+0.5];B[button];W[pass](;B[pass])(;B[a1];W[a1]))";
    let (_, main) = judge(text, &Options::default());
    let (_, all) = judge(text, &all_lines());
    let facts = |verdict: &kifu::verify::Verdict| {
        let result = verdict.computed.map(|outcome| outcome.to_string());
        (verdict.plies, verdict.finished, result, verdict.score)
    };
    assert_eq!(facts(&main[0]), facts(&all[0]));
    assert_eq!(main[0].status, kifu::verify::Status::Valid);
    assert_eq!(all[0].status, kifu::verify::Status::Invalid);
}

#[test]
fn the_order_of_findings() {
    check(&[
        // Text and encoding first, then root and setup, then plies, then the result.
        (
            "«x» (;GM[ugo]«KM[x]»SZ[3]«XX[1]»«FF[3]»«RE[W+]»«CA[klingon]»;«PB[x]»;B[button]«MN[2]»;\
             W[pass]TR«[z1]»;B[pass];«W[a1]») «y»",
            "record::text-outside, record::encoding #6, record::text-outside #11, record::komi #2, \
             record::unknown-property #3, record::format #4, record::misplaced #7, \
             record::move-number ply 1 #8, record::markup #9, record::after-end ply 4 a1 #10, \
             record::result #5",
        ),
        (
            "(;GM[ugo]«SiZe»[3]AB«[z1]»RE[?]«RU[x]»;AW«[z2]»«YY[1]»;B[a1])",
            "record::format, record::setup, record::ruleset, record::setup, record::unknown-property",
        ),
    ]);
}

#[test]
fn what_stops_what() {
    // All errors that keep a record from being played are told, and nothing is played.
    let rows = [
        (
            "«(»;«GM[chess]»«SZ[]»«RU[x]»«KM[]»«RE[x]»;B[a1]«]»",
            "syntax::unclosed, syntax::unexpected #7, record::game #2, record::size #3, \
             record::ruleset #4, record::komi #5, record::result-syntax #6",
        ),
        (
            "(;GM[sygo]SZ[3]RE[?]AB«[a1]»AW[a2][b1]«]»;W[a1];W[a1])",
            "syntax::unexpected #2, record::setup #1",
        ),
        (
            "(;GM[ugo]«SZ[x]»RE[?]AB«[x]»[z9];B[a1]«XX[1]»;B[a1])",
            "record::size, record::setup, record::unknown-property",
        ),
        (
            "(;GM[ugo]SZ[3]AB«[z1]»RE[?];B[a1]W[b1];B[a1])",
            "record::setup",
        ),
        (
            "(;GM[ugo]SZ[3]«RU[x]»RE[W+5];B[a1]W[b1])",
            "record::ruleset",
        ),
        (
            "(;GM[ugo]SZ[3]«GM[sygo]»RE[?];B[a1];B[b1];AB[c1])",
            "record::game",
        ),
    ];
    check(&rows);
    for (text, _) in rows {
        let text = text.replace(['«', '»'], "");
        let (_, verdicts) = judge(text.as_bytes(), &all_lines());
        let verdict = &verdicts[0];
        assert_eq!(
            (verdict.plies, verdict.finished, verdict.score),
            (0, false, None),
            "{text}"
        );
    }
    check(&[
        // The first error of a line stops it; what warns stops nothing.
        (
            "(;GM[ugo]SZ[3]RE[?];B[a1];«W[a1]»«MN[9]»;PB[x]B[a1])",
            "ugo::occupied ply 2 a1, record::move-number ply 2",
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?];B[Ra1,Gb1];W[Ra2,Gb2];«B[a1<>a2]»;«W[a1<>a2]»)",
            "record::idle-switch ply 3 a1, bamogo::switch-undo ply 4 a1",
        ),
        (
            "(;GM[bamogo]SZ[3]RE[?];B[Ra1,Gb1];W[Ra2,Gb2];B[a1<>b1])",
            "",
        ),
    ]);
}
