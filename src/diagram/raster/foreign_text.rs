//! Texts with letters that the fonts of the program lack, and those in scripts that write several letters as one.
//!
//! The library that draws shapes a text with each of its fonts, and then mixes the results letter by letter. In scripts such as
//! Devanagari and Thai this loses some, or panics. So a text is divided into parts of one font each, and every part has a
//! position of its own: where the one before it ends. The library also takes the widest glyph of a cluster for the width of
//! the whole cluster; what is missing is added before the next one.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    ops::Range,
    sync::Arc,
};

use resvg::usvg::{Group, Node, Text, TextAnchor, Tree};
use rustybuzz::{Direction, Face, UnicodeBuffer, shape};
use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::char::is_combining_mark;

use super::error::ImageError;
use crate::diagram::xml_escaped;

/// From this weight on, text is drawn in the bold font of the program.
const BOLD: u16 = 600;

/// The identifiers of the texts while it is found out where they are.
const PROBE: &str = "kifu-text-";

/// A font in memory: one face of a file.
#[derive(Clone)]
pub(super) struct LoadedFont {
    pub(super) data: Arc<Vec<u8>>,
    pub(super) index: u32,
}

/// The fonts of the foreign letters of an image.
#[derive(Default)]
pub(super) struct ForeignFonts {
    /// The letters that are drawn, with the numbers of their fonts.
    pub(super) letters: BTreeMap<char, usize>,
    pub(super) fonts: BTreeMap<usize, LoadedFont>,
    /// The letters that no font has.
    pub(super) missing: BTreeSet<char>,
}

impl ForeignFonts {
    /// An image with boxes in place of the letters that no font has. Those that a font draws for such letters would all be
    /// one and the same letter in a text copied from a PDF file.
    pub(super) fn boxed<'s>(&self, svg: &'s str) -> Cow<'s, str> {
        const BOX: char = '\u{25af}';
        if self.missing.is_empty() {
            return Cow::Borrowed(svg);
        }
        let letters = svg.chars();
        let boxed = letters.map(|letter| {
            if self.missing.contains(&letter) {
                BOX
            } else {
                letter
            }
        });
        Cow::Owned(boxed.collect())
    }
}

/// The name of the family of a loaded font, which no other has.
pub(super) fn family(number: usize) -> String {
    format!("kifu-{number}")
}

/// An image in which each of these texts consists of parts of one font each. `parse` reads an image.
///
/// # Errors
///
/// If the image cannot be read.
pub(super) fn laid_out<'s>(
    svg: &'s str,
    foreign: &ForeignFonts,
    parse: impl FnOnce(&str) -> Result<Tree, ImageError>,
) -> Result<Cow<'s, str>, ImageError> {
    let is_special = |content: &Range<usize>| {
        let mut letters = svg[content.clone()].chars();
        letters.any(|letter| foreign.letters.contains_key(&letter) || is_joined(letter))
    };
    let texts: Vec<TextElement> = text_elements(svg)
        .filter(|text| is_special(&text.content))
        .collect();
    if texts.is_empty() {
        return Ok(Cow::Borrowed(svg));
    }
    let probe = rewritten(svg, &texts, |number| {
        Some((format!(" id=\"{PROBE}{number}\""), "x".to_owned()))
    });
    let mut probed = BTreeMap::new();
    add_probed(parse(&probe)?.root(), &mut probed);
    let faces = Faces::new(foreign);
    Ok(Cow::Owned(rewritten(svg, &texts, |number| {
        let content = &svg[texts[number].content.clone()];
        let place = probed.get(&number)?;
        Some((String::new(), faces.laid_out(&unescaped(content), place)))
    })))
}

/// A text element of an image.
struct TextElement {
    /// Where its attributes begin.
    attributes: usize,
    content: Range<usize>,
}

fn text_elements(svg: &str) -> impl Iterator<Item = TextElement> {
    const BEGIN: &str = "<text";
    svg.match_indices(BEGIN).filter_map(|(begin, _)| {
        let attributes = begin + BEGIN.len();
        let content = attributes + svg[attributes..].find('>')? + 1;
        let end = content + svg[content..].find("</text>")?;
        Some(TextElement {
            attributes,
            content: content..end,
        })
    })
}

/// An image in which texts have further attributes, and another content, as far as `replacement` gives them.
fn rewritten(
    svg: &str,
    texts: &[TextElement],
    mut replacement: impl FnMut(usize) -> Option<(String, String)>,
) -> String {
    let mut rewritten = String::new();
    let mut copied = 0;
    for (number, text) in texts.iter().enumerate() {
        let Some((attributes, content)) = replacement(number) else {
            continue;
        };
        rewritten.push_str(&svg[copied..text.attributes]);
        rewritten.push_str(&attributes);
        rewritten.push_str(&svg[text.attributes..text.content.start]);
        rewritten.push_str(&content);
        copied = text.content.end;
    }
    rewritten.push_str(&svg[copied..]);
    rewritten
}

/// The text that [`xml_escaped`] has escaped, as it is drawn: with single spaces.
fn unescaped(content: &str) -> String {
    let text = content
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&");
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Where and how a text is drawn.
struct TextPlace {
    x: f32,
    y: f32,
    anchor: TextAnchor,
    font_size: f32,
    is_bold: bool,
}

/// Adds the places of all texts that have been marked.
fn add_probed(group: &Group, probed: &mut BTreeMap<usize, TextPlace>) {
    for node in group.children() {
        match node {
            Node::Group(group) => add_probed(group, probed),
            Node::Text(text) => probed.extend(place(text)),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn place(text: &Text) -> Option<(usize, TextPlace)> {
    let number = text.id().strip_prefix(PROBE)?.parse().ok()?;
    let chunk = text.chunks().first()?;
    let span = chunk.spans().first()?;
    let place = TextPlace {
        x: chunk.x()?,
        y: chunk.y()?,
        anchor: chunk.anchor(),
        font_size: span.font_size().get(),
        is_bold: span.font().weight() >= BOLD,
    };
    Some((number, place))
}

/// A part of a text that has one font and one direction.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    range: Range<usize>,
    /// The number of the font; `None` for the font of the program.
    font: Option<usize>,
    is_right_to_left: bool,
}

/// The fonts that texts are measured with.
struct Faces<'f> {
    letters: &'f BTreeMap<char, usize>,
    foreign: BTreeMap<usize, Face<'f>>,
    regular: Option<Face<'static>>,
    bold: Option<Face<'static>>,
}

impl<'f> Faces<'f> {
    fn new(foreign: &'f ForeignFonts) -> Faces<'f> {
        use dejavu::sans_condensed::{bold, regular};
        let faces = foreign.fonts.iter().filter_map(|(&number, font)| {
            let face = Face::from_slice(&font.data, font.index)?;
            Some((number, face))
        });
        Faces {
            letters: &foreign.letters,
            foreign: faces.collect(),
            regular: Face::from_slice(regular(), 0),
            bold: Face::from_slice(bold(), 0),
        }
    }

    /// The content of a text element at a place.
    fn laid_out(&self, text: &str, place: &TextPlace) -> String {
        let parts = self.parts(text);
        let shaped = |part: &Part| {
            let face = match part.font {
                Some(font) => self.foreign.get(&font),
                None if place.is_bold => self.bold.as_ref(),
                None => self.regular.as_ref(),
            };
            face.map_or_else(ShapedPart::default, |face| {
                ShapedPart::new(&text[part.range.clone()], face, part.is_right_to_left)
            })
        };
        let shaped: Vec<ShapedPart> = parts.iter().map(shaped).collect();
        let width = |part: &ShapedPart| part.width * place.font_size;
        let whole: f32 = shaped.iter().map(width).sum();
        let mut x = place.x
            - match place.anchor {
                TextAnchor::Start => 0.0,
                TextAnchor::Middle => whole / 2.0,
                TextAnchor::End => whole,
            };
        let mut out = String::new();
        for (part, shaped) in parts.iter().zip(&shaped) {
            let family = part.font.map(family);
            let family = family.map(|family| format!(" font-family=\"{family}\""));
            let _ = write!(
                out,
                "<tspan x=\"{x:.3}\" y=\"{:.3}\"{} text-anchor=\"start\" xml:space=\"preserve\"{}>{}</tspan>",
                place.y,
                shaped.moved(place.font_size),
                family.unwrap_or_default(),
                xml_escaped(&text[part.range.clone()])
            );
            x += width(shaped);
        }
        out
    }

    /// The parts of a text from left to right.
    fn parts(&self, text: &str) -> Vec<Part> {
        let fonts = self.runs(text);
        let bidi = BidiInfo::new(text, Some(Level::ltr()));
        let mut parts = Vec::new();
        for paragraph in &bidi.paragraphs {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            for run in runs {
                let is_right_to_left = levels[run.start].is_rtl();
                let inside = fonts.iter().map(|(range, font)| Part {
                    range: range.start.max(run.start)..range.end.min(run.end),
                    font: *font,
                    is_right_to_left,
                });
                let mut inside: Vec<Part> = inside.filter(|part| !part.range.is_empty()).collect();
                if is_right_to_left {
                    inside.reverse();
                }
                parts.extend(inside);
            }
        }
        parts
    }

    /// The runs of letters that have the same font.
    fn runs(&self, text: &str) -> Vec<(Range<usize>, Option<usize>)> {
        let mut runs: Vec<(Range<usize>, Option<usize>)> = Vec::new();
        for (at, letter) in text.char_indices() {
            let last = runs.last().and_then(|&(_, font)| font);
            let font = match self.letters.get(&letter) {
                Some(&font) => Some(font),
                // What changes a letter belongs to it.
                None if is_invisible(letter) => last,
                None if is_combining_mark(letter) => last.filter(|&font| self.has(font, letter)),
                // A space between two words in one font is a space of this font.
                None if matches!(letter, ' ' | '\u{a0}') => {
                    let next = text[at + letter.len_utf8()..].chars().next();
                    let next = next.and_then(|next| self.letters.get(&next).copied());
                    last.filter(|&font| next == Some(font) && self.has(font, letter))
                }
                None => None,
            };
            let end = at + letter.len_utf8();
            match runs.last_mut() {
                Some((range, same)) if *same == font => range.end = end,
                _ => runs.push((at..end, font)),
            }
        }
        runs
    }

    fn has(&self, font: usize, letter: char) -> bool {
        let face = self.foreign.get(&font);
        face.is_some_and(|face| face.glyph_index(letter).is_some())
    }
}

/// A part as it is drawn. Lengths are in font sizes.
#[derive(Default)]
struct ShapedPart {
    width: f32,
    /// How far letters are moved to the right together with what follows them.
    moved: Vec<f32>,
}

impl ShapedPart {
    fn new(text: &str, face: &Face, is_right_to_left: bool) -> ShapedPart {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.set_direction(if is_right_to_left {
            Direction::RightToLeft
        } else {
            Direction::LeftToRight
        });
        let shaped = shape(face, &[], buffer);
        let clusters = shaped.glyph_infos().iter().map(|info| info.cluster);
        let advances = shaped.glyph_positions().iter();
        let advances = advances.map(|position| position.x_advance as f32);
        let glyphs: Vec<(u32, f32)> = clusters.zip(advances).collect();
        let unit = 1.0 / face.units_per_em() as f32;
        let mut part = ShapedPart {
            width: glyphs.iter().map(|(_, advance)| advance).sum::<f32>() * unit,
            moved: vec![0.0; text.chars().count()],
        };
        let mut missing = 0.0;
        for cluster in glyphs.chunk_by(|(one, _), (other, _)| one == other) {
            let begin = cluster.first().map_or(0, |&(begin, _)| begin as usize);
            let letter = text.get(..begin).map_or(0, |before| before.chars().count());
            if let Some(moved) = part.moved.get_mut(letter) {
                *moved = missing * unit;
            }
            let advances = || cluster.iter().map(|&(_, advance)| advance);
            missing = advances().sum::<f32>() - advances().fold(0.0, f32::max);
        }
        part
    }

    /// The attribute that moves letters.
    fn moved(&self, font_size: f32) -> String {
        let Some(last) = self.moved.iter().rposition(|&moved| moved != 0.0) else {
            return String::new();
        };
        let moved = self.moved[..=last].iter();
        let moved: Vec<String> = moved
            .map(|moved| format!("{:.3}", moved * font_size))
            .collect();
        format!(" dx=\"{}\"", moved.join(" "))
    }
}

/// Whether a letter is of a script that writes several letters as one, such as Devanagari and Lao.
fn is_joined(letter: char) -> bool {
    matches!(letter, '\u{900}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Whether a character only changes how its neighbors are drawn (those of the property
/// `Default_Ignorable_Code_Point` of Unicode that texts have).
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::raster::{fonts::Fonts, image::tree};

    /// Letters that the fonts of the program lack, of which the last runs to the left.
    const LETTERS: [char; 3] = ['\u{7881}', '\u{a787}', '\u{788}'];

    fn foreign() -> ForeignFonts {
        let font = LoadedFont {
            data: Arc::new(dejavu::sans::regular().to_vec()),
            index: 0,
        };
        ForeignFonts {
            letters: LETTERS.into_iter().zip([3, 3, 4]).collect(),
            fonts: BTreeMap::from([(3, font.clone()), (4, font)]),
            missing: BTreeSet::new(),
        }
    }

    #[test]
    fn parts_have_one_font_and_are_in_the_order_of_the_eye() {
        let foreign = foreign();
        let faces = Faces::new(&foreign);
        for (text, expected) in [
            ("ab", &[("ab", None)][..]),
            ("a \u{7881}", &[("a ", None), ("\u{7881}", Some(3))]),
            // The space between two words, a mark on a letter and what joins letters.
            (
                "\u{7881}\u{a0}\u{7881}",
                &[("\u{7881}\u{a0}\u{7881}", Some(3))],
            ),
            (
                "\u{7881} \u{a787}\u{301}\u{200d}\u{7881} b",
                &[
                    ("\u{7881} \u{a787}\u{301}\u{200d}\u{7881}", Some(3)),
                    (" b", None),
                ],
            ),
            (
                "\u{7881}, \u{301}",
                &[("\u{7881}", Some(3)), (", \u{301}", None)],
            ),
            // From the right to the left, but numbers not.
            (
                "a \u{788}\u{5d0} 12 \u{788} b",
                &[
                    ("a ", None),
                    ("\u{788}", Some(4)),
                    (" ", None),
                    ("12", None),
                    ("\u{5d0} ", None),
                    ("\u{788}", Some(4)),
                    (" b", None),
                ],
            ),
            ("", &[]),
        ] {
            let parts = faces.parts(text);
            let parts: Vec<_> = parts
                .iter()
                .map(|part| (&text[part.range.clone()], part.font))
                .collect();
            assert_eq!(parts, expected, "{text}");
        }
    }

    /// The glyphs of an image: the letters that they stand for, and where they begin.
    fn glyphs(group: &Group) -> Vec<(String, f32)> {
        let nodes = group.children().iter();
        nodes
            .flat_map(|node| match node {
                Node::Group(group) => glyphs(group),
                Node::Text(text) => {
                    let glyphs = text
                        .layouted()
                        .iter()
                        .flat_map(|span| &span.positioned_glyphs);
                    let drawn = glyphs.map(|glyph| (glyph.text.clone(), glyph.transform().tx));
                    drawn.collect()
                }
                _ => Vec::new(),
            })
            .collect()
    }

    fn drawn(text: &str, attributes: &str) -> Vec<(String, f32)> {
        let mut fonts = Fonts::default();
        fonts.add(dejavu::sans::regular().to_vec()).unwrap();
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><text y=\"50\" font-size=\"10\" \
             {attributes}>{}</text></svg>",
            xml_escaped(text)
        );
        glyphs(tree(&svg, &fonts).unwrap().root())
    }

    #[test]
    fn no_letter_is_lost() {
        // The bold font lacks a letter, and the fonts make different numbers of glyphs of the accents.
        for text in [
            "\u{1d5a0}x\u{301}",
            "a\u{301} \u{1d5a0} fi ffl \u{1d5a0}x\u{301}\u{302} & <b>",
            "\u{1d5a0}\u{301}",
        ] {
            let drawn = drawn(text, "x=\"10\" font-weight=\"bold\"");
            let letters: String = drawn.iter().map(|(letters, _)| letters.as_str()).collect();
            assert_eq!(letters, text);
            let places: Vec<f32> = drawn.iter().map(|&(_, place)| place).collect();
            assert!(places.is_sorted(), "{places:?}");
        }
    }

    #[test]
    fn glyphs_of_one_cluster_take_all_their_width() {
        // Lao: the vowel is drawn as two glyphs.
        let text = "\u{e99}\u{eb3}\u{e99}\u{eb3} \u{e81}a";
        for (attributes, share) in [
            ("x=\"20\"", 0.0),
            ("x=\"20\" text-anchor=\"middle\"", 0.5),
            ("x=\"20\" style=\"text-anchor:end\"", 1.0),
        ] {
            let face = Face::from_slice(dejavu::sans_condensed::regular(), 0).unwrap();
            let mut buffer = UnicodeBuffer::new();
            buffer.push_str(text);
            let shaped = shape(&face, &[], buffer);
            let unit = 10.0 / face.units_per_em() as f32;
            let positions = shaped.glyph_positions().iter();
            let whole: i32 = positions.clone().map(|glyph| glyph.x_advance).sum();
            let mut x = 20.0 - share * whole as f32 * unit;
            let drawn = drawn(text, attributes);
            assert_eq!(drawn.len(), positions.len());
            for (&(_, found), position) in drawn.iter().zip(positions) {
                let expected = x + position.x_offset as f32 * unit;
                assert!((found - expected).abs() < 0.01, "{found} {expected}");
                x += position.x_advance as f32 * unit;
            }
        }
    }
}
