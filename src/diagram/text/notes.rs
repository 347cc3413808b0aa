//! What is said above and below a board.

use std::collections::BTreeMap;

use super::{Diagram, Pen, TextOptions};
use crate::{
    diagram::{
        content::{Header, Location, Mark, MoveNumber},
        status_text::status,
    },
    games::{Color, Game, Piece, Point, Position},
    record::safe,
};

/// Names in a row, of many only the first.
const LISTED: usize = 120;
/// Characters of a label that are shown.
const LABEL: usize = 40;

/// The players, and what else is known of the game.
pub(super) fn header(header: &Header, pen: &Pen) -> Vec<String> {
    let line = |parts: [(&str, Option<&str>); 4]| {
        let parts = parts.into_iter().filter_map(|(name, text)| {
            let text: String = text?.chars().take(4 * LABEL).collect();
            Some(format!("{name}{}", safe(&text.replace('\n', " "))))
        });
        parts.collect::<Vec<String>>().join(pen.glyphs.and)
    };
    let lines = [
        line([
            ("Black: ", header.black),
            ("White: ", header.white),
            ("", None),
            ("", None),
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

/// The signs of empty points: given ones, else who owns them, what was captured
/// there, and labels of one letter.
pub(super) fn signs(diagram: &Diagram, options: &TextOptions) -> BTreeMap<Point, char> {
    let mut signs = options.signs.cloned().unwrap_or_default();
    let tally = diagram
        .territory
        .then(|| diagram.position.tally())
        .flatten();
    for region in tally.iter().flat_map(|tally| &tally.regions) {
        let sign = region
            .owner
            .map_or('-', |owner| owner.letter().to_ascii_lowercase());
        signs.extend(region.points.iter().map(|&point| (point, sign)));
    }
    let captured = if options.ascii {
        super::ASCII.captured
    } else {
        super::UNICODE.captured
    };
    signs.extend(
        diagram
            .captured
            .iter()
            .map(|piece| (piece.point(), captured)),
    );
    for mark in diagram.marks {
        if let Mark::Label(location, label) = mark
            && let [letter] = label.as_bytes()
            && letter.is_ascii_alphanumeric()
        {
            signs.insert(location.point, char::from(*letter));
        }
    }
    signs
}

/// The lines below the board.
pub(super) fn below(diagram: &Diagram, pen: &Pen) -> Vec<String> {
    let position = diagram.position;
    let mut notes = vec![status_line(position, pen)];
    notes.extend(line(position, pen));
    notes.extend(captured(diagram, pen));
    notes.extend(flipped(diagram, pen));
    notes.extend(parity(diagram, pen));
    if !diagram.unplaced_moves.is_empty() {
        // A number and its move stay on one line.
        let items = diagram
            .unplaced_moves
            .iter()
            .map(|item| item.replace(' ', "\u{a0}"));
        notes.push(listed(items, ", ", pen));
    }
    notes.extend(marks(diagram.marks, pen));
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

/// Names in a row; of many only the first.
fn listed(names: impl Iterator<Item = String>, between: &str, pen: &Pen) -> String {
    let mut names = names.peekable();
    let mut shown: Vec<String> = names.by_ref().take(LISTED).collect();
    if names.peek().is_some() {
        shown.push(pen.glyphs.more.to_owned());
    }
    shown.join(between)
}

fn locations(locations: &[Location], pen: &Pen) -> String {
    let name = |location: &Location| match location.level {
        Some(level) => format!("{level}{}", location.point),
        None => location.point.to_string(),
    };
    listed(locations.iter().map(name), " ", pen)
}

fn captured(diagram: &Diagram, pen: &Pen) -> Option<String> {
    // MoveNumbers stand where the sign would.
    let sign = match pen.numbers {
        [] => format!("{} ", pen.glyphs.captured),
        _ => String::new(),
    };
    let names = diagram.captured.iter().map(Piece::to_string);
    let list = listed(names, " ", pen);
    (!list.is_empty()).then(|| format!("{sign}captured: {list}"))
}

fn flipped(diagram: &Diagram, pen: &Pen) -> Option<String> {
    let list = locations(diagram.flipped, pen);
    (!list.is_empty()).then(|| format!("turned: {list}"))
}

/// Whose the odd numbers are and whose the even, and of which pieces that is not true.
fn parity(diagram: &Diagram, pen: &Pen) -> Option<String> {
    if diagram.numbers.is_empty() || diagram.position.game() == Game::Bamogo {
        return None;
    }
    let pieces = diagram.position.pieces();
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
        pen.glyphs.and,
        odd.other().name()
    );
    if !others.is_empty() {
        note.push_str(&format!(
            "{}the other way round: {}",
            pen.glyphs.and,
            locations(&others, pen)
        ));
    }
    Some(note)
}

/// The marks of the record, listed by kind.
fn marks(marks: &[Mark], pen: &Pen) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for mark in marks {
        let one = |location: &Location| locations(&[*location], pen);
        let (kind, name) = match mark {
            Mark::Triangle(location) => ("triangle", one(location)),
            Mark::Square(location) => ("square", one(location)),
            Mark::Circle(location) => ("circle", one(location)),
            Mark::Cross(location) => ("cross", one(location)),
            Mark::Selected(location) => ("selected", one(location)),
            Mark::Label(location, text) => {
                let text: String = text.chars().take(LABEL).collect();
                ("label", format!("{} {}", one(location), safe(&text)))
            }
            Mark::Arrow(from, to) => ("arrow", format!("{} to {}", one(from), one(to))),
            Mark::Line(from, to) => ("line", format!("{} to {}", one(from), one(to))),
        };
        kinds.entry(kind).or_default().push(name);
    }
    let notes = kinds.into_iter().map(|(kind, names)| {
        let between = if matches!(kind, "label" | "arrow" | "line") {
            ", "
        } else {
            " "
        };
        format!("{kind}: {}", listed(names.into_iter(), between, pen))
    });
    notes.collect()
}

/// Who is to move, or how the game ended, and who has the button.
fn status_line(position: &Position, pen: &Pen) -> String {
    let (player, mut status) = status(position);
    if let Some(player) = player.filter(|_| position.game() != Game::Bamogo) {
        status = format!("{} {status}", pen.glyphs.stone(player));
    }
    let holder = position.button().map(Color::name);
    if let Some(holder) = holder.or_else(|| position.rules().has_button().then_some("not taken")) {
        status.push_str(pen.glyphs.and);
        status.push_str("button: ");
        status.push_str(holder);
    }
    status
}

/// Bamogo: the first pairs of the line.
fn line(position: &Position, pen: &Pen) -> Option<String> {
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
        format!("line: {names} {} ({} pairs)", pen.glyphs.more, pairs.len())
    } else {
        format!("line: {names}")
    })
}
