//! Games that are played on all processors and delivered in order.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use rayon::prelude::*;

use super::{
    error::CliError,
    pipeline::Jobs,
    progress::{Amount, Progress},
};

/// Games for each thread that are played before the first of them is delivered.
const GAMES_PER_THREAD: u64 = 32;

/// Plays games, which are numbered from 0, and delivers them in the order of their numbers. A progress bar counts
/// `things`.
pub(super) fn each_game<T: Send>(
    count: u64,
    things: &'static str,
    jobs: &Jobs,
    quiet: bool,
    play: impl Fn(u64) -> T + Sync,
    mut deliver: impl FnMut(T) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let done = Arc::new(AtomicU64::new(0));
    let _progress = Progress::begin(Amount::Count(count, things), quiet, Arc::clone(&done));
    let pool = jobs.pool()?;
    let play = |number| {
        let played = play(number);
        done.fetch_add(1, Ordering::Relaxed);
        played
    };
    let at_once = GAMES_PER_THREAD * pool.current_num_threads() as u64;
    let mut first = 0;
    while first < count {
        let end = (first + at_once).min(count);
        let games: Vec<T> = pool.install(|| (first..end).into_par_iter().map(&play).collect());
        games.into_iter().try_for_each(&mut deliver)?;
        first = end;
    }
    Ok(())
}
