//! The reports for other programs, read back by readers that are not ours.

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use crate::common::{
    folder,
    reports::{BAD, GOOD, findings, objects, report, sources},
    run, write,
};
use kifu::verify::Code;
use serde_json::Value;

#[test]
fn csv_is_read_back() {
    let folder = sources();
    let table = report(&folder, "csv", &[]);
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let mut rows = rows.iter();
    let plain = |text: &Value| match text {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with('=') => format!("'{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    for object in objects(&folder) {
        let findings = findings(&object);
        for at in 0..findings.len().max(1) {
            let row = rows
                .next()
                .expect("a row for each finding and each record without");
            for key in [
                "source", "index", "game", "ruleset", "size", "plies", "status", "finished",
            ] {
                assert_eq!(row[key], plain(&object[key]), "{key} of {object}");
            }
            assert_eq!(row["recorded"], plain(&object["result"]["recorded"]));
            assert_eq!(row["score_black"], plain(&object["score"]["B"]));
            assert_eq!(row["black"], plain(&object["players"]["B"]));
            assert_eq!(row["white"], plain(&object["players"]["W"]));
            for key in ["event", "round", "date"] {
                assert_eq!(row[key], plain(&object[key]), "{key} of {object}");
            }
            let finding = findings.get(at).unwrap_or(&Value::Null);
            for key in [
                "code", "severity", "ply", "line", "column", "offset", "length", "message", "help",
            ] {
                assert_eq!(row[key], plain(&finding[key]), "{key} of {finding}");
            }
        }
    }
    assert_eq!(rows.next(), None);
    assert!(table.contains("'=1+1<b>"), "{table}");
}

/// The platform that the tests run on. Packages for others are perhaps not there.
fn platform() -> String {
    let version = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

/// Reads the schema that the package `serde-sarif` carries.
fn sarif_schema() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(["--filter-platform", &platform()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        metadata.status.success(),
        "{}",
        String::from_utf8_lossy(&metadata.stderr)
    );
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif")
        .unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let schema = std::fs::read_to_string(manifest.with_file_name("src").join("schema.json"));
    // One of its patterns has a bracket that stands alone, which not every reader forgives.
    let schema = schema.unwrap().replace("{2}]?$", r"{2}\\]?$");
    serde_json::from_str(&schema).unwrap()
}

#[test]
fn sarif_is_what_its_schema_says() {
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(&sarif_schema())
        .unwrap();
    let folder = sources();
    let (_, clean, _) = run(&folder, &["validate", "-", "--format", "sarif"], GOOD);
    let (status, missing, _) = run(
        &folder,
        &["validate", "none", "games", "--format", "sarif"],
        "",
    );
    assert_eq!(status, 2);
    let cut = report(&folder, "sarif", &["--max-findings", "2"]);
    for (text, results, notes, successful) in [
        (report(&folder, "sarif", &[]), None, 0, true),
        (clean, Some(0), 0, true),
        (missing, None, 0, false),
        (cut, Some(2), 1, true),
    ] {
        let log: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&log)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert_eq!(errors, [""; 0]);
        let run = &log["runs"][0];
        if let Some(results) = results {
            assert_eq!(run["results"].as_array().unwrap().len(), results);
        }
        let invocation = &run["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], successful);
        let told = invocation["toolExecutionNotifications"].as_array().unwrap();
        assert_eq!(told.len(), notes);
    }
}

#[test]
fn sarif_says_what_jsonl_says() {
    let folder = sources();
    let log: Value = serde_json::from_str(&report(&folder, "sarif", &[])).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), Code::ALL.len());
    for rule in rules {
        let help = &rule["help"];
        for text in [&help["text"], &help["markdown"]] {
            let rule_in_one_sentence = rule["shortDescription"]["text"].as_str().unwrap();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(text.as_str().unwrap()).starts_with(&words(rule_in_one_sentence)));
        }
    }
    let mut results = run["results"].as_array().unwrap().iter();
    let mut prints = Vec::new();
    for object in objects(&folder) {
        for finding in findings(&object) {
            let result = results.next().expect("a result for each finding");
            assert_eq!(result["ruleId"], finding["code"]);
            let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
            assert_eq!(rule["id"], finding["code"]);
            assert_eq!(result["level"], finding["severity"]);
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["region"]["startLine"], finding["line"]);
            assert_eq!(place["region"]["startColumn"], finding["column"]);
            assert_eq!(result["properties"]["offset"], finding["offset"]);
            assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
            let uri = place["artifactLocation"]["uri"].as_str().unwrap();
            let source = percent_encoding::percent_decode_str(uri)
                .decode_utf8()
                .unwrap();
            assert_eq!(source, object["source"].as_str().unwrap());
            assert!(
                uri.bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"/-._~%".contains(&byte))
            );
            prints.push((
                uri,
                result["partialFingerprints"]["kifuFinding/v1"]
                    .as_str()
                    .unwrap(),
            ));
        }
    }
    assert_eq!(results.next(), None);
    let count = prints.len();
    prints.sort_unstable();
    prints.dedup();
    assert_eq!(
        prints.len(),
        count,
        "a fingerprint stands for one finding of a file"
    );
}

#[test]
fn findings_that_are_alike_have_fingerprints_of_their_own() {
    let alike = "(;FF[4]GM[ugo]SZ[3]RE[?]XX[1]YY[1])";
    let args = ["validate", "-", "--format", "sarif"];
    let (_, log, _) = run(&folder(&[]), &args, alike);
    let log: Value = serde_json::from_str(&log).unwrap();
    let prints = log["runs"][0]["results"].as_array().unwrap().iter();
    let prints: Vec<&Value> = prints
        .map(|result| &result["partialFingerprints"]["kifuFinding/v1"])
        .collect();
    let print = "record::unknown-property record 1";
    assert_eq!(
        prints,
        [&Value::from(print), &Value::from(format!("{print} (2)"))]
    );
}

#[test]
fn sarif_columns_count_code_points() {
    let folder = sources();
    let log: Value = serde_json::from_str(&report(&folder, "sarif", &[])).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let uri = |result: &Value| {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].clone()
    };
    let result = results
        .iter()
        .find(|result| uri(result) == "games/wide.sgf")
        .unwrap();
    let region = &result["locations"][0]["physicalLocation"]["region"];
    // 2 wide characters and 3 beyond the first plane stand before, each one column.
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&42.into(), &47.into())
    );
}

#[test]
fn sources_below_the_working_folder_are_relative_and_others_are_not() {
    let folder = sources();
    let within = folder.path().canonicalize().unwrap().join("games/all.sgf");
    let outside = crate::common::folder(&[("b.sgf", BAD)]);
    let beyond = outside.path().canonicalize().unwrap().join("b.sgf");
    let args = [
        "validate",
        within.to_str().unwrap(),
        beyond.to_str().unwrap(),
        "--format",
        "sarif",
    ];
    let (_, log, _) = run(&folder, &args, "");
    let log: Value = serde_json::from_str(&log).unwrap();
    let files = log["runs"][0]["results"].as_array().unwrap().iter();
    let files = files.map(|result| &result["locations"][0]["physicalLocation"]["artifactLocation"]);
    let files: Vec<&Value> = files.collect();
    assert_eq!(files[0]["uri"], "games/all.sgf");
    assert_eq!(files[0]["uriBaseId"], "%SRCROOT%");
    let last = files.last().unwrap();
    assert_eq!(last["uri"], format!("file://{}", beyond.display()));
    assert_eq!(last["uriBaseId"], Value::Null);
}

/// What an XML reader finds: of each case the source, the name, and the element in it.
fn cases(xml: &str) -> Vec<(String, String, String, String)> {
    let document = roxmltree::Document::parse(xml).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let elements =
        |node: roxmltree::Node| node.children().filter(roxmltree::Node::is_element).count();
    let mut cases = Vec::new();
    for suite in root.children().filter(roxmltree::Node::is_element) {
        assert_eq!(
            suite.attribute("tests"),
            Some(elements(suite).to_string().as_str())
        );
        for case in suite.children().filter(roxmltree::Node::is_element) {
            let said = case.first_element_child();
            assert!(said.is_none_or(|said| said.text().is_some_and(|text| !text.is_empty())));
            let of_case = |name| case.attribute(name).unwrap().to_owned();
            let element = said.map_or("", |said| said.tag_name().name());
            let message = said.and_then(|said| said.attribute("message"));
            cases.push((
                of_case("classname"),
                of_case("name"),
                element.to_owned(),
                message.unwrap_or_default().to_owned(),
            ));
        }
    }
    cases
}

/// The case that belongs to an object of `jsonl`.
fn expected_case(object: &Value, least: &[&str]) -> (String, String, String, String) {
    let source = object["source"].as_str().unwrap().to_owned();
    let all = findings(object);
    let counting = |finding: &&Value| least.contains(&finding["severity"].as_str().unwrap());
    let first = all.iter().find(counting);
    let message = |finding: &Value| finding["message"].as_str().unwrap().to_owned();
    let (name, element) = match (object["status"].as_str().unwrap(), first) {
        ("unreadable", _) => ("source".to_owned(), "error"),
        (_, Some(_)) => (format!("record {}", object["index"]), "failure"),
        (_, None) if all.is_empty() => (format!("record {}", object["index"]), ""),
        (_, None) => (format!("record {}", object["index"]), "system-out"),
    };
    (
        source,
        name,
        element.to_owned(),
        first.map(message).unwrap_or_default(),
    )
}

#[test]
fn junit_is_read_back() {
    let folder = sources();
    let objects = objects(&folder);
    for (more, least) in [
        (&[][..], &["error"][..]),
        (&["--strict"], &["error", "warning"]),
    ] {
        let expected: Vec<_> = objects
            .iter()
            .map(|object| expected_case(object, least))
            .collect();
        assert_eq!(cases(&report(&folder, "junit", more)), expected);
    }
    let (status, xml, _) = run(&folder, &["validate", "none", "--format", "junit"], "");
    assert_eq!(status, 2);
    let [(source, name, element, message)] = &cases(&xml)[..] else {
        panic!("{xml}")
    };
    assert_eq!(
        (source.as_str(), name.as_str(), element.as_str()),
        ("none", "source", "error")
    );
    assert_eq!(message, "there is no such file or folder");
    // A source of many records is several suites.
    let many = BAD.repeat(2_500);
    let (_, xml, _) = run(
        &folder,
        &["validate", "-", "--format", "junit"],
        many.as_str(),
    );
    assert_eq!(cases(&xml).len(), 2_500);
    assert_eq!(xml.matches("<testsuite ").count(), 3);
}

/// The Python package `junitparser` reads the same, where Python has it.
#[test]
fn junitparser_reads_junit() {
    const SCRIPT: &str = "
import json, sys
from junitparser import JUnitXml, Failure, Error, SystemOut
told = []
for suite in JUnitXml.fromfile(sys.argv[1]):
    cases = list(suite)
    assert suite.tests == len(cases)
    assert suite.failures == sum(case.is_failure for case in cases)
    assert suite.errors == sum(case.is_error for case in cases)
    for case in cases:
        result = case.result[0] if case.result else None
        kind = 'system-out' if case.system_out else ''
        kind = {Failure: 'failure', Error: 'error'}.get(type(result), kind)
        told.append([case.classname, case.name, kind, (result.message or '') if result else ''])
json.dump(told, sys.stdout)
";
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python)
        .args(["-c", "import junitparser"])
        .output();
    if !has.is_ok_and(|output| output.status.success()) {
        #[allow(clippy::print_stderr)]
        {
            eprintln!("not tested: {python} has no package junitparser");
        }
        return;
    }
    let folder = sources();
    let file = write(&folder, "out.xml", &report(&folder, "junit", &[]));
    let output = Command::new(&python)
        .args(["-c", SCRIPT])
        .arg(file)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let told: Vec<(String, String, String, String)> =
        serde_json::from_slice(&output.stdout).unwrap();
    let objects = objects(&folder);
    let expected: Vec<_> = objects
        .iter()
        .map(|object| expected_case(object, &["error"]))
        .collect();
    assert_eq!(told, expected);
}

/// A large source is read in chunks, which no offset may depend on.
#[test]
fn offsets_are_those_of_the_whole_source() {
    let illegal = "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])\n";
    let text = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])\n".repeat(5_000) + illegal;
    let folder = folder(&[("games/a.sgf", &text)]);
    let expected = text.rfind("W[c3]").unwrap();
    let lines = report(&folder, "jsonl", &[]);
    let last: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(last["findings"][0]["offset"], expected);
    let table = report(&folder, "csv", &[]);
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = table.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.last().unwrap()["offset"], expected.to_string());
    let sarif: Value = serde_json::from_str(&report(&folder, "sarif", &[])).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["properties"]["offset"], expected);
}

/// A table has no place for it.
#[test]
fn findings_that_are_left_out_of_a_table_are_told() {
    let folder = folder(&[("games/a.sgf", &BAD.repeat(3))]);
    let run = |args: &str| {
        let args: Vec<&str> = args.split(' ').collect();
        let (status, _, told) = run(&folder, &args, "");
        assert_eq!(status, 1);
        told
    };
    let all = findings_of(&folder);
    let told = format!("findings left out of csv (--max-findings): {}\n", all - 1);
    assert_eq!(run("validate games --format csv --max-findings 1"), told);
    let batch = "batch games --quiet --max-findings 1 --report csv=out.csv --format";
    assert_eq!(run(&format!("{batch} jsonl")), told);
    let exact = format!("validate games --format csv --max-findings {all}");
    assert_eq!(run(&exact), "");
}

/// The number of all findings.
fn findings_of(folder: &tempfile::TempDir) -> usize {
    objects(folder)
        .iter()
        .map(|object| findings(object).len())
        .sum()
}
