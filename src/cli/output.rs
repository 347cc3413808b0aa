//! Where results go, and whether in colour.

use std::{
    fs::File,
    io::{self, BufWriter, IsTerminal, Write},
    path::Path,
};

use clap::ValueEnum;
use serde::Serialize;

use super::exit::Failure;

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless the environment says otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// What the option, else `NO_COLOR`, else `CLICOLOR_FORCE` or `FORCE_COLOR`, else the
    /// terminal says.
    pub(super) fn decide(self, to_terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced = |name: &str| set(name) && std::env::var_os(name).is_some_and(|v| v != "0");
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR") => false,
            Color::Auto if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") => true,
            Color::Auto => {
                to_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Standard output or a file, made before the work begins.
pub(super) struct Output {
    target: String,
    writer: BufWriter<Box<dyn Write>>,
    pub(super) is_terminal: bool,
}

impl Output {
    /// The file, or standard output.
    pub(super) fn open(file: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = file else {
            let stdout = io::stdout();
            let is_terminal = stdout.is_terminal();
            return Ok(Output {
                target: "standard output".to_owned(),
                writer: BufWriter::new(Box::new(stdout.lock())),
                is_terminal,
            });
        };
        let target = path.display().to_string();
        let file = File::create(path).map_err(|error| Failure::write(&target, error))?;
        Ok(Output {
            target,
            writer: BufWriter::new(Box::new(file)),
            is_terminal: false,
        })
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.writer
            .write_all(text.as_bytes())
            .map_err(|error| Failure::write(&self.target, error))
    }

    /// Lets something write.
    pub(super) fn with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        write(&mut self.writer).map_err(|error| Failure::write(&self.target, error))
    }

    /// Writes out what is still held back.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        self.writer
            .flush()
            .map_err(|error| Failure::write(&self.target, error))
    }
}

/// A value as JSON on one line.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string(value)
        .map_err(|error| Failure::refused(format!("cannot write JSON: {error}")))
}

/// Replaces a file as a whole: at any moment it is either as it was or complete.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error| Failure::write(&path.display().to_string(), error);
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    std::fs::write(&beside, text).map_err(failed)?;
    std::fs::rename(&beside, path).map_err(failed)
}
