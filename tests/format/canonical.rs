//! What `kifu fmt` rests on: the canonical form of a record is one, says the same, and holds
//! the same tree. Over all sample records and random games in disorder.

use std::{collections::BTreeMap, fs, path::Path};

use chacha20::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use kifu::{
    games::{Color, Game, Move, Position, Size},
    lab::RandomPlayer,
    record::{self, Decoded, Layout, Name, NodeId, Purpose, Record, unescape},
    ruleset,
    verify::{Options, verify},
};
use walkdir::WalkDir;

/// Findings: the variation, the ply, the code.
type Told = Vec<(Option<String>, Option<u32>, &'static str)>;

/// What is found in a record, in any order, but for how it is written; and what it says of the game.
fn said(record: &Record) -> (Told, String) {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let verdict = verify(record, &options);
    let findings = verdict.findings.iter();
    let mut told: Told = findings
        .map(|finding| (finding.variation.clone(), finding.ply, finding.code().id()))
        .filter(|(_, _, code)| !matches!(*code, "record::format" | "record::encoding"))
        .collect();
    told.sort();
    (told, verdict.summary_for_comparison())
}

/// A value without what may be written in several ways.
fn meaning(name: Name, raw: &str) -> String {
    let text = unescape(raw).into_owned();
    let is_spelled = matches!(name, Name::GM | Name::SZ)
        || !matches!(
            name.purpose(),
            Purpose::Root | Purpose::Kept | Purpose::Unknown
        );
    let bare: String = text.to_lowercase().split_whitespace().collect();
    match name {
        Name::CA => String::new(),
        Name::B | Name::W if bare.is_empty() => "pass".to_owned(),
        Name::SZ => match bare.split_once(":0") {
            Some((columns, rows)) if columns == rows => columns.to_owned(),
            _ => bare,
        },
        _ if is_spelled => bare,
        _ => text,
    }
}

/// The properties of a name: where they are, and the meanings of their values.
type Meanings = BTreeMap<String, Vec<Vec<String>>>;

/// All nodes: the parent, and the properties whatever their order, but for the encoding.
fn tree(record: &Record) -> Vec<(Option<NodeId>, Meanings)> {
    let of_node = |node| {
        let mut meanings = Meanings::new();
        for property in record.properties(node) {
            if property.name != Name::CA {
                let values = record.values(property).iter();
                let values = values.map(|&value| meaning(property.name, record.raw(value)));
                let same = meanings
                    .entry(record.letters(property).into_owned())
                    .or_default();
                same.push(values.collect());
            }
        }
        (record.parent(node), meanings)
    };
    record.nodes().map(of_node).collect()
}

/// Checks all records of a text; returns how many have a canonical form.
fn check(decoded: &Decoded) -> usize {
    let mut count = 0;
    for record in record::read(decoded).filter(|record| !record.is_malformed()) {
        count += 1;
        let nodes = record.canonical(Layout::Nodes);
        for layout in [Layout::Nodes, Layout::Compact] {
            let text = record.canonical(layout);
            let mut again = record::read(&text);
            let own = again.next().expect("a record");
            assert!(again.next().is_none(), "{}", text);
            assert!(own.text() == text && !own.is_malformed(), "{}", text);
            assert_eq!(tree(&own), tree(&record), "{}", record.text());
            // Outside of the record there is nothing now.
            let alone = record.source().with_text(record.text());
            let before = record::read(alone).next().expect("a record");
            assert_eq!(said(&own), said(&before), "{}", record.text());
            assert_eq!(own.canonical(layout), text);
            assert_eq!(own.canonical(Layout::Nodes), nodes);
        }
    }
    count
}

#[test]
fn all_sample_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let mut count = 0;
    for entry in WalkDir::new(folder) {
        let entry = entry.unwrap();
        if entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "sgf")
        {
            count += check(&record::decode(fs::read(entry.path()).unwrap()));
        }
    }
    assert!(count >= 75, "{count}");
}

/// Disorder.
struct Mess(ChaCha8Rng);

impl Mess {
    fn below(&mut self, end: u64) -> usize {
        (self.0.next_u64() % end) as usize
    }

    fn shuffled(&mut self, mut parts: Vec<String>) -> String {
        for end in (1..parts.len()).rev() {
            let other = self.below(end as u64 + 1);
            parts.swap(end, other);
        }
        let gaps = ["", " ", "\n", "\r\n"];
        let with_gaps = parts
            .iter()
            .map(|part| format!("{part}{}", gaps[self.below(4)]));
        with_gaps.collect()
    }

    /// A text in another case, with white space and needless escapes in it.
    fn spelled(&mut self, text: &str) -> String {
        let mut spelled = String::new();
        for character in text.chars() {
            spelled.push_str(["", "", "", "", " ", "\\", "\n"][self.below(7)]);
            spelled.push(match self.below(2) {
                0 => character.to_ascii_uppercase(),
                _ => character,
            });
        }
        spelled
    }

    fn node(&mut self, color: Color, turn: &Move, point: &str) -> String {
        let turn = match turn {
            Move::Pass if self.below(2) == 0 => " ".to_owned(),
            turn => self.spelled(&turn.to_string()),
        };
        let mut parts = vec![format!("{}[{turn}]", color.letter())];
        let more = [
            "C[a\\] (;b\\\\\r\n\tc\\\r\nd]".to_owned(),
            format!("tR[{}]", self.spelled(point)),
            format!("LB[{point}:a\\:b\\c:d][{point}:]"),
            "mineX[1][\\2\\:3]".to_owned(),
            "MN[7]N[é]".to_owned(),
        ];
        for part in more {
            if self.below(6) == 0 {
                parts.push(part);
            }
        }
        self.shuffled(parts)
    }
}

#[test]
fn random_games_in_disorder() {
    for game in Game::ALL {
        let ruleset = ruleset::default_for(game);
        let mut count = 0;
        for number in 0..1_000 {
            let mut mess = Mess(ChaCha8Rng::seed_from_u64(number));
            let size = Size::square([3, 4, 5][mess.below(3)]);
            let start = Position::new(&ruleset.rules, size, None).unwrap();
            let played = RandomPlayer::new(7, number).play(start, Some(60));
            let root = vec![
                format!(
                    "gGmM[{}]",
                    mess.spelled(game.name()).replace([' ', '\n'], "")
                ),
                match game {
                    Game::Bargo | Game::Margo => format!("SZ[ {size}]"),
                    _ => format!("SZ[{size}:0{size}]"),
                },
                "FF[4]".to_owned(),
                "RE[?]PB[A\\nn]".to_owned(),
                "YY[]C[  \\]\n\\\\]".to_owned(),
            ];
            let mut text = format!("(;{}", mess.shuffled(root));
            let mut closing = Vec::new();
            for (color, turn) in &played.plies {
                if mess.below(12) == 0 {
                    text.push('(');
                    closing.push(format!(")(;{}[resign];N[x])", color.letter()));
                }
                text.push(';');
                text.push_str(&mess.node(*color, turn, "a1"));
            }
            closing.reverse();
            text.push_str(&closing.concat());
            text.push(')');
            count += check(&Decoded::from(text.as_str()));
        }
        assert_eq!(count, 1_000, "{}", game.name());
    }
}
