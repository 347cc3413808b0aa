//! No entry of an archive is lost in silence, whatever its type, and however many entries there are.

use std::{
    fs,
    io::{Cursor, Write},
    path::Path,
    process::Command,
};

use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use crate::common;

pub(super) const GOOD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";
pub(super) const BAD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])";
pub(super) const FORMAT: &str = "archive::format";

/// One block of a tar archive: a header.
pub(super) fn header(name: &str, kind: u8, size: usize, link: &str) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    let gnu = header.as_gnu_mut().unwrap();
    gnu.name[..name.len()].copy_from_slice(name.as_bytes());
    gnu.linkname[..link.len()].copy_from_slice(link.as_bytes());
    header.set_entry_type(tar::EntryType::new(kind));
    header.set_size(size as u64);
    header.set_mode(0o644);
    header.set_cksum();
    header.as_bytes().to_vec()
}

fn padded(content: &[u8]) -> Vec<u8> {
    let mut content = content.to_vec();
    content.resize(content.len().next_multiple_of(512), 0);
    content
}

/// An entry with content.
pub(super) fn entry(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
    [header(name, kind, content.len(), ""), padded(content)].concat()
}

pub(super) fn file(name: &str) -> Vec<u8> {
    entry(name, b'0', GOOD.as_bytes())
}

pub(super) fn ended(entries: &[Vec<u8>]) -> Vec<u8> {
    [entries.concat(), vec![0; 1024]].concat()
}

/// An extended header of PAX.
pub(super) fn pax(kind: u8, records: &[(&str, &str)]) -> Vec<u8> {
    let mut data = Vec::new();
    for (key, value) in records {
        let rest = key.len() + value.len() + 3;
        let mut length = rest + 1;
        while length != rest + length.to_string().len() {
            length = rest + length.to_string().len();
        }
        data.extend_from_slice(format!("{length} {key}={value}\n").as_bytes());
    }
    entry("PaxHeader/x", kind, &data)
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(bytes).unwrap();
    gzip.finish().unwrap()
}

pub(super) fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Replaces the occurrences of some bytes.
pub(super) fn replaced(
    bytes: &[u8],
    old: &[u8],
    new: &[u8],
    which: std::ops::Range<usize>,
) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let found = memchr::memmem::find_iter(&bytes.clone(), old).collect::<Vec<_>>();
    for &at in &found[which] {
        bytes[at..at + new.len()].copy_from_slice(new);
    }
    bytes
}

/// The exit status, and the source and first code of every line; `-` for none.
pub(super) fn judged(bytes: &[u8]) -> (i32, Vec<(String, String)>) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("x"), bytes).unwrap();
    let as_file = run(folder.path(), "x", &[]);
    let as_stream = run(folder.path(), "-", bytes);
    let renamed = |(source, code): &(String, String)| (source.replacen('-', "x", 1), code.clone());
    let stream: Vec<_> = as_stream.1.iter().map(renamed).collect();
    assert_eq!((as_stream.0, &stream), (as_file.0, &as_file.1));
    as_file
}

fn run(folder: &Path, path: &str, input: &[u8]) -> (i32, Vec<(String, String)>) {
    let output = assert_cmd::Command::cargo_bin("kifu")
        .unwrap()
        .current_dir(folder)
        .args(["batch", "--format", "jsonl", "--jobs", "1", path])
        .write_stdin(input)
        .output()
        .unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let lines = out.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        // A line about the whole run has a type.
        line.get("type").is_none().then(|| {
            let code = line["findings"][0]["code"].as_str();
            let source = line["source"].as_str().unwrap();
            (source.to_owned(), code.unwrap_or("-").to_owned())
        })
    });
    (output.status.code().expect("no signal"), lines.collect())
}

pub(super) fn all(list: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(source, code): &(&str, &str)| ((*source).to_owned(), (*code).to_owned());
    list.iter().map(own).collect()
}

#[test]
fn every_entry_of_a_tar_archive_named_like_a_record_is_read_or_reported() {
    let sparse = [header("sparse.sgf", b'S', 26, ""), padded(GOOD.as_bytes())].concat();
    let pax_sparse = [
        pax(
            b'x',
            &[
                ("GNU.sparse.major", "1"),
                ("GNU.sparse.name", "pax-sparse.sgf"),
            ],
        ),
        file("GNUSparseFile.0/x"),
    ];
    let mut v7 = tar::Header::new_old();
    v7.set_path("v7.sgf").unwrap();
    v7.set_size(GOOD.len() as u64);
    v7.set_cksum();
    let entries = [
        file("a.sgf"),
        entry("bad.sgf", b'0', BAD.as_bytes()),
        header("hard.sgf", b'1', 0, "./a.sgf"),
        header("hard-bad.sgf", b'1', 0, "bad.sgf"),
        header("hard-chain.sgf", b'1', 0, "hard.sgf"),
        header("hard-later.sgf", b'1', 0, "later.sgf"),
        header("hard-text.sgf", b'1', 0, "readme.txt"),
        entry("readme.txt", b'0', GOOD.as_bytes()),
        file("later.sgf"),
        header("soft.sgf", b'2', 0, "a.sgf"),
        header("char.sgf", b'3', 0, ""),
        header("block.sgf", b'4', 0, ""),
        header("fifo.sgf", b'6', 0, ""),
        entry("contiguous.sgf", b'7', GOOD.as_bytes()),
        entry("unknown.sgf", b'Q', GOOD.as_bytes()),
        header("folder.sgf/", b'5', 0, ""),
        header("folder-v7.sgf/", b'0', 0, ""),
        entry("folder-full.sgf/", b'5', GOOD.as_bytes()),
        sparse,
        pax_sparse.concat(),
        [v7.as_bytes().to_vec(), padded(GOOD.as_bytes())].concat(),
        [
            entry("././@LongLink", b'L', b"gnu/long.sgf\0"),
            file("short"),
        ]
        .concat(),
        [pax(b'x', &[("path", "pax/long.sgf")]), file("short")].concat(),
        [
            pax(b'x', &[("path", "pax/hard.sgf"), ("linkpath", "a.sgf")]),
            header("h", b'1', 0, "b"),
        ]
        .concat(),
        [
            pax(b'x', &[("size", "26"), ("path", "pax/size.sgf")]),
            header("s", b'0', 0, ""),
        ]
        .concat(),
        padded(GOOD.as_bytes()),
        pax(b'g', &[("comment", "a commit")]),
        entry("inner.zip", b'0', &zip(&[("a.sgf", GOOD)])),
        entry("inner.tar", b'0', &ended(&[file("a.sgf")])),
        entry("inner.tar.gz", b'0', &gzip(&ended(&[file("a.sgf")]))),
        entry("packed.sgf.gz", b'0', &gzip(BAD.as_bytes())),
        entry("packed.gz", b'0', &gzip(BAD.as_bytes())),
        file("z.sgf"),
    ];
    let expected = all(&[
        ("x/a.sgf", "-"),
        ("x/bad.sgf", "ugo::occupied"),
        ("x/block.sgf", FORMAT),
        ("x/char.sgf", FORMAT),
        ("x/contiguous.sgf", "-"),
        ("x/fifo.sgf", FORMAT),
        ("x/folder-full.sgf", FORMAT),
        ("x/gnu/long.sgf", "-"),
        ("x/hard-bad.sgf", "ugo::occupied"),
        ("x/hard-chain.sgf", "-"),
        ("x/hard-later.sgf", FORMAT),
        ("x/hard-text.sgf", FORMAT),
        ("x/hard.sgf", "-"),
        ("x/inner.tar", FORMAT),
        ("x/inner.tar.gz", FORMAT),
        ("x/inner.zip", FORMAT),
        ("x/later.sgf", "-"),
        ("x/packed.gz", "ugo::occupied"),
        ("x/packed.sgf.gz", "ugo::occupied"),
        ("x/pax-sparse.sgf", FORMAT),
        ("x/pax/hard.sgf", "-"),
        ("x/pax/long.sgf", "-"),
        ("x/pax/size.sgf", "-"),
        ("x/soft.sgf", FORMAT),
        ("x/sparse.sgf", FORMAT),
        ("x/unknown.sgf", FORMAT),
        ("x/v7.sgf", "-"),
        ("x/z.sgf", "-"),
    ]);
    assert_eq!(judged(&ended(&entries)), (2, expected));
}

#[test]
fn damaged_tar_archives_are_reported_and_the_rest_is_read() {
    let names = ["a.sgf", "b.sgf", "c.sgf"];
    let whole = ended(&names.map(file));
    let good = |names: &[&str]| -> Vec<(String, String)> {
        let lines = names
            .iter()
            .map(|name| (format!("x/{name}"), "-".to_owned()));
        lines.collect()
    };
    let damage = ("x".to_owned(), FORMAT.to_owned());
    assert_eq!(judged(&whole), (0, good(&names)));
    // A damaged header: its entry is not read, the others are.
    for (at, left) in [
        (0, &names[1..]),
        (1024, &["a.sgf", "c.sgf"]),
        (2048, &names[..2]),
    ] {
        for offset in [3, 105, 150] {
            let mut bytes = whole.clone();
            bytes[at + offset] = b'9';
            let mut expected = good(left);
            expected.push(damage.clone());
            assert_eq!(judged(&bytes), (2, expected), "{at} + {offset}");
        }
    }
    // Two archives in one file, and something that is none.
    let twice = [whole.clone(), ended(&[file("d.sgf")])].concat();
    assert_eq!(
        judged(&twice),
        (0, good(&["a.sgf", "b.sgf", "c.sgf", "d.sgf"]))
    );
    let mut expected = good(&names);
    expected.push(damage);
    let followed = [whole.clone(), padded(b"(;GM[ugo])")].concat();
    assert_eq!(judged(&followed), (2, expected));
    // Without its beginning it looks like a text.
    for start in [1, 300, 512, 700, 1024 + 200] {
        let (status, lines) = judged(&whole[start..]);
        assert_eq!(status, 2, "{start}: {lines:?}");
        assert!(
            lines.iter().any(|(_, code)| code == FORMAT),
            "{start}: {lines:?}"
        );
    }
    // Extended headers that cannot be read hide a name.
    for data in ["99 path=a.sgf\n", "path"] {
        let bytes = ended(&[entry("x", b'x', data.as_bytes()), file("b"), file("z.sgf")]);
        let expected = all(&[("x/b", FORMAT), ("x/z.sgf", "-")]);
        assert_eq!(judged(&bytes), (2, expected), "{data}");
    }
}

#[test]
fn every_entry_of_a_zip_archive_named_like_a_record_is_read_or_reported() {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    zip.add_directory("folder.sgf/", options).unwrap();
    zip.add_symlink("soft.sgf", "a.sgf", options).unwrap();
    for name in [
        "a.sgf",
        "crypt.sgf",
        "method.sgf",
        "method2.sgf",
        "sum.sgf",
        "size.sgf",
        "name.sgf",
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(GOOD.as_bytes()).unwrap();
    }
    for name in ["inner.tar.gz", "inner.gz"] {
        zip.start_file(name, options).unwrap();
        zip.write_all(&gzip(&ended(&[file("a.sgf")]))).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    let at = |name: &str, index: usize| {
        let found: Vec<usize> = memchr::memmem::find_iter(&bytes, name).collect();
        assert_eq!(found.len(), 2);
        found[index]
    };
    let mut damaged = bytes.clone();
    // Flags, method, checksum and size, in both headers.
    for (index, header) in [(0, 30), (1, 46)] {
        let shift = if index == 0 { 0 } else { 2 };
        damaged[at("crypt.sgf", index) - header + 6 + shift] |= 1;
        damaged[at("method.sgf", index) - header + 8 + shift] = 97;
        damaged[at("sum.sgf", index) - header + 14 + shift] ^= 1;
        damaged[at("size.sgf", index) - header + 22 + shift] -= 1;
    }
    // Only in the header before the content.
    damaged[at("method2.sgf", 0) - 30 + 8] = 12;
    damaged[at("name.sgf", 0)] = b'N';
    let expected = all(&[
        ("x/a.sgf", "-"),
        ("x/crypt.sgf", FORMAT),
        ("x/inner.gz", FORMAT),
        ("x/inner.tar.gz", FORMAT),
        ("x/method.sgf", FORMAT),
        ("x/method2.sgf", FORMAT),
        ("x/name.sgf", FORMAT),
        ("x/size.sgf", FORMAT),
        ("x/soft.sgf", FORMAT),
        ("x/sum.sgf", FORMAT),
    ]);
    let (status, mut lines) = judged(&damaged);
    // A record before the damage is verified, and the error reported after it.
    lines.retain(|(_, code)| code != "-");
    let expected: Vec<_> = expected
        .into_iter()
        .filter(|(_, code)| code != "-")
        .collect();
    assert_eq!((status, lines), (2, expected));
    assert_eq!(judged(&bytes).0, 2);
}

#[test]
fn zip_archives_that_are_cut_doubled_or_split_are_reported() {
    let one = zip(&[("a.sgf", GOOD), ("b.sgf", GOOD)]);
    let two = zip(&[("c.sgf", GOOD)]);
    let fine = |names: &[&str]| {
        let mut lines: Vec<_> = names
            .iter()
            .map(|name| (format!("x/{name}"), "-".to_owned()))
            .collect();
        lines.push(("x".to_owned(), FORMAT.to_owned()));
        (2, lines)
    };
    assert_eq!(judged(&one).0, 0);
    assert_eq!(
        judged(&[one.clone(), two.clone()].concat()),
        fine(&["c.sgf"])
    );
    assert_eq!(
        judged(&[one.clone(), b"(;GM[ugo])".to_vec()].concat()),
        fine(&["a.sgf", "b.sgf"])
    );
    for length in [10, 40, one.len() / 2, one.len() - 30, one.len() - 1] {
        assert_eq!(judged(&one[..length]), fine(&[]), "{length}");
    }
    // It states more entries than it has.
    let mut more = one.clone();
    let end = more.len() - 22;
    more[end + 8] = 3;
    more[end + 10] = 3;
    assert_eq!(judged(&more), fine(&["a.sgf", "b.sgf"]));
    // Without its beginning it looks like a text.
    for length in [1, 4] {
        let (status, lines) = judged(&replaced(&one, b"PK\x03\x04", &b"????"[..length], 0..1));
        assert_eq!(status, 2, "{lines:?}");
    }
}

#[test]
fn compressed_files_with_more_or_less_data_are_reported() {
    let packed = |text: &str| -> [Vec<u8>; 4] {
        let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
        bzip2.write_all(text.as_bytes()).unwrap();
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut xz = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
        xz.write_all(text.as_bytes()).unwrap();
        [
            gzip(text.as_bytes()),
            zstd::encode_all(text.as_bytes(), 3).unwrap(),
            bzip2.finish().unwrap(),
            xz.finish().unwrap(),
        ]
    };
    for (bytes, second) in packed(GOOD).into_iter().zip(packed(BAD)) {
        assert_eq!(judged(&bytes).0, 0);
        let expected = all(&[("x", "-"), ("x", "ugo::occupied")]);
        assert_eq!(judged(&[bytes.clone(), second].concat()), (1, expected));
        for garbage in [&b"garbage"[..], GOOD.as_bytes()] {
            let (status, lines) = judged(&[&bytes, garbage].concat());
            assert_eq!(status, 2, "{lines:?} {:?}", &bytes[..4]);
        }
        assert_eq!(judged(&bytes[..bytes.len() - 3]).0, 2, "{:?}", &bytes[..4]);
    }
}

/// Runs a program in a shell that limits its memory.
fn limited(mebibytes: u32, folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let limit = format!("ulimit -v {}; exec \"$@\"", mebibytes * 1024);
    let output = Command::new("sh")
        .args(["-c", &limit, "sh"])
        .arg(assert_cmd::cargo::cargo_bin("kifu"))
        .args(args)
        .env("MALLOC_ARENA_MAX", "1")
        .current_dir(folder)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
#[cfg(target_os = "linux")]
fn names_of_entries_take_little_memory() {
    let folder = TempDir::new().unwrap();
    let mut entries = Vec::new();
    for i in 0..400 {
        let name = format!("{i}{}.sgf", "x".repeat(1_000_000));
        entries.push([pax(b'x', &[("path", &name)]), file("short")].concat());
    }
    entries.push(file("z.sgf"));
    fs::write(folder.path().join("x.tar.gz"), gzip(&ended(&entries))).unwrap();
    let (status, out, _) = limited(
        200,
        folder.path(),
        &[
            "batch",
            "--jobs",
            "1",
            "--max-ratio",
            "5000",
            "--format",
            "short",
            "x.tar.gz",
        ],
    );
    assert_eq!(status, Some(2));
    assert!(out.contains("longer than 4096 bytes"), "{out}");
    assert!(out.contains("400 sources unreadable"), "{out}");
}

/// A zip archive of many entries, all of which have the same content.
fn many(entries: u64) -> Vec<u8> {
    let one = zip(&[("0000000.sgf", GOOD)]);
    let start = memchr::memmem::find(&one, b"PK\x01\x02").unwrap();
    let end = one.len() - 22;
    let mut bytes = one[..start].to_vec();
    let mut wide = b"PK\x06\x06".to_vec();
    // The header of each entry names the first, so that all are reported but one.
    for i in 0..entries {
        let mut entry = one[start..end].to_vec();
        let name = format!("{:07}", i * 7_919 % entries);
        entry[46..53].copy_from_slice(name.as_bytes());
        bytes.extend_from_slice(&entry);
    }
    let at = bytes.len() as u64;
    let rest: [u64; 4] = [entries, entries, at - start as u64, start as u64];
    wide.extend_from_slice(&44_u64.to_le_bytes());
    wide.extend_from_slice(&[45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    wide.extend(rest.iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend_from_slice(&wide);
    bytes.extend_from_slice(b"PK\x06\x07\0\0\0\0");
    bytes.extend_from_slice(&at.to_le_bytes());
    bytes.extend_from_slice(&1_u32.to_le_bytes());
    bytes.extend_from_slice(
        b"PK\x05\x06\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0",
    );
    bytes
}

#[test]
#[cfg(target_os = "linux")]
fn lists_of_entries_take_little_memory() {
    let folder = TempDir::new().unwrap();
    let entries = 600_000;
    fs::write(folder.path().join("x.zip"), many(entries)).unwrap();
    let args = [
        "batch",
        "--jobs",
        "1",
        "--format",
        "short",
        "--statistics",
        "x.zip",
    ];
    let (status, out, errors) = limited(160, folder.path(), &args);
    assert_eq!(status, Some(2), "{errors}");
    assert!(out.contains("599,999 sources unreadable"), "{out}");
    // The list is sorted in a temporary file. Without one, what is left out is told.
    let output = Command::new(assert_cmd::cargo::cargo_bin("kifu"))
        .args(["batch", "--format", "short", "x.zip"])
        .env("TMPDIR", folder.path().join("missing"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2));
    let told = out.contains("a temporary file in ") && out.contains("set TMPDIR");
    assert!(told, "{out}");
}

/// A record as JSON takes several times its size while it is read.
#[test]
#[cfg(target_os = "linux")]
fn large_json_takes_little_memory() {
    let folder = TempDir::new().unwrap();
    let root =
        r#"{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"GM","values":["ugo"]}"#;
    let values = format!(
        r#"{root},{{"name":"XX","values":["a"{}]}}]}}]}}"#,
        r#","a""#.repeat(1_900_000)
    );
    let property = r#",{"name":"X","values":["a"]}"#;
    let properties = format!("{root}{}]}}]}}", property.repeat(600_000));
    let node = r#",{"parent":0,"properties":[{"name":"X","values":["a"]}]}"#;
    let nodes = format!("{root}]}}{}]}}", node.repeat(350_000));
    let text = format!(
        r#"{root},{{"name":"C","values":["{}"]}}]}}]}}"#,
        "é".repeat(30_000_000)
    );
    let other = format!(r"{root}]}}{}]}}", r#",{"a":{}}"#.repeat(1_000_000));
    for (json, limit, expected) in [
        (values, 360, 0),
        (properties, 360, 0),
        (nodes, 360, 0),
        // A buffer that grows reserves up to twice what it holds.
        (text, 480, 0),
        (other, 360, 1),
    ] {
        fs::write(folder.path().join("x.json"), &json).unwrap();
        let args = ["convert", "--from", "json", "x.json"];
        // The address space of the program without any input is about 60 MiB.
        let (status, _, errors) = limited(limit, folder.path(), &args);
        assert_eq!(status, Some(expected), "{}: {errors}", &json[..200]);
    }
}

/// Files that have no end, wherever a command reads a file.
#[test]
#[cfg(target_os = "linux")]
fn endless_files_are_refused() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a.sgf"), GOOD).unwrap();
    let zero = "/dev/zero";
    for args in [
        &["batch", "--jobs", "1", "--files-from", zero][..],
        &["validate", "--files-from", zero],
        &["convert", "--to", "json", "--files-from", zero],
        &["batch", "--jobs", "1", "--snapshot", zero, "a.sgf"],
        &["batch", "--jobs", "1", "--cache", zero, "a.sgf"],
        &["validate", "--ruleset", zero, "a.sgf"],
        &["compare", "--old", zero, "--new", "ugo", "a.sgf"],
        &["compare", "--old", "ugo", "--new", zero, "a.sgf"],
        &["random", "--game", "ugo", "--ruleset", zero],
        &["rules", zero],
        &["batch", "--jobs", "1", "--input", "jsonl", zero],
        &["perft", "--check", zero],
        &["perft", "--check", "--write", zero],
        &["perft", "--from", zero, "--depth", "1"],
        &["query", "--position", "@/dev/zero", "a.sgf"],
        &["validate", zero],
        &["convert", "--from", "margo-listing", zero],
        &["convert", "--from", "abstractplay-margo", zero],
    ] {
        let (status, out, errors) = limited(500, folder.path(), args);
        assert_eq!(status, Some(2), "{args:?}: {out}{errors}");
        assert!(!(out + &errors).is_empty(), "{args:?}");
    }
    // JSON that is too large is an error of the record.
    let (status, out, errors) = limited(500, folder.path(), &["convert", "--from", "json", zero]);
    assert_eq!(status, Some(1), "{out}{errors}");
    assert!(errors.contains("too large"), "{errors}");
}

/// What is not compressed in an archive reads like a text in some notations, of which the rest would be missing.
#[test]
fn no_archive_is_read_as_a_text_in_another_notation() {
    let folder = TempDir::new().unwrap();
    let game = "(;GM[1]FF[4]SZ[5]RU[ugo]\n;B[cc])\n";
    for packed in [
        zip(&[("a.sgf", game)]),
        ended(&[file("a.sgf")]),
        gzip(game.as_bytes()),
    ] {
        fs::write(folder.path().join("a"), &packed).unwrap();
        for (name, input) in [("a", Vec::new()), ("-", packed)] {
            for from in [
                &["go-sgf"][..],
                &["json"],
                &["margo-listing"],
                &["abstractplay"],
                &["abstractplay-margo"],
                &["moves", "--game", "ugo"],
            ] {
                let args = [&["convert", name, "--from"], from].concat();
                let (status, out, told) = common::run(&folder, &args, input.clone());
                assert_eq!((status, out.as_str()), (2, ""), "{args:?}");
                let expected = format!(
                    "kifu: error: {name}: expected a file in {}, found an archive or compressed data: unpack it first\n",
                    from[0]
                );
                assert_eq!(told, expected, "{args:?}");
            }
        }
    }
}

/// Only the beginning of the input is a text.
#[test]
fn packed_data_behind_a_text_in_another_notation_are_told() {
    let folder = TempDir::new().unwrap();
    let game = "(;GM[1]FF[4]SZ[5]RU[ugo]\n;B[cc])\n";
    let exported = |to| {
        let args = ["convert", "--to", to, "-"];
        let (status, text, told) = common::run(&folder, &args, "(;GM[margo]SZ[5];W[c3];B[e3])");
        assert_eq!((status, told.as_str()), (0, ""), "{to}");
        text
    };
    for (from, text) in [
        (&["go-sgf"][..], game.repeat(100)),
        (&["json"], exported("json")),
        (&["margo-listing"], exported("margo-listing")),
        (&["abstractplay-margo"], exported("abstractplay-margo")),
        (&["moves", "--game", "ugo", "--size", "5"], "c3 d4\n".into()),
    ] {
        let args = [&["convert", "-", "--from"], from].concat();
        let (status, out, _) = common::run(&folder, &args, text.as_str());
        assert_eq!((status, out.is_empty()), (0, false), "{args:?}");
        for packed in [
            zip(&[("a.sgf", game)]),
            ended(&[file("a.sgf")]),
            gzip(game.as_bytes()),
        ] {
            let input = [text.as_bytes(), &packed].concat();
            let (status, _, told) = common::run(&folder, &args, input);
            // A name of a tar archive is text after the array of JSON before its header tells more.
            let reasons = [
                "not a text",
                "it is no text",
                "there is text after the array",
            ];
            let is_told = reasons.iter().any(|reason| told.contains(reason));
            assert!(status != 0 && is_told, "{args:?}: {status} {told}");
        }
    }
}
