//! The names of players: numbers for them, and names that are nearly the same.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    iter,
};

use unicode_normalization::UnicodeNormalization;

use crate::study::folded_name;

/// The most names that are remembered.
pub const MAX_NAMES: usize = 100_000;

/// Longer names are compared only as a whole, in characters.
const MAX_COMPARED: usize = 64;

/// The number of a name, from 0, in the order in which they appear.
pub(super) type PlayerId = u32;

/// A name whose characters are encoded in one way: accents are part of their letters.
pub(super) fn composed(name: &str) -> String {
    name.nfc().collect()
}

/// What stands for a text where many are remembered: normalized, a name can be several times as long.
pub(super) type Fingerprint = [u8; 32];

/// The fingerprint of a name whose characters are encoded in one way.
pub(super) fn fingerprint(name: &str) -> Fingerprint {
    blake3::hash(name.as_bytes()).into()
}

/// All names so far.
#[derive(Debug, Default)]
pub(super) struct NameTable {
    names: Vec<String>,
    /// The number of each name. Names whose characters are only encoded differently are the same.
    ids: HashMap<Fingerprint, PlayerId>,
    /// Whether there were more names than are remembered.
    pub(super) is_full: bool,
}

impl NameTable {
    /// The number of a name; `None` if there are too many.
    pub(super) fn id(&mut self, name: &str) -> Option<PlayerId> {
        let key = fingerprint(&composed(name));
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

/// The most variants of names that are looked at together: some 65 MB.
const MAX_VARIANTS: usize = 4_000_000;

/// Pairs of names that differ only in case, accents or the order of their words, or in one letter, by their indices.
pub(super) fn similar_names(names: &[String]) -> SimilarNames {
    similar_names_in_passes(names, MAX_VARIANTS)
}

fn similar_names_in_passes(names: &[String], max_variants: usize) -> SimilarNames {
    /// Of many names with a common form, which can only be short, each is compared with the first.
    const MAX_COMPARED_PAIRWISE: usize = 50;
    let forms: Vec<NameForms> = names.iter().map(|name| NameForms::of(name)).collect();
    let count: usize = forms.iter().map(NameForms::variant_count).sum();
    let passes = count.div_ceil(max_variants).max(1) as u64;
    // Chosen at random, so that no names can be chosen whose variants all fall into one pass.
    let base = RandomState::new().hash_one(names.len()) % PRIME;
    let mut found = SimilarNames::default();
    let mut variants_of: Vec<(u64, u32)> =
        Vec::with_capacity(count.min(max_variants + max_variants / 16));
    'passes: for pass in 0..passes {
        variants_of.clear();
        for (index, forms) in forms.iter().enumerate() {
            // Names with at most one letter of difference have a common variant; equal hashes only make two names be compared.
            let hashes = forms.distinct().flat_map(|form| variant_hashes(form, base));
            let hashes = hashes.filter(|hash| hash % passes == pass);
            variants_of.extend(hashes.map(|hash| (hash, index as u32)));
        }
        variants_of.sort_unstable();
        variants_of.dedup();
        for group in variants_of.chunk_by(|(first, _), (second, _)| first == second) {
            let firsts = if group.len() > MAX_COMPARED_PAIRWISE {
                1
            } else {
                group.len()
            };
            for (at, &(_, first)) in group.iter().enumerate().take(firsts) {
                for &(_, second) in &group[at + 1..] {
                    let is_similar = forms[first as usize].are_similar(&forms[second as usize]);
                    if is_similar && !found.add((first, second)) {
                        break 'passes;
                    }
                }
            }
        }
    }
    found.tidy();
    found
}

/// A name without case and accents, in the ways in which it is compared with others.
pub(super) struct NameForms([Box<str>; 3]);

impl NameForms {
    pub(super) fn of(name: &str) -> NameForms {
        let folded = folded_name(name);
        let is_part = |character: &char| character.is_alphanumeric();
        let parts = sorted(folded.split(|character| !is_part(&character)));
        if parts.is_empty() {
            return NameForms([folded, String::new(), String::new()].map(bounded));
        }
        // `O'Hara` and `OHara`, in any order of the words.
        let words = folded.split(|character: char| character.is_whitespace() || character == ',');
        let words: Vec<String> = words
            .map(|word| word.chars().filter(is_part).collect())
            .collect();
        let words = sorted(words.iter().map(String::as_str));
        // Another letter, as in `Karl Doe` and `Carl Doe`, can change the order.
        let letters = folded.chars().filter(is_part).collect();
        NameForms([parts, words, letters].map(bounded))
    }

    /// The forms that are not empty, each once.
    fn distinct(&self) -> impl Iterator<Item = &str> {
        let forms = self.0.iter().enumerate();
        let forms = forms.filter(|&(at, form)| !form.is_empty() && !self.0[..at].contains(form));
        forms.map(|(_, form)| &**form)
    }

    /// The number of the variants of a name.
    fn variant_count(&self) -> usize {
        let counts = self.distinct().map(|form| match form.chars().count() {
            count if count <= MAX_COMPARED => 1 + count,
            _ => 1,
        });
        counts.sum()
    }

    /// Whether two names are nearly the same.
    pub(super) fn are_similar(&self, other: &NameForms) -> bool {
        let mut pairs = self.0.iter().zip(&other.0);
        pairs.any(|(one, other)| !one.is_empty() && are_similar(one, other))
    }
}

/// A form in a bounded length: one that is compared only as a whole is its hash, which is too long to be another form.
///
/// Decomposed, a character can become eighteen.
fn bounded(form: String) -> Box<str> {
    if form.chars().count() <= MAX_COMPARED {
        return form.into();
    }
    let hash = blake3::hash(form.as_bytes()).to_hex();
    format!("{hash}…").into()
}

/// Words in alphabetical order.
fn sorted<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.sort_unstable();
    words.join(" ")
}

/// Hashes are numbers below this prime, 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// `first * second + third` modulo [`PRIME`].
fn multiplied(first: u64, second: u64, third: u64) -> u64 {
    let sum = u128::from(first) * u128::from(second) + u128::from(third);
    (sum % u128::from(PRIME)) as u64
}

/// The hash of a form, and those of the form without each one of its characters.
///
/// A hash is a polynomial of `base` whose terms are the characters, so that what precedes a character and what follows it
/// give the hash without it in one step: there can be millions.
fn variant_hashes(form: &str, base: u64) -> Vec<u64> {
    let characters: Vec<u64> = form.chars().map(u64::from).collect();
    let mut before = vec![0];
    for &character in &characters {
        before.push(multiplied(before[before.len() - 1], base, character));
    }
    let mut hashes = vec![before[characters.len()]];
    if characters.len() <= MAX_COMPARED {
        let (mut after, mut power) = (0, 1);
        for (&character, &before) in iter::zip(&characters, &before).rev() {
            hashes.push(multiplied(before, power, after));
            after = multiplied(character, power, after);
            power = multiplied(power, base, 0);
        }
    }
    hashes
}

/// Whether two names in one of their forms are nearly the same.
fn are_similar(first: &str, second: &str) -> bool {
    if first == second {
        return true;
    }
    let (shorter, longer) = (first.chars().count(), second.chars().count());
    let (shorter, longer) = (shorter.min(longer), shorter.max(longer));
    // In short names another letter makes another name: `Tim` and `Tom`.
    let is_long_enough = shorter >= if shorter == longer { 5 } else { 3 };
    if !is_long_enough || longer > MAX_COMPARED || longer - shorter > 1 {
        return false;
    }
    // Numbers tell players apart: `Player 1` and `Player 2`.
    let digits = |text: &str| -> Vec<char> { text.chars().filter(char::is_ascii_digit).collect() };
    differ_in_one_letter(first, second) && digits(first) == digits(second)
}

/// Whether one letter is another, is missing or has changed places with its neighbor.
fn differ_in_one_letter(first: &str, second: &str) -> bool {
    // What they have in common does not change their distance, and takes the more time: that of long names is quadratic.
    let start = iter::zip(first.chars(), second.chars()).take_while(|(one, other)| one == other);
    let start: usize = start.map(|(one, _)| one.len_utf8()).sum();
    let (first, second) = (&first[start..], &second[start..]);
    let end = iter::zip(first.chars().rev(), second.chars().rev());
    let end = end.take_while(|(one, other)| one == other);
    let end: usize = end.map(|(one, _)| one.len_utf8()).sum();
    let rest = [first, second].map(|text| &text[..text.len() - end]);
    // Only two letters that have changed places remain as more than one.
    let is_short = rest.iter().all(|text| text.chars().count() <= 2);
    is_short && strsim::damerau_levenshtein(rest[0], rest[1]) <= 1
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

    /// Names in whose letters there is little choice, so that many are similar.
    fn alike() -> Vec<String> {
        let letters = ["a", "b", "ß", "é", "1", "-", " ", "\u{fdfa}"];
        let name = |number: usize| -> String {
            let digits = (0..7).map(|place| number / letters.len().pow(place) % letters.len());
            digits.map(|digit| letters[digit]).collect()
        };
        (0..600).map(|number| name(number * 7919)).collect()
    }

    #[test]
    fn passes_find_what_comparing_all_names_finds() {
        let names = alike();
        let forms: Vec<NameForms> = names.iter().map(|name| NameForms::of(name)).collect();
        let pairs = (0..600).flat_map(|first| (first + 1..600).map(move |second| (first, second)));
        let expected: Vec<(u32, u32)> = pairs
            .filter(|&(first, second)| forms[first as usize].are_similar(&forms[second as usize]))
            .collect();
        assert!(expected.len() > 100, "{}", expected.len());
        for max_variants in [usize::MAX / 2, 5_000, 700] {
            let found = similar_names_in_passes(&names, max_variants);
            assert_eq!(found.pairs, expected, "{max_variants}");
            assert!(!found.is_cut);
        }
    }

    #[test]
    fn one_letter_is_a_distance_of_one() {
        let names = alike();
        for (first, second) in names
            .iter()
            .flat_map(|name| names.iter().map(move |n| (name, n)))
        {
            let expected = strsim::damerau_levenshtein(first, second) <= 1;
            assert_eq!(
                differ_in_one_letter(first, second),
                expected,
                "{first} {second}"
            );
        }
    }

    #[test]
    fn a_hash_of_a_variant_is_that_of_a_form() {
        for form in [
            "",
            "a",
            "ab",
            "Ann Lee",
            "本因坊 a\u{10ffff}",
            &"x".repeat(64),
        ] {
            let characters: Vec<char> = form.chars().collect();
            let mut expected = vec![variant_hashes(form, PRIME - 2)[0]];
            for at in 0..characters.len() {
                let mut variant = characters.clone();
                variant.remove(at);
                let variant: String = variant.into_iter().collect();
                expected.push(variant_hashes(&variant, PRIME - 2)[0]);
            }
            let mut hashes = variant_hashes(form, PRIME - 2);
            hashes.sort_unstable();
            expected.sort_unstable();
            assert_eq!(hashes, expected, "{form}");
        }
        assert_eq!(variant_hashes(&"x".repeat(65), 7).len(), 1);
    }

    #[test]
    fn long_names_are_compared_as_a_whole() {
        // A letter that becomes eighteen.
        let long = "\u{fdfa}".repeat(80);
        let [first, same, other] = [
            &long,
            &long.replace("\u{fdfa}", "\u{fdfa}\u{301}"),
            &long[3..],
        ]
        .map(NameForms::of);
        assert!(first.are_similar(&same));
        assert!(!first.are_similar(&other));
        assert!(first.0.iter().all(|form| form.len() < 70));
        assert!(NameForms::of(&"x".repeat(64)).are_similar(&NameForms::of(&"x".repeat(63))));
        assert!(!NameForms::of(&"x".repeat(65)).are_similar(&NameForms::of(&"x".repeat(64))));
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
