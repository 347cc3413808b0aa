//! Which position of a game is meant: `start`, `end`, or after a number of plies.

use std::str::FromStr;

use super::error::NoSuchPly;

/// A position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlySelector {
    /// Before the first ply.
    Start,
    /// After the last legal ply.
    End,
    /// After this ply.
    Ply(u32),
}

impl FromStr for PlySelector {
    type Err = String;

    fn from_str(text: &str) -> Result<PlySelector, String> {
        match text.parse() {
            Ok(0) => Ok(PlySelector::Start),
            Ok(ply) => Ok(PlySelector::Ply(ply)),
            Err(_) if text == "start" => Ok(PlySelector::Start),
            Err(_) if text == "end" => Ok(PlySelector::End),
            Err(_) => Err("expected a ply number, `start` or `end`".to_owned()),
        }
    }
}

impl PlySelector {
    /// The selected ply of a game whose last legal ply is `last`.
    pub(super) fn of(self, last: u32) -> Result<u32, NoSuchPly> {
        match self {
            PlySelector::Start => Ok(0),
            PlySelector::End => Ok(last),
            PlySelector::Ply(ply) if ply <= last => Ok(ply),
            PlySelector::Ply(ply) => Err(NoSuchPly { ply, last }),
        }
    }
}
