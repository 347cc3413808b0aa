//! The events of the terminal.

pub(super) use system::{has_event, next_event, open};

/// On Unix, the bytes are read and decoded here: crossterm neither gives up what stays incomplete nor returns in time then.
#[cfg(unix)]
mod system {
    use std::{
        collections::VecDeque,
        fs::File,
        io::{self, IsTerminal, Read},
        os::{
            fd::{AsFd, BorrowedFd},
            unix::net::UnixStream,
        },
        sync::{Mutex, PoisonError},
        time::{Duration, Instant},
    };

    use crossterm::{event::Event, terminal::size};
    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        io::{Errno, read},
        stdio::stdin,
    };
    use signal_hook::{consts::SIGWINCH, low_level::pipe};

    use crate::cli::play::key_decoder::KeyDecoder;

    /// How long the rest of an escape sequence is waited for.
    const PATIENCE: Duration = Duration::from_millis(100);

    /// The terminal that is read.
    static INPUT: Mutex<Option<TerminalInput>> = Mutex::new(None);

    struct TerminalInput {
        /// The terminal of the process, where standard input is none.
        terminal: Option<File>,
        /// Has a byte when the size of the terminal has changed.
        resized: UnixStream,
        decoder: KeyDecoder,
        /// When something came last.
        came: Instant,
        events: VecDeque<Event>,
    }

    /// Begins to read the terminal, and to notice changes of its size.
    pub(in crate::cli::play) fn open() -> io::Result<()> {
        let terminal = if io::stdin().is_terminal() {
            None
        } else {
            Some(File::open("/dev/tty")?)
        };
        let (resized, sender) = UnixStream::pair()?;
        resized.set_nonblocking(true)?;
        pipe::register(SIGWINCH, sender)?;
        *INPUT.lock().unwrap_or_else(PoisonError::into_inner) = Some(TerminalInput {
            terminal,
            resized,
            decoder: KeyDecoder::default(),
            came: Instant::now(),
            events: VecDeque::new(),
        });
        Ok(())
    }

    /// Whether there is an event already.
    pub(in crate::cli::play) fn has_event() -> io::Result<bool> {
        with_input(|input| {
            input.fill(Some(Duration::ZERO))?;
            Ok(!input.events.is_empty())
        })
    }

    /// The next event; `None` if there is none for some time, where that is given.
    pub(in crate::cli::play) fn next_event(timeout: Option<Duration>) -> io::Result<Option<Event>> {
        with_input(|input| {
            input.fill(timeout)?;
            Ok(input.events.pop_front())
        })
    }

    fn with_input<T>(work: impl FnOnce(&mut TerminalInput) -> io::Result<T>) -> io::Result<T> {
        let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
        work(input.as_mut().ok_or(io::ErrorKind::NotConnected)?)
    }

    impl TerminalInput {
        /// Waits for an event, where there is none yet.
        fn fill(&mut self, timeout: Option<Duration>) -> io::Result<()> {
            let end = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
            while self.events.is_empty() {
                let given_up = self.decoder.is_incomplete().then(|| self.came + PATIENCE);
                let until = end.into_iter().chain(given_up).min();
                let rest = until.map(|until| until.saturating_duration_since(Instant::now()));
                // The rest may have been there for long, while other work was done.
                let has_come = self.wait(rest)?;
                let is_over =
                    |time: Option<Instant>| time.is_some_and(|time| time <= Instant::now());
                if !has_come && is_over(given_up) {
                    self.decoder.give_up(&mut self.events);
                }
                if is_over(end) {
                    return Ok(());
                }
            }
            Ok(())
        }

        /// Waits for bytes or another size, and decodes them. Returns whether something has come, or may have.
        fn wait(&mut self, timeout: Option<Duration>) -> io::Result<bool> {
            let timeout = timeout.and_then(|timeout| Timespec::try_from(timeout).ok());
            let terminal = descriptor(self.terminal.as_ref());
            let mut waited = [
                PollFd::new(&terminal, PollFlags::IN),
                PollFd::new(&self.resized, PollFlags::IN),
            ];
            match poll(&mut waited, timeout.as_ref()) {
                Ok(0) => return Ok(false),
                // The signal that tells another size.
                Err(Errno::INTR) => return Ok(true),
                other => other?,
            };
            let [has_bytes, is_resized] = waited.map(|waited| !waited.revents().is_empty());
            if is_resized {
                // Several changes are one.
                while matches!((&self.resized).read(&mut [0; 64]), Ok(1..)) {}
                let (columns, lines) = size()?;
                self.events.push_back(Event::Resize(columns, lines));
            }
            if has_bytes {
                let mut bytes = [0; 4096];
                let count = match read(terminal, &mut bytes) {
                    Err(Errno::INTR | Errno::AGAIN) => return Ok(true),
                    // The terminal is gone.
                    Ok(0) => crate::interrupt::hang_up(),
                    Err(_) if !io::stdout().is_terminal() => crate::interrupt::hang_up(),
                    other => other?,
                };
                self.came = Instant::now();
                self.decoder.feed(&bytes[..count], &mut self.events);
            }
            Ok(true)
        }
    }

    fn descriptor(terminal: Option<&File>) -> BorrowedFd<'_> {
        terminal.map_or(stdin(), AsFd::as_fd)
    }
}

#[cfg(not(unix))]
mod system {
    use std::{io, time::Duration};

    use crossterm::event::{Event, poll, read};

    /// Without any time, crossterm does not even look at the events that it has read.
    const NO_TIME: Duration = Duration::from_millis(1);

    /// There is nothing to do.
    pub(in crate::cli::play) fn open() -> io::Result<()> {
        Ok(())
    }

    /// Whether there is an event already.
    pub(in crate::cli::play) fn has_event() -> io::Result<bool> {
        poll(NO_TIME)
    }

    /// The next event; `None` if there is none for some time, where that is given.
    pub(in crate::cli::play) fn next_event(timeout: Option<Duration>) -> io::Result<Option<Event>> {
        match timeout {
            Some(timeout) if !poll(timeout.max(NO_TIME))? => Ok(None),
            _ => read().map(Some),
        }
    }
}
