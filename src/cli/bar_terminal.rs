//! The terminal that progress bars are drawn on.

use std::{
    io::{self, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

use indicatif::TermLike;
use terminal_size::{Height, Width, terminal_size_of};

/// Standard error, where it is a terminal. It never fails, as the library panics if it does: a terminal may be gone, or
/// take nothing at once, and the run goes on.
#[derive(Debug, Default)]
pub(super) struct BarTerminal {
    /// What is drawn next.
    waiting: Mutex<String>,
}

impl BarTerminal {
    fn waiting(&self) -> MutexGuard<'_, String> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the cursor by some steps, in the direction of this letter.
    fn step(&self, steps: usize, direction: char) {
        if steps > 0 {
            *self.waiting() += &format!("\x1b[{steps}{direction}");
        }
    }
}

impl TermLike for BarTerminal {
    fn width(&self) -> u16 {
        terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| width)
    }

    fn height(&self) -> u16 {
        terminal_size_of(io::stderr()).map_or(24, |(_, Height(height))| height)
    }

    fn move_cursor_up(&self, steps: usize) -> io::Result<()> {
        self.step(steps, 'A');
        Ok(())
    }

    fn move_cursor_down(&self, steps: usize) -> io::Result<()> {
        self.step(steps, 'B');
        Ok(())
    }

    fn move_cursor_right(&self, steps: usize) -> io::Result<()> {
        self.step(steps, 'C');
        Ok(())
    }

    fn move_cursor_left(&self, steps: usize) -> io::Result<()> {
        self.step(steps, 'D');
        Ok(())
    }

    fn write_line(&self, line: &str) -> io::Result<()> {
        *self.waiting() += line;
        *self.waiting() += "\n";
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        *self.waiting() += text;
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        *self.waiting() += "\r\x1b[2K";
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        let waiting = std::mem::take(&mut *self.waiting());
        let _ = io::stderr().write_all(waiting.as_bytes());
        Ok(())
    }
}
