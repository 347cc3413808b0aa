//! The shapes of many images of one board, each once, so that a page can show any of the
//! images by hiding some of its shapes.
//!
//! Works on the text of the images: they are groups of elements, an element a line.

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    fmt::Write,
};

/// Names that come in one order in every image, gathered from all of them.
#[derive(Debug, Default)]
struct Sequence {
    names: BTreeMap<(String, usize), usize>,
    /// In the order in which they were first seen.
    texts: Vec<String>,
    /// Which came right after which.
    after: BTreeSet<(usize, usize)>,
}

impl Sequence {
    /// Takes in the names of an image in their order; returns their numbers.
    fn add<'n>(&mut self, names: impl Iterator<Item = &'n str>) -> Vec<usize> {
        // An image can hold the same text twice.
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        let mut numbers = Vec::new();
        for name in names {
            let time = times.entry(name).or_default();
            let next = self.texts.len();
            let number = *self.names.entry((name.to_owned(), *time)).or_insert(next);
            if number == next {
                self.texts.push(name.to_owned());
            }
            *time += 1;
            if let Some(&before) = numbers.last() {
                self.after.insert((before, number));
            }
            numbers.push(number);
        }
        numbers
    }

    /// The numbers in an order that agrees with all images; where there is none, in the
    /// order in which they were first seen.
    fn order(&self) -> Vec<usize> {
        let count = self.texts.len();
        let mut before = vec![0; count];
        let mut next = vec![Vec::new(); count];
        for &(one, other) in &self.after {
            next[one].push(other);
            before[other] += 1;
        }
        let mut free: VecDeque<usize> = (0..count).filter(|&number| before[number] == 0).collect();
        let mut order = Vec::with_capacity(count);
        let mut done = vec![false; count];
        let mut first_open = 0;
        while order.len() < count {
            let number = free.pop_front().unwrap_or_else(|| {
                // A circle: it is cut at the first that is open.
                first_open += done[first_open..].iter().take_while(|&&done| done).count();
                first_open
            });
            if std::mem::replace(&mut done[number], true) {
                continue;
            }
            order.push(number);
            for &other in &next[number] {
                before[other] -= 1;
                if before[other] == 0 && !done[other] {
                    free.push_back(other);
                }
            }
        }
        order
    }
}

/// The shapes of many images.
#[derive(Debug, Default)]
pub(super) struct ShapeAtlas {
    /// The first line of the first image.
    head: String,
    styles: Sequence,
    definitions: Sequence,
    /// Groups by their first lines; shapes outside of all groups stand in one without a line.
    groups: Sequence,
    /// The shapes of each group.
    shapes: Vec<Sequence>,
    images: usize,
    /// The number of each shape among all, by that of its group and its own in the group.
    numbers: BTreeMap<(usize, usize), Shape>,
    /// How many images have each shape.
    uses: Vec<usize>,
}

/// A shape by its number.
pub(super) type Shape = u32;

/// What an image shows, in the order of the numbers.
pub(super) type Shown = Vec<Shape>;

/// The parts of an image.
#[derive(Default)]
struct Parts<'s> {
    styles: Vec<&'s str>,
    definitions: Vec<&'s str>,
    groups: Vec<(&'s str, Vec<String>)>,
}

impl<'s> Parts<'s> {
    /// Takes an image apart, but for its first line.
    fn of(svg: &'s str) -> Parts<'s> {
        let mut parts = Parts::default();
        let mut lines = svg.lines().skip(1);
        while let Some(line) = lines.next() {
            match line {
                "<style>" => parts
                    .styles
                    .extend(lines.by_ref().take_while(|&line| line != "</style>")),
                "<defs>" => parts
                    .definitions
                    .extend(lines.by_ref().take_while(|&line| line != "</defs>")),
                "</svg>" => {}
                _ if line.starts_with("<title>") => {}
                _ if line.starts_with("<g") => {
                    let mut shapes: Vec<String> = Vec::new();
                    let mut depth = 0;
                    for line in lines.by_ref() {
                        let inside = depth > 0;
                        match line {
                            "</g>" if !inside => break,
                            "</g>" => depth -= 1,
                            _ if line.starts_with("<g") => depth += 1,
                            _ => {}
                        }
                        match shapes.last_mut() {
                            // A group within a group is one shape.
                            Some(shape) if inside => {
                                shape.push('\n');
                                shape.push_str(line);
                            }
                            _ => shapes.push(line.to_owned()),
                        }
                    }
                    parts.groups.push((line, shapes));
                }
                _ => match parts.groups.last_mut() {
                    Some(("", shapes)) => shapes.push(line.to_owned()),
                    _ => parts.groups.push(("", vec![line.to_owned()])),
                },
            }
        }
        parts
    }
}

impl ShapeAtlas {
    /// Takes in the shapes of an image.
    pub(super) fn add(&mut self, svg: &str) -> Shown {
        if self.images == 0 {
            svg.lines()
                .next()
                .unwrap_or_default()
                .clone_into(&mut self.head);
        }
        self.images += 1;
        let parts = Parts::of(svg);
        self.styles.add(parts.styles.into_iter());
        self.definitions.add(parts.definitions.into_iter());
        let groups = self.groups.add(parts.groups.iter().map(|(line, _)| *line));
        self.shapes
            .resize_with(self.groups.texts.len(), Sequence::default);
        let mut shown = Shown::new();
        for (group, (_, shapes)) in groups.into_iter().zip(parts.groups) {
            let numbers = self.shapes[group].add(shapes.iter().map(String::as_str));
            for number in numbers {
                let next = self.uses.len();
                let shape = *self.numbers.entry((group, number)).or_insert(next as Shape);
                if shape as usize == next {
                    self.uses.push(0);
                }
                self.uses[shape as usize] += 1;
                shown.push(shape);
            }
        }
        shown.sort_unstable();
        shown
    }

    /// One image of all shapes. Those that not every image has bear the attribute `h`:
    /// `0` if the given image shows them, else `1`; their places among each other are
    /// returned with it.
    pub(super) fn draw(&self, opening: &Shown) -> (String, BTreeMap<Shape, usize>) {
        let mut svg = format!("{}\n<style>\n", self.head);
        let lines = |sequence: &Sequence, svg: &mut String| {
            for number in sequence.order() {
                svg.push_str(&sequence.texts[number]);
                svg.push('\n');
            }
        };
        lines(&self.styles, &mut svg);
        svg.push_str("</style>\n<defs>\n");
        lines(&self.definitions, &mut svg);
        svg.push_str("</defs>\n");
        let mut places = BTreeMap::new();
        for group in self.groups.order() {
            let line = &self.groups.texts[group];
            if !line.is_empty() {
                let _ = writeln!(svg, "{line}");
            }
            for number in self.shapes[group].order() {
                let shape = self.numbers[&(group, number)];
                let text = &self.shapes[group].texts[number];
                if self.uses[shape as usize] == self.images {
                    let _ = writeln!(svg, "{text}");
                    continue;
                }
                places.insert(shape, places.len());
                let name = text.find([' ', '/', '>']).unwrap_or(text.len());
                let hidden = u8::from(opening.binary_search(&shape).is_err());
                let _ = writeln!(svg, "{} h=\"{hidden}\"{}", &text[..name], &text[name..]);
            }
            if !line.is_empty() {
                svg.push_str("</g>\n");
            }
        }
        svg.push_str("</svg>");
        (svg, places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "<svg a>\n<title>t</title>\n<style>\n.x{}\n</style>\n<rect/>\n<g>\n<a/>\n<c/>\n</g>\n</svg>";
    const SECOND: &str = "<svg b>\n<style>\n.y{}\n</style>\n<rect/>\n<g>\n<b/>\n<c/>\n</g>\n<g n>\n<g>\n<d/>\n</g>\n</g>\n</svg>";
    const THIRD: &str = "<svg>\n<rect/>\n<g>\n<a/>\n<b/>\n<b/>\n<c/>\n</g>\n</svg>";

    #[test]
    fn every_shape_is_there_once_and_in_order() {
        let mut stock = ShapeAtlas::default();
        let shown = [FIRST, SECOND, THIRD].map(|svg| stock.add(svg));
        let (svg, places) = stock.draw(&shown[0]);
        assert_eq!(
            svg,
            "<svg a>\n<style>\n.x{}\n.y{}\n</style>\n<defs>\n</defs>\n<rect/>\n\
             <g>\n<a h=\"0\"/>\n<b h=\"1\"/>\n<b h=\"1\"/>\n<c/>\n</g>\n\
             <g n>\n<g h=\"1\">\n<d/>\n</g>\n</g>\n</svg>"
        );
        let numbers = shown.map(|shown| {
            let shapes = shown.iter().filter_map(|shape| places.get(shape).copied());
            shapes.collect::<Vec<usize>>()
        });
        assert_eq!(numbers, [vec![0], vec![1, 3], vec![0, 1, 2]]);
    }

    #[test]
    fn an_order_is_found_even_where_images_disagree() {
        let mut sequence = Sequence::default();
        for names in [["a", "b", "c"], ["c", "a", "d"]] {
            sequence.add(names.into_iter());
        }
        // It is cut before the first of all.
        assert_eq!(sequence.order(), [0, 1, 3, 2]);
    }
}
