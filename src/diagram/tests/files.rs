//! Images as PNG, GIF and PDF, read by other programs' readers.

use super::{drawn, small};
use crate::{
    diagram::{
        Animation, Diagram, ImageError, ImageSize, PaperSize, PdfOptions, Style, Theme, View, pdf,
        png, scene,
    },
    games::{Game, Move, Point, Position, Size},
    ruleset,
};

/// Width, height and pixels with red, green, blue and alpha.
fn decoded_png(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut reader = ::png::Decoder::new(bytes).read_info().expect("a PNG file");
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
            let (width, height, pixels) = decoded_png(&png(&image, 1.0).expect("a picture"));
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
    let [image, without] = [image, without].map(|image| png(&image, 1.0).expect("a picture"));
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
    let (width, height, _) = decoded_png(&png(&image, 2.5).expect("a picture"));
    assert_eq!(width.max(height), 250);
    for scale in [1_000.0, 1e9, f32::INFINITY] {
        let refused = png(&image, scale);
        assert!(matches!(refused, Err(ImageError::Size(..))), "{refused:?}");
    }
    for scale in [0.0, -1.0, f32::NAN] {
        let (width, height, _) = decoded_png(&png(&image, scale).expect("a picture"));
        assert_eq!((width, height), (1, 1));
    }
    assert!(matches!(png("<svg", 1.0), Err(ImageError::Image(_))));
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

#[test]
fn an_animation_shows_its_frames() {
    for theme in Theme::ALL {
        let style = Style {
            theme,
            size: ImageSize::Whole(120),
            status: false,
            ..Style::default()
        };
        let images: Vec<String> = game()
            .iter()
            .map(|position| drawn(&Diagram::new(position), &style))
            .collect();
        let mut animation = Animation::new(Vec::new(), &images[3], 1.0).expect("a beginning");
        for (image, delay) in images.iter().zip(50..) {
            animation.push(image, delay).expect("a frame");
        }
        let bytes = animation.finish().expect("an end");

        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).expect("a GIF file");
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        assert_eq!((width, height), (120, 120));
        let mut shown = vec![0; width * height * 4];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            assert_eq!(usize::from(frame.delay), 50 + frames);
            for row in 0..usize::from(frame.height) {
                let length = usize::from(frame.width) * 4;
                let start = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
                shown[start..start + length]
                    .copy_from_slice(&frame.buffer[row * length..][..length]);
            }
            // What is seen is what a still image shows, but for the colors' tolerance.
            let (_, _, expected) = decoded_png(&png(&images[frames], 1.0).expect("a picture"));
            let worst = shown
                .iter()
                .zip(&expected)
                .map(|(one, other)| one.abs_diff(*other))
                .max();
            assert!(worst < Some(30), "{theme:?}, frame {frames}: {worst:?}");
            frames += 1;
        }
        assert_eq!(frames, 4);
    }
}

#[test]
fn frames_of_other_sizes_are_fitted() {
    let positions = game();
    let style = Style {
        size: ImageSize::Whole(80),
        status: false,
        ..Style::default()
    };
    let plain = drawn(&Diagram::new(&positions[0]), &style);
    let mut animation = Animation::new(Vec::new(), &plain, 1.0).expect("a beginning");
    for caption in [None, Some("a caption"), None] {
        let diagram = Diagram {
            caption,
            ..Diagram::new(&positions[1])
        };
        let style = Style {
            size: ImageSize::Whole(300),
            ..style
        };
        animation
            .push(&drawn(&diagram, &style), 10)
            .expect("a frame");
    }
    let bytes = animation.finish().expect("an end");
    let mut decoder = ::gif::DecodeOptions::new()
        .read_info(bytes.as_slice())
        .expect("a GIF file");
    assert_eq!((decoder.width(), decoder.height()), (80, 80));
    let mut frames = 0;
    while decoder.read_next_frame().expect("a frame").is_some() {
        frames += 1;
    }
    assert_eq!(frames, 3);
}

#[test]
fn a_book_has_pages_with_text_in_it() {
    let style = Style {
        theme: Theme::Print,
        ..Style::default()
    };
    let positions = game();
    let scenes = |count: usize| {
        let positions = positions.iter().cycle().take(count);
        positions.map(|position| {
            let diagram = Diagram {
                caption: Some("Diagram"),
                ..Diagram::new(position)
            };
            scene(&diagram, &style)
        })
    };
    for (count, per_page, pages) in [(1, 1, 1), (7, 3, 3), (4, 4, 1), (2, 0, 2), (0, 6, 1)] {
        for paper in [PaperSize::A4, PaperSize::Letter] {
            let book = PdfOptions {
                title: "A <game> \u{202e}& more",
                per_page,
                paper,
            };
            let bytes = pdf(scenes(count), &style, &book).expect("a book");
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
