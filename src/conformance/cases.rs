//! The hard cases: the examples of the rules pages and of the pages of findings, and those of the files in `cases`.

use std::collections::BTreeMap;

use crate::{
    games::Game,
    verify::{Code, explain},
};

use super::{
    markdown::{PageExample, PageRuleset, examples},
    model::{CaseRow, Side},
    play::{Play, rules},
};

/// The rules page of a game and further cases.
fn texts(game: Game) -> (&'static str, &'static str) {
    match game {
        Game::Bargo => (
            include_str!("../../docs/rules/bargo.md"),
            include_str!("cases/bargo.txt"),
        ),
        Game::Sygo => (
            include_str!("../../docs/rules/sygo.md"),
            include_str!("cases/sygo.txt"),
        ),
        Game::Ugo => (
            include_str!("../../docs/rules/ugo.md"),
            include_str!("cases/ugo.txt"),
        ),
        Game::Bamogo => (
            include_str!("../../docs/rules/bamogo.md"),
            include_str!("cases/bamogo.txt"),
        ),
        Game::Margo => (
            include_str!("../../docs/rules/margo.md"),
            include_str!("cases/margo.txt"),
        ),
    }
}

/// A case before it is judged.
struct Case {
    id: String,
    sentence: String,
    page: String,
    play: Play,
}

/// The cases of a game, and the rulesets of pages that they name.
pub(super) fn cases(game: Game) -> (Vec<CaseRow>, Vec<PageRuleset>) {
    let mut cases = Vec::new();
    let mut rulesets = Vec::new();
    let mut add = |id: &str, page: String, example: &PageExample| {
        let ruleset = example.ruleset.as_ref();
        let play = Play::read(&example.record, ruleset.map(|page| &page.ruleset));
        if let Some(play) = play.filter(|play| play.start.rules.game() == game) {
            rulesets.extend(example.ruleset.clone());
            cases.push(Case {
                id: id.to_owned(),
                sentence: example.sentence.clone(),
                page,
                play,
            });
        }
    };
    for code in rules().filter_map(Code::from_id) {
        let Some(explanation) = explain(code) else {
            continue;
        };
        let anchor = code.id().replace(':', "");
        for mut example in examples(explanation.markdown) {
            code.rule().clone_into(&mut example.sentence);
            let page = format!("docs/findings/{}.md#{anchor}", code.group());
            add(code.id(), page, &example);
        }
    }
    let (page, further) = texts(game);
    for example in examples(page) {
        let page = format!("docs/rules/{game}.md#{}", example.anchor);
        add(&example.anchor, page, &example);
    }
    for example in listed(further) {
        add("further", format!("docs/rules/{game}.md"), &example);
    }
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    let rows = cases.into_iter().filter_map(|case| {
        let number = numbers.entry(case.id.clone()).or_default();
        *number += 1;
        // What could be read can be played.
        let (record, _) = case.play.judge(format!("{}/{number}", case.id)).ok()?;
        Some(CaseRow {
            sentence: case.sentence,
            page: case.page,
            side: match record.first_illegal {
                None => Side::Legal,
                Some(_) => Side::Illegal,
            },
            record,
        })
    });
    (rows.collect(), rulesets)
}

/// The cases of a file: a sentence after `#`, then a record on each line.
fn listed(text: &str) -> Vec<PageExample> {
    let mut cases = Vec::new();
    let mut sentence = "";
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("# ") {
            Some(text) => sentence = text,
            None => cases.push(PageExample {
                anchor: String::new(),
                sentence: sentence.to_owned(),
                record: line.to_owned(),
                ruleset: None,
            }),
        }
    }
    cases
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::{
        record,
        verify::{Options, verify},
    };

    #[test]
    fn every_rule_is_broken_and_every_rule_is_kept() {
        let mut broken = BTreeSet::new();
        let mut kept = BTreeSet::new();
        for row in Game::ALL.into_iter().flat_map(|game| cases(game).0) {
            let (id, _) = row.record.id.split_once('/').unwrap();
            match row.record.first_illegal {
                Some(illegal) => broken.extend([illegal.rule]),
                None => kept.extend([id.to_owned()]),
            }
        }
        for rule in rules() {
            assert!(broken.contains(rule), "no case breaks {rule}");
            assert!(kept.contains(rule), "no case of {rule} is legal");
        }
    }

    #[test]
    fn further_cases_have_both_sides() {
        for game in Game::ALL {
            let rows = cases(game).0.into_iter();
            let further: Vec<CaseRow> = rows
                .filter(|row| row.record.id.starts_with("further/"))
                .collect();
            assert_eq!(further.len(), listed(texts(game).1).len(), "{game}");
            let mut sides: BTreeMap<String, BTreeSet<bool>> = BTreeMap::new();
            for row in further {
                let sides = sides.entry(row.sentence).or_default();
                sides.insert(row.side == Side::Legal);
            }
            for (sentence, sides) in sides {
                assert_eq!(sides.len(), 2, "{game}: {sentence}");
            }
        }
    }

    #[test]
    fn cases_are_judged_as_records_are() {
        for game in Game::ALL {
            let (page, further) = texts(game);
            for example in examples(page).into_iter().chain(listed(further)) {
                let ruleset = example.ruleset.map(|page| page.ruleset);
                let Some(play) = Play::read(&example.record, ruleset.as_ref()) else {
                    continue;
                };
                let record = record::read(example.record.as_str()).next().unwrap();
                let options = Options {
                    ruleset,
                    ..Options::default()
                };
                let verdict = verify(&record, &options);
                let mut findings = verdict.findings.iter();
                let finding = findings.find(|finding| rules().any(|id| id == finding.code().id()));
                let (judged, position) = play.judge(String::new()).unwrap();
                let illegal = judged
                    .first_illegal
                    .map(|illegal| (illegal.ply as u32, illegal.rule));
                let found = finding.map(|finding| {
                    let rule = finding.code().id().to_owned();
                    (finding.ply.unwrap_or_default(), rule)
                });
                assert_eq!(illegal, found, "{}", example.record);
                assert_eq!(Some(position), verdict.position, "{}", example.record);
            }
        }
    }
}
