//! Visiting the positions of a record one after the other while it is played.
//!
//! A position remembers its history, so a copy of each would cost time and memory that
//! grow with the square of the plies. A visitor sees them in passing.

use super::{judge::judge, options::Options, step::Visitor, verdict::Verdict};
use crate::record::Record;

/// Verifies a record as [`verify`](super::verify()) does, and visits every position on the way.
///
/// ```
/// use kifu::{record, verify};
///
/// let record = record::read("(;GM[ugo]SZ[5];B[c3];W[d3];B[c3])").next().unwrap();
/// let mut sizes = Vec::new();
/// let mut visitor = |step: &verify::Step| sizes.push(step.position.pieces().len());
/// let verdict = verify::replay(&record, &verify::Options::default(), &mut visitor);
/// assert_eq!(sizes, [0, 1, 2]);
/// assert_eq!(verdict.findings[0].ply, Some(3));
/// ```
pub fn replay(record: &Record, options: &Options, visitor: &mut dyn Visitor) -> Verdict {
    judge(record, options, Some(visitor))
}
