//! `kifu replay` from end to end: which positions, in which format, under which names,
//! and what it says to those who ask for something else.

use std::{
    collections::BTreeMap,
    fs,
    io::BufReader,
    path::{Path, PathBuf},
};

use crate::common::{folder, kifu, run};
use insta::assert_snapshot;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder in which the sample records stand.
fn samples() -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    #[cfg(unix)]
    std::os::unix::fs::symlink(records, folder.path().join("records")).expect("a link can be made");
    #[cfg(not(unix))]
    std::os::windows::fs::symlink_dir(records, folder.path().join("records")).expect("a link");
    folder
}

/// Standard output of a run on the sample records that ends with this status.
fn shown(status: i32, args: &[&str]) -> String {
    let (code, out, err) = run(&samples(), &[&["replay"], args].concat(), "");
    assert_eq!(code, status, "{args:?}: {err}");
    out
}

/// Status and standard error of a run on one record.
fn told(record: &str, args: &[&str]) -> (i32, String) {
    let folder = folder(&[("game.sgf", record), ("other.svg", "")]);
    let (code, _, err) = run(&folder, &[&["replay", "game.sgf"], args].concat(), "");
    (code, err)
}

/// The files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter();
    let paths = entries.map(|entry| entry.expect("a folder can be read").into_path());
    paths.filter(|path| path.is_file()).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let name = |path: PathBuf| path.strip_prefix(folder).unwrap().display().to_string();
    files(folder).into_iter().map(name).collect()
}

/// Renders the sample records to files; returns the folder and what came out.
fn rendered(args: &[&str]) -> (TempDir, Vec<PathBuf>) {
    let folder = samples();
    let args = [&["replay", "records", "--output", "out"], args].concat();
    let output = kifu(&folder, &args).output().expect("the program runs");
    let err = String::from_utf8(output.stderr).expect("errors are UTF-8");
    assert_eq!(output.status.code(), Some(1), "{err}");
    // What is illegal is told, and nothing else went wrong.
    assert!(err.lines().all(|line| line.contains(": error[")), "{err}");
    let mut made = files(&folder.path().join("out"));
    made.retain(|path| !path.ends_with("index.html"));
    (folder, made)
}

/// How many positions the sample records have, and how many records.
fn positions() -> (usize, usize) {
    let lines = shown(1, &["records", "--at", "all", "--format", "jsonl"]);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let sources = lines.map(|line| (line["source"].to_string(), line["index"].as_u64()));
    let sources: Vec<_> = sources.collect();
    let records: std::collections::BTreeSet<_> = sources.iter().collect();
    (sources.len(), records.len())
}

#[test]
fn all_samples_become_svg() {
    let (_folder, made) = rendered(&["--at", "all", "--format", "svg", "--territory", "--header"]);
    assert_eq!(made.len(), positions().0);
    for path in made {
        let text = fs::read_to_string(&path).expect("an image is UTF-8");
        let document = roxmltree::Document::parse(&text);
        let document = document.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(document.root_element().tag_name().name(), "svg");
    }
}

#[test]
fn all_samples_become_png() {
    let (_folder, made) = rendered(&[
        "--at", "all", "--step", "8", "--format", "png", "--size", "40",
    ]);
    assert!(made.len() > positions().0 / 8);
    for path in made {
        let file = BufReader::new(fs::File::open(&path).expect("a picture can be read"));
        let reader = png::Decoder::new(file)
            .read_info()
            .expect("a picture is PNG");
        let (width, height) = reader.info().size();
        assert_eq!(width.max(height), 40, "{}", path.display());
    }
}

#[test]
fn all_samples_become_gif() {
    let (_folder, made) = rendered(&["--format", "gif", "--size", "24", "--coordinates", "off"]);
    let (positions, records) = positions();
    assert_eq!(made.len(), records);
    let frames = made.iter().map(|path| {
        let file = fs::File::open(path).expect("an animation can be read");
        let mut decoder = gif::DecodeOptions::new()
            .read_info(file)
            .expect("it is a GIF");
        assert_eq!(decoder.width().max(decoder.height()), 24);
        let mut frames = 0;
        while decoder
            .read_next_frame()
            .expect("a frame can be read")
            .is_some()
        {
            frames += 1;
        }
        frames
    });
    assert_eq!(frames.sum::<usize>(), positions);
}

#[test]
fn all_samples_become_one_book() {
    let (_folder, made) = rendered(&[
        "--at",
        "all",
        "--step",
        "4",
        "--format",
        "pdf",
        "--diagrams-per-page",
        "30",
    ]);
    let [book] = &made[..] else {
        panic!("one file: {made:?}");
    };
    let book = lopdf::Document::load(book).expect("another reader opens it");
    let diagrams = shown(
        1,
        &["records", "--at", "all", "--step", "4", "--format", "jsonl"],
    );
    let pages = book.get_pages().len();
    let diagrams = diagrams.lines().count();
    assert!(
        (diagrams.div_ceil(30)..diagrams / 6).contains(&pages),
        "{pages} for {diagrams}"
    );
    // The list of chapters that readers show.
    assert_eq!(book.get_toc().expect("bookmarks").toc.len(), positions().1);
}

#[test]
fn captions_and_numbers_of_figures_are_chosen() {
    let folder = folder(&[(
        "game.sgf",
        "(;GM[ugo]SZ[5]RE[?]PB[Ann];B[a1];W[b2](;B[c3])(;B[c4]))",
    )]);
    let write = |options: &[&str]| {
        let args = [&["replay", "game.sgf", "-o", "game.pdf"], options].concat();
        run(&folder, &args, "")
    };
    for options in [
        &[
            "--caption",
            "No. {figure}: {black}, {what}",
            "--first-figure",
            "7",
            "--variations",
            "all",
        ][..],
        &["--caption", ""],
    ] {
        assert_eq!(write(options), (0, String::new(), String::new()));
    }
    let (status, _, errors) = write(&["--caption", "{number}"]);
    assert_eq!(status, 2);
    assert!(
        errors.contains("expected one of `{figure}`, `{what}`"),
        "{errors}"
    );
    let args = ["replay", "game.sgf", "-o", "a.svg", "--first-figure", "3"];
    let (status, _, errors) = run(&folder, &args, "");
    assert_eq!(status, 2);
    assert!(errors.contains("--first-figure"), "{errors}");
}

#[test]
fn a_book_ends_with_the_board_that_its_numbers_do_not_show() {
    let folder = folder(&[
        // The king takes a stone.
        (
            "taken.sgf",
            "(;GM[ugo]SZ[5]RE[?]GN[A short game];B[a1];W[a2];B[c3];W[Kb1])",
        ),
        ("plain.sgf", "(;GM[ugo]SZ[5]RE[?];B[a1];W[a2])"),
    ]);
    let book = |names: &[&str]| {
        let options = ["--diagrams-per-page", "1", "-o", "a.pdf", "-q"];
        run(&folder, &[&["replay"], names, &options].concat(), "");
        let book = lopdf::Document::load(folder.path().join("a.pdf"));
        book.expect("another reader opens it")
    };
    assert_eq!(book(&["taken.sgf"]).get_pages().len(), 2);
    assert_eq!(book(&["plain.sgf"]).get_pages().len(), 1);
    let titles = book(&["taken.sgf", "plain.sgf"])
        .get_toc()
        .expect("bookmarks")
        .toc;
    let titles: Vec<&str> = titles.iter().map(|entry| entry.title.as_str()).collect();
    assert_eq!(titles, ["A short game", "plain.sgf"]);
}

/// File systems count the bytes of a name, not its letters.
#[test]
fn long_names_of_records_become_shorter_names_of_images() {
    let name = format!("{}.sgf", "記".repeat(83));
    let folder = folder(&[
        (&name, "(;GM[ugo]SZ[3]RE[?];B[a1])"),
        ("z.sgf", "(;GM[ugo]SZ[3]RE[?];B[a1])"),
    ]);
    let args = [
        "replay", &name, "z.sgf", "--at", "all", "--format", "svg", "-o", "images/",
    ];
    let (status, _, told) = run(&folder, &args, "");
    assert_eq!(status, 0, "{told}");
    let images = fs::read_dir(folder.path().join("images")).expect("the folder");
    assert_eq!(images.count(), 5, "two of each, and the index");
}

#[test]
fn all_samples_become_pages() {
    let (_folder, made) = rendered(&["--format", "html"]);
    assert_eq!(made.len(), positions().1);
    for path in made {
        let page = fs::read_to_string(&path).expect("a page is UTF-8");
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    }
}

#[test]
fn all_samples_become_text_that_fits() {
    for options in [
        &[][..],
        &["--ascii"],
        &["--levels"],
        &["--numbers"],
        &["--territory", "--header"],
    ] {
        let args = [&["records", "--at", "all", "--variations", "all"], options].concat();
        let text = shown(1, &args);
        let widest = text.lines().map(|line| line.chars().count()).max();
        // The headings name the file and the ply, however long that is.
        assert!(widest <= Some(110), "{options:?}: {widest:?}");
        let boards = text.lines().filter(|line| !line.starts_with("records/"));
        assert!(
            boards.clone().all(|line| line.chars().count() <= 80),
            "{options:?}"
        );
        if options == ["--ascii"] {
            // Findings speak of 5×7 boards.
            let mut plain = boards.filter(|line| !line.contains("illegal"));
            assert!(plain.all(str::is_ascii));
        }
    }
}

#[test]
fn boards_as_text_are_whole_unless_a_width_is_given() {
    let folder = TempDir::new().expect("a folder can be made");
    let args = [
        "random", "--game", "bargo", "--size", "12", "--plies", "40", "--output", "game.sgf",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
    for (columns, width, is_whole) in [
        (&[][..], 95, true),
        (&["--columns", "95"], 95, true),
        (&["--columns", "94"], 94, false),
        (&["--columns", "60", "--numbers"], 60, false),
    ] {
        let args = [&["replay", "game.sgf", "--output", "board.txt"], columns].concat();
        assert_eq!(run(&folder, &args, "").0, 0);
        let text = fs::read_to_string(folder.path().join("board.txt")).expect("a board");
        assert_eq!(
            !text.contains("parts from left to right"),
            is_whole,
            "{text}"
        );
        assert!(longest(&text) <= Some(width), "{text}");
    }
}

#[test]
fn pages_of_long_games_are_small() {
    for (game, size) in [
        ("sygo", "19"),
        ("ugo", "19"),
        ("bargo", "10"),
        ("margo", "19"),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let args = [
            "random", "--game", game, "--size", size, "--plies", "300", "--output", "game.sgf",
        ];
        assert_eq!(run(&folder, &args, "").0, 0);
        let args = ["replay", "game.sgf", "--format", "html"];
        let (_, page, _) = run(&folder, &args, "");
        assert!(
            (100_000..200_000).contains(&page.len()),
            "{game}: {}",
            page.len()
        );
    }
}

#[test]
fn bargo_as_text() {
    assert_snapshot!(shown(0, &["records/bargo/engine-side-4.sgf", "--at", "12"]), @r"
    records/bargo/engine-side-4.sgf, record 1, after ply 12: W b4/ne
           d   e   f   g
          7 ·   ·   ·   · 7
         c       ╱   ╱
        6 ·   ·   ○   ○   · 6
       b
      5 ·   ·  │○   ●   ●   · 5
     a     ╲         ⋰ ⋱
    4 ·  (○)  ○   ●   ·   ·   · 4
             ⋱   ⋱             g
      3 ·   ●   ●   ●│  ·   · 3
           ⋱     ⋰           f
        2 ·   ○   ·   ·   · 2
             ⋱             e
          1 ·   ·   ·   · 1
             a   b   c   d
    walls: ╲ ╱ of the piece below, ⋱ ⋰ of the piece above
    ● Black to move · button: not taken
    ");
    assert_snapshot!(shown(0, &["records/bargo/engine-side-4.sgf", "--numbers", "--ascii"]), @r"
    records/bargo/engine-side-4.sgf, record 1, after ply 39: B pass
            d   e   f   g
          7 30 ]36  26 ] .  7
          c     ` /   /
        6  . [23   6   8  15  6
        b   /               ,
      5 24  29 [ 4   5   9  28  5
      a `   \         , `   `
    4  .  12   2   1 [27  16   .  4
        /     `   `       `   \ g
      3 14  11   7   3 ]37  22  3
            `     ,     ` /   f
        2 25 ]10  13 ]17  20  2
              `       `     e
          1 32 [18  19 ] .  1
              a   b   c   d
    walls: \ / of the piece below, ` , of the piece above, ] of the piece on the
    left, [ on the right
    the board after ply 39:
           d   e   f   g
          7 O|  O   O|  . 7
         c     ` /   /
        6 .   .   O   O   X 6
       b                   ,
      5 O   .  |O   X   X   O 5
     a `   \         , `   `
    4 .   O   O   X  |X   O   . 4
       /     `   `       `   \ g
      3 O   X   X   X|  X   O 3
           `     ,     ` /   f
        2 O   X|  X|  X   O 2
           ,         `     e
          1 .   .   X|  . 1
             a   b   c   d
    walls: \ / of the piece below, ` , of the piece above
    O White has won by 4.5, Black captured 3, White captured 3, button: Black
    odd numbers: Black, even: White
    21 button, 31 b2/e, 33 pass, 34 a2/se, 35 pass, 38 pass, 39 pass
    captures: 25 (b1 b2), 32 (a2), 36 (c5 d6), 37 (a1)
    ");
}

#[test]
fn sygo_as_text() {
    assert_snapshot!(shown(0, &["records/sygo/study-no-ko.sgf", "--at", "1"]), @r"
    records/sygo/study-no-ko.sgf, record 1, after ply 1: B d3
      a b c d e f
    5 · · · · · · 5
    4 · · ● ○ · · 4
    3 · ●<●|●)○ · 3
    2 · · ● ○ · · 2
    1 · · · · · · 1
      a b c d e f
    ○ White to move
    recolored: c3
    ");
    assert_snapshot!(shown(0, &["records/sygo/engine-7x9.sgf", "--numbers", "20..30", "--at", "30"]), @r"
    records/sygo/engine-7x9.sgf, record 1, after ply 30: B c5,a6,a5
       a  b  c  d  e  f  g
    9 26  ○  ○ 21  ●  ●  ○ 9
    8  ·  ● 22  ·  ○  ○  ○ 8
    7 28  ●  · 23 21  ●  ○ 7
    6 30  ○ 21 25 22  ●  ○ 6
    5 30  ○ 30 20 28 21 29 5
    4 28 23  · 22  ○  ○ 24 4
    3  ●  ● 22  · 23 22 27 3
    2  ●  ● 21 22 21  ●  ● 2
    1  ●  ○  ○  ●  ○  ○ 25 1
       a  b  c  d  e  f  g
    the board after ply 30:
      a b c d e f g
    9 ● ○ ○ ○ ○ ○ ○ 9
    8 · ● ● · ○ ○ ○ 8
    7 ● ● · ○ ○ ● ○ 7
    6 ● ○ ○ ○ ● ● ○ 6
    5 ● ○ ● ● ● ○ ○ 5
    4 ● ○ · ● ○ ○ ○ 4
    3 ● ● ● · ○ ○ ○ 3
    2 ● ● ● ● ○ ○ ○ 2
    1 ● ● ● ● ○ ○ ○ 1
      a b c d e f g
    ○ White to move
    odd numbers: White · even: Black
    recolors: 21 (e9 f9), 22 (b1 c1 c2), 27 (f2 f3 g2), 29 (g4)
    ");
}

#[test]
fn ugo_as_text() {
    assert_snapshot!(shown(0, &["records/ugo/study-king.sgf", "--at", "2", "--ascii"]), @r"
    records/ugo/study-king.sgf, record 1, after ply 2: B Ka5
      a b c d e
    5(#)x X . . 5
    4 x x X O . 4
    3 X X X O O 3
    2 O O O O . 2
    1 . O . O . 1
      a b c d e
    # Black king
    O White to move, Black captured 3, White captured 0, button: not taken
    x captured: a4 b4 b5
    triangle: a4 b4 b5
    ");
    assert_snapshot!(shown(0, &["records/ugo/engine-7x7.sgf", "--numbers", "--header", "--territory"]), @r"
    records/ugo/engine-7x7.sgf, record 1, after ply 47: B pass
    Black: kifu search, 20000 playouts a move · White: kifu search, 20000 playouts a
    move
    Self-play for the sample records of kifu · 2026-11-20 · komi 7 · result B+0.5
        a   b   c   d   e   f   g
    7   b  33  32  30  35 K45  44 7
    6   b  27 K37  31  23  13  15 6
    5  25  21   7   1   5  12  18 5
    4  22  20   3   2   4   8   w 4
    3 K29   9   6  10  40   w  34 3
    2  28  11  14  42   w  26   w 2
    1 K39  17  16   w  38   w  36 1
        a   b   c   d   e   f   g
    K: a king
    the board after ply 47:
      a b c d e f g
    7 b ● b b ● ■ b 7
    6 b ● ■ ● ● ● ● 6
    5 ● ● ● ● ● ○ ○ 5
    4 b ● ● ○ ○ ○ w 4
    3 ■ ● ○ ○ ○ w ○ 3
    2 b ● ○ ○ w ○ w 2
    1 ■ ● ○ w ○ w ○ 1
      a b c d e f g
    ■ Black king
    ● Black has won by 0.5 · Black captured 6 · White captured 0 · button: Black
    odd numbers: Black · even: White
    19 button, 24 pass, 41 pass, 43 at b4, 46 pass, 47 pass
    captures: 29 (a4 b4), 37 (c7 d7), 39 (a2), 45 (g7)
    b, w: territory of Black, of White; -: nobody's
    score: Black 28.5, White 28
    ");
}

#[test]
fn bamogo_as_text() {
    assert_snapshot!(shown(0, &["records/bamogo/study-both.sgf", "--at", "1"]), @r"
    records/bamogo/study-both.sgf, record 1, after ply 1: B b1<>b2
              Black N
              a b c d
            4 G R B G 4
            3 B R G B 3
    White W 2 R(R)R R 2 E White
            1 R(G)G B 1
              a b c d
              Black S
    chain: a1 a2 b2 b3 b4
    Black has won: R from a1 to b4
    line: no pair left
    ");
    assert_snapshot!(shown(0, &["records/bamogo/engine-4x4-line.sgf", "--numbers", "1..8", "--at", "10"]), @r"
    records/bamogo/engine-4x4-line.sgf, record 1, after ply 10: W Gc1,Rd1
                Black N
               a  b  c  d
            4  ·  ·  ·  · 4
            3 G3 R3 R2 B6 3
    White W 2 R1 G1 R2 B6 2 E White
            1  ·  ·  G  R 1
               a  b  c  d
                Black S
    Black to move
    line: GB RB GR
    4 a3<>b3, 5 a2<>b2, 7 c2<>c3, 8 a2<>b2
    ");
}

#[test]
fn margo_as_text() {
    assert_snapshot!(shown(0, &["records/margo/study-zombies.sgf", "--at", "1"]), @r"
    records/margo/study-zombies.sgf, record 1, after ply 1: W a1
      a b c d e f g
    7 ○   ·   ·   · 7
    6               6
    5 ×   ○   ·   · 5
    4               4
    3 ×   ●   ○   · 3
    2       ○2      2
    1(○)  ●   ○   · 1
      a b c d e f g
    digit: the level of the marble
    ● Black to move · Black captured 0 · White captured 2
    × captured: 1a3 1a5
    ");
    assert_snapshot!(shown(0, &["records/margo/engine-4x4.sgf", "--levels", "--numbers", "11", "--first-number", "1"]), @r"
    records/margo/engine-4x4.sgf, record 1, after ply 24: B b6
      level 1                level 2
        a   c   e   g          b   d   f
    7 ●12   ○  ○7   · 7    6 ●14 ○13     6
    5   ●   ●   ○  ●4 5    4       ●  ●6 4
    3  ○1   ○   ●   ○ 3    2     ○11     2
    1  ●2   ○   ●   · 1        b   d   f
        a   c   e   g
    the board after ply 24:
      level 1        level 2
      a c e g        b d f
    7 ● ○ ○ · 7    6 ● ○   6
    5 ● ● ○ ● 5    4   ● ● 4
    3 · ○ ● ○ 3    2   ○   2
    1 ● ● ● · 1      b d f
      a c e g
    ● Black has won by 4 · Black captured 5 · White captured 1
    3 at 1a3, 5 at 1c1, 8 at 1a1, 9 at 1a3, 10 at 1c1
    captures: 2 (1a3 1c1), 5 (1a1), 8 (1a3 1c1), 10 (1a3)
    ");
}

/// Numbers that begin behind the last ply would be on no board; those that end there are what there is.
#[test]
fn numbers_that_no_ply_has_are_refused() {
    let moves = ["--game", "ugo", "--size", "5"];
    for format in ["text", "svg"] {
        for (numbers, told) in [
            (
                "--numbers=3..9",
                "there is no ply 3: the last legal one is 2",
            ),
            ("--numbers=3", "there is no ply 3: the last legal one is 2"),
        ] {
            let args = [
                &["replay"],
                &moves[..],
                &["--format", format, numbers, "c3 d3"],
            ]
            .concat();
            let (status, out, errors) = run(&folder(&[]), &args, "");
            assert_eq!((status, out.as_str()), (2, ""), "{args:?}: {errors}");
            assert!(errors.contains(told), "{errors}");
        }
        for (numbers, plies) in [
            ("--numbers=2..9", "c3 d3"),
            ("--numbers=1..9", ""),
            ("--numbers=all", ""),
        ] {
            let args = [
                &["replay"],
                &moves[..],
                &["--format", format, numbers, plies],
            ]
            .concat();
            let (status, out, errors) = run(&folder(&[]), &args, "");
            assert_eq!((status, errors.as_str()), (0, ""), "{args:?}");
            assert!(!out.is_empty());
        }
    }
}

#[test]
fn positions_are_data() {
    let lines = |args: &[&str]| -> Vec<Value> {
        let text = shown(0, &[args, &["--format", "jsonl"]].concat());
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let source = "records/margo/study-zombies.sgf";
    assert_eq!(
        lines(&[source, "--at", "..1"]),
        [
            json!({"schema": 1, "source": source, "index": 1, "ply": 0, "move": null, "to_move": "W",
                "finished": false, "pieces": {"AB": ["1a3", "1a5", "1c1", "1c3"],
                "AW": ["1a7", "1c5", "1e1", "1e3", "2d2"]}}),
            json!({"schema": 1, "source": source, "index": 1, "ply": 1, "move": "a1", "to_move": "B",
                "finished": false, "pieces": {"AB": ["1c1", "1c3"],
                "AW": ["1a1", "1a7", "1c5", "1e1", "1e3", "2d2"]}}),
        ]
    );
    let keys = |args: &[&str]| {
        let line = lines(args).remove(0);
        let pick = ["button", "grown", "line"].map(|key| line.get(key).cloned());
        pick.map(|value| value.map_or("-".to_owned(), |value| value.to_string()))
            .join(" ")
    };
    assert_eq!(keys(&["records/ugo/engine-7x7.sgf"]), "\"B\" - -");
    assert_eq!(
        keys(&["records/ugo/engine-7x7.sgf", "--at", "start"]),
        "null - -"
    );
    assert_eq!(keys(&["records/sygo/engine-7x7.sgf"]), "- true -");
    assert_eq!(keys(&["records/bamogo/engine-4x4.sgf"]), "- - null");
    assert_eq!(keys(&["records/bamogo/engine-4x4-line.sgf"]), "- - []");
    assert_eq!(keys(&["records/margo/engine-4x4.sgf"]), "- - -");
    // Moves are in canonical spelling, whatever the record writes.
    let folder = folder(&[("g.sgf", "(;GM[bamogo]SZ[3]RE[?];B[gb1,Ra1])")]);
    let args = ["replay", "g.sgf", "--format", "json"];
    let (_, out, _) = run(&folder, &args, "");
    let array: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(array[0]["move"], "Ra1,Gb1");
    assert_eq!(array[0]["pieces"], json!({"STONES": ["Gb1", "Ra1"]}));
}

#[test]
fn a_record_that_cannot_be_played_is_one_line() {
    let folder = folder(&[("g.sgf", "(;GM[ugo]SZ[99];B[a1])(;GM[ugo]SZ[5]RE[?];B[a1])")]);
    let args = ["replay", "g.sgf", "--format", "jsonl", "--at", "all"];
    let (code, out, err) = run(&folder, &args, "");
    assert_eq!(code, 1);
    assert!(err.contains("error[record::size]"), "{err}");
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines[0],
        json!({"schema": 1, "source": "g.sgf", "index": 1, "ply": 0, "move": null, "to_move": null,
            "finished": false, "pieces": null})
    );
    assert_eq!(lines.len(), 3);
    let (code, out, _) = run(&folder, &["replay", "g.sgf", "--record", "1"], "");
    assert_eq!(
        (code, out.as_str()),
        (
            1,
            "g.sgf, record 1: cannot be replayed: run `kifu validate`\n"
        )
    );
}

/// A line may end with a comment, or with an illegal ply, where another one goes on.
#[test]
fn the_end_of_every_line_is_shown() {
    let folder = folder(&[
        (
            "comment.sgf",
            "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3](;C[Ann stopped.])(;B[d4];W[e4]))",
        ),
        (
            "illegal.sgf",
            "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3](;B[d3])(;B[d4];W[e4]))",
        ),
    ]);
    for (name, expected) in [("comment.sgf", 0), ("illegal.sgf", 1)] {
        let args = ["replay", name, "--variations", "all"];
        let (_, text, _) = run(&folder, &args, "");
        let headings: Vec<&str> = text.lines().filter(|line| line.contains("after")).collect();
        assert_eq!(headings.len(), 2, "{name}: {text}");
        assert!(headings[0].contains("after ply 2"), "{name}: {text}");
        assert!(headings[1].contains("after ply 4"), "{name}: {text}");
        let (_, lines, _) = run(&folder, &[&args[..], &["--format", "jsonl"]].concat(), "");
        assert_eq!(lines.lines().count(), 2, "{name}: {lines}");
        let to_images = ["--format", "svg", "--output", "images/"];
        let (status, _, err) = run(&folder, &[&args[..], &to_images].concat(), "");
        assert_eq!(status, expected, "{name}: {err}");
        let images = names(&folder.path().join("images"));
        let images = images.iter().filter(|name| name.contains(".svg"));
        assert_eq!(images.count(), 2, "{name}");
        std::fs::remove_dir_all(folder.path().join("images")).expect("the images are removed");
    }
}

#[test]
fn variations_come_in_the_order_of_the_file() {
    let record = "(;GM[ugo]SZ[5]RE[?];B[a1](;W[b1])(;W[c1](;B[d1])(;B[e1];W[a2])))";
    let folder = folder(&[("g.sgf", record)]);
    let places = |at: &str| -> Vec<String> {
        let args = [
            "replay",
            "g.sgf",
            "--variations",
            "all",
            "--format",
            "jsonl",
            "--at",
            at,
        ];
        let (_, out, _) = run(&folder, &args, "");
        let lines = out
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines
            .map(|line| {
                let variation = line["variation"].as_str().unwrap_or("main");
                format!(
                    "{} {} {variation}",
                    line["ply"],
                    line["move"].as_str().unwrap_or("-")
                )
            })
            .collect()
    };
    assert_eq!(
        places("all"),
        [
            "0 - main",
            "1 a1 main",
            "2 b1 main",
            "2 c1 2",
            "3 d1 2.1",
            "3 e1 2.2",
            "4 a2 2.2"
        ]
    );
    assert_eq!(places("end"), ["2 b1 main", "3 d1 2.1", "4 a2 2.2"]);
    assert_eq!(places("3"), ["3 d1 2.1", "3 e1 2.2"]);
    let args = ["replay", "g.sgf", "--variations", "all", "--at", "5"];
    let (code, _, err) = run(&folder, &args, "");
    assert_eq!(code, 2);
    assert!(
        err.contains("there is no ply 5: the last legal one is 4"),
        "{err}"
    );
}

#[test]
fn files_are_named_by_record_and_ply() {
    let record = "(;GM[ugo]SZ[5]RE[?];B[a1];W[b1];B[c1](;W[d1])(;W[e1]))";
    let folder = folder(&[("a/game.sgf", record), ("b/game.sgf", &record.repeat(10))]);
    let args = [
        "replay", "a", "--format", "svg", "--at", "..", "--step", "2", "--output", "one",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(
        names(&folder.path().join("one")),
        ["game-1-0000.svg", "game-1-0002.svg", "game-1-0004.svg"]
    );
    let args = [
        "replay", "a", "b", "--format", "svg", "--record", "1", "--output", "two",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(
        names(&folder.path().join("two")),
        ["game-1-0004.svg", "game-2-01-0004.svg", "index.html"]
    );
    let args = [
        "replay",
        "a",
        "--variations",
        "all",
        "--format",
        "svg",
        "--output",
        "three",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(
        names(&folder.path().join("three")),
        ["game-1-0004-v2.svg", "game-1-0004.svg"]
    );
    // A variation begins at the first of two starts on the main line, and a third one is beside them.
    let starts = "(;GM[ugo]SZ[5]AB[c3](;AW[d4]PL[B];B[b2])(;B[d5])(;AW[e4];B[d5]))";
    fs::write(folder.path().join("starts.sgf"), starts).unwrap();
    let args = "replay starts.sgf --variations all --at all --format svg --output starts";
    let args: Vec<&str> = args.split(' ').collect();
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(
        names(&folder.path().join("starts")),
        [
            "starts-1-0000-node0.svg",
            "starts-1-0000-v3.svg",
            "starts-1-0000.svg",
            "starts-1-0001-v2.svg",
            "starts-1-0001-v3.svg",
            "starts-1-0001.svg",
        ]
    );
    let args = ["replay", "b", "--format", "html", "--output", "four"];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(names(&folder.path().join("four"))[9], "game-10.html");
    // One picture is a file, or one in a folder that is there.
    let args = ["replay", "a", "--format", "svg", "--output", "end.svg"];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert!(folder.path().join("end.svg").is_file());
    let args = [
        "replay", "a", "--format", "svg", "--output", "one", "--at", "1",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert!(folder.path().join("one/game-1-0001.svg").is_file());
}

#[test]
fn a_single_picture_goes_to_standard_output() {
    let svg = shown(0, &["records/ugo/study-king.sgf", "--format", "svg"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let args = [
        "replay",
        "records/ugo/study-king.sgf",
        "--format",
        "png",
        "--size",
        "50",
    ];
    let output = kifu(&samples(), &args).output().expect("the program runs");
    assert!(output.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn pictures_of_an_illegal_record_stop_before_it_and_mark_it() {
    let svg = shown(
        1,
        &["records/ugo/invalid/ugo-occupied.sgf", "--format", "svg"],
    );
    assert!(svg.contains("<g class=\"illegal\""), "{svg}");
    assert!(svg.contains("ply 3 is illegal"), "{svg}");
    let text = shown(1, &["records/ugo/invalid/ugo-occupied.sgf"]);
    assert!(
        text.contains("after ply 2: W d4") && text.contains("1(□)●"),
        "{text}"
    );
    assert!(text.ends_with("ply 3 is illegal: a1 is not empty: White's king is there\n"));
    // Before the end nothing is marked, but the record is what it is.
    let before = shown(1, &["records/ugo/invalid/ugo-occupied.sgf", "--at", "1"]);
    assert!(!before.contains("illegal"), "{before}");
    shown(0, &["records/ugo/invalid/ugo-occupied.sgf", "--exit-zero"]);
}

#[test]
fn what_cannot_be_done_is_refused() {
    let game = "(;GM[ugo]SZ[5]RE[?];B[a1];W[b1])";
    for (args, expected) in [
        (
            &["--at", "3"][..],
            "there is no ply 3: the last legal one is 2",
        ),
        (
            &["--at", "1..7"],
            "there is no ply 7: the last legal one is 2",
        ),
        (&["--at", "2..1"], "ply 2 comes after ply 1"),
        (
            &["--at", "x"],
            "expected a ply number, `start`, `end`, `all` or `A..B`",
        ),
        (&["--at", "-1"], "expected a ply number"),
        (&["--step", "0"], "0 is not in 1.."),
        (
            &["--record", "2"],
            "game.sgf: there is no record 2: the last one is 1",
        ),
        (
            &["--format", "svg", "--at", "all"],
            "choose a folder with --output",
        ),
        (
            &["--format", "svg", "--variations", "all"],
            "choose a folder with --output",
        ),
        (
            &["--format", "svg", "--at", "all", "--output", "other.svg"],
            "other.svg is a file",
        ),
        (
            &["--format", "svg", "--output", "no/such/folder.svg"],
            "cannot write to no/such/folder.svg",
        ),
        (
            &["--format", "svg", "--ascii"],
            "--ascii cannot be used with --format svg, only with text",
        ),
        (
            &["--format", "jsonl", "--numbers"],
            "--numbers cannot be used with --format jsonl",
        ),
        (
            &["--format", "text", "--theme", "dark"],
            "--theme cannot be used with --format text",
        ),
        (
            &["--format", "svg", "--delay", "500"],
            "--delay cannot be used with --format svg, only with gif",
        ),
        (&["--format", "html", "--crop"], "two corners"),
        (&["--format", "png", "--size", "9"], "9 is not in 16.."),
        (
            &["--format", "png", "--scale", "0"],
            "a number from 0.05 to 20",
        ),
        (
            &["--format", "png", "--size", "20000", "--scale", "20"],
            "pixels",
        ),
        (&["--format", "svg", "--crop", "z"], "or two corners"),
        (&["--numbers", "0..3"], "counted from 1"),
        (&["--first-number", "3"], "--numbers"),
        (
            &["--format", "pdf", "--moves", "9", "--at", "2"],
            "cannot be used with",
        ),
        (
            &["--theme", "pink", "--format", "svg"],
            "invalid value 'pink'",
        ),
    ] {
        let (code, err) = told(game, args);
        assert_eq!(code, 2, "{args:?}: {err}");
        assert!(err.contains(expected), "{args:?}: {err}");
    }
    let (code, _, err) = run(&TempDir::new().unwrap(), &["replay", "none.sgf"], "");
    assert_eq!(code, 2);
    assert!(err.contains("none.sgf: there is no such file"), "{err}");
}

/// A part without a point of the board is an error of the record, and not the whole board.
#[test]
fn a_part_beside_the_board_is_an_error() {
    let folder = folder(&[(
        "a.sgf",
        "(;GM[ugo]SZ[5]RE[?];B[a1])(;GM[ugo]SZ[9]RE[?];B[a1])(;GM[bargo]SZ[3]RE[?])",
    )]);
    for format in ["svg", "png", "gif", "html", "pdf"] {
        let replay = |crop: &str, record: &str| {
            let args = [
                "replay", "a.sgf", "--record", record, "--format", format, crop, "-o",
            ];
            run(&folder, &[&args[..], &["out"]].concat(), "")
        };
        for (crop, record) in [
            ("--crop=f1:h9", "1"),
            ("--crop=a6:e9", "1"),
            ("--crop=a0:e0", "1"),
            // A corner that is beside the hexagon.
            ("--crop=a5:a5", "3"),
        ] {
            let (status, _, err) = replay(crop, record);
            assert_eq!(status, 2, "{format} {crop}: {err}");
            let expected =
                format!("a.sgf, record {record}: the part given by --crop is not on its board");
            assert!(err.contains(&expected), "{format} {crop}: {err}");
        }
        for (crop, record) in [
            ("--crop=f1:h9", "2"),
            ("--crop=h9:f1", "2"),
            // As far as it is on the board.
            ("--crop=e5:h9", "1"),
            ("--crop=a5:c5", "3"),
        ] {
            let (status, _, err) = replay(crop, record);
            assert_eq!(status, 0, "{format} {crop}: {err}");
        }
    }
    let args = [
        "replay",
        "a.sgf",
        "--format",
        "svg",
        "--crop=f1:h9",
        "-o",
        "all",
    ];
    let (status, _, err) = run(&folder, &args, "");
    assert_eq!((status, err.lines().count()), (2, 2), "{err}");
    let drawn = fs::read_dir(folder.path().join("all")).unwrap();
    let drawn =
        drawn.filter(|entry| entry.as_ref().unwrap().path().extension() == Some("svg".as_ref()));
    assert_eq!(drawn.count(), 1);
}

#[test]
fn files_are_replaced_whole_and_nothing_else_is_left() {
    let folder = folder(&[
        ("game.sgf", "(;GM[ugo]SZ[5]RE[?];B[a1])"),
        ("end.svg", "old"),
    ]);
    let args = [
        "replay", "game.sgf", "--format", "svg", "--output", "end.svg",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(names(folder.path()), ["end.svg", "game.sgf"]);
    assert!(
        fs::read_to_string(folder.path().join("end.svg"))
            .unwrap()
            .starts_with("<svg")
    );
}

#[test]
fn hostile_texts_do_no_harm() {
    let evil = "\u{1b}[31m\u{202e}<script>&\u{0}]]>".replace(']', "\\]");
    let long = "x".repeat(1_000_000);
    let record = format!(
        "(;GM[ugo]SZ[5]RE[{evil}]PB[{evil}]PW[{long}]EV[{evil}{long}]LB[a1:{evil}][b1:{long}]C[{evil}])"
    );
    let folder = folder(&[("game.sgf", &record)]);
    for format in ["text", "svg", "html"] {
        let header: &[&str] = if format == "html" { &[] } else { &["--header"] };
        let args = [&["replay", "game.sgf", "--format", format], header].concat();
        let (_, out, _) = run(&folder, &args, "");
        for harm in ["\u{1b}", "\u{202e}", "\u{0}"] {
            assert!(!out.contains(harm), "{format}: {harm:?}");
        }
        assert!(format == "text" || !out.contains("<script>&"), "{format}");
        assert!(out.len() < 100_000, "{format}: {}", out.len());
        if format == "svg" {
            roxmltree::Document::parse(&out).expect("well-formed");
        }
    }
}

#[test]
fn an_animation_from_a_corner_keeps_its_size() {
    let folder = samples();
    let record = "records/margo/engine-5x5-2012.sgf";
    let args = [
        "replay",
        record,
        "--format",
        "html",
        "--view",
        "iso",
        "--coordinates",
        "off",
    ];
    let (_, page, _) = run(&folder, &args, "");
    // The board itself is one shape of all positions, so it never moves; there is one for each corner.
    let boards: Vec<&str> = page.split("<g class=\"plate\">").skip(1).collect();
    assert_eq!(boards.len(), 4);
    for plate in boards {
        let (plate, _) = plate.split_once("</g>").expect("a group ends");
        assert!(!plate.contains("h=\""), "{plate}");
    }
    assert_eq!(page.matches("<svg hidden xmlns=").count(), 3);
}

/// A label is drawn unless it would be taken for a piece, a number or territory; it is listed all the same.
#[test]
fn labels_do_not_look_like_pieces() {
    let ugo = "(;GM[ugo]SZ[5]RE[?];B[c3]LB[b1:A][c1:X][d1:7][e1:b])";
    let bamogo = "(;GM[bamogo]SZ[4]RE[?];B[Rb2,Gb3]LB[a1:a][c1:B])";
    let round = "(;GM[ugo]SZ[5]RE[?];B[c3]LB[b1:o][c1:O][d1:0][e1:x])";
    let king = "(;GM[ugo]SZ[5]RE[?]AB[b3][d3][c4]AW[c3];B[Kc2]LB[a1:K][b1:k][d1:X])";
    let files = [("ugo.sgf", ugo), ("bamogo.sgf", bamogo), ("king.sgf", king)];
    let folder = folder(&[&files[..], &[("round.sgf", round)]].concat());
    for (file, options, drawn) in [
        ("ugo.sgf", &["--ascii"][..], ". A . 7 b"),
        ("ugo.sgf", &[], "· A X 7 b"),
        ("ugo.sgf", &["--ascii", "--numbers"], ". A . . b"),
        ("ugo.sgf", &["--ascii", "--territory"], "b A b 7 b"),
        ("bamogo.sgf", &[], "a · · ·"),
        ("round.sgf", &["--ascii"], "1 . . . . . 1"),
        ("round.sgf", &[], "1 · · · · x 1"),
        ("king.sgf", &["--numbers"], "1  ·  k  ·  X  · 1"),
        ("king.sgf", &[], "K k · X ·"),
    ] {
        let (code, out, err) = run(&folder, &[&["replay", file][..], options].concat(), "");
        assert_eq!((code, err.as_str()), (0, ""), "{file} {options:?}");
        assert!(out.contains(drawn), "{file} {options:?}: {out}");
        let label = match file {
            "ugo.sgf" => "c1 X",
            "king.sgf" => "a1 K",
            "round.sgf" => "d1 0",
            _ => "c1 B",
        };
        assert!(out.contains(label), "{file} {options:?}: {out}");
    }
}

#[test]
fn a_step_without_effect_is_refused() {
    let folder = samples();
    let record = "records/margo/engine-4x4.sgf";
    let replay = |more: &[&str]| run(&folder, &[&["replay", record], more].concat(), "");
    let (code, out, err) = replay(&["--format", "html", "--step", "7"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("--step"), "{err}");
    assert_eq!(replay(&["--format", "html", "--step", "1"]).0, 0);
    assert_eq!(replay(&["--at", "all", "--step", "7"]).0, 0);
}

#[test]
fn looks_are_as_asked_for() {
    let record = "records/margo/engine-4x4.sgf";
    let svg = |options: &[&str]| shown(0, &[&[record, "--format", "svg"], options].concat());
    let usual = svg(&[]);
    let mut others = BTreeMap::new();
    for options in [
        &["--theme", "dark"][..],
        &["--theme", "print"],
        &["--theme", "paper"],
        &["--coordinates", "off"],
        &["--last-move", "off"],
        &["--territory"],
        &["--header"],
        &["--size", "200"],
        &["--crop", "a1:c3"],
        &["--view", "iso"],
        &["--numbers"],
        &["--numbers", "5..9", "--first-number", "1"],
    ] {
        let other = others.insert(svg(options), options);
        assert_eq!(other, None, "{options:?} looks like {other:?}");
    }
    assert!(
        !others.contains_key(&usual),
        "{:?} changes nothing",
        others[&usual]
    );
    for same in [
        &["--theme", "wood"][..],
        &["--coordinates", "on"],
        &["--last-move"],
    ] {
        assert_eq!(svg(same), usual, "{same:?}");
    }
}

#[test]
fn the_pictures_of_the_readme_are_what_their_commands_make() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).expect("there is a README");
    let commands: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("$ kifu replay "))
        .collect();
    let folder = samples();
    for command in &commands {
        let mut args = vec!["replay"];
        args.extend(command.split(' '));
        let picture = args.pop().expect("the file comes last");
        assert!(
            readme.contains(&format!("]({picture})")),
            "{picture} is shown"
        );
        args.push("made.svg");
        let (code, _, err) = run(&folder, &args, "");
        assert_eq!(code, 0, "{err}");
        let made = fs::read(folder.path().join("made.svg")).expect("the picture is made");
        let shown = fs::read(root.join(picture)).expect("the picture is there");
        assert!(
            made == shown,
            "{picture} is not what this makes: kifu {}",
            args.join(" ")
        );
    }
    assert_eq!(commands.len(), 5);
    assert_eq!(files(&root.join("docs/pictures")).len(), 5);
}

#[test]
fn pictures_of_a_large_collection_sort_as_its_records() {
    let record = |number: usize| format!("(;GM[ugo]SZ[2]RE[?]GN[{number}{}])\n", "x".repeat(700));
    let records: String = (1..=120).map(record).collect();
    let folder = folder(&[("games.sgf", records.as_str())]);
    let args = ["replay", "games.sgf", "--format", "svg", "--output", "out"];
    let (status, _, errors) = run(&folder, &args, "");
    assert_eq!((status, errors.as_str()), (0, ""));
    let mut names = names(&folder.path().join("out"));
    names.retain(|name| name != "index.html");
    let numbers = names.iter().map(|name| -> usize {
        let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let number = number.split('-').next().expect("a part");
        number.parse().expect("a number")
    });
    assert!(numbers.eq(1..=120), "{names:?}");
}

/// From above, a marble is at the same place as another one straight above it.
#[test]
fn arrows_between_places_that_are_one_in_the_image_are_not_drawn() {
    let record = "(;GM[margo]SZ[3]RE[?];W[c3]AR[1c3:3c3][b2:2b2]LN[1c3:3c3])";
    let folder = folder(&[("a.sgf", record)]);
    for view in ["top", "iso", "exploded"] {
        let args = [
            "replay", "a.sgf", "--at", "1", "--format", "svg", "--view", view,
        ];
        let (status, svg, err) = run(&folder, &args, "");
        assert_eq!(status, 0, "{view}: {err}");
        assert!(!svg.contains("NaN"), "{view}: {svg}");
    }
}

#[test]
fn a_label_that_is_cut_ends_with_an_ellipsis() {
    let label = "the first move of the game that Ben should have considered here";
    let record = format!("(;GM[ugo]SZ[5]RE[?];B[c3]LB[b2:{label}][d4:two words])");
    let folder = folder(&[("a.sgf", &record)]);
    let (_, text, _) = run(&folder, &["replay", "a.sgf"], "");
    let listed = format!("label: b2 {}…, d4 two words", &label[..40]);
    assert!(text.contains(&listed), "{text}");
}
