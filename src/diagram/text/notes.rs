//! What is said above and below a board.

use std::collections::BTreeMap;

use super::{Pen, Subject, TextOptions};
use crate::{
    diagram::{
        standing::standing,
        subject::{Header, Mark, Numbered, Spot},
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
pub(super) fn signs(subject: &Subject, options: &TextOptions) -> BTreeMap<Point, char> {
    let mut signs = options.signs.cloned().unwrap_or_default();
    let tally = subject
        .territory
        .then(|| subject.position.tally())
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
        subject
            .captured
            .iter()
            .map(|piece| (piece.point(), captured)),
    );
    for mark in subject.marks {
        if let Mark::Label(spot, label) = mark
            && let [letter] = label.as_bytes()
            && letter.is_ascii_alphanumeric()
        {
            signs.insert(spot.point, char::from(*letter));
        }
    }
    signs
}

/// The lines below the board.
pub(super) fn below(subject: &Subject, pen: &Pen) -> Vec<String> {
    let position = subject.position;
    let mut notes = vec![status(position, pen)];
    notes.extend(line(position, pen));
    notes.extend(captured(subject, pen));
    notes.extend(turned(subject, pen));
    notes.extend(parity(subject, pen));
    if !subject.elsewhere.is_empty() {
        // A number and its move stay on one line.
        let items = subject
            .elsewhere
            .iter()
            .map(|item| item.replace(' ', "\u{a0}"));
        notes.push(listed(items, ", ", pen));
    }
    notes.extend(marks(subject.marks, pen));
    if subject.territory
        && position
            .tally()
            .is_some_and(|tally| !tally.regions.is_empty())
    {
        notes.push("b, w: territory of Black, of White; -: nobody's".to_owned());
    }
    let caption = subject.caption.into_iter().flat_map(str::lines);
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

fn spots(spots: &[Spot], pen: &Pen) -> String {
    let name = |spot: &Spot| match spot.level {
        Some(level) => format!("{level}{}", spot.point),
        None => spot.point.to_string(),
    };
    listed(spots.iter().map(name), " ", pen)
}

fn captured(subject: &Subject, pen: &Pen) -> Option<String> {
    // Numbers stand where the sign would.
    let sign = match pen.numbers {
        [] => format!("{} ", pen.glyphs.captured),
        _ => String::new(),
    };
    let names = subject.captured.iter().map(Piece::to_string);
    let list = listed(names, " ", pen);
    (!list.is_empty()).then(|| format!("{sign}captured: {list}"))
}

fn turned(subject: &Subject, pen: &Pen) -> Option<String> {
    let list = spots(subject.turned, pen);
    (!list.is_empty()).then(|| format!("turned: {list}"))
}

/// Whose the odd numbers are and whose the even, and of which pieces that is not true.
fn parity(subject: &Subject, pen: &Pen) -> Option<String> {
    if subject.numbers.is_empty() || subject.position.game() == Game::Bamogo {
        return None;
    }
    let pieces = subject.position.pieces();
    let colors: BTreeMap<Spot, Color> = (pieces.iter())
        .filter_map(|&piece| Some((piece.into(), piece.color()?)))
        .collect();
    let owned: Vec<(&Numbered, Color)> = (subject.numbers.iter())
        .filter_map(|numbered| Some((numbered, *colors.get(&numbered.spot)?)))
        .collect();
    let is_odd_blacks = |&(numbered, color): &(&Numbered, Color)| {
        (numbered.number % 2 == 1) == (color == Color::Black)
    };
    let black = owned.iter().filter(|owned| is_odd_blacks(owned)).count();
    let odd = if 2 * black >= owned.len() {
        Color::Black
    } else {
        Color::White
    };
    let others: Vec<Spot> = (owned.iter())
        .filter(|owned| is_odd_blacks(owned) != (odd == Color::Black))
        .map(|(numbered, _)| numbered.spot)
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
            spots(&others, pen)
        ));
    }
    Some(note)
}

/// The signs of the record, listed by kind.
fn marks(marks: &[Mark], pen: &Pen) -> Vec<String> {
    let mut kinds: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for mark in marks {
        let one = |spot: &Spot| spots(&[*spot], pen);
        let (kind, name) = match mark {
            Mark::Triangle(spot) => ("triangle", one(spot)),
            Mark::Square(spot) => ("square", one(spot)),
            Mark::Circle(spot) => ("circle", one(spot)),
            Mark::Cross(spot) => ("cross", one(spot)),
            Mark::Selected(spot) => ("selected", one(spot)),
            Mark::Label(spot, text) => {
                let text: String = text.chars().take(LABEL).collect();
                ("label", format!("{} {}", one(spot), safe(&text)))
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
fn status(position: &Position, pen: &Pen) -> String {
    let (player, mut status) = standing(position);
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
