//! The effective result of a game: the one computed from the moves, or the one stated.

use std::{
    fmt::{self, Display, Formatter},
    str::FromStr,
};

use super::error::FilterError;
use crate::{
    games::{Color, HalfPoints, Outcome, WinReason},
    record::{Decimal, WrittenResult, read_number, read_result},
    verify::Verdict,
};

/// How a game was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinMethod {
    /// By this many points.
    Margin(Decimal),
    /// By a connection or a first capture, or by an unknown margin.
    Goal,
    /// The other player resigned.
    Resignation,
    /// The other player exceeded the time limit.
    Time,
    /// The other player broke a rule or did not appear.
    Forfeit,
}

/// The effective result of a record.
///
/// That is the computed result if the game is over on the board, and
/// otherwise the one in `RE`. A loss on time, a forfeit and `Void` cannot be computed from the moves, so
/// they are always taken from `RE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectiveResult {
    /// A player has won, by this method.
    Won(Color, WinMethod),
    /// A draw.
    Draw,
    /// The game has no result.
    Void,
    /// Unknown: the game is not over, and `RE` has no result.
    Open,
}

impl EffectiveResult {
    /// The effective result of a verdict.
    pub fn of(verdict: &Verdict) -> EffectiveResult {
        // A player that the ruleset does not have cannot have won.
        let plays = |color| verdict.players().contain(color);
        let stated = verdict.recorded.as_deref().and_then(read_result);
        let stated = stated.filter(|stated| stated.winner().is_none_or(plays));
        match (stated, verdict.computed) {
            (
                Some(
                    stated @ (WrittenResult::Time(_)
                    | WrittenResult::Forfeit(_)
                    | WrittenResult::Void),
                ),
                _,
            ) => stated.into(),
            (_, Some(outcome)) => outcome.into(),
            (Some(stated), None) => stated.into(),
            (None, None) => EffectiveResult::Open,
        }
    }

    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match self {
            EffectiveResult::Won(color, _) => Some(*color),
            EffectiveResult::Draw | EffectiveResult::Void | EffectiveResult::Open => None,
        }
    }
}

/// As `RE` writes it: `B+3.5`, `W+R`, `0`, `Void`, `?`.
impl Display for EffectiveResult {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let (color, method) = match self {
            EffectiveResult::Draw => return f.write_str("0"),
            EffectiveResult::Void => return f.write_str("Void"),
            EffectiveResult::Open => return f.write_str("?"),
            EffectiveResult::Won(color, method) => (color.letter(), method),
        };
        match method {
            WinMethod::Margin(points) => write!(f, "{color}+{points}"),
            WinMethod::Goal => write!(f, "{color}+"),
            WinMethod::Resignation => write!(f, "{color}+R"),
            WinMethod::Time => write!(f, "{color}+T"),
            WinMethod::Forfeit => write!(f, "{color}+F"),
        }
    }
}

impl From<WrittenResult> for EffectiveResult {
    fn from(stated: WrittenResult) -> EffectiveResult {
        match stated {
            WrittenResult::Won(color) => EffectiveResult::Won(color, WinMethod::Goal),
            WrittenResult::WonBy(color, margin) => {
                EffectiveResult::Won(color, WinMethod::Margin(margin))
            }
            WrittenResult::Resignation(color) => {
                EffectiveResult::Won(color, WinMethod::Resignation)
            }
            WrittenResult::Time(color) => EffectiveResult::Won(color, WinMethod::Time),
            WrittenResult::Forfeit(color) => EffectiveResult::Won(color, WinMethod::Forfeit),
            WrittenResult::Draw => EffectiveResult::Draw,
            WrittenResult::Void => EffectiveResult::Void,
            WrittenResult::Unknown => EffectiveResult::Open,
        }
    }
}

impl From<Outcome> for EffectiveResult {
    fn from(outcome: Outcome) -> EffectiveResult {
        match outcome {
            Outcome::Draw => EffectiveResult::Draw,
            Outcome::Win(color, WinReason::Goal) => EffectiveResult::Won(color, WinMethod::Goal),
            Outcome::Win(color, WinReason::Resignation) => {
                EffectiveResult::Won(color, WinMethod::Resignation)
            }
            Outcome::Win(color, WinReason::Margin(margin)) => match decimal(margin) {
                Some(margin) => EffectiveResult::Won(color, WinMethod::Margin(margin)),
                None => EffectiveResult::Won(color, WinMethod::Goal),
            },
        }
    }
}

fn decimal(points: HalfPoints) -> Option<Decimal> {
    read_number(&points.to_string())
}

/// A filter for results: `B` for any win of Black, otherwise a result as in `RE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultFilter {
    /// This player has won, by any method.
    WonBy(Color),
    /// Exactly this result.
    Is(EffectiveResult),
}

impl FromStr for ResultFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<ResultFilter, FilterError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(ResultFilter::WonBy(Color::Black)),
            "w" | "white" => Ok(ResultFilter::WonBy(Color::White)),
            "g" | "grey" => Ok(ResultFilter::WonBy(Color::Grey)),
            "y" | "yellow" => Ok(ResultFilter::WonBy(Color::Yellow)),
            "none" => Ok(ResultFilter::Is(EffectiveResult::Open)),
            text => read_result(text)
                .map(|result| ResultFilter::Is(result.into()))
                .ok_or(FilterError::Result),
        }
    }
}

impl ResultFilter {
    /// Whether the result that `RE` states matches; one that cannot be read matches nothing.
    pub fn matches_recorded(&self, recorded: Option<&str>) -> bool {
        match recorded.map(read_result) {
            None => *self == ResultFilter::Is(EffectiveResult::Open),
            Some(None) => false,
            Some(Some(stated)) => self.matches(&stated.into()),
        }
    }

    /// Whether the result by play matches; `None` is that of a game that is not over.
    pub fn matches_computed(&self, computed: Option<Outcome>) -> bool {
        self.matches(&computed.map_or(EffectiveResult::Open, EffectiveResult::from))
    }

    /// Whether a result matches.
    pub fn matches(&self, result: &EffectiveResult) -> bool {
        match self {
            ResultFilter::WonBy(color) => result.winner() == Some(*color),
            ResultFilter::Is(other) => result == other,
        }
    }
}

/// A filter for the winner by play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerFilter {
    /// This player has won.
    Player(Color),
    /// The game is drawn.
    Draw,
    /// The game is not over.
    None,
}

impl FromStr for WinnerFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<WinnerFilter, FilterError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(WinnerFilter::Player(Color::Black)),
            "w" | "white" => Ok(WinnerFilter::Player(Color::White)),
            "g" | "grey" => Ok(WinnerFilter::Player(Color::Grey)),
            "y" | "yellow" => Ok(WinnerFilter::Player(Color::Yellow)),
            "draw" | "0" => Ok(WinnerFilter::Draw),
            "none" => Ok(WinnerFilter::None),
            _ => Err(FilterError::Winner),
        }
    }
}

impl WinnerFilter {
    /// Whether the result by play matches; `None` is that of a game that is not over.
    pub fn matches(self, computed: Option<Outcome>) -> bool {
        match self {
            WinnerFilter::Player(color) => computed.and_then(Outcome::winner) == Some(color),
            WinnerFilter::Draw => computed == Some(Outcome::Draw),
            WinnerFilter::None => computed.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        record::read,
        verify::{Options, verify},
    };

    /// Whether the result of a record matches a filter.
    fn is(filter: &str, record: &str) -> bool {
        let record = read(record).next().unwrap();
        let verdict = verify(&record, &Options::default());
        filter
            .parse::<ResultFilter>()
            .unwrap()
            .matches(&EffectiveResult::of(&verdict))
    }

    #[test]
    fn the_computed_result_has_priority() {
        let over =
            |result: &str| format!("(;GM[ugo]SZ[3]{result};B[b2];W[button];B[pass];W[pass])");
        // Black has the whole board, White the half point of the button.
        for (result, filters) in [
            ("", ["b", "B+8.5"]),
            ("RE[W+2]", ["black", "b+8.50"]),
            ("RE[W+R]", ["B", "B+8.5"]),
            ("RE[W+T]", ["W", "w+time"]),
            ("RE[W+F]", ["White", "W+F"]),
            ("RE[Void]", ["void", "VOID"]),
            ("RE[nonsense]", ["B", "B+8.5"]),
        ] {
            for filter in filters {
                assert!(is(filter, &over(result)), "{result} {filter}");
            }
            assert!(
                !is("none", &over(result)) && !is("draw", &over(result)),
                "{result}"
            );
        }
        assert!(is("B+3", "(;GM[ugo]SZ[3]RE[B+3.0];B[b2])"));
        assert!(is("B+", "(;GM[ugo]SZ[3]RE[B+];B[b2])") && !is("B+", &over("")));
        assert!(is("none", "(;GM[ugo]SZ[3];B[b2])") && is("?", "(;GM[ugo]SZ[3]RE[?];B[b2])"));
        assert!(is("0", "(;GM[ugo]SZ[3]RE[Draw];B[b2])"));
        assert!("x".parse::<ResultFilter>().is_err());
    }

    #[test]
    fn recorded_and_computed_results_are_told_apart() {
        let filter = |text: &str| text.parse::<ResultFilter>().unwrap();
        for (text, recorded, expected) in [
            ("W", Some("W+2"), true),
            ("W+2", Some("w+2.0"), true),
            ("B", Some("W+2"), false),
            ("none", None, true),
            ("none", Some("?"), true),
            ("none", Some("nonsense"), false),
        ] {
            assert_eq!(
                filter(text).matches_recorded(recorded),
                expected,
                "{text} {recorded:?}"
            );
        }
        let win = Some(Outcome::Win(
            Color::Black,
            WinReason::Margin(HalfPoints(17)),
        ));
        assert!(filter("B+8.5").matches_computed(win) && filter("none").matches_computed(None));
        let winner = |text: &str| text.parse::<WinnerFilter>().unwrap();
        assert!(
            winner("b").matches(win)
                && !winner("White").matches(win)
                && !winner("none").matches(win)
        );
        assert!(winner("draw").matches(Some(Outcome::Draw)) && winner("none").matches(None));
        assert!(!winner("G").matches(win) && !winner("y").matches(None));
        assert!("B+2".parse::<WinnerFilter>().is_err());
    }

    #[test]
    fn results_are_written_as_in_re() {
        for text in [
            "B+3.5", "W+0.5", "B+120", "W+", "B+R", "W+T", "B+F", "0", "Void", "?",
        ] {
            let result = EffectiveResult::from(read_result(text).unwrap());
            assert_eq!(result.to_string(), text);
        }
    }
}
