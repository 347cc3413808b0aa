//! What is measured in a game.

use crate::lab::GameFacts;

/// A metric. Each has a value in a game, or none in games to which it does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Whether the game ends.
    Finished,
    /// What the first player scores.
    FirstPlayerScore,
    /// Whether nobody wins.
    Draws,
    /// The length.
    Plies,
    /// By how much the winner wins.
    Margin,
    /// By how much the first player leads at the end.
    FirstPlayerMargin,
    /// Legal moves.
    BranchingFactor,
    /// Legal moves in the first third.
    BranchingFactorOpening,
    /// Legal moves in the second third.
    BranchingFactorMiddle,
    /// Legal moves in the last third.
    BranchingFactorEnd,
    /// Plies that capture.
    Captures,
    /// When the winner is ahead for good.
    DecidedAt,
    /// How often the lead changes.
    LeadChange,
    /// How often the repetition rule forbids something.
    RepetitionBans,
    /// Whether the colors are exchanged.
    Swap,
    /// When the button is taken.
    ButtonPly,
    /// How full the board is.
    BoardFilled,
}

/// What a value of a metric is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MetricKind {
    /// Of yes or no, or of a win, a draw and a loss: the mean is a share, with Wilson's interval.
    Share,
    /// A number.
    Number,
}

impl Metric {
    /// All metrics, in the order of reports.
    pub const ALL: [Metric; 17] = [
        Metric::Finished,
        Metric::FirstPlayerScore,
        Metric::Draws,
        Metric::Plies,
        Metric::Margin,
        Metric::FirstPlayerMargin,
        Metric::BranchingFactor,
        Metric::BranchingFactorOpening,
        Metric::BranchingFactorMiddle,
        Metric::BranchingFactorEnd,
        Metric::Captures,
        Metric::DecidedAt,
        Metric::LeadChange,
        Metric::RepetitionBans,
        Metric::Swap,
        Metric::ButtonPly,
        Metric::BoardFilled,
    ];

    /// Its name in reports and in files of bounds.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Finished => "finished",
            Metric::FirstPlayerScore => "first-player-score",
            Metric::Draws => "draws",
            Metric::Plies => "plies",
            Metric::Margin => "margin",
            Metric::FirstPlayerMargin => "first-player-margin",
            Metric::BranchingFactor => "branching-factor",
            Metric::BranchingFactorOpening => "branching-factor-opening",
            Metric::BranchingFactorMiddle => "branching-factor-middle",
            Metric::BranchingFactorEnd => "branching-factor-end",
            Metric::Captures => "captures",
            Metric::DecidedAt => "decided-at",
            Metric::LeadChange => "lead-change",
            Metric::RepetitionBans => "repetition-bans",
            Metric::Swap => "swap",
            Metric::ButtonPly => "button-ply",
            Metric::BoardFilled => "board-filled",
        }
    }

    /// The metric with this name.
    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// What Ludii calls it, where its metric is the same.
    pub fn ludii(self) -> Option<&'static str> {
        match self {
            Metric::Finished => Some("Completion"),
            Metric::FirstPlayerScore => Some("AdvantageP1"),
            Metric::Draws => Some("Drawishness"),
            Metric::Plies => Some("DurationTurns"),
            Metric::BranchingFactor => Some("BranchingFactorAverage"),
            Metric::LeadChange => Some("LeadChange"),
            _ => None,
        }
    }

    pub(super) fn kind(self) -> MetricKind {
        match self {
            Metric::Finished | Metric::FirstPlayerScore | Metric::Draws | Metric::Swap => {
                MetricKind::Share
            }
            _ => MetricKind::Number,
        }
    }

    /// Whether a value is a part of a whole, which tables give in per cent.
    pub(super) fn is_part(self) -> bool {
        self.kind() == MetricKind::Share
            || matches!(
                self,
                Metric::DecidedAt | Metric::LeadChange | Metric::BoardFilled
            )
    }

    /// Its value in a game.
    pub fn value(self, facts: &GameFacts) -> Option<f64> {
        let yes = |yes: bool| f64::from(u8::from(yes));
        let plies = f64::from(facts.plies.max(1));
        match self {
            Metric::Finished => Some(yes(facts.is_finished)),
            Metric::FirstPlayerScore => facts.first_player_score,
            Metric::Draws => facts.is_draw.map(yes),
            Metric::Plies => Some(f64::from(facts.plies)),
            Metric::Margin => facts.margin,
            Metric::FirstPlayerMargin => facts.first_player_margin,
            Metric::BranchingFactor => mean(&facts.branching),
            Metric::BranchingFactorOpening => mean(third(&facts.branching, 0)),
            Metric::BranchingFactorMiddle => mean(third(&facts.branching, 1)),
            Metric::BranchingFactorEnd => mean(third(&facts.branching, 2)),
            Metric::Captures => Some(f64::from(facts.captures)),
            Metric::DecidedAt => facts.decided_at().map(|ply| f64::from(ply) / plies),
            Metric::LeadChange => facts.lead_changes().map(|number| f64::from(number) / plies),
            Metric::RepetitionBans => facts.repetition_bans.map(f64::from),
            Metric::Swap => facts.is_swapped.map(yes),
            Metric::ButtonPly => facts.button.flatten().map(f64::from),
            Metric::BoardFilled => Some(facts.filled),
        }
    }
}

/// The first, second or last third of the plies of a game.
fn third(numbers: &[u32], part: usize) -> &[u32] {
    let end = |part: usize| numbers.len() * part / 3;
    &numbers[end(part)..end(part + 1)]
}

/// The mean; `None` of no numbers.
pub(super) fn mean(numbers: &[u32]) -> Option<f64> {
    let sum: f64 = numbers.iter().copied().map(f64::from).sum();
    (!numbers.is_empty()).then(|| sum / numbers.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for metric in Metric::ALL {
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
        }
        assert_eq!(Metric::from_name("Completion"), None);
    }

    #[test]
    fn thirds_are_the_whole_game() {
        let numbers = [1, 2, 3, 4, 5, 6, 7];
        let thirds = [0, 1, 2].map(|part| third(&numbers, part).to_vec());
        assert_eq!(thirds.concat(), numbers);
        assert!(third(&numbers[..1], 0).is_empty());
    }
}
