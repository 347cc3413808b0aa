use std::iter;

use super::*;
use crate::{
    editor::{GameNode, LegalPoints, MoveInput},
    games::{Game, Point, Size},
    verify::Status,
};

fn new(game: Game, size: u8) -> Session {
    let mut game = NewGame::of(ruleset::default_for(game));
    game.size = Size::square(size);
    Session::new(&game).expect("the board exists")
}

fn open(text: &str) -> Session {
    let record = read(text).next().expect("there is a record");
    Session::open(&record, Options::default()).expect("it can be played")
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split_whitespace() {
        let mv = Move::parse(session.position().game(), mv).expect("it is a move");
        session.play(&mv).expect("it is legal");
    }
}

/// The moves of the record in one line, and its result.
fn moves(session: &Session) -> String {
    let text = session.to_text().expect("it is small");
    let record = read(text.as_str()).next().expect("there is a record");
    let verdict = verify(&record, &Options::default());
    assert_ne!(verdict.status, Status::Malformed);
    let body = text.split_once("]\n").map_or("", |(_, body)| body);
    let result = session.detail("RE");
    let body = body.replace('\n', "");
    format!("{} {result}", body.strip_suffix(')').unwrap_or(&body))
        .trim()
        .to_owned()
}

#[test]
fn a_game_is_played_to_its_end_and_the_result_follows() {
    let mut session = new(Game::Ugo, 3);
    play(&mut session, "b2 button pass pass");
    assert!(session.position().is_game_over());
    assert_eq!(session.detail("RE"), "B+8.5");
    assert!(matches!(
        session.play(&Move::Pass),
        Err(EditError::Illegal(_))
    ));
    assert_eq!(session.undo(), Some(EditKind::Ply));
    assert_eq!(session.detail("RE"), "");
    play(&mut session, "a1 pass pass");
    assert_eq!(session.detail("RE"), "W+0.5");
    let text = session.to_text().expect("it is small");
    let record = read(text.as_str()).next().expect("there is a record");
    let verdict = verify(&record, &Options::default());
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    session.remove();
    assert_eq!(session.detail("RE"), "");
}

#[test]
fn another_move_begins_a_variation_and_the_same_one_does_not() {
    let mut session = new(Game::Ugo, 5);
    play(&mut session, "b2 c3 d4");
    session.go_to_ply(1);
    play(&mut session, "C3");
    assert_eq!(moves(&session), ";B[b2];W[c3];B[d4]");
    session.back();
    play(&mut session, "a1 e5");
    assert_eq!(moves(&session), ";B[b2](;W[c3];B[d4])(;W[a1];B[e5])");
    let tree = session.tree();
    assert_eq!(tree.variation(session.cursor()).as_deref(), Some("2"));
    assert!(session.go_to_variation(true));
    assert!(session.tree().is_on_main_line(session.cursor()));
    session.go_to_end();
    assert_eq!(session.position().plies(), 3);
    assert!(session.go_to_variation(false));
    assert!(session.promote());
    assert_eq!(moves(&session), ";B[b2](;W[a1];B[e5])(;W[c3];B[d4])");
    assert!(!session.promote());
    // The line visited last is gone along.
    session.go_to_ply(1);
    session.forward();
    assert_eq!(session.go_to_ply(9), 3);
    assert_eq!(session.position().plies(), 3);
}

/// `PB` and `PW` name the players at the end of the main line.
#[test]
fn names_follow_the_swap_of_the_main_line() {
    let names = |session: &Session| {
        let names = ["PB", "PW", "BR", "WT"].map(|letters| session.detail(letters));
        names.join(" ")
    };
    let mut session = new(Game::Margo, 4);
    for (letters, text) in [("PB", "Ben"), ("PW", "Ann"), ("BR", "5"), ("WT", "A")] {
        session.set_detail(letters, text);
    }
    let (before, after) = ("Ben Ann 5 A", "Ann Ben  ");
    // A swap on a variation becomes that of the main line, and is replaced by a move again.
    play(&mut session, "c3 c1");
    session.back();
    play(&mut session, "swap");
    assert_eq!(names(&session), before);
    session.promote();
    assert_eq!(names(&session), after);
    session.go_to_variation(true);
    session.promote();
    assert_eq!(names(&session), before);
    session.undo();
    assert_eq!(names(&session), after);
    session.redo();
    assert_eq!(names(&session), before);
    session.undo();
    // Without the swap the other line remains; without both nothing.
    let last = session.tree().last_of_main_line(GameTree::ROOT);
    session.go_to(last);
    assert!(session.is_swapped());
    session.remove();
    assert_eq!(names(&session), before);
    session.undo();
    session.go_to_start();
    session.forward();
    session.remove();
    assert_eq!(names(&session), before);
    assert!(!session.is_swapped());
    session.undo();
    assert_eq!(names(&session), after);
    // In a record that is opened the names stand as they are.
    let text = session.to_text().expect("it fits");
    let mut session = open(&text);
    assert_eq!(names(&session), after);
    session.go_to_ply(2);
    session.remove();
    assert_eq!(names(&session), before);
}

#[test]
fn a_stated_winner_changes_colors_with_the_players() {
    for (stated, exchanged) in [
        ("B+R", "W+R"),
        ("W+R", "B+R"),
        (" W+1.5", " B+1.5"),
        ("b+resign", "W+resign"),
        ("B+", "W+"),
        ("0", "0"),
        ("Void", "Void"),
        ("Ben", "Ben"),
    ] {
        let mut session = open(&format!(
            "(;GM[margo]SZ[4]PB[Ann]PW[Ben]RE[{stated}][B+T];W[c3];B[swap];B[e3])"
        ));
        let told = |session: &Session| session.detail("PB") + " " + &session.detail("RE");
        assert_eq!(told(&session), format!("Ann {stated}"));
        session.go_to_ply(2);
        session.remove();
        assert_eq!(told(&session), format!("Ben {exchanged}"));
        play(&mut session, "swap");
        let again = told(&session);
        assert!(
            again.eq_ignore_ascii_case(&format!("Ann {stated}")),
            "{again}"
        );
        session.undo();
        session.undo();
        assert_eq!(told(&session), format!("Ann {stated}"));
    }
}

/// The result of a finished game is that of its end, whoever has which color.
#[test]
fn a_result_that_the_end_of_the_game_has_noted_follows_the_main_line() {
    let mut session = new(Game::Margo, 4);
    session.set_detail("PB", "Ann");
    let told = |session: &Session| ["PB", "PW", "RE"].map(|letters| session.detail(letters));
    play(&mut session, "c3 c1 resign");
    assert_eq!(told(&session), ["Ann", "", "B+R"]);
    session.go_to_ply(1);
    play(&mut session, "swap");
    session.promote();
    assert_eq!(told(&session), ["", "Ann", ""]);
    play(&mut session, "e3 resign");
    assert_eq!(told(&session), ["", "Ann", "B+R"]);
    session.go_to_ply(2);
    session.go_to_variation(true);
    session.promote();
    assert_eq!(told(&session), ["Ann", "", "B+R"]);
    session.remove();
    assert_eq!(told(&session), ["", "Ann", "B+R"]);
}

/// Whatever its spelling; another one that the players have agreed on stays.
#[test]
fn the_result_of_the_end_goes_with_the_end() {
    let score = "(;GM[ugo]SZ[5]RE[{}];B[c3];W[button];B[pass];W[pass])";
    let resigned = "(;GM[ugo]SZ[5]RE[{}];B[c3];W[resign])";
    for (text, stated, left) in [
        (score, "B+24.5", ""),
        (score, "b+024.50", ""),
        (score, "B+", ""),
        (score, "B+R", "B+R"),
        (score, "B+T", "B+T"),
        (score, "B+3", "B+3"),
        (score, "W+24.5", "W+24.5"),
        (score, "Void", "Void"),
        (score, "?", "?"),
        (resigned, "B+R", ""),
        (resigned, "B+Resign", ""),
        (resigned, "b+r", ""),
        (resigned, "B+", ""),
        (resigned, "W+R", "W+R"),
        (resigned, "B+F", "B+F"),
    ] {
        let mut session = open(&text.replace("{}", stated));
        let last = session.tree().last_of_main_line(GameTree::ROOT);
        session.go_to(last);
        assert!(session.position().is_game_over(), "{stated}");
        session.remove();
        assert_eq!(session.detail("RE"), left, "{text} {stated}");
        session.undo();
        assert_eq!(session.detail("RE"), stated);
    }
}

#[test]
fn everything_is_undone_and_redone() {
    let mut session = new(Game::Margo, 4);
    session.set_detail("PB", "Ben");
    session.set_detail("PW", "Ann]");
    play(&mut session, "c3 swap");
    assert_eq!(
        (session.detail("PB"), session.detail("PW")),
        ("Ann]".into(), "Ben".into())
    );
    assert_eq!(session.position().to_move(), Color::Black);
    play(&mut session, "a1");
    session.set_comment("a \\ b");
    session.back();
    session.remove();
    let states = [
        (EditKind::Removal, ";W[c3];B[swap];B[a1]C[a \\\\ b]"),
        (EditKind::Comment, ";W[c3];B[swap];B[a1]"),
        (EditKind::Ply, ";W[c3];B[swap]"),
        (EditKind::Ply, ";W[c3]"),
        (EditKind::Ply, ""),
    ];
    let end = moves(&session);
    for (kind, expected) in states {
        assert_eq!(session.undo(), Some(kind));
        assert_eq!(moves(&session), expected);
    }
    assert_eq!(session.detail("PB"), "Ben");
    assert_eq!(session.undo(), Some(EditKind::Details));
    assert_eq!(session.undo(), Some(EditKind::Details));
    assert_eq!(session.undo(), None);
    while session.redo().is_some() {}
    assert_eq!(moves(&session), end);
    // The swap is removed.
    assert_eq!(session.detail("PW"), "Ann]");
}

#[test]
fn an_illegal_record_is_gone_through_and_played_in_place_of_its_error() {
    let mut session = open("(;GM[ugo]SZ[5];B[c3];W[c3];B[d4](;W[e5])(;W[a1]))");
    assert_eq!(
        session
            .findings()
            .iter()
            .filter(|found| found.node == 2)
            .count(),
        1
    );
    let found = session.next_finding().map(|found| found.node);
    assert_eq!(found, Some(2));
    session.go_to(2);
    assert_eq!(session.standing(), Standing::Illegal);
    assert_eq!(session.position().plies(), 1);
    session.forward();
    assert_eq!(session.standing(), Standing::AfterIllegal);
    assert_eq!(session.played_from(), Some(1));
    let is_illegal = session.play(&Move::Stone(Point::new(3, 3))).err();
    assert!(matches!(is_illegal, Some(EditError::Illegal(_))));
    // Where the board is shown, there is played.
    play(&mut session, "d3");
    assert_eq!(session.standing(), Standing::Legal);
    let corrected = ";B[c3](;W[c3];B[d4](;W[e5])(;W[a1]))(;W[d3])";
    assert_eq!(moves(&session), corrected);
    session.undo();
    session.go_to(2);
    play(&mut session, "d3");
    assert_eq!(moves(&session), corrected);
    session.promote();
    assert_eq!(
        moves(&session),
        ";B[c3](;W[d3])(;W[c3];B[d4](;W[e5])(;W[a1]))"
    );
    // The root has an illegal move itself.
    let mut session = open("(;GM[ugo]SZ[5]B[f6];W[c3])");
    session.go_to(1);
    assert_eq!(
        session.play(&Move::Stone(Point::new(1, 1))).err(),
        Some(EditError::BehindIllegal)
    );
}

#[test]
fn positions_are_found_on_long_lines_and_after_setups() {
    let mut session = open("(;GM[sygo]SZ[9];AB[a1]AW[b2];PL[B](;B[c3];W[d4])(;B[e5];W[f6];B[g7]))");
    session.go_to(3);
    assert_eq!(session.position().pieces().len(), 3);
    session.go_to(7);
    assert_eq!(session.position().pieces().len(), 5);
    session.go_to(1);
    assert_eq!(session.position().plies(), 0);
    let mut session = new(Game::Sygo, 19);
    for _ in 0..60 {
        let mv = session
            .position()
            .legal_moves()
            .pop()
            .expect("there is one");
        session.play(&mv).expect("it is legal");
    }
    let end = session.position().clone();
    for ply in [60, 33, 32, 31, 0, 45, 60] {
        assert_eq!(session.go_to_ply(ply), ply);
        assert_eq!(session.position().plies(), ply);
    }
    assert_eq!(*session.position(), end);
}

/// Plays a game point by point: every move that can be put together is legal, and every legal move can be put together.
#[test]
fn moves_are_put_together_from_points() {
    for (game, size) in [
        (Game::Bargo, 2),
        (Game::Ugo, 3),
        (Game::Sygo, 3),
        (Game::Bamogo, 3),
        (Game::Margo, 3),
    ] {
        let mut session = new(game, size);
        for round in 0..12_usize {
            let position = session.position().clone();
            let legal = LegalPoints::of(&position);
            for point in legal.points() {
                let mut input = MoveInput::default();
                if game == Game::Bamogo {
                    input.add(&position, &legal, point).expect("it is open");
                    let second = input.open_points(&position, &legal);
                    for second in second {
                        let mv = input
                            .complete(&position, &legal, second)
                            .expect("it is complete");
                        assert!(position.is_legal(&mv), "{mv}");
                    }
                    continue;
                }
                for _ in legal.at(point) {
                    let mv = input
                        .complete(&position, &legal, point)
                        .expect("one point is enough");
                    assert!(legal.at(point).contains(&mv), "{mv} on {point}");
                    input.next_choice(&position, &legal, point);
                }
            }
            let moves = position.legal_moves();
            let Some(mv) = moves.get(round * 7 % moves.len().max(1)) else {
                break;
            };
            session.play(mv).expect("it is legal");
        }
    }
}

#[test]
fn a_turn_of_several_stones_shows_what_it_captures() {
    let mut session = new(Game::Sygo, 5);
    play(&mut session, "a1 b1 e5 e1");
    // White's stones may grow together; the first group has one liberty left.
    let position = session.position().clone();
    let legal = LegalPoints::of(&position);
    let mut input = MoveInput::default();
    let point = |text: &str| {
        Move::parse(Game::Sygo, text)
            .expect("it is a point")
            .points()[0]
    };
    input
        .add(&position, &legal, point("a2"))
        .expect("it may grow");
    assert!(input.open_points(&position, &legal).contains(&point("e4")));
    assert!(input.add(&position, &legal, point("a3")).is_err());
    input
        .add(&position, &legal, point("e4"))
        .expect("another group grows");
    assert_eq!(input.pieces(&position).len(), 6);
    let mv = input
        .complete(&position, &legal, point("e4"))
        .expect("the turn is complete");
    assert_eq!(mv.to_string(), "a2,e4");
    input
        .add(&position, &legal, point("a2"))
        .expect("it is taken back");
    assert!(input.is_empty());
    session.play(&mv).expect("it is legal");
}

/// What is undone takes 32 MiB at most: the oldest edits can no longer be undone, and what they removed is gone.
#[test]
fn the_oldest_of_large_edits_are_forgotten() {
    let mut session = new(Game::Ugo, 5);
    let long = |number: usize| number.to_string().repeat(1 << 20);
    play(&mut session, "c3");
    session.set_comment(&long(0));
    let removed = session.cursor();
    session.remove();
    play(&mut session, "d4");
    for number in 1..10 {
        session.set_comment(&long(number));
    }
    let count = |session: &mut Session| iter::from_fn(|| session.undo()).count();
    assert_eq!(count(&mut session), 13);
    assert_eq!(session.comment(), "");
    while session.redo().is_some() {}
    assert_eq!(session.comment(), long(9));
    for number in 1..36 {
        session.set_comment(&long(number % 7));
    }
    assert_eq!(count(&mut session), 31);
    assert_eq!(session.comment(), long(4));
    assert!(!session.tree().is_attached(removed));
    assert_eq!(session.tree().bytes_from(removed), size_of::<GameNode>());
}

/// The last edit can be undone however large it is, with the answer to it.
#[test]
fn the_last_edit_is_never_forgotten() {
    let mut session = new(Game::Ugo, 5);
    for letter in ["x", "y"] {
        session.set_comment(&letter.repeat(40 << 20));
    }
    session.set_comment("");
    play(&mut session, "c3");
    assert_eq!(session.undo(), Some(EditKind::Ply));
    assert_eq!(session.undo(), None);
    let text = session.to_text().expect("it is short");
    assert!(!text.contains("C["), "{text}");
}
