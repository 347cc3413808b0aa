//! Chunks are processed in parallel; the results are in the order of the input.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
};

use rayon::{Scope, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use super::{
    source::{SourceEvent, SourceInfo, SourceVisitor},
    unreadable::Unreadable,
};
use crate::record::Chunk;

/// The result of a step of the input.
#[derive(Debug)]
pub enum Processed<T> {
    /// Some records of a source, and the result of processing them.
    Chunk(SourceInfo, Chunk, T),
    /// A source cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// The end of a source, and its number of records.
    End(Arc<str>, usize),
}

/// The worker threads, and how far reading may be ahead of output.
#[derive(Debug)]
pub struct WorkerPool {
    /// `None` if the reading thread does the work.
    pool: Option<ThreadPool>,
    threads: usize,
    chunks: usize,
    bytes: usize,
}

impl WorkerPool {
    /// A pool of `jobs` threads; 0 is one per processor.
    ///
    /// # Errors
    ///
    /// If the threads cannot be created.
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

/// Passes the chunks of `produce` to `work`, and the results in the order of the input to `emit`.
///
/// # Errors
///
/// The first that `emit` or `produce` returns.
pub fn in_order<T: Send, E>(
    workers: &WorkerPool,
    produce: impl FnOnce(&mut SourceVisitor<E>) -> Result<(), E>,
    work: &(dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
) -> Result<(), E> {
    let Some(pool) = &workers.pool else {
        return produce(&mut |found| {
            emit(match found {
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
        let mut queue = OrderedQueue::new(workers, work);
        produce(&mut |found| queue.add(scope, found, emit))?;
        queue.emit_all(emit)
    })
}

/// Chunks that have been read and not been emitted.
struct OrderedQueue<'w, T> {
    workers: &'w WorkerPool,
    work: &'w (dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    /// Results in the order of the input; `None` where the work is not done.
    waiting: VecDeque<Option<Processed<T>>>,
    /// The number of the first of them in the input.
    first: usize,
    working: usize,
    /// Bytes of the chunks in the queue.
    bytes: usize,
    sender: Sender<(usize, Option<Processed<T>>)>,
    receiver: Receiver<(usize, Option<Processed<T>>)>,
}

impl<'w, T: Send> OrderedQueue<'w, T> {
    fn new(
        workers: &'w WorkerPool,
        work: &'w (dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    ) -> OrderedQueue<'w, T> {
        let (sender, receiver) = channel();
        OrderedQueue {
            workers,
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
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
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
                let slot = ResultSlot {
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
            self.emit_done(emit)?;
            let is_full = self.waiting.len() >= self.workers.chunks
                || self.bytes >= self.workers.bytes && self.waiting.len() > self.workers.threads;
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
        if let Some(slot) = self.waiting.get_mut(number - self.first) {
            *slot = done;
        }
    }

    fn emit_done<E>(
        &mut self,
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(Some(_)) = self.waiting.front()
            && let Some(Some(done)) = self.waiting.pop_front()
        {
            self.first += 1;
            if let Processed::Chunk(_, chunk, _) = &done {
                self.bytes -= chunk.decoded.text.len();
            }
            emit(done)?;
        }
        Ok(())
    }

    fn emit_all<E>(
        &mut self,
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            self.emit_done(emit)?;
            if !self.wait() {
                return Ok(());
            }
        }
    }
}

/// Sends the result of some work, and `None` if it panics.
struct ResultSlot<T> {
    sender: Sender<(usize, Option<Processed<T>>)>,
    number: usize,
    done: Option<Processed<T>>,
}

impl<T> ResultSlot<T> {
    fn fill(mut self, done: Processed<T>) {
        self.done = Some(done);
    }
}

impl<T> Drop for ResultSlot<T> {
    fn drop(&mut self) {
        // The receiver is gone when the output has failed.
        let _ = self.sender.send((self.number, self.done.take()));
    }
}
