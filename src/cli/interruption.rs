//! What the user is told on Ctrl-C: what is kept, and how to go on.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc::channel},
    thread,
    time::Duration,
};

use super::{
    error::{CliError, print_note},
    progress::remove_bars,
};
use crate::interrupt::on_end;

/// How long the last words wait for a reader.
const PATIENCE: Duration = Duration::from_secs(2);

/// From now on, an interruption prints this.
fn tell(words: impl Fn() -> String + Send + 'static) {
    tell_after(|| (), words);
}

/// From now on, an interruption prints this when `first` is done.
fn tell_after(
    first: impl Fn() + Send + Sync + 'static,
    words: impl Fn() -> String + Send + 'static,
) {
    let first = Arc::new(first);
    on_end(move || {
        let (first, words) = (Arc::clone(&first), words());
        in_time(move || {
            first();
            remove_bars();
            print_note(&format!("kifu: interrupted: {words}"));
        });
    });
}

/// Writes something to a terminal or a pipe whose reader may have paused: a signal ends the program in any case.
fn in_time(write: impl FnOnce() + Send + 'static) {
    let (sender, receiver) = channel();
    let writer = thread::Builder::new().spawn(move || {
        write();
        let _ = sender.send(());
    });
    if writer.is_ok() {
        let _ = receiver.recv_timeout(PATIENCE);
    }
}

/// Something of which an interruption tells. Once it has begun to, this is never unlocked: what it tells stays true until
/// the program ends.
#[derive(Debug, Default)]
struct Told<T>(Mutex<T>);

impl<T> Told<T> {
    const fn new(told: T) -> Told<T> {
        Told(Mutex::new(told))
    }

    /// To be changed together with the files: until the guard is dropped, an interruption waits.
    fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The words of an interruption.
    fn last_words(&self, words: impl FnOnce(&T) -> String) -> String {
        let told = self.lock();
        let words = words(&told);
        std::mem::forget(told);
        words
    }
}

/// Whether the command has begun to put a finished file in its place.
static FINISHES: Told<bool> = Told::new(false);

/// For commands whose files are written at the end.
pub(super) fn nothing_is_kept() {
    tell(|| FINISHES.last_words(|finishes| words_of_files(*finishes)));
}

fn words_of_files(finishes: bool) -> String {
    let files = if finishes {
        "a file that is written may be complete already"
    } else {
        "what was printed is not complete, and no file was changed"
    };
    format!("{files}; run the command again")
}

/// From now on, a file may have been replaced.
pub(super) fn file_is_replaced() {
    *FINISHES.lock() = true;
}

/// What an interruption tells of a game, which is saved after every ply.
#[derive(Clone, Debug)]
pub(super) struct KeptWords(Arc<Told<String>>);

impl KeptWords {
    pub(super) fn new(words: impl Into<String>) -> KeptWords {
        KeptWords(Arc::new(Told::new(words.into())))
    }

    /// The words, to be changed together with the file: until the guard is dropped, an interruption waits.
    pub(super) fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock()
    }
}

/// For commands that tell by themselves what they keep. `first` is done before anything is printed.
pub(super) fn words_are_told(words: KeptWords, first: impl Fn() + Send + Sync + 'static) {
    tell_after(first, move || words.0.last_words(String::clone));
}

/// The files that a command has written so far, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct KeptFiles(Arc<Told<LastFile>>);

#[derive(Debug, Default)]
struct LastFile {
    /// The number of files up to it.
    number: u64,
    name: String,
}

impl KeptFiles {
    /// An interruption tells from now on which files are complete: what is done with them, and what is true of the `rest`.
    pub(super) fn told(verb: &'static str, rest: &'static str) -> KeptFiles {
        let files = KeptFiles::default();
        let told = files.clone();
        tell(move || told.0.last_words(|last| last.words(verb, rest)));
        files
    }

    /// Counts a file that is put in its place; an interruption waits for that, which must be quick.
    pub(super) fn put(
        &self,
        name: &str,
        put: impl FnOnce() -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut last = self.0.lock();
        put()?;
        last.number += 1;
        name.clone_into(&mut last.name);
        Ok(())
    }
}

impl LastFile {
    fn words(&self, verb: &str, rest: &str) -> String {
        let LastFile { number, name } = self;
        match number {
            0 => format!("no file is {verb}; run the command again"),
            1 => format!("1 file is {verb}, {name}; {rest}; run the command again to go on"),
            _ => format!(
                "{number} files are {verb}, the last of them {name}; {rest}; run the command again to go on"
            ),
        }
    }
}

/// For runs that can be continued with a cache, and runs that could be. `store` stores the verdicts so far, and returns
/// that some could not be stored, if so.
pub(super) fn verdicts_are_kept(
    cache: Option<String>,
    store: impl Fn() -> Option<String> + Send + 'static,
) {
    tell(move || {
        FINISHES.last_words(|finishes| words_of_run(*finishes, cache.as_deref(), store()))
    });
}

/// What is true of the reports of a run, and of the folder of its cache, if it has one.
fn words_of_run(finishes: bool, cache: Option<&str>, failure: Option<String>) -> String {
    let report = if finishes {
        "a report that is written may be complete already"
    } else {
        "the report is not complete"
    };
    match (cache, failure) {
        (Some(_), Some(failure)) => format!("{report}, and {failure}"),
        (Some(folder), None) => format!(
            "{report}; the verdicts so far are kept in {folder}: run the command again to go on"
        ),
        (None, _) if finishes => format!("{report}; run the command again"),
        (None, _) => {
            format!("{report}, and nothing is kept; with --cache FOLDER, a run can be continued")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words_of_run;

    #[test]
    fn what_is_said_to_be_lost_is_lost() {
        for (finishes, cache, kept) in [
            (false, None, "not complete, and nothing is kept"),
            (true, None, "may be complete already; run"),
            (
                false,
                Some("c"),
                "not complete; the verdicts so far are kept in c:",
            ),
            (
                true,
                Some("c"),
                "may be complete already; the verdicts so far",
            ),
        ] {
            let words = words_of_run(finishes, cache, None);
            assert!(words.contains(kept), "{words}");
        }
        let words = words_of_run(false, Some("c"), Some("the disk is full".to_owned()));
        assert_eq!(words, "the report is not complete, and the disk is full");
    }
}
