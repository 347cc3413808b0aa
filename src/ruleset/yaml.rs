//! Ruleset files as YAML: keys with values, and where they are in the text.
//!
//! Positions are only needed for errors. They come from the YAML library, which reports them for errors alone:
//! the text is parsed again and the parse is stopped at the key or value in question.

use std::{cell::Cell, collections::BTreeSet, fmt};

use serde::{
    Deserialize,
    de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::{
    error::{RulesetError, RulesetErrorKind},
    syntax::{TOO_DEEP, explain_syntax_error},
};

/// The value of a key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum YamlValue {
    Null,
    Bool(bool),
    Whole(i64),
    /// A fraction, or a whole number beyond `i64`.
    OtherNumber,
    Text(String),
    List(Vec<YamlValue>),
    Mapping(Vec<(YamlValue, YamlValue)>),
}

/// A ruleset file as a mapping of keys to values.
pub(super) struct YamlDocument<'t> {
    text: &'t str,
    /// The entries in the order of the file. The values of unknown and of repeated keys are null.
    pub(super) entries: Vec<(YamlValue, YamlValue)>,
}

/// Which half of an entry a position or text is wanted of.
#[derive(Clone, Copy)]
pub(super) enum EntryPart {
    Key,
    Value,
}

impl<'t> YamlDocument<'t> {
    /// Parses a file. Only the values of the known keys are kept: what a file can make of the others
    /// with aliases may be far larger than the file.
    pub(super) fn parse(
        text: &'t str,
        known_keys: &BTreeSet<&str>,
    ) -> Result<YamlDocument<'t>, RulesetError> {
        check_nesting(text)?;
        let visitor = DocumentVisitor { known_keys };
        let entries = serde_yaml::Deserializer::from_str(text)
            .deserialize_map(visitor)
            .map_err(|error| syntax_error(text, &error))?;
        Ok(YamlDocument { text, entries })
    }

    /// Line and column of the key or value of an entry.
    pub(super) fn position(&self, index: usize, part: EntryPart) -> (usize, usize) {
        let mut raw = None;
        let probe = ProbeVisitor {
            index,
            part,
            action: ProbeAction::Stop,
            raw: &mut raw,
        };
        serde_yaml::Deserializer::from_str(self.text)
            .deserialize_map(probe)
            .err()
            .and_then(|error| location(&error))
            .unwrap_or((1, 1))
    }

    /// The value of an entry as written, if it is a single value and not a list or mapping.
    pub(super) fn raw_value(&self, index: usize) -> Option<String> {
        let mut raw = None;
        let probe = ProbeVisitor {
            index,
            part: EntryPart::Value,
            action: ProbeAction::ReadText,
            raw: &mut raw,
        };
        // The parse stops behind the value, which is an error.
        let _ = serde_yaml::Deserializer::from_str(self.text).deserialize_map(probe);
        raw
    }
}

/// Checks that brackets are not nested more deeply than any ruleset needs: the YAML library takes time in proportion
/// to the square of the depth. Brackets in texts and comments count too.
fn check_nesting(text: &str) -> Result<(), RulesetError> {
    const MAX_DEPTH: usize = 10_000;
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let before = &text[..at];
            let line = before.rsplit('\n').next().unwrap_or_default();
            let position = (before.matches('\n').count() + 1, line.chars().count() + 1);
            return Err(RulesetError::new(
                RulesetErrorKind::Syntax(TOO_DEEP),
                position,
            ));
        }
    }
    Ok(())
}

/// The most bytes of keys and values that are kept: more than a file has that does not repeat them by aliases.
const MAX_KEPT: usize = 256 * 1024;

/// The words by which [`syntax_error`] recognizes the errors of the visitors below.
const NOT_A_MAPPING: &str = "keys with values";
const NESTED: &str = "nested value";
/// Those of the library for what it refuses itself.
const REPEATED: &str = "repetition limit exceeded";

fn location(error: &serde_yaml::Error) -> Option<(usize, usize)> {
    error
        .location()
        .map(|location| (location.line(), location.column()))
}

fn syntax_error(text: &str, error: &serde_yaml::Error) -> RulesetError {
    let words = error.to_string();
    let position = location(error).unwrap_or((1, 1));
    // A file that is one text contains any words, so this question comes first.
    if words.contains(NOT_A_MAPPING) {
        return RulesetError::new(RulesetErrorKind::NotAMapping, position);
    }
    if words.contains(NESTED) {
        return RulesetError::new(RulesetErrorKind::Nested, position);
    }
    if words.contains("more than one document") {
        let second = serde_yaml::Deserializer::from_str(text)
            .nth(1)
            .and_then(|document| document.deserialize_any(StopVisitor).err());
        let position = second.and_then(|error| location(&error)).unwrap_or((1, 1));
        return RulesetError::new(RulesetErrorKind::SeveralDocuments, position);
    }
    let (sentence, position) = explain_syntax_error(text, &words, position);
    RulesetError::new(RulesetErrorKind::Syntax(sentence), position)
}

struct DocumentVisitor<'k> {
    known_keys: &'k BTreeSet<&'k str>,
}

impl<'de> Visitor<'de> for DocumentVisitor<'_> {
    type Value = Vec<(YamlValue, YamlValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOT_A_MAPPING)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        let mut seen = BTreeSet::new();
        let left = &Cell::new(MAX_KEPT);
        while let Some(key) = map.next_key_seed(ValueVisitor { depth: 2, left })? {
            let read = match &key {
                YamlValue::Text(key) => {
                    self.known_keys.contains(key.as_str()) && seen.insert(key.clone())
                }
                _ => false,
            };
            let value = if read {
                map.next_value_seed(ValueVisitor { depth: 0, left })?
            } else {
                map.next_value::<IgnoredAny>()?;
                YamlValue::Null
            };
            entries.push((key, value));
        }
        Ok(entries)
    }
}

/// Reads a value whose lists and mappings contain single values only.
#[derive(Clone, Copy)]
struct ValueVisitor<'l> {
    depth: u8,
    /// How many bytes may still be kept.
    left: &'l Cell<usize>,
}

impl ValueVisitor<'_> {
    fn inner<E: Error>(self) -> Result<Self, E> {
        if self.depth == 0 {
            Ok(ValueVisitor { depth: 1, ..self })
        } else {
            Err(E::custom(NESTED))
        }
    }
}

impl<'de> DeserializeSeed<'de> for ValueVisitor<'_> {
    type Value = YamlValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<YamlValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueVisitor<'_> {
    type Value = YamlValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<YamlValue, E> {
        Ok(YamlValue::Null)
    }

    fn visit_none<E: Error>(self) -> Result<YamlValue, E> {
        Ok(YamlValue::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<YamlValue, E> {
        Ok(YamlValue::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<YamlValue, E> {
        Ok(YamlValue::Whole(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<YamlValue, E> {
        Ok(i64::try_from(value).map_or(YamlValue::OtherNumber, YamlValue::Whole))
    }

    fn visit_i128<E: Error>(self, _: i128) -> Result<YamlValue, E> {
        Ok(YamlValue::OtherNumber)
    }

    fn visit_u128<E: Error>(self, _: u128) -> Result<YamlValue, E> {
        Ok(YamlValue::OtherNumber)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<YamlValue, E> {
        Ok(YamlValue::OtherNumber)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<YamlValue, E> {
        let left = self.left.get().checked_sub(value.len());
        self.left.set(left.ok_or_else(|| E::custom(REPEATED))?);
        Ok(YamlValue::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<YamlValue, A::Error> {
        let inner = self.inner()?;
        let mut values = Vec::new();
        while let Some(value) = list.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(YamlValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<YamlValue, A::Error> {
        let inner = self.inner()?;
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry_seed(inner, inner)? {
            entries.push(entry);
        }
        Ok(YamlValue::Mapping(entries))
    }

    /// A value with a tag is read as if it had none.
    fn visit_enum<A: serde::de::EnumAccess<'de>>(self, data: A) -> Result<YamlValue, A::Error> {
        let (_, variant) = data.variant::<IgnoredTag>()?;
        serde::de::VariantAccess::newtype_variant_seed(variant, self)
    }
}

/// The name of a tag. It is deserialized as a text, which is all that the library offers here.
struct IgnoredTag;

impl<'de> Deserialize<'de> for IgnoredTag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IgnoredTag, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| IgnoredTag)
    }
}

/// What to do at the entry that a probe looks for.
#[derive(Clone, Copy)]
enum ProbeAction {
    /// End the parse with an error, for its position.
    Stop,
    /// Read the text as written, then end the parse.
    ReadText,
}

struct ProbeVisitor<'r> {
    index: usize,
    part: EntryPart,
    action: ProbeAction,
    raw: &'r mut Option<String>,
}

impl<'de> Visitor<'de> for ProbeVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOT_A_MAPPING)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        for _ in 0..self.index {
            map.next_entry::<IgnoredAny, IgnoredAny>()?;
        }
        if let EntryPart::Key = self.part {
            map.next_key_seed(StopVisitor)?;
        }
        map.next_key::<IgnoredAny>()?;
        match self.action {
            ProbeAction::Stop => map.next_value_seed(StopVisitor),
            ProbeAction::ReadText => {
                *self.raw = Some(map.next_value()?);
                Err(A::Error::custom("the value is read"))
            }
        }
    }
}

/// Ends the parse with an error, whatever comes.
struct StopVisitor;

impl<'de> DeserializeSeed<'de> for StopVisitor {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for StopVisitor {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the end of the parse")
    }
}
