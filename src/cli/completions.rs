//! `kifu completions`: completion scripts for shells.

use clap::{Args, Command};
use clap_complete::Shell;

use super::{error::CliError, exit::Exit, listing::print};

/// Print the completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  kifu completions bash > ~/.local/share/bash-completion/completions/kifu
  kifu completions zsh > ~/.zfunc/_kifu

Exit status:
  0  printed")]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// What bash needs besides the generated script.
const BASH: &str = include_str!("completions.bash");

impl Completions {
    /// Prints the script for the whole command line, `kifu`.
    pub(super) fn run(&self, mut kifu: Command) -> Result<Exit, CliError> {
        // The generator panics when its output cannot be written: give it memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut kifu, "kifu", &mut script);
        let mut script = String::from_utf8_lossy(&script).into_owned();
        if self.shell == Shell::Bash {
            script.push_str(BASH);
        }
        print(&script)
    }
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use crate::cli::Cli;

    /// In a script of zsh a colon would end the name of a value, and begin what is run to complete it.
    #[test]
    fn names_of_values_have_no_colon() {
        fn check(command: &Command) {
            for argument in command.get_arguments() {
                let names = argument.get_value_names().unwrap_or_default();
                assert!(
                    names.iter().all(|name| !name.contains(':')),
                    "{argument} of {command}"
                );
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }
}
