//! Each shape as an element of SVG.

use unicode_width::UnicodeWidthStr;

use super::{
    Pen, escaped,
    paths::{polygon, stone, straight},
    units,
};
use crate::{
    diagram::scene::{Background, ImagePoint, Shape, TextRole},
    games::Color,
};

/// The sizes of letters on a piece with the radius 1, by the number of characters.
const FITTING: [f64; 6] = [1.2, 1.02, 0.78, 0.6, 0.49, 0.41];
/// How far below its middle a line of capitals and digits stands, by its size.
const BASELINE: f64 = 0.36;

impl Pen<'_> {
    /// The size of the letters of a shape that is text.
    pub(super) fn letters(&self, shape: &Shape) -> Option<f64> {
        let fitting = |length: usize, ground: Background| {
            let index = length.clamp(1, FITTING.len()) - 1;
            let (_, radius) = self.face(ImagePoint { x: 0.0, y: 0.0 }, ground);
            radius * FITTING[index]
        };
        match shape {
            Shape::Text { letters, .. } => Some(*letters),
            Shape::Number(_, number, ground) => Some(fitting(number.to_string().len(), *ground)),
            Shape::Label(_, text, ground) => Some(fitting(text.width(), *ground)),
            Shape::Neutral { small: false, .. } => Some(self.scene.radius * 1.05),
            Shape::Neutral { small: true, .. } => Some(self.scene.radius * 0.48),
            _ => None,
        }
    }

    /// Writes a shape into a group with this size of letters.
    pub(super) fn shape(&mut self, shape: &Shape, letters: Option<f64>) {
        let radius = self.scene.radius;
        match shape {
            Shape::Cell(at) => self.cell(*at, None),
            Shape::Line(from, to) => self.path(None, &straight(*from, *to), ""),
            Shape::Edge(from, to) => {
                self.path(Some("edge"), &straight(*from, *to), "");
            }
            Shape::Star(at) => self.circle(None, *at, 0.095, ""),
            Shape::Hole(at) => self.hole(*at),
            Shape::Plate(corners) => self.path(None, &polygon(corners), ""),
            Shape::Owner(at, color) => self.owner(*at, *color),
            Shape::Stone(at, color) => self.circle(Some(stone(*color)), *at, radius, ""),
            Shape::Crown { at, color, small } => self.crown(*at, *color, *small),
            Shape::Marble {
                at,
                color,
                level,
                highest,
            } => self.marble(*at, *color, *level, *highest),
            Shape::Neutral {
                at,
                hue,
                rank,
                small,
            } => {
                self.neutral(*at, *hue, *rank);
                let (_, ink) = self.look.hue(*hue, *rank);
                let raised = if *small { radius * 0.62 } else { 0.0 };
                let fill = format!(" fill=\"{ink}\"");
                self.text(
                    None,
                    at.moved(0.0, -raised),
                    self.letters(shape),
                    letters,
                    &fill,
                    &hue.letter().to_string(),
                );
            }
            Shape::Wall(corners, color) => {
                self.path(Some(stone(*color)), &polygon(corners), "");
            }
            Shape::Hidden(at, color) => {
                let class = match color {
                    Color::Black => "black-bead",
                    Color::White => "white-bead",
                };
                self.circle(Some(class), *at, radius * 0.4, "");
            }
            Shape::Ghost(at, color) => self.ghost(*at, *color),
            Shape::Flipped(at, ground) => self.flipped(*at, *ground),
            Shape::Last { at, ground, small } => self.last(*at, *ground, *small),
            Shape::Illegal(at) => self.illegal(*at),
            Shape::Number(at, number, ground) => {
                self.written(
                    *at,
                    *ground,
                    self.letters(shape),
                    letters,
                    &number.to_string(),
                );
            }
            Shape::Label(at, text, ground) => {
                self.written(*at, *ground, self.letters(shape), letters, text);
            }
            Shape::Symbol(at, sign, ground) => self.sign(*at, *sign, *ground),
            Shape::Arrow(from, to) => self.arrow(*from, *to),
            Shape::Rim(from, to) | Shape::Segment(from, to) => {
                self.path(None, &straight(*from, *to), "");
            }
            Shape::Side(from, to, color) => self.side(*from, *to, *color),
            Shape::Text { at, role, text, .. } => {
                let class = match role {
                    TextRole::Players => Some("players"),
                    _ => None,
                };
                let turn = match role {
                    TextRole::Side(Color::White) => {
                        format!(" transform=\"rotate(-90 {} {})\"", units(at.x), units(at.y))
                    }
                    _ => String::new(),
                };
                self.text(class, *at, self.letters(shape), letters, &turn, text);
            }
        }
    }

    /// The middle and the radius of the room that a piece leaves: a stone of Bamogo has
    /// its letter at the top.
    pub(super) fn face(&self, at: ImagePoint, ground: Background) -> (ImagePoint, f64) {
        let radius = self.scene.radius;
        match ground {
            Background::Neutral(..) => (at.moved(0.0, 0.2 * radius), 0.78 * radius),
            Background::Board | Background::Piece(_) => (at, radius),
        }
    }

    /// A path with a class, if it needs another than its group's, and further attributes.
    pub(super) fn path(&mut self, class: Option<&'static str>, path: &str, more: &str) {
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        let class = class.unwrap_or_default();
        self.line(&format!("<path {class}d=\"{path}\"{more}/>"));
    }

    pub(super) fn circle(
        &mut self,
        class: Option<&'static str>,
        at: ImagePoint,
        radius: f64,
        more: &str,
    ) {
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        self.line(&format!(
            "<circle {}cx=\"{}\" cy=\"{}\" r=\"{}\"{more}/>",
            class.unwrap_or_default(),
            units(at.x),
            units(at.y),
            units(radius)
        ));
    }

    /// One line of text. Its size is written only where it is not that of its group.
    fn text(
        &mut self,
        class: Option<&'static str>,
        at: ImagePoint,
        size: Option<f64>,
        usual: Option<f64>,
        more: &str,
        text: &str,
    ) {
        let class = class.map(|class| format!(" class=\"{}\"", self.class(class)));
        let letters = size.unwrap_or_default();
        let own = (size != usual).then(|| format!(" font-size=\"{}\"", units(letters)));
        self.class("text");
        self.line(&format!(
            "<text{} x=\"{}\" y=\"{}\"{}{more}>{}</text>",
            class.unwrap_or_default(),
            units(at.x),
            units(at.y + letters * BASELINE),
            own.unwrap_or_default(),
            escaped(text)
        ));
    }

    /// A number or a label: on an empty point the lines of the board step back.
    fn written(
        &mut self,
        at: ImagePoint,
        ground: Background,
        size: Option<f64>,
        usual: Option<f64>,
        text: &str,
    ) {
        let (at, _) = self.face(at, ground);
        if ground == Background::Board {
            let is_lined = self.used.contains("grid");
            let class = if is_lined { "blank" } else { "blank-cell" };
            self.circle(Some(class), at, self.scene.radius * 0.8, "");
        }
        let (class, more) = match ground {
            Background::Board => (Some("ink-board"), String::new()),
            Background::Piece(Color::Black) => (Some("ink-black"), String::new()),
            Background::Piece(Color::White) => (Some("ink-white"), String::new()),
            Background::Neutral(hue, rank) => {
                (None, format!(" fill=\"{}\"", self.look.hue(hue, rank).1))
            }
        };
        self.text(class, at, size, usual, &more, text);
    }
}
