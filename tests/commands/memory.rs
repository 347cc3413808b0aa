//! Small inputs that ask for a lot of memory: every command reads them in 300 MB of address space.

use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use tempfile::TempDir;

/// The promise of `docs/promises.md` for one job, in KiB.
const LIMIT: u32 = 300_000_000 / 1024;

/// Every command that reads records.
const COMMANDS: [&[&str]; 25] = [
    &["validate", "--jobs", "1", "--variations", "all"],
    &["validate", "--jobs", "1", "--format", "json"],
    &["batch", "--jobs", "1", "--format", "sarif"],
    &["score", "--jobs", "1", "--format", "json"],
    &["legal", "--at", "1"],
    &["fmt"],
    &["fmt", "--diff"],
    &["repair"],
    &["query", "--jobs", "1", "--position", "AB[a1]"],
    &["dedupe", "--jobs", "1"],
    &["stats", "--jobs", "1"],
    &["results", "--jobs", "1", "--standings"],
    &["compare", "--jobs", "1", "--old", "ugo", "--new", "ugo"],
    &["replay", "--format", "jsonl", "--variations", "all"],
    &["replay", "--format", "html"],
    &["convert", "--jobs", "1", "--to", "json"],
    &["convert", "--jobs", "1", "--to", "csv"],
    &["convert", "--jobs", "1", "--to", "txt"],
    &["convert", "--jobs", "1", "--to", "go-sgf"],
    &["validate", "--jobs", "1", "--format", "csv"],
    &["query", "--jobs", "1", "--count", "--player", "*b"],
    &["query", "--jobs", "1", "--list", "--format", "jsonl"],
    &[
        "compare",
        "--jobs",
        "1",
        "--old",
        "ugo",
        "--new",
        "ugo-no-button",
        "--format",
        "jsonl",
    ],
    &["replay", "--format", "svg", "--header"],
    &["replay", "--format", "pdf", "--header"],
];

/// Commands that once held copies of a long value, escaped, and a record that has one.
const LONG_VALUES: [(&[&str], &str); 7] = [
    (&["replay", "--format", "html"], "controls"),
    (&["convert", "--jobs", "1", "--to", "json"], "controls"),
    (&["convert", "--jobs", "1", "--to", "txt"], "directions"),
    (
        &["query", "--jobs", "1", "--count", "--player", "*b"],
        "name",
    ),
    (&["score", "--jobs", "1", "--format", "json"], "result"),
    (&["fmt"], "result"),
    (&["fmt"], "escapes"),
];

/// A short record on the largest board: its verdict holds two positions.
const ILLEGAL: &str = "(;GM[sygo]SZ[52];B[a1])\n";

const UGO: &str = "(;GM[ugo]SZ[19]RE[?]";

/// A record: a beginning, a part so many times, and an end.
struct Flood(&'static str, String, &'static str, usize, &'static str);

impl Flood {
    fn new(
        name: &'static str,
        head: impl Into<String>,
        part: &'static str,
        times: usize,
        end: &'static str,
    ) -> Flood {
        Flood(name, head.into(), part, times, end)
    }

    fn write(&self, folder: &TempDir) {
        let Flood(name, head, part, times, end) = self;
        let text = head.clone() + &part.repeat(*times) + end;
        std::fs::write(folder.path().join(name), text).expect("a file can be written");
    }
}

fn floods() -> Vec<Flood> {
    vec![
        Flood::new("values", format!("{UGO};"), "XX[]", 4_000_000, ")"),
        // As many nodes and values as a record may have.
        Flood::new("full", UGO, ";C[]N[]", 999_000, ")"),
        Flood::new(
            "line",
            "(;GM[bamogo]SZ[8]RE[?]LINE[",
            "RG ",
            5_000_000,
            "])",
        ),
        Flood::new(
            "turn",
            "(;GM[sygo]SZ[19]RE[?];B[a1",
            ",a1",
            10_000_000,
            "])",
        ),
        Flood::new("stones", format!("{UGO}AB"), "[a1]", 8_000_000, ")"),
        Flood::new("setups", UGO, "AB[a1]", 6_000_000, ")"),
        Flood::new("levels", UGO, "(", 20_000_000, ""),
        Flood::new("empty", UGO, "()", 10_000_000, ")"),
        Flood::new("lines", format!("{UGO}C["), "\n", 60_000_000, "])"),
        Flood::new("unclosed", format!("{UGO}C["), "\n", 60_000_000, ""),
        Flood::new("variations", UGO, "(;B[a1])", 990_000, ")"),
        Flood::new("illegal", UGO, "(;B[zz1])", 990_000, ")"),
        Flood::new(
            "deep",
            format!("{UGO}{}(;)", "(;".repeat(490_000)),
            "(;B[zz1]))",
            490_000,
            ")",
        ),
        Flood::new("open", "", "(;GM[ugo]SZ[5];B[c3]\n", 600_000, ""),
        Flood::new("boards", "", ILLEGAL, 4_000, ""),
        Flood::new("roots", "", "(;GM[ugo]\n", 600_000, ""),
        Flood::new("open-values", "", "(;GM[\n", 600_000, ""),
        Flood::new("name", format!("{UGO}PB["), "x", 60_000_000, "])"),
        Flood::new("controls", format!("{UGO}C["), "\u{1}", 60_000_000, "])"),
        Flood::new(
            "directions",
            format!("{UGO}PB["),
            "\u{202e}",
            20_000_000,
            "])",
        ),
        Flood::new(
            "result",
            "(;GM[ugo]SZ[19]RE[",
            "\u{1}",
            60_000_000,
            "];B[a1])",
        ),
        Flood::new("escapes", format!("{UGO}C["), "\\]", 30_000_000, "])"),
    ]
}

/// Runs a command in limited memory, which is the address space: what is reserved counts too.
fn run_limited(limit: u32, folder: &TempDir, arguments: &[&str], input: &str) {
    let output = Command::new("sh")
        .current_dir(folder.path())
        .env("MALLOC_ARENA_MAX", "1")
        .args(["-c", &format!("ulimit -v {limit} && exec \"$@\""), "sh"])
        .arg(assert_cmd::cargo::cargo_bin!("kifu"))
        .args(arguments)
        .arg(input)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .output()
        .expect("sh runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    let status = output.status.code();
    let is_short = ["memory allocation", "allocate memory"]
        .iter()
        .any(|words| errors.contains(words));
    assert!(
        matches!(status, Some(0..=2)) && !is_short,
        "{arguments:?} of {input}: {status:?}\n{}",
        errors.chars().take(500).collect::<String>()
    );
}

/// A sample: every input and every command at least once.
#[test]
fn a_small_input_takes_little_memory() {
    let folder = crate::common::folder(&[]);
    let floods = floods();
    for flood in &floods {
        flood.write(&folder);
        run_limited(LIMIT, &folder, COMMANDS[0], flood.0);
    }
    for command in &COMMANDS[1..] {
        run_limited(LIMIT, &folder, command, "full");
    }
}

#[test]
fn a_long_value_takes_little_more_memory_than_its_text() {
    let folder = crate::common::folder(&[]);
    for flood in floods() {
        let names = LONG_VALUES.map(|(_, name)| name);
        if names.contains(&flood.0) {
            flood.write(&folder);
        }
    }
    for (command, name) in LONG_VALUES {
        run_limited(LIMIT, &folder, command, name);
    }
}

/// The text of a large record is not held while something else about it takes much.
#[test]
fn a_record_near_all_limits_takes_little_memory() {
    let folder = crate::common::folder(&[]);
    // All moves change in canonical form.
    let moves = |number: usize| format!("(;W[D4]C[{:053}])", number * 7_919);
    // No two names are the same.
    let names = |number: usize| {
        let letter = |place: u32| char::from(b'A' + (number / 26_usize.pow(place) % 26) as u8);
        let letters: String = (0..5).map(letter).collect();
        format!("{}{letters}[]", "X".repeat(20))
    };
    let texts = [
        (
            "moves",
            format!("{UGO};B[c3]"),
            (0..800_000).map(moves).collect::<String>(),
        ),
        (
            "names",
            format!("{UGO};"),
            (0..1_900_000).map(names).collect(),
        ),
    ];
    for (name, head, parts) in texts {
        crate::common::write(&folder, name, &(head + &parts + ")"));
    }
    let cut = format!(
        "{UGO}{}C[x",
        ";C[yyyyyyyyyyyyyyyyyyyyyyyy]N[z]".repeat(950_000)
    );
    crate::common::write(&folder, "cut", &cut);
    let closed: &[&str] = &["repair", "--unsafe", "--check"];
    let result = format!("(;GM[ugo]SZ[9]RE[B+{0}.{0}];B[c3])", "5".repeat(31_000_000));
    crate::common::write(&folder, "result", &result);
    let name = "X".repeat(57_000_000);
    let nodes = ";Y[]".repeat(950_000);
    // The text behind it is read while the record is held. All fits a buffer of 64 MiB.
    let gap = "y".repeat(5_000_000);
    let text = format!("{UGO}{name}[a]{nodes}){gap}");
    crate::common::write(&folder, "long-name", &text);
    // A property in the wrong node is written with its values escaped.
    let value = "\\]".repeat(30_000_000);
    let text = format!("{UGO};PB[{value}]{nodes})");
    crate::common::write(&folder, "escaped", &text);
    for (command, name) in [
        (COMMANDS[16], "long-name"),
        (COMMANDS[18], "long-name"),
        (COMMANDS[18], "escaped"),
        (COMMANDS[9], "long-name"),
        (COMMANDS[5], "moves"),
        (COMMANDS[18], "names"),
        (closed, "cut"),
        (COMMANDS[11], "result"),
    ] {
        run_limited(LIMIT, &folder, command, name);
    }
}

/// Two records near the limits, the first of which is cut in a value, so that its end is searched in the second.
#[test]
fn a_broken_record_before_a_large_one_takes_little_memory() {
    let folder = crate::common::folder(&[]);
    let value = "x".repeat(56);
    let record = format!(
        "{UGO}{};C[cut\n",
        format!("(;C[{value}]N[]").repeat(999_980)
    );
    crate::common::write(&folder, "two", &(record.clone() + &record));
    for command in [COMMANDS[0], COMMANDS[10], COMMANDS[16]] {
        run_limited(LIMIT, &folder, command, "two");
    }
}

/// A file near the limits of `kifu play`: its tree, but few of its positions are held.
#[test]
fn a_game_that_is_gone_on_with_takes_little_memory() {
    let nested = "(;CCCCC[aaaa]NNNNN[aaaa]";
    let text = format!(
        "(;GM[ugo]SZ[26];B[c3]{}{})",
        nested.repeat(299_000),
        ")".repeat(299_000)
    );
    let folder = crate::common::folder(&[("nested.sgf", &text)]);
    run_limited(LIMIT, &folder, &["play", "--plain"], "nested.sgf");
}

/// Values in JSON that get longer as they are written, and the most that fits.
#[test]
fn json_takes_little_more_memory_than_its_record() {
    let head = r#"{"schema":1,"nodes":[{"parent":null,"properties":[{"name":"C","values":[""#;
    let folder = crate::common::folder(&[]);
    for (name, part, times) in [
        ("closing", "]", 94_000_000),
        ("fitting", "]", 31_000_000),
        ("escaped", "\\", 31_000_000),
        ("breaks", "\n", 40_000_000),
        ("plain", "x", 60_000_000),
    ] {
        Flood::new(name, head, part, times, r#""]}]}]}"#).write(&folder);
        run_limited(LIMIT, &folder, &["convert", "--from", "json"], name);
    }
    // As many values as fit, and more than a record may have.
    let value = ",\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"";
    for (name, times) in [("values", 1_500_000), ("many", 1_750_000)] {
        Flood::new(name, format!("{head}\""), value, times, "]}]}]}").write(&folder);
        run_limited(LIMIT, &folder, &["convert", "--from", "json"], name);
    }
}

/// A window of 128 MiB is full when records with as many nodes as fit, and more, are read.
#[test]
fn a_large_window_leaves_room_for_a_record() {
    let folder = crate::common::folder(&[]);
    let file = std::fs::File::create(folder.path().join("window.sgf.zst")).expect("a file");
    let mut zstd = zstd::Encoder::new(file, 1).expect("an encoder");
    zstd.window_log(27).expect("a window");
    for number in 0..9 {
        let words = (0..1_700_000).map(|word| format!("{} ", word * 7 + number));
        writeln!(zstd, "{UGO}C[{}])", words.collect::<String>()).expect("it is written");
    }
    for nodes in [249_000, 990_000] {
        writeln!(zstd, "{UGO}{})", "(;B[d4]C[a b])".repeat(nodes)).expect("it is written");
    }
    zstd.finish().expect("it is written");
    for command in [COMMANDS[0], &["convert", "--jobs", "1", "--to", "go-sgf"]] {
        run_limited(LIMIT, &folder, command, "window.sgf.zst");
    }
}

/// A result that is none is not repeated with each of many findings.
#[test]
fn a_long_result_is_cut_in_a_table() {
    let result = "x".repeat(10_000);
    let text = format!("(;GM[ugo]SZ[3]RE[{result}]{})", ";B[a1]".repeat(500));
    let folder = crate::common::folder(&[("a.sgf", &text)]);
    for format in ["csv", "jsonl"] {
        let arguments = ["validate", "--format", format, "a.sgf"];
        let output = Command::new(assert_cmd::cargo::cargo_bin!("kifu"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("kifu runs");
        let table = String::from_utf8_lossy(&output.stdout);
        assert!(table.contains(&format!("{}…", &result[..1024])), "{format}");
        assert!(!table.contains(&result[..1025]), "{format}");
    }
}

/// The verdicts of a chunk of records wait for each other, and hold positions.
#[test]
fn the_positions_of_many_records_take_little_memory() {
    let branches = format!("(;GM[sygo]SZ[52];W[a1]{})\n", "(;B[a1])".repeat(100));
    let folder = crate::common::folder(&[
        ("boards", &ILLEGAL.repeat(5_000)),
        ("open", &ILLEGAL.replace(')', "").repeat(5_000)),
        ("branches", &branches.repeat(150)),
    ]);
    for (arguments, input) in [
        (&["validate", "--format", "short"][..], "boards"),
        (&["score", "--format", "jsonl"], "boards"),
        (&["score", "--format", "jsonl", "--partial"], "open"),
        (
            &["validate", "--format", "note", "--variations", "all"],
            "branches",
        ),
        (&["batch", "--cache", "cache"], "boards"),
        // From the cache.
        (&["batch", "--cache", "cache"], "boards"),
        (&["results"], "boards"),
        (&["query", "--list"], "boards"),
    ] {
        for (jobs, limit) in [("1", LIMIT), ("2", 2 * LIMIT)] {
            let arguments = [arguments, &["--jobs", jobs]].concat();
            run_limited(limit, &folder, &arguments, input);
        }
    }
}

/// The name of the source is longer than the records, and in each of their objects.
#[test]
fn records_of_a_long_name_take_little_memory_as_json() {
    let folder = crate::common::folder(&[]);
    let name = format!("{}/", "n".repeat(250)).repeat(14) + "a.sgf";
    crate::common::write(&folder, &name, &"(;)".repeat(60_000));
    let convert = ["convert", "--to", "json", "--jobs", "2"];
    run_limited(2 * LIMIT, &folder, &convert, &name);
}

/// Verdicts are not kept when they hold too many positions; they are found again.
#[test]
fn the_verdicts_of_many_large_boards_are_those_of_each_record() {
    const COUNT: usize = 300;
    let text: String = (1..=COUNT)
        .map(|number| {
            format!(
                "(;GM[sygo]SZ[52]EV[{number}];W[a1];B[b{}];W[a1])\n",
                number % 52 + 1
            )
        })
        .collect();
    let folder = crate::common::folder(&[("many", &text)]);
    let lines = |arguments: &[&str]| -> Vec<String> {
        let (_, out, errors) = crate::common::run(&folder, arguments, "");
        assert_eq!(errors, "", "{arguments:?}");
        out.lines().map(str::to_owned).collect()
    };
    let jsonl = |command, jobs| lines(&[command, "--format", "jsonl", "--jobs", jobs, "many"]);
    for command in ["validate", "score"] {
        let all = jsonl(command, "1");
        assert_eq!(all, jsonl(command, "2"), "{command}");
        assert_eq!(all.len(), COUNT, "{command}");
        for number in [1, 60, 75, 76, 149, 150, 151, COUNT] {
            let record = number.to_string();
            let one = lines(&[command, "--format", "jsonl", "--record", &record, "many"]);
            assert_eq!(one, all[number - 1..number], "{command}, record {number}");
        }
        let last = ["--record", "300", "many"];
        let last = lines(&[&[command, "--format", "jsonl"][..], &last].concat());
        assert_eq!(last, all[COUNT - 1..], "{command}");
    }
    let batch =
        |more: &[&str]| lines(&[&["batch", "-q", "--format", "jsonl", "many"][..], more].concat());
    let all = batch(&[]);
    assert_eq!(all, jsonl("validate", "1"));
    for _ in 0..2 {
        assert_eq!(batch(&["--cache", "cache"]), all);
    }
}

/// 200,000 different games in 64 MB, of which the program itself takes some 30; names take more.
#[test]
fn commands_that_remember_records_take_little_for_each() {
    let column = |number: usize| char::from(b'a' + (number % 19) as u8);
    let text: String = (0..200_000)
        .map(|number| {
            let (first, second) = (number / 19, number / 6_859);
            format!(
                "(;GM[ugo]SZ[19]RE[?]PB[{number}];B[{}{}];W[{}{}])\n",
                column(number),
                first % 19 + 1,
                column(first / 19),
                second % 19 + 1,
            )
        })
        .collect();
    let folder = crate::common::folder(&[("many", &text)]);
    for (command, kilobytes) in [
        ("dedupe", 64_000_000 / 1024),
        ("stats", 64_000_000 / 1024),
        ("results", 120_000_000 / 1024),
    ] {
        run_limited(kilobytes, &folder, &[command, "--jobs", "1"], "many");
    }
}

/// Some 100,000 players, whose names differ in any of 64 letters or are several times as long when they are compared.
#[test]
fn long_names_of_players_take_little_memory() {
    let letter = |number: u32| char::from_u32(0x2_0000 + number % 40_009).expect("a letter");
    let text: String = (0..48_000)
        .map(|number: u32| {
            let black: String = (0..64)
                .map(|place| letter(number + place * place))
                .collect();
            let white = "\u{fdfa}".repeat(80);
            let first = letter(number / 40_000);
            format!("(;GM[ugo]SZ[3]CA[UTF-8]RE[?]PB[{first}{black}]PW[{white}{number}];B[a1])\n")
        })
        .collect();
    let folder = crate::common::folder(&[("many", &text)]);
    let arguments = ["results", "--jobs", "1", "--no-records"];
    run_limited(LIMIT, &folder, &arguments, "many");
}

/// 2,000,000 entries of a cache, each of another record, without a verdict.
#[test]
fn a_cache_takes_little_for_each_entry() {
    const SUM_AND_LENGTH: usize = 32 + 4;
    let folder = crate::common::folder(&[("game.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
    crate::common::write(&folder, "cache/CACHEDIR.TAG", "");
    let mut entries = Vec::new();
    for number in 0..2_000_000_u64 {
        // Keys are hashes, which have no order.
        let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).to_le_bytes();
        entries.extend([key; 4].as_flattened());
        entries.extend([0; SUM_AND_LENGTH]);
    }
    let pack = folder.path().join("cache/verdicts");
    std::fs::create_dir(&pack).expect("a folder can be made");
    std::fs::write(pack.join("pack"), entries).expect("a file can be written");
    let arguments = ["batch", "--jobs", "1", "--cache", "cache"];
    // The 100 bytes for each entry that are promised, the program among them.
    run_limited(2_000_000 * 100 / 1024, &folder, &arguments, "game.sgf");
}

/// The snapshot has 200,000 records, the run the same ones under another name.
#[test]
fn the_differences_from_a_snapshot_take_little_memory() {
    let folder =
        crate::common::folder(&[("many", &"(;GM[ugo]SZ[5]RE[?];B[c3])\n".repeat(200_000))]);
    let batch = ["batch", "--quiet", "--jobs", "1", "--snapshot", "verdicts"];
    let update = [&batch[..], &["--update", "many"]].concat();
    assert_eq!(crate::common::run(&folder, &update, "").0, 0);
    let changes = [&batch[..], &["--output", "changes"]].concat();
    run_limited(120_000_000 / 1024, &folder, &changes, "./many");
    let changes = std::fs::read_to_string(folder.path().join("changes")).expect("a file");
    let verdicts = changes
        .lines()
        .filter(|line| line[1..].starts_with("valid "));
    assert_eq!(verdicts.count(), 400_000);
}

/// A repeated point is found before all rectangles of an argument are points.
#[test]
fn a_position_of_many_rectangles_takes_little_memory() {
    let folder = crate::common::folder(&[("game.sgf", "(;GM[sygo]SZ[5]RE[?];W[c3])")]);
    let position = format!("AB{}", "[a1:az52]".repeat(14_000));
    for option in ["--position", "--pattern"] {
        let arguments = ["query", "--jobs", "1", "--count", option, &position];
        run_limited(96_000_000 / 1024, &folder, &arguments, "game.sgf");
    }
}

/// 13 million pixels in frames that differ.
#[test]
fn an_animation_takes_little_for_each_pixel() {
    let record = "(;GM[sygo]SZ[9]RE[?];W[a1];B[c3];W[e5];B[g7];W[i9];B[a9];W[i1])";
    let folder = crate::common::folder(&[("game.sgf", record)]);
    let size = ["--image-pixels", "3600", "--output", "game.gif"];
    let arguments = [&["replay", "--format", "gif"][..], &size].concat();
    run_limited(LIMIT, &folder, &arguments, "game.sgf");
    let image = std::fs::metadata(folder.path().join("game.gif"));
    assert!(image.is_ok_and(|image| image.len() > 10_000));
}

/// 27,000 sources whose names have 3,000 bytes: they are not kept in memory.
#[test]
fn commands_that_remember_records_do_not_keep_long_names() {
    const RECORD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])";
    let folder = crate::common::folder(&[("a.sgf", RECORD), ("b.sgf", RECORD)]);
    let name = |end| "./".repeat(1_500) + end + "\n";
    let list = (name("a.sgf") + &name("b.sgf")).repeat(13_500);
    crate::common::write(&folder, "list", &list);
    for (command, kilobytes) in [
        ("dedupe", 64_000_000 / 1024),
        ("results", 96_000_000 / 1024),
    ] {
        let arguments = [command, "--jobs", "1", "--files-from"];
        run_limited(kilobytes, &folder, &arguments, "list");
    }
}

/// 27,000 records of sources whose names have 3,000 bytes, all of which are listed twice: as the largest and as the longest.
#[test]
fn a_list_of_the_largest_records_takes_little_for_each() {
    let folder = crate::common::folder(&[("a.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
    let list = ("./".repeat(1_500) + "a.sgf\n").repeat(27_000);
    crate::common::write(&folder, "list", &list);
    let kilobytes = (27_000 * (500 + 2 * 3_000) + 40_000_000) / 1024;
    let arguments = ["batch", "--jobs", "1", "--largest", "30000", "--files-from"];
    run_limited(kilobytes, &folder, &arguments, "list");
}

/// 200,000 openings of up to 30 plies, which take a table of 100 MB.
#[test]
fn tables_of_openings_are_not_held_in_memory() {
    let name = |column: usize| {
        let letter = char::from(b'a' + (column % 26) as u8);
        let first = if column < 26 { "" } else { "a" };
        format!("{first}{letter}")
    };
    // Stones that are not adjacent, in different orders.
    let record = |number: usize| {
        let step = 2 * (number / 676) + 1;
        let moves = (0..30).map(|ply| {
            let point = (number + ply * step) % 676;
            let color = if ply % 2 == 0 { 'W' } else { 'B' };
            format!(";{color}[{}{}]", name(point / 26 * 2), point % 26 * 2 + 1)
        });
        format!("(;GM[sygo]SZ[52]RE[?]{})\n", moves.collect::<String>())
    };
    let text: String = (0..8 * 676)
        .filter(|number| number / 676 != 6)
        .map(record)
        .collect();
    // Beyond those that are distinguished.
    let text = text.clone() + &text;
    let folder = crate::common::folder(&[("many", &text)]);
    for format in ["csv", "json", "text"] {
        let arguments = [
            "stats",
            "--jobs",
            "1",
            "--openings",
            "30",
            "--top",
            "4294967295",
            "--format",
            format,
        ];
        run_limited(110_000_000 / 1024, &folder, &arguments, "many");
    }
}

/// All commands on all inputs: `cargo test --test commands memory -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn no_input_takes_much_memory_in_any_command() {
    let folder = crate::common::folder(&[]);
    for flood in floods() {
        flood.write(&folder);
        for command in COMMANDS {
            run_limited(LIMIT, &folder, command, flood.0);
        }
    }
}

/// What is remembered of each record of a file, to compare the result with, takes at most 40 bytes, so that 4,000,000 records
/// stay below the limit. These are fewer, and the rest of the memory is missing.
#[test]
fn rewriting_takes_little_memory_for_each_record() {
    const RECORDS: u32 = 1_000_000;
    let folder = crate::common::folder(&[]);
    let text = "(;GM[ugo])\n".repeat(RECORDS as usize);
    fs::write(folder.path().join("many.sgf"), text).unwrap();
    let missing = (4_000_000 - RECORDS) * 40 / 1024;
    for command in ["fmt", "repair"] {
        run_limited(LIMIT - missing, &folder, &[command, "--check"], "many.sgf");
    }
}

/// A stone of the theme `wood` takes some 900 bytes of the file, and more while its page is made.
#[test]
fn a_book_with_gradients_takes_little_memory() {
    let folder = crate::common::folder(&[]);
    let game = "random --game sygo --size 52 --max-plies 600 --seed 1 --output s.sgf";
    let game: Vec<&str> = game.split(' ').collect();
    assert_eq!(crate::common::run(&folder, &game, "").0, 0);
    let book = |plies| {
        let args = "replay --format pdf --theme wood --diagrams-per-page 30 --output a.pdf --at";
        let args: Vec<&str> = args.split(' ').chain([plies]).collect();
        run_limited(LIMIT, &folder, &args, "s.sgf");
        let book = fs::read(folder.path().join("a.pdf"));
        let _ = fs::remove_file(folder.path().join("a.pdf"));
        book.ok()
    };
    // One page, which is made of several images, and more than a file may have.
    let page = book("571..600").expect("it is not too large");
    assert!(page.len() > 50_000_000, "{}", page.len());
    let page = lopdf::Document::load_mem(&page).expect("another reader opens it");
    assert!(page.get_pages().len() <= 2);
    assert!(book("400..600").is_none());
    let args = "replay s.sgf --theme wood --output a.pdf --at 400..600";
    let args: Vec<&str> = args.split(' ').collect();
    let (status, _, errors) = crate::common::run(&folder, &args, "");
    assert_eq!(status, 2, "{errors}");
    assert!(errors.contains("larger than 150 MB"), "{errors}");
}

/// A record that takes much memory beside a search, and beside a book near its limit.
#[test]
#[ignore = "takes minutes"]
fn a_large_record_leaves_room_for_what_is_made_of_it() {
    let folder = crate::common::folder(&[]);
    let mut deep = String::from("(;GM[bamogo]SZ[26]RE[?];B[Rd4,Gd5];W[Rf4,Gf5]");
    let letters = |mut number: u32| {
        std::array::from_fn(|_| {
            let letter = char::from(b'A' + (number % 26) as u8);
            number /= 26;
            letter
        })
    };
    for number in 0..980_000 {
        let name: [char; 5] = letters(number);
        let (text, name) = ("y".repeat(46), String::from_iter(name));
        deep.push_str(&format!("(;C[a{text}]X{name}[bbb]"));
    }
    deep.push_str(&")".repeat(980_001));
    fs::write(folder.path().join("deep.sgf"), deep).unwrap();
    let search = ["metrics", "--evaluate", "mcts:15000", "--jobs", "1"];
    run_limited(LIMIT, &folder, &search, "deep.sgf");
    let args = "random --game margo --size 12 --max-plies 400 --seed 3 --output book.sgf";
    let args: Vec<&str> = args.split(' ').collect();
    assert_eq!(crate::common::run(&folder, &args, "").0, 0);
    let book = "replay --format pdf --at all --numbers --diagrams-per-page 20 --output book.pdf";
    let book: Vec<&str> = book.split(' ').chain(["book.sgf"]).collect();
    run_limited(LIMIT, &folder, &book, "deep.sgf");
}
