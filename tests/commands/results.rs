//! `kifu results`, on the submissions of a small tournament.

use std::fs;

use crate::common::{folder, run, write};
use serde_json::Value;
use tempfile::TempDir;

/// Black wins by 8.5 points: 9 for the board against the half point of the button.
const MOVES: &str = "B[b2];W[button];B[pass];W[pass]";

fn game(root: &str, moves: &str) -> String {
    format!("(;GM[ugo]SZ[3]{root};{moves})\n")
}

/// Ten files with all that can be wrong with submissions.
fn submissions() -> TempDir {
    let folder = folder(&[
        (
            "01.sgf",
            &game(
                "PB[Ann]BR[3d]PW[Ben]EV[Open]RO[1]DT[2026-11-20]RE[B+8.5]",
                MOVES,
            ),
        ),
        (
            "02.sgf",
            &game(
                "PB[Cid]PW[Dora]EV[Open]RO[1]RE[W+2]",
                &format!("{MOVES};B[a1]"),
            ),
        ),
        (
            "03.sgf",
            &game("PB[Cid]PW[Ann]EV[Open]RO[2]RE[B+2]", "B[b2];W[b2]"),
        ),
        ("05.sgf", "(;GM[ugo]SZ[3]PB[Dora]PW[Ben]RE[B+8.5];B[b2];W[c"),
        ("06.sgf", &game("PB[ann]PW[Dora]RO[10]", "B[a1];W[b2]")),
        (
            "07.sgf",
            &game("PB[Ann]PW[Ben]EV[Open]RO[1]RE[B+8.5]", MOVES),
        ),
        (
            "08.sgf",
            &game("PB[Cid]PW[Ben]EV[Open]RO[2]RE[B+8.5]", MOVES),
        ),
        ("09.sgf", &game("PB[Dora]PW[Dora]RE[W+F]", "B[a2]")),
        (
            "10.sgf",
            &[
                game("PW[Ann]RE[B+R]", "B[a3]"),
                game("PB[Ben]PW[Ann]RE[B+4]", "B[a3];W[b3]"),
            ]
            .concat(),
        ),
    ]);
    // Line breaks of Windows and a byte order mark; Latin-1.
    let text = game("PB[Ben]PW[Cid]\nEV[Open]RO[2]RE[W+T]", "B[b2];W[a1]");
    write(
        &folder,
        "04.sgf",
        &format!("\u{feff}{}", text.replace('\n', "\r\n")),
    );
    let latin = game(
        "PB[Luis Bola\u{f1}os]PW[Ann]EV[Open]RO[2]RE[0]",
        "B[b2];W[a1]",
    );
    let latin = latin
        .replace("GM[ugo]", "GM[bamogo]")
        .replace("B[b2];W[a1]", "B[Rb2,Gb3];W[pass]");
    let latin = latin.replace(";W[pass]", "");
    let bytes: Vec<u8> = latin.chars().map(|character| character as u8).collect();
    fs::write(folder.path().join("11.sgf"), bytes).expect("it can be written");
    folder
}

fn lines(folder: &TempDir, args: &[&str]) -> Vec<Value> {
    let args = [&["results", "--format", "jsonl"], args, &["."]].concat();
    let (_, out, _) = run(folder, &args, "");
    out.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn every_record_has_a_row_and_only_valid_ones_win() {
    let folder = submissions();
    let rows = lines(&folder, &["--quiet"]);
    let told: Vec<String> = rows
        .iter()
        .map(|row| {
            let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
            format!(
                "{} {}: {} – {}, {} {} {} {} {}",
                text(&row["source"]).trim_start_matches("./"),
                row["index"],
                text(&row["players"]["B"]),
                text(&row["players"]["W"]),
                text(&row["status"]),
                text(&row["result"]["recorded"]),
                text(&row["result"]["computed"]),
                text(&row["winner"]),
                text(&row["error"]["code"]),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "01.sgf 1: Ann – Ben, valid B+8.5 B+8.5 B -",
            "02.sgf 1: Cid – Dora, invalid W+2 B+8.5 - record::after-end",
            "03.sgf 1: Cid – Ann, invalid B+2 - - ugo::occupied",
            "04.sgf 1: Ben – Cid, valid W+T - W -",
            "05.sgf 1: Dora – Ben, malformed B+8.5 - - syntax::unclosed-value",
            "06.sgf 1: ann – Dora, valid - - - -",
            "07.sgf 1: Ann – Ben, valid B+8.5 B+8.5 - -",
            "08.sgf 1: Cid – Ben, valid B+8.5 B+8.5 B -",
            "09.sgf 1: Dora – Dora, valid W+F - - -",
            "10.sgf 1: - – Ann, valid B+R - - -",
            "10.sgf 2: Ben – Ann, valid B+4 - - -",
            "11.sgf 1: Luis Bolaños – Ann, valid 0 - draw -",
        ]
    );
    assert_eq!(rows[0]["ranks"]["B"], "3d");
    assert_eq!(
        (&rows[0]["event"], &rows[0]["round"], &rows[0]["date"]),
        (&"Open".into(), &"1".into(), &"2026-11-20".into())
    );
    // A score of a game that is not over counts only if it is asked for.
    let counted = lines(&folder, &["--quiet", "--count-stated"]);
    assert_eq!(counted[10]["winner"], "B");
    assert_eq!(counted[2]["winner"], Value::Null);
}

#[test]
fn warnings_name_what_a_director_should_look_at() {
    let folder = submissions();
    write(
        &folder,
        "roster",
        "Ann\nLuis Bolanos\nBen\nCid\nDora\nZoe\n",
    );
    let all = lines(&folder, &["--roster", "roster"]);
    let warnings: Vec<String> = all
        .iter()
        .filter(|line| line["type"] == "warning")
        .map(|line| {
            format!(
                "{}: {}",
                line["kind"].as_str().unwrap(),
                line["message"].as_str().unwrap()
            )
        })
        .collect();
    let expected = [
        "same-game: ./07.sgf: the same game as ./01.sgf, Ann – Ben; it counts once",
        "same-game: ./08.sgf: the same moves as ./01.sgf, but with other names: Cid – Ben and Ann – Ben",
        "same-player: ./09.sgf: `Dora` plays both colors: the result does not count",
        "no-name: ./10.sgf: Black has no name",
        "no-result: ./06.sgf: the game is not over, and `RE` states no result",
        "stated-result: ./10.sgf, record 2: `RE` states `B+4`, but the game is not over: the result does not count",
        "doubtful-name: ./11.sgf: `Luis Bolaños` may be spelled otherwise, since the encoding of the record is doubtful; does `CA` name it?",
        "similar-names: `Ann` (2 counted games) and `ann` (0 counted games) may be one player",
        "not-on-roster: `ann` is not on the roster; did you mean `Ann`?",
        "not-on-roster: `Luis Bolaños` is not on the roster; did you mean `Luis Bolanos`?",
        "no-game: `Zoe` is on the roster, but has no game",
    ];
    for (warning, expected) in warnings.iter().zip(expected) {
        assert_eq!(warning.replace("./", ""), expected.replace("./", ""));
    }
    assert_eq!(warnings.len(), expected.len(), "{warnings:#?}");
    let summary = all.last().unwrap();
    assert_eq!(summary["type"], "summary");
    assert_eq!(
        (
            &summary["records"],
            &summary["valid"],
            &summary["counted"],
            &summary["duplicates"]
        ),
        (&12.into(), &9.into(), &4.into(), &2.into())
    );
    // In a table they go to standard error, and with --quiet nowhere.
    let (_, table, errors) = run(&folder, &["results", "--format", "csv", "."], "");
    assert_eq!(table.lines().count(), 13);
    assert!(
        errors.contains("kifu: warning: ") && errors.contains("may be one player"),
        "{errors}"
    );
    let (_, _, errors) = run(&folder, &["results", "--format", "csv", "-q", "."], "");
    assert_eq!(errors, "");
    // A roster without names is an error.
    write(&folder, "empty", "# nobody\n");
    let (status, _, errors) = run(&folder, &["results", "--roster", "empty", "."], "");
    assert_eq!(status, 2);
    assert!(
        errors.contains("empty: there are no names in it"),
        "{errors}"
    );
}

/// Standings without the games of an archive that cannot be read look complete.
#[test]
fn a_source_that_cannot_be_read_is_named() {
    let folder = folder(&[("a.sgf", &game("PB[Ann]PW[Ben]RE[B+R]", ";B[c3];W[resign]"))]);
    for format in ["text", "csv", "json", "jsonl", "markdown", "html"] {
        for options in [
            &[][..],
            &["--standings"],
            &["--by", "player"],
            &["--no-records"],
            &["--no-records", "--standings", "--quiet"],
            &["--no-records", "--quiet"],
        ] {
            let args = [
                &["results", "--format", format],
                options,
                &["a.sgf", "missing.sgf"],
            ]
            .concat();
            let (status, out, errors) = run(&folder, &args, "");
            assert_eq!(status, 2, "{args:?}: {errors}");
            let named = [&out, &errors].map(|text| text.contains("missing.sgf"));
            assert_ne!(named, [false, false], "{args:?}: {out}{errors}");
            let has_rows =
                !options.contains(&"--no-records") && (format != "csv" || options.is_empty());
            assert_eq!(named, [has_rows, !has_rows], "{args:?}: {out}{errors}");
        }
    }
}

#[test]
fn standings_are_counted_from_what_counts() {
    let folder = submissions();
    let (status, text, _) = run(
        &folder,
        &["results", "--standings", "--no-records", "--quiet", "."],
        "",
    );
    assert_eq!(status, 1);
    assert_eq!(
        text,
        "\
Standings
                 points  games  wins  draws  lost      SB  direct
1  Cid                2      2     2      0     0       0
2  Ann              1.5      2     1      1     0    0.25
3  Luis Bolaños     0.5      1     0      1     0    0.75
4  Ben                0      3     0      0     3       0

   crosstable      1    2    3    4
1  Cid             ×    .    .    2
2  Ann             .    ×  0.5    1
3  Luis Bolaños    .  0.5    ×    .
4  Ben             0    0    .    ×
"
    );
    let points = |args: &[&str]| -> Vec<String> {
        let lines = lines(&folder, &[args, &["--no-records", "--quiet"]].concat());
        let tables = lines.iter().map(|table| {
            let players = table["players"].as_array().unwrap().iter();
            let players = players.map(|player| {
                format!(
                    "{} {}",
                    player["player"].as_str().unwrap(),
                    player["points"]
                )
            });
            let group = table
                .get("group")
                .map_or(String::new(), |group| format!("{group}: "));
            group + &players.collect::<Vec<_>>().join(", ")
        });
        tables.collect()
    };
    assert_eq!(
        points(&["--standings"]),
        ["Cid 2, Ann 1.5, Luis Bolaños 0.5, Ben 0"]
    );
    assert_eq!(
        points(&["--standings", "--points", "3,1,-1"]),
        ["Cid 6, Ann 4, Luis Bolaños 1, Ben -3"]
    );
    assert_eq!(
        points(&["--by", "round"]),
        [
            "\"1\": Ann 1, Ben 0",
            "\"2\": Cid 2, Ann 0.5, Luis Bolaños 0.5, Ben 0"
        ]
    );
    assert_eq!(
        points(&["--by", "game"]),
        [
            "\"bamogo\": Ann 0.5, Luis Bolaños 0.5",
            "\"ugo\": Cid 2, Ann 1, Ben 0"
        ]
    );
    assert_eq!(points(&["--by", "player"]), points(&["--standings"]));
    let (_, by_player, _) = run(
        &folder,
        &["results", "--by", "player", "--no-records", "-q", "."],
        "",
    );
    assert!(
        by_player.contains("2. Ann: 1.5 of 2 games: 1 win, 1 draw, 0 losses; SB 0.25\n"),
        "{by_player}"
    );
    assert!(
        by_player.contains("\n   Luis Bolaños     0.5  0 wins, 1 draw, 0 losses\n"),
        "{by_player}"
    );
    let (_, table, _) = run(
        &folder,
        &["results", "--standings", "--format", "csv", "-q", "."],
        "",
    );
    assert!(
        table.starts_with("group,place,player,games,wins,draws,losses,points,"),
        "{table}"
    );
    assert!(
        table.contains("\n,2,Ann,2,1,1,0,1.5,0.25,,Luis Bolaños: 0.5; Ben: 1\n"),
        "{table}"
    );
    let (status, _, errors) = run(&folder, &["results", "--points", "1,2", "."], "");
    assert_eq!(status, 2);
    assert!(
        errors.contains("the points for a win, a draw and a loss"),
        "{errors}"
    );
}

/// Copies whose results disagree do not count, whatever the order of their files; nor does the beginning of a game that counts.
#[test]
fn copies_are_not_decided_by_the_order_of_files() {
    let moves = "B[b2];W[a1]";
    let record = |root: &str, moves: &str| game(&format!("RO[1]{root}"), moves);
    let folder = folder(&[
        ("1.sgf", &record("PB[Anne]PW[Ben]RE[B+R]", moves)),
        ("2.sgf", &record("PB[Anne]PW[Ben]RE[W+R]", moves)),
        // Anne has won this one, too.
        ("3.sgf", &record("PB[Ben]PW[Anne]RE[W+R]", moves)),
        ("4.sgf", &record("PB[Anne]PW[Ben]RE[B+R]", "B[b2]")),
        ("5.sgf", &record("PB[Cy]PW[Di]RE[B+T]", moves)),
        ("6.sgf", &record("PB[Di]PW[Cy]RE[W+R]", moves)),
        ("7.sgf", &record("PB[Cy]PW[Di]RE[B+R]", "B[b2]")),
    ]);
    assert_eq!(
        decided(&folder, &["1.sgf", "2.sgf"]).0,
        [
            "1.sgf null false conflicting-results",
            "2.sgf null false conflicting-results",
        ]
    );
    assert_eq!(
        decided(&folder, &["2.sgf", "1.sgf"]).1,
        [
            "conflicting-results: 1.sgf: the same game as 2.sgf, Anne – Ben, but the results disagree: `B+R` (Anne) and `W+R` (Ben); neither counts"
        ]
    );
    let (rows, warnings) = decided(&folder, &["3.sgf", "1.sgf"]);
    assert_eq!(rows, ["3.sgf W true null", "1.sgf null false same-game"]);
    assert_eq!(
        warnings,
        [
            "same-game: 1.sgf: the same moves as 3.sgf, but with the colors swapped: Anne – Ben and Ben – Anne; it counts once"
        ]
    );
    let whole = "probable-copy: 4.sgf: probably the same game as 1.sgf, Anne – Ben, whose beginning it is; it does not count";
    for paths in [["4.sgf", "1.sgf"], ["1.sgf", "4.sgf"]] {
        let (mut rows, warnings) = decided(&folder, &paths);
        rows.sort_unstable();
        assert_eq!(
            rows,
            ["1.sgf B true null", "4.sgf null false probable-copy"]
        );
        assert_eq!(warnings, [whole]);
    }
    let all = [
        "1.sgf", "2.sgf", "3.sgf", "4.sgf", "5.sgf", "6.sgf", "7.sgf",
    ];
    assert_eq!(
        decided(&folder, &all).0,
        [
            "1.sgf null false conflicting-results",
            "2.sgf null false conflicting-results",
            "3.sgf null false conflicting-results",
            "4.sgf null false probable-copy",
            "5.sgf B true null",
            "6.sgf null false same-game",
            "7.sgf null false probable-copy",
        ]
    );
    // Without a round they may be two games.
    write(&folder, "a.sgf", &game("PB[A]PW[B]RE[B+R]", moves));
    write(&folder, "b.sgf", &game("PB[A]PW[B]RE[W+R]", "B[b2]"));
    let (rows, warnings) = decided(&folder, &["a.sgf", "b.sgf"]);
    assert_eq!(rows, ["a.sgf B true null", "b.sgf W true null"]);
    assert_eq!(
        warnings,
        [
            "probable-copy: b.sgf: probably the same game as a.sgf, A – B, whose beginning it is; it counts, because no round is stated"
        ]
    );
    // A game of others with the same moves takes nothing away from that, and is no copy.
    write(&folder, "other.sgf", &game("PB[C]PW[D]RE[B+R]", "B[b2]"));
    write(&folder, "c.sgf", &game("PB[A]PW[B]RE[W+R]", "B[b2]"));
    let (_, warnings) = decided(&folder, &["other.sgf", "a.sgf", "b.sgf", "c.sgf"]);
    let expected = [
        "same-game: b.sgf: the same moves as other.sgf, but with other names: A – B and C – D",
        "same-game: c.sgf: the same game as b.sgf, A – B; it counts once",
        "probable-copy: b.sgf: probably the same game as a.sgf, A – B, whose beginning it is; it counts, because no round is stated",
    ];
    assert_eq!(warnings, expected);
    // Every format for people says why.
    for (format, expected) in [
        (
            "text",
            "\n  does not count: 2.sgf is the same game with another result\n",
        ),
        ("csv", ",accepted,false,conflicting-results,,,,\n"),
        (
            "markdown",
            "accepted: `does not count: 2.sgf is the same game with another result`",
        ),
        (
            "html",
            "<small>does not count: 2.sgf is the same game with another result</small>",
        ),
    ] {
        let args = ["results", "--format", format, "1.sgf", "2.sgf"];
        let (_, text, _) = run(&folder, &args, "");
        assert!(text.contains(expected), "{format}: {text}");
    }
}

/// Both players submit their game, and each has noted the stones of a turn in an order of their own.
#[test]
fn the_order_of_the_stones_of_a_turn_makes_no_other_game() {
    let record = |turn: &str| {
        format!("(;GM[sygo]SZ[7]PB[Ann]PW[Ben]RE[W+R];W[b2];B[f6];W[f2];B[b6];W[{turn}];B[resign])")
    };
    let folder = folder(&[("1.sgf", &record("b3,f3")), ("2.sgf", &record("f3,b3"))]);
    let (rows, warnings) = decided(&folder, &["1.sgf", "2.sgf"]);
    assert_eq!(rows, ["1.sgf W true null", "2.sgf null false same-game"]);
    let expected = "same-game: 2.sgf: the same game as 1.sgf, Ann – Ben; it counts once";
    assert_eq!(warnings, [expected]);
}

/// The beginning of a game counts in no order of the files, if one of its copies is of the round of the whole.
#[test]
fn copies_of_a_beginning_are_one_game_in_any_order() {
    let record =
        |root: &str, moves: &str| game(&format!("PB[Ann]PW[Ben]EV[Open]RE[W+R]{root}"), moves);
    let (cut, whole) = ("B[b2];W[a1];B[b1]", "B[b2];W[a1];B[b1];W[c3];B[resign]");
    let folder = folder(&[
        ("whole.sgf", &record("RO[2]", whole)),
        ("cut.sgf", &record("RO[2]", cut)),
        ("noround.sgf", &record("", cut)),
        ("round3.sgf", &record("RO[3]", cut)),
    ]);
    let counting = |paths: &[&str]| -> Vec<String> {
        let (rows, warnings) = decided(&folder, paths);
        assert!(
            !warnings
                .iter()
                .any(|warning| warning.contains("counts once")),
            "{warnings:?}"
        );
        let whole = "whole.sgf, Ann – Ben, whose beginning it is; it does not count";
        assert!(
            warnings.iter().any(|warning| warning.contains(whole)),
            "{warnings:?}"
        );
        for row in rows.iter().filter(|row| row.contains("false")) {
            assert!(row.ends_with("null false probable-copy"), "{row}");
        }
        rows.into_iter()
            .filter(|row| row.contains("true"))
            .collect()
    };
    for paths in [
        ["cut.sgf", "noround.sgf", "whole.sgf"],
        ["noround.sgf", "cut.sgf", "whole.sgf"],
        ["whole.sgf", "noround.sgf", "cut.sgf"],
        ["noround.sgf", "whole.sgf", "cut.sgf"],
        ["round3.sgf", "cut.sgf", "whole.sgf"],
        ["cut.sgf", "whole.sgf", "round3.sgf"],
    ] {
        assert_eq!(counting(&paths), ["whole.sgf W true null"], "{paths:?}");
    }
    // Without that copy nothing tells that they are one game.
    for paths in [["round3.sgf", "whole.sgf"], ["whole.sgf", "noround.sgf"]] {
        let counted = decided(&folder, &paths).0.into_iter();
        assert_eq!(
            counted.filter(|row| row.contains("true")).count(),
            2,
            "{paths:?}"
        );
    }
}

/// The rows of records with what is decided on them, and the warnings.
fn decided(folder: &TempDir, paths: &[&str]) -> (Vec<String>, Vec<String>) {
    let args = [&["results", "--format", "jsonl", "--standings"], paths].concat();
    let (_, out, _) = run(folder, &args, "");
    let (mut rows, mut warnings) = (Vec::new(), Vec::new());
    for line in out.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let text = |key: &str| line[key].to_string().replace('"', "");
        match line["type"].as_str() {
            None => rows.push(["source", "winner", "counts", "reason"].map(text).join(" ")),
            Some("warning") => warnings.push(["kind", "message"].map(text).join(": ")),
            Some(_) => {}
        }
    }
    (rows, warnings)
}

/// Where `RE` and the rules name different winners, and the record is valid, that is said.
#[test]
fn a_result_that_does_not_hold_is_told() {
    let folder = folder(&[
        ("r.sgf", &game("PB[A]PW[B]RE[W+R]", MOVES)),
        ("s.sgf", &game("PB[C]PW[D]RE[B+R]", MOVES)),
        ("t.sgf", &game("PB[E]PW[F]RE[W+T]", MOVES)),
        ("v.sgf", &game("PB[G]PW[H]RE[Void]", MOVES)),
    ]);
    let (rows, warnings) = decided(&folder, &["."]);
    assert_eq!(
        rows,
        [
            "./r.sgf B true null",
            "./s.sgf B true null",
            "./t.sgf W true null",
            "./v.sgf null false void",
        ]
    );
    let told = warnings
        .iter()
        .filter_map(|warning| warning.strip_prefix("other-result: ./"));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            "r.sgf: `RE` states `W+R`, which does not hold, because the game is over by the rules: `B+8.5`",
            "t.sgf: `RE` states `W+T`, which holds, although the game is over by the rules: `B+8.5`",
            "v.sgf: `RE` states `Void`, which holds, although the game is over by the rules: `B+8.5`",
        ]
    );
}

/// A file that is no record at all has no players, which goes without saying.
#[test]
fn what_is_no_record_has_no_names() {
    let folder = folder(&[
        ("a.sgf", "Dear director,\n"),
        ("b.sgf", &game("PW[Ann]", MOVES)),
    ]);
    let (_, text, _) = run(&folder, &["results", "."], "");
    assert_eq!(text.matches(" has no name").count(), 2, "{text}");
    assert!(!text.contains("a.sgf: Black"), "{text}");
}

/// A valid record counts even if the same game was submitted before with an error.
#[test]
fn a_correction_counts() {
    let wrong = game("PB[Ann]PW[Ben]RE[W+1]", MOVES);
    let right = game("PB[Ann]PW[Ben]RE[B+8.5]", MOVES);
    let folder = folder(&[("a.sgf", &wrong), ("b.sgf", &right), ("c.sgf", &right)]);
    let (_, text, _) = run(
        &folder,
        &["results", "--standings", "--no-records", "."],
        "",
    );
    assert!(
        text.contains("1  Ann              1      1     1"),
        "{text}"
    );
    assert!(
        text.contains("warning: b.sgf: the same game as a.sgf, Ann – Ben\n")
            || text.contains("./b.sgf"),
        "{text}"
    );
    assert!(
        text.contains("3 records: 2 accepted, 1 rejected; 1 result counts; 2 players"),
        "{text}"
    );
}

/// A game that is submitted several times counts once for each pair of names.
#[test]
fn every_pair_of_names_counts_once() {
    let first = game("PB[Ann]PW[Ben]RE[B+8.5]", MOVES);
    let other = game("PB[Cid]PW[Ben]RE[B+8.5]", MOVES);
    let folder = folder(&[("a.sgf", &[&first[..], &other, &other, &first].concat())]);
    let (_, text, _) = run(&folder, &["results", "--no-records", "a.sgf"], "");
    let once = text.matches("it counts").count();
    assert_eq!(once, 2, "{text}");
    assert!(text.contains("; 2 results count; 3 players"), "{text}");
    assert!(
        text.contains("a.sgf, record 4: the same game as record 1, Ann – Ben; it counts once"),
        "{text}"
    );
}

#[test]
fn the_table_for_people_fits_a_terminal() {
    let folder = folder(&[
        (
            "a.sgf",
            &game(
                "PB[本因坊秀策 and a very long name that goes on]BR[9d]PW[Ben]EV[Open]RO[1]RE[B+8.5]",
                MOVES,
            ),
        ),
        (
            "b.sgf",
            &game("PB[\u{202e}\u{1b}[31mEve\\]]RE[?]", "B[b2];W[b2]"),
        ),
    ]);
    let (status, text, errors) = run(&folder, &["results", "a.sgf", "b.sgf"], "");
    assert_eq!((status, errors.as_str()), (1, ""));
    assert_eq!(
        text,
        "\
Black                   White                   recorded   by rules   verdict
本因坊秀策 and a very…  Ben                     B+8.5      B+8.5      accepted
  ugo 3, Open, round 1, a.sgf
\\u{202e}\\u{1b}[31mEve]  ?                       ?          –          rejected
  ugo 3, b.sgf
  ply 2: b2 is not empty: Black's stone is there

warning: b.sgf: White has no name

2 records: 1 accepted, 1 rejected; 1 result counts; 3 players
"
    );
    let (_, colored, _) = run(
        &folder,
        &["results", "--color", "always", "a.sgf", "b.sgf"],
        "",
    );
    assert!(
        colored.contains("\u{1b}[32maccepted\u{1b}[0m")
            && colored.contains("\u{1b}[31mrejected\u{1b}[0m")
    );
    let (status, _, _) = run(&folder, &["results", "--exit-zero", "b.sgf"], "");
    assert_eq!(status, 0);
    let (status, _, _) = run(&folder, &["results", "a.sgf"], "");
    assert_eq!(status, 0);
    write(&folder, "c.sgf", &game("PB[Ann]PW[Ann]RE[W+T]", "B[b2]"));
    for (option, expected) in [("--strict", 1), ("--quiet", 0)] {
        assert_eq!(
            run(&folder, &["results", option, "c.sgf"], "").0,
            expected,
            "{option}"
        );
    }
}

#[test]
fn cells_are_not_formulas_and_texts_are_not_markup() {
    let folder = folder(&[("a.sgf", &game("PB[=1+1]PW[<b>|`x`]EV[@x]RE[B+8.5]", MOVES))]);
    let output = |format: &str| {
        run(
            &folder,
            &["results", "--standings", "--format", format, "a.sgf"],
            "",
        )
        .1
    };
    crate::common::write(&folder, "own.yaml", "game: ugo\nname: \"=1+1\"\n");
    let own = ["stats", "--format", "csv", "--ruleset", "own.yaml", "a.sgf"];
    let counts = run(&folder, &own, "").1;
    assert!(counts.contains("\nugo,'=1+1,"), "{counts}");
    let records = run(&folder, &["results", "--format", "csv", "a.sgf"], "").1;
    assert!(records.contains(",'=1+1,,<b>|`x`,,'@x,"), "{records}");
    assert!(output("csv").contains("\n,1,'=1+1,1,"), "{}", output("csv"));
    let page = output("html");
    assert!(
        page.contains("<td class=\"won\">=1+1<td>&lt;b&gt;|`x`<td>B+8.5"),
        "{page}"
    );
    assert!(!page.contains("<b>"));
    assert!(
        output("markdown").contains("| **`=1+1`** | ``<b>\\u{7c}`x` `` |")
            || output("markdown").contains("\\u{7c}")
    );
    let file = run(
        &folder,
        &["results", "--format", "html", "-o", "out.html", "a.sgf"],
        "",
    );
    assert_eq!((file.0, file.1.as_str()), (0, ""));
    assert!(
        fs::read_to_string(folder.path().join("out.html"))
            .unwrap()
            .ends_with("</html>\n")
    );
}

/// The order of the output does not depend on the number of threads, and a large crosstable is a list.
#[test]
fn many_games_stream() {
    let text: String = (0..3_000)
        .map(|number| {
            let (black, white) = (number % 60, (number / 60 + number % 60 + 1) % 60);
            let column = char::from(b'a' + (number % 19) as u8);
            let root = format!(
                "PB[Player {black}]PW[Player {white}]EV[{}]RE[B+R]",
                number % 3
            );
            format!(
                "(;GM[ugo]SZ[19]{root};B[{column}{}];W[resign])\n",
                number / 19 % 19 + 1
            )
        })
        .collect();
    let folder = folder(&[("many.sgf", &text)]);
    let run = |args: &[&str]| run(&folder, &[&["results"], args, &["many.sgf"]].concat(), "").1;
    let one = run(&["--by", "event", "--jobs", "1"]);
    assert_eq!(one, run(&["--by", "event", "--jobs", "4"]));
    assert!(one.contains("Standings, event 0") && one.contains("the number of each opponent"));
    assert!(one.lines().all(|line| line.chars().count() <= 80));
    assert!(one.contains("… and more of this kind"));
}

/// A loss on time does not follow from the moves, and holds whatever follows from them.
#[test]
fn the_note_names_the_winner_of_the_table() {
    let game = |result: &str| {
        format!("(;GM[ugo]SZ[3]PB[Ann]PW[Ben]RE[{result}];B[b2];W[button];B[pass];W[pass])")
    };
    for (result, note, winner) in [
        ("?", "Black wins by", "B"),
        ("W+R", "Black wins by", "B"),
        ("W+T", "states, `W+T`, after 4 moves; by the moves", "W"),
        ("W+F", "states, `W+F`, after 4 moves; by the moves", "W"),
        ("Void", "states, `Void`, after 4 moves; by the moves", ""),
    ] {
        let folder = folder(&[("a.sgf", &game(result))]);
        let (_, told, _) = run(&folder, &["validate", "--format", "note", "a.sgf"], "");
        let told = told.replace('\n', " ");
        assert!(told.contains(note), "{result}: {told}");
        let (_, table, _) = run(&folder, &["results", "--format", "jsonl", "a.sgf"], "");
        let row: serde_json::Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
        assert_eq!(
            row["winner"].as_str().unwrap_or_default(),
            winner,
            "{table}"
        );
    }
}

#[test]
fn a_forfeit_that_is_submitted_twice_counts_once() {
    let folder = folder(&[]);
    // A forfeit has no moves: its event and round tell which game it is.
    for (name, result) in [("f.sgf", "B+F"), ("g.sgf", "B+F"), ("h.sgf", "W+F")] {
        let players = "PB[A]PW[B]EV[X]RO[1]";
        write(
            &folder,
            name,
            &format!("(;GM[ugo]SZ[3]{players}RE[{result}])"),
        );
    }
    write(
        &folder,
        "i.sgf",
        "(;GM[ugo]SZ[3]PB[A]PW[B]EV[X]RO[2]RE[B+F])",
    );
    let (rows, warnings) = decided(&folder, &["f.sgf", "g.sgf", "i.sgf"]);
    assert_eq!(
        rows,
        [
            "f.sgf B true null",
            "g.sgf null false same-game",
            "i.sgf B true null"
        ]
    );
    assert_eq!(
        warnings,
        ["same-game: g.sgf: the same game as f.sgf, A – B; it counts once"]
    );
    let (rows, warnings) = decided(&folder, &["f.sgf", "h.sgf"]);
    assert!(
        rows.iter()
            .all(|row| row.ends_with("null false conflicting-results")),
        "{rows:?}"
    );
    assert_eq!(warnings.len(), 1, "{warnings:?}");
}

#[test]
fn a_slip_without_moves_does_not_count_beside_its_game() {
    let players = "PB[A]PW[B]EV[X]RO[1]";
    let slip = format!("(;GM[ugo]SZ[3]{players}RE[B+R])");
    let whole = game(&format!("{players}RE[B+8.5]"), MOVES);
    let other = game("PB[A]PW[B]EV[X]RO[2]RE[B+8.5]", &format!("{MOVES};B[a1]"));
    let folder = folder(&[("slip.sgf", &slip), ("whole.sgf", &whole)]);
    for (name, record) in [
        ("other-round.sgf", slip.replace("RO[1]", "RO[2]")),
        ("other-game.sgf", slip.replace("ugo", "sygo")),
        ("no-round.sgf", slip.replace("RO[1]", "")),
        ("other.sgf", other),
    ] {
        write(&folder, name, &record);
    }
    for files in [["slip.sgf", "whole.sgf"], ["whole.sgf", "slip.sgf"]] {
        let (mut rows, warnings) = decided(&folder, &files);
        rows.sort();
        assert_eq!(
            rows,
            ["slip.sgf null false probable-copy", "whole.sgf B true null"]
        );
        assert_eq!(
            warnings,
            [
                "probable-copy: slip.sgf: probably the same game as whole.sgf, A – B, of the same round; it has no moves; it does not count"
            ]
        );
    }
    for slip in ["other-round.sgf", "other-game.sgf", "no-round.sgf"] {
        let (rows, warnings) = decided(&folder, &["whole.sgf", slip]);
        assert!(
            rows.iter().all(|row| row.ends_with("true null")),
            "{rows:?}"
        );
        assert_eq!(warnings, [""; 0], "{slip}");
    }
}

#[test]
fn names_that_cannot_be_read_are_told() {
    let folder = folder(&[]);
    for (name, umlaut) in [("a.sgf", 0xfc), ("b.sgf", 0xf6)] {
        let mut record = b"(;GM[ugo]SZ[3]CA[UTF-8]PB[M_ller]PW[Ben]RE[B+R])".to_vec();
        *record.iter_mut().find(|byte| **byte == b'_').unwrap() = umlaut;
        fs::write(folder.path().join(name), record).unwrap();
    }
    let (_, warnings) = decided(&folder, &["a.sgf", "b.sgf"]);
    assert_eq!(
        warnings,
        [
            "damaged-name: `M\u{fffd}ller` (2 counted games) has letters that could not be read, and may be several players; does `CA` name the encoding?"
        ]
    );
}

/// The result would be another one on another board.
#[test]
fn a_result_on_an_assumed_board_is_told() {
    let game = |facts: &str, moves: &str| format!("(;GM[ugo]PB[A]PW[B]{facts};{moves})");
    let folder = folder(&[
        ("a.sgf", &game("", MOVES)),
        ("b.sgf", &game("SZ[3]", MOVES)),
        ("c.sgf", &game("RE[B+R]", "B[c3];W[resign]")),
        ("d.sgf", &game("RE[W+3]SZ[3]RO[2]", MOVES)),
    ]);
    let args = [
        "--ignore",
        "record::result",
        "a.sgf",
        "b.sgf",
        "c.sgf",
        "d.sgf",
    ];
    let (_, warnings) = decided(&folder, &args);
    let told = |kind: &str| {
        let warnings = warnings.iter();
        let of_kind = warnings.filter_map(|warning| warning.strip_prefix(kind));
        of_kind.collect::<Vec<_>>()
    };
    let sizes = told("assumed-size: ");
    assert_eq!(sizes.len(), 1, "{warnings:?}");
    assert!(
        sizes[0].starts_with("a.sgf: no `SZ` states"),
        "{warnings:?}"
    );
    // Nor does a score that does not hold go without saying.
    let others = told("other-result: ");
    assert_eq!(others.len(), 1, "{warnings:?}");
    assert!(
        others[0].starts_with("d.sgf: `RE` states `W+3`, which does not hold"),
        "{warnings:?}"
    );
}

#[test]
fn names_in_a_doubtful_encoding_are_told() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[3]PB[Łukasz Żak]PW[Ben]RE[B+R];B[a1])")]);
    let record = b"(;GM[ugo]SZ[3]PB[\xa3ukasz \xafak]PW[Cid]RE[B+R];B[a2])";
    fs::write(folder.path().join("b.sgf"), record).unwrap();
    let (_, warnings) = decided(&folder, &["a.sgf", "b.sgf"]);
    assert_eq!(
        warnings,
        [
            "doubtful-name: b.sgf: `£ukasz ¯ak` may be spelled otherwise, since the encoding of the record is doubtful; does `CA` name it?"
        ]
    );
    // The second record decides for the first, which does not say that it is in UTF-8.
    let joined = "(;GM[ugo]SZ[3]PB[Zoë]PW[Ben]RE[B+R];B[b1])\n(;GM[ugo]CA[latin1]SZ[3]PB[Al]PW[Bo]RE[B+R];B[c1])";
    write(&folder, "c.sgf", joined);
    assert_eq!(
        decided(&folder, &["c.sgf"]).1,
        [
            "doubtful-name: c.sgf: `ZoÃ«` may be spelled otherwise, since the encoding of the record is doubtful; does `CA` name it?"
        ]
    );
    let (_, warnings) = decided(&folder, &["--ignore", "record::encoding", "b.sgf"]);
    assert_eq!(warnings, [""; 0]);
}

#[test]
fn an_event_is_the_same_whatever_the_encoding_of_its_letters() {
    let record = |event: &str| game(&format!("PB[A]PW[B]EV[{event}]RO[1]RE[B+R]"), "B[a1]");
    let folder = folder(&[
        ("a.sgf", &record("Caf\u{e9}")),
        ("b.sgf", &record("Cafe\u{301}").replace("a1", "a2")),
    ]);
    let (_, standings, _) = run(
        &folder,
        &[
            "results",
            "--standings",
            "--by",
            "event",
            "--format",
            "jsonl",
            "a.sgf",
            "b.sgf",
        ],
        "",
    );
    assert_eq!(
        standings.matches("\"type\":\"standings\"").count(),
        1,
        "{standings}"
    );
}

#[test]
fn more_players_than_are_told_apart_are_no_success() {
    use std::fmt::Write;

    let mut text = String::new();
    for number in 0..50_001 {
        writeln!(text, "(;GM[ugo]SZ[2]PB[a{number}]PW[b{number}];B[resign])").unwrap();
    }
    let folder = folder(&[("games.sgf", &text)]);
    for (args, told) in [
        (&[][..], "100000 names: not all results count"),
        (&["--standings"], "the standings are not complete"),
    ] {
        let args = [&["results", "--format", "jsonl", "games.sgf"], args].concat();
        let (status, out, err) = run(&folder, &args, "");
        assert_eq!(status, 2, "{err}");
        let reasons = out.matches("\"reason\":\"too-many\"").count();
        assert_eq!(reasons, 1, "{err}");
        let warning = out
            .lines()
            .find(|line| line.contains("\"kind\":\"too-many\""));
        assert!(
            warning.is_some_and(|line| line.contains(told)),
            "{warning:?}"
        );
        assert!(
            out.lines()
                .last()
                .is_some_and(|line| line.contains("\"complete\":false")),
            "{err}"
        );
    }
}
