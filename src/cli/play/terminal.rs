//! The terminal while a screen is shown: it is left as it was, whatever happens.

use std::{
    collections::VecDeque,
    io::{self, IsTerminal, Write},
    panic,
    sync::{
        Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, Ordering},
    },
    thread::sleep,
    time::{Duration, Instant},
};

use crossterm::{
    cursor::Show,
    event::{
        DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
        Event, KeyCode, KeyEvent, KeyModifiers,
    },
    execute,
    style::force_color_output,
    terminal::{
        Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
        enable_raw_mode, size,
    },
};
use ratatui_core::{
    layout::Rect,
    terminal::{Frame, Terminal, TerminalOptions, Viewport},
};

use super::{cells::Cells, shown_text::ascii, terminal_input};
use crate::cli::{
    error::CliError,
    interruption::{KeptWords, words_are_told},
};

/// Held while the screen is drawn, so that nothing is drawn once it is restored.
static DRAWING: Mutex<()> = Mutex::new(());
/// Whether the terminal shows a screen.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);
/// Whether the terminal was used otherwise, or had another size, since it was drawn on.
static IS_STALE: AtomicBool = AtomicBool::new(false);

/// The columns and lines of a terminal that does not know how many it has, such as a serial line.
const USUAL: (u16, u16) = (80, 24);

/// The columns and lines that are drawn, in the upper left corner of a terminal that says it has more.
const LARGEST: (u16, u16) = (1_000, 400);

/// The longest time for which nothing is drawn while more input waits: a text that comes key by key would be drawn with each.
const MAX_DELAY: Duration = Duration::from_millis(50);

/// A screen on the terminal. The terminal is restored when it is dropped, on a panic, and on the signals that end or stop
/// the program.
pub(super) struct Screen {
    terminal: Terminal<Cells>,
    /// What is drawn on.
    area: Rect,
    /// When it was drawn last.
    drawn: Option<Instant>,
    ascii: bool,
}

impl Screen {
    /// Shows a screen, perhaps with ASCII characters only. Without a terminal, the error names the command and what does
    /// `instead`. A signal tells what is `kept`.
    pub(super) fn open(
        command: &'static str,
        instead: &'static str,
        ascii: bool,
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
        let opened = enter().and_then(|()| {
            // From now on a change of the size is noticed.
            terminal_input::open()?;
            let area = drawn_area()?;
            Ok((terminal_of(area)?, area))
        });
        watch();
        #[cfg(unix)]
        crate::interrupt::on_stop(leave_for_now, come_back);
        match opened {
            Ok((terminal, area)) => Ok(Screen {
                terminal,
                area,
                drawn: None,
                ascii,
            }),
            Err(error) => {
                restore();
                Err(CliError::Terminal(error))
            }
        }
    }

    /// Draws the screen; not yet if more input waits.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> Result<(), CliError> {
        let is_recent = self.drawn.is_some_and(|drawn| drawn.elapsed() < MAX_DELAY);
        if is_recent && has_event()? {
            return Ok(());
        }
        let _drawing = lock();
        let ascii = self.ascii;
        let area = drawn_area().map_err(CliError::Terminal)?;
        if IS_STALE.swap(false, Ordering::SeqCst) || area != self.area {
            let cleared = execute!(io::stdout(), Clear(ClearType::All));
            self.terminal = cleared
                .and_then(|()| terminal_of(area))
                .map_err(CliError::Terminal)?;
            self.area = area;
        }
        let drawn = self.terminal.draw(|frame| {
            draw(frame);
            if ascii {
                only_ascii(frame);
            }
        });
        self.drawn = Some(Instant::now());
        drawn.map(|_| ()).map_err(CliError::Terminal)
    }
}

/// The part of the terminal that is drawn on.
fn drawn_area() -> io::Result<Rect> {
    let (columns, lines) = match size()? {
        (0, _) | (_, 0) => USUAL,
        known => known,
    };
    Ok(Rect::new(
        0,
        0,
        columns.min(LARGEST.0),
        lines.min(LARGEST.1),
    ))
}

/// The terminal, of which nothing is known to be drawn. Its size is not left to the library, which allocates whatever the
/// terminal says.
fn terminal_of(area: Rect) -> io::Result<Terminal<Cells>> {
    let viewport = Viewport::Fixed(area);
    Terminal::with_options(Cells::new(), TerminalOptions { viewport })
}

/// Replaces what texts contain besides ASCII characters; boards are drawn without.
fn only_ascii(frame: &mut Frame) {
    for cell in &mut frame.buffer_mut().content {
        if !cell.symbol().is_ascii() {
            let shown = ascii(cell.symbol());
            cell.set_symbol(if shown.is_empty() { "?" } else { &shown });
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// The next event; `None` if there is none for some time, where that is given.
pub(super) fn next_event(timeout: Option<Duration>) -> Result<Option<Event>, CliError> {
    let postponed = postponed().pop_front();
    match postponed {
        Some(event) => Ok(Some(event)),
        None => read_event(timeout),
    }
}

/// Whether there is an event already.
pub(super) fn has_event() -> Result<bool, CliError> {
    Ok(!postponed().is_empty() || terminal_input::has_event().map_err(CliError::Terminal)?)
}

/// The next event that nobody has read.
fn read_event(timeout: Option<Duration>) -> Result<Option<Event>, CliError> {
    let event = terminal_input::next_event(timeout).map_err(CliError::Terminal)?;
    if matches!(event, Some(Event::Resize(..))) {
        // The terminal may have been smaller meanwhile.
        IS_STALE.store(true, Ordering::SeqCst);
    }
    #[cfg(debug_assertions)]
    event.iter().for_each(panic_if_tested);
    Ok(event)
}

/// A text that was pasted, in one line: its lines follow each other with blanks between them.
pub(super) fn pasted_line(text: &str) -> String {
    let lines = text.split(['\n', '\r']).filter(|line| !line.is_empty());
    let line = lines.collect::<Vec<_>>().join(" ").replace('\t', " ");
    line.replace(char::is_control, "")
}

/// The events of the time when somebody waited for the program.
static POSTPONED: Mutex<VecDeque<Event>> = Mutex::new(VecDeque::new());

fn postponed() -> MutexGuard<'static, VecDeque<Event>> {
    POSTPONED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The most of them that are kept.
const MAX_POSTPONED: usize = 1000;

/// Waits for a moment while the opponent thinks. The keys that leave the game end the program, the others count later.
pub(super) fn wait_for_opponent() {
    if read_ahead(Duration::from_millis(20)) == Some(true) {
        crate::interrupt::interrupt();
    }
}

/// Whether a key that leaves the program has been typed during work that takes long. The others count later.
pub(super) fn is_left() -> bool {
    while let Some(leaves) = read_ahead(Duration::ZERO) {
        if leaves {
            return true;
        }
    }
    false
}

/// Reads the next event, if there is one within some time; it counts later unless it leaves the program, which is
/// returned.
fn read_ahead(timeout: Duration) -> Option<bool> {
    // Without a terminal, the program is ended elsewhere.
    let event = read_event(Some(timeout)).ok()??;
    let leaves = |key: &KeyEvent| {
        key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'q' | 'd'))
    };
    if event.as_key_press_event().as_ref().is_some_and(leaves) {
        return Some(true);
    }
    let mut postponed = postponed();
    if postponed.len() < MAX_POSTPONED {
        postponed.push_back(event);
    }
    Some(false)
}

/// Panics at F12 where a test wants to see what becomes of the terminal then; not in a release.
#[cfg(debug_assertions)]
#[allow(clippy::panic)]
fn panic_if_tested(event: &Event) {
    use crossterm::event::KeyCode;
    let is_key = matches!(event, Event::Key(key) if key.code == KeyCode::F(12));
    assert!(
        !is_key || std::env::var_os("KIFU_TEST_PANIC").is_none(),
        "a test wants it"
    );
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

/// Takes the terminal for a screen.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        Clear(ClearType::All),
        EnableMouseCapture,
        EnableBracketedPaste
    )
}

/// Leaves the terminal as it was while the program is stopped. Nothing is drawn meanwhile.
#[cfg(unix)]
fn leave_for_now() -> Option<MutexGuard<'static, ()>> {
    let guard = lock();
    if IS_SHOWN.load(Ordering::SeqCst) {
        leave();
    }
    guard
}

/// Shows the screen again.
#[cfg(unix)]
fn come_back() {
    if IS_SHOWN.load(Ordering::SeqCst) {
        IS_STALE.store(true, Ordering::SeqCst);
        // Without a terminal, the program is ended elsewhere.
        let _ = enter();
        // The one who waits for events draws after this one.
        let _ = signal_hook::low_level::raise(signal_hook::consts::SIGWINCH);
    }
}

/// Leaves the terminal as it was, once.
fn restore() {
    if IS_SHOWN.swap(false, Ordering::SeqCst) {
        leave();
    }
}

fn leave() {
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
