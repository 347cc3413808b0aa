//! Where a file names its encoding.

use super::fast_lexer::{ByteScanner, Mark};

/// The search for the first value of a `CA`, in bytes that need not be decoded yet.
#[derive(Clone, Debug, Default)]
pub(super) struct LabelSearch {
    scanner: ByteScanner,
    /// The value of `CA` that is being read, as written.
    label: Option<Vec<u8>>,
}

impl LabelSearch {
    /// Longer than any label.
    const MAX_LABEL: usize = 64;

    /// Reads bytes up to the end of the first value of the next `CA` and returns this value.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (mut at, mut from) = (0, 0);
        loop {
            match self.scanner.next(bytes, &mut at) {
                Some(Mark::ValueStart { is_first: true }) if self.scanner.name() == b"CA" => {
                    self.label = Some(Vec::new());
                    from = at;
                }
                Some(Mark::ValueEnd) => {
                    if let Some(mut label) = self.label.take() {
                        extend(&mut label, &bytes[from..at - 1]);
                        return Some(without_escapes(&label));
                    }
                }
                Some(_) => {}
                None => {
                    if let Some(label) = &mut self.label {
                        extend(label, &bytes[from..]);
                    }
                    return None;
                }
            }
        }
    }
}

fn extend(label: &mut Vec<u8>, bytes: &[u8]) {
    let room = LabelSearch::MAX_LABEL.saturating_sub(label.len());
    label.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

/// A value without its backslashes, and without the line breaks after them.
fn without_escapes(value: &[u8]) -> Vec<u8> {
    let mut bytes = value.iter().copied();
    let mut label = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte == b'\\' {
            label.extend(bytes.next().filter(|next| !b"\r\n".contains(next)));
        } else {
            label.push(byte);
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::{Name, read};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        /// Wherever the bytes are cut into blocks, the label is the one that the parser finds.
        #[test]
        fn the_first_label_is_that_of_the_parser(
            text in "(;|;B\\[a1\\]|C|A|c|CA|CA\\[|\\[|\\]|\\[[a-c]{1,70}\\]| |\n|9|é){0,16}",
            block in 1_usize..20,
        ) {
            let text = format!("(;{text}])");
            let record = read(text.as_str()).next().expect("a record");
            let mut properties = record.nodes().flat_map(|node| record.properties(node));
            let first = properties.find(|property| property.name == Name::CA);
            let expected = first.map(|property| record.raw(record.values(property)[0]).as_bytes());
            let mut search = LabelSearch::default();
            let found = text.as_bytes().chunks(block).find_map(|bytes| search.feed(bytes));
            let expected = expected.map(|label| label[..label.len().min(LabelSearch::MAX_LABEL)].to_vec());
            prop_assert_eq!(found, expected);
        }
    }
}
