//! The lengths of games.

use std::collections::BTreeMap;

use serde::Serialize;

/// The most bins of a histogram.
const MAX_BINS: u32 = 15;

/// Lengths of games in plies. Percentiles are lengths of actual games: the shortest length such that the given
/// percentage of the games is no longer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Lengths {
    pub(super) total: u64,
    pub(super) least: u32,
    pub(super) p10: u32,
    pub(super) p25: u32,
    pub(super) median: u32,
    pub(super) p75: u32,
    pub(super) p90: u32,
    pub(super) most: u32,
    /// Rounded to two decimals.
    pub(super) mean: f64,
}

/// The games whose lengths are in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Bin {
    /// The smallest number of plies.
    pub(super) from: u32,
    /// The largest number of plies.
    pub(super) to: u32,
    pub(super) records: u64,
}

/// The number of games of each length.
#[derive(Clone, Debug, Default)]
pub(super) struct LengthCounts(BTreeMap<u32, u64>);

impl LengthCounts {
    pub(super) fn count(&mut self, plies: u32) {
        *self.0.entry(plies).or_default() += 1;
    }

    /// `None` if there are no games.
    pub(super) fn lengths(&self) -> Option<Lengths> {
        let (&least, _) = self.0.first_key_value()?;
        let (&most, _) = self.0.last_key_value()?;
        let games: u64 = self.0.values().sum();
        let total: u64 = self
            .0
            .iter()
            .map(|(&plies, games)| u64::from(plies) * games)
            .sum();
        let percentile = |percent: u64| {
            let rank = (games * percent).div_ceil(100).max(1);
            let mut cumulative = 0;
            let mut lengths = self.0.iter();
            let found = lengths.find(|&(_, games)| {
                cumulative += games;
                cumulative >= rank
            });
            found.map_or(most, |(&plies, _)| plies)
        };
        Some(Lengths {
            total,
            least,
            p10: percentile(10),
            p25: percentile(25),
            median: percentile(50),
            p75: percentile(75),
            p90: percentile(90),
            most,
            mean: (total as f64 / games as f64 * 100.0).round() / 100.0,
        })
    }

    /// The games in bins of a round width, without gaps between the first and the last.
    pub(super) fn bins(&self) -> Vec<Bin> {
        let ends = self.0.first_key_value().zip(self.0.last_key_value());
        let Some(((&least, _), (&most, _))) = ends else {
            return Vec::new();
        };
        let scales = std::iter::successors(Some(1), |scale: &u32| scale.checked_mul(10));
        let mut widths = scales.flat_map(|scale| [scale, scale * 2, scale * 5]);
        let width = widths.find(|width| most / width - least / width < MAX_BINS);
        let width = width.unwrap_or(u32::MAX);
        let mut bins: Vec<Bin> = (least / width..=most / width)
            .map(|bin| Bin {
                from: bin * width,
                to: bin * width + (width - 1),
                records: 0,
            })
            .collect();
        for (&plies, &games) in &self.0 {
            bins[(plies / width - least / width) as usize].records += games;
        }
        bins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(plies: impl IntoIterator<Item = u32>) -> LengthCounts {
        let mut counted = LengthCounts::default();
        plies.into_iter().for_each(|plies| counted.count(plies));
        counted
    }

    #[test]
    fn percentiles_are_lengths_of_games() {
        let lengths = counted(1..=10).lengths().unwrap();
        assert_eq!((lengths.least, lengths.most, lengths.total), (1, 10, 55));
        assert_eq!((lengths.p10, lengths.p25, lengths.median), (1, 3, 5));
        assert_eq!((lengths.p75, lengths.p90), (8, 9));
        assert!((lengths.mean - 5.5).abs() < 1e-9);
        let one = counted([7]).lengths().unwrap();
        assert_eq!((one.p10, one.median, one.p90), (7, 7, 7));
        assert_eq!(counted([]).lengths(), None);
    }

    #[test]
    fn bins_have_round_widths() {
        let bins = |plies: &[u32]| -> Vec<String> {
            let bins = counted(plies.iter().copied()).bins().into_iter();
            bins.map(|bin| format!("{}..{}: {}", bin.from, bin.to, bin.records))
                .collect()
        };
        assert_eq!(bins(&[3, 3, 5]), ["3..3: 2", "4..4: 0", "5..5: 1"]);
        let wide = bins(&[0, 19, 20, 299]);
        assert_eq!(wide.len(), 15);
        assert_eq!(
            (&wide[0][..], &wide[1][..], &wide[14][..]),
            ("0..19: 2", "20..39: 1", "280..299: 1")
        );
        assert_eq!(bins(&[100_000]), ["100000..100000: 1"]);
        assert!(bins(&[0, 100_000]).len() <= 15);
        assert!(bins(&[]).is_empty());
    }
}
