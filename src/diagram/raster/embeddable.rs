//! Whether a font can be embedded in a PDF file.
//!
//! The library that embeds the used part of a font writes the dictionaries of PostScript outlines (table `CFF `) anew. Where it
//! does not understand one, it panics instead of refusing the font. So they are read here as strictly as it does, and the letters of
//! other fonts are drawn as shapes.
//!
//! The format: Adobe Technical Note 5176.

use ttf_parser::{Face, Tag, name::Name, name_id};

use super::{charstring_cost::Index, font_bytes::FontBytes};

/// The most operands of an operator.
const MAX_OPERANDS: usize = 48;
/// The largest number with a fraction: far above those of fonts, and far from what a product makes infinite.
const MAX_REAL: f32 = 1e9;
/// The most characters of a number with a fraction.
const MAX_DIGITS: usize = 60;
/// The most parts of a font.
const MAX_PARTS: usize = 255;
/// The longest name of a font in bytes that fits into a PDF file in any encoding.
const MAX_NAME: usize = 33;

/// The operators of dictionaries that are used; the second byte of those of two bytes follows 0x0c.
mod operator {
    pub(super) const NOTICE: u16 = 1;
    pub(super) const BOUNDS: u16 = 5;
    pub(super) const CHARSET: u16 = 15;
    pub(super) const CHARSTRINGS: u16 = 17;
    pub(super) const PRIVATE: u16 = 18;
    pub(super) const SUBROUTINES: u16 = 19;
    pub(super) const COPYRIGHT: u16 = 0x0c00;
    pub(super) const MATRIX: u16 = 0x0c07;
    pub(super) const HAS_PARTS: u16 = 0x0c1e;
    pub(super) const PARTS: u16 = 0x0c24;
    pub(super) const PART_OF_GLYPH: u16 = 0x0c25;
    pub(super) const NAME: u16 = 0x0c26;
}

/// Whether the outlines of a font can be embedded.
pub(super) fn is_embeddable(data: &[u8], index: u32) -> bool {
    let Ok(face) = Face::parse(data, index) else {
        return false;
    };
    let has_outlines = face.tables().glyf.is_some()
        || face
            .raw_face()
            .table(Tag::from_bytes(b"CFF "))
            .is_some_and(|table| is_sound(FontBytes(table)).is_some());
    has_outlines && has_plain_name(&face)
}

/// Whether the name of a font can be cut to the length that PDF files allow: long ones must be ASCII.
fn has_plain_name(face: &Face) -> bool {
    let names = face.names().into_iter();
    let mut names = names.filter(|entry| entry.name_id == name_id::POST_SCRIPT_NAME);
    names.all(|entry| fits(&entry))
}

fn fits(entry: &Name) -> bool {
    let is_ascii = || match entry.to_string() {
        Some(name) => name.is_ascii(),
        None => entry.name.is_ascii(),
    };
    entry.name.len() <= MAX_NAME || is_ascii()
}

/// `None` unless all dictionaries and arrays of a table `CFF ` are as the format has them.
fn is_sound(table: FontBytes) -> Option<()> {
    let is_first_version = table.number(0, 1)? == 1;
    is_first_version.then_some(())?;
    let header = table.number(2, 1)?;
    let names = whole_index(table, header)?;
    let tops = whole_index(table, names.end()?)?;
    let strings = whole_index(table, tops.end()?)?;
    whole_index(table, strings.end()?)?;
    let top = Dictionary::read(tops.get(0)?)?;
    let glyphs = whole_index(table, top.offset(operator::CHARSTRINGS)?)?;
    (glyphs.count > 0).then_some(())?;
    if !top.has(operator::HAS_PARTS) {
        return top.private_is_sound(table);
    }
    let parts = whole_index(table, top.offset(operator::PARTS)?)?;
    (parts.count <= MAX_PARTS).then_some(())?;
    for part in 0..parts.count {
        Dictionary::read(parts.get(part)?)?.private_is_sound(table)?;
    }
    let part_of_glyph = top.offset(operator::PART_OF_GLYPH)?;
    match table.number(part_of_glyph, 1)? {
        0 => {
            let start = part_of_glyph + 1;
            table.slice(start, start + glyphs.count).map(|_| ())
        }
        3 => Some(()),
        _ => None,
    }
}

/// The array at an offset, unless it is cut off.
fn whole_index(table: FontBytes, start: usize) -> Option<Index> {
    Index::read(table, start, false).filter(Index::is_whole)
}

/// An operand of a dictionary.
#[derive(Clone, Copy)]
enum Operand {
    Whole(i32),
    Real,
}

/// The operators of a dictionary with their operands.
struct Dictionary(Vec<(u16, Vec<Operand>)>);

impl Dictionary {
    /// `None` if something in the dictionary is not as the format has it.
    fn read(bytes: &[u8]) -> Option<Dictionary> {
        let data = FontBytes(bytes);
        let mut entries = Vec::new();
        let mut operands = Vec::new();
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            at += 1;
            let low = || data.number(at, 1).map(|low| low as i32);
            let operand = match first {
                0..=27 | 31 | 255 => {
                    let mut operator = u16::from(first);
                    if first == 12 {
                        operator = 0x0c00 | data.number(at, 1)? as u16;
                        at += 1;
                    }
                    let complete = std::mem::take(&mut operands);
                    is_usual(operator, &complete).then_some(())?;
                    entries.push((operator, complete));
                    continue;
                }
                28 => {
                    let value = data.number(at, 2)? as u16 as i16;
                    at += 2;
                    Operand::Whole(i32::from(value))
                }
                29 => {
                    let value = data.number(at, 4)? as u32 as i32;
                    at += 4;
                    Operand::Whole(value)
                }
                30 => {
                    at += real_length(&bytes[at..])?;
                    Operand::Real
                }
                32..=246 => Operand::Whole(i32::from(first) - 139),
                247..=250 => {
                    let value = (i32::from(first) - 247) * 256 + low()? + 108;
                    at += 1;
                    Operand::Whole(value)
                }
                251..=254 => {
                    let value = -(i32::from(first) - 251) * 256 - low()? - 108;
                    at += 1;
                    Operand::Whole(value)
                }
            };
            operands.push(operand);
            (operands.len() <= MAX_OPERANDS).then_some(())?;
        }
        operands.is_empty().then_some(Dictionary(entries))
    }

    fn has(&self, operator: u16) -> bool {
        self.0.iter().any(|&(found, _)| found == operator)
    }

    /// The operands of an operator, which must not stand twice.
    fn operands(&self, operator: u16) -> Option<&[Operand]> {
        let mut found = self.0.iter().filter(|entry| entry.0 == operator);
        let (_, operands) = found.next()?;
        found.next().is_none().then_some(operands)
    }

    fn offset(&self, operator: u16) -> Option<usize> {
        match self.operands(operator)? {
            &[Operand::Whole(offset)] => usize::try_from(offset).ok(),
            _ => None,
        }
    }

    /// `None` if the private dictionary that this one names, and its subroutines, are not as the format has them.
    fn private_is_sound(&self, table: FontBytes) -> Option<()> {
        if !self.has(operator::PRIVATE) {
            return Some(());
        }
        let &[Operand::Whole(size), Operand::Whole(start)] = self.operands(operator::PRIVATE)?
        else {
            return None;
        };
        let (size, start) = (usize::try_from(size).ok()?, usize::try_from(start).ok()?);
        let private = Dictionary::read(table.slice(start, start.checked_add(size)?)?)?;
        if private.has(operator::SUBROUTINES) {
            let subroutines = private.offset(operator::SUBROUTINES)?;
            whole_index(table, start.checked_add(subroutines)?)?;
        }
        Some(())
    }
}

/// Whether an operator that is used has the operands that the format gives it.
fn is_usual(operator: u16, operands: &[Operand]) -> bool {
    let are_whole = || {
        let mut operands = operands.iter();
        operands.all(|operand| matches!(operand, Operand::Whole(0..)))
    };
    match operator {
        operator::NOTICE | operator::COPYRIGHT | operator::NAME => {
            matches!(operands, [Operand::Whole(0..=0xffff)])
        }
        operator::CHARSET
        | operator::CHARSTRINGS
        | operator::SUBROUTINES
        | operator::PARTS
        | operator::PART_OF_GLYPH => operands.len() == 1 && are_whole(),
        operator::PRIVATE => operands.len() == 2 && are_whole(),
        operator::BOUNDS => operands.len() == 4,
        operator::MATRIX => operands.len() == 6,
        _ => true,
    }
}

/// The bytes of a number with a fraction, which are half bytes up to one of 15.
fn real_length(bytes: &[u8]) -> Option<usize> {
    let mut text = String::new();
    let halves = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    for (number, half) in halves.enumerate() {
        match half {
            0..=9 => text.push(char::from(b'0' + half)),
            10 => text.push('.'),
            11 => text.push('E'),
            12 => text.push_str("E-"),
            14 => text.push('-'),
            15 => {
                let value: f32 = text.parse().ok()?;
                return (value.abs() <= MAX_REAL).then_some(number / 2 + 1);
            }
            _ => return None,
        }
        (text.len() <= MAX_DIGITS).then_some(())?;
    }
    None
}

#[cfg(test)]
mod tests {
    use subsetter::{GlyphRemapper, subset};

    use super::*;
    use crate::diagram::raster::charstring_cost::tests::{font, index};

    /// A font file with this table `CFF ` and one glyph.
    fn file(cff: &[u8]) -> Vec<u8> {
        let mut head = vec![0; 54];
        head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
        let mut hhea = vec![0; 36];
        hhea[35] = 1;
        let tables = [
            (b"CFF ", cff.to_vec()),
            (b"head", head),
            (b"hhea", hhea),
            (b"hmtx", vec![0; 4]),
            (b"maxp", vec![0, 0, 0x50, 0, 0, 1]),
        ];
        let mut file = [b"OTTO", &[0, tables.len() as u8, 0, 0][..], &[0; 4]].concat();
        let mut offset = file.len() + 16 * tables.len();
        for (tag, table) in &tables {
            file.extend_from_slice(*tag);
            file.extend([0; 4]);
            file.extend((offset as u32).to_be_bytes());
            file.extend((table.len() as u32).to_be_bytes());
            offset += table.len().next_multiple_of(4);
        }
        for (_, mut table) in tables {
            table.resize(table.len().next_multiple_of(4), 0);
            file.extend(table);
        }
        file
    }

    fn number(value: usize) -> Vec<u8> {
        [&[28][..], &(value as u16).to_be_bytes()].concat()
    }

    /// A font of one part, with numbers that have fractions.
    fn font_of_parts(glyph: &[u8]) -> Vec<u8> {
        // 0.001 0 0 0.001 0 0
        let matrix = [
            &[
                30, 0xa0, 0x01, 0xff, 139, 139, 30, 0xa0, 0x01, 0xff, 139, 139,
            ][..],
            &[12, 7],
        ]
        .concat();
        let private = [number(500), vec![20]].concat();
        let build = |places: [usize; 4]| {
            let [charstrings, parts, part_of_glyph, private_start] = places.map(number);
            let top = [
                vec![139, 139, 139, 12, 30],
                vec![140, 1],
                matrix.clone(),
                vec![139, 139, 140, 140, 5],
                [charstrings, vec![17]].concat(),
                [parts, vec![12, 36]].concat(),
                [part_of_glyph, vec![12, 37]].concat(),
            ];
            let part = [
                matrix.clone(),
                [number(private.len()), private_start, vec![18]].concat(),
                vec![140, 12, 38],
            ];
            let pieces = [
                [
                    vec![1, 0, 4, 2],
                    index(&[b"A".to_vec()]),
                    index(&[top.concat()]),
                    index(&[]),
                    index(&[]),
                ]
                .concat(),
                index(&[glyph.to_vec()]),
                index(&[part.concat()]),
                vec![3, 0, 1, 0, 0, 0, 0, 1],
                private.clone(),
            ];
            let mut ends = [0; 5];
            let mut end = 0;
            for (at, piece) in pieces.iter().enumerate() {
                end += piece.len();
                ends[at] = end;
            }
            (pieces.concat(), [ends[0], ends[1], ends[2], ends[3]])
        };
        let (_, places) = build([0; 4]);
        build(places).0
    }

    /// The glyph `1 2 rmoveto 3 hlineto endchar`.
    const GLYPH: [u8; 6] = [140, 141, 21, 142, 6, 14];

    fn fonts() -> [Vec<u8>; 2] {
        let subroutine = vec![140, 6, 11];
        let local = std::slice::from_ref(&subroutine);
        [font(&[GLYPH.to_vec()], local, local), font_of_parts(&GLYPH)]
    }

    fn embedded(cff: &[u8]) -> Option<Vec<u8>> {
        let mut glyphs = GlyphRemapper::new();
        glyphs.remap(0);
        subset(&file(cff), 0, &glyphs).ok()
    }

    #[test]
    fn sound_fonts_are_embedded() {
        for cff in fonts() {
            assert!(is_embeddable(&file(&cff), 0));
            assert!(embedded(&cff).is_some());
        }
    }

    /// Where a font is called sound, the library must not panic.
    #[test]
    fn no_damaged_font_that_is_called_sound_makes_the_library_panic() {
        let (mut sound, mut unsound) = (0, 0);
        for cff in fonts() {
            for at in 0..cff.len() {
                for value in 0..=255 {
                    let mut damaged = cff.clone();
                    damaged[at] = value;
                    if is_embeddable(&file(&damaged), 0) {
                        sound += 1;
                        // It may still be refused.
                        let _ = embedded(&damaged);
                    } else {
                        unsound += 1;
                    }
                }
                assert!(!is_embeddable(&file(&cff[..at]), 0), "{at}");
            }
        }
        assert!(sound > 1000 && unsound > 1000, "{sound} {unsound}");
    }

    #[test]
    fn numbers_that_become_infinite_are_not_embedded() {
        for (digits, expected) in [
            (&[0x0a, 0x5f][..], Some(2)),
            (&[0xe1, 0xb3, 0xff][..], Some(3)),
            (&[0x1b, 0x99, 0xff], None),
            (&[0x1c, 0x99, 0xff], Some(3)),
            (&[0x1d, 0xff], None),
            (&[0x12, 0x34], None),
            (&[0xff], None),
        ] {
            assert_eq!(real_length(digits), expected, "{digits:x?}");
        }
    }

    #[test]
    fn long_names_are_ascii() {
        let with_name = |name: &str| {
            let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let mut table = vec![0, 0, 0, 1, 0, 18, 0, 3, 0, 1, 4, 9, 0, 6];
            table.extend((name.len() as u16).to_be_bytes());
            table.extend([0, 0]);
            table.extend(name);
            let table = ttf_parser::name::Table::parse(&table).unwrap();
            let mut names = table.names.into_iter();
            names.all(|entry| fits(&entry))
        };
        assert!(with_name(&"a".repeat(200)));
        assert!(with_name("\u{7881}"));
        assert!(!with_name(&"\u{7881}".repeat(60)));
    }
}
