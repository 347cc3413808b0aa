//! Players that look ahead: they win when one move is enough, do not lose when one reply would be, and their games are
//! legal and the same for a seed.

use std::fs;

use assert_cmd::Command;
use kifu::{
    games::{Color, Direction, Game, Move, Piece, Point, Position, Rules, Setup, Size, StoneColor},
    lab::{Opponent, Player, PlayerKind},
    ruleset,
};

const STRONG: PlayerKind = PlayerKind::Mcts { playouts: 1000 };

fn point(column: u16, row: u16) -> Point {
    Point::new(column, row)
}

/// Whether a move ends the game, and the player to move wins.
fn wins(position: &Position, mv: &Move) -> bool {
    let mover = position.to_move();
    let mut after = position.clone();
    after.play(mv).expect("it is legal");
    after
        .outcome()
        .is_some_and(|outcome| outcome.winner() == Some(mover))
}

/// Whether the opponent can win at once after a move.
fn loses(position: &Position, mv: &Move) -> bool {
    let mut after = position.clone();
    after.play(mv).expect("it is legal");
    !after.is_game_over() && after.legal_moves().iter().any(|reply| wins(&after, reply))
}

fn assert_wins(position: &Position) {
    let moves = position.legal_moves();
    let winning = moves.iter().filter(|mv| wins(position, mv)).count();
    assert!(winning > 0, "a move wins");
    assert!(winning < moves.len(), "another does not");
    for seed in 1..=3 {
        let mv = Player { kind: STRONG, seed }.choose(position);
        assert!(wins(position, &mv), "{:?}: {mv}", position.game());
    }
}

fn assert_does_not_lose(position: &Position) {
    let moves = position.legal_moves();
    let losing = moves.iter().filter(|mv| loses(position, mv)).count();
    assert!(losing > 0, "a move loses");
    assert!(losing < moves.len(), "another does not");
    assert!(moves.len() <= 30, "{} moves", moves.len());
    for mv in &moves {
        let mut after = position.clone();
        after.play(mv).expect("it is legal");
        assert!(after.legal_moves().len() <= 30, "replies to {mv}");
    }
    for seed in 1..=3 {
        let mv = Player { kind: STRONG, seed }.choose(position);
        assert!(!loses(position, &mv), "{:?}: {mv}", position.game());
    }
}

/// A position made by a setup, after some moves.
fn position(rules: &Rules, size: u8, setup: &Setup, moves: &[Move]) -> Position {
    let mut position = Position::new(rules, Size::square(size), Some(setup)).expect("it exists");
    for mv in moves {
        position.play(mv).expect("it is legal");
    }
    position
}

fn setup(pieces: Vec<Piece>, to_move: Color, button: Option<Color>) -> Setup {
    let mut setup = Setup::from(pieces);
    setup.to_move = Some(to_move);
    setup.button = button;
    setup
}

/// Black has two columns and White one, beyond which each has territory.
fn ugo_pieces() -> Vec<Piece> {
    let column = |column, color| (1..=4).map(move |row| Piece::Stone(color, point(column, row)));
    column(2, Color::Black)
        .chain(column(3, Color::Black))
        .chain(column(4, Color::White))
        .collect()
}

#[test]
fn ugo() {
    let rules = Rules::default_for(Game::Ugo);
    let white_passes = setup(ugo_pieces(), Color::White, Some(Color::White));
    let leading = position(&rules, 4, &white_passes, &[Move::Pass]);
    assert!(wins(&leading, &Move::Pass));
    assert_wins(&leading);
    let behind = setup(ugo_pieces(), Color::White, Some(Color::White));
    let behind = position(&rules, 4, &behind, &[]);
    assert!(loses(&behind, &Move::Pass) || !behind.legal_moves().contains(&Move::Pass));
    if behind.legal_moves().len() > 1 {
        assert_does_not_lose(&behind);
    }
}

#[test]
fn bargo() {
    let rules = Rules::default_for(Game::Bargo);
    let walled = |color, column, row, wall| Piece::Walled(color, point(column, row), wall);
    let pieces = || {
        vec![
            walled(Color::Black, 1, 1, Direction::E),
            walled(Color::Black, 2, 1, Direction::Ne),
            walled(Color::Black, 1, 2, Direction::Ne),
            walled(Color::White, 3, 3, Direction::W),
        ]
    };
    let white_passes = setup(pieces(), Color::White, Some(Color::White));
    assert_wins(&position(&rules, 2, &white_passes, &[Move::Pass]));
    let behind = setup(pieces(), Color::White, Some(Color::White));
    assert_does_not_lose(&position(&rules, 2, &behind, &[]));
}

#[test]
fn sygo() {
    let rules = Rules::default_for(Game::Sygo);
    let stone = |color, column, row| Piece::Stone(color, point(column, row));
    let pieces = || {
        vec![
            stone(Color::Black, 2, 1),
            stone(Color::Black, 2, 2),
            stone(Color::Black, 2, 3),
            stone(Color::White, 4, 4),
        ]
    };
    let white_passes = setup(pieces(), Color::White, None);
    assert_wins(&position(&rules, 4, &white_passes, &[Move::Pass]));
    let behind = setup(pieces(), Color::White, None);
    assert_does_not_lose(&position(&rules, 4, &behind, &[]));
}

#[test]
fn bamogo() {
    let rules = Rules::default_for(Game::Bamogo);
    let [red, green] = ['R', 'G'].map(|letter| StoneColor::from_letter(letter).expect("it is one"));
    let of = |to_move| {
        let stones = vec![
            Piece::Neutral(red, point(1, 1)),
            Piece::Neutral(red, point(1, 2)),
        ];
        let mut setup = setup(stones, to_move, None);
        setup.line = Some(vec![[red, green]; 3]);
        position(&rules, 3, &setup, &[])
    };
    assert_wins(&of(Color::Black));
    assert_does_not_lose(&of(Color::White));
}

#[test]
fn margo() {
    let rules = &ruleset::by_name("margo-single-capture")
        .expect("it is embedded")
        .rules;
    let marble = |color, column, row| Piece::Marble(color, 1, point(column, row));
    let of = |to_move| {
        let marbles = vec![
            marble(Color::White, 1, 1),
            marble(Color::Black, 3, 1),
            marble(Color::Black, 5, 5),
            marble(Color::White, 7, 3),
        ];
        position(rules, 4, &setup(marbles, to_move, None), &[])
    };
    assert_wins(&of(Color::Black));
    assert_does_not_lose(&of(Color::White));
}

/// The end of a whole game of Margo: the player who makes the last move may win by it.
#[test]
fn the_last_move_of_margo() {
    let rules = Rules::default_for(Game::Margo);
    let mut found = 0;
    for seed in 0..400 {
        let start = Position::new(&rules, Size::square(2), None).expect("it exists");
        let mut position = start;
        let mut player = Player {
            kind: PlayerKind::Random,
            seed,
        };
        while !position.is_game_over() {
            let moves = position.legal_moves();
            let winning = moves.iter().filter(|mv| wins(&position, mv)).count();
            if winning > 0 && winning < moves.len() {
                found += 1;
                assert_wins(&position);
                break;
            }
            let mv = player.choose(&position);
            position.play(&mv).expect("it is legal");
        }
    }
    assert!(found > 0, "there are such positions");
}

fn kifu(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .args(args)
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    output.stdout
}

#[test]
fn records_validate_and_do_not_depend_on_the_number_of_threads() {
    for ruleset in ruleset::embedded() {
        let game = ruleset.game().name();
        let args = [
            "selfplay",
            "--game",
            game,
            "--ruleset",
            &ruleset.name,
            "--size",
            "3",
            "--black",
            "mcts:6",
            "--white",
            "greedy",
            "--games",
            "4",
            "--random-plies",
            "2",
            "--max-plies",
            "60",
            "--values",
        ];
        let of_jobs = |jobs| kifu(&[&args[..], &["--jobs", jobs]].concat());
        let records = of_jobs("1");
        assert_eq!(records, of_jobs("2"), "{}", ruleset.name);
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = folder.path().join("games.sgf");
        fs::write(&path, records).expect("a file can be written");
        kifu(&["validate", "--strict", &path.display().to_string()]);
    }
}

#[test]
fn games_that_need_not_end_stop_unfinished() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("endless.yaml");
    let yaml = "name: endless\ngame: margo\nrepetition: none\npass: true\nmax-height: 1\n";
    fs::write(&path, yaml).expect("a file can be written");
    let path = path.display().to_string();
    for command in ["selfplay", "random"] {
        let mut args = vec![
            command,
            "--game",
            "margo",
            "--ruleset",
            &path,
            "--size",
            "2",
            "--max-plies",
            "7",
        ];
        if command == "selfplay" {
            args.extend(["--black", "random", "--white", "random", "--games", "5"]);
        } else {
            args.extend(["--count", "5"]);
        }
        let text = String::from_utf8(kifu(&args)).expect("UTF-8");
        assert_eq!(text.matches("GM[").count(), 5);
        assert!(
            text.matches("RE[?]").count() > 0,
            "{command}: some game is not over"
        );
        for record in text.split("(;FF").skip(1) {
            assert!(record.matches(';').count() <= 7, "{record}");
        }
    }
}
