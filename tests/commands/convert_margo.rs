//! Games of Margo in the designer's listing and in `AbstractPlay`'s notation: import and export with known answers,
//! and the locations of errors.

use crate::common::{
    convert::{random, read_all, read_one, samples, write_all, write_one},
    folder, judge, run,
};
use kifu::{
    convert::{Notation, Note},
    games::{Color, Game, Players},
    record::{self, Decoded},
    ruleset,
    verify::{Options, Severity, Verdict, verify},
};
use proptest::prelude::*;

const LISTING: Notation = Notation::MargoListing;
const MOVES: Notation = Notation::AbstractplayMargo;

/// The sample listing of the book, which is not a game that was played.
const SAMPLE: &str = "\
      Game #7 (7x7)
      Stockholm Invitational, 5/8/1432
      o A. Block       * G. Reaper        (hollow disc = White, filled disc = Black)
         1 C5*             2 E5
         3 G7              4 I9
         5 E7              6 I5
         7 I7              8 K7
         9 K5             10 J6
        11 G5             12 E3
        13 G3             14 H6
        15 F6             16 E9
        17 G9             18 F8
        19 K9             20 J8
        21 C9             22 E11
        23 C11            24 A7
        25 E13            26 C7
        27 G11            28 D6
        29 H4             30 G1
        31 J4             32 Resign
        = 14              = 13

NOTE: it is a sample of the format and no game: 27 G11 captures E9, E11 and F8, and
29 H4 has nothing to rest on.
";

/// A game played by e-mail in 2011, as published: with the annotator's continuation and its
/// captures.
const REAL_254: &str = "\
# Margo game #254 (4x4)
gamerz.net PBeM server, 2011.  White: S. Tavener   Black: C. Browne
Result: Black resigned after move 24.

CONVENTION: the level is not written: it is the lowest free supported point (odd numbers are White's).

MOVES AS PLAYED
     1 C5      2 C3
     3 E3      4 E1
     5 G3      6 E5
     7 E7      8 D4
     9 A3     10 G5
    11 A7     12 C1
    13 D2     14 G1
    15 D2     16 G3
    17 G7     18 C7
    19 E7     20 D2
    21 G7     22 C7
    23 E7     24 F2

ANNOTATOR'S CONTINUATION (not played)
    25 G7     26 C7
    37 G7

CAPTURES (derived by replay; @n = level n)
    14 G1   takes White: D2@2 G3
";

const REAL_274: &str = "\
# Margo game #274 (6x6)
gamerz.net PBeM server, 2011.  White: C. Browne   Black: R. Reilly

MOVES AS PLAYED
 1 G5   2 E5   3 E7   4 G7   5 F6   6 I3   7 I5   8 C9   9 C3  10 E3
11 C5  12 G3  13 C7  14 D6  15 K5  16 K3  17 E1  18 E9  19 D8  20 I7
21 G1  22 H6  23 H4  24 F4  25 G5  26 A7  27 I1  28 A5  29 A3  30 B6
31 H2  32 A9  33 I9  34 K9  35 I11 36 G11 37 B8  38 K7  39 C11 40 G9
41 F8  42 K11 43 E7  44 J6  45 K1  46 C1  47 D2  48 D4  49 E5  50 F2
51 E3  52 B4  53 C7  54 C5  55 D6  56 I11 57 G3  58 I9  59 A11 60 E11
61 A11 62 C11 63 A11 64 I11 65 E11 66 K9  67 K7  68 J6  69 C11 70 G11
71 C11 72 K11 73 F4  74 I9  75 A11 76 E11 77 J8  78 H8  79 G7  80 I7
81 F10 82 J10 83 A11 84 H10 85 I9  86 G9  87 H8  88 C11
= 33 = 34
";

fn messages_of(notes: &[Note]) -> String {
    let lines = notes.iter().map(|note| {
        let (line, column) = note.location;
        format!("{line}:{column}: {}\n", note.message)
    });
    lines.collect()
}

/// The moves of a record.
fn moves(text: &str) -> Vec<String> {
    let record = record::read(text).next().expect("a record");
    let plies = record.nodes().skip(1).map(|node| {
        let property = &record.properties(node)[0];
        let value = record.values(property)[0];
        format!("{}[{}]", record.letters(property), record.raw(value))
    });
    plies.collect()
}

#[test]
fn the_sample_of_the_book_is_read_and_its_illegal_move_reported() {
    let (text, notes) = read_one(LISTING, SAMPLE);
    insta::assert_snapshot!(text.replace("\n;", ";"), @"(;FF[4]GM[margo]SZ[7]PB[G. Reaper]PW[A. Block]GN[Game #7]EV[Stockholm Invitational, 5/8/1432];W[c5];B[swap];B[e5];W[g7];B[i9];W[e7];B[i5];W[i7];B[k7];W[k5];B[j6];W[g5];B[e3];W[g3];B[h6];W[f6];B[e9];W[g9];B[f8];W[k9];B[j8];W[c9];B[e11];W[c11];B[a7];W[e13];B[c7];W[g11];B[d6];W[h4];B[g1];W[j4];B[resign])");
    insta::assert_snapshot!(messages_of(&notes), @r"
    18:12: error[margo::unsupported] ply 30 h4: h4 is unsupported: i3 is empty (number 29 of the listing)
    20:9: error: White's count of 14 cannot be checked: play stops after ply 29, with 14 of White's marbles on the board
    20:27: error: Black's count of 13 cannot be checked: play stops after ply 29, with 11 of Black's marbles on the board
    3:43: warning: not carried over: text in lines 3, 22-23
    ");
    let folder = folder(&[("d1.txt", SAMPLE)]);
    let (status, out, errors) = run(
        &folder,
        &["convert", "--from", "margo-listing", "d1.txt"],
        "",
    );
    assert_eq!((status, out), (1, text + "\n"));
    assert!(
        errors.contains("d1.txt:18:12: record 1: error[margo::unsupported] ply 30 h4")
            && errors.contains("(number 29 of the listing)"),
        "{errors}"
    );
}

#[test]
fn published_games_are_read_with_their_heading() {
    let (text, notes) = read_one(LISTING, REAL_254);
    insta::assert_snapshot!(text.replace("\n;", ";"), @r"
    (;FF[4]GM[margo]SZ[4]PB[C. Browne]PW[S. Tavener]GN[Margo game #254]EV[gamerz.net PBeM server]
    DT[2011]RE[W+R];W[c5];B[c3];W[e3];B[e1];W[g3];B[e5];W[e7];B[d4];W[a3];B[g5];W[a7];B[c1];W[d2];B[g1];W[d2];B[g3];W[g7];B[c7];W[e7];B[d2];W[g7];B[c7];W[e7];B[f2])
    ");
    insta::assert_snapshot!(messages_of(&notes), @"3:1: warning: not carried over: text in lines 3, 5, 21-23, 25-26");
    let (text, notes) = read_one(LISTING, REAL_274);
    assert_eq!(messages_of(&notes), "", "the counts fit");
    let samples = samples();
    for (name, text) in [
        ("browne-254.sgf", read_one(LISTING, REAL_254).0),
        ("browne-274.sgf", text),
    ] {
        let (_, sample) = samples
            .iter()
            .find(|(path, _)| path.ends_with(name))
            .expect("it is there");
        let (_, own) = judge(text.as_bytes(), &Options::default());
        let (_, others) = judge(sample.text.as_bytes(), &Options::default());
        let pieces = |verdict: &Verdict| verdict.position.as_ref().expect("a position").pieces();
        assert_eq!(pieces(&own[0]), pieces(&others[0]), "{name}");
        assert_eq!(own[0].plies, others[0].plies);
    }
}

#[test]
fn a_listing_is_written_as_in_the_book() {
    let text = "(;FF[4]GM[margo]SZ[3]RU[margo-2012]PW[A. Block]PB[G. Reaper]GN[Game #8]EV[Open]DT[1432-08-05]RE[W+R]\
                ;W[c3];B[swap];B[c5];W[e3];B[e5];W[d4];B[resign])";
    let written = write_one(LISTING, text).expect("it can be written");
    insta::assert_snapshot!(written.text, @r"
    Game #8 (3x3)
    Open, 1432-08-05
    o A. Block      * G. Reaper
    Ruleset: margo-2012
    Result: W+R

       1 C3*           2 C5
       3 E3            4 E5
       5 D4            6 Resign
       = 3             = 2
    ");
    assert_eq!(messages_of(&written.notes), "");
    let (back, notes) = read_one(LISTING, &written.text);
    assert_eq!(messages_of(&notes), "");
    let record = record::read(text).next().expect("a record");
    assert_eq!(back, record.canonical(record::Layout::Nodes));
}

/// Converts a record to a notation and back. Returns the messages of the export, and the record.
fn round_trip(notation: Notation, text: &str) -> (String, Option<String>) {
    match write_one(notation, text) {
        Ok(written) => (
            messages_of(&written.notes),
            Some(read_one(notation, &written.text).0),
        ),
        Err(notes) => (messages_of(&notes), None),
    }
}

#[test]
fn random_games_of_all_rulesets_survive_a_round_trip() {
    let rulesets = ruleset::embedded()
        .iter()
        .filter(|ruleset| ruleset.game() == Game::Margo)
        // The notations have two players.
        .filter(|ruleset| ruleset.rules.players() == Players::Two);
    let mut count = 0;
    for ruleset in rulesets {
        count += 1;
        for number in 0..1_000 {
            let text = random(ruleset, number);
            let (messages, back) = round_trip(LISTING, &text);
            assert_eq!(messages, "", "{text}");
            let record = record::read(&text).next().expect("a record");
            assert_eq!(back, Some(record.canonical(record::Layout::Nodes)));
            // AbstractPlay has no names and no results.
            let bare = text.replace(&format!("GN[Game {number}]RE[?]"), "");
            let (messages, back) = round_trip(MOVES, &bare);
            assert_eq!(messages, "", "{bare}");
            let record = record::read(&bare).next().expect("a record");
            assert_eq!(back, Some(record.canonical(record::Layout::Nodes)));
        }
    }
    assert_eq!(count, 6);
}

#[test]
fn sample_records_survive_a_round_trip_except_for_reported_losses() {
    let mut counts = [0; 3];
    for (path, decoded) in samples() {
        for notation in [LISTING, MOVES] {
            for (record, written) in record::read(&decoded).zip(write_all(notation, &decoded)) {
                let verdict = verify(&record, &Options::default());
                if verdict.game != Some(Game::Margo) {
                    let notes = written.expect_err("it is another game");
                    assert!(messages_of(&notes).contains("error"), "{path}");
                    counts[0] += 1;
                    continue;
                }
                let Ok(written) = written else {
                    let has_setup = ["AB[", "AG[", "PL["]
                        .iter()
                        .any(|start| record.text().contains(start));
                    let has_two_players = verdict.players() == Players::Two;
                    assert!(has_setup || !has_two_players, "{path}");
                    counts[1] += 1;
                    continue;
                };
                counts[2] += 1;
                let (back, _) = read_one(notation, &written.text);
                let (_, again) = judge(back.as_bytes(), &Options::default());
                let position = |verdict: &Verdict| {
                    let position = verdict.position.as_ref().expect("a position");
                    (position.fingerprint(), position.plies())
                };
                assert_eq!(position(&again[0]), position(&verdict), "{path}");
                // An error is reported, and remains if it is carried over.
                let is_wrong = verdict.has(Severity::Error);
                assert_eq!(
                    written.notes.iter().any(|note| note.is_error),
                    is_wrong,
                    "{path}"
                );
                let is_cut = written
                    .notes
                    .iter()
                    .any(|note| note.message.contains("this ply"));
                assert_eq!(again[0].has(Severity::Error) || is_cut, is_wrong, "{path}");
            }
        }
    }
    assert!(
        counts[0] > 90 && counts[1] >= 8 && counts[2] >= 20,
        "{counts:?}"
    );
}

#[test]
fn a_heading_may_begin_with_a_number() {
    for line in ["1 October 2010", "12 games", "1 vs 2", "2 C. Ann, 3"] {
        let text = format!("Game 1 (4x4)\n{line}\n 1 C5  2 E3");
        let imported = read_all(LISTING, &text);
        assert!(imported[0].record.is_some(), "{line}");
    }
}

#[test]
fn errors_of_a_listing_have_a_location() {
    let rows = [
        (
            "Game 1 (4x4)\n 1 C5  3 C3",
            "2:8: error: the number 2 is expected here",
        ),
        (
            "Game 1 (4x4)\n 2 C5",
            "2:2: error: the number 1 is expected here",
        ),
        ("Game 1 (4x4)\n 1 C5  2", "2:8: error: move 2 is missing"),
        (
            "Game 1 (4x4)\n 1 C5  2 ?!",
            "2:10: error: move 2 is neither",
        ),
        (
            "Game 1 (4x4)\n 1 C5  2 C3*",
            "2:10: error: only the first move",
        ),
        ("Game 1 (4x4)\n 1 C3! 2 C5", "2:4: error: move 1 is neither"),
        (
            "Game 1 (4x4)\n 1 C5 2 C\\3",
            "2:9: error: move 2 is neither",
        ),
        ("Game 1 (4x4)\n 1 C3!", "2:4: error: move 1 is neither"),
        ("Game 1 (4x4)\n 1 XX 2 C5", "2:4: error: move 1 is neither"),
        (
            "Game 1 (4x4)\n 1.XX  2.YY\n 3 C3",
            "2:4: error: move 1 is neither",
        ),
        ("Game 1 (4x4)\n 1 C5\n 2x C3", "3:2: error: the number 2"),
        (
            "Game 1 (4x4)\n 1 C5\n = 1 = x",
            "3:6: error: a number of marbles",
        ),
        (
            "Game 1 (4x4)\n 1 C5\n = 1 = 0 = 0",
            "3:10: error: a number of marbles",
        ),
        (
            "Game 1 (4x4)\n 1 C5\n = 2 = 0",
            "3:2: error: White's count is 2, but 1",
        ),
        ("Game 1 (4x4)\n 1 C5 2 C5", "2:9: error[margo::occupied]"),
        ("Game 1 (1x1)\n 1 C5", "1:1: error[record::size]"),
        (
            "Game 1 (4x5)\n 1 C5",
            "2:2: error: the size of the board is not known",
        ),
        (
            "nothing at all",
            "1:1: error: the size of the board is not known",
        ),
        (
            "é\n  Game 1 (4x4)\nRuleset: chess\n 1 C5",
            "2:3: error[record::ruleset]",
        ),
    ];
    for (text, expected) in rows {
        let imported = read_all(LISTING, text);
        assert_eq!(imported.len(), 1, "{text}");
        let messages = messages_of(&imported[0].notes);
        assert!(messages.contains(expected), "{text:?}: {messages}");
        assert!(imported[0].notes.iter().any(|note| note.is_error));
    }
    for (text, expected) in [
        (
            "margo size-4\n1c5 c3",
            "2:5: error: a move is a level and a point",
        ),
        ("margo 4\n1c5", "1:7: error: only the size"),
        ("margo size-4 # mine\n1c5", "1:14: error: only the size"),
        ("margo size-3 size-4\n1c5", "1:14: error: this contradicts"),
        (
            "margo margo-abstractplay size-3 margo",
            "1:33: error: this contradicts",
        ),
        ("1c5\n1c5", "2:1: error[margo::occupied]"),
        (
            "margo size-4\n1c5\n1c\\3",
            "3:1: error: a move is a level and a point",
        ),
        ("1c5 # hm\n2b2", "2:1: error[margo::unsupported]"),
    ] {
        let messages = messages_of(&read_all(MOVES, text)[0].notes);
        assert!(messages.contains(expected), "{text:?}: {messages}");
    }
}

#[test]
fn layouts_vary_and_several_games_are_read() {
    let text = "Game A (4x4)\n1. C5 *\n2.C3\n\n3 E3\n=1 =1\nso much for A\n9 lives\n\
                \u{feff}Game (5 × 5)\r\nWhite:  Ann\r\nBlack: Ben  Result: w+resign\r\n1 a1\r\n\
                ----\nPrague, 2026-11\n() (2x2)\no Zo\u{eb}\n";
    let imported = read_all(LISTING, text);
    let records: Vec<_> = imported
        .iter()
        .map(|imported| imported.record.clone().unwrap_or_default())
        .collect();
    assert_eq!(
        records,
        [
            "(;FF[4]GM[margo]SZ[4]GN[Game A]\n;W[c5]\n;B[swap]\n;B[c3]\n;W[e3])",
            "(;FF[4]GM[margo]SZ[5]PB[Ben]PW[Ann]RE[w+resign]\n;W[a1])",
            "(;FF[4]CA[UTF-8]GM[margo]SZ[2]PW[Zoë]GN[()])"
                .replace("(;FF[4]CA[UTF-8]GM[margo]", "(;FF[4]GM[margo]CA[UTF-8]")
                .as_str(),
        ]
    );
    let messages: Vec<_> = imported
        .iter()
        .map(|imported| messages_of(&imported.notes))
        .collect();
    insta::assert_snapshot!(messages.join("--\n"), @r"
    6:1: error: White's count is 1, but 2 of White's marbles are on the board in the end
    7:1: warning: not carried over: text in lines 7-8
    --
    13:1: warning: not carried over: text in lines 13-14
    --
    ");
    // In Windows-1252.
    let mut latin = Vec::from("Game (4x4)\no Zo");
    latin.extend([0xEB, b'\n']);
    let folder = folder(&[]);
    std::fs::write(folder.path().join("l.txt"), latin).expect("it can be written");
    let (_, out, told) = run(
        &folder,
        &["convert", "--from", "margo-listing", "l.txt"],
        "",
    );
    assert!(out.contains("PW[Zoë]"), "{out}");
    assert_eq!(
        told,
        "l.txt:2:1: record 1: warning: the text is not UTF-8, and no `CA` names its encoding; it is read as Windows-1252\n"
    );
}

#[test]
fn a_line_that_is_too_long_is_an_error() {
    let (blanks, name) = (" ".repeat(70_000), "x".repeat(70_000));
    for text in [
        format!("Game (3x3)\no A   * Ben\n1 C3 2 C5 {blanks} 3 E3\n"),
        format!("Game (3x3)\no {name}   * Ben\n1 C3 2 C5\n"),
        format!("Game (3x3)\n{name}, 2026-01-02\n1 C3 2 C5\n"),
        format!("Game {name} (3x3) {blanks}x\n1 C3 2 C5\n"),
        format!("Game (3x3){blanks}x\n1 C3 2 C5\n"),
        format!("Game (3x3)\n1 C3 2 C5\n\n{name}\n"),
    ] {
        let folder = folder(&[("l.txt", &text)]);
        let args = ["convert", "--from", "margo-listing", "l.txt"];
        let (status, _, errors) = run(&folder, &args, "");
        assert_eq!(status, 1, "{errors}");
        assert!(errors.contains("error: "), "{errors}");
    }
}

#[test]
fn losses_are_reported_and_rejected_with_lossless() {
    let text = "(;GM[margo]SZ[3]PW[two  blanks]GN[1 C5 2 C3]EV[1 C5 2 C3]C[x]KM[0];W[c5]C[y](;B[c3])(;B[e3];W[c3]))";
    let (messages, back) = round_trip(LISTING, text);
    assert_eq!(moves(&back.expect("it is read")), ["W[c5]", "B[c3]"]);
    assert_eq!(
        messages,
        "1:17: warning: not carried over: PW, EV, C (2), KM, a variation\n"
    );
    let folder = folder(&[("a.sgf", &format!("{text}\n(;GM[margo]SZ[3]RE[?];W[c5])\n"))]);
    let lossless = ["convert", "--to", "margo-listing", "--lossless", "a.sgf"];
    let (status, out, errors) = run(&folder, &lossless, "");
    assert_eq!(
        (status, out.as_str()),
        (
            1,
            "Game (3x3)\nResult: ?\n\n   1 C5\n   = 1             = 0\n"
        )
    );
    assert!(
        errors.starts_with("a.sgf:1:17: record 1: warning: not carried over: PW"),
        "{errors}"
    );
    let (status, out, errors) = run(
        &folder,
        &["convert", "--to", "margo-listing", "--quiet", "a.sgf"],
        "",
    );
    assert_eq!(
        (status, out.matches("(3x3)").count(), errors.as_str()),
        (0, 2, "")
    );
    // Players that do not alternate, and invalid moves.
    let (messages, back) = round_trip(LISTING, "(;GM[margo]SZ[3];W[c5];W[c3];B[c3])");
    assert_eq!(moves(&back.expect("it is read")), ["W[c5]"]);
    assert!(
        messages.contains("error[record::turn-order] ply 2")
            && messages.contains("this ply and all after it"),
        "{messages}"
    );
    let (messages, back) = round_trip(MOVES, "(;GM[margo]SZ[3];W[c5];B[2c3];W[c3])");
    assert_eq!(moves(&back.expect("it is read")), ["W[c5]", "B[2c3]"]);
    assert!(messages.contains("this ply and all after it"), "{messages}");
    for (text, reason) in [
        ("(;GM[ugo];B[c3])", "cannot express a game of Ugo"),
        ("(;GM[margo]SZ[3]PL[B];B[c3])", "begins with a setup"),
        ("(;GM[chess])", "error[record::game]"),
    ] {
        let (messages, back) = round_trip(LISTING, text);
        assert!(back.is_none() && messages.contains(reason), "{messages}");
    }
}

proptest! {
    #[test]
    fn any_name_survives_or_is_reported(texts in prop::collection::vec("[ a-z0-9#()*o:=,.x×\\n-]{0,12}", 5)) {
        let mut text = String::from("(;FF[4]GM[margo]SZ[3]");
        for (name, value) in ["PB", "PW", "GN", "EV", "RE"].iter().zip(&texts) {
            text.push_str(&format!("{name}[{value}]"));
        }
        text.push_str(";W[c3];B[e5];W[c5])");
        let written = write_one(LISTING, &text).expect("it can be written");
        let (back, _) = read_one(LISTING, &written.text);
        prop_assert_eq!(moves(&back), ["W[c3]", "B[e5]", "W[c5]"]);
        let messages = messages_of(&written.notes);
        for (name, value) in ["PB", "PW", "GN", "EV", "RE"].iter().zip(&texts) {
            let is_there = back.contains(&format!("{name}[{value}]"));
            let is_named = messages.contains("not carried over") && messages.contains(name);
            prop_assert!(is_there || is_named, "{name}: {messages}\n{back}");
        }
    }

    #[test]
    fn any_text_is_imported_or_rejected(text in "([ \\n=*.]|[0-9]{1,3}|[a-gA-G][1-9]|\\(3x3\\)|Resign|White:|o |[a-z]){0,60}") {
        for notation in [LISTING, MOVES] {
            for imported in read_all(notation, &text) {
                prop_assert!(imported.record.is_some() || imported.notes.iter().any(|note| note.is_error));
            }
        }
    }
}

#[test]
fn white_is_on_the_left_after_a_swap() {
    let (text, _) = read_one(LISTING, "x (3x3)\n1 c3* 2 c5 3 e3");
    assert_eq!(moves(&text), ["W[c3]", "B[swap]", "B[c5]", "W[e3]"]);
    assert_eq!(Color::White.letter(), 'W');
    let decoded = Decoded::from(text.as_str());
    let record = record::read(&decoded).next().expect("a record");
    assert_eq!(verify(&record, &Options::default()).plies, 4);
}

/// What would be read as something else is not written.
#[test]
fn no_line_of_a_heading_is_read_as_something_else() {
    let listed = |facts: &str| {
        let record = format!("(;FF[4]GM[margo]SZ[2]{facts};W[a1];B[c1])\n");
        let folder = crate::common::folder(&[("a.sgf", &record)]);
        let (_, out, told) = run(&folder, &["convert", "--to", "margo-listing", "a.sgf"], "");
        let heading = out.split("\n\n").next().unwrap_or_default().to_owned();
        (heading, told)
    };
    for (facts, heading, lost) in [
        ("EV[Black: Zed]PW[Ann]", "Game (2x2)\no Ann", "EV"),
        ("EV[Ruleset:x]RU[margo]", "Game (2x2)\nRuleset: margo", "EV"),
        ("EV[Cup]DT[2026-11-20..]", "Game (2x2)\nCup", "DT"),
        ("DT[2026-11-20..]", "Game (2x2)", "DT"),
        ("EV[Cup, 2026]", "Game (2x2)", "EV"),
        ("EV[moves as played]", "Game (2x2)", "EV"),
        ("EV[1 A1 2 C1]DT[2026]", "Game (2x2)\n2026", "EV"),
        ("PW[Ann]PB[Ben,]", "Game (2x2)\no Ann", "PB"),
        ("PW[o]PB[Ben]", "Game (2x2)\no o      * Ben", ""),
        ("GN[# 5]RE[W+R]", "Game (2x2)\nResult: W+R", "GN"),
        ("RE[white resigned]", "Game (2x2)", "RE"),
        ("EV[Cup]DT[2026-11-20]", "Game (2x2)\nCup, 2026-11-20", ""),
    ] {
        let (written, told) = listed(facts);
        assert_eq!(written, heading, "{facts} {told}");
        let named = told.contains("not carried over: ");
        assert_eq!(named, !lost.is_empty(), "{facts} {told}");
        assert!(told.contains(lost), "{facts} {told}");
    }
}

/// The archive has a last word for some results only.
#[test]
fn a_game_that_no_last_word_ends_is_not_written() {
    let record = |result: &str| {
        format!("(;FF[4]GM[margo]SZ[2]RU[margo-abstractplay]RE[{result}];W[a1];B[c1])\n")
    };
    for (result, is_written) in [
        ("W+", false),
        ("W+3", false),
        ("W+F", false),
        ("?", false),
        ("W+R", true),
        ("W+T", true),
        ("Draw", true),
        ("Void", true),
    ] {
        let folder = crate::common::folder(&[("a.sgf", &record(result))]);
        let to = ["convert", "--to", "abstractplay", "a.sgf"];
        let (status, out, told) = run(&folder, &to, "");
        assert_eq!(status, i32::from(!is_written), "{result}: {told}");
        assert_eq!(out.contains("header"), is_written, "{result}: {told}");
        let is_undecided = told.contains("the game is not over");
        assert_eq!(is_undecided, !is_written && result != "?", "{told}");
    }
}

/// Single blanks or a comma between the players do not make one name of two, and CR ends a line.
#[test]
fn both_players_of_a_line_are_read() {
    for players in [
        "o Ann * Ben",
        "White: Ann, Black: Ben",
        "White: Ann Black: Ben",
        "o Ann  * Ben",
    ] {
        for end in ["\n", "\r", "\r\n"] {
            let listing = format!("Game 8 (3x3)\n{players}\n1 C3 2 C5\n").replace('\n', end);
            let folder = crate::common::folder(&[("a.txt", &listing)]);
            let (status, out, told) = run(
                &folder,
                &["convert", "--from", "margo-listing", "a.txt"],
                "",
            );
            assert_eq!(status, 0, "{players}: {told}");
            assert!(
                out.contains("PW[Ann]") && out.contains("PB[Ben]"),
                "{players}: {out}"
            );
            assert_eq!(out.matches("\n;").count(), 2, "{out}");
        }
    }
    let name = "Game 8 (3x3)\nBlack: Sean o Casey\n* not a player\nWhite: Ann\n1 C3 2 C5\n";
    let read = crate::common::folder(&[("a.txt", name)]);
    let (_, out, _) = run(&read, &["convert", "--from", "margo-listing", "a.txt"], "");
    assert!(
        out.contains("PW[Ann]") && out.contains("PB[Sean o Casey]"),
        "{out}"
    );
    let moves = "margo size-3 margo\r1c3 # good\r1c5\r";
    let folder = crate::common::folder(&[("a.txt", moves)]);
    let (_, out, told) = run(
        &folder,
        &["convert", "--from", "abstractplay-margo", "a.txt"],
        "",
    );
    assert_eq!(out.matches("\n;").count(), 2, "{out}{told}");
}
