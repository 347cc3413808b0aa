//! How much work the outline of a letter is. A damaged or hostile font of some kilobytes can ask
//! for billions of points: its glyphs consist of others, which again consist of others.

use std::collections::BTreeMap;

use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

use super::{charstring_cost::Charstrings, font_bytes::FontBytes};

/// The most points of one letter. Those of Chinese characters have some hundreds; the time to draw a letter may grow with the
/// square of its points.
const MAX_COST: u32 = 5_000;

/// How deep glyphs consist of each other.
const MAX_DEPTH: u8 = 32;

/// The points of the outline of a glyph, or an upper bound for them. `None` if it has none, or
/// too many.
pub(super) fn outline_cost(face: &Face, glyph: GlyphId) -> Option<u32> {
    let table = |tag| face.raw_face().table(Tag::from_bytes(tag));
    let tables = face.tables();
    // In the order in which the outline is looked for.
    let cost = if tables.glyf.is_some() {
        let mut composites = Composites {
            glyphs: FontBytes(table(b"glyf")?),
            offsets: FontBytes(table(b"loca")?),
            has_long_offsets: FontBytes(table(b"head")?).number(50, 2)? != 0,
            known: BTreeMap::new(),
        };
        composites.cost(glyph.0, 0)?
    } else if tables.cff.is_some() {
        Charstrings::read(table(b"CFF ")?, false)?.cost(glyph.0, MAX_COST)?
    } else {
        Charstrings::read(table(b"CFF2")?, true)?.cost(glyph.0, MAX_COST)?
    };
    face.outline_glyph(glyph, &mut Nowhere)?;
    Some(cost)
}

/// The outlines of a TrueType font.
struct Composites<'f> {
    glyphs: FontBytes<'f>,
    offsets: FontBytes<'f>,
    has_long_offsets: bool,
    /// The costs so far; that of a glyph that is being added up is `None`.
    known: BTreeMap<u16, Option<u32>>,
}

impl Composites<'_> {
    fn cost(&mut self, glyph: u16, depth: u8) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        if let Some(&cost) = self.known.get(&glyph) {
            return cost;
        }
        self.known.insert(glyph, None);
        let cost = self.sum(glyph, depth).filter(|&cost| cost <= MAX_COST);
        self.known.insert(glyph, cost);
        cost
    }

    fn sum(&mut self, glyph: u16, depth: u8) -> Option<u32> {
        let size = if self.has_long_offsets { 4 } else { 2 };
        let unit = if self.has_long_offsets { 1 } else { 2 };
        let offset = |number: usize| Some(self.offsets.number(number * size, size)? * unit);
        let begin = offset(usize::from(glyph))?;
        let end = offset(usize::from(glyph) + 1)?;
        if begin == end {
            return Some(0);
        }
        let data = FontBytes(self.glyphs.slice(begin, end)?);
        let contours = data.number(0, 2)?;
        if contours == 0 {
            return Some(0);
        }
        if contours < 0x8000 {
            let points = data.number(10 + 2 * (contours - 1), 2)? + 1;
            return u32::try_from(points).ok();
        }
        let mut sum: u32 = 0;
        let mut at = 10;
        // A part that is cut off ends the outline when it is drawn, too.
        while let (Some(flags), Some(part)) = (data.number(at, 2), data.number(at + 2, 2)) {
            sum = sum
                .checked_add(self.cost(part as u16, depth + 1)?)?
                .checked_add(1)?;
            if sum > MAX_COST || flags & 0x20 == 0 {
                break;
            }
            at += 4 + if flags & 1 != 0 { 4 } else { 2 };
            at += match flags {
                flags if flags & 0x08 != 0 => 2,
                flags if flags & 0x40 != 0 => 4,
                flags if flags & 0x80 != 0 => 8,
                _ => 0,
            };
        }
        Some(sum)
    }
}

/// An outline that nobody draws.
struct Nowhere;

impl OutlineBuilder for Nowhere {
    fn move_to(&mut self, _: f32, _: f32) {}
    fn line_to(&mut self, _: f32, _: f32) {}
    fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost of glyph 0 of a TrueType font with these glyphs.
    fn cost(glyphs: &[Vec<u8>]) -> Option<u32> {
        let mut offsets = vec![0, 0, 0, 0];
        let mut data = Vec::new();
        for glyph in glyphs {
            data.extend(glyph);
            offsets.extend((data.len() as u32).to_be_bytes());
        }
        let mut composites = Composites {
            glyphs: FontBytes(&data),
            offsets: FontBytes(&offsets),
            has_long_offsets: true,
            known: BTreeMap::new(),
        };
        composites.cost(0, 0)
    }

    /// A glyph that is an outline with this many points.
    fn outline(points: u16) -> Vec<u8> {
        let mut glyph = vec![0, 1];
        glyph.extend([0; 8]);
        glyph.extend((points - 1).to_be_bytes());
        glyph
    }

    /// A glyph that consists of others, each placed with numbers of one byte.
    fn composite(parts: &[u16]) -> Vec<u8> {
        let mut glyph = vec![0xff; 2];
        glyph.extend([0; 8]);
        for (number, part) in parts.iter().enumerate() {
            let is_last = number + 1 == parts.len();
            glyph.extend([0, if is_last { 0 } else { 0x20 }]);
            glyph.extend(part.to_be_bytes());
            glyph.extend([0, 0]);
        }
        glyph
    }

    #[test]
    fn parts_of_parts_are_added_up() {
        assert_eq!(cost(&[outline(4)]), Some(4));
        assert_eq!(cost(&[composite(&[1, 1]), outline(4)]), Some(2 * 5));
        assert_eq!(
            cost(&[composite(&[1, 2]), composite(&[2, 2]), outline(4)]),
            Some(11 + 5)
        );
        assert_eq!(cost(&[Vec::new()]), Some(0));
    }

    #[test]
    fn far_too_many_points_are_noticed_at_once() {
        assert_eq!(cost(&[outline(5_000)]), Some(5_000));
        assert_eq!(cost(&[outline(5_001)]), None);
        // Each of two parts has two parts, and so on: two to the power of 30.
        let mut glyphs: Vec<_> = (1..=30).map(|next| composite(&[next, next])).collect();
        glyphs.push(outline(4));
        assert_eq!(cost(&glyphs), None);
        // Even if nothing is drawn in the end.
        glyphs.pop();
        glyphs.push(Vec::new());
        assert_eq!(cost(&glyphs), None);
        // A glyph that is a part of itself.
        assert_eq!(cost(&[composite(&[1]), composite(&[0])]), None);
    }
}
