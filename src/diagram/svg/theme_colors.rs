//! The colors of the themes, put into the style sheet.

use super::palettes::{DARK, PAPER, PRINT, ThemePalette, WOOD};
use crate::{
    diagram::Theme,
    games::{Color, StoneColor},
};

/// The letters of stone colors, their fills, and the color of the letter on them. The first
/// ones can be distinguished by color-blind people; letters that are missing are gray.
const STONE_COLORS: [(char, &str, &str); 16] = [
    ('R', "#d1495b", "#fff"),
    ('G', "#2f9e6e", "#fff"),
    ('B', "#2f6fb7", "#fff"),
    ('Y', "#f2cf3b", "#222"),
    ('O', "#ee8a2c", "#222"),
    ('P', "#8e5bb5", "#fff"),
    ('C', "#5cc0dd", "#222"),
    ('M', "#cf5fa8", "#fff"),
    ('W', "#fafafa", "#222"),
    ('K', "#26262a", "#fff"),
    ('N', "#8a5a34", "#fff"),
    ('T', "#2aa7a1", "#fff"),
    ('L', "#a8cf4a", "#222"),
    ('V', "#6a4fc1", "#fff"),
    ('S', "#b9bec6", "#222"),
    ('A', "#f0b27a", "#222"),
];

/// The gradients of a theme with gloss, each with the class that refers to it.
const GRADIENTS: [(&str, &str); 3] = [
    (
        "black",
        r##"<radialGradient id="kifu-black" cx=".36" cy=".32" r=".7"><stop offset="0" stop-color="#5d5d62"/><stop offset=".55" stop-color="#242427"/><stop offset="1" stop-color="#0c0c0e"/></radialGradient>"##,
    ),
    (
        "white",
        r##"<radialGradient id="kifu-white" cx=".38" cy=".34" r=".75"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#f6f2e7"/><stop offset="1" stop-color="#d5cdb9"/></radialGradient>"##,
    ),
    (
        "gloss",
        r##"<radialGradient id="kifu-gloss" cx=".35" cy=".3" r=".6"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".5" stop-color="#fff" stop-opacity=".08"/><stop offset="1" stop-color="#000" stop-opacity=".18"/></radialGradient>"##,
    ),
];

/// The colors of a theme.
pub(super) struct ThemeColors {
    theme: Theme,
    palette: &'static ThemePalette,
}

impl ThemeColors {
    pub(super) fn of(theme: Theme) -> ThemeColors {
        let palette = match theme {
            Theme::Wood => &WOOD,
            Theme::Paper => &PAPER,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        };
        ThemeColors { theme, palette }
    }

    /// Whether the board has a background of its own.
    pub(super) fn has_board(&self) -> bool {
        self.palette.colors.iter().any(|(name, _)| *name == "board")
    }

    /// Black and white only.
    pub(super) fn is_print(&self) -> bool {
        self.theme == Theme::Print
    }

    /// Whether pieces have gloss.
    pub(super) fn has_gloss(&self) -> bool {
        self.theme == Theme::Wood
    }

    /// The fill of a marble: the higher, the lighter.
    pub(super) fn marble(&self, color: Color, level: u8, top_level: u8) -> String {
        let [low, high] = self.palette.marbles[color as usize];
        let steps = f64::from(top_level.max(2) - 1);
        let share = f64::from(level.saturating_sub(1)) / steps;
        let mix = |index: usize| {
            let (low, high) = (f64::from(low[index]), f64::from(high[index]));
            (low + (high - low) * share).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
    }

    /// The fill of a stone of Bamogo, and the color of its letter.
    pub(super) fn neutral_stone(
        &self,
        color: StoneColor,
        rank: usize,
    ) -> (&'static str, &'static str) {
        match (self.is_print(), rank) {
            (true, 0) => ("#000", "#fff"),
            (true, _) => ("#fff", "#000"),
            (false, _) => {
                let found = STONE_COLORS
                    .iter()
                    .find(|(letter, ..)| *letter == color.letter());
                found.map_or(("#8d929a", "#fff"), |&(_, fill, on)| (fill, on))
            }
        }
    }

    /// The gradients that the classes in use refer to.
    pub(super) fn gradients(&self, is_used: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let used = GRADIENTS.into_iter().filter(|(class, _)| is_used(class));
        let used = used.map(|(_, gradient)| gradient);
        if self.has_gloss() {
            used.collect()
        } else {
            Vec::new()
        }
    }

    /// The rules of the style sheet for the classes in use, below this class.
    pub(super) fn sheet(&self, root: &str, is_used: impl Fn(&str) -> bool) -> String {
        let rules = include_str!("sheet.css").lines().filter(|rule| {
            let selector = rule.split_once('{').map(|(selector, _)| selector);
            selector.is_some_and(|selector| is_used(selector.trim_start_matches('.')))
        });
        let mut sheet: String = rules.map(|rule| format!(".{root} {rule}\n")).collect();
        for (name, value) in self.palette.colors {
            sheet = sheet.replace(&format!("var(--{name})"), value);
        }
        sheet
    }
}
