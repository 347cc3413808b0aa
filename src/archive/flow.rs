//! Work on the pieces of sources, side by side, with the results in the order of the input.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{Found, Unreadable, Visit, Whence};
use crate::record::Piece;

/// What has come of something in the input.
#[derive(Debug)]
pub enum Given<T> {
    /// Some records of a source and what the work on them has given.
    Piece(Whence, Piece, T),
    /// A source cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// The end of a source, and how many records it has had.
    End(Arc<str>, usize),
}

/// The threads that work, and how far the reading may be ahead of the giving out.
#[derive(Debug)]
pub struct Window {
    /// `None` if the work is done in between.
    pool: Option<ThreadPool>,
    threads: usize,
    pieces: usize,
    bytes: usize,
}

impl Window {
    /// A window for so many threads; 0 stands for as many as there are processors.
    ///
    /// # Errors
    ///
    /// When the threads cannot be had.
    pub fn new(jobs: usize) -> Result<Window, ThreadPoolBuildError> {
        let pool = match jobs {
            1 => None,
            jobs => Some(ThreadPoolBuilder::new().num_threads(jobs).build()?),
        };
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        Ok(Window {
            pool,
            threads,
            pieces: 4 * threads,
            bytes: 1024 * 1024 * threads,
        })
    }
}

/// Hands what `produce` finds to `work`, and the results in the order of the input to `give`.
///
/// # Errors
///
/// The first that `give` or `produce` returns.
pub fn in_order<T: Send, E>(
    window: &Window,
    produce: impl FnOnce(&mut Visit<E>) -> Result<(), E>,
    work: &(dyn Fn(&Whence, &Piece) -> T + Sync),
    give: &mut dyn FnMut(Given<T>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(pool) = &window.pool else {
        return produce(&mut |found| {
            give(match found {
                Found::Piece(whence, piece) => {
                    let result = work(&whence, &piece);
                    Given::Piece(whence, piece, result)
                }
                Found::Unreadable(unreadable) => Given::Unreadable(unreadable),
                Found::End(source, records) => Given::End(source, records),
            })
        });
    };
    pool.in_place_scope(|scope| {
        let mut queue = Queue::new(window, work);
        produce(&mut |found| queue.add(scope, found, give))?;
        queue.give_all(give)
    })
}

/// What has been read and not been given out.
struct Queue<'w, T> {
    window: &'w Window,
    work: &'w (dyn Fn(&Whence, &Piece) -> T + Sync),
    /// In the order of the input; `None` where the work is not done.
    waiting: VecDeque<Option<Given<T>>>,
    /// The number of the first of them.
    first: usize,
    working: usize,
    /// Bytes of the pieces in the queue.
    bytes: usize,
    sender: Sender<(usize, Option<Given<T>>)>,
    receiver: Receiver<(usize, Option<Given<T>>)>,
}

impl<'w, T: Send> Queue<'w, T> {
    fn new(window: &'w Window, work: &'w (dyn Fn(&Whence, &Piece) -> T + Sync)) -> Queue<'w, T> {
        let (sender, receiver) = channel();
        Queue {
            window,
            work,
            waiting: VecDeque::new(),
            first: 0,
            working: 0,
            bytes: 0,
            sender,
            receiver,
        }
    }

    fn add<'s, E>(
        &mut self,
        scope: &Scope<'s>,
        found: Found,
        give: &mut dyn FnMut(Given<T>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        'w: 's,
        T: 's,
    {
        let done = match found {
            Found::Unreadable(unreadable) => Some(Given::Unreadable(unreadable)),
            Found::End(source, records) => Some(Given::End(source, records)),
            Found::Piece(whence, piece) => {
                self.bytes += piece.decoded.text.len();
                self.working += 1;
                let work = self.work;
                let slot = Slot {
                    sender: self.sender.clone(),
                    number: self.first + self.waiting.len(),
                    done: None,
                };
                scope.spawn(move |_| {
                    let result = work(&whence, &piece);
                    slot.fill(Given::Piece(whence, piece, result));
                });
                None
            }
        };
        self.waiting.push_back(done);
        loop {
            while let Ok((number, done)) = self.receiver.try_recv() {
                self.note(number, done);
            }
            self.give_done(give)?;
            let is_full = self.waiting.len() >= self.window.pieces
                || self.bytes >= self.window.bytes && self.waiting.len() > self.window.threads;
            if !is_full || !self.wait() {
                return Ok(());
            }
        }
    }

    /// Waits until some work is done; `false` if there is none.
    fn wait(&mut self) -> bool {
        if self.working == 0 {
            return false;
        }
        let Ok((number, done)) = self.receiver.recv() else {
            return false;
        };
        self.note(number, done);
        true
    }

    fn note(&mut self, number: usize, done: Option<Given<T>>) {
        self.working -= 1;
        if let Some(place) = self.waiting.get_mut(number - self.first) {
            *place = done;
        }
    }

    fn give_done<E>(&mut self, give: &mut dyn FnMut(Given<T>) -> Result<(), E>) -> Result<(), E> {
        while let Some(Some(_)) = self.waiting.front()
            && let Some(Some(done)) = self.waiting.pop_front()
        {
            self.first += 1;
            if let Given::Piece(_, piece, _) = &done {
                self.bytes -= piece.decoded.text.len();
            }
            give(done)?;
        }
        Ok(())
    }

    fn give_all<E>(&mut self, give: &mut dyn FnMut(Given<T>) -> Result<(), E>) -> Result<(), E> {
        loop {
            self.give_done(give)?;
            if !self.wait() {
                return Ok(());
            }
        }
    }
}

/// Sends what a piece of work gives, and something even if it gives nothing because it panics.
struct Slot<T> {
    sender: Sender<(usize, Option<Given<T>>)>,
    number: usize,
    done: Option<Given<T>>,
}

impl<T> Slot<T> {
    fn fill(mut self, done: Given<T>) {
        self.done = Some(done);
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        // Nobody listens any more when the giving out has failed.
        let _ = self.sender.send((self.number, self.done.take()));
    }
}
