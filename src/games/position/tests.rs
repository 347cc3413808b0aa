//! Positions of all games: setups, sizes, equality.

use super::*;
use crate::games::{Direction, HalfPoints};

/// The fault of a setup, on a board of a size of that game.
fn fault(game: Game, pieces: &[Piece]) -> Option<SetupFault> {
    let setup = Setup {
        pieces: pieces.to_vec(),
        ..Setup::default()
    };
    Position::new(&Rules::default_for(game), Size::square(8), Some(&setup)).err()
}

#[test]
fn a_setup_has_pieces_of_its_game_one_to_a_point() {
    let point = Point::new(5, 5);
    let color = StoneColor::from_letter('R').unwrap();
    let pieces = [
        (
            Piece::Stone(Color::Black, point),
            vec![Game::Ugo, Game::Sygo],
        ),
        (Piece::King(Color::Black, point), vec![Game::Ugo]),
        (
            Piece::Walled(Color::Black, point, Direction::E),
            vec![Game::Bargo],
        ),
        (Piece::Marble(Color::Black, 1, point), vec![Game::Margo]),
        (Piece::Neutral(color, point), vec![Game::Bamogo]),
    ];
    for game in Game::ALL {
        for (piece, games) in &pieces {
            let expected = |index, kind| {
                Some(SetupFault {
                    piece: Some(index),
                    kind,
                })
            };
            if games.contains(&game) {
                assert_eq!(fault(game, &[*piece]), None, "{game:?} {piece:?}");
                let twice = expected(1, SetupFaultKind::Occupied);
                assert_eq!(fault(game, &[*piece, *piece]), twice);
            } else {
                let foreign = expected(0, SetupFaultKind::ForeignPiece);
                assert_eq!(fault(game, &[*piece]), foreign, "{game:?} {piece:?}");
            }
        }
    }
}

#[test]
fn a_board_has_a_size_that_its_game_allows() {
    for game in Game::ALL {
        let (least, most) = (*game.sides().start(), *game.sides().end());
        let exists = |columns, rows| {
            let position = Position::new(&Rules::default_for(game), Size { columns, rows }, None);
            let kinds = position.map_err(|fault| (fault.piece, fault.kind));
            assert!(kinds.is_ok() || kinds.err() == Some((None, SetupFaultKind::Size)));
            game.has_size(Size { columns, rows })
        };
        assert!(exists(least, least) && exists(most, most));
        assert!(!exists(least - 1, least - 1) && !exists(most + 1, most + 1));
        assert!(!exists(least, most + 1) && !exists(most + 1, least));
        assert_eq!(exists(least, most), game.may_be_rectangular());
    }
}

#[test]
fn a_position_is_a_value() {
    fn is_value<T: Clone + Eq + Hash + Send + Sync>() {}
    is_value::<Position>();
    let rules = Rules::default_for(Game::Ugo);
    let start = Position::new(&rules, Size::square(9), None).unwrap();
    let at = |column| Move::Stone(Point::new(column, 5));
    let play = |moves: &[u16]| {
        let mut position = start.clone();
        for &column in moves {
            position.play(&at(column)).unwrap();
        }
        position
    };
    assert_eq!(play(&[3, 4, 5, 6]), play(&[5, 6, 3, 4]));
    assert_ne!(play(&[3, 4]), play(&[4, 3]));
    let larger = Position::new(&rules, Size::square(10), None).unwrap();
    assert_ne!(start, larger);
    let other_rules = Position::new(&rules.clone().with_komi(7), start.size(), None).unwrap();
    assert_ne!(start, other_rules);
}

#[test]
fn a_setup_leads_back_to_the_position() {
    for game in Game::ALL {
        let rules = Rules::default_for(game);
        let size = Size::square(6);
        let mut position = Position::new(&rules, size, None).unwrap();
        for number in 0..20_usize {
            let setup = position.to_setup();
            let copy = Position::new(&rules, size, Some(&setup)).unwrap();
            assert_eq!(copy, position, "{game} {number}");
            assert_eq!(copy.fingerprint(), position.fingerprint());
            let moves = position.legal_moves();
            position.play(&moves[number * 7 % moves.len()]).unwrap();
            if position.outcome().is_some() {
                break;
            }
        }
    }
}

#[test]
fn a_turn_without_stones_is_no_move() {
    let rules = &Rules::default_for(Game::Sygo);
    let mut position = Position::new(rules, Size::square(5), None).unwrap();
    let violation = position.play_as(Color::White, &Move::Stones(Vec::new()));
    assert_eq!(violation.unwrap_err().rule, Rule::Notation);
    assert_eq!(position.to_move(), Color::White);
}

#[test]
fn a_move_is_legal_if_it_can_be_played() {
    let rules = &Rules::default_for(Game::Sygo);
    let mut position = Position::new(rules, Size::square(5), None).unwrap();
    for (column, row) in [(1, 1), (5, 5), (3, 3), (1, 5)] {
        position
            .play(&Move::Stone(Point::new(column, row)))
            .unwrap();
    }
    let before = position.clone();
    let listed = position.legal_moves();
    let turns: Vec<Move> = position.turns().collect();
    assert!(turns.iter().any(|mv| !listed.contains(mv)));
    assert!(turns.iter().all(|mv| position.is_legal(mv)));
    // Another spelling of a listed move.
    let stones = Move::Stones(vec![Point::new(2, 1)]);
    assert!(!listed.contains(&stones) && position.is_legal(&stones));
    let occupied = position.check(&Move::Stone(Point::new(1, 1)));
    assert_eq!(occupied.unwrap_err().rule, Rule::SygoOccupied);
    assert_eq!(position, before);
    assert!(position.is_legal(&Move::Resign) && !position.is_game_over());
    position.play(&Move::Resign).unwrap();
    assert!(position.is_game_over() && !position.is_legal(&Move::Pass));
}

#[test]
fn marbles_are_counted_on_boards_of_all_sizes() {
    for side in [7, 8, 10, 11, 19] {
        let rules = &Rules::default_for(Game::Margo);
        let mut position = Position::new(rules, Size::square(side), None).unwrap();
        for (column, color) in [(1, Color::White), (3, Color::Black), (5, Color::White)] {
            let mv = Move::Marble {
                level: None,
                point: Point::new(column, 1),
            };
            position.play_as(color, &mv).unwrap();
        }
        let score = position.score().unwrap();
        assert_eq!(score.white, HalfPoints::whole(2), "side {side}");
        assert_eq!(score.black, HalfPoints::whole(1), "side {side}");
    }
}
