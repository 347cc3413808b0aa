//! The points where something can be played, and what.

use kifu::{
    editor::{Choice, LegalPoints, MoveInput},
    games::{Game, Move, Point, Position},
};
use serde::Serialize;

/// A point of the board.
#[derive(Serialize)]
pub(crate) struct PointData {
    at: String,
    column: u16,
    row: u16,
    /// Whether a move can go on here.
    open: bool,
    /// What can be chosen here besides the point: walls, a stone or a king, colors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<String>,
}

/// Boards of Bamogo up to this many points have few enough pairs to look at all of them.
const FEW_POINTS: usize = 49;

/// The name of a choice, as the script knows it.
pub(crate) fn name(choice: Choice) -> String {
    match choice {
        Choice::Wall(direction) => format!("{direction:?}").to_lowercase(),
        Choice::Stone => "stone".to_owned(),
        Choice::King => "king".to_owned(),
        Choice::Color(color) => color.letter().to_string(),
        _ => String::new(),
    }
}

/// All points of the board.
pub(crate) fn points(position: &Position) -> Vec<Point> {
    let (game, size) = (position.game(), position.size());
    // The grid of Margo is doubled, and that of Bargo has nearly two sides in a row.
    let most = 2 * u16::from(size.columns.max(size.rows));
    let rows = 1..=most;
    rows.flat_map(|row| (1..=most).map(move |column| Point::new(column, row)))
        .filter(|point| game.has_point(size, *point))
        .collect()
}

/// The legal moves by their points; of a large board of Bamogo none, since it has millions.
pub(crate) fn legal(position: &Position) -> LegalPoints {
    let points = usize::from(position.size().columns) * usize::from(position.size().rows);
    if position.game() == Game::Bamogo && points > FEW_POINTS {
        return LegalPoints::default();
    }
    LegalPoints::of(position)
}

/// All points, with what can be played there next.
pub(crate) fn choices(
    position: &Position,
    input: &MoveInput,
    legal: &LegalPoints,
) -> Vec<PointData> {
    let all = points(position);
    let is_unknown = legal.is_empty() && position.game() == Game::Bamogo;
    let open = if is_unknown && !position.is_game_over() {
        let second = |point: &Point| {
            let mv = input.complete(position, legal, *point);
            input.is_empty() || mv.is_some_and(|mv| position.is_legal(&mv))
        };
        all.iter().copied().filter(second).collect()
    } else {
        let mut open = input.open_points(position, legal);
        open.sort_unstable();
        open
    };
    let chosen = input.points();
    let data = |at: Point| {
        let is_open = open.contains(&at);
        let choices = if is_open {
            let moves = legal.at(at);
            let is_legal = |choice: &Choice| match choice {
                Choice::Wall(wall) => moves.contains(&Move::Walled(at, *wall)),
                Choice::Stone => moves.contains(&Move::Stone(at)),
                Choice::King => moves.contains(&Move::King(at)),
                _ => true,
            };
            let all = input.choices(position, legal, at);
            all.into_iter().filter(is_legal).map(name).collect()
        } else {
            Vec::new()
        };
        PointData {
            at: at.to_string(),
            column: at.column,
            row: at.row,
            open: is_open && !chosen.contains(&at),
            choices,
        }
    };
    all.into_iter().map(data).collect()
}
