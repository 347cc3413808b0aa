//! Reading pages of the documentation: each record with the sentence before it.

use std::sync::Arc;

use crate::ruleset::Ruleset;

/// A record on a page.
#[derive(Debug)]
pub(super) struct PageExample {
    /// The anchor of the heading that it is under.
    pub(super) anchor: String,
    /// The last sentence of the paragraph before it.
    pub(super) sentence: String,
    /// The text of the record.
    pub(super) record: String,
    /// The ruleset of the page that it is judged by, if it is one.
    pub(super) ruleset: Option<PageRuleset>,
}

/// A ruleset of a page.
#[derive(Clone, Debug)]
pub(super) struct PageRuleset {
    pub(super) ruleset: Arc<Ruleset>,
    pub(super) yaml: String,
}

/// The records of a page.
pub(super) fn examples(page: &str) -> Vec<PageExample> {
    let mut examples = Vec::new();
    let mut anchor = String::new();
    let (mut paragraph, mut is_open) = (String::new(), false);
    let mut ruleset: Option<PageRuleset> = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            is_open = false;
            let body: Vec<&str> = lines.by_ref().take_while(|&line| line != "```").collect();
            let body = body.join("\n");
            let mut words = info.split_whitespace();
            match words.next() {
                Some("yaml") => {
                    ruleset = Ruleset::from_yaml(&body).ok().map(|read| PageRuleset {
                        ruleset: Arc::new(read),
                        yaml: body,
                    });
                }
                // Records in which parts are repeated test limits, not rules.
                Some("sgf") if !body.contains('×') => examples.push(PageExample {
                    anchor: anchor.clone(),
                    sentence: last_sentence(&paragraph),
                    record: body,
                    ruleset: ruleset
                        .clone()
                        .filter(|_| words.any(|word| word == "ruleset")),
                }),
                _ => {}
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            anchor = anchor_of(heading.trim_start_matches('#').trim());
            is_open = false;
        } else if line.trim().is_empty() || line.starts_with('|') {
            is_open = false;
        } else {
            if !is_open {
                paragraph.clear();
                is_open = true;
            }
            paragraph.push_str(line.trim());
            paragraph.push(' ');
        }
    }
    examples
}

/// A heading as links name it.
fn anchor_of(heading: &str) -> String {
    let letters = heading.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ if letter.is_alphanumeric() => Some(letter.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

/// The last sentence of a paragraph, with a full stop instead of a colon.
fn last_sentence(paragraph: &str) -> String {
    let text = paragraph
        .trim()
        .trim_end_matches([':', '.'])
        .replace("**", "");
    let begin = text
        .match_indices(". ")
        .map(|(at, _)| at + 2)
        .filter(|&at| text[at..].starts_with(|letter: char| letter.is_uppercase() || letter == '`'))
        .last();
    format!("{}.", &text[begin.unwrap_or(0)..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_has_the_sentence_before_it() {
        let page = "# Ugo\n\n## A *king*\n\nNo. A stone\nmay not:\n\n```sgf\n(;GM[ugo])\n```\n\n\
                    ```findings\nx\n```\n\nBut **a king** may. See c.1:\n\n```text\n. .\n```\n\n```sgf\n(;\n)\n```\n";
        let found = examples(page);
        let names = found.iter().map(|example| example.sentence.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["A stone may not.", "See c.1."]);
        assert_eq!(found[0].anchor, "a-king");
        assert_eq!(found[1].record, "(;\n)");
    }
}
