//! The positions of a record as subjects of diagrams: what each ply did, its number,
//! the signs of its node, and the illegal ply that would follow.

use std::collections::BTreeMap;

use super::{
    board_change::BoardChange,
    content::{Diagram, Location},
    markup::{NodeMarkup, RecordHeader},
    numbering::{MoveNumbers, NumberedPly, Numbering},
    style::{Style, View},
};
use crate::{
    games::{Color, Piece, Position},
    record::{NodeId, Record},
    verify::{Finding, Options, Severity, Step, Verdict, Visitor, replay},
};

/// What is shown beside the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyViewOptions {
    /// What the last ply did.
    pub last_ply: bool,
    /// Who owns which region, and the score.
    pub territory: bool,
    /// Who plays, where, and how it ended.
    pub header: bool,
    /// Move numbers.
    pub numbering: Option<Numbering>,
}

/// A position of a record as a diagram of a diagram.
#[derive(Debug)]
pub struct PlyView<'s> {
    /// The node.
    pub node: NodeId,
    /// The player and the ply in canonical spelling; `None` for the start, and for a node
    /// without a ply.
    pub mv: Option<(Color, String)>,
    /// Whether the position has not been shown before.
    pub is_new: bool,
    /// What is to be drawn.
    pub diagram: Diagram<'s>,
    /// The illegal plies that the record goes on with.
    pub illegal: &'s [IllegalPly<'s>],
}

/// An illegal ply.
#[derive(Clone, Debug)]
pub struct IllegalPly<'f> {
    /// Its node.
    pub node: NodeId,
    /// What is wrong with it.
    pub finding: &'f Finding,
    /// The places it concerns.
    pub locations: Vec<Location>,
}

impl IllegalPly<'_> {
    /// What is wrong, in a line.
    pub fn caption(&self) -> String {
        let ply = self.finding.ply.unwrap_or_default();
        format!("ply {ply} is illegal: {}", self.finding.message())
    }
}

/// Makes shots of what is seen.
pub struct PlyViews<'a, 'r> {
    record: &'a Record<'r>,
    heading: RecordHeader<'r>,
    options: PlyViewOptions,
    /// By the node after which they come.
    illegal: BTreeMap<NodeId, Vec<IllegalPly<'a>>>,
    /// The pieces before the ply that comes.
    before: Vec<Piece>,
    /// The plies so far, if they are numbered.
    plies: BTreeMap<NodeId, Played>,
    /// Which are made.
    wants: &'a dyn Fn(&Step) -> bool,
    take: &'a mut dyn FnMut(&PlyView),
}

impl std::fmt::Debug for PlyViews<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("PlyViews")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Played {
    ply: u32,
    written: String,
    change: BoardChange,
}

impl<'a, 'r> PlyViews<'a, 'r> {
    /// Views of a record with this verdict: `take` gets those of
    /// the steps that are wanted.
    pub fn new(
        record: &'a Record<'r>,
        verdict: &'a Verdict,
        options: PlyViewOptions,
        wants: &'a dyn Fn(&Step) -> bool,
        take: &'a mut dyn FnMut(&PlyView),
    ) -> PlyViews<'a, 'r> {
        PlyViews {
            record,
            heading: RecordHeader::read(record),
            options,
            illegal: illegal_plies(record, verdict),
            before: Vec::new(),
            plies: BTreeMap::new(),
            wants,
            take,
        }
    }

    /// The signs of a node; of the start those of all nodes before the first move.
    fn markup(&self, node: NodeId, position: &Position) -> NodeMarkup<'r> {
        let before = |node: &NodeId| self.record.parent(*node);
        let nodes = std::iter::successors(Some(node), before);
        let count = if position.plies() == 0 { usize::MAX } else { 1 };
        NodeMarkup::read(
            self.record,
            nodes.take(count),
            position.game(),
            position.size(),
        )
    }

    /// The plies from the first numbered one to a node.
    fn line(&self, node: NodeId, first: u32) -> Vec<&Played> {
        let before = |node: &NodeId| self.record.parent(*node);
        let played = std::iter::successors(Some(node), before);
        let played = played.filter_map(|node| self.plies.get(&node));
        let mut line: Vec<&Played> = played.take_while(|played| played.ply >= first).collect();
        line.reverse();
        line
    }
}

impl Visitor for PlyViews<'_, '_> {
    fn before(&mut self, position: &Position) {
        self.before = position.pieces();
    }

    fn visit(&mut self, step: &Step) {
        let (node, position) = (step.node, step.position);
        let wanted = (self.wants)(step);
        if !wanted && self.options.numbering.is_none() {
            return;
        }
        let change = step.turn.map(|(_, turn)| {
            let after = position.pieces();
            BoardChange::between(&self.before, &after, turn)
        });
        let written = step
            .turn
            .map(|(_, turn)| turn.clone().canonical().to_string());
        let mut numbers = MoveNumbers::default();
        if let Some(numbering) = &self.options.numbering {
            if let (Some(written), Some(change)) = (&written, &change) {
                let played = Played {
                    ply: position.plies(),
                    written: written.clone(),
                    change: change.clone(),
                };
                self.plies.insert(node, played);
            }
            if !wanted {
                return;
            }
            let line = self.line(node, numbering.begin(position.plies()));
            let plies = line.into_iter().map(|played| NumberedPly {
                ply: played.ply,
                written: &played.written,
                change: &played.change,
            });
            numbers = numbering.number(plies, position);
        }
        let mut change = change.unwrap_or_default();
        if !self.options.last_ply {
            change = BoardChange::default();
        }
        for piece in &numbers.captured {
            if !change.captured.contains(piece) {
                change.captured.push(*piece);
            }
        }
        let markup = self.markup(node, position);
        let illegal = self
            .illegal
            .get(&node)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let wrong: Vec<Location> = illegal
            .iter()
            .flat_map(|ply| ply.locations.iter().copied())
            .collect();
        let caption = illegal.first().map(IllegalPly::caption);
        let shot = PlyView {
            node,
            mv: step.turn.map(|(color, _)| color).zip(written),
            is_new: step.is_new(),
            diagram: Diagram {
                placed: &change.placed,
                flipped: &change.flipped,
                captured: &change.captured,
                illegal: &wrong,
                numbers: &numbers.numbers,
                unplaced_moves: &numbers.unplaced_moves,
                marks: &markup.marks(),
                territory: self.options.territory,
                header: self.options.header.then(|| self.heading.header()),
                caption: caption.as_deref(),
                ..Diagram::new(position)
            },
            illegal,
        };
        (self.take)(&shot);
    }
}

impl Style {
    /// The same with room for the highest level of a game, where that makes a difference.
    #[must_use]
    pub fn steady(self, record: &Record, options: &Options) -> Style {
        let mut min_levels = self.min_levels;
        let mut see = |step: &Step| {
            let levels = step.position.pieces().into_iter().map(|piece| match piece {
                Piece::Marble(_, level, _) => level,
                _ => 0,
            });
            min_levels = min_levels.max(levels.max().unwrap_or(0));
        };
        if self.view == View::Iso {
            replay(record, options, &mut see);
        }
        Style { min_levels, ..self }
    }
}

/// The illegal plies by the node with the position before them.
fn illegal_plies<'f>(
    record: &Record,
    verdict: &'f Verdict,
) -> BTreeMap<NodeId, Vec<IllegalPly<'f>>> {
    let mut plies: BTreeMap<NodeId, Vec<IllegalPly>> = BTreeMap::new();
    for finding in &verdict.findings {
        if finding.ply.is_none() || finding.code().severity() != Severity::Error {
            continue;
        }
        let node = record.node_at(finding.span.start);
        let marks = finding.board.iter().flat_map(|board| &board.marks);
        let mut locations: Vec<Location> = marks.copied().map(Location::from).collect();
        locations.sort();
        locations.dedup();
        let illegal = IllegalPly {
            node,
            finding,
            locations,
        };
        // Nodes without a ply may stand between.
        let before = record.parent(node).unwrap_or(node);
        plies.entry(before).or_default().push(illegal);
    }
    plies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagram::{Header, Mark},
        games::Point,
        verify,
    };

    /// What is told of each shot.
    fn shots(
        text: &str,
        options: &PlyViewOptions,
        tell: impl Fn(&PlyView) -> String,
    ) -> Vec<String> {
        let record = crate::record::read(text).next().unwrap();
        let judging = verify::Options {
            variations: true,
            ..verify::Options::default()
        };
        let verdict = verify::verify(&record, &judging);
        let mut told = Vec::new();
        let mut take = |shot: &PlyView| told.push(tell(shot));
        let mut shots = PlyViews::new(&record, &verdict, options.clone(), &|_| true, &mut take);
        verify::replay(&record, &judging, &mut shots);
        told
    }

    #[test]
    fn every_node_is_shown_with_its_ply_and_its_signs() {
        let text =
            "(;GM[ugo]SZ[3]RE[?]TR[a1];B[a1]MA[b2];C[a pause]CR[c3];W[b1](;B[c1])(;B[b2]LB[a1:x]))";
        let tell = |shot: &PlyView| {
            let turn = shot.mv.as_ref().map_or("", |(_, turn)| turn.as_str());
            format!(
                "{} {turn} {} {}",
                shot.node.index(),
                shot.is_new,
                shot.diagram.marks.len()
            )
        };
        let options = PlyViewOptions {
            last_ply: true,
            ..PlyViewOptions::default()
        };
        let expected = [
            "0  true 1",
            "1 a1 true 1",
            "2  false 1",
            "3 b1 true 0",
            "5 b2 true 1",
            "4 c1 true 0",
        ];
        let mut told = shots(text, &options, tell);
        told.sort();
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        assert_eq!(told, expected);
    }

    #[test]
    fn an_illegal_ply_is_told_where_it_would_be_played() {
        let text = "(;GM[ugo]SZ[3]PB[Ann];B[a1];W[a1])";
        let options = PlyViewOptions {
            header: true,
            ..PlyViewOptions::default()
        };
        let told = shots(text, &options, |shot| {
            let diagram = shot.diagram;
            assert_eq!(
                diagram.header.map(|header: Header| header.black),
                Some(Some("Ann"))
            );
            format!(
                "{:?} {}",
                diagram.illegal.len(),
                diagram.caption.unwrap_or("")
            )
        });
        assert_eq!(
            told,
            [
                "0 ",
                "1 ply 2 is illegal: a1 is not empty: Black's stone is there"
            ]
        );
    }

    #[test]
    fn the_start_has_the_signs_of_all_nodes_before_it() {
        let text = "(;GM[ugo]SZ[3]RE[?]TR[a1];AB[b2]MA[b2];B[a1])";
        let told = shots(text, &PlyViewOptions::default(), |shot| {
            let marks = shot.diagram.marks;
            let c = Mark::Cross(Point::new(2, 2).into());
            format!("{} {}", marks.len(), marks.contains(&c))
        });
        assert_eq!(told, ["2 true", "0 false"]);
    }
}
