//! The colours of the themes, and the style sheet made of them.

use crate::{
    diagram::Theme,
    games::{Color, Hue},
};

/// A theme's colours.
struct Palette {
    page: &'static str,
    /// The plate below the board; empty: none.
    board: &'static str,
    /// Cells and spaces, and what is behind a sign on an empty point.
    cell: &'static str,
    text: &'static str,
    grid: &'static str,
    edge: &'static str,
    coordinate: &'static str,
    /// Margo's holes.
    hole: &'static str,
    /// How stones are filled, and their rims.
    black: [&'static str; 2],
    white: [&'static str; 2],
    /// What is drawn on black, on white and on no piece.
    on_black: &'static str,
    on_white: &'static str,
    on_board: &'static str,
    /// The last move, on black and on white.
    last: [&'static str; 2],
    /// What is wrong.
    illegal: &'static str,
    /// Territory of Black and White.
    owners: [&'static str; 2],
    /// How pieces that were removed are filled.
    ghosts: [&'static str; 2],
    /// The crowns on black and on white.
    crowns: [&'static str; 2],
    /// The rims of marbles.
    marble_rims: [&'static str; 2],
    /// Margo: the lowest and the highest marbles of Black and of White.
    marbles: [[[u8; 3]; 2]; 2],
}

const WOOD: Palette = Palette {
    page: "#fdf8ec",
    board: "#e2b768",
    cell: "#ecc987",
    text: "#3b2a14",
    grid: "#6b4a1f",
    edge: "#4a3213",
    coordinate: "#5c4019",
    hole: "#b58a45",
    black: ["url(#kifu-black)", "#101010"],
    white: ["url(#kifu-white)", "#8f8672"],
    on_black: "#fff",
    on_white: "#111",
    on_board: "#2b1c08",
    last: ["#ff6b57", "#d3321d"],
    illegal: "#d11507",
    owners: ["#1a1206;fill-opacity:.34", "#fffdf4;fill-opacity:.55"],
    ghosts: ["#000;fill-opacity:.22", "#fff;fill-opacity:.4"],
    crowns: ["#f3cf72", "#8a5a12"],
    marble_rims: ["#000", "#5f594c"],
    marbles: [
        [[18, 18, 20], [92, 92, 98]],
        [[196, 188, 170], [255, 254, 250]],
    ],
};

const PAPER: Palette = Palette {
    page: "#fff",
    board: "",
    cell: "#fff",
    text: "#222",
    grid: "#777",
    edge: "#222",
    coordinate: "#555",
    hole: "#c4c4c4",
    black: ["#1c1c1e", "#1c1c1e"],
    white: ["#fff", "#1c1c1e"],
    on_black: "#fff",
    on_white: "#1c1c1e",
    on_board: "#1c1c1e",
    last: ["#ff7a66", "#d3321d"],
    illegal: "#d11507",
    owners: ["#000;fill-opacity:.26", "#000;fill-opacity:.06"],
    ghosts: ["#000;fill-opacity:.2", "#fff;fill-opacity:.5"],
    crowns: ["#fff", "#1c1c1e"],
    marble_rims: ["#000", "#444"],
    marbles: [
        [[24, 24, 26], [112, 112, 118]],
        [[206, 206, 206], [255, 255, 255]],
    ],
};

const DARK: Palette = Palette {
    page: "#1d1f23",
    board: "#2b2e34",
    cell: "#33373e",
    text: "#dcdfe4",
    grid: "#646b76",
    edge: "#9aa1ac",
    coordinate: "#a6adb8",
    hole: "#191b1f",
    black: ["#0b0c0e", "#8b929d"],
    white: ["#e6e4df", "#e6e4df"],
    on_black: "#f2f2f2",
    on_white: "#15171a",
    on_board: "#f2f2f2",
    last: ["#ff7a66", "#cf2f1a"],
    illegal: "#ff4a3d",
    owners: ["#000;fill-opacity:.45", "#fff;fill-opacity:.22"],
    ghosts: ["#000;fill-opacity:.4", "#fff;fill-opacity:.38"],
    crowns: ["#f3cf72", "#5a3d08"],
    marble_rims: ["#8b929d", "#3a3c40"],
    marbles: [
        [[8, 9, 11], [74, 78, 86]],
        [[164, 162, 156], [250, 248, 244]],
    ],
};

const PRINT: Palette = Palette {
    page: "#fff",
    board: "",
    cell: "#fff",
    text: "#000",
    grid: "#000",
    edge: "#000",
    coordinate: "#000",
    hole: "#fff;stroke:#000;stroke-width:.8",
    black: ["#000", "#000"],
    white: ["#fff", "#000"],
    on_black: "#fff",
    on_white: "#000",
    on_board: "#000",
    last: ["#fff", "#000"],
    illegal: "#000",
    owners: ["none", "none"],
    ghosts: ["#fff", "#fff"],
    crowns: ["#fff", "#000"],
    marble_rims: ["#fff", "#000"],
    marbles: [[[0, 0, 0], [0, 0, 0]], [[255, 255, 255], [255, 255, 255]]],
};

/// The letters of colours, their colours, and what is written on them. The first ones can
/// be told by people who see few colours; letters without a colour here are grey.
const HUES: [(char, &str, &str); 16] = [
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

fn bead([red, green, blue]: [u8; 3], rim: &str) -> String {
    format!("fill:#{red:02x}{green:02x}{blue:02x};stroke:{rim};stroke-width:.9")
}

/// How a theme looks.
pub(super) struct Look {
    theme: Theme,
    palette: &'static Palette,
}

impl Look {
    pub(super) fn of(theme: Theme) -> Look {
        let palette = match theme {
            Theme::Wood => &WOOD,
            Theme::Paper => &PAPER,
            Theme::Dark => &DARK,
            Theme::Print => &PRINT,
        };
        Look { theme, palette }
    }

    /// Whether there is a plate below the board.
    pub(super) fn has_board(&self) -> bool {
        !self.palette.board.is_empty()
    }

    /// Black and white only.
    pub(super) fn is_print(&self) -> bool {
        self.theme == Theme::Print
    }

    /// Whether pieces shine.
    pub(super) fn has_gloss(&self) -> bool {
        self.theme == Theme::Wood
    }

    /// How a marble is filled: the higher, the lighter.
    pub(super) fn marble(&self, color: Color, level: u8, highest: u8) -> String {
        let [low, high] = self.palette.marbles[color as usize];
        // Few levels should not look like the whole height of the pyramid.
        let steps = f64::from(highest.max(4) - 1);
        let share = f64::from(level.saturating_sub(1)) / steps;
        let mix = |index: usize| {
            let (low, high) = (f64::from(low[index]), f64::from(high[index]));
            (low + (high - low) * share).round() as u8
        };
        format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
    }

    /// How a stone of Bamogo is filled, and what is written on it.
    pub(super) fn hue(&self, hue: Hue, rank: usize) -> (&'static str, &'static str) {
        if self.is_print() {
            return if rank == 0 {
                ("#000", "#fff")
            } else {
                ("#fff", "#000")
            };
        }
        let found = HUES.iter().find(|(letter, ..)| *letter == hue.letter());
        found.map_or(("#8d929a", "#fff"), |&(_, fill, on)| (fill, on))
    }

    /// Definitions that the style sheet refers to, of those classes that occur.
    pub(super) fn defs(&self, is_used: impl Fn(&str) -> bool) -> Vec<&'static str> {
        const DEFS: [(&str, &str); 3] = [
            (
                "black",
                "<radialGradient id=\"kifu-black\" cx=\".36\" cy=\".32\" r=\".7\"><stop offset=\"0\" stop-color=\"#5d5d62\"/>\
                 <stop offset=\".55\" stop-color=\"#242427\"/><stop offset=\"1\" stop-color=\"#0c0c0e\"/></radialGradient>",
            ),
            (
                "white",
                "<radialGradient id=\"kifu-white\" cx=\".38\" cy=\".34\" r=\".75\"><stop offset=\"0\" stop-color=\"#fff\"/>\
                 <stop offset=\".6\" stop-color=\"#f6f2e7\"/><stop offset=\"1\" stop-color=\"#d5cdb9\"/></radialGradient>",
            ),
            (
                "gloss",
                "<radialGradient id=\"kifu-gloss\" cx=\".35\" cy=\".3\" r=\".6\"><stop offset=\"0\" stop-color=\"#fff\" stop-opacity=\".55\"/>\
                 <stop offset=\".5\" stop-color=\"#fff\" stop-opacity=\".08\"/><stop offset=\"1\" stop-color=\"#000\" stop-opacity=\".18\"/></radialGradient>",
            ),
        ];
        if !self.has_gloss() {
            return Vec::new();
        }
        let used = DEFS.into_iter().filter(|(class, _)| is_used(class));
        used.map(|(_, def)| def).collect()
    }

    /// The style sheet: classes and declarations.
    pub(super) fn rules(&self) -> Vec<(&'static str, String)> {
        let palette = self.palette;
        let [black, black_rim] = palette.black;
        let [white, white_rim] = palette.white;
        // A laser printer draws hairlines well, and they leave the pieces their weight.
        let [grid, cells] = if self.is_print() {
            [".7", ".4"]
        } else {
            [".8", ".7"]
        };
        let [last_on_black, last_on_white] = palette.last;
        let [black_owner, white_owner] = palette.owners;

        vec![
            (
                "text",
                "text-anchor:middle;font-family:\"DejaVu Sans Condensed\",\"DejaVu Sans\",Arial,sans-serif;font-stretch:condensed".to_owned(),
            ),
            ("page", format!("fill:{}", palette.page)),
            ("board", format!("fill:{}", palette.board)),
            ("grid", format!("fill:none;stroke:{};stroke-width:{grid};stroke-linecap:square", palette.grid)),
            ("edge", format!("fill:none;stroke:{};stroke-width:1.5;stroke-linecap:square", palette.edge)),
            ("rim", format!("fill:none;stroke:{};stroke-width:2.4;stroke-linecap:round", palette.edge)),
            ("stars", format!("fill:{}", palette.edge)),
            ("cells", format!("fill:{};stroke:{};stroke-width:{cells}", palette.cell, palette.grid)),
            ("plate", format!("fill:{};stroke:{};stroke-width:1", palette.cell, palette.edge)),
            ("holes", format!("fill:{}", palette.hole)),
            ("black", format!("fill:{black};stroke:{black_rim};stroke-width:.8")),
            ("white", format!("fill:{white};stroke:{white_rim};stroke-width:.8")),
            ("gloss", "fill:url(#kifu-gloss)".to_owned()),
            ("black-marble", format!("stroke:{};stroke-width:.8", palette.marble_rims[0])),
            ("white-marble", format!("stroke:{};stroke-width:.8", palette.marble_rims[1])),
            ("black-contour", "fill:none;stroke:#fff;stroke-width:.6".to_owned()),
            ("white-contour", "fill:none;stroke:#000;stroke-width:.6".to_owned()),
            ("black-bead", bead(palette.marbles[0][0], palette.on_black)),
            ("white-bead", bead(palette.marbles[1][0], palette.on_white)),
            ("neutral", format!("stroke:{};stroke-width:.8", palette.white[1])),
            ("ring", "fill:none;stroke:#000;stroke-width:.7".to_owned()),
            ("crown-black", format!("fill:{}", palette.crowns[0])),
            ("crown-white", format!("fill:{}", palette.crowns[1])),
            ("black-owner", format!("fill:{black_owner}")),
            ("white-owner", format!("fill:{white_owner}")),
            ("captured", "stroke-width:.9".to_owned()),
            ("black-ghost", format!("stroke:{black_rim};fill:{};stroke-dasharray:2 1.6", palette.ghosts[0])),
            ("white-ghost", format!("stroke:{white_rim};fill:{};stroke-dasharray:2 1.6", palette.ghosts[1])),
            ("ghost-cross", format!("fill:none;stroke:{};stroke-width:1.1", palette.on_board)),
            ("turned", "fill:none;stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round".to_owned()),
            ("marks", "fill:none;stroke-width:1.5;stroke-linejoin:miter".to_owned()),
            ("on-black", format!("stroke:{}", palette.on_black)),
            ("on-white", format!("stroke:{}", palette.on_white)),
            ("on-board", format!("stroke:{}", palette.on_board)),
            ("ink-black", format!("fill:{}", palette.on_black)),
            ("ink-white", format!("fill:{}", palette.on_white)),
            ("ink-board", format!("fill:{}", palette.on_board)),
            ("last-black", format!("fill:{last_on_black}")),
            ("last-white", format!("fill:{last_on_white}")),
            ("last-board", format!("fill:{}", palette.illegal)),
            ("blank-cell", format!("fill:{}", palette.cell)),
            ("blank", format!("fill:{}", if self.has_board() { palette.board } else { palette.page })),
            ("numbers", "font-weight:bold".to_owned()),
            ("labels", "font-weight:bold".to_owned()),
            ("lines", format!("fill:{0};stroke:{0};stroke-width:1.6;stroke-linecap:round;opacity:.85", palette.on_board)),
            ("illegal", format!("fill:none;stroke:{};stroke-width:3;stroke-linecap:round", palette.illegal)),
            ("halo", format!("stroke:{};stroke-width:5.4", palette.page)),
            ("coordinates", format!("fill:{}", palette.coordinate)),
            ("header", format!("fill:{}", palette.text)),
            ("notes", format!("fill:{}", palette.text)),
            ("sides", format!("fill:{}", palette.coordinate)),
            ("spaces", format!("fill:{};stroke:{};stroke-width:1", palette.cell, palette.grid)),
            ("players", "font-weight:bold".to_owned()),
        ]
    }
}
