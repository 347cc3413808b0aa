//! The names of players: numbers for them, and names that are nearly the same.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use crate::{study::folded_name, verify::text_hash};

/// The most names that are remembered.
pub const MAX_NAMES: usize = 100_000;

/// Longer names are compared only as a whole.
const MAX_COMPARED: usize = 64;

/// The number of a name, from 0, in the order in which they appear.
pub(super) type PlayerId = u32;

/// A name whose characters are encoded in one way: accents are part of their letters.
pub(super) fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// All names so far.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    names: Vec<String>,
    /// The number of each name. Names whose characters are only encoded differently are the same.
    ids: HashMap<String, PlayerId>,
    /// Whether there were more names than are remembered.
    pub(super) is_full: bool,
}

impl NameTable {
    /// The number of a name; `None` if there are too many.
    pub(super) fn id(&mut self, name: &str) -> Option<PlayerId> {
        let key = composed(name);
        if let Some(&id) = self.ids.get(&key) {
            return Some(id);
        }
        if self.names.len() >= MAX_NAMES {
            self.is_full = true;
            return None;
        }
        let id = self.names.len() as PlayerId;
        self.names.push(name.to_owned());
        self.ids.insert(key, id);
        Some(id)
    }

    /// The name with a number.
    pub(super) fn name(&self, id: PlayerId) -> &str {
        &self.names[id as usize]
    }

    /// All names, in the order in which they appeared.
    pub(super) fn all(&self) -> &[String] {
        &self.names
    }
}

/// The most pairs of similar names that are found.
const MAX_SIMILAR: usize = 2_000_000;

/// Names that are nearly the same.
#[derive(Debug, Default)]
pub(super) struct SimilarNames {
    /// Pairs of indices of names, in order and each once. They are small: there may be many.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Whether there were too many, so that some are missing.
    pub(super) is_cut: bool,
}

impl SimilarNames {
    /// Adds a pair, which may be there already. Tells whether there is room for more.
    fn add(&mut self, pair: (u32, u32)) -> bool {
        // So the vector never doubles when it is full of pairs that are there several times.
        if self.pairs.len() == self.pairs.capacity() {
            self.tidy();
            if self.pairs.len() > MAX_SIMILAR {
                self.is_cut = true;
                return false;
            }
            self.pairs.reserve_exact(self.pairs.len().max(1024));
        }
        self.pairs.push(pair);
        true
    }

    fn tidy(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

/// Pairs of names that differ only in case, accents or the order of their words, or in one letter, by their indices.
pub(super) fn similar_names(names: &[String]) -> SimilarNames {
    /// Of many names with a common form, which can only be short, each is compared with the first.
    const MAX_COMPARED_PAIRWISE: usize = 50;
    let forms: Vec<NameForms> = names.iter().map(|name| NameForms::of(name)).collect();
    // Names with at most one letter of difference have a common variant.
    let counts = forms.iter().flat_map(|forms| &forms.0);
    let counts = counts.map(|form| variant_count(form));
    let mut variants_of: Vec<(u64, u32)> = Vec::with_capacity(counts.sum());
    for (index, forms) in forms.iter().enumerate() {
        // Equal hashes only make two names be compared.
        let variants = forms.0.iter().flat_map(|form| variants(form));
        let hashes = variants.map(|variant| text_hash(variant.bytes()));
        variants_of.extend(hashes.map(|hash| (hash, index as u32)));
    }
    variants_of.sort_unstable();
    variants_of.dedup();
    let mut found = SimilarNames::default();
    'groups: for group in variants_of.chunk_by(|(first, _), (second, _)| first == second) {
        let firsts = if group.len() > MAX_COMPARED_PAIRWISE {
            1
        } else {
            group.len()
        };
        for (at, &(_, first)) in group.iter().enumerate().take(firsts) {
            for &(_, second) in &group[at + 1..] {
                let is_similar = forms[first as usize].are_similar(&forms[second as usize]);
                if is_similar && !found.add((first, second)) {
                    break 'groups;
                }
            }
        }
    }
    found.tidy();
    found
}

/// A name without case and accents, in the ways in which it is compared with others.
pub(super) struct NameForms([String; 3]);

impl NameForms {
    pub(super) fn of(name: &str) -> NameForms {
        let folded = folded_name(name);
        let is_part = |character: &char| character.is_alphanumeric();
        let parts = sorted(folded.split(|character| !is_part(&character)));
        if parts.is_empty() {
            return NameForms([folded, String::new(), String::new()]);
        }
        // `O'Hara` and `OHara`, in any order of the words.
        let words = folded.split(|character: char| character.is_whitespace() || character == ',');
        let words: Vec<String> = words
            .map(|word| word.chars().filter(is_part).collect())
            .collect();
        let words = sorted(words.iter().map(String::as_str));
        // Another letter, as in `Karl Doe` and `Carl Doe`, can change the order.
        let letters = folded.chars().filter(is_part).collect();
        NameForms([parts, words, letters])
    }

    /// Whether two names are nearly the same.
    pub(super) fn are_similar(&self, other: &NameForms) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.any(|(one, other)| !one.is_empty() && are_similar(one, other))
    }
}

/// Words in alphabetical order.
fn sorted<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.join(" ")
}

/// The number of the variants of a name.
fn variant_count(form: &str) -> usize {
    match form.chars().count() {
        count if count <= MAX_COMPARED => 1 + count,
        _ => 1,
    }
}

/// A name, and the name without each one of its characters.
fn variants(form: &str) -> Vec<String> {
    let mut variants = vec![form.to_owned()];
    if variant_count(form) > 1 {
        variants.extend(form.char_indices().map(|(at, character)| {
            let (before, after) = form.split_at(at);
            before.to_owned() + &after[character.len_utf8()..]
        }));
    }
    variants
}

/// Whether two names in one of their forms are nearly the same.
fn are_similar(first: &str, second: &str) -> bool {
    if first == second {
        return true;
    }
    // Numbers tell players apart: `Player 1` and `Player 2`.
    let digits = |text: &str| -> Vec<char> { text.chars().filter(char::is_ascii_digit).collect() };
    let (shorter, longer) = (first.chars().count(), second.chars().count());
    let (shorter, longer) = (shorter.min(longer), shorter.max(longer));
    if longer > MAX_COMPARED || digits(first) != digits(second) {
        return false;
    }
    // In short names another letter makes another name: `Tim` and `Tom`.
    let is_long_enough = shorter >= if shorter == longer { 5 } else { 3 };
    is_long_enough && strsim::damerau_levenshtein(first, second) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_encoded_differently_are_one() {
        let mut names = NameTable::default();
        let ids = ["Ñ", "Ben", "N\u{303}", "ñ"].map(|name| names.id(name).unwrap());
        assert_eq!(ids, [0, 1, 0, 2]);
        assert_eq!(names.all(), ["Ñ", "Ben", "ñ"]);
        assert!(!names.is_full);
    }

    #[test]
    fn similar_names_are_found() {
        let similar = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            similar_names(&names).pairs
        };
        for pair in [
            ["Ann", "Anne"],
            ["Ann", "ANN"],
            ["Luis Bolaños Mures", "bolanos mures, luis"],
            ["Dora Klein", "Dora Kelin"],
            ["Dmitri", "Dmitry"],
            ["Ann", "A\u{200b}nn"],
            ["Ann-Lee", "Ann Lee"],
            ["O'Hara", "OHara"],
            ["Karl Doe", "Carl Doe"],
            ["O'Hara, Pat", "Pat OHara"],
            ["Smith,J", "SmithJ"],
            ["B-ann", "bann"],
            ["本因坊", "本因坊秀"],
        ] {
            assert_eq!(similar(&pair), [(0, 1)], "{pair:?}");
        }
        for pair in [
            ["Tim", "Tom"],
            ["Player 1", "Player 2"],
            ["Player 1", "Player 11"],
            ["A", "AB"],
            ["Ann", "Ben"],
            ["Ann", "Annika"],
            ["!", "?"],
        ] {
            assert_eq!(similar(&pair), [], "{pair:?}");
        }
        assert_eq!(similar(&["Anne", "Ben", "anne", "Bene"]), [(0, 2), (1, 3)]);
    }

    #[test]
    fn many_names_are_compared_quickly() {
        let names: Vec<String> = (0..20_000_u64)
            .map(|number| {
                format!(
                    "{:x}{}",
                    number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                    "x".repeat(50)
                )
            })
            .collect();
        assert!(similar_names(&names).pairs.is_empty());
    }

    #[test]
    fn pairs_of_names_are_bounded() {
        let mut found = SimilarNames::default();
        for number in 0..5_000_000 {
            assert!(found.add((number % 1000, number % 7)));
        }
        found.tidy();
        assert_eq!(found.pairs.len(), 7_000);
        let mut others = (0..u32::MAX).map(|number| (number, 1));
        assert!(!others.all(|pair| found.add(pair)));
        assert!(found.is_cut);
        assert!(found.pairs.capacity() <= 2 * MAX_SIMILAR + 7_000);
    }
}
