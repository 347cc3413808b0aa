//! A record with its verdict.

use crate::{
    record::Record,
    verify::{Options, Verdict},
};

/// A record that has been verified.
#[derive(Clone, Copy, Debug)]
pub struct VerifiedRecord<'a, 'r> {
    /// The record.
    pub record: &'a Record<'r>,
    /// How it was verified.
    pub options: &'a Options,
    /// The result.
    pub verdict: &'a Verdict,
}
