//! What is typed and chosen on the page, and what it says of it.

use super::{
    super::chromium::Browser,
    files::{archive, drop_files},
    page::{Spot, begin, open, open_points, paste, ready, said, saved},
};

/// A point that is offered.
fn spot(browser: &mut Browser, name: &str) -> Spot {
    let points = open_points(browser);
    let found = points.iter().find(|spot| spot.name == name);
    found
        .unwrap_or_else(|| panic!("{name} is not offered: {points:?}"))
        .clone()
}

fn play(browser: &mut Browser, name: &str) {
    let spot = spot(browser, name);
    browser.click_point(spot.x, spot.y);
}

fn is_shown(browser: &mut Browser, selector: &str) -> bool {
    browser.value(&format!(
        "(() => {{ const e = document.querySelector({selector:?}); return !e.hidden && getComputedStyle(e).visibility === 'visible'; }})()"
    )) == true
}

pub(super) fn a_comment_is_kept_while_it_is_typed() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "5");
    play(&mut browser, "c3");
    browser.value("document.querySelector('#comment-text').focus()");
    browser.insert("first");
    // The page goes while the field has the focus.
    open(&mut browser, "");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert_eq!(
        browser.value("document.querySelector('#comment-text').value"),
        "first"
    );
    browser.value("document.querySelector('#comment-text').focus()");
    browser.insert(" text");
    browser.wait_until("JSON.parse(localStorage['kifu-unsaved']).text.includes('first text')");
    browser.insert(", and more");
    browser.wait_until("JSON.parse(localStorage['kifu-unsaved']).text.includes('and more')");
    browser.insert(" at once");
    browser.value(
        "void (HTMLAnchorElement.prototype.click = function () { window.saved = this.download; })",
    );
    browser.value("void (URL.createObjectURL = (blob) => { window.blob = blob; return '#'; })");
    browser.value(
        "void document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }))",
    );
    let text = browser.value("window.blob.text()");
    let text = text.as_str().expect("a text");
    assert!(text.contains("C[first text, and more at once]"), "{text}");
    assert_eq!(
        browser.value("document.activeElement.id"),
        "comment-text",
        "the field has lost the focus"
    );
    // What was typed at one go is undone at one go.
    browser.click("#undo");
    assert_eq!(
        browser.value("document.querySelector('#comment-text').value"),
        "first"
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_dropped_archive_leaves_a_way_back() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "5");
    play(&mut browser, "c3");
    let record = "(;GM[ugo]SZ[3]RE[?];B[a1])";
    let zip = archive(&[
        ("a.sgf", record, zip::CompressionMethod::Deflated),
        ("b.sgf", record, zip::CompressionMethod::Deflated),
    ]);
    drop_files(&mut browser, &[("games.zip", &zip)]);
    browser.wait_until("document.querySelectorAll('#rows li').length === 2");
    assert!(is_shown(&mut browser, "#to-game"));
    // An entry would replace the game: it can be saved first, or be gone back to.
    browser.click("#rows button");
    browser.wait_until("document.querySelector('#confirm-dialog').open");
    browser.click("#confirm-dialog .close");
    browser.click("#to-game");
    assert!(browser.text("#status").starts_with("Ply 1: Black c3"));
    assert!(!is_shown(&mut browser, "#to-game"));
    assert!(is_shown(&mut browser, "#unsaved"));
    browser.click("#show-list");
    browser.value(
        "void (HTMLAnchorElement.prototype.click = function () { window.saved = this.download; })",
    );
    browser.click("#rows button");
    browser.wait_until("document.querySelector('#confirm-dialog').open");
    browser.click("#confirm-other");
    browser.wait_until("document.querySelector('#status').textContent.startsWith('Start')");
    assert_eq!(browser.value("window.saved"), "ugo.sgf");
    browser.click("#show-list");
    browser.click("#clear-list");
    assert!(!is_shown(&mut browser, "#show-list"));
    assert!(is_shown(&mut browser, "#game"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// The board must not move under a finger.
pub(super) fn the_board_keeps_its_place_on_a_phone() {
    let mut browser = ready();
    browser.add_touch_screen();
    browser.resize(390, 844);
    open(&mut browser, "");
    let top = |browser: &mut Browser| {
        browser.value("document.querySelector('#board').getBoundingClientRect().top + scrollY")
    };
    for (ruleset, moves) in [
        ("ugo", "a2 a1 Kb1 c3 button pass pass"),
        ("bargo", "b2/e a1/e button pass pass"),
        ("sygo", "a1 b2 pass pass"),
        ("margo", "a1 swap c1 resign"),
        ("bamogo", "Ra1,Gb1 Ra2,Bb2 resign"),
    ] {
        begin(&mut browser, ruleset, "3");
        let before = top(&mut browser);
        for mv in moves.split(' ') {
            browser.value("document.querySelector('#typed').focus()");
            browser.insert(mv);
            browser.enter();
            let wrong = browser.value("document.querySelector('#said').className");
            assert_eq!(wrong, "", "{ruleset} {mv} {}", said(&mut browser));
            assert_eq!(top(&mut browser), before, "{ruleset} {mv}");
        }
        saved(&mut browser);
        assert_eq!(top(&mut browser), before, "{ruleset}, saved");
        let wide = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(browser.value(wide), true);
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_middle_of_a_cell_chooses_it() {
    let mut browser = ready();
    begin(&mut browser, "bargo", "3");
    let cell = spot(&mut browser, "c3");
    for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, -1.0)] {
        browser.click_point(cell.x + x, cell.y + y);
        assert!(browser.text("#status").starts_with("Start"), "{x} {y}");
        assert!(said(&mut browser).starts_with("c3 is chosen"));
        assert_eq!(
            browser.value("document.querySelectorAll('#board .offered').length"),
            6
        );
        browser.click_point(cell.x, cell.y);
        assert_eq!(said(&mut browser), "nothing is chosen");
    }
    browser.click_point(cell.x, cell.y);
    browser.click_point(cell.x - 0.6 * cell.unit, cell.y);
    assert!(
        browser.text("#status").starts_with("Ply 1: Black c3/w"),
        "{}",
        browser.text("#status")
    );
    // At the border only edges inside are offered, also as buttons.
    let corner = spot(&mut browser, "a1");
    browser.click_point(corner.x, corner.y);
    let names = browser
        .value("[...document.querySelectorAll('#choice button')].map((e) => e.ariaLabel).join()");
    let names = names.as_str().expect("a text").to_owned();
    assert!(
        names.contains("Wall east") && !names.contains("Wall west"),
        "{names}"
    );
    browser.click("#choice button");
    assert!(browser.text("#status").starts_with("Ply 2: White a1/"));
    // An edge plays at once.
    let other = spot(&mut browser, "d4");
    browser.click_point(other.x + 0.4 * other.unit, other.y);
    assert!(browser.text("#status").starts_with("Ply 3: Black d4/e"));
    browser.press("ArrowLeft");
    // Cells that are small under a finger are chosen first.
    browser.add_touch_screen();
    browser.resize(390, 844);
    begin_after_saving(&mut browser, "bargo", "7");
    let cell = spot(&mut browser, "g7");
    browser.tap(cell.x + 0.4 * cell.unit, cell.y);
    assert!(said(&mut browser).starts_with("g7 is chosen"));
    browser.tap(cell.x + 0.55 * cell.unit, cell.y);
    assert!(browser.text("#status").starts_with("Ply 1: Black g7/e"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

fn begin_after_saving(browser: &mut Browser, ruleset: &str, size: &str) {
    saved(browser);
    begin(browser, ruleset, size);
    browser.wait_until("document.querySelector('#status').textContent.startsWith('Start')");
}

pub(super) fn messages_go_with_what_they_are_about() {
    let mut browser = ready();
    begin(&mut browser, "sygo", "5");
    for name in ["a1", "e5", "e1", "a5"] {
        play(&mut browser, name);
    }
    // Two stones are put, and not finished.
    for name in ["a2", "d4"] {
        if open_points(&mut browser)
            .iter()
            .any(|spot| spot.name == name)
        {
            play(&mut browser, name);
        }
    }
    let chosen = said(&mut browser);
    assert!(chosen.starts_with("chosen: "), "{chosen}");
    saved(&mut browser);
    assert!(
        said(&mut browser).contains("The move that is not complete is not in it: "),
        "{}",
        said(&mut browser)
    );
    browser.click("#back");
    let told = said(&mut browser);
    assert!(
        told.starts_with("The move was not complete: ") && told.ends_with("taken back"),
        "{told}"
    );
    browser.click("#next");
    assert_eq!(said(&mut browser), "");

    begin_after_saving(&mut browser, "ugo", "5");
    play(&mut browser, "d4");
    assert!(said(&mut browser).starts_with("Black d4"));
    browser.click("#back");
    assert_eq!(said(&mut browser), "");
    // A refusal is one or more sentences.
    browser.click("#next");
    browser.value("document.querySelector('#typed').focus()");
    browser.insert("d4");
    browser.enter();
    let told = said(&mut browser);
    assert!(told.contains(". Place it on"), "{told}");
    // After the end nothing is said of files.
    for mv in ["button", "pass", "pass"] {
        browser.value(
            "(() => { const t = document.querySelector('#typed'); t.value = ''; t.focus(); })()",
        );
        browser.insert(mv);
        browser.enter();
    }
    browser.click("#board");
    assert!(
        said(&mut browser).starts_with("Not legal: the game is over. Undo the last move"),
        "{}",
        said(&mut browser)
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn an_unedited_record_is_shown_as_it_was_read() {
    let mut browser = ready();
    let text = "(;RE[?]\n\n  GM[ugo] SZ[3]AW[a1]AB[b2]\n;W[c3];B[a1])";
    paste(&mut browser, text);
    browser.wait_until("!document.querySelector('#game').hidden");
    browser.value("document.querySelector('#source').click()");
    assert_eq!(browser.text("#source-text"), text);
    assert_eq!(browser.text("#source-note"), "The record as it was read:");
    assert!(
        browser.text("#source-findings").contains("4:"),
        "{}",
        browser.text("#source-findings")
    );
    browser.click("#source-dialog .close");
    browser.value(
        "(() => { const c = document.querySelector('#comment-text'); c.value = 'x'; c.dispatchEvent(new Event('change')); })()",
    );
    browser.value("document.querySelector('#source').click()");
    assert!(browser.text("#source-note").contains("would be saved"));
    assert!(browser.text("#source-text").contains("C[x]"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_result_that_is_none_is_refused() {
    let mut browser = ready();
    begin(&mut browser, "ugo", "3");
    let write = |browser: &mut Browser, result: &str| {
        browser.value("document.querySelector('#edit-details').click()");
        browser.value(&format!(
            "(() => {{ const form = document.querySelector('#details-form'); form.elements.PB.value = 'Ann'; \
             form.elements.RE.value = {result:?}; form.querySelector('[type=submit]').click(); }})()"
        ));
        browser.value("document.querySelector('#details-dialog').open") == true
    };
    assert!(write(&mut browser, "xyz"));
    assert_eq!(browser.text("#details-error"), "`xyz` is not a result");
    assert!(!browser.text("#players").contains("Ann"));
    assert!(!write(&mut browser, "B+Resign"));
    assert!(browser.text("#players").contains("Ann"));
    assert!(browser.text("#verdict").contains("B+Resign"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn what_cannot_be_done_is_not_offered() {
    let mut browser = ready();
    begin(&mut browser, "bargo", "3");
    let is_disabled = |browser: &mut Browser, id: &str| {
        browser.value(&format!("document.querySelector({id:?}).disabled")) == true
    };
    assert!(is_disabled(&mut browser, "#undo") && is_disabled(&mut browser, "#redo"));
    let placeholder = browser.value("document.querySelector('#typed').placeholder");
    assert_eq!(placeholder, "Type a move, as d4/ne");
    let cell = spot(&mut browser, "c3");
    browser.click_point(cell.x + 0.4 * cell.unit, cell.y);
    assert!(is_shown(&mut browser, "#unsaved") && !is_disabled(&mut browser, "#undo"));
    saved(&mut browser);
    browser.click("#undo");
    assert!(is_shown(&mut browser, "#unsaved") && is_disabled(&mut browser, "#undo"));
    browser.click("#redo");
    assert!(!is_shown(&mut browser, "#unsaved") && is_disabled(&mut browser, "#redo"));
    // The marks of a position lie above the points that are offered.
    browser.value(
        "(() => { const m = document.querySelector('#mark'); m.value = 'LB'; m.dispatchEvent(new Event('change')); })()",
    );
    let cell = spot(&mut browser, "b2");
    browser.click_point(cell.x, cell.y);
    assert_eq!(
        browser.value("document.querySelector('#board .play').nextElementSibling.classList.contains('labels') \
                       || document.querySelector('#board .play').nextElementSibling.classList.contains('marks')"),
        true
    );
    // A link that is broken is told, also where a game comes back.
    open(&mut browser, "#record=AAAA");
    browser.wait_until("!document.querySelector('#game').hidden");
    let told = browser.text("#message");
    assert!(
        told.contains("no record") && told.contains("unsaved game is back"),
        "{told}"
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}
