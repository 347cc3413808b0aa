//! What is known of a position besides the board.

use crate::{
    diagram::status_text::{opportunity, score, status},
    games::{Color, Position},
};

/// What both players know of a position, in words and letters.
#[derive(Clone, Debug, Default)]
pub struct PositionState {
    /// Who is to move; `None` if the game is over.
    pub to_move: Option<char>,
    /// At the end, who would be to move.
    pub to_move_at_end: Option<char>,
    /// How the game ended.
    pub outcome: String,
    /// The points of each player: of Black, White, Grey and Yellow, as far as they play.
    pub score: Option<Vec<String>>,
    /// At the end, what the score is made of.
    pub final_score: String,
    /// Who has taken the button.
    pub button: Option<char>,
    /// Sygo: whether a player has grown already.
    pub has_grown: bool,
    /// Bamogo: the number of pairs left in the line.
    pub pairs_left: Option<usize>,
    /// What the player to move may do only now, or no longer.
    pub opportunity: String,
}

impl PositionState {
    /// What is known of a position.
    pub fn of(position: &Position) -> PositionState {
        let is_over = position.outcome().is_some();
        let told_at_end = |text: fn(&Position) -> String| {
            if is_over {
                text(position)
            } else {
                String::new()
            }
        };
        let points = position.score();
        PositionState {
            to_move: (!is_over).then(|| position.to_move().letter()),
            to_move_at_end: is_over.then(|| position.to_move().letter()),
            outcome: told_at_end(|position| status(position).1),
            score: points.map(|points| {
                let players = position.players().colors().iter();
                players.map(|&color| points[color].to_string()).collect()
            }),
            final_score: told_at_end(score),
            button: position.button().map(Color::letter),
            has_grown: position.grown() == Some(true),
            pairs_left: position.line().map(<[_]>::len),
            opportunity: opportunity(position).unwrap_or_default(),
        }
    }
}

/// Bamogo: the pairs left in the line, front first.
pub(super) fn line(position: &Position) -> Option<String> {
    let pairs = position.line()?.iter();
    let pairs = pairs.map(|pair| pair.iter().map(|color| color.letter()).collect::<String>());
    Some(pairs.collect::<Vec<String>>().join(" "))
}
