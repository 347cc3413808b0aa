//! The formats of positions.

use clap::ValueEnum;

/// A format of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReplayFormat {
    /// Text boards
    #[default]
    Text,
    /// Vector images
    Svg,
    /// Raster images
    Png,
    /// An animation of each record
    Gif,
    /// Interactive HTML viewer, one file per record
    Html,
    /// Diagrams on paper, all records in one file
    Pdf,
    /// One array of objects, one per position
    Json,
    /// One object per line, one per position
    Jsonl,
}

impl ReplayFormat {
    /// Whether it is of no use in a terminal.
    pub(super) fn is_binary(self) -> bool {
        matches!(
            self,
            ReplayFormat::Png | ReplayFormat::Gif | ReplayFormat::Pdf
        )
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            ReplayFormat::Text => "text",
            ReplayFormat::Svg => "svg",
            ReplayFormat::Png => "png",
            ReplayFormat::Gif => "gif",
            ReplayFormat::Html => "html",
            ReplayFormat::Pdf => "pdf",
            ReplayFormat::Json => "json",
            ReplayFormat::Jsonl => "jsonl",
        }
    }
}
