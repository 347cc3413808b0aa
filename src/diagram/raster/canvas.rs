//! One image after another, of which only what has changed is drawn.

use std::collections::BTreeMap;

use resvg::tiny_skia::Pixmap;

use super::{
    error::ImageError,
    fonts::Fonts,
    image::{PixelArea, pixels, tree},
    shape_bounds::{bounds, overlap},
};
use crate::diagram::{
    scene::{Layer, Rect, Scene, Shape},
    style::Style,
    svg::svg,
};

/// The image of a scene.
#[derive(Debug)]
pub(super) struct Canvas {
    style: Style,
    scale: f32,
    scene: Scene,
    pixmap: Pixmap,
}

impl Canvas {
    /// Draws a scene, enlarged by `scale`.
    pub(super) fn new(
        scene: Scene,
        style: &Style,
        scale: f32,
        fonts: &Fonts,
    ) -> Result<Canvas, ImageError> {
        let pixmap = pixels(&tree(&svg(&scene, style), fonts)?, scale)?;
        Ok(Canvas {
            style: *style,
            scale,
            scene,
            pixmap,
        })
    }

    pub(super) fn pixmap(&self) -> &Pixmap {
        &self.pixmap
    }

    /// Draws another scene with the same frame. Returns what may have changed.
    pub(super) fn draw(
        &mut self,
        scene: Scene,
        fonts: &Fonts,
    ) -> Result<Vec<PixelArea>, ImageError> {
        let changed = match changed_shapes(&self.scene, &scene) {
            Some(shapes) => merged(shapes.iter().map(|shape| bounds(shape, &scene)).collect()),
            None => vec![scene.frame],
        };
        let visible = Scene {
            layers: visible_layers(&scene, &changed),
            title: String::new(),
            ..scene.clone()
        };
        self.scene = scene;
        let areas: Vec<PixelArea> = changed
            .iter()
            .filter_map(|rect| self.pixel_area(rect))
            .collect();
        if areas.is_empty() {
            return Ok(areas);
        }
        let tree = tree(&svg(&visible, &self.style), fonts)?;
        // All of it is drawn, for what is drawn at a place depends a little on where the
        // pixels begin: but it is no more than what the areas need.
        let drawn = pixels(&tree, self.scale)?;
        if (drawn.width(), drawn.height()) != self.size() {
            return Err(ImageError::AnimationSize);
        }
        for area in &areas {
            self.copy(&drawn, area);
        }
        Ok(areas)
    }

    /// Width and height in pixels.
    fn size(&self) -> (u32, u32) {
        (self.pixmap.width(), self.pixmap.height())
    }

    /// The pixels of a rectangle of the scene; `None` outside the image.
    fn pixel_area(&self, rect: &Rect) -> Option<PixelArea> {
        let (frame, (width, height)) = (&self.scene.frame, self.size());
        let range = |start: f64, length: f64, whole: f64, pixels: u32| {
            let pixel = |place: f64| place / whole * f64::from(pixels);
            let within = |pixel: f64| pixel.clamp(0.0, f64::from(pixels)) as u32;
            within(pixel(start).floor())..within(pixel(start + length).ceil())
        };
        let area = PixelArea {
            columns: range(rect.left - frame.left, rect.width, frame.width, width),
            rows: range(rect.top - frame.top, rect.height, frame.height, height),
        };
        (!area.columns.is_empty() && !area.rows.is_empty()).then_some(area)
    }

    fn copy(&mut self, drawn: &Pixmap, area: &PixelArea) {
        let row = self.pixmap.width() as usize;
        let pixels = self.pixmap.pixels_mut();
        for y in area.rows.clone() {
            let start = y as usize * row + area.columns.start as usize;
            let line = start..start + area.columns.len();
            pixels[line.clone()].copy_from_slice(&drawn.pixels()[line]);
        }
    }
}

/// The shapes that only one of two scenes has; `None` if everything is to be drawn anew.
fn changed_shapes<'s>(old: &'s Scene, new: &'s Scene) -> Option<Vec<&'s Shape>> {
    let geometry = |scene: &Scene| {
        let Scene {
            outline,
            radius,
            tilt,
            board,
            frame,
            scale,
            ..
        } = *scene;
        (outline, radius, tilt, board, frame, scale)
    };
    if geometry(old) != geometry(new) {
        return None;
    }
    let mut ids: Vec<_> = [old, new]
        .iter()
        .flat_map(|scene| scene.layers.iter().map(|layer| layer.id))
        .collect();
    ids.sort();
    ids.dedup();
    let mut changed = Vec::new();
    for id in ids {
        let of = |scene: &'s Scene| {
            let layer = scene.layers.iter().find(|layer| layer.id == id);
            layer.map(|layer| &layer.shapes[..]).unwrap_or_default()
        };
        let (old, new) = (of(old), of(new));
        if old == new {
            continue;
        }
        // How many times each is in the old layer and in the new one.
        let mut counts: BTreeMap<&Shape, (usize, usize)> = BTreeMap::new();
        for shape in old {
            counts.entry(shape).or_default().0 += 1;
        }
        for shape in new {
            counts.entry(shape).or_default().1 += 1;
        }
        counts.retain(|_, (old, new)| old != new);
        let kept = |shape: &&Shape| !counts.contains_key(shape);
        if old.iter().filter(kept).ne(new.iter().filter(kept)) {
            return None;
        }
        changed.extend(counts.into_keys());
    }
    Some(changed)
}

/// All layers, with the shapes that are seen in these rectangles. A layer stays even without
/// any: it tells the writer what kind of board it is.
fn visible_layers(scene: &Scene, rects: &[Rect]) -> Vec<Layer> {
    let is_seen = |shape: &&Shape| {
        let bounds = bounds(shape, scene);
        rects.iter().any(|rect| overlap(rect, &bounds))
    };
    let layers = scene.layers.iter().map(|layer| Layer {
        id: layer.id,
        shapes: layer.shapes.iter().filter(is_seen).cloned().collect(),
    });
    layers.collect()
}

/// Rectangles that contain the given ones and do not overlap.
fn merged(rects: Vec<Rect>) -> Vec<Rect> {
    let mut apart: Vec<Rect> = Vec::new();
    for mut rect in rects {
        while let Some(index) = apart.iter().position(|other| overlap(other, &rect)) {
            rect = rect.union(apart.swap_remove(index));
        }
        apart.push(rect);
    }
    apart
}
