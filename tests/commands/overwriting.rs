//! Whatever a command reads is never written, unless that was asked for; and nothing is written twice.

use std::{collections::BTreeMap, fs, path::Path};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::common::{folder, run, write};

const GAME: &str = "(;GM[margo]SZ[3]RE[?];W[a1])";
const RULES: &str = "name: mine\ntitle: Mine\ngame: margo\n";
const PERFT: &str = "id a\nsgf (;GM[ugo]SZ[3])\nperft 1 10 captures 0 passes 1 ends 0 hash 0\n";

/// A folder with a file of each kind that commands read.
fn files() -> TempDir {
    let folder = folder(&[
        ("game.sgf", GAME),
        ("games/one.sgf", GAME),
        ("my.yaml", RULES),
        ("list", "game.sgf\n"),
        ("a.perft", PERFT),
        ("record.json", ""),
    ]);
    let (_, json, _) = run(&folder, &["convert", "--to", "json", "game.sgf"], "");
    write(&folder, "record.json", &json);
    let (_, lines, _) = run(&folder, &["batch", "--format", "jsonl", "game.sgf"], "");
    write(&folder, "1.jsonl", &lines);
    let snapshot = ["batch", "game.sgf", "--snapshot", "snap", "--update"];
    assert_eq!(run(&folder, &snapshot, "").0, 0);
    folder
}

/// All files of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    entries
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| {
            let bytes = fs::read(entry.path()).unwrap();
            (entry.path().display().to_string(), bytes)
        })
        .collect()
}

/// Runs commands that read a file and would write it; `OUT` stands for its name, or for another name of it.
fn refuse(folder: &TempDir, commands: &[&str]) {
    let before = contents(folder.path());
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        let (status, _, errors) = run(folder, &arguments, "");
        assert_eq!(status, 2, "{command}: {errors}");
        assert!(
            errors.contains("this input file would be overwritten")
                || errors.contains("two results would be written"),
            "{command}: {errors}"
        );
        assert_eq!(contents(folder.path()), before, "{command}");
    }
}

/// Every option that names a file which is read, with every option that names one which is written.
const COMMANDS: &[&str] = &[
    "compare --old margo --new my.yaml -o my.yaml game.sgf",
    "compare --old my.yaml --new margo -o my.yaml game.sgf",
    "validate --ruleset my.yaml -o my.yaml game.sgf",
    "score --ruleset my.yaml -o my.yaml game.sgf",
    "replay --ruleset my.yaml -o my.yaml game.sgf",
    "replay --ruleset my.yaml --format json -o my.yaml game.sgf",
    "replay --ruleset my.yaml --format svg -o my.yaml game.sgf",
    "replay --ruleset my.yaml --format pdf -o my.yaml game.sgf",
    "legal --ruleset my.yaml -o my.yaml game.sgf",
    "dedupe --ruleset my.yaml -o my.yaml game.sgf",
    "results --ruleset my.yaml -o my.yaml game.sgf",
    "results --roster list -o list game.sgf",
    "stats --ruleset my.yaml -o my.yaml game.sgf",
    "random --game margo --ruleset my.yaml -o my.yaml",
    "batch --ruleset my.yaml -o my.yaml game.sgf",
    "batch --ruleset my.yaml --report csv=my.yaml game.sgf",
    "batch --ruleset my.yaml --snapshot my.yaml --update game.sgf",
    "validate --files-from list -o list",
    "score --files-from list -o list",
    "replay --files-from list -o list",
    "compare --old margo --new margo-2012 --files-from list -o list",
    "fmt --files-from list -o list",
    "repair --files-from list -o list",
    "convert --to json --files-from list -o list",
    "query --files-from list -o list",
    "dedupe --files-from list -o list",
    "results --files-from list -o list",
    "stats --files-from list -o list",
    "batch --files-from list --report csv=list",
    "batch --files-from list -o list",
    "query --position @game.sgf -o game.sgf games",
    "query --pattern @game.sgf -o game.sgf games",
    "batch --snapshot snap --report csv=snap game.sgf",
    "batch --snapshot snap -o snap game.sgf",
    "batch --snapshot snap --update -o snap game.sgf",
    "batch --snapshot snap --update --report csv=snap game.sgf",
    "batch --input jsonl 1.jsonl -o 1.jsonl",
    "merge 1.jsonl -o 1.jsonl",
    "convert --from json record.json -o record.json",
];

#[test]
fn what_is_read_is_never_written() {
    refuse(&files(), COMMANDS);
}

#[cfg(unix)]
#[test]
fn links_make_no_difference() {
    let names = [
        "my.yaml",
        "list",
        "game.sgf",
        "snap",
        "1.jsonl",
        "record.json",
        "games/one.sgf",
    ];
    let written = ["-o ", "csv=", "--snapshot "];
    for link in ["hard", "soft"] {
        let folder = files();
        let mut commands = Vec::new();
        for name in names {
            let path = folder.path().join(name);
            let other = format!("{link}-{}", name.replace('/', "-").replace(".sgf", ".txt"));
            let other_path = folder.path().join(&other);
            if link == "hard" {
                fs::hard_link(path, other_path).unwrap();
            } else {
                std::os::unix::fs::symlink(path, other_path).unwrap();
            }
            // The last of them is the output.
            for command in COMMANDS {
                let output = written.iter().find_map(|option| {
                    let at = command.rfind(&format!("{option}{name}"))?;
                    let end = at + option.len() + name.len();
                    Some((at + option.len(), end))
                });
                if let Some((at, end)) = output
                    && !command.contains("--snapshot snap --update")
                {
                    commands.push(format!("{}{other}{}", &command[..at], &command[end..]));
                }
            }
        }
        commands.push(format!("validate games -o {link}-games-one.txt"));
        assert!(commands.len() > 30);
        refuse(
            &folder,
            &commands.iter().map(String::as_str).collect::<Vec<_>>(),
        );
        // A link that leads nowhere yet.
        if link == "soft" {
            std::os::unix::fs::symlink("new", folder.path().join("dangling")).unwrap();
            let both = ["batch", "game.sgf", "-o", "dangling", "--report", "csv=new"];
            let (status, _, errors) = run(&folder, &both, "");
            assert!(status == 2 && errors.contains("two results"), "{errors}");
            assert_eq!(run(&folder, &both[..4], "").0, 0);
            assert!(folder.path().join("dangling").is_symlink());
            assert!(folder.path().join("new").is_file());
        }
    }
}

#[cfg(unix)]
#[test]
fn standard_streams_count() {
    use std::{
        fs::{File, OpenOptions},
        process::{Command, Stdio},
    };

    let folder = files();
    let before = contents(folder.path());
    let open = |name: &str| {
        let mut options = OpenOptions::new();
        let opened = options.append(true).open(folder.path().join(name));
        Stdio::from(opened.unwrap())
    };
    let check = |command: &str, input: Option<&str>, output: Option<&str>| {
        let input = input.map_or(Stdio::null(), |name| {
            File::open(folder.path().join(name)).unwrap().into()
        });
        let output = output.map_or(Stdio::null(), open);
        let done = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command.split(' '))
            .stdin(input)
            .stdout(output)
            .output()
            .unwrap();
        let errors = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{command}: {errors}");
        assert!(
            errors.contains("would be overwritten") || errors.contains("two results"),
            "{command}: {errors}"
        );
        assert_eq!(contents(folder.path()), before, "{command}");
    };
    for command in [
        "fmt game.sgf",
        "query .",
        "convert --to json games game.sgf",
        "replay game.sgf",
        "replay --format svg game.sgf",
        "legal game.sgf",
        "dedupe game.sgf",
        "perft --from game.sgf --depth 1",
        "batch game.sgf --report csv=game.sgf",
        "play --plain game.sgf",
        "stats -",
    ] {
        let input = command.ends_with('-').then_some("game.sgf");
        check(command, input, Some("game.sgf"));
    }
    for command in [
        "fmt - -o game.sgf",
        "stats - -o game.sgf",
        "validate --files-from - -o game.sgf",
        "merge - -o game.sgf",
        "convert --from json - -o game.sgf",
        "batch --input jsonl - -o game.sgf",
        "play --plain game.sgf",
    ] {
        check(command, Some("game.sgf"), None);
    }
    check("perft --check a.perft", None, Some("a.perft"));
    check(
        "random --game margo --ruleset my.yaml",
        None,
        Some("my.yaml"),
    );
    check("merge 1.jsonl", None, Some("1.jsonl"));
    check(
        "play --plain --ruleset my.yaml new.sgf",
        None,
        Some("my.yaml"),
    );
}

/// What precedes a path on the command line or in a list is not written before the path is refused.
#[cfg(unix)]
#[test]
fn nothing_is_written_before_an_input_is_refused() {
    use std::{
        fs::OpenOptions,
        process::{Command, Stdio},
    };

    let many = GAME.repeat(20_000);
    let folder = folder(&[
        ("many.sgf", many.as_str()),
        ("more/a.sgf", many.as_str()),
        ("more/z.sgf", GAME),
        ("other.txt", GAME),
        ("list", "many.sgf\nother.txt\n"),
        ("inside", "more\n"),
        ("a.perft", PERFT),
        ("b.perft", PERFT),
    ]);
    fs::hard_link(folder.path().join("other.txt"), folder.path().join("hard")).unwrap();
    let before = contents(folder.path());
    for (command, output) in [
        ("fmt many.sgf other.txt", "other.txt"),
        ("fmt many.sgf other.txt", "hard"),
        ("fmt many.sgf hard", "other.txt"),
        ("fmt --files-from list", "other.txt"),
        ("fmt many.sgf --files-from list", "hard"),
        ("fmt more", "more/z.sgf"),
        ("fmt --files-from inside", "more/z.sgf"),
        ("batch --jobs 2 many.sgf other.txt", "other.txt"),
        ("convert --to json many.sgf other.txt", "other.txt"),
        ("convert --from json many.sgf other.txt", "other.txt"),
        ("query many.sgf other.txt", "other.txt"),
        ("replay many.sgf other.txt", "other.txt"),
        ("perft --expected a.perft b.perft", "b.perft"),
    ] {
        // Only Linux tells in which folder standard output is.
        if output.starts_with("more") && !cfg!(target_os = "linux") {
            continue;
        }
        let written = OpenOptions::new()
            .append(true)
            .open(folder.path().join(output))
            .unwrap();
        let done = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command.split(' '))
            .stdin(Stdio::null())
            .stdout(written)
            .output()
            .unwrap();
        let errors = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{command}: {errors}");
        assert!(
            errors.contains("would be overwritten"),
            "{command}: {errors}"
        );
        let is_kept = contents(folder.path()) == before;
        assert!(is_kept, "{command} wrote to {output}");
    }
}

/// A command that writes to the pipe that it reads would wait for itself, or lose what it writes.
#[cfg(unix)]
#[test]
fn pipes_that_are_read_are_not_written() {
    use std::process::{Command, Stdio};

    let folder = files();
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for command in [
        "fmt - -o /dev/stdin",
        "fmt game.sgf -o /dev/stdin",
        "validate -q - -o /dev/fd/0",
        "random --game ugo -o /dev/stdin",
        "batch - --report csv=/dev/stdin",
        "fmt pipe -o pipe",
        "query --position @pipe game.sgf -o ./pipe",
        "validate --files-from pipe -o pipe",
        "batch pipe --report json=pipe",
        "merge pipe -o pipe",
    ] {
        let mut started = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(folder.path())
            .args(command.split(' '))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Kept open: the command must not need its end.
        let input = started.stdin.take();
        let done = started.wait_with_output().unwrap();
        drop(input);
        let errors = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{command}: {errors}");
        assert!(
            errors.contains("would be overwritten"),
            "{command}: {errors}"
        );
        assert!(done.stdout.is_empty(), "{command}");
    }
}

#[test]
fn images_do_not_replace_what_is_replayed() {
    let folder = folder(&[("images/game-1-0001.svg", GAME), ("game.sgf", GAME)]);
    refuse(
        &folder,
        &["replay --format svg --at all -o images images/game-1-0001.svg"],
    );
    // Other files in the folder may be replayed.
    let own = "replay --format png --size 50 --at all -o images images/game-1-0001.svg";
    let own: Vec<&str> = own.split(' ').collect();
    assert_eq!(run(&folder, &own, "").0, 0);
}

#[test]
fn images_replace_only_images() {
    for (format, name) in [
        ("svg", "game-1-0001.svg"),
        ("png", "game-1-0001.png"),
        ("gif", "game-1.gif"),
        ("html", "game-1.html"),
    ] {
        let folder = folder(&[("game.sgf", GAME)]);
        let path = folder.path().join("images").join(name);
        let draw = |added: &[&str]| {
            let mut arguments = vec!["replay", "--format", format, "-o", "images/", "game.sgf"];
            if matches!(format, "svg" | "png") {
                arguments.extend(["--at", "all"]);
            }
            arguments.extend(added);
            run(&folder, &arguments, "")
        };
        fs::create_dir(folder.path().join("images")).unwrap();
        // A ruleset, a record that is read later, and what is not read at all.
        let read = format!("images/{name}");
        for (content, added) in [
            (RULES, &["--ruleset", &*read][..]),
            (GAME, &[&*read]),
            ("mine", &[]),
        ] {
            fs::write(&path, content).unwrap();
            let (status, _, errors) = draw(added);
            assert_eq!(status, 2, "{format}: {errors}");
            // Which of the two comes first depends on the size of the images.
            let reasons = ["is not an image of this format", "would be overwritten"];
            let is_told = reasons.iter().any(|reason| errors.contains(reason));
            assert!(is_told, "{errors}");
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        // What is empty can be replaced, and so can an image.
        fs::write(&path, "").unwrap();
        for _ in 0..2 {
            let (status, _, errors) = draw(&[]);
            assert_eq!(status, 0, "{format}: {errors}");
            assert!(fs::metadata(&path).unwrap().len() > 100);
        }
    }
}

#[cfg(unix)]
#[test]
fn links_among_images_are_not_followed() {
    let folder = folder(&[("game.sgf", GAME), ("other", "other")]);
    fs::create_dir(folder.path().join("images")).unwrap();
    let names = ["game-1-0000.svg", "game-1-0001.svg"].map(|name| format!("images/{name}"));
    for (name, target) in names.iter().zip(["../game.sgf", "../other"]) {
        std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
    }
    let draw = "replay --format svg --at all -o images game.sgf";
    let (status, _, errors) = run(&folder, &draw.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(status, 0, "{errors}");
    for (name, content) in [("game.sgf", GAME), ("other", "other")] {
        assert_eq!(
            fs::read_to_string(folder.path().join(name)).unwrap(),
            content
        );
    }
    for name in names {
        let image = folder.path().join(name);
        assert!(image.symlink_metadata().unwrap().is_file());
        assert!(fs::read_to_string(image).unwrap().starts_with("<svg"));
    }
}

#[test]
fn a_cache_is_not_among_records() {
    let folder = files();
    let before = contents(folder.path());
    for command in [
        "batch --cache games games",
        "batch --cache . games",
        "batch --cache games games/one.sgf",
        "batch --cache games game.sgf",
    ] {
        let (status, _, errors) = run(&folder, &command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(status, 2, "{command}: {errors}");
        assert!(errors.contains("choose"), "{command}: {errors}");
        assert_eq!(contents(folder.path()), before, "{command}");
    }
    // A folder among the records that has nothing else in it.
    let run = |command: &str| run(&folder, &command.split(' ').collect::<Vec<_>>(), "");
    for cache in ["cache", ".cache", "games/cache"] {
        for _ in 0..2 {
            let (status, _, errors) = run(&format!("batch --cache {cache} ."));
            assert_eq!(status, 0, "{errors}");
        }
        assert!(folder.path().join(cache).join("CACHEDIR.TAG").is_file());
    }
    for (command, reason) in [
        (
            "batch --cache cache cache",
            "the cache would be among these records",
        ),
        (
            "batch --cache cache cache/00",
            "the cache would be among these records",
        ),
        (
            "batch --cache cache -o cache/x game.sgf",
            "among those of the cache",
        ),
        (
            "batch --cache cache --report csv=cache/x game.sgf",
            "among those of the cache",
        ),
    ] {
        fs::create_dir_all(folder.path().join("cache/00")).unwrap();
        let (status, _, errors) = run(command);
        assert_eq!(status, 2, "{command}");
        assert!(errors.contains(reason), "{command}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn links_and_pipes_in_a_cache_are_not_followed() {
    use std::{os::unix::fs::symlink, process::Command};

    let folder = files();
    let cached = |folder: &TempDir| run(folder, &["batch", "--cache", "cache", "game.sgf"], "");
    let expected = cached(&folder);
    let entry = || {
        let files = WalkDir::new(folder.path().join("cache")).into_iter();
        let file = files
            .filter_map(Result::ok)
            .find(|entry| entry.depth() == 2);
        file.unwrap().path().to_owned()
    };
    let file = entry();
    let outside = folder.path().join("outside");
    fs::rename(&file, &outside).unwrap();
    // A link to a file, to a device without end, and a pipe that nobody writes to.
    for kind in 0..3 {
        match kind {
            0 => symlink(&outside, &file).unwrap(),
            1 => symlink("/dev/zero", &file).unwrap(),
            _ => {
                let made = Command::new("mkfifo").arg(&file).status().unwrap();
                assert!(made.success());
            }
        }
        let before = fs::read(&outside).unwrap();
        assert_eq!(cached(&folder), expected);
        assert_eq!(fs::read(&outside).unwrap(), before);
        assert!(!file.symlink_metadata().unwrap().is_file());
        fs::remove_file(&file).unwrap();
    }
    // A folder of the cache that is a link.
    let part = file.parent().unwrap();
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(part, &elsewhere).unwrap();
    symlink(&elsewhere, part).unwrap();
    assert_eq!(cached(&folder), expected);
    assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
    // A tag that leads to another file.
    let tag = folder.path().join("cache/CACHEDIR.TAG");
    fs::remove_file(&tag).unwrap();
    symlink(folder.path().join("new"), &tag).unwrap();
    assert_eq!(cached(&folder).0, 2);
    assert!(!folder.path().join("new").exists());
}

/// Other programs mark their folders in the same way.
#[test]
fn a_folder_that_another_program_has_marked_is_no_cache() {
    const SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55\n";
    let cargo = format!("{SIGNATURE}# This file is a cache directory tag created by cargo.\n");
    for (tag, other, expected) in [
        ("Signature: other", None, 2),
        (&cargo, Some("debug"), 2),
        (&cargo, None, 2),
        ("", Some("mine"), 2),
        // Another run has made the file, and not written it yet.
        ("", None, 0),
        (SIGNATURE, None, 0),
    ] {
        let folder = crate::common::folder(&[("game.sgf", GAME), ("cache/CACHEDIR.TAG", tag)]);
        if let Some(name) = other {
            write(&folder, &format!("cache/{name}"), "");
        }
        let args = ["batch", "--quiet", "--cache", "cache", "game.sgf"];
        let (status, _, err) = crate::common::run(&folder, &args, "");
        assert_eq!(status, expected, "{tag} {other:?}: {err}");
        let has_verdicts = folder.path().join("cache/verdicts").exists();
        assert_eq!(has_verdicts, expected == 0, "{tag} {other:?}");
        assert_eq!(
            err.contains("choose a new or an empty folder"),
            expected == 2,
            "{err}"
        );
    }
}

#[test]
fn a_conformance_kit_replaces_no_file() {
    let folder = crate::common::folder(&[("README.md", "mine\n")]);
    let write = || crate::common::run(&folder, &["conformance", "--output", "."], "");
    let (code, _, err) = write();
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("README.md is not the file of this conformance kit"),
        "{err}"
    );
    let mine = folder.path().join("README.md");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "mine\n");
    std::fs::remove_file(&mine).unwrap();
    assert_eq!(write().0, 0);
    assert_eq!(write().0, 0, "all files are the same");
    // One that is missing is written again, and what has been made of another stays.
    let runner = folder.path().join("runner.py");
    let text = std::fs::read_to_string(&runner).unwrap();
    std::fs::write(&runner, format!("{text}# mine\n")).unwrap();
    std::fs::remove_file(&mine).unwrap();
    let (code, _, err) = write();
    assert!(code == 2 && err.contains("runner.py"), "{err}");
    assert!(!mine.exists());
    assert!(
        std::fs::read_to_string(&runner)
            .unwrap()
            .ends_with("# mine\n")
    );
    std::fs::write(&runner, text).unwrap();
    assert_eq!(write().0, 0);
    assert!(mine.exists());
}

#[test]
fn man_pages_replace_only_man_pages_of_kifu() {
    let mine = ".TH kifu 1\n.SH NAME\nmine\n";
    let folder = crate::common::folder(&[("man1/kifu.1", mine)]);
    let write = || crate::common::run(&folder, &["man", "--output", "man1"], "");
    let (code, _, err) = write();
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("kifu.1 is not a man page of kifu"), "{err}");
    let pages = folder.path().join("man1");
    let page = pages.join("kifu.1");
    assert_eq!(std::fs::read_to_string(&page).unwrap(), mine);
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), 1);
    std::fs::remove_file(&page).unwrap();
    assert_eq!(write().0, 0);
    // A later version replaces it.
    let new = std::fs::read_to_string(&page).unwrap();
    let old = new.replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    assert_ne!(old, new);
    std::fs::write(&page, old + "more\n").unwrap();
    assert_eq!(write().0, 0);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), new);
}

/// A folder that is mounted at two places is one folder, also for files that are not there yet.
#[cfg(target_os = "linux")]
#[test]
fn a_second_mount_of_a_folder_makes_no_difference() {
    const SCRIPT: &str = r#"
        mkdir one two && cp game.sgf one && mount --bind one two || exit
        echo mounted
        for command in \
            "batch game.sgf --format csv -o one/new --report jsonl=two/new" \
            "batch game.sgf -o one/new --snapshot two/new --update" \
            "batch one --cache two" \
            "batch game.sgf --cache one -o two/new" \
            "validate one -o two/game.sgf"
        do
            "$KIFU" $command > /dev/null
            echo "$?: $(ls one)"
        done
        "$KIFU" batch game.sgf -q --format csv -o one/new --report jsonl=two/other
        echo "$?: $(ls one | wc -l)"
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "2: game.sgf\n".repeat(5) + "0: 3\n");
    }
}

/// A new file on a file system in user space, as of a folder of another computer, can be written again at once: it has
/// neither another name nor another number for some time.
#[cfg(target_os = "linux")]
#[test]
fn new_files_can_be_written_again_on_fuse() {
    const SCRIPT: &str = r#"
        mkdir real seen
        bindfs real seen || exit 1
        echo mounted
        cp game.sgf seen
        cd seen
        printf 'c3\nd3\nsave other.sgf\ne3\nd4\n' | "$KIFU" play --plain --game ugo --size 5 new.sgf > /dev/null
        echo "$? $(grep -c '^;' new.sgf) $(grep -c '^;' other.sgf)"
        for name in b c; do
            "$KIFU" batch -q --snapshot snapshot --update . > /dev/null
            echo "$?"
            cp game.sgf $name.sgf
        done
        ls -A
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        let names = "b.sgf\nc.sgf\ngame.sgf\nnew.sgf\nother.sgf\nsnapshot\n";
        assert_eq!(out, format!("0 2 4\n0\n0\n{names}"));
    }
}

/// A file system where all files have the same permissions, which nobody can set, as on a mounted partition of Windows.
#[cfg(target_os = "linux")]
#[test]
fn files_are_replaced_where_permissions_cannot_be_set() {
    const SCRIPT: &str = r#"
        mkdir real seen
        bindfs --chmod-deny --perms=0666:+X real seen || exit 1
        echo mounted
        cp game.sgf seen/a.sgf
        cd seen
        printf '(;GM[ugo]SZ[5]RE[?];B[C3])' > a.sgf
        "$KIFU" fmt --write a.sgf > /dev/null
        echo "$? $(grep -c c3 a.sgf) $(stat -c %a a.sgf)"
        printf 'c3\nd3\n' | "$KIFU" play --plain --game ugo --size 5 new.sgf > /dev/null
        echo "$? $(grep -c '^;' new.sgf)"
        for once in 1 2; do
            "$KIFU" query a.sgf -o out.sgf
            echo "$?"
        done
        ls -A
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "0 1 666\n0 2\n0\n0\na.sgf\nnew.sgf\nout.sgf\n");
    }
}

/// A remote storage that is mounted: files that have just been written get other numbers and times, and nobody can list
/// extended attributes.
#[cfg(target_os = "linux")]
#[test]
fn files_are_replaced_on_remote_storage() {
    const SCRIPT: &str = r#"
        export HOME="$PWD" RCLONE_CONFIG="$PWD/none"
        for mode in off writes; do
            mkdir $mode $mode-seen $mode-cache
            rclone mount --daemon --vfs-cache-mode $mode --cache-dir $PWD/$mode-cache $PWD/$mode $mode-seen || exit 1
        done
        echo mounted
        for mode in off writes; do
            cd $mode-seen
            (printf 'c3\nd3\n'; sleep 2; echo e3) | "$KIFU" play --plain --game ugo --size 5 new.sgf > /dev/null
            echo "$? $(grep -c '^;' new.sgf)"
            printf '(;GM[ugo]SZ[5]RE[?];B[C3])' > a.sgf
            # The file has another time when rclone has stored it, which may be just then: a change, as far as can be seen.
            "$KIFU" fmt --write a.sgf > /dev/null || { sleep 2; "$KIFU" fmt --write a.sgf > /dev/null; }
            echo "$? $(grep -c c3 a.sgf)"
            for once in 1 2; do
                "$KIFU" query a.sgf -o out.sgf
                echo "$?"
            done
            ls -A
            cd ..
            umount $mode-seen
        done
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "0 3\n0 1\n0\n0\na.sgf\nnew.sgf\nout.sgf\n".repeat(2));
    }
}

/// A mount of FUSE gives files other numbers.
#[cfg(target_os = "linux")]
#[test]
fn an_input_seen_through_fuse_is_not_overwritten() {
    const SCRIPT: &str = r#"
        mkdir real seen other
        bindfs real seen || exit 1
        echo mounted
        cp game.sgf real/a.sgf
        cp game.sgf other/a.sgf
        echo 'game: ugo' > real/r.yaml
        echo game.sgf > real/list
        cp font real
        ln -s real/a.sgf link.sgf
        ln -s real/list link
        for command in "query real/a.sgf -o seen/a.sgf" "query seen/a.sgf -o real/a.sgf" "query seen -o real/a.sgf" \
            "compare --old ugo --new real/r.yaml game.sgf -o seen/r.yaml" "query link.sgf -o seen/a.sgf" \
            "query --files-from link -o seen/list" "query - -o seen/a.sgf" "batch -q - --report csv=seen/a.sgf" \
            "replay seen/a.sgf -f svg -o real/a.sgf" "replay real/a.sgf -f png -o seen/a.sgf" \
            "replay game.sgf -f png --font seen/font -o real/font" "replay game.sgf -f pdf --font real/font -o seen/font" \
            "replay - -f html -o seen/a.sgf" "batch -q - --snapshot seen/a.sgf --update"; do
            "$KIFU" $command < real/a.sgf
            echo "$?"
        done
        cmp game.sgf real/a.sgf
        cmp font real/font
        "$KIFU" query real/a.sgf -o other/a.sgf
        echo "$? $(cat real/r.yaml real/list) $(ls -A real | wc -l)"
    "#;
    let folder = files();
    fs::write(
        folder.path().join("font"),
        dejavu::sans_condensed::regular(),
    )
    .unwrap();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "2\n".repeat(14) + "0 game: ugo\ngame.sgf 4\n");
    }
}

/// A mount may keep the content of a file in memory although others have changed it.
#[cfg(target_os = "linux")]
#[test]
fn a_change_behind_a_mount_that_caches_is_not_lost() {
    const SCRIPT: &str = r#"
        mkdir real seen
        bindfs -o kernel_cache real seen || exit 1
        echo mounted
        echo '(;GM[ugo]SZ[5]PB[Ann];B[c3])' > real/a.sgf
        (sleep 2; sed -i s/Ann/Bob/ real/a.sgf; echo d4; sleep 1) | "$KIFU" play --plain seen/a.sgf > /dev/null
        grep -c Bob real/a.sgf
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "1\n");
    }
}

/// A file system that ignores or refuses what it is asked for.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_replaced_as_it_is_stays_on_fuse() {
    const SCRIPT: &str = r#"
        mkdir real kept seen renamed
        bindfs --chmod-ignore real seen || exit 1
        bindfs --rename-deny kept renamed || exit 1
        echo mounted
        printf '(;GM[ugo]SZ[5]RE[?];B[C3])' > real/a.sgf
        chmod 640 real/a.sgf
        umask 077
        "$KIFU" fmt --write seen/a.sgf
        echo "$? $(stat -c %a real/a.sgf) $(grep -c C3 real/a.sgf) $(ls -A real)"
        cp real/a.sgf kept
        "$KIFU" fmt --write renamed/a.sgf
        echo "$? $(grep -c C3 kept/a.sgf)"
        "$KIFU" query renamed/a.sgf -o renamed/new.sgf
        echo "$?"
        "$KIFU" batch -q --snapshot renamed/new --update renamed/a.sgf > /dev/null
        echo "$?"
        echo c3 | "$KIFU" play --plain --game ugo renamed/new.sgf > /dev/null
        echo "$? $(ls -A kept)"
    "#;
    let folder = files();
    if let Some((_, out)) = crate::common::run_with_mounts(&folder, SCRIPT) {
        assert_eq!(out, "2 640 1 a.sgf\n2 1\n2\n2\n2 a.sgf\n");
    }
}
