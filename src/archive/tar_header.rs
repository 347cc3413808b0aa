//! Headers of tar archives: v7, ustar, PAX and GNU.

use std::ops::Range;

use super::entry_name::may_name_records;

/// The size of a header, and the unit of everything in a tar archive.
pub(super) const BLOCK: usize = 512;

/// The length of a name in a header.
pub(super) const NAME_LENGTH: usize = 100;

const NAME: Range<usize> = 0..NAME_LENGTH;
const MODE: usize = 100;
const SIZE: Range<usize> = 124..136;
const CHECKSUM: Range<usize> = 148..156;
const TYPE: usize = 156;
const LINK: Range<usize> = 157..257;
const MAGIC: Range<usize> = 257..262;
const PREFIX: Range<usize> = 345..500;
/// Whether more headers of a sparse file follow (GNU).
const IS_EXTENDED: usize = 482;
const MORE_EXTENDED: usize = 504;

/// A header.
pub(super) struct TarHeader<'b>(pub(super) &'b [u8; BLOCK]);

impl TarHeader<'_> {
    /// Whether the checksum is right. Some old programs added signed bytes.
    pub(super) fn is_intact(&self) -> bool {
        let stated = octal(&self.0[CHECKSUM]);
        let sum = |value: fn(u8) -> i64| -> i64 {
            let all: i64 = self.0.iter().map(|&byte| value(byte)).sum();
            let own: i64 = self.0[CHECKSUM].iter().map(|&byte| value(byte)).sum();
            all - own + 8 * i64::from(b' ')
        };
        let is_sum = |sum: i64| stated.is_some_and(|stated| i64::try_from(stated) == Ok(sum));
        is_sum(sum(i64::from)) || is_sum(sum(|byte| i64::from(byte.cast_signed())))
    }

    /// Whether this is a block of zeros, which ends an archive.
    pub(super) fn is_end(&self) -> bool {
        self.0.iter().all(|&byte| byte == 0)
    }

    /// Whether this is a header, perhaps a damaged one, and not the beginning of a text.
    pub(super) fn resembles_one(&self) -> bool {
        (self.0[MAGIC] == *b"ustar" && self.0.contains(&0)) || has_numbers(&self.0[MODE..TYPE])
    }

    /// The size of the content in bytes.
    pub(super) fn size(&self) -> Option<u64> {
        match self.0[SIZE.start] {
            // A binary number, for sizes from 8 GiB.
            0x80 => {
                let (high, low) = self.0[SIZE].split_at(4);
                let low = low.try_into().ok().map(u64::from_be_bytes);
                low.filter(|_| high == [0x80, 0, 0, 0])
            }
            _ if self.0[SIZE].iter().all(|&byte| byte == 0) => Some(0),
            _ => octal(&self.0[SIZE]),
        }
    }

    pub(super) fn entry_type(&self) -> u8 {
        self.0[TYPE]
    }

    pub(super) fn name(&self) -> Vec<u8> {
        let name = until_zero(&self.0[NAME]);
        // GNU uses the space of the prefix for other fields.
        let is_posix = self.0[MAGIC] == *b"ustar" && self.0[MAGIC.end] == 0;
        let prefix = until_zero(&self.0[PREFIX]);
        if is_posix && !prefix.is_empty() {
            return [prefix, name].join(&b'/');
        }
        name.to_vec()
    }

    /// Whether this is the header of a long name as Perl's `Archive::Tar` writes it: GNU has no prefix.
    pub(super) fn is_of_perl(&self) -> bool {
        until_zero(&self.0[NAME]) == b"@LongLink"
    }

    /// Whether the field of the name goes on behind a zero byte, like a name of a record.
    pub(super) fn hides_record(&self) -> bool {
        let field = &self.0[NAME];
        let shown = until_zero(field);
        let end = field.iter().rposition(|&byte| byte != 0);
        let hidden = field.get(shown.len()..=end.unwrap_or_default());
        hidden.is_some_and(may_name_records)
    }

    /// Whether the field of the name is full, so that a longer name may have been cut.
    pub(super) fn may_be_cut(&self) -> bool {
        until_zero(&self.0[NAME]).len() >= NAME_LENGTH - 1
    }

    pub(super) fn link(&self) -> Vec<u8> {
        until_zero(&self.0[LINK]).to_vec()
    }

    /// Whether another header of a sparse file follows this first one.
    pub(super) fn is_extended(&self) -> bool {
        self.0[IS_EXTENDED] != 0
    }

    /// Whether another header of a sparse file follows this one.
    pub(super) fn is_more_extended(&self) -> bool {
        self.0[MORE_EXTENDED] != 0
    }
}

/// Whether the fields from the mode to the checksum are numbers, as in a header whose name is damaged.
fn has_numbers(fields: &[u8]) -> bool {
    let is_octal = |byte: &u8| matches!(byte, b'0'..=b'7' | b' ' | 0);
    let has_digit = |field: &[u8]| field.iter().any(u8::is_ascii_digit);
    fields.iter().all(is_octal) && fields.contains(&0) && fields.chunks(8).all(has_digit)
}

fn until_zero(field: &[u8]) -> &[u8] {
    field.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// An octal number between blanks and zero bytes.
fn octal(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    let digits = text.trim_matches([' ', '\0']);
    let digits = digits.split('\0').next().unwrap_or_default();
    u64::from_str_radix(digits.trim_end(), 8).ok()
}

/// What the extended headers say about the next entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ExtendedHeader {
    pub(super) path: Option<Vec<u8>>,
    pub(super) link: Option<Vec<u8>>,
    pub(super) size: Option<u64>,
    pub(super) is_sparse: bool,
}

impl ExtendedHeader {
    /// Adds the records of a PAX header, `LENGTH KEY=VALUE` and a line break each; `false` if they are damaged.
    pub(super) fn read_pax(&mut self, mut data: &[u8]) -> bool {
        if !data.is_empty() && data.iter().all(|&byte| byte == 0) {
            // The records were overwritten.
            return false;
        }
        let mut named: Option<&[u8]> = None;
        while data.iter().any(|&byte| byte != 0) {
            let Some((record, rest)) = split_record(data) else {
                return false;
            };
            data = rest;
            let Some(equals) = record.iter().position(|&byte| byte == b'=') else {
                return false;
            };
            let (key, value) = (&record[..equals], &record[equals + 1..]);
            if key == b"path" && named.replace(value).is_some_and(|known| known != value) {
                return false;
            }
            match key {
                b"path" | b"GNU.sparse.name" if !is_name(value) => return false,
                b"path" if !self.is_sparse || self.path.is_none() => {
                    self.path = Some(value.to_vec());
                }
                b"GNU.sparse.name" => self.path = Some(value.to_vec()),
                b"linkpath" => self.link = Some(value.to_vec()),
                b"size" => match std::str::from_utf8(value).unwrap_or_default().parse() {
                    Ok(size) => self.size = Some(size),
                    Err(_) => return false,
                },
                b"comment" | b"gname" | b"uname" => {}
                // The name under a misspelled key; keys with a `.` belong to programs.
                _ if !key.contains(&b'.') && may_name_records(value) => return false,
                _ => {}
            }
            self.is_sparse |= key.starts_with(b"GNU.sparse.");
        }
        true
    }

    /// These fields, and those of a global header where they are missing.
    pub(super) fn or(self, global: &ExtendedHeader) -> ExtendedHeader {
        ExtendedHeader {
            path: self.path.or_else(|| global.path.clone()),
            link: self.link.or_else(|| global.link.clone()),
            size: self.size.or(global.size),
            is_sparse: self.is_sparse || global.is_sparse,
        }
    }
}

/// Whether some bytes can be a name.
pub(super) fn is_name(name: &[u8]) -> bool {
    !name.is_empty() && !name.contains(&0)
}

/// Splits the first record from others, without its length and line break.
fn split_record(data: &[u8]) -> Option<(&[u8], &[u8])> {
    let blank = data.iter().take(20).position(|&byte| byte == b' ')?;
    let length: usize = std::str::from_utf8(&data[..blank]).ok()?.parse().ok()?;
    let (record, rest) = data.split_at_checked(length)?;
    let record = record.get(blank + 1..)?.strip_suffix(b"\n")?;
    Some((record, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pax_records_are_read() {
        let mut header = ExtendedHeader::default();
        assert!(header.read_pax(b"14 path=a.sgf\n11 size=42\n16 comment=a=b\n\n"));
        assert_eq!(header.path.as_deref(), Some(&b"a.sgf"[..]));
        assert_eq!(header.size, Some(42));
        for damaged in [
            "14 path=a.sg",
            "x path=a\n",
            "5 abc\n",
            "0 \n",
            "9 size=x\n",
            "8 path=\n",
            "14 path=a\0sgf\n",
            "14 patX=a.sgf\n",
            "\x0014 path=a.sgf\n",
            "\0\0\0\0",
        ] {
            let mut header = ExtendedHeader::default();
            assert!(!header.read_pax(damaged.as_bytes()), "{damaged}");
        }
        let mut header = ExtendedHeader::default();
        assert!(header.read_pax(b"25 GNU.sparse.name=a.sgf\n12 path=b/c\n"));
        assert_eq!(header.path.as_deref(), Some(&b"a.sgf"[..]));
        assert!(header.is_sparse);
    }

    #[test]
    fn numbers_have_several_spellings() {
        for (field, value) in [
            (&b"0000644\0"[..], Some(0o644)),
            (b"   644 \0", Some(0o644)),
            (b"644\0\0\0\0\0", Some(0o644)),
            (b"\0\0\0\0\0\0\0\0", None),
            (b"0000648\0", None),
        ] {
            assert_eq!(octal(field), value);
        }
        let mut block = [0; BLOCK];
        block[124..136].copy_from_slice(&[0x80, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]);
        assert_eq!(TarHeader(&block).size(), Some(3 << 32));
    }

    #[test]
    fn a_text_is_no_header() {
        let mut block = [b' '; BLOCK];
        assert!(!TarHeader(&block).resembles_one());
        block[..23].copy_from_slice(b"(;GM[ugo]C[ustar header");
        assert!(!TarHeader(&block).resembles_one());
    }
}
