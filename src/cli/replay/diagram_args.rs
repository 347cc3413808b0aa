//! The options for the appearance of diagrams, and the formats they apply to.

use std::collections::BTreeMap;

use clap::{Args, ValueEnum};

use super::{caption_template::CaptionTemplate, format::ReplayFormat, select::NumberedPlies};
use crate::{
    cli::error::CliError,
    diagram::{
        Corner, Crop, HeaderDetail, ImageSize, Numbering, PaperSize, PlyViewOptions, Style, Theme,
        View,
    },
    games::Game,
    record::{PointSet, read_points},
};

/// The appearance of diagrams.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagrams")]
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
pub(super) struct DiagramArgs {
    /// Number the plies: all, from A on, or `A..B` (text, svg, png, pdf)
    #[arg(long, value_name = "A..B", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    numbers: Option<NumberedPlies>,

    /// The number shown on the first numbered ply [default: its ply number]
    #[arg(long, value_name = "N", requires = "numbers", value_parser = clap::value_parser!(u32).range(..=100_000))]
    first_number: Option<u32>,

    /// Mark who owns which region, and show the score
    #[arg(long)]
    territory: bool,

    /// Show players, event, komi and result above the board
    #[arg(long)]
    header: bool,

    /// Mark the last move and its captures [default: on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", hide_possible_values = true)]
    last_move: Option<OnOff>,

    /// Draw with ASCII characters only; texts of the record stay as they are (text)
    #[arg(long)]
    ascii: bool,

    /// Draw a wider board in parts of at most N characters (text) [default: the width of the terminal; without one boards
    /// are whole]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=10_000))]
    columns: Option<u16>,

    /// Margo: one board per level (text)
    #[arg(long)]
    levels: bool,

    /// Colors: `wood`, `paper`, `dark`, or `print` for black and white (images) [default: wood; for pdf: print]
    #[arg(long, value_enum, hide_possible_values = true)]
    theme: Option<ThemeName>,

    /// Label columns and rows on all sides (images) [default: on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", hide_possible_values = true)]
    coordinates: Option<OnOff>,

    /// Length of the longer side of the whole image in pixels (images)
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    image_pixels: Option<u32>,

    /// Length of the longer side of the board in pixels; texts extend the image (images) [default: 640, more where
    /// coordinates need it]
    #[arg(long, value_name = "PX", conflicts_with = "image_pixels", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    board_pixels: Option<u32>,

    /// Tell below the board who is to move, what has been captured and who has the button (images) [default: on]
    #[arg(long, alias = "status", value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", hide_possible_values = true)]
    status_line: Option<OnOff>,

    /// Draw only the occupied part of the board, or the part between two corners, as in `a1:f6` (images)
    #[arg(long, value_name = "CORNERS", num_args = 0..=1, require_equals = true, default_missing_value = "around", value_parser = crop)]
    crop: Option<Crop>,

    /// Margo: view from the `top`, `iso` from a corner, or `exploded` with a board for each level (images) [default: top]
    #[arg(long, value_enum, hide_possible_values = true)]
    view: Option<ViewName>,

    /// Margo: the corner nearest to the eye, with `--view iso` or `exploded`: `sw` (a1), `se`, `ne`, `nw` (images) [default: sw]
    #[arg(long, value_enum, hide_possible_values = true)]
    corner: Option<CornerName>,

    /// Scale factor, such as `2` for high-resolution screens (png, gif)
    #[arg(long, value_name = "TIMES", value_parser = scale)]
    scale: Option<f32>,

    /// Milliseconds per position (gif) [default: 800]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=600_000))]
    delay: Option<u32>,

    /// Moves per diagram, as in a book (pdf) [default: 50, or 100 on a board of more than 200 points, 25 with --view iso, unless --at selects positions]
    #[arg(long, alias = "moves", value_name = "N", conflicts_with_all = ["at", "numbers", "step"], value_parser = clap::value_parser!(u32).range(1..))]
    moves_per_diagram: Option<u32>,

    /// At most N diagrams per page (pdf) [default: as many as fit, at least 4]
    #[arg(long, alias = "pages", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=30))]
    diagrams_per_page: Option<u16>,

    /// The line below each diagram; `{figure}`, `{what}`, `{first}`, `{last}`, `{variation}`, `{black}`, `{white}`,
    /// `{event}`, `{date}` and `{result}` are replaced (pdf) [default: `Figure {figure}. {what}`]
    #[arg(long, value_name = "TEXT", value_parser = CaptionTemplate::parse)]
    caption: Option<CaptionTemplate>,

    /// The number of the first diagram (pdf) [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    first_figure: Option<u32>,

    /// Paper size: `a4` or `letter` (pdf) [default: a4]
    #[arg(long, value_enum, hide_possible_values = true)]
    paper: Option<PaperName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OnOff {
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    Wood,
    Paper,
    Dark,
    Print,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ViewName {
    Top,
    Iso,
    Exploded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CornerName {
    Sw,
    Se,
    Ne,
    Nw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

/// Decides whether an argument is a value of this option, which may have none; `None` for any other option.
pub(in crate::cli) fn optional_value(option: &str) -> Option<fn(&str) -> bool> {
    match option {
        "--numbers" => Some(|value| value.parse::<NumberedPlies>().is_ok()),
        "--crop" => Some(|value| crop(value).is_ok()),
        "--last-move" | "--coordinates" | "--status-line" | "--status" => {
            Some(|value| OnOff::from_str(value, false).is_ok())
        }
        _ => None,
    }
}

fn crop(text: &str) -> Result<Crop, String> {
    if text == "around" {
        return Ok(Crop::Around);
    }
    // The notation of Sygo has rectangles, and columns after `z`.
    match read_points(Game::Sygo, text) {
        Some(PointSet::Rectangle(from, to)) => Ok(Crop::Between(from, to)),
        _ => Err("expected `around`, or two corners, as in `a1:f6`".to_owned()),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok();
    scale
        .filter(|scale| (0.05..=20.0).contains(scale))
        .ok_or_else(|| "expected a number from 0.05 to 20".to_owned())
}

impl DiagramArgs {
    /// Refuses an option that has no effect in the format.
    pub(super) fn check(&self, format: ReplayFormat) -> Result<(), CliError> {
        use ReplayFormat::{Gif, Html, Json, Jsonl, Pdf, Png, Svg, Text};
        let images: &[ReplayFormat] = &[Svg, Png, Gif, Html, Pdf];
        let still: &[ReplayFormat] = &[Text, Svg, Png, Pdf];
        let drawn: &[ReplayFormat] = &[Text, Svg, Png, Gif, Html, Pdf];
        let options: [(&'static str, bool, &[ReplayFormat]); 23] = [
            ("numbers", self.numbers.is_some(), still),
            ("first-number", self.first_number.is_some(), still),
            ("territory", self.territory, &[Text, Svg, Png, Gif, Pdf]),
            ("header", self.header, &[Text, Svg, Png, Gif, Pdf]),
            ("last-move", self.last_move.is_some(), drawn),
            ("ascii", self.ascii, &[Text]),
            ("columns", self.columns.is_some(), &[Text]),
            ("levels", self.levels, &[Text]),
            ("theme", self.theme.is_some(), images),
            ("coordinates", self.coordinates.is_some(), images),
            (
                "image-pixels",
                self.image_pixels.is_some(),
                &[Svg, Png, Gif],
            ),
            (
                "board-pixels",
                self.board_pixels.is_some(),
                &[Svg, Png, Gif],
            ),
            (
                "status-line",
                self.status_line.is_some(),
                &[Svg, Png, Gif, Pdf],
            ),
            ("crop", self.crop.is_some(), images),
            ("view", self.view.is_some(), images),
            ("corner", self.corner.is_some(), images),
            ("scale", self.scale.is_some(), &[Png, Gif]),
            ("delay", self.delay.is_some(), &[Gif]),
            ("caption", self.caption.is_some(), &[Pdf]),
            ("first-figure", self.first_figure.is_some(), &[Pdf]),
            (
                "moves-per-diagram",
                self.moves_per_diagram.is_some(),
                &[Pdf],
            ),
            (
                "diagrams-per-page",
                self.diagrams_per_page.is_some(),
                &[Pdf],
            ),
            ("paper", self.paper.is_some(), &[Pdf]),
        ];
        debug_assert!(![Json, Jsonl].iter().any(|data| drawn.contains(data)));
        if matches!(format, Gif | Html) && self.crop == Some(Crop::Around) {
            return Err(CliError::CropAround {
                format: format.name(),
            });
        }
        if self.corner.is_some() && !matches!(self.view, Some(ViewName::Iso | ViewName::Exploded)) {
            return Err(CliError::CornerFromAbove);
        }
        let foreign = |(_, is_given, formats): &&(&str, bool, &[ReplayFormat])| {
            *is_given && !formats.contains(&format)
        };
        let Some((option, _, formats)) = options.iter().find(foreign) else {
            return Ok(());
        };
        let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        Err(CliError::OptionOfOtherFormat {
            option,
            format: format.name(),
            allowed: formats.join(", "),
        })
    }

    /// The part of the board that is drawn.
    pub(super) fn crop(&self) -> Crop {
        self.crop.unwrap_or_default()
    }

    /// The style of images.
    pub(super) fn style(&self, format: ReplayFormat) -> Style {
        let default = Style::default();
        Style {
            theme: match self.theme {
                None if format == ReplayFormat::Pdf => Theme::Print,
                None | Some(ThemeName::Wood) => Theme::Wood,
                Some(ThemeName::Paper) => Theme::Paper,
                Some(ThemeName::Dark) => Theme::Dark,
                Some(ThemeName::Print) => Theme::Print,
            },
            coordinates: self.coordinates != Some(OnOff::Off),
            size: match (self.image_pixels, self.board_pixels) {
                (Some(pixels), _) => ImageSize::Whole(pixels),
                (None, Some(pixels)) => ImageSize::Board(pixels),
                (None, None) => default.size,
            },
            // The viewer tells it elsewhere.
            status: self.status_line != Some(OnOff::Off) && format != ReplayFormat::Html,
            still: format != ReplayFormat::Gif,
            in_book: format == ReplayFormat::Pdf,
            crop: self.crop(),
            view: match self.view {
                Some(ViewName::Iso) => View::Iso,
                Some(ViewName::Exploded) => View::Exploded,
                _ => View::Top,
            },
            corner: match self.corner {
                None | Some(CornerName::Sw) => Corner::SouthWest,
                Some(CornerName::Se) => Corner::SouthEast,
                Some(CornerName::Ne) => Corner::NorthEast,
                Some(CornerName::Nw) => Corner::NorthWest,
            },
            min_levels: 0,
        }
    }

    /// What is shown besides the positions.
    pub(super) fn ply_view_options(&self, format: ReplayFormat) -> PlyViewOptions {
        let numbering = self.numbers.as_ref().map(|NumberedPlies(plies)| Numbering {
            plies: plies.clone(),
            first: self.first_number.unwrap_or(*plies.start()),
            figures: BTreeMap::new(),
            levels: self.shows_levels(),
        });
        PlyViewOptions {
            last_ply: self.last_move != Some(OnOff::Off),
            territory: self.territory,
            header: match format {
                _ if self.header => HeaderDetail::Everything,
                // Books and the viewer tell the players elsewhere.
                ReplayFormat::Svg | ReplayFormat::Png | ReplayFormat::Gif
                    if self.status_line != Some(OnOff::Off) =>
                {
                    HeaderDetail::Players
                }
                _ => HeaderDetail::Nothing,
            },
            numbering,
        }
    }

    /// Margo: whether marbles below others can be told.
    pub(super) fn shows_levels(&self) -> bool {
        self.levels || matches!(self.view, Some(ViewName::Iso | ViewName::Exploded))
    }

    /// Whether plies are numbered.
    pub(super) fn has_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// The first ply that is numbered.
    pub(super) fn first_numbered(&self) -> Option<u32> {
        let NumberedPlies(plies) = self.numbers.as_ref()?;
        Some(*plies.start())
    }

    /// The last ply that is numbered, if the numbers have an end.
    pub(super) fn last_numbered(&self) -> Option<u32> {
        let NumberedPlies(plies) = self.numbers.as_ref()?;
        Some(*plies.end()).filter(|&end| end < u32::MAX)
    }

    pub(super) fn ascii(&self) -> bool {
        self.ascii
    }

    /// The widths of lines and of boards as text; `terminal` is that of the terminal, if the output is one.
    pub(super) fn text_widths(&self, terminal: Option<usize>) -> (usize, usize) {
        /// Longer lines are hard to read.
        const USUAL: usize = 80;
        match (self.columns.map(usize::from), terminal) {
            (Some(columns), _) => (columns, columns),
            (None, Some(width)) => (width.min(USUAL), width),
            (None, None) => (USUAL, usize::MAX),
        }
    }

    pub(super) fn levels(&self) -> bool {
        self.levels
    }

    pub(super) fn scale(&self) -> f32 {
        self.scale.unwrap_or(1.0)
    }

    /// Hundredths of a second, the unit of GIF.
    pub(super) fn delay(&self) -> u16 {
        u16::try_from(self.delay.unwrap_or(800) / 10).unwrap_or(u16::MAX)
    }

    /// Moves per diagram, if given.
    pub(super) fn moves(&self) -> Option<u32> {
        self.moves_per_diagram
    }

    /// The most diagrams of a page, if given.
    pub(super) fn diagrams_per_page(&self) -> Option<usize> {
        self.diagrams_per_page.map(usize::from)
    }

    pub(super) fn caption(&self) -> CaptionTemplate {
        self.caption.clone().unwrap_or_default()
    }

    /// The number of the first figure of a book.
    pub(super) fn first_figure(&self) -> u32 {
        self.first_figure.unwrap_or(1)
    }

    pub(super) fn paper(&self) -> PaperSize {
        match self.paper {
            Some(PaperName::Letter) => PaperSize::Letter,
            _ => PaperSize::A4,
        }
    }
}
