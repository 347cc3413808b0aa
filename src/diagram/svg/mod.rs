//! Scenes as SVG: groups with the names of the layers, classes that a style sheet
//! colors, nothing that needs a network or a script.

mod draw;
mod marks;
mod palettes;
mod paths;
mod pieces;
mod theme;

use std::collections::BTreeSet;

use super::{Scene, Style};
use crate::diagram::scene::Layer;
use theme::Look;

/// Units of the drawing in one unit of the board.
const SCALE: f64 = 20.0;

/// Writes a scene as an SVG image.
///
/// The style sheet within speaks only of what is inside an `svg` of this theme, so
/// several images may stand in one page.
pub fn svg(scene: &Scene, style: &Style) -> String {
    let mut pen = Pen {
        scene,
        look: Look::of(style.theme),
        used: BTreeSet::new(),
        body: String::new(),
    };
    pen.frames();
    for layer in &scene.layers {
        pen.layer(layer);
    }
    let root = format!("kifu-{}", style.theme.name());
    let frame = scene.frame;
    let longer = frame.width.max(frame.height);
    let pixels = |length: f64| number((length / longer * f64::from(style.size.max(1))).max(1.0));
    let title = escaped(&scene.title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{root}\" viewBox=\"{} {} {} {}\" \
         width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{title}\">\n<title>{title}</title>\n",
        units(frame.left),
        units(frame.top),
        units(frame.width),
        units(frame.height),
        pixels(frame.width),
        pixels(frame.height),
    );
    let is_used = |class: &str| pen.used.contains(class);
    let sheet = pen.look.sheet(&root, is_used);
    svg.push_str(&format!("<style>\n{sheet}</style>\n"));
    let gradients = pen.look.gradients(is_used);
    if !gradients.is_empty() {
        svg.push_str(&format!("<defs>\n{}\n</defs>\n", gradients.join("\n")));
    }
    svg.push_str(&pen.body);
    svg.push_str("</svg>\n");
    svg
}

/// What the elements are written with.
struct Pen<'a> {
    scene: &'a Scene,
    look: Look,
    /// The classes that occur, so that the style sheet speaks of no others.
    used: BTreeSet<&'static str>,
    body: String,
}

impl Pen<'_> {
    /// Notes that a class occurs.
    fn class(&mut self, class: &'static str) -> &'static str {
        self.used.insert(class);
        class
    }

    fn line(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    fn frames(&mut self) {
        let (page, board) = (self.scene.frame, self.scene.plate);
        for (class, frame) in [("page", page), ("board", board)] {
            if class == "board" && !self.look.has_board() {
                continue;
            }
            let class = self.class(class);
            self.line(&format!(
                "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                units(frame.left),
                units(frame.top),
                units(frame.width),
                units(frame.height)
            ));
        }
    }

    fn layer(&mut self, layer: &Layer) {
        let class = self.class(layer.name);
        let letters = layer.shapes.iter().find_map(|shape| self.letters(shape));
        let size = letters.map(|letters| format!(" font-size=\"{}\"", units(letters)));
        self.line(&format!(
            "<g class=\"{class}\"{}>",
            size.unwrap_or_default()
        ));
        for shape in &layer.shapes {
            self.shape(shape, letters);
        }
        self.line("</g>");
    }
}

/// A length of the board in units of the drawing.
fn units(length: f64) -> String {
    number(length * SCALE)
}

/// A number with at most two decimals, none of them needless.
fn number(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// A text as XML may hold it. Characters that XML forbids in any spelling become `�`.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push('\u{fffd}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(number(12.0), "12");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(17.3205), "17.32");
        assert_eq!(number(100.0), "100");
    }

    #[test]
    fn what_xml_forbids_is_replaced() {
        assert_eq!(escaped("<a&\"b\">]]>"), "&lt;a&amp;&quot;b&quot;&gt;]]&gt;");
        assert_eq!(
            escaped("\u{0}\u{1b}x\u{ffff}\n"),
            "\u{fffd}\u{fffd}x\u{fffd} "
        );
    }
}
