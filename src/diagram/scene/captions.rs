//! Texts above and below a board.

use super::{
    image_point::Rect,
    layer::{Layer, LayerId},
    shape::TextRole,
    text_block::{TextBlock, TextLine, sanitized},
};
use crate::{
    diagram::content::{Diagram, Header, MoveNumber},
    games::{Color, Game, Outcome, WinReason},
};

/// The maximum number of lines of a list or a caption.
const LINES: usize = 12;

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

/// The header above the frame, which grows to include it.
pub(super) fn above(frame: &mut Rect, diagram: &Diagram) -> Option<Layer> {
    let header = diagram.header.as_ref()?;
    let block = TextBlock::of(frame);
    let mut lines = block.lines(
        TextRole::Players,
        1.15,
        &players(header).unwrap_or_default(),
        2,
    );
    lines.extend(block.lines(TextRole::Details, 0.9, &details(header), 2));
    let shapes = block.set_above(frame, lines)?;
    Some(Layer::new(LayerId::Header, shapes))
}

/// Score, moves without a visible number, and the caption below the frame, which grows to
/// include them.
pub(super) fn below(frame: &mut Rect, diagram: &Diagram, covered: &[MoveNumber]) -> Option<Layer> {
    let block = TextBlock::of(frame);
    let covered = covered
        .iter()
        .map(|covered| format!("{} at {}", covered.number, covered.location.point));
    let lines: Vec<TextLine> = [
        block.lines(TextRole::Score, 1.0, &score(diagram).unwrap_or_default(), 1),
        block.lines(
            TextRole::UnplacedMoves,
            0.9,
            &list("", diagram.unplaced_moves),
            LINES,
        ),
        block.lines(
            TextRole::UnplacedMoves,
            0.9,
            &list("covered: ", &covered.collect::<Vec<_>>()),
            LINES,
        ),
        block.lines(
            TextRole::Caption,
            1.0,
            diagram.caption.unwrap_or_default(),
            LINES,
        ),
    ]
    .concat();
    let shapes = block.set_below(frame, lines)?;
    Some(Layer::new(LayerId::Notes, shapes))
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

fn players(header: &Header) -> Option<String> {
    let player = |name: Option<&str>, color: Color| {
        let name = sanitized(name?, 14.0).trim().replace(' ', "\u{a0}");
        (!name.is_empty()).then(|| format!("{name}\u{a0}({})", color.name()))
    };
    let players = [
        player(header.black, Color::Black),
        player(header.white, Color::White),
    ];
    let players: Vec<String> = players.into_iter().flatten().collect();
    (!players.is_empty()).then(|| players.join("\u{a0}– "))
}

fn details(header: &Header) -> String {
    let komi = header.komi.map(|komi| format!("komi\u{a0}{komi}"));
    let parts = [header.event, header.date, komi.as_deref(), header.result];
    let parts = parts
        .into_iter()
        .flatten()
        .map(|part| sanitized(part, 60.0));
    let parts: Vec<String> = parts.filter(|part| !part.trim().is_empty()).collect();
    parts.join("\u{a0}· ")
}

/// A label, cut to fit on a point.
pub(super) fn label(text: &str) -> String {
    sanitized(text, 3.6)
}
