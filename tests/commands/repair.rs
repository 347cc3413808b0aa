//! `kifu repair`: its proposals, the records it leaves unchanged, and its exit status.

use std::fs;

use crate::common::{folder, run, write};
use kifu::repair::FIXES;
use serde_json::Value;

const BROKEN: &str = "(;GM[ugo]RE[?]\n ;B[ C3 ]MN[2] )\n";
const WHOLE: &str = "(;GM[ugo]SZ[19]RE[?]\n ;B[ C3 ]MN[1] )\n";

#[test]
fn fixes_are_shown_and_no_file_is_changed() {
    let text = format!("Round 1\r\n{WHOLE} {BROKEN}(;GM[ugo]SZ[5]C[\n");
    let folder = folder(&[("a.sgf", &text), ("b.sgf", WHOLE)]);
    let (status, out, err) = run(&folder, &["repair", "."], "");
    assert_eq!(status, 0);
    insta::assert_snapshot!(out.replace('\r', "␍"), @r"
    --- ./a.sgf
    +++ ./a.sgf
    @@ -1,6 +1,6 @@
     Round 1␍
     (;GM[ugo]SZ[19]RE[?]
      ;B[ C3 ]MN[1] )
    - (;GM[ugo]RE[?]
    - ;B[ C3 ]MN[2] )
    + (;GM[ugo]SZ[19]RE[?]
    + ;B[ C3 ]MN[1] )
     (;GM[ugo]SZ[5]C[
    ");
    insta::assert_snapshot!(err, @r"
    ./a.sgf: record 3 is malformed and stays as it is: syntax::unclosed-value
    ./a.sgf: record 3 ends in the middle: with --unsafe, `C[` would be dropped, and the record would be closed (not certain)
    ");
    assert_eq!(run(&folder, &["repair", "--diff", "."], "").1, out);
    assert_eq!(
        fs::read_to_string(folder.path().join("a.sgf")).unwrap(),
        text
    );
    let checked = run(&folder, &["repair", "--check", "a.sgf", "b.sgf"], "");
    assert_eq!((checked.0, checked.1.as_str()), (1, "a.sgf\n"));
    assert_eq!(run(&folder, &["repair", "--check", "b.sgf"], "").0, 0);
}

/// What is not certain is proposed, and done only with `--unsafe`.
#[test]
fn truncated_records_are_closed_on_request() {
    let cut = "(;GM[ugo]SZ[5]RE[?]\n;B[c3]\n;W[d4]C[good mo";
    let folder = folder(&[("a.sgf", cut), ("b.sgf", "(;GM[ugo]SZ[5]RE[?]x;B[c3")]);
    for arguments in [&["repair", "a.sgf"][..], &["repair", "--write", "a.sgf"]] {
        let (status, out, err) = run(&folder, arguments, "");
        assert_eq!((status, out.as_str()), (0, ""));
        assert!(
            err.contains("with --unsafe, `C[good mo` would be dropped, and the record would be closed (not certain)"),
            "{err}"
        );
    }
    assert_eq!(run(&folder, &["repair", "--check", "a.sgf"], "").0, 0);
    assert_eq!(
        run(&folder, &["repair", "--check", "--unsafe", "a.sgf"], "").0,
        1
    );
    let (status, out, err) = run(&folder, &["repair", "--unsafe", "a.sgf"], "");
    assert_eq!(status, 0);
    insta::assert_snapshot!(out, @r"
    --- a.sgf
    +++ a.sgf
    @@ -1,3 +1,3 @@
     (;GM[ugo]SZ[5]RE[?]
     ;B[c3]
    -;W[d4]C[good mo
    \ No newline at end of file
    +;W[d4])
    \ No newline at end of file
    ");
    insta::assert_snapshot!(err, @"a.sgf: record 1 ends in the middle: `C[good mo` would be dropped, and the record would be closed (not certain)");
    let (status, out, _) = run(&folder, &["repair", "--unsafe", "--write", "a.sgf"], "");
    assert_eq!((status, out.as_str()), (0, "a.sgf\n"));
    let written = fs::read_to_string(folder.path().join("a.sgf")).unwrap();
    assert_eq!(written, "(;GM[ugo]SZ[5]RE[?]\n;B[c3]\n;W[d4])");
    assert_eq!(
        run(&folder, &["validate", "--quiet", "a.sgf"], ""),
        (0, String::new(), String::new())
    );
    // What is certain once it is closed is repaired with it.
    let text = "(;GM[ugo];B[c3]MN[7];W[d4]C[x\n";
    write(&folder, "c.sgf", text);
    run(&folder, &["repair", "--unsafe", "--write", "c.sgf"], "");
    let written = fs::read_to_string(folder.path().join("c.sgf")).unwrap();
    assert_eq!(written, "(;GM[ugo]SZ[19];B[c3]MN[1];W[d4])\n");
    let (status, out, _) = run(&folder, &["repair", "--unsafe", "--check", "c.sgf"], "");
    assert_eq!((status, out.as_str()), (0, ""));
    // Other damage is left.
    let (_, out, err) = run(&folder, &["repair", "--unsafe", "b.sgf"], "");
    assert_eq!(out, "");
    assert!(
        err.contains("is malformed and stays as it is") && !err.contains("not certain"),
        "{err}"
    );
}

#[test]
fn the_result_of_a_finished_game_is_proposed() {
    let plies = ";B[b2];W[button];B[pass];W[pass]";
    let folder = folder(&[(
        "a.sgf",
        &format!("(;GM[ugo]SZ[3]{plies})\n(;GM[ugo]SZ[3]RE[?]{plies})\n"),
    )]);
    run(&folder, &["repair", "a.sgf", "--output", "b.sgf"], "");
    let written = fs::read_to_string(folder.path().join("b.sgf")).unwrap();
    let record = format!("(;GM[ugo]SZ[3]RE[B+8.5]{plies})\n");
    assert_eq!(written, record.repeat(2));
    assert_eq!(run(&folder, &["repair", "--check", "b.sgf"], "").0, 0);
}

/// By the usual ruleset another result would follow.
#[test]
fn games_of_a_ruleset_file_are_repaired_by_it() {
    let plies = ";B[c3];W[button];B[pass];W[pass]";
    let club = format!(
        "(;GM[ugo]SZ[5]RE[B+17.5]{plies})\n(;GM[ugo]SZ[5]{plies})\n(;GM[ugo]RE[?];B[c3])\n"
    );
    let folder = folder(&[
        ("a.sgf", &club),
        ("c.yaml", "game: ugo\nname: club\nsize: 5\nkomi: 7\n"),
    ]);
    let args = ["repair", "--ruleset", "c.yaml", "--write", "a.sgf"];
    let (status, _, told) = run(&folder, &args, "");
    assert_eq!(status, 0, "{told}");
    let written = fs::read_to_string(folder.path().join("a.sgf")).unwrap();
    let game = format!("(;GM[ugo]SZ[5]RE[B+17.5]{plies})\n");
    assert_eq!(written, game.repeat(2) + "(;GM[ugo]SZ[5]RE[?];B[c3])\n");
    let (_, out, _) = run(&folder, &["repair", "a.sgf"], "");
    assert!(out.contains("RE[B+24.5]"), "{out}");
}

/// A name ends at a blank for `patch`, unless a tab follows it.
#[test]
fn the_names_of_a_diff_are_those_of_files() {
    let text = "(;GM[ugo]SZ[5]RE[?];B[c3]MN[7])\n";
    let folder = folder(&[
        ("Ann - Ben.sgf", text),
        ("a.sgf", text),
        ("t\tb.sgf", text),
        ("\"a.sgf\"", text),
        ("end.sgf ", text),
        (r"a\xe9.sgf", text),
        (r"a\x.sgf", text),
    ]);
    for (name, header, is_told) in [
        (
            "Ann - Ben.sgf",
            "--- Ann - Ben.sgf\t\n+++ Ann - Ben.sgf\t\n",
            false,
        ),
        ("a.sgf", "--- a.sgf\n+++ a.sgf\n", false),
        ("t\tb.sgf", "--- t b.sgf\n", true),
        ("\"a.sgf\"", "--- \"a.sgf\"\n", true),
        ("end.sgf ", "--- end.sgf \t\n", true),
        (r"a\xe9.sgf", "--- a\\x5cxe9.sgf\n", true),
        (r"a\x.sgf", "--- a\\x.sgf\n", false),
    ] {
        for command in [&["repair"][..], &["fmt", "--diff"]] {
            let (_, out, told) = run(&folder, &[command, &[name]].concat(), "");
            assert!(out.starts_with(header), "{out}");
            assert_eq!(told.contains("does not find a file"), is_told, "{told}");
        }
    }
}

#[test]
fn selected_records_are_written() {
    let folder = folder(&[
        ("a.sgf", &[BROKEN, WHOLE, BROKEN].concat()),
        ("b.sgf", WHOLE),
    ]);
    let out = run(
        &folder,
        &["repair", "--record", "3", "a.sgf", "-o", "out.sgf"],
        "",
    );
    assert_eq!(out, (0, String::new(), String::new()));
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("out.sgf"), [BROKEN, WHOLE, WHOLE].concat());
    let written = run(&folder, &["repair", "--write", "a.sgf", "b.sgf"], "");
    assert_eq!(written, (0, "a.sgf\n".to_owned(), String::new()));
    assert_eq!(text("a.sgf"), WHOLE.repeat(3));
    let written = run(&folder, &["repair", "--write", "a.sgf"], "");
    assert_eq!(written, (0, String::new(), String::new()));
    for args in [
        &["--write", "-o", "x"][..],
        &["--write", "--check"],
        &["--diff", "-o", "x"],
    ] {
        let args = [&["repair", "a.sgf"], args].concat();
        assert_eq!(run(&folder, &args, "").0, 2, "{args:?}");
    }
    assert_eq!(run(&folder, &["repair", "--write", "-"], BROKEN).0, 2);
    assert_eq!(run(&folder, &["repair", "gone.sgf"], "").0, 2);
}

#[test]
fn other_encodings_are_left_to_fmt() {
    let folder = folder(&[]);
    let broken = b"(;GM[ugo]CA[latin1]PB[\xe9]RE[?])";
    fs::write(folder.path().join("a.sgf"), broken).unwrap();
    let (status, out, err) = run(&folder, &["repair", "--write", "a.sgf"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("kifu fmt --write"), "{err}");
    assert_eq!(fs::read(folder.path().join("a.sgf")).unwrap(), broken);
    let whole = b"(;GM[ugo]CA[latin1]SZ[5]PB[\xe9]RE[?])";
    fs::write(folder.path().join("a.sgf"), whole).unwrap();
    let left = run(&folder, &["repair", "--write", "a.sgf"], "");
    assert_eq!(left, (0, String::new(), String::new()));
    // Output would be in UTF-8, whatever `CA` says.
    let wide: Vec<u8> = "\u{feff}(;GM[ugo]SZ[5]RE[?])"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for bytes in [whole.as_slice(), &wide] {
        fs::write(folder.path().join("a.sgf"), bytes).unwrap();
        let (status, _, err) = run(&folder, &["repair", "a.sgf", "-o", "b.sgf"], "");
        assert_eq!(status, 2, "{err}");
        assert!(err.contains("a.sgf: not written: it is not UTF-8"), "{err}");
        assert_eq!(fs::read(folder.path().join("b.sgf")).unwrap(), b"");
    }
}

/// Random games of all kinds with inserted faults: the faults are repaired, and nothing else changes.
#[test]
fn only_generated_faults_are_repaired() {
    let folder = folder(&[]);
    for (game, size) in [
        ("ugo", 5),
        ("sygo", 5),
        ("bargo", 3),
        ("bamogo", 4),
        ("margo", 4),
    ] {
        let size = size.to_string();
        let args = [
            "random", "--game", game, "--size", &size, "--count", "30", "--seed", "4",
        ];
        let text = run(&folder, &args, "").1;
        let valid: Vec<String> = kifu::record::read(&text)
            .map(|record| record.text().to_owned())
            .collect();
        let mut broken = String::new();
        for (number, record) in valid.iter().enumerate() {
            let result = record
                .split("RE[")
                .nth(1)
                .unwrap()
                .split(']')
                .next()
                .unwrap();
            let other = if result.starts_with('B') { "W+" } else { "B+" };
            let stated = format!("RE[{result}]");
            let record = match number % 5 {
                0 => record.replacen(&stated, &format!("RE[{other}]"), 1),
                1 => record.replacen("SZ[", "SiZe[", 1),
                2 => record
                    .replacen("SZ[", "MN[77]SZ[", 1)
                    .replacen(&stated, &stated.repeat(2), 1),
                3 => record
                    .replacen(&stated, &format!("RE[?]C[{stated}"), 1)
                    .replacen("C[RE[", "C[", 1),
                // An illegal move is not changed, nor the result beside it.
                _ => {
                    let wrong = record.replacen(&stated, &format!("RE[{other}]"), 1);
                    format!("{}\n;B[zz99])", &wrong[..wrong.len() - 1])
                }
            };
            broken.push_str(&record);
            broken.push('\n');
        }
        write(&folder, "a.sgf", &broken);
        let verdicts = |name: &str| -> Vec<Value> {
            let lines = run(&folder, &["validate", "--format", "jsonl", name], "").1;
            lines
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let before = verdicts("a.sgf");
        let (status, _, err) = run(&folder, &["repair", "a.sgf", "-o", "b.sgf"], "");
        assert_eq!((status, err.as_str()), (0, ""));
        let after = verdicts("b.sgf");
        assert_eq!(before.len(), after.len());
        for (number, (before, after)) in before.iter().zip(&after).enumerate() {
            for key in ["game", "size", "plies", "finished", "score"] {
                assert_eq!(before[key], after[key], "{game} {number}");
            }
            assert_eq!(before["result"]["computed"], after["result"]["computed"]);
            let codes = |line: &Value| -> Vec<String> {
                let findings = line["findings"].as_array().unwrap().iter();
                findings
                    .map(|finding| finding["code"].as_str().unwrap().to_owned())
                    .collect()
            };
            let mut left = codes(before);
            // Beside another error the result is not certain.
            let is_open = |code: &str| number % 5 == 4 && code == "record::result";
            left.retain(|code| is_open(code) || !FIXES.iter().any(|fix| fix.code == code));
            assert_eq!(codes(after), left, "{game} {number}");
            assert!(
                number % 5 > 2 || !codes(before).is_empty(),
                "{game} {number}"
            );
        }
        let again = run(&folder, &["repair", "--check", "b.sgf"], "");
        assert_eq!(again, (0, String::new(), String::new()));
    }
}

/// The errors of the samples are deliberate, and none of them has exactly one fix.
#[test]
fn sample_records_are_left_unchanged() {
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/records");
    let left = run(&folder(&[]), &["repair", "--check", samples], "");
    assert_eq!((left.0, left.1.as_str()), (0, ""));
}

#[test]
fn the_page_lists_all_fixes() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/repair.md")).unwrap();
    for fix in FIXES {
        assert!(
            page.contains(&format!("| [`{}`]", fix.code)),
            "{}",
            fix.code
        );
    }
    let rows = page.lines().filter(|line| line.starts_with("| [`"));
    assert_eq!(rows.count(), FIXES.len());
}

#[test]
fn the_help_has_examples() {
    let (status, help, _) = run(&folder(&[]), &["repair", "--help"], "");
    assert_eq!(status, 0);
    assert!(help.contains("kifu repair --write records"), "{help}");
}

/// What is said of a truncated record tells whether it has been written.
#[test]
fn a_message_tells_what_has_been_done() {
    for (options, is) in [
        (&["--check"][..], "would be"),
        (&["--diff"], "would be"),
        (&["--output", "out"], "is"),
        (&["--write"], "is"),
    ] {
        let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3]RE[?];B[a1];W[b")]);
        let arguments = [&["repair", "--unsafe"], options, &["a.sgf"]].concat();
        let (_, _, err) = run(&folder, &arguments, "");
        let expected = format!(
            "a.sgf: record 1 ends in the middle: `;W[b` {is} dropped, and the record {is} closed (not certain)\n"
        );
        assert_eq!(err, expected);
    }
}

/// A byte order mark and the line breaks stay.
#[test]
fn a_byte_order_mark_and_line_breaks_stay() {
    let text = "\u{feff}(;GM[ugo]SZ[3]RE[W+1]PB[Bola\u{f1}os]\r\n;B[b2];W[button]\r\n;B[pass];W[pass])\r\n";
    let folder = folder(&[("a.sgf", text)]);
    let expected = text.replace("W+1", "B+8.5");
    let (status, diff, err) = run(&folder, &["repair", "a.sgf"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        diff,
        "--- a.sgf\n+++ a.sgf\n@@ -1,3 +1,3 @@\n-\u{feff}(;GM[ugo]SZ[3]RE[W+1]PB[Bola\u{f1}os]\r\n+\u{feff}(;GM[ugo]SZ[3]RE[B+8.5]PB[Bola\u{f1}os]\r\n ;B[b2];W[button]\r\n ;B[pass];W[pass])\r\n"
    );
    let (status, _, _) = run(&folder, &["repair", "a.sgf", "--output", "b.sgf"], "");
    assert_eq!(status, 0);
    assert_eq!(
        run(&folder, &["repair", "--write", "a.sgf"], "").1,
        "a.sgf\n"
    );
    for name in ["a.sgf", "b.sgf"] {
        let written = fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(written, expected, "{name}");
    }
    assert_eq!(run(&folder, &["repair", "--check", "a.sgf"], "").0, 0);
    // Among others it has none.
    write(&folder, "a.sgf", text);
    let both = ["repair", "a.sgf", "b.sgf", "--output", "both.sgf"];
    let (status, _, err) = run(&folder, &both, "");
    assert_eq!((status, err.as_str()), (0, ""));
    let written = fs::read_to_string(folder.path().join("both.sgf")).unwrap();
    assert_eq!(written, expected.trim_start_matches('\u{feff}').repeat(2));
    // Truncated, too.
    write(
        &folder,
        "c.sgf",
        "\u{feff}(;GM[ugo]SZ[3]RE[?]\r\n;B[a1];W[b",
    );
    run(&folder, &["repair", "--unsafe", "--write", "c.sgf"], "");
    let written = fs::read_to_string(folder.path().join("c.sgf")).unwrap();
    assert_eq!(written, "\u{feff}(;GM[ugo]SZ[3]RE[?]\r\n;B[a1])");
    // Other encodings are not kept.
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("d.sgf"), wide).unwrap();
    let (status, _, err) = run(&folder, &["repair", "d.sgf"], "");
    assert_eq!(status, 2);
    assert!(err.contains("it is not UTF-8"), "{err}");
}

/// A text that is no result is replaced by the result of a finished game, unless it may mean something else.
#[test]
fn an_unreadable_result_is_replaced_where_it_names_no_other_winner() {
    let record =
        |stated: &str| format!("(;GM[ugo]SZ[3]RE[{stated}];B[b2];W[button];B[pass];W[pass])\n");
    for (stated, is_replaced) in [
        ("B wins", true),
        ("Black won by 8.5 points", true),
        ("b", true),
        ("", true),
        ("W wins", false),
        ("B wins on time", false),
        ("Ben wins", false),
        ("see comment", false),
        ("draw?", false),
    ] {
        let folder = folder(&[("a.sgf", &record(stated))]);
        let (_, diff, _) = run(&folder, &["repair", "a.sgf"], "");
        assert_eq!(
            diff.contains("+(;GM[ugo]SZ[3]RE[B+8.5]"),
            is_replaced,
            "{stated}"
        );
        assert_eq!(diff.is_empty(), !is_replaced, "{stated}: {diff}");
        let (_, note, _) = run(&folder, &["validate", "--format", "note", "a.sgf"], "");
        let note = note.replace('\n', " ");
        assert!(
            note.contains("By the moves the result is `B+8.5`."),
            "{note}"
        );
    }
}

/// Of a record with very many findings not all are known.
#[test]
fn a_record_that_has_too_many_findings_is_named() {
    let record = |count| format!("(;GM[ugo]SZ[5]RE[?]{})\n", "(;B[a1]MN[5])".repeat(count));
    for (count, status, is_named) in [(999, 1, false), (1_000, 0, true)] {
        let folder = folder(&[("a.sgf", &record(count))]);
        let (ended, _, errors) = run(&folder, &["repair", "--check", "a.sgf"], "");
        assert_eq!(ended, status, "{count}: {errors}");
        let note = "record 1 has so many findings that it stays as it is";
        assert_eq!(errors.contains(note), is_named, "{count}: {errors}");
    }
}
