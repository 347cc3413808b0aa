//! What holds for all boards, and what is said below them.

use unicode_width::UnicodeWidthChar;

use super::{Look, TextOptions, at, drawn, empty, hue, marking, text};
use crate::{
    diagram::{Diagram, MoveNumber},
    games::{
        Color::{Black, White},
        Game, Move, Position, Size,
    },
};

#[test]
fn the_last_line_contains_the_result() {
    let last = |position: &Position| {
        let text = drawn(position, &Look::default());
        text.lines().last().unwrap_or_default().to_owned()
    };
    let mut ugo = empty(Game::Ugo, 3);
    for turn in [Move::Stone(at(1, 1)), Move::Button, Move::Pass, Move::Pass] {
        ugo.play(&turn).expect("a legal turn");
    }
    assert_eq!(last(&ugo), "● Black has won by 8.5 · button: White");
    let mut sygo = empty(Game::Sygo, 3);
    let mut drawn = sygo.clone();
    sygo.play_as(White, &Move::Resign).expect("a legal turn");
    assert_eq!(last(&sygo), "● Black has won by resignation");
    for color in [White, Black] {
        drawn.play_as(color, &Move::Pass).expect("a legal turn");
    }
    assert_eq!(last(&drawn), "The game is drawn");
    let mut bamogo = empty(Game::Bamogo, 2);
    let pair = Move::Pair([(hue('R'), at(1, 1)), (hue('G'), at(1, 2))]);
    bamogo.play_as(Black, &pair).expect("a legal turn");
    let pair = Move::Pair([(hue('R'), at(2, 1)), (hue('B'), at(2, 2))]);
    bamogo.play_as(White, &pair).expect("a legal turn");
    assert_eq!(last(&bamogo), "White has won: R from a1 to b1");
}

/// The text without escape sequences.
fn stripped(text: &str) -> String {
    let mut plain = String::new();
    for (index, part) in text.split('\x1b').enumerate() {
        let part = if index == 0 {
            part
        } else {
            part.split_once('m').expect("the end of a sequence").1
        };
        plain.push_str(part);
    }
    plain
}

/// A position with a few pieces on a board of any game and size.
fn any(game: Game, side: u8) -> Position {
    let mut position = empty(game, side);
    for ply in 0..6 {
        let moves = position.legal_moves();
        let moves: Vec<&Move> = (moves.iter())
            .filter(|turn| !turn.points().is_empty())
            .collect();
        if moves.is_empty() {
            break;
        }
        let turn = moves[(ply * 7919 + usize::from(side)) % moves.len()];
        position.play(turn).expect("a legal turn");
    }
    position
}

#[test]
fn no_line_is_too_wide_and_every_character_takes_one_column() {
    for game in Game::ALL {
        for side in [2, 3, 9, 10, 14, 19, 26, 27, 30, 52] {
            if !game.has_size(Size::square(side)) {
                continue;
            }
            let position = any(game, side);
            let last = u16::from(side);
            for (width, levels) in [
                (0, false),
                (33, true),
                (80, false),
                (80, true),
                (500, false),
            ] {
                for marks in [&[][..], &[at(1, 1)], &[at(last, last), at(2, 2), at(1, 1)]] {
                    let options = Look {
                        width,
                        levels,
                        ..marking(marks)
                    };
                    check(&position, &options);
                }
            }
        }
    }
}

#[track_caller]
fn check(position: &Position, options: &Look) {
    let plain = drawn(position, options);
    assert!(plain.ends_with('\n') && !plain.starts_with('\n'));
    for line in plain.lines() {
        let columns = line.chars().map(UnicodeWidthChar::width);
        assert!(columns.clone().all(|columns| columns == Some(1)), "{line}");
        assert!(columns.count() <= options.width.max(20), "{line}");
        assert_eq!(line, line.trim_end());
    }
    assert!(options.marks.is_empty() || plain.contains(['(', '[']));
    let ascii = Look {
        ascii: true,
        ..*options
    };
    assert!(drawn(position, &ascii).is_ascii());
    let color = Look {
        color: true,
        ..*options
    };
    let color = drawn(position, &color);
    assert!(color.contains("\x1b["));
    let color = stripped(&color);
    let color: Vec<&str> = color.lines().map(str::trim_end).collect();
    assert_eq!(color, plain.lines().collect::<Vec<_>>());
}

#[test]
fn a_numbered_board_that_is_too_wide_loses_no_number() {
    for game in Game::ALL {
        for (side, first) in [(12, 1), (18, 995), (19, 95), (19, 9_995)] {
            let mut position = empty(game, side);
            let mut numbers: Vec<MoveNumber> = Vec::new();
            for ply in 0..12 {
                let moves = position.legal_moves();
                let moves: Vec<&Move> = (moves.iter())
                    .filter(|mv| !mv.points().is_empty())
                    .collect();
                let Some(&mv) = moves.get((ply as usize * 7919) % moves.len().max(1)) else {
                    break;
                };
                let points = mv.points();
                position.play(mv).expect("a legal move");
                numbers.extend(points.into_iter().map(|point| MoveNumber {
                    location: point.into(),
                    number: first + ply,
                }));
            }
            let diagram = Diagram {
                numbers: &numbers,
                ..Diagram::new(&position)
            };
            for width in [40, 80] {
                let options = TextOptions {
                    width,
                    ..TextOptions::default()
                };
                let text = text(&diagram, &options);
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "{text}");
                }
                let is_digit = |character: char| !character.is_ascii_digit();
                let written: Vec<&str> = text.split(is_digit).collect();
                for numbered in &numbers {
                    let number = numbered.number.to_string();
                    assert!(
                        written.iter().any(|word| word.ends_with(&number)),
                        "{number}:\n{text}"
                    );
                }
            }
        }
    }
}

#[test]
fn kings_have_a_letter_where_that_leaves_room_for_all_columns() {
    use crate::games::{Piece, Setup};
    let king = at(19, 19);
    let setup = Setup {
        pieces: vec![Piece::King(White, king)],
        ..Setup::default()
    };
    let position = super::position(Game::Ugo, Size::square(19), &setup);
    let drawn = |number: u32| {
        let numbers = [MoveNumber {
            location: king.into(),
            number,
        }];
        let diagram = Diagram {
            numbers: &numbers,
            ..Diagram::new(&position)
        };
        text(&diagram, &TextOptions::default())
    };
    let short = drawn(86);
    assert!(
        short.contains(" K86") && short.contains("K: a king"),
        "{short}"
    );
    let long = drawn(186);
    assert!(
        long.contains(" 186\n") && long.contains("kings: 186"),
        "{long}"
    );
    assert!(!long.contains("White king"), "{long}");
}
