//! Texts above and below a board.

use std::collections::BTreeSet;

use super::{
    image_point::{FontSize, Rect},
    layer::{Layer, LayerId},
    number_place::has_marble_levels,
    shape::TextRole,
    text_block::{TextBlock, TextLine, sanitized},
};
use crate::{
    diagram::{
        content::{Diagram, Header, Location, MoveEffect, MoveNumber},
        status_text::{button, captured_so_far, komi, opportunity, status},
        style::{ImageSize, Style, Theme, View},
    },
    games::{Color, Game, Outcome, Piece, Position, Rules, WinReason},
};

/// The smallest legible letters of a list, in pixels.
const LEGIBLE: f64 = 9.0;
/// How many letters of a list are as high as the picture without it.
const LIST: f64 = 45.0;

/// The longest name of a player, in font sizes.
const NAME: f64 = 120.0;
/// The longest detail of a game, in font sizes.
const DETAIL: f64 = 300.0;

/// Marbles that are told below the board.
pub(super) struct ListedPlaces {
    /// The numbers that find no place on a marble.
    pub(super) covered: Vec<MoveNumber>,
    /// Those of marbles above level 2 whose level is not seen.
    pub(super) high: Vec<MoveNumber>,
    /// The places of the last ply that are behind other marbles.
    pub(super) hidden_moves: Vec<Location>,
}

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
pub(super) fn above(
    frame: &mut Rect,
    diagram: &Diagram,
    letters: f64,
    coordinates: FontSize,
) -> Option<Layer> {
    let header = diagram.header.as_ref()?;
    let block = TextBlock::of(frame, letters, coordinates);
    let players = players(header).unwrap_or_default();
    let lines = [
        block.lines(TextRole::Players, 1.15, &players),
        block.lines(TextRole::Details, 0.9, &details(header)),
    ]
    .concat();
    let shapes = block.set_above(frame, lines)?;
    Some(Layer::new(LayerId::Header, shapes))
}

/// These notes below the frame, which grows to include them, with letters of a share of the usual size.
pub(super) fn below(
    frame: &mut Rect,
    style: &Style,
    notes: &[(TextRole, String)],
    letters: f64,
    coordinates: FontSize,
) -> Option<Layer> {
    let block = TextBlock::of(frame, letters, coordinates);
    let has_lists = (notes.iter()).any(|(role, _)| *role == TextRole::UnplacedMoves);
    let lines: Vec<TextLine> = notes
        .iter()
        .flat_map(|(role, text)| match role {
            // Not larger than what is written at the board. Below lists keys look like them.
            TextRole::UnplacedMoves | TextRole::Key if has_lists => {
                let legible = match style.size {
                    ImageSize::Legible => 0.0,
                    ImageSize::Board(pixels) | ImageSize::Whole(pixels) => {
                        LEGIBLE * frame.longer() / f64::from(pixels.max(1))
                    }
                };
                let usual = (frame.longer() / LIST).max(legible);
                let size = coordinates.0.min(usual) * letters;
                block.list(size, text)
            }
            _ => block.lines(*role, share(*role), text),
        })
        .collect();
    let shapes = block.set_below(frame, lines)?;
    Some(Layer::new(LayerId::Notes, shapes))
}

/// The texts below a board: the caption, the score, the state of the game, unless that stands elsewhere, and the moves
/// without a visible number.
pub(super) fn notes(
    diagram: &Diagram,
    style: &Style,
    listed: &ListedPlaces,
    with_state: bool,
) -> Vec<(TextRole, String)> {
    let covered = numbered("covered: ", &[diagram.covered, &listed.covered].concat());
    let high = numbered("above level 2: ", &listed.high);
    let unplaced = list("", diagram.unplaced_moves);
    let caption = diagram.caption.unwrap_or_default().to_owned();
    let stretch = diagram.stretch.filter(|_| !style.in_book);
    let stretch = stretch.map(|(first, last)| match last - first {
        0 => format!("move {first}"),
        _ => format!("moves {first}–{last}"),
    });
    let mut texts = vec![
        (TextRole::Caption, stretch.unwrap_or_default()),
        (TextRole::Caption, caption),
        (TextRole::Score, score(diagram).unwrap_or_default()),
    ];
    if style.status && with_state {
        let state = state(diagram, style).into_iter();
        texts.extend(state.map(|text| (TextRole::Status, text)));
    }
    let captures = MoveEffect::list("captures", diagram.captures);
    let recolorings = MoveEffect::list("recolors", diagram.recolorings);
    let lists = [unplaced, captures, recolorings, covered, high];
    texts.extend(lists.map(|list| (TextRole::UnplacedMoves, list)));
    if style.status {
        texts.push((TextRole::Key, hidden_moves(listed, style)));
        let keys = keys(diagram, style).into_iter();
        texts.extend(keys.map(|text| (TextRole::Key, text)));
    }
    texts.retain(|(_, text)| !text.is_empty());
    texts
}

/// What the crosses are. In Margo seen from a corner they are in front of other marbles: there it is told where those were.
fn captured(diagram: &Diagram, style: &Style) -> Option<String> {
    const KEY: &str = "×: captured by the last move";
    if diagram.captured.is_empty() || !style.still {
        return None;
    }
    if diagram.position.game() != Game::Margo || style.view != View::Iso {
        return Some(KEY.to_owned());
    }
    let names = diagram.captured.iter().map(Piece::to_string);
    let names: Vec<String> = names.collect();
    Some(format!("{KEY}, at {}", names.join(" ")))
}

/// Where the marble of the last ply is, if it is behind others.
fn hidden_moves(listed: &ListedPlaces, style: &Style) -> String {
    let names = listed.hidden_moves.iter().map(Location::to_string);
    let names: Vec<String> = names.collect();
    if names.is_empty() || !style.still {
        return String::new();
    }
    format!("last move: {}", names.join(" "))
}

/// Numbers and the places of their marbles.
fn numbered(title: &str, numbers: &[MoveNumber]) -> String {
    let mut numbers = numbers.to_vec();
    numbers.sort_by_key(|numbered| numbered.number);
    let names = numbers
        .iter()
        .map(|numbered| format!("{} at {}", numbered.number, numbered.location));
    list(title, &names.collect::<Vec<_>>())
}

/// The size of letters of a role below the board, as a share of the usual one.
fn share(role: TextRole) -> f64 {
    match role {
        TextRole::UnplacedMoves => 0.9,
        TextRole::Status => 0.85,
        TextRole::Key => 0.75,
        _ => 1.0,
    }
}

/// What is known to both players besides the board: who is to move or how the game ended, what was captured, the
/// button, and the next pairs of Bamogo.
fn state(diagram: &Diagram, style: &Style) -> Vec<String> {
    let position = diagram.position;
    let (_, status) = status(position);
    let mut parts = Vec::new();
    let captured = captured_so_far(position, diagram.captured_so_far).into_iter();
    parts.extend(captured.map(|text| text.replace(' ', "\u{a0}")));
    if let Some(button) = button(position) {
        parts.push(format!("button: {button}").replace(' ', "\u{a0}"));
    }
    // The heading of a book has it, and so may have this header.
    let has_komi = style.in_book || diagram.header.is_some_and(|header| header.komi.is_some());
    let komi = komi(position).filter(|_| !has_komi);
    parts.extend(komi.map(|text| text.replace(' ', "\u{a0}")));
    parts.extend(opportunity(position).map(|text| text.replace(' ', "\u{a0}")));
    // Apart, since who is to move changes with every ply: so the frames of an animation differ little.
    let status = match diagram.action {
        Some(action) if style.still && position.outcome().is_none() => {
            format!("{action} · {status}")
        }
        _ => status,
    };
    let mut texts = vec![status, parts.join(" · ")];
    texts.extend(next_pairs(position));
    texts.retain(|text| !text.is_empty());
    texts
}

/// What marks mean that do not explain themselves.
fn keys(diagram: &Diagram, style: &Style) -> Vec<String> {
    let mut keys = Vec::new();
    if style.still && !diagram.flipped.is_empty() {
        keys.push("with arrows: recolored by the last move".to_owned());
    }
    keys.extend(captured(diagram, style));
    if has_equal_numbers(diagram) {
        keys.push("stones with one number: placed in one turn".to_owned());
    }
    if has_numbered_king(diagram) {
        keys.push("with a ring: a king".to_owned());
    }
    if !diagram.recolored.is_empty() {
        keys.push("with a corner dot: of the other color at the end".to_owned());
    }
    let has_holes = diagram.board_after().is_none();
    keys.extend(circles(diagram.position, style, has_holes).map(str::to_owned));
    if has_marble_levels(diagram, style) {
        let pieces = diagram.pieces();
        let levels = pieces.iter().filter_map(|piece| match piece {
            Piece::Marble(_, level, _) => Some(*level),
            _ => None,
        });
        keys.extend(digits(levels.max().unwrap_or(1)));
    }
    if style.theme == Theme::Print {
        keys.extend(fills(diagram.position));
        keys.extend(patterns(diagram.position));
    }
    keys
}

/// Whether a ply has placed several stones that have its number.
fn has_equal_numbers(diagram: &Diagram) -> bool {
    let mut numbers = diagram.numbers.iter().map(|numbered| numbered.number);
    let mut known = BTreeSet::new();
    !numbers.all(|number| known.insert(number))
}

/// Whether a king has a number.
fn has_numbered_king(diagram: &Diagram) -> bool {
    let pieces = diagram.pieces();
    pieces.iter().any(|&piece| {
        let is_numbered = |numbered: &MoveNumber| numbered.location == piece.into();
        matches!(piece, Piece::King(..)) && diagram.numbers.iter().any(is_numbered)
    })
}

/// Margo level by level: what the circles on a board are, and the small holes on marbles, if there may be any.
fn circles(position: &Position, style: &Style, has_holes: bool) -> Option<&'static str> {
    let is_apart = position.game() == Game::Margo && style.view == View::Exploded;
    is_apart.then_some(if has_holes {
        "circles: the level below · small holes: free places"
    } else {
        "circles: the level below"
    })
}

/// Margo in black and white: whose marbles have a pattern.
fn patterns(position: &Position) -> Option<String> {
    let patterns = [
        (Color::Grey, "two lines: Grey"),
        (Color::Yellow, "four notches: Yellow"),
    ];
    let players = position.players();
    let patterns = patterns
        .into_iter()
        .filter(|(color, _)| players.contain(*color));
    let patterns: Vec<&str> = patterns.map(|(_, text)| text).collect();
    (!patterns.is_empty()).then(|| patterns.join(", "))
}

/// Margo: what the digits on marbles are.
fn digits(highest: u8) -> Option<String> {
    (highest > 1).then(|| "small digit: the level, where there is room".to_owned())
}

/// Bamogo in black and white: which color each kind of stone has.
fn fills(position: &Position) -> Option<String> {
    let Rules::Bamogo(rules) = position.rules() else {
        return None;
    };
    let names = [
        "black",
        "white",
        "with a ring",
        "with two rings",
        "with three rings",
    ];
    let names = rules.colors.iter().zip(names);
    let names: Vec<String> = names
        .map(|(color, name)| format!("{}: {name}", color.letter()).replace(' ', "\u{a0}"))
        .collect();
    Some(names.join(" · "))
}

/// What the kinds of pieces of any position of a game mean, as far as they do not explain themselves.
pub(in crate::diagram) fn piece_key(position: &Position, style: &Style) -> String {
    let has_levels = has_marble_levels(&Diagram::new(position), style);
    let digits = digits(position.size().columns).filter(|_| has_levels);
    let fills = fills(position).filter(|_| style.theme == Theme::Print);
    let keys = circles(position, style, true)
        .map(str::to_owned)
        .into_iter();
    keys.chain(digits)
        .chain(fills)
        .collect::<Vec<_>>()
        .join(" · ")
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
    let players = diagram.position.players().colors().iter();
    let players = players.map(|&color| format!("{color} {}", score[color]));
    Some(players.collect::<Vec<_>>().join(" · "))
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
        player(header.grey, Color::Grey),
        player(header.yellow, Color::Yellow),
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
