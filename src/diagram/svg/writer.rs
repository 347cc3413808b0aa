//! Writing elements.

use std::collections::BTreeSet;

use super::{escape::escaped, number::units, theme_colors::ThemeColors};
use crate::diagram::{
    scene::{ImagePoint, LayerId, Scene},
    style::Theme,
};

/// How far the baseline of capitals and digits is below their middle, as a share of their size.
const BASELINE: f64 = 0.36;

/// Elements of one image, and what they have in common.
pub(super) struct SvgWriter<'a> {
    pub(super) scene: &'a Scene,
    pub(super) colors: ThemeColors,
    /// Whether the board consists of lines.
    pub(super) has_grid: bool,
    /// Whether it is a board of Margo, whose marbles touch each other.
    pub(super) is_pyramid: bool,
    /// Margo: captured pieces are crosses only, for there is much beside and below them.
    pub(super) has_small_crosses: bool,
    /// The classes that occur: the style sheet has rules for no others.
    used: BTreeSet<&'static str>,
    body: String,
    /// The elements of the current shape: the name, and the source after it.
    elements: Vec<(&'static str, String)>,
}

impl SvgWriter<'_> {
    pub(super) fn new(scene: &Scene, theme: Theme) -> SvgWriter<'_> {
        let has_layer = |id| scene.layers.iter().any(|layer| layer.id == id);
        SvgWriter {
            scene,
            colors: ThemeColors::of(theme),
            has_grid: has_layer(LayerId::Grid),
            is_pyramid: has_layer(LayerId::Base),
            has_small_crosses: has_layer(LayerId::Base),
            used: BTreeSet::new(),
            body: String::new(),
            elements: Vec::new(),
        }
    }

    /// Notes that a class occurs.
    pub(super) fn class(&mut self, class: &'static str) -> &'static str {
        self.used.insert(class);
        class
    }

    pub(super) fn is_used(&self, class: &str) -> bool {
        self.used.contains(class)
    }

    /// What has been written.
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    pub(super) fn line(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// Adds an element of the current shape: its name and its source after that.
    pub(super) fn element(&mut self, name: &'static str, rest: String) {
        self.elements.push((name, rest));
    }

    /// Writes the elements of the current shape with an attribute, which may be empty. Several
    /// elements have it in common in a group.
    pub(super) fn end_shape(&mut self, attribute: &str) {
        let elements = std::mem::take(&mut self.elements);
        let is_group = elements.len() != 1 && !attribute.is_empty();
        let attribute_of_each = if is_group { "" } else { attribute };
        if is_group {
            self.line(&format!("<g{attribute}>"));
        }
        for (name, rest) in elements {
            self.line(&format!("<{name}{attribute_of_each} {rest}"));
        }
        if is_group {
            self.line("</g>");
        }
    }

    /// A path with a class, if it needs another than its group's, and further attributes.
    pub(super) fn path(&mut self, class: Option<&'static str>, path: &str, attributes: &str) {
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        let class = class.unwrap_or_default();
        self.element("path", format!("{class}d=\"{path}\"{attributes}/>"));
    }

    pub(super) fn circle(
        &mut self,
        class: Option<&'static str>,
        at: ImagePoint,
        radius: f64,
        attributes: &str,
    ) {
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        self.element(
            "circle",
            format!(
                "{}cx=\"{}\" cy=\"{}\" r=\"{}\"{attributes}/>",
                class.unwrap_or_default(),
                units(at.x),
                units(at.y),
                units(radius)
            ),
        );
    }

    /// One line of text. Its size is written only where it is not that of its group.
    pub(super) fn text(
        &mut self,
        class: Option<&'static str>,
        at: ImagePoint,
        (size, group_size): (Option<f64>, Option<f64>),
        attributes: &str,
        text: &str,
    ) {
        let class = class.map(|class| format!("class=\"{}\" ", self.class(class)));
        let letters = size.unwrap_or_default();
        let own = (size != group_size).then(|| format!(" font-size=\"{}\"", units(letters)));
        self.class("text");
        self.element(
            "text",
            format!(
                "{}x=\"{}\" y=\"{}\"{}{attributes}>{}</text>",
                class.unwrap_or_default(),
                units(at.x),
                units(at.y + letters * BASELINE),
                own.unwrap_or_default(),
                escaped(text)
            ),
        );
    }
}
