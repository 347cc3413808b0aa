//! A small image of each game in full.

use insta::assert_snapshot;

use super::{at, drawn, small};
use crate::{
    diagram::{Diagram, Header, ImageSize, Location, Mark, MoveNumber, Style, Theme, View},
    games::{Color, Game, Piece},
};

/// Without coordinates, so that the board itself is seen.
fn bare(theme: Theme) -> Style {
    Style {
        theme,
        coordinates: false,
        size: ImageSize::Whole(200),
        status: false,
        ..Style::default()
    }
}

#[test]
fn bargo() {
    let position = small(Game::Bargo);
    let last = [at(3, 3).into()];
    let diagram = Diagram {
        placed: &last,
        ..Diagram::new(&position)
    };
    assert_snapshot!(drawn(&diagram, &bare(Theme::Paper)), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-paper" viewBox="0 0 72 68.64" width="200" height="190.67" role="img" aria-label="Bargo, side 2, at the start, Black to move">
    <title>Bargo, side 2, at the start, Black to move</title>
    <style>
    .kifu-paper .page{fill:#fff}
    .kifu-paper .rim{fill:none;stroke:#222;stroke-width:2.4;stroke-linecap:round}
    .kifu-paper .cells{fill:#fff;stroke:#777;stroke-width:.7}
    .kifu-paper .black{fill:#1c1c1e;stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .white{fill:#fff;stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .black-wall{fill:#1c1c1e;stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .white-wall{fill:#fff;stroke:#1c1c1e;stroke-width:1.1}
    .kifu-paper .last-white{fill:#d3321d}
    </style>
    <rect class="page" x="0" y="0" width="72" height="68.64"/>
    <g class="cells">
    <path d="M36 45.87V57.41L26 63.19L16 57.41V45.87L26 40.09Z"/>
    <path d="M56 45.87V57.41L46 63.19L36 57.41V45.87L46 40.09Z"/>
    <path d="M26 28.55V40.09L16 45.87L6 40.09V28.55L16 22.77Z"/>
    <path d="M46 28.55V40.09L36 45.87L26 40.09V28.55L36 22.77Z"/>
    <path d="M66 28.55V40.09L56 45.87L46 40.09V28.55L56 22.77Z"/>
    <path d="M36 11.23V22.77L26 28.55L16 22.77V11.23L26 5.45Z"/>
    <path d="M56 11.23V22.77L46 28.55L36 22.77V11.23L46 5.45Z"/>
    </g>
    <g class="rim">
    <path d="M16 57.41V45.87"/>
    <path d="M26 63.19L16 57.41"/>
    <path d="M36 57.41L26 63.19"/>
    <path d="M56 45.87V57.41"/>
    <path d="M46 63.19L36 57.41"/>
    <path d="M56 57.41L46 63.19"/>
    <path d="M6 28.55L16 22.77"/>
    <path d="M6 40.09V28.55"/>
    <path d="M16 45.87L6 40.09"/>
    <path d="M66 28.55V40.09"/>
    <path d="M56 22.77L66 28.55"/>
    <path d="M66 40.09L56 45.87"/>
    <path d="M26 5.45L36 11.23"/>
    <path d="M16 11.23L26 5.45"/>
    <path d="M16 22.77V11.23"/>
    <path d="M56 11.23V22.77"/>
    <path d="M46 5.45L56 11.23"/>
    <path d="M36 11.23L46 5.45"/>
    </g>
    <g class="walls">
    <path class="white-wall" d="M36.5 22.48V11.52L39.3 13.13V20.87Z"/>
    <path class="black-wall" d="M26 40.67L35.5 46.16L32.7 47.77L26 43.9Z"/>
    </g>
    <g class="stones">
    <circle class="white" cx="46" cy="17" r="6"/>
    <circle class="black" cx="26" cy="51.64" r="6"/>
    </g>
    <g class="last">
    <circle class="last-white" cx="46" cy="17" r="2.52"/>
    </g>
    </svg>
    "##);
}

#[test]
fn sygo() {
    let position = small(Game::Sygo);
    let numbers = [MoveNumber {
        location: at(1, 1).into(),
        number: 12,
    }];
    let flipped = [at(3, 2).into()];
    let elsewhere = ["14 at a1".to_owned()];
    let diagram = Diagram {
        numbers: &numbers,
        flipped: &flipped,
        unplaced_moves: &elsewhere,
        ..Diagram::new(&position)
    };
    let style = Style {
        coordinates: true,
        ..bare(Theme::Print)
    };
    // Blanks at which no line may end are shown as `~`.
    let svg = drawn(&diagram, &style).replace('\u{a0}', "~");
    assert_snapshot!(svg, @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-print" viewBox="0 0 86 76" width="200" height="176.74" role="img" aria-label="Sygo, 3 × 2, at the start, White to move">
    <title>Sygo, 3 × 2, at the start, White to move</title>
    <style>
    .kifu-print text{text-anchor:middle;font-stretch:condensed;font-family:"DejaVu Sans Condensed","DejaVu Sans",Arial,sans-serif}
    .kifu-print .page{fill:#fff}
    .kifu-print .grid{fill:none;stroke:#000;stroke-width:.8;stroke-linecap:square}
    .kifu-print .edge{stroke:#000;stroke-width:1.5}
    .kifu-print .black{fill:#000;stroke:#000;stroke-width:.8}
    .kifu-print .white{fill:#fff;stroke:#000;stroke-width:.8}
    .kifu-print .turned{fill:none;stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round}
    .kifu-print .on-white{stroke:#000}
    .kifu-print .ink-black{fill:#fff}
    .kifu-print .numbers{font-weight:bold}
    .kifu-print .coordinates{fill:#000}
    .kifu-print .notes{fill:#000}
    .kifu-print .list{text-anchor:start}
    </style>
    <rect class="page" x="0" y="0" width="86" height="76"/>
    <g class="grid">
    <path class="edge" d="M23 23H63"/>
    <path class="edge" d="M23 43H63"/>
    <path class="edge" d="M23 43V23"/>
    <path d="M43 43V23"/>
    <path class="edge" d="M63 43V23"/>
    </g>
    <g class="coordinates" font-size="7.2">
    <text x="23" y="61.19">a</text>
    <text x="23" y="9.99">a</text>
    <text x="43" y="61.19">b</text>
    <text x="43" y="9.99">b</text>
    <text x="63" y="61.19">c</text>
    <text x="63" y="9.99">c</text>
    <text x="7.4" y="45.59">1</text>
    <text x="78.6" y="45.59">1</text>
    <text x="7.4" y="25.59">2</text>
    <text x="78.6" y="25.59">2</text>
    </g>
    <g class="stones">
    <circle class="white" cx="63" cy="23" r="9.5"/>
    <circle class="black" cx="23" cy="43" r="9.5"/>
    </g>
    <g class="turned">
    <path class="on-white" d="M68.17 20.59A5.7 5.7 0 0 0 57.83 20.59M60.76 19.56L57.83 20.59L59.03 16.88M57.83 25.41A5.7 5.7 0 0 0 68.17 25.41M65.24 26.44L68.17 25.41L66.97 29.12"/>
    </g>
    <g class="numbers" font-size="10.07">
    <text class="ink-black" x="23" y="46.63">12</text>
    </g>
    <g class="notes" font-size="3.87">
    <text class="list" x="6" y="72.17">14~at~a1</text>
    </g>
    </svg>
    "##);
}

#[test]
fn ugo() {
    let position = small(Game::Ugo);
    let marks = [
        Mark::Label(at(4, 4).into(), "A"),
        Mark::Label(at(3, 3).into(), "<b>"),
        Mark::Arrow(at(5, 1).into(), at(5, 5).into()),
    ];
    let captured = [Piece::Stone(Color::White, at(2, 5))];
    let diagram = Diagram {
        marks: &marks,
        captured: &captured,
        header: Some(Header {
            black: Some("Ann"),
            event: Some("Cup & Plate"),
            ..Header::default()
        }),
        territory: true,
        ..Diagram::new(&position)
    };
    // Blanks at which no line may end are shown as `~`.
    let svg = drawn(&diagram, &bare(Theme::Wood)).replace('\u{a0}', "~");
    assert_snapshot!(svg, @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-wood" viewBox="0 -17.28 110 137.82" width="159.63" height="200" role="img" aria-label="Ann (Black): Ugo, 5 × 5, at the start, Black to move">
    <title>Ann (Black): Ugo, 5 × 5, at the start, Black to move</title>
    <style>
    .kifu-wood text{text-anchor:middle;font-stretch:condensed;font-family:"DejaVu Sans Condensed","DejaVu Sans",Arial,sans-serif}
    .kifu-wood .page{fill:#fdf8ec}
    .kifu-wood .board{fill:#e2b768}
    .kifu-wood .grid{fill:none;stroke:#6b4a1f;stroke-width:.8;stroke-linecap:square}
    .kifu-wood .edge{stroke:#4a3213;stroke-width:1.5}
    .kifu-wood .stars{fill:#4a3213}
    .kifu-wood .black{fill:url(#kifu-black);stroke:#101010;stroke-width:.8}
    .kifu-wood .white{fill:url(#kifu-white);stroke:#8f8672;stroke-width:.8}
    .kifu-wood .black-crown{fill:#f3cf72}
    .kifu-wood .white-crown{fill:#8a5a12}
    .kifu-wood .captured{stroke-width:.9}
    .kifu-wood .white-ghost{fill:#fff;fill-opacity:.4;stroke:#8f8672;stroke-dasharray:2 1.6}
    .kifu-wood .ghost-cross{fill:none;stroke:#2b1c08;stroke-width:1.1}
    .kifu-wood .lines{fill:#2b1c08;stroke:#2b1c08;stroke-width:1.6;stroke-linecap:round;opacity:.85}
    .kifu-wood .line-halo{stroke:#e2b768;stroke-width:3}
    .kifu-wood .blank{fill:#e2b768}
    .kifu-wood .ink-white{fill:#111}
    .kifu-wood .ink-board{fill:#2b1c08}
    .kifu-wood .labels{font-weight:bold}
    .kifu-wood .header{fill:#3b2a14}
    .kifu-wood .notes{fill:#3b2a14}
    .kifu-wood .players{font-weight:bold}
    </style>
    <defs>
    <radialGradient id="kifu-black" cx=".36" cy=".32" r=".7"><stop offset="0" stop-color="#5d5d62"/><stop offset=".55" stop-color="#242427"/><stop offset="1" stop-color="#0c0c0e"/></radialGradient>
    <radialGradient id="kifu-white" cx=".38" cy=".34" r=".75"><stop offset="0" stop-color="#fff"/><stop offset=".6" stop-color="#f6f2e7"/><stop offset="1" stop-color="#d5cdb9"/></radialGradient>
    </defs>
    <rect class="page" x="0" y="-17.28" width="110" height="137.82"/>
    <rect class="board" x="0" y="0" width="110" height="110"/>
    <g class="grid">
    <path class="edge" d="M15 15H95"/>
    <path d="M15 35H95"/>
    <path d="M15 55H95"/>
    <path d="M15 75H95"/>
    <path class="edge" d="M15 95H95"/>
    <path class="edge" d="M15 95V15"/>
    <path d="M35 95V15"/>
    <path d="M55 95V15"/>
    <path d="M75 95V15"/>
    <path class="edge" d="M95 95V15"/>
    </g>
    <g class="stars">
    <circle cx="55" cy="55" r="1.9"/>
    </g>
    <g class="captured">
    <circle class="white-ghost" cx="35" cy="15" r="8.55"/>
    <path class="ghost-cross" d="M31.77 11.77L38.23 18.23M31.77 18.23L38.23 11.77"/>
    </g>
    <g class="stones">
    <circle class="white" cx="75" cy="35" r="9.5"/>
    <circle class="black" cx="15" cy="95" r="9.5"/>
    <circle class="black" cx="35" cy="95" r="9.5"/>
    </g>
    <g class="kings">
    <path class="white-crown" d="M73.01 30.22L72.53 27.34L73.92 28.62L75 26.55L76.08 28.62L77.47 27.34L76.99 30.22Z"/>
    <path class="black-crown" d="M30.25 98.99L29.11 92.15L32.44 95.19L35 90.25L37.56 95.19L40.89 92.15L39.75 98.99Z"/>
    </g>
    <g class="lines">
    <path class="line-halo" d="M95 95V21M95 15L98 21H92Z"/>
    <path d="M95 95V21M95 15L98 21H92Z"/>
    </g>
    <g class="labels" font-size="11.4">
    <text class="ink-white" x="75" y="39.1">A</text>
    <circle class="blank" cx="55" cy="55" r="7.6"/>
    <text class="ink-board" x="55" y="58.21" font-size="8.93">&lt;b&gt;</text>
    </g>
    <g class="header" font-size="5.27">
    <text class="players" x="55" y="-8.48">Ann~(Black)</text>
    <text x="55" y="-2.32" font-size="4.12">Cup &amp; Plate</text>
    </g>
    <g class="notes" font-size="4.58">
    <text x="55" y="115.78">Black 2 · White 1</text>
    </g>
    </svg>
    "##);
}

#[test]
fn bamogo() {
    let position = small(Game::Bamogo);
    let illegal = [at(1, 1).into()];
    let diagram = Diagram {
        illegal: &illegal,
        ..Diagram::new(&position)
    };
    assert_snapshot!(drawn(&diagram, &bare(Theme::Paper)), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-paper" viewBox="0 0 72 72" width="200" height="200" role="img" aria-label="Bamogo, 2 × 2, at the start, Black to move">
    <title>Bamogo, 2 × 2, at the start, Black to move</title>
    <style>
    .kifu-paper text{text-anchor:middle;font-stretch:condensed;font-family:"DejaVu Sans Condensed","DejaVu Sans",Arial,sans-serif}
    .kifu-paper .page{fill:#fff}
    .kifu-paper .spaces{fill:#fff;stroke:#777;stroke-width:1}
    .kifu-paper .black{fill:#1c1c1e;stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .white{fill:#fff;stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .neutral{stroke:#1c1c1e;stroke-width:.8}
    .kifu-paper .illegal{fill:none;stroke:#d11507;stroke-width:3;stroke-linecap:round}
    .kifu-paper .halo{stroke:#fff;stroke-width:5.4}
    .kifu-paper .sides{fill:#555}
    </style>
    <rect class="page" x="0" y="0" width="72" height="72"/>
    <g class="spaces">
    <path d="M36 36V56H16V36Z"/>
    <path d="M56 36V56H36V36Z"/>
    <path d="M36 16V36H16V16Z"/>
    <path d="M56 16V36H36V16Z"/>
    </g>
    <g class="sides" font-size="7.2">
    <path class="black" d="M16 11.8H56V14.6H16Z"/>
    <text x="36" y="8.99">Black</text>
    <path class="black" d="M16 57.4H56V60.2H16Z"/>
    <text x="36" y="68.19">Black</text>
    <path class="white" d="M11.8 56V16H14.6V56Z"/>
    <text x="6.4" y="38.59" transform="rotate(-90 6.4 36)">White</text>
    <path class="white" d="M57.4 56V16H60.2V56Z"/>
    <text x="65.6" y="38.59" transform="rotate(-90 65.6 36)">White</text>
    </g>
    <g class="stones" font-size="8.4">
    <circle class="neutral" cx="46" cy="26" r="8" fill="#2f6fb7"/>
    <text x="46" y="29.02" fill="#fff">B</text>
    <circle class="neutral" cx="26" cy="46" r="8" fill="#d1495b"/>
    <text x="26" y="49.02" fill="#fff">R</text>
    </g>
    <g class="illegal">
    <path class="halo" d="M20.72 40.72L31.28 51.28M20.72 51.28L31.28 40.72"/>
    <path d="M20.72 40.72L31.28 51.28M20.72 51.28L31.28 40.72"/>
    </g>
    </svg>
    "##);
}

#[test]
fn margo() {
    let position = small(Game::Margo);
    let last = [Location::on_level(at(2, 2), 2)];
    let diagram = Diagram {
        placed: &last,
        ..Diagram::new(&position)
    };
    assert_snapshot!(drawn(&diagram, &bare(Theme::Print)), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-print" viewBox="0 0 54 54" width="200" height="200" role="img" aria-label="Margo, 2 × 2, at the start, Black has won by 1">
    <title>Margo, 2 × 2, at the start, Black has won by 1</title>
    <style>
    .kifu-print text{text-anchor:middle;font-stretch:condensed;font-family:"DejaVu Sans Condensed","DejaVu Sans",Arial,sans-serif}
    .kifu-print .page{fill:#fff}
    .kifu-print .edge{stroke:#000;stroke-width:1.5}
    .kifu-print .plate{fill:#fff;stroke-linecap:square}
    .kifu-print .holes{fill:#fff;stroke:#000;stroke-width:.8}
    .kifu-print .black-marble{stroke:#fff;stroke-width:.8}
    .kifu-print .white-marble{stroke:#000;stroke-width:.8}
    .kifu-print .last-black{fill:#fff}
    .kifu-print .ink-black{fill:#fff}
    .kifu-print .digits{font-weight:bold}
    </style>
    <rect class="page" x="0" y="0" width="54" height="54"/>
    <g class="plate">
    <path d="M4 50H50V4H4Z"/>
    <path class="edge" d="M4 50H50"/>
    <path class="edge" d="M50 50V4"/>
    <path class="edge" d="M50 4H4"/>
    <path class="edge" d="M4 4V50"/>
    </g>
    <g class="holes">
    <ellipse cx="17" cy="17" rx="3" ry="3"/>
    <ellipse cx="37" cy="17" rx="3" ry="3"/>
    <ellipse cx="17" cy="37" rx="3" ry="3"/>
    <ellipse cx="37" cy="37" rx="3" ry="3"/>
    </g>
    <g class="marbles">
    <circle class="black-marble" cx="17" cy="17" r="9.8" fill="#000000"/>
    <circle class="white-marble" cx="37" cy="17" r="9.8" fill="#ffffff"/>
    <circle class="black-marble" cx="17" cy="37" r="9.8" fill="#000000"/>
    <circle class="white-marble" cx="37" cy="37" r="9.8" fill="#ffffff"/>
    <circle class="black-marble" cx="27" cy="27" r="9.8" fill="#000000"/>
    </g>
    <g class="digits" font-size="4.51">
    <text class="ink-black" x="27" y="22.15">2</text>
    </g>
    <g class="last">
    <circle class="last-black" cx="27" cy="27" r="2.94"/>
    </g>
    </svg>
    "##);
    let style = Style {
        view: View::Iso,
        ..bare(Theme::Dark)
    };
    assert_snapshot!(drawn(&diagram, &style), @r##"
    <svg xmlns="http://www.w3.org/2000/svg" class="kifu-dark" viewBox="0 0 73.63 49" width="200" height="133.1" role="img" aria-label="Margo, 2 × 2, at the start, Black has won by 1">
    <title>Margo, 2 × 2, at the start, Black has won by 1</title>
    <style>
    .kifu-dark .page{fill:#1d1f23}
    .kifu-dark .board{fill:#2b2e34}
    .kifu-dark .edge{stroke:#9aa1ac;stroke-width:1.5}
    .kifu-dark .plate{fill:#33373e;stroke-linecap:square}
    .kifu-dark .holes{fill:#191b1f;stroke:none;stroke-width:.8}
    .kifu-dark .black-marble{stroke:#8b929d;stroke-width:.8}
    .kifu-dark .white-marble{stroke:#3a3c40;stroke-width:.8}
    .kifu-dark .last-black{fill:#ff7a66}
    </style>
    <rect class="page" x="0" y="0" width="73.63" height="49"/>
    <rect class="board" x="0" y="0" width="73.63" height="49"/>
    <g class="plate">
    <path d="M23.07 49.76L66.3 40.32L50.56 14.39L7.34 23.83Z"/>
    <path class="edge" d="M23.07 49.76L66.3 40.32"/>
    <path class="edge" d="M66.3 40.32L50.56 14.39"/>
    <path class="edge" d="M50.56 14.39L7.34 23.83"/>
    <path class="edge" d="M7.34 23.83L23.07 49.76"/>
    </g>
    <g class="holes">
    <ellipse cx="42.79" cy="24.38" rx="3" ry="1.8"/>
    <ellipse cx="24" cy="28.49" rx="3" ry="1.8"/>
    <ellipse cx="49.63" cy="35.66" rx="3" ry="1.8"/>
    <ellipse cx="30.84" cy="39.76" rx="3" ry="1.8"/>
    </g>
    <g class="marbles">
    <circle class="white-marble" cx="42.79" cy="18.62" r="9.8" fill="#a4a29c"/>
    <circle class="black-marble" cx="24" cy="22.73" r="9.8" fill="#08090b"/>
    <circle class="white-marble" cx="49.63" cy="29.9" r="9.8" fill="#a4a29c"/>
    <circle class="black-marble" cx="36.82" cy="15" r="9.8" fill="#1e2024"/>
    <circle class="black-marble" cx="30.84" cy="34" r="9.8" fill="#08090b"/>
    </g>
    <g class="last">
    <circle class="last-black" cx="36.82" cy="15" r="2.94"/>
    </g>
    </svg>
    "##);
}
