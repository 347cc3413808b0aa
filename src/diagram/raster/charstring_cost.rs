//! How much work the outline of a letter of a PostScript font is (tables `CFF ` and `CFF2`).
//!
//! Charstrings call subroutines, which call others ten levels deep: a font of some kilobytes can
//! ask for billions of curves. So the calls are followed here without drawing anything.
//!
//! The format: Adobe Technical Notes 5176 (CFF) and 5177 (Type 2 charstrings), and the chapter on
//! CFF2 of the OpenType specification.

use super::font_bytes::FontBytes;

/// How deep subroutines call each other, as the specification limits it.
const MAX_DEPTH: u8 = 10;

/// An array of byte strings, as the format stores them.
#[derive(Clone, Copy)]
pub(super) struct Index<'f> {
    data: FontBytes<'f>,
    pub(super) count: usize,
    /// Where the offsets begin.
    offsets: usize,
    /// The size of an offset in bytes.
    width: usize,
}

impl<'f> Index<'f> {
    /// The index at `start`.
    pub(super) fn read(data: FontBytes<'f>, start: usize, is_cff2: bool) -> Option<Index<'f>> {
        let size = if is_cff2 { 4 } else { 2 };
        let count = data.number(start, size)?;
        let width = if count == 0 {
            1
        } else {
            data.number(start + size, 1)?
        };
        let offsets = start + size + 1;
        (1..=4).contains(&width).then_some(Index {
            data,
            count,
            offsets,
            width,
        })
    }

    /// Where the byte string of this number begins; that of `count` is the end of the last one.
    fn begin(&self, number: usize) -> Option<usize> {
        let offset = self
            .data
            .number(self.offsets + number * self.width, self.width)?;
        let base = self.offsets + (self.count + 1) * self.width - 1;
        base.checked_add(offset)
    }

    pub(super) fn get(&self, number: usize) -> Option<&'f [u8]> {
        if number >= self.count {
            return None;
        }
        self.data
            .slice(self.begin(number)?, self.begin(number + 1)?)
    }

    /// Whether the byte strings begin where the offsets end, and are not cut off.
    #[cfg(feature = "pdf")]
    pub(super) fn is_whole(&self) -> bool {
        let first = self.offsets + (self.count + 1) * self.width;
        let has_strings = || {
            let end = self.end().filter(|_| self.begin(0) == Some(first));
            end.is_some_and(|end| self.data.slice(first, end).is_some())
        };
        self.count == 0 || has_strings()
    }

    pub(super) fn end(&self) -> Option<usize> {
        if self.count == 0 {
            return Some(self.offsets - 1);
        }
        self.begin(self.count)
    }

    /// The subroutine that a charstring calls by this number.
    fn subroutine(&self, number: i32) -> Option<&'f [u8]> {
        let bias = match self.count {
            0..1240 => 107,
            1240..33_900 => 1131,
            _ => 32_768,
        };
        self.get(usize::try_from(number.checked_add(bias)?).ok()?)
    }
}

/// The operands of an operator of a dictionary, where it stands last: whole numbers only.
/// Two-byte operators are written as 0x0c00 and the second byte.
fn operands(dictionary: &[u8], operator: u16) -> Option<Vec<usize>> {
    let bytes = FontBytes(dictionary);
    let mut operands = Vec::new();
    let mut last = None;
    let mut at = 0;
    while let Some(&first) = dictionary.get(at) {
        at += 1;
        match first {
            0..=27 | 31 => {
                let mut found = u16::from(first);
                if first == 12 {
                    found = 0x0c00 | u16::from(dictionary.get(at).copied().unwrap_or_default());
                    at += 1;
                }
                let complete = std::mem::take(&mut operands);
                if found == operator {
                    last = Some(complete);
                }
            }
            28 | 29 => {
                let size = if first == 28 { 2 } else { 4 };
                let Some(number) = bytes.number(at, size) else {
                    break;
                };
                operands.push(number);
                at += size;
            }
            // A number with a fraction: half bytes up to one of 15.
            30 => {
                operands.push(0);
                while dictionary.get(at).is_some_and(|byte| byte & 15 != 15) {
                    at += 1;
                }
                at += 1;
            }
            32..=246 => operands.push(usize::from(first).saturating_sub(139)),
            247..=250 => {
                let low = usize::from(dictionary.get(at).copied().unwrap_or_default());
                operands.push((usize::from(first) - 247) * 256 + low + 108);
                at += 1;
            }
            _ => {
                operands.push(0);
                at += 1;
            }
        }
    }
    last
}

/// The charstrings of a font.
pub(super) struct Charstrings<'f> {
    glyphs: Index<'f>,
    global: Index<'f>,
    /// The local subroutines of each part of the font.
    local: Vec<Option<Index<'f>>>,
    /// Where the table begins that tells the part of each glyph, if the font has parts.
    parts: Option<usize>,
    data: FontBytes<'f>,
    /// The number of deltas of each value, for each set of variations (CFF2).
    regions: Vec<usize>,
    is_cff2: bool,
}

impl<'f> Charstrings<'f> {
    /// The charstrings of a table `CFF `, or `CFF2`.
    pub(super) fn read(table: &'f [u8], is_cff2: bool) -> Option<Charstrings<'f>> {
        let data = FontBytes(table);
        let header = data.number(2, 1)?;
        let (top, global) = if is_cff2 {
            let end = header + data.number(3, 2)?;
            (data.slice(header, end)?, end)
        } else {
            let names = Index::read(data, header, false)?;
            let tops = Index::read(data, names.end()?, false)?;
            let strings = Index::read(data, tops.end()?, false)?;
            (tops.get(0)?, strings.end()?)
        };
        let offset = |operator| match operands(top, operator)?.as_slice() {
            &[offset] => Some(offset),
            _ => None,
        };
        let mut parts = vec![top];
        let has_parts = is_cff2 || operands(top, 0x0c1e).is_some();
        if has_parts && let Some(array) = offset(0x0c24) {
            let array = Index::read(data, array, is_cff2)?;
            parts = (0..array.count.min(256))
                .filter_map(|number| array.get(number))
                .collect();
        }
        let local = |part: &&[u8]| {
            let private = operands(part, 18)?;
            let &[size, start] = private.as_slice() else {
                return None;
            };
            let private = data.slice(start, start.checked_add(size)?)?;
            let &subroutines = operands(private, 19)?.first()?;
            Index::read(data, start.checked_add(subroutines)?, is_cff2)
        };
        Some(Charstrings {
            glyphs: Index::read(data, offset(17)?, is_cff2)?,
            global: Index::read(data, global, is_cff2)?,
            local: parts.iter().map(local).collect(),
            parts: offset(0x0c25).filter(|_| has_parts),
            data,
            regions: offset(24)
                .filter(|_| is_cff2)
                .and_then(|start| regions(data, start.checked_add(2)?))
                .unwrap_or_default(),
            is_cff2,
        })
    }

    /// The operators and numbers of the charstring of a glyph with those of the subroutines that
    /// it calls. `None` if they are more than `max`, or if a call depends on what only drawing
    /// would tell.
    pub(super) fn cost(&self, glyph: u16, max: u32) -> Option<u32> {
        let glyph = usize::from(glyph);
        let Some(charstring) = self.glyphs.get(glyph) else {
            return Some(0);
        };
        let mut run = Run {
            font: self,
            local: self.local_of(glyph),
            left: max,
            operands: 0,
            last: None,
            stems: 0,
            set: 0,
        };
        run.follow(charstring, 0)?;
        Some(max - run.left)
    }

    /// The local subroutines of a glyph.
    fn local_of(&self, glyph: usize) -> Option<Index<'f>> {
        let part = match self.parts {
            // The library that draws takes the first ones for all glyphs.
            _ if self.is_cff2 => return self.local.iter().flatten().next().copied(),
            None => 0,
            Some(parts) => match self.data.number(parts, 1)? {
                0 => self.data.number(parts + 1 + glyph, 1)?,
                3 => {
                    let ranges = 0..self.data.number(parts + 1, 2)?;
                    let first = |range: usize| self.data.number(parts + 3 + 3 * range, 2);
                    let range = ranges.into_iter().find(|&range| {
                        let bounds = first(range).zip(first(range + 1));
                        bounds.is_some_and(|(begin, end)| (begin..end).contains(&glyph))
                    })?;
                    self.data.number(parts + 5 + 3 * range, 1)?
                }
                _ => return None,
            },
        };
        self.local.get(part).copied().flatten()
    }
}

/// The number of deltas for each set of variations of a store.
fn regions(data: FontBytes, store: usize) -> Option<Vec<usize>> {
    let sets = 0..data.number(store.checked_add(6)?, 2)?;
    let region = |set: usize| {
        let at = data.number(store + 8 + 4 * set, 4)?;
        data.number(store.checked_add(at)?.checked_add(4)?, 2)
    };
    sets.map(region).collect()
}

/// A charstring that is followed.
struct Run<'c, 'f> {
    font: &'c Charstrings<'f>,
    local: Option<Index<'f>>,
    /// How many more operators and numbers are followed.
    left: u32,
    /// The numbers on the stack.
    operands: usize,
    /// The topmost of them, if it was written right before.
    last: Option<i32>,
    /// The hints so far: masks have a bit for each.
    stems: usize,
    /// The set of variations.
    set: usize,
}

impl Run<'_, '_> {
    /// Follows the bytes of a charstring or subroutine. Tells whether the glyph is complete.
    fn follow(&mut self, bytes: &[u8], depth: u8) -> Option<bool> {
        let data = FontBytes(bytes);
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            at += 1;
            self.left = self.left.checked_sub(1)?;
            // What is cut off ends the outline when it is drawn, too.
            let number = match first {
                28 => data
                    .number(at, 2)
                    .map(|value| (2, i32::from(value as u16 as i16))),
                32..=246 => Some((0, i32::from(first) - 139)),
                247..=250 => data
                    .number(at, 1)
                    .map(|low| (1, (i32::from(first) - 247) * 256 + low as i32 + 108)),
                251..=254 => data
                    .number(at, 1)
                    .map(|low| (1, -(i32::from(first) - 251) * 256 - low as i32 - 108)),
                255 => data
                    .number(at, 4)
                    .map(|value| (4, (value as u32 as i32) >> 16)),
                _ => None,
            };
            if let Some((size, value)) = number {
                at += size;
                self.operands += 1;
                self.last = Some(value);
                continue;
            }
            let last = self.last.take();
            match first {
                1 | 3 | 18 | 23 => self.stems += std::mem::take(&mut self.operands) / 2,
                19 | 20 => {
                    self.stems += std::mem::take(&mut self.operands) / 2;
                    at += self.stems.div_ceil(8);
                }
                10 | 29 => {
                    let subroutines = match first {
                        10 => self.local,
                        _ => Some(self.font.global),
                    };
                    let Some(subroutine) = subroutines.and_then(|all| all.subroutine(last?)) else {
                        // Drawing finds none either if the number is known.
                        return last.map(|_| true);
                    };
                    if depth == MAX_DEPTH {
                        return None;
                    }
                    self.operands = self.operands.saturating_sub(1);
                    if self.follow(subroutine, depth + 1)? {
                        return Some(true);
                    }
                }
                11 if !self.font.is_cff2 => {
                    self.last = last;
                    return Some(false);
                }
                // The end may name two more glyphs to be drawn, which no font of today does. What follows it is not drawn, but read
                // by the library that embeds fonts in PDF files.
                14 if !self.font.is_cff2 => {
                    (self.operands < 4).then_some(())?;
                    self.operands = 0;
                }
                12 => {
                    at += 1;
                    self.operands = 0;
                }
                15 if self.font.is_cff2 => {
                    self.set = usize::try_from(last?).ok()?;
                    self.operands = 0;
                }
                16 if self.font.is_cff2 => {
                    let values = usize::try_from(last?).ok()?;
                    let deltas = values.checked_mul(*self.font.regions.get(self.set)?)?;
                    self.operands = self.operands.checked_sub(deltas.checked_add(1)?)?;
                }
                _ => self.operands = 0,
            }
        }
        Some(false)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// An array of byte strings, with offsets of two bytes.
    pub(in super::super) fn index(strings: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = (strings.len() as u16).to_be_bytes().to_vec();
        if strings.is_empty() {
            return bytes;
        }
        bytes.push(2);
        let mut offset = 1_u16;
        bytes.extend(offset.to_be_bytes());
        for string in strings {
            offset += string.len() as u16;
            bytes.extend(offset.to_be_bytes());
        }
        bytes.extend(strings.concat());
        bytes
    }

    /// A font with these charstrings and subroutines, local ones among them.
    pub(in super::super) fn font(
        glyphs: &[Vec<u8>],
        global: &[Vec<u8>],
        local: &[Vec<u8>],
    ) -> Vec<u8> {
        let number = |value: usize| {
            let mut bytes = vec![28];
            bytes.extend((value as u16).to_be_bytes());
            bytes
        };
        let top = |charstrings, private| {
            let private = [number(3 + 1), number(private), vec![18]].concat();
            [number(charstrings), vec![17], private].concat()
        };
        let build = |charstrings, private| {
            let head = [
                vec![1, 0, 4, 2],
                index(&[b"A".to_vec()]),
                index(&[top(charstrings, private)]),
                index(&[]),
                index(global),
            ];
            head.concat()
        };
        let charstrings = build(0, 0).len();
        let glyphs = index(glyphs);
        let private = charstrings + glyphs.len();
        let subroutines = [number(4), vec![19]].concat();
        [
            build(charstrings, private),
            glyphs,
            subroutines,
            index(local),
        ]
        .concat()
    }

    fn cost(glyphs: &[Vec<u8>], global: &[Vec<u8>], local: &[Vec<u8>]) -> Option<u32> {
        let font = font(glyphs, global, local);
        Charstrings::read(&font, false)
            .expect("a font")
            .cost(0, 1000)
    }

    /// A call of the subroutine of this number among fewer than 1,240.
    fn call(operator: u8, number: u8) -> Vec<u8> {
        vec![number + 139 - 107, operator]
    }

    #[test]
    fn operators_and_numbers_count() {
        // 1 2 rmoveto, 3 hlineto, endchar
        let glyph = vec![140, 141, 21, 142, 6, 14];
        assert_eq!(cost(&[glyph], &[], &[]), Some(6));
        // Two hints: a mask of one byte, which is no operator.
        let glyph = vec![139, 140, 141, 142, 18, 19, 10, 14];
        assert_eq!(cost(&[glyph], &[], &[]), Some(7));
        // Numbers of two, three and five bytes.
        let glyph = vec![28, 10, 10, 247, 10, 255, 10, 10, 10, 10, 5, 14];
        assert_eq!(cost(&[glyph], &[], &[]), Some(5));
    }

    #[test]
    fn subroutines_count_each_time() {
        let line = vec![140, 6, 11];
        let glyph = [call(10, 0), call(29, 0), call(10, 0), vec![14]].concat();
        let expected = 3 * (2 + 3) + 1;
        assert_eq!(
            cost(
                &[glyph],
                std::slice::from_ref(&line),
                std::slice::from_ref(&line)
            ),
            Some(expected)
        );
        // A number that is left by a subroutine may be that of the next one.
        let glyph = vec![32, 10, 10, 14];
        let local = [vec![33, 11], line];
        assert_eq!(cost(&[glyph], &[], &local), Some(2 + 2 + 1 + 3 + 1));
    }

    #[test]
    fn far_too_many_calls_are_noticed_at_once() {
        // Each of nine subroutines calls the next one ten times, and nothing is drawn.
        let mut local: Vec<_> = (1..=9).map(|next| call(10, next).repeat(10)).collect();
        local.push(vec![11]);
        assert_eq!(cost(&[call(10, 0)], &[], &local), None);
        let itself = [call(10, 0), call(10, 0)].concat();
        assert_eq!(cost(&[call(10, 0)], &[], &[itself]), None);
        // Behind the end as well.
        let hidden = [vec![14], call(10, 0)].concat();
        assert_eq!(cost(&[hidden], &[], &local), None);
    }

    #[test]
    fn what_only_drawing_tells_is_too_much() {
        // The number of the subroutine is computed, and an accent is another glyph.
        assert_eq!(cost(&[vec![140, 5, 10]], &[], &[]), None);
        assert_eq!(cost(&[vec![140, 140, 140, 140, 14]], &[], &[]), None);
    }

    #[test]
    fn damaged_fonts_are_not_read() {
        let whole = font(&[call(10, 0)], &[], &[vec![140, 6, 11]]);
        for end in 0..whole.len() {
            if let Some(font) = Charstrings::read(&whole[..end], false) {
                assert!(font.cost(0, 1000).is_none_or(|cost| cost <= 5), "{end}");
            }
        }
    }
}
