//! The options for how records are verified.

use std::{path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::{error::CliError, names, overwrite_guard::OverwriteGuard};
use crate::{
    bounded::read_all,
    ruleset::{self, Ruleset},
    verify::{Code, Options},
};

/// The ruleset that replaces those of the records.
#[derive(Debug, Args)]
pub(super) struct RulesetArg {
    /// Verify records of this ruleset's game by it instead of by their `RU`: a name or a YAML file
    #[arg(long, value_name = "NAME|FILE.yaml", value_parser = names::rulesets(), hide_possible_values = true)]
    ruleset: Option<String>,
}

impl RulesetArg {
    pub(super) fn load(&self, guard: &OverwriteGuard) -> Result<Option<Arc<Ruleset>>, CliError> {
        let load = |name| load_ruleset(name, guard);
        let ruleset = self.ruleset.as_deref().map(load).transpose()?;
        Ok(ruleset.map(Arc::new))
    }
}

/// How records are verified.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    #[command(flatten)]
    ruleset: RulesetArg,

    #[command(flatten)]
    scope: ScopeArgs,
}

/// Whether malformed records are played.
#[derive(Debug, Args)]
pub(super) struct PartialArg {
    /// Of a malformed record, such as a truncated one, use what can be read before the damage
    #[arg(long)]
    pub(super) partial: bool,
}

/// Which lines of play and which findings count.
#[derive(Debug, Args)]
pub(super) struct ScopeArgs {
    /// Verify only the main line, or all variations
    #[arg(long, value_enum, default_value_t)]
    variations: VariationScope,

    /// Ignore findings with this code, such as `record::unfinished`; repeatable
    #[arg(long, value_name = "CODE", value_parser = names::codes(), hide_possible_values = true)]
    ignore: Vec<Code>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum VariationScope {
    /// The first variation at every branch
    #[default]
    Main,
    /// All variations
    All,
}

impl VerifyArgs {
    pub(super) fn options(&self, guard: &OverwriteGuard) -> Result<Options, CliError> {
        Ok(self.scope.options(self.ruleset.load(guard)?))
    }
}

impl ScopeArgs {
    /// The options for verifying by a ruleset, or by those of the records.
    pub(super) fn options(&self, ruleset: Option<Arc<Ruleset>>) -> Options {
        Options {
            ruleset,
            variations: matches!(self.variations, VariationScope::All),
            ignored: self.ignore.clone(),
            until: None,
            partial: false,
        }
    }
}

/// The embedded ruleset with this name, or the one in this file.
pub(super) fn load_ruleset(name: &str, guard: &OverwriteGuard) -> Result<Ruleset, CliError> {
    if let Some(ruleset) = ruleset::by_name(name) {
        return Ok(ruleset.clone());
    }
    let path = PathBuf::from(name);
    let looks_like_file = name.contains(['/', '\\', '.']) || path.exists();
    if !looks_like_file {
        return Err(names::unknown("ruleset", name, ruleset::names()));
    }
    let file = guard.open(&path)?;
    let bytes = read_all(file, ruleset::MAX_BYTES).map_err(|error| CliError::Read {
        path: name.to_owned(),
        error,
    })?;
    Ruleset::from_bytes(&bytes).map_err(|error| CliError::Ruleset {
        file: name.to_owned(),
        error,
    })
}
