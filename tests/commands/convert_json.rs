//! `kifu convert --to json` and back: nothing is lost, and errors in JSON have locations.

use std::fmt::Write as _;

use crate::common::{
    all_lines,
    convert::{random, read_all, read_one, samples, write_all, write_one},
    folder, judge, run,
};
use kifu::{
    convert::{Notation, tree},
    games::Game,
    record::{self, Decoded, Layout, Record},
    ruleset,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The only record of a text.
fn only(text: &str) -> Record<'_> {
    let mut records = record::read(text);
    let record = records.next().expect("a record");
    assert!(records.next().is_none(), "{text}");
    record
}

/// Converts every record of a text to JSON and back; returns their number.
fn check(decoded: &Decoded) -> usize {
    let records = record::read(decoded).filter(|record| !record.is_malformed());
    let mut count = 0;
    for (record, written) in records.zip(write_all(Notation::Json, decoded)) {
        count += 1;
        let written = written.expect("every record can be written");
        assert!(written.notes.is_empty(), "{written:?}");
        let (back, notes) = read_one(Notation::Json, &written.text);
        assert!(notes.is_empty(), "{notes:?}");
        let again = record::read(&back).next().expect("a record");
        assert_eq!(
            again.canonical(Layout::Nodes),
            record.canonical(Layout::Nodes)
        );
        let is_labeled = tree(&record) != tree(&again);
        assert!(!is_labeled || back.contains("CA[UTF-8]"), "{back}");
        // A record in canonical form is restored byte for byte.
        let neat = record.canonical(Layout::Nodes);
        let written = write_one(Notation::Json, &neat).expect("a record");
        assert_eq!(read_one(Notation::Json, &written.text).0, neat);
    }
    count
}

#[test]
fn sample_records_and_random_games_survive_a_round_trip() {
    let count: usize = samples().iter().map(|(_, decoded)| check(decoded)).sum();
    assert!(count >= 75, "{count}");
    for game in Game::ALL {
        for number in 0..1_000 {
            let text = random(ruleset::default_for(game), number);
            assert_eq!(check(&Decoded::from(text.as_str())), 1);
        }
    }
}

#[test]
fn the_tree_is_written_exactly() {
    let text = "hello (;GaMe[Ugo]SZ[5]LB[a1:x\\:y][b2:]C[a\\]b\r\nc])\n(;GM[x](;)(;;N[\\n]))) bye";
    let objects: Vec<Value> = write_all(Notation::Json, &Decoded::from(text))
        .into_iter()
        .map(|written| serde_json::from_str(&written.expect("a record").text).expect("JSON"))
        .collect();
    assert_eq!(
        objects,
        [
            json!({"schema": 1, "source": "game.sgf", "index": 1, "encoding": "UTF-8", "before": "hello",
            "nodes": [{"parent": null, "properties": [
                {"name": "GaMe", "values": ["Ugo"]},
                {"name": "SZ", "values": ["5"]},
                {"name": "LB", "values": [{"text": "a1:x:y", "raw": "a1:x\\:y"}, "b2:"]},
                {"name": "C", "values": [{"text": "a]b\nc", "raw": "a\\]b\r\nc"}]},
            ]}]}),
            json!({"schema": 1, "source": "game.sgf", "index": 2, "encoding": "UTF-8",
                "nodes": [
                    {"parent": null, "properties": [{"name": "GM", "values": ["x"]}]},
                    {"parent": 0, "properties": []},
                    {"parent": 0, "properties": []},
                    {"parent": 2, "properties": [{"name": "N", "values": [{"text": "n", "raw": "\\n"}]}]},
                ], "after": ") bye"}),
        ]
    );
    let back: Vec<_> = objects
        .iter()
        .map(|object| read_one(Notation::Json, &object.to_string()).0)
        .collect();
    assert_eq!(
        back,
        [
            "hello\n(;GaMe[Ugo]SZ[5]LB[a1:x\\:y][b2:]C[a\\]b\r\nc])",
            "(;GM[x]\n(;)\n(;\n;N[\\n]))\n) bye",
        ]
    );
}

#[test]
fn trees_of_any_depth_survive_a_round_trip() {
    // The same depth as nested variations, and as a line with a branch at each node.
    for (open, close) in [("(;B[a1]", ")"), (";B[a1](;W[b2])(", ")")] {
        let depth = 50_000;
        let text = format!(
            "(;GM[sygo]SZ[5]{};N[end]{})",
            open.repeat(depth),
            close.repeat(depth)
        );
        let text = text.replace("((", "(;(");
        let record = only(&text);
        assert!(!record.is_malformed(), "{:?}", record.faults());
        let nodes = tree(&record);
        assert!(nodes.len() > depth);
        let written = write_one(Notation::Json, &text).expect("a record");
        let (back, _) = read_one(Notation::Json, &written.text);
        assert_eq!(tree(&only(&back)), nodes);
    }
    // Deeply nested JSON is rejected without a stack overflow.
    let deep = "[".repeat(1_000_000);
    let imported = read_all(
        Notation::Json,
        &format!("[{deep}{}]", deep.replace('[', "]")),
    );
    assert_eq!(imported.len(), 1);
    assert!(imported[0].record.is_none(), "{imported:?}");
}

#[test]
fn nodes_may_be_in_any_order_after_their_parents() {
    let node = |parent: Value, name: &str| json!({"parent": parent, "properties": [{"name": name, "values": ["x"]}]});
    let object = json!({"schema": 1, "nodes": [
        node(Value::Null, "GN"),
        node(json!(0), "N"),
        node(json!(0), "C"),
        node(json!(1), "TE"),
        node(json!(2), "BM"),
        node(json!(1), "DO"),
    ]});
    let (back, _) = read_one(Notation::Json, &object.to_string());
    assert_eq!(
        back,
        "(;GN[x]\n(;N[x]\n(;TE[x])\n(;DO[x]))\n(;C[x]\n;BM[x]))"
    );
}

#[test]
fn errors_have_a_location_and_do_not_hide_other_records() {
    let good =
        r#"{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"GM","values":["ugo"]}]}]}"#;
    let with = |nodes: &str| format!(r#"{{"schema":1,"nodes":[{nodes}]}}"#);
    let root = |property: &str| with(&format!(r#"{{"parent":null,"properties":[{property}]}}"#));
    let named = |name: &str| root(&format!(r#"{{"name":"{name}","values":["x"]}}"#));
    let rows = [
        (
            "{\"schema\":1,\n \"nodés\":[]}".to_owned(),
            "2:8",
            "the record: unknown key `nodés`",
        ),
        (
            "{\"schema\":2,\"nodes\":[]}".to_owned(),
            "1:12",
            "schema 2 is not supported",
        ),
        (
            "{\"schema\":1}".to_owned(),
            "1:13",
            "the key `nodes` is missing",
        ),
        (with(""), "1:2", "the record has no nodes"),
        (
            with(r#"{"parent":0,"properties":[]}"#),
            "1:2",
            "node 0 is the root",
        ),
        (
            with(r#"{"parent":null,"properties":[]},{"parent":null,"properties":[]}"#),
            "1:2",
            "node 1 has no parent",
        ),
        (
            with(r#"{"parent":null,"properties":[]},{"parent":7,"properties":[]}"#),
            "1:2",
            "the parent of node 1 is 7",
        ),
        (
            root(r#"{"name":"C","values":[]}"#),
            "1:2",
            "`C` has no value",
        ),
        (
            root(r#"{"name":"C","values":[7]}"#),
            "1:75",
            "must be a string, or",
        ),
        (
            root(r#"{"name":"C","values":[{"text":"a","raw":"b"}]}"#),
            "1:2",
            "`text` and `raw` of `C` are not the same",
        ),
        (
            root(r#"{"name":"C","values":[{"text":"a","raw":"a\\"}]}"#),
            "1:2",
            "the text would be a malformed record",
        ),
        (
            root(r#"{"name":"C","values":[{"text":"a]B[b","raw":"a]B[b"}]}"#),
            "1:2",
            "node 0 would be read back differently",
        ),
        (named(""), "1:2", "is not a property name"),
        (named("gm"), "1:2", "is not a property name"),
        (named("G]"), "1:2", "is not a property name"),
        (
            with(
                r#"{"parent":null,"properties":[]},{"parent":0,"properties":[{"name":"GM","values":["ugo"]}]}"#,
            ),
            "1:2",
            "the text would be a malformed record",
        ),
        (
            good.replace("\"nodes\"", "\"before\":\"(;GM[ugo])\",\"nodes\""),
            "1:2",
            "`before` contains a record",
        ),
        (
            "\"x\"".to_owned(),
            "1:4",
            "the value must be an object with `schema` and `nodes`",
        ),
    ];
    for (text, location, reason) in rows {
        let imported = read_all(Notation::Json, &format!("[{text},\n{good}]"));
        assert_eq!(imported.len(), 2, "{text}");
        let [note] = &imported[0].notes[..] else {
            panic!("{imported:?}");
        };
        let (line, column) = note.location;
        assert!(imported[0].record.is_none() && note.is_error, "{text}");
        assert_eq!(format!("{line}:{column}"), location, "{text} {note:?}");
        assert!(note.message.contains(reason), "{text} {note:?}");
        assert_eq!(imported[1].record.as_deref(), Some("(;GM[ugo])"), "{text}");
    }
}

#[test]
fn the_command_writes_an_array_and_reads_it() {
    let folder = folder(&[
        ("a.sgf", "(;GM[ugo]SZ[5]RE[?]\n;B[c3])\n(;GM[ugo]\n(;)\n"),
        ("b.sgf", "(;GM[sygo]SZ[5]RE[?]C[<b>\u{1b}[31m]\n;W[c3])\n"),
    ]);
    let (status, array, told) = run(&folder, &["convert", "--to", "json", "a.sgf", "b.sgf"], "");
    assert_eq!(status, 1);
    insta::assert_snapshot!(told, @"a.sgf:3:1: record 2: error[syntax::unclosed]: the record that begins here is never closed: the text ends inside it");
    let objects: Vec<Value> = serde_json::from_str(&array).expect("an array");
    assert_eq!(objects.len(), 2);
    assert!(!array.contains('\u{1b}'));
    let (status, back, told) = run(&folder, &["convert", "--from", "json", "-"], array.as_str());
    assert_eq!((status, told.as_str()), (0, ""));
    let expected = "(;GM[ugo]SZ[5]RE[?]\n;B[c3])\n(;GM[sygo]SZ[5]RE[?]C[<b>\u{1b}[31m]\n;W[c3])\n";
    assert_eq!(back, expected);
    // One record, no record, and a repeated conversion.
    let (_, one, _) = run(
        &folder,
        &["convert", "--from", "json", "--record", "2", "-"],
        array.as_str(),
    );
    assert_eq!(one.lines().count(), 2);
    let (status, none, _) = run(
        &folder,
        &[
            "convert", "--to", "json", "--record", "1", "--output", "x.json", "b.sgf",
        ],
        "",
    );
    assert_eq!((status, none.as_str()), (0, ""));
    let (status, again, _) = run(
        &folder,
        &["convert", "--from", "json", "--to", "json", "x.json"],
        "",
    );
    let written = std::fs::read_to_string(folder.path().join("x.json")).expect("it is written");
    assert_eq!((status, again), (0, written.replace("b.sgf", "x.json")));
    assert_eq!(
        run(&folder, &["convert", "--to", "json", "-"], "(;").1,
        "[]\n"
    );
    // Impossible conversions.
    let (status, _, told) = run(
        &folder,
        &["convert", "--from", "json", "--record", "3", "-"],
        array.as_str(),
    );
    assert_eq!(
        (status, told.as_str()),
        (
            2,
            "kifu: error: -: there is no record 3: the last one is 2\n"
        )
    );
    for (arguments, reason) in [
        (&["convert", "--from", "json", "."][..], "found a folder"),
        (
            &["convert", "--from", "json", "no.json"],
            "cannot read no.json",
        ),
        (&["convert", "a.sgf"], "--to"),
        (&["convert", "--to", "xml", "a.sgf"], "json"),
        (
            &["convert", "--to", "json", "--output", "no/x", "a.sgf"],
            "no such folder",
        ),
    ] {
        let (status, out, told) = run(&folder, arguments, "");
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn other_encodings_become_utf8() {
    let bytes = b"(;GM[ugo]SZ[5]CA[latin1]PB[\xe9]RE[?];B[c3])";
    let decoded = record::decode(bytes.to_vec());
    let written = write_all(Notation::Json, &decoded)
        .remove(0)
        .expect("a record");
    let object: Value = serde_json::from_str(&written.text).expect("JSON");
    assert_eq!(object["encoding"], "windows-1252");
    let (back, _) = read_one(Notation::Json, &written.text);
    assert_eq!(back, "(;GM[ugo]SZ[5]CA[UTF-8]PB[é]RE[?]\n;B[c3])");
    let (_, verdicts) = judge(back.as_bytes(), &all_lines());
    assert!(verdicts[0].findings.is_empty());
    let misfit = record::decode(b"(;GM[ugo]CA[UTF-8]C[\xff])".to_vec());
    let written = write_all(Notation::Json, &misfit)
        .remove(0)
        .expect("a record");
    assert_eq!(written.notes.len(), 1);
    assert!(
        !written.notes[0].is_error && written.notes[0].location == (1, 21),
        "{written:?}"
    );
}

/// What the bytes were is not known any more once they are in UTF-8. Nothing of the game is lost.
#[test]
fn a_doubtful_encoding_is_told_and_is_no_loss() {
    let record = |game: &str, ca: &str, name: &[u8]| {
        let head = format!("(;FF[4]GM[{game}]{ca}SZ[5]PB[");
        let end = if game == "1" {
            "];B[cc])\n"
        } else {
            "];B[c3])\n"
        };
        [head.as_bytes(), name, end.as_bytes()].concat()
    };
    let guess = "a.sgf:1:1: record 1: warning: the text is not UTF-8, and no `CA` names its encoding; it is read as Windows-1252\n";
    let other = "a.sgf:2:1: record 2: warning: the text is in UTF-8 according to its `CA`; it is read as windows-1252, which the first `CA` of the file names\n";
    for (game, options) in [
        ("ugo", &["--to", "json"][..]),
        ("ugo", &["--to", "csv"]),
        ("1", &["--from", "go-sgf", "--game", "ugo"]),
    ] {
        let several = [
            record(game, "CA[latin1]", b"\xe9"),
            record(game, "CA[UTF-8]", "é".as_bytes()),
        ];
        for (bytes, expected) in [
            (record(game, "", b"\x88\xe4"), guess),
            (several.concat(), other),
            (record(game, "CA[latin1]", b"\xe9"), ""),
            (record(game, "", b"Ann"), ""),
        ] {
            let folder = crate::common::folder(&[]);
            std::fs::write(folder.path().join("a.sgf"), &bytes).unwrap();
            let run = |more: &[&str]| {
                let args = [&["convert", "a.sgf"], options, more].concat();
                crate::common::run(&folder, &args, "")
            };
            let (_, _, told) = run(&[]);
            let doubts = told.lines().filter(|line| line.contains("the text"));
            let doubts: String = doubts.map(|line| format!("{line}\n")).collect();
            assert_eq!(doubts, expected, "{options:?} {told}");
            assert_eq!(run(&["--quiet"]).2, "", "{options:?}");
            if options[1] == "json" {
                let (status, out, _) = run(&["--lossless"]);
                let lines = bytes.split_inclusive(|byte| *byte == b'\n').count();
                assert_eq!((status, out.matches("\"index\"").count()), (0, lines));
            }
        }
    }
}

/// What is written states it.
#[test]
fn an_assumed_size_is_told_and_is_no_loss() {
    let folder = folder(&[("a.sgf", "(;GM[ugo];B[c3])")]);
    for (to, is_told) in [
        ("txt", true),
        ("go-sgf", true),
        ("csv", true),
        ("json", false),
    ] {
        let args = ["convert", "--to", to, "--lossless", "a.sgf"];
        let (_, out, told) = run(&folder, &args, "");
        assert_eq!(
            told.contains("assumed: the size 19, which the record does not state"),
            is_told,
            "{to}: {told}"
        );
        assert!(out.contains("c3") || out.contains("cq"), "{to}: {told}");
    }
}

/// `CA` in the text outside records names the encoding of the source, which the output does not have.
#[test]
fn labels_outside_records_survive_a_round_trip() {
    for text in [
        "CA[latin1](;GM[ugo]SZ[5]PB[é];B[c3]CA[UTF-8])",
        "(;GM[ugo]CA[UTF-8]SZ[5]PB[é];B[c3])CA[latin1](;GM[ugo]SZ[5]PB[é];B[c3])",
        "(;GM[ugo]SZ[5])CA[big5](;GM[ugo]SZ[5])CA[koi8-r]",
        "(;GM[ugo]CA[UTF-8]CA[latin1]SZ[5]PB[é];CA[koi8-r])CA[latin1]",
    ] {
        let decoded = record::decode(text.as_bytes().to_vec());
        let mut whole = String::new();
        for written in write_all(Notation::Json, &decoded) {
            let (back, notes) = read_one(Notation::Json, &written.expect("a record").text);
            assert!(notes.is_empty(), "{text}: {notes:?}");
            whole.push_str(&back);
            whole.push('\n');
        }
        // What the program writes is read as UTF-8, whatever follows.
        let probe = whole.clone() + "é";
        assert_eq!(
            record::decode(probe.clone().into_bytes()).text,
            probe,
            "{text}"
        );
        let trees = |decoded: &Decoded| -> Vec<_> {
            let records = record::read(decoded);
            records
                .map(|record| record.canonical(Layout::Nodes))
                .collect()
        };
        assert_eq!(
            trees(&Decoded::from(whole.as_str())),
            trees(&decoded),
            "{text}"
        );
    }
}

#[test]
fn the_output_conforms_to_the_schema() {
    let folder = folder(&[]);
    let schema: Value =
        serde_json::from_str(&run(&folder, &["schema", "record"], "").1).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut count = 0;
    for (path, decoded) in samples() {
        for written in write_all(Notation::Json, &decoded) {
            let object: Value =
                serde_json::from_str(&written.expect("a record").text).expect("JSON");
            assert!(
                validator.is_valid(&object),
                "{path}: {:?}",
                validator.validate(&object)
            );
            count += 1;
        }
    }
    assert!(count >= 75, "{count}");
    for wrong in [
        json!({"schema": 1, "nodes": []}),
        json!({"schema": 2, "nodes": [{"parent": null, "properties": []}]}),
        json!({"schema": 1, "nodes": [{"parent": null, "properties": [{"name": "C", "values": []}]}]}),
        json!({"schema": 1, "nodes": [{"parent": null, "properties": [], "more": 1}]}),
    ] {
        assert!(!validator.is_valid(&wrong), "{wrong}");
    }
}

proptest! {
    #[test]
    fn any_text_in_any_tree_comes_back(
        texts in prop::collection::vec(".{0,8}|[\\]\\\\:\r\n;()\\[]{0,6}", 1..8),
        parents in prop::collection::vec(0_usize..8, 8),
    ) {
        let mut text = String::from("[{\"schema\":1,\"nodes\":[");
        for (index, value) in texts.iter().enumerate() {
            let parent = index.checked_sub(1).map(|last| parents[index].min(last));
            let node = json!({"parent": parent, "properties": [{"name": "C", "values": [value]}]});
            let _ = write!(text, "{}{node}", if index > 0 { "," } else { "" });
        }
        text.push_str("]}]");
        let (record, _) = read_one(Notation::Json, &text);
        let written = write_one(Notation::Json, &record).expect("a record");
        prop_assert_eq!(&read_one(Notation::Json, &written.text).0, &record);
        let record = only(&record);
        let mut comments: Vec<_> = record.nodes().map(|node| {
            let property = record.properties(node).iter().find(|property| property.name == record::Name::C);
            record::unescape(record.raw(record.values(property.expect("a comment"))[0])).into_owned()
        }).collect();
        let mut meant: Vec<_> = texts.iter().map(|text| record::unescape(&record::escape(text)).into_owned()).collect();
        comments.sort();
        meant.sort();
        prop_assert_eq!(comments, meant);
    }
}

/// What is said about moves says nothing about other notations, and is not left out in silence.
#[test]
fn options_of_other_notations_are_refused() {
    let folder = folder(&[("a.json", "{}")]);
    for (from, options) in [
        ("json", &["--game", "ugo"][..]),
        ("json", &["--size", "9"]),
        ("json", &["--skip-i"]),
        ("go-sgf", &["--size", "9"]),
    ] {
        let all = [&["convert", "--from", from, "a.json"], options].concat();
        let (status, out, told) = run(&folder, &all, "");
        assert_eq!((status, out.as_str()), (2, ""), "{from} {options:?} {told}");
        assert!(told.contains(options[0]) && told.contains(from), "{told}");
    }
}

/// The label of the encoding that is added may be the value that is one too many.
#[test]
fn a_record_from_json_is_within_the_limits() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]PB[é];B[c3])")]);
    let (_, json, _) = run(&folder, &["convert", "--to", "json", "a.sgf"], "");
    let from = |values| {
        let args = ["convert", "--from", "json", "--max-values", values, "-"];
        run(&folder, &args, json.as_str())
    };
    let (status, out, told) = from("4");
    assert_eq!((status, out.as_str()), (1, ""), "{told}");
    assert!(told.contains("more values than `--max-values`"), "{told}");
    let (status, out, told) = from("5");
    assert_eq!((status, told.as_str()), (0, ""));
    assert!(out.contains("CA[UTF-8]"), "{out}");
}
