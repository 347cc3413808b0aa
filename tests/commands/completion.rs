//! Completion in bash: codes, values and records.

use std::process::Command;

use crate::common::{folder, run};

/// What bash proposes for the last word of a line, whose words are separated as bash does it.
fn proposed(words: &[&str]) -> Vec<String> {
    let folder = folder(&[("recs/a.sgf", ""), ("recs/notes.txt", "")]);
    let script = run(&folder, &["completions", "bash"], "").1;
    std::fs::write(folder.path().join("kifu.bash"), script).unwrap();
    // Colons and `=` are words of their own.
    let line = words.concat();
    let parts: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    let parts: Vec<String> = parts.iter().map(|part| format!("'{part}'")).collect();
    let simulated = format!(
        "source ./kifu.bash; COMP_WORDS=({}); COMP_CWORD={}; COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; \
         _kifu_joined kifu 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
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
    assert_eq!(proposed(&["kifu", " score", " recs/"]), ["recs/a.sgf"]);
    assert_eq!(proposed(&["kifu", " score", " r"]), ["recs"]);
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
