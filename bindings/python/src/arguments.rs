//! Arguments that Python passes: numbers within their range, lists of names.

use pyo3::{
    Borrowed,
    exceptions::{PyOverflowError, PyTypeError},
    prelude::*,
    types::PyString,
};

use crate::errors::error;

/// A whole number. One that the type cannot hold is a `kifu.Error`, as any other wrong value.
#[derive(Clone, Copy)]
pub(crate) struct Whole<T>(pub(crate) T);

impl<'a, 'py, T: FromPyObject<'a, 'py, Error = PyErr>> FromPyObject<'a, 'py> for Whole<T> {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Whole<T>> {
        match value.extract::<T>() {
            Ok(number) => Ok(Whole(number)),
            Err(wrong) if wrong.is_instance_of::<PyOverflowError>(value.py()) => {
                Err(error(format!("the number {} is out of range", *value)))
            }
            Err(wrong) => Err(wrong),
        }
    }
}

/// A number of threads, at least one.
#[derive(Clone, Copy)]
pub(crate) struct Jobs(pub(crate) usize);

impl<'a, 'py> FromPyObject<'a, 'py> for Jobs {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Jobs> {
        match value.extract::<Whole<usize>>() {
            Ok(Whole(0)) => {}
            Ok(Whole(jobs)) => return Ok(Jobs(jobs)),
            Err(wrong) if wrong.is_instance_of::<PyTypeError>(value.py()) => return Err(wrong),
            Err(_) => {}
        }
        Err(error(format!(
            "jobs is a number of threads, at least 1, not {}; without it there is one for each processor",
            *value
        )))
    }
}

/// Names: an iterable of texts, or one text alone.
#[derive(Clone, Default)]
pub(crate) struct Names(pub(crate) Vec<String>);

impl<'a, 'py> FromPyObject<'a, 'py> for Names {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Names> {
        if value.is_instance_of::<PyString>() {
            return Ok(Names(vec![value.extract()?]));
        }
        let names: PyResult<Vec<String>> = value
            .try_iter()?
            .map(|name| name?.extract::<String>())
            .collect();
        Ok(Names(names?))
    }
}
