//! Where results go, and whether in color.

use std::{
    fs::File,
    io::{self, BufRead, BufWriter, IsTerminal, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use serde::Serialize;
use tempfile::NamedTempFile;

use super::exit::Failure;
use crate::report::safe;

/// When to use color.
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

/// Standard output or a file. A file is begun before the work, so that a wrong path fails
/// at once, and replaced as a whole when all is written.
pub(super) struct Output {
    target: String,
    writer: BufWriter<Target>,
    pub(super) is_terminal: bool,
}

/// What is written to.
enum Target {
    Stdout(io::StdoutLock<'static>),
    /// Something that cannot be replaced, such as a device.
    Special(File),
    /// A file beside the one it will replace.
    Beside(NamedTempFile, PathBuf),
    /// All has been written.
    Finished,
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Special(file) => file.write(bytes),
            Target::Beside(file, _) => file.write(bytes),
            Target::Finished => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Special(file) => file.flush(),
            Target::Beside(file, _) => file.flush(),
            Target::Finished => Ok(()),
        }
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Target> {
        // What a link leads to is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known = path.metadata().ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return File::create(&path).map(Target::Special);
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut beside = tempfile::Builder::new();
        beside.prefix(".kifu-");
        let file = match known {
            Some(known) => beside.permissions(known.permissions()),
            // As for any new file, what the user's mask leaves.
            #[cfg(unix)]
            None => beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)),
            #[cfg(not(unix))]
            None => &mut beside,
        }
        .tempfile_in(folder)
        .map_err(|error| {
            // The name of the temporary file would tell nobody anything.
            if folder.is_dir() {
                error.kind().into()
            } else {
                io::Error::new(io::ErrorKind::NotFound, "there is no such folder")
            }
        })?;
        Ok(Target::Beside(file, path))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Target::Beside(file, path) => {
                file.as_file().sync_data()?;
                file.persist(path).map_err(|error| error.error)?;
            }
            Target::Stdout(_) | Target::Special(_) | Target::Finished => {}
        }
        Ok(())
    }
}

impl Output {
    /// The file, or standard output.
    pub(super) fn open(file: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = file else {
            let stdout = io::stdout();
            let is_terminal = stdout.is_terminal();
            return Ok(Output {
                target: "standard output".to_owned(),
                writer: BufWriter::new(Target::Stdout(stdout.lock())),
                is_terminal,
            });
        };
        let target = path.display().to_string();
        let opened = Target::open(path).map_err(|error| Failure::write(&target, error))?;
        Ok(Output {
            target,
            writer: BufWriter::new(opened),
            is_terminal: false,
        })
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.writer
            .write_all(text.as_bytes())
            .map_err(|error| Failure::write(&self.target, error))
    }

    /// Gives out a text: as it is to another program, and so that it does no harm to a terminal.
    pub(super) fn show(&mut self, mut text: impl BufRead) -> Result<(), Failure> {
        let unreadable = |error| Failure::write("a temporary file", error);
        if !self.is_terminal {
            return self.with(|out| io::copy(&mut text, out).map(|_| ()));
        }
        for line in text.lines() {
            self.write(&safe(&line.map_err(unreadable)?))?;
            self.write("\n")?;
        }
        Ok(())
    }

    /// Lets something write.
    pub(super) fn with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        write(&mut self.writer).map_err(|error| Failure::write(&self.target, error))
    }

    /// Writes out what is still held back, and puts a file into its place.
    pub(super) fn finish(&mut self) -> Result<(), Failure> {
        let flushed = self.writer.flush();
        let target = std::mem::replace(self.writer.get_mut(), Target::Finished);
        flushed
            .and_then(|()| target.finish())
            .map_err(|error| Failure::write(&self.target, error))
    }
}

/// A value as JSON on one line.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, Failure> {
    serde_json::to_string(value)
        .map_err(|error| Failure::refused(format!("cannot write JSON: {error}")))
}

/// Replaces a file as a whole: at any moment it is either as it was or complete.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::open(Some(path))?;
    output.with(|out| out.write_all(bytes))?;
    output.finish()
}
