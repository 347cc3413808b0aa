//! However sources are divided, the shards have what the whole has.

use std::{convert::Infallible, fs, io::Write, path::Path};

use tempfile::TempDir;

use super::*;
use crate::{
    archive::SourceEvent,
    record::{Limits, LineIndex},
};

/// Text in several encodings, intact and broken.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let record = |number: usize| {
        let comment = "é\n".repeat(number % 17);
        format!("(;GM[ugo]SZ[5]C[{number} {comment}];B[c3])\r\n")
    };
    let many: String = (0..60).map(record).collect();
    let broken: String = (0..60)
        .map(|number| record(number) + ["", ")", "(;B[", "\n(;GM[ugo"][number % 4])
        .collect();
    let marked = format!("\u{FEFF}{many}");
    let utf_16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let latin = many.replace('é', "\u{1}").into_bytes();
    let latin = latin
        .iter()
        .map(|&byte| if byte == 1 { 0xE9 } else { byte });
    let japanese = [
        b"(;CA[Shift_JIS])".to_vec(),
        b"(;GM[ugo]PB[\x83\x5C])".repeat(50),
    ];
    vec![
        ("0.sgf", Vec::new()),
        ("a.sgf", many.clone().into_bytes()),
        ("b.sgf", broken.into_bytes()),
        ("c.sgf", utf_16),
        ("d.sgf", latin.collect()),
        ("e.sgf", japanese.concat()),
        ("f.sgf", "no record at all\n".repeat(200).into_bytes()),
        ("g.sgf", [b"text\n".repeat(500), many.into_bytes()].concat()),
        ("h.sgf.gz", b"not compressed".repeat(30)),
    ]
}

/// A tar archive of all texts.
fn tar() -> Vec<u8> {
    let mut tar = Vec::new();
    for (name, text) in texts() {
        let mut header = [0; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(format!("{:011o}", text.len()).as_bytes());
        header[156] = b'0';
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        tar.extend(header);
        tar.extend(&text);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    tar
}

/// What is read, in order: records with their location, sources that cannot be read, and ends of sources.
fn events(
    read: impl FnOnce(&mut SourceVisitor<Infallible>) -> Result<(), Infallible>,
) -> Vec<String> {
    let mut events = Vec::new();
    let done = read(&mut |event| {
        match event {
            SourceEvent::Chunk(info, chunk) => {
                let lines = LineIndex::of(&chunk);
                for (number, record) in chunk.records() {
                    let (line, column) = lines.line_column(record.offset());
                    let (source, text) = (&info.source, record.text());
                    let faults = record.faults().len();
                    events.push(format!("{source}#{number} {line}:{column} {faults} {text}"));
                }
            }
            SourceEvent::Unreadable(unreadable) => {
                let message = unreadable.finding.message();
                events.push(format!("{}: {message}", unreadable.name));
            }
            SourceEvent::End(source, count) => events.push(format!("{source}: {count}")),
        }
        Ok(())
    });
    let Ok(()) = done;
    events
}

#[test]
fn shards_have_what_the_whole_has() {
    let folder = TempDir::new().unwrap();
    for (name, text) in texts() {
        fs::write(folder.path().join(name), text).unwrap();
    }
    fs::write(folder.path().join("i.tar"), tar()).unwrap();
    let mut cut = tar();
    cut.truncate(cut.len() - 3000);
    fs::write(folder.path().join("j.tar"), cut).unwrap();
    let mut zip = fs::File::create(folder.path().join("k.zip")).unwrap();
    zip.write_all(b"PK\x05\x06 damaged").unwrap();
    let mut reader = SourceReader {
        min_divided: 500,
        limits: Limits {
            chunk: 300,
            ..Limits::default()
        },
        ..SourceReader::default()
    };
    let missing = folder.path().join("missing.sgf");
    let paths = [missing.as_os_str(), folder.path().as_os_str()];
    for min_divided in [500, 4000, u64::MAX] {
        reader.min_divided = min_divided;
        let whole = events(|visit| paths.iter().try_for_each(|path| reader.read(path, visit)));
        assert!(whole.len() > 500);
        let mut list = SourceList::default();
        for path in paths {
            list.add_path(path, &reader);
        }
        for count in [1, 2, 3, 10, 64, 1000] {
            let mut all = Vec::new();
            let mut last_end = None;
            for number in 1..=count {
                let mut shard = ShardReader::new(&reader, number, count, &list);
                all.extend(events(|visit| {
                    let mut allow = |_: &Path, _: &fs::Metadata| Ok(());
                    paths
                        .iter()
                        .try_for_each(|path| shard.read(path, &mut allow, visit))
                }));
                let (begins, ends) = shard.end().expect("nothing has changed");
                assert!(last_end.is_none_or(|end| end == begins), "{begins}");
                last_end = Some(ends);
            }
            for (one, other) in all.iter().zip(&whole) {
                assert_eq!(one, other, "{count} shards");
            }
            assert_eq!(all.len(), whole.len(), "{count} shards");
        }
    }
}

#[test]
fn a_changed_list_is_noticed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().as_os_str();
    let reader = SourceReader::default();
    fs::write(folder.path().join("a.sgf"), "(;)").unwrap();
    let mut list = SourceList::default();
    list.add_path(path, &reader);
    for change in ["(;) ", "(;)"] {
        let mut shard = ShardReader::new(&reader, 1, 1, &list);
        fs::write(folder.path().join("a.sgf"), change).unwrap();
        events(|visit| shard.read(path, &mut |_, _| Ok(()), visit));
        assert_eq!(shard.end().is_some(), change == "(;)");
    }
}

/// A change that leaves the size and the borders of records as they were.
#[test]
fn a_text_that_changes_between_two_shards_is_noticed() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.sgf");
    let path = file.as_os_str();
    let record = "(;GM[ugo]SZ[9];B[c3];W[d4])\n";
    let text = record.repeat(100);
    let reader = SourceReader {
        min_divided: 500,
        limits: Limits {
            max_record: 100,
            ..Limits::default()
        },
        ..SourceReader::default()
    };
    let ends = |number: usize, text: &str| {
        fs::write(&file, text).unwrap();
        let mut list = SourceList::default();
        list.add_path(path, &reader);
        let mut shard = ShardReader::new(&reader, number, 2, &list);
        events(|visit| shard.read(path, &mut |_, _| Ok(()), visit));
        shard.end().expect("nothing changes while it is read")
    };
    let (_, first) = ends(1, &text);
    assert_eq!(first, ends(2, &text).0);
    let half = text.len() / 2;
    // The last of these is behind what the first shard reads.
    for (at, is_noticed) in [
        (0, true),
        (half / 2, true),
        (half, true),
        (text.len() - 10, false),
    ] {
        let at = at + text[at..].find('3').unwrap_or_default();
        let mut changed = text.clone();
        changed.replace_range(at..=at, "5");
        let (second, _) = ends(2, &changed);
        assert_eq!(first != second, is_noticed, "{at}");
    }
}
