//! Everything that a reader can do with a mouse, a finger or keys.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    chromium::Browser,
    pages::{browser, page, pieces, sample},
};

/// The beginning of the status, as `Ply 3`.
fn ply(browser: &mut Browser) -> String {
    let status = browser.text("#status");
    let end = status.find([':', '.']).unwrap_or(status.len());
    status[..end].to_owned()
}

pub(super) fn clicks_wheel_and_swipes_step() {
    const BOARD: &str = "#board svg";
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/engine-7x7.sgf"));
    browser.open(&page);
    browser.click_at(BOARD, 0.8);
    browser.click_at(BOARD, 0.6);
    assert_eq!(ply(&mut browser), "Ply 2");
    browser.click_at(BOARD, 0.3);
    assert_eq!(ply(&mut browser), "Ply 1");
    let shows = |ply: u32| {
        format!("document.querySelector('#status').textContent.startsWith('Ply {ply}:')")
    };
    browser.wheel(BOARD, 100.0);
    browser.wait_until(&shows(2));
    browser.wheel(BOARD, -100.0);
    browser.wait_until(&shows(1));
    // A slow turn adds up.
    for _ in 0..3 {
        browser.wheel(BOARD, 25.0);
    }
    browser.wait_until(&shows(2));
    browser.resize(390, 844);
    browser.open(&page);
    browser.swipe(BOARD, 0.7, 0.3);
    browser.wait_until(&shows(1));
    browser.swipe(BOARD, 0.7, 0.4);
    browser.wait_until(&shows(2));
    browser.swipe(BOARD, 0.3, 0.7);
    browser.wait_until(&shows(1));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_address_follows_and_leads() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    let address = |browser: &mut Browser| browser.value_after(250, "location.hash");
    browser.open(&page);
    assert_eq!(address(&mut browser), "");
    browser.press("ArrowRight");
    assert_eq!(address(&mut browser), "#ply=1");
    browser.press("ArrowRight");
    browser.press("ArrowDown");
    browser.press("ArrowRight");
    assert_eq!(address(&mut browser), "#ply=3&variation=2");
    browser.press("Home");
    assert_eq!(address(&mut browser), "#ply=0");
    // An address that changes leads, and so does that of a link.
    for (fragment, status) in [
        ("#4", "Ply 4: Black button"),
        ("#ply=3&variation=2", "Ply 3: White Ke5"),
        ("#variation=2", "Ply 2: Black d5"),
        ("#ply=2", "Ply 2: Black Ka5"),
        ("#ply=999", "Ply 6: Black pass"),
    ] {
        browser.value(&format!("void (location.hash = {fragment:?})"));
        browser.wait_until(&format!(
            "document.querySelector('#status').textContent.startsWith({status:?})"
        ));
        browser.open_at(&page, fragment);
        assert!(browser.text("#status").starts_with(status), "{fragment}");
    }
    // What names no place is ignored.
    for fragment in [
        "#ply=x",
        "#variation=9.9",
        "#ply=1&variation=a",
        "#%",
        "#=&=",
        "#ply=-1",
    ] {
        browser.open_at(&page, fragment);
        assert_eq!(ply(&mut browser), "Start", "{fragment}");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_buttons_are_in_the_window() {
    let mut browser = browser();
    for (record, has_findings) in [
        ("ugo/engine-9x9.sgf", false),
        ("ugo/invalid/ugo-occupied.sgf", true),
        ("bamogo/engine-5x5-line.sgf", false),
        ("bargo/engine-side-5-komi.sgf", false),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let page = page(&folder, &sample(record));
        // Phones, a small one and one on its side, a desktop, frames in other pages.
        let windows = [
            (390, 844),
            (844, 390),
            (320, 568),
            (1200, 900),
            (420, 300),
            (600, 400),
        ];
        for (width, height) in windows {
            browser.resize(width, height);
            browser.open(&page);
            for key in ["Home", "End"] {
                browser.press(key);
                let outside = browser.value(
                    "[...document.querySelectorAll('.buttons button:not([hidden]), #slider, #board svg')].filter(e => { \
                     const r = e.getBoundingClientRect(); \
                     return r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight || r.height < 28 \
                     && e.id !== 'slider'; }).map(e => e.id || e.tagName)",
                );
                assert_eq!(outside, json!([]), "{record} {width}×{height} {key}");
            }
            let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
            assert_eq!(overflow, 0, "{record} {width}×{height}");
            // Where the page scrolls they stay.
            browser.value("scrollTo(0, 100000)");
            let top =
                browser.value("document.querySelector('.buttons').getBoundingClientRect().top");
            assert!(
                top.as_f64() >= Some(0.0),
                "{record} {width}×{height}: {top}"
            );
            let buttons =
                browser.value("document.querySelectorAll('.buttons button:not([hidden])').length");
            assert_eq!(buttons, 6 + u32::from(has_findings));
        }
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_list_of_moves_is_one_tab_stop() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.open(&page);
    let stops = "[...document.querySelectorAll('#moves button')].map(b => b.tabIndex).filter(i => i >= 0).length";
    assert_eq!(browser.value(stops), 1);
    browser.value("document.querySelector('#moves [tabindex=\"0\"]').focus()");
    let focus = |browser: &mut Browser| {
        let text = browser.value("document.activeElement.textContent");
        text.as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(focus(&mut browser), "Start");
    browser.press("ArrowRight");
    browser.press("ArrowRight");
    assert!(focus(&mut browser).contains("Ka5"));
    browser.press("ArrowDown");
    assert!(focus(&mut browser).contains("d5"));
    browser.press("End");
    assert!(focus(&mut browser).ends_with("pass"));
    assert_eq!(browser.value(stops), 1);
    assert_eq!(
        browser.value("document.activeElement.getAttribute('aria-current')"),
        "step"
    );
    browser.press("Tab");
    let is_inside = "document.querySelector('#moves').contains(document.activeElement)";
    assert_eq!(browser.value(is_inside), false);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn everything_says_what_it_is() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.open_at(&page, "#2");
    let image = "document.querySelector('#board svg')";
    assert_eq!(
        browser.value(&format!("{image}.getAttribute('aria-label')")),
        "Ply 2: Black Ka5. White to move"
    );
    let described =
        format!("document.getElementById({image}.getAttribute('aria-describedby')).textContent");
    assert_eq!(
        browser.value(&described),
        "Black: a3 b3 c3 c4 c5 Ka5. White: b1 d1 a2 b2 c2 d2 d3 e3 d4"
    );
    let nameless = browser.value(
        "[...document.querySelectorAll('button, input, select, nav, section, dialog')].filter(e => \
         !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels && e.labels.length)).length",
    );
    assert_eq!(nameless, 0);
    // Who has captured what and who is to move.
    let players =
        browser.value("[...document.querySelectorAll('.player')].map(p => p.textContent)");
    assert_eq!(players, json!(["Blackcaptured 3", "Whiteto move"]));
    assert_eq!(browser.text("#note"), "Nobody has taken the button.");
    browser.press("End");
    assert_eq!(browser.text(".player .button"), "button");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn keys_and_the_menu_show_and_hide() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let path = page(&folder, &sample("ugo/engine-7x7.sgf"));
    browser.open_at(&path, "#ply=999");
    let visible = |browser: &mut Browser, selector: &str| -> Value {
        browser.value(&format!(
            "getComputedStyle(document.querySelector('#board {selector}')).display !== 'none'"
        ))
    };
    for (key, layer, at_first) in [
        ("c", ".coordinates", true),
        ("l", ".last", true),
        ("t", ".territory", false),
    ] {
        assert_eq!(visible(&mut browser, layer), at_first, "{layer}");
        browser.press(key);
        assert_eq!(visible(&mut browser, layer), !at_first, "{layer}");
        browser.press(key);
    }
    browser.press("n");
    let pieces = pieces(&mut browser);
    assert_eq!(
        browser.value("document.querySelectorAll('#board svg > g:last-of-type text').length"),
        pieces
    );
    browser.press("n");
    assert_eq!(
        browser.value("document.querySelectorAll('#board svg > g:last-of-type text').length"),
        0
    );
    let open = "[...document.querySelectorAll('dialog[open]')].map(d => d.id).join()";
    browser.press("?");
    assert_eq!(browser.value(open), "keys");
    // The game stands still behind a dialog.
    let status = browser.text("#status");
    browser.press("ArrowLeft");
    assert_eq!(browser.text("#status"), status);
    browser.click("#close-keys");
    browser.press("m");
    assert_eq!(browser.value(open), "menu");
    browser.click("#show-coordinates");
    browser.click("#close-menu");
    assert_eq!(visible(&mut browser, ".coordinates"), false);
    assert_eq!(
        browser.value("document.querySelector('#level-choice').hidden"),
        true
    );
    browser.press("d");
    assert_eq!(
        browser.value("document.documentElement.dataset.theme"),
        "dark"
    );

    // Margo: one sees through what lies above.
    let path = page(&folder, &sample("margo/browne-274.sgf"));
    browser.open_at(&path, "#80");
    let above = "document.querySelectorAll('#board .above[h=\"0\"]').length";
    assert_eq!(browser.value(above), 0);
    browser.press("m");
    browser.value("document.querySelector('#level').focus()");
    browser.press("Home");
    assert_eq!(browser.text("#level-shown"), "1");
    let levels = "[...document.querySelectorAll('#pieces')].map(p => p.textContent.match(/ [2-9][a-z]/g).length)[0]";
    let expected = browser.value(levels);
    assert!(expected.as_u64() > Some(5), "{expected}");
    assert_eq!(browser.value(above), expected);
    browser.press("End");
    assert_eq!(browser.value(above), 0);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn autoplay_steps_and_stops() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.open(&page);
    // Faster, as far as it goes.
    for _ in 0..9 {
        browser.press("+");
    }
    assert_eq!(
        browser.value("document.querySelector('#speed').value"),
        "300"
    );
    browser.press(" ");
    let pressed = "document.querySelector('#play').getAttribute('aria-pressed')";
    assert_eq!(browser.value(pressed), "true");
    browser.wait_until("document.querySelector('#status').textContent.startsWith('Ply 2')");
    browser.press("ArrowLeft");
    assert_eq!(browser.value(pressed), "false");
    let status = browser.text("#status");
    assert_eq!(
        browser.value_after(500, "document.querySelector('#status').textContent"),
        status
    );
    // It ends by itself at the end, and begins anew from there.
    browser.click("#play");
    browser.wait_until(&format!("{pressed} === 'false'"));
    assert_eq!(ply(&mut browser), "Ply 6");
    browser.click("#play");
    assert_eq!(ply(&mut browser), "Start");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_button_for_findings_goes_from_one_to_the_next() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let record = "(;GM[ugo]SZ[3]RE[?];B[a1](;W[b1](;B[a1])(;B[b2];W[b2]))(;W[c3]))";
    let page = page(&folder, record);
    browser.open(&page);
    for status in [
        "Ply 3: Black a1 is illegal",
        "Ply 4: White b2 is illegal",
        "Ply 3: Black a1 is illegal",
    ] {
        browser.click("#next-finding");
        assert!(browser.text("#status").starts_with(status), "{status}");
        assert_ne!(browser.text("#problems"), "");
    }
    browser.press("e");
    assert_eq!(ply(&mut browser), "Ply 4");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
