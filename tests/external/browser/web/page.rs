//! What the tests do on the page.

use serde_json::Value;

use super::{
    super::{chromium::Browser, pages::browser},
    built,
};

/// Catches what is downloaded.
const CATCH: &str = "URL.createObjectURL = (blob) => { window.blob = blob; return '#'; }; \
    HTMLAnchorElement.prototype.click = function () { window.saved = this.download; };";

/// The page in a browser, ready.
pub(super) fn ready() -> Browser {
    let mut browser = browser();
    open(&mut browser, "");
    browser
}

/// Opens the page, at a fragment of its address.
pub(super) fn open(browser: &mut Browser, fragment: &str) {
    browser.open_at(&built("kifu.html"), fragment);
    browser.wait_until("document.documentElement.dataset.ready !== undefined");
}

/// Begins a game.
pub(super) fn begin(browser: &mut Browser, ruleset: &str, size: &str) {
    browser.click("#new-game");
    browser.value(&format!(
        "(() => {{ const rules = document.querySelector('#new-ruleset'); rules.value = {ruleset:?}; \
         rules.dispatchEvent(new Event('change')); document.querySelector('#new-size').value = {size:?}; }})()"
    ));
    browser.click("#new-begin");
    browser.wait_until("!document.querySelector('#game').hidden");
}

/// Opens a text as a record.
pub(super) fn paste(browser: &mut Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ document.querySelector('#paste-text').value = {}; document.querySelector('#paste-open').click(); }})()",
        Value::from(text)
    ));
}

/// A point of the board: its name, its place in the window, and how many pixels a unit of the board has.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) name: String,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) unit: f64,
}

/// The points that are offered.
pub(super) fn open_points(browser: &mut Browser) -> Vec<Spot> {
    let found = browser.value(
        "[...document.querySelectorAll('#board .open')].map((e) => { const r = e.getBoundingClientRect(); \
         return [e.dataset.at, r.left + r.width / 2, r.top + r.height / 2, r.width / (e.classList.contains('ring') ? 0.9 : 0.16)]; })",
    );
    let list = found.as_array().expect("a list").iter();
    list.map(|spot| Spot {
        name: spot[0].as_str().expect("a name").to_owned(),
        x: spot[1].as_f64().expect("a number"),
        y: spot[2].as_f64().expect("a number"),
        unit: spot[3].as_f64().expect("a number"),
    })
    .collect()
}

/// What the page says of the last action.
pub(super) fn said(browser: &mut Browser) -> String {
    browser.text("#said")
}

/// What the button for saving writes, and its name.
pub(super) fn saved(browser: &mut Browser) -> (String, String) {
    browser.value(CATCH);
    browser.click("#save");
    let text = browser.value("window.blob.text()");
    let name = browser.value("window.saved");
    let text_of = |value: Value| value.as_str().expect("a text").to_owned();
    (text_of(text), text_of(name))
}

/// What a button in the menu downloads: its bytes.
pub(super) fn downloaded(browser: &mut Browser, button: &str) -> Vec<u8> {
    browser.value("void (window.blob = null)");
    browser.value(&format!(
        "(() => {{ const own = URL.createObjectURL; URL.createObjectURL = (blob) => {{ window.blob = blob; return own.call(URL, blob); }}; \
         HTMLAnchorElement.prototype.click = function () {{ window.saved = this.download; }}; \
         document.querySelector({button:?}).click(); }})()"
    ));
    browser.wait_until("window.saved !== undefined && window.blob !== null");
    browser.value("void (window.saved = undefined)");
    let bytes = browser.value("window.blob.arrayBuffer().then((b) => [...new Uint8Array(b)])");
    serde_json::from_value(bytes).expect("bytes")
}
