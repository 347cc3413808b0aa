//! What the documentation says is true: its examples give the findings that stand below
//! them, its rulesets can be read, every code has its section, and its links lead somewhere.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Component, Path, PathBuf},
    sync::Arc,
};

use assert_cmd::Command;
use encoding_rs::WINDOWS_1252;
use kifu::{
    record,
    ruleset::{self, Ruleset},
    verify::{Code, Finding, Options, verify},
};
use walkdir::WalkDir;

/// A page, cut into lines and fenced blocks.
struct Page {
    /// The path below `docs`.
    path: PathBuf,
    parts: Vec<Part>,
}

enum Part {
    /// A line outside of all blocks.
    Line(String),
    Block(Block),
}

/// What stands between two fences.
struct Block {
    /// The line of the first fence, from 1.
    line: usize,
    /// The words behind the first fence.
    info: Vec<String>,
    text: String,
}

impl Block {
    fn is(&self, kind: &str) -> bool {
        self.info.first().is_some_and(|word| word == kind)
    }

    fn has(&self, word: &str) -> bool {
        self.info[1..].iter().any(|other| other == word)
    }
}

impl Page {
    fn read(path: &Path) -> Page {
        let text = fs::read_to_string(docs().join(path)).unwrap();
        let mut parts = Vec::new();
        let mut lines = (1..).zip(text.lines());
        while let Some((number, line)) = lines.next() {
            let Some(info) = line.strip_prefix("```") else {
                parts.push(Part::Line(line.to_owned()));
                continue;
            };
            let inside: Vec<&str> = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|&line| line != "```")
                .collect();
            parts.push(Part::Block(Block {
                line: number,
                info: info.split_whitespace().map(str::to_owned).collect(),
                text: inside.join("\n"),
            }));
        }
        Page {
            path: path.to_owned(),
            parts,
        }
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.parts.iter().filter_map(Part::block)
    }

    fn lines(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(Part::line)
    }

    /// The names under which links find the headings of the page.
    fn anchors(&self) -> Vec<String> {
        self.lines()
            .filter(|line| line.starts_with('#'))
            .map(|line| anchor(line.trim_start_matches('#').trim()))
            .collect()
    }

    /// A place in the page, for messages.
    fn at(&self, line: usize) -> String {
        format!("docs/{}:{line}", self.path.display())
    }
}

impl Part {
    fn block(&self) -> Option<&Block> {
        match self {
            Part::Block(block) => Some(block),
            Part::Line(_) => None,
        }
    }

    fn line(&self) -> Option<&str> {
        match self {
            Part::Line(line) => Some(line),
            Part::Block(_) => None,
        }
    }

    fn is_blank(&self) -> bool {
        self.line().is_some_and(|line| line.trim().is_empty())
    }
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")
}

/// All pages, sorted by path.
fn pages() -> Vec<Page> {
    let files = WalkDir::new(docs()).sort_by_file_name().into_iter();
    let pages: Vec<Page> = files
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| Page::read(path.strip_prefix(docs()).unwrap()))
        .collect();
    assert!(!pages.is_empty());
    pages
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    heading
        .chars()
        .filter_map(|character| match character {
            ' ' => Some('-'),
            '-' | '_' => Some(character),
            _ if character.is_alphanumeric() => Some(character.to_ascii_lowercase()),
            _ => None,
        })
        .collect()
}

/// Each record block with the findings that the page states for it.
fn examples(parts: &[Part]) -> Vec<(&Block, Vec<&str>)> {
    let mut examples = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let Some(block) = part.block().filter(|block| block.is("sgf")) else {
            continue;
        };
        let next = parts[index + 1..].iter().find(|part| !part.is_blank());
        let stated = next
            .and_then(Part::block)
            .filter(|next| next.is("findings"))
            .map_or(Vec::new(), |next| next.text.lines().collect());
        examples.push((block, stated));
    }
    examples
}

/// The text of an example, in which `{TEXT×N}` stands for TEXT written N times.
fn written_out(text: &str) -> String {
    let mut written = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        written.push_str(before);
        let repeated = after.split_once('}').and_then(|(inside, after)| {
            let (text, times) = inside.rsplit_once('×')?;
            Some((text.repeat(times.parse().ok()?), after))
        });
        rest = match repeated {
            Some((repeated, after)) => {
                written.push_str(&repeated);
                after
            }
            None => {
                written.push('{');
                after
            }
        };
    }
    written.push_str(rest);
    written
}

/// The ruleset of the last YAML block before an example, if the example is to be judged by it.
fn ruleset_of(parts: &[Part], example: &Block) -> Option<Arc<Ruleset>> {
    if !example.has("ruleset") {
        return None;
    }
    let blocks = parts.iter().filter_map(Part::block);
    let before = blocks.take_while(|block| block.line < example.line);
    let file = before.filter(|block| block.is("yaml")).last();
    let file = file.expect("a ruleset stands before the example");
    Some(Arc::new(Ruleset::from_yaml(&file.text).unwrap()))
}

/// What kifu finds in an example.
fn found(block: &Block, ruleset: Option<Arc<Ruleset>>) -> Vec<String> {
    let text = written_out(&block.text);
    let bytes = if block.has("windows-1252") {
        let (bytes, _, unmappable) = WINDOWS_1252.encode(&text);
        assert!(!unmappable, "{text} cannot be written in Windows-1252");
        bytes.into_owned()
    } else {
        text.into_bytes()
    };
    let options = Options {
        variations: block.has("variations"),
        ruleset,
        ..Options::default()
    };
    let decoded = record::decode(bytes);
    record::read(&decoded)
        .flat_map(|record| verify(&record, &options).findings)
        .map(|finding| in_short(&finding))
        .collect()
}

/// `error[ugo::occupied] ply 2 c3`.
fn in_short(finding: &Finding) -> String {
    let code = finding.code();
    let (id, severity) = (code.id(), code.severity());
    let ply = finding.ply.map(|ply| format!(" ply {ply}"));
    let point = finding.point.as_ref().map(|point| format!(" {point}"));
    format!(
        "{severity}[{id}]{}{}",
        ply.unwrap_or_default(),
        point.unwrap_or_default()
    )
}

/// The headings of the second rank, each with what follows.
fn sections(page: &Page) -> Vec<(&str, &[Part])> {
    let starts: Vec<(usize, &str)> = page
        .parts
        .iter()
        .enumerate()
        .filter_map(|(index, part)| Some((index, part.line()?.strip_prefix("## ")?)))
        .collect();
    let ends = starts.iter().skip(1).map(|&(index, _)| index);
    let ends = ends.chain([page.parts.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&(start, heading), end)| (heading, &page.parts[start + 1..end]))
        .collect()
}

/// The first paragraph of a section, in one line.
fn first_paragraph(section: &[Part]) -> String {
    let lines = section.iter().skip_while(|part| part.is_blank());
    let lines = lines
        .take_while(|part| !part.is_blank())
        .filter_map(Part::line);
    lines.collect::<Vec<_>>().join(" ")
}

/// What is wrong with the section of a code.
fn faults_of_section(code: Code, section: &[Part]) -> Vec<&'static str> {
    let mut faults = Vec::new();
    let mut expect = |holds: bool, fault| {
        if !holds {
            faults.push(fault);
        }
    };
    let has_line = |start: &str| {
        let mut lines = section.iter().filter_map(Part::line);
        lines.any(|line| line.starts_with(start))
    };
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    expect(
        words(&first_paragraph(section)) == words(code.rule()),
        "does not begin with the rule of the table of codes",
    );
    expect(has_line("**Why:** "), "does not say why");
    expect(has_line("Violation:"), "has no `Violation:`");
    expect(has_line("Narrowly legal:"), "has no `Narrowly legal:`");
    let names_code = |stated: &[&str]| {
        let id = format!("[{}]", code.id());
        stated.iter().any(|line| line.contains(&id))
    };
    if code.group() == "archive" {
        let texts = section.iter().filter_map(Part::block);
        let texts = texts.filter(|block| block.is("text")).count();
        expect(texts == 2, "does not have two examples");
    } else if let [(_, breaking), (_, fine)] = &examples(section)[..] {
        expect(names_code(breaking), "has no example that breaks it");
        expect(!names_code(fine), "has a second example that breaks it too");
    } else {
        expect(false, "does not have two examples");
    }
    faults
}

/// The targets of the links in a line.
fn links(line: &str) -> impl Iterator<Item = &str> {
    let behind = line.split("](").skip(1);
    behind.filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// A path without `..` and `.` in it.
fn straightened(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                straight.pop();
            }
            Component::CurDir => {}
            other => straight.push(other),
        }
    }
    straight
}

#[test]
fn examples_give_the_findings_that_stand_below_them() {
    let mut faults = Vec::new();
    for page in pages() {
        for (block, stated) in examples(&page.parts) {
            let found = found(block, ruleset_of(&page.parts, block));
            if found != stated {
                let place = page.at(block.line);
                faults.push(format!("{place}: stated {stated:?}, found {found:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A block that names a command holds what it prints of the example before.
#[test]
fn commands_print_what_stands_below_them() {
    let mut run = 0;
    for page in pages() {
        let mut example = None;
        for block in page.blocks() {
            match block.info.get(1).map(String::as_str) {
                _ if block.is("sgf") => example = Some(block),
                Some("validate" | "replay" | "fmt" | "convert" | "repair") => {
                    let example = example.expect("an example stands before");
                    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
                        .args(&block.info[1..])
                        .args(["-", "--stdin-name", "game.sgf"])
                        .write_stdin(format!("{}\n", example.text))
                        .output()
                        .unwrap();
                    let printed = String::from_utf8(output.stdout).unwrap();
                    assert_eq!(printed.trim_end(), block.text, "{}", page.at(block.line));
                    run += 1;
                }
                _ => {}
            }
        }
    }
    assert!(run >= 17, "{run}");
}

#[test]
fn findings_stand_below_examples_only() {
    for page in pages() {
        let stated = page.blocks().filter(|block| block.is("findings")).count();
        let examples = examples(&page.parts);
        let used = examples.iter().filter(|(_, stated)| !stated.is_empty());
        assert_eq!(used.count(), stated, "docs/{}", page.path.display());
    }
}

#[test]
fn blocks_are_of_known_kinds() {
    const KINDS: [&str; 9] = [
        "sgf", "findings", "text", "yaml", "json", "csv", "xml", "markdown", "python",
    ];
    for page in pages() {
        for block in page.blocks() {
            let known = KINDS.iter().any(|kind| block.is(kind));
            assert!(known, "{}: {:?}", page.at(block.line), block.info);
        }
    }
}

#[test]
fn rulesets_are_read_and_all_embedded_ones_are_named() {
    for page in pages() {
        let files = page.blocks().filter(|block| {
            let mut lines = block.text.lines();
            block.is("yaml") && lines.any(|line| line.starts_with("game:"))
        });
        for block in files {
            let read = Ruleset::from_yaml(&block.text);
            assert!(read.is_ok(), "{}: {read:?}", page.at(block.line));
        }
    }
    let page = Page::read(Path::new("rulesets.md"));
    for ruleset in ruleset::embedded() {
        let row = format!("| `{}` |", ruleset.name);
        assert!(page.lines().any(|line| line.starts_with(&row)), "{row}");
    }
}

#[test]
fn every_code_has_its_section() {
    let mut groups: BTreeMap<&str, Vec<Code>> = BTreeMap::new();
    for &code in Code::ALL {
        groups.entry(code.group()).or_default().push(code);
    }
    let pages = pages();
    let pages: BTreeMap<String, &Page> = pages
        .iter()
        .filter(|page| page.path.starts_with("findings"))
        .map(|page| (page.path.display().to_string(), page))
        .collect();
    let expected: Vec<String> = groups.keys().map(|g| format!("findings/{g}.md")).collect();
    assert_eq!(pages.keys().collect::<Vec<_>>(), Vec::from_iter(&expected));
    for (page, codes) in pages.values().zip(groups.values()) {
        let sections = sections(page);
        let headings: Vec<&str> = sections.iter().map(|&(heading, _)| heading).collect();
        let expected: Vec<String> = codes
            .iter()
            .map(|code| format!("`{}`", code.id()))
            .collect();
        assert_eq!(headings, expected);
        for (&code, (_, section)) in codes.iter().zip(sections) {
            let faults = faults_of_section(code, section);
            assert!(faults.is_empty(), "{} {}", code.id(), faults.join(", "));
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    for page in &pages {
        for target in page.lines().flat_map(links) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                page.path.clone()
            } else {
                straightened(&page.path.with_file_name(file))
            };
            let place = format!("docs/{}: {target}", page.path.display());
            if path.extension().is_some_and(|extension| extension == "svg") {
                assert!(docs().join(&path).is_file(), "{place}: no such image");
                continue;
            }
            let found = pages.iter().find(|page| page.path == path);
            let found = found.unwrap_or_else(|| panic!("{place}: no such page"));
            let leads = heading.is_empty() || found.anchors().iter().any(|other| other == heading);
            assert!(leads, "{place}: no such heading");
        }
    }
}

#[test]
fn repetitions_are_written_out() {
    assert_eq!(written_out("(;{;C[x]×3})"), "(;;C[x];C[x];C[x])");
    assert_eq!(written_out("C[{a}{b×2}{×x}]"), "C[{a}bb{×x}]");
}

/// The names in the first column of the tables of a section.
fn first_column<'p>(page: &'p Page, heading: &str) -> Vec<&'p str> {
    let sections = sections(page);
    let (_, parts) = sections
        .iter()
        .find(|(title, _)| *title == heading)
        .expect("a section of this name");
    let lines = parts.iter().filter_map(|part| match part {
        Part::Line(line) => line.strip_prefix("| `"),
        Part::Block(_) => None,
    });
    lines
        .filter_map(|line| Some(line.split_once('`')?.0))
        .collect()
}

#[test]
fn every_dependency_is_accounted_for() {
    let page = Page::read(Path::new("dependencies.md"));
    let manifest = fs::read_to_string(docs().join("../Cargo.toml")).unwrap();
    for (heading, tables) in [
        (
            "Program",
            &["[dependencies]", "[target.'cfg(unix)'.dependencies]"][..],
        ),
        ("Tests", &["[dev-dependencies]"]),
    ] {
        let lines = tables.iter().flat_map(|table| {
            let (_, rest) = manifest.split_once(&format!("{table}\n")).unwrap();
            rest.lines().take_while(|line| !line.starts_with('['))
        });
        let wanted: BTreeSet<&str> = lines
            .filter_map(|line| Some(line.split_once(" = ")?.0))
            .filter(|name| !name.starts_with('#'))
            .collect();
        let listed: BTreeSet<&str> = first_column(&page, heading).into_iter().collect();
        assert_eq!(listed, wanted);
    }
}
