//! Margo seen from a corner: what is behind marbles.

use super::{at, layer, with_pieces};
use crate::{
    diagram::{
        Diagram, ImagePoint, ImageSize, Location, Mark, MoveNumber, Scene, Shape, Style, View,
        scene,
    },
    games::{Color, Game, Piece, Position, Size},
};

fn from_corner() -> Style {
    Style {
        view: View::Iso,
        ..Style::default()
    }
}

fn marble(level: u8, (column, row): (u16, u16)) -> Piece {
    Piece::Marble(Color::Black, level, at(column, row))
}

/// All marbles of the lowest levels of a pyramid, but one in a corner of each: a liberty.
fn pyramid(side: u8, levels: u8) -> Vec<Piece> {
    let pieces = (1..=levels).flat_map(|level| {
        let first = u16::from(level);
        let last = 2 * u16::from(side) - first;
        let lines = move || (first..=last).step_by(2);
        let points = lines().flat_map(move |row| lines().map(move |column| (column, row)));
        let points = points.filter(move |&point| point != (last, first));
        points.map(move |point| marble(level, point))
    });
    pieces.collect()
}

/// The centers of the marbles, those in front last.
fn centers(scene: &Scene) -> Vec<ImagePoint> {
    let marbles = layer(scene, "marbles").iter();
    let centers = marbles.filter_map(|shape| match shape {
        Shape::Marble { at, .. } => Some(*at),
        _ => None,
    });
    centers.collect()
}

fn distance(one: ImagePoint, other: ImagePoint) -> f64 {
    (one.x - other.x).hypot(one.y - other.y)
}

#[test]
fn the_last_marble_is_marked_where_it_is_seen_or_told() {
    // One corner is free: a liberty.
    let low = [
        (1, 1),
        (3, 1),
        (1, 3),
        (3, 3),
        (5, 3),
        (1, 5),
        (3, 5),
        (5, 5),
    ];
    let high = [(2, 2), (2, 4), (4, 4)];
    let low = low.map(|point| marble(1, point)).into_iter();
    let pieces: Vec<Piece> = low.chain(high.map(|point| marble(2, point))).collect();
    let position = with_pieces(Game::Margo, Size::square(3), &pieces);
    let mut told = Vec::new();
    for &piece in &pieces {
        let placed = [piece.into()];
        let marks = [Mark::Cross(placed[0])];
        let shown = |placed, marks| {
            let diagram = Diagram {
                placed,
                marks,
                ..Diagram::new(&position)
            };
            scene(&diagram, &from_corner())
        };
        let marked = shown(&[], &marks);
        let [Shape::Symbol(center, ..)] = layer(&marked, "marks") else {
            panic!("no mark at {piece}");
        };
        let scene = shown(&placed, &[]);
        let is_told = format!("{scene:?}").contains(&format!("last move: {piece}"));
        match layer(&scene, "last") {
            [Shape::LastMove { at, .. }] => {
                let is_here = |one: &&ImagePoint| distance(**one, *at) < scene.radius;
                // Later ones are in front.
                assert_eq!(
                    centers(&scene).iter().rfind(is_here),
                    Some(center),
                    "{piece}"
                );
                assert!(!is_told, "{piece}");
            }
            [] => {
                assert!(is_told, "{piece}");
                told.push(piece.to_string());
            }
            other => panic!("{other:?}"),
        }
    }
    // The latter two are seen, but not enough for a dot.
    assert_eq!(told, ["1c3", "1c5", "1e5"]);
}

/// The scene of a position after these marbles were captured, the first of which has a mark.
fn after_capture(position: &Position, captured: &[Piece]) -> Scene {
    let marks = [Mark::Cross(captured[0].into())];
    let diagram = Diagram {
        captured,
        marks: &marks,
        ..Diagram::new(position)
    };
    scene(&diagram, &from_corner())
}

#[test]
fn captured_marbles_are_drawn_only_where_nothing_is_in_front_of_them() {
    let whole = pyramid(4, 2);
    let drawn = |pieces: &[Piece], captured: Piece| {
        let position = with_pieces(Game::Margo, Size::square(4), pieces);
        let scene = after_capture(&position, &[captured]);
        let &[Shape::Symbol(own, ..)] = layer(&scene, "marks") else {
            panic!("no mark at {captured}");
        };
        (scene, own)
    };
    let (mut crosses, mut cut) = (0, 0);
    for (index, &captured) in whole.iter().enumerate() {
        if !matches!(captured, Piece::Marble(_, 2, _)) {
            continue;
        }
        let (before, own) = drawn(&whole, captured);
        let behind = centers(&before).iter().position(|&center| center == own);
        let mut left = whole.clone();
        left.remove(index);
        let (scene, own) = drawn(&left, captured);
        let in_front = centers(&scene).split_off(behind.expect("the marble"));
        let is_hidden = |point: ImagePoint| {
            let covers = |&other: &ImagePoint| distance(point, other) < scene.radius - 1e-9;
            in_front.iter().any(covers)
        };
        for shape in layer(&scene, "captured") {
            match *shape {
                Shape::Captured(at, _) => {
                    assert!(distance(at, own) < scene.radius && !is_hidden(at));
                    crosses += 1;
                }
                Shape::CapturedOutline(at, from, to) => {
                    assert_eq!(at, own);
                    cut += usize::from(from != to);
                    assert!(!is_hidden(from) && !is_hidden(to));
                }
                ref other => panic!("{other:?}"),
            }
        }
    }
    // All have room for a cross; but for the first ones others are in front.
    assert_eq!(crosses, 8);
    assert!(cut > 4, "{cut}");
}

#[test]
fn many_captured_marbles_are_crosses_only() {
    let all = pyramid(4, 1);
    let position = with_pieces(Game::Margo, Size::square(4), &[]);
    let count = |captured: &[Piece]| {
        let scene = after_capture(&position, captured);
        let shapes = layer(&scene, "captured").iter();
        let (crosses, outlines): (Vec<&Shape>, Vec<&Shape>) =
            shapes.partition(|shape| matches!(shape, Shape::Captured(..)));
        (crosses.len(), outlines.is_empty())
    };
    assert_eq!(count(&all[..10]), (10, false));
    assert_eq!(count(&all[..11]), (11, true));
}

/// The scene of these marbles, some of them with numbers.
fn numbered(pieces: &[Piece], with_number: &[Piece], style: &Style) -> Scene {
    let position = with_pieces(Game::Margo, Size::square(5), pieces);
    let numbers = with_number.iter().zip(1..);
    let numbers: Vec<MoveNumber> = numbers
        .map(|(&piece, number)| MoveNumber {
            location: Location::from(piece),
            number,
        })
        .collect();
    let diagram = Diagram {
        numbers: &numbers,
        ..Diagram::new(&position)
    };
    scene(&diagram, style)
}

#[test]
fn hidden_numbers_are_on_boards_of_levels() {
    let pieces = pyramid(5, 4);
    let count = |scene: &Scene| layer(scene, "numbers").len();
    for size in [ImageSize::Legible, ImageSize::Board(700)] {
        let style = Style {
            size,
            ..from_corner()
        };
        let first = numbered(&pieces, &pieces, &style);
        assert_eq!(count(&first), pieces.len());
        assert!(!format!("{first:?}").contains("covered"));
        let after = first.following.as_deref().expect("the position");
        assert!(after.tilt < 1.0 && first.tilt > 0.99 && count(after) == 0);
        assert_eq!(centers(after).len(), pieces.len());
        let shares = [first.frame.width, after.frame.width, after.board.width];
        assert!(
            shares
                .iter()
                .all(|width| (width - first.board.width).abs() < 1e-9)
        );
        if let ImageSize::Board(pixels) = size {
            assert!(first.scale * after.board.height <= f64::from(pixels) + 0.1);
        }
    }
    let small = Style {
        size: ImageSize::Whole(640),
        ..from_corner()
    };
    let whole = numbered(&pieces, &pieces, &small);
    assert!(whole.following.is_none() && format!("{whole:?}").contains("covered"));
}

#[test]
fn one_hidden_number_of_ten_is_told_below_the_board() {
    let pieces = pyramid(5, 4);
    let is_apart = |with_number: &[Piece]| {
        let scene = numbered(&pieces, with_number, &from_corner());
        scene.following.is_some()
    };
    let (hidden, seen): (Vec<Piece>, Vec<Piece>) =
        pieces.iter().partition(|&&piece| is_apart(&[piece]));
    for (seen_numbers, expected) in [(8, true), (9, false)] {
        let with_number = [&seen[..seen_numbers], &hidden[..1]].concat();
        assert_eq!(is_apart(&with_number), expected);
    }
}

#[cfg(feature = "pdf")]
#[test]
fn in_a_book_numbers_are_on_a_board_from_above() {
    use crate::diagram::{Figure, has_numbers_apart};
    let pieces = pyramid(3, 2);
    let position = with_pieces(Game::Margo, Size::square(3), &pieces);
    let numbers = [MoveNumber {
        location: pieces[0].into(),
        number: 7,
    }];
    let diagram = Diagram {
        numbers: &numbers,
        ..Diagram::new(&position)
    };
    let style = Style {
        in_book: true,
        ..from_corner()
    };
    assert!(has_numbers_apart(&diagram, &style));
    let captions = ["Move 7", "After move 7"].map(str::to_owned);
    let [numbered, after] = Figure::with_after(&diagram, &style, captions).expect("two figures");
    assert!(numbered.board.tilt > 0.99 && after.board.tilt < 1.0);
    assert_eq!(layer(&numbered.board, "numbers").len(), 1);
    assert!(layer(&after.board, "numbers").is_empty());
    assert!(!has_numbers_apart(&Diagram::new(&position), &style));
}
