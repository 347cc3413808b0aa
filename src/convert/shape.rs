//! Explains why a JSON value is not a record object, in terms of the record format.

use serde_json::{Map, Value};

use super::error::ImportError;
use crate::output::SCHEMA;

/// A check of a value at a path.
type Check<'c> = dyn Fn(&Value, &str) -> Result<(), ImportError> + 'c;

/// The longest text that is examined, in bytes: it takes up to a hundred times as much memory.
const MAX_EXPLAINED: usize = 1024 * 1024;

/// Finds the first part of some JSON that does not conform to the schema. It is text that could not be
/// deserialized, so there is one.
pub(super) fn explain(text: &[u8], error: &serde_json::Error) -> ImportError {
    if text.len() > MAX_EXPLAINED {
        return if error.is_data() {
            ImportError::NotARecordObject
        } else {
            ImportError::InvalidJson
        };
    }
    match serde_json::from_slice(text) {
        Err(_) => ImportError::InvalidJson,
        Ok(value) => record(&value)
            .err()
            .unwrap_or(ImportError::NotARecordObject),
    }
}

fn record(value: &Value) -> Result<(), ImportError> {
    let expected = "an object with `schema` and `nodes`";
    let object = object(value, "the value", expected)?;
    let optional_text = |value: &Value, path: &str| match value {
        Value::Null => Ok(()),
        value => text(value, path),
    };
    keys(
        object,
        "the record",
        &[
            ("schema", true, &schema),
            ("source", false, &text),
            ("index", false, &index),
            ("encoding", false, &text),
            ("before", false, &optional_text),
            ("nodes", true, &|value, path| each(value, path, &node)),
            ("after", false, &optional_text),
        ],
        |key| format!("`{key}`"),
    )
}

fn node(value: &Value, path: &str) -> Result<(), ImportError> {
    let expected = "an object with `parent` and `properties`";
    let parent = |value: &Value, path: &str| match value {
        Value::Null => Ok(()),
        value if value.as_u64().is_some() => Ok(()),
        _ => Err(wrong(path, "the number of a node, or null")),
    };
    keys(
        object(value, &quoted(path), expected)?,
        &quoted(path),
        &[
            ("parent", false, &parent),
            ("properties", true, &|value, path| {
                each(value, path, &property)
            }),
        ],
        |key| quoted(&format!("{path}.{key}")),
    )
}

fn property(value: &Value, path: &str) -> Result<(), ImportError> {
    let expected = "an object with `name` and `values`";
    keys(
        object(value, &quoted(path), expected)?,
        &quoted(path),
        &[
            ("name", true, &text),
            ("values", true, &|value, path| {
                each(value, path, &property_value)
            }),
        ],
        |key| quoted(&format!("{path}.{key}")),
    )
}

fn property_value(value: &Value, path: &str) -> Result<(), ImportError> {
    let is_value = match value {
        Value::String(_) => true,
        Value::Object(object) => {
            object.len() == 2
                && ["text", "raw"]
                    .iter()
                    .all(|&key| object.get(key).is_some_and(Value::is_string))
        }
        _ => false,
    };
    if is_value {
        Ok(())
    } else {
        Err(wrong(
            &quoted(path),
            "a string, or an object with `text` and `raw`",
        ))
    }
}

/// Checks the keys of an object, in their order here: name, whether it is required, and the check of its value.
fn keys(
    object: &Map<String, Value>,
    path: &str,
    known: &[(&'static str, bool, &Check)],
    path_of: impl Fn(&str) -> String,
) -> Result<(), ImportError> {
    let is_known = |key: &&String| known.iter().any(|(name, ..)| name == key);
    if let Some(key) = object.keys().find(|key| !is_known(key)) {
        return Err(ImportError::UnknownKey {
            path: path.to_owned(),
            key: key.clone(),
        });
    }
    for &(key, is_required, check) in known {
        match object.get(key) {
            Some(value) => check(value, &path_of(key))?,
            None if is_required => {
                return Err(ImportError::MissingKey {
                    path: path.to_owned(),
                    key,
                });
            }
            None => {}
        }
    }
    Ok(())
}

/// Checks all elements of an array. `path` is quoted.
fn each(
    value: &Value,
    path: &str,
    check: &dyn Fn(&Value, &str) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    let array = value.as_array().ok_or_else(|| wrong(path, "an array"))?;
    let bare = path.trim_matches('`');
    let mut elements = array.iter().enumerate();
    elements.try_for_each(|(index, element)| check(element, &format!("{bare}[{index}]")))
}

fn object<'v>(
    value: &'v Value,
    path: &str,
    expected: &'static str,
) -> Result<&'v Map<String, Value>, ImportError> {
    value.as_object().ok_or_else(|| wrong(path, expected))
}

fn schema(value: &Value, path: &str) -> Result<(), ImportError> {
    match value.as_u64() {
        Some(version) if version == u64::from(SCHEMA) => Ok(()),
        Some(version) => Err(ImportError::UnknownSchema(version.to_string())),
        None => Err(wrong(path, "the number of a version")),
    }
}

fn text(value: &Value, path: &str) -> Result<(), ImportError> {
    if value.is_string() {
        Ok(())
    } else {
        Err(wrong(path, "a string"))
    }
}

fn index(value: &Value, path: &str) -> Result<(), ImportError> {
    if value.as_u64().is_some() {
        Ok(())
    } else {
        Err(wrong(path, "a number from 0"))
    }
}

fn wrong(path: &str, expected: &'static str) -> ImportError {
    ImportError::WrongType {
        path: path.to_owned(),
        expected,
    }
}

fn quoted(path: &str) -> String {
    format!("`{path}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_deviation_from_the_schema_is_named() {
        let node = |properties: &str| {
            format!(r#"{{"schema":1,"nodes":[{{"parent":null,"properties":[{properties}]}}]}}"#)
        };
        for (text, expected) in [
            ("{".to_owned(), "this is not valid JSON"),
            (
                "7".to_owned(),
                "the value must be an object with `schema` and `nodes`",
            ),
            ("{}".to_owned(), "the record: the key `schema` is missing"),
            (
                r#"{"schema":1,"notes":[]}"#.to_owned(),
                "the record: unknown key `notes`",
            ),
            (
                r#"{"schema":2,"nodes":[]}"#.to_owned(),
                "schema 2 is not supported",
            ),
            (
                r#"{"schema":1,"nodes":{}}"#.to_owned(),
                "`nodes` must be an array",
            ),
            (
                r#"{"schema":1,"nodes":[1]}"#.to_owned(),
                "`nodes[0]` must be an object with `parent` and `properties`",
            ),
            (
                r#"{"schema":1,"nodes":[{"parent":-1,"properties":[]}]}"#.to_owned(),
                "`nodes[0].parent` must be the number of a node, or null",
            ),
            (
                node(r#"{"name":7,"values":[]}"#),
                "`nodes[0].properties[0].name` must be a string",
            ),
            (
                node(r#"{"name":"C","values":["a",null]}"#),
                "`nodes[0].properties[0].values[1]` must be a string, or an object with `text` and `raw`",
            ),
            (
                node(r#"{"name":"C","values":[],"name":"D"}"#),
                "this is not a record object: see `kifu schema record`",
            ),
        ] {
            // The error counts for large texts only.
            let error = serde::de::Error::custom("");
            assert_eq!(
                explain(text.as_bytes(), &error).to_string(),
                expected,
                "{text}"
            );
        }
    }
}
