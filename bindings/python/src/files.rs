//! Files, folders and archives, read by a thread of their own.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
};

use kifu::{
    archive::{
        Processed, ShardReader, SourceInfo, SourceList, SourceReader, SourceVisitor, WORKER_STACK,
        WorkerPool, in_order,
    },
    record::Chunk,
    report::Shard,
    verify::Options,
};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyString};

use crate::running::PERIOD;

/// The paths that an argument names.
pub(crate) fn paths_of(paths: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    if paths.is_instance_of::<PyString>() || paths.hasattr("__fspath__")? {
        return Ok(vec![paths.extract()?]);
    }
    paths
        .try_iter()?
        .map(|path| path?.extract::<PathBuf>())
        .collect()
}

/// What files are read, and how.
#[derive(Clone)]
pub(crate) struct FileRun {
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) shard: Option<Shard>,
    pub(crate) jobs: usize,
    pub(crate) options: Arc<Options>,
}

impl FileRun {
    /// Passes what `work` makes of each chunk to `emit`, in order, until that returns `false`. Returns an error if files have
    /// changed while they were divided.
    pub(crate) fn run<T: Send>(
        &self,
        work: &(dyn Fn(&SourceInfo, &Chunk) -> T + Sync),
        emit: &mut dyn FnMut(Processed<T>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let workers = WorkerPool::new(self.jobs).map_err(|error| Stopped(error.to_string()))?;
        let reader = SourceReader::default();
        let read = |visit: &mut SourceVisitor<Stopped>| {
            let Some(shard) = self.shard else {
                let mut paths = self.paths.iter();
                return paths.try_for_each(|path| reader.read(path.as_os_str(), visit));
            };
            let mut list = SourceList::default();
            for path in &self.paths {
                list.add_path(path.as_os_str(), &reader);
            }
            let mut part = ShardReader::new(&reader, shard.number(), shard.count(), &list);
            for path in &self.paths {
                part.read(path.as_os_str(), &mut |_, _| Ok(()), visit)?;
            }
            let changed = || Stopped("the files have changed while they were read".to_owned());
            part.end().map(drop).ok_or_else(changed)
        };
        in_order(&workers, read, work, emit)
    }
}

/// Why files are not read to their end; empty if nobody wants more.
pub(crate) struct Stopped(pub(crate) String);

/// Results that another thread makes.
pub(crate) struct Background<T>(Mutex<Receiver<Result<T, Stopped>>>);

impl<T: Send + 'static> Background<T> {
    /// Starts a thread that sends results.
    pub(crate) fn start(
        work: impl FnOnce(&SyncSender<Result<T, Stopped>>) + Send + 'static,
    ) -> PyResult<Background<T>> {
        let (sender, receiver) = sync_channel(4);
        let thread = thread::Builder::new().stack_size(WORKER_STACK);
        thread.spawn(move || work(&sender))?;
        Ok(Background(Mutex::new(receiver)))
    }

    /// The next result; `None` at the end.
    pub(crate) fn next(&self, check: &mut dyn FnMut() -> PyResult<()>) -> PyResult<Option<T>> {
        let receiver = self.0.lock();
        let receiver = receiver.map_err(|_| PyRuntimeError::new_err("kifu has crashed"))?;
        loop {
            match receiver.recv_timeout(PERIOD) {
                Ok(Ok(result)) => return Ok(Some(result)),
                Ok(Err(Stopped(reason))) => return Err(PyRuntimeError::new_err(reason)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => check()?,
            }
        }
    }
}
