//! The chunks hold the records of the whole, wherever it is cut.

use proptest::prelude::*;

use super::*;
use crate::record::{FaultKind, Record, read};

/// A source that gives few bytes at a time.
struct Trickle(Vec<u8>, usize, usize);

impl Read for Trickle {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.0[self.1..];
        let length = rest.len().min(self.2).min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.1 += length;
        Ok(length)
    }
}

fn chunks(text: &str, step: usize, limits: Limits) -> Vec<Chunk> {
    let input = Trickle(text.as_bytes().to_vec(), 0, step);
    let mut chunks = ChunkReader::new(Box::new(input), None, limits);
    std::iter::from_fn(|| chunks.next_chunk().expect("bytes in memory")).collect()
}

/// Number, place, text and faults of every record.
type Found = (usize, usize, String, Vec<(FaultKind, usize, usize)>);

fn found(number: usize, record: &Record, before: usize) -> Found {
    let faults = record.faults().iter();
    let faults = faults.map(|fault| {
        let place = &fault.span;
        (fault.kind, before + place.start, before + place.end)
    });
    let place = before + record.offset();
    (number, place, record.text().to_owned(), faults.collect())
}

fn in_chunks(text: &str, step: usize, chunk: usize) -> Vec<Found> {
    let limits = Limits {
        chunk,
        ..Limits::default()
    };
    let mut all = Vec::new();
    for chunk in chunks(text, step, limits) {
        let records: Vec<_> = chunk.records().collect();
        assert_eq!(records.len(), chunk.count, "{text:?}");
        let before = chunk.origin.byte;
        assert_eq!(
            &text[before..before + chunk.decoded.text.len()],
            chunk.decoded.text
        );
        for (number, record) in records {
            all.push(found(number, &record, before));
        }
    }
    all
}

fn at_once(text: &str) -> Vec<Found> {
    let records = (1..).zip(read(text));
    records
        .map(|(number, record)| found(number, &record, 0))
        .collect()
}

/// Texts that look like collections, most of them broken somewhere.
fn soup() -> impl Strategy<Value = String> {
    let parts = [
        "(;GM[ugo]SZ[5];B[c3];W[c4])",
        "\n(;FF[4]GM[sygo];B[a1](;W[b1])(;W[c1]))",
        "(",
        ")",
        ";",
        "(;",
        "\n(;",
        "B[a1]",
        "W[(;]",
        "B[(;",
        "GM[ugo]",
        "\n(;GM[",
        "FF [4]",
        "\n(;GM[margo]",
        "\r\n",
        "C[a\\]b]",
        "C[",
        "]",
        "[x]",
        "\\",
        " ",
        "é",
        "x",
        "()",
        "AB[a1][(;]",
        "C[\n(;GM[ugo];B[a1]]",
        "gM[x]",
        ";B[(;GM[ugo]])",
        "\n(;B[a1]GM[ugo])",
    ];
    proptest::collection::vec(proptest::sample::select(parts.to_vec()), 0..40)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn chunks_hold_the_records_of_the_whole(text in soup(), step in 1_usize..20, chunk in 0_usize..80) {
        prop_assert_eq!(in_chunks(&text, step, chunk), at_once(&text));
    }

    /// However a text is divided, each record is in one part, and each part begins where the one before it ends.
    #[test]
    fn parts_have_the_records_of_the_whole(
        text in soup(),
        parts in proptest::collection::vec((0_usize..200, 1_usize..20, 0_usize..80), 1..5),
        max_record in proptest::sample::select(vec![20, 60, 1_000_000]),
    ) {
        let read_part = |range, step, chunk| {
            let limits = Limits { max_record, chunk, ..Limits::default() };
            let input = Trickle(text.as_bytes().to_vec(), 0, step);
            let chunks = ChunkReader::new(Box::new(input), None, limits);
            let mut chunks = chunks.with_part(range);
            let mut all = Vec::new();
            while let Some(chunk) = chunks.next_chunk().expect("bytes in memory") {
                let before = chunk.origin.byte;
                all.extend(chunk.records().map(|(number, record)| found(number, &record, before)));
            }
            (all, chunks.part_ends())
        };
        let (whole, _) = read_part(0..usize::MAX, text.len() + 1, 100);
        let mut starts: Vec<usize> = parts.iter().map(|part| part.0).collect();
        starts.sort_unstable();
        starts[0] = 0;
        let mut all = Vec::new();
        let mut last_end = None;
        for (at, (_, step, chunk)) in parts.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(usize::MAX);
            let (found, (begins, ends)) = read_part(starts[at]..end, *step, *chunk);
            all.extend(found);
            prop_assert!(begins.is_some() && ends.is_some());
            prop_assert!(at == 0 || begins == last_end, "{:?} {:?}", begins, last_end);
            last_end = ends;
        }
        prop_assert_eq!(all, whole);
    }

    #[test]
    fn large_records_are_cut_wherever_the_chunks_end(text in soup(), step in 1_usize..20, max_record in 1_usize..60) {
        let limits = Limits { max_record, chunk: 30, ..Limits::default() };
        let of = |step| -> Vec<_> {
            let chunks = chunks(&text, step, limits);
            chunks.into_iter().map(|chunk| (chunk.first, chunk.count, chunk.origin, chunk.decoded.text)).collect()
        };
        let whole = of(text.len() + 1);
        let mut next = 1;
        for (first, count, origin, part) in &whole {
            prop_assert_eq!(*first, next);
            next += count;
            prop_assert!(text[origin.byte..].starts_with(part.as_str()));
        }
        let _ = of(step);
    }
}

#[test]
fn a_large_record_hides_no_other() {
    let long = format!("(;GM[ugo]C[{}])", "x".repeat(500));
    let broken = format!("(;GM[ugo];B[(;{}]", "y".repeat(500));
    let text = format!("(;GM[ugo];B[a1])\n{long}\n(;GM[ugo]RE[1])\n{broken}\n(;GM[ugo]RE[2])\n");
    let limits = Limits {
        max_record: 100,
        chunk: 30,
        ..Limits::default()
    };
    for step in [1, 7, 90, 5_000] {
        let mut seen = Vec::new();
        for chunk in chunks(&text, step, limits) {
            for (number, record) in chunk.records() {
                let large = record.faults().iter();
                let large = large.filter(|fault| fault.kind == FaultKind::TooLarge);
                let byte = chunk.origin.byte + record.offset();
                seen.push((number, byte, large.count()));
            }
        }
        let place = |text_of: &str| text.find(text_of).expect("it is there");
        let expected = [
            (1, 0, 0),
            (2, place(&long), 1),
            (3, place("(;GM[ugo]RE[1]"), 0),
            (4, place(&broken), 1),
            (5, place("(;GM[ugo]RE[2]"), 0),
        ];
        assert_eq!(seen, expected, "steps of {step}");
    }
}

#[test]
fn long_gaps_are_told_as_the_reader_tells_them() {
    let gap = |n: usize| "no record here\n".repeat(n);
    let much = 7 * MAX_OUTSIDE / 15;
    for text in [
        format!("{}(;GM[ugo])", gap(much)),
        format!("(;GM[ugo]){}\n(;GM[ugo])(;GM[ugo]){}", gap(much), gap(much)),
        format!("(;GM[ugo]){}(;GM[ugo])", "\n".repeat(7 * MAX_OUTSIDE)),
        format!("(;GM[ugo]){}(;GM[ugo])", "(".repeat(7 * MAX_OUTSIDE)),
        format!("(;GM[ugo]){}", "( ".repeat(7 * MAX_OUTSIDE)),
    ] {
        let mut all = Vec::new();
        for chunk in chunks(&text, 100_000, Limits::default()) {
            for (number, record) in chunk.records() {
                all.push(found(number, &record, chunk.origin.byte));
            }
            assert!(chunk.decoded.text.len() < 5 * MAX_OUTSIDE);
        }
        assert!(all == at_once(&text), "the records differ");
    }
    let none = chunks(&gap(much), 100_000, Limits::default());
    assert_eq!(none.len(), 1);
    let faults: Vec<_> = none[0]
        .records()
        .map(|(_, record)| record.faults()[0].kind)
        .collect();
    assert_eq!(faults, [FaultKind::NoRecord]);
}

/// Text in a long gap is told wherever it stands, and whether all of it is there.
#[test]
fn text_in_a_long_gap_is_never_lost_silently() {
    let record = "(;GM[ugo])";
    let blank = |megabytes: usize| "\n".repeat(megabytes * MAX_OUTSIDE);
    let gap = |before, behind| blank(before) + "note" + &blank(behind);
    // The texts outside of each record, and whether something is missing.
    let cases: [(String, &[&str]); 9] = [
        (format!("{record}{}{record}", gap(0, 7)), &["", "[] …"]),
        (format!("{record}{}{record}", gap(3, 4)), &["", "[] …"]),
        (format!("{record}{}{record}", gap(7, 0)), &["", "[note]"]),
        (
            format!("{record}{}note{record}", gap(0, 7)),
            &["", "[note] …"],
        ),
        (format!("{}{record}{record}", gap(0, 9)), &["[] …", ""]),
        (format!("{record}{}", gap(0, 7)), &["[note]"]),
        (format!("{record}{}", gap(7, 0)), &["[] …"]),
        (format!("{record}{}", gap(3, 9)), &["[] …"]),
        (
            format!("{record}{}{record}{record}", blank(9)),
            &["", "", ""],
        ),
    ];
    for (number, (text, expected)) in cases.iter().enumerate() {
        for step in [100_000, 1 << 22] {
            let chunks = chunks(text, step, Limits::default());
            let (mut seen, mut all) = (Vec::new(), Vec::new());
            for chunk in &chunks {
                for (number, record) in chunk.records() {
                    all.push(found(number, &record, chunk.origin.byte));
                    let faults = record.faults().iter();
                    let texts = faults.map(|fault| {
                        assert_eq!(fault.kind, FaultKind::TextOutside);
                        format!("[{}]", &chunk.decoded.text[fault.span.clone()])
                    });
                    let missing = if record.lacks_text_outside() {
                        " …"
                    } else {
                        ""
                    };
                    seen.push(texts.collect::<String>() + missing);
                }
            }
            assert_eq!(seen, *expected, "{number} in steps of {step}");
            assert_eq!(all, at_once(text), "{number} in steps of {step}");
            let lacks = chunks.iter().any(Chunk::lacks_text_behind);
            assert_eq!(lacks, matches!(number, 6 | 7), "{number}");
        }
    }
    let long = format!("{record}{}{record}", "x".repeat(MAX_OUTSIDE + 1));
    let lacks: Vec<bool> = read(&long)
        .map(|record| record.lacks_text_outside())
        .collect();
    assert_eq!(lacks, [false, true]);
}

#[test]
fn the_first_node_may_stand_far_behind_its_parenthesis() {
    let limits = Limits {
        max_record: 2_000,
        ..Limits::default()
    };
    for blanks in [1_000, 1_998, 1_999, 4_000] {
        let text = format!("x({};GM[ugo])\n(;GM[ugo])", " ".repeat(blanks));
        for step in [1, 10, 100, 10_000] {
            let chunks = chunks(&text, step, limits);
            let told: usize = chunks.iter().map(|chunk| chunk.count).sum();
            let records = || chunks.iter().flat_map(Chunk::records);
            assert_eq!((told, records().count()), (2, 2), "{blanks} {step}");
            let is_large = |(_, record): (usize, Record)| {
                let mut faults = record.faults().iter();
                faults.any(|fault| fault.kind == FaultKind::TooLarge)
            };
            let large: Vec<bool> = records().map(is_large).collect();
            assert_eq!(large, [blanks > 1_000, false], "{blanks} {step}");
        }
    }
}

/// What a chunk holds is in memory at once, with all findings.
#[test]
fn records_that_are_never_closed_do_not_share_a_chunk() {
    for record in ["(;GM[ugo]\n", "(;GM[ugo];B[c3]C[x\n", "(;GM[ugo];B[c3\n"] {
        let text = record.repeat(1_000) + "(;GM[ugo])";
        let limits = Limits {
            chunk: 100,
            ..Limits::default()
        };
        let chunks = chunks(&text, 7, limits);
        let most = chunks.iter().map(|chunk| chunk.count).max();
        assert!(most < Some(20), "{record:?}: {most:?}");
        let whole: String = chunks.iter().map(Chunk::text).collect();
        assert_eq!(whole, text);
    }
}

#[test]
fn values_that_are_never_closed_do_not_keep_a_chunk_open() {
    let text = "(;GM[\n".repeat(4 * MAX_UNCLOSED + 5);
    let chunks = chunks(&text, 10_000, Limits::default());
    let most = chunks.iter().map(|chunk| chunk.count).max();
    assert!(most <= Some(2 * MAX_UNCLOSED), "{most:?}");
    let mut all = Vec::new();
    for chunk in &chunks {
        for (number, record) in chunk.records() {
            all.push(found(number, &record, chunk.origin.byte));
        }
    }
    assert!(all == at_once(&text), "the records differ");
}

/// Where the second record ends depends on the third one and on `GM` behind that: this stays part of the chunk.
#[test]
fn a_chunk_holds_what_all_its_records_depend_on() {
    let swallowed = "(;AB[a1][x]B[(;\n(;FF[4]GM[sygo];B[a1])";
    let text = format!("(;GM[ugo])\n(;GM[margo]B[(;\n{swallowed}");
    let whole = at_once(&text);
    assert_eq!(whole.len(), 4);
    for chunk in 0..text.len() {
        assert_eq!(in_chunks(&text, 1, chunk), whole, "chunks of {chunk}");
    }
}

/// What is found where records may be larger than a limit, if so many bytes come at a time.
fn found_within(text: &str, max_record: usize, step: usize) -> Vec<Found> {
    let limits = Limits {
        max_record,
        ..Limits::default()
    };
    let chunks = chunks(text, step, limits);
    let found = chunks.iter().flat_map(|chunk| {
        let records = chunk.records();
        records.map(|(number, record)| found(number, &record, chunk.origin.byte))
    });
    found.collect()
}

/// Broken records that are larger than the limit, however much of the text comes at a time.
#[test]
fn what_is_too_large_and_broken_does_not_depend_on_the_pieces() {
    let text = "(;GM[sygo]CA[UTF-8]SZ[7]\nC([Illegal at ply 9: c2, b3\nand d3]\n;W[b3];W7d3];B[b6])\n\n\
        (;GM[margo]SZ[6]RE[W+R]C[a note\n(;GM[x] in it]\n;W[g5];B[e5\n(;GM[ugo];B[c3])\n(;GM[bargo]\n;W[gRE[B+1]7];B[i7])\n\
        (;GM[ugo];B[d4])\n";
    for max_record in (1..text.len() + 2).step_by(3) {
        let whole = found_within(text, max_record, 10_000);
        for step in [1, 2, 7, 30, 100, 150] {
            let found = found_within(text, max_record, step);
            assert_eq!(found, whole, "at most {max_record}, in steps of {step}");
        }
    }
}

/// Many records that all end inside a value, which together are larger than the limit.
#[test]
fn broken_records_beyond_the_limit_are_searched_once() {
    let record = |number: usize| format!("(;GM[ugo]FF[4]N[{number}](;B[a1];C[cut\r\n");
    let (count, max_record) = (400, 5_000);
    let text: String = (0..count).map(record).collect::<String>() + "(;GM[ugo])";
    let limits = Limits {
        max_record,
        ..Limits::default()
    };
    let whole = found_within(&text, max_record, text.len());
    for step in [1, 100, 1_000] {
        let chunks = chunks(&text, step, limits);
        let held: usize = chunks.iter().map(|chunk| chunk.text().len()).sum();
        assert!(held < 3 * text.len(), "{held} bytes of {}", text.len());
        for chunk in &chunks {
            let before = &text[..chunk.origin.byte];
            assert_eq!(chunk.origin.line, before.lines().count() + 1);
        }
        assert_eq!(found_within(&text, max_record, step), whole, "{step}");
    }
    // One record is searched to the limit for each part of the text that is as long; the last of them, which together
    // are smaller than the limit, are one.
    let is_large = |found: &&Found| found.3.iter().any(|fault| fault.0 == FaultKind::TooLarge);
    let large = whole.iter().filter(is_large).count();
    assert_eq!(large, text.len() / max_record);
    let last = whole.last().map(|found| found.2.len());
    assert!(last > Some(50) && last <= Some(max_record), "{last:?}");
    for found in &whole[..whole.len() - 1] {
        assert!(found.2.len() < 50, "{found:?}");
        let kinds: Vec<_> = found.3.iter().map(|fault| fault.0).collect();
        assert!(
            is_large(&found) || kinds == [FaultKind::UnclosedValue],
            "{found:?}"
        );
    }
}

/// Records in a broken one, each in a value of that, are read as elsewhere.
#[test]
fn records_in_searched_text_are_found() {
    let start = "(;GM[ugo]".to_owned() + &"(".repeat(200) + ";C[cut\n";
    let good = "(;GM[ugo]FF[4]C[\n(;x])";
    let good_again = "(;FF[4]GM[ugo])";
    let named_twice = "(;GM[ugo];B[c3]GM[ugo]\n;C[cut\n";
    let unit = format!("{good}\n;C[cut\n{named_twice}{good_again}\n;C[cut\n");
    let text = start.clone() + &unit.repeat(50);
    let max_record = text.len() - unit.len();
    for step in [1, 70, 10_000] {
        let found = found_within(&text, max_record, step);
        let mut all = found
            .iter()
            .map(|(_, _, text, faults)| (&**text, faults.last().map(|fault| fault.0)));
        let expected = Some((&*start, Some(FaultKind::TooLarge)));
        assert_eq!(all.next(), expected, "{step}");
        for number in 1..50 {
            let three = [all.next(), all.next(), all.next()];
            // What stands before a record is outside of it.
            let outside = (number > 1).then_some(FaultKind::TextOutside);
            let expected = [
                Some((good, outside)),
                Some((named_twice, Some(FaultKind::SwallowsRoot))),
                Some((good_again, None)),
            ];
            assert_eq!(three, expected, "{number} in steps of {step}");
        }
    }
}

proptest! {
    #[test]
    fn soup_within_limits(text in soup(), max_record in 1_usize..300, step in 1_usize..60) {
        prop_assert_eq!(found_within(&text, max_record, step), found_within(&text, max_record, 100_000));
    }
}
