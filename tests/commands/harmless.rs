//! Names and comments that want to do harm, in every output format of every command that reads records: nothing acts on
//! a terminal, no element comes into a page or an image, and nothing grows without bounds.

use std::{fs, path::Path};

use crate::common::run;
use serde_json::Value;
use tempfile::TempDir;

/// What may stand in any text of a record.
const EVIL: &str = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>--></title>\u{1b}[2J\u{1b}]0;x\u{7}\
    \u{202e}rtl\u{2066}\u{200b}\u{0}\u{9b}31m\r::error::x%0A@everyone [x](javascript:x) =cmd|' /C calc'!A0 `$(id)`";
/// A name of a file.
const NAME: &str = "<script>alert(1)<:script>\u{1b}[31m\u{202e}.sgf";

/// Two records, both with such texts everywhere, in all more than a megabyte; the second breaks rules with them.
fn records() -> String {
    let evil = EVIL.replace('\\', "\\\\").replace(']', "\\]");
    let long = format!("{evil}{}", "<b>\u{202e}".repeat(150_000));
    let texts = format!(
        "PB[{long}]PW[{evil}]EV[{evil}]GN[{evil}]DT[{evil}]RO[{evil}]C[{long}]N[{evil}]CP[{evil}]AP[{evil}:1]"
    );
    let good = format!(
        "(;GM[ugo]SZ[5]RE[?]{texts}LB[a1:{evil}][b2:{long}]\n;B[c3]C[{evil}]N[{evil}];W[d4]C[{long}](;B[c4])(;B[d3]))"
    );
    let bad = format!(
        "(;GM[ugo]SZ[5]RE[{evil}]KM[{evil}]RU[ugo]XX[{evil}]TR[{evil}]{texts};B[c3];W[{evil}]C[{evil}])"
    );
    format!(
        "{evil}\n{good}\n{bad}\n(;GM[{evil}]SZ[{evil}];B[{long}])\n(;GM[ugo]SZ[{evil}]RU[{evil}];B[a1\n{evil}]"
    )
}

fn evil_folder() -> TempDir {
    let folder = crate::common::folder(&[("a.sgf", &records())]);
    fs::copy(folder.path().join("a.sgf"), folder.path().join(NAME)).expect("any name will do");
    folder
}

/// The formats that the help of a command lists.
fn formats(folder: &TempDir, command: &str) -> Vec<String> {
    let (_, help, _) = run(folder, &[command, "--help"], "");
    let Some((_, rest)) = help.split_once("--format <FORMAT>") else {
        return Vec::new();
    };
    let lines = rest
        .lines()
        .skip_while(|line| !line.contains("Possible values"));
    let values = lines
        .skip(1)
        .map_while(|line| line.trim().strip_prefix("- "));
    values
        .map(|value| value.split(':').next().unwrap_or_default().to_owned())
        .collect()
}

/// Nothing that a terminal obeys or that turns the direction of writing.
fn plain(what: &str, text: &str) {
    still(what, text);
    assert!(text.len() < 1_000_000, "{what}: {} bytes", text.len());
}

/// The same of a text in which names may stand as a whole.
fn still(what: &str, text: &str) {
    let acts = |c: &char| {
        c.is_control() && *c != '\n'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert_eq!(text.chars().find(acts), None, "{what}");
}

/// Text that reads as JSON, an object a line or one.
fn json(what: &str, text: &str) {
    let forbidden = |c: char| c < ' ' && c != '\n';
    assert!(!text.contains(forbidden), "{what}");
    let whole: Result<Value, _> = serde_json::from_str(text);
    let each = || {
        text.lines()
            .all(|line| serde_json::from_str::<Value>(line).is_ok())
    };
    assert!(whole.is_ok() || each(), "{what}");
}

fn image(what: &str, svg: &str) {
    plain(what, svg);
    let document = roxmltree::Document::parse(svg).expect(what);
    let mut elements = document.descendants().filter(roxmltree::Node::is_element);
    assert!(
        elements.all(|node| !matches!(node.tag_name().name(), "script" | "img" | "b")),
        "{what}"
    );
}

/// A file of any format, whatever it holds.
fn file(what: &str, path: &Path) {
    let bytes = fs::read(path).expect("a file that was written");
    assert!(bytes.len() < 20_000_000, "{what}: {} bytes", bytes.len());
    let text = || String::from_utf8(bytes.clone()).expect("UTF-8");
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.unwrap_or_default() {
        "png" => assert!(bytes.starts_with(b"\x89PNG"), "{what}"),
        "gif" => assert!(bytes.starts_with(b"GIF89a"), "{what}"),
        "pdf" => assert!(bytes.starts_with(b"%PDF-"), "{what}"),
        "svg" => image(what, &text()),
        "html" if path.ends_with("index.html") => index(what, &text()),
        "html" if text().contains("content=\"kifu results\"") => index(what, &text()),
        "html" => page(what, &text()),
        "json" | "jsonl" | "sarif" => json(what, &text()),
        "junit" => {
            plain(what, &text());
            roxmltree::Document::parse(&text()).expect(what);
        }
        "markdown" => {
            plain(what, &text());
            code_spans(what, &text());
        }
        _ => plain(what, &text()),
    }
}

fn page(what: &str, text: &str) {
    let acts = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(acts), "{what}");
    assert_eq!(text.matches("<script").count(), 2, "{what}");
    assert_eq!(text.matches("</script").count(), 2, "{what}");
    assert!(!text.contains("<img") && !text.contains("<b>"), "{what}");
}

/// The list of several records: its images are those of the files beside it.
fn index(what: &str, text: &str) {
    let acts = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(acts), "{what}");
    assert!(!text.contains("<script") && !text.contains("<b>"), "{what}");
    let images = text.split("<img ").skip(1);
    let own = "loading=\"lazy\" src=\"./";
    assert!(
        images.into_iter().all(|image| image.starts_with(own)),
        "{what}"
    );
}

/// Texts from outside stand in code, where nothing means anything.
fn code_spans(what: &str, text: &str) {
    use pulldown_cmark::{Event, Options, Parser};
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        if let Event::Html(html) | Event::InlineHtml(html) = event {
            let known = html.starts_with("<details>")
                || html.starts_with("</details>")
                || html.starts_with("<summary>");
            assert!(known && !html.contains("script"), "{what}: {html}");
        }
    }
}

/// Runs a command in all its formats, on both files, with results to standard output and, where it can, to a file.
fn check(command: &str, arguments: &[&str]) {
    let folder = evil_folder();
    let formats = formats(&folder, command);
    assert!(!formats.is_empty(), "{command}");
    for source in ["a.sgf", NAME] {
        for format in &formats {
            let what = format!("{command} --format {format} {source:?}");
            // Pictures of many positions go to a folder.
            let target = match format.as_str() {
                "svg" | "png" | "gif" | "html" => "out".to_owned(),
                _ => format!("out.{format}"),
            };
            let output = ["--format", format, "--output", &target, source];
            let all = [&[command], arguments, &output].concat();
            let (status, out, err) = run(&folder, &all, "");
            assert!((0..=2).contains(&status), "{what}");
            plain(&what, &out);
            plain(&what, &err);
            let target = folder.path().join(target);
            if target.is_dir() {
                let mut count = 0;
                for entry in fs::read_dir(&target).expect("a folder") {
                    file(&what, &entry.expect("an entry").path());
                    count += 1;
                }
                assert!(count > 0, "{what}");
                fs::remove_dir_all(&target).expect("it can go");
            } else if target.exists() {
                file(&what, &target);
                fs::remove_file(&target).expect("it can go");
            } else {
                assert_eq!(status, 2, "{what}");
            }
        }
    }
}

/// Where a shell puts the names of files among the arguments, some look like options.
#[test]
fn names_that_are_taken_for_options() {
    let folder = evil_folder();
    let evil = "\u{1b}]0;evil\u{7}\u{1b}[2J";
    for arguments in [
        &["validate", &*format!("--{evil}.sgf")][..],
        &["query", "--date", evil],
        &["replay", &*format!("--crop={evil}")],
        &[evil],
        &["help", evil],
    ] {
        let (status, stdout, stderr) = run(&folder, arguments, "");
        assert_eq!((status, &*stdout), (2, ""), "{arguments:?}");
        plain(&format!("{arguments:?}"), &stderr);
        assert!(stderr.contains("\\u{1b}"), "{stderr}");
    }
}

#[test]
fn validate() {
    check("validate", &["--variations", "all"]);
}

#[test]
fn batch() {
    check("batch", &["--largest", "3", "--statistics"]);
    check("batch", &["--largest", "3", "--slowest", "3"]);
}

#[test]
fn score() {
    check("score", &[]);
}

#[test]
fn compare() {
    check("compare", &["--old", "ugo", "--new", "ugo-no-button"]);
}

#[test]
fn legal() {
    check(
        "legal",
        &[
            "--at",
            "1",
            "--why",
            EVIL.split('\0').next().unwrap_or_default(),
        ],
    );
}

#[test]
fn replay() {
    check("replay", &["--size", "64"]);
    // Numbers, names and territory are drawn where they can be.
    for format in ["text", "svg", "pdf"] {
        let folder = evil_folder();
        let target = ["out", "out.pdf"][usize::from(format == "pdf")];
        let arguments = [
            "replay",
            "--at",
            "all",
            "--header",
            "--territory",
            "--numbers",
            "--format",
            format,
            "--output",
            target,
            "a.sgf",
        ];
        let (_, out, err) = run(&folder, &arguments, "");
        plain(format, &out);
        plain(format, &err);
        let target = folder.path().join(target);
        if target.is_dir() {
            for entry in fs::read_dir(&target).expect("a folder") {
                file(format, &entry.expect("an entry").path());
            }
        } else {
            file(format, &target);
        }
    }
}

#[test]
fn stats() {
    check("stats", &["--openings", "2"]);
}

#[test]
fn results() {
    check("results", &["--standings"]);
    check("results", &["--by", "event", "--count-stated"]);
    check("results", &["--by", "player", "--count-stated"]);
}

/// What goes to a file are the records, as they are; the report is another matter.
#[test]
fn dedupe() {
    let folder = evil_folder();
    for format in formats(&folder, "dedupe") {
        for source in ["a.sgf", NAME] {
            let (status, out, err) = run(&folder, &["dedupe", "--format", &format, source], "");
            assert!((0..=1).contains(&status), "{format}");
            plain(&format, &out);
            plain(&format, &err);
        }
    }
}

#[test]
fn query() {
    check("query", &["--list"]);
}

/// Records in other notations. Where the texts are kept, as in JSON and in records of Go, they are so to the letter.
#[test]
fn convert() {
    for notation in [
        "json",
        "csv",
        "txt",
        "go-sgf",
        "margo-listing",
        "abstractplay-margo",
    ] {
        for source in ["a.sgf", NAME] {
            let folder = evil_folder();
            let (status, out, err) = run(&folder, &["convert", "--to", notation, source], "");
            assert!((0..=2).contains(&status), "{notation}");
            plain(notation, &err);
            match notation {
                "json" => assert!(serde_json::from_str::<Value>(&out).is_ok()),
                "go-sgf" => assert!(out.starts_with("(;FF[4]GM[1]") && out.len() < 20_000_000),
                _ => still(notation, &out),
            }
        }
    }
}

/// What is no format but gives texts of records out all the same.
#[test]
fn lists_and_differences() {
    let folder = evil_folder();
    for arguments in [
        ["fmt", "--check", NAME],
        ["fmt", "--write", NAME],
        ["repair", "--check", NAME],
        ["repair", "--write", NAME],
        ["query", "--count", NAME],
        ["convert", "--from=json", NAME],
        ["convert", "--from=margo-listing", NAME],
        ["convert", "--from=abstractplay-margo", NAME],
        ["perft", "--from", NAME],
        ["merge", "--strict", NAME],
        ["validate", "--ruleset", NAME],
        ["validate", "--ignore", "<script>\u{1b}[31m"],
        ["explain", "--color=never", "<script>\u{1b}[31m\u{202e}"],
        ["rules", "--color=never", "<script>\u{1b}[31m\u{202e}"],
    ] {
        let (status, out, err) = run(&folder, &arguments, "");
        assert!((0..=2).contains(&status), "{arguments:?}");
        plain(&format!("{arguments:?}"), &out);
        plain(&format!("{arguments:?}"), &err);
    }
}

/// `fmt` gives a record out as it is; and that reads back as the same.
#[test]
fn fmt_keeps_texts() {
    let evil = EVIL
        .replace('\\', "\\\\")
        .replace(']', "\\]")
        .replace('\r', "");
    let text = format!("(;FF[4]GM[ugo]CA[UTF-8]SZ[5]PB[{evil}]RE[?]\n;B[c3]C[{evil}])\n");
    let folder = crate::common::folder(&[("a.sgf", &text)]);
    let (status, out, err) = run(&folder, &["fmt", "a.sgf"], "");
    assert_eq!((status, err), (0, String::new()));
    // Lines may be broken elsewhere.
    assert_eq!(out.replace('\n', ""), text.replace('\n', ""));
}
