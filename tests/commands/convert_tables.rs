//! `kifu convert --to csv` and `--to txt` with known answers and hostile text, and the comments and marks of
//! `--to go-sgf`.

use crate::common::{convert::write_one, folder, run, write};
use kifu::convert::Notation;

const GAME: &str = "(;GM[ugo]SZ[3]PB[=1+1]PW[Ben\u{1b}[31m]RE[?]\n;B[b2];W[a2];B[a1]C[x];W[button];B[Ka3];W[a3];B[pass])\n";
const MARGO: &str = "(;GM[margo]SZ[2]\n;W[a1];B[swap];B[c3];W[a3];B[c1])\n";

#[test]
fn the_table_has_a_row_for_every_ply() {
    let folder = folder(&[
        ("=a.sgf", &format!("{GAME}{MARGO}")),
        ("b.sgf", "(;GM[bamogo]SZ[4];B[Rd4,Gd3])\n"),
    ]);
    let (status, out, messages) = run(&folder, &["convert", "--to", "csv", "=a.sgf", "b.sgf"], "");
    assert_eq!(status, 1);
    insta::assert_snapshot!(out, @r#"
    source,record,game,ruleset,size,ply,player,move,captures,to_move,score_black,score_white,score_grey,score_yellow
    '=a.sgf,1,ugo,ugo,3,1,B,b2,0,W,9,0,,
    '=a.sgf,1,ugo,ugo,3,2,W,a2,0,B,1,1,,
    '=a.sgf,1,ugo,ugo,3,3,B,a1,0,W,2,1,,
    '=a.sgf,1,ugo,ugo,3,4,W,button,0,B,2,1.5,,
    '=a.sgf,1,ugo,ugo,3,5,B,Ka3,1,W,9,0.5,,
    '=a.sgf,1,ugo,ugo,3,6,W,a3,,,,,,
    '=a.sgf,1,ugo,ugo,3,7,B,pass,,,,,,
    '=a.sgf,2,margo,margo,2,1,W,a1,0,B,0,1,,
    '=a.sgf,2,margo,margo,2,2,B,swap,0,B,0,1,,
    '=a.sgf,2,margo,margo,2,3,B,c3,0,W,1,1,,
    '=a.sgf,2,margo,margo,2,4,W,a3,0,B,1,2,,
    '=a.sgf,2,margo,margo,2,5,B,c1,2,W,2,0,,
    b.sgf,1,bamogo,bamogo,4,1,B,"Gd3,Rd4",0,W,,,,
    "#);
    insta::assert_snapshot!(messages, @r"
    =a.sgf:2:41: record 1: error[ugo::occupied] ply 6 a3: a3 is not empty: Black's king is there
    =a.sgf:1:15: record 1: warning: not carried over: PB, PW, RE, C
    ");
    let mut table = csv::Reader::from_reader(out.as_bytes());
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 13);
    assert!(rows.iter().all(|row| row.len() == 14));
    // Without records there is still the row of headings.
    let (status, out, _) = run(&folder, &["convert", "--to", "csv", "-"], "(;");
    assert_eq!((status, out.lines().count()), (1, 1));
}

#[test]
fn the_list_has_two_columns() {
    let folder = folder(&[("a.sgf", &format!("{GAME}{MARGO}"))]);
    let (status, out, _) = run(&folder, &["convert", "--to", "txt", "a.sgf"], "");
    assert_eq!(status, 1);
    insta::assert_snapshot!(out, @r"
    ugo 3
    Black: =1+1
    White: Ben\u{1b}[31m
    Result: ?

        Black      White
     1  b2      2  a2
     3  a1      4  button
     5  Ka3     6  a3 (illegal)
     7  pass

    margo 2

        White      Black
     1  a1      2  swap
                3  c3
     4  a3      5  c1
    ");
    assert!(
        out.lines()
            .all(|line| line.trim_end() == line && line.len() < 80)
    );
}

#[test]
fn captures_are_counted() {
    // Sygo: a stone that changes its color is captured.
    let text = "(;GM[sygo]SZ[2]\n;W[a1];B[a2];W[pass];B[b1])";
    let written = write_one(Notation::Csv, text).expect("the record can be written");
    let last = written.text.lines().last().expect("a row");
    assert_eq!(last, "game.sgf,1,sygo,sygo,2,4,B,b1,1,W,4,0,,");
}

#[test]
fn go_sgf_marks_kings_and_describes_plies() {
    let text = "(;GM[ugo]SZ[3]PB[Ann]C[Begin.]HO[1]\n;B[b2]TR[b2][a1:b1]LB[c3:x]MN[1];W[a2]C[A \\] stone.];B[a1];W[button]C[Half a point.];B[Ka3];W[a3]C[No.])";
    let written = write_one(Notation::GoSgf, text).expect("the record can be written");
    insta::assert_snapshot!(written.text, @r"
    (;FF[4]GM[1]CA[UTF-8]AP[kifu:0.1.0]SZ[3]RU[ugo]PL[B]PB[Ann]HO[1]KIFU[GM[ugo\]][SZ[3\]]C[Begin.]
    ;B[bb]TR[bb][ac:bc]LB[ca:x]KIFU[MN[1\]]
    ;W[ab]C[A \] stone.]
    ;B[ac]
    ;PL[B]KIFU[W[button\]]C[White takes the button.
    Half a point.]
    ;B[aa]MN[5]MA[aa]KIFU[B[Ka3\]])
    ");
    let messages: Vec<_> = written
        .notes
        .iter()
        .map(|note| note.message.as_str())
        .collect();
    insta::assert_debug_snapshot!(messages, @r#"
    [
        "error[ugo::occupied] ply 6 a3: a3 is not empty: Black's king is there",
        "warning: not carried over: variations that begin with an illegal ply",
    ]
    "#);
    let text = "(;GM[ugo]SZ[3];W[a2];B[a1])";
    assert!(write_one(Notation::GoSgf, text).is_ok());
    for (game, name) in [("margo", "Margo"), ("bargo", "Bargo"), ("bamogo", "Bamogo")] {
        let refused = write_one(Notation::GoSgf, &format!("(;GM[{game}])")).expect_err("no Go");
        assert!(
            refused[0].is_error && refused[0].message.contains(name),
            "{refused:?}"
        );
    }
}

#[test]
fn go_sgf_places_the_setup_in_its_node() {
    let text = "(;GM[ugo]SZ[3]C[root];AB[Ka1][b2]PL[W]C[set up];C[then];W[c3](;B[button])(;B[a3];W[b1]TR[a1]CR[c1]))";
    let written = write_one(Notation::GoSgf, text).expect("the record can be written");
    insta::assert_snapshot!(written.text, @r"
    (;FF[4]GM[1]CA[UTF-8]AP[kifu:0.1.0]SZ[3]RU[ugo]KIFU[GM[ugo\]][SZ[3\]]C[root]
    ;AB[ac][bb]PL[W]MA[ac]KIFU[AB[Ka1\][b2\]][PL[W\]]C[set up]
    ;MA[ac]C[then]
    ;W[ca]MA[ac]
    (;PL[W]MA[ac]KIFU[B[button\]]C[Black takes the button.])
    (;B[aa]MA[ac]
    ;W[bc]TR[ac]CR[cc]))
    ");
}

#[test]
fn text_around_records_is_not_lost_in_silence() {
    let text = "head (;GM[margo]SZ[5]RE[B+R];W[c3];B[e3];W[resign])\ntail (;GM[margo]SZ[5]RE[B+R];W[c3];B[e3];W[resign])";
    let ugo = text
        .replace("margo", "ugo")
        .replace("RE[B+R];W[c3];B[e3];W", "RE[W+R];B[c3];W[e3];B");
    let folder = folder(&[("margo.sgf", text), ("ugo.sgf", &ugo)]);
    for notation in Notation::ALL.into_iter().filter(|one| one.is_written()) {
        let name = notation.name();
        let path = match notation {
            Notation::GoSgf => "ugo.sgf",
            _ => "margo.sgf",
        };
        let convert = |more: &[&str]| {
            let args = [&["convert", "--to", name, path], more].concat();
            run(&folder, &args, "")
        };
        let (status, out, messages) = convert(&["--lossless"]);
        if notation == Notation::Json {
            assert_eq!((status, messages.as_str()), (0, ""));
            assert!(out.contains("head") && out.contains("tail"), "{out}");
            continue;
        }
        assert_eq!(status, 1, "{name}");
        for expected in [
            format!(
                "{path}:1:1: record 1: warning: not carried over: text outside of the record\n"
            ),
            format!(
                "{path}:2:1: record 2: warning: not carried over: text outside of the record\n"
            ),
        ] {
            assert!(messages.contains(&expected), "{name}: {messages}");
            assert!(convert(&[]).2.contains(&expected), "{name}");
        }
        assert_eq!(convert(&["--quiet"]).2, "", "{name}");
        assert_eq!(convert(&[]).0, 0, "{name}");
        assert!(!out.contains("c3") && !out.contains("cc"), "{name}: {out}");
    }
    // The same after JSON, and for a record that is converted outside of memory.
    let json = run(&folder, &["convert", "--to", "json", "ugo.sgf"], "").1;
    let again = ["convert", "--from", "json", "--to", "go-sgf", "-"];
    assert!(
        run(&folder, &again, json)
            .2
            .contains("text outside of the record")
    );
    let long = format!("head (;GM[ugo]SZ[5]C[{}];B[c3])", "x".repeat(5_000_000));
    let (status, out, messages) = run(
        &folder,
        &["convert", "--to", "go-sgf", "--lossless", "-"],
        long,
    );
    assert_eq!((status, out.len()), (1, 0));
    assert!(
        messages.contains("text outside of the record"),
        "{messages}"
    );
}

#[test]
fn invalid_bytes_are_not_lost_in_silence() {
    let folder = folder(&[]);
    let bytes: &[u8] = b"(;GM[ugo]SZ[5]CA[UTF-8]PB[a\xf1a];B[c3])";
    for notation in ["json", "csv", "txt", "go-sgf"] {
        let args = ["convert", "--to", notation, "--lossless", "-"];
        let (status, _, messages) = run(&folder, &args, bytes);
        assert_eq!(status, 1, "{notation}");
        let expected =
            "1:28: record 1: warning: not carried over: bytes that are invalid in UTF-8\n";
        assert!(messages.contains(expected), "{notation}: {messages}");
    }
    let outside: &[u8] = b"CA[UTF-8] \xf1 (;GM[ugo]SZ[5];B[c3])";
    let (status, _, messages) = run(
        &folder,
        &["convert", "--to", "json", "--lossless", "-"],
        outside,
    );
    assert_eq!(status, 1);
    assert!(messages.contains("bytes that are invalid"), "{messages}");
}

/// JSON keeps text outside of records, but not any amount of it.
#[test]
fn long_text_outside_of_records_is_not_lost_in_silence() {
    let folder = folder(&[]);
    let record = "(;GM[ugo]SZ[5];B[c3])";
    let convert = |text: &str| {
        write(&folder, "a.sgf", text);
        run(
            &folder,
            &["convert", "--to", "json", "--lossless", "a.sgf"],
            "",
        )
    };
    let (megabyte, blanks) = ("x".repeat(1 << 20), "\n".repeat(7 << 20));
    for text in [
        format!("{record}{megabyte}x{record}"),
        format!("x{megabyte}{record}"),
        format!("{record}{megabyte}x"),
        format!("{record}x{blanks}{record}"),
        format!("{record}{blanks}x"),
    ] {
        let (status, _, messages) = convert(&text);
        assert_eq!(status, 1);
        let expected = "not carried over: a part of the long text outside of the record";
        assert!(messages.contains(expected), "{messages}");
        let (_, verdicts, _) = run(&folder, &["validate", "--format", "short", "a.sgf"], "");
        assert!(verdicts.contains("record::text-outside"), "{verdicts}");
        assert!(!verdicts.contains("``"), "{verdicts}");
    }
    for text in [
        format!("{record}{megabyte}{record}"),
        format!("{record}x{blanks}"),
    ] {
        let (status, _, messages) = convert(&text);
        assert_eq!((status, messages.as_str()), (0, ""));
    }
}

#[test]
fn further_values_are_not_lost_in_silence() {
    let text = "(;GM[ugo]SZ[5]PB[a]PB[b]PW[c][d]PG[e];B[c3])";
    let written = write_one(Notation::Txt, text).expect("it can be written");
    let messages: Vec<_> = written
        .notes
        .iter()
        .map(|note| note.message.as_str())
        .collect();
    assert_eq!(messages, ["warning: not carried over: PB, PW, PG"]);
}
