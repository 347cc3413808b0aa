//! How records are verified.

use std::sync::Arc;

use kifu::verify::{Code, Options};
use pyo3::prelude::*;

use crate::{arguments::Names, errors::error, input::Input, ruleset::ruleset_of};

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
        ignore: Option<Names>,
    ) -> PyResult<Settings> {
        let ruleset = ruleset.map(ruleset_of).transpose()?;
        let variations = match variations {
            "main" => false,
            "all" => true,
            other => {
                return Err(error(format!(
                    "variations is \"main\" or \"all\", not {other:?}"
                )));
            }
        };
        let mut ignored = Vec::new();
        for id in ignore.unwrap_or_default().0 {
            let code = Code::from_id(&id);
            let unknown = || error(format!("there is no code {id:?}"));
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

    /// Without a ruleset, and with these codes left out.
    pub(crate) fn of_codes(variations: bool, ignored: &[Code]) -> Settings {
        let options = Options {
            variations,
            ignored: ignored.to_vec(),
            ..Options::default()
        };
        let options = Arc::new(options);
        Settings {
            bytes: Arc::clone(&options),
            text: options,
        }
    }

    /// The options for an input. Unicode has no encoding, whatever its `CA` says; a record keeps its own.
    pub(crate) fn of(&self, input: &Input) -> Arc<Options> {
        let Input::Record(_, _, own) = input else {
            return Arc::clone(self.of_text(input.is_text()));
        };
        let mut options = (*self.bytes).clone();
        options.ignored.extend(&own.ignored);
        if options.ruleset.is_none() {
            options.ruleset.clone_from(&own.ruleset);
        }
        Arc::new(options)
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
