//! Where things are drawn, and what is left out.

use super::{at, layer, small, with_pieces};
use crate::{
    diagram::{
        Corner, Crop, Diagram, ImagePoint, ImageSize, LayerId, Location, Mark, MoveNumber, Scene,
        Shape, Style, TextOptions, View, scene,
    },
    games::{Color, Game, Move, Piece, Position, Rules, Setup, Size},
    ruleset,
};

fn without_status() -> Style {
    Style {
        status: false,
        ..Style::default()
    }
}

#[test]
fn last_moves_have_a_dot_unless_numbered() {
    let position = small(Game::Sygo);
    let locations = [at(1, 1).into(), at(3, 2).into()];
    let numbers = [MoveNumber {
        location: locations[0],
        number: 5,
    }];
    let diagram = Diagram {
        placed: &locations,
        numbers: &numbers,
        ..Diagram::new(&position)
    };
    let scene = scene(&diagram, &Style::default());
    assert_eq!(layer(&scene, "last").len(), 1);
    assert!(matches!(
        layer(&scene, "numbers"),
        [Shape::MoveNumber(_, 5, _, _)]
    ));
}

#[test]
fn points_off_the_board_are_ignored() {
    let position = small(Game::Bargo);
    let nowhere: Vec<Location> = vec![at(0, 0).into(), at(9, 9).into(), at(1, 3).into()];
    let marks: Vec<Mark> = nowhere
        .iter()
        .map(|&location| Mark::Circle(location))
        .collect();
    let diagram = Diagram {
        placed: &nowhere,
        illegal: &nowhere,
        marks: &marks,
        ..Diagram::new(&position)
    };
    let plain = scene(&Diagram::new(&position), &Style::default());
    assert_eq!(scene(&diagram, &Style::default()), plain);
}

#[test]
fn a_marble_without_a_level_is_the_highest() {
    let position = small(Game::Margo);
    let style = Style {
        view: View::Iso,
        ..Style::default()
    };
    let place = |location: Location| {
        let marks = [Mark::Cross(location)];
        let scene = scene(
            &Diagram {
                marks: &marks,
                ..Diagram::new(&position)
            },
            &style,
        );
        match layer(&scene, "marks") {
            [Shape::Symbol(at, ..)] => *at,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        place(at(2, 2).into()),
        place(Location::on_level(at(2, 2), 2))
    );
    assert_eq!(
        place(at(1, 1).into()),
        place(Location::on_level(at(1, 1), 1))
    );
    assert!(place(Location::on_level(at(3, 3), 3)).y < place(at(3, 3).into()).y);
}

#[test]
fn numbers_of_covered_marbles_are_listed() {
    let marbles = |level, lines: [u16; 2]| {
        lines.into_iter().flat_map(move |row| {
            lines
                .into_iter()
                .map(move |column| Piece::Marble(Color::Black, level, at(column, row)))
        })
    };
    // On 3 × 3 holes, four marbles on the second level cover the middle one.
    let odd = [1, 3, 5]
        .into_iter()
        .flat_map(|row| [1, 3, 5].map(|column| at(column, row)));
    let base = odd.map(|point| Piece::Marble(Color::White, 1, point));
    let pieces: Vec<Piece> = base.chain(marbles(2, [2, 4])).collect();
    let position = with_pieces(Game::Margo, Size::square(3), &pieces);
    let number = |point, number| MoveNumber {
        location: Location::on_level(point, 1),
        number,
    };
    // Three digits find no room between the four marbles above the middle.
    let numbers = [number(at(1, 1), 8), number(at(3, 3), 119)];
    let scene = scene(
        &Diagram {
            numbers: &numbers,
            ..Diagram::new(&position)
        },
        &without_status(),
    );
    assert!(matches!(
        layer(&scene, "numbers"),
        [Shape::MoveNumber(_, 8, _, _)]
    ));
    let notes = layer(&scene, "notes");
    assert!(
        matches!(notes, [Shape::Text { text, .. }] if text == "covered: 119\u{a0}at\u{a0}1c3"),
        "{notes:?}"
    );
}

#[test]
fn levels_apart_show_every_marble_on_the_board_of_its_level() {
    // A full pyramid, which hides most of its marbles.
    let side = 7_u8;
    let marbles = |level: u8| {
        let last = 2 * u16::from(side) - u16::from(level);
        let lines = move || (u16::from(level)..=last).step_by(2);
        lines().flat_map(move |row| {
            lines().map(move |column| {
                let color = if (column + row) % 4 == 0 {
                    Color::Black
                } else {
                    Color::White
                };
                Piece::Marble(color, level, at(column, row))
            })
        })
    };
    let pieces: Vec<Piece> = (1..=5).flat_map(marbles).collect();
    let position = with_pieces(Game::Margo, Size::square(side), &pieces);
    for corner in Corner::ALL {
        let style = Style {
            view: View::Exploded,
            corner,
            ..Style::default()
        };
        let scene = scene(&Diagram::new(&position), &style);
        let centers = |id: &str, is_counted: &dyn Fn(&Shape) -> Option<ImagePoint>| {
            let shapes = layer(&scene, id).iter();
            shapes.filter_map(is_counted).collect::<Vec<ImagePoint>>()
        };
        let marbles = centers("marbles", &|shape| match shape {
            Shape::Marble { at, .. } => Some(*at),
            _ => None,
        });
        assert_eq!(marbles.len(), pieces.len());
        for (index, one) in marbles.iter().enumerate() {
            for other in &marbles[index + 1..] {
                assert!((one.x - other.x).hypot(one.y - other.y) > 0.99);
            }
        }
        // Each of the four higher levels shows the one below it; on the highest there is a free place.
        let below = centers("below", &|shape| match shape {
            Shape::MarbleBelow(at, _) => Some(*at),
            _ => None,
        });
        assert_eq!(below.len(), 49 + 36 + 25 + 16);
        let titles: Vec<&str> = (layer(&scene, "levels").iter())
            .filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        assert_eq!(titles.len(), 5);
        assert_eq!(titles[..2], ["level 1", "level 2"]);
        // 7 + 7 names on the first level, 6 + 6 on the second, …
        let names = layer(&scene, "coordinates").len();
        assert_eq!(names, 2 * (7 + 6 + 5 + 4 + 3));
    }
}

#[test]
fn a_crop_contains_the_pieces_and_near_edges() {
    let piece = |column, row| Piece::Stone(Color::Black, at(column, row));
    let columns = |pieces: &[Piece]| {
        let position = with_pieces(Game::Ugo, Size::square(19), pieces);
        let style = Style {
            crop: Crop::Around,
            coordinates: true,
            ..Style::default()
        };
        let scene = scene(&Diagram::new(&position), &style);
        let names = layer(&scene, "coordinates")
            .iter()
            .filter_map(|shape| match shape {
                Shape::Text { text, .. } if text.chars().all(char::is_alphabetic) => {
                    Some(text.as_str())
                }
                _ => None,
            });
        let names: std::collections::BTreeSet<&str> = names.collect();
        names.into_iter().collect::<String>()
    };
    assert_eq!(columns(&[piece(10, 10)]), "ijk");
    assert_eq!(columns(&[piece(3, 4), piece(8, 4)]), "abcdefghi");
    assert_eq!(columns(&[piece(16, 10)]), "opqrs");
    assert_eq!(columns(&[]).len(), 19);
}

#[test]
fn territory_is_shown_where_there_is_any() {
    let shown = |game| {
        let position = small(game);
        let diagram = Diagram {
            territory: true,
            ..Diagram::new(&position)
        };
        let scene = scene(&diagram, &without_status());
        (
            layer(&scene, "territory").len(),
            !layer(&scene, "notes").is_empty(),
        )
    };
    assert_eq!(shown(Game::Bamogo), (0, false));
    assert_eq!(shown(Game::Margo), (0, true));
    // Both colors touch the only region.
    assert_eq!(shown(Game::Ugo), (0, true));
    let alone = with_pieces(
        Game::Sygo,
        Size::square(3),
        &[Piece::Stone(Color::White, at(2, 2))],
    );
    let diagram = Diagram {
        territory: true,
        ..Diagram::new(&alone)
    };
    let scene = scene(&diagram, &without_status());
    assert_eq!(layer(&scene, "territory").len(), 8);
    assert!(
        matches!(layer(&scene, "notes"), [Shape::Text { text, .. }] if text == "Black 0 · White 9")
    );
}

#[test]
fn the_status_tells_what_the_board_does_not_show() {
    let position = small(Game::Ugo);
    let status = |diagram: &Diagram| {
        let scene = scene(diagram, &Style::default());
        let texts = layer(&scene, "notes").iter().map(|shape| match shape {
            Shape::Text { text, .. } => text.replace('\u{a0}', " "),
            other => panic!("{other:?}"),
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    let plain = Diagram::new(&position);
    assert_eq!(status(&plain), "Black to move button: not taken");
    let captured = Diagram {
        captured_so_far: [0, 12, 0, 0],
        ..plain
    };
    assert_eq!(
        status(&captured),
        "Black to move Black captured 12 · White captured 0 button: not taken"
    );
}

#[test]
fn long_texts_extend_the_image_and_leave_the_board_its_share() {
    let position = small(Game::Ugo);
    let caption = "Every word of this is told. ".repeat(60);
    let diagram = Diagram {
        caption: Some(&caption),
        ..Diagram::new(&position)
    };
    let plain = scene(&Diagram::new(&position), &Style::default());
    for (size, board) in [
        (ImageSize::Legible, 640.0),
        (ImageSize::Board(200), 200.0),
        (ImageSize::Whole(900), 600.0),
    ] {
        let style = Style {
            size,
            ..Style::default()
        };
        let scene = scene(&diagram, &style);
        let pixels = scene.board.longer() * scene.scale;
        assert!(pixels > board - 0.1, "{size:?}: {pixels}");
        let words = |scene: &Scene| -> usize {
            let notes = layer(scene, "notes").iter();
            let texts = notes.filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.split_whitespace().count()),
                _ => None,
            });
            texts.sum()
        };
        assert_eq!(words(&scene), words(&plain) + 360, "{size:?}");
        if let ImageSize::Whole(pixels) = size {
            assert!(scene.frame.longer() * scene.scale < f64::from(pixels) + 0.1);
        }
    }
}

#[test]
fn coordinates_of_large_boards_are_legible() {
    let rules = &crate::ruleset::default_for(Game::Sygo).rules;
    let position = crate::games::Position::new(rules, Size::square(52), None).unwrap();
    let scene = scene(&Diagram::new(&position), &Style::default());
    let sizes = layer(&scene, "coordinates")
        .iter()
        .map(|shape| match shape {
            Shape::Text { size, .. } => size.0 * scene.scale,
            other => panic!("{other:?}"),
        });
    assert!(sizes.fold(f64::INFINITY, f64::min) > 8.99);
}

/// Bamogo after a switch, in a diagram with the stones where they were placed.
fn switched() -> (Position, Vec<Piece>) {
    let rules = &ruleset::default_for(Game::Bamogo).rules;
    let mut position = Position::new(rules, Size::square(3), None).unwrap();
    let mut drawn = Vec::new();
    for mv in ["Ra1,Ga2", "Rb1,Gb2", "Gc1,Rc2", "c1<>c2"] {
        drawn = if mv.contains('<') {
            position.pieces()
        } else {
            drawn
        };
        position
            .play(&Move::parse(Game::Bamogo, mv).unwrap())
            .unwrap();
    }
    (position, drawn)
}

#[test]
fn switched_stones_are_shown_on_a_board_of_their_own() {
    let (position, drawn) = switched();
    let diagram = Diagram {
        pieces: Some(&drawn),
        ..Diagram::new(&position)
    };
    let first = scene(&diagram, &Style::default());
    let has_chain = |scene: &Scene| scene.layers.iter().any(|layer| layer.id == LayerId::Chain);
    let following = first
        .following
        .as_ref()
        .expect("the board after the last ply");
    assert!(!has_chain(&first) && has_chain(following));
    assert!(first.frame.height > first.board.height + following.frame.height - 0.01);
    let text = crate::diagram::text(&diagram, &TextOptions::default());
    assert!(text.contains("the board after ply 4:\n"), "{text}");
    // In an animation, in an image of a given size, and where nothing differs there is one board.
    let moving = Style {
        still: false,
        ..Style::default()
    };
    let whole = Style {
        size: ImageSize::Whole(640),
        ..Style::default()
    };
    assert!(scene(&diagram, &moving).following.is_none());
    assert!(scene(&diagram, &whole).following.is_none());
    let plain = scene(&Diagram::new(&position), &Style::default());
    assert!(plain.following.is_none() && has_chain(&plain));
}

#[test]
fn what_the_last_ply_did_beside_the_board_is_told() {
    let rules = &ruleset::default_for(Game::Margo).rules;
    let position = Position::new(rules, Size::square(9), None).unwrap();
    let diagram = Diagram {
        action: Some("Black has swapped"),
        ..Diagram::new(&position)
    };
    let told = |style: &Style| {
        let scene = scene(&diagram, style);
        layer(&scene, "notes").iter().any(
            |shape| matches!(shape, Shape::Text { text, .. } if text.starts_with("Black has swapped")),
        )
    };
    assert!(told(&Style::default()));
    assert!(!told(&Style {
        still: false,
        ..Style::default()
    }));
}

#[test]
fn nothing_can_be_put_on_marbles_that_are_gone() {
    let base: Vec<Piece> = [(1, 1), (3, 1), (1, 3), (3, 3)]
        .map(|(column, row)| Piece::Marble(Color::Black, 1, at(column, row)))
        .to_vec();
    let there = with_pieces(Game::Margo, Size::square(3), &base);
    let gone = with_pieces(Game::Margo, Size::square(3), &base[1..]);
    let exploded = Style {
        view: View::Exploded,
        min_levels: 2,
        ..without_status()
    };
    for (position, is_free) in [(&there, true), (&gone, false)] {
        let diagram = Diagram {
            pieces: Some(&base),
            ..Diagram::new(position)
        };
        let text = crate::diagram::text(&diagram, &TextOptions::default());
        assert_eq!(text.contains('+'), is_free, "{text}");
        let scene = scene(&diagram, &exploded);
        let holes = layer(&scene, "holes").len();
        assert_eq!(holes, 9 + usize::from(is_free));
    }
    // Nor above the highest level of a ruleset.
    let Rules::Margo(mut rules) = there.rules().clone() else {
        panic!("it is Margo");
    };
    rules.max_height = Some(1);
    let setup = Setup {
        pieces: base,
        ..Setup::default()
    };
    let low = Position::new(&Rules::Margo(rules), Size::square(3), Some(&setup)).unwrap();
    let diagram = Diagram::new(&low);
    let text = crate::diagram::text(&diagram, &TextOptions::default());
    assert!(!text.contains('+'), "{text}");
    assert_eq!(layer(&scene(&diagram, &exploded), "holes").len(), 9);
}

#[test]
fn in_a_book_there_are_boards_only_for_the_levels_in_use() {
    let position = with_pieces(Game::Margo, Size::square(3), &[]);
    let boards = |in_book| {
        let style = Style {
            view: View::Exploded,
            min_levels: 2,
            in_book,
            ..without_status()
        };
        layer(&scene(&Diagram::new(&position), &style), "levels").len()
    };
    assert_eq!((boards(true), boards(false)), (1, 2));
}
