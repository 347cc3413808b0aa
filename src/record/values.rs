//! The values of the root's properties ⇄ text.

use std::fmt::{self, Display, Formatter};

use super::{fast_lexer, grammar::Rule, notation::parts, text::unescape};
use crate::games::{Color, Game, HalfPoints, Outcome, Size, WinReason};

/// A game as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenGame {
    /// The game.
    pub game: Game,
    /// Whether it is written by another name than that of the game: `yugo`, the later name of Ugo.
    pub is_later_name: bool,
}

/// Reads the value of `GM`, in any case. `None` if no game has that name.
pub fn read_game(raw: &str) -> Option<WrittenGame> {
    let text = unescape(raw);
    let name = text.trim();
    let is_later_name = name.eq_ignore_ascii_case("yugo");
    let game = if is_later_name {
        Some(Game::Ugo)
    } else {
        Game::from_name(name)
    };
    game.map(|game| WrittenGame {
        game,
        is_later_name,
    })
}

/// A board size as written: a side, or columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenSize {
    /// The size; `None` if a number is too large for it.
    pub size: Option<Size>,
    /// Whether it is written `n:n` where `n` would do.
    pub is_doubled_square: bool,
}

/// Reads the value of `SZ`. `None` if it is malformed.
pub fn read_size(raw: &str) -> Option<WrittenSize> {
    if fast_lexer::is_digits(raw) {
        return Some(written_size(raw, None));
    }
    size_by_grammar(raw)
}

/// Reads a size with the grammar alone.
fn size_by_grammar(raw: &str) -> Option<WrittenSize> {
    let text = unescape(raw);
    let mut sides = parts(Rule::size, text.trim())?
        .filter(|part| part.as_rule() == Rule::digits)
        .map(|part| part.as_str());
    let columns = sides.next()?;
    Some(written_size(columns, sides.next()))
}

/// A size of these digits; a second number is only there if it is written.
fn written_size(columns: &str, rows: Option<&str>) -> WrittenSize {
    let side = |digits: &str| digits.trim_start_matches('0').parse::<u8>().ok();
    WrittenSize {
        size: side(columns)
            .zip(side(rows.unwrap_or(columns)))
            .map(|(columns, rows)| Size { columns, rows }),
        is_doubled_square: rows
            .is_some_and(|rows| rows.trim_start_matches('0') == columns.trim_start_matches('0')),
    }
}

/// A number as written. Of one with thousands of digits, which equals nothing that is counted, only the first are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    negative: bool,
    /// Without leading zeros.
    whole: String,
    /// Without trailing zeros.
    fraction: String,
}

/// The most digits that are kept on each side of the point.
const MAX_DIGITS: usize = 2_000;

impl Decimal {
    fn new(negative: bool, whole: &str, fraction: &str) -> Decimal {
        let kept = |digits: &str| digits[..digits.len().min(MAX_DIGITS)].to_owned();
        let whole = kept(whole.trim_start_matches('0'));
        let fraction = kept(fraction.trim_end_matches('0'));
        Decimal {
            negative: negative && !(whole.is_empty() && fraction.is_empty()),
            whole,
            fraction,
        }
    }

    /// The number as an integer, if it is one and fits.
    pub fn as_whole(&self) -> Option<i32> {
        if !self.fraction.is_empty() {
            return None;
        }
        let digits = if self.whole.is_empty() {
            "0"
        } else {
            &self.whole
        };
        let size: i32 = digits.parse().ok()?;
        Some(if self.negative { -size } else { size })
    }

    /// Whether it is exactly this number of points.
    pub fn equals(&self, points: HalfPoints) -> bool {
        let HalfPoints(halves) = points;
        let fraction = if halves % 2 == 0 { "" } else { "5" };
        let whole = (halves.unsigned_abs() / 2).to_string();
        *self == Decimal::new(halves < 0, &whole, fraction)
    }
}

/// Without needless zeros: `17`, `0.5`.
impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let whole = if self.whole.is_empty() {
            "0"
        } else {
            &self.whole
        };
        let point = if self.fraction.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{}", self.fraction)
    }
}

/// Reads a number, such as the value of `KM` or `MN`. `None` if it is malformed.
pub fn read_number(raw: &str) -> Option<Decimal> {
    if fast_lexer::is_digits(raw) {
        return Some(Decimal::new(false, raw, ""));
    }
    number_by_grammar(raw)
}

/// Reads a number with the grammar alone.
fn number_by_grammar(raw: &str) -> Option<Decimal> {
    let text = unescape(raw);
    let (mut negative, mut whole, mut fraction) = (false, "", "");
    for part in parts(Rule::number, text.trim())? {
        match part.as_rule() {
            Rule::sign => negative = part.as_str() == "-",
            Rule::digits => whole = part.as_str(),
            Rule::decimals => fraction = part.as_str(),
            _ => {}
        }
    }
    Some(Decimal::new(negative, whole, fraction))
}

/// A result as written in `RE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenResult {
    /// `B+`, `W+`, with more players `G+`, `Y+`: won by connection, or by a margin that is not given.
    Won(Color),
    /// `B+3.5`: won by a margin.
    WonBy(Color, Decimal),
    /// `B+R`.
    Resignation(Color),
    /// `B+T`.
    Time(Color),
    /// `B+F`.
    Forfeit(Color),
    /// `0` or `Draw`.
    Draw,
    /// `Void`: the game has no result.
    Void,
    /// `?`: not known.
    Unknown,
}

impl WrittenResult {
    /// The winner, if there is one.
    pub fn winner(&self) -> Option<Color> {
        match self {
            WrittenResult::Won(color)
            | WrittenResult::WonBy(color, _)
            | WrittenResult::Resignation(color)
            | WrittenResult::Time(color)
            | WrittenResult::Forfeit(color) => Some(*color),
            WrittenResult::Draw | WrittenResult::Void | WrittenResult::Unknown => None,
        }
    }
}

/// Reads the value of `RE`. `None` if it is malformed.
pub fn read_result(raw: &str) -> Option<WrittenResult> {
    plain_result(raw).or_else(|| result_by_grammar(raw))
}

/// Reads a result in canonical spelling; `None` for any other text.
fn plain_result(text: &str) -> Option<WrittenResult> {
    match text {
        "?" => return Some(WrittenResult::Unknown),
        "0" => return Some(WrittenResult::Draw),
        "Void" => return Some(WrittenResult::Void),
        _ => {}
    }
    let (winner, by) = text.split_once('+')?;
    let winner = match winner {
        "B" => Color::Black,
        "W" => Color::White,
        _ => return None,
    };
    Some(match by {
        "" => WrittenResult::Won(winner),
        "R" => WrittenResult::Resignation(winner),
        "T" => WrittenResult::Time(winner),
        "F" => WrittenResult::Forfeit(winner),
        margin => {
            let (whole, fraction) = margin.split_once('.').unwrap_or((margin, "0"));
            let is_number = fast_lexer::is_digits(whole) && fast_lexer::is_digits(fraction);
            return is_number
                .then(|| WrittenResult::WonBy(winner, Decimal::new(false, whole, fraction)));
        }
    })
}

/// Reads a result with the grammar alone.
fn result_by_grammar(raw: &str) -> Option<WrittenResult> {
    let text = unescape(raw);
    let mut parts = parts(Rule::result, text.trim())?;
    let first = parts.next()?;
    let winner = match first.as_rule() {
        Rule::draw => return Some(WrittenResult::Draw),
        Rule::void => return Some(WrittenResult::Void),
        Rule::unknown => return Some(WrittenResult::Unknown),
        _ => first.as_str().parse().ok()?,
    };
    let by = parts.next()?;
    Some(match by.as_rule() {
        Rule::resigned => WrittenResult::Resignation(winner),
        Rule::on_time => WrittenResult::Time(winner),
        Rule::forfeit => WrittenResult::Forfeit(winner),
        Rule::margin => {
            let mut digits = by.into_inner().map(|part| part.as_str());
            let (whole, fraction) = (digits.next()?, digits.next().unwrap_or(""));
            WrittenResult::WonBy(winner, Decimal::new(false, whole, fraction))
        }
        _ => WrittenResult::Won(winner),
    })
}

/// `181` or `184.5`.
impl Display for HalfPoints {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

/// `B+3.5`, `W+`, `B+R` or `0`, as `RE` writes it.
impl Display for Outcome {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Outcome::Draw => f.write_str("0"),
            Outcome::Win(color, WinReason::Margin(margin)) => {
                write!(f, "{}+{margin}", color.letter())
            }
            Outcome::Win(color, WinReason::Goal) => write!(f, "{}+", color.letter()),
            Outcome::Win(color, WinReason::Resignation) => write!(f, "{}+R", color.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn values_of_the_root_are_those_of_the_grammar(
        text in "[BWGYbw]?[+-]?(R|T|F|Resign|r|Ä)?[0-9.]{0,5}|[0-9]{1,12}|[?]|Void|[ 0-9:.+\\-]{0,6}|[BW]\\+[0-9]{1,3}(\\.[05]0?)?",
    ) {
        if let Some(result) = plain_result(&text) {
            prop_assert_eq!(Some(result), result_by_grammar(&text), "{}", &text);
        }
        prop_assert_eq!(read_number(&text), number_by_grammar(&text), "{}", &text);
        prop_assert_eq!(read_size(&text), size_by_grammar(&text), "{}", &text);
    }
    }

    #[test]
    fn results() {
        use Color::{Black, White};
        let margin = |raw| match read_result(raw) {
            Some(WrittenResult::WonBy(color, margin)) => Some((color, margin)),
            _ => None,
        };
        assert!(margin("b+3.50").unwrap().1.equals(HalfPoints(7)));
        assert!(margin("W+017.0").unwrap().1.equals(HalfPoints(34)));
        assert!(
            !margin("W+17.00000000000000000001")
                .unwrap()
                .1
                .equals(HalfPoints(34))
        );
        assert_eq!(read_result(" B+ "), Some(WrittenResult::Won(Black)));
        assert_eq!(
            read_result("w+Resign"),
            Some(WrittenResult::Resignation(White))
        );
        assert_eq!(read_result("W+R"), Some(WrittenResult::Resignation(White)));
        assert_eq!(read_result("B+TIME"), Some(WrittenResult::Time(Black)));
        assert_eq!(read_result("B+f"), Some(WrittenResult::Forfeit(Black)));
        assert_eq!(read_result("draw"), Some(WrittenResult::Draw));
        assert_eq!(read_result("VOID"), Some(WrittenResult::Void));
        assert_eq!(read_result("?"), Some(WrittenResult::Unknown));
        for text in [
            "", "B", "B+3.", "B+-3", "B+3,5", "0.0", "R+3", "B+Rx", "Black+3", "B +3",
        ] {
            assert_eq!(read_result(text), None, "{text}");
        }
    }

    #[test]
    fn sizes_and_numbers() {
        let size = |raw| {
            read_size(raw).map(|size| (size.size.map(|s| s.to_string()), size.is_doubled_square))
        };
        assert_eq!(size("19"), Some((Some("19".into()), false)));
        assert_eq!(size("9:13"), Some((Some("9:13".into()), false)));
        assert_eq!(size("9 : 9"), Some((Some("9".into()), true)));
        assert_eq!(size("1000000000"), Some((None, false)));
        assert_eq!(size("300:400"), Some((None, false)));
        assert_eq!(size("300:300"), Some((None, true)));
        assert_eq!(size("0"), Some((None, false)));
        assert_eq!(
            [size(""), size("x"), size("-3"), size("3:"), size("3:4:5")],
            [None, None, None, None, None]
        );
        let whole = |raw| read_number(raw).and_then(|number| number.as_whole());
        assert_eq!(
            [
                whole("7"),
                whole("-3"),
                whole("7.0"),
                whole("+4"),
                whole("-0")
            ],
            [Some(7), Some(-3), Some(7), Some(4), Some(0)]
        );
        assert_eq!(
            [whole("7.5"), whole(""), whole("7."), whole("99999999999")],
            [None; 4]
        );
    }

    #[test]
    fn half_points_have_no_needless_decimals() {
        assert_eq!(
            [362, 369, -1, 0].map(|n| HalfPoints(n).to_string()),
            ["181", "184.5", "-0.5", "0"]
        );
    }
}
