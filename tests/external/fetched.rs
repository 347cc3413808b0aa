//! Packages from `PyPI` and npm that tests use. They are installed below `target`.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The folder of a package.
pub(crate) fn folder_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Fetches a package into its folder, unless it is there already.
pub(crate) fn fetch(name: &str, install: impl Fn(&Path) -> Command) -> Result<(), String> {
    let folder = folder_of(name);
    let mark = folder.join("complete");
    if mark.is_file() {
        return Ok(());
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    match install(&folder).output() {
        Ok(output) if output.status.success() => {
            fs::write(mark, "").expect("a file can be written");
            Ok(())
        }
        Ok(output) => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            let last = stderr.lines().last().unwrap_or("no reason given");
            Err(format!("{name} cannot be installed: {last}"))
        }
        Err(error) => Err(format!("{name} cannot be installed: {error}")),
    }
}

/// Installs packages from `PyPI`.
pub(crate) fn pip(folder: &Path, packages: &[&str]) -> Command {
    let mut pip = Command::new(python());
    pip.args(["-m", "pip", "install", "--quiet"])
        .args(["--retries", "1", "--timeout", "30", "--target"])
        .arg(folder)
        .args(packages);
    pip
}

/// Installs packages from npm.
pub(crate) fn npm(folder: &Path, packages: &[&str]) -> Command {
    let mut npm = Command::new("npm");
    npm.args([
        "install",
        "--no-save",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
    ])
    .args(["--fetch-retries=1", "--fetch-timeout=30000", "--prefix"])
    .arg(folder)
    .args(packages);
    npm
}

/// The program of Python.
pub(crate) fn python() -> String {
    env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}
