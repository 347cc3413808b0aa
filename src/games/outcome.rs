//! Scores and how games end.

use super::{ByColor, Color, Players, Point};

/// A number of points counted in halves, so that the button's half point is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub i64);

impl HalfPoints {
    /// A whole number of points.
    pub fn whole(points: i64) -> HalfPoints {
        HalfPoints(points * 2)
    }
}

/// The points of the players.
pub type Score = ByColor<HalfPoints>;

/// Why a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WinReason {
    /// The higher score, by this margin.
    Margin(HalfPoints),
    /// A connection (Bamogo) or the first capture (Margo): there is no margin.
    Goal,
    /// The other player resigned.
    Resignation,
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has won.
    Win(Color, WinReason),
    /// Nobody has.
    Draw,
}

impl Outcome {
    /// The outcome when the highest score wins, by its distance to the second, and is a draw if
    /// several players share it.
    pub fn by_score(score: Score, players: Players) -> Outcome {
        let rival = |color| players.opponents(color).map(|other| score[other]).max();
        let margin = |&color: &Color| score[color].0 - rival(color).unwrap_or_default().0;
        let leader = players.colors().iter().find(|color| margin(color) > 0);
        leader.map_or(Outcome::Draw, |leader| {
            Outcome::Win(*leader, WinReason::Margin(HalfPoints(margin(leader))))
        })
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color, _) => Some(color),
            Outcome::Draw => None,
        }
    }

    /// Whether a player has resigned, so that the result follows from that ply alone, whatever is on the board.
    pub fn is_resignation(self) -> bool {
        matches!(self, Outcome::Win(_, WinReason::Resignation))
    }
}

/// The parts of one player's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ScoreBreakdown {
    /// Own pieces that count: on the board, in Ugo only those in groups with a liberty.
    pub pieces: i64,
    /// Empty points of own territories.
    pub territory: i64,
    /// Enemy pieces in groups without liberties (Ugo).
    pub prisoners: i64,
    /// Komi (White, in Bargo and Ugo).
    pub komi: i64,
    /// Whether this player has taken the button, worth half a point.
    pub button: bool,
    /// Of the pieces, those that are buried (Margo).
    pub buried: i64,
    /// Of the pieces, those that were captured and remain because another rests on them,
    /// without those that are buried, or were when they were captured (Margo). In a setup: those that are pinned and have no freedom.
    pub zombies: i64,
}

impl ScoreBreakdown {
    /// The sum.
    pub fn total(&self) -> HalfPoints {
        let whole = self.pieces + self.territory + self.prisoners + self.komi;
        HalfPoints(HalfPoints::whole(whole).0 + i64::from(self.button))
    }
}

/// A maximal set of connected empty points and the player whose territory it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its points.
    pub points: Vec<Point>,
    /// The player whose territory it is; `None` if pieces of both players or
    /// none touch it.
    pub owner: Option<Color>,
}

/// A score with its parts and the regions it was counted from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tally {
    /// The parts of each player's score.
    pub parts: ByColor<ScoreBreakdown>,
    /// The regions of empty points, in the games that have territory.
    pub regions: Vec<Region>,
}

impl Tally {
    /// The points of the players.
    pub fn score(&self) -> Score {
        ByColor::from_fn(|color| self.parts[color].total())
    }

    pub(super) fn add_territory(&mut self, points: usize, owner: Option<Color>) {
        if let Some(owner) = owner {
            self.parts[owner].territory += points as i64;
        }
    }
}
