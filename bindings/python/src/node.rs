//! The nodes of a record.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use kifu::{
    convert::{TreeNode, TreeValue, tree},
    games::Color,
    record::{Chunk, Record},
};
use pyo3::{
    prelude::*,
    types::{PyDict, PyList, PyTuple},
};

use crate::pickling::again;

/// All nodes of a record.
pub(crate) struct Tree {
    chunk: Arc<Chunk>,
    /// Of the text of the record.
    hash: u64,
    nodes: Vec<TreeNode>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    pub(crate) fn of(record: &Record, chunk: &Arc<Chunk>) -> Tree {
        let mut hasher = DefaultHasher::new();
        (chunk.text(), chunk.first).hash(&mut hasher);
        let nodes = tree(record);
        let mut children = vec![Vec::new(); nodes.len()];
        for (index, node) in nodes.iter().enumerate() {
            if let Some(parent) = node.parent {
                children[parent].push(index);
            }
        }
        Tree {
            chunk: Arc::clone(chunk),
            hash: hasher.finish(),
            nodes,
            children,
        }
    }
}

/// A node of a record: its properties, and the nodes that may follow.
#[pyclass(frozen, name = "Node", module = "kifu")]
pub(crate) struct PyNode {
    tree: Arc<Tree>,
    index: usize,
}

impl PyNode {
    /// The nodes of the main line, the root first.
    pub(crate) fn main_line(tree: &Arc<Tree>) -> Vec<PyNode> {
        let first = (!tree.nodes.is_empty()).then_some(0);
        let next = |&index: &usize| tree.children[index].first().copied();
        let line = std::iter::successors(first, next);
        line.map(|index| PyNode {
            tree: Arc::clone(tree),
            index,
        })
        .collect()
    }

    /// The player and the move as written.
    pub(crate) fn written_move(&self) -> Option<(char, String)> {
        let properties = self.tree.nodes[self.index].properties.iter();
        properties.into_iter().find_map(|property| {
            let letters = capitals(&property.name);
            let color = Color::ALL.into_iter().map(Color::letter);
            let color = color
                .into_iter()
                .find(|letter| letters == letter.to_string())?;
            Some((color, property.values.first()?.text().to_owned()))
        })
    }

    /// The node with this number.
    pub(crate) fn of(tree: &Arc<Tree>, index: usize) -> Option<PyNode> {
        let tree = Arc::clone(tree);
        (index < tree.nodes.len()).then_some(PyNode { tree, index })
    }

    fn related(&self, index: usize) -> PyNode {
        PyNode {
            tree: Arc::clone(&self.tree),
            index,
        }
    }

    fn first_value(&self, name: &str) -> Option<&str> {
        let mut properties = self.tree.nodes[self.index].properties.iter();
        let property = properties.find(|property| capitals(&property.name) == name)?;
        Some(property.values.first()?.text())
    }
}

/// The name of a property without its lower-case letters, which do not count.
fn capitals(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_lowercase()).collect()
}

#[pymethods]
impl PyNode {
    /// The number of the node in the order of the text; 0 is the root.
    #[getter]
    fn index(&self) -> usize {
        self.index
    }

    /// The properties: a dict from names to lists of values, without escapes.
    #[getter]
    pub(crate) fn properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for property in &self.tree.nodes[self.index].properties {
            let name = capitals(&property.name);
            let values = property.values.iter().map(TreeValue::text);
            match dict.get_item(&name)? {
                Some(list) => {
                    for value in values {
                        list.cast::<PyList>()?.append(value)?;
                    }
                }
                None => dict.set_item(name, PyList::new(py, values.collect::<Vec<_>>())?)?,
            }
        }
        Ok(dict)
    }

    /// The player's letter and the move as written, such as ('B', 'd4'); None for a node without a move.
    #[getter(r#move)]
    fn mv(&self) -> Option<(char, String)> {
        self.written_move()
    }

    /// The comment (C); empty if there is none.
    #[getter]
    fn comment(&self) -> &str {
        self.first_value("C").unwrap_or_default()
    }

    /// The node before; None for the root.
    #[getter]
    fn parent(&self) -> Option<PyNode> {
        let parent = self.tree.nodes[self.index].parent?;
        Some(self.related(parent))
    }

    /// The nodes that may follow, that of the main line first.
    #[getter]
    fn children(&self) -> Vec<PyNode> {
        let children = self.tree.children[self.index].iter();
        children.map(|&child| self.related(child)).collect()
    }

    /// Nodes are equal if they are the same of records with the same text and number.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyNode>().is_ok_and(|other| {
            let other = other.get();
            let (one, two) = (&self.tree, &other.tree);
            let is_same = || {
                let record = |tree: &Tree| (tree.hash, tree.chunk.first);
                record(one) == record(two) && one.chunk.text() == two.chunk.text()
            };
            self.index == other.index && (Arc::ptr_eq(one, two) || is_same())
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.tree.hash, self.index).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let chunk = &self.tree.chunk;
        let arguments = (chunk.text(), chunk.first, self.index);
        again(py, "_node", arguments.into_pyobject(py)?)
    }

    fn __repr__(&self) -> String {
        match self.written_move() {
            Some((color, mv)) => format!("<kifu.Node {}: {color}[{mv}]>", self.index),
            None => format!("<kifu.Node {}>", self.index),
        }
    }
}
