//! Whole images.

use super::{
    escape::escaped,
    number::{number, units},
    writer::SvgWriter,
};
use crate::diagram::{
    scene::{Layer, Scene},
    style::Style,
};

/// Whether a shape of an image with many positions is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::diagram) enum Visibility {
    /// In every position.
    Always,
    /// Now, but not in every position.
    Shown,
    /// In another position.
    Hidden,
}

/// Writes a scene as an SVG image.
///
/// Its style sheet concerns only elements inside an `svg` of this theme, so one HTML
/// document can contain several images.
pub fn svg(scene: &Scene, style: &Style) -> String {
    image(scene, style, None)
}

/// Writes a scene as an SVG image of which a script shows and hides shapes: each that is not
/// always visible is an element with the attribute `h`, which is `0` if it is shown, else `1`.
/// The visibilities are those of the shapes in the order of the scene. There is no title,
/// since it would be that of one position only.
pub(in crate::diagram) fn svg_with_visibility(
    scene: &Scene,
    style: &Style,
    visibilities: &[Visibility],
) -> String {
    image(scene, style, Some(visibilities))
}

fn image(scene: &Scene, style: &Style, visibilities: Option<&[Visibility]>) -> String {
    let pixels = |length: f64| number((length * scene.scale).max(1.0));
    let size = format!(
        "width=\"{}\" height=\"{}\"",
        pixels(scene.frame.width),
        pixels(scene.frame.height)
    );
    image_of_size(scene, style, visibilities, &size)
}

/// The board that follows the notes, at the lower end of the frame.
fn following(scene: &Scene, style: &Style) -> Option<String> {
    let following = scene.following.as_ref()?;
    let (frame, own) = (scene.frame, following.frame);
    let size = format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        units(frame.left + (frame.width - own.width) / 2.0),
        units(frame.top + frame.height - own.height),
        units(own.width),
        units(own.height),
    );
    Some(image_of_size(following, style, None, &size))
}

fn image_of_size(
    scene: &Scene,
    style: &Style,
    visibilities: Option<&[Visibility]>,
    size: &str,
) -> String {
    let mut writer = SvgWriter::new(scene, style.theme);
    frames(&mut writer);
    let mut of_shapes = visibilities.into_iter().flatten().copied();
    for layer in &scene.layers {
        write_layer(&mut writer, layer, &mut of_shapes);
    }
    let root = format!("kifu-{}", style.theme.name());
    let frame = scene.frame;
    let title = escaped(&scene.title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{root}\" viewBox=\"{} {} {} {}\" \
         {size} role=\"img\" aria-label=\"{title}\">\n",
        units(frame.left),
        units(frame.top),
        units(frame.width),
        units(frame.height),
    );
    if visibilities.is_none() {
        svg.push_str(&format!("<title>{title}</title>\n"));
    }
    let is_used = |class: &str| writer.is_used(class);
    let sheet = writer.colors.sheet(&root, is_used);
    svg.push_str(&format!("<style>\n{sheet}</style>\n"));
    let gradients = writer.colors.gradients(is_used);
    if !gradients.is_empty() {
        svg.push_str(&format!("<defs>\n{}\n</defs>\n", gradients.join("\n")));
    }
    svg.push_str(writer.body());
    svg.push_str(&following(scene, style).unwrap_or_default());
    svg.push_str("</svg>\n");
    svg
}

fn frames(writer: &mut SvgWriter) {
    let (whole, board) = (writer.scene.frame, writer.scene.board);
    for (class, frame) in [("page", whole), ("board", board)] {
        if class == "board" && !writer.colors.has_board() {
            continue;
        }
        let class = writer.class(class);
        writer.line(&format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            units(frame.left),
            units(frame.top),
            units(frame.width),
            units(frame.height)
        ));
    }
}

/// Writes a layer, taking the visibilities of its shapes.
fn write_layer(
    writer: &mut SvgWriter,
    layer: &Layer,
    visibilities: &mut dyn Iterator<Item = Visibility>,
) {
    let class = writer.class(layer.id.name());
    let font_size = layer
        .shapes
        .iter()
        .find_map(|shape| writer.font_size(shape));
    let attribute = font_size.map(|size| format!(" font-size=\"{}\"", units(size)));
    writer.line(&format!(
        "<g class=\"{class}\"{}>",
        attribute.unwrap_or_default()
    ));
    for shape in &layer.shapes {
        writer.shape(shape, font_size);
        writer.end_shape(match visibilities.next() {
            None | Some(Visibility::Always) => "",
            Some(Visibility::Shown) => " h=\"0\"",
            Some(Visibility::Hidden) => " h=\"1\"",
        });
    }
    writer.line("</g>");
}
