//! Texts above and below a board.

use super::{
    image_point::Rect,
    layer::{Layer, LayerId},
    shape::TextRole,
    text_block::{TextBlock, TextLine, sanitized},
};
use crate::{
    diagram::{
        content::{Diagram, Header, MoveNumber},
        status_text::{button, status},
        style::Style,
    },
    games::{Color, Game, Outcome, Position, WinReason},
};

/// The longest name of a player, in font sizes.
const NAME: f64 = 120.0;
/// The longest detail of a game, in font sizes.
const DETAIL: f64 = 300.0;

/// The title of the image, for screen readers.
pub(super) fn title(diagram: &Diagram) -> String {
    let position = diagram.position;
    let size = position.size();
    let board = match position.game() {
        Game::Bargo => format!("side {}", size.columns),
        _ => format!("{} × {}", size.columns, size.rows),
    };
    let state = match position.outcome() {
        None => format!("{} to move", position.to_move().name()),
        Some(Outcome::Draw) => "the game is drawn".to_owned(),
        Some(Outcome::Win(color, by)) => match by {
            WinReason::Margin(margin) => format!("{} has won by {margin}", color.name()),
            WinReason::Resignation => format!("{} has won by resignation", color.name()),
            WinReason::Goal => format!("{} has won", color.name()),
        },
    };
    let after = match position.plies() {
        0 => "at the start".to_owned(),
        1 => "after 1 ply".to_owned(),
        plies => format!("after {plies} plies"),
    };
    let name = position.game().name();
    let game = name[..1].to_ascii_uppercase() + &name[1..];
    let players = diagram.header.as_ref().and_then(players);
    let players = players
        .map(|players| format!("{}: ", players.replace('\u{a0}', " ")))
        .unwrap_or_default();
    format!("{players}{game}, {board}, {after}, {state}")
}

/// The header above the frame, which grows to include it, with letters of a share of the usual size.
pub(super) fn above(frame: &mut Rect, diagram: &Diagram, letters: f64) -> Option<Layer> {
    let header = diagram.header.as_ref()?;
    let block = TextBlock::of(frame, letters);
    let players = players(header).unwrap_or_default();
    let lines = [
        block.lines(TextRole::Players, 1.15, &players),
        block.lines(TextRole::Details, 0.9, &details(header)),
    ]
    .concat();
    let shapes = block.set_above(frame, lines)?;
    Some(Layer::new(LayerId::Header, shapes))
}

/// The notes below the frame, which grows to include them, with letters of a share of the usual size.
pub(super) fn below(
    frame: &mut Rect,
    diagram: &Diagram,
    style: &Style,
    covered: &[MoveNumber],
    letters: f64,
) -> Option<Layer> {
    let block = TextBlock::of(frame, letters);
    let texts = notes(diagram, style, covered).into_iter();
    let lines: Vec<TextLine> = texts
        .flat_map(|(role, text)| block.lines(role, share(role), &text))
        .collect();
    let shapes = block.set_below(frame, lines)?;
    Some(Layer::new(LayerId::Notes, shapes))
}

/// The texts below a board: the caption, the score, the state of the game and the moves without a visible number.
pub(super) fn notes(
    diagram: &Diagram,
    style: &Style,
    covered: &[MoveNumber],
) -> Vec<(TextRole, String)> {
    let covered = covered
        .iter()
        .map(|covered| format!("{} at {}", covered.number, covered.location.point));
    let covered = list("covered: ", &covered.collect::<Vec<_>>());
    let unplaced = list("", diagram.unplaced_moves);
    let caption = diagram.caption.unwrap_or_default().to_owned();
    let mut texts = vec![
        (TextRole::Score, score(diagram).unwrap_or_default()),
        (TextRole::UnplacedMoves, unplaced),
        (TextRole::UnplacedMoves, covered),
        (TextRole::Caption, caption),
    ];
    if style.status {
        let state = state(diagram).into_iter();
        texts.extend(state.map(|text| (TextRole::Status, text)));
    }
    texts.retain(|(_, text)| !text.is_empty());
    texts
}

/// The size of letters of a role below the board, as a share of the usual one.
fn share(role: TextRole) -> f64 {
    match role {
        TextRole::UnplacedMoves => 0.9,
        TextRole::Status => 0.85,
        _ => 1.0,
    }
}

/// What is known to both players besides the board: who is to move or how the game ended, what was captured, the
/// button, and the next pairs of Bamogo.
fn state(diagram: &Diagram) -> Vec<String> {
    let position = diagram.position;
    let (_, status) = status(position);
    let mut parts = Vec::new();
    let counts = diagram.captured_so_far;
    if counts != [0, 0] {
        let [black, white] = counts;
        parts.push(format!(
            "captured so far: {black}\u{a0}black, {white}\u{a0}white"
        ));
    }
    if let Some(button) = button(position) {
        parts.push(format!("button:\u{a0}{button}"));
    }
    // Apart, since who is to move changes with every ply: so the frames of an animation differ little.
    let mut texts = vec![status, parts.join(" · ")];
    texts.extend(next_pairs(position));
    texts.retain(|text| !text.is_empty());
    texts
}

/// Bamogo: the next pairs of the line.
fn next_pairs(position: &Position) -> Option<String> {
    const SHOWN: usize = 8;
    let pairs = position.line()?;
    if pairs.is_empty() {
        return Some("no pair left".to_owned());
    }
    let names = pairs
        .iter()
        .take(SHOWN)
        .map(|pair| -> String { pair.iter().map(|color| color.letter()).collect() });
    let names: Vec<String> = names.collect();
    let rest = match pairs.len().saturating_sub(SHOWN) {
        0 => String::new(),
        rest => format!(" and {rest}\u{a0}more"),
    };
    Some(format!("next pairs: {}{rest}", names.join(" ")))
}

fn score(diagram: &Diagram) -> Option<String> {
    let score = diagram
        .territory
        .then(|| diagram.position.score())
        .flatten()?;
    let player = |color: Color| format!("{} {}", color.name(), score[color]);
    Some(Color::ALL.map(player).join(" · "))
}

/// Moves as a list. A move and its number stay on one line.
fn list(title: &str, moves: &[String]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let moves: Vec<String> = (moves.iter())
        .map(|mv| mv.replacen(' ', "\u{a0}", 2))
        .collect();
    format!("{title}{}", moves.join(", "))
}

pub(in crate::diagram) fn players(header: &Header) -> Option<String> {
    let player = |name: Option<&str>, color: Color| {
        let name = sanitized(name?, NAME).trim().replace(' ', "\u{a0}");
        (!name.is_empty()).then(|| format!("{name}\u{a0}({})", color.name()))
    };
    let players = [
        player(header.black, Color::Black),
        player(header.white, Color::White),
    ];
    let players: Vec<String> = players.into_iter().flatten().collect();
    (!players.is_empty()).then(|| players.join("\u{a0}– "))
}

pub(in crate::diagram) fn details(header: &Header) -> String {
    let komi = header.komi.map(|komi| format!("komi\u{a0}{komi}"));
    // An unknown result is none.
    let result = header.result.filter(|result| result.trim() != "?");
    let parts = [header.event, header.date, komi.as_deref(), result];
    let parts = parts
        .into_iter()
        .flatten()
        .map(|part| sanitized(part, DETAIL));
    let parts: Vec<String> = parts.filter(|part| !part.trim().is_empty()).collect();
    parts.join("\u{a0}· ")
}

/// A label, cut to fit on a point.
pub(super) fn label(text: &str) -> String {
    sanitized(text, 3.6)
}
