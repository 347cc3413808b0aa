//! How diagrams look: the options, which formats they go with, and what they mean.

use clap::{Args, ValueEnum};

use super::{Format, select::Plies};
use crate::{
    cli::exit::Failure,
    diagram::{Crop, Numbering, PaperSize, PlyViewOptions, Style, Theme, View},
    games::Game,
    record::{PointSet, read_points},
};

/// How diagrams look.
#[derive(Debug, Args)]
#[command(next_help_heading = "Diagrams")]
#[allow(clippy::struct_excessive_bools)] // Each is an option that is given or not.
pub(super) struct Look {
    /// Number the plies: all, from one on, or `A..B` (text, svg, png, pdf)
    #[arg(long, value_name = "A..B", num_args = 0..=1, default_missing_value = "all")]
    numbers: Option<Plies>,

    /// The number of the first numbered ply [default: its place in the game]
    #[arg(long, value_name = "N", requires = "numbers", value_parser = clap::value_parser!(u32).range(..=100_000))]
    first_number: Option<u32>,

    /// Show who owns which region, and the score
    #[arg(long)]
    territory: bool,

    /// Show the players, the event, komi and the result above the board
    #[arg(long)]
    header: bool,

    /// Mark the last ply and what it captured [default: on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, default_missing_value = "on", hide_possible_values = true)]
    last_move: Option<Switch>,

    /// Characters of ASCII only (text)
    #[arg(long)]
    ascii: bool,

    /// Margo: one board a level (text)
    #[arg(long)]
    levels: bool,

    /// The colors: `wood`, `paper`, `dark`, or `print` for black and white (pictures) [default: wood, of pdf print]
    #[arg(long, value_enum, hide_possible_values = true)]
    theme: Option<ThemeName>,

    /// The names of columns and rows on all sides (pictures) [default: on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, default_missing_value = "on", hide_possible_values = true)]
    coordinates: Option<Switch>,

    /// Pixels of the longer side (pictures) [default: 640]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    size: Option<u32>,

    /// Draw only what is played and a little around it, or the part between two corners, as `a1:f6` (pictures)
    #[arg(long, value_name = "A1:F6", num_args = 0..=1, default_missing_value = "around", value_parser = crop)]
    crop: Option<Crop>,

    /// Margo: from above, or `iso` from a corner (pictures)
    #[arg(long, value_enum, hide_possible_values = true)]
    view: Option<ViewName>,

    /// Draw so many times as large, such as `2` for a fine screen (png, gif)
    #[arg(long, value_name = "TIMES", value_parser = scale)]
    scale: Option<f32>,

    /// How long a position is shown, in milliseconds (gif) [default: 800]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(20..=600_000))]
    delay: Option<u32>,

    /// Moves in a diagram, as in a book (pdf) [default: 50, unless --at says which positions]
    #[arg(long, value_name = "N", conflicts_with_all = ["at", "numbers", "step"], value_parser = clap::value_parser!(u32).range(1..))]
    moves: Option<u32>,

    /// Diagrams on a page (pdf) [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=30))]
    pages: Option<u16>,

    /// The paper: `a4` or `letter` (pdf) [default: a4]
    #[arg(long, value_enum, hide_possible_values = true)]
    paper: Option<PaperName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Switch {
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

fn crop(text: &str) -> Result<Crop, String> {
    if text == "around" {
        return Ok(Crop::Around);
    }
    // Sygo writes rectangles, and has columns after `z`.
    match read_points(Game::Sygo, text) {
        Some(PointSet::Rectangle(from, to)) => Ok(Crop::Between(from, to)),
        _ => Err("`around`, or two corners, as `a1:f6`".to_owned()),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok();
    scale
        .filter(|scale| (0.05..=20.0).contains(scale))
        .ok_or_else(|| "a number from 0.05 to 20".to_owned())
}

impl Look {
    /// Refuses an option that means nothing in the format.
    pub(super) fn check(&self, format: Format) -> Result<(), Failure> {
        use Format::{Gif, Html, Json, Jsonl, Pdf, Png, Svg, Text};
        let pictures: &[Format] = &[Svg, Png, Gif, Html, Pdf];
        let still: &[Format] = &[Text, Svg, Png, Pdf];
        let drawn: &[Format] = &[Text, Svg, Png, Gif, Html, Pdf];
        let options: [(&str, bool, &[Format]); 16] = [
            ("numbers", self.numbers.is_some(), still),
            ("first-number", self.first_number.is_some(), still),
            ("territory", self.territory, &[Text, Svg, Png, Gif, Pdf]),
            ("header", self.header, &[Text, Svg, Png, Gif, Pdf]),
            ("last-move", self.last_move.is_some(), drawn),
            ("ascii", self.ascii, &[Text]),
            ("levels", self.levels, &[Text]),
            ("theme", self.theme.is_some(), pictures),
            ("coordinates", self.coordinates.is_some(), pictures),
            ("size", self.size.is_some(), &[Svg, Png, Gif]),
            ("crop", self.crop.is_some(), pictures),
            ("view", self.view.is_some(), pictures),
            ("scale", self.scale.is_some(), &[Png, Gif]),
            ("delay", self.delay.is_some(), &[Gif]),
            ("moves", self.moves.is_some(), &[Pdf]),
            (
                "paper",
                self.paper.is_some() || self.pages.is_some(),
                &[Pdf],
            ),
        ];
        debug_assert!(![Json, Jsonl].iter().any(|data| drawn.contains(data)));
        if matches!(format, Gif | Html) && self.crop == Some(Crop::Around) {
            return Err(Failure::refused(format!(
                "all positions of --format {} show one part of the board: give --crop two corners, as `a1:f6`",
                format.name()
            )));
        }
        let foreign =
            |(_, given, formats): &&(&str, bool, &[Format])| *given && !formats.contains(&format);
        let Some((option, _, formats)) = options.iter().find(foreign) else {
            return Ok(());
        };
        let formats: Vec<&str> = formats.iter().map(|format| format.name()).collect();
        Err(Failure::refused(format!(
            "--{option} does not go with --format {}, only with {}",
            format.name(),
            formats.join(", ")
        )))
    }

    /// How pictures look.
    pub(super) fn style(&self, format: Format) -> Style {
        let usual = Style::default();
        Style {
            theme: match self.theme {
                None if format == Format::Pdf => Theme::Print,
                None | Some(ThemeName::Wood) => Theme::Wood,
                Some(ThemeName::Paper) => Theme::Paper,
                Some(ThemeName::Dark) => Theme::Dark,
                Some(ThemeName::Print) => Theme::Print,
            },
            coordinates: self.coordinates != Some(Switch::Off),
            size: self.size.unwrap_or(usual.size),
            crop: self.crop.unwrap_or(usual.crop),
            view: match self.view {
                Some(ViewName::Iso) => View::Iso,
                _ => View::Top,
            },
            min_levels: 0,
        }
    }

    /// What is shown beside the positions.
    pub(super) fn shots(&self) -> PlyViewOptions {
        let numbering = self.numbers.as_ref().map(|Plies(plies)| Numbering {
            plies: plies.clone(),
            first: self.first_number.unwrap_or(*plies.start()),
            every: None,
            levels: self.levels || self.view == Some(ViewName::Iso),
        });
        PlyViewOptions {
            last_ply: self.last_move != Some(Switch::Off),
            territory: self.territory,
            header: self.header,
            numbering,
        }
    }

    /// Whether it is said which plies are numbered.
    pub(super) fn has_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    pub(super) fn ascii(&self) -> bool {
        self.ascii
    }

    pub(super) fn levels(&self) -> bool {
        self.levels
    }

    pub(super) fn scale(&self) -> f32 {
        self.scale.unwrap_or(1.0)
    }

    /// Hundredths of a second, as GIF counts.
    pub(super) fn delay(&self) -> u16 {
        u16::try_from(self.delay.unwrap_or(800) / 10).unwrap_or(u16::MAX)
    }

    /// Moves in a diagram, if it is said.
    pub(super) fn moves(&self) -> Option<u32> {
        self.moves
    }

    pub(super) fn diagrams_a_page(&self) -> usize {
        self.pages.unwrap_or(4).into()
    }

    pub(super) fn paper(&self) -> PaperSize {
        match self.paper {
            Some(PaperName::Letter) => PaperSize::Letter,
            _ => PaperSize::A4,
        }
    }
}
