//! A page that lists the images or viewers of several records.

use std::{ffi::OsStr, path::Path};

use super::{content::Header, scene::sanitized, svg::escaped};

/// The maximum length of a name, and of the other texts, in font sizes.
const LONGEST: f64 = 40.0;

/// The maximum size of the boards in a page, in bytes; further records have none.
const MAX_BOARDS: usize = 32 * 1024 * 1024;

/// The beginning of every page, by which a page is recognized.
const BEGINNING: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"generator\" content=\"kifu index\">\n";

const HEAD: &str = r#"<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<style>
:root{color-scheme:light dark;font:1rem/1.4 system-ui,sans-serif}
body{margin:1rem auto;max-width:75rem;padding:0 1rem}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:1.5rem 1rem;list-style:none;padding:0}
li{overflow-wrap:anywhere}
a{color:inherit}
.board{display:block;height:11rem;margin-bottom:.4rem}
.board>*{width:100%;height:100%;object-fit:contain;object-position:left bottom}
small{display:block;opacity:.8}
.error{color:#c1121f}
@media(prefers-color-scheme:dark){.error{color:#ff6b5e}}
</style>
"#;

/// A record in the list. The texts may be anything.
#[derive(Clone, Copy, Debug)]
pub struct IndexEntry<'a> {
    /// The name of the record, for one without players.
    pub name: &'a str,
    /// The players and the event.
    pub header: Header<'a>,
    /// The game and the board.
    pub game: &'a str,
    /// The result, if there is one.
    pub result: Option<&'a str>,
    /// What is wrong with the record.
    pub error: Option<&'a str>,
    /// The names of its files in the folder of the page: at least one.
    pub files: &'a [String],
    /// A small board as SVG; without it the last of the files is an image of the board.
    pub board: Option<&'a str>,
}

/// A page that is being written: [`head`](IndexPage::head), all [items](IndexPage::take_items), [`END`](IndexPage::END).
#[derive(Debug, Default)]
pub struct IndexPage {
    /// Items that have not been taken.
    items: String,
    records: usize,
    /// Bytes of boards so far.
    boards: usize,
}

impl IndexPage {
    /// What follows the items.
    pub const END: &str = "</ul>\n</html>\n";

    /// Adds a record.
    pub fn add(&mut self, entry: &IndexEntry) {
        let (Some(first), Some(last)) = (entry.files.first(), entry.files.last()) else {
            return;
        };
        self.records += 1;
        let title = title(entry);
        let board = match entry.board {
            // Such a page has the board itself; a record without one has none to show.
            None if Path::new(last).extension() == Some(OsStr::new("html")) => String::new(),
            None => format!("<img loading=\"lazy\" src=\"{}\" alt=\"\">", link(last)),
            Some(board) => {
                self.boards += board.len();
                let fits = self.boards <= MAX_BOARDS;
                if fits {
                    board.to_owned()
                } else {
                    String::new()
                }
            }
        };
        let mut item = format!("<li><a href=\"{}\">", link(last));
        if !board.is_empty() {
            item.push_str(&format!("<span class=\"board\">{board}</span>"));
        }
        item.push_str(&format!("{title}</a>"));
        let result = entry.result.map(|result| format!("result {result}"));
        let texts = [
            Some(entry.game),
            result.as_deref(),
            entry.header.event,
            entry.header.date,
        ];
        for text in texts.into_iter().flatten() {
            item.push_str(&format!("<small>{}</small>", plain(text)));
        }
        if let Some(error) = entry.error {
            item.push_str(&format!("<small class=\"error\">{}</small>", plain(error)));
        }
        if entry.files.len() > 1 {
            item.push_str(&format!(
                "<small>{} images: <a href=\"{}\">first</a>, <a href=\"{}\">last</a></small>",
                entry.files.len(),
                link(first),
                link(last)
            ));
        }
        self.items.push_str(&item);
        self.items.push_str("</li>\n");
    }

    /// Takes the items of the records that have been added since the last time, so that they need not stay in memory.
    pub fn take_items(&mut self) -> String {
        std::mem::take(&mut self.items)
    }

    /// The number of records so far.
    pub fn records(&self) -> usize {
        self.records
    }

    /// What precedes the items, once all records are added.
    pub fn head(&self) -> String {
        format!(
            "{BEGINNING}{HEAD}<title>{count} records</title>\n<h1>{count} records</h1>\n<ul>\n",
            count = self.records
        )
    }

    /// Whether a file is such a page, by its beginning.
    pub fn is_page(bytes: &[u8]) -> bool {
        bytes.starts_with(BEGINNING.as_bytes())
    }
}

/// The players, or else the name of the record.
fn title(entry: &IndexEntry) -> String {
    let name = |name: Option<&str>| name.map(plain).filter(|name| !name.is_empty());
    match (name(entry.header.black), name(entry.header.white)) {
        (None, None) => plain(entry.name),
        (black, white) => format!(
            "{} – {}",
            black.as_deref().unwrap_or("Black"),
            white.as_deref().unwrap_or("White")
        ),
    }
}

/// A text of a record, short and escaped.
fn plain(text: &str) -> String {
    escaped(sanitized(text, LONGEST).trim())
}

/// A file name as a relative address.
fn link(name: &str) -> String {
    let mut link = String::from("./");
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => {
                link.push(char::from(byte));
            }
            _ => link.push_str(&format!("%{byte:02X}")),
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_listed_without_harm() {
        let files = ["a b#1.png".to_owned(), "ü%.png".to_owned()];
        let mut page = IndexPage::default();
        page.add(&IndexEntry {
            name: "a.sgf, record 1",
            header: Header {
                black: Some("<script>\u{202e}Ann"),
                event: Some("A & B"),
                ..Header::default()
            },
            game: "Ugo, 9 × 9",
            result: Some("B+1"),
            error: Some("ply 3 is illegal"),
            files: &files,
            board: None,
        });
        page.add(&IndexEntry {
            name: "a.sgf, record 2",
            header: Header::default(),
            game: "Ugo, 9 × 9",
            result: None,
            error: None,
            files: &files[..1],
            board: Some("<svg/>"),
        });
        let pages = ["c.html".to_owned()];
        page.add(&IndexEntry {
            name: "a malformed record",
            header: Header::default(),
            game: "0 plies",
            result: None,
            error: Some("no record"),
            files: &pages,
            board: None,
        });
        assert_eq!(page.records(), 3);
        let page = format!("{}{}{}", page.head(), page.take_items(), IndexPage::END);
        assert!(IndexPage::is_page(page.as_bytes()));
        for part in [
            "<img loading=\"lazy\" src=\"./%C3%BC%25.png\"",
            "&lt;script&gt;Ann – White</a>",
            "<small>A &amp; B</small>",
            "<small>result B+1</small>",
            "<small class=\"error\">ply 3 is illegal</small>",
            "2 images: <a href=\"./a%20b%231.png\">first</a>",
            "<span class=\"board\"><svg/></span>a.sgf, record 2</a>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("<script>"));
        assert_eq!(page.matches("<img").count(), 1, "{page}");
    }
}
