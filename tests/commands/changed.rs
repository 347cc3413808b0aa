//! Files that change while a command rewrites them, and what a rewritten file keeps.

use std::{fs, io::Write, path::Path, process::Stdio};

use crate::{
    common::{folder, run, run_with_mounts, unshared},
    interrupted::{is_stopped, signal},
};

/// A record that `fmt` and `repair` change.
const GAME: &str = "(;GM[ugo]RE[?];B[A1];W[b1])\n";

/// Starts a command, does something to its file while it is read, and returns exit status and errors.
#[cfg(target_os = "linux")]
fn run_while(folder: &Path, arguments: &[&str], change: &dyn Fn()) -> (i32, String) {
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let process = format!("/proc/{}", child.id());
    // Whether some of the file has been read, so that its state is known to the command.
    let is_read = || {
        let open = fs::read_dir(format!("{process}/fd")).into_iter();
        open.flatten().flatten().any(|entry| {
            let name = entry.file_name().into_string().unwrap();
            let information = fs::read_to_string(format!("{process}/fdinfo/{name}"));
            let target = fs::read_link(entry.path()).unwrap_or_default();
            target.ends_with("a.sgf")
                && information.is_ok_and(|text| !text.starts_with("pos:\t0\n"))
        })
    };
    // It is stopped whenever its file is looked at and changed, so that it cannot end between the two.
    let begun = std::time::Instant::now();
    loop {
        signal(&child, "STOP");
        while !is_stopped(child.id()) {
            assert!(begun.elapsed().as_secs() < 60, "it does not stop");
        }
        if is_read() {
            break;
        }
        signal(&child, "CONT");
        assert!(begun.elapsed().as_secs() < 60, "it does not read");
    }
    change();
    signal(&child, "CONT");
    let done = child.wait_with_output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    (done.status.code().unwrap(), errors)
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_while_it_is_rewritten_is_left_as_it_is() {
    let text = GAME.repeat(20_000);
    for command in [["fmt", "--write"], ["repair", "--write"]] {
        let folder = folder(&[("games/a.sgf", &text), ("games/b.sgf", GAME)]);
        let path = folder.path().join("games/a.sgf");
        let append = || {
            let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(b"(;GM[ugo]SZ[5])\n").unwrap();
        };
        let same_size = || {
            let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
            file.write_all(text.replace("B[A1]", "B[C1]").as_bytes())
                .unwrap();
        };
        let replace = || {
            fs::write(folder.path().join("new"), "(;GM[ugo]SZ[5])").unwrap();
            fs::rename(folder.path().join("new"), &path).unwrap();
        };
        let remove = || fs::remove_file(&path).unwrap();
        let changes: [(&dyn Fn(), Option<String>); 4] = [
            (&append, Some(text.clone() + "(;GM[ugo]SZ[5])\n")),
            (&same_size, Some(text.replace("B[A1]", "B[C1]"))),
            (&replace, Some("(;GM[ugo]SZ[5])".to_owned())),
            (&remove, None),
        ];
        for (number, (change, expected)) in changes.into_iter().enumerate() {
            fs::write(&path, &text).unwrap();
            fs::write(folder.path().join("games/b.sgf"), GAME).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(20));
            let arguments = [&command[..], &["games"]].concat();
            let (status, errors) = run_while(folder.path(), &arguments, change);
            assert_eq!(status, 2, "{command:?} {number}: {errors}");
            assert!(
                errors.contains("games/a.sgf: it was changed meanwhile"),
                "{command:?} {number}: {errors}"
            );
            assert_eq!(
                fs::read_to_string(&path).ok(),
                expected,
                "{command:?} {number}"
            );
            // The other file is rewritten.
            let other = fs::read_to_string(folder.path().join("games/b.sgf")).unwrap();
            assert_ne!(other, GAME);
            let names = fs::read_dir(folder.path().join("games")).unwrap();
            assert!(names.count() <= 2);
        }
    }
}

/// A snapshot is read and replaced, too.
#[cfg(target_os = "linux")]
#[test]
fn a_snapshot_that_changes_is_left_as_it_is() {
    let folder = folder(&[("game.sgf", "(;GM[ugo]SZ[5]RE[?])")]);
    let update = ["batch", "-", "--snapshot", "a.sgf", "--update"];
    assert_eq!(run(&folder, &update, "(;GM[ugo]SZ[5]RE[?])").0, 0);
    let path = folder.path().join("a.sgf");
    let snapshot = fs::read_to_string(&path).unwrap();
    // The snapshot stays open while standard input does.
    let (reader, writer) = std::io::pipe().unwrap();
    let child = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(update)
        .stdin(reader)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_open = || {
        let names = fs::read_dir(folder.path()).unwrap().flatten();
        let mut names = names.map(|entry| entry.file_name().into_string().unwrap());
        names.any(|name| name.starts_with(".kifu-"))
    };
    while !is_open() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(20));
    // The run reads the old file to its end.
    let another = folder.path().join("another");
    fs::write(&another, snapshot.clone() + "another\n").unwrap();
    fs::rename(another, &path).unwrap();
    drop(writer);
    let done = child.wait_with_output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{errors}");
    assert!(
        errors.contains("a.sgf: it was changed meanwhile"),
        "{errors}"
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), snapshot + "another\n");
}

#[cfg(unix)]
#[test]
fn a_file_that_could_not_be_kept_as_it_is_is_not_rewritten() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    for command in ["fmt", "repair"] {
        let folder = folder(&[
            ("linked.sgf", GAME),
            ("protected.sgf", GAME),
            ("mode.sgf", GAME),
            ("target", GAME),
        ]);
        let path = |name: &str| folder.path().join(name);
        fs::hard_link(path("linked.sgf"), path("other")).unwrap();
        fs::set_permissions(path("protected.sgf"), PermissionsExt::from_mode(0o444)).unwrap();
        fs::set_permissions(path("mode.sgf"), PermissionsExt::from_mode(0o662)).unwrap();
        symlink("target", path("soft.sgf")).unwrap();
        let rewrite = |name: &str| run(&folder, &[command, "--write", name], "");
        for (name, reason) in [
            ("linked.sgf", "it has several names (hard links)"),
            ("other", "it has several names (hard links)"),
            ("protected.sgf", "it is write-protected"),
        ] {
            let (status, _, errors) = rewrite(name);
            assert_eq!(status, 2, "{name}");
            assert!(errors.contains(reason), "{name}: {errors}");
            assert_eq!(fs::read_to_string(path(name)).unwrap(), GAME);
        }
        let before = path("mode.sgf").metadata().unwrap();
        assert_eq!(rewrite("mode.sgf").0, 0);
        let after = path("mode.sgf").metadata().unwrap();
        assert_eq!(after.mode(), before.mode());
        assert_eq!((after.uid(), after.gid()), (before.uid(), before.gid()));
        assert_ne!(fs::read_to_string(path("mode.sgf")).unwrap(), GAME);
        // A link stays a link.
        assert_eq!(rewrite("soft.sgf").0, 0);
        assert!(path("soft.sgf").is_symlink());
        assert_ne!(fs::read_to_string(path("target")).unwrap(), GAME);
    }
}

/// Only root can give files away.
#[cfg(unix)]
#[test]
fn the_owner_is_kept() {
    use std::os::unix::fs::{MetadataExt, chown};

    let folder = folder(&[("a.sgf", GAME), ("out", "old")]);
    let path = folder.path().join("a.sgf");
    if chown(&path, Some(12345), Some(54321)).is_err() {
        return;
    }
    chown(folder.path().join("out"), Some(12345), Some(54321)).unwrap();
    assert_eq!(run(&folder, &["fmt", "--write", "a.sgf"], "").0, 0);
    assert_eq!(run(&folder, &["stats", "-o", "out", "a.sgf"], "").0, 0);
    for name in ["a.sgf", "out"] {
        let owner = folder.path().join(name).metadata().unwrap();
        assert_eq!((owner.uid(), owner.gid()), (12345, 54321), "{name}");
    }
    assert_ne!(fs::read_to_string(&path).unwrap(), GAME);
}

/// In a container, the files of its image are copied when they are opened for writing: no change by others.
#[cfg(target_os = "linux")]
#[test]
fn files_of_an_image_are_rewritten_at_once() {
    // In a file system of its own: that of the tests may be such a one already.
    const SCRIPT: &str = r#"
        mkdir disk && mount -t tmpfs none disk && cd disk && mkdir image changes work all &&
        for name in a b c d; do printf %s '$GAME' > image/$name.sgf || exit; done &&
        "$KIFU" batch --quiet --snapshot image/games --update image/a.sgf > /dev/null &&
        mount -t overlay overlay -o lowerdir=image,upperdir=changes,workdir=work all && cd all || exit
        echo mounted
        "$KIFU" fmt --write a.sgf || exit
        "$KIFU" repair --write b.sgf || exit
        printf 'comment saved\nquit\n' | "$KIFU" play --plain c.sgf > /dev/null || exit
        "$KIFU" fmt -o d.sgf c.sgf || exit
        "$KIFU" batch --quiet --snapshot games --update a.sgf b.sgf > /dev/null || exit
        cat a.sgf b.sgf c.sgf d.sgf
    "#;
    let folder = folder(&[]);
    let script = SCRIPT.replace("$GAME", GAME);
    let Some((is_done, out)) = run_with_mounts(&folder, &script) else {
        return;
    };
    assert!(is_done, "{out}");
    assert_eq!(out.matches(";B[a1]").count(), 3, "{out}");
    assert_eq!(out.matches("SZ[19]").count(), 1, "{out}");
    assert_eq!(out.matches("C[saved]").count(), 2, "{out}");
}

/// In a namespace that knows nobody, all owners have the same number.
#[cfg(target_os = "linux")]
#[test]
fn an_owner_who_is_unknown_in_a_namespace_is_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    const OTHER: [&str; 7] = [
        "setpriv",
        "--reuid=12345",
        "--regid=12345",
        "--clear-groups",
        "unshare",
        "--user",
        "--",
    ];
    let folder = folder(&[("a.sgf", GAME), ("b.sgf", GAME)]);
    let kifu = env!("CARGO_BIN_EXE_kifu");
    let permit = |path: &Path, mode| fs::set_permissions(path, PermissionsExt::from_mode(mode));
    permit(folder.path(), 0o777).unwrap();
    let files = ["a.sgf", "b.sgf"].map(|name| folder.path().join(name));
    for file in &files {
        permit(file, 0o666).unwrap();
    }
    chown(&files[1], Some(1234), Some(1234)).ok();
    let owners = || {
        let owner = |path: &std::path::PathBuf| path.metadata().map(|it| (it.uid(), it.gid()));
        [owner(&files[0]).unwrap(), owner(&files[1]).unwrap()]
    };
    let before = owners();
    // Without the permission to become another user, only one's own files can be tried.
    for start in [&OTHER[..], &OTHER[4..]] {
        let commands: [&[&str]; 2] = [
            &["fmt", "--write", "a.sgf", "b.sgf"],
            &["random", "--game", "ugo", "-o", "b.sgf"],
        ];
        for command in commands {
            let Some(mut unshared) = unshared(start) else {
                continue;
            };
            unshared.current_dir(&folder).arg(kifu).args(command);
            let done = unshared.output().unwrap();
            let errors = String::from_utf8(done.stderr).unwrap();
            assert_eq!(done.status.code(), Some(2), "{errors}");
            assert!(errors.contains("b.sgf: it belongs to another"), "{errors}");
            assert_eq!(owners(), before);
            assert_eq!(fs::read_to_string(&files[1]).unwrap(), GAME);
        }
    }
}

/// Starts a command that prints something for each record, and changes its file when it has printed the first line.
/// More is printed than a pipe holds, so that it is not at its end by then. Returns exit status, output and errors.
#[cfg(unix)]
fn run_and_change(
    folder: &Path,
    arguments: &[&str],
    change: &dyn Fn(),
) -> (Option<i32>, String, String) {
    run_with_and_change(folder, arguments, Stdio::null(), change)
}

/// The same with another standard input.
#[cfg(unix)]
fn run_with_and_change(
    folder: &Path,
    arguments: &[&str],
    stdin: Stdio,
    change: &dyn Fn(),
) -> (Option<i32>, String, String) {
    use std::io::{BufRead, BufReader, Read};

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder)
        .args(arguments)
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut out = String::new();
    lines.read_line(&mut out).unwrap();
    change();
    lines.read_to_string(&mut out).unwrap();
    let done = child.wait_with_output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    (done.status.code(), out, errors)
}

/// A file that is cut between two records while it is read looks like a shorter one.
#[cfg(unix)]
#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    const RECORDS: usize = 20_000;
    let record = format!("(;GM[ugo]SZ[5]RE[?]C[{}];B[c3])\n", "x".repeat(1_000));
    let folder = folder(&[]);
    let path = folder.path().join("a.sgf");
    let cut_to = |length: usize| {
        let file = fs::File::options().write(true).open(&path).unwrap();
        file.set_len(length as u64).unwrap();
    };
    let cut = || cut_to(record.len() * (RECORDS / 2));
    let grow = || {
        let mut file = fs::File::options().append(true).open(&path).unwrap();
        file.write_all(record.as_bytes()).unwrap();
    };
    let whole = record.repeat(RECORDS);
    let lines = ["--jobs", "1", "--format", "jsonl", "a.sgf"];
    fs::write(&path, &whole).unwrap();
    let (status, out, _) =
        run_and_change(folder.path(), &[&["validate"], &lines[..]].concat(), &cut);
    assert_eq!(status, Some(2));
    assert_eq!(out.lines().count(), RECORDS / 2 + 1);
    let last = out.lines().last().unwrap();
    assert!(last.contains("archive::unreadable"), "{last}");
    assert!(last.contains("became shorter while it was read"), "{last}");
    // A shard must have read what is listed.
    let shard = [&["batch", "--shard", "1/1"], &lines[..]].concat();
    for change in [&cut as &dyn Fn(), &grow] {
        fs::write(&path, &whole).unwrap();
        let (status, out, errors) = run_and_change(folder.path(), &shard, change);
        assert_eq!(status, Some(2));
        assert!(errors.contains("the sources have changed"), "{errors}");
        let (status, _, errors) = run(&folder, &["merge", "--require-complete", "-"], out);
        assert_eq!(status, 2, "{errors}");
    }
}

/// Not only a file of records: whatever is read to its end would look complete.
#[cfg(unix)]
#[test]
fn whatever_is_cut_while_it_is_read_is_an_error() {
    const COUNT: usize = 20_000;
    const RECORD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])\n";
    let folder = folder(&[("record.sgf", RECORD)]);
    let path = |name: &str| folder.path().join(name);
    let moves = "Black: Ann\nWhite: Ben\n1. c3 d3 2. e5 a1\nBlack resigns\n---\n";
    let nodes =
        r#"{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"GM","values":["ugo"]}]}]}"#;
    let record = serde_json::json!({ "record": RECORD });
    for (text, arguments) in [
        (moves, "convert --from moves --game ugo --size 5 input"),
        (&format!("{nodes}\n"), "convert --from json input"),
        (&format!("{record}\n"), "batch --input jsonl input"),
        ("record.sgf\n", "validate -f jsonl --files-from -"),
        (RECORD, "validate -f jsonl -"),
        (RECORD, "batch -f jsonl --shard 1/1 -"),
        (&format!("{record}\n"), "batch --input jsonl -"),
        (moves, "convert --from moves --game ugo --size 5 -"),
    ] {
        let is_stdin = arguments.ends_with(" -");
        let words: Vec<&str> = arguments.split(' ').collect();
        let run = |change: &dyn Fn()| {
            fs::write(path("input"), text.repeat(COUNT)).unwrap();
            let stdin = fs::File::open(path("input")).unwrap();
            let stdin = if is_stdin {
                stdin.into()
            } else {
                Stdio::null()
            };
            run_with_and_change(folder.path(), &words, stdin, change)
        };
        let cut = || {
            let file = fs::File::options().write(true).open(path("input"));
            let length = (text.len() * (COUNT / 2)) as u64;
            file.unwrap().set_len(length).unwrap();
        };
        let (status, _, errors) = run(&|| {});
        assert_ne!(status, Some(2), "{arguments}: {errors}");
        let (status, out, errors) = run(&cut);
        assert_eq!(status, Some(2), "{arguments}: {errors}");
        let told = out + &errors;
        assert!(
            told.contains("became shorter while it was read"),
            "{arguments}: {errors}"
        );
    }
    // A list in a file is read before anything else.
    fs::write(path("list"), "record.sgf\n".repeat(COUNT)).unwrap();
    let validate = ["validate", "-f", "jsonl", "--files-from", "list"];
    let empty = || fs::write(path("list"), "").unwrap();
    let (status, out, errors) = run_and_change(folder.path(), &validate, &empty);
    assert_eq!((status, out.lines().count()), (Some(0), COUNT), "{errors}");
    // A shard must have read what there was at the beginning.
    fs::write(path("input"), RECORD.repeat(COUNT)).unwrap();
    let stdin = fs::File::open(path("input")).unwrap();
    let grow = || {
        let mut file = fs::File::options()
            .append(true)
            .open(path("input"))
            .unwrap();
        file.write_all(RECORD.as_bytes()).unwrap();
    };
    let shard = ["batch", "-f", "jsonl", "--shard", "1/1", "-"];
    let (status, _, errors) = run_with_and_change(folder.path(), &shard, stdin.into(), &grow);
    assert_eq!(status, Some(2));
    assert!(errors.contains("the sources have changed"), "{errors}");
}

/// A snapshot that did not exist when the run began is not there for another program to lose.
#[test]
fn a_snapshot_that_appears_meanwhile_is_left_as_it_is() {
    let folder = folder(&[("a.sgf", GAME)]);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(folder.path())
        .args(["batch", "-q", "--snapshot", "s", "--update", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    let is_begun = || {
        let files = fs::read_dir(folder.path()).unwrap().flatten();
        files
            .map(|file| file.file_name().into_string().unwrap())
            .any(|name| name.starts_with(".kifu-"))
    };
    while !is_begun() {
        assert!(begun.elapsed().as_secs() < 60, "it does not begin");
    }
    fs::write(folder.path().join("s"), "my notes").unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(GAME.as_bytes())
        .unwrap();
    let done = child.wait_with_output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{errors}");
    assert!(errors.contains("there is such a file already"), "{errors}");
    let kept = fs::read_to_string(folder.path().join("s")).unwrap();
    assert_eq!(kept, "my notes");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}
