//! Positions as boards of letters and signs.

use super::{Item, Replay, Target, look::Look, plan::Place};
use crate::{
    cli::{exit::Failure, output::Output},
    diagram::{Diagram, PlyView, TextOptions, text},
    record::safe,
};

/// Boards, one below the other.
pub(super) struct Words<'r> {
    replay: &'r Replay,
    output: Output,
    color: bool,
    /// Whether a board has been written.
    begun: bool,
}

impl<'r> Words<'r> {
    pub(super) fn open(replay: &'r Replay) -> Result<Words<'r>, Failure> {
        let output = Output::open(replay.giving.output.as_deref())?;
        Ok(Words {
            replay,
            color: replay.giving.color.decide(output.is_terminal),
            output,
            begun: false,
        })
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        if self.begun {
            self.output.write("\n")?;
        }
        self.begun = true;
        self.output.write(text)
    }
}

impl Target for Words<'_> {
    fn show(&mut self, item: &Item) -> Result<Result<(), String>, Failure> {
        let (source, index) = (safe(&item.judged.source), item.judged.index);
        let plan = match item.plan(self.replay) {
            Ok(Some(plan)) => plan,
            Ok(None) => {
                let text = format!("{source}, record {index}: it cannot be played\n");
                return self.write(&text).map(Ok);
            }
            Err(reason) => return Ok(Err(reason)),
        };
        let look: &Look = &self.replay.look;
        let color = self.color;
        let mut make = |shot: &PlyView, place: &Place| {
            let heading = format!("{source}, record {index}, {}\n", in_words(place));
            Ok(heading + &board(shot, look, color))
        };
        let mut give = |text: String| self.write(&text);
        plan.shots(&item.reel, look.shots(), &mut make, &mut give)
            .map(Ok)
    }

    fn finish(mut self: Box<Self>) -> Result<(), Failure> {
        self.output.finish()
    }
}

/// `after ply 57 of variation 2.1: B d4`.
fn in_words(place: &Place) -> String {
    let variation = place.variation.as_ref();
    let variation = variation.map_or(String::new(), |name| format!(" of variation {name}"));
    match &place.turn {
        Some((color, turn)) => format!(
            "after ply {}{variation}: {} {turn}",
            place.ply,
            color.letter()
        ),
        None => format!("at the start{variation}"),
    }
}

fn board(shot: &PlyView, look: &Look, color: bool) -> String {
    let score = shot
        .diagram
        .territory
        .then(|| shot.diagram.position.score())
        .flatten();
    let score = score.map(|score| format!("score: Black {}, White {}", score.black, score.white));
    let notes = score
        .into_iter()
        .chain(shot.diagram.caption.map(str::to_owned));
    let notes = notes.collect::<Vec<String>>().join("\n");
    let diagram = Diagram {
        caption: Some(&notes),
        ..shot.diagram
    };
    let options = TextOptions {
        ascii: look.ascii(),
        color,
        levels: look.levels(),
        ..TextOptions::default()
    };
    text(&diagram, &options)
}
