//! Printing text as it is, and lists of names.

use super::{error::CliError, exit::Exit, output::Output};

/// Prints a list of names with a title each, one per line; on a terminal wrapped below the titles.
pub(super) fn print_list<'n>(
    entries: impl Iterator<Item = (&'n str, &'n str)> + Clone,
) -> Result<Exit, CliError> {
    let mut output = Output::open(None)?;
    output.write(&list(entries, output.width))?;
    output.finish()?;
    Ok(Exit::Fine)
}

/// Prints a text.
pub(super) fn print(text: &str) -> Result<Exit, CliError> {
    let mut output = Output::open(None)?;
    output.write(text)?;
    output.finish()?;
    Ok(Exit::Fine)
}

/// A list of names with a title each, one per line of this width.
fn list<'n>(
    entries: impl Iterator<Item = (&'n str, &'n str)> + Clone,
    columns: Option<usize>,
) -> String {
    let width = entries
        .clone()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    entries
        .map(|(name, title)| {
            let line = format!("{name:<width$}  {title}");
            let indent = " ".repeat(width + 2);
            match columns {
                Some(columns) => {
                    let options =
                        textwrap::Options::new(columns.max(width + 20)).subsequent_indent(&indent);
                    textwrap::fill(&line, options) + "\n"
                }
                None => line + "\n",
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_wrapped_on_a_terminal() {
        let entries = [("a", "one two three four five six"), ("bc", "seven")];
        assert_eq!(
            list(entries.into_iter(), None),
            "a   one two three four five six\nbc  seven\n"
        );
        assert_eq!(
            list(entries.into_iter(), Some(22)),
            "a   one two three four\n    five six\nbc  seven\n"
        );
    }
}
