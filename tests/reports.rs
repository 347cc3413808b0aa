//! The reports for other programs, read back by readers that are not ours.

mod common;

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use common::{folder, run, write};
use kifu::{report::ReportFormat, verify::CODES};
use serde_json::Value;
use tempfile::TempDir;

const GOOD: &str = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1])";
const BAD: &str = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1];W[a1])";
const WARNED: &str = "(;FF[4]GM[ugo]SZ[3]RE[?]XX[1])";
/// Texts that something may take for markup, a command or a formula.
const HOSTILE: &str = "(;FF[4]GM[ugo]SZ[3]RE[=1+1<b>&\"'];B[<a>&\"@me`|];W[pass])";

/// A folder with records of all kinds, under names that need care.
fn sources() -> TempDir {
    let folder = folder(&[
        ("games/all.sgf", &format!("{GOOD}\n{BAD}\n  {WARNED}")),
        ("games/a b,c:d%e#1.sgf", BAD),
        ("games/ž@me [x](y) `q` |.sgf", HOSTILE),
        ("games/=cmd().sgf", BAD),
        (
            "games/wide.sgf",
            "(;FF[4]GM[ugo]SZ[3]RE[?]C[碁𝄞];B[b2];C[𝄞𝄞]W[b2])",
        ),
    ]);
    write(
        &folder,
        "games/broken.sgf",
        "(;FF[4]GM[ugo]SZ[3];B[a1]\nC[never closed",
    );
    folder
}

/// The invalid sample records, which break every rule.
fn samples() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("records");
    let files = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter();
    let files = files.map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| {
        path.parent()
            .is_some_and(|parent| parent.ends_with("invalid"))
    });
    files
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

fn report(folder: &TempDir, format: &str, more: &[&str]) -> String {
    let args = [&["validate", "games", "--format", format], more].concat();
    let (status, out, error) = run(folder, &args, "");
    assert_eq!((status, error.as_str()), (1, ""), "{format}");
    out
}

/// The objects of `jsonl`, which the other formats are compared with.
fn objects(folder: &TempDir) -> Vec<Value> {
    let lines = report(folder, "jsonl", &[]);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn findings(object: &Value) -> &Vec<Value> {
    object["findings"].as_array().unwrap()
}

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

/// Reads the schema that the package `serde-sarif` carries.
fn sarif_schema() -> Value {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
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
    assert_eq!(rules.len(), CODES.len());
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
    let outside = common::folder(&[("b.sgf", BAD)]);
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

#[test]
fn github_commands_keep_to_the_limits_of_the_platform() {
    let folder = sources();
    let many = format!("{WARNED}\n{BAD}\n").repeat(25);
    let (_, out, _) = run(
        &folder,
        &["validate", "-", "--format", "github"],
        many.as_str(),
    );
    let count = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (count("::error "), count("::warning "), count("::notice ")),
        (10, 10, 1)
    );
    assert_eq!(out.lines().count(), 21);
    let last = out.lines().last().unwrap();
    assert_eq!(
        last,
        "::notice title=kifu::15 errors and 15 warnings more have no annotation%0A50 records: 25 valid, 25 invalid; 25 errors, 25 warnings; 25 plies"
    );
    let (_, out, _) = run(&folder, &["validate", "-", "--format", "github"], GOOD);
    assert_eq!(out, "");
}

#[test]
fn github_commands_are_escaped() {
    let folder = sources();
    let args = ["validate", "games/a b,c:d%e#1.sgf", "--format", "github"];
    let (_, out, _) = run(&folder, &args, "");
    assert_eq!(
        out,
        "::error file=games/a b%2Cc%3Ad%25e#1.sgf,line=1,col=32,endColumn=36,title=ugo%3A%3Aoccupied::ply 2: a1 is not empty: Black's stone stands there%0Aplace it on an empty point\n"
    );
    let broken = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1\n:%::error::x])";
    let args = [
        "validate",
        "-",
        "--format",
        "github",
        "--stdin-name",
        "::error\nfile",
    ];
    let (_, out, _) = run(&folder, &args, broken);
    assert_eq!(
        out,
        "::error file=%3A%3Aerror%0Afile,line=1,endLine=2,title=record%3A%3Anotation::ply 1: `a1…` is not a move of Ugo%0Aa move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign`\n"
    );
}

#[test]
fn markdown_is_fit_for_a_comment() {
    let folder = sources();
    insta::assert_snapshot!(report(&folder, "markdown", &[]), @r#"
    ## ❌ kifu: 8 records: 2 valid, 5 invalid, 1 malformed; 7 errors, 1 warning; 5 plies

    | game | records | valid | unfinished | invalid | malformed | plies |
    |---|--:|--:|--:|--:|--:|--:|
    | ugo | 8 | 2 | 2 | 5 | 1 | 5 |

    | findings | records | code | first |
    |--:|--:|---|---|
    | 4 | 4 | `ugo::occupied` | `games/=cmd().sgf:1:32` |
    | 1 | 1 | `record::notation` | ``games/ž@me [x](y) `q` \u{7c}.sgf:1:35`` |
    | 1 | 1 | `record::result-syntax` | ``games/ž@me [x](y) `q` \u{7c}.sgf:1:20`` |
    | 1 | 1 | `record::unknown-property` | `games/all.sgf:3:27` |
    | 1 | 1 | `syntax::unclosed-value` | `games/broken.sgf:2:1` |

    ### Errors

    - `games/=cmd().sgf:1:32` record 1, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone stands there`
      `place it on an empty point`
    - `games/a b,c:d%e#1.sgf:1:32` record 1, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone stands there`
      `place it on an empty point`
    - `games/all.sgf:2:32` record 2, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone stands there`
      `place it on an empty point`
    - `games/broken.sgf:2:1` record 1, `syntax::unclosed-value`:
      `this value is never closed: the text ends inside it`
      `` close the value with `]` ``
    - `games/wide.sgf:1:42` record 1, ply 2, `ugo::occupied`:
      `b2 is not empty: Black's stone stands there`
      `place it on an empty point`
    - ``games/ž@me [x](y) `q` |.sgf:1:20`` record 1, `record::result-syntax`:
      `` `=1+1<b>&"'` is not a result ``
      `` write `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?` ``
    - ``games/ž@me [x](y) `q` |.sgf:1:35`` record 1, ply 1, `record::notation`:
      `` `<a>&"@me`|` is not a move of Ugo ``
      `` a move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign` ``

    ### Warnings

    - `games/all.sgf:3:27` record 3, `record::unknown-property`:
      `` `XX` is not a property of this format; it is kept as it is ``
      `` put remarks into `C[…]` ``
    "#);
    let many = format!("{WARNED}\n{BAD}\n").repeat(3_000);
    let (_, page, _) = run(
        &folder,
        &["validate", "-", "--format", "markdown"],
        many.as_str(),
    );
    assert!((60_000..65_536).contains(&page.len()), "{}", page.len());
    let told = page.lines().filter(|line| line.starts_with("- ")).count();
    let left_out = format!("\n{} findings are left out.\n", 6_000 - told);
    assert!(page.ends_with(&left_out), "{}", &page[page.len() - 300..]);
    assert!(!page.contains("### Warnings"), "errors come first");
    // Names of any length have room, too.
    let name = "🎲".repeat(2_000) + "\u{202e}|`";
    let every_code: String = samples().concat();
    let args = [
        "validate",
        "-",
        "--format",
        "markdown",
        "--stdin-name",
        &name,
    ];
    let (_, page, _) = run(&folder, &args, every_code);
    assert!(page.len() < 65_536, "{}", page.len());
    assert!(
        page.contains(" codes more\n") && page.contains("### Errors"),
        "{page}"
    );
}

/// An independent reader of Markdown sees texts from outside in code spans only.
#[test]
fn markdown_from_outside_is_no_markup() {
    use pulldown_cmark::{Event, Options, Parser, Tag};
    let hostile = [
        "```",
        "@team #1 www.x.y",
        "<img src=x>",
        "[l](http:e)",
        "`a` ``b`` |c| \\",
        "\n\n# h",
    ];
    let records = hostile.map(|text| {
        let text = text.replace('\\', "\\\\").replace(']', "\\]");
        format!("(;FF[4]GM[ugo]SZ[3]RE[{text}];B[{text}])")
    });
    for name in hostile {
        let args = [
            "validate",
            "-",
            "--format",
            "markdown",
            "--stdin-name",
            name,
        ];
        let (_, page, _) = run(&folder(&[]), &args, records.concat());
        let (mut spans, mut cells) = (0, 0);
        for event in Parser::new_ext(&page, Options::ENABLE_TABLES) {
            match event {
                Event::Code(_) => spans += 1,
                Event::Text(text) => {
                    assert!(!text.contains(['@', '#', '<', '`']), "{text} in {page}");
                }
                Event::Start(
                    Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock,
                )
                | Event::Html(_)
                | Event::InlineHtml(_) => panic!("{event:?} in {page}"),
                Event::Start(Tag::TableCell) => cells += 1,
                _ => {}
            }
        }
        // Of each finding the place, the code, the message and the help; of each of two codes the
        // name and the first place.
        assert_eq!(spans, 12 * 4 + 2 * 2, "{page}");
        assert_eq!(cells, 2 * 7 + 3 * 4, "{page}");
    }
}

#[test]
fn statistics_count_per_game_and_code() {
    let folder = sources();
    let text = report(&folder, "text", &["--statistics"]);
    insta::assert_snapshot!(text, @r"
    game  records  valid  unfinished  invalid  malformed  plies
    ugo         8      2           2        5          1      5
    7 errors, 1 warning

    findings  records  code                      first
           4        4  ugo::occupied             games/=cmd().sgf:1:32
           1        1  record::notation          games/ž@me [x](y) `q` |.sgf:1:35
           1        1  record::result-syntax     games/ž@me [x](y) `q` |.sgf:1:20
           1        1  record::unknown-property  games/all.sgf:3:27
           1        1  syntax::unclosed-value    games/broken.sgf:2:1
    ");
    assert_eq!(report(&folder, "short", &["--statistics"]), text);
    let json = report(&folder, "json", &["--statistics"]);
    assert_eq!(report(&folder, "jsonl", &["--statistics"]), json);
    let summary: Value = serde_json::from_str(&json).unwrap();
    let objects = objects(&folder);
    assert_eq!(summary["records"], objects.len());
    for counts in summary["codes"].as_array().unwrap() {
        let of_code =
            |object: &&Value| findings(object).iter().any(|f| f["code"] == counts["code"]);
        assert_eq!(counts["records"], objects.iter().filter(of_code).count());
        let first = objects.iter().find(of_code).unwrap();
        assert_eq!(counts["first"]["source"], first["source"]);
        assert_eq!(counts["first"]["index"], first["index"]);
    }
}

#[test]
fn so_many_findings_are_told_and_all_count() {
    let folder = sources();
    let short = report(&folder, "short", &["--max-findings", "1"]);
    let lines: Vec<&str> = short.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].ends_with("findings are left out (--max-findings)"),
        "{short}"
    );
    let (_, whole, _) = run(&folder, &["validate", "games", "--format", "short"], "");
    assert_eq!(lines[2], whole.lines().last().unwrap());
    let none = report(&folder, "csv", &["--max-findings", "0"]);
    assert_eq!(none.lines().count(), 1 + objects(&folder).len());
    for format in ["json", "jsonl", "junit"] {
        assert_eq!(
            report(&folder, format, &["--max-findings", "0"]),
            report(&folder, format, &[])
        );
    }
}

#[test]
fn every_format_is_the_same_for_any_number_of_jobs() {
    let folder = sources();
    for format in ReportFormat::ALL {
        let with = |jobs| report(&folder, format.name(), &["--jobs", jobs]);
        assert_eq!(with("1"), with("3"), "{format}");
    }
}
