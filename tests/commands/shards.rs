//! Shards: their lines are those of one run, and `kifu merge` notices what is missing, doubled or of another run.

use std::{
    fs,
    io::{Cursor, Write},
    process::Stdio,
};

use tempfile::TempDir;
use zip::write::SimpleFileOptions;

use crate::common::{folder, kifu, run, write};

const RECORDS: [(&str, &str); 6] = [
    ("in/a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3];W[c3])"),
    (
        "in/b.sgf",
        "(;GM[sygo]SZ[5]RE[?];W[b2])\n(;GM[ugo]SZ[5];B[d4])\n(;GM[chess])",
    ),
    ("in/c.sgf", "(;GM[margo]SZ[3]RE[W+R];W[c1];B[resign])"),
    ("in/d.sgf", "nothing"),
    ("in/e.sgf", "(;GM[bamogo]SZ[4]RE[?]"),
    ("in/f.sgf.gz", "not compressed"),
];

const PATHS: [&str; 3] = ["in", "gone.sgf", "in/a.sgf"];

/// Writes the reports of all shards of the sample; returns their names.
fn shards(folder: &TempDir, count: usize, more: &[&str]) -> Vec<String> {
    let names = (1..=count).map(|number| {
        let (name, shard) = (format!("{number}.jsonl"), format!("{number}/{count}"));
        let args = ["batch", "--format", "jsonl", "--shard", &shard, "-o", &name];
        run(folder, &[&args, more, &PATHS].concat(), "");
        name
    });
    names.collect()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("the file is written")
}

/// The lines of a report without its header and its trailer.
fn records(report: &str) -> Vec<&str> {
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines[0].starts_with("{\"type\":\"header\",\"schema\":1,\"version\":"));
    assert!(lines[lines.len() - 1].starts_with("{\"type\":\"trailer\",\"schema\":1,\"shard\":"));
    lines[1..lines.len() - 1].to_vec()
}

#[test]
fn the_lines_of_all_shards_are_those_of_one_run() {
    let folder = folder(&RECORDS);
    let (_, whole, _) = run(
        &folder,
        &[&["batch", "--format", "jsonl"], &PATHS[..]].concat(),
        "",
    );
    assert!(!whole.contains("\"type\""));
    for count in [1, 2, 3, 5, 40] {
        let names = shards(&folder, count, &[]);
        let reports: Vec<String> = names.iter().map(|name| read(&folder, name)).collect();
        let lines: Vec<&str> = reports.iter().flat_map(|report| records(report)).collect();
        assert_eq!(lines, whole.lines().collect::<Vec<_>>(), "{count}");
        // In any order.
        let mut merge = vec!["merge", "--require-complete", "--format", "jsonl"];
        merge.extend(names.iter().rev().map(String::as_str));
        let (status, merged, complaint) = run(&folder, &merge, "");
        assert_eq!(
            (status, merged, complaint),
            (2, whole.clone(), String::new())
        );
        // One after another.
        let (_, merged, _) = run(
            &folder,
            &["merge", "--format", "jsonl", "-"],
            reports.concat(),
        );
        assert_eq!(merged, whole);
    }
}

#[test]
fn shards_have_equal_parts_of_the_sources() {
    let folder = TempDir::new().expect("a folder");
    for number in 0..80 {
        let record = format!("(;GM[ugo]SZ[5]RE[?]C[{number:1000}];B[c3])");
        write(&folder, &format!("in/{number:02}.sgf"), &record);
    }
    for number in 1..=8 {
        let shard = format!("{number}/8");
        let args = ["batch", "--format", "jsonl", "--shard", &shard, "in"];
        let (_, report, _) = run(&folder, &args, "");
        assert_eq!(records(&report).len(), 10, "{shard}");
    }
}

#[test]
fn only_lines_of_shards_have_a_header() {
    let folder = folder(&RECORDS);
    let of = |args: &[&str]| run(&folder, &[&["batch"], args, &["in/c.sgf"]].concat(), "").1;
    for plain in [
        &["--format", "jsonl"][..],
        &["--format", "json", "--shard", "1/1"],
        &["--format", "csv", "--shard", "1/1"],
        &["--format", "jsonl", "--shard", "1/1", "--statistics"],
    ] {
        assert!(!of(plain).contains("\"type\""), "{plain:?}");
    }
    of(&["--shard", "1/1", "--report", "jsonl=r.jsonl"]);
    assert_eq!(
        read(&folder, "r.jsonl"),
        of(&["--format", "jsonl", "--shard", "1/1"])
    );
}

#[test]
fn paths_from_standard_input_are_divided() {
    let folder = folder(&RECORDS);
    let list = "in/a.sgf\nin/b.sgf\nin/c.sgf\n";
    let of = |shard: &str| {
        let args = [
            "batch",
            "--format",
            "jsonl",
            "--shard",
            shard,
            "--files-from",
            "-",
        ];
        run(&folder, &args, list).1
    };
    let whole = of("1/1");
    let parts = [of("1/2"), of("2/2")];
    assert_eq!(
        [records(&parts[0]), records(&parts[1])].concat(),
        records(&whole)
    );
    assert_eq!(records(&whole).len(), 5);
}

#[test]
fn reports_that_are_cut_anywhere_are_refused() {
    let folder = folder(&RECORDS);
    let names = shards(&folder, 2, &[]);
    let report = fs::read(folder.path().join(&names[0])).expect("a report");
    let refused = |bytes: &[u8]| {
        fs::write(folder.path().join("cut.jsonl"), bytes).expect("a file");
        let (status, out, complaint) = run(&folder, &["merge", "cut.jsonl", &names[1]], "");
        assert_eq!((status, out.as_str()), (2, ""), "{complaint}");
        assert!(
            complaint.starts_with("kifu: error: cut.jsonl"),
            "{complaint}"
        );
        complaint
    };
    assert_eq!(
        refused(b""),
        "kifu: error: cut.jsonl: the report is empty\n"
    );
    let cut = "kifu: error: cut.jsonl: the report of shard 1/2 is cut off: it does not end with a trailer\n";
    let breaks: Vec<usize> = (0..report.len())
        .filter(|&at| report[at] == b'\n')
        .collect();
    for &at in &breaks[..breaks.len() - 1] {
        assert_eq!(refused(&report[..=at]), cut);
    }
    for length in [1, 20, report.len() - 1, report.len() - 2, report.len() / 2] {
        refused(&report[..length]);
    }
    // Its beginning, or a line.
    refused(&report[breaks[0] + 1..]);
    let damaged = [&report[..=breaks[0]], &report[breaks[1] + 1..]].concat();
    assert!(refused(&damaged).contains("is damaged: its number of records"));
    let text = String::from_utf8(report).expect("UTF-8");
    let changed = text.replacen("\"column\":2", "\"column\":3", 1);
    assert_ne!(changed, text);
    assert!(refused(changed.as_bytes()).contains("is damaged: its checksum"));
    // A flipped bit of the trailer.
    let last = breaks[breaks.len() - 2] + 1;
    for at in last..text.len() - 1 {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1;
        refused(&bytes);
    }
    let longer = format!("{text}{}\n", records(&text)[0]);
    assert!(refused(longer.as_bytes()).contains("the report continues after its trailer"));
}

#[test]
fn what_is_missing_doubled_or_foreign_is_named() {
    let folder = folder(&RECORDS);
    let names = shards(&folder, 3, &[]);
    let refused = |reports: &[&str]| {
        let (status, out, complaint) = run(&folder, &[&["merge"], reports].concat(), "");
        assert_eq!((status, out.as_str()), (2, ""), "{complaint}");
        complaint.trim_start_matches("kifu: error: ").to_owned()
    };
    fs::copy(
        folder.path().join("1.jsonl"),
        folder.path().join("copy.jsonl"),
    )
    .expect("a copy");
    assert_eq!(
        refused(&["1.jsonl", "3.jsonl"]),
        "the report of shard 2/3 is missing\n"
    );
    assert_eq!(
        refused(&["2.jsonl"]),
        "the reports of shards 1/3, 3/3 are missing\n"
    );
    assert_eq!(
        refused(&["1.jsonl", "2.jsonl", "copy.jsonl", "3.jsonl"]),
        "shard 1/3 is given twice: 1.jsonl and copy.jsonl\n"
    );
    assert_eq!(
        refused(&["1.jsonl", "./1.jsonl"]),
        "./1.jsonl: the report is given twice\n"
    );
    // A shard of another run in place of the third.
    let foreign = |change: &dyn Fn()| {
        change();
        let args = [
            "batch",
            "--format",
            "jsonl",
            "--shard",
            "3/3",
            "-o",
            "other.jsonl",
        ];
        run(&folder, &[&args, &PATHS[..]].concat(), "");
        refused(&["1.jsonl", "2.jsonl", "other.jsonl"])
    };
    write(&folder, "in/b.sgf", "(;GM[ugo])");
    assert_eq!(
        foreign(&|| ()),
        "other.jsonl is not part of the same run as 1.jsonl: the sources differ in their names or sizes\n"
    );
    write(&folder, RECORDS[1].0, RECORDS[1].1);
    let run_with = |shard: &str, options: &[&str]| {
        let args = [
            "batch",
            "--format",
            "jsonl",
            "--shard",
            shard,
            "-o",
            "other.jsonl",
        ];
        run(&folder, &[&args, options, &PATHS[..]].concat(), "");
        refused(&["1.jsonl", "2.jsonl", "other.jsonl"])
    };
    let rules = "ruleset: ugo\ngame: ugo\nbutton: false\n";
    write(&folder, "rules.yaml", rules);
    for options in [
        &["--variations", "all"][..],
        &["--ignore", "record::unfinished"],
        &["--max-nodes", "7"],
        &["--max-ratio", "7"],
        &["--record", "1"],
        &["--stdin-name", "x"],
        &["--ruleset", "ugo-no-button"],
    ] {
        assert!(
            run_with("3/3", options).ends_with("the options or rulesets differ\n"),
            "{options:?}"
        );
    }
    assert!(run_with("3/4", &[]).ends_with("it is one of 4 shards, not of 3\n"));
    // What does not change the lines does not matter.
    let args = [
        "batch",
        "--format",
        "jsonl",
        "--shard",
        "3/3",
        "-o",
        "other.jsonl",
    ];
    let harmless = ["--strict", "--jobs", "1", "--exit-zero", "--ignore"];
    run(&folder, &[&args, &harmless[..4], &PATHS[..]].concat(), "");
    let (_, _, complaint) = run(&folder, &["merge", "1.jsonl", "2.jsonl", "other.jsonl"], "");
    assert_eq!(complaint, "");
    assert_eq!(names.len(), 3);
}

#[test]
fn reports_without_a_header_are_merged_with_a_warning() {
    let folder = folder(&RECORDS);
    let (_, report, _) = run(&folder, &["validate", "--format", "jsonl", "in/c.sgf"], "");
    write(&folder, "old.jsonl", report.trim_end());
    write(&folder, "other.jsonl", &report.replace("c.sgf", "x.sgf"));
    let merge = ["merge", "--format", "jsonl", "old.jsonl", "other.jsonl"];
    let (status, out, complaint) = run(&folder, &merge, "");
    assert_eq!((status, out.lines().count()), (0, 2));
    assert_eq!(
        complaint,
        "kifu: warning: old.jsonl: the report has no header, so it may be incomplete\n\
         kifu: warning: other.jsonl: the report has no header, so it may be incomplete\n"
    );
    let (status, out, complaint) = run(&folder, &["merge", "--require-complete", "old.jsonl"], "");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        complaint,
        "kifu: error: old.jsonl: the report has no header, so it may be incomplete\n"
    );
    // Together with all shards of a run.
    let names = shards(&folder, 2, &[]);
    let (status, _, complaint) = run(&folder, &["merge", &names[0], "old.jsonl", &names[1]], "");
    assert_eq!((status, complaint.lines().count()), (2, 1));
    let mixed = read(&folder, "other.jsonl") + &read(&folder, &names[0]);
    let (_, _, complaint) = run(&folder, &["merge", "-"], mixed);
    assert!(
        complaint.contains("-:2: the report of a shard begins after lines"),
        "{complaint}"
    );
}

#[test]
fn a_run_that_stops_early_has_no_trailer() {
    let folder = folder(&RECORDS);
    let args = [
        "batch",
        "--format",
        "jsonl",
        "--shard",
        "1/1",
        "--fail-fast",
        "in",
    ];
    let (_, report, _) = run(&folder, &args, "");
    let (status, _, complaint) = run(&folder, &["merge", "-"], report);
    assert_eq!(status, 2);
    assert!(complaint.contains("is cut off"), "{complaint}");
}

/// Runs `merge` with at most 300 MB of memory.
#[cfg(unix)]
fn merge_in_little_memory(folder: &TempDir, input: &str) -> (i32, String, String) {
    let program = kifu(folder, &[]).get_program().to_owned();
    let script = format!("ulimit -v 300000; {input} | \"$0\" merge --format jsonl -");
    let mut command = std::process::Command::new("sh");
    command.current_dir(folder.path()).arg("-c").arg(script);
    let output = command.arg(program).output().expect("a shell");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let status = output.status.code().expect("it ends by itself");
    (status, text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn endless_and_large_reports_take_little_memory() {
    let folder = folder(&[]);
    let row = r#"{"schema":1,"source":"a","index":1,"game":null,"plies":0,"status":"valid","finished":true"#;
    let repeat = |text: &str, count: &str| format!("yes '{text}' | tr -d '\\n' | head -c {count}");
    let findings = repeat(
        r#"{"code":"ugo::occupied","severity":"error","line":1,"column":1},"#,
        "1G",
    );
    let string = repeat("x", "60M");
    let too_long = "kifu: error: -:1: the line is too long for a line of a report\n";
    for (input, expected) in [
        ("cat /dev/zero".to_owned(), too_long),
        (
            format!("{{ printf '%s' '{row},\"findings\":['; {findings}; }}"),
            too_long,
        ),
        (
            format!("{{ printf '%s' '{row},\"result\":\"'; {string}; }}"),
            "the line is not valid JSON\n",
        ),
    ] {
        let (status, out, complaint) = merge_in_little_memory(&folder, &input);
        assert_eq!((status, out.as_str()), (2, ""), "{complaint}");
        assert!(complaint.ends_with(expected), "{complaint}");
    }
    // A result of any length is no reason to refuse a report.
    let result =
        format!("{{ printf '%s' '{row},\"findings\":[],\"result\":\"'; {string}; echo '\"}}'; }}");
    let (status, out, complaint) = merge_in_little_memory(&folder, &result);
    assert_eq!(status, 0, "{complaint}");
    assert!(out.len() > 60_000_000 && out.ends_with("xx\"}\n"));
}

#[test]
fn a_long_result_does_not_keep_a_report_from_being_merged() {
    let folder = TempDir::new().expect("a folder");
    let result = "\\\\x\u{e9}".repeat(5_000_000);
    write(
        &folder,
        "long.sgf",
        &format!("(;GM[ugo]SZ[5]RE[{result}];B[c3])"),
    );
    let args = ["batch", "--format", "jsonl", "--shard", "1/1", "long.sgf"];
    let (_, report, _) = run(&folder, &args, "");
    // Only its beginning is told, so that a line of a report stays short.
    assert!((1_000..20_000).contains(&report.len()), "{}", report.len());
    let merged = run(
        &folder,
        &["merge", "--format", "jsonl", "-"],
        report.clone(),
    );
    assert_eq!(merged.0, 1, "{}", merged.2);
    assert!(merged.1.lines().eq(records(&report)));
}

/// The records of a file of 65 MiB are divided, wherever they begin.
#[test]
fn a_large_file_is_divided() {
    let folder = TempDir::new().expect("a folder");
    let mut text = String::new();
    for number in 0..1100 {
        // Lines, non-ASCII text and broken records.
        let comment = "a line of text\n".repeat(4200);
        let broken = ["", "é", ")", "(;B[", "\n\n(;GM[ugo"][number % 5];
        text += &format!("(;GM[ugo]SZ[5]RE[?]C[{number}{comment}];B[c3])\r\n{broken}\n");
    }
    assert!(text.len() > 64 * 1024 * 1024);
    write(&folder, "big.sgf", &text);
    write(&folder, "small.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])");
    let (_, whole, _) = run(
        &folder,
        &["batch", "--format", "jsonl", "big.sgf", "small.sgf"],
        "",
    );
    let reports: Vec<String> = (1..=3)
        .map(|number| {
            let shard = format!("{number}/3");
            let args = [
                "batch",
                "--format",
                "jsonl",
                "--shard",
                &shard,
                "big.sgf",
                "small.sgf",
            ];
            run(&folder, &args, "").1
        })
        .collect();
    for report in &reports {
        let count = records(report).len();
        assert!((300..1000).contains(&count), "{count}");
    }
    let merge = ["merge", "--require-complete", "--format", "jsonl", "-"];
    let (_, merged, complaint) = run(&folder, &merge, reports.concat());
    assert_eq!(complaint, "");
    assert!(merged == whole);
    // The file changes between two shards, but not in its size.
    write(&folder, "big.sgf", &text.replacen("(;GM", " ;GM", 1));
    let args = [
        "batch",
        "--format",
        "jsonl",
        "--shard",
        "3/3",
        "big.sgf",
        "small.sgf",
    ];
    let (_, third, _) = run(&folder, &args, "");
    let (status, _, complaint) = run(
        &folder,
        &merge,
        [&*reports[0], &reports[1], &third].concat(),
    );
    assert_eq!(status, 2);
    assert!(complaint.contains("- and - do not meet"), "{complaint}");
}

/// Archives with entries of several sizes, two of the same name, one that leads out of it and one that is damaged.
fn archives() -> [(&'static str, Vec<u8>); 3] {
    let entry = |number: usize| {
        let record = format!(
            "(;GM[ugo]SZ[5]RE[?]C[{}];B[c3])",
            "x".repeat(number * 97 % 700)
        );
        (
            format!("{:02}.sgf", number % 29),
            record.repeat(1 + number % 3),
        )
    };
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut tar = tar::Builder::new(Vec::new());
    for number in 0..30 {
        let (name, text) = entry(number);
        if number < 29 {
            let options = SimpleFileOptions::default();
            let options = options.compression_method(zip::CompressionMethod::Stored);
            zip.start_file(&*name, options).expect("an entry");
            zip.write_all(text.as_bytes())
                .expect("memory can be written");
        }
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        header.set_path(&name).expect("a path");
        if number == 7 {
            header.as_old_mut().name[..9].copy_from_slice(b"../07.sgf");
        }
        header.set_cksum();
        tar.append(&header, text.as_bytes())
            .expect("memory can be written");
    }
    let mut zip = zip.finish().expect("memory can be written").into_inner();
    let content = zip.len() / 4;
    zip[content] ^= 0xFF;
    let tar = tar.into_inner().expect("memory can be written");
    let cut = tar[..tar.len() - 1500].to_vec();
    [("a.zip", zip), ("b.tar", tar), ("c.tar", cut)]
}

#[test]
fn archives_are_divided_by_their_entries() {
    let folder = folder(&RECORDS);
    let mut paths = vec!["in/a.sgf"];
    for (name, bytes) in archives() {
        fs::write(folder.path().join(name), bytes).expect("a file");
        paths.push(name);
    }
    let (_, whole, _) = run(
        &folder,
        &[&["batch", "--format", "jsonl"], &paths[..]].concat(),
        "",
    );
    assert!(whole.lines().count() > 100);
    for count in [2, 3, 7, 50] {
        let reports: Vec<String> = (1..=count)
            .map(|number| {
                let shard = format!("{number}/{count}");
                let args = ["batch", "--format", "jsonl", "--shard", &shard];
                run(&folder, &[&args, &paths[..]].concat(), "").1
            })
            .collect();
        let lines: Vec<&str> = reports.iter().flat_map(|report| records(report)).collect();
        assert_eq!(lines, whole.lines().collect::<Vec<_>>(), "{count}");
        let largest = reports.iter().map(|report| records(report).len()).max();
        assert!(largest < Some(20 + 240 / count), "{count}: {largest:?}");
        let merge = ["merge", "--format", "jsonl", "--require-complete", "-"];
        let (_, merged, complaint) = run(&folder, &merge, reports.concat());
        assert_eq!((merged, complaint), (whole.clone(), String::new()));
    }
    // The same size, but other entries.
    let first = run(
        &folder,
        &["batch", "--format", "jsonl", "--shard", "1/2", "b.tar"],
        "",
    )
    .1;
    let mut tar = fs::read(folder.path().join("b.tar")).expect("a file");
    let at = tar
        .windows(6)
        .rposition(|name| name == b"03.sgf")
        .expect("an entry");
    // The sum of the name stays the same, and so does the checksum.
    tar[at..at + 2].copy_from_slice(b"12");
    fs::write(folder.path().join("b.tar"), tar).expect("a file");
    let second = run(
        &folder,
        &["batch", "--format", "jsonl", "--shard", "2/2", "b.tar"],
        "",
    )
    .1;
    let (status, _, complaint) = run(&folder, &["merge", "-"], first + &second);
    assert_eq!(status, 2);
    assert!(complaint.contains("do not meet"), "{complaint}");
}

#[cfg(unix)]
#[test]
fn sources_that_change_during_the_run_are_an_error() {
    // A pipe is opened after all sources have been listed.
    let folder = folder(&RECORDS);
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo is installed").success());
    let args = ["batch", "--format", "jsonl", "--shard", "1/1", "pipe", "in"];
    let mut command = std::process::Command::new(kifu(&folder, &[]).get_program());
    command.current_dir(folder.path()).args(args);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let writer = fs::File::create(&pipe).expect("the program opens the pipe");
    write(&folder, "in/new.sgf", "(;GM[ugo])");
    drop(writer);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(2));
    let complaint = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        complaint.contains("the sources have changed"),
        "{complaint}"
    );
    assert!(!String::from_utf8_lossy(&output.stdout).contains("trailer"));
}

#[test]
fn a_record_that_no_source_has_fails_the_merged_run_too() {
    let folder = folder(&[("in/one.sgf", RECORDS[0].1), ("in/two.sgf", RECORDS[0].1)]);
    let batch = |more: &[&str]| {
        let args = ["batch", "--record", "2", "--format", "jsonl", "in"];
        run(&folder, &[&args, more].concat(), "")
    };
    assert_eq!(batch(&[]).0, 2);
    for (shard, name) in [("1/2", "1"), ("2/2", "2")] {
        assert_eq!(batch(&["--shard", shard, "-o", name]).0, 2);
    }
    let (status, out, _) = run(&folder, &["merge", "--require-complete", "1", "2"], "");
    assert_eq!(status, 2, "{out}");
}
