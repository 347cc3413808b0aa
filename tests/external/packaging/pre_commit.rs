//! The hooks of `.pre-commit-hooks.yaml` in pre-commit itself, with the program that is tested.

use std::{fs, path::Path};

use tempfile::TempDir;

use super::{
    super::fetched::{fetch, folder_of, pip, python},
    are_installed, command, root, written,
};

pub(crate) const TESTS: &[(&str, fn())] = &[(
    "commits_with_wrong_records_are_stopped",
    commits_with_wrong_records_are_stopped,
)];

const FOLDER: &str = "pre-commit-4";

pub(crate) fn is_there() -> Result<(), String> {
    are_installed(&["git"])?;
    fetch(FOLDER, |folder| pip(folder, &["pre-commit>=4,<5"]))
}

fn git(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = command("git", folder)
        .args(["-c", "user.name=a", "-c", "user.email=a@b.c"])
        .args(arguments)
        .env("PYTHONPATH", folder_of(FOLDER))
        .env("PRE_COMMIT_HOME", folder.with_extension("cache"))
        .output()
        .expect("git starts");
    (output.status.success(), written(&output))
}

pub(crate) fn commits_with_wrong_records_are_stopped() {
    let folder = TempDir::new().expect("a folder can be made");
    // A clone of the project as far as pre-commit reads it.
    let [project, league] = ["project", "league"].map(|name| folder.path().join(name));
    for repository in [&project, &league] {
        fs::create_dir(repository).expect("a folder can be made");
        assert!(git(repository, &["init", "--quiet"]).0);
    }
    let hooks = ".pre-commit-hooks.yaml";
    fs::copy(root().join(hooks), project.join(hooks)).expect("copied");
    assert!(git(&project, &["add", "."]).0);
    assert!(git(&project, &["commit", "--quiet", "-m", "hooks"]).0);
    let (_, commit) = git(&project, &["rev-parse", "HEAD"]);
    // Nothing is built: the program is on the path.
    let config = format!(
        "repos:\n  - repo: {}\n    rev: {}\n    hooks:\n      - {{ id: kifu-validate, language: system }}\n      \
         - {{ id: kifu-fmt, language: system }}\n",
        project.display(),
        commit.trim()
    );
    fs::write(league.join(".pre-commit-config.yaml"), config).expect("written");
    let install = command(&python(), &league)
        .args(["-m", "pre_commit", "install"])
        .env("PYTHONPATH", folder_of(FOLDER))
        .output()
        .expect("it starts");
    assert!(install.status.success(), "{}", written(&install));
    let commit = |name: &str, text: &str| {
        fs::write(league.join(name), text).expect("written");
        assert!(git(&league, &["add", "."]).0);
        git(&league, &["commit", "-m", name])
    };
    let (is_made, told) = commit("good.sgf", "(;GM[ugo]SZ[3]RE[?]\n;B[b2])\n");
    assert!(is_made, "{told}");
    let (is_made, told) = commit("bad.sgf", "(;GM[ugo]SZ[3]RE[?]\n;B[b2]\n;W[b2])\n");
    assert!(
        !is_made && told.contains("bad.sgf:3:2: error[ugo::occupied]"),
        "{told}"
    );
    fs::remove_file(league.join("bad.sgf")).expect("removed");
    let (is_made, told) = commit("Ugly.SGF", "(;RE[?]GM[ugo]SZ[3];B[b2])");
    assert!(
        !is_made && told.contains("files were modified by this hook"),
        "{told}"
    );
    let fixed = fs::read_to_string(league.join("Ugly.SGF")).expect("it is there");
    assert!(fixed.ends_with("\n;B[b2])\n"), "{fixed}");
    let (is_made, told) = commit("Ugly.SGF", &fixed);
    assert!(is_made, "{told}");
}
