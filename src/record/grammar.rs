//! The parser generated from `grammar/record.pest`, which defines the format.

// The derive writes items without documentation.
#[allow(missing_docs)]
mod derived {
    /// The parser of `grammar/record.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/record.pest"]
    pub struct Grammar;
}

pub use derived::{Grammar, Rule};
