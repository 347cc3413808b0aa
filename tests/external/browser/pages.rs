//! Pages for the tests, and what they show.

use std::path::PathBuf;

use tempfile::TempDir;

use super::chromium::{self, Browser};
use crate::common::{kifu, write};

pub(super) fn browser() -> Browser {
    Browser::start(&chromium::program().expect("checked before the tests start"))
}

/// The page of a record.
pub(super) fn page(folder: &TempDir, record: &str) -> PathBuf {
    page_with(folder, record, &[])
}

/// The page of a record, written with more options.
pub(super) fn page_with(folder: &TempDir, record: &str, options: &[&str]) -> PathBuf {
    write(folder, "game.sgf", record);
    let arguments = ["replay", "game.sgf", "--output", "game.html"];
    let arguments = [&arguments, options].concat();
    let output = kifu(folder, &arguments).output().expect("the program runs");
    assert_ne!(output.status.code(), Some(2), "{output:?}");
    folder.path().join("game.html")
}

pub(super) fn sample(name: &str) -> String {
    let path = format!("{}/records/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("a sample record")
}

/// How many pieces the board shows.
pub(super) fn pieces(browser: &mut Browser) -> u64 {
    let shown = "[...document.querySelectorAll('#board .stones > *')]\
                 .filter(e => getComputedStyle(e).display !== 'none').length";
    browser.value(shown).as_u64().expect("a number")
}
