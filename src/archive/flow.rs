//! Work on the pieces of sources, side by side, with the results in the order of the input.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{SourceEvent, SourceInfo, SourceVisitor, Unreadable};
use crate::record::Chunk;

/// What has come of something in the input.
#[derive(Debug)]
pub enum Processed<T> {
    /// Some records of a source and what the work on them has given.
    Chunk(SourceInfo, Chunk, T),
    /// A source cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// The end of a source, and how many records it has had.
    End(Arc<str>, usize),
}

/// The threads that work, and how far the reading may be ahead of the giving out.
#[derive(Debug)]
pub struct WorkerPool {
    /// `None` if the work is done in between.
    pool: Option<ThreadPool>,
    threads: usize,
    chunks: usize,
    bytes: usize,
}

impl WorkerPool {
    /// A window for so many threads; 0 stands for as many as there are processors.
    ///
    /// # Errors
    ///
    /// When the threads cannot be had.
    pub fn new(jobs: usize) -> Result<WorkerPool, ThreadPoolBuildError> {
        let pool = match jobs {
            1 => None,
            jobs => Some(ThreadPoolBuilder::new().num_threads(jobs).build()?),
        };
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        Ok(WorkerPool {
            pool,
            threads,
            chunks: 4 * threads,
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
    window: &WorkerPool,
    produce: impl FnOnce(&mut SourceVisitor<E>) -> Result<(), E>,
    work: &(dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    give: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(pool) = &window.pool else {
        return produce(&mut |found| {
            give(match found {
                SourceEvent::Chunk(source_info, chunk) => {
                    let result = work(&source_info, &chunk);
                    Processed::Chunk(source_info, chunk, result)
                }
                SourceEvent::Unreadable(unreadable) => Processed::Unreadable(unreadable),
                SourceEvent::End(source, records) => Processed::End(source, records),
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
    window: &'w WorkerPool,
    work: &'w (dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    /// In the order of the input; `None` where the work is not done.
    waiting: VecDeque<Option<Processed<T>>>,
    /// The number of the first of them.
    first: usize,
    working: usize,
    /// Bytes of the pieces in the queue.
    bytes: usize,
    sender: Sender<(usize, Option<Processed<T>>)>,
    receiver: Receiver<(usize, Option<Processed<T>>)>,
}

impl<'w, T: Send> Queue<'w, T> {
    fn new(
        window: &'w WorkerPool,
        work: &'w (dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    ) -> Queue<'w, T> {
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
        found: SourceEvent,
        give: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        'w: 's,
        T: 's,
    {
        let done = match found {
            SourceEvent::Unreadable(unreadable) => Some(Processed::Unreadable(unreadable)),
            SourceEvent::End(source, records) => Some(Processed::End(source, records)),
            SourceEvent::Chunk(source_info, chunk) => {
                self.bytes += chunk.decoded.text.len();
                self.working += 1;
                let work = self.work;
                let slot = Slot {
                    sender: self.sender.clone(),
                    number: self.first + self.waiting.len(),
                    done: None,
                };
                scope.spawn(move |_| {
                    let result = work(&source_info, &chunk);
                    slot.fill(Processed::Chunk(source_info, chunk, result));
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
            let is_full = self.waiting.len() >= self.window.chunks
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

    fn note(&mut self, number: usize, done: Option<Processed<T>>) {
        self.working -= 1;
        if let Some(place) = self.waiting.get_mut(number - self.first) {
            *place = done;
        }
    }

    fn give_done<E>(
        &mut self,
        give: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(Some(_)) = self.waiting.front()
            && let Some(Some(done)) = self.waiting.pop_front()
        {
            self.first += 1;
            if let Processed::Chunk(_, chunk, _) = &done {
                self.bytes -= chunk.decoded.text.len();
            }
            give(done)?;
        }
        Ok(())
    }

    fn give_all<E>(
        &mut self,
        give: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
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
    sender: Sender<(usize, Option<Processed<T>>)>,
    number: usize,
    done: Option<Processed<T>>,
}

impl<T> Slot<T> {
    fn fill(mut self, done: Processed<T>) {
        self.done = Some(done);
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        // Nobody listens any more when the giving out has failed.
        let _ = self.sender.send((self.number, self.done.take()));
    }
}
