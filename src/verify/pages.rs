//! The pages under `docs/findings/`: what each code means and why, with examples.
//!
//! They are part of the program. Each code has a section: a heading with the code,
//! the rule, what it means, a paragraph that begins with `**Why:**`, and two
//! examples of a record with the findings it gives.

use super::codes::Code;

const PAGES: [&str; 9] = [
    include_str!("../../docs/findings/syntax.md"),
    include_str!("../../docs/findings/limit.md"),
    include_str!("../../docs/findings/record.md"),
    include_str!("../../docs/findings/bargo.md"),
    include_str!("../../docs/findings/sygo.md"),
    include_str!("../../docs/findings/ugo.md"),
    include_str!("../../docs/findings/bamogo.md"),
    include_str!("../../docs/findings/margo.md"),
    include_str!("../../docs/findings/archive.md"),
];

/// What the pages say about a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code.
    pub code: Code,
    /// The section of the page, without its heading.
    pub markdown: &'static str,
    /// What it means, a paragraph each; the rule itself is in the code.
    pub meaning: Vec<&'static str>,
    /// The reason for the rule.
    pub why: &'static str,
    /// A record that breaks the rule, and one that just does not.
    pub examples: Vec<Example>,
}

/// A record and what is found in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Example {
    /// The text. `{TEXT×N}` in it stands for N repetitions of a text.
    pub record: &'static str,
    /// The findings, one per line: severity, code, ply and point.
    pub findings: &'static str,
}

/// The explanation of a code; `None` if the pages have no section for it.
pub fn explain(code: Code) -> Option<Explanation> {
    let heading = format!("\n## `{}`\n", code.id());
    let section = PAGES.iter().find_map(|page| page.split_once(&heading))?.1;
    let section = section.split("\n## `").next().unwrap_or(section).trim();
    let mut explanation = Explanation {
        code,
        markdown: section,
        meaning: Vec::new(),
        why: "",
        examples: Vec::new(),
    };
    let mut rest = section;
    let mut paragraphs = Vec::new();
    while !rest.is_empty() {
        let (block, info) = next_block(&mut rest);
        match info {
            None => paragraphs.push(block),
            Some(info) if info.starts_with("sgf") => explanation.examples.push(Example {
                record: block,
                findings: "",
            }),
            Some("findings") => {
                if let Some(example) = explanation.examples.last_mut() {
                    example.findings = block;
                }
            }
            Some(_) => {}
        }
    }
    for paragraph in paragraphs.into_iter().skip(1) {
        match paragraph.strip_prefix("**Why:**") {
            Some(why) => explanation.why = why.trim(),
            None if paragraph.ends_with(':') => {}
            None => explanation.meaning.push(paragraph),
        }
    }
    Some(explanation)
}

/// Takes the next paragraph, or the next fenced block with its info string, off a text.
fn next_block<'t>(rest: &mut &'t str) -> (&'t str, Option<&'t str>) {
    let text = rest.trim_start_matches('\n');
    let Some(fenced) = text.strip_prefix("```") else {
        let (paragraph, after) = text.split_once("\n\n").unwrap_or((text, ""));
        *rest = after.trim_start_matches('\n');
        return (paragraph, None);
    };
    let (info, body) = fenced.split_once('\n').unwrap_or((fenced, ""));
    let (block, after) = body.split_once("```").unwrap_or((body, ""));
    *rest = after.trim_start_matches('\n');
    (block.trim_end_matches('\n'), Some(info.trim()))
}
