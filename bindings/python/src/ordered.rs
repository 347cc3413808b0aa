//! Work on all processors whose results come in order.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use kifu::archive::WORKER_STACK;
use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arguments::Jobs;

/// Bytes of input that wait for each thread.
const BYTES: usize = 1024 * 1024;

/// A result; `None` for a panic.
type Outcome<T> = Option<T>;

/// A queue of work.
pub(crate) struct Ordered<T> {
    pool: ThreadPool,
    sender: Sender<(usize, Outcome<T>)>,
    receiver: Mutex<Receiver<(usize, Outcome<T>)>>,
    /// Results in the order of the work, each with the bytes of its input; `None` for what is in work.
    queue: VecDeque<(usize, Option<Outcome<T>>)>,
    /// The number of the first in the queue.
    first: usize,
    /// How many are in work.
    pending: usize,
    bytes: usize,
}

/// The number of threads that `jobs` asks for: not more than there are processors.
pub(crate) fn threads(jobs: Option<Jobs>) -> usize {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    jobs.map_or(processors, |jobs| jobs.0.min(processors))
}

impl<T: Send + 'static> Ordered<T> {
    pub(crate) fn new(jobs: Option<Jobs>) -> PyResult<Ordered<T>> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads(jobs))
            .stack_size(WORKER_STACK)
            .build();
        let (sender, receiver) = channel();
        Ok(Ordered {
            pool: pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
            sender,
            receiver: Mutex::new(receiver),
            queue: VecDeque::new(),
            first: 0,
            pending: 0,
            bytes: 0,
        })
    }

    /// Adds work on so many bytes.
    pub(crate) fn add(&mut self, bytes: usize, work: impl FnOnce() -> T + Send + 'static) {
        let number = self.first + self.queue.len();
        let sender = self.sender.clone();
        self.queue.push_back((bytes, None));
        self.pending += 1;
        self.bytes += bytes;
        self.pool.spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(work)).ok();
            // The receiver is gone if nobody wants the result anymore.
            let _ = sender.send((number, result));
        });
    }

    /// Whether more work would only take memory.
    pub(crate) fn is_full(&self) -> bool {
        let threads = self.pool.current_num_threads();
        self.queue.len() >= 4 * threads
            || self.bytes >= BYTES * threads && self.queue.len() > threads
    }

    /// Whether nothing is in work.
    pub(crate) fn is_idle(&self) -> bool {
        self.pending == 0
    }

    /// The next result, if it is there. An error is that of a panic.
    pub(crate) fn ready(&mut self) -> Option<PyResult<T>> {
        while let Ok((number, result)) = self.received(Duration::ZERO) {
            self.store(number, result);
        }
        if !matches!(self.queue.front(), Some((_, Some(_)))) {
            return None;
        }
        let (bytes, result) = self.queue.pop_front()?;
        self.first += 1;
        self.bytes -= bytes;
        let crashed =
            || PyRuntimeError::new_err("kifu has crashed: that is a bug, please report it");
        result.map(|result| result.ok_or_else(crashed))
    }

    /// Waits for a result, but not longer than a period.
    pub(crate) fn wait(&mut self, period: Duration) {
        if let Ok((number, result)) = self.received(period) {
            self.store(number, result);
        }
    }

    fn received(&mut self, period: Duration) -> Result<(usize, Outcome<T>), ()> {
        let receiver = self.receiver.get_mut().map_err(|_| ())?;
        if period.is_zero() {
            return receiver.try_recv().map_err(|_| ());
        }
        receiver.recv_timeout(period).map_err(|_| ())
    }

    fn store(&mut self, number: usize, result: Outcome<T>) {
        self.pending -= 1;
        if let Some((_, slot)) = self.queue.get_mut(number - self.first) {
            *slot = Some(result);
        }
    }
}
