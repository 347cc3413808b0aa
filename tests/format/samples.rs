//! The sample records under `records/`: each is what its folder and its name say.

use std::{collections::BTreeSet, fs, path::Path};

use assert_cmd::Command;
use kifu::{
    games::{Color, Game, Move, Piece, Position, Rule, Size},
    record::{self, Name},
    ruleset,
};
use serde_json::Value;

/// What `kifu validate` says of one sample.
struct Sample {
    /// `records/ugo/invalid/ugo-occupied.sgf`
    source: String,
    verdict: Value,
}

impl Sample {
    fn game(&self) -> &str {
        self.source.split('/').nth(1).unwrap()
    }

    fn stem(&self) -> &str {
        Path::new(&self.source)
            .file_stem()
            .unwrap()
            .to_str()
            .unwrap()
    }

    fn is_said_to_be_invalid(&self) -> bool {
        self.source.split('/').nth(2) == Some("invalid")
    }

    fn codes(&self) -> Vec<&str> {
        let findings = self.verdict["findings"].as_array().unwrap();
        findings
            .iter()
            .map(|finding| finding["code"].as_str().unwrap())
            .collect()
    }
}

fn samples() -> Vec<Sample> {
    let output = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["validate", "--format", "jsonl", "--variations", "all"])
        .arg("records")
        .assert()
        .code(1)
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output)
        .unwrap()
        .lines()
        .map(|line| {
            let verdict: Value = serde_json::from_str(line).unwrap();
            let source = verdict["source"].as_str().unwrap().to_owned();
            Sample { source, verdict }
        })
        .collect()
}

/// Whether a file called this is about the rule with this id.
fn is_named_after(stem: &str, id: &str) -> bool {
    let name = id.replace("::", "-");
    let rest = stem.strip_prefix(&name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[test]
fn samples_break_the_rule_they_are_named_after_and_no_other() {
    for sample in samples() {
        let (source, codes) = (&sample.source, sample.codes());
        assert_eq!(sample.verdict["index"], 1, "{source}");
        assert_eq!(sample.verdict["game"], sample.game(), "{source}");
        if sample.is_said_to_be_invalid() {
            assert_eq!(sample.verdict["status"], "invalid", "{source}");
            assert_eq!(codes.len(), 1, "{source}: {codes:?}");
            assert!(
                is_named_after(sample.stem(), codes[0]),
                "{source}: {codes:?}"
            );
        } else {
            assert_eq!(sample.verdict["status"], "valid", "{source}: {codes:?}");
            assert!(codes.is_empty(), "{source}: {codes:?}");
        }
    }
}

#[test]
fn every_rule_of_every_game_has_a_sample_that_breaks_it() {
    let samples = samples();
    for game in Game::ALL {
        let own = format!("{}::", game.name());
        let rules = Rule::ALL.iter().map(|rule| rule.id());
        // No embedded ruleset has a `max-height`.
        let rules = rules.filter(|&id| id != "margo::too-high");
        for id in rules.filter(|id| id.starts_with("record::") || id.starts_with(&own)) {
            let broken = samples.iter().any(|sample| {
                sample.is_said_to_be_invalid()
                    && sample.game() == game.name()
                    && sample.codes() == [id]
                    && sample.stem() == id.replace("::", "-")
            });
            assert!(broken, "no sample of {} breaks {id}", game.name());
        }
    }
}

#[test]
fn every_game_has_three_whole_games() {
    let samples = samples();
    for game in Game::ALL {
        let whole: Vec<&Sample> = samples
            .iter()
            .filter(|sample| sample.game() == game.name() && !sample.is_said_to_be_invalid())
            .filter(|sample| sample.verdict["finished"] == true)
            .collect();
        assert!(whole.len() >= 3, "{}: {}", game.name(), whole.len());
        // Of these at least two were played out, not resigned.
        let results: Vec<&str> = whole
            .iter()
            .map(|sample| sample.verdict["result"]["computed"].as_str().unwrap())
            .collect();
        let played_out = results.iter().filter(|result| !result.ends_with('R'));
        assert!(played_out.count() >= 2, "{}: {results:?}", game.name());
    }
}

#[test]
fn every_sample_is_told_of() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let readme = fs::read_to_string(records.join("README.md")).unwrap();
    for sample in samples() {
        if !sample.is_said_to_be_invalid() {
            let name = sample.source.strip_prefix("records/").unwrap();
            assert!(readme.contains(&format!("`{name}`")), "{name}");
        }
    }
}

/// All plies of a file, those of its variations too, in the order of the text.
fn plies_in_order(path: &str) -> Vec<(Color, Move)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = fs::read_to_string(path).unwrap();
    let record = record::read(&text).next().unwrap();
    let mut plies = Vec::new();
    for node in record.nodes() {
        for property in record.properties(node) {
            let color = match property.name {
                Name::B => Color::Black,
                Name::W => Color::White,
                _ => continue,
            };
            let raw = record.raw(record.values(property)[0]);
            plies.push((color, record::read_move(Game::Margo, raw).unwrap()));
        }
    }
    plies
}

/// The plies that remove marbles, each with the marbles removed in the order of their names.
fn captures(side: u8, plies: &[(Color, Move)]) -> Vec<(usize, String)> {
    let rules = &ruleset::default_for(Game::Margo).rules;
    let mut position = Position::new(rules, Size::square(side), None).unwrap();
    let mut captures = Vec::new();
    for (index, (color, turn)) in plies.iter().enumerate() {
        let before: BTreeSet<Piece> = position.pieces().into_iter().collect();
        position.play_as(*color, turn).unwrap();
        let after: BTreeSet<Piece> = position.pieces().into_iter().collect();
        let mut removed: Vec<String> = before.difference(&after).map(Piece::to_string).collect();
        removed.sort_unstable();
        if !removed.is_empty() {
            captures.push((index + 1, removed.join(" ")));
        }
    }
    captures
}

fn expect_captures(found: &[(usize, String)], expected: &[(usize, &str)]) {
    let found: Vec<(usize, &str)> = found
        .iter()
        .map(|(ply, removed)| (*ply, removed.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn the_captures_of_margo_254_are_those_of_the_book() {
    // The 24 plies played and the annotator's continuation.
    let plies = plies_in_order("records/margo/browne-254.sgf");
    assert_eq!(plies.len(), 37);
    expect_captures(
        &captures(4, &plies),
        &[
            (14, "1g3 2d2"),
            (16, "2d2"),
            (18, "1e7 1g7"),
            (19, "1c7"),
            (22, "1e7 1g7"),
            (23, "1c7"),
            (26, "1e7 1g7"),
            (27, "1c7"),
            (30, "1e7 1g7"),
            (31, "1c7"),
            (34, "1e7 1g7"),
            (35, "1c7"),
            (37, "1a1 1c1 1c3 1e1 1e5 1g1 1g3 1g5 2d2 2d4 2f2 2f4 3e3"),
        ],
    );
}

#[test]
fn the_captures_of_margo_274_are_those_of_the_book() {
    // The 88 plies played and the annotator's continuation.
    let plies = plies_in_order("records/margo/browne-274.sgf");
    assert_eq!(plies.len(), 91);
    expect_captures(
        &captures(6, &plies),
        &[
            (42, "1i11 1i9"),
            (45, "1k3"),
            (60, "1a11 1c11"),
            (62, "1a11"),
            (63, "1c11 1e11 1g11 1i11 1i9 1k11 1k7 1k9 2j6"),
            (70, "1a11 1c11 1e11"),
            (76, "1a11 1c11"),
            (88, "1a11"),
        ],
    );
}

#[test]
fn margo_274_was_legal_for_88_plies() {
    let samples = samples();
    let of = |source: &str| {
        let found = samples.iter().find(|sample| sample.source == source);
        &found.unwrap().verdict
    };
    let legal = of("records/margo/browne-274.sgf");
    assert_eq!(legal["plies"], 88);
    assert_eq!(legal["result"]["recorded"], "W+R");
    assert_eq!(legal["score"]["B"], 34);
    assert_eq!(legal["score"]["W"], 33);
    let as_played = of("records/margo/invalid/margo-repetition-274.sgf");
    assert_eq!(as_played["plies"], 88);
    assert_eq!(as_played["findings"][0]["code"], "margo::repetition");
    assert_eq!(as_played["findings"][0]["ply"], 89);
    assert_eq!(as_played["findings"][0]["point"], "a11");
}
