//! Points, and what the square boards share.

use std::collections::{BTreeMap, BTreeSet};

/// Column and row, both from 1.
pub(crate) type Point = (i64, i64);

/// Colors on points.
pub(crate) type Colors = BTreeMap<Point, char>;

/// `a` to `z`, then `aa`, `ab`, …
fn column_name(mut column: i64) -> String {
    let mut name = String::new();
    while column > 0 {
        let letter = u8::try_from((column - 1) % 26).expect("less than 26");
        name.insert(0, char::from(b'a' + letter));
        column = (column - 1) / 26;
    }
    name
}

/// `d4`.
pub(crate) fn name((column, row): Point) -> String {
    format!("{}{row}", column_name(column))
}

/// A number without leading zeros (a single `0` is one); `None` if the text is anything else.
/// Whatever is too large to count stays too large for any board.
pub(crate) fn read_number(text: &str) -> Option<i64> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(i64::MAX / 4))
}

/// Reads lower-case letters followed by a number; `None` if the text has another shape.
pub(crate) fn read(text: &str) -> Option<Point> {
    let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
    if letters == 0 {
        return None;
    }
    let mut column: i64 = 0;
    for letter in text[..letters].bytes() {
        column = column
            .saturating_mul(26)
            .saturating_add(i64::from(letter - b'a') + 1);
    }
    Some((column.min(i64::MAX / 4), read_number(&text[letters..])?))
}

/// Whether the point is on a square board of that size.
pub(crate) fn on_board((column, row): Point, columns: i64, rows: i64) -> bool {
    (1..=columns).contains(&column) && (1..=rows).contains(&row)
}

/// All points of a square board.
pub(crate) fn all_points(columns: i64, rows: i64) -> Vec<Point> {
    (1..=columns)
        .flat_map(|column| (1..=rows).map(move |row| (column, row)))
        .collect()
}

/// The four points one step left, right, up or down, on the board or not.
pub(crate) fn steps((column, row): Point) -> [Point; 4] {
    [
        (column - 1, row),
        (column + 1, row),
        (column, row - 1),
        (column, row + 1),
    ]
}

/// Whether the two points are orthogonally adjacent.
pub(crate) fn adjacent(one: Point, two: Point) -> bool {
    steps(one).contains(&two)
}

/// The maximal orthogonally connected part of `points` around `from`.
pub(crate) fn flood(points: &BTreeSet<Point>, from: Point) -> BTreeSet<Point> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(point) = open.pop() {
        for next in steps(point) {
            if points.contains(&next) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// All maximal orthogonally connected parts of `points`.
pub(crate) fn parts(points: &BTreeSet<Point>) -> Vec<BTreeSet<Point>> {
    let mut rest = points.clone();
    let mut found = Vec::new();
    while let Some(&point) = rest.first() {
        let part = flood(points, point);
        rest = &rest - &part;
        found.push(part);
    }
    found
}

/// The points with a stone of that color.
pub(crate) fn of_color(board: &Colors, color: char) -> BTreeSet<Point> {
    board
        .iter()
        .filter(|&(_, &c)| c == color)
        .map(|(&point, _)| point)
        .collect()
}

/// The groups of one color.
pub(crate) fn groups(board: &Colors, color: char) -> Vec<BTreeSet<Point>> {
    parts(&of_color(board, color))
}

/// A square board's size.
pub(crate) type Size = (i64, i64);

/// Whether an empty point is adjacent to the group.
pub(crate) fn has_liberty(board: &Colors, (columns, rows): Size, group: &BTreeSet<Point>) -> bool {
    group.iter().any(|&point| {
        steps(point)
            .into_iter()
            .any(|next| on_board(next, columns, rows) && !board.contains_key(&next))
    })
}

/// The groups of one color without a liberty.
pub(crate) fn dead_groups(board: &Colors, size: Size, color: char) -> Vec<BTreeSet<Point>> {
    let mut found = groups(board, color);
    found.retain(|group| !has_liberty(board, size, group));
    found
}

/// The number of empty points in maximal connected empty regions that touch that color and no other.
pub(crate) fn territory(board: &Colors, (columns, rows): Size, color: char) -> usize {
    let empty = all_points(columns, rows)
        .into_iter()
        .filter(|point| !board.contains_key(point))
        .collect();
    let mut count = 0;
    for region in parts(&empty) {
        let touched: BTreeSet<char> = region
            .iter()
            .flat_map(|&point| steps(point))
            .filter_map(|point| board.get(&point).copied())
            .collect();
        if touched == BTreeSet::from([color]) {
            count += region.len();
        }
    }
    count
}

/// Points worth trying that are off a square board.
pub(crate) fn outside((columns, rows): Size) -> Vec<String> {
    let past = [(columns + 1, 1), (1, rows + 1), (columns + 1, rows + 1)];
    let mut found: Vec<String> = past.map(name).to_vec();
    found.extend(["zz9", "a0", "zz99999999999", "a99999999999999999999999"].map(String::from));
    found
}
