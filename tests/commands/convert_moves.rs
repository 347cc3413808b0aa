//! Move lists as people write them.

use crate::common::{
    convert::{random, read_all_with, write_one},
    folder, run,
};
use kifu::{
    convert::{ImportOptions, Notation},
    games::{Game, Size},
    record, ruleset,
    verify::{Options, verify},
};

fn read_list(text: &str, options: ImportOptions) -> Vec<(Option<String>, Vec<String>)> {
    let read = read_all_with(Notation::Moves, text, options);
    let read = read.into_iter().map(|read| {
        let notes = read.notes.into_iter().map(|note| {
            let (line, column) = note.location;
            format!("{line}:{column} {}", note.message)
        });
        (read.record, notes.collect())
    });
    read.collect()
}

fn options(game: Game, side: u8) -> ImportOptions {
    ImportOptions {
        game: Some(game),
        size: Some(Size::square(side)),
        ..ImportOptions::default()
    }
}

#[test]
fn lists_are_read_as_people_write_them() {
    let expected = "(;FF[4]GM[ugo]SZ[5]\n;B[c3]\n;W[d3]\n;B[b4]\n;W[button])\n";
    for list in [
        "c3 d3 b4 button",
        "1. c3 d3 2. b4 button",
        "1 c3\n2 d3\n3 b4\n4 button\n",
        "1) C3, D3\n2) B4, button",
        "1.c3 d3; 2.b4 button",
        "Black White\n c3 | d3\n b4 | button",
        "B: c3\nW: d3\nB: b4\nW: button",
        "Black: c3 White: d3 Black: b4 White: button",
        "# a note\n1. c3! {good} d3?\n2. b4 # more\nbutton",
        "1. c3\n1... d3\n2. b4 (threat) 2... button",
    ] {
        let mut read = read_list(list, options(Game::Ugo, 5));
        let (record, notes) = read.remove(0);
        assert_eq!(
            record.as_deref(),
            Some(expected.trim_end()),
            "{list}: {notes:?}"
        );
    }
}

#[test]
fn a_list_that_begins_in_the_middle_of_a_round_is_refused() {
    for (list, place, number) in [
        ("1... c3\n2. d3 e3", "1:1", 1),
        ("1… c3", "1:1", 1),
        ("1. c3 d3\n2... b4\n3. e5", "2:1", 2),
        ("1. c3\n1... d3\n2. b4 b2\n3... e5", "4:1", 3),
    ] {
        let (record, notes) = read_list(list, options(Game::Ugo, 5)).remove(0);
        assert_eq!(record, None, "{list}");
        let expected = format!("{place} error: move {number} is missing");
        assert_eq!(notes, [expected], "{list}");
    }
}

#[test]
fn remarks_after_moves_are_not_lost_in_silence() {
    for (list, is_lost) in [
        ("1. c3! d3", true),
        ("1. c3 d3??", true),
        ("1. K d4 (strong) d3", true),
        ("1. c3 d3.", false),
        ("1. c3 d3\nBlack resigns!", true),
        ("1. c3 d3\nB+3.5!", false),
    ] {
        let folder = folder(&[("list.txt", list)]);
        let args = "convert --from moves --game ugo --size 9 --lossless list.txt";
        let (status, out, errors) = run(&folder, &args.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(out.is_empty(), is_lost, "{list}: {out}");
        let is_named = errors.contains("warning: not carried over: text in line ");
        assert_eq!(
            (status == 1, is_named),
            (is_lost, is_lost),
            "{list}: {errors}"
        );
    }
}

#[test]
fn long_words_are_shortened_in_messages() {
    let text = format!("1. c3\nB:2.:{}", "x".repeat(100_000));
    let read = read_list(&text, options(Game::Ugo, 5));
    let [(None, notes)] = &read[..] else {
        panic!("an error is expected");
    };
    assert!(notes[0].starts_with("2:6 error: `xxx"), "{}", notes[0]);
    assert!(notes[0].len() < 300);
}

#[test]
fn comments_alone_are_no_game() {
    for text in ["# a note", "{nothing}\n\n# more\n", "# a note\n---\n(x)\n"] {
        let read = read_list(text, options(Game::Ugo, 5));
        let [(None, notes)] = &read[..] else {
            panic!("{text}: {read:?}");
        };
        let expected = "1:1 error: there is no game here, neither moves nor a result";
        assert_eq!(notes.first().map(String::as_str), Some(expected), "{text}");
        // With a game behind them, they belong to it.
        for separator in ["", "---\n"] {
            let text = format!("{text}\n{separator}Game: ugo\n1. c3");
            let read = read_list(&text, ImportOptions::default());
            let [(Some(record), notes)] = &read[..] else {
                panic!("{text}: {read:?}");
            };
            assert!(record.ends_with(";B[c3])"), "{record}");
            assert!(
                notes.iter().any(|note| note.contains("text in line")),
                "{notes:?}"
            );
        }
    }
    let read = read_list("1. c3\n---\n# the end", options(Game::Ugo, 5));
    assert_eq!(read.len(), 2);
    assert!(read[0].0.is_some() && read[1].0.is_none());

    let read = |text| read_all_with(Notation::AbstractplayMargo, text, ImportOptions::default());
    let [only] = &read("\n# a note\n#more\n")[..] else {
        panic!("one error is expected");
    };
    assert_eq!((only.location, only.record.as_deref()), ((2, 1), None));
    let [game] = &read("# a note\nmargo size-5\n1a1\n")[..] else {
        panic!("one game is expected");
    };
    assert!(
        game.record
            .as_deref()
            .is_some_and(|it| it.contains(";W[a1]")),
        "{game:?}"
    );
    assert!(
        game.notes
            .iter()
            .any(|note| note.message.contains("text in line 1"))
    );
}

#[test]
fn headings_and_results_are_read() {
    let list = "\
Game: Margo
Black: Ann
White: Ben, 2k
Event: Club evening
Date: 2026-11-22
Size: 4x4

1. c5 c3 2. e5 e3
3. Black resigns
----
Game: yugo
Board: 5x7
Komi: 2
Result: White wins by 3 points
1. c3 pass
=====

1. a1
";
    let read = read_list(list, ImportOptions::default());
    let records: Vec<Option<&str>> = read.iter().map(|(record, _)| record.as_deref()).collect();
    let expected = [
        Some(
            "(;FF[4]GM[margo]SZ[4]PB[Ann]PW[Ben, 2k]EV[Club evening]DT[2026-11-22]RE[W+R]\n;W[c5]\n;B[c3]\n;W[e5]\n;B[e3])",
        ),
        Some("(;FF[4]GM[ugo]SZ[5:7]KM[2]RE[W+3]\n;B[c3]\n;W[pass])"),
        None,
    ];
    assert_eq!(records, expected);
    assert!(
        read[1].1[0].starts_with("15:7 error[ugo::pass-before-button]"),
        "{read:?}"
    );
    assert!(
        read[2].1[0].starts_with("18:1 error: the game is not known"),
        "{read:?}"
    );
}

#[test]
fn a_line_may_have_several_headings() {
    for (heading, facts) in [
        ("Black: Ann White: Ben", "PB[Ann]PW[Ben]"),
        ("White: Ben   Black: Ann", "PB[Ann]PW[Ben]"),
        ("Black: Ann · White: Ben", "PB[Ann]PW[Ben]"),
        ("Black: Ann Lee, 2d | White: Ben", "PB[Ann Lee, 2d]PW[Ben]"),
        ("Event: Open  Round: 3", "EV[Open]RO[3]"),
        (
            "Event: Open\tDate: 2026-11-26\tBlack: Ann",
            "PB[Ann]EV[Open]DT[2026-11-26]",
        ),
        ("Title: How Black: won", "GN[How Black: won]"),
        ("Event: Open Round: 3", "EV[Open Round: 3]"),
        ("Black: Ann: White", "PB[Ann: White]"),
    ] {
        let (record, notes) =
            read_list(&format!("{heading}\n1. c3"), options(Game::Ugo, 5)).remove(0);
        let expected = format!("(;FF[4]GM[ugo]SZ[5]{facts}\n;B[c3])");
        assert_eq!(
            record.as_deref(),
            Some(expected.as_str()),
            "{heading}: {notes:?}"
        );
    }
    // Places are those of the line.
    let (_, notes) = read_list("Event: é  Size: 9\n1. c3", options(Game::Ugo, 5)).remove(0);
    assert!(
        notes[0].starts_with("1:17 error: this contradicts"),
        "{notes:?}"
    );
}

#[test]
fn the_first_thing_that_is_not_understood_is_reported() {
    let read = |list: &str, game| {
        let mut read = read_list(list, options(game, 5));
        let (record, notes) = read.remove(0);
        assert!(record.is_none(), "{list}");
        notes
            .into_iter()
            .find(|note| note.contains("error"))
            .expect("an error")
    };
    for (list, expected) in [
        ("1. c3 d3\n2. b4 é x9x9", "2:7 error: `é` is not understood"),
        (
            "1. c3 d3 4. b4",
            "1:10 error: the number 2 is expected here",
        ),
        ("1. c3 2.", "1:7 error: move 2 is missing"),
        ("W: c3", "1:1 error: ply 1 is Black's"),
        ("c3 {Good? d3", "1:4 error: `{` is not understood"),
        ("c3 B+3 d3", "1:8 error: the game is over"),
        ("c3 wins", "1:4 error: it is not said who wins"),
        ("c3 Black", "1:4 error: the move of this player is missing"),
        ("Result: B+3\nc3 W+3", "2:4 error: this contradicts"),
        ("Size: 9\nc3", "1:7 error: this contradicts"),
        (
            "Hello, this is my game\n1. c3",
            "1:1 error: `Hello` is not understood",
        ),
    ] {
        assert!(
            read(list, Game::Ugo).starts_with(expected),
            "{list}: {}",
            read(list, Game::Ugo)
        );
    }
    let three = "Ruleset: margo-3\nWhite: A\nBlack: B\nGrey: C\n";
    for list in [
        &format!("{three}c3 c5 e3\nGrey resigns"),
        &format!("{three}c3 c5 e3\nBlack resigns"),
        &format!("Result: White resigns\n{three}c3"),
        "c3\nGrey resigns",
        "Result: Yellow resigned\nc3",
    ] {
        let told = read(list, Game::Margo);
        assert!(
            told.contains("cannot resign: only Black and White"),
            "{told}"
        );
    }
    let unknown = read_list("1. c3", ImportOptions::default());
    assert!(unknown[0].1[0].contains("the game is not known"));
}

#[test]
fn the_letter_i_can_be_skipped() {
    let skipping = ImportOptions {
        skip_i: true,
        ..options(Game::Sygo, 19)
    };
    let read = read_list("1. h3 j4 2. t19,h4", skipping);
    let record = read[0].0.as_deref().expect("it is read");
    assert!(record.contains("W[h3]\n;B[i4]\n;W[s19,h4]"), "{record}");
    assert!(read_list("i3", skipping)[0].0.is_none());
}

#[test]
fn every_list_that_is_written_is_read() {
    for ruleset in ruleset::embedded() {
        for number in 0..6 {
            let text = random(ruleset, number);
            let record = record::read(text.as_str()).next().expect("a record");
            let moves = record.nodes().skip(1).map(|node| {
                let property = &record.properties(node)[0];
                record.raw(record.values(property)[0]).to_owned()
            });
            let moves: Vec<String> = moves.collect();
            let size = verify(&record, &Options::default()).size;
            let list = format!("Ruleset: {}\n{}", ruleset.name, moves.join(" "));
            let options = ImportOptions {
                game: Some(ruleset.game()),
                size,
                ..ImportOptions::default()
            };
            let read = read_list(&list, options);
            let again = read[0]
                .0
                .as_deref()
                .unwrap_or_else(|| panic!("{:?} {list}", read[0].1));
            let plies = |text: &str| text.split_once("\n;").map(|(_, plies)| plies.to_owned());
            let canonical = record.canonical(record::Layout::Nodes);
            assert_eq!(plies(again), plies(canonical.trim_end()), "{list}");
        }
    }
}

#[test]
fn the_list_of_plies_that_is_printed_can_be_read() {
    let text = "(;GM[ugo]SZ[5];B[c3];W[d3];B[b4];W[button];B[pass])";
    let list = write_one(Notation::Txt, text)
        .expect("it can be written")
        .text;
    let moves: String = list
        .lines()
        .skip_while(|line| !line.contains("Black"))
        .collect::<Vec<_>>()
        .join("\n");
    let read = read_list(&moves, options(Game::Ugo, 5));
    let record = read[0]
        .0
        .as_deref()
        .unwrap_or_else(|| panic!("{:?} {moves}", read[0].1));
    assert!(
        record.ends_with(";B[c3]\n;W[d3]\n;B[b4]\n;W[button]\n;B[pass])"),
        "{record}"
    );
}

#[test]
fn the_command_reads_lists() {
    let folder = folder(&[("post.txt", "1. c3 d3 2. b4\n")]);
    let done = run(
        &folder,
        &[
            "convert", "--from", "moves", "--game", "ugo", "--size", "5", "post.txt",
        ],
        "",
    );
    assert_eq!(done.0, 0, "{}", done.2);
    assert_eq!(done.1, "(;FF[4]GM[ugo]SZ[5]\n;B[c3]\n;W[d3]\n;B[b4])\n");
    let done = run(&folder, &["convert", "--from", "moves", "post.txt"], "");
    assert_eq!(done.0, 1);
    assert!(done.2.contains("the game is not known"), "{}", done.2);
}

#[test]
fn the_samples_of_other_notations_are_read() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("records/imports");
    for (name, args, last) in [
        ("abstractplay.json", &["abstractplay"][..], ";B[e3])"),
        ("forum-ugo.txt", &["moves", "--game", "ugo"], ";W[resign])"),
        (
            "sygo-go-editor.txt",
            &["go-sgf", "--game", "sygo"],
            ";W[c3])",
        ),
    ] {
        let text = std::fs::read_to_string(samples.join(name)).expect("it can be read");
        let folder = folder(&[(name, &text)]);
        let all = [&["convert", "--quiet", "--from"], args, &[name]].concat();
        let (status, out, err) = run(&folder, &all, "");
        assert_eq!((status, &*err), (0, ""), "{name}");
        assert!(out.trim_end().ends_with(last), "{name}: {out}");
    }
}

/// A name may end in digits: only what could be on a board is a move.
#[test]
fn names_like_moves_are_names() {
    for name in ["Bob7", "mike99", "Ann1 c3"] {
        let list = format!("Black: {name}\nWhite: Ben\n\n1. c3 d3\n");
        for game in [Game::Ugo, Game::Sygo] {
            let (record, notes) = read_list(&list, options(game, 5)).remove(0);
            let record = record.unwrap_or_else(|| panic!("{name} {game}: {notes:?}"));
            assert!(record.contains(&format!("PB[{name}]PW[Ben]")), "{record}");
        }
    }
    for mv in ["c3", "z9", "Kc3", "c3 d3"] {
        let (record, _) = read_list(&format!("Black: {mv}\n"), options(Game::Ugo, 5)).remove(0);
        assert!(record.is_none_or(|record| !record.contains("PB[")), "{mv}");
    }
}

/// Without dots a number stands before the first ply of a round, so that a move too many is noticed.
#[test]
fn a_move_too_many_in_a_round_is_an_error() {
    for (list, place, round) in [
        ("1. c3 d3\n2. e3 a1 a2\n3. a3 a4", "3:1", 3),
        ("1. c3\n1. d3", "2:1", 1),
        ("1. c3 d3 2. e3 2. a1", "1:16", 2),
    ] {
        let (record, notes) = read_list(list, options(Game::Ugo, 7)).remove(0);
        assert_eq!(record, None, "{list}");
        assert_eq!(notes.len(), 1, "{notes:?}");
        let expected = format!("{place} error: round {round} has begun already");
        assert!(notes[0].starts_with(&expected), "{notes:?}");
    }
    for list in ["1. c3 2. d3 3. e3 4. a1", "1. c3 d3\n2. e3\n2... a1\n3. a2"] {
        let (record, notes) = read_list(list, options(Game::Ugo, 7)).remove(0);
        assert!(record.is_some(), "{list}: {notes:?}");
    }
}

/// As in records, a carriage return alone ends a line, and one with a line feed is one end.
#[test]
fn lines_may_end_with_a_carriage_return() {
    let list = "Black: Jo\nWhite: Zoe\n1. c3 d3 # good\n2. c4 d4\n\nBlack resigns\n";
    let expected = read_list(list, options(Game::Ugo, 5));
    assert!(
        expected[0]
            .0
            .as_ref()
            .is_some_and(|record| record.contains("PW[Zoe]"))
    );
    for end in ["\r", "\r\n"] {
        let other = list.replace('\n', end);
        assert_eq!(read_list(&other, options(Game::Ugo, 5)), expected);
        let (_, notes) = read_list(&other.replace("d4", "d44x"), options(Game::Ugo, 5)).remove(0);
        assert!(
            notes.iter().any(|note| note.starts_with("4:7 error")),
            "{notes:?}"
        );
    }
}

/// A heading alone belongs to the game that follows, or is an error; a result alone is a game that was not played.
#[test]
fn a_heading_alone_is_no_game() {
    let options = || options(Game::Ugo, 5);
    let underlined = "Event: Club evening\n====\nBlack: Ann\nWhite: Ben\n1. c3 d3\n";
    let read = read_list(underlined, options());
    assert_eq!(read.len(), 1, "{read:?}");
    let record = read[0].0.as_ref().unwrap();
    assert!(
        record.contains("PB[Ann]PW[Ben]EV[Club evening]\n;B[c3]"),
        "{record}"
    );
    let (record, notes) = read_list("Black: Ann\nWhite: Ben\n", options()).remove(0);
    assert_eq!(record, None);
    assert!(notes[0].contains("there is no game here"), "{notes:?}");
    // Its players are not those of the game below the next heading.
    for (separator, next) in [
        ("***", "Game: ugo\nc3 d3"),
        ("---\n\n---", "Black: Eve\n# late\nc3 d3"),
    ] {
        let text =
            format!("c3\n===\nWhite: Ann\nBlack: Ben\nRound: 1\n\n{separator}\n{next}\n===\nd3\n");
        let read = read_list(&text, options());
        let [(Some(_), _), (None, notes), (Some(record), _), (Some(_), _)] = &read[..] else {
            panic!("{read:?}");
        };
        assert_eq!(
            notes[0],
            "3:1 error: there is no game here, neither moves nor a result"
        );
        assert!(
            !record.contains("PW[") && !record.contains("Ben") && !record.contains("RO["),
            "{record}"
        );
    }
    // Nor is its komi, where the next heading begins with the same label.
    let read = read_list(
        "Game: ugo\nKomi: 7\n***\nGame: ugo\nSize: 5\nc3\n",
        options(),
    );
    let [(None, _), (Some(record), _)] = &read[..] else {
        panic!("{read:?}");
    };
    assert!(!record.contains("KM["), "{record}");
    let later = "Game: ugo\nKomi: 7\n***\nSize: 5\nDate: 2026\nGame: ugo\nc3\n===\nd3\n";
    let read = read_list(later, options());
    let [(None, notes), (Some(_), _)] = &read[..] else {
        panic!("{read:?}");
    };
    assert!(
        notes[0].starts_with("6:1 error: the heading states this again"),
        "{notes:?}"
    );
    // Moves below a line are those of the heading, also behind the players.
    for moves in ["c3 d3", "Black: c3\nWhite: d3", "Black White\nc3 d3"] {
        let read = read_list(
            &format!("Black: Ann\nWhite: Ben\n----\n{moves}\n"),
            options(),
        );
        let [(Some(record), _)] = &read[..] else {
            panic!("{read:?}");
        };
        assert!(record.contains("PB[Ann]PW[Ben]"), "{record}");
    }
    let forfeit = "Black: Ann\nWhite: Ben\nResult: B+F\n---\nc3 d3\n";
    let read = read_list(forfeit, options());
    assert!(
        read.len() == 2 && read.iter().all(|(record, _)| record.is_some()),
        "{read:?}"
    );
    // The same heading twice, and a remark behind a result.
    let (record, notes) = read_list(
        "Komi: 7\nKomi: 7\nResult: W+3 (on time)\nc3 d3\n",
        options(),
    )
    .remove(0);
    assert!(record.is_some_and(|record| record.contains("KM[7]")));
    assert!(
        notes.iter().any(|note| note.contains("text in line 3")),
        "{notes:?}"
    );
}

/// The columns of a heading are the players in the order of their moves.
#[test]
fn columns_of_other_players_are_an_error() {
    for (list, game, is_read) in [
        ("White Black\n1. c3 d3\n2. c4 d4\n", Game::Ugo, false),
        ("Black White\n1. c3 d3\n", Game::Ugo, true),
        ("Black | White\n1. c3 d3\n", Game::Sygo, false),
        ("White Black\n1. c3 d3\n", Game::Sygo, true),
        ("Black White\n", Game::Ugo, false),
    ] {
        let (record, notes) = read_list(list, options(game, 5)).remove(0);
        assert_eq!(record.is_some(), is_read, "{list}: {notes:?}");
        if !is_read && list.contains("c3") {
            assert!(notes[0].starts_with("1:1 error: ply 1 is "), "{notes:?}");
        }
    }
}
