//! Score, random games and perft: the laboratory of the rules core, from outside.

use std::fs;

use assert_cmd::Command;
use kifu::{
    games::{Color, Game, Piece, Point, Position, Setup, Size},
    ruleset,
};
use serde_json::Value;

fn kifu(args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output()
        .expect("the program starts");
    let status = output.status.code().expect("it ends by itself");
    (status, String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A position of Sygo may be given just when every group has a liberty, which is
/// when a position of Go is legal. Their numbers are known: Tromp and Farnebäck, "Combinatorics of Go".
#[test]
fn legal_positions_of_go_are_as_many_as_is_known() {
    let rules = &ruleset::default_for(Game::Sygo).rules;
    let legal = |side: u8| {
        let points = u32::from(side) * u32::from(side);
        let is_legal = |number: &u32| {
            let contents = (0..points).filter_map(|index| {
                let color = match number / 3u32.pow(index) % 3 {
                    0 => return None,
                    1 => Color::Black,
                    _ => Color::White,
                };
                let (column, row) = (index % u32::from(side), index / u32::from(side));
                let point = Point::new(
                    1 + u16::try_from(column).ok()?,
                    1 + u16::try_from(row).ok()?,
                );
                Some(Piece::Stone(color, point))
            });
            let setup = Setup::from(contents.collect::<Vec<Piece>>());
            Position::new(rules, Size::square(side), Some(&setup)).is_ok()
        };
        (0..3u32.pow(points)).filter(is_legal).count()
    };
    assert_eq!(legal(2), 57);
    assert_eq!(legal(3), 12_675);
}

#[test]
fn random_games_are_legal_whole_and_the_same_for_a_seed() {
    for ruleset in ruleset::embedded() {
        let game = ruleset.game();
        let size = match game {
            Game::Bargo | Game::Margo | Game::Bamogo => "4",
            Game::Sygo | Game::Ugo => "7",
        };
        let args = |seed| {
            let name = ruleset.name.as_str();
            [
                "random",
                "--game",
                game.name(),
                "--ruleset",
                name,
                "--size",
                size,
                "--count",
                "40",
                "--seed",
                seed,
            ]
        };
        let (status, records) = kifu(&args("5"));
        assert_eq!(status, 0);
        assert_eq!(records, kifu(&args("5")).1);
        assert_ne!(records, kifu(&args("6")).1);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("random.sgf");
        fs::write(&file, &records).expect("written");
        let file = file.to_str().expect("UTF-8");
        let (status, lines) = kifu(&["validate", "--strict", "--format", "jsonl", file]);
        assert_eq!(status, 0, "{}", ruleset.name);
        let verdicts: Vec<Value> = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(verdicts.len(), 40);
        for verdict in &verdicts {
            assert_eq!(verdict["findings"], Value::Array(Vec::new()));
            assert_eq!(verdict["finished"], true);
            assert_eq!(verdict["ruleset"], ruleset.name.as_str());
        }
    }
}

#[test]
fn the_score_of_every_finished_sample_is_its_result() {
    let (_, lines) = kifu(&["score", "--format", "jsonl", "records"]);
    let mut compared = 0;
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let source = line["source"].as_str().expect("a source");
        if line["finished"] == true && !source.contains("/invalid/") {
            assert_eq!(
                line["result"]["computed"], line["result"]["recorded"],
                "{source}"
            );
            compared += 1;
        }
        if let Some(regions) = line["regions"].as_array() {
            let owned = |owner: &str| -> usize {
                let own = regions.iter().filter(|region| region["owner"] == owner);
                own.map(|region| region["points"].as_array().map_or(0, Vec::len))
                    .sum()
            };
            for color in ["B", "W"] {
                assert_eq!(line["parts"][color]["territory"], owned(color), "{source}");
            }
        }
    }
    assert!(compared >= 15, "{compared}");
}

/// The parts of a score, counted by hand.
#[test]
fn scores_counted_by_hand() {
    let parts = |record: &str| -> Value {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .args(["score", "--format", "jsonl", "-"])
            .write_stdin(record)
            .output()
            .expect("it runs");
        let text = String::from_utf8(output.stdout).expect("UTF-8");
        serde_json::from_str(&text).expect("JSON")
    };
    // a1 and c1 touch one color each; b1 between them is a seki.
    let seki = parts("(;GM[sygo]SZ[5:2]RE[?]AB[b1][b2]AW[d1][d2])");
    assert_eq!(
        (&seki["score"]["B"], &seki["score"]["W"]),
        (&4.into(), &4.into())
    );
    assert_eq!(seki["regions"][1]["owner"], Value::Null);
    // The only cell beside a1 belongs to nobody that a wall shuts off from it.
    let walled = parts("(;GM[bargo]SZ[2]RE[?]AB[b1/w][b2/sw][a2/se])");
    assert_eq!(walled["score"]["B"], 3 + 3);
    let shut = walled["regions"]
        .as_array()
        .expect("regions")
        .iter()
        .find(|region| region["points"][0] == "a1");
    assert_eq!(shut.expect("a1 is empty")["owner"], Value::Null);
    // White's kings have no liberty: they count for Black, who also owns c1 and the upper row.
    let kings = parts("(;GM[ugo]SZ[3]RE[?]AW[Ka1][Kb1]AB[a2][b2][c1]BUTTON[W])");
    assert_eq!(kings["parts"]["B"]["prisoners"], 2);
    assert_eq!(
        (&kings["score"]["B"], &kings["score"]["W"]),
        (&9.into(), &0.5.into())
    );
    // e3 has no freedom, and d4 pins it.
    let zombie = parts("(;GM[margo]SZ[3]RE[?]AW[c3][e5][c5][2d4][e1]AB[e3][a1])");
    assert_eq!(zombie["parts"]["B"]["pieces"], 2);
    assert_eq!(zombie["parts"]["B"]["zombies"], 1);
    assert_eq!(zombie["parts"]["B"]["buried"], 0);
    // a5 captures a1, c1 and a3, pinned by b2. Through b4 they get the freedom c7, and are
    // marbles that were captured all the same; c5 never was.
    let captured = "(;GM[margo]SZ[4]RE[?]PL[B]AW[a1][c1][a3][c5]AB[c3][e3][e1][2b2];B[a5]";
    assert_eq!(parts(&format!("{captured})"))["parts"]["W"]["zombies"], 3);
    let revived = parts(&format!("{captured};W[b4])"));
    assert_eq!(revived["parts"]["W"]["zombies"], 3);
    assert_eq!(revived["parts"]["W"]["pieces"], 5);
    // A marble right above hides one of them: a1 is buried, not a zombie.
    let shut =
        "(;GM[margo]SZ[4]RE[?]PL[B]AW[a1][a3][c1][c3]AB[2b2][2d2][2b4][2d4][e1][e3][e5][c5][a5]";
    let buried = parts(&format!("{shut};B[c3])"));
    assert_eq!(buried["parts"]["W"]["buried"], 1);
    assert_eq!(buried["parts"]["W"]["zombies"], 3);
    // g3 captures the marble above the buried c3, too, which is a zombie that is seen then.
    let uncovered = "(;GM[margo]SZ[4]RE[?]PL[W]AB[1c3][1e3][2d2][3c3]AW[1a1][1c1][1e1][1a3][1a5][1c5][1e5][2b2][2b4][2d4]";
    assert_eq!(parts(&format!("{uncovered})"))["parts"]["B"]["buried"], 1);
    let uncovered = parts(&format!("{uncovered};W[g3])"));
    assert_eq!(uncovered["parts"]["B"]["buried"], 0);
    assert_eq!(uncovered["parts"]["B"]["zombies"], 2);
}

#[test]
fn files_of_counts_are_checked() {
    let all =
        ["bargo", "sygo", "ugo", "bamogo", "margo"].map(|game| format!("tests/perft/{game}.perft"));
    let args: Vec<&str> = ["perft", "--check"]
        .into_iter()
        .chain(all.iter().map(String::as_str))
        .collect();
    let (status, text) = kifu(&args);
    assert_eq!(status, 0, "{text}");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("wrong.perft");
    let file = path.to_str().expect("UTF-8");
    let wrong = "id three\nguards ugo::occupied\nsgf (;GM[ugo]SZ[3])\nperft 1 11 captures 0 passes 0 ends 0 hash 0\n";
    fs::write(&path, wrong).expect("written");
    let (status, text) = kifu(&["perft", "--check", file]);
    assert_eq!(status, 1);
    for part in [
        "three (guards ugo::occupied)",
        "- perft 1 11 ",
        "+ perft 1 10 ",
        "button: 1",
    ] {
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(kifu(&["perft", "--check", file, "--write"]).0, 0);
    assert_eq!(kifu(&["perft", "--check", file]).0, 0);
    fs::write(&path, "nonsense\n").expect("written");
    assert_eq!(kifu(&["perft", "--check", file]).0, 2);
}
