//! Verdicts on many inputs and on files, on all processors and in order.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use kifu::{
    archive::{JudgedRecord, Processed, SourceInfo, source_name},
    record::Chunk,
    report::ShardError,
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyCapsule, PyIterator, PyList, PyString, PyTuple},
};

use crate::{
    arguments::{Jobs, Names},
    arrow::{files_schema, files_stream},
    errors::error,
    files::{Background, FileRun, Stopped, paths_of},
    input::Input,
    judged::{Judged, judge},
    ordered::{Ordered, threads},
    running::{PERIOD, busy, check_signals},
    settings::Settings,
    verdict::{PyVerdict, list_of},
};

/// Bytes of inputs that are judged together.
const BATCH: usize = 64 * 1024;
/// The most inputs that are judged together.
const MAX_BATCH: usize = 256;
/// For so long inputs are collected.
const COLLECTING: Duration = Duration::from_millis(1);
/// An iterable that takes so long for an item is waited for only when all verdicts have been delivered.
const SLOW: Duration = Duration::from_millis(100);

/// Verifies many sources on all processors: an iterator with the list of verdicts on each, in the order of the sources.
///
/// `validate_many(sources)` gives the same as `map(kifu.validate, sources)`, faster. It reads a little ahead, and keeps
/// nothing that has been delivered: sources can be a generator, and as many as you like. A path that is missing is a verdict
/// with the status 'unreadable', so that it does not end the others; what the iterable raises is raised in its place.
///
/// The iterator has `close()`, and is a context manager that calls it.
///
/// sources: an iterable of what `validate` takes: str, bytes, pathlib.Path.
/// jobs: the number of threads, at least 1; None is one per processor, and there are never more.
/// ruleset, variations, ignore: as for `validate`.
///
/// >>> texts = ["(;GM[ugo]SZ[5]RE[?];B[c3])", "(;GM[ugo]SZ[5];B[z9])"]
/// >>> for text, [verdict] in zip(texts, kifu.validate_many(texts)):
/// ...     print(verdict.status)
/// valid
/// invalid
#[pyfunction]
#[pyo3(signature = (sources, *, jobs=None, ruleset=None, variations="main", ignore=None))]
pub(crate) fn validate_many(
    sources: &Bound<'_, PyAny>,
    jobs: Option<Jobs>,
    ruleset: Option<&Bound<'_, PyAny>>,
    variations: &str,
    ignore: Option<Names>,
) -> PyResult<PyManyVerdicts> {
    if sources.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(
            "validate_many takes an iterable of sources; for one use validate",
        ));
    }
    Ok(PyManyVerdicts {
        sources: Some(sources.try_iter()?.unbind()),
        settings: Settings::new(ruleset, variations, ignore)?,
        queue: Ordered::new(jobs)?,
        ready: VecDeque::new(),
        failure: None,
        is_slow: false,
        is_closed: false,
    })
}

/// The verdicts on one input.
type Verdicts = PyResult<Vec<Judged>>;

/// Verdicts on many sources, in order.
#[pyclass(name = "ManyVerdicts", module = "kifu._kifu")]
pub(crate) struct PyManyVerdicts {
    /// The sources; `None` after the last one.
    sources: Option<Py<PyIterator>>,
    settings: Settings,
    queue: Ordered<(Vec<Input>, Vec<Verdicts>)>,
    ready: VecDeque<Verdicts>,
    /// What the sources have raised.
    failure: Option<PyErr>,
    is_slow: bool,
    is_closed: bool,
}

impl PyManyVerdicts {
    /// Takes some sources, and lets them be judged.
    fn take(&mut self, py: Python<'_>) {
        let Some(sources) = &self.sources else { return };
        let mut sources = sources.bind(py).clone();
        let begun = Instant::now();
        let mut inputs = Vec::new();
        let mut bytes = 0;
        let mut before = begun;
        loop {
            let next = sources.next();
            let now = Instant::now();
            self.is_slow = now - before > SLOW;
            before = now;
            let input = match next {
                Some(Ok(source)) => Input::one_of_many(&source),
                Some(Err(error)) => Err(error),
                None => {
                    self.sources = None;
                    break;
                }
            };
            match input {
                Ok(input) => {
                    bytes += input.len();
                    inputs.push(input);
                }
                Err(error) => {
                    self.failure = Some(error);
                    self.sources = None;
                    break;
                }
            }
            let is_enough = bytes >= BATCH || inputs.len() >= MAX_BATCH;
            if is_enough || self.queue.is_idle() || now - begun > COLLECTING {
                break;
            }
        }
        if inputs.is_empty() {
            return;
        }
        let settings = self.settings.clone();
        self.queue.add(bytes, move || {
            let judged = inputs.iter().map(|input| judge(input, &settings));
            let judged = judged.collect();
            // The thread that has the lock frees the inputs.
            (inputs, judged)
        });
    }
}

impl PyManyVerdicts {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyList>>> {
        while !self.is_closed {
            if let Some(verdicts) = self.ready.pop_front() {
                return Ok(Some(list_of(py, verdicts?)?));
            }
            if let Some(judged) = self.queue.ready() {
                let (_, verdicts) = judged?;
                self.ready.extend(verdicts);
            } else if self.sources.is_some()
                && !self.queue.is_full()
                && (self.queue.is_idle() || !self.is_slow)
            {
                self.take(py);
            } else if self.queue.is_idle() {
                return self.failure.take().map_or(Ok(None), Err);
            } else {
                let queue = &mut self.queue;
                py.detach(|| queue.wait(PERIOD));
                py.check_signals()?;
            }
        }
        Ok(None)
    }
}

#[pymethods]
impl PyManyVerdicts {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyList>>> {
        slf.try_borrow_mut().map_err(busy)?.next(slf.py())
    }

    /// Ends the iterator: takes no more sources, and forgets what has not been delivered.
    fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        let mut this = slf.try_borrow_mut().map_err(busy)?;
        this.is_closed = true;
        this.ready.clear();
        this.failure = None;
        let sources = this.sources.take();
        // What it runs when it is freed may use this iterator.
        drop(this);
        drop(sources);
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(slf: &Bound<'_, Self>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        Self::close(slf)
    }

    fn __repr__(&self) -> String {
        let state = if self.is_closed { ", closed" } else { "" };
        format!("<kifu.validate_many iterator{state}>")
    }
}

/// Verifies files, archives and folders on all processors: an iterator of Verdict, in a fixed order.
///
/// This is `kifu batch`: folders are walked (files ending in .sgf or .kifu, and archives, sorted), archives (zip, tar, gz, bz2,
/// xz, zst) are read without unpacking them to disk, and memory does not grow with their size. What cannot be read is a
/// verdict with the status 'unreadable'; the others are judged all the same.
///
/// paths: a path (str or pathlib.Path), or an iterable of paths.
/// jobs: the number of threads, at least 1; None is one per processor, and there are never more.
/// shard: '2/5' judges only the second of five parts of about the same size, also of one large file.
/// ruleset, variations, ignore: as for `validate`.
///
/// All illegal games of an archive, with a picture of each before its fault:
///
/// >>> for number, verdict in enumerate(kifu.validate_files("games.zip")):    # doctest: +SKIP
/// ...     if not verdict.is_valid:
/// ...         print(verdict)
/// ...         if verdict.position is not None:
/// ...             pathlib.Path(f"{number}.svg").write_text(verdict.svg(), encoding="utf-8")
///
/// The iterator has `close()`, and is a context manager that calls it. It is also an Arrow stream:
/// `polars.DataFrame(kifu.validate_files("games.zip"))` has a row for each record, with the columns of `validate_arrow`.
#[pyfunction]
#[pyo3(signature = (paths, *, jobs=None, shard=None, ruleset=None, variations="main", ignore=None))]
pub(crate) fn validate_files(
    paths: &Bound<'_, PyAny>,
    jobs: Option<Jobs>,
    shard: Option<&str>,
    ruleset: Option<&Bound<'_, PyAny>>,
    variations: &str,
    ignore: Option<Names>,
) -> PyResult<PyFileVerdicts> {
    let shard = shard.map(str::parse).transpose();
    let settings = Settings::new(ruleset, variations, ignore)?;
    Ok(PyFileVerdicts {
        run: FileRun {
            paths: paths_of(paths)?,
            shard: shard.map_err(|reason: ShardError| error(reason.to_string()))?,
            jobs: threads(jobs),
            options: Arc::clone(settings.of_text(false)),
        },
        background: None,
        ready: VecDeque::new(),
        is_closed: false,
    })
}

/// Verdicts on the records of files: an iterator, and an Arrow stream.
#[pyclass(name = "FileVerdicts", module = "kifu._kifu")]
pub(crate) struct PyFileVerdicts {
    run: FileRun,
    background: Option<Background<Vec<Judged>>>,
    ready: VecDeque<Judged>,
    is_closed: bool,
}

impl PyFileVerdicts {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<PyVerdict>> {
        while !self.is_closed {
            if let Some(judged) = self.ready.pop_front() {
                return Ok(Some(judged.into()));
            }
            let background = match self.background.take() {
                Some(background) => background,
                None => PyFileVerdicts::start(self.run.clone())?,
            };
            let mut check = check_signals;
            let next = py.detach(|| background.next(&mut check));
            self.background = Some(background);
            match next? {
                Some(judged) => self.ready.extend(judged),
                None => break,
            }
        }
        Ok(None)
    }

    fn start(run: FileRun) -> PyResult<Background<Vec<Judged>>> {
        Background::start(move |sender| {
            let options = &run.options;
            let work = |source_info: &SourceInfo, chunk: &Chunk| {
                let judged = JudgedRecord::of_chunk(&source_info.source, chunk.clone(), options);
                let judged = judged.into_iter().map(|one| Judged::new(one, options));
                judged.collect::<Vec<Judged>>()
            };
            let send = |result| sender.send(result).map_err(|_| Stopped(String::new()));
            let mut emit = |processed| match processed {
                Processed::Chunk(_, _, judged) => send(Ok(judged)),
                Processed::Unreadable(unreadable) => {
                    send(Ok(vec![Judged::new(unreadable.into(), options)]))
                }
                Processed::End(..) => Ok(()),
            };
            if let Err(stopped) = run.run(&work, &mut emit) {
                let _ = send(Err(stopped));
            }
        })
    }
}

#[pymethods]
impl PyFileVerdicts {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        files_schema(py)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A stream may have another schema than is requested.
        let _ = requested_schema;
        if self.background.is_some() || self.is_closed {
            return Err(PyTypeError::new_err(
                "some of the verdicts have been taken already: call validate_files again",
            ));
        }
        files_stream(py, self.run.clone())
    }

    fn __next__(slf: &Bound<'_, Self>) -> PyResult<Option<PyVerdict>> {
        slf.try_borrow_mut().map_err(busy)?.next(slf.py())
    }

    /// Ends the iterator: reads no more files, and forgets what has not been delivered.
    fn close(slf: &Bound<'_, Self>) -> PyResult<()> {
        let mut this = slf.try_borrow_mut().map_err(busy)?;
        this.is_closed = true;
        this.ready.clear();
        this.background = None;
        Ok(())
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(slf: &Bound<'_, Self>, _exception: &Bound<'_, PyTuple>) -> PyResult<()> {
        Self::close(slf)
    }

    fn __repr__(&self) -> String {
        let paths: Vec<String> = self
            .run
            .paths
            .iter()
            .map(|path| source_name(path))
            .collect();
        let state = if self.is_closed { ", closed" } else { "" };
        format!(
            "<kifu.validate_files iterator: {}{state}>",
            paths.join(", ")
        )
    }
}
