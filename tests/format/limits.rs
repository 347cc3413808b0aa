//! Limits that can be set: each has its code, its option, and its place in `docs/limits.md`.

use crate::common::run;

const RECORD: &str = "(;GM[ugo]SZ[5]RE[?];B[a1];W[b1];B[c1];W[d1])";

/// The exit status and the code of the only record.
fn judged(option: &str, most: usize) -> (i32, String) {
    let folder = crate::common::folder(&[("a.sgf", RECORD)]);
    let most = most.to_string();
    let (status, out, _) = run(
        &folder,
        &["validate", "--format", "jsonl", option, &most, "a.sgf"],
        "",
    );
    let line: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let code = line["findings"][0]["code"].as_str();
    (status, code.unwrap_or("fine").to_owned())
}

#[test]
fn records_can_be_allowed_more_or_less() {
    for (option, needed, code) in [
        ("--max-record", RECORD.len(), "limit::record-size"),
        ("--max-nodes", 5, "limit::nodes"),
        ("--max-plies", 4, "limit::plies"),
        ("--max-values", 7, "limit::values"),
    ] {
        assert_eq!(judged(option, needed), (0, "fine".to_owned()), "{option}");
        assert_eq!(judged(option, needed - 1), (1, code.to_owned()), "{option}");
    }
}

#[test]
fn a_limit_below_the_shortest_record_names_the_limit() {
    let text = "(;GM[ugo]SZ[5];B[c3])\n( ;GM[ugo])\n\n()x(;)";
    let folder = crate::common::folder(&[("a.sgf", text)]);
    for (most, larger) in [("1", 4), ("2", 3), ("3", 2)] {
        let arguments = ["validate", "--format", "csv", "--max-record", most, "a.sgf"];
        let (status, out, _) = run(&folder, &arguments, "");
        assert_eq!(status, 1);
        assert_eq!(
            out.matches("limit::record-size").count(),
            larger,
            "{most}: {out}"
        );
        assert!(!out.contains("no-record"), "{most}: {out}");
    }
}

#[test]
fn stones_and_setups_can_be_limited() {
    let text = "(;GM[ugo]SZ[5]RE[?]AB[a1][b1]AW[a5:c5]PL[W];W[c1])";
    let folder = crate::common::folder(&[("a.sgf", text)]);
    let code = |option: &str, most: &str| {
        let arguments = ["validate", "--format", "short", option, most, "a.sgf"];
        let (_, out, _) = run(&folder, &arguments, "");
        let (_, rest) = out.split_once("error[")?;
        Some(rest.split(']').next().unwrap_or(rest).to_owned())
    };
    assert_eq!(code("--max-stones", "2"), None);
    assert_eq!(code("--max-stones", "1"), Some("limit::stones".to_owned()));
    assert_eq!(code("--max-setup", "5"), None);
    assert_eq!(code("--max-setup", "4"), Some("limit::setup".to_owned()));
}

#[test]
fn more_nodes_and_plies_than_usual_can_be_read() {
    let nodes = format!("(;GM[ugo]SZ[5]RE[?]{})", ";".repeat(1_000_000));
    let plies = format!(
        "(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][Ga2][Rc1][Gc2]{})",
        ";B[a1<>a2];W[c1<>c2]".repeat(50_001)
    );
    let folder = crate::common::folder(&[("nodes.sgf", &nodes), ("plies.sgf", &plies)]);
    let files = ["nodes.sgf", "plies.sgf"];
    let (status, out, _) = run(
        &folder,
        &[&["validate", "--format", "short"], &files[..]].concat(),
        "",
    );
    assert_eq!(status, 1);
    assert!(
        out.contains("limit::nodes") && out.contains("limit::plies"),
        "{out}"
    );
    let more = [
        "validate",
        "--max-nodes",
        "2000000",
        "--max-plies",
        "200000",
    ];
    let (status, out, _) = run(&folder, &[&more[..], &files[..]].concat(), "");
    assert_eq!(status, 0, "{out}");
}

#[test]
fn the_cache_tells_limits_apart() {
    let folder = crate::common::folder(&[("a.sgf", RECORD)]);
    let batch = |most: &str| {
        let arguments = ["batch", "--cache", "cache", "--max-plies", most, "a.sgf"];
        run(&folder, &arguments, "").0
    };
    assert_eq!([batch("4"), batch("3"), batch("4")], [0, 1, 0]);
}

#[test]
fn the_page_of_limits_names_all_codes_and_options() {
    let page = include_str!("../../docs/limits.md");
    let codes = kifu::verify::Code::ALL.iter().map(|code| code.id());
    for code in codes.filter(|id| id.starts_with("limit::")) {
        assert!(page.contains(&format!("`{code}`")), "{code}");
    }
    let folder = crate::common::folder(&[]);
    let (_, help, _) = run(&folder, &["validate", "--help"], "");
    let options = help
        .split_whitespace()
        .filter(|word| word.starts_with("--max-"));
    for option in options.filter(|option| *option != "--max-findings") {
        assert!(page.contains(&format!("`{option}`")), "{option}");
    }
}
