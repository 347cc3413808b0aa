//! How large a record can be that is shown or gone on with: all of it is kept, and some of its positions.

use crate::record::Record;

/// The largest record or file, in bytes.
pub(super) const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The most nodes.
pub(super) const MAX_NODES: usize = 300_000;

/// The most values of properties.
pub(super) const MAX_VALUES: usize = 600_000;

/// Whether a record is within these limits.
pub(super) fn is_within_limits(record: &Record) -> bool {
    let properties = || record.nodes().flat_map(|node| record.properties(node));
    let values = || properties().map(|property| record.values(property).len());
    record.text().len() <= MAX_BYTES
        && record.nodes().count() <= MAX_NODES
        && values().sum::<usize>() <= MAX_VALUES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read;

    #[test]
    fn each_limit_counts() {
        let is_within = |text: String| is_within_limits(&read(text.as_str()).next().unwrap());
        let nodes = |count| format!("(;GM[ugo]{})", ";".repeat(count));
        let values = |count| format!("(;GM[ugo]XX{})", "[]".repeat(count));
        let properties = |count| format!("(;GM[ugo]{})", "XX[]".repeat(count));
        let bytes = |count| format!("(;C[{}])", "x".repeat(count));
        assert!(is_within(nodes(MAX_NODES - 1)) && !is_within(nodes(MAX_NODES)));
        assert!(is_within(values(MAX_VALUES - 1)) && !is_within(values(MAX_VALUES)));
        assert!(is_within(properties(MAX_VALUES - 1)) && !is_within(properties(MAX_VALUES)));
        assert!(is_within(bytes(MAX_BYTES - 6)) && !is_within(bytes(MAX_BYTES)));
    }
}
