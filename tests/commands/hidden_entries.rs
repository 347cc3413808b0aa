//! Records that an archive holds, but hides from programs that trust its list of entries or its extended headers.

use std::{
    fs,
    io::{Cursor, Write},
};

use zip::write::SimpleFileOptions;

use super::archive_entries::{
    BAD, FORMAT, GOOD, all, ended, entry, file, gzip, judged, pax, replaced, zip,
};
use crate::common;

/// The bytes of an entry without descriptor: header and content.
fn local(name: &str, content: &str) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(content.as_bytes());
    let size = (content.len() as u32).to_le_bytes();
    let length = (name.len() as u16).to_le_bytes();
    [
        &b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0"[..],
        &crc.sum().to_le_bytes(),
        &size,
        &size,
        &length,
        &[0, 0],
        name.as_bytes(),
        content.as_bytes(),
    ]
    .concat()
}

/// A zip archive of some bytes before the list, in which the given names have their entries at the offsets.
fn listed(before: &[u8], entries: &[(&str, usize)]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(GOOD.as_bytes());
    let size = (GOOD.len() as u32).to_le_bytes();
    let mut list = Vec::new();
    for (name, offset) in entries {
        let length = (name.len() as u16).to_le_bytes();
        list.extend_from_slice(b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0");
        list.extend_from_slice(&[&crc.sum().to_le_bytes()[..], &size, &size, &length].concat());
        list.extend_from_slice(&[0; 12]);
        list.extend_from_slice(&(*offset as u32).to_le_bytes());
        list.extend_from_slice(name.as_bytes());
    }
    let count = (entries.len() as u16).to_le_bytes();
    let end = [
        &b"PK\x05\x06\0\0\0\0"[..],
        &count,
        &count,
        &(list.len() as u32).to_le_bytes(),
        &(before.len() as u32).to_le_bytes(),
        &[0, 0],
    ];
    [before, &list, &end.concat()].concat()
}

#[test]
fn zip_entries_with_two_names_are_reported() {
    for (own, in_list) in [
        ("b.sgf", "b.txt"),
        ("b.sgf", "b.sg"),
        ("b.sgf", "b.sgf/"),
        ("b.sgf", "b"),
        ("b.sgf", "b\0sgf"),
        ("b.sgf.gz", "b.sgf"),
        ("b.txt", "b.sgf"),
        ("b.sgf\0.txt", "b.txt"),
        ("b.sgf\0.txt", "b.sgf\0.txt"),
    ] {
        let a = local("a.sgf", GOOD);
        let before = [&a[..], &local(own, GOOD)].concat();
        let (status, lines) = judged(&listed(&before, &[("a.sgf", 0), (in_list, a.len())]));
        assert_eq!(status, 2, "{own} {in_list}");
        assert_eq!(lines[0], ("x/a.sgf".to_owned(), "-".to_owned()));
        assert_eq!(lines.len(), 2, "{own} {in_list} {lines:?}");
        assert!(lines[1].0.contains("/b"), "{own} {in_list} {lines:?}");
        assert_eq!(lines[1].1, FORMAT);
    }
}

#[test]
fn zip_entries_that_are_not_in_the_list_are_reported() {
    let names = ["a.sgf", "b.sgf", "c.sgf"];
    let entries = names.map(|name| local(name, GOOD));
    let size = entries[0].len();
    for missing in 0..names.len() {
        for (filler, content) in [(0, GOOD), (100_000, GOOD), (65_530, "")] {
            let mut before = Vec::new();
            let mut list = Vec::new();
            for (at, name) in names.iter().enumerate() {
                before.extend(vec![b'-'; if at == 0 { 0 } else { filler }]);
                if at == missing {
                    before.extend(local(name, content));
                } else {
                    list.push((*name, before.len()));
                    before.extend(local(name, GOOD));
                }
            }
            let expected = names.map(|name| {
                let code = if name == names[missing] { FORMAT } else { "-" };
                (format!("x/{name}"), code.to_owned())
            });
            // The order of the list does not matter.
            for _ in 0..2 {
                list.reverse();
                let bytes = listed(&before, &list);
                assert_eq!(judged(&bytes), (2, expected.to_vec()), "{missing} {filler}");
            }
        }
    }
    // Not one entry is in the list.
    let bytes = listed(&entries.concat(), &[]);
    let expected = all(&[
        ("x/a.sgf", FORMAT),
        ("x/b.sgf", FORMAT),
        ("x/c.sgf", FORMAT),
    ]);
    assert_eq!(judged(&bytes), (2, expected));
    // The list says that another entry is larger than it says itself.
    let mut bytes = listed(
        &[local("a.txt", GOOD), local("b.sgf", GOOD)].concat(),
        &[("a.txt", 0)],
    );
    let packed = bytes.len() - 22 - "a.txt".len() - 26;
    bytes[packed] = (GOOD.len() + size) as u8;
    assert_eq!(judged(&bytes), (2, all(&[("x/b.sgf", FORMAT)])));
    // In the comment of the archive.
    let mut bytes = listed(&entries[0], &[("a.sgf", 0)]);
    let at = bytes.len() - 2;
    bytes[at..].copy_from_slice(&(size as u16).to_le_bytes());
    bytes.extend_from_slice(&entries[1]);
    let expected = all(&[("x/a.sgf", "-"), ("x/b.sgf", FORMAT)]);
    assert_eq!(judged(&bytes), (2, expected));
    // Very many of them.
    let many: Vec<u8> = (0..2000)
        .flat_map(|at| local(&format!("{at}.sgf"), ""))
        .collect();
    let (status, lines) = judged(&listed(&many, &[]));
    assert_eq!((status, lines.len()), (2, 1001));
}

#[test]
fn unusual_zip_archives_are_read() {
    let fine = |names: &[&str]| {
        let lines = names
            .iter()
            .map(|name| (format!("x/{name}"), "-".to_owned()));
        (0, lines.collect::<Vec<_>>())
    };
    // With descriptors, folders, comments, padding and large files.
    let mut zip = zip::ZipWriter::new_stream(Vec::new());
    let options = SimpleFileOptions::default();
    zip.add_directory("folder.sgf/", options).unwrap();
    for (name, options) in [
        ("a.sgf", options),
        (
            "b.sgf",
            options.compression_method(zip::CompressionMethod::Stored),
        ),
        ("c.sgf", options.large_file(true)),
        ("d.txt", options),
    ] {
        zip.start_file(name, options).unwrap();
        zip.write_all(GOOD.as_bytes()).unwrap();
    }
    zip.set_comment("PK\x03\x04 is a comment, and so is game.sgf")
        .unwrap();
    let streamed = zip.finish().unwrap().into_inner();
    assert_eq!(judged(&streamed), fine(&["a.sgf", "b.sgf", "c.sgf"]));
    // Filled up with zeros, as bsdtar does when it writes to a pipe; anything else behind them is reported.
    for comment in ["", "PK\x05\x06 is not the end of the archive"] {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("a.sgf", options).unwrap();
        zip.write_all(GOOD.as_bytes()).unwrap();
        zip.set_comment(comment).unwrap();
        let mut filled = zip.finish().unwrap().into_inner();
        filled.resize(filled.len().next_multiple_of(10 * 1024), 0);
        assert_eq!(judged(&filled), fine(&["a.sgf"]), "{comment}");
        filled.push(1);
        assert_eq!(judged(&filled).0, 2, "{comment}");
    }
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in [("a.sgf", GOOD), ("b.sgf", GOOD)] {
        zip.start_file(name, options.with_alignment(4096)).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    let aligned = zip.finish().unwrap().into_inner();
    assert_eq!(judged(&aligned), fine(&["a.sgf", "b.sgf"]));
    // Signatures between the entries, such as those in the program of a self-extractor, and entries that are no records.
    let other = [
        local("a.sgf", GOOD),
        b"PK\x03\x04PK\x05\x06 a.sgf PK\x03\x04".to_vec(),
        vec![0; 100],
        local("old.txt", GOOD),
        vec![0; 100],
    ];
    let before = other.concat();
    let b = [&before[..], &local("b.sgf", GOOD)].concat();
    let bytes = listed(&b, &[("b.sgf", before.len()), ("a.sgf", 0)]);
    assert_eq!(judged(&bytes), fine(&["a.sgf", "b.sgf"]));
    // The marker of an archive in several parts, which the offsets count.
    for marker in [b"PK\x07\x08", b"PK00"] {
        let a = [&marker[..], &local("a.sgf", GOOD)].concat();
        let bytes = listed(&a, &[("a.sgf", marker.len())]);
        assert_eq!(judged(&bytes), fine(&["a.sgf"]));
    }
    // A stored archive that is no record.
    let inner = self::zip(&[("inner.sgf", GOOD)]);
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = options.compression_method(zip::CompressionMethod::Stored);
    for (name, content) in [("book.odt", &inner[..]), ("a.sgf", GOOD.as_bytes())] {
        zip.start_file(name, stored).unwrap();
        zip.write_all(content).unwrap();
    }
    let bytes = zip.finish().unwrap().into_inner();
    assert_eq!(judged(&bytes), fine(&["a.sgf"]));
}

#[test]
fn tar_entries_whose_name_is_damaged_are_reported() {
    let long = format!("{}/b.sgf", "d".repeat(120));
    let cut = &long[..100];
    let gnu = |name: &str| entry("././@LongLink", b'L', name.as_bytes());
    let hidden = |headers: Vec<u8>, name: &str| {
        let (status, lines) = judged(&ended(&[file("a.sgf"), headers, file(name), file("z.sgf")]));
        assert_eq!(status, 2, "{name} {lines:?}");
        let mut codes: Vec<_> = lines.iter().map(|(_, code)| code.as_str()).collect();
        codes.sort_unstable();
        assert_eq!(codes, ["-", "-", FORMAT], "{lines:?}");
    };
    for name in [
        "",
        "\0",
        &replaced_char(&long, 0),
        &replaced_char(&long, 17),
        &replaced_char(&long, 123),
    ] {
        hidden(gnu(name), cut);
        hidden(gnu(name), "b.sgf");
        hidden(pax(b'x', &[("path", name)]), cut);
    }
    hidden(gnu("b.txt\0"), "b.sgf");
    hidden(gnu(&format!("{long}x")), cut);
    // The end of the name was overwritten with zeros, or its beginning with something else.
    for length in [60, 99, 110, 124] {
        let zeros = "\0".repeat(long.len() + 1 - length);
        hidden(gnu(&format!("{}{zeros}", &long[..length])), cut);
    }
    hidden(gnu(&format!("{}x.txt\0", &long.replace('d', "e"))), cut);
    hidden(pax(b'x', &[("path", "b.txt")]), "b.sgf");
    hidden(pax(b'x', &[("patX", &long)]), cut);
    // Two names, of which the second would count.
    hidden(pax(b'x', &[("path", "b.sgf"), ("path", "c.txt")]), "d.txt");
    for name in ["c.txt\0b.sgf", "\0b.sgf"] {
        hidden(Vec::new(), name);
    }
    let whole = pax(b'x', &[("path", &long)]);
    hidden(replaced(&whole, b"136 path", b"\x0036 path", 0..1), cut);
    // Headers and their content that were overwritten with zeros.
    hidden(vec![0; whole.len()], cut);
    let mut emptied = whole.clone();
    emptied[512..].fill(0);
    hidden(emptied, cut);
    // A long name whose entry is missing.
    for header in [&whole, &gnu(&format!("{long}\0"))] {
        let other = pax(b'x', &[("path", "y.sgf")]);
        for behind in [
            [&other[..], &file("y.sgf")].concat(),
            [&gnu("y.sgf\0")[..], &file("y.sgf")].concat(),
            [&[0; 512][..], &file("y.sgf")].concat(),
            [&[0; 1024][..], &file("y.sgf")].concat(),
        ] {
            let (status, lines) = judged(&ended(&[file("a.sgf"), header.clone(), behind]));
            assert_eq!(status, 2, "{lines:?}");
            let mut names: Vec<_> = lines.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            assert!(
                names.iter().any(|name| name.ends_with("/y.sgf")),
                "{names:?}"
            );
        }
    }
    // Other names are complete.
    let notes = format!("{}.sgf.txt", "d".repeat(96));
    let fine = [
        [gnu(&format!("{notes}\0")), file(&notes[..100])].concat(),
        [gnu(&format!("{long}\0\0\0")), file(cut)].concat(),
        [
            pax(
                b'x',
                &[("SCHILY.xattr.user.url", "x.sgf"), ("comment", "y.sgf")],
            ),
            file("c"),
        ]
        .concat(),
        pax(b'g', &[("comment", "y.sgf")]),
        file("z.sgf"),
    ];
    let expected = all(&[(&format!("x/{long}"), "-"), ("x/z.sgf", "-")]);
    assert_eq!(judged(&ended(&fine)), (0, expected));
}

#[test]
fn tar_entries_whose_type_is_damaged_are_reported() {
    for kind in [b'K', b'L'] {
        let record = entry("b.sgf", kind, b"(;GM[ugo]SZ[5]RE[?])");
        let (status, lines) = judged(&ended(&[
            file("a.sgf"),
            record.clone(),
            file("c.txt"),
            file("z.sgf"),
        ]));
        let expected = all(&[("x/a.sgf", "-"), ("x/b.sgf", FORMAT), ("x/z.sgf", "-")]);
        assert_eq!((status, lines), (2, expected), "{}", char::from(kind));
        // As the last entry, too.
        let (status, lines) = judged(&ended(&[file("a.sgf"), record]));
        let expected = all(&[("x/a.sgf", "-"), ("x/b.sgf", FORMAT)]);
        assert_eq!((status, lines), (2, expected), "{}", char::from(kind));
        // A long name whose entry is missing.
        let header = entry("././@LongLink", kind, b"b.sgf\0");
        let (status, lines) = judged(&ended(&[file("a.sgf"), header]));
        let expected = all(&[("x/a.sgf", "-"), ("x", FORMAT)]);
        assert_eq!((status, lines), (2, expected), "{}", char::from(kind));
    }
}

/// 7-Zip writes a folder of its own in place of the folders of a long name.
#[test]
fn long_names_of_7zip_are_read() {
    let folder = "f/".repeat(60);
    let named = |long: &str, cut: &str, kind: u8, content: &[u8]| {
        let long = entry("././@LongLink", b'L', format!("{long}\0").as_bytes());
        let cut = &cut[..cut.len().min(100)];
        [long, entry(cut, kind, content)].concat()
    };
    let good = GOOD.as_bytes();
    let d = "d".repeat(120);
    let crc = "@PathCut/_pc_crc32/F500AE27";
    let bytes = ended(&[
        named(&format!("q/{d}/"), &format!("{crc}/{d}"), b'5', b""),
        named(&format!("q/{d}.sgf"), &format!("{crc}/{d}"), b'0', good),
        named(
            &format!("{d}.sgf"),
            &format!("@PathCut/_pc_root/{d}"),
            b'0',
            good,
        ),
        named(
            &format!("{folder}a.sgf"),
            &format!("{crc}/a.sgf"),
            b'0',
            good,
        ),
        // The name of the entry ends where that of a record would.
        named(
            &format!("q/{}.sgf.txt", &d[..68]),
            &format!("{crc}/{}.sgf", &d[..68]),
            b'0',
            b"",
        ),
        file("z.sgf"),
    ]);
    let expected = all(&[
        (&format!("x/{d}.sgf"), "-"),
        (&format!("x/{folder}a.sgf"), "-"),
        (&format!("x/q/{d}.sgf"), "-"),
        ("x/z.sgf", "-"),
    ]);
    assert_eq!(judged(&bytes), (0, expected));
    // The long name of another entry.
    let other = format!("q/{}.sgf", "e".repeat(120));
    let bytes = ended(&[named(&other, &format!("{crc}/{d}"), b'0', good)]);
    let expected = all(&[(&format!("x/{other}"), FORMAT)]);
    assert_eq!(judged(&bytes), (2, expected));
}

/// Gives an entry a folder and a name in the fields of POSIX.
fn rename(entry: &mut [u8], folder: &str, name: &str) {
    let block = &mut entry[..512];
    block[..100].fill(0);
    block[..name.len()].copy_from_slice(name.as_bytes());
    block[257..265].copy_from_slice(b"ustar\x0000");
    block[345..500].fill(0);
    block[345..345 + folder.len()].copy_from_slice(folder.as_bytes());
    let mut header = tar::Header::from_byte_slice(block).clone();
    header.set_cksum();
    block.copy_from_slice(header.as_bytes());
}

/// Perl's `Archive::Tar` ends a long name without a zero byte, and cuts the folder and the last part of it each.
#[test]
fn long_names_of_perl_are_read() {
    let named = |long: &str, kind: u8, content: &[u8]| {
        let (folder, last) = long.rsplit_once('/').unwrap_or(("", long));
        let (folder, last) = (
            &folder[..folder.len().min(155)],
            &last[..last.len().min(100)],
        );
        let mut extended = entry("x", b'L', long.as_bytes());
        rename(&mut extended, ".", "@LongLink");
        let mut own = entry("x", kind, content);
        rename(&mut own, folder, last);
        [extended, own].concat()
    };
    let good = GOOD.as_bytes();
    let (short, long) = ("s".repeat(120), "l".repeat(180));
    let bytes = ended(&[
        named(&format!("q/{short}"), b'5', b""),
        named(&format!("q/{short}.pdf"), b'0', b"pdf"),
        named(&format!("{short}.sgf"), b'0', good),
        named(&format!("q/{short}.sgf"), b'0', good),
        named(&format!("{long}/{long}/{short}.sgf"), b'0', good),
        file("z.sgf"),
    ]);
    let expected = all(&[
        (&format!("x/{long}/{long}/{short}.sgf"), "-"),
        (&format!("x/q/{short}.sgf"), "-"),
        (&format!("x/{short}.sgf"), "-"),
        ("x/z.sgf", "-"),
    ]);
    assert_eq!(judged(&bytes), (0, expected));
}

/// The name of a record would be that which its own header has cut off.
#[test]
fn long_names_whose_type_is_damaged_are_reported() {
    let long = format!("{}/b.sgf", "d".repeat(120));
    for kind in [b'Z', b'0', b'5', b'M', 0] {
        let header = entry("././@LongLink", kind, format!("{long}\0").as_bytes());
        let (status, lines) = judged(&ended(&[file("a.sgf"), header, file(&long[..100])]));
        assert_eq!(status, 2, "{kind} {lines:?}");
        assert!(
            lines.contains(&("x".to_owned(), FORMAT.to_owned())),
            "{lines:?}"
        );
    }
}

/// A name with a NUL byte.
fn replaced_char(name: &str, at: usize) -> String {
    let mut name = name.to_owned();
    name.replace_range(at..=at, "\0");
    name
}

/// A dot in the name of a folder is no ending of the files in it, and `.` is no hidden folder.
#[test]
fn dots_in_the_names_of_folders_hide_nothing() {
    let packed = |name| entry(name, b'0', &gzip(BAD.as_bytes()));
    let tar = ended(&[
        packed("./one.gz"),
        packed("v1.0/two.xz"),
        packed("v1.0\\three.zst"),
        packed("./notes.txt.gz"),
        file("v1.0\\four.sgf"),
        file(".\\five.sgf"),
        file(".//six.sgf"),
        file("./.hidden.sgf"),
        file("v1.0/.hidden/seven.sgf"),
    ]);
    let expected = all(&[
        ("x/.\\five.sgf", "-"),
        ("x/one.gz", "ugo::occupied"),
        ("x/six.sgf", "-"),
        ("x/v1.0/two.xz", "ugo::occupied"),
        ("x/v1.0\\four.sgf", "-"),
        ("x/v1.0\\three.zst", "ugo::occupied"),
    ]);
    assert_eq!(judged(&tar), (1, expected.clone()));
    assert_eq!(judged(&gzip(&tar)), (1, expected));
    let zip = zip(&[
        ("v1.0/two.gz", BAD),
        (".\\five.sgf", GOOD),
        ("v1.0\\three.gz", BAD),
    ]);
    let expected = all(&[
        ("x/.\\five.sgf", "-"),
        ("x/v1.0/two.gz", "ugo::occupied"),
        ("x/v1.0\\three.gz", "ugo::occupied"),
    ]);
    assert_eq!(judged(&zip), (1, expected));
}

/// A tar archive without entries consists of zeros only.
#[test]
fn an_archive_without_entries_has_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let packed = gzip(&[0; 10_240]);
    for (name, status, code) in [
        ("none.tgz", 2, "archive::empty"),
        ("none.tar.gz", 2, "archive::empty"),
        ("none.sgf.gz", 1, "syntax::no-record"),
    ] {
        fs::write(folder.path().join(name), &packed).unwrap();
        let (found, out, _) = common::run(&folder, &["validate", "--format", "short", name], "");
        assert_eq!(found, status, "{name}: {out}");
        assert!(out.contains(code), "{name}: {out}");
    }
}
