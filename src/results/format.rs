//! The formats of results by name.

use super::{
    csv::CsvResults,
    html::HtmlResults,
    json::JsonResults,
    markdown::MarkdownResults,
    text::TextResults,
    writer::{ResultsLayout, ResultsWriter},
};

/// The format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultsFormat {
    /// For people.
    #[default]
    Text,
    /// A table.
    Csv,
    /// One array.
    Json,
    /// One object per line.
    Jsonl,
    /// Tables in Markdown.
    Markdown,
    /// A page.
    Html,
}

impl ResultsFormat {
    /// Opens results in this format.
    pub fn open(self, layout: ResultsLayout) -> Box<dyn ResultsWriter> {
        match self {
            ResultsFormat::Text => Box::new(TextResults::new(layout)),
            ResultsFormat::Csv => Box::new(CsvResults::new(layout)),
            ResultsFormat::Json => Box::new(JsonResults::new(layout, true)),
            ResultsFormat::Jsonl => Box::new(JsonResults::new(layout, false)),
            ResultsFormat::Markdown => Box::new(MarkdownResults::new(layout)),
            ResultsFormat::Html => Box::new(HtmlResults::new(layout)),
        }
    }
}
