//! A game can be replayed, and everything that the record says is shown.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::pages::{browser, page, pieces, sample};
use crate::common::run;

pub(super) fn buttons_slider_and_keys_replay_a_game() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/engine-7x7.sgf"));
    let arguments = ["replay", "game.sgf", "--at", "all", "--format", "jsonl"];
    let (_, lines, _) = run(&folder, &arguments, "");
    let positions: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let expected: Vec<u64> = positions
        .iter()
        .map(|position| {
            let count = |side: &str| position["pieces"][side].as_array().expect("a list").len();
            (count("AB") + count("AW")) as u64
        })
        .collect();
    let last = expected.len() - 1;
    browser.open(&page);
    for (ply, &expected) in expected.iter().enumerate() {
        assert_eq!(pieces(&mut browser), expected, "after ply {ply}");
        if ply > 0 {
            let turn = positions[ply]["move"].as_str().expect("a move");
            let status = browser.text("#status");
            assert!(status.starts_with(&format!("Ply {ply}: ")), "{status}");
            assert!(status.contains(turn), "{status}");
        }
        browser.press("ArrowRight");
    }
    let score = browser.text("#score");
    assert!(
        score.starts_with("Final score: Black 28.5 (21 pieces + 7 territory"),
        "{score}"
    );
    browser.press("Home");
    assert_eq!(pieces(&mut browser), 0);
    browser.click("#next");
    browser.click("#next");
    assert_eq!(pieces(&mut browser), 2);
    browser.click("#back");
    assert_eq!(pieces(&mut browser), 1);
    browser.click("#last");
    assert_eq!(pieces(&mut browser), expected[last]);
    browser.click("#first");
    assert_eq!(pieces(&mut browser), 0);
    browser.press("End");
    assert_eq!(pieces(&mut browser), expected[last]);
    browser.press("ArrowLeft");
    assert!(
        browser
            .text("#status")
            .starts_with(&format!("Ply {}:", last - 1))
    );
    // The slider, by mouse and by its own keys.
    browser.click_at("#slider", 0.5);
    let middle = browser.value("Number(document.querySelector('#slider').value)");
    let middle = middle.as_u64().expect("a number") as usize;
    assert!(
        (last / 3..2 * last / 3 + 1).contains(&middle),
        "{middle} of {last}"
    );
    assert_eq!(pieces(&mut browser), expected[middle]);
    browser.press("ArrowRight");
    assert_eq!(pieces(&mut browser), expected[middle + 1]);
    // The list of moves.
    browser.click("#moves .line > button:nth-of-type(4)");
    assert_eq!(pieces(&mut browser), expected[3]);
    let current = browser.text("#moves [aria-current]");
    assert!(current.starts_with("3 "), "{current}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn variations_and_comments_are_shown() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.open(&page);
    assert!(
        browser
            .text("#comment")
            .starts_with("A study from a given position")
    );
    assert_eq!(
        browser.value("document.querySelectorAll('#board .marks > [h=\"0\"]').length"),
        1
    );
    browser.press("ArrowRight");
    assert_eq!(browser.text("#comment"), "");
    assert_eq!(browser.text("#branches"), "Continue with2 Ka52 d5");
    browser.click("#branches button:nth-of-type(2)");
    assert!(browser.text("#comment").starts_with("Too late"));
    // Going back and forth stays in the variation.
    browser.press("ArrowLeft");
    browser.press("ArrowRight");
    assert!(browser.text("#status").starts_with("Ply 2: Black d5"));
    browser.press("ArrowUp");
    assert!(browser.text("#status").starts_with("Ply 2: Black Ka5"));
    browser.press("ArrowDown");
    browser.press("End");
    assert!(
        browser
            .text("#status")
            .starts_with("Ply 7: White pass. White has won")
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn an_illegal_ply_is_red() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/invalid/ugo-occupied.sgf"));
    browser.open(&page);
    assert_eq!(browser.text("#problems"), "");
    browser.press("End");
    let finding = browser.text("#problems .error");
    assert!(
        finding.starts_with("a1 is not empty: White's king is there"),
        "{finding}"
    );
    assert!(finding.ends_with("ugo::occupied"), "{finding}");
    let color = browser.value("getComputedStyle(document.querySelector('#problems .error')).color");
    assert_eq!(color, "rgb(179, 23, 12)");
    assert_eq!(
        browser.value("document.querySelectorAll('#board .illegal > [h=\"0\"]').length > 0"),
        true
    );
    assert!(browser.text("#moves .illegal").starts_with("3 Black a1"));
    browser.press("ArrowLeft");
    assert_eq!(browser.text("#problems"), "");
    assert_eq!(
        browser.value("document.querySelectorAll('#board .illegal > [h=\"0\"]').length"),
        0
    );
    // The list of all findings leads there.
    browser.click("#all-findings summary");
    browser.click("#all-findings button");
    assert_eq!(browser.text("#problems .error"), finding);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn every_recolored_stone_has_a_dot_beside_numbers() {
    const RECORD: &str = "(;GM[sygo]SZ[5]AB[a2][c3]AW[a1][e5]PL[B]RE[?];B[b1];W[e4])";
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, RECORD);
    browser.open(&page);
    browser.press("ArrowRight");
    browser.press("n");
    let numbers = "document.querySelectorAll('#board svg > g > text[font-size]').length";
    let dots = "document.querySelectorAll('#board svg > g > circle[fill=\"#fff\"]').length";
    // The stone at a1 belongs to the setup: no ply has a number for it.
    assert_eq!(browser.value(numbers), 1);
    assert_eq!(browser.value(dots), 1);
    browser.press("l");
    assert_eq!(browser.value(dots), 0);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn hostile_text_is_harmless() {
    let mut browser = browser();
    let evil =
        "</script><img src=http://example.org/x onerror=window.bad=1><svg onload=window.bad=1>";
    let folder = TempDir::new().expect("a folder can be made");
    let record = format!(
        "(;GM[ugo]SZ[5]PB[{evil}]PW[{evil}]EV[{evil}]RE[{evil}]C[{evil}]LB[a1:{evil}]\
         ;B[{evil}]N[{evil}]C[{evil}])"
    );
    let page = page(&folder, &record);
    browser.open(&page);
    assert_eq!(browser.text("#comment"), evil);
    browser.press("End");
    assert!(browser.text("#comment").contains(evil));
    assert_eq!(
        browser
            .value("[window.bad === undefined, document.images.length, document.scripts.length]"),
        json!([true, 0, 2])
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_viewer_fits_phones_and_dark_mode() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("sygo/engine-7x9.sgf"));
    browser.prefer_dark();
    browser.resize(360, 740);
    browser.open(&page);
    assert_eq!(
        browser.value("document.documentElement.dataset.theme"),
        "dark"
    );
    let paper = "getComputedStyle(document.body).backgroundColor";
    assert_eq!(browser.value(paper), "rgb(23, 24, 26)");
    browser.press("End");
    assert_eq!(browser.value("document.documentElement.scrollWidth"), 360);
    // Every control is large enough for a finger.
    let smallest = browser.value(
        "Math.min(...[...document.querySelectorAll('.buttons button:not([hidden])')].map(b => b.offsetHeight))",
    );
    assert!(smallest.as_u64() >= Some(44), "{smallest}");
    browser.click("#open-menu");
    browser.click("#theme");
    assert_eq!(
        browser.value("document.documentElement.dataset.theme"),
        "light"
    );
    assert_eq!(browser.value(paper), "rgb(246, 244, 239)");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
