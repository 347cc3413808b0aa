//! The positions of a record as diagrams: with the changes by each ply, its number, the
//! markup of its node, and the illegal ply that follows.

use std::{collections::BTreeMap, rc::Rc};

use super::{
    board_change::BoardChange,
    content::{Diagram, Header, Location, Mark},
    markup::{Dimming, NodeMarkup, RecordHeader, StartMarkup},
    numbering::{NumberedPly, Numbering},
    style::{Style, View},
};
use crate::{
    games::{Color, Move, Piece, Players, Position},
    record::{NodeId, Record},
    verify::{Finding, Options, Severity, Step, Verdict, Visitor, replay},
};

/// What is told of the game above the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeaderDetail {
    /// Nothing.
    #[default]
    Nothing,
    /// The players with their colors, as far as they are named.
    Players,
    /// The players, the event, the date, the komi and the result.
    Everything,
}

/// What is shown besides the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyViewOptions {
    /// The changes by the last ply.
    pub last_ply: bool,
    /// The owner of each region, and the score.
    pub territory: bool,
    /// What stands above the board.
    pub header: HeaderDetail,
    /// Move numbers.
    pub numbering: Option<Numbering>,
}

impl PlyViewOptions {
    fn shown_header<'h>(&self, header: &'h RecordHeader, players: Players) -> Option<Header<'h>> {
        let header = header.header(players);
        match self.header {
            HeaderDetail::Nothing => None,
            HeaderDetail::Players => Some(Header {
                event: None,
                date: None,
                komi: None,
                result: None,
                ..header
            }),
            HeaderDetail::Everything => Some(header),
        }
    }
}

/// A position of a record as a diagram.
#[derive(Debug)]
pub struct PlyView<'s> {
    /// The node.
    pub node: NodeId,
    /// The player and the move in canonical spelling; `None` for the start and for a node
    /// without a move.
    pub mv: Option<(Color, String)>,
    /// Whether the position is that of no earlier node.
    pub is_new: bool,
    /// What the ply has done to the board.
    pub change: &'s BoardChange,
    /// The diagram to draw.
    pub diagram: Diagram<'s>,
    /// The illegal plies that follow.
    pub illegal: &'s [IllegalPly<'s>],
}

/// An illegal ply.
#[derive(Clone, Debug)]
pub struct IllegalPly<'f> {
    /// Its node.
    pub node: NodeId,
    /// The error.
    pub finding: &'f Finding,
    /// The locations that the error concerns.
    pub locations: Vec<Location>,
    /// Whether it begins a variation: another ply follows the position before it in its own line.
    pub begins_variation: bool,
}

impl<'f> IllegalPly<'f> {
    /// The illegal plies of a record, by the node with the position before them.
    pub fn by_node(record: &Record, verdict: &'f Verdict) -> BTreeMap<NodeId, Vec<IllegalPly<'f>>> {
        illegal_plies(record, verdict)
    }

    /// The error, in one line.
    pub fn caption(&self) -> String {
        let message = self.finding.message().replace('`', "");
        format!("{}: {message}", self.summary())
    }

    /// Which ply is illegal.
    pub fn summary(&self) -> String {
        let ply = self.finding.ply.unwrap_or_default();
        let line = if self.begins_variation {
            "variation: "
        } else {
            ""
        };
        format!("{line}ply {ply} is illegal")
    }
}

/// A visitor that makes views of the positions of a record.
pub struct PlyViews<'a, 'r> {
    record: &'a Record<'r>,
    header: RecordHeader<'r>,
    options: PlyViewOptions,
    /// By the node that they follow.
    illegal: BTreeMap<NodeId, Vec<IllegalPly<'a>>>,
    /// The pieces before the next ply.
    before: Vec<Piece>,
    /// The plies so far, if they are numbered.
    plies: BTreeMap<NodeId, PlayedPly>,
    /// The node of the last ply before each node without one, likewise: a great many of these may lie between two plies.
    last_plies: BTreeMap<NodeId, NodeId>,
    /// How many pieces of Black and of White have been captured up to each node by its index, where any have.
    captured_so_far: Vec<[u32; 4]>,
    start_markup: StartMarkup<'r>,
    dimming: Dimming,
    /// Which views are made.
    is_selected: &'a dyn Fn(&Step) -> bool,
    receive: &'a mut dyn FnMut(&PlyView),
}

impl std::fmt::Debug for PlyViews<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("PlyViews")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct PlayedPly {
    ply: u32,
    /// The node of the ply before.
    before: Option<NodeId>,
    written: String,
    change: BoardChange,
}

impl<'a, 'r> PlyViews<'a, 'r> {
    /// Views of a record with this verdict: `receive` gets those of the selected steps.
    pub fn new(
        record: &'a Record<'r>,
        verdict: &'a Verdict,
        options: PlyViewOptions,
        is_selected: &'a dyn Fn(&Step) -> bool,
        receive: &'a mut dyn FnMut(&PlyView),
    ) -> PlyViews<'a, 'r> {
        PlyViews {
            record,
            header: RecordHeader::read(record),
            options,
            illegal: illegal_plies(record, verdict),
            before: Vec::new(),
            plies: BTreeMap::new(),
            last_plies: BTreeMap::new(),
            captured_so_far: Vec::new(),
            start_markup: StartMarkup::new(record),
            dimming: Dimming::new(record),
            is_selected,
            receive,
        }
    }

    /// The markup of a node; at the start that of all nodes before the first move.
    fn markup(&mut self, node: NodeId, position: &Position) -> Rc<NodeMarkup<'r>> {
        let (record, game, size) = (self.record, position.game(), position.size());
        if position.plies() == 0 {
            return self.start_markup.at(record, node, game, size);
        }
        Rc::new(NodeMarkup::read(record, [node], None, game, size))
    }

    /// Counts the pieces that the ply of a node has captured.
    fn count_captured(&mut self, node: NodeId, captured: &[Piece]) {
        let before = self.record.parent(node);
        let before = before.and_then(|before| self.captured_so_far.get(before.index()));
        let mut counts = before.copied().unwrap_or_default();
        for color in captured.iter().filter_map(|piece| piece.color()) {
            counts[color as usize] += 1;
        }
        let index = node.index();
        if counts != [0; 4] && self.captured_so_far.len() <= index {
            self.captured_so_far.resize(index + 1, [0; 4]);
        }
        if let Some(slot) = self.captured_so_far.get_mut(index) {
            *slot = counts;
        }
    }

    /// The node of the last ply up to a node, if plies are numbered.
    fn last_ply(&self, node: NodeId) -> Option<NodeId> {
        let own = self.plies.contains_key(&node).then_some(node);
        own.or_else(|| self.last_plies.get(&node).copied())
    }

    /// Remembers the ply of a node to be numbered, or the last one before a node without one.
    fn remember_ply(&mut self, node: NodeId, played: Option<PlayedPly>) {
        let before = self.record.parent(node);
        let before = before.and_then(|before| self.last_ply(before));
        if let Some(played) = played {
            self.plies.insert(node, PlayedPly { before, ..played });
        } else if let Some(before) = before {
            self.last_plies.insert(node, before);
        }
    }

    /// The plies from the first numbered one to a node.
    fn line(&self, node: NodeId, first: u32) -> Vec<&PlayedPly> {
        let last = self.last_ply(node).and_then(|node| self.plies.get(&node));
        let before = |played: &&PlayedPly| self.plies.get(&played.before?);
        let played = std::iter::successors(last, before);
        let mut line: Vec<&PlayedPly> = played.take_while(|played| played.ply >= first).collect();
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
        let is_selected = (self.is_selected)(step);
        if !is_selected && self.options.numbering.is_none() && !step.captured {
            self.count_captured(node, &[]);
            return;
        }
        let change = step.turn.map(|(_, turn)| {
            let after = position.pieces();
            BoardChange::between(&self.before, &after, turn)
        });
        let captured = change.as_ref().map(|change| &change.captured[..]);
        self.count_captured(node, captured.unwrap_or_default());
        let written = step
            .turn
            .map(|(_, turn)| turn.clone().canonical().to_string());
        if self.options.numbering.is_some() {
            let played = written.as_ref().zip(change.as_ref());
            let played = played.map(|(written, change)| PlayedPly {
                ply: position.plies(),
                before: None,
                written: written.clone(),
                change: change.clone(),
            });
            self.remember_ply(node, played);
        }
        if !is_selected {
            return;
        }
        let mut numbered = None;
        if let Some(numbering) = &self.options.numbering {
            let line = self.line(node, numbering.begin(node));
            let plies = line.into_iter().map(|played| NumberedPly {
                ply: played.ply,
                written: &played.written,
                change: &played.change,
            });
            let plies: Vec<NumberedPly> = plies.collect();
            if !plies.is_empty() {
                numbered = Some(numbering.diagram(&plies, position));
            }
        }
        let change = change.unwrap_or_default();
        // In a numbered diagram the numbers and the list below it tell what the last ply did.
        let is_shown = self.options.last_ply && numbered.is_none();
        let nothing = BoardChange::default();
        let shown = if is_shown { &change } else { &nothing };
        let is_numbered = numbered.is_some();
        let numbered = numbered.unwrap_or_default();
        let markup = self.markup(node, position);
        let mut marks = markup.marks();
        let dimmed = (self.dimming).points(self.record, node, position.game(), position.size());
        marks.extend(dimmed.iter().copied().map(Mark::Dimmed));
        // A start has the node of a move in the root, too.
        let next = position.plies() + 1;
        let illegal = self.illegal.get(&node).map(Vec::as_slice);
        let illegal = illegal.unwrap_or_default();
        let is_next = illegal.iter().all(|ply| ply.finding.ply == Some(next));
        let illegal = if is_next { illegal } else { &[] };
        let wrong: Vec<Location> = illegal
            .iter()
            .flat_map(|ply| ply.locations.iter().copied())
            .collect();
        let caption = illegal.first().map(IllegalPly::caption);
        // The list of a numbered diagram has it.
        let turn = step.turn.filter(|_| is_shown);
        let action = turn.and_then(|(color, turn)| action(color, turn));
        let view = PlyView {
            node,
            mv: step.turn.map(|(color, _)| color).zip(written),
            is_new: step.is_new(),
            change: &change,
            diagram: Diagram {
                pieces: is_numbered.then_some(&numbered.pieces[..]),
                placed: &shown.placed,
                flipped: &shown.flipped,
                captured: &shown.captured,
                captured_so_far: self
                    .captured_so_far
                    .get(node.index())
                    .copied()
                    .unwrap_or_default(),
                illegal: &wrong,
                numbers: &numbered.numbers,
                stretch: numbered.stretch,
                recolored: &numbered.recolored,
                unplaced_moves: &numbered.unplaced_moves,
                captures: &numbered.captures,
                recolorings: &numbered.recolorings,
                covered: &numbered.covered,
                action: action.as_deref(),
                marks: &marks,
                territory: self.options.territory,
                header: self.options.shown_header(&self.header, position.players()),
                caption: caption.as_deref(),
                ..Diagram::new(position)
            },
            illegal,
        };
        (self.receive)(&view);
    }
}

impl Style {
    /// The same style with room for the highest level of a game, if the view depends on it.
    #[must_use]
    pub fn with_levels_of(self, record: &Record, options: &Options) -> Style {
        let mut min_levels = self.min_levels;
        let mut visit = |step: &Step| {
            let levels = step.position.pieces().into_iter().map(|piece| match piece {
                Piece::Marble(_, level, _) => level,
                _ => 0,
            });
            min_levels = min_levels.max(levels.max().unwrap_or(0));
        };
        if self.view != View::Top {
            replay(record, options, &mut visit);
        }
        Style { min_levels, ..self }
    }
}

/// What a ply that puts nothing on the board has done.
fn action(color: Color, turn: &Move) -> Option<String> {
    let what = match turn {
        Move::Pass => "has passed",
        Move::Button => "has taken the button",
        Move::Swap => "has swapped",
        _ => return None,
    };
    Some(format!("{} {what}", color.name()))
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
        // A node without a move has no position of its own, unless it belongs to the start.
        let parent = record.parent(node).unwrap_or(node);
        let mut before = std::iter::successors(Some(parent), |&node| record.parent(node));
        let has_move = |node: &NodeId| {
            let earlier = record.parent(*node).map_or(0, |node| record.plies(node));
            record.plies(*node) > earlier
        };
        let before = before.find(has_move).unwrap_or(parent);
        plies.entry(before).or_default().push(IllegalPly {
            node,
            finding,
            locations,
            begins_variation: begins_variation(record, before, node),
        });
    }
    // That of the line itself comes first.
    for illegal in plies.values_mut() {
        illegal.sort_by_key(|ply| ply.begins_variation);
    }
    plies
}

/// Whether a node leaves the line that goes on from a node before it.
fn begins_variation(record: &Record, before: NodeId, node: NodeId) -> bool {
    let up = std::iter::successors(Some(node), |&node| record.parent(node));
    let mut up = up.take_while(|&node| node != before);
    up.any(|node| {
        let parent = record.parent(node);
        parent.is_some_and(|parent| record.children(parent).next() != Some(node))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{diagram::Mark, games::Point, verify};

    /// A description of each view.
    fn descriptions(
        text: &str,
        options: &PlyViewOptions,
        describe: impl Fn(&PlyView) -> String,
    ) -> Vec<String> {
        let record = crate::record::read(text).next().unwrap();
        let verify_options = verify::Options {
            variations: true,
            ..verify::Options::default()
        };
        let verdict = verify::verify(&record, &verify_options);
        let mut descriptions = Vec::new();
        let mut receive = |view: &PlyView| descriptions.push(describe(view));
        let mut views = PlyViews::new(&record, &verdict, options.clone(), &|_| true, &mut receive);
        verify::replay(&record, &verify_options, &mut views);
        descriptions
    }

    #[test]
    fn every_node_has_a_view_with_its_ply_and_markup() {
        let text =
            "(;GM[ugo]SZ[3]RE[?]TR[a1];B[a1]MA[b2];C[a pause]CR[c3];W[b1](;B[c1])(;B[b2]LB[a1:x]))";
        let describe = |view: &PlyView| {
            let mv = view.mv.as_ref().map_or("", |(_, mv)| mv.as_str());
            format!(
                "{} {mv} {} {}",
                view.node.index(),
                view.is_new,
                view.diagram.marks.len()
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
        let mut actual = descriptions(text, &options, describe);
        actual.sort();
        let mut expected = expected.map(str::to_owned);
        expected.sort();
        assert_eq!(actual, expected);
    }

    #[test]
    fn an_illegal_ply_is_described_at_the_position_before_it() {
        let text = "(;GM[ugo]SZ[3]PB[Ann];B[a1];W[a1])";
        let options = PlyViewOptions {
            header: HeaderDetail::Everything,
            ..PlyViewOptions::default()
        };
        let actual = descriptions(text, &options, |view| {
            let diagram = view.diagram;
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
            actual,
            [
                "0 ",
                "1 ply 2 is illegal: a1 is not empty: Black's stone is there"
            ]
        );
    }

    #[test]
    fn illegal_plies_of_all_variations_are_known() {
        let text = "(;GM[ugo]SZ[3]RE[?];B[a1](;W[a2];B[b1])(;W[a1])(;W[z9]))";
        let record = crate::record::read(text).next().unwrap();
        let options = verify::Options {
            variations: true,
            ..verify::Options::default()
        };
        let verdict = verify::verify(&record, &options);
        let illegal = IllegalPly::by_node(&record, &verdict);
        let plies = illegal
            .iter()
            .flat_map(|(node, plies)| plies.iter().map(|ply| (node.index(), ply)));
        let captions: Vec<String> = plies
            .map(|(node, ply)| format!("{node} {}", ply.caption()))
            .collect();
        assert_eq!(captions.len(), 2, "{captions:?}");
        assert!(
            captions[0].starts_with("1 variation: ply 2 is illegal: a1 is not empty"),
            "{captions:?}"
        );
    }

    /// Nodes without a move between two plies hide no error.
    #[test]
    fn an_illegal_ply_is_marked_behind_nodes_without_a_move() {
        for text in [
            "(;GM[ugo]SZ[3]RE[?];B[a1];W[a1])",
            "(;GM[ugo]SZ[3]RE[?];B[a1];C[x];;W[a1])",
            "(;GM[ugo]SZ[3]RE[?]B[a1];C[x];W[a1])",
            "(;GM[ugo]SZ[3]RE[?];C[x];B[a1];C[x](;W[a1])(;W[b1]))",
        ] {
            let illegal = descriptions(text, &PlyViewOptions::default(), |view| {
                let plies = view.illegal.iter().map(IllegalPly::caption);
                plies.collect::<Vec<_>>().join(" ")
            });
            let captions: Vec<&String> = illegal.iter().filter(|told| !told.is_empty()).collect();
            assert_eq!(captions.len(), 1, "{text}: {illegal:?}");
            assert!(
                captions[0].contains("ply 2 is illegal"),
                "{text}: {illegal:?}"
            );
        }
        let start = "(;GM[ugo]SZ[3]RE[?];AB[a1];C[x];W[a1])";
        let illegal = descriptions(start, &PlyViewOptions::default(), |view| {
            view.illegal.len().to_string()
        });
        assert_eq!(illegal, ["1"]);
    }

    /// What is legal in the line that is shown must not look illegal.
    #[test]
    fn an_illegal_ply_of_a_variation_is_told_as_one() {
        for (plies, expected) in [
            ("(;W[a2])(;W[a1])", "variation: ply 2 is illegal"),
            ("(;C[x](;W[a2])(;W[a1]))", "variation: ply 2 is illegal"),
            ("(;W[a1])(;W[a2])", "ply 2 is illegal"),
            ("(;C[x];W[a1])(;W[a1])", "ply 2 is illegal"),
        ] {
            let text = format!("(;GM[ugo]SZ[3]RE[?];B[a1]{plies})");
            let told = descriptions(&text, &PlyViewOptions::default(), |view| {
                let captions = view.diagram.caption.unwrap_or_default();
                format!("{captions}|{}", view.summary())
            });
            let told: Vec<&String> = told
                .iter()
                .filter(|told| told.contains("illegal"))
                .collect();
            assert_eq!(told.len(), 1, "{plies}: {told:?}");
            let (caption, summary) = told[0].split_once('|').unwrap();
            assert!(
                caption.starts_with(&format!("{expected}:")),
                "{plies}: {caption}"
            );
            assert!(
                summary.ends_with(&format!(" · {expected}")),
                "{plies}: {summary}"
            );
        }
    }

    #[test]
    fn numbered_plies_are_those_of_the_line() {
        let text =
            "(;GM[ugo]SZ[5]RE[?];C[x];B[a1];C[y](;W[b1];C[z](;B[c1])(;C[v]))(;;;W[d1];B[e1]))";
        let options = PlyViewOptions {
            numbering: Some(Numbering::default()),
            ..PlyViewOptions::default()
        };
        let mut actual = descriptions(text, &options, |view| {
            let numbers = view.diagram.numbers.iter();
            let numbers: Vec<String> = numbers.map(|number| number.number.to_string()).collect();
            format!("{} {}", view.node.index(), numbers.join(" "))
        });
        actual.sort();
        let expected = ["1 ", "10 1 2", "11 1 2 3", "2 1", "3 1", "4 1 2", "5 1 2"];
        assert_eq!(actual[..7], expected, "{actual:?}");
    }

    #[test]
    fn the_start_has_the_markup_of_all_nodes_before_it() {
        let text = "(;GM[ugo]SZ[3]RE[?]TR[a1];AB[b2]MA[b2];B[a1])";
        let actual = descriptions(text, &PlyViewOptions::default(), |view| {
            let marks = view.diagram.marks;
            let c = Mark::Cross(Point::new(2, 2).into());
            format!("{} {}", marks.len(), marks.contains(&c))
        });
        assert_eq!(actual, ["2 true", "0 false"]);
    }

    #[test]
    fn starts_that_share_nodes_have_their_markup() {
        let count = |view: &PlyView| view.diagram.marks.len().to_string();
        let counts = |text: &str| descriptions(text, &PlyViewOptions::default(), count).join(" ");
        let text = "(;GM[ugo]SZ[3]RE[?]TR[a1](;C[x](;TR[a2])(;C[y])(;SQ[a1]CR[c3];B[a1]TR[b2]))(;LB[a1:x]TR[a1]))";
        assert_eq!(counts(text), "2 1 2 3 1");
        // Only the nearest of a great many, so that each start takes little time.
        let nodes: String = (0..150)
            .map(|number| {
                let column = char::from(b'a' + number % 15);
                format!(";TR[{column}{}]C[x]", 1 + number / 15)
            })
            .collect();
        let text = format!("(;GM[ugo]SZ[15]RE[?]{nodes};C[x];B[o15])");
        assert_eq!(counts(&text), "100 0");
    }
}
