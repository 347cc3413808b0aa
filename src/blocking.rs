//! Standard input and output that wait, also where another program has made them non-blocking: a terminal or a pipe that several
//! programs share is made so for all of them; and standard input that ends once.

use std::{
    fs::Metadata,
    io::{self, Read, Write},
};

#[cfg(unix)]
use crate::whole_file::FirstSize;

/// Something that is waited for.
#[derive(Debug)]
pub(crate) struct Blocking<T>(pub(crate) T);

/// Standard input without a buffer. That of the standard library takes what cannot be read at all (EBADF) for something empty,
/// as what `nohup` opens in place of a terminal.
#[derive(Debug)]
pub(crate) struct StandardInput {
    stdin: io::Stdin,
    /// Of the file that it may be.
    #[cfg(unix)]
    size: FirstSize,
}

impl StandardInput {
    pub(crate) fn waiting() -> Blocking<StandardInput> {
        Blocking(StandardInput {
            stdin: io::stdin(),
            #[cfg(unix)]
            size: FirstSize::known(StandardInput::file_size()),
        })
    }

    /// What the system knows of what is open.
    #[cfg(unix)]
    pub(crate) fn metadata() -> Option<Metadata> {
        use std::os::fd::AsFd;

        let stdin = io::stdin().as_fd().try_clone_to_owned().ok()?;
        std::fs::File::from(stdin).metadata().ok()
    }

    /// Unknown.
    #[cfg(not(unix))]
    pub(crate) fn metadata() -> Option<Metadata> {
        None
    }

    /// The size of the file that it is; `None` if it is something else.
    #[cfg(unix)]
    fn file_size() -> Option<u64> {
        let metadata = StandardInput::metadata().filter(Metadata::is_file)?;
        Some(metadata.len())
    }
}

#[cfg(unix)]
impl std::os::fd::AsFd for StandardInput {
    fn as_fd(&self) -> std::os::fd::BorrowedFd<'_> {
        self.stdin.as_fd()
    }
}

#[cfg(unix)]
impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = rustix::io::read(&self.stdin, &mut *buffer)?;
        if length == 0
            && !buffer.is_empty()
            && let Some(size) = StandardInput::file_size()
        {
            let at = rustix::fs::tell(&self.stdin)?;
            self.size.check_end(at, || size)?;
        }
        Ok(length)
    }
}

#[cfg(not(unix))]
impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stdin.read(buffer)
    }
}

/// Something that has nothing more to read once it has ended. A terminal would give what is typed after Ctrl-D, and let
/// whoever asks again wait for it.
#[derive(Debug)]
pub(crate) struct EndsOnce<R> {
    input: R,
    has_ended: bool,
}

impl<R> EndsOnce<R> {
    pub(crate) fn new(input: R) -> EndsOnce<R> {
        EndsOnce {
            input,
            has_ended: false,
        }
    }
}

impl<R: Read> Read for EndsOnce<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.has_ended {
            return Ok(0);
        }
        let length = self.input.read(buffer)?;
        self.has_ended = length == 0 && !buffer.is_empty();
        Ok(length)
    }
}

#[cfg(unix)]
mod waiting {
    use std::io;

    pub(super) use std::os::fd::AsFd as Waitable;

    use rustix::event::{PollFd, PollFlags, poll};

    /// Repeats something until it need not wait any more.
    pub(super) fn until_done<T: Waitable, R>(
        of: &mut T,
        events: PollFlags,
        mut attempt: impl FnMut(&mut T) -> io::Result<R>,
    ) -> io::Result<R> {
        loop {
            match attempt(of) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                done => return done,
            }
            // An interruption is followed by another attempt.
            let _ = poll(&mut [PollFd::new(of, events)], None);
        }
    }

    pub(super) const READ: PollFlags = PollFlags::IN;
    pub(super) const WRITE: PollFlags = PollFlags::OUT;
}

#[cfg(not(unix))]
mod waiting {
    use std::io;

    pub(super) trait Waitable {}

    impl<T> Waitable for T {}

    /// There is nothing to wait for.
    pub(super) fn until_done<T, R>(
        of: &mut T,
        (): (),
        mut attempt: impl FnMut(&mut T) -> io::Result<R>,
    ) -> io::Result<R> {
        attempt(of)
    }

    pub(super) const READ: () = ();
    pub(super) const WRITE: () = ();
}

use waiting::{READ, WRITE, Waitable, until_done};

impl<T: Read + Waitable> Read for Blocking<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        until_done(&mut self.0, READ, |of| of.read(buffer))
    }
}

impl<T: Write + Waitable> Write for Blocking<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        until_done(&mut self.0, WRITE, |of| of.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        until_done(&mut self.0, WRITE, T::flush)
    }
}
