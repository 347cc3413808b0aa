//! The fonts of images. Those of the program have the letters of most languages; only for
//! others, such as Chinese characters, are further fonts used: the given ones, and then those
//! of the system. So an image looks the same everywhere unless it needs such letters.

use std::{
    collections::BTreeMap,
    io::Read,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use dejavu::sans_condensed::{bold, regular};
use resvg::usvg::fontdb::{Database, FaceInfo, ID, Language, Source, Stretch, Style, Weight};
use ttf_parser::{
    Face,
    cmap::{self, Format, Subtable},
    fonts_in_collection,
};

#[cfg(feature = "pdf")]
use super::embeddable::is_embeddable;
use super::{
    error::ImageError,
    font_bytes::FontBytes,
    foreign_text::{ForeignFonts, LoadedFont, family, is_invisible},
    outline_cost::outline_cost,
};

/// The most fonts of a collection. Real ones have some forty.
const MAX_FACES: u32 = 256;

/// The maximum size of a font file in bytes. A collection of all Chinese, Japanese and Korean
/// letters has some 30 MB.
pub const MAX_FONT: u64 = 64 * 1024 * 1024;

/// The most points of the foreign letters of an image. Those of 10,000 Chinese characters have a
/// fifth of it.
const MAX_POINTS: u64 = 2_000_000;

/// The most lists of the letters of a font. Real fonts have up to ten.
const MAX_LETTER_LISTS: u16 = 64;

/// The tables of letters in colors, and what they are called instead: bitmaps and whole images in
/// a font may be of any size, and are not drawn.
const COLOR_TABLES: [(&[u8; 4], &[u8; 4]); 6] = [
    (b"COLR", b"COLQ"),
    (b"SVG ", b"SVG!"),
    (b"sbix", b"sbiw"),
    (b"CBDT", b"CBDS"),
    (b"EBDT", b"EBDS"),
    (b"bdat", b"bdas"),
];

/// The fonts that are part of the program, parsed once.
static BUNDLED: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut database = Database::new();
    for font in [regular(), bold()] {
        database.load_font_source(Source::Binary(Arc::new(font)));
    }
    database.set_sans_serif_family("DejaVu Sans");
    Arc::new(database)
});

/// The regular one.
static REGULAR: LazyLock<Arc<Vec<u8>>> = LazyLock::new(|| Arc::new(regular().to_vec()));

/// Where a letter is.
#[derive(Clone, Copy, Debug)]
struct LetterFont {
    /// The index of the font among the loaded ones.
    font: usize,
    /// The points of the outline, at most.
    points: u32,
}

/// The fonts of images: those of the program, given ones, and perhaps those of the system.
#[derive(Debug, Default)]
pub struct Fonts {
    has_system: bool,
    state: Mutex<State>,
}

struct State {
    /// The fonts that are used for letters that those of the program lack. The first is the regular one of the program: the bold
    /// one lacks some of its letters.
    loaded: Vec<LoadedFont>,
    /// For each of these letters the first one that has it, if there is one.
    letters: BTreeMap<char, Option<LetterFont>>,
    /// The fonts of the system, once they are needed: the best first.
    system: Option<Vec<(PathBuf, u32)>>,
    /// The fonts of the program and the loaded ones, once they are needed.
    database: Option<Arc<Database>>,
}

impl Default for State {
    fn default() -> State {
        let regular = LoadedFont {
            data: Arc::clone(&REGULAR),
            index: 0,
        };
        State {
            loaded: vec![regular],
            letters: BTreeMap::new(),
            system: None,
            database: None,
        }
    }
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
    /// If it is not TrueType, OpenType, or a collection of at most 256 of these.
    pub fn add(&mut self, data: Vec<u8>) -> Result<(), ImageError> {
        let data = Arc::new(without_colors(data));
        // A damaged collection may state billions of fonts, and all of them may be the same.
        let faces = fonts_in_collection(&data).unwrap_or(1);
        if faces > MAX_FACES {
            return Err(ImageError::ManyFonts(faces));
        }
        let readable = (0..faces).filter(|&index| Face::parse(&data, index).is_ok());
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

    /// Whether the fonts of the foreign letters of an image, which have been [resolved](Fonts::resolve), can be embedded in a
    /// PDF file.
    #[cfg(feature = "pdf")]
    pub(in crate::diagram) fn are_embeddable(&self, svg: &str) -> bool {
        let letters = foreign_letters(svg);
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let fonts = letters
            .keys()
            .filter_map(|letter| state.letters.get(letter).copied()?);
        let fonts: std::collections::BTreeSet<usize> = fonts.map(|found| found.font).collect();
        let mut fonts = fonts.into_iter().filter_map(|font| state.loaded.get(font));
        fonts.all(|font| is_embeddable(&font.data, font.index))
    }

    /// The fonts of the foreign letters of an image as far as there are such, and all fonts.
    pub(super) fn resolve(&self, svg: &str) -> (ForeignFonts, Arc<Database>) {
        let letters = foreign_letters(svg);
        if letters.is_empty() {
            return (ForeignFonts::default(), Arc::clone(&BUNDLED));
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut foreign = ForeignFonts::default();
        let mut points = 0;
        for (&letter, &count) in &letters {
            let font = match state.letters.get(&letter) {
                Some(&font) => font,
                None => {
                    let font = state.find(letter, self.has_system);
                    state.letters.insert(letter, font);
                    font
                }
            };
            let Some(font) = font else {
                foreign.missing.insert(letter);
                continue;
            };
            points += u64::from(font.points) * count;
            if points > MAX_POINTS {
                break;
            }
            foreign.letters.insert(letter, font.font);
            let loaded = &state.loaded[font.font];
            let fonts = &mut foreign.fonts;
            fonts.entry(font.font).or_insert_with(|| loaded.clone());
        }
        (foreign, state.database())
    }
}

impl State {
    /// Finds a font with a letter, if there is one.
    fn find(&mut self, letter: char, has_system: bool) -> Option<LetterFont> {
        let mut fonts = self.loaded.iter().enumerate();
        let loaded = fonts.find_map(|(number, font)| {
            let points = letter_points(&font.data, font.index, letter)?;
            Some(LetterFont {
                font: number,
                points,
            })
        });
        if loaded.is_some() || !has_system {
            return loaded;
        }
        let system = self.system.get_or_insert_with(system_fonts);
        let mut last: Option<(&Path, Arc<Vec<u8>>)> = None;
        for (path, index) in system.iter() {
            let data = match &last {
                Some((last, data)) if last == path => Arc::clone(data),
                _ => Arc::new(without_colors(read_font(path).unwrap_or_default())),
            };
            last = Some((path, Arc::clone(&data)));
            if let Some(points) = letter_points(&data, *index, letter) {
                let index = *index;
                self.loaded.push(LoadedFont { data, index });
                self.database = None;
                return Some(LetterFont {
                    font: self.loaded.len() - 1,
                    points,
                });
            }
        }
        None
    }

    fn database(&mut self) -> Arc<Database> {
        let loaded = &self.loaded;
        let with_loaded = || {
            let mut database = Database::clone(&BUNDLED);
            // Only the family matters: each has a single font. What a font says of itself is not read, since it may say
            // very much.
            for (number, font) in loaded.iter().enumerate() {
                database.push_face_info(FaceInfo {
                    id: ID::dummy(),
                    source: Source::Binary(font.data.clone()),
                    index: font.index,
                    families: vec![(family(number), Language::English_UnitedStates)],
                    post_script_name: String::new(),
                    style: Style::Normal,
                    weight: Weight::NORMAL,
                    stretch: Stretch::Normal,
                    monospaced: false,
                });
            }
            Arc::new(database)
        };
        Arc::clone(self.database.get_or_insert_with(with_loaded))
    }
}

/// The letters in texts of an SVG image that a font of the program lacks, and how often each
/// of them is there.
fn foreign_letters(svg: &str) -> BTreeMap<char, u64> {
    let mut foreign = BTreeMap::new();
    if svg.is_ascii() {
        return foreign;
    }
    let texts = svg.split("<text").skip(1);
    let texts = texts.filter_map(|text| text.split("</text>").next());
    let letters = texts.flat_map(str::chars).filter(|&letter| {
        !letter.is_ascii()
            && !letter.is_control()
            && !letter.is_whitespace()
            && !is_invisible(letter)
    });
    for letter in letters {
        *foreign.entry(letter).or_default() += 1;
    }
    let bundled = [regular(), bold()].map(|font| Face::parse(font, 0).ok());
    foreign.retain(|&letter, _| {
        let mut bundled = bundled.iter().flatten();
        bundled.any(|face| face.glyph_index(letter).is_none())
    });
    foreign
}

/// The points of the outline of a letter in a font, at most. `None` if it lacks the letter, or
/// if its outline is damaged or far too large.
fn letter_points(data: &[u8], index: u32, letter: char) -> Option<u32> {
    let face = Face::parse(data, index).ok()?;
    face.tables()
        .cmap
        .as_ref()
        .filter(|letters| is_searched_at_once(letters))?;
    outline_cost(&face, face.glyph_index(letter)?)
}

/// Whether a letter is found in little time: the lists of letters are few, and none must be searched from its beginning. Such
/// ones belong to fonts that have the same sign for all letters of a script.
fn is_searched_at_once(letters: &cmap::Table) -> bool {
    let is_slow = |list: Subtable| matches!(list.format, Format::ManyToOneRangeMappings(_));
    letters.subtables.len() <= MAX_LETTER_LISTS && !letters.subtables.into_iter().any(is_slow)
}

/// A font whose letters are drawn in one color.
fn without_colors(mut data: Vec<u8>) -> Vec<u8> {
    let number = |data: &[u8], at: usize, size| FontBytes(data).number(at, size);
    let directories: Vec<usize> = match fonts_in_collection(&data) {
        None => vec![0],
        Some(faces) => (0..faces.min(MAX_FACES) as usize)
            .map_while(|face| number(&data, 12 + 4 * face, 4))
            .collect(),
    };
    for directory in directories {
        let tables = number(&data, directory + 4, 2).unwrap_or_default();
        for table in 0..tables {
            let begin = directory + 12 + 16 * table;
            let Some(tag) = data.get_mut(begin..begin + 4) else {
                break;
            };
            if let Some((_, other)) = COLOR_TABLES.iter().find(|(color, _)| *color == tag) {
                tag.copy_from_slice(*other);
            }
        }
    }
    data
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
    fn the_fonts_of_a_collection_are_counted_before_they_are_read() {
        let collection = |count: u32| {
            let mut data = [b"ttcf\0\x01\0\0", &count.to_be_bytes()[..]].concat();
            // All of them are the font that follows, and its tables keep their distance from the beginning of the data.
            let start = 12 + 4 * count;
            data.extend((0..count).flat_map(|_| start.to_be_bytes()));
            let mut font = dejavu::sans_condensed::regular().to_vec();
            let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
            for table in 0..tables {
                let offset = font[12 + 16 * table + 8..].first_chunk_mut().unwrap();
                *offset = (u32::from_be_bytes(*offset) + start).to_be_bytes();
            }
            data.extend(font);
            data
        };
        let mut fonts = Fonts::default();
        // With the one of the program.
        fonts.add(collection(256)).unwrap();
        assert_eq!(fonts.state.get_mut().unwrap().loaded.len(), 1 + 256);
        let refused = fonts.add(collection(257));
        assert!(matches!(refused, Err(ImageError::ManyFonts(257))));
        let database = fonts.state.get_mut().unwrap().database();
        let family = |face: &FaceInfo| face.families.first().map(|(name, _)| name.clone());
        let given = database
            .faces()
            .filter(|face| family(face).is_some_and(|it| it.starts_with("kifu-")));
        assert_eq!(given.count(), 1 + 256);
    }

    #[test]
    fn letters_are_looked_up_only_where_that_takes_little_time() {
        let regular = Face::parse(dejavu::sans_condensed::regular(), 0).unwrap();
        assert!(is_searched_at_once(&regular.tables().cmap.unwrap()));
        // Lists of Unicode without letters.
        let lists = |count: u16, format: u16| {
            let offset = 4 + 8 * u32::from(count);
            let mut table = [0, 0, (count >> 8) as u8, count as u8].to_vec();
            for _ in 0..count {
                table.extend([0, 0, 0, 4]);
                table.extend(offset.to_be_bytes());
            }
            table.extend([format.to_be_bytes(), [0, 0]].as_flattened());
            table.extend([16_u32, 0, 0].map(u32::to_be_bytes).as_flattened());
            table
        };
        for (count, format, expected) in [
            (64, 12, true),
            (65, 12, false),
            (1, 12, true),
            (1, 13, false),
        ] {
            let table = lists(count, format);
            let table = cmap::Table::parse(&table).unwrap();
            assert_eq!(is_searched_at_once(&table), expected, "{count} {format}");
        }
    }

    #[test]
    fn letters_that_the_program_lacks_are_counted() {
        let svg = "<svg><title>\u{7881}</title><text x=\"1\">a\u{7881}\u{7881} b</text><text>c</text></svg>";
        assert_eq!(foreign_letters(svg), BTreeMap::from([('\u{7881}', 2)]));
        assert!(foreign_letters("<text>\u{17d}ofie \u{2013} \u{b7}</text>").is_empty());
    }

    #[test]
    fn letters_that_the_bold_font_lacks_are_drawn_in_the_regular_one() {
        let svg = "<text font-weight=\"bold\">\u{1d5a0}\u{7881}</text>";
        let fonts = Fonts::default();
        let (foreign, _) = fonts.resolve(svg);
        assert_eq!(foreign.letters, BTreeMap::from([('\u{1d5a0}', 0)]));
        assert_eq!(fonts.missing(), ['\u{7881}']);
        let boxed = foreign.boxed(svg);
        assert_eq!(boxed, svg.replace('\u{7881}', "\u{25af}"));
        // The box is a letter of both fonts, so that it is a letter in a PDF file, too.
        assert!(foreign_letters(&boxed).keys().eq(['\u{1d5a0}'].iter()));
    }
}
