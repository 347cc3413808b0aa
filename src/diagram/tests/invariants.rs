//! What holds for every image.

use std::collections::BTreeSet;

use proptest::prelude::*;
use roxmltree::Document;

use super::{at, drawn, small};
use crate::{
    diagram::{
        Corner, Crop, Diagram, Header, ImagePoint, ImageSize, LayerId, Location, Mark, MoveNumber,
        Shape, Style, Theme, View,
    },
    games::{Color, Game, Move, Piece, Point, Position, Size},
    ruleset,
};

/// Every mark on every place, all at once.
fn crowded<'a>(locations: &[Location], text: &'a str) -> Vec<Mark<'a>> {
    let kinds: [fn(Location) -> Mark<'static>; 8] = [
        Mark::Triangle,
        Mark::Square,
        Mark::Circle,
        Mark::Cross,
        Mark::Selected,
        Mark::Dimmed,
        |location| Mark::Territory(location, Color::Black),
        |location| Mark::Territory(location, Color::White),
    ];
    let signs = locations
        .iter()
        .zip(kinds.iter().cycle())
        .map(|(&location, kind)| kind(location));
    let labels = locations
        .iter()
        .map(|&location| Mark::Label(location, text));
    let ends = locations.first().zip(locations.last());
    let lines = ends
        .iter()
        .flat_map(|&(&from, &to)| [Mark::Arrow(from, to), Mark::Line(to, from)]);
    signs.chain(labels).chain(lines).collect()
}

/// Draws a position with everything that a diagram can show, and any text.
fn busy(position: &Position, style: &Style, text: &str) -> String {
    let locations: Vec<Location> = (0..=5)
        .flat_map(|row| (0..=5).map(move |column| at(column, row).into()))
        .collect();
    let marks = crowded(&locations, text);
    let numbers: Vec<MoveNumber> = locations
        .iter()
        .zip(1..)
        .map(|(&location, number)| MoveNumber {
            location,
            number: number * 37,
        })
        .collect();
    let captured: Vec<Piece> = position.pieces();
    let elsewhere = [text.to_owned(), "7 at a1".to_owned()];
    let diagram = Diagram {
        placed: &locations,
        flipped: &locations,
        captured: &captured,
        illegal: &locations[..3],
        numbers: &numbers,
        unplaced_moves: &elsewhere,
        marks: &marks,
        territory: true,
        header: Some(Header {
            black: Some(text),
            white: Some("Ben"),
            grey: Some("Cid"),
            yellow: Some("Dan"),
            event: Some(text),
            date: Some("2026-11-20"),
            komi: Some(text),
            result: Some("B+3.5"),
        }),
        caption: Some(text),
        ..Diagram::new(position)
    };
    drawn(&diagram, style)
}

fn styles() -> impl Iterator<Item = Style> {
    let crops = [Crop::Whole, Crop::Around, Crop::Between(at(1, 1), at(2, 3))];
    Theme::ALL.into_iter().flat_map(move |theme| {
        [View::Top, View::Iso, View::Exploded]
            .into_iter()
            .flat_map(move |view| {
                crops.into_iter().map(move |crop| Style {
                    theme,
                    view,
                    crop,
                    coordinates: crop != Crop::Around,
                    size: ImageSize::Whole(300),
                    ..Style::default()
                })
            })
    })
}

/// Parses an image and checks what every one has.
#[track_caller]
fn well_formed(svg: &str) -> Document<'_> {
    let document = Document::parse(svg).expect("well-formed XML");
    let root = document.root_element();
    assert!(root.has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    assert_eq!(root.attribute("role"), Some("img"));
    let title = root.first_element_child().expect("a title");
    assert!(title.has_tag_name("title") || title.tag_name().name() == "title");
    assert_eq!(root.attribute("aria-label"), title.text());
    for wrong in ["var(--", "NaN", "inf", "<script", "href"] {
        assert!(!svg.contains(wrong), "{wrong} in {svg}");
    }
    document
}

#[test]
fn every_game_theme_and_view_is_well_formed() {
    for game in Game::ALL {
        for style in styles() {
            let position = small(game);
            let plain = drawn(&Diagram::new(&position), &style);
            well_formed(&plain);
            let svg = busy(&position, &style, "<script>alert('&')</script>]]>");
            let document = well_formed(&svg);
            let texts = document
                .descendants()
                .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
            assert!(texts.count() > 8, "{game:?} {style:?}");
        }
    }
}

#[test]
fn every_class_has_a_rule_and_every_rule_a_class() {
    for game in Game::ALL {
        for style in styles() {
            let svg = busy(&small(game), &style, "A");
            let document = well_formed(&svg);
            let classes: BTreeSet<&str> = document
                .root_element()
                .descendants()
                .skip(1)
                .filter_map(|node| node.attribute("class"))
                .collect();
            let root = document.root_element().attribute("class").expect("a class");
            let sheet = document
                .descendants()
                .find(|node| node.tag_name().name() == "style");
            let sheet = sheet.and_then(|style| style.text()).expect("a style sheet");
            let rules: BTreeSet<&str> = sheet
                .lines()
                .filter_map(|rule| rule.strip_prefix(&format!(".{root} .")))
                .filter_map(|rule| rule.split('{').next())
                .collect();
            let bare = [
                "kings",
                "stones",
                "walls",
                "marbles",
                "hidden",
                "last",
                "territory",
                "dimmed",
            ];
            let without: Vec<_> = classes
                .difference(&rules)
                .filter(|class| !bare.contains(class))
                .collect();
            assert!(without.is_empty(), "{without:?} in {svg}");
            assert!(rules.is_subset(&classes), "{svg}");
        }
    }
}

/// What a laser printer can print without a raster.
#[test]
fn print_is_black_and_white() {
    for game in Game::ALL {
        for style in styles().filter(|style| style.theme == Theme::Print) {
            let svg = busy(&small(game), &style, "A");
            let colors: BTreeSet<&str> = svg
                .split('#')
                .skip(1)
                .map(|rest| {
                    rest.split(|c: char| !c.is_ascii_alphanumeric())
                        .next()
                        .unwrap_or_default()
                })
                .collect();
            let allowed = ["000", "fff", "000000", "ffffff"];
            assert!(
                colors.iter().all(|color| allowed.contains(color)),
                "{colors:?}"
            );
            assert!(
                !svg.contains("Gradient") && !svg.contains("opacity:."),
                "{svg}"
            );
        }
    }
}

#[test]
fn the_longer_side_has_the_size_that_was_asked_for() {
    for size in [1, 17, 640, 20_000] {
        for game in Game::ALL {
            let style = Style {
                size: ImageSize::Whole(size),
                ..Style::default()
            };
            let position = small(game);
            let svg = drawn(&Diagram::new(&position), &style);
            let document = well_formed(&svg);
            let side = |name| -> f64 {
                let side = document.root_element().attribute(name).expect("a side");
                side.parse().expect("a number")
            };
            let longer = side("width").max(side("height"));
            assert!((longer - f64::from(size)).abs() < 0.01, "{longer}");
        }
    }
}

/// A record may hold a million letters where a name is expected.
#[test]
fn long_texts_do_not_make_large_images() {
    for text in ["x", "W", "碁", "a b ", "\u{301}", "\u{202e}"] {
        let text = text.repeat(1_000_000);
        let svg = busy(&small(Game::Ugo), &Style::default(), &text);
        well_formed(&svg);
        assert!(svg.len() < 60_000, "{}", svg.len());
    }
}

#[test]
fn nothing_hidden_gets_through() {
    let text = "a\u{0}\u{1b}[31mb\u{202e}c\u{2066}\u{fffe}\u{feff}\u{85}\u{e0041}";
    let svg = busy(&small(Game::Sygo), &Style::default(), text);
    well_formed(&svg);
    let hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || c > '\u{e000}'
    };
    let found: String = svg.chars().filter(|&c| hidden(c)).collect();
    assert_eq!(found, "");
}

/// The largest boards of all games.
#[test]
fn the_largest_boards_can_be_drawn() {
    let largest = [
        (Game::Bargo, 30),
        (Game::Sygo, 52),
        (Game::Ugo, 26),
        (Game::Bamogo, 26),
        (Game::Margo, 19),
    ];
    for (game, side) in largest {
        let rules = &ruleset::default_for(game).rules;
        let position = Position::new(rules, Size::square(side), None).expect("a position");
        let svg = busy(&position, &Style::default(), "A");
        well_formed(&svg);
        assert!(svg.len() < 500_000, "{game:?}: {}", svg.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever stands in a record, the image is well-formed.
    #[test]
    fn any_text_is_escaped(text in "\\PC{0,12}|.{0,40}", game in 0..5_usize) {
        let svg = busy(&small(Game::ALL[game]), &Style::default(), &text);
        well_formed(&svg);
    }

    /// Whatever is cropped, something is shown, and no point twice.
    #[test]
    fn any_rectangle_can_be_cropped(
        first in (0..9_u16, 0..9_u16),
        second in (0..9_u16, 0..9_u16),
        game in 0..5_usize,
    ) {
        let crop = Crop::Between(at(first.0, first.1), at(second.0, second.1));
        let style = Style { crop, ..Style::default() };
        let position = small(Game::ALL[game]);
        let svg = drawn(&Diagram::new(&position), &style);
        prop_assert!(well_formed(&svg).descendants().count() > 8);
    }

    /// Positions that come about by play.
    #[test]
    fn any_position_can_be_drawn(choices in proptest::collection::vec(any::<usize>(), 0..40), game in 0..5_usize) {
        let game = Game::ALL[game];
        let rules = &ruleset::default_for(game).rules;
        let mut position = Position::new(rules, Size::square(4), None).expect("a position");
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let turn = &moves[choice % moves.len()];
            position.play(turn).expect("a legal move");
        }
        for view in [View::Top, View::Iso, View::Exploded] {
            let style = Style { view, ..Style::default() };
            let svg = drawn(&Diagram { territory: true, ..Diagram::new(&position) }, &style);
            let document = well_formed(&svg);
            let kinds = ["black", "white", "black-marble", "white-marble", "neutral"];
            let is_piece = |node: &roxmltree::Node| {
                node.has_tag_name(("http://www.w3.org/2000/svg", "circle"))
                    && node.attribute("class").is_some_and(|class| kinds.contains(&class))
            };
            let pieces = document.descendants().filter(is_piece).count();
            prop_assert_eq!(pieces, position.pieces().len());
        }
    }
}

#[test]
fn a_turned_board_looks_like_a_turned_game() {
    let rules = &ruleset::default_for(Game::Margo).rules;
    let size = Size::square(5);
    let last = 2 * 5;
    let quarter = |point: Point| Point::new(point.row, last - point.column);
    let mut position = Position::new(rules, size, None).expect("a position");
    let mut turned = position.clone();
    for ply in 0..120 {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(ply * 7 % moves.len().max(1)).cloned() else {
            break;
        };
        let Move::Marble { level, point } = mv else {
            continue;
        };
        position.play(&mv).expect("a legal move");
        let of_turned = Move::Marble {
            level,
            point: quarter(point),
        };
        turned.play(&of_turned).expect("legal if turned as well");
    }
    assert!(
        position
            .pieces()
            .iter()
            .any(|piece| matches!(piece, Piece::Marble(_, 2.., _)))
    );
    for view in [View::Iso, View::Exploded] {
        let marbles = |position: &Position, corner: Corner| {
            let style = Style {
                view,
                corner,
                ..Style::default()
            };
            let scene = super::scene(&Diagram::new(position), &style);
            let rounded =
                |at: ImagePoint| ((at.x * 1e3).round() as i64, (at.y * 1e3).round() as i64);
            let shapes = scene.layers.iter().flat_map(|layer| &layer.shapes);
            let mut marbles: Vec<_> = shapes
                .filter_map(|shape| match shape {
                    Shape::Marble {
                        at,
                        color,
                        level,
                        depth,
                        ..
                    } => Some((*depth, rounded(*at), *color, *level)),
                    _ => None,
                })
                .collect();
            marbles.sort_unstable();
            let names = scene
                .layers
                .iter()
                .find(|layer| layer.id == LayerId::Coordinates);
            (marbles, names.map(|layer| layer.shapes.len()))
        };
        // What is in the south-east is in the south-west if turned by a quarter.
        let [southwest, southeast, northeast, northwest] = Corner::ALL;
        assert_eq!(marbles(&position, southeast), marbles(&turned, southwest));
        assert_eq!(marbles(&position, northeast), marbles(&turned, southeast));
        assert_eq!(marbles(&position, northwest), marbles(&turned, northeast));
        assert_eq!(marbles(&position, southwest), marbles(&turned, northwest));
        assert_ne!(marbles(&position, southwest), marbles(&position, southeast));
    }
}

#[test]
fn the_title_says_what_is_shown() {
    let position = small(Game::Ugo);
    let header = Header {
        black: Some("Ann\u{202e}"),
        ..Header::default()
    };
    let diagram = Diagram {
        header: Some(header),
        ..Diagram::new(&position)
    };
    let scene = super::scene(&diagram, &Style::default());
    assert_eq!(
        scene.title,
        "Ann (Black): Ugo, 5 × 5, at the start, Black to move"
    );
    assert_eq!(position.to_move(), Color::Black);
}
