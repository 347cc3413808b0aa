//! Images as PNG, GIF and PDF, read by other programs' readers.

use super::{drawn, small};
use crate::{
    diagram::{
        Animation, BoardChange, Chapter, Diagram, Figure, FontSize, Fonts, ImageError, ImageSize,
        PaperSize, PdfOptions, Rect, Scene, Style, Theme, View, pdf, png, scene, svg,
    },
    games::{Game, Move, Point, Position, Size},
    ruleset,
};

/// Width, height and pixels with red, green, blue and alpha.
fn decoded_png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = ::png::Decoder::new(bytes);
    let expanded = ::png::Transformations::EXPAND | ::png::Transformations::ALPHA;
    decoder.set_transformations(expanded);
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size()];
    let info = reader.next_frame(&mut pixels).expect("a picture");
    assert_eq!(info.color_type, ::png::ColorType::Rgba);
    (info.width, info.height, pixels)
}

#[test]
fn every_picture_becomes_a_png_of_the_right_size() {
    for game in Game::ALL {
        for theme in Theme::ALL {
            let view = if theme == Theme::Dark {
                View::Iso
            } else {
                View::Top
            };
            let style = Style {
                theme,
                view,
                size: ImageSize::Whole(90),
                ..Style::default()
            };
            let position = small(game);
            let image = drawn(&Diagram::new(&position), &style);
            let (width, height, pixels) =
                decoded_png(&png(&image, 1.0, &Fonts::default()).expect("a picture"));
            assert_eq!(width.max(height), 90, "{game:?} {theme:?}");
            // Something is drawn, and nothing shines through.
            let first = &pixels[..4];
            assert!(
                pixels.chunks_exact(4).any(|pixel| pixel != first),
                "{game:?} {theme:?}"
            );
            assert!(pixels.chunks_exact(4).all(|pixel| pixel[3] == 255));
        }
    }
}

#[test]
fn letters_are_drawn_without_fonts_of_the_system() {
    let style = Style {
        size: ImageSize::Whole(200),
        ..Style::default()
    };
    let position = small(Game::Bamogo);
    let image = drawn(&Diagram::new(&position), &style);
    let without = image.replace("<text", "<g").replace("</text>", "</g>");
    let [image, without] =
        [image, without].map(|image| png(&image, 1.0, &Fonts::default()).expect("a picture"));
    assert_ne!(image, without);
}

#[test]
fn a_picture_can_be_scaled_but_not_without_limit() {
    let position = small(Game::Sygo);
    let image = drawn(
        &Diagram::new(&position),
        &Style {
            size: ImageSize::Whole(100),
            ..Style::default()
        },
    );
    let (width, height, _) = decoded_png(&png(&image, 2.5, &Fonts::default()).expect("a picture"));
    assert_eq!(width.max(height), 250);
    for scale in [1_000.0, 1e9, f32::INFINITY] {
        let refused = png(&image, scale, &Fonts::default());
        assert!(matches!(refused, Err(ImageError::Size(..))), "{refused:?}");
    }
    for scale in [0.0, -1.0, f32::NAN] {
        let (width, height, _) =
            decoded_png(&png(&image, scale, &Fonts::default()).expect("a picture"));
        assert_eq!((width, height), (1, 1));
    }
    assert!(matches!(
        png("<svg", 1.0, &Fonts::default()),
        Err(ImageError::Image(_))
    ));
}

/// The positions of a short game of Sygo.
fn game() -> Vec<Position> {
    let rules = &ruleset::default_for(Game::Sygo).rules;
    let mut position = Position::new(rules, Size::square(4), None).expect("a position");
    let mut positions = vec![position.clone()];
    for (column, row) in [(2, 2), (3, 3), (1, 4)] {
        let turn = Move::Stone(Point::new(column, row));
        position.play(&turn).expect("a legal move");
        positions.push(position.clone());
    }
    positions
}

/// Width, height, and each frame's delay and what is seen then.
#[allow(clippy::type_complexity)]
fn decoded_gif(bytes: &[u8]) -> (usize, usize, Vec<(u16, Vec<u8>)>) {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF file");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut shown = vec![0; width * height * 4];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.dispose, ::gif::DisposalMethod::Keep);
        for row in 0..usize::from(frame.height) {
            let start = (usize::from(frame.top) + row) * width + usize::from(frame.left);
            let pixels = frame
                .buffer
                .chunks_exact(4)
                .skip(row * usize::from(frame.width));
            for (column, pixel) in pixels.take(usize::from(frame.width)).enumerate() {
                if pixel[3] != 0 {
                    shown[(start + column) * 4..][..4].copy_from_slice(pixel);
                }
            }
        }
        frames.push((frame.delay, shown.clone()));
    }
    (width, height, frames)
}

#[test]
fn an_animation_shows_what_still_images_show() {
    for game in Game::ALL {
        for theme in Theme::ALL {
            let (view, territory) = match theme {
                Theme::Dark => (View::Iso, true),
                Theme::Paper => (View::Exploded, false),
                _ => (View::Top, false),
            };
            let style = Style {
                theme,
                view,
                size: ImageSize::Whole(150),
                min_levels: 5,
                ..Style::default()
            };
            let scenes = played(game, territory, &style);
            let fonts = Fonts::default();
            let samples = [scenes[scenes.len() - 1].clone(), scenes[3].clone()];
            let mut animation =
                Animation::new(Vec::new(), &samples, &style, 1.0, &fonts).expect("a beginning");
            for (scene, delay) in scenes.iter().zip(50..) {
                animation.push(scene.clone(), delay).expect("a frame");
            }
            let bytes = animation.finish().expect("an end");
            let (width, height, frames) = decoded_gif(&bytes);
            assert_eq!(width.max(height), 150);
            assert_eq!(frames.len(), scenes.len());
            for (index, (scene, (delay, shown))) in scenes.iter().zip(frames).enumerate() {
                assert_eq!(usize::from(delay), 50 + index);
                // Equal but for the tolerance of colors.
                let image = png(&svg(scene, &style), 1.0, &fonts).expect("a picture");
                let (_, _, expected) = decoded_png(&image);
                let worst = (shown.iter().zip(&expected))
                    .map(|(one, other)| one.abs_diff(*other))
                    .max();
                assert!(
                    worst < Some(30),
                    "{game:?} {theme:?}, frame {index}: {worst:?}"
                );
            }
        }
    }
}

/// The scenes of a game of 40 random moves on a small board, each with a caption.
fn played(game: Game, territory: bool, style: &Style) -> Vec<Scene> {
    let rules = &ruleset::default_for(game).rules;
    let size = Size::square(4);
    let mut position = Position::new(rules, size, None).expect("a position");
    let (mut scenes, mut captions) = (Vec::new(), Vec::new());
    for ply in 0..40_usize {
        let before = position.pieces();
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[(ply * 7_919) % moves.len()].clone();
        position.play(&mv).expect("a legal move");
        let change = BoardChange::between(&before, &position.pieces(), &mv);
        let diagram = Diagram {
            placed: &change.placed,
            flipped: &change.flipped,
            captured: &change.captured,
            territory,
            ..Diagram::new(&position)
        };
        captions.push(format!("{ply} · {mv}"));
        scenes.push(scene(&diagram, style));
    }
    let frames = scenes.iter().map(|scene| scene.frame);
    let frame = frames.reduce(Rect::union).expect("a frame");
    for (scene, caption) in scenes.iter_mut().zip(captions) {
        scene.frame = frame;
        scene.add_caption(&caption, FontSize(0.3));
        *scene = scene.clone().with_size(style, 1.0);
    }
    scenes
}

#[test]
fn a_book_has_pages_with_text_in_it() {
    let style = Style {
        theme: Theme::Print,
        ..Style::default()
    };
    let positions = game();
    let chapter = |count: usize| {
        let positions = positions.iter().cycle().take(count);
        let figures = positions
            .map(|position| Figure::new(&Diagram::new(position), &style, "Diagram".to_owned()));
        Chapter {
            title: "A <game> \u{202e}& more".to_owned(),
            figures: figures.collect(),
            ..Chapter::default()
        }
    };
    for (count, per_page, pages) in [(1, 1, 1), (7, 3, 3), (4, 4, 1), (2, 0, 2), (0, 6, 1)] {
        for paper in [PaperSize::A4, PaperSize::Letter] {
            let book = PdfOptions {
                title: "A <game> \u{202e}& more",
                per_page: Some(per_page),
                paper,
            };
            let bytes = pdf(&[chapter(count)], &style, &book, &Fonts::default()).expect("a book");
            let document = lopdf::Document::load_mem(&bytes).expect("a PDF file");
            assert_eq!(
                document.get_pages().len(),
                pages,
                "{count} diagrams, {per_page} a page"
            );
            let text = document
                .objects
                .values()
                .filter_map(|object| object.as_dict().ok());
            let fonts = text.filter(|dict| dict.get(b"BaseFont").is_ok()).count();
            assert!(fonts > 0, "no text");
        }
    }
}
