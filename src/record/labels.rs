//! Where a text names its encoding.

use super::fast_lexer;

/// The search for the first `CA` in a row of tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    within: Within,
    /// The letters last read, as far as they can still be a name.
    name: Vec<u8>,
    label: Vec<u8>,
}

/// Where in the row of tokens a byte stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Outside,
    /// After a name, maybe before its value.
    AfterName,
    Value,
    /// After a backslash in a value.
    Escape,
}

impl Labels {
    /// More of a label or a name than any that counts.
    const LONGEST: usize = 64;

    /// Takes in bytes up to the end of the first value of the next `CA`, which it returns.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match self.within {
                Within::Value => {
                    // To the next byte that matters.
                    let rest = &bytes[at - 1..];
                    let end = memchr::memchr2(b']', b'\\', rest).unwrap_or(rest.len());
                    let room = Self::LONGEST.saturating_sub(self.label.len());
                    self.label.extend_from_slice(&rest[..end.min(room)]);
                    at += end;
                    match rest.get(end) {
                        Some(b']') => {
                            self.within = Within::Outside;
                            let letters = self.name.iter().filter(|byte| byte.is_ascii_uppercase());
                            let is_label = letters.eq(b"CA");
                            self.name.clear();
                            if is_label {
                                return Some(std::mem::take(&mut self.label));
                            }
                        }
                        Some(_) => self.within = Within::Escape,
                        None => {}
                    }
                }
                Within::Escape => self.within = Within::Value,
                _ => match byte {
                    b';' => {
                        self.name.clear();
                        // Most of a file are moves, which hold nothing that matters here.
                        if let Some(end) = fast_lexer::plain_move(bytes, at - 1) {
                            self.within = Within::Outside;
                            at = end;
                        }
                    }
                    b'[' => {
                        self.within = Within::Value;
                        self.label.clear();
                    }
                    b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => self.within = Within::AfterName,
                    _ if byte.is_ascii_alphabetic() => {
                        if self.within == Within::AfterName {
                            self.name.clear();
                        }
                        self.within = Within::Outside;
                        if self.name.len() < Self::LONGEST {
                            self.name.push(byte);
                        }
                    }
                    _ => self.name.clear(),
                },
            }
        }
        None
    }
}
