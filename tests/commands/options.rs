//! Options that behave alike in several commands, and options with two readings.

use crate::common::{folder, run};

/// Standard output of a run that ends with this status.
fn shown(status: i32, args: &[&str]) -> String {
    let folder = folder(&[
        (
            "a.sgf",
            "(;GM[ugo]SZ[5]RE[B+24.5];B[c3];W[button];B[pass];W[pass])",
        ),
        ("3", "(;GM[ugo]SZ[5]RE[?];B[a1];W[b2])"),
    ]);
    let (code, out, err) = run(&folder, args, "");
    assert_eq!((code, err.as_str()), (status, ""), "{args:?}: {out}");
    out
}

#[test]
fn the_argument_after_an_option_without_a_value_is_a_path_if_there_is_such_a_file() {
    let numbered = shown(0, &["replay", "--numbers", "a.sgf"]);
    assert!(
        numbered.starts_with("a.sgf, record 1, after ply 4"),
        "{numbered}"
    );
    assert!(numbered.contains('1'), "{numbered}");
    // There is a file of this name.
    assert!(shown(0, &["replay", "--numbers", "3"]).starts_with("3, record 1"));
    let from = shown(0, &["replay", "--numbers=3", "a.sgf", "--at", "3"]);
    assert_eq!(from, shown(0, &["replay", "--numbers", "3..3", "a.sgf"]));
    let off = shown(0, &["replay", "--last-move", "off", "a.sgf", "--at", "1"]);
    assert!(!off.contains('('), "{off}");
}

#[test]
fn former_names_of_options_still_work() {
    for (former, present) in [
        (
            "replay a.sgf --format svg --size 99",
            "replay a.sgf --format svg --image-pixels 99",
        ),
        (
            "replay a.sgf --format svg --size=99",
            "replay a.sgf --format svg --image-pixels=99",
        ),
        (
            "replay a.sgf --format svg --status off",
            "replay a.sgf --format svg --status-line off",
        ),
        (
            "replay a.sgf --format pdf --moves 1 --pages 2",
            "replay a.sgf --format pdf --moves-per-diagram 1 --diagrams-per-page 2",
        ),
        (
            "perft --from a.sgf --at 0 --depth 1",
            "perft --start-file a.sgf --at 0 --depth 1",
        ),
        (
            "random --game ugo --plies 3",
            "random --game ugo --stop-after 3",
        ),
    ] {
        let run = |line: &str| {
            let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
            let args: Vec<&str> = line.split(' ').collect();
            let output = crate::common::kifu(&folder, &args).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{line}");
            output.stdout
        };
        let (former_output, output) = (run(former), run(present));
        // The order of the fonts in a PDF differs from run to run.
        let is_pdf = former.contains("pdf");
        assert!(is_pdf || former_output == output, "{former}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    for (line, named) in [
        ("query --symmetry --game ugo a.sgf", "--pattern"),
        ("query --at 1 --opening c3 a.sgf", "--position"),
        ("stats --top 3 a.sgf", "--openings"),
        ("stats --symmetry a.sgf", "--openings"),
        ("results --points 3,1,0 a.sgf", "--standings"),
        ("perft --game ugo --depth 1 --at 1", "--at"),
        ("perft --game ugo --depth 1 --record 1", "--record"),
        ("perft --expected a.perft --at 1", "--at"),
        ("metrics --game ugo --record 1", "--record"),
    ] {
        let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
        let args: Vec<&str> = line.split(' ').collect();
        let (status, out, err) = run(&folder, &args, "");
        assert_eq!((status, out.as_str()), (2, ""), "{line}");
        assert!(err.contains(named), "{line}: {err}");
    }
    // Each of these gives them a meaning.
    for line in [
        "query --at 1 --symmetry --position AB[c3] a.sgf",
        "query --at 1 --symmetry --pattern AB[c3] a.sgf",
        "query --symmetry --opening c3 a.sgf",
        "stats --openings 1 --top 3 --symmetry a.sgf",
        "results --standings --by event --points 3,1,0 a.sgf",
        "results --by event --points 3,1,0 a.sgf",
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        shown(0, &args);
    }
}

#[test]
fn moves_stand_for_a_record() {
    let moves = ["--game", "ugo", "--size", "5", "c3 button", "pass pass"];
    let score = shown(0, &[&["score", "-q"], &moves[..]].concat());
    assert_eq!(
        score,
        "moves, record 1: B+24.5: both players had passed after ply 4\n"
    );
    let drawn = shown(0, &[&["replay", "--at", "1"], &moves[..]].concat());
    assert!(
        drawn.starts_with("moves, record 1, after ply 1: B c3\n"),
        "{drawn}"
    );
    let json = shown(
        0,
        &[
            "replay", "--game", "sygo", "--size=3", "--format", "jsonl", "",
        ],
    );
    assert!(
        json.contains(r#""source":"moves","index":1,"ply":0"#),
        "{json}"
    );
    let illegal = shown(
        1,
        &["score", "-q", "--game", "margo", "--size", "2", "a1 a1"],
    );
    assert!(illegal.contains("margo::occupied"), "{illegal}");
    let (code, _, err) = run(&folder(&[]), &["score"], "");
    assert_eq!(code, 2);
    assert!(err.contains("<PATH>"), "{err}");
}

#[test]
fn quiet_leaves_out_what_is_not_the_result() {
    assert_eq!(
        shown(0, &["score", "--quiet", "a.sgf"]),
        "a.sgf, record 1: B+24.5: both players had passed after ply 4\n"
    );
}

#[test]
fn a_group_of_codes_is_listed() {
    let ugo = shown(0, &["explain", "ugo"]);
    assert!(ugo.starts_with("ugo::button-taken  (error)\n"), "{ugo}");
    assert!(!ugo.contains("record::"), "{ugo}");
    for name in ["UGO", "ugo::", "ugo::*", "yugo"] {
        assert_eq!(shown(0, &["explain", name]), ugo, "{name}");
    }
    let json = shown(0, &["explain", "ugo", "--format", "json"]);
    assert!(
        json.starts_with("[{") && json.contains("ugo::occupied"),
        "{json}"
    );
    // What has no effect is accepted.
    assert_eq!(
        shown(0, &["explain", "-q", "--strict", "--exit-zero", "ugo"]),
        ugo
    );
    let help = shown(0, &["explain", "--help"]);
    assert!(
        !help.contains("--strict") && !help.contains("--quiet"),
        "{help}"
    );
}

#[test]
fn standard_input_is_read_once() {
    const RECORD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";
    let folder = crate::common::folder(&[("a.sgf", RECORD)]);
    for (args, uses) in [
        ("validate - -", "`-` and `-`"),
        ("batch a.sgf - -", "`-` and `-`"),
        ("batch --input jsonl - -", "`-` and `-`"),
        ("validate --files-from - -", "`-` and `--files-from -`"),
        ("stats - --files-from=-", "`-` and `--files-from -`"),
        ("query --position @- --count -", "`-` and `--position @-`"),
        ("query --pattern @- --count -", "`-` and `--pattern @-`"),
        (
            "query --position @- --count --files-from -",
            "`--files-from -` and `--position @-`",
        ),
        ("merge - -", "`-` and `-`"),
        ("convert --from json - -", "`-` and `-`"),
        ("legal - -", "`-` and `-`"),
    ] {
        let args: Vec<&str> = args.split(' ').collect();
        let (status, out, errors) = crate::common::run(&folder, &args, RECORD);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(errors.contains(uses), "{args:?}: {errors}");
    }
    // Pipes have names, too.
    #[cfg(target_os = "linux")]
    for (args, uses) in [
        (["validate", "-", "/dev/stdin"], "`-` and `/dev/stdin`"),
        (
            ["metrics", "--expect=/dev/stdin", "-"],
            "`-` and `--expect /dev/stdin`",
        ),
        (
            ["validate", "--ruleset=/dev/stdin", "-"],
            "`-` and `--ruleset /dev/stdin`",
        ),
        (
            ["results", "--roster=/dev/stdin", "-"],
            "`-` and `--roster /dev/stdin`",
        ),
        (
            ["fmt", "/dev/fd/0", "/dev/stdin"],
            "`/dev/fd/0` and `/dev/stdin`",
        ),
        (
            ["query", "--position=@/dev/fd/0", "-"],
            "`-` and `--position @/dev/fd/0`",
        ),
        (
            ["play", "--plain", "--ruleset=/dev/stdin"],
            "`--ruleset /dev/stdin` and `--plain`",
        ),
    ] {
        let (status, out, errors) = crate::common::run(&folder, &args, RECORD);
        assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
        assert!(errors.contains(uses), "{args:?}: {errors}");
    }
    #[cfg(target_os = "linux")]
    {
        assert_eq!(
            crate::common::run(&folder, &["validate", "/dev/stdin"], RECORD).0,
            0
        );
        // A list contains none of the names.
        crate::common::write(&folder, "list", "a.sgf\n/dev/stdin\n");
        for (list, stdin) in [("list", RECORD), ("-", "a.sgf\n/dev/stdin\n")] {
            let args = ["validate", "--files-from", list];
            let (status, _, errors) = crate::common::run(&folder, &args, stdin);
            assert_eq!(status, 2, "{list}: {errors}");
            let names = errors.contains("contains `/dev/stdin`, which is standard input");
            assert!(names, "{list}: {errors}");
        }
    }
    // An output, and a file that is only named like it, are something else.
    for args in [
        &["validate", "-"][..],
        &["query", "--position", "@-", "a.sgf"],
        &["validate", "--stdin-name", "-", "-"],
    ] {
        assert_eq!(crate::common::run(&folder, args, RECORD).0, 0, "{args:?}");
    }
}

/// Moves are given instead of files.
#[test]
fn no_files_are_named_beside_a_game_of_moves() {
    let folder = crate::common::folder(&[("list", "a.sgf\n")]);
    for command in ["score", "replay"] {
        for option in ["--files-from", "--stdin-name"] {
            let args = [command, "--game", "ugo", option, "list", "c3"];
            let (status, out, errors) = crate::common::run(&folder, &args, "");
            assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
            assert!(errors.contains("cannot be used with"), "{errors}");
        }
    }
}

/// Who looks for a way to go on with a run is told of the cache.
#[test]
fn an_option_to_resume_is_answered() {
    let folder = crate::common::folder(&[]);
    for option in ["--resume", "--continue"] {
        let (status, _, err) = crate::common::run(&folder, &["batch", option, "."], "");
        assert_eq!(status, 2);
        assert!(
            err.contains("`kifu batch --cache FOLDER` goes on with an interrupted run")
                && !err.contains("similar"),
            "{err}"
        );
    }
}

/// A game where an option is wanted is answered with the option.
#[test]
fn a_game_without_its_option_is_answered() {
    let folder = crate::common::folder(&[]);
    let (status, out, err) = crate::common::run(&folder, &["random", "margo"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(
        err.contains("the game is an option: `--game margo`"),
        "{err}"
    );
}

/// Random records can be those of a tournament.
#[test]
fn random_records_have_an_event_and_a_komi() {
    let folder = crate::common::folder(&[]);
    let command =
        "random --game ugo --size 3 --komi -5 --event Open] --round 2 --date 2026-11-20 -o r.sgf";
    let (status, _, err) = crate::common::run(&folder, &command.split(' ').collect::<Vec<_>>(), "");
    assert_eq!((status, err.as_str()), (0, ""));
    let text = std::fs::read_to_string(folder.path().join("r.sgf")).unwrap();
    assert!(
        text.contains("KM[-5]EV[Open\\]]RO[2]DT[2026-11-20]"),
        "{text}"
    );
    let (status, out, _) = crate::common::run(&folder, &["validate", "--strict", "r.sgf"], "");
    assert_eq!(status, 0, "{out}");
    let sygo = ["random", "--game", "sygo", "--komi", "5"];
    let (status, _, err) = crate::common::run(&folder, &sygo, "");
    assert_eq!(
        (status, err.as_str()),
        (2, "kifu: error: Sygo has no komi\n")
    );
    for komi in ["3.5", "10001", "x"] {
        let ugo = ["random", "--game", "ugo", "--komi", komi];
        let (status, _, err) = crate::common::run(&folder, &ugo, "");
        let told = "expected a whole number of points from -10000 to 10000";
        assert!(status == 2 && err.contains(told), "{err}");
    }
}
