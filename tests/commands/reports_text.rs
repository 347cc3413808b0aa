//! The reports that people read where code is hosted, and what holds for all reports.

use crate::common::{
    folder,
    reports::{BAD, GOOD, WARNED, findings, objects, report, samples, sources},
    run,
};
use kifu::report::ReportFormat;
use serde_json::Value;

#[test]
fn github_commands_keep_to_the_limits_of_the_platform() {
    let folder = sources();
    let many = format!("{WARNED}\n{BAD}\n").repeat(25);
    let (_, out, _) = run(
        &folder,
        &["validate", "-", "--format", "github"],
        many.as_str(),
    );
    let count = |start: &str| out.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(
        (count("::error "), count("::warning "), count("::notice ")),
        (10, 10, 1)
    );
    assert_eq!(out.lines().count(), 21);
    let last = out.lines().last().unwrap();
    assert_eq!(
        last,
        "::notice title=kifu::15 errors and 15 warnings more have no annotation%0A50 records: 25 valid, 25 invalid; 25 errors, 25 warnings; 25 plies"
    );
    let (_, out, _) = run(&folder, &["validate", "-", "--format", "github"], GOOD);
    assert_eq!(out, "");
}

#[test]
fn github_commands_are_escaped() {
    let folder = sources();
    let args = ["validate", "games/a b,c:d%e#1.sgf", "--format", "github"];
    let (_, out, _) = run(&folder, &args, "");
    assert_eq!(
        out,
        "::error file=games/a b%2Cc%3Ad%25e#1.sgf,line=1,col=32,endColumn=36,title=ugo%3A%3Aoccupied::ply 2: a1 is not empty: Black's stone is there%0Aplace it on an empty point\n"
    );
    let broken = "(;FF[4]GM[ugo]SZ[3]RE[?];B[a1\n:%::error::x])";
    let args = [
        "validate",
        "-",
        "--format",
        "github",
        "--stdin-name",
        "::error\nfile",
    ];
    let (_, out, _) = run(&folder, &args, broken);
    assert_eq!(
        out,
        "::error file=%3A%3Aerror%0Afile,line=1,endLine=2,title=record%3A%3Anotation::ply 1: `a1…` is not a move of Ugo%0Aa move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign`\n"
    );
}

#[test]
fn markdown_is_fit_for_a_comment() {
    let folder = sources();
    insta::assert_snapshot!(report(&folder, "markdown", &[]), @r#"
    ## ❌ kifu: 8 records: 2 valid, 5 invalid, 1 malformed; 7 errors, 1 warning; 5 plies

    | game | records | valid | unfinished | invalid | malformed | plies |
    |---|--:|--:|--:|--:|--:|--:|
    | ugo | 8 | 2 | 2 | 5 | 1 | 5 |

    | findings | records | code | first |
    |--:|--:|---|---|
    | 4 | 4 | `ugo::occupied` | `games/=cmd().sgf:1:32` |
    | 1 | 1 | `record::notation` | ``games/ž@me [x](y) `q` \u{7c}.sgf:1:35`` |
    | 1 | 1 | `record::result-syntax` | ``games/ž@me [x](y) `q` \u{7c}.sgf:1:20`` |
    | 1 | 1 | `record::unknown-property` | `games/all.sgf:3:27` |
    | 1 | 1 | `syntax::unclosed-value` | `games/broken.sgf:2:1` |

    ### Errors

    - `games/=cmd().sgf:1:32` record 1, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone is there`
      `place it on an empty point`
    - `games/a b,c:d%e#1.sgf:1:32` record 1, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone is there`
      `place it on an empty point`
    - `games/all.sgf:2:32` record 2, ply 2, `ugo::occupied`:
      `a1 is not empty: Black's stone is there`
      `place it on an empty point`
    - `games/broken.sgf:2:1` record 1, `syntax::unclosed-value`:
      `this value is never closed: the text ends inside it`
      ``close the value with `]`, or get a whole copy if the file ends in the middle``
    - `games/wide.sgf:1:42` record 1, ply 2, `ugo::occupied`:
      `b2 is not empty: Black's stone is there`
      `place it on an empty point`
    - ``games/ž@me [x](y) `q` |.sgf:1:20`` record 1, `record::result-syntax`:
      `` `=1+1<b>&"'` is not a result ``
      `` write `B+3.5`, `W+`, `B+R`, `W+T`, `B+F`, `0`, `Void` or `?` ``
    - ``games/ž@me [x](y) `q` |.sgf:1:35`` record 1, ply 1, `record::notation`:
      `` `<a>&"@me`|` is not a move of Ugo ``
      `` a move is a stone (`d4`), a king (`Kd4`), `button`, `pass` or `resign` ``

    ### Warnings

    - `games/all.sgf:3:27` record 3, `record::unknown-property`:
      `` `XX` is not a property of this format; it is kept as it is ``
      `` put remarks into `C[…]` ``
    "#);
    let many = format!("{WARNED}\n{BAD}\n").repeat(3_000);
    let (_, page, _) = run(
        &folder,
        &["validate", "-", "--format", "markdown"],
        many.as_str(),
    );
    assert!((60_000..65_536).contains(&page.len()), "{}", page.len());
    let told = page.lines().filter(|line| line.starts_with("- ")).count();
    let left_out = 6_000 - told;
    let left_out = format!(
        "\n{},{:03} findings are left out.\n",
        left_out / 1_000,
        left_out % 1_000
    );
    assert!(page.ends_with(&left_out), "{}", &page[page.len() - 300..]);
    assert!(!page.contains("### Warnings"), "errors come first");
    // Names of any length have room, too.
    let name = "🎲".repeat(2_000) + "\u{202e}|`";
    let every_code: String = samples().concat();
    let args = [
        "validate",
        "-",
        "--format",
        "markdown",
        "--stdin-name",
        &name,
    ];
    let (_, page, _) = run(&folder, &args, every_code);
    assert!(page.len() < 65_536, "{}", page.len());
    assert!(
        page.contains(" codes more\n") && page.contains("### Errors"),
        "{page}"
    );
}

#[test]
fn notes_can_be_sent_to_the_players() {
    let folder = folder(&[
        (
            "a.sgf",
            "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]EV[Spring Open]RO[2]RE[?]\n;B[c3];W[c3])",
        ),
        (
            "b.sgf",
            "(;GM[ugo]SZ[3]PB[Cid]PW[Dora]RE[W+2];B[b2];W[button];B[pass];W[pass])\n\
             (;GM[ugo]SZ[3]PB[Cid]RE[B+8.5];B[b2];W[button];B[pass];W[pass])\n\
             (;GM[ugo]SZ[3]PB[\u{202e}Eve]RE[?];B[b2];W[c",
        ),
    ]);
    let args = [
        "validate",
        "--format",
        "note",
        "a.sgf",
        "b.sgf",
        "missing.sgf",
    ];
    let (status, out, err) = run(&folder, &args, "");
    assert_eq!((status, err.as_str()), (2, ""));
    insta::assert_snapshot!(out, @r"
    Ann (Black) – Ben (White), Spring Open, round 2: the record a.sgf of
    this game of Ugo (board 5) is not accepted. Move 2 by White, c3 (line 2):
    c3 is not empty: Black's stone is there. The rule: Stones and kings are
    placed on empty points. What would be right: place it on an empty point.
    [ugo::occupied] What follows that move has not been judged. Please correct
    the record and send it again.

    Cid (Black) – Dora (White): the record b.sgf of this game of Ugo (board 3)
    is not accepted. Line 1: `RE` says `W+2`, but the final position of this
    game of Ugo counts 9 for Black and 0.5 for White. The rule: The result is
    the one that follows from the final position. What would be right: write
    `RE[B+8.5]`. [record::result] Please correct the record and send it again.

    Cid (Black) – ? (White): the record b.sgf, record 2, of this game of Ugo
    (board 3) is accepted. Black wins by 8.5 points after 4 moves (`B+8.5`).

    \u{202e}Eve (Black) – ? (White): the record b.sgf, record 3, of this game of
    Ugo (board 3) is not accepted. Line 3: this value is never closed: the text
    ends inside it. The rule: A value ends with a `]` that no backslash escapes.
    What would be right: close the value with `]`, or get a whole copy if the
    file ends in the middle. [syntax::unclosed-value] Please correct the record
    and send it again.

    missing.sgf cannot be read: there is no such file or folder.
    ");
    assert!(out.lines().all(|line| line.chars().count() <= 80));
}

/// With `--strict` a record with warnings is refused, as the exit status says.
#[test]
fn notes_refuse_what_strict_refuses() {
    let warned = "(;GM[ugo]SZ[5]PB[Ann]PW[Ben]RE[?]XX[1];B[c3])";
    let folder = folder(&[("a.sgf", warned), ("b.sgf", GOOD)]);
    let note = |strict: &[&str]| {
        let args = ["validate", "--format", "note", "a.sgf", "b.sgf"];
        let (status, out, _) = run(&folder, &[&args, strict].concat(), "");
        (status, out.replace('\n', " "))
    };
    let (status, out) = note(&[]);
    assert_eq!(status, 0);
    assert!(out.contains("this game of Ugo (board 5) is accepted. It has no result after 1 move. Please note: line 1: "), "{out}");
    let (status, out) = note(&["--strict"]);
    assert_eq!(status, 1);
    assert!(
        out.contains("this game of Ugo (board 5) is not accepted. Line 1: "),
        "{out}"
    );
    assert_eq!(out.matches("is accepted").count(), 1, "{out}");
    assert_eq!(out.matches("Please correct the record").count(), 1, "{out}");
}

#[test]
fn notes_name_records_of_unknown_games() {
    let folder = folder(&[("a.sgf", "(;SZ[5])\n(;GM[chess])")]);
    let (_, out, _) = run(&folder, &["validate", "--format", "note", "a.sgf"], "");
    let begins = |start: &str| out.lines().any(|line| line.starts_with(start));
    assert!(
        begins("The record a.sgf, which names no player, is not accepted."),
        "{out}"
    );
    assert!(
        begins("The record a.sgf, record 2, which names no player, is not accepted."),
        "{out}"
    );
}

/// An independent reader of Markdown sees texts from outside in code spans only.
#[test]
fn markdown_from_outside_is_no_markup() {
    use pulldown_cmark::{Event, Options, Parser, Tag};
    let hostile = [
        "```",
        "@team #1 www.x.y",
        "<img src=x>",
        "[l](http:e)",
        "`a` ``b`` |c| \\",
        "\n\n# h",
    ];
    let records = hostile.map(|text| {
        let text = text.replace('\\', "\\\\").replace(']', "\\]");
        format!("(;FF[4]GM[ugo]SZ[3]RE[{text}];B[{text}])")
    });
    for name in hostile {
        let args = [
            "validate",
            "-",
            "--format",
            "markdown",
            "--stdin-name",
            name,
        ];
        let (_, page, _) = run(&folder(&[]), &args, records.concat());
        let (mut spans, mut cells) = (0, 0);
        for event in Parser::new_ext(&page, Options::ENABLE_TABLES) {
            match event {
                Event::Code(_) => spans += 1,
                Event::Text(text) => {
                    assert!(!text.contains(['@', '#', '<', '`']), "{text} in {page}");
                }
                Event::Start(
                    Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_) | Tag::HtmlBlock,
                )
                | Event::Html(_)
                | Event::InlineHtml(_) => panic!("{event:?} in {page}"),
                Event::Start(Tag::TableCell) => cells += 1,
                _ => {}
            }
        }
        // Of each finding the place, the code, the message and the help; of each of two codes the
        // name and the first place.
        assert_eq!(spans, 12 * 4 + 2 * 2, "{page}");
        assert_eq!(cells, 2 * 7 + 3 * 4, "{page}");
    }
}

#[test]
fn statistics_count_per_game_and_code() {
    let folder = sources();
    let text = report(&folder, "text", &["--statistics"]);
    insta::assert_snapshot!(text, @r"
    game  records  valid  unfinished  invalid  malformed  plies
    ugo         8      2           2        5          1      5
    7 errors, 1 warning

    findings  records  code                      first
           4        4  ugo::occupied             games/=cmd().sgf:1:32
           1        1  record::notation          games/ž@me [x](y) `q` |.sgf:1:35
           1        1  record::result-syntax     games/ž@me [x](y) `q` |.sgf:1:20
           1        1  record::unknown-property  games/all.sgf:3:27
           1        1  syntax::unclosed-value    games/broken.sgf:2:1
    ");
    assert_eq!(report(&folder, "short", &["--statistics"]), text);
    let json = report(&folder, "json", &["--statistics"]);
    assert_eq!(report(&folder, "jsonl", &["--statistics"]), json);
    let summary: Value = serde_json::from_str(&json).unwrap();
    let objects = objects(&folder);
    assert_eq!(summary["records"], objects.len());
    for counts in summary["codes"].as_array().unwrap() {
        let of_code =
            |object: &&Value| findings(object).iter().any(|f| f["code"] == counts["code"]);
        assert_eq!(counts["records"], objects.iter().filter(of_code).count());
        let first = objects.iter().find(of_code).unwrap();
        assert_eq!(counts["first"]["source"], first["source"]);
        assert_eq!(counts["first"]["index"], first["index"]);
    }
}

#[test]
fn so_many_findings_are_told_and_all_count() {
    let folder = sources();
    let short = report(&folder, "short", &["--max-findings", "1"]);
    let lines: Vec<&str> = short.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].ends_with("findings are left out (--max-findings)"),
        "{short}"
    );
    let (_, whole, _) = run(&folder, &["validate", "games", "--format", "short"], "");
    assert_eq!(lines[2], whole.lines().last().unwrap());
    // A table has no place for it.
    let args = "validate games --format csv --max-findings 0";
    let args: Vec<&str> = args.split(' ').collect();
    let (status, none, told) = run(&folder, &args, "");
    assert_eq!(status, 1);
    assert_eq!(none.lines().count(), 1 + objects(&folder).len());
    let all: usize = objects(&folder)
        .iter()
        .map(|object| findings(object).len())
        .sum();
    assert_eq!(
        told,
        format!("findings left out of csv (--max-findings): {all}\n")
    );
    for format in ["json", "jsonl", "junit"] {
        assert_eq!(
            report(&folder, format, &["--max-findings", "0"]),
            report(&folder, format, &[])
        );
    }
}

#[test]
fn every_format_is_the_same_for_any_number_of_jobs() {
    let folder = sources();
    for format in ReportFormat::ALL {
        let with = |jobs| report(&folder, format.name(), &["--jobs", jobs]);
        assert_eq!(with("1"), with("3"), "{format}");
    }
}

/// Lines of a note end neither within a word with a hyphen nor before the number of a board or a line.
#[test]
fn notes_are_broken_at_words() {
    let text = "(;GM[ugo]SZ[5]CA[latin1]PB[Name]PW[Other]RE[?];B[c3]C[\u{f1}];W[c3])";
    let mut broken = false;
    for length in 1..76 {
        let name = format!("{}.sgf", "x".repeat(length));
        let folder = folder(&[(&name, text)]);
        let (_, note, _) = run(&folder, &["validate", "--format", "note", &name], "");
        broken |= note.lines().count() > 3;
        for line in note.lines() {
            let is_whole =
                !line.ends_with('-') && !line.ends_with("(board") && !line.ends_with("(line");
            assert!(is_whole && line.len() <= 80, "{note}");
        }
        assert!(note.contains("(board 5)"), "{note}");
    }
    assert!(broken);
}

#[test]
fn the_largest_and_slowest_records_are_listed_with_every_format() {
    let folder = folder(&[("game.sgf", "(;GM[ugo]SZ[5]RE[?];B[c3])")]);
    let lists = |text: &str| text.matches("st records\n").count();
    for (options, in_report) in [
        ("--format text", 3),
        ("--format short", 3),
        ("--format text --quiet", 0),
        ("--format short --quiet --statistics", 3),
        ("--format json", 0),
        ("--format jsonl", 0),
        ("--format csv", 0),
        ("--format junit", 0),
        ("--format sarif", 0),
        ("--format github", 0),
        ("--format markdown", 0),
        ("--format note", 0),
    ] {
        let command = format!("batch game.sgf --largest 2 --slowest 2 {options}");
        let args: Vec<&str> = command.split(' ').collect();
        let (status, out, err) = run(&folder, &args, "");
        assert_eq!(
            (status, lists(&out), lists(&err)),
            (0, in_report, 3 - in_report),
            "{options}: {err}"
        );
    }
    let args = [
        "batch",
        "game.sgf",
        "--slowest",
        "2",
        "-f",
        "json",
        "--statistics",
    ];
    let (_, out, err) = run(&folder, &args, "");
    assert!(
        out.contains("\"slowest\":{\"most\":2") && err.is_empty(),
        "{out} {err}"
    );
}
