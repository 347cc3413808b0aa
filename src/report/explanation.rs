//! The explanation of a code as JSON.

use serde::Serialize;

use crate::{
    output::SCHEMA,
    verify::{Code, Example, Explanation, explain},
};

/// The explanation of a code as `explain` reports it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Entry"))]
pub struct CodeEntry {
    schema: u32,
    code: &'static str,
    severity: String,
    rule: &'static str,
    /// What it means; blank lines separate paragraphs.
    meaning: String,
    /// The reason for the rule.
    why: String,
    /// A record that breaks the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<CodeExample>,
    /// A similar record that does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    keeps: Option<CodeExample>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "EntryExample"))]
struct CodeExample {
    /// The text; `{TEXT×N}` in it stands for N repetitions of a text.
    record: &'static str,
    /// The findings: severity, code, ply and point.
    findings: Vec<&'static str>,
}

impl From<&Example> for CodeExample {
    fn from(example: &Example) -> CodeExample {
        CodeExample {
            record: example.record,
            findings: example.findings.lines().collect(),
        }
    }
}

impl CodeEntry {
    /// The object for a code.
    pub fn new(code: Code) -> CodeEntry {
        let explanation = explain(code);
        let text =
            |text: fn(&Explanation) -> String| explanation.as_ref().map(text).unwrap_or_default();
        let example = |index: usize| {
            let examples = explanation
                .as_ref()
                .map(|explanation| &explanation.examples);
            examples
                .and_then(|examples| examples.get(index))
                .map(CodeExample::from)
        };
        CodeEntry {
            schema: SCHEMA,
            code: code.id(),
            severity: code.severity().to_string(),
            rule: code.rule(),
            meaning: text(|explanation| explanation.meaning.join("\n\n").replace('\r', "")),
            why: text(|explanation| explanation.why.to_owned()),
            breaks: example(0),
            keeps: example(1),
        }
    }
}
