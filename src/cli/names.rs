//! Names that options take: games, rulesets, codes, schemas. Shells complete them, and misspelled ones
//! get a suggestion.

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};

use super::{
    error::{CliError, NameHint},
    schemas::SCHEMAS,
};
use crate::{
    games::{Color, Game, Players},
    ruleset,
    study::Glob,
    suggest::nearest,
    verify::Code,
};

/// Accepts any text; the names only serve shell completion.
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

/// Refuses the name of a player whom a game does not have.
pub(super) fn check_plays(
    players: Players,
    color: Color,
    name: Option<&str>,
) -> Result<(), CliError> {
    if name.is_some() && !players.contain(color) {
        return Err(CliError::NoSuchPlayer {
            color: color.name(),
        });
    }
    Ok(())
}

/// Reads the name of a ruleset, or the path of a YAML file.
pub(super) fn rulesets() -> CompletionHints {
    CompletionHints(ruleset::names().collect())
}

/// Reads the name of an embedded ruleset, or a pattern that matches one: `margo*`.
pub(super) fn ruleset_patterns() -> impl TypedValueParser<Value = Glob> {
    rulesets().try_map(|text| ruleset_pattern(&text))
}

fn ruleset_pattern(text: &str) -> Result<Glob, String> {
    let Ok(glob) = text.parse::<Glob>();
    // Without a name, it selects the records of no ruleset.
    if text.trim().is_empty() || ruleset::names().any(|name| glob.matches(name)) {
        return Ok(glob);
    }
    Err(match nearest(text, ruleset::names()) {
        Some(similar) => format!("there is no such ruleset; did you mean `{similar}`?"),
        None => "there is no such ruleset; `kifu rules` lists all".to_owned(),
    })
}

/// Reads the name of a schema.
pub(super) fn schemas() -> CompletionHints {
    CompletionHints(SCHEMAS.iter().map(|schema| schema.name).collect())
}

/// Reads a code as text.
pub(super) fn code_ids() -> CompletionHints {
    CompletionHints(Code::ALL.iter().map(|code| code.id()).collect())
}

/// Reads a code.
pub(super) fn codes() -> impl TypedValueParser<Value = Code> {
    code_ids().try_map(|id| code(&id))
}

fn code(id: &str) -> Result<Code, String> {
    Code::from_id(id).ok_or_else(
        || match nearest(id, Code::ALL.iter().map(|code| code.id())) {
            Some(similar) => format!("there is no such code; did you mean `{similar}`?"),
            None => "there is no such code; `kifu explain` lists all".to_owned(),
        },
    )
}

/// Reads the code of a finding, or a pattern that matches one: `ugo::*`.
pub(super) fn code_patterns() -> impl TypedValueParser<Value = Glob> {
    code_ids().try_map(|text| code_pattern(&text))
}

fn code_pattern(text: &str) -> Result<Glob, String> {
    let Ok(glob) = text.parse::<Glob>();
    if Code::ALL.iter().any(|code| glob.matches(code.id())) {
        return Ok(glob);
    }
    let group = format!("{}::", text.trim().to_ascii_lowercase());
    if Code::ALL.iter().any(|code| code.id().starts_with(&group)) {
        return Err(format!("there is no such code; did you mean `{group}*`?"));
    }
    Err(match code(text) {
        _ if text.contains(['*', '?']) => "no code matches it; `kifu explain` lists all".to_owned(),
        Err(reason) => reason,
        Ok(_) => String::new(),
    })
}

/// Reads the name of a game.
pub(super) fn games() -> impl TypedValueParser<Value = Game> {
    CompletionHints(Game::ALL.map(Game::name).to_vec()).try_map(|name| game(&name))
}

fn game(name: &str) -> Result<Game, String> {
    Game::from_name(name).ok_or_else(|| match nearest(name, Game::ALL.map(Game::name)) {
        Some(similar) => format!("there is no such game; did you mean `{similar}`?"),
        None => format!(
            "there is no such game; known are {}",
            Game::ALL.map(Game::name).join(", ")
        ),
    })
}

/// The error for a name that is not among the known ones.
pub(super) fn unknown<'n>(
    kind: &'static str,
    name: &str,
    known: impl Iterator<Item = &'n str> + Clone,
) -> CliError {
    let hint = match nearest(name, known.clone()) {
        Some(similar) => NameHint::Similar(similar.to_owned()),
        None => NameHint::Known(known.map(str::to_owned).collect()),
    };
    let name = name.to_owned();
    CliError::UnknownName { kind, name, hint }
}

/// The error for a code that does not exist. There are too many codes to list them all.
pub(super) fn unknown_code(id: &str) -> CliError {
    let hint = match nearest(id, Code::ALL.iter().map(|code| code.id())) {
        Some(similar) => NameHint::Similar(similar.to_owned()),
        None => NameHint::ListedBy("kifu explain"),
    };
    CliError::UnknownName {
        kind: "code",
        name: id.to_owned(),
        hint,
    }
}
