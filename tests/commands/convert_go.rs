//! Records of Go that are games of Ugo and Sygo: what this program has written comes back as it was, and what was
//! recorded in a Go editor becomes turns and kings.

use crate::common::convert::{random, read_all_with, samples, write_all, write_one};
use kifu::{
    convert::{ImportOptions, Notation},
    games::Game,
    record::{self, Layout, Record},
    ruleset,
    verify::{Options, verify},
};

const GO: Notation = Notation::GoSgf;

/// Reads the one record of a text as a game.
fn read_go(text: &str, game: Option<Game>) -> (Option<String>, Vec<String>) {
    let options = ImportOptions {
        game,
        ..ImportOptions::default()
    };
    let mut read = read_all_with(GO, text, options);
    assert_eq!(read.len(), 1, "{text}");
    let read = read.remove(0);
    let notes = read.notes.into_iter().map(|note| {
        let (line, column) = note.location;
        format!("{line}:{column} {}", note.message)
    });
    (read.record, notes.collect())
}

/// The only record of a text in canonical form.
fn canonical(text: &str) -> String {
    let mut records = record::read(text);
    records.next().expect("a record").canonical(Layout::Nodes)
}

/// Writes a record as Go without a note, and reads it back as it was; returns the notes on that.
fn comes_back(text: &str) -> Vec<String> {
    let written = write_one(GO, text).expect("it can be written");
    assert!(written.notes.is_empty(), "{:?}", written.notes);
    let (read, notes) = read_go(&written.text, None);
    let read = read.unwrap_or_else(|| panic!("{notes:?}\n{}", written.text));
    assert_eq!(canonical(&read), canonical(text), "{}", written.text);
    notes
}

fn is_legal(record: &Record) -> bool {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    !record.is_malformed() && verify(record, &options).is_valid()
}

#[test]
fn what_is_written_as_go_is_read_as_it_was() {
    let mut compared = 0;
    for (path, decoded) in samples() {
        let records: Vec<Record> = record::read(&decoded).collect();
        let is_go = |record: &Record| {
            let game = verify(record, &Options::default()).game;
            matches!(game, Some(Game::Ugo | Game::Sygo)) && is_legal(record)
        };
        if records.len() != 1 || !is_go(&records[0]) {
            continue;
        }
        let written = write_all(GO, &decoded)
            .remove(0)
            .expect("it can be written");
        assert!(
            written.notes.iter().all(|note| note.is_error),
            "{path}: {:?}",
            written.notes
        );
        let (read, notes) = read_go(&written.text, None);
        let read = read.unwrap_or_else(|| panic!("{path}: {notes:?}\n{}", written.text));
        assert_eq!(
            canonical(&read),
            records[0].canonical(Layout::Nodes),
            "{path}\n{}",
            written.text
        );
        compared += 1;
    }
    assert!(compared >= 9, "{compared}");
    for ruleset in ruleset::embedded() {
        if !matches!(ruleset.game(), Game::Ugo | Game::Sygo) {
            continue;
        }
        for number in 0..12 {
            let text = random(ruleset, number);
            let written = write_one(GO, &text).expect("it can be written").text;
            let (read, notes) = read_go(&written, None);
            let read = read.unwrap_or_else(|| panic!("{notes:?}\n{written}"));
            assert_eq!(canonical(&read), canonical(&text), "{written}");
        }
    }
}

#[test]
fn all_properties_come_back() {
    for text in [
        "(;GM[Ugo]SZ[3:4]AP[other:1]RU[UGO-no-button]KM[2]ST[1]PB[A\\]n]C[a\\\\\nb]AB[Ka1][b2]AW[c3:c4]PL[W]MN[3]\n;W[b4]MA[a1][c1]TR[b2]LB[a1:x\\:y]C[ ];B[pass]MN[9]DD[]VW[a1:b2])",
        "(;GM[sygo]SZ[5]AB[a3][c1]AW[a1]PL[B](;B[e5];W[pass];B[b1,a2]C[takes])(;B[e5];W[d3]TB[c3][d4:e5]))",
        "(;GM[ugo]SZ[3]\n;B[b2];W[a2];B[a1];W[button]C[Half a point.];B[Ka3];W[resign])",
        "(;GM[sygo]SZ[4]AB[a1][b3]GROWN[1]PL[B];C[then];B[a2,b4])",
    ] {
        let written = write_one(GO, text).expect("it can be written").text;
        let (read, notes) = read_go(&written, None);
        let read = read.unwrap_or_else(|| panic!("{notes:?}\n{written}"));
        assert_eq!(canonical(&read), canonical(text), "{written}");
    }
}

#[test]
fn moves_of_an_editor_become_stones_and_kings() {
    // White's stone at a1 is taken by a king at a2.
    let go = |label: &str| {
        format!(
            "(;FF[4]GM[1]SZ[4]KM[6.5]RU[Chinese]PB[Ann]C[Hello]\n;B[bd];W[ad];B[ac]LB[ac:1]C[takes];W[];B[cc]{label})"
        )
    };
    let (read, notes) = read_go(&go(""), Some(Game::Ugo));
    let expected = "(;FF[4]GM[ugo]SZ[4]PB[Ann]C[Hello]\n;B[b1]\n;W[a1]\n;B[Ka2]LB[a2:1]C[takes]\n;W[pass]\n;B[c2])";
    assert_eq!(read.as_deref(), Some(expected));
    let lost = [
        "1:1 warning: not carried over: KM",
        "1:1 warning: not carried over: RU",
    ];
    assert_eq!(notes[..2], lost);
    assert!(notes[2].contains("ugo::pass-before-button"), "{notes:?}");
    let (none, notes) = read_go(&go(""), None);
    assert!(
        none.is_none() && notes[0].contains("the game is not known"),
        "{notes:?}"
    );
}

#[test]
fn stones_of_one_color_become_a_turn() {
    let go = "(;GM[1]SZ[5]\n;W[ae]C[one];B[cc];W[ea];B[];W[eb]C[three](;W[ad]C[four](;B[])(;B[bc]))(;B[dd]))";
    let (read, notes) = read_go(go, Some(Game::Sygo));
    let expected = "(;FF[4]GM[sygo]SZ[5]\n;W[a1]C[one]\n;B[c3]\n;W[e5]\n;B[pass]\n(;W[a2,e4]C[three\nfour]\n(;B[pass])\n(;B[b3]))\n(;W[e4]C[three]\n;B[d2]))";
    assert_eq!((read.as_deref(), &notes[..]), (Some(expected), &[][..]));
}

#[test]
fn a_setup_becomes_the_turn_that_leads_to_it() {
    // Black's stones at a2 and b1 take White's at a1, which changes its color.
    let start = "(;GM[1]SZ[5]AB[ac][ce]AW[ae]PL[B]\n;B[eb];W[]\n";
    let read = |setup: &str| read_go(&format!("{start}{setup}"), Some(Game::Sygo));
    let (record, notes) = read(";AB[ad][be][ae]C[both];W[])");
    let record = record.unwrap_or_else(|| panic!("{notes:?}"));
    assert!(
        record.ends_with("\n;B[a2,b1]C[both]\n;W[pass])"),
        "{record}"
    );
    // The editor has removed what changes its color; a setup that corrects that is no ply.
    let (record, notes) = read(";B[be];B[ad];AB[ae]C[corrected];W[])");
    let record = record.unwrap_or_else(|| panic!("{notes:?}"));
    assert!(
        record.ends_with("\n;B[a2,b1]\n;C[corrected]\n;W[pass])"),
        "{record}"
    );
    // Without the change of color it is no position of the game.
    let (record, notes) = read(";AB[ad][be])");
    assert_eq!(
        (record, &*notes[0]),
        (None, "3:1 error: no legal ply leads to this position")
    );
    let (record, _) = read(";AB[ce]C[a stone that is there])");
    assert!(record.is_some_and(|record| record.ends_with(";C[a stone that is there])")));
}

#[test]
fn a_player_to_move_is_not_lost_in_silence() {
    let lost = ["1:1 warning: not carried over: PL"];
    for (nodes, expected) in [
        (";B[aa];PL[B]", &lost[..]),
        (";B[aa]PL[b]", &lost),
        (";B[aa];PL[]", &lost),
        (";B[aa];PL[W][B]", &lost),
        (";B[aa];PL[W]", &[]),
        (";B[aa]PL[W];W[bb]", &[]),
        (";PL[W];W[aa]", &[]),
    ] {
        let text = format!("(;GM[1]SZ[9]{nodes})");
        let (record, notes) = read_go(&text, Some(Game::Ugo));
        assert!(record.is_some(), "{text}");
        assert_eq!(notes, expected, "{text}");
    }
    // Also where a node of this program says what the ply was.
    let own = "(;GM[1]SZ[5]RU[ugo]KIFU[GM[ugo\\]][SZ[5\\]];B[cc];PL[B]KIFU[W[button\\]];B[db])";
    for (text, expected) in [
        (own.to_owned(), &[][..]),
        (own.replace("PL[B]KIFU", "PL[W]KIFU"), &lost),
    ] {
        let (record, notes) = read_go(&text, None);
        assert!(
            record.is_some_and(|record| record.contains("W[button]")),
            "{text}"
        );
        assert_eq!(notes, expected, "{text}");
    }
    // Within a turn the player goes on.
    let start = "(;GM[1]SZ[5];W[ae]PL[B];B[cc]PL[W];W[ea];B[]";
    for (nodes, expected) in [
        (";W[eb]PL[W];W[ad]PL[B]", &[][..]),
        (
            ";W[eb]PL[B];W[ad]PL[W]",
            &["1:1 warning: not carried over: PL (2)"],
        ),
    ] {
        let (record, notes) = read_go(&format!("{start}{nodes})"), Some(Game::Sygo));
        assert!(record.is_some_and(|record| record.contains("W[a2,e4]")));
        assert_eq!(notes, expected, "{nodes}");
    }
}

#[test]
fn what_cannot_be_a_game_is_refused_with_its_place() {
    for (go, game, expected) in [
        (
            "(;GM[2]SZ[5];B[aa])",
            Some(Game::Ugo),
            "1:1 error: this is not a record of Go",
        ),
        ("(;GM[1]SZ[5];B[aa])", None, "the game is not known"),
        (
            "(;GM[1]SZ[5];B[aa])",
            Some(Game::Margo),
            "only Ugo and Sygo",
        ),
        (
            "(;GM[1]SZ[5]\n;B[zz])",
            Some(Game::Ugo),
            "2:1 error: this is not a move on the board",
        ),
        (
            "(;GM[1]SZ[5]\n;B[aa]\n;AB[cc][dd])",
            Some(Game::Ugo),
            "3:1 error: no legal ply leads",
        ),
        (
            "(;GM[1]SZ[5]\n;W[aa];B[ee];W[cc];W[dd])",
            Some(Game::Sygo),
            "error: no legal ply leads",
        ),
        ("(;GM[1]SZ[5]", Some(Game::Ugo), "the record is malformed"),
        (
            "(;GM[1]KIFU[GM[sygo\\]]SZ[5])",
            Some(Game::Ugo),
            "contradicts",
        ),
    ] {
        let (read, notes) = read_go(go, game);
        assert!(read.is_none(), "{go}");
        assert!(notes[0].contains(expected), "{go}: {notes:?}");
    }
}

#[test]
fn rectangles_of_a_setup_stay_rectangles() {
    let go = "(;GM[1]SZ[26]AB[aa:zy]AW[az]C[x](;B[zz])(;B[yz]))";
    let (read, notes) = read_go(go, Some(Game::Ugo));
    let read = read.unwrap_or_else(|| panic!("{notes:?}"));
    assert!(read.contains("AB[a2:z26]AW[a1]"), "{read}");
}

#[test]
fn labels_and_arrows_of_rectangles_are_named() {
    for markup in ["LB[c3\\:a1:y]", "AR[a1\\:b2:c3]", "LN[c3:a1\\:b2]"] {
        let text = format!("(;GM[ugo]SZ[5]RE[?];B[c3]{markup})");
        let written = write_one(GO, &text).expect("it can be written");
        let name = &markup[..2];
        assert!(!written.text.contains(&format!("{name}[")), "{text}");
        let notes = written.notes;
        let has_name = notes.iter().any(|note| note.message.contains(name));
        assert!(has_name, "{text}: {notes:?}");
    }
}

#[test]
fn a_property_with_the_name_of_the_note_comes_back() {
    for text in [
        "(;GM[ugo]SZ[5]RE[?];B[c3]KIFU[note];W[resign]KIFU[my note][(;B[a1\\])])",
        "(;FF[4]GM[ugo]CA[UTF-8]AP[a:1]SZ[5]RE[?]KIFU[];B[c3])",
    ] {
        comes_back(text);
    }
}

#[test]
fn a_move_in_the_root_comes_back_with_the_facts_of_the_game() {
    for text in [
        "(;FF[4]GM[ugo]SZ[3]PB[Ann]PW[Ben]KM[2]EV[Open]RE[B+R]C[x]B[c3]TR[a1];W[a1])",
        "(;GM[ugo]SZ[3]RU[ugo-no-button]KM[4]PB[Ann]RE[W+R]B[resign])",
        "(;GM[ugo]SZ[5]PB[Ann]KM[4]RE[?]C[first][second]B[button](;W[a1])(;W[b2]))",
        "(;GM[sygo]SZ[5]PB[Ann]RE[?]C[x]W[a1](;B[b2];W[c3])(;B[c3]))",
        "(;GM[sygo]SZ[5]PB[Ann]RE[?]W[pass];B[b2])",
    ] {
        assert!(comes_back(text).is_empty(), "{text}");
    }
    // Of an editor, and of one that lets the first color play twice.
    for (go, expected) in [
        (
            "(;GM[1]SZ[3]RU[ugo]PB[Ann]KM[2]RE[B+R]B[cc];W[aa])",
            "(;FF[4]GM[ugo]SZ[3]RU[ugo]PB[Ann]KM[2]RE[B+R]B[c1];W[a3])",
        ),
        (
            "(;GM[1]SZ[5]RU[sygo]PB[Ann]W[aa](;W[bb];B[cc])(;B[cc]))",
            "(;FF[4]GM[sygo]SZ[5]RU[sygo]PB[Ann]W[a5](;W[b4];B[c3])(;B[c3]))",
        ),
    ] {
        let (read, notes) = read_go(go, None);
        let read = read.unwrap_or_else(|| panic!("{notes:?}"));
        assert_eq!(canonical(&read), canonical(expected));
    }
    // An illegal one is left out.
    for text in [
        "(;GM[ugo]SZ[3]RE[?]PB[Ann]C[x]B[a1][b1])",
        "(;GM[ugo]SZ[3]RE[?]PB[Ann]C[x]B[xx];W[a1])",
        "(;GM[sygo]SZ[3]RE[?]PB[Ann]C[x]W[a1,a2];B[a1])",
    ] {
        let written = write_one(GO, text).expect("it can be written");
        assert!(
            written.notes.iter().any(|note| note.is_error),
            "{:?}",
            written.notes
        );
        let (read, notes) = read_go(&written.text, None);
        let read = read.unwrap_or_else(|| panic!("{notes:?}\n{}", written.text));
        let game = if text.contains("ugo") { "ugo" } else { "sygo" };
        let expected = format!("(;GM[{game}]SZ[3]RE[?]PB[Ann]C[x])");
        assert_eq!(canonical(&read), canonical(&expected));
    }
}

#[test]
fn repeated_and_misplaced_properties_come_back() {
    for text in [
        "(;GM[ugo]SZ[5]RE[?]C[a][b];B[b2]C[a][b]C[c];W[button]C[d][];B[d4]C[e]C[f])",
        "(;GM[ugo]SZ[5]RE[?];B[c3]RU[x]SZ[7]PB[Ann];W[d4]AP[x:1])",
        "(;GM[ugo]SZ[5]RE[?]C[];B[c3]C[];W[button]C[];B[d4]C[\n\nx];W[pass]C[\n];B[pass]MA[]C[x])",
        "(;GM[ugo]SZ[5]RE[?]C[a][\r\nb]C[c\r];B[c3]C[\rx];W[button]C[\rd\\\\e];B[pass]C[\r\r\rf];W[resign]C[\n\rg\r])",
        "(;GM[sygo]SZ[5]RE[?]PB[Ann]PB[Ben]AB[a3][c1]AW[a1]PL[B];B[e5]SL[a1]SL[b2]XY[1]XY[2];W[pass];B[b1,a2]C[takes]C[two]TR[a1]TR[a1])",
    ] {
        comes_back(text);
    }
    // Of these it is told that the game has no such komi.
    for text in [
        "(;GM[sygo]SZ[3]RE[?]KM[7];W[b1])",
        "(;GM[ugo]SZ[3]RE[?]KM[7.5];B[b1])",
    ] {
        let written = write_one(GO, text).expect("it can be written");
        let (read, _) = read_go(&written.text, None);
        assert_eq!(
            read.map(|read| canonical(&read)),
            Some(canonical(text)),
            "{}",
            written.text
        );
    }
    let written = write_one(GO, "(;GM[ugo]SZ[5];B[button]C[a][b])").expect("it can be written");
    let comment = "C[Black takes the button.\na\nb]";
    assert!(written.text.contains(comment), "{}", written.text);
}

#[test]
fn setups_before_many_variations_are_written_once() {
    // Each of the variations goes back to the root for its position.
    let count = 40_000;
    let text = format!(
        "(;GM[ugo]SZ[5]RE[?]{}{}",
        "(;)(;".repeat(count),
        ")".repeat(count + 1)
    );
    let written = write_one(GO, &text).expect("it can be written");
    assert_eq!(written.text.matches("PL[B]").count(), 1);
    assert_eq!(written.text.matches(';').count(), 2 * count + 1);
}

/// A Go program goes from node to node, and shows what is not taken away.
#[test]
fn a_setup_behind_another_that_is_written_takes_its_stones_away() {
    let start = "(;GM[ugo]SZ[5]RE[?]AB[a1][b1]";
    let moves = "(;B[b2])";
    for between in ["", ";", ";C[x]"] {
        let setup = format!("({between};AE[a1]AW[d4]PL[W];W[c3])");
        for branches in [format!("{setup}{moves}"), format!("{moves}{setup}")] {
            let text = format!("{start}{branches})");
            let written = write_one(GO, &text).expect("it can be written").text;
            assert!(written.contains("AB[ae][be]PL[B]"), "{written}");
            assert!(written.contains(";AW[db]AE[ae]PL[W]"), "{written}");
            assert_eq!(written.matches("AE[").count(), 2, "{written}");
            let (read, notes) = read_go(&written, None);
            assert!(notes.is_empty(), "{notes:?}");
            let read = read.expect("a record");
            assert!(read.contains("AE[a1]"), "{read}");
        }
        // Where no variation begins before it, the board is written as a whole.
        let written = write_one(GO, &format!("{start}{setup})")).expect("it can be written");
        assert!(
            written.text.contains("AB[be]AW[db]PL[W]"),
            "{}",
            written.text
        );
    }
}

#[test]
fn comments_of_turns_that_go_on_in_many_variations_are_bounded() {
    let variations = "(;W[eb];B[cb])".repeat(100);
    let text = format!(
        "(;GM[1]SZ[5]RU[sygo];W[aa];B[ee];W[ec];B[ca];W[ab]C[{}]{variations})",
        "x".repeat(1_000_000)
    );
    let (read, notes) = read_go(&text, None);
    assert_eq!(read, None);
    assert!(notes[0].contains("too large"), "{notes:?}");
}

#[test]
fn the_limits_of_go_records_are_named() {
    let text = format!("(;GM[1]SZ[5]RU[ugo]{})", ";".repeat(100_000));
    let (read, notes) = read_go(&text, None);
    assert_eq!(read, None);
    assert!(
        notes[0].contains("more than 100000 nodes, the most of a record of Go"),
        "{notes:?}"
    );
}

#[test]
fn what_is_too_large_to_be_read_back_is_named() {
    let start = "(;GM[ugo]SZ[5]";
    let nested = |depth: usize| {
        format!(
            "{start}{};{})",
            "(;C[a];)(;C[b]".repeat(depth),
            ")".repeat(depth)
        )
    };
    let nodes = |count: usize| format!("{start}{})", ";C[x]".repeat(count - 1));
    let values = |count: usize| format!("{start}XX{})", "[\\];(]".repeat(count));
    let comment = |length: usize| format!("{start}C[{}])", "x".repeat(length));
    // How long the rest of a record with a comment is.
    let rest = write_one(GO, &comment(1)).expect("it can be written");
    let most = 16 * 1024 * 1024 + 1 - rest.text.trim_end().len();
    // Its values, but for those within `KIFU`, and the escaped bracket of the one value.
    let rest = write_one(GO, &values(1)).expect("it can be written").text;
    let most_values = 500_000 + rest.matches("\\]").count() - rest.matches('[').count();
    for (largest, larger, reason) in [
        (nested(200), nested(201), "nested too deeply"),
        (nodes(100_000), nodes(100_001), "more than 100000 nodes"),
        (
            values(most_values),
            values(most_values + 1),
            "more than 500000 values",
        ),
        (
            comment(most),
            comment(most + 1),
            "larger than 16777216 bytes",
        ),
    ] {
        let written = write_one(GO, &largest).expect("it can be written");
        assert!(written.notes.is_empty(), "{:?}", written.notes);
        let (read, notes) = read_go(&written.text, None);
        assert!(read.is_some(), "{notes:?}");
        let written = write_one(GO, &larger).expect("it can be written");
        let (read, notes) = read_go(&written.text, None);
        assert!(read.is_none(), "{reason}");
        assert!(notes[0].contains(reason), "{notes:?}");
        let [note] = &written.notes[..] else {
            panic!("{:?}", written.notes)
        };
        assert!(!note.is_error && !note.is_doubt, "{note:?}");
        assert!(note.message.contains("not read back"), "{note:?}");
        assert!(note.message.contains(reason), "{note:?}");
    }
}

#[test]
fn nothing_of_a_go_record_is_lost_without_a_word() {
    let notes_of = |text: &str| read_go(text, Some(Game::Ugo));
    for (text, expected) in [
        (
            "(;GM[1]SZ[5];B[aa]W[bb])",
            "1:13 error: this node has several moves",
        ),
        (
            "(;GM[1]SZ[5];B[aa]B[bb])",
            "1:13 error: this node has several moves",
        ),
        (
            "(;GM[1]SZ[5];B[aa][bb])",
            "1:13 error: this node has several moves",
        ),
        (
            "(;GM[1]SZ[5]AB[aa]B[bb];W[cc])",
            "1:2 error: this node has a move and a setup",
        ),
        (
            "(;GM[1]SZ[5];B[aa]AB[bb];W[cc])",
            "1:13 error: this node has a move and a setup",
        ),
    ] {
        let (read, notes) = notes_of(text);
        assert_eq!(read, None, "{text}");
        assert!(notes[0].starts_with(expected), "{text}: {notes:?}");
    }
    for (text, expected) in [
        (
            "head (;GM[1]SZ[5];B[aa])",
            "1:1 warning: not carried over: text outside of the record",
        ),
        (
            "(;GM[1]SZ[5];B[aa]) tail",
            "1:21 warning: not carried over: text outside of the record",
        ),
        (
            "(;GM[1]SZ[5][7];B[aa])",
            "1:1 warning: not carried over: SZ",
        ),
        (
            "(;GM[1]SZ[5]GM[1];B[aa])",
            "1:1 warning: not carried over: GM",
        ),
        (
            "(;GM[1]SZ[5];B[aa]SZ[5])",
            "1:1 warning: not carried over: SZ",
        ),
        (
            "(;GM[1]SZ[5]BUTTON[x];B[aa])",
            "1:1 warning: not carried over: BUTTON",
        ),
        (
            "(;GM[1]SZ[5];B[aa](;W[bb])(;W[aa]))",
            "1:1 error[ugo::occupied]",
        ),
    ] {
        let (read, notes) = notes_of(text);
        assert!(read.is_some(), "{text}: {notes:?}");
        assert!(
            notes.iter().any(|note| note.starts_with(expected)),
            "{text}: {notes:?}"
        );
    }
}

/// Writes a record for Go, edits it, and reads it again; what is not carried over comes without its place.
fn edited(text: &str, edits: &[(&str, &str)]) -> (Option<String>, Vec<String>) {
    let mut written = write_one(GO, text).expect("it can be written").text;
    for (old, new) in edits {
        assert_eq!(written.matches(old).count(), 1, "{old} in {written}");
        written = written.replace(old, new);
    }
    let (read, notes) = read_go(&written, None);
    let place = "1:1 warning: not carried over: ";
    let notes = notes.iter().map(|note| note.replace(place, ""));
    (read, notes.collect())
}

/// A record, what is edited in it, a part of the record or the error then, and what is not carried over.
type EditedCase<'c> = (&'c str, &'c [(&'c str, &'c str)], &'c str, &'c [&'c str]);

fn check_edited(cases: &[EditedCase]) {
    for (text, edits, expected, lost) in cases {
        let (read, notes) = edited(text, edits);
        let read = read.unwrap_or_default();
        let losses = notes.iter().filter(|note| !note.contains("error"));
        let losses: Vec<&str> = losses.map(String::as_str).collect();
        let found = if read.is_empty() { &notes[0] } else { &read };
        assert!(found.contains(expected), "{edits:?}: {read}, {notes:?}");
        assert_eq!(losses, *lost, "{edits:?}: {read}");
    }
}

/// A game with a button, a king, and properties that are several.
const EDITED: &str = "(;GM[ugo]SZ[3]PB[Ann]RE[?]\n;B[b2]C[x]C[y];W[a1];B[a2]TR[a1]TR[b1]\n;W[button]C[Half a point.];B[Kb1]C[Takes a1.])";

#[test]
fn what_has_been_edited_in_a_go_program_is_carried_over() {
    let sygo = "(;GM[sygo]SZ[5]RE[?]AB[a3][c1]AW[a1]PL[B];B[e5];W[pass];B[b1,a2]C[takes]C[two])";
    let cases: &[EditedCase] = &[
        // Nothing is told of what is the same in other words.
        (
            EDITED,
            &[("SZ[3]RU", "SZ[3:3]RU"), ("TR[ac]TR[bc]", "TR[bc:bc][ac]")],
            ";B[a2]TR[a1]TR[b1]\n;W[button]C[Half",
            &[],
        ),
        // Properties that were several.
        (
            EDITED,
            &[("C[x\ny]", "C[x\ny, really]")],
            ";B[b2]C[x\ny, really]\n;W[a1]",
            &["C in KIFU (2)"],
        ),
        (
            EDITED,
            &[("C[x\ny]", "")],
            ";B[b2]\n;W[a1]",
            &["C in KIFU (2)"],
        ),
        (
            EDITED,
            &[("TR[ac]", "TR[cc][ac]")],
            ";B[a2]TR[c1][a1][b1]\n",
            &["TR in KIFU (2)"],
        ),
        // Plies.
        (
            EDITED,
            &[(";B[bc]", ";B[ca]")],
            "\n;B[c3]MA[b1]C[Takes a1.])",
            &["B in KIFU"],
        ),
        (
            EDITED,
            &[(";PL[B]KIFU", ";W[cc]KIFU")],
            "\n;W[c1]C[Half a point.]\n;B[Kb1]MN[5]C[Takes a1.])",
            &["W in KIFU"],
        ),
        (
            sygo,
            &[("AB[ae][be][ad]", "AB[ad]AE[ae]")],
            "no legal ply leads",
            &[],
        ),
        (
            sygo,
            &[("AB[ae][be][ad]", "AB[dd]")],
            "\n;B[d2]C[takes\ntwo])",
            &["B in KIFU", "C in KIFU (2)"],
        ),
    ];
    check_edited(cases);
}

/// A stone that is played twice is no turn of one stone.
#[test]
fn a_stone_that_is_played_twice_is_reported() {
    let (read, _) = read_go("(;GM[1]RU[sygo]SZ[9];W[aa];B[cc];W[ab];W[ab];B[dd])", None);
    let read = read.expect("it is carried over");
    assert!(read.contains(";W[a8]\n;W[a8]"), "{read}");
    let record = kifu::record::read(read.as_str()).next().unwrap();
    assert!(!is_legal(&record), "{read}");
    // In one variation the stone is played again, in the other the turn goes on.
    let (read, _) = read_go(
        "(;GM[1]RU[sygo]SZ[9];W[aa];B[cc];W[ii];B[gg];W[ab](;W[ab];B[dd])(;W[hi];B[dd]))",
        None,
    );
    let read = read.expect("it is carried over");
    assert!(
        read.contains("W[a8]") && read.contains("W[a8,h1]"),
        "{read}"
    );
    assert_eq!(read.matches(";W[a8]").count(), 2, "{read}");
}

/// Go programs write the marks of neighboring kings as a rectangle.
#[test]
fn marks_of_kings_in_rectangles_are_no_marks_of_the_record() {
    let text = "(;GM[ugo]SZ[5]RE[?]AB[Ka1][Kb1]AW[c3]PL[B];B[d4]MA[e5];W[a5])";
    let written = write_one(GO, text).expect("it can be written").text;
    let packed = written.replace("MA[ae][be]", "MA[ae:be]");
    assert_eq!(packed.matches("MA[ae:be]").count(), 3, "{written}");
    let (read, notes) = read_go(&packed, None);
    assert_eq!(notes, [""; 0]);
    assert_eq!(canonical(&read.unwrap()), canonical(text));
    // A mark of the record beside them in one rectangle.
    let packed = packed.replace(";B[db]MA[ae:be][ea]KIFU[MA[e5\\]]", ";B[db]MA[ae:ce]");
    assert!(packed.contains(";B[db]MA[ae:ce]"), "{packed}");
    let (read, notes) = read_go(&packed, None);
    assert_eq!(notes, [""; 0]);
    assert!(read.unwrap().contains(";B[d4]MA[c1]\n"));
}

#[test]
fn an_edited_start_of_a_game_is_carried_over() {
    let kings = "(;GM[ugo]SZ[5]RE[?]AB[Ka1][b2]AW[c3]BUTTON[W]PL[B]MA[e5];B[d4])";
    let of_start = &["AB in KIFU", "AW in KIFU", "PL in KIFU"];
    let cases: &[EditedCase] = &[
        // What decides how play begins.
        (
            EDITED,
            &[("SZ[3]RU", "SZ[4]RU")],
            "SZ[4]PB[Ann]RE[?]\n;B[b3]",
            &["B in KIFU", "SZ in KIFU", "TR in KIFU (2)"],
        ),
        (
            EDITED,
            &[("RU[ugo]", "RU[ugo-no-button]")],
            "RU[ugo-no-button]PB[Ann]",
            &["B in KIFU", "W in KIFU"],
        ),
        (
            EDITED,
            &[("RU[ugo]", "RU[Chinese]")],
            "(;GM[ugo]SZ[3]PB[Ann]RE[?]\n",
            &["RU"],
        ),
        (
            EDITED,
            &[("PL[B]PB", "AB[cc]PL[B]PB")],
            "AB[c1]\n;B[b2]C[x]C[y]",
            &[],
        ),
        (
            kings,
            &[("MA[ae][ea]KIFU", "MA[ae][ea][ee]KIFU")],
            "AB[Ka1][b2]AW[c3]BUTTON[W]PL[B]MA[e5][e1]\n",
            &["MA in KIFU"],
        ),
        (
            kings,
            &[("AW[cc]", "AW[cc][dd]")],
            "AB[Ka1][b2]AW[c3][d2]BUTTON[W]MA[e5]\n",
            of_start,
        ),
    ];
    check_edited(cases);
}

#[test]
fn numbers_and_notes_that_have_been_edited_are_named() {
    let cases: &[EditedCase] = &[
        // Numbers of moves: those of the program, and others.
        (
            EDITED,
            &[("MN[5]", "MN[4]")],
            "\n;B[Kb1]C[Takes a1.])",
            &["MN"],
        ),
        (EDITED, &[(";W[ac]", ";W[ac]MN[2]")], "\n;W[a1]MN[2]\n", &[]),
        (EDITED, &[(";W[ac]", ";W[ac]PL[W]")], "\n;W[a1]\n", &["PL"]),
        // Notes that are not understood.
        (
            EDITED,
            &[("KIFU[W[button\\]]", "KIFU[button]")],
            "\n;C[White takes the button.\nHalf a point.]\n",
            &["B in KIFU", "KIFU"],
        ),
        (
            EDITED,
            &[("KIFU[W[button\\]]", "KIFU[W[button\\]][x]")],
            "\n;C[White takes",
            &["B in KIFU", "KIFU"],
        ),
        (
            EDITED,
            &[("KIFU[W[button\\]]", "KIFU[W[button\\];]")],
            "\n;C[White takes",
            &["B in KIFU", "KIFU"],
        ),
        (
            EDITED,
            &[("KIFU[W[button\\]]", "KIFU[W[button\\]]KIFU[]")],
            "\n;W[button]C[Half",
            &["KIFU"],
        ),
        (
            EDITED,
            &[("KIFU[GM", "KIFU[note][GM")],
            "(;FF[4]GM[ugo]SZ[3]RU[ugo]PB",
            &["KIFU"],
        ),
    ];
    check_edited(cases);
}

#[test]
fn a_comment_that_describes_a_move_of_go_comes_back() {
    let text = "(;GM[ugo]SZ[3]RE[?]\n;B[b2]C[Black plays b2.]\n;W[button]\n;B[pass]C[Black plays pass.\nWell.])";
    assert_eq!(edited(text, &[]), (Some(text.to_owned()), Vec::new()));
}

/// Many properties, names and rectangles of a node are read and written once each.
#[test]
fn nodes_with_many_properties_come_back() {
    let names = |count: usize| -> String {
        (0..count)
            .map(|number| format!("XY{}[]", letters(number)))
            .collect()
    };
    let marks = "TR[a1:b5]MA[d1:e3]SQ[c2]MA[d4]".repeat(30);
    let comments: String = (0..40).map(|number| format!("C[{number}]")).collect();
    for text in [
        format!("(;GM[ugo]SZ[5]RE[?]{};B[c3]{})", names(40), names(2_000)),
        format!("(;GM[ugo]SZ[5]RE[?];B[c3]{marks})"),
        format!("(;GM[ugo]SZ[5]RE[?]AB[a1]{marks};B[c3]{comments})"),
    ] {
        comes_back(&text);
    }
    // Comments of a Go program become one text, other properties of one name one.
    let go = format!(
        "(;GM[1]SZ[5]RU[ugo];B[cc]{comments}TR[aa]{}TR[bb])",
        names(20)
    );
    let (read, notes) = read_go(&go, None);
    let read = read.unwrap_or_else(|| panic!("{notes:?}"));
    let lines: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    assert!(read.contains(&format!("C[{}]", lines.join("\n"))), "{read}");
    assert!(read.contains("TR[a5][b4]"), "{read}");
}

/// A number in letters.
fn letters(number: usize) -> String {
    let digits = number.to_string();
    let letter = |digit: u8| char::from(b'A' + digit - b'0');
    digits.bytes().map(letter).collect()
}
