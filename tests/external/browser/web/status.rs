//! What the page and the element tell of a record as a whole, and of what cannot be done.

use std::fs;

use super::{
    super::chromium::Browser,
    built,
    element::{ROOT, open_element, text},
    page::{begin, open, paste, ready, said, saved},
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

/// The rectangle of an element in the window: left, top, right, bottom.
fn area(browser: &mut Browser, selector: &str) -> [f64; 4] {
    let sides = browser.value(&format!(
        "(() => {{ const r = document.querySelector({selector:?}).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; }})()"
    ));
    [0, 1, 2, 3].map(|side| sides[side].as_f64().expect("a number"))
}

/// A page may have any encoding.
pub(super) fn scripts_are_ascii() {
    let element = fs::read_to_string(built("kifu-board.js")).expect("it is built");
    let other = element.chars().find(|letter| !letter.is_ascii());
    assert_eq!(other, None, "in kifu-board.js");
    let page = fs::read_to_string(built("kifu.html")).expect("it is built");
    let scripts = page.split("<script").skip(1);
    let scripts: Vec<&str> = scripts
        .map(|rest| rest.split("</script").next().unwrap_or_default())
        .collect();
    assert!(scripts.len() >= 3);
    for script in scripts {
        let other = script.chars().find(|letter| !letter.is_ascii());
        assert_eq!(other, None, "in a script of kifu.html");
    }
}

pub(super) fn the_element_is_at_home_on_pages_of_any_encoding() {
    let folder = tempfile::TempDir::new().expect("a folder can be made");
    for encoding in ["", "<meta charset=iso-8859-1>", "<meta charset=utf-8>"] {
        let mut browser = open_element(
            &folder,
            encoding,
            "<kifu-board>(;GM[ugo]SZ[3]RE[?];B[a1])</kifu-board>",
        );
        assert!(text(&mut browser, "#score").contains("Black"));
        let separator = browser.value(&format!(
            "getComputedStyle({ROOT}.querySelector('#score > span'), '::before').content"
        ));
        assert_eq!(separator, "\"·\"", "{encoding}");
    }
}

pub(super) fn the_element_tells_what_is_wrong_at_once() {
    let folder = tempfile::TempDir::new().expect("a folder can be made");
    // A game that is about to be played is not reproached for its end.
    let mut browser = open_element(
        &folder,
        "",
        "<kifu-board playable>(;GM[ugo]SZ[3])</kifu-board>",
    );
    assert_eq!(text(&mut browser, "#problems"), "");
    browser.value("document.querySelector('kifu-board').removeAttribute('playable')");
    let wrong = "(;GM[ugo]SZ[5];B[c3];W[c3];B[d4])";
    let mut browser = open_element(&folder, "", &format!("<kifu-board>{wrong}</kifu-board>"));
    browser.wait_until(&format!(
        "{ROOT}.querySelector('#status').textContent.startsWith('Ply 2: White c3 is illegal')"
    ));
    assert!(text(&mut browser, "#problems").contains("ugo::occupied"));
    // Where a ply is asked for, the way to the error is shown.
    let mut browser = open_element(
        &folder,
        "",
        &format!("<kifu-board ply=0>{wrong}</kifu-board>"),
    );
    assert!(text(&mut browser, "#status").starts_with("Start"));
    assert_eq!(
        text(&mut browser, "#to-error"),
        "This record is invalid at ply 2"
    );
    browser.value(&format!("{ROOT}.querySelector('#to-error').click()"));
    assert!(text(&mut browser, "#status").starts_with("Ply 2"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn gray_buttons_say_why() {
    let mut browser = ready();
    for (ruleset, button, code) in [
        ("ugo", "#pass", "(ugo::pass-before-button)"),
        ("bargo", "#pass", "(bargo::pass-before-button)"),
        ("margo", "#swap", "(margo::swap)"),
    ] {
        begin(&mut browser, ruleset, "5");
        let value = |browser: &mut Browser, name: &str| {
            let value = browser.value(&format!(
                "document.querySelector({button:?}).getAttribute({name:?})"
            ));
            value.as_str().unwrap_or_default().to_owned()
        };
        assert_eq!(value(&mut browser, "aria-disabled"), "true", "{ruleset}");
        let title = value(&mut browser, "title");
        assert!(title.starts_with("Not legal: "), "{ruleset}: {title}");
        assert_eq!(value(&mut browser, "aria-description"), title);
        browser.click(button);
        assert_eq!(said(&mut browser), title);
        assert!(title.contains(code), "{ruleset}: {title}");
    }
    // What is legal has no reason.
    begin(&mut browser, "ugo", "5");
    play(&mut browser, "button");
    assert_eq!(
        browser.value("document.querySelector('#pass').matches('[aria-disabled], [title]')"),
        false
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_line_of_pairs_is_of_one_game() {
    let mut browser = ready();
    browser.click("#new-game");
    browser.value(
        "(() => { const rules = document.querySelector('#new-ruleset'); rules.value = 'bamogo'; \
         rules.dispatchEvent(new Event('change')); document.querySelector('#new-line').value = 'RG RB'; })()",
    );
    browser.click("#new-begin");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert_eq!(
        browser.value("document.querySelectorAll('#line .pair').length"),
        2
    );
    browser.click("#new-game");
    assert_eq!(
        browser.value("document.querySelector('#new-line').value"),
        ""
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_verdict_is_that_of_the_main_line() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "3");
    play(&mut browser, "a1 b1");
    assert_eq!(browser.text("#verdict"), "valid · the game goes on");
    assert!(is_hidden(&mut browser, "#side"));
    browser.click("#back");
    play(&mut browser, "b2 button pass pass");
    let verdict = browser.text("#verdict");
    assert_eq!(verdict, "valid · main line: the game goes on");
    let side = browser.text("#side");
    assert!(
        side.contains(" has won by ") && side.contains("Main line makes it the game"),
        "{side}"
    );
    assert!(said(&mut browser).ends_with("This is a variation: Main line makes it the game"));
    browser.click("#promote");
    assert!(is_hidden(&mut browser, "#side"));
    let verdict = browser.text("#verdict");
    assert!(verdict.starts_with("valid · result "), "{verdict}");
    let (text, _) = saved(&mut browser);
    assert!(text.contains("RE["), "{text}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn names_and_buttons_are_in_sight_on_a_phone() {
    let mut browser = ready();
    browser.resize(390, 844);
    open(&mut browser, "");
    paste(
        &mut browser,
        "(;GM[ugo]SZ[4]RE[?]PB[Ann]PW[Ben];B[b2];W[c2];B[b3];W[c3];B[c1];W[a2];B[d2];W[d3];B[b4];W[a3];B[d1];W[a4]\
         ;B[Ka1];W[Kb1];B[c4];W[d4];B[button])",
    );
    browser.wait_until("!document.querySelector('#game').hidden");
    browser.click("#last");
    let facts = browser.text(".player .facts");
    assert!(
        facts.contains("captured") && facts.contains("button"),
        "{facts}"
    );
    let is_whole = browser.value(
        "[...document.querySelectorAll('.player .name')].every((e) => e.scrollWidth <= e.clientWidth && e.clientWidth > 25)",
    );
    assert_eq!(is_whole, true);
    // The bar does not lie on what an illegal ply is corrected with.
    paste(
        &mut browser,
        "(;GM[margo]SZ[3]RE[?]PB[A name that is long]PW[Another name];B[a1];W[c1];B[b2])",
    );
    browser.wait_until("!document.querySelector('#illegal').hidden");
    let remove = area(&mut browser, "#remove-illegal");
    let bar = area(&mut browser, "#controls");
    assert!(
        remove[3] <= bar[1] || remove[1] >= bar[3],
        "{remove:?} {bar:?}"
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// As much of a damaged record as can be read.
pub(super) fn a_damaged_record_opens_at_its_damage() {
    let mut browser = ready();
    paste(&mut browser, "(;GM[ugo]SZ[3];B[b2];W[b2");
    browser.wait_until("!document.querySelector('#game').hidden");
    let told = browser.text("#illegal");
    assert!(
        told.trim_start()
            .starts_with("The record is damaged after ply 1: ")
            && told.contains("syntax::")
            && told.contains("only that is saved"),
        "{told}"
    );
    let status = browser.text("#status");
    assert!(
        status.starts_with("Ply 1. The record is damaged here. White to move"),
        "{status}"
    );
    assert!(browser.text("#verdict").starts_with("malformed"));
    assert!(browser.text("#pieces").contains("b2"));
    browser.click("#remove-illegal");
    assert!(browser.text("#verdict").starts_with("valid"));
    let (text, _) = saved(&mut browser);
    assert!(text.ends_with(";B[b2])\n"), "{text}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
