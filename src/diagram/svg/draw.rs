//! Each shape as an element of SVG.

use unicode_width::UnicodeWidthStr;

use super::{Pen, escaped, units};
use crate::{
    diagram::scene::{At, Ground, Role, Shape, Sign},
    games::{Color, Hue},
};

/// The sizes of letters on a piece with the radius 1, by the number of characters.
const FITTING: [f64; 6] = [1.2, 1.02, 0.78, 0.6, 0.49, 0.41];
/// How far below its middle a line of capitals and digits stands, by its size.
const BASELINE: f64 = 0.36;

impl Pen<'_> {
    /// The size of the letters of a shape that is text.
    pub(super) fn letters(&self, shape: &Shape) -> Option<f64> {
        let fitting = |length: usize, ground: Ground| {
            let index = length.clamp(1, FITTING.len()) - 1;
            let (_, radius) = self.face(At { x: 0.0, y: 0.0 }, ground);
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
            Shape::Line(from, to) => self.line(&format!("<path d=\"{}\"/>", straight(*from, *to))),
            Shape::Edge(from, to) => {
                let class = self.class("edge");
                self.line(&format!(
                    "<path class=\"{class}\" d=\"{}\"/>",
                    straight(*from, *to)
                ));
            }
            Shape::Star(at) => self.circle(None, *at, 0.095, ""),
            Shape::Hole(at, tilt) => self.hole(*at, *tilt),
            Shape::Plate(corners) => self.line(&format!("<path d=\"{}\"/>", polygon(corners))),
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
                let class = self.class(stone(*color));
                self.line(&format!(
                    "<path class=\"{class}\" d=\"{}\"/>",
                    polygon(corners)
                ));
            }
            Shape::Hidden(at, color) => {
                let class = match color {
                    Color::Black => "black-bead",
                    Color::White => "white-bead",
                };
                self.circle(Some(class), *at, radius * 0.4, "");
            }
            Shape::Ghost(at, color) => self.ghost(*at, *color),
            Shape::Turned(at, ground) => self.turned(*at, *ground),
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
            Shape::Sign(at, sign, ground) => self.sign(*at, *sign, *ground),
            Shape::Arrow(from, to) => self.arrow(*from, *to),
            Shape::Rim(from, to) | Shape::Segment(from, to) => {
                self.line(&format!("<path d=\"{}\"/>", straight(*from, *to)))
            }
            Shape::Side(from, to, color) => self.side(*from, *to, *color),
            Shape::Text { at, role, text, .. } => {
                let class = match role {
                    Role::Players => Some("players"),
                    _ => None,
                };
                let turn = match role {
                    Role::Side(Color::White) => {
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
    fn face(&self, at: At, ground: Ground) -> (At, f64) {
        let radius = self.scene.radius;
        match ground {
            Ground::Neutral(..) => (at.moved(0.0, 0.2 * radius), 0.78 * radius),
            Ground::Board | Ground::Piece(_) => (at, radius),
        }
    }

    fn circle(&mut self, class: Option<&'static str>, at: At, radius: f64, more: &str) {
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
        at: At,
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
        at: At,
        ground: Ground,
        size: Option<f64>,
        usual: Option<f64>,
        text: &str,
    ) {
        let (at, _) = self.face(at, ground);
        if ground == Ground::Board {
            let is_lined = self.used.contains("grid");
            let class = if is_lined { "blank" } else { "blank-cell" };
            self.circle(Some(class), at, self.scene.radius * 0.8, "");
        }
        let (class, more) = match ground {
            Ground::Board => (Some("ink-board"), String::new()),
            Ground::Piece(Color::Black) => (Some("ink-black"), String::new()),
            Ground::Piece(Color::White) => (Some("ink-white"), String::new()),
            Ground::Neutral(hue, rank) => {
                (None, format!(" fill=\"{}\"", self.look.hue(hue, rank).1))
            }
        };
        self.text(class, at, size, usual, &more, text);
    }

    /// The outline of a cell.
    fn cell(&mut self, at: At, class: Option<&'static str>) {
        let outline = around(at, self.scene.outline.corners());
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        self.line(&format!(
            "<path {}d=\"{}\"/>",
            class.unwrap_or_default(),
            outline
        ));
    }

    fn hole(&mut self, at: At, tilt: f64) {
        const RADIUS: f64 = 0.15;
        self.line(&format!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
            units(at.x),
            units(at.y),
            units(RADIUS),
            units(RADIUS * tilt)
        ));
    }

    /// Whose an empty point is: a small square stands on it, and its cell is shaded unless
    /// there is only black and white.
    fn owner(&mut self, at: At, color: Color) {
        if !self.look.is_print() {
            let shade = match color {
                Color::Black => "black-owner",
                Color::White => "white-owner",
            };
            self.cell(at, Some(shade));
        }
        let class = self.class(stone(color));
        self.line(&format!(
            "<path class=\"{class}\" d=\"{}\"/>",
            square(at, 0.12)
        ));
    }

    fn crown(&mut self, at: At, color: Color, small: bool) {
        const CROWN: [(f64, f64); 7] = [
            (-0.5, 0.42),
            (-0.62, -0.3),
            (-0.27, 0.02),
            (0.0, -0.5),
            (0.27, 0.02),
            (0.62, -0.3),
            (0.5, 0.42),
        ];
        let (raised, share) = if small { (0.68, 0.42) } else { (0.0, 1.0) };
        let radius = self.scene.radius;
        let at = at.moved(0.0, -raised * radius);
        let corners = CROWN.map(|(x, y)| (x * share * radius, y * share * radius));
        let class = self.class(match color {
            Color::Black => "crown-black",
            Color::White => "crown-white",
        });
        self.line(&format!(
            "<path class=\"{class}\" d=\"{}\"/>",
            around(at, &corners)
        ));
    }

    fn marble(&mut self, at: At, color: Color, level: u8, highest: u8) {
        let radius = self.scene.radius;
        let fill = format!(" fill=\"{}\"", self.look.marble(color, level, highest));
        self.circle(
            Some(match color {
                Color::Black => "black-marble",
                Color::White => "white-marble",
            }),
            at,
            radius,
            &fill,
        );
        if self.look.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
        if self.look.is_print() {
            // As on a map: a line for each step up.
            for step in 1..level.min(5) {
                let inner = radius * (1.0 - 0.13 * f64::from(step));
                self.circle(
                    Some(match color {
                        Color::Black => "black-contour",
                        Color::White => "white-contour",
                    }),
                    at,
                    inner,
                    "",
                );
            }
        }
    }

    fn neutral(&mut self, at: At, hue: Hue, rank: usize) {
        let radius = self.scene.radius;
        let (fill, _) = self.look.hue(hue, rank);
        self.circle(Some("neutral"), at, radius, &format!(" fill=\"{fill}\""));
        if self.look.is_print() && rank >= 2 {
            for ring in 0..(rank - 1).min(3) {
                self.circle(Some("ring"), at, radius * (0.86 - 0.13 * ring as f64), "");
            }
        }
        if self.look.has_gloss() {
            self.circle(Some("gloss"), at, radius, "");
        }
    }

    /// A removed piece: its outline, and a cross.
    fn ghost(&mut self, at: At, color: Color) {
        let radius = self.scene.radius;
        let class = match color {
            Color::Black => "black-ghost",
            Color::White => "white-ghost",
        };
        self.circle(Some(class), at, radius * 0.9, "");
        let mut cross_class = "ghost-cross";
        if self.look.is_print() && color == Color::Black {
            self.circle(Some("black"), at, radius * 0.6, "");
            cross_class = "on-black";
        }
        let class = self.class(cross_class);
        self.line(&format!(
            "<path class=\"{class}\" d=\"{}\"/>",
            cross(at, radius * 0.34)
        ));
    }

    /// Two arrows that go round.
    fn turned(&mut self, at: At, ground: Ground) {
        let radius = self.scene.radius * 0.6;
        let class = self.class(ground_class(ground));
        let on_circle = |degrees: f64, radius: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            at.moved(radius * cos, -radius * sin)
        };
        let mut path = String::new();
        for start in [25.0, 205.0] {
            let (from, to) = (on_circle(start, radius), on_circle(start + 130.0, radius));
            let heads = [0.72, 1.28].map(|share| on_circle(start + 98.0, radius * share));
            path.push_str(&format!(
                "M{}A{r} {r} 0 0 0 {}M{}L{}L{}",
                pair(from),
                pair(to),
                pair(heads[0]),
                pair(to),
                pair(heads[1]),
                r = units(radius)
            ));
        }
        self.line(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    fn last(&mut self, at: At, ground: Ground, small: bool) {
        let radius = self.scene.radius;
        let (class, more) = match ground {
            Ground::Board => ("last-board", String::new()),
            Ground::Piece(Color::Black) => ("last-black", String::new()),
            Ground::Piece(Color::White) => ("last-white", String::new()),
            Ground::Neutral(hue, rank) => {
                ("last", format!(" fill=\"{}\"", self.look.hue(hue, rank).1))
            }
        };
        if small {
            self.circle(
                Some(class),
                at.moved(0.0, radius * 0.7),
                radius * 0.15,
                &more,
            );
        } else {
            self.circle(Some(class), at, radius * 0.3, &more);
        }
    }

    fn illegal(&mut self, at: At) {
        let path = cross(at, self.scene.radius * 0.66);
        let class = self.class("halo");
        self.line(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
        self.line(&format!("<path d=\"{path}\"/>"));
    }

    fn sign(&mut self, at: At, sign: Sign, ground: Ground) {
        let (at, radius) = self.face(at, ground);
        let (class, mut more) = match ground {
            Ground::Neutral(hue, rank) => {
                (None, format!(" stroke=\"{}\"", self.look.hue(hue, rank).1))
            }
            ground => (Some(ground_class(ground)), String::new()),
        };
        let path = match sign {
            Sign::Circle => return self.circle(class, at, radius * 0.52, &more),
            Sign::Triangle => polygon(&[
                at.moved(0.0, -0.68 * radius),
                at.moved(0.59 * radius, 0.34 * radius),
                at.moved(-0.59 * radius, 0.34 * radius),
            ]),
            Sign::Square => square(at, radius * 0.46),
            Sign::Cross => cross(at, radius * 0.44),
            // A full square: its sides are so thick that they meet in the middle.
            Sign::Selected => {
                more.push_str(&format!(" stroke-width=\"{}\"", units(radius * 0.5)));
                square(at, radius * 0.25)
            }
        };
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        self.line(&format!(
            "<path {}d=\"{path}\"{more}/>",
            class.unwrap_or_default()
        ));
    }

    fn arrow(&mut self, from: At, to: At) {
        let (right, down) = (to.x - from.x, to.y - from.y);
        let length = right.hypot(down);
        let (right, down) = (right / length, down / length);
        let head = 0.3;
        let neck = to.moved(-right * head, -down * head);
        let wing = |side: f64| neck.moved(-down * side * head / 2.0, right * side * head / 2.0);
        self.line(&format!(
            "<path d=\"{}{}\"/>",
            straight(from, neck),
            polygon(&[to, wing(1.0), wing(-1.0)])
        ));
    }

    fn side(&mut self, from: At, to: At, color: Color) {
        const HALF: f64 = 0.07;
        let (right, down) = if from.x == to.x {
            (HALF, 0.0)
        } else {
            (0.0, HALF)
        };
        let corners = [
            from.moved(-right, -down),
            to.moved(-right, -down),
            to.moved(right, down),
            from.moved(right, down),
        ];
        let class = self.class(stone(color));
        self.line(&format!(
            "<path class=\"{class}\" d=\"{}\"/>",
            polygon(&corners)
        ));
    }
}

fn stone(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn ground_class(ground: Ground) -> &'static str {
    match ground {
        Ground::Piece(Color::Black) => "on-black",
        Ground::Piece(Color::White) => "on-white",
        Ground::Board | Ground::Neutral(..) => "on-board",
    }
}

fn pair(at: At) -> String {
    format!("{} {}", units(at.x), units(at.y))
}

/// A straight line, as short as it can be written.
fn straight(from: At, to: At) -> String {
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
fn around(at: At, corners: &[(f64, f64)]) -> String {
    let corners: Vec<At> = corners.iter().map(|&(x, y)| at.moved(x, y)).collect();
    polygon(&corners)
}

/// The closed line through these corners.
fn polygon(corners: &[At]) -> String {
    let steps = corners.windows(2).map(|ends| {
        let line = straight(ends[0], ends[1]);
        line[1 + pair(ends[0]).len()..].to_owned()
    });
    let start = corners.first().map(|&corner| format!("M{}", pair(corner)));
    format!(
        "{}{}Z",
        start.unwrap_or_default(),
        steps.collect::<String>()
    )
}

fn square(at: At, half: f64) -> String {
    around(
        at,
        &[(-half, -half), (half, -half), (half, half), (-half, half)],
    )
}

fn cross(at: At, arm: f64) -> String {
    format!(
        "{}{}",
        straight(at.moved(-arm, -arm), at.moved(arm, arm)),
        straight(at.moved(-arm, arm), at.moved(arm, -arm))
    )
}
