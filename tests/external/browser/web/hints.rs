//! What the page says and offers where something is wrong or over, and what it has from the viewer.

use super::{
    super::chromium::Browser,
    built,
    page::{Spot, begin, open, open_points, paste, ready, said, saved},
};

/// Types moves, one after the other.
fn play(browser: &mut Browser, moves: &str) {
    for mv in moves.split(' ') {
        browser.value(&format!(
            "(() => {{ document.querySelector('#typed').value = {mv:?}; document.querySelector('#type-form').requestSubmit(); }})()"
        ));
    }
}

fn is_hidden(browser: &mut Browser, selector: &str) -> bool {
    browser.value(&format!("document.querySelector({selector:?}).hidden")) == true
}

pub(super) fn an_illegal_record_opens_at_its_error_and_is_corrected_there() {
    let mut browser = ready();
    paste(
        &mut browser,
        "(;GM[ugo]SZ[5];B[c3];W[c4];B[d4];W[c3];B[a1];W[a2])",
    );
    browser.wait_until("!document.querySelector('#game').hidden");
    assert!(browser.text("#title").starts_with("Pasted record"));
    assert!(
        browser
            .text("#status")
            .starts_with("Ply 4: White c3 is illegal")
    );
    assert!(browser.text("#illegal").contains("ugo::occupied"));
    assert!(
        browser
            .text("#illegal")
            .contains("is played in place of that ply")
    );
    // The same behind it, where the way back is offered.
    browser.click("#last");
    assert!(
        browser
            .text("#illegal")
            .contains("What follows is not checked")
    );
    browser.click("#to-illegal");
    assert!(browser.text("#status").starts_with("Ply 4"));
    // Points are offered, and others are refused for what they are.
    let points = open_points(&mut browser);
    assert_eq!(points.len(), 22);
    play(&mut browser, "d4");
    assert!(said(&mut browser).contains("(ugo::occupied)"));
    let spot = points.iter().find(|spot| spot.name == "b2").expect("b2");
    let (x, y) = (spot.x, spot.y);
    browser.click_point(x, y);
    assert!(said(&mut browser).contains("The illegal ply is kept beside this one"));
    assert!(is_hidden(&mut browser, "#illegal"));
    browser.click("#promote");
    let (text, _) = saved(&mut browser);
    assert!(text.contains("(;W[b2])\n(;W[c3]"), "{text}");
    // Or it is removed.
    paste(&mut browser, "(;GM[ugo]SZ[5];B[c3];W[c3];B[a1])");
    browser.click("#remove-illegal");
    assert!(
        browser
            .text("#status")
            .starts_with("Ply 1: Black c3. White to move")
    );
    assert!(browser.text("#verdict").starts_with("valid"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn moves_and_refusals_are_told_in_full() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "5");
    play(&mut browser, "a1 b1 Ka5");
    assert!(said(&mut browser).contains("(ugo::"));
    let typed = |browser: &mut Browser| browser.value("document.querySelector('#typed').value");
    assert_eq!(typed(&mut browser), "Ka5");
    // What was refused is not kept for other positions.
    browser.click("#back");
    assert_eq!(typed(&mut browser), "");
    browser.click("#next");
    play(&mut browser, "c3 Ka2");
    assert!(
        said(&mut browser).starts_with("White Ka2, captured: a1. Black to move"),
        "{}",
        said(&mut browser)
    );
    browser.value("document.querySelector('#resign').click()");
    browser.click("#confirm-yes");
    assert!(said(&mut browser).contains("has won by resignation"));
    assert_eq!(browser.text("#score"), "");
    // A turn that cannot get longer.
    begin_another(&mut browser, "sygo", "5");
    play(&mut browser, "c3 a1 e5 a5");
    for name in ["c4", "e4"] {
        let points = open_points(&mut browser);
        let spot = points.iter().find(|spot| spot.name == name).cloned();
        let Spot { x, y, .. } = spot.unwrap_or_else(|| panic!("{name} in {points:?}"));
        browser.click_point(x, y);
        let next = match open_points(&mut browser).len() {
            0 => "No other stone can be put: finish the turn",
            _ => "Put another stone, or finish the turn",
        };
        assert!(said(&mut browser).ends_with(next), "{}", said(&mut browser));
    }
    browser.click("#finish");
    // Bamogo: the switch that would be undone, and not a space far away.
    begin_another(&mut browser, "bamogo", "4");
    play(&mut browser, "Gb2,Rc2 Ra4,Gb4 Rb3,Bc3 a4<>b4");
    let points = open_points(&mut browser);
    let at = |name: &str| points.iter().find(|spot| spot.name == name);
    let Some(Spot { x, y, unit, .. }) = at("a3").cloned() else {
        panic!("a3 is not offered: {points:?}")
    };
    assert!(at("a4").is_none() && at("b3").is_some());
    browser.click_point(x, y - unit);
    assert!(
        said(&mut browser).contains("(bamogo::switch-undo)"),
        "{}",
        said(&mut browser)
    );
    begin_another(&mut browser, "margo", "3");
    play(&mut browser, "a1 swap");
    assert!(said(&mut browser).contains("the players have exchanged their colors"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// Begins a game in place of one that is not saved.
fn begin_another(browser: &mut Browser, ruleset: &str, size: &str) {
    saved(browser);
    begin(browser, ruleset, size);
}

pub(super) fn the_page_has_what_the_viewer_has() {
    let mut browser = ready();
    begin(&mut browser, "margo", "3");
    play(&mut browser, "a1 c1 a3 c3 b2");
    // Move numbers: of the marbles that are seen from above.
    browser.value("document.querySelector('#show-numbers').click()");
    let numbers =
        "[...document.querySelectorAll('#board .numbers')].map((e) => e.textContent).join(' ')";
    let told = browser.value(numbers);
    assert!(
        told.as_str().is_some_and(|told| told.contains('5')),
        "{told}"
    );
    // A pyramid from all corners.
    let mut seen = Vec::new();
    for _ in 0..4 {
        browser.value("document.querySelector('#turn').click()");
        let view = browser.value("document.querySelector('#board-view').value");
        let svg = browser.value("document.querySelector('#board svg').outerHTML.length");
        seen.push((view.to_string(), svg.to_string()));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 4, "{seen:?}");
    // Boards on paper.
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(
        browser.value("document.querySelectorAll('#printed figure svg').length"),
        1
    );
    assert!(browser.text("#printed").contains("Ply 5: "));
    browser.value("dispatchEvent(new Event('afterprint'))");
    assert_eq!(browser.text("#printed"), "");
    // The choice of the colors of the page is kept.
    browser.click("#theme");
    let theme = "document.documentElement.dataset.theme";
    let chosen = browser.value(theme);
    open(&mut browser, "");
    assert_eq!(browser.value(theme), chosen);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn four_players_have_names_and_turns() {
    let mut browser = ready();
    browser.click("#new-game");
    browser.value(
        "(() => { const rules = document.querySelector('#new-ruleset'); rules.value = 'margo-4'; \
         rules.dispatchEvent(new Event('change')); document.querySelector('#new-size').value = '3'; \
         document.querySelector('#new-grey').value = 'Greta'; document.querySelector('#new-yellow').value = 'Yves'; })()",
    );
    browser.click("#new-begin");
    browser.wait_until("!document.querySelector('#game').hidden");
    play(&mut browser, "a1 c1 e1 a3");
    let title = browser.text("#title");
    assert!(title.contains("Greta") && title.contains("Yves"), "{title}");
    assert!(browser.text("#status").starts_with("Ply 4: "));
    // Nobody can resign with more than two players.
    assert!(is_hidden(&mut browser, "#resign") && is_hidden(&mut browser, "#swap"));
    let pieces = browser.text("#pieces");
    assert!(
        pieces.contains("Grey: ") && pieces.contains("Yellow: "),
        "{pieces}"
    );
    browser.value("document.querySelector('#edit-details').click()");
    let field = "document.querySelector('#details-form [name=PG]')";
    assert_eq!(browser.value(&format!("{field}.value")), "Greta");
    browser.value(&format!("void ({field}.value = 'Gudrun')"));
    browser.value("document.querySelector('#details-form').requestSubmit()");
    let (text, _) = saved(&mut browser);
    assert!(
        text.contains("PG[Gudrun]") && text.contains("PY[Yves]"),
        "{text}"
    );
    begin(&mut browser, "ugo", "5");
    assert!(!is_hidden(&mut browser, "#resign"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_page_is_small_and_ready_at_once() {
    for name in ["kifu.html", "kifu-board.js"] {
        let size = std::fs::metadata(built(name)).expect("it is built").len();
        assert!(size < 2_000_000, "{name}: {size} bytes");
    }
    // The computer may be busy with something else.
    let mut browser = ready();
    let mut times = Vec::new();
    for _ in 0..4 {
        let ready = browser.value("Number(document.documentElement.dataset.ready)");
        times.push(ready.as_f64().expect("milliseconds"));
        open(&mut browser, "");
    }
    assert!(times.iter().any(|time| *time < 1000.0), "{times:?}");
}
