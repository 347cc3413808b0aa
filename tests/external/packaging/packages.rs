//! The packages, made of a small stand-in for the program that runs the one that is tested.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use super::{are_installed, command, kifu, root, written};

pub(crate) const TESTS: &[(&str, fn())] = &[
    (
        "archives_are_whole_and_reproducible",
        archives_are_whole_and_reproducible,
    ),
    (
        "packages_for_debian_are_whole_and_reproducible",
        packages_for_debian_are_whole_and_reproducible,
    ),
    (
        "the_action_installs_what_has_the_right_checksum",
        the_action_installs_what_has_the_right_checksum,
    ),
    (
        "gitlab_checks_records_with_the_archive",
        gitlab_checks_records_with_the_archive,
    ),
    (
        "the_notes_of_a_release_are_in_the_changelog",
        the_notes_of_a_release_are_in_the_changelog,
    ),
];

const VERSION: &str = env!("CARGO_PKG_VERSION");
const TARGET: &str = "x86_64-unknown-linux-musl";

pub(crate) fn is_there() -> Result<(), String> {
    are_installed(&["python3", "bash", "tar", "curl", "dpkg-deb"])
}

fn run(folder: &Path, program: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = command(program.to_str().expect("a path"), folder);
    command
        .args(arguments)
        .env("SOURCE_DATE_EPOCH", "1700000000");
    command.envs(variables.iter().copied());
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{}", written(&output));
    String::from_utf8(output.stdout).expect("text")
}

/// An archive of the stand-in, in a folder.
fn archive(folder: &Path, target: &str, output: &str) -> PathBuf {
    let stand_in = folder.join("kifu");
    let text = format!("#!/bin/sh\nexec '{}' \"$@\"\n", kifu().display());
    fs::write(&stand_in, text).expect("written");
    let script = root().join("packaging/archive");
    let program = kifu();
    run(
        folder,
        &script,
        &[
            "--binary",
            stand_in.to_str().expect("a path"),
            "--run",
            program.to_str().expect("a path"),
            "--target",
            target,
            "--output",
            output,
        ],
        &[],
    );
    let ending = if target.contains("windows") {
        "zip"
    } else {
        "tar.gz"
    };
    folder
        .join(output)
        .join(format!("kifu-{VERSION}-{target}.{ending}"))
}

pub(crate) fn archives_are_whole_and_reproducible() {
    let folder = TempDir::new().expect("a folder can be made");
    let one = archive(folder.path(), TARGET, "one");
    let other = archive(folder.path(), TARGET, "other");
    assert!(fs::read(&one).expect("it is there") == fs::read(other).expect("it is there"));
    let sums = run(
        &folder.path().join("one"),
        Path::new("sha256sum"),
        &["--check", &format!("kifu-{VERSION}-{TARGET}.tar.gz.sha256")],
        &[],
    );
    assert!(sums.ends_with(": OK\n"), "{sums}");
    let mut entries = BTreeMap::new();
    let unpacked = flate2_of(&one);
    let mut tar = tar::Archive::new(&unpacked[..]);
    for entry in tar.entries().expect("an archive") {
        let entry = entry.expect("an entry");
        let header = entry.header();
        assert_eq!(header.mtime().expect("a time"), 1_700_000_000);
        assert_eq!((header.uid().ok(), header.gid().ok()), (Some(0), Some(0)));
        let path = entry.path().expect("a path").display().to_string();
        entries.insert(path, header.mode().expect("a mode"));
    }
    let name = format!("kifu-{VERSION}-{TARGET}");
    let mode = |file: &str| entries.get(&format!("{name}/{file}")).copied();
    assert_eq!(mode("kifu"), Some(0o755));
    for file in [
        "README.md",
        "CHANGELOG.md",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "completions/kifu.bash",
        "completions/_kifu",
        "completions/kifu.fish",
        "completions/kifu.elv",
        "completions/_kifu.ps1",
        "man/kifu.1",
        "man/kifu-validate.1",
    ] {
        assert_eq!(mode(file), Some(0o644), "{file}");
    }
    // For Windows it is a zip archive.
    let zip = archive(folder.path(), "x86_64-pc-windows-msvc", "one");
    let file = fs::File::open(zip).expect("it is there");
    let mut zip = zip::ZipArchive::new(file).expect("an archive");
    assert!(
        zip.by_name(&format!("kifu-{VERSION}-x86_64-pc-windows-msvc/man/kifu.1"))
            .is_ok()
    );
}

/// The content of a file that gzip has packed.
fn flate2_of(path: &Path) -> Vec<u8> {
    let output = std::process::Command::new("gzip")
        .args(["--decompress", "--stdout"])
        .arg(path)
        .output()
        .expect("gzip starts");
    output.stdout
}

pub(crate) fn packages_for_debian_are_whole_and_reproducible() {
    let folder = TempDir::new().expect("a folder can be made");
    let archive = archive(folder.path(), TARGET, "made");
    let package = folder.path().join(format!("made/kifu_{VERSION}_amd64.deb"));
    let mut contents = Vec::new();
    for _ in 0..2 {
        let script = root().join("packaging/deb");
        let maintainer = [("KIFU_MAINTAINER", "A. Tester <tester@kifu.test>")];
        run(
            folder.path(),
            &script,
            &[archive.to_str().expect("a path")],
            &maintainer,
        );
        contents.push(fs::read(&package).expect("it is there"));
    }
    assert!(contents[0] == contents[1]);
    let dpkg = |option: &str| {
        run(
            folder.path(),
            Path::new("dpkg-deb"),
            &[option, package.to_str().expect("a path")],
            &[],
        )
    };
    let control = dpkg("--field");
    assert!(
        control.contains("Maintainer: A. Tester <tester@kifu.test>\n")
            && control.contains(&format!("Version: {VERSION}\n")),
        "{control}"
    );
    let list = dpkg("--contents");
    for file in [
        "./usr/bin/kifu",
        "./usr/share/bash-completion/completions/kifu",
        "./usr/share/man/man1/kifu.1.gz",
        "./usr/share/doc/kifu/copyright",
    ] {
        let found = list.lines().find(|line| line.ends_with(file));
        assert!(
            found.is_some_and(|line| line.contains("root/root")),
            "{list}"
        );
    }
}

/// A folder with the archives of a release, and its address.
fn release(folder: &Path) -> String {
    archive(folder, TARGET, &format!("releases/v{VERSION}"));
    format!("file://{}/releases", folder.display())
}

pub(crate) fn the_action_installs_what_has_the_right_checksum() {
    let folder = TempDir::new().expect("a folder can be made");
    let url = release(folder.path());
    let at = |name: &str| folder.path().join(name).display().to_string();
    let scripts = root().join("packaging/action");
    let files = [
        ("GITHUB_OUTPUT", at("output")),
        ("GITHUB_PATH", at("path")),
        ("RUNNER_TEMP", at("temporary")),
        ("RUNNER_TOOL_CACHE", String::new()),
        ("KIFU_SYSTEM", "Linux-x86_64".to_owned()),
    ];
    let files = files.each_ref().map(|(name, value)| (*name, &value[..]));
    run(folder.path(), &scripts.join("find"), &[], &files);
    let told = fs::read_to_string(folder.path().join("output")).expect("written");
    let value = |key: &str| {
        let mut lines = told.lines();
        let found = lines.find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        found.expect("it is told").to_owned()
    };
    assert_eq!(
        (value("version"), value("target")),
        (VERSION.to_owned(), TARGET.to_owned())
    );
    let place = value("folder");
    let install = |checksum: &str, url: &str| {
        let mut command = command(
            scripts.join("install").to_str().expect("a path"),
            folder.path(),
        );
        command.envs(files).envs([
            ("KIFU_VERSION", VERSION),
            ("KIFU_TARGET", TARGET),
            ("KIFU_FOLDER", &place),
            ("KIFU_URL", url),
            ("KIFU_SHA256", checksum),
        ]);
        let output = command.output().expect("it starts");
        (output.status.code(), written(&output))
    };
    let (status, told) = install("0123", &url);
    assert_eq!(status, Some(2));
    assert!(told.contains("::error::the checksum of "), "{told}");
    assert!(!Path::new(&place).join("kifu").exists());
    let (status, told) = install("", &format!("{url}/nowhere"));
    assert_eq!(status, Some(2));
    assert!(told.contains("cannot be fetched"), "{told}");
    let (status, told) = install("", &url);
    assert_eq!(
        (status, told.as_str()),
        (Some(0), &*format!("kifu {VERSION}\n"))
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("path")).expect("written"),
        format!("{place}\n")
    );
    // What the cache has brought is kept.
    assert_eq!(install("", "file:///nowhere").0, Some(0));
    // A version cannot become a command or a path.
    let other = [files[0], files[2], ("KIFU_VERSION", "1/../../x")];
    let mut find = command(
        scripts.join("find").to_str().expect("a path"),
        folder.path(),
    );
    let output = find.envs(other).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2));
}

pub(crate) fn gitlab_checks_records_with_the_archive() {
    let folder = TempDir::new().expect("a folder can be made");
    let url = release(folder.path());
    let template = fs::read_to_string(root().join("packaging/gitlab-ci.yml")).expect("a template");
    let template: serde_json::Value = serde_json::to_value(yaml(&template)).expect("a mapping");
    let job = &template["kifu"];
    let place = folder.path().join("tool").display().to_string();
    let lines = [&job["before_script"], &job["script"]];
    let lines = lines
        .iter()
        .flat_map(|list| list.as_array().expect("a list"));
    let script: String = lines
        .map(|line| line.as_str().expect("a command").to_owned() + "\n")
        .collect::<String>()
        .replace("/tmp/kifu", &place);
    let repository = folder.path().join("repository");
    fs::create_dir(&repository).expect("a folder can be made");
    let mut variables: Vec<(String, String)> = Vec::new();
    for (name, value) in job["variables"].as_object().expect("a mapping") {
        variables.push((name.clone(), value.as_str().expect("a text").to_owned()));
    }
    assert_eq!(
        variables.iter().find(|(name, _)| name == "KIFU_VERSION"),
        Some(&("KIFU_VERSION".to_owned(), VERSION.to_owned()))
    );
    for (sample, status) in [
        ("records/ugo/engine-9x9.sgf", 0),
        ("records/ugo/invalid/ugo-occupied.sgf", 1),
    ] {
        fs::copy(root().join(sample), repository.join("game.sgf")).expect("copied");
        let _ = fs::remove_dir_all(&place);
        let output = command("bash", &repository)
            .args(["-e", "-c", &script])
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .env("KIFU_URL", &url)
            .output()
            .expect("it starts");
        assert_eq!(output.status.code(), Some(status), "{}", written(&output));
        let report = fs::read_to_string(repository.join("kifu.xml")).expect("a report");
        assert!(report.contains("<testsuite"), "{report}");
    }
}

fn yaml(text: &str) -> serde_yaml::Value {
    serde_yaml::from_str(text).expect("it is YAML")
}

pub(crate) fn the_notes_of_a_release_are_in_the_changelog() {
    let notes = run(
        root(),
        &root().join("packaging/notes"),
        &[&format!("v{VERSION}")],
        &[],
    );
    assert!(notes.contains("### Added"), "{notes}");
    let output = command(
        root().join("packaging/notes").to_str().expect("a path"),
        root(),
    )
    .arg("v99.0.0")
    .output()
    .expect("it starts");
    assert_eq!(output.status.code(), Some(1));
}
