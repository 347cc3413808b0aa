//! `kifu compare`: what a change of the rules does to records.

use std::path::Path;

use crate::common::{folder, run, write};
use serde_json::Value;
use tempfile::TempDir;

const REVEALED: &str = "(;GM[margo]SZ[4]RE[?]AB[a1][a3][a5][a7][c1][e3][g3][f2]AW[c5][e1][e5][e7][g1][g5][f4]PL[W]\n;W[c3]";
const REPEATED: &str = "(;GM[margo]SZ[3]RE[?];W[c1];B[e1];W[e5];B[e3];W[a3];B[c3];W[d2]\n;B[a5];W[c5];B[a5];W[e5];B[c5];W[e5])";

/// The two samples that were made for this.
fn samples() -> TempDir {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("records/margo");
    let read = |name: &str| std::fs::read_to_string(samples.join(name)).expect("a sample");
    folder(&[
        ("repetition.sgf", &read("study-repetition.sgf")),
        ("revealed.sgf", &read("study-revealed-captures.sgf")),
        ("zombies.sgf", &read("study-zombies.sgf")),
        ("other.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])"),
    ])
}

const SAMPLES: [&str; 4] = ["other.sgf", "repetition.sgf", "revealed.sgf", "zombies.sgf"];

fn compare(old: &str, new: &str, more: &[&str], folder: &TempDir) -> (i32, String, String) {
    let args = [&["compare", "--old", old, "--new", new], more].concat();
    run(folder, &args, "")
}

#[test]
fn the_two_rulesets_of_margo_part_where_the_samples_say() {
    let (status, out, complaint) = compare("margo", "margo-2012", &SAMPLES, &samples());
    assert_eq!((status, complaint.as_str()), (1, ""));
    insta::assert_snapshot!(out, @r"
    margo → margo-2012: 2 of 3 records of Margo change; 1 of other games skipped

    change       records
    now illegal        1
    other score        1

    rule               newly broken  no longer  plies not judged
    margo::repetition             1          0                 0

    repetition.sgf, record 1: now illegal at ply 13 by margo::repetition
    revealed.sgf, record 1: other score: Black 7, White 8 → Black 7, White 6

    repetition.sgf, record 1: now illegal at ply 13 by margo::repetition

    by the new ruleset, margo-2012:

    margo::repetition

      × `e5` brings back the position that stood after ply 7
       ╭─[repetition.sgf:7:32]
     6 │ …W[e5];B[e3];W[a3];B[c3];W[d2]C[The position that will…
       ·                          ──┬──
       ·                            ╰── the same position stood after this, ply 7
     7 │ ;B[a5];W[c5];B[a5];W[e5];B[c5];W[e5])
       ·                                ──┬──
       ·                                  ╰── ply 13
       ╰────
      help: White must place a marble elsewhere first
      before ply 13:
          a b c d e
        5 ●   ●  [·]5
        4   +       4
        3 ○   ●   ● 3
        2       ○2  2
        1 ·   ○   ● 1
          a b c d e
        digit: the level of the marble · +: a free place on four marbles
        ○ White to move

    revealed.sgf, record 1: other score: Black 7, White 8 → Black 7, White 6

    by the old ruleset, margo, after ply 1: Black 7, White 8
          a b c d e f g
        7 ●   ·   ○   · 7
        6               6
        5 ●   ○   ○   ○ 5
        4   +   +   ○2  4
        3 ●   ○   ●   ● 3
        2   +   +   +   2
        1 ●   ●  (○) (○)1
          a b c d e f g
        digit: the level of the marble · +: a free place on four marbles
        ● Black to move

    by the new ruleset, margo-2012, after ply 1: Black 7, White 6
          a b c d e f g
        7 ●   ·   ○   · 7
        6               6
        5 ●   ○   ○   ○ 5
        4   +   +   ○2  4
        3 ●   ○   ●   ● 3
        2   +           2
        1 ●   ●   ·   · 1
          a b c d e f g
        digit: the level of the marble · +: a free place on four marbles
        ● Black to move
    ");
}

#[test]
fn nothing_is_told_where_nothing_changes() {
    let folder = samples();
    for (old, new) in [("margo", "margo"), ("margo-2012", "margo-2012")] {
        let (status, out, complaint) = compare(old, new, &SAMPLES, &folder);
        assert_eq!((status, complaint.as_str()), (0, ""));
        let expected = "nothing changes in 3 records of Margo; 1 of other games skipped";
        assert_eq!(out, format!("{old} → {new}: {expected}\n"));
    }
    let (status, out, _) = compare("margo", "margo-2012", &["zombies.sgf"], &folder);
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "margo → margo-2012: nothing changes in 1 record of Margo\n"
    );
    for format in ["jsonl", "markdown"] {
        let more = ["--format", format, "zombies.sgf"];
        let (status, out, _) = compare("margo", "margo-2012", &more, &folder);
        assert_eq!(status, 0);
        assert_eq!(out.is_empty(), format == "jsonl");
    }
}

#[test]
fn the_mark_of_a_page_tells_whether_all_was_compared() {
    let repeated = format!("{REPEATED}\n");
    let folder = folder(&[
        ("repeated.sgf", &repeated),
        ("none.sgf", "(;GM[margo]SZ[3]RE[?])"),
    ]);
    for (paths, status, mark) in [
        (&["none.sgf"][..], 0, "✅"),
        (&["repeated.sgf"], 1, "⚠️"),
        (&["missing.sgf"], 2, "❌"),
        (&["none.sgf", "missing.sgf", "repeated.sgf"], 2, "❌"),
    ] {
        let more = [&["--format", "markdown"], paths].concat();
        let (ended, page, _) = compare("margo", "margo-2012", &more, &folder);
        assert_eq!(ended, status, "{paths:?}");
        assert!(
            page.starts_with(&format!("## {mark} ")),
            "{paths:?}: {page}"
        );
    }
}

#[test]
fn every_kind_of_change_is_told_as_what_it_is() {
    let finished = ";B[c3];W[button];B[pass];W[pass]";
    let capture = "(;GM[margo]SZ[3]RE[?];W[c3];B[c5];W[a1];B[a3];W[a5]";
    for (old, new, record, expected) in [
        (
            "margo",
            "margo-2012",
            REPEATED.to_owned(),
            "now illegal at ply 13 by margo::repetition",
        ),
        (
            "margo-2012",
            "margo",
            REPEATED.to_owned(),
            "now legal: was illegal at ply 13 by margo::repetition",
        ),
        (
            "margo",
            "margo-2012",
            format!("{REVEALED};B[e1];W[e1])"),
            "illegal for another reason: at ply 2 by margo::occupied → at ply 3 by margo::occupied",
        ),
        (
            "margo",
            "margo-2012",
            format!("{REVEALED})"),
            "other score: Black 7, White 8 → Black 7, White 6",
        ),
        (
            "margo",
            "margo-single-capture",
            format!("{capture})"),
            "now finished: not over → W+",
        ),
        (
            "margo-single-capture",
            "margo",
            format!("{capture})"),
            "now unfinished: W+ → not over",
        ),
        (
            "margo",
            "margo-single-capture",
            format!("{capture};B[e5])"),
            "now illegal at ply 6 by record::after-end",
        ),
        (
            "ugo",
            "komi.yaml",
            format!("(;GM[ugo]SZ[5]{finished})"),
            "other margin: B+24.5 → B+19.5",
        ),
        (
            "ugo",
            "komi.yaml",
            format!("(;GM[ugo]SZ[5]RE[B+24.5]{finished})"),
            "other margin: B+24.5 → B+19.5",
        ),
        (
            "ugo",
            "small.yaml",
            "(;GM[ugo]SZ[5]RE[?];B[c3])".to_owned(),
            "now illegal by record::size; 1 ply not judged",
        ),
    ] {
        let folder = folder(&[
            ("komi.yaml", "name: mine\ngame: ugo\nkomi: 5\n"),
            (
                "small.yaml",
                "name: mine\ngame: ugo\nsize: 3\nsizes: {min: 2, max: 4}\n",
            ),
            ("r.sgf", &record),
        ]);
        let (status, out, complaint) =
            compare(old, new, &["-q", "--details", "0", "r.sgf"], &folder);
        assert_eq!((status, complaint.as_str()), (1, ""), "{expected}");
        assert_eq!(out, format!("r.sgf, record 1: {expected}\n"), "{record}");
        // The record's own ruleset makes no difference.
        write(&folder, "r.sgf", &record.replacen("]SZ", "]RU[none]SZ", 1));
        let (_, again, _) = compare(old, new, &["-q", "--details", "0", "r.sgf"], &folder);
        assert_eq!(again, out);
    }
}

#[test]
fn each_rule_that_a_record_newly_breaks_is_counted() {
    let folder = folder(&[
        (
            "flat.yaml",
            "game: margo\nname: flat\nswap: false\nmax-height: 1\n",
        ),
        (
            "r.sgf",
            "(;GM[margo]SZ[3]RE[?];W[a1](;B[swap])(;B[c1];W[a3];B[c3];W[b2])(;B[c1];W[a3];B[c3];W[b2]))",
        ),
    ]);
    let more = ["--variations", "all", "--details", "0", "r.sgf"];
    let (status, out, _) = compare("margo", "flat.yaml", &more, &folder);
    assert_eq!(status, 1);
    insta::assert_snapshot!(out, @r"
    margo → flat: 1 of 1 record of Margo changes

    change       records
    now illegal        1

    rule             newly broken  no longer  plies not judged
    margo::swap                 1          0                 0
    margo::too-high             1          0                 0

    r.sgf, record 1: now illegal at ply 2 by margo::swap
    ");
}

/// What is ignored is no reason, but where a line is judged to another ply, that is told.
#[test]
fn a_line_that_ends_at_an_ignored_error_has_another_length() {
    let folder = folder(&[
        ("m3.yaml", "game: margo\nname: m3\nswap: false\n"),
        ("r.sgf", "(;GM[margo]SZ[4]RE[?];W[g1];B[swap])"),
    ]);
    let ignored = ["--ignore", "margo::swap", "--details", "0", "-q", "r.sgf"];
    for (old, new, expected) in [
        ("margo", "m3.yaml", "2 → 1 ply; 1 ply not judged"),
        ("m3.yaml", "margo", "1 → 2 plies"),
    ] {
        let (status, out, _) = compare(old, new, &ignored, &folder);
        assert_eq!(status, 1);
        assert_eq!(out, format!("r.sgf, record 1: other length: {expected}\n"));
    }
    for (only, expected) in [("length", 1), ("other-length", 1), ("illegal-otherwise", 0)] {
        let only = [&ignored[..], &["--only", only]].concat();
        assert_eq!(compare("margo", "m3.yaml", &only, &folder).0, expected);
    }
}

#[test]
fn a_board_that_is_the_same_is_shown_once() {
    let folder = folder(&[
        ("komi.yaml", "name: mine\ngame: ugo\nkomi: 5\n"),
        ("r.sgf", "(;GM[ugo]SZ[2];B[a1];W[button];B[pass];W[pass])"),
    ]);
    let (_, out, _) = compare("ugo", "komi.yaml", &["-q", "r.sgf"], &folder);
    insta::assert_snapshot!(out, @r"
    r.sgf, record 1: other winner: B+3.5 → W+1.5

    r.sgf, record 1: other winner: B+3.5 → W+1.5

    by the old ruleset, ugo, after ply 4: Black 4, White 0.5
    by the new ruleset, mine, after ply 4: Black 4, White 5.5
          a b
        2 · · 2
        1 ● · 1
          a b
        ○ White has won by 1.5 · button: White
    ");
}

#[test]
fn errors_of_variations_count_if_they_are_judged() {
    let record = REPEATED.replace(";B[c5];W[e5])", "(;B[c5])(;B[c5];W[e5]))");
    let folder = folder(&[("r.sgf", &record)]);
    let (status, _, _) = compare("margo", "margo-2012", &["r.sgf"], &folder);
    assert_eq!(status, 0);
    let more = ["-q", "--details", "0", "--variations", "all", "r.sgf"];
    let (status, out, _) = compare("margo", "margo-2012", &more, &folder);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "r.sgf, record 1: now illegal at ply 13 of a variation by margo::repetition\n"
    );
    let more = [&more[..], &["--ignore", "margo::repetition"]].concat();
    assert_eq!(compare("margo", "margo-2012", &more, &folder).0, 0);
}

#[test]
fn lines_of_json_are_of_their_schema_and_tell_both_sides() {
    let folder = samples();
    let (_, schema, _) = run(&folder, &["schema", "compare"], "");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema is one");
    let more = [&["--format", "jsonl", "gone.sgf"], &SAMPLES[..]].concat();
    let (status, out, _) = compare("margo", "margo-2012", &more, &folder);
    assert_eq!(status, 2);
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    for line in &lines {
        let errors: Vec<String> = validator.iter_errors(line).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?} in {line}");
    }
    let [gone, repeated, revealed] = &lines[..] else {
        panic!("{out}");
    };
    assert_eq!(
        (&gone["status"], &gone["old"], &gone["new"]),
        (&"unreadable".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(repeated["ruleset"], "margo-2012");
    assert_eq!(repeated["old"]["status"], "valid");
    assert_eq!(repeated["old"]["plies"], 13);
    assert_eq!(repeated["old"]["error"], Value::Null);
    assert_eq!(repeated["new"]["status"], "invalid");
    assert_eq!(repeated["new"]["plies"], 12);
    assert_eq!(repeated["new"]["error"], repeated["findings"][0]);
    assert_eq!(revealed["old"]["score"]["W"], 8);
    assert_eq!(revealed["new"]["score"]["W"], 6);
    assert_eq!(repeated["change"], "now-illegal");
    assert_eq!(revealed["change"], "other-score");
    assert_eq!(repeated["unjudged"], 0);
    assert_eq!(repeated["assumption"], Value::Null);
    // Besides these keys a line is that of `validate`.
    let validate = [
        "validate",
        "--format",
        "jsonl",
        "--ruleset",
        "margo-2012",
        "repetition.sgf",
    ];
    let (_, plain, _) = run(&folder, &validate, "");
    let mut bare = repeated.clone();
    let keys = bare.as_object_mut().expect("an object");
    for key in ["old", "new", "change", "unjudged", "assumption"] {
        assert!(keys.remove(key).is_some(), "{key}");
    }
    assert_eq!(bare, serde_json::from_str::<Value>(&plain).expect("JSON"));
}

#[test]
fn the_report_does_not_depend_on_the_number_of_jobs_nor_on_where_records_stand() {
    let records: String = (0..400)
        .map(|at| match at % 3 {
            0 => format!("{REPEATED}\n"),
            1 => format!("{REVEALED})\n"),
            _ => "(;GM[margo]SZ[3]RE[?];W[c1])\n".to_owned(),
        })
        .collect();
    let folder = folder(&[("r.sgf", &records)]);
    for format in ["text", "markdown", "jsonl"] {
        let with = |jobs: &str| {
            compare(
                "margo",
                "margo-2012",
                &["--jobs", jobs, "--format", format, "r.sgf"],
                &folder,
            )
        };
        let alone = with("1");
        assert_eq!(alone.0, 1);
        assert!(alone.1.len() > 10_000);
        assert_eq!(with("2"), alone);
        assert_eq!(with("7"), alone);
        let from_stdin = [
            "compare",
            "--old",
            "margo",
            "--new",
            "margo-2012",
            "--format",
            format,
            "--stdin-name",
            "r.sgf",
            "-",
        ];
        assert_eq!(run(&folder, &from_stdin, records.as_str()), alone);
        let written = ["--format", format, "-o", "out", "--exit-zero", "r.sgf"];
        assert_eq!(
            compare("margo", "margo-2012", &written, &folder),
            (0, String::new(), String::new())
        );
        assert_eq!(
            std::fs::read_to_string(folder.path().join("out")).expect("a file"),
            alone.1
        );
    }
    let one = ["--record", "4", "r.sgf"];
    let (_, out, _) = compare("margo", "margo-2012", &one, &folder);
    assert!(
        out.starts_with("margo → margo-2012: 1 of 1 record of Margo changes\n"),
        "{out}"
    );
}

#[test]
fn a_page_of_markdown_is_short_and_harmless_whatever_the_records_say() {
    let name = "<script>`@all` [x](y) \u{202e}\u{1b}[31m```.sgf";
    let mut record = REPEATED.replace(";W[d2]", ";W[d2]C[```</details><img src=x>@all\u{1b}]");
    record.push('\n');
    let folder = folder(&[(name, &record.repeat(3000))]);
    let more = ["--format", "markdown", "--details", "1000", "."];
    let (status, page, _) = compare("margo", "margo-2012", &more, &folder);
    assert_eq!(status, 1);
    assert!(
        page.chars().count() < 65_536 && page.len() > 50_000,
        "{}",
        page.len()
    );
    assert!(page.contains("3,000 of 3,000 records of Margo change"));
    assert!(page.contains(" more are not listed.\n"), "{page}");
    assert!(page.ends_with(" more records are not shown in full (--details).\n"));
    assert!(!page.contains(['\u{1b}', '\u{202e}']));
    // Outside of code there is nothing from the records.
    let (outside, rest) = page.split_once("\n````text\n").expect("a block of code");
    let (_, after) = rest.split_once("\n````\n").expect("its end");
    assert!(after.starts_with("\n</details>\n") && !after.contains("img"));
    for line in outside.lines().filter(|line| line.starts_with("- ")) {
        let is_fenced = line.starts_with("- ````") && line.contains("```.sgf````: record ");
        assert!(is_fenced, "{line}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = samples();
    let refused = |old: &str, new: &str, more: &[&str]| {
        let (status, out, complaint) = compare(old, new, more, &folder);
        assert_eq!((status, out.as_str()), (2, ""), "{old} {new}");
        complaint
    };
    let two_games = refused("margo", "ugo", &SAMPLES);
    assert_eq!(
        two_games,
        "kifu: error: the rulesets are for different games: margo is for Margo, ugo for Ugo\n"
    );
    assert!(refused("margo", "margo-2021", &SAMPLES).contains("did you mean `margo-2012`?"));
    assert!(refused("none.yaml", "margo", &SAMPLES).contains("cannot read none.yaml"));
    assert!(refused("margo", "other.sgf", &SAMPLES).contains("other.sgf:1:"));
    assert!(
        refused("margo", "margo", &["-o", "no/such", "zombies.sgf"])
            .contains("cannot write to no/such")
    );
    let (status, out, _) = compare("margo", "margo-2012", &["zombies.sgf", "gone.sgf"], &folder);
    assert_eq!(status, 2);
    insta::assert_snapshot!(out, @r"
    margo → margo-2012: nothing changes in 1 record of Margo; 1 source unreadable

    gone.sgf: error[archive::unreadable]: there is no such file or folder
    ");
}

#[test]
fn malformed_records_are_counted_and_named() {
    let folder = folder(&[
        (
            "a.sgf",
            "(;GM[margo]SZ[4]RE[?];B[a1])(;GM[margo]SZ[4];B[a1]",
        ),
        ("b.sgf", "(;GM[ugo]SZ[5];B[c3]"),
        ("empty.sgf", ""),
        ("text.sgf", "no record"),
    ]);
    for (format, counts) in [
        (
            "text",
            "margo → margo-2012: nothing changes in 2 records of Margo; 1 of other games skipped; 3 malformed\n",
        ),
        ("jsonl", ""),
    ] {
        let args = [
            "--format",
            format,
            "a.sgf",
            "b.sgf",
            "empty.sgf",
            "text.sgf",
        ];
        let (status, out, err) = compare("margo", "margo-2012", &args, &folder);
        assert_eq!((status, out.as_str()), (0, counts));
        let named: Vec<&str> = err
            .lines()
            .filter_map(|line| line.split(": ").next())
            .collect();
        assert_eq!(named, ["a.sgf", "empty.sgf", "text.sgf"], "{err}");
        assert!(
            err.contains(
                "a.sgf: record 2 is malformed; it is not compared: error[syntax::unclosed]"
            )
        );
        assert!(err.contains(
            "empty.sgf: record 1 is malformed; it is not compared: error[syntax::no-record]"
        ));
    }
}

/// Two games that end with the button and two passes, and one that goes on after them.
fn with_button() -> TempDir {
    folder(&[
        // One piece against one without territory: the button decides.
        (
            "close.sgf",
            "(;GM[ugo]SZ[3]KM[0]RE[B+0.5];B[b2];W[a1];B[button];W[pass];B[pass])",
        ),
        (
            "on.sgf",
            "(;GM[ugo]SZ[3]KM[0]RE[?];B[b2];W[button];B[pass];W[a1])",
        ),
        ("none.sgf", "(;GM[ugo]SZ[3]RE[B+R];B[b2];W[resign])"),
    ])
}

#[test]
fn without_the_button_nothing_is_skipped() {
    let files = ["close.sgf", "on.sgf", "none.sgf"];
    let (status, out, err) = compare("ugo", "ugo-no-button", &files, &with_button());
    assert_eq!((status, err.as_str()), (1, ""));
    assert!(
        out.contains(
            "close.sgf, record 1: now illegal at ply 3 by ugo::button-taken; 2 plies not judged\n"
        ),
        "{out}"
    );
    assert!(
        out.contains("ugo::button-taken             2          0                 4\n"),
        "{out}"
    );
    assert!(!out.contains("assum"), "{out}");
}

#[test]
fn the_button_can_be_mapped_to_a_pass_which_every_format_states() {
    let files = ["--map-button", "pass", "close.sgf", "on.sgf", "none.sgf"];
    let folder = with_button();
    let with = |more: &[&str]| {
        let more = [&files[..], more].concat();
        let (status, out, err) = compare("ugo", "ugo-no-button", &more, &folder);
        assert_eq!((status, err.as_str()), (1, ""));
        out
    };
    insta::assert_snapshot!(with(&["--details", "0"]), @r"
    ugo → ugo-no-button: 2 of 3 records of Ugo change
    assumption: by the new ruleset, which has no button, `button` is replayed as a pass (in 2 records)

    change        records
    other winner        1
    now illegal         1

    winner        records
    Black → draw        1

    rule               newly broken  no longer  plies not judged
    record::after-end             1          0                 0

    close.sgf, record 1: other winner: B+0.5 → 0; 1 ply not judged; assuming that `button` was a pass
    on.sgf, record 1: now illegal at ply 4 by record::after-end; assuming that `button` was a pass
    ");
    let markdown = with(&["--format", "markdown"]);
    assert!(
        markdown.contains("\n**Assumption: by the new ruleset"),
        "{markdown}"
    );
    assert!(
        markdown.contains("<details><summary>Records</summary>"),
        "{markdown}"
    );
    let lines: Vec<Value> = with(&["--format", "jsonl"])
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["change"], "other-winner");
    assert_eq!(lines[0]["unjudged"], 1);
    assert_eq!(lines[0]["new"]["result"]["computed"], "0");
    assert_eq!(lines[1]["change"], "now-illegal");
    assert_eq!(lines[1]["findings"][0]["offset"], 49);
    for line in &lines {
        assert_eq!(line["assumption"], "button-as-pass");
    }
    for (old, new) in [
        ("ugo-no-button", "ugo"),
        ("ugo", "ugo"),
        ("margo", "margo-2012"),
    ] {
        let (status, _, err) = compare(old, new, &files, &folder);
        assert_eq!(status, 2);
        assert!(
            err.contains("--map-button needs an old ruleset with a button"),
            "{err}"
        );
    }
}

/// What a change of the komi does not reach is said, and each ruleset has one name.
#[test]
fn records_that_state_a_komi_are_told() {
    let record = "(;GM[ugo]SZ[3]KM[0]RE[?];B[b2];W[button];B[pass];W[pass])\n";
    let folder = folder(&[
        ("komi.yaml", "name: mine\ngame: ugo\nkomi: 5\n"),
        ("km.sgf", &record.repeat(2)),
        ("free.sgf", &record.replace("KM[0]", "")),
    ]);
    let (status, out, _) = compare("ugo", "komi.yaml", &["km.sgf"], &folder);
    assert_eq!(status, 0);
    assert_eq!(
        out,
        "ugo → mine: nothing changes in 2 records of Ugo\n\
         the rulesets differ in komi, but 2 of 2 records state `KM`, which overrides it: the other komi has no effect on them\n"
    );
    let (_, page, _) = compare("ugo", "komi.yaml", &["--format", "markdown", "."], &folder);
    assert!(
        page.contains("`ugo` → `mine`")
            && page.contains("**The rulesets differ in komi, but 2 of 3 records state `KM`,"),
        "{page}"
    );
    let (_, out, _) = compare("ugo", "komi.yaml", &["free.sgf"], &folder);
    assert!(!out.contains("KM") && !out.contains("komi.yaml"), "{out}");
    let (_, out, _) = compare("ugo", "ugo-no-button", &["free.sgf"], &folder);
    assert!(
        out.contains("\n1 record takes the button, which the new ruleset has not: `--map-button pass` replays it as a pass\n"),
        "{out}"
    );
    // Two rulesets of one name are told apart by their files.
    write(&folder, "other.yaml", "name: ugo\ngame: ugo\nkomi: 5\n");
    let (_, out, _) = compare("ugo", "other.yaml", &["free.sgf"], &folder);
    assert!(out.starts_with("ugo → other.yaml: "), "{out}");
}

/// Other winners come first, and can be asked for alone; `json` is one array with a summary.
#[test]
fn winners_come_first_and_can_be_asked_for() {
    // White wins by a komi of 9 or more.
    let won = "(;GM[ugo]SZ[3]RE[?];B[b2];W[button];B[pass];W[pass])\n";
    let far = won.replace("SZ[3]", "SZ[5]");
    let folder = folder(&[
        ("komi.yaml", "name: mine\ngame: ugo\nkomi: 9\n"),
        ("a.sgf", &far.repeat(2_000)),
        ("z.sgf", won),
    ]);
    let with = |more: &[&str]| {
        let more = [&["--details", "0"], more, &["."]].concat();
        let (status, out, err) = compare("ugo", "komi.yaml", &more, &folder);
        assert_eq!(err, "");
        (status, out)
    };
    let (_, text) = with(&["-q"]);
    assert!(
        text.starts_with(
            "./z.sgf, record 1: other winner: B+8.5 → W+0.5\n./a.sgf, record 1: other margin: "
        ),
        "{text}"
    );
    let (_, page) = with(&["--format", "markdown"]);
    assert!(
        page.contains("\n\n- `./z.sgf`: record 1, other winner:"),
        "{page}"
    );
    assert!(page.contains(" more are not listed."), "{page}");
    for only in ["winner", "other-winner", "winner,illegal"] {
        let (status, text) = with(&["-q", "--only", only]);
        assert_eq!(status, 1);
        assert_eq!(text, "./z.sgf, record 1: other winner: B+8.5 → W+0.5\n");
    }
    let (status, text) = with(&["--only", "illegal"]);
    assert_eq!(status, 0);
    assert!(
        text.contains("\nonly some changes are listed: now illegal (0 records)\n"),
        "{text}"
    );
    assert!(text.contains("other margin    2,000\n"), "{text}");
    let (_, lines) = with(&["--only", "winner", "--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 1);
    let (_, json) = with(&["--only", "winner", "--format", "json"]);
    let items: Vec<Value> = serde_json::from_str(&json).expect("JSON");
    assert_eq!(items.len(), 2);
    assert_eq!(items[0]["change"], "other-winner");
    let summary = &items[1];
    assert_eq!(
        [&summary["type"], &summary["old"], &summary["new"]],
        ["summary", "ugo", "mine"]
    );
    assert_eq!(
        [
            &summary["records"],
            &summary["changed"],
            &summary["listed"],
            &summary["stated_komi"]
        ],
        [2_001, 2_001, 1, 0]
    );
    assert_eq!(
        summary["changes"],
        serde_json::json!({"other-margin": 2_000, "other-winner": 1})
    );
    assert_eq!(
        summary["winners"],
        serde_json::json!([{"old": "B", "new": "W", "records": 1}])
    );
    let (_, schema, _) = run(&folder, &["schema", "compare"], "");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema is one");
    for item in &items {
        assert!(validator.is_valid(item), "{item}");
    }
    let (status, _, err) = compare("ugo", "komi.yaml", &["--only", "winners", "."], &folder);
    assert_eq!(status, 2);
    assert!(err.contains("winners"), "{err}");
}
