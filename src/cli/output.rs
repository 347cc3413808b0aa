//! The destination of results, and whether it gets color.

use std::{
    ffi::OsStr,
    fs::File,
    io::{self, BufWriter, IsTerminal, Read, Write},
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use serde::Serialize;

use super::{
    error::{CliError, print_note},
    exit::Exit,
    interruption::file_is_replaced,
    open_descriptor::{OpenDescriptor, in_folder},
    progress::above_bars_of_terminal,
    safe_writer::SafeWriter,
};
use crate::{
    archive::source_name,
    blocking::Blocking,
    file_version::FileVersion,
    output::json_text,
    replacement::{Replacement, close, close_duplicate},
};

/// When to use color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    /// On a terminal, unless the environment says otherwise
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// Whether to use color. The option takes precedence over `NO_COLOR`, that over
    /// `CLICOLOR_FORCE` and `FORCE_COLOR`, and those over the kind of output.
    pub(super) fn decide(self, to_terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let forced = |name: &str| set(name) && std::env::var_os(name).is_some_and(|v| v != "0");
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto if set("NO_COLOR") => false,
            ColorChoice::Auto if forced("CLICOLOR_FORCE") || forced("FORCE_COLOR") => true,
            ColorChoice::Auto => {
                to_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Standard output or a file. A file is opened before the work, so that a wrong path fails at once,
/// and replaced atomically when everything is written.
pub(super) struct Output {
    target: String,
    writer: BufWriter<OutputTarget>,
    pub(super) is_terminal: bool,
    /// The number of columns, if it is a terminal.
    pub(super) width: Option<usize>,
}

/// The destination of bytes.
enum OutputTarget {
    Stdout(Blocking<StandardOutput>),
    /// Something that cannot be replaced, such as a device or what is open already.
    Special(Blocking<File>),
    /// A temporary file next to the one it will replace.
    Replacement(Replacement),
    /// Everything has been written.
    Finished,
}

/// Standard output without a buffer. That of the standard library takes what cannot be written at all (EBADF) for written, and
/// file systems of other computers say so where another program has closed this file before.
struct StandardOutput(io::StdoutLock<'static>);

#[cfg(unix)]
impl std::os::fd::AsFd for StandardOutput {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(unix)]
impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(&self.0, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(not(unix))]
impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            OutputTarget::Stdout(stdout) => above_bars_of_terminal(|| stdout.write(bytes)),
            OutputTarget::Special(file) => file.write(bytes),
            OutputTarget::Replacement(file) => file.write(bytes),
            OutputTarget::Finished => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            OutputTarget::Stdout(stdout) => above_bars_of_terminal(|| stdout.flush()),
            OutputTarget::Special(file) => file.flush(),
            OutputTarget::Replacement(file) => file.flush(),
            OutputTarget::Finished => Ok(()),
        }
    }
}

impl OutputTarget {
    fn open(path: &Path) -> io::Result<OutputTarget> {
        match path.metadata() {
            // A pipe behind `/dev/fd/3` has no other path.
            Ok(metadata) if !metadata.is_file() => {
                return File::create(path).map(Blocking).map(OutputTarget::Special);
            }
            // Such as a link that leads to itself.
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let name = path.as_os_str().as_encoded_bytes();
        if name.ends_with(b"/") || name.ends_with(std::path::MAIN_SEPARATOR_STR.as_bytes()) {
            return Err(io::Error::other("it ends like the name of a folder"));
        }
        Replacement::new(&replaceable(path)?).map(OutputTarget::Replacement)
    }

    fn finish(self) -> io::Result<()> {
        match self {
            OutputTarget::Replacement(replacement) => {
                file_is_replaced();
                replacement.persist().map(|_| ())
            }
            OutputTarget::Special(Blocking(file)) => close(file),
            // Closed at the end of the program.
            OutputTarget::Stdout(_) | OutputTarget::Finished => Ok(()),
        }
    }
}

impl Output {
    /// Opens a file, or standard output.
    pub(super) fn open(file: Option<&Path>) -> Result<Output, CliError> {
        let descriptor = file.and_then(OpenDescriptor::at);
        if descriptor == Some(OpenDescriptor::Stdout) {
            return Output::open(None);
        }
        let Some(path) = file else {
            let stdout = io::stdout();
            check_writable(&stdout).map_err(|error| CliError::write("standard output", error))?;
            let is_terminal = stdout.is_terminal();
            let size = terminal_size::terminal_size_of(&stdout);
            let width = size.map(|(terminal_size::Width(width), _)| usize::from(width));
            return Ok(Output {
                target: "standard output".to_owned(),
                writer: BufWriter::new(OutputTarget::Stdout(Blocking(StandardOutput(
                    stdout.lock(),
                )))),
                is_terminal,
                width: width.filter(|_| is_terminal),
            });
        };
        match descriptor {
            Some(OpenDescriptor::Stderr) => Output::of_file(path, |_| stderr_as_file()),
            _ => Output::of_file(path, OutputTarget::open),
        }
    }

    /// Opens a file that has been read, to replace it unless it has changed since then.
    pub(super) fn rewrite(path: &Path, read: &FileVersion) -> Result<Output, CliError> {
        Output::of_file(path, |path| {
            Replacement::of_read(&replaceable(path)?, read).map(OutputTarget::Replacement)
        })
    }

    /// Opens a file that is created, and must not exist.
    pub(super) fn create(path: &Path) -> Result<Output, CliError> {
        Output::of_file(path, |path| {
            Replacement::of_absent(&replaceable(path)?).map(OutputTarget::Replacement)
        })
    }

    fn of_file(
        path: &Path,
        open: impl FnOnce(&Path) -> io::Result<OutputTarget>,
    ) -> Result<Output, CliError> {
        let target = source_name(path);
        let opened = open(path).map_err(|error| CliError::write(&target, error))?;
        Ok(Output {
            target,
            writer: BufWriter::new(opened),
            is_terminal: false,
            width: None,
        })
    }

    /// Whether what is written gets color. In files that are written by name only `--color always` puts it: variables are
    /// set for logs.
    pub(super) fn has_color(&self, choice: ColorChoice) -> bool {
        let is_file = matches!(self.writer.get_ref(), OutputTarget::Replacement(_));
        let is_chosen = choice == ColorChoice::Always;
        is_chosen || !is_file && choice.decide(self.is_terminal)
    }

    /// The name of the temporary file that is to replace the target, in its folder.
    pub(super) fn temporary_name(&self) -> Option<&OsStr> {
        match self.writer.get_ref() {
            OutputTarget::Replacement(replacement) => replacement.temporary_name(),
            _ => None,
        }
    }

    /// The same for what another program is to read, such as `patch`: no variable gives it color.
    pub(super) fn has_color_for_programs(&self, choice: ColorChoice) -> bool {
        (choice == ColorChoice::Always || self.is_terminal) && self.has_color(choice)
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.writer
            .write_all(text.as_bytes())
            .map_err(|error| CliError::write(&self.target, error))
    }

    /// Writes a text unchanged to a program, and escaped to a terminal.
    pub(super) fn show(&mut self, mut text: impl Read) -> Result<(), CliError> {
        self.show_with(|out| io::copy(&mut text, out).map(|_| ()))
    }

    /// Lets a function write a text, unchanged to a program, and escaped to a terminal.
    pub(super) fn show_with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CliError> {
        if !self.is_terminal {
            return self.with(write);
        }
        self.with(|out| {
            let mut out = SafeWriter::new(out);
            write(&mut out)?;
            out.finish()
        })
    }

    /// Lets a function write.
    pub(super) fn with(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), CliError> {
        write(&mut self.writer).map_err(|error| CliError::write(&self.target, error))
    }

    /// Lets those who wait see what has been written so far.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let flushed = self.writer.flush();
        flushed.map_err(|error| CliError::write(&self.target, error))
    }

    /// Finishes the output of a command that may have failed, and [keeps what is there](Output::keeps_earlier) if it has, which
    /// is a failure.
    pub(super) fn finish_unless(&mut self, has_failed: bool) -> Result<Exit, CliError> {
        if self.keeps_earlier(has_failed)? {
            return Ok(Exit::Failed);
        }
        self.finish()?;
        Ok(Exit::Fine)
    }

    /// If a command has failed and has written nothing, an earlier file with content stays: a wrong path of an input does not
    /// cost the records of an earlier run. Returns whether it does; the output is finished then.
    pub(super) fn keeps_earlier(&mut self, has_failed: bool) -> Result<bool, CliError> {
        self.flush()?;
        let is_empty = match self.writer.get_ref() {
            OutputTarget::Replacement(replacement) => replacement.would_empty(),
            _ => false,
        };
        let is_kept = has_failed && is_empty;
        if is_kept {
            self.keep_earlier()?;
        }
        Ok(is_kept)
    }

    /// Leaves an earlier file as it is, which is told.
    pub(super) fn keep_earlier(&mut self) -> Result<(), CliError> {
        self.flush()?;
        print_note(&format!(
            "{}: there is nothing to write, and not everything could be read; it is left as it is",
            self.target
        ));
        *self.writer.get_mut() = OutputTarget::Finished;
        Ok(())
    }

    /// Flushes the output; a file replaces the previous one.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        let flushed = self.writer.flush();
        let target = std::mem::replace(self.writer.get_mut(), OutputTarget::Finished);
        flushed
            .and_then(|()| target.finish())
            .map_err(|error| CliError::write(&self.target, error))
    }
}

/// Standard error as the file, device or pipe that it is: what others write to it precedes or follows.
#[cfg(unix)]
fn stderr_as_file() -> io::Result<OutputTarget> {
    let descriptor = std::os::fd::AsFd::as_fd(&io::stderr()).try_clone_to_owned()?;
    Ok(OutputTarget::Special(Blocking(File::from(descriptor))))
}

/// Elsewhere no path names it.
#[cfg(not(unix))]
fn stderr_as_file() -> io::Result<OutputTarget> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails where standard output was opened for reading only: the standard library would discard what is written.
#[cfg(unix)]
pub(super) fn check_writable(stdout: &io::Stdout) -> io::Result<()> {
    let descriptor = std::os::fd::AsFd::as_fd(stdout).try_clone_to_owned()?;
    File::from(descriptor).write(&[]).map(|_| ())
}

#[cfg(not(unix))]
pub(super) fn check_writable(_: &io::Stdout) -> io::Result<()> {
    Ok(())
}

/// Fails unless everything that was written to standard output has arrived.
pub(super) fn close_stdout() -> Result<(), CliError> {
    close_duplicate(&io::stdout()).map_err(|error| CliError::write("standard output", error))
}

/// A value as one line of JSON.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, CliError> {
    Ok(json_text(value)?)
}

/// Replaces an entry of a folder atomically, as [`entry`] does.
pub(super) fn replace_entry(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    let mut output = entry(path)?;
    output.with(write)?;
    output.finish()
}

/// An entry of a folder, which is replaced when the output is finished. A link is replaced, and not the file that it leads
/// to, which may be one that is read.
pub(super) fn entry(path: &Path) -> Result<Output, CliError> {
    Output::of_file(path, |path: &Path| {
        Replacement::new(path).map(OutputTarget::Replacement)
    })
}

/// The file that a path names, to be replaced: the target of a link, and nothing that is open.
pub(super) fn replaceable(path: &Path) -> io::Result<PathBuf> {
    if OpenDescriptor::at(path).is_some() {
        return Err(io::Error::other(
            "a program has opened this file; give the name of the file",
        ));
    }
    Ok(resolved(path))
}

/// A path without links, also of a file that does not exist yet.
pub(super) fn resolved(path: &Path) -> PathBuf {
    const MAX_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(canonical) = path.canonicalize() {
            return canonical;
        }
        let Some(in_folder) = in_folder(&path) else {
            break;
        };
        // A link to a file that does not exist.
        let Ok(target) = in_folder.read_link() else {
            return in_folder;
        };
        path = in_folder.with_file_name("").join(target);
    }
    path
}
