//! The fast lexer agrees with the grammar.

use proptest::prelude::*;

use super::*;
use crate::record::{lexer::Lexer, notation::move_by_grammar};

fn agree(game: Game, text: &str) -> Result<(), TestCaseError> {
    if let Some(mv) = read_move(game, text, Vec::new()) {
        prop_assert_eq!(Some(mv), move_by_grammar(game, text), "{:?} {}", game, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn moves_are_those_of_the_grammar(
        text in "[a-cknesw]{0,2}[0-2]{0,3}|[KRGBkr1-3a ]?[a-ck]{1,2}[0-2]{1,3}(/[nesw]{1,2}|,[RGBa]?[a-c]{1,2}[12]{1,2}|<>[a-c]{1,2}[12]|[,<>/]|é)*",
    ) {
        for game in Game::ALL {
            agree(game, &text)?;
        }
    }

    #[test]
    fn words_are_those_of_the_grammar(
        text in "(pass|button|swap|resign|Pass|RESIGN|passe| pass|but|button1|)",
    ) {
        for game in Game::ALL {
            agree(game, &text)?;
        }
    }

    #[test]
    fn special_bytes_are_found_in_words_as_one_by_one(
        rest in prop::collection::vec(prop::sample::select(&b"])[(\\Z^_\x00\x01\x7f\x80\xdb\xdc\xdd\xa8ab1"[..]), 0..40),
        plain in 0_usize..40,
    ) {
        let text = [&b";W["[..], &b"a1".repeat(plain)[..plain], &rest].concat();
        let special = |byte: &u8| b"]\\[(".contains(byte);
        let first = text[3..].iter().take(MAX_PLAIN_MOVE).position(special);
        let end = first.filter(|&first| text[3 + first] == b']');
        prop_assert_eq!(plain_move(&text, 0), end.map(|end| end + 4));
    }

    #[test]
    fn canonical_moves_are_read(column in 1_u16..=52, row in 1_u16..=52, to in 1_u16..=26, edge in 0_usize..6) {
        let (point, other) = (Point::new(column, row), Point::new(to, row));
        let color = |letter| StoneColor::from_letter(letter).expect("a color");
        let king = column <= 26;
        let mut moves = vec![
            (Game::Bargo, Move::Pass),
            (Game::Bargo, Move::Button),
            (Game::Sygo, Move::Pass),
            (Game::Ugo, Move::Pass),
            (Game::Ugo, Move::Button),
            (Game::Bamogo, Move::Pass),
            (Game::Bamogo, Move::Resign),
            (Game::Margo, Move::Swap),
            (Game::Sygo, Move::Stone(point)),
            (Game::Sygo, Move::Stones(vec![point, other, point])),
            (Game::Bargo, Move::Walled(point, Direction::ALL[edge])),
            (Game::Bamogo, Move::Pair([(color('R'), other), (color('B'), other)])),
            (Game::Bamogo, Move::Switch(other, other)),
            (Game::Margo, Move::Marble { level: None, point }),
            (Game::Margo, Move::Marble { level: Some(2), point }),
        ];
        if king {
            moves.push((Game::Ugo, Move::King(point)));
            moves.push((Game::Ugo, Move::Stone(point)));
        }
        for (game, mv) in moves {
            let text = mv.to_string();
            prop_assert_eq!(read_move(game, &text, Vec::new()), Some(mv), "{}", text);
            agree(game, &text)?;
        }
    }

    /// Wherever the bytes are cut into blocks, the scanner marks the tokens of the grammar.
    #[test]
    fn marks_are_those_of_the_grammar(
        text in "(\\(;| |;[BW]?|[BWbCc]{1,2}|\\[|\\]|\\\\|\\[[a-c1\\\\é]{0,3}\\]|[()\\n é9,/]|;[BW]\\[[a-c]1\\]|[A-Z]{7,10}){0,24}",
        block in 1_usize..30,
    ) {
        prop_assert_eq!(marks_in_blocks(&text, block), marks_by_grammar(&text));
    }
}

/// A mark, and at a value the capital letters of its property.
type Marked = (Mark, Vec<u8>);

fn marks_in_blocks(text: &str, block: usize) -> Vec<Marked> {
    let mut scanner = ByteScanner::default();
    let mut marks = Vec::new();
    for bytes in text.as_bytes().chunks(block) {
        let mut at = 0;
        while let Some(mark) = scanner.next(bytes, &mut at) {
            match mark {
                Mark::PlainMove => {
                    let name = scanner.name().to_vec();
                    marks.push((Mark::NodeStart, Vec::new()));
                    marks.push((Mark::ValueStart { is_first: true }, name.clone()));
                    marks.push((Mark::ValueEnd, name));
                }
                Mark::ValueStart { .. } | Mark::ValueEnd => {
                    marks.push((mark, scanner.name().to_vec()));
                }
                _ => marks.push((mark, Vec::new())),
            }
        }
        assert_eq!(at, bytes.len());
    }
    marks
}

fn marks_by_grammar(text: &str) -> Vec<Marked> {
    let mut lexer = Lexer::new(text);
    lexer.use_only_grammar();
    let mut marks = Vec::new();
    let mut name = Vec::new();
    for token in lexer {
        let is_first = matches!(
            token.kind,
            TokenKind::MoveNode | TokenKind::NamedValue | TokenKind::UnclosedValue
        ) && token.bracket > token.start;
        if token.kind != TokenKind::Value && (is_first || token.kind != TokenKind::UnclosedValue) {
            let letters = text[token.start..token.bracket].bytes();
            name = letters.filter(u8::is_ascii_uppercase).collect();
            if name.len() > CapitalLetters::MAX {
                name.clear();
            }
        }
        match token.kind {
            TokenKind::Open => marks.push((Mark::Open, Vec::new())),
            TokenKind::Close => marks.push((Mark::Close, Vec::new())),
            TokenKind::NodeStart => marks.push((Mark::NodeStart, Vec::new())),
            TokenKind::MoveNode => marks.push((Mark::NodeStart, Vec::new())),
            _ => {}
        }
        match token.kind {
            TokenKind::MoveNode | TokenKind::NamedValue | TokenKind::Value => {
                marks.push((Mark::ValueStart { is_first }, name.clone()));
                marks.push((Mark::ValueEnd, name.clone()));
            }
            TokenKind::UnclosedValue => {
                marks.push((Mark::ValueStart { is_first }, name.clone()));
            }
            _ => {}
        }
    }
    marks
}
