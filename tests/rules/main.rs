//! Every rule of the five pages from both sides: what is only just legal, and what is
//! only just not.
//!
//! The expected verdicts were worked out by hand from the rules pages, before the
//! program was asked. Positions are drawn ([`play`]); what follows them is the text of
//! a record. A case says what the verdict is, which points its message names, and
//! which pieces stand in the end.
//!
//! [`differential`] compares the rules core with a second implementation that was written from the
//! rules pages alone, and [`properties`] checks what holds for every position.

mod bamogo;
mod bargo;
mod differential;
mod laboratory;
mod margo;
mod margo_players;
mod play;
mod players;
mod properties;
mod record;
mod reference;
mod setup;
mod sygo;
mod ugo;
