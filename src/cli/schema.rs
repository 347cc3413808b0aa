//! `kifu schema`: the JSON Schemas of the output.

use clap::Args;

use super::{
    error::CliError,
    exit::Exit,
    listing::{print, print_list},
    names,
    schemas::SCHEMAS,
};

/// Print the JSON Schema of a command's output, or list all
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu schema
  kifu schema validate > validate.schema.json

Exit status:
  0  printed
  2  there is no such schema")]
pub(super) struct Schema {
    /// The schema; without it, all are listed
    #[arg(value_name = "NAME", value_parser = names::schemas(), hide_possible_values = true)]
    name: Option<String>,
}

impl Schema {
    pub(super) fn run(&self) -> Result<Exit, CliError> {
        let Some(name) = &self.name else {
            return print_list(SCHEMAS.iter().map(|schema| (schema.name, schema.title)));
        };
        let mut schemas = SCHEMAS.iter();
        let Some(schema) = schemas.find(|schema| schema.name.eq_ignore_ascii_case(name)) else {
            let known = SCHEMAS.iter().map(|schema| schema.name);
            return Err(names::unknown("schema", name, known));
        };
        print(schema.text)
    }
}
