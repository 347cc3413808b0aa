//! Reads, verifies, scores and draws game records of five abstract games: Bargo, Sygo, Ugo,
//! Bamogo and Margo.
//!
//! A record comes in as bytes and goes one way: [`record`] makes text and trees of
//! it, [`verify`](mod@verify) plays the trees through the rules core in [`games`], and
//! [`report`] shows what was found. [`ruleset`] holds the values that games are played by,
//! [`editor`] changes records, [`diagram`] draws positions, and [`archive`] reads files, folders and archives of any size piece by piece.
//! [`convert`] writes and reads other notations, [`repair`](mod@repair) corrects what has one certain
//! answer, [`study`] finds out what many records have in common, [`results`] who has won, [`lab`] plays games, [`metrics`] measures them, [`conformance`] tests for other implementations,
//! and [`verdict_cache`] keeps verdicts between runs. [`output`] holds the conventions that all output shares.
//!
//! # Features
//!
//! Without default features the crate is its core: `games`, `record`, `ruleset`, `verify`, `editor` and `repair`.
//!
//! | feature | adds |
//! |---|---|
//! | `cli` (default) | the program `kifu`, `verdict_cache`, and all other features except `serde` and `arbitrary` |
//! | `archive` | `archive`: files, folders and archives as a stream of records |
//! | `convert` | `convert`: other notations, including JSON |
//! | `diagram` | `diagram`: text, SVG and HTML |
//! | `raster`, `pdf` | diagrams as PNG and GIF, and as PDF |
//! | `report` | `report`: findings and verdicts in all output formats |
//! | `study` | `study`: queries, duplicates and statistics |
//! | `results` | `results`: results with names, standings and a crosstable |
//! | `lab` | `lab`: random games, players that look ahead, statistics, perft files |
//! | `metrics` | `metrics`: what a ruleset does to a game |
//! | `conformance` | `conformance`: the kit for authors of other implementations |
//! | `output` | `output`: conventions of JSON output; enabled by the features that write JSON |
//! | `serde` | `Serialize` and `Deserialize` for the types of `games` |
//! | `arbitrary` | `Arbitrary` for moves, points, pieces and setups |
//!
//! # Documentation
//!
//! `README.md` introduces the program, `docs/architecture.md` explains the modules, `docs/glossary.md` the terms,
//! `CONTRIBUTING.md` how to change them, and `CHANGELOG.md` lists what has changed.
//!
//! # Examples
//!
//! ```
//! use kifu::record::LineIndex;
//! use kifu::verify::{Options, Status, verify};
//!
//! let file = b"(;GM[ugo]SZ[5]\n;B[c3];W[d3]\n;B[c3])".to_vec();
//! let decoded = kifu::record::decode(file);
//! let places = LineIndex::new(&decoded.text);
//! let mut told = Vec::new();
//! for record in kifu::record::read(&decoded) {
//!     let verdict = verify(&record, &Options::default());
//!     assert_eq!(verdict.status, Status::Invalid);
//!     for finding in &verdict.findings {
//!         let (line, column) = places.line_column(finding.span.start);
//!         told.push(format!("{line}:{column}: {}: {}", finding.code(), finding.message()));
//!     }
//! }
//! assert_eq!(told, ["3:2: ugo::occupied: c3 is not empty: Black's stone is there"]);
//! ```
//!
//! Positions can be played without any record:
//!
//! ```
//! use kifu::games::{Game, Move, Point, Position, Size};
//!
//! let rules = &kifu::ruleset::default_for(Game::Sygo).rules;
//! let mut position = Position::new(rules, Size::square(9), None)?;
//! position.play(&Move::Stone(Point::new(5, 5))).unwrap();
//! assert_eq!(position.legal_moves().len(), 81); // pass and 80 points
//! # Ok::<(), kifu::games::SetupFault>(())
//! ```

#[cfg(feature = "archive")]
pub mod archive;
#[cfg(feature = "archive")]
mod blocking;
#[cfg(any(feature = "convert", feature = "report"))]
mod bounded;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "conformance")]
pub mod conformance;
#[cfg(feature = "convert")]
pub mod convert;
#[cfg(feature = "diagram")]
pub mod diagram;
pub mod editor;
#[cfg(feature = "archive")]
mod file_version;
pub mod games;
#[cfg(feature = "cli")]
mod interrupt;
#[cfg(feature = "lab")]
pub mod lab;
#[cfg(feature = "metrics")]
pub mod metrics;
#[cfg(feature = "output")]
pub mod output;
pub mod record;
pub mod repair;
#[cfg(feature = "cli")]
mod replacement;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "results")]
pub mod results;
pub mod ruleset;
#[cfg(feature = "study")]
pub mod study;
mod suggest;
#[cfg(any(feature = "archive", feature = "report"))]
mod temporary_file;
#[cfg(feature = "cli")]
pub mod verdict_cache;
pub mod verify;
#[cfg(feature = "archive")]
mod whole_file;
