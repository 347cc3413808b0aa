//! `kifu replay` and its files: which format, how large, with which letters, and the index of
//! several records.

use std::{fs, path::PathBuf};

use crate::common::{folder, kifu, names, run};
use tempfile::TempDir;

const GAME: &str = "(;GM[ugo]SZ[5]RE[?]PB[Ann]PW[Ben];B[a1];W[b1])";

/// Both players pass at the end, when a king has no liberties.
const ENCLOSED: &str =
    "(;GM[ugo]SZ[4]KM[3]RE[W+0.5]AB[a2][b1][b2]AW[Ka1][d4]BUTTON[W];B[pass];W[pass])";

/// A letter that no font of a system has: it is not assigned.
const LETTER: char = '\u{1f8ff}';

#[test]
fn the_extension_chooses_the_format() {
    let folder = folder(&[("game.sgf", GAME)]);
    for (name, beginning) in [
        ("a.svg", &b"<svg "[..]),
        ("a.PNG", b"\x89PNG"),
        ("a.gif", b"GIF89a"),
        ("a.htm", b"<!DOCTYPE html>"),
        ("a.pdf", b"%PDF-"),
        ("a.json", b"[\n{"),
        ("a.jsonl", b"{\"schema\""),
        ("a.txt", b"game.sgf, record 1"),
        ("a.other", b"game.sgf, record 1"),
    ] {
        let (status, out, errors) = run(&folder, &["replay", "game.sgf", "-o", name], "");
        assert_eq!(
            (status, out.as_str(), errors.as_str()),
            (0, "", ""),
            "{name}"
        );
        let bytes = fs::read(folder.path().join(name)).expect("a file");
        assert!(bytes.starts_with(beginning), "{name}");
    }
    for (format, name, expected) in [
        (
            "svg",
            "b.png",
            "--format svg contradicts the extension of b.png, which stands for png",
        ),
        ("text", "b.html", "stands for html"),
        ("json", "b.jsonl", "stands for jsonl"),
    ] {
        let args = ["replay", "game.sgf", "--format", format, "-o", name];
        let (status, _, errors) = run(&folder, &args, "");
        assert_eq!(status, 2, "{errors}");
        assert!(errors.contains(expected), "{errors}");
        assert!(!folder.path().join(name).exists());
    }
    // Other pictures would be text.
    for name in ["b.jpg", "b.WebP", "b.tiff"] {
        let (status, _, errors) = run(&folder, &["replay", "game.sgf", "-o", name], "");
        assert_eq!(status, 2, "{errors}");
        assert!(
            errors.contains("pictures are svg, png, gif or pdf"),
            "{errors}"
        );
        assert!(!folder.path().join(name).exists());
    }
    // A folder may be called anything.
    let args = ["replay", "game.sgf", "--format", "svg", "-o", "c.png/"];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(names(&folder.path().join("c.png")), ["game-1-0002.svg"]);
    let args = [
        "replay", "game.sgf", "--format", "svg", "--at", "all", "-o", "c.png",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(names(&folder.path().join("c.png")).len(), 3);
}

#[test]
fn several_records_are_never_a_folder_with_the_name_of_a_file() {
    let folder = folder(&[("game.sgf", &GAME.repeat(2))]);
    for name in ["out.html", "out.gif", "out.png", "out.svg"] {
        let (status, _, errors) = run(&folder, &["replay", "game.sgf", "-o", name], "");
        assert_eq!(status, 2, "{errors}");
        let expected = format!("{name} is the name of one file, but there are several images");
        assert!(errors.contains(&expected), "{errors}");
        assert!(!folder.path().join(name).exists(), "{name}");
    }
    let args = [
        "replay", "game.sgf", "--record", "1", "--at", "all", "-o", "out.svg",
    ];
    assert_eq!(run(&folder, &args, "").0, 2);
    assert!(!folder.path().join("out.svg").exists());
}

/// What a name is does not depend on how many of the records are sound.
#[test]
fn several_records_are_a_folder_even_if_one_is_drawn() {
    let sound = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])\n";
    let folder = folder(&[
        ("two.sgf", &format!("{sound}(;GM[ugo]SZ[5]RE[?];B[c3\n")),
        ("short.sgf", &format!("{sound}(;GM[ugo]SZ[5]RE[?];B[c3])\n")),
        ("one.sgf", sound),
    ]);
    for (number, (args, status, files)) in [
        (
            &["two.sgf", "--format", "svg"][..],
            1,
            &["two-1-0002.svg"][..],
        ),
        (&["two.sgf", "--format", "gif"], 1, &["two-1.gif"]),
        (
            &["short.sgf", "--format", "png", "--at", "2"],
            2,
            &["short-1-0002.png"],
        ),
        (&["two.sgf", "--format", "svg", "--record", "1"], 0, &[]),
        (&["one.sgf", "--format", "svg"], 0, &[]),
    ]
    .into_iter()
    .enumerate()
    {
        let output = format!("output-{number}");
        let (ended, _, errors) = run(&folder, &[&["replay"], args, &["-o", &output]].concat(), "");
        assert_eq!(ended, status, "{args:?}: {errors}");
        let path = folder.path().join(&output);
        assert_eq!(path.is_dir(), !files.is_empty(), "{args:?}");
        if path.is_dir() {
            assert_eq!(names(&path), files, "{args:?}");
        }
    }
}

#[test]
fn several_records_have_an_index() {
    let invalid = "(;GM[sygo]SZ[4]RE[?]PB[<i>\u{56f2}];W[a1];B[a1])";
    let folder = folder(&[("games.sgf", &[GAME, invalid].concat())]);
    for format in ["svg", "png", "gif", "html"] {
        let args = ["replay", "games.sgf", "--format", format, "-o", format];
        assert_eq!(run(&folder, &args, "").0, 1);
        let output = folder.path().join(format);
        let page = fs::read_to_string(output.join("index.html")).expect("an index");
        let files: Vec<String> = (names(&output).into_iter())
            .filter(|name| name != "index.html")
            .collect();
        assert_eq!(files.len(), 2);
        for file in &files {
            assert!(page.contains(&format!("<a href=\"./{file}\">")), "{page}");
        }
        for part in [
            "<h1>2 records</h1>",
            "Ann – Ben",
            "ugo, 5 × 5, 2 plies",
            "&lt;i&gt;囲 – White",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.contains("error at ply 2: a1 is not empty"), "{page}");
        let boards = if format == "html" { "<svg " } else { "<img " };
        assert_eq!(page.matches(boards).count(), 2, "{page}");
    }
    // One record has none, however many images it has, and a page of somebody else stays.
    let args = [
        "replay",
        "games.sgf",
        "--record",
        "1",
        "--format",
        "svg",
        "--at",
        "all",
        "-o",
        "one",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(names(&folder.path().join("one")).len(), 3);
    fs::write(folder.path().join("one/index.html"), "my page").expect("a file");
    let args = ["replay", "games.sgf", "--format", "svg", "-o", "one"];
    let (_, _, errors) = run(&folder, &args, "");
    assert!(
        errors.contains("one/index.html is not an index of kifu"),
        "{errors}"
    );
    let page = fs::read_to_string(folder.path().join("one/index.html")).expect("a file");
    assert_eq!(page, "my page");
    // An index of kifu is replaced.
    let (_, _, errors) = run(
        &folder,
        &["replay", "games.sgf", "--format", "svg", "-o", "svg"],
        "",
    );
    assert!(!errors.contains("index"), "{errors}");
}

#[test]
fn images_are_small() {
    let folder = TempDir::new().expect("a folder");
    let args = [
        "random", "--game", "ugo", "--size", "19", "--seed", "1", "-o", "u.sgf",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert_eq!(run(&folder, &["replay", "u.sgf", "-o", "u.png"], "").0, 0);
    let length = |name: &str| {
        fs::metadata(folder.path().join(name))
            .expect("a file")
            .len()
    };
    assert!(length("u.png") < 150_000, "{}", length("u.png"));
    let args = ["replay", "u.sgf", "--at", "..60", "-o", "u.gif"];
    assert_eq!(run(&folder, &args, "").0, 0);
    assert!(length("u.gif") < 350_000, "{}", length("u.gif"));
    // Without gradients there are few colors, which need a palette only.
    let args = [
        "replay", "u.sgf", "--theme", "print", "--size", "300", "-o", "p.png",
    ];
    assert_eq!(run(&folder, &args, "").0, 0);
    let file =
        std::io::BufReader::new(fs::File::open(folder.path().join("p.png")).expect("a file"));
    let reader = png::Decoder::new(file).read_info().expect("a PNG file");
    assert_eq!(reader.info().color_type, png::ColorType::Indexed);
}

/// A TrueType font whose only letter is a square as wide as the line is high.
pub(crate) fn font(letter: char) -> Vec<u8> {
    fn bytes(values: &[i32]) -> Vec<u8> {
        values
            .iter()
            .flat_map(|&value| (value as i16).to_be_bytes())
            .collect()
    }
    let long = |value: u32| value.to_be_bytes().to_vec();
    let head = [
        long(0x0001_0000),
        long(0x0001_0000),
        long(0),
        long(0x5f0f_3cf5),
        bytes(&[0, 1000]),
        vec![0; 16],
        bytes(&[0, 0, 1000, 1000, 0, 8, 2, 0, 0]),
    ]
    .concat();
    let hhea = [
        long(0x0001_0000),
        bytes(&[800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, 2]),
    ]
    .concat();
    let maxp = [
        long(0x0001_0000),
        bytes(&[2, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
    ]
    .concat();
    let hmtx = bytes(&[500, 0, 1000, 0]);
    let letter = letter as u32;
    let cmap = [
        bytes(&[0, 1, 3, 10]),
        long(12),
        bytes(&[12, 0]),
        long(28),
        long(0),
        long(1),
        long(letter),
        long(letter),
        long(1),
    ]
    .concat();
    let mut glyph = bytes(&[1, 0, 0, 1000, 800, 3, 0]);
    glyph.extend([1; 4]);
    glyph.extend(bytes(&[0, 1000, 0, -1000, 0, 0, 800, 0]));
    let loca = bytes(&[0, 0, glyph.len() as i32 / 2]);
    let name: Vec<u8> = "Test".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let entry = |id: i32| bytes(&[3, 1, 0x409, id, 8, 0]);
    let name = [bytes(&[0, 2, 30]), entry(1), entry(6), name].concat();
    let post = [long(0x0003_0000), vec![0; 28]].concat();
    let tables = [
        (b"cmap", cmap),
        (b"glyf", glyph),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", hmtx),
        (b"loca", loca),
        (b"maxp", maxp),
        (b"name", name),
        (b"post", post),
    ];
    let mut file = [long(0x0001_0000), bytes(&[tables.len() as i32, 128, 3, 16])].concat();
    let mut offset = 12 + 16 * tables.len();
    let mut data = Vec::new();
    for (tag, table) in tables {
        file.extend(
            [
                &tag[..],
                &long(0),
                &long(offset as u32),
                &long(table.len() as u32),
            ]
            .concat(),
        );
        let padded = table.len().next_multiple_of(4);
        data.extend(&table);
        data.resize(data.len() + padded - table.len(), 0);
        offset += padded;
    }
    file.extend(data);
    file
}

/// A folder with a record whose player has a rare letter, and a font with it.
fn rare() -> (TempDir, PathBuf) {
    let record = format!("(;GM[ugo]SZ[5]RE[?]PB[{LETTER}];B[a1])");
    let folder = folder(&[("game.sgf", &record), ("fonts/none.ttf", "no font")]);
    let path = folder.path().join("rare.ttf");
    fs::write(&path, font(LETTER)).expect("a file");
    (folder, path)
}

#[test]
fn letters_are_drawn_with_given_fonts() {
    let (folder, _) = rare();
    for name in ["a.png", "a.gif", "a.pdf"] {
        let args = ["replay", "game.sgf", "--header", "-o", name];
        let (status, _, errors) = run(&folder, &args, "");
        assert_eq!(status, 0, "{errors}");
        assert!(
            errors.contains(&format!("no font of this system has the letters {LETTER}:")),
            "{errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{errors}");
        let with = format!("with-{name}");
        let args = [
            "replay", "game.sgf", "--header", "--font", "rare.ttf", "-o", &with,
        ];
        assert_eq!(run(&folder, &args, ""), (0, String::new(), String::new()));
        let [boxes, letters] =
            [name, &with].map(|name| fs::read(folder.path().join(name)).expect("a file"));
        assert_ne!(boxes, letters);
    }
    // What is not drawn needs no font, and a font changes nothing else.
    let args = ["replay", "game.sgf", "--status-line", "off", "-o", "b.png"];
    assert_eq!(run(&folder, &args, ""), (0, String::new(), String::new()));
    let args = [
        "replay",
        "game.sgf",
        "--status-line",
        "off",
        "--font",
        "rare.ttf",
        "-o",
        "c.png",
    ];
    assert_eq!(run(&folder, &args, ""), (0, String::new(), String::new()));
    let [one, other] =
        ["b.png", "c.png"].map(|name| fs::read(folder.path().join(name)).expect("a file"));
    assert_eq!(one, other);
}

#[test]
fn a_font_that_cannot_be_used_is_an_error() {
    let (folder, path) = rare();
    for (args, expected) in [
        (
            &["--font", "fonts/none.ttf", "-o", "a.png"][..],
            "fonts/none.ttf: not a font file",
        ),
        (&["--font", "no.ttf", "-o", "a.png"], "no.ttf"),
        (
            &["--font", "rare.ttf", "-o", "a.svg"],
            "--font cannot be used with --format svg",
        ),
        (
            &["--font", "rare.ttf", "--format", "png", "-o", "rare.ttf"],
            "rare.ttf",
        ),
    ] {
        let args = [&["replay", "game.sgf"], args].concat();
        let (status, _, errors) = run(&folder, &args, "");
        assert_eq!(status, 2, "{errors}");
        assert!(errors.contains(expected), "{errors}");
    }
    assert_eq!(fs::read(path).expect("a file"), font(LETTER));
    #[cfg(unix)]
    {
        let args = ["replay", "game.sgf", "--font", "/dev/zero", "-o", "a.png"];
        let (status, _, errors) = run(&folder, &args, "");
        assert_eq!(status, 2);
        assert!(
            errors.contains("/dev/zero has more than 64 MiB"),
            "{errors}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn letters_are_drawn_with_fonts_of_the_system() {
    let (folder, path) = rare();
    let home = folder.path().join("home");
    let fonts = home.join(".local/share/fonts");
    fs::create_dir_all(&fonts).expect("a folder");
    fs::rename(path, fonts.join("rare.ttf")).expect("a file can be moved");
    let args = ["replay", "game.sgf", "--header", "-o", "a.png"];
    let mut command = kifu(&folder, &args);
    command
        .env("HOME", &home)
        .env("XDG_DATA_HOME", home.join(".local/share"));
    let output = command.output().expect("the program runs");
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), errors.as_str()), (Some(0), ""));
}

/// The texts of an image of the game, in their order.
fn texts(game: &str, options: &[&str]) -> Vec<String> {
    let folder = folder(&[("game.sgf", game)]);
    let args = [&["replay", "game.sgf", "--format", "svg"], options].concat();
    let (status, image, errors) = run(&folder, &args, "");
    assert_eq!(status, 0, "{errors}");
    let document = roxmltree::Document::parse(&image).expect("an image");
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"));
    let texts = texts.filter_map(|node| node.text());
    texts.map(|text| text.replace('\u{a0}', " ")).collect()
}

#[test]
fn numbered_images_tell_which_plies_have_numbers() {
    let told = |options: &[&str]| {
        let mut texts = texts(GAME, options);
        texts.retain(|text| text.starts_with("move"));
        texts
    };
    let none: [&str; 0] = [];
    for options in [&["--numbers"][..], &["--numbers", "--at", "1"], &[]] {
        assert_eq!(told(options), none, "{options:?}");
    }
    assert_eq!(told(&["--numbers=2..2"]), ["move 2"]);
    assert_eq!(told(&["--numbers=1..1", "--at", "2"]), ["move 1"]);
    assert_eq!(
        told(&["--numbers=1..2", "--first-number", "7"]),
        ["moves 7–8"]
    );
}

#[test]
fn images_tell_the_komi_once() {
    let komi = |options: &[&str]| {
        let texts = texts(ENCLOSED, options).into_iter();
        texts.filter(|text| text.contains("komi 3")).count()
    };
    for options in [&[][..], &["--header"], &["--territory"]] {
        assert_eq!(komi(options), 1, "{options:?}");
    }
    assert_eq!(komi(&["--status-line", "off"]), 0);
}

#[test]
fn enclosed_pieces_have_one_name() {
    let folder = folder(&[("game.sgf", ENCLOSED)]);
    let (_, page, _) = run(&folder, &["replay", "game.sgf", "--format", "html"], "");
    assert!(page.contains("Black 4 (3 pieces + 1 enclosed enemy piece)"));
    let (_, score, _) = run(&folder, &["score", "game.sgf"], "");
    assert!(score.contains("enclosed enemy pieces "), "{score}");
}

/// Each diagram lists all plies that its board does not show, which are more for each.
#[test]
fn long_lists_of_plies_are_refused() {
    let switches = ";B[a1<>a2];W[c1<>c2]".repeat(400);
    let text = format!("(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][Ga2][Rc1][Gc2]{switches})");
    let folder = folder(&[("a.sgf", &text)]);
    let book = [
        "replay",
        "--numbers",
        "--format",
        "pdf",
        "a.sgf",
        "-o",
        "a.pdf",
    ];
    let all = [&book[..], &["--at", "all"]].concat();
    let (status, _, errors) = run(&folder, &all, "");
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("lists of plies"), "{errors}");
    assert!(!folder.path().join("a.pdf").exists());
    let some = [&book[..], &["--at", "all", "--step", "10"]].concat();
    let (status, _, errors) = run(&folder, &some, "");
    assert_eq!(status, 0, "{errors}");
}

/// A record whose lists are too long is an error of its own: the other records of the file are drawn.
#[test]
fn long_lists_of_plies_end_only_their_record() {
    let switches = ";B[a1<>a2];W[c1<>c2]".repeat(1_000);
    let setup = "(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][Ga2][Rc1][Gc2]";
    let text = format!("{setup}{switches})\n{setup};B[a1<>a2])\n");
    let folder = folder(&[("a.sgf", &text)]);
    let numbers = ["replay", "a.sgf", "--numbers", "--at"];
    let all = [&numbers[..], &["all"]].concat();
    let (status, output, errors) = run(&folder, &all, "");
    assert_eq!(status, 2, "{errors}");
    let message = "a.sgf, record 1: the lists of plies below the boards are longer than 5000000";
    assert!(errors.contains(message), "{errors}");
    assert!(output.len() < 8_000_000, "{}", output.len());
    assert!(output.contains("record 1, after ply 800: "), "{errors}");
    assert!(output.contains("record 2, after ply 1: "), "{errors}");
    for one in [&["2000"][..], &["all", "--step", "10"]] {
        let (status, output, errors) = run(&folder, &[&numbers[..], one].concat(), "");
        assert!(!errors.contains("lists of plies"), "{status}: {errors}");
        assert!(output.contains("record 1, after ply 2000: "), "{errors}");
    }
}

#[test]
fn too_many_positions_of_variations_end_only_their_record() {
    let many = "(;W[b2])".repeat(100_000);
    let text = format!("(;GM[ugo]SZ[5]RE[?];B[a1]{many})\n(;GM[ugo]SZ[5]RE[?];B[c3])\n");
    let folder = folder(&[("a.sgf", &text)]);
    let all = ["replay", "a.sgf", "--variations", "all", "--at", "all"];
    let (status, output, errors) = run(&folder, &all, "");
    assert_eq!(status, 2, "{errors}");
    let message = "record 1: with its variations it has 100002 such positions, the maximum is 100000: select fewer";
    assert!(errors.contains(message), "{errors}");
    assert!(output.contains("record 2, after ply 1: "), "{output}");
    let (status, output, errors) = run(&folder, &[&all[..5], &["0..1"]].concat(), "");
    assert_eq!(status, 0, "{errors}");
    assert!(output.contains("record 1, after ply 1: "), "{output}");
}
