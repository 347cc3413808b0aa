//! `kifu batch --input jsonl`: a line in, a line out.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use crate::common::{folder, run};
use serde_json::{Value, json};
use walkdir::WalkDir;

const LINES: [&str; 3] = ["batch", "--input", "jsonl"];

fn line(id: &Value, record: &str) -> String {
    json!({"id": id, "record": record}).to_string() + "\n"
}

fn values(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

#[test]
fn the_verdicts_on_all_samples_are_those_of_validate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = folder(&[]);
    let files = WalkDir::new(root.join("records")).sort_by_file_name();
    let files = files
        .into_iter()
        .map(|entry| entry.expect("a sample").into_path());
    let files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "sgf"))
        .collect();
    assert!(files.len() > 50);
    let mut input = String::new();
    for file in &files {
        input += &line(
            &file.display().to_string().into(),
            &fs::read_to_string(file).expect("text"),
        );
    }
    let (status, out, complaint) = run(&folder, &[&LINES[..], &["-"]].concat(), input);
    assert_eq!((status, complaint.as_str()), (1, ""));
    let mut answers = values(&out);
    assert_eq!(answers.len(), files.len());
    let mut expected = Vec::new();
    for file in &files {
        let name = file.display().to_string();
        let (_, out, _) = run(&folder, &["validate", "--format", "jsonl", &name], "");
        expected.extend(values(&out));
    }
    for (number, (answer, expected)) in answers.iter_mut().zip(&mut expected).enumerate() {
        let answer = answer.as_object_mut().expect("an object");
        assert_eq!(answer.remove("id").as_ref(), Some(&expected["source"]));
        assert_eq!(
            (&answer["source"], &answer["index"]),
            (&"-".into(), &(number + 1).into())
        );
        answer["source"] = expected["source"].clone();
        answer["index"] = 1.into();
        assert_eq!(&Value::Object(answer.clone()), expected);
    }
}

#[test]
fn answers_are_of_their_schema() {
    let folder = folder(&[]);
    let (_, schema, _) = run(&folder, &["schema", "batch-line"], "");
    let schema: Value = serde_json::from_str(&schema).expect("a schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema is one");
    let input = line(&json!([1, {"a": null}]), "(;GM[ugo]SZ[5];B[c3];W[c3])")
        + "{}\n[]\n\n{\"record\":\"\"}";
    let (status, out, _) = run(&folder, &[&LINES[..], &["-"]].concat(), input);
    assert_eq!(status, 2);
    let answers = values(&out);
    assert_eq!(answers.len(), 5);
    for answer in &answers {
        let errors: Vec<String> = validator
            .iter_errors(answer)
            .map(|e| e.to_string())
            .collect();
        assert!(errors.is_empty(), "{errors:?} in {answer}");
    }
    let mut strange = answers[0].clone();
    strange["status"] = "lost".into();
    assert!(!validator.is_valid(&strange));
}

#[test]
fn the_id_comes_back_as_it_is() {
    let folder = folder(&[]);
    for id in [
        "1.50",
        "123456789012345678901234567890",
        "\"\\u0041\"",
        "{\"b\":1, \"a\":[ ]}",
        "null",
        "1e400",
    ] {
        let input = format!("{{\"id\":{id},\"record\":\"(;GM[ugo]SZ[5]RE[?];B[c3])\"}}\n");
        let (status, out, _) = run(&folder, &[&LINES[..], &["-"]].concat(), input);
        assert_eq!(status, 0, "{id}");
        assert!(out.ends_with(&format!(",\"id\":{id}}}\n")), "{out}");
    }
}

#[test]
fn a_program_can_wait_for_each_answer() {
    for jobs in ["1", "3"] {
        let mut kifu = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args([&LINES[..], &["--jobs", jobs, "-"]].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = kifu.stdin.take().expect("a pipe");
        let mut output = BufReader::new(kifu.stdout.take().expect("a pipe"));
        for number in 0..20 {
            let record = "(;GM[ugo]SZ[5]RE[?];B[c3])";
            input
                .write_all(line(&number.into(), record).as_bytes())
                .expect("the pipe is open");
            let mut answer = String::new();
            output.read_line(&mut answer).expect("an answer");
            assert_eq!(values(&answer)[0]["id"], number);
        }
        drop(input);
        assert_eq!(kifu.wait().expect("an end").code(), Some(0));
    }
}

#[test]
fn a_reader_that_has_seen_enough_ends_it_quietly() {
    let mut kifu = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args([&LINES[..], &["-"]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(kifu.stdout.take());
    let mut input = kifu.stdin.take().expect("a pipe");
    // The pipe breaks as soon as the program has noticed.
    while input
        .write_all(line(&json!(1), "(;GM[ugo]SZ[5]RE[?];B[c3])").as_bytes())
        .is_ok()
    {}
    let output = kifu.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn options_count_and_those_without_sense_are_refused() {
    let folder = folder(&[
        (
            "one.jsonl",
            &line(
                &json!(1),
                "(;GM[ugo]CA[koi8-r]SZ[5]RE[?]PB[я];B[c3];W[button])",
            ),
        ),
        ("two.jsonl", &line(&json!(2), "(;GM[ugo]SZ[5];B[c3])")),
    ]);
    let with = |more: &[&str]| run(&folder, &[&LINES[..], more].concat(), "");
    let (status, out, _) = with(&["--strict", "one.jsonl"]);
    assert_eq!((status, &values(&out)[0]["findings"]), (0, &json!([])));
    let (status, out, _) = with(&["--ruleset", "ugo-no-button", "one.jsonl", "two.jsonl"]);
    let told: Vec<Value> = values(&out)
        .iter()
        .map(|a| json!([a["source"], a["index"], a["status"]]))
        .collect();
    assert_eq!(
        told,
        [
            json!(["one.jsonl", 1, "invalid"]),
            json!(["two.jsonl", 1, "valid"])
        ]
    );
    assert_eq!(status, 1);
    assert_eq!(with(&["--strict", "two.jsonl"]).0, 1);
    assert_eq!(
        with(&["--ruleset", "ugo-no-button", "--exit-zero", "one.jsonl"]).0,
        0
    );
    assert_eq!(
        with(&["--strict", "--ignore", "record::unfinished", "two.jsonl"]).0,
        0
    );
    let (status, out, _) = with(&["--max-record", "10", "two.jsonl"]);
    assert_eq!(
        (status, &values(&out)[0]["findings"][0]["code"]),
        (1, &"limit::record-size".into())
    );
    for refused in [
        &["--shard", "1/2", "one.jsonl"][..],
        &["--report", "csv=x", "one.jsonl"],
        &["--format", "sarif", "one.jsonl"],
        &["none.jsonl"],
        &["."],
        &["one.jsonl", "-o", "no/such"],
    ] {
        let (status, out, complaint) = with(refused);
        assert_eq!((status, out.as_str()), (2, ""), "{refused:?}");
        assert!(!complaint.is_empty());
    }
}
