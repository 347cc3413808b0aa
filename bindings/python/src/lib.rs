//! kifu for Python: the compiled part of the package `kifu`, see `docs/python.md`.
//!
//! It is thin: what records mean, what is illegal and how boards look is decided in the library.

mod arguments;
mod arrow;
mod drawing;
mod errors;
mod files;
mod finding;
mod history;
mod input;
mod judged;
mod lab;
mod many;
mod node;
mod ordered;
mod pickling;
mod position;
mod program;
mod record;
mod replaying;
mod rewriting;
mod ruleset;
mod running;
mod settings;
mod setup;
mod verdict;

use pyo3::prelude::*;

/// The compiled part of kifu.
#[pymodule]
fn _kifu(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<verdict::PyVerdict>()?;
    module.add_class::<finding::PyFinding>()?;
    module.add_class::<record::PyRecord>()?;
    module.add_class::<node::PyNode>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<ruleset::PyRuleset>()?;
    module.add_class::<arrow::ArrowStream>()?;
    module.add_function(wrap_pyfunction!(arrow::validate_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(arrow::plies_arrow, module)?)?;
    module.add_function(wrap_pyfunction!(verdict::validate, module)?)?;
    module.add_function(wrap_pyfunction!(verdict::explain, module)?)?;
    module.add_function(wrap_pyfunction!(many::validate_many, module)?)?;
    module.add_function(wrap_pyfunction!(many::validate_files, module)?)?;
    module.add_function(wrap_pyfunction!(record::read, module)?)?;
    module.add_function(wrap_pyfunction!(rewriting::fmt, module)?)?;
    module.add_function(wrap_pyfunction!(rewriting::convert, module)?)?;
    module.add_function(wrap_pyfunction!(lab::perft, module)?)?;
    module.add_function(wrap_pyfunction!(lab::random, module)?)?;
    module.add_function(wrap_pyfunction!(lab::score, module)?)?;
    module.add_function(wrap_pyfunction!(lab::replay_svg, module)?)?;
    module.add_function(wrap_pyfunction!(program::main, module)?)?;
    // Only for pickles, and not in `__all__`.
    module.setattr("_record", wrap_pyfunction!(pickling::record, module)?)?;
    module.setattr("_node", wrap_pyfunction!(pickling::node, module)?)?;
    module.setattr("_verdict", wrap_pyfunction!(pickling::verdict, module)?)?;
    module.setattr("_finding", wrap_pyfunction!(pickling::finding, module)?)?;
    module.setattr("_position", wrap_pyfunction!(pickling::position, module)?)?;
    Ok(())
}
