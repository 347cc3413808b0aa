//! What happens on Ctrl-C and on the other signals that end the program: temporary files are removed first, and
//! a command can print what is complete.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI32, Ordering},
    },
};

/// The temporary files that exist.
static FILES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Whether the command ends by itself after the first signal.
static IS_DEFERRED: AtomicBool = AtomicBool::new(false);
/// The first signal; 0 before it.
static SIGNAL: AtomicI32 = AtomicI32::new(0);

/// What is done before the program ends by a signal.
type Farewell = Box<dyn Fn() + Send>;

/// Tells the user what is kept.
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);

/// From now on, a signal ends the program with these words: `tell` says what is kept and how to go on.
pub(crate) fn on_end(tell: impl Fn() + Send + 'static) {
    *FAREWELL.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(tell));
    install();
}

/// The command has ended: from now on a signal tells nothing. If one ends the program already, this does not return, so
/// that the exit status is not that of a command that was told to be interrupted.
pub(crate) fn command_has_ended() {
    *FAREWELL.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Adds or removes temporary files, uninterrupted: a signal ends the program before or after it, not in between.
pub(crate) fn with_temporary_files<T>(change: impl FnOnce(&mut BTreeSet<PathBuf>) -> T) -> T {
    install();
    change(&mut FILES.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Does some work that the first signal does not end: the work asks [`is_requested`], and the command calls [`end`]
/// when it has printed what is complete. The second signal ends the program at once.
pub(crate) fn deferred<T>(work: impl FnOnce() -> T) -> T {
    IS_DEFERRED.store(true, Ordering::Relaxed);
    install();
    let done = work();
    IS_DEFERRED.store(false, Ordering::Relaxed);
    done
}

/// Whether a signal has asked the program to end.
pub(crate) fn is_requested() -> bool {
    SIGNAL.load(Ordering::Relaxed) != 0
}

/// Ends the program by the signal that asked for it; does nothing if there was none.
pub(crate) fn end() {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => {}
        signal => end_by(signal),
    }
}

/// Ends the program as Ctrl-C does where the terminal is not in raw mode.
pub(crate) fn interrupt() {
    #[cfg(unix)]
    end_by(signal_hook::consts::SIGINT);
    #[cfg(not(unix))]
    end_by(2);
}

/// Ends the program as if the terminal had been closed, whether or not it is told so by a signal.
#[cfg(unix)]
pub(crate) fn hang_up() -> ! {
    end_by(signal_hook::consts::SIGHUP);
}

/// From now on, a signal that stops the program until it is continued, as Ctrl-Z in a shell, first does one thing, and
/// another when it goes on. `before` returns what is held meanwhile.
#[cfg(unix)]
pub(crate) fn on_stop<T>(
    before: impl Fn() -> T + Send + 'static,
    after: impl Fn() + Send + 'static,
) {
    use signal_hook::{
        consts::{SIGTSTP, SIGTTIN},
        iterator::Signals,
        low_level::raise,
    };

    if ignored_signals() >> (SIGTSTP - 1) & 1 == 1 {
        return;
    }
    let Ok(mut signals) = Signals::new([SIGTSTP]) else {
        return;
    };
    // Without the thread, the signal does nothing.
    let _ = std::thread::Builder::new().spawn(move || {
        for _ in signals.forever() {
            let held = before();
            // Unlike SIGSTOP, this does nothing where there is no shell that could continue the program.
            let _ = raise(SIGTTIN);
            after();
            drop(held);
        }
    });
}

/// Stops the program until it is continued, as Ctrl-Z does where the terminal is not in raw mode: together with those that
/// run beside it, such as the script that waits for it, so that the shell notices.
pub(crate) fn stop() {
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

/// Removes the temporary files and ends the program by a signal, so that the caller sees which one.
fn end_by(signal: i32) -> ! {
    // Never unlocked, so that the command does not end by itself meanwhile.
    let farewell = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(tell) = &*farewell {
        tell();
    }
    // Never unlocked, so that no further file is created.
    let files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    remove(&files);
    // The first process of a container is not ended by a signal that it raises.
    #[cfg(unix)]
    if std::process::id() != 1 {
        let _ = signal_hook::low_level::emulate_default_handler(signal);
    }
    // What a shell shows for the signal.
    #[allow(clippy::exit)]
    std::process::exit(128 + signal)
}

/// Removes the temporary files and ends the program with the status of a panic, where panics do not unwind.
pub(crate) fn end_crashed() -> ! {
    // Not if this thread has crashed while it changed them.
    if let Ok(files) = FILES.try_lock() {
        remove(&files);
        // No further file is created.
        std::mem::forget(files);
    }
    #[allow(clippy::exit)]
    std::process::exit(101)
}

fn remove(files: &BTreeSet<PathBuf>) {
    for file in files {
        // Nothing can be done about a file that cannot be removed.
        let _ = std::fs::remove_file(file);
    }
}

#[cfg(unix)]
fn install() {
    use std::sync::{Once, mpsc::channel};

    use signal_hook::{
        consts::{
            SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
            SIGXCPU,
        },
        iterator::Signals,
    };

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let ignored = ignored_signals();
        let is_ignored = |signal: i32| ignored >> (signal - 1) & 1 == 1;
        // Those that end a program and can be caught, but for those that report its own faults.
        let signals = [
            SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM,
            SIGXCPU,
        ];
        let signals: Vec<i32> = signals.into_iter().filter(|&s| !is_ignored(s)).collect();
        let (sender, receiver) = channel();
        let wait = move || {
            let mut signals = Signals::new(signals);
            // The receiver waits for it.
            let _ = sender.send(());
            for signal in signals.iter_mut().flat_map(Signals::forever) {
                let first =
                    SIGNAL.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed);
                if first.is_err() || !IS_DEFERRED.load(Ordering::Relaxed) {
                    end_by(signal);
                }
            }
        };
        // Without the thread, signals end the program at once, and temporary files remain.
        if std::thread::Builder::new().spawn(wait).is_ok() {
            let _ = receiver.recv();
        }
    });
}

/// Makes a file that becomes larger than the user allows (`ulimit -f`) an error of writing, which otherwise would end the
/// program.
pub(crate) fn allow_file_size_errors() {
    #[cfg(unix)]
    // If it fails, the program is ended by the signal.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Windows ends the program at once; temporary files remain.
#[cfg(not(unix))]
fn install() {}

/// The signals that the caller wants to be ignored, as `nohup` does, as a set of bits; none where this is unknown.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let bits = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    bits.unwrap_or(0)
}
