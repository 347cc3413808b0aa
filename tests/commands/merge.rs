//! `kifu merge`: the merged reports of shards are the report of the whole run.

use crate::common::{folder, run};

const RECORDS: [(&str, &str); 5] = [
    ("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])"),
    (
        "b.sgf",
        "(;GM[sygo]SZ[5]RE[?];W[b2])\n(;GM[ugo]SZ[5];B[d4])\n(;GM[chess])",
    ),
    ("c.sgf", "(;GM[margo]SZ[3]RE[W+R];W[c1];B[resign])"),
    ("d.sgf", "nothing"),
    ("e.sgf", "(;GM[bamogo]SZ[4]RE[?]"),
];

/// The arguments of a run on all sources or on a shard.
fn args<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [
        &["batch"],
        more,
        &["a.sgf", "b.sgf", "gone.sgf", "c.sgf", "d.sgf", "e.sgf"],
    ]
    .concat()
}

#[test]
fn merged_shards_equal_the_whole_run() {
    let folder = folder(&RECORDS);
    for parts in [1, 2, 3, 9] {
        let mut names = Vec::new();
        for part in 1..=parts {
            let (name, shard) = (format!("{part}.jsonl"), format!("{part}/{parts}"));
            run(
                &folder,
                &args(&["--format", "jsonl", "--shard", &shard, "-o", &name]),
                "",
            );
            names.push(name);
        }
        names.reverse();
        for format in ["text", "json"] {
            let whole = run(&folder, &args(&["--statistics", "--format", format]), "");
            let mut merge = vec!["merge", "--format", format];
            merge.extend(names.iter().map(String::as_str));
            let merged = run(&folder, &merge, "");
            assert_eq!(merged.0, 2);
            assert_eq!((merged.0, &merged.1), (whole.0, &whole.1), "{parts} parts");
        }
    }
}

#[test]
fn the_exit_status_is_that_of_one_run() {
    let records = [
        ("fine.sgf", "(;GM[ugo]SZ[5]RE[?];B[d4])"),
        ("warned.sgf", "(;GM[ugo]SZ[5];B[d4])"),
        ("wrong.sgf", "(;GM[ugo]SZ[5]RE[?];B[z9])"),
    ];
    let folder = folder(&records);
    for (name, strict, zero, expected) in [
        ("fine.sgf", false, false, 0),
        ("fine.sgf", true, false, 0),
        ("warned.sgf", false, false, 0),
        ("warned.sgf", true, false, 1),
        ("wrong.sgf", false, false, 1),
        ("wrong.sgf", false, true, 0),
        ("gone.sgf", false, false, 2),
        ("gone.sgf", true, true, 2),
    ] {
        let options = [(strict, "--strict"), (zero, "--exit-zero")];
        let options = options
            .iter()
            .filter(|(set, _)| *set)
            .map(|(_, name)| *name);
        let options: Vec<&str> = options.collect();
        let batch = [&["batch", "--format", "jsonl", name][..], &options].concat();
        let (status, report, _) = run(&folder, &batch, "");
        assert_eq!(status, expected, "{batch:?}");
        let merge = [&["merge", "-"][..], &options].concat();
        assert_eq!(
            run(&folder, &merge, report).0,
            expected,
            "{name} {options:?}"
        );
    }
}

#[test]
fn invalid_report_lines_are_rejected_with_their_location() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[d4])")]);
    let (_, line, _) = run(&folder, &["validate", "--format", "jsonl", "a.sgf"], "");
    let refused = |second: &str| {
        let report = format!("{line}{second}\n{line}");
        crate::common::write(&folder, "r.jsonl", &report);
        let (status, out, complaint) = run(&folder, &["merge", "r.jsonl"], "");
        assert_eq!((status, out.as_str()), (2, ""), "{second}");
        complaint
    };
    let good = line.trim_end();
    for (second, reason) in [
        ("game over".to_owned(), "the line is not valid JSON"),
        (String::new(), "the line is not valid JSON"),
        (
            good.trim_end_matches('}').to_owned(),
            "the line is not valid JSON",
        ),
        (
            good.replace("\"plies\":1,", ""),
            "the line is not one that `kifu batch --format jsonl` writes",
        ),
        (
            good.replace("\"schema\":1", "\"schema\":2"),
            "the line is not one that `kifu batch --format jsonl` writes",
        ),
        (
            good.replace("\"game\":\"ugo\"", "\"game\":\"\\u001b[31m\""),
            "there is no game `\\u{1b}[31m`",
        ),
        (
            good.replace("\"valid\"", "\"invalid\""),
            "the line contradicts itself: its status does not match its findings",
        ),
        (
            good.replace("\"index\":1", "\"index\":0"),
            "the line contradicts itself: its status does not match its findings",
        ),
    ] {
        assert_eq!(
            refused(&second),
            format!("kifu: error: r.jsonl:2: {reason}\n"),
            "{second}"
        );
    }
    let (status, _, complaint) = run(&folder, &["merge", "none.jsonl"], "");
    assert_eq!(status, 2);
    assert!(complaint.contains("cannot read none.jsonl"), "{complaint}");
    let (status, _, complaint) = run(&folder, &["merge", "a.sgf", "-o", "no/such"], "");
    assert_eq!(status, 2);
    assert!(complaint.contains("cannot write to no/such"), "{complaint}");
}

#[test]
fn markdown_contains_only_tables() {
    let folder = folder(&RECORDS);
    let (_, report, _) = run(&folder, &args(&["--format", "jsonl"]), "");
    let (status, page, _) = run(&folder, &["merge", "--format", "markdown", "-"], report);
    assert_eq!(status, 2);
    insta::assert_snapshot!(page, @r"
    ## ❌ kifu: 7 records: 3 valid, 2 invalid, 2 malformed; 1 source unreadable; 5 errors, 1 warning; 5 plies

    | game | records | valid | unfinished | invalid | malformed | plies |
    |---|--:|--:|--:|--:|--:|--:|
    | bamogo | 1 | 0 | 0 | 0 | 1 | 0 |
    | margo | 1 | 1 | 0 | 0 | 0 | 2 |
    | sygo | 1 | 1 | 1 | 0 | 0 | 1 |
    | ugo | 2 | 1 | 1 | 1 | 0 | 2 |
    | unknown | 2 | 0 | 0 | 1 | 1 | 0 |
    | all | 7 | 3 | 2 | 2 | 2 | 5 |

    | findings | records | code | first |
    |--:|--:|---|---|
    | 1 | 1 | `archive::unreadable` | `gone.sgf:1:1` |
    | 1 | 1 | `record::game` | `b.sgf:3:3` |
    | 1 | 1 | `record::unfinished` | `b.sgf:2:1` |
    | 1 | 1 | `syntax::no-record` | `d.sgf:1:1` |
    | 1 | 1 | `syntax::unclosed` | `e.sgf:1:1` |
    | 1 | 1 | `ugo::occupied` | `a.sgf:1:27` |
    ");
}
