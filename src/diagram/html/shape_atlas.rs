//! The shapes of many scenes of one board, each once, so that the viewer can show any of the
//! scenes by hiding shapes.
//!
//! The drawing order of the atlas agrees with that of every scene by construction. Shapes are
//! ordered by layer, pass and value, and a scene's shapes ascend in this order: wherever the
//! value of a shape does not exceed that of the shape before it, a new pass begins. Pieces
//! ascend by value, so each is in the atlas once. A shape that scenes draw in different
//! orders, such as two symbols on one point, is in the atlas once for each pass it occurs in.

use std::{cmp::Ordering, collections::BTreeMap};

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

/// A shape of the atlas.
pub(super) type ShapeId = u32;

/// The shapes of a scene, sorted.
pub(super) type VisibleShapes = Vec<ShapeId>;

/// The shapes of many scenes.
#[derive(Debug, Default)]
pub(super) struct ShapeAtlas {
    shapes: BTreeMap<ShapeKey, ShapeId>,
    /// How many scenes have each shape.
    uses: Vec<usize>,
    /// The shapes of the scene before in drawing order, since most are in the next one too.
    previous: Vec<(ShapeKey, ShapeId)>,
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
    /// Margo: the level of each of these shapes, 0 if it is no marble, where it is not that of the shape before.
    pub(super) levels: Vec<(usize, u8)>,
}

impl ShapeAtlas {
    /// Adds the shapes of a scene.
    pub(super) fn add(&mut self, mut scene: Scene) -> VisibleShapes {
        let mut drawn: Vec<(ShapeKey, ShapeId)> = Vec::with_capacity(self.previous.len());
        let mut previous = std::mem::take(&mut self.previous).into_iter().peekable();
        let Scene { layers, .. } = &mut scene;
        for layer in std::mem::take(layers) {
            let mut pass = 0;
            let mut shapes = layer.shapes.into_iter().peekable();
            while let Some(shape) = shapes.next() {
                let is_last_of_pass = shapes.peek().is_some_and(|next| shape >= *next);
                let key = ShapeKey {
                    layer: layer.id,
                    pass,
                    shape,
                };
                pass += usize::from(is_last_of_pass);
                let mut order = Ordering::Greater;
                while let Some((before, _)) = previous.peek() {
                    order = before.cmp(&key);
                    if order != Ordering::Less {
                        break;
                    }
                    previous.next();
                }
                let known = previous.next_if(|_| order == Ordering::Equal);
                let (key, id) = known.unwrap_or_else(|| {
                    let next = self.uses.len() as ShapeId;
                    let id = *self.shapes.entry(key.clone()).or_insert(next);
                    if id == next {
                        self.uses.push(0);
                    }
                    (key, id)
                });
                self.uses[id as usize] += 1;
                drawn.push((key, id));
            }
        }
        let mut visible: VisibleShapes = drawn.iter().map(|(_, id)| *id).collect();
        self.previous = drawn;
        visible.sort_unstable();
        self.scenes += 1;
        match &mut self.base {
            Some(base) => base.frame = base.frame.union(scene.frame),
            None => self.base = Some(scene),
        }
        visible
    }

    /// One image of all shapes with a title, of which these are visible; `None` without any scene.
    pub(super) fn draw(
        &self,
        style: &Style,
        title: &str,
        visible: &VisibleShapes,
    ) -> Option<AtlasImage> {
        let mut scene = self.base.clone()?;
        title.clone_into(&mut scene.title);
        let mut indices = BTreeMap::new();
        let mut levels: Vec<(usize, u8)> = Vec::new();
        let mut visibilities = Vec::new();
        for (key, id) in &self.shapes {
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
            let level = level(&key.shape);
            // The script makes marbles transparent, also those that are in all positions.
            visibilities.push(if self.uses[*id as usize] == self.scenes && level == 0 {
                Visibility::Always
            } else {
                if levels.last().map_or(0, |&(_, level)| level) != level {
                    levels.push((indices.len(), level));
                }
                indices.insert(*id, indices.len());
                match visible.binary_search(id) {
                    Ok(_) => Visibility::Shown,
                    Err(_) => Visibility::Hidden,
                }
            });
        }
        Some(AtlasImage {
            // There are thousands of lines, each with one shape.
            svg: svg_with_visibility(&scene, style, &visibilities).replace(">\n<", "><"),
            aspect_ratio: scene.frame.width / scene.frame.height,
            indices,
            levels,
        })
    }
}

/// The level of a marble or its digit; 0 of anything else.
fn level(shape: &Shape) -> u8 {
    match shape {
        Shape::Marble { level, .. } | Shape::MarbleLevel(_, level, _) => *level,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::{CellOutline, FontSize, ImagePoint, Rect};

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
            coordinates: FontSize(0.36),
            scale: 1.0,
            board: rect,
            frame: rect,
            layers: layers.collect(),
            following: None,
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
            .draw(&Style::default(), "t", &visible[1])
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
