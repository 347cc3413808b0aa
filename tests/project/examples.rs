//! The programs in `examples/` do what they promise.

#![allow(dead_code)] // Nobody calls their `main`.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

#[path = "../../examples/conformance.rs"]
mod conformance;
#[path = "../../examples/draw.rs"]
mod draw;
#[path = "../../examples/judge.rs"]
mod judge;
#[path = "../../examples/margo_move.rs"]
mod margo_move;
#[path = "../../examples/play.rs"]
mod play;

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn a_margo_move_is_parsed_played_and_printed() {
    let printed = margo_move::play("1C5").expect("a legal move");
    assert_eq!(printed, "White plays 1c5; Black is to move");
    let error = margo_move::play("c4").expect_err("a point between holes");
    assert!(error.to_string().contains("margo::off-board"), "{error}");
    let error = margo_move::play("hello").expect_err("no move");
    assert!(error.to_string().contains("is not a move"), "{error}");
}

#[test]
fn a_game_is_played_and_printed() {
    let mut out = Vec::new();
    play::play(&words("ugo 5 c3 d3 button pass pass"), &mut out).expect("legal moves");
    let out = String::from_utf8(out).expect("text");
    assert!(out.contains("3 · · ●(○)· 3"), "{out}");
    assert!(
        out.ends_with("the game is over: W+0.5\n") || out.contains("the game is over: "),
        "{out}"
    );
    let error = play::play(&words("ugo 5 c3 c3"), &mut Vec::new()).expect_err("occupied");
    assert!(
        error.to_string().starts_with("White cannot play c3: "),
        "{error}"
    );
}

#[test]
fn a_position_is_drawn() {
    let image = draw::draw(&words("margo 5 c5 e5 c7 e7 d6")).expect("legal moves");
    assert!(image.starts_with("<svg"), "{image}");
    assert!(draw::draw(&words("margo 5 d6")).is_err());
}

#[test]
fn a_file_is_judged() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/records/ugo");
    let mut out = Vec::new();
    let path = format!("{folder}/invalid/ugo-occupied.sgf");
    assert!(!judge::judge(&path, &mut out).expect("a readable file"));
    let out = String::from_utf8(out).expect("text");
    assert!(out.starts_with("record 1: Invalid, "), "{out}");
    assert!(out.contains("error[ugo::occupied]"), "{out}");
    assert!(
        judge::judge(&format!("{folder}/engine-9x9.sgf"), &mut Vec::new())
            .expect("a readable file")
    );
}

#[test]
fn the_conformance_kit_is_current() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let made = tempfile::tempdir().expect("a folder");
    conformance::write(made.path()).expect("the kit is written");
    let files = |folder: &Path| -> BTreeSet<PathBuf> {
        let entries = WalkDir::new(folder)
            .into_iter()
            .map(|entry| entry.expect("an entry"));
        let files = entries.filter(|entry| entry.file_type().is_file());
        let relative = |path: &Path| path.strip_prefix(folder).map(Path::to_owned);
        files
            .map(|entry| relative(entry.path()).expect("a file of the folder"))
            .filter(|file| !file.starts_with("__pycache__"))
            .collect()
    };
    let hint = "run `cargo run --example conformance`";
    assert_eq!(files(&kit), files(made.path()), "{hint}");
    for file in files(&kit) {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(&file)).expect("text");
        assert!(
            read(&kit) == read(made.path()),
            "{}: {hint}",
            file.display()
        );
    }
}
