//! The workflows of `docs/ci.md` are YAML of the right shape, and the steps of the action do what the page says.

use std::{env, fs, path::Path, process::Command};

use assert_cmd::cargo::cargo_bin;
use serde_yaml::Value;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The blocks of a kind on a page.
fn blocks(page: &str, kind: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).expect("the page is there");
    let fence = format!("```{kind}\n");
    let parts = text.split(fence.as_str()).skip(1);
    let ends =
        parts.map(|part| part.split("\n```").next().expect("a block ends").to_owned() + "\n");
    ends.collect()
}

fn workflow(name: &str) -> Value {
    let all = blocks("docs/ci.md", "yaml");
    let all = all
        .iter()
        .map(|text| serde_yaml::from_str(text).expect("a workflow is YAML"));
    let mut all = all.filter(|value: &Value| value["name"] == name);
    all.next().expect("the page has it")
}

/// The script of a step.
fn script(workflow: &Value, job: &str, step: &str) -> String {
    let steps = workflow["jobs"][job]["steps"]
        .as_sequence()
        .expect("a list");
    let step = steps.iter().find(|known| known["name"] == step);
    let script = &step.expect("there is such a step")["run"];
    script.as_str().expect("a step is a script").to_owned()
}

/// Runs a script as GitHub does; returns its status.
fn bash(folder: &TempDir, script: &str) -> Option<i32> {
    let kifu = cargo_bin("kifu");
    let mut paths = vec![kifu.parent().expect("a folder").to_owned()];
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let run = Command::new("bash")
        .args(["--noprofile", "--norc", "-e", "-c", script])
        .current_dir(folder.path())
        .env("PATH", env::join_paths(paths).expect("a path"))
        .env("GITHUB_OUTPUT", "output")
        .env("GITHUB_STEP_SUMMARY", "summary")
        .output();
    run.expect("bash is there").status.code()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap_or_default()
}

/// A folder `records` with the samples of these games.
fn records(files: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    fs::create_dir(folder.path().join("records")).expect("a folder can be made");
    for file in files {
        let name = Path::new(file).file_name().expect("a name");
        let copy = folder.path().join("records").join(name);
        fs::copy(root().join("records").join(file), copy).expect("a sample");
    }
    folder
}

#[test]
fn workflows_have_the_shape_that_github_wants() {
    let on_page = blocks("docs/ci.md", "yaml");
    assert_eq!(on_page.len(), 3);
    for text in on_page {
        assert!(!text.contains('\t'));
        let workflow: Value = serde_yaml::from_str(&text).expect("a workflow is YAML");
        let keys = workflow.as_mapping().expect("a mapping").keys();
        let keys: Vec<&str> = keys.map(|key| key.as_str().expect("a name")).collect();
        assert_eq!(keys, ["name", "on", "permissions", "jobs"]);
        let on = workflow["on"].as_mapping();
        assert!(on.is_some_and(|on| on.contains_key("pull_request")));
        for (_, job) in workflow["jobs"].as_mapping().expect("a mapping") {
            assert_eq!(job["runs-on"], "ubuntu-latest");
            check_steps(&job["steps"]);
        }
    }
    // Those of the README are the steps alone.
    let in_readme = blocks("README.md", "yaml");
    assert_eq!(in_readme.len(), 2);
    for text in in_readme {
        check_steps(&serde_yaml::from_str(&text).expect("steps are YAML"));
    }
}

fn check_steps(steps: &Value) {
    let action = fs::read_to_string(root().join("action.yml")).expect("the action");
    let action: Value = serde_yaml::from_str(&action).expect("the action is YAML");
    let inputs = action["inputs"].as_mapping().expect("a mapping");
    let version = concat!("OWNER/kifu@v", env!("CARGO_PKG_VERSION"));
    let mut is_used = false;
    for step in steps.as_sequence().expect("a list") {
        check_step(step.as_mapping().expect("a mapping"));
        let uses = step["uses"].as_str().unwrap_or_default();
        if !uses.starts_with("OWNER/") {
            continue;
        }
        is_used = true;
        assert_eq!(uses, version);
        for (input, _) in step["with"].as_mapping().into_iter().flatten() {
            assert!(inputs.contains_key(input), "{input:?}");
        }
    }
    assert!(is_used);
}

fn check_step(step: &serde_yaml::Mapping) {
    for key in step.keys() {
        let known = [
            "name",
            "id",
            "uses",
            "with",
            "run",
            "env",
            "if",
            "shell",
            "continue-on-error",
        ];
        assert!(known.contains(&key.as_str().expect("a name")), "{key:?}");
    }
    assert_ne!(
        step.contains_key("uses"),
        step.contains_key("run"),
        "{step:?}"
    );
    // What people write, such as the name of a branch, must not become part of a script.
    let script = step.get("run").and_then(Value::as_str).unwrap_or_default();
    assert!(!script.contains("${{"), "{script}");
}

/// Each step of the action is a script that is there, which gets what it needs in its environment.
#[test]
fn the_steps_of_the_action_are_scripts() {
    let action = fs::read_to_string(root().join("action.yml")).expect("the action");
    let action: Value = serde_yaml::from_str(&action).expect("the action is YAML");
    let steps = action["runs"]["steps"].as_sequence().expect("a list");
    let mut scripts = 0;
    for step in steps {
        check_step(step.as_mapping().expect("a mapping"));
        let Some(run) = step["run"].as_str() else {
            continue;
        };
        let path = run.strip_prefix("\"$GITHUB_ACTION_PATH/");
        let path = path.and_then(|path| path.strip_suffix('"'));
        let path = root().join(path.expect("a script of the action"));
        let text = fs::read_to_string(&path).expect("the script is there");
        for (name, _) in step["env"].as_mapping().expect("a mapping") {
            let name = name.as_str().expect("a name");
            assert!(name == "GH_TOKEN" || text.contains(name), "{name}");
        }
        assert_eq!(step["shell"], "bash");
        scripts += 1;
    }
    assert_eq!(scripts, 4);
    // The table of inputs is that of the action.
    let page = fs::read_to_string(root().join("docs/ci.md")).expect("the page");
    for (input, _) in action["inputs"].as_mapping().expect("a mapping") {
        let input = input.as_str().expect("a name");
        let row = format!("| `{input}` |");
        assert!(input == "token" || page.contains(&row), "{input}");
    }
}

/// A step of the action, as a script.
fn step(name: &str) -> String {
    format!("'{}'", root().join("packaging/action").join(name).display())
}

/// A line that a script has written for GitHub.
fn told(folder: &TempDir, file: &str, key: &str) -> Option<String> {
    let text = read(folder, file);
    let found = text.lines().filter_map(|line| line.split_once('='));
    let mut found = found.filter(|(known, _)| *known == key);
    found.next_back().map(|(_, value)| value.to_owned())
}

#[test]
fn the_gate_of_records_lets_good_ones_pass_and_no_others() {
    let judge = format!("RUNNER_TEMP=. KIFU_PATHS=records {}", step("check"));
    for (files, status) in [
        (&["ugo/engine-9x9.sgf"][..], 0),
        (
            &["ugo/engine-9x9.sgf", "ugo/invalid/ugo-occupied.sgf"][..],
            1,
        ),
        (&[][..], 2),
    ] {
        let folder = records(files);
        assert_eq!(bash(&folder, &judge), Some(status));
        assert_eq!(told(&folder, "output", "status"), Some(status.to_string()));
        assert!(read(&folder, "summary").starts_with("## "));
        let sarif = told(&folder, "output", "sarif").expect("a report");
        assert!(read(&folder, &sarif).starts_with('{'));
    }
}

/// A repository with a good record and a bad one in the second of two commits; `base` is the first.
fn repository() -> TempDir {
    let folder = records(&["ugo/engine-9x9.sgf"]);
    let bad = root().join("records/ugo/invalid/ugo-occupied.sgf");
    let git = format!(
        "git init -q . && git config user.name a && git config user.email a@b.c && git add records && git commit -qm 1 \
         && git rev-parse HEAD > base && cp '{}' 'records/a bad one.SGF' && echo x > records/x.txt && git add records \
         && git commit -qm 2",
        bad.display()
    );
    assert_eq!(bash(&folder, &git), Some(0));
    folder
}

#[test]
fn the_gate_of_changed_records_reads_those_alone() {
    let folder = repository();
    let check = |base: &str, more: &str| {
        let script = format!(
            "RUNNER_TEMP=. KIFU_ONLY=changed KIFU_BASE={base} {more} {} > printed",
            step("check")
        );
        (bash(&folder, &script), read(&folder, "printed"))
    };
    let (status, printed) = check("$(cat base)", "");
    assert_eq!(status, Some(1));
    // The annotation stands at the line.
    assert!(
        printed.contains("::error file=records/a bad one.SGF,line=6,col=15"),
        "{printed}"
    );
    assert!(read(&folder, "summary").contains("1 record: 0 valid, 1 invalid"));
    assert_eq!(told(&folder, "output", "sarif"), None);
    let ignoring = "KIFU_IGNORE='ugo::occupied ugo::off-board' KIFU_PATHS=$'records\\n'";
    assert_eq!(check("$(cat base)", ignoring).0, Some(0));
    assert_eq!(
        check("$(git rev-parse HEAD)", ""),
        (Some(0), "No record has changed.\n".to_owned())
    );
    // Without the commit before the change, all are read.
    for base in ["", "0000000000000000000000000000000000000000", "1234567"] {
        let (status, printed) = check(base, "");
        assert_eq!(status, Some(1));
        assert!(printed.starts_with("::notice::"), "{printed}");
    }
    assert_eq!(check("$(cat base)", "KIFU_ONLY=some").0, Some(2));
}

#[test]
fn the_gate_of_rules_knows_what_a_change_changes() {
    let folder = records(&["margo/study-repetition.sgf", "margo/engine-4x4.sgf"]);
    let rules = |name: &str| {
        fs::read_to_string(root().join(format!("rulesets/{name}.yaml"))).expect("a ruleset")
    };
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("rules.yaml", &rules("margo"));
    let git = "git init -q . && git config user.name a && git config user.email a@b.c && git add rules.yaml \
        && git commit -qm rules && git rev-parse HEAD > base";
    assert_eq!(bash(&folder, git), Some(0));
    // What `gh` would write is kept.
    write("gh", "#!/bin/sh\necho \"$@\" > commented\n");
    let compare = format!(
        "chmod +x gh && PATH=$PWD:$PATH RUNNER_TEMP=. KIFU_COMMENT=7 KIFU_BASE=$(cat base) KIFU_RULES=./rules.yaml \
         KIFU_PATHS=records {}",
        step("compare")
    );
    for (new, status) in [
        (rules("margo"), 0),
        (rules("margo-2012"), 1),
        ("game: margo\nswop: true\n".to_owned(), 2),
        (rules("ugo"), 2),
    ] {
        write("rules.yaml", &new);
        write("output", "");
        write("summary", "");
        write("commented", "");
        assert_eq!(bash(&folder, &compare), Some(status));
        assert_eq!(told(&folder, "output", "status"), Some(status.to_string()));
        let affects = read(&folder, "summary").contains("1 of 2 records of Margo changes.");
        assert_eq!(affects, status == 1);
        assert_eq!(
            read(&folder, "commented").starts_with("pr comment 7 "),
            status == 1
        );
    }
}

/// The ruleset before a pull request is that of its base; if there is none, the default one of the game.
#[test]
fn the_gate_of_rules_knows_the_rules_before_the_change() {
    let on_page = script(
        &workflow("balance"),
        "measure",
        "Fetch the ruleset before the change",
    );
    let compare = fs::read_to_string(root().join("packaging/action/compare")).expect("a script");
    let in_action = compare.split("# A file that did not exist").nth(1);
    let in_action = in_action.and_then(|rest| rest.split("\n\n").next());
    let (_, in_action) = in_action
        .and_then(|rest| rest.split_once('\n'))
        .expect("lines");
    let in_action = format!("work=. KIFU_BASE=$BASE KIFU_RULES=rules.yaml\n{in_action}");
    for fetch in [on_page, in_action] {
        let folder = records(&["margo/study-repetition.sgf", "margo/engine-4x4.sgf"]);
        let git = "git init -q . && git config user.name a && git config user.email a@b.c && git add records \
            && git commit -qm records && git rev-parse HEAD > base";
        assert_eq!(bash(&folder, git), Some(0));
        let rules = folder.path().join("rules.yaml");
        fs::write(&rules, "# The league\ngame: margo\nhidden: stay\n").expect("written");
        // GitHub puts the commit into the environment.
        let fetch = format!("BASE=$(cat base)\n{fetch}");
        assert_eq!(bash(&folder, &fetch), Some(0), "{fetch}");
        assert_eq!(read(&folder, "old-rules.yaml"), "game: margo\n");
        let commit = "git add rules.yaml && git commit -qm rules && git rev-parse HEAD > base";
        assert_eq!(bash(&folder, commit), Some(0));
        fs::write(&rules, "game: margo\n").expect("written");
        assert_eq!(bash(&folder, &fetch), Some(0));
        assert!(read(&folder, "old-rules.yaml").starts_with("# The league\n"));
    }
}

#[test]
fn what_the_page_on_comparisons_shows_is_what_is_printed() {
    let [command, shown] = &blocks("docs/compare.md", "text")[..] else {
        panic!("the page has two blocks of text");
    };
    let words: Vec<&str> = command.split_whitespace().skip(1).collect();
    let output = Command::new(cargo_bin("kifu"))
        .args(words)
        .current_dir(root())
        .output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.starts_with(shown.as_str()), "{printed}");
}
