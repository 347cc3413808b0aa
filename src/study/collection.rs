//! The text of a record for a collection: a new file of several records.

use std::{borrow::Cow, fmt::Write};

use crate::record::{Encoding, Name, Record, is_run_on};

/// The text of a record, unchanged but for a `CA` that names another encoding: it becomes UTF-8, the encoding of
/// the new file. The record must not be malformed: an unclosed record would absorb the records after it.
pub fn collected<'t>(record: &Record<'t>) -> Cow<'t, str> {
    let text = record.text();
    let mut out = String::new();
    let mut end = 0;
    let properties = record.nodes().flat_map(|node| record.properties(node));
    for property in properties.filter(|property| property.name == Name::CA) {
        for &value in record.values(property) {
            let label = record.raw(value);
            if Encoding::from_label(label) == Some(Encoding::UTF_8) || is_run_on(label) {
                continue;
            }
            let (start, value_end) = (value.start as usize, value.end as usize);
            // Writing to a string cannot fail.
            let _ = write!(out, "{}UTF-8", &text[end..start]);
            end = value_end;
        }
    }
    if end == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[end..]);
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_name_of_another_encoding_is_replaced() {
        let text = |text: &'static str| {
            let record = crate::record::read(text).next().unwrap();
            collected(&record).into_owned()
        };
        let unchanged = "(;GM[ugo]CA[utf-8]\n;B[c3]  C[CA\\[x]] ;W[D4])";
        assert_eq!(text(unchanged), unchanged);
        assert_eq!(
            text("(;GM[ugo]CA[latin1][x]C[a];B[c3]CA[koi8-r])"),
            "(;GM[ugo]CA[UTF-8][UTF-8]C[a];B[c3]CA[UTF-8])"
        );
    }
}
