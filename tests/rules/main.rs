//! Every rule of the five pages from both sides: what is only just legal, and what is
//! only just not.
//!
//! The expected verdicts were worked out by hand from the rules pages, before the
//! program was asked. Positions are drawn ([`play`]); what follows them is the text of
//! a record. A case says what the verdict is, which points its message names, and
//! which pieces stand in the end.

mod bamogo;
mod bargo;
mod margo;
mod play;
mod record;
mod setup;
mod sygo;
mod ugo;
