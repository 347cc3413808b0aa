//! Points of a tournament, exactly.

use std::{
    fmt::{self, Display, Formatter},
    ops::{Add, AddAssign},
    str::FromStr,
};

use serde::{Serialize, Serializer};

/// The parts of a point that are counted: hundredths, and halves of them for Sonneborn-Berger.
const PARTS: i64 = 200;
/// The most points that a game can be worth, either way.
const MAX: i64 = 1_000;

/// A number of points, as a multiple of 1/200.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

impl Points {
    /// The points of so many games with these points each.
    #[must_use]
    pub fn times(self, games: u32) -> Points {
        Points(self.0.saturating_mul(i64::from(games)))
    }

    /// Half of these points.
    #[must_use]
    pub fn half(self) -> Points {
        Points(self.0 / 2)
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

/// Without unnecessary decimals: `3`, `2.5`.
impl Display for Points {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, part) = (self.0.abs() / PARTS, self.0.abs() % PARTS);
        // Thousandths are exact.
        let decimals = format!("{:03}", part * (1_000 / PARTS));
        match decimals.trim_end_matches('0') {
            "" => f.pad(&format!("{sign}{whole}")),
            decimals => f.pad(&format!("{sign}{whole}.{decimals}")),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 % PARTS == 0 {
            serializer.serialize_i64(self.0 / PARTS)
        } else {
            serializer.serialize_f64(self.0 as f64 / PARTS as f64)
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Points {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TournamentPoints".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "number"})
    }
}

/// What a win, a draw and a loss are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSystem {
    /// The points for a win.
    pub win: Points,
    /// The points for a draw.
    pub draw: Points,
    /// The points for a loss.
    pub loss: Points,
}

/// A win is worth one point, a draw half a point.
impl Default for PointSystem {
    fn default() -> PointSystem {
        PointSystem {
            win: Points(PARTS),
            draw: Points(PARTS / 2),
            loss: Points(0),
        }
    }
}

/// The text is not three numbers of points.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected the points for a win, a draw and a loss, such as `1,0.5,0` or `3,1,0`: at most 1000, with at most two decimals"
)]
pub struct ParsePointsError;

impl FromStr for PointSystem {
    type Err = ParsePointsError;

    fn from_str(text: &str) -> Result<PointSystem, ParsePointsError> {
        let points: Option<Vec<Points>> = text.split(',').map(number).collect();
        match points.as_deref() {
            Some(&[win, draw, loss]) => Ok(PointSystem { win, draw, loss }),
            _ => Err(ParsePointsError),
        }
    }
}

/// A number with at most two decimals. `½` is half a point.
fn number(text: &str) -> Option<Points> {
    let text = text.trim();
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let digits = match digits.strip_suffix('½') {
        Some("") => "0.5".to_owned(),
        Some(whole) => format!("{whole}.5"),
        None => digits.to_owned(),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((&digits, "0"));
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole, 4) || !is_number(decimals, 2) {
        return None;
    }
    let hundredths: i64 = format!("{decimals:0<2}").parse().ok()?;
    let parts = whole.parse::<i64>().ok()? * PARTS + hundredths * (PARTS / 100);
    let parts = if is_negative { -parts } else { parts };
    (parts.abs() <= MAX * PARTS).then_some(Points(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written() {
        let system = |text: &str| {
            let PointSystem { win, draw, loss } = text.parse().ok()?;
            Some(format!("{win} {draw} {loss}"))
        };
        assert_eq!(system("1,0.5,0").as_deref(), Some("1 0.5 0"));
        assert_eq!("1, ½ ,0".parse(), Ok(PointSystem::default()));
        assert_eq!(system("3,1.25,-1").as_deref(), Some("3 1.25 -1"));
        assert_eq!(system("1000,1½,0.10").as_deref(), Some("1000 1.5 0.1"));
        for text in [
            "",
            "1",
            "1,0",
            "1,0,0,0",
            "x,0,0",
            "1,.5,0",
            "1001,0,0",
            "1,0.125,0",
            "1,,0",
        ] {
            assert_eq!(system(text), None, "{text}");
        }
        let quarter = PointSystem::default().draw.half();
        assert_eq!(
            (quarter.to_string(), quarter.half().to_string()),
            ("0.25".into(), "0.125".into())
        );
        assert_eq!(serde_json::to_string(&quarter.times(3)).unwrap(), "0.75");
        assert_eq!(serde_json::to_string(&quarter.times(4)).unwrap(), "1");
    }
}
