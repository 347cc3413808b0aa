//! Tells the program what it was built from, for `kifu --version --verbose` and for reports of crashes.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    // Only the program shows it.
    if env::var_os("CARGO_FEATURE_CLI").is_none() {
        println!("cargo::rerun-if-changed=build.rs");
        return;
    }
    let root = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    // A new commit would otherwise build all tests again.
    let commit = match variable("PROFILE").as_str() {
        "debug" => None,
        _ => commit(&root),
    };
    let mut features: Vec<String> = env::vars()
        .filter_map(|(name, _)| name.strip_prefix("CARGO_FEATURE_").map(str::to_lowercase))
        .filter(|name| name != "default")
        .collect();
    features.sort();
    let compiler = output(Command::new(variable("RUSTC")).arg("--version"));
    for (name, value) in [
        ("COMMIT", commit),
        ("FEATURES", Some(features.join(" "))),
        ("RUSTC", compiler),
        ("TARGET", Some(variable("TARGET"))),
    ] {
        let value = value.unwrap_or_else(|| "unknown".to_owned());
        println!("cargo::rustc-env=KIFU_{name}={value}");
    }
}

/// The commit of a checkout, `-dirty` if it is changed, or that of a package from a registry.
fn commit(root: &Path) -> Option<String> {
    for part in [
        "Cargo.lock",
        "Cargo.toml",
        "build.rs",
        "docs",
        "grammar",
        "rulesets",
        "src",
    ] {
        println!("cargo::rerun-if-changed={part}");
    }
    if let Ok(info) = fs::read_to_string(root.join(".cargo_vcs_info.json")) {
        let (_, rest) = info.split_once("\"sha1\": \"")?;
        return rest.get(..12).map(str::to_owned);
    }
    let git = |arguments: &[&str]| output(Command::new("git").current_dir(root).args(arguments));
    // A package that is unpacked within another checkout is not of its commit.
    let top = git(&["rev-parse", "--show-toplevel"])?;
    if fs::canonicalize(top).ok()? != fs::canonicalize(root).ok()? {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if root.join(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&[
        "describe",
        "--always",
        "--dirty",
        "--abbrev=12",
        "--exclude=*",
    ])
}

/// What a command prints; `None` if it fails.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|run| run.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// A variable that Cargo sets.
fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}
