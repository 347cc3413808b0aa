//! The output for people, as a whole. What is here is not a contract, but it is meant to be
//! read with pleasure: a change is to be looked at.

use crate::common::{folder, run};
use unicode_width::UnicodeWidthStr;

/// The output for a record, which keeps to 80 columns and harms no terminal.
fn shown(record: &str) -> String {
    let args = [
        "validate",
        "-",
        "--stdin-name",
        "game.sgf",
        "--variations",
        "all",
    ];
    let (_, text, errors) = run(&folder(&[]), &args, record);
    assert_eq!(errors, "");
    for line in text.lines() {
        assert!(line.width() <= 80 && line.chars().count() <= 160, "{line}");
        assert!(
            !line.contains(|c: char| c.is_control() || c == '\u{202e}'),
            "{line:?}"
        );
    }
    text
}

#[test]
fn an_illegal_ply_of_bargo() {
    let record = "(;FF[4]GM[bargo]SZ[3]PB[Ann]PW[Ben]RE[?]\n;B[c3/e];W[button];B[b2/ne];W[d3/w])\n";
    insta::assert_snapshot!(shown(record), @r"
    bargo::double-wall

      × the west edge of d3 already carries the wall of the piece on c3
       ╭─[game.sgf:2:29]
     2 │ ;B[c3/e];W[button];B[b2/ne];W[d3/w])
       ·  ───┬───                    ───┬───
       ·     │                          ╰── ply 4
       ·     ╰── the piece on c3 was placed here, in ply 1
       ╰────
      help: turn the wall to an edge that carries none; a neighbor captured by
            this very ply still counts
      before ply 4:
             c   d   e
            5 ·   ·   · 5
           b
          4 ·   ·   ·   · 4
         a
        3 ·   ·   ●│ [·]  · 3
                 ╲         e
          2 ·   ●   ·   · 2
                         d
            1 ·   ·   · 1
               a   b   c
        ○ White to move · button: White

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 3 plies
    ");
}

#[test]
fn an_illegal_ply_of_sygo() {
    let record = "(;FF[4]GM[sygo]SZ[5]RE[?]\n;W[b2];B[d4];W[b3];B[d5,d3,a5])\n";
    insta::assert_snapshot!(shown(record), @r"
    sygo::group-grew-twice

      × d3 touches d4: a group there has already grown this turn
       ╭─[game.sgf:2:20]
     2 │ ;W[b2];B[d4];W[b3];B[d5,d3,a5])
       ·                    ─────┬─────
       ·                         ╰── ply 4
       ╰────
      help: each group there was before the turn may get one stone; new stones of
            different groups may touch
      before ply 4:
          a b c d e
        5[·]· ·[·]· 5
        4 · · · ● · 4
        3 · ○ ·[·]· 3
        2 · ○ · · · 2
        1 · · · · · 1
          a b c d e
        ● Black to move

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 3 plies
    ");
}

#[test]
fn an_illegal_ply_of_ugo() {
    let record = "(;FF[4]GM[ugo]SZ[5]RE[?]\n;B[a1];W[b1];B[c3]\n;W[a2];B[Kd3])\n";
    insta::assert_snapshot!(shown(record), @r"
    ugo::stone-takes-last-liberty

      × the stone on a2 would leave a1 without a liberty
       ╭─[game.sgf:3:2]
     3 │ ;W[a2];B[Kd3])
       ·  ──┬──
       ·    ╰── ply 4
       ╰────
      help: only a king may take a last liberty, and only an enemy group's
      before ply 4:
          a b c d e
        5 · · · · · 5
        4 · · · · · 4
        3 · · ● · · 3
        2[·]· · · · 2
        1 ● ○ · · · 1
          a b c d e
        ○ White to move · button: not taken

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 3 plies
    ");
}

#[test]
fn an_illegal_ply_of_bamogo() {
    let record = "(;FF[4]GM[bamogo]SZ[4]LINE[RG GB RB]RE[?]\n;B[Ra1,Ga2];W[Gb1,Rb2])\n";
    insta::assert_snapshot!(shown(record), @r"
    bamogo::wrong-pair

      × G and R cannot be placed now: the front pair is GB
       ╭─[game.sgf:2:13]
     2 │ ;B[Ra1,Ga2];W[Gb1,Rb2])
       ·             ─────┬────
       ·                  ╰── ply 2
       ╰────
      help: place two stones of the colors that are next
      before ply 2:
                  Black N
                  a b c d
                4 · · · · 4
                3 · · · · 3
        White W 2 G[·]· · 2 E White
                1 R[·]· · 1
                  a b c d
                  Black S
        White to move
        line: GB RB

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 1 ply
    ");
}

#[test]
fn an_illegal_ply_of_margo() {
    let record = "(;FF[4]GM[margo]SZ[3]RE[?]\n;W[a1];B[c1];W[c3];B[b2])\n";
    insta::assert_snapshot!(shown(record), @r"
    margo::unsupported

      × b2 is unsupported: a3 is empty
       ╭─[game.sgf:2:20]
     2 │ ;W[a1];B[c1];W[c3];B[b2])
       ·                    ──┬──
       ·                      ╰── ply 4
       ╰────
      help: fill a3 first
      before ply 4:
          a b c d e
        5 ·   ·   · 5
        4           4
        3 ·   ○   · 3
        2  [ ]      2
        1 ○   ●   · 1
          a b c d e
        ● Black to move

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 3 plies
    ");
}

#[test]
fn a_fault_of_the_text() {
    let record = "(;FF[4]GM[ugo]SZ[5]RE[?]PB[Ann [1d]]\n;B[a1])";
    insta::assert_snapshot!(shown(record), @r"
    syntax::unexpected

      × found `]`, expected `;`, `(`, `)` or a property
       ╭─[game.sgf:1:36]
     1 │ (;FF[4]GM[ugo]SZ[5]RE[?]PB[Ann [1d]]
       ·                                    ┬
       ·                                    ╰── here
       ╰────
      help: a `]` inside a value is written `\]`; otherwise remove it

    1 record: 0 valid, 1 malformed; 1 error, 0 warnings; 0 plies
    ");
}

#[test]
fn a_warning_and_a_wrong_result() {
    let record = "(;FF[4]GM[ugo]SZ[3]RE[W+]XX[1]\n;B[button];W[pass]\n;B[pass])";
    insta::assert_snapshot!(shown(record), @r"
    record::unknown-property

      ⚠ `XX` is not a property of this format; it is kept as it is
       ╭─[game.sgf:1:26]
     1 │ (;FF[4]GM[ugo]SZ[3]RE[W+]XX[1]
       ·                          ──┬──
       ·                            ╰── here
       ╰────
      help: put remarks into `C[…]`

    record::result

      × `RE` says `W+`, but the final position of this game of Ugo counts 0.5 for
      │ Black and 0 for White
       ╭─[game.sgf:1:20]
     1 │ (;FF[4]GM[ugo]SZ[3]RE[W+]XX[1]
       ·                    ───┬──
       ·                       ╰── here
       ╰────
      help: write `RE[B+0.5]`

    1 record: 0 valid, 1 invalid; 1 error, 1 warning; 3 plies
    ");
}

#[test]
fn hostile_text() {
    let record = "(;FF[4]GM[ugo]SZ[3]RE[?]PB[\u{1b}[31mred\u{1b}[0m\u{202e}gnp.sgf\\]];B[\u{1b}[2Ja1\u{202e}]C[x])";
    insta::assert_snapshot!(shown(record), @r"
    record::notation

      × `\u{1b}[2Ja1\u{202e}` is not a move of Ugo
       ╭─[game.sgf:1:52]
     1 │ …[0m\u{202e}gnp.sgf\]];B[\u{1b}[2Ja1\u{202e}]C[x])
       ·                        ───────────┬──────────
       ·                                   ╰── ply 1
       ╰────
      help: a move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign`
      before ply 1:
          a b c
        3 · · · 3
        2 · · · 2
        1 · · · 1
          a b c
        ● Black to move · button: not taken

    1 record: 0 valid, 1 invalid; 1 error, 0 warnings; 0 plies
    ");
}

#[test]
fn a_long_line_is_cut_around_the_places() {
    let moves: String = (0..50)
        .map(|n| {
            format!(
                ";{}[{}{}]",
                ["W", "B"][n % 2],
                ["a", "c", "e", "g", "i"][n % 5],
                1 + 2 * (n / 5)
            )
        })
        .collect();
    let record = format!(
        "(;FF[4]GM[sygo]SZ[19]RE[?]C[{}]{moves};W[a1]{moves})",
        "x".repeat(300)
    );
    let text = shown(&record);
    let excerpt: Vec<&str> = text.lines().take(8).collect();
    insta::assert_snapshot!(excerpt.join("\n"), @r"
    sygo::occupied

      × a1 is not empty: White's stone is there
       ╭─[game.sgf:1:656]
     1 │ …xxxxxxxxxxxx];W[a1];B[c1];W[e1];B…W[g19];B[i19];W[a1];W[a1];B[c1];W…
       ·                ──┬──                             ──┬──
       ·                  │                                 ╰── ply 51
       ·                  ╰── a1 was taken here, in ply 1
    ");
}

/// Nothing that a record says makes a line too long.
#[test]
fn no_line_is_too_long() {
    let long = "a".repeat(100);
    for record in [
        format!("(;GM[{long}]SZ[5])"),
        format!("(;GM[ugo]SZ[{}])", "1".repeat(100)),
        format!("(;GM[ugo]RU[{long}]SZ[5]CA[{long}]RE[{long}])"),
        format!("(;GM[ugo]SZ[5]{}[x];B[{long}])", "X".repeat(100)),
        format!("(;GM[ugo]SZ[5];B[zz{}])", "9".repeat(100)),
        format!("(;GM[sygo]SZ[5];W[{}])", ["a1"; 100].join(",")),
        format!("(;GM[ugo]SZ[5]{})", "]".repeat(100)),
        format!("{long} (;GM[ugo]SZ[5]) {long}"),
        format!("(;GM[ugo]SZ[5]C[{}];B[a1];W[a1])", "\u{1b}".repeat(100)),
        format!("(;GM[ugo]SZ[5]{0};B[a1];W[a1]{0})", "\t".repeat(100)),
        format!("{0} (;GM[ugo]SZ[5]C[{0}];B[{0}])", "\u{301}".repeat(1000)),
        format!("(;GM[ugo]SZ[5]{};B[x])", "(;C[];C[](;)".repeat(50)),
        "(;GM[bamogo]SZ[26]RE[?];B[Ra1,Ga2];W[Ra1,Gb2])".to_owned(),
        "(;GM[sygo]SZ[52];W[a1];B[a1])".to_owned(),
        "(;GM[bargo]SZ[30];B[a1/ne];W[a1/e])".to_owned(),
        "(;GM[margo]SZ[19];W[a1];B[a1])".to_owned(),
    ] {
        shown(&record);
    }
    // Wherever on the line the places are.
    for before in 0..80 {
        let record = format!(
            "(;GM[bargo]SZ[3]RE[?]C[{}];B[c3/e];W[d3/w])",
            "x".repeat(before)
        );
        shown(&record);
    }
}
