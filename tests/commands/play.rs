//! `kifu play --plain`: games by lines, from the first ply to the end.

use std::{fs, path::Path};

use assert_cmd::Command;
use tempfile::TempDir;

use crate::common::{folder, names};

/// Runs `play --plain` in a folder; returns what it prints.
fn plain(folder: &TempDir, arguments: &str, input: &str) -> String {
    let output = run(folder, arguments, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn run(folder: &TempDir, arguments: &str, input: &str) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["play", "--plain"])
        .args(arguments.split_whitespace())
        .write_stdin(input)
        .output()
        .unwrap()
}

#[test]
fn lines_that_are_not_utf8_are_refused() {
    let folder = folder(&[]);
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["play", "--plain", "--game", "ugo", "--size", "5", "a.sgf"])
        .write_stdin(&b"c3\ncomment caf\xe9\nd4\n"[..])
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("the line is not UTF-8"), "{told}");
    let text = read(&folder, "a.sgf");
    assert!(!text.contains("caf") && text.contains("W[d4]"), "{text}");
}

/// Checks that a file holds one record without any finding, in canonical form.
fn assert_valid(folder: &TempDir, name: &str) {
    for command in [["validate", "--strict"], ["fmt", "--check"]] {
        Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command)
            .arg(name)
            .assert()
            .success();
    }
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn all_five_games_are_played_to_their_ends() {
    for (arguments, moves, result) in [
        (
            "--game bargo --size 2",
            "b2/e button a1/e pass pass",
            "the game is over",
        ),
        (
            "--game sygo --size 3",
            "b2 a1 b1 a2 b3 c3 pass pass",
            "the game is over",
        ),
        ("--game ugo --size 3", "b2 a1 button pass pass", "B+0.5"),
        (
            "--game bamogo --size 2",
            "Ra1,Gb1 Ra2,Bb2",
            "B+: Black had connected both sides after ply 2",
        ),
        (
            "--game margo --size 2",
            "a1 swap c3 c1 a3 a1 c1 a1 c3 c1 a3 c1 a1 c1 c3 a3",
            "White",
        ),
    ] {
        let folder = folder(&[]);
        let input: String = moves.split(' ').map(|mv| format!("{mv}\n")).collect();
        let told = plain(&folder, &format!("{arguments} game.sgf"), &input);
        assert!(told.to_lowercase().contains("the game is over"), "{told}");
        assert!(
            told.to_lowercase().contains(&result.to_lowercase()),
            "{told}"
        );
        assert!(!told.contains("error["), "{told}");
        assert_valid(&folder, "game.sgf");
        assert!(read(&folder, "game.sgf").contains("RE["));
    }
}

#[test]
fn a_refused_move_gets_the_words_of_validate() {
    let folder = folder(&[]);
    let told = plain(
        &folder,
        "--game ugo --size 5 a.sgf",
        "c3\nC3\nKe5\nundoo\nquit\n",
    );
    assert!(
        told.contains("error[ugo::occupied] ply 2 c3: c3 is not empty"),
        "{told}"
    );
    assert!(
        told.contains("help: place it on an empty point\npoints: c3\n"),
        "{told}"
    );
    assert!(told.contains("error[ugo::king-captures-nothing]"), "{told}");
    assert!(told.contains("did you mean `undo`?"), "{told}");
    assert!(read(&folder, "a.sgf").ends_with("\n;B[c3])\n"));
}

#[test]
fn a_game_without_a_file_gets_a_name_of_its_own_with_the_first_ply() {
    let folder = folder(&[]);
    plain(&folder, "--game ugo --size 5", "help\nlegal\nquit\n");
    assert_eq!(names(folder.path()), [""; 0]);
    let told = plain(&folder, "--game ugo --size 5", "c3\n");
    let first = names(folder.path());
    assert!(
        told.contains(&format!("the game is saved in {}\n", first[0])),
        "{told}"
    );
    plain(&folder, "--game ugo --size 5", "d4\n");
    let both = names(folder.path());
    let stem = first[0].strip_suffix("-1.sgf").unwrap();
    let date: Vec<&str> = stem.strip_prefix("GAME-").unwrap().split('-').collect();
    assert_eq!(
        date.iter().map(|part| part.len()).collect::<Vec<_>>(),
        [4, 2, 2]
    );
    assert_eq!(both, [first[0].clone(), format!("{stem}-2.sgf")]);
    assert!(read(&folder, &both[0]).contains(";B[c3]"));
}

/// What is noted before the first ply, and never played from, is saved like everything else.
#[test]
fn names_and_comments_of_a_game_without_plies_are_saved() {
    for line in ["black Ann", "comment Ann", "append Ann"] {
        let folder = folder(&[]);
        plain(&folder, "--game ugo --size 5 a.sgf", line);
        assert!(read(&folder, "a.sgf").contains("[Ann]"), "{line}");
        plain(&folder, "a.sgf", "c3");
        let text = read(&folder, "a.sgf");
        assert!(text.contains("[Ann]") && text.contains("B[c3]"), "{text}");
    }
    let folder = folder(&[]);
    let told = plain(&folder, "--game ugo --size 5 --black Ann", "white Bob");
    let file = names(folder.path());
    assert!(told.contains(&format!("saved in {}\n", file[0])), "{told}");
    let text = read(&folder, &file[0]);
    assert!(
        text.contains("PB[Ann]") && text.contains("PW[Bob]"),
        "{text}"
    );
}

/// A record of which it could not go on is not made.
#[test]
fn comments_that_make_a_record_too_large_are_refused() {
    let text = format!("(;GM[ugo]SZ[5]C[{}])", "x".repeat((8 << 20) - 1_000));
    let folder = folder(&[("a.sgf", &text)]);
    let long = "y".repeat(2_000);
    let input = format!("append {long}\nblack {long}\nc3\nappend short\n");
    let told = plain(&folder, "a.sgf", &input);
    assert_eq!(told.matches("larger than 8 MiB").count(), 2, "{told}");
    let text = read(&folder, "a.sgf");
    assert!(text.ends_with("\n;B[c3]C[short])\n") && !text.contains("yy"));
    plain(&folder, "a.sgf", "undo");
}

#[test]
fn a_game_is_gone_on_with_and_never_overwritten_by_another() {
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[5]PB[Ann]C[old]XY[kept];B[c3](;W[d3];B[e5])(;W[a1]))",
    )]);
    let told = plain(&folder, "a.sgf --black Ann --size 5", "button\nquit\n");
    assert!(told.contains("gone on with at ply 3"), "{told}");
    let text = read(&folder, "a.sgf");
    for part in ["XY[kept]", "C[old]", "(;W[a1]))", ";B[e5]\n;W[button])"] {
        assert!(text.contains(part), "{text}");
    }
    for (arguments, reason) in [
        ("--game sygo", "its game is ugo, not sygo"),
        ("--size 7", "its size is 5, not 7"),
        (
            "--ruleset ugo-no-button",
            "its ruleset is ugo, not ugo-no-button",
        ),
        ("--black Ben", "its player Black is Ann, not Ben"),
    ] {
        let output = run(&folder, &format!("a.sgf {arguments}"), "pass\n");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(reason), "{told}");
        assert_eq!(read(&folder, "a.sgf"), text);
    }
}

#[test]
fn what_cannot_be_gone_on_with_is_left_as_it_is() {
    let several = "(;GM[ugo]SZ[5])(;GM[ugo]SZ[5])";
    let folder = folder(&[
        ("several.sgf", several),
        ("cut.sgf", "(;GM[ugo]SZ[5];B[c3"),
        ("foreign.sgf", "(;GM[1]SZ[5];B[aa])"),
        ("outside.sgf", "a note (;GM[ugo]SZ[5])"),
        ("no-record.sgf", "a note"),
        ("komi.sgf", "(;GM[ugo]SZ[5]KM[30,0]RE[?];B[c3];W[button])"),
        ("later.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];KM[30];W[button])"),
        ("empty.sgf", ""),
    ]);
    fs::write(
        folder.path().join("bytes.sgf"),
        b"(;CA[UTF-8]GM[ugo]SZ[5]C[\xff])",
    )
    .unwrap();
    // The first bytes are enough.
    fs::write(folder.path().join("a.sgf.gz"), [0x1F, 0x8B, 8, 0]).unwrap();
    for (name, reason) in [
        ("a.sgf.gz", "it is compressed"),
        ("several.sgf", "holds several records"),
        ("cut.sgf", "syntax::unclosed"),
        ("foreign.sgf", "record::game"),
        ("outside.sgf", "text outside"),
        ("no-record.sgf", "no record"),
        ("bytes.sgf", "invalid in its encoding"),
        ("komi.sgf", "record::komi"),
        ("later.sgf", "`KM` in a later node says something else"),
        (".", "it is not a file"),
    ] {
        let before = fs::read(folder.path().join(name)).ok();
        let output = run(&folder, name, "c3\n");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(reason), "{name}: {told}");
        assert_eq!(fs::read(folder.path().join(name)).ok(), before);
    }
    plain(&folder, "--game ugo --size 5 empty.sgf", "c3\n");
    assert!(read(&folder, "empty.sgf").contains(";B[c3]"));
    let output = run(&folder, "new.sgf", "c3\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(!Path::new(&folder.path().join("new.sgf")).exists());
}

/// The file is saved in UTF-8, after which nothing tells that its encoding was a guess.
#[test]
fn a_guessed_encoding_is_told_before_the_first_ply() {
    let folder = folder(&[("utf8.sgf", "(;GM[ugo]SZ[5]PB[é];B[c3])")]);
    let guessed = b"(;GM[ugo]SZ[5]PB[\xe9];B[c3])";
    fs::write(folder.path().join("guessed.sgf"), guessed).unwrap();
    let named = b"(;GM[ugo]CA[latin1]SZ[5]PB[\xe9];B[c3])";
    fs::write(folder.path().join("named.sgf"), named).unwrap();
    for (name, is_told) in [
        ("guessed.sgf", true),
        ("named.sgf", false),
        ("utf8.sgf", false),
    ] {
        let before = fs::read(folder.path().join(name)).unwrap();
        let told = plain(&folder, name, "");
        assert_eq!(told.contains("read as Windows-1252"), is_told, "{told}");
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), before);
    }
}

#[test]
fn an_illegal_record_can_be_repaired_by_hand() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5];B[c3];W[c3];B[d4])")]);
    let told = plain(&folder, "a.sgf", "next\ndelete\nd3\nback\nvariations\n");
    assert!(told.contains("error[ugo::occupied] ply 2 c3"), "{told}");
    let hint = "a move played here begins a variation in place of the illegal ply";
    assert!(told.contains(hint), "{told}");
    assert!(told.ends_with("1. W d3\nply 2, White:\n"), "{told}");
    assert!(read(&folder, "a.sgf").ends_with(";B[c3]\n;W[d3])\n"));
}

/// At an illegal ply and behind it the board is that before it, and a move is played there.
#[test]
fn a_move_is_played_in_place_of_an_illegal_ply() {
    let record = "(;GM[ugo]SZ[5];B[c3];W[c3];B[d4];W[e5])";
    for way in ["", "next\n", "next\nnext\nnext\n"] {
        let folder = folder(&[("a.sgf", record)]);
        let told = plain(&folder, "a.sgf", &format!("{way}c3\nd3\npromote\n"));
        assert!(told.contains("error[ugo::occupied] ply 2 c3"), "{told}");
        let played = "ply 2: White d3; variation 2 begins\n";
        assert!(told.contains(played), "{told}");
        let is_there = told.contains("the illegal ply is kept beside it");
        assert_eq!(is_there, !way.is_empty(), "{told}");
        let text = read(&folder, "a.sgf");
        assert!(
            text.ends_with(";B[c3]\n(;W[d3])\n(;W[c3]\n;B[d4]\n;W[e5]))\n"),
            "{text}"
        );
    }
}

/// The end of a variation is not the end of the game of the record.
#[test]
fn the_end_of_a_variation_tells_how_it_becomes_the_game() {
    let folder = folder(&[]);
    let moves = "a1\nback\nb2\nbutton\npass\npass\n";
    let told = plain(&folder, "--game ugo --size 3 a.sgf", moves);
    let hint = "This is variation 2, and not the game: `promote` makes it the main line, with its result.\n";
    assert!(told.contains(hint), "{told}");
    assert!(!read(&folder, "a.sgf").contains("RE["));
    let told = plain(&folder, "a.sgf", "variation\nend\npromote\nback\nend\n");
    assert!(told.contains("The game is over."), "{told}");
    assert_eq!(told.matches(hint).count(), 1, "{told}");
    assert!(read(&folder, "a.sgf").contains("RE[B+8.5]"));
}

/// After the last move of a variation, those that it is one of are listed.
#[test]
fn a_stated_result_is_not_replaced_without_a_word() {
    for (stated, expected) in [
        ("B+T", "; the result B+8.5 is noted in place of B+T\n"),
        ("W+3", "; the result B+8.5 is noted in place of W+3\n"),
        ("?", "ply 4: White pass\n"),
        ("B+8.5", "ply 4: White pass\n"),
    ] {
        let record = format!("(;GM[ugo]SZ[3]RE[{stated}]\n;B[b2]\n;W[button]\n;B[pass])\n");
        let folder = folder(&[("a.sgf", &record)]);
        let told = plain(&folder, "a.sgf", "pass\n");
        assert!(told.contains(expected), "{told}");
        assert!(read(&folder, "a.sgf").contains("RE[B+8.5]"), "{told}");
        assert_valid(&folder, "a.sgf");
        if stated == "B+T" {
            plain(&folder, "a.sgf", "delete\n");
            plain(&folder, "a.sgf", "black Ann\n");
            let file = read(&folder, "a.sgf");
            assert!(!file.contains("RE["), "{file}");
        }
    }
    // It comes back with `undo`.
    let record = "(;GM[ugo]SZ[3]RE[B+T]\n;B[b2]\n;W[button]\n;B[pass])\n";
    let folder = folder(&[("a.sgf", record)]);
    plain(&folder, "a.sgf", "pass\nundo\n");
    assert!(read(&folder, "a.sgf").contains("RE[B+T]"));
    // Further results do not count, and stay.
    for (stated, kept) in [("RE[B+T][W+3]", "[W+3]"), ("RE[B+T]RE[W+3]", "RE[W+3]")] {
        let record = format!("(;GM[ugo]SZ[3]{stated}\n;B[b2]\n;W[button]\n;B[pass])\n");
        let folder = crate::common::folder(&[("b.sgf", &record)]);
        plain(&folder, "b.sgf", "pass\n");
        let file = read(&folder, "b.sgf");
        assert!(file.contains("RE[B+8.5]") && file.contains(kept), "{file}");
        plain(&folder, "b.sgf", "delete\n");
        let file = read(&folder, "b.sgf");
        assert!(
            file.contains("RE[W+3]") && !file.contains("B+8.5"),
            "{file}"
        );
    }
    // Another main line with another result.
    let told = plain(&folder, "a.sgf", "pass\nback 2\nresign\npromote\n");
    assert!(
        told.contains("the result W+R is noted in place of B+8.5"),
        "{told}"
    );
}

#[test]
fn variations_are_listed_where_they_can_be_chosen() {
    let folder = folder(&[]);
    let told = plain(
        &folder,
        "--game ugo --size 5 a.sgf",
        "c3\nback\nd2\nvariations\nvariation 1\nres\nlegal\n",
    );
    assert!(told.contains("1. B c3\n2. B d2 (here)\n"), "{told}");
    assert!(told.contains("ply 1: Black c3\n"), "{told}");
    assert!(told.contains("did you mean `resign`?"), "{told}");
}

/// All players of a game have names, and nobody else.
#[test]
fn the_players_of_a_game_are_named() {
    let folder = folder(&[]);
    let names = "grey Greta\nyellow Yves\na1\n";
    plain(&folder, "--game margo --ruleset margo-4 a.sgf", names);
    let text = read(&folder, "a.sgf");
    assert!(
        text.contains("PG[Greta]") && text.contains("PY[Yves]"),
        "{text}"
    );
    let told = plain(&folder, "--game ugo b.sgf", names);
    assert!(told.contains("Grey does not play in this game"), "{told}");
    assert!(!read(&folder, "b.sgf").contains("Greta"));
}

#[test]
fn a_resigned_game_is_not_counted() {
    let folder = folder(&[]);
    let told = plain(&folder, "--game ugo --size 5 a.sgf", "c3\nresign\n");
    let end = told.split_once("The game is over.\n").map(|(_, end)| end);
    assert_eq!(
        end,
        Some("B+R: White resigned after ply 2\ngame over:\n"),
        "{told}"
    );
}

#[test]
fn ascii_is_for_comments_too() {
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[5]C[M\u{fc}tze \u{2013} \u{56f2}\u{7881}])",
    )]);
    let told = plain(&folder, "a.sgf --ascii", "comment\n");
    assert!(told.contains("Mutze - ??\n"), "{told}");
}

#[test]
fn the_random_opponent_answers_and_is_undone_along() {
    for game in ["bargo", "sygo", "ugo", "bamogo", "margo"] {
        let folder = folder(&[]);
        let arguments = format!("--game {game} --size 3 --opponent random --seed 5 a.sgf");
        let first = match game {
            "bargo" => "c3/e",
            "bamogo" => "Rb2,Gb3",
            "margo" => "a1",
            _ => "b2",
        };
        let told = plain(&folder, &arguments, &format!("{first}\n"));
        assert_eq!(told.matches("\nply 2: ").count(), 1, "{told}");
        let text = read(&folder, "a.sgf");
        assert!(text.contains("[kifu random, seed 5]"), "{text}");
        let told = plain(&folder, &arguments, "undo\nback\nback\n");
        assert!(told.contains("there is nothing to undo"), "{told}");
        let told = plain(&folder, &arguments, "start\nresign\nundo\n");
        assert!(told.contains("the ply is undone"), "{told}");
        assert_eq!(read(&folder, "a.sgf"), text);
    }
    let folder = folder(&[]);
    let arguments = "--game sygo --size 5 --opponent random --opponent-first --seed 5 a.sgf";
    let told = plain(&folder, arguments, "undo\n");
    assert!(told.contains("ply 1: White "), "{told}");
}

#[test]
fn a_ruleset_without_a_name_is_played_by() {
    let rules = "game: ugo\nsize: 5\nbutton: false\n";
    let folder = folder(&[
        ("rules.yaml", rules),
        ("named.yaml", &format!("name: ugo\n{rules}")),
    ]);
    for name in ["rules.yaml", "named.yaml"] {
        let arguments = format!("--game ugo --ruleset {name} {name}.sgf");
        let told = plain(&folder, &arguments, "c3\npass\npass\n");
        assert!(told.contains("ply 3: Black pass\n"), "{told}");
        let text = read(&folder, &format!("{name}.sgf"));
        assert!(!text.contains("RU["), "{text}");
        let told = plain(&folder, &arguments, "");
        assert!(!told.contains("error"), "{told}");
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(["random", "--game", "ugo", "--ruleset", name])
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(!text.contains("RU["), "{text}");
    }
}

#[test]
fn long_games_are_walked_through_at_once() {
    let plies = ";B[a1<>a2];W[c1<>c2];B[e1<>e2];W[a1<>a2];B[c1<>c2];W[e1<>e2]".repeat(5_000);
    let record = format!("(;GM[bamogo]SZ[8]STONES[Ra1][Ga2][Rc1][Gc2][Re1][Ge2]{plies})");
    let folder = folder(&[("long.sgf", &record)]);
    // Each step alone would replay the game.
    let told = plain(
        &folder,
        "long.sgf",
        "back 29000\nnext 28000\nback 40000\nswap\n",
    );
    for expected in ["\nply 1001, ", "\nply 29001, ", "\nply 1, "] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    assert!(!told.contains("did you mean `swap`"), "{told}");
}

#[test]
fn a_ply_beyond_the_line_leads_to_its_end() {
    let folder = folder(&[
        ("one.sgf", "(;GM[ugo]SZ[5];B[c3])"),
        ("two.sgf", "(;GM[ugo]SZ[5];B[c3];W[c4])"),
    ]);
    for (name, told) in [("one.sgf", "1 ply"), ("two.sgf", "2 plies")] {
        let answer = plain(&folder, name, "start\nply 9\n");
        let told = format!("\nthe line has {told}\n");
        assert!(answer.contains(&told), "{answer}");
    }
}

#[test]
fn the_opponent_plays_all_other_colors() {
    for (ruleset, others) in [("margo-3", 2), ("margo-4", 3)] {
        let folder = folder(&[]);
        let arguments =
            format!("--game margo --ruleset {ruleset} --size 4 --opponent random --seed 5 a.sgf");
        let told = plain(&folder, &arguments, "a1\nmoves\nundo\na3\n");
        let person = format!("\nply {}, ", others + 2);
        assert!(told.contains(&person), "{told}");
        assert!(
            told.contains("the ply with the answer to it is undone\nply 0\n"),
            "{told}"
        );
        let text = read(&folder, "a.sgf");
        assert_eq!(text.matches("kifu random").count(), others, "{text}");
        let plies: usize = [";B[", ";W[", ";G[", ";Y["]
            .map(|start| text.matches(start).count())
            .iter()
            .sum();
        assert_eq!(plies, others + 1, "{text}");
        // The one who makes the second ply.
        let arguments = arguments.replace("a.sgf", "--opponent-first b.sgf");
        let told = plain(&folder, &arguments, "");
        assert!(
            told.ends_with("ply 2, Black:\n") || told.ends_with("ply 2, White:\n"),
            "{told}"
        );
    }
}

#[test]
fn a_line_of_pairs_is_given_or_drawn() {
    let folder = folder(&[]);
    plain(&folder, "--game bamogo --line random --seed 1 a.sgf", "");
    let told = run(&folder, "--game bamogo --size 3 --line RR a.sgf", "");
    assert_eq!(told.status.code(), Some(2));
    let told = plain(
        &folder,
        "--game bamogo --size 3 --line random --seed 1 b.sgf",
        "a1<>a2\n",
    );
    assert!(told.contains("ply 1, Black (next pair: "), "{told}");
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["play", "--plain", "--game", "bamogo", "--size", "2"])
        .args(["--line", "RG RB", "c.sgf"])
        .write_stdin("Ga1,Rb1\n")
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(read(&folder, "c.sgf").contains("LINE[RG RB]"));
}

#[test]
fn another_program_that_writes_the_file_is_noticed() {
    use std::{
        io::Write,
        process::{Command, Stdio},
        thread::sleep,
        time::{Duration, Instant},
    };

    let folder = folder(&[]);
    let path = folder.path().join("a.sgf");
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["play", "--plain", "--game", "ugo", "--size", "5", "a.sgf"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "c3").unwrap();
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
    fs::write(&path, "(;GM[ugo]SZ[5]C[another])").unwrap();
    writeln!(input, "d4").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("not saved: it was changed meanwhile"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(read(&folder, "a.sgf"), "(;GM[ugo]SZ[5]C[another])");
}

/// Also for those who may write everything: what counts is that the file is meant to stay.
#[test]
fn a_file_that_cannot_be_written_is_told_at_once() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5];B[c3])")]);
    let path = folder.path().join("a.sgf");
    assert!(plain(&folder, "a.sgf", "").contains("saved after every ply and change in a.sgf"));
    let mut permissions = path.metadata().unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let told = plain(&folder, "a.sgf", "");
    let expected =
        "it cannot be saved in a.sgf: it is write-protected; `save FILE` saves it elsewhere";
    assert!(told.contains(expected), "{told}");
    assert_eq!(names(folder.path()), ["a.sgf"]);
}

/// The colors of the first and second player, and names that both could be given.
#[test]
fn the_name_of_the_opponent_is_not_given_to_it_by_accident() {
    for (arguments, own, color) in [
        ("--game margo --size 5 --black Ann", "White", "Black"),
        ("--game sygo --size 5 --black Ann", "White", "Black"),
        ("--game ugo --size 5 --white Ann", "Black", "White"),
        (
            "--game ugo --size 5 --black Ann --opponent-first",
            "White",
            "Black",
        ),
        (
            "--game ugo --size 5 --black Ann --white Ben",
            "Black",
            "White",
        ),
    ] {
        let folder = folder(&[]);
        let arguments = format!("{arguments} --opponent random a.sgf");
        let output = run(&folder, &arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let told = String::from_utf8(output.stderr).unwrap();
        let option = own.to_ascii_lowercase();
        let hint = format!("you play {own}, use --{option} for your name");
        assert!(
            told.contains(&format!("the opponent plays {color}")),
            "{told}"
        );
        assert!(told.contains(&hint), "{told}");
        assert_eq!(names(folder.path()), [""; 0]);
    }
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]PB[Ann];B[c3])")]);
    let arguments = "--game margo --size 5 --opponent random --seed 5 --white Ann b.sgf";
    let told = plain(&folder, arguments, "a1\n");
    assert!(
        told.contains("the opponent is kifu random, seed 5: it plays Black, you play White"),
        "{told}"
    );
    let text = read(&folder, "b.sgf");
    assert!(text.contains("PB[kifu random, seed 5]PW[Ann]"), "{text}");
    // Of a file with names it is told whose color the opponent plays.
    let told = plain(
        &folder,
        "a.sgf --opponent random --opponent-first --seed 5",
        "",
    );
    assert!(
        told.contains("it plays Black, in the record Ann, you play White"),
        "{told}"
    );
}

#[test]
fn undo_takes_back_only_what_the_player_has_done() {
    let finished = "(;GM[ugo]SZ[3];B[b2];W[a1];B[button];W[pass];B[pass])";
    let folder = folder(&[("a.sgf", finished)]);
    let told = plain(&folder, "a.sgf --black Ann", "undo\n");
    assert!(told.contains("there is nothing to undo since"), "{told}");
    assert!(told.contains("`delete` removes this ply"), "{told}");
    assert!(told.ends_with("game over:\n"), "{told}");
    // The last ply alone goes.
    let told = plain(&folder, "a.sgf", "delete\npass\nundo\n");
    assert!(
        told.ends_with("the ply is undone\nply 4: White pass\nply 5, Black:\n"),
        "{told}"
    );
    let text = read(&folder, "a.sgf");
    assert!(
        text.contains("PB[Ann]") && text.ends_with(";W[pass])\n"),
        "{text}"
    );

    let arguments =
        "--game ugo --size 5 --opponent random --opponent-first --seed 5 --white Me b.sgf";
    let told = plain(&folder, arguments, "undo\nd4\nundo\nundo\nredo\nundo\n");
    assert_eq!(told.matches("there is nothing to undo").count(), 2);
    assert_eq!(
        told.matches("the ply with the answer to it is undone")
            .count(),
        2
    );
    assert!(told.contains("is made again\nply 3: Black"), "{told}");
    assert!(told.ends_with("ply 2, White:\n"), "{told}");
    let text = read(&folder, "b.sgf");
    assert!(text.contains("PB[kifu random, seed 5]PW[Me]"), "{text}");
    assert_eq!(text.matches(";B[").count(), 1, "{text}");
}

#[test]
fn names_of_nodes_and_the_comment_on_the_game_are_shown() {
    let text = "(;GM[ugo]SZ[5]GC[Rules of\nthe club];B[c3]N[bold]C[ok])";
    let folder = folder(&[("game.sgf", text)]);
    let told = plain(&folder, "game.sgf", "ply 0\nply 1\n");
    let shown = "ply 0\nRules of\nthe club\nply 1, Black:\nply 1: Black c3\nbold\nok\n";
    assert!(told.contains(shown), "{told}");
}

#[test]
fn several_comments_and_names_are_not_lost() {
    let text = "(;GM[ugo]SZ[5]PB[A]PB[B]EV[x][y];B[c3]C[a]C[b][c])";
    let folder = folder(&[("game.sgf", text)]);
    let told = plain(
        &folder,
        "game.sgf",
        "ply 1\ncomment\nappend new\nblack Q\nevent\n",
    );
    let expected = "(;GM[ugo]SZ[5]PB[Q]PB[B]\n;B[c3]C[a\nb\nc\nnew])\n";
    assert_eq!(read(&folder, "game.sgf"), expected, "{told}");
    assert!(told.contains("another PB of the record is kept"), "{told}");
    assert!(
        told.contains("another EV of the record is removed too"),
        "{told}"
    );
    let told = plain(&folder, "game.sgf", "ply 1\ncomment -\nundo\n");
    assert_eq!(read(&folder, "game.sgf"), expected, "{told}");
}

/// A ruleset file without a name has that of its game: the record states its komi.
#[test]
fn the_komi_of_a_ruleset_file_is_in_the_record() {
    let folder = folder(&[
        ("k30.yaml", "game: ugo\nkomi: 30\n"),
        ("old.sgf", "(;GM[ugo]SZ[3]RE[?];B[a1])"),
    ]);
    let args = "--game ugo --size 3 --ruleset k30.yaml g.sgf";
    let told = plain(&folder, args, "a1\nbutton\npass\npass\n");
    assert!(told.contains("30.5"), "{told}");
    let record = read(&folder, "g.sgf");
    assert!(
        record.contains("RU[ugo]KM[30]") && record.contains("RE[W+21.5]"),
        "{record}"
    );
    assert_valid(&folder, "g.sgf");
    // It is gone on with by either.
    plain(&folder, "g.sgf", "black Ann\n");
    plain(&folder, "--ruleset k30.yaml g.sgf", "white Ben\n");
    assert!(read(&folder, "g.sgf").contains("PW[Ben]"));
    assert_valid(&folder, "g.sgf");
    let output = run(&folder, "--ruleset k30.yaml old.sgf", "button\n");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("its komi is 0, not 30"), "{told}");
    for command in ["random --count 3", "selfplay --games 2 --max-plies 40"] {
        for (game, komi) in [("ugo", 30), ("bargo", 4)] {
            fs::write(
                folder.path().join("own.yaml"),
                format!("game: {game}\nkomi: {komi}\n"),
            )
            .unwrap();
            let args = format!("{command} --game {game} --size 3 --ruleset own.yaml -o r.sgf");
            let args: Vec<&str> = args.split(' ').collect();
            assert_eq!(crate::common::run(&folder, &args, "").0, 0);
            assert!(read(&folder, "r.sgf").contains(&format!("KM[{komi}]")));
            assert_eq!(
                crate::common::run(&folder, &["validate", "--strict", "r.sgf"], "").0,
                0
            );
            // An explicit komi takes its place.
            let args = [&args[..], &["--komi", "7"]].concat();
            assert_eq!(crate::common::run(&folder, &args, "").0, 0);
            assert!(!read(&folder, "r.sgf").contains(&format!("KM[{komi}]")));
            assert_eq!(
                crate::common::run(&folder, &["validate", "--strict", "r.sgf"], "").0,
                0
            );
        }
    }
}
