//! How records are verified.

use std::sync::Arc;

use kifu::verify::{Code, Options};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{input::Input, ruleset::ruleset_of};

/// The options for bytes, and those for Unicode.
#[derive(Clone)]
pub(crate) struct Settings {
    bytes: Arc<Options>,
    text: Arc<Options>,
}

impl Settings {
    pub(crate) fn new(
        ruleset: Option<&Bound<'_, PyAny>>,
        variations: &str,
        ignore: Vec<String>,
    ) -> PyResult<Settings> {
        let ruleset = ruleset.map(ruleset_of).transpose()?;
        let variations = match variations {
            "main" => false,
            "all" => true,
            other => {
                return Err(PyValueError::new_err(format!(
                    "variations is \"main\" or \"all\", not {other:?}"
                )));
            }
        };
        let mut ignored = Vec::new();
        for id in ignore {
            let code = Code::from_id(&id);
            let unknown = || PyValueError::new_err(format!("there is no code {id:?}"));
            ignored.push(code.ok_or_else(unknown)?);
        }
        let bytes = Options {
            ruleset,
            variations,
            ignored,
            ..Options::default()
        };
        let mut text = bytes.clone();
        text.ignored.extend(Code::from_id("record::encoding"));
        Ok(Settings {
            bytes: Arc::new(bytes),
            text: Arc::new(text),
        })
    }

    /// The options for an input. Unicode has no encoding, whatever its `CA` says.
    pub(crate) fn of(&self, input: &Input) -> &Arc<Options> {
        self.of_text(input.is_text())
    }

    pub(crate) fn of_text(&self, is_text: bool) -> &Arc<Options> {
        if is_text { &self.text } else { &self.bytes }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        let text = Options {
            ignored: Code::from_id("record::encoding").into_iter().collect(),
            ..Options::default()
        };
        Settings {
            bytes: Arc::default(),
            text: Arc::new(text),
        }
    }
}
