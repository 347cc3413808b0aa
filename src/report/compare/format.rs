//! The formats of comparisons by name.

use super::{
    json::JsonComparison,
    markdown::MarkdownComparison,
    text::TextComparison,
    writer::{CompareOptions, CompareReport},
};

/// The format of a comparison report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CompareFormat {
    /// For people.
    #[default]
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// One object per line.
    Jsonl,
    /// One array, with the summary at its end.
    Json,
}

impl CompareFormat {
    /// A report in this format.
    pub fn open(self, options: &CompareOptions) -> Box<dyn CompareReport> {
        match self {
            CompareFormat::Text => Box::new(TextComparison::new(options)),
            CompareFormat::Markdown => Box::new(MarkdownComparison::new(options)),
            CompareFormat::Jsonl => Box::new(JsonComparison::new(false)),
            CompareFormat::Json => Box::new(JsonComparison::new(true)),
        }
    }
}
