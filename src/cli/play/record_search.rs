//! The search in a list of records.

use crate::study::folded_name;

/// The longest text that is searched for, in bytes: far more than anybody types.
const MAX_TEXT: usize = 1000;

/// The most lines, and bytes of them, that are searched without a look at what is typed meanwhile.
const STEP: (usize, usize) = (4096, 256 * 1024);

/// What is searched for, and what has been found. The list may be long and still grow: it is searched bit by bit.
#[derive(Debug, Default)]
pub(super) struct RecordSearch {
    text: String,
    /// How many records have been searched.
    searched: usize,
    /// The numbers of those of them that have the text.
    found: Vec<usize>,
    /// The place of the chosen one among those found.
    chosen: usize,
    /// The record that is chosen again when it is found again.
    chosen_before: Option<usize>,
}

impl RecordSearch {
    /// The text that is searched for.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// How many records have been searched.
    pub(super) fn searched(&self) -> usize {
        self.searched
    }

    /// The numbers of the records that have been found.
    pub(super) fn found(&self) -> &[usize] {
        &self.found
    }

    /// The place of the chosen record among those found.
    pub(super) fn place(&self) -> usize {
        self.chosen
    }

    /// The number of the chosen record.
    pub(super) fn chosen(&self) -> Option<usize> {
        self.found.get(self.chosen).copied()
    }

    /// Chooses the record at this place, or the last one.
    pub(super) fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.found.len().saturating_sub(1));
    }

    /// Finds the records whose line has the text, regardless of case and accents, among those that have not been searched;
    /// fewer if it is interrupted, which is asked between some of them.
    pub(super) fn find(
        &mut self,
        line: impl Fn(usize) -> Option<String>,
        mut is_interrupted: impl FnMut() -> bool,
    ) {
        let text = folded_name(&self.text);
        let (mut lines, mut bytes) = (0, 0);
        while let Some(line) = line(self.searched) {
            let is_chosen = self.chosen_before.take_if(|it| *it == self.searched);
            if text.is_empty() || folded_name(&line).contains(&text) {
                if is_chosen.is_some() {
                    self.chosen = self.found.len();
                }
                self.found.push(self.searched);
            }
            self.searched += 1;
            (lines, bytes) = (lines + 1, bytes + line.len());
            if lines >= STEP.0 || bytes >= STEP.1 {
                if is_interrupted() {
                    return;
                }
                (lines, bytes) = (0, 0);
            }
        }
    }

    /// Searches for more text, and chooses the first record.
    pub(super) fn add(&mut self, text: &str) {
        let room = MAX_TEXT.saturating_sub(self.text.len());
        self.text.push_str(&text[..text.floor_char_boundary(room)]);
        self.begin();
        self.chosen_before = None;
    }

    /// Searches for the text without its last letter.
    pub(super) fn shorten(&mut self) {
        if self.text.pop().is_some() {
            self.begin();
        }
    }

    /// Finds all records.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.begin();
    }

    /// Begins at the first record. The chosen one stays chosen if it has the text.
    fn begin(&mut self) {
        self.chosen_before = self.chosen_before.or(self.chosen());
        self.found.clear();
        (self.searched, self.chosen) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn line(number: usize) -> Option<String> {
        (number < 10_000).then(|| format!("Bolaños {number}"))
    }

    #[test]
    fn a_search_goes_on_where_it_was_interrupted() {
        let mut search = RecordSearch::default();
        search.add("bolanos 99");
        let asked = Cell::new(0);
        search.find(line, || {
            asked.set(asked.get() + 1);
            asked.get() == 2
        });
        assert_eq!((search.searched(), search.found().len()), (8192, 11));
        search.find(line, || false);
        assert_eq!((search.searched(), search.found().len()), (10_000, 111));
        // The list grows.
        search.find(
            |number| (number < 10_001).then(|| "BOLAÑOS 99".into()),
            || false,
        );
        assert_eq!(search.found().last(), Some(&10_000));
    }

    /// Letters that come at the same time are searched for once.
    #[test]
    fn typing_searches_nothing() {
        let mut search = RecordSearch::default();
        search.find(line, || false);
        for letter in ["o", "s", " ", "7"] {
            search.add(letter);
            assert_eq!((search.searched(), search.found().len()), (0, 0));
        }
        let searched = Cell::new(0);
        let counted = |number| {
            searched.set(searched.get() + 1);
            line(number)
        };
        search.find(counted, || false);
        assert_eq!((searched.get(), search.found().len()), (10_001, 1111));
    }

    #[test]
    fn the_chosen_record_stays_chosen_while_it_is_found() {
        let mut search = RecordSearch::default();
        search.find(line, || false);
        search.add("s 12");
        search.find(line, || false);
        search.choose(2);
        assert_eq!(search.chosen(), Some(121));
        // Both before the list is searched again, and interrupted.
        search.shorten();
        search.shorten();
        assert_eq!(search.chosen(), None);
        search.find(line, || true);
        assert_eq!((search.searched(), search.chosen()), (4096, Some(121)));
        search.clear();
        search.find(line, || false);
        assert_eq!((search.chosen(), search.place()), (Some(121), 121));
        search.add("99");
        search.find(line, || false);
        assert_eq!(search.chosen(), Some(99));
        search.choose(usize::MAX);
        assert_eq!(search.chosen(), Some(9999));
    }
}
