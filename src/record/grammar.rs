//! The parser generated from `grammar/record.pest`, which defines the format.

// The derive writes items without documentation.
#[allow(missing_docs)]
mod derived {
    /// The parser of `grammar/record.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/record.pest"]
    pub struct Grammar;
}

use pest::{Parser, error::ErrorVariant, iterators::Pairs};

pub use derived::{Grammar, Rule};

/// The parts of a text that a rule matches; `None` if it does not match.
///
/// # Panics
///
/// If less than some 64 KiB of the thread's stack is left, where the parser gives up: what does not match and what was
/// not tried must not be confused, or a valid record would be called invalid.
pub(super) fn parse(rule: Rule, text: &str) -> Option<Pairs<'_, Rule>> {
    let error = match Grammar::parse(rule, text) {
        Ok(pairs) => return Some(pairs),
        Err(error) => error,
    };
    if let ErrorVariant::CustomError { message } = error.variant {
        panic!("a record cannot be read in a thread with such a small stack: {message}");
    }
    None
}
