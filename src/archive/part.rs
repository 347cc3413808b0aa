//! The part of a source that a shard reads.

/// What opening a source takes, in bytes of text that could be read in the same time.
pub(super) const OPENING: u64 = 1024;

/// A part of a source.
#[derive(Clone, Copy, Debug)]
pub(super) struct SourcePart {
    /// Where it begins; `None` at the beginning of the source.
    pub(super) from: Option<Fraction>,
    /// Where it ends; `None` at the end of the source.
    pub(super) to: Option<Fraction>,
}

/// A position in a source, however its length is measured: a fraction of less than 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fraction {
    pub(super) numerator: u64,
    pub(super) denominator: u64,
}

impl Fraction {
    /// The fraction of a length.
    pub(super) fn of(self, length: u64) -> u64 {
        let product = u128::from(length) * u128::from(self.numerator);
        // Not above the length.
        (product / u128::from(self.denominator).max(1)) as u64
    }
}
