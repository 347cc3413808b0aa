//! What the user is told on Ctrl-C: what is kept, and how to go on.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
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

/// For commands whose files are written at the end.
pub(super) fn nothing_is_kept() {
    tell(|| {
        "what was printed is not complete, and no file was changed; run the command again"
            .to_owned()
    });
}

/// For games, which are saved after every ply. `first` is done before anything is printed.
pub(super) fn plies_are_kept(first: impl Fn() + Send + 'static) {
    tell(move || {
        first();
        "every ply that was played is saved".to_owned()
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

/// For runs that can be continued with a cache, and runs that could be.
pub(super) fn verdicts_are_kept(cache: Option<String>, store: impl Fn() + Send + 'static) {
    tell(move || {
        store();
        match &cache {
            Some(folder) => format!(
                "the report is not complete; the verdicts so far are kept in {folder}: run the command again to go on"
            ),
            None => "the report is not complete, and nothing is kept; with --cache FOLDER, a run can be continued"
                .to_owned(),
        }
    });
}
