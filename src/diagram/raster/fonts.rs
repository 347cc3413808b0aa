//! The fonts of images. Those of the program have the letters of most languages; only for
//! others, such as Chinese characters, are further fonts used: the given ones, and then those
//! of the system. So an image looks the same everywhere unless it needs such letters.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use resvg::usvg::fontdb::{Database, FaceInfo, Language, Source, Style, Weight};
use ttf_parser::{Face, fonts_in_collection};

use super::error::ImageError;

/// The most fonts of a collection that are read. Real ones have some forty.
const MAX_FACES: u32 = 256;

/// The maximum size of a font file in bytes. A collection of all Chinese, Japanese and Korean
/// letters has some 30 MB.
pub const MAX_FONT: u64 = 64 * 1024 * 1024;

/// The fonts that are part of the program, parsed once.
static BUNDLED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    use dejavu::sans_condensed::{bold, regular};
    let mut database = Database::new();
    for font in [regular(), bold()] {
        database.load_font_source(Source::Binary(Arc::new(font)));
    }
    database.set_sans_serif_family("DejaVu Sans");
    Arc::new(database)
});

/// A font in memory: one face of a file.
#[derive(Clone)]
struct LoadedFont {
    data: Arc<Vec<u8>>,
    index: u32,
}

/// The fonts of images: those of the program, given ones, and perhaps those of the system.
#[derive(Debug, Default)]
pub struct Fonts {
    has_system: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The fonts that are used for letters that those of the program lack.
    loaded: Vec<LoadedFont>,
    /// For each of these letters the first one that has it, if there is one.
    letters: BTreeMap<char, Option<usize>>,
    /// The fonts of the system, once they are needed: the best first.
    system: Option<Vec<(PathBuf, u32)>>,
    /// The fonts of the program and the loaded ones, once they are needed.
    database: Option<Arc<Database>>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("State")
            .field("letters", &self.letters)
            .finish_non_exhaustive()
    }
}

impl Fonts {
    /// The fonts of the program, and for letters that they lack those of the system.
    pub fn with_system() -> Fonts {
        Fonts {
            has_system: true,
            ..Fonts::default()
        }
    }

    /// Adds the fonts of a file for letters that those before it lack.
    ///
    /// # Errors
    ///
    /// If it is not TrueType, OpenType, or a collection of these.
    pub fn add(&mut self, data: Vec<u8>) -> Result<(), ImageError> {
        let data = Arc::new(data);
        // A damaged collection may state billions of fonts, and all of them may be the same.
        let faces = 0..fonts_in_collection(&data).unwrap_or(1).min(MAX_FACES);
        let readable = faces.filter(|&index| Face::parse(&data, index).is_ok());
        let fonts: Vec<LoadedFont> = readable
            .map(|index| LoadedFont {
                data: Arc::clone(&data),
                index,
            })
            .collect();
        if fonts.is_empty() {
            return Err(ImageError::Font);
        }
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        state.loaded.extend(fonts);
        Ok(())
    }

    /// The letters drawn so far that no font has: images show boxes in their place.
    pub fn missing(&self) -> Vec<char> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let letters = state.letters.iter();
        letters
            .filter(|(_, font)| font.is_none())
            .map(|(letter, _)| *letter)
            .collect()
    }

    /// The image with the families of its foreign letters, and fonts with all its letters as far
    /// as there are such.
    pub(super) fn resolve<'s>(&self, svg: &'s str) -> (Cow<'s, str>, Arc<Database>) {
        let letters = foreign_letters(svg);
        if letters.is_empty() {
            return (Cow::Borrowed(svg), Arc::clone(&BUNDLED));
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for &letter in &letters {
            if !state.letters.contains_key(&letter) {
                let font = state.find(letter, self.has_system);
                state.letters.insert(letter, font);
            }
        }
        let font = |letter| state.letters.get(&letter).copied().flatten();
        let svg = with_families(svg, &font);
        (Cow::Owned(svg), state.database())
    }
}

impl State {
    /// Finds a font with a letter, if there is one: its index.
    fn find(&mut self, letter: char, has_system: bool) -> Option<usize> {
        let has = |font: &LoadedFont| has_letter(&font.data, font.index, letter);
        let loaded = self.loaded.iter().position(has);
        if loaded.is_some() || !has_system {
            return loaded;
        }
        let system = self.system.get_or_insert_with(system_fonts);
        let mut last: Option<(&Path, Arc<Vec<u8>>)> = None;
        for (path, index) in system.iter() {
            let data = match &last {
                Some((last, data)) if last == path => Arc::clone(data),
                _ => Arc::new(read_font(path).unwrap_or_default()),
            };
            last = Some((path, Arc::clone(&data)));
            if has_letter(&data, *index, letter) {
                let index = *index;
                self.loaded.push(LoadedFont { data, index });
                self.database = None;
                return Some(self.loaded.len() - 1);
            }
        }
        None
    }

    fn database(&mut self) -> Arc<Database> {
        let loaded = &self.loaded;
        let with_loaded = || {
            let mut database = Database::clone(&BUNDLED);
            for (number, font) in loaded.iter().enumerate() {
                let source = Source::Binary(font.data.clone());
                for id in database.load_font_source(source) {
                    let face = database.face(id).cloned();
                    database.remove_face(id);
                    if let Some(face) = face.filter(|face| face.index == font.index) {
                        database.push_face_info(FaceInfo {
                            families: vec![(family(number), Language::English_UnitedStates)],
                            ..face
                        });
                    }
                }
            }
            Arc::new(database)
        };
        Arc::clone(self.database.get_or_insert_with(with_loaded))
    }
}

/// The name of the family of a loaded font, which no other has.
fn family(number: usize) -> String {
    format!("kifu-{number}")
}

/// The image with the family of each run of letters that have another font than the rest of
/// their text. So the rest is drawn as usual.
fn with_families(svg: &str, font: &dyn Fn(char) -> Option<usize>) -> String {
    let mut parts = svg.split("<text");
    let mut resolved = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        resolved.push_str("<text");
        let end = part.find("</text>").unwrap_or(0);
        let begin = part[..end].find('>').map_or(0, |begin| begin + 1);
        resolved.push_str(&part[..begin]);
        let mut last = None;
        for letter in part[begin..end].chars() {
            let font = font(letter);
            if font != last {
                if last.is_some() {
                    resolved.push_str("</tspan>");
                }
                if let Some(font) = font {
                    resolved.push_str(&format!("<tspan font-family=\"{}\">", family(font)));
                }
                last = font;
            }
            resolved.push(letter);
        }
        if last.is_some() {
            resolved.push_str("</tspan>");
        }
        resolved.push_str(&part[end..]);
    }
    resolved
}

/// The letters in texts of an SVG image that the fonts of the program lack.
fn foreign_letters(svg: &str) -> BTreeSet<char> {
    if svg.is_ascii() {
        return BTreeSet::new();
    }
    let texts = svg.split("<text").skip(1);
    let texts = texts.filter_map(|text| text.split("</text>").next());
    let letters = texts
        .flat_map(str::chars)
        .filter(|letter| !letter.is_ascii() && !letter.is_control() && !letter.is_whitespace());
    let letters: BTreeSet<char> = letters.collect();
    let bundled = Face::parse(dejavu::sans_condensed::regular(), 0).ok();
    let is_bundled = |letter: &char| {
        bundled
            .as_ref()
            .is_none_or(|face| face.glyph_index(*letter).is_some())
    };
    letters
        .into_iter()
        .filter(|letter| !is_bundled(letter))
        .collect()
}

fn has_letter(data: &[u8], index: u32, letter: char) -> bool {
    Face::parse(data, index).is_ok_and(|face| face.glyph_index(letter).is_some())
}

/// The fonts of the system: upright ones of normal weight without serifs first.
fn system_fonts() -> Vec<(PathBuf, u32)> {
    let mut database = Database::new();
    database.load_system_fonts();
    let mut fonts: Vec<_> = database
        .faces()
        .filter_map(|face| {
            let Source::File(path) = &face.source else {
                return None;
            };
            let rank = (
                face.style != Style::Normal,
                face.weight.0.abs_diff(Weight::NORMAL.0),
                face.monospaced,
                !face.post_script_name.contains("Sans"),
            );
            Some((rank, path.clone(), face.index))
        })
        .collect();
    fonts.sort();
    fonts
        .into_iter()
        .map(|(_, path, index)| (path, index))
        .collect()
}

/// A font file of the system, unless it is too large or cannot be read.
fn read_font(path: &Path) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    file.take(MAX_FONT + 1).read_to_end(&mut data).ok()?;
    (data.len() as u64 <= MAX_FONT).then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_foreign_letters_have_another_family() {
        let svg = "<svg><title>\u{7881}</title><text x=\"1\">a\u{7881}\u{7881} b</text><text>c</text></svg>";
        let font = |letter| (letter == '\u{7881}').then_some(3);
        assert_eq!(
            with_families(svg, &font),
            "<svg><title>\u{7881}</title><text x=\"1\">a<tspan font-family=\"kifu-3\">\u{7881}\u{7881}</tspan> b</text><text>c</text></svg>"
        );
        assert_eq!(foreign_letters(svg), BTreeSet::from(['\u{7881}']));
        assert!(foreign_letters("<text>\u{17d}ofie \u{2013} \u{b7}</text>").is_empty());
        assert_eq!(with_families("<text", &font), "<text");
    }
}
