//! A program on a pseudo-terminal, and what it shows there.

use std::{
    fs::{File, OpenOptions},
    io::{Read, Write},
    num::NonZero,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread::{sleep, spawn},
    time::{Duration, Instant},
};

use rustix::{
    io::{FdFlags, fcntl_setfd},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

/// Both ends of a new pseudo-terminal: that of a terminal, and that of a program.
pub(crate) fn terminal(columns: u16, rows: u16) -> (File, File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    // Otherwise the programs that are started would keep it open.
    fcntl_setfd(&master, FdFlags::CLOEXEC).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let mut options = OpenOptions::new();
    let slave = options.read(true).write(true).open(name.to_str().unwrap());
    let slave = slave.unwrap();
    tcsetwinsize(&slave, size(columns, rows)).unwrap();
    (File::from(master), slave)
}

/// A running program and its terminal.
pub(crate) struct Screen {
    pub(crate) child: Child,
    master: File,
    /// Kept open, so that what the program has printed can be read after its end.
    slave: File,
    parser: Arc<Mutex<vt100::Parser>>,
    /// Everything that the program has printed.
    printed: Arc<Mutex<Vec<u8>>>,
}

impl Screen {
    /// Starts kifu on a terminal of 80 columns and 24 lines.
    pub(crate) fn start(folder: &Path, arguments: &str) -> Screen {
        Screen::start_with(folder, arguments, (80, 24), &[])
    }

    pub(crate) fn start_with(
        folder: &Path,
        arguments: &str,
        (columns, rows): (u16, u16),
        environment: &[(&str, &str)],
    ) -> Screen {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        // A job, as those of a shell: only such a process can be stopped.
        command.process_group(0);
        command
            .args(arguments.split_whitespace())
            .env_remove("NO_COLOR")
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied());
        Screen::start_command(folder, command, (columns, rows))
    }

    /// Starts kifu by a command.
    pub(crate) fn start_command(
        folder: &Path,
        mut command: Command,
        (columns, rows): (u16, u16),
    ) -> Screen {
        let (master, slave) = terminal(columns, rows);
        let stream = || Stdio::from(slave.try_clone().unwrap());
        command
            .current_dir(folder)
            .stdin(stream())
            .stdout(stream())
            .stderr(stream());
        let child = command.spawn().unwrap();
        drop(command);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(
            nonzero(rows),
            nonzero(columns),
            0,
        )));
        let printed = Arc::<Mutex<Vec<u8>>>::default();
        let mut reader = master.try_clone().unwrap();
        let (shared, bytes) = (Arc::clone(&parser), Arc::clone(&printed));
        spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                shared.lock().unwrap().process(&buffer[..length]);
                bytes.lock().unwrap().extend_from_slice(&buffer[..length]);
            }
        });
        Screen {
            child,
            master,
            slave,
            parser,
            printed,
        }
    }

    /// Types some bytes.
    pub(crate) fn send(&mut self, bytes: &str) {
        self.master.write_all(bytes.as_bytes()).unwrap();
    }

    /// Clicks at a column and a line, from 0.
    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let (column, row) = (column + 1, row + 1);
        self.send(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
    }

    /// What the screen shows, line by line.
    pub(crate) fn contents(&self) -> String {
        let parser = self.parser.lock().unwrap_or_else(PoisonError::into_inner);
        parser.screen().contents()
    }

    /// Everything that was printed so far.
    pub(crate) fn printed(&self) -> String {
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&printed).into_owned()
    }

    /// Where the cursor is once everything is drawn: column and line, from 0.
    pub(crate) fn cursor(&self) -> (u16, u16) {
        let shown = || (self.contents(), self.cursor_now());
        let mut before = shown();
        loop {
            sleep(Duration::from_millis(200));
            let now = shown();
            if now == before {
                return now.1;
            }
            before = now;
        }
    }

    fn cursor_now(&self) -> (u16, u16) {
        let parser = self.parser.lock().unwrap_or_else(PoisonError::into_inner);
        let (row, column) = parser.screen().cursor_position();
        (column, row)
    }

    /// Waits until the screen shows a text; returns all that it shows.
    pub(crate) fn wait_for(&self, text: &str) -> String {
        self.wait_until(text, |contents| contents.contains(text))
    }

    /// Waits until the screen is as it should be; returns all that it shows.
    pub(crate) fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let contents = self.contents();
            if is_so(&contents) {
                return contents;
            }
            let is_late = begun.elapsed() > Duration::from_secs(30);
            assert!(!is_late, "no `{what}` in\n{contents}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(nonzero(rows), nonzero(columns));
        self.claim_size(columns, rows);
    }

    /// Lets the terminal say that it has another size.
    pub(crate) fn claim_size(&mut self, columns: u16, rows: u16) {
        tcsetwinsize(&self.slave, size(columns, rows)).unwrap();
        // The program is not in the foreground of a session, whose processes would be told.
        self.signal("WINCH");
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for the end of the program.
    pub(crate) fn end(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // What was printed last is on its way.
                sleep(Duration::from_millis(50));
                return status;
            }
            let contents = self.contents();
            assert!(begun.elapsed() < Duration::from_secs(30), "{contents}");
            sleep(Duration::from_millis(5));
        }
    }

    /// Whether the terminal is as a program expects it: with echo and line editing, without mouse and second screen.
    pub(crate) fn is_restored(&self) -> bool {
        let modes = tcgetattr(&self.slave).unwrap().local_modes;
        let parser = self.parser.lock().unwrap_or_else(PoisonError::into_inner);
        let screen = parser.screen();
        modes.contains(LocalModes::ECHO | LocalModes::ICANON | LocalModes::ISIG)
            && !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn nonzero(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

fn size(columns: u16, rows: u16) -> Winsize {
    Winsize {
        ws_row: rows,
        ws_col: columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    }
}
