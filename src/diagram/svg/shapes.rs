//! Each shape as elements of SVG.

use super::{
    number::units,
    paths::{polygon, straight},
    writer::SvgWriter,
};
use crate::{
    diagram::scene::{Shape, TextRole},
    games::Color,
};

impl SvgWriter<'_> {
    /// Writes a shape into a group with this size of letters.
    pub(super) fn shape(&mut self, shape: &Shape, group_size: Option<f64>) {
        let sizes = (self.font_size(shape), group_size);
        match shape {
            Shape::Cell(at) => self.cell(*at, None),
            Shape::GridLine(from, to) | Shape::Border(from, to) => {
                self.path(None, &straight(*from, *to), "");
            }
            Shape::MarkedLine(from, to) => self.with_halo("line-halo", &straight(*from, *to)),
            Shape::BoardEdge(from, to) => {
                self.path(Some("edge"), &straight(*from, *to), "");
            }
            Shape::StarPoint(at) => self.circle(None, *at, 0.095, ""),
            Shape::Hole(at) => self.hole(*at),
            Shape::Base(corners) => self.path(None, &polygon(corners), ""),
            Shape::Territory(at, color) => self.territory(*at, *color),
            Shape::Stone(at, color) => self.stone(*at, *color),
            Shape::Crown { at, color, small } => self.crown(*at, *color, *small),
            Shape::KingRing(at, color) => self.king_ring(*at, *color),
            Shape::Marble {
                at,
                color,
                level,
                top_level,
                ..
            } => self.marble(*at, *color, *level, *top_level),
            Shape::MarbleBelow(at, color) => self.marble_below(*at, *color),
            Shape::NeutralStone {
                at,
                color,
                rank,
                small,
            } => self.neutral_stone(*at, (*color, *rank), *small, sizes),
            Shape::Wall { corners, color, .. } => self.wall(corners, *color),
            Shape::Dimmed(at) => self.dimmed(*at),
            Shape::CapturedOutline(at, from, to) => self.captured_outline(*at, *from, *to),
            Shape::Captured(at, color) => self.captured(*at, *color),
            Shape::Flipped(at, background) => self.flipped(*at, *background),
            Shape::Recolored(at, color) => self.recolored(*at, *color),
            Shape::Chain(points) => self.chain(points),
            Shape::LastMove {
                at,
                background,
                small,
            } => self.last_move(*at, *background, *small),
            Shape::IllegalMove(at) => self.illegal_move(*at),
            Shape::MoveNumber(at, number, background, _) => {
                self.written(*at, *background, sizes, &number.to_string());
            }
            Shape::MarbleLevel(at, level, background) => {
                self.written(*at, *background, sizes, &level.to_string());
            }
            Shape::Label(at, text, background) => self.written(*at, *background, sizes, text),
            Shape::Symbol(at, symbol, background) => self.symbol(*at, *symbol, *background),
            Shape::Arrow(from, to) => self.arrow(*from, *to),
            Shape::PlayerSide(from, to, color) => self.player_side(*from, *to, *color),
            Shape::Text { at, role, text, .. } => {
                let class = match role {
                    TextRole::Players => Some("players"),
                    TextRole::MoveList => Some("list"),
                    _ => None,
                };
                let rotation = match role {
                    TextRole::Side(Color::White) => {
                        format!(" transform=\"rotate(-90 {} {})\"", units(at.x), units(at.y))
                    }
                    _ => String::new(),
                };
                self.text(class, *at, sizes, &rotation, text);
            }
        }
    }
}
