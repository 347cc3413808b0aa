//! `<kifu-board>` on a page of somebody else.

use std::fs;

use tempfile::TempDir;

use super::{
    super::{chromium::Browser, pages::browser},
    built,
};

/// The shadow tree of the first board.
const ROOT: &str = "document.querySelector('kifu-board').shadowRoot";

fn open(folder: &TempDir, element: &str) -> Browser {
    fs::copy(built("kifu-board.js"), folder.path().join("kifu-board.js")).expect("a copy");
    let html = format!(
        "<!DOCTYPE html><meta charset=utf-8><script>window.told = []; \
         addEventListener('ply', (e) => told.push(e.detail.ply)); addEventListener('record', (e) => {{ window.last = e.detail.record; }});\
         </script><script src=kifu-board.js></script><body>{element}"
    );
    let page = crate::common::write(folder, "page.html", &html);
    let mut browser = browser();
    browser.open(&page);
    browser.wait_until(&format!(
        "{ROOT} !== null && {ROOT}.querySelector('#board svg') !== null"
    ));
    browser
}

fn text(browser: &mut Browser, selector: &str) -> String {
    let text = browser.value(&format!("{ROOT}.querySelector({selector:?}).textContent"));
    text.as_str().expect("a text").to_owned()
}

pub(super) fn the_element_shows_a_record() {
    let folder = TempDir::new().expect("a folder can be made");
    let mut browser = open(
        &folder,
        "<kifu-board ply=2 size=300px theme=dark coordinates=off>\n\
         (;GM[ugo]SZ[3]RE[?]PB[Ann &lt;b&gt;];B[a1];W[b2]C[so &lt;img src=x&gt;];B[c3])</kifu-board>",
    );
    assert!(text(&mut browser, "#status").starts_with("Ply 2: White b2"));
    assert!(text(&mut browser, "#players").contains("Ann <b>"));
    assert_eq!(text(&mut browser, "#comment"), "so <img src=x>");
    assert_eq!(
        browser.value("document.querySelector('kifu-board').offsetWidth"),
        300
    );
    assert_eq!(
        browser.value(&format!(
            "{ROOT}.querySelector('svg').getAttribute('class')"
        )),
        "kifu-dark"
    );
    browser.value(&format!("{ROOT}.querySelector('#next').click()"));
    browser.value("void (document.querySelector('kifu-board').ply = 1)");
    assert_eq!(browser.value("told.join()"), "0,2,3,1");
    // Without the attribute nothing is played.
    assert_eq!(
        browser.value(&format!("{ROOT}.querySelectorAll('.open').length")),
        0
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_element_can_be_played() {
    let folder = TempDir::new().expect("a folder can be made");
    let mut browser = open(
        &folder,
        "<kifu-board playable>(;GM[ugo]SZ[3]RE[?])</kifu-board>",
    );
    let place = browser.value(&format!(
        "(() => {{ const r = {ROOT}.querySelector('[data-at=b2]').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; }})()"
    ));
    let [x, y] = [0, 1].map(|index| place[index].as_f64().expect("a number"));
    browser.click_point(x, y);
    assert!(text(&mut browser, "#status").starts_with("Ply 1: Black b2"));
    browser.click_point(x, y);
    assert!(text(&mut browser, "#said").starts_with("Not legal"));
    assert!(
        browser
            .value("window.last")
            .as_str()
            .is_some_and(|text| text.contains(";B[b2]"))
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}
