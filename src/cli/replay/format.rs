//! The formats of positions.

use std::path::Path;

use clap::ValueEnum;

/// A format of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ReplayFormat {
    /// Text boards
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
    /// The format that the extension of a file stands for; `None` for a folder and for other
    /// extensions.
    pub(super) fn of_file(path: &Path) -> Option<ReplayFormat> {
        if is_folder(path) {
            return None;
        }
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "txt" => ReplayFormat::Text,
            "svg" => ReplayFormat::Svg,
            "png" => ReplayFormat::Png,
            "gif" => ReplayFormat::Gif,
            "html" | "htm" => ReplayFormat::Html,
            "pdf" => ReplayFormat::Pdf,
            "json" => ReplayFormat::Json,
            "jsonl" => ReplayFormat::Jsonl,
            _ => return None,
        })
    }

    /// Whether a file is named like a picture or a document in a format that is not written.
    pub(super) fn is_other_picture(path: &Path) -> bool {
        const OTHERS: [&str; 12] = [
            "avif", "bmp", "eps", "heic", "ico", "jpeg", "jpg", "mp4", "ps", "tif", "tiff", "webp",
        ];
        let extension = path.extension().and_then(|extension| extension.to_str());
        let extension = extension.map(str::to_ascii_lowercase);
        !is_folder(path) && extension.is_some_and(|extension| OTHERS.contains(&&*extension))
    }

    /// Whether it is of no use in a terminal.
    pub(super) fn is_binary(self) -> bool {
        matches!(
            self,
            ReplayFormat::Png | ReplayFormat::Gif | ReplayFormat::Pdf
        )
    }

    /// The first bytes of the files that kifu writes in this format, as far as they tell it from others.
    pub(super) fn beginning(self) -> &'static [u8] {
        match self {
            ReplayFormat::Svg => b"<svg ",
            ReplayFormat::Png => b"\x89PNG\r\n\x1a\n",
            ReplayFormat::Gif => b"GIF89a",
            ReplayFormat::Html => b"<!DOCTYPE html>",
            ReplayFormat::Pdf => b"%PDF-",
            ReplayFormat::Text | ReplayFormat::Json | ReplayFormat::Jsonl => b"",
        }
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

/// Whether a path is that of a folder: there is one, or it ends with a slash.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_pictures_are_told_from_other_files() {
        for (path, is_picture) in [
            ("a.jpg", true),
            ("d/A.JPEG", true),
            ("a.webp", true),
            ("a.png", false),
            ("a.md", false),
            ("jpg", false),
            ("a.jpg/", false),
        ] {
            let is_other = ReplayFormat::is_other_picture(Path::new(path));
            assert_eq!(is_other, is_picture, "{path}");
        }
    }

    #[test]
    fn extensions_stand_for_formats() {
        let of = |path: &str| ReplayFormat::of_file(Path::new(path)).map(ReplayFormat::name);
        assert_eq!(of("a/game.svg"), Some("svg"));
        assert_eq!(of("GAME.HTM"), Some("html"));
        assert_eq!(of("game.txt"), Some("text"));
        for path in [
            "images",
            "images.svg/",
            "game.sgf",
            ".svg",
            "src",
            "/dev/full",
        ] {
            assert_eq!(of(path), None, "{path}");
        }
    }
}
