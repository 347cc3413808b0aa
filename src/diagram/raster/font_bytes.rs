//! The bytes of a font table, which may be damaged.

/// Bytes of a font: numbers have the most significant byte first.
#[derive(Clone, Copy)]
pub(super) struct FontBytes<'f>(pub(super) &'f [u8]);

impl<'f> FontBytes<'f> {
    /// The number of `size` bytes, at most four, at an offset.
    pub(super) fn number(&self, at: usize, size: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(size)?)?;
        let value = bytes
            .iter()
            .fold(0, |value, byte| value << 8 | u32::from(*byte));
        usize::try_from(value).ok()
    }

    /// The bytes from one offset to another.
    pub(super) fn slice(&self, begin: usize, end: usize) -> Option<&'f [u8]> {
        self.0.get(begin..end)
    }
}
