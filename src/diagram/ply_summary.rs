//! A ply in one line, for a caption.

use super::{content::Location, ply_view::PlyView};

/// The maximum number of characters of a move; a longer one is counted instead.
const LONGEST_MOVE: usize = 30;

impl PlyView<'_> {
    /// The ply in one line, such as `12 · Black Ke5 · captures 3`: its number, its player, the
    /// move, and what it captured or recolored; and that the next ply is illegal.
    pub fn summary(&self) -> String {
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
        let counted = [
            ("captures", self.change.captured.len()),
            ("recolors", self.change.flipped.len()),
        ];
        let counted = counted.iter().filter(|(_, count)| *count > 0);
        parts.extend(counted.map(|(verb, count)| format!("{verb} {count}")));
        if let Some(ply) = self.illegal.first().and_then(|illegal| illegal.finding.ply) {
            parts.push(format!("ply {ply} is illegal"));
        }
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
