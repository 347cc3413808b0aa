//! A position for the board and the panel beside it.

use kifu::{
    diagram::{
        BoardChange, Corner, Diagram, ImageSize, Location, MoveNumber, NodeMarkup, PositionState,
        Style, Theme, View, scene, svg, svg_axes,
    },
    editor::{GameTree, NodeIndex, Session, Standing},
    games::{Piece, Position},
    record::{NodeId, read},
};
use serde::{Deserialize, Serialize};

/// How a position is to be shown.
#[derive(Deserialize)]
#[serde(default)]
pub(crate) struct ViewOptions {
    theme: String,
    view: String,
    coordinates: bool,
    last: bool,
    territory: bool,
    /// Whether pieces bear the plies that have placed them.
    pub(crate) numbers: bool,
    /// Of a pyramid: the corner from which it is seen, counted to the right.
    corner: usize,
    /// Whether the image stands alone, with the players and the status.
    whole: bool,
    size: u32,
}

impl Default for ViewOptions {
    fn default() -> Self {
        ViewOptions {
            theme: "wood".to_owned(),
            view: "top".to_owned(),
            coordinates: true,
            last: true,
            territory: false,
            numbers: false,
            corner: 0,
            whole: false,
            size: 640,
        }
    }
}

impl ViewOptions {
    fn style(&self) -> Style {
        let mut themes = Theme::ALL.into_iter();
        Style {
            theme: themes
                .find(|theme| theme.name() == self.theme)
                .unwrap_or_default(),
            coordinates: self.coordinates,
            size: ImageSize::Board(self.size.clamp(64, 4096)),
            status: self.whole,
            // While a ply is being chosen, the board must stay where it is.
            still: self.whole,
            view: match self.view.as_str() {
                "iso" => View::Iso,
                "exploded" => View::Exploded,
                _ => View::Top,
            },
            corner: Corner::ALL[self.corner % Corner::ALL.len()],
            ..Style::default()
        }
    }
}

/// A piece in words.
#[derive(Serialize)]
struct PieceData {
    owner: char,
    written: String,
    at: String,
}

/// A position.
#[derive(Serialize)]
pub(crate) struct ViewData {
    node: NodeIndex,
    svg: String,
    title: String,
    /// Where column 1 and row 1, the next column, and the next row are in the image.
    axes: Option<[[String; 2]; 3]>,
    to_move: Option<char>,
    status: String,
    /// Whether the game is over.
    over: bool,
    score: Option<Vec<String>>,
    final_score: String,
    button: Option<char>,
    grown: bool,
    pairs: Option<Vec<String>>,
    pieces: Vec<PieceData>,
    captured: [u32; 4],
    illegal: bool,
    /// Whether the position is that before an illegal ply.
    behind: bool,
    comment: String,
    /// The move at the cursor, in canonical spelling.
    #[serde(rename = "move")]
    mv: Option<String>,
}

fn pieces(pieces: &[Piece]) -> Vec<PieceData> {
    let piece = |&piece: &Piece| PieceData {
        owner: piece.color().map_or('S', kifu::games::Color::letter),
        written: piece.to_string(),
        at: Location::from(piece).to_string(),
    };
    pieces.iter().map(piece).collect()
}

/// The nearest node from this one up to the root that has `DD`.
fn dimming(tree: &GameTree, node: NodeIndex) -> Option<NodeIndex> {
    let has_own = |node: &NodeIndex| {
        let mut properties = tree.node(*node).properties.iter();
        properties.any(|property| property.letters == "DD")
    };
    std::iter::successors(Some(node), |&node| tree.node(node).parent).find(has_own)
}

/// The numbers of pieces that are seen: from above only the highest marble at a point. None while points are chosen.
fn shown_numbers(
    unfinished: &Unfinished,
    options: &ViewOptions,
    pieces: &[Piece],
) -> Vec<MoveNumber> {
    let locations: Vec<Location> = pieces.iter().copied().map(Location::from).collect();
    let is_seen = |number: &&MoveNumber| {
        let own = number.location;
        let is_below = |other: &&Location| other.point == own.point && other.level > own.level;
        options.view == "exploded" || !locations.iter().any(|other| is_below(&other))
    };
    let numbers = unfinished.numbers.iter().filter(is_seen).copied();
    numbers.filter(|_| unfinished.points.is_empty()).collect()
}

/// What is chosen of a move that is put together.
pub(crate) struct Unfinished<'e> {
    pub(crate) pieces: Option<&'e [Piece]>,
    pub(crate) points: &'e [Location],
    /// The plies that have placed the pieces, to be shown.
    pub(crate) numbers: &'e [MoveNumber],
}

impl ViewData {
    pub(crate) fn of(
        session: &Session,
        options: &ViewOptions,
        unfinished: &Unfinished,
        captured: [u32; 4],
    ) -> ViewData {
        let position: &Position = session.position();
        let cursor = session.cursor();
        let style = options.style();
        let change = session
            .last_ply()
            .map(|(before, _, mv)| BoardChange::between(&before.pieces(), &position.pieces(), mv));
        let change = change
            .filter(|_| options.last && unfinished.points.is_empty())
            .unwrap_or_default();
        let illegal: Vec<Location> = session
            .error_at(cursor)
            .and_then(|error| error.board.as_deref())
            .map(|board| board.marks.iter().copied().map(Location::from).collect())
            .unwrap_or_default();
        let tree = session.tree();
        let (game, size) = (position.game(), position.size());
        let own = tree.node_text(cursor);
        let own = read(own.as_str()).next();
        let marks = own
            .as_ref()
            .map(|record| NodeMarkup::read(record, [NodeId::ROOT], None, game, size));
        let dimming = dimming(tree, cursor).map(|node| tree.node_text(node));
        let dimming = dimming.as_deref().and_then(|text| read(text).next());
        let dimmed = dimming
            .as_ref()
            .map(|record| NodeMarkup::read(record, [], Some(NodeId::ROOT), game, size));
        let mut all_marks = marks.iter().flat_map(NodeMarkup::marks).collect::<Vec<_>>();
        all_marks.extend(dimmed.iter().flat_map(NodeMarkup::marks));
        let names = ["PB", "PW", "PG", "PY"].map(|letters| session.detail(letters));
        let header = kifu::diagram::Header {
            black: Some(names[0].as_str()).filter(|name| !name.is_empty()),
            white: Some(names[1].as_str()).filter(|name| !name.is_empty()),
            grey: Some(names[2].as_str()).filter(|name| !name.is_empty()),
            yellow: Some(names[3].as_str()).filter(|name| !name.is_empty()),
            ..kifu::diagram::Header::default()
        };
        let placed = if unfinished.points.is_empty() {
            &change.placed[..]
        } else {
            unfinished.points
        };
        let numbers = shown_numbers(unfinished, options, &position.pieces());
        let diagram = Diagram {
            pieces: unfinished.pieces,
            placed: if numbers.is_empty() { placed } else { &[] },
            numbers: &numbers,
            flipped: &change.flipped,
            captured: &change.captured,
            captured_so_far: captured,
            illegal: &illegal,
            marks: &all_marks,
            territory: options.territory && position.outcome().is_some(),
            header: options.whole.then_some(header),
            ..Diagram::new(position)
        };
        let scene = scene(&diagram, &style);
        let state = PositionState::of(position);
        ViewData {
            node: cursor,
            svg: svg(&scene, &style),
            title: scene.title.clone(),
            axes: svg_axes(&diagram, &style),
            to_move: state.to_move,
            status: state.outcome,
            over: position.is_game_over(),
            score: state.score,
            final_score: state.final_score,
            button: state.button,
            grown: state.has_grown,
            pairs: position.line().map(|line| {
                let pair = |pair: &[kifu::games::StoneColor; 2]| {
                    pair.iter().map(|one| one.letter()).collect()
                };
                line.iter().map(pair).collect()
            }),
            pieces: pieces(&position.pieces()),
            captured,
            illegal: session.standing() == Standing::Illegal,
            behind: session.standing() != Standing::Legal,
            comment: session.comment(),
            mv: session
                .last_ply()
                .map(|(_, _, mv)| mv.clone().canonical().to_string()),
        }
    }
}
