//! The bytes that a terminal sends, as events. Unlike in crossterm, which waits for the rest of an escape sequence
//! however long it takes, a sequence that stays incomplete is given up, and a control character ends it.

use std::collections::VecDeque;

use crossterm::event::{Event, KeyCode};
use terminput_crossterm::to_crossterm;

const ESC: u8 = 0x1b;
/// What precedes a pasted text.
const PASTE: &[u8] = b"\x1b[200~";
/// The longest escape sequence of a key or the mouse, in bytes, with much to spare.
const MAX_SEQUENCE: usize = 64;

/// Decodes what a terminal sends, in pieces of any length.
#[derive(Debug, Default)]
pub(super) struct KeyDecoder {
    /// The beginning of an event.
    bytes: Vec<u8>,
    /// Whether Escape may have been typed while a pasted text has no end.
    may_end_paste: bool,
}

impl KeyDecoder {
    /// Decodes the bytes that have come together.
    pub(super) fn feed(&mut self, bytes: &[u8], events: &mut VecDeque<Event>) {
        // Who pastes sends more than one byte, and no terminal sends such a character in a text.
        if self.is_paste()
            && let [key] = bytes
            && is_no_text(*key)
        {
            self.may_end_paste = *key == ESC;
            if !self.may_end_paste {
                self.end_paste(events);
            }
        } else {
            self.may_end_paste = false;
        }
        for byte in bytes {
            self.add(*byte, events);
        }
    }

    /// Whether [`give_up`](KeyDecoder::give_up) is to be called if nothing else comes.
    pub(super) fn is_incomplete(&self) -> bool {
        !self.bytes.is_empty() && (!self.is_paste() || self.may_end_paste)
    }

    /// Nothing has come for some time: what is incomplete was typed as it is, or is of no use.
    pub(super) fn give_up(&mut self, events: &mut VecDeque<Event>) {
        if self.is_paste() {
            self.bytes.pop();
            self.end_paste(events);
        } else if self.bytes == [ESC] {
            events.push_back(Event::Key(KeyCode::Esc.into()));
        }
        self.bytes.clear();
        self.may_end_paste = false;
    }

    fn add(&mut self, byte: u8, events: &mut VecDeque<Event>) {
        if self.bytes == [ESC] && byte == ESC {
            // Escape was typed; the other one may begin a sequence.
            events.push_back(Event::Key(KeyCode::Esc.into()));
            return;
        }
        // With Alt, a control character follows an Escape.
        if byte < b' ' && self.bytes != [ESC] && !self.is_paste() {
            self.bytes.clear();
        }
        self.bytes.push(byte);
        if self.bytes == [ESC] {
            return;
        }
        match terminput::Event::parse_from(&self.bytes) {
            Ok(Some(event)) => {
                self.bytes.clear();
                // The others are none that crossterm knows.
                events.extend(to_crossterm(event).ok());
            }
            Ok(None) if self.is_paste() || self.bytes.len() <= MAX_SEQUENCE => {}
            _ => self.drop_invalid(byte, events),
        }
    }

    /// Drops what is no event, but not a letter behind an incomplete one.
    fn drop_invalid(&mut self, last: u8, events: &mut VecDeque<Event>) {
        let is_letter = self.bytes.len() > 1 && self.bytes[0] >= 0x80;
        self.bytes.clear();
        if is_letter {
            self.add(last, events);
        }
    }

    fn is_paste(&self) -> bool {
        self.bytes.starts_with(PASTE)
    }

    /// Ends a pasted text that has no end.
    fn end_paste(&mut self, events: &mut VecDeque<Event>) {
        let text = String::from_utf8_lossy(&self.bytes[PASTE.len()..]).into_owned();
        events.push_back(Event::Paste(text));
        self.bytes.clear();
    }
}

/// Whether a byte is a key that stands in no text.
fn is_no_text(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyEvent, KeyModifiers};

    use super::*;

    /// The events of pieces that come one after another, at once.
    fn events(pieces: &[&[u8]]) -> (Vec<Event>, KeyDecoder) {
        let mut decoder = KeyDecoder::default();
        let mut events = VecDeque::new();
        for piece in pieces {
            decoder.feed(piece, &mut events);
        }
        (events.into(), decoder)
    }

    fn key(code: KeyCode) -> Event {
        Event::Key(code.into())
    }

    fn letter(letter: char) -> Event {
        key(KeyCode::Char(letter))
    }

    fn control(letter: char) -> Event {
        Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
    }

    fn paste(text: &str) -> Event {
        Event::Paste(text.to_owned())
    }

    /// The same, and what is given up then.
    fn events_in_the_end(pieces: &[&[u8]]) -> Vec<Event> {
        let (events, mut decoder) = events(pieces);
        let mut events = VecDeque::from(events);
        if decoder.is_incomplete() {
            decoder.give_up(&mut events);
        }
        assert!(!decoder.is_incomplete());
        events.into()
    }

    #[test]
    fn sequences_are_the_same_in_any_pieces() {
        let bytes =
            "ab\x1b[A\x1bOP\x1b[5~\x1b[1;5C\x1b[<0;12;7M\x1b[200~x\r\ny é\x1b[201~é碁\x1b\r\x03"
                .as_bytes();
        let (whole, decoder) = events(&[bytes]);
        assert_eq!(whole.len(), 12);
        assert_eq!(whole[2], key(KeyCode::Up));
        assert_eq!(whole[3], key(KeyCode::F(1)));
        assert_eq!(whole[7], paste("x\r\ny é"));
        assert_eq!(whole[11], control('c'));
        assert!(!decoder.is_incomplete());
        for length in 2..bytes.len() {
            let pieces: Vec<&[u8]> = bytes.chunks(length).collect();
            // One byte of a paste may look like a key that is typed.
            if pieces.iter().any(|piece| *piece == [ESC]) {
                continue;
            }
            assert_eq!(events(&pieces).0, whole, "{length}");
        }
    }

    #[test]
    fn escape_is_a_key_if_nothing_follows() {
        assert_eq!(events(&[b"\x1b"]).0, []);
        assert_eq!(events_in_the_end(&[b"\x1b"]), [key(KeyCode::Esc)]);
        let both = [key(KeyCode::Esc), key(KeyCode::Up)];
        assert_eq!(events_in_the_end(&[b"\x1b", b"\x1b[A"]), both);
        let twice = [key(KeyCode::Esc), key(KeyCode::Esc)];
        assert_eq!(events_in_the_end(&[b"\x1b\x1b"]), twice);
    }

    #[test]
    fn incomplete_sequences_hold_nothing_back() {
        for beginning in [
            "\x1b[",
            "\x1b[3",
            "\x1b[<",
            "\x1b[<0;1",
            "\x1b[?",
            "\x1bO",
            "\x1b[M!",
            "\x1b[1;2;3",
        ] {
            let beginning = beginning.as_bytes();
            assert_eq!(events_in_the_end(&[beginning]), [], "{beginning:?}");
            let (found, _) = events(&[beginning, b"\x03x"]);
            assert_eq!(found, [control('c'), letter('x')], "{beginning:?}");
            let (found, _) = events(&[beginning, b"\r"]);
            assert_eq!(found, [key(KeyCode::Enter)], "{beginning:?}");
        }
        // A sequence without an end, and letters behind it.
        let (events, _) = events(&["\x1b[".as_bytes(), &b"1".repeat(100), b"Zq"]);
        assert_eq!(events.last(), Some(&letter('q')));
    }

    #[test]
    fn letters_behind_incomplete_ones_count() {
        assert_eq!(events(&[b"\xe9q"]).0, [letter('q')]);
        assert_eq!(events(&[b"\xe7\xa2", b"\xe9\xc3\xa9"]).0, [letter('é')]);
        assert_eq!(events(&[b"\xff\xfe\xffa"]).0, [letter('a')]);
        assert_eq!(events_in_the_end(&[b"\xe9"]), []);
    }

    #[test]
    fn a_paste_without_an_end_is_ended_by_a_control_key_or_escape() {
        let beginning: &[u8] = b"\x1b[200~abc";
        let (all, decoder) = events(&[beginning, b"d\x03e", b"\r"]);
        // It may go on at any time.
        assert_eq!((all, decoder.is_incomplete()), (vec![], false));
        let ended = [paste("abc"), control('q')];
        assert_eq!(events(&[beginning, b"\x11"]).0, ended);
        assert_eq!(events_in_the_end(&[beginning, b"\x1b"]), [paste("abc")]);
        // What looks like the key begins the end.
        let whole = [paste("abc"), letter('x')];
        assert_eq!(events(&[beginning, b"\x1b", b"[201~x"]).0, whole);
        assert_eq!(events(&[beginning, b"\x1b[", b"201~x"]).0, whole);
    }
}
