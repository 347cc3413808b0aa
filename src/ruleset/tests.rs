//! Rulesets and their errors.

#![allow(clippy::too_many_lines, reason = "tables of cases")]

use super::{embedded::EMBEDDED, *};
use crate::games::{Game, Players, Rules};

#[test]
fn every_embedded_file_reads_under_its_name_and_is_complete() {
    assert_eq!(embedded().len(), EMBEDDED.len());
    for (ruleset, (name, text)) in embedded().iter().zip(EMBEDDED) {
        assert_eq!(ruleset.name, name);
        assert_eq!(Ruleset::from_yaml(text).as_ref(), Ok(ruleset));
    }
    for game in Game::ALL {
        assert_eq!(default_for(game).rules, Rules::default_for(game));
    }
    assert_eq!(
        by_name("MARGO-2012").map(|r| r.name.as_str()),
        Some("margo-2012")
    );
    assert_eq!(by_name("chess"), None);
}

#[test]
fn absent_keys_are_those_of_the_default() {
    let own = Ruleset::from_yaml("name: mine\ngame: ugo\nkomi: 7\n").unwrap();
    let mut expected = default_for(Game::Ugo).clone();
    expected.name = "mine".to_owned();
    expected.rules = expected.rules.with_komi(7);
    assert_eq!(own, expected);
}

fn error(text: &str) -> (usize, usize, String) {
    let error = Ruleset::from_yaml(text).unwrap_err();
    (error.line, error.column, error.kind.to_string())
}

/// The YAML library takes time in proportion to the square of the depth.
#[test]
fn deep_nesting_is_refused_at_once() {
    for open in ["[", "{", "[{", "{a: "] {
        let text = format!("game: ugo\nsizes: {}", open.repeat(60_000 / open.len()));
        let begun = std::time::Instant::now();
        let (line, _, told) = error(&text);
        assert_eq!(
            (line, told.as_str()),
            (2, "lists or mappings are nested too deeply")
        );
        assert!(begun.elapsed().as_secs() < 5);
    }
}

#[test]
fn errors_are_located() {
    for (text, line, column, part) in [
        ("", 1, 1, "game"),
        ("name: [", 2, 1, ""),
        ("name: x\ngame: chess\n", 2, 7, "chess"),
        ("name: x\ngame: ugo\nkommi: 3\n", 3, 1, "kommi"),
        (
            "name: x\ngame: ugo\nbalance-turn: true\n",
            3,
            1,
            "balance-turn",
        ),
        ("name: x\ngame: ugo\nbutton: perhaps\n", 3, 9, "perhaps"),
        ("name: x\ngame: ugo\nkomi: 10001\n", 3, 7, "komi"),
        ("name: x\ngame: ugo\nkomi: 1.5\n", 3, 7, "1.5"),
        ("name: x\ngame: ugo\nsize: 27\n", 3, 7, "27"),
        ("name: x\ngame: margo\nsize: \"5:6\"\n", 3, 7, "5:6"),
        ("name: x\ngame: ugo\nsize: big\n", 3, 7, "big"),
        (
            "name: x\ngame: ugo\nsizes: {min: 9, max: 40}\n",
            3,
            8,
            "sizes",
        ),
        (
            "name: x\ngame: ugo\nsizes: {min: 13, max: 9}\n",
            3,
            8,
            "sizes",
        ),
        ("name: x\ngame: bamogo\ncolors: [R]\n", 3, 9, "colors"),
        ("name: x\ngame: bamogo\ncolors: [R, R]\n", 3, 9, "colors"),
        (
            "name: x\ngame: bamogo\ncolors: [A, B, C, D, E]\n",
            3,
            9,
            "two to four",
        ),
        ("name: x\ngame: bamogo\ncolors: [red, G]\n", 3, 9, "red"),
        (
            "name: x\ngame: margo\nrepetition: own-turns\n",
            3,
            13,
            "own-turns",
        ),
        ("name: \"\"\ngame: ugo\n", 1, 7, "name"),
        ("name: x\ngame: ugo\ngame: sygo\n", 3, 1, "game"),
    ] {
        let (at_line, at_column, message) = error(text);
        assert!(message.contains(part), "{text:?}: {message}");
        assert_eq!((at_line, at_column), (line, column), "{text:?}: {message}");
    }
}

#[test]
fn values_within_the_limits_are_read() {
    for text in [
        "game: ugo\nkomi: -10000\n",
        "game: ugo\nsize: 26\n",
        "game: ugo\nsize: \"9:13\"\n",
        "game: bamogo\ncolors: [r, b]\n",
        "{game: margo, buried: stay}",
    ] {
        assert!(Ruleset::from_yaml(text).is_ok(), "{text:?}");
    }
    let large = format!("game: ugo\n#{}\n", " ".repeat(MAX_BYTES));
    assert!(error(&large).2.contains("larger"));
}

#[test]
fn bytes_that_are_not_utf8_are_located() {
    let error = Ruleset::from_bytes(b"game: ugo\ntitle: \"\xC3\xA9\xFF\"\n").unwrap_err();
    assert_eq!(error.to_string(), "2:10: the file is not UTF-8");
    let ruleset = Ruleset::from_bytes("game: ugo\ntitle: é".as_bytes());
    assert_eq!(ruleset.unwrap().title, "é");
}

/// Words of the YAML library and of serde, which mean nothing to the author of a ruleset.
const LIBRARY_WORDS: [&str; 14] = [
    "invalid type",
    "invalid value",
    "invalid length",
    "unknown variant",
    "unknown field",
    "missing field",
    "duplicate field",
    "expected",
    "did not find",
    "mapping values",
    "floating point",
    "sequence,",
    "scanning",
    "EOF",
];

fn assert_error(text: &str, line: usize, column: usize, part: &str) {
    assert_errors(&[(text, line, column, part)]);
}

/// Checks position and words of errors, and reports all that differ.
fn assert_errors(cases: &[(&str, usize, usize, &str)]) {
    let mut wrong = String::new();
    for &(text, line, column, part) in cases {
        let (at_line, at_column, message) = error(text);
        let has_library_words = LIBRARY_WORDS.iter().any(|words| message.contains(words));
        if has_library_words || !message.contains(part) || (at_line, at_column) != (line, column) {
            wrong += &format!("{text:?}: {at_line}:{at_column}: {message}\n");
        }
    }
    assert!(wrong.is_empty(), "wrong errors:\n{wrong}");
}

#[test]
fn every_key_rejects_values_of_other_types() {
    const KOMI: &str = "`komi` must be a whole number from -10000 to 10000, not ";
    const SWITCH: &str = "must be `true` or `false`, not ";
    const COLORS: &str =
        "must be a list of two to four different letters, such as `[R, G, B]`, not ";
    let values = [
        "3.5",
        "word",
        "\"true\"",
        "7",
        "99999999999999999999999999",
        "1e400",
        "true",
        "[R]",
        "[]",
        "[1, 2]",
        "{a: 1}",
        "{}",
        "{min: 1.5, max: 3}",
        "0x7FFFFFFFFFFFFFFFFFFF",
    ];
    let is_text = |value: &str| !value.starts_with(['[', '{']);
    let keys = [
        ("bargo", "komi", KOMI),
        ("ugo", "komi", KOMI),
        ("bargo", "button", SWITCH),
        ("ugo", "button", SWITCH),
        (
            "bargo",
            "repetition",
            "`repetition` must be `own-turns` or `none`, not ",
        ),
        ("sygo", "balance-turn", SWITCH),
        ("bamogo", "colors", COLORS),
        ("bamogo", "colours", COLORS),
        ("margo", "swap", SWITCH),
        (
            "margo",
            "repetition",
            "`repetition` must be `previous-turn`, `situational`, `positional` or `none`, not ",
        ),
        ("margo", "players", "`players` must be 2, 3 or 4, not "),
        ("margo", "pass", SWITCH),
        (
            "margo",
            "max-height",
            "`max-height` must be a whole number from 1 to 19, not ",
        ),
        ("margo", "revealed-captures", SWITCH),
        ("margo", "buried", "`buried` must be `fall` or `stay`, not "),
        (
            "margo",
            "goal",
            "`goal` must be `most-pieces` or `first-capture`, not ",
        ),
        (
            "ugo",
            "size",
            "`size` must be a whole number from 2 to 26, or two of them as \"columns:rows\", not ",
        ),
        (
            "margo",
            "size",
            "`size` must be a whole number from 2 to 19, not ",
        ),
        (
            "ugo",
            "sizes",
            "`sizes` must be `{min: …, max: …}` with whole numbers from 2 to 26, not ",
        ),
        ("ugo", "name", "`name` must be text, not "),
        ("ugo", "title", "`title` must be text, not "),
        ("ugo", "source", "`source` must be text, not "),
    ];
    for (game, key, part) in keys {
        for value in values {
            let is_valid = match key {
                "komi" | "size" | "max-height" => value == "7",
                "name" | "title" | "source" => is_text(value),
                _ => part == SWITCH && value == "true",
            };
            let text = format!("game: {game}\n# a comment: {key}: 1\n\"{key}\" :  {value}\n");
            if is_valid {
                assert!(Ruleset::from_yaml(&text).is_ok(), "{text:?}");
            } else {
                assert_error(&text, 3, key.len() + 7, part);
            }
            let flow = format!("{{game: {game},  {key}: {value}}}");
            if !is_valid {
                assert_error(&flow, 1, game.len() + key.len() + 13, part);
            }
            let nested = format!("game: {game}\n{key}: [[1], {{a: 2}}]\n");
            assert_error(&nested, 2, key.len() + 4, "cannot be nested");
        }
    }
}

#[test]
fn more_than_two_players_have_no_swap() {
    let rules = |text: &str| match Ruleset::from_yaml(text).unwrap().rules {
        Rules::Margo(rules) => rules,
        other => panic!("{other:?}"),
    };
    for (count, players) in [(3, Players::Three), (4, Players::Four)] {
        let absent = rules(&format!("game: margo\nplayers: {count}\n"));
        assert_eq!((absent.players, absent.swap), (players, false));
        assert!(!rules(&format!("game: margo\nplayers: {count}\nswap: false\n")).swap);
        let stated = format!("game: margo\nplayers: {count}\nswap: true\n");
        let part = format!("`swap` must be `false` with {count} players, not ");
        assert_error(&stated, 3, 7, &part);
        assert_error(
            &format!("{{game: margo, swap: true, players: {count}}}"),
            1,
            21,
            &part,
        );
    }
    assert!(rules("game: margo\nplayers: 2\n").swap);
    assert!(rules("game: margo\nplayers: 2\nswap: true\n").swap);
    assert_error(
        "game: margo\nplayers: 5\n",
        2,
        10,
        "`players` must be 2, 3 or 4, not 5",
    );
    assert_error("game: ugo\nplayers: 2\n", 2, 1, "it is a key of Margo");
    assert_eq!(rules("game: margo\nmax-height: 19\n").max_height, Some(19));
    assert_eq!(rules("game: margo\n").max_height, None);
    assert_error("game: margo\nmax-height: 0\n", 2, 13, "from 1 to 19, not 0");
    assert_error(
        "game: margo\nmax-height: 20\n",
        2,
        13,
        "from 1 to 19, not 20",
    );
}

#[test]
fn wrong_values_are_quoted_as_written() {
    assert_errors(&[
        ("game: ugo\nkomi: 3.50\n", 2, 7, "not 3.50"),
        ("game: ugo\nkomi: 10001\n", 2, 7, "not 10001"),
        ("game: ugo\nkomi: \"3\"\n", 2, 7, "not `3`"),
        ("game: ugo\nkomi: \"a\\nb\"\n", 2, 7, "not `a\\nb`"),
        ("game: ugo\nbutton: yes\n", 2, 9, "not `yes`"),
        ("game: ugo\nbutton: [a, b]\n", 2, 9, "not `[a, b]`"),
        ("game: ugo\nbutton:\n  - a\n  - b\n", 3, 3, "not `[a, b]`"),
        ("game: ugo\nbutton:\n\n   perhaps\n", 4, 4, "not `perhaps`"),
        (
            "game: bargo\nrepetition: own-turn\n",
            2,
            13,
            "not `own-turn`; did you mean `own-turns`?",
        ),
        (
            "game: margo\ngoal: most_pieces\n",
            2,
            7,
            "did you mean `most-pieces`?",
        ),
        (
            "game: ugo\nsizes: {min: 9, max: 40}\n",
            2,
            8,
            "from 2 to 26, not `{min: 9, max: 40}`",
        ),
        ("game: ugo\nsizes: {min: 9}\n", 2, 8, "not `{min: 9}`"),
        (
            "game: ugo\nsizes: {min: 9, max: 9, max: 9}\n",
            2,
            8,
            "`sizes` must be",
        ),
        (
            "game: ugo\nsizes: {min: 3, max: 9}\n",
            2,
            8,
            "a range that contains 19",
        ),
        (
            "game: ugo\nsize: 10\nsizes: {min: 3, max: 9}\n",
            2,
            7,
            "from 3 to 9, or two",
        ),
        (
            "game: ugo\nname: \" \"\n",
            2,
            7,
            "`name` must be a word or more",
        ),
        ("game: ugo\nname: \"a\\tb\"\n", 2, 7, "not `a\\tb`"),
        (
            "gamer: x\ngame: ugoo\n",
            2,
            7,
            "`bamogo` or `margo`, not `ugoo`; did you mean `ugo`?",
        ),
        ("game: 7\n", 1, 7, "not 7"),
        ("game: [ugo]\n", 1, 7, "not `[ugo]`"),
        ("game:\n", 1, 6, "not an empty value"),
    ]);
}

#[test]
fn wrong_keys_are_located() {
    assert_errors(&[
        (
            "",
            1,
            1,
            "the key `game` is missing: one of bargo, sygo, ugo",
        ),
        ("# only a comment\n", 1, 1, "the key `game` is missing"),
        ("{}", 1, 1, "the key `game` is missing"),
        ("komi: 3\n", 1, 1, "the key `game` is missing"),
        (
            "[game, ugo]\n",
            1,
            1,
            "keys with values, such as `game: ugo`",
        ),
        ("ugo\n", 1, 1, "keys with values"),
        (
            "a nested value: more than one document\n--- x",
            2,
            5,
            "one YAML document only",
        ),
        ("3.5\n", 1, 1, "keys with values"),
        (
            "game: ugo\nkomii: 3\n",
            2,
            1,
            "there is no key `komii` in a ruleset of Ugo; did you mean `komi`? The keys are game, name, title, source, size, sizes, komi, button",
        ),
        ("{game: ugo, komii: 3}", 1, 13, "no key `komii`"),
        (
            "game: ugo\nbalance-turn: true\n",
            2,
            1,
            "no key `balance-turn` in a ruleset of Ugo; it is a key of Sygo.",
        ),
        (
            "game: ugo\nrepetition: none\n",
            2,
            1,
            "it is a key of Bargo and Margo",
        ),
        (
            "game: ugo\ncolours: [R, G]\n",
            2,
            1,
            "it is a key of Bamogo",
        ),
        ("game: ugo\nxyzzyx: [[[1]]]\n", 2, 1, "of Ugo. The keys are"),
        ("game: ugo\n<<: {komi: 3}\n", 2, 1, "no key `<<`"),
        (
            "game: ugo\nkomi: 1\n\nkomi: 1\n",
            4,
            1,
            "the key `komi` is given twice",
        ),
        (
            "game: ugo\n\"komi\": 1\n'komi': 1\n",
            3,
            1,
            "the key `komi` is given twice",
        ),
        (
            "game: ugo\ngame: sygo\n",
            2,
            1,
            "the key `game` is given twice",
        ),
        (
            "colors: [R, G]\ngame: bamogo\ncolours: [R, G]\n",
            3,
            1,
            "the key `colors` is given twice; `colours` is another spelling of it",
        ),
        (
            "colours: [R, G]\ngame: bamogo\ncolors: [R, G]\n",
            3,
            1,
            "the key `colors` is given twice",
        ),
        ("game: ugo\n7: x\n", 2, 1, "is a word"),
        ("game: ugo\ntrue: x\n", 2, 1, "is a word"),
        ("game: ugo\n~: x\n", 2, 1, "is a word"),
        ("game: ugo\n[a]: x\n", 2, 1, "cannot be nested"),
        (
            "game: ugo\n---\ngame: sygo\n",
            3,
            1,
            "one YAML document only",
        ),
    ]);
}

#[test]
fn syntax_errors_are_plain_sentences() {
    assert_errors(&[
        ("game: ugo\n\tkomi: 3\n", 2, 1, "tab"),
        ("game: ugo\nkomi:\t3\n\tname: x\n", 3, 1, "tab"),
        ("game: ugo\nkomi: @3\n", 2, 7, "quotation marks"),
        ("game: ugo\n  komi: 3\n", 2, 7, "a colon is out of place"),
        ("game: ugo\ntitle: a: b\n", 2, 9, "a colon is out of place"),
        ("  game: ugo\nkomi: 3\n", 2, 1, "indented less"),
        ("game: ugo\nkomi\nname: x\n", 3, 1, "no colon"),
        ("game: ugo\ntitle: \"a\" b\n", 2, 12, "text follows"),
        ("game: bamogo\ncolors: [R, G\n", 3, 1, "`]` is missing"),
        ("{game: ugo\n", 2, 1, "`}` is missing"),
        (
            "game: ugo\ntitle: \"a\n",
            3,
            1,
            "a quotation mark is not closed",
        ),
        ("game: ugo\ntitle: \"\\q\"\n", 2, 9, "escape sequence"),
        ("game: ugo\ntitle: \"\\xZZ\"\n", 2, 11, "escape sequence"),
        ("game: ugo\nname: é\u{1}\n", 2, 8, "control character"),
        ("game: ugo\nname: *x\n", 2, 7, "alias"),
        ("game: ugo\nname: & x\n", 2, 8, "anchor"),
        ("game: ugo\nname: !<x\n", 2, 10, "tag"),
        ("game: ugo\nname: !a!b x\n", 2, 7, "tag"),
        ("game: bamogo\ncolors: - R\n", 2, 9, "in brackets"),
        ("game: bamogo\ncolors:\n  - R\n  G\n  k: 1", 5, 3, ""),
        ("%FOO\n---\ngame: ugo\n", 1, 5, ""),
        ("game: ugo\ntitle: |x\n", 2, 9, "block of text"),
        ("game: ugo\n...\nkomi: 3\n", 3, 1, ""),
    ]);
    let deep = format!("game: ugo\nx: {}{}\n", "[".repeat(3000), "]".repeat(3000));
    assert_error(&deep, 2, 1, "no key `x`");
}

#[test]
fn unusual_yaml_is_read() {
    for (text, name, komi) in [
        ("game: ugo\nname: 007\nkomi: +3\n", "007", 3),
        ("game: UGO\nname: 0x10\nkomi: 0x10\n", "0x10", 16),
        ("game: &g ugo\nname: *g\nkomi: !points -3\n", "ugo", -3),
        (
            "? game\n: ugo\n\"name\" : >\n  two\n  words\nkomi: ~\n",
            "two words\n",
            0,
        ),
        ("---\ngame: ugo\nname: true\n...\n", "true", 0),
        ("\u{FEFF}game: ugo\nname: x\nsizes:\ntitle: 1.10\n", "x", 0),
    ] {
        let ruleset = Ruleset::from_yaml(text);
        if name.ends_with('\n') {
            assert!(ruleset.is_err(), "{text:?}");
            continue;
        }
        let ruleset = ruleset.unwrap();
        assert_eq!(ruleset.name, name, "{text:?}");
        assert_eq!(ruleset.rules.komi(), komi, "{text:?}");
    }
}

#[test]
fn aliases_cannot_make_a_small_file_large() {
    let list = "a, ".repeat(8_000);
    let uses = "*x, ".repeat(8_000);
    let text = format!("game: ugo\nk: &x [{list}]\ntitle: [{uses}]\n");
    assert_error(&text, 2, 4, "cannot be nested");
    let long = "x".repeat(30_000);
    let text = |uses: usize| format!("game: bamogo\ncolors: [&t {long}{}]\n", ", *t".repeat(uses));
    let reason = |uses| Ruleset::from_yaml(&text(uses)).unwrap_err().to_string();
    assert!(reason(7).contains("two to four"), "{}", reason(7));
    assert!(reason(8).contains("used too often"), "{}", reason(8));
}
