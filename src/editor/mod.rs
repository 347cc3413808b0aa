//! Editing a record: a tree with a position at its cursor, undo and redo, and moves that are put together point by
//! point. There is no terminal, file or page here: those that show a board build on it.
//!
//! ```
//! use kifu::editor::{NewGame, Session};
//! use kifu::games::{Game, Move};
//! use kifu::ruleset;
//!
//! let mut session = Session::new(&NewGame::of(ruleset::default_for(Game::Ugo))).unwrap();
//! session.play(&Move::parse(Game::Ugo, "d4")?)?;
//! session.set_comment("the first stone");
//! session.undo();
//! assert_eq!(session.comment(), "");
//! assert!(session.to_text()?.contains(";B[d4]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod completion;
mod history;
mod legal_points;
mod line_of_play;
mod move_check;
mod move_input;
mod new_game;
mod session;
mod tree;

pub use completion::completions;
pub use history::EditKind;
pub use legal_points::LegalPoints;
pub use line_of_play::Standing;
pub use move_check::MoveCheck;
pub use move_input::{Choice, MoveInput};
pub use new_game::NewGame;
pub use session::{EditError, Session, TreeFinding};
pub use tree::{GameNode, GameProperty, GameTree, NodeIndex, UnwritableTree};
