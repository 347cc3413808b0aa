//! `kifu dedupe`, on archives with known answers.

use std::{collections::BTreeSet, fmt::Write, fs};

use crate::common::{folder, run, write};
use kifu::{
    games::Game,
    record::{Name, read_move},
    study::Symmetry,
};

const FIRST: &str = "\
(;GM[ugo]SZ[5]PB[Ann]RE[?]
;B[c3];W[d4];B[a2])
(;GM[ugo]SZ[5]RE[?];B[c3];W[b2];B[e4])
(;GM[ugo]SZ[5]C[
";
const SECOND: &str = "\
(;GM[ugo]SZ[5]PW[Ben]RE[B+R]
;B[C3]C[the same](;W[ d4 ];B[a2])(;W[a1]))
(;GM[ugo]SZ[5]RE[?];B[c3];W[d4])
(;GM[ugo]SZ[5]RE[?];B[a2];W[d4];B[c3])
(;GM[ugo]SZ[5]RE[?])
";

#[test]
fn duplicates_of_a_small_archive_are_listed() {
    let folder = folder(&[("b/c.sgf", SECOND), ("a.sgf", FIRST)]);
    let dedupe = |args: &[&str]| run(&folder, &[&["dedupe"], args, &["a.sgf", "b"]].concat(), "");
    let (status, out, err) = dedupe(&[]);
    assert_eq!((status, err.as_str()), (1, ""));
    insta::assert_snapshot!(out, @r"
    b/c.sgf, record 1: the same moves as a.sgf, record 1
    7 records: 1 duplicate, 2 without moves to compare
    ");
    insta::assert_snapshot!(dedupe(&["--symmetry"]).1, @r"
    a.sgf, record 2: the same moves as a.sgf, record 1
    b/c.sgf, record 1: the same moves as a.sgf, record 1
    7 records: 2 duplicates, 2 without moves to compare
    ");
    insta::assert_snapshot!(dedupe(&["--by", "final"]).1, @r"
    b/c.sgf, record 1: the same final position as a.sgf, record 1
    b/c.sgf, record 3: the same final position as a.sgf, record 1
    7 records: 2 duplicates, 2 without moves to compare
    ");
    insta::assert_snapshot!(dedupe(&["--by", "prefix"]).1, @r"
    b/c.sgf, record 1: the same moves as a.sgf, record 1
    b/c.sgf, record 2: the beginning of a.sgf, record 1
    7 records: 2 duplicates, 2 without moves to compare
    ");
    insta::assert_snapshot!(dedupe(&["--by", "beginning", "--format", "jsonl"]).1, @r#"
    {"schema":1,"source":"b/c.sgf","index":1,"common":"moves","of":{"source":"a.sgf","index":1}}
    {"schema":1,"source":"b/c.sgf","index":2,"common":"beginning","of":{"source":"a.sgf","index":1}}
    "#);
    let (status, out, _) = run(&folder, &["dedupe", "a.sgf", "gone.sgf"], "");
    assert_eq!((status, out.lines().count()), (2, 1));
    assert_eq!(run(&folder, &["dedupe", "a.sgf"], "").0, 0);
    let twice = run(&folder, &["dedupe", "a.sgf", "a.sgf"], "").1;
    assert!(twice.starts_with("a.sgf, record 1: the same moves as a.sgf, record 1\n"));
}

/// A line of pairs is written in several ways, with pairs that were not played, or not at all.
#[test]
fn the_line_of_pairs_does_not_make_another_game() {
    let game = |line: &str| {
        let tags = "(;GM[bamogo]SZ[3]PB[Ann]PW[Ben]RO[1]EV[Cup]RE[B+R]";
        format!("{tags}{line};B[Ra1,Gb1];W[Ra2,Bb2])\n")
    };
    for (other, duplicates) in [
        ("LINE[GR RB]", "1 duplicate"),
        ("LINE[gr br]", "1 duplicate"),
        ("LINE[RG RB GB]", "1 duplicate"),
        ("", "1 duplicate"),
        // The second ply is illegal.
        ("LINE[RG GR]", "0 duplicates"),
    ] {
        let folder = folder(&[("a.sgf", &(game("LINE[RG RB]") + &game(other)))]);
        let told = run(&folder, &["dedupe", "a.sgf"], "").1;
        assert!(told.contains(duplicates), "{other}: {told}");
        let results = run(&folder, &["results", "a.sgf"], "").1;
        assert!(results.contains("1 result counts"), "{other}: {results}");
    }
}

#[test]
fn the_first_record_of_each_game_is_written() {
    let folder = folder(&[("b/c.sgf", SECOND), ("a.sgf", FIRST)]);
    let unique = |args: &[&str]| {
        let args = [&["dedupe", "--output", "unique.sgf"], args, &["a.sgf", "b"]].concat();
        let (status, _, err) = run(&folder, &args, "");
        assert_eq!(
            (status, err.as_str()),
            (
                0,
                "a.sgf: record 3 is malformed; it is omitted\n1 malformed record is omitted\n"
            )
        );
        let text = fs::read_to_string(folder.path().join("unique.sgf")).unwrap();
        let again = [&args[..1], &args[3..args.len() - 2], &["unique.sgf"]].concat();
        assert_eq!(run(&folder, &again, "").0, 0, "{text}");
        text
    };
    insta::assert_snapshot!(unique(&[]), @r"
    (;GM[ugo]SZ[5]PB[Ann]RE[?]
    ;B[c3];W[d4];B[a2])
    (;GM[ugo]SZ[5]RE[?];B[c3];W[b2];B[e4])
    (;GM[ugo]SZ[5]RE[?];B[c3];W[d4])
    (;GM[ugo]SZ[5]RE[?];B[a2];W[d4];B[c3])
    (;GM[ugo]SZ[5]RE[?])
    ");
    insta::assert_snapshot!(unique(&["--by", "beginning", "--symmetry"]), @r"
    (;GM[ugo]SZ[5]PB[Ann]RE[?]
    ;B[c3];W[d4];B[a2])
    (;GM[ugo]SZ[5]RE[?];B[a2];W[d4];B[c3])
    (;GM[ugo]SZ[5]RE[?])
    ");
    for args in [&["a.sgf", "-o", "a.sgf"][..], &["b", "-o", "b/c.sgf"]] {
        let (status, _, err) = run(&folder, &[&["dedupe"], args].concat(), "");
        assert_eq!(status, 2);
        assert!(
            err.contains("this input file would be overwritten"),
            "{err}"
        );
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("a.sgf")).unwrap(),
        FIRST
    );
    assert_eq!(
        run(&folder, &["dedupe", "a.sgf", "-o", "gone/x.sgf"], "").0,
        2
    );
}

/// A record of the first `plies` plies, each move spelled by `spell`.
fn rewritten(text: &str, plies: usize, spell: &dyn Fn(&str) -> String) -> String {
    let record = kifu::record::read(text).next().unwrap();
    let mut out = String::new();
    let mut nodes = record.nodes();
    let root = record.properties(nodes.next().unwrap());
    let size = root
        .iter()
        .find(|property| property.name == Name::SZ)
        .unwrap();
    let game = root
        .iter()
        .find(|property| property.name == Name::GM)
        .unwrap();
    let raw = |property| record.raw(record.values(property)[0]);
    write!(out, "(;SZ[{}]GM[{}]RE[?]C[again]", raw(size), raw(game)).unwrap();
    for node in nodes.take(plies) {
        let turn = &record.properties(node)[0];
        write!(out, "\n;{}[{}]", turn.name.letters(), spell(raw(turn))).unwrap();
    }
    out + ")\n"
}

/// Random games of all rulesets, some of them repeated: with another spelling, rotated, or truncated.
#[test]
fn exactly_the_generated_duplicates_are_found() {
    let folder = folder(&[]);
    let mut all = String::new();
    let mut expected = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
    let mut count = 0;
    for (game, size) in [
        ("ugo", 5),
        ("sygo", 5),
        ("bargo", 3),
        ("bamogo", 4),
        ("margo", 4),
    ] {
        let (name, size) = (game, size.to_string());
        let args = [
            "random", "--game", game, "--size", &size, "--count", "40", "--seed", "9",
        ];
        let text = run(&folder, &args, "").1;
        let records: Vec<String> = kifu::record::read(&text)
            .map(|record| record.text().to_owned())
            .collect();
        let game = Game::from_name(name).unwrap();
        let board = kifu::games::Size::square(size.parse().unwrap());
        let symmetries = Symmetry::all(game, board);
        for record in &records {
            writeln!(all, "{record}").unwrap();
        }
        count += records.len();
        for (number, record) in records.iter().enumerate() {
            let symmetry = symmetries[1 + number % (symmetries.len() - 1)];
            let reflect = |raw: &str| symmetry.mv(&read_move(game, raw).unwrap()).to_string();
            let upper = |raw: &str| format!(" {}", raw.to_uppercase());
            let most = usize::MAX;
            let plies = record.matches(';').count() - 1;
            let (text, kinds): (String, &[usize]) = match number % 4 {
                0 => (rewritten(record, most, &upper), &[0, 1, 2]),
                1 => (rewritten(record, most, &reflect), &[1]),
                2 => (rewritten(record, plies - 1 - number % 3, &upper), &[2]),
                _ => continue,
            };
            all.push_str(&text);
            count += 1;
            for &kind in kinds {
                expected[kind].insert(count);
            }
        }
    }
    write(&folder, "all.sgf", &all);
    let duplicates = |args: &[&str]| -> BTreeSet<usize> {
        let args = [&["dedupe", "--format", "jsonl", "all.sgf"], args].concat();
        let one = run(&folder, &[&args[..], &["--jobs", "1"]].concat(), "");
        assert_eq!(
            run(&folder, &[&args[..], &["--jobs", "3"]].concat(), ""),
            one
        );
        assert_eq!((one.0, one.2.as_str()), (1, ""));
        let lines = one.1.lines().map(|line| -> serde_json::Value {
            serde_json::from_str(line).expect("a line is JSON")
        });
        lines
            .map(|line| line["index"].as_u64().unwrap() as usize)
            .collect()
    };
    let [same, reflected, shorter] = &expected;
    assert!(same.len() == 50 && reflected.len() == 100 && shorter.len() == 100);
    assert_eq!(&duplicates(&[]), same);
    assert_eq!(&duplicates(&["--symmetry"]), reflected);
    assert_eq!(&duplicates(&["--by", "beginning"]), shorter);
    let all: BTreeSet<usize> = reflected.union(shorter).copied().collect();
    assert_eq!(duplicates(&["--by", "beginning", "--symmetry"]), all);
    assert!(duplicates(&["--by", "final"]).is_superset(same));
    assert!(duplicates(&["--by", "final", "--symmetry"]).is_superset(reflected));
}

#[test]
fn the_help_has_examples() {
    let (status, help, _) = run(&folder(&[]), &["dedupe", "--help"], "");
    assert_eq!(status, 0);
    assert!(
        help.contains("kifu dedupe --output unique.sgf records"),
        "{help}"
    );
}

#[test]
fn invalid_bytes_in_the_collection_are_told() {
    let folder = folder(&[]);
    let bytes: &[u8] =
        b"(;GM[ugo]SZ[5]CA[UTF-8]PB[\xf1];B[c3])\n(;GM[ugo]SZ[5]PB[\xf1];B[c3];W[a1])";
    for (by, expected) in [("moves", &[1, 2][..]), ("beginning", &[2])] {
        let args = ["dedupe", "--by", by, "--output", "out.sgf", "-"];
        let (status, _, messages) = run(&folder, &args, bytes);
        let expected: String = expected
            .iter()
            .map(|index| format!("-: record {index} contains bytes that are invalid in its encoding; they are written as U+FFFD\n"))
            .collect();
        assert_eq!((status, messages), (0, expected), "{by}");
        let out = fs::read_to_string(folder.path().join("out.sgf")).expect("it is written");
        assert!(out.contains("PB[\u{fffd}]"), "{out}");
        fs::remove_file(folder.path().join("out.sgf")).expect("it is there");
    }
    let (_, _, messages) = run(&folder, &["dedupe", "-"], bytes);
    assert_eq!(messages, "");
}

/// Text outside of records is not part of a collection, which is told.
#[test]
fn text_outside_of_records_is_not_lost_in_silence() {
    let text = "Head\n(;GM[ugo]SZ[5]RE[?];B[c3])\nimportant\n(;GM[ugo]SZ[5]RE[?];B[c4])tail\n";
    let folder = folder(&[
        ("t.sgf", text),
        ("plain.sgf", "\n(;GM[ugo]SZ[5]RE[?];B[c3])\n"),
    ]);
    for command in [
        "dedupe -o o.sgf",
        "query --game ugo -o o.sgf",
        "dedupe --by beginning -o o.sgf",
        "query --game ugo --count",
        "query --list",
        "dedupe --symmetry",
        "results --no-records",
        "results --format json --quiet",
        "stats --format csv",
        "metrics",
        "compare --old ugo --new ugo",
        "replay",
        "replay --format jsonl --at all --quiet",
        "replay --format html --output pages",
    ] {
        let args: Vec<&str> = command.split(' ').chain(["t.sgf"]).collect();
        let (status, _, told) = run(&folder, &args, "");
        assert_eq!(status, 0, "{command}: {told}");
        let expected = "t.sgf: record 1 has text outside of it; that is omitted\n\
            t.sgf: record 2 has text outside of it; that is omitted\n\
            2 texts outside of records are omitted\n";
        assert!(told.contains(expected), "{command}: {told}");
        let args: Vec<&str> = command.split(' ').chain(["plain.sgf"]).collect();
        assert!(!run(&folder, &args, "").2.contains("outside"), "{command}");
    }
    // As a finding, where warnings are shown.
    let (status, _, told) = run(&folder, &["replay", "--strict", "t.sgf"], "");
    assert_eq!(status, 1);
    assert_eq!(told.matches("[record::text-outside]").count(), 3, "{told}");
    assert!(!told.contains("omitted"), "{told}");
    // Of the record that is used.
    for (command, record) in [
        ("legal t.sgf --record 2", 2),
        ("perft --depth 1 --start-file t.sgf --record 2", 2),
        ("query --position @t.sgf plain.sgf", 1),
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let (_, _, told) = run(&folder, &args, "");
        let expected = format!("t.sgf: record {record} has text outside of it; that is omitted\n");
        assert_eq!(told.matches("outside").count(), 1, "{command}: {told}");
        assert!(told.contains(&expected), "{command}: {told}");
    }
}
