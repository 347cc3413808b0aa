//! Dates as in `DT`: days, months, years and lists of them.

use std::{ops::RangeInclusive, str::FromStr};

use super::error::FilterError;

/// A day, a month or a year, as its first and last day. All months have 31 days
/// here, which does not affect comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    first: Day,
    last: Day,
}

/// Year, month and day.
type Day = (u16, u8, u8);

impl Date {
    /// Parses the parts of a date.
    fn new(year: &str, month: Option<&str>, day: Option<&str>) -> Option<Date> {
        let year = number(year, 4)?;
        let part = |written: Option<&str>, most: u8| match written {
            None => Some((1, most)),
            Some(text) => {
                let number = u8::try_from(number(text, 2)?).ok()?;
                (1..=most).contains(&number).then_some((number, number))
            }
        };
        let (months, days) = (part(month, 12)?, part(day, 31)?);
        Some(Date {
            first: (year, months.0, days.0),
            last: (year, months.1, days.1),
        })
    }
}

/// A number of `digits` digits.
fn number(text: &str, digits: usize) -> Option<u16> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}

impl FromStr for Date {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Date, FilterError> {
        let mut dates = read_dates(text);
        match (dates.next(), dates.next()) {
            (Some(date), None) => Ok(date),
            _ => Err(FilterError::Date),
        }
    }
}

/// Days from one date to another, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateRange(RangeInclusive<Day>);

impl FromStr for DateRange {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<DateRange, FilterError> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let is_open = from.is_empty() != to.is_empty();
        let first = match from {
            "" if is_open => (0, 0, 0),
            _ => from.parse::<Date>()?.first,
        };
        let last = match to {
            "" if is_open => (u16::MAX, 12, 31),
            _ => to.parse::<Date>()?.last,
        };
        if first > last {
            return Err(FilterError::DateOrder);
        }
        Ok(DateRange(first..=last))
    }
}

impl DateRange {
    /// Whether a game with this `DT` may have been played on one of these days.
    pub fn overlaps(&self, written: &str) -> bool {
        read_dates(written).any(|date| date.first <= *self.0.end() && date.last >= *self.0.start())
    }
}

/// The dates of a `DT`, as defined by FF[4]: `1996-05-06`, `1996-05`, `1996`, and after a comma the parts that differ from
/// the previous date: `1996-05-06,07`, `1996-12-27,28,1997-01-03`, `1996-05,06`. Other text is skipped. A list may be long,
/// so that it is not collected.
fn read_dates(text: &str) -> impl Iterator<Item = Date> {
    // The previous date, as text.
    let (mut year, mut month, mut day) = ("", None, None);
    text.split(',').filter_map(move |part| {
        let mut numbers = part.trim().split('-');
        let written = match [(); 4].map(|()| numbers.next()) {
            [Some(year), None, ..] if year.len() == 4 => (year, None, None),
            [Some(year), Some(month), None, _] if year.len() == 4 => (year, Some(month), None),
            [Some(year), Some(month), Some(day), None] => (year, Some(month), Some(day)),
            [Some(month), Some(day), None, _] => (year, Some(month), Some(day)),
            [day_alone, None, ..] if day.is_some() => (year, month, day_alone),
            [month_alone, None, ..] if month.is_some() => (year, month_alone, None),
            _ => return None,
        };
        let date = Date::new(written.0, written.1, written.2)?;
        (year, month, day) = written;
        Some(date)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overlaps(range: &str, written: &str) -> bool {
        range.parse::<DateRange>().unwrap().overlaps(written)
    }

    #[test]
    fn lists_name_only_what_differs() {
        let days = |text| -> Vec<String> {
            read_dates(text)
                .map(|date| format!("{:?}-{:?}", date.first, date.last).replace(", ", "."))
                .collect()
        };
        assert_eq!(
            days("1996-05-06,07"),
            ["(1996.5.6)-(1996.5.6)", "(1996.5.7)-(1996.5.7)"]
        );
        assert_eq!(
            days("1996-12-27,28,1997-01-03,02-04"),
            [
                "(1996.12.27)-(1996.12.27)",
                "(1996.12.28)-(1996.12.28)",
                "(1997.1.3)-(1997.1.3)",
                "(1997.2.4)-(1997.2.4)"
            ]
        );
        assert_eq!(
            days("1996-05,06"),
            ["(1996.5.1)-(1996.5.31)", "(1996.6.1)-(1996.6.31)"]
        );
        assert_eq!(
            days("1996, 1997 "),
            ["(1996.1.1)-(1996.12.31)", "(1997.1.1)-(1997.12.31)"]
        );
        for text in [
            "",
            "May 1996",
            "1996-13",
            "1996-5",
            "06",
            "1996,05",
            "+996",
            "96-05-06",
            "1996-05-06-07",
            "1996-05-06-07-08",
            "-",
            "--",
        ] {
            let expected = usize::from(text == "1996,05");
            assert_eq!(days(text).len(), expected, "{text}");
        }
    }

    #[test]
    fn ranges_include_whole_months_and_years() {
        assert!(overlaps("1996", "1996-05-06"));
        assert!(overlaps("1996-05", "1996"), "the month may be May");
        assert!(overlaps("1996-05..1996-07", "1996-07-31"));
        assert!(!overlaps("1996-05..1996-07", "1996-08-01"));
        assert!(overlaps("..1996", "1996-12-31") && !overlaps("..1996", "1997-01-01"));
        assert!(overlaps("1997..", "1996-12-31,1997-01-01"));
        assert!(!overlaps("1996", "around 1996"));
        for text in [
            "",
            "..x",
            "..",
            "1996..1995",
            "1996-1",
            "1996-05-06,07",
            "1..2",
        ] {
            assert!(text.parse::<DateRange>().is_err(), "{text}");
        }
    }
}
