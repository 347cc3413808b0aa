//! Files, archives, links, and records that mean harm.

use std::io::{Cursor, Write};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{
    super::chromium::Browser,
    page::{begin, downloaded, open, open_points, paste, ready, saved},
};

const VALID: &str = "(;GM[ugo]SZ[3]RE[?]PB[Ann]PW[Ben];B[a1];W[b2])";
const INVALID: &str = "(;GM[ugo]SZ[3]RE[?];B[a1];W[a1])";

/// An archive of texts, each with its compression method.
pub(super) fn archive(entries: &[(&str, &str, CompressionMethod)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text, method) in entries {
        let options = SimpleFileOptions::default().compression_method(*method);
        zip.start_file(*name, options).expect("an entry");
        zip.write_all(text.as_bytes()).expect("memory");
    }
    zip.finish().expect("an archive").into_inner()
}

/// Drops files onto the page.
pub(super) fn drop_files(browser: &mut Browser, files: &[(&str, &[u8])]) {
    let files = files
        .iter()
        .map(|(name, bytes)| format!("[{name:?}, {:?}]", BASE64.encode(bytes)));
    let files = files.collect::<Vec<_>>().join(",");
    browser.value(&format!(
        "(() => {{ const dataTransfer = new DataTransfer(); for (const [name, text] of [{files}]) \
         dataTransfer.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name)); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer, bubbles: true, cancelable: true }})); }})()"
    ));
}

/// The rows of the list, once all is read.
fn rows(browser: &mut Browser, count: usize) -> Vec<String> {
    browser.wait_until(&format!(
        "document.querySelector('#cancel').hidden && document.querySelectorAll('#rows li').length === {count}"
    ));
    let rows =
        browser.value("[...document.querySelectorAll('#rows li')].map((e) => e.textContent)");
    serde_json::from_value(rows).expect("texts")
}

pub(super) fn a_dropped_archive_is_listed_with_verdicts() {
    let mut browser = ready();
    let two = format!("{VALID}\n{INVALID}");
    let zip = archive(&[
        ("club/one.sgf", VALID, CompressionMethod::Deflated),
        ("club/two.sgf", &two, CompressionMethod::Stored),
        ("club/notes.txt", "no record", CompressionMethod::Stored),
        ("club/other.sgf", VALID, CompressionMethod::Zstd),
    ]);
    drop_files(
        &mut browser,
        &[
            ("games.zip", &zip),
            ("plain.sgf", INVALID.as_bytes()),
            ("old.7z", b"7z\xbc\xaf\x27\x1c"),
        ],
    );
    let rows = rows(&mut browser, 6);
    for (row, parts) in rows.iter().zip([
        &["valid", "games.zip/club/one.sgf", "Ann – Ben", "2 plies"][..],
        &["valid", "games.zip/club/two.sgf"],
        &["invalid", "games.zip/club/two.sgf #2", "ugo::occupied"],
        &[
            "not read",
            "games.zip/club/other.sgf",
            "Zstandard",
            "archive::format",
        ],
        &["invalid", "plain.sgf"],
        &["not read", "old.7z", "7z", "archive::format"],
    ]) {
        for part in parts {
            assert!(row.contains(part), "{part}: {row}");
        }
    }
    let told = browser.text("#progress");
    assert!(
        told.contains("4 records: 2 valid, 2 invalid") && told.contains("1 other file"),
        "{told}"
    );
    browser.value("document.querySelector('#filter').value = 'invalid'");
    browser.value("void document.querySelector('#filter').dispatchEvent(new Event('input'))");
    assert_eq!(
        browser.value("document.querySelectorAll('#rows li').length"),
        2
    );
    browser.click("#rows button");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert!(browser.text("#verdict").starts_with("invalid"));
    browser.click("#next-finding");
    assert!(browser.text("#problems").contains("ugo::occupied"));
    browser.value("document.querySelector('#source').click()");
    assert!(browser.text("#source-text").contains("W[a1]"));
    browser.click("#source-findings button");
    assert!(browser.text("#explanation").contains("Why:"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn damaged_archives_are_told() {
    let mut browser = ready();
    let zip = archive(&[("one.sgf", VALID, CompressionMethod::Stored)]);
    let mut flipped = zip.clone();
    let at = zip
        .windows(3)
        .position(|part| part == b"Ann")
        .expect("the entry");
    flipped[at] = b'E';
    let zeros = " ".repeat(70 * 1024 * 1024);
    let bomb = archive(&[("bomb.sgf", &zeros, CompressionMethod::Deflated)]);
    drop_files(
        &mut browser,
        &[
            ("cut.zip", &zip[..zip.len() - 5]),
            ("flipped.zip", &flipped),
            ("bomb.zip", &bomb),
        ],
    );
    let rows = rows(&mut browser, 3);
    for (row, part) in rows.iter().zip([
        "archive::unreadable",
        "archive::unreadable",
        "limit::record-size",
    ]) {
        assert!(row.contains("not read") && row.contains(part), "{row}");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn hostile_records_are_harmless() {
    let mut browser = ready();
    let harm = "</script><script>window.harmed = 1</script><img src=x onerror='window.harmed = 1'>";
    let long = "x<b onclick=harmed>".repeat(1024 * 1024 / 19);
    let record = format!(
        "(;GM[ugo]SZ[3]RE[?]PB[{harm}]PW[{harm}]EV[{harm}]C[{harm}{long}]LB[a1:{harm}]GN[{harm}];B[a1]N[{harm}]C[{harm}];W[{harm}])"
    );
    paste(&mut browser, &record);
    browser.wait_until("!document.querySelector('#game').hidden");
    assert!(browser.text("#players").contains("<script>"));
    for key in ["ArrowRight", "ArrowRight", "Home"] {
        browser.press(key);
    }
    browser.value("document.querySelector('#source').click()");
    assert!(browser.text("#source-text").contains("<script>"));
    browser.value("document.querySelector('#source-dialog').close()");
    let (text, _) = saved(&mut browser);
    assert!(text.len() > 1024 * 1024);
    open(&mut browser, "");
    drop_files(
        &mut browser,
        &[
            ("<img src=x onerror=harmed>.sgf", record.as_bytes()),
            ("b.sgf", record.as_bytes()),
        ],
    );
    rows(&mut browser, 2);
    open(&mut browser, "#record=%3Cscript%3E");
    open(&mut browser, "#record=AAAA");
    assert_eq!(browser.value("window.harmed"), serde_json::Value::Null);
    assert_eq!(
        browser.value("document.querySelectorAll('img, #game script').length"),
        0
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_record_that_cannot_be_played_is_shown_as_text() {
    let mut browser = ready();
    paste(&mut browser, "(;GM[chess]SZ[8];B[a1])");
    browser.wait_until("!document.querySelector('#unplayable').hidden");
    assert!(
        browser
            .text("#unplayable-findings")
            .contains("record::game")
    );
    assert_eq!(browser.text("#unplayable-source mark"), "GM[chess]");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn unsaved_work_survives_a_reload() {
    let mut browser = ready();
    begin(&mut browser, "sygo", "5");
    let spot = open_points(&mut browser)[7].clone();
    browser.click_point(spot.x, spot.y);
    assert_eq!(
        browser.value("document.querySelector('#unsaved').hidden"),
        false
    );
    let status = browser.text("#status");
    open(&mut browser, "");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert_eq!(browser.text("#status"), status);
    // What is saved need not be kept.
    saved(&mut browser);
    open(&mut browser, "");
    assert_eq!(
        browser.value("document.querySelector('#start').hidden"),
        false
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn links_and_pictures_carry_a_record() {
    let mut browser = ready();
    paste(&mut browser, VALID);
    browser.wait_until("!document.querySelector('#game').hidden");
    let (text, _) = saved(&mut browser);
    open(&mut browser, "");
    paste(&mut browser, VALID);
    browser.press("End");
    let svg = downloaded(&mut browser, "#picture-svg");
    let svg = String::from_utf8(svg).expect("UTF-8");
    assert!(svg.starts_with("<svg ") && svg.contains("Ann"));
    let png = downloaded(&mut browser, "#picture-png");
    assert!(png.starts_with(b"\x89PNG") && png.len() > 5_000);
    browser.value(
        "void Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })",
    );
    browser.value("document.querySelector('#share').click()");
    browser.wait_until("window.copied !== undefined");
    let link = browser.value("window.copied");
    let (_, fragment) = link
        .as_str()
        .expect("a text")
        .split_once('#')
        .expect("a fragment");
    // It opens where it was made, and elsewhere if that is asked for.
    let fragment = fragment.replace("&ply=2", "&ply=1");
    assert!(fragment.ends_with("&ply=1"), "{fragment}");
    open(&mut browser, &format!("#{fragment}"));
    browser.wait_until("!document.querySelector('#game').hidden");
    assert!(browser.text("#status").starts_with("Ply 1: Black a1"));
    assert_eq!(saved(&mut browser).0, text);
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// An archive in the form for large ones: with one entry, whose sizes and place stand in fields of eight bytes.
fn zip64(name: &str, text: &str) -> Vec<u8> {
    let usual = archive(&[(name, text, CompressionMethod::Stored)]);
    let end = usual.len() - 22;
    let number =
        |at: usize| u32::from_le_bytes(usual[at..at + 4].try_into().expect("four")) as usize;
    let list = number(end + 16);
    let mut bytes = usual[..list].to_vec();
    let mut entry = usual[list..end].to_vec();
    let long = |values: &[u64]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    };
    let length = text.len() as u64;
    entry.truncate(46 + name.len());
    entry[20..28].fill(0xff);
    entry[42..46].fill(0xff);
    entry[30..32].copy_from_slice(&28_u16.to_le_bytes());
    entry.extend([1, 0, 24, 0]);
    entry.extend(long(&[length, length, 0]));
    bytes.extend(&entry);
    let directory_end = bytes.len() as u64;
    bytes.extend(b"PK\x06\x06");
    bytes.extend(long(&[44]));
    bytes.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(long(&[1, 1, entry.len() as u64, list as u64]));
    bytes.extend(b"PK\x06\x07\0\0\0\0");
    bytes.extend(long(&[directory_end]));
    bytes.extend([1, 0, 0, 0]);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([0xff; 12]);
    bytes.extend([0, 0]);
    bytes
}

pub(super) fn zip64_archives_are_read() {
    let mut browser = ready();
    let whole = zip64("club/one.sgf", VALID);
    let mut damaged = whole.clone();
    let at = damaged.len() - 34;
    damaged[at] = 0xff;
    drop_files(
        &mut browser,
        &[("large.zip", &whole), ("bad.zip", &damaged)],
    );
    let rows = rows(&mut browser, 2);
    assert!(
        rows[0].starts_with("validlarge.zip/club/one.sgf"),
        "{rows:?}"
    );
    assert!(rows[1].contains("archive::unreadable"), "{rows:?}");
    browser.click("#rows button");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert!(browser.text("#title").contains("Ann"));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn reading_can_be_cancelled() {
    let mut browser = ready();
    let many = format!("{VALID}\n").repeat(60_000);
    drop_files(
        &mut browser,
        &[
            ("first.sgf", VALID.as_bytes()),
            ("many.sgf", many.as_bytes()),
            ("last.sgf", VALID.as_bytes()),
        ],
    );
    browser.wait_until("document.querySelectorAll('#rows li').length > 0");
    browser.click("#cancel");
    assert!(browser.text("#progress").starts_with("cancelled; "));
    // What has been listed can still be opened.
    browser.click("#rows button");
    browser.wait_until("!document.querySelector('#game').hidden");
    assert_eq!(browser.complaints, Vec::<String>::new());
}
