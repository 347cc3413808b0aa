//! The fonts of images. Those of the program have the letters of most languages; only for
//! others, such as Chinese characters, are further fonts used: the given ones, and then those
//! of the system. So an image looks the same everywhere unless it needs such letters.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use resvg::usvg::{
    FontResolver,
    fontdb::{Database, ID, Source, Style, Weight},
};
use ttf_parser::{Face, fonts_in_collection};

use super::error::ImageError;

/// The maximum size of a font file in bytes. A collection of all Chinese, Japanese and Korean
/// letters has some 30 MB.
pub const MAX_FONT: u64 = 64 * 1024 * 1024;

/// The fonts that are part of the program, parsed once.
static BUNDLED: LazyLock<FontSet> = LazyLock::new(|| {
    use dejavu::sans_condensed::{bold, regular};
    let mut database = Database::new();
    for font in [regular(), bold()] {
        database.load_font_source(Source::Binary(Arc::new(font)));
    }
    database.set_sans_serif_family("DejaVu Sans");
    FontSet {
        database: Arc::new(database),
        fallbacks: Arc::new(Vec::new()),
    }
});

/// Fonts for an image.
#[derive(Clone, Debug)]
pub(in crate::diagram) struct FontSet {
    pub(super) database: Arc<Database>,
    /// The fonts for letters that the chosen one lacks, in this order.
    fallbacks: Arc<Vec<ID>>,
}

impl FontSet {
    /// How the font of a letter is chosen.
    pub(super) fn resolver(&self) -> FontResolver<'static> {
        let fallbacks = Arc::clone(&self.fallbacks);
        let select_fallback = move |letter: char, tried: &[ID], fonts: &mut Arc<Database>| {
            let has = |id: &ID| {
                let has = fonts.with_face_data(*id, |data, index| has_letter(data, index, letter));
                !tried.contains(id) && has == Some(true)
            };
            fallbacks.iter().copied().find(has)
        };
        FontResolver {
            select_font: FontResolver::default_font_selector(),
            select_fallback: Box::new(select_fallback),
        }
    }
}

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
    /// Which of these letters one of them has.
    letters: BTreeMap<char, bool>,
    /// The fonts of the system, once they are needed: the best first.
    system: Option<Vec<(PathBuf, u32)>>,
    /// The fonts of the program and the loaded ones.
    set: Option<FontSet>,
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
        let faces = 0..fonts_in_collection(&data).unwrap_or(1);
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
            .filter(|(_, is_found)| !**is_found)
            .map(|(letter, _)| *letter)
            .collect()
    }

    /// Fonts with all letters of an SVG image, as far as there are such.
    pub(super) fn for_image(&self, svg: &str) -> FontSet {
        let letters = foreign_letters(svg);
        if letters.is_empty() {
            return BUNDLED.clone();
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        for letter in letters {
            if !state.letters.contains_key(&letter) {
                let is_found = state.find(letter, self.has_system);
                state.letters.insert(letter, is_found);
            }
        }
        state.set()
    }
}

impl State {
    /// Finds a font with a letter, if there is one.
    fn find(&mut self, letter: char, has_system: bool) -> bool {
        let has = |font: &LoadedFont| has_letter(&font.data, font.index, letter);
        if self.loaded.iter().any(has) {
            return true;
        }
        if !has_system {
            return false;
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
                self.set = None;
                return true;
            }
        }
        false
    }

    fn set(&mut self) -> FontSet {
        let loaded = &self.loaded;
        let with_loaded = || {
            let mut database = Database::clone(&BUNDLED.database);
            let mut fallbacks = Vec::new();
            for font in loaded {
                let source = Source::Binary(font.data.clone());
                for id in database.load_font_source(source) {
                    match database.face(id) {
                        Some(face) if face.index == font.index => fallbacks.push(id),
                        _ => database.remove_face(id),
                    }
                }
            }
            FontSet {
                database: Arc::new(database),
                fallbacks: Arc::new(fallbacks),
            }
        };
        self.set.get_or_insert_with(with_loaded).clone()
    }
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
            let path = match &face.source {
                Source::File(path) => path.clone(),
                Source::Binary(_) | Source::SharedFile(..) => return None,
            };
            let rank = (
                face.style != Style::Normal,
                face.weight.0.abs_diff(Weight::NORMAL.0),
                face.monospaced,
                !face.post_script_name.contains("Sans"),
            );
            Some((rank, path, face.index))
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
