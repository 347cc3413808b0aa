//! The first commands of the README print what it shows.

use std::{fs, path::Path};

use assert_cmd::Command;

/// Each command of the quick start that has its output below it.
fn commands(readme: &str) -> Vec<(String, String)> {
    let section = readme.split("## Quick start\n").nth(1).expect("a heading");
    let section = section.split("\n## ").next().expect("a section");
    let mut found = Vec::new();
    for part in section.split("```console\n$ ").skip(1) {
        let (command, rest) = part.split_once("\n```\n").expect("the block ends");
        if let Some(rest) = rest.trim_start().strip_prefix("```text\n") {
            let (shown, _) = rest.split_once("```").expect("the block ends");
            found.push((command.to_owned(), shown.to_owned()));
        }
    }
    found
}

#[test]
fn the_quick_start_prints_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let mut run = 0;
    for (command, shown) in commands(&readme) {
        let Some(arguments) = command.strip_prefix("cargo run --release -- ") else {
            continue;
        };
        let output = Command::cargo_bin("kifu")
            .expect("it is built")
            .args(arguments.split(' '))
            .current_dir(root)
            .output()
            .expect("it runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        match shown.strip_prefix("…\n") {
            Some(end) => assert!(printed.ends_with(end), "{command}: {printed}"),
            None => assert_eq!(printed, shown, "{command}"),
        }
        run += 1;
    }
    assert_eq!(run, 2);
}
