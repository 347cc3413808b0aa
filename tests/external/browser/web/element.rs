//! `<kifu-board>` on a page of somebody else.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
    thread,
};

use tempfile::TempDir;

use super::{
    super::{chromium::Browser, pages::browser},
    built,
};

/// The shadow tree of the first board.
pub(super) const ROOT: &str = "document.querySelector('kifu-board').shadowRoot";

fn open(folder: &TempDir, element: &str) -> Browser {
    open_element(folder, "<meta charset=utf-8>", element)
}

/// A page with an element, and with something in its head.
pub(super) fn open_element(folder: &TempDir, head: &str, element: &str) -> Browser {
    fs::copy(built("kifu-board.js"), folder.path().join("kifu-board.js")).expect("a copy");
    let html = format!(
        "<!DOCTYPE html>{head}<script>window.told = []; \
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

pub(super) fn text(browser: &mut Browser, selector: &str) -> String {
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

/// Serves some files until the test ends; returns the address.
fn serve(files: Vec<(&'static str, &'static str, Vec<u8>)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = String::new();
            let mut lines = BufReader::new(&stream);
            let _ = lines.read_line(&mut request);
            let mut line = request.clone();
            while line.trim() != "" {
                line.clear();
                let _ = lines.read_line(&mut line);
            }
            let found = files
                .iter()
                .find(|(name, ..)| request.starts_with(&format!("GET /{name} ")));
            let (status, kind, body) = match found {
                Some((_, kind, body)) => ("200 OK", *kind, &body[..]),
                None => ("404 Not Found", "text/plain", &b""[..]),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream
                .write_all(head.as_bytes())
                .and_then(|()| stream.write_all(body));
        }
    });
    format!("http://{address}")
}

pub(super) fn the_element_fetches_what_its_source_names() {
    let html = "<!DOCTYPE html><meta charset=utf-8><link rel=icon href=data:,><script src=kifu-board.js></script>\
                <kifu-board src=game.sgf ply=end></kifu-board><kifu-board src=missing.sgf></kifu-board>";
    let script = fs::read(built("kifu-board.js")).expect("it is built");
    let record = b"\xef\xbb\xbf(;GM[ugo]SZ[3]RE[?]PB[Ren\xc3\xa9];B[a1];W[b2])".to_vec();
    let address = serve(vec![
        ("page.html", "text/html", html.into()),
        ("kifu-board.js", "text/javascript", script),
        ("game.sgf", "application/x-go-sgf", record),
    ]);
    let mut browser = browser();
    browser.open_url(&format!("{address}/page.html"));
    browser.wait_until(&format!("{ROOT}.querySelector('#board svg') !== null"));
    assert!(text(&mut browser, "#status").starts_with("Ply 2: White b2"));
    assert!(text(&mut browser, "#players").contains("René"));
    browser.wait_until("document.querySelectorAll('kifu-board')[1].shadowRoot.querySelector('#error').textContent.includes('404')");
    let requests = browser
        .complaints
        .iter()
        .filter_map(|told| told.strip_prefix("a request for "));
    let mut requests: Vec<String> = requests
        .filter(|url| !url.starts_with("data:"))
        .map(|url| url.replace(&address, ""))
        .collect();
    requests.sort();
    assert_eq!(
        requests,
        ["/game.sgf", "/kifu-board.js", "/missing.sgf", "/page.html"]
    );
}
