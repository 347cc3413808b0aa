//! Archives of all formats, intact and damaged.

use std::{
    fs::{self, File},
    io::{Cursor, Write},
    path::{Path, PathBuf},
};

use assert_cmd::Command;
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// Records of all kinds under the names that they have in an archive, sorted.
const ENTRIES: [(&str, &str); 5] = [
    ("a.kifu", "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])"),
    (
        "b/c.SGF",
        "(;GM[sygo]SZ[5]RE[?];W[b2])\n(;GM[ugo]SZ[5]RE[?];B[d4])",
    ),
    ("b/d.sgf", "(;GM[chess])"),
    ("b/é.sgf", "(;GM[bargo]SZ[3]RE[?]PB[é];B[a1/e]"),
    ("z.sgf", "no record"),
];

/// Entries of an archive that are not read.
const OTHERS: [(&str, &str); 4] = [
    ("b/readme.txt", "(;GM[ugo])"),
    ("b/.hidden.sgf", "(;GM[ugo])"),
    ("__MACOSX/.b/c.sgf", "(;GM[ugo])"),
    ("sgf", "(;GM[ugo])"),
];

fn all_entries() -> Vec<(&'static str, &'static str)> {
    // Not in the order of the output.
    let mut all = ENTRIES.to_vec();
    all.extend(OTHERS);
    all.reverse();
    all
}

fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.add_directory("b/", options).unwrap();
    for (name, text) in entries {
        zip.start_file(*name, options).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn tar(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (name, text) in entries {
        let mut header = tar::Header::new_gnu();
        // The library itself rejects names outside the archive.
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        tar.append(&header, text.as_bytes()).unwrap();
    }
    tar.into_inner().unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 3).unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bzip2.write_all(bytes).unwrap();
    bzip2.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(6);
    let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    xz.write_all(bytes).unwrap();
    xz.finish().unwrap()
}

fn write(folder: &TempDir, name: &str, bytes: &[u8]) {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

fn kifu(folder: &Path, args: &[&str], input: Vec<u8>) -> (i32, String, String) {
    let output = Command::cargo_bin("kifu")
        .unwrap()
        .current_dir(folder)
        .args(args)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().expect("no signal"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Source, number and verdict of every line.
fn lines(folder: &TempDir, args: &[&str], input: Vec<u8>) -> (i32, Vec<(String, String)>) {
    let args = [&["validate", "--format", "jsonl"], args].concat();
    let (status, out, errors) = kifu(folder.path(), &args, input);
    assert_eq!(errors, "");
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        let source = line["source"].take();
        (source.as_str().unwrap().to_owned(), line.to_string())
    };
    (status, out.lines().map(line).collect())
}

#[test]
fn archives_of_every_format_yield_the_same_records() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in all_entries() {
        write(&folder, &format!("plain/{name}"), text.as_bytes());
    }
    let (status, plain) = lines(&folder, &["plain"], Vec::new());
    assert_eq!(status, 1);
    let sources: Vec<&str> = plain.iter().map(|(source, _)| source.as_str()).collect();
    let expected = [
        "a.kifu", "b/c.SGF", "b/c.SGF", "b/d.sgf", "b/é.sgf", "z.sgf",
    ];
    assert_eq!(sources, expected.map(|name| format!("plain/{name}")));
    let tar = tar(&all_entries());
    let packed: Vec<(&str, Vec<u8>)> = vec![
        ("x.zip", zip(&all_entries())),
        ("x.tar", tar.clone()),
        ("x.tar.gz", gzip(&tar)),
        ("x.tgz", gzip(&tar)),
        ("x.tar.zst", zstd(&tar)),
        ("x.tar.bz2", bzip2(&tar)),
        ("x.tar.xz", xz(&tar)),
        // The format is recognized by the bytes, not by the name.
        ("no-ending", tar.clone()),
        ("zip.sgf", zip(&all_entries())),
    ];
    for (name, bytes) in packed {
        write(&folder, &format!("packed/{name}"), &bytes);
        let named = |of: &str| -> Vec<(String, String)> {
            let rename =
                |(source, line): &(String, String)| (source.replacen("plain", of, 1), line.clone());
            plain.iter().map(rename).collect()
        };
        let path = format!("packed/{name}");
        assert_eq!(
            lines(&folder, &[&path], Vec::new()),
            (1, named(&path)),
            "{name}"
        );
        assert_eq!(lines(&folder, &["-"], bytes), (1, named("-")), "{name}");
    }
    // All archives in a folder are read.
    let (_, all) = lines(&folder, &["packed"], Vec::new());
    assert_eq!(all.len(), 8 * plain.len());
}

#[test]
fn compressed_collections_and_entries_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(;GM[ugo]SZ[5]RE[?];B[c3])\n(;GM[ugo]SZ[5]RE[?]PB[é];B[c3];W[c3])\n";
    write(&folder, "plain.sgf", text.as_bytes());
    let (_, plain) = lines(&folder, &["plain.sgf"], Vec::new());
    assert_eq!(plain.len(), 2);
    let lines_of = |path: &str, input: Vec<u8>| -> Vec<String> {
        let (status, lines) = lines(&folder, &[path], input);
        assert_eq!(status, 1, "{path}");
        lines.into_iter().map(|(_, line)| line).collect()
    };
    let plain: Vec<String> = plain.into_iter().map(|(_, line)| line).collect();
    for (ending, bytes) in [
        ("gz", gzip(text.as_bytes())),
        ("zst", zstd(text.as_bytes())),
        ("bz2", bzip2(text.as_bytes())),
        ("xz", xz(text.as_bytes())),
    ] {
        let name = format!("c.sgf.{ending}");
        write(&folder, &name, &bytes);
        assert_eq!(lines_of(&name, Vec::new()), plain, "{ending}");
        assert_eq!(lines_of("-", bytes.clone()), plain, "{ending}");
        let empty = match ending {
            "gz" => gzip(b""),
            "zst" => zstd(b""),
            "bz2" => bzip2(b""),
            _ => xz(b""),
        };
        let after_empty = [empty, bytes.clone()].concat();
        assert_eq!(lines_of("-", after_empty), plain, "{ending}");
        // Concatenated compressed files are the concatenated texts.
        let twice = [bytes.clone(), bytes.clone()].concat();
        assert_eq!(lines_of("-", twice).len(), 4, "{ending}");
        // What follows them is damaged, and the message is none about the program.
        for length in [1, 9, 30] {
            let followed = [bytes.clone(), b"!".repeat(length)].concat();
            let (status, found) = lines(&folder, &["-"], followed);
            assert_eq!(status, 2, "{ending}");
            let last = &found.last().expect("a line").1;
            assert!(last.contains("archive::format"), "{last}");
            for wrong in ["stripped", "it is cut off"] {
                assert!(!last.contains(wrong), "{last}");
            }
        }
    }
    let mut zipped = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zipped
        .start_file("c.sgf.gz", SimpleFileOptions::default())
        .unwrap();
    zipped.write_all(&gzip(text.as_bytes())).unwrap();
    write(&folder, "x.zip", &zipped.finish().unwrap().into_inner());
    assert_eq!(lines_of("x.zip", Vec::new()), plain);
}

#[test]
fn what_is_appended_to_an_archive_or_a_text_is_told() {
    let folder = tempfile::tempdir().unwrap();
    for length in [1, 100, 511, 512] {
        let bytes = [tar(&[("a.sgf", GOOD)]), vec![b'!'; length]].concat();
        let (status, found) = lines(&folder, &["-"], bytes);
        let last = &found.last().expect("a line").1;
        assert_eq!(status, 2, "{last}");
        assert!(!last.contains("it is cut off"), "{last}");
    }
    for packed in [gzip, zstd, bzip2, xz] {
        let record = format!("{GOOD}\n");
        let text = [record.as_bytes(), &packed(record.as_bytes())].concat();
        write(&folder, "text.sgf", &text);
        for command in [
            "validate",
            "batch",
            "stats",
            "results",
            "dedupe",
            "query",
            "metrics",
            "convert --to json",
            "fmt",
            "score",
        ] {
            let arguments: Vec<&str> = command.split(' ').chain(["text.sgf"]).collect();
            let (status, out, errors) = kifu(folder.path(), &arguments, Vec::new());
            let told = out + &errors;
            assert_eq!(status, 2, "{command}: {told}");
            assert!(told.contains("which are not read"), "{command}: {told}");
        }
    }
}

/// The source and the first code of every line.
fn codes(folder: &TempDir, args: &[&str], input: Vec<u8>) -> (i32, Vec<(String, String)>) {
    let (status, lines) = lines(folder, args, input);
    let code = |(source, line): (String, String)| {
        let line: Value = serde_json::from_str(&line).unwrap();
        let code = &line["findings"][0]["code"];
        (source, code.as_str().unwrap_or("fine").to_owned())
    };
    (status, lines.into_iter().map(code).collect())
}

fn expected(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(source, code): &(&str, &str)| ((*source).to_owned(), (*code).to_owned());
    list.iter().map(own).collect()
}

const GOOD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";
const BAD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])";

#[test]
fn entry_names_outside_the_archive_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let entries = [
        ("../out.sgf", GOOD),
        ("/absolute.sgf", GOOD),
        ("a/../../b.sgf", GOOD),
        ("c:\\d.sgf", GOOD),
        ("fine/..sgf.sgf/x", GOOD),
        ("./here.sgf", GOOD),
        ("z.sgf", GOOD),
    ];
    for (name, bytes) in [("x.zip", zip(&entries)), ("x.tar", tar(&entries))] {
        write(&folder, name, &bytes);
        let (status, found) = codes(&folder, &[name], Vec::new());
        let outside = "archive::entry-name";
        let list = [
            ("../out.sgf", outside),
            ("/absolute.sgf", outside),
            ("a/../../b.sgf", outside),
            ("c:\\d.sgf", outside),
            ("here.sgf", "fine"),
            ("z.sgf", "fine"),
        ]
        .map(|(entry, code)| (format!("{name}/{entry}"), code.to_owned()));
        assert_eq!((status, found), (2, list.to_vec()));
    }
}

#[test]
fn intact_entries_of_damaged_archives_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "named.zip", b"not a zip");
    write(&folder, "broken.zip", b"PK\x03\x04 and nothing more");
    let many: String = (0..3_000)
        .map(|i| format!("(;GM[ugo]SZ[5]RE[?]GN[{i}];B[c3])\n"))
        .collect();
    let packed = gzip(many.as_bytes());
    write(&folder, "cut.sgf.gz", &packed[..packed.len() - 20]);
    let whole = tar(&[("a.sgf", GOOD), ("b.sgf", GOOD)]);
    write(&folder, "cut.tar", &whole[..1024 + 512 + 10]);
    write(&folder, "nested.gz", &gzip(&zip(&[("a.sgf", GOOD)])));
    write(&folder, "none.zip", &zip(&[("a.txt", GOOD)]));
    write(&folder, "last.sgf", GOOD.as_bytes());
    let args = [
        "named.zip",
        "broken.zip",
        "cut.tar",
        "nested.gz",
        "none.zip",
        "missing.zip",
        "last.sgf",
    ];
    let (status, found) = codes(&folder, &args, Vec::new());
    let list = expected(&[
        ("named.zip", "archive::format"),
        ("broken.zip", "archive::format"),
        ("cut.tar/a.sgf", "fine"),
        ("cut.tar/b.sgf", "archive::format"),
        ("nested.gz", "archive::format"),
        ("none.zip", "archive::empty"),
        ("missing.zip", "archive::unreadable"),
        ("last.sgf", "fine"),
    ]);
    assert_eq!((status, found), (2, list));
    let (status, found) = codes(&folder, &["cut.sgf.gz"], Vec::new());
    assert_eq!(status, 2);
    let (last, rest) = found.split_last().unwrap();
    assert_eq!(last.1, "archive::format");
    assert!(rest.len() > 1_000 && rest.iter().all(|(_, code)| code == "fine"));
}

/// A large window and a large record are not in memory together.
#[test]
fn records_are_smaller_beside_a_large_window() {
    let folder = tempfile::tempdir().unwrap();
    let record = |size: usize| {
        let (start, end) = ("(;GM[ugo]SZ[5]RE[?]C[", "])");
        format!("{start}{}{end}", "x".repeat(size - start.len() - end.len()))
    };
    let limit = 1_000_000;
    let arguments = ["validate", "--format", "short", "--max-record", "4000000"];
    for (log, size, is_fine) in [
        (23, 4 * limit, true),
        (23, 4 * limit + 1, false),
        (24, limit, true),
        (24, limit + 1, false),
    ] {
        let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
        zstd.window_log(log).unwrap();
        zstd.write_all(record(size).as_bytes()).unwrap();
        write(&folder, "large.sgf.zst", &zstd.finish().unwrap());
        let arguments = [&arguments[..], &["--max-ratio", "100000", "large.sgf.zst"]].concat();
        let (status, reported, _) = kifu(folder.path(), &arguments, Vec::new());
        assert_eq!(status == 0, is_fine, "{log} {size} {reported}");
        assert_eq!(
            reported.contains("limit::record-size"),
            !is_fine,
            "{log} {size} {reported}"
        );
    }
}

/// Compressed data declares the memory that unpacking takes.
#[test]
fn unsupported_methods_and_large_windows_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invariants/seeds/archive");
    let names = [
        "lzma.zip",
        "xz.zip",
        "lzma-memory.zip",
        "xz-memory.zip",
        "memory.xz",
    ];
    for name in names {
        fs::copy(seeds.join(name), folder.path().join(name)).unwrap();
    }
    let (status, found) = codes(&folder, &names, Vec::new());
    let list = expected(&[
        ("lzma.zip/a.SGF", "archive::format"),
        ("lzma.zip/b/a.sgf", "archive::format"),
        ("xz.zip/a.sgf", "fine"),
        ("lzma-memory.zip/a.sgf", "archive::format"),
        ("xz-memory.zip/a.sgf", "archive::format"),
        ("memory.xz", "archive::format"),
    ]);
    assert_eq!((status, found), (2, list));
    for (name, limit) in [("memory.xz", 128), ("xz-memory.zip", 8)] {
        let (_, reported, _) = kifu(
            folder.path(),
            &["validate", "--format", "short", name],
            Vec::new(),
        );
        let reason = format!("unpacking it takes more memory than the limit, {limit} MiB");
        assert!(reported.contains(&reason), "{reported}");
    }
    // The windows of Zstandard and xz may have 128 MiB, and not more.
    for (log, expected) in [(27, "fine"), (28, "archive::format")] {
        let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
        zstd.window_log(log).unwrap();
        zstd.write_all(GOOD.as_bytes()).unwrap();
        write(&folder, "window.sgf.zst", &zstd.finish().unwrap());
        let (_, found) = codes(&folder, &["window.sgf.zst"], Vec::new());
        assert_eq!(
            found,
            self::expected(&[("window.sgf.zst", expected)]),
            "{log}"
        );
        let mut options = lzma_rust2::XzOptions::with_preset(0);
        options.lzma_options.dict_size = 1 << log;
        let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        xz.write_all(GOOD.as_bytes()).unwrap();
        write(&folder, "window.sgf.xz", &xz.finish().unwrap());
        let (_, found) = codes(&folder, &["window.sgf.xz"], Vec::new());
        assert_eq!(
            found,
            self::expected(&[("window.sgf.xz", expected)]),
            "{log}"
        );
    }
    // After a small window no large one is allowed.
    let zstd_file = |log| {
        let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
        zstd.window_log(log).unwrap();
        zstd.write_all(GOOD.as_bytes()).unwrap();
        zstd.finish().unwrap()
    };
    for (logs, expected) in [
        ([27, 20], &["fine", "fine"][..]),
        ([20, 23], &["fine", "fine"]),
        ([20, 24], &["fine", "archive::format"]),
    ] {
        write(&folder, "two.sgf.zst", &logs.map(zstd_file).concat());
        let (_, found) = codes(&folder, &["two.sgf.zst"], Vec::new());
        let found: Vec<_> = found.iter().map(|(_, code)| code.as_str()).collect();
        assert_eq!(found, expected, "{logs:?}");
    }
    let args = ["validate", "--format", "short", "lzma.zip"];
    let (_, reported, _) = kifu(folder.path(), &args, Vec::new());
    let reason =
        "it is compressed by LZMA, which is not supported: use deflate, bzip2, Zstandard or xz";
    assert!(reported.contains(reason), "{reported}");
}

#[test]
fn decompression_bombs_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let blanks = vec![b' '; 80 * 1024 * 1024];
    let bomb = [GOOD.as_bytes(), &blanks, GOOD.as_bytes()].concat();
    write(&folder, "bomb.sgf.zst", &zstd(&bomb));
    let mut zipped = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["a.sgf", "b.sgf"] {
        zipped
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        zipped
            .write_all(&blanks[..blanks.len() / 2 + 1_000_000])
            .unwrap();
        zipped.write_all(GOOD.as_bytes()).unwrap();
    }
    write(&folder, "bomb.zip", &zipped.finish().unwrap().into_inner());
    let (status, found) = codes(&folder, &["bomb.sgf.zst", "bomb.zip"], Vec::new());
    let list = expected(&[
        ("bomb.sgf.zst", "fine"),
        ("bomb.sgf.zst", "archive::bomb"),
        ("bomb.zip/a.sgf", "fine"),
        ("bomb.zip/b.sgf", "archive::bomb"),
    ]);
    assert_eq!((status, found), (2, list));
    // The ratio of data compressed twice is that of the outer compression.
    let blanks = vec![b' '; 36 * 1024 * 1024];
    let twice = gzip(&[GOOD.as_bytes(), &blanks].concat());
    let entries = ["a.sgf.gz", "b.sgf.gz"];
    let mut zipped = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut packed = tar::Builder::new(Vec::new());
    for name in entries {
        zipped
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        zipped.write_all(&twice).unwrap();
        let mut header = tar::Header::new_gnu();
        header.set_size(twice.len() as u64);
        packed
            .append_data(&mut header, name, twice.as_slice())
            .unwrap();
    }
    write(&folder, "two.zip", &zipped.finish().unwrap().into_inner());
    write(&folder, "two.tgz", &gzip(&packed.into_inner().unwrap()));
    for name in ["two.zip", "two.tgz"] {
        let (status, found) = codes(&folder, &[name], Vec::new());
        let (first, second) = (format!("{name}/a.sgf.gz"), format!("{name}/b.sgf.gz"));
        let list = expected(&[
            (&first, "fine"),
            (&second, "fine"),
            (&second, "archive::bomb"),
        ]);
        assert_eq!((status, found), (2, list));
    }
    // The limit can be raised for trusted archives.
    let (status, found) = codes(
        &folder,
        &["--max-ratio", "100000", "bomb.sgf.zst"],
        Vec::new(),
    );
    assert_eq!((status, found.len()), (0, 2));
}

#[cfg(unix)]
#[test]
fn circular_links_are_reported() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "games/a/b.sgf", GOOD.as_bytes());
    symlink("..", folder.path().join("games/a/up")).unwrap();
    symlink("self.sgf", folder.path().join("games/self.sgf")).unwrap();
    symlink("a/b.sgf", folder.path().join("games/beside.sgf")).unwrap();
    let (status, found) = codes(&folder, &["games", "games/self.sgf"], Vec::new());
    let list = expected(&[
        ("games/a/b.sgf", "fine"),
        ("games/a/up", "archive::link-loop"),
        ("games/self.sgf", "archive::link-loop"),
        ("games/self.sgf", "archive::link-loop"),
    ]);
    assert_eq!((status, found), (2, list));
}

#[test]
fn oversized_records_are_reported_and_the_rest_is_verified() {
    let folder = tempfile::tempdir().unwrap();
    let large = format!("(;GM[ugo]SZ[5]C[{}])", "x".repeat(3_000));
    write(&folder, "x.sgf", format!("{GOOD}{large}{GOOD}").as_bytes());
    let args = ["--max-record", "2KiB", "x.sgf"];
    let (status, found) = codes(&folder, &args, Vec::new());
    let list = expected(&[
        ("x.sgf", "fine"),
        ("x.sgf", "limit::record-size"),
        ("x.sgf", "fine"),
    ]);
    assert_eq!((status, found), (1, list));
    assert_eq!(codes(&folder, &["x.sgf"], Vec::new()).0, 0);
}

#[test]
fn lists_of_paths_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "a b.sgf", GOOD.as_bytes());
    write(&folder, "c.sgf", GOOD.as_bytes());
    write(&folder, "list", b"c.sgf\r\n\na b.sgf\nmissing.sgf");
    let list = expected(&[
        ("c.sgf", "fine"),
        ("a b.sgf", "fine"),
        ("missing.sgf", "archive::unreadable"),
    ]);
    assert_eq!(
        codes(&folder, &["--files-from", "list"], Vec::new()),
        (2, list.clone())
    );
    let input = fs::read(folder.path().join("list")).unwrap();
    assert_eq!(codes(&folder, &["--files-from", "-"], input), (2, list));
    let (status, _, errors) = kifu(
        folder.path(),
        &["batch", "--files-from", "no-list"],
        Vec::new(),
    );
    assert_eq!(status, 2);
    assert!(errors.contains("no-list"), "{errors}");
}

#[test]
fn the_output_does_not_depend_on_the_number_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let (_, games, _) = kifu(
        folder.path(),
        &[
            "random", "--game", "ugo", "--size", "5", "--count", "150", "--seed", "3",
        ],
        Vec::new(),
    );
    // Some are made illegal, some malformed.
    let games: String = games
        .split_inclusive("(;")
        .enumerate()
        .map(|(i, part)| match i % 7 {
            3 => part.replacen("B[", "B[z9]B[", 1),
            5 => part.replacen(']', "", 1),
            _ => part.to_owned(),
        })
        .collect();
    write(&folder, "games.sgf", games.as_bytes());
    write(&folder, "games.sgf.gz", &gzip(games.as_bytes())[..3_000]);
    for format in [
        "text", "short", "json", "jsonl", "csv", "junit", "sarif", "github", "markdown", "note",
    ] {
        let run = |jobs: &str| {
            let args = [
                "batch",
                "--format",
                format,
                "--jobs",
                jobs,
                "games.sgf",
                "games.sgf.gz",
                "none.sgf",
            ];
            kifu(folder.path(), &args, Vec::new())
        };
        let one = run("1");
        assert_eq!(one.0, 2, "{}", one.2);
        assert!(one.1.len() > 1_000);
        assert!(run("2") == one && run("7") == one, "{format}");
    }
}

#[test]
fn shards_must_exist() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "games/a.sgf", GOOD.as_bytes());
    for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
        let args = ["batch", "--shard", wrong, "games"];
        assert_eq!(kifu(folder.path(), &args, Vec::new()).0, 2, "{wrong}");
    }
}

#[test]
fn reports_are_written_to_files_atomically() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "games/a.sgf", GOOD.as_bytes());
    write(&folder, "games/b.sgf", b"(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])");
    write(&folder, "old.xml", b"old");
    let args = [
        "batch",
        "--report",
        "junit=old.xml",
        "--report",
        "sarif=new.sarif",
        "-o",
        "out.txt",
        "games",
    ];
    let (status, out, errors) = kifu(folder.path(), &args, Vec::new());
    assert_eq!((status, out.as_str(), errors.as_str()), (1, "", ""));
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(text("old.xml").contains("ugo::occupied"));
    assert!(text("new.sarif").contains("ugo::occupied"));
    assert!(text("out.txt").contains("ugo::occupied"));
    // A wrong path fails before anything is verified, and no file is changed.
    write(&folder, "old.xml", b"old");
    let args = [
        "batch",
        "--report",
        "junit=old.xml",
        "--report",
        "csv=no/such/folder.csv",
        "games",
    ];
    let (status, out, errors) = kifu(folder.path(), &args, Vec::new());
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(errors.contains("no/such/folder.csv"), "{errors}");
    assert_eq!(text("old.xml"), "old");
    let left = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left
        .filter(|name| name.to_string_lossy().starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    for wrong in ["junit", "junit=", "xml=a"] {
        assert_eq!(
            kifu(
                folder.path(),
                &["batch", "--report", wrong, "games"],
                Vec::new()
            )
            .0,
            2
        );
    }
}

#[test]
fn a_run_can_stop_at_the_first_error() {
    let folder = tempfile::tempdir().unwrap();
    let bad = "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])";
    write(&folder, "x.sgf", [GOOD, bad, GOOD, bad].concat().as_bytes());
    for jobs in ["1", "4"] {
        let args = [
            "batch",
            "--fail-fast",
            "--jobs",
            jobs,
            "--format",
            "jsonl",
            "x.sgf",
        ];
        let (status, out, errors) = kifu(folder.path(), &args, Vec::new());
        assert_eq!((status, out.lines().count()), (1, 2));
        assert!(errors.contains("stopped"), "{errors}");
        // An unreadable source is not a finding, but stops the run too.
        let args = ["batch", "--fail-fast", "--jobs", jobs, "none.sgf", "x.sgf"];
        let (status, out, _) = kifu(folder.path(), &args, Vec::new());
        assert_eq!(status, 2);
        assert!(!out.contains("x.sgf"), "{out}");
    }
}

const TWICE: &str = "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])";

/// Creates a collection of records, some of them with findings.
fn collection(folder: &TempDir) -> String {
    let records: Vec<String> = (0..400)
        .map(|i| match i % 50 {
            7 => format!("{TWICE}\n"),
            20 => "(;GM[margo]SZ[4]RE[?]PB[é]XX[1])".to_owned(),
            i => format!(
                "(;GM[ugo]SZ[9]RE[?]GN[{i} and its long name {}];B[c3];W[c4])\n",
                "x".repeat(200)
            ),
        })
        .collect();
    write(folder, "games/c.sgf", records.concat().as_bytes());
    records.concat()
}

/// Also where the dynamic loader starts it, which is then the program that the system tells.
#[cfg(target_os = "linux")]
#[test]
fn each_build_has_verdicts_of_its_own() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    write(&folder, "a.sgf", b"(;GM[ugo]SZ[5]RE[?];B[c3])");
    let mut program = fs::read(env!("CARGO_BIN_EXE_kifu")).unwrap();
    write(&folder, "first", &program);
    // What follows is not loaded.
    program.push(0);
    write(&folder, "second", &program);
    let stored = |starter: Option<&Path>, name: &str| {
        use std::os::unix::fs::PermissionsExt;

        fs::set_permissions(path(name), PermissionsExt::from_mode(0o755)).unwrap();
        let mut command = std::process::Command::new(starter.unwrap_or(&path(name)));
        if starter.is_some() {
            command.arg(path(name));
        }
        command.current_dir(&folder);
        let done = command
            .args(["batch", "-q", "--cache", "cache", "a.sgf"])
            .status();
        assert!(done.unwrap().success(), "{name}");
        let verdicts = fs::read_dir(path("cache/verdicts")).unwrap();
        verdicts.count()
    };
    assert_eq!(stored(None, "first"), 1);
    assert_eq!(stored(None, "first"), 1);
    assert_eq!(stored(None, "second"), 2);
    let loader = String::from_utf8_lossy(&program)
        .split('\0')
        .find(|text| text.starts_with("/lib") && text.contains("/ld-"))
        .map(PathBuf::from);
    let Some(loader) = loader else { return };
    assert_eq!(stored(Some(&loader), "first"), 2);
    assert_eq!(stored(Some(&loader), "second"), 2);
    program.push(0);
    write(&folder, "third", &program);
    assert_eq!(stored(Some(&loader), "third"), 3);
}

#[test]
fn a_cache_does_not_change_the_output() {
    let folder = tempfile::tempdir().unwrap();
    collection(&folder);
    write(
        &folder,
        "games/broken.sgf",
        b"(;GM[ugo];B[c3]\n(;GM[ugo]SZ[5]RE[?];B[c3])",
    );
    let run = |cached: bool, more: &[&str]| {
        let cache: &[&str] = if cached { &["--cache", "cache"] } else { &[] };
        kifu(
            folder.path(),
            &[&["batch", "games"], cache, more].concat(),
            Vec::new(),
        )
    };
    let files = || -> Vec<std::path::PathBuf> {
        let all = walk(&folder.path().join("cache"));
        all.into_iter()
            .filter(|path| !path.ends_with("CACHEDIR.TAG"))
            .collect()
    };
    for format in ["text", "jsonl"] {
        let plain = run(false, &["--format", format]);
        assert_eq!(plain.0, 1);
        for jobs in ["1", "3", "1"] {
            assert!(
                run(true, &["--format", format, "--jobs", jobs]) == plain,
                "{format}"
            );
        }
    }
    let before = files();
    assert!(!before.is_empty());
    // Other options lead to other verdicts.
    let ignored = ["--ignore", "record::unknown-property", "--format", "jsonl"];
    assert!(run(true, &ignored) == run(false, &ignored));
    assert!(files().len() > before.len());
    let ruleset = ["--ruleset", "margo-2012", "--format", "jsonl"];
    assert!(run(true, &ruleset) == run(false, &ruleset));
    // A record that the next one cuts is not read alone, even if it counts as valid.
    let cut = b"(;GM[ugo]SZ[5]RE[?]XX[1];B[c3];W[d3\n(;GM[ugo]SZ[5]RE[?];B[c3])";
    write(&folder, "games/cut.sgf", cut);
    let ignored = ["--ignore", "syntax::unclosed", "--format", "jsonl"];
    for _ in 0..2 {
        assert!(run(true, &ignored) == run(false, &ignored));
    }
    fs::remove_file(folder.path().join("games/cut.sgf")).unwrap();
    // Damaged cache files do not change the output.
    let plain = run(false, &["--format", "jsonl"]);
    for damage in 0..4 {
        for path in files() {
            let bytes = fs::read(&path).unwrap();
            let half = bytes.len() / 2;
            match damage {
                0 => fs::write(&path, &bytes[..half]).unwrap(),
                1 => fs::write(&path, [&bytes[..half], b"7", &bytes[half + 1..]].concat()).unwrap(),
                2 => fs::write(&path, b"").unwrap(),
                _ => fs::remove_file(&path).unwrap(),
            }
        }
        assert!(
            run(true, &["--format", "jsonl"]) == plain,
            "damage {damage}"
        );
        assert!(
            run(true, &["--format", "jsonl"]) == plain,
            "damage {damage} mended"
        );
    }
    // So does a cache that cannot be written, but that is told.
    fs::remove_dir_all(folder.path().join("cache/verdicts")).unwrap();
    write(&folder, "cache/verdicts", b"");
    let (status, out, errors) = run(true, &["--format", "jsonl"]);
    assert_eq!((status, out), (plain.0, plain.1));
    let (told, same) = errors
        .lines()
        .partition::<Vec<_>, _>(|line| line.contains("stored"));
    assert!(
        told.len() == 1
            && told[0].starts_with("kifu: warning: not all verdicts could be stored in the cache"),
        "{errors}"
    );
    assert_eq!(same, plain.2.lines().collect::<Vec<_>>());
    // An impossible cache folder is reported before anything is verified.
    write(&folder, "file", b"");
    let (status, out, errors) = kifu(
        folder.path(),
        &["batch", "--cache", "file", "games"],
        Vec::new(),
    );
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(errors.contains("the cache file cannot be used"), "{errors}");
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn differences_from_a_snapshot_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "games/a b.sgf", GOOD.as_bytes());
    write(&folder, "games/b.sgf", TWICE.as_bytes());
    write(
        &folder,
        "games/c.sgf",
        b"(;GM[ugo]SZ[3]RE[B+0.5];B[button];W[pass];B[pass])",
    );
    write(&folder, "games/d.sgf", b"(;GM[chess])");
    let run = |more: &[&str]| {
        let args = [&["batch", "--snapshot", "snap", "games"], more].concat();
        kifu(folder.path(), &args, Vec::new())
    };
    let (status, _, errors) = run(&[]);
    assert_eq!(status, 2);
    assert!(errors.contains("--update creates it"), "{errors}");
    let (status, out, _) = run(&["--update"]);
    assert_eq!(status, 0);
    assert!(
        out.ends_with("snap: a new snapshot of 4 records\n"),
        "{out}"
    );
    let snapshot = fs::read_to_string(folder.path().join("snap")).unwrap();
    insta::assert_snapshot!(snapshot, @r"
    kifu snapshot 1: status ruleset size plies finding result score position record
    valid ugo 5 1 - - 25:0 82960b74e5752b66 games/a b.sgf#1
    invalid ugo 5 1 ugo::occupied@2 - 25:0 82960b74e5752b66 games/b.sgf#1
    valid ugo 3 3 - B+0.5 0.5:0 b6aee2bd443872bd games/c.sgf#1
    invalid - - 0 record::game - - - games/d.sgf#1
    ");
    // Records that were invalid before are not a difference.
    let (status, out, _) = run(&[]);
    assert_eq!(status, 0);
    assert!(
        out.ends_with("snap: no differences in 4 records\n"),
        "{out}"
    );
    write(&folder, "games/a b.sgf", b"(;GM[ugo]SZ[5]RE[?];B[c4])");
    write(&folder, "games/bb.sgf", GOOD.as_bytes());
    fs::remove_file(folder.path().join("games/d.sgf")).unwrap();
    let (status, out, _) = run(&[]);
    assert_eq!(status, 1);
    let shown: Vec<&str> = out
        .lines()
        .skip_while(|line| !line.starts_with("---"))
        .collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    --- snap
    +++ this run
    -valid ugo 5 1 - - 25:0 82960b74e5752b66 games/a b.sgf#1
    +valid ugo 5 1 - - 25:0 f11ee4eddecb1a34 games/a b.sgf#1
    -invalid - - 0 record::game - - - games/d.sgf#1
    +valid ugo 5 1 - - 25:0 82960b74e5752b66 games/bb.sgf#1
    snap: 1 changed, 1 added, 1 removed
    ");
    // Standard output contains only the machine-readable report.
    let (status, out, errors) = run(&["--format", "jsonl"]);
    assert_eq!((status, out.lines().count()), (1, 4));
    assert!(errors.contains("1 changed, 1 added, 1 removed"), "{errors}");
    let line: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!(line["position_hash"].as_str().unwrap().len(), 16);
    assert_eq!(
        fs::read_to_string(folder.path().join("snap")).unwrap(),
        snapshot
    );
    assert_eq!(run(&["--update"]).0, 0);
    assert_eq!(run(&["--cache", "cache"]).0, 0);
    assert_eq!(run(&["--cache", "cache"]).0, 0);
}

/// The examples in the documentation are the actual output of the commands.
#[cfg(unix)]
#[test]
fn the_examples_of_the_page_are_current() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let game = "(;GM[ugo]SZ[5]RE[?];B[c3];W[d3])";
    let whole = gzip(game.as_bytes());
    write(&folder, "game.sgf", game.as_bytes());
    write(&folder, "whole.sgf.gz", &whole);
    write(&folder, "half.sgf.gz", &whole[..whole.len() / 2]);
    write(&folder, "climbs.tar", &tar(&[("../game.sgf", game)]));
    write(
        &folder,
        "stays.tar",
        &tar(&[("a/../game.txt", game), ("game.sgf", game)]),
    );
    write(&folder, "looping/game.sgf", game.as_bytes());
    symlink("../looping", folder.path().join("looping/again")).unwrap();
    write(&folder, "linked/game.sgf", game.as_bytes());
    symlink("../looping", folder.path().join("linked/other")).unwrap();
    let blanks = vec![b'\n'; 70 * 1024 * 1024];
    write(
        &folder,
        "bomb.sgf.gz",
        &gzip(&[game.as_bytes(), &blanks].concat()),
    );
    write(&folder, "empty-folder/game.txt", game.as_bytes());
    let page = include_str!("../../docs/findings/archive.md");
    let mut examples = 0;
    for block in page.split("```text\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let (command, output) = block.split_once('\n').unwrap();
        let args: Vec<&str> = command
            .strip_prefix("$ kifu ")
            .unwrap()
            .split(' ')
            .collect();
        let (_, out, _) = kifu(folder.path(), &args, Vec::new());
        assert_eq!(out, output, "{command}");
        examples += 1;
    }
    assert_eq!(examples, 12);
}

/// A killed run leaves every file unchanged or complete.
#[cfg(unix)]
#[test]
fn a_killed_run_leaves_no_partial_file() {
    use std::{process::Stdio, time::Duration};
    let folder = tempfile::tempdir().unwrap();
    collection(&folder);
    let run = |folder: &Path| {
        kifu(
            folder,
            &["batch", "--format", "jsonl", "--cache", "cache", "games"],
            Vec::new(),
        )
    };
    let args = [
        "batch",
        "--snapshot",
        "snap",
        "--update",
        "--cache",
        "cache",
        "--report",
        "junit=report.xml",
        "games",
    ];
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(kifu(folder.path(), &args, Vec::new()).0, 0);
    let (snapshot, report, answer) = (text("snap"), text("report.xml"), run(folder.path()));
    let mut killed = 0;
    for attempt in 0..50_u64 {
        write(&folder, "snap", snapshot.lines().next().unwrap().as_bytes());
        write(&folder, "report.xml", b"old");
        if attempt % 5 == 0 {
            // The previous run may have been killed before creating it.
            let _ = fs::remove_dir_all(folder.path().join("cache"));
        }
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("kifu"))
            .current_dir(folder.path())
            .args(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Times spread over the run.
        std::thread::sleep(Duration::from_micros(attempt * 7_919 % 50 * 1_500));
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let (snap, xml) = (text("snap"), text("report.xml"));
        assert!(
            snap == snapshot || snapshot.lines().next() == Some(&snap),
            "{snap}"
        );
        assert!(xml == report || xml == "old", "{xml}");
        if attempt % 7 == 0 {
            assert!(run(folder.path()) == answer);
        }
    }
    assert!(killed > 0, "every run was over before it was killed");
}

/// A file whose size is unknown until it has been read.
#[cfg(unix)]
#[allow(clippy::print_stdout)]
#[test]
fn pipes_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.sgf");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        println!("skipped: there is no mkfifo");
        return;
    }
    let writer = std::thread::spawn(move || {
        let mut file = File::options().write(true).open(pipe).unwrap();
        file.write_all(GOOD.as_bytes()).unwrap();
    });
    let found = codes(&folder, &["pipe.sgf"], Vec::new());
    writer.join().unwrap();
    assert_eq!(found, (0, expected(&[("pipe.sgf", "fine")])));
}

#[test]
fn entries_with_the_same_name_are_all_reported() {
    let folder = TempDir::new().unwrap();
    // The library rejects duplicate names, so the second entry is renamed afterwards.
    let mut bytes = zip(&[("a.sgf", BAD), ("b.sgf", GOOD)]);
    for at in 0..bytes.len() - 5 {
        if &bytes[at..at + 5] == b"b.sgf" {
            bytes[at] = b'a';
        }
    }
    write(&folder, "x.zip", &bytes);
    let (status, reported) = codes(&folder, &["x.zip"], Vec::new());
    assert_eq!(status, 2);
    let all = [
        ("x.zip/a.sgf", "ugo::occupied"),
        ("x.zip/a.sgf", "archive::format"),
        ("x.zip/a.sgf", "fine"),
    ];
    assert_eq!(reported, expected(&all));
}

#[test]
fn a_truncated_tar_archive_is_reported() {
    let folder = TempDir::new().unwrap();
    let whole = tar(&[("a.sgf", GOOD), ("b.sgf", GOOD)]);
    // A header and a block for each of the two entries, then empty blocks.
    for (length, status) in [
        (whole.len(), 0),
        (2560, 0),
        (2048, 2),
        (1700, 2),
        (1024, 2),
        (600, 2),
    ] {
        write(&folder, "x.tar", &whole[..length]);
        let (found, _) = codes(&folder, &["x.tar"], Vec::new());
        assert_eq!(found, status, "{length} bytes");
        write(&folder, "x.tar.gz", &gzip(&whole[..length]));
        let (found, _) = codes(&folder, &["x.tar.gz"], Vec::new());
        assert_eq!(found, status, "{length} bytes");
    }
}

#[test]
fn records_before_damage_are_verified() {
    let folder = TempDir::new().unwrap();
    let mut bytes = gzip(BAD.as_bytes());
    bytes.extend_from_slice(b"and this is not gzip any more");
    write(&folder, "x.sgf.gz", &bytes);
    let (status, reported) = codes(&folder, &["x.sgf.gz"], Vec::new());
    assert_eq!(status, 2);
    let reported: Vec<&str> = reported.iter().map(|(_, code)| code.as_str()).collect();
    assert_eq!(reported, ["ugo::occupied", "archive::format"]);
}
