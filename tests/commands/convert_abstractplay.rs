//! Games of `AbstractPlay`'s archive.

use std::fs;

use crate::common::{
    convert::{random, read_all, write_one},
    folder, run,
};
use kifu::{
    convert::Notation,
    record::{self, Layout},
    ruleset,
};
use serde_json::{Value, json};

const ARCHIVE: Notation = Notation::Abstractplay;

/// A game of 4 × 4 with a swap, as the server writes it.
fn game() -> Value {
    json!({
        "header": {
            "game": {"name": "Margo", "variants": ["Size-4 board (Spargo)"]},
            "event": "Automated Tournament #7", "round": "1",
            "site": {"name": "Abstract Play", "gameid": "margo#0001"},
            "date-start": "2024-05-01T12:34:56.000Z", "date-end": "2024-05-03T00:00:00.000Z",
            "date-generated": "2026-11-01T00:00:00.000Z", "pied": true,
            "players": [
                {"name": "Ann", "userid": "u-1", "is_ai": true, "score": 2, "result": 1},
                {"name": "Ben", "userid": "u-2", "score": 1, "result": 0}
            ]
        },
        "moves": [["1c5", {"move": "1C3", "result": [{"type": "place", "where": "1c3"}], "clock": 9}], ["1e5", "resign"]]
    })
}

fn read(values: &[Value]) -> Vec<(Option<String>, Vec<String>)> {
    let text = serde_json::to_string(values).expect("it can be written");
    let read = read_all(ARCHIVE, &text).into_iter().map(|read| {
        let notes = read.notes.into_iter();
        (read.record, notes.map(|note| note.message).collect())
    });
    read.collect()
}

#[test]
fn a_game_is_read_with_all_that_is_known_of_it() {
    let read = read(&[game()]);
    let expected = "\
(;FF[4]GM[margo]SZ[4]RU[margo-abstractplay]PB[Ben]PW[Ann]EV[Automated Tournament #7]RO[1]
DT[2024-05-01,2024-05-03]RE[W+R]SO[Abstract Play, margo#0001]
;W[c5]
;B[swap]
;B[c3]
;W[e5]
;B[resign])";
    assert_eq!(read[0].0.as_deref(), Some(expected));
    assert_eq!(
        read[0].1,
        ["warning: not carried over: is_ai, moves.clock, results of moves"]
    );
}

#[test]
fn the_end_of_a_game_is_told_by_words_and_results() {
    for (moves, results, expected) in [
        (json!([["1c5", "resign"]]), [1, 0], "RE[W+R]|B[resign]"),
        // White resigns although it is Black's turn.
        (json!([["1c5", "resign"]]), [0, 1], "RE[B+R]|W[c5]"),
        (json!([["1c5", "timeout"]]), [1, 0], "RE[W+T]|W[c5]"),
        (json!([["1c5", "draw"]]), [1, 1], "RE[0]|W[c5]"),
        (json!([["1c5", "abandoned"]]), [0, 0], "RE[Void]|W[c5]"),
        (json!([["1c5", null]]), [3, 2], "RE[W+]|W[c5]"),
    ] {
        let mut value = game();
        value["header"]["pied"] = json!(false);
        value["moves"] = moves.clone();
        for seat in 0..2 {
            value["header"]["players"][seat]["result"] = json!(results[seat]);
            value["header"]["players"][seat]
                .as_object_mut()
                .expect("an object")
                .remove("score");
        }
        let (record, notes) = read(&[value]).remove(0);
        let record = record.unwrap_or_else(|| panic!("{moves}: {notes:?}"));
        let (result, last) = expected.split_once('|').expect("two parts");
        assert!(record.contains(result), "{moves}: {record}");
        assert!(record.ends_with(&format!(";{last})")), "{moves}: {record}");
        let is_unfinished = notes
            .iter()
            .any(|note| note.contains("the game is not over"));
        assert_eq!(is_unfinished, expected == "RE[W+]|W[c5]", "{notes:?}");
    }
}

#[test]
fn what_contradicts_the_replayed_game_is_reported() {
    let change = |path: &str, value: Value| {
        let mut game = game();
        *game.pointer_mut(path).expect("the key exists") = value;
        let (record, notes) = read(&[game]).remove(0);
        (record.is_some(), notes.join("\n"))
    };
    let (is_read, notes) = change("/header/players/0/score", json!(7));
    assert!(is_read && notes.contains("White's count is 7"), "{notes}");
    let (is_read, notes) = change("/header/players/1/result", json!(1));
    assert!(
        is_read && notes.contains("`resign`, but the results are 1 and 1"),
        "{notes}"
    );
    let (is_read, notes) = change("/moves", json!([["1c5", "1c5"]]));
    assert!(is_read && notes.contains("margo::occupied"), "{notes}");
}

#[test]
fn an_object_of_another_shape_is_an_error_and_costs_no_other() {
    let mut broken = Vec::new();
    for (path, value, expected) in [
        ("/moves", json!("1c5"), "this is not a game of the archive"),
        ("/moves", json!([["1c5", 7]]), "a move must be a string"),
        ("/moves", json!([["c5"]]), "round 1: `c5` is not a move"),
        (
            "/moves",
            json!([["1c5", "1c3", "1e5"]]),
            "round 1 has more than two moves",
        ),
        (
            "/moves",
            json!([["resign"], ["1c5"]]),
            "round 2: there is a move after the end",
        ),
        (
            "/moves",
            json!([[{"move": "1c5", "sequence": 2}]]),
            "not in the order of the players",
        ),
        ("/moves", json!([]), "there is no first move"),
        (
            "/header/players",
            json!([{"name": "A", "result": 1}]),
            "two players are expected, not 1",
        ),
        (
            "/header/players",
            json!(7),
            "this is not a game of the archive",
        ),
        (
            "/header/game/variants",
            json!(["Torus"]),
            "the variant `Torus` is not known",
        ),
        ("/header/game", json!({}), "missing field `name`"),
    ] {
        let mut game = game();
        *game.pointer_mut(path).expect("the key exists") = value;
        broken.push((game, expected));
    }
    let mut values = vec![game()];
    for (value, _) in &broken {
        values.push(value.clone());
        values.push(game());
    }
    let read = read(&values);
    assert_eq!(read.len(), values.len());
    for (at, (record, notes)) in read.iter().enumerate() {
        if at % 2 == 0 {
            assert!(record.is_some(), "{notes:?}");
        } else {
            let (value, expected) = &broken[at / 2];
            assert!(record.is_none(), "{value}");
            assert!(notes[0].contains(expected), "{value}: {notes:?}");
        }
    }
}

#[test]
fn other_games_are_counted_by_name_and_damage_stays_where_it_is() {
    let whole = game().to_string();
    let chess = json!({"header": {"game": {"name": "Chess"}}, "moves": [["e4", "e5"]]}).to_string();
    let zola = json!({"header": {"game": {"name": "Zola"}}, "moves": []}).to_string();
    let cut = &whole[..whole.len() / 2];
    let archive = format!("[{chess},{whole},{cut},{zola},\n{chess},{whole}]");
    let folder = folder(&[("ALL.json", &archive)]);
    let done = run(
        &folder,
        &["convert", "--from", "abstractplay", "ALL.json"],
        "",
    );
    assert_eq!(done.0, 1);
    assert_eq!(done.1.matches("RU[margo-abstractplay]").count(), 2);
    assert!(
        done.2
            .contains("3 records of other games left out: Chess (2), Zola (1)"),
        "{}",
        done.2
    );
    assert!(done.2.contains("record 2: error:"), "{}", done.2);
    // If the first key is damaged, the object before it is still another one, of whatever game.
    let damaged = whole.replacen("\"header\"", "\"hxader\"", 1);
    for (archive, games, others) in [
        (format!("[{whole},{chess},{damaged}]"), 1, 1),
        (format!("[{whole},{whole},{damaged},{whole}]"), 3, 0),
        (format!("[{whole},{{]{},{chess}]", &whole[2..]), 1, 1),
        (format!("[{chess}{},{whole}]", &whole[1..]), 1, 1),
    ] {
        fs::write(folder.path().join("damaged.json"), &archive).unwrap();
        let args = ["convert", "--from", "abstractplay", "damaged.json"];
        let (status, out, told) = run(&folder, &args, "");
        assert_eq!(status, 1, "{told}");
        assert_eq!(out.matches("RU[margo-abstractplay]").count(), games);
        assert_eq!(told.matches("error:").count(), 1, "{told}");
        assert_eq!(told.contains(&format!("Chess ({others})")), others > 0);
    }
    let quiet = run(
        &folder,
        &["convert", "--from", "abstractplay", "--quiet", "ALL.json"],
        "",
    );
    assert!(!quiet.2.contains("Chess"), "{}", quiet.2);
}

/// What `RE` tells of a game that is over on the board comes back, too.
#[test]
fn a_game_that_is_over_keeps_what_only_the_result_tells() {
    let game = "(;FF[4]GM[margo]SZ[3]RU[margo-abstractplay]PB[Ben]PW[Ann]DT[2026-11-20]RE[?]
;W[c3];B[e3];W[e5];B[e1];W[c5];B[a5];W[d4];B[a1];W[c1])";
    for (result, word) in [
        ("W+2", None),
        ("W+T", Some("timeout")),
        ("B+T", Some("timeout")),
        ("B+R", Some("resign")),
        ("Void", Some("abandoned")),
    ] {
        let text = game.replace("RE[?]", &format!("RE[{result}]"));
        let written = write_one(ARCHIVE, &text).unwrap_or_else(|notes| panic!("{notes:?}"));
        assert!(written.notes.is_empty(), "{result}: {:?}", written.notes);
        let value: Value = serde_json::from_str(&written.text).expect("it is JSON");
        let words = value["moves"].as_array().expect("rounds").iter();
        let last = words.flat_map(|round| round.as_array().expect("a round"));
        let last = last.last().and_then(Value::as_str).expect("a word");
        assert_eq!(last, word.unwrap_or("1c1"), "{result}");
        let read = read_all(ARCHIVE, &format!("[{}]", written.text)).remove(0);
        assert!(read.notes.is_empty(), "{result}: {:?}", read.notes);
        let read = read.record.expect("it is read");
        assert!(read.contains(&format!("RE[{result}]")), "{read}");
        assert_eq!(
            read.matches(';').count(),
            text.matches(';').count(),
            "{read}"
        );
    }
    // Black was to move: a resignation would be read as a ply.
    let written = write_one(ARCHIVE, &game.replace("RE[?]", "RE[W+R]"));
    let written = written.unwrap_or_else(|notes| panic!("{notes:?}"));
    assert!(!written.text.contains("resign"), "{}", written.text);
    assert_eq!(written.notes.len(), 1, "{:?}", written.notes);
}

#[test]
fn games_are_written_as_they_are_read() {
    let ruleset = ruleset::by_name("margo-abstractplay").expect("it is embedded");
    for number in 0..12 {
        // Most of the games are cut.
        let text = random(ruleset, number)
            .replace("RE[?]", "RE[W+T]")
            .replace("GN[", "EV[");
        let written = write_one(ARCHIVE, &text);
        let written = written.unwrap_or_else(|notes| panic!("{notes:?} {text}"));
        let read = read_all(ARCHIVE, &format!("[{}]", written.text)).remove(0);
        let read = read.record.unwrap_or_else(|| panic!("{:?}", read.notes));
        let canonical = |text: &str| {
            let record = record::read(text).next().expect("a record");
            record.canonical(Layout::Nodes)
        };
        assert_eq!(canonical(&read), canonical(&text));
    }
    let (record, _) = self::read(&[game()]).remove(0);
    let written = write_one(ARCHIVE, &record.expect("it is read")).expect("it can be written");
    let value: Value = serde_json::from_str(&written.text).expect("it is JSON");
    assert_eq!(value["header"]["pied"], json!(true));
    assert_eq!(value["header"]["site"]["gameid"], "margo#0001");
    assert_eq!(value["moves"], json!([["1c5", "1c3"], ["1e5", "resign"]]));
    assert_eq!(
        value["header"]["players"][0],
        json!({"name": "Ann", "score": 2, "result": 1})
    );
}
