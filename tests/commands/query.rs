//! `kifu query`, on an archive with known answers.

use std::fs;

use crate::common::{folder, run, write};
use tempfile::TempDir;

/// Seven records in two files, each described by its comment.
const FIRST: &str = "\
(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Spring Open]DT[2025-11-06,07]RE[W+R]C[one]
;B[c3];W[d4];B[b2])
(;GM[ugo]SZ[5]PB[Ben]PW[Cleo]EV[Spring Open]DT[2026-03]RE[W+0.5]C[two]
;B[b4];W[c3];B[button];W[d2];B[pass];W[pass])

(;GM[sygo]SZ[5]PB[Anna]PW[Ben]DT[spring]RE[B+T]C[three]
;W[c3];B[e3])
";
const SECOND: &str = "\
(;GM[bargo]SZ[3]RU[bargo-no-button]PB[Cleo]PW[ANN]DT[2026]C[four]
;B[c4/ne];W[pass];B[c3/e])
(;GM[margo]SZ[3]RE[?]C[five]
;W[a1];B[c1];W[c1])
(;GM[ugo]SZ[5]C[six]
;B[c3";
const LAST: &str = "(;GM[bamogo]SZ[3]RE[0]C[seven];B[Ra1,Gb1];W[a1<>b1])\n";

fn archive() -> TempDir {
    folder(&[("a.sgf", FIRST), ("b/b.sgf", SECOND), ("b/c.sgf", LAST)])
}

/// The comments of the selected records, written to one file.
fn selected(folder: &TempDir, args: &[&str]) -> String {
    let args = [&["query", "--variations", "all"], args, &["a.sgf", "b"]].concat();
    let list = run(folder, &[&args[..], &["--list"]].concat(), "");
    let count = run(folder, &[&args[..], &["--count"]].concat(), "");
    let lines = list.1.lines().count();
    assert_eq!(count.1, format!("{lines}\n"), "{args:?}");
    assert_eq!(
        (list.0, count.0),
        (i32::from(lines == 0), i32::from(lines == 0))
    );
    let numbers = list.1.lines().map(|line| {
        let (source, rest) = line.split_once(".sgf:").expect("a source");
        let index = rest.split(": ").nth(1).expect("a number");
        match (source, index) {
            ("a", "record 1") => "one",
            ("a", "record 2") => "two",
            ("a", "record 3") => "three",
            ("b/b", "record 1") => "four",
            ("b/b", "record 2") => "five",
            ("b/b", "record 3") => "six",
            ("b/c", "record 1") => "seven",
            _ => "other",
        }
    });
    numbers.collect::<Vec<_>>().join(" ")
}

#[test]
fn records_are_selected_by_properties() {
    let folder = archive();
    for (args, expected) in [
        (&[][..], "one two three four five six seven"),
        (&["--game", "ugo"], "one two six"),
        (&["--game", "ugo", "--game", "Margo"], "one two five six"),
        (&["--ruleset", "bargo*"], "four"),
        (&["--size", "5"], "one two three six"),
        (&["--player", "ann"], "one four"),
        (&["--player", "ann*"], "one three four"),
        (&["--black", "ann", "--white", "ben"], "one"),
        (&["--black", "ann", "--black", "ben"], "one two"),
        (&["--white", "ann"], "four"),
        (&["--event", "*open*"], "one two"),
        (&["--date", "2025"], "one"),
        (&["--date", "2025-11-07.."], "one two four"),
        (&["--date", "2026-04"], "four"),
        (
            &["--date", "..2025-11-06", "--date", "2026-03-31"],
            "one two four",
        ),
        (&["--result", "B"], "three"),
        (&["--result", "W"], "one two"),
        (&["--result", "W+R"], "one"),
        (&["--result", "W+0.5"], "two"),
        (&["--result", "W+3.5"], ""),
        (&["--result", "draw"], "seven"),
        (&["--result", "none"], "four five six"),
        (&["--recorded-result", "W"], "one two"),
        (&["--recorded-result", "B+T"], "three"),
        (&["--recorded-result", "none"], "four five six"),
        (&["--computed-result", "W+0.5"], "two"),
        (&["--computed-result", "W"], "two"),
        (&["--computed-result", "none"], "one three four seven"),
        (&["--winner", "W"], "two"),
        (&["--winner", "B"], ""),
        (&["--winner", "Y", "--winner", "draw"], ""),
        (&["--winner", "none"], "one three four seven"),
        (&["--opening", "c3 d4"], "one"),
        (&["--opening", "C3"], "one three"),
        (&["--opening", "C3", "--game", "ugo"], "one"),
        (&["--opening", "d4 c3"], ""),
        (&["--opening", "c3 b4", "--symmetry"], "one"),
        (&["--opening", "c4/ne pass", "--opening", "b4"], "two four"),
        (&["--opening", "Ra1,Gb1"], "seven"),
        (&["--player", "ànN"], "one four"),
        (&["--plies", "3"], "one four"),
        (&["--plies", "2..3"], "one three four five seven"),
        (&["--plies", "4.."], "two"),
        (
            &["--status", "invalid", "--status", "malformed"],
            "five six",
        ),
        (&["--finding", "margo::*"], "five"),
        (&["--finding", "record::unfinished"], "four"),
        (
            &["--finding", "*", "--ignore", "record::unfinished"],
            "five six",
        ),
        (&["--game", "ugo", "--invert"], "three four five seven"),
        (
            &["--player", "ann", "--result", "W", "--invert"],
            "two three four five six seven",
        ),
        (&["--game", "ugo", "--player", "nobody"], ""),
    ] {
        assert_eq!(selected(&folder, args), expected, "{args:?}");
    }
}

#[test]
fn records_are_selected_by_positions() {
    let folder = archive();
    write(&folder, "seen.sgf", "(;GM[ugo]SZ[5]AB[d3]AW[c2])");
    for (args, expected) in [
        (&["--pattern", "AB[c3]"][..], "one"),
        (&["--pattern", "A*[c3]"], "one two three"),
        (&["--pattern", "A*[c3]", "--game", "sygo"], "three"),
        (&["--pattern", "*"], "!a setup is written like"),
        (&["--pattern", "AB[c3]", "--at", "start"], ""),
        (&["--pattern", "AB[c3]", "--at", "1"], "one"),
        (&["--pattern", "AB[c3]AE[d4]", "--at", "end"], ""),
        (&["--pattern", "AB[c3]AW[d4]", "--at", "end"], "one"),
        (&["--position", "AB[c3]AW[d4]"], "one"),
        (&["--position", "AB[c3]AW[d4]", "--at", "end"], ""),
        (&["--position", "AB[c3]AW[d4]PL[W]"], ""),
        (&["--position", "AB[b4]"], "two"),
        (&["--position", "AB[d2]"], ""),
        (&["--position", "AB[d2]", "--symmetry"], "two"),
        (&["--position", "AB[b2/e]", "--symmetry"], ""),
        (&["--position", "AB[b3/nw]", "--symmetry"], "four"),
        (
            &["--pattern", "AB[*b3]", "--symmetry", "--game", "bargo"],
            "four",
        ),
        (&["--pattern", "STONES[Gb1]"], "seven"),
        (&["--pattern", "STONES[Gb3]", "--symmetry"], "seven"),
        (&["--position", "AW[1a1]AB[1c1]"], "five"),
        (&["--position", "@a.sgf"], "one"),
        (&["--pattern", "@seen.sgf"], ""),
        (
            &["--pattern", "@seen.sgf", "--symmetry", "--invert"],
            "one two three four five six seven",
        ),
        (&["--pattern", "AB[c3][b2]", "--position", "AB[c3]"], "one"),
    ] {
        if let Some(reason) = expected.strip_prefix('!') {
            let args = [&["query"], args, &["a.sgf"]].concat();
            let (status, out, err) = run(&folder, &args, "");
            assert_eq!((status, out.as_str()), (2, ""));
            assert!(err.contains(reason), "{err}");
            continue;
        }
        assert_eq!(selected(&folder, args), expected, "{args:?}");
    }
}

#[test]
fn a_blank_name_is_none() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]PB[]PW[ ]RE[B+R];B[a1])")]);
    for name in ["*", ""] {
        let arguments = ["query", "--player", name, "--count", "a.sgf"];
        assert_eq!(run(&folder, &arguments, "").1, "0\n", "{name}");
    }
}

/// With a board at which lines end, one that they go on from, and nodes without a move.
#[test]
fn every_line_of_a_record_has_an_end() {
    let text = "(;GM[ugo]SZ[5]RE[?];B[a1](;W[b1];B[e5];C[x])(;;W[c1](;B[d5];)(;B[d4];W[a5](;C[y])(;B[a5]))))";
    let folder = folder(&[("a.sgf", text)]);
    let count = |pattern: &str, variations: &str| {
        let arguments = [
            "query",
            "--count",
            "--at",
            "end",
            "--variations",
            variations,
        ];
        let arguments = [&arguments[..], &["--pattern", pattern, "a.sgf"]].concat();
        run(&folder, &arguments, "").1
    };
    for (pattern, of_main, of_all) in [
        ("AW[b1]AB[e5]", "1\n", "1\n"),
        ("AW[c1]AB[d5]", "0\n", "1\n"),
        // Behind it is a node without a move, and an illegal ply.
        ("AW[c1]AB[d4]AW[a5]", "0\n", "1\n"),
        // The game goes on from there.
        ("AB[a1]AE[b1]AE[c1]", "0\n", "0\n"),
        ("AW[c1]AE[d4]AE[d5]", "0\n", "0\n"),
        ("AB[d4]AE[a5]", "0\n", "0\n"),
    ] {
        assert_eq!(count(pattern, "main"), of_main, "{pattern}");
        assert_eq!(count(pattern, "all"), of_all, "{pattern}");
    }
    // A variation that has no legal ply ends with the position that it begins from.
    for variation in ["C[Here Ann stopped.]", "B[d3]"] {
        let text = format!("(;GM[ugo]SZ[5]RE[?];B[c3];W[d3](;B[d4];W[e4])(;{variation}))");
        write(&folder, "a.sgf", &text);
        assert_eq!(count("AW[d3]AE[d4]", "all"), "1\n", "{variation}");
    }
}

#[test]
fn records_are_written_unchanged() {
    let folder = archive();
    let (status, out, err) = run(&folder, &["query", "--size", "5", "a.sgf", "b"], "");
    assert_eq!(status, 0);
    assert_eq!(out, FIRST.replace(")\n\n(", ")\n("));
    insta::assert_snapshot!(err, @r"
    b/b.sgf: record 3 is malformed; it is omitted
    1 malformed record is omitted
    ");
    write(&folder, "subset.sgf", &out);
    let again = run(&folder, &["query", "subset.sgf"], "");
    assert_eq!(again, (0, out, String::new()));
}

#[test]
fn lists_have_one_line_per_record() {
    let folder = archive();
    let (_, out, _) = run(&folder, &["query", "--list", "a.sgf", "b"], "");
    insta::assert_snapshot!(out, @r"
    a.sgf:1: record 1: ugo 5, Ann - Ben, RE W+R, by rules -, 3 plies, valid
    a.sgf:3: record 2: ugo 5, Ben - Cleo, RE W+0.5, by rules W+0.5, 6 plies, valid
    a.sgf:6: record 3: sygo 5, Anna - Ben, RE B+T, by rules -, 2 plies, valid
    b/b.sgf:1: record 1: bargo 3, Cleo - ANN, RE -, by rules -, 3 plies, valid
    b/b.sgf:3: record 2: margo 3, ? - ?, RE ?, by rules -, 2 plies, invalid
    b/b.sgf:5: record 3: ugo 5, ? - ?, RE -, by rules -, 0 plies, malformed
    b/c.sgf:1: record 1: bamogo 3, ? - ?, RE 0, by rules -, 2 plies, valid
    ");
    let args = [
        "query", "--list", "--format", "jsonl", "--game", "margo", "b",
    ];
    let listed = run(&folder, &args, "").1;
    let all = run(&folder, &["validate", "--format", "jsonl", "b"], "").1;
    let expected: String = all
        .lines()
        .filter(|line| line.contains("\"margo\""))
        .collect();
    assert_eq!(listed, expected + "\n");
}

#[test]
fn the_new_file_has_one_encoding() {
    let folder = folder(&[("utf.sgf", "(;GM[ugo]SZ[5]PB[Žofie])\n")]);
    let latin = b"(;GM[ugo]CA[latin1]SZ[5]PB[\xe9])\n";
    fs::write(folder.path().join("latin.sgf"), latin).unwrap();
    let (status, out, err) = run(&folder, &["query", "latin.sgf", "utf.sgf"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "(;GM[ugo]CA[UTF-8]SZ[5]PB[é])\n(;GM[ugo]SZ[5]PB[Žofie])\n"
    );
    fs::write(
        folder.path().join("odd.sgf"),
        b"(;GM[ugo]CA[UTF-8]SZ[5]PB[\xe9])",
    )
    .unwrap();
    let (status, _, err) = run(&folder, &["query", "odd.sgf"], "");
    assert_eq!(status, 0);
    assert!(err.contains("invalid in its encoding"), "{err}");
}

#[test]
fn inputs_are_never_changed() {
    let folder = archive();
    write(&folder, "list", "b\n");
    for args in [
        &["a.sgf", "-o", "a.sgf"][..],
        &["b", "-o", "b/c.sgf"],
        &[".", "-o", "a.sgf"],
        &["--files-from", "list", "-o", "b/b.sgf"],
    ] {
        let (status, _, err) = run(&folder, &[&["query"], args].concat(), "");
        assert_eq!(status, 2, "{args:?}");
        assert!(
            err.contains("this input file would be overwritten"),
            "{err}"
        );
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("a.sgf")).unwrap(),
        FIRST
    );
    assert_eq!(run(&folder, &["query", "b", "-o", "a.sgf"], "").0, 0);
    assert_eq!(run(&folder, &["query", ".", "-o", "new.sgf"], "").0, 0);
}

#[test]
fn jobs_and_packing_do_not_change_the_output() {
    let folder = folder(&[]);
    for game in ["ugo", "sygo", "bargo", "bamogo", "margo"] {
        let args = [
            "random", "--game", game, "--size", "4", "--count", "120", "--seed", "5",
        ];
        write(
            &folder,
            &format!("all/{game}.sgf"),
            &run(&folder, &args, "").1,
        );
    }
    let packed: Vec<u8> = fs::read(folder.path().join("all/ugo.sgf")).unwrap();
    fs::write(
        folder.path().join("ugo.sgf.zst"),
        zstd::encode_all(&packed[..], 1).unwrap(),
    )
    .unwrap();
    let query = |args: &[&str], input: Vec<u8>| {
        let args = [&["query", "--result", "W", "--plies", "20.."], args].concat();
        run(&folder, &args, input)
    };
    let all = query(&["--jobs", "1", "all"], vec![]);
    assert_eq!((all.0, all.2.as_str()), (0, ""));
    assert_eq!(query(&["--jobs", "4", "all"], vec![]), all);
    let ugo = query(&["all/ugo.sgf"], vec![]);
    assert!(ugo.1.len() > 1000 && ugo.1.len() < all.1.len());
    assert_eq!(query(&["ugo.sgf.zst"], vec![]), ugo);
    assert_eq!(query(&["-"], packed), ugo);
    // The match and the inverted match add up to all records.
    let count = |args: &[&str]| -> u32 {
        let args = [&["query", "--count", "--result", "W", "all"], args].concat();
        run(&folder, &args, "").1.trim().parse().unwrap()
    };
    assert_eq!(count(&[]) + count(&["--invert"]), 600);
    let (white, black) = (count(&["--invert", "--result", "B"]), count(&["--invert"]));
    assert!(white < black, "{white} {black}");
}

#[test]
fn the_position_of_every_ply_is_found() {
    let folder = folder(&[]);
    for (game, size) in [
        ("ugo", "5"),
        ("sygo", "4:5"),
        ("bargo", "3"),
        ("bamogo", "4"),
        ("margo", "3"),
    ] {
        let args = ["random", "--game", game, "--size", size, "--seed", "3"];
        let record = run(&folder, &args, "").1;
        let positions = run(
            &folder,
            &["replay", "--format", "jsonl", "--at", "all", "-"],
            record.clone(),
        )
        .1;
        let lines: Vec<&str> = positions.lines().collect();
        assert!(lines.len() > 5, "{game}");
        for (ply, line) in lines.iter().enumerate().skip(1).step_by(4) {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let mut setup = String::new();
            for (name, pieces) in line["pieces"].as_object().unwrap() {
                let pieces = pieces.as_array().unwrap();
                if !pieces.is_empty() {
                    setup.push_str(name);
                }
                for piece in pieces {
                    setup.push_str(&format!("[{}]", piece.as_str().unwrap()));
                }
            }
            let at = ply.to_string();
            let args = [
                "query",
                "--game",
                game,
                "--position",
                &setup,
                "--at",
                &at,
                "--count",
                "-",
            ];
            assert_eq!(
                run(&folder, &args, record.clone()).1,
                "1\n",
                "{game} {setup}"
            );
            let args = [
                "query",
                "--game",
                game,
                "--pattern",
                &setup,
                "--symmetry",
                "--count",
                "-",
            ];
            assert_eq!(
                run(&folder, &args, record.clone()).1,
                "1\n",
                "{game} {setup}"
            );
        }
    }
}

#[test]
fn hostile_text_is_escaped() {
    let long = "x".repeat(1_000_000);
    let text = format!("(;GM[ugo]SZ[5]PB[{long}]PW[\u{1b}[31m<script>\u{202e}]DT[{long}])\n");
    let folder = folder(&[]);
    let (status, out, _) = run(
        &folder,
        &["query", "--list", "--date", "2026", "--invert", "-"],
        text.clone(),
    );
    assert_eq!(status, 0);
    assert!(
        out.len() < 300 && !out.contains('\u{1b}') && !out.contains('\u{202e}'),
        "{out}"
    );
    assert_eq!(
        run(&folder, &["query", "--player", "*y", "--count", "-"], text).1,
        "0\n"
    );
    for text in ["", "no record", "(;", "()"] {
        assert_eq!(
            run(&folder, &["query", "--game", "ugo", "-"], text),
            (1, String::new(), String::new())
        );
    }
    for pattern in [
        format!("AB[{long}]"),
        "AB[a1:zz99999]".to_owned(),
        "AB[a99999999999]".to_owned(),
        "[".repeat(99),
    ] {
        let (status, _, _) = run(
            &folder,
            &[
                "query",
                "--pattern",
                &pattern[..pattern.len().min(90_000)],
                "-",
            ],
            FIRST,
        );
        assert!(status == 1 || status == 2);
    }
}

#[test]
fn the_help_has_examples() {
    let (status, help, _) = run(&folder(&[]), &["query", "--help"], "");
    assert_eq!(status, 0);
    assert!(
        help.contains("kifu query --finding 'ugo::*' --count records"),
        "{help}"
    );
}

/// A name is found as all commands show it: white space in it is one blank.
#[test]
fn names_are_found_as_they_are_shown() {
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[5]RE[B+T]PB[Ann\r\nLee]PW[Ben \tRay]EV[Open\n\n2026];B[c3])",
    )]);
    for (option, name, count) in [
        ("--player", "Ann Lee", "1\n"),
        ("--player", "ann  lee", "1\n"),
        ("--player", "ann\nlee", "1\n"),
        ("--player", "annlee", "0\n"),
        ("--black", "ann?lee", "1\n"),
        ("--black", "ann *", "1\n"),
        ("--white", "Ben Ray", "1\n"),
        ("--event", "Open 2026", "1\n"),
        ("--won-by", "Ann Lee", "1\n"),
        ("--won-by", "Ann\r\nLee", "1\n"),
    ] {
        let (_, out, _) = run(&folder, &["query", "--count", option, name, "a.sgf"], "");
        assert_eq!(out, count, "{option} {name:?}");
    }
    let (_, out, _) = run(&folder, &["query", "--list", "a.sgf"], "");
    assert!(out.contains("ugo 5, Ann Lee - Ben Ray, RE B+T"), "{out}");
}

/// A ruleset that does not exist is an error, and not one that no record has.
#[test]
fn rulesets_that_do_not_exist_are_errors() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])(;GM[chess])")]);
    let count = |name: &str| {
        let args = ["query", "--ruleset", name, "--count", "a.sgf"];
        run(&folder, &args, "")
    };
    for (name, hint) in [
        ("ugo-nobutton", "did you mean `ugo-no-button`?"),
        ("chess*", "there is no such ruleset"),
    ] {
        let (status, out, err) = count(name);
        assert_eq!((status, out.as_str()), (2, ""), "{name}");
        assert!(err.contains(hint), "{err}");
    }
    for (name, expected) in [
        ("UGO", "1\n"),
        ("ugo*", "1\n"),
        ("margo", "0\n"),
        ("", "1\n"),
    ] {
        assert_eq!(count(name).1, expected, "{name}");
    }
}

/// A code that does not exist is an error, and not a code that no record has.
#[test]
fn codes_that_do_not_exist_are_errors() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])")]);
    for (code, hint) in [
        ("record::results", "did you mean `record::result`?"),
        ("ugo", "did you mean `ugo::*`?"),
        ("chess::*", "no code matches it"),
    ] {
        let (status, out, err) = run(
            &folder,
            &["query", "--finding", code, "--count", "a.sgf"],
            "",
        );
        assert_eq!((status, out.as_str()), (2, ""), "{code}");
        assert!(err.contains(hint), "{err}");
    }
    for (code, count) in [
        ("ugo::occupied", "1\n"),
        ("ugo::*", "1\n"),
        ("*::occupied", "1\n"),
        ("record::result", "0\n"),
    ] {
        let (_, out, _) = run(
            &folder,
            &["query", "--finding", code, "--count", "a.sgf"],
            "",
        );
        assert_eq!(out, count, "{code}");
    }
}

/// The winner by name, whatever the color.
#[test]
fn records_won_by_a_player_are_found() {
    let moves = ";B[b2];W[button];B[pass];W[pass]";
    let folder = folder(&[
        (
            "a.sgf",
            &format!("(;GM[ugo]SZ[3]PB[Luis Bola\u{f1}os]PW[Ben]{moves})\n"),
        ),
        (
            "b.sgf",
            "(;GM[ugo]SZ[3]PB[Ben]PW[Luis Bolanos]RE[W+R];B[b2])\n",
        ),
        (
            "c.sgf",
            &format!("(;GM[ugo]SZ[3]PB[Ben]PW[Luis Bolanos]{moves})\n"),
        ),
        // A record with an error has no winner.
        (
            "d.sgf",
            "(;GM[ugo]SZ[3]PB[Ben]PW[Luis Bolanos]RE[W+R];B[b2];W[b2])\n",
        ),
    ]);
    let count = |name: &str| run(&folder, &["query", "--won-by", name, "--count", "."], "").1;
    assert_eq!(count("luis bolanos"), "2\n");
    assert_eq!(count("*bola*"), "2\n");
    assert_eq!(count("ben"), "1\n");
    assert_eq!(count("anne"), "0\n");
}

/// Of many malformed records the first are named, and all are counted.
#[test]
fn many_malformed_records_are_counted() {
    let malformed = "(;GM[ugo]SZ[5]RE[?];B[c3\n".repeat(1_200);
    let folder = folder(&[("a.sgf", &malformed)]);
    for arguments in [
        &["query", "--game", "ugo"][..],
        &["dedupe", "--output", "out"],
    ] {
        let (_, _, err) = run(&folder, &[arguments, &["a.sgf"]].concat(), "");
        let lines: Vec<&str> = err.lines().collect();
        assert_eq!(lines.len(), 22, "{err}");
        assert!(
            lines[19].starts_with("a.sgf: record 20 is malformed"),
            "{err}"
        );
        assert!(lines[20].contains("only counted"), "{err}");
        assert_eq!(lines[21], "1,200 malformed records are omitted");
    }
}
