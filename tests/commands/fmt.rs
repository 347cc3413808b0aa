//! `kifu fmt`: what it changes, what it keeps, and how it ends.

use std::{fs, io::Write};

use crate::common::{folder, run, write};

/// What `fmt` makes of a text.
fn formatted(args: &[&str], text: &str) -> String {
    let args = [&["fmt"], args, &["-"]].concat();
    let (status, out, err) = run(&folder(&[]), &args, text);
    assert_eq!((status, err.as_str()), (0, ""), "{text}");
    out
}

#[test]
fn a_record_of_every_game() {
    insta::assert_snapshot!(formatted(&[], "(;SZ[3]GM[Bargo]PW[Ben]\nPB[Ann]FF[4];C[A cell\\, a wall.]B[A1/NE];W[ button ](;B[pass])(;B[ ]N[again]))"), @r"
        (;FF[4]GM[bargo]SZ[3]PB[Ann]PW[Ben]
        ;B[a1/ne]C[A cell, a wall.]
        ;W[button]
        (;B[pass])
        (;B[pass]N[again]))
        ");
    insta::assert_snapshot!(formatted(&[], "(;GM[SYGO]SZ[5:5]FF[4]RE[?];W[B2]bL[60];TR[A1:B2][c3]B[D2];W[B5];B[D5];W[B3 , B4])"), @r"
        (;FF[4]GM[sygo]SZ[5]RE[?]
        ;W[b2]L[60]
        ;B[d2]TR[a1:b2][c3]
        ;W[b5]
        ;B[d5]
        ;W[b3,b4])
        ");
    insta::assert_snapshot!(formatted(&[], "(;RE[?]PL[w]BUTTON[b]AW[E5][kA1]AB[C3:D4]GM[ugo]FF[4]SZ[7]\r\n;LB[A7:first\\: try]W[KG7]XX[1][\\2])"), @r"
        (;FF[4]GM[ugo]SZ[7]RE[?]AB[c3:d4]AW[e5][Ka1]BUTTON[B]PL[W]
        ;W[Kg7]LB[a7:first\: try]XX[1][2])
        ");
    insta::assert_snapshot!(formatted(&[], "(;SZ[4]GM[bamogo]LINE[rg\n RB gb]STONES[rA1];B[gD4,rD3];W[A1 <> D4])"), @r"
        (;GM[bamogo]SZ[4]STONES[Ra1]LINE[RG RB GB]
        ;B[Gd4,Rd3]
        ;W[a1<>d4])
        ");
    insta::assert_snapshot!(formatted(&["--compact"], "(;GM[margo]SZ[4]RE[W+R];W[A1];B[1C1];W[swap](;B[E1];W[resign])(;B[G1]))"), @r"
        (;GM[margo]SZ[4]RE[W+R]
        ;W[a1];B[1c1];W[swap]
        (;B[e1];W[resign])
        (;B[g1]))
        ");
}

#[test]
fn what_stands_around_records_stays() {
    let text = "A note.\r\n(;GM[ugo]SZ[5]RE[?];B[A1]) and (;GM[ugo]SZ[5]RE[?]\n;W[C[x]) \r\n\r\n(;GM[ugo]SZ[5]RE[?]\n;B[b1]\n\n  (;GM[ugo]SZ[5]RE[?] ;B[C1]\n)\n\n\n(;GM[ugo]SZ[5]RE[?];B[D1])(;GM[ugo]SZ[5]RE[?];B[E1])";
    let (status, out, err) = run(&folder(&[]), &["fmt", "-"], text);
    assert_eq!(status, 0);
    insta::assert_snapshot!(err, @"-: record 3 is malformed and stays as it is: syntax::unclosed");
    insta::assert_snapshot!(out.replace('\r', "␍"), @r"
        A note.␍
        (;GM[ugo]SZ[5]RE[?]
        ;B[a1]) and (;GM[ugo]SZ[5]RE[?]
        ;W[C[x]) ␍
        ␍
        (;GM[ugo]SZ[5]RE[?]
        ;B[b1]

          (;GM[ugo]SZ[5]RE[?] ;B[C1]
        )


        (;GM[ugo]SZ[5]RE[?]
        ;B[d1])
        (;GM[ugo]SZ[5]RE[?]
        ;B[e1])
        ");
    assert_eq!(run(&folder(&[]), &["fmt", "-"], out.clone()).1, out);
    assert_eq!(run(&folder(&[]), &["fmt", "--check", "-"], out).0, 0);
}

const MESSY: &str = "(;SZ[5]GM[ugo]RE[?];B[C3])\n";
const NEAT: &str = "(;GM[ugo]SZ[5]RE[?]\n;B[c3])\n";

#[test]
fn check_names_the_files_that_would_change() {
    let folder = folder(&[
        ("a/messy.sgf", MESSY),
        ("a/neat.sgf", NEAT),
        ("odd.sgf", "no record"),
    ]);
    let check = |paths: &[&str]| run(&folder, &[&["fmt", "--check"], paths].concat(), "");
    assert_eq!(
        check(&["a"]),
        (1, "a/messy.sgf\n".to_owned(), String::new())
    );
    assert_eq!(check(&["a/neat.sgf"]).0, 0);
    assert_eq!(check(&["odd.sgf"]).0, 0);
    assert_eq!(check(&["a", "gone.sgf"]).0, 2);
    assert_eq!(
        run(&folder, &["fmt", "--check", "--compact", "a"], "").1,
        "a/messy.sgf\n"
    );
}

#[test]
fn write_replaces_what_changes() {
    let folder = folder(&[("a/messy.sgf", MESSY), ("a/neat.sgf", NEAT)]);
    let before = fs::metadata(folder.path().join("a/neat.sgf")).unwrap();
    let written = run(&folder, &["fmt", "--write", "a"], "");
    assert_eq!(written, (0, "a/messy.sgf\n".to_owned(), String::new()));
    assert_eq!(
        fs::read_to_string(folder.path().join("a/messy.sgf")).unwrap(),
        NEAT
    );
    let after = fs::metadata(folder.path().join("a/neat.sgf")).unwrap();
    assert_eq!(before.modified().unwrap(), after.modified().unwrap());
    assert_eq!(fs::read_dir(folder.path().join("a")).unwrap().count(), 2);
    assert_eq!(
        run(&folder, &["fmt", "--write", "a"], ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_file_that_is_named_twice_is_read_again_when_it_has_been_written() {
    let folder = folder(&[("a.sgf", MESSY), ("b.sgf", MESSY)]);
    assert_eq!(
        run(
            &folder,
            &["fmt", "--write", "a.sgf", "a.sgf", "b.sgf", "./a.sgf"],
            ""
        ),
        (0, "a.sgf\nb.sgf\n".to_owned(), String::new())
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("a.sgf")).unwrap(),
        NEAT
    );
}

#[test]
fn archives_and_standard_input_are_only_read() {
    let folder = folder(&[]);
    let packed = zstd::encode_all(MESSY.as_bytes(), 1).unwrap();
    fs::write(folder.path().join("a.sgf.zst"), &packed).unwrap();
    assert_eq!(
        run(&folder, &["fmt", "a.sgf.zst"], ""),
        (0, NEAT.to_owned(), String::new())
    );
    let (status, _, err) = run(&folder, &["fmt", "--write", "a.sgf.zst", "-"], MESSY);
    assert_eq!(status, 2);
    insta::assert_snapshot!(err, @r"
        kifu: error: a.sgf.zst: only a plain file can be rewritten, not an archive or standard input
        kifu: error: -: only a plain file can be rewritten, not an archive or standard input
        ");
    assert_eq!(fs::read(folder.path().join("a.sgf.zst")).unwrap(), packed);
}

#[test]
fn differences_stand_among_the_lines_around_them() {
    let records = format!("{NEAT}{NEAT}{NEAT}{MESSY}{NEAT}{NEAT}");
    let folder = folder(&[("a.sgf", &records), ("b.sgf", NEAT)]);
    let (status, out, _) = run(&folder, &["fmt", "--diff", "a.sgf", "b.sgf"], "");
    assert_eq!(status, 0);
    insta::assert_snapshot!(out, @r"
        --- a.sgf
        +++ a.sgf
        @@ -4,7 +4,8 @@
         ;B[c3])
         (;GM[ugo]SZ[5]RE[?]
         ;B[c3])
        -(;SZ[5]GM[ugo]RE[?];B[C3])
        +(;GM[ugo]SZ[5]RE[?]
        +;B[c3])
         (;GM[ugo]SZ[5]RE[?]
         ;B[c3])
         (;GM[ugo]SZ[5]RE[?]
        ");
    assert_eq!(
        run(&folder, &["fmt", "--diff", "--check", "a.sgf"], ""),
        (1, out, String::new())
    );
}

#[test]
fn the_result_can_go_to_another_file_and_with_write_to_the_one_it_comes_from() {
    let folder = folder(&[("a.sgf", MESSY)]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    // That files which are read are changed by `--write` only is promised.
    let (status, _, err) = run(&folder, &["fmt", "a.sgf", "--output", "a.sgf"], "");
    assert_eq!(status, 2);
    assert!(
        err.contains("this input file would be overwritten"),
        "{err}"
    );
    assert_eq!(text("a.sgf"), MESSY);
    let given = run(&folder, &["fmt", "a.sgf", "--output", "b.sgf"], "");
    assert_eq!(given, (0, String::new(), String::new()));
    assert_eq!(text("b.sgf"), NEAT);
    assert_eq!(run(&folder, &["fmt", "a.sgf", "--write"], "").0, 0);
    assert_eq!(text("a.sgf"), NEAT);
    assert_eq!(run(&folder, &["fmt", "a.sgf", "-o", "gone/a.sgf"], "").0, 2);
    for with in ["--check", "--diff", "--output=b.sgf"] {
        assert_eq!(
            run(&folder, &["fmt", "--write", with, "a.sgf"], "").0,
            2,
            "{with}"
        );
    }
}

#[test]
fn one_record_of_a_collection() {
    let text = format!("{MESSY}{MESSY} {MESSY}");
    let args = ["fmt", "--record", "2", "-"];
    let expected = format!("{MESSY}{NEAT} {MESSY}");
    assert_eq!(run(&folder(&[]), &args, text), (0, expected, String::new()));
    assert_eq!(run(&folder(&[]), &args, MESSY).0, 2);
}

/// The records of several files in one output are those of the files.
#[test]
fn no_file_absorbs_another() {
    let whole = "(;FF[4]GM[ugo]SZ[5]PB[é]RE[?]\n;B[c3])";
    let folder = folder(&[
        ("a.sgf", whole),
        ("b.sgf", NEAT),
        ("open.sgf", "(;FF[4]GM[ugo]SZ[5]RE[?]\n;B[c3](;W[d"),
        ("value.sgf", "(;FF[4]GM[ugo]SZ[5]RE[?]\n;B[c3]C[oops"),
        ("label.sgf", "(;FF[4]GM[ugo]CA[latin1]SZ[5]RE[?];B[c3]"),
    ]);
    // Text at the end of one and at the beginning of the next.
    let pairs = [
        [
            "(;GM[ugo]SZ[5]RE[?];B[c3])\n(",
            "; a note (;GM[ugo]SZ[5]RE[?];B[d3])\n",
        ],
        [
            "(;GM[ugo]SZ[5]RE[?];B[c3])\n(",
            ";GM[sygo]SZ[5]RE[?];W[c3])\n(;GM[ugo]SZ[5]RE[?];B[d3])",
        ],
        [
            "(;GM[ugo]SZ[5]RE[?];B[c3])\nCA[",
            "Shift_JIS] (;FF[4]GM[ugo]CA[UTF-8]SZ[5]RE[?]C[é];B[d3])\n",
        ],
    ];
    for [first, second] in pairs {
        write(&folder, "first.sgf", first);
        write(&folder, "second.sgf", second);
        for command in [
            "fmt first.sgf second.sgf",
            "repair -o out.sgf first.sgf second.sgf",
        ] {
            let arguments: Vec<&str> = command.split(' ').collect();
            let (status, _, err) = run(&folder, &arguments, "");
            assert_eq!(status, 2, "{command} {second}: {err}");
            assert!(err.contains("second.sgf: not written: "), "{err}");
        }
        let json = |name| run(&folder, &["convert", "--to", "json", name], "").1;
        write(&folder, "first.json", &json("first.sgf"));
        write(&folder, "second.json", &json("second.sgf"));
        let (status, _, err) = run(
            &folder,
            &["convert", "--from", "json", "first.json", "second.json"],
            "",
        );
        assert_eq!(status, 1, "{err}");
        assert!(
            err.contains("second.json:2:1: record 1: error: `before`"),
            "{err}"
        );
        for name in ["first.sgf", "second.sgf", "out.sgf"] {
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }
    for command in ["fmt", "repair --output out.sgf"] {
        let run = |files: &str| {
            let arguments: Vec<&str> = command.split(' ').chain(files.split(' ')).collect();
            let (status, out, err) = run(&folder, &arguments, "");
            let file = fs::read_to_string(folder.path().join("out.sgf"));
            let _ = fs::remove_file(folder.path().join("out.sgf"));
            (status, file.unwrap_or(out), err)
        };
        // A line break between them; the last may end as it likes.
        let joined = run("a.sgf b.sgf open.sgf").1;
        assert!(joined.contains("B[c3])\n(;"), "{joined}");
        assert!(joined.ends_with(";W[d"), "{joined}");
        // Neither file has the record that begins at the end of one and goes on in the other.
        write(&folder, "begins.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])\n(\n");
        write(&folder, "goes-on.sgf", ";GM[ugo]\n");
        let (status, out, err) = run("begins.sgf goes-on.sgf");
        assert_eq!(status, 2, "{command}: {err}");
        assert!(err.contains("goes-on.sgf: not written: "), "{err}");
        assert_eq!(out, run("begins.sgf").1, "{command}");
        for file in ["open.sgf", "value.sgf", "label.sgf"] {
            let (status, out, err) = run(&format!("{file} a.sgf b.sgf"));
            assert_eq!(status, 2, "{command} {file}: {err}");
            assert!(err.contains(&format!("{file}: not written: ")), "{err}");
            assert_eq!(out, run("a.sgf b.sgf").1, "{command} {file}");
            assert_eq!(run(file).0, 0, "{command} {file}");
        }
    }
}

/// What is told of a text, or of a record, whose encoding is not stated.
const GUESS: &str = " is not UTF-8, and no `CA` names its encoding; it is read as Windows-1252
1 text in a doubtful encoding is to be checked
";

#[test]
fn everything_becomes_utf_8() {
    let name = |label: &str, bytes: &[u8]| {
        [
            b"(;FF[4]GM[ugo]",
            label.as_bytes(),
            b"SZ[5]PB[",
            bytes,
            b"]RE[?])\n",
        ]
        .concat()
    };
    let folder = folder(&[]);
    let fmt = |bytes: Vec<u8>| run(&folder, &["fmt", "-"], bytes);
    let neat = "(;FF[4]GM[ugo]CA[UTF-8]SZ[5]PB[é]RE[?])\n";
    for bytes in [
        name("", b"\xe9"),
        name("CA[latin1]", b"\xe9"),
        name("", "é".as_bytes()),
        [b"\xEF\xBB\xBF".to_vec(), name("CA[UTF-8]", "é".as_bytes())].concat(),
    ] {
        let is_stated = std::str::from_utf8(&bytes).is_ok() || bytes.windows(2).any(|w| w == b"CA");
        let told = if is_stated {
            String::new()
        } else {
            format!("-: it{GUESS}")
        };
        assert_eq!(fmt(bytes), (0, neat.to_owned(), told));
    }
    let cyrillic = fmt(name("CA[koi8-r]", b"\xe1")).1;
    assert_eq!(cyrillic, neat.replace('é', "А"));
    let malformed = [name("CA[latin1]", b"\xe9"), b"(;GM[ugo]C[\xe9".to_vec()].concat();
    assert_eq!(fmt(malformed).1, format!("{neat}(;GM[ugo]C[é"));
    let marked = [b"\xEF\xBB\xBF", NEAT.as_bytes()].concat();
    assert_eq!(run(&folder, &["fmt", "--check", "-"], marked.clone()).0, 1);
    assert_eq!(
        run(&folder, &["fmt", "--diff", "-"], marked).1,
        "-: only the encoding changes, to UTF-8\n"
    );
    for lost in [
        name("CA[UTF-8]", b"\xe9"),
        [b"CA[latin1]".to_vec(), name("", b"\xe9")].concat(),
        // Whose ASCII characters could have another meaning.
        b"(;GM[ugo]CA[ISO-2022-JP]PB[q]c".to_vec(),
        [NEAT.as_bytes(), b"CA[ISO-2022-JP]\n"].concat(),
        [
            b"\xEF\xBB\xBF(;CA[latin1]x)".to_vec(),
            name("", "é".as_bytes()),
        ]
        .concat(),
    ] {
        let (status, out, err) = fmt(lost);
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains("not rewritten"), "{err}");
    }
}

/// Where no record is formatted, the encoding is not changed either: the file may be anything.
#[test]
fn a_file_without_a_record_to_format_stays_byte_for_byte() {
    let folder = folder(&[]);
    for bytes in [
        &b"\x89PNG\r\n\x1a\n\x00\xff\xfe"[..],
        b"\x89PNG(;\xff\xfe)",
        b"(;GM[ugo]SZ[5]C[\xe9",
        b"\xEF\xBB\xBFnothing\n",
        b"\n \n",
        b"",
    ] {
        let file = folder.path().join("a.sgf");
        fs::write(&file, bytes).unwrap();
        for mode in ["--write", "--check", "--diff"] {
            let (status, out, err) = run(&folder, &["fmt", mode, "a.sgf"], "");
            assert_eq!((status, out.as_str()), (0, ""), "{mode} {bytes:?}");
            assert!(err.contains("stays as it is"), "{mode} {bytes:?} {err}");
            assert_eq!(fs::read(&file).unwrap(), bytes, "{mode}");
        }
    }
}

/// Of an encoding that is a guess nothing is known any more once the file is in UTF-8.
#[test]
fn a_guessed_encoding_is_told() {
    let folder = folder(&[]);
    let file = folder.path().join("a.sgf");
    let guessed = b"(;FF[4]GM[ugo]SZ[5]PB[\x88\xe4]RE[?])\n";
    for (args, is_of_record) in [
        (&["fmt", "a.sgf"][..], false),
        (&["query", "a.sgf"], true),
        (&["dedupe", "--output", "b.sgf", "a.sgf"], true),
        (&["fmt", "--write", "a.sgf"], false),
    ] {
        fs::write(&file, guessed).unwrap();
        let (status, _, err) = run(&folder, args, "");
        let subject = if is_of_record { "record 1" } else { "it" };
        let told = format!("a.sgf: {subject}{GUESS}");
        assert_eq!(status, 0, "{args:?} {err}");
        let mut told = told.lines();
        assert!(told.all(|line| err.contains(line)), "{args:?} {err}");
        // One that is stated, or decides nothing, is none.
        for text in [
            &b"(;FF[4]GM[ugo]CA[windows-1252]SZ[5]PB[\x88\xe4]RE[?])\n"[..],
            b"(;FF[4]GM[ugo]SZ[5]PB[Ann]RE[?])\n",
        ] {
            fs::write(&file, text).unwrap();
            let (_, _, err) = run(&folder, args, "");
            assert!(!err.contains("encoding"), "{args:?} {err}");
        }
        fs::remove_file(folder.path().join("b.sgf")).ok();
    }
}

/// One encoding is used for a whole file: the text of a record in another one would be lost.
#[test]
fn records_in_several_encodings_are_not_rewritten() {
    let folder = folder(&[]);
    let file = folder.path().join("a.sgf");
    let record = |ca: &str, name: &[u8]| {
        let head = format!("(;FF[4]GM[ugo]{ca}SZ[5]PB[");
        [head.as_bytes(), name, b"]RE[?])\n"].concat()
    };
    let (latin, utf8) = ("CA[windows-1252]", "CA[UTF-8]");
    let doubt = "record 2 is in UTF-8 according to its `CA`";
    let mixed = [record(latin, b"\xe9"), record(utf8, "é".as_bytes())].concat();
    for mode in [
        &["--write"][..],
        &["--check"],
        &["--diff"],
        &["--record", "1"],
        &[],
    ] {
        fs::write(&file, &mixed).unwrap();
        let (status, out, err) = run(&folder, &[&["fmt", "a.sgf"], mode].concat(), "");
        assert_eq!((status, out.as_str()), (2, ""), "{mode:?} {err}");
        assert!(err.contains(doubt), "{mode:?} {err}");
        assert_eq!(fs::read(&file).unwrap(), mixed, "{mode:?}");
    }
    for command in [&["query"][..], &["dedupe", "--output", "b.sgf"]] {
        let (_, _, err) = run(&folder, &[command, &["a.sgf"]].concat(), "");
        assert!(err.contains(doubt), "{command:?} {err}");
        assert!(
            err.ends_with("1 text in a doubtful encoding is to be checked\n"),
            "{err}"
        );
    }
    // The name is 钱伟 in GBK, and also valid in UTF-8.
    let (gbk, chinese) = ("CA[GBK]", b"\xc7\xae\xce\xb0");
    for (mixed, doubt) in [
        (
            [record(utf8, b"Ann"), record(gbk, chinese)],
            "record 2 is in GBK according to its `CA`; it is read as UTF-8",
        ),
        (
            [record("", "é".as_bytes()), record(latin, b"Ann")],
            "record 1 has no `CA` and could be UTF-8; it is read as windows-1252",
        ),
        (
            [record(gbk, b"\xc0\xee"), record("", "é".as_bytes())],
            "record 2 has no `CA` and could be UTF-8; it is read as GBK",
        ),
    ] {
        fs::write(&file, mixed.concat()).unwrap();
        let (status, _, err) = run(&folder, &["fmt", "--write", "a.sgf"], "");
        assert_eq!(status, 2, "{err}");
        assert!(err.contains(doubt), "{err}");
        assert_eq!(fs::read(&file).unwrap(), mixed.concat());
        let (_, _, err) = run(&folder, &["query", "a.sgf"], "");
        assert!(err.contains(doubt), "{err}");
    }
    // The encoding decides nothing, or is certain.
    for whole in [
        [record(gbk, chinese), record(utf8, b"Ann")].concat(),
        [record(gbk, chinese), record("", b"\xc0\xee\xc3\xf7")].concat(),
        [record(utf8, "é".as_bytes()), record(gbk, "李".as_bytes())].concat(),
        [b"\xEF\xBB\xBF", &record(gbk, chinese)[..]].concat(),
        [record(latin, b"Ann"), record("", b"\xe9")].concat(),
        [record(latin, b"\xe9"), record(utf8, b"Ann")].concat(),
        [record(latin, b"\xe9"), record("CA[latin1]", b"\xe8")].concat(),
        [record(latin, b"\xe9"), record("CA[klingon]", b"\xe8")].concat(),
        [record(utf8, "é".as_bytes()), record(latin, "é".as_bytes())].concat(),
        [b"\xEF\xBB\xBF", &record(latin, "é".as_bytes())[..]].concat(),
    ] {
        fs::write(&file, &whole).unwrap();
        let (status, _, err) = run(&folder, &["fmt", "a.sgf"], "");
        assert_eq!((status, err.as_str()), (0, ""));
    }
}

/// An empty file among others is no obstacle.
#[test]
fn files_without_text_are_passed_over() {
    let folder = folder(&[("a.sgf", NEAT), ("b.sgf", ""), ("c.sgf", " \n\n")]);
    for order in [["a.sgf", "b.sgf", "c.sgf"], ["c.sgf", "b.sgf", "a.sgf"]] {
        let (status, out, err) = run(&folder, &[&["fmt"], &order[..]].concat(), "");
        assert_eq!((status, out.as_str()), (0, NEAT), "{order:?} {err}");
        assert!(err.contains("b.sgf: record 1 is malformed"), "{err}");
    }
    assert_eq!(run(&folder, &["fmt", "c.sgf"], "").1, " \n\n");
}

/// A `CA` without its `]` holds what follows, up to the next one.
#[test]
fn an_encoding_that_runs_on_keeps_its_text() {
    let folder = folder(&[]);
    for text in [
        "(;FF[4]GM[ugo]SZ[5]RE[?]\n;B[c3]CA[UTF-8;W[d3]\n;B[e4])\n",
        "(;FF[4]GM[ugo]CA[UTF-8SZ[5]RE[?]\n;B[c3]\n;W[d3])\n",
    ] {
        for args in [&["fmt", "-"][..], &["query", "--game", "ugo", "-"]] {
            let (_, out, err) = run(&folder, args, text);
            assert_eq!(out, text, "{args:?} {err}");
        }
    }
}

/// A record that stays as it is would be read differently by itself.
#[test]
fn other_records_keep_their_encoding() {
    let record = |name: &str| {
        [
            b"(;CA[latin1]GM[ugo]SZ[5]RE[?]PB[",
            name.as_bytes(),
            b"\xf1])\n",
        ]
        .concat()
    };
    let folder = folder(&[]);
    let file = folder.path().join("a.sgf");
    let both = [record("Bola"), record("Ni")].concat();
    fs::write(&file, &both).unwrap();
    let (status, _, err) = run(&folder, &["fmt", "--record", "1", "--write", "a.sgf"], "");
    assert_eq!(status, 2, "{err}");
    assert!(err.contains("names another encoding"), "{err}");
    assert_eq!(fs::read(&file).unwrap(), both);
    assert_eq!(run(&folder, &["fmt", "--write", "a.sgf"], "").0, 0);
}

/// Where no record is formatted, what is printed is still UTF-8: a label outside of records would say otherwise.
#[test]
fn an_encoding_that_is_named_outside_of_records_is_kept() {
    let folder = folder(&[]);
    let file = folder.path().join("a.sgf");
    for text in [
        &b"(;GM[ugo]SZ[5]9];B[a1])\nCA[ISO-8859-15] J\xf6rg\n"[..],
        b"CA[ISO-8859-15] J\xf6rg\n",
        b"(;GM[ugo]SZ[5](CA[windows-1252];B[a1]C[J\xf6rg]))\n",
    ] {
        fs::write(&file, text).unwrap();
        for args in [&["fmt", "a.sgf"][..], &["fmt", "a.sgf", "-o", "b.sgf"]] {
            let (status, out, err) = run(&folder, args, "");
            assert_eq!((status, out.as_str()), (2, ""), "{err}");
            assert!(err.contains("names another encoding"), "{err}");
        }
        // Nothing is to be written.
        assert_eq!(run(&folder, &["fmt", "a.sgf", "--write"], "").0, 0);
        assert_eq!(fs::read(&file).unwrap(), text);
    }
    fs::write(&file, b"no record, J\xf6rg\n").unwrap();
    let (status, out, _) = run(&folder, &["fmt", "a.sgf"], "");
    assert_eq!((status, out.as_str()), (0, "no record, Jörg\n"));
}

#[test]
fn what_cannot_be_kept_is_not_written() {
    let folder = folder(&[("neat.sgf", NEAT)]);
    let long = "x".repeat(1024 * 1024 + 1);
    for text in [
        format!("{MESSY}{long}"),
        format!("{long}{MESSY}"),
        format!("{MESSY}{}{MESSY}", long.repeat(7)),
        format!("{MESSY}{}", long.repeat(7)),
        format!("{MESSY}{}note", "\n".repeat(7 * 1024 * 1024)),
        format!("{MESSY}note{}{MESSY}", "\n".repeat(7 * 1024 * 1024)),
    ] {
        write(&folder, "a.sgf", &text);
        let (status, out, err) = run(&folder, &["fmt", "--write", "a.sgf"], "");
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        let kept = fs::read_to_string(folder.path().join("a.sgf")).unwrap();
        assert!(kept == text, "the file has changed");
    }
    write(&folder, "a.sgf", &format!("{MESSY}(;GM[ugo]C[{long}])"));
    let args = ["fmt", "--max-record", "1MiB", "a.sgf", "neat.sgf"];
    let (status, out, err) = run(&folder, &args, "");
    assert_eq!((status, out.as_str()), (2, NEAT), "{err}");
    assert!(err.contains("too large"), "{err}");
    // What `fmt` and `repair` add may be the value that is one too many.
    write(&folder, "b.sgf", "(;GM[ugo]SZ[5]RE[?]PB[é];B[ C3])");
    write(&folder, "c.sgf", "(;GM[ugo];B[c3])");
    for args in [
        ["fmt", "--max-values", "5", "b.sgf"],
        ["repair", "--max-values", "2", "c.sgf"],
    ] {
        let (status, out, err) = run(&folder, &args, "");
        assert_eq!((status, out.as_str()), (2, ""), "{err}");
        let reason = "not rewritten: record 1 would have more values than --max-values";
        assert!(err.contains(reason), "{err}");
        let number = args[2].parse::<usize>().expect("a number") + 1;
        let args = [args[0], args[1], &number.to_string(), args[3]];
        assert_eq!(run(&folder, &args, "").0, 0);
    }
}

#[test]
fn hostile_text_does_no_harm() {
    let deep = "(;B[a1]".repeat(50_000) + &")".repeat(50_000);
    let long = "x".repeat(1_000_000);
    for text in [
        format!("(;GM[ugo]SZ[5]{deep})"),
        format!("(;GM[ugo]SZ[5]{long}A[{long}]LB[{long}:{long}];B[{long}1])"),
        format!("(;GM[ugo]SZ[5]{})", "A[]".repeat(100_000)),
        "(;GM[margo]SZ[5]C[\u{1b}[31m<script>\u{202e}]AB[99999999999a1][0a1])".to_owned(),
        "()".to_owned(),
        "(;)(;)".to_owned(),
        String::new(),
    ] {
        let shown: String = text.chars().take(60).collect();
        let (status, out, err) = run(&folder(&[]), &["fmt", "-"], text);
        assert_eq!(status, 0, "{shown} {err}");
        let again = run(&folder(&[]), &["fmt", "--check", "-"], out);
        assert_eq!(again.0, 0, "{shown}");
    }
}

#[test]
fn the_help_has_examples() {
    let (status, help, _) = run(&folder(&[]), &["fmt", "--help"], "");
    assert_eq!(status, 0);
    assert!(help.contains("kifu fmt --write records"), "{help}");
}

#[test]
fn a_diff_has_the_colors_of_git() {
    let folder = folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[C3])")]);
    let plain = run(&folder, &["fmt", "--diff", "a.sgf"], "").1;
    for command in ["fmt", "repair"] {
        let args = [command, "--diff", "--color", "always", "a.sgf"];
        let (_, colored, _) = run(&folder, &args, "");
        assert_eq!(
            colored.contains("\u{1b}[31m-(;"),
            command == "fmt",
            "{colored}"
        );
        let args = [command, "--diff", "--color", "never", "a.sgf"];
        assert!(!run(&folder, &args, "").1.contains('\u{1b}'));
        if command == "fmt" {
            let stripped = colored.replace("\u{1b}[0m", "");
            let codes = ["1", "31", "32", "36"].iter();
            let stripped = codes.fold(stripped, |text, code| {
                text.replace(&format!("\u{1b}[{code}m"), "")
            });
            assert_eq!(stripped, plain);
        }
    }
}

/// Beside a large window of decompression, a record may have a quarter as many values: one with more stays as it is, and
/// must not be taken for another one when the result is read back.
#[test]
fn a_record_beyond_the_limits_of_its_source_stays_as_it_is() {
    let large = format!("(;FF[4]GM[ugo]SZ[5]RE[?]{})", "\n;TR[a1][b1]".repeat(100));
    let plain = format!("{large}\n(;FF[3]GM[ugo]SZ[5]RE[?];B[ C3])\n");
    let options = lzma_rust2::XzOptions::with_preset(9);
    let mut packed = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    packed.write_all(plain.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    for (command, limit, is_within) in [
        ("fmt", "201", false),
        ("fmt", "400", false),
        ("fmt", "4000", true),
        ("repair", "201", false),
        ("repair", "400", false),
    ] {
        let args = [command, "-o", "out.sgf", "--max-values", limit, "-"];
        let folder = folder(&[]);
        let (status, _, err) = run(&folder, &args, packed.clone());
        assert_eq!(status, 0, "{command} {limit}: {err}");
        assert_eq!(
            !err.contains("limit::values"),
            is_within,
            "{command} {limit}: {err}"
        );
        let written = fs::read_to_string(folder.path().join("out.sgf")).unwrap();
        assert!(written.starts_with(&large), "{written}");
        let end = match command {
            "fmt" => "(;FF[3]GM[ugo]SZ[5]RE[?]\n;B[c3])\n",
            _ => "(;FF[4]GM[ugo]SZ[5]RE[?];B[ C3])\n",
        };
        assert!(written.ends_with(end), "{written}");
    }
}
