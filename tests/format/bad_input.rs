//! Files that nobody means well with: no panic, some verdict, and no more time and memory
//! than the size of the file asks for.

use crate::common::{all_lines, judge};
use kifu::{
    record::{self, Limits},
    report::{LineIndex, RecordReport, ReportFormat, ReportOptions, Row, Summary},
    verify::{Options, Status, Verdict, verify},
};

/// Judges and reports a file in every way; whatever is in it, the verdicts make sense.
fn survive(bytes: &[u8]) -> Vec<Verdict> {
    let (_, main) = judge(bytes, &Options::default());
    let (decoded, all) = judge(bytes, &all_lines());
    assert!(!main.is_empty());
    assert_eq!(main.len(), all.len());
    let places = LineIndex::new(&decoded.text);
    let options = ReportOptions::default();
    // What stands before all records does not depend on them, and is left out.
    let mut reports = ReportFormat::ALL.map(|format| (format, format.open(&options), Vec::new()));
    let mut summary = Summary::default();
    for (index, verdict) in (1..).zip(all) {
        let malformed = verdict.findings.iter().any(|finding| {
            let id = finding.code().id();
            id.starts_with("syntax::") || id.starts_with("limit::")
        });
        assert_eq!(verdict.status == Status::Malformed, malformed);
        for finding in &verdict.findings {
            assert!(
                decoded.text.get(finding.span.clone()).is_some(),
                "{finding:?}"
            );
        }
        let judged = RecordReport {
            source: "bad.sgf".to_owned(),
            index,
            verdict: Ok(verdict),
        };
        summary.count(&Row::new(&judged, &places));
        for (_, report, out) in &mut reports {
            report.record(&judged, &places, out).unwrap();
        }
    }
    for (format, mut report, mut out) in reports {
        report.end(&summary, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        // JSON holds texts as they are: only what JSON forbids is escaped.
        let is_json = matches!(format, ReportFormat::Json | ReportFormat::Jsonl);
        let shown = |c: char| !c.is_control() || c == '\n' || (is_json && c >= ' ');
        assert!(out.chars().all(shown), "{format}");
        match format {
            ReportFormat::Text => {
                let too_wide = |line: &&str| line.chars().count() > 80;
                assert_eq!(out.lines().find(too_wide), None);
            }
            ReportFormat::Jsonl => assert_eq!(out.lines().count(), main.len()),
            ReportFormat::Markdown => assert!(out.len() < 65_536),
            _ => {}
        }
    }
    main
}

/// The codes of the only record.
fn codes(text: &str, options: &Options) -> Vec<&'static str> {
    let (_, verdicts) = judge(text.as_bytes(), options);
    let [verdict] = &verdicts[..] else {
        panic!("{} records", verdicts.len());
    };
    verdict
        .findings
        .iter()
        .map(|finding| finding.code().id())
        .collect()
}

/// How many records, and the codes of all, each once.
fn summary(text: &str, options: &Options) -> (usize, Vec<&'static str>) {
    let (_, verdicts) = judge(text.as_bytes(), options);
    let findings = verdicts.iter().flat_map(|verdict| &verdict.findings);
    let mut codes: Vec<&str> = findings.map(|finding| finding.code().id()).collect();
    codes.sort_unstable();
    codes.dedup();
    (verdicts.len(), codes)
}

const SAMPLES: [&str; 6] = [
    "(;FF[4]GM[bargo]CA[UTF-8]SZ[3]AB[b2/ne]PL[W]RE[B+0.5];W[c3/e]TR[a1];B[button]\n(;W[pass];B[pass])(;W[a1/ne]))",
    "(;FF[4]GM[sygo]SZ[3:4]PB[\\]\\\\]RE[?];W[b2]C[a\\\nb:c];B[a1,b1]LB[a1:x\\:y];W[];B[resign])",
    "(;FF[4]GM[ugo]SZ[5]KM[-3]RE[?]AB[a1:b2][Kd4]AE[a1]BUTTON[B];B[Kd5];W[k4]MN[2])",
    "(;GM[bamogo]SZ[3]LINE[RG GB]RE[0]STONES[Rc3]PL[W];W[Ra1,Ga2];B[a1<>a2];W[b1<>b2])",
    "(;GM[margo]SZ[2]RU[margo-2012]RE[W+1];W[a1];B[swap];B[c1];W[1a3];B[c3];W[2b2])",
    "é (;GM[ugo]SZ[2]RE[W+1];B[a1])\r\n(;GM[ugo]RE[Void];W[a1]\n(;GM[sygo]SZ[2]RE[?];W[a1(;]) x",
];

#[test]
fn records_cut_off_anywhere() {
    for sample in SAMPLES {
        for end in 0..=sample.len() {
            survive(&sample.as_bytes()[..end]);
            survive(&sample.as_bytes()[end..]);
        }
    }
}

#[test]
fn records_with_a_byte_lost_doubled_or_replaced() {
    for sample in SAMPLES {
        let bytes = sample.as_bytes();
        for at in 0..bytes.len() {
            let (before, after) = (&bytes[..at], &bytes[at + 1..]);
            survive(&[before, after].concat());
            survive(&[before, &[bytes[at]; 2], after].concat());
            for other in b"();[]\\\0\xFF" {
                survive(&[before, &[*other], after].concat());
            }
        }
    }
}

/// Pieces of records in any order.
#[test]
fn soups() {
    const HEADS: [&str; 6] = [
        "",
        "(;GM[bargo]SZ[2]",
        "(;GM[sygo]SZ[3]",
        "(;GM[ugo]SZ[3]",
        "(;GM[bamogo]SZ[3]",
        "(;GM[margo]SZ[2]",
    ];
    const PIECES: [&str; 40] = [
        "(",
        ")",
        ";",
        "[",
        "]",
        "\\",
        "\n",
        "\r",
        " ",
        "(;",
        "B[",
        "W[",
        "C[",
        "GM[",
        "a",
        "b",
        "é",
        "\u{1b}",
        "XX",
        "\n(;GM[ugo]SZ[3]",
        "\n(;GM[sygo]",
        "\n(;C[x]",
        "FF[4]",
        "GM[margo]",
        "CA[latin1]",
        "SZ[3]",
        "RE[B+1]",
        "PL[W]",
        "AB[a1]",
        "AW[a1:b2]",
        "STONES[Ra1]",
        "LINE[]",
        "B[a1]",
        "W[b1]",
        "W[2b2]",
        "B[button]",
        "W[]",
        "MN[1]",
        "TR[a1][zz]",
        "LB[a:b]",
    ];
    let mut state = 1u64;
    let mut any = |most: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % most
    };
    for _ in 0..10_000 {
        let mut soup = HEADS[any(HEADS.len())].to_owned();
        for _ in 0..any(40) {
            soup += PIECES[any(PIECES.len())];
        }
        survive(soup.as_bytes());
    }
}

#[test]
fn files_that_are_no_records() {
    let all: Vec<u8> = (0..=255).collect();
    let mut noise = Vec::new();
    let mut state = 1u32;
    while noise.len() < 100_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push((state >> 24) as u8);
    }
    let structure: Vec<u8> = noise
        .iter()
        .map(|byte| b"();[]\\BWGMFF\n a1"[usize::from(byte % 16)])
        .collect();
    for bytes in [
        &b""[..],
        b"\xEF\xBB\xBF",
        b"\xFF\xFE",
        b"\xFE\xFF\x00",
        b"\0",
        &all,
        &all.repeat(50),
        &noise,
        &structure,
    ] {
        survive(bytes);
    }
    for head in [b"\xFF\xFE", b"\xFE\xFF"] {
        survive(&[head, &noise[..]].concat());
    }
    for label in [
        "utf-16",
        "shift_jis",
        "iso-2022-jp",
        "gb18030",
        "big5",
        "euc-kr",
        "replacement",
        "x-user-defined",
    ] {
        survive(&[format!("(;GM[ugo]CA[{label}]C[").as_bytes(), &noise].concat());
    }
}

#[test]
fn numbers_beyond_all_measure() {
    for text in [
        "(;GM[ugo]SZ[1000000000])",
        "(;GM[sygo]SZ[18446744073709551617:2])",
        "(;GM[ugo]SZ[5]KM[99999999999999999999999999])",
        "(;GM[ugo]SZ[5]RE[B+99999999999999999999999999.5];B[resign])",
        "(;GM[ugo]SZ[5];B[a1]MN[99999999999999999999999999])",
        "(;GM[margo]SZ[5]AB[1000000000a1]AE[1000000000a1]TR[1000000000a1];W[1000000000a1])",
        "(;GM[sygo]SZ[52]AB[aaaaaaaaaaaaaaaaaaaaaaaaaaaa1:a99999999999999999999];W[zzzzzzzzzzzzzzzz0])",
        "(;GM[bamogo]SZ[26]STONES[Ra99999999999];B[Ra99999999999,Gb0])",
        "(;GM[bargo]SZ[30]AB[zz99999/e];B[zz99999/e])",
    ] {
        survive(text.as_bytes());
    }
}

const MIB: usize = 1024 * 1024;

#[test]
fn records_up_to_64_mib_are_read() {
    let record = |size: usize| {
        let frame = "(;GM[ugo]SZ[5]RE[?]C[])";
        let (before, after) = frame.split_at(frame.len() - 2);
        format!("{before}{}{after}", "x".repeat(size - frame.len()))
    };
    assert_eq!(codes(&record(64 * MIB), &Options::default()), [""; 0]);
    let (_, verdicts) = judge(
        (record(64 * MIB + 1) + "\n(;GM[ugo]SZ[5]RE[?])").as_bytes(),
        &Options::default(),
    );
    assert_eq!(verdicts.len(), 2);
    let finding = &verdicts[0].findings[0];
    assert_eq!(
        (finding.code().id(), finding.span.clone()),
        ("limit::record-size", 0..1)
    );
    assert_eq!((verdicts[0].plies, verdicts[1].findings.len()), (0, 0));
}

#[test]
fn a_text_without_a_record_is_not_too_large_a_record() {
    let text = "ý and much more that is no record";
    let limits = Limits {
        max_record: 10,
        ..Limits::default()
    };
    let mut records = record::read_within(text, limits);
    let record = records.next().unwrap();
    let verdict = verify(&record, &Options::default());
    let codes: Vec<&str> = verdict.findings.iter().map(|f| f.code().id()).collect();
    assert_eq!(codes, ["syntax::no-record"]);
    assert!(records.next().is_none());
}

#[test]
fn a_value_of_70_mb_that_is_never_closed() {
    let text = format!("(;GM[ugo]SZ[5]RE[?]C[{}", "x".repeat(70_000_000));
    assert_eq!(
        codes(&text, &Options::default()),
        ["limit::record-size", "syntax::unclosed-value"]
    );
}

#[test]
fn records_up_to_a_million_nodes_are_read() {
    let record = |nodes: usize| format!("(;GM[ugo]SZ[5]RE[?]{})", ";".repeat(nodes - 1));
    assert_eq!(codes(&record(1_000_000), &Options::default()), [""; 0]);
    let text = record(1_000_001);
    let (_, verdicts) = judge(text.as_bytes(), &Options::default());
    let finding = &verdicts[0].findings[0];
    assert_eq!(
        (finding.code().id(), finding.span.clone()),
        ("limit::nodes", text.len() - 2..text.len() - 1)
    );
    // All limits and faults are told, and a record that is too large hides no other.
    let broken = format!(
        "(;GM[ugo]SZ[5]RE[?]{};B[a1]]\n(;GM[ugo]SZ[5]RE[?])",
        ";B[a1]".repeat(1_000_000)
    );
    let (_, verdicts) = judge(broken.as_bytes(), &Options::default());
    let codes: Vec<&str> = verdicts[0]
        .findings
        .iter()
        .map(|finding| finding.code().id())
        .collect();
    assert_eq!(
        codes,
        [
            "syntax::unclosed",
            "limit::plies",
            "limit::nodes",
            "syntax::unexpected"
        ]
    );
    assert_eq!((verdicts.len(), verdicts[1].findings.len()), (2, 0));
}

/// So many plies in one line of Bamogo that never ends, each followed by what is given.
fn switches(plies: usize, after: &str) -> String {
    let turns = ["a1<>a2", "c1<>c2", "a2<>a3", "c2<>c3"];
    let turns =
        (0..plies).map(|ply| format!(";{}[{}]{after}", ["B", "W"][ply % 2], turns[ply % 4]));
    let start = "(;GM[bamogo]SZ[4]RE[?]STONES[Ra1][Ga2][Ba3][Rc1][Gc2][Bc3]";
    start.to_owned() + &turns.collect::<String>()
}

#[test]
fn lines_up_to_100_000_plies_are_played() {
    let text = switches(100_000, "") + ")";
    let (_, verdicts) = judge(text.as_bytes(), &Options::default());
    assert_eq!(
        (verdicts[0].plies, verdicts[0].findings.len()),
        (100_000, 0)
    );
    let text = switches(100_001, "") + ")";
    let (_, verdicts) = judge(text.as_bytes(), &Options::default());
    let finding = &verdicts[0].findings[0];
    assert_eq!(
        (finding.code().id(), finding.span.clone()),
        ("limit::plies", text.len() - 10..text.len() - 1)
    );
    assert_eq!(verdicts[0].plies, 0);
    // A line is what leads from the root to one node: other lines do not count.
    let text = switches(99_999, "") + "(;W[c2<>c3])(;W[c2<>c3]))";
    assert_eq!(codes(&text, &Options::default()), [""; 0]);
    let text = switches(99_999, "") + "(;W[c2<>c3])(;W[c2<>c3];B[a1<>a2]))";
    assert_eq!(codes(&text, &Options::default()), ["limit::plies"]);
}

#[test]
fn depth_has_no_limit() {
    let nested = format!(
        "(;GM[ugo]SZ[5]RE[?]{}{}",
        "(;".repeat(100_000),
        ")".repeat(100_001)
    );
    assert_eq!(codes(&nested, &all_lines()), [""; 0]);
    let open = format!("(;GM[ugo]SZ[5]RE[?]{}", "(".repeat(100_000));
    assert_eq!(codes(&open, &all_lines()), ["syntax::unclosed"]);
    let legal = switches(50_000, "(") + ";" + &")".repeat(50_001);
    assert_eq!(codes(&legal, &all_lines()), [""; 0]);
    let illegal = format!(
        "(;GM[ugo]SZ[5]RE[?]{};{}",
        ";B[a1](".repeat(50_000),
        ")".repeat(50_001)
    );
    assert_eq!(codes(&illegal, &all_lines()), ["record::turn-order"]);
    // With a variation at every ply.
    let branching = switches(20_000, "(;C[])(") + ";" + &")".repeat(20_001);
    assert_eq!(codes(&branching, &all_lines()), [""; 0]);
}

#[test]
fn width_has_no_limit() {
    let many =
        |root: &str, variation: &str, times: usize| format!("{root}{})", variation.repeat(times));
    let ugo = "(;GM[ugo]SZ[5]RE[?];B[a1]";
    assert_eq!(codes(&many(ugo, "(;W[b1])", 50_000), &all_lines()), [""; 0]);
    let illegal = codes(&many(ugo, "(;W[a1])", 50_000), &all_lines());
    let most = kifu::verify::MAX_FINDINGS + 1; // the first variation is the main line
    assert_eq!((illegal.len(), illegal[0]), (most, "ugo::occupied"));
    // One large position, not one for every variation, waits at a branch.
    let sygo = "(;GM[sygo]SZ[52]RE[?]AB[a1:az50]";
    assert_eq!(
        codes(&many(sygo, "(;W[a52])", 10_000), &all_lines()),
        [""; 0]
    );
    let full = "(;GM[sygo]SZ[52]RE[?]AB[a1:az52]";
    assert_eq!(
        codes(&many(full, "(;W[a52])", 1_000), &all_lines()),
        ["record::setup"]
    );
}

/// What tempts a reader to look at the rest of the file again and again.
#[test]
fn floods() {
    let default = Options::default();
    let flood = |head: &str, part: &str, times: usize| {
        summary(&(head.to_owned() + &part.repeat(times)), &default)
    };
    let ugo = "(;GM[ugo]SZ[5]RE[?]";
    let (records, codes) = flood("", "(;GM[\n", 100_000);
    assert_eq!(
        (records, codes),
        (100_000, vec!["record::game", "syntax::unclosed-value"])
    );
    let (records, codes) = flood(ugo, ";B[\n(;X[y]", 50_000);
    assert_eq!((records, codes), (1, vec!["syntax::unclosed"]));
    let (records, codes) = flood("", &format!("{ugo};B[\n(;C[y]"), 20_000);
    assert_eq!((records, codes), (1, vec!["syntax::unclosed"]));
    let (records, codes) = flood("", &format!("{ugo};B[\n"), 20_000);
    assert_eq!(
        (records, codes),
        (20_000, vec!["syntax::unclosed", "syntax::unclosed-value"])
    );
    assert_eq!(flood("", "() ", 100_000).0, 100_000);
    assert_eq!(flood("", "(", 1_000_000).0, 1);
    assert_eq!(
        flood("", "( ;", 100_000).1,
        ["record::game", "syntax::unclosed"]
    );
    assert_eq!(
        flood(ugo, "]", 10_000_000).1,
        ["syntax::unclosed", "syntax::unexpected"]
    );
    assert_eq!(flood("", "]", 10_000_000).1, ["syntax::no-record"]);
    assert_eq!(
        flood(ugo, "];", 50_000).1,
        ["syntax::unclosed", "syntax::unexpected"]
    );
    assert_eq!(
        flood("(;GM[sygo]SZ[52]RE[?]AB", "[a1:az52]", 7_000).1,
        ["record::setup", "syntax::unclosed"]
    );
    assert_eq!(
        flood("(;GM[sygo]SZ[52]RE[?]AE", "[a1:az52]", 7_000).1,
        ["syntax::unclosed"]
    );
    assert_eq!(
        flood("(;GM[sygo]SZ[52]RE[?]AE", "[a1:az52]", 10_000).1,
        ["limit::setup", "syntax::unclosed"]
    );
    assert_eq!(
        flood("(;GM[ugo]SZ[5]RE[?];TR[z9]", ";TR[z9]", 50_000).1,
        ["record::markup", "syntax::unclosed"]
    );
    assert_eq!(
        flood(ugo, "PB[x]", 50_000).1,
        ["record::duplicate-property", "syntax::unclosed"]
    );
    assert_eq!(
        flood("(;GM[sygo]SZ[5]RE[?];W[a1", ",b1", 100_000).1,
        ["syntax::unclosed-value"]
    );
    assert_eq!(
        flood("(;GM[bamogo]SZ[5]RE[?]LINE[", "RG ", 100_000).1,
        ["syntax::unclosed-value"]
    );
}

#[test]
fn bytes_that_fit_no_encoding() {
    for label in ["utf-8", "shift_jis", "koi8-r"] {
        let text = [
            format!("(;GM[ugo]SZ[5]RE[?]CA[{label}]C[").as_bytes(),
            &vec![0xFF; 1_000_000],
            b"])",
        ]
        .concat();
        let (_, verdicts) = judge(&text, &Options::default());
        assert!(
            verdicts[0]
                .findings
                .iter()
                .all(|finding| finding.code().id() == "record::encoding")
        );
    }
    let labels = [
        b"(;GM[ugo]SZ[5]RE[?]PB[\xE9]C[",
        "CA[latin1".repeat(100_000).as_bytes(),
    ]
    .concat();
    assert_eq!(judge(&labels, &Options::default()).1.len(), 1);
}

/// Many records with errors on one line: places are not counted from its beginning every time.
#[test]
fn one_long_line_of_records() {
    survive(
        "(;GM[ugo]SZ[5]RE[B+R];B[a1];W[a1])(;GM[ugo]PB[x]RE[B+R];B[resign])"
            .repeat(2_000)
            .as_bytes(),
    );
}

/// A record full of faults tells of so many and no more, and is what it is all the same.
#[test]
fn findings_without_end() {
    let many = 3_000;
    let most = kifu::verify::MAX_FINDINGS;
    let count = |text: &str, code: &str| {
        let options = kifu::verify::Options {
            variations: true,
            ..kifu::verify::Options::default()
        };
        let record = kifu::record::read(text).next().expect("a record");
        let verdict = kifu::verify::verify(&record, &options);
        let of_code = |finding: &&kifu::verify::Finding| finding.code().id() == code;
        (
            verdict.findings.iter().filter(of_code).count(),
            verdict.status,
        )
    };
    let root = "(;GM[ugo]SZ[3]RE[?]";
    let text = format!("{root}{})", "];".repeat(many));
    assert_eq!(
        count(&text, "syntax::unexpected"),
        (most, Status::Malformed)
    );
    let text = format!("{root}{};B[zz9])", ";TR[zz9]".repeat(many));
    assert_eq!(count(&text, "record::markup"), (most, Status::Invalid));
    assert_eq!(count(&text, "ugo::off-board"), (1, Status::Invalid));
    let text = format!("{root}{};B[zz9])", "PB[a]".repeat(many));
    assert_eq!(
        count(&text, "record::duplicate-property"),
        (most, Status::Invalid)
    );
    let text = format!("{root}{})", "AB[zz9]".repeat(many));
    assert_eq!(count(&text, "record::setup"), (most, Status::Invalid));
    // However many variations go wrong, the main line is told of.
    let text = format!("{root};B[a1](;W[a1]){})", "(;W[zz9])".repeat(many));
    assert_eq!(count(&text, "ugo::off-board"), (most, Status::Invalid));
    assert_eq!(count(&text, "ugo::occupied"), (1, Status::Invalid));
}
