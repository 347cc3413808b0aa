//! The lines above and below a board.

use std::collections::BTreeMap;

use super::context::TextContext;
use crate::{
    diagram::{
        content::{Diagram, Header, Location, Mark, MoveEffect, MoveNumber},
        status_text::{button, captured_so_far, opportunity, status},
        winning_chain::WinningChain,
    },
    games::{Color, Game, Piece, Players, Point, Position},
    record::safe,
};

/// How many characters of a label are shown.
const LABEL: usize = 40;

/// The players and the details of the game.
pub(super) fn header(header: &Header, context: &TextContext) -> Vec<String> {
    let line = |parts: [(&str, Option<&str>); 4]| {
        let parts = parts.into_iter().filter_map(|(name, text)| {
            let text: String = text?.chars().take(4 * LABEL).collect();
            Some(format!("{name}{}", safe(&text.replace('\n', " "))))
        });
        parts.collect::<Vec<String>>().join(context.glyphs.and)
    };
    let lines = [
        line([
            ("Black: ", header.black),
            ("White: ", header.white),
            ("Grey: ", header.grey),
            ("Yellow: ", header.yellow),
        ]),
        line([
            ("", header.event),
            ("", header.date),
            ("komi ", header.komi),
            ("result ", header.result),
        ]),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The lines below the board.
pub(super) fn below(diagram: &Diagram, context: &TextContext) -> Vec<String> {
    let position = diagram.position;
    let mut notes: Vec<String> = chain(position).into_iter().collect();
    notes.push(status_line(diagram, context));
    notes.extend(line(position, context));
    notes.extend(captured(diagram, context));
    notes.extend(flipped(diagram));
    notes.extend(parity(diagram, context));
    if !diagram.unplaced_moves.is_empty() {
        // A number and its move stay on one line.
        let items = diagram
            .unplaced_moves
            .iter()
            .map(|item| item.replacen(' ', "\u{a0}", 2));
        notes.push(items.collect::<Vec<_>>().join(", "));
    }
    notes.extend(effects(diagram));
    notes.extend(covered(diagram));
    notes.extend(marks(diagram.marks, context.glyphs.more));
    if diagram.territory
        && position
            .tally()
            .is_some_and(|tally| !tally.regions.is_empty())
    {
        notes.push("b, w: territory of Black, of White; -: nobody's".to_owned());
    }
    let caption = diagram.caption.into_iter().flat_map(str::lines);
    notes.extend(caption.map(|line| safe(line).into_owned()));
    notes
}

fn locations(locations: &[Location]) -> String {
    let names: Vec<String> = locations.iter().map(Location::to_string).collect();
    names.join(" ")
}

/// What the numbered plies did to other pieces.
fn effects(diagram: &Diagram) -> impl Iterator<Item = String> {
    let captures = MoveEffect::list("captures", diagram.captures);
    let recolorings = MoveEffect::list("recolors", diagram.recolorings);
    [captures, recolorings]
        .into_iter()
        .filter(|list| !list.is_empty())
}

/// Margo: the numbers of marbles that others hide.
fn covered(diagram: &Diagram) -> Option<String> {
    let covered = diagram.covered.iter();
    let covered: Vec<String> = covered
        .map(|covered| format!("{}\u{a0}at\u{a0}{}", covered.number, covered.location))
        .collect();
    (!covered.is_empty()).then(|| format!("covered: {}", covered.join(", ")))
}

fn captured(diagram: &Diagram, context: &TextContext) -> Option<String> {
    let names: Vec<String> = diagram.captured.iter().map(Piece::to_string).collect();
    let list = names.join(" ");
    (!list.is_empty()).then(|| format!("{} captured: {list}", context.glyphs.captured))
}

fn flipped(diagram: &Diagram) -> Option<String> {
    let list = locations(diagram.flipped);
    (!list.is_empty()).then(|| format!("recolored: {list}"))
}

/// Whose the odd numbers are and whose the even, and of which pieces that is not true.
fn parity(diagram: &Diagram, context: &TextContext) -> Option<String> {
    let has_two_players = diagram.position.players() == Players::Two;
    // Of stones of Bamogo the letter, and of marbles the sign before the number, tells all there is.
    let is_told = matches!(diagram.position.game(), Game::Bamogo | Game::Margo);
    if diagram.numbers.is_empty() || is_told || !has_two_players {
        return None;
    }
    let pieces = diagram.pieces();
    let colors: BTreeMap<Location, Color> = (pieces.iter())
        .filter_map(|&piece| Some((piece.into(), piece.color()?)))
        .collect();
    let owned: Vec<(&MoveNumber, Color)> = (diagram.numbers.iter())
        .filter_map(|numbered| Some((numbered, *colors.get(&numbered.location)?)))
        .collect();
    let is_odd_blacks = |&(numbered, color): &(&MoveNumber, Color)| {
        (numbered.number % 2 == 1) == (color == Color::Black)
    };
    let black = owned.iter().filter(|owned| is_odd_blacks(owned)).count();
    let odd = if 2 * black >= owned.len() {
        Color::Black
    } else {
        Color::White
    };
    let others: Vec<Location> = (owned.iter())
        .filter(|owned| is_odd_blacks(owned) != (odd == Color::Black))
        .map(|(numbered, _)| numbered.location)
        .collect();
    let mut note = format!(
        "odd numbers: {}{}even: {}",
        odd.name(),
        context.glyphs.and,
        odd.other().name()
    );
    if !others.is_empty() {
        note.push_str(&format!(
            "{}the other way round: {}",
            context.glyphs.and,
            locations(&others)
        ));
    }
    Some(note)
}

/// The marks of the record, listed by kind; `more` stands behind the beginning of a long label.
fn marks(marks: &[Mark], more: &str) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for mark in marks {
        let one = |location: &Location| locations(&[*location]);
        let (kind, name) = match mark {
            Mark::Triangle(location) => ("triangle", one(location)),
            Mark::Square(location) => ("square", one(location)),
            Mark::Circle(location) => ("circle", one(location)),
            Mark::Cross(location) => ("cross", one(location)),
            Mark::Selected(location) => ("selected", one(location)),
            Mark::Label(location, text) => {
                let beginning: String = text.chars().take(LABEL).collect();
                let is_cut = beginning.len() < text.len();
                let more = if is_cut { more } else { "" };
                (
                    "label",
                    format!("{} {}{more}", one(location), safe(&beginning)),
                )
            }
            Mark::Arrow(from, to) => ("arrow", format!("{} to {}", one(from), one(to))),
            Mark::Line(from, to) => ("line", format!("{} to {}", one(from), one(to))),
            Mark::Territory(location, Color::Black) => ("Black's territory", one(location)),
            Mark::Territory(location, _) => ("White's territory", one(location)),
            Mark::Dimmed(location) => ("dimmed", one(location)),
        };
        kinds.entry(kind).or_default().push(name);
    }
    let notes = kinds.into_iter().map(|(kind, names)| {
        let between = if matches!(kind, "label" | "arrow" | "line") {
            ", "
        } else {
            " "
        };
        format!("{kind}: {}", names.join(between))
    });
    notes.collect()
}

/// Who is to move, or how the game ended, how many pieces have been captured, and who has the button.
fn status_line(diagram: &Diagram, context: &TextContext) -> String {
    let position = diagram.position;
    let (player, mut status) = status(position);
    if let Some(player) = player.filter(|_| position.game() != Game::Bamogo) {
        status = format!("{} {status}", context.glyphs.stone(player));
    }
    for captured in captured_so_far(position, diagram.captured_so_far) {
        status.push_str(context.glyphs.and);
        status.push_str(&captured);
    }
    if let Some(holder) = button(position) {
        status.push_str(context.glyphs.and);
        status.push_str("button: ");
        status.push_str(holder);
    }
    if let Some(opportunity) = opportunity(position) {
        status.push_str(context.glyphs.and);
        status.push_str(&opportunity);
    }
    status
}

/// Bamogo: the stones with which a player has won.
fn chain(position: &Position) -> Option<String> {
    let points = WinningChain::of(position)?.points;
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    Some(format!("chain: {}", names.join(" ")))
}

/// Bamogo: the first pairs of the line.
fn line(position: &Position, context: &TextContext) -> Option<String> {
    const SHOWN: usize = 8;
    let pairs = position.line()?;
    if pairs.is_empty() {
        return Some("line: no pair left".to_owned());
    }
    let names = pairs.iter().take(SHOWN);
    let names: Vec<String> = names
        .map(|pair| pair.iter().map(|hue| hue.letter()).collect())
        .collect();
    let names = names.join(" ");
    Some(if pairs.len() > SHOWN {
        format!(
            "line: {names} {} ({} pairs)",
            context.glyphs.more,
            pairs.len()
        )
    } else {
        format!("line: {names}")
    })
}
