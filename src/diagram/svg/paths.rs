//! Lines and outlines as the data of paths, and the classes of colors.

use super::number::units;
use crate::{
    diagram::scene::{Background, ImagePoint},
    games::Color,
};

pub(super) fn color_class(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
        Color::Grey => "grey",
        Color::Yellow => "yellow",
    }
}

pub(super) fn background_class(background: Background) -> &'static str {
    match background {
        Background::Piece(Color::Black) => "on-black",
        Background::Piece(Color::White) => "on-white",
        Background::Piece(Color::Grey) => "on-grey",
        Background::Piece(Color::Yellow) => "on-yellow",
        Background::Board | Background::Neutral(..) => "on-board",
    }
}

pub(super) fn pair(at: ImagePoint) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

/// A straight line, as short as it can be written.
pub(super) fn straight(from: ImagePoint, to: ImagePoint) -> String {
    let start = pair(from);
    if units(from.y) == units(to.y) {
        format!("M{start}H{}", units(to.x))
    } else if units(from.x) == units(to.x) {
        format!("M{start}V{}", units(to.y))
    } else {
        format!("M{start}L{}", pair(to))
    }
}

/// The closed line through places that are given from a middle.
pub(super) fn around(at: ImagePoint, corners: &[(f64, f64)]) -> String {
    let corners: Vec<ImagePoint> = corners.iter().map(|&(x, y)| at.moved(x, y)).collect();
    polygon(&corners)
}

/// The closed line through these corners.
pub(super) fn polygon(corners: &[ImagePoint]) -> String {
    polyline(corners) + "Z"
}

/// The line through these points.
pub(super) fn polyline(corners: &[ImagePoint]) -> String {
    let steps = corners.windows(2).map(|ends| {
        let line = straight(ends[0], ends[1]);
        line[1 + pair(ends[0]).len()..].to_owned()
    });
    let start = corners.first().map(|&corner| format!("M{}", pair(corner)));
    format!("{}{}", start.unwrap_or_default(), steps.collect::<String>())
}

pub(super) fn square(at: ImagePoint, half: f64) -> String {
    around(
        at,
        &[(-half, -half), (half, -half), (half, half), (-half, half)],
    )
}

pub(super) fn cross(at: ImagePoint, arm: f64) -> String {
    format!(
        "{}{}",
        straight(at.moved(-arm, -arm), at.moved(arm, arm)),
        straight(at.moved(-arm, arm), at.moved(arm, -arm))
    )
}
