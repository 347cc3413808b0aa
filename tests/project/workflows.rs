//! The workflows of `docs/ci.md` are YAML of the right shape, and their commands do what the page says.

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
    let pages = ["docs/ci.md", "README.md"].map(|page| blocks(page, "yaml"));
    let [on_page, in_readme] = &pages;
    assert_eq!((on_page.len(), in_readme.len()), (3, 2));
    for text in pages.iter().flatten() {
        assert!(!text.contains('\t'));
        let workflow: Value = serde_yaml::from_str(text).expect("a workflow is YAML");
        let keys = workflow.as_mapping().expect("a mapping").keys();
        let keys: Vec<&str> = keys.map(|key| key.as_str().expect("a name")).collect();
        assert_eq!(keys, ["name", "on", "permissions", "jobs"]);
        let on = &workflow["on"];
        let names = on
            .as_sequence()
            .is_some_and(|on| on.contains(&"pull_request".into()));
        assert!(
            names
                || on
                    .as_mapping()
                    .is_some_and(|on| on.contains_key("pull_request"))
        );
        for (_, job) in workflow["jobs"].as_mapping().expect("a mapping") {
            assert_eq!(job["runs-on"], "ubuntu-latest");
            for step in job["steps"].as_sequence().expect("a list") {
                check_step(step.as_mapping().expect("a mapping"));
            }
        }
    }
}

fn check_step(step: &serde_yaml::Mapping) {
    for key in step.keys() {
        let known = ["name", "id", "uses", "with", "run", "env", "if"];
        assert!(known.contains(&key.as_str().expect("a name")), "{key:?}");
    }
    assert_ne!(
        step.contains_key("uses"),
        step.contains_key("run"),
        "{step:?}"
    );
    let script = step
        .get("run")
        .map_or("", |run| run.as_str().expect("a text"));
    // What people write, such as the name of a branch, must not become part of a script.
    for inserted in script.split("${{").skip(1) {
        let harmless = ["number }}", "base.sha }}"];
        let harmless = harmless.map(|end| format!(" github.event.pull_request.{end}"));
        assert!(
            harmless.iter().any(|known| inserted.starts_with(known)),
            "{script}"
        );
    }
}

#[test]
fn the_gate_of_records_lets_good_ones_pass_and_no_others() {
    let workflow = workflow("records");
    let judge = script(&workflow, "check", "Check all records");
    let show = script(&workflow, "check", "Show the counts");
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
        assert_eq!(bash(&folder, &show), Some(0));
        assert!(read(&folder, "summary").starts_with("## "));
        assert!(read(&folder, "kifu.sarif").starts_with('{'));
    }
}

#[test]
fn the_gate_of_rules_knows_what_a_change_changes() {
    let compare = script(&workflow("rules"), "compare", "Compare");
    let folder = records(&["margo/study-repetition.sgf", "margo/engine-4x4.sgf"]);
    let rules = |name: &str| {
        fs::read_to_string(root().join(format!("rulesets/{name}.yaml"))).expect("a ruleset")
    };
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write("old-rules.yaml", &rules("margo"));
    for (new, status, told) in [
        (rules("margo"), 0, "status=0\n"),
        (rules("margo-2012"), 0, "status=1\n"),
        ("game: margo\nswop: true\n".to_owned(), 2, "status=2\n"),
        (rules("ugo"), 2, "status=2\n"),
    ] {
        write("rules.yaml", &new);
        write("output", "");
        assert_eq!(
            (bash(&folder, &compare), read(&folder, "output").as_str()),
            (Some(status), told)
        );
    }
    let page = read(&folder, "compare.md");
    assert!(page.contains("1 of 2 records of Margo changes."), "{page}");
}

/// The ruleset before a pull request is that of its base; if there is none, the default one of the game.
#[test]
fn the_gate_of_rules_knows_the_rules_before_the_change() {
    let on_page = script(
        &workflow("rules"),
        "compare",
        "Fetch the ruleset before the change",
    );
    let readme = blocks("README.md", "yaml");
    let in_readme = readme.iter().flat_map(|text| text.lines());
    let in_readme = in_readme
        .filter_map(|line| line.trim().strip_prefix("- run: "))
        .find(|line| line.contains("old-rules.yaml ||"));
    for fetch in [on_page.as_str(), in_readme.expect("the same step")] {
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
