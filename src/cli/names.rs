//! Values that the completions know: games, rulesets, codes, schemas.

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

use crate::{ruleset, verify::CODES};

/// Takes any text; the names are only what the shell proposes.
#[derive(Clone, Debug)]
pub(super) struct CompletionHints(Vec<&'static str>);

impl TypedValueParser for CompletionHints {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            self.0.iter().map(|&name| PossibleValue::new(name)),
        ))
    }
}

pub(super) fn games() -> CompletionHints {
    CompletionHints(
        crate::games::Game::ALL
            .map(crate::games::Game::name)
            .to_vec(),
    )
}

pub(super) fn rulesets() -> CompletionHints {
    CompletionHints(
        ruleset::embedded()
            .iter()
            .map(|ruleset| ruleset.name.as_str())
            .collect(),
    )
}

pub(super) fn codes() -> CompletionHints {
    CompletionHints(CODES.iter().map(|code| code.id).collect())
}

pub(super) fn schemas() -> CompletionHints {
    CompletionHints(
        super::print::SCHEMAS
            .iter()
            .map(|&(name, _, _)| name)
            .collect(),
    )
}
