//! Completion in bash: codes, values and records.

use std::process::Command;

use tempfile::TempDir;

use crate::common::{folder, run};

/// What bash proposes for the last word of a line, whose words are separated as bash does it.
fn proposed(words: &[&str]) -> Vec<String> {
    proposed_in(
        &folder(&[("recs/a.sgf", ""), ("recs/notes.txt", "")]),
        words,
    )
}

/// The same in a folder, with what bash is asked for behind it: to quote the names of files.
fn proposed_in(folder: &TempDir, words: &[&str]) -> Vec<String> {
    let script = run(folder, &["completions", "bash"], "").1;
    std::fs::write(folder.path().join("kifu.bash"), script).unwrap();
    // Colons and `=` are words of their own.
    let line = words.concat();
    let parts: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    let parts: Vec<String> = parts.iter().map(|part| format!("'{part}'")).collect();
    let simulated = format!(
        "source ./kifu.bash; COMP_WORDS=({}); COMP_CWORD={}; COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; \
         asked=; compopt() {{ asked+=\" $*\"; }}; \
         _kifu_joined kifu 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"; \
         [[ $asked == *filenames ]] && echo quoted",
        parts.join(" "),
        parts.len() - 1,
    );
    let output = Command::new("bash")
        .args(["--norc", "-c", &simulated])
        .current_dir(folder.path())
        .output()
        .expect("bash runs");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

#[test]
fn bash_completes_codes_values_and_records() {
    let explain = ["kifu", " explain", " ugo", "::", "k"];
    assert_eq!(proposed(&explain), ["king-captures-nothing"]);
    let ignore = ["kifu", " validate", " --ignore", " record", "::", "unf"];
    assert_eq!(proposed(&ignore), ["unfinished"]);
    let equals = ["kifu", " validate", " --ignore", "=", "record", "::", "unf"];
    assert_eq!(proposed(&equals), ["unfinished"]);
    assert_eq!(proposed(&["kifu", " valid"]), ["validate"]);
    assert_eq!(proposed(&["kifu", " score", " --stri"]), ["--strict"]);
    assert_eq!(
        proposed(&["kifu", " score", " -f", " j"]),
        ["json", "jsonl"]
    );
    assert_eq!(
        proposed(&["kifu", " score", " recs/"]),
        ["recs/a.sgf", "quoted"]
    );
    assert_eq!(proposed(&["kifu", " score", " r"]), ["recs", "quoted"]);
    for words in [
        &["kifu", " query", " --position", " @", "recs/"][..],
        &["kifu", " query", " --position", " @recs/"],
        &["kifu", " query", " --pattern", "=", "@", "recs/"],
        &["kifu", " query", " --pattern", "=@", "recs/"],
    ] {
        assert_eq!(proposed(words), ["@recs/a.sgf"], "{words:?}");
    }
    assert_eq!(
        proposed(&["kifu", " query", " --position", " @"]),
        ["@recs/"]
    );
}

/// Bash runs what stands in a name unless that is quoted.
#[test]
fn bash_quotes_names_of_files() {
    let name = "a$(touch ran).sgf";
    let folder = folder(&[(name, "")]);
    for (command, option) in [
        (" fmt", " -o"),
        (" fmt", " --output"),
        (" batch", " --cache"),
        (" validate", " --files-from"),
        (" results", " --roster"),
        (" replay", " --font"),
    ] {
        let words = ["kifu", command, option, " a"];
        assert_eq!(proposed_in(&folder, &words), [name, "quoted"], "{option}");
    }
    assert_eq!(
        proposed_in(&folder, &["kifu", " batch", " a"]),
        [name, "quoted"]
    );
    let quoted = ["@a\\$\\(touch\\ ran\\).sgf"];
    assert_eq!(
        proposed_in(&folder, &["kifu", " query", " --position", " @a"]),
        quoted
    );
}
