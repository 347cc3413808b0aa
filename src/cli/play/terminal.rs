//! The terminal while a screen is shown: it is left as it was, whatever happens.

use std::{
    io::{self, IsTerminal, Stdout, Write},
    panic,
    sync::{
        Mutex, MutexGuard, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::Duration,
};

use ratatui::{
    Frame, Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{
            DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
            Event, poll, read,
        },
        execute,
        style::force_color_output,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};

use crate::cli::{
    error::CliError,
    interruption::{KeptWords, words_are_told},
};

/// Held while the screen is drawn, so that nothing is drawn once it is restored.
static DRAWING: Mutex<()> = Mutex::new(());
/// Whether the terminal shows a screen.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// A screen on the terminal. The terminal is restored when it is dropped, on a panic, and on the signals that end the
/// program.
pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Shows a screen. Without a terminal, the error names the command and what does `instead`. A signal tells what is
    /// `kept`.
    pub(super) fn open(
        command: &'static str,
        instead: &'static str,
        kept: KeptWords,
    ) -> Result<Screen, CliError> {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        if !io::stdout().is_terminal() || is_dumb {
            return Err(CliError::NoTerminal { command, instead });
        }
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            usual(info);
        }));
        words_are_told(kept, || {
            // Never unlocked: nothing is drawn any more.
            std::mem::forget(lock());
            restore();
        });
        // Whether there is color is decided already.
        force_color_output(true);
        IS_SHOWN.store(true, Ordering::SeqCst);
        let opened = enable_raw_mode().and_then(|()| {
            execute!(
                io::stdout(),
                EnterAlternateScreen,
                EnableMouseCapture,
                EnableBracketedPaste
            )?;
            // From now on a change of the size is noticed.
            poll(Duration::ZERO)?;
            Terminal::new(CrosstermBackend::new(io::stdout()))
        });
        watch();
        match opened {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                restore();
                Err(CliError::Terminal(error))
            }
        }
    }

    /// Draws the screen.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<(), CliError> {
        let _drawing = lock();
        self.terminal.draw(draw).map_err(CliError::Terminal)?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// The next event; `None` if there is none for some time, where that is given.
pub(super) fn next_event(timeout: Option<Duration>) -> Result<Option<Event>, CliError> {
    if let Some(timeout) = timeout
        && !poll(timeout).map_err(CliError::Terminal)?
    {
        return Ok(None);
    }
    read().map(Some).map_err(CliError::Terminal)
}

/// Ends the program when the terminal is gone although no signal tells so: the events of a terminal that is gone never
/// end.
fn watch() {
    #[cfg(unix)]
    // Without the thread, the signal is relied on.
    let _ = std::thread::Builder::new().spawn(|| {
        while IS_SHOWN.load(Ordering::SeqCst) {
            sleep(Duration::from_millis(500));
            if IS_SHOWN.load(Ordering::SeqCst) && !io::stdout().is_terminal() {
                crate::interrupt::hang_up();
            }
        }
    });
}

/// Waits until nothing is drawn; but not for long, since the one who draws may have panicked.
fn lock() -> Option<MutexGuard<'static, ()>> {
    for _ in 0..100 {
        match DRAWING.try_lock() {
            Ok(guard) => return Some(guard),
            Err(TryLockError::Poisoned(guard)) => return Some(guard.into_inner()),
            Err(TryLockError::WouldBlock) => sleep(Duration::from_millis(10)),
        }
    }
    None
}

/// Leaves the terminal as it was, once.
fn restore() {
    if !IS_SHOWN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Nothing can be done about a terminal that is gone.
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    );
    let _ = io::stdout().flush();
    let _ = disable_raw_mode();
}
