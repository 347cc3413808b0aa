//! `kifu explain`: the explanation of a finding.

use clap::{Args, ValueEnum};

use super::{
    error::CliError,
    exit::Exit,
    names,
    output::{Output, to_json},
    output_args::OutputArgs,
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
  kifu explain ugo::king-captures-nothing

Exit status:
  0  explained
  2  there is no such code")]
pub(super) struct Explain {
    /// The code; without it, all are listed
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
        let code = self.code.as_deref().map(find).transpose()?;
        let mut output = Output::open(self.output_args.output.as_deref())?;
        let color = self.output_args.color.decide(output.is_terminal);
        output.write(&match (code, self.format) {
            (Some(code), Format::Text) => in_full(code, color),
            (Some(code), Format::Json) => to_json(&CodeEntry::new(code))? + "\n",
            (Some(code), Format::Markdown) => markdown(code),
            (None, Format::Text) => list(),
            (None, Format::Json) => {
                to_json(
                    &Code::ALL
                        .iter()
                        .copied()
                        .map(CodeEntry::new)
                        .collect::<Vec<_>>(),
                )? + "\n"
            }
            (None, Format::Markdown) => {
                let sections: Vec<String> = Code::ALL.iter().copied().map(markdown).collect();
                sections.join("\n")
            }
        })?;
        output.finish()?;
        Ok(Exit::Fine)
    }
}

fn find(id: &str) -> Result<Code, CliError> {
    Code::from_id(id).ok_or_else(|| names::unknown_code(id))
}

/// All codes with their rules.
fn list() -> String {
    let mut out = String::new();
    for &code in Code::ALL {
        let head = format!("{}  ({})\n", code.id(), code.severity());
        out.push_str(&head);
        out.push_str(&paragraph(code.rule(), "    "));
        out.push('\n');
    }
    out
}

fn markdown(code: Code) -> String {
    let section = explain(code).map(|explanation| explanation.markdown);
    format!("## `{}`\n\n{}\n", code.id(), section.unwrap_or(code.rule()))
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

fn in_full(code: Code, color: bool) -> String {
    let mut out = format!(
        "{} ({})\n\n{}\n",
        code.id(),
        code.severity(),
        paragraph(code.rule(), "")
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
    let headings = ["Violation:", "Narrowly legal:"];
    for (heading, example) in headings.iter().zip(&explanation.examples) {
        out.push_str(&format!("\n{heading}\n\n"));
        for line in example.record.lines() {
            out.push_str(&format!("    {line}\n"));
        }
        out.push('\n');
        out.push_str(&findings_of(example, color));
    }
    out.trim_end().to_owned() + "\n"
}

/// The findings of an example, unless its record is abbreviated.
fn findings_of(example: &Example, color: bool) -> String {
    if example.record.contains('×') {
        return String::new();
    }
    let lines = LineIndex::new(example.record);
    let renderer = TextRenderer::new(color);
    let options = Options {
        variations: true,
        ..Options::default()
    };
    record::read(example.record)
        .flat_map(|record| verify(&record, &options).findings)
        .map(|finding| renderer.finding(&finding, "example.sgf", Some(&lines)))
        .collect()
}
