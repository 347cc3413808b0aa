//! `kifu explain`: what a finding means.

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    common::OutputArgs,
    exit::{Exit, Failure},
    names,
    output::{Output, to_json},
};
use crate::{
    output::SCHEMA,
    record,
    report::{LineIndex, TextRenderer},
    verify::{CODES, Code, Example, Explanation, Options, explain, finding::nearest, verify},
};

/// Explain a finding, or list all kinds.
///
/// For each code: the rule, what it means, why it is so, a record that breaks it with the board
/// at that ply, and one that just does not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu explain
  kifu explain ugo::king-captures-nothing

Exit status:
  0  explained
  2  there is no such code")]
pub(super) struct Explain {
    /// The code; all are listed without it
    #[arg(value_name = "CODE", value_parser = names::codes(), hide_possible_values = true)]
    code: Option<String>,

    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    giving: OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For reading in a terminal
    #[default]
    Text,
    /// One object, or of all codes an array
    Json,
    /// The section of the documentation
    Markdown,
}

/// What is known of a code, as JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    schema: u32,
    code: &'static str,
    severity: String,
    rule: &'static str,
    /// What it means, paragraphs between blank lines.
    meaning: String,
    /// Why the rule is so.
    why: String,
    /// A record that breaks the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<EntryExample>,
    /// A record that just does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    keeps: Option<EntryExample>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EntryExample {
    /// The text; `{TEXT×N}` in it stands for so many repetitions of a text.
    record: &'static str,
    /// The findings: severity, code, ply and point.
    findings: Vec<&'static str>,
}

impl From<&Example> for EntryExample {
    fn from(example: &Example) -> EntryExample {
        EntryExample {
            record: example.record,
            findings: example.findings.lines().collect(),
        }
    }
}

impl Entry {
    fn new(code: &'static Code) -> Entry {
        let explanation = explain(code);
        let text =
            |text: fn(&Explanation) -> String| explanation.as_ref().map(text).unwrap_or_default();
        let example = |index: usize| {
            let examples = explanation
                .as_ref()
                .map(|explanation| &explanation.examples);
            examples
                .and_then(|examples| examples.get(index))
                .map(EntryExample::from)
        };
        Entry {
            schema: SCHEMA,
            code: code.id,
            severity: code.severity.to_string(),
            rule: code.rule,
            meaning: text(|explanation| explanation.meaning.join("\n\n").replace('\r', "")),
            why: text(|explanation| explanation.why.to_owned()),
            breaks: example(0),
            keeps: example(1),
        }
    }
}

impl Explain {
    pub(super) fn run(&self) -> Result<Exit, Failure> {
        let code = self.code.as_deref().map(find).transpose()?;
        let mut output = Output::open(self.giving.output.as_deref())?;
        let color = self.giving.color.decide(output.is_terminal);
        output.write(&match (code, self.format) {
            (Some(code), Format::Text) => in_full(code, color),
            (Some(code), Format::Json) => to_json(&Entry::new(code))? + "\n",
            (Some(code), Format::Markdown) => markdown(code),
            (None, Format::Text) => list(),
            (None, Format::Json) => {
                to_json(&CODES.iter().map(Entry::new).collect::<Vec<_>>())? + "\n"
            }
            (None, Format::Markdown) => {
                let sections: Vec<String> = CODES.iter().map(markdown).collect();
                sections.join("\n")
            }
        })?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}

fn find(id: &str) -> Result<&'static Code, Failure> {
    Code::from_id(id).ok_or_else(|| {
        let hint = match nearest(id, CODES.iter().map(|code| code.id)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`kifu explain` lists all".to_owned(),
        };
        Failure::refused(format!("there is no code `{id}`; {hint}"))
    })
}

/// All codes with their rules.
fn list() -> String {
    let mut out = String::new();
    for code in CODES {
        let head = format!("{}  ({})\n", code.id, code.severity);
        out.push_str(&head);
        out.push_str(&paragraph(code.rule, "    "));
        out.push('\n');
    }
    out
}

fn markdown(code: &Code) -> String {
    let section = Code::from_id(code.id)
        .and_then(explain)
        .map(|explanation| explanation.markdown);
    format!("## `{}`\n\n{}\n", code.id, section.unwrap_or(code.rule))
}

/// A paragraph broken into lines of at most 80 columns.
fn paragraph(text: &str, indent: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = textwrap::Options::new(80)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false);
    textwrap::fill(&text, options)
}

fn in_full(code: &'static Code, color: bool) -> String {
    let mut out = format!(
        "{} ({})\n\n{}\n",
        code.id,
        code.severity,
        paragraph(code.rule, "")
    );
    let Some(explanation) = explain(code) else {
        return out;
    };
    for meaning in &explanation.meaning {
        // Drawings and lists keep their lines.
        let drawn = meaning.starts_with(['-', '|', ' ']);
        let text = if drawn {
            (*meaning).to_owned()
        } else {
            paragraph(meaning, "")
        };
        out.push_str(&format!("\n{text}\n"));
    }
    if !explanation.why.is_empty() {
        out.push_str(&format!(
            "\n{}\n",
            paragraph(&format!("Why: {}", explanation.why), "")
        ));
    }
    let leads = ["This breaks it:", "This just does not:"];
    for (lead, example) in leads.iter().zip(&explanation.examples) {
        out.push_str(&format!("\n{lead}\n\n"));
        for line in example.record.lines() {
            out.push_str(&format!("    {line}\n"));
        }
        out.push('\n');
        out.push_str(&shown(example, color));
    }
    out.trim_end().to_owned() + "\n"
}

/// What `validate` says of an example that is written out in full.
fn shown(example: &Example, color: bool) -> String {
    if example.record.contains('×') {
        return String::new();
    }
    let places = LineIndex::new(example.record);
    let renderer = TextRenderer::new(color);
    let options = Options {
        variations: true,
        ..Options::default()
    };
    record::read(example.record)
        .flat_map(|record| verify(&record, &options).findings)
        .map(|finding| renderer.finding(&finding, "example.sgf", Some(&places)))
        .collect()
}
