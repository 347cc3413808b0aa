//! `kifu explain`: the explanation of a finding.

use clap::{Args, ValueEnum};

use super::{
    error::CliError, exit::Exit, names, output::to_json, output_args::OutputArgs,
    overwrite_guard::OverwriteGuard,
};
use crate::{
    record,
    report::{CodeEntry, LineIndex, TextRenderer},
    verify::{Code, Example, Options, explain, verify},
};

/// Explain a finding, or list all codes
///
/// Prints the rule behind a code, its meaning and reason, a record that breaks it with the board
/// at that ply, and a similar one that does not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu explain
  kifu explain ugo                            all codes of a game or group
  kifu explain ugo::king-captures-nothing

Exit status:
  0  explained
  2  there is no such code or group")]
pub(super) struct Explain {
    /// A code, or a group of codes such as `ugo`; without it, all are listed
    #[arg(value_name = "CODE", value_parser = names::code_ids(), hide_possible_values = true)]
    code: Option<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    output_args: OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One object, or an array of all codes
    Json,
    /// The section of the documentation
    Markdown,
}

impl Explain {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let codes = self
            .code
            .as_deref()
            .map_or(Ok(Found::Group(Code::ALL.to_vec())), find)?;
        let guard = OverwriteGuard::default();
        let mut output = guard.create(self.output_args.output.as_deref())?;
        let color = output.has_color(self.output_args.color);
        let width = output.width;
        output.write(&match (codes, self.format) {
            (Found::One(code), Format::Text) => in_full(code, color, width),
            (Found::One(code), Format::Json) => to_json(&CodeEntry::new(code))? + "\n",
            (Found::One(code), Format::Markdown) => markdown(code),
            (Found::Group(codes), Format::Text) => list(&codes, width),
            (Found::Group(codes), Format::Json) => {
                let entries = codes.into_iter().map(CodeEntry::new);
                to_json(&entries.collect::<Vec<_>>())? + "\n"
            }
            (Found::Group(codes), Format::Markdown) => {
                let sections: Vec<String> = codes.into_iter().map(markdown).collect();
                sections.join("\n")
            }
        })?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}

/// What is explained.
enum Found {
    One(Code),
    /// All codes of a group, or all that there are.
    Group(Vec<Code>),
}

/// The code with this id, or those of the group with this name, as in `ugo`, `ugo::` or `ugo::*`.
fn find(id: &str) -> Result<Found, CliError> {
    if let Some(code) = Code::from_id(id) {
        return Ok(Found::One(code));
    }
    let name = id
        .trim_end_matches('*')
        .trim_end_matches(':')
        .to_lowercase();
    // The later name of Ugo.
    let name = if name == "yugo" { "ugo" } else { &name };
    let codes = Code::ALL.iter().copied();
    let group: Vec<Code> = codes.filter(|code| code.group() == name).collect();
    if group.is_empty() {
        return Err(names::unknown_code(id));
    }
    Ok(Found::Group(group))
}

/// Codes with their rules.
fn list(codes: &[Code], width: Option<usize>) -> String {
    let mut out = String::new();
    for &code in codes {
        let head = format!("{}  ({})\n", code.id(), code.severity());
        out.push_str(&head);
        out.push_str(&paragraph(code.rule(), "    ", width));
        out.push('\n');
    }
    out
}

fn markdown(code: Code) -> String {
    let section = explain(code).map(|explanation| explanation.markdown);
    format!("## `{}`\n\n{}\n", code.id(), section.unwrap_or(code.rule()))
}

/// A paragraph broken into lines that fit into an output of so many columns, or into 80.
fn paragraph(text: &str, indent: &str, width: Option<usize>) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = textwrap::Options::new(width.unwrap_or(80).clamp(50, 120))
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false);
    textwrap::fill(&text, options)
}

fn in_full(code: Code, color: bool, width: Option<usize>) -> String {
    let mut out = format!(
        "{} ({})\n\n{}\n",
        code.id(),
        code.severity(),
        paragraph(code.rule(), "", width)
    );
    let Some(explanation) = explain(code) else {
        return out;
    };
    for meaning in &explanation.meaning {
        // Diagrams and lists are preformatted.
        let is_preformatted = meaning.starts_with(['-', '|', ' ']);
        let text = if is_preformatted {
            (*meaning).to_owned()
        } else {
            paragraph(meaning, "", width)
        };
        out.push_str(&format!("\n{text}\n"));
    }
    if !explanation.why.is_empty() {
        out.push_str(&format!(
            "\n{}\n",
            paragraph(&format!("Why: {}", explanation.why), "", width)
        ));
    }
    let headings = ["Violation:", "Narrowly legal:"];
    for (heading, example) in headings.iter().zip(&explanation.examples) {
        out.push_str(&format!("\n{heading}\n\n"));
        for line in example.record.lines() {
            out.push_str(&format!("    {line}\n"));
        }
        out.push('\n');
        out.push_str(&findings_of(example, color, width));
    }
    out.trim_end().to_owned() + "\n"
}

/// The findings of an example, unless its record is abbreviated.
fn findings_of(example: &Example, color: bool, width: Option<usize>) -> String {
    if example.record.contains('×') {
        return String::new();
    }
    let lines = LineIndex::new(example.record);
    let renderer = TextRenderer::new(color, width);
    let options = Options {
        variations: true,
        ..Options::default()
    };
    record::read(example.record)
        .flat_map(|record| verify(&record, &options).findings)
        .map(|finding| renderer.finding(&finding, "example.sgf", Some(&lines)))
        .collect()
}
