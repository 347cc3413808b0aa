//! Processes chunks in parallel and emits the results in the order of the input.

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

/// A processed event of a source.
#[derive(Debug)]
pub enum Processed<T> {
    /// Some records of a source, and the result of processing them.
    Chunk(SourceInfo, Chunk, T),
    /// A source cannot be read, or not to its end.
    Unreadable(Unreadable),
    /// The end of a source, and its number of records.
    End(Arc<str>, usize),
}

/// The stack of a worker thread in bytes, whatever the environment says (`RUST_MIN_STACK`): with too little of it no
/// record can be read.
pub const WORKER_STACK: usize = 2 * 1024 * 1024;

/// The worker threads, and the limits of the queue between reading and output.
#[derive(Debug)]
pub struct WorkerPool {
    /// `None` if the reading thread does the work.
    pool: Option<ThreadPool>,
    threads: usize,
    /// The most results in the queue.
    max_queued: usize,
    /// The most bytes of chunks in the queue, if every thread has a chunk.
    max_bytes: usize,
    /// Whether the results of a source are emitted before the next one is read.
    one_source_at_a_time: bool,
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
            jobs => {
                let builder = ThreadPoolBuilder::new().num_threads(jobs);
                Some(builder.stack_size(WORKER_STACK).build()?)
            }
        };
        let threads = pool.as_ref().map_or(1, ThreadPool::current_num_threads);
        Ok(WorkerPool {
            pool,
            threads,
            max_queued: 4 * threads,
            max_bytes: 1024 * 1024 * threads,
            one_source_at_a_time: false,
        })
    }

    /// Emits all results of a source before the next one is read: for commands that write what they have read.
    #[must_use]
    pub fn one_source_at_a_time(mut self) -> WorkerPool {
        self.one_source_at_a_time = true;
        self
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
        return produce(&mut |event| {
            emit(match event {
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
        produce(&mut |event| queue.add(scope, event, emit))?;
        queue.emit_all(emit)
    })
}

/// Results that have not been emitted, in the order of the input.
struct OrderedQueue<'w, T> {
    workers: &'w WorkerPool,
    work: &'w (dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
    /// Results in the order of the input; `None` for a chunk in work.
    queue: VecDeque<Option<Processed<T>>>,
    /// The number of the first result in the queue.
    first: usize,
    /// The number of chunks in work.
    pending: usize,
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
            queue: VecDeque::new(),
            first: 0,
            pending: 0,
            bytes: 0,
            sender,
            receiver,
        }
    }

    fn add<'s, E>(
        &mut self,
        scope: &Scope<'s>,
        event: SourceEvent,
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        'w: 's,
        T: 's,
    {
        let is_end = matches!(event, SourceEvent::End(..));
        let result = match event {
            SourceEvent::Unreadable(unreadable) => Some(Processed::Unreadable(unreadable)),
            SourceEvent::End(source, records) => Some(Processed::End(source, records)),
            SourceEvent::Chunk(source_info, chunk) => {
                self.bytes += chunk.decoded.text.len();
                self.pending += 1;
                let work = self.work;
                let slot = ResultSlot {
                    sender: self.sender.clone(),
                    number: self.first + self.queue.len(),
                    result: None,
                };
                scope.spawn(move |_| {
                    let result = work(&source_info, &chunk);
                    slot.fill(Processed::Chunk(source_info, chunk, result));
                });
                None
            }
        };
        self.queue.push_back(result);
        if is_end && self.workers.one_source_at_a_time {
            return self.emit_all(emit);
        }
        loop {
            while let Ok((number, result)) = self.receiver.try_recv() {
                self.store(number, result);
            }
            self.emit_ready(emit)?;
            let is_full = self.queue.len() >= self.workers.max_queued
                || self.bytes >= self.workers.max_bytes && self.queue.len() > self.workers.threads;
            if !is_full || !self.wait() {
                return Ok(());
            }
        }
    }

    /// Waits for a result; `false` if no work is pending.
    fn wait(&mut self) -> bool {
        if self.pending == 0 {
            return false;
        }
        let Ok((number, result)) = self.receiver.recv() else {
            return false;
        };
        self.store(number, result);
        true
    }

    fn store(&mut self, number: usize, result: Option<Processed<T>>) {
        self.pending -= 1;
        if let Some(slot) = self.queue.get_mut(number - self.first) {
            *slot = result;
        }
    }

    fn emit_ready<E>(
        &mut self,
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(Some(_)) = self.queue.front()
            && let Some(Some(result)) = self.queue.pop_front()
        {
            self.first += 1;
            if let Processed::Chunk(_, chunk, _) = &result {
                self.bytes -= chunk.decoded.text.len();
            }
            emit(result)?;
        }
        Ok(())
    }

    fn emit_all<E>(
        &mut self,
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            self.emit_ready(emit)?;
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
    result: Option<Processed<T>>,
}

impl<T> ResultSlot<T> {
    fn fill(mut self, result: Processed<T>) {
        self.result = Some(result);
    }
}

impl<T> Drop for ResultSlot<T> {
    fn drop(&mut self) {
        // Sending fails only after output has failed and the receiver is dropped.
        let _ = self.sender.send((self.number, self.result.take()));
    }
}
