//! What the user is told on Ctrl-C: what is kept, and how to go on.

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use super::{error::print_note, progress::remove_bars};
use crate::interrupt::on_end;

/// From now on, an interruption prints this.
fn tell(words: impl Fn() -> String + Send + 'static) {
    on_end(move || {
        remove_bars();
        print_note(&format!("kifu: interrupted: {}", words()));
    });
}

/// Whether the command has begun to put a finished file in its place.
static FINISHES: AtomicBool = AtomicBool::new(false);

/// For commands whose files are written at the end.
pub(super) fn nothing_is_kept() {
    FINISHES.store(false, Ordering::SeqCst);
    tell(|| {
        let files = if FINISHES.load(Ordering::SeqCst) {
            "a file that is written may be complete already"
        } else {
            "what was printed is not complete, and no file was changed"
        };
        format!("{files}; run the command again")
    });
}

/// From now on, a file may have been replaced.
pub(super) fn file_is_replaced() {
    FINISHES.store(true, Ordering::SeqCst);
}

/// What an interruption tells of a game, which is saved after every ply.
#[derive(Clone, Debug)]
pub(super) struct KeptWords(Arc<Mutex<String>>);

impl KeptWords {
    pub(super) fn new(words: impl Into<String>) -> KeptWords {
        KeptWords(Arc::new(Mutex::new(words.into())))
    }

    /// The words, to be changed together with the file: until the guard is dropped, an interruption waits.
    pub(super) fn lock(&self) -> MutexGuard<'_, String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// For commands that tell by themselves what they keep. `first` is done before anything is printed.
pub(super) fn words_are_told(words: KeptWords, first: impl Fn() + Send + 'static) {
    tell(move || {
        first();
        words.lock().clone()
    });
}

/// For commands that write one file after another. Returns the counter of those that are complete.
pub(super) fn files_are_kept(verb: &'static str, rest: &'static str) -> Arc<AtomicU64> {
    let count = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&count);
    tell(move || {
        let files = match counter.load(Ordering::Relaxed) {
            1 => "1 file is".to_owned(),
            count => format!("{count} files are"),
        };
        format!("{files} {verb}; {rest}; run the command again to go on")
    });
    count
}

/// For runs that can be continued with a cache, and runs that could be. `store` stores the verdicts so far, and returns
/// that some could not be stored, if so.
pub(super) fn verdicts_are_kept(
    cache: Option<String>,
    store: impl Fn() -> Option<String> + Send + 'static,
) {
    tell(move || {
        match (&cache, store()) {
            (Some(_), Some(failure)) => format!("the report is not complete, and {failure}"),
            (Some(folder), None) => format!(
                "the report is not complete; the verdicts so far are kept in {folder}: run the command again to go on"
            ),
            (None, _) => "the report is not complete, and nothing is kept; with --cache FOLDER, a run can be continued"
                .to_owned(),
        }
    });
}
