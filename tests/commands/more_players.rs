//! Margo for three and four players in the output of every command.

use crate::common::{folder, run};
use serde_json::Value;

/// White's marble is captured by Grey's, and White cannot move.
const THREE: &str =
    "(;FF[4]GM[margo]RU[margo-3]SZ[2]PW[Ann]PB[Ben]PG[Cid]GR[3d]RE[0]\n;W[c3];B[a3];G[c1])\n";
/// Yellow's name is not known, and the result is stated.
const FOUR: &str =
    "(;FF[4]GM[margo]RU[margo-4]SZ[3]PW[Ann]PB[Ben]PG[Cid]RE[Y+R]AY[a1]PL[Y]\n;Y[e5];W[c1])\n";
const TWO: &str = "(;FF[4]GM[margo]SZ[3]PW[Ann]PB[Ben]PG[Cid]RE[?]\n;W[c3])\n";

fn lines(args: &[&str]) -> Vec<Value> {
    let folder = folder(&[("a.sgf", &format!("{THREE}{FOUR}{TWO}"))]);
    let (status, out, messages) = run(&folder, args, "");
    assert_eq!(status, 0, "{messages}");
    let lines = out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn text(args: &[&str]) -> String {
    let folder = folder(&[("a.sgf", &format!("{THREE}{FOUR}{TWO}"))]);
    let (status, out, messages) = run(&folder, args, "");
    assert_eq!(status, 0, "{messages}");
    out
}

#[test]
fn verdicts_have_a_key_for_each_player() {
    let [three, four, two] = &lines(&["score", "--format", "jsonl", "a.sgf"])[..] else {
        panic!("three records");
    };
    assert_eq!(three["score"], serde_json::json!({"B":1,"W":0,"G":1}));
    assert_eq!(
        three["players"],
        serde_json::json!({"B":"Ben","W":"Ann","G":"Cid"})
    );
    assert_eq!(three["result"]["computed"], "0");
    assert_eq!(three["parts"]["G"]["pieces"], 1);
    assert_eq!(four["score"], serde_json::json!({"B":0,"W":1,"G":0,"Y":2}));
    assert_eq!(
        four["players"],
        serde_json::json!({"B":"Ben","W":"Ann","G":"Cid","Y":null})
    );
    // Names of players that the ruleset does not have are kept, and not shown.
    assert_eq!(two["players"], serde_json::json!({"B":"Ben","W":"Ann"}));
    assert_eq!(two["score"], serde_json::json!({"B":0,"W":1}));
}

#[test]
fn positions_have_a_list_for_each_player() {
    let lines = lines(&["replay", "--format", "jsonl", "--at", "end", "a.sgf"]);
    let pieces: Vec<&Value> = lines.iter().map(|line| &line["pieces"]).collect();
    assert_eq!(
        pieces,
        [
            &serde_json::json!({"AB":["1a3"],"AW":[],"AG":["1c1"]}),
            &serde_json::json!({"AB":[],"AW":["1c1"],"AG":[],"AY":["1a1","1e5"]}),
            &serde_json::json!({"AB":[],"AW":["1c3"]}),
        ]
    );
    let to_move: Vec<&Value> = lines.iter().map(|line| &line["to_move"]).collect();
    assert_eq!(to_move, ["W", "B", "B"]);
}

#[test]
fn boards_show_grey_and_yellow_marbles() {
    let board = text(&["replay", "--at", "end", "--record", "2", "a.sgf"]);
    assert!(board.contains("◎"), "{board}");
    let ascii = text(&["replay", "--at", "end", "--ascii", "a.sgf"]);
    assert!(ascii.contains('G') && ascii.contains('Y'), "{ascii}");
    for theme in ["wood", "paper", "dark", "print"] {
        let svg = text(&[
            "replay", "--format", "svg", "--theme", theme, "--at", "end", "--record", "2", "a.sgf",
        ]);
        for part in ["yellow-marble", "yellow-pattern"] {
            assert!(svg.contains(&format!("class=\"{part}\"")), "{part}: {svg}");
            assert!(svg.contains(&format!(".{part}{{")), "{part}: {svg}");
        }
        assert!(!svg.contains("var("), "{svg}");
    }
    let html = text(&["replay", "--format", "html", "--record", "1", "a.sgf"]);
    assert!(html.contains(r#""players":"BWG""#), "{html}");
}

#[test]
fn tables_have_columns_for_each_player() {
    let csv = text(&["validate", "--format", "csv", "a.sgf"]);
    let mut table = csv::Reader::from_reader(csv.as_bytes());
    let headings = table.headers().expect("headings").clone();
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    let cell = |row: usize, name: &str| {
        let column = headings.iter().position(|heading| heading == name);
        rows[row]
            .get(column.expect("a column"))
            .expect("a cell")
            .to_owned()
    };
    assert_eq!(cell(0, "grey") + &cell(0, "score_grey"), "Cid1");
    assert_eq!(cell(0, "yellow") + &cell(0, "score_yellow"), "");
    assert_eq!(cell(1, "yellow") + &cell(1, "score_yellow"), "2");
    assert_eq!(cell(2, "grey") + &cell(2, "score_grey"), "");
    let plies = text(&["convert", "--to", "csv", "--record", "1", "a.sgf"]);
    assert!(plies.ends_with("3,G,c1,1,W,1,0,1,\n"), "{plies}");
}

#[test]
fn plies_are_listed_in_a_column_for_each_player() {
    let list = text(&["convert", "--to", "txt", "--record", "1", "a.sgf"]);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(
        lines,
        [
            "margo-3 2",
            "Black: Ben",
            "White: Ann",
            "Grey: Cid",
            "Result: 0",
            "",
            "    White      Black      Grey",
            " 1  c3      2  a3      3  c1",
        ]
    );
}

#[test]
fn notations_of_two_players_do_not_express_more() {
    let folder = folder(&[("a.sgf", THREE)]);
    for notation in ["abstractplay-margo", "margo-listing"] {
        let (status, _, messages) = run(&folder, &["convert", "--to", notation, "a.sgf"], "");
        assert_eq!(status, 1);
        assert!(messages.contains("more than two players"), "{messages}");
    }
}

#[test]
fn results_name_all_players_and_standings_are_of_two() {
    let rows = lines(&["results", "--format", "jsonl", "a.sgf"]);
    let of = |index: usize| {
        let row = rows.iter().find(|row| row["index"] == index);
        row.expect("a row")
    };
    assert_eq!(of(1)["winner"], "draw");
    assert_eq!(
        of(1)["players"],
        serde_json::json!({"B":"Ben","W":"Ann","G":"Cid"})
    );
    assert_eq!(
        of(1)["ranks"],
        serde_json::json!({"B":null,"W":null,"G":"3d"})
    );
    assert_eq!(of(2)["winner"], "Y");
    for format in ["text", "markdown", "html"] {
        let table = text(&["results", "--format", format, "a.sgf"]);
        assert!(table.contains("Grey: Cid 3d"), "{table}");
    }
    let standings = lines(&["results", "--standings", "--format", "jsonl", "a.sgf"]);
    let tables = standings.iter().filter(|line| line["type"] == "standings");
    assert!(
        tables
            .filter_map(|line| line["players"].as_array())
            .all(Vec::is_empty)
    );
}

#[test]
fn the_margin_is_that_to_the_second() {
    use crate::common::{folder, run};
    for seed in ["1", "2", "3", "4", "5"] {
        let args = [
            "random",
            "--game",
            "margo",
            "--ruleset",
            "margo-3",
            "--size",
            "3",
            "--seed",
            seed,
        ];
        let (_, record, _) = run(&folder(&[]), &args, "");
        let folder = folder(&[("a.sgf", &record)]);
        let object = |args: &[&str]| -> Value {
            let (_, out, _) = run(&folder, args, "");
            let line = out.lines().next().expect("a line");
            serde_json::from_str(line).expect("JSON")
        };
        let verdict = object(&["validate", "--format", "jsonl", "a.sgf"]);
        let mut scores =
            ["B", "W", "G"].map(|color| verdict["score"][color].as_f64().expect("points"));
        scores.sort_by(|one, other| other.total_cmp(one));
        let (_, report, _) = run(&folder, &["metrics", "--format", "json", "a.sgf"], "");
        let report: Value = serde_json::from_str(&report).expect("JSON");
        let metrics = report["groups"][0]["metrics"].as_array().expect("a list");
        let margin = metrics.iter().find(|metric| metric["name"] == "margin");
        assert_eq!(
            margin.expect("a margin")["value"],
            scores[0] - scores[1],
            "{verdict}"
        );
    }
}

#[test]
fn games_with_other_third_players_are_not_the_same() {
    let game = |others: &str| format!("(;GM[margo]SZ[3]RU[margo-3]PB[Ann]PW[Ben]{others};W[c3])");
    let text = [
        "PG[Cid]RE[G+R]",
        "PG[Dan]RE[B+R]",
        "PG[Cid]RE[G+R]",
        "PG[Ann]RE[B+R]",
    ];
    let text = text.map(game).concat();
    let folder = crate::common::folder(&[("a.sgf", &text)]);
    let arguments = [
        "results",
        "--standings",
        "--count-stated",
        "--format",
        "jsonl",
        "a.sgf",
    ];
    let (_, out, _) = crate::common::run(&folder, &arguments, "");
    let rows: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let reasons: Vec<&Value> = rows
        .iter()
        .filter(|row| row.get("index").is_some())
        .map(|row| &row["reason"])
        .collect();
    assert_eq!(
        reasons,
        [
            &Value::Null,
            &Value::Null,
            &Value::from("same-game"),
            &Value::from("same-player")
        ],
        "{out}"
    );
    let summary = rows.last().expect("a summary");
    assert_eq!(
        [
            &summary["counted"],
            &summary["more_players"],
            &summary["players"]
        ],
        [2, 2, 4],
        "{summary}"
    );
}

#[test]
fn statistics_and_queries_know_all_players() {
    let [statistics] = &lines(&["stats", "--by", "player", "--format", "json", "a.sgf"])[..] else {
        panic!("one object");
    };
    let groups = statistics["groups"].as_array().expect("groups");
    let of = |ruleset: &str| {
        let group = groups.iter().find(|group| group["ruleset"] == ruleset);
        &group.expect("a group")["results"]
    };
    assert_eq!(of("margo-4")["Y"]["resignation"], 1);
    assert_eq!(of("margo-3")["G"]["all"], 0);
    assert!(of("margo-3").get("Y").is_none() && of("margo").get("G").is_none());
    // Cid does not play in the game of two.
    let players = statistics["players"].as_array().expect("players");
    let cid = players.iter().find(|row| row["player"] == "Cid");
    let of_ann = players.iter().find(|row| row["player"] == "Ann");
    let records = |row: Option<&Value>| row.expect("a player")["records"].clone();
    assert_eq!((records(cid), records(of_ann)), (2.into(), 3.into()));
    let count = |args: &[&str]| {
        let args = [&["query", "--count"], args, &["a.sgf"]].concat();
        text(&args).trim().to_owned()
    };
    assert_eq!(count(&["--grey", "Cid"]), "3");
    assert_eq!(count(&["--player", "Cid", "--game", "margo"]), "3");
    assert_eq!(count(&["--result", "Y"]), "1");
    assert_eq!(count(&["--result", "Y+R"]), "1");
    assert_eq!(count(&["--winner", "draw"]), "1");
}

#[test]
fn random_games_name_their_players() {
    let folder = folder(&[]);
    let args = [
        "random",
        "--game",
        "margo",
        "--ruleset",
        "margo-4",
        "--size",
        "3",
        "--grey",
        "Cid",
        "--yellow",
        "Dan",
    ];
    let (status, record, _) = run(&folder, &args, "");
    assert_eq!(status, 0);
    assert!(record.contains("PG[Cid]PY[Dan]"), "{record}");
    let (status, out, _) = run(&folder, &["validate", "--strict", "-"], record);
    assert_eq!(status, 0, "{out}");
    let (status, _, messages) = run(&folder, &["random", "--game", "ugo", "--grey", "Cid"], "");
    assert_eq!(status, 2);
    assert!(messages.contains("nobody plays Grey"), "{messages}");
}

#[test]
fn other_games_do_not_know_the_properties() {
    let record = "(;GM[ugo]SZ[5]RE[?]PG[Cid]AG[c3];B[c3];G[d3])\n";
    let folder = folder(&[("a.sgf", record)]);
    let (status, out, _) = run(&folder, &["validate", "--format", "jsonl", "a.sgf"], "");
    assert_eq!(status, 0);
    let line: Value = serde_json::from_str(&out).expect("JSON");
    let findings = line["findings"].as_array().expect("findings");
    let codes: Vec<&Value> = findings.iter().map(|finding| &finding["code"]).collect();
    assert_eq!(codes, ["record::unknown-property"; 3]);
    assert_eq!(line["plies"], 1);
    // The name of the game may come after them.
    let record = "(;PG[Cid]AG[c3]RU[margo-3]SZ[3]RE[?]GM[margo];W[a1];B[c1];G[e1])\n";
    let (status, out, _) = run(&folder, &["validate", "--format", "jsonl", "-"], record);
    assert_eq!(status, 0, "{out}");
    let line: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(line["score"]["G"], 2);
    assert_eq!(line["players"]["G"], "Cid");
}

#[test]
fn the_later_name_of_ugo_is_read() {
    let folder = folder(&[("a.sgf", "(;GM[Yugo]SZ[5]RE[?];B[c3])\n")]);
    let (status, out, _) = run(&folder, &["validate", "--format", "short", "a.sgf"], "");
    assert_eq!(status, 0);
    assert!(out.contains("warning[record::format]"), "{out}");
    let (_, out, _) = run(&folder, &["fmt", "a.sgf"], "");
    assert!(out.starts_with("(;GM[ugo]"), "{out}");
}

#[test]
fn only_players_of_the_ruleset_win() {
    let whole = ";W[c3];B[e3];W[e5];B[e1];W[c5];B[a5];W[d4];B[a1];W[c1])\n";
    for (winner, status) in [("W", 0), ("G", 1), ("Y", 1)] {
        let record = format!("(;GM[margo]SZ[3]RE[{winner}+2]{whole}");
        let args = ["validate", "--format", "short", "-"];
        let (found, out, _) = run(&folder(&[]), &args, record);
        assert_eq!(found, status, "{out}");
        let is_refused = out.contains("error[record::result-syntax]");
        assert_eq!(is_refused, status == 1, "{out}");
    }
}
