//! The project itself: its documentation, its workflows, the structure of its source.

mod docs;
mod examples;
mod first_steps;
mod structure;
mod workflows;
