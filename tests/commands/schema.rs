//! What the commands print as JSON is what `kifu schema` says, and the completions
//! load in a real shell.

use assert_cmd::Command;
use serde_json::Value;

fn kifu(args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .expect("the program starts");
    assert_ne!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

fn assert_valid(schema: &str, values: &[Value]) {
    let schema: Value = serde_json::from_str(&kifu(&["schema", schema])).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema is one");
    assert!(!values.is_empty());
    for value in values {
        let errors: Vec<String> = validator
            .iter_errors(value)
            .map(|error| format!("{} at {}", error, error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {value}");
    }
}

fn lines(args: &[&str]) -> Vec<Value> {
    kifu(args)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn array(args: &[&str]) -> Vec<Value> {
    serde_json::from_str(&kifu(args)).expect("the output is one array")
}

#[test]
fn validate_and_score_print_what_their_schemas_say() {
    let validated = lines(&["validate", "--format", "jsonl", "records"]);
    assert_valid("validate", &validated);
    assert_eq!(
        validated,
        array(&["validate", "--format", "json", "records"])
    );
    let summary = lines(&["validate", "--statistics", "--format", "json", "records"]);
    assert_valid("summary", &summary);
    let scored = lines(&["score", "--format", "jsonl", "records"]);
    assert_valid("score", &scored);
    assert_eq!(scored, array(&["score", "--format", "json", "records"]));
}

#[test]
fn replay_prints_what_its_schema_says() {
    let arguments = [
        "replay",
        "records",
        "--at",
        "all",
        "--variations",
        "all",
        "--format",
    ];
    let positions = lines(&[&arguments[..], &["jsonl"]].concat());
    assert_valid("replay", &positions);
    assert_eq!(positions, array(&[&arguments[..], &["json"]].concat()));
    // A record that cannot be played has its line, too.
    let unplayable = "records/margo/invalid/../../README.md";
    assert_valid(
        "replay",
        &lines(&["replay", unplayable, "--format", "jsonl"]),
    );
}

#[test]
fn the_tables_of_the_conformance_kit_are_what_their_schema_says() {
    for file in kifu(&["conformance"]).lines() {
        let name = file.split(' ').next().expect("a name");
        // The tables of games, and the rulesets.
        if name.contains('/') || name == "rulesets.json" {
            let table = kifu(&["conformance", name]);
            let rows = table.lines().count() - 2;
            let table: Value = serde_json::from_str(&table).expect("a table is JSON");
            assert_eq!(table["rows"].as_array().map(Vec::len), Some(rows), "{name}");
            assert_valid("conformance", &[table]);
        }
    }
    assert_eq!(
        kifu(&["conformance", "schema.json"]),
        kifu(&["schema", "conformance"])
    );
}

#[test]
fn the_other_commands_print_what_their_schemas_say() {
    let sample = "records/margo/browne-254.sgf";
    assert_valid(
        "legal",
        &lines(&["legal", sample, "--at", "7", "--format", "json"]),
    );
    assert_valid(
        "legal",
        &lines(&["legal", sample, "--format", "json", "--why", "a1"]),
    );
    let perft = [
        "perft", "--game", "sygo", "--size", "2", "--depth", "2", "--format", "json",
    ];
    assert_valid("perft", &lines(&perft));
    assert_valid("perft", &lines(&[&perft[..], &["--divide"]].concat()));
    let doubles = ["dedupe", "records", "records", "--format", "jsonl"];
    assert_valid("dedupe", &lines(&doubles));
    let results = [
        "results",
        "records",
        "--by",
        "event",
        "--count-stated",
        "--format",
    ];
    let lines_of_results = lines(&[&results[..], &["jsonl"]].concat());
    assert_valid("results", &lines_of_results);
    assert_eq!(lines_of_results, array(&[&results[..], &["json"]].concat()));
    let stats = ["stats", "records", "--openings", "3", "--format", "json"];
    assert_valid("stats", &lines(&stats));
    assert_valid("explain", &array(&["explain", "--format", "json"]));
    assert_valid(
        "explain",
        &lines(&["explain", "margo::swap", "--format", "json"]),
    );
}

#[test]
fn a_shard_prints_what_its_schemas_say() {
    let shard = lines(&["batch", "--format", "jsonl", "--shard", "2/3", "records"]);
    let last = shard.len() - 1;
    assert!(last > 2);
    assert_valid("shard", &[shard[0].clone(), shard[last].clone()]);
    assert_valid("validate", &shard[1..last]);
}

#[test]
fn a_schema_refuses_what_is_not_of_it() {
    let schema: Value = serde_json::from_str(&kifu(&["schema", "validate"])).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut line = lines(&[
        "validate",
        "--format",
        "jsonl",
        "records/ugo/invalid/ugo-occupied.sgf",
    ]);
    assert!(validator.is_valid(&line[0]));
    // Keys may be added.
    line[0]["findings"][0]["added"] = Value::Null;
    line[0]["added"] = Value::Null;
    assert!(validator.is_valid(&line[0]));
    line[0].as_object_mut().expect("an object").remove("plies");
    assert!(!validator.is_valid(&line[0]));
    line = lines(&["validate", "--format", "jsonl", "records/ugo"]);
    line[0]["plies"] = "many".into();
    assert!(!validator.is_valid(&line[0]));
}

#[test]
fn completions_load_and_know_the_names() {
    for shell in ["bash", "zsh", "fish"] {
        // Some shells want their colons escaped.
        let script = kifu(&["completions", shell]).replace('\\', "");
        for name in ["margo-2012", "ugo::occupied", "bamogo"] {
            assert!(script.contains(name), "{shell} does not know {name}");
        }
    }
    // Words that describe a value stand between these there.
    let script = kifu(&["completions", "fish"]);
    let values: Vec<&str> = script.split(" -a \"").skip(1).collect();
    assert!(values.len() > 20);
    for value in values {
        let end = value.find('"').expect("the values end");
        let rest = &value[end..];
        assert!(
            rest.starts_with("\"\n") || rest.starts_with("\" -d "),
            "{value}"
        );
    }
    // The generators of these know options, but no values.
    for shell in ["powershell", "elvish"] {
        assert!(kifu(&["completions", shell]).contains("--ruleset"));
    }
    let script = kifu(&["completions", "bash"]) + "\ncomplete -p kifu\n";
    Command::new("bash")
        .args(["--norc", "-c", &script])
        .assert()
        .success()
        .stderr("");
}
