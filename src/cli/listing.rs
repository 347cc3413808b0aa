//! Printing text as it is, and lists of names.

use super::{error::CliError, exit::Exit, output::Output};

/// Prints a text.
pub(super) fn print(text: &str) -> Result<Exit, CliError> {
    let mut output = Output::open(None)?;
    output.write(text)?;
    output.finish()?;
    Ok(Exit::Fine)
}

/// A list of names with a title each, one per line.
pub(super) fn list<'n>(entries: impl Iterator<Item = (&'n str, &'n str)> + Clone) -> String {
    let width = entries
        .clone()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    entries
        .map(|(name, title)| format!("{name:<width$}  {title}\n"))
        .collect()
}
