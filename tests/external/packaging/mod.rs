//! What others install and use: packages, the action for GitHub, the hooks of pre-commit, and whether linters accept their files.

pub(crate) mod linters;
pub(crate) mod packages;
pub(crate) mod pre_commit;

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The program that is tested.
fn kifu() -> PathBuf {
    assert_cmd::cargo::cargo_bin("kifu")
}

/// A command that finds the program on its path.
fn command(program: &str, folder: &Path) -> Command {
    let mut paths = vec![kifu().parent().expect("a folder").to_owned()];
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).expect("a path"));
    command
}

/// What a command has written, of both kinds.
fn written(output: &Output) -> String {
    [&output.stdout[..], &output.stderr]
        .map(|text| String::from_utf8_lossy(text).into_owned())
        .concat()
}

/// Whether these programs are installed: the first one that is not.
fn are_installed(programs: &[&str]) -> Result<(), String> {
    let is_missing = |program: &&&str| {
        Command::new(program)
            .arg("--version")
            .output()
            .map_or(true, |output| !output.status.success())
    };
    let missing = programs.iter().find(is_missing);
    missing.map_or(Ok(()), |program| Err(format!("{program} is not installed")))
}
