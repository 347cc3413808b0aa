//! Decisions taken from bytes, one after the other.

/// Bytes not yet used. Behind their end all decisions are zero.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    pub fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        let number = if end > 256 {
            usize::from(self.next()) << 8 | usize::from(self.next())
        } else {
            usize::from(self.next())
        };
        number % end.max(1)
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
