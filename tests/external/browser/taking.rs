//! What a reader takes from the page: positions, records, images, paper; and pages that ask much of the browser.

use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

use roxmltree::Document;
use serde_json::Value;
use tempfile::TempDir;

use super::{
    chromium::Browser,
    pages::{browser, page, page_with, sample},
};
use crate::common::{run, write};

/// Catches what the page copies and downloads.
const CATCH: &str = "void (Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { \
     window.copied = text; }}}), URL.createObjectURL = blob => { window.blob = blob; return 'blob:none'; }, \
     HTMLAnchorElement.prototype.click = function () { window.saved = this.download; })";

/// The position of a record at a ply, as JSON without what tells how it came about.
fn position(folder: &TempDir, file: &str, ply: &str) -> Value {
    let (_, line, err) = run(
        folder,
        &["replay", file, "--at", ply, "--format", "jsonl"],
        "",
    );
    let mut position: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{err}"));
    for key in ["source", "ply", "move"] {
        position[key] = Value::Null;
    }
    position
}

pub(super) fn positions_can_be_copied() {
    let mut browser = browser();
    // Connected sides cannot be set up: the position is that after the move that connects them.
    let connected = "(;GM[bamogo]SZ[3]RE[W+];B[Rb3,Bc3];W[b3<>c3];B[Ga2,Ra3];W[Gb2,Rc2];B[b2<>c2];W[Ba1,Gb1];B[a2<>a3];W[c2<>c3];C[the end])";
    let samples = [
        ("ugo/study-king.sgf", "4"),
        ("ugo/engine-9x9.sgf", "60"),
        ("bargo/engine-side-4.sgf", "25"),
        ("sygo/engine-7x9.sgf", "20"),
        ("bamogo/engine-5x5-line.sgf", "21"),
        ("margo/browne-274.sgf", "80"),
        // Its end: the player to move has no move.
        ("margo/random-4x4-pbem.sgf", "21"),
    ]
    .map(|(record, ply)| (sample(record), ply, ply, "0"));
    let others = [
        (connected, "8", "8", "1"),
        // Behind an illegal ply: the position before it.
        ("(;GM[sygo]SZ[5]RE[?];W[b2];B[d4];W[b3];B[d3,a1];W[e1])", "5", "3", "0"),
        ("(;GM[ugo]SZ[5]RE[?];B[c3];W[button];B[c3];W[d4])", "4", "2", "0"),
        (
            "(;GM[bamogo]SZ[3]RE[?]LINE[RG RB GB RG];B[Ra1,Gb1];W[Ra2,Gb2];B[Ra3,Bb3];W[a1<>c1])",
            "3",
            "1",
            "0",
        ),
        (
            "(;GM[bamogo]SZ[2]RE[B+];B[Ra1,Gb1];W[a1<>b1];B[Ra2,Gb2];W[a1<>b1];B[a2<>b2];W[a2<>b2])",
            "6",
            "4",
            "1",
        ),
    ]
    .map(|(record, shown, ply, copied_ply)| (record.to_owned(), shown, ply, copied_ply));
    for (record, shown, ply, copied_ply) in samples.into_iter().chain(others) {
        let folder = TempDir::new().expect("a folder can be made");
        let page = page(&folder, &record);
        browser.open_at(&page, &format!("#{shown}"));
        browser.value(CATCH);
        browser.click("#open-menu");
        browser.click("#copy-position");
        browser.wait_until("typeof window.copied === 'string'");
        let copied = browser.value("window.copied");
        write(&folder, "copied.sgf", copied.as_str().expect("a text"));
        let (status, _, err) = run(&folder, &["validate", "copied.sgf"], "");
        assert_eq!(status, 0, "{record}: {copied} {err}");
        assert_eq!(
            position(&folder, "copied.sgf", copied_ply),
            position(&folder, "game.sgf", ply),
            "{record}: {copied}"
        );
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn what_the_browser_does_not_copy_is_told() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.open_at(&page, "#4");
    let message = "document.querySelector('#message').textContent";
    for (works, told) in [
        ("true", "The position is in the clipboard"),
        ("false", "The browser did not allow copying"),
    ] {
        browser.value(&format!(
            "void (Object.defineProperty(navigator, 'clipboard', {{configurable: true, value: \
             {{writeText: () => Promise.reject(new Error('no'))}}}}), document.execCommand = () => {works})"
        ));
        browser.click("#open-menu");
        browser.click("#copy-position");
        browser.wait_until(&format!("{message} === '{told}'"));
        browser.click("#close-menu");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_page_named_in_an_old_encoding_can_be_taken() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    let renamed = folder.path().join(OsStr::from_bytes(b"caf\xE9.html"));
    std::fs::rename(page, renamed).expect("a name that is not UTF-8");
    browser.open_url(&format!("file://{}/caf%E9.html#4", folder.path().display()));
    browser.value(CATCH);
    browser.click("#open-menu");
    for (item, name) in [
        ("#download-record", "caf%E9.sgf"),
        ("#download-image", "caf%E9-4.svg"),
    ] {
        browser.click(item);
        assert_eq!(browser.value("window.saved"), name);
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn records_and_images_can_be_downloaded() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let record =
        "(;FF[4]GM[ugo]CA[UTF-8]SZ[5]RE[?]PB[Jiří 碁]C[a < b\u{202e} \\] \\\\];B[c3];W[c4];B[d4])";
    let page = page(&folder, record);
    browser.open_at(&page, "#3");
    browser.value(CATCH);
    browser.click("#open-menu");
    browser.click("#download-record");
    assert_eq!(browser.value("window.saved"), "game.sgf");
    let bytes = browser.value("window.blob.arrayBuffer().then(b => [...new Uint8Array(b)])");
    let bytes: Vec<u8> = serde_json::from_value(bytes).expect("bytes");
    assert_eq!(
        String::from_utf8(bytes).expect("UTF-8"),
        format!("\u{feff}{record}\n")
    );
    browser.click("#download-image");
    assert_eq!(browser.value("window.saved"), "game-3.svg");
    let image = browser.value("window.blob.text()");
    let image = Document::parse(image.as_str().expect("a text")).expect("XML");
    let stones = image
        .descendants()
        .find(|node| node.attribute("class") == Some("stones"));
    let stones = stones
        .expect("a layer")
        .children()
        .filter(roxmltree::Node::is_element);
    assert_eq!(stones.count(), 3);
    assert!(
        image
            .descendants()
            .all(|node| node.attribute("h").is_none())
    );
    assert_eq!(
        image.root_element().attribute("aria-label"),
        Some("Ply 3: Black d4. White to move")
    );
    // Numbers take the place of the mark of the last ply, as on the page.
    let has_mark = |image: &Document| {
        let mut marks = image.descendants();
        marks.any(|node| node.attribute("class") == Some("last") && node.has_children())
    };
    assert!(has_mark(&image));
    browser.value(
        "void (document.querySelector('#show-numbers').click(), document.querySelector('#download-image').click())",
    );
    let image = browser.value("window.blob.text()");
    let image = Document::parse(image.as_str().expect("a text")).expect("XML");
    assert!(
        image
            .descendants()
            .any(|node| node.text() == Some("3") && node.has_tag_name("text"))
    );
    assert!(!has_mark(&image));
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_page_prints_moves_and_boards() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/engine-9x9.sgf"));
    browser.open_at(&page, "#5");
    browser.value(
        "void addEventListener('beforeprint', () => { window.boards = \
         [...document.querySelectorAll('#printed figcaption')].map(c => c.textContent.split(':')[0]); })",
    );
    assert!(browser.print().len() > 10_000);
    assert_eq!(
        browser.value("window.boards.join()"),
        "Ply 5,Ply 30,Ply 60,Ply 81"
    );
    assert_eq!(
        browser.value("document.querySelector('#printed').childElementCount"),
        0
    );
    browser.emulate_print();
    let display =
        |selector: &str| format!("getComputedStyle(document.querySelector({selector:?})).display");
    for (selector, is_printed) in [
        ("#controls", false),
        ("#players", false),
        ("header", true),
        ("#moves", true),
        ("#printed", true),
    ] {
        assert_eq!(
            browser.value(&display(selector)) != "none",
            is_printed,
            "{selector}"
        );
    }
    // It is needed for its gradients, but takes no space.
    assert_eq!(browser.value(&display("#board")), "block");
    assert_eq!(
        browser.value("document.querySelector('#board').offsetHeight"),
        0
    );
    assert_eq!(
        browser.value("document.querySelector('#moves').scrollHeight <= document.querySelector('#moves').clientHeight"),
        true
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_end_and_the_moves_need_no_script() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let page = page(&folder, &sample("ugo/study-king.sgf"));
    browser.disable_scripts();
    browser.open(&page);
    let moves = browser.text(".move-text");
    assert!(moves.contains("1 White d4 2 Black Ka5"), "{moves}");
    assert!(moves.contains("variation: 2 Black d5"), "{moves}");
    assert!(browser.text("h1").starts_with("A king in time"));
    let stones = "[...document.querySelectorAll('#board .stones > *')]\
                  .filter(e => getComputedStyle(e).display !== 'none').length";
    assert_eq!(browser.value(stones), 16);
    for (selector, is_shown) in [
        ("#controls", false),
        ("#moves", false),
        (".move-text", true),
        (".territory", false),
    ] {
        let is_visible =
            format!("document.querySelector({selector:?}).getClientRects().length > 0");
        assert_eq!(browser.value(&is_visible), is_shown, "{selector}");
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

/// The board of the page and the image that `--format svg` writes, in the same browser at the same size.
/// Checks that the board of a page that is open has the pixels of an image.
fn check_pixels(browser: &mut Browser, folder: &TempDir, image: &[&str], what: &str) {
    const SIDE: u32 = 500;
    let board = "document.querySelector('svg:not([hidden])')";
    let frame = browser.value(&format!("{board}.getAttribute('viewBox')"));
    let place = format!(
        "(() => {{ const image = {board}; image.setAttribute('viewBox', {frame}); \
         for (const part of image.querySelectorAll('.page, .header, .notes')) part.remove(); \
         image.setAttribute('style', 'position: fixed; left: 0; top: 0; z-index: 9; background: #fff; \
         border-radius: 0; box-shadow: none; width: {SIDE}px; height: {SIDE}px'); }})()"
    );
    browser.value(&place);
    let shown = browser.pixels(SIDE, SIDE);
    let args = [&["replay", "game.sgf", "--format", "svg"], image].concat();
    let (_, image, _) = run(folder, &args, "");
    let plain = write(
        folder,
        "plain.html",
        &format!(
            "<!DOCTYPE html><meta charset=utf-8><meta name=viewport content=\"width=device-width\">{image}"
        ),
    );
    browser.open(&plain);
    // Without the texts around the board, which the page tells itself.
    browser.value(&place);
    assert!(shown == browser.pixels(SIDE, SIDE), "{what}");
}

pub(super) fn the_board_has_the_pixels_of_the_image() {
    let mut browser = browser();
    browser.resize(800, 800);
    for (options, plies) in [
        (
            &["--game", "margo", "--size", "8", "--seed", "4"],
            ["60", "280", "300", "340"],
        ),
        (
            &["--game", "ugo", "--size", "19", "--seed", "1"],
            ["0", "80", "200", "300"],
        ),
        (
            &["--game", "bargo", "--size", "7", "--seed", "1"],
            ["1", "50", "90", "120"],
        ),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let (_, record, err) = run(&folder, &[&["random"], &options[..]].concat(), "");
        assert_eq!(err, "");
        let page = page(&folder, &record);
        for ply in plies {
            browser.open_at(&page, &format!("#{ply}"));
            let what = format!("{options:?}, ply {ply}");
            check_pixels(&mut browser, &folder, &["--at", ply], &what);
        }
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn a_pyramid_can_be_turned() {
    let mut browser = browser();
    browser.resize(800, 800);
    let folder = TempDir::new().expect("a folder can be made");
    let random = |seed: u32| {
        let seed = seed.to_string();
        let args = ["random", "--game", "margo", "--size", "6", "--seed", &seed];
        run(&folder, &args, "").1
    };
    let plates = |text: &str| -> Vec<String> {
        // The page writes all shapes on one line.
        let text = text.replace(">\n<", "><");
        let plates = text.split("<g class=\"plate\">").skip(1);
        let plates = plates.filter_map(|plate| plate.split_once("</g>"));
        plates.map(|(plate, _)| plate.to_owned()).collect()
    };
    // Beside the panel there is as much room for the board in width as in height, as in the image.
    browser.resize(1120, 820);
    for view in ["iso", "exploded"] {
        for (presses, corner) in ["sw", "se", "ne", "nw", "sw"].into_iter().enumerate() {
            let image = ["--view", view, "--corner", corner];
            // A game whose last position needs as much room as all of them.
            let ends_high = |record: &String| {
                let page = page_with(&folder, record, &["--view", view]);
                let page = std::fs::read_to_string(page).expect("a page");
                let args = [&["replay", "game.sgf", "--format", "svg"], &image[..]].concat();
                plates(&page).get(presses % 4) == plates(&run(&folder, &args, "").1).first()
            };
            let record = (1..100).map(random).find(ends_high).expect("such a game");
            let page = page_with(&folder, &record, &["--view", view]);
            browser.open_at(&page, "#90");
            for _ in 0..presses {
                browser.press("r");
            }
            // The other positions are turned as well.
            browser.press("End");
            check_pixels(&mut browser, &folder, &image, &format!("{view} {corner}"));
        }
    }
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn the_board_of_the_move_is_in_the_window() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let args = ["random", "--game", "margo", "--size", "9", "--seed", "3"];
    let (_, record, _) = run(&folder, &args, "");
    let page = page_with(&folder, &record, &["--view", "exploded"]);
    let is_seen = "(() => { const mark = document.querySelector('#board .last [h=\"0\"]').getBoundingClientRect(); \
                   const bar = document.querySelector('#controls').getBoundingClientRect(); \
                   const isBeside = getComputedStyle(document.querySelector('#controls')).position === 'static'; \
                   const [above, below] = isBeside ? [0, innerHeight] : bar.top > innerHeight / 2 ? [0, bar.top] : [bar.bottom, innerHeight]; \
                   return mark.top >= above - 1 && mark.bottom <= below + 1; })()";
    for (width, height) in [(390, 480), (500, 844), (1280, 800), (844, 390)] {
        browser.resize(width, height);
        browser.open_at(&page, "#200");
        for ply in 200..230 {
            let status = browser.text("#status");
            assert!(status.starts_with(&format!("Ply {ply}: ")), "{status}");
            assert_eq!(browser.value(is_seen), true, "{width}, ply {ply}");
            browser.press("ArrowRight");
        }
    }
    // On a desktop three boards stand side by side, with legible coordinates.
    browser.resize(1280, 800);
    browser.open_at(&page, "#230");
    let names = "[...document.querySelectorAll('#board .coordinates text:not(.left-out)')]";
    let lowest = format!(
        "Math.min(...{names}.map(name => parseFloat(getComputedStyle(name).fontSize) \
                          * document.querySelector('#board svg').getBoundingClientRect().width \
                          / document.querySelector('#board svg').viewBox.baseVal.width))"
    );
    let lowest = browser.value(&lowest).as_f64();
    assert!(lowest > Some(9.9), "{lowest:?}");
    assert_eq!(browser.complaints, Vec::<String>::new());
}

pub(super) fn large_and_deep_records_are_harmless() {
    let mut browser = browser();
    let folder = TempDir::new().expect("a folder can be made");
    let long = "<script>window.bad = 1</script> &amp; ".repeat(30_000);
    // Variations within variations, and a comment of 1 MB.
    let depth = 3_000;
    let record = format!(
        "(;GM[ugo]SZ[9]RE[?]C[{long}]{}{})",
        "(;W[pass])(;W[pass]".repeat(depth),
        ")".repeat(depth)
    );
    let page = page(&folder, &record);
    browser.open(&page);
    assert_eq!(browser.text("#comment").len(), long.trim().len());
    let listed = browser.value("document.querySelector('#moves .remark').textContent.length");
    assert!(listed.as_u64() < Some(400), "{listed}");
    assert_eq!(
        browser.value("document.querySelector('#download-record').hidden"),
        false
    );
    browser.press("ArrowRight");
    browser.press("End");
    browser.press("ArrowLeft");
    let deepest = browser.value(
        "(() => { let deepest = 0; for (const button of document.querySelectorAll('#moves button')) { \
         let depth = 0; for (let e = button; e; e = e.parentElement) depth += 1; \
         deepest = Math.max(deepest, depth); } return deepest; })()",
    );
    assert!(deepest.as_u64() < Some(12), "{deepest}");
    assert_eq!(
        browser.value("window.bad === undefined && document.scripts.length === 2"),
        true
    );
    assert_eq!(browser.complaints, Vec::<String>::new());
}
