//! `kifu metrics`: metrics of records and of games that are played for it.

use serde_json::Value;

use crate::common::{folder, run};

const SERIES: &str = "metrics --game ugo --size 3 --games 6 --seed 3";

fn arguments(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The status and the output of a command among these files.
fn output(files: &[(&str, &str)], line: &str) -> (i32, String) {
    let (status, out, _) = run(&folder(files), &arguments(line), "");
    (status, out)
}

fn json(files: &[(&str, &str)], line: &str) -> Value {
    let (status, out) = output(files, &format!("{line} --format json"));
    assert_eq!(status, 0, "{line}");
    serde_json::from_str(&out).expect("it is JSON")
}

/// A metric of a group.
fn metric<'r>(report: &'r Value, group: usize, name: &str) -> &'r Value {
    let metrics = report["groups"][group]["metrics"].as_array();
    let mut metrics = metrics.expect("a list").iter();
    metrics.find(|metric| metric["name"] == name).expect(name)
}

#[test]
fn reports_do_not_depend_on_the_number_of_threads() {
    for (line, formats) in [
        (
            format!("{SERIES} --player mcts:8"),
            &["text", "json", "csv", "markdown", "html"][..],
        ),
        (
            "metrics --old ugo --new ugo-no-button --size 3 --games 6 --player random".to_owned(),
            &["text", "html"],
        ),
        (
            format!("{SERIES} --player greedy --komi=-1..1"),
            &["json", "html"],
        ),
        (format!("{SERIES} --ladder random,mcts:9"), &["csv", "html"]),
    ] {
        for format in formats {
            let of_jobs = |jobs| {
                let (status, out) = output(&[], &format!("{line} --format {format} --jobs {jobs}"));
                assert_eq!(status, 0, "{line} {format}");
                out
            };
            let out = of_jobs(1);
            assert!(!out.is_empty());
            assert_eq!(out, of_jobs(2), "{line} {format}");
        }
    }
}

#[test]
fn reports_are_what_their_schema_says() {
    let (_, schema) = output(&[], "schema metrics");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema is one");
    for line in [
        format!("{SERIES} --player random"),
        "metrics --old ugo --new ugo-no-button --size 3 --games 6 --player random".to_owned(),
        format!("{SERIES} --player random --komi=-1..1"),
        format!("{SERIES} --ladder random,greedy"),
    ] {
        let report = json(&[], &line);
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|error| error.to_string())
            .collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
    }
}

#[test]
fn records_are_measured_by_ruleset_and_board() {
    let files = [
        (
            "a.sgf",
            "(;GM[ugo]SZ[5]RE[B+24.5];B[c3];W[button];B[pass];W[pass])\n(;GM[ugo]SZ[5]RE[?];B[c3])\n",
        ),
        (
            "b.sgf",
            "(;GM[ugo]SZ[4]RE[?];B[c3]V[0.5];W[button]V[-0.2];B[b2]V[3])\n",
        ),
        ("c.sgf", "(;GM[ugo]SZ[5];B[c3];W[c3])\n"),
    ];
    let report = json(&files, "metrics a.sgf b.sgf c.sgf");
    assert_eq!(report["left_out"], 1);
    assert_eq!(report["seed"], Value::Null);
    let sizes = |group: usize| report["groups"][group]["size"].as_str();
    assert_eq!([sizes(0), sizes(1)], [Some("4"), Some("5")]);
    assert_eq!(metric(&report, 1, "finished")["value"], 0.5);
    assert_eq!(metric(&report, 1, "first-player-score")["value"], 1.0);
    assert_eq!(metric(&report, 1, "first-player-margin")["value"], 24.5);
    assert_eq!(metric(&report, 1, "plies")["value"], 2.5);
    assert_eq!(metric(&report, 1, "button-ply")["value"], 2.0);
    for (name, group) in [
        ("lead-change", 1),
        ("decided-at", 1),
        ("swap", 1),
        ("repetition-bans", 1),
    ] {
        assert_eq!(metric(&report, group, name)["value"], Value::Null, "{name}");
    }
    let changes = metric(&report, 0, "lead-change")["value"]
        .as_f64()
        .expect("V tells it");
    assert!((changes - 2.0 / 3.0).abs() < 1e-6);
    let evaluated = json(&files, "metrics a.sgf --evaluate mcts:4");
    assert_eq!(metric(&evaluated, 0, "lead-change")["games"], 2);
}

#[test]
fn records_that_are_left_out_are_told() {
    let files = [
        ("a.sgf", "(;GM[ugo]SZ[5];B[c3];W[c3])\n"),
        ("empty.sgf", ""),
    ];
    for name in ["a.sgf", "empty.sgf"] {
        for (format, expected) in [
            (
                "text",
                "No games\nthere is no valid record to be measured\n",
            ),
            (
                "markdown",
                "## No games\n\n- there is no valid record to be measured\n",
            ),
            (
                "html",
                "<h2>No games</h2>\n<p>there is no valid record to be measured</p>\n",
            ),
            ("csv", "game,ruleset,"),
        ] {
            let line = format!("metrics {name} --format {format}");
            let (status, out, errors) = run(&folder(&files), &arguments(&line), "");
            assert_eq!(status, 0, "{line}");
            assert!(out.contains(expected), "{line}: {out}");
            assert_eq!(errors, "1 record that is not valid is left out\n", "{line}");
        }
    }
}

#[test]
fn values_in_nodes_are_read_again() {
    let (status, records) = output(
        &[],
        "selfplay --game margo --size 3 --black mcts:20 --white mcts:20 --games 3 --values",
    );
    assert_eq!(status, 0);
    let report = json(&[("games.sgf", &records)], "metrics games.sgf");
    assert_eq!(metric(&report, 0, "lead-change")["games"], 3);
    let played = json(
        &[],
        "metrics --game margo --size 3 --player mcts:20 --games 3",
    );
    for name in [
        "plies",
        "first-player-score",
        "captures",
        "branching-factor",
        "board-filled",
    ] {
        let value = |report| metric(report, 0, name)["value"].clone();
        assert_eq!(value(&report), value(&played), "{name}");
    }
}

#[test]
fn a_broken_bound_gives_status_1() {
    let status = |bounds: &str, rest: &str| {
        let line = format!("{SERIES} --player random --expect bounds.yaml{rest}");
        output(&[("bounds.yaml", bounds)], &line).0
    };
    assert_eq!(status("finished: '>= 0'\nplies: [1, 500]\n", ""), 0);
    assert_eq!(status("plies: '<= 2'\n", ""), 1);
    assert_eq!(status("swap: [0, 1]\n", ""), 1, "a metric without a value");
    assert_eq!(status("plys: '<= 2'\n", ""), 2);
    assert_eq!(status("plies: 2\n", ""), 2);
    assert_eq!(status("plies: '<= 2'\n", " --komi=0..1"), 2);
}

#[test]
fn a_bound_names_the_games_that_it_is_about() {
    let files = [
        ("bounds.yaml", "plies: '<= 1'\n"),
        (
            "games.sgf",
            "(;GM[ugo]SZ[5]RE[?];B[c3])(;GM[ugo]SZ[7]RE[?];B[c3];W[d4])\n",
        ),
    ];
    let (status, out) = output(&files, "metrics games.sgf --expect bounds.yaml");
    assert_eq!(status, 1, "{out}");
    let bounds: Vec<&str> = out
        .lines()
        .skip_while(|line| !line.contains("Bounds"))
        .collect();
    for (bound, group) in [
        ("met", "ugo 5, ruleset ugo"),
        ("broken", "ugo 7, ruleset ugo"),
    ] {
        let named = |line: &&str| line.contains(bound) && line.contains(group);
        assert!(bounds.iter().any(named), "{out}");
    }
    let line = "metrics games.sgf --expect bounds.yaml --format json";
    let report: Value = serde_json::from_str(&output(&files, line).1).expect("it is JSON");
    assert_eq!(report["expectations"][1]["group"], "ugo 7, ruleset ugo");
}

#[test]
fn what_makes_no_sense_is_refused() {
    for line in [
        "metrics",
        "metrics a.sgf --game ugo",
        "metrics a.sgf --games 5",
        "metrics a.sgf --player random",
        "metrics a.sgf --random-plies 5",
        "metrics --games 5",
        "metrics --size 3",
        "metrics --game ugo --komi=0..9 --games 100001 --player random",
        "metrics --old ugo",
        "metrics --old ugo --new margo",
        "metrics --game margo --komi=0..3",
        "metrics --game ugo --komi=3..0",
        "metrics --game ugo --ladder random",
        "metrics --game margo --ruleset margo-3 --ladder random,greedy",
        "metrics --game ugo --player mcts:0",
        "metrics --game ugo --evaluate random",
        "metrics --game ugo --games 0",
        "metrics --komi=0..3 a.sgf",
    ] {
        let status = output(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])\n")], line).0;
        assert_eq!(status, 2, "{line}");
    }
}

#[test]
fn the_players_of_a_ladder_are_bounded() {
    let line = |count| {
        let players = vec!["random"; count].join(",");
        format!("metrics --game ugo --size 2 --games 1 --max-plies 2 -f json --ladder {players}")
    };
    let (status, report) = output(&[], &line(100));
    assert_eq!((status, report.is_empty()), (0, false));
    let (status, report) = output(&[], &line(101));
    assert_eq!((status, report.is_empty()), (2, true));
}

#[test]
fn more_thought_wins_more() {
    let report = json(
        &[],
        "metrics --game ugo --size 4 --ladder random,mcts:30 --games 20",
    );
    let ladder = &report["ladder"];
    assert_eq!(ladder["is_climbed"], true, "{ladder}");
    assert!(ladder["players"][1]["elo"].as_f64().expect("a number") > 100.0);
}

#[test]
fn equal_rulesets_do_not_differ() {
    let report = json(
        &[],
        "metrics --old ugo --new ugo --size 3 --games 5 --player random",
    );
    let differences = report["comparison"]["differences"]
        .as_array()
        .expect("a list");
    assert!(!differences.is_empty());
    for difference in differences {
        assert_eq!(difference["difference"], 0.0);
        assert_eq!(difference["is_significant"], false);
    }
}

/// Two pairs may differ by the same amount, which says nothing.
#[test]
fn few_games_prove_nothing() {
    for seed in 1..=8 {
        let line = format!(
            "metrics --old ugo --new ugo-no-button --size 3 --games 2 --player random --seed {seed}"
        );
        let report = json(&[], &line);
        let differences = report["comparison"]["differences"].as_array();
        let differences = differences.expect("a list");
        assert!(differences.len() > 8, "{seed}");
        for difference in differences {
            let p = difference["p"].as_f64().expect("a number");
            assert!(p >= 0.5, "{seed}: {difference}");
            assert_eq!(difference["is_significant"], false, "{seed}: {difference}");
        }
        let score = &differences[1];
        assert_eq!(score["name"], "first-player-score");
        for end in score["interval"].as_array().expect("two games") {
            let end = end.as_f64().expect("a number");
            assert!((-1.0..=1.0).contains(&end), "{seed}: {score}");
        }
    }
}
