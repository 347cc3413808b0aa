//! Whole records: an animation or a page each, or a book of all.

use super::{
    Format, Item, Replay, Target,
    gallery::Gallery,
    plan::{Place, Plan},
    select::Select,
};
use crate::{
    cli::exit::Failure,
    diagram::{
        Animation, ImageError, InitialPosition, PlyView, PlyViewOptions, Style, html_viewer, scene,
        svg,
    },
};

/// A file for each record.
pub(super) struct Records<'r> {
    replay: &'r Replay,
    style: Style,
    gallery: Gallery<'r>,
}

impl<'r> Records<'r> {
    pub(super) fn open(replay: &'r Replay) -> Result<Records<'r>, Failure> {
        let format = replay.format;
        let output = replay.giving.output.as_deref();
        Ok(Records {
            replay,
            style: replay.look.style(format),
            gallery: Gallery::open(output, false, format == Format::Gif, format.name())?,
        })
    }

    fn page(&self, item: &Item) -> Result<Option<String>, String> {
        let opening = match self.replay.at {
            None => InitialPosition::Start,
            Some(select) => InitialPosition::Ply(*select.of(item.reel.verdict.plies)?.start()),
        };
        let page = html_viewer(&item.reel, &self.style, &self.replay.look.shots(), opening);
        page.map(Some).map_err(|error| error.to_string())
    }

    /// The frames of a record: the last one first, which settles size and colors, then all.
    fn animation(&self, item: &Item) -> Result<Result<Option<Vec<u8>>, String>, Failure> {
        let plan = match item.plan(self.replay) {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(Ok(None)),
            Err(reason) => return Ok(Err(reason)),
        };
        // Nothing below the board, so that all frames are alike.
        let shots = PlyViewOptions {
            numbering: None,
            ..self.replay.look.shots()
        };
        let reel = &item.reel;
        let style = self.style.steady(reel.record, reel.options);
        let frame = |shot: &PlyView| {
            let mut diagram = shot.diagram;
            diagram.caption = None;
            svg(&scene(&diagram, &style), &style)
        };
        let mut make = |shot: &PlyView, _: &Place| Ok(frame(shot));
        let mut sample = None;
        let Ok(Some(end)) = Plan::new(&item.reel, Select::END, 1) else {
            return Ok(Ok(None));
        };
        end.shots(&item.reel, shots.clone(), &mut make, &mut |svg| {
            sample = Some(svg);
            Ok(())
        })?;
        let Some(sample) = sample else {
            return Ok(Ok(None));
        };
        let refused = |error: ImageError| Failure::refused(error.to_string());
        let scale = self.replay.look.scale();
        let mut animation = Animation::new(Vec::new(), &sample, scale).map_err(refused)?;
        let delay = self.replay.look.delay();
        let mut held: Option<String> = None;
        let mut give = |svg: String| match held.replace(svg) {
            Some(before) => animation.push(&before, delay).map_err(refused),
            None => Ok(()),
        };
        plan.shots(&item.reel, shots, &mut make, &mut give)?;
        // The last position stays for a while.
        if let Some(last) = held {
            animation
                .push(&last, delay.saturating_mul(4))
                .map_err(refused)?;
        }
        animation
            .finish()
            .map(|bytes| Ok(Some(bytes)))
            .map_err(refused)
    }
}

impl Target for Records<'_> {
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure> {
        let made = match self.replay.format {
            Format::Html => self.page(item).map(|page| page.map(String::into_bytes)),
            _ => self.animation(item)?,
        };
        let bytes = match made {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Ok(())),
            Err(reason) => return Ok(Err(reason)),
        };
        let stem = self.gallery.stem(&item.judged.source);
        let name = format!("{stem}-{}.{}", item.number(), self.replay.format.name());
        self.gallery.add(name, bytes).map(Ok)
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        self.gallery.finish()
    }
}
