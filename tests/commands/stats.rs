//! `kifu stats`, on archives with known answers.

use std::fs;

use crate::common::{folder, run, write};
use serde_json::{Value, json};
use tempfile::TempDir;
use unicode_width::UnicodeWidthStr;

const FIRST: &str = "\
(;GM[ugo]SZ[5]RE[W+R]
;B[c3];W[d4];B[b2])
(;GM[ugo]SZ[5]RE[B+T];B[c3];W[b2])
(;GM[ugo]SZ[5]RE[Draw];B[a1];W[a2])
(;GM[ugo]SZ[5]RE[B+R];B[e5];W[e4])
(;GM[ugo]SZ[4:5]RE[?])
(;GM[ugo]SZ[5]AB[a1]RE[?];B[c3])
(;GM[ugo]SZ[5];B[c3];W[c3])
(;GM[ugo]SZ[5];B[
";
const SECOND: &str = "\
(;GM[sygo]SZ[3]RE[?]
;W[a2];B[a1];W[b1])
(;GM[bargo]SZ[3]RU[bargo-no-button];B[c3/e];W[pass];B[pass])
(;GM[chess])
";

/// The statistics of the small archive.
fn stats(args: &[&str]) -> String {
    let folder = folder(&[("a.sgf", FIRST), ("b/c.sgf", SECOND)]);
    let args = [&["stats", "a.sgf", "b"], args].concat();
    let (status, out, err) = run(&folder, &args, "");
    assert_eq!((status, err.as_str()), (0, ""));
    out
}

/// A name in a wrong encoding is another player.
#[test]
fn names_in_a_doubtful_encoding_are_told() {
    let folder = folder(&[("b.sgf", "(;GM[ugo]SZ[5]PB[Müller]PW[Ben]RE[B+R];B[c3])")]);
    let record = b"(;GM[ugo]SZ[5]PB[M\xfcller]PW[Ben]RE[B+R];B[c3])";
    std::fs::write(folder.path().join("a.sgf"), record).unwrap();
    let told = |more: &[&str]| {
        let (status, _, told) = run(&folder, &[&["stats", "."], more].concat(), "");
        assert_eq!(status, 0, "{told}");
        told
    };
    let note = "./a.sgf: record 1 is not UTF-8, and no `CA` names its encoding; it is read as Windows-1252\n\
        1 text in a doubtful encoding is to be checked\n";
    assert_eq!(told(&["--by", "player"]), note);
    assert_eq!(
        told(&["--by", "player", "--ignore", "record::encoding"]),
        ""
    );
    assert_eq!(told(&[]), "");
}

#[test]
fn results_of_players_are_counted() {
    let text = "\
(;GM[ugo]SZ[5]PB[Ann]PW[=Ben]RE[W+R];B[c3];W[d4])
(;GM[ugo]SZ[5]PB[=Ben]PW[Ann]RE[B+T];B[c3])
(;GM[ugo]SZ[5]PB[Ann]PW[Cid]RE[?];B[a1])
(;GM[sygo]SZ[5]PB[Cid]RE[0];W[pass];B[pass])
(;GM[ugo]SZ[5]PB[Eve]PW[Ann];B[c3];W[c3])
";
    let folder = folder(&[("a.sgf", text)]);
    let stats = |format: &str| {
        run(
            &folder,
            &["stats", "--by", "player", "--format", format, "a.sgf"],
            "",
        )
        .1
    };
    let (_, text) = stats("text")
        .split_once("\nplayer")
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    insta::assert_snapshot!(text, @r"
                        records     wins  draws  losses  other  as Black
    Ann                             3        0      0       2      1         2
    =Ben                            2        2      0       0      0         1
    Cid                             2        0      1       0      1         1
    ");
    let value: Value = serde_json::from_str(&stats("json")).unwrap();
    assert_eq!(
        value["players"][1],
        json!({"player": "=Ben", "records": 2,
            "B": {"records": 1, "wins": 1, "draws": 0, "losses": 0, "none": 0},
            "W": {"records": 1, "wins": 1, "draws": 0, "losses": 0, "none": 0}})
    );
    assert!(stats("csv").contains("\n,,,player W wins,'=Ben,1\n"));
    let plain = run(&folder, &["stats", "--format", "json", "a.sgf"], "").1;
    assert!(!plain.contains("players"));
}

#[test]
fn a_small_archive_is_described_as_text() {
    insta::assert_snapshot!(stats(&[]), @r"
    unknown game: 1 record, 1 invalid

    bargo, ruleset bargo-no-button: 1 record, 1 valid
      results   Black wins 1 (100%)
      wins      1 by points
      plies     3 to 3; median 3, mean 3; middle 50%: 3–3
      boards    3: 1

    sygo: 1 record, 1 valid
      results   unknown 1 (100%)
      plies     3 to 3; median 3, mean 3; middle 50%: 3–3
      captures  in 1 game (100%); 1 per game, at most 1
      boards    3: 1

    ugo: 8 records, 6 valid, 1 invalid, 1 malformed
      results   Black wins 2 (33%), White wins 1 (17%), draw 1 (17%), unknown
                2 (33%)
      wins      2 by resignation, 1 on time
      plies     0 to 3; median 2, mean 1.67; middle 50%: 1–2
      boards    4:5: 1, 5: 5
             0  ████████████████ 1
             1  ████████████████ 1
             2  ████████████████████████████████████████████████ 3
             3  ████████████████ 1

    total: 11 records
    ");
    insta::assert_snapshot!(stats(&["--openings", "2", "--ascii", "--record", "1"]), @r"
    sygo: 1 record, 1 valid
      results   unknown 1 (100%)
      plies     3 to 3; median 3, mean 3; middle 50%: 3–3
      captures  in 1 game (100%); 1 per game, at most 1
      boards    3: 1
      openings on 3: 1 game
        a2                                         1  Black   0%  White   0%
          a1                                       1  Black   0%  White   0%

    ugo: 1 record, 1 valid
      results   White wins 1 (100%)
      wins      1 by resignation
      plies     3 to 3; median 3, mean 3; middle 50%: 3–3
      boards    5: 1
      openings on 5: 1 game
        c3                                         1  Black   0%  White 100%
          d4                                       1  Black   0%  White 100%

    total: 2 records
    ");
}

#[test]
fn openings_of_a_small_archive_are_counted() {
    let openings = |args: &[&str]| -> Value {
        let args = [&["--format", "json"], args].concat();
        let stats: Value = serde_json::from_str(&stats(&args)).unwrap();
        stats["groups"][3]["openings"].clone()
    };
    assert_eq!(openings(&[]), Value::Null);
    let way = |name: &str, records, black, white, draw, then: Value, others| json!({"move": name, "records": records, "B": black, "W": white, "draw": draw, "then": then, "others": others});
    let leaf = |name: &str, black, white, draw| way(name, 1, black, white, draw, json!([]), 0);
    assert_eq!(
        openings(&["--openings", "2"]),
        json!([
            {"size": "4:5", "records": 1, "first": [], "others": 0},
            {"size": "5", "records": 4, "others": 0, "first": [
                way("c3", 2, 1, 1, 0, json!([leaf("b2", 1, 0, 0), {
                    "move": "d4", "records": 1, "B": 0, "W": 1, "draw": 0, "then": [], "others": 0
                }]), 0),
                way("a1", 1, 0, 0, 1, json!([leaf("a2", 0, 0, 1)]), 0),
                way("e5", 1, 1, 0, 0, json!([leaf("e4", 1, 0, 0)]), 0),
            ]},
        ])
    );
    assert_eq!(
        openings(&["--openings", "2", "--symmetry", "--top", "1"])[1],
        json!({"size": "5", "records": 4, "others": 2, "first": [
            way("a1", 2, 1, 0, 1, json!([way("a2", 2, 1, 0, 1, json!([]), 0)]), 0),
        ]})
    );
}

#[test]
fn a_record_is_written_as_a_table() {
    let folder = folder(&[("c.sgf", SECOND)]);
    let args = [
        "stats",
        "c.sgf",
        "--format",
        "csv",
        "--openings",
        "1",
        "--record",
        "1",
    ];
    let out = run(&folder, &args, "").1;
    insta::assert_snapshot!(out, @r"
    game,ruleset,size,count,of,value
    sygo,sygo,,records,,1
    sygo,sygo,,records,valid,1
    sygo,sygo,,records,invalid,0
    sygo,sygo,,records,malformed,0
    sygo,sygo,,records,finished,0
    sygo,sygo,3,records,valid,1
    sygo,sygo,,result,B,0
    sygo,sygo,,result,B margin,0
    sygo,sygo,,result,B goal,0
    sygo,sygo,,result,B resignation,0
    sygo,sygo,,result,B time,0
    sygo,sygo,,result,B forfeit,0
    sygo,sygo,,result,W,0
    sygo,sygo,,result,W margin,0
    sygo,sygo,,result,W goal,0
    sygo,sygo,,result,W resignation,0
    sygo,sygo,,result,W time,0
    sygo,sygo,,result,W forfeit,0
    sygo,sygo,,result,draw,0
    sygo,sygo,,result,void,0
    sygo,sygo,,result,none,1
    sygo,sygo,,plies,least,3
    sygo,sygo,,plies,p10,3
    sygo,sygo,,plies,p25,3
    sygo,sygo,,plies,median,3
    sygo,sygo,,plies,p75,3
    sygo,sygo,,plies,p90,3
    sygo,sygo,,plies,most,3
    sygo,sygo,,plies,total,3
    sygo,sygo,,plies,mean,3
    sygo,sygo,,length,3..3,1
    sygo,sygo,,captures,records,1
    sygo,sygo,,captures,plies,1
    sygo,sygo,,captures,most,1
    sygo,sygo,3,opening,,1
    sygo,sygo,3,opening,a2,1
    sygo,sygo,3,opening B,a2,0
    sygo,sygo,3,opening W,a2,0
    sygo,sygo,3,opening draw,a2,0
    ");
    let (status, out, err) = run(&folder, &["stats", "gone.sgf", "c.sgf"], "");
    assert_eq!(status, 2);
    assert!(
        out.contains("1 source unreadable") && err.contains("gone.sgf"),
        "{out}"
    );
}

/// A folder with 60 random games of each game.
fn generated() -> TempDir {
    let folder = folder(&[]);
    for game in ["ugo", "sygo", "bargo", "bamogo", "margo"] {
        let args = [
            "random", "--game", game, "--size", "4", "--count", "60", "--seed", "2",
        ];
        write(
            &folder,
            &format!("all/{game}.sgf"),
            &run(&folder, &args, "").1,
        );
    }
    folder
}

/// The statistics of these games.
fn counted(folder: &TempDir, args: &[&str]) -> Value {
    let args = [
        &["stats", "--format", "json", "--openings", "3", "all"],
        args,
    ]
    .concat();
    let (status, out, err) = run(folder, &args, "");
    assert_eq!((status, err.as_str()), (0, ""));
    serde_json::from_str(&out).unwrap()
}

/// The counts agree with the output of `validate` on the same records.
#[test]
fn generated_archives_are_counted_correctly() {
    let folder = generated();
    let stats = counted(&folder, &["--jobs", "1", "--top", "1000"]);
    assert_eq!(counted(&folder, &["--jobs", "4", "--top", "1000"]), stats);
    let validated = run(&folder, &["validate", "--format", "jsonl", "all"], "").1;
    let validated: Vec<Value> = validated
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let positions = run(
        &folder,
        &["replay", "--format", "jsonl", "--at", "all", "all"],
        "",
    )
    .1;
    for group in stats["groups"].as_array().unwrap() {
        let of_game = || {
            validated
                .iter()
                .filter(|line| line["game"] == group["game"])
        };
        let mut plies: Vec<u64> = of_game()
            .map(|line| line["plies"].as_u64().unwrap())
            .collect();
        plies.sort_unstable();
        assert_eq!(group["records"], 60);
        assert_eq!(group["plies"]["total"], plies.iter().sum::<u64>());
        assert_eq!(
            (&group["plies"]["least"], &group["plies"]["most"]),
            (&json!(plies[0]), &json!(plies[59]))
        );
        assert_eq!(
            (&group["plies"]["median"], &group["plies"]["p90"]),
            (&json!(plies[29]), &json!(plies[53]))
        );
        let sum = |of: &Value, key: &str| -> u64 {
            let list = of.as_array().unwrap().iter();
            list.map(|one| one[key].as_u64().unwrap()).sum()
        };
        assert_eq!(sum(&group["lengths"], "records"), 60);
        for side in ["B", "W"] {
            let won = of_game().filter(|line| {
                line["result"]["computed"]
                    .as_str()
                    .unwrap_or("")
                    .starts_with(side)
            });
            assert_eq!(group["results"][side]["all"], won.count(), "{group}");
        }
        let tree = &group["openings"][0];
        assert_eq!((&tree["records"], &tree["others"]), (&json!(60), &json!(0)));
        assert_eq!(sum(&tree["first"], "records"), 60);
        let first = &tree["first"][0];
        assert_eq!(
            sum(&first["then"], "records"),
            first["records"].as_u64().unwrap()
        );
        assert_eq!(
            sum(&tree["first"], "B"),
            group["results"]["B"]["all"].as_u64().unwrap()
        );
        let source = format!("all/{}.sgf", group["game"].as_str().unwrap());
        let played: Vec<Value> = positions
            .lines()
            .filter(|line| line.contains(&source) && line.contains("\"ply\":1,"))
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let same = played.iter().filter(|line| line["move"] == first["move"]);
        assert_eq!(first["records"], same.count());
    }
}

#[test]
fn symmetry_merges_openings_and_lines_fit() {
    let folder = generated();
    let stats = counted(&folder, &["--top", "1000"]);
    let turned = counted(&folder, &["--symmetry", "--top", "1000"]);
    let ways = |stats: &Value, game: usize| {
        let tree = &stats["groups"][game]["openings"][0]["first"];
        tree.as_array().unwrap().len()
    };
    for game in 0..5 {
        assert!(ways(&turned, game) < ways(&stats, game));
    }
    let text = run(&folder, &["stats", "--openings", "3", "all"], "").1;
    for line in text.lines() {
        assert!(line.width() <= 80, "{line}");
    }
    let packed = fs::read(folder.path().join("all/ugo.sgf")).unwrap();
    let piped = run(&folder, &["stats", "-"], packed);
    assert_eq!(piped.1, run(&folder, &["stats", "all/ugo.sgf"], "").1);
}

#[test]
fn the_help_has_examples() {
    let (status, help, _) = run(&folder(&[]), &["stats", "--help"], "");
    assert_eq!(status, 0);
    assert!(
        help.contains("kifu stats --openings 4 --symmetry"),
        "{help}"
    );
}
