//! What the files are that a command writes to.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

const GAME: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("games")).unwrap();
    for name in ["game.sgf", "games/one.sgf"] {
        fs::write(folder.path().join(name), GAME).unwrap();
    }
    folder
}

/// The exit status and what is told on standard error.
fn kifu(folder: &Path, args: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
    command.current_dir(folder).stdin(Stdio::null());
    command.args(args.split(' '));
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), err)
}

#[cfg(unix)]
/// Where `-` is read, it is standard input; a file of that name is not what is meant.
#[test]
fn no_output_is_named_like_a_standard_stream() {
    let folder = crate::common::folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[a1])\n")]);
    for command in [
        &["fmt", "a.sgf", "-o", "-"][..],
        &["query", "a.sgf", "--output", "-"],
        &["dedupe", "a.sgf", "--output", "-"],
        &["convert", "a.sgf", "--to", "json", "-o", "-"],
        &["replay", "a.sgf", "-o", "-"],
        &["man", "--output", "-"],
        &["conformance", "--output", "-"],
        &["batch", "a.sgf", "--report", "json=-"],
        &["random", "--game", "ugo", "-o", "-"],
        &["explain", "ugo::occupied", "-o", "-"],
    ] {
        let (status, out, told) = crate::common::run(&folder, command, "");
        assert_eq!((status, out.as_str()), (2, ""), "{command:?}: {told}");
        assert!(
            told.contains("`-` is no name for an output"),
            "{command:?}: {told}"
        );
        assert!(!folder.path().join("-").exists(), "{command:?}");
    }
    for (command, status, input) in [
        (&["batch", "a.sgf", "--cache", "-"][..], 2, ""),
        (&["play", "--plain", "--game", "ugo", "-"], 2, "c3\nquit\n"),
        (&["play", "--plain", "a.sgf"], 0, "save -\nc3\nquit\n"),
    ] {
        let (ended, out, told) = crate::common::run(&folder, command, input);
        assert_eq!(ended, status, "{command:?}: {told}");
        let told = out + &told;
        assert!(told.contains("write `./-`"), "{command:?}: {told}");
        assert!(!folder.path().join("-").exists(), "{command:?}");
    }
    let (status, _, told) = crate::common::run(&folder, &["fmt", "a.sgf", "-o", "./-"], "");
    assert_eq!(status, 0, "{told}");
    assert!(folder.path().join("-").exists());
}

#[test]
fn a_name_that_cannot_be_written_is_noticed_before_the_work() {
    let folder = folder();
    let name = "n".repeat(256);
    let too_long = "File name too long";
    for (args, reason) in [
        (&*format!("batch --report csv={name} broken.sgf"), too_long),
        (&format!("fmt -o {name} broken.sgf"), too_long),
        (&format!("replay -f svg -o {name} broken.sgf"), too_long),
        ("replay -o none/a.gif broken.sgf", "there is no such folder"),
    ] {
        let (status, errors) = kifu(folder.path(), args);
        assert_eq!(status, 2, "{errors}");
        assert!(errors.contains(reason), "{errors}");
        // Nothing has been read.
        assert!(!errors.contains("broken.sgf"), "{errors}");
    }
}

#[test]
fn no_command_writes_to_what_it_reads() {
    let folder = folder();
    for args in [
        "validate game.sgf -o game.sgf",
        "validate games game.sgf -o ./games/../game.sgf",
        "score game.sgf -o game.sgf",
        "replay game.sgf -o game.sgf",
        "replay game.sgf --format svg -o game.sgf",
        "replay game.sgf --format html -o game.sgf",
        "legal game.sgf -o game.sgf",
        "fmt game.sgf -o game.sgf",
        "fmt games -o games/one.sgf",
        "repair games -o games/one.sgf",
        "convert --to json game.sgf -o game.sgf",
        "convert --from json game.sgf -o game.sgf",
        "query game.sgf -o game.sgf",
        "dedupe game.sgf -o game.sgf",
        "results game.sgf -o game.sgf",
        "results --roster game.sgf games -o game.sgf",
        "stats game.sgf -o game.sgf",
        "stats games -o games/one.sgf",
        "compare --old margo --new margo-2012 game.sgf -o game.sgf",
        "batch game.sgf -o game.sgf",
        "batch game.sgf --report json=game.sgf",
        "batch game.sgf --snapshot game.sgf --update",
        "batch --input jsonl game.sgf -o game.sgf",
        "merge game.sgf -o game.sgf",
    ] {
        let (status, err) = kifu(folder.path(), args);
        assert_eq!(status, 2, "{args}: {err}");
        if !args.contains("--snapshot") {
            assert!(
                err.contains("this input file would be overwritten"),
                "{args}: {err}"
            );
        }
        for name in ["game.sgf", "games/one.sgf"] {
            let text = fs::read_to_string(folder.path().join(name)).unwrap();
            assert_eq!(text, GAME, "{args}");
        }
    }
    // What is no record is not read where a folder is.
    for args in [
        "batch . --report json=report.json",
        "validate games -o games/report.txt",
    ] {
        for _ in 0..2 {
            assert_eq!(kifu(folder.path(), args), (0, String::new()), "{args}");
        }
    }
}

#[test]
fn each_result_has_a_file_of_its_own() {
    let folder = folder();
    for args in [
        "batch game.sgf --report json=same --report csv=same",
        "batch game.sgf --report json=same -o ./same",
        "batch game.sgf --report json=same --snapshot same --update",
    ] {
        let (status, err) = kifu(folder.path(), args);
        assert_eq!(status, 2, "{args}: {err}");
        assert!(
            err.contains("two results would be written to this file"),
            "{args}: {err}"
        );
        assert!(!folder.path().join("same").exists(), "{args}");
    }
    #[cfg(unix)]
    assert_eq!(
        kifu(
            folder.path(),
            "batch game.sgf --report json=/dev/null --report csv=/dev/null"
        )
        .0,
        0
    );
}

#[cfg(target_os = "linux")]
#[test]
fn pipes_are_written_by_any_name() {
    let folder = folder();
    for name in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
            .current_dir(&folder)
            .args(["fmt", "game.sgf", "-o", name])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        assert!(output.stdout.starts_with(b"(;GM[ugo]"), "{name}");
    }
}

/// A file behind such a name is written where it is: what it holds stays, and what others write to it later follows.
#[cfg(target_os = "linux")]
#[test]
fn a_file_behind_a_descriptor_is_not_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    let shell = |script: &str| {
        let mut shell = Command::new("sh");
        let ended = shell.current_dir(&folder).args(["-c", script]).output();
        let ended = ended.unwrap();
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), told)
    };
    let kifu = env!("CARGO_BIN_EXE_kifu");
    fs::write(path("a.sgf"), "(;FF[4]GM[bargo]SZ[2]RE[?])").unwrap();
    std::os::unix::fs::symlink("/dev/stdout", path("link")).unwrap();
    for (output, redirection, expected) in [
        ("/dev/stdout", ">> out", "before first RECORD last"),
        ("/dev/fd/1", "> out", "first RECORD last"),
        ("link", ">> out", "before first RECORD last"),
        ("/dev/stderr", "2>> out", "before RECORD"),
        ("/dev/fd/2", "2> out", "RECORD"),
    ] {
        fs::write(path("out"), "before\n").unwrap();
        let script =
            format!("(echo first; '{kifu}' fmt a.sgf -o {output} && echo last) {redirection}");
        assert_eq!(shell(&script).0, Some(0), "{script}");
        let written = fs::read_to_string(path("out")).unwrap();
        let expected = expected.replace("RECORD", "(;FF[4]GM[bargo]SZ[2]RE[?])");
        assert_eq!(
            written.split_whitespace().collect::<Vec<_>>().join(" "),
            expected,
            "{script}"
        );
    }
    // What is written through another descriptor would be at its own place in the file.
    assert_eq!(
        shell(&format!(
            "'{kifu}' batch -q --update --snapshot snapshot a.sgf"
        ))
        .0,
        Some(0)
    );
    let snapshot = fs::read_to_string(path("snapshot")).unwrap();
    let record = "(;GM[ugo]RE[?];B[c3])";
    for (command, redirection, before) in [
        ("fmt a.sgf -o /dev/fd/3", "3>> out", record),
        ("fmt a.sgf -o /dev/stdin", "< out", record),
        ("fmt --write /dev/stdin", "< out", record),
        ("repair --write /dev/fd/3", "3< out", record),
        ("play --plain /dev/fd/3 < game.sgf", "3>> out", record),
        ("play --plain /dev/stdin", "< out", record),
        (
            "batch -q --update --snapshot /dev/fd/3 game.sgf",
            "3< out",
            &snapshot,
        ),
    ] {
        fs::write(path("out"), before).unwrap();
        let (status, told) = shell(&format!("'{kifu}' {command} {redirection}"));
        assert_eq!(status, Some(2), "{command}: {told}");
        assert!(
            told.contains("give the name of the file"),
            "{command}: {told}"
        );
        assert_eq!(
            fs::read_to_string(path("out")).unwrap(),
            before,
            "{command}"
        );
    }
}

#[cfg(unix)]
/// A pipe would be read to its end while it is open for writing, so that it has none.
#[test]
fn a_snapshot_that_is_not_a_file_is_not_updated() {
    let folder = crate::common::folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])\n")]);
    let shell = |script: &str| {
        let output = Command::new("sh")
            .args(["-c", script])
            .current_dir(&folder)
            .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let update = r#""$KIFU" batch -q a.sgf --update --snapshot"#;
    assert_eq!(shell(&format!("{update} snap && mkfifo pipe")).0, Some(0));
    for script in [
        format!("cat snap | timeout 60 {update} /dev/stdin"),
        format!("timeout 60 {update} pipe"),
        format!("timeout 60 {update} /dev/null"),
        format!("timeout 60 {update} ."),
        format!("(timeout 60 {update} /dev/stdout; echo $? > status) | cat; exit $(cat status)"),
    ] {
        let (status, told) = shell(&script);
        assert_eq!(status, Some(2), "{script}: {told}");
    }
    // Only to read it, as in `--snapshot <(git show …)`, is no problem.
    let read = r#"cat snap | "$KIFU" batch -q a.sgf --snapshot /dev/stdin"#;
    assert_eq!(shell(read).0, Some(0));
}

#[test]
fn a_write_protected_file_is_not_replaced() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("pictures")).unwrap();
    let to_pictures = "replay game.sgf --format svg -o pictures";
    assert_eq!(kifu(folder.path(), to_pictures).0, 0);
    let picture = fs::read_dir(path("pictures")).unwrap().next();
    let protected = [path("out"), picture.unwrap().unwrap().path()];
    for path in &protected {
        fs::write(path, "precious").unwrap();
        let mut permissions = path.metadata().unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(path, permissions).unwrap();
    }
    for args in [
        "fmt game.sgf -o out",
        "validate game.sgf -o out",
        "batch game.sgf --report csv=out",
        "query game.sgf -o out",
        "convert game.sgf --to json -o out",
        "random --game ugo -o out",
        "stats game.sgf -o out",
        "explain ugo::occupied -o out",
        "replay game.sgf --format svg -o out",
        to_pictures,
    ] {
        let (status, told) = kifu(folder.path(), args);
        assert_eq!(status, 2, "{args}: {told}");
        assert!(told.contains("it is write-protected"), "{args}: {told}");
    }
    for path in protected {
        assert_eq!(fs::read_to_string(path).unwrap(), "precious");
    }
}

#[test]
fn a_list_of_no_paths_is_no_list() {
    let folder = folder();
    fs::write(folder.path().join("empty"), "\n\r\n").unwrap();
    fs::write(folder.path().join("list"), "\ngame.sgf\n").unwrap();
    for command in ["validate", "batch", "stats"] {
        let listed = |rest: &str| kifu(folder.path(), &format!("{command} --files-from {rest}"));
        let (status, err) = listed("empty");
        assert_eq!(status, 2, "{command}");
        assert!(err.contains("the list of paths is empty"), "{err}");
        assert_eq!(listed("list").0, 0);
        // Whatever else is checked: what made the list may have failed.
        assert_eq!(listed("empty game.sgf").0, 2);
        assert_eq!(listed("list game.sgf").0, 0);
    }
}

/// The name of a folder, or of a link to itself, is not the name of a file.
#[cfg(unix)]
#[test]
fn a_name_that_can_be_no_file_is_refused() {
    let folder =
        crate::common::folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])"), ("out.txt", "keep")]);
    std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
    for name in ["out.txt/", "new/", "loop"] {
        for command in [
            "fmt a.sgf -o",
            "replay a.sgf -o",
            "batch a.sgf -o",
            "random --game ugo -o",
        ] {
            let args: Vec<&str> = command.split(' ').chain([name]).collect();
            let (status, _, told) = crate::common::run(&folder, &args, "");
            assert_eq!(status, 2, "{command} {name}: {told}");
            assert!(told.contains(name.trim_end_matches('/')), "{told}");
        }
    }
    let kept = std::fs::read_to_string(folder.path().join("out.txt")).unwrap();
    assert_eq!(kept, "keep");
    assert!(folder.path().join("loop").is_symlink());
    assert!(!folder.path().join("new").exists());
}

/// All entries of a tar archive are read, also those of one name.
#[test]
fn entries_of_one_name_have_files_of_their_own() {
    let folder = crate::common::folder(&[]);
    for (number, record) in ["(;GM[ugo]SZ[3]RE[?];B[a1])", "(;GM[margo]SZ[3]RE[?];W[a1])"]
        .into_iter()
        .enumerate()
    {
        crate::common::write(&folder, "x.sgf", record);
        let option = if number == 0 { "cf" } else { "rf" };
        let packed = std::process::Command::new("tar")
            .current_dir(folder.path())
            .args([option, "d.tar", "x.sgf"])
            .status();
        assert!(packed.unwrap().success());
    }
    for format in ["svg", "png", "html", "gif"] {
        let args = format!("replay --format {format} --at end -o {format}/ d.tar");
        let args: Vec<&str> = args
            .split(' ')
            .filter(|arg| format != "gif" && format != "html" || !matches!(*arg, "--at" | "end"))
            .collect();
        let (status, _, told) = crate::common::run(&folder, &args, "");
        assert_eq!(status, 0, "{told}");
        let files = std::fs::read_dir(folder.path().join(format)).unwrap();
        assert_eq!(files.count(), 3, "two images and the index");
    }
}

#[test]
fn no_text_is_written_under_the_name_of_an_archive() {
    let folder = crate::common::folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
    for name in [
        "o.sgf.gz",
        "o.kifu.zst",
        "o.ZIP",
        "o.tar",
        "o.tgz",
        "o.xz",
        "o.csv.gz",
        "o.2026.GZ",
        "o.7z",
        ".zst",
    ] {
        for command in [
            "query a.sgf -o ",
            "fmt a.sgf -o ",
            "convert --to json a.sgf -o ",
            "validate a.sgf -f csv -o ",
            "explain ugo -o ",
            "batch a.sgf --report csv=",
        ] {
            let command = format!("{command}{name}");
            let args: Vec<&str> = command.split(' ').collect();
            let (status, _, err) = crate::common::run(&folder, &args, "");
            assert_eq!(status, 2, "{command} {name}: {err}");
            assert!(err.contains("its name is that of a"), "{err}");
            assert!(!folder.path().join(name).exists(), "{command} {name}");
        }
        let (status, _, err) =
            crate::common::run(&folder, &["play", "--plain", "--game", "ugo", name], "c3\n");
        assert_eq!(status, 2, "{name}: {err}");
        let save = format!("save {name}\n");
        let (_, out, _) = crate::common::run(&folder, &["play", "--plain", "a.sgf"], save.as_str());
        assert!(
            out.contains(&format!("not saved: {name}: its name is that of a")),
            "{out}"
        );
    }
    #[cfg(unix)]
    {
        let target = folder.path().join("o.zip");
        std::fs::write(&target, "precious").unwrap();
        std::os::unix::fs::symlink("o.zip", folder.path().join("link")).unwrap();
        let (status, _, err) = crate::common::run(&folder, &["fmt", "a.sgf", "-o", "link"], "");
        assert_eq!(status, 2, "{err}");
        assert_eq!(std::fs::read(&target).unwrap(), b"precious");
    }
    for name in ["o.gz.sgf", "tar", "o.tar_", "gz"] {
        let (status, _, err) = crate::common::run(&folder, &["query", "a.sgf", "-o", name], "");
        assert_eq!(status, 0, "{name}: {err}");
    }
}
