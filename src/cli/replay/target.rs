//! What all formats of positions have in common.

use super::{options::ReplayOptions, ply_plan::PlyPlan, select::Select};
use crate::{
    cli::{
        error::{CliError, NoSuchPly, ReplayError},
        ply_selector::PlySelector,
    },
    diagram::VerifiedRecord,
    report::RecordReport,
};

/// Writes positions in one format.
pub(super) trait FormatTarget {
    /// Writes the positions of a record.
    fn write(&mut self, record: &ReplayedRecord) -> Result<(), ReplayError>;

    /// Completes the output.
    fn finish(self: Box<Self>) -> Result<(), CliError>;
}

/// A record to be replayed.
pub(super) struct ReplayedRecord<'a, 'r> {
    pub(super) report: &'a RecordReport,
    pub(super) verified: VerifiedRecord<'a, 'r>,
    /// A number with as many digits as that of the last record of the source.
    pub(super) last: usize,
}

impl<'a, 'r> ReplayedRecord<'a, 'r> {
    /// The number of the record in its source, with as many digits as the last one.
    pub(super) fn number(&self) -> String {
        let digits = self.last.to_string().len();
        format!("{:0digits$}", self.report.index)
    }

    /// Which positions of this record are written.
    pub(super) fn plan(&self, options: &ReplayOptions) -> Result<PlyPlan<'a, 'r>, ReplayError> {
        self.check_numbers(options)?;
        self.check_crop(options)?;
        PlyPlan::new(&self.verified, self.select(options), options.step)
    }

    /// Numbers that begin behind the last ply would be on no board. All numbers of an empty game are none.
    fn check_numbers(&self, options: &ReplayOptions) -> Result<(), NoSuchPly> {
        let last = self.verified.verdict.plies;
        let first = options.diagram.first_numbered().unwrap_or(1);
        let is_missing = first > last.max(1) && !self.verified.options.variations;
        if is_missing {
            return Err(NoSuchPly { ply: first, last });
        }
        Ok(())
    }

    /// Fails where the part to be drawn has no point of the board.
    pub(super) fn check_crop(&self, options: &ReplayOptions) -> Result<(), ReplayError> {
        let verdict = self.verified.verdict;
        match verdict.game.zip(verdict.size) {
            Some((game, size)) if !options.diagram.crop().shows_points(game, size) => {
                Err(ReplayError::CropOffBoard(size))
            }
            _ => Ok(()),
        }
    }

    /// By default a numbered diagram ends with the last numbered ply of the main line.
    fn select(&self, options: &ReplayOptions) -> Select {
        let last = options.diagram.last_numbered();
        let last = last.filter(|_| options.at.is_none() && !self.verified.options.variations);
        match last {
            Some(ply) if ply < self.verified.verdict.plies => Select::Single(PlySelector::Ply(ply)),
            _ => options.select(),
        }
    }
}
