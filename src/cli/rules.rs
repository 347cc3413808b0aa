//! `kifu rules`: the embedded rulesets as YAML.

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    listing::{print, print_list},
    names,
};
use crate::ruleset;

/// Print a ruleset as YAML, or list all
///
/// The YAML is complete and commented. To make a variant, save it, change its name and values,
/// and use it with `--ruleset FILE.yaml`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu rules
  kifu rules margo-2012 > my-rules.yaml

Exit status:
  0  printed
  2  there is no such ruleset")]
pub(super) struct RulesArgs {
    /// The ruleset; without it, all are listed
    #[arg(value_name = "NAME", value_parser = names::rulesets(), hide_possible_values = true)]
    name: Option<String>,
}

impl RulesArgs {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let Some(name) = &self.name else {
            let rulesets = ruleset::embedded().iter();
            return print_list(
                rulesets.map(|ruleset| (ruleset.name.as_str(), ruleset.title.as_str())),
            );
        };
        match ruleset::yaml_of(name) {
            Some(yaml) => print(yaml),
            None => Err(names::unknown("ruleset", name, ruleset::names())),
        }
    }
}
