//! Positions as pictures: a file each.

use rayon::prelude::*;

use super::{Format, Item, Replay, Target, gallery::Gallery, plan::Place};
use crate::{
    cli::{exit::Failure, run::Jobs},
    diagram::{PlyView, Style, png, scene, svg},
};

/// Pictures drawn together.
const BATCH: usize = 32;

/// Pictures, a file each: of lines and shapes, or of dots.
pub(super) struct Pictures<'r> {
    replay: &'r Replay,
    style: Style,
    gallery: Gallery<'r>,
    /// Images by name that are still to be drawn as dots.
    waiting: Vec<(String, String)>,
}

impl<'r> Pictures<'r> {
    pub(super) fn open(replay: &'r Replay, many: bool) -> Result<Pictures<'r>, Failure> {
        let format = replay.format;
        let output = replay.giving.output.as_deref();
        let gallery = Gallery::open(output, many, format == Format::Png, format.name())?;
        Ok(Pictures {
            replay,
            style: replay.look.style(format),
            gallery,
            waiting: Vec::new(),
        })
    }
}

impl Target for Pictures<'_> {
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure> {
        let plan = match item.plan(self.replay) {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(Ok(())),
            Err(reason) => return Ok(Err(reason)),
        };
        let stem = self.gallery.stem(&item.judged.source);
        let format = self.replay.format;
        let style = self.style;
        let shots = self.replay.look.shots();
        let mut make = |shot: &PlyView, place: &Place| {
            let number = number(item, place, plan.last);
            let name = format!("{stem}-{number}.{}", format.name());
            Ok((name, svg(&scene(&shot.diagram, &style), &style)))
        };
        let mut give = |(name, svg): (String, String)| {
            if format == Format::Svg {
                return self.gallery.add(name, svg.into_bytes());
            }
            self.waiting.push((name, svg));
            if self.waiting.len() < BATCH {
                return Ok(());
            }
            self.draw()
        };
        plan.shots(&item.reel, shots, &mut make, &mut give).map(Ok)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.draw()?;
        self.gallery.finish()
    }
}

impl Pictures<'_> {
    /// Draws what waits, on all processors.
    fn draw(&mut self) -> Result<(), Failure> {
        let scale = self.replay.look.scale();
        let waiting = std::mem::take(&mut self.waiting);
        let draw = |(name, svg): (String, String)| {
            let png = png(&svg, scale).map_err(|error| Failure::refused(error.to_string()))?;
            Ok((name, png))
        };
        let jobs: &Jobs = &self.replay.jobs;
        let drawn: Vec<Result<(String, Vec<u8>), Failure>> = jobs
            .pool()?
            .install(|| waiting.into_par_iter().map(draw).collect());
        for picture in drawn {
            let (name, png) = picture?;
            self.gallery.add(name, png)?;
        }
        Ok(())
    }
}

/// The numbers in a file name, with so many digits that names sort as positions do:
/// record, ply, and off the main line the variation.
fn number(item: &Item, place: &Place, last: u32) -> String {
    let plies = last.to_string().len().max(4);
    let variation = match &place.variation {
        None => String::new(),
        Some(name) if name.len() <= 40 => format!("-v{name}"),
        Some(_) => format!("-node{}", place.node.index()),
    };
    format!("{}-{:0plies$}{variation}", item.number(), place.ply)
}
