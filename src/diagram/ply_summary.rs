//! A ply in one line, for a caption.

use super::{
    content::Location,
    ply_view::{IllegalPly, PlyView},
    style::{Style, View},
};
use crate::games::{Game, Piece};

/// The maximum number of characters of a move; a longer one is counted instead.
const LONGEST_MOVE: usize = 30;

/// The most captured marbles that are named one by one.
const MOST_NAMED: usize = 12;

impl PlyView<'_> {
    /// The ply in one line, such as `12 · Black Ke5 · captures 3`: its number, its player, the
    /// move, and what it captured or recolored; and that the next ply is illegal.
    pub fn summary(&self) -> String {
        self.told(false)
    }

    /// The same for an image of this style: where marbles are seen from a corner, the captured ones may have been behind
    /// others, and are named.
    pub fn caption(&self, style: &Style) -> String {
        let is_margo = self.diagram.position.game() == Game::Margo;
        self.told(is_margo && style.view == View::Iso)
    }

    fn told(&self, with_captures: bool) -> String {
        let ply = self.diagram.position.plies();
        let mut parts = match &self.mv {
            None if ply == 0 => vec!["start".to_owned()],
            None => vec![ply.to_string()],
            Some((color, mv)) => {
                let player = color.name();
                let played = match mv.as_str() {
                    "pass" => format!("{player} passes"),
                    "button" => format!("{player} takes the button"),
                    "swap" => format!("{player} swaps"),
                    "resign" => format!("{player} resigns"),
                    mv if mv.chars().count() > LONGEST_MOVE => {
                        format!("{player}: {} pieces", self.change.placed.len())
                    }
                    mv => format!("{player} {}", self.with_level(mv)),
                };
                vec![ply.to_string(), played]
            }
        };
        let captured = &self.change.captured;
        parts.extend(match captured.len() {
            0 => None,
            1..=MOST_NAMED if with_captures => {
                let names: Vec<String> = captured.iter().map(Piece::to_string).collect();
                Some(format!("captures {}", names.join(" ")))
            }
            count => Some(format!("captures {count}")),
        });
        let recolored = self.change.flipped.len();
        parts.extend((recolored > 0).then(|| format!("recolors {recolored}")));
        parts.extend(self.illegal.first().map(IllegalPly::summary));
        parts.join(" · ")
    }

    /// Margo: a move with the level of its marble, unless that is 1 or is written in the move.
    pub fn with_level(&self, mv: &str) -> String {
        match self.change.placed[..] {
            [
                location @ Location {
                    level: Some(2..), ..
                },
            ] if !mv.starts_with(|first: char| first.is_ascii_digit()) => location.to_string(),
            _ => mv.to_owned(),
        }
    }
}
