//! `--partial`: what can be read of a malformed record before the damage.

use crate::common::{folder, run};

#[test]
fn what_precedes_the_damage_is_used() {
    let files = [
        ("value.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4];B[b"),
        ("comment.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4]C[unfin"),
        ("open.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4]\n"),
        (
            "stray.sgf",
            "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4] junk ;B[b2];W[a1])",
        ),
        ("name.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[d4];C B[b2])"),
    ];
    let folder = folder(&files);
    for (name, _) in files {
        let (status, out, _) = run(&folder, &["replay", name], "");
        assert_eq!(status, 1, "{name}");
        assert!(!out.contains('●'), "{name}: {out}");
        let (status, out, err) = run(
            &folder,
            &["replay", "--partial", "--format", "jsonl", name],
            "",
        );
        assert_eq!(status, 1, "{name}: {err}");
        assert!(
            out.contains("\"ply\":2,") && out.contains("\"AW\":[\"d4\"]"),
            "{name}: {out}"
        );
        assert!(err.contains("error[syntax::"), "{name}: {err}");
        // The record stays malformed, and what is missing is no further finding.
        let (status, out, _) = run(
            &folder,
            &["score", "--partial", "--format", "jsonl", name],
            "",
        );
        assert_eq!(status, 1, "{name}");
        assert!(
            out.contains("\"plies\":2,\"status\":\"malformed\",\"finished\":false"),
            "{name}: {out}"
        );
        assert!(
            out.contains("\"parts\":{") && !out.contains("record::"),
            "{name}: {out}"
        );
        let (status, out, _) = run(&folder, &["score", "--format", "jsonl", name], "");
        assert_eq!(status, 1);
        assert!(out.contains("\"plies\":0,"), "{name}: {out}");
        let (status, _, err) = run(&folder, &["legal", name], "");
        assert_eq!(status, 2, "{name}: {err}");
        let (status, out, err) = run(&folder, &["legal", "--partial", name], "");
        assert_eq!(status, 0, "{name}: {err}");
        assert!(
            out.contains("legal moves") && err.contains("what precedes the damage has 2 plies"),
            "{name}: {err}"
        );
    }
}

/// Nothing is played of a record whose root is wrong, and a sound record is played as ever.
#[test]
fn other_errors_stay_as_they_are() {
    let folder = folder(&[
        ("size.sgf", "(;GM[ugo]SZ[99];B[c3"),
        ("sound.sgf", "(;GM[ugo]SZ[5];B[c3])"),
        ("none.sgf", "no record"),
    ]);
    for name in ["size.sgf", "sound.sgf", "none.sgf"] {
        let (status, out, err) = run(&folder, &["score", name], "");
        let partial = run(&folder, &["score", "--partial", name], "");
        assert_eq!(partial, (status, out, err), "{name}");
    }
}
