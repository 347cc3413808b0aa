//! The shapes of many scenes of one board, each once, so that the viewer can show any of the
//! scenes by hiding shapes.
//!
//! The drawing order of the atlas agrees with that of every scene by construction. Shapes are
//! ordered by layer, pass and value, and a scene's shapes ascend in this order: wherever the
//! value of a shape does not exceed that of the shape before it, a new pass begins. Pieces
//! ascend by value, so each is in the atlas once. A shape that scenes draw in different
//! orders, such as two symbols on one point, is in the atlas once for each pass it occurs in.

use std::collections::BTreeMap;

use crate::diagram::{
    scene::{Layer, LayerId, Scene, Shape},
    style::Style,
    svg::{Visibility, svg_with_visibility},
};

/// The identity of a shape in the atlas, and its place in the drawing order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ShapeKey {
    layer: LayerId,
    /// How often the shapes of the layer do not ascend before this one.
    pass: usize,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
struct ShapeEntry {
    id: ShapeId,
    /// How many scenes have the shape.
    uses: usize,
}

/// A shape of the atlas.
pub(super) type ShapeId = u32;

/// The shapes of a scene, sorted.
pub(super) type VisibleShapes = Vec<ShapeId>;

/// The shapes of many scenes.
#[derive(Debug, Default)]
pub(super) struct ShapeAtlas {
    shapes: BTreeMap<ShapeKey, ShapeEntry>,
    /// What all scenes have in common, without layers; the frame contains those of all.
    base: Option<Scene>,
    scenes: usize,
}

/// The image of an atlas.
pub(super) struct AtlasImage {
    /// The image with all shapes.
    pub(super) svg: String,
    /// Its width divided by its height.
    pub(super) aspect_ratio: f64,
    /// The index of each shape that not every scene has, among those in drawing order.
    pub(super) indices: BTreeMap<ShapeId, usize>,
}

impl ShapeAtlas {
    /// Adds the shapes of a scene.
    pub(super) fn add(&mut self, scene: Scene) -> VisibleShapes {
        let mut visible = VisibleShapes::new();
        for layer in &scene.layers {
            let (mut pass, mut last) = (0, None);
            for shape in &layer.shapes {
                pass += usize::from(last.is_some_and(|last| last >= shape));
                last = Some(shape);
                let key = ShapeKey {
                    layer: layer.id,
                    pass,
                    shape: shape.clone(),
                };
                let id = self.shapes.len() as ShapeId;
                let entry = self.shapes.entry(key).or_insert(ShapeEntry { id, uses: 0 });
                entry.uses += 1;
                visible.push(entry.id);
            }
        }
        visible.sort_unstable();
        self.scenes += 1;
        match &mut self.base {
            Some(base) => base.frame = base.frame.union(scene.frame),
            None => {
                let layers = Vec::new();
                self.base = Some(Scene { layers, ..scene });
            }
        }
        visible
    }

    /// One image of all shapes, of which these are visible; `None` without any scene.
    pub(super) fn draw(&self, style: &Style, visible: &VisibleShapes) -> Option<AtlasImage> {
        let mut scene = self.base.clone()?;
        let mut indices = BTreeMap::new();
        let mut visibilities = Vec::new();
        for (key, entry) in &self.shapes {
            if scene
                .layers
                .last()
                .is_none_or(|layer| layer.id != key.layer)
            {
                scene.layers.push(Layer {
                    id: key.layer,
                    shapes: Vec::new(),
                });
            }
            if let Some(layer) = scene.layers.last_mut() {
                layer.shapes.push(key.shape.clone());
            }
            visibilities.push(if entry.uses == self.scenes {
                Visibility::Always
            } else {
                indices.insert(entry.id, indices.len());
                match visible.binary_search(&entry.id) {
                    Ok(_) => Visibility::Shown,
                    Err(_) => Visibility::Hidden,
                }
            });
        }
        Some(AtlasImage {
            svg: svg_with_visibility(&scene, style, &visibilities),
            aspect_ratio: scene.frame.width / scene.frame.height,
            indices,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::{CellOutline, ImagePoint, Rect};

    fn star(x: f64) -> Shape {
        Shape::StarPoint(ImagePoint { x, y: 0.0 })
    }

    fn scene(layers: &[(LayerId, &[f64])]) -> Scene {
        let rect = Rect {
            left: 0.0,
            top: 0.0,
            width: 2.0,
            height: 1.0,
        };
        let layers = layers.iter().map(|&(id, stars)| Layer {
            id,
            shapes: stars.iter().copied().map(star).collect(),
        });
        Scene {
            title: "t".to_owned(),
            outline: CellOutline::Square,
            radius: 0.5,
            tilt: 1.0,
            scale: 1.0,
            board: rect,
            frame: rect,
            layers: layers.collect(),
        }
    }

    /// The positions of the shapes in drawing order.
    fn drawn(atlas: &ShapeAtlas) -> Vec<(LayerId, f64)> {
        let keys = atlas.shapes.keys();
        let position = |key: &ShapeKey| match key.shape {
            Shape::StarPoint(at) => (key.layer, at.x),
            _ => unreachable!("only star points are added"),
        };
        keys.map(position).collect()
    }

    #[test]
    fn equal_shapes_are_stored_once_and_in_order() {
        use LayerId::{Grid, Stones};
        let mut atlas = ShapeAtlas::default();
        let scenes = [
            scene(&[(Grid, &[1.0]), (Stones, &[1.0, 3.0])]),
            scene(&[(Grid, &[1.0]), (Stones, &[2.0, 3.0])]),
            scene(&[(Grid, &[1.0])]),
        ];
        let visible = scenes.map(|scene| atlas.add(scene));
        assert_eq!(
            drawn(&atlas),
            [(Grid, 1.0), (Stones, 1.0), (Stones, 2.0), (Stones, 3.0)]
        );
        let image = atlas
            .draw(&Style::default(), &visible[1])
            .expect("an image");
        assert_eq!(image.svg.matches("<circle h=\"0\" ").count(), 2);
        assert_eq!(image.svg.matches("<circle h=\"1\" ").count(), 1);
        assert_eq!(image.aspect_ratio.to_bits(), 2.0_f64.to_bits());
        let indices = visible.map(|visible| {
            let shapes = visible
                .iter()
                .filter_map(|id| image.indices.get(id).copied());
            shapes.collect::<Vec<usize>>()
        });
        assert_eq!(indices, [vec![0, 2], vec![2, 1], vec![]]);
    }

    #[test]
    fn contrary_orders_are_both_kept() {
        use LayerId::Marks;
        let mut atlas = ShapeAtlas::default();
        let forward = atlas.add(scene(&[(Marks, &[1.0, 2.0])]));
        let backward = atlas.add(scene(&[(Marks, &[2.0, 1.0])]));
        let twice = atlas.add(scene(&[(Marks, &[1.0, 1.0])]));
        // In the first pass both, in the second 1 once more.
        assert_eq!(drawn(&atlas), [(Marks, 1.0), (Marks, 2.0), (Marks, 1.0)]);
        assert_eq!([forward, backward, twice], [[0, 1], [1, 2], [0, 2]]);
    }
}
