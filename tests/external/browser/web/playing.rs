//! Games that are played on the page.

use tempfile::TempDir;

use super::{
    super::chromium::Browser,
    page::{Spot, begin, open, open_points, ready, said, saved},
};
use crate::common::{run, write};

/// Clicks that may be needed for one game.
const MOST_CLICKS: u32 = 400;

/// Whether the game is over, as the page tells it.
fn is_over(browser: &mut Browser) -> bool {
    let status = browser.text("#status");
    status.contains("has won") || status.contains("is drawn")
}

/// Whether a button can be clicked.
fn is_enabled(browser: &mut Browser, button: &str) -> bool {
    browser.value(&format!(
        "(() => {{ const b = document.querySelector({button:?}); return !b.hidden && !b.disabled && !b.hasAttribute('aria-disabled'); }})()"
    )) == true
}

/// Clicks a point; in Bargo an edge of it after the other, until one carries a wall.
fn click(browser: &mut Browser, spot: &Spot, game: &str) {
    if game != "bargo" {
        browser.click_point(spot.x, spot.y);
        return;
    }
    for turn in 0..6 {
        let angle = f64::from(turn) * std::f64::consts::FRAC_PI_3;
        let (x, y) = (
            angle.cos() * 0.33 * spot.unit,
            angle.sin() * 0.33 * spot.unit,
        );
        browser.click_point(spot.x + x, spot.y + y);
        if !said(browser).starts_with("Not legal") {
            return;
        }
    }
}

/// The record is valid, finished, canonical, and has its result.
fn check(text: &str, name: &str) {
    let folder = TempDir::new().expect("a folder can be made");
    write(&folder, name, text);
    let (status, out, err) = run(&folder, &["validate", "--strict", name], "");
    assert_eq!(status, 0, "{out}{err}{text}");
    let (status, formatted, _) = run(&folder, &["fmt", name], "");
    assert_eq!((status, formatted.as_str()), (0, text));
    let result = text
        .split("RE[")
        .nth(1)
        .and_then(|rest| rest.split(']').next());
    let (_, scored, _) = run(&folder, &["score", "--format", "json", name], "");
    let result = result.unwrap_or_else(|| panic!("there is no result: {text}"));
    assert!(
        scored.contains(&format!("\"{result}\"")),
        "{result} {scored}"
    );
}

pub(super) fn games_are_played_to_their_end_by_clicks() {
    let mut browser = ready();
    for (ruleset, size) in [
        ("ugo", "3"),
        ("sygo", "3"),
        ("margo", "3"),
        ("bargo", "2"),
        ("bamogo", "3"),
    ] {
        begin(&mut browser, ruleset, size);
        let mut chance: usize = 7;
        let mut refused = None;
        let mut clicks = 0;
        while !is_over(&mut browser) {
            clicks += 1;
            assert!(clicks < MOST_CLICKS, "{ruleset} does not end");
            let points = open_points(&mut browser);
            chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            if is_enabled(&mut browser, "#finish") && !(chance >> 33).is_multiple_of(3) {
                browser.click("#finish");
            } else if clicks < 60 && !points.is_empty() {
                let spot = &points[(chance >> 40) % points.len()];
                click(&mut browser, spot, ruleset);
                // The same point again is refused, with the reason.
                let is_played = !said(&mut browser).starts_with("chosen");
                if refused.is_none() && is_played && !is_over(&mut browser) {
                    let plies = browser.text("#status");
                    browser.click_point(spot.x, spot.y);
                    let told = said(&mut browser);
                    if told.starts_with("Not legal") {
                        assert!(told.contains("::"), "{told}");
                        assert_eq!(browser.text("#status"), plies);
                        refused = Some(told);
                    }
                }
            } else if is_enabled(&mut browser, "#take-button") {
                browser.click("#take-button");
            } else if is_enabled(&mut browser, "#pass") {
                browser.click("#pass");
            } else if points.is_empty() {
                browser.click("#resign");
                browser.click("#confirm-yes");
            } else {
                let spot = &points[(chance >> 40) % points.len()];
                click(&mut browser, spot, ruleset);
            }
        }
        // Where points that are taken can be chosen again, others are refused.
        if ruleset == "bamogo" {
            browser.click_point(300.0, 300.0);
            refused = Some(said(&mut browser));
        }
        assert!(
            refused.is_some_and(|told| told.contains("Not legal")),
            "{ruleset}"
        );
        let (text, name) = saved(&mut browser);
        assert_eq!(name, format!("{ruleset}.sgf"));
        check(&text, &name);
        assert!(browser.text("#verdict").starts_with("valid · result"));
        open(&mut browser, "");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// Goes with the Tab key to an element.
fn tab_to(browser: &mut Browser, id: &str) {
    for _ in 0..40 {
        if browser.value("document.activeElement.id") == id {
            return;
        }
        browser.press("Tab");
    }
    panic!("the Tab key does not lead to {id}");
}

pub(super) fn a_game_is_played_with_keys_alone() {
    let mut browser = ready();
    tab_to(&mut browser, "start-new");
    browser.enter();
    assert_eq!(browser.value("document.activeElement.id"), "new-ruleset");
    for _ in 0..12 {
        if browser.value("document.activeElement.value") == "ugo" {
            break;
        }
        browser.press("ArrowDown");
    }
    assert_eq!(browser.value("document.activeElement.value"), "ugo");
    tab_to(&mut browser, "new-size");
    browser.value("document.activeElement.select()");
    browser.insert("3");
    browser.enter();
    browser.wait_until("!document.querySelector('#game').hidden");
    browser.press("b");
    assert_eq!(browser.value("document.activeElement.id"), "board");
    browser.press("ArrowUp");
    assert!(
        said(&mut browser).contains("a1, empty, legal"),
        "{}",
        said(&mut browser)
    );
    browser.enter();
    assert!(said(&mut browser).starts_with("Black a1"));
    // The point is taken now.
    browser.enter();
    assert!(said(&mut browser).contains("ugo::occupied"));
    browser.press("ArrowRight");
    assert!(said(&mut browser).starts_with("b1, empty"));
    browser.enter();
    assert!(said(&mut browser).starts_with("White b1"));
    browser.press("l");
    assert!(said(&mut browser).starts_with("legal: "));
    tab_to(&mut browser, "take-button");
    browser.enter();
    tab_to(&mut browser, "pass");
    for _ in 0..2 {
        browser.enter();
    }
    assert!(is_over(&mut browser));
    let (text, name) = saved(&mut browser);
    check(&text, &name);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn stones_of_bamogo_are_switched_by_dragging() {
    let mut browser = ready();
    begin(&mut browser, "bamogo", "3");
    let points = open_points(&mut browser);
    let at = |name: &str| {
        points
            .iter()
            .find(|spot| spot.name == name)
            .expect("a point")
    };
    for name in ["a1", "b1"] {
        browser.click_point(at(name).x, at(name).y);
    }
    assert!(
        browser.text("#status").starts_with("Ply 1: Black"),
        "{}",
        browser.text("#status")
    );
    let (from, to) = (at("a1").clone(), at("b1").clone());
    browser.mouse("mousePressed", from.x, from.y);
    browser.mouse(
        "mouseMoved",
        f64::midpoint(from.x, to.x),
        f64::midpoint(from.y, to.y),
    );
    browser.mouse("mouseReleased", to.x, to.y);
    assert!(
        browser.text("#status").starts_with("Ply 2: White a1<>b1"),
        "{}",
        browser.text("#status")
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_game_is_played_on_a_phone() {
    let mut browser = ready();
    browser.add_touch_screen();
    for (width, height) in [(390, 844), (320, 568), (844, 390)] {
        browser.resize(width, height);
        open(&mut browser, "");
        begin(&mut browser, "bargo", "3");
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.value(wide), true, "{width}");
        let points = open_points(&mut browser);
        let spot = &points[points.len() / 2];
        browser.tap(spot.x + 0.3 * spot.unit, spot.y);
        browser.wait_until("document.querySelector('#status').textContent.startsWith('Ply 1')");
        assert!(
            browser.text("#status").contains("/e"),
            "{}",
            browser.text("#status")
        );
        browser.value("document.querySelector('#undo').click()");
        assert!(browser.text("#status").starts_with("Start"));
        // What is saved does not come back.
        saved(&mut browser);
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn edits_are_undone_and_variations_begin() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "5");
    let typed = |browser: &mut Browser, mv: &str| {
        browser.value("document.querySelector('#typed').focus()");
        browser.insert(mv);
        browser.enter();
    };
    typed(&mut browser, "c3");
    typed(&mut browser, "d3");
    browser.click("#back");
    typed(&mut browser, "b3");
    browser.value(
        "(() => { const c = document.querySelector('#comment-text'); c.value = 'a ] b'; \
         c.dispatchEvent(new Event('change')); const m = document.querySelector('#mark'); m.value = 'TR'; \
         m.dispatchEvent(new Event('change')); })()",
    );
    let points = open_points(&mut browser);
    let spot = points
        .iter()
        .find(|spot| spot.name == "a1")
        .expect("a point");
    browser.click_point(spot.x, spot.y);
    let (text, _) = saved(&mut browser);
    assert!(
        text.contains(";B[c3]\n(;W[d3])\n(;W[b3]TR[a1]C[a \\] b]))\n"),
        "{text}"
    );
    for _ in 0..3 {
        browser.click("#undo");
    }
    let (text, _) = saved(&mut browser);
    assert!(text.ends_with(";B[c3]\n;W[d3])\n"), "{text}");
    browser.click("#redo");
    browser.click("#promote");
    let (text, _) = saved(&mut browser);
    assert!(text.ends_with(";B[c3]\n(;W[b3])\n(;W[d3]))\n"), "{text}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
